//! Instructions one behind the other that write the same register or mask entry, of the threads of
//! one, of the other, or of both: they need not wait for each other, and the last one's result stays.

use std::sync::Arc;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::engine::{Code, Compiled, Interpreter};
use lanebeat::lockstep::{Machine, lockstep};

use crate::common::bench::{core, everything, fill, organised, program, with, zeros};

/// Writers of one slot and of several, of a register, of a mask entry and of both, before each other
/// and before readers.
const TEXT: &str = "
    ISETP.LT.S32 P0, R0, 5
    @P0 MOV R1, 1
    @!P0 MOV R1, 2
    IADD R2, R1, R0
    @!P0 IMAD R1, R0, R0, R2
    @P0 IMAD R1, R2, R2, R0
    MOV R2, R1
    MOV R1, 3
    SHFL.BFLY P1, R1, R2, 1, 31
    @P0 ISETP.GE.S32 P1, R0, 2
    @!P1 MOV R1, 4
    MATCH.ANY R3, R1
    @P1 MOV R3, R0
    @!P0 MOV R3, 5
    REDUX.ADD.U32 R3, R0
    @P1 SHFL.IDX P1, R3, R2, 3, 31
    @P0 VOTE.ANY P1, P0
    @!P0 PSETP.XOR P1, P1, P0
    @P1 MOV R1, R3
    MATCH.ALL P1, R2, R0
    @P0 PSETP.OR P1, P0, P0
    @P1 IADD R2, R1, R3
    @!P1 MOV R2, 7
    s_mov_b64 s1, exec
    s_mov_b64 exec, 0x5a5a
    s_mov_b64 s1, exec
    s_and_saveexec_b64 s2, vcc
    s_mov_b64 s2, exec
    s_mov_b64 exec, s1
    MOV R1, R2
    @P0 MOV R1, 8
    s_mov_b64 exec, -1
    @!P1 MOV R1, 9
    IADD R0, R1, R2
";

#[test]
fn the_last_of_several_writes_of_a_place_stays() {
    let small = with(&Config::default(), "lanes=4 registers=4 waves=2 video=false float=false");
    for stages in [0, 1, 4] {
        for register_file in RegisterFile::ALL {
            let config = organised(&Config { stages, ..small.clone() }, register_file);
            let (flat, named) = (core(&config), everything(&config));
            let program = program(&config, TEXT);
            let mut initial = zeros(&config);
            fill(&mut initial, 0, |thread| thread as u32);
            let engine = Interpreter::new(&flat, 1);
            let interpreted =
                lockstep(&mut Machine::new(engine, &config, vec![]), &program, &initial, &named);
            let engine = Compiled::power_up(&Arc::new(Code::quick(&flat)), 2);
            let compiled =
                lockstep(&mut Machine::new(engine, &config, vec![]), &program, &initial, &named);
            for outcome in [interpreted, compiled] {
                outcome.unwrap_or_else(|difference| panic!("{config:?}\n{difference}"));
            }
        }
    }
}
