//! IHP's SG13G2, which no registry has.

use std::path::PathBuf;

use super::tools::skipped;

/// The folder of IHP's SG13G2, which the environment names in `LANEBEAT_IHP`: standard cells, macros
/// and `sram_macros.csv`. No registry has them, so without them the caller's check is skipped and
/// counted also where tools are required.
///
/// # Panics
/// When the folder that is named has no such files.
pub fn ihp() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("LANEBEAT_IHP").map(PathBuf::from) else {
        skipped("IHP's SG13G2 (LANEBEAT_IHP)");
        return None;
    };
    for file in [IHP_CELLS, IHP_MACROS] {
        let path = folder.join(file);
        assert!(path.is_file(), "LANEBEAT_IHP has no {}; name the folder of both", path.display());
    }
    Some(folder)
}

/// In the folder of [`ihp`].
pub const IHP_CELLS: &str = "sg13g2_stdcell_typ_1p20V_25C.lib";
pub const IHP_MACROS: &str = "sram_macros.csv";
