//! The warp shuffle (SHFL) and the lane moves of ISA.md section 10: for each lane of a beat, which thread supplies the word,
//! and the crossbar.
//!
//! ```text
//!  opcode, literals ─────►┌─────────┐──► word       lanes x 32 bits
//!  words, exec (wave) ───►│ shuffle │──► in_range   lanes x 1 bit, SHFL's predicate
//!  b, c of the lanes ────►│ lanes   │──► write      lanes x 1 bit
//!  addresses (wave) ─────►│ columns │
//!  beat, gathered ───────►└─────────┘
//! ```
//!
//! Every operation ends in the same question, "the word of which thread?", so all share one crossbar: a column of it is a
//! select of one word out of the wave's, an explicit binary tree because that maps best on LUTs. SHFL's answer comes from
//! `shuffle_select`, the arithmetic on a thread's number in its warp of 32 threads (16 in a 16-thread wave), with the warp's
//! own number above it; the others' from [`lane_move`] and [`push_select`]. Since readlane and ds_bpermute reach any thread
//! of the wave, a column has as many 32:1 selects as the wave has warps, and a last select between them; in return no
//! multiplexer of whole warps stands before it. EXEC of the source is selected beside the word.
//!
//! Where rows come one by one, the words of other beats are those that were gathered; an instruction that stays inside its
//! beat (`gathered` = 0) has gathered nothing, so its own row takes the place of row 0, and the source its lane number in it.
//!
//! **Cost**, of 16 lanes x 4 beats with yosys 0.23 `synth_xilinx -family xc7 -nowidelut -flatten`: SHFL of one warp alone
//! ([`crate::rtl::cross_lane::shuffle`]) takes 6,305 LUTs, this unit 16,244: about as much again for the second warp of the crossbar, the rest
//! for EXEC of the source, the eight sources and the search of ds_permute_b32. A column grows with the threads of the wave and so
//! the whole with lanes x threads: in 64 lanes x 8 beats 32 times as much. docs/qor.md has the bounds and what was tried.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{LaneMove, Operation, ShuffleMode};
use crate::rtl::cross_lane::lane_move::{lane_move, lowest, push_select};
use crate::rtl::gates::carries;
use crate::rtl::schedule::{Gather, index_bits, optional_input};

/// Where the segment mask starts in c.
const SEGMENT_MASK_LOW: usize = 8;

/// Source thread and range of one thread: inputs mode, thread, index (b), segment mask and clamp (c).
pub fn shuffle_select(config: &Config) -> Arc<Module> {
    let bits = index_bits(config.warp_threads());
    let builder =
        ModuleBuilder::new("lanebeat_shuffle_select", "Source thread of a SHFL and whether it is in range (ISA.md section 5).");
    let m = &builder;
    let mode = m.input("mode", 2, "0 IDX, 1 UP, 2 DOWN, 3 BFLY");
    let thread = m.input("thread", bits, "number of the thread in its warp");
    let index = m.input("index", bits, "operand b");
    let clamp = m.input("clamp", bits, "operand c, low bits");
    let segment_mask = m.input("segment_mask", bits, "operand c, from bit 8");

    // Each number is looked at as what differs from the thread's own: that of the maximum is max ^ thread.
    let to_maximum = ((thread ^ clamp) & !segment_mask).named("to_maximum");
    let to_absolute = (thread ^ index) & !segment_mask;
    let chosen = |choice: ShuffleMode| mode.is((Operation::Shuffle(choice).opcode() & 3).into());
    let up = chosen(ShuffleMode::Up).named("up");
    let moves = (up | chosen(ShuffleMode::Down)).named("moves");
    // i - b is ~(~i + b), and too low where max is above it, which is where ~max is below ~i + b. So UP is DOWN on inverted
    // numbers, and a carry means out of the warp in both.
    let from = (thread ^ up.repeat(bits)).named("from");
    let carries = carries(from, index);
    let into_bits: Vec<Signal> = std::iter::once(m.constant(1, 0)).chain(carries[..bits - 1].iter().copied()).collect();
    let to_moved = index ^ m.concat(&into_bits);
    let to_wanted = chosen(ShuffleMode::Index).mux(to_absolute, moves.mux(to_moved, index)).named("to_wanted");
    let beyond = beyond((from ^ to_wanted).named("compared"), (to_wanted ^ to_maximum).named("differs"));
    let in_range = !(beyond | (moves & carries[bits - 1])).named("reaches");

    m.output("source", thread ^ (to_wanted & in_range.repeat(bits)), "thread of the warp whose word is taken");
    m.output("in_range", in_range, "whether that is the wanted one");
    builder.finish()
}

