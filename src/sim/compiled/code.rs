//! The compiled design: machine code, shared by all machines that run it.

use std::collections::HashMap;
use std::sync::Arc;

use cranelift_codegen::ir::{AbiParam, InstBuilder, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};

use super::actions::{Action, actions};
use super::context::{Contexts, ROOT};
use super::edge::Unusual;
use super::emit::Emitter;
use super::graph::{Graph, Kind, NodeId};
use super::layout::{CYCLE, Layout};
use super::lower::Lowering;
use super::order::order;
use crate::sim::flat::{Flat, SignalKind};

/// Machine code for a design. Costly to make, cheap to share: each [`Compiled`](super::Compiled) has its own state only.
pub struct Code {
    pub(super) flat: Flat,
    pub(super) layout: Layout,
    step: extern "C" fn(*mut u64, u64),
    /// For outputs of the top, by signal: what puts their present value at the second address.
    outputs: HashMap<usize, extern "C" fn(*mut u64, *mut u64)>,
    /// What the code refers to.
    _unusual: Vec<Arc<Unusual>>,
    /// Keeps the code; `None` only while being dropped.
    module: Option<JITModule>,
}

// SAFETY: the code and what it refers to never change after they were made.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever could call the code keeps the `Code`.
            unsafe { module.free_memory() };
        }
    }
}

impl Code {
    /// Compiles a design for this processor.
    pub fn new(flat: &Flat) -> Arc<Self> {
        let mut lowering = Lowering::new(flat);
        let actions = actions(&mut lowering);
        let is_output = |number: &usize| flat.signals[*number].scope == 0 && flat.signals[*number].kind == SignalKind::Output;
        let outputs: Vec<(usize, NodeId)> = (0..flat.signals.len())
            .filter(is_output)
            .map(|number| (number, lowering.copy(&flat.signals[number].place, 0)))
            .collect();
        let Lowering { graph, layout, .. } = lowering;
        let mut compiler = Compiler::new(flat, &graph, &layout);
        let step = compiler.step(&actions);
        let is_made = |(_, node): &&(usize, NodeId)| !matches!(graph[*node].kind, Kind::State(_));
        let outputs: Vec<(usize, FuncId)> =
            outputs.iter().filter(is_made).map(|&(signal, node)| (signal, compiler.output(node))).collect();
        let Compiler { mut module, unusual, .. } = compiler;
        module.finalize_definitions().expect("no symbol is left open");
        // SAFETY: these are the functions' signatures.
        let (step, outputs) = unsafe {
            let output = |(signal, function)| {
                let code = module.get_finalized_function(function);
                (signal, std::mem::transmute::<*const u8, extern "C" fn(*mut u64, *mut u64)>(code))
            };
            let step = std::mem::transmute::<*const u8, extern "C" fn(*mut u64, u64)>(module.get_finalized_function(step));
            (step, outputs.into_iter().map(output).collect())
        };
        Arc::new(Self { flat: flat.clone(), layout, step, outputs, _unusual: unusual, module: Some(module) })
    }

    /// Advances a machine by that many clock edges.
    pub(super) fn step(&self, memory: &mut [u64], edges: u64) {
        assert!(memory.len() * 8 >= self.layout.bytes, "the memory of another machine");
        if edges > 0 {
            (self.step)(memory.as_mut_ptr(), edges);
        }
    }

    /// Puts the present value of an output into `limbs`; whether that needed code of its own.
    pub(super) fn output(&self, memory: &mut [u64], signal: usize, limbs: &mut [u64]) -> bool {
        let Some(function) = self.outputs.get(&signal) else { return false };
        assert!(memory.len() * 8 >= self.layout.bytes, "the memory of another machine");
        assert!(limbs.len() >= self.flat.signals[signal].place.limbs, "no room for the output");
        function(memory.as_mut_ptr(), limbs.as_mut_ptr());
        true
    }
}

struct Compiler<'g> {
    flat: &'g Flat,
    graph: &'g Graph,
    layout: &'g Layout,
    module: JITModule,
    function_context: FunctionBuilderContext,
    unusual: Vec<Arc<Unusual>>,
}

impl<'g> Compiler<'g> {
    fn new(flat: &'g Flat, graph: &'g Graph, layout: &'g Layout) -> Self {
        let mut flags = settings::builder();
        let verifies = if cfg!(debug_assertions) { "true" } else { "false" };
        for (name, value) in [("opt_level", "speed"), ("enable_verifier", verifies), ("unwind_info", "false")] {
            flags.set(name, value).expect("a flag that Cranelift has");
        }
        let builder = cranelift_native::builder().expect("a processor that Cranelift knows");
        let isa = builder.finish(settings::Flags::new(flags)).expect("flags that go together");
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        Self { flat, graph, layout, module, function_context: FunctionBuilderContext::new(), unusual: vec![] }
    }

    /// A function of the machine's address and another word.
    fn function(&mut self, emit: impl FnOnce(&mut Self, FunctionBuilder, [Value; 2])) -> FuncId {
        let mut context = self.module.make_context();
        context.func.signature.params = vec![AbiParam::new(types::I64); 2];
        let id = self.module.declare_anonymous_function(&context.func.signature).expect("a plain signature");
        let mut function_context = std::mem::take(&mut self.function_context);
        let mut builder = FunctionBuilder::new(&mut context.func, &mut function_context);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let parameters = [builder.block_params(entry)[0], builder.block_params(entry)[1]];
        emit(self, builder, parameters);
        self.function_context = function_context;
        self.module.define_function(id, &mut context).unwrap_or_else(|error| panic!("the design cannot be compiled: {error:?}"));
        id
    }

    /// Advances by as many edges as the second word says, at least one.
    fn step(&mut self, actions: &[Action]) -> FuncId {
        let mut contexts = Contexts::new(self.graph, &[], actions);
        let order = order(self.graph, &mut contexts, actions);
        self.function(|compiler, mut builder, [memory, edges]| {
            let (edge, done) = (builder.create_block(), builder.create_block());
            builder.append_block_param(edge, types::I64);
            builder.ins().jump(edge, &[edges.into()]);
            builder.switch_to_block(edge);
            let left = builder.block_params(edge)[0];
            let mut emitter = Emitter::new(compiler.graph, &contexts, compiler.layout, builder, memory);
            emitter.context(ROOT);
            for action in order {
                let (Action { guard, work }, context) = (&actions[action], contexts.actions[action]);
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
            compiler.finish(builder);
        })
    }

    /// Stores the value of a node of one value at the second address.
    fn output(&mut self, node: NodeId) -> FuncId {
        let contexts = Contexts::new(self.graph, &[node], &[]);
        self.function(|compiler, builder, [memory, target]| {
            let mut emitter = Emitter::new(compiler.graph, &contexts, compiler.layout, builder, memory);
            emitter.context(ROOT);
            for (limb, word) in emitter.all_words(node).into_iter().enumerate() {
                emitter.store(word, target, 8 * limb);
            }
            let builder = emitter.builder;
            compiler.finish(builder);
        })
    }

    fn finish(&self, mut builder: FunctionBuilder) {
        builder.ins().return_(&[]);
        builder.seal_all_blocks();
        builder.finalize(self.module.target_config());
    }
}
