//! The drawing, the page and the viewers' logs, read back by others and held against the table and
//! the events of the run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{
    Action, Beat, Entry, Event, Issue, Meeting, Pass, Schedule, Sink, StallReason, Stay, run, views,
};
use lanebeat::draw::timetable;
use serde_json::{Value, json};

use super::{machine, program};
use crate::common::browser::{chromium, probe};
use crate::common::golden;
use crate::common::sample::of_today;

/// Two waves with dependent and independent code, a gather, votes, a guard, a barrier.
const PROGRAM: &str = "\
.wave 0
IMAD R4, R1, R5, R9
SHFL.UP P1, R2, R4, 1, 0
@P1 IADD R1, R2, R1
BAR.SYNC 0
s_nop 1
EXIT
.wave 1
v_add_u32 v1, v1, v5 row_bcast:15
MATCH.ANY R3, R1
BAR.SYNC 0
VOTE.BALLOT R3, P1
";

fn machines() -> Vec<Config> {
    let mut machines: Vec<Config> =
        RegisterFile::ALL.into_iter().map(|organisation| machine(organisation, 4, 1)).collect();
    machines.push(Config { collectors: 2, ..machine(RegisterFile::Banked, 4, 0) });
    machines.push(machine(RegisterFile::Banked, 1, 0));
    machines
}

fn timetable(config: &Config, text: &str) -> Schedule {
    Schedule::new(config, &program(config, text)).expect("no deadlock")
}

/// A block as a view shows it: track, first cycle, cycles, what it says of itself.
type Shown = BTreeSet<(String, u64, u64, String)>;

/// What the table has, out of its CSV: issue and stalls take a slot, all else a cycle.
fn table(schedule: &Schedule) -> Shown {
    let csv = super::csv(schedule);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let titles = reader.headers().expect("titles").clone();
    let slot = schedule.slot_cycles();
    let end = schedule.shown().end;
    let mut shown = Shown::new();
    for record in reader.records() {
        let record = record.expect("a row of cells");
        let cycle: u64 = record[0].parse().expect("a cycle");
        for (title, cell) in titles.iter().zip(&record).skip(2) {
            if title == "banks" || cell.is_empty() {
                continue;
            }
            let cycles = match title {
                "issue" | "stall" => slot.min(end - cycle),
                _ => 1,
            };
            shown.insert((title.to_owned(), cycle, cycles, cell.to_owned()));
        }
    }
    shown
}

/// What a run tells of each instruction, in the order of issue, and of those that are held.
#[derive(Default)]
struct PerInstruction {
    slot: u64,
    all: Vec<OfOne>,
    stays: Vec<Stay>,
}

#[derive(Default)]
struct OfOne {
    wave: usize,
    number: usize,
    issue: u64,
    retire: u64,
    execute: BTreeSet<u64>,
    gather: BTreeSet<u64>,
    writes: BTreeSet<u64>,
    reads: BTreeSet<Entry>,
    written: BTreeSet<Entry>,
    /// Which barrier kept its wave, and until when.
    barrier: Option<(u8, u64)>,
}

impl PerInstruction {
    fn of(config: &Config, text: &str) -> Self {
        let mut told = Self { slot: config.slot_cycles() as u64, ..Self::default() };
        run(config, &program(config, text), &mut told).expect("no deadlock");
        told
    }

    fn last(&mut self) -> &mut OfOne {
        self.all.last_mut().expect("issued")
    }
}

impl Sink for PerInstruction {
    fn see(&mut self, event: &Event) {
        match *event {
            Event::Issue(Issue { wave, number, cycle: issue, .. }) => {
                self.all.push(OfOne { wave, number, issue, ..OfOne::default() });
            }
            Event::Access(access) if access.action == Action::Write => {
                self.last().writes.insert(access.cycle);
                self.last().written.insert(access.entry);
            }
            Event::Access(access) => drop(self.last().reads.insert(access.entry)),
            Event::Beat(Beat { cycle, pass: Pass::Execute, .. }) => {
                self.last().execute.insert(cycle);
            }
            Event::Beat(beat) => drop(self.last().gather.insert(beat.cycle)),
            Event::Stay(stay) => self.stays.push(stay),
            Event::Meeting(Meeting { wave, number, barrier, opened }) => {
                let is_it = |one: &&mut OfOne| (one.wave, one.number) == (wave, number);
                let one = self.all.iter_mut().find(is_it).expect("issued");
                let waits = opened > one.issue + self.slot;
                one.barrier = waits.then_some((barrier, opened));
            }
            Event::Retire(retire) => self.last().retire = retire.cycle,
            Event::Stall(_) => {}
        }
    }
}

