//! One lane: the integer ALU, the float unit, predicates, and the result select (ISA.md section 4).
//!
//! ```text
//!  opcode ────────────►┌──────┐
//!  a, b, c ───────────►│      │──► result    32 bits
//!  p, q, old exec ────►│ lane │──► mask      1 bit: the predicate or mask-slot bit
//!  shuffle_word, … ───►│      │
//!                      └──────┘
//! ```
//!
//! The opcode's upper digit picks one of the units' results, its lower digit the choice inside the
//! unit, so a unit looks at a few opcode bits only.

mod arithmetic;
mod bit_fields;
mod float;
mod operands;
mod video;

use operands::{Operands, class_of};

use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::encoding::{MODIFIERS_A_B, MODIFIERS_C};
use crate::isa::{
    Comparison, ExecOperation, LaneMove, MaskFunction, Operation, ShuffleMode, Signedness,
    VideoOperation, video_encoding,
};
use crate::ports;
use crate::rtl::codes::{is_choice, is_class};

pub use bit_fields::leading_zeros;
pub use float::float;
pub use video::{video, video_select};

ports! {
    pub struct Inputs(config: &Config) {
        opcode: [8] "operation";
        a: [32] "operand a, after DPP";
        b: [32] "operand b or the literal";
        c: [if config.multiply { 32 } else { 0 }] "operand c or the literal";
        p: [1] "predicate p, after negation";
        q: [1] "predicate q, after negation";
        exec: [1] "EXEC of the thread before the instruction";
        video_modifiers: [if config.video { video_encoding::BITS } else { 0 }]
            "modifiers of a video instruction";
        shuffle_word: [if config.shuffle { 32 } else { 0 }] "the word that the shuffle took";
        shuffle_in_range: [usize::from(config.shuffle)] "the source of the shuffle is in range";
        vote_word: [if config.vote { 32 } else { 0 }] "the word of a vote, match or reduction";
        vote_mask: [usize::from(config.vote)] "the predicate of a vote, match or reduction";
        modifiers: [if config.float { MODIFIERS_A_B.width + MODIFIERS_C.width } else { 0 }]
            "negation and absolute value of a, b, c";
    }
}

ports! {
    pub struct Outputs() {
        result: [32] "word for the destination register";
        mask: [1] "bit for the mask destination";
    }
}

/// Builds the lane of `config`.
pub fn lane(config: &Config) -> Block<Inputs, Outputs> {
    let purpose = "ALU, predicate logic and result select of one lane.";
    let (inputs, outputs) = (Inputs::ports(config), Outputs::ports());
    Block::new("lanebeat_lane", purpose, inputs, outputs, |m, inputs| all_units(m, config, &inputs))
}

fn all_units<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: &Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let &Inputs { opcode, a, b, c, .. } = inputs;
    let class = opcode.slice(4, 4).named("operation_class");
    let operands = Operands { a, b, c, choice: opcode.slice(0, 4).named("choice") };
    let sums = arithmetic::Sums::new(&operands, class);
    let result = m
        .concat(&words(m, config, inputs, &operands, &sums, class))
        .named("unit_results")
        .element(class);
    let mask =
        m.concat(&bits(m, config, inputs, &operands, &sums)).named("unit_masks").element(class);
    let others = Outputs { result, mask };
    if config.float { with_float(m, inputs.modifiers, &operands, class, others) } else { others }
}

/// For each class of operations the word that it computes, 0 where there is none.
fn words<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: &Inputs<Signal<'m>>,
    operands: &Operands<'m>,
    sums: &arithmetic::Sums<'m>,
    class: Signal<'m>,
) -> [Signal<'m>; 16] {
    let mut words = [m.constant(32, 0); 16];
    words[class_of(Operation::Move)] =
        (operands.choice.bit(0) & !inputs.p).mux(operands.b, operands.a).named("selected");
    words[class_of(Operation::Add)] = sums.sum;
    if config.multiply {
        let video = class_of(Operation::Video(VideoOperation::Add));
        let is_video = is_class(class, Operation::Video(VideoOperation::Add));
        let (product, of_parts) = products(m, config, operands, inputs.video_modifiers, is_video);
        words[class_of(Operation::MultiplyLow)] = product;
        words[video] = of_parts;
    }
    words[class_of(Operation::Minimum(Signedness::Signed))] =
        sums.extreme(operands).named("extreme");
    words[class_of(Operation::And)] = bit_fields::logic(m, operands).named("logic_result");
    words[class_of(Operation::ShiftLeft)] = bit_fields::shift(m, operands).named("shift_result");
    words[class_of(Operation::PopulationCount)] =
        bit_fields::counts(m, operands).named("count_result");
    if config.shuffle {
        let (word, in_range) = (inputs.shuffle_word, inputs.shuffle_in_range);
        words[class_of(Operation::Shuffle(ShuffleMode::Index))] =
            shuffle_result(m, operands, word, in_range);
        words[class_of(Operation::LaneMove(LaneMove::Read))] = word;
    }
    words[class_of(Operation::Ballot)] = inputs.vote_word.zero_extend(32);
    words
}

