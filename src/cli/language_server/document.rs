//! A program or a compiler's listing that is open in an editor.

use std::collections::HashMap;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Diagnostic, DiagnosticSeverity,
    Documentation, Hover, HoverContents, MarkupContent, MarkupKind, Position, Range, TextEdit,
};

use crate::cli::explain::{page, told};
use lanebeat::config::Config;
use lanebeat::isa::asm::{
    self, Constants, Described, Listed, Target, assemble, modifiers, read_listing,
};
use lanebeat::isa::{Instruction, sentence};

/// Directives of a program, with their meaning.
const DIRECTIVES: [(&str, &str); 3] = [
    (".wave", "what follows is the program of this wave"),
    (".repeat", "what follows up to .end is executed so many times"),
    (".end", "the end of what .repeat repeats"),
];

/// A text, and whether a compiler has written it.
pub struct Document {
    text: String,
    /// Whether the editor calls it a listing.
    is_called_listing: bool,
}

/// Words that a program may have, as an editor offers them.
pub struct Vocabulary {
    /// Mnemonics and directives.
    first: Vec<CompletionItem>,
    /// Mnemonics that take modifiers.
    modified: Vec<&'static str>,
    modifiers: Vec<CompletionItem>,
}

impl Vocabulary {
    /// The words of the machine of `config`.
    pub fn new(config: &Config) -> Self {
        let target = config.target();
        let (mut first, mut modified): (Vec<CompletionItem>, Vec<&'static str>) = (vec![], vec![]);
        for line in asm::operations(None) {
            let name = line.split(' ').next().unwrap_or_default();
            // Nothing is offered that the machine lacks.
            let described = asm::described(name, &target).unwrap_or_default();
            let Some(Described { spellings, example, .. }) = described.into_iter().next() else {
                continue;
            };
            if first.iter().any(|known| known.label == name) {
                continue;
            }
            let own = spellings.iter().find(|own| own.mnemonic.eq_ignore_ascii_case(name));
            let meaning = format!("{}\n\n{}", example.text, sentence(&example.instruction));
            modified.extend(own.filter(|_| !example.modified.is_empty()).map(|own| own.mnemonic));
            first.push(item(name, &line, meaning, CompletionItemKind::FUNCTION));
        }
        first.extend(DIRECTIVES.map(|(name, meaning)| {
            item(name, name, meaning.to_owned(), CompletionItemKind::KEYWORD)
        }));
        let modifiers = modifiers().into_iter().map(|(way, example)| {
            item(&example, &way, String::new(), CompletionItemKind::PROPERTY)
        });
        Self { first, modified, modifiers: modifiers.collect() }
    }
}

fn item(label: &str, detail: &str, meaning: String, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: Some(detail.to_owned()),
        documentation: (!meaning.is_empty()).then_some(Documentation::String(meaning)),
        ..CompletionItem::default()
    }
}

impl Document {
    /// A document of the language that the editor calls `language`.
    pub fn new(text: String, language: &str) -> Self {
        Self { text, is_called_listing: language.ends_with("listing") }
    }

    pub fn change(&mut self, text: String) {
        self.text = text;
    }

    /// Whether a compiler has written it: by its name, or by lines that no program of ours has.
    fn is_listing(&self) -> bool {
        const BEGIN: [&str; 6] =
            ["/*0", ".text", ".section", ".amdgcn_target", ".amdgpu", "; %bb."];
        let is_of_compiler =
            |line: &str| BEGIN.iter().any(|own| line.trim_start().starts_with(own));
        self.is_called_listing || self.text.lines().any(is_of_compiler)
    }

    /// The instructions of a listing.
    fn listed(&self, target: &Target) -> Vec<Listed> {
        read_listing(&self.text, target, &Constants::assumed()).instructions
    }

