//! The compiled design: machine code, shared by all machines that run it.

use std::sync::{Arc, Mutex, PoisonError};

use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, InstBuilder, Value, types};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};

use super::access::Accesses;
use super::actions::{Action, actions};
use super::context::{Contexts, ROOT};
use super::edge::Unusual;
use super::emit::Emitter;
use super::graph::{Graph, Kind, NodeId};
use super::layout::{CYCLE, Layout};
use super::lower::Lowering;
use super::order::order;
use super::placement::place_near_users;
use super::trace::{Recorder, TraceCode, Wishes};
use crate::sim::flat::{Flat, SignalId, SignalKind};

/// Machine code for a design. Costly to make, cheap to share: each [`Compiled`](super::Compiled) has its own state only.
pub struct Code {
    pub(super) flat: Flat,
    pub(super) layout: Layout,
    step: extern "C" fn(*mut u64, u64),
    /// For outputs of the top: their limbs, and what puts their present value at the second address.
    outputs: Vec<(usize, extern "C" fn(*mut u64, *mut u64))>,
    pub(super) accesses: Accesses,
    /// What the code refers to.
    _unusual: Vec<Arc<Unusual>>,
    /// What watches some nets, once somebody did.
    tracing: Mutex<Option<Arc<TraceCode>>>,
    /// Keeps the code.
    _executable: Executable,
}

/// Memory with machine code.
pub(super) struct Executable {
    /// `None` only while being dropped.
    module: Option<JITModule>,
}

// SAFETY: the code and what it refers to never change after they were made.
unsafe impl Send for Executable {}
// SAFETY: as above.
unsafe impl Sync for Executable {}

impl Drop for Executable {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever could call the code keeps this.
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
        let mut compiler = Compiler::new(flat, &graph, &layout, Effort::Runs);
        let step = compiler.step(&actions);
        let is_made = |(_, node): &&(usize, NodeId)| !matches!(graph[*node].kind, Kind::State(_));
        let outputs: Vec<(usize, FuncId)> =
            outputs.iter().filter(is_made).map(|&(signal, node)| (signal, compiler.output(node))).collect();
        let computed = outputs.iter().enumerate().map(|(number, (signal, _))| (*signal, number)).collect();
        let accesses = Accesses::new(flat, &layout, &computed);
        let Compiler { mut module, unusual, .. } = compiler;
        module.finalize_definitions().expect("no symbol is left open");
        // SAFETY: these are the functions' signatures.
        let (step, outputs) = unsafe {
            let output = |(signal, function): (usize, FuncId)| {
                let code = module.get_finalized_function(function);
                let limbs = flat.signals[signal].place.limbs;
                (limbs, std::mem::transmute::<*const u8, extern "C" fn(*mut u64, *mut u64)>(code))
            };
            let step = std::mem::transmute::<*const u8, extern "C" fn(*mut u64, u64)>(module.get_finalized_function(step));
            (step, outputs.into_iter().map(output).collect())
        };
        let executable = Executable { module: Some(module) };
        let tracing = Mutex::new(None);
        Arc::new(Self {
            flat: flat.clone(),
            layout,
            step,
            outputs,
            accesses,
            _unusual: unusual,
            tracing,
            _executable: executable,
        })
    }

    /// Advances a machine by that many clock edges.
    pub(super) fn step(&self, memory: &mut [u64], edges: u64) {
        assert!(memory.len() * 8 >= self.layout.bytes, "the memory of another machine");
        if edges > 0 {
            (self.step)(memory.as_mut_ptr(), edges);
        }
    }

    /// The code that watches `nets`; it is kept for whoever watches the same next.
    pub(super) fn trace_code(&self, nets: &Arc<[SignalId]>) -> Arc<TraceCode> {
        let mut kept = self.tracing.lock().unwrap_or_else(PoisonError::into_inner);
        let code = kept.take().filter(|code| code.is_for(nets)).unwrap_or_else(|| TraceCode::new(self, nets));
        Arc::clone(kept.insert(code))
    }

    /// How many outputs have code of their own.
    pub(super) fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// Puts the present value of an output, by its number, into `limbs`.
    pub(super) fn output(&self, memory: &mut [u64], output: usize, limbs: &mut [u64]) {
        let (size, function) = self.outputs[output];
        assert!(memory.len() * 8 >= self.layout.bytes, "the memory of another machine");
        assert!(limbs.len() >= size, "no room for the output");
        function(memory.as_mut_ptr(), limbs.as_mut_ptr());
    }
}