/// The table, and what has no column in it.
fn expected(config: &Config, text: &str) -> Shown {
    let PerInstruction { slot, all, stays } = PerInstruction::of(config, text);
    let mut shown = table(&timetable(config, text));
    for OfOne { wave, issue, barrier, .. } in all {
        shown.extend(barrier.map(|(number, opened)| {
            let (from, text) = (issue + slot, format!("W{wave} waits at barrier {number}"));
            (format!("W{wave} barrier"), from, opened - from, text)
        }));
    }
    let is_conflict = |stay: &Stay| matches!(stay.reason, StallReason::BankConflict { .. });
    if stays.iter().any(is_conflict) {
        shown.extend(stays.iter().map(|stay| {
            let text = match stay.reason {
                StallReason::Gather => format!("W{} gathers", stay.wave),
                reason => reason.to_string(),
            };
            ("held".to_owned(), stay.cycle, slot, text)
        }));
    }
    shown
}

/// The text of the child of `node` that is called `name`.
fn child<'n>(node: roxmltree::Node<'n, 'n>, name: &str) -> &'n str {
    let child =
        node.children().find(|child| child.has_tag_name(name) || child.tag_name().name() == name);
    child.and_then(|child| child.text()).unwrap_or_default().trim()
}

fn number(node: roxmltree::Node, attribute: &str) -> u64 {
    let text = node.attribute(attribute).unwrap_or_else(|| panic!("no {attribute}"));
    text.parse().unwrap_or_else(|error| panic!("{attribute} {text}: {error}"))
}

/// The blocks of a drawing; each rectangle stands where its cycles are, 40 pixels each.
fn drawn(svg: &str, first_cycle: u64) -> Shown {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}"));
    let mut shown = Shown::new();
    for track in document.descendants().filter(|node| node.attribute("data-track").is_some()) {
        let mut end = 0;
        for block in track.children().filter(|node| node.is_element()) {
            let (cycle, cycles) = (number(block, "data-cycle"), number(block, "data-cycles"));
            let rectangle =
                block.children().find(|node| node.tag_name().name() == "rect").expect("a box");
            let x = number(rectangle, "x");
            assert_eq!(x, 40 * (cycle - first_cycle) + 1);
            assert_eq!(number(rectangle, "width"), 40 * cycles - 2);
            assert!(x >= end, "blocks of {track:?} overlap in cycle {cycle}");
            end = x + number(rectangle, "width");
            for text in block.children().filter(|node| node.tag_name().name() == "text") {
                let letters = text.text().unwrap_or_default().trim().chars().count() as f64;
                let size = if text.attribute("class") == Some("large") { 11.0 } else { 8.7 };
                let right = number(text, "x") as f64 + 0.602 * size * letters;
                assert!(right <= end as f64, "{:?} runs over its box", text.text());
            }
            let title = child(block, "title").split(" | ").next().expect("a part");
            let name = track.attribute("data-track").expect("a track").to_owned();
            assert!(shown.insert((name, cycle, cycles, title.to_owned())));
        }
    }
    shown
}

#[test]
fn the_drawing_shows_what_the_table_and_the_run_say() {
    for config in machines() {
        let schedule = timetable(&config, PROGRAM);
        let svg = timetable::svg(std::slice::from_ref(&schedule));
        let shown = drawn(&svg, 0);
        assert_eq!(shown, expected(&config, PROGRAM), "{config:?}");
        assert!(shown.len() > 50, "{}", shown.len());
        assert_eq!(svg, timetable::svg(&[timetable(&config, PROGRAM)]), "the same each time");
    }
}

