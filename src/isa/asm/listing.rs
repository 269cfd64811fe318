//! A compiler's listing: which of its lines are instructions, and what each is on this machine.

use serde::Serialize;

use super::compiler::Context;
use super::error::{Fault, Lack};
use super::resolve::instructions;
use super::target::Target;
use super::token::{Token, lines, tokens};
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

/// Kind of a line of a listing; code perhaps stands behind a label.
enum Kind<'t> {
    Blank,
    Comment,
    Directive,
    Label,
    Metadata,
    Code { tokens: Vec<Token<'t>>, has_label: bool },
}

/// Lines of a listing that are no instructions; blank ones are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Skipped {
    pub directives: usize,
    pub labels: usize,
    pub comments: usize,
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
    pub lack: Lack,
    /// The rule and the value that breaks it.
    pub rule: String,
    pub cure: String,
}

/// Every line of a compiler's listing.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    pub instructions: Vec<Listed>,
    pub skipped: Skipped,
}

/// Translates each line of `text` to instructions of this machine.
pub fn read_listing(text: &str, target: &Target) -> Listing {
    let context = Context { target, is_listing: true, wave: 0 };
    let mut listing = Listing::default();
    for (number, start, kind) in kinds(text) {
        listing.skipped.count(&kind);
        let Kind::Code { tokens, .. } = kind else { continue };
        let range = tokens[0].start..tokens[tokens.len() - 1].span().end;
        let refused = |faults: Vec<Fault>| {
            let Fault { span, lack, rule, cure, .. } =
                faults.into_iter().next().expect("a refusal has a reason");
            let column = text[start..span.start.max(start)].chars().count() + 1;
            Refused { column, lack, rule, cure }
        };
        let here = instructions(tokens, &context).map_err(refused);
        listing.instructions.push(Listed { number, text: text[range].to_owned(), here });
    }
    listing
}

/// The numbered lines of a listing that are code.
pub(super) fn code(text: &str) -> impl Iterator<Item = (usize, Vec<Token<'_>>)> {
    kinds(text).filter_map(|(number, _, kind)| match kind {
        Kind::Code { tokens, .. } => Some((number, tokens)),
        _ => None,
    })
}

/// Kind of each line of `text`, with its number and the byte where it begins.
fn kinds(text: &str) -> impl Iterator<Item = (usize, usize, Kind<'_>)> {
    let mut is_metadata = false;
    lines(text).map(move |(number, start, line)| {
        let tokens = tokens(line, start);
        let begins = tokens.first().map_or("", |token| token.text.as_ref());
        let kind = if begins == METADATA_BEGINS || begins == METADATA_ENDS {
            is_metadata = begins == METADATA_BEGINS;
            Kind::Directive
        } else if is_metadata && !line.trim().is_empty() {
            Kind::Metadata
        } else {
            kind(line, tokens)
        };
        (number, start, kind)
    })
}

fn kind<'t>(line: &'t str, mut tokens: Vec<Token<'t>>) -> Kind<'t> {
    let trimmed = line.trim();
    let is_label = |token: &Token| token.text.len() > 1 && token.text.ends_with(':');
    match &tokens[..] {
        [] if trimmed.is_empty() => return Kind::Blank,
        [] => return Kind::Comment,
        _ if METADATA.iter().any(|start| trimmed.starts_with(start)) => return Kind::Metadata,
        _ if trimmed.contains(FILE_FORMAT) => return Kind::Metadata,
        // llvm-objdump: an address, then the name in angle brackets.
        [address, name]
            if is_label(name)
                && name.text.starts_with('<')
                && address.text.chars().all(|digit| digit.is_ascii_hexdigit()) =>
        {
            return Kind::Label;
        }
        [label] if is_label(label) => return Kind::Label,
        [first, ..] if first.text.starts_with('.') && !is_label(first) => return Kind::Directive,
        _ => {}
    }
    let has_label = is_label(&tokens[0]);
    if has_label {
        tokens.remove(0);
    }
    Kind::Code { tokens, has_label }
}

impl Skipped {
    fn count(&mut self, kind: &Kind) {
        match kind {
            Kind::Blank | Kind::Code { has_label: false, .. } => {}
            Kind::Comment => self.comments += 1,
            Kind::Directive => self.directives += 1,
            Kind::Label | Kind::Code { has_label: true, .. } => self.labels += 1,
            Kind::Metadata => self.metadata += 1,
        }
    }
}
