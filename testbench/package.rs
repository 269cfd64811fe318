//! The archive for a registry has what the program is built from and what its pages link to.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Files of the archive, as paths from its root.
fn packed() -> Vec<PathBuf> {
    let arguments =
        ["package", "--list", "--package", "lanebeat", "--allow-dirty", "--offline", "--quiet"];
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

/// What `file` says behind each `opening`, up to `closing`, as paths from its folder.
fn named(file: &Path, opening: &str, closing: char) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
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

#[test]
fn the_archive_has_what_is_built_from_and_linked_to() {
    let packed = packed();
    let is_there = |path: &Path| packed.iter().any(|file| file.starts_with(path));
    let (mut found, mut lacking) = (0, vec![]);
    for file in &packed {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let names = match extension {
            Some("rs") => named(file, "include_str!(\"", '"'),
            Some("md") => named(file, "](", ')'),
            _ => vec![],
        };
        found += names.len();
        let missing = names.into_iter().filter(|name| !is_there(name));
        lacking.extend(missing.map(|name| format!("{} needs {}", file.display(), name.display())));
    }
    assert!(found > 100, "only {found} links and included files");
    assert!(lacking.is_empty(), "not in the archive:\n  {}", lacking.join("\n  "));
}
