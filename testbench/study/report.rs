//! The report of a study: what it says, and that a browser shows it.

use crate::common::browser::{browse, chromium, probe, probed};
use crate::common::program::{has, lanebeat_in};
use lanebeat::config::Config;
use lanebeat::draw::Scale;
use lanebeat::study::report::{Line, Page, Progress, html, smallest};
use lanebeat::study::{Figure, Point, Results};
use serde_json::Value;
use tempfile::TempDir;

fn line(name: &str, points: &[(f64, f64)]) -> Line {
    let points = points.iter().map(|&(x, y)| (x, y, 0));
    Line { name: name.to_string(), points: points.collect() }
}

#[test]
fn a_crossover_is_told_with_its_place() {
    let lines = [
        line("wide", &[(16.0, 9.0), (32.0, 9.0), (64.0, 9.0)]),
        line("multi_port", &[(16.0, 3.0), (32.0, 9.0), (64.0, 20.0)]),
    ];
    let expected =
        "The smallest is multi_port at 16, then wide and multi_port at 32, then wide at 64.";
    assert_eq!(smallest(&lines), expected);
    assert_eq!(smallest(&lines[..1]), "There is no crossover: the smallest is wide from 16 to 64.");
}

#[test]
fn an_axis_has_its_values_and_few_labels_in_order() {
    for values in [
        &[93_071.0, 176_851.0][..],
        &[0.0, 192.0],
        &[0.0002, 0.13],
        &[7.0],
        &[0.0],
        &[1e9, 3.2e10],
        &[-3.0, 5.0],
    ] {
        for from_zero in [false, true] {
            let scale = Scale::of(values, from_zero).expect("there are values");
            let places: Vec<f64> = values.iter().map(|&value| scale.place(value)).collect();
            let is_inside = places.iter().all(|place| (0.0..=1.0).contains(place));
            assert!(is_inside, "{values:?} {places:?}");
            assert!(places.is_sorted(), "{values:?} {places:?}");
            let labels = &scale.ticks;
            assert!((2..=8).contains(&labels.len()), "{values:?}: {labels:?}");
            assert!(labels.is_sorted_by(|a, b| a < b), "{labels:?}");
            assert!(labels.iter().all(|&label| scale.has(label)), "{values:?}: {labels:?}");
        }
    }
    // From one double to the next it is as far as to the one after.
    let waves = Scale::doubling(&[1.0, 2.0, 4.0]).expect("there are values");
    let [one, two, four] = [1.0, 2.0, 4.0].map(|value| waves.place(value));
    assert!(((two - one) - (four - two)).abs() < 1e-9);
    assert_eq!(waves.ticks, [1.0, 2.0, 4.0]);
    assert_eq!(Scale::of(&[], false), None);
}

/// Three depths, of which the middle one delivers most; without a clock nothing is said of it.
#[test]
fn threads_a_second_over_stages_are_drawn_where_clocks_are_known() {
    let point = |(stages, fmax, threads): (usize, Option<f64>, f64)| {
        let mut point = Point::new(&Config { stages, ..Config::default() });
        point.digest = stages.to_string();
        point.figures.push(Figure::new("mix: threads per cycle", threads, "threads/cycle", "test"));
        point.figures.extend(fmax.map(|fmax| Figure::new("fmax", fmax, "MHz", "test")));
        point.add_rates();
        point
    };
    let page = |results: Results| html(&results, &Page { command: "test", ..Page::default() });
    let clocked = [(0, Some(20.0), 16.0), (4, Some(80.0), 15.0), (8, Some(90.0), 12.0)];
    let text = page(Results { points: clocked.map(point).into() });
    assert!(text.contains("Threads a second over pipeline stages: mix"), "{text}");
    assert!(text.contains(" with 4 (1.2 G)"), "{text}");
    let unclocked = clocked.map(|(stages, _, threads)| (stages, None, threads));
    let text = page(Results { points: unclocked.map(point).into() });
    assert!(!text.contains("Threads a second"), "{text}");
}

