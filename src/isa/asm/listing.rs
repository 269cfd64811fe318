//! A compiler's listing: which of its lines are instructions, and what each is on this machine.

use super::blocks::Blocks;
use super::compiler::Context;
use super::error::{AssemblyErrors, Fault, Lack, MAXIMUM_ERRORS};
use super::statement::instructions;
use super::target::Target;
use super::token::{Token, tokens};
use crate::isa::{Instruction, Program};

/// How lines of a listing begin that say what it is of.
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
/// What `llvm-objdump` writes into the first line, behind the file's name.
const FILE_FORMAT: &str = "file format ";
const METADATA_BEGINS: &str = ".amdgpu_metadata";
const METADATA_ENDS: &str = ".end_amdgpu_metadata";

/// What a line of a listing is.
enum Kind<'t> {
    Blank,
    Comment,
    Directive,
    Label,
    Metadata,
    /// Perhaps behind a label.
    Code {
        tokens: Vec<Token<'t>>,
        has_label: bool,
    },
}

/// Lines of a listing that are no instructions; blank ones are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
    /// What it is here, or the first reason why it is nothing.
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

/// What each line of `text` is here.
pub fn read_listing(text: &str, target: &Target) -> Listing {
    let mut listing = Listing::default();
    for Place { number, start, kind } in places(text) {
        listing.skipped.count(&kind);
        let Kind::Code { tokens, .. } = kind else { continue };
        let range = tokens[0].start..tokens[tokens.len() - 1].span().end;
        let refused = |faults: Vec<Fault>| {
            let first = faults.into_iter().next();
            let fault = first.unwrap_or_else(|| Fault::new(range.clone(), "", ""));
            let column = text[start..fault.span.start.max(start)].chars().count() + 1;
            Refused { column, lack: fault.lack, rule: fault.rule, cure: fault.cure }
        };
        let here = instructions(tokens, &context(target)).map_err(refused);
        listing.instructions.push(Listed { number, text: text[range.clone()].to_owned(), here });
    }
    listing
}

/// The program of wave 0 that a compiler's listing is.
///
/// # Errors
///
/// Every instruction that this machine does not have, in their order, but at most
/// [`MAXIMUM_ERRORS`].
pub fn assemble_listing(
    source_name: &str,
    text: &str,
    target: &Target,
) -> Result<Program, AssemblyErrors> {
    let mut blocks = Blocks::default();
    let mut faults = Vec::new();
    for Place { number, kind, .. } in places(text) {
        let Kind::Code { tokens, .. } = kind else { continue };
        let span = tokens[0].span();
        let push = |own| blocks.push(number, own, span).map_err(|fault| vec![fault]);
        let outcome = instructions(tokens, &context(target)).and_then(push);
        faults.extend(outcome.err().unwrap_or_default());
        if faults.len() > MAXIMUM_ERRORS || blocks.is_full() {
            break;
        }
    }
    if faults.is_empty() {
        Ok(blocks.into_program())
    } else {
        Err(AssemblyErrors::new(source_name, text, faults))
    }
}

fn context(target: &Target) -> Context<'_> {
    Context { target, is_listing: true, wave: 0 }
}

/// A line and where it stands.
struct Place<'t> {
    /// From 1.
    number: usize,
    /// Byte of the text where it begins.
    start: usize,
    kind: Kind<'t>,
}

/// The lines of `text`.
fn places(text: &str) -> impl Iterator<Item = Place<'_>> {
    let (mut next, mut is_metadata) = (0, false);
    (1..).zip(text.split('\n')).map(move |(number, line)| {
        let start = next;
        let tokens = tokens(line, start);
        next += line.len() + 1;
        let begins = tokens.first().map_or("", |token| token.text.as_ref());
        let kind = if begins == METADATA_BEGINS || begins == METADATA_ENDS {
            is_metadata = begins == METADATA_BEGINS;
            Kind::Directive
        } else if is_metadata && !line.trim().is_empty() {
            Kind::Metadata
        } else {
            kind(line, tokens)
        };
        Place { number, start, kind }
    })
}

fn kind<'t>(line: &'t str, mut tokens: Vec<Token<'t>>) -> Kind<'t> {
    let Some(first) = tokens.first() else {
        return if line.trim().is_empty() { Kind::Blank } else { Kind::Comment };
    };
    let trimmed = line.trim();
    if METADATA.iter().any(|start| trimmed.starts_with(start)) || trimmed.contains(FILE_FORMAT) {
        return Kind::Metadata;
    }
    // llvm-objdump: an address, then the name in angle brackets.
    let is_label = |token: &Token| token.text.len() > 1 && token.text.ends_with(':');
    let is_hexadecimal = |text: &str| text.chars().all(|digit| digit.is_ascii_hexdigit());
    if let [address, name] = &tokens[..]
        && is_label(name)
        && name.text.starts_with('<')
        && is_hexadecimal(&address.text)
    {
        return Kind::Label;
    }
    if is_label(first) {
        tokens.remove(0);
        return if tokens.is_empty() {
            Kind::Label
        } else {
            Kind::Code { tokens, has_label: true }
        };
    }
    if first.text.starts_with('.') {
        return Kind::Directive;
    }
    Kind::Code { tokens, has_label: false }
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
