//! Running the program as its users do.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What a run of the program left behind.
pub struct Ran {
    pub status: Option<i32>,
    pub output: String,
    pub errors: String,
}

impl Ran {
    /// What a run left that did its work.
    pub fn good(self) -> Self {
        assert_eq!(self.status, Some(0), "{}", self.errors);
        self
    }

    /// What a run left that did its work and printed nothing.
    pub fn silent(self) -> Self {
        let ran = self.good();
        assert_eq!(ran.output, "");
        ran
    }

    /// The result as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.output)
            .unwrap_or_else(|error| panic!("{error}: {}", self.output))
    }
}

/// The words of a command line: one by one, or as a shell has them, those with blanks in quotes.
pub trait Arguments {
    fn words(&self) -> Vec<&str>;
}

impl Arguments for str {
    fn words(&self) -> Vec<&str> {
        let parts = self.split('\'').enumerate();
        let words = parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        words.collect()
    }
}

impl Arguments for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl Arguments for [&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl<const N: usize> Arguments for [&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Arguments for Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.clone()
    }
}

/// Runs the program.
pub fn lanebeat(arguments: &(impl Arguments + ?Sized)) -> Ran {
    lanebeat_reading(arguments, b"")
}

/// Runs the program with `input` as its standard input.
pub fn lanebeat_reading(arguments: &(impl Arguments + ?Sized), input: &[u8]) -> Ran {
    lanebeat_in(Path::new("."), arguments, input)
}

/// Runs the program in `directory` with `input` as its standard input.
pub fn lanebeat_in(directory: &Path, arguments: &(impl Arguments + ?Sized), input: &[u8]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
    run(program.args(arguments.words()).current_dir(directory), input)
}

/// Runs the program with variables of its environment set and `input` as its standard input.
pub fn lanebeat_with(
    variables: &[(&str, PathBuf)],
    arguments: &(impl Arguments + ?Sized),
    input: &[u8],
) -> Ran {
    let variables = variables.iter().map(|(name, value)| (name, value));
    let mut program = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
    run(program.args(arguments.words()).envs(variables), input)
}

fn run(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has refused its arguments does not read on.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let ran = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { status: ran.status.code(), output: text(ran.stdout), errors: text(ran.stderr) }
}

/// Runs a study in a folder of its own, with the tools in `path` only where one is named.
pub fn study(arguments: &(impl Arguments + ?Sized), path: Option<&Path>) -> (TempDir, Ran) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
    command.args(["study", "--preset", "small", "--cache", "cache", "-o", "out", "--json"]);
    command.args(arguments.words()).current_dir(folder.path());
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let ran = run(&mut command, b"");
    (folder, ran)
}

/// A figure of a point of a study: its value and its source.
pub fn figure(ran: &Ran, point: usize, name: &str) -> Option<(f64, String)> {
    let json = ran.json();
    let columns = json["columns"].as_array().expect("columns").clone();
    let of_name = columns.iter().filter(|column| column["name"] == name);
    let known = of_name.filter_map(|column| {
        let header = column["header"].as_str().expect("text");
        let value = json["points"][point]["figures"].get(header)?.as_f64().expect("a number");
        Some((value, column["source"].as_str().expect("text").to_owned()))
    });
    known.into_iter().next()
}

/// What the program says when it refuses; its status is 2 and it prints nothing else.
pub fn refusal(arguments: &(impl Arguments + ?Sized), input: &[u8]) -> String {
    refusal_in(Path::new("."), arguments, input)
}

/// The same in `directory`, in which it leaves what was there and nothing else.
pub fn refusal_in(directory: &Path, arguments: &(impl Arguments + ?Sized), input: &[u8]) -> String {
    let ran = lanebeat_in(directory, arguments, input);
    assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{}", ran.errors);
    assert!(!ran.errors.contains("panicked"), "{}", ran.errors);
    ran.errors
}

pub fn path_text(path: &Path) -> &str {
    path.to_str().expect("a temporary path is UTF-8")
}

/// The names of what lies in `directory`, in order.
pub fn names_in(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// `text` has `part`.
#[track_caller]
pub fn has(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in:\n{text}");
}

/// `text` begins with `start`.
#[track_caller]
pub fn begins(text: &str, start: &str) {
    assert!(text.starts_with(start), "`{start}` is not how this begins:\n{text}");
}

/// `text` ends with `end`.
#[track_caller]
pub fn ends(text: &str, end: &str) {
    assert!(text.ends_with(end), "`{end}` is not how this ends:\n{text}");
}

/// A folder with a file in it.
pub fn folder_with(name: &str, content: impl AsRef<[u8]>) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), content).expect("a writable folder");
    folder
}
