//! Names: none is a keyword, none stands for two things.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use crate::Module;
use crate::builder::free_name;
use crate::clocking::CLOCKING_NAMES;

/// Keywords of Verilog-2005 and of SystemVerilog-2017: the text must be legal in tools that read
/// either.
const KEYWORDS: &str = "accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before \
    begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config \
    const constraint context continue cover covergroup coverpoint cross deassign default defparam design disable dist do edge \
    else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface endmodule \
    endpackage endprimitive endprogram endproperty endspecify endsequence endtable endtask enum event eventually expect \
    export extends extern final first_match for force foreach forever fork forkjoin function generate genvar global highz0 \
    highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout input inside \
    instance int integer interconnect interface intersect join join_any join_none large let liblist library local localparam \
    logic longint macromodule matches medium modport module nand negedge nettype new nexttime nmos nor noshowcancelled not \
    notif0 notif1 null or output package packed parameter pmos posedge primitive priority program property protected pull0 \
    pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime \
    ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime \
    s_until s_until_with scalared sequence shortint shortreal showcancelled signed small soft solve specify specparam static \
    string strong strong0 strong1 struct super supply0 supply1 sync_accept_on sync_reject_on table tagged task this \
    throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union unique \
    unique0 unsigned until until_with untyped use uwire var vectored virtual void wait wait_order wand weak weak0 weak1 while \
    wildcard wire with within wor xnor xor";

/// The names taken in a module.
pub(super) struct Names {
    pub(super) taken: BTreeSet<String>,
}

impl Names {
    /// The names that the author gave.
    ///
    /// # Panics
    /// When one is a keyword.
    pub(super) fn of(module: &Module) -> Self {
        let nodes = module.nodes.iter().filter_map(|node| node.name.as_ref());
        let ports = module.ports.iter().map(|port| &port.name);
        let memories = module.memories.iter().map(|memory| &memory.name);
        let instances = module.instances.iter().map(|instance| &instance.name);
        let given = nodes.chain(ports).chain(memories).chain(instances).chain([&module.name]);
        let mut taken: BTreeSet<String> = given.cloned().collect();
        for name in &taken {
            assert!(
                !is_keyword(name),
                "`{name}` in module `{}` is a keyword of Verilog or SystemVerilog; rename it",
                module.name
            );
        }
        taken.extend(CLOCKING_NAMES.map(str::to_string));
        Self { taken }
    }

    /// A new name: `base`, or `base_2`, `base_3`, …
    pub(super) fn allocate(&mut self, base: &str) -> String {
        let is_free = |name: &str| !self.taken.contains(name) && !is_keyword(name);
        let name = free_name(base, "", is_free);
        self.taken.insert(name.clone());
        name
    }

    /// Name for an instance of a child in which `inside` are declared: linters object to a net that
    /// is named like the instance it lies in.
    pub(super) fn of_instance(&mut self, name: &str, inside: &BTreeSet<String>) -> String {
        if !inside.contains(name) {
            return name.to_string();
        }
        loop {
            let name = self.allocate(&format!("{name}_unit"));
            if !inside.contains(&name) {
                return name;
            }
        }
    }
}

fn is_keyword(name: &str) -> bool {
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| KEYWORDS.split_whitespace().collect());
    ALL.contains(name)
}
