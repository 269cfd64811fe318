//! A line's tree as instructions: which spelling of the table it is, and what its operands fill in.

use super::compiler;
use super::error::{BY_PARTS, Fault, Lack, either};
use super::form::Form;
use super::masks::{CROWDED, MaskUse};
use super::mnemonic::forms;
use super::operand::{Context, place};
use super::statement::Statement;
use super::target::Target;
use super::token::Token;
use super::token_kind::TokenKind;
use super::video_operands::Written;
use super::{dpp, shuffle};
use crate::isa::{
    Comparison, ControlOperation, Dialect, Dpp, ExecOperation, Feature, Field, Instruction,
    LaneOperation, MaskEntry, MaskSource, Operand, Operation, Register, Signedness,
};
use compiler::{BY_STATE, Lines};

/// The instructions that a line's tokens (at least one) spell: two for a shuffle with a destination
/// pair, else one.
pub(super) fn instructions(
    mut tokens: Vec<Token>,
    context: &compiler::Context,
) -> Result<Vec<Instruction>, Vec<Fault>> {
    if let Some([first, second]) = compiler::halves(&tokens) {
        let second = instructions(second, context);
        return in_any_order(instructions(first, context)?, second?, &tokens[0]);
    }
    let guards = usize::from(matches!(tokens[0].kind, TokenKind::Guard(_)));
    let missing =
        if context.is_listing { context.constants.fill(&mut tokens[guards..]) } else { vec![] };
    let written = tokens.clone();
    let own = single(tokens, context).map_err(|mut faults| {
        let stops = faults
            .first()
            .filter(|fault| fault.lack == Lack::Form)
            .and_then(|fault| compiler::stops(&written[guards..], &fault.span, context.is_listing));
        if let Some(stops) = stops {
            faults = vec![stops];
        }
        if context.is_listing {
            faults.into_iter().map(Fault::of_listing).collect()
        } else {
            faults
        }
    });
    let own = if missing.is_empty() || own.is_err() { own } else { Err(missing) }?;
    // AMD's compare writes 0 outside EXEC, and so does a copy of EXEC.
    let clear = own.last().filter(|_| context.masks.clears).map(|compare| Instruction {
        mask_destination: compare.mask_destination,
        ..Instruction::new(ExecOperation::Save)
    });
    let own = clear.into_iter().chain(own);
    Ok(around(own.collect(), &context.masks))
}

/// The instructions of a line whose masks are in registers: words 1 and 0 of all threads.
fn around(own: Vec<Instruction>, masks: &MaskUse) -> Vec<Instruction> {
    let Some(old) = masks.scratch else { return own };
    let in_all = |inner: Vec<Instruction>| {
        let all = Instruction {
            mask_destination: old,
            mask_literal: Some(-1),
            ..Instruction::new(ExecOperation::OrSave)
        };
        let p = MaskSource { entry: old, negated: false };
        let back = Instruction { p, ..Instruction::new(ExecOperation::Move) };
        let is_needed = !inner.is_empty();
        [vec![all], inner, vec![back]].concat().into_iter().filter(move |_| is_needed)
    };
    let load = |(entry, register)| Instruction {
        mask_destination: entry,
        a: Operand::Register(register),
        b: Operand::Literal(0),
        ..Instruction::new(LaneOperation::Compare(Comparison::NotEqual, Signedness::Unsigned))
    };
    let store = |(entry, register)| {
        let destination = Some(register);
        let zero = Instruction {
            destination,
            a: Operand::Literal(0),
            ..Instruction::new(LaneOperation::Move)
        };
        let one = Instruction {
            destination,
            a: Operand::Literal(1),
            b: Operand::Register(register),
            p: MaskSource { entry, negated: false },
            ..Instruction::new(LaneOperation::Select)
        };
        [zero, one]
    };
    let loads = masks.loads.iter().flatten().map(|&mask| load(mask)).collect();
    let stores = masks.store.into_iter().flat_map(store).collect();
    in_all(loads).chain(own).chain(in_all(stores)).collect()
}

