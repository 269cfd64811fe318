//! The page of `run --page` in a browser: what it shows at each step, against the model, the cycle
//! model and sums worked out by hand.

use std::fs;
use std::path::Path;

use lanebeat::config::{Config, Preset};
use lanebeat::cycle::Schedule;
use lanebeat::isa::{Program, Register, WaveState, asm::assemble};
use lanebeat::lockstep::state_file;
use lanebeat::model::Machine;
use lanebeat::model::explain::{SourceKind, explain};
use lanebeat::random::Random;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::browser::{browse, chromium, in_real_time, probe, probed};
use crate::common::program::{folder_with, has, lanebeat, lanebeat_in, names_in, refusal_in};
use crate::common::repository::text;

/// Beginning of each script.
const WORDS: &str = "await ready;
    const key = (key, on = document.body) =>
        on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const grid = (wave, name) => document.querySelector(`[data-wave='${wave}'] [data-entry='${name}'] .grid`);
    const text = id => document.getElementById(id).textContent;
    const held = (wave, name) => [...grid(wave, name).children].map(cell => Number(cell.children[1].textContent));
    const format = name => document.querySelector(`[name=format][value=${name}]`).click();
    ";

/// The page of an example, with `options`.
fn page_of(example: &str, options: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let command = format!(
        "run examples/{example}.s --state examples/{example}.json --engine model --page {} {options}",
        path.display()
    );
    lanebeat(&command).good();
    fs::read_to_string(path).expect("a page")
}

/// An example's program, and the state that its waves begin with.
fn example(name: &str, config: &Config) -> (Program, Vec<WaveState>) {
    let program = assemble(name, &text(&format!("examples/{name}.s")), &config.target());
    let state = text(&format!("examples/{name}.json"));
    let state = state_file::read(name, &state, config.threads(), config.registers, config.waves);
    let states = state.expect("a state").into_iter().map(|wave| wave.state).collect();
    (program.expect("an example"), states)
}

#[test]
fn every_step_shows_the_words_the_bits_and_the_moves_of_the_model() {
    let Some(chromium) = chromium() else { return };
    let config = Config::default();
    for name in ["inclusive_scan", "gcn_divergent_scan", "butterfly_reduction", "wave_reversal"] {
        let (program, states) = example(name, &config);
        let script = [
            WORDS,
            "format('decimal'); key('Home');
            const seen = [];
            for (;;) {
                const names = all('.entry').map(entry => entry.dataset.entry);
                seen.push({ held: Object.fromEntries(names.map(name => [name, held(0, name)])),
                    instruction: text('instruction'), place: text('place'),
                    arrows: all('#lanes .arrow').map(arrow => [arrow.dataset.from, arrow.dataset.to].map(Number)),
                    moved: all('.cell.moved').map(cell => Number(cell.dataset.thread)),
                    zero: all('.cell.zero').length, clamped: all('.cell.clamped').length,
                    line: all('#program .current').map(line => Number(line.dataset.line)) });
                if (document.getElementById('next').disabled) return seen;
                key('n');
            }",
        ]
        .concat();
        let seen = probe(&chromium, &page_of(name, ""), &script, &["--window-size=1300,900"]);
        let seen = seen.as_array().expect("steps");
        let mut machine = Machine::new(config.threads(), config.registers, config.waves);
        *machine.wave_mut(0) = states[0].clone();
        let count = program.executed(0).len();
        assert_eq!(seen.len(), count + 1, "{name}");
        let moves = (0..=count).filter(|&place| {
            let shown = &seen[place];
            let at = || format!("{name} after {place}: {shown}");
            let number = |values: &[u32]| json!(values);
            let bits = |mask: &lanebeat::isa::Mask| mask.map(u32::from).0;
            let (mut has_moves, mut map) = (false, None);
            if let Some(step) = place.checked_sub(1) {
                let line = program.executed(0)[step];
                map = explain(&line.instruction, machine.wave(0)).sources;
                machine.step(0, &line.instruction);
                assert_eq!(shown["line"], json!([line.number]), "{}", at());
            }
            let state = machine.wave(0);
            for Register(register) in program.registers(0) {
                let words = &state.registers[usize::from(register)].0;
                assert_eq!(shown["held"][format!("R{register}")], number(words), "{}", at());
            }
            for entry in program.masks(0) {
                let found = &shown["held"][entry.to_string()];
                assert_eq!(*found, number(&bits(&state.masks[usize::from(entry.0)])), "{}", at());
            }
            assert_eq!(shown["held"]["EXEC"], number(&bits(&state.exec)), "{}", at());
            assert_eq!(shown["place"], format!("{place} of {count}"));
            if let Some(map) = map {
                let numbered = || map.iter().enumerate();
                let arrows = numbered().filter_map(|(to, source)| Some([source.from?.0, to]));
                assert_eq!(shown["arrows"], json!(arrows.collect::<Vec<_>>()), "{}", at());
                let moved = numbered().filter(|(_, source)| source.kind == SourceKind::Other);
                let moved: Vec<usize> = moved.map(|(to, _)| to).collect();
                assert_eq!(shown["moved"], json!(moved), "{}", at());
                let zero = map.iter().filter(|source| source.kind == SourceKind::Zero).count();
                assert_eq!(shown["zero"], zero, "{}", at());
                let is_clamped = |source: &&_| {
                    let lanebeat::model::explain::Source { from, in_range, .. } = source;
                    from.is_some() && !in_range
                };
                assert_eq!(shown["clamped"], map.iter().filter(is_clamped).count(), "{}", at());
                has_moves = !moved.is_empty();
            }
            has_moves
        });
        assert!(moves.count() >= 2, "{name}");
    }
}

