//! Where each thread's source word comes from: the lane map of one instruction, as data and as
//! text.
//!
//! ```text
//! SHFL.UP in a wave of 64 threads: whose word each thread gets
//!   threads   +0   +1   +2   +3 …
//!     0..15    0x   0    -G   2 …
//!    n   gets the word of thread n
//!    nx  out of range: its own word, and the predicate or range word says false
//!    -G  not written: its guard is false
//! ```
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::{Thread, WaveState, asm::assemble};
//! use lanebeat::model::explain::explain;
//!
//! let program = assemble("up.s", "SHFL.UP P1, R1, R0, 3, 0", &Config::default().target())?;
//! let map = explain(&program.waves[0][0].instruction, &WaveState::new(64, 4));
//! assert_eq!(map.sources.expect("words move")[5].from, Some(Thread(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;
use std::fmt;

use serde::{Serialize, Serializer};

use super::dpp::{self, Fetched, Lack};
use super::sources::Sources;
use super::{lane_move, shuffle};
use crate::isa::{
    Dialect, Instruction, Operation, ROW_THREADS, Thread, WARP_THREADS, Wave, WaveState,
};

/// SourceKind of word that a thread gets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// Its own.
    Own,
    /// Another thread's.
    Other,
    /// 0 in place of a word that DPP or a lane move does not find.
    Zero,
    /// None: it is not written.
    NotWritten,
}

/// Why a thread is not written, or gets 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It is outside EXEC.
    Exec,
    /// Its guard is false.
    Guard,
    /// It has no word to execute with.
    #[serde(untagged)]
    Lack(Lack),
}

/// Where one thread's word comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Source {
    /// The thread whose word it gets; `None` where it gets none.
    #[serde(serialize_with = "thread_number")]
    pub from: Option<Thread>,
    /// SourceKind of word that it gets.
    pub kind: SourceKind,
    /// SHFL: the predicate. DPP and lane moves: whether there is such a source thread.
    pub in_range: bool,
    /// Whether the source thread is outside EXEC and supplies its word all the same.
    pub inactive_source: bool,
    /// Why the thread is not written or gets 0.
    pub reason: Option<Reason>,
    /// SHFL: the last thread that it may read in its segment.
    #[serde(skip)]
    pub limit: Option<Thread>,
    /// The word it gets, of operand a before source modifiers; `None` where it gets none.
    pub word: Option<u32>,
}

/// The lane map of one instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// The mnemonic.
    pub operation: &'static str,
    /// Threads in the wave.
    pub threads: usize,
    /// One entry per thread, thread 0 first; `None` where every thread uses its own words.
    pub sources: Option<Vec<Source>>,
    /// Operand a of each thread.
    #[serde(skip)]
    pub words: Wave<u32>,
}

/// Where each thread's words come from when `instruction` executes in `state`, which gives EXEC,
/// the guard and, where they are registers, SHFL's b and c.
pub fn explain(instruction: &Instruction, state: &WaveState) -> Explanation {
    let sources = Sources::new(instruction, state);
    Explanation {
        operation: mnemonic(instruction),
        threads: sources.threads(),
        sources: sources_of(&sources),
        words: Wave(sources.a.into_owned()),
    }
}

/// Where the word of each thread comes from; `None` where every thread uses its own words.
fn sources_of(sources: &Sources) -> Option<Vec<Source>> {
    let Sources { instruction, exec, .. } = sources;
    let (fetched, in_range) = match (instruction.operation, &instruction.dpp) {
        (Operation::Shuffle(mode) | Operation::ShuffleRange(mode, _), _) => {
            let (from, in_range) = shuffle::sources_in_wave(mode, sources);
            (from.map(|source| Fetched::Word(Thread(source as usize))), in_range)
        }
        (Operation::LaneMove(kind), _) => {
            let fetched = lane_move::fetch(kind, sources);
            let has_source = fetched.map(has_source);
            (fetched, has_source)
        }
        (_, Some(dpp)) => {
            let from = dpp::sources(dpp.control, sources.threads());
            (dpp::fetch(dpp, exec), from.map(|from| from.is_some()))
        }
        (_, None) => return None,
    };
    let source = |(thread, &fetched)| source(sources, thread, fetched, in_range[thread]);
    Some(fetched.iter().map(source).collect())
}

