//! Data flows one way: an arrow between modules of `src` is in the table of
//! docs/reference/structure.md, and no files use each other in a circle. What knows no GPU is held
//! by Cargo: `crates/hdl` and `crates/engine` cannot name the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::repository::{files, text};
use lanebeat::config::Config;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use proc_macro2::{TokenStream, TokenTree};

/// The modules of the crate, as paths below its root.
type Modules = BTreeMap<Vec<String>, Source>;

struct Source {
    file: String,
    uses: Vec<Use>,
}

/// A path that the code names, in a `use` or in place.
struct Use {
    path: Vec<String>,
    is_reexport: bool,
}

fn is(token: Option<&TokenTree>, text: &str) -> bool {
    token.is_some_and(|token| token.to_string() == text)
}

/// Every path of two names or more in `tokens`, and every path that a `use` names.
fn uses(tokens: TokenStream, found: &mut Vec<Use>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        let before = tokens[..place].last();
        match token {
            TokenTree::Group(group) => uses(group.stream(), found),
            TokenTree::Ident(word) if word == "use" && !is(tokens.get(place + 1), "<") => {
                let end = tokens[place..].iter().position(|token| is(Some(token), ";"));
                let end = place + end.expect("a use ends");
                let is_reexport = is(before, "pub")
                    || matches!(before, Some(TokenTree::Group(_)))
                        && is(tokens[..place].iter().nth_back(1), "pub");
                let mut paths = vec![];
                spread(&[], &tokens[place + 1..end], &mut paths);
                found.extend(paths.into_iter().map(|path| Use { path, is_reexport }));
                place = end;
            }
            TokenTree::Ident(_) if !is(before, ":") || is(tokens.get(place + 1), ":") => {
                let path = names(&tokens[place..]);
                place += 3 * (path.len() - 1);
                if path.len() > 1 {
                    found.push(Use { path, is_reexport: false });
                }
            }
            _ => {}
        }
        place += 1;
    }
}

/// The names `a::b::c` at the start of `tokens`.
fn names(tokens: &[TokenTree]) -> Vec<String> {
    let mut names = vec![];
    let mut rest = tokens;
    while let [TokenTree::Ident(name), after @ ..] = rest {
        names.push(name.to_string());
        let [colon, second, behind @ ..] = after else { break };
        if !is(Some(colon), ":") || !is(Some(second), ":") {
            break;
        }
        rest = behind;
    }
    names
}

/// The paths that the `tree` of a `use` stands for, behind `start`.
fn spread(start: &[String], tree: &[TokenTree], paths: &mut Vec<Vec<String>>) {
    for branch in tree.split(|token| is(Some(token), ",")) {
        let path = [start, &names(branch)].concat();
        match branch.last() {
            Some(TokenTree::Group(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                spread(&path, &inner, paths);
            }
            Some(_) => paths.push(path),
            None => {}
        }
    }
}

/// The crate with these files: path below `src`, text.
fn modules<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Modules {
    let source = |(path, text): (&str, &str)| {
        let mut module: Vec<String> = Path::new(path)
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        let mut found = vec![];
        uses(text.parse().expect("Rust"), &mut found);
        (module, Source { file: path.to_owned(), uses: found })
    };
    files.into_iter().map(source).collect()
}

/// The files below `folder` of the repository, as paths from it, with their texts.
fn sources(folder: &str) -> Vec<(String, String)> {
    let named = |path: String| (path[folder.len() + 1..].to_owned(), text(&path));
    files(folder, &[".rs"]).into_iter().map(named).collect()
}

fn crate_modules(folder: &str) -> Modules {
    let files = sources(folder);
    assert!(files.len() > 20, "only {} files under {folder}", files.len());
    let is_library = |file: &&(String, String)| file.0 != "main.rs";
    modules(files.iter().filter(is_library).map(|(path, text)| (path.as_str(), text.as_str())))
}

/// The names behind `crate::` that `path`, written in module `from`, stands for.
fn absolute(modules: &Modules, from: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut at = from.to_vec();
    let mut names = path;
    match names.first()?.as_str() {
        "crate" | "lanebeat" => (at, names) = (vec![], &names[1..]),
        "super" | "self" => {
            while let Some(first @ ("super" | "self")) = names.first().map(String::as_str) {
                if first == "super" {
                    at.pop();
                }
                names = &names[1..];
            }
        }
        name => {
            modules.get(&[from, &[name.to_owned()]].concat())?;
        }
    }
    at.extend_from_slice(names);
    Some(at)
}

/// The module in which `path`, written in module `from`, finds its last name, through what others
/// re-export; `None` outside the crate.
fn resolved(
    modules: &Modules,
    from: &[String],
    path: &[String],
    depth: usize,
) -> Option<Vec<String>> {
    let whole = absolute(modules, from, path)?;
    let known = (0..=whole.len()).rev().find(|&length| modules.contains_key(&whole[..length]))?;
    let (at, names) = whole.split_at(known);
    let exported = names.first().and_then(|name| {
        let named = |other: &&Use| other.is_reexport && other.path.last() == Some(name);
        modules[at].uses.iter().find(named)
    });
    let further = exported.filter(|_| depth < 8);
    let further = further.and_then(|other| resolved(modules, at, &other.path, depth + 1));
    Some(further.unwrap_or(at.to_vec()))
}

/// Which modules may use which, as the tables of the page say; none means a package of its own.
fn table() -> BTreeMap<String, Vec<String>> {
    let page = text("docs/reference/structure.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| module |")).skip(2);
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (name, may_use) = (cells.next()?, cells.next()?);
        let list = |text: &str| {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        Some((name.trim_matches('`').to_owned(), list(may_use)))
    };
    rows.take_while(|line| line.starts_with('|')).filter_map(row).collect()
}

