//! A configuration as the shortest options that give it again, for commands that people copy.

use super::Config;
use super::parameter::Parameter;
use super::preset::Preset;

impl Config {
    /// Describes it in one phrase: `16 lanes x 4 beats = 64 threads, …`.
    pub fn in_one_phrase(&self) -> String {
        let Self { lanes, beats, registers, waves, .. } = self;
        format!(
            "{lanes} lanes x {beats} beats = {} threads, {registers} registers, {waves} waves, register_file {}",
            self.threads(),
            self.register_file.key()
        )
    }

    /// The options that describe this configuration: the nearest preset and what differs from it,
    /// with a space before each; empty for the default machine. No file is named, so the options
    /// mean the same everywhere.
    pub fn as_options(&self) -> String {
        let differing = |preset: Preset| {
            let of_preset = preset.config();
            let differs =
                |parameter: &Parameter| parameter.text(self) != parameter.text(&of_preset);
            (preset, Parameter::ALL.into_iter().filter(differs).collect::<Vec<_>>())
        };
        let fewest =
            Preset::ALL.into_iter().map(differing).min_by_key(|(_, parameters)| parameters.len());
        let (preset, parameters) = fewest.expect("there is a preset");
        let preset = if preset == Preset::Default {
            String::new()
        } else {
            format!(" --preset {}", preset.key())
        };
        let set = |parameter: Parameter| {
            format!(" --set {}={}", parameter.key(), parameter.text(self).replace('"', ""))
        };
        preset + &parameters.into_iter().map(set).collect::<String>()
    }
}
