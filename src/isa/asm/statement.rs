//! One line with an instruction: guard, mnemonic, operands, DPP modifiers.

use super::compiler::{self, Origin, Piece};
use super::error::{Fault, either};
use super::form::{Form, in_dialect};
use super::kind::{Context, Kind, choices};
use super::mnemonic::forms;
use super::operand;
use super::target::Target;
use super::token::{BLOCK_COMMENT, Word, without_reuse};
use super::video_operands::{self, Around};
use super::{dpp, shuffle};
use crate::isa::{Dialect, Feature, Field, Instruction, MaskEntry, MaskSource, Operand, Operation};

/// The instructions that a line's words (at least one) spell: two for a shuffle with a destination
/// pair, else one.
pub(super) fn instructions(
    words: &[Word],
    target: &Target,
    origin: Origin,
) -> Result<Vec<Instruction>, Vec<Fault>> {
    let alone = |fault| vec![fault];
    let line = Parts::read(words).map_err(alone)?;
    let Parts { guard, mnemonic, operands, modifiers } = &line;
    let written = compiler::Line { mnemonic: *mnemonic, operands, modifiers };
    let own = compiler::own(&written, &compiler::Context { target, origin }).map_err(alone)?;
    let build = |line| Statement::read(line, target).map_err(alone)?.build(target);
    let Some(own) = own else { return build(line) };
    let line = Parts {
        guard: *guard,
        mnemonic: own.mnemonic.word(),
        operands: own.operands.iter().map(Piece::word).collect(),
        modifiers: own.modifiers.iter().map(Piece::word).collect(),
    };
    build(line)
        .map_err(|faults: Vec<Fault>| faults.into_iter().map(|fault| own.told(fault)).collect())
}

/// What is wrong with a comment that `/*` begins and nothing on its line ends.
pub(super) fn unended(words: &[Word]) -> Option<Fault> {
    let word = words.iter().find(|word| word.text.starts_with(BLOCK_COMMENT))?;
    let rule = "a comment that /* begins ends on its line, and this one does not";
    Some(Fault::new(word.span(), rule, "write */ behind it, or begin it with //"))
}

/// A line's words by what they are for.
struct Parts<'t> {
    guard: Option<Word<'t>>,
    mnemonic: Word<'t>,
    operands: Vec<Word<'t>>,
    modifiers: Vec<Word<'t>>,
}

impl<'t> Parts<'t> {
    fn read(words: &[Word<'t>]) -> Result<Self, Fault> {
        let guard = words.first().filter(|word| word.text.starts_with('@')).copied();
        let rest = &words[usize::from(guard.is_some())..];
        let (Some(&mnemonic), Some(last)) = (rest.first(), words.last()) else {
            let alone = words.first().map_or(0..0, Word::span);
            return Err(Fault::new(
                alone,
                "a guard stands alone on its line",
                "write an instruction behind it",
            ));
        };
        let separated = split(&rest[1..], last);
        let (operands, modifiers) =
            separated.map_err(|fault| compiler::check(&mnemonic).err().unwrap_or(fault))?;
        Ok(Self { guard, mnemonic, operands, modifiers })
    }
}

/// A line whose form is known and whose operands are of the right kinds.
struct Statement<'t> {
    guard: MaskSource,
    form: Form,
    mnemonic: Word<'t>,
    /// Bare of what stands around them.
    operands: Vec<Word<'t>>,
    around: Vec<Around<'t>>,
    /// Which of the operands have a `.reuse`.
    reused: Vec<usize>,
    modifiers: Vec<Word<'t>>,
}

impl<'t> Statement<'t> {
    fn read(line: Parts<'t>, target: &Target) -> Result<Self, Fault> {
        let Parts { guard, mnemonic, mut operands, mut modifiers } = line;
        let source = guard.as_ref().map_or(Ok(MaskSource::TRUE), read_guard)?;
        let forms = forms(&mnemonic).map_err(|fault| compiler::lacking(&mnemonic, fault))?;
        if forms.iter().any(|form| form.fields.contains(&Field::SwizzleOffset)) {
            operands.extend(take_offset(&mut modifiers));
        }
        let reused = take_reuse(&mut operands);
        let (operands, around) = video_operands::bare(&operands, &forms);
        let form = choose(forms, &mnemonic, &operands, target)?;
        check_reuse(&form, &reused)?;
        if let Some(word) = guard
            && source != MaskSource::TRUE
            && !form.row.operation.takes_guard()
        {
            let rule = format!(
                "{} works on the whole wave and takes no guard, but has {}",
                form.mnemonic,
                word.shown()
            );
            return Err(Fault::new(word.span(), rule, "remove the guard"));
        }
        if !form.row.operation.fits_wave(target.threads) {
            let rule = format!(
                "{} swaps the halves of 64 threads, but a wave has {}",
                form.mnemonic, target.threads
            );
            return Err(Fault::new(
                mnemonic.span(),
                rule,
                "set lanes and beats so that lanes x beats = 64, or use ds_bpermute_b32",
            ));
        }
        if let Some(feature) = form.row.feature {
            check_feature(feature, &form.mnemonic, &mnemonic, target)?;
        }
        let reused = reused.into_iter().map(|(position, _)| position).collect();
        Ok(Self { guard: source, form, mnemonic, operands, around, reused, modifiers })
    }

