//! JSON values that know their place in the text, their repeated keys, and their numbers as they
//! are written.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A piece of JSON text that is one value.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    /// The whole file.
    file: &'a str,
    text: &'a str,
}

/// Items of a list and entries of an object that are looked at: more than any state has.
const MOST: usize = 4096;

/// Shape of a value, one level deep.
pub enum Shape<'a> {
    /// Its first entries, at most [`MOST`].
    Object(Vec<(String, Value<'a>)>),
    /// Its first items, at most [`MOST`], and how many it has.
    List(Vec<Value<'a>>, usize),
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
                while entries.len() < MOST
                    && let Some(entry) = map.next_entry::<String, &'de RawValue>()?
                {
                    entries.push(entry);
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(EntriesVisitor)
    }
}

/// The first items of a list, and how many it has.
struct Items<'a>(Vec<&'a RawValue>, usize);

impl<'de: 'a, 'a> Deserialize<'de> for Items<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemsVisitor;

        impl<'de> Visitor<'de> for ItemsVisitor {
            type Value = Items<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Items<'de>, A::Error> {
                let mut items = Vec::new();
                while items.len() < MOST
                    && let Some(item) = list.next_element()?
                {
                    items.push(item);
                }
                let mut count = items.len();
                while list.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Items(items, count))
            }
        }

        deserializer.deserialize_seq(ItemsVisitor)
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
            Some(b'[') => {
                let Items(items, count) = serde_json::from_str(self.text)?;
                Shape::List(items.into_iter().map(inner).collect(), count)
            }
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
    /// Kind of the value in words, for "not a string".
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Object(_) => "an object",
            Self::List(..) => "a list",
            Self::Text(_) => "a string",
            Self::Number(_) => "a number",
            Self::Word => "true, false or null",
        }
    }
}
