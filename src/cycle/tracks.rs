//! A timetable as tracks: one for each thing that is used or waited for, with blocks of cycles on it.

use super::event::{Access, Action, Beat, Entry, Pass, Port, Stall, StallReason, Stay};
use super::schedule::{Issued, Schedule};
use crate::isa::Shared;

/// Activity that a block stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlockKind {
    /// An instruction issues.
    Issue,
    /// A port reads an operand.
    Read(Action),
    /// A port writes a result.
    Write,
    /// The lanes execute a beat.
    Execute,
    /// A beat passes to be gathered, or an instruction stays to gather.
    Gather,
    /// The same in a slot in which an operand waits for its bank.
    BankConflict,
    /// Nothing issues.
    Stall(StallReason),
    /// A wave is kept by a barrier.
    Barrier,
}

impl BlockKind {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Issue => "issue",
            Self::Read(_) => "read",
            Self::Write => "write",
            Self::Execute => "execute",
            Self::Gather | Self::Stall(StallReason::Gather) => "gather",
            Self::BankConflict | Self::Stall(StallReason::BankConflict { .. }) => "bank-conflict",
            Self::Barrier | Self::Stall(StallReason::Barrier { .. }) => "barrier",
            Self::Stall(StallReason::OperandInFlight { .. } | StallReason::LateResult { .. }) => {
                "operand-in-flight"
            }
            Self::Stall(StallReason::Nop) => "nop",
            Self::Stall(StallReason::NothingLeft) => "nothing-left",
        }
    }
}

/// Some cycles of a track.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The first cycle.
    pub from: u64,
    /// At least 1.
    pub cycles: u64,
    /// The activity that the block stands for.
    pub kind: BlockKind,
    /// The wave, where there is one.
    pub wave: Option<usize>,
    /// The beat, where there is one.
    pub beat: Option<usize>,
    /// The register or mask entry of an access.
    pub entry: Option<Entry>,
    /// Place in [`Schedule::issued`] of the instruction that does it; `None` where none does.
    pub instruction: Option<usize>,
    /// All of it in one line, as the table has it.
    pub text: String,
}

impl Block {
    /// A block of the activity of an instruction, or of none.
    fn new(
        (from, cycles): (u64, u64),
        kind: BlockKind,
        wave: Option<usize>,
        instruction: Option<usize>,
        text: String,
    ) -> Self {
        Self { from, cycles, kind, wave, beat: None, entry: None, instruction, text }
    }
}

/// Activity of one unit in every cycle; its blocks do not overlap, and come in the order of cycles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// Name of the track, as a column of the table.
    pub name: String,
    /// Its place among all tracks that the machine may have.
    pub place: usize,
    /// Its blocks, in the order of cycles.
    pub blocks: Vec<Block>,
}

/// A track for issue, each port of the registers, each of the mask file if the program uses it,
/// lanes and stalls: the columns of the table. Activity outside the shown cycles is cut off.
pub fn columns(schedule: &Schedule) -> Vec<Track> {
    let mut tracks = vec![issue(schedule)];
    let is_mask = |access: &Access| matches!(access.entry, Entry::Mask(_));
    let mask_ports = if schedule.survey.uses_masks { schedule.timing.mask_ports() } else { vec![] };
    for (file, ports) in [("", schedule.timing.ports()), ("mask ", mask_ports)] {
        let of_file = move |access: &Access| is_mask(access) != file.is_empty();
        let track = |port: Port| {
            let used = events(schedule, |issued| &issued.accesses);
            let used = used.filter(|(_, access)| access.port == port && of_file(access));
            Track {
                name: format!("{file}{}", port_name(port)),
                place: 0,
                blocks: used.map(|(place, access)| access_block(place, access)).collect(),
            }
        };
        tracks.extend(ports.into_iter().map(track));
    }
    tracks.push(lanes(schedule));
    tracks.push(stalls(schedule));
    let numbered = tracks.into_iter().enumerate();
    numbered.map(|(place, track)| Track { place, ..track.within(schedule) }).collect()
}

/// The columns of the table, then, where there are such, a track of the reasons that keep
/// instructions from executing and one for each wave that waits at barriers.
pub fn tracks(schedule: &Schedule) -> Vec<Track> {
    let mut tracks = columns(schedule);
    let held = tracks.len();
    // Without bank conflicts, an instruction stays only to gather, and the lanes show that.
    let stays = schedule.survey.has_conflicts.then(|| stays(schedule));
    let waits = (0..schedule.config.waves).map(|wave| barriers(schedule, wave));
    let more = stays.into_iter().map(|track| (held, track)).chain((held + 1..).zip(waits));
    let more = more.map(|(place, track)| Track { place, ..track.within(schedule) });
    tracks.extend(more.filter(|track| !track.blocks.is_empty()));
    tracks
}

impl Track {
    /// The blocks in the order of cycles, cut to the cycles that are shown, that end in the part of
    /// these that is here.
    fn within(mut self, schedule: &Schedule) -> Self {
        let (shown, part) = (schedule.shown(), schedule.part());
        self.blocks.retain_mut(|block| {
            let end = (block.from + block.cycles).min(shown.end);
            block.from = block.from.max(shown.start);
            block.cycles = end.saturating_sub(block.from);
            block.cycles > 0 && part.contains(&(end - 1))
        });
        self.blocks.sort_by_key(|block| block.from);
        self
    }
}

