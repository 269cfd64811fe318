//! Data flows one way: every `use` and every inline path between modules is an arrow of
//! docs/reference/structure.md.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lanebeat::config::Config;

/// A module and what it may use besides itself.
const ARROWS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("random", &[]),
    ("files", &[]),
    ("isa", &["source"]),
    ("hdl", &[]),
    ("tools", &["files"]),
    ("model", &["isa"]),
    ("config", &["source", "isa"]),
    ("rtl", &["source", "isa", "config", "hdl"]),
    ("verilog", &["hdl"]),
    ("mlir", &["hdl", "verilog"]),
    ("engine", &["hdl"]),
    ("cycle", &["isa", "config"]),
    ("lockstep", &["source", "isa", "model", "config", "rtl", "hdl", "engine"]),
    (
        "simulators",
        &[
            "files", "tools", "isa", "model", "config", "rtl", "hdl", "engine", "lockstep",
            "verilog", "mlir",
        ],
    ),
    ("board", &["random", "files", "isa", "model", "config", "rtl", "hdl", "engine", "lockstep"]),
    ("drivers", &["config", "rtl"]),
    ("vectors", &["random", "isa", "config", "rtl", "hdl", "verilog", "engine", "lockstep"]),
    ("activity", &["isa", "config", "hdl", "engine", "lockstep"]),
    (
        "study",
        &[
            "source", "random", "files", "tools", "isa", "config", "rtl", "hdl", "verilog",
            "cycle", "activity",
        ],
    ),
    ("widgets", &["source", "config", "rtl", "hdl", "verilog", "engine"]),
    (
        "cli",
        &[
            "source",
            "random",
            "files",
            "isa",
            "hdl",
            "tools",
            "activity",
            "model",
            "config",
            "rtl",
            "verilog",
            "mlir",
            "engine",
            "cycle",
            "lockstep",
            "simulators",
            "board",
            "drivers",
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
    let name = |text: &str| {
        text.trim_start()
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
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
        assert!(
            matches!(module, "lib" | "main"),
            "{} belongs to no module of the table",
            path.display()
        );
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
        wrong.extend(
            forbidden(path, &text)
                .into_iter()
                .map(|used| format!("{} uses {used}", path.display())),
        );
    }
    assert!(
        wrong.is_empty(),
        "arrows that are not in docs/reference/structure.md:\n  {}",
        wrong.join("\n  ")
    );
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
        (
            "rtl/register_file/wide.rs",
            "use crate::rtl::timing::index_bits;\nuse super::super::decode;",
        ),
        ("rtl/core.rs", "use super::register_file::hdl;"),
        ("cli/mod.rs", "use crate::{engine, model, rtl, verilog};"),
        ("lib.rs", "pub mod cli;"),
    ];
    for (path, text) in lines {
        assert!(forbidden(Path::new(path), text).is_empty(), "{path}: {text}");
    }
}

/// Two halves of one thing: a builder makes signals, and arithmetic on signals builds.
const ONE_THING: [&str; 2] = ["hdl/builder.rs", "hdl/signal.rs"];

/// The modules of the crate, as paths below its root, and their files.
type Modules = BTreeMap<Vec<String>, Source>;

struct Source {
    file: String,
    /// Without comments.
    code: String,
    uses: Vec<Use>,
}

/// A path that a `use` names.
struct Use {
    path: Vec<String>,
    is_public: bool,
}

fn module_of(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        names.pop();
    }
    names
}

/// The crate with these files: path below `src`, text.
fn modules<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Modules {
    let source = |(path, text): (&str, &str)| {
        let code = text.lines().map(code).collect::<Vec<_>>().join("\n");
        (
            module_of(Path::new(path)),
            Source { file: path.to_owned(), uses: uses(&code), code: without_uses(&code) },
        )
    };
    files.into_iter().map(source).collect()
}

/// Where a `use` is in `code`, from its first word to behind its semicolon.
fn use_items(code: &str) -> Vec<std::ops::Range<usize>> {
    let starts = code.match_indices("use ").map(|(start, _)| start);
    let is_item = |&start: &usize| {
        let line = code[..start].rsplit('\n').next().unwrap_or_default().trim();
        line.is_empty() || line == "pub" || line.starts_with("pub(") && line.ends_with(')')
    };
    starts
        .filter(is_item)
        .map(|start| start..start + code[start..].find(';').expect("a use ends"))
        .collect()
}

