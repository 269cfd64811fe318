//! A configuration as the shortest options that give it again, for commands that people copy.

use crate::config::{Config, Parameter, Preset};

/// The options that describe `config`: the nearest preset and what differs from it, with a space before each; empty for
/// the default machine. No file is named, so the options mean the same everywhere.
pub fn options(config: &Config) -> String {
    let differing = |preset: Preset| {
        let of_preset = preset.config();
        let differs = |parameter: &Parameter| parameter.text(config) != parameter.text(&of_preset);
        (preset, Parameter::ALL.into_iter().filter(differs).collect::<Vec<_>>())
    };
    let fewest = Preset::ALL.into_iter().map(differing).min_by_key(|(_, parameters)| parameters.len());
    let (preset, parameters) = fewest.expect("there is a preset");
    let preset = if preset == Preset::Default { String::new() } else { format!(" --preset {}", preset.key()) };
    let set = |parameter: Parameter| format!(" --set {}={}", parameter.key(), parameter.text(config).replace('"', ""));
    preset + &parameters.into_iter().map(set).collect::<String>()
}