#[test]
fn gathers_barriers_and_bank_conflicts_have_classes_of_their_own() {
    let classes = |config: &Config, text: &str| {
        let svg = timetable::svg(&[timetable(config, text)]);
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let blocks = document.descendants().filter(|node| node.attribute("data-cycle").is_some());
        let mut found: BTreeMap<(String, String), usize> = BTreeMap::new();
        for block in blocks {
            let track = block.parent().and_then(|track| track.attribute("data-track"));
            let class = block.attribute("class").expect("a class");
            let kind = class.split(' ').nth(1).expect("a kind");
            *found.entry((track.expect("a track").to_owned(), kind.to_owned())).or_default() += 1;
        }
        move |track: &str, kind: &str| {
            found.get(&(track.to_owned(), kind.to_owned())).copied().unwrap_or(0)
        }
    };
    let skewed = machine(RegisterFile::Skewed, 4, 0);
    let of_shuffle = classes(&skewed, "SHFL.UP P1, R2, R4, 1, 0");
    assert_eq!((of_shuffle("lanes", "gather"), of_shuffle("lanes", "execute")), (4, 4));
    assert_eq!(of_shuffle("stall", "gather"), 1);
    // R1, R5 and R9 are in one bank: two slots are lost, and four beats pass in each.
    let banked = machine(RegisterFile::Banked, 4, 0);
    let of_conflict = classes(&banked, "IMAD R4, R1, R5, R9");
    assert_eq!(of_conflict("lanes", "bank-conflict"), 8);
    let found = (of_conflict("stall", "bank-conflict"), of_conflict("held", "bank-conflict"));
    assert_eq!(found, (2, 2));
    let of_barrier = classes(&skewed, ".wave 0\nBAR.SYNC 0\n.wave 1\nMOV R1, 2\nBAR.SYNC 0\n");
    assert_eq!((of_barrier("W0 barrier", "barrier"), of_barrier("W1 barrier", "barrier")), (1, 1));
}

/// The drawings of the machines inside a page.
fn drawings(page: &str) -> Vec<String> {
    let starts = page.match_indices("<svg class=\"cycles\"").map(|(start, _)| start);
    let drawing = |start: usize| {
        let end = page[start..].find("</svg>").expect("an end") + "</svg>".len();
        page[start..start + end].to_owned()
    };
    starts.map(drawing).collect()
}

#[test]
fn the_page_holds_two_machines_against_each_other_on_one_axis() {
    let [wide, skewed] =
        [RegisterFile::Wide, RegisterFile::Skewed].map(|organisation| machine(organisation, 4, 0));
    let schedules = [&wide, &skewed].map(|config| timetable(config, PROGRAM));
    let page = timetable::html(&schedules, "<pair>.s", "lanebeat schedule '<pair>.s' & more");
    let drawings = drawings(&page);
    assert_eq!(drawings.len(), 2);
    assert_eq!(drawn(&drawings[0], 0), expected(&wide, PROGRAM));
    assert_eq!(drawn(&drawings[1], 0), expected(&skewed, PROGRAM));
    assert!(page.contains("<h2>register_file wide") && page.contains("<h2>register_file skewed"));
    let is_escaped = page.contains("&lt;pair&gt;.s") && page.contains("&amp; more");
    assert!(is_escaped && !page.contains("<pair>"));
    // Each instruction is listed with its times on both.
    let skewed_times: Vec<(u64, u64)> =
        schedules[1].issued().iter().map(|issued| (issued.cycle, issued.retires)).collect();
    let rows: Vec<&str> = page.split("<tr data-of=").skip(1).collect();
    assert_eq!(rows.len(), schedules[0].issued().len());
    for (row, issued) in rows.iter().zip(schedules[0].issued()) {
        let cells: Vec<&str> = row
            .split("<td class=\"number\">")
            .skip(1)
            .map(|cell| cell.split('<').next().expect("text").trim())
            .collect();
        let [issue, retire, other @ ..] = &cells[..] else { panic!("{row}") };
        assert_eq!((*issue, *retire), (&*issued.cycle.to_string(), &*issued.retires.to_string()));
        let other = (other[0].parse().expect("a cycle"), other[1].parse().expect("a cycle"));
        assert!(skewed_times.contains(&other), "{row}");
    }
}

#[test]
fn the_page_needs_nothing_beside_it() {
    let page = timetable::html(&[timetable(&machines()[4], PROGRAM)], "a.s", "lanebeat");
    for foreign in ["http", "src=", "href=", "@import", "fetch(", "//cdn"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let inside = page.match_indices("url(").all(|(at, _)| page[at..].starts_with("url(#"));
    assert!(inside, "only patterns of the page itself");
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("width=device-width"));
}

#[test]
fn a_window_shows_its_slots_and_nothing_else() {
    let config = machine(RegisterFile::MultiPort, 4, 0);
    let whole = expected(&config, PROGRAM);
    let schedule = timetable(&config, PROGRAM).only(18..30);
    assert_eq!(schedule.shown(), 16..30);
    let mut inside = Shown::new();
    for (track, from, cycles, text) in whole {
        let (start, end) = (from.max(16), (from + cycles).min(30));
        if start < end {
            inside.insert((track, start, end - start, text));
        }
    }
    assert_eq!(drawn(&timetable::svg(std::slice::from_ref(&schedule)), 16), inside);
    assert_eq!(super::csv(&schedule).lines().count(), 1 + 14);
    let columns = |(track, ..): &&(String, u64, u64, String)| !track.ends_with("barrier");
    assert_eq!(table(&schedule), inside.iter().filter(columns).cloned().collect());
}

