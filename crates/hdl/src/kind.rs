//! Kinds of nodes of the netlist: operations and sources.

use super::bits::Bits;

/// Index of a node in [`Module::nodes`](crate::Module::nodes).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub usize);

impl NodeId {
    /// The node of a signal of no bits, which nothing computes.
    pub(crate) const NOTHING: Self = Self(usize::MAX);
}

/// Operations that make one bit of all bits of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    /// Whether all are set.
    And,
    /// Whether any is set.
    Or,
    /// Whether an odd number is set.
    Xor,
}

/// Operations on two operands of equal width. Arithmetic wraps; comparisons give one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperation {
    /// Both, bit by bit.
    And,
    /// Either, bit by bit.
    Or,
    /// Exactly one, bit by bit.
    Xor,
    /// Sum without its carry.
    Add,
    /// Difference without its borrow.
    Subtract,
    /// One bit: whether they are the same.
    Equal,
    /// One bit: whether they are not.
    NotEqual,
    /// One bit: whether the first is less, without signs.
    LessUnsigned,
    /// One bit: whether the first is less, both in two's complement.
    LessSigned,
}

impl BinaryOperation {
    /// Whether it gives one bit.
    pub(crate) fn is_comparison(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual | Self::LessUnsigned | Self::LessSigned)
    }
}

/// Shifts by a variable amount; an amount of the width or more leaves zeros (or copies of the
/// sign).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShiftOperation {
    /// Towards the highest bit, zeros behind.
    Left,
    /// Towards bit 0, zeros behind.
    RightUnsigned,
    /// Towards bit 0, copies of the highest bit behind.
    RightSigned,
}

/// How a multiplication reads its operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Factors {
    /// Both without signs.
    Unsigned,
    /// Both in two's complement.
    Signed,
}

/// Operation of a node on its operands, in the order of [`NodeKind::operands`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "as in NodeKind")]
pub enum Operation {
    Not,
    Reduce(Reduction),
    Binary(BinaryOperation),
    Multiply(Factors),
    Shift(ShiftOperation),
    Mux,
    Select,
    Slice { low: usize },
    Concat,
    Repeat,
}

/// Operation or source of a node. Operands come earlier in
/// [`Module::nodes`](crate::Module::nodes), except through `Wire`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// An input port.
    Input,
    /// Always this value.
    Constant(Bits),
    /// Another name for a node, perhaps driven after it was used; `None` only while a module is
    /// being built.
    Wire(Option<NodeId>),
    /// Every bit inverted.
    Not(NodeId),
    /// One bit made of all bits.
    Reduce(Reduction, NodeId),
    /// Two words of one width.
    Binary(BinaryOperation, NodeId, NodeId),
    /// Full product: the sum of the operands' widths.
    Multiply(Factors, NodeId, NodeId),
    /// `value` shifted by as many places as `amount` says, without signs.
    Shift {
        /// Which way, and what moves in.
        operation: ShiftOperation,
        /// The value to shift, of this node's width.
        value: NodeId,
        /// The distance, of any width.
        amount: NodeId,
    },
    /// `select` (one bit) ? `then` : `otherwise`
    Mux {
        /// One bit.
        select: NodeId,
        /// The value where `select` is 1.
        then: NodeId,
        /// The value where it is 0.
        otherwise: NodeId,
    },
    /// Element `index` of `elements`, which holds 2^(index width) elements of this node's width,
    /// element 0 lowest.
    Select {
        /// Number of the element.
        index: NodeId,
        /// All elements side by side.
        elements: NodeId,
    },
    /// This node's width of bits from bit `low` of `value`.
    Slice {
        /// The value to cut.
        value: NodeId,
        /// Number of the lowest bit.
        low: usize,
    },
    /// The parts side by side, lowest first.
    Concat(Vec<NodeId>),
    /// `value` over and over, as often as fits this node's width.
    Repeat(NodeId),
    /// Output of register `Module::registers[i]`.
    Register(usize),
    /// Read data of port `port` of memory `memory`.
    MemoryRead {
        /// Index into `Module::memories`.
        memory: usize,
        /// Index into the memory's ports.
        port: usize,
    },
    /// Output port `port` (index into the child's ports) of `Module::instances[instance]`, copy 0
    /// lowest.
    InstanceOutput {
        /// Index into `Module::instances`.
        instance: usize,
        /// Index into the child's ports.
        port: usize,
    },
    /// Number of this copy among its siblings.
    InstanceIndex,
}

