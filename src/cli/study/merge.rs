//! `--merge`: the whole of a study out of its shards.

use std::path::{Path, PathBuf};

use super::super::files::read_text;
use crate::cli::error::CliError;
use crate::config::Config;
use crate::study::{Point, Results};

/// The points of `configs` in their order, out of the `study.json` in each of `folders`.
///
/// # Errors
/// When a file cannot be read, or no shard has a point.
pub fn merge(configs: &[Config], folders: &[PathBuf]) -> Result<Results, CliError> {
    let shards = folders
        .iter()
        .map(|folder| read(&folder.join("study.json")))
        .collect::<Result<Vec<_>, _>>()?;
    let point = |config: &Config| {
        let wanted = Point::new(config).config;
        let found =
            shards.iter().flat_map(|shard| &shard.points).find(|point| point.config == wanted);
        found.cloned().ok_or_else(|| {
            let settings = config.as_options();
            CliError::Usage(format!(
                "no shard has the point{settings}; name the directories of all shards after --merge, with the options that they ran with"
            ))
        })
    };
    Ok(Results { points: configs.iter().map(point).collect::<Result<_, _>>()? })
}

fn read(path: &Path) -> Result<Results, CliError> {
    let (name, text) = read_text(path)?;
    serde_json::from_str(&text).map_err(|error| {
        CliError::Usage(format!(
            "{name} is no study: {error}; name a directory that `lanebeat study --shard` wrote"
        ))
    })
}
