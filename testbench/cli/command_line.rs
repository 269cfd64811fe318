//! The program itself: exit statuses, what goes where, and what it says about bad input
//! (docs/reference/commands.md).

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::program::{
    begins, folder_with, has, lanebeat, lanebeat_in, lanebeat_reading, path_text, refusal,
};
use crate::common::tools::{ended, tool};
use lanebeat::config::Config;
use lanebeat::files::{read_text, write_atomically};
use lanebeat::isa::asm::assemble;

/// NOP and EXIT by the fields of the machine word: opcodes 0 and 1, no guard (PT), no mask
/// destination, p = q = PT.
const NOP: &str = "00e77700000000000000000000000000";
const EXIT: &str = "00e77700000000010000000000000000";

#[test]
fn assemble_lists_word_wave_line_and_text_also_in_the_file_that_is_asked_for() {
    let ran = lanebeat_reading("assemble -", b"nop // first\n\n.wave 1\nexit\n").good();
    assert_eq!(ran.output, format!("{NOP}  ; wave 0 line 1: NOP\n{EXIT}  ; wave 1 line 4: EXIT\n"));
    assert_eq!(ran.errors, "");
    let directory = tempfile::tempdir().expect("a directory");
    let ran = lanebeat_in(directory.path(), "assemble - -o words.txt", b"nop\n").good();
    assert_eq!(ran.output, "");
    let found = fs::read_to_string(directory.path().join("words.txt")).expect("the list");
    assert_eq!(found, format!("{NOP}  ; wave 0 line 1: NOP\n"));
}

/// As Icarus reads it.
#[test]
fn assemble_writes_what_readmemh_reads() {
    let place = tempfile::tempdir().expect("a directory");
    let program = b"nop\nSHFL.UP P1, R4, R1, 1, 0 // x\n.wave 1\nexit\n";
    let line = "assemble - --format readmemh -o words.hex";
    lanebeat_in(place.path(), line, program).good();
    let words = fs::read(place.path().join("words.hex")).expect("the list");
    let back = lanebeat_reading("disassemble -", &words).good().output;
    assert_eq!(back, "NOP\nSHFL.UP P1, R4, R1, 1, 0\nEXIT\n");
    let text = "module m; reg [127:0] words [0:2]; initial begin $readmemh(\"words.hex\", words);\n\
                $display(\"%h %h\", words[0], words[2]); end endmodule\n";
    fs::write(place.path().join("m.v"), text).expect("a file");
    if tool("iverilog").is_some() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "iverilog -o m.vvp m.v && vvp -n m.vvp"]).current_dir(place.path());
        assert_eq!(ended(&mut shell), (true, format!("{NOP} {EXIT}\n")));
    }
}

#[test]
fn assemble_prints_json_on_request() {
    let ran = lanebeat_reading("assemble - --json", b"nop\n");
    let list: serde_json::Value = serde_json::from_str(&ran.output).expect("JSON");
    assert_eq!(list, serde_json::json!([{ "wave": 0, "line": 1, "word": NOP, "text": "NOP" }]));
}

#[test]
fn a_program_that_is_kept_whole_has_a_length() {
    for command in ["assemble -", "bench - --engines model"] {
        let ran = lanebeat_reading(command, b".repeat 20000000\nNOP\n.end");
        let place = "its 20000000 instructions, repetitions counted, are kept one by one here";
        assert_eq!(ran.status, Some(2), "{command}");
        assert!(ran.errors.contains(place), "{}", ran.errors);
    }
}

#[test]
fn a_program_comes_back_from_its_words() {
    let program = "SHFL.UP P1, R4, R1, 1, 0\nv_mov_b32 v1, v0 row_shr:1 bank_mask:0xe\nEXIT\n";
    let words = lanebeat_reading("assemble -", program.as_bytes()).output;
    let ran = lanebeat_reading("disassemble -", words.as_bytes());
    assert_eq!((ran.status, ran.output.as_str()), (Some(0), program), "{}", ran.errors);
}

#[test]
fn words_may_have_0x_and_a_comment_behind_them() {
    let text = format!("; a comment\n\n  0x{NOP}\n{EXIT};x\n{NOP}// y\n{EXIT} ; z\n");
    let ran = lanebeat_reading("disassemble -", text.as_bytes());
    assert_eq!(
        (ran.status, ran.output.as_str()),
        (Some(0), "NOP\nEXIT\nNOP\nEXIT\n"),
        "{}",
        ran.errors
    );
}

