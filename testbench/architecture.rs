//! Data flows one way: every `use` and every inline path between modules is an arrow of docs/reference/structure.md.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A module and what it may use besides itself.
const ARROWS: &[(&str, &[&str])] = &[
    ("isa", &[]),
    ("hdl", &[]),
    ("tools", &[]),
    ("model", &["isa"]),
    ("config", &["isa"]),
    ("rtl", &["isa", "config", "hdl"]),
    ("verilog", &["hdl"]),
    ("engine", &["hdl"]),
    ("cycle", &["isa", "config"]),
    ("lockstep", &["isa", "model", "config", "rtl", "hdl", "engine"]),
    ("simulators", &["isa", "model", "config", "rtl", "hdl", "engine", "lockstep", "verilog", "tools"]),
    ("vectors", &["isa", "config", "rtl", "hdl", "verilog", "engine", "lockstep"]),
    ("study", &["isa", "config", "rtl", "hdl", "verilog", "cycle", "tools"]),
    ("widgets", &["config", "rtl", "hdl", "verilog", "engine"]),
    (
        "cli",
        &[
            "isa",
            "hdl",
            "tools",
            "model",
            "config",
            "rtl",
            "verilog",
            "engine",
            "cycle",
            "lockstep",
            "simulators",
            "vectors",
            "study",
            "widgets",
        ],
    ),
];

fn is_module(name: &str) -> bool {
    ARROWS.iter().any(|(module, _)| *module == name)
}

/// The code of a line, without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or(line)
}

/// The modules of the crate that `text` of a file `depth` modules below the crate's root names.
fn used_modules(text: &str, depth: usize) -> BTreeSet<String> {
    let code: Vec<&str> = text.lines().map(code).collect();
    let code = code.join("\n");
    let climb = format!("{}::", vec!["super"; depth].join("::"));
    let roots = ["crate::", "lanebeat::", climb.as_str()];
    let mut found = BTreeSet::new();
    for root in roots.into_iter().filter(|root| *root != "::") {
        for (start, _) in code.match_indices(root) {
            let before = code[..start].chars().next_back();
            let is_whole = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':');
            if is_whole {
                found.extend(first_names(&code[start + root.len()..]));
            }
        }
    }
    found.retain(|name| is_module(name));
    found
}

/// The name at the start of `path`, or each first name in the braces there.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = path.trim_start().strip_prefix('{') else { return vec![name(path)] };
    let mut depth = 0;
    let mut names = vec![name(group)];
    for (position, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name(&group[position + 1..])),
            _ => {}
        }
    }
    names
}

/// The modules that file `path`, relative to `src`, names against the table.
fn forbidden(path: &Path, text: &str) -> Vec<String> {
    let parts: Vec<&str> = path.iter().map(|part| part.to_str().expect("a plain name")).collect();
    let [first, rest @ ..] = parts.as_slice() else { panic!("a file") };
    let module = first.strip_suffix(".rs").unwrap_or(first);
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == module) else {
        assert!(matches!(module, "lib" | "main"), "{} belongs to no module of the table", path.display());
        return vec![];
    };
    let depth = if rest.last() == Some(&"mod.rs") { rest.len() } else { rest.len() + 1 };
    let may_use = |used: &str| used == module || allowed.contains(&used);
    used_modules(text, depth).into_iter().filter(|used| !may_use(used)).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_arrow_between_modules_is_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&root, &mut files);
    assert!(files.len() > 50, "only {} files under {}", files.len(), root.display());
    let mut wrong = vec![];
    for file in files {
        let path = file.strip_prefix(&root).expect("below src");
        let text = std::fs::read_to_string(&file).expect("UTF-8");
        wrong.extend(forbidden(path, &text).into_iter().map(|used| format!("{} uses {used}", path.display())));
    }
    assert!(wrong.is_empty(), "arrows that are not in docs/reference/structure.md:\n  {}", wrong.join("\n  "));
}

#[test]
fn a_forbidden_arrow_is_seen_in_every_way_to_write_it() {
    let lines = [
        ("model/lane.rs", "use crate::rtl::core;", "rtl"),
        ("model/lane.rs", "use crate::{isa::Thread, config::Config};", "config"),
        ("model/lane.rs", "use crate::{\n    isa::{Thread, Wave},\n    hdl::Bits,\n};", "hdl"),
        ("model/lane.rs", "let word = crate::rtl::timing::index_bits(3);", "rtl"),
        ("model/lane.rs", "use super::super::rtl;", "rtl"),
        ("model/mod.rs", "use super::rtl;", "rtl"),
        ("model/lane.rs", "use lanebeat::rtl;", "rtl"),
        ("isa/asm/mod.rs", "use crate::config::Config;", "config"),
        ("isa/asm/mod.rs", "use super::super::config::Config;", "config"),
        ("hdl/check.rs", "use crate::isa::Thread;", "isa"),
        ("rtl/core.rs", "pub(in crate::model) fn f() {}", "model"),
        ("verilog/mod.rs", "use crate::rtl::core;", "rtl"),
        ("engine/interpreter.rs", "use crate::config::Config;", "config"),
        ("lockstep/compare.rs", "use crate::verilog::write;", "verilog"),
        ("config/mod.rs", "use crate::cli;", "cli"),
    ];
    for (path, text, used) in lines {
        assert_eq!(forbidden(Path::new(path), text), [used], "{path}: {text}");
    }
}

#[test]
fn an_allowed_arrow_a_comment_and_a_child_module_are_no_offence() {
    let lines = [
        ("model/lane.rs", "use crate::isa::Thread;"),
        ("model/lane.rs", "/// As [`crate::rtl::core`] does.\n// use crate::rtl;"),
        ("model/step.rs", "use super::lane;"),
        ("config/load.rs", "use crate::isa::asm::Target;"),
        ("lockstep/compare.rs", "use crate::model;\nuse crate::rtl::core;"),
        ("rtl/register_file/wide.rs", "use crate::rtl::timing::index_bits;\nuse super::super::decode;"),
        ("rtl/core.rs", "use super::register_file::hdl;"),
        ("cli/mod.rs", "use crate::{engine, model, rtl, verilog};"),
        ("lib.rs", "pub mod cli;"),
    ];
    for (path, text) in lines {
        assert!(forbidden(Path::new(path), text).is_empty(), "{path}: {text}");
    }
}
