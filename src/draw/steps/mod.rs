//! A run as a page to step through: registers as grids of words, the words that moved with their
//! reasons, what each word was made of, and the timetable of two machines.
//!
//! [`Steps`] records the instructions of a run as the model executes them. The page has these records
//! as packed JSON, and draws from them.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::cycle::Schedule;
//! use lanebeat::draw::steps::{Page, Steps};
//! use lanebeat::isa::asm::assemble;
//! use lanebeat::model::Machine;
//!
//! let (config, text) = (Config::default(), "IADD R1, R0, 1");
//! let program = assemble("one.s", text, &config.target())?;
//! let mut machine = Machine::new(config.threads(), config.registers, config.waves);
//! let mut steps = Steps::new(&program, vec![0..1]);
//! steps.before(0, 0, machine.wave(0));
//! steps.retired(&machine.step(0, &program.waves[0][0].instruction));
//! let schedules = [Schedule::new(&config, &program)?];
//! let page = Page { name: "one.s", text, command: "", schedules: &schedules };
//! assert!(steps.html(|_| machine.wave(0), &page).starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lines;
mod machine;
mod packed;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use self::lines::{Distinct, LineOfText, Lines};
use self::machine::Machine;
use super::element::tag;
use super::lanes::{self, arrow_class, band_threads, box_class};
use super::page::page;
use super::shapes::embedded;
use super::timetable;
use crate::cycle::Schedule;
use crate::isa::{Executed, Mask, Program, Retired, Thread, Wave, WaveState};
use crate::model::explain::{Source, explain, legend};

const STYLE: &str = include_str!("page.css");
const BODY: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");
/// Lines of text up to which all of it is in the page.
const TEXT_LINES: usize = 20_000;

/// The instructions of a run that a page shows.
pub struct Steps<'p> {
    program: &'p Program,
    executed: Vec<Executed<'p>>,
    /// Instructions of each wave that are shown.
    shown: Vec<Range<usize>>,
    /// Wave and number of each step.
    keys: Vec<(usize, usize)>,
    /// The last step of each wave, until EXEC after it is known.
    open: BTreeMap<usize, usize>,
    lines: Lines,
    masks: Distinct<String>,
    says: Distinct<Say>,
    maps: Distinct<Map>,
    columns: Columns,
    waves: Vec<Loaded>,
}

/// Content of a page besides the steps.
#[derive(Clone, Copy, Debug)]
pub struct Page<'p> {
    /// Name of the program.
    pub name: &'p str,
    /// Its text.
    pub text: &'p str,
    /// The command that makes the page again.
    pub command: &'p str,
    /// The timetables of the machine and of another one, in which all steps are.
    pub schedules: &'p [Schedule],
}

/// A field for each step in a list of its own: the lists pack well. Masks, maps and lines are places
/// in their lists.
#[derive(Default, Serialize)]
struct Columns {
    wave: Vec<usize>,
    line: Vec<usize>,
    map: Vec<Option<usize>>,
    written: Vec<usize>,
    /// Words of the written threads, if a register is written.
    words: Vec<Option<String>>,
    /// Bits, if a predicate or mask slot is written.
    bits: Vec<Option<usize>>,
    /// EXEC after it.
    exec: Vec<usize>,
}

/// State of a wave before its first step.
#[derive(Serialize)]
struct Loaded {
    wave: usize,
    exec: usize,
    registers: Vec<(String, String)>,
    masks: Vec<(String, usize)>,
}

/// Sentence about the word that a thread gets, without the numbers.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
struct Say {
    text: String,
    mark: String,
    r#box: &'static str,
    arrow: &'static str,
}

/// The lane map of an instruction.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
struct Map {
    /// Source of each thread's word.
    from: Vec<Option<usize>>,
    /// Place of its [`Say`].
    say: Vec<usize>,
    /// Fewest threads that exchange words among each other.
    band: usize,
    legend: Vec<(String, String)>,
}

/// All that the page has as data.
#[derive(Serialize)]
struct Data<'d> {
    threads: usize,
    /// Number of the first line of `text`.
    first: usize,
    text: Vec<&'d str>,
    lines: Vec<LineOfText>,
    masks: Distinct<String>,
    says: Distinct<Say>,
    maps: Distinct<Map>,
    waves: Vec<Loaded>,
    steps: Columns,
    machines: Vec<Machine>,
}

impl<'p> Steps<'p> {
    /// No steps yet. Of each wave of `program`, `shown` are the numbers of the instructions that become
    /// steps.
    pub fn new(program: &'p Program, shown: Vec<Range<usize>>) -> Self {
        Self {
            program,
            executed: program.all_executed(),
            shown,
            keys: vec![],
            open: BTreeMap::new(),
            lines: Lines::default(),
            masks: Distinct::default(),
            says: Distinct::default(),
            maps: Distinct::default(),
            columns: Columns::default(),
            waves: vec![],
        }
    }

