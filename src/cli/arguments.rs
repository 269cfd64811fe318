//! The arguments of the command line, turned from text to typed options once
//! (docs/reference/commands.md).

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, FromArgMatches as _, Subcommand, ValueEnum};

use super::engine::{Engine, EngineParser, Purpose};
use super::project::Project;
use super::trigger::Trigger;
use lanebeat::board::{BAUD, CLOCKS_PER_BIT};
use lanebeat::config::{Prefix, Preset};
use lanebeat::files::STANDARD;
use lanebeat::isa::Register;
use lanebeat::isa::asm::KernelOptions;
use lanebeat::study::{Family, Flow, Fpga};

/// Examples at the end of a `--help`.
macro_rules! examples {
    ($($line:literal),+ $(,)?) => { concat!("Examples:" $(, "\n  ", $line)+) };
}

/// The whole command line; common options stand before and after a command's name.
pub fn command_line() -> clap::Command {
    fn with_common(command: clap::Command) -> clap::Command {
        if command.has_subcommands() {
            return command.mut_subcommands(with_common);
        }
        // A number below 0 is refused by the option that it stands behind.
        CommonOptions::augment_args(command).mut_args(|argument| {
            let takes = argument.get_action().takes_values();
            argument.allow_negative_numbers(takes)
        })
    }
    let program = CommonOptions::augment_args(clap::Command::new("lanebeat"));
    Command::augment_subcommands(program)
        .mut_subcommands(with_common)
        .version(env!("CARGO_PKG_VERSION"))
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .max_term_width(110)
        .after_help(examples!(
            "lanebeat",
            "lanebeat run examples/inclusive_scan.s --state examples/inclusive_scan.json",
            "lanebeat schedule examples/inclusive_scan.s",
            "lanebeat study --axis register_file=all --axis waves=1..8",
        ))
}

/// Parses `words`, the program's name and its arguments: the common options from before and after
/// the command's name together, and the command.
///
/// # Errors
/// Clap's message about arguments that it does not understand, and the text of `--help`.
pub fn parse(
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<(CommonOptions, Command), clap::Error> {
    let matches = command_line().try_get_matches_from(words)?;
    let common = CommonOptions::from_arg_matches(&matches)?;
    let Some((_, mut innermost)) = matches.subcommand() else {
        return Ok((common, Command::Build));
    };
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let own = CommonOptions::from_arg_matches(innermost)?;
    Ok((own.over(&common), Command::from_arg_matches(&matches)?))
}

// Options of every command. A doc comment would replace the description of each command.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Machine and output")]
pub struct CommonOptions {
    /// Machine to start from
    #[arg(long, value_name = "NAME", value_parser = preset_parser())]
    pub preset: Option<Preset>,
    /// TOML file with parameters, over the preset
    #[arg(long, value_name = "FILE.toml")]
    pub config: Option<PathBuf>,
    /// One parameter, over the file; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Print results as JSON
    #[arg(long)]
    pub json: bool,
}

impl CommonOptions {
    /// These options over those of `outer`; settings of both, the outer ones first.
    fn over(&self, outer: &Self) -> Self {
        Self {
            preset: self.preset.or(outer.preset),
            config: self.config.clone().or_else(|| outer.config.clone()),
            set: outer.set.iter().chain(&self.set).cloned().collect(),
            json: self.json || outer.json,
        }
    }
}

fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    let values =
        Preset::ALL.map(|preset| PossibleValue::new(preset.key()).help(preset.description()));
    PossibleValuesParser::new(values)
        .map(|key| Preset::from_key(&key).expect("one of the possible values"))
}

/// Whole numbers from `low` to `high`; `example` is one.
fn whole<N>(
    low: N,
    high: N,
    example: N,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| (low..=high).contains(number));
        let rule = || format!("it must be a whole number from {low} to {high}; try {example}");
        number.ok_or_else(rule)
    }
}

/// A register in either dialect.
fn register(text: &str) -> Result<Register, String> {
    let number = text.strip_prefix(['R', 'r', 'v']).and_then(|number| number.parse().ok());
    number.map(Register).ok_or_else(|| "it must be a register; try R4".to_owned())
}

