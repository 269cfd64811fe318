//! The rules that a configuration must keep (docs/reference/parameters.md), all in one place.

use super::{Config, Domain, DppPath, Parameter, RegisterFile};
use crate::isa::{Feature, ROW_THREADS, WARP_THREADS};
use crate::source::{TextError, listed};

/// A rule that does not hold.
pub(super) struct BrokenRule {
    /// The parameters that together break it.
    pub parameters: Vec<Parameter>,
    /// Rule, value and cure.
    pub problem: String,
}

impl BrokenRule {
    /// Without a place.
    pub fn error(self) -> TextError {
        TextError::of(String::new(), self.problem)
    }
}

impl Config {
    /// Whether the parameters, each and together, describe a machine.
    ///
    /// # Errors
    /// The first rule of docs/reference/parameters.md that does not hold.
    pub fn check(&self) -> Result<(), TextError> {
        self.broken_rule().map_or(Ok(()), |rule| Err(rule.error()))
    }

    /// Whether reset is synchronous and active high, and there is no clock enable, as `consumer`
    /// needs it.
    ///
    /// # Errors
    /// The first of the three that is otherwise, and the setting to choose.
    pub fn has_plain_clocking(&self, consumer: &str) -> Result<(), TextError> {
        let plain = Self::default();
        let differs = |parameter: &Parameter| parameter.text(self) != parameter.text(&plain);
        let keys = [Parameter::Reset, Parameter::ResetLevel, Parameter::ClockEnable];
        let Some(other) = keys.into_iter().find(differs) else { return Ok(()) };
        let (key, value, standard) = (other.key(), other.text(self), other.text(&plain));
        let setting = standard.trim_matches('"');
        let problem =
            format!("{consumer} needs {key} = {standard}, not {value}; use --set {key}={setting}");
        Err(TextError::of(String::new(), problem))
    }

    /// The first rule that does not hold.
    pub(super) fn broken_rule(&self) -> Option<BrokenRule> {
        let outside = |parameter: Parameter| {
            let value = parameter.number(self)?;
            let problem = number_in_domain(parameter, value as i128, &value.to_string()).err()?;
            Some(BrokenRule { parameters: vec![parameter], problem })
        };
        let numbers = Parameter::ALL.into_iter().find_map(outside);
        numbers
            .or_else(|| {
                self.idle(Parameter::Collectors, RegisterFile::Banked, "no banks to wait for")
            })
            .or_else(|| self.idle(Parameter::Reuse, RegisterFile::TwoBank, "no reuse cache"))
            .or_else(|| self.beats_of_two_banks())
            .or_else(|| self.passes_of_nothing())
            .or_else(|| self.dpp_without_crossbar())
            .or_else(|| Feature::ALL.into_iter().find_map(|feature| self.broken_feature(feature)))
    }

    /// A parameter that is for one organisation only has its standard value in the others.
    fn idle(&self, parameter: Parameter, needs: RegisterFile, lacks: &str) -> Option<BrokenRule> {
        let (value, standard) = (parameter.text(self), parameter.text(&Config::default()));
        if value == standard || self.register_file == needs {
            return None;
        }
        let (key, needs, has) = (parameter.key(), needs.key(), self.register_file.key());
        let problem = format!(
            "{key} = {value} needs register_file = \"{needs}\", not \"{has}\", which has {lacks}; try {key} = {standard}"
        );
        Some(BrokenRule { parameters: vec![Parameter::RegisterFile, parameter], problem })
    }

    /// A bank of two answers with a whole wave in one cycle.
    fn beats_of_two_banks(&self) -> Option<BrokenRule> {
        if self.register_file.admits(self.beats) {
            return None;
        }
        let (lanes, beats) = (self.lanes, self.beats);
        let cure = match Parameter::Lanes.domain().number(self.threads() as i128) {
            Ok(wide) => format!("lanes = {wide} and beats = 1"),
            Err(_) => "beats = 1".to_owned(),
        };
        let problem = format!(
            "register_file = \"two_bank\" reads a wave in one beat, not {beats} (lanes = {lanes}); try {cure}, or register_file = \"banked\""
        );
        let parameters = [Parameter::RegisterFile, Parameter::Beats, Parameter::Lanes];
        Some(BrokenRule { parameters: parameters.to_vec(), problem })
    }

