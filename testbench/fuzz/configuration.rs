//! Configurations: files and settings.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{changed, check_shown, fuzz};
use lanebeat::config::{Config, Parameter, Preset};

fn settings() -> impl Strategy<Value = Vec<String>> {
    let keys: Vec<&str> = Parameter::ALL.map(Parameter::key).to_vec();
    let value = prop_oneof![
        "[0-9]{1,3}",
        Just("true".to_owned()),
        Just("\"wide\"".to_owned()),
        Just("banked".to_owned()),
        "\\PC{0,8}",
    ];
    let setting = (select(keys), value).prop_map(|(key, value)| format!("{key}={value}"));
    vec(prop_oneof![5 => setting, 1 => "\\PC{0,12}"], 0..4)
}

#[test]
fn a_configuration_is_a_machine_or_refused() {
    let presets: Vec<String> = Preset::ALL.iter().map(|preset| preset.config().to_toml()).collect();
    let words = "lanes [ ] \" ''' # true banked { } 0x10 1e3 inf ..".split(' ');
    let more = ["waves = ", "= 16", "\n", "preset = \"gcn\"\n", "\u{feff}"];
    let words = words.chain(more).collect();
    let inputs = (changed(presets, words), settings());
    fuzz("configurations", &inputs, |(text, sets)| {
        match Config::load(None, Some(("m.toml", &text)), &sets) {
            Ok(config) => {
                prop_assert!(config.check().is_ok());
                let again = Config::load(None, Some(("again", &config.to_toml())), &[]);
                prop_assert_eq!(again.expect("our own text"), config);
            }
            Err(error) => check_shown(&error)?,
        }
        Ok(())
    });
}
