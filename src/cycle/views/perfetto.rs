//! A run as trace events that Perfetto's viewer opens: Chrome's JSON format, complete events on a
//! track for each port, the lanes, issue and stalls. A cycle is a microsecond.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::cycle::schedule::Schedule;
use crate::cycle::tracks::{Block, tracks};

/// Text before all events.
pub const HEAD: &str = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
/// Text behind them.
pub const END: &str = "]}\n";

/// A trace that is written part by part, one machine after the other.
#[derive(Default)]
pub struct Perfetto {
    pid: usize,
    /// Places of the machine's tracks that have a name in the trace.
    named: BTreeSet<usize>,
}

impl Perfetto {
    /// Begins the next machine.
    pub fn machine(&mut self, name: &str) -> String {
        self.pid += 1;
        self.named.clear();
        let event = self.describe("process_name", 0, &json!({ "name": name }));
        if self.pid == 1 { event } else { format!(",{event}") }
    }

    /// The events of the blocks that end in a part.
    pub fn part(&mut self, schedule: &Schedule) -> String {
        let mut events = vec![];
        for track in tracks(schedule) {
            let tid = track.place + 1;
            if self.named.insert(tid) {
                events.push(self.describe("thread_name", tid, &json!({ "name": track.name })));
                events.push(self.describe("thread_sort_index", tid, &json!({ "sort_index": tid })));
            }
            let blocks = track.blocks.iter();
            events.extend(blocks.map(|block| complete(schedule, self.pid, tid, block).to_string()));
        }
        events.iter().map(|event| format!(",{event}")).collect()
    }

    fn describe(&self, what: &str, tid: usize, args: &Value) -> String {
        let category = "__metadata";
        json!({ "name": what, "cat": category, "ph": "M", "pid": self.pid, "tid": tid, "args": args })
            .to_string()
    }
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