    /// Only a crossbar is passed several times.
    fn passes_of_nothing(&self) -> Option<BrokenRule> {
        let passes = self.shuffle_passes;
        let problem = format!(
            "shuffle_passes = {passes} needs shuffle = true; try shuffle = true or shuffle_passes = 1"
        );
        let parameters = vec![Parameter::Feature(Feature::Shuffle), Parameter::ShufflePasses];
        (passes > 1 && !self.shuffle).then_some(BrokenRule { parameters, problem })
    }

    /// DPP's words come through the crossbar if that shows a beat its whole rows at once.
    fn dpp_without_crossbar(&self) -> Option<BrokenRule> {
        if self.dpp != DppPath::Crossbar {
            return None;
        }
        let passes = self.shuffled_threads() / self.lanes.max(ROW_THREADS);
        let (rule, cure, other) = if !self.shuffle {
            let cure = "shuffle = true".to_owned();
            ("shuffle = true".to_owned(), cure, Parameter::Feature(Feature::Shuffle))
        } else if self.shuffle_passes > passes {
            let rule = format!(
                "a crossbar that shows whole rows and beats, so that shuffle_passes is at most {passes} here, not {}",
                self.shuffle_passes
            );
            (rule, format!("shuffle_passes = {passes}"), Parameter::ShufflePasses)
        } else {
            return None;
        };
        let problem = format!("dpp = \"crossbar\" needs {rule}; try {cure} or dpp = \"network\"");
        let parameters = vec![Parameter::Feature(Feature::Dpp), other];
        Some(BrokenRule { parameters, problem })
    }

    /// The rule about operands or the wave's size that a feature which is on breaks.
    fn broken_feature(&self, feature: Feature) -> Option<BrokenRule> {
        if !self.has(feature) {
            return None;
        }
        let reads_c =
            matches!(feature, Feature::Shuffle | Feature::Video | Feature::Float | Feature::Bits);
        if reads_c && !self.multiply {
            let key = feature.key();
            let problem = format!(
                "{key} needs a third operand, and multiply = false leaves none; try multiply = true or {key} = false"
            );
            return Some(BrokenRule {
                parameters: [Feature::Multiply, feature].map(Parameter::Feature).to_vec(),
                problem,
            });
        }
        let threads = self.threads();
        let needed = match feature {
            Feature::Dpp if !threads.is_multiple_of(ROW_THREADS) => "rows of 16 threads",
            Feature::Shuffle if threads != ROW_THREADS && !threads.is_multiple_of(WARP_THREADS) => {
                "a wave of 16, 32 or a multiple of 32 threads"
            }
            Feature::Vote if threads < ROW_THREADS => "a wave of at least 16 threads",
            _ => return None,
        };
        let key = feature.key();
        let (lanes, beats) = (self.lanes, self.beats);
        let enough = ROW_THREADS.div_ceil(lanes);
        let problem = format!(
            "{key} needs {needed}, not {threads} threads (lanes = {lanes}, beats = {beats}); try beats = {enough} or {key} = false"
        );
        Some(BrokenRule {
            parameters: vec![Parameter::Lanes, Parameter::Beats, Parameter::Feature(feature)],
            problem,
        })
    }
}

/// `value` if `parameter` may hold it, else rule, value as `shown`, and cure.
pub(super) fn number_in_domain(
    parameter: Parameter,
    value: i128,
    shown: &str,
) -> Result<usize, String> {
    let domain: Domain = parameter.domain();
    domain.number(value).map_err(|near| {
        let near: Vec<String> = near.iter().map(usize::to_string).collect();
        let (key, rule, cure) = (parameter.key(), domain.rule(), listed(&near, "or"));
        format!("{key} must be {rule}, not {shown}; try {cure}")
    })
}