#[test]
fn a_small_drawing_is_as_it_was() {
    let config = machine(RegisterFile::Wide, 4, 0);
    let text = "SHFL.UP P1, R4, R1, 1, 0\n@P1 IADD R1, R4, R1\n";
    let svg = timetable::svg(&[timetable(&config, text)]);
    golden::file("testbench/cycle/golden/timetable.svg", &svg);
}

/// A file of trace events, read by the rules of the format: complete events have a time and a
/// duration, tracks have names, and events of one track follow each other or nest.
fn traced(text: &str) -> BTreeMap<u64, Shown> {
    let trace: Value = serde_json::from_str(text).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("a list of events");
    let id = |event: &Value| {
        let id = |key: &str| event[key].as_u64().unwrap_or_else(|| panic!("{key} of {event}"));
        (id("pid"), id("tid"))
    };
    let mut names: HashMap<(u64, u64), String> = HashMap::new();
    for event in events.iter().filter(|event| event["name"] == "thread_name") {
        assert_eq!(event["ph"], "M");
        let name = event["args"]["name"].as_str().expect("a name").to_owned();
        assert!(names.insert(id(event), name).is_none(), "a track has two names");
    }
    let mut ends: HashMap<(u64, u64), u64> = HashMap::new();
    let mut shown: BTreeMap<u64, Shown> = BTreeMap::new();
    for event in events {
        let name = event["name"].as_str().expect("a name");
        assert!(event["cat"].is_string() && event["args"].is_object(), "{event}");
        match event["ph"].as_str() {
            Some("M") => {
                let known = ["process_name", "thread_name", "thread_sort_index"];
                assert!(known.contains(&name), "{event}");
            }
            Some("X") => {
                let from = event["ts"].as_u64().expect("a time");
                let cycles = event["dur"].as_u64().expect("a duration");
                let end = ends.entry(id(event)).or_default();
                assert!(cycles > 0 && from >= *end, "{event} overlaps what ends at {end}");
                *end = from + cycles;
                let track = names[&id(event)].clone();
                let block = (track, from, cycles, name.to_owned());
                assert!(shown.entry(id(event).0).or_default().insert(block));
            }
            other => panic!("{other:?} is no phase that is used"),
        }
    }
    shown
}

/// The trace of the machines, one process each.
fn perfetto(schedules: &[Schedule]) -> String {
    let mut trace = views::Perfetto::default();
    let machines = schedules.iter().zip(views::names(schedules));
    let events = machines.map(|(schedule, name)| trace.machine(&name) + &trace.part(schedule));
    views::PERFETTO_HEAD.to_owned() + &events.collect::<String>() + views::PERFETTO_END
}

#[test]
fn perfetto_gets_a_track_for_each_column_and_each_machine_its_process() {
    let machines = machines();
    let schedules: Vec<Schedule> =
        machines.iter().map(|config| timetable(config, PROGRAM)).collect();
    let traced = traced(&perfetto(&schedules));
    assert_eq!(traced.len(), machines.len());
    for (shown, config) in traced.values().zip(&machines) {
        assert_eq!(*shown, expected(config, PROGRAM), "{config:?}");
    }
}