    /// Everything that is wrong with it, with its cure; in a listing, what this machine lacks.
    pub fn diagnostics(&self, target: &Target) -> Vec<Diagnostic> {
        let lines: Vec<&str> = self.text.lines().collect();
        let at = |line: usize, column: usize, length: usize| {
            let text = lines.get(line - 1).copied().unwrap_or_default();
            Range {
                start: position(line - 1, text, column - 1),
                end: position(line - 1, text, column - 1 + length.max(1)),
            }
        };
        if self.is_listing() {
            let lacking = |listed: Listed| {
                let refused = listed.here.err()?;
                let length = listed.text.lines().next().unwrap_or_default().chars().count();
                let range = at(listed.number, refused.column, length);
                let message = format!("{}; {}", refused.rule, refused.cure);
                Some(diagnostic(range, DiagnosticSeverity::WARNING, message))
            };
            return self.listed(target).into_iter().filter_map(lacking).collect();
        }
        let Err(errors) = assemble("program", &self.text, target) else { return vec![] };
        let wrong = errors.errors.into_iter().map(|error| {
            let range = at(error.line, error.column, error.length);
            let message = format!("{}; {}", error.rule, error.cure);
            diagnostic(range, DiagnosticSeverity::ERROR, message)
        });
        wrong.collect()
    }

    /// The meaning of the line at `at`: its sentence, its explanation and the page of its operation,
    /// which `pages` keeps.
    pub fn hover(
        &self,
        at: Position,
        config: &Config,
        pages: &mut HashMap<String, String>,
    ) -> Option<Hover> {
        let line = self.text.lines().nth(at.line as usize)?;
        let target = config.target();
        let instructions: Vec<Instruction> = if self.is_listing() {
            let mut listed = self.listed(&target).into_iter();
            let own = listed.find(|listed| listed.number == at.line as usize + 1)?;
            own.here.ok()?
        } else {
            let program = assemble("line", line, &target).ok();
            program?.lines().map(|line| line.instruction).collect()
        };
        let fenced = |text: &str| format!("\n\n```text\n{}\n```", text.trim_end());
        let mut value = String::new();
        for instruction in &instructions {
            value += &(sentence(instruction) + &fenced(&told(config, instruction)));
            let text = asm::disassemble(instruction, None);
            let name = text.split_whitespace().find(|word| !word.starts_with('@'))?.to_owned();
            let page = pages.entry(name).or_insert_with_key(|name| {
                let pages = page::pages(config, name).unwrap_or_default();
                pages.first().map(page::Page::text).unwrap_or_default()
            });
            if !page.is_empty() {
                value += &fenced(page);
            }
            value += "\n\n";
        }
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        (!instructions.is_empty()).then_some(Hover { contents, range: None })
    }

    /// Words that may stand at `at`: mnemonics and directives first, modifiers behind operands.
    pub fn complete(&self, at: Position, vocabulary: &Vocabulary) -> Vec<CompletionItem> {
        let line = self.text.lines().nth(at.line as usize).unwrap_or_default();
        let before: String = {
            let mut units = 0;
            let fits = |letter: &char| {
                units += letter.len_utf16();
                units <= at.character as usize
            };
            line.chars().take_while(fits).collect()
        };
        let begins = before.rfind([' ', '\t', ',']).map_or(0, |place| place + 1);
        let mut words = before[..begins].split_whitespace().filter(|word| !word.starts_with('@'));
        let items = match words.next() {
            None => &vocabulary.first,
            Some(mnemonic) => {
                let mut own = vocabulary.modified.iter();
                let takes = own.any(|own| own.eq_ignore_ascii_case(mnemonic));
                if !takes || before.contains("//") {
                    return vec![];
                }
                &vocabulary.modifiers
            }
        };
        let start = position(at.line as usize, line, before[..begins].chars().count());
        let range = Range { start, end: at };
        let edit = |item: &CompletionItem| CompletionItem {
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: item.label.clone(),
            })),
            ..item.clone()
        };
        items.iter().map(edit).collect()
    }
}

/// The place of a character of line `line`, which is `text`, in the units of the protocol.
fn position(line: usize, text: &str, characters: usize) -> Position {
    let units: usize = text.chars().take(characters).map(char::len_utf16).sum();
    Position { line: line as u32, character: units as u32 }
}

fn diagnostic(range: Range, severity: DiagnosticSeverity, message: String) -> Diagnostic {
    let source = Some("lanebeat".to_owned());
    Diagnostic { range, severity: Some(severity), source, message, ..Diagnostic::default() }
}
