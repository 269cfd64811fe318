//! `--merge`: the whole of a study out of its shards.

use std::path::{Path, PathBuf};

use super::choices::RESULTS;
use crate::cli::error::CliError;
use crate::config::Config;
use crate::files::{LONGEST_LIBRARY, read_text_up_to};
use crate::study::{Basis, Point, Results, from_json};

/// The points of `configs` in their order, out of the `study.json` in each of `folders`, and what
/// their figures depend on: what `wanted` says, and the tools of the shards.
///
/// # Errors
/// When a file cannot be read, was changed, has another basis, or no shard has a point.
pub fn merge(
    configs: &[Config],
    folders: &[PathBuf],
    wanted: Basis,
) -> Result<(Basis, Results), CliError> {
    let mut basis = wanted;
    let mut shards: Vec<Results> = vec![];
    for folder in folders {
        let (name, text) = read_text_up_to(&folder.join(RESULTS), LONGEST_LIBRARY)?;
        let (own, results) =
            from_json(&text).map_err(|error| CliError::Usage(format!("{name} {error}")))?;
        if let Some([what, here, there]) = basis.difference(&own, !shards.is_empty()) {
            let asked = if shards.is_empty() { "this command" } else { "another shard" };
            return Err(CliError::Usage(format!(
                "{name} is of another study: {what} is {there}, and of {asked} {here}; merge \
                 shards of one study, with the options that they ran with"
            )));
        }
        basis.tools = own.tools;
        shards.push(results);
    }
    let points = configs.iter().map(|config| point(config, &shards));
    Ok((basis, Results { points: points.collect::<Result<_, _>>()? }))
}

fn point(config: &Config, shards: &[Results]) -> Result<Point, CliError> {
    let wanted = Point::new(config).config;
    let mut found =
        shards.iter().flat_map(|shard| &shard.points).filter(|point| point.config == wanted);
    let settings = config.as_options();
    let Some(point) = found.next() else {
        return Err(CliError::Usage(format!(
            "no shard has the point{settings}; name the directories of all shards after --merge, with the options that they ran with"
        )));
    };
    match found.all(|other| other == point) {
        true => Ok(point.clone()),
        false => Err(CliError::Usage(format!(
            "two shards have different figures of the point{settings}; make it again in one"
        ))),
    }
}

/// Whether the study in `folder`, if there is one, has all that it was to have.
pub fn is_good(folder: &Path) -> bool {
    let kept = read_text_up_to(&folder.join(RESULTS), LONGEST_LIBRARY);
    let Ok((_, text)) = kept else { return false };
    // One that another version wrote is taken for good.
    from_json(&text)
        .map_or(true, |(_, results)| results.points.iter().all(|point| !point.lacks_area))
}