    /// Notes `state`, in which instruction `number` of `wave` is about to execute.
    ///
    /// # Panics
    /// When there is no such instruction.
    pub fn before(&mut self, wave: usize, number: usize, state: &WaveState) {
        let exec = self.masks.place(state.exec.to_hex());
        if let Some(step) = self.open.remove(&wave) {
            self.columns.exec[step] = exec;
        }
        let shown = &self.shown[wave];
        if !shown.contains(&number) {
            return;
        }
        if number == shown.start {
            self.load(wave, exec, state);
        }
        let line = self.executed[wave].get(number).expect("the wave has it");
        let map = explain(&line.instruction, state).sources.map(|sources| self.map(&sources));
        self.open.insert(wave, self.keys.len());
        self.keys.push((wave, number));
        self.columns.wave.push(wave);
        self.columns.line.push(self.lines.place(line));
        self.columns.map.push(map);
        self.columns.exec.push(exec);
    }

    /// Notes the effects of the instruction that [`Self::before`] saw.
    pub fn retired(&mut self, Retired { written, register, mask, .. }: &Retired) {
        if self.columns.written.len() == self.keys.len() {
            return;
        }
        let line = &mut self.lines.list[self.columns.line[self.columns.written.len()]];
        let words = register.as_ref().map(|(register, words)| {
            line.register = Some(register.to_string());
            packed::words(words.0.iter().zip(&written.0).filter(|(_, written)| **written))
        });
        let bits = mask.as_ref().map(|(entry, bits)| {
            line.mask = Some(entry.to_string());
            self.masks.place(bits.to_hex())
        });
        self.columns.written.push(self.masks.place(written.to_hex()));
        self.columns.words.push(words);
        self.columns.bits.push(bits);
    }

    /// Notes the entries that the program names in `wave`.
    fn load(&mut self, wave: usize, exec: usize, state: &WaveState) {
        let all: Mask = Wave::filled(state.exec.threads(), true);
        let registers = self.program.registers(wave).into_iter().map(|register| {
            let words = state.register(register).0.iter().zip(&all.0);
            (register.to_string(), packed::words(words))
        });
        let registers = registers.collect();
        let masks = self.program.masks(wave).into_iter().map(|entry| {
            let bits = state.masks[usize::from(entry.0)].to_hex();
            (entry.to_string(), self.masks.place(bits))
        });
        let masks = masks.collect();
        self.waves.push(Loaded { wave, exec, registers, masks });
    }

    /// The place of a lane map.
    fn map(&mut self, sources: &[Source]) -> usize {
        let say = |source: &Source| Say {
            text: source.sentence(["{thread}", "{from}", "{word}"]),
            mark: source.cell().chars().last().unwrap_or(' ').to_string(),
            r#box: box_class(source),
            arrow: arrow_class(source),
        };
        let say = sources.iter().map(|source| self.says.place(say(source))).collect();
        let from = |source: &Source| source.from.map(|Thread(number)| number);
        self.maps.place(Map {
            from: sources.iter().map(from).collect(),
            say,
            band: band_threads(sources),
            legend: legend(sources),
        })
    }

    /// The page. `after` gives the state that each wave has in the end.
    ///
    /// # Panics
    /// When a step has not retired.
    pub fn html<'s>(mut self, after: impl Fn(usize) -> &'s WaveState, about: &Page) -> String {
        for (wave, step) in std::mem::take(&mut self.open) {
            self.columns.exec[step] = self.masks.place(after(wave).exec.to_hex());
        }
        assert_eq!(self.columns.written.len(), self.keys.len(), "an instruction did not retire");
        let machines = Machine::all(about.schedules, &self.keys, &mut self.lines);
        self.waves.sort_by_key(|loaded| loaded.wave);
        let (first, text) = self.text(about.text);
        let threads = self.waves.first().map_or(0, |loaded| after(loaded.wave).exec.threads());
        let data = packed::data(&Data {
            threads,
            first,
            text,
            lines: self.lines.list,
            masks: self.masks,
            says: self.says,
            maps: self.maps,
            waves: self.waves,
            steps: self.columns,
            machines,
        });
        let definitions = [timetable::PATTERNS, lanes::DEFINITIONS].concat();
        let definitions = embedded("patterns", [0.0; 4], tag("defs", "").child(definitions));
        let title = format!("{}, step by step", about.name);
        let body = tag("body", "")
            .child(definitions.with("aria-hidden", "true"))
            .child(tag("h1", "").text(&title))
            .child(tag("p", "command").child(tag("code", "").text(about.command)))
            .child(BODY)
            .child(tag("script", "").with("type", "text/plain").with("id", "data").child(data));
        let style = [timetable::STYLE, lanes::STYLE, STYLE].concat();
        page(&title, "", &style, body, SCRIPT)
    }

    /// The text, of a long one only the lines from the first to the last step.
    fn text<'t>(&self, text: &'t str) -> (usize, Vec<&'t str>) {
        let lines: Vec<&str> = text.lines().collect();
        let numbers = || self.lines.list.iter().map(|line| line.number);
        match (numbers().min(), numbers().max()) {
            (Some(first), Some(last)) if lines.len() > TEXT_LINES => {
                (first, lines[first - 1..last].to_vec())
            }
            _ => (1, lines),
        }
    }
}
