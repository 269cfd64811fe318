//! Programs of millions of instructions: hardware and the timed model run one after the other, and
//! digests of what retires, and when, are compared. Where they differ both run again, and what
//! retires there is kept.

use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::strategy::{Strategy, ValueTree};

use super::campaign::{CampaignError, Failure, runner};
use super::compare::{different_retirement, different_state};
use super::hardware::{Hardware, Named, Retirement, RunError};
use super::random_program::{Case, case};
use super::timed_model::TimedModel;
use crate::config::Config;
use crate::isa::{
    Barrier, ControlOperation, Feature, Instruction, Line, Lines, Program, Shared, WaveState,
};

/// Instructions that are chosen one by one, on all waves together; then they are repeated.
const PIECE: usize = 500;
/// Pieces of a program.
const PIECES: u64 = 8;
/// Retirements that share a digest.
const BLOCK: usize = 4096;

/// Compares `hardware` with the timed model on a random program of at least `instructions`
/// instructions; the same seed gives the same program.
///
/// # Errors
/// When no program can be made, or the hardware comes to no end; a difference is no error but the
/// result, with the program up to there.
pub fn long_program(
    config: &Config,
    hardware: &mut dyn Hardware,
    instructions: u64,
    seed: u64,
) -> Result<Option<Failure>, CampaignError> {
    let case = loops(config, instructions, seed)?;
    let model = &mut TimedModel::new(config);
    let [found, expected] = [digests(hardware, config, &case)?, digests(model, config, &case)?];
    let mut pairs = found.0.iter().zip(&expected.0);
    if let Some(block) = pairs.position(|(found, expected)| found != expected) {
        let of_block = |engine: &mut dyn Hardware| retired_in(engine, config, &case, block);
        let (found, expected) = (of_block(hardware)?, of_block(model)?);
        return Ok(Some(first_difference(&case, block, &found, &expected)));
    }
    let mut states = expected.1.iter().zip(&found.1).enumerate();
    let different = states.find_map(|(wave, (expected, found))| {
        Some(format!("wave {wave} after the program: {}", different_state(expected, found)?))
    });
    Ok(different.map(|difference| Failure { case, difference }))
}

/// A program of random pieces, each many times over.
fn loops(config: &Config, instructions: u64, seed: u64) -> Result<Case, CampaignError> {
    let mut runner = runner(1, seed);
    let mut whole = Case { program: Program::from(vec![vec![]; config.waves]), initial: vec![] };
    for left in (1..=PIECES).rev() {
        let tree = case(config, PIECE, config.waves).new_tree(&mut runner);
        let piece = tree.map_err(|reason| CampaignError::Programs(reason.to_string()))?.current();
        let program = meeting_once(config, &piece.program);
        let length = |program: &Program| program.waves.iter().map(Lines::len).sum::<usize>() as u64;
        let wanted = instructions.saturating_sub(length(&whole.program)).div_ceil(left);
        let times = wanted.div_ceil(length(&program).max(1)).max(1);
        for (lines, of_piece) in whole.program.waves.iter_mut().zip(program.waves) {
            lines.repeat(of_piece, times as usize);
        }
        whole.initial = piece.initial;
    }
    Ok(whole)
}

/// The instructions that neither end a wave nor wait for others, and a barrier of all waves at the
/// end, so that they may be repeated.
fn meeting_once(config: &Config, program: &Program) -> Program {
    let barrier = Barrier { number: 0, waves: None };
    let meet = Instruction {
        shared: Shared::Barrier(barrier),
        ..Instruction::new(ControlOperation::Synchronise)
    };
    let meet = config.has(Feature::Barrier).then_some(Line::new(meet, 0));
    let goes_on = |line: &&Line| {
        let operation = line.instruction.operation;
        !operation.is_arrival() && operation != ControlOperation::Exit
    };
    let of_wave = |wave| program.executed(wave).iter().filter(goes_on).copied().chain(meet);
    Program { waves: (0..config.waves).map(|wave| of_wave(wave).collect()).collect() }
}

/// Runs `case`, which names what is loaded and read; `see` sees each retirement.
fn run(
    engine: &mut dyn Hardware,
    config: &Config,
    case: &Case,
    see: &mut dyn FnMut(&Retirement),
) -> Result<Vec<WaveState>, RunError> {
    engine.start_anew()?;
    let named: Vec<Named> =
        (0..config.waves).map(|wave| Named::by_program(&case.program, wave)).collect();
    let mut states = case.initial.clone();
    for (wave, (state, named)) in states.iter().zip(&named).enumerate() {
        engine.load(wave, state, named)?;
    }
    engine.run(&case.program, 1, see)?;
    for (wave, (state, named)) in states.iter_mut().zip(&named).enumerate() {
        engine.read(wave, state, named)?;
    }
    Ok(states)
}

/// A digest of each [`BLOCK`] retirements with their cycles, and the states at the end.
fn digests(
    engine: &mut dyn Hardware,
    config: &Config,
    case: &Case,
) -> Result<(Vec<u64>, Vec<WaveState>), CampaignError> {
    let (mut digests, mut hasher, mut number) = (vec![], DefaultHasher::new(), 0);
    let states = run(engine, config, case, &mut |retirement| {
        retirement.hash(&mut hasher);
        number += 1;
        if number % BLOCK == 0 {
            digests.push(hasher.finish());
        }
    });
    digests.push(hasher.finish());
    Ok((digests, states.map_err(CampaignError::Stopped)?))
}

/// The retirements up to and with those of digest `block`; of those before only the last of each
/// wave counts, so that one is kept for its number.
fn retired_in(
    engine: &mut dyn Hardware,
    config: &Config,
    case: &Case,
    block: usize,
) -> Result<Retired, CampaignError> {
    let mut retired = Retired { before: vec![0; config.waves], block: vec![] };
    let mut number = 0;
    let ran = run(engine, config, case, &mut |retirement| {
        match number / BLOCK {
            now if now < block => retired.before[retirement.retired.wave] += 1,
            now if now == block => retired.block.push(retirement.clone()),
            _ => {}
        }
        number += 1;
    });
    ran.map(|_| retired).map_err(CampaignError::Stopped)
}

/// Retirements of one block.
struct Retired {
    /// Instructions of each wave that retired before it.
    before: Vec<usize>,
    block: Vec<Retirement>,
}

/// The first difference in a block, with the program up to there.
fn first_difference(case: &Case, block: usize, found: &Retired, expected: &Retired) -> Failure {
    let mut counts = expected.before.clone();
    let mut difference = "one retires more instructions than the other".to_owned();
    for (number, (found, expected)) in found.block.iter().zip(&expected.block).enumerate() {
        let wave = expected.retired.wave;
        counts[wave] += 1;
        if found == expected {
            continue;
        }
        let what = different_retirement(&expected.retired, &found.retired);
        let when = |retirement: &Retirement| {
            format!("wave {} in cycle {}", retirement.retired.wave, retirement.cycle)
        };
        let what = what.filter(|_| found.retired.wave == wave && found.cycle == expected.cycle);
        let what = what.unwrap_or_else(|| {
            format!("the model retires {}, the hardware {}", when(expected), when(found))
        });
        difference =
            format!("retirement {} (cycle {}): {what}", block * BLOCK + number, found.cycle);
        break;
    }
    let lines = |(wave, &count): (usize, &usize)| {
        case.program.executed(wave).iter().take(count).copied().collect()
    };
    let program = Program { waves: counts.iter().enumerate().map(lines).collect() };
    Failure { case: Case { program, initial: case.initial.clone() }, difference }
}