    fn build(&self, target: &Target) -> Result<Vec<Instruction>, Vec<Fault>> {
        let form = &self.form;
        let mut instruction =
            Instruction { guard: self.guard, ..Instruction::new(form.row.operation) };
        let mut second = Instruction::new(form.row.operation);
        let reads_floats = form.row.operation.reads_floats();
        let context = Context { mnemonic: &form.mnemonic, reads_floats, target };
        let mut faults = Vec::new();
        for (position, (&field, word)) in form.fields.iter().zip(&self.operands).enumerate() {
            let is_pair_word = form.pair.is_some() && position == 1;
            let place = if is_pair_word { &mut second } else { &mut instruction };
            faults.extend(operand::fill(place, field, word, &context).err());
        }
        for &position in &self.reused {
            if let Some(place) = form.fields[position].operand()
                && form.row.operation.takes_reuse()
            {
                instruction.reuse[place] = true;
            }
        }
        if let Some(c) = form.width_c {
            instruction.c = Operand::Literal(c);
        }
        if let Some(video) = form.video {
            match video_operands::complete(video, form, &self.operands, &self.around) {
                Ok(video) => instruction.video = Some(video),
                Err(fault) => faults.push(fault),
            }
        }
        faults.extend(self.check_literals(&instruction).err());
        faults.extend(self.modify(&mut instruction, target).err());
        faults.extend(self.check_thrown_away(&instruction).err());
        if !faults.is_empty() {
            return Err(faults);
        }
        if self.thrown_away().is_some() {
            return Ok(vec![Instruction::new(Operation::Nop)]);
        }
        match form.pair {
            None => Ok(vec![instruction]),
            Some(word) => {
                shuffle::destination_pair(instruction, second, word, form, self.mnemonic.span())
                    .map_err(|fault| vec![fault])
            }
        }
    }

