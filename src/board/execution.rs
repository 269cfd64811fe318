//! A program on a board, compared with the model.

use super::error::BoardError;
use super::line;
use super::link::Link;
use super::registers::{Board, Ran};
use crate::config::Config;
use crate::isa::{Instruction, Program, Shared, SpecialRegister, WaveState};
use crate::lockstep::state_file::NamedState;
use crate::lockstep::{Difference, Execution, HostPort, Named, Prepared, different_state};
use crate::model;
use crate::rtl::Image;

/// Executes `prepared` on the board behind `link`; with `is_checked` the end is compared with the
/// model. A board shows no retirements. The inner error is the first difference.
///
/// # Errors
/// When the program cannot be compared or does not fit, the board has another machine, and when
/// line or board do not do their part.
pub fn execute<L: line::Line>(
    prepared: Prepared,
    config: &Config,
    link: Link<L>,
    is_checked: bool,
) -> Result<Result<Execution, Difference>, BoardError> {
    let on_board = prepared.program.ended();
    let model = is_checked.then(|| judged(&prepared, &on_board, config)).transpose()?;
    let model = match model.transpose() {
        Ok(model) => model,
        Err(difference) => return Ok(Err(difference)),
    };
    let image = Image::new(&on_board)?;
    let mut board = Board::new(link, config)?;
    let named: Vec<Named> = prepared.waves.iter().map(NamedState::parts).collect();
    let mut states: Vec<WaveState> = prepared.waves.iter().map(|wave| wave.state.clone()).collect();
    for (wave, (state, named)) in states.iter().zip(&named).enumerate() {
        board.load(wave, state, named)?;
    }
    let Ran { cycles } = match board.run(&image)? {
        Ok(ran) => ran,
        Err(difference) => return Ok(Err(difference)),
    };
    for (wave, (state, named)) in states.iter_mut().zip(&named).enumerate() {
        board.read(wave, state, named)?;
        let expected = model.as_ref().map(|model| model.wave(wave));
        let different = expected.and_then(|expected| different_state(expected, state));
        if let Some(what) = different {
            return Ok(Err(Difference::State { wave, what }));
        }
    }
    let program = &prepared.program;
    let instructions = (0..program.waves.len()).map(|wave| program.executed(wave).len()).sum();
    Ok(Ok(prepared.execution(states, cycles, instructions)))
}

/// The model after the program `on_board`; the inner error says that the waves wait for ever.
fn judged(
    prepared: &Prepared,
    on_board: &Program,
    config: &Config,
) -> Result<Result<model::Machine, Difference>, BoardError> {
    for line in on_board.lines() {
        if let Some(register) = counted(&line.instruction) {
            return Err(BoardError::Counts { line: line.number, register });
        }
    }
    let mut model = prepared.model(config);
    let ran = model.run(on_board);
    Ok(ran.map(|_| model).map_err(|deadlock| Difference::Run(deadlock.into())))
}

/// Register that the instruction reads and that counts on from one program to the next.
fn counted(instruction: &Instruction) -> Option<SpecialRegister> {
    match instruction.shared {
        Shared::Special(register) => match register {
            SpecialRegister::Counter(_)
            | SpecialRegister::ClockLow
            | SpecialRegister::ClockHigh => Some(register),
            SpecialRegister::LaneId
            | SpecialRegister::ThreadId
            | SpecialRegister::WaveId
            | SpecialRegister::Mask(_) => None,
        },
        Shared::None | Shared::Barrier(_) | Shared::Counter(_) => None,
    }
}
