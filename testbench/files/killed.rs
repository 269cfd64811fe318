//! Commands that are stopped on the way, by signals that let them clean up and by the one that does
//! not.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::process::{command, end, unfinished, wait_until};
use crate::common::program::{folder_with, lanebeat_in, names_in};

/// A program that runs for minutes.
const LONG: &str = ".repeat 1000\n.repeat 100\nIADD R1, R1, 1\n.end\n.end\n";

/// Starts a command that writes something of which nothing is finished for long.
fn begin_waveform(folder: &Path) -> std::process::Child {
    fs::write(folder.join("long.s"), LONG).expect("a writable folder");
    let child = command(folder, "run long.s --vcd long.vcd").spawn().expect("starts");
    wait_until("the waveform", || unfinished(folder).len() == 3);
    child
}

#[test]
fn a_signal_ends_a_command_and_leaves_nothing() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let folder = tempfile::tempdir().expect("a folder");
        let status = end(begin_waveform(folder.path()), signal);
        assert_eq!(status.signal(), Some(number), "the parent sees the signal");
        assert_eq!(names_in(folder.path()), ["long.s"], "{signal}");
    }
}

#[test]
fn what_a_killed_command_left_goes_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    end(begin_waveform(folder.path()), "KILL");
    assert_eq!(unfinished(folder.path()).len(), 3);
    // One that runs at the same time keeps what it has.
    let other = begin_other(folder.path());
    lanebeat_in(folder.path(), "run - --vcd short.vcd", b"nop\n").good();
    assert_eq!(unfinished(folder.path()).len(), 3, "those of the other");
    end(other, "TERM");
    let left = ["long.s", "short.gtkw", "short.opcodes", "short.vcd"];
    assert_eq!(names_in(folder.path()), left);
}

/// As [`begin_waveform`], beside what another left.
fn begin_other(folder: &Path) -> std::process::Child {
    let left = unfinished(folder);
    let child = command(folder, "run long.s --vcd other.vcd").spawn().expect("starts");
    wait_until("the other waveform", || {
        let now = unfinished(folder);
        now.len() == 3 && now.iter().all(|path| !left.contains(path))
    });
    child
}

#[test]
fn what_nohup_ignores_stays_ignored() {
    let folder = folder_with("long.s", LONG);
    let mut nohup = std::process::Command::new("nohup");
    nohup.arg(env!("CARGO_BIN_EXE_lanebeat")).args(["run", "long.s", "--vcd", "long.vcd"]);
    nohup.current_dir(folder.path()).stdout(std::process::Stdio::null());
    nohup.stderr(std::process::Stdio::null()).process_group(0);
    let mut child = nohup.spawn().expect("nohup is there");
    wait_until("the waveform", || unfinished(folder.path()).len() == 3);
    let id = child.id().to_string();
    std::process::Command::new("kill").args(["-s", "HUP", &id]).status().expect("kill is there");
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().expect("our child").is_none(), "it ended");
    end(child, "TERM");
}

/// The files of `folder` and of folders in it, by their paths, and their content.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let below = |name: String| {
        let path = folder.join(&name);
        if !path.is_dir() {
            return vec![(name, fs::read(&path).expect("a readable file"))];
        }
        let inside = content(&path).into_iter();
        inside.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)).collect()
    };
    names_in(folder).into_iter().flat_map(below).collect()
}

