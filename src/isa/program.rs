//! An assembled program: what each wave executes, and where in the text each instruction stands.

use std::collections::BTreeSet;
use std::ops::Range;

use super::instruction::{Instruction, MaskEntry, Register};
use super::operation::ControlOperation;

/// One instruction with its place in the source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The instruction.
    pub instruction: Instruction,
    /// Line number in the text, from 1.
    pub number: usize,
    /// Set where `instruction` only has the operands of a line that the machine does not execute.
    pub modelled: Option<Modelled>,
}

/// How a line is timed that the machine does not execute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modelled {
    /// Kind of its operation.
    pub class: Class,
    /// Cycles from its issue to the slot in which its results can be read; `None`: as every other's.
    pub latency: Option<u32>,
}

/// Kinds of operations that are timed and not executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Each thread by itself.
    Lane,
    /// Between threads.
    CrossLane,
    /// Memory.
    Memory,
    /// Branches, and units that work once for a wave.
    Scalar,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 4] = [Self::Lane, Self::CrossLane, Self::Memory, Self::Scalar];
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Lane => "lane",
            Self::CrossLane => "cross-lane",
            Self::Memory => "memory",
            Self::Scalar => "scalar",
        })
    }
}

impl Line {
    /// An instruction that the machine executes, of line `number` of the text.
    pub fn new(instruction: Instruction, number: usize) -> Self {
        Self { instruction, number, modelled: None }
    }
}

/// The instructions of a wave in order; what is repeated is kept once.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    blocks: Vec<Block>,
    /// Number of instructions up to the end of each block.
    ends: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Block {
    Once(Vec<Line>),
    /// Never empty.
    Repeated(Lines),
}

/// The instructions that a wave executes: up to and with its EXIT.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'p> {
    lines: &'p Lines,
    length: usize,
}

/// The instructions of every wave; wave w is `waves[w]`, empty where the text has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Instructions by wave.
    pub waves: Vec<Lines>,
}

static NOTHING: Lines = Lines { blocks: vec![], ends: vec![] };

impl Lines {
    /// Number of instructions, every repetition counted.
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The block of instruction `number`, from 0 and every repetition counted, and the block's place.
    fn block(&self, number: usize) -> Option<(&Block, Range<usize>)> {
        let place = self.ends.partition_point(|&end| end <= number);
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some((self.blocks.get(place)?, start..self.ends[place]))
    }

    /// Instruction `number`, from 0 and every repetition counted.
    pub fn get(&self, number: usize) -> Option<&Line> {
        let (block, place) = self.block(number)?;
        match block {
            Block::Once(lines) => lines.get(number - place.start),
            Block::Repeated(lines) => lines.get((number - place.start) % lines.len()),
        }
    }

    /// As [`Executed::repetitions`].
    fn repetitions(&self, period: Range<usize>) -> usize {
        let Some((Block::Repeated(lines), place)) = self.block(period.start) else { return 0 };
        let skipped = (period.start - place.start) / lines.len() * lines.len() + place.start;
        match period.end - skipped {
            _ if period.end >= place.end => 0,
            _ if period.len().is_multiple_of(lines.len()) => {
                (place.end - 1 - period.end) / period.len()
            }
            end => lines.repetitions(period.start - skipped..end),
        }
    }

    /// The instructions in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        (0..self.len()).map(|number| &self[number])
    }

    /// Appends `lines` `count` times.
    pub fn repeat(&mut self, lines: Self, count: usize) {
        if count > 0 && !lines.is_empty() {
            self.ends.push(self.len() + count * lines.len());
            self.blocks.push(Block::Repeated(lines));
        }
    }

    /// Shows `see` each line once, however often it is repeated.
    pub fn each<'l>(&'l self, see: &mut impl FnMut(&'l Line)) {
        for block in &self.blocks {
            match block {
                Block::Once(lines) => lines.iter().for_each(&mut *see),
                Block::Repeated(lines) => lines.each(see),
            }
        }
    }

    /// As [`Executed::in_short`], each `times` as often and while `see` returns true; whether it did.
    fn in_short<'l>(&'l self, times: usize, see: &mut impl FnMut(&'l Line, usize) -> bool) -> bool {
        let starts = std::iter::once(&0).chain(&self.ends);
        let mut blocks = self.blocks.iter().zip(starts.zip(&self.ends));
        blocks.all(|(block, (start, end))| match block {
            Block::Once(lines) => lines.iter().all(|line| see(line, times)),
            Block::Repeated(lines) => {
                let more = (end - start) / lines.len() - 1;
                lines.in_short(times, see) && (more == 0 || lines.in_short(times * more, see))
            }
        })
    }

    /// Number of the first EXIT.
    fn exit(&self) -> Option<usize> {
        let is_exit = |line: &Line| line.instruction.operation == ControlOperation::Exit;
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let exit = |(block, start): (&Block, usize)| {
            let inside = match block {
                Block::Once(lines) => lines.iter().position(is_exit),
                Block::Repeated(lines) => lines.exit(),
            };
            Some(start + inside?)
        };
        self.blocks.iter().zip(starts).find_map(exit)
    }
}

impl std::ops::Index<usize> for Lines {
    type Output = Line;

