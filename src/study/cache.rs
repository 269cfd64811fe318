//! Cells that were counted before, so that a study goes on where it was stopped.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::cells::Cells;

/// A folder with a file for each synthesis that was run: digest of the Verilog, and what was run on it.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    fn path(&self, digest: &str, identity: &str) -> PathBuf {
        let key = Sha256::digest(format!("{digest}\n{identity}\n"));
        let name: String = key.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(format!("{name}.json"))
    }

    /// What an earlier run found; `None` too for a file that cannot be read.
    pub fn get(&self, digest: &str, identity: &str) -> Option<Cells> {
        let text = fs::read_to_string(self.path(digest, identity)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps `cells`, whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub fn put(&self, digest: &str, identity: &str, cells: &Cells) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(serde_json::to_string_pretty(cells).expect("names and numbers are JSON").as_bytes())?;
        file.persist(self.path(digest, identity)).map(drop).map_err(|error| error.error)
    }
}
