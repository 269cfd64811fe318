//! The table of numbers: name, formula and sentence of each, once.

use std::ops::Deref;

use serde::Serialize;

use super::passes::{self, Gather, PlannedOperation};
use super::units::{PlannedUnit, units};
use super::{MASK_FILE_ENTRIES, PROGRAM_WORDS, Range, WINDOW, time};
use crate::config::{Config, DppPath};
use crate::isa::encoding::{self as word, EXTRA_SLOTS};
use crate::isa::{COUNTERS, Feature, Operation, ROW_THREADS};

/// Numbers of a plan that belong together.
pub struct Section {
    /// Subject of the numbers.
    pub title: &'static str,
    /// The numbers.
    pub rows: Vec<Row>,
}

/// A number of a plan.
pub struct Row {
    /// Name of the field.
    pub name: &'static str,
    /// Its value in words.
    pub value: String,
    /// Meaning of the number.
    pub description: &'static str,
}

/// Declares [`Plan`]: in sections, of each number its name, type, formula, which may use the numbers
/// above it, and sentence.
macro_rules! plan {
    ($config:ident: $($section:literal {
        $( $(#[$more:meta])* $name:ident: $kind:ty = $formula:expr, $description:literal; )*
    })* lists { $( $list:ident: $item:ty = $items:expr, $lists:literal; )* }) => {
        /// A configuration and what follows from it; see [`super`].
        ///
        /// It dereferences to its [`Config`], whose parameters it shows as they are.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        pub struct Plan {
            /// The parameters.
            pub config: Config,
            $( $( #[doc = $description] $(#[$more])* pub $name: $kind, )* )*
            $( #[doc = $lists] pub $list: Vec<$item>, )*
        }

        impl Plan {
            /// The plan of `config`.
            pub fn new($config: &Config) -> Self {
                $( $( let $name: $kind = $formula; )* )*
                $( let $list: Vec<$item> = $items; )*
                Self { config: $config.clone(), $( $( $name, )* )* $( $list, )* }
            }

            /// The numbers in words.
            pub fn sections(&self) -> Vec<Section> {
                vec![ $( Section {
                    title: $section,
                    rows: vec![ $( Row {
                        name: stringify!($name),
                        value: self.$name.to_string(),
                        description: $description,
                    } ),* ],
                } ),* ]
            }
        }
    };
}

impl Deref for Plan {
    type Target = Config;

    fn deref(&self) -> &Config {
        &self.config
    }
}

plan! { config:
    "threads" {
        threads: usize = config.threads(), "threads of a wave";
        warp_threads: usize = config.warp_threads(), "threads of a warp";
        rows: usize = config.rows(), "rows of 16 threads in a wave";
        rows_per_beat: usize = config.lanes.div_ceil(ROW_THREADS),
            "rows that a beat holds; a row of several beats counts as one";
        beats_per_row: usize = ROW_THREADS.div_ceil(config.lanes), "beats that a row takes";
        lanes_of_row: usize = config.lanes.min(ROW_THREADS), "lanes of a beat that belong to one row";
        beats_per_warp: usize = warp_threads.div_ceil(config.lanes), "beats that a warp takes";
        lanes_of_warp: usize = config.lanes.min(warp_threads), "lanes of a beat that belong to one warp";
        warps_per_beat: usize = config.lanes / lanes_of_warp,
            "warps that a beat holds; a warp of several beats counts as one";
        moves_lanes: bool = config.has(Feature::LaneMoves), "there are lane moves";
        dpp_through_crossbar: bool = config.dpp == DppPath::Crossbar,
            "words of DPP come through the crossbar of SHFL";
        /// Half of the wave where lane moves see one half after the other; whole warps and beats.
        half_threads: usize = config.shuffled_threads(),
            "threads that SHFL sees in all of its passes, and the warp of a vote is among";
        part_threads: usize = half_threads / config.shuffle_passes,
            "threads whose words the crossbar of SHFL and the lane moves shows in a pass";
        most_parts_seen: usize = passes::most_parts_seen(config, part_threads),
            "parts that an operation sees one after the other, at most";
    }
    "time" {
        slot_cycles: usize = config.slot_cycles(), "cycles from one issue to the next";
        cycles_to_execute: usize = time::to_execute(config), "cycles from issue to beat 0, at least";
        phase_before_execution: usize = (cycles_to_execute - 1) % slot_cycles,
            "phase at whose end the executing stage takes the next instruction";
        cycles_to_result: usize = time::to_result(config),
            "cycles from a beat's execution to the cycle in which the file takes its result";
        dependent_distance: usize = time::dependent_distance(config),
            "slots from an instruction to the first that may read its result";
        /// Set where whole waves are written, and where the write takes a bank.
        writes_in_slots: bool =
            config.register_file.writes_whole_waves() || config.register_file.collects_operands(),
            "the sequencer says in which slot a result is written";
        /// Results of all organisations come in the order of issue: instructions execute one after
        /// the other, in that order, the last pass alone has results, and from there to the file
        /// each takes as long as any other, the slots that banks keep free for it included. So of
        /// two results the later is that of the later instruction, thread by thread, whatever guards
        /// and EXEC leave out; and a reader waits for both, as its operands are compared with every
        /// destination on its way. docs/measure/proofs.md says of which machines it is proved that
        /// nothing else needs the comparison; `two_bank`, of which little is, keeps it.
        waits_to_overwrite: bool = config.register_file.allocates_reads(),
            "an instruction waits while one on its way writes what it writes too";
        /// Set where lanes have pipeline registers, which can use it.
        tells_ahead: bool = config.stages > 0,
            "the lanes learn of a beat a cycle before its operands come";
        /// A barrier's result is there two cycles after its waves are held no more, and they issue at once.
        barrier_is_early: bool = config.barrier && cycles_to_execute > 2,
            "a barrier's result is there in the cycle before a B2R executes";
    }
    "passes" {
        /// q of a whole warp must be there at once, and REDUX combines beats.
        votes_span_beats: bool = config.vote && beats_per_warp > 1,
            "a vote looks at one beat of its warp after the other";
        /// For the votes that of a warp, for the lane moves that look for executing threads that of
        /// the wave.
        gathers_masks: bool = votes_span_beats || moves_lanes && config.beats > 1,
            "the guard of more than a beat must be there at once";
        gather: Gather = passes::gather(config),
            "what must be there of operand a besides the beat's own row";
        takes_gather_slot: bool =
            gather != Gather::Nothing && !config.register_file.writes_whole_waves(),
            "an instruction that looks into other beats takes a slot to collect them";
        lanes_matched: usize = config.lanes_matched(passes::gather_passes(config, warp_threads)),
            "lanes of a warp that MATCH compares in one beat of a pass";
        match_passes: usize = lanes_of_warp.div_ceil(lanes_matched), "passes in which MATCH compares";
        most_passes: usize = passes::operations(config, match_passes, part_threads, votes_span_beats)
            .iter()
            .map(|operation| operation.passes)
            .fold(1 + usize::from(takes_gather_slot), usize::max),
            "passes of an instruction, at most";
        counted_pass_bits: usize = {
            let of_match = if config.vote { Range::of(match_passes).bits } else { 0 };
            of_match.max(Range::of(most_parts_seen).bits)
        }, "bits of the count of passes that units look at";
        /// They pass again, or banks are taken.
        may_pass_again: bool =
            most_passes > 1 || config.register_file.collects_operands(),
            "some instructions stand in the reading stage for more than a slot";
        /// To gather or to combine beats. Where banks collect operands, only masks are gathered.
        tells_gathering: bool = votes_span_beats || takes_gather_slot
            && (moves_lanes || !config.register_file.collects_operands()),
            "units are told of beats of an instruction that passes again";
        keeps_results: bool =
            most_parts_seen > 1 || config.vote && match_passes > 1,
            "some lanes keep results from one pass to the next";
        reads_operands_early: bool = moves_lanes || most_parts_seen > 1,
            "some instructions read operands b and c in a pass before their last";
        keeps_moves: bool =
            moves_lanes && config.lanes.max(warp_threads) > part_threads,
            "a permute moves words in one of several passes";
    }
    "numbers" {
        lane: Range = Range::of(config.lanes), "lane";
        lane_of_row: Range = Range::of(lanes_of_row), "lane of a row";
        beat: Range = Range::of(config.beats), "beat of a wave";
        beat_of_row: Range = Range::of(beats_per_row), "beat of a row";
        beat_of_warp: Range = Range::of(beats_per_warp), "beat of a warp";
        thread: Range = Range::of(threads), "thread of a wave";
        warp_thread: Range = Range::of(warp_threads), "thread of a warp";
        part_seen: Range = Range::of(most_parts_seen), "part that an operation sees";
        part_thread: Range = Range::of(part_threads), "thread of a part";
        wave: Range = Range::of(config.waves), "wave";
        register: Range = Range::of(config.registers), "register of a wave";
        mask_entry: Range = Range::of(MASK_FILE_ENTRIES), "entry of a wave's mask file";
        banks: usize = config.banks(), "banks, where there are";
        bank: Range = Range::of(banks), "bank";
    }
    "widths" {
        results: usize = if config.register_file.writes_whole_waves() { threads } else { config.lanes },
            "results that are written at once";
        row_mask_bits: usize = rows.min(word::DPP_ROW_MASK.width), "bits of row_mask that have a row";
        lane_literal_bits: usize =
            if moves_lanes || config.bits { word::HIGH_LITERAL.width } else { thread.bits },
            "bits of the second literal that the lanes look at";
        literal_high_bits: usize = match moves_lanes || config.bits {
            true => word::HIGH_LITERAL.width,
            false => (threads.clamp(32, 64) - 32).max(thread.bits),
        }, "bits of the second literal, or of the second half of a mask";
        special_bits: usize = word::SPECIAL_REGISTER.width - usize::from(!config.bits),
            "bits of a special register's number, the highest of which only masks of lanes have";
        modifier_bits: usize =
            if config.float { word::MODIFIERS_A_B.width + word::MODIFIERS_C.width } else { 0 },
            "bits of the modifiers of a, b, c";
        video_bits: usize = match config.video {
            true => word::VIDEO_MODIFIERS.iter().map(|field| field.width).sum(),
            false => 0,
        }, "bits of the modifiers of a video instruction";
        host_entry_bits: usize = register.bits.max(mask_entry.bits) + 1,
            "bits of the host's entry number; the highest chooses the mask file";
    }
    "counters of the sequencer" {
        phase: Range = Range::of(slot_cycles), "cycle of the slot";
        nop_slots: Range = Range::wrapping(EXTRA_SLOTS.width), "slots that s_nop still occupies";
        pass: Range = Range::of(most_passes), "passes that follow one";
        match_pass: Range = Range::of(match_passes), "passes of MATCH that follow one";
        issue_slot: Range = Range::of(time::slots_waited(config)),
            "low bits of the slot of issue, where an instruction waits for operands";
        collector: Range = Range::of(config.collectors), "collector of the oldest instruction";
        turn: Range = Range::of(WINDOW + 1),
            "reads that a bank of two has still to do; cycle of the window, from 1";
    }
    "other counters" {
        clock_slot: Range = Range::wrapping(64 - phase.bits), "slot that executes, for CLOCK";
        counter: Range = Range::of(COUNTERS as usize), "performance counter";
        event_count: Range = Range::wrapping(32), "count of a performance counter";
        barrier_count: Range = Range::of(threads + 1), "threads of a wave that a barrier counts";
        barrier_total: Range = Range::of(config.waves * threads + 1),
            "threads of all waves that a barrier counts";
        program_counter: Range = Range::of(PROGRAM_WORDS), "instruction of the program memory";
        /// From their issue to the cycle in which their last results are written; every collector
        /// but the oldest instruction's holds one more.
        in_flight: Range = Range::of(
            config.collectors + (cycles_to_execute + cycles_to_result + config.beats) / slot_cycles + 2,
        ),
            "instructions on their way, as the feeder counts them";
        system_count: Range = Range::wrapping(64), "cycles, and instructions, as the host reads them";
    }
    lists {
        units: PlannedUnit = units(config, rows_per_beat, warps_per_beat), "units of the core";
        operations: PlannedOperation =
            passes::operations(config, match_passes, part_threads, votes_span_beats),
            "operations that there is hardware for";
    }
}

impl Plan {
    /// Returns the plan of `operation`.
    ///
    /// # Panics
    /// When the machine does not have it.
    pub fn operation(&self, operation: Operation) -> &PlannedOperation {
        let found = self.operations.iter().find(|planned| planned.operation == operation);
        found.unwrap_or_else(|| panic!("{operation:?} needs a feature that is off"))
    }

    /// Passes of `operation` without a modifier.
    pub fn passes(&self, operation: Operation) -> usize {
        self.operation(operation).passes
    }

    /// Threads side by side that `operation` looks at.
    pub fn reach(&self, operation: Operation) -> usize {
        self.operation(operation).reach
    }

    /// Parts of the wave that `operation` sees one after the other, if it is SHFL or a lane move;
    /// else 1.
    pub fn parts_seen(&self, operation: Operation) -> usize {
        passes::parts_seen(self, self.part_threads, operation)
    }
}