/// The time of one run.
fn seconds(text: &str) -> Result<f64, String> {
    const LONGEST: f64 = 3600.0;
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number <= LONGEST);
    number.ok_or_else(|| format!("it must be a number above 0 and at most {LONGEST}; try 1"))
}

/// Commands of the program.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Write rtl_out/ and a waveform of an example, checked against the model (also without a
    /// command)
    #[command(after_help = examples!("lanebeat build --preset small"))]
    Build,
    /// Write the Verilog, or MLIR, of the core or of one unit
    #[command(after_help = examples!(
        "lanebeat generate -o my_rtl --set lanes=32 --set beats=2",
        "lanebeat generate shuffle --preset small --testbench -o shuffle_rtl",
        "lanebeat generate --format mlir -o core_mlir",
    ))]
    Generate(GenerateOptions),
    /// Assemble a program, execute it, compare with the model, dump the state
    #[command(after_help = examples!(
        "lanebeat run examples/inclusive_scan.s --state examples/inclusive_scan.json",
        "lanebeat run examples/inclusive_scan.s --engine compiled --vcd scan.vcd --dump after.json",
        "lanebeat run examples/inclusive_scan.s --wave scan.fst --signals all --trigger op=SHFL --to 40",
        "lanebeat run examples/inclusive_scan.s --state examples/inclusive_scan.json --page scan.html",
    ))]
    Run(RunOptions),
    /// Print the timetable of a program: the use of ports and lanes in every cycle, and why nothing
    /// issues
    #[command(after_help = examples!(
        "lanebeat schedule examples/inclusive_scan.s",
        "lanebeat schedule examples/inclusive_scan.s --format html --against register_file=banked -o scan.html",
    ))]
    Schedule(ScheduleOptions),
    /// Print the consequences of the parameters: passes, slots, widths, ranges of counters, units
    #[command(after_help = examples!(
        "lanebeat show",
        "lanebeat show --set register_file=banked --set stages=4 --format json",
    ))]
    Show(ShowOptions),
    /// Run random programs on hardware and model until they differ
    #[command(after_help = examples!(
        "lanebeat check --programs 200 --seed 2",
        "lanebeat check --all-configs",
    ))]
    Check(CheckOptions),
    /// Sweep parameters: times, netlist counts and area of every combination
    #[command(after_help = examples!(
        "lanebeat study --axis register_file=all --axis waves=1..8",
        "lanebeat study --axis lanes=4,8 --flow ecp5 --preset small",
        "lanebeat study --axis register_file=all --workload examples/listings/sgemm_sm80.s",
    ))]
    Study(StudyOptions),
    /// Print a program's machine words
    #[command(after_help = examples!(
        "lanebeat assemble examples/inclusive_scan.s",
        "lanebeat assemble examples/gcn_scan_add.s --format gcn",
        "llc-14 -march=amdgcn -mcpu=gfx900 examples/llc_scan.ll -o scan.s",
        "lanebeat assemble --from scan.s --report",
    ))]
    Assemble(AssembleOptions),
    /// Report where a GCN3 would need wait states; an instruction of a listing that no machine here
    /// has counts as one
    #[command(after_help = examples!(
        "lanebeat lint examples/gcn_scan_add.s",
        "lanebeat lint --from examples/llc_scan.s",
    ))]
    Lint(LintOptions),
    /// Print the instructions of machine words
    #[command(after_help = examples!(
        "lanebeat assemble examples/inclusive_scan.s -o words.txt",
        "lanebeat disassemble words.txt",
    ))]
    Disassemble(DisassembleOptions),
    /// Show what one instruction does, thread by thread, or the page of an operation
    #[command(after_help = examples!(
        "lanebeat explain SHFL.UP",
        "lanebeat explain 'v_add_u32 v1, v1, v1 row_bcast:15 row_mask:0xa'",
    ))]
    Explain(ExplainOptions),
    /// Measure every engine on the same program, next to Verilator, arcilator and Icarus
    #[command(after_help = examples!(
        "lanebeat bench --engines compiled,verilator,arcilator",
        "lanebeat bench --random 100 --engines compiled,batch",
        "lanebeat bench --json > before.json",
        "lanebeat bench --against before.json",
    ))]
    Bench(BenchOptions),
    /// Answer an editor over standard input and output, by the Language Server Protocol: errors as one
    /// types, the meaning of what is under the pointer, completion
    #[command(after_help = examples!(
        "lanebeat language-server",
        "lanebeat language-server --preset small",
    ))]
    LanguageServer,
    /// Be a board, for programs that talk to one
    #[command(subcommand, after_help = examples!(
        "lanebeat board serve --preset small --clocks-per-bit 8",
        "lanebeat run examples/gcn_scan_add.s --preset small --engine serial:/dev/pts/4",
    ))]
    Board(BoardCommand),
    /// Print the script with which a shell completes these commands
    #[command(after_help = examples!(
        "lanebeat completions bash > ~/.local/share/bash-completion/completions/lanebeat",
        "lanebeat completions fish > ~/.config/fish/completions/lanebeat.fish",
    ))]
    Completions(CompletionsOptions),
    /// Print the manual page
    #[command(after_help = examples!(
        "lanebeat man > lanebeat.1",
        "man ./lanebeat.1",
    ))]
    Man,
}

