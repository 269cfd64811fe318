//! Reads the text of a state file into the waves' states.

use super::json::{Shape, Value};
use super::state::NamedState;
use crate::config::{Parameter, suggestion};
use crate::isa::asm::Constants;
use crate::isa::{Mask, MaskEntry, Register, Thread, Wave};
use crate::source::{AT_MARK, BYTE_ORDER_MARK, TextError, shorten};

/// A state file, and the machine that it is read for.
struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    threads: usize,
    registers: usize,
    waves: usize,
}

/// A value and how the file's reader would point at it: `waves[0].registers.R2`.
struct Located<'a> {
    value: Value<'a>,
    path: String,
}

type Read<T> = Result<T, TextError>;

/// The states of `waves` waves of `threads` threads and `registers` registers that the file `name`
/// describes. Waves and entries that it leaves out hold 0, and ones in EXEC.
///
/// # Errors
/// Text that is not JSON, a key that is not known, a register, thread or wave that the machine
/// lacks, a value that is not a 32-bit word.
pub fn read(
    name: &str,
    text: &str,
    threads: usize,
    registers: usize,
    waves: usize,
) -> Read<Vec<NamedState>> {
    Reader { name, text, threads, registers, waves }.file()
}

/// The words that the file `name` gives for a listing: an object with their names.
///
/// # Errors
/// Text that is not JSON, a name that no listing has for such a word, a value that is not a 32-bit
/// word.
pub fn read_constants(name: &str, text: &str) -> Read<Constants> {
    let reader = Reader { name, text, threads: 0, registers: 0, waves: 0 };
    let mut constants = Constants::default();
    for (key, value) in reader.entries(&reader.value()?)? {
        if !constants.insert(&key, reader.word(&value)?) {
            let cure = "write each once, such as c[0x0][0x160], UR4, s4 or SR_CTAID.X";
            let rule =
                format!("`{}` is no constant of a listing, or is given twice", shorten(&key));
            return Err(reader.error(&value, format!("{rule}; {cure}")));
        }
    }
    Ok(constants)
}

