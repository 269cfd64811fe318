//! Constants and loads where they are used.
//!
//! The optimiser makes equal constants one value, and moves arithmetic down to the store that needs
//! it, but no loads. So hundreds of constants and all that is loaded live through most of the
//! function, far more than there are registers, and the allocator takes most of the compile time to
//! split these lives up again, use by use. A constant of its own for each user, and loads moved
//! down to their first user in each block, cost nothing: a spilled register would be loaded as well.
//! The default machine is a twentieth faster for it, and compiled in nine tenths of the time.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::flowgraph::ControlFlowGraph;
use cranelift_codegen::ir::{Block, Function, Inst, InstBuilder, InstructionData, Opcode, Value};

use super::emit::plain;

/// Puts constants and loads near their users. From byte `scratch` of the machine's memory on, whose
/// address is the function's first parameter, there is what only the function itself writes.
pub(super) fn place_near_users(function: &mut Function, scratch: usize) {
    load_in_each_block(function, scratch);
    let blocks: Vec<Block> = function.layout.blocks().collect();
    for block in blocks {
        let instructions: Vec<Inst> = function.layout.block_insts(block).collect();
        sink_loads(function, &instructions);
        instructions.into_iter().for_each(|instruction| localize_constants(function, instruction));
    }
}

/// Puts a constant of its own before an instruction that uses one.
fn localize_constants(function: &mut Function, instruction: Inst) {
    for number in 0..function.dfg.inst_args(instruction).len() {
        let value = function.dfg.inst_args(instruction)[number];
        let Some(definition) = function.dfg.value_def(value).inst() else { continue };
        let (data, value_type) = (function.dfg.insts[definition], function.dfg.value_type(value));
        let mut cursor = FuncCursor::new(function).at_inst(instruction);
        let constant = match data {
            InstructionData::UnaryConst { opcode: Opcode::Vconst, constant_handle } => {
                cursor.ins().vconst(value_type, constant_handle)
            }
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => {
                cursor.ins().iconst(value_type, imm)
            }
            _ => continue,
        };
        function.dfg.inst_args_mut(instruction)[number] = constant;
    }
}

/// Moves the loads of a block down, each to its first user there or to what writes memory,
/// whichever comes first.
fn sink_loads(function: &mut Function, instructions: &[Inst]) {
    let mut users = HashMap::<Value, usize>::new();
    // Nothing moves over it; at the end there is the jump.
    let mut barrier = instructions.len() - 1;
    for (position, &instruction) in instructions.iter().enumerate().rev() {
        let opcode = function.dfg.insts[instruction].opcode();
        if opcode.can_load() && !opcode.can_store() && !opcode.is_call() {
            let value = function.dfg.first_result(instruction);
            let user = users.get(&value).map_or(barrier, |&user| user.min(barrier));
            if user > position + 1 {
                function.layout.remove_inst(instruction);
                function.layout.insert_inst(instruction, instructions[user]);
            }
        } else if opcode.can_store() || opcode.is_call() {
            barrier = position;
        }
        for &argument in function.dfg.inst_args(instruction) {
            users.insert(argument, position);
        }
    }
}

/// Gives each block a load of its own of what the machine holds, unless something may be written
/// there between the first load and the block's.
fn load_in_each_block(function: &mut Function, scratch: usize) {
    let memory = function.dfg.block_params(function.layout.entry_block().expect("a body"))[0];
    let order: Vec<(Block, Inst)> = function
        .layout
        .blocks()
        .flat_map(|block| function.layout.block_insts(block).map(move |inst| (block, inst)))
        .collect();
    let loops = loops(function, &order);
    let mut loads: HashMap<Value, (usize, Range<i32>)> = HashMap::new();
    let mut writes: Vec<(usize, Range<i32>)> = vec![];
    let mut users: BTreeMap<(Value, Block), Vec<usize>> = BTreeMap::new();
    for (position, &(block, instruction)) in order.iter().enumerate() {
        let bytes = |value: Value, offset: i32| {
            offset..offset + function.dfg.value_type(value).bytes() as i32
        };
        match function.dfg.insts[instruction] {
            InstructionData::Load { opcode: Opcode::Load, arg, offset, .. } if arg == memory => {
                let value = function.dfg.first_result(instruction);
                loads.insert(value, (position, bytes(value, offset.into())));
            }
            InstructionData::Store { args: [value, address], offset, .. } => {
                let offset = i32::from(offset);
                if address == memory {
                    writes.push((position, bytes(value, offset)));
                } else if (offset as usize) < scratch && !is_stack(function, address) {
                    writes.push((position, 0..i32::MAX));
                }
            }
            ref other if other.opcode().is_call() => writes.push((position, 0..i32::MAX)),
            _ => {}
        }
        for &value in function.dfg.inst_args(instruction) {
            if loads.get(&value).is_some_and(|&(load, _)| order[load].0 != block) {
                users.entry((value, block)).or_default().push(position);
            }
        }
    }
    for ((value, _), users) in users {
        let (load, ref bytes) = loads[&value];
        // In each round of a loop it would be loaded anew.
        if loops.iter().any(|round| round.contains(&users[0]) && !round.contains(&load)) {
            continue;
        }
        let last = users[users.len() - 1];
        let is_written = |(position, written): &(usize, Range<i32>)| {
            (load..last).contains(position)
                && written.start < bytes.end
                && bytes.start < written.end
        };
        if writes.iter().any(is_written) {
            continue;
        }
        let value_type = function.dfg.value_type(value);
        let mut cursor = FuncCursor::new(function).at_inst(order[users[0]].1);
        let own = cursor.ins().load(value_type, plain(), memory, bytes.start);
        for user in users {
            for argument in function.dfg.inst_args_mut(order[user].1) {
                if *argument == value {
                    *argument = own;
                }
            }
        }
    }
}

/// From the first to behind the last instruction of each loop.
fn loops(function: &Function, order: &[(Block, Inst)]) -> Vec<Range<usize>> {
    let graph = ControlFlowGraph::with_function(function);
    let mut first = HashMap::new();
    let mut loops = vec![];
    for (position, &(block, instruction)) in order.iter().enumerate() {
        first.entry(block).or_insert(position);
        if function.layout.last_inst(block) == Some(instruction) {
            let back = graph.succ_iter(block).filter_map(|next| first.get(&next));
            loops.extend(back.map(|&start| start..position + 1));
        }
    }
    loops
}

/// Whether an address is that of something on the stack.
fn is_stack(function: &Function, address: Value) -> bool {
    let definition = function.dfg.value_def(address).inst();
    definition.is_some_and(|inst| function.dfg.insts[inst].opcode() == Opcode::StackAddr)
}
