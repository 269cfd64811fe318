//! Instructions as text that assembles to them again.

use std::sync::LazyLock;

use super::compiler::Context;
use super::operand::{mask_source, shown};
use super::resolve::resolve;
use super::statement::Statement;
use super::target::Target;
use super::token::tokens;
use super::{assemble, dpp, video};
use crate::isa::{Dialect, Feature, Field, Instruction, MaskSource, Spelling};

/// A machine that has everything that a text can name.
static EVERYTHING: LazyLock<Target> = LazyLock::new(|| Target {
    threads: 64,
    registers: 256,
    waves: 255,
    features: Feature::ALL.to_vec(),
});

/// The text of `instruction` in `dialect`, or in the other where only that can spell it. `None`
/// chooses: GCN for an instruction that has a DPP modifier or only a GCN spelling, else SASS.
///
/// Assembling the text gives the same instruction. An instruction that no text spells (a decoded
/// word with fields that contradict each other) is shown as near as the table allows.
pub fn disassemble(instruction: &Instruction, dialect: Option<Dialect>) -> String {
    let row = instruction.operation.row();
    let has_dpp = instruction.dpp.is_some();
    let preferred = dialect.unwrap_or(if has_dpp { Dialect::Gcn } else { Dialect::Sass });
    let of = |is_preferred| {
        let is_of =
            move |spelling: &&'static Spelling| (spelling.dialect == preferred) == is_preferred;
        row.spellings.iter().filter(is_of)
    };
    let names = |spelling: &&'static Spelling| {
        let video = instruction.video;
        video.is_none_or(|video| video::is_name_of(spelling.mnemonic, &video))
            && (!has_dpp || spelling.dialect == Dialect::Gcn)
    };
    let ordered = || of(true).chain(of(false));
    // A guard stands before any of them.
    let plain = Instruction { guard: MaskSource::TRUE, ..*instruction };
    let is_whole = |spelling: &&'static Spelling| {
        let text = text(spelling, &plain);
        let statement = Statement::read(tokens(&text, 0), |_| Ok(()));
        let read = statement
            .ok()
            .and_then(|statement| resolve(&statement, &Context::of_program(&EVERYTHING)).ok());
        read.is_some_and(|read| read == [plain])
    };
    let found = ordered().filter(names).find(is_whole);
    let nearest = || ordered().find(names).or(ordered().next());
    let text = found.or_else(nearest).map_or_else(String::new, |spelling| text(spelling, &plain));
    if instruction.guard == MaskSource::TRUE {
        return text;
    }
    format!("@{} {text}", mask_source(instruction.guard, Dialect::Sass))
}

/// Whether `text` assembles to `word` and to nothing else.
pub fn spells(text: &str, word: u128) -> bool {
    let program = assemble("", text, &EVERYTHING).unwrap_or_default();
    let words: Vec<u128> = program.lines().map(|line| line.instruction.encode()).collect();
    words == [word]
}

fn text(spelling: &'static Spelling, instruction: &Instruction) -> String {
    let Instruction { operation, video, reuse, .. } = *instruction;
    let dialect = spelling.dialect;
    let operand = |&field| {
        let mut bare = shown(field, instruction, dialect);
        if dialect == Dialect::Sass && field.operand().is_some_and(|place| reuse[place]) {
            bare += ".reuse";
        }
        let around = video.map(|video| video.around(field, instruction));
        around.map_or(bare.clone(), |(before, behind)| format!("{before}{bare}{behind}"))
    };
    let mut text = spelling.mnemonic.to_owned();
    text += &video.map_or_else(String::new, |video| video::suffixes(operation, &video));
    let has_no_c = instruction.video.is_some_and(|video| !video.reads_c());
    let fields = spelling.fields.iter().filter(|&&field| !(has_no_c && field == Field::C));
    let operands: Vec<String> = fields.map(operand).collect();
    if !operands.is_empty() {
        text += &format!(" {}", operands.join(", "));
    }
    if let Some(modifier) = &instruction.dpp {
        text += &format!(" {}", dpp::text(modifier));
    }
    text + &dpp::flags(instruction.bound_control, instruction.fetch_inactive)
}
