//! `board serve` and `run --engine serial:PORT`, as their users call them.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use lanebeat::board::Terminal;

use crate::common::process::{command, end};
use crate::common::program::{Ran, folder_with, lanebeat, lanebeat_in, refusal};

/// The machine of the ULX3S.
pub const ULX3S: [&str; 4] = ["--preset", "small", "--set", "stages=10"];
const SCAN: [&str; 4] = ["run", "examples/gcn_scan_add.s", "--state", "examples/gcn_scan_add.json"];

/// A board that another process simulates.
pub struct Served {
    child: Option<Child>,
    pub port: String,
}

impl Served {
    /// With the machine of the ULX3S, and bits that take few clock cycles.
    pub fn new(options: &[&str]) -> Self {
        let arguments =
            [&["board", "serve", "--clocks-per-bit", "8"], &ULX3S[..], options].concat();
        let mut command = command(".".as_ref(), &arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let output = child.stdout.take().expect("it is piped");
        let port = BufReader::new(output).lines().next().expect("a line").expect("UTF-8");
        Self { child: Some(child), port }
    }

    /// Runs a scan on it.
    fn scan(&self, options: &[&str]) -> Ran {
        let engine = format!("serial:{}", self.port);
        lanebeat(&[&SCAN[..], &ULX3S, &["--engine", &engine], options].concat())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A dump without its cycles, which a board counts otherwise.
fn without_cycles(dump: &str) -> Vec<&str> {
    dump.lines().filter(|line| !line.contains("\"cycles\"")).collect()
}

#[test]
fn a_served_board_runs_programs_one_after_another_and_dumps_what_other_engines_do() {
    let board = Served::new(&[]);
    let expected = lanebeat(&[&SCAN[..], &ULX3S].concat());
    for rate in ["115200", "1000000"] {
        let ran = board.scan(&["--baud", rate]).good();
        assert!(ran.errors.contains("; board and model agree\n"), "{}", ran.errors);
        assert!(ran.output.contains("\"cycles\""), "{}", ran.output);
        assert_eq!(without_cycles(&ran.output), without_cycles(&expected.output));
    }
    let place = folder_with("p.s", "S2R R1, SR_CLOCKLO\nIMUL R2, R3, R3\n");
    let engine = format!("serial:{}", board.port);
    let arguments = [&["run", "p.s", "--engine", &engine, "--dump", "d.json"], &ULX3S[..]].concat();
    let refused = lanebeat_in(place.path(), &arguments, b"");
    assert_eq!(refused.status, Some(2));
    assert!(refused.errors.contains("line 1 reads SR_CLOCKLO"), "{}", refused.errors);
    assert!(!place.path().join("d.json").exists(), "nothing is left of a run that failed");
    let unchecked = lanebeat_in(place.path(), &[&arguments[..], &["--no-check"]].concat(), b"");
    assert_eq!(unchecked.status, Some(0), "{}", unchecked.errors);
    assert!(unchecked.errors.contains("not compared with the model"), "{}", unchecked.errors);
}

#[test]
fn a_bad_line_is_told_in_one_sentence_and_never_hangs() {
    // A byte that is garbled can also be one that says how many come: then the answer is lost.
    for (options, words) in [
        (["--lose", "300", "--seed", "1"], "lost on the line"),
        (["--garble", "300", "--seed", "2"], "garbled"),
    ] {
        let board = Served::new(&options);
        let start = Instant::now();
        let ran = board.scan(&[]);
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{}", ran.errors);
        assert_eq!(ran.errors.lines().count(), 1, "{}", ran.errors);
        assert!(ran.errors.contains(words) && ran.errors.contains(&board.port), "{}", ran.errors);
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    }
}

#[test]
fn another_machine_is_refused_with_the_settings_that_fit() {
    let board = Served::new(&[]);
    let engine = format!("serial:{}", board.port);
    let said = refusal(&["run", "examples/gcn_scan_add.s", "--engine", &engine], b"");
    let cure = said.split("; add ").nth(1).expect("a cure").trim();
    let settings: Vec<&str> = cure.split(' ').collect();
    lanebeat(&[&SCAN[..], &["--engine", &engine], &settings].concat()).good();
}

#[test]
fn a_port_without_a_board_is_told() {
    let silent = Terminal::new().expect("a pseudo-terminal");
    let engine = |port: &str| format!("serial:{port}");
    let run =
        |port: &str| refusal(&[&SCAN[..], &ULX3S, &["--engine", &engine(port)]].concat(), b"");
    let path = silent.path.to_str().expect("UTF-8");
    let expected = format!(
        "error: {path}: no board answers within 2 s; load its bitstream, and give the board's rate by --baud\n"
    );
    assert_eq!(run(path), expected);
    let cure = "name the board's port, one of /dev/ttyUSB* or /dev/ttyACM*, that you may read and write (Debian: group dialout)";
    for (port, reason) in
        [("/dev/null", "it is no serial line"), ("/dev/nowhere", "no such file or directory")]
    {
        let said = run(port);
        let head = format!("error: {port} cannot be opened as a serial line: {reason}");
        assert!(said.starts_with(&head) && said.contains(cure), "{said}");
    }
}

#[test]
fn what_a_serial_port_cannot_do_is_refused() {
    let cases: [(&[&str], &str); 4] = [
        (
            &["--engine", "serial:/dev/null", "--vcd", "w.vcd"],
            "--vcd needs signals, and a board shows none",
        ),
        (&["--baud", "9600"], "--baud is about a serial port; use --engine serial:PORT"),
        (&["--engine", "serial:"], "serial:PORT"),
        (&["--engine", "serial:/dev/null", "--baud", "12"], "it must be a whole number from 300"),
    ];
    for (options, words) in cases {
        let said = refusal(&[&SCAN[..], options].concat(), b"");
        assert!(said.contains(words), "{said}");
    }
    for options in [["--clocks-per-bit", "3"], ["--lose", "0"], ["--garble", "many"]] {
        let said = refusal(&[&["board", "serve"][..], &options].concat(), b"");
        assert!(said.contains("it must be a whole number from "), "{said}");
    }
}

#[test]
fn a_served_board_ends_by_a_signal() {
    use std::os::unix::process::ExitStatusExt as _;
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let mut board = Served::new(&["--json"]);
        assert_eq!(board.port, "{", "JSON");
        let status = end(board.child.take().expect("it runs"), signal);
        assert_eq!(status.signal(), Some(number));
    }
}

#[test]
fn two_runs_at_once_do_not_disturb_each_other() {
    let board = Served::new(&[]);
    let scans = std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| board.scan(&[])));
        both.map(|scan| scan.join().expect("no panic"))
    });
    let good = scans.iter().filter(|scan| scan.status == Some(0)).count();
    assert!(good > 0, "{} {}", scans[0].errors, scans[1].errors);
    for scan in scans.iter().filter(|scan| scan.status != Some(0)) {
        assert!(scan.errors.contains("another program uses it"), "{}", scan.errors);
    }
}
