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
mod bytes;
mod float;
mod operands;
mod parts;
pub(super) mod ports;
mod video;

use arithmetic::{SumControl, Sums};
use bit_fields::{FieldOperands, LookupInputs, ShiftControl, TruthTable};
use bytes::Permuted;
use operands::Operands;
use parts::{AddedC, Parts};
use ports::Terms;

use crate::isa::encoding::{AMOUNT, COMBINATION};
use crate::isa::{
    Comparison, ExecOperation, FloatOperation, LaneMove, LaneOperation, MaskFunction,
    ReadOperation, ShuffleMode, Signedness, VoteOperation,
};
use crate::rtl::codes::{is_choice, is_class};
use crate::rtl::gates::sum_with_carry;
use crate::rtl::prelude::*;

pub use bit_fields::leading_zeros;
pub use float::float;
pub use ports::{Inputs, Outputs};
pub use video::{video, video_select};

/// Builds the lane of `plan`.
pub fn lane(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "ALU, predicate logic and result select of one lane.";
    Block::of("lanebeat_lane", purpose, plan, |m, inputs| all_units(m, plan, &inputs))
}

fn all_units<'m>(m: &'m Builder, plan: &Plan, inputs: &Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let &Inputs { opcode, a, b, c, .. } = inputs;
    let class = opcode
        .slice(4, 4)
        .named("operation_class")
        .because("The opcode's upper digit names the part of the lane that counts.");
    let choice = opcode.slice(0, 4).named("choice");
    let is_shift = is_class(class, LaneOperation::ShiftLeft).named("is_shift");
    let is_logic = is_class(class, LaneOperation::And).named("is_logic");
    let permuted = plan.bits.then(|| {
        let permutes = (is_logic & choice.bit(3)).named("permutes");
        let by_bytes = is_choice(choice.slice(0, 1), LaneOperation::PermuteBytesWide);
        Permuted::new(permutes, a, by_bytes.named("permutes_by_bytes"))
    });
    let is_product = if plan.multiply {
        is_class(class, LaneOperation::MultiplyLow).named("is_product")
    } else {
        m.constant(1, 0)
    };
    let parts = plan.video.then(|| {
        let signed_product = arithmetic::is_signed_product(is_product, choice);
        Parts::new(plan, inputs, [class, choice, is_shift, signed_product], permuted)
    });
    let (x, y) = parts.as_ref().map_or((a, b), |parts| (parts.selected.x, parts.selected.y));
    let operands = Operands { a: x, b: y, choice };
    let correction = match parts {
        Some(_) => arithmetic::Correction::none(m),
        None => arithmetic::Correction::new(&operands, is_product),
    };
    let is_sum = is_class(class, LaneOperation::Add).named("is_sum");
    let mut sum_control = SumControl::new(&operands, is_sum, &correction);
    let fields = plan.bits.then(|| BitOperations::new(inputs, &operands, class));
    let signed_c = signed_c(inputs, parts.as_ref(), fields.as_ref());
    if let Some(fields) = &fields {
        let [of_a, of_b, _] = fields.negated;
        let adds_three = fields.adds_three;
        sum_control =
            sum_control.with_bits(&operands, [is_sum, adds_three], [of_a, of_b], inputs.q);
        sum_control.adds = sum_control.adds | fields.adds_first;
    }
    if let Some(parts) = &parts {
        sum_control.adds = sum_control.adds | parts.decoder.adds();
    }
    let layout = parts.as_ref().map(|parts| parts.layout);
    let floats = plan.float.then(|| {
        let gives_word = is_class(class, FloatOperation::Add).named("is_float");
        let compares = is_class(class, FloatOperation::Compare(Comparison::Equal));
        Floats { gives_word, compares: compares.named("is_float_comparison") }
    });
    let compared = floats.map_or(operands, |floats| floats.magnitudes(&operands));
    let sums = Sums::new(m, &compared, &sum_control, layout);
    let float = floats.map(|floats| floats.unit(inputs, choice, &sums));
    let counts = Counts::new(m, &operands, class);
    let sum_with_product = parts.as_ref().map(|parts| parts.multiply_add(signed_c));
    let product = match sum_with_product {
        Some(sum) => sum.slice(0, 64),
        None if plan.multiply => arithmetic::product(m, x, y),
        None => m.constant(64, 0),
    };
    let product_word = product_word(&operands, product, is_product);

    let of_fields = fields.as_ref().map(|fields| fields.operands(inputs, &sums));
    let terms = match &parts {
        Some(parts) => {
            let sum = sum_with_product.expect("a lane with video multiplies");
            parts.terms(inputs, &sums, &sum_control, is_shift, sum, of_fields)
        }
        None => integer_terms(m, &operands, &sums, &sum_control, is_shift, of_fields),
    };

    let mut takes_c = m.constant(1, 0);
    if plan.multiply {
        let adds_c = is_product & is_choice(choice, LaneOperation::MultiplyAdd);
        takes_c = match plan.bits {
            true => adds_c | (is_shift & is_choice(choice, LaneOperation::ShiftLeftOr)),
            false => adds_c,
        }
        .named("takes_c");
    }
    let of_two = match &fields {
        Some(_) => (is_logic & !choice.slice(2, 2).any()).named("is_logic_of_two"),
        None => is_logic,
    };
    // With the selectors of video instructions, PRMT finds its word in y.
    let in_y = permuted.filter(|_| plan.video);
    let table = logic_table(&operands, inputs.p, class, of_two, &correction, in_y);
    let is_extreme =
        is_class(class, LaneOperation::Minimum(Signedness::Signed)).named("is_extreme");
    let extreme_is_a = sums.extreme_is_a(&operands).named("extreme_is_a");
    let mut extreme_a = is_extreme & extreme_is_a;
    let mut extreme_b = is_extreme & !extreme_is_a;
    if let Some(float) = &float {
        (extreme_a, extreme_b) = (extreme_a | float.takes_a, extreme_b | float.takes_b);
    }
    let extreme = TruthTable::none(m)
        .or_taken(extreme_a.named("takes_extreme_a"), extreme_b.named("takes_extreme_b"));
    let logic = match &fields {
        Some(_) => {
            let looks_up = (is_logic & choice.bit(2)).named("looks_up").repeat(8);
            let of_c = m.constant(8, 0xaa) & takes_c.repeat(8);
            let known = table.rows(m) | (inputs.immediate & looks_up) | of_c;
            let why = "One table of eight rows gives LOP3, functions of a and b, and c itself.";
            let known = known.named("rows_before_sums").because(why);
            let rows = (known | extreme.rows(m)).named("rows");
            let inputs = LookupInputs { rows, a: x, b: y, c };
            bit_fields::lookup().instance(m, "lookup", inputs).word
        }
        None => table.or_taken(extreme_a, extreme_b).of(x, y).named("logic_result"),
    };
    let mut words = vec![logic];
    match permuted {
        Some(_) if plan.video => {}
        Some(permuted) => words.push(permuted.word(b, c).named("permute_result")),
        None if plan.multiply => words.push((c & takes_c.repeat(32)).named("added_c")),
        None => {}
    }
    words.push(
        counts
            .word
            .named("count_result")
            .because("Each word is 0 for all operations but its own; an OR joins them."),
    );
    words.push(terms.addend);
    if plan.shuffle {
        words.push(shuffle_result(m, plan, inputs, &operands, class).named("shuffle_result"));
    }
    words.extend(float.as_ref().map(|float| float.word));
    let word = words.into_iter().reduce(|all, word| all | word).expect("there are words");

    let population = counts.population.zero_extend(32);
    let mut augend = product_word | population | terms.augend;
    let mut carry = correction.takes_a | correction.takes_b | counts.population_carry;
    if plan.vote {
        // Behind the product, whose two words leave two inputs of a LUT6.
        let is_vote = is_class(class, VoteOperation::Ballot).named("is_vote");
        augend = augend | (inputs.vote_word & is_vote.repeat(32)).named("vote_result");
    }
    if let Some(fields) = &fields {
        let added = match parts {
            Some(_) => signed_c.slice(0, 32) & fields.adds_c.repeat(32),
            None => signed_c,
        };
        augend = augend | added.named("added_word");
        carry = carry | fields.carry;
    }
    if let Some(float) = &float {
        let exponent = m.concat(&[m.constant(23, 0), float.exponent, float.changes_sign]);
        augend = augend | exponent.named("float_exponent");
        carry = carry | float.rounds_up;
    }
    let augend = augend.named("augend").because(
        "One adder ends the lane: products, votes, counts, roundings and carries meet in it.",
    );
    let (addend, carry) = (word.named("addend"), carry.named("carry"));
    let result = sum_with_carry("sum", augend, addend, carry);

    let mut compares =
        is_class(class, LaneOperation::Compare(Comparison::Equal, Signedness::Signed));
    let mut relation = sums.compare(&operands).named("compare_result");
    if let (Some(floats), Some(float)) = (floats, float) {
        relation = floats.compares.mux(float.comparison, relation);
        compares = compares | floats.compares;
    }
    let mask = mask(plan, inputs, &operands, class, [compares, relation]);
    let mask = match &fields {
        Some(_) => {
            let looks_up = (is_logic & choice.bit(0) & choice.bit(2)).named("looks_up_any");
            let carries = (is_sum & sums.carry_out(&operands)).named("carry_of_sum");
            mask | carries | (looks_up & (logic.any() | inputs.q))
        }
        None => mask,
    };
    Outputs { result, mask }
}

