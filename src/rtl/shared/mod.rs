//! Resources that waves share or keep besides their registers: barriers, special registers, EXEC.

pub mod barriers;
pub mod exec_masks;
pub mod slot;
pub mod special;