/// Where the word of `thread` comes from.
fn source(sources: &Sources, thread: Thread, fetched: Fetched, in_range: bool) -> Source {
    let exec = sources.exec;
    let not_written = |reason| Source::without_word(SourceKind::NotWritten, reason, in_range);
    match fetched {
        _ if !exec[thread] => not_written(Reason::Exec),
        _ if !sources.executing[thread] => not_written(Reason::Guard),
        Fetched::NotWritten(lack) => not_written(Reason::Lack(lack)),
        Fetched::Zero(lack) => Source::without_word(SourceKind::Zero, Reason::Lack(lack), in_range),
        Fetched::Word(from) => {
            let kind = if from == thread { SourceKind::Own } else { SourceKind::Other };
            let (inactive_source, word) = (!exec[from], Some(sources.a[from.0]));
            let limit = limit(sources, thread);
            Source { from: Some(from), kind, in_range, inactive_source, reason: None, limit, word }
        }
    }
}

/// The last thread that SHFL lets `thread` read.
fn limit(sources: &Sources, thread: Thread) -> Option<Thread> {
    let Operation::Shuffle(_) = sources.instruction.operation else { return None };
    let warp_threads = sources.threads().min(WARP_THREADS);
    let in_warp = thread.0 % warp_threads;
    let limit = shuffle::limit(warp_threads, in_warp, sources.c[thread.0]);
    Some(Thread(thread.0 - in_warp + limit))
}

fn mnemonic(instruction: &Instruction) -> &'static str {
    let dialect = if instruction.dpp.is_some() { Dialect::Gcn } else { Dialect::Sass };
    instruction.operation.row().name(dialect)
}

/// Whether a thread's source is one of the wave's threads.
fn has_source(fetched: Fetched) -> bool {
    !matches!(
        fetched,
        Fetched::NotWritten(Lack::NoSource | Lack::NoSender)
            | Fetched::Zero(Lack::NoSource | Lack::NoSender)
    )
}

fn thread_number<S: Serializer>(thread: &Option<Thread>, serializer: S) -> Result<S::Ok, S::Error> {
    thread.map(|Thread(number)| number).serialize(serializer)
}

impl Reason {
    /// The letter that stands for it in the map, and the reason in words.
    pub fn letter_and_text(self) -> (char, &'static str) {
        match self {
            Self::Exec => ('E', "the thread is outside EXEC"),
            Self::Guard => ('G', "its guard is false"),
            Self::Lack(Lack::RowMask) => ('R', "its row_mask bit is 0"),
            Self::Lack(Lack::BankMask) => ('B', "its bank_mask bit is 0"),
            Self::Lack(Lack::NoSource) => ('N', "it has no source thread"),
            Self::Lack(Lack::InactiveSource) => {
                ('I', "its source thread is outside EXEC and FI is 0")
            }
            Self::Lack(Lack::SourceOutsideExec) => ('O', "its source thread is outside EXEC"),
            Self::Lack(Lack::NoSender) => ('S', "no executing thread sends it a word"),
        }
    }
}

impl Source {
    fn without_word(kind: SourceKind, reason: Reason, in_range: bool) -> Self {
        let word = (kind == SourceKind::Zero).then_some(0);
        let (inactive_source, limit) = (false, None);
        Self { from: None, kind, in_range, inactive_source, reason: Some(reason), limit, word }
    }

    /// The word that a thread gets and why, as a sentence. The texts name the thread, its source and
    /// the word.
    pub fn sentence(&self, [thread, from, word]: [&str; 3]) -> String {
        let reason = self.reason.map_or("", |reason| reason.letter_and_text().1);
        match (self.kind, self.reason) {
            (SourceKind::Zero, _) => format!("thread {thread} gets 0: {reason}"),
            (_, Some(Reason::Lack(Lack::NoSource | Lack::InactiveSource))) => {
                format!("thread {thread} is not written: {reason}, and there is no bound_ctrl")
            }
            (SourceKind::NotWritten, _) => format!("thread {thread} is not written: {reason}"),
            _ if !self.in_range => {
                let last = |Thread(limit)| format!("; the clamp of its segment is thread {limit}");
                let last = self.limit.map_or(String::new(), last);
                format!("thread {thread} keeps its own word ({word}): out of range{last}")
            }
            _ => {
                let outside = if self.inactive_source { ", which is outside EXEC" } else { "" };
                format!("thread {thread} gets the word of thread {from} ({word}){outside}")
            }
        }
    }