/// Which operations on floats are wanted.
#[derive(Clone, Copy)]
struct Floats<'m> {
    gives_word: Signal<'m>,
    compares: Signal<'m>,
}

impl<'m> Floats<'m> {
    /// The operands as the adder compares them: where they are floats, without their signs.
    fn magnitudes(self, operands: &Operands<'m>) -> Operands<'m> {
        let is_integer = (!(self.gives_word | self.compares)).named("is_no_float");
        let word = |name: &str, word: Signal<'m>| {
            let m = word.builder();
            m.concat(&[word.slice(0, 31), word.bit(31) & is_integer]).named(name)
        };
        let &Operands { a, b, choice } = operands;
        Operands { a: word("compared_a", a), b: word("compared_b", b), choice }
    }

    fn unit(
        self,
        inputs: &Inputs<Signal<'m>>,
        choice: Signal<'m>,
        sums: &Sums<'m>,
    ) -> float::Outputs<Signal<'m>> {
        let &Inputs { a, b, c, modifiers, .. } = inputs;
        let inputs = float::Inputs {
            choice,
            modifiers,
            a,
            b,
            c,
            magnitude_is_less: sums.less_unsigned,
            magnitude_is_same: sums.equal.all(),
            gives_word: self.gives_word,
        };
        float::float().instance(choice.builder(), "float_unit", inputs)
    }
}

