//! rtl_out/ and waveforms/ in the repository are what `lanebeat build` makes of the default
//! configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{golden, repository};
use lanebeat::config::{Config, RegisterFile};
use lanebeat::plan::Plan;
use lanebeat::{rtl, verilog};

/// Largest waveform that is kept in the repository, in bytes.
const LARGEST_WAVEFORM: usize = 600_000;
/// Lines of the whole default core without pipeline registers (docs/reference/structure.md).
const MOST_LINES: usize = 4_500;

type Files = BTreeMap<String, Vec<u8>>;

fn files(directory: &Path) -> Files {
    let Ok(entries) = fs::read_dir(directory) else { return Files::new() };
    let entries = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

fn committed(directory: &str) -> Files {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(directory))
}

/// Runs `lanebeat build` in `place`; what it prints.
fn build(place: &Path) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_lanebeat"))
        .current_dir(place)
        .output()
        .expect("the program runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("UTF-8")
}

/// What `lanebeat build` writes there now.
fn made(directory: &str) -> Files {
    let place = tempfile::tempdir().expect("a directory");
    build(place.path());
    files(&place.path().join(directory))
}

fn is_fresh(directory: &str) {
    let made = made(directory);
    assert!(!made.is_empty());
    if golden::is_updated() {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        committed(directory)
            .keys()
            .try_for_each(|name| fs::remove_file(place.join(name)))
            .expect("a writable checkout");
        made.iter()
            .try_for_each(|(name, bytes)| fs::write(place.join(name), bytes))
            .expect("a writable checkout");
    }
    let committed = committed(directory);
    let names: Vec<&String> = committed.keys().chain(made.keys()).collect();
    let stale: Vec<&&String> =
        names.iter().filter(|name| committed.get(**name) != made.get(**name)).collect();
    assert!(
        stale.is_empty(),
        "{directory}/ is stale ({stale:?}); UPDATE_GOLDEN=1 rewrites it; read the difference"
    );
}

#[test]
fn the_committed_verilog_is_what_the_generator_writes() {
    is_fresh("rtl_out");
}

#[test]
fn the_committed_waveforms_are_what_the_build_records() {
    is_fresh("waveforms");
}

#[test]
fn the_committed_waveform_is_small() {
    let files = committed("waveforms");
    let length = files["inclusive_scan.vcd"].len();
    assert!(length < LARGEST_WAVEFORM, "{length} bytes");
}

#[test]
fn the_default_core_is_small_enough_to_read_and_every_module_is_there_once() {
    let lines: usize = unregistered().iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines < MOST_LINES, "{lines} lines");
    for (name, text) in committed_verilog() {
        let module = name.strip_suffix(".v").expect("a Verilog file");
        let modules: Vec<&str> = text.lines().filter(|line| line.starts_with("module ")).collect();
        let is_one = modules.len() == 1 && modules[0].contains(&format!("module {module} "));
        assert!(is_one, "{name}: {modules:?}");
    }
}

/// Lines of the core itself (DESIGN.md section 5).
const MOST_CORE_LINES: usize = 450;
const MOST_COLUMNS: usize = 100;
/// Slices that a list may have.
const MOST_SLICES: usize = 8;
/// What the writer puts behind the name of a reader where the author gave none.
const ROLES: &str =
    "term part choice choices bit bits inverse whole condition pattern compared limit index";
/// Keywords of VHDL-2008 and C++20 that Verilog does not have: designs mix languages, and Verilator
/// writes C++.
const KEYWORDS_OF_OTHERS: &str = "abs access after alignas alignof all and_eq architecture array asm attribute auto bitand bitor block body \
    bool buffer bus catch char co_await co_return co_yield compl component concept configuration const_cast \
    constant consteval constexpr decltype delete disconnect double downto dynamic_cast elsif entity exit \
    explicit fairness false file float friend generic goto group guarded impure inertial inline is label linkage \
    literal long loop map mod mutable namespace next noexcept not_eq nullptr of on open operator or_eq others \
    out port postponed private procedure process public range record register reinterpret_cast rem report \
    requires rol ror select severity shared short signal sizeof sla sll sra srl static_assert static_cast \
    subtype switch template then thread_local throw to transport true try typeid typename unaffected units using \
    variable vmode volatile vprop vunit wchar_t when xor_eq";
/// Per cent of all nets that may be named so.
const MOST_NAMED_BY_ROLE: usize = 10;

/// Name and text of each committed Verilog file.
fn committed_verilog() -> Vec<(String, String)> {
    let files = committed("rtl_out").into_iter().filter(|(name, _)| name.ends_with(".v"));
    files.map(|(name, bytes)| (name, String::from_utf8(bytes).expect("UTF-8"))).collect()
}

/// Name and text of each file of the default core without pipeline registers, which is the one to read.
fn unregistered() -> Vec<(String, String)> {
    let core = rtl::core(&Plan::new(&Config { stages: 0, ..Config::default() }));
    let files = verilog::write(&core, &verilog::Header::default());
    files.into_iter().map(|file| (file.name, file.text)).collect()
}

