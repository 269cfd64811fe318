//! One line with an instruction as a tree.

use super::error::Fault;
use super::token::Token;
use super::token_kind::TokenKind;
use crate::source::shorten;

/// A line, its tokens grouped by purpose.
#[derive(Clone, Debug)]
pub(super) struct Statement<'t> {
    pub guard: Option<Token<'t>>,
    pub mnemonic: Token<'t>,
    pub operands: Vec<Token<'t>>,
    /// DPP modifiers, and all other tokens behind the operands.
    pub modifiers: Vec<Token<'t>>,
    /// The compiler's mnemonic, where this machine has another for the same.
    pub renamed: Option<String>,
}

impl<'t> Statement<'t> {
    /// Reads the tokens of a line, at least one; where its operands are wrong, a fault that `check`
    /// finds in its mnemonic takes precedence.
    pub fn read(
        mut tokens: Vec<Token<'t>>,
        check: impl FnOnce(&Token) -> Result<(), Fault>,
    ) -> Result<Self, Fault> {
        if let Some(fault) = unended(&tokens) {
            return Err(fault);
        }
        let is_guarded = matches!(tokens[0].kind, TokenKind::Guard(_));
        let guard = is_guarded.then(|| tokens.remove(0));
        if let Some(guard) = guard.as_ref().filter(|_| tokens.is_empty()) {
            let rule = "a guard stands alone on its line";
            return Err(guard.fault(rule, "write an instruction behind it"));
        }
        let mnemonic = tokens.remove(0);
        let (operands, modifiers) =
            split(tokens, &mnemonic).map_err(|fault| check(&mnemonic).err().unwrap_or(fault))?;
        Ok(Self { guard, mnemonic, operands, modifiers, renamed: None })
    }

    /// Makes it another instruction, with the same modifiers. A guard before NOP makes no difference.
    pub fn rename(&mut self, mnemonic: String, operands: Vec<Token<'t>>) {
        let shown = self.mnemonic.to_string();
        self.renamed = (!self.mnemonic.is(&mnemonic)).then_some(shown);
        let is_nop = mnemonic == "NOP";
        self.guard.take_if(|guard| is_nop && matches!(guard.kind, TokenKind::Guard(Some(_))));
        self.mnemonic.text = mnemonic.into();
        self.operands = operands;
    }

    /// Another instruction with the guard of this one; commas separate its operands.
    pub fn instead(&self, mnemonic: &str, operands: &str) -> Self {
        let mut own = self.clone();
        let token = |text: &str| Token::named(text.to_owned(), self.mnemonic.start);
        own.rename(mnemonic.to_owned(), operands.split(", ").map(token).collect());
        own
    }

    /// `fault` of the line with the name that the text has for it.
    pub fn with_written_name(&self, fault: Fault) -> Fault {
        match &self.renamed {
            Some(name) => {
                let own = shorten(&self.mnemonic.text);
                let rule = format!("{name} is {own} here, and {}", fault.rule);
                Fault { rule, ..fault }
            }
            None => fault,
        }
    }
}

/// The error of a comment that `/*` begins and nothing on its line ends.
pub(super) fn unended(tokens: &[Token]) -> Option<Fault> {
    let comment = tokens.last().filter(|token| token.kind == TokenKind::Unended)?;
    let rule = "a comment that /* begins ends on its line, and this one does not";
    Some(comment.fault(rule, "write */ behind it, or begin it with //").same_in_listing())
}

type Split<'t> = (Vec<Token<'t>>, Vec<Token<'t>>);

/// The tokens behind a mnemonic as operands and modifiers. Operands are separated by commas; the
/// first token that is no operand starts the modifiers, between which commas do not matter.
fn split<'t>(tokens: Vec<Token<'t>>, mnemonic: &Token) -> Result<Split<'t>, Fault> {
    let (mut operands, mut modifiers): Split = Default::default();
    let mut expects_operand = true;
    let missing = |span| {
        let rule = "an operand is missing beside a comma";
        Fault::new(span, rule, "remove the comma or write the operand")
    };
    let last = tokens.last().unwrap_or(mnemonic).span();
    for token in tokens {
        if token.kind == TokenKind::Comma {
            if modifiers.is_empty() && std::mem::replace(&mut expects_operand, true) {
                return Err(missing(token.span()));
            }
        } else if !modifiers.is_empty()
            || token.kind == TokenKind::Modifier
            || !expects_operand && !token.kind.is_operand()
        {
            modifiers.push(token);
        } else if std::mem::replace(&mut expects_operand, false) {
            operands.push(token);
        } else {
            let cure = operands.last().map(|before: &Token| format!("write {before}, {token}"));
            let rule = format!("a comma is missing before {token}");
            return Err(token.fault(rule, cure.unwrap_or_default()));
        }
    }
    if expects_operand && modifiers.is_empty() && !operands.is_empty() {
        return Err(missing(last));
    }
    Ok((operands, modifiers))
}