/// Signals of the operations of the feature `bits`.
struct BitOperations<'m> {
    /// IADD3.
    adds_three: Signal<'m>,
    /// Whether IADD3 negates a, b, c.
    negated: [Signal<'m>; 3],
    /// ADDSHL.
    adds_first: Signal<'m>,
    /// The last addition adds c, or -c.
    adds_c: Signal<'m>,
    carry: Signal<'m>,
}

impl<'m> BitOperations<'m> {
    fn new(inputs: &Inputs<Signal<'m>>, operands: &Operands<'m>, class: Signal<'m>) -> Self {
        let &Operands { choice, .. } = operands;
        let immediate = inputs.immediate;
        let is =
            |operation: LaneOperation| is_class(class, operation) & is_choice(choice, operation);
        let adds_three = is(LaneOperation::AddThree).named("adds_three");
        let adds_c = adds_three
            | is(LaneOperation::ShiftLeftAdd).named("is_shladd")
            | is(LaneOperation::FunnelLeftAdd).named("is_lea_high");
        let negated: [Signal; 3] = std::array::from_fn(|place| {
            (immediate.bit(place) & adds_three)
                .named(["negates_a", "negates_b", "negates_c"][place])
        });
        let [of_a, of_b, of_c] = negated;
        let of_both = (of_a & of_b).named("negates_a_and_b");
        Self {
            adds_three,
            negated,
            adds_first: is(LaneOperation::AddShiftLeft),
            adds_c: adds_c.named("adds_signed_c"),
            carry: of_both | of_c,
        }
    }

    fn operands(&self, inputs: &Inputs<Signal<'m>>, sums: &Sums<'m>) -> FieldOperands<'m> {
        let amount = inputs.immediate.slice(0, AMOUNT.width);
        FieldOperands { a: inputs.a, c: inputs.c, total: sums.total, amount }
    }
}

