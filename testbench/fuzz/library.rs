//! Liberty files of cells and of macros, and the table of macros.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::{changed, fuzz};
use lanebeat::study::standard_cells::{Catalogue, Library};

const WORDS: &str = "{ } ( ) ; : \" /* */ , nan inf -1 1e308 0 $(id) ]";

/// Words of the texts, and those with white space.
fn words() -> Vec<&'static str> {
    let more = ["\\\n", "area : ", "cell (", "pin (", "ff (", "\u{1b}[31m", "\n"];
    WORDS.split(' ').chain(more).collect()
}

/// An error with its cure, which a terminal can show.
fn told(error: &str) -> Result<(), TestCaseError> {
    prop_assert!(error.contains("; ") && !error.contains(char::is_control), "{}", error);
    Ok(())
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[test]
fn a_library_has_numbers_and_names_or_is_refused() {
    let texts = vec![include_str!("../study/four_cells.lib").to_owned()];
    fuzz("Liberty files", &changed(texts, words()), |text| {
        match Library::parse(&text) {
            Ok(library) => {
                let areas = library.cells.values().map(|cell| cell.area);
                prop_assert!(areas.chain([library.voltage]).all(|number| number >= 0.0));
                prop_assert!(library.cells.keys().all(|name| is_plain(name)));
                prop_assert!(
                    [&library.buffer.cell, &library.buffer.input].map(|n| is_plain(n)) == [true; 2]
                );
            }
            Err(error) => told(&error)?,
        }
        Ok(())
    });
}

/// A macro of eight rows of one bit.
const TABLE: &str = r#"macro = [{ name = "SRAM", interface = "one", rows = 8, bits = 1, area = 100 }]
[interface.one]
tie.A_DLY = 0
[[interface.one.port]]
kind = "rw"
clock = "A_CLK"
address = "A_ADDR"
enable = "A_MEN"
write = "A_WEN"
read = "A_REN"
data = "A_DIN"
q = "A_DOUT"
"#;

fn liberty() -> String {
    let port = include_str!("../study/macro_port.lib").replace("MASK\n", "").replace("P_", "A_");
    let values = [("NAME", "SRAM"), ("ABITS", "3"), ("AHIGH", "2"), ("DBITS", "1")];
    let values = values.into_iter().chain([("DHIGH", "0"), ("AREA", "100"), ("PORTS", &*port)]);
    let text = include_str!("../study/macro.lib").to_owned();
    values.fold(text, |text, (word, value)| text.replace(word, value))
}

#[test]
fn macros_have_numbers_and_names_or_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let read = |path: &Path, table: &str, library: &str| {
        fs::write(at("SRAM.lib"), library).expect("a writable folder");
        fs::write(path, table).expect("a writable folder");
        Catalogue::read(path)?.with_liberty(path, path)?.priced()
    };
    let path = at("macros.toml");
    assert!(read(&path, TABLE, &liberty()).is_ok_and(|read| read.macros[0].energy.is_some()));
    let inputs = (
        prop_oneof![Just(TABLE.to_owned()), changed(vec![TABLE.to_owned()], words())],
        changed(vec![liberty()], words()),
    );
    fuzz("macros", &inputs, |(text, library)| {
        match read(&path, &text, &library) {
            Ok(catalogue) => {
                for known in &catalogue.macros {
                    let energy =
                        known.energy.map_or([0.0; 2], |energy| [energy.read, energy.write]);
                    let numbers = [known.cost(), known.leakage].into_iter().chain(energy);
                    prop_assert!(
                        numbers.into_iter().all(|number| number >= 0.0),
                        "{:?}",
                        known.name
                    );
                    prop_assert!(is_plain(&known.name));
                    prop_assert!(known.pins().iter().all(|(name, ..)| is_plain(name)));
                }
            }
            Err(error) => told(&error)?,
        }
        Ok(())
    });
}
