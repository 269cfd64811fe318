//! The MLIR of designs, and the Verilog that CIRCT makes of it.

use std::sync::Arc;

use super::tools::{python, run, store};
use lanebeat_hdl::Module;
use lanebeat_hdl::mlir::write;
use lanebeat_hdl::verilog::{File, Header};

pub fn mlir(module: &Arc<Module>) -> File {
    write(module, &Header::default())
}

/// The Verilog that CIRCT makes of each file; `None` without it.
pub fn verilog_of(files: &[File]) -> Option<Vec<File>> {
    let python = python("pycde")?;
    let (folder, paths) = store(files);
    let script = folder.path().join("circt.py");
    std::fs::write(&script, include_str!("circt.py")).expect("a writable temporary folder");
    let paths =
        [script.as_path(), folder.path()].into_iter().chain(paths.iter().map(|path| &**path));
    let arguments: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    let (success, said) = run(&python, folder.path(), &arguments);
    assert!(success, "CIRCT objects: {said}");
    let verilog = files.iter().map(|file| {
        let name = file.name.replace(".mlir", ".v");
        let text = std::fs::read_to_string(folder.path().join(&name)).expect("it was written");
        File { name, text }
    });
    Some(verilog.collect())
}
