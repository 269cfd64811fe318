//! The page of an operation: its spellings, its effect, its time in each organisation
//! of the register file, and the cost of the unit that does it.

use serde::Serialize;

use crate::cli::error::CliError;
use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{self, Side, Timing, aligned, gathers};
use lanebeat::hdl::{Cost, Module};
use lanebeat::isa::asm::{self, Described, Example};
use lanebeat::isa::{Dialect, Instruction, WaveState, sentence};
use lanebeat::model::explain::{Explanation, explain};
use lanebeat::rtl::units;
use lanebeat::study::estimate::figures;
use lanebeat::study::{Family, Figure, parts};

/// FPGA family whose cells the estimate counts.
const FAMILY: Family = Family::Xc7;

/// Page of an operation or of a modifier.
#[derive(Serialize)]
pub struct Page {
    /// The mnemonic or modifier.
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opcode: Option<String>,
    /// The key of the feature that it belongs to.
    feature: Option<&'static str>,
    spellings: Vec<Spelling>,
    /// Whether a guard may stand before it.
    takes_guard: bool,
    example: String,
    effect: String,
    slots: Vec<Slots>,
    unit: UnitCost,
    /// Sources of the words in the example of a modifier; `None` for an operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Explanation>,
    #[serde(skip)]
    pub instruction: Instruction,
}

#[derive(Serialize)]
struct Spelling {
    dialect: &'static str,
    text: String,
    operands: Vec<Operand>,
}

#[derive(Clone, PartialEq, Serialize)]
struct Operand {
    name: &'static str,
    takes: String,
}

/// The time of the example in one organisation.
#[derive(Serialize)]
struct Slots {
    register_file: &'static str,
    /// Slots that it stands in the reading stage.
    slots: u8,
    /// Whether the first of them only gathers.
    gathers: bool,
    /// Slots of the same with modifiers.
    modified: Vec<(&'static str, u8)>,
    /// Cycles from issue to the write of the last row, if no bank keeps it waiting.
    cycles: u64,
    /// Slots from its issue to that of the first of its wave that may use the result.
    dependent: u64,
}

/// The unit that does it, counted in the netlist of this machine.
#[derive(Serialize)]
struct UnitCost {
    name: &'static str,
    purpose: &'static str,
    /// Copies in the core.
    copies: usize,
    /// Bits of one copy.
    register_bits: usize,
    memory_bits: usize,
    mux_input_bits: usize,
    adder_bits: usize,
    multiplier_bits: usize,
    /// Estimated cells of one copy, with their sources.
    estimate: Vec<Figure>,
}

/// The pages about `name`, an operation's mnemonic or a DPP modifier's; none where it is
/// neither.
///
/// # Errors
/// When this machine lacks it.
pub fn pages(config: &Config, name: &str) -> Result<Vec<Page>, CliError> {
    let target = config.target();
    let described = asm::described(name, &target)?;
    if !described.is_empty() {
        return described.into_iter().map(|one| Page::of_operation(config, name, one)).collect();
    }
    match asm::described_modifier(name, &target)? {
        Some((ways, example)) => Ok(vec![Page::of_modifier(config, name, &ways, &example)?]),
        None => Ok(vec![]),
    }
}

impl Page {
    fn of_operation(config: &Config, name: &str, described: Described) -> Result<Self, CliError> {
        let Described { operation, spellings, example } = described;
        let mut written = spellings.iter().map(|written| Spelling {
            dialect: dialect(written.dialect),
            text: {
                let names: Vec<&str> = written.places.iter().map(|place| place.name).collect();
                format!("{} {}", written.mnemonic, names.join(", ")).trim_end().to_owned()
            },
            operands: written
                .places
                .iter()
                .map(|place| Operand { name: place.name, takes: place.takes.clone() })
                .collect(),
        });
        let same = |written: &asm::Written| written.mnemonic.eq_ignore_ascii_case(name);
        let own = spellings.iter().find(|written| same(written));
        Ok(Self {
            name: own.map_or(name, |written| written.mnemonic).to_owned(),
            opcode: Some(format!("{:#04x}", operation.opcode())),
            feature: operation.row().feature.map(|feature| feature.key()),
            spellings: written.by_ref().collect(),
            takes_guard: operation.takes_guard(),
            effect: sentence(&example.instruction),
            slots: slots(config, &example),
            unit: UnitCost::new(config, units::unit_of(operation))?,
            map: None,
            instruction: example.instruction,
            example: example.text,
        })
    }

    fn of_modifier(
        config: &Config,
        name: &str,
        ways: &[String],
        example: &Example,
    ) -> Result<Self, CliError> {
        let state = WaveState::new(config.threads(), config.registers);
        let spelling =
            |way: &String| Spelling { dialect: "GCN", text: way.clone(), operands: vec![] };
        Ok(Self {
            name: name.to_lowercase(),
            opcode: None,
            feature: Some("dpp"),
            spellings: ways.iter().map(spelling).collect(),
            takes_guard: false,
            example: example.text.clone(),
            effect: sentence(&example.instruction),
            slots: slots(config, example),
            unit: UnitCost::new(config, units::unit_of_dpp(config))?,
            map: Some(explain(&example.instruction, &state)),
            instruction: example.instruction,
        })
    }

