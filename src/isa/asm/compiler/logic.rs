//! LOP3.LUT and PLOP3.LUT: a table of eight bits over three inputs, bit 4a + 2b + c of it for a, b
//! and c. Taken where it is a function of two inputs at most that this machine has.

use super::line::{Line, Own, Piece};
use crate::isa::asm::error::Fault;
use crate::isa::asm::kind::Kind;
use crate::isa::asm::literal::Literal;
use crate::isa::asm::token::{Word, without_reuse};
use crate::isa::{MaskEntry, MaskSource};

const WORDS: &str = "LOP3.LUT";
const PREDICATES: &str = "PLOP3.LUT";

pub(super) fn knows(mnemonic: &Word) -> bool {
    [WORDS, PREDICATES].iter().any(|name| name.eq_ignore_ascii_case(mnemonic.text))
}

/// The line as LOP, NOT, MOV or PSETP; `None` where it is another instruction.
///
/// # Errors
///
/// A function that needs more than one of these, or gives two results.
pub(super) fn own(line: &Line) -> Result<Option<Own>, Fault> {
    let name = line.mnemonic.text;
    let found = if name.eq_ignore_ascii_case(WORDS) {
        of_words(line)?
    } else if name.eq_ignore_ascii_case(PREDICATES) {
        of_predicates(line)?
    } else {
        return Ok(None);
    };
    let (mnemonic, operands) = found;
    Ok(Some(Own {
        renamed: Some(line.mnemonic.shown()),
        mnemonic: Piece::new(mnemonic, line.mnemonic.start),
        operands,
        modifiers: Vec::new(),
    }))
}

