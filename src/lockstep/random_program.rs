//! Random programs and states that shrink: every operation, operand form, guard and DPP modifier of
//! a configuration.

use proptest::prelude::*;

use super::random_video::{self, VideoParts};
use crate::config::Config;
use crate::engine::Garbage;
use crate::isa::asm::disassemble;
use crate::isa::{
    BARRIERS, Barrier, COUNTERS, ControlOperation, Dialect, Dpp, DppControl, Field, Instruction,
    LaneOperation, Line, MASK_ENTRIES, Mask, MaskEntry, MaskSource, Operand, Operation, Program,
    Register, Shared, SourceModifier, SpecialRegister, TABLE, Wave, WaveState,
};

/// A program and the state that every wave starts with.
#[derive(Clone)]
pub struct Case {
    pub program: Program,
    pub initial: Vec<WaveState>,
}

impl Case {
    /// The program as text that assembles to it again.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (wave, lines) in
            self.program.waves.iter().enumerate().filter(|(_, lines)| !lines.is_empty())
        {
            text += &format!(".wave {wave}\n");
            lines
                .iter()
                .for_each(|line| text += &format!("{}\n", disassemble(&line.instruction, None)));
        }
        text
    }
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", self.text())
    }
}

/// Cases for the machine of `config` of up to `longest` instructions, on up to `waves` waves.
pub fn case(config: &Config, longest: usize, waves: usize) -> impl Strategy<Value = Case> + use<> {
    let (threads, registers, all_waves) = (config.threads(), config.registers, config.waves);
    let waves = waves.min(all_waves);
    let one = (0..waves, instruction(config));
    // Waves that take turns hide each other's hazards: half of the cases have but one.
    let busy = prop_oneof![Just(1), 1..=waves];
    (busy, prop::collection::vec(one, 1..=longest), any::<u64>().no_shrink()).prop_map(
        move |(busy, instructions, seed)| {
            let mut program = Program { waves: vec![vec![]; all_waves] };
            let mut sorted = instructions;
            sorted.iter_mut().for_each(|(wave, _)| *wave %= busy);
            sorted.sort_by_key(|(wave, _)| *wave);
            let mut number = 0;
            let mut last_wave = usize::MAX;
            for (wave, instruction) in sorted {
                // The line numbers of `Case::text`, where each wave starts with a directive.
                number += if wave == last_wave { 1 } else { 2 };
                last_wave = wave;
                program.waves[wave].push(Line { instruction, number });
            }
            let meets_by_count = seed >> 32;
            order_barriers(&mut program, meets_by_count as u32);
            let initial = (0..all_waves)
                .map(|wave| random_state(threads, registers, seed.wrapping_add(wave as u64)))
                .collect();
            Case { program, initial }
        },
    )
}

/// Makes the k-th arrival of every wave one at the same barrier, so that waves never wait for each
/// other for ever and the result does not depend on who is first: for all that run, or, where bit k
/// of `by_count` says so, for as many waves as come to a k-th arrival.
fn order_barriers(program: &mut Program, by_count: u32) {
    let arrivals = |program: &Program, wave: usize| -> Vec<usize> {
        let lines = program.executed(wave).iter().enumerate();
        lines
            .filter(|(_, line)| line.instruction.operation.is_arrival())
            .map(|(position, _)| position)
            .collect()
    };
    let of_waves: Vec<Vec<usize>> =
        (0..program.waves.len()).map(|wave| arrivals(program, wave)).collect();
    for meeting in 0..of_waves.iter().map(Vec::len).max().unwrap_or(0) {
        let here: Vec<usize> =
            (0..of_waves.len()).filter(|&wave| of_waves[wave].len() > meeting).collect();
        let is_counted = by_count >> (meeting % 32) & 1 == 1;
        let barrier = Barrier {
            // Every other meeting is where the one before was.
            number: (by_count.wrapping_add(meeting as u32 / 2) % u32::from(BARRIERS)) as u8,
            waves: is_counted.then_some(here.len() as u8),
        };
        for wave in here {
            program.waves[wave][of_waves[wave][meeting]].instruction.shared =
                Shared::Barrier(barrier);
        }
    }
}