/// The folder, the errors and the report of a study.
fn study(arguments: &str) -> (TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments: Vec<&str> =
        ["study", "-o", "out"].into_iter().chain(arguments.split(' ')).collect();
    let ran = lanebeat_in(folder.path(), &arguments, b"").good();
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    (folder, ran.errors, page)
}

fn report() -> (TempDir, String) {
    let (folder, _, page) = study(
        "--preset small --set stages=0 --axis register_file=wide,skewed,multi_port --axis registers=16..64 --axis waves=1..4",
    );
    (folder, page)
}

#[test]
fn every_plot_says_what_it_shows_and_where_its_figures_come_from() {
    let (_folder, page) = report();
    let sections: Vec<&str> = page.split("<section").skip(1).collect();
    let plots: Vec<&&str> =
        sections.iter().filter(|section| section.contains("<svg class=\"plot\"")).collect();
    assert!(plots.len() >= 6, "{} plots", plots.len());
    for plot in plots {
        has(plot, "<p class=\"conclusion\">");
        has(plot, "<ul class=\"sources\"><li>");
    }
    // Two waves fill the single-ported file and one the other (docs/learn/register-files.md).
    let filled = page
        .split("is reached by ")
        .nth(1)
        .expect("a sentence")
        .split('<')
        .next()
        .unwrap_or_default();
    assert!(filled.starts_with("wide with 2 waves (0.99"), "{filled}");
    has(filled, "skewed with 2 waves (");
    has(filled, "multi_port with 1 wave (");
    // Four ports make a memory larger at any depth, and four narrow macros have less bus than a
    // wide one.
    has(&page, "There is no crossover: the smallest is skewed from 16 to 64.");
    let other = ["<link", "src=", "@import"].into_iter().find(|other| page.contains(other));
    assert_eq!(other, None, "the page stands alone");
    assert!(!page.contains("Still running") && !page.contains("http-equiv"), "it has ended");
}

