//! From the instruction word to what each stage must know. Fields are wires (`isa::encoding`); only
//! the few properties of an operation that the word does not spell out are decoded from the opcode,
//! from the one table of operations.

use super::instruction::Instruction;
use crate::hdl::bits;
use crate::isa::encoding::{self as word, BitField};
use crate::isa::{Feature, Field, LaneMove};
use crate::rtl::codes::{is_class, is_operation};
use crate::rtl::cross_lane::dpp::looks_into_other_rows;
use crate::rtl::gates::any_of;
use crate::rtl::prelude::*;

fn cut<'m>(instruction: Signal<'m>, field: BitField) -> Signal<'m> {
    instruction.slice(field.low, field.width)
}

/// Whether `opcode` is one of the supported operations with `property`: whole classes are compared
/// by their digit.
pub fn is_one_of<'m>(
    m: &'m Builder,
    plan: &Plan,
    opcode: Signal<'m>,
    property: impl Fn(Operation) -> bool,
) -> Signal<'m> {
    let mut terms = vec![];
    for class in 0..16 {
        let all = plan.operations.iter().filter(|planned| planned.opcode >> 4 == class);
        let members: Vec<Operation> = all.map(|planned| planned.operation).collect();
        let chosen: Vec<Operation> =
            members.iter().copied().filter(|&operation| property(operation)).collect();
        if !chosen.is_empty() && chosen.len() == members.len() {
            terms.push(is_class(opcode.slice(4, 4), members[0]));
        } else {
            terms.extend(chosen.iter().map(|operation| is_operation(opcode, *operation)));
        }
    }
    any_of(m, terms)
}

/// Cuts and decodes an instruction word as it is issued.
pub fn issued<'m>(
    m: &'m Builder,
    plan: &Plan,
    wave: Signal<'m>,
    instruction: Signal<'m>,
) -> Instruction<Signal<'m>> {
    let field = |field| cut(instruction, field);
    let only_if =
        |is_there: bool, field| if is_there { cut(instruction, field) } else { m.nothing() };
    let number = |field: BitField| instruction.slice(field.low, plan.register.bits);
    let opcode = field(word::OPCODE).named("opcode");
    let reads = |operand: usize, is_literal| {
        let takes = is_one_of(m, plan, opcode, |operation| operation.has_operand(operand));
        takes.named(["takes_a", "takes_b", "takes_c"][operand]) & !field(is_literal)
    };
    let dpp_enable = if plan.has(Feature::Dpp) {
        field(word::DPP_ENABLE) & !takes_no_modifier(m, plan, opcode)
    } else {
        m.nothing()
    };
    let modifiers =
        [word::MODIFIERS_A_B, word::MODIFIERS_C].map(|field| only_if(plan.float, field));
    let video = word::VIDEO_MODIFIERS.map(|field| only_if(plan.video, field));
    Instruction {
        wave,
        opcode,
        destination: number(word::DESTINATION).named("destination"),
        a: number(word::SOURCE_A).named("a"),
        b: number(word::SOURCE_B).named("b"),
        c: number(word::SOURCE_C).named("c"),
        reads_a: reads(0, word::A_IS_LITERAL).named("reads_a"),
        reads_b: reads(1, word::B_IS_LITERAL).named("reads_b"),
        reads_c: reads(2, word::C_IS_LITERAL).named("reads_c"),
        writes_register: is_one_of(m, plan, opcode, |operation| operation.uses(Field::D)),
        guard: field(word::GUARD).named("guard"),
        guard_negated: field(word::GUARD_NEGATED),
        p: field(word::SOURCE_P).named("p"),
        p_negated: field(word::P_NEGATED),
        q: field(word::SOURCE_Q).named("q"),
        q_negated: field(word::Q_NEGATED),
        mask_destination: field(word::MASK_DESTINATION).named("mask_destination"),
        a_is_literal: field(word::A_IS_LITERAL),
        b_is_literal: field(word::B_IS_LITERAL),
        c_is_literal: only_if(plan.multiply, word::C_IS_LITERAL),
        literal: field(word::LITERAL),
        literal_high: instruction.slice(word::HIGH_LITERAL.low, plan.literal_high_bits),
        literal_fill: only_if(plan.threads > 64, word::MASK_LITERAL_FILL),
        reuse: reuse(plan, opcode, instruction),
        dpp_enable,
        dpp_eight: only_if(plan.has(Feature::Dpp), word::DPP_EIGHT),
        dpp_control: only_if(plan.has(Feature::Dpp), word::DPP_CONTROL),
        dpp_fetch_inactive: only_if(plan.has(Feature::Dpp), word::DPP_FETCH_INACTIVE),
        dpp_bound_control: only_if(plan.has(Feature::Dpp), word::DPP_BOUND_CONTROL),
        dpp_bank_mask: only_if(plan.has(Feature::Dpp), word::DPP_BANK_MASK),
        dpp_row_mask: only_if(plan.has(Feature::Dpp), word::DPP_ROW_MASK),
        dpp_spare: only_if(plan.has(Feature::Dpp), word::DPP_SELECTORS[0]),
        modifiers: m.concat(&modifiers),
        permute_fetch_inactive: only_if(plan.moves_lanes, word::PERMUTE_FETCH_INACTIVE),
        permute_bound_control: only_if(plan.moves_lanes, word::PERMUTE_BOUND_CONTROL),
        video: m.concat(&video),
        immediate: only_if(plan.bits, word::IMMEDIATE),
        ..Instruction::nothing(m)
    }
}

