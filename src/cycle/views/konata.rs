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

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::cycle::decoded::uses;
use crate::cycle::event::{Action, Entry};
use crate::cycle::schedule::{Issued, Schedule};
use crate::cycle::tracks::{Kind, tracks};

/// Stages that tracks show; of several stages in one cycle, the last in this order is shown.
const SHOWN: [&str; 5] = ["Rd", "Wb", "Ga", "Bk", "Ex"];

/// The log of the whole run; a cycle of the run is a cycle of the log.
pub fn konata(schedule: &Schedule) -> String {
    let mut log = Log::default();
    let mut retired: Vec<(u64, usize)> = vec![];
    let mut writers: HashMap<(usize, Entry), usize> = HashMap::new();
    let occupied = occupied(schedule);
    for (id, (issued, occupied)) in schedule.issued().iter().zip(&occupied).enumerate() {
        let &Issued { cycle, wave, number, line, ref text, .. } = issued;
        log.say(cycle, format!("I\t{id}\t{number}\t{wave}"));
        log.say(cycle, format!("L\t{id}\t0\tW{wave} {text}"));
        log.say(cycle, format!("L\t{id}\t1\tline {line}"));
        if let Some(banks) = issued.banks.as_ref().filter(|banks| !banks.is_empty()) {
            log.say(cycle, format!("L\t{id}\t1\t\\n{banks}"));
        }
        // Producers of its operands that retired in the slot before or later: it waited for these.
        let (reads, writes): (Vec<_>, Vec<_>) =
            uses(&issued.instruction).partition(|(action, _)| *action != Action::Write);
        let is_late =
            |&&id: &&usize| schedule.issued()[id].retires + schedule.slot_cycles() >= cycle;
        let read = reads.iter().filter_map(|&(_, entry)| writers.get(&(wave, entry)));
        let producers: BTreeSet<usize> = read.filter(is_late).copied().collect();
        for producer in producers {
            log.say(cycle, format!("W\t{id}\t{producer}\t0"));
        }
        writers.extend(writes.into_iter().map(|(_, entry)| ((wave, entry), id)));
        if let Some((from, until)) = occupied.barrier {
            log.say(from, format!("S\t{id}\t1\tBr"));
            log.say(until, format!("E\t{id}\t1\tBr"));
        }
        stages(id, issued, &occupied.stages, &mut log);
        let opened = occupied.barrier.map_or(0, |(_, until)| until);
        retired.push((opened.max(issued.retires + 1), id));
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
        let mut before = None;
        for (&cycle, lines) in &self.0 {
            text += &match before.replace(cycle) {
                None => format!("C=\t{cycle}\n"),
                Some(before) => format!("C\t{}\n", cycle - before),
            };
            text += &lines.join("\n");
            text.push('\n');
        }
        text
    }
}

/// Stages of an instruction, and the cycles in which its wave waits.
#[derive(Clone, Default)]
struct Occupied {
    /// Places in [`SHOWN`].
    stages: BTreeMap<u64, usize>,
    /// First cycle, and first cycle after, of its wave's wait at a barrier.
    barrier: Option<(u64, u64)>,
}

fn occupied(schedule: &Schedule) -> Vec<Occupied> {
    let mut all = vec![Occupied::default(); schedule.issued().len()];
    for block in tracks(schedule).into_iter().flat_map(|track| track.blocks) {
        let Some(one) = block.instruction.map(|place| &mut all[place]) else { continue };
        let stage = match block.kind {
            Kind::Barrier => {
                one.barrier = Some((block.from, block.from + block.cycles));
                continue;
            }
            Kind::Issue | Kind::Stall(_) => continue,
            // Other blocks report an instruction that is held, beat by beat.
            _ if block.beat.is_none() && block.entry.is_none() => continue,
            Kind::Read(_) => 0,
            Kind::Write => 1,
            Kind::Gather => 2,
            Kind::BankConflict => 3,
            Kind::Execute => 4,
        };
        let shown = one.stages.entry(block.from).or_insert(stage);
        *shown = stage.max(*shown);
    }
    all
}

/// The stages from issue to retirement; a stage ends where the next begins.
fn stages(id: usize, issued: &Issued, shown: &BTreeMap<u64, usize>, log: &mut Log) {
    let executes = shown.iter().rev().find(|(_, stage)| SHOWN[**stage] == "Ex");
    let last_beat = executes.map_or(issued.cycle, |(&cycle, _)| cycle);
    let first = shown.keys().next().copied().unwrap_or(issued.cycle);
    let mut now = "";
    for cycle in issued.cycle..=issued.retires {
        let stage = match shown.get(&cycle) {
            Some(&stage) => SHOWN[stage],
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