/// What needs the multiplier: the word of the multiplications, and that of the video operations, 0
/// where there are none.
fn products<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    operands: &Operands<'m>,
    video_modifiers: Signal<'m>,
    is_video: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let &Operands { a, b, .. } = operands;
    if !config.video {
        let product = a.multiply(b).named("product");
        return (arithmetic::product(operands, product).named("product_result"), m.constant(32, 0));
    }
    let selected = video::select_parts(m, operands, video_modifiers);
    let left = is_video.mux(selected.x, a).named("left_factor");
    let right = is_video.mux(selected.y, b).named("right_factor");
    let product = left.multiply(right).named("product");
    let of_words = arithmetic::product(operands, product).named("product_result");
    (of_words, video::result(m, operands, video_modifiers, selected, product))
}

/// For each class of operations the bit that it computes, 0 where there is none.
fn bits<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: &Inputs<Signal<'m>>,
    operands: &Operands<'m>,
    sums: &arithmetic::Sums<'m>,
) -> [Signal<'m>; 16] {
    let mut bits = [m.constant(1, 0); 16];
    let comparisons = class_of(Operation::Compare(Comparison::Equal, Signedness::Signed));
    bits[comparisons] = sums.compare(operands).named("compare_result");
    if config.barrier {
        bits[class_of(Operation::TestBarrier)] = operands.a.bit(0);
    }
    let combined = combine(operands, inputs.p, inputs.q).named("combined");
    bits[class_of(Operation::CombineMasks(MaskFunction::And))] = combined;
    bits[class_of(Operation::Exec(ExecOperation::Save))] = inputs.exec;
    bits[class_of(Operation::Shuffle(ShuffleMode::Index))] = inputs.shuffle_in_range.any();
    bits[class_of(Operation::Ballot)] = inputs.vote_mask.any();
    bits
}

/// The results of the float unit and of the others.
fn with_float<'m>(
    m: &'m ModuleBuilder,
    modifiers: Signal<'m>,
    operands: &Operands<'m>,
    class: Signal<'m>,
    others: Outputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let &Operands { a, b, c, choice } = operands;
    let float = float::float().instance(m, "float", float::Inputs { choice, modifiers, a, b, c });
    let is_word = is_class(class, Operation::FloatAdd).named("is_float");
    let is_comparison =
        is_class(class, Operation::FloatCompare(Comparison::Equal)).named("is_float_comparison");
    Outputs {
        result: is_word.mux(float.result, others.result),
        mask: is_comparison.mux(float.comparison, others.mask),
    }
}

/// SHFL gives the word; its range form gives all ones (or 1.0 where bit 3 of the choice is set) if
/// the source is in range.
fn shuffle_result<'m>(
    m: &'m ModuleBuilder,
    operands: &Operands<'m>,
    word: Signal<'m>,
    in_range: Signal<'m>,
) -> Signal<'m> {
    let one = m.constant(32, 1.0f32.to_bits().into());
    let all_ones = m.constant(32, u32::MAX.into());
    let true_word = operands.choice.bit(3).mux(one, all_ones);
    operands.choice.bit(2).mux(true_word & in_range.repeat(32), word).named("shuffle_result")
}

/// PSETP.
fn combine<'m>(operands: &Operands<'m>, p: Signal<'m>, q: Signal<'m>) -> Signal<'m> {
    let choice =
        |function: MaskFunction| is_choice(operands.choice, Operation::CombineMasks(function));
    choice(MaskFunction::And).mux(p & q, choice(MaskFunction::Or).mux(p | q, p ^ q))
}
