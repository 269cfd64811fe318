//! A program of moves with every DPP modifier.

use lanebeat::config::Config;
use lanebeat::isa::{
    Dpp, DppControl, ExecOperation, Instruction, LaneOperation, Line, MaskEntry, MaskSource,
    Operand, Operation, Program, Register, Wave, WaveState,
};

use super::bench::{fill, zeros};
use lanebeat::random::Random;

/// `v_mov_b32 destination, v0 <dpp>`; the destinations take turns, so that none waits for another.
pub fn moves(modifiers: &[Dpp]) -> Vec<Instruction> {
    let destination = |number: usize| Some(Register(1 + (number % 7) as u8));
    let a = Operand::Register(Register(0));
    let one = |(number, &dpp)| Instruction {
        destination: destination(number),
        a,
        dpp: Some(dpp),
        ..Instruction::new(LaneOperation::Move)
    };
    modifiers.iter().enumerate().map(one).collect()
}

pub fn wave_0(instructions: impl IntoIterator<Item = Instruction>) -> Program {
    let lines = instructions
        .into_iter()
        .zip(1..)
        .map(|(instruction, number)| Line::new(instruction, number));
    Program { waves: vec![lines.collect()] }
}

/// `dpp8` with each position in each place, and some in which positions are missing or come twice.
fn eights() -> impl Iterator<Item = DppControl> {
    let rotations = (0..8).map(|by| std::array::from_fn(|place| (place as u8 + by) % 8));
    let others = [
        [7, 6, 5, 4, 3, 2, 1, 0],
        [3, 3, 3, 3, 3, 3, 3, 3],
        [0, 0, 2, 2, 4, 4, 6, 6],
        [5, 2, 7, 0, 1, 6, 3, 4],
    ];
    rotations.chain(others).map(DppControl::EightPermute)
}

/// Every control that the assembler accepts and a sample of the reserved ones, with BC (but for
/// `dpp8`) and FI both ways.
fn modifiers() -> Vec<Dpp> {
    let reserved = [
        0x100, 0x110, 0x120, 0x131, 0x133, 0x135, 0x139, 0x13f, 0x144, 0x14f, 0x170, 0x17f, 0x1a5,
        0x1c0, 0x1ff,
    ];
    let controls = DppControl::all().chain(reserved.map(DppControl::Reserved));
    let flags = [(false, false), (false, true), (true, false), (true, true)];
    let with_flags = controls.flat_map(|control| flags.map(|flags| (control, flags)));
    let eights = eights().flat_map(|control| {
        [false, true].map(|fetch_inactive| Dpp { fetch_inactive, ..Dpp::new(control) })
    });
    with_flags
        .map(|(control, (bound_control, fetch_inactive))| Dpp {
            bound_control,
            fetch_inactive,
            ..Dpp::new(control)
        })
        .chain(eights)
        .collect()
}

/// Each modifier with its own EXEC, guard and masks, and the state to start from.
pub fn every_modifier(config: &Config, seed: u64) -> (Program, Vec<WaveState>) {
    let mut random = Random::new(seed);
    let mut with_masks = modifiers();
    for dpp in with_masks.iter_mut().filter(|dpp| dpp.control.selectors().is_none()) {
        let mut mask = || if random.below(2) == 0 { 0xf } else { random.below(16) as u8 };
        (dpp.row_mask, dpp.bank_mask) = (mask(), mask());
    }
    let mut instructions = vec![];
    for mut instruction in moves(&with_masks) {
        let dense = random.below(2) == 0;
        let literal =
            if dense { random.word() | random.word() | random.word() } else { random.word() };
        let in_wave = match config.threads() < 64 {
            true => i128::from(literal) & ((1 << config.threads()) - 1),
            false => literal.into(),
        };
        let exec = Instruction {
            mask_literal: Some(in_wave),
            ..Instruction::new(Operation::Exec(ExecOperation::Move))
        };
        if random.below(4) == 0 {
            instruction.guard = MaskSource {
                entry: MaskEntry(random.below(7) as u8),
                negated: random.below(2) == 0,
            };
        }
        instructions.extend([exec, instruction]);
    }
    let mut initial = zeros(config);
    for register in 0..config.registers.min(8) {
        fill(&mut initial, register, |thread| {
            (0x0101_0101 * (thread as u32 + 1)) ^ ((register as u32) << 28)
        });
    }
    for entry in 0..7 {
        initial[0].masks[entry] = Wave::from_fn(config.threads(), |_| random.below(2) == 0);
    }
    (wave_0(instructions), initial)
}
