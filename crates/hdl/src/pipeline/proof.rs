//! The proof that a pipelined tree does what the tree without registers does, so many cycles later.
//!
//! It reads the two trees and nothing of how the registers were placed:
//!
//! 1. *Registers are counted.* Whatever comes together has passed as many registers, from every input
//!    to every output: as many as the schedule says, along each path.
//! 2. *Without its registers the tree is the other.* With a wire in the place of each register, each
//!    output is the same expression of the inputs, operation for operation.
//! 3. *Nobody looks at what is held.* A register may keep an old value where its enable is clear. What
//!    enables never comes from such a register, so it is what it should be. Where it is clear, what
//!    its registers hold reaches no output: each path meets a gate that the same bit, or another
//!    that never comes from a register which holds, has closed.
//!
//! So in each cycle each output is what the tree without registers makes of one operation's inputs:
//! 1 says whose, 2 says that it is the right thing, and 3 that nothing old is in it. Of two bits that are
//! clear at once each register still has its own reason: a vertex that shows a wrong value is
//! reached from a register whose own enable is clear, by a path that this bit does not close.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use super::expression::{Bit, Expression, Expressions, Word, all_bits};
use crate::module::{
    BinaryOperation, Connection, Module, NodeId, NodeKind, Operation, RegisterState,
};

/// Why a tree is no pipeline of another.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum PipelineProblem {
    #[error("`{net}` takes values that are {fewest} and {most} registers behind the first input")]
    Uneven { net: String, fewest: usize, most: usize },
    #[error("output `{output}` is {found} registers behind the first input, not {wanted}")]
    Early { output: String, found: usize, wanted: usize },
    #[error("output `{0}` is another expression when the registers are taken out")]
    Different(String),
    #[error("`{0}` is enabled by a bit that comes from a register which holds")]
    Undecided(String),
    #[error("output `{output}` shows what `{register}` holds while it is not enabled")]
    Shown { register: String, output: String },
    #[error("`{0}` has other state than registers without reset, or is read by itself")]
    State(String),
}

/// Operands that a vertex looks at.
enum Looks {
    /// Any of them.
    All(Vec<u32>),
    /// At one operand where the other has the bit that opens.
    Gate {
        opens: bool,
        operands: [Word; 2],
    },
    Choice {
        select: Bit,
        then: Word,
        otherwise: Word,
    },
}

/// A register, an operation, or what goes into copies and comes out of them.
struct Vertex {
    context: usize,
    node: NodeId,
    /// Its bits as expressions of the inputs, registers taken for wires.
    means: Word,
    /// Registers between the first input and it; `None` if it is constant.
    age: Option<usize>,
    /// No register that it comes from ever holds.
    is_exact: bool,
    looks: Looks,
    /// Bit that enables a register.
    enable: Option<Bit>,
}

struct Context {
    module: Arc<Module>,
    parent: Option<(usize, usize)>,
    expression: u32,
    children: Vec<usize>,
    values: Vec<Value>,
}

#[derive(Clone)]
enum Value {
    Unknown,
    Open,
    Known(Word),
}

/// A tree as it is read.
struct Tree<'e> {
    expressions: &'e mut Expressions,
    contexts: Vec<Context>,
    /// Operands first.
    vertices: Vec<Vertex>,
    /// By port: registers that its input has passed already.
    ages: &'e dyn Fn(&str) -> usize,
}

/// Whether `pipelined` gives what `plain` does, `last` cycles behind the first input, where the input of
/// a name comes `age` cycles behind the first.
pub(super) fn prove(
    plain: &Arc<Module>,
    pipelined: &Arc<Module>,
    age: &dyn Fn(&str) -> usize,
    last: usize,
) -> Result<(), PipelineProblem> {
    let mut expressions = Expressions::new();
    let together = |_: &str| 0;
    let mut wanted = Tree::new(plain, &mut expressions, &together);
    let mut meanings: BTreeMap<&str, Word> = BTreeMap::new();
    for port in plain.outputs() {
        let value = wanted.value(0, port.node)?;
        meanings.insert(&port.name, wanted.meaning(&value));
    }
    let mut found = Tree::new(pipelined, &mut expressions, age);
    let mut shown = vec![];
    for port in pipelined.outputs() {
        let value = found.value(0, port.node)?;
        let output = || port.name.clone();
        if meanings.get(&*port.name) != Some(&found.meaning(&value)) {
            return Err(PipelineProblem::Different(output()));
        }
        match found.age(0, port.node, value.iter())? {
            Some(age) if age != last => {
                return Err(PipelineProblem::Early { output: output(), found: age, wanted: last });
            }
            _ => shown.extend(value.iter().map(|bit| (bit.of, &*port.name))),
        }
    }
    if pipelined.outputs().count() != meanings.len() {
        return Err(PipelineProblem::Different(plain.name.clone()));
    }
    shown.sort_unstable();
    shown.dedup_by_key(|(vertex, _)| *vertex);
    found.hides_what_is_held(&shown)
}

