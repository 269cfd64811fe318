//! A compiler's listing: which of its lines are instructions, and what each is on this machine.

use std::ops::Range;

use serde::Serialize;

use super::compiler::{Context, Generation};
use super::constants::Constants;
use super::error::{Fault, Lack};
use super::implied::complete;
use super::masks::{MaskUse, give_entries};
use super::resolve::instructions;
use super::target::Target;
use super::token::{Token, lines, scan};
use super::uniform::give_registers;
use crate::isa::{Instruction, Register};

/// First words of lines that describe the source of a listing.
const METADATA: [&str; 13] = [
    "Function :",
    "code for sm_",
    "Fatbin ",
    "========",
    "........",
    "arch =",
    "code version =",
    "host =",
    "compile_size =",
    "producer =",
    "compressed",
    "identifier =",
    "Disassembly of section",
];
/// Text that `llvm-objdump` writes into the first line, behind the file's name.
const FILE_FORMAT: &str = "file format ";
const METADATA_BEGINS: &str = ".amdgpu_metadata";
const METADATA_ENDS: &str = ".end_amdgpu_metadata";

/// LineKind of a line of a listing; code, one instruction or several, perhaps stands behind a label.
enum LineKind<'t> {
    Blank,
    Comment,
    Directive,
    Label,
    Metadata,
    Code { instructions: Vec<Vec<Token<'t>>>, has_label: bool },
}

/// An instruction of a listing as tokens.
pub(super) struct Code<'t> {
    pub number: usize,
    pub generation: Option<Generation>,
    /// Byte at which its line begins.
    line: usize,
    /// Its own bytes.
    range: Range<usize>,
    pub tokens: Vec<Token<'t>>,
    pub masks: MaskUse,
}

/// Lines of a listing that are no instructions; blank ones are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Skipped {
    /// Lines of directives.
    pub directives: usize,
    /// Lines of labels.
    pub labels: usize,
    /// Lines of comments.
    pub comments: usize,
    /// Lines of metadata.
    pub metadata: usize,
}

/// An instruction of a listing.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Line number in the text, from 1.
    pub number: usize,
    /// As the listing has it, without address and comment.
    pub text: String,
    /// Its instructions on this machine, or the first reason why it has none.
    pub here: Result<Vec<Instruction>, Refused>,
}

/// Why a line is no instruction of this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// From 1, in characters.
    pub column: usize,
    /// Kind of thing that this machine lacks for it.
    pub lack: Lack,
    /// The rule and the value that breaks it.
    pub rule: String,
    /// Correction to make.
    pub cure: String,
}

/// Every line of a compiler's listing.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Instructions, in the order of the text.
    pub instructions: Vec<Listed>,
    /// Lines that are no instructions.
    pub skipped: Skipped,
    /// Generations of machines that it names, once each.
    pub generations: Vec<Generation>,
    /// Names of words that no file gives, each with the number of the first line that reads it.
    pub wanted: Vec<(String, usize)>,
}

/// Translates each line of `text` to instructions of this machine, with `constants` in their places.
pub fn read_listing(text: &str, target: &Target, constants: &Constants) -> Listing {
    let (code, skipped, scratch) = code(text, target);
    let mut listing = Listing { skipped, ..Listing::default() };
    for Code { number, generation, line, range, tokens, masks } in code {
        if let Some(named) = generation.filter(|named| !listing.generations.contains(named)) {
            listing.generations.push(named);
        }
        let context =
            Context { target, is_listing: true, constants, scratch, masks, generation, wave: 0 };
        let refused = |faults: Vec<Fault>| {
            let Fault { span, lack, rule, cure, .. } =
                faults.into_iter().next().expect("a refusal has a reason");
            let column = text[line..span.start.max(line)].chars().count() + 1;
            Refused { column, lack, rule, cure }
        };
        let here = instructions(tokens, &context);
        for fault in
            here.as_ref().err().into_iter().flatten().filter(|fault| fault.lack == Lack::Word)
        {
            let name = fault.rule.split(" is ").next().map(str::to_owned);
            let is_told = |name: &String| listing.wanted.iter().any(|(told, _)| told == name);
            listing.wanted.extend(name.filter(|name| !is_told(name)).map(|name| (name, number)));
        }
        let here = here.map_err(refused);
        listing.instructions.push(Listed { number, text: text[range].to_owned(), here });
    }
    listing
}