/// In an inclusive scan thread i of a warp gets the sum of the words of threads 0 to i.
#[test]
fn a_word_of_a_scan_comes_from_the_loaded_words_below_it() {
    let Some(chromium) = chromium() else { return };
    let script = [
        WORDS,
        "key('End');
        const sums = [0, 1, 10, 31, 32, 40, 63].map(thread => {
            grid(0, 'R1').children[thread].click();
            return document.querySelector('#origin b').textContent;
        });
        const seen = { sums, lines: all('#program .used').length };
        grid(0, 'R1').children[10].click();
        seen.leaves = all('.cell.leaf').map(cell => Number(cell.dataset.thread));
        seen.root = document.querySelector('.tree li').textContent.includes('R1 of thread 10 = 55');
        key('Home'); key('n');
        grid(0, 'R1').children[3].click();
        grid(0, 'R4').children[3].click();
        seen.arrow = all('#overlay > path').length;
        seen.source = all('.cell.source').map(cell =>
            [cell.closest('.entry').dataset.entry, Number(cell.dataset.thread)]);
        seen.said = text('said');
        grid(0, 'P1').children[32].click();
        seen.bit = document.querySelector('#origin b').textContent;
        all('.tree button')[0].click();
        seen.place = text('place');
        grid(0, 'R4').children[32].click();
        seen.clamped = text('said');
        seen.label = grid(0, 'R4').children[5].getAttribute('aria-label');
        key('Escape');
        seen.none = all('.cell.picked, #program .used').length;
        return seen;",
    ]
    .concat();
    let seen =
        probe(&chromium, &page_of("inclusive_scan", ""), &script, &["--window-size=1300,900"]);
    let sums = [
        "thread 0",
        "threads 0–1",
        "threads 0–10",
        "threads 0–31",
        "thread 32",
        "threads 32–40",
        "threads 32–63",
    ];
    assert_eq!(
        seen["sums"],
        json!(sums.map(|threads| format!("Made of R1 of {threads}, as loaded.")))
    );
    // Five adds and five moves.
    assert_eq!(seen["lines"], 10, "{seen}");
    assert_eq!(seen["leaves"], json!((0..=10).collect::<Vec<_>>()));
    assert_eq!(seen["root"], true);
    assert_eq!((&seen["arrow"], &seen["source"]), (&json!(1), &json!([["R1", 2]])), "{seen}");
    assert_eq!(seen["said"], "thread 3 gets the word of thread 2 (2)");
    assert_eq!(seen["bit"], "Made of no loaded word.");
    assert_eq!(seen["place"], "1 of 11");
    let clamped =
        "thread 32 keeps its own word (32): out of range; the clamp of its segment is thread 32";
    assert_eq!(seen["clamped"], clamped);
    assert_eq!(seen["label"], "R4, thread 5: 4; thread 5 gets the word of thread 4 (4)");
    assert_eq!(seen["none"], 0);
}