/// c, its complement or -c where IADD3 or a shift adds it, in 32 bits or more; what VMAD adds to its
/// product, in 34; else 0. -x is not x + 1, and the last adder's carry adds one 1, while -a - b - c needs two.
/// Without the features `bits` and `video`, c itself.
fn signed_c<'m>(
    inputs: &Inputs<Signal<'m>>,
    parts: Option<&Parts<'m>>,
    fields: Option<&BitOperations<'m>>,
) -> Signal<'m> {
    let of_fields = fields.map(|fields| {
        let [a, b, c] = fields.negated;
        AddedC {
            c: inputs.c,
            takes: fields.adds_c,
            flips: c,
            borrows: c.builder().constant(1, 0),
            carry: (a & b & c).named("negates_all"),
        }
    });
    let Some(added) = parts.map_or(of_fields, |parts| Some(parts.added_c(inputs.c, of_fields)))
    else {
        return inputs.c;
    };
    let AddedC { c, takes, flips, borrows, carry } = added;
    let width = c.width();
    let carry = carry.named("carry_to_c");
    let taken = c & takes.named("takes_signed_c").repeat(width);
    let flipped = (taken ^ flips.named("flips_c").repeat(width)).named("flipped_c");
    sum_with_carry("signed_c", borrows.repeat(width), flipped, carry)
}

/// Counts of the bits of a, 0 where they are not wanted.
struct Counts<'m> {
    /// Position of the highest one or leading zeros, or a with its bits reversed.
    word: Signal<'m>,
    /// The number of ones, 5 bits, to which the carry and b are to be added.
    population: Signal<'m>,
    population_carry: Signal<'m>,
}

impl<'m> Counts<'m> {
    fn new(m: &'m Builder, operands: &Operands<'m>, class: Signal<'m>) -> Self {
        let &Operands { a, choice, .. } = operands;
        let is_count = is_class(class, LaneOperation::PopulationCount).named("is_count");
        let counts_ones = is_count & !choice.slice(0, 2).any();
        let counts_ones = counts_ones.named("counts_ones");
        let reverses = (is_count & is_choice(choice, LaneOperation::BitReverse)).named("reverses");
        let counts_zeros = (is_count & choice.bit(1)).named("counts_zeros");
        // The position of the highest one is the complement of the number of zeros above it.
        let (zeros, none) = bit_fields::leading_zeros(m, a);
        let number = zeros ^ (!choice.bit(0)).repeat(5);
        let number = (number.zero_extend(32) | none.repeat(32)).named("zeros_or_position");
        let reversed = (bit_fields::reversed(m, a) & reverses.repeat(32)).named("reversed");
        Self {
            word: (number & counts_zeros.repeat(32)) | reversed,
            population: bit_fields::population_of_31(m, a) & counts_ones.repeat(5),
            population_carry: a.bit(31) & counts_ones,
        }
    }
}

/// Function of the logic unit: logic; moves, SEL and extremes, which take a or b; b where ones are
/// added to it or where it has been `permuted`; the correction of a signed product where it is one
/// factor.
fn logic_table<'m>(
    operands: &Operands<'m>,
    p: Signal<'m>,
    class: Signal<'m>,
    is_logic: Signal<'m>,
    correction: &arithmetic::Correction<'m>,
    permuted: Option<Permuted<'m>>,
) -> TruthTable<'m> {
    let choice = operands.choice;
    let is_move = is_class(class, LaneOperation::Move).named("is_move");
    let selects_b = (choice.bit(0) & !p).named("selects_b");
    // MBCNT, whose choice has bit 3, adds b as v_bcnt_u32_b32 does.
    let adds_b = is_class(class, LaneOperation::PopulationCount)
        & !choice.slice(0, 2).any()
        & (!choice.bit(2) | choice.bit(3));
    let adds_b = adds_b.named("adds_b_to_count");
    let takes_a = is_move & !selects_b;
    let takes_b = (is_move & selects_b) | adds_b;
    let takes_b = permuted.map_or(takes_b, |permuted| takes_b | permuted.permutes);
    let &arithmetic::Correction { takes_a: corrects_a, takes_b: corrects_b } = correction;
    TruthTable::logic(operands, is_logic)
        .or_complemented(
            (corrects_a & !corrects_b).named("corrects_by_a_alone"),
            (corrects_b & !corrects_a).named("corrects_by_b_alone"),
        )
        .or_taken(takes_a.named("takes_a"), takes_b.named("takes_b"))
}

/// The sums and shifts of a lane without video operations.
fn integer_terms<'m>(
    m: &'m Builder,
    operands: &Operands<'m>,
    sums: &Sums<'m>,
    sum_control: &SumControl<'m>,
    is_shift: Signal<'m>,
    fields: Option<FieldOperands<'m>>,
) -> Terms<'m> {
    let &Operands { a, b, choice, .. } = operands;
    let control = ShiftControl::new(choice, b, is_shift);
    let shifted = control.shifted(m, choice, is_shift, [b, a.slice(0, 5)], fields);
    let sum = sums.total ^ sum_control.complements.repeat(32);
    let sum = (sum & sum_control.is_result.repeat(32)).named("sum_result");
    Terms { augend: m.constant(32, 0), addend: shifted.named("shift_result") | sum }
}

