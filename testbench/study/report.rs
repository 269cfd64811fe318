//! The report of a study: what it says, and that a browser shows it.

use std::path::Path;
use std::process::Command;

use crate::common::program::lanebeat_in;
use crate::common::tools::missing;
use lanebeat::config::Config;
use lanebeat::study::report::{Line, front, html, smallest};
use lanebeat::study::{Figure, Point, Results};
use tempfile::TempDir;

fn line(name: &str, points: &[(f64, f64)]) -> Line {
    Line { name: name.to_string(), points: points.to_vec() }
}

#[test]
fn the_front_is_what_nothing_smaller_reaches() {
    let points = vec![
        (3.0, 2.0, 'c'),
        (1.0, 1.0, 'a'),
        (2.0, 1.0, 'b'),
        (4.0, 1.5, 'd'),
        (1.0, 0.5, 'e'),
        (5.0, 3.0, 'f'),
    ];
    let names: String = front(points).into_iter().map(|(_, _, name)| name).collect();
    assert_eq!(names, "acf");
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
    let clocked = [(0, Some(20.0), 16.0), (4, Some(80.0), 15.0), (8, Some(90.0), 12.0)];
    let page = html(&Results { points: clocked.map(point).into() }, "test");
    assert!(page.contains("Threads a second over pipeline stages: mix"), "{page}");
    assert!(page.contains(" with 4 (1200)"), "{page}");
    let unclocked = clocked.map(|(stages, _, threads)| (stages, None, threads));
    let page = html(&Results { points: unclocked.map(point).into() }, "test");
    assert!(!page.contains("Threads a second"), "{page}");
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
    let plots: Vec<&&str> = sections.iter().filter(|section| section.contains("<svg")).collect();
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
        assert!(page.contains(&format!("\">{line}</li>")), "{line}: {page}");
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

fn browse(chromium: &Path, folder: &Path, options: &[&str]) -> String {
    let page = format!("file://{}", folder.join("out/report.html").display());
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let own = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        &profile,
        "--virtual-time-budget=2000",
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

#[test]
fn a_browser_shows_the_report_in_light_and_in_dark_and_prints_it() {
    let Some(chromium) = chromium() else { return };
    let (folder, _) = report();
    // A script that only this copy has: what the browser made of the page.
    let path = folder.path().join("out/report.html");
    let probe = "<script>addEventListener('load', () => { const all = [...document.querySelectorAll('svg')]; \
        const box = all.map(s => s.getBoundingClientRect()); \
        const text = getComputedStyle(document.querySelector('svg text')).fill; \
        const dot = getComputedStyle(document.querySelector('svg circle')).fill; \
        document.body.dataset.probe = [all.length, box.every(b => b.width > 300 && b.height > 100), \
        document.documentElement.scrollWidth <= innerWidth, text, dot, getComputedStyle(document.body).backgroundColor].join('|'); })</script>";
    let page = std::fs::read_to_string(&path).expect("the file");
    std::fs::write(&path, page.replace("</main>", &format!("</main>{probe}")))
        .expect("a writable folder");
    let probe = |options: &[&str]| {
        let dom = browse(
            &chromium,
            folder.path(),
            &[&["--dump-dom", "--window-size=1000,1200"], options].concat(),
        );
        let at =
            dom.find("data-probe=\"").unwrap_or_else(|| panic!("the page did not load: {dom}"));
        dom[at + 12..].split('"').next().unwrap_or_default().to_string()
    };
    let light = probe(&[]);
    let dark = probe(&["--blink-settings=preferredColorScheme=0"]);
    assert!(
        light.contains("|true|true|rgb(28, 30, 33)|rgb(31, 111, 180)|rgb(255, 255, 255)"),
        "{light}"
    );
    assert!(
        dark.contains("|true|true|rgb(231, 233, 236)|rgb(109, 179, 242)|rgb(22, 24, 27)"),
        "{dark}"
    );
    let print = format!("--print-to-pdf={}", folder.path().join("report.pdf").display());
    browse(&chromium, folder.path(), &[&print]);
    assert!(std::fs::metadata(folder.path().join("report.pdf")).expect("a file").len() > 10_000);
}
