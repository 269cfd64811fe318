//! A run as trace events that Perfetto's viewer opens: Chrome's JSON format, complete events on a
//! track for each port, the lanes, issue and stalls. A cycle is a microsecond.

use serde_json::{Value, json};

use super::names;
use crate::cycle::schedule::Schedule;
use crate::cycle::tracks::{Block, tracks};

/// The trace of the machines, one process each.
pub fn perfetto(schedules: &[Schedule]) -> String {
    let mut events = vec![];
    for (pid, (schedule, name)) in (1_usize..).zip(schedules.iter().zip(names(schedules))) {
        let mut describe = |what: &str, tid: usize, args: Value| {
            let category = "__metadata";
            events.push(json!({ "name": what, "cat": category, "ph": "M", "pid": pid, "tid": tid, "args": args }));
        };
        describe("process_name", 0, json!({ "name": name }));
        let tracks = tracks(schedule);
        for (tid, track) in (1..).zip(&tracks) {
            describe("thread_name", tid, json!({ "name": track.name }));
            describe("thread_sort_index", tid, json!({ "sort_index": tid }));
        }
        for (tid, track) in (1_usize..).zip(&tracks) {
            events.extend(track.blocks.iter().map(|block| complete(schedule, pid, tid, block)));
        }
    }
    json!({ "displayTimeUnit": "ms", "traceEvents": events }).to_string() + "\n"
}

/// The event of a block.
fn complete(schedule: &Schedule, pid: usize, tid: usize, block: &Block) -> Value {
    let issued = block.instruction.map(|place| &schedule.issued()[place]);
    let args = issued.map_or(json!({}), |issued| {
        json!({
            "instruction": issued.text,
            "wave": issued.wave,
            "number": issued.number,
            "line": issued.line,
        })
    });
    json!({
        "name": block.text, "cat": block.kind.name(), "ph": "X", "pid": pid, "tid": tid,
        "ts": block.from, "dur": block.cycles, "args": args,
    })
}
