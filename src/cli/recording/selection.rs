//! Selection of the signals in a waveform.

use std::collections::HashSet;

use wildmatch::WildMatch;

use super::follower::captions;
use super::interest::of_interest;
use crate::cli::error::CliError;
use lanebeat::config::suggestion;
use lanebeat::engine::{CAPTIONS, Flat, SignalId};

/// Words of `--signals` besides scopes and patterns.
const ALL: &str = "all";
const DEFAULT: &str = "default";

/// The signals that are asked for.
pub struct Selection {
    /// Their paths; `None` for all.
    paths: Option<HashSet<String>>,
    /// Those among them that were named and are not in the default set, in the design's order.
    pub named: Vec<String>,
    /// Whether captions that are texts are in it too.
    pub has_texts: bool,
}

impl Selection {
    /// The default signals.
    pub fn default_of(flat: &Flat) -> Self {
        Self { paths: Some(of_interest(flat)), named: vec![], has_texts: true }
    }

    /// The signals that the words name: `all`, `default`, scopes, and patterns of signals or
    /// scopes with `*` and `?`. No words mean `default`.
    ///
    /// # Errors
    /// A word that names nothing.
    pub fn new(flat: &Flat, words: &[String]) -> Result<Self, CliError> {
        if words.is_empty() {
            return Ok(Self::default_of(flat));
        }
        let (nets, default) = (paths(flat), of_interest(flat));
        // Every dump has these, whatever is asked for.
        let captions =
            captions(true).into_iter().map(|caption| format!("{CAPTIONS}.{}", caption.name));
        let all: Vec<String> =
            nets.iter().cloned().chain(["clock".to_owned()]).chain(captions).collect();
        let top = format!("{}.", flat.scopes[0].name);
        let (mut taken, mut takes_all) = (HashSet::new(), false);
        for word in words {
            match word.as_str() {
                ALL => takes_all = true,
                DEFAULT => taken.extend(default.iter().cloned()),
                _ if top.strip_suffix('.') == Some(word) => takes_all = true,
                _ => {
                    let below = word.strip_prefix(&top).unwrap_or(word);
                    // A signal, a scope, the copies of a scope.
                    let patterns =
                        [below.to_owned(), format!("{below}.*"), format!("{below}[*].*")]
                            .map(|pattern| WildMatch::new(&pattern));
                    let is_named =
                        |path: &&String| patterns.iter().any(|pattern| pattern.matches(path));
                    let mut named = all.iter().filter(is_named).peekable();
                    if named.peek().is_none() {
                        return Err(CliError::Usage(unknown(below, &all)));
                    }
                    taken.extend(named.cloned());
                }
            }
        }
        if takes_all {
            return Ok(Self { paths: None, named: vec![], has_texts: true });
        }
        let is_named = |path: &String| taken.contains(path) && !default.contains(path);
        let named = nets.into_iter().filter(is_named).collect();
        Ok(Self { paths: Some(taken), named, has_texts: true })
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
    fn add(flat: &Flat, scope: usize, copy: usize, paths: &mut Vec<String>) {
        let own = flat.scopes[scope].signals.iter();
        paths.extend(own.map(|&signal| flat.path(SignalId { signal, copy })));
        for &child in &flat.scopes[scope].children {
            let count = flat.scopes[child].count;
            (0..count).for_each(|number| add(flat, child, copy * count + number, paths));
        }
    }
    let mut paths = vec![];
    add(flat, 0, 0, &mut paths);
    paths
}