/// A state in which words, predicates and EXEC are mixed from plain and odd values.
fn random_state(threads: usize, registers: usize, seed: u64) -> WaveState {
    let garbage = Garbage::new(seed);
    let word = |place: usize| {
        let random = garbage.power_up(place);
        match random >> 60 {
            0 => 0,
            1 => u32::MAX,
            2 => 1 << (random & 31),
            3 => random as u32 & 63,
            // Floats near each other, whose sums cancel and whose products stay in range.
            4 | 5 => 0x3f00_0000 + (random as u32 & 0x80ff_ffff),
            // Zeros, subnormal numbers, infinities and NaNs of both signs.
            6 => random as u32 & 0x8000_0003,
            7 => random as u32 | 0x7f80_0000,
            8 => 0x7f80_0000 | random as u32 & 0x8000_0000,
            _ => random as u32,
        }
    };
    let mask = |place: usize| -> Mask {
        let density = garbage.power_up(place) & 3;
        Wave::from_fn(threads, |thread| match density {
            0 => true,
            1 => garbage.power_up(place + 1 + thread.0) & 7 != 0,
            _ => garbage.power_up(place + 1 + thread.0) & 1 == 1,
        })
    };
    let mut state = WaveState::new(threads, registers);
    for register in 0..registers {
        state.registers[register] =
            Wave::from_fn(threads, |thread| word(register * threads + thread.0));
    }
    let masks_from = registers * threads;
    for entry in (0..MASK_ENTRIES).filter(|&entry| entry != usize::from(MaskEntry::TRUE.0)) {
        state.masks[entry] = mask(masks_from + entry * (threads + 1));
    }
    state.exec = mask(masks_from + MASK_ENTRIES * (threads + 1));
    state
}

/// The parts that instructions are put together from, whichever of them an operation uses.
#[derive(Clone, Debug)]
struct Parts {
    operation: Operation,
    registers: [u8; 4],
    /// Which operand is a literal, and it.
    literal: (u8, u32),
    shuffle_literals: (bool, u8, bool, u16),
    modifiers: [SourceModifier; 3],
    guard: MaskSource,
    mask_destination: u8,
    p: MaskSource,
    q: MaskSource,
    slots: (u8, u8),
    mask_literal: i128,
    from_literal: bool,
    from_vcc: bool,
    dpp: Option<Dpp>,
    extra_slots: u8,
    /// Of a barrier, counter or special register, less those that do not exist; of other
    /// operations a bit for each operand that is marked `.reuse`.
    shared: u8,
    video: VideoParts,
}

fn instruction(config: &Config) -> impl Strategy<Value = Instruction> + use<> {
    let has_feature = |feature| config.has(feature);
    let supported = TABLE.iter().filter(|row| {
        row.feature.is_none_or(has_feature) && row.operation.fits_wave(config.threads())
    });
    let weighted: Vec<(u32, _)> =
        supported.map(|row| (weight(row.operation), Just(row.operation))).collect();
    let threads = config.threads();
    // Half of the literals leave most threads on.
    let some_threads = prop_oneof![
        any::<i64>(),
        (any::<i64>(), any::<i64>(), any::<i64>()).prop_map(|(a, b, c)| a | b | c)
    ];
    let mask_literal = some_threads.prop_map(move |value| match threads {
        64.. => value.into(),
        _ if value < 0 => value.into(),
        _ => i128::from(value) & ((1 << threads) - 1),
    });
    let dpp =
        if config.dpp { prop::option::weighted(0.5, dpp()).boxed() } else { Just(None).boxed() };
    let shuffle_literals = (any::<bool>(), 0..32u8, any::<bool>(), 0..0x2000u16);
    let operation = prop::strategy::Union::new_weighted(weighted);
    let modifiers = prop::array::uniform3(source_modifier());
    let first =
        (operation, registers(config.registers), (0..6u8, literal()), shuffle_literals, modifiers);
    let masks = (guard(), predicate(), mask_source(), mask_source(), (0..4u8, 0..4u8));
    let rest = (
        mask_literal,
        any::<bool>(),
        any::<bool>(),
        dpp,
        0..3u8,
        any::<u8>(),
        random_video::parts(),
    );
    (first, masks, rest).prop_map(|(first, masks, rest)| {
        let (operation, registers, literal, shuffle_literals, modifiers) = first;
        let (guard, mask_destination, p, q, slots) = masks;
        let (mask_literal, from_literal, from_vcc, dpp, extra_slots, shared, video) = rest;
        let parts = Parts {
            operation,
            registers,
            literal,
            shuffle_literals,
            modifiers,
            guard,
            mask_destination,
            p,
            q,
            slots,
            mask_literal,
            from_literal,
            from_vcc,
            dpp,
            extra_slots,
            shared,
            video,
        };
        parts.put_together()
    })
}

/// EXEC operations are rarer than others, as many of them switch most threads off; of PSETP there
/// are few spellings.
fn weight(operation: Operation) -> u32 {
    match operation {
        Operation::Exec(_) => 2,
        Operation::Lane(LaneOperation::CombineMasks(_)) => 12,
        _ => 6,
    }
}

/// Mostly a few registers, so that instructions depend on each other.
fn registers(count: usize) -> impl Strategy<Value = [u8; 4]> {
    let few = 0..count.min(5) as u8;
    let any = 0..=(count - 1) as u8;
    prop::array::uniform4(prop_oneof![4 => few, 1 => any])
}

