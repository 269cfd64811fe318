//! The code of each kind of node.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::copies::{PRESENT, groups};
use super::emit::{Emitter, Part};
use super::graph::{NodeId, ValueKind};
use super::words::{Piece, little_endian};
use lanebeat_hdl::limbs::mask;
use lanebeat_hdl::simplify::Netlist;
use lanebeat_hdl::{Factors, Operation, ShiftOperation};

impl Emitter<'_, '_> {
    /// One value, word by word.
    pub fn limbs(&mut self, id: NodeId) {
        let node = self.node(id);
        let words = match &node.kind {
            ValueKind::Constant(_) => return,
            ValueKind::State(place) => {
                let (offset, limbs) =
                    (self.layout.places[*place].offset, self.layout.places[*place].limbs());
                (0..limbs)
                    .map(|limb| self.load(types::I64, self.memory, offset + 8 * limb))
                    .collect()
            }
            ValueKind::Node(Operation::Shift(shift)) => {
                vec![self.shift(*shift, node.operands[0], node.operands[1])]
            }
            ValueKind::Node(Operation::Select) => {
                vec![self.element(node.operands[0], node.operands[1], node.width)]
            }
            ValueKind::Extract(copy) => self.extract(node.operands[0], *copy),
            ValueKind::PackWords => unreachable!("words are packed into rows"),
            ValueKind::PackBits => vec![self.pack_bits(node.operands[0])],
            ValueKind::Node(Operation::Slice { low }) => {
                self.slice(node.operands[0], *low, node.width)
            }
            _ => self.arithmetic(id, None),
        };
        words.into_iter().enumerate().for_each(|(number, word)| {
            self.set(id, Part::Word(number), word);
        });
    }

    /// One group of four copies.
    pub fn copies(&mut self, id: NodeId, group: usize) {
        let node = self.node(id);
        let parts = match &node.kind {
            ValueKind::CopiesConstant(_) | ValueKind::State(_) if group == PRESENT => {
                let parts = 0..node.width.div_ceil(32);
                parts.map(|part| self.load_copies(id, group, part)).collect()
            }
            ValueKind::SpreadWords | ValueKind::SpreadBits if group == PRESENT => {
                vec![self.spread_present(id)]
            }
            ValueKind::CopiesConstant(values) => {
                let word = |part: usize, copy: usize| {
                    let value = values.get(4 * group + copy).copied().unwrap_or(0);
                    let word = if part < 2 { (value >> (32 * part)) as u32 } else { 0 };
                    if node.width == 1 { word.wrapping_neg() } else { word }
                };
                let parts = 0..node.width.div_ceil(32);
                parts.map(|part| self.vector([0, 1, 2, 3].map(|copy| word(part, copy)))).collect()
            }
            ValueKind::State(place) => {
                let (offset, stride) =
                    (self.layout.places[*place].offset, self.layout.places[*place].stride());
                let parts = 0..node.width.div_ceil(32);
                parts
                    .map(|part| {
                        self.load(types::I32X4, self.memory, offset + part * stride + 16 * group)
                    })
                    .collect()
            }
            ValueKind::Pick => vec![self.pick(node.operands[0], node.operands[1], group)],
            ValueKind::SpreadWords => vec![self.row(node.operands[0], group)],
            ValueKind::SpreadBits => vec![self.spread_bits(node.operands[0], group)],
            _ => self.arithmetic(id, Some(group)),
        };
        parts.into_iter().enumerate().for_each(|(number, part)| {
            self.set(id, Part::Copies(group, number), part);
        });
    }

    fn operand(&mut self, id: NodeId, group: Option<usize>) -> Vec<Value> {
        match group {
            None => self.all_words(id),
            Some(group) => self.copy_parts(id, group),
        }
    }

