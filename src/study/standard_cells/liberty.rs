//! A Liberty file as the tree that it is: groups with attributes in groups.

use crate::source::shorten;

/// Groups that stand in one another; real files have some eight.
const DEEPEST: usize = 64;

/// The rule that a file breaks if it is no Liberty file, and the cure.
const NOT_LIBERTY: &str = "it must be a Liberty file, which begins with library (NAME) { and \
                           closes every brace; name a .lib file";

/// `kind (name) { … }`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Group {
    pub kind: String,
    pub name: String,
    /// `name : value`, and `name (value)`, without quotes around it.
    attributes: Vec<(String, String)>,
    pub groups: Vec<Group>,
}

impl Group {
    /// The `library` group of a whole file.
    ///
    /// # Errors
    /// When it is no Liberty file: the rule that it breaks, and a cure.
    pub fn library(text: &str) -> Result<Self, String> {
        Self::tree(text).ok_or_else(|| NOT_LIBERTY.to_owned())
    }

    fn tree(text: &str) -> Option<Self> {
        let mut open: Vec<Self> = vec![];
        let mut library = None;
        for (statement, end) in Statements(text) {
            // Such a text does not begin or end as a library does.
            let is_first = open.is_empty() && (end != '{' || library.is_some());
            let is_deep = end == '{' && open.len() >= DEEPEST;
            if is_deep
                || is_first && !(library.is_some() && statement.trim().is_empty() && end == ';')
            {
                return None;
            }
            if end == '{' {
                let (before, head) =
                    statement.trim().rsplit_once('\n').unwrap_or(("", statement.trim()));
                if let Some(group) = open.last_mut() {
                    group.add_attributes(before);
                }
                let (kind, name) = head.split_once('(').unwrap_or((head, ""));
                let name = plain(name.trim_end().trim_end_matches(')'));
                open.push(Self { kind: kind.trim().to_string(), name, ..Self::default() });
                continue;
            }
            if let Some(group) = open.last_mut() {
                group.add_attributes(&statement);
            }
            if end == '}' {
                let group = open.pop()?;
                match open.last_mut() {
                    Some(around) => around.groups.push(group),
                    None => library = Some(group),
                }
            }
        }
        library.filter(|library| open.is_empty() && library.kind == "library")
    }

    /// Reads attributes, one a line where semicolons are left out.
    fn add_attributes(&mut self, statement: &str) {
        for line in statement.lines() {
            let Some(place) = line.find([':', '(']) else { continue };
            let (name, value) = (line[..place].trim(), line[place + 1..].trim());
            let value = match line.as_bytes()[place] {
                b'(' => value.trim_end_matches(')'),
                _ => value,
            };
            self.attributes.push((name.to_string(), plain(value)));
        }
    }

    /// The value of the last attribute called `name`.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut of_name = self.attributes.iter().rev().filter(|attribute| attribute.0 == name);
        of_name.next().map(|attribute| attribute.1.as_str())
    }

    /// That value, where there is one: a number from 0 to `most`.
    ///
    /// # Errors
    /// Any other value, with rule and cure.
    pub fn number(&self, name: &str, most: f64) -> Result<Option<f64>, String> {
        let Some(text) = self.attribute(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (0.0..=most).contains(number));
        number.map(Some).ok_or_else(|| {
            let (of, text) = (shorten(&self.name), shorten(text));
            format!(
                "{name} of {} {of} must be a number from 0 to {most:e}, not `{text}`; correct it",
                self.kind
            )
        })
    }

    /// The unit of capacitance of a library, in pF; energy is in that unit times V².
    ///
    /// # Errors
    /// When it is none, with rule and cure.
    pub fn picofarads(&self) -> Result<f64, String> {
        let unit = self.attribute("capacitive_load_unit").unwrap_or("1,pf");
        let read = || {
            let (number, name) = unit.split_once(',')?;
            let scale = match name.trim().trim_matches('"').to_ascii_lowercase().as_str() {
                "pf" => 1.0,
                "ff" => 1e-3,
                _ => return None,
            };
            let number = number.trim().parse().ok();
            number.filter(|number| (1e-6..=1e6).contains(number)).map(|number: f64| scale * number)
        };
        read().ok_or_else(|| {
            let unit = shorten(unit);
            format!("capacitive_load_unit must be a number and pf or ff, not `{unit}`; correct it")
        })
    }

    /// Refuses a name of the group that would be something else in a script: letters, digits and
    /// underscores only.
    ///
    /// # Errors
    /// Rule and cure.
    pub fn check_name(&self) -> Result<(), String> {
        check_name(&format!("a {}'s name", self.kind), &self.name)
    }

    /// The groups of a kind directly in it.
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = &Self> {
        self.groups.iter().filter(move |group| group.kind == kind)
    }
}

/// Refuses `name` unless it is one in Verilog and in scripts as it stands; `what` is `a pin's name`.
///
/// # Errors
/// Rule and cure.
pub fn check_name(what: &str, name: &str) -> Result<(), String> {
    if is_plain(name) {
        return Ok(());
    }
    let name = shorten(name);
    Err(format!(
        "{what} must be letters, digits and underscores, not `{name}`; rename it, or leave it out"
    ))
}

/// Whether `name` is letters, digits and underscores, and begins with no digit.
pub fn is_plain(name: &str) -> bool {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word && name.starts_with(|c: char| !c.is_ascii_digit())
}

/// Removes quotes and blanks around `text`.
fn plain(text: &str) -> String {
    text.trim().trim_matches('"').trim().to_string()
}

/// Texts before each brace and semicolon, each with that character; without comments and
/// continued lines.
struct Statements<'t>(&'t str);

impl Iterator for Statements<'_> {
    type Item = (String, char);

    fn next(&mut self) -> Option<Self::Item> {
        let mut statement = String::new();
        let mut quoted = false;
        let mut rest = self.0;
        while let Some(character) = rest.chars().next() {
            if !quoted && rest.starts_with("/*") {
                rest = rest.split_once("*/").map_or("", |(_, after)| after);
                continue;
            }
            rest = &rest[character.len_utf8()..];
            match character {
                '"' => quoted = !quoted,
                '\\' => {
                    rest = rest.trim_start_matches(['\r', '\n']);
                    continue;
                }
                '{' | '}' | ';' if !quoted => {
                    self.0 = rest;
                    return Some((statement, character));
                }
                _ => {}
            }
            statement.push(character);
        }
        self.0 = "";
        (!statement.trim().is_empty()).then_some((statement, ';'))
    }
}
