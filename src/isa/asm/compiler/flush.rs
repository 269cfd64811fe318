//! `.FTZ`: a source or a result that is subnormal counts as 0 with its sign. Sums, minima and compares
//! are exact behind instructions that replace it; of products nothing tells whether they are flushed
//! before or after they are rounded.

use super::context::Context;
use super::rule::Lines;
use super::rules;
use crate::isa::asm::error::Fault;
use crate::isa::asm::statement::Statement;
use crate::isa::asm::token::Token;
use crate::isa::asm::token_kind::TokenKind;

/// The lines of one with `.FTZ`; `None` of another.
pub(super) fn own<'t>(
    line: &Statement<'t>,
    context: &Context,
) -> Result<Option<Lines<Statement<'t>>>, Fault> {
    let name = line.mnemonic.text.to_ascii_uppercase();
    let parts: Vec<&str> = name.split('.').collect();
    let first = match parts[0] {
        _ if !parts.contains(&"FTZ")
            || ["RP", "RM", "RZ"].iter().any(|own| parts.contains(own)) =>
        {
            return Ok(None);
        }
        "FSETP" => 2,
        "FSET" | "FMNMX" | "FADD" | "FADD32I" => 1,
        _ => return Ok(None),
    };
    let [Some(word), Some(other), Some(p), _] = context.free() else {
        return Err(rules::nothing_free(&line.mnemonic, 'T'));
    };
    let flush = |from: &str, between: &str, to: &str| {
        [
            line.instead("FSETP.LT", &format!("{p}, |{from}|, 0x00800000")),
            line.instead("LOP.AND", &format!("{between}, {from}, 0x80000000")),
            line.instead("SEL", &format!("{to}, {between}, {from}, {p}")),
        ]
    };
    let (mut lines, mut rest) = (Vec::new(), line.clone());
    for (token, free) in rest.operands.iter_mut().skip(first).zip([&word, &other]) {
        let text = match (token.kind, rules::float_bits(token)) {
            (TokenKind::Register(number) | TokenKind::ModifiedRegister(number, _), _) => {
                let bare = format!("R{number}");
                lines.extend(flush(&bare, free, free));
                token.without_reuse().text.to_ascii_uppercase().replace(&bare, free)
            }
            (_, Some(0x8000_0000..0x8080_0000)) => "-RZ".to_owned(),
            (_, Some(0..0x80_0000)) => "RZ".to_owned(),
            _ => continue,
        };
        *token = Token::named(text, token.start);
    }
    let (without, operands) = (name.replace(".FTZ", ""), rest.operands.clone());
    rest.rename(without, operands);
    lines.extend(rules::own(rest, context)?.lines);
    let result = &line.operands[0];
    if parts[0].starts_with("FADD") && matches!(result.kind, TokenKind::Register(_)) {
        lines.extend(flush(&result.text, &word, &result.text));
    }
    Ok(Some(Lines { lines, is_in_order: true }))
}