/// The instructions of a listing, a count of its other lines, and two registers that it leaves free.
pub(super) fn code<'t>(
    text: &'t str,
    target: &Target,
) -> (Vec<Code<'t>>, Skipped, [Option<Register>; 2]) {
    let (mut code, mut skipped) = (Vec::new(), Skipped::default());
    let (mut is_metadata, mut generation) = (false, None);
    for (number, start, line) in lines(text) {
        let (tokens, behind) = scan(line, start);
        let begins = tokens.first().map_or("", |token| token.text.as_ref());
        let kind = if begins == METADATA_BEGINS || begins == METADATA_ENDS {
            is_metadata = begins == METADATA_BEGINS;
            LineKind::Directive
        } else if is_metadata && !line.trim().is_empty() {
            LineKind::Metadata
        } else {
            kind(line, tokens, behind, start)
        };
        skipped.count(&kind);
        let instructions = match kind {
            LineKind::Code { instructions, .. } => instructions,
            LineKind::Directive | LineKind::Metadata => {
                generation = Generation::named(line).or(generation);
                continue;
            }
            LineKind::Blank | LineKind::Comment | LineKind::Label => continue,
        };
        code.extend(instructions.into_iter().map(|tokens| {
            let range = tokens[0].start..tokens[tokens.len() - 1].span().end;
            Code { number, generation, line: start, range, tokens, masks: MaskUse::default() }
        }));
    }
    code.iter_mut().for_each(|code| complete(&mut code.tokens));
    let mut lines: Vec<_> = code.iter_mut().map(|code| &mut code.tokens).collect();
    let (scratch, spare) = give_registers(&mut lines, target);
    let masks = give_entries(&mut lines, spare);
    for (code, masks) in code.iter_mut().zip(masks) {
        code.masks = masks;
    }
    (code, skipped, scratch)
}

fn kind<'t>(
    line: &'t str,
    mut tokens: Vec<Token<'t>>,
    mut behind: Option<&'t str>,
    start: usize,
) -> LineKind<'t> {
    let trimmed = line.trim();
    let is_label = |token: &Token| token.text.len() > 1 && token.text.ends_with(':');
    strip(&mut tokens);
    match &tokens[..] {
        [] if trimmed.is_empty() => return LineKind::Blank,
        [] => return LineKind::Comment,
        _ if trimmed.starts_with('#') => return LineKind::Comment,
        _ if METADATA.iter().any(|start| trimmed.starts_with(start)) => return LineKind::Metadata,
        _ if trimmed.contains(FILE_FORMAT) => return LineKind::Metadata,
        // llvm-objdump: an address, then the name in angle brackets.
        [address, name]
            if is_label(name)
                && name.text.starts_with('<')
                && address.text.chars().all(|digit| digit.is_ascii_hexdigit()) =>
        {
            return LineKind::Label;
        }
        [label] if is_label(label) => return LineKind::Label,
        [first, ..] if first.text.starts_with('.') && !is_label(first) => {
            return LineKind::Directive;
        }
        _ => {}
    }
    let has_label = is_label(&tokens[0]);
    if has_label {
        tokens.remove(0);
    }
    // NVIDIA's instructions end with a semicolon, and others may follow; AMD's comments begin so.
    let is_upper = |token: &Token| {
        !token.text.contains(|letter: char| letter.is_ascii_lowercase())
            && token.text.starts_with(|first: char| first.is_ascii_uppercase() || first == '@')
    };
    let mut instructions = vec![tokens];
    while instructions.last().is_some_and(|last| is_upper(&last[0]))
        && let Some(rest) = behind
    {
        let (mut tokens, next) = scan(rest, start + line.len() - rest.len());
        strip(&mut tokens);
        if !tokens.first().is_some_and(is_upper) {
            break;
        }
        instructions.push(tokens);
        behind = next;
    }
    LineKind::Code { instructions, has_label }
}

/// Takes what stands around an instruction: CuAssembler's control codes, and the braces of two that
/// issue together.
fn strip(tokens: &mut Vec<Token>) {
    let is_control = |token: &Token| {
        token.text.starts_with("[B") && token.text.ends_with(']') && token.text.contains(":R")
    };
    let is_brace = |token: &Token| token.text == "{" || token.text == "}";
    tokens.retain(|token| !is_control(token) && !is_brace(token));
}

impl Skipped {
    fn count(&mut self, kind: &LineKind) {
        match kind {
            LineKind::Blank | LineKind::Code { has_label: false, .. } => {}
            LineKind::Comment => self.comments += 1,
            LineKind::Directive => self.directives += 1,
            LineKind::Label | LineKind::Code { has_label: true, .. } => self.labels += 1,
            LineKind::Metadata => self.metadata += 1,
        }
    }
}