/// Two commands that write different things into one folder, and the folder.
struct Rivals([&'static str; 2], &'static str);

const DESIGNS: Rivals =
    Rivals(["generate core --preset small -o rtl", "generate lane --preset integer -o rtl"], "rtl");

const STUDIES: Rivals = Rivals(
    [
        "study --preset small --axis waves=1,2 -o out",
        "study --preset small --axis registers=8,16 -o out",
    ],
    "out",
);

/// What each of them writes when nothing disturbs it, and the longest that it takes.
fn undisturbed(rivals: &Rivals) -> ([BTreeMap<String, Vec<u8>>; 2], Duration) {
    let mut longest = Duration::ZERO;
    let written = rivals.0.map(|arguments| {
        let folder = tempfile::tempdir().expect("a folder");
        let start = Instant::now();
        lanebeat_in(folder.path(), arguments, b"").good();
        longest = longest.max(start.elapsed());
        content(&folder.path().join(rivals.1))
    });
    assert!(written[0] != written[1]);
    (written, longest)
}

/// How often something is killed: more where the environment says so.
fn kills() -> u32 {
    let text = std::env::var("LANEBEAT_KILLS").unwrap_or_default();
    text.parse().unwrap_or(30)
}

#[test]
fn a_killed_generate_leaves_one_design_and_not_parts_of_two() {
    leave_one(&DESIGNS);
}

#[test]
fn a_killed_study_leaves_one_study_and_not_parts_of_two() {
    leave_one(&STUDIES);
}

/// Kills one and the other in turn: what is in the folder stays what one of them writes.
fn leave_one(rivals: &Rivals) {
    let (written, longest) = undisturbed(rivals);
    let folder = tempfile::tempdir().expect("a folder");
    lanebeat_in(folder.path(), rivals.0[0], b"").good();
    let names = names_in(folder.path());
    for kill in 0..kills() {
        let next = rivals.0[(kill as usize + 1) % 2];
        let mut child = command(folder.path(), next).spawn().expect("starts");
        // Places of a golden section lie evenly in the time that it takes.
        let place = (f64::from(kill) * 0.618_033_988_75).fract();
        std::thread::sleep(longest.mul_f64(place));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().expect("our child");
        let left = content(&folder.path().join(rivals.1));
        assert!(written.contains(&left), "kill {kill}: {:?}", left.keys());
    }
    lanebeat_in(folder.path(), rivals.0[0], b"").good();
    assert_eq!(names_in(folder.path()), names);
    assert!(content(&folder.path().join(rivals.1)) == written[0]);
}

#[test]
fn two_generates_at_once_leave_one_design() {
    let (designs, _) = undisturbed(&DESIGNS);
    // Into a folder, and where both stand in it and its files take their names one by one.
    for round in 0..16 {
        let folder = tempfile::tempdir().expect("a folder");
        let rtl = folder.path().join("rtl");
        let (standing, output) = if round % 2 == 0 { (folder.path(), "rtl") } else { (&*rtl, ".") };
        fs::create_dir_all(standing).expect("a writable folder");
        let both = DESIGNS.0.map(|line| {
            let line = line.replace("-o rtl", &format!("-o {output}"));
            command(standing, &line).spawn()
        });
        for child in both {
            let status = child.expect("it starts").wait().expect("our child");
            assert!(status.success());
        }
        assert!(designs.contains(&content(&rtl)), "round {round}");
        assert_eq!(names_in(folder.path()), ["rtl"]);
    }
}

#[test]
fn a_killed_waveform_is_whole_after_the_next_start() {
    leave_one_after_the_next(
        [
            "run p.s --vcd w.vcd --dump d.json --preset small",
            "run p.s --vcd w.vcd --dump d.json --preset integer",
        ],
        &["words.txt"],
    );
}

#[test]
fn a_design_in_a_folder_of_others_is_whole_after_the_next_start() {
    leave_one_after_the_next(
        ["generate core --preset small -o .", "generate lane --preset integer -o ."],
        &["words.txt"],
    );
}

/// Its Verilog and its waveform are of one machine.
#[test]
fn a_killed_main_job_is_whole_after_the_next_start() {
    let next = ["words.txt", "waveforms/words.txt"];
    leave_one_after_the_next(["--preset small", "--preset integer"], &next);
}

/// Kills one and the other in turn, in a folder that holds a program too: what is there after the
/// next commands, which write the files `next`, is what one of them writes.
fn leave_one_after_the_next(commands: [&str; 2], next: &[&str]) {
    let folder = folder_with("p.s", "IADD R1, R1, 1\n");
    let start = Instant::now();
    let written = commands.map(|line| {
        lanebeat_in(folder.path(), line, b"").good();
        content(folder.path())
    });
    let time = start.elapsed() / 2;
    for kill in 0..kills() {
        let mut child =
            command(folder.path(), commands[kill as usize % 2]).spawn().expect("starts");
        std::thread::sleep(time.mul_f64((f64::from(kill) * 0.618_033_988_75).fract()));
        let _ = child.kill();
        child.wait().expect("our child");
        // They write other files there, so they look at what was left.
        for next in next {
            lanebeat_in(folder.path(), &format!("assemble p.s -o {next}"), b"").good();
            fs::remove_file(folder.path().join(next)).expect("it was written");
        }
        let left = content(folder.path());
        assert!(written.contains(&left), "kill {kill}: {:?}", left.keys());
    }
}
