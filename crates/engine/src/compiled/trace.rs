//! Code that finds out which of some nets changed.
//!
//! It is a function of its own, compiled at the first observation, so that a machine that is never
//! observed pays nothing. It computes every watched node from the present state, compares each with
//! the value that stands in the [record](crate::watch), and puts it there, in the order in
//! which the code computes.

use std::sync::Arc;

use super::compiler::{Allocator, Compiler, Executable, assemble};
use super::copies::Tables;
use super::layout::Layout;
use super::lower::Lowering;
use super::recorder::{Recorder, WatchedNodes};
use crate::flat::{Flat, SignalId};
use crate::watch::Plan;

/// The code for one list of nets.
pub(super) struct TraceCode {
    nets: Arc<[SignalId]>,
    pub plan: Arc<Plan>,
    /// That of the machines' memory, with constants and memory for this code behind it.
    pub layout: Layout,
    function: extern "C" fn(*mut u64, *mut u64),
    /// Keeps the function.
    _executable: Executable,
}

impl TraceCode {
    /// Compiles the code that watches `nets` of machines of the design `flat` with this layout of
    /// their memory.
    pub fn new(flat: &Flat, layout: &Layout, nets: &Arc<[SignalId]>) -> Arc<Self> {
        let mut lowering = Lowering::new(flat);
        let watched_nodes = WatchedNodes::new(&mut lowering, nets);
        let constants = watched_nodes.constants(&lowering.graph);
        let nodes = watched_nodes.nodes();
        let plan = Plan::new(nets.iter().map(|net| flat.signals[net.signal].place.width));
        let mut layout = Layout { constants: vec![], ..layout.clone() };
        let tables = Tables::new(&lowering.graph, &mut layout);
        let mut compiler = Compiler::new(flat, &lowering.graph, (&layout, &tables), true);
        let (function, Recorder { mut plan, .. }) =
            compiler.record(&nodes, |record| Recorder::new(watched_nodes, plan, record));
        plan.finish(&constants);
        layout.bytes = compiler.bytes;
        let (executable, addresses) = assemble(vec![function], Allocator::Quick);
        // SAFETY: this is the function's signature.
        let function = unsafe {
            std::mem::transmute::<*const u8, extern "C" fn(*mut u64, *mut u64)>(addresses[0])
        };
        Arc::new(Self {
            nets: Arc::clone(nets),
            plan: Arc::new(plan),
            layout,
            function,
            _executable: executable,
        })
    }

    /// Whether it is for that list.
    pub fn is_for(&self, nets: &Arc<[SignalId]>) -> bool {
        self.nets == *nets
    }

    /// Brings a record to the present of the machine with this memory.
    ///
    /// # Panics
    /// When the memory is shorter than the layout says, or the record than the plan.
    pub fn observe(&self, memory: &mut [u64], record: &mut [u64]) {
        assert!(memory.len() * 8 >= self.layout.bytes, "the memory of another machine");
        assert!(record.len() >= self.plan.limbs, "the record of another machine");
        (self.function)(memory.as_mut_ptr(), record.as_mut_ptr());
    }
}