/// A sum of 32 words, by REDUX, and 31 and 63 unwritten for three reasons.
#[test]
fn a_vote_comes_from_its_warp_and_a_thread_that_is_not_written_says_why() {
    let Some(chromium) = chromium() else { return };
    let program = "ISETP.LT.U32 P0, R0, 63\n@P0 REDUX.ADD.U32 R1, R0\ns_mov_b64 exec, 0xff\n\
                   v_mov_b32 v2, v0 row_shr:1\nIADD R3, R0, 1\n";
    let folder = folder_with("state.json", r#"{"waves": [{"registers": {"R0": "thread"}}]}"#);
    let command = "run - --state state.json --page page.html --dump dump.json";
    lanebeat_in(folder.path(), command, program.as_bytes()).good();
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    let script = [
        WORDS,
        "const title = (name, thread) => grid(0, name).children[thread].title;
        key('Home'); key('n'); key('n');
        grid(0, 'R1').children[40].click();
        const seen = { sum: document.querySelector('#origin b').textContent, word: held(0, 'R1')[40],
            guard: title('R1', 63), group: all('.tree button').map(own => own.textContent) };
        all('.tree button').find(own => own.textContent === 'each').click();
        seen.each = all('.tree li').length;
        key('n'); key('n');
        seen.exec = title('R2', 8);
        seen.row = title('R2', 0);
        key('n');
        seen.outside = title('R3', 9);
        seen.active = document.querySelector('.wave h2 small').textContent;
        return seen;",
    ]
    .concat();
    let seen = probe(&chromium, &page, &script, &["--window-size=1300,900"]);
    assert_eq!(seen["sum"], "Made of R0 of threads 32–62, as loaded.");
    assert_eq!(seen["word"], (32..63).sum::<u32>());
    assert_eq!(seen["guard"], "thread 63 is not written: its guard is false");
    assert!(seen["each"].as_u64() > Some(31), "{seen}");
    assert_eq!(seen["exec"], "thread 8 is not written: the thread is outside EXEC");
    let row = "thread 0 is not written: it has no source thread, and there is no bound_ctrl";
    assert_eq!(seen["row"], row);
    assert_eq!(seen["outside"], "thread 9 is not written: the thread is outside EXEC");
    has(seen["active"].as_str().expect("text"), "8 of 64 threads active, 5 of 5 instructions");
}

#[test]
fn keys_slider_program_and_timetable_go_to_the_same_steps() {
    let Some(chromium) = chromium() else { return };
    let script = [
        WORDS,
        "const seen = { first: text('place') };
        const at = act => { act(); return text('place'); };
        const slider = document.getElementById('slider');
        seen.places = [at(() => key('ArrowRight')), at(() => key('p')), at(() => key('End')), at(() => key('n')),
            at(() => key('ArrowLeft')), at(() => key('Home')), at(() => key('p')),
            at(() => { slider.value = 7; slider.dispatchEvent(new Event('input')); }),
            at(() => document.querySelector('#program [data-line=\"5\"] button').click()),
            at(() => all('[data-step]').find(own => own.dataset.step === '4').dispatchEvent(new MouseEvent('click', { bubbles: true })))];
        const cell = grid(0, 'R1').children[0];
        cell.focus();
        key('ArrowRight', cell); key('ArrowDown', document.activeElement);
        seen.walked = [document.activeElement.dataset.thread, getComputedStyle(cell.parentNode).gridTemplateColumns.split(' ').length, text('place')];
        seen.stops = all('.grid').every(own => own.querySelectorAll('[tabindex=\"0\"]').length === 1);
        seen.named = all('input, select, .bar button, .grid, svg[role], .row').every(own => own.hasAttribute('aria-label')
            || own.closest('label') || own.textContent);
        seen.forms = ['hex', 'float', 'binary', 'decimal'].map(name => { format(name); return grid(0, 'R1').children[5].children[1].textContent; });
        return seen;",
    ]
    .concat();
    let seen =
        probe(&chromium, &page_of("inclusive_scan", ""), &script, &["--window-size=1300,900"]);
    assert_eq!(seen["first"], "1 of 11");
    let places = [2, 1, 11, 11, 10, 0, 0, 7, 3, 4].map(|place| format!("{place} of 11"));
    assert_eq!(seen["places"], json!(places), "{seen}");
    let below = 1 + seen["walked"][1].as_u64().expect("columns");
    assert_eq!(seen["walked"], json!([below.to_string(), below - 1, "4 of 11"]));
    assert_eq!((&seen["stops"], &seen["named"]), (&json!(true), &json!(true)));
    // After two steps of the scan thread 5 has 2 + 3 + 4 + 5.
    assert_eq!(seen["forms"], json!(["0000000e", "1.9618e-44", format!("{:032b}", 14), "14"]));
}

#[test]
fn the_timetables_say_what_the_cycle_model_says_of_two_machines() {
    let Some(chromium) = chromium() else { return };
    let page = page_of("inclusive_scan", "--against register_file=banked");
    let script = [
        WORDS,
        "key('Home');
        const seen = [];
        while (!document.getElementById('next').disabled) {
            key('n');
            const cells = row => [...row.cells].map(cell => cell.textContent);
            const blocks = at => {
                all('[name=machine]')[at].click();
                return all('.cycles .on').map(own => own.querySelector('title').textContent);
            };
            seen.push({ rows: all('#compared tr').map(cells), blocks: [blocks(0), blocks(1)] });
        }
        all('[name=machine]')[2].click();
        return { seen, both: all('.cycles').length };",
    ]
    .concat();
    let found = probe(&chromium, &page, &script, &["--window-size=1300,900"]);
    assert_eq!(found["both"], 2);
    let config = Preset::Default.config();
    let banked = config.organised(lanebeat::config::RegisterFile::Banked).expect("a machine");
    let (program, _) = example("inclusive_scan", &config);
    for (column, machine) in [config, banked].iter().enumerate() {
        let schedule = Schedule::new(machine, &program).expect("a run");
        let tracks = lanebeat::cycle::tracks(&schedule);
        for (step, issued) in schedule.issued().iter().enumerate() {
            let shown = &found["seen"][step];
            let row = |name: &str| {
                let rows = shown["rows"].as_array().expect("rows").iter();
                let mut own = rows.filter(|row| row[0] == name).map(|row| row[column + 1].clone());
                own.next_back().unwrap_or_default()
            };
            assert_eq!(row("issues"), format!("cycle {}", issued.cycle), "{shown}");
            let retires = row("retires");
            let retires = retires.as_str().expect("text");
            assert!(retires.starts_with(&format!("cycle {},", issued.retires)), "{shown}");
            let own = tracks.iter().flat_map(|track| &track.blocks);
            let own = own.filter(|block| block.instruction == Some(step));
            let mut texts: Vec<&str> = own.map(|block| block.text.as_str()).collect();
            let blocks = shown["blocks"][column].as_array().expect("blocks").iter();
            let mut blocks: Vec<&str> = blocks.map(|text| text.as_str().expect("text")).collect();
            texts.sort_unstable();
            blocks.sort_unstable();
            assert_eq!(blocks, texts, "step {step} of {}", machine.register_file.key());
        }
    }
}

/// Two waves take turns; a page of one of them steps past the other.
#[test]
fn waves_are_shown_together_or_alone() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let program = "IADD R1, R0, 1\nIADD R2, R0, 2\n.wave 3\nIADD R1, R0, 3\nIADD R2, R0, 4\n";
    lanebeat_in(folder.path(), "run - --page page.html --dump dump.json", program.as_bytes())
        .good();
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    let script = [
        WORDS,
        "const select = document.getElementById('wave');
        const shown = () => all('.wave').map(own => Number(own.dataset.wave));
        const seen = { both: shown() };
        select.value = '3';
        select.dispatchEvent(new Event('change'));
        seen.one = shown();
        key('Home');
        seen.steps = [];
        while (!document.getElementById('next').disabled) {
            key('n');
            seen.steps.push([text('facts').split(',')[0], held(3, 'R1')[9], held(3, 'R2')[9]]);
        }
        return seen;",
    ]
    .concat();
    let seen = probe(&chromium, &page, &script, &["--window-size=1300,900"]);
    assert_eq!((&seen["both"], &seen["one"]), (&json!([0, 3]), &json!([3])));
    assert_eq!(seen["steps"], json!([["Wave 3", 3, 0], ["Wave 3", 3, 4]]), "{seen}");
}