/// Whether `wanted` is above a number from which it differs where `differs` is set: the highest such bit of it is set.
fn beyond<'m>(wanted: Signal<'m>, differs: Signal<'m>) -> Signal<'m> {
    let bits = wanted.elements(1).into_iter().zip(differs.elements(1)).enumerate();
    let step = |below: Option<Signal<'m>>, (bit, (wanted, differs)): (usize, (Signal<'m>, Signal<'m>))| {
        let above = below.map_or(differs & wanted, |below| differs.mux(wanted, below));
        Some(above.named(&format!("beyond_in_{}", bit + 1)))
    };
    bits.fold(None, step).expect("a number has bits")
}

/// One column of the crossbar: the word of one of `threads` threads.
///
/// A module that keeps its boundary: mixed with the logic of its select, which comes late, it is mapped for speed that nothing
/// gains by, to as much as half as many LUTs again; and what has a boundary is mapped once for all lanes.
pub fn crossbar_column(threads: usize) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_crossbar_column", "One lane's column of the crossbar: a word of one thread.");
    let m = &builder;
    m.keeps_boundary();
    let words = m.input("words", threads * 32, "operand a of every thread");
    let source = m.input("source", index_bits(threads), "the thread whose word is taken");
    m.output("word", words.element(source), "its word");
    builder.finish()
}

/// The number of a thread from that of its lane and of its beat.
fn thread_number<'m>(m: &'m ModuleBuilder, lane: Signal<'m>, beat: Option<Signal<'m>>) -> Signal<'m> {
    beat.map_or(lane, |beat| m.concat(&[lane, beat]))
}

/// SHFL's source as a thread of the wave, and whether it is in range.
fn shuffle_source<'m>(m: &'m ModuleBuilder, config: &Config, thread: Signal<'m>) -> (Signal<'m>, Signal<'m>) {
    let bits = index_bits(config.warp_threads());
    let select = m.instance("select", &shuffle_select(config)).broadcast("thread", thread.slice(0, bits));
    let select = select.broadcast("mode", m.input("mode", 2, "0 IDX, 1 UP, 2 DOWN, 3 BFLY"));
    let select = select.broadcast("index", m.input("index", bits, "operand b"));
    let select = select.broadcast("clamp", m.input("clamp", bits, "operand c, low bits"));
    let select = select.broadcast("segment_mask", m.input("segment_mask", bits, "operand c, from bit 8")).build();
    let source = match thread.width() - bits {
        0 => select.output("source"),
        above => m.concat(&[select.output("source"), thread.slice(bits, above)]),
    };
    (source, select.output("in_range"))
}

/// A lane move's source, and whether there is one.
fn move_source<'m>(m: &'m ModuleBuilder, config: &Config, thread: Signal<'m>, lane: Signal<'m>) -> (Signal<'m>, Signal<'m>) {
    let bits = thread.width();
    let senders = m.input("senders", config.threads(), "threads that execute and address this beat");
    let lanes = m.input("addressed_lanes", config.threads() * lane.width(), "lane that each thread addresses, bit by bit");
    let push = m.instance("push", &push_select(config).module).broadcast("lane", lane);
    let push = push.broadcast("senders", senders).broadcast("addressed_lanes", lanes).build();
    let moved = m.instance("move", &lane_move(config).module).broadcast("thread", thread);
    let moved = moved.broadcast("kind", m.input("kind", 3, "lane move: lower digit of the opcode less 8"));
    let moved = moved.broadcast("literal", m.input("literal", 32, "thread, swizzle or selectors of places 0 to 7"));
    let moved = moved.broadcast("literal_high", m.input("literal_high", 32, "selectors of places 8 to 15"));
    let moved = moved.broadcast("first", m.input("first", bits, "lowest executing thread"));
    let moved = moved.broadcast("address", m.input("address", bits, "thread that operand b addresses"));
    let moved = moved.broadcast("sender", push.output("sender")).broadcast("sent", push.output("sent")).build();
    (moved.output("source"), moved.output("exists"))
}

