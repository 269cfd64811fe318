//! Parameters that hold one of a few words.

use serde::Serializer;

use super::{DppPath, RegisterFile};
use crate::hdl::{Level, Reset};

/// A value that is one of a few words.
pub trait Choice {
    /// The word.
    fn word(&self) -> &'static str;

    /// Takes the value that `word` is, if it is one.
    fn take(&mut self, word: &str) -> Option<()>;
}

/// Implements it for enums that list themselves, and lists their words.
macro_rules! choices {
    ($($choice:ident: $words:ident),+) => { $(
        pub const $words: [&str; $choice::ALL.len()] = {
            let mut words = [""; $choice::ALL.len()];
            let mut number = 0;
            while number < words.len() {
                words[number] = $choice::ALL[number].key();
                number += 1;
            }
            words
        };

        impl Choice for $choice {
            fn word(&self) -> &'static str {
                self.key()
            }

            fn take(&mut self, word: &str) -> Option<()> {
                *self = Self::ALL.into_iter().find(|choice| choice.key() == word)?;
                Some(())
            }
        }
    )+ };
}

choices!(RegisterFile: ORGANISATIONS, DppPath: DPP_PATHS, Reset: RESETS, Level: LEVELS);

/// Writes the word.
pub fn serialize<S: Serializer>(choice: &impl Choice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(choice.word())
}