/// Commands about boards.
#[derive(Subcommand, Debug)]
pub enum BoardCommand {
    /// Simulate the system and its serial line behind a pseudo-terminal, whose path is printed, until
    /// the command is ended
    #[command(after_help = examples!(
        "lanebeat board serve --preset small --clocks-per-bit 8",
        "lanebeat run examples/gcn_scan_add.s --preset small --engine serial:/dev/pts/4",
    ))]
    Serve(ServeOptions),
}

#[derive(Args, Clone, PartialEq, Debug)]
pub struct GenerateOptions {
    /// Unit to write; the whole core without it
    pub unit: Option<String>,
    /// Language of the hardware
    #[arg(long, value_name = "FORMAT", default_value = "verilog", conflicts_with_all = ["list", "widget", "cuts", "diagram"])]
    pub format: HardwareFormat,
    /// Directory for the written files [default: rtl_out, for MLIR mlir_out]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Word in the place of `lanebeat` in the names of modules, files, macros and cores, so that two
    /// machines can stand in one design [default: that of --config, else lanebeat]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["list", "widget", "cuts"])]
    pub prefix: Option<Prefix>,
    /// Name the units and write nothing
    #[arg(long, conflicts_with_all = ["unit", "output"])]
    pub list: bool,
    /// Print the unit as a block for rust-hdl and write nothing
    #[arg(long, conflicts_with_all = ["list", "output"])]
    pub widget: bool,
    /// Print the places of the unit's pipeline registers and the slowest path of each stage, by the
    /// delays of a family, and write nothing
    #[arg(long, value_name = "FAMILY", num_args = 0..=1, require_equals = true, default_missing_value = "ecp5", conflicts_with_all = ["list", "output", "widget"])]
    pub cuts: Option<DelaysOf>,
    /// Put the line of lanebeat's source that makes a net behind its statement, for each net with a
    /// name of its own
    #[arg(long, conflicts_with_all = ["list", "widget", "cuts", "diagram"])]
    pub locators: bool,
    /// State in proofs.md what is proved of the written machine, by which questions and of which text
    #[arg(long, conflicts_with_all = ["list", "widget", "cuts", "diagram"])]
    pub proofs: bool,
    /// Put SRAM macros of your process in the place of memories, with models for simulation: a table
    /// that is shipped (ihp-sg13g2, sky130, gf180mcu, openram, fakeram45) or a file
    /// (docs/learn/macros.md); or mock, one just as large as each memory, with LEF and Liberty
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["list", "widget", "cuts", "diagram"])]
    pub macros: Option<PathBuf>,
    /// Put this program into the program memory of the unit `system`: its waves start at the end of a
    /// reset, without a host
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "widget", "cuts", "diagram"])]
    pub program: Option<PathBuf>,
    /// Print a block diagram of the unit as SVG and write nothing: its instances, and the number of
    /// bits between them
    #[arg(long, conflicts_with_all = ["list", "output", "widget", "cuts"])]
    pub diagram: bool,
    /// Write a self-checking bench and its vectors next to it; without a UNIT, for the core and for
    /// each unit that the machine has
    #[arg(long, conflicts_with_all = ["list", "widget", "cuts", "diagram"])]
    pub testbench: bool,
    /// Number of vectors of each bench, one a cycle (approximately, for the core) [default: by the
    /// width of the ports]
    #[arg(long, value_name = "N", requires = "testbench", value_parser = whole(1_u32, 1_000_000, 400))]
    pub vectors: Option<u32>,
    /// Write the clock as constraints too: TOP.xdc for Vivado, TOP.sdc for Quartus and others, TOP.lpf
    /// for an ECP5
    #[arg(long, value_name = "MHZ", value_parser = megahertz, conflicts_with_all = ["list", "widget", "cuts", "diagram"])]
    pub mhz: Option<f64>,
    /// Write a project of a flow to silicon too, for the clock of --mhz (docs/learn/silicon.md)
    #[arg(long, value_name = "FLOW", requires = "mhz")]
    pub project: Option<Project>,
}

