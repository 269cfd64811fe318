//! A rust-hdl design around Lanebeat's core and shuffle: a ROM feeds the core a scan, the shuffle
//! picks the sum of all threads. `cargo run --features rust-hdl --example rust_hdl_scan` simulates
//! it in rust-hdl and leaves its waveform and its Verilog.
//!
//! ```text
//!  counter ───► rom ───► core ─┬─ host port ◄─► test bench
//!     ▲                   │    └─ retire_result ─► shuffle IDX 31 ─► sum ─► total
//!     └── issue_ready ────┘
//! ```

use std::path::Path;
use std::sync::{Arc, Mutex};

use lanebeat::config::{Config, DppPath};
use lanebeat::isa::asm::assemble;
use lanebeat::widgets::{from_words, to_words};
use rust_hdl::prelude::*;

const LANES: usize = 8;
const BEATS: usize = 4;
/// Threads of the wave, which is one warp.
pub const THREADS: usize = LANES * BEATS;
/// Bits of the words of a beat, and of the wave.
const ROW: usize = 32 * LANES;
const WAVE: usize = 32 * THREADS;
/// Bits of a thread's number in each lane.
const THREAD_NUMBERS: usize = 5 * LANES;

/// The register that is scanned.
const SCANNED: u8 = 1;
const SCAN: &str = include_str!("inclusive_scan.s");

/// The smallest machine that runs the scan on a whole warp.
pub fn config() -> Config {
    Config {
        lanes: LANES,
        beats: BEATS,
        registers: 16,
        waves: 1,
        dpp: DppPath::None,
        vote: false,
        video: false,
        float: false,
        barrier: false,
        ..Config::default()
    }
}

// `lanebeat generate core --widget` prints such declarations; outputs that the design has no use
// for are left out.
lanebeat::widget! {
    /// The whole datapath.
    #[unit = "core"]
    pub struct Core {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub issue_valid: Signal<In, Bit>,
        pub issue_instruction: Signal<In, Bits<128>>,
        pub issue_ready: Signal<Out, Bit>,
        pub host_valid: Signal<In, Bit>,
        pub host_write: Signal<In, Bit>,
        pub host_entry: Signal<In, Bits<5>>,
        pub host_beat: Signal<In, Bits<2>>,
        pub host_write_data: Signal<In, Bits<ROW>>,
        pub host_ready: Signal<Out, Bit>,
        pub host_read_data: Signal<Out, Bits<ROW>>,
        pub retire_valid: Signal<Out, Bit>,
        pub retire_writes_register: Signal<Out, Bit>,
        pub retire_destination: Signal<Out, Bits<4>>,
        pub retire_written: Signal<Out, Bits<THREADS>>,
        pub retire_result: Signal<Out, Bits<WAVE>>,
    }
}

lanebeat::widget! {
    /// SHFL of the lanes that serve one warp.
    #[unit = "shuffle"]
    pub struct Shuffle {
        pub mode: Signal<In, Bits<2>>,
        pub words: Signal<In, Bits<WAVE>>,
        pub index: Signal<In, Bits<THREAD_NUMBERS>>,
        pub clamp: Signal<In, Bits<THREAD_NUMBERS>>,
        pub segment_mask: Signal<In, Bits<THREAD_NUMBERS>>,
        pub beat_of_warp: Signal<In, Bits<2>>,
        pub word: Signal<Out, Bits<ROW>>,
    }
}