/// Browsers make no windows as narrow as a telephone, but frames.
#[test]
fn a_telephone_shows_a_page_without_scrolling_sideways() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let tell = "<script>ready.then(() => { pick(waves.get(0).entries.get('R1'), 20); \
        parent.postMessage(JSON.stringify([{ width: innerWidth, page: document.documentElement.scrollWidth, \
        grids: Math.max(...grids.keys().map(entry => grids.get(entry).made.getBoundingClientRect().right)) \
        }, []]), '*'); })</script>";
    let page = page_of("gcn_divergent_scan", "");
    let inner = page.replace("</body>", &format!("{tell}</body>"));
    fs::write(folder.path().join("inner.html"), inner).expect("our folder");
    let outer = "<body><script>addEventListener('message', event => { \
        document.body.dataset.probe = event.data; })</script>\
        <iframe src=\"inner.html\" width=\"390\" height=\"800\" style=\"border:0\"></iframe></body>";
    let path = folder.path().join("outer.html");
    fs::write(&path, outer).expect("our folder");
    let [seen, _] = probed(&browse(&chromium, &path, &["--dump-dom"]));
    assert_eq!(seen["width"], 390, "{seen}");
    assert!(seen["page"].as_u64() <= Some(390) && seen["grids"].as_f64() <= Some(390.0), "{seen}");
}