    pub fn text(&self) -> String {
        let opcode = self.opcode.as_ref().map_or(String::new(), |code| format!(", opcode {code}"));
        let feature = self.feature.map_or(String::new(), |key| format!(", of the feature {key}"));
        let mut text = format!("{}{opcode}{feature}\n\n", self.name);
        let mut shown: &[Operand] = &[];
        for (place, Spelling { dialect, text: line, operands }) in self.spellings.iter().enumerate()
        {
            text += &format!("{dialect:6}{line}\n");
            let is_last =
                self.spellings.get(place + 1).is_none_or(|next| next.operands != *operands);
            if is_last && shown != &operands[..] {
                let width = operands.iter().map(|operand| operand.name.len()).max().unwrap_or(0);
                for Operand { name, takes } in operands {
                    text += &format!("      {name:width$}  {takes}\n");
                }
                shown = operands;
            }
        }
        if self.takes_guard {
            text += "      @P or @!P before it lets only threads take part where that holds\n";
        }
        text += &format!("\n{}\n{}\n\n", self.example, self.effect);
        if let Some(map) = &self.map {
            text += &format!("{map}\n");
        }
        text += &self.times();
        text.push('\n');
        text + &self.unit.text()
    }

    /// A line for each organisation.
    fn times(&self) -> String {
        let modified = self.slots.first().map_or(&[][..], |slots| &slots.modified[..]);
        let mut titles = vec!["register_file".to_owned(), "slots".to_owned()];
        titles.extend(modified.iter().map(|(modifier, _)| format!("with {modifier}")));
        titles.extend(["cycles to result", "slots to dependent"].map(str::to_owned));
        let line = |slots: &Slots| {
            let gathers = if slots.gathers { ", the first gathers" } else { "" };
            let mut cells =
                vec![slots.register_file.to_owned(), format!("{}{gathers}", slots.slots)];
            cells.extend(slots.modified.iter().map(|(_, slots)| slots.to_string()));
            cells.extend([slots.cycles, slots.dependent].map(|number| number.to_string()));
            cells
        };
        let rows: Vec<Vec<String>> =
            std::iter::once(titles).chain(self.slots.iter().map(line)).collect();
        aligned(rows.iter(), "  ", |_| Side::Left)
    }
}

fn dialect(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sass => "SASS",
        Dialect::Gcn => "GCN",
    }
}

/// The times of the example in every organisation that these lanes and beats can have.
fn slots(config: &Config, example: &Example) -> Vec<Slots> {
    let of_machine = |config: Config| {
        let timing = Timing::new(&config);
        let passes = |instruction: &Instruction| cycle::passes(&config, instruction);
        let slots = passes(&example.instruction);
        let waited = u64::from(slots - 1);
        Slots {
            register_file: config.register_file.key(),
            slots,
            gathers: gathers(&config, &example.instruction),
            modified: example
                .modified
                .iter()
                .map(|(modifier, instruction)| (*modifier, passes(instruction)))
                .collect(),
            cycles: waited * timing.slot_cycles() + timing.retire(),
            dependent: waited + timing.dependent_distance(),
        }
    };
    let machines = RegisterFile::ALL.into_iter().filter_map(|own| config.organised(own));
    machines.map(of_machine).collect()
}

impl UnitCost {
    fn new(config: &Config, name: &'static str) -> Result<Self, CliError> {
        let unit = units::find(name)?;
        // The machine's pipeline registers cut its copies in several ways.
        let config = &match unit.is_logic_alone() {
            true => Config { stages: 0, ..config.clone() },
            false => config.clone(),
        };
        let module = units::build(unit, config)?;
        let core = units::build(units::find(units::CORE)?, config)?;
        let Cost {
            register_bits,
            memory_bits,
            mux_input_bits,
            adder_bits,
            multiplier_bits,
            memory_port_bits: _,
        } = Cost::of(&module);
        Ok(Self {
            name,
            purpose: unit.purpose,
            copies: copies(&core, &module.name),
            register_bits,
            memory_bits,
            mux_input_bits,
            adder_bits,
            multiplier_bits,
            estimate: figures(FAMILY, &parts(&module)).unwrap_or_default(),
        })
    }

    fn text(&self) -> String {
        let counts = [
            (self.mux_input_bits, "multiplexer input bits"),
            (self.adder_bits, "adder bits"),
            (self.multiplier_bits, "multiplier bits"),
            (self.register_bits, "flip-flops"),
            (self.memory_bits, "memory bits"),
        ];
        let listed = |parts: Vec<String>| {
            if parts.is_empty() { "nothing of its own".to_owned() } else { parts.join(", ") }
        };
        let counted = counts.into_iter().filter(|(count, _)| *count > 0);
        let counted = counted.map(|(count, what)| format!("{count} {what}")).collect();
        let estimated = self.estimate.iter().filter(|figure| figure.value > 0.0);
        let estimated = estimated.map(|figure| format!("{} {}", figure.text(), figure.unit));
        let copies = if self.copies == 1 { "once" } else { &format!("{} times", self.copies) };
        let source = self.estimate.first().map_or("", |figure| &figure.source);
        format!(
            "done by unit {}, which the core has {copies}: {}\neach has {} in the netlist\nand takes about {}: {source}\n",
            self.name,
            self.purpose,
            listed(counted),
            listed(estimated.collect()),
        )
    }
}

/// Number of instances of the module called `name` below `module`.
fn copies(module: &Module, name: &str) -> usize {
    let below = module.instances.iter().map(|instance| {
        let own = usize::from(instance.module.name == name);
        instance.count * (own + copies(&instance.module, name))
    });
    below.sum()
}
