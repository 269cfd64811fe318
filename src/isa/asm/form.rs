//! Spellings of the table as mnemonics of the text use them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::operand::place;
use crate::isa::row::Row;
use crate::isa::{Dialect, Field, Spelling, TABLE, TrueWord, Video};
use crate::source::once;

/// A spelling of the table as one mnemonic of the text uses it.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub row: &'static Row,
    pub spelling: &'static Spelling,
    /// The mnemonic of the text in the table's case, with a shuffle's width and type.
    pub mnemonic: String,
    /// Fields that the operands fill in, in the order of the text.
    pub fields: Vec<Field>,
    /// c of a shuffle whose width is part of the mnemonic.
    pub width_c: Option<u32>,
    /// The true word of a shuffle with a destination pair: `fields` then starts with two `D`.
    pub pair: Option<TrueWord>,
    /// Types and modifiers of a video instruction's mnemonic.
    pub video: Option<Video>,
}

impl Form {
    pub fn new(row: &'static Row, spelling: &'static Spelling) -> Self {
        Self {
            row,
            spelling,
            mnemonic: spelling.mnemonic.to_owned(),
            fields: spelling.fields.to_vec(),
            width_c: None,
            pair: None,
            video: None,
        }
    }

    /// The operands as an error shows them: `d, a, b`.
    pub fn operands(&self) -> String {
        let names = self.names();
        if names.is_empty() { "no operands".to_owned() } else { names.join(", ") }
    }

    /// A name for each operand. Sources are lettered in the order of the text.
    pub fn names(&self) -> Vec<&'static str> {
        let mut sources = ["a", "b", "c"].into_iter();
        let mut destinations = ["d", "r"].into_iter();
        let has = |field| self.fields.contains(&field);
        let name = |&field: &Field| match field {
            Field::D => destinations.next().unwrap_or("d"),
            Field::LiteralB if has(Field::LiteralC) => "lo",
            Field::P if has(Field::MaskDestination) => "q",
            Field::Q if has(Field::P) => "r",
            _ => {
                let name = place(field).name;
                // RegisterA, which is named a, uses up the letter a, so that b follows.
                let letter = if name.is_empty() || field == Field::RegisterA {
                    sources.next()
                } else {
                    None
                };
                if name.is_empty() { letter.unwrap_or("c") } else { name }
            }
        };
        self.fields.iter().map(name).collect()
    }
}

/// Every row of the table with each of its spellings.
fn spellings() -> impl Iterator<Item = (&'static Row, &'static Spelling)> {
    TABLE.iter().flat_map(|row| row.spellings.iter().map(move |spelling| (row, spelling)))
}

/// Forms whose mnemonic in the table is `mnemonic`.
pub(super) fn spelled(mnemonic: &str) -> Vec<Form> {
    type Named = HashMap<String, Vec<(&'static Row, &'static Spelling)>>;
    static NAMED: LazyLock<Named> = LazyLock::new(|| {
        let mut named = Named::new();
        for (row, spelling) in spellings() {
            let name = spelling.mnemonic.to_ascii_uppercase();
            named.entry(name).or_default().push((row, spelling));
        }
        named
    });
    let found = NAMED.get(&mnemonic.to_ascii_uppercase());
    found.into_iter().flatten().map(|(row, spelling)| Form::new(row, spelling)).collect()
}

/// Every mnemonic once, in the order of the table.
pub(super) fn mnemonics() -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&str>> =
        LazyLock::new(|| once(spellings().map(|(_, spelling)| spelling.mnemonic)));
    &ALL
}

/// The first part of every SASS mnemonic once, in the order of the table.
pub(super) fn stems() -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let in_sass = spellings().filter(|(_, spelling)| spelling.dialect == Dialect::Sass);
        once(in_sass.filter_map(|(_, spelling)| spelling.mnemonic.split('.').next()))
    });
    &ALL
}