/// A frequency of a clock.
fn megahertz(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|megahertz| (0.1..=2000.0).contains(megahertz));
    number.ok_or_else(|| "it must be a number of megahertz from 0.1 to 2000; try 50".to_owned())
}

impl GenerateOptions {
    /// The directory that is written to.
    pub fn directory(&self) -> &Path {
        let default = match self.format {
            HardwareFormat::Verilog => "rtl_out",
            HardwareFormat::Mlir => "mlir_out",
        };
        self.output.as_deref().unwrap_or(Path::new(default))
    }
}

/// Language of the written hardware.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HardwareFormat {
    /// Verilog-2005, a file a module
    #[default]
    Verilog,
    /// The hw, comb and seq dialects of CIRCT, all modules in one file
    Mlir,
}

/// Technology whose delays give the clock period.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DelaysOf {
    /// ECP5, by which registers are placed
    Ecp5,
    /// 7-series, with the registers where they are for an ECP5
    Xc7,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
#[command(group(ArgGroup::new("shown").args(["vcd", "page"]).multiple(true)))]
pub struct RunOptions {
    /// Assembly text, or - for standard input
    pub program: PathBuf,
    /// State of the waves at the start
    #[arg(long, value_name = "IN.json")]
    pub state: Option<PathBuf>,
    /// File for the state of the waves at the end, instead of standard output
    #[arg(long, value_name = "OUT.json")]
    pub dump: Option<PathBuf>,
    /// Registers whose words are dumped as floats, such as R4,R5
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = register)]
    pub floats: Vec<Register>,
    /// Engine that executes the program
    #[arg(long, value_parser = EngineParser(Purpose::Run), default_value = "interpreter")]
    pub engine: Engine,
    /// Bits a second of the serial port [default: 115200]
    #[arg(long, value_name = "N", value_parser = whole(300, 12_000_000_u32, BAUD))]
    pub baud: Option<u32>,
    /// Write a waveform, and a .gtkw file next to it; FILE.fst is written in GTKWave's compressed
    /// format, FILE.svg is a drawing of few cycles; verilator and icarus write their own, of all
    /// signals
    #[arg(long, visible_alias = "wave", value_name = "FILE.vcd")]
    pub vcd: Option<PathBuf>,
    /// Signals in the waveform: default, all, scopes such as execute.lane, or names of signals; *
    /// and ? are wildcards
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "vcd")]
    pub signals: Vec<String>,
    /// Write a page to step through for a browser, which needs no other file: registers as grids of
    /// words, the words that moved and why, what a word was made of, and the timetable
    #[arg(long, value_name = "FILE.html")]
    pub page: Option<PathBuf>,
    /// Second machine of the page: this one with the parameter changed; may be repeated, and all
    /// changes apply to one machine [default: another register file]
    #[arg(long, value_name = "KEY=VALUE", requires = "page")]
    pub against: Vec<String>,
    /// First cycle of the program in the waveform, as schedule counts them, or from the --trigger; the
    /// page has the instructions that retire from there on
    #[arg(long, value_name = "CYCLE", requires = "shown", allow_hyphen_values = true)]
    pub from: Option<i64>,
    /// Last cycle in the waveform, and the last in which an instruction of the page retires
    #[arg(long, value_name = "CYCLE", requires = "shown", allow_hyphen_values = true)]
    pub to: Option<i64>,
    /// Make waveform and page of the first such instruction, from issue to retirement: wave=2,op=SHFL,line=7
    #[arg(long, value_name = "WHICH", requires = "shown", value_parser = Trigger::parse)]
    pub trigger: Option<Trigger>,
    /// Leave texts out of the waveform, for readers that know no $var string
    #[arg(long, requires = "vcd")]
    pub no_text: bool,
    /// Write how often each bit changes while the program runs, as SAIF, for estimates of power
    #[arg(long, value_name = "FILE.saif")]
    pub saif: Option<PathBuf>,
    /// Write a line for each instruction that retires: its cycle, the cycle of its issue, the threads
    /// that it wrote and their words
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// Do not compare with the model
    #[arg(long)]
    pub no_check: bool,
}