/// What is written part by part is what is written at once, of all cycles and of a window. One machine a day.
#[test]
fn parts_say_what_the_whole_says() {
    let text = PROGRAM
        .replace(".wave 0\n", ".wave 0\n.repeat 400\n")
        .replace("EXIT\n.wave 1\n", ".end\nEXIT\n.wave 1\n.repeat 400\n")
        + ".end\n.wave 2\nMOV R1, 2\nBAR.SYNC 0\n";
    for config in of_today(machines(), 1) {
        let program = program(&config, &text);
        let whole = timetable(&config, &text);
        let cycles = whole.totals().cycles;
        for window in [0..cycles, cycles / 3 + 1..cycles / 3 + 90, cycles / 2..cycles - 100] {
            let (mut konata, mut trace, mut count) =
                (views::Konata::default(), views::Perfetto::default(), 0);
            let outline =
                Schedule::outline(&config, &program).expect("no deadlock").only(window.clone());
            let mut log = views::KONATA_HEAD.to_owned();
            let mut events =
                views::PERFETTO_HEAD.to_owned() + &trace.machine("m") + &trace.part(&outline);
            let mut csv = views::csv(&[outline.cells().0]);
            let each = &mut |part: &Schedule| {
                log += &konata.part(part);
                events += &trace.part(part);
                csv += &views::csv(&part.cells().1);
                count += 1;
                true
            };
            outline.clone().in_parts(&program, each).expect("no deadlock");
            assert!(count > 2 || window.end - window.start == 89, "{count} parts");
            let cut = whole.clone().only(window.clone());
            assert_eq!(csv, super::csv(&cut));
            assert_eq!(traced(&(events + views::PERFETTO_END)), traced(&perfetto(&[cut])));
            // The log has each instruction that is under way in the window, from issue to retirement.
            let logged = logged(&(log + &konata.end()));
            let under_way = whole.issued().iter().filter(|issued| {
                let waits =
                    logged.iter().any(|log| log.starts == issued.cycle && log.stall.is_some());
                issued.cycle < window.end && (issued.retires >= outline.shown().start || waits)
            });
            let wanted: Vec<(u64, String)> = under_way
                .map(|issued| (issued.cycle, format!("W{} {}", issued.wave, issued.text)))
                .collect();
            let found: Vec<(u64, String)> =
                logged.iter().map(|log| (log.starts, log.label.clone())).collect();
            assert!(found == wanted, "{config:?} {window:?}");
        }
    }
}

/// An instruction as a log of Konata has it.
#[derive(Default)]
struct Logged {
    thread: u64,
    label: String,
    detail: String,
    starts: u64,
    retires: Option<u64>,
    /// Lane 0 in each cycle.
    stages: BTreeMap<u64, String>,
    /// Lane 1: from and to.
    stall: Option<(u64, u64)>,
    producers: BTreeSet<usize>,
}

/// Reads a log by the rules of docs/kanata-log-format.md of Konata.
fn logged(text: &str) -> Vec<Logged> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Kanata\t0004"));
    let mut all: Vec<Logged> = vec![];
    let mut open: HashMap<(usize, u64), (String, u64)> = HashMap::new();
    let (mut now, mut retired) = (None, 0);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |place: usize| -> u64 {
            fields[place].parse().unwrap_or_else(|error| panic!("{line}: {error}"))
        };
        match (fields[0], fields.len()) {
            ("C=", 2) => assert_eq!(now.replace(number(1)), None, "{line} stands once, before all"),
            ("C", 2) => *now.as_mut().expect("C= before") += number(1),
            ("I", 4) => {
                assert_eq!(number(1) as usize, all.len(), "{line}: identifiers are sequential");
                let starts = now.expect("a cycle");
                all.push(Logged { thread: number(3), starts, ..Logged::default() });
            }
            (command @ ("L" | "S" | "E" | "R" | "W"), 4) => {
                let (id, now) = (number(1) as usize, now.expect("a cycle"));
                let one = &mut all[id];
                assert_eq!(one.retires, None, "{line} comes after the end of {id}");
                match command {
                    "L" if number(2) == 0 => one.label += fields[3],
                    "L" => one.detail += fields[3],
                    "W" => {
                        assert_eq!(number(3), 0);
                        assert!(one.producers.insert(number(2) as usize));
                    }
                    "S" => {
                        let begun = (fields[3].to_owned(), now);
                        if let Some((stage, from)) = open.insert((id, number(2)), begun) {
                            one.stages.extend((from..now).map(|cycle| (cycle, stage.clone())));
                        }
                    }
                    "E" => {
                        let (stage, from) = open.remove(&(id, number(2))).expect("a stage");
                        assert_eq!((stage.as_str(), number(2)), (fields[3], 1));
                        one.stall = Some((from, now));
                    }
                    _ => {
                        assert_eq!((number(2), number(3)), (retired, 0), "{line}");
                        retired += 1;
                        let (stage, from) = open.remove(&(id, 0)).expect("a stage");
                        one.stages.extend((from..now).map(|cycle| (cycle, stage.clone())));
                        one.retires = Some(now);
                    }
                }
            }
            _ => panic!("{line} is no command of the format"),
        }
    }
    assert!(open.is_empty() && all.iter().all(|one| one.retires.is_some()));
    all
}