impl<'e> Tree<'e> {
    fn new(
        top: &Arc<Module>,
        expressions: &'e mut Expressions,
        ages: &'e dyn Fn(&str) -> usize,
    ) -> Self {
        let zero = Vertex {
            context: 0,
            node: NodeId::NOTHING,
            means: [Bit::ZERO].into(),
            age: None,
            is_exact: true,
            looks: Looks::All(vec![]),
            enable: None,
        };
        let mut tree = Self { expressions, contexts: vec![], vertices: vec![zero], ages };
        tree.add_context(top, None, 0);
        tree
    }

    fn add_context(
        &mut self,
        module: &Arc<Module>,
        parent: Option<(usize, usize)>,
        expression: u32,
    ) {
        let context = self.contexts.len();
        self.contexts.push(Context {
            module: module.clone(),
            parent,
            expression,
            children: vec![],
            values: vec![Value::Unknown; module.nodes.len()],
        });
        for (number, instance) in module.instances.iter().enumerate() {
            let own = self.expressions.number(Expression::Instance(expression, number));
            let child = self.contexts.len();
            self.contexts[context].children.push(child);
            self.add_context(&instance.module, Some((context, number)), own);
        }
    }

    fn name(&self, context: usize, id: NodeId) -> String {
        let Context { module, parent, .. } = &self.contexts[context];
        let mut path = String::new();
        let mut around = *parent;
        while let Some((parent, number)) = around {
            path.insert_str(
                0,
                &format!("{}.", self.contexts[parent].module.instances[number].name),
            );
            around = self.contexts[parent].parent;
        }
        let node = module.node(id);
        let place = || format!("{}:{}", node.place.file(), node.place.line());
        path + &node.name.clone().unwrap_or_else(place)
    }

    /// The bits as expressions.
    fn meaning(&self, word: &[Bit]) -> Word {
        word.iter().map(|bit| self.meaning_of(*bit)).collect()
    }

    fn meaning_of(&self, bit: Bit) -> Bit {
        self.vertices[bit.of as usize].means[bit.number as usize].inverted(bit.is_inverted)
    }

