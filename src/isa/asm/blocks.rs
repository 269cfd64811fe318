//! Directives: which wave a line belongs to, and lines that are repeated.

use std::ops::{Range, RangeInclusive};

use super::error::Fault;
use super::target::Target;
use super::token::Token;
use crate::isa::{Instruction, Line, Lines, Program};

/// Instructions of one program, every repetition counted.
pub const MAXIMUM_INSTRUCTIONS: usize = 1_000_000_000_000;
/// Depth to which `.repeat` may stand inside `.repeat`.
pub const MAXIMUM_NESTING: usize = 16;

/// The lines so far, by wave.
#[derive(Default)]
pub(super) struct Blocks {
    /// Lines outside every open `.repeat`.
    outermost: Vec<Lines>,
    /// The repeats that are open.
    open: Vec<Repeat>,
    /// Instructions in `outermost` and `open` together, repetitions counted.
    held: usize,
    wave: usize,
    is_full: bool,
}

struct Repeat {
    /// 0 where the directive was wrong: its body is read for errors only.
    count: usize,
    body: Vec<Lines>,
    span: Range<usize>,
}

impl Blocks {
    /// Appends the instructions of line `number`, which begins at `span`.
    pub fn push(
        &mut self,
        number: usize,
        instructions: Vec<Instruction>,
        span: Range<usize>,
    ) -> Result<(), Fault> {
        self.hold(instructions.len(), span)?;
        if !instructions.is_empty() {
            let lines = instructions.into_iter().map(|instruction| Line::new(instruction, number));
            self.body(self.wave).extend(lines);
        }
        Ok(())
    }

    /// Lines of `wave` in the innermost `.repeat` that is open.
    fn body(&mut self, wave: usize) -> &mut Lines {
        let body = self.open.last_mut().map_or(&mut self.outermost, |repeat| &mut repeat.body);
        if body.len() <= wave {
            body.resize(wave + 1, Lines::default());
        }
        &mut body[wave]
    }

    fn hold(&mut self, more: usize, span: Range<usize>) -> Result<(), Fault> {
        self.held = self.held.saturating_add(more);
        if self.held <= MAXIMUM_INSTRUCTIONS {
            return Ok(());
        }
        self.is_full = true;
        let rule = format!(
            "a program holds at most {MAXIMUM_INSTRUCTIONS} instructions, repetitions counted, and this is beyond"
        );
        Err(Fault::new(span, rule, "repeat less often"))
    }

    /// The wave that the next line belongs to.
    pub fn wave(&self) -> usize {
        self.wave
    }

    /// Whether the program is too long already, so that reading on makes no sense.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Obeys a directive; `tokens` has at least one.
    pub fn directive(&mut self, tokens: &[Token], target: &Target) -> Result<(), Fault> {
        let token = &tokens[0];
        match token.text.to_ascii_lowercase().as_str() {
            ".wave" => {
                let last = target.waves.saturating_sub(1);
                self.wave = argument(tokens, 0..=last, &format!("a wave 0..{last}"))?;
                Ok(())
            }
            ".repeat" => self.begin(tokens),
            ".end" => self.end(tokens),
            _ => {
                let rule = format!("{token} is not a directive");
                Err(token.fault(rule, "they are .wave N, .repeat K and .end"))
            }
        }
    }

    fn begin(&mut self, tokens: &[Token]) -> Result<(), Fault> {
        let span = tokens[0].span();
        let takes = format!("a count 1..{MAXIMUM_INSTRUCTIONS}");
        let mut count = argument(tokens, 1..=MAXIMUM_INSTRUCTIONS, &takes);
        if self.open.len() == MAXIMUM_NESTING {
            let rule = format!(".repeat may nest {MAXIMUM_NESTING} deep, and this is one more");
            count = Err(tokens[0].fault(rule, "multiply the counts of two repeats"));
        }
        self.open.push(Repeat { count: *count.as_ref().unwrap_or(&0), body: Vec::new(), span });
        count.map(|_| ())
    }

    fn end(&mut self, tokens: &[Token]) -> Result<(), Fault> {
        if let Some(extra) = tokens.get(1) {
            return Err(extra.fault(format!(".end stands alone, but {extra} follows"), "remove it"));
        }
        let alone =
            || tokens[0].fault(".end has no .repeat to end", "remove it, or write .repeat K above");
        let Repeat { count, body, span } = self.open.pop().ok_or_else(alone)?;
        let length: usize = body.iter().map(Lines::len).sum();
        self.held -= length;
        self.hold(length.saturating_mul(count), span)?;
        for (wave, lines) in body.into_iter().enumerate().filter(|(_, lines)| !lines.is_empty()) {
            self.body(wave).repeat(lines, count);
        }
        Ok(())
    }

    /// The error if the text ends inside a block.
    pub fn unended(&self) -> Option<Fault> {
        let span = self.open.last()?.span.clone();
        Some(Fault::new(span, ".repeat has no .end", "write .end below the lines to repeat"))
    }

    pub fn into_program(self) -> Program {
        Program { waves: self.outermost }
    }
}

/// The one number behind a directive.
fn argument(tokens: &[Token], legal: RangeInclusive<usize>, takes: &str) -> Result<usize, Fault> {
    let name = tokens[0].text.to_ascii_lowercase();
    let number = tokens.get(1).and_then(|number| usize::try_from(number.kind.integer()?).ok());
    let (at, has) = match (tokens, number) {
        ([_, _, extra, ..], _) => (extra, format!("but {extra} follows it")),
        ([_, _], Some(number)) if legal.contains(&number) => return Ok(number),
        ([_, number], _) => (number, format!("not {number}")),
        _ => (&tokens[0], "but has none".to_owned()),
    };
    let cure = format!("write for example {name} {}", legal.start());
    Err(at.fault(format!("{name} takes {takes}, {has}"), cure))
}
