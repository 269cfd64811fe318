//! A configuration from its three layers: a preset, a TOML file over it, `--set` items over both.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::check::number_in_domain;
use super::parameter::Field;
use super::{Config, Domain, DppPath, Parameter, Prefix, Preset, suggestion};
use crate::isa::Feature;
use crate::source::{AT_MARK, BYTE_ORDER_MARK, TextError, listed, shorten};

/// The key of a file that names its preset.
const PRESET_KEY: &str = "preset";
/// The key of a file that holds the prefix of generated names.
const PREFIX_KEY: &str = "prefix";

/// A file's name and text.
type File<'a> = (&'a str, &'a str);

/// Where a parameter got its value.
#[derive(Clone)]
enum Origin<'a> {
    File(File<'a>, Range<usize>),
    Set(&'a str),
}

impl Origin<'_> {
    fn error(&self, problem: String) -> TextError {
        match self {
            Self::File((name, text), span) => TextError::new(name, text, span.clone(), problem),
            Self::Set(item) => TextError::of(format!("--set {}", shorten(item)), problem),
        }
    }
}

/// A configuration under construction, and the origin of each parameter given, oldest first.
struct Layers<'a> {
    config: Config,
    given: Vec<(Parameter, Origin<'a>)>,
}

impl Config {
    /// The configuration that a preset, a TOML file (its name and text) and `key=value` items
    /// describe, each layer over the one before. A file may name its own `preset`; it counts unless
    /// `preset` is given here.
    ///
    /// # Errors
    /// Text that is not TOML or `key=value`, a key that is not a parameter, a value that the
    /// parameter cannot hold, or a combination that [`Config::check`] refuses; with the place of
    /// the value that was given last.
    pub fn load(
        preset: Option<Preset>,
        file: Option<(&str, &str)>,
        sets: &[String],
    ) -> Result<Self, TextError> {
        Self::load_from(Preset::config, preset, file, sets)
    }

    /// [`Config::load`] for a unit that stands alone: it has pipeline registers only where they are
    /// asked for, while those of a preset are for a whole machine.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn load_for_unit(
        preset: Option<Preset>,
        file: Option<(&str, &str)>,
        sets: &[String],
    ) -> Result<Self, TextError> {
        let start = |preset: Preset| Self { stages: 0, ..preset.config() };
        Self::load_from(start, preset, file, sets)
    }

    fn load_from(
        start: impl Fn(Preset) -> Self,
        preset: Option<Preset>,
        file: Option<(&str, &str)>,
        sets: &[String],
    ) -> Result<Self, TextError> {
        let table = file.map(|file| Ok((file, file_entries(file)?))).transpose()?;
        let own_preset = match &table {
            Some((file, entries)) => {
                file_prefix(*file, entries)?;
                file_preset(*file, entries)?
            }
            None => None,
        };
        let preset = preset.or(own_preset).unwrap_or(Preset::Default);
        let mut layers = Layers { config: start(preset), given: Vec::new() };
        if let Some((file, entries)) = &table {
            let is_parameter =
                |(key, _): &&Entry| ![PRESET_KEY, PREFIX_KEY].contains(&key.get_ref().as_ref());
            for (key, value) in entries.iter().filter(is_parameter) {
                layers.apply_entry(*file, key, value)?;
            }
        }
        for item in sets {
            layers.apply_set(item)?;
        }
        layers.finish()
    }
}

impl Prefix {
    /// The prefix that a TOML file (its name and text) holds, or the standard one.
    ///
    /// # Errors
    /// Text that is not TOML, or a value that is no prefix, with its place.
    pub fn load(file: Option<(&str, &str)>) -> Result<Self, TextError> {
        file.map_or_else(|| Ok(Self::default()), |file| file_prefix(file, &file_entries(file)?))
    }
}

impl Parameter {
    /// Whether the parameter may hold the value that `text` is, whatever the others hold.
    ///
    /// # Errors
    /// Rule, value and cure.
    pub fn accepts(self, text: &str) -> Result<(), TextError> {
        let item = format!("{}={text}", self.key());
        Layers { config: Config::default(), given: Vec::new() }.apply_set(&item)
    }
}

impl<'a> Layers<'a> {
    fn apply_entry(
        &mut self,
        file: File<'a>,
        key: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), TextError> {
        let parameter = parameter(key.get_ref(), true)
            .map_err(|problem| Origin::File(file, key.span()).error(problem))?;
        let (shown, origin) = (shorten(&file.1[value.span()]), Origin::File(file, value.span()));
        self.apply(parameter, value.get_ref(), shown, origin)
    }

    fn apply_set(&mut self, item: &'a str) -> Result<(), TextError> {
        let origin = Origin::Set(item);
        let Some((key, text)) = item.split_once('=') else {
            return Err(origin.error("a setting must be key=value; try lanes=16".to_owned()));
        };
        let (key, text) = (key.trim(), text.trim());
        if key == PRESET_KEY {
            return Err(origin.error(
                "the preset is what settings change; use --preset to choose it".to_owned(),
            ));
        }
        if key == PREFIX_KEY {
            return Err(origin
                .error("the prefix names what is generated; use --prefix of generate".to_owned()));
        }
        let parameter = parameter(key, false).map_err(|problem| origin.error(problem))?;
        let parsed = DeValue::parse(text).map(Spanned::into_inner);
        let value = parsed.unwrap_or(DeValue::String(text.into()));
        self.apply(parameter, &value, shorten(text), origin)
    }