/// Format of a timetable.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScheduleFormat {
    /// Aligned text, one line a cycle
    Table,
    /// The same cells as comma-separated values
    Csv,
    /// One page for a browser, which needs no other file
    Html,
    /// The page's drawing alone
    Svg,
    /// A log of the instructions for Konata, the viewer of pipelines
    Konata,
    /// Trace events for Perfetto's viewer: a track for each port, a cycle a microsecond
    Perfetto,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct ScheduleOptions {
    /// Assembly text, or - for standard input
    pub program: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = ScheduleFormat::Table)]
    pub format: ScheduleFormat,
    /// Show below it, on the same cycles, the machine with this parameter changed; may be repeated,
    /// and all changes apply to one machine; with html, svg and perfetto
    #[arg(long, value_name = "KEY=VALUE")]
    pub against: Vec<String>,
    /// First cycle to show, with the whole of its slot
    #[arg(long, value_name = "CYCLE", value_parser = whole(0, u64::MAX, 0))]
    pub from: Option<u64>,
    /// Last cycle to show
    #[arg(long, value_name = "CYCLE", value_parser = whole(0, u64::MAX, 99))]
    pub to: Option<u64>,
    #[command(flatten)]
    pub whole: WholeOptions,
    /// File for the timetable, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A compiler's whole listing in place of a program.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct WholeOptions {
    /// Time every instruction of a compiler's listing on every wave, of those that the machine does
    /// not execute the operands alone
    #[arg(long)]
    pub whole: bool,
    /// Number of times that the loop at a label, or at an address such as 0x90, is executed, 1 without
    /// it; may be repeated
    #[arg(long, value_name = "LABEL=N", requires = "whole", value_parser = trip)]
    pub trip: Vec<(String, usize)>,
    /// Cycles until a word of memory can be read [default: 200]
    #[arg(long, value_name = "CYCLES", requires = "whole", value_parser = whole(0, 1_000_000_u32, 400))]
    pub memory_latency: Option<u32>,
    /// The same of an operation within a thread that the machine does not execute [default: as its own]
    #[arg(long, value_name = "CYCLES", requires = "whole", value_parser = whole(0, 1_000_000_u32, 20))]
    pub lane_latency: Option<u32>,
    /// The same between threads
    #[arg(long, value_name = "CYCLES", requires = "whole", value_parser = whole(0, 1_000_000_u32, 30))]
    pub cross_lane_latency: Option<u32>,
    /// The same of predicates of a scalar operation
    #[arg(long, value_name = "CYCLES", requires = "whole", value_parser = whole(0, 1_000_000_u32, 10))]
    pub scalar_latency: Option<u32>,
}

