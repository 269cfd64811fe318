//! Texts and numbers that a dump shows next to its nets.

use std::sync::Arc;

use crate::flat::SignalId;
use crate::watch::Watch;

/// The scope of the captions, below the top.
pub const CAPTIONS: &str = "text";

/// A variable that is no net of the design: a text of ASCII, or a number of that many bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Caption {
    /// Name of the variable, in its scope.
    pub name: String,
    /// `None` for a text.
    pub width: Option<usize>,
}

/// Present value of a [`Caption`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CaptionValue {
    /// A text of ASCII.
    Text(Arc<str>),
    /// As many bits as the caption has.
    Number(u64),
}

/// Source of captions: looks at some nets in every cycle and says what they mean.
pub trait Captions {
    /// The captions; always the same.
    fn list(&self) -> Vec<Caption>;

    /// The nets that are looked at; always the same.
    fn nets(&self) -> Vec<SignalId>;

    /// Another cycle, and the values of the nets in it.
    fn see(&mut self, values: &Values);

    /// Value of caption number `caption` of the list in the cycle that was seen last, which is
    /// written.
    fn value(&self, caption: usize) -> &CaptionValue;
}

/// The values of the nets that [`Captions`] look at.
pub struct Values<'w> {
    /// Counted from the dump's first one.
    pub cycle: u64,
    /// Whether the cycle is in the dump, so that [`Captions::value`] is asked about it.
    pub is_written: bool,
    pub(super) watch: &'w Watch,
    /// The number of the first one among all that is watched.
    pub(super) first: usize,
}

impl Values<'_> {
    /// The value of a net of at most 128 bits, by its place in the list.
    pub fn number(&self, net: usize) -> u128 {
        self.watch.number(self.first + net)
    }
}

/// A source without captions.
pub(super) struct Silent;

impl Captions for Silent {
    fn list(&self) -> Vec<Caption> {
        vec![]
    }

    fn nets(&self) -> Vec<SignalId> {
        vec![]
    }

    fn see(&mut self, _: &Values) {}

    fn value(&self, caption: usize) -> &CaptionValue {
        panic!("there is no caption {caption}")
    }
}
