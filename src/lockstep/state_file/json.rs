//! JSON values that know their place in the text, their repeated keys, and their numbers as they
//! are written.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

/// A piece of JSON text that is one value.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    /// The whole file.
    file: &'a str,
    text: &'a str,
}

/// What a value is, one level deep.
pub enum Shape<'a> {
    Object(Vec<(String, Value<'a>)>),
    List(Vec<Value<'a>>),
    Text(String),
    /// A number as it is written.
    Number(&'a str),
    /// `true`, `false` or `null`.
    Word,
}

/// The entries of an object in their order, repeated keys included.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;

        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry::<String, &'de RawValue>()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(EntriesVisitor)
    }
}

impl<'a> Value<'a> {
    /// The one value that `file` is.
    pub fn parse(file: &'a str) -> serde_json::Result<Self> {
        Ok(Self { file, text: serde_json::from_str::<&RawValue>(file)?.get() })
    }

    /// The value, one level deep. An error is about a string: a surrogate without its other half.
    pub fn shape(self) -> serde_json::Result<Shape<'a>> {
        let inner = |raw: &'a RawValue| Self { file: self.file, text: raw.get() };
        Ok(match self.text.as_bytes().first() {
            Some(b'{') => {
                let entries: Entries<'a> = serde_json::from_str(self.text)?;
                Shape::Object(entries.0.into_iter().map(|(key, raw)| (key, inner(raw))).collect())
            }
            Some(b'[') => Shape::List(
                serde_json::from_str::<Vec<&RawValue>>(self.text)?.into_iter().map(inner).collect(),
            ),
            Some(b'"') => Shape::Text(serde_json::from_str(self.text)?),
            Some(b'-' | b'0'..=b'9') => Shape::Number(self.text),
            _ => Shape::Word,
        })
    }

    /// The value as it is written.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The bytes of the file that it is.
    pub fn span(self) -> Range<usize> {
        let start = self.text.as_ptr() as usize - self.file.as_ptr() as usize;
        start..start + self.text.len()
    }
}

impl Shape<'_> {
    /// What it is, for "not a string".
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Object(_) => "an object",
            Self::List(_) => "a list",
            Self::Text(_) => "a string",
            Self::Number(_) => "a number",
            Self::Word => "true, false or null",
        }
    }
}
