//! Random configurations to hold the estimate against.

use crate::config::{Config, RegisterFile};
use crate::random::Random;

/// `count` different machines of 4 or 8 lanes, which yosys maps in a minute each, the same ones for
/// the same seed.
pub fn configurations(count: usize, seed: u64) -> Vec<Config> {
    let mut random = Random::new(seed);
    let mut found: Vec<Config> = vec![];
    while found.len() < count {
        // A combination that breaks a rule is no machine: the next one is drawn.
        let Some(config) = configuration(&mut random) else { continue };
        if !found.contains(&config) {
            found.push(config);
        }
    }
    found
}

fn configuration(random: &mut Random) -> Option<Config> {
    let mut one_of = |texts: &[&str]| texts[random.below(texts.len())].to_string();
    let organisations = RegisterFile::ALL.map(RegisterFile::key);
    // Float and video are on most often because most machines have them.
    let mostly = ["true", "true", "false"];
    let register_file = one_of(&organisations);
    let collectors =
        one_of(if register_file == RegisterFile::Banked.key() { &["1", "2", "4"] } else { &["1"] });
    let settings = [
        ("collectors", collectors),
        ("register_file", register_file),
        ("lanes", one_of(&["4", "4", "8"])),
        ("beats", one_of(&["1", "2", "4", "4", "8"])),
        ("registers", one_of(&["8", "16", "32", "64"])),
        ("waves", one_of(&["1", "2", "3", "4", "8"])),
        ("stages", one_of(&["0", "0", "1", "2", "4"])),
        ("dpp", one_of(&mostly)),
        ("shuffle", one_of(&mostly)),
        ("vote", one_of(&mostly)),
        ("video", one_of(&mostly)),
        ("float", one_of(&mostly)),
        ("barrier", one_of(&mostly)),
    ];
    let settings: Vec<String> =
        settings.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    Config::load(None, None, &settings).ok()
}