fn single(tokens: Vec<Token>, context: &compiler::Context) -> Result<Vec<Instruction>, Vec<Fault>> {
    let own = Statement::read(tokens, |mnemonic| compiler::check(mnemonic, context.is_listing))
        .and_then(|line| compiler::own(line, context));
    let Lines { lines, is_in_order } = own.map_err(|fault| vec![fault])?;
    let resolved = |statement: &Statement| {
        let told = |fault| statement.with_written_name(fault);
        resolve(statement, context).map_err(|faults| faults.into_iter().map(told).collect())
    };
    let mut all = lines.iter().map(resolved).collect::<Result<Vec<_>, Vec<Fault>>>()?;
    if let Some(fault) = loses_free_word(&lines, &all, context) {
        return Err(vec![fault]);
    }
    match all.pop() {
        Some(last) if !is_in_order => in_any_order(all.concat(), last, &lines[0].mnemonic),
        last => {
            let writes = |own: &Instruction| {
                own.mask_destination != MaskEntry::TRUE && own.mask_destination == own.guard.entry
            };
            if all.iter().flatten().any(writes) {
                let rule = "the line is several instructions here, and one but the last writes their guard";
                return Err(vec![lines[0].mnemonic.fault(rule, BY_PARTS)]);
            }
            Ok(all.into_iter().chain(last).flatten().collect())
        }
    }
}

/// The error of a line whose second constant would be moved into the free register while that holds
/// a word.
fn loses_free_word(
    lines: &[Statement],
    all: &[Vec<Instruction>],
    context: &compiler::Context,
) -> Option<Fault> {
    let free = context.scratch[0]?.to_string();
    let names = |line: &Statement| {
        line.operands.iter().any(|token| token.text.trim_start_matches('-') == free)
    };
    let is_lost = |at: usize| {
        all[at].len() > 1 && lines[..at].iter().any(names) && lines[at..].iter().any(names)
    };
    (1..lines.len()).any(is_lost).then(|| {
        let rule =
            format!("{} has two constants, and is several instructions here", lines[0].mnemonic);
        lines[0].mnemonic.fault(rule, BY_PARTS)
    })
}

/// Two parts of a line, which read before either writes, in an order that gives the same.
fn in_any_order(
    first: Vec<Instruction>,
    second: Vec<Instruction>,
    mnemonic: &Token,
) -> Result<Vec<Instruction>, Vec<Fault>> {
    let overwrites = |early: &[Instruction], late: &[Instruction]| {
        let of_register = |early: &Instruction, late: &Instruction| {
            let touched = late.source_registers().chain(late.destination);
            early.destination.is_some_and(|written| touched.into_iter().any(|own| own == written))
        };
        let of_mask = |early: &Instruction, late: &Instruction| {
            let mut touched = late.source_masks().chain([late.mask_destination]);
            let written = early.mask_destination;
            written != MaskEntry::TRUE && touched.any(|own| own == written)
        };
        let of = |early| late.iter().any(|late| of_register(early, late) || of_mask(early, late));
        early.iter().any(of)
    };
    if !overwrites(&first, &second) {
        Ok([first, second].concat())
    } else if !overwrites(&second, &first) {
        Ok([second, first].concat())
    } else {
        let rule =
            "the line is two instructions here, and each overwrites what the other reads or writes";
        let fault =
            mnemonic.fault(rule, "move one word to another register first").same_in_listing();
        Err(vec![fault])
    }
}

/// The instructions of a line in this machine's spelling.
///
/// # Errors
///
/// Every rule that the line breaks.
pub(super) fn resolve(
    statement: &Statement,
    context: &compiler::Context,
) -> Result<Vec<Instruction>, Vec<Fault>> {
    Line::new(statement, context).map_err(|fault| vec![fault])?.instructions(context.target)
}

/// A line whose form is known and whose operands are of the right kinds.
struct Line<'s, 't> {
    guard: MaskSource,
    form: Form,
    operands: Vec<Written<'t>>,
    statement: &'s Statement<'t>,
    scratch: Option<Register>,
}

impl<'s, 't> Line<'s, 't> {
    fn new(statement: &'s Statement<'t>, context: &compiler::Context) -> Result<Self, Fault> {
        let target = context.target;
        let (guard, mnemonic) = (guard(statement)?, &statement.mnemonic);
        let forms = forms(mnemonic)?.ok_or_else(|| compiler::none(mnemonic, context.is_listing))?;
        let video = forms.first().and_then(|form| form.video);
        let written = |(place, token)| Written::new(token, video.as_ref(), place);
        let operands: Vec<Written> = statement.operands.iter().enumerate().map(written).collect();
        let form = choose(forms, mnemonic, &operands, target)?;
        let line = Self { guard, form, operands, statement, scratch: context.scratch[0] };
        line.check_reuse()?;
        line.check_operation(target)?;
        Ok(line)
    }

    fn tokens(&self) -> impl Iterator<Item = (Field, &Token<'t>)> {
        self.form.fields.iter().copied().zip(self.operands.iter().map(|written| &written.token))
    }

