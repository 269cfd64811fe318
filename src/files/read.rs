//! Reading of files that the user names, within limits.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::FileError;
use super::set::STANDARD;

/// Bytes of a program, of a list of machine words or of a state: a state of the largest machine,
/// with a word in decimal digits for each thread, register and wave, has 51 million.
pub const LONGEST_TEXT: u64 = 64 << 20;

/// Bytes of a configuration, which has some twenty lines.
pub const LONGEST_CONFIGURATION: u64 = 1 << 20;

/// Bytes of a library of standard cells, or of the results of a study.
pub const LONGEST_LIBRARY: u64 = 1 << 30;

/// The name and the text of the file at `path`, of at most [`LONGEST_TEXT`] bytes, or of standard
/// input where it is `-`.
///
/// # Errors
/// The system's error, a file that is too long, or one that is not UTF-8.
pub fn read_text(path: &Path) -> Result<(String, String), FileError> {
    read_text_up_to(path, LONGEST_TEXT)
}

/// As [`read_text`], of at most `limit` bytes.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_up_to(path: &Path, limit: u64) -> Result<(String, String), FileError> {
    let is_standard = path == Path::new(STANDARD);
    let name = if is_standard { "<stdin>".to_owned() } else { path.display().to_string() };
    let named = Path::new(&name);
    let bytes = if is_standard {
        read_up_to(io::stdin().lock(), limit)
    } else {
        File::open(path).and_then(|file| read_up_to(file, limit))
    };
    let bytes = bytes.map_err(|error| FileError::reading(named, &error))?;
    let text = text_of(bytes, limit).map_err(|problem| FileError::unreadable(named, problem))?;
    Ok((name, text))
}

/// One byte more than `limit` where there are more: a device has no end.
fn read_up_to(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// `bytes` as text, or reason and cure.
fn text_of(bytes: Vec<u8>, limit: u64) -> Result<String, String> {
    if bytes.len() as u64 > limit {
        let limit = limit >> 20;
        return Err(format!("it is longer than {limit} MiB; take a part of it"));
    }
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = bytes.as_slice() {
        let mark = "it begins with the byte order mark of UTF-16; save it as UTF-8 without one";
        return Err(mark.to_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("line {line} is not UTF-8 text; save the file as UTF-8")
    })
}
