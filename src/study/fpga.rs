//! FPGAs that one can buy, their resources, and the share that a machine uses.

use std::str::FromStr;

use super::cells::Family;
use super::estimate;
use super::figure::Figure;
use super::flow::Flow;
use super::point::Point;
use crate::config::suggestion;

/// An FPGA and its resources, counted as [`super::cells::resources`] counts cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fpga {
    /// Its name after `--device`.
    pub key: &'static str,
    /// Family of its cells.
    pub family: Family,
    /// Look-up tables, flip-flops, block RAM of the family's own size (18 kbit, and 4 kbit in iCE40)
    /// and DSP blocks.
    amounts: [u32; 4],
    /// The maker's document.
    pub source: &'static str,
}

const DS180: &str = "AMD DS180, 7 Series FPGAs Overview, Artix-7 table: slices x 4 LUTs and x 8 \
flip-flops, RAMB18 as two in a 36 kbit block";
const DS02012: &str = "Lattice FPGA-DS-02012, ECP5 family data sheet, table of the family: EBR \
and 18 x 18 multipliers; LUTs, which it rounds to thousands, and as many flip-flops as Project \
Trellis counts slices";
const DS02029: &str = "Lattice FPGA-DS-02029, iCE40 LP/HX family data sheet, table of the \
family: logic cells of a LUT and a flip-flop, RAM4K";
const DS102: &str = "Gowin DS102, GW2A series data sheet, table of resources: LUT4, flip-flops, \
BSRAM, 18 x 18 multipliers";

const fn fpga(key: &'static str, family: Family, amounts: [u32; 4], source: &'static str) -> Fpga {
    Fpga { key, family, amounts, source }
}

/// All devices that `--device` accepts.
pub const FPGAS: [Fpga; 7] = [
    fpga("xc7a35t", Family::Xc7, [20_800, 41_600, 100, 90], DS180),
    fpga("xc7a100t", Family::Xc7, [63_400, 126_800, 270, 240], DS180),
    fpga("lfe5u-25f", Family::Ecp5, [24_288, 24_288, 56, 28], DS02012),
    fpga("lfe5u-45f", Family::Ecp5, [43_848, 43_848, 108, 72], DS02012),
    fpga("lfe5u-85f", Family::Ecp5, [83_640, 83_640, 208, 156], DS02012),
    fpga("ice40-hx8k", Family::Ice40, [7_680, 7_680, 32, 0], DS02029),
    fpga("gw2a-18", Family::Gowin, [20_736, 15_552, 46, 48], DS102),
];

impl FromStr for Fpga {
    type Err = String;

    /// Reads the text after `--device`.
    fn from_str(text: &str) -> Result<Self, String> {
        FPGAS.into_iter().find(|fpga| fpga.key == text).ok_or_else(|| {
            let keys = FPGAS.map(|fpga| fpga.key);
            let suggestion = suggestion(text, keys);
            format!("there is no such device; {suggestion}devices are {}", keys.join(", "))
        })
    }
}

impl Fpga {
    /// # Errors
    /// When `flow` does not count this device's cells: which flow does.
    pub fn check(self, flow: &Flow) -> Result<(), String> {
        let family = match flow {
            Flow::Estimate(family) | Flow::Cells(family) => Some(*family),
            Flow::None | Flow::Liberty(_) => None,
        };
        if family == Some(self.family) {
            return Ok(());
        }
        let own = self.family.key();
        let cure = match self.family {
            Family::Xc7 => "--flow estimate, or --flow xc7 for yosys' count".to_owned(),
            Family::Ecp5 => "--flow estimate=ecp5, or --flow ecp5 for yosys' count".to_owned(),
            Family::Ice40 | Family::Gowin => format!("--flow {own}; there is no estimate of it"),
        };
        let counted = family.map_or("no FPGA", Family::key);
        Err(format!(
            "--device {} is an FPGA of the family {own}, and --flow {flow} counts cells of {counted}; take {cure}",
            self.key
        ))
    }

    /// The resources: the name of a point's figure, and how many of it there are.
    pub fn resources(self) -> [(&'static str, u32); 4] {
        let names = ["lut", "flip-flops", "block ram", "dsp"];
        std::array::from_fn(|place| (names[place], self.amounts[place]))
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
        let table = estimate::table(self.family);
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
        let source =
            format!("no more of any resource than {} has; cells before placement", self.key);
        point.figures.push(Figure::new("fits", f64::from(u8::from(fits)), "", &source));
        for ((name, share), (_, there)) in shares.into_iter().zip(self.resources()) {
            let source = format!("{name} / {there} of {}: {}", self.key, self.source);
            // A share of nothing is no number.
            if there > 0 {
                point.figures.push(Figure::new(format!("{name} used"), share, "%", &source));
            }
        }
    }
}
