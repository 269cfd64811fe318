//! Directives: which wave a line belongs to, and lines that are repeated.

use super::error::Fault;
use super::literal::{Literal, parse_literal};
use super::target::Target;
use super::token::Word;
use crate::isa::{Instruction, Line, Program};

/// Instructions of one program, every repetition counted.
pub const MAXIMUM_INSTRUCTIONS: usize = 10_000_000;
/// Depth to which `.repeat` may stand inside `.repeat`.
pub const MAXIMUM_NESTING: usize = 16;

/// The lines so far: each once, and the order in which they are executed.
#[derive(Default)]
pub(super) struct Blocks {
    /// Each line with its wave.
    lines: Vec<(usize, Line)>,
    /// Positions in `lines`, outside every `.repeat`.
    outermost: Vec<u32>,
    /// The repeats that are open.
    open: Vec<Repeat>,
    /// Positions held in `outermost` and `open` together.
    held: usize,
    wave: usize,
    is_full: bool,
}

struct Repeat {
    /// 0 where the directive was wrong: what it holds is read for its errors only.
    count: usize,
    body: Vec<u32>,
    span: std::ops::Range<usize>,
}

impl Blocks {
    /// Appends the instructions of line `number`, which begins with `word`.
    pub fn push(
        &mut self,
        number: usize,
        instructions: Vec<Instruction>,
        word: &Word,
    ) -> Result<(), Fault> {
        self.hold(instructions.len(), word.span())?;
        for instruction in instructions {
            let position = self.lines.len() as u32;
            self.lines.push((self.wave, Line { instruction, number }));
            self.body().push(position);
        }
        Ok(())
    }

    fn body(&mut self) -> &mut Vec<u32> {
        self.open.last_mut().map_or(&mut self.outermost, |repeat| &mut repeat.body)
    }

    fn hold(&mut self, more: usize, span: std::ops::Range<usize>) -> Result<(), Fault> {
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

    /// Obeys a directive; `words` has at least one.
    pub fn directive(&mut self, words: &[Word], target: &Target) -> Result<(), Fault> {
        let word = &words[0];
        match word.text.to_ascii_lowercase().as_str() {
            ".wave" => {
                let last = target.waves.saturating_sub(1);
                self.wave = argument(words, 0..=last, &format!("a wave 0..{last}"))?;
                Ok(())
            }
            ".repeat" => self.begin(words),
            ".end" => self.end(words),
            _ => {
                let rule = format!("{} is not a directive", word.shown());
                Err(Fault::new(word.span(), rule, "they are .wave N, .repeat K and .end"))
            }
        }
    }

    fn begin(&mut self, words: &[Word]) -> Result<(), Fault> {
        let span = words[0].span();
        let mut count = argument(
            words,
            1..=MAXIMUM_INSTRUCTIONS,
            &format!("a count 1..{MAXIMUM_INSTRUCTIONS}"),
        );
        if self.open.len() == MAXIMUM_NESTING {
            let rule = format!(".repeat may nest {MAXIMUM_NESTING} deep, and this is one more");
            count = Err(Fault::new(span.clone(), rule, "multiply the counts of two repeats"));
        }
        self.open.push(Repeat { count: *count.as_ref().unwrap_or(&0), body: Vec::new(), span });
        count.map(|_| ())
    }

    fn end(&mut self, words: &[Word]) -> Result<(), Fault> {
        if let Some(extra) = words.get(1) {
            return Err(Fault::new(
                extra.span(),
                format!(".end stands alone, but {} follows", extra.shown()),
                "remove it",
            ));
        }
        let alone = || {
            Fault::new(
                words[0].span(),
                ".end has no .repeat to end",
                "remove it, or write .repeat K above",
            )
        };
        let Repeat { count, body, span } = self.open.pop().ok_or_else(alone)?;
        self.held -= body.len();
        self.hold(body.len().saturating_mul(count), span)?;
        if !body.is_empty() {
            let into = self.body();
            (0..count).for_each(|_| into.extend_from_slice(&body));
        }
        Ok(())
    }

    /// What is wrong if the text ends here.
    pub fn unended(&self) -> Option<Fault> {
        let open = self.open.last()?;
        Some(Fault::new(
            open.span.clone(),
            ".repeat has no .end",
            "write .end below the lines to repeat",
        ))
    }

    pub fn into_program(self) -> Program {
        let mut program = Program::default();
        for position in self.outermost {
            let (wave, line) = self.lines[position as usize];
            if program.waves.len() <= wave {
                program.waves.resize(wave + 1, Vec::new());
            }
            program.waves[wave].push(line);
        }
        program
    }
}

/// The one number behind a directive.
fn argument(
    words: &[Word],
    legal: std::ops::RangeInclusive<usize>,
    takes: &str,
) -> Result<usize, Fault> {
    let name = words[0].text.to_ascii_lowercase();
    let cure = format!("write for example {name} {}", legal.start());
    let refuse = |word: &Word, has: String| {
        Err(Fault::new(word.span(), format!("{name} takes {takes}, {has}"), &*cure))
    };
    match words {
        [name] => refuse(name, "but has none".to_owned()),
        [_, number] => match parse_literal(number.text) {
            Some(Literal::Integer(value))
                if legal.contains(&usize::try_from(value).unwrap_or(usize::MAX)) =>
            {
                Ok(value as usize)
            }
            _ => refuse(number, format!("not {}", number.shown())),
        },
        [_, _, extra, ..] => refuse(extra, format!("but {} follows it", extra.shown())),
        [] => Ok(*legal.start()),
    }
}