/// A program of two waves whose words are as good as random, with moves and guards.
fn long_program(instructions: usize) -> String {
    let mut random = Random::new(5);
    let mut below = |count: usize| random.below(count);
    let mut text = String::new();
    for wave in 0..2 {
        text += &format!(
            ".wave {wave}\nS2R R0, SR_TID\nIMUL R1, R0, 0x9e3779b1\nIADD R2, R1, 0x85ebca6b\n"
        );
        for _ in 0..instructions / 2 - 4 {
            let [d, a, b] = [1 + below(11), below(12), below(12)];
            text += &match below(10) {
                0..2 => format!("SHFL.BFLY P{}, R{d}, R{a}, {}, 31\n", below(4), 1 + below(30)),
                2 => format!("v_add_u32 v{d}, v{a}, v{b} row_shr:{}\n", 1 + below(14)),
                3..6 => format!("@P{} IMUL R{d}, R{a}, {:#x}\n", below(4), below(1 << 31) | 1),
                _ => format!("IADD R{d}, R{a}, R{b}\n"),
            };
        }
        text += "EXIT\n";
    }
    text
}

fn written(folder: &Path, instructions: usize, options: &str) -> String {
    fs::write(folder.join("long.s"), long_program(instructions)).expect("our folder");
    let command = format!("run long.s --engine model --page long.html --dump dump.json {options}");
    lanebeat_in(folder, &command, b"").good();
    fs::read_to_string(folder.join("long.html")).expect("a page")
}

