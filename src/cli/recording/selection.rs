//! Which signals a waveform has.

use std::collections::HashSet;

use wildmatch::WildMatch;

use super::interest::is_of_interest;
use crate::cli::error::CliError;
use crate::config::suggestion;
use crate::engine::Flat;

/// What `--signals` takes besides scopes and patterns.
const ALL: &str = "all";
const DEFAULT: &str = "default";

/// The signals that are asked for.
pub struct Selection {
    /// Their paths; `None` for all.
    paths: Option<HashSet<String>>,
    /// Those among them that were named and are not in the default set, in the design's order.
    pub named: Vec<String>,
}

impl Selection {
    /// What a person looks at first.
    pub fn default_of(flat: &Flat) -> Self {
        let is_default = is_of_interest(flat);
        let paths = paths(flat).into_iter().filter(|path| is_default(path)).collect();
        Self { paths: Some(paths), named: vec![] }
    }

    /// Everything in what the words name: `all`, `default`, scopes, and patterns of signals or
    /// scopes with `*` and `?`. No words say `default`.
    ///
    /// # Errors
    /// A word that names nothing.
    pub fn new(flat: &Flat, words: &[String]) -> Result<Self, CliError> {
        if words.is_empty() {
            return Ok(Self::default_of(flat));
        }
        let all = paths(flat);
        let is_default = is_of_interest(flat);
        let top = format!("{}.", flat.scopes[0].name);
        let (mut taken, mut takes_all) = (vec![false; all.len()], false);
        for word in words {
            match word.as_str() {
                ALL => takes_all = true,
                DEFAULT => {
                    taken.iter_mut().zip(&all).for_each(|(taken, path)| *taken |= is_default(path))
                }
                _ => {
                    let below = word.strip_prefix(&top).unwrap_or(word);
                    // A signal, a scope, the copies of a scope.
                    let patterns =
                        [below.to_owned(), format!("{below}.*"), format!("{below}[*].*")]
                            .map(|pattern| WildMatch::new(&pattern));
                    let mut names_any = false;
                    for (taken, path) in taken.iter_mut().zip(&all) {
                        let is_named = patterns.iter().any(|pattern| pattern.matches(path));
                        names_any |= is_named;
                        *taken |= is_named;
                    }
                    if !names_any {
                        return Err(CliError::Usage(unknown(below, &all)));
                    }
                }
            }
        }
        if takes_all {
            return Ok(Self { paths: None, named: vec![] });
        }
        let chosen = || all.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(path, _)| path);
        let named = chosen().filter(|path| !is_default(path)).cloned().collect();
        Ok(Self { paths: Some(chosen().cloned().collect()), named })
    }

    /// Whether the signal of that path is among them.
    pub fn has(&self, path: &str) -> bool {
        self.paths.as_ref().is_none_or(|paths| paths.contains(path))
    }
}

fn unknown(word: &str, all: &[String]) -> String {
    let scopes = all.iter().filter_map(|path| Some(path.rsplit_once('.')?.0));
    let signals = all.iter().map(String::as_str);
    let near = suggestion(word, scopes.chain(signals));
    format!(
        "--signals: no signal or scope is `{word}`; {near}paths go down from the top, such as execute.lane[3] or `*.phase`, and there are all and default"
    )
}

/// The paths of all signals below the top, in the order of a dump.
fn paths(flat: &Flat) -> Vec<String> {
    let mut paths = vec![];
    add(flat, 0, 0, "", &mut paths);
    paths
}

fn add(flat: &Flat, scope: usize, copy: usize, prefix: &str, paths: &mut Vec<String>) {
    let name = |&signal: &usize| format!("{prefix}{}", flat.signals[signal].name);
    paths.extend(flat.scopes[scope].signals.iter().map(name));
    for &child in &flat.scopes[scope].children {
        for number in 0..flat.scopes[child].count {
            let copy = copy * flat.scopes[child].count + number;
            add(flat, child, copy, &format!("{prefix}{}.", flat.scope_label(child, copy)), paths);
        }
    }
}