    /// `RZ` where a register is written.
    fn thrown_away(&self) -> Option<&Word<'t>> {
        let mut places = self.form.fields.iter().zip(&self.operands);
        let is_zero = |word: &Word| Kind::of(word.text) == Kind::ZERO;
        places.find(|&(&field, word)| field == Field::D && is_zero(word)).map(|(_, word)| word)
    }

    /// Without its register the instruction must have no effect at all.
    fn check_thrown_away(&self, instruction: &Instruction) -> Result<(), Fault> {
        let Some(word) = self.thrown_away() else { return Ok(()) };
        let form = &self.form;
        let has_effect = instruction.mask_destination != MaskEntry::TRUE
            || form.pair.is_some()
            || !instruction.operation.is_per_thread();
        if !has_effect {
            return Ok(());
        }
        let rule =
            format!("{} cannot throw its register away, as {} does", form.mnemonic, word.shown());
        Err(Fault::new(word.span(), rule, "write a register that nothing reads"))
    }

    /// The instruction word has room for one literal, but for a shuffle's b and c.
    fn check_literals(&self, instruction: &Instruction) -> Result<(), Fault> {
        let is_literal = |operand: Operand| matches!(operand, Operand::Literal(_));
        let count = [instruction.a, instruction.b, instruction.c]
            .into_iter()
            .filter(|&operand| is_literal(operand))
            .count();
        let operation = instruction.operation;
        if count < 2 || operation.high_literal().is_some() || operation.uses(Field::ShuffleC) {
            return Ok(());
        }
        let written: Vec<&Word> = self
            .operands
            .iter()
            .filter(|word| matches!(Kind::of(word.text), Kind::Literal(_) | Kind::Zero(_)))
            .collect();
        let [.., first, second] = written[..] else { return Ok(()) };
        let rule = format!(
            "{} has room for one literal, not for {} and {}",
            self.form.mnemonic,
            first.shown(),
            second.shown()
        );
        Err(Fault::new(second.span(), rule, format!("put {} in a register first", second.shown())))
    }

    /// What stands behind the operands.
    fn modify(&self, instruction: &mut Instruction, target: &Target) -> Result<(), Fault> {
        if instruction.operation.takes_fetch_flags() {
            (instruction.bound_control, instruction.fetch_inactive) =
                dpp::parse_flags(&self.modifiers, &self.form.mnemonic)?;
            return Ok(());
        }
        instruction.dpp = self.dpp(instruction, target)?;
        Ok(())
    }

    fn dpp(
        &self,
        instruction: &Instruction,
        target: &Target,
    ) -> Result<Option<crate::isa::Dpp>, Fault> {
        let Some(first) = self.modifiers.first() else { return Ok(None) };
        let form = &self.form;
        let takes_dpp =
            form.row.operation.is_per_thread() && form.spelling.fields.contains(&Field::A);
        if form.spelling.dialect == Dialect::Sass || !takes_dpp {
            return Err(self.refuse_modifier(first, takes_dpp));
        }
        let modifier = dpp::parse(&self.modifiers)?;
        check_feature(Feature::Dpp, &first.shown(), first, target)?;
        if let Operand::Literal(_) = instruction.a {
            let at = form.fields.iter().position(|&field| field == Field::A);
            let word = at.and_then(|at| self.operands.get(at)).unwrap_or(first);
            let rule = format!(
                "a DPP modifier moves a register, but {}'s src0 is the literal {}",
                form.mnemonic,
                word.shown()
            );
            return Err(Fault::new(word.span(), rule, "use a register as src0"));
        }
        Ok(Some(modifier))
    }

    fn refuse_modifier(&self, word: &Word, takes_dpp: bool) -> Fault {
        let mnemonic = &self.form.mnemonic;
        if !dpp::is_modifier(word.text) {
            let rule = format!("{mnemonic} ends with its operands, but {} follows", word.shown());
            return Fault::new(word.span(), rule, "remove it, or start a comment with ;");
        }
        let other = in_dialect(self.form.row, Dialect::Gcn).filter(|_| takes_dpp);
        let cure = other.map_or("remove it".to_owned(), |other| format!("write {other}"));
        Fault::new(
            word.span(),
            format!("{mnemonic} takes no DPP modifier, but {} follows", word.shown()),
            cure,
        )
    }
}

/// Takes `.reuse` from the operands; which of them had it, with the words as they were.
fn take_reuse<'t>(operands: &mut [Word<'t>]) -> Vec<(usize, Word<'t>)> {
    let mut reused = Vec::new();
    for (position, word) in operands.iter_mut().enumerate() {
        let bare = without_reuse(word.text);
        if bare.len() < word.text.len() {
            reused.push((position, *word));
            word.text = bare;
        }
    }
    reused
}

/// `.reuse` says that a register which is read is read again soon: a hint, which the instruction
/// word has room for in most operations and which is dropped in the others.
fn check_reuse(form: &Form, reused: &[(usize, Word)]) -> Result<(), Fault> {
    for (position, word) in reused {
        let bare = without_reuse(word.text);
        let is_source = form.fields[*position].operand().is_some();
        let is_register = matches!(Kind::of(bare), Kind::Register(_) | Kind::ModifiedRegister(..));
        if form.spelling.dialect != Dialect::Sass || !is_source || !is_register {
            let rule = format!(
                ".reuse stands behind a register that a SASS-like instruction reads, not in {}",
                word.shown()
            );
            return Err(Fault::new(word.span(), rule, format!("write {bare}")));
        }
    }
    Ok(())
}

fn read_guard(word: &Word) -> Result<MaskSource, Fault> {
    match Kind::of(&word.text[1..]) {
        Kind::Predicate { entry: Some(entry), negated } => Ok(MaskSource { entry, negated }),
        _ => {
            let rule = format!("{} is not a guard", word.shown());
            Err(Fault::new(
                word.span(),
                rule,
                "write @P0..@P6, @PT or @vcc, or one negated like @!P1",
            ))
        }
    }
}

fn check_feature(feature: Feature, name: &str, word: &Word, target: &Target) -> Result<(), Fault> {
    if target.has(feature) {
        return Ok(());
    }
    let key = feature.key();
    let rule = format!("{name} needs the {key} feature, which this configuration turns off");
    Err(Fault::new(word.span(), rule, format!("set {key} = true")))
}

