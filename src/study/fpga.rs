//! FPGAs that one can buy, their resources, and the share that a machine uses.

use std::str::FromStr;

use super::cells::Family;
use super::estimate;
use super::figure::Figure;
use super::flow::Flow;
use super::point::Point;
use crate::config::suggestion;
use crate::source::shorten;

/// An FPGA and its resources, counted as [`super::cells::resources`] counts cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fpga {
    /// Its name after `--device`, or the numbers there.
    pub key: &'static str,
    /// Family as its maker calls it; `None` for a device of numbers.
    pub series: Option<&'static str>,
    /// Family whose cells it has; `None` for one that no flow maps to.
    own: Option<Family>,
    /// Family whose cells are held against its resources.
    counted: Family,
    amounts: Amounts,
    /// The maker's document.
    pub source: &'static str,
}

/// Resources as the maker counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Amounts {
    /// Inputs of a look-up table: 4 or 6.
    inputs: u32,
    luts: u32,
    flip_flops: u32,
    /// Block RAMs, and the kilobits of one.
    rams: (u32, u32),
    dsps: u32,
}

impl Amounts {
    /// The calibrated family whose look-up tables are as large.
    const fn stand_in(self) -> Family {
        if self.inputs == 6 { Family::Xc7 } else { Family::Ecp5 }
    }
}

const DS180: &str = "AMD DS180, 7 Series FPGAs Overview: slices x 4 LUTs and x 8 flip-flops, \
RAMB18 as two in a 36 kbit block";
const DS190: &str = "AMD DS190, Zynq-7000 SoC Overview: programmable logic of the Z-7020, RAMB18 \
as two in a 36 kbit block";
const DS890: &str = "AMD DS890, UltraScale Architecture and Product Data Sheet: CLB LUTs and \
flip-flops, RAMB18 as two in a 36 kbit block, without UltraRAM";
const DS02012: &str = "Lattice FPGA-DS-02012, ECP5 family data sheet, table of the family: EBR \
and 18 x 18 multipliers; LUTs, which it rounds to thousands, and as many flip-flops as Project \
Trellis counts slices";
const DS02029: &str = "Lattice FPGA-DS-02029, iCE40 LP/HX family data sheet, table of the \
family: logic cells of a LUT and a flip-flop, RAM4K";
const DS02008: &str = "Lattice FPGA-DS-02008, iCE40 UltraPlus family data sheet: logic cells of a \
LUT and a flip-flop, EBR of 4 kbit, MAC16; without its single-port RAM";
const DS02049: &str = "Lattice FPGA-DS-02049, CrossLink-NX family data sheet: EBR and 18 x 18 \
multipliers; LUTs and flip-flops, which it rounds to thousands of logic cells, as Project Oxide \
counts them; without large RAM";
const DS02086: &str = "Lattice FPGA-DS-02086, CertusPro-NX family data sheet: EBR and 18 x 18 \
multipliers; LUTs and flip-flops, which it rounds to thousands of logic cells, as Project Oxide \
counts them; without large RAM";
const DS100: &str = "Gowin DS100, GW1N series data sheet, table of resources: LUT4, flip-flops, \
BSRAM, 18 x 18 multipliers";
const DS102: &str = "Gowin DS102, GW2A series data sheet, table of resources: LUT4, flip-flops, \
BSRAM, 18 x 18 multipliers";
const DS1103: &str = "Gowin DS1103, GW5A series data sheet, table of resources: LUT4, flip-flops, \
BSRAM, DSP blocks";
const DS1104: &str = "Gowin DS1104, GW5AST series data sheet, table of resources: LUT4, \
flip-flops, BSRAM, DSP blocks";
const DS1001: &str = "Cologne Chip DS1001, GateMate CCGM1A1 data sheet: programmable elements, \
each taken as one LUT4 though some hold two, with two flip-flops; block RAM as halves of 20 kbit; \
its multipliers are made of the elements";
const CV51001: &str = "Intel CV-51001, Cyclone V Device Overview, SE A5: adaptive logic modules, \
each taken as one LUT6 though some hold two smaller ones, with four flip-flops; M10K; \
variable-precision DSP blocks";
const MAX10: &str = "Intel M10-OVERVIEW, MAX 10 FPGA Device Overview: M9K and 18 x 18 \
multipliers; logic elements of a LUT4 and a flip-flop, which it rounds to thousands, as Quartus \
counts them";
const DST20: &str = "Efinix DST20, Trion T20 data sheet: logic elements of a LUT4 and a \
flip-flop, RAM of 5 kbit, multipliers";