impl NodeKind {
    /// Whether the value comes from somewhere else: a port, state, an instance.
    pub fn is_source(&self) -> bool {
        matches!(
            self,
            Self::Input | Self::Register(_) | Self::MemoryRead { .. } | Self::InstanceOutput { .. }
        )
    }

    /// Whether it is always the same value.
    pub fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// The operation on its operands; `None` for names, constants and values that come from
    /// somewhere else.
    pub fn operation(&self) -> Option<Operation> {
        Some(match *self {
            Self::Not(_) => Operation::Not,
            Self::Reduce(reduction, _) => Operation::Reduce(reduction),
            Self::Binary(operation, ..) => Operation::Binary(operation),
            Self::Multiply(factors, ..) => Operation::Multiply(factors),
            Self::Shift { operation, .. } => Operation::Shift(operation),
            Self::Mux { .. } => Operation::Mux,
            Self::Select { .. } => Operation::Select,
            Self::Slice { low, .. } => Operation::Slice { low },
            Self::Concat(_) => Operation::Concat,
            Self::Repeat(_) => Operation::Repeat,
            _ => return None,
        })
    }

    /// The operation on these operands.
    pub(crate) fn of(operation: Operation, operands: Vec<NodeId>) -> Self {
        match (operation, &operands[..]) {
            (Operation::Concat, _) => Self::Concat(operands),
            (Operation::Not, &[a]) => Self::Not(a),
            (Operation::Reduce(reduction), &[a]) => Self::Reduce(reduction, a),
            (Operation::Slice { low }, &[value]) => Self::Slice { value, low },
            (Operation::Repeat, &[a]) => Self::Repeat(a),
            (Operation::Binary(operation), &[a, b]) => Self::Binary(operation, a, b),
            (Operation::Multiply(factors), &[a, b]) => Self::Multiply(factors, a, b),
            (Operation::Shift(operation), &[value, amount]) => {
                Self::Shift { operation, value, amount }
            }
            (Operation::Select, &[index, elements]) => Self::Select { index, elements },
            (Operation::Mux, &[select, then, otherwise]) => Self::Mux { select, then, otherwise },
            _ => unreachable!("{operation:?} of {} operands", operands.len()),
        }
    }

    /// The same operation on other nodes.
    pub fn with_operands(&self, new: impl FnMut(NodeId) -> NodeId) -> Self {
        match (self.operation(), self) {
            (Some(operation), _) => {
                Self::of(operation, self.operands().into_iter().map(new).collect())
            }
            (None, Self::Wire(driver)) => Self::Wire(driver.map(new)),
            (None, source) => source.clone(),
        }
    }

    /// The nodes that this one computes from in the same cycle, inside the same module.
    pub fn operands(&self) -> Vec<NodeId> {
        match self {
            Self::Input | Self::Constant(_) | Self::Wire(None) | Self::Register(_) => vec![],
            Self::MemoryRead { .. } | Self::InstanceOutput { .. } | Self::InstanceIndex => vec![],
            Self::Wire(Some(a))
            | Self::Not(a)
            | Self::Reduce(_, a)
            | Self::Repeat(a)
            | Self::Slice { value: a, .. } => vec![*a],
            Self::Binary(_, a, b) | Self::Multiply(_, a, b) => vec![*a, *b],
            Self::Shift { value, amount, .. } => vec![*value, *amount],
            Self::Mux { select, then, otherwise } => vec![*select, *then, *otherwise],
            Self::Select { index, elements } => vec![*index, *elements],
            Self::Concat(parts) => parts.clone(),
        }
    }
}