/// The names that a line declares.
fn declared(line: &str) -> Vec<&str> {
    let line = line.trim();
    let Some(rest) = line.strip_prefix("wire ").or_else(|| line.strip_prefix("reg ")) else {
        return vec![];
    };
    let range = if rest.starts_with('[') { rest.find("] ").map_or(0, |end| end + 2) } else { 0 };
    let names = rest[range..].split(['=', ';', '[']).next().unwrap_or("");
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// Slices and bits of constant place.
fn slices(text: &str) -> usize {
    let is_constant =
        |inside: &str| inside.chars().all(|c| c.is_ascii_digit() || c == ':') && !inside.is_empty();
    let indexes = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    indexes.filter(|(inside, _)| is_constant(inside)).count()
}

#[test]
fn lines_are_short_and_the_core_is_read_in_one_sitting() {
    for (name, text) in committed_verilog() {
        for (number, line) in text.lines().enumerate() {
            assert!(line.chars().count() <= MOST_COLUMNS, "{name}:{}: {line}", number + 1);
        }
    }
    for (name, text) in unregistered() {
        let lines = text.lines().count();
        assert!(name != "lanebeat_core.v" || lines <= MOST_CORE_LINES, "{name} has {lines} lines");
    }
}

#[test]
fn few_nets_are_named_after_their_place_in_an_expression() {
    let of_config = |config: Config| {
        let core = rtl::core(&Plan::new(&config));
        let files = verilog::write(&core, &verilog::Header::default());
        files.into_iter().map(|file| file.text).collect::<Vec<_>>()
    };
    let default = Config::default();
    let small = Config { lanes: 8, float: false, video: false, stages: 4, ..default };
    let banked = Config { register_file: RegisterFile::Banked, collectors: 8, ..default };
    let two_bank = RegisterFile::TwoBank;
    let wide_beat = Config { register_file: two_bank, lanes: 32, beats: 1, stages: 8, ..default };
    is_named_by_author(&committed_verilog().into_iter().map(|(_, text)| text).collect::<Vec<_>>());
    for config in [small, banked, wide_beat] {
        is_named_by_author(&of_config(config));
    }
}

fn is_named_by_author(files: &[String]) {
    let nets: Vec<&str> = files.iter().flat_map(|text| text.lines()).flat_map(declared).collect();
    let is_role = |name: &&&str| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let has_role = |role| name.strip_suffix(role).is_some_and(|name| name.ends_with('_'));
        stem.len() < name.len() && stem.ends_with('_') || ROLES.split(' ').any(has_role)
    };
    let by_role: Vec<&&str> = nets.iter().filter(is_role).collect();
    let is_readable = nets.len() > 500 && 100 * by_role.len() <= MOST_NAMED_BY_ROLE * nets.len();
    assert!(is_readable, "{} of {} nets: {by_role:?}", by_role.len(), nets.len());
}

#[test]
fn no_name_is_reserved_in_other_languages() {
    let reserved: BTreeSet<&str> = KEYWORDS_OF_OTHERS.split_whitespace().collect();
    for (name, text) in committed_verilog() {
        let ports = text
            .lines()
            .filter_map(|line| line.trim().split_once("put  ").or(line.trim().split_once("put ")));
        let ports = ports.flat_map(|(_, port)| declared(port));
        let found: Vec<&str> = text.lines().flat_map(declared).chain(ports).collect();
        let bad: Vec<&&str> = found.iter().filter(|name| reserved.contains(**name)).collect();
        assert!(found.len() > 1 && bad.is_empty(), "{name}: {bad:?}");
    }
}

#[test]
fn no_list_has_more_than_eight_slices() {
    for (name, text) in unregistered() {
        // A concatenation over several lines is one list.
        let mut list: Option<usize> = None;
        for (number, line) in text.lines().enumerate() {
            let here = list.unwrap_or(0) + slices(line);
            assert!(here <= MOST_SLICES, "{name}:{}: {line}", number + 1);
            list = match line {
                line if line.ends_with('{') => Some(0),
                line if line.trim() == "};" => None,
                _ => list.map(|_| here),
            };
        }
    }
}

#[test]
fn the_readme_shows_what_the_build_prints() {
    let place = tempfile::tempdir().expect("a directory");
    let printed = build(place.path());
    let is_shown = repository::text("README.md").contains(&printed);
    assert!(is_shown, "README.md does not show what the build prints now:\n{printed}");
}

#[test]
fn a_body_of_more_than_thirty_lines_has_a_comment() {
    for (name, text) in committed_verilog() {
        let (_, body) = text.split_once("\n);\n").expect("a port list");
        let has_comment = body.lines().any(|line| line.trim_start().starts_with("// "));
        assert!(has_comment || body.lines().count() <= 30, "{name} says no why");
    }
}