impl WholeOptions {
    /// Loops and latencies; `None` without --whole.
    pub fn kernel(&self) -> Option<KernelOptions> {
        let &Self { lane_latency, cross_lane_latency, memory_latency, scalar_latency, .. } = self;
        let latencies = [lane_latency, cross_lane_latency, memory_latency, scalar_latency];
        self.whole.then(|| KernelOptions { trips: self.trip.clone(), latencies })
    }

    /// The options as they are written, each behind a blank.
    pub fn text(&self) -> String {
        let mut text = if self.whole { " --whole".to_owned() } else { String::new() };
        self.trip.iter().for_each(|(label, count)| text += &format!(" --trip {label}={count}"));
        let latencies = [
            ("memory", self.memory_latency),
            ("lane", self.lane_latency),
            ("cross-lane", self.cross_lane_latency),
            ("scalar", self.scalar_latency),
        ];
        for (class, cycles) in latencies {
            text += &cycles.map_or(String::new(), |cycles| format!(" --{class}-latency {cycles}"));
        }
        text
    }
}

/// A label and how often its loop is executed.
fn trip(text: &str) -> Result<(String, usize), String> {
    let (label, count) = text.rsplit_once('=').unwrap_or((text, ""));
    let count = count.parse().ok().filter(|count| *count <= 1_000_000);
    let pair = count.filter(|_| !label.is_empty()).map(|count| (label.to_owned(), count));
    pair.ok_or_else(|| {
        "it must be a label and a number from 0 to 1000000; try .L_x_1=64".to_owned()
    })
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct ShowOptions {
    /// Output format; --json means json
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ShowFormat,
}

/// Format of a printed plan.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShowFormat {
    /// Numbers with their meaning, a line each
    Text,
    /// Every number by its name
    Json,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// Number of random programs: 1000, or 4 on each configuration of --all-configs
    #[arg(long, value_name = "N", value_parser = whole(1, u32::MAX, 1000))]
    pub programs: Option<u32>,
    /// Instructions of each program, which then is a sequence of loops: results and cycles are compared
    /// with the timed model's by digests, and the first difference is found by running again
    #[arg(long, value_name = "N", value_parser = whole(1000, 10_000_000_000_u64, 1_000_000), conflicts_with = "all_configs")]
    pub instructions: Option<u64>,
    /// Seed of the programs; the same seed gives the same ones
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0, u64::MAX, 1))]
    pub seed: u64,
    /// Simulation engine [default: compiled; with --all-configs the interpreter, which starts at
    /// once]
    #[arg(long, value_parser = EngineParser(Purpose::Check))]
    pub engine: Option<Engine>,
    /// Check 270 machines instead of one: every organisation, number of lanes, of beats and depth
    /// of pipeline with every two of the others (about a minute on two cores)
    #[arg(long)]
    pub all_configs: bool,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct StudyOptions {
    /// Parameter and its values: a list, `all`, or a..b in powers of two; several axes give all
    /// combinations
    #[arg(long, value_name = "KEY=VALUES", required_unless_present = "calibrate")]
    pub axis: Vec<String>,
    /// Take of every machine the value of this parameter with the most threads a second on the
    /// workloads, by the estimated clock, of xc7 where the flow is no FPGA's: `stages`, or
    /// KEY=VALUES as of --axis
    #[arg(long, value_name = "KEY", conflicts_with = "calibrate")]
    pub best: Option<String>,
    /// Source of the area: estimate (of xc7, at once) or estimate=ecp5; cells by yosys for
    /// xc7, ecp5, ice40 or gowin; standard cells of a Liberty file by yosys and their timing by
    /// OpenSTA: liberty=FILE; or none
    #[arg(long, value_name = "FLOW", default_value_t = Flow::Estimate(Family::Xc7))]
    pub flow: Flow,
    /// Make memories of the process' own SRAM macros, so that areas add: a table that is shipped
    /// (ihp-sg13g2, sky130, gf180mcu, openram, fakeram45) or a file (docs/learn/macros.md); with
    /// --flow liberty=FILE, which reads a Liberty file MACRO*.lib of each, or --flow none for the
    /// macros alone
    #[arg(long, value_name = "TABLE")]
    pub macros: Option<PathBuf>,
    /// Place the standard cells by Coloquinte for the wires between them, in length, time and joules;
    /// with --flow liberty=FILE and --macros of a table with [wires]
    #[arg(long)]
    pub wires: bool,
    /// Report which points fit an FPGA, and the use of each of its resources: a name of
    /// docs/measure/devices.md, such as xc7a35t or lfe5u-85f, or numbers,
    /// lut4=20736,ff=15552,ram=46x18k,dsp=48 (or lut6=); with a --flow of its family or its stand-in
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<Fpga>,
    /// Place and route every point by nextpnr as well, for its clock; with --flow ecp5 or ice40
    #[arg(long)]
    pub pnr: bool,
    /// Let no multiplier become a DSP block
    #[arg(long)]
    pub no_dsp: bool,
    /// Merge the modules before they are mapped: smaller, and many times slower
    #[arg(long)]
    pub flatten: bool,
    /// Run yosys on N random configurations, or on those of --axis, and print how far the estimate
    /// is off; with --flow xc7 or ecp5
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "12", value_parser = whole(1, 10_000_usize, 12), conflicts_with_all = ["shard", "unit", "workload", "device"])]
    pub calibrate: Option<usize>,
    /// Seed of the random configurations
    #[arg(long, value_name = "S", default_value_t = 1, requires = "calibrate", value_parser = whole(0, u64::MAX, 1))]
    pub seed: u64,
    /// Unit whose area and netlist are measured
    #[arg(long, default_value = "core")]
    pub unit: String,
    /// Workload to time: `scan`, `mix` (three operands each), `mix:IMAD=3,SHFL.UP=1`, or the file
    /// of a program or of a compiler's listing (unsupported instructions are skipped and reported);
    /// may be repeated
    #[arg(long, value_name = "WORKLOAD")]
    pub workload: Vec<String>,
    #[command(flatten)]
    pub whole: WholeOptions,
    /// Take the points from the results of shards of the same study in these directories, in place
    /// of evaluating them
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with = "shard")]
    pub merge: Vec<PathBuf>,
    /// Directory for report.html, study.svg, study.csv, study.legend.csv, study.json and study.bib
    #[arg(short, long, value_name = "DIR", default_value = "study")]
    pub output: PathBuf,
    /// Directory with results of earlier runs [default: lanebeat in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Only every N-th point, from the I-th, counted from 1; the others are left to other runs with
    /// the same cache
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
}

