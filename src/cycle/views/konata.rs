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
use crate::cycle::tracks::{BlockKind, tracks};
use crate::isa::Shared;

/// Stages that tracks show; of several stages in one cycle, the last in this order is shown.
const SHOWN: [&str; 5] = ["Rd", "Wb", "Ga", "Bk", "Ex"];

/// First line of a log, in which a cycle is a cycle of the run.
pub const HEAD: &str = "Kanata\t0004\n";

/// A log that is written part by part: of all instructions that are under way in these, each whole.
#[derive(Default)]
pub struct Konata {
    /// Lines by cycle, in the order in which they were said.
    lines: BTreeMap<u64, Vec<String>>,
    /// The cycle whose lines were written last.
    before: Option<u64>,
    /// Instructions that are in the log, and cycle of issue below which all are.
    count: usize,
    until: u64,
    /// The last writer of each entry, and when it retires.
    writers: HashMap<(usize, Entry), (usize, u64)>,
    /// Arrivals at barriers that are not known to be open, by wave and number.
    waiting: BTreeMap<(usize, usize), Waiting>,
    /// The cycles in which instructions leave the log.
    retired: BTreeSet<(u64, usize)>,
    retirements: usize,
}

/// An instruction whose wave waits.
struct Waiting {
    id: usize,
    /// First cycle of the wait.
    from: u64,
    retires: u64,
    is_said: bool,
}

impl Konata {
    /// Adds a part, and returns the lines that no later part adds to.
    pub fn part(&mut self, schedule: &Schedule) -> String {
        let everything = Schedule { shown: 0..u64::MAX, part: 0..u64::MAX, ..schedule.clone() };
        let (slot_cycles, end) = (schedule.slot_cycles(), schedule.part().end);
        for (issued, stages) in schedule.issued().iter().zip(occupied(&everything)) {
            if issued.cycle >= self.until && issued.cycle < end {
                self.add(issued, &stages, slot_cycles);
            }
        }
        self.until = end;
        for issued in schedule.issued() {
            if let Some(opened) = issued.opened
                && let Some(waiting) = self.waiting.remove(&(issued.wave, issued.number))
            {
                self.open(&waiting, opened);
            }
        }
        // No instruction before the end of the part has opened their barriers.
        let mut begins = vec![];
        for waiting in self.waiting.values_mut().filter(|waiting| waiting.from < end) {
            if !std::mem::replace(&mut waiting.is_said, true) {
                begins.push((waiting.from, waiting.id));
            }
        }
        for (from, id) in begins {
            self.say(from, format!("S\t{id}\t1\tBr"));
        }
        self.text(end)
    }

    /// Ends the log; waves that wait do so to the end.
    pub fn end(&mut self) -> String {
        for waiting in std::mem::take(&mut self.waiting).into_values() {
            self.open(&waiting, self.until);
        }
        self.text(u64::MAX)
    }

    /// The barrier of a wave opens.
    fn open(&mut self, &Waiting { id, from, retires, is_said }: &Waiting, opened: u64) {
        let waits = opened > from;
        if waits && !is_said {
            self.say(from, format!("S\t{id}\t1\tBr"));
        }
        if waits {
            self.say(opened, format!("E\t{id}\t1\tBr"));
        }
        let last = if waits { opened } else { 0 };
        self.retired.insert((last.max(retires + 1), id));
    }

    fn add(&mut self, issued: &Issued, stages: &BTreeMap<u64, usize>, slot_cycles: u64) {
        let &Issued { cycle, wave, number, line, retires, ref text, ref instruction, .. } = issued;
        let id = self.count;
        self.count += 1;
        self.say(cycle, format!("I\t{id}\t{number}\t{wave}"));
        self.say(cycle, format!("L\t{id}\t0\tW{wave} {text}"));
        self.say(cycle, format!("L\t{id}\t1\tline {line}"));
        if let Some(banks) = issued.banks.as_ref().filter(|banks| !banks.is_empty()) {
            self.say(cycle, format!("L\t{id}\t1\t\\n{banks}"));
        }
        // Producers of its operands that retired in the slot before or later: it waited for these.
        let (reads, writes): (Vec<_>, Vec<_>) =
            uses(instruction).partition(|(action, _)| *action != Action::Write);
        let read = reads.iter().filter_map(|&(_, entry)| self.writers.get(&(wave, entry)));
        let late = read.filter(|(_, retires)| retires + slot_cycles >= cycle);
        let producers: BTreeSet<usize> = late.map(|(producer, _)| *producer).collect();
        for producer in producers {
            self.say(cycle, format!("W\t{id}\t{producer}\t0"));
        }
        let written = writes.into_iter().map(|(_, entry)| ((wave, entry), (id, retires)));
        self.writers.extend(written);
        self.stages(id, issued, stages);
        if matches!(instruction.shared, Shared::Barrier(_)) {
            let from = cycle + slot_cycles;
            self.waiting.insert((wave, number), Waiting { id, from, retires, is_said: false });
        } else {
            self.retired.insert((retires + 1, id));
        }
    }

    fn say(&mut self, cycle: u64, line: String) {
        self.lines.entry(cycle).or_default().push(line);
    }

    /// The lines of the cycles before `end` that were not written yet.
    fn text(&mut self, end: u64) -> String {
        while let Some((cycle, id)) = self.retired.pop_first() {
            if cycle >= end {
                self.retired.insert((cycle, id));
                break;
            }
            let number = self.retirements;
            self.retirements += 1;
            self.say(cycle, format!("R\t{id}\t{number}\t0"));
        }
        let later = self.lines.split_off(&end);
        let mut text = String::new();
        for (cycle, lines) in std::mem::replace(&mut self.lines, later) {
            text += &match self.before.replace(cycle) {
                None => format!("C=\t{cycle}\n"),
                Some(before) => format!("C\t{}\n", cycle - before),
            };
            text += &lines.join("\n");
            text.push('\n');
        }
        text
    }

    /// The stages from issue to retirement; a stage ends where the next begins.
    fn stages(&mut self, id: usize, issued: &Issued, shown: &BTreeMap<u64, usize>) {
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
                self.say(cycle, format!("S\t{id}\t0\t{stage}"));
                now = stage;
            }
        }
    }
}

/// For each instruction its stages by cycle, as places in [`SHOWN`].
fn occupied(schedule: &Schedule) -> Vec<BTreeMap<u64, usize>> {
    let mut all = vec![BTreeMap::new(); schedule.issued().len()];
    for block in tracks(schedule).into_iter().flat_map(|track| track.blocks) {
        let Some(one) = block.instruction.map(|place| &mut all[place]) else { continue };
        let stage = match block.kind {
            BlockKind::Barrier | BlockKind::Issue | BlockKind::Stall(_) => continue,
            // Other blocks report an instruction that is held, beat by beat.
            _ if block.beat.is_none() && block.entry.is_none() => continue,
            BlockKind::Read(_) => 0,
            BlockKind::Write => 1,
            BlockKind::Gather => 2,
            BlockKind::BankConflict => 3,
            BlockKind::Execute => 4,
        };
        let shown = one.entry(block.from).or_insert(stage);
        *shown = stage.max(*shown);
    }
    all
}
