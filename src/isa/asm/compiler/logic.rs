//! LOP3.LUT and PLOP3.LUT: a table of eight bits over three inputs, bit 4a + 2b + c of it for a, b
//! and c. Becomes an instruction of two inputs where this machine has it, else its LOP3.
//!
//! A function is a column of that table. The columns of all instructions that the inputs allow are
//! tried, the simplest first; outcomes that cannot occur, since an input is constant or two are the
//! same, may differ.

use super::context::Context;
use crate::isa::asm::error::Fault;
use crate::isa::asm::statement::Statement;
use crate::isa::asm::token::Token;
use crate::isa::asm::token_kind::TokenKind;
use crate::isa::{MaskEntry, MaskSource};

const WORDS: &str = "LOP3.LUT";
const PREDICATES: &str = "PLOP3.LUT";

/// Operands of this machine's LOP3.LUT: d, a, b, c, table.
const OWN_OPERANDS: usize = 5;

/// The columns of a, b and c.
const INPUTS: [u8; 3] = [0xf0, 0xcc, 0xaa];
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// An instruction: the column that it computes, its mnemonic and its sources.
type Candidate<'t> = (u8, &'static str, Vec<Token<'t>>);

pub(super) fn knows(mnemonic: &Token) -> bool {
    mnemonic.is(WORDS) || mnemonic.is(PREDICATES)
}

/// The line as LOP, NOT, MOV, PSETP or this machine's LOP3, behind LOP3.P where it writes a predicate.
///
/// # Errors
///
/// A function of three predicates, or one that gives two results.
pub(super) fn own<'t>(
    mut line: Statement<'t>,
    context: &Context,
) -> Result<Vec<Statement<'t>>, Fault> {
    let of_words = line.mnemonic.is(WORDS);
    if of_words && !context.is_listing && line.operands.len() == OWN_OPERANDS {
        return Ok(vec![line]);
    }
    if of_words && let [p, d, a, b, c, number, q] = &line.operands[..] {
        let test = any(&line, p, [a, b, c], number, q)?;
        if d.kind == TokenKind::ZERO {
            return Ok(vec![test]);
        }
        let mut word = line.clone();
        word.rename(WORDS.to_owned(), [d, a, b, c, number].map(Token::clone).to_vec());
        return Ok([vec![test], own(word, context)?].concat());
    }
    let (_, mnemonic, mut operands) = if of_words { words(&line)? } else { predicates(&line)? };
    operands.insert(0, line.operands[0].clone());
    line.rename(mnemonic.to_owned(), operands);
    Ok(vec![line])
}

/// The predicate of a LOP3: LOP3.P, whose table does not ask an input that is RZ and may be any.
fn any<'t>(
    line: &Statement<'t>,
    p: &Token<'t>,
    inputs: [&Token<'t>; 3],
    number: &Token<'t>,
    q: &Token<'t>,
) -> Result<Statement<'t>, Fault> {
    let mut table = table(line, number)?;
    let instead = inputs.into_iter().find(|token| matches!(token.kind, TokenKind::Register(_)));
    let mut operands = vec![p.clone()];
    for (place, token) in inputs.into_iter().enumerate() {
        let is_zero = token.kind == TokenKind::ZERO;
        if is_zero && instead.is_some() {
            let of_zero = table & !INPUTS[place];
            table = of_zero | of_zero << (4 >> place);
        }
        operands.push(instead.filter(|_| is_zero).unwrap_or(token).clone());
    }
    operands.extend([number.number(table, format!("{table:#x}")), q.clone()]);
    let mut test = line.clone();
    test.rename("LOP3.P".to_owned(), operands);
    Ok(test)
}

/// The outcomes that can occur. An input is a variable, perhaps inverted, or the constant.
fn possible<Name: PartialEq>(inputs: &[(Option<Name>, bool); 3]) -> u8 {
    let can_be = |outcome: &u8| {
        let value = |place: usize| (INPUTS[place] >> outcome & 1 == 1) != inputs[place].1;
        let is_constant = |place: &usize| inputs[*place].0.is_some() || !value(*place);
        let agree = |&(x, y): &(usize, usize)| {
            inputs[x].0.is_none() || inputs[x].0 != inputs[y].0 || value(x) == value(y)
        };
        (0..3).all(|place| is_constant(&place)) && PAIRS.iter().all(agree)
    };
    (0..8).filter(can_be).fold(0, |outcomes, outcome| outcomes | 1 << outcome)
}

/// AND, OR and XOR, with these mnemonics, of every pair of inputs in each of their variants.
fn pairs<'t>(
    variants: &[Vec<(u8, Token<'t>)>; 3],
    [and, or, xor]: [&'static str; 3],
) -> Vec<Candidate<'t>> {
    let mut all = Vec::new();
    for (x, y) in PAIRS {
        for (x, first) in &variants[x] {
            for (y, second) in &variants[y] {
                for (column, mnemonic) in [(x & y, and), (x | y, or), (x ^ y, xor)] {
                    all.push((column, mnemonic, vec![first.clone(), second.clone()]));
                }
            }
        }
    }
    all
}

/// The first candidate with the function; only outcomes that can occur matter.
fn find<'t>(candidates: Vec<Candidate<'t>>, table: u8, possible: u8) -> Option<Candidate<'t>> {
    candidates.into_iter().find(|(column, ..)| (column ^ table) & possible == 0)
}

