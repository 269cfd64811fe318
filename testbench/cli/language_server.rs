//! `language-server`, as an editor talks to it over standard input and output.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::program::{has, lanebeat, lanebeat_reading};
use crate::common::repository::text;

const NAME: &str = "file:///work/program.s";

/// An editor with a server.
struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: u64,
    version: u64,
}

impl Editor {
    fn new(options: &[&str]) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_lanebeat"))
            .arg("language-server")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().expect("a pipe"));
        let mut editor = Self { server, input, output, requests: 0, version: 0 };
        let can = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(can["capabilities"]["textDocumentSync"], 1);
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        let input = self.input.as_mut().expect("a pipe");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it writes");
            match line.trim().split_once(": ") {
                Some(("Content-Length", count)) => length = count.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("it writes");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// The whole answer to a request.
    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        self.send(json!({ "id": self.requests, "method": method, "params": params }));
        let answer = self.receive();
        assert_eq!(answer["id"], self.requests, "{answer}");
        answer
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.answer(method, params)["result"].take()
    }

    /// The errors of a new document.
    fn open(&mut self, text: &str, language: &str) -> Vec<Value> {
        let document =
            json!({ "uri": NAME, "languageId": language, "version": self.version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.errors()
    }

    /// The errors after the document has become `text`.
    fn change(&mut self, text: &str) -> Vec<Value> {
        self.version += 1;
        let document = json!({ "uri": NAME, "version": self.version });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
        self.errors()
    }

    fn errors(&mut self) -> Vec<Value> {
        let mut told = self.receive();
        assert_eq!(told["method"], "textDocument/publishDiagnostics", "{told}");
        assert_eq!(
            (&told["params"]["uri"], &told["params"]["version"]),
            (&json!(NAME), &json!(self.version))
        );
        serde_json::from_value(told["params"]["diagnostics"].take()).expect("a list")
    }

    fn at(&mut self, what: &str, line: usize, character: usize) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": NAME }, "position": position });
        self.ask(&format!("textDocument/{what}"), params)
    }

    /// The text under the pointer.
    fn hover(&mut self, line: usize) -> String {
        let hover = self.at("hover", line, 2);
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Labels that are offered, and the range that each replaces.
    fn offered(&mut self, line: usize, character: usize) -> Vec<(String, Value)> {
        let offered = self.at("completion", line, character);
        let offer = |item: &Value| {
            let label = item["label"].as_str().expect("text").to_owned();
            assert_eq!(item["textEdit"]["newText"], label);
            (label, item["textEdit"]["range"].clone())
        };
        offered.as_array().expect("a list").iter().map(offer).collect()
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().expect("our child").success());
    }
}