    fn index(&self, number: usize) -> &Line {
        let length = self.len();
        self.get(number).unwrap_or_else(|| panic!("instruction {number} of {length}"))
    }
}

impl Extend<Line> for Lines {
    fn extend<I: IntoIterator<Item = Line>>(&mut self, lines: I) {
        for line in lines {
            match (self.blocks.last_mut(), self.ends.last_mut()) {
                (Some(Block::Once(lines)), Some(end)) => {
                    lines.push(line);
                    *end += 1;
                }
                _ => {
                    self.ends.push(self.len() + 1);
                    self.blocks.push(Block::Once(vec![line]));
                }
            }
        }
    }
}

impl FromIterator<Line> for Lines {
    fn from_iter<I: IntoIterator<Item = Line>>(lines: I) -> Self {
        let mut own = Self::default();
        own.extend(lines);
        own
    }
}

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Lines {}

impl<'p> Executed<'p> {
    /// Number of instructions.
    pub fn len(self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// Instruction `number`, from 0.
    pub fn get(self, number: usize) -> Option<&'p Line> {
        self.lines.get(number).filter(|_| number < self.length)
    }

    /// Shows `see` instructions in order, with how many each stands for: the first pass of a loop for
    /// itself, the second for all others.
    pub fn in_short(self, mut see: impl FnMut(&'p Line, usize)) {
        self.lines.in_short(1, &mut |line, times| {
            see(line, times);
            line.instruction.operation != ControlOperation::Exit
        });
    }

    /// How often instructions that equal those of `period` follow behind it in one loop, with one
    /// more behind the last of them; no instructions follow for ever.
    pub fn repetitions(self, period: Range<usize>) -> usize {
        match period {
            _ if period.is_empty() => usize::MAX,
            _ if period.end < self.length => self.lines.repetitions(period),
            _ => 0,
        }
    }

    /// The instructions in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = &'p Line> + ExactSizeIterator {
        (0..self.length).map(move |number| &self.lines[number])
    }
}

impl std::ops::Index<usize> for Executed<'_> {
    type Output = Line;

    fn index(&self, number: usize) -> &Line {
        let length = self.length;
        self.get(number).unwrap_or_else(|| panic!("instruction {number} of {length}"))
    }
}

impl Default for Executed<'_> {
    fn default() -> Self {
        Self { lines: &NOTHING, length: 0 }
    }
}

impl From<Vec<Vec<Line>>> for Program {
    fn from(waves: Vec<Vec<Line>>) -> Self {
        Self { waves: waves.into_iter().map(Lines::from_iter).collect() }
    }
}

impl Program {
    /// The instructions that wave `wave` executes. Finding its EXIT takes time linear in the lines
    /// of its text.
    pub fn executed(&self, wave: usize) -> Executed<'_> {
        let lines = self.waves.get(wave).unwrap_or(&NOTHING);
        Executed { lines, length: lines.exit().map_or(lines.len(), |exit| exit + 1) }
    }

    /// Lines that each wave executes.
    pub fn all_executed(&self) -> Vec<Executed<'_>> {
        (0..self.waves.len()).map(|wave| self.executed(wave)).collect()
    }

    /// The instructions that each wave executes, with an EXIT at their end: in a program memory they
    /// have no other end.
    pub fn ended(&self) -> Self {
        let exit = Line::new(Instruction::new(ControlOperation::Exit), 0);
        let of_wave = |lines: Executed| {
            let ends = lines.iter().next_back().map(|line| line.instruction.operation);
            let is_open = ends.is_some_and(|last| last != ControlOperation::Exit);
            lines.iter().copied().chain(is_open.then_some(exit)).collect()
        };
        Self { waves: self.all_executed().into_iter().map(of_wave).collect() }
    }

    /// Each wave's instructions `passes` times, one pass after the other.
    pub fn repeated(&self, passes: u64) -> Self {
        let repeat = |wave: &Lines| {
            let mut lines = Lines::default();
            lines.repeat(wave.clone(), passes as usize);
            lines
        };
        Self { waves: self.waves.iter().map(repeat).collect() }
    }

    /// The instructions of all waves, wave after wave.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.waves.iter().flat_map(Lines::iter)
    }

    /// Every register that wave `wave` names, in order, once.
    pub fn registers(&self, wave: usize) -> Vec<Register> {
        let mut named = BTreeSet::new();
        self.each_line(wave, |instruction| {
            named.extend(instruction.source_registers().chain(instruction.destination));
        });
        named.into_iter().collect()
    }

    /// Every predicate and mask slot that wave `wave` names (never PT), in order, once.
    pub fn masks(&self, wave: usize) -> Vec<MaskEntry> {
        let mut named = BTreeSet::new();
        self.each_line(wave, |instruction| {
            let written = instruction.mask_destination;
            let written = (written != MaskEntry::TRUE).then_some(written);
            named.extend(instruction.source_masks().chain(written));
        });
        named.into_iter().collect()
    }

    fn each_line(&self, wave: usize, mut see: impl FnMut(&Instruction)) {
        let lines = self.waves.get(wave).unwrap_or(&NOTHING);
        lines.each(&mut |line| see(&line.instruction));
    }
}