impl<'a> Reader<'a> {
    fn value(&self) -> Read<Located<'a>> {
        if self.text.starts_with(BYTE_ORDER_MARK) {
            return Err(self.error_at_byte(0, AT_MARK.to_owned()));
        }
        let value = Value::parse(self.text).map_err(|error| self.syntax_error(&error))?;
        Ok(Located { value, path: String::new() })
    }

    fn file(&self) -> Read<Vec<NamedState>> {
        let file = self.value()?;
        let mut states = vec![NamedState::new(self.threads, self.registers); self.waves];
        for (key, entry) in self.object(&file, &["waves", "cycles"])? {
            match key.as_str() {
                "waves" => self.waves(&entry, &mut states)?,
                _ => self.cycles(&entry)?,
            }
        }
        Ok(states)
    }

    /// A dump may be read back: its cycle count is checked and then has no effect.
    fn cycles(&self, entry: &Located<'a>) -> Read<()> {
        match self.shape(entry)? {
            Shape::Number(number) if number.parse::<u64>().is_ok() => Ok(()),
            _ => Err(self.error(
                entry,
                format!("a cycle count is a whole number, not {}; remove it", shown(entry)),
            )),
        }
    }

    fn waves(&self, entry: &Located<'a>, states: &mut [NamedState]) -> Read<()> {
        let (list, given) = match self.shape(entry)? {
            Shape::List(list, count) => (list, count),
            other => {
                return Err(self.error(
                    entry,
                    format!("waves are a list, not {}; write [{{ … }}]", other.kind()),
                ));
            }
        };
        if given > self.waves {
            let resident = self.waves;
            let may_be_set = Parameter::Waves.accepts(&given.to_string()).is_ok();
            let cure = match may_be_set {
                true => format!("remove some or use --set waves={given}"),
                false => "remove some".to_owned(),
            };
            let problem = format!("the machine has {resident} waves, not {given}; {cure}");
            return Err(self.error(entry, problem));
        }
        for (number, (value, state)) in list.into_iter().zip(states).enumerate() {
            state.named = true;
            self.wave(&Located { value, path: format!("{}[{number}]", entry.path) }, state)?;
        }
        Ok(())
    }

    fn wave(&self, wave: &Located<'a>, state: &mut NamedState) -> Read<()> {
        for (key, entry) in self.object(wave, &["exec", "registers", "predicates"])? {
            match key.as_str() {
                "exec" => state.state.exec = self.mask(&entry)?,
                "registers" => self.register_entries(&entry, state)?,
                _ => self.mask_entries(&entry, state)?,
            }
        }
        Ok(())
    }

    fn register_entries(&self, entry: &Located<'a>, state: &mut NamedState) -> Read<()> {
        for (key, value) in self.entries(entry)? {
            let register = self.register_name(&key, &value)?;
            if !state.registers.insert(register) {
                return Err(self.error(&value, format!("{register} is given twice; remove one")));
            }
            state.state.registers[usize::from(register.0)] = self.words(&value)?;
        }
        Ok(())
    }

    fn mask_entries(&self, entry: &Located<'a>, state: &mut NamedState) -> Read<()> {
        for (key, value) in self.entries(entry)? {
            let mask = self.mask_name(&key, &value)?;
            if !state.masks.insert(mask) {
                return Err(self.error(&value, format!("{mask} is given twice; remove one")));
            }
            state.state.masks[usize::from(mask.0)] = self.mask(&value)?;
        }
        Ok(())
    }

    fn register_name(&self, key: &str, value: &Located<'a>) -> Read<Register> {
        let last = self.registers - 1;
        let number = match numbered(key, &['r', 'v']) {
            Some(number) => number,
            None => {
                return Err(self.error(
                    value,
                    format!("`{}` is not a register; use R0 to R{last}", shorten(key)),
                ));
            }
        };
        let register = u8::try_from(number).ok().filter(|_| number < self.registers);
        register.map(Register).ok_or_else(|| {
            let problem = format!(
                "a wave has {} registers, so no R{number}; use R0 to R{last}",
                self.registers
            );
            self.error(value, problem)
        })
    }

    fn mask_name(&self, key: &str, value: &Located<'a>) -> Read<MaskEntry> {
        if key.eq_ignore_ascii_case("pt") {
            return Err(
                self.error(value, "PT is always true and cannot be set; remove it".to_owned())
            );
        }
        if key.eq_ignore_ascii_case("vcc") {
            return Ok(MaskEntry::VCC);
        }
        let predicate = numbered(key, &['p'])
            .filter(|&number| number < 7)
            .map(|number| MaskEntry::predicate(number as u8));
        let slot = || {
            numbered(key, &['s'])
                .filter(|&number| number < 4)
                .map(|number| MaskEntry::slot(number as u8))
        };
        predicate.or_else(slot).ok_or_else(|| {
            let problem = format!(
                "`{}` is not a predicate or mask slot; use P0 to P6, vcc, or s0 to s3",
                shorten(key)
            );
            self.error(value, problem)
        })
    }

    /// A register's words: a list, one for all threads, or each thread's number.
    fn words(&self, entry: &Located<'a>) -> Read<Wave<u32>> {
        let (list, given) = match self.shape(entry)? {
            Shape::Text(text) if text == "thread" => {
                return Ok(Wave::from_fn(self.threads, |Thread(number)| number as u32));
            }
            Shape::List(list, count) => (list, count),
            _ => return Ok(Wave::filled(self.threads, self.word(entry)?)),
        };
        if given != self.threads {
            let threads = self.threads;
            let problem = format!(
                "a register has {threads} values, not {given}; give {threads}, one value for all, or \"thread\""
            );
            return Err(self.error(entry, problem));
        }
        let item = |(number, value)| {
            self.word(&Located { value, path: format!("{}[{number}]", entry.path) })
        };
        list.into_iter().enumerate().map(item).collect::<Read<_>>().map(Wave)
    }

    fn word(&self, entry: &Located<'a>) -> Read<u32> {
        let word = match self.shape(entry)? {
            Shape::Number(number) => number_word(number),
            Shape::Text(text) => hexadecimal_word(&text),
            Shape::Object(_) | Shape::List(..) | Shape::Word => {
                Err("a word is a number or a string of hexadecimal digits")
            }
        };
        word.map_err(|rule| {
            self.error(entry, format!("{rule}, not {}; try 1, -1, \"0xff\" or 1.5", shown(entry)))
        })
    }

    fn mask(&self, entry: &Located<'a>) -> Read<Mask> {
        let threads = self.threads;
        let ones = Mask::filled(threads, true).to_hex();
        let text = match self.shape(entry)? {
            Shape::Text(text) => text,
            _ => {
                let problem = format!(
                    "a mask is a string of hexadecimal digits, not {}; try \"{ones}\"",
                    shown(entry)
                );
                return Err(self.error(entry, problem));
            }
        };
        Mask::from_hex(&text, threads).ok_or_else(|| {
            let problem = format!(
                "a mask of {threads} threads is 0x0 to {ones}, not {}; try \"{ones}\"",
                shown(entry)
            );
            self.error(entry, problem)
        })
    }

    /// The entries of an object; a key that is not among `known` is an error.
    fn object(&self, object: &Located<'a>, known: &[&str]) -> Read<Vec<(String, Located<'a>)>> {
        let entries = self.entries(object)?;
        for (position, (key, value)) in entries.iter().enumerate() {
            if !known.contains(&key.as_str()) {
                let suggestion = suggestion(key, known.iter().copied());
                let problem = format!(
                    "unknown key `{}`; {suggestion}keys are {}",
                    shorten(key),
                    known.join(", ")
                );
                return Err(self.error_at(&object.path, value.value, problem));
            }
            if entries[..position].iter().any(|(earlier, _)| earlier == key) {
                return Err(self.error(value, format!("`{key}` is given twice; remove one")));
            }
        }
        Ok(entries)
    }

    /// The entries of an object, whatever their keys.
    fn entries(&self, object: &Located<'a>) -> Read<Vec<(String, Located<'a>)>> {
        let entries = match self.shape(object)? {
            Shape::Object(entries) => entries,
            other => {
                return Err(self.error(
                    object,
                    format!("this is an object, not {}; write {{ … }}", other.kind()),
                ));
            }
        };
        let dot = if object.path.is_empty() { "" } else { "." };
        let located = |(key, value): (String, Value<'a>)| {
            let path = format!("{}{dot}{}", object.path, shorten(&key));
            (key, Located { value, path })
        };
        Ok(entries.into_iter().map(located).collect())
    }

    fn shape(&self, entry: &Located<'a>) -> Read<Shape<'a>> {
        entry.value.shape().map_err(|_| {
            self.error(
                entry,
                "a string holds half a surrogate pair; write the other half".to_owned(),
            )
        })
    }

    fn error(&self, entry: &Located<'a>, problem: String) -> TextError {
        self.error_at(&entry.path, entry.value, problem)
    }

    fn error_at(&self, path: &str, value: Value<'a>, problem: String) -> TextError {
        let place =
            if path.is_empty() { self.name.to_owned() } else { format!("{}: {path}", self.name) };
        let mut error = TextError::new(self.name, self.text, value.span(), problem);
        error.place = place;
        error
    }

    /// An error at a byte of the text, before the value there is known.
    fn error_at_byte(&self, byte: usize, problem: String) -> TextError {
        TextError::new(self.name, self.text, byte..byte, problem)
    }

    fn syntax_error(&self, error: &serde_json::Error) -> TextError {
        let message = error.to_string();
        let problem = message.split(" at line ").next().unwrap_or(&message);
        let line_start: usize = self
            .text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let byte = line_start + error.column().saturating_sub(1);
        self.error_at_byte(byte, format!("not JSON: {problem}; {}", syntax_cure(problem)))
    }
}