/// All devices that `--device` knows by name. Columns: family of the cells, that of the maker, inputs
/// of a LUT, LUTs, flip-flops, block RAMs with their kilobits, DSP blocks, document.
pub const FPGAS: [Fpga; 22] = {
    use Family::{Ecp5, Gowin, Ice40, Xc7};
    const fn fpga(
        key: &'static str,
        (own, series): (Option<Family>, &'static str),
        [inputs, luts, flip_flops, rams, kilobits, dsps]: [u32; 6],
        source: &'static str,
    ) -> Fpga {
        let amounts = Amounts { inputs, luts, flip_flops, rams: (rams, kilobits), dsps };
        let counted = match own {
            Some(own) => own,
            None => amounts.stand_in(),
        };
        Fpga { key, series: Some(series), own, counted, amounts, source }
    }
    let (xc7, up, nx) = ((Some(Xc7), "7 series"), (None, "UltraScale+"), (None, "Nexus"));
    let (ecp5, ice40, gowin) = ((Some(Ecp5), "ECP5"), (Some(Ice40), "iCE40"), Some(Gowin));
    [
        fpga("xc7a35t", xc7, [6, 20_800, 41_600, 100, 18, 90], DS180),
        fpga("xc7a100t", xc7, [6, 63_400, 126_800, 270, 18, 240], DS180),
        fpga("xc7a200t", xc7, [6, 134_600, 269_200, 730, 18, 740], DS180),
        fpga("xc7k325t", xc7, [6, 203_800, 407_600, 890, 18, 840], DS180),
        fpga("xc7z020", xc7, [6, 53_200, 106_400, 280, 18, 220], DS190),
        fpga("xcau15p", up, [6, 77_760, 155_520, 288, 18, 576], DS890),
        fpga("xcku5p", up, [6, 216_960, 433_920, 960, 18, 1_824], DS890),
        fpga("5csema5", (None, "Cyclone V"), [6, 32_070, 128_280, 397, 10, 87], CV51001),
        fpga("lfe5u-25f", ecp5, [4, 24_288, 24_288, 56, 18, 28], DS02012),
        fpga("lfe5u-45f", ecp5, [4, 43_848, 43_848, 108, 18, 72], DS02012),
        fpga("lfe5u-85f", ecp5, [4, 83_640, 83_640, 208, 18, 156], DS02012),
        fpga("lifcl-40", nx, [4, 32_256, 32_256, 84, 18, 56], DS02049),
        fpga("lfcpnx-100", nx, [4, 79_872, 79_872, 208, 18, 156], DS02086),
        fpga("ice40-hx8k", ice40, [4, 7_680, 7_680, 32, 4, 0], DS02029),
        fpga("up5k", ice40, [4, 5_280, 5_280, 30, 4, 8], DS02008),
        fpga("gw1n-9c", (gowin, "GW1N"), [4, 8_640, 6_480, 26, 18, 20], DS100),
        fpga("gw2a-18", (gowin, "GW2A"), [4, 20_736, 15_552, 46, 18, 48], DS102),
        fpga("gw5a-25", (None, "GW5A"), [4, 23_040, 23_040, 56, 18, 28], DS1103),
        fpga("gw5ast-138", (None, "GW5A"), [4, 138_240, 138_240, 340, 18, 298], DS1104),
        fpga("ccgm1a1", (None, "GateMate"), [4, 20_480, 40_960, 64, 20, 0], DS1001),
        fpga("10m50", (None, "MAX 10"), [4, 49_760, 49_760, 182, 9, 144], MAX10),
        fpga("t20", (None, "Trion"), [4, 19_728, 19_728, 204, 5, 36], DST20),
    ]
};

/// A device of numbers.
const NUMBERS: &str = "lut4=20736,ff=15552,ram=46x18k,dsp=48";

/// Most of any resource.
const MOST: u32 = 100_000_000;

impl FromStr for Fpga {
    type Err = String;

    /// Reads the text after `--device`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('=') {
            return Self::of_numbers(text);
        }
        FPGAS.into_iter().find(|fpga| fpga.key == text).ok_or_else(|| {
            let keys = FPGAS.map(|fpga| fpga.key);
            let suggestion = suggestion(text, keys);
            format!(
                "there is no such device; {suggestion}devices are {}; or give its numbers, such as {NUMBERS}",
                keys.join(", ")
            )
        })
    }
}