#[derive(LogicBlock)]
pub struct ScanMachine {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The program runs from the next cycle on.
    pub start: Signal<In, Bit>,
    pub is_running: Signal<Out, Bit>,
    pub host_valid: Signal<In, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_entry: Signal<In, Bits<5>>,
    pub host_beat: Signal<In, Bits<2>>,
    pub host_write_data: Signal<In, Bits<ROW>>,
    pub host_ready: Signal<Out, Bit>,
    pub host_read_data: Signal<Out, Bits<ROW>>,
    /// The last thread's word of the scan's latest step: at the end, the sum of all words.
    pub total: Signal<Out, Bits<32>>,
    rom: ROM<Bits<128>, 4>,
    last_instruction: Constant<Bits<4>>,
    scanned: Constant<Bits<4>>,
    last_thread: Constant<Bits<THREAD_NUMBERS>>,
    counter: DFF<Bits<4>>,
    running: DFF<Bit>,
    sum: DFF<Bits<32>>,
    core: Core,
    broadcast: Shuffle,
}

impl ScanMachine {
    /// The design, its program assembled.
    ///
    /// # Errors
    /// When the blocks declared above are not those of [`config`], or the program is not one of its
    /// machine.
    pub fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let config = config();
        let program = assemble("inclusive_scan.s", SCAN, &config.target())?;
        let words: Vec<u128> =
            program.waves[0].iter().map(|line| line.instruction.encode()).collect();
        Ok(Self {
            clock: Signal::default(),
            reset: Signal::default(),
            start: Signal::default(),
            is_running: Signal::default(),
            host_valid: Signal::default(),
            host_write: Signal::default(),
            host_entry: Signal::default(),
            host_beat: Signal::default(),
            host_write_data: Signal::default(),
            host_ready: Signal::default(),
            host_read_data: Signal::default(),
            total: Signal::default(),
            last_instruction: Constant::new((words.len() as u64 - 1).into()),
            rom: words.into_iter().map(|word| word.to_bits::<128>()).into(),
            scanned: Constant::new(u64::from(SCANNED).into()),
            last_thread: Constant::new(Bits::mask()),
            counter: DFF::default(),
            running: DFF::default(),
            sum: DFF::default(),
            core: Core::new(&config)?,
            broadcast: Shuffle::new(&config)?,
        })
    }
}

impl Logic for ScanMachine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counter, running, sum);
        clock!(self, clock, core);
        self.core.reset.next = self.reset.val();

        // One instruction after the other.
        self.rom.address.next = self.counter.q.val();
        self.core.issue_instruction.next = self.rom.data.val();
        self.core.issue_valid.next = self.running.q.val();
        self.is_running.next = self.running.q.val();
        if self.running.q.val() & self.core.issue_ready.val() {
            self.counter.d.next = self.counter.q.val() + 1;
            if self.counter.q.val() == self.last_instruction.val() {
                self.running.d.next = false;
            }
        }
        if self.start.val() {
            self.counter.d.next = 0.into();
            self.running.d.next = true;
        }

        self.core.host_valid.next = self.host_valid.val();
        self.core.host_write.next = self.host_write.val();
        self.core.host_entry.next = self.host_entry.val();
        self.core.host_beat.next = self.host_beat.val();
        self.core.host_write_data.next = self.host_write_data.val();
        self.host_ready.next = self.core.host_ready.val();
        self.host_read_data.next = self.core.host_read_data.val();

        // SHFL.IDX 31 of what retires: every lane gets the last thread's word.
        self.broadcast.mode.next = 0.into();
        self.broadcast.words.next = self.core.retire_result.val();
        self.broadcast.index.next = self.last_thread.val();
        self.broadcast.clamp.next = self.last_thread.val();
        self.broadcast.segment_mask.next = 0.into();
        self.broadcast.beat_of_warp.next = 0.into();
        if self.core.retire_valid.val()
            & self.core.retire_writes_register.val()
            & (self.core.retire_destination.val() == self.scanned.val())
        {
            self.sum.d.next = self.broadcast.word.val().get_bits::<32>(0);
        }
        self.total.next = self.sum.q.val();
    }
}

/// What a simulation left behind.
#[derive(Clone, Default, Debug)]
pub struct Scan {
    /// The scanned register.
    pub words: Vec<u32>,
    pub total: u32,
}