/// What the library shows of the packages below it.
const PACKAGES: [&str; 4] = ["hdl", "verilog", "mlir", "engine"];

/// The arrows between modules at the root that the table does not have.
fn forbidden(modules: &Modules, table: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut wrong = vec![];
    for (from, source) in modules.iter().filter(|(from, _)| !from.is_empty()) {
        let Some(may_use) = table.get(&from[0]) else {
            wrong.push(format!("{} belongs to no module of the table", source.file));
            continue;
        };
        let used = source.uses.iter().filter_map(|found| absolute(modules, from, &found.path));
        let used: BTreeSet<String> = used.filter_map(|path| path.into_iter().next()).collect();
        let used = used.into_iter().filter(|used| {
            (table.contains_key(used) || PACKAGES.contains(&used.as_str())) && *used != from[0]
        });
        let used = used.filter(|used| !may_use.contains(used) && may_use != &["everything"]);
        wrong.extend(used.map(|used| format!("{} uses {used}", source.file)));
    }
    wrong
}

#[test]
fn every_arrow_between_modules_is_in_the_table() {
    let wrong = forbidden(&crate_modules("src"), &table());
    let page = "arrows that are not in docs/reference/structure.md";
    assert!(wrong.is_empty(), "{page}:\n  {}", wrong.join("\n  "));
}

#[test]
fn a_forbidden_arrow_is_seen_in_every_way_to_write_it() {
    let lines = [
        ("model/lane.rs", "use crate::rtl::core;", "rtl"),
        ("model/lane.rs", "use crate::{isa::Thread, config::Config};", "config"),
        ("model/lane.rs", "use crate::{\n    isa::{Thread, Wave},\n    hdl::Bits,\n};", "hdl"),
        ("model/lane.rs", "fn f() { let word = crate::rtl::timing::index_bits(3); }", "rtl"),
        ("model/lane.rs", "fn f() { assert!(crate::rtl::holds()) }", "rtl"),
        ("model/lane.rs", "use super::super::rtl;", "rtl"),
        ("model/mod.rs", "use super::rtl;", "rtl"),
        ("isa/asm/mod.rs", "use crate::config::Config;", "config"),
        ("isa/asm/mod.rs", "use super::super::config::Config;", "config"),
        ("rtl/core.rs", "pub(in crate::model) fn f() {}", "model"),
        ("lockstep/compare.rs", "use crate::verilog::write;", "verilog"),
        ("config/mod.rs", "use crate::cli;", "cli"),
    ];
    for (path, text, used) in lines {
        let found = forbidden(&modules([(path, text)]), &table());
        assert_eq!(found, [format!("{path} uses {used}")], "{text}");
    }
}

#[test]
fn an_allowed_arrow_a_comment_and_a_child_module_are_no_offence() {
    let lines = [
        ("model/lane.rs", "use crate::isa::Thread;"),
        ("model/lane.rs", "/// As [`crate::rtl::core`] does.\n// use crate::rtl;\nfn f() {}"),
        ("model/step.rs", "use super::lane;"),
        ("config/load.rs", "use crate::isa::asm::Target;"),
        ("lockstep/compare.rs", "use crate::model;\nuse crate::rtl::core;"),
        ("rtl/wide.rs", "use crate::rtl::timing::index_bits;\nuse super::decode;"),
        ("rtl/core.rs", "use super::register_file::hdl;"),
        ("cli/mod.rs", "use crate::cli::error;\nuse lanebeat::{engine, model, rtl, verilog};"),
        ("lib.rs", "pub mod config;"),
    ];
    for (path, text) in lines {
        let found = forbidden(&modules([(path, text)]), &table());
        assert!(found.is_empty(), "{path}: {text}: {found:?}");
    }
}

/// Files that use each other in a circle, each circle once.
fn circles(modules: &Modules) -> BTreeSet<Vec<String>> {
    let all: Vec<&Vec<String>> = modules.keys().collect();
    let mut arrows = vec![];
    for (number, (from, source)) in (0_u32..).zip(modules) {
        for found in &source.uses {
            let target = resolved(modules, from, &found.path, 0);
            // That a module shows its own children's items is no use.
            let target = target.filter(|target| !(found.is_reexport && target.starts_with(from)));
            let place = target.and_then(|target| all.binary_search(&&target).ok());
            arrows.extend(place.map(|place| (number, place as u32)));
        }
    }
    let circles = tarjan_scc(&DiGraph::<(), ()>::from_edges(arrows)).into_iter();
    let named = |circle: Vec<_>| -> Vec<String> {
        let mut places: Vec<usize> = circle.into_iter().map(NodeIndex::index).collect();
        places.sort_unstable();
        places.into_iter().map(|place| modules[all[place]].file.clone()).collect()
    };
    circles.filter(|circle| circle.len() > 1).map(named).collect()
}

