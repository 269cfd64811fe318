//! Coloquinte, the placer of Coriolis, asked by files in Bookshelf's form.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::study::yosys::{FlowError, folder_of, kept};
use crate::tools::{call, find};

/// Name in errors and sources.
const TOOL: &str = "Coloquinte";

/// Bookshelf's lengths are whole: of 10 nm.
const UNIT: f64 = 0.01;

/// An installed Coloquinte.
#[derive(Clone, Debug)]
pub struct Placer {
    program: PathBuf,
}

/// Rectangles to be placed on a square, and their nets. Lengths are in µm.
pub struct Circuit {
    /// Height of a row.
    pub row: f64,
    /// Side of the square.
    pub side: f64,
    /// Width and height of each rectangle; heights are whole rows.
    pub sizes: Vec<[f64; 2]>,
    /// Points that nets lead to, which nets know behind the rectangles.
    pub points: Vec<Place>,
    /// The rectangles and points of each net, and where its pin is, from the middle of the rectangle.
    pub nets: Vec<Vec<(usize, Place)>>,
}

/// A place, or a distance, in µm.
pub type Place = [f64; 2];

impl Placer {
    /// The placer on the path.
    ///
    /// # Errors
    /// When there is none.
    pub fn find() -> Result<Self, FlowError> {
        Ok(Self { program: find("coloquinte").ok_or(FlowError::NoPlacer)? })
    }

    /// The middle of each rectangle of `circuit`, which is made of `name`; kept in `cache`.
    ///
    /// # Errors
    /// The tool's error, or that the cache cannot be written.
    pub fn place(
        &self,
        cache: &Path,
        circuit: &Circuit,
        name: &str,
    ) -> Result<Vec<Place>, FlowError> {
        let files = circuit.files();
        let parts: Vec<String> = files.iter().map(|(_, text)| text.clone()).collect();
        kept(cache, "coloquinte", &parts, "places.json", || {
            let folder = folder_of(files.iter().map(|(name, text)| (*name, text.as_str())))?;
            let arguments = ["--seed", "1", "--save-solution", "placed.pl", "circuit.aux"];
            let program = (TOOL, self.program.as_path());
            let answer = call(program, arguments, folder.path(), &format!("places {name}"))?;
            let text = std::fs::read_to_string(folder.path().join("placed.pl")).unwrap_or_default();
            circuit.middles(&text).ok_or_else(|| FlowError::failed(TOOL, name, answer.last_line()))
        })
    }
}

impl Circuit {
    /// Rectangles of `sizes` on a square of which they fill a share of `density`.
    pub fn new(row: f64, sizes: Vec<[f64; 2]>, density: f64) -> Self {
        let area: f64 = sizes.iter().map(|[width, height]| width * height).sum();
        let widest = sizes.iter().flatten().copied().fold(row, f64::max);
        let side = ((area / density).sqrt().max(widest) / row).ceil() * row;
        Self { row, side, sizes, points: vec![], nets: vec![] }
    }

    /// So many points in equal distances around the square.
    pub fn around(&self, count: usize) -> Vec<Place> {
        let point = |number: usize| {
            let along = 4.0 * self.side * number as f64 / count as f64;
            let rest = along % self.side;
            match (along / self.side) as usize {
                0 => [rest, 0.0],
                1 => [self.side, rest],
                2 => [self.side - rest, self.side],
                _ => [0.0, self.side - rest],
            }
        };
        (0..count).map(point).collect()
    }

    fn files(&self) -> [(&'static str, String); 5] {
        let whole = |length: f64| (length / UNIT).round() as i64;
        let memory = "memory takes it";
        let (count, points) = (self.sizes.len(), self.points.len());
        let mut nodes =
            format!("UCLA nodes 1.0\nNumNodes : {}\nNumTerminals : {points}\n", count + points);
        let mut places = "UCLA pl 1.0\n".to_owned();
        for (number, size) in self.sizes.iter().enumerate() {
            let [width, height] = size.map(whole);
            writeln!(nodes, "o{number} {} {height}", width.max(1)).expect(memory);
            writeln!(places, "o{number} 0 0 : N").expect(memory);
        }
        for (number, point) in self.points.iter().enumerate() {
            let [x, y] = point.map(whole);
            writeln!(nodes, "o{} terminal", count + number).expect(memory);
            writeln!(places, "o{} {x} {y} : N /FIXED", count + number).expect(memory);
        }
        let pins: usize = self.nets.iter().map(Vec::len).sum();
        let mut nets = format!("UCLA nets 1.0\nNumNets : {}\nNumPins : {pins}\n", self.nets.len());
        for net in &self.nets {
            writeln!(nets, "NetDegree : {}", net.len()).expect(memory);
            for (object, offset) in net {
                let [x, y] = offset.map(|length| length / UNIT);
                writeln!(nets, "o{object} I : {x:.1} {y:.1}").expect(memory);
            }
        }
        let side = self.side;
        let rows = (side / self.row).round() as i64;
        let mut scl = format!("UCLA scl 1.0\nNumRows : {rows}\n");
        for row in 0..rows {
            let (height, width) = (whole(self.row), whole(side));
            writeln!(
                scl,
                "CoreRow Horizontal\n Coordinate : {}\n Height : {height}\n Sitewidth : 1\n \
                 Siteorient : N\n SubrowOrigin : 0 NumSites : {width}\nEnd",
                row * height
            )
            .expect(memory);
        }
        let aux = "RowBasedPlacement : circuit.nodes circuit.nets circuit.pl circuit.scl\n";
        [
            ("circuit.aux", aux.to_owned()),
            ("circuit.nodes", nodes),
            ("circuit.nets", nets),
            ("circuit.pl", places),
            ("circuit.scl", scl),
        ]
    }

    /// The middles of all rectangles in the text of a placement; `None` where one is missing.
    fn middles(&self, text: &str) -> Option<Vec<Place>> {
        let mut middles = vec![None; self.sizes.len()];
        for line in text.lines() {
            let [name, x, y, _, orientation, ..] = line.split_whitespace().collect::<Vec<_>>()[..]
            else {
                continue;
            };
            let number: Option<usize> = name.strip_prefix('o').and_then(|own| own.parse().ok());
            let Some(number) = number.filter(|&number| number < middles.len()) else { continue };
            let [width, height] = match orientation {
                "E" | "W" | "FE" | "FW" => [self.sizes[number][1], self.sizes[number][0]],
                _ => self.sizes[number],
            };
            let low: [f64; 2] = [x.parse().ok()?, y.parse().ok()?];
            middles[number] = Some([low[0] * UNIT + width / 2.0, low[1] * UNIT + height / 2.0]);
        }
        middles.into_iter().collect()
    }
}