type Found = (&'static str, Vec<Piece>);

/// An input of a function: a constant, or one of its variables, perhaps inverted.
#[derive(Clone, Copy)]
enum Input {
    Constant(bool),
    Variable { place: usize, inverted: bool },
}

/// The function of `count` variables whose inputs are `inputs`; bit i of it is for the variables
/// that are the bits of i, the first of them lowest.
fn function(table: u8, inputs: [Input; 3], count: usize) -> u8 {
    (0..1_usize << count).fold(0, |function, values| {
        let value = |input| match input {
            Input::Constant(value) => value,
            Input::Variable { place, inverted } => (values >> place & 1 == 1) != inverted,
        };
        let place = inputs.iter().fold(0, |place, &input| place << 1 | u8::from(value(input)));
        function | (table >> place & 1) << values
    })
}

/// The variables that a function of `count` depends on, and it as a function of these.
fn reduced(function: u8, count: usize) -> (Vec<usize>, u8) {
    let at = |values: usize| function >> values & 1;
    let matters =
        |&place: &usize| (0..1 << count).any(|values| at(values) != at(values ^ 1 << place));
    let places: Vec<usize> = (0..count).filter(matters).collect();
    let spread = |values: usize| {
        places.iter().enumerate().fold(0, |all, (bit, place)| all | (values >> bit & 1) << place)
    };
    let reduced = (0..1 << places.len()).fold(0, |new, values| new | at(spread(values)) << values);
    (places, reduced)
}

fn refuse(line: &Line, rule: &str, cure: &str) -> Fault {
    let rule = format!("{} {rule}", line.mnemonic.shown());
    Fault::new(line.mnemonic.span(), rule, cure)
}

/// What is wrong with a truth table, the operand `number`.
fn refuse_table(line: &Line, number: &Word, rule: &str, cure: &str) -> Fault {
    let rule = format!("{} {} {rule}", line.mnemonic.shown(), number.shown());
    Fault::new(number.span(), rule, cure)
}

fn table(line: &Line, word: &Word) -> Result<u8, Fault> {
    let table = match Kind::of(word.text) {
        Kind::Literal(Literal::Integer(value)) => u8::try_from(value).ok(),
        _ => None,
    };
    table.ok_or_else(|| {
        let rule = format!("{}'s table is 0..0xff, not {}", line.mnemonic.shown(), word.shown());
        Fault::new(word.span(), rule, "write for instance 0xc0, which is a and b")
    })
}

/// The inputs that `words` are, and the words that vary; `constant` says which do not.
fn inputs<'l, 't>(
    words: [&'l Word<'t>; 3],
    read: impl Fn(&Word) -> (Option<bool>, bool),
    is_same: impl Fn(&Word, &Word) -> bool,
) -> ([Input; 3], Vec<&'l Word<'t>>) {
    let mut variables: Vec<&Word> = Vec::new();
    let inputs = words.map(|word| {
        let (constant, inverted) = read(word);
        if let Some(constant) = constant {
            return Input::Constant(constant);
        }
        let known = variables.iter().position(|known| is_same(known, word));
        let place = known.unwrap_or_else(|| {
            variables.push(word);
            variables.len() - 1
        });
        Input::Variable { place, inverted }
    });
    (inputs, variables)
}

fn of_words(line: &Line) -> Result<Found, Fault> {
    let [d, a, b, c, number, p] = line.operands else {
        if line.operands.len() == 7 {
            let rule = "writes a predicate beside the word";
            return Err(refuse(line, rule, "write LOP and ISETP.NE"));
        }
        return Err(refuse(line, "has six operands: d, a, b, c, table, !PT", "write all of them"));
    };
    if Kind::of(p.text) != (Kind::Predicate { entry: Some(MaskEntry::TRUE), negated: true }) {
        return Err(refuse(line, "takes a predicate into its result", "write !PT as the last"));
    }
    let kind = |word: &Word| Kind::of(without_reuse(word.text));
    let absent = [a, b, c].into_iter().find_map(|word| match kind(word) {
        Kind::Absent(what) => Some((word, what)),
        _ => None,
    });
    if let Some((word, what)) = absent {
        let rule = format!("{} reads {}, {what}", line.mnemonic.shown(), word.shown());
        return Err(Fault::new(word.span(), rule, "put the word in a register first"));
    }
    let read = |word: &Word| (Some(false).filter(|_| kind(word) == Kind::ZERO), false);
    let (inputs, words) = inputs([a, b, c], read, |known, word| kind(known) == kind(word));
    let function = function(table(line, number)?, inputs, words.len());
    let (places, function) = reduced(function, words.len());
    let words: Vec<&Word> = places.into_iter().map(|place| words[place]).collect();
    let constant = |word: u32| Piece::new(format!("{word:#x}"), line.mnemonic.start);
    let (mnemonic, sources) = match (&words[..], function) {
        ([], 0) => ("MOV", vec![constant(0)]),
        ([], _) => ("MOV", vec![constant(u32::MAX)]),
        (&[x], 0b10) => ("MOV", vec![x.into()]),
        (&[x], _) => ("NOT", vec![x.into()]),
        (&[x, y], function) => of_two(x, y, function).ok_or_else(|| {
            refuse_table(
                line,
                number,
                "is neither AND, OR nor XOR of two words",
                "write NOT and LOP",
            )
        })?,
        _ => {
            let rule = "is a function of three words, and this machine's LOP reads two";
            return Err(refuse_table(line, number, rule, "write two LOP"));
        }
    };
    Ok((mnemonic, std::iter::once(d.into()).chain(sources).collect()))
}

/// x and y by AND, OR or XOR; of a literal also the complement.
fn of_two(x: &Word, y: &Word, function: u8) -> Option<(&'static str, Vec<Piece>)> {
    let complement = |word: &Word| match Kind::of(word.text) {
        Kind::Literal(Literal::Integer(value)) => {
            Some(Piece::new(format!("{:#x}", !(value as u32)), word.start))
        }
        _ => None,
    };
    // Bit 1 is for x alone, bit 2 for y alone, bit 3 for both.
    let (mnemonic, x, y) = match function {
        0b1000 => ("LOP.AND", Some(x.into()), Some(y.into())),
        0b1110 => ("LOP.OR", Some(x.into()), Some(y.into())),
        0b0110 => ("LOP.XOR", Some(x.into()), Some(y.into())),
        0b0010 => ("LOP.AND", Some(x.into()), complement(y)),
        0b0100 => ("LOP.AND", complement(x), Some(y.into())),
        0b1011 => ("LOP.OR", Some(x.into()), complement(y)),
        0b1101 => ("LOP.OR", complement(x), Some(y.into())),
        0b1001 if complement(x).is_some() => ("LOP.XOR", complement(x), Some(y.into())),
        0b1001 => ("LOP.XOR", Some(x.into()), complement(y)),
        _ => return None,
    };
    Some((mnemonic, vec![x?, y?]))
}

fn of_predicates(line: &Line) -> Result<Found, Fault> {
    let [p, other, a, b, c, number, second] = line.operands else {
        let rule = "has seven operands: p, PT, a, b, c, table, table";
        return Err(refuse(line, rule, "write all of them"));
    };
    let truth = Kind::Predicate { entry: Some(MaskEntry::TRUE), negated: false };
    if Kind::of(other.text) != truth {
        let rule = format!("{} writes two predicates", line.mnemonic.shown());
        let cure = "write PT as the second, and another PSETP for it";
        return Err(Fault::new(other.span(), rule, cure));
    }
    let source = |word: &Word| match Kind::of(word.text) {
        Kind::Predicate { entry: Some(entry), negated } => Some(MaskSource { entry, negated }),
        _ => None,
    };
    if let Some(word) = [a, b, c].into_iter().find(|word| source(word).is_none()) {
        let rule = format!("{} combines predicates, not {}", line.mnemonic.shown(), word.shown());
        return Err(Fault::new(word.span(), rule, "write P0..P6 or PT, perhaps negated"));
    }
    let read = |word: &Word| {
        let MaskSource { entry, negated } = source(word).unwrap_or(MaskSource::TRUE);
        (Some(!negated).filter(|_| entry == MaskEntry::TRUE), negated)
    };
    let entry = |word: &Word| source(word).map(|source| source.entry);
    table(line, second)?;
    let (inputs, words) = inputs([a, b, c], read, |known, word| entry(known) == entry(word));
    let function = function(table(line, number)?, inputs, words.len());
    let (places, function) = reduced(function, words.len());
    let named = |place: usize, negated: bool| {
        let word = words[places[place]];
        Piece::new(
            format!("{}{}", if negated { "!" } else { "" }, word.text.trim_start_matches('!')),
            word.start,
        )
    };
    let constant = |text: &str| Piece::new(text, line.mnemonic.start);
    let (mnemonic, sources) = match (places.len(), function) {
        (0, 0) => ("PSETP.AND", [constant("!PT"), constant("PT")]),
        (0, _) => ("PSETP.AND", [constant("PT"), constant("PT")]),
        (1, _) => ("PSETP.AND", [named(0, function == 0b01), constant("PT")]),
        (2, 0b0110) => ("PSETP.XOR", [named(0, false), named(1, false)]),
        (2, 0b1001) => ("PSETP.XOR", [named(0, false), named(1, true)]),
        (2, function) => {
            // One true outcome is an AND, one false outcome an OR.
            let is_and = function.count_ones() == 1;
            let odd = if is_and { function } else { !function & 0xf }.trailing_zeros();
            let negated = |bit: u32| (odd >> bit & 1 == 1) != is_and;
            let mnemonic = if is_and { "PSETP.AND" } else { "PSETP.OR" };
            (mnemonic, [named(0, negated(0)), named(1, negated(1))])
        }
        _ => {
            let rule = "is a function of three predicates, and PSETP reads two";
            return Err(refuse_table(line, number, rule, "write two PSETP"));
        }
    };
    Ok((mnemonic, std::iter::once(p.into()).chain(sources).collect()))
}
