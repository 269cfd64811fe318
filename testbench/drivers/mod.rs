//! The files for drivers, as tools that others wrote read them: a C compiler, svdtools,
//! systemrdl-compiler and Python. docs/reference/system.md is the judge of offsets and bits.

mod package;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::board::serve::{Served, ULX3S};
use crate::common::program::{lanebeat, names_in, path_text};
use crate::common::tools::{python, run, tool};

/// What a file says, a fact a line (testbench/drivers/describe.py has their form).
type Facts = BTreeSet<String>;

/// The system of the ULX3S, as `generate` writes it.
static SYSTEM: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = [&["generate", "system", "-o", path_text(folder.path())], &ULX3S[..]].concat();
    lanebeat(&arguments).good();
    folder
});

fn file(name: &str) -> PathBuf {
    SYSTEM.path().join(name)
}

fn script(name: &str) -> String {
    format!("{}/testbench/drivers/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn facts(text: &str) -> Facts {
    text.lines().map(str::to_owned).collect()
}

/// Those of the kinds in `kinds`.
fn of(facts: &Facts, kinds: &str) -> Facts {
    facts.iter().filter(|fact| kinds.contains(&fact[..1])).cloned().collect()
}

/// What `kind` of file says.
fn described(kind: &str, name: &str, modules: &str) -> Option<Facts> {
    let arguments = [script("describe.py"), kind.to_owned(), file(name).display().to_string()];
    let (success, said) = run(&python(modules)?, Path::new("."), &arguments);
    assert!(success, "{said}");
    Some(facts(&said))
}

/// Registers and fields as the table of docs/reference/system.md has them, for 4 lanes and 2 waves.
fn documented() -> Facts {
    let page = include_str!("../../docs/reference/system.md");
    let mut facts = Facts::new();
    for line in page.lines().filter(|line| line.starts_with("| 0x")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [offset, name, words, access, meaning] = cells[..] else { panic!("{line}") };
        let words = match words {
            "waves" => "2",
            "lanes" => "4",
            "4 x program words" => "1024",
            number => number,
        };
        let access = if access == "read" { "ro" } else { "rw" };
        facts.insert(format!("R {name} {offset} {words} {access}"));
        let mut fields = 0;
        for part in meaning.split("; ") {
            let Some((place, rest)) = part.split_once(" `") else { continue };
            let bits: Vec<&str> = place.split(':').collect();
            let (high, low) = match bits[..] {
                ["w"] => ("1", "0"),
                [bit] if bit.parse::<usize>().is_ok() => (bit, bit),
                [high, low] => (high, low),
                _ => continue,
            };
            let field = rest.split('`').next().expect("a name");
            facts.insert(format!("F {name} {field} {high} {low}"));
            fields += 1;
        }
        if fields == 0 {
            facts.insert(format!("F {name} value 31 0"));
        }
    }
    assert!(facts.len() > 50, "{facts:?}");
    facts
}

/// What registers hold after a reset, written down; 0 where nothing is said.
fn resets(registers: &Facts) -> Facts {
    let known = [
        ("IDENTITY", "0x4c4e4254"),
        ("VERSION", "0x10000"),
        ("SHAPE", "0xa020404"),
        ("SIZES", "0x1000010"),
        ("FEATURES", "0x1067"),
        ("HOST_ROW", "-"),
        ("PROGRAM", "-"),
    ];
    let value = |fact: &String| {
        let name = fact.split(' ').nth(1).expect("a name");
        let found = known.iter().find(|(known, _)| *known == name);
        format!("V {name} {}", found.map_or("0x0", |(_, value)| *value))
    };
    of(registers, "R").iter().map(value).collect()
}

fn effects(singlepulse: bool) -> Facts {
    let cleared =
        ["done", "illegal", "host"].map(|name| format!("W INTERRUPT_STATUS {name} clear"));
    let pulse = singlepulse.then(|| "W CONTROL soft_reset pulse".to_owned());
    cleared.into_iter().chain(["W WAVES running set".to_owned()]).chain(pulse).collect()
}

/// The registers and fields of that file, what they hold after a reset, and, where the file can
/// say it, what writing does besides, are the documented ones.
fn says_what_the_documentation_says(of_file: [&str; 3], effects: Option<Facts>) {
    let [kind, name, modules] = of_file;
    let Some(facts) = described(kind, name, modules) else { return };
    let documented = documented();
    assert_eq!(of(&facts, "RF"), documented);
    assert_eq!(of(&facts, "V"), resets(&documented));
    effects.into_iter().for_each(|effects| assert_eq!(of(&facts, "W"), effects));
}

#[test]
fn systemrdl_says_what_the_documentation_says() {
    let file = ["rdl", "lanebeat_system.rdl", "systemrdl"];
    says_what_the_documentation_says(file, Some(effects(true)));
}

#[test]
fn the_svd_says_what_the_documentation_says() {
    // CMSIS-SVD has no word for a bit that does something at once.
    let file = ["svd", "lanebeat_system.svd", "svdtools"];
    says_what_the_documentation_says(file, Some(effects(false)));
}

#[test]
fn the_python_tables_say_what_the_documentation_says() {
    says_what_the_documentation_says(["python", "lanebeat_system.py", "re"], None);
}

/// A program that prints what the header says of the registers and fields of `documented`.
fn printing(documented: &Facts) -> String {
    let mut lines = String::new();
    for fact in documented {
        let words: Vec<&str> = fact.split(' ').collect();
        let (name, member) = (words[1], words[1].to_lowercase());
        let line = match words[0] {
            "R" => format!(
                "assert(LANEBEAT_{name}_OFFSET == offsetof(lanebeat_system_registers, {member}));\n    \
                 printf(\"R {name} 0x%04x %u\\n\", LANEBEAT_{name}_OFFSET, (unsigned)(sizeof registers->{member} / 4));"
            ),
            _ if words[2] == "value" => continue,
            _ => {
                let field = words[2].to_uppercase();
                format!(
                    "field(\"{name} {}\", LANEBEAT_{name}_{field}_MASK, LANEBEAT_{name}_{field}_SHIFT);",
                    words[2]
                )
            }
        };
        writeln!(lines, "    {line}").expect("a string");
    }
    for fact in resets(documented).iter().filter(|fact| !fact.ends_with('-')) {
        let name = fact.split(' ').nth(1).expect("a name");
        writeln!(lines, "    printf(\"V {name} 0x%x\\n\", LANEBEAT_{name}_RESET);")
            .expect("a string");
    }
    format!(
        r#"#include "lanebeat_system.h"
#include <assert.h>
#include <stddef.h>
#include <stdio.h>

static void field(const char *name, uint32_t mask, unsigned low) {{
    unsigned high = low;
    while (high < 31 && mask >> (high + 1) & 1) high++;
    assert(mask == (0xffffffffu >> (31 - (high - low))) << low);
    printf("F %s %u %u\n", name, high, low);
}}

int main(void) {{
    static uint32_t memory[sizeof(lanebeat_system_registers) / 4];
    lanebeat_system_registers *registers = (lanebeat_system_registers *)memory;
    registers->program[5] = 7u;
    assert(memory[LANEBEAT_PROGRAM_OFFSET / 4 + 5] == 7u);
    memory[LANEBEAT_STATUS_OFFSET / 4] = LANEBEAT_STATUS_BUSY_MASK;
    assert(registers->status & LANEBEAT_STATUS_BUSY_MASK);
    assert(LANEBEAT_PROGRAM_WORDS == 1024u && LANEBEAT_FEATURES_REGISTER_FILE_BANKED == 4u);
{lines}    return 0;
}}
"#
    )
}

const STRICT: [&str; 5] = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"];

#[test]
fn a_c_program_reads_the_header_as_the_documentation_says() {
    let Some(cc) = tool("cc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let documented = documented();
    fs::write(folder.path().join("print.c"), printing(&documented)).expect("a file");
    let include = format!("-I{}", SYSTEM.path().display());
    let compile = |more: &[&str]| {
        let arguments = [&STRICT[..], &[include.as_str()], more].concat();
        run(&cc, folder.path(), &arguments.into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    let (success, said) = compile(&["print.c", "-o", "print"]);
    assert!(success && said.is_empty(), "{said}");
    let (success, printed) = run(&folder.path().join("print"), folder.path(), &[]);
    assert!(success, "{printed}");
    let without_access =
        |fact: &String| fact.trim_end_matches(" ro").trim_end_matches(" rw").to_owned();
    let is_in_header = |fact: &String| !fact.contains(" value ") && !fact.ends_with('-');
    let expected = documented.iter().cloned().chain(resets(&documented)).filter(is_in_header);
    let expected: Facts = expected.map(|fact| without_access(&fact)).collect();
    assert_eq!(facts(&printed), expected);

    let write = "#include \"lanebeat_system.h\"\nvoid f(lanebeat_system_registers *r);\nvoid f(lanebeat_system_registers *r) { r->REGISTER = 0; }\n";
    for (register, is_legal) in [("control", true), ("identity", false), ("status", false)] {
        fs::write(folder.path().join("w.c"), write.replace("REGISTER", register)).expect("a file");
        let (success, said) = compile(&["-fsyntax-only", "w.c"]);
        assert_eq!(success, is_legal, "{register}: {said}");
    }
}

#[test]
fn the_files_are_written_with_the_system_alone_and_go_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let generate = |unit: &str| {
        lanebeat(&["generate", unit, "--preset", "small", "-o", path_text(folder.path())]).good();
        let mut names = names_in(folder.path());
        names.retain(|name| {
            ["h", "svd", "rdl", "py", "tcl"].contains(&name.split('.').nth(1).unwrap_or(""))
        });
        names
    };
    let all = [".h", ".py", ".rdl", ".svd", "_package.tcl"];
    let all = all.map(|end| format!("lanebeat_system{end}"));
    assert_eq!(generate("system"), all);
    let core = fs::read_to_string(folder.path().join("lanebeat_system.core")).expect("it is there");
    assert!(all.iter().all(|name| core.contains(name.as_str())), "{core}");
    for name in &all {
        let text = fs::read_to_string(folder.path().join(name)).expect("it is there");
        let is_marked = text.contains("Made by: lanebeat generate system --preset small\n")
            || name.ends_with("svd");
        assert!(is_marked);
        assert!(!text.contains("# HEAD") && !text.contains("# TABLES"), "{name}");
    }
    assert_eq!(generate("lane"), Vec::<String>::new());
    fs::write(folder.path().join("lanebeat_system.py"), "print('mine')\n").expect("a file");
    let ran = lanebeat(&["generate", "system", "-o", path_text(folder.path())]);
    assert_eq!(ran.status, Some(2), "what is not ours is not written over");
}

#[test]
fn the_python_class_scans_on_a_served_board() {
    let Some(python) = python("serial") else { return };
    let board = Served::new(&[]);
    let words = lanebeat(&[&["assemble", "examples/gcn_scan_add.s"], &ULX3S[..]].concat());
    let list = tempfile::NamedTempFile::new().expect("a file");
    fs::write(list.path(), words.output).expect("a file");
    let arguments =
        [&script("drive.py"), path_text(SYSTEM.path()), &board.port, path_text(list.path())];
    let (success, said) = run(&python, Path::new("."), &arguments.map(str::to_owned));
    assert!(success && said.trim_end().ends_with("all is well"), "{said}");
}
