//! Random programs and states that shrink: every operation, operand form, guard and DPP modifier of
//! a configuration.

use std::ops::RangeInclusive;

use proptest::prelude::*;

use super::random_video::{self, Modifiers};
use crate::config::Config;
use crate::engine::Garbage;
use crate::isa::asm::disassemble;
use crate::isa::row::Row;
use crate::isa::{
    BARRIERS, Barrier, COUNTERS, Dialect, Dpp, DppControl, Feature, Field, Instruction, Line,
    MASK_ENTRIES, Mask, MaskEntry, MaskSource, Operand, Operation, Program, Register, Shared,
    SourceModifier, SpecialRegister, Spelling, Wave, WaveState,
};

/// A program and the state that every wave starts with.
#[derive(Clone)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// State of each wave before it.
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
            let mut lines = vec![vec![]; all_waves];
            let mut sorted = instructions;
            sorted.iter_mut().for_each(|(wave, _)| *wave %= busy);
            sorted.sort_by_key(|(wave, _)| *wave);
            let mut number = 0;
            let mut last_wave = usize::MAX;
            for (wave, instruction) in sorted {
                // The line numbers of `Case::text`, where each wave starts with a directive.
                number += if wave == last_wave { 1 } else { 2 };
                last_wave = wave;
                lines[wave].push(Line::new(instruction, number));
            }
            let meets_by_count = seed >> 32;
            order_barriers(&mut lines, meets_by_count as u32);
            let program = Program::from(lines);
            let initial = (0..all_waves)
                .map(|wave| random_state(threads, registers, seed.wrapping_add(wave as u64)))
                .collect();
            Case { program, initial }
        },
    )
}