impl Fpga {
    /// The device of `text`, such as [`NUMBERS`].
    fn of_numbers(text: &str) -> Result<Self, String> {
        const KEYS: [&str; 5] = ["lut4", "lut6", "ff", "ram", "dsp"];
        let mut found: [Option<(u32, u32)>; 5] = [None; 5];
        for part in text.split(',') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let place = KEYS.iter().position(|known| *known == key).ok_or_else(|| {
                let (key, meant) = (shorten(key), suggestion(key, KEYS));
                format!(
                    "there is no resource `{key}`; {meant}give all of {NUMBERS}, or lut6 for lut4"
                )
            })?;
            if found[place].is_some() {
                return Err(format!("{key} stands there twice; give it once"));
            }
            let low = if key.starts_with("lut") || key == "ff" { 1 } else { 0 };
            let whole = |text: &str, low: u32, high: u32| {
                text.parse().ok().filter(|number| (low..=high).contains(number))
            };
            let read = match (key, value) {
                ("ram", "0") => Some((0, 1)),
                ("ram", _) => value
                    .strip_suffix('k')
                    .and_then(|value| value.split_once('x'))
                    .and_then(|(n, k)| Some((whole(n, 1, MOST)?, whole(k, 1, 1 << 20)?))),
                _ => whole(value, low, MOST).map(|number| (number, 0)),
            };
            found[place] = Some(read.ok_or_else(|| {
                let value = shorten(value);
                match key {
                    "ram" => format!(
                        "ram must be blocks and the kilobits of one, such as 46x18k, or 0, not `{value}`; correct it"
                    ),
                    _ => format!("{key} must be a whole number from {low} to {MOST}, not `{value}`; correct it"),
                }
            })?);
        }
        let missing = |key: &str| format!("{key} is missing; give all of {NUMBERS}");
        let (inputs, luts) = match (found[0], found[1]) {
            (Some((luts, _)), None) => (4, luts),
            (None, Some((luts, _))) => (6, luts),
            (None, None) => return Err(missing("lut4 or lut6")),
            (Some(_), Some(_)) => {
                return Err("a device has LUTs of one size; give lut4 or lut6, not both".to_owned());
            }
        };
        let of = |place: usize| found[place].ok_or_else(|| missing(KEYS[place]));
        let (flip_flops, rams, dsps) = (of(2)?.0, of(3)?, of(4)?.0);
        let amounts = Amounts { inputs, luts, flip_flops, rams, dsps };
        Ok(Self {
            // One a command, as long as the program runs.
            key: text.to_owned().leak(),
            series: None,
            own: None,
            counted: amounts.stand_in(),
            amounts,
            source: "numbers given with --device",
        })
    }

    /// The device with `flow`'s cells held against its resources.
    ///
    /// # Errors
    /// When `flow` does not count cells that are its own or like them: which flow does.
    pub fn counted_by(self, flow: &Flow) -> Result<Self, String> {
        let family = match flow {
            Flow::Estimate(family) | Flow::Cells(family) => Some(*family),
            Flow::None | Flow::Liberty(_) => None,
        };
        let stand_in = self.amounts.stand_in();
        let mut fitting = self.own.into_iter().chain([stand_in]);
        if let Some(counted) = family.filter(|family| fitting.any(|own| own == *family)) {
            return Ok(Self { counted, ..self });
        }
        let of = match (self.own, self.series) {
            (Some(own), _) => format!("of the family {}", own.key()),
            (None, Some(series)) => format!("of the family {series}"),
            (None, None) => format!("with LUTs of {} inputs", self.amounts.inputs),
        };
        let estimate = Flow::Estimate(stand_in);
        let cure = match self.own {
            Some(own) if own != stand_in => {
                format!("--flow {}, or --flow {estimate}, whose cells stand in", own.key())
            }
            Some(own) => format!("--flow {estimate}, or --flow {} for yosys' count", own.key()),
            None => format!("--flow {estimate}, whose cells stand in"),
        };
        let counted = family.map_or("no FPGA", Family::key);
        Err(format!(
            "--device {} is an FPGA {of}, and --flow {flow} counts cells of {counted}; take {cure}",
            self.key
        ))
    }

    /// `; cells of ecp5 stand in for those of Nexus`, or nothing where they are its own.
    pub fn stand_in(self) -> String {
        if self.own == Some(self.counted) {
            return String::new();
        }
        let series = self.series.map_or("this device".to_owned(), str::to_owned);
        format!("; cells of {} stand in for those of {series}", self.counted.key())
    }

    /// The resources: the name of a point's figure, and how many of it there are. Block RAMs that
    /// are smaller than those counted are taken together.
    pub fn resources(self) -> [(&'static str, u32); 4] {
        let Amounts { luts, flip_flops, rams: (rams, kilobits), dsps, .. } = self.amounts;
        let wanted: u32 = if self.counted == Family::Ice40 { 4 } else { 18 };
        let rams = rams / wanted.div_ceil(kilobits);
        [("lut", luts), ("flip-flops", flip_flops), ("block ram", rams), ("dsp", dsps)]
    }

    /// Inputs of its look-up tables, and its block RAMs with the kilobits of one.
    pub fn sizes(self) -> (u32, (u32, u32)) {
        (self.amounts.inputs, self.amounts.rams)
    }

    /// The family whose cells are counted.
    pub fn counted(self) -> Family {
        self.counted
    }

    /// Whether `point` fits, and the resource that it uses most; `None` where its cells are not
    /// known.
    pub fn fullest(self, point: &Point) -> Option<String> {
        let shares = self.shares(point)?;
        let (name, share) = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let verdict = self.verdict(point)?;
        Some(match share {
            f64::INFINITY => format!("{verdict}, it has no {name}"),
            _ => format!("{verdict}, {share:.0} % {name}"),
        })
    }

    /// Share of each resource that `point` uses, in percent: infinite where the device has none of
    /// it. `None` where the point's cells are not known.
    pub fn shares(self, point: &Point) -> Option<Vec<(&'static str, f64)>> {
        let share = |(name, there): (&'static str, u32)| {
            let used = point.figure(name)?.value;
            let share = if used == 0.0 { 0.0 } else { 100.0 * used / f64::from(there) };
            Some((name, share))
        };
        self.resources().map(share).into_iter().collect()
    }

    /// Whether `point` `fits`, does not (`no`), or is `tight`: as near to all of a resource as the
    /// estimate may be off. `None` where its cells are not known.
    pub fn verdict(self, point: &Point) -> Option<&'static str> {
        let shares = self.shares(point)?;
        let reaches = |low: f64| {
            shares.iter().any(|(name, share)| *share > 100.0 + low * self.error(point, name))
        };
        Some(match (reaches(1.0), reaches(-1.0)) {
            (true, _) => "no",
            (false, true) => "tight",
            (false, false) => "fits",
        })
    }

    /// Per cent that the estimate of `name` may be off, as it was at worst; 0 for a count.
    fn error(self, point: &Point, name: &str) -> f64 {
        let is_estimate = |figure: &Figure| figure.source.starts_with(estimate::SOURCE);
        let table = estimate::table(self.counted);
        let estimated = point.figure(name).filter(|figure| is_estimate(figure)).and(table);
        estimated.map_or(0.0, |table| match name {
            "flip-flops" => table.flip_flop_error.1,
            _ => table.lut_error.1,
        })
    }

    /// Adds to `point` its share of each resource of the device, and whether it fits; nothing where
    /// its cells are not known.
    pub fn add_fullness(self, point: &mut Point) {
        let Some(shares) = self.shares(point) else { return };
        let fits = shares.iter().all(|(_, share)| *share <= 100.0);
        let stand_in = self.stand_in();
        let source = format!(
            "no more of any resource than {} has; cells before placement{stand_in}",
            self.key
        );
        point.figures.push(Figure::new("fits", f64::from(u8::from(fits)), "", &source));
        for ((name, share), (_, there)) in shares.into_iter().zip(self.resources()) {
            let source = format!("{name} / {there} of {}: {}{stand_in}", self.key, self.source);
            // A share of nothing is no number.
            if there > 0 {
                point.figures.push(Figure::new(format!("{name} used"), share, "%", &source));
            }
        }
    }
}
