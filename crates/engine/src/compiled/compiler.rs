//! From the graph to machine code: functions in Cranelift's form, and what an allocator of
//! registers makes of them.

use std::sync::Arc;

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, Value, types};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};

use super::actions::Action;
use super::context::{Contexts, ROOT};
use super::copies::{Readers, Scratch, Tables};
use super::edge::Unusual;
use super::emit::Emitter;
use super::graph::{Graph, NodeId};
use super::layout::{CYCLE, Layout};
use super::order::order;
use super::placement::place_near_users;
use super::recorder::Recorder;
use crate::flat::Flat;

/// Memory with machine code.
pub(super) struct Executable {
    /// `None` only while being dropped.
    module: Option<JITModule>,
}

// SAFETY: the code and what it refers to never change after they were made.
unsafe impl Send for Executable {}
// SAFETY: the code and what it refers to never change after they were made.
unsafe impl Sync for Executable {}

impl Drop for Executable {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever could call the code keeps this.
            unsafe { module.free_memory() };
        }
    }
}

/// How registers are given out, which is most of the time to compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allocator {
    /// In one pass over the code, which then spills more.
    Quick,
    /// With the whole function in view.
    Good,
}

/// Machine code of the functions, and where it is.
pub(super) fn assemble(
    functions: Vec<Function>,
    allocator: Allocator,
) -> (Executable, Vec<*const u8>) {
    let registers = match allocator {
        Allocator::Quick => "single_pass",
        Allocator::Good => "backtracking",
    };
    let mut module =
        JITModule::new(JITBuilder::with_isa(target("none", registers), default_libcall_names()));
    let mut define = |function: Function| {
        let id = module.declare_anonymous_function(&function.signature).expect("a plain signature");
        let outcome = module.define_function(id, &mut Context::for_function(function));
        outcome.unwrap_or_else(|error| panic!("the design cannot be compiled: {error:?}"));
        id
    };
    let ids: Vec<FuncId> = functions.into_iter().map(&mut define).collect();
    module.finalize_definitions().expect("no symbol is left open");
    let addresses = ids.into_iter().map(|id| module.get_finalized_function(id)).collect();
    (Executable { module: Some(module) }, addresses)
}

/// This processor, with these of Cranelift's options.
fn target(opt_level: &str, registers: &str) -> OwnedTargetIsa {
    let mut flags = settings::builder();
    let verifies = if cfg!(debug_assertions) { "true" } else { "false" };
    let options = [
        ("opt_level", opt_level),
        ("regalloc_algorithm", registers),
        ("enable_verifier", verifies),
        ("unwind_info", "false"),
    ];
    for (name, value) in options {
        flags.set(name, value).expect("a flag that Cranelift has");
    }
    let builder = cranelift_native::builder().expect("a processor that Cranelift knows");
    builder.finish(settings::Flags::new(flags)).expect("flags that go together")
}

/// Writes functions of the machine's address and another word.
pub(super) struct Compiler<'g> {
    flat: &'g Flat,
    graph: &'g Graph,
    layout: &'g Layout,
    tables: &'g Tables,
    target: OwnedTargetIsa,
    records: bool,
    function_context: FunctionBuilderContext,
    /// Bytes of a machine's memory, with what the functions need while they run.
    pub bytes: usize,
    /// Memories that the functions refer to by address.
    pub unusual: Vec<Arc<Unusual>>,
}

impl<'g> Compiler<'g> {
    /// With `records`, functions are not optimised.
    pub fn new(
        flat: &'g Flat,
        graph: &'g Graph,
        (layout, tables): (&'g Layout, &'g Tables),
        records: bool,
    ) -> Self {
        let target = target("speed", "backtracking");
        Self {
            flat,
            graph,
            layout,
            tables,
            target,
            records,
            function_context: FunctionBuilderContext::new(),
            bytes: layout.bytes,
            unusual: vec![],
        }
    }

    fn function(&mut self, emit: impl FnOnce(&mut Self, FunctionBuilder, [Value; 2])) -> Function {
        let mut context = Context::new();
        context.func.signature.call_conv = self.target.default_call_conv();
        context.func.signature.params = vec![AbiParam::new(types::I64); 2];
        let mut function_context = std::mem::take(&mut self.function_context);
        let mut builder = FunctionBuilder::new(&mut context.func, &mut function_context);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let parameters = [builder.block_params(entry)[0], builder.block_params(entry)[1]];
        emit(self, builder, parameters);
        self.function_context = function_context;
        if !self.records {
            let outcome = context.optimize(self.target.as_ref(), &mut ControlPlane::default());
            outcome.unwrap_or_else(|error| panic!("the design cannot be compiled: {error:?}"));
            place_near_users(&mut context.func, self.layout.bytes);
        }
        context.func
    }