fn literal() -> impl Strategy<Value = u32> {
    prop_oneof![0..40u32, any::<u32>(), Just(u32::MAX), Just(1 << 31)]
}

/// P0..P6 or PT; mostly a few, so that instructions depend on each other.
fn predicate() -> impl Strategy<Value = u8> {
    prop_oneof![3 => 0..3u8, 1 => 0..8u8]
}

fn source_modifier() -> impl Strategy<Value = SourceModifier> {
    (prop::bool::weighted(0.3), prop::bool::weighted(0.3))
        .prop_map(|(absolute, negate)| SourceModifier { absolute, negate })
}

fn mask_source() -> impl Strategy<Value = MaskSource> {
    (predicate(), any::<bool>())
        .prop_map(|(entry, negated)| MaskSource { entry: MaskEntry(entry), negated })
}

fn guard() -> impl Strategy<Value = MaskSource> {
    prop_oneof![2 => Just(MaskSource::TRUE), 1 => mask_source()]
}

fn dpp() -> impl Strategy<Value = Dpp> {
    // The families have from two to 256 members: give each as much room, and twice as much to those
    // that leave the row.
    let family = |of: Family| {
        prop::sample::select(
            DppControl::all().filter(|control| family(*control) == of).collect::<Vec<_>>(),
        )
    };
    let control = prop_oneof![
        1 => family(Family::Quad),
        1 => family(Family::Moved),
        1 => family(Family::Mirrored),
        1 => family(Family::Chosen),
        2 => family(Family::AcrossRows),
    ];
    let eight =
        (prop::array::uniform8(0..8u8), any::<bool>()).prop_map(|(positions, fetch_inactive)| {
            Dpp { fetch_inactive, ..Dpp::new(DppControl::EightPermute(positions)) }
        });
    let row_or_bank = || prop_oneof![2 => Just(0xf), 1 => 0..16u8];
    let masked = (control, row_or_bank(), row_or_bank(), any::<bool>(), any::<bool>()).prop_map(
        |(control, row_mask, bank_mask, bound_control, fetch_inactive)| Dpp {
            control,
            row_mask,
            bank_mask,
            bound_control,
            fetch_inactive,
        },
    );
    prop_oneof![6 => masked, 1 => eight]
}

/// What controls have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Quad,
    Moved,
    Mirrored,
    Chosen,
    AcrossRows,
    Eight,
    Reserved,
}

fn family(control: DppControl) -> Family {
    match control {
        DppControl::QuadPermute(_) => Family::Quad,
        DppControl::RowShiftLeft(_)
        | DppControl::RowShiftRight(_)
        | DppControl::RowRotateRight(_) => Family::Moved,
        DppControl::RowMirror | DppControl::RowHalfMirror => Family::Mirrored,
        DppControl::RowShare(_) | DppControl::RowXorMask(_) => Family::Chosen,
        DppControl::EightPermute(_) => Family::Eight,
        DppControl::WaveShiftLeft | DppControl::WaveRotateLeft => Family::AcrossRows,
        DppControl::WaveShiftRight | DppControl::WaveRotateRight => Family::AcrossRows,
        DppControl::RowBroadcast15 | DppControl::RowBroadcast31 => Family::AcrossRows,
        DppControl::Reserved(_) => Family::Reserved,
    }
}

impl Parts {
    fn put_together(&self) -> Instruction {
        let operation = self.operation;
        let mut built = Instruction::new(operation);
        let uses = |field| operation.uses(field);
        let register = |which: usize| Register(self.registers[which]);
        let operand = |field, which: usize| match uses(field) {
            false => Operand::None,
            true if usize::from(self.literal.0) == which => Operand::Literal(self.literal.1),
            true => Operand::Register(register(which)),
        };
        built.destination = uses(Field::D).then(|| register(0));
        built.a = operand(Field::A, 1);
        built.b = operand(Field::B, 2);
        built.c = operand(Field::C, 3);
        if uses(Field::ShuffleC) {
            self.shuffle_operands(&mut built);
        }
        if matches!(operation, Operation::LaneMove(_) | Operation::WriteLane) {
            self.lane_move_operands(&mut built);
        }
        if operation.reads_floats() {
            let modified = |source, modifier| {
                if matches!(source, Operand::Register(_)) { modifier } else { SourceModifier::NONE }
            };
            let [a, b, c] = self.modifiers;
            built.modifiers = [modified(built.a, a), modified(built.b, b), modified(built.c, c)];
        }
        self.video.modify(&mut built);
        if operation.takes_guard() {
            built.guard = self.guard;
        }
        if uses(Field::MaskDestination) {
            built.mask_destination = MaskEntry(self.mask_destination);
        }
        if uses(Field::P) || uses(Field::NotVcc) {
            built.p = self.p;
        }
        if uses(Field::Q) {
            built.q = self.q;
        }
        if operation.is_exec() {
            self.exec_operands(&mut built);
        }
        let has_gcn =
            operation.row().spellings.iter().any(|spelling| spelling.dialect == Dialect::Gcn);
        if uses(Field::Table) {
            built.table = self.mask_literal as u8;
        }
        if has_gcn
            && uses(Field::A)
            && operation.takes_dpp()
            && matches!(built.a, Operand::Register(_))
        {
            self.modify(&mut built);
        }
        if operation == ControlOperation::Nop {
            built.extra_slots = self.extra_slots;
        }
        built.shared = self.shared_thing();
        self.keep_operands(built)
    }