    /// The one age of all these bits.
    fn age<'b>(
        &self,
        context: usize,
        id: NodeId,
        bits: impl Iterator<Item = &'b Bit>,
    ) -> Result<Option<usize>, PipelineProblem> {
        let mut ages = None;
        for age in bits.filter_map(|bit| self.vertices[bit.of as usize].age) {
            let (fewest, most) = ages.unwrap_or((age, age));
            ages = Some((age.min(fewest), age.max(most)));
        }
        match ages {
            Some((fewest, most)) if fewest < most => {
                Err(PipelineProblem::Uneven { net: self.name(context, id), fewest, most })
            }
            _ => Ok(ages.map(|(age, _)| age)),
        }
    }

    fn push(&mut self, vertex: Vertex) -> Word {
        let of = self.vertices.len() as u32;
        let width = vertex.means.len();
        self.vertices.push(vertex);
        all_bits(of, width)
    }

    /// A vertex of its own that stands for an expression of these operands.
    fn add(
        &mut self,
        (context, node): (usize, NodeId),
        operands: &[Word],
        means: impl FnOnce(&mut Expressions, Vec<Word>) -> Word,
        looks: Option<Looks>,
    ) -> Result<Word, PipelineProblem> {
        let age = self.age(context, node, operands.iter().flat_map(|word| word.iter()))?;
        let mut from: Vec<u32> =
            operands.iter().flat_map(|word| word.iter()).map(|b| b.of).collect();
        from.sort_unstable();
        from.dedup();
        let is_exact = from.iter().all(|vertex| self.vertices[*vertex as usize].is_exact);
        let meanings = operands.iter().map(|word| self.meaning(word)).collect();
        let means = means(self.expressions, meanings);
        let looks = looks.unwrap_or(Looks::All(from));
        Ok(self.push(Vertex { context, node, means, age, is_exact, looks, enable: None }))
    }

    /// Where each bit of a node comes from.
    fn value(&mut self, context: usize, id: NodeId) -> Result<Word, PipelineProblem> {
        let value = std::mem::replace(&mut self.contexts[context].values[id.0], Value::Open);
        let word = match value {
            Value::Known(word) => word,
            Value::Open => return Err(PipelineProblem::State(self.name(context, id))),
            Value::Unknown => self.made(context, id)?,
        };
        self.contexts[context].values[id.0] = Value::Known(word.clone());
        Ok(word)
    }

    fn made(&mut self, context: usize, id: NodeId) -> Result<Word, PipelineProblem> {
        let module = self.contexts[context].module.clone();
        let node = module.node(id);
        let width = node.width;
        Ok(match &node.kind {
            NodeKind::Constant(bits) => bits.iter().map(|bit| Bit::ZERO.inverted(*bit)).collect(),
            NodeKind::Input => self.input(context, id)?,
            NodeKind::InstanceIndex => {
                let own = self.contexts[context].expression;
                let index =
                    |all: &mut Expressions, _| all_bits(all.number(Expression::Index(own)), width);
                self.add((context, id), &[], index, None)?
            }
            NodeKind::Wire(Some(a)) => self.value(context, *a)?,
            NodeKind::Not(a) => {
                self.value(context, *a)?.iter().map(|bit| bit.inverted(true)).collect()
            }
            NodeKind::Slice { value, low } => {
                self.value(context, *value)?[*low..low + width].into()
            }
            NodeKind::Repeat(a) => {
                self.value(context, *a)?.iter().cycle().take(width).copied().collect()
            }
            NodeKind::Concat(parts) => {
                let mut bits = vec![];
                for part in parts {
                    bits.extend_from_slice(&self.value(context, *part)?);
                }
                bits.into()
            }
            NodeKind::InstanceOutput { instance, port } => {
                let child = self.contexts[context].children[*instance];
                let Context { module: inner, expression, .. } = &self.contexts[child];
                let (output, expression) = (inner.ports[*port].node, *expression);
                let word = self.value(child, output)?;
                match module.instances[*instance].count {
                    1 => word,
                    _ => {
                        let gathered = |all: &mut Expressions, mut words: Vec<Word>| {
                            let gathered = Expression::Gathered(expression, words.remove(0));
                            all_bits(all.number(gathered), width)
                        };
                        self.add((context, id), &[word], gathered, None)?
                    }
                }
            }
            NodeKind::Register(number) => self.register(context, &module.registers[*number])?,
            NodeKind::MemoryRead { .. } | NodeKind::Wire(None) => {
                return Err(PipelineProblem::State(self.name(context, id)));
            }
            kind => {
                let operands = kind.operands();
                let operands: Vec<Word> = operands
                    .into_iter()
                    .map(|operand| self.value(context, operand))
                    .collect::<Result<_, _>>()?;
                let operation = kind.operation().expect("all others are sources");
                let looks = looks(operation, &operands);
                let computed = |all: &mut Expressions, words| all.computed(operation, width, words);
                self.add((context, id), &operands, computed, looks)?
            }
        })
    }

    fn input(&mut self, context: usize, id: NodeId) -> Result<Word, PipelineProblem> {
        let Context { module, parent, expression, .. } = &self.contexts[context];
        let (module, expression) = (module.clone(), *expression);
        let port = module.input_port(id);
        let width = module.ports[port].width;
        let Some((parent, number)) = *parent else {
            let input =
                |all: &mut Expressions, _| all_bits(all.number(Expression::Input(port)), width);
            let word = self.add((context, id), &[], input, None)?;
            let age = (self.ages)(&module.ports[port].name);
            self.vertices.last_mut().expect("it was added").age = Some(age);
            return Ok(word);
        };
        let around = self.contexts[parent].module.clone();
        let instance = &around.instances[number];
        let connection = instance.inputs[port].expect("inputs are connected");
        let word = self.value(parent, connection.node())?;
        match connection {
            Connection::Spread(_) if instance.count > 1 => {
                let spread = |all: &mut Expressions, mut words: Vec<Word>| {
                    all_bits(all.number(Expression::Spread(expression, words.remove(0))), width)
                };
                self.add((context, id), &[word], spread, None)
            }
            _ => Ok(word),
        }
    }

    fn register(
        &mut self,
        context: usize,
        register: &RegisterState,
    ) -> Result<Word, PipelineProblem> {
        let RegisterState { output: node, next, enable, ref reset, .. } = *register;
        let (Some(next), None) = (next, reset) else {
            return Err(PipelineProblem::State(self.name(context, node)));
        };
        let next = self.value(context, next)?;
        let enable = match enable {
            Some(enable) => Some(self.value(context, enable)?[0]),
            None => None,
        };
        let age = self.age(context, node, next.iter().chain(&enable))?;
        let is_known = |bit: &Bit| self.vertices[bit.of as usize].is_exact;
        if !enable.iter().all(is_known) {
            return Err(PipelineProblem::Undecided(self.name(context, node)));
        }
        let mut from: Vec<u32> = next.iter().map(|bit| bit.of).collect();
        from.sort_unstable();
        from.dedup();
        Ok(self.push(Vertex {
            context,
            node,
            means: self.meaning(&next),
            age: age.map(|age| age + 1),
            is_exact: enable.is_none() && next.iter().all(is_known),
            looks: Looks::All(from),
            enable,
        }))
    }

    /// Whether nothing that is shown looks at a register while its enable is clear.
    fn hides_what_is_held(&self, shown: &[(u32, &str)]) -> Result<(), PipelineProblem> {
        let mut held: BTreeMap<Bit, Vec<usize>> = BTreeMap::new();
        for (number, vertex) in self.vertices.iter().enumerate() {
            if let Some(enable) = vertex.enable {
                held.entry(self.meaning_of(enable)).or_default().push(number);
            }
        }
        for (clear, registers) in held {
            // The register whose old value each vertex may show.
            let mut shows: Vec<Option<usize>> = vec![None; self.vertices.len()];
            registers.iter().for_each(|&register| shows[register] = Some(register));
            for number in registers[0]..self.vertices.len() {
                let seen = shows[number].or_else(|| self.seen(number, clear, &shows));
                shows[number] = seen;
            }
            for (vertex, output) in shown {
                if let Some(register) = shows[*vertex as usize] {
                    let Vertex { context, node, .. } = self.vertices[register];
                    let (register, output) = (self.name(context, node), (*output).to_owned());
                    return Err(PipelineProblem::Shown { register, output });
                }
            }
        }
        Ok(())
    }

    /// The register whose old value is seen through a vertex where the bit `clear` is 0.
    fn seen(&self, number: usize, clear: Bit, shows: &[Option<usize>]) -> Option<usize> {
        let is = |bit: Bit, value: bool| {
            let is_exact = self.vertices[bit.of as usize].is_exact;
            is_exact && self.meaning_of(bit) == clear.inverted(value)
        };
        let shown = |bit: &Bit| shows[bit.of as usize];
        match &self.vertices[number].looks {
            Looks::All(from) => from.iter().find_map(|vertex| shows[*vertex as usize]),
            Looks::Gate { opens, operands: [a, b] } => a.iter().zip(b.iter()).find_map(|(a, b)| {
                let of_a = shown(a).filter(|_| !is(*b, !opens));
                of_a.or_else(|| shown(b).filter(|_| !is(*a, !opens)))
            }),
            Looks::Choice { select, then, otherwise } => {
                let from = |word: &Word| word.iter().find_map(shown);
                let of_then = || from(then).filter(|_| !is(*select, false));
                let of_otherwise = || from(otherwise).filter(|_| !is(*select, true));
                shown(select).or_else(of_then).or_else(of_otherwise)
            }
        }
    }
}

/// How an operation looks at its operands, where it does not look at all of them.
fn looks(operation: Operation, operands: &[Word]) -> Option<Looks> {
    use BinaryOperation::{And, Or};
    match (operation, operands) {
        (Operation::Binary(gate @ (And | Or)), [a, b]) => {
            Some(Looks::Gate { opens: gate == And, operands: [a.clone(), b.clone()] })
        }
        (Operation::Mux, [select, then, otherwise]) => Some(Looks::Choice {
            select: select[0],
            then: then.clone(),
            otherwise: otherwise.clone(),
        }),
        _ => None,
    }
}
