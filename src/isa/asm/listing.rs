//! A compiler's listing: which of its lines are instructions, and what each is on this machine.

use std::ops::Range;

use serde::Serialize;

use super::compiler::{Context, Generation};
use super::error::{Fault, Lack};
use super::resolve::instructions;
use super::target::Target;
use super::token::{Token, lines, scan};
use super::token_kind::TokenKind;
use crate::isa::Instruction;

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
    /// Whether an earlier instruction does its work.
    pub is_done: bool,
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
}

/// Translates each line of `text` to instructions of this machine.
pub fn read_listing(text: &str, target: &Target) -> Listing {
    let (code, skipped) = code(text);
    let mut listing = Listing { skipped, ..Listing::default() };
    for Code { number, generation, line, range, tokens, is_done } in code {
        if let Some(named) = generation.filter(|named| !listing.generations.contains(named)) {
            listing.generations.push(named);
        }
        let context = Context { target, is_listing: true, generation, wave: 0 };
        let refused = |faults: Vec<Fault>| {
            let Fault { span, lack, rule, cure, .. } =
                faults.into_iter().next().expect("a refusal has a reason");
            let column = text[line..span.start.max(line)].chars().count() + 1;
            Refused { column, lack, rule, cure }
        };
        let here = if is_done { Ok(vec![]) } else { instructions(tokens, &context) };
        let here = here.map_err(refused);
        listing.instructions.push(Listed { number, text: text[range].to_owned(), here });
    }
    listing
}

/// The instructions of a listing, and a count of its other lines.
pub(super) fn code(text: &str) -> (Vec<Code<'_>>, Skipped) {
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
            Code { number, generation, line: start, range, tokens, is_done: false }
        }));
    }
    join(&mut code);
    (code, skipped)
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

/// Joins a reduction or a vote into a uniform register with the MOV that is the first to read it:
/// one instruction, into the MOV's register, where nothing between them has that register.
fn join(code: &mut [Code]) {
    /// Instructions between the two, which are few in what compilers print.
    const AHEAD: usize = 64;
    const MOVES: [(&str, usize); 3] = [("MOV", 1), ("IMAD.U32", 3), ("IMAD.MOV.U32", 3)];
    for first in 0..code.len() {
        let [name, uniform, ..] = &code[first].tokens[..] else { continue };
        let votes = name.is("VOTEU.ANY") || name.is("VOTEU.ALL");
        let reduces = name.text.get(..5).is_some_and(|stem| stem.eq_ignore_ascii_case("REDUX"));
        let is_uniform = matches!(uniform.kind, TokenKind::Absent(_)) && uniform.text.len() > 2;
        if !(votes || reduces) || !is_uniform {
            continue;
        }
        let has = |code: &Code, name: &str| code.tokens.iter().any(|token| token.is(name));
        let name = uniform.text.to_string();
        let Some(ahead) = code[first + 1..].iter().take(AHEAD).position(|code| has(code, &name))
        else {
            continue;
        };
        let (between, reader) = (&code[first + 1..][..ahead], &code[first + 1 + ahead]);
        let words = |token: &&Token| token.kind != TokenKind::Comma;
        let tokens: Vec<&Token> = reader.tokens.iter().filter(words).collect();
        let is_move = MOVES.iter().any(|&(name, place)| {
            tokens[0].is(name)
                && tokens.len() == place + 2
                && tokens[place + 1].is(&uniform.text)
                && tokens[2..=place].iter().all(|token| token.is("RZ"))
        });
        let is_register = |token: &Token| matches!(token.kind, TokenKind::Register(_));
        if !is_move || !is_register(tokens[1]) {
            continue;
        }
        let register = tokens[1].clone();
        let touches = |code: &Code| {
            let names =
                |token: &Token| token.kind == register.kind || token.text.contains(&*register.text);
            code.tokens.iter().any(names)
        };
        if between.iter().any(touches) {
            continue;
        }
        let tokens = &mut code[first].tokens;
        tokens[1] = Token { start: tokens[1].start, ..register };
        if votes {
            tokens[0].text = tokens[0].text.replacen(['U', 'u'], "", 1).into();
            for token in tokens.iter_mut().filter(|token| token.is("UPT")) {
                *token = Token::new("PT", token.start);
            }
        }
        code[first + 1 + ahead].is_done = true;
    }
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