    /// Marks registers `.reuse` where the text can say so.
    fn keep_operands(&self, built: Instruction) -> Instruction {
        let is_register = |operand| matches!(operand, Operand::Register(_));
        let operands = [built.a, built.b, built.c];
        let reuse: [bool; 3] = std::array::from_fn(|place| {
            is_register(operands[place]) && self.shared >> place & 1 == 1
        });
        let count = reuse.into_iter().filter(|&mark| mark).count();
        if count == 0 || built.dpp.is_some() || !built.operation.takes_reuse() {
            return built;
        }
        let marked = Instruction { reuse, ..built };
        let is_said = disassemble(&marked, None).matches(".reuse").count() == count;
        if is_said { marked } else { built }
    }

    fn shared_thing(&self) -> Shared {
        let uses = |field| self.operation.uses(field);
        if uses(Field::Barrier) {
            Shared::Barrier(Barrier { number: self.shared % BARRIERS, waves: None })
        } else if uses(Field::Counter) {
            Shared::Counter(self.shared % COUNTERS)
        } else if uses(Field::Special) {
            Shared::Special(
                SpecialRegister::ALL[usize::from(self.shared) % SpecialRegister::ALL.len()],
            )
        } else {
            Shared::None
        }
    }

    fn shuffle_operands(&self, built: &mut Instruction) {
        let (b_is_literal, b, c_is_literal, c) = self.shuffle_literals;
        let pick = |is_literal, literal, register| {
            if is_literal {
                Operand::Literal(literal)
            } else {
                Operand::Register(Register(register))
            }
        };
        built.b = pick(b_is_literal, b.into(), self.registers[2]);
        built.c = pick(c_is_literal, c.into(), self.registers[3]);
        if self.operation.uses(Field::RegisterA) {
            built.a = Operand::Register(Register(self.registers[1]));
        }
    }

    /// Numbers of threads are small or large, so that they are taken modulo the wave; selectors and
    /// swizzles are mixed.
    fn lane_move_operands(&self, built: &mut Instruction) {
        let uses = |field| self.operation.uses(field);
        let literal = self.literal.1;
        let mixed = (self.mask_literal as u32) ^ literal;
        let register = |which: usize| Operand::Register(Register(self.registers[which]));
        built.a = if uses(Field::LiteralA) { Operand::Literal(mixed) } else { register(1) };
        if uses(Field::RegisterB) {
            built.b = register(2);
        } else if uses(Field::SwizzleOffset) {
            built.b = Operand::Literal(mixed & 0xffff);
        } else if uses(Field::LiteralB) {
            built.b = Operand::Literal(literal);
        }
        if uses(Field::LiteralC) {
            built.b = Operand::Literal(mixed);
            built.c = Operand::Literal(!mixed.rotate_left(7));
            (built.bound_control, built.fetch_inactive) = (self.from_literal, self.from_vcc);
        }
    }

    fn exec_operands(&self, built: &mut Instruction) {
        let uses = |field| self.operation.uses(field);
        if uses(Field::SlotDestination) {
            built.mask_destination = MaskEntry::slot(self.slots.0);
        }
        let from_literal = uses(Field::MaskLiteral) && (self.from_literal || !uses(Field::Slot));
        if from_literal {
            built.mask_literal = Some(self.mask_literal);
        } else if uses(Field::Vcc) && (self.from_vcc || !uses(Field::Slot)) {
            built.p.entry = MaskEntry::VCC;
        } else if uses(Field::Slot) {
            built.p.entry = MaskEntry::slot(self.slots.1);
        }
    }

    /// Adds the modifier; a modified select is v_cndmask_b32, which reads vcc.
    fn modify(&self, built: &mut Instruction) {
        built.dpp = self.dpp;
        if built.dpp.is_some() && built.operation == LaneOperation::Select {
            built.p = MaskSource { entry: MaskEntry::VCC, negated: true };
        }
    }
}