#[test]
fn words_that_are_none_are_refused_with_their_place() {
    let unknown =
        format!("{NOP}\n 00e777000000ffff0000000000000000\n").replace("0000ffff", "0000000f");
    let error = "error: <stdin>:2:2: opcode 0x0f has no operation; check the word\n";
    assert_eq!(refusal("disassemble -", unknown.as_bytes()), error);
    let short = "error: <stdin>:1:1: a machine word has 32 hexadecimal digits, not 2; write leading zeros too\n";
    assert_eq!(refusal("disassemble -", b"0x12\n"), short);
    let other = "error: <stdin>:1:1: a machine word is hexadecimal digits, not 'n' in `nop`; use 0-9 and a-f\n";
    assert_eq!(refusal("disassemble -", b"nop\n"), other);
    let more = refusal("disassemble -", format!("{NOP} {EXIT}\n").as_bytes());
    begins(&more, "error: <stdin>:1:1: a machine word stands alone on its line, but");
    let entry = format!("{}\n", NOP.replacen("00e777", "00ed77", 1));
    let mask =
        "error: <stdin>:1:1: mask entry 13 is no predicate and no mask slot; they are 0 to 11\n";
    assert_eq!(refusal("disassemble -", entry.as_bytes()), mask);
}

#[test]
fn each_error_of_a_program_is_one_line_with_its_place() {
    let errors = refusal("assemble -", b"nop\nexit 1\nnop\nexit 2\n");
    let places: Vec<&str> =
        errors.lines().filter_map(|line| line.strip_prefix("error: ")).collect();
    assert!(places[0].starts_with("<stdin>:2:") && places[1].starts_with("<stdin>:4:"), "{errors}");
    assert_eq!(places[2], "<stdin> does not assemble: 2 errors");
}

#[test]
fn a_setting_reaches_the_assembler_from_before_and_after_the_command() {
    let program = b"MOV R40, R1\n.wave 3\nNOP\n";
    lanebeat_reading("assemble -", program).good();
    assert_eq!(
        refusal("--set registers=32 assemble -", program).matches("error: <stdin>:1:").count(),
        1
    );
    let both = refusal("--set registers=32 assemble - --set waves=2", program);
    assert!(both.contains("error: <stdin>:1:") && both.contains("error: <stdin>:2:"), "{both}");
    // The one after the command stands over the one before.
    lanebeat_reading("--set registers=32 assemble - --set registers=64", program).good();
    let text =
        "error: --set lanes=12: lanes must be a power of two from 2 to 64, not 12; try 8 or 16\n";
    assert_eq!(refusal("--set lanes=12 assemble -", b""), text);
}

#[test]
fn a_bad_line_of_a_configuration_file_is_named_by_its_place() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("machine.toml");
    fs::write(&file, "waves = 2\nlane = 16\n").expect("a file");
    let text = refusal(&["assemble", "-", "--config", path_text(&file)], b"");
    let rule = "unknown key `lane`; did you mean `lanes`?";
    begins(&text, &format!("error: {}:2:1: {rule}", file.display()));
}

#[test]
fn a_preset_is_used_and_an_unknown_one_refused_with_the_list() {
    assert_eq!(lanebeat_reading("--preset gcn assemble -", b"MOV R255, R1\n").status, Some(0));
    let text = refusal("--preset gnc assemble -", b"");
    has(&text, "invalid value 'gnc'");
    has(&text, "default, integer, small, gcn");
}

#[test]
fn files_that_cannot_be_read_or_written_are_named_with_the_reason() {
    let missing =
        "error: no-such-program.s: cannot be read: there is no such file; check its name\n";
    assert_eq!(refusal("assemble no-such-program.s", b""), missing);
    let config = "error: no-such.toml: cannot be read: there is no such file; check its name\n";
    assert_eq!(refusal("assemble - --config no-such.toml", b""), config);
    let binary =
        "error: <stdin>: cannot be read: line 2 is not UTF-8 text; save the file as UTF-8\n";
    assert_eq!(refusal("assemble -", b"nop\n\xff\n"), binary);
    let directory = refusal("assemble - -o /", b"nop\n");
    let text = "error: /: cannot be written: it is a directory; name a file\n";
    assert_eq!(directory, text);
}

