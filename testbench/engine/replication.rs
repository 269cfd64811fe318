//! Copies of copies, fed by broadcast and spread.

use std::sync::Arc;

use lanebeat_engine::flat::OperationKind;
use lanebeat_engine::{Engine, Flat};
use lanebeat_hdl::{Bits, Module, ModuleBuilder, Operation, bits};

use super::{number, ones, peek, poke, run};

/// Adds a word of its own, one of its group's and one of everybody's, and says where it is.
fn cell(width: usize) -> Arc<Module> {
    let module = ModuleBuilder::new("cell", "Adds.");
    let own = module.input("own", width, "Its own word.");
    let group = module.input("group", width, "Its group's word.");
    let shared = module.input("shared", width, "Everybody's word.");
    let place = module.instance_index(width).named("place");
    let sum = (own + group).named("partial") + shared;
    module.output("sum", sum, "Sum.");
    module.output("place_sum", sum + place, "Sum and place.");
    module.finish()
}

/// `cells` cells with a word in common.
fn group(width: usize, cells: usize) -> Arc<Module> {
    let module = ModuleBuilder::new("group", "Cells.");
    let own = module.input("own", width * cells, "A word a cell.");
    let group = module.input("group", width, "The group's word.");
    let shared = module.input("shared", width, "Everybody's word.");
    let cells = module.instances("cell", cells, &cell(width));
    let cells =
        cells.spread("own", own).broadcast("group", group).broadcast("shared", shared).build();
    module.output("sums", cells.output("sum"), "A sum a cell.");
    module.output("place_sums", cells.output("place_sum"), "A sum a cell.");
    module.finish()
}

fn groups(width: usize, groups: usize, cells: usize) -> Arc<Module> {
    let module = ModuleBuilder::new("groups", "Groups of cells.");
    let own = module.input("own", width * cells * groups, "A word a cell.");
    let group_words = module.input("group_words", width * groups, "A word a group.");
    let shared = module.input("shared", width, "Everybody's word.");
    let group = module.instances("group", groups, &group(width, cells));
    let group =
        group.spread("own", own).spread("group", group_words).broadcast("shared", shared).build();
    module.output("sums", group.output("sums"), "A sum a cell.");
    module.output("place_sums", group.output("place_sums"), "A sum a cell.");
    module.finish()
}

/// Words side by side, the first lowest.
fn words(width: usize, values: impl IntoIterator<Item = u128>) -> Bits {
    values.into_iter().fold(Bits::new(), |mut all, value| {
        all.extend(&bits(width, value));
        all
    })
}

#[test]
fn each_cell_gets_its_own_its_groups_and_everybodys_word() {
    for width in [9, 16, 32, 33, 64, 65, 128, 200] {
        let mut engine = run(&groups(width, 3, 4));
        poke(&mut engine, "own", &words(width, 0..12));
        poke(&mut engine, "group_words", &words(width, [20, 40, 60]));
        poke(&mut engine, "shared", &bits(width, 100));
        let sums = [120, 121, 122, 123, 144, 145, 146, 147, 168, 169, 170, 171];
        assert_eq!(peek(&mut engine, "sums"), words(width, sums), "{width} bits");
        let place_sums = [120, 122, 124, 126, 144, 146, 148, 150, 168, 170, 172, 174];
        assert_eq!(peek(&mut engine, "place_sums"), words(width, place_sums), "{width} bits");
        let found = engine.peek_low(&format!("group[{}].cell[{}].partial", 2, 1));
        assert_eq!(found, 69, "{width} bits");
        assert_eq!(engine.peek_low("group[1].cell[3].group"), 40, "{width} bits");
        assert_eq!(engine.peek_low("group[1].cell[3].place"), 3, "{width} bits");
        let found = peek(&mut engine, "group[1].sums");
        assert_eq!(found, words(width, [144, 145, 146, 147]), "{width} bits");
    }
}

trait PeekLow {
    fn peek_low(&mut self, path: &str) -> u64;
}

impl<E: Engine> PeekLow for E {
    fn peek_low(&mut self, path: &str) -> u64 {
        self.limbs(self.signal(path))[0]
    }
}

#[test]
fn a_node_of_all_copies_is_one_operation() {
    let flat = Flat::new(&groups(32, 3, 4));
    let additions: Vec<_> = flat
        .operations
        .iter()
        .filter(|o| matches!(o.kind, OperationKind::Node(Operation::Binary(_))))
        .collect();
    assert_eq!(additions.len(), 3);
    assert!(additions.iter().all(|addition| addition.count == 12));
}

#[test]
fn a_broadcast_is_no_operation() {
    let flat = Flat::new(&groups(32, 3, 4));
    let place = |path: &str| flat.range(flat.find(path).unwrap());
    assert_eq!(place("group[2].cell[3].shared"), place("shared"));
    assert_eq!(place("group[2].cell[0].group"), place("group[2].group"));
    assert_ne!(place("group[1].cell[0].group"), place("group[2].group"));
}

#[test]
fn paths_name_one_copy_each() {
    let flat = Flat::new(&groups(8, 3, 4));
    assert!(flat.find("group[2].cell[3].partial").is_some());
    let missing = "group[3].sums group.sums group[0].cell[4].sum group[x].sums group[0] nothing \
                   cell[0].sum";
    for path in missing.split(' ') {
        assert_eq!(flat.find(path), None, "{path}");
    }
}

#[test]
fn each_copy_has_state_of_its_own() {
    let module = ModuleBuilder::new("keeper", "Keeps.");
    let keep = module.register("kept", 40);
    keep.next_when(module.input("load", 1, "Loads."), module.input("value", 40, "Value."));
    module.output("kept", keep.q(), "Content.");
    let keeper = module.finish();
    let module = ModuleBuilder::new("keepers", "Keep.");
    let keepers = module
        .instances("keeper", 3, &keeper)
        .broadcast("value", module.input("value", 40, "Value."));
    let keepers = keepers.spread("load", module.input("load", 3, "Loads.")).build();
    module.output("kept", keepers.output("kept"), "Contents.");
    let mut engine = run(&module.finish());
    for copy in 0..3 {
        engine.poke_u128(engine.signal("load"), 1 << copy);
        poke(&mut engine, "value", &ones(40, [copy]));
        engine.step();
    }
    assert_eq!(peek(&mut engine, "kept"), ones(120, [0, 41, 82]));
    assert_eq!(number(&mut engine, "keeper[1].kept_q"), 2);
}