    /// `.reuse` says that a register which is read is read again soon: a hint, which the instruction
    /// word has room for in most operations and which is dropped in the others.
    fn check_reuse(&self) -> Result<(), Fault> {
        let is_sass = self.form.spelling.dialect == Dialect::Sass;
        for ((field, bare), whole) in self.tokens().zip(&self.statement.operands) {
            let is_register =
                matches!(bare.kind, TokenKind::Register(_) | TokenKind::ModifiedRegister(..));
            let may_be = is_sass && field.operand().is_some() && is_register;
            if whole.is_reused && !may_be {
                let place = "behind a register that a SASS-like instruction reads";
                let rule = format!(".reuse stands {place}, not in {whole}");
                return Err(whole.fault(rule, format!("write {}", bare.text)));
            }
        }
        Ok(())
    }

    /// Whether the machine has the operation, and with this guard.
    fn check_operation(&self, target: &Target) -> Result<(), Fault> {
        let (mnemonic, operation) = (&self.form.mnemonic, self.form.row.operation);
        if let Some(guard) = &self.statement.guard
            && self.guard != MaskSource::TRUE
            && !operation.takes_guard()
        {
            let rule =
                format!("{mnemonic} works on the whole wave and takes no guard, but has {guard}");
            return Err(guard.fault(rule, "remove the guard"));
        }
        if !operation.fits_wave(target.threads) {
            let threads = target.threads;
            let rule =
                format!("{mnemonic} swaps the halves of 64 threads, but a wave has {threads}");
            let cure = "set lanes and beats so that lanes x beats = 64, or use ds_bpermute_b32";
            return Err(self.statement.mnemonic.fault(rule, cure));
        }
        let features = [self.form.row.feature, self.form.spelling.feature];
        features.into_iter().flatten().try_for_each(|feature| {
            check_feature(feature, mnemonic, &self.statement.mnemonic, target)
        })
    }

    fn instructions(&self, target: &Target) -> Result<Vec<Instruction>, Vec<Fault>> {
        let form = &self.form;
        let operation = form.row.operation;
        let mut instruction = Instruction { guard: self.guard, ..Instruction::new(operation) };
        let mut second = Instruction::new(operation);
        let reads_floats = operation.reads_floats();
        let negates_words = operation.negates_words();
        let context = Context { mnemonic: &form.mnemonic, reads_floats, negates_words, target };
        let mut faults = Vec::new();
        for (position, (field, token)) in self.tokens().enumerate() {
            let is_pair_word = form.pair.is_some() && position == 1;
            let into = if is_pair_word { &mut second } else { &mut instruction };
            faults.extend(place(field).fill(into, token, &context).err());
            if let Some(source) = field.operand() {
                instruction.reuse[source] = operation.takes_reuse() && token.is_reused;
            }
        }
        if let Some(immediate) = form.spelling.immediate {
            instruction.immediate = immediate;
        }
        if form.fields.contains(&Field::VccDestination) && !form.fields.contains(&Field::VccCarry) {
            instruction.q = MaskSource::FALSE;
        }
        if let Some(c) = form.width_c {
            instruction.c = Operand::Literal(c);
        }
        if let Some(video) = form.video {
            match video.with_operands(form, &self.operands) {
                Ok(video) => instruction.video = Some(video),
                Err(fault) => faults.push(fault),
            }
        }
        faults.extend(self.modify(&mut instruction, target).err());
        let first = self.move_literal(&mut instruction);
        if instruction.has_second_literal() {
            instruction.reuse = [false; 3];
        }
        faults.extend(self.check_literals(&instruction).err());
        let thrown_away = self.thrown_away(&mut instruction);
        match (thrown_away, form.pair) {
            (Err(fault), _) => faults.push(fault),
            (Ok(true), _) if faults.is_empty() => {
                return Ok(vec![Instruction::new(ControlOperation::Nop)]);
            }
            (Ok(false), Some(word)) if faults.is_empty() => {
                let span = self.statement.mnemonic.span();
                return shuffle::destination_pair(instruction, second, word, form, span)
                    .map_err(|fault| vec![fault]);
            }
            _ => {}
        }
        if faults.is_empty() {
            Ok(first.into_iter().chain([instruction]).collect())
        } else {
            Err(faults)
        }
    }

