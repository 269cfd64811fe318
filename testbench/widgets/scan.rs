//! The example design runs a scan: in rust-hdl's simulator, in its waveform, and as Verilog in
//! Icarus.

use std::path::Path;

use lanebeat::verilog::File;
use rust_hdl::prelude::{Block, generate_verilog};
use wellen::simple::Waveform;

use super::scan_example::{Scan, ScanMachine, THREADS, scan};
use crate::common::tools::simulate;

/// Words that overflow when they are summed up.
fn words() -> [u32; THREADS] {
    std::array::from_fn(|thread| (thread as u32 + 1).wrapping_mul(0x9e37_79b9) ^ 0x1234_5678)
}

/// The sum of the words of threads `first..=last`.
fn sum(first: usize, last: usize) -> u32 {
    words()[first..=last].iter().fold(0, |sum, &word| sum.wrapping_add(word))
}

fn run(vcd: &Path) -> Scan {
    scan(ScanMachine::new().expect("the example's machine"), words(), vcd).expect("it runs")
}

#[test]
fn every_thread_gets_the_sum_up_to_itself_and_the_shuffle_the_sum_of_all() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let found = run(&folder.path().join("scan.vcd"));
    let expected: Vec<u32> = (0..THREADS).map(|thread| sum(0, thread)).collect();
    assert_eq!(found.words, expected);
    assert_eq!(found.total, sum(0, THREADS - 1));
}

/// The values of a signal at the rising edges of the clock, as bits with the highest first.
fn at_edges(waveform: &mut Waveform, name: &str) -> Vec<String> {
    let find = |waveform: &Waveform, name: &str| {
        let hierarchy = waveform.hierarchy();
        let var = hierarchy.all_vars().find(|var| hierarchy[*var].full_name(hierarchy) == name);
        hierarchy[var.unwrap_or_else(|| panic!("no signal {name}"))].signal_ref()
    };
    let (clock, signal) = (find(waveform, "uut.clock"), find(waveform, name));
    waveform.load_signals(&[clock, signal]);
    let changes = |waveform: &Waveform, signal| -> Vec<(u32, String)> {
        let changes = waveform.get_signal(signal).expect("it was loaded").iter_changes();
        changes.map(|(time, value)| (time, value.to_bit_string().expect("bits"))).collect()
    };
    let clock = changes(waveform, clock);
    let values = changes(waveform, signal);
    let edges =
        clock.windows(2).filter(|pair| pair[0].1 == "0" && pair[1].1 == "1").map(|pair| pair[1].0);
    // What the clock edge sees is what was there before it.
    let before = |edge: u32| {
        values.iter().rfind(|(time, _)| *time < edge).expect("a value from the start").1.clone()
    };
    edges.map(before).collect()
}

/// The low `THREADS` words of a bit string.
fn row(bits: &str) -> Vec<u32> {
    let word = |thread: usize| &bits[bits.len() - 32 * (thread + 1)..bits.len() - 32 * thread];
    (0..THREADS).map(|thread| u32::from_str_radix(word(thread), 2).expect("bits")).collect()
}

#[test]
fn rust_hdls_waveform_shows_the_window_double_with_each_step() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("scan.vcd");
    run(&file);
    let mut waveform = wellen::simple::read(&file).expect("a waveform");
    let mut column = |port: &str| at_edges(&mut waveform, &format!("uut.core.{port}"));
    let (valid, writes) = (column("retire_valid"), column("retire_writes_register"));
    let (destination, written, result) =
        (column("retire_destination"), column("retire_written"), column("retire_result"));
    let is_step = |&cycle: &usize| {
        valid[cycle] == "1" && writes[cycle] == "1" && destination[cycle] == "0001"
    };
    let steps: Vec<usize> = (0..valid.len()).filter(is_step).collect();
    assert_eq!(steps.len(), 5);
    for (step, &cycle) in steps.iter().enumerate() {
        let (distance, window) = (1 << step, 2 << step);
        let words = row(&result[cycle]);
        for thread in 0..THREADS {
            let is_written = &written[cycle][THREADS - 1 - thread..][..1] == "1";
            assert_eq!(is_written, thread >= distance, "thread {thread} in step {step}");
            if is_written {
                let expected = sum((thread + 1).saturating_sub(window), thread);
                assert_eq!(words[thread], expected, "thread {thread} in step {step}");
            }
        }
    }
}

const BENCH: &str = "
module bench;
    reg clock, reset, start, host_valid, host_write;
    reg [4:0] host_entry;
    reg [1:0] host_beat;
    reg [1023:0] words;
    wire is_running, host_ready;
    wire [255:0] host_read_data;
    wire [31:0] total;
    integer beat, lane;
    top machine (
        .clock(clock), .reset(reset), .start(start), .is_running(is_running), .host_valid(host_valid),
        .host_write(host_write), .host_entry(host_entry), .host_beat(host_beat),
        .host_write_data(words[host_beat*256 +: 256]), .host_ready(host_ready), .host_read_data(host_read_data), .total(total)
    );
    task cycle;
        begin
            #5 clock = 1;
            #5 clock = 0;
        end
    endtask
    task access;
        begin
            host_valid = 1;
            #1;
            while (!host_ready) cycle;
            cycle;
            host_valid = 0;
        end
    endtask
    initial begin
        clock = 0; start = 0; host_valid = 0; host_beat = 0; host_write = 1; host_entry = 1; reset = 1;
        words = 1024'hWORDS;
        cycle;
        reset = 0;
        for (beat = 0; beat < 4; beat = beat + 1) begin
            host_beat = beat;
            access;
        end
        start = 1;
        cycle;
        start = 0;
        while (is_running) cycle;
        repeat (16) cycle;
        host_write = 0;
        for (beat = 0; beat < 4; beat = beat + 1) begin
            host_beat = beat;
            access;
            #1;
            for (lane = 0; lane < 8; lane = lane + 1) $display(\"%h\", host_read_data[lane*32 +: 32]);
        end
        $display(\"%h\", total);
        $finish;
    end
endmodule
";

#[test]
fn the_verilog_that_rust_hdl_writes_runs_the_same_scan_in_icarus() {
    let mut machine = ScanMachine::new().expect("the example's machine");
    machine.connect_all();
    let files = [File { name: "scan.v".to_string(), text: generate_verilog(&machine) }];
    let words: String = words().iter().rev().map(|word| format!("{word:08x}")).collect();
    let Some(said) = simulate(&files, &BENCH.replace("WORDS", &words)) else { return };
    let found: Vec<u32> =
        said.lines().map(|line| u32::from_str_radix(line, 16).expect("a word")).collect();
    let expected: Vec<u32> =
        (0..THREADS).map(|thread| sum(0, thread)).chain([sum(0, THREADS - 1)]).collect();
    assert_eq!(found, expected);
}
