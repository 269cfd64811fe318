//! Works that a study's figures rest on, as BibTeX, so that a table of them can be cited.
//!
//! ```
//! use lanebeat::study::citation::keys;
//!
//! assert_eq!(keys("array model: CACTI 7's cell"), "lanebeat cacti");
//! ```

use super::column::columns;
use super::point::Point;
use super::provenance::Basis;

/// A work: the word by which a source or a tool names it, the key and the fields of its entry.
type Work = (&'static str, &'static str, &'static str);

const WORKS: [Work; 7] = [
    (
        "CACTI",
        "cacti",
        "@article{cacti,\n  \
         author = {Balasubramonian, Rajeev and Kahng, Andrew B. and Muralimanohar, Naveen and Shafiee, Ali and Srinivas, Vaishnav},\n  \
         title = {{CACTI} 7: New Tools for Interconnect Exploration in Innovative Off-Chip Memories},\n  \
         journal = {ACM Transactions on Architecture and Code Optimization},\n  \
         volume = {14}, number = {2}, year = {2017}, doi = {10.1145/3085572}\n}\n",
    ),
    (
        "OpenRAM",
        "openram",
        "@inproceedings{openram,\n  \
         author = {Guthaus, Matthew R. and Stine, James E. and Ataei, Samira and Chen, Brian and Wu, Bin and Sarwar, Mehedi},\n  \
         title = {{OpenRAM}: An Open-Source Memory Compiler},\n  \
         booktitle = {International Conference on Computer-Aided Design (ICCAD)},\n  \
         year = {2016}, doi = {10.1145/2966986.2980098}\n}\n",
    ),
    (
        "IHP",
        "ihp",
        "@misc{ihp,\n  \
         author = {{IHP}},\n  \
         title = {{IHP Open PDK}, 130 nm {BiCMOS} process {SG13G2}},\n  \
         howpublished = {\\url{https://github.com/IHP-GmbH/IHP-Open-PDK}}\n}\n",
    ),
    (
        "Yosys",
        "yosys",
        "@inproceedings{yosys,\n  \
         author = {Wolf, Clifford and Glaser, Johann and Kepler, Johannes},\n  \
         title = {{Yosys} -- A Free {Verilog} Synthesis Suite},\n  \
         booktitle = {Austrian Workshop on Microelectronics (Austrochip)},\n  year = {2013}\n}\n",
    ),
    (
        "nextpnr",
        "nextpnr",
        "@inproceedings{nextpnr,\n  \
         author = {Shah, David and Hung, Eddie and Wolf, Clifford and Bazanski, Serge and Gisselquist, Dan and Milanovi{\\'c}, Miodrag},\n  \
         title = {{Yosys+nextpnr}: An Open Source Framework from {Verilog} to Bitstream for Commercial {FPGAs}},\n  \
         booktitle = {Field-Programmable Custom Computing Machines (FCCM)},\n  \
         year = {2019}, note = {arXiv:1903.10407}\n}\n",
    ),
    (
        "OpenSTA",
        "opensta",
        "@misc{opensta,\n  \
         title = {{OpenSTA}, a gate-level static timing verifier},\n  \
         howpublished = {\\url{https://github.com/parallaxsw/OpenSTA}}\n}\n",
    ),
    (
        "Coloquinte",
        "coloquinte",
        "@misc{coloquinte,\n  \
         title = {{Coloquinte}, placement of standard cells},\n  \
         howpublished = {\\url{https://github.com/Coloquinte/PlaceRoute}}\n}\n",
    ),
];

/// Key of the study itself.
const OWN: &str = "lanebeat";

/// Beginning of every text of [`bibliography`].
pub const ENTRY: &str = "@misc{lanebeat,";

/// The works that `source` names.
fn works(source: &str) -> impl Iterator<Item = &'static Work> {
    let source = source.to_lowercase();
    WORKS.iter().filter(move |(word, _, _)| source.contains(&word.to_lowercase()))
}

/// Keys of the entries that a figure of `source` cites: this study, and the works named there.
pub fn keys(source: &str) -> String {
    let works = works(source).map(|(_, key, _)| *key);
    [OWN].into_iter().chain(works).collect::<Vec<_>>().join(" ")
}

/// BibTeX entries of the study, and of every work that its figures and tools name.
pub fn bibliography(basis: &Basis, points: &[Point]) -> String {
    let mut note = format!("\\texttt{{{}}}", escaped(&basis.command));
    let library = ("library", &basis.library);
    for (what, digest) in [library, ("macros", &basis.macros)].iter().filter(|(_, d)| !d.is_empty())
    {
        note += &format!("; SHA-256 of the {what} {digest}");
    }
    if !basis.tools.is_empty() {
        note += &format!("; {}", escaped(&basis.tools.join(", ")));
    }
    let version = escaped(&basis.lanebeat);
    let own = format!(
        "{ENTRY}\n  title = {{{{Lanebeat}} {version}: study of register files}},\n  note = {{{note}}}\n}}\n"
    );
    let sources = columns(points).into_iter().map(|column| column.source);
    let named = sources.chain(basis.tools.iter().cloned()).collect::<Vec<_>>().join("\n");
    let works = works(&named).map(|(_, _, entry)| (*entry).to_owned());
    [own].into_iter().chain(works).collect::<Vec<_>>().join("\n")
}

/// `text` with what TeX takes for commands as signs.
fn escaped(text: &str) -> String {
    let sign = |sign: char| match sign {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '_' | '&' | '%' | '#' | '$' | '{' | '}' => format!("\\{sign}"),
        _ => sign.to_string(),
    };
    // Two hyphens are a dash.
    text.chars().map(sign).collect::<String>().replace("--", "-{}-")
}
