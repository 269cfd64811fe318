//! Random well-formed designs: every operation, widths 1 to 300, registers, memories and replicated
//! children.
//!
//! A [`Recipe`] is plain data that shrinks well: each step picks its operands among the signals
//! made so far, so any recipe makes a design, and dropping a step leaves one. Every signal of a
//! recipe is a named net, `step_{n}`.

use std::sync::Arc;

use lanebeat_hdl::{
    Bits, Direction, MemoryShape, Module, ModuleBuilder, ReadDuringWrite, ReadWrite, Signal,
};
use proptest::prelude::*;

/// Widest signal.
pub const WIDEST: usize = 300;

/// How a design is made.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub input_widths: Vec<usize>,
    pub steps: Vec<Step>,
    /// Copies of a child in the middle of the steps.
    pub child: Option<(usize, Box<Recipe>)>,
    /// Memories may do what is undefined: ports meet, addresses go beyond the depth.
    pub is_wild: bool,
    /// Every other step makes a signal without a name.
    pub is_nameless: bool,
    /// There are no registers and memories.
    pub is_stateless: bool,
}

/// One signal; the numbers are taken modulo what there is to choose from.
#[derive(Clone, Debug)]
pub struct Step {
    pub operation: u8,
    pub operands: [u16; 4],
    pub width: usize,
    pub words: [u64; 5],
}

/// Recipes with up to `levels` levels of replicated children.
pub fn recipes(levels: usize) -> BoxedStrategy<Recipe> {
    let child = match levels {
        0 => Just(None).boxed(),
        _ => {
            prop::option::weighted(0.8, (copies(), recipes(levels - 1).prop_map(Box::new))).boxed()
        }
    };
    let inputs = prop::collection::vec(widths(), 1..4);
    (inputs, prop::collection::vec(steps(), 1..20), child)
        .prop_map(|(input_widths, steps, child)| Recipe {
            input_widths,
            steps,
            child,
            is_wild: false,
            is_nameless: false,
            is_stateless: false,
        })
        .boxed()
}

/// Words that stimuli are made of.
pub fn words() -> impl Strategy<Value = Vec<u64>> {
    let word = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(1)];
    prop::collection::vec(word, 1..8)
}

/// What each input of `top` gets in `cycle`, and a reset in cycle 2: runs of equal bits are as
/// likely as noise, so that carries and comparisons go far.
pub fn stimuli(top: &Module, words: &[u64], cycle: usize) -> Vec<(String, Bits)> {
    let value = |width: usize, salt: usize| {
        let word = |n: usize| words[(n + salt) % words.len()].rotate_left((salt * 7 + n) as u32);
        let mut value = Bits::from_vec((0..width.div_ceil(64)).map(word).collect());
        value.truncate(width);
        value
    };
    let inputs = top.ports.iter().filter(|port| port.direction == Direction::Input).enumerate();
    let inputs =
        inputs.map(|(number, port)| (port.name.clone(), value(port.width, cycle * 5 + number)));
    let reset = top.has_reset().then(|| ("reset".to_owned(), Bits::repeat(cycle == 2, 1)));
    inputs.chain(reset).collect()
}

/// Recipes with memories that do what is undefined.
pub fn wild_recipes(levels: usize) -> BoxedStrategy<Recipe> {
    recipes(levels).prop_map(Recipe::wild).boxed()
}

/// Few copies of a child, or so many that they are computed in vectors, which the last of them need
/// not fill.
fn copies() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 1..=5usize, 1 => prop::sample::select(vec![16, 17, 18])]
}

/// Widths on both sides of the limb boundaries are as likely as all others together.
fn widths() -> impl Strategy<Value = usize> {
    prop_oneof![
        1..=WIDEST,
        prop::sample::select(vec![1, 2, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 192])
    ]
}

fn steps() -> impl Strategy<Value = Step> {
    (any::<u8>(), any::<[u16; 4]>(), widths(), any::<[u64; 5]>())
        .prop_map(|(operation, operands, width, words)| Step { operation, operands, width, words })
}

impl Recipe {
    fn wild(self) -> Self {
        let child = self.child.map(|(count, child)| (count, Box::new(child.wild())));
        Self { child, is_wild: true, ..self }
    }

    /// The same with other operations in place of registers and memories, and every other signal
    /// without a name.
    pub fn stateless(self) -> Self {
        let child = self.child.map(|(count, child)| (count, Box::new(child.stateless())));
        Self { child, is_stateless: true, is_nameless: true, ..self }
    }

