//! Random programs in lockstep on machines that, together, take every parameter to each of its corners.

mod common;

use common::bench::random_programs;
use lanebeat::config::{Config, RegisterFile};

const PROGRAMS: u32 = 12;
const LONGEST: usize = 24;

/// Small enough that loading and comparing all of it is quick.
fn small() -> Config {
    Config { registers: 4, waves: 2, ..Config::default() }
}

#[test]
fn every_shape_of_wave_retires_what_the_model_says() {
    for lanes in [16, 32, 64] {
        for beats in [1, 2, 4, 8] {
            random_programs(&Config { lanes, beats, ..small() }, PROGRAMS, LONGEST);
        }
    }
}

#[test]
fn every_depth_of_the_pipeline_retires_what_the_model_says() {
    for alu_stages in 0..=8 {
        random_programs(&Config { alu_stages, ..small() }, PROGRAMS, LONGEST);
    }
}

#[test]
fn the_pipeline_is_filled_up_to_whole_slots_whatever_the_beats() {
    for (lanes, beats, alu_stages) in [(16, 1, 1), (16, 1, 5), (32, 2, 3), (16, 8, 1), (16, 8, 8), (32, 1, 8)] {
        random_programs(&Config { lanes, beats, alu_stages, ..small() }, PROGRAMS, LONGEST);
    }
}

#[test]
fn few_and_many_registers_retire_what_the_model_says() {
    for registers in [2, 3, 8, 64, 255, 256] {
        random_programs(&Config { registers, ..small() }, PROGRAMS, LONGEST);
    }
}

#[test]
fn few_and_many_waves_retire_what_the_model_says() {
    for waves in [1, 2, 3, 8, 32] {
        random_programs(&Config { waves, ..small() }, PROGRAMS, LONGEST);
    }
}

#[test]
fn a_machine_without_a_feature_retires_what_the_model_says() {
    for (dpp, shuffle) in [(false, true), (true, false), (false, false)] {
        for (lanes, beats) in [(16, 4), (16, 1), (64, 1)] {
            random_programs(&Config { dpp, shuffle, lanes, beats, ..small() }, PROGRAMS, LONGEST);
        }
    }
}

#[test]
fn the_gcn_preset_retires_what_the_model_says() {
    let gcn = Config { registers: 256, waves: 10, ..Config::default() };
    random_programs(&gcn, PROGRAMS, LONGEST);
}

#[test]
fn every_organisation_retires_what_the_model_says_at_several_depths() {
    for register_file in [RegisterFile::Skewed, RegisterFile::MultiPort, RegisterFile::Replicated] {
        for alu_stages in [0, 1, 3, 6] {
            random_programs(&Config { register_file, alu_stages, ..small() }, PROGRAMS, LONGEST);
        }
    }
}

#[test]
fn a_machine_without_floats_retires_what_the_model_says() {
    for alu_stages in [0, 4] {
        random_programs(&Config { alu_stages, float: false, ..small() }, PROGRAMS, LONGEST);
    }
}
