//! A run as trace events that Perfetto's viewer opens: Chrome's JSON format, complete events on a
//! track for each port, the lanes, issue and stalls. A cycle is a microsecond.

use serde::Serialize;

use super::drawing::names;
use crate::cycle::schedule::Schedule;
use crate::cycle::tracks::{Block, tracks};

/// The file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Trace<'t> {
    display_time_unit: &'t str,
    trace_events: Vec<Event>,
}

/// A complete event (`X`) or the name of a track (`M`).
#[derive(Serialize)]
struct Event {
    name: String,
    cat: &'static str,
    ph: &'static str,
    pid: usize,
    tid: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<u64>,
    args: serde_json::Map<String, serde_json::Value>,
}

/// The trace of the machines, one process each.
pub fn perfetto(schedules: &[Schedule]) -> String {
    let mut events = vec![];
    for (machine, (schedule, name)) in (1..).zip(schedules.iter().zip(names(schedules))) {
        events.push(Event::metadata("process_name", machine, 0, ("name", name.into())));
        for (tid, track) in (1..).zip(tracks(schedule)) {
            events.push(Event::metadata("thread_name", machine, tid, ("name", track.name.into())));
            events.push(Event::metadata(
                "thread_sort_index",
                machine,
                tid,
                ("sort_index", tid.into()),
            ));
            let of_block = |block: &Block| Event::complete(schedule, machine, tid, block);
            events.extend(track.blocks.iter().map(of_block));
        }
    }
    let trace = Trace { display_time_unit: "ms", trace_events: events };
    serde_json::to_string(&trace).expect("text and numbers are JSON") + "\n"
}

impl Event {
    fn metadata(
        name: &str,
        pid: usize,
        tid: usize,
        (key, value): (&str, serde_json::Value),
    ) -> Self {
        let args = [(key.to_owned(), value)].into_iter().collect();
        let (cat, ph) = ("__metadata", "M");
        Self { name: name.to_owned(), cat, ph, pid, tid, ts: None, dur: None, args }
    }

    fn complete(schedule: &Schedule, pid: usize, tid: usize, block: &Block) -> Self {
        let mut args = serde_json::Map::new();
        if let Some(issued) = block.instruction.map(|place| &schedule.issued()[place]) {
            args.insert("instruction".to_owned(), issued.text.clone().into());
            args.insert("wave".to_owned(), issued.wave.into());
            args.insert("number".to_owned(), issued.number.into());
            args.insert("line".to_owned(), issued.line.into());
        }
        let (ts, dur) = (Some(block.from), Some(block.cycles));
        let (name, cat) = (block.text.clone(), block.kind.name());
        Self { name, cat, ph: "X", pid, tid, ts, dur, args }
    }
}
