//! SHFL of one thread (ISA.md section 5): its source thread, and whether that is in range. The
//! crossbar's column next to it selects the word.

use crate::isa::ShuffleMode;
use crate::rtl::codes::is_choice;
use crate::rtl::gates::carries;
use crate::rtl::prelude::*;

/// Lowest bit of the segment mask in c.
const SEGMENT_MASK_LOW: usize = 8;

record! {
    /// SHFL's control fields of one thread, or of several side by side.
    pub struct Control {
        /// Low bits of operand b, those that count.
        index;
        clamp;
        segment_mask;
    }
}

impl<'m> Control<Signal<'m>> {
    /// `index` is what counts of operand b; clamp and segment mask are cut out of operand c.
    pub fn of(plan: &Plan, index: Signal<'m>, c: Signal<'m>) -> Self {
        let bits = plan.warp_thread.bits;
        Self { index, clamp: c.slice(0, bits), segment_mask: c.slice(SEGMENT_MASK_LOW, bits) }
    }
}

ports! {
    pub struct Inputs(plan: &Plan) {
        mode: [2] "0 IDX, 1 UP, 2 DOWN, 3 BFLY";
        thread: [plan.warp_thread.bits] "number of the thread in its warp";
        index: [plan.warp_thread.bits] "operand b";
        clamp: [plan.warp_thread.bits] "operand c, low bits";
        segment_mask: [plan.warp_thread.bits] "operand c, from bit 8";
    }

    pub struct Outputs(plan: &Plan) {
        source: [plan.warp_thread.bits] "thread of the warp whose word is taken";
        in_range: [1] "whether the thread taken is the wanted one";
    }
}

/// Source thread and range of one thread.
pub fn shuffle_select(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "Source thread of a SHFL and whether it is in range (ISA.md section 5).";
    Block::of("lanebeat_shuffle_select", purpose, plan, |m, inputs| select(m, inputs))
}

fn select<'m>(m: &'m Builder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { mode, thread, index, clamp, segment_mask } = inputs;
    let bits = thread.width();
    // Each number is looked at as what differs from the thread's own: that of the maximum is max ^
    // thread.
    let to_maximum = ((thread ^ clamp) & !segment_mask)
        .named("to_maximum")
        .because("Numbers are compared as differences from the thread's own.");
    let to_absolute = (thread ^ index) & !segment_mask;
    let chosen = |choice: ShuffleMode| is_choice(mode, Operation::Shuffle(choice));
    let up = chosen(ShuffleMode::Up).named("up");
    let moves = (up | chosen(ShuffleMode::Down)).named("moves");
    let from = (thread ^ up.repeat(bits))
        .named("from")
        .because("i - b is ~(~i + b): UP is DOWN on inverted numbers.");
    let carries = carries(from, index);
    let into_bits: Vec<Signal> =
        std::iter::once(m.constant(1, 0)).chain(carries[..bits - 1].iter().copied()).collect();
    let to_moved = index ^ m.concat(&into_bits);
    let to_wanted =
        chosen(ShuffleMode::Index).mux(to_absolute, moves.mux(to_moved, index)).named("to_wanted");
    let beyond =
        beyond((from ^ to_wanted).named("compared"), (to_wanted ^ to_maximum).named("differs"));
    let in_range = !(beyond | (moves & carries[bits - 1])).named("reaches");
    Outputs { source: thread ^ (to_wanted & in_range.repeat(bits)), in_range }
}

/// Whether `wanted` is above a number from which it differs where `differs` is set: the highest
/// such bit of it is set.
fn beyond<'m>(wanted: Signal<'m>, differs: Signal<'m>) -> Signal<'m> {
    let bits = wanted.elements(1).into_iter().zip(differs.elements(1)).enumerate();
    let mut bits = bits.map(|(bit, (wanted, differs))| (bit, wanted, differs));
    let (_, wanted, differs) = bits.next().expect("a number has bits");
    let lowest = (differs & wanted).named("beyond_in1");
    bits.fold(lowest, |below, (bit, wanted, differs)| {
        differs.mux(wanted, below).named(&format!("beyond_in{}", bit + 1))
    })
}

ports! {
    pub struct ColumnInputs(threads: usize) {
        words: [threads * 32] "operand a of every thread";
        source: [index_bits(threads)] "the thread whose word is taken";
    }

    pub struct ColumnOutputs() {
        word: [32] "word of the thread that is taken";
    }
}

/// One column of the crossbar: the word of one of `threads` threads.
///
/// A module that keeps its boundary: mixed with the logic of its select, which comes late, it is
/// mapped for speed that nothing gains by, to as much as half as many LUTs again; and what has a
/// boundary is mapped once for all lanes.
pub fn crossbar_column(threads: usize) -> Block<ColumnInputs, ColumnOutputs> {
    let name = format!("lanebeat_crossbar_column_{threads}");
    let purpose = "One lane's column of the crossbar: a word of one thread.";
    Block::of(&name, purpose, threads, |m, inputs: ColumnInputs<Signal>| {
        m.keeps_boundary();
        ColumnOutputs { word: inputs.words.element(inputs.source) }
    })
}
