//! The command line, as the program's `--help` has it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::program::lanebeat;

/// The options of each command: of `run`, of `board serve`.
pub static COMMANDS: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut found = BTreeMap::new();
    add(&mut found, "");
    found
});

/// The names of the commands below the program, in the order of its `--help`.
pub fn names() -> Vec<String> {
    below(&lanebeat("--help").good().output)
}

/// Adds the commands below the one called `above`.
fn add(found: &mut BTreeMap<String, BTreeSet<String>>, above: &str) {
    for name in below(&lanebeat(&format!("{above} --help")).good().output) {
        let name = format!("{above} {name}").trim_start().to_owned();
        let help = lanebeat(&format!("{name} --help")).good().output;
        let lines = help.lines().map(str::trim_start);
        let lines = lines.filter(|line| line.starts_with('-') || line.starts_with("[alias"));
        let words = lines.flat_map(|line| line.split([' ', ',', '[', ']', '=']));
        let options = words.filter(|word| word.starts_with("--")).map(str::to_owned).collect();
        found.insert(name.clone(), options);
        add(found, &name);
    }
}

/// The commands that a `--help` lists, without `help` itself.
fn below(help: &str) -> Vec<String> {
    let list = help.split_once("\nCommands:\n").map_or("", |(_, list)| list);
    let names = list.lines().map_while(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}
