//! The code of a clock edge's actions.

use std::sync::Arc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, InstBuilder, Signature, Value, types};

use super::actions::{Port, Work};
use super::emit::Emitter;
use super::graph::NodeId;
use super::layout::CYCLE;
use crate::flat::{Flat, Memory, Operand};
use crate::garbage::Garbage;
use crate::memory_edge::{MemoryEdge, Undefined};
use lanebeat_hdl::limbs::mask;
use lanebeat_hdl::simplify::Netlist;

/// Byte of the seed of what is undefined.
pub(super) const SEED: usize = 8;

/// One copy of a memory, as the interpreter takes it: the operands lie one behind the other.
pub(super) struct Unusual {
    memory: Memory,
    number: usize,
    copy: usize,
    /// Limbs of the operands.
    operands: usize,
    /// The first limb of all copies' rows in the machine's memory.
    rows: usize,
    /// For each port, the first limb of the read data there.
    read_data: Vec<Option<usize>>,
}

impl Emitter<'_, '_> {
    /// Does the work of an action whose operands are there.
    pub fn work(&mut self, flat: &Flat, work: &Work, unusual: &mut Vec<Arc<Unusual>>) {
        match work {
            Work::Registers(registers) => {
                let values = registers
                    .iter()
                    .map(|&(place, next)| (place, self.new_value(place, next)))
                    .collect::<Vec<_>>();
                for (place, parts) in values {
                    let offset = self.layout.places[place].offset;
                    parts.into_iter().for_each(|(value, position)| {
                        self.store(value, self.memory, offset + position)
                    });
                }
            }
            &Work::Read { memory, copy, address, to } => {
                let limbs = flat.memories[memory].limbs;
                let from = self.row_address(flat, memory, copy, address);
                let offset = self.layout.places[to].offset;
                let mut limb = 0;
                while limb < limbs {
                    let value_type = if limb + 1 < limbs { types::I64X2 } else { types::I64 };
                    let value = self.load(value_type, from, 8 * limb);
                    self.store(value, self.memory, offset + 8 * limb);
                    limb += 2;
                }
            }
            &Work::Write { memory, copy, address, column_enable, data } => {
                let row = self.row_address(flat, memory, copy, address);
                self.write(&flat.memories[memory], row, column_enable, data);
            }
            Work::Edge { memory, copy, ports } => {
                self.unusual(flat, *memory, *copy, ports, unusual)
            }
        }
    }

    /// The parts that a place takes, with their bytes in it.
    fn new_value(&mut self, place: usize, next: NodeId) -> Vec<(Value, usize)> {
        let place = &self.layout.places[place];
        if place.count == 1 {
            let parts = self.parts(next);
            let size = if matches!(parts[0], super::emit::Part::Row(_)) { 16 } else { 8 };
            return parts
                .into_iter()
                .enumerate()
                .map(|(number, part)| (self.part(next, part), size * number))
                .collect();
        }
        let (parts, stride) = (place.width.div_ceil(32), place.stride());
        let all = (0..super::copies::groups(place.count))
            .flat_map(|group| (0..parts).map(move |part| (group, part)));
        all.map(|(group, part)| (self.copy_part(next, group, part), part * stride + 16 * group))
            .collect()
    }

    fn row_address(&mut self, flat: &Flat, memory: usize, copy: usize, address: NodeId) -> Value {
        let Memory { depth, limbs, .. } = flat.memories[memory];
        let first = self.layout.memories[memory] + copy * depth * limbs * 8;
        let row = self.word(address, 0);
        let row = self.builder.ins().imul_imm_s(row, (8 * limbs) as i64);
        let row = self.builder.ins().iadd_imm_s(row, first as i64);
        self.builder.ins().iadd(self.memory, row)
    }

    fn write(&mut self, memory: &Memory, row: Value, column_enable: NodeId, data: NodeId) {
        if memory.columns == 1 {
            return self.guarded(column_enable, |emitter| emitter.write_all(row, data));
        }
        if memory.column_width == 1 {
            for limb in 0..memory.limbs {
                let (enables, new) = (self.word(column_enable, limb), self.word(data, limb));
                let old = self.load(types::I64, row, 8 * limb);
                let kept = self.builder.ins().band_not(old, enables);
                let taken = self.builder.ins().band(new, enables);
                let value = self.builder.ins().bor(kept, taken);
                self.store(value, row, 8 * limb);
            }
            return;
        }
        let (whole, some, after) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        let is_whole = self.all_set(column_enable);
        self.builder.ins().brif(is_whole, whole, &[], some, &[]);
        self.begin(whole);
        self.scoped(|emitter| emitter.write_all(row, data));
        self.builder.ins().jump(after, &[]);
        self.begin(some);
        self.scoped(|emitter| {
            for group in 0..memory.columns / 4 {
                let enables = emitter.spread_bits(column_enable, group);
                let (new, old) =
                    (emitter.row(data, group), emitter.load(types::I32X4, row, 16 * group));
                let value = emitter.words(true).blend(enables, new, old);
                emitter.store(value, row, 16 * group);
            }
        });
        self.builder.ins().jump(after, &[]);
        self.begin(after);
    }