    /// Computes the operations that are the same for words and copies.
    fn arithmetic(&mut self, id: NodeId, group: Option<usize>) -> Vec<Value> {
        let (node, in_vectors) = (self.node(id), group.is_some());
        let operands: Vec<Vec<Value>> =
            node.operands.iter().map(|&operand| self.operand(operand, group)).collect();
        let widths: Vec<usize> =
            node.operands.iter().map(|&operand| self.graph.width(operand)).collect();
        let graph = self.graph;
        let mut words = self.words(in_vectors);
        match &node.kind {
            ValueKind::Node(Operation::Not) => words.not(&operands[0], node.width),
            ValueKind::Node(Operation::Reduce(reduction)) => {
                vec![words.reduce(*reduction, &operands[0], widths[0])]
            }
            ValueKind::Node(Operation::Binary(operation)) => {
                words.binary(*operation, &operands[0], &operands[1], widths[0])
            }
            ValueKind::Node(Operation::Multiply(factors)) => {
                let bits = |operand: usize, words: &mut super::words::Words| {
                    let bit = |value: &Value| words.builder.ins().band_imm_s(*value, 1);
                    if widths[operand] == 1 && !in_vectors {
                        operands[operand].iter().map(bit).collect()
                    } else {
                        operands[operand].clone()
                    }
                };
                let (mut a, mut b): (Vec<Value>, Vec<Value>) =
                    (bits(0, &mut words), bits(1, &mut words));
                for (value, width) in [(&mut a, widths[0]), (&mut b, widths[1])] {
                    if in_vectors && width == 1 {
                        value[0] = words.shift_right(value[0], 31);
                    }
                }
                match factors {
                    Factors::Unsigned => words.multiply(&a, &b, node.width),
                    Factors::Signed => {
                        words.multiply_signed([(a, widths[0]), (b, widths[1])], node.width)
                    }
                }
            }
            ValueKind::Node(Operation::Mux) => {
                words.mux(operands[0][0], &operands[1], &operands[2])
            }
            ValueKind::Node(Operation::Slice { low }) => {
                words.slice(&operands[0], widths[0], *low, node.width)
            }
            ValueKind::Node(Operation::Repeat) if widths[0] == 1 => {
                words.repeat_bit(operands[0][0], node.width)
            }
            ValueKind::Node(Operation::Repeat) => {
                let piece = || Piece { parts: operands[0].clone(), width: widths[0] };
                words.concat(&(0..node.width / widths[0]).map(|_| piece()).collect::<Vec<_>>())
            }
            ValueKind::Node(Operation::Concat) => {
                let zero = |number: usize| graph.is_zero(node.operands[number]);
                let pieces = operands.into_iter().zip(widths).enumerate();
                let pieces: Vec<Piece> = pieces
                    .map(|(number, (parts, width))| Piece {
                        parts: if zero(number) { vec![] } else { parts },
                        width,
                    })
                    .collect();
                words.concat(&pieces)
            }
            kind => unreachable!("{kind:?} is made elsewhere"),
        }
    }

    /// Only the words that are wanted.
    fn slice(&mut self, value: NodeId, low: usize, width: usize) -> Vec<Value> {
        let (first, last) = (low / 64, (low + width - 1) / 64);
        let value_width = self.graph.width(value);
        let words: Vec<Value> = (first..=last).map(|word| self.word(value, word)).collect();
        self.words(false).slice(&words, value_width - 64 * first, low - 64 * first, width)
    }