/// The log of all instructions.
fn konata(schedule: &Schedule) -> String {
    let mut konata = views::Konata::default();
    views::KONATA_HEAD.to_owned() + &konata.part(schedule) + &konata.end()
}

#[test]
fn konata_gets_every_instruction_with_what_it_does_in_each_cycle() {
    for config in machines() {
        let told = PerInstruction::of(&config, PROGRAM);
        let schedule = timetable(&config, PROGRAM);
        let logged = logged(&konata(&schedule));
        assert_eq!(logged.len(), told.all.len());
        for (id, (log, one)) in logged.iter().zip(&told.all).enumerate() {
            let issued = &schedule.issued()[id];
            assert_eq!((log.thread, log.starts), (one.wave as u64, one.issue));
            assert_eq!(log.label, format!("W{} {}", one.wave, issued.text));
            assert!(log.detail.starts_with(&format!("line {}", issued.line)), "{}", log.detail);
            let end = one.barrier.map_or(0, |(_, opened)| opened).max(one.retire + 1);
            assert_eq!(log.retires, Some(end), "{}", log.label);
            let opened = one.barrier.map(|(_, opened)| (one.issue + told.slot, opened));
            assert_eq!(log.stall, opened, "{}", log.label);
            let cycles = |stages: &[&str]| -> BTreeSet<u64> {
                let is_one = |(_, stage): &(&u64, &String)| stages.contains(&stage.as_str());
                log.stages.iter().filter(is_one).map(|(&cycle, _)| cycle).collect()
            };
            assert_eq!(cycles(&["Ex"]), one.execute, "{config:?} {}", log.label);
            assert_eq!(cycles(&["Ga", "Bk"]), one.gather, "{config:?} {}", log.label);
            assert!(cycles(&["Wb"]).is_subset(&one.writes), "{config:?} {}", log.label);
            assert!(!cycles(&["Wb"]).is_empty() || one.writes.is_empty());
            assert_eq!(log.stages.keys().next(), Some(&one.issue));
        }
        let mut writers: HashMap<(usize, Entry), usize> = HashMap::new();
        for (id, one) in told.all.iter().enumerate() {
            let producers = one.reads.iter().filter_map(|&entry| writers.get(&(one.wave, entry)));
            let late = producers.filter(|&&id| told.all[id].retire + told.slot >= one.issue);
            assert_eq!(logged[id].producers, late.copied().collect(), "{}", logged[id].label);
            writers.extend(one.written.iter().map(|&entry| ((one.wave, entry), id)));
        }
        let pair = konata(&timetable(&config, "MOV R1, 2\nIADD R2, R1, R1"));
        assert!(pair.contains("\nW\t1\t0\t0\n"), "{config:?}: IADD waits for MOV: {pair}");
    }
}

#[test]
fn in_a_browser_blocks_answer_to_pointer_and_keys_on_a_phone_in_the_dark() {
    let organisations = [RegisterFile::Wide, RegisterFile::Skewed];
    let schedules =
        organisations.map(|organisation| timetable(&machine(organisation, 4, 0), PROGRAM));
    let page = timetable::html(&schedules, "a.s", "lanebeat");
    let script = "
        const frame = document.querySelector('.scroll');
        const said = () => document.querySelector('.picked').textContent;
        const key = (name) => frame.dispatchEvent(new KeyboardEvent('keydown', { key: name }));
        const answers = [document.documentElement.scrollWidth <= innerWidth];
        answers.push(getComputedStyle(document.body).backgroundColor);
        key('ArrowRight'); answers.push(said());
        key('ArrowDown'); answers.push(said());
        answers.push(new Set(all('.cycles .on').map((b) => b.closest('svg'))).size);
        key('Escape'); answers.push(all('.on').length);
        document.querySelector('.cycles .write').dispatchEvent(new MouseEvent('click', { bubbles: true }));
        answers.push(said());
        return answers;";
    let Some(chromium) = chromium() else { return };
    let phone = ["--window-size=390,844", "--blink-settings=preferredColorScheme=0"];
    let expected = json!([
        true,
        "rgb(21, 24, 27)",
        "W0 IMAD R4, R1, R5, R9 · line 2 (issue, cycles 0 to 3)",
        "W0.read c R9 · IMAD R4, R1, R5, R9 · line 2 (port, cycle 1)",
        2,
        0,
        "W0.write R4 · IMAD R4, R1, R5, R9 · line 2 (port, cycle 8)"
    ]);
    assert_eq!(probe(&chromium, &page, script, &phone), expected);
}