/// The `.reuse` of a, b and c; of no bits where nothing is kept.
fn reuse<'m>(plan: &Plan, opcode: Signal<'m>, instruction: Signal<'m>) -> Signal<'m> {
    let m = opcode.builder();
    if !plan.reuse {
        return m.nothing();
    }
    let has_none = |operation: Operation| {
        !operation.takes_reuse() && (0..3).any(|operand| operation.has_operand(operand))
    };
    let switch = cut(instruction, word::DPP_ENABLE);
    let modified = match plan.bits {
        // The bit of the DPP switch may be one of a literal.
        true => {
            let takes_two = is_one_of(m, plan, opcode, Operation::takes_two_literals);
            let [a, b, c] = [word::A_IS_LITERAL, word::B_IS_LITERAL, word::C_IS_LITERAL]
                .map(|is_literal| cut(instruction, is_literal));
            let has_two = (a & (b | c)) | (b & c);
            takes_two.named("takes_two_literals").mux(has_two, switch)
        }
        false => switch,
    };
    let room = !(is_one_of(m, plan, opcode, has_none) | modified);
    let operands = if plan.multiply { word::REUSE.width } else { word::REUSE.width - 1 };
    instruction.slice(word::REUSE.low, operands) & room.repeat(operands)
}

/// Whether the operation has no DPP modifier whatever the word's bits say: the second literal may
/// lie over them.
fn takes_no_modifier<'m>(m: &'m Builder, plan: &Plan, opcode: Signal<'m>) -> Signal<'m> {
    is_one_of(m, plan, opcode, |operation| {
        matches!(operation, Operation::LaneMove(_) | Operation::WriteLane)
            || operation.takes_immediate()
    })
}

/// Whether a shuffle, a lane move or a vote looks into other beats.
pub fn looks_into_other_beats<'m>(m: &'m Builder, plan: &Plan, opcode: Signal<'m>) -> Signal<'m> {
    is_one_of(m, plan, opcode, |operation| plan.reach(operation) > plan.lanes)
}

/// Whether SHFL or a lane move takes words through the crossbar.
pub fn shuffles<'m>(m: &'m Builder, plan: &Plan, opcode: Signal<'m>) -> Signal<'m> {
    is_one_of(m, plan, opcode, |operation| {
        matches!(
            operation,
            Operation::Shuffle(_) | Operation::ShuffleRange(..) | Operation::LaneMove(_)
        )
    })
}

/// Whether SHFL or a lane move sees more parts of the wave than `parts`, one after the other.
pub fn sees_more_than<'m>(
    m: &'m Builder,
    plan: &Plan,
    opcode: Signal<'m>,
    parts: usize,
) -> Signal<'m> {
    is_one_of(m, plan, opcode, |operation| plan.parts_seen(operation) > parts)
}

/// Passes that follow the first one.
fn passes_after_first<'m>(plan: &Plan, issued: &Instruction<Signal<'m>>) -> Signal<'m> {
    let m = issued.opcode.builder();
    let bits = plan.pass.bits;
    let bit = |bit: usize| {
        let has = |operation| (plan.passes(operation) - 1) >> bit & 1 == 1;
        is_one_of(m, plan, issued.opcode, has).named(&format!("adds{}_passes", 1 << bit))
    };
    let number = m.concat(&(0..bits).map(bit).collect::<Vec<_>>()).named("passes_after_first");
    if !plan.has(Feature::Dpp) || !plan.takes_gather_slot {
        return number;
    }
    // The modifier's bits say something else where there is no register src0: in s_nop and EXEC
    // operations.
    let modified = issued.dpp_enable & issued.reads_a;
    let moves = if plan.beats_per_row > 1 {
        modified
    } else {
        modified & !issued.dpp_eight & looks_into_other_rows(issued.dpp_control)
    };
    number | moves.zero_extend(bits)
}