/// One lane: its sources and its column.
fn shuffle_lane(config: &Config) -> Arc<Module> {
    let builder =
        ModuleBuilder::new("lanebeat_wave_shuffle_lane", "One lane of the shuffle: source selects and 32-bit crossbar column.");
    let m = &builder;
    let lane = m.instance_index(index_bits(config.lanes));
    let beat = optional_input(m, "beat", index_bits(config.beats), "beat that executes");
    let thread = thread_number(m, lane, beat).named("thread");
    let is_move = m.input("is_move", 1, "a lane move, else SHFL");
    let ignores_exec = m.input("ignores_exec", 1, "an inactive source supplies its word");
    let always_writes = m.input("always_writes", 1, "a thread without a source executes with 0");
    let (shuffled, in_range) = shuffle_source(m, config, thread);
    let (moved, exists) = move_source(m, config, thread, lane);
    let source = is_move.mux(moved, shuffled).named("source");

    let exec = m.input("exec", config.threads(), "EXEC of every thread of the wave");
    let fetched = (!is_move | (exists & (ignores_exec | exec.element(source)))).named("fetched");
    let gathered = has_gathered(config).then(|| m.input("gathered", 1, "the words of other beats are there"));
    let taken = match gathered.zip(beat) {
        Some((gathered, beat)) => {
            let bits = lane.width();
            m.concat(&[source.slice(0, bits), source.slice(bits, beat.width()) & gathered.repeat(beat.width())])
        }
        None => source,
    };
    let words = m.input("words", config.threads() * 32, "operand a of every thread of the wave");
    let column =
        m.instance("column", &crossbar_column(config.threads())).broadcast("words", words).broadcast("source", taken).build();
    m.output("word", column.output("word") & fetched.repeat(32), "the word taken, 0 where none is");
    m.output("in_range", in_range, "SHFL: whether the wanted thread exists in the segment");
    m.output("write", fetched | always_writes, "the thread may be written");
    builder.finish()
}

