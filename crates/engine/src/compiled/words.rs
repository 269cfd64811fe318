//! Arithmetic on values cut into parts: 64-bit words of one value, or 32-bit parts of four copies
//! in a vector.
//!
//! A bit is 0 or 1 in a word; in a vector it is a part of 32 equal bits, which is what comparisons
//! give and blends take.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Endianness, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;

use lanebeat_hdl::limbs::mask;
use lanebeat_hdl::{BinaryOperation, Factors, Reduction};

/// Whether the processor chooses by the sign of each part in one instruction.
const HAS_BLEND: bool = cfg!(target_arch = "x86_64");

/// Emits arithmetic on parts of one kind.
pub(super) struct Words<'b, 'f> {
    pub builder: &'b mut FunctionBuilder<'f>,
    /// Four copies rather than one value.
    pub in_vectors: bool,
}

/// An operand of a concatenation; without parts it is zero.
pub(super) struct Piece {
    pub parts: Vec<Value>,
    pub width: usize,
}

/// The constant vector of these 32-bit words.
pub(super) fn vector(builder: &mut FunctionBuilder, words: [u32; 4]) -> Value {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let constant = builder.func.dfg.constants.insert(bytes.into());
    builder.ins().vconst(types::I32X4, constant)
}

impl Words<'_, '_> {
    /// Bits of a part.
    pub fn bits(&self) -> usize {
        if self.in_vectors { 32 } else { 64 }
    }

    pub fn constant(&mut self, value: u64) -> Value {
        if self.in_vectors {
            vector(self.builder, [value as u32; 4])
        } else {
            self.builder.ins().iconst(types::I64, value as i64)
        }
    }

    /// The bits of part `part` that a value of `width` bits has.
    fn part_mask(&self, width: usize, part: usize) -> u64 {
        mask((width - part * self.bits()).min(self.bits()))
    }

    /// Clears what a part has above the width.
    fn trim(&mut self, value: Value, width: usize, part: usize) -> Value {
        if width - part * self.bits() >= self.bits() {
            return value;
        }
        let mask = self.part_mask(width, part);
        self.masked(value, mask)
    }

    fn masked(&mut self, value: Value, mask: u64) -> Value {
        let mask = self.constant(mask);
        self.builder.ins().band(value, mask)
    }

    fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        let result = self.builder.ins().icmp(condition, a, b);
        if self.in_vectors { result } else { self.builder.ins().uextend(types::I64, result) }
    }

    pub fn shift_left(&mut self, value: Value, distance: usize) -> Value {
        if distance == 0 { value } else { self.builder.ins().ishl_imm_s(value, distance as i64) }
    }

    pub fn shift_right(&mut self, value: Value, distance: usize) -> Value {
        if distance == 0 { value } else { self.builder.ins().ushr_imm_s(value, distance as i64) }
    }

    pub fn not(&mut self, value: &[Value], width: usize) -> Vec<Value> {
        let invert = |(part, &value): (usize, &Value)| {
            if self.in_vectors && width == 1 {
                return self.builder.ins().bnot(value);
            }
            let mask = self.part_mask(width, part);
            let mask = self.constant(mask);
            self.builder.ins().bxor(value, mask)
        };
        value.iter().enumerate().map(invert).collect()
    }

    /// One part of all, by an operation on two.
    fn folded(
        &mut self,
        parts: &[Value],
        both: impl Fn(&mut FunctionBuilder, Value, Value) -> Value,
    ) -> Value {
        let parts = parts.iter().copied();
        parts.reduce(|a, b| both(self.builder, a, b)).expect("a value has parts")
    }

    /// Whether any bit is set, or with [`IntCC::Equal`] none.
    fn any(&mut self, condition: IntCC, parts: &[Value]) -> Value {
        let all = self.folded(parts, |builder, a, b| builder.ins().bor(a, b));
        let zero = self.constant(0);
        self.compare(condition, all, zero)
    }

    pub fn reduce(&mut self, reduction: Reduction, value: &[Value], width: usize) -> Value {
        match reduction {
            Reduction::Or => self.any(IntCC::NotEqual, value),
            Reduction::And => {
                let inverted = self.not(value, width);
                self.any(IntCC::Equal, &inverted)
            }
            Reduction::Xor => {
                let all = self.folded(value, |builder, a, b| builder.ins().bxor(a, b));
                if !self.in_vectors {
                    let ones = self.builder.ins().popcnt(all);
                    return self.masked(ones, 1);
                }
                let mut folded = all;
                for distance in [16, 8, 4, 2, 1] {
                    let moved = self.shift_left(folded, distance);
                    folded = self.builder.ins().bxor(folded, moved);
                }
                self.builder.ins().sshr_imm_s(folded, 31)
            }
        }
    }

    /// Operands and result as [`BinaryOperation`] has them, of operands of `width` bits.
    pub fn binary(
        &mut self,
        operation: BinaryOperation,
        a: &[Value],
        b: &[Value],
        width: usize,
    ) -> Vec<Value> {
        let mut each = |both: fn(&mut FunctionBuilder, Value, Value) -> Value| {
            a.iter().zip(b).map(|(&a, &b)| both(self.builder, a, b)).collect()
        };
        match operation {
            BinaryOperation::And => each(|builder, a, b| builder.ins().band(a, b)),
            BinaryOperation::Or => each(|builder, a, b| builder.ins().bor(a, b)),
            BinaryOperation::Xor => each(|builder, a, b| builder.ins().bxor(a, b)),
            BinaryOperation::Add | BinaryOperation::Subtract if width == 1 => {
                vec![self.builder.ins().bxor(a[0], b[0])]
            }
            BinaryOperation::Add => self.sum(a, b, width, false),
            BinaryOperation::Subtract => self.sum(a, b, width, true),
            BinaryOperation::Equal | BinaryOperation::NotEqual => {
                vec![self.equal(operation, a, b, width)]
            }
            BinaryOperation::LessUnsigned => vec![self.less(a, b, width)],
            BinaryOperation::LessSigned => {
                let (a, b) = (self.with_flipped_sign(a, width), self.with_flipped_sign(b, width));
                vec![self.less(&a, &b, width)]
            }
        }
    }

    fn equal(
        &mut self,
        operation: BinaryOperation,
        a: &[Value],
        b: &[Value],
        width: usize,
    ) -> Value {
        let is_equal = operation == BinaryOperation::Equal;
        let condition = if is_equal { IntCC::Equal } else { IntCC::NotEqual };
        if let ([a], [b]) = (a, b) {
            return self.compare(condition, *a, *b);
        }
        let differences = self.binary(BinaryOperation::Xor, a, b, width);
        self.any(condition, &differences)
    }

    /// Bit `width` - 1 inverted: signed order becomes unsigned order.
    fn with_flipped_sign(&mut self, value: &[Value], width: usize) -> Vec<Value> {
        let (bits, mut value) = (self.bits(), value.to_vec());
        let last = value.last_mut().expect("a value has parts");
        *last = if self.in_vectors && width == 1 {
            self.builder.ins().bnot(*last)
        } else {
            let sign = self.constant(1 << ((width - 1) % bits));
            self.builder.ins().bxor(*last, sign)
        };
        value
    }

    fn less(&mut self, a: &[Value], b: &[Value], width: usize) -> Value {
        let mut less: Option<Value> = None;
        for (part, (&a, &b)) in a.iter().zip(b).enumerate() {
            let used = (width - part * self.bits()).min(self.bits());
            // Below the sign bit both orders are the same, and processors have the signed one.
            let condition = if self.in_vectors && used < 32 && width > 1 {
                IntCC::SignedLessThan
            } else {
                IntCC::UnsignedLessThan
            };
            let here = self.compare(condition, a, b);
            less = Some(match less {
                None => here,
                Some(below) => {
                    let same = self.compare(IntCC::Equal, a, b);
                    let below = self.builder.ins().band(same, below);
                    self.builder.ins().bor(here, below)
                }
            });
        }
        less.expect("a value has parts")
    }

    fn sum(&mut self, a: &[Value], b: &[Value], width: usize, subtracts: bool) -> Vec<Value> {
        let (mut carry, mut result) = (None, vec![]);
        for (part, (&a, &b)) in a.iter().zip(b).enumerate() {
            let sum = if subtracts {
                self.builder.ins().isub(a, b)
            } else {
                self.builder.ins().iadd(a, b)
            };
            let carried = carry.map_or(sum, |carry| {
                // A bit of a vector is minus one.
                if subtracts != self.in_vectors {
                    self.builder.ins().isub(sum, carry)
                } else {
                    self.builder.ins().iadd(sum, carry)
                }
            });
            if part + 1 < width.div_ceil(self.bits()) {
                let first = if subtracts {
                    self.compare(IntCC::UnsignedLessThan, a, b)
                } else {
                    self.compare(IntCC::UnsignedLessThan, sum, a)
                };
                carry = Some(match carry {
                    None => first,
                    Some(_) => {
                        let (low, high) = if subtracts { (sum, carried) } else { (carried, sum) };
                        let second = self.compare(IntCC::UnsignedLessThan, low, high);
                        self.builder.ins().bor(first, second)
                    }
                });
            }
            result.push(self.trim(carried, width, part));
        }
        result
    }

    /// `width` bits from bit `low` up of a value of `value_width` bits.
    pub fn slice(
        &mut self,
        value: &[Value],
        value_width: usize,
        low: usize,
        width: usize,
    ) -> Vec<Value> {
        let bits = self.bits();
        if self.in_vectors && width == 1 {
            let moved = self.shift_left(value[low / 32], 31 - low % 32);
            return vec![self.builder.ins().sshr_imm_s(moved, 31)];
        }
        let (first, shift) = (low / bits, low % bits);
        let part = |part: usize| {
            let mut result = self.shift_right(value[first + part], shift);
            let wanted = (width - part * bits).min(bits);
            if shift + wanted > bits {
                let above = self.shift_left(value[first + part + 1], bits - shift);
                result = self.builder.ins().bor(result, above);
            }
            // Above the value there is nothing to clear.
            if low + width == value_width && part + 1 == width.div_ceil(bits) {
                result
            } else {
                self.trim(result, width, part)
            }
        };
        (0..width.div_ceil(bits)).map(part).collect()
    }

    pub fn concat(&mut self, pieces: &[Piece]) -> Vec<Value> {
        let (bits, width) = (self.bits(), pieces.iter().map(|piece| piece.width).sum::<usize>());
        let mut result: Vec<Option<Value>> = vec![None; width.div_ceil(bits)];
        let mut start = 0;
        for piece in pieces {
            for (number, &value) in piece.parts.iter().enumerate() {
                let position = start + number * bits;
                let (target, shift) = (position / bits, position % bits);
                let moved = if self.in_vectors && piece.width == 1 {
                    self.masked(value, 1 << shift)
                } else {
                    self.shift_left(value, shift)
                };
                self.merge(&mut result[target], moved);
                let used = (piece.width - number * bits).min(bits);
                if shift + used > bits {
                    let rest = self.shift_right(value, bits - shift);
                    self.merge(&mut result[target + 1], rest);
                }
            }
            start += piece.width;
        }
        result.into_iter().map(|part| part.unwrap_or_else(|| self.constant(0))).collect()
    }

    fn merge(&mut self, target: &mut Option<Value>, value: Value) {
        *target = Some(match *target {
            None => value,
            Some(before) => self.builder.ins().bor(before, value),
        });
    }

    /// A bit over and over.
    pub fn repeat_bit(&mut self, bit: Value, width: usize) -> Vec<Value> {
        let all = if self.in_vectors { bit } else { self.builder.ins().ineg(bit) };
        (0..width.div_ceil(self.bits())).map(|part| self.trim(all, width, part)).collect()
    }

    /// `then` where the bit is set.
    pub fn mux(&mut self, select: Value, then: &[Value], otherwise: &[Value]) -> Vec<Value> {
        let pairs = then.iter().zip(otherwise);
        let choose = |(&then, &otherwise): (&Value, &Value)| {
            if self.in_vectors {
                self.blend(select, then, otherwise)
            } else {
                self.builder.ins().select(select, then, otherwise)
            }
        };
        pairs.map(choose).collect()
    }

    /// `then` in the copies whose bit is set.
    pub fn blend(&mut self, select: Value, then: Value, otherwise: Value) -> Value {
        if HAS_BLEND {
            self.builder.ins().blendv(select, then, otherwise)
        } else {
            self.builder.ins().bitselect(select, then, otherwise)
        }
    }

    /// The product of values of at most 64 bits a word, 32 bits a vector.
    pub fn multiply(&mut self, a: &[Value], b: &[Value], width: usize) -> Vec<Value> {
        if width <= self.bits() {
            return vec![self.builder.ins().imul(a[0], b[0])];
        }
        if self.in_vectors {
            self.widening_product(Factors::Unsigned, a[0], b[0])
        } else {
            self.long_product(a, b, width)
        }
    }

    /// The same in two's complement of values and their widths.
    pub fn multiply_signed(
        &mut self,
        factors: [(Vec<Value>, usize); 2],
        width: usize,
    ) -> Vec<Value> {
        let bits = self.bits();
        let [a, b] = factors.map(|(mut value, own)| {
            let free = value.len() * bits - own;
            let last = value.last_mut().expect("a value has parts");
            if free > 0 {
                *last = self.shift_left(*last, free);
                *last = self.builder.ins().sshr_imm_s(*last, free as i64);
            }
            value
        });
        let mut product = if width <= bits {
            vec![self.builder.ins().imul(a[0], b[0])]
        } else if self.in_vectors {
            self.widening_product(Factors::Signed, a[0], b[0])
        } else {
            let [a, b] = [a, b].map(|mut value| {
                let last = *value.last().expect("a value has parts");
                let sign = self.builder.ins().sshr_imm_s(last, bits as i64 - 1);
                value.resize(width.div_ceil(bits), sign);
                value
            });
            self.long_product(&a, &b, width)
        };
        let (part, last) = (product.len() - 1, product.last_mut().expect("a product has parts"));
        *last = self.trim(*last, width, part);
        product
    }

    fn widening_product(&mut self, factors: Factors, a: Value, b: Value) -> Vec<Value> {
        let ins = |words: &mut Self, value, is_high| {
            let ins = words.builder.ins();
            match (factors, is_high) {
                (Factors::Unsigned, false) => ins.uwiden_low(value),
                (Factors::Unsigned, true) => ins.uwiden_high(value),
                (Factors::Signed, false) => ins.swiden_low(value),
                (Factors::Signed, true) => ins.swiden_high(value),
            }
        };
        let mut half = |is_high: bool| {
            let (a, b) = (ins(self, a, is_high), ins(self, b, is_high));
            let product = self.builder.ins().imul(a, b);
            self.builder.ins().bitcast(types::I8X16, little_endian(), product)
        };
        let (low, high) = (half(false), half(true));
        let mut pick = |odd: u8| {
            let bytes: Vec<u8> = [0, 2, 4, 6]
                .iter()
                .flat_map(|word| (0..4).map(move |byte| (word + odd) * 4 + byte))
                .collect();
            let mask = self.builder.func.dfg.immediates.push(bytes.into());
            let picked = self.builder.ins().shuffle(low, high, mask);
            self.builder.ins().bitcast(types::I32X4, little_endian(), picked)
        };
        vec![pick(0), pick(1)]
    }

    /// Word by word, as on paper.
    fn long_product(&mut self, a: &[Value], b: &[Value], width: usize) -> Vec<Value> {
        let count = width.div_ceil(64);
        let mut result = vec![self.constant(0); count];
        for (low, &a) in a.iter().enumerate() {
            let mut carry = self.constant(0);
            for (position, target) in result.iter_mut().enumerate().skip(low) {
                let Some(&b) = b.get(position - low) else {
                    (*target, carry) = self.sum_with_carry(*target, carry);
                    continue;
                };
                let (product, above) =
                    (self.builder.ins().imul(a, b), self.builder.ins().umulhi(a, b));
                let (sum, first) = self.sum_with_carry(*target, product);
                let (sum, second) = self.sum_with_carry(sum, carry);
                let above = self.builder.ins().iadd(above, first);
                *target = sum;
                carry = self.builder.ins().iadd(above, second);
            }
        }
        result
    }

    fn sum_with_carry(&mut self, a: Value, b: Value) -> (Value, Value) {
        let sum = self.builder.ins().iadd(a, b);
        (sum, self.compare(IntCC::UnsignedLessThan, sum, a))
    }
}

/// How vectors are reinterpreted.
pub(super) fn little_endian() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}