    /// Moves a literal beyond the one that the word has room for into a register that the listing leaves
    /// free: the instruction that does so.
    fn move_literal(&self, instruction: &mut Instruction) -> Option<Instruction> {
        let operation = instruction.operation;
        let is_of_lane = matches!(operation, Operation::Lane(_) | Operation::Float(_));
        let room = 1 + usize::from(operation.takes_two_literals());
        if !(is_of_lane || operation.is_video()) || instruction.literals(3) != room + 1 {
            return None;
        }
        let scratch = self.scratch?;
        let of_source = |field: &Field| match field {
            Field::A | Field::B | Field::C => field.operand(),
            _ => None,
        };
        let is_literal = |place: &usize| instruction.sources()[*place].literal().is_some();
        let mut places = self.form.fields.iter().filter_map(of_source).filter(is_literal);
        let moved = std::mem::replace(
            instruction.source_mut(places.next_back()?),
            Operand::Register(scratch),
        );
        Some(Instruction {
            guard: instruction.guard,
            destination: Some(scratch),
            a: moved,
            ..Instruction::new(LaneOperation::Move)
        })
    }

    /// Whether `RZ` stands where a register is written. Without its register the instruction must
    /// have no effect at all; one that writes a predicate may write a register that is free.
    fn thrown_away(&self, instruction: &mut Instruction) -> Result<bool, Fault> {
        let is_zero =
            |(field, token): &(Field, &Token)| *field == Field::D && token.kind == TokenKind::ZERO;
        let Some((_, token)) = self.tokens().find(is_zero) else { return Ok(false) };
        let has_effect = instruction.mask_destination != MaskEntry::TRUE
            || self.form.pair.is_some()
            || !instruction.operation.is_per_thread();
        if has_effect && self.form.pair.is_none() && self.scratch.is_some() {
            instruction.destination = self.scratch;
            return Ok(false);
        }
        if has_effect {
            let mnemonic = &self.form.mnemonic;
            let rule = format!("{mnemonic} cannot throw its register away, as {token} does");
            return Err(token.fault(rule, "write a register that nothing reads").same_in_listing());
        }
        Ok(true)
    }

    /// The instruction word has room for one literal, but for a shuffle's b and c.
    fn check_literals(&self, instruction: &Instruction) -> Result<(), Fault> {
        let operation = instruction.operation;
        let room = 1 + usize::from(operation.takes_two_literals());
        if instruction.literals(3) <= room
            || operation.high_literal().is_some()
            || operation.uses(Field::ShuffleC)
        {
            return Ok(());
        }
        let is_written =
            |token: &&Token| matches!(token.kind, TokenKind::Literal(_) | TokenKind::Zero(_));
        let sources = self.tokens().filter(|(field, _)| field.operand().is_some());
        let written: Vec<&Token> = sources.map(|(_, token)| token).filter(is_written).collect();
        let [.., first, second] = written[..] else { return Ok(()) };
        let mnemonic = &self.form.mnemonic;
        let rule = match room {
            1 => format!("{mnemonic} has room for one literal, not for {first} and {second}"),
            _ => format!("{mnemonic} has room for two literals, and {second} is a third"),
        };
        let cure = format!("put {second} in a register first");
        let in_listing = match self.scratch {
            Some(_) => cure.clone(),
            None => "set registers = 256, so that one is free for the other".to_owned(),
        };
        Err(second.fault(rule, cure).in_listing(in_listing))
    }

    /// Reads the modifiers behind the operands.
    fn modify(&self, instruction: &mut Instruction, target: &Target) -> Result<(), Fault> {
        let modifiers = &self.statement.modifiers;
        if instruction.operation.takes_fetch_flags() {
            (instruction.bound_control, instruction.fetch_inactive) =
                dpp::parse_flags(modifiers, &self.form.mnemonic)?;
        } else if let Some(first) = modifiers.first() {
            instruction.dpp = Some(self.dpp(first, instruction, target)?);
        }
        Ok(())
    }

    fn dpp(&self, first: &Token, instruction: &Instruction, target: &Target) -> Result<Dpp, Fault> {
        let Form { row, spelling, mnemonic, .. } = &self.form;
        let takes_dpp = row.operation.takes_dpp() && spelling.fields.contains(&Field::A);
        if spelling.dialect == Dialect::Sass || !takes_dpp {
            if first.kind != TokenKind::Modifier {
                let rule = format!("{mnemonic} ends with its operands, but {first} follows");
                return Err(first.fault(rule, "remove it, or start a comment with ;"));
            }
            let other = row.mnemonic(Dialect::Gcn).filter(|_| takes_dpp);
            let cure = other.map_or("remove it".to_owned(), |other| format!("write {other}"));
            let rule = format!("{mnemonic} takes no DPP modifier, but {first} follows");
            return Err(first.fault(rule, cure));
        }
        let modifier = dpp::parse(&self.statement.modifiers)?;
        check_feature(Feature::Dpp, &first.to_string(), first, target)?;
        if let Operand::Literal(_) = instruction.a {
            let source = self.tokens().find(|&(field, _)| field == Field::A);
            let token = source.map_or(first, |(_, token)| token);
            let moves = "a DPP modifier moves a register";
            let rule = format!("{moves}, but {mnemonic}'s src0 is the literal {token}");
            return Err(token.fault(rule, "use a register as src0"));
        }
        Ok(modifier)
    }
}

