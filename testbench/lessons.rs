//! The lessons: each command of them works in a folder of its own, and prints what they show.

use std::fs;
use std::path::Path;

use crate::common::program::{Arguments as _, lanebeat_in};
use crate::common::repository::{files, root, text};
use crate::common::tools::{run, tool};

/// A command of a page, what it reads, and the lines that the page shows of what it prints.
struct Call<'p> {
    command: &'p str,
    lines: Vec<&'p str>,
}

/// The commands in the blocks of code of `page`, in order.
fn calls(page: &str) -> Vec<Call<'_>> {
    let blocks = page.split("```").skip(1).step_by(2);
    let mut calls: Vec<Call> = vec![];
    for line in blocks.flat_map(|block| block.trim_matches('\n').lines()) {
        match (line.strip_prefix("$ "), calls.last_mut()) {
            (Some(command), _) => calls.push(Call { command, lines: vec![] }),
            (None, Some(call)) => call.lines.push(line),
            (None, None) => {}
        }
    }
    calls
}

/// Whether `printed` has the lines of `shown` in their order. `…` stands for any lines, and at the end of
/// a line for the rest of it.
fn shows(shown: &[&str], printed: &[&str]) -> bool {
    let same = |line: &str, own: &str| match line.strip_suffix('…') {
        Some(start) => own.starts_with(start),
        None => line == own,
    };
    match shown {
        [] => printed.is_empty(),
        ["…"] => true,
        ["…", rest @ ..] => (0..printed.len()).any(|skipped| shows(rest, &printed[skipped..])),
        [line, rest @ ..] => {
            printed.first().is_some_and(|own| same(line, own)) && shows(rest, &printed[1..])
        }
    }
}

/// Does what the call says in `folder`.
fn follow(folder: &Path, Call { command, lines }: &Call) {
    if let Some(rest) = command.strip_prefix("cat > ") {
        let (name, end) = rest.split_once(" <<").expect("a file's name and its end");
        let (last, content) = lines.split_last().expect("a file has lines");
        assert_eq!(*last, end.trim_matches('\''), "{command}");
        fs::write(folder.join(name), content.join("\n") + "\n").expect("our folder");
        return;
    }
    let words = command.words();
    let printed = match words[0] {
        "lanebeat" => {
            let ran = lanebeat_in(folder, &words[1..], b"").good();
            ran.output + &ran.errors
        }
        other => {
            let Some(program) = tool(other) else { return };
            let arguments: Vec<String> = words[1..].iter().map(|&word| word.to_owned()).collect();
            let (is_good, printed) = run(&program, folder, &arguments);
            assert!(is_good, "{command}: {printed}");
            printed
        }
    };
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    assert!(shows(lines, &printed), "{command}\nprints\n{}", printed.join("\n"));
}

#[test]
fn every_lesson_does_what_it_shows() {
    let lessons: Vec<String> = files("docs/learn", &[".md"])
        .into_iter()
        .filter(|path| path.contains("/lesson-"))
        .collect();
    assert!(!lessons.is_empty());
    for path in lessons {
        let page = text(&path);
        assert!(
            page.contains("**The question.**") && page.contains("## Something to change"),
            "{path}"
        );
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("examples")).expect("our folder");
        for name in ["inclusive_scan.s", "inclusive_scan.json"] {
            let place = Path::new("examples").join(name);
            fs::copy(root().join(&place), folder.path().join(&place)).expect("an example");
        }
        let calls = calls(&page);
        assert!(calls.len() > 4, "{path}: {} commands", calls.len());
        for call in &calls {
            follow(folder.path(), call);
        }
    }
}

#[test]
fn a_lesson_that_shows_something_else_is_seen() {
    let printed = ["a", "b: 17", "c", "d"];
    for shown in [&["a", "b: 17", "c", "d"][..], &["…", "b: …", "…"], &["a", "…", "d"], &["…"]]
    {
        assert!(shows(shown, &printed), "{shown:?}");
    }
    for shown in [&["a", "c", "d"][..], &["a"], &["…", "b: 18…", "…"], &["…", "d", "c"], &[]]
    {
        assert!(!shows(shown, &printed), "{shown:?}");
    }
}