/// Cure for a syntax error that serde_json calls `problem`.
fn syntax_cure(problem: &str) -> &'static str {
    const CURES: [(&str, &str); 9] = [
        ("EOF", "close what is open with \", ] or }"),
        ("trailing comma", "remove the comma"),
        ("trailing characters", "remove what follows the end"),
        ("expected `:`", "write a colon between key and value"),
        ("expected `,`", "write a comma between two items"),
        ("key must be a string", "put the key in quotes"),
        ("control character", "write \\n or \\t in its place"),
        ("escape", "write \\\\ for a backslash"),
        ("number", "write a number such as 1, -1 or 1.5"),
    ];
    let found = CURES.into_iter().find(|(part, _)| problem.contains(part));
    found.map_or("write a number, a string in quotes, a list or an object", |(_, cure)| cure)
}

/// The number of a name that is one of `letters`, in either case, and decimal digits.
fn numbered(key: &str, letters: &[char]) -> Option<usize> {
    let digits = key.strip_prefix(|letter: char| letters.contains(&letter.to_ascii_lowercase()))?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The word of a JSON number: an integer modulo 2^32, or with a fraction or an exponent the bits of
/// the nearest float.
fn number_word(number: &str) -> Result<u32, &'static str> {
    if number.contains(['.', 'e', 'E']) {
        let float: f32 = number.parse().map_err(|_| "a float is a JSON number")?;
        return if float.is_finite() {
            Ok(float.to_bits())
        } else {
            Err("a float is at most 3.4028235e38")
        };
    }
    let integer: Option<i64> = number.parse().ok();
    let in_range = integer.filter(|integer| (-(1 << 31)..1 << 32).contains(integer));
    in_range.map(|integer| integer as u32).ok_or("a word is -2147483648 to 4294967295")
}

fn hexadecimal_word(text: &str) -> Result<u32, &'static str> {
    let rule = "a word in a string is 0x0 to 0xffffffff";
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).ok_or(rule)?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(rule);
    }
    u32::from_str_radix(digits, 16).map_err(|_| rule)
}

/// The value as it is written, in short.
fn shown(entry: &Located<'_>) -> String {
    shorten(entry.value.text())
}