/// The function that watches: of a machine's address and of its record's.
pub(super) fn trace(
    flat: &Flat,
    graph: &Graph,
    layout: &Layout,
    wishes: Wishes,
) -> (extern "C" fn(*mut u64, *mut u64), Recorder, Executable) {
    let mut compiler = Compiler::new(flat, graph, layout, Effort::Watches);
    let (function, recorder) = compiler.trace(wishes);
    let mut module = compiler.module;
    module.finalize_definitions().expect("no symbol is left open");
    let code = module.get_finalized_function(function);
    // SAFETY: this is the function's signature.
    let function = unsafe { std::mem::transmute::<*const u8, extern "C" fn(*mut u64, *mut u64)>(code) };
    (function, recorder, Executable { module: Some(module) })
}

/// How much compile time code is worth.
enum Effort {
    /// The simulation itself.
    Runs,
    /// What tells changes: writing them down takes longer.
    Watches,
}

/// This processor, with these of Cranelift's options.
fn target(opt_level: &str, registers: &str) -> OwnedTargetIsa {
    let mut flags = settings::builder();
    let verifies = if cfg!(debug_assertions) { "true" } else { "false" };
    let options =
        [("opt_level", opt_level), ("regalloc_algorithm", registers), ("enable_verifier", verifies), ("unwind_info", "false")];
    for (name, value) in options {
        flags.set(name, value).expect("a flag that Cranelift has");
    }
    let builder = cranelift_native::builder().expect("a processor that Cranelift knows");
    builder.finish(settings::Flags::new(flags)).expect("flags that go together")
}

struct Compiler<'g> {
    flat: &'g Flat,
    graph: &'g Graph,
    layout: &'g Layout,
    module: JITModule,
    /// For the passes before registers are allocated, where they are worth it.
    optimizer: Option<OwnedTargetIsa>,
    function_context: FunctionBuilderContext,
    unusual: Vec<Arc<Unusual>>,
}

impl<'g> Compiler<'g> {
    fn new(flat: &'g Flat, graph: &'g Graph, layout: &'g Layout, effort: Effort) -> Self {
        let (optimizer, registers) = match effort {
            Effort::Runs => (Some(target("speed", "backtracking")), "backtracking"),
            Effort::Watches => (None, "single_pass"),
        };
        let module = JITModule::new(JITBuilder::with_isa(target("none", registers), default_libcall_names()));
        Self { flat, graph, layout, module, optimizer, function_context: FunctionBuilderContext::new(), unusual: vec![] }
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
        if let Some(optimizer) = &self.optimizer {
            let outcome = context.optimize(optimizer.as_ref(), &mut ControlPlane::default());
            outcome.unwrap_or_else(|error| panic!("the design cannot be compiled: {error:?}"));
            place_near_users(&mut context.func);
        }
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

    /// Stores the watched nodes into the record at the second address.
    fn trace(&mut self, wishes: Wishes) -> (FuncId, Recorder) {
        let contexts = Contexts::new(self.graph, &wishes.nodes(), &[]);
        let mut recorder = None;
        let function = self.function(|compiler, builder, [memory, record]| {
            let mut emitter = Emitter::new(compiler.graph, &contexts, compiler.layout, builder, memory);
            emitter.recorder = Some(Box::new(Recorder::new(wishes, record)));
            emitter.context(ROOT);
            recorder = emitter.finish_record();
            let builder = emitter.builder;
            compiler.finish(builder);
        });
        (function, *recorder.expect("the emitter had one"))
    }

    fn finish(&self, mut builder: FunctionBuilder) {
        builder.ins().return_(&[]);
        builder.seal_all_blocks();
        builder.finalize(self.module.target_config());
    }
}