/// Makes the k-th arrival of every wave one at the same barrier, so that waves never wait for each
/// other for ever and the result does not depend on which is first. The barrier waits for all waves
/// that run, or, where bit k of `by_count` is set, for as many as come to a k-th arrival.
fn order_barriers(waves: &mut [Vec<Line>], by_count: u32) {
    let program = Program::from(waves.to_vec());
    let arrivals = |wave: usize| -> Vec<usize> {
        let lines = program.executed(wave).iter().enumerate();
        lines
            .filter(|(_, line)| line.instruction.operation.is_arrival())
            .map(|(position, _)| position)
            .collect()
    };
    let of_waves: Vec<Vec<usize>> = (0..program.waves.len()).map(arrivals).collect();
    for meeting in 0..of_waves.iter().map(Vec::len).max().unwrap_or(0) {
        let here: Vec<usize> =
            (0..of_waves.len()).filter(|&wave| of_waves[wave].len() > meeting).collect();
        let is_counted = by_count >> (meeting % 32) & 1 == 1;
        let barrier = Barrier {
            // Every other arrival is at the barrier of the one before.
            number: (by_count.wrapping_add(meeting as u32 / 2) % u32::from(BARRIERS)) as u8,
            waves: is_counted.then_some(here.len() as u8),
        };
        for wave in here {
            waves[wave][of_waves[wave][meeting]].instruction.shared = Shared::Barrier(barrier);
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

/// Random values that an instruction is built from; each field of a spelling uses what it needs.
#[derive(Clone, Debug)]
struct Parts {
    row: &'static Row,
    /// Which of its spellings, modulo as many as there are.
    spelling: usize,
    registers: [u8; 4],
    /// Operand a, b or c (0, 1, 2), which is a literal where it may be; of higher numbers none is.
    literal: usize,
    literals: [u32; 3],
    /// Whether SHFL's b and c are literals; BC and FI.
    flags: [bool; 2],
    modifiers: [SourceModifier; 3],
    reuse: [bool; 3],
    guard: MaskSource,
    mask_destination: u8,
    masks: (MaskSource, MaskSource),
    slots: [MaskEntry; 2],
    mask_literal: i128,
    dpp: Option<Dpp>,
    /// A number of slots, a barrier, a counter, a special register, an immediate or signs, less those that do
    /// not exist.
    number: u8,
    video: Modifiers,
}

fn instruction(config: &Config) -> impl Strategy<Value = Instruction> + use<> {
    let rows: Vec<(u32, _)> =
        config.operations().map(Operation::row).map(|row| (row.weight, Just(row))).collect();
    let row = prop::strategy::Union::new_weighted(rows);
    let (has_dpp, has_bits) = (config.has(Feature::Dpp), config.has(Feature::Bits));
    parts(row, config.registers, config.threads())
        .prop_map(move |parts| parts.instruction(has_dpp, has_bits))
}

prop_compose! {
    fn parts(
        rows: impl Strategy<Value = &'static Row>,
        registers: usize,
        threads: usize,
    )(
        row in rows,
        spelling in 0..12_usize,
        registers in few_of(registers),
        literal in 0..6_usize,
        literals in prop::array::uniform3(literal()),
        flags in prop::array::uniform2(any::<bool>()),
        modifiers in prop::array::uniform3(source_modifier()),
        reuse in prop::array::uniform3(any::<bool>()),
        guard in prop_oneof![2 => Just(MaskSource::TRUE), 1 => mask_source(predicate())],
        mask_destination in predicate_or_slot(),
        masks in (mask_source(predicate_or_slot()), mask_source(predicate())),
        slots in prop::array::uniform2(mask_entry()),
        mask_literal in mask_literal(threads),
        dpp in prop::option::weighted(0.9, dpp()),
        number in any::<u8>(),
        video in random_video::modifiers(),
    ) -> Parts {
        Parts {
            row, spelling, registers, literal, literals, flags, modifiers, reuse, guard,
            mask_destination, masks, slots, mask_literal, dpp, number, video,
        }
    }
}

/// Mostly a few registers, so that instructions depend on each other.
fn few_of(registers: usize) -> impl Strategy<Value = [u8; 4]> {
    let few = 0..registers.min(5) as u8;
    let any = 0..=(registers - 1) as u8;
    prop::array::uniform4(prop_oneof![4 => few, 1 => any])
}

/// Numbers of threads among them are small or large, so that they are taken modulo the wave.
fn literal() -> impl Strategy<Value = u32> {
    prop_oneof![1 => 0..40u32, 2 => any::<u32>(), 1 => Just(u32::MAX), 1 => Just(1 << 31)]
}

/// Half of the literals leave most threads on.
fn mask_literal(threads: usize) -> impl Strategy<Value = i128> {
    let most = (any::<i64>(), any::<i64>(), any::<i64>()).prop_map(|(a, b, c)| a | b | c);
    prop_oneof![any::<i64>(), most].prop_map(move |value| match threads {
        ..64 if value >= 0 => i128::from(value) & ((1 << threads) - 1),
        _ => value.into(),
    })
}

/// P0..P6 or PT; mostly a few, so that instructions depend on each other.
fn predicate() -> impl Strategy<Value = u8> {
    prop_oneof![3 => 0..3u8, 1 => 0..8u8]
}

fn predicate_or_slot() -> impl Strategy<Value = u8> {
    prop_oneof![6 => predicate(), 1 => 8..12u8]
}

/// A mask slot, or a predicate in its place.
fn mask_entry() -> impl Strategy<Value = MaskEntry> {
    prop_oneof![3 => 8..12u8, 1 => 0..7u8].prop_map(MaskEntry)
}

fn source_modifier() -> impl Strategy<Value = SourceModifier> {
    (prop::bool::weighted(0.3), prop::bool::weighted(0.3))
        .prop_map(|(absolute, negate)| SourceModifier { absolute, negate })
}

fn mask_source(entry: impl Strategy<Value = u8>) -> impl Strategy<Value = MaskSource> {
    (entry, any::<bool>())
        .prop_map(|(entry, negated)| MaskSource { entry: MaskEntry(entry), negated })
}

fn dpp() -> impl Strategy<Value = Dpp> {
    // The families have from two to 256 members: give each as much room.
    let family = |fields: RangeInclusive<u16>| {
        let of_family = DppControl::all().filter(move |control| fields.contains(&control.encode()));
        prop::sample::select(of_family.collect::<Vec<_>>())
    };
    let quads = family(0..=0xff);
    let shifts_and_rotates = family(0x100..=0x12f);
    let mirrors = family(0x140..=0x141);
    let shares_and_masks = family(0x150..=0x16f);
    let (of_the_wave, broadcasts) = (family(0x130..=0x13f), family(0x142..=0x143));
    let control =
        prop_oneof![quads, shifts_and_rotates, mirrors, shares_and_masks, of_the_wave, broadcasts];
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

impl Parts {
    /// Builds an instruction that the spelling can express.
    fn instruction(&self, has_dpp: bool, has_bits: bool) -> Instruction {
        let operation = self.row.operation;
        let is_there = |spelling: &&Spelling| spelling.feature.is_none() || has_bits;
        let spellings: Vec<&Spelling> = self.row.spellings.iter().filter(is_there).collect();
        let spelling = spellings[self.spelling % spellings.len()];
        let mut built = Instruction::new(operation);
        built.immediate = spelling.immediate.unwrap_or_default();
        if spelling.fields.contains(&Field::VccDestination) {
            built.mask_destination = MaskEntry::VCC;
            built.q = MaskSource::FALSE;
        }
        for &field in spelling.fields {
            match field.operand() {
                Some(place) => *built.source_mut(place) = self.operand(field, place),
                None => self.fill(field, has_bits, &mut built),
            }
        }
        self.video.modify(&mut built);
        if operation.takes_guard() {
            built.guard = self.guard;
        }
        if operation.takes_fetch_flags() {
            [built.bound_control, built.fetch_inactive] = self.flags;
        }
        let is_register = built.sources().map(|operand| operand.register().is_some());
        let has_source = spelling.fields.contains(&Field::A) && is_register[0];
        if spelling.dialect == Dialect::Gcn && operation.takes_dpp() && has_source {
            built.dpp = self.dpp.filter(|_| has_dpp);
        }
        for place in (0..3).filter(|&place| is_register[place]) {
            if operation.reads_floats() {
                built.modifiers[place] = self.modifiers[place];
            }
            if operation.negates_words() && spelling.dialect == Dialect::Sass {
                built.modifiers[place].negate = self.number >> place & 1 == 1;
            }
            if spelling.dialect == Dialect::Sass
                && operation.takes_reuse()
                && !built.has_second_literal()
            {
                built.reuse[place] = self.reuse[place];
            }
        }
        built
    }

    /// Operand a, b or c as `field` takes it.
    fn operand(&self, field: Field, place: usize) -> Operand {
        let literal = self.literals[place];
        let register = Operand::Register(Register(self.registers[place + 1]));
        match field {
            Field::A | Field::B | Field::C if self.literal == place => Operand::Literal(literal),
            Field::A | Field::B | Field::C
                if self.row.operation.takes_two_literals()
                    && self.flags[0]
                    && self.literal == (place + 1) % 3 =>
            {
                Operand::Literal(literal)
            }
            Field::LiteralA | Field::LiteralB | Field::LiteralC => Operand::Literal(literal),
            Field::SwizzleOffset => Operand::Literal(literal & 0xffff),
            Field::ShuffleB if self.flags[0] => Operand::Literal(literal & 0x1f),
            Field::ShuffleC if self.flags[1] => Operand::Literal(literal & 0x1fff),
            _ => register,
        }
    }

    /// Fills in a field that is none of the operands a, b and c.
    fn fill(&self, field: Field, has_bits: bool, built: &mut Instruction) {
        let number = usize::from(self.number);
        match field {
            Field::D => built.destination = Some(Register(self.registers[0])),
            Field::MaskDestination => built.mask_destination = MaskEntry(self.mask_destination),
            Field::SlotDestination => built.mask_destination = self.slots[0],
            Field::P => built.p = self.masks.0,
            Field::Q => built.q = self.masks.1,
            Field::Vcc => built.p.entry = MaskEntry::VCC,
            Field::NotVcc => built.p = MaskSource { entry: MaskEntry::VCC, negated: true },
            Field::Slot => built.p.entry = self.slots[1],
            Field::MaskLiteral => built.mask_literal = Some(self.mask_literal),
            Field::ExtraSlots => built.extra_slots = self.number % 3,
            Field::Table => built.immediate = self.number,
            Field::Amount if self.flags[0] && self.flags[1] => built.immediate = 0,
            Field::Amount => built.immediate = self.number % 32,
            Field::VccCarry => built.q = MaskSource { entry: MaskEntry::VCC, negated: false },
            Field::Barrier => {
                let number = self.number % BARRIERS;
                built.shared = Shared::Barrier(Barrier { number, waves: None });
            }
            Field::Counter => built.shared = Shared::Counter(self.number % COUNTERS),
            Field::Special => {
                let is_mask =
                    |register: &SpecialRegister| matches!(register, SpecialRegister::Mask(_));
                let all: Vec<SpecialRegister> = SpecialRegister::ALL
                    .into_iter()
                    .filter(|register| has_bits || !is_mask(register))
                    .collect();
                built.shared = Shared::Special(all[number % all.len()]);
            }
            // Fields that `order_barriers` decides, words without a value, and operands.
            _ => {}
        }
    }
}
