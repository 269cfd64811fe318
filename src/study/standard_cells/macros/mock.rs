//! Macros that nobody has drawn: each exactly as large as a memory of the design, with the size and
//! the times of the silicon model, as LEF and Liberty for a flow that asks for them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::catalogue::Catalogue;
use super::interface::{Role, keys};
use super::sram::Macro;
use super::table::MOCK;
use crate::hdl::{Memory, Module, ReadDuringWrite};
use crate::study::array::{SG13G2, memories};

/// File of mock macros in LEF.
pub const LEF: &str = "macros.lef";
/// File of mock macros in Liberty.
pub const LIBERTY: &str = "macros.lib";

/// pF of an input, as of IHP's macros of one port.
const CAPACITANCE: f64 = 0.007;
/// µm of a pin's square, and of the rim that pins lie in.
const PIN: f64 = 0.3;
const RIM: f64 = 1.0;
/// Layers of the pins and of the supply, in IHP's names.
const LAYER: &str = "Metal3";
const SUPPLY: &str = "Metal4";

impl Catalogue {
    /// A macro for each kind of memory under `top`, for those that are not read while they are written.
    pub fn mock(top: &Module) -> Self {
        let (mut rows, mut interfaces) = (BTreeMap::new(), BTreeMap::new());
        for (memory, _) in memories(top) {
            if memory.read_during_write == ReadDuringWrite::OldData {
                continue;
            }
            let roles: Vec<Role> = memory.ports.iter().map(Role::of).collect();
            let has_mask = memory.columns > 1;
            let kind = format!("{}{}", keys(&roles), if has_mask { "_masked" } else { "" });
            rows.insert((memory.depth, memory.width(), kind.clone()), row(memory, &kind));
            interfaces.insert(kind.clone(), interface(&kind, &roles, has_mask));
        }
        let lines: String = rows.values().map(String::as_str).collect();
        let interfaces: String = interfaces.into_values().collect();
        let text = format!("macro = [\n{lines}]\n{interfaces}");
        if rows.is_empty() {
            return Self { name: MOCK.to_owned(), text, macros: vec![], gate: None, wires: None };
        }
        Self::parse(MOCK, &text).expect("a table of the program's own")
    }
}

fn row(memory: &Memory, kind: &str) -> String {
    let (depth, bits) = (memory.depth, memory.width());
    let granule = match memory.columns {
        1 => String::new(),
        _ => format!(", granule = {}", memory.column_width),
    };
    let side = SG13G2.square_micrometres(depth, bits, memory.ports.len()).sqrt();
    format!(
        "    {{ name = \"mock_{depth}x{bits}_{kind}\", interface = \"{kind}\", rows = {depth}, bits = {bits}{granule}, size = [{side:.3}, {side:.3}] }},\n"
    )
}

fn interface(kind: &str, roles: &[Role], has_mask: bool) -> String {
    let mut text = format!("\n[interface.{kind}]\nholds = true\n");
    for (letter, role) in ('A'..).zip(roles) {
        let mut pins = vec![("clock", "CLK".to_owned())];
        let mut add = |key: &'static str, end: &str| pins.push((key, format!("{letter}_{end}")));
        add("address", "ADDR");
        add("enable", "EN");
        if *role == Role::ReadWrite {
            add("write", "WE");
        }
        if role.writes() && has_mask {
            add("mask", "MASK");
        }
        if role.writes() {
            add("data", "D");
        }
        if role.reads() {
            add("q", "Q");
        }
        let pins = pins.iter().map(|(key, pin)| format!("{key} = \"{pin}\"\n"));
        let role = keys(&[*role]);
        text += &format!("\n[[interface.{kind}.port]]\nkind = \"{role}\"\n");
        text += &pins.collect::<String>();
    }
    text
}

impl Macro {
    /// Side of its square, in µm.
    fn side(&self) -> f64 {
        self.cost().sqrt()
    }

    /// ns from its clock to what it reads.
    fn access(&self) -> f64 {
        SG13G2.access(self.rows)
    }

    /// Its pins, bit by bit: name, and whether it is an input.
    fn bits_of_pins(&self) -> Vec<(String, bool)> {
        let bit = |(name, is_input, bits): (&str, bool, usize)| -> Vec<(String, bool)> {
            match bits {
                1 => vec![(name.to_owned(), is_input)],
                _ => (0..bits).map(|bit| (format!("{name}[{bit}]"), is_input)).collect(),
            }
        };
        self.pins().into_iter().flat_map(bit).collect()
    }
}