    /// Gives `parameter` the value that is written as `shown`.
    fn apply(
        &mut self,
        parameter: Parameter,
        value: &DeValue<'_>,
        shown: String,
        origin: Origin<'a>,
    ) -> Result<(), TextError> {
        let set = match (parameter.field(&mut self.config), value) {
            (Field::Number(kept), DeValue::Integer(number)) => {
                number_in_domain(parameter, whole(number), &shown).map(|number| *kept = number)
            }
            (Field::Word(kept), DeValue::String(word)) => {
                kept.take(word).ok_or_else(|| no_word(parameter, word, &shown))
            }
            // It was a switch once, and the word is short for what it said.
            (Field::Word(kept), DeValue::Boolean(on))
                if parameter == Parameter::Feature(Feature::Dpp) =>
            {
                let path = if *on { DppPath::Network } else { DppPath::None };
                kept.take(path.key()).expect("dpp may be a switch");
                Ok(())
            }
            (Field::Switch(kept), DeValue::Boolean(on)) => {
                *kept = *on;
                Ok(())
            }
            _ => {
                let shown = if shown.is_empty() { "nothing".to_owned() } else { shown };
                let (key, rule) = (parameter.key(), parameter.domain().rule());
                let standard = parameter.text(&Config::default());
                Err(format!("{key} must be {rule}, not {shown}; try {standard}"))
            }
        };
        set.map_err(|problem| origin.error(problem))?;
        self.given.push((parameter, origin));
        Ok(())
    }

    /// The configuration, if it keeps every rule; else the error at the last value given that takes
    /// part in it.
    fn finish(self) -> Result<Config, TextError> {
        let Some(rule) = self.config.broken_rule() else {
            return Ok(self.config);
        };
        let last =
            self.given.iter().rev().find(|(parameter, _)| rule.parameters.contains(parameter));
        Err(match last {
            Some((_, origin)) => origin.error(rule.problem),
            None => rule.error(),
        })
    }
}

/// The whole number that TOML writes; one beyond 128 bits is the largest or smallest.
fn whole(integer: &DeInteger<'_>) -> i128 {
    let beyond = if integer.as_str().starts_with('-') { i128::MIN } else { i128::MAX };
    i128::from_str_radix(integer.as_str(), integer.radix()).unwrap_or(beyond)
}

/// A line of a file: key and value.
type Entry<'a> = (Spanned<Cow<'a, str>>, Spanned<DeValue<'a>>);

/// The entries of a file in the order of its text.
fn file_entries<'a>((name, text): File<'a>) -> Result<Vec<Entry<'a>>, TextError> {
    if text.starts_with(BYTE_ORDER_MARK) {
        return Err(TextError::new(name, text, 0..0, AT_MARK.to_owned()));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let problem = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        TextError::new(
            name,
            text,
            error.span().unwrap_or(0..0),
            format!("not TOML: {problem}; write key = value, one a line, such as lanes = 16"),
        )
    })?;
    let mut entries: Vec<Entry> = table.into_inner().into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    Ok(entries)
}

/// The preset that a file names.
fn file_preset(file: File<'_>, entries: &[Entry]) -> Result<Option<Preset>, TextError> {
    let Some((_, value)) = entries.iter().find(|(key, _)| key.get_ref() == PRESET_KEY) else {
        return Ok(None);
    };
    let named = match value.get_ref() {
        DeValue::String(key) => {
            Preset::from_key(key).ok_or_else(|| suggestion(key, Preset::ALL.map(Preset::key)))
        }
        _ => Err(String::new()),
    };
    named.map(Some).map_err(|suggestion| {
        let rule = listed(&Preset::ALL.map(Preset::key), "or");
        let shown = shorten(&file.1[value.span()]);
        let cure = if suggestion.is_empty() { "try \"default\"" } else { suggestion.trim_end() };
        Origin::File(file, value.span())
            .error(format!("preset must be {rule}, not {shown}; {cure}"))
    })
}

/// The prefix that a file holds.
fn file_prefix(file: File<'_>, entries: &[Entry]) -> Result<Prefix, TextError> {
    let Some((_, value)) = entries.iter().find(|(key, _)| key.get_ref() == PREFIX_KEY) else {
        return Ok(Prefix::default());
    };
    let prefix = match value.get_ref() {
        DeValue::String(text) => text.parse(),
        _ => Err(Prefix::refusal(&shorten(&file.1[value.span()]))),
    };
    prefix.map_err(|problem| Origin::File(file, value.span()).error(problem))
}

/// The parameter that `key` names, or a sentence that lists the keys.
fn parameter(key: &str, in_file: bool) -> Result<Parameter, String> {
    Parameter::from_key(key).ok_or_else(|| {
        let keys: Vec<&str> = in_file
            .then_some([PRESET_KEY, PREFIX_KEY])
            .into_iter()
            .flatten()
            .chain(Parameter::ALL.into_iter().map(Parameter::key))
            .collect();
        let suggestion = suggestion(key, keys.iter().copied());
        format!("unknown key `{}`; {suggestion}keys are {}", shorten(key), listed(&keys, "and"))
    })
}

/// Rule, value as `shown`, and cure for a word that `parameter` cannot hold.
fn no_word(parameter: Parameter, word: &str, shown: &str) -> String {
    let domain = parameter.domain();
    let suggestion = match domain {
        Domain::Words(words) => suggestion(word, words.iter().copied()),
        _ => String::new(),
    };
    let cure = match suggestion.trim_end() {
        "" => format!("try {}", parameter.text(&Config::default())),
        nearest => nearest.to_owned(),
    };
    let shown = if shown.is_empty() { "nothing" } else { shown };
    format!("{} must be {}, not {shown}; {cure}", parameter.key(), domain.rule())
}