/// Returns `issued` with the number of its passes, and with its reads besides operand a in the
/// passes before the last: the guard, and q of a vote, if it looks for executing threads; operands
/// b and c if they say which word of a part of the wave is taken, or are addresses of threads.
pub fn with_passes<'m>(
    m: &'m Builder,
    plan: &Plan,
    issued: Instruction<Signal<'m>>,
) -> Instruction<Signal<'m>> {
    if plan.pass.bits == 0 {
        return issued;
    }
    let passes_left = passes_after_first(plan, &issued);
    let looks_for_executing = |operation: Operation| {
        operation.is_vote()
            || matches!(operation, Operation::LaneMove(LaneMove::ReadFirst | LaneMove::Push))
    };
    // The other lane moves have literals there.
    let looks_at_operands = |operation| match operation {
        Operation::LaneMove(LaneMove::Pull | LaneMove::Push) => true,
        Operation::LaneMove(_) => false,
        _ => plan.parts_seen(operation) > 1,
    };
    let masks = is_one_of(m, plan, issued.opcode, looks_for_executing);
    let asks = plan.reads_operands_early && !plan.register_file.allocates_reads();
    let gathers_operands =
        if asks { is_one_of(m, plan, issued.opcode, looks_at_operands) } else { m.nothing() };
    let gathers_masks = passes_left.any() & masks;
    Instruction { passes_left, gathers_masks, gathers_operands, ..issued }
}

/// Whether `opcode` is that of a supported operation, by a table of all of them.
fn is_known<'m>(m: &'m Builder, plan: &Plan, opcode: Signal<'m>) -> Signal<'m> {
    let (class, choice) = (opcode.slice(4, 4), opcode.slice(0, 4));
    let mut known = bits(256, 0);
    plan.operations.iter().for_each(|planned| known.set(planned.opcode.into(), true));
    m.code_bits("KNOWN_OPCODES", known)
        .because("A bit for each opcode, 8'h00 lowest: whether this machine has the instruction.")
        .element(class)
        .named("known_in_class")
        .element(choice)
}

/// Whether the word is no instruction of this configuration: an unknown opcode, or a bit set that
/// means nothing here.
pub fn illegal<'m>(plan: &Plan, opcode: Signal<'m>, instruction: Signal<'m>) -> Signal<'m> {
    let m = opcode.builder();
    let known = is_known(m, plan, opcode);
    let mut read = [false; word::INSTRUCTION_BITS];
    let mut mark = |field: BitField| read[field.low..field.low + field.width].fill(true);
    let always = [
        [word::LITERAL, word::OPCODE, word::EXTRA_SLOTS, word::MASK_DESTINATION],
        [word::GUARD, word::GUARD_NEGATED, word::SOURCE_P, word::P_NEGATED],
        [word::SOURCE_Q, word::Q_NEGATED, word::A_IS_LITERAL, word::B_IS_LITERAL],
    ];
    always.into_iter().flatten().chain([word::C_IS_LITERAL]).for_each(&mut mark);
    for number in [word::DESTINATION, word::SOURCE_A, word::SOURCE_B, word::SOURCE_C] {
        mark(BitField { width: plan.register.bits, ..number });
    }
    if plan.has(Feature::Dpp) {
        let flags =
            [word::DPP_ENABLE, word::DPP_EIGHT, word::DPP_FETCH_INACTIVE, word::DPP_BOUND_CONTROL];
        flags.into_iter().chain(word::DPP_SELECTORS).for_each(&mut mark);
    }
    if plan.has(Feature::Float) {
        [word::MODIFIERS_A_B, word::MODIFIERS_C].into_iter().for_each(&mut mark);
    }
    let is_exec = is_one_of(m, plan, opcode, Operation::is_exec);
    let is_video = is_one_of(m, plan, opcode, Operation::is_video);
    let has_high_literal =
        is_one_of(m, plan, opcode, |operation| operation.high_literal().is_some());
    let has_flags = is_one_of(m, plan, opcode, Operation::takes_fetch_flags);
    let takes_two = is_one_of(m, plan, opcode, Operation::takes_two_literals);
    let mut overlays = vec![(has_high_literal, word::HIGH_LITERAL)];
    if plan.video {
        overlays.extend(word::VIDEO_MODIFIERS.map(|field| (is_video, field)));
    }
    if plan.moves_lanes {
        overlays.push((has_flags, word::MODIFIERS_C));
    }
    let has_immediate = is_one_of(m, plan, opcode, |operation| {
        operation.takes_immediate() && !operation.takes_two_literals()
    });
    let compares = is_one_of(m, plan, opcode, Operation::is_compare);
    // Where a video instruction or one with an immediate would have a modifier's switch, it has none.
    let mut has_no_switch = is_video;
    if plan.bits {
        overlays.push((has_immediate, word::IMMEDIATE));
        overlays.push((takes_two, word::HIGH_LITERAL));
        overlays.push((compares, word::COMBINATION));
        has_no_switch = has_no_switch | has_immediate;
    }
    let switched = (has_no_switch & cut(instruction, word::DPP_ENABLE)).named("wrong_switch");
    let reserved = reserved_bits(m, instruction, &read, &overlays) | switched;
    let illegal = !known | (reserved & !is_exec).named("sets_reserved_bits");
    let mut has_no_modifier = is_exec | has_high_literal | is_video;
    if plan.bits {
        has_no_modifier = has_no_modifier | has_immediate | takes_two;
    }
    let illegal = if plan.has(Feature::Dpp) {
        illegal
            | (lone_modifier_bits(plan, instruction) & !has_no_modifier.named("has_no_modifier"))
    } else {
        illegal
    };
    illegal.named("illegal")
}