    /// Five characters: source number and remark, `  17x`, `   -R`, `zeroN`.
    pub fn cell(&self) -> String {
        let word = match (self.kind, self.from) {
            (SourceKind::Zero, _) => "zero".into(),
            (SourceKind::Own | SourceKind::Other, Some(Thread(number))) => number.to_string(),
            (SourceKind::NotWritten | SourceKind::Own | SourceKind::Other, _) => "-".into(),
        };
        let remark = match self.reason {
            Some(reason) => reason.letter_and_text().0,
            None if !self.in_range => 'x',
            None if self.inactive_source => '*',
            None => ' ',
        };
        format!("{word:>4}{remark}")
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(sources) = &self.sources else {
            return writeln!(f, "{}: every thread uses its own words", self.operation);
        };
        writeln!(
            f,
            "{} in a wave of {} threads: whose word each thread gets",
            self.operation, self.threads
        )?;
        let columns = self.threads.min(ROW_THREADS);
        let head: String =
            (0..columns).map(|column| format!("{:>4} ", format!("+{column}"))).collect();
        writeln!(f, "{:>9} {}", "threads", head.trim_end())?;
        for (row, line) in sources.chunks(ROW_THREADS).enumerate() {
            let first = row * ROW_THREADS;
            let cells: String = line.iter().map(Source::cell).collect();
            writeln!(
                f,
                "{:>9} {}",
                format!("{first}..{}", first + line.len() - 1),
                cells.trim_end()
            )?;
        }
        for (mark, meaning) in legend(sources) {
            writeln!(f, "{mark}  {meaning}")?;
        }
        let not_written =
            sources.iter().filter(|source| source.kind == SourceKind::NotWritten).count();
        writeln!(f, "{} of {} threads are written", self.threads - not_written, self.threads)
    }
}

impl Explanation {
    /// The words that the threads get, eight a line in hexadecimal; empty where every thread uses its
    /// own.
    pub fn words_text(&self) -> String {
        const A_LINE: usize = 8;
        let Some(sources) = &self.sources else { return String::new() };
        let mut text = "the words that they get, in hexadecimal\n".to_owned();
        for (line, sources) in sources.chunks(A_LINE).enumerate() {
            let first = line * A_LINE;
            text += &format!("{:>9}", format!("{first}..{}", first + sources.len() - 1));
            for source in sources {
                let word = source.word.map_or("-".to_owned(), |word| format!("{word:x}"));
                text += &format!(" {word:>8}");
            }
            text.push('\n');
        }
        text
    }
}

/// Every mark that occurs in the map, four to six characters, and its meaning.
pub fn legend(sources: &[Source]) -> Vec<(String, String)> {
    let any = |holds: &dyn Fn(&Source) -> bool| sources.iter().any(holds);
    let mut legend = vec![("   n ".to_owned(), "gets the word of thread n".to_owned())];
    if any(&|source| source.from.is_some() && !source.in_range) {
        let meaning = "out of range: its own word, and the predicate or range word says false";
        legend.push(("   nx".to_owned(), meaning.to_owned()));
    }
    if any(&|source| source.inactive_source && source.in_range) {
        let meaning = "thread n is outside EXEC and supplies its word all the same";
        legend.push(("   n*".to_owned(), meaning.to_owned()));
    }
    let without_word =
        [(SourceKind::NotWritten, "   -", "not written"), (SourceKind::Zero, "zero", "gets 0")];
    for (kind, mark, effect) in without_word {
        let of_kind = sources.iter().filter(|source| source.kind == kind);
        for reason in of_kind.filter_map(|source| source.reason).collect::<BTreeSet<_>>() {
            let (letter, why) = reason.letter_and_text();
            legend.push((format!("{mark}{letter}"), format!("{effect}: {why}")));
        }
    }
    legend
}
