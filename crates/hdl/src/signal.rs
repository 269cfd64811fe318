//! Operations on signals. Each checks its widths and names the caller's line when they do not fit.

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::bits::Bits;
use super::builder::ModuleBuilder;
use super::module::{BinaryOperation, Factors, NodeId, NodeKind, Reduction, ShiftOperation};

/// A value in a module under construction. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Signal<'m> {
    pub(super) builder: &'m ModuleBuilder,
    pub(super) id: NodeId,
    pub(super) width: usize,
}

impl<'m> Signal<'m> {
    /// Bits.
    pub fn width(self) -> usize {
        self.width
    }

    /// The module under construction that it belongs to.
    pub fn builder(self) -> &'m ModuleBuilder {
        self.builder
    }

    /// This signal, or `other` where it has no bits.
    pub fn present_or(self, other: Self) -> Self {
        if self.width == 0 { other } else { self }
    }

    /// Gives the signal its name in Verilog and waveforms. A signal that has one gets a second net.
    #[track_caller]
    pub fn named(self, name: &str) -> Self {
        if self.width == 0 {
            return self;
        }
        let mut module = self.builder.module.borrow_mut();
        let node = &mut module.nodes[self.id.0];
        if node.name.is_none()
            && !matches!(node.kind, NodeKind::Constant(_) | NodeKind::Slice { .. })
        {
            node.name = Some(name.to_string());
            return self;
        }
        drop(module);
        self.builder.node(NodeKind::Wire(Some(self.id)), self.width, Some(name))
    }

    /// Says why this net is there or made this way, in a sentence: the comment above it in the written
    /// text.
    ///
    /// # Panics
    /// When the signal has no name.
    #[track_caller]
    pub fn because(self, why: &str) -> Self {
        if self.width > 0 {
            let name = self.builder.module.borrow().nodes[self.id.0].name.clone();
            let name = name.expect("a comment stands above a net with a name");
            self.builder.because(&name, why);
        }
        self
    }

    /// The same signal, of which some bits may drive nothing.
    pub fn partly_read(self) -> Self {
        self.builder.partly_read.borrow_mut().push(self.id);
        self
    }

    /// Drives a net made by [`ModuleBuilder::wire`].
    #[track_caller]
    pub fn drive(self, driver: Signal<'m>) {
        self.same_width("drive", driver);
        if self.width == 0 {
            return;
        }
        let mut module = self.builder.module.borrow_mut();
        match &mut module.nodes[self.id.0].kind {
            NodeKind::Wire(target @ None) => *target = Some(driver.id),
            kind => panic!("only a wire that nothing drives yet can be driven, not {kind:?}"),
        }
    }

    #[track_caller]
    fn same_width(self, operation: &str, other: Signal<'m>) {
        self.builder.own(other);
        assert!(
            self.width == other.width,
            "{operation} needs operands of one width, not {} and {} bits; extend or slice one",
            self.width,
            other.width
        );
    }

    #[track_caller]
    fn binary(self, operation: BinaryOperation, other: Signal<'m>) -> Self {
        self.same_width(&format!("{operation:?}"), other);
        let width = match (operation.is_comparison(), self.width) {
            // Two signals of no bits are equal.
            (true, 0) => {
                let is_equal = operation == BinaryOperation::Equal;
                return self.builder.constant(1, is_equal.into());
            }
            (true, _) => 1,
            (false, width) => width,
        };
        self.builder.node(NodeKind::Binary(operation, self.id, other.id), width, None)
    }

    /// One bit: whether both hold the same.
    #[track_caller]
    pub fn equals(self, other: Signal<'m>) -> Self {
        self.binary(BinaryOperation::Equal, other)
    }

    /// One bit: whether they do not.
    #[track_caller]
    pub fn differs(self, other: Signal<'m>) -> Self {
        self.binary(BinaryOperation::NotEqual, other)
    }

    /// Whether it holds the constant `value`.
    #[track_caller]
    pub fn is(self, value: u128) -> Self {
        self.equals(self.builder.constant(self.width, value))
    }

    /// Whether it is the number of this copy among its siblings.
    #[track_caller]
    pub fn is_own_index(self) -> Self {
        self.equals(self.builder.instance_index(self.width))
    }

    /// Whether it holds the code `name`, which stands for `value`.
    #[track_caller]
    pub fn is_code(self, name: &str, value: u128) -> Self {
        self.equals(self.builder.code(name, self.width, value))
    }

    /// One bit: whether this is less, without signs.
    #[track_caller]
    pub fn less_than(self, other: Signal<'m>) -> Self {
        self.binary(BinaryOperation::LessUnsigned, other)
    }

    /// One bit: whether this is less, both in two's complement.
    #[track_caller]
    pub fn less_than_signed(self, other: Signal<'m>) -> Self {
        self.binary(BinaryOperation::LessSigned, other)
    }

    /// Full unsigned product, as wide as both operands together.
    #[track_caller]
    pub fn multiply(self, other: Signal<'m>) -> Self {
        self.product(Factors::Unsigned, other)
    }

    /// Full product of two's complement numbers, as wide as both operands together.
    #[track_caller]
    pub fn multiply_signed(self, other: Signal<'m>) -> Self {
        self.product(Factors::Signed, other)
    }

    #[track_caller]
    fn product(self, factors: Factors, other: Signal<'m>) -> Self {
        self.builder.own(other);
        let width = self.width + other.width;
        self.builder.node(NodeKind::Multiply(factors, self.id, other.id), width, None)
    }

    #[track_caller]
    fn shift(self, operation: ShiftOperation, amount: Signal<'m>) -> Self {
        self.builder.own(amount);
        if amount.width == 0 {
            return self;
        }
        self.builder.node(
            NodeKind::Shift { operation, value: self.id, amount: amount.id },
            self.width,
            None,
        )
    }

    /// Towards the highest bit by `amount` places, zeros behind.
    #[track_caller]
    pub fn shift_left(self, amount: Signal<'m>) -> Self {
        self.shift(ShiftOperation::Left, amount)
    }

    /// Towards bit 0 by `amount` places, zeros behind.
    #[track_caller]
    pub fn shift_right(self, amount: Signal<'m>) -> Self {
        self.shift(ShiftOperation::RightUnsigned, amount)
    }

    /// Towards bit 0 by `amount` places, copies of the highest bit behind.
    #[track_caller]
    pub fn shift_right_signed(self, amount: Signal<'m>) -> Self {
        self.shift(ShiftOperation::RightSigned, amount)
    }

    /// `then` where this bit is set, else `otherwise`.
    #[track_caller]
    pub fn mux(self, then: Signal<'m>, otherwise: Signal<'m>) -> Self {
        assert!(self.width == 1, "a mux is selected by one bit, not {}", self.width);
        then.same_width("mux", otherwise);
        self.builder.own(then);
        let kind = NodeKind::Mux { select: self.id, then: then.id, otherwise: otherwise.id };
        self.builder.node(kind, then.width, None)
    }

    /// Element `index` of this signal cut into 2^(index width) elements, element 0 lowest.
    #[track_caller]
    pub fn element(self, index: Signal<'m>) -> Self {
        self.builder.own(index);
        if index.width == 0 {
            return self;
        }
        let count = 1 << index.width;
        assert!(
            self.width.is_multiple_of(count),
            "out-of-range select: an index of {} bits needs {count} equal elements, which {} bits are not",
            index.width,
            self.width
        );
        self.builder.node(
            NodeKind::Select { index: index.id, elements: self.id },
            self.width / count,
            None,
        )
    }

    /// `width` bits from bit `low` up.
    #[track_caller]
    pub fn slice(self, low: usize, width: usize) -> Self {
        assert!(
            low + width <= self.width,
            "out-of-range select: bits {}:{low} of a signal of {} bits",
            (low + width).wrapping_sub(1),
            self.width
        );
        if width == self.width {
            return self;
        }
        if width == 0 {
            return self.builder.nothing();
        }
        let inner = match &self.builder.module.borrow().nodes[self.id.0] {
            node if node.name.is_some() => None,
            node => match &node.kind {
                NodeKind::Slice { value, low: below } => Some((*value, below + low)),
                _ => None,
            },
        };
        let (value, low) = inner.unwrap_or((self.id, low));
        self.builder.node(NodeKind::Slice { value, low }, width, None)
    }

    /// Bit `position`, 0 being the lowest.
    #[track_caller]
    pub fn bit(self, position: usize) -> Self {
        self.slice(position, 1)
    }

    /// The signal cut into elements of `width` bits, lowest first.
    #[track_caller]
    pub fn elements(self, width: usize) -> Vec<Self> {
        assert!(
            width > 0 && self.width.is_multiple_of(width),
            "{} bits are not a whole number of elements of {width} bits",
            self.width
        );
        (0..self.width / width).map(|element| self.slice(element * width, width)).collect()
    }

    /// The signal `count` times side by side.
    #[track_caller]
    pub fn repeat(self, count: usize) -> Self {
        if count == 1 {
            return self;
        }
        self.builder.node(NodeKind::Repeat(self.id), self.width * count, None)
    }

    /// Zeros above, to `width` bits.
    #[track_caller]
    pub fn zero_extend(self, width: usize) -> Self {
        assert!(width >= self.width, "{} bits cannot be extended to {width}", self.width);
        if width == self.width {
            return self;
        }
        self.builder
            .concat(&[self, self.builder.constant_bits(Bits::repeat(false, width - self.width))])
    }

    /// Copies of the highest bit above, to `width` bits.
    #[track_caller]
    pub fn sign_extend(self, width: usize) -> Self {
        assert!(width >= self.width, "{} bits cannot be extended to {width}", self.width);
        if width == self.width {
            return self;
        }
        self.builder.concat(&[self, self.bit(self.width - 1).repeat(width - self.width)])
    }

    #[track_caller]
    fn reduce(self, reduction: Reduction) -> Self {
        match self.width {
            0 => self.builder.constant(1, (reduction == Reduction::And).into()),
            1 => self,
            _ => self.builder.node(NodeKind::Reduce(reduction, self.id), 1, None),
        }
    }

    /// Whether any bit is set; 0 where there is none.
    #[track_caller]
    pub fn any(self) -> Self {
        self.reduce(Reduction::Or)
    }

    /// Whether all bits are set; 1 where there is none.
    #[track_caller]
    pub fn all(self) -> Self {
        self.reduce(Reduction::And)
    }

    /// Whether an odd number of bits is set.
    #[track_caller]
    pub fn parity(self) -> Self {
        self.reduce(Reduction::Xor)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $operation:ident) => {
        impl<'m> $trait for Signal<'m> {
            type Output = Signal<'m>;

            #[track_caller]
            fn $method(self, other: Signal<'m>) -> Signal<'m> {
                self.binary(BinaryOperation::$operation, other)
            }
        }
    };
}

operator!(BitAnd, bitand, And);
operator!(BitOr, bitor, Or);
operator!(BitXor, bitxor, Xor);
operator!(Add, add, Add);
operator!(Sub, sub, Subtract);

impl<'m> Not for Signal<'m> {
    type Output = Signal<'m>;

    #[track_caller]
    fn not(self) -> Signal<'m> {
        self.builder.node(NodeKind::Not(self.id), self.width, None)
    }
}
