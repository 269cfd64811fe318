//! What yosys makes of the written memories, family by family: block RAM where an organisation is
//! meant for it, LUT RAM or flip-flops for the true multi-port file. Counts are written down from
//! the blocks' sizes, not from an earlier run.

use std::fs;

use crate::common::cells::{cells as cells_of_unit, cells_of};
use crate::common::sample::of_today;
use crate::common::tools::{run, store, tool};
use lanebeat::config::{Config, DppPath, Preset, RegisterFile};
use lanebeat::hdl::modules;
use lanebeat::rtl::{self, Image, UNITS};
use lanebeat::study::estimate::estimate;
use lanebeat::study::{Cells, Family, parts};
use lanebeat::verilog::{self, Header};

/// The register file of 16 threads in 4 lanes, 64 registers x 4 waves unless said: rows of 256, or
/// of 1024 where beats are rows. Without the gather buffer that SHFL and DPP need of a file of rows,
/// which is no memory.
fn machine(register_file: RegisterFile) -> Config {
    let small = Config { shuffle: false, dpp: DppPath::None, ..Preset::Small.config() };
    Config { register_file, registers: 64, waves: 4, ..small }
}

fn cells(config: &Config, family: Family) -> Option<Cells> {
    cells_of_unit("register_file", config, family)
}

fn count(cells: &Cells, is_counted: fn(&str) -> bool) -> u64 {
    cells.iter().filter(|(name, _)| is_counted(name)).map(|(_, count)| count).sum()
}

/// Block RAMs of 36 bits x 512 (iCE40: 16 x 256); the larger block of the 7-series is two.
fn block_rams(cells: &Cells) -> u64 {
    let is_one = |name: &str| {
        let prefixes = ["RAMB18E1", "DP16KD", "SB_RAM40_4K", "SPX9", "SDPX9", "DPX9", "SDPB"];
        prefixes.iter().any(|prefix| name.starts_with(prefix))
    };
    count(cells, is_one) + 2 * count(cells, |name| name == "RAMB36E1")
}

fn lut_rams(cells: &Cells) -> u64 {
    count(cells, |name| {
        ["RAM32", "RAM64", "RAM128", "RAM16S"].iter().any(|prefix| name.starts_with(prefix))
            || name == "TRELLIS_DPR16X4"
    })
}

fn flip_flops(cells: &Cells) -> u64 {
    count(cells, |name| {
        ["FD", "TRELLIS_FF", "SB_DFF", "DFF"].iter().any(|prefix| name.starts_with(prefix))
    })
}

/// Blocks of `cells` and no LUT RAM besides.
#[track_caller]
fn assert_blocks(cells: &Cells, family: Family, blocks: u64) {
    assert_eq!((block_rams(cells), lut_rams(cells)), (blocks, 0), "{}: {cells:?}", family.key());
}

/// The organisations whose files are blocks.
const OF_BLOCKS: [RegisterFile; 3] =
    [RegisterFile::Wide, RegisterFile::Skewed, RegisterFile::Replicated];

fn assert_file_in_blocks(family: Family, register_file: RegisterFile) {
    let is_small = family == Family::Ice40;
    // A write enable goes to 9 bits of a 36-bit block, so a word of 32 bits with an enable of its
    // own fills four such parts, and 16 words fill 16 blocks, not the 57/64 of that which their
    // bits would. An iCE40 block is half a word. Three copies of 4 words, 1024 rows deep, are two
    // blocks a word, eight on an iCE40.
    let (blocks, small_blocks) =
        if register_file == RegisterFile::Replicated { (24, 96) } else { (16, 32) };
    let Some(cells) = cells(&machine(register_file), family) else { return };
    assert_blocks(&cells, family, if is_small { small_blocks } else { blocks });
}

/// 256 rows of 128 bits with an enable for each byte, with and without content: four bytes fill a block,
/// on an iCE40 two.
fn assert_program_in_blocks(family: Family) {
    let program = Image { words: vec![3, 5, 7], starts: vec![(0, 0)], instructions: 3 };
    for image in [Image::default(), program] {
        let system = rtl::system_with(&Preset::Small.config(), &image).module;
        let memory = modules(&system)
            .into_iter()
            .find(|module| module.name == "lanebeat_program_memory")
            .expect("the program memory");
        let Some(cells) = cells_of(&memory, family) else { return };
        assert_blocks(&cells, family, if family == Family::Ice40 { 8 } else { 4 });
        assert_eq!(flip_flops(&cells), 0, "{}: {cells:?}", family.key());
    }
}

