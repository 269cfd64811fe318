//! A unit of your own: every lane multiplies four bytes by four bytes and adds the products to a
//! sum. It becomes Verilog, runs, and gets pipeline registers. `cargo run --example custom_unit`

use std::sync::Arc;

use lanebeat_engine::{Compiled, Engine, Flat};
use lanebeat_hdl::verilog::{Header, write};
use lanebeat_hdl::{Block, Cost, Delays, Module, Pipeline, Signal};

lanebeat_hdl::ports! {
    pub struct Inputs(lanes: usize) {
        a: [lanes * 32] "four bytes of each lane";
        b: [lanes * 32] "what they are multiplied by";
        sum: [lanes * 32] "what the products are added to";
    }
}

lanebeat_hdl::ports! {
    pub struct Outputs(lanes: usize) {
        word: [lanes * 32] "the new sum of each lane";
    }
}

/// One lane. Widths are checked at every operation; nothing is extended unless one says so.
fn lane() -> Block<Inputs, Outputs> {
    let (inputs, outputs) = (Inputs::ports(1), Outputs::ports(1));
    Block::new(
        "dot_lane",
        "Dot product of one lane.",
        inputs,
        outputs,
        |_, Inputs { a, b, sum }: Inputs<Signal>| {
            let pairs = a.elements(8).into_iter().zip(b.elements(8));
            let products = pairs.map(|(a, b)| a.multiply(b).zero_extend(32));
            Outputs { word: products.fold(sum, |sum, product| sum + product) }
        },
    )
}

/// The unit: `lanes` lanes, described once.
pub fn dot(lanes: usize) -> Block<Inputs, Outputs> {
    let (inputs, outputs) = (Inputs::ports(lanes), Outputs::ports(lanes));
    Block::new("dot", "Dot products of bytes.", inputs, outputs, |m, inputs: Inputs<Signal>| {
        lane().instances(m, "lane", lanes, inputs)
    })
}

/// `word`, `cycles` clock edges after the unit has got its operands.
pub fn answer(unit: &Arc<Module>, cycles: u64, [a, b, sum]: [u128; 3]) -> u128 {
    let mut engine = Compiled::new(&Flat::new(unit), 1);
    for (port, words) in [("a", a), ("b", b), ("sum", sum)] {
        engine.poke_u128(engine.signal(port), words);
    }
    engine.steps(cycles);
    engine.peek_u128(engine.signal("word"))
}

#[allow(dead_code, reason = "a test takes the unit from this file")]
fn main() {
    let unit = dot(4).module;
    let pipelined = Pipeline::new(2, Delays::xc7()).apply(&unit);

    // Lanes 3 to 0 of each operand.
    let operands = [
        0x00000000_ffffffff_04030201_01010101,
        0x12345678_ffffffff_01010101_04030201,
        0x00000007_00000000_00000064_00000000,
    ];
    println!("at once               {:032x}", answer(&unit, 0, operands));
    println!("2 clock edges later   {:032x}", answer(&pipelined.module, 2, operands));
    let flip_flops = Cost::of(&pipelined.module).register_bits;
    println!("in 2 pipeline stages  {flip_flops} flip-flops, {} ps at the most", pipelined.period);

    let header = Header::new("lanes = 4", "cargo run --example custom_unit");
    for file in write(&pipelined.module, &header) {
        print!("\n{}", file.text);
    }
}