fn range(line: usize, from: usize, to: usize) -> Value {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

#[test]
fn errors_are_told_as_one_types_with_place_rule_and_cure() {
    let mut editor = Editor::new(&[]);
    let errors = editor.open("    SHFL.UP P1, R4, R1, 32, 0\n    IADDD R1, R1, R1\n", "lanebeat");
    let found: Vec<(&Value, &Value)> =
        errors.iter().map(|error| (&error["range"], &error["message"])).collect();
    let shuffle = json!("SHFL.UP takes a literal 0..31 here, not 32; write one in that range");
    let mnemonic =
        json!("IADDD is not an instruction of this machine; did you mean IADD or IADD3?");
    assert_eq!(found, [(&range(0, 24, 26), &shuffle), (&range(1, 4, 9), &mnemonic)]);
    assert!(errors.iter().all(|error| error["severity"] == 1 && error["source"] == "lanebeat"));
    // A letter outside of Unicode's first plane counts twice in the protocol.
    let errors = editor.change("IADD R1, R2, \u{1f600}\u{1f600}, 7\n");
    assert!(errors.iter().any(|error| error["range"] == range(0, 19, 20)), "{errors:?}");
    assert_eq!(
        editor.change("    SHFL.UP P1, R4, R1, 31, 0\nv_mov_b32 v1, v2\n"),
        Vec::<Value>::new()
    );
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": NAME } }));
    assert_eq!(editor.receive()["params"]["diagnostics"], json!([]));
    editor.end();
}

/// The explanation and the page are those of `explain`.
#[test]
fn the_meaning_of_a_line_is_told_in_both_dialects() {
    let lines = [
        "SHFL.UP P1, R4, R1, 1, 0",
        "v_add_u32 v1, v1, v1 row_shr:1",
        "// a comment",
        ".wave 1",
        "IADD R1",
    ];
    let mut editor = Editor::new(&[]);
    editor.open(&lines.join("\n"), "lanebeat");
    for (number, (line, mnemonic)) in lines.iter().zip(["SHFL.UP", "v_add_u32"]).enumerate() {
        let hover = editor.hover(number);
        let told = lanebeat(&["explain", line]).good().output;
        let page = lanebeat(&["explain", mnemonic]).good().output;
        has(&hover, told.trim_end());
        has(&hover, page.split("\n\n").next().expect("a heading"));
        let effect = told.lines().find(|line| line.starts_with("Where EXEC is 1")).expect("a line");
        assert!(hover.starts_with(effect), "{hover}");
    }
    for number in 2..=9 {
        assert_eq!(editor.hover(number), "", "line {number}");
    }
    editor.end();
}

#[test]
fn mnemonics_and_modifiers_are_offered_where_they_may_stand() {
    let mut editor = Editor::new(&[]);
    editor.open("  SHFL.U\n@P1 v_a\nv_add_u32 v1, v1, v1 row_\nIADD R1, R1, r\n\n", "lanebeat");
    let labels = |offered: &[(String, Value)]| -> Vec<String> {
        offered.iter().map(|(label, _)| label.clone()).collect()
    };
    let first = editor.offered(0, 8);
    assert!(first.iter().all(|(_, place)| *place == range(0, 2, 8)));
    let names = labels(&first);
    for name in ["SHFL.UP", "v_add_u32", "s_and_saveexec_b64", "REDUX.ADD.U32", ".repeat"] {
        assert!(names.contains(&name.to_owned()), "{name} of {names:?}");
    }
    // Each is offered once, and each mnemonic assembles or has a page.
    let mut once = names.clone();
    once.dedup();
    assert_eq!(once, names);
    assert_eq!(editor.offered(1, 7)[0].1, range(1, 4, 7));
    let modifiers = editor.offered(2, 25);
    assert!(modifiers.iter().all(|(_, place)| *place == range(2, 21, 25)), "{modifiers:?}");
    let modifiers = labels(&modifiers);
    for modifier in ["row_shr:1", "row_mirror", "quad_perm:[1,0,3,2]", "bank_mask:0xf"] {
        assert!(modifiers.contains(&modifier.to_owned()), "{modifier} of {modifiers:?}");
    }
    assert_eq!(labels(&editor.offered(3, 14)), Vec::<String>::new());
    // Each modifier is one of the assembler: with a control where it is none itself.
    for modifier in &modifiers {
        let control =
            if modifier.contains("_mask:0x") || modifier.contains("ctrl") || modifier == "fi:1" {
                "row_shr:1"
            } else {
                ""
            };
        let errors = editor.change(&format!("v_add_u32 v1, v1, v1 {control} {modifier}\n"));
        assert_eq!(errors, Vec::<Value>::new(), "{modifier}");
    }
    editor.end();
    let mut small = Editor::new(&["--set", "shuffle=false", "--set", "lane_moves=false"]);
    small.open("S", "lanebeat");
    assert!(!small.offered(0, 1).iter().any(|(label, _)| label.starts_with("SHFL")));
    small.end();
}

#[test]
fn a_listing_is_read_as_one_and_says_what_the_machine_lacks() {
    for name in ["sgemm_sm80", "atomic_scan_gfx900"] {
        let path = format!("examples/listings/{name}.s");
        let report = lanebeat(&format!("assemble --from {path} --report --json")).good().json();
        let lines = report["lines"].as_array().expect("a list");
        let mut editor = Editor::new(&[]);
        let errors = editor.open(&text(&path), "lanebeat");
        let found: Vec<u64> =
            errors.iter().filter_map(|error| error["range"]["start"]["line"].as_u64()).collect();
        let lacks = |line: &&Value| line.get("rule").is_some() && line["lacks"] != "word";
        let expected: Vec<u64> = lines
            .iter()
            .filter(lacks)
            .filter_map(|line| Some(line["line"].as_u64()? - 1))
            .collect();
        assert_eq!(found, expected, "{name}");
        assert!(errors.iter().all(|error| error["severity"] == 2));
        let runs = lines.iter().find(|line| line.get("here").is_some()).expect("one runs");
        let hover = editor.hover(runs["line"].as_u64().expect("a number") as usize - 1);
        assert!(hover.contains("```text\n") && hover.contains("word  "), "{hover}");
        editor.end();
    }
}

#[test]
fn a_thousand_lines_are_answered_within_a_tenth_of_a_second() {
    let line = |number: usize| match number % 4 {
        0 => format!("SHFL.BFLY P1, R{}, R1, {}, 31\n", 2 + number % 9, 1 + number % 30),
        1 => format!("@P1 IADD R1, R{}, R1\n", 2 + number % 9),
        2 => "v_add_u32 v3, v3, v3 row_shr:1 bank_mask:0xe\n".to_owned(),
        _ => format!("FADD R5, R{}, 1.5 // a comment\n", number % 9),
    };
    let program: String = (0..1000).map(line).collect();
    let mut editor = Editor::new(&[]);
    editor.open("", "lanebeat");
    let mut best = [Duration::MAX; 3];
    for number in 0..30 {
        let text = format!("{program}IADDD R1, R1, {number}\n");
        let mut asked = Instant::now();
        assert_eq!(editor.change(&text).len(), 1);
        let mut took = |place: usize| {
            best[place] = best[place].min(asked.elapsed());
            asked = Instant::now();
        };
        took(0);
        assert!(editor.hover(996).contains("SHFL.BFLY"));
        took(1);
        assert!(editor.offered(1000, 3).len() > 100);
        took(2);
    }
    let most = Duration::from_millis(100);
    assert!(best.iter().all(|took| *took < most), "errors, hover, completion: {best:?}");
    editor.end();
}

#[test]
fn an_editor_that_goes_away_ends_the_server_and_strange_requests_are_refused() {
    assert_eq!(lanebeat_reading("language-server", b"").good().output, "");
    let mut editor = Editor::new(&[]);
    let refused = editor.answer("textDocument/rename", json!({}));
    assert_eq!(refused["error"]["code"], -32601, "{refused}");
    has(refused["error"]["message"].as_str().expect("text"), "textDocument/rename; ask for hover");
    let refused = editor.answer("textDocument/hover", json!({ "position": 7 }));
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    // Nothing is known of a document that was not opened.
    assert_eq!(editor.at("hover", 0, 0), Value::Null);
    editor.tell("textDocument/didChange", json!({ "nonsense": [] }));
    editor.tell("$/setTrace", json!({ "value": "off" }));
    assert_eq!(editor.at("completion", 0, 0), json!([]));
    drop(editor.input.take());
    assert!(editor.server.wait().expect("our child").success());
}

#[test]
fn the_editors_files_name_the_server_and_each_other() {
    for file in ["helix.toml", "lanebeat.lua", "vscode/extension.js"] {
        has(&text(&format!("editors/{file}")), "\"language-server\"");
    }
    let read = |file: &str| -> Value {
        serde_json::from_str(&text(&format!("editors/vscode/{file}"))).expect("JSON")
    };
    let package = read("package.json");
    let contributed = |what: &str| package["contributes"][what].as_array().expect("a list").clone();
    for grammar in contributed("grammars") {
        let own = read(grammar["path"].as_str().expect("a path"));
        assert_eq!(own["scopeName"], grammar["scopeName"]);
        assert!(own["patterns"].as_array().is_some_and(|patterns| patterns.len() > 5));
    }
    for language in contributed("languages") {
        assert!(read(language["configuration"].as_str().expect("a path")).is_object());
    }
    text(&format!("editors/vscode/{}", package["main"].as_str().expect("a path")));
}