    /// Every fourth step is a constant of zeros, of ones or of anything, and every other signal has
    /// no name.
    pub fn with_constants(self) -> Self {
        let constant = |step: Step| match step.operands[3] % 4 {
            0 => Step {
                operation: 0,
                words: [[0; 5], [u64::MAX; 5], [1, 0, 0, 0, 0], step.words]
                    [step.operands[2] as usize % 4],
                ..step
            },
            _ => step,
        };
        let steps = self.steps.into_iter().map(constant).collect();
        let child = self.child.map(|(count, child)| (count, Box::new(child.with_constants())));
        Self { steps, child, is_nameless: true, ..self }
    }

    /// The design.
    pub fn build(&self) -> Arc<Module> {
        self.build_level(0, ModuleBuilder::finish)
    }

    /// The design without the netlist's algebra.
    pub fn build_as_written(&self) -> Arc<Module> {
        self.build_level(0, ModuleBuilder::finish_as_written)
    }

    fn build_level(&self, level: usize, finish: fn(ModuleBuilder) -> Arc<Module>) -> Arc<Module> {
        let module = ModuleBuilder::new(&format!("level_{level}"), "A random design.");
        let mut pool = vec![module.instance_index(3)];
        for (number, width) in self.input_widths.iter().enumerate() {
            pool.push(module.input(&format!("input_{number}"), *width, "Random."));
        }
        let half = self.steps.len() / 2;
        for (number, step) in self.steps.iter().enumerate() {
            if number == half
                && let Some((count, child)) = &self.child
            {
                let child = child.build_level(level + 1, finish);
                instantiate(&module, &mut pool, step, *count, &child);
            }
            let (is_wild, operations) = (self.is_wild, if self.is_stateless { 28 } else { 32 });
            let signal =
                Builder { module: &module, pool: &pool, step, number, is_wild, operations }
                    .signal();
            let is_named = !self.is_nameless || number % 2 == 0;
            pool.push(if is_named { signal.named(&format!("step_{number}")) } else { signal });
        }
        let last = *pool.last().expect("a recipe has inputs");
        module.output("last", last, "The last signal.");
        module.output("checksum", module.concat(&pool).parity(), "Parity of all signals.");
        finish(module)
    }
}

/// Connects child input n by a broadcast or a spread and adds the child's outputs to the pool.
fn instantiate<'m>(
    module: &'m ModuleBuilder,
    pool: &mut Vec<Signal<'m>>,
    step: &Step,
    count: usize,
    child: &Arc<Module>,
) {
    let mut instances = module.instances("child", count, child);
    for (number, port) in
        child.ports.iter().filter(|port| port.name.starts_with("input")).enumerate()
    {
        let source = pool[(step.operands[number % 4] as usize + number) % pool.len()];
        instances = match step.words[0] >> number & 1 {
            0 => instances.broadcast(&port.name, fit(module, source, port.width)),
            _ => instances.spread(&port.name, fit(module, source, port.width * count)),
        };
    }
    let outputs = instances.build();
    pool.push(outputs.output("last"));
    pool.push(outputs.output("checksum"));
}

/// The signal cut or repeated to `width` bits.
fn fit<'m>(module: &'m ModuleBuilder, signal: Signal<'m>, width: usize) -> Signal<'m> {
    let whole = width / signal.width();
    let rest = width % signal.width();
    let mut parts = vec![];
    if whole > 0 {
        parts.push(signal.repeat(whole));
    }
    if rest > 0 {
        parts.push(signal.slice(signal.width() - rest, rest));
    }
    module.concat(&parts)
}

struct Builder<'b, 'm> {
    module: &'m ModuleBuilder,
    pool: &'b [Signal<'m>],
    step: &'b Step,
    number: usize,
    is_wild: bool,
    /// To choose from; the last four have state.
    operations: u8,
}

