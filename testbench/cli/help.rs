//! `--help` with its examples, completions of shells, and the manual page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::command_line::names;
use crate::common::program::{Arguments as _, begins, lanebeat, lanebeat_in, refusal, refusal_in};
use crate::common::tools::tool;

/// Commands whose examples take long or begin with another program; what they do has tests of its
/// own.
const TRIED_ELSEWHERE: [&str; 6] = ["assemble", "bench", "board", "build", "check", "study"];

/// The words of a line without what the shell does with the output.
fn words(line: &str) -> Vec<String> {
    let words = line.words().into_iter().take_while(|word| *word != ">");
    words.map(str::to_owned).collect()
}

/// The examples at the end of what `arguments` print.
fn examples(arguments: &[&str]) -> Vec<Vec<String>> {
    let ran = lanebeat(arguments).good();
    let (_, examples) = ran.output.split_once("\nExamples:\n").expect("examples");
    examples.lines().map(words).filter(|words| words[0] == "lanebeat").collect()
}

/// A folder with the examples of this project, as a user's working directory.
fn working_directory() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["examples", "examples/listings"] {
        let target = folder.path().join(name);
        fs::create_dir(&target).expect("a writable folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let paths = fs::read_dir(source).expect("the examples");
        let paths = paths.map(|entry| entry.expect("an entry").path());
        for path in paths.filter(|path| path.is_file()) {
            fs::copy(&path, target.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    folder
}

#[test]
fn every_command_ends_its_help_with_examples_that_work() {
    let folder = working_directory();
    assert!(examples(&["--help"]).len() > 2);
    for name in names() {
        let examples = examples(&[&name, "--help"]);
        assert!(!examples.is_empty(), "{name}");
        for words in &examples {
            let mut arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            if !TRIED_ELSEWHERE.contains(&name.as_str()) {
                lanebeat_in(folder.path(), &arguments, b"").good();
                continue;
            }
            // The line is understood, and then its one wrong parameter refused.
            arguments.extend(["--set", "nowhere=1"]);
            let refused = refusal_in(folder.path(), &arguments, b"");
            let is_read = refused.contains("nowhere") || refused.contains("but --set chooses one");
            assert!(is_read, "{words:?}: {refused}");
        }
    }
}

#[test]
fn each_command_has_a_description_of_its_own() {
    let help = lanebeat("--help").good().output;
    let (_, list) = help.split_once("\nCommands:\n").expect("commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let descriptions = lines.map(|line| line.trim_start().split_once(' ').expect("two words").1);
    let count = names().len() + 1;
    assert_eq!(descriptions.map(str::trim).collect::<BTreeSet<_>>().len(), count, "{help}");
}

#[test]
fn a_command_that_is_none_or_lacks_something_is_told_what_to_write() {
    for (line, said) in [
        (
            "rnu",
            "there is no command `rnu`; did you mean `run`? commands are build, generate, run, ",
        ),
        ("board srve", "there is no command `srve`; did you mean `serve`? commands are serve"),
        (
            "study",
            "study needs --axis <KEY=VALUES>; try `lanebeat study --axis register_file=all --axis waves=1..8`\n",
        ),
        (
            "schedule",
            "schedule needs <PROGRAM>; try `lanebeat schedule examples/inclusive_scan.s`\n",
        ),
        ("bench --cycles -1", "--cycles -1: it must be a whole number from 1 to "),
        ("study --axis -1", "--axis -1: an axis must be key=values; try waves=1..16\n"),
        (
            "study --axis waves=1 --workload ''",
            "``: cannot be read: the name is empty; name a file\n",
        ),
    ] {
        begins(&refusal(line, b""), &format!("error: {said}"));
    }
}

#[test]
fn completions_name_units_and_settings() {
    for shell in ["bash", "fish", "zsh"] {
        let script = lanebeat(&["completions", shell]).output;
        for value in ["wave_shuffle", "register_file=banked", "stages=", "xc7a100t", "waves=all"] {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = lanebeat(&["completions", shell]);
        assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""), "{shell}");
        assert!(names().iter().all(|name| ran.output.contains(name.as_str())), "{shell}");
    }
    let ran = lanebeat("completions tcsh");
    assert_eq!(ran.status, Some(2));
    assert!(ran.errors.contains("possible values: bash"), "{}", ran.errors);
}

#[test]
fn bash_completes_a_command_and_its_options() {
    let Some(bash) = tool("bash") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let script = lanebeat("completions bash").output;
    let complete = "\nCOMP_WORDS=(lanebeat sched --a); COMP_CWORD=1\n\
        _lanebeat lanebeat sched lanebeat; echo ${COMPREPLY[*]}\n\
        COMP_WORDS=(lanebeat study --ax); COMP_CWORD=2\n\
        _lanebeat lanebeat --ax study; echo ${COMPREPLY[*]}\n";
    let path = folder.path().join("complete.sh");
    fs::write(&path, script + complete).expect("a writable folder");
    let output = std::process::Command::new(bash).arg(path).output().expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "schedule\n--axis\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_manual_page_has_every_command() {
    let ran = lanebeat("man");
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    assert!(ran.output.contains(".TH lanebeat 1"), "{}", ran.output);
    for name in names() {
        let heading = format!("lanebeat-{name}").replace('-', "\\-");
        assert!(ran.output.contains(&heading), "{heading}");
    }
}