/// Bits that mean something in a modifier only: those of row mask bits without a row, the flag of
/// `dpp8`; and of its selectors those that no other modifier has, where that flag is not set.
fn lone_modifier_bits<'m>(plan: &Plan, instruction: Signal<'m>) -> Signal<'m> {
    let enable = cut(instruction, word::DPP_ENABLE);
    let eight = cut(instruction, word::DPP_EIGHT);
    let above =
        |low: usize, field: BitField| instruction.slice(low, field.low + field.width - low).any();
    let selectors = above(word::EXTRA_SLOTS.low + word::EXTRA_SLOTS.width, word::DPP_SELECTORS[0]);
    let stray = (selectors & !(enable & eight)).named("stray_selectors");
    let lone = (stray | (eight & !enable)).named("lone_modifier_bits");
    match plan.row_mask_bits {
        4 => lone,
        // A modifier's row mask is four bits wide however few rows there are.
        bits => lone | (above(word::DPP_ROW_MASK.low + bits, word::DPP_ROW_MASK) & !enable),
    }
}

/// Bits that some operations use for something of their own, and whether the operation is one of
/// these.
type Overlay<'m> = (Signal<'m>, BitField);

/// Whether a bit is set that neither `read` marks nor an overlay of the operation covers.
fn reserved_bits<'m>(
    m: &'m Builder,
    instruction: Signal<'m>,
    read: &[bool],
    overlays: &[Overlay<'m>],
) -> Signal<'m> {
    let covers = |bit: usize| -> Vec<bool> {
        let is_in = |field: BitField| (field.low..field.low + field.width).contains(&bit);
        overlays.iter().map(|&(_, field)| is_in(field)).collect()
    };
    let unread: Vec<usize> = (0..read.len()).filter(|&bit| !read[bit]).collect();
    let kinds: std::collections::BTreeSet<Vec<bool>> =
        unread.iter().map(|&bit| covers(bit)).collect();
    let of_kind = |kind: Vec<bool>| {
        let others: Vec<bool> =
            (0..read.len()).map(|bit| read[bit] || covers(bit) != kind).collect();
        let any = m.concat(&unread_runs(instruction, &others)).any();
        let covered = overlays
            .iter()
            .zip(kind)
            .filter(|(_, covers)| *covers)
            .map(|(&(condition, _), _)| condition);
        covered.fold(any, |any, covered| any & !covered)
    };
    let reserved = kinds.into_iter().map(of_kind).reduce(|any, one| any | one);
    reserved.map_or_else(
        || m.constant(1, 0),
        |reserved| {
            reserved
                .named("reserved_bits")
                .because("Bits without a meaning here, of high register numbers too.")
        },
    )
}

/// The bits that are not marked, as slices.
fn unread_runs<'m>(instruction: Signal<'m>, read: &[bool]) -> Vec<Signal<'m>> {
    let mut runs = vec![];
    let mut low = 0;
    for run in read.chunk_by(|a, b| a == b) {
        if !run[0] {
            runs.push(instruction.slice(low, run.len()));
        }
        low += run.len();
    }
    runs
}