    /// Advances by as many edges as the second word says, at least one.
    pub fn step(&mut self, actions: &[Action]) -> Function {
        let mut contexts = Contexts::new(self.graph, &[], actions);
        let order = order(self.graph, &mut contexts, actions);
        self.function(|compiler, mut builder, [memory, edges]| {
            let (edge, done) = (builder.create_block(), builder.create_block());
            builder.append_block_param(edge, types::I64);
            builder.ins().jump(edge, &[edges.into()]);
            builder.switch_to_block(edge);
            let left = builder.block_params(edge)[0];
            let mut scratch = compiler.scratch();
            let takers = (&[][..], actions);
            let mut emitter = compiler.emitter(&contexts, takers, &mut scratch, builder, memory);
            emitter.context(ROOT);
            for action in order {
                let (Action { guard, work }, context) =
                    (&actions[action], contexts.actions[action]);
                let (flat, unusual) = (compiler.flat, &mut compiler.unusual);
                match guard {
                    None => emitter.work(flat, work, unusual),
                    Some(guard) => emitter.guarded(*guard, |emitter| {
                        emitter.context(context);
                        emitter.work(flat, work, unusual);
                    }),
                }
            }
            let cycle = emitter.load(types::I64, memory, CYCLE);
            let cycle = emitter.builder.ins().iadd_imm_s(cycle, 1);
            emitter.store(cycle, memory, CYCLE);
            let mut builder = emitter.builder;
            let left = builder.ins().iadd_imm_s(left, -1);
            builder.ins().brif(left, edge, &[left.into()], done, &[]);
            builder.switch_to_block(done);
            compiler.finish(builder, &scratch);
        })
    }

    /// Stores the value of a node of one value at the second address.
    pub fn output(&mut self, node: NodeId) -> Function {
        let contexts = Contexts::new(self.graph, &[node], &[]);
        self.function(|compiler, builder, [memory, target]| {
            let mut scratch = compiler.scratch();
            let takers = (&[node][..], &[][..]);
            let mut emitter = compiler.emitter(&contexts, takers, &mut scratch, builder, memory);
            emitter.context(ROOT);
            for (limb, word) in emitter.all_words(node).into_iter().enumerate() {
                emitter.store(word, target, 8 * limb);
            }
            let builder = emitter.builder;
            compiler.finish(builder, &scratch);
        })
    }

    /// Computes these nodes for a recorder, which is made for the second word.
    pub fn record(
        &mut self,
        nodes: &[NodeId],
        recorder: impl FnOnce(Value) -> Recorder,
    ) -> (Function, Recorder) {
        let contexts = Contexts::new(self.graph, nodes, &[]);
        let mut made = None;
        let function = self.function(|compiler, builder, [memory, word]| {
            let recorder = made.insert(recorder(word));
            let mut scratch = compiler.scratch();
            let takers = (&[][..], &[][..]);
            let mut emitter = compiler.emitter(&contexts, takers, &mut scratch, builder, memory);
            emitter.listener = Some(recorder);
            emitter.context(ROOT);
            if let Some(listener) = emitter.listener.take() {
                listener.end(&mut emitter);
            }
            let builder = emitter.builder;
            compiler.finish(builder, &scratch);
        });
        (function, made.expect("the function was written"))
    }

    /// Emitter of a function that computes the operands of these outputs and actions.
    fn emitter<'e, 'f>(
        &self,
        contexts: &'e Contexts,
        (outputs, actions): (&[NodeId], &[Action]),
        scratch: &'e mut Scratch,
        builder: FunctionBuilder<'f>,
        memory: Value,
    ) -> Emitter<'e, 'f>
    where
        'g: 'e,
    {
        let readers = Readers::new(self.graph, contexts, outputs, actions);
        let memories = (self.layout, self.tables, scratch);
        Emitter::new(self.graph, contexts, memories, readers, builder, memory)
    }

    /// Memory for a function.
    fn scratch(&self) -> Scratch {
        Scratch { top: self.layout.bytes, end: self.layout.bytes }
    }

    fn finish(&mut self, mut builder: FunctionBuilder, scratch: &Scratch) {
        self.bytes = self.bytes.max(scratch.end);
        builder.ins().return_(&[]);
        builder.seal_all_blocks();
        builder.finalize(self.target.frontend_config());
    }
}
