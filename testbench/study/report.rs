//! The report of a study: what it says, and that a browser shows it.

use std::path::Path;
use std::process::Command;

use crate::common::program::lanebeat_in;
use crate::common::tools::missing;
use lanebeat::config::Config;
use lanebeat::study::report::{Line, Page, Progress, Scale, html, smallest};
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
    assert_eq!(
        smallest(&lines),
        "The smallest is multi_port at 16, then wide and multi_port at 32, then wide at 64."
    );
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
            assert!(
                places.iter().all(|place| (0.0..=1.0).contains(place)),
                "{values:?} {places:?}"
            );
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

fn report() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let axes = [
        "--axis",
        "register_file=wide,skewed,multi_port",
        "--axis",
        "registers=16..64",
        "--axis",
        "waves=1..4",
    ];
    let ran = lanebeat_in(
        folder.path(),
        &[&["study", "--preset", "small", "-o", "out"], &axes[..]].concat(),
        b"",
    );
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("the file");
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
        assert!(
            plot.contains("<p class=\"conclusion\">")
                && plot.contains("<ul class=\"sources\"><li>"),
            "{plot}"
        );
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
    assert!(
        filled.contains("skewed with 2 waves (") && filled.contains("multi_port with 1 wave ("),
        "{filled}"
    );
    // Four ports make a memory larger at any depth, and four narrow macros have less bus than a
    // wide one.
    assert!(
        page.contains("There is no crossover: the smallest is skewed from 16 to 64."),
        "{page}"
    );
    assert!(
        !page.contains("<link") && !page.contains("src=") && !page.contains("@import"),
        "the page stands alone"
    );
    // The scan's SHFL gather in all files but `wide`.
    assert!(page.contains("Why <code>wide</code> and the others differ here"), "{page}");
    assert!(!page.contains("Still running") && !page.contains("http-equiv"), "it has ended");
}

#[test]
fn a_section_without_content_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let study =
        ["study", "--axis", "waves=1,2", "--workload", "mix", "--flow", "none", "-o", "out"];
    let ran = lanebeat_in(folder.path(), &study, b"");
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    let titles: Vec<&str> =
        page.split("<h2>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    let expected = [
        "Which machine for mix",
        "All points",
        "Waves that fill the machine: mix",
        "Registers outside the memories (staging and control)",
        "Where the figures come from",
    ];
    assert_eq!(titles, expected);
}

#[test]
fn collectors_make_lines_of_their_own_and_none_where_there_are_no_banks() {
    let folder = tempfile::tempdir().expect("a folder");
    let axes =
        ["--axis", "register_file=wide,banked", "--axis", "collectors=1,4", "--axis", "waves=1,8"];
    let ran = lanebeat_in(
        folder.path(),
        &[&["study", "--flow", "none", "-o", "out"], &axes[..]].concat(),
        b"",
    );
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    assert!(
        ran.errors.contains("2 of 8 combinations cannot be built and are left out; the first: "),
        "{}",
        ran.errors
    );
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    for line in ["wide", "banked", "banked, 4 collectors"] {
        assert!(page.contains(&format!("</svg>{line}</li>")), "{line}: {page}");
    }
    assert!(!page.contains("wide, 4 collectors"));
}

fn chromium() -> Option<std::path::PathBuf> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find_map(lanebeat::tools::find);
    if found.is_none() {
        missing("chromium");
    }
    found
}

