//! Each package's archive for a registry has what is built from it and what its pages link to.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::common::{program::path_text, tools::python};

/// The packages and their folders.
const PACKAGES: [(&str, &str); 3] =
    [("lanebeat", ""), ("lanebeat-hdl", "crates/hdl"), ("lanebeat-engine", "crates/engine")];

/// Files of a package's archive, as paths from its root.
fn packed(package: &str) -> Vec<PathBuf> {
    let arguments =
        ["package", "--list", "--package", package, "--allow-dirty", "--offline", "--quiet"];
    let ran = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs the tests");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{errors}");
    String::from_utf8(ran.stdout).expect("plain names").lines().map(PathBuf::from).collect()
}

/// `path` with its `..` resolved.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// What `file` of the package in `root` says behind each `opening`, up to `closing`, as paths from
/// its folder.
fn named(root: &Path, file: &Path, opening: &str, closing: char) -> Vec<PathBuf> {
    let path = root.join(file);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let names = text.split(opening).skip(1).filter_map(|rest| rest.split(closing).next());
    let folder = file.parent().expect("a file is in a folder");
    let is_path = |name: &&str| !name.is_empty() && !name.contains([':', ' ', '\n', '\\']);
    names
        .map(|name| name.split('#').next().unwrap_or(name))
        .filter(is_path)
        .map(|name| plain(&folder.join(name)))
        .collect()
}

/// What `package` is built from and links to, and how much of it is not in its archive.
fn lacking(package: &str, folder: &str) -> (usize, Vec<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let packed = packed(package);
    let is_there = |path: &Path| packed.iter().any(|file| file.starts_with(path));
    let (mut found, mut lacking) = (0, vec![]);
    for file in &packed {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let names = match extension {
            Some("rs") => named(&root, file, "include_str!(\"", '"'),
            Some("md") => named(&root, file, "](", ')'),
            _ => vec![],
        };
        found += names.len();
        let missing = names.into_iter().filter(|name| !is_there(name));
        let missing =
            missing.map(|name| format!("{package}: {} needs {}", file.display(), name.display()));
        lacking.extend(missing);
    }
    (found, lacking)
}

#[test]
fn each_archive_has_what_is_built_from_and_linked_to() {
    let (counts, lacking): (Vec<usize>, Vec<Vec<String>>) =
        PACKAGES.iter().map(|(package, folder)| lacking(package, folder)).unzip();
    assert!(counts[0] > 100 && counts[1] > 0 && counts[2] > 0, "{counts:?} links and files");
    let lacking = lacking.concat();
    assert!(lacking.is_empty(), "not in the archives:\n  {}", lacking.join("\n  "));
}

#[test]
#[ignore = "for .ci/nightly: builds the program and what it depends on once more, for two minutes"]
fn pip_installs_the_command() {
    let Some(python) = python("maturin") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    // As the tests are built, so that nothing is built twice.
    let features = if cfg!(feature = "rust-hdl") { " --features rust-hdl" } else { "" };
    let options = "-m pip install --quiet --no-build-isolation --no-deps --no-index --target";
    let output = Command::new(python)
        .args(options.split(' '))
        .args([path_text(folder.path()), env!("CARGO_MANIFEST_DIR")])
        .env("MATURIN_PEP517_ARGS", format!("--profile dev{features}"))
        .output()
        .expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let command = folder.path().join("bin/lanebeat");
    let version = Command::new(command).arg("--version").output().expect("it runs").stdout;
    assert_eq!(version, concat!("lanebeat ", env!("CARGO_PKG_VERSION"), "\n").as_bytes());
}
