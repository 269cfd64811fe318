//! The instructions of a run as a log for Konata, a viewer of pipelines: format Kanata 0004.
//!
//! | stage | the instruction |
//! |---|---|
//! | `Is` | is issued, and waits for the cycle of its port |
//! | `Rd` | reads operands |
//! | `Wt` | has read what it could and waits, behind an older one or for its turn |
//! | `Ga` | gathers: its beats pass for the first time |
//! | `Bk` | waits for a bank while its beats pass |
//! | `Ex` | executes a beat |
//! | `Pi` | is in the pipeline behind the lanes, or waits for the port that writes |
//! | `Wb` | writes a row |
//! | `Br` | lane 1: its wave waits at a barrier |

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::cycle::decoded::uses;
use crate::cycle::event::{Action, Entry};
use crate::cycle::schedule::{Issued, Schedule};
use crate::cycle::tracks::{Kind, tracks};

/// The log of the whole run; a cycle of the run is a cycle of the log.
pub fn konata(schedule: &Schedule) -> String {
    let mut log = Log::default();
    let occupied = occupied(schedule);
    let producers = producers(schedule);
    let mut retired: Vec<(u64, usize)> = vec![];
    for (id, issued) in schedule.issued().iter().enumerate() {
        let Issued { cycle, wave, number, line, text, .. } = issued;
        log.say(*cycle, format!("I\t{id}\t{number}\t{wave}"));
        log.say(*cycle, format!("L\t{id}\t0\tW{wave} {text}"));
        log.say(*cycle, format!("L\t{id}\t1\tline {line}"));
        if let Some(banks) = issued.banks.as_ref().filter(|banks| !banks.is_empty()) {
            log.say(*cycle, format!("L\t{id}\t1\t\\n{banks}"));
        }
        for producer in &producers[id] {
            log.say(*cycle, format!("W\t{id}\t{producer}\t0"));
        }
        let barrier = occupied[id].barrier;
        if let Some((from, until)) = barrier {
            log.say(from, format!("S\t{id}\t1\tBr"));
            log.say(until, format!("E\t{id}\t1\tBr"));
        }
        stages(id, issued, &occupied[id], &mut log);
        let end = barrier.map_or(0, |(_, until)| until).max(issued.retires + 1);
        retired.push((end, id));
    }
    retired.sort_unstable();
    for (number, (cycle, id)) in retired.into_iter().enumerate() {
        log.say(cycle, format!("R\t{id}\t{number}\t0"));
    }
    log.text()
}

/// Lines by cycle, in the order in which they were said.
#[derive(Default)]
struct Log(BTreeMap<u64, Vec<String>>);

impl Log {
    fn say(&mut self, cycle: u64, line: String) {
        self.0.entry(cycle).or_default().push(line);
    }

    fn text(&self) -> String {
        let mut text = "Kanata\t0004\n".to_owned();
        let mut now = None;
        for (&cycle, lines) in &self.0 {
            let step = match now {
                None => format!("C=\t{cycle}"),
                Some(now) => format!("C\t{}", cycle - now),
            };
            now = Some(cycle);
            writeln!(text, "{step}").expect("memory takes everything");
            for line in lines {
                text += line;
                text.push('\n');
            }
        }
        text
    }
}

/// What an instruction does in which cycle.
#[derive(Clone, Default)]
struct Occupied {
    stages: BTreeMap<u64, &'static str>,
    barrier: Option<(u64, u64)>,
}

fn occupied(schedule: &Schedule) -> Vec<Occupied> {
    let mut all = vec![Occupied::default(); schedule.issued().len()];
    for block in tracks(schedule).into_iter().flat_map(|track| track.blocks) {
        let Some(place) = block.instruction else { continue };
        let stage = match block.kind {
            Kind::Barrier => {
                all[place].barrier = Some((block.from, block.from + block.cycles));
                continue;
            }
            // One that is held is told beat by beat.
            _ if block.beat.is_none() && block.entry.is_none() => continue,
            Kind::Execute => "Ex",
            Kind::Gather => "Ga",
            Kind::BankConflict => "Bk",
            Kind::Write => "Wb",
            Kind::Read(_) => "Rd",
            Kind::Issue | Kind::Stall(_) => continue,
        };
        let known = all[place].stages.entry(block.from).or_insert(stage);
        if weight(stage) > weight(known) {
            *known = stage;
        }
    }
    all
}

/// Of what an instruction does in one cycle, the heaviest is shown.
fn weight(stage: &str) -> usize {
    ["Rd", "Wb", "Ga", "Bk", "Ex"].iter().position(|&other| other == stage).unwrap_or(0)
}

/// The stages from issue to retirement; a stage ends where the next begins.
fn stages(id: usize, issued: &Issued, occupied: &Occupied, log: &mut Log) {
    let last_beat = occupied.stages.iter().rev().find(|(_, stage)| **stage == "Ex");
    let last_beat = last_beat.map_or(issued.cycle, |(&cycle, _)| cycle);
    let first = occupied.stages.keys().next().copied().unwrap_or(issued.cycle);
    let mut now = "";
    for cycle in issued.cycle..=issued.retires {
        let stage = match occupied.stages.get(&cycle) {
            Some(stage) => stage,
            None if cycle < first => "Is",
            None if cycle > last_beat => "Pi",
            None => "Wt",
        };
        if stage != now {
            log.say(cycle, format!("S\t{id}\t0\t{stage}"));
            now = stage;
        }
    }
}

/// For each instruction the older ones of its wave that it waited for: those that write what it
/// reads, as far as they had not retired in the slot before.
fn producers(schedule: &Schedule) -> Vec<Vec<usize>> {
    let mut writers: HashMap<(usize, Entry), usize> = HashMap::new();
    let mut all = vec![];
    for (id, issued) in schedule.issued().iter().enumerate() {
        let (reads, writes): (Vec<_>, Vec<_>) =
            uses(&issued.instruction).partition(|(action, _)| *action != Action::Write);
        let read = reads.iter().filter_map(|&(_, entry)| writers.get(&(issued.wave, entry)));
        let is_late =
            |&&id: &&usize| schedule.issued()[id].retires + schedule.slot_cycles() >= issued.cycle;
        let mut producers: Vec<usize> = read.filter(is_late).copied().collect();
        producers.sort_unstable();
        producers.dedup();
        all.push(producers);
        writers.extend(writes.into_iter().map(|(_, entry)| ((issued.wave, entry), id)));
    }
    all
}