#[test]
fn usage_errors_have_status_2_and_help_has_0() {
    for arguments in ["frobnicate", "assemble", "run x --engine steam", "--set", "check --seed x"] {
        assert!(refusal(arguments, b"").starts_with("error: "), "{arguments:?}");
    }
    for arguments in ["--help", "run --help", "--version"] {
        let ran = lanebeat(arguments);
        assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
    let help = lanebeat("--help").output;
    let cases = ["build", "generate", "run", "check", "assemble", "lint", "disassemble", "explain"];
    for command in cases {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is not in\n{help}");
    }
}

#[test]
fn any_bytes_are_refused_or_accepted_but_never_a_panic() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("machine.toml");
    let program = directory.path().join("program.s");
    fs::write(&program, "nop\n").expect("a file");
    for seed in 0_u32..24 {
        let random = |position: u32| (seed * 7919 + position).wrapping_mul(2_654_435_761) >> 24;
        let bytes: Vec<u8> = (0..seed * 3).map(|position| random(position) as u8).collect();
        fs::write(&file, &bytes).expect("a file");
        let as_text = String::from_utf8_lossy(&bytes).replace('\0', "");
        for arguments in [
            &["assemble", "-"][..],
            &["assemble", "-", "--format", "gcn"],
            &["lint", "-"],
            &["disassemble", "-"],
            &["assemble", "-", "--config", path_text(&file)],
            &["run", "-"],
            &["run", path_text(&program), "--state", "-"],
            &["explain", "--", &as_text],
            &["explain", "nop", "--exec", &as_text],
        ] {
            let ran = lanebeat_reading(arguments, &bytes);
            let is_tidy = matches!(ran.status, Some(0 | 2)) && !ran.errors.contains("panicked");
            assert!(is_tidy, "{bytes:?}: {}", ran.errors);
        }
    }
}

#[test]
fn any_word_disassembles_or_is_refused() {
    let everything = Config { registers: 256, waves: 1, ..Config::default() }.target();
    for opcode in 0_u128..128 {
        let rest = (opcode + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let word = rest & !(0xff << 64) | opcode << 64;
        let ran = lanebeat_reading("disassemble -", format!("{word:032x}").as_bytes());
        let is_tidy = matches!(ran.status, Some(0 | 2)) && !ran.errors.contains("panicked");
        assert!(is_tidy, "{word:032x}: {}", ran.errors);
        if ran.status == Some(0) {
            let again = assemble("again", &ran.output, &everything).unwrap_or_default();
            let again: Vec<u128> = again.lines().map(|line| line.instruction.encode()).collect();
            let is_marked = ran.output.ends_with("  // does not assemble to this word\n");
            assert_eq!(is_marked, again != [word], "{}", ran.output);
            assert_eq!(is_marked, !ran.errors.is_empty(), "{}", ran.errors);
        }
    }
}

#[test]
fn a_program_that_does_nothing_or_reads_bits_for_a_number_is_told_so() {
    let empty = refusal("run -", b"// nothing\n");
    assert!(empty.contains("<stdin> has no instruction"), "{empty}");
    let ran = lanebeat_reading("assemble -", b"FADD R1, R2, 0x2\nFMUL R1, R2, 2\nIADD R1, R2, 2\n");
    let said = "warning: <stdin>:2:14: 2 beside a float operation is its bits, 3e-45 as a float; write 2.0 for the \
                number, 0x2 for the bits\n";
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), said));
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_goes_away_is_no_error_but_a_full_disk_is() {
    let program = "nop\n".repeat(10_000);
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("program.s");
    fs::write(&file, program).expect("a file");
    let run = |output: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
        command
            .arg("assemble")
            .arg(&file)
            .stdout(output)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    };
    let mut gone = run(Stdio::piped());
    drop(gone.stdout.take());
    assert_eq!(gone.wait().expect("the program ends").code(), Some(0));
    let full =
        run(fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device").into());
    let ran = full.wait_with_output().expect("the program ends");
    assert_eq!(ran.status.code(), Some(2));
    let error = "error: standard output cannot be written: no space left on device; give it a \
                 place that can, as by -o or >\n";
    assert_eq!(String::from_utf8_lossy(&ran.stderr), error);
}