/// The low or high word of the product, 0 where the operation is no multiplication.
fn product_word<'m>(
    operands: &Operands<'m>,
    product: Signal<'m>,
    is_product: Signal<'m>,
) -> Signal<'m> {
    let is = |signedness| is_choice(operands.choice, LaneOperation::MultiplyHigh(signedness));
    let is_high = (is(Signedness::Signed) | is(Signedness::Unsigned)).named("is_high_product");
    let takes_low = (is_product & !is_high).named("takes_low");
    let takes_high = (is_product & is_high).named("takes_high");
    let [low, high] = [0, 32].map(|bit| product.slice(bit, 32));
    low & takes_low.repeat(32) | high & takes_high.repeat(32)
}

/// The bit for the mask destination: for each class of operations the one that it computes.
fn mask<'m>(
    plan: &Plan,
    inputs: &Inputs<Signal<'m>>,
    operands: &Operands<'m>,
    class: Signal<'m>,
    [compares, relation]: [Signal<'m>; 2],
) -> Signal<'m> {
    let pairs = is_class(class, LaneOperation::CombineMasks(MaskFunction::And)).named("is_psetp");
    let choice = operands.choice.slice(0, 2);
    let of = |operation: Operation, bit: Signal<'m>| is_class(class, operation) & bit;
    let mut mask = of(ExecOperation::Save.into(), inputs.exec);
    if plan.bits {
        let code = inputs.immediate.slice(0, COMBINATION.width);
        let function = pairs.mux(choice, code).named("mask_function");
        let left = pairs.mux(inputs.p, relation).named("left_mask");
        let right = (inputs.q | !(pairs | code.any()))
            .named("right_mask")
            .because("A compare without a function is combined by AND with true.");
        let combined = combine(function, left, right).named("combined");
        mask = mask | ((pairs | compares) & combined).named("combined_mask");
    } else {
        let combined = combine(choice, inputs.p, inputs.q).named("combined");
        mask = mask | (pairs & combined) | (compares & relation);
    }
    if plan.barrier {
        mask = mask | of(ReadOperation::BarrierPredicate.into(), operands.a.bit(0));
    }
    if plan.shuffle {
        mask = mask | of(ShuffleMode::Index.into(), inputs.shuffle_in_range);
    }
    if plan.vote {
        mask = mask | of(VoteOperation::Ballot.into(), inputs.vote_mask);
    }
    mask
}

/// SHFL and the lane moves give the word; SHFL's range form gives all ones (or 1.0 where bit 3 of the
/// choice is set) if the source is in range.
fn shuffle_result<'m>(
    m: &'m Builder,
    plan: &Plan,
    inputs: &Inputs<Signal<'m>>,
    operands: &Operands<'m>,
    class: Signal<'m>,
) -> Signal<'m> {
    let choice = operands.choice;
    let is_shuffle = is_class(class, Operation::Shuffle(ShuffleMode::Index)).named("is_shuffle");
    let is_move = match plan.moves_lanes {
        true => is_class(class, Operation::LaneMove(LaneMove::Read)),
        false => m.constant(1, 0),
    };
    let takes_word = (is_move | (is_shuffle & !choice.bit(2))).named("takes_shuffle_word");
    let takes = inputs.shuffle_takes.present_or(m.constant(1, 1)).repeat(32);
    let is_true = (is_shuffle & choice.bit(2) & inputs.shuffle_in_range)
        .named("gives_true")
        .because("SHFL's range form answers 1.0 or all ones for a source in range.");
    let one = m.constant(32, 1.0f32.to_bits().into()) & is_true.repeat(32);
    let all_ones = (is_true & !choice.bit(3)).repeat(32);
    (inputs.shuffle_word & takes_word.repeat(32) & takes) | one | all_ones
}

/// PSETP's function, of which AND has a second code for compares.
fn combine<'m>(function: Signal<'m>, left: Signal<'m>, right: Signal<'m>) -> Signal<'m> {
    let is = |wanted| is_choice(function, LaneOperation::CombineMasks(wanted));
    let of_or = is(MaskFunction::Or).mux(left | right, left & right);
    is(MaskFunction::Xor).mux(left ^ right, of_or)
}