/// The lanes of one beat.
pub fn wave_shuffle(config: &Config) -> Arc<Module> {
    let (lanes, threads) = (config.lanes, config.threads());
    let warp_bits = index_bits(config.warp_threads());
    let builder = ModuleBuilder::new("lanebeat_wave_shuffle", "SHFL and the lane moves of the lanes of one beat.");
    let m = &builder;
    let opcode = m.input("opcode", 8, "operation");
    let fetch_inactive = m.input("fetch_inactive", 1, "FI of v_permlane16_b32 and v_permlanex16_b32");
    let bound_control = m.input("bound_control", 1, "their BC");
    let beat = optional_input(m, "beat", index_bits(config.beats), "beat that executes");
    let executing = m.input("executing", threads, "EXEC and guard of every thread of the wave");
    let addresses = m.input("addresses", threads * index_bits(threads), "thread that each thread's operand b addresses");

    let is = |kind: LaneMove| opcode.slice(0, 4).is((Operation::LaneMove(kind).opcode() & 15).into());
    let is_move = opcode.slice(4, 4).is((Operation::LaneMove(LaneMove::Read).opcode() >> 4).into()).named("is_move");
    let permutes = (is(LaneMove::PermuteRow) | is(LaneMove::PermuteOtherRow)).named("permutes");
    let looks_at_exec = is(LaneMove::Pull) | is(LaneMove::Swizzle) | (permutes & !fetch_inactive);
    let (senders, addressed_lanes) = senders(m, config, beat, executing, addresses);

    let lane = m.instances("lane", lanes, &shuffle_lane(config)).broadcast("mode", opcode.slice(0, 2)).maybe("beat", beat);
    let lane = lane.broadcast("is_move", is_move).broadcast("kind", opcode.slice(0, 3));
    let lane = lane.broadcast("ignores_exec", (!looks_at_exec).named("ignores_exec"));
    let lane = lane.broadcast("always_writes", (!permutes | bound_control).named("always_writes"));
    let literal = |name: &str| m.input(name, 32, "literal of a lane move");
    let lane = lane.broadcast("literal", literal("literal")).broadcast("literal_high", literal("literal_high"));
    let lane = lane.broadcast("first", lowest(m, executing).named("first_executing"));
    let lane = lane.broadcast("senders", senders).broadcast("addressed_lanes", addressed_lanes);
    let own = m.input("own_addresses", lanes * index_bits(threads), "thread that operand b of each lane addresses");
    let field = |name: &str, about: &str| m.input(name, lanes * warp_bits, about);
    let lane = lane.spread("address", own).spread("index", field("index", "operand b of each lane: the low bits that count"));
    let lane = lane.spread("clamp", field("clamp", "operand c of each lane: the clamp"));
    let lane = lane.spread("segment_mask", field("segment_mask", "operand c of each lane: the segment mask"));
    let gathered = has_gathered(config).then(|| m.input("gathered", 1, "the words of other beats are there"));
    let lane = lane.maybe("gathered", gathered).broadcast("exec", m.input("exec", threads, "EXEC of every thread of the wave"));
    let words = m.input("words", threads * 32, "operand a of every thread of the wave");
    let lane = lane.broadcast("words", words).build();
    m.output("word", lane.output("word"), "the word of each lane");
    m.output("in_range", lane.output("in_range"), "SHFL: whether each lane's wanted thread is in range");
    m.output("write", lane.output("write"), "lanes that may be written");
    builder.finish()
}

/// Whether the words of other beats are there only where an instruction has gathered them.
fn has_gathered(config: &Config) -> bool {
    Gather::takes_a_slot(config)
}

/// For ds_permute_b32: the threads that execute and address a thread of this beat, and of every thread's address the lane,
/// bit by bit, so that one operation on a number of `threads` bits compares all threads at once.
fn senders<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    beat: Option<Signal<'m>>,
    executing: Signal<'m>,
    addresses: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let each = addresses.elements(index_bits(config.threads()));
    let plane = |bit: usize| m.concat(&each.iter().map(|address| address.bit(bit)).collect::<Vec<_>>());
    let lane_bits = index_bits(config.lanes);
    let planes: Vec<Signal> = (0..lane_bits).map(|bit| plane(bit).named(&format!("addressed_lane_{bit}"))).collect();
    let of_beat = beat.into_iter().flat_map(|beat| (0..beat.width()).map(move |bit| (beat.bit(bit), lane_bits + bit)));
    let matches = of_beat.map(|(beat, bit)| !(plane(bit) ^ beat.repeat(config.threads())));
    let senders = matches.fold(executing, |senders, matching| senders & matching).named("senders");
    (senders, m.concat(&planes).named("addressed_lanes"))
}

/// SHFL's control fields of one lane.
pub struct ShuffleControl<'m> {
    pub index: Signal<'m>,
    pub clamp: Signal<'m>,
    pub segment_mask: Signal<'m>,
}

impl<'m> ShuffleControl<'m> {
    /// `index` is what counts of operand b; clamp and segment mask are cut out of operand c.
    pub fn of(config: &Config, index: Signal<'m>, c: Signal<'m>) -> Self {
        let bits = index_bits(config.warp_threads());
        Self { index, clamp: c.slice(0, bits), segment_mask: c.slice(SEGMENT_MASK_LOW, bits) }
    }
}