/// Calls the program by a shell in `folder`.
fn in_a_shell(folder: &Path, line: &str) -> std::process::Output {
    let line = line.replace("lanebeat", env!("CARGO_BIN_EXE_lanebeat"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).current_dir(folder).output().expect("a shell")
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_is_quiet_when_the_reader_of_any_output_goes_away() {
    let folder = folder_with("p.s", "iadd r1, r2, 1\n".repeat(600));
    for line in [
        "lanebeat run p.s --dump o.json --vcd -",
        "lanebeat run p.s --dump o.json --vcd /dev/stdout",
        "lanebeat run p.s --dump o.json --vcd pipe.fifo",
        "lanebeat schedule p.s -o /dev/stdout",
        "lanebeat assemble p.s -o /dev/stdout",
    ] {
        let reads =
            if line.contains("fifo") { "mkfifo pipe.fifo; head -c 1 pipe.fifo & " } else { "" };
        let piped = format!("{reads}{{ {line}; echo $? >&2; }} | head -c 1");
        let ran = in_a_shell(folder.path(), &piped);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.ends_with("0\n"), "{line}: {said}");
        assert!(!said.contains("error"), "{line}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_standard_output_a_command_ends_with_status_2() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, problem) in [
        ("lanebeat explain nop >&-", "it is closed"),
        ("lanebeat --help >&-", "it is closed"),
        ("lanebeat --help > /dev/full", "no space left on device"),
        ("lanebeat run --help > /dev/full", "no space left on device"),
        ("lanebeat --version > /dev/full", "no space left on device"),
    ] {
        let ran = in_a_shell(folder.path(), line);
        assert_eq!(ran.status.code(), Some(2), "{line}");
        let error = format!(
            "error: standard output cannot be written: {problem}; give it a place that can, as by -o or >\n"
        );
        assert_eq!(String::from_utf8_lossy(&ran.stderr), error, "{line}");
    }
}

#[test]
fn numbers_of_options_are_refused_in_one_line() {
    for (arguments, error) in [
        ("check --seed x", "--seed x: it must be a whole number from 0 to "),
        ("check --programs -1", ""),
        (
            "bench --random 4294967295",
            "--random 4294967295: it must be a whole number from 1 to 100000; try 1000\n",
        ),
        ("bench --cycles 1.5", "--cycles 1.5: it must be a whole number from 1 to "),
        ("study --axis waves=1 --flow steam", "--flow steam: there is no such flow; flows are "),
        (
            "generate --testbench --vectors 0",
            "--vectors 0: it must be a whole number from 1 to 1000000; try 400\n",
        ),
    ] {
        let said = refusal(arguments, b"");
        if !error.is_empty() {
            assert!(said.starts_with(&format!("error: {error}")), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}

#[test]
fn all_mnemonics_are_said_once() {
    let said = refusal("assemble -", "qqqqqqqqq v1\n".repeat(10).as_bytes());
    assert_eq!(said.matches("all mnemonics: ").count(), 1, "{said}");
    assert_eq!(said.matches("qqqqqqqqq is not an instruction").count(), 10);
}

#[test]
fn a_file_is_replaced_as_a_whole_and_nothing_else_is_left() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("deep/file.txt");
    let error = write_atomically(&path, b"new").expect_err("a folder is not made for a file");
    has(&error.to_string(), "there is no directory ");
    fs::create_dir(directory.path().join("deep")).expect("a directory");
    write_atomically(&path, b"old and longer").expect("written");
    write_atomically(&path, b"new").expect("written again");
    assert_eq!(read_text(&path).expect("read").1, "new");
    assert_eq!(fs::read_dir(path.parent().expect("a directory")).expect("listed").count(), 1);
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let directory = folder_with("file", "kept");
    let error = write_atomically(&directory.path().join("file/below"), b"new")
        .expect_err("a file is no directory");
    assert!(error.to_string().contains("file/below: cannot be written: "), "{error}");
    assert_eq!(fs::read_to_string(directory.path().join("file")).expect("kept"), "kept");
    assert_eq!(fs::read_dir(directory.path()).expect("listed").count(), 1);
}

#[cfg(unix)]
#[test]
fn a_written_file_has_the_mode_of_any_other_or_its_own_and_a_link_stays_a_link() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().expect("a directory");
    let (plain, written, link) = (
        directory.path().join("plain"),
        directory.path().join("written"),
        directory.path().join("link"),
    );
    fs::write(&plain, "x").expect("a file");
    write_atomically(&written, b"x").expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode();
    assert_eq!(mode(&written), mode(&plain));
    fs::set_permissions(&written, fs::Permissions::from_mode(0o600)).expect("our own");
    write_atomically(&written, b"private").expect("written");
    assert_eq!(mode(&written) & 0o777, 0o600, "it stays as private as it was");
    std::os::unix::fs::symlink(&written, &link).expect("a link");
    write_atomically(&link, b"new").expect("written");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::read_to_string(&written).expect("read"), "new");
}