fn uses(code: &str) -> Vec<Use> {
    let of = |range: std::ops::Range<usize>| {
        let is_public = code[..range.start].trim_end_matches(' ').ends_with(['b', ')']);
        let mut paths = vec![];
        spread(&[], &code[range.start + 4..range.end], &mut paths);
        paths.into_iter().map(move |path| Use { path, is_public })
    };
    use_items(code).into_iter().flat_map(of).collect()
}

fn without_uses(code: &str) -> String {
    let mut rest = code.to_owned();
    use_items(code).into_iter().rev().for_each(|range| rest.replace_range(range, ""));
    rest
}

/// The paths that `tree` of a `use` stands for, behind `start`.
fn spread(start: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    let names = |text: &str| {
        text.split("::")
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect()
    };
    let Some((before, group)) = tree.split_once('{') else {
        let path: Vec<String> = names(tree.split(" as ").next().unwrap_or(tree));
        paths.push([start, &path].concat());
        return;
    };
    let before: Vec<String> = names(before);
    let start = [start, &before].concat();
    let (mut depth, mut first) = (0, 0);
    for (position, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                if !group[first..position].trim().is_empty() {
                    spread(&start, &group[first..position], paths);
                }
                first = position + 1;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
}

/// The module in which `path`, written in module `from`, finds its last name, through what others
/// re-export; `None` outside the crate.
fn resolved(
    modules: &Modules,
    from: &[String],
    path: &[String],
    depth: usize,
) -> Option<Vec<String>> {
    let mut at = from.to_vec();
    let mut names = path;
    match names.first()?.as_str() {
        "crate" => (at, names) = (vec![], &names[1..]),
        "super" | "self" => {
            while let Some((first, rest)) =
                names.split_first().filter(|(first, _)| matches!(first.as_str(), "super" | "self"))
            {
                if first == "super" {
                    at.pop();
                }
                names = rest;
            }
        }
        name => {
            modules.get(&[from, &[name.to_owned()]].concat())?;
        }
    }
    while let Some((first, rest)) = names.split_first() {
        let child = [&at[..], std::slice::from_ref(first)].concat();
        if !modules.contains_key(&child) {
            break;
        }
        (at, names) = (child, rest);
    }
    let module = modules.get(&at)?;
    let exported = names.first().and_then(|name| {
        module.uses.iter().find(|other| other.is_public && other.path.last() == Some(name))
    });
    let further = exported
        .filter(|_| depth < 8)
        .and_then(|other| resolved(modules, &at, &other.path, depth + 1));
    Some(further.unwrap_or(at))
}

/// The modules that each module uses; that one shows its own children's items is no use.
fn arrows(modules: &Modules) -> BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> {
    let mut arrows = BTreeMap::new();
    for (from, source) in modules {
        let mut to = BTreeSet::new();
        for Use { path, is_public } in &source.uses {
            let target = resolved(modules, from, path, 0);
            to.extend(target.filter(|target| !(*is_public && target.starts_with(from))));
        }
        for path in inline_paths(&source.code) {
            to.extend(resolved(modules, from, &path, 0));
        }
        to.remove(from);
        arrows.insert(from, to);
    }
    arrows
}

/// Every `a::b` in code, as far as names go.
fn inline_paths(code: &str) -> Vec<Vec<String>> {
    let is_name =
        |character: char| character.is_alphanumeric() || character == '_' || character == ':';
    let words = code.split(|character| !is_name(character));
    let path = |word: &str| {
        word.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    words
        .filter(|word| word.contains("::") && !word.starts_with(':'))
        .map(path)
        .filter(|path| !path.is_empty())
        .collect()
}

/// Files that use each other in a circle, each circle once.
fn circles(modules: &Modules) -> Vec<Vec<String>> {
    let arrows = arrows(modules);
    let reaches = |from: &Vec<String>| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = waiting.pop() {
            for next in arrows.get(&module).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    waiting.push(next.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> =
        modules.keys().map(|module| (module, reaches(module))).collect();
    let circle = |module: &Vec<String>| {
        let all = reached[module].iter().filter(|other| reached[other].contains(module));
        all.map(|other| modules[other].file.clone()).collect::<Vec<_>>()
    };
    let found: BTreeSet<Vec<String>> =
        modules.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
    found.into_iter().collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&root, &mut files);
    let texts: Vec<(String, String)> = files
        .iter()
        .filter(|file| !file.ends_with("main.rs"))
        .map(|file| {
            let path = file.strip_prefix(&root).expect("below src").to_str().expect("a plain name");
            (path.to_owned(), std::fs::read_to_string(file).expect("UTF-8"))
        })
        .collect();
    let modules = modules(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let found: Vec<String> = circles(&modules)
        .into_iter()
        .filter(|circle| *circle != ONE_THING)
        .map(|circle| circle.join(", "))
        .collect();
    assert!(found.is_empty(), "files that use each other in a circle:\n  {}", found.join("\n  "));
}

#[test]
fn a_circle_is_seen_in_every_way_to_write_it() {
    let two = ["a/one.rs", "a/two.rs"];
    let from_one = [
        "use super::two::B;",
        "use crate::a::two::B;",
        "use crate::a::B;",
        "use super::{two, B as C};",
        "use crate::{a::{two::B}};",
        "fn f() { crate::a::two::g(); }",
        "fn f(b: super::two::B) {}",
        "use super::two;\nfn f() { two::g() }",
    ];
    for text in from_one {
        let files = [
            ("lib.rs", "pub mod a;"),
            ("a/mod.rs", "mod one;\nmod two;\npub use two::B;"),
            (two[0], text),
        ];
        let modules = modules(files.into_iter().chain([(two[1], "use super::one::A;")]));
        assert_eq!(circles(&modules), [two], "{text}");
    }
}

#[test]
fn showing_what_children_make_and_comments_are_no_circle() {
    let parent = "//! See [`one`].\nmod one;\npub use one::A;\npub struct B;";
    let files = [
        ("lib.rs", "pub mod a;"),
        ("a/mod.rs", parent),
        ("a/one.rs", "use super::B; // super::A\npub struct A;"),
    ];
    assert!(circles(&modules(files)).is_empty());
    let parent = "mod one;\nuse one::A;\npub struct B;";
    let files = [
        ("lib.rs", "pub mod a;"),
        ("a/mod.rs", parent),
        ("a/one.rs", "use super::B;\npub struct A;"),
    ];
    assert_eq!(circles(&modules(files)), [["a/mod.rs", "a/one.rs"]]);
}

/// The unit's file or folder: where `mod`s of its name are.
fn is_a_file(name: &str, files: &[PathBuf]) -> bool {
    let is_named = |file: &PathBuf| {
        let folder = file.parent().and_then(Path::file_name);
        file.file_stem().is_some_and(|stem| {
            stem == name || stem == "mod" && folder.is_some_and(|folder| folder == name)
        })
    };
    files.iter().any(is_named)
}

#[test]
fn a_unit_its_module_and_its_file_have_one_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rtl");
    let mut files = vec![];
    sources(&root, &mut files);
    let texts: Vec<String> =
        files.iter().map(|file| std::fs::read_to_string(file).expect("UTF-8")).collect();
    for unit in lanebeat::rtl::UNITS {
        let name = unit.name;
        let module = (unit.build)(&Config::default());
        assert_eq!(module.name, format!("lanebeat_{name}"));
        // A unit that has no file of its own is a function of its name in the file of what it is a
        // part or a kind of.
        let is_function = texts.iter().any(|text| text.contains(&format!("pub fn {name}(")));
        let of_a_file = |unit_name: &str| is_a_file(unit_name, &files);
        let is_kind_of_file = name.rsplit_once('_').is_some_and(|(_, kind)| {
            lanebeat::rtl::UNITS
                .iter()
                .any(|unit| unit.name.ends_with(kind) && of_a_file(unit.name))
        });
        assert!(
            of_a_file(name) || is_function || is_kind_of_file,
            "unit {name} has neither a file nor a function of its name in src/rtl"
        );
    }
}

#[test]
fn no_port_of_the_hardware_is_named_by_a_string_and_no_signal_is_optional() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rtl");
    let mut files = vec![];
    sources(&root, &mut files);
    let wrong = [".input(\"", ".output(\"", ".broadcast(\"", ".spread(\"", "Option<Signal"];
    for file in files {
        let text = std::fs::read_to_string(&file).expect("UTF-8");
        let found = wrong.into_iter().find(|wrong| text.contains(wrong));
        assert_eq!(found, None, "{}: ports are fields of records", file.display());
    }
}
