//! EXEC of every wave, in flip-flops: it is all ones after reset, and a cross-row DPP asks for any thread's bit at once.
//!
//! An EXEC operation replaces its wave's EXEC beat by beat while it executes, exactly like any instruction of that slot;
//! the next instruction's same beat comes a slot later, so no instruction ever waits for EXEC.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder};
use crate::rtl::register_file::row_edges;
use crate::rtl::schedule::{beats_per_row, element, gathers_masks, index_bits, optional_input, row_of_beat};

/// Builds the EXEC masks of `config`.
pub fn exec_masks(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_exec_masks", "EXEC of every wave.");
    let m = &builder;
    let wave = optional_input(m, "wave", index_bits(config.waves), "wave that executes");
    let beat = optional_input(m, "beat", index_bits(config.beats), "beat that executes");
    let write = m.input("write", 1, "replace this beat's row of EXEC");
    let row = m.input("row", config.lanes, "the new row");
    let host_write = m.input("host_write", 1, "the host replaces a row (never together with write)");
    let host_wave = optional_input(m, "host_wave", index_bits(config.waves), "the host's wave");
    let host_beat = optional_input(m, "host_beat", index_bits(config.beats), "the host's beat");
    let host_row = m.input("host_row", config.lanes, "the host's row");

    let written_wave = host_wave.zip(wave).map(|(host, own)| host_write.mux(host, own).named("written_wave"));
    let written_beat = host_beat.zip(beat).map(|(host, own)| host_write.mux(host, own).named("written_beat"));
    let waves = m.instances("of_wave", config.waves, &exec_of_wave(config));
    let waves = waves.broadcast("write", write | host_write).broadcast("row", host_write.mux(host_row, row));
    let all = waves.maybe("wave", written_wave).maybe("beat", written_beat).build().output("exec");
    let padded = all.zero_extend(config.threads() << index_bits(config.waves));
    let exec = element(padded, wave).named("executing_exec");
    if config.dpp {
        m.output("exec_edges", row_edges(m, exec, 1), "EXEC of the first and last thread of each row");
        if beats_per_row(config) > 1 {
            m.output("exec_of_row", row_of_beat(config, exec, beat), "EXEC of the row of 16 threads that the beat belongs to");
        }
    }
    if config.shuffle || gathers_masks(config) {
        m.output("exec_wave", exec, "EXEC of every thread of the wave");
    }
    m.output("exec_row", element(exec, beat), "its row of the beat");
    m.output("host_exec_row", element(element(padded, host_wave), host_beat), "the row that the host asks for");
    builder.finish()
}

fn exec_of_wave(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_exec_of_wave", "EXEC of one wave.");
    let m = &builder;
    let write = m.input("write", 1, "a row is written");
    let row = m.input("row", config.lanes, "the row");
    let wave = optional_input(m, "wave", index_bits(config.waves), "the wave that is written");
    let beat = optional_input(m, "beat", index_bits(config.beats), "the beat that is written");
    let chosen = wave.map_or(write, |wave| write & wave.equals(m.instance_index(wave.width())));
    let rows = m.instances("rows", config.beats, &exec_row(config)).broadcast("write", chosen).broadcast("row", row);
    m.output("exec", rows.maybe("beat", beat).build().output("exec"), "all threads, thread 0 lowest");
    builder.finish()
}

fn exec_row(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_exec_row", "One beat's row of EXEC, all ones after reset.");
    let m = &builder;
    let write = m.input("write", 1, "a row is written");
    let row = m.input("row", config.lanes, "the row");
    let beat = optional_input(m, "beat", index_bits(config.beats), "the beat that is written");
    let exec = m.reset_register("exec", config.lanes, (1 << config.lanes) - 1);
    let chosen = beat.map_or(write, |beat| write & beat.equals(m.instance_index(beat.width())));
    exec.next_when(chosen, row);
    m.output("exec", exec.q(), "the row");
    builder.finish()
}