    fn shift(&mut self, shift: ShiftOperation, value: NodeId, amount: NodeId) -> Value {
        let (width, amount_width) = (self.graph.width(value), self.graph.width(amount));
        let (value, amount) = (self.word(value, 0), self.word(amount, 0));
        if shift == ShiftOperation::RightSigned {
            let free = (64 - width) as i64;
            let most = self.constant(63);
            let amount = self.builder.ins().umin(amount, most);
            let high = self.builder.ins().ishl_imm_s(value, free);
            let signed = self.builder.ins().sshr_imm_s(high, free);
            let moved = self.builder.ins().sshr(signed, amount);
            let mask = self.constant(mask(width));
            return self.builder.ins().band(moved, mask);
        }
        let moved = if shift == ShiftOperation::Left {
            let moved = self.builder.ins().ishl(value, amount);
            let mask = self.constant(mask(width));
            self.builder.ins().band(moved, mask)
        } else {
            self.builder.ins().ushr(value, amount)
        };
        if amount_width <= 6 {
            // The processor takes it as it is; bits that leave the width are gone.
            return moved;
        }
        let stays = self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThan, amount, width as i64);
        let zero = self.constant(0);
        self.builder.ins().select(stays, moved, zero)
    }

    fn element(&mut self, index: NodeId, elements: NodeId, width: usize) -> Value {
        let (index, elements) = (self.word(index, 0), self.word(elements, 0));
        let low =
            if width == 1 { index } else { self.builder.ins().imul_imm_s(index, width as i64) };
        let moved = self.builder.ins().ushr(elements, low);
        let mask = self.constant(mask(width));
        self.builder.ins().band(moved, mask)
    }

    fn extract(&mut self, copies: NodeId, copy: usize) -> Vec<Value> {
        let width = self.graph.width(copies);
        let parts: Vec<Value> =
            (0..width.div_ceil(32)).map(|part| self.part_of_copy(copies, copy, part)).collect();
        let join = |pair: &[Value]| match *pair {
            [low, high] => {
                let high = self.builder.ins().ishl_imm_s(high, 32);
                self.builder.ins().bor(low, high)
            }
            _ => pair[0],
        };
        parts.chunks(2).map(join).collect()
    }

    fn pack_bits(&mut self, copies: NodeId) -> Value {
        let count = self.node(copies).count;
        let mut packed = self.constant(0);
        for group in 0..groups(count) {
            let bits = self.copy_part(copies, group, 0);
            let bits = self.builder.ins().vhigh_bits(types::I32, bits);
            let bits = self.builder.ins().uextend(types::I64, bits);
            let moved = self.builder.ins().ishl_imm_s(bits, 4 * group as i64);
            packed = self.builder.ins().bor(packed, moved);
        }
        let mask = self.constant(mask(count));
        if count.is_multiple_of(4) { packed } else { self.builder.ins().band(packed, mask) }
    }

    /// Bits 4 x `group` and on, one for each copy.
    pub fn spread_bits(&mut self, bits: NodeId, group: usize) -> Value {
        let half = self.half_word(bits, group / 8);
        let first = 4 * group % 32;
        let wanted = self.vector([0, 1, 2, 3].map(|copy| 1 << (first + copy)));
        let found = self.builder.ins().band(half, wanted);
        self.builder.ins().icmp(IntCC::Equal, found, wanted)
    }

    /// For each copy the bit of a word that its index names: its byte, and which bit of that, are
    /// looked up by bytes, and what the other three bytes of the copy look for is not there.
    fn pick(&mut self, index: NodeId, word: NodeId, group: usize) -> Value {
        let index = self.copy_part(index, group, 0);
        let words: Vec<Value> =
            (0..self.graph.width(word).div_ceil(64)).map(|limb| self.word(word, limb)).collect();
        let bytes = self.builder.ins().splat(types::I64X2, words[0]);
        let bytes = words
            .get(1)
            .into_iter()
            .fold(bytes, |bytes, &high| self.builder.ins().insertlane(bytes, high, 1));
        let others = self.vector([0xffff_ff00; 4]);
        let number = self.builder.ins().ushr_imm_s(index, 3);
        let byte = self.look_up(bytes, number, others);
        let seven = self.vector([7; 4]);
        let number = self.builder.ins().band(index, seven);
        let bits = self.vector([0x0804_0201, 0x8040_2010, 0, 0]);
        let bit = self.look_up(bits, number, others);
        let found = self.builder.ins().band(byte, bit);
        self.builder.ins().icmp(IntCC::Equal, found, bit)
    }

    /// The bytes of those numbers; `others` are the bits of numbers that name none.
    fn look_up(&mut self, bytes: Value, numbers: Value, others: Value) -> Value {
        let numbers = self.builder.ins().bor(numbers, others);
        let numbers = self.builder.ins().bitcast(types::I8X16, little_endian(), numbers);
        let bytes = self.builder.ins().bitcast(types::I8X16, little_endian(), bytes);
        let found = self.builder.ins().swizzle(bytes, numbers);
        self.builder.ins().bitcast(types::I32X4, little_endian(), found)
    }

    /// 32 bits of a value in each copy, remembered as part of it.
    fn half_word(&mut self, bits: NodeId, half: usize) -> Value {
        if self.graph.width(bits) > 1 {
            return self.copy_part(bits, 0, half);
        }
        let word = self.word(bits, 0);
        let word = self.builder.ins().ireduce(types::I32, word);
        self.builder.ins().splat(types::I32X4, word)
    }

    pub fn assemble(&mut self, id: NodeId) {
        let node = self.node(id);
        let zero = self.builder.ins().iconst(types::I32, 0);
        self.begin_copies(id);
        for group in 0..groups(node.count) {
            for part in 0..node.width.div_ceil(32) {
                let word =
                    |emitter: &mut Self, copy: usize| match node.operands.get(4 * group + copy) {
                        Some(&value) => emitter.part_of_word(value, part),
                        None => zero,
                    };
                let vector = self.vector_of(word);
                self.set_copies(id, group, part, vector);
            }
        }
    }

    /// An element for each copy from a row in memory.
    pub fn gather(&mut self, id: NodeId) {
        let node = self.node(id);
        let base = self.address(node.operands[1]);
        self.begin_copies(id);
        for group in 0..groups(node.count) {
            let word = |emitter: &mut Self, copy: usize| {
                // Beyond the last copy there is no index.
                let position = (4 * group + copy).min(node.count - 1);
                let index = emitter.part_of_copy(node.operands[0], position, 0);
                let offset = emitter.builder.ins().ishl_imm_s(index, 2);
                let address = emitter.builder.ins().iadd(base, offset);
                emitter.load(types::I32, address, 0)
            };
            let vector = self.vector_of(word);
            self.set_copies(id, group, 0, vector);
        }
    }

    /// The vector of the words of four copies.
    fn vector_of(&mut self, word: impl Fn(&mut Self, usize) -> Value) -> Value {
        let first = word(self, 0);
        let vector = self.builder.ins().scalar_to_vector(types::I32X4, first);
        (1..4).fold(vector, |vector, copy| {
            let word = word(self, copy);
            self.builder.ins().insertlane(vector, word, copy as u8)
        })
    }

    /// One value, 128 bits at a time.
    pub fn rows(&mut self, id: NodeId) {
        let node = self.node(id);
        let operands = &node.operands;
        if matches!(node.kind, ValueKind::Constant(_)) {
            return;
        }
        for row in 0..node.width / 128 {
            let value = match &node.kind {
                ValueKind::State(place) => {
                    let offset = self.layout.places[*place].offset + 16 * row;
                    self.load(types::I32X4, self.memory, offset)
                }
                ValueKind::PackWords => self.copy_part(operands[0], row, 0),
                ValueKind::Node(Operation::Slice { low }) => self.row(operands[0], low / 128 + row),
                ValueKind::Node(Operation::Concat) => self.row_of_parts(operands, row),
                ValueKind::Node(Operation::Repeat) => self.row_of_repeated(operands[0], row),
                ValueKind::Node(Operation::Not) => {
                    let value = self.row(operands[0], row);
                    self.builder.ins().bnot(value)
                }
                ValueKind::Node(Operation::Binary(operation)) => {
                    let (a, b) = (self.row(operands[0], row), self.row(operands[1], row));
                    self.words(true).binary(*operation, &[a], &[b], 32)[0]
                }
                ValueKind::Node(Operation::Mux) => {
                    let select = self.copy_part(operands[0], 0, 0);
                    let (then, otherwise) =
                        (self.row(operands[1], row), self.row(operands[2], row));
                    self.words(true).blend(select, then, otherwise)
                }
                kind => unreachable!("{kind:?} makes no row"),
            };
            self.set(id, Part::Row(row), value);
        }
    }

    fn row_of_parts(&mut self, parts: &[NodeId], row: usize) -> Value {
        let mut first = 0;
        for &part in parts {
            let rows = self.graph.width(part) / 128;
            if row < first + rows {
                return self.row(part, row - first);
            }
            first += rows;
        }
        unreachable!("the parts make up the row")
    }

    fn row_of_repeated(&mut self, value: NodeId, row: usize) -> Value {
        match self.graph.width(value) {
            1 | 32 => self.copy_part(value, 0, 0),
            64 => {
                let word = self.word(value, 0);
                let words = self.builder.ins().splat(types::I64X2, word);
                self.builder.ins().bitcast(types::I32X4, little_endian(), words)
            }
            width => self.row(value, row % (width / 128)),
        }
    }
}