/// Encoding of an assembled program.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WordFormat {
    /// This machine's own words of 128 bits
    Machine,
    /// The same words for $readmemh of Verilog, with the comments behind //
    Readmemh,
    /// Dwords of AMD's GFX9 (gfx900), one or two an instruction; mask slot sN is s[2N:2N+1]
    Gcn,
    /// Program text, each instruction in the spelling of this machine
    Text,
}

/// A program, or a listing in its place.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct ProgramOrListing {
    /// Assembly text, or - for standard input
    #[arg(required_unless_present = "from")]
    pub program: Option<PathBuf>,
    /// Listing of llc, llvm-objdump, nvdisasm or cuobjdump, in place of a program; directives,
    /// labels, comments and metadata are skipped
    #[arg(long, value_name = "LISTING", conflicts_with = "program")]
    pub from: Option<PathBuf>,
}

impl ProgramOrListing {
    /// The program, or the listing in its place.
    pub fn path(&self) -> &Path {
        self.from.as_deref().or(self.program.as_deref()).unwrap_or(Path::new(STANDARD))
    }
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct AssembleOptions {
    #[command(flatten)]
    pub input: ProgramOrListing,
    /// Print for each instruction of the listing its form here, or the reason why it has none
    #[arg(long, requires = "from", conflicts_with = "format")]
    pub report: bool,
    /// Words that are the same in every thread of the listing, by the names that it has for them,
    /// such as {"c[0x0][0x160]": 4, "UR4": -1, "s6": 1.5, "SR_CTAID.X": 0}
    #[arg(long, value_name = "FILE.json", requires = "from")]
    pub constants: Option<PathBuf>,
    /// Encoding of the printed words
    #[arg(long, value_enum, default_value_t = WordFormat::Machine)]
    pub format: WordFormat,
    /// File for the list, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct LintOptions {
    #[command(flatten)]
    pub input: ProgramOrListing,
    /// Refuse a program that has findings (exit status 2); without it they are printed and the
    /// status is 0
    #[arg(long)]
    pub deny: bool,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct DisassembleOptions {
    /// Machine words in hexadecimal, one a line, as `assemble` prints them; or - for standard input
    pub file: PathBuf,
}

/// Format of an explanation.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExplainFormat {
    Text,
    /// A drawing of the words that move between threads
    Svg,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct ExplainOptions {
    /// One line of assembly text, quoted; or an operation's name without operands, such as SHFL.UP,
    /// or a modifier's, such as row_shr, for its page; the first part of a name, such as SHFL, lists
    /// the operations that begin so, and nothing at all lists every operation
    #[arg(default_value = "")]
    pub instruction: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    pub format: ExplainFormat,
    /// File for the output, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Threads that execute, in place of the state's EXEC
    #[arg(long, value_name = "MASK")]
    pub exec: Option<String>,
    /// State of the wave: that of wave 0 in the file
    #[arg(long, value_name = "IN.json")]
    pub state: Option<PathBuf>,
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct CompletionsOptions {
    /// Shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args, Clone, PartialEq, Debug)]
pub struct BenchOptions {
    /// Assembly text, or - for standard input; examples/inclusive_scan.s on every wave without it
    pub program: Option<PathBuf>,
    /// Measure a random mix of N instructions on each wave in place of a program
    #[arg(long, value_name = "N", conflicts_with = "program", value_parser = whole(1_u32, 100_000, 1000))]
    pub random: Option<u32>,
    /// Seed of the random mix and of the content of the registers
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0, u64::MAX, 1))]
    pub seed: u64,
    /// Engines to measure, with commas between; all without it
    #[arg(long, value_name = "LIST", value_parser = EngineParser(Purpose::Bench), value_delimiter = ',')]
    pub engines: Vec<Engine>,
    /// Time of one run of one engine
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds, conflicts_with = "cycles")]
    pub seconds: f64,
    /// Cycles of one run of every engine, about, in place of a time
    #[arg(long, value_name = "N", value_parser = whole(1, 1_000_000_000_000_u64, 100_000))]
    pub cycles: Option<u64>,
    /// Runs of each engine
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1, u32::MAX, 3))]
    pub rounds: u32,
    /// Measure also the engines while they write a waveform of all signals, as VCD and as FST
    #[arg(long)]
    pub vcd: bool,
    /// Compare with a report that `bench --json` printed, by the engines' ratios to a peer
    #[arg(long, value_name = "REPORT.json")]
    pub against: Option<PathBuf>,
    /// Measure instead how the compiled engine's times grow with lanes and waves
    #[arg(long, conflicts_with_all = ["engines", "vcd", "cycles", "against"])]
    pub growth: bool,
}

impl BenchOptions {
    /// The engines to measure.
    pub fn engines(&self) -> Vec<Engine> {
        match self.engines.is_empty() {
            true => Engine::all(Purpose::Bench).collect(),
            false => self.engines.clone(),
        }
    }
}

#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct ServeOptions {
    /// Clock cycles of a bit on the serial line: the clock over the baud rate; few simulate faster
    #[arg(long, value_name = "N", default_value_t = CLOCKS_PER_BIT, value_parser = whole(4, u16::MAX, CLOCKS_PER_BIT))]
    pub clocks_per_bit: u16,
    /// Lose about one byte in N, in both directions
    #[arg(long, value_name = "N", value_parser = whole(1, u32::MAX, 1000))]
    pub lose: Option<u32>,
    /// Garble about one byte in N, in both directions
    #[arg(long, value_name = "N", value_parser = whole(1, u32::MAX, 1000))]
    pub garble: Option<u32>,
    /// Seed for the choice of lost and garbled bytes
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0, u64::MAX, 1))]
    pub seed: u64,
}