#[test]
fn ten_thousand_instructions_fit_and_step_at_once() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let page = written(folder.path(), 10_000, "");
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    let dump = fs::read_to_string(folder.path().join("dump.json")).expect("a dump");
    let dump: Value = serde_json::from_str(&dump).expect("JSON");
    // A frame that is not closed keeps the page from being loaded, which ends the browser.
    let script = "<script>const hold = document.body.appendChild(document.createElement('iframe'));
        hold.contentDocument.open();
        ready.then(() => {
            const took = [];
            go(4000);
            for (let number = 0; number < 100; number += 1) {
                const before = performance.now();
                go(beside(1));
                document.body.getBoundingClientRect();
                took.push(performance.now() - before);
            }
            took.sort((a, b) => a - b);
            by('wave').value = 'all';
            showWaves();
            go(count);
            document.querySelector('[name=format][value=decimal]').click();
            const words = [0, 1].map(wave => [...waves.get(wave).entries.values()].filter(own => own.isWord)
                .map(own => grids.get(own).cells.map(cell => Number(cell.children[1].textContent))));
            document.body.dataset.probe = JSON.stringify([{ count, took: took[25], words }, []]);
            hold.contentDocument.close();
        });</script>";
    let path = folder.path().join("timed.html");
    fs::write(&path, page.replace("</body>", &format!("{script}</body>"))).expect("our folder");
    let [seen, _] =
        probed(&in_real_time(&chromium, &path, &["--dump-dom", "--window-size=1400,1000"]));
    assert_eq!(seen["count"], 10_000);
    // Other tests run beside the browser: a quarter of the steps is least in their way.
    assert!(seen["took"].as_f64() < Some(50.0), "{} ms", seen["took"]);
    for wave in 0..2 {
        let registers = &dump["waves"][wave]["registers"];
        for register in 0..12 {
            assert_eq!(seen["words"][wave][register], registers[format!("R{register}")]);
        }
    }
}

#[test]
fn a_part_of_a_run_is_shown_as_it_was_in_the_whole() {
    let Some(chromium) = chromium() else { return };
    let states = |page: &str, places: [usize; 3]| {
        let script = format!(
            "await ready; by('wave').value = 'all'; showWaves();
            document.querySelector('[name=format][value=hex]').click();
            const text = id => document.getElementById(id).textContent;
            return {places:?}.map(place => {{
                go(place);
                return [text('instruction'), text('facts'), all('.cell').map(cell => cell.children[1].textContent).join(' ')];
            }});"
        );
        probe(&chromium, page, &script, &["--window-size=1300,900"])
    };
    let folder = tempfile::tempdir().expect("a folder");
    let whole = written(folder.path(), 400, "--set stages=0");
    // Each instruction issues a slot of four cycles after the one before and retires eight later.
    let part = written(folder.path(), 400, "--set stages=0 --from 408 --to 1007");
    assert!(part.len() < whole.len());
    let places = [1, 50, 150];
    let (shown, expected) =
        (states(&part, places), states(&whole, places.map(|place| place + 100)));
    for (number, place) in places.into_iter().enumerate() {
        assert_eq!(shown[number], expected[number], "{place}");
    }
    assert_ne!(shown[0], shown[1]);
}

#[test]
fn what_no_page_can_show_is_refused_and_nothing_is_left() {
    let folder: TempDir = folder_with("kept", "kept");
    let nop = b"nop\n";
    for (options, problem) in [
        (
            "--page x.html --from 0 --to 2",
            "--page: no instruction retires in cycles 0 to 2; choose more of them",
        ),
        ("--page x.html --from 5000", "--from 5000 is behind the program, which takes "),
        ("--page x.html --against lanes=12", "--against lanes=12: lanes must be a power of two"),
        ("--page x.html --against register_file=two_bank", "two_bank"),
        ("--page x.html --dump x.html", "--dump and --page are two files, not both x.html"),
        ("--page a/x.html", "a/x.html: cannot be written: there is no directory a; make it"),
        ("--against lanes=8", "--page"),
        ("--from 2", "--page"),
    ] {
        has(&refusal_in(folder.path(), &format!("run - {options}"), nop), problem);
        assert_eq!(names_in(folder.path()), ["kept"], "{options}");
    }
    let long = b".repeat 20001\nIADD R1, R1, 1\n.end\n";
    let error = refusal_in(folder.path(), "run - --engine model --page x.html", long);
    has(&error, "--page: a page has at most 20000 instructions, not 20001; add --from 0 --to ");
    let cure = error.trim().rsplit("add ").next().expect("a cure");
    let cured = format!("run - --engine model --page x.html --dump y.json {cure}");
    lanebeat_in(folder.path(), &cured, long).good();
    assert_eq!(names_in(folder.path()), ["kept", "x.html", "y.json"]);
}