fn table(line: &Statement, token: &Token) -> Result<u8, Fault> {
    let table = token.kind.integer().and_then(|value| u8::try_from(value).ok());
    table.ok_or_else(|| {
        let rule = format!("{}'s table is 0..0xff, not {token}", line.mnemonic);
        token.fault(rule, "write for instance 0xc0, which is a and b")
    })
}

fn words<'t>(line: &Statement<'t>) -> Result<Candidate<'t>, Fault> {
    let name = &line.mnemonic;
    // sm_50 to sm_62 print no predicate.
    let ([_, a, b, c, number, _] | [_, a, b, c, number]) = &line.operands[..] else {
        let (rule, cure) = ("has six operands: d, a, b, c, table, !PT", "write all of them");
        return Err(name.fault(format!("{name} {rule}"), cure));
    };
    let nothing = Some(MaskSource { entry: MaskEntry::TRUE, negated: true });
    if line.operands.get(OWN_OPERANDS).is_some_and(|p| p.kind.mask() != nothing) {
        let rule = format!("{name} takes a predicate into its result");
        return Err(name.fault(rule, "write !PT as the last"));
    }
    let inputs = [a, b, c];
    let input = |token: &Token| (Some(token.kind).filter(|kind| *kind != TokenKind::ZERO), false);
    let table = table(line, number)?;
    let constant = |word: u32| name.number(word, format!("{word:#x}"));
    let mut all = vec![(0, "MOV", vec![constant(0)]), (u8::MAX, "MOV", vec![constant(u32::MAX)])];
    for (column, token) in INPUTS.into_iter().zip(inputs) {
        all.push((column, "MOV", vec![token.clone()]));
        all.push((!column, "NOT", vec![token.clone()]));
    }
    // A literal can also be replaced by its complement.
    let variants = [0, 1, 2].map(|place| {
        let token = inputs[place];
        let complement = token.kind.integer().map(|value| {
            let word = !(value as u32);
            (!INPUTS[place], token.number(word, format!("{word:#x}")))
        });
        [(INPUTS[place], token.clone())].into_iter().chain(complement).collect()
    });
    all.extend(pairs(&variants, ["LOP.AND", "LOP.OR", "LOP.XOR"]));
    let whole = || [a, b, c, number].map(Token::clone).to_vec();
    let found = find(all, table, possible(&inputs.map(input)));
    Ok(found.unwrap_or_else(|| (table, WORDS, whole())))
}

fn predicates<'t>(line: &Statement<'t>) -> Result<Candidate<'t>, Fault> {
    let name = &line.mnemonic;
    let [_, other, a, b, c, number, second] = &line.operands[..] else {
        let rule = format!("{name} has seven operands: p, PT, a, b, c, table, table");
        return Err(name.fault(rule, "write all of them"));
    };
    if other.kind.mask() != Some(MaskSource::TRUE) {
        let rule = format!("{name} writes two predicates");
        return Err(other.fault(rule, "write PT as the second, and another PSETP for it"));
    }
    let inputs = [a, b, c];
    if let Some(token) = inputs.into_iter().find(|token| token.kind.mask().is_none()) {
        let rule = format!("{name} combines predicates, not {token}");
        return Err(token.fault(rule, "write P0..P6 or PT, perhaps negated"));
    }
    let sources = inputs.map(|token| token.kind.mask().unwrap_or(MaskSource::TRUE));
    let input = |source: MaskSource| match source.entry {
        MaskEntry::TRUE => (None, !source.negated),
        entry => (Some(entry), source.negated),
    };
    table(line, second)?;
    let table = table(line, number)?;
    let predicate = |token: &Token<'t>, entry, negated| {
        let text =
            format!("{}{}", if negated { "!" } else { "" }, token.text.trim_start_matches('!'));
        Token {
            text: text.into(),
            kind: TokenKind::Predicate { entry: Some(entry), negated },
            ..token.clone()
        }
    };
    let truth = |negated| {
        let text = if negated { "!PT" } else { "PT" };
        Token { text: text.into(), ..predicate(name, MaskEntry::TRUE, negated) }
    };
    let variants = [0, 1, 2].map(|place| {
        let (MaskSource { entry, negated }, column) = (sources[place], INPUTS[place]);
        let column = if negated { !column } else { column };
        let variant = |negated| predicate(inputs[place], entry, negated);
        vec![(column, variant(false)), (!column, variant(true))]
    });
    let mut all = vec![
        (0, "PSETP.AND", vec![truth(true), truth(false)]),
        (u8::MAX, "PSETP.AND", vec![truth(false), truth(false)]),
    ];
    for (column, token) in variants.iter().flatten() {
        all.push((*column, "PSETP.AND", vec![token.clone(), truth(false)]));
    }
    all.extend(pairs(&variants, ["PSETP.AND", "PSETP.OR", "PSETP.XOR"]));
    find(all, table, possible(&sources.map(input))).ok_or_else(|| {
        let rule = "is a function of three predicates, and PSETP reads two";
        number.fault(format!("{name} {number} {rule}"), "write two PSETP")
    })
}