/// Picoseconds from one clock edge to the next, and more of them than any simulation takes.
const HALF_PERIOD: u64 = 5_000;
const LONGEST: u64 = 10_000 * HALF_PERIOD;
/// Cycles in which the last instruction has retired.
const DRAIN: usize = 16;

/// Waits until the clock has risen and fallen again.
fn cycle(
    sim: &mut Sim<ScanMachine>,
    mut design: Box<ScanMachine>,
) -> Result<Box<ScanMachine>, SimError> {
    wait_clock_true!(sim, clock, design);
    wait_clock_false!(sim, clock, design);
    Ok(design)
}

/// Reads or writes the row that the host port's other inputs describe.
fn host_access(
    sim: &mut Sim<ScanMachine>,
    mut design: Box<ScanMachine>,
) -> Result<Box<ScanMachine>, SimError> {
    design.host_valid.next = true;
    design = sim.wait(1, design)?;
    loop {
        let is_done = design.host_ready.val();
        design = cycle(sim, design)?;
        if is_done {
            design.host_valid.next = false;
            return Ok(design);
        }
    }
}

/// Resets, writes `words`, runs the program, and reads what it made of them.
fn bench(mut sim: Sim<ScanMachine>, words: &[u32], scan: &Mutex<Scan>) -> Result<(), SimError> {
    let mut design = sim.init()?;
    design.reset.next = true;
    design = cycle(&mut sim, design)?;
    design.reset.next = false;
    design.host_entry.next = u64::from(SCANNED).into();
    design.host_write.next = true;
    for (beat, row) in words.chunks(LANES).enumerate() {
        design.host_beat.next = beat.to_bits();
        design.host_write_data.next = from_words(row);
        design = host_access(&mut sim, design)?;
    }
    design.start.next = true;
    design = cycle(&mut sim, design)?;
    design.start.next = false;
    design = sim.watch(|design| !design.is_running.val(), design)?;
    for _ in 0..DRAIN {
        design = cycle(&mut sim, design)?;
    }
    design.host_write.next = false;
    let mut found = vec![];
    for beat in 0..BEATS {
        design.host_beat.next = beat.to_bits();
        design = host_access(&mut sim, design)?;
        found.extend(to_words(design.host_read_data.val()));
    }
    *scan.lock().expect("nobody panicked") =
        Scan { words: found, total: design.total.val().to_u32() };
    sim.done(design)
}

/// Simulates the design on `words` with rust-hdl, which writes the waveform to `vcd`.
///
/// # Errors
/// When the design is not well connected, or stands still.
pub fn scan(
    design: ScanMachine,
    words: [u32; THREADS],
    vcd: &Path,
) -> Result<Scan, Box<dyn std::error::Error>> {
    let scan = Arc::new(Mutex::new(Scan::default()));
    let left_behind = scan.clone();
    let mut simulation = Simulation::new();
    simulation.add_clock(HALF_PERIOD, |design: &mut Box<ScanMachine>| {
        design.clock.next = !design.clock.val()
    });
    simulation.add_testbench(move |sim: Sim<ScanMachine>| bench(sim, &words, &left_behind));
    let file = std::io::BufWriter::new(std::fs::File::create(vcd)?);
    simulation.run_traced(Box::new(design), LONGEST, file).map_err(|error| format!("{error:?}"))?;
    let scan = scan.lock().expect("nobody panicked").clone();
    Ok(scan)
}

#[allow(dead_code, reason = "a test takes the design from this file")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scanned = scan(
        ScanMachine::new()?,
        std::array::from_fn(|thread| thread as u32),
        Path::new("scan.vcd"),
    )?;
    println!("scan:     {:?}", scanned.words);
    println!("total:    {}", scanned.total);
    let mut design = ScanMachine::new()?;
    design.connect_all();
    std::fs::write("scan.v", generate_verilog(&design))?;
    println!("waveform: scan.vcd\nVerilog:  scan.v");
    Ok(())
}