impl<'m> Builder<'_, 'm> {
    /// Operand `n` as it is.
    fn any(&self, n: usize) -> Signal<'m> {
        self.pool[self.step.operands[n] as usize % self.pool.len()]
    }

    /// Operand `n`, made `width` bits wide.
    fn wide(&self, n: usize, width: usize) -> Signal<'m> {
        fit(self.module, self.any(n), width)
    }

    fn signal(&self) -> Signal<'m> {
        let width = self.step.width;
        let (a, b) = (|| self.wide(0, width), || self.wide(1, width));
        let amount = || self.wide(1, [3, 9, 70][self.step.words[0] as usize % 3]);
        match self.step.operation % self.operations {
            0 => self.constant(width),
            1 => !a(),
            2 => self.any(0).any(),
            3 => self.any(0).all(),
            4 => self.any(0).parity(),
            5 => a() & b(),
            6 => a() | b(),
            7 => a() ^ b(),
            8 | 9 => a() + b(),
            10 | 11 => a() - b(),
            12 => a().equals(b()),
            13 => a().differs(b()),
            14 => a().less_than(b()),
            15 => a().less_than_signed(b()),
            16 => {
                let (a, b) = (self.wide(0, width.div_ceil(2)), self.wide(1, width / 3 + 1));
                let is_signed = !self.step.words[2].is_multiple_of(2);
                if is_signed { a.multiply_signed(b) } else { a.multiply(b) }
            }
            17 => a().shift_left(amount()),
            18 => a().shift_right(amount()),
            19 => a().shift_right_signed(amount()),
            20 => self.wide(2, 1).mux(a(), b()),
            21 => self.select(),
            22 => self.slice(),
            23 => self.module.concat(&[self.wide(0, 33), self.wide(1, 64), self.wide(3, 31)]),
            24 => self.module.concat(&[
                self.wide(0, width / 3 + 1),
                self.wide(1, width / 5 + 1),
                self.wide(2, 1),
            ]),
            25 => self.wide(0, width / 7 + 1).repeat(1 + self.step.operands[3] as usize % 7),
            26 => self.module.instance_index(2),
            27 => self.wire(),
            28 | 29 => self.register(),
            _ => self.memory(),
        }
    }

    fn wire(&self) -> Signal<'m> {
        let wire = self.module.wire(&format!("wire_{}", self.number), self.step.width);
        let result = !wire;
        wire.drive(self.wide(0, self.step.width));
        result
    }

    fn constant(&self, width: usize) -> Signal<'m> {
        let mut value = Bits::from_slice(&self.step.words);
        value.truncate(width);
        self.module.constant_bits(value)
    }

    fn select(&self) -> Signal<'m> {
        let index_width = 1 + self.step.operands[2] as usize % 4;
        let width = 1 + self.step.width % (WIDEST >> index_width);
        self.wide(0, width << index_width).element(self.wide(1, index_width))
    }

    fn slice(&self) -> Signal<'m> {
        let value = self.any(0);
        let low = self.step.operands[1] as usize % value.width();
        value.slice(low, 1 + self.step.operands[2] as usize % (value.width() - low))
    }

    fn register(&self) -> Signal<'m> {
        let (width, name) = (self.step.width, format!("register_{}", self.number));
        let register = match self.step.words[0] % 2 {
            0 => self.module.register(&name, width),
            _ => self.module.reset_register(
                &name,
                width,
                u128::from(self.step.words[1]) & ((1 << width.min(64)) - 1),
            ),
        };
        match self.step.words[2] % 2 {
            0 => register.next(self.wide(0, width)),
            _ => register.next_when(self.wide(1, 1), self.wide(0, width) + register.q()),
        };
        register.q()
    }

    /// One port that writes, so that nothing it does is undefined; in a wild design more.
    fn memory(&self) -> Signal<'m> {
        let words = self.step.words;
        let (columns, column_width) = (1 + words[0] as usize % 5, 1 + words[1] as usize % 70);
        let (depth, read_during_write) = match (self.is_wild, words[4] % 2) {
            (true, 0) => (2 + words[2] as usize % 8, ReadDuringWrite::Undefined),
            (true, _) => (2 + words[2] as usize % 8, ReadDuringWrite::OldData),
            (false, _) => (1 << (1 + words[2] % 3), ReadDuringWrite::OldData),
        };
        let shape = MemoryShape { depth, columns, column_width, read_during_write };
        let memory = self.module.memory(&format!("memory_{}", self.number), shape);
        let (address, data) =
            (self.wide(0, shape.address_width()), self.wide(1, columns * column_width));
        let (column_enable, write) = (self.wide(2, columns), self.wide(2, 1));
        let (other_address, read_data) =
            (self.wide(3, shape.address_width()), format!("read_{}", self.number));
        if self.is_wild && words[3] & 2 == 0 {
            let other_data = self.wide(2, columns * column_width);
            memory.write_port(other_address, self.wide(3, columns), other_data);
        }
        if words[3].is_multiple_of(2) {
            let enable = self.wide(3, 1);
            let port = ReadWrite { address, enable, write, column_enable, data };
            return memory.read_write_port(port, &read_data);
        }
        memory.write_port(address, column_enable, data);
        memory.read_port(other_address, write, &read_data)
    }
}
