//! Constants and loads where they are used.
//!
//! The optimiser makes equal constants one value, and moves arithmetic down to the store that needs
//! it, but no loads. So hundreds of constants and all that is loaded live through most of the
//! function, far more than there are registers, and the allocator takes most of the compile time to
//! split these lives up again, use by use. A constant of its own for each user, and loads moved
//! down to their first user, cost nothing: a spilled register would be loaded as well.

use std::collections::HashMap;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{Block, Function, Inst, InstBuilder, InstructionData, Opcode, Value};

/// Puts constants and loads near their users.
pub(super) fn place_near_users(function: &mut Function) {
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