    fn all_set(&mut self, value: NodeId) -> Value {
        let (width, words) = (self.node(value).width, self.all_words(value));
        let is_full = words.into_iter().enumerate().map(|(number, word)| {
            let full = self.constant(mask((width - 64 * number).min(64)));
            self.builder.ins().icmp(IntCC::Equal, word, full)
        });
        let is_full: Vec<Value> = is_full.collect();
        is_full.into_iter().reduce(|a, b| self.builder.ins().band(a, b)).expect("a value has words")
    }

    fn write_all(&mut self, row: Value, data: NodeId) {
        let parts = self.parts(data);
        let size = if matches!(parts[0], super::emit::Part::Row(_)) { 16 } else { 8 };
        for (number, part) in parts.into_iter().enumerate() {
            let value = self.part(data, part);
            self.store(value, row, size * number);
        }
    }

    /// Forwards the edge of a memory to the interpreter.
    fn unusual(
        &mut self,
        flat: &Flat,
        number: usize,
        copy: usize,
        ports: &[Port],
        unusual: &mut Vec<Arc<Unusual>>,
    ) {
        let mut operands: Vec<NodeId> = vec![];
        let mut place = |graph: &super::graph::Graph, id: NodeId| {
            let offset = operands.iter().map(|&operand| graph.width(operand).div_ceil(64)).sum();
            operands.push(id);
            let width = graph.width(id);
            Operand { offset, limbs: width.div_ceil(64), width, divide: usize::MAX }
        };
        let graph = self.graph;
        let first_limb = |place: usize| self.layout.places[place].offset / 8;
        let read_data = ports.iter().map(|port| port.read_data.map(first_limb)).collect();
        let ports = ports.iter().map(|port| port.nodes.map(|id| place(graph, id))).collect();
        let words: Vec<Value> =
            operands.iter().flat_map(|&operand| self.all_words(operand)).collect();
        let rows = self.layout.memories[number] / 8;
        let memory = Memory { ports, ..flat.memories[number].clone() };
        let call =
            Arc::new(Unusual { memory, number, copy, operands: words.len(), rows, read_data });
        let buffer = self.stack(8 * words.len());
        words.into_iter().enumerate().for_each(|(limb, word)| self.store(word, buffer, 8 * limb));
        let call_address = self.constant(Arc::as_ptr(&call) as u64);
        let function = self.constant(unusual_edge as *const () as u64);
        let signature = Signature {
            params: vec![AbiParam::new(types::I64); 3],
            ..Signature::new(self.builder.func.signature.call_conv)
        };
        let signature = self.builder.import_signature(signature);
        self.builder.ins().call_indirect(signature, function, &[call_address, self.memory, buffer]);
        unusual.push(call);
    }
}

/// Function that the code of [`Work::Edge`] calls.
///
/// # Safety
/// `memory` is that of a machine of the code that `call` belongs to, `operands` are as many limbs
/// as `call` says.
unsafe extern "C" fn unusual_edge(call: *const Unusual, memory: *mut u64, operands: *const u64) {
    // SAFETY: the code that calls this keeps `call` alive, and has put the operands where it says.
    // Rows and read data lie apart from each other in the machine's memory, and nothing else refers
    // to them now.
    unsafe {
        let call = &*call;
        let values = std::slice::from_raw_parts(operands, call.operands);
        let Memory { count, depth, limbs, .. } = call.memory;
        let rows = std::slice::from_raw_parts_mut(memory.add(call.rows), count * depth * limbs);
        let (cycle, seed) = (*memory.add(CYCLE / 8), *memory.add(SEED / 8));
        let undefined = Undefined { garbage: Garbage::new(seed), cycle, memory: call.number };
        let mut edge = MemoryEdge { memory: &call.memory, values, rows, undefined };
        for (port, read_data) in call.read_data.iter().enumerate() {
            if let Some(read_data) = read_data {
                edge.read(
                    port,
                    call.copy,
                    std::slice::from_raw_parts_mut(memory.add(*read_data), limbs),
                );
            }
        }
        (0..call.read_data.len()).for_each(|port| edge.write(port, call.copy));
    }
}