fn issue(schedule: &Schedule) -> Track {
    let block = |(place, issued): (usize, &Issued)| {
        let text = format!("W{} {}", issued.wave, issued.text);
        let cycles = (issued.cycle, schedule.slot_cycles());
        Block::new(cycles, BlockKind::Issue, Some(issued.wave), Some(place), text)
    };
    let blocks = schedule.issued().iter().enumerate().map(block).collect();
    Track { name: "issue".to_owned(), place: 0, blocks }
}

fn port_name(port: Port) -> String {
    match port {
        Port::Whole => "port".to_owned(),
        Port::File(beat) => format!("file {beat}"),
        Port::Own(action) => action.to_string(),
        Port::Bank(bank) => format!("bank {bank}"),
        Port::BankRead(bank) => format!("bank {bank} read"),
        Port::BankWrite(bank) => format!("bank {bank} write"),
    }
}

/// The text names the beat on ports and banks of one beat's width; a file's track is named by it.
fn access_block(place: usize, access: &Access) -> Block {
    let text = match (access.port, access.beat) {
        (Port::Own(_) | Port::Bank(_), Some(beat)) => format!("{access} beat {beat}"),
        _ => access.to_string(),
    };
    let kind = if access.action == Action::Write {
        BlockKind::Write
    } else {
        BlockKind::Read(access.action)
    };
    let block = Block::new((access.cycle, 1), kind, Some(access.wave), Some(place), text);
    Block { beat: access.beat, entry: Some(access.entry), ..block }
}

/// Events of instructions, each with the place of its instruction in [`Schedule::issued`].
fn events<'s, E: 's>(
    schedule: &'s Schedule,
    of: fn(&Issued) -> &Vec<E>,
) -> impl Iterator<Item = (usize, &'s E)> {
    let issued = schedule.issued().iter().enumerate();
    issued.flat_map(move |(place, issued)| of(issued).iter().map(move |event| (place, event)))
}

fn lanes(schedule: &Schedule) -> Track {
    let block = |(place, beat): (usize, &Beat)| {
        let slot = beat.cycle - schedule.timing.execute(beat.beat as u64);
        let waits = |stay: &Stay| stay.cycle == slot && is_conflict(stay.reason);
        let kind = match beat.pass {
            Pass::Execute => BlockKind::Execute,
            Pass::Gather if schedule.issued()[place].stays.iter().any(waits) => {
                BlockKind::BankConflict
            }
            Pass::Gather => BlockKind::Gather,
        };
        let block =
            Block::new((beat.cycle, 1), kind, Some(beat.wave), Some(place), beat.to_string());
        Block { beat: Some(beat.beat), ..block }
    };
    let blocks = events(schedule, |issued| &issued.beats).map(block).collect();
    Track { name: "lanes".to_owned(), place: 0, blocks }
}

fn is_conflict(reason: StallReason) -> bool {
    matches!(reason, StallReason::BankConflict { .. })
}

fn stalls(schedule: &Schedule) -> Track {
    let block = |stall: &Stall| {
        let wave = match stall.reason {
            StallReason::OperandInFlight { wave, .. }
            | StallReason::Barrier { wave, .. }
            | StallReason::LateResult { wave }
            | StallReason::BankConflict { wave, .. } => Some(wave),
            StallReason::Nop | StallReason::Gather | StallReason::NothingLeft => None,
        };
        let cycles = (stall.cycle, schedule.slot_cycles());
        Block::new(cycles, BlockKind::Stall(stall.reason), wave, None, stall.reason.to_string())
    };
    Track {
        name: "stall".to_owned(),
        place: 0,
        blocks: schedule.notes.stalls.iter().map(block).collect(),
    }
}

fn stays(schedule: &Schedule) -> Track {
    let block = |(place, stay): (usize, &Stay)| {
        let (kind, text) = match stay.reason {
            StallReason::Gather => (BlockKind::Gather, format!("W{} gathers", stay.wave)),
            reason if is_conflict(reason) => (BlockKind::BankConflict, reason.to_string()),
            reason => (BlockKind::Gather, reason.to_string()),
        };
        let cycles = (stay.cycle, schedule.slot_cycles());
        Block::new(cycles, kind, Some(stay.wave), Some(place), text)
    };
    let blocks = events(schedule, |issued| &issued.stays).map(block).collect();
    Track { name: "held".to_owned(), place: 0, blocks }
}

/// Track of a wave's waits, each from the end of the slot of a BAR until its barrier opens.
fn barriers(schedule: &Schedule, wave: usize) -> Track {
    let end = schedule.shown().end;
    // A wave that waits when the last cycle is shown does so to the end.
    let is_last = schedule.part().end == end;
    let block = |(place, issued): (usize, &Issued)| {
        let Shared::Barrier(barrier) = issued.instruction.shared else { return None };
        let opened = issued.opened.or(is_last.then_some(end)).filter(|_| issued.wave == wave)?;
        let from = issued.cycle + schedule.slot_cycles();
        let cycles = opened.checked_sub(from).filter(|&cycles| cycles > 0)?;
        let text = format!("W{wave} waits at barrier {}", barrier.number);
        Some(Block::new((from, cycles), BlockKind::Barrier, Some(wave), Some(place), text))
    };
    let blocks = schedule.issued().iter().enumerate().filter_map(block).collect();
    Track { name: format!("W{wave} barrier"), place: 0, blocks }
}
