//! The instruction that starts a waveform.

use std::fmt;

use lanebeat::config::Config;
use lanebeat::cycle::{self, Event, Sink};
use lanebeat::isa::{Deadlock, Executed, Line, Program};

/// The first instruction that fits: `wave=2,op=SHFL,line=7`; parts left out fit any instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trigger {
    text: String,
    wave: Option<usize>,
    /// A mnemonic or the beginning of one, in capitals.
    operation: Option<String>,
    line: Option<usize>,
}

impl Trigger {
    /// Reads `text`, for the command line.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut trigger = Self { text: text.to_owned(), wave: None, operation: None, line: None };
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or("say KEY=VALUE, as wave=2,op=SHFL")?;
            let number = || {
                value
                    .parse::<usize>()
                    .map_err(|_| format!("{key} is a number, not `{value}`; try {key}=2"))
            };
            match key {
                "wave" => trigger.wave = Some(number()?),
                "line" => trigger.line = Some(number()?),
                "op" if !value.is_empty() => trigger.operation = Some(value.to_uppercase()),
                "op" => {
                    return Err("op is a mnemonic or what one begins with; try op=SHFL".to_owned());
                }
                _ => {
                    return Err(format!(
                        "keys are wave, op and line, not `{key}`; try wave=2,op=SHFL"
                    ));
                }
            }
        }
        Ok(trigger)
    }

    /// The cycles in which the first such instruction issues and retires, by the cycle model.
    ///
    /// # Errors
    /// The program can't go on.
    pub fn first(
        &self,
        config: &Config,
        program: &Program,
    ) -> Result<Option<(u64, u64)>, Deadlock> {
        let executed = program.all_executed();
        let mut finder = Finder { trigger: self, executed, issued: None, retired: None };
        cycle::run(config, program, &mut finder)?;
        Ok(finder.issued.zip(finder.retired))
    }

    fn fits(&self, wave: usize, line: &Line) -> bool {
        let spellings = line.instruction.operation.row().spellings;
        let begins = |operation: &String| {
            let is_it = |mnemonic: &str| {
                let mnemonic = mnemonic.to_uppercase();
                // `SHFL` is `SHFL.UP` too, and `V_ADD_U32` is `V_ADD_U32_DPP`, but `IADD` is not
                // `IADD3`.
                mnemonic
                    .strip_prefix(operation.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_']))
            };
            spellings.iter().any(|spelling| is_it(spelling.mnemonic))
        };
        self.wave.is_none_or(|wanted| wanted == wave)
            && self.line.is_none_or(|wanted| wanted == line.number)
            && self.operation.as_ref().is_none_or(begins)
    }
}

/// The cycles in which the first instruction that fits issues and retires.
struct Finder<'t> {
    trigger: &'t Trigger,
    executed: Vec<Executed<'t>>,
    issued: Option<u64>,
    retired: Option<u64>,
}

impl Sink for Finder<'_> {
    fn see(&mut self, event: &Event) {
        match event {
            Event::Issue(issue) => {
                let line = &self.executed[issue.wave][issue.number];
                if self.trigger.fits(issue.wave, line) {
                    self.issued.get_or_insert(issue.cycle);
                }
            }
            // The events of an instruction come one after the other.
            Event::Retire(retire) => self.retired = self.issued.map(|_| retire.cycle),
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.retired.is_some()
    }
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
