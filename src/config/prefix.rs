//! The word that the names of generated hardware begin with.

use std::str::FromStr;

use crate::source::shorten;

/// Beginning of the name of each module, of each file of one, and of what drivers declare.
pub const NAMESPACE: &str = "lanebeat_";

/// Longest prefix, in characters: files have names of less than 256.
const LONGEST: usize = 40;

/// Word in the place of `lanebeat` in the names of generated modules, files, macros and cores, so
/// that two machines can stand in one design.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prefix(String);

impl Default for Prefix {
    fn default() -> Self {
        Self(NAMESPACE.trim_end_matches('_').to_owned())
    }
}

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match is_word && text.len() <= LONGEST {
            true => Ok(Self(text.to_owned())),
            false => Err(Self::refusal(&format!("`{}`", shorten(text)))),
        }
    }
}

impl Prefix {
    /// Rule, value as `shown`, and cure.
    pub(super) fn refusal(shown: &str) -> String {
        format!(
            "prefix must be a word of at most {LONGEST} letters, digits and underscores that begins with a letter, not {shown}; try my_machine"
        )
    }

    /// Returns `text` with this prefix in the names in it.
    pub fn named(&self, text: &str) -> String {
        let capital = Self::default().0.to_uppercase();
        text.replace(NAMESPACE, &format!("{}_", self.0)).replace(&capital, &self.0.to_uppercase())
    }

    /// The option that gives it, with a space before; empty for the standard one.
    pub fn as_option(&self) -> String {
        match *self == Self::default() {
            true => String::new(),
            false => format!(" --prefix {}", self.0),
        }
    }
}