fn guard(statement: &Statement) -> Result<MaskSource, Fault> {
    match &statement.guard {
        None => Ok(MaskSource::TRUE),
        Some(Token { kind: TokenKind::Guard(Some(source)), .. }) => Ok(*source),
        Some(token) => {
            let cure = "write @P0..@P6, @PT or @vcc, or one negated like @!P1";
            Err(token.fault(format!("{token} is not a guard"), cure))
        }
    }
}

fn check_feature(
    feature: Feature,
    name: &str,
    token: &Token,
    target: &Target,
) -> Result<(), Fault> {
    if target.has(feature) {
        return Ok(());
    }
    let key = match feature {
        // Lane moves go through SHFL's crossbar.
        Feature::LaneMoves if !target.has(Feature::Shuffle) => Feature::Shuffle.key(),
        _ => feature.key(),
    };
    let rule = format!("{name} needs the {key} feature, which this configuration turns off");
    Err(token.fault(rule, format!("set {key} = true")).same_in_listing())
}

/// The form that takes operands of these kinds.
fn choose(
    mut fitting: Vec<Form>,
    mnemonic: &Token,
    operands: &[Written],
    target: &Target,
) -> Result<Form, Fault> {
    let cure = takes(&fitting);
    let mut counts: Vec<usize> = fitting.iter().map(|form| form.fields.len()).collect();
    counts.dedup();
    let written =
        fitting.first().map_or_else(|| mnemonic.to_string(), |form| form.mnemonic.clone());
    fitting.retain(|form| form.fields.len() == operands.len());
    if fitting.is_empty() {
        let first_extra = counts.iter().max().and_then(|&count| operands.get(count));
        let wanted = either(&counts.iter().map(usize::to_string).collect::<Vec<_>>());
        let noun = if counts[..] == [1] { "operand" } else { "operands" };
        let place = first_extra.map_or(mnemonic, |extra| &extra.token);
        let rule = format!("{written} takes {wanted} {noun}, and this line has {}", operands.len());
        return Err(place.fault(rule, cure));
    }
    for (position, Written { token, .. }) in operands.iter().enumerate() {
        let at = |form: &Form| place(form.fields[position]);
        let (fits, misfits): (Vec<Form>, Vec<Form>) =
            fitting.into_iter().partition(|form| at(form).fits(token.kind));
        if fits.is_empty() {
            let mut legal: Vec<String> =
                misfits.iter().map(|form| at(form).choices(target)).collect();
            legal.dedup();
            let what = match token.kind {
                TokenKind::Absent(what) => format!(" ({what})"),
                TokenKind::Slot(_) if !mnemonic.text.starts_with("s_") => {
                    " (scalar registers hold masks here)".to_owned()
                }
                _ => String::new(),
            };
            let rule = format!("this place takes {}, not {token}{what}", either(&legal));
            let fault = match token.kind {
                TokenKind::Special(_) => {
                    let d = operands[0].token.clone();
                    token
                        .fault(rule, format!("S2R reads special registers; write S2R {d}, {token}"))
                }
                _ => token.fault(rule, cure),
            };
            return Err(match token.kind {
                TokenKind::Slot(_) if mnemonic.text.starts_with("s_") => fault,
                CROWDED => fault.in_listing("set registers = 256, so that one is free for it"),
                TokenKind::Absent(_) | TokenKind::Slot(_) => fault.in_listing(BY_STATE),
                _ => fault,
            });
        }
        fitting = fits;
    }
    Ok(fitting.swap_remove(0))
}

/// Operands of a mnemonic with these forms: `IADD takes d, a, b`.
fn takes(forms: &[Form]) -> String {
    let Some(first) = forms.first() else { return String::new() };
    let mut operands: Vec<String> = forms.iter().map(Form::operands).collect();
    operands.dedup();
    format!("{} takes {}{}", first.mnemonic, operands.join("; or "), shuffle::pair_hint(first))
}