/// What `chromium` prints of the file at `path`.
fn browse(chromium: &Path, profile: &Path, path: &Path, options: &[&str]) -> String {
    let page = format!("file://{}", path.display());
    let profile = format!("--user-data-dir={}", profile.join("profile").display());
    let own = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        &profile,
        "--virtual-time-budget=6000",
    ];
    let output = Command::new(chromium)
        .args(own)
        .args(options)
        .arg(page)
        .output()
        .expect("an installed browser starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What the script of a copy of the page at `path` leaves in `data-probe`. `probe` is a list of
/// properties, each with what it is.
fn probe(chromium: &Path, path: &Path, probe: &str, options: &[&str]) -> Value {
    let page = std::fs::read_to_string(path).expect("the file");
    let first = "<script>const problems = []; \
        addEventListener('error', event => problems.push(event.message)); \
        addEventListener('unhandledrejection', event => problems.push(String(event.reason))); \
        </script>";
    let last = format!(
        "<script>addEventListener('load', async () => {{ const all = selector => \
         [...document.querySelectorAll(selector)]; const seen = {{{probe}}}; \
         document.body.dataset.probe = JSON.stringify({{ ...seen, problems }}); }})</script>"
    );
    let page = page.replace("<head>", &format!("<head>{first}"));
    let copy = path.with_file_name("probed.html");
    std::fs::write(&copy, page.replace("</body>", &format!("{last}</body>"))).expect("our folder");
    let folder = path.parent().and_then(Path::parent).expect("a folder");
    let dom = browse(chromium, folder, &copy, &[&["--dump-dom"], options].concat());
    let at = dom.find("data-probe=\"").unwrap_or_else(|| panic!("the page did not load: {dom}"));
    let text = dom[at + 12..].split('"').next().unwrap_or_default();
    let text = text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    serde_json::from_str(&text.replace("&amp;", "&")).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn a_browser_shows_the_report_in_light_and_in_dark_and_prints_it() {
    let Some(chromium) = chromium() else { return };
    let (folder, _) = report();
    let path = folder.path().join("out/report.html");
    let look = "plots: all('svg.plot').map(s => s.getBoundingClientRect()).filter(b => b.width > \
    300 && b.height > 100).length, \
        fits: document.documentElement.scrollWidth <= innerWidth, \
        text: getComputedStyle(document.querySelector('.plot text')).fill, \
        mark: getComputedStyle(document.querySelector('.mark.s1.full path')).fill, \
        paper: getComputedStyle(document.body).backgroundColor";
    let seen = |options: &[&str]| {
        probe(&chromium, &path, look, &[&["--window-size=1000,1200"], options].concat())
    };
    let light = seen(&[]);
    let dark = seen(&["--blink-settings=preferredColorScheme=0"]);
    for page in [&light, &dark] {
        assert!(page["plots"].as_u64() >= Some(8) && page["fits"] == true, "{page}");
        assert_eq!(page["problems"], serde_json::json!([]));
    }
    let colours = |page: &Value| ["text", "mark", "paper"].map(|name| page[name].clone());
    assert_eq!(colours(&light), ["rgb(28, 30, 33)", "rgb(26, 35, 187)", "rgb(255, 255, 255)"]);
    assert_eq!(colours(&dark), ["rgb(231, 233, 236)", "rgb(84, 154, 254)", "rgb(22, 24, 27)"]);
    let print = format!("--print-to-pdf={}", folder.path().join("report.pdf").display());
    browse(&chromium, folder.path(), &path, &[&print]);
    assert!(std::fs::metadata(folder.path().join("report.pdf")).expect("a file").len() > 10_000);
}

#[test]
fn marks_tell_and_copy_their_machine_and_the_table_sorts_and_filters() {
    let Some(chromium) = chromium() else { return };
    let (folder, _) = report();
    let path = folder.path().join("out/report.html");
    let act = "
        points: [...new Set(all('.plot').slice(0, 1).flatMap(plot => \
        [...plot.querySelectorAll('.mark')]).flatMap(mark => mark.dataset.points.split(' \
        ')))].length,
        lines: all('.mark').every(mark => mark.dataset.points.split(' ').every(p => \
        document.getElementById('p' + p).dataset.set.startsWith('--set '))),
        hover: (() => {
            const mark = all('.mark').find(mark => !mark.dataset.points.includes(' '));
            mark.dispatchEvent(new MouseEvent('mouseenter'));
            const said = document.getElementById('tip').textContent;
            const line = document.getElementById('p' + mark.dataset.points).dataset.set;
            return !document.getElementById('tip').hidden && said.includes(line) && \
            said.includes('LUT6') && document.getElementById('p' + \
            mark.dataset.points).classList.contains('hot');
        })(),
        several: (() => {
            const mark = all('.mark').find(mark => mark.dataset.points.includes(' '));
            mark.focus();
            const points = mark.dataset.points.split(' ');
            const said = document.getElementById('tip').textContent;
            return points.every(p => said.includes(document.getElementById('p' + \
            p).dataset.set)) && document.querySelectorAll('#tip button').length === points.length;
        })(),
        copied: await (async () => {
            let text = null;
            Object.defineProperty(navigator, 'clipboard', { value: { writeText: async line => { \
            text = line; } }, configurable: true });
            const mark = all('.mark').find(mark => !mark.dataset.points.includes(' '));
            mark.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            await new Promise(done => setTimeout(done, 50));
            return [text, document.getElementById('p' + mark.dataset.points).dataset.set, \
            document.querySelector('#tip .said').textContent];
        })(),
        sorted: (() => {
            const head = all('.points thead th').find(head => \
            head.querySelector('button')?.textContent === 'lut');
            const place = head.cellIndex;
            const values = () => all('.points tbody tr').map(row => \
            Number(row.cells[place].dataset.value));
            const click = () => { head.querySelector('button').click(); return \
            [head.getAttribute('aria-sort'), values()]; };
            return [click(), click()];
        })(),
        filtered: (() => {
            const type = (name, text) => {
                const head = all('.points thead th').find(head => \
                head.querySelector('button')?.textContent === name);
                const input = head.querySelector('input');
                input.value = text;
                input.dispatchEvent(new Event('input'));
                return all('.points tbody tr:not([hidden])').length;
            };
            const counts = [type('register_file', 'wide'), type('waves', '>1'), type('waves', \
            '2..4'), type('waves', '2'), type('register_file', '')];
            type('waves', '');
            type('register_file', 'wide');
            const pale = all('.mark').filter(mark => mark.classList.contains('out'));
            const isWide = mark => document.getElementById('p' + mark.dataset.points.split(' \
            ')[0]).dataset.set.includes('register_file=wide');
            const dim = pale.length > 0 && pale.every(mark => !isWide(mark));
            type('register_file', '');
            return [...counts, all('.points tbody tr:not([hidden])').length, dim, \
            document.getElementById('shown').textContent];
        })(),
        keys: (() => {
            const marks = [...document.querySelector('.plot').querySelectorAll('.mark')];
            marks[0].focus();
            marks[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: \
            true, cancelable: true }));
            return document.activeElement === marks[1];
        })()";
    let seen = probe(&chromium, &path, act, &["--window-size=1200,1400"]);
    assert_eq!(seen["problems"], serde_json::json!([]), "{seen}");
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
    let tell = "<script>addEventListener('load', () => parent.postMessage(JSON.stringify({ \
        width: innerWidth, page: document.documentElement.scrollWidth, \
        table: document.querySelector('.wide table').scrollWidth > \
        document.querySelector('.wide').clientWidth, \
        text: Math.min(...[...document.querySelectorAll('.plot text:not(.count)')].map(text => \
        text.getBoundingClientRect().height)), \
        out: [...document.querySelectorAll('.plot text')].filter(text => { const [own, svg] = \
        [text, text.ownerSVGElement].map(e => e.getBoundingClientRect()); return own.left < \
        svg.left - 1 || own.right > svg.right + 1; }).map(text => text.textContent) \
        }), '*'))</script>";
    let out = folder.path().join("out");
    std::fs::write(out.join("inner.html"), page.replace("</body>", &format!("{tell}</body>")))
        .expect("our folder");
    let outer = "<body><script>addEventListener('message', event => { \
    document.body.dataset.probe = event.data; })</script>\
        <iframe src=\"inner.html\" width=\"390\" height=\"800\" style=\"border:0\"></iframe>\
        </body>";
    std::fs::write(out.join("outer.html"), outer).expect("our folder");
    let dom = browse(&chromium, folder.path(), &out.join("outer.html"), &["--dump-dom"]);
    let at = dom.find("data-probe=\"").unwrap_or_else(|| panic!("nothing was told: {dom}"));
    let text = dom[at + 12..].split('"').next().unwrap_or_default().replace("&quot;", "\"");
    let seen: Value = serde_json::from_str(&text).expect("what was told");
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
    assert!(
        text.contains("0 of 1 points done, 3 of 12 modules mapped, about 10 min left."),
        "{text}"
    );
    assert!(text.contains("<noscript><meta http-equiv=\"refresh\""), "{text}");
    for (name, text) in [("live", text.as_str()), ("out", "<p>this is the end</p>")] {
        let own = folder.path().join(name);
        std::fs::create_dir(&own).expect("our folder");
        std::fs::write(own.join("report.html"), text).expect("our folder");
    }
    let live = folder.path().join("live/report.html");
    let dom = browse(&chromium, folder.path(), &live, &["--dump-dom"]);
    assert!(dom.contains("this is the end"), "{dom}");
}