/// The words behind a mnemonic as operands and DPP modifiers. Operands are separated by commas; the
/// first word that is no operand starts the modifiers, between which commas do not matter.
fn split<'t>(words: &[Word<'t>], last: &Word<'t>) -> Result<(Vec<Word<'t>>, Vec<Word<'t>>), Fault> {
    let mut operands: Vec<Word> = Vec::new();
    let mut modifiers = Vec::new();
    let mut expects_operand = true;
    let missing = |word: &Word| {
        Fault::new(
            word.span(),
            "an operand is missing beside a comma",
            "remove the comma or write the operand",
        )
    };
    for word in words {
        let is_operand = Kind::of(without_reuse(word.text)) != Kind::Other;
        if word.is_comma() {
            if modifiers.is_empty() && std::mem::replace(&mut expects_operand, true) {
                return Err(missing(word));
            }
        } else if !modifiers.is_empty()
            || !is_operand && dpp::is_modifier(word.text)
            || !expects_operand && !is_operand
        {
            modifiers.push(*word);
        } else if std::mem::replace(&mut expects_operand, false) {
            operands.push(*word);
        } else {
            let before = operands.last().map_or_else(String::new, Word::shown);
            let cure = format!("write {before}, {}", word.shown());
            return Err(Fault::new(
                word.span(),
                format!("a comma is missing before {}", word.shown()),
                cure,
            ));
        }
    }
    if expects_operand && modifiers.is_empty() && !operands.is_empty() {
        return Err(missing(last));
    }
    Ok((operands, modifiers))
}

/// LLVM's way to write the last operand of ds_swizzle_b32: `offset:N` behind the others.
fn take_offset<'t>(modifiers: &mut Vec<Word<'t>>) -> Option<Word<'t>> {
    const PREFIX: &str = "offset:";
    let is_offset = |word: &Word| {
        word.text.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
    };
    let word = modifiers.remove(modifiers.iter().position(is_offset)?);
    Some(Word { text: &word.text[PREFIX.len()..], start: word.start + PREFIX.len() })
}

/// The form that takes operands of these kinds.
fn choose(
    mut fitting: Vec<Form>,
    mnemonic: &Word,
    operands: &[Word],
    target: &Target,
) -> Result<Form, Fault> {
    let cure = takes(&fitting);
    let mut counts: Vec<usize> = fitting.iter().map(|form| form.fields.len()).collect();
    counts.dedup();
    let written = fitting.first().map_or_else(|| mnemonic.shown(), |form| form.mnemonic.clone());
    fitting.retain(|form| form.fields.len() == operands.len());
    if fitting.is_empty() {
        let first_extra = counts.iter().max().and_then(|&count| operands.get(count));
        let has = if operands.len() == 1 {
            "1 operand".to_owned()
        } else {
            format!("{} operands", operands.len())
        };
        let wanted = either(&counts.iter().map(usize::to_string).collect::<Vec<_>>());
        return Err(Fault::new(
            first_extra.unwrap_or(mnemonic).span(),
            format!("{written} has {has}, not {wanted}"),
            cure,
        ));
    }
    for (position, word) in operands.iter().enumerate() {
        let kind = Kind::of(word.text);
        let (fits, misfits): (Vec<Form>, Vec<Form>) =
            fitting.into_iter().partition(|form| kind.fits(form.fields[position]));
        if fits.is_empty() {
            let mut legal: Vec<String> =
                misfits.iter().map(|form| choices(form.fields[position], target)).collect();
            legal.dedup();
            let what = match kind {
                Kind::Absent(what) => format!(" ({what})"),
                Kind::Slot(_) => " (scalar registers hold masks here)".to_owned(),
                _ => String::new(),
            };
            return Err(Fault::new(
                word.span(),
                format!("this place takes {}, not {}{what}", either(&legal), word.shown()),
                cure,
            ));
        }
        fitting = fits;
    }
    Ok(fitting.swap_remove(0))
}

/// What a mnemonic with these forms takes: `IADD takes d, a, b`.
fn takes(forms: &[Form]) -> String {
    let Some(first) = forms.first() else { return String::new() };
    let mut operands: Vec<String> = forms.iter().map(Form::operands).collect();
    operands.dedup();
    format!("{} takes {}{}", first.mnemonic, operands.join("; or "), shuffle::pair_hint(first))
}