#[test]
fn a_section_without_content_is_left_out() {
    let (_folder, _, page) = study("--axis waves=1,2 --workload mix --flow none");
    let titles: Vec<&str> =
        page.split("<h2>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    let expected =
        ["Which machine for mix", "All points", "Waves that fill the machine: mix", "To cite"];
    assert_eq!(titles, expected);
}

#[test]
fn collectors_make_lines_of_their_own_and_none_where_there_are_no_banks() {
    let (_folder, errors, page) = study(
        "--flow none --axis register_file=wide,banked --axis collectors=1,4 --axis waves=1,8",
    );
    let left_out = "2 of 8 combinations cannot be built and are left out; the first: ";
    assert!(errors.contains(left_out), "{errors}");
    for line in ["wide", "banked", "banked, 4 collectors"] {
        assert!(page.contains(&format!("</svg>{line}</li>")), "{line}: {page}");
    }
    assert!(!page.contains("wide, 4 collectors"));
}

#[test]
fn a_browser_shows_the_report_in_light_and_in_dark_and_prints_it() {
    let Some(chromium) = chromium() else { return };
    let (folder, page) = report();
    let look = "return { plots: all('svg.plot').map(s => s.getBoundingClientRect()).filter(b => b.width > \
    300 && b.height > 100).length, \
        fits: document.documentElement.scrollWidth <= innerWidth, \
        text: getComputedStyle(document.querySelector('.plot text')).fill, \
        mark: getComputedStyle(document.querySelector('.mark.c0.full path')).fill, \
        paper: getComputedStyle(document.body).backgroundColor }";
    let [light, dark] = [1, 0].map(|scheme| {
        let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
        probe(&chromium, &page, look, &["--window-size=1000,1200", &scheme])
    });
    for page in [&light, &dark] {
        assert!(page["plots"].as_u64() >= Some(8) && page["fits"] == true, "{page}");
    }
    let colours = |page: &Value| ["text", "mark", "paper"].map(|name| page[name].clone());
    assert_eq!(colours(&light), ["rgb(27, 30, 34)", "rgb(31, 111, 180)", "rgb(255, 255, 255)"]);
    assert_eq!(colours(&dark), ["rgb(232, 234, 237)", "rgb(109, 179, 242)", "rgb(21, 24, 27)"]);
    let print = format!("--print-to-pdf={}", folder.path().join("report.pdf").display());
    browse(&chromium, &folder.path().join("out/report.html"), &[&print]);
    assert!(std::fs::metadata(folder.path().join("report.pdf")).expect("a file").len() > 10_000);
}

#[test]
fn marks_tell_and_copy_their_machine_and_the_table_sorts_and_filters() {
    let Some(chromium) = chromium() else { return };
    let (_folder, page) = report();
    let act = "
        const row = mark => document.getElementById('p' + mark.dataset.points.split(' ')[0]);
        const rows = mark => mark.dataset.points.split(' ').map(p => document.getElementById('p' + p));
        const [tip, one] = [document.getElementById('tip'), all('.mark').find(mark => rows(mark).length === 1)];
        const head = name => all('.points thead th').find(head => head.querySelector('button')?.textContent === name);
        const marks = [...document.querySelector('.plot').querySelectorAll('.mark')];
        const seen = { points: new Set(marks.flatMap(rows)).size };
        seen.lines = all('.mark').every(mark => rows(mark).every(row => row.dataset.set.startsWith('--set ')));
        one.dispatchEvent(new MouseEvent('mouseenter'));
        seen.hover = !tip.hidden && tip.textContent.includes(row(one).dataset.set) &&
            tip.textContent.includes('LUT6') && row(one).classList.contains('hot');
        const several = all('.mark').find(mark => rows(mark).length > 1);
        several.focus();
        seen.several = rows(several).every(row => tip.textContent.includes(row.dataset.set)) &&
            all('#tip button').length === rows(several).length;
        let text = null;
        const clipboard = { writeText: async line => { text = line; } };
        Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
        one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await new Promise(done => setTimeout(done, 50));
        seen.copied = [text, row(one).dataset.set, document.querySelector('#tip .said').textContent];
        const values = () => all('.points tbody tr').map(row => Number(row.cells[head('lut').cellIndex].dataset.value));
        const sort = () => {
            head('lut').querySelector('button').click();
            return [head('lut').getAttribute('aria-sort'), values()];
        };
        seen.sorted = [sort(), sort()];
        const type = (name, text) => {
            const input = head(name).querySelector('input');
            input.value = text;
            input.dispatchEvent(new Event('input'));
            return all('.points tbody tr:not([hidden])').length;
        };
        const filters = [['register_file', 'wide'], ['waves', '>1'], ['waves', '2..4'], ['waves', '2'], ['register_file', '']];
        const counts = filters.map(([name, text]) => type(name, text));
        type('waves', '');
        type('register_file', 'wide');
        const pale = all('.mark').filter(mark => mark.classList.contains('out'));
        const dim = pale.length > 0 && pale.every(mark => !row(mark).dataset.set.includes('register_file=wide'));
        seen.filtered = [...counts, type('register_file', ''), dim, document.getElementById('shown').textContent];
        marks[0].focus();
        const key = { key: 'ArrowRight', bubbles: true, cancelable: true };
        marks[0].dispatchEvent(new KeyboardEvent('keydown', key));
        seen.keys = document.activeElement === marks[1];
        return seen;";
    let seen = probe(&chromium, &page, act, &["--window-size=1200,1400"]);
    // 3 organisations x 3 depths x 3 numbers of waves.
    assert_eq!(seen["points"], 27);
    for what in ["lines", "hover", "several", "keys"] {
        assert_eq!(seen[what], true, "{what}: {seen}");
    }
    let line = seen["copied"][1].as_str().expect("a line");
    assert!(line.contains("--set register_file=") && line.contains("--set lanes=4"), "{line}");
    assert_eq!(seen["copied"], serde_json::json!([line, line, format!("copied: {line}")]));
    for (direction, way) in [("ascending", 0), ("descending", 1)] {
        assert_eq!(seen["sorted"][way][0], direction);
        let values = seen["sorted"][way][1].as_array().expect("numbers").iter();
        let mut values: Vec<f64> = values.map(|value| value.as_f64().expect("a number")).collect();
        if way == 1 {
            values.reverse();
        }
        assert!(values.len() == 27 && values.is_sorted(), "{direction}: {values:?}");
    }
    // Of 27: a third, of these two thirds, the same, a third of it; all with two waves.
    assert_eq!(seen["filtered"], serde_json::json!([9, 6, 6, 3, 9, 27, true, "27 points"]));
}

/// Browsers do not make windows as narrow as a telephone, but frames.
#[test]
fn a_telephone_reads_the_report_without_scrolling_sideways() {
    let Some(chromium) = chromium() else { return };
    let (folder, page) = report();
    let tell = "<script>addEventListener('load', () => parent.postMessage(JSON.stringify([{ \
        width: innerWidth, page: document.documentElement.scrollWidth, \
        table: document.querySelector('.wide table').scrollWidth > \
        document.querySelector('.wide').clientWidth, \
        text: Math.min(...[...document.querySelectorAll('.plot text:not(.count)')].map(text => \
        text.getBoundingClientRect().height)), \
        out: [...document.querySelectorAll('.plot text')].filter(text => { const [own, svg] = \
        [text, text.ownerSVGElement].map(e => e.getBoundingClientRect()); return own.left < \
        svg.left - 1 || own.right > svg.right + 1; }).map(text => text.textContent) \
        }, []]), '*'))</script>";
    let out = folder.path().join("out");
    std::fs::write(out.join("inner.html"), page.replace("</body>", &format!("{tell}</body>")))
        .expect("our folder");
    let outer = "<body><script>addEventListener('message', event => { \
    document.body.dataset.probe = event.data; })</script>\
        <iframe src=\"inner.html\" width=\"390\" height=\"800\" style=\"border:0\"></iframe>\
        </body>";
    std::fs::write(out.join("outer.html"), outer).expect("our folder");
    let [seen, _] = probed(&browse(&chromium, &out.join("outer.html"), &["--dump-dom"]));
    assert_eq!(seen["width"], 390, "{seen}");
    assert!(seen["page"].as_u64() <= Some(390), "{seen}");
    assert_eq!(seen["table"], true, "the table scrolls in its box: {seen}");
    assert!(seen["text"].as_f64() >= Some(11.0), "{seen}");
    assert_eq!(seen["out"], serde_json::json!([]), "outside of its plot");
}

#[test]
fn a_page_of_a_running_study_goes_to_the_report_when_it_has_ended() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let results = Results { points: vec![Point::new(&Config::default())] };
    let progress = Progress {
        points: 0,
        steps: (3, 12),
        what: "modules mapped",
        left: Some(std::time::Duration::from_secs(600)),
        finished: "../out/report.html".to_owned(),
    };
    let page = Page { command: "test", progress: Some(progress), ..Page::default() };
    let text = html(&results, &page);
    assert!(text.contains("<progress max=\"12\" value=\"3\">"), "{text}");
    has(&text, "0 of 1 points done, 3 of 12 modules mapped, about 10 min left.");
    assert!(text.contains("<noscript><meta http-equiv=\"refresh\""), "{text}");
    for (name, text) in [("live", text.as_str()), ("out", "<p>this is the end</p>")] {
        let own = folder.path().join(name);
        std::fs::create_dir(&own).expect("our folder");
        std::fs::write(own.join("report.html"), text).expect("our folder");
    }
    let live = folder.path().join("live/report.html");
    let dom = browse(&chromium, &live, &["--dump-dom"]);
    assert!(dom.contains("this is the end"), "{dom}");
}