/// What is one thing in two files: a builder makes signals, and arithmetic on signals builds; a row
/// names its operation, and the lanes' operations are named by their rows.
const ONE_THING: [&[&str]; 2] =
    [&["builder.rs", "signal.rs"], &["isa/operation.rs", "isa/row.rs", "isa/table.rs"]];

#[test]
fn no_files_use_each_other_in_a_circle() {
    let folders = ["src", "crates/hdl/src", "crates/engine/src"];
    let found: BTreeSet<_> =
        folders.into_iter().flat_map(|folder| circles(&crate_modules(folder))).collect();
    let expected = ONE_THING.map(|files| files.iter().map(|&file| file.to_owned()).collect());
    assert_eq!(found, BTreeSet::from(expected));
}

#[test]
fn a_circle_is_seen_in_every_way_to_write_it() {
    let two = ["a/one.rs", "a/two.rs"].map(str::to_owned);
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
            ("a/one.rs", text),
            ("a/two.rs", "use super::one::A;"),
        ];
        assert_eq!(circles(&modules(files)), BTreeSet::from([two.to_vec()]), "{text}");
    }
}

#[test]
fn showing_what_children_make_and_comments_are_no_circle() {
    let child = "use super::B; // super::A\npub struct A;";
    let parents = [
        ("//! See [`one`].\nmod one;\npub use one::A;\npub struct B;", 0),
        ("mod one;\nuse one::A;\npub struct B;", 1),
    ];
    for (parent, count) in parents {
        let files = [("lib.rs", "pub mod a;"), ("a/mod.rs", parent), ("a/one.rs", child)];
        assert_eq!(circles(&modules(files)).len(), count, "{parent}");
    }
}

#[test]
fn a_unit_its_module_and_its_file_have_one_name() {
    let files = sources("src/rtl");
    let is_file = |name: &str| {
        let ends = [format!("{name}.rs"), format!("{name}/mod.rs")];
        files.iter().any(|(path, _)| {
            ends.iter().any(|end| path == end || path.ends_with(&format!("/{end}")))
        })
    };
    for unit in lanebeat::rtl::UNITS {
        let name = unit.name;
        assert_eq!(unit.build(&Config::default()).name, format!("lanebeat_{name}"));
        // A unit that has no file of its own is a function of its name in the file of what it is a
        // part or a kind of.
        let is_function = files.iter().any(|(_, text)| text.contains(&format!("pub fn {name}(")));
        let is_kind_of_file = name.rsplit_once('_').is_some_and(|(_, kind)| {
            let units = lanebeat::rtl::UNITS.iter();
            units.filter(|unit| unit.name.ends_with(kind)).any(|unit| is_file(unit.name))
        });
        let is_named = is_file(name) || is_function || is_kind_of_file;
        assert!(is_named, "unit {name} has neither a file nor a function of its name in src/rtl");
    }
}

#[test]
fn no_port_of_the_hardware_is_named_by_a_string_and_no_signal_is_optional() {
    let wrong = [".input(\"", ".output(\"", ".broadcast(\"", ".spread(\"", "Option<Signal"];
    for (path, text) in sources("src/rtl") {
        let found = wrong.into_iter().find(|wrong| text.contains(wrong));
        assert_eq!(found, None, "{path}: ports are fields of records");
    }
}

/// Modules that an outsider sees below the file of `module` and that have no example.
fn without_example(crate_root: &str, module: &str) -> Vec<String> {
    let file = format!("{crate_root}/{module}.rs");
    let (file, below) = match (module, Path::new(&file).exists()) {
        ("lib", _) => (file, String::new()),
        (_, true) => (file, format!("{module}/")),
        (_, false) => (format!("{crate_root}/{module}/mod.rs"), format!("{module}/")),
    };
    let source = text(&file);
    let fences: Vec<&str> =
        source.lines().filter(|line| line.starts_with("//! ```")).step_by(2).collect();
    let is_shown = module == "lib" || fences.contains(&"//! ```");
    let mut lacking: Vec<String> = (!is_shown).then_some(file).into_iter().collect();
    let lines: Vec<&str> = source.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let name = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';'));
        let is_hidden = number > 0 && lines[number - 1] == "#[doc(hidden)]";
        if let Some(name) = name.filter(|_| !is_hidden) {
            lacking.extend(without_example(crate_root, &format!("{below}{name}")));
        }
    }
    lacking
}

#[test]
fn every_public_module_has_an_example() {
    for crate_root in ["src", "crates/hdl/src", "crates/engine/src"] {
        assert_eq!(without_example(crate_root, "lib"), Vec::<String>::new());
    }
}