/// The macros in LEF: squares with their pins around them, in layers as IHP names them.
pub fn lef(macros: &[&Macro], command: &str) -> String {
    let mut text = format!(
        "# {LEF}: mock macros, of the area that the silicon model gives.\n# Made by: {command}\n\
         VERSION 5.8 ;\nBUSBITCHARS \"[]\" ;\nDIVIDERCHAR \"/\" ;\n"
    );
    let memory = "memory takes it";
    for own in macros {
        let (name, side) = (&own.name, own.side());
        writeln!(
            text,
            "\nMACRO {name}\n  CLASS BLOCK ;\n  FOREIGN {name} 0 0 ;\n  ORIGIN 0 0 ;\n  SIZE {side:.3} BY {side:.3} ;\n  SYMMETRY X Y R90 ;"
        )
        .expect(memory);
        let mut pin = |name: &str,
                       direction: &str,
                       uses: &str,
                       layer: &str,
                       [x, y, right, top]: [f64; 4]| {
            writeln!(
                text,
                "  PIN {name}\n    DIRECTION {direction} ;\n    USE {uses} ;\n    PORT\n      LAYER {layer} ;\n        \
                 RECT {x:.3} {y:.3} {right:.3} {top:.3} ;\n    END\n  END {name}"
            )
            .expect(memory);
        };
        let pins = own.bits_of_pins();
        let far = side - PIN;
        for (number, (name, is_input)) in pins.iter().enumerate() {
            let along = 4.0 * number as f64 / pins.len() as f64;
            let rest = RIM + along.fract() * (far - 2.0 * RIM);
            let [x, y] = match along as usize {
                0 => [rest, 0.0],
                1 => [far, rest],
                2 => [side - PIN - rest, far],
                _ => [0.0, side - PIN - rest],
            };
            let direction = if *is_input { "INPUT" } else { "OUTPUT" };
            let uses = if name == "CLK" { "CLOCK" } else { "SIGNAL" };
            pin(name, direction, uses, LAYER, [x, y, x + PIN, y + PIN]);
        }
        let (middle, band) = (side / 2.0, 2.0 * RIM);
        pin("VDD", "INOUT", "POWER", SUPPLY, [RIM, middle + RIM, side - RIM, middle + RIM + band]);
        pin("VSS", "INOUT", "GROUND", SUPPLY, [RIM, middle - RIM - band, side - RIM, middle - RIM]);
        text += "  OBS\n";
        for layer in ["Metal1", "Metal2", LAYER] {
            let high = side - RIM;
            writeln!(
                text,
                "    LAYER {layer} ;\n      RECT {RIM:.3} {RIM:.3} {high:.3} {high:.3} ;"
            )
            .expect(memory);
        }
        writeln!(text, "  END\nEND {name}").expect(memory);
    }
    text + "\nEND LIBRARY\n"
}

/// The macros in Liberty: areas, and times at the one corner of the silicon model.
pub fn liberty(macros: &[&Macro], command: &str) -> String {
    let mut text = format!(
        "/* {LIBERTY}: mock macros, of the area and the access times that the silicon model gives.\n   Made by: {command} */\n\
         library (lanebeat_{MOCK}) {{\n  delay_model : table_lookup;\n  time_unit : \"1ns\";\n  voltage_unit : \"1V\";\n  current_unit : \"1mA\";\n  \
         pulling_resistance_unit : \"1kohm\";\n  leakage_power_unit : \"1nW\";\n  capacitive_load_unit (1, pf);\n  nom_process : 1;\n  nom_temperature : 25;\n  nom_voltage : 1.2;\n"
    );
    for edge in ["rise", "fall"] {
        for (threshold, percent) in
            [("input", 50), ("output", 50), ("slew_lower", 20), ("slew_upper", 80)]
        {
            text += &format!("  {threshold}_threshold_pct_{edge} : {percent};\n");
        }
    }
    let memory = "memory takes it";
    let widths: BTreeSet<usize> = macros
        .iter()
        .flat_map(|own| own.pins())
        .map(|(.., bits)| bits)
        .filter(|&bits| bits > 1)
        .collect();
    for bits in widths {
        writeln!(
            text,
            "  type (bus_{bits}) {{ base_type : array; data_type : bit; bit_width : {bits}; bit_from : {}; bit_to : 0; downto : true; }}",
            bits - 1
        )
        .expect(memory);
    }
    for own in macros {
        writeln!(
            text,
            "  cell ({}) {{\n    area : {:.1};\n    dont_touch : true;\n    dont_use : true;\n    is_macro_cell : true;",
            own.name,
            own.cost()
        )
        .expect(memory);
        for (pin, is_input, bits) in own.pins() {
            let (head, bus) = match bits {
                1 => (format!("pin ({pin})"), String::new()),
                _ => (format!("bus ({pin})"), format!("bus_type : bus_{bits}; ")),
            };
            let value =
                |key: &str, value: f64| format!("{key} (scalar) {{ values (\"{value:.3}\"); }} ");
            let constraint = |kind: &str, time: f64| {
                format!(
                    "timing () {{ related_pin : \"CLK\"; timing_type : {kind}_rising; {}{}}} ",
                    value("rise_constraint", time),
                    value("fall_constraint", time)
                )
            };
            let rest = match (is_input, pin) {
                (true, "CLK") => {
                    format!("direction : input; clock : true; capacitance : {CAPACITANCE}; ")
                }
                (true, _) => format!(
                    "direction : input; capacitance : {CAPACITANCE}; {}{}",
                    constraint("setup", 0.0),
                    constraint("hold", 0.0)
                ),
                (false, _) => {
                    let access = own.access();
                    format!(
                        "direction : output; timing () {{ related_pin : \"CLK\"; timing_type : rising_edge; timing_sense : non_unate; {}{}{}{}}} ",
                        value("cell_rise", access),
                        value("cell_fall", access),
                        value("rise_transition", 0.1),
                        value("fall_transition", 0.1)
                    )
                }
            };
            writeln!(text, "    {head} {{ {bus}{rest}}}").expect(memory);
        }
        text += "  }\n";
    }
    text + "}\n"
}