/// `wide` and `skewed` one a word, `replicated` three copies, the program's memory bytes that share; blocks of
/// every size. One of them a day.
#[test]
fn files_and_the_program_become_block_rams_in_every_family() {
    let cases = Family::ALL.into_iter().flat_map(|family| {
        OF_BLOCKS.map(Some).into_iter().chain([None]).map(move |file| (family, file))
    });
    for (family, register_file) in of_today(cases, 1) {
        match register_file {
            Some(register_file) => assert_file_in_blocks(family, register_file),
            None => assert_program_in_blocks(family),
        }
    }
}

/// An iCE40 has no LUT RAM, and yosys refuses what asks for it (docs/measure/area.md says what to
/// do). One family a day.
#[test]
fn multi_port_becomes_lut_ram() {
    let config = Config { registers: 4, waves: 1, ..machine(RegisterFile::MultiPort) };
    for family in of_today([Family::Xc7, Family::Ecp5, Family::Gowin], 1) {
        let Some(cells) = cells(&config, family) else { return };
        assert!(block_rams(&cells) == 0 && lut_rams(&cells) > 0, "{}: {cells:?}", family.key());
    }
}

/// The operands' registers, without the results' rows, which both have alike.
#[test]
fn skewed_stages_operands_in_a_third_of_the_flip_flops_of_wide() {
    const RESULT_ROWS: u64 = 8 * 32;
    let staging_of = |register_file| {
        let config = Config { lanes: 2, ..machine(register_file) };
        let cells = cells(&config, Family::Ecp5)?;
        assert_blocks(&cells, Family::Ecp5, 8);
        Some(flip_flops(&cells) - RESULT_ROWS)
    };
    let (Some(wide), Some(skewed)) =
        (staging_of(RegisterFile::Wide), staging_of(RegisterFile::Skewed))
    else {
        return;
    };
    assert!(3 * skewed <= wide, "skewed {skewed}, wide {wide}");
}

/// 16 mask entries of 16 waves are 256 rows of single bits. RAM256X1S has as many, in four LUTs; a
/// block would be filled to a seventieth.
#[test]
fn a_file_of_bits_takes_no_block_however_many_waves_it_has() {
    let config = Config { waves: 16, ..Preset::Small.config() };
    let Some(cells) = crate::common::cells::cells("mask_file", &config, Family::Xc7) else {
        return;
    };
    let found = (block_rams(&cells), count(&cells, |name| name == "RAM256X1S"));
    assert_eq!(found, (0, 16), "{cells:?}");
    let module = UNITS.iter().find(|unit| unit.name == "mask_file").expect("a unit").build(&config);
    let found = estimate(Family::Xc7, &parts(&module)).expect("a calibrated family").block_rams;
    assert_eq!(found, 0.0);
}

/// A lane has four products of 16 by 16 bits, the row of `--preset small` 16 words, and the program's memory
/// 16 bytes. docs/learn/vivado.md and docs/learn/quartus.md have these counts, of which one a day is taken.
#[test]
fn products_become_dsps_of_amd_and_altera_and_rows_blocks() {
    let config = Preset::Small.config();
    if tool("yosys").is_none() {
        return;
    }
    let cases = [
        ("lane", "DSP48E1", 4),
        ("register_file", "RAMB", 16),
        ("lane", "MISTRAL_MUL18X18", 4),
        ("register_file", "MISTRAL_M10K", 2 * 16),
    ];
    for (unit, cell, expected) in of_today(cases, 1) {
        let found = match cell {
            "DSP48E1" => count(&of_amd(unit, &config), |name| name == "DSP48E1"),
            "RAMB" => {
                let cells = of_amd(unit, &config);
                assert_eq!(lut_rams(&cells), 0, "{cells:?}");
                block_rams(&cells)
            }
            _ => of_altera(unit, &config, cell),
        };
        assert_eq!(found, expected, "{cell} of {unit}");
    }
}

/// Cells of `unit` in a 7-series.
fn of_amd(unit: &str, config: &Config) -> Cells {
    cells_of_unit(unit, config, Family::Xc7).expect("yosys was found before")
}

/// Cells of a name that yosys makes of `unit` for a Cyclone V.
fn of_altera(unit: &str, config: &Config, cell: &str) -> u64 {
    let top = UNITS.iter().find(|known| known.name == unit).expect("a unit").build(config);
    let (folder, paths) = store(&verilog::write(&top, &Header::default()));
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let script = format!(
        "read_verilog {}; synth_intel_alm -family cyclonev -top {}; select -assert-any t:{cell}; tee -o cells.txt select -count t:{cell}",
        names.join(" "),
        top.name
    );
    let yosys = tool("yosys").expect("found before");
    let (success, said) = run(&yosys, folder.path(), &["-q".to_owned(), "-p".to_owned(), script]);
    assert!(success, "{said}");
    let counted = fs::read_to_string(folder.path().join("cells.txt")).expect("a count");
    counted.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number")
}
