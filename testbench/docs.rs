//! README.md and the pages of docs promise nothing, and name no path, heading or option that is not
//! there.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::common::command_line::COMMANDS;
use crate::common::golden;
use crate::common::program::{lanebeat, lanebeat_in, path_text};
use crate::common::repository::{files, root, text};

/// What a page says of things that are not there. A page says what is.
const PROMISES: [&str; 4] = ["not built", "not measured", "to come", "as yet"];
/// "What a port is for." should be "Purpose of a port."
const HEADLESS: [&str; 5] = ["Of ", "Who ", "Whose ", "Nobody ", "What "];
/// A word with a slash that ends like this is a source of ours, whatever folder it begins with.
const SOURCES: [&str; 6] = [".rs", ".md", ".s", ".v", ".py", ".smk"];
/// Options of other tools that pages name alone, without the tool before them: of cargo, Verilator
/// and Snakemake.
const OF_OTHERS: [&str; 5] = ["--features", "--cc", "--lint-only", "--trace", "--retries"];

/// A page: its place in the repository, and its text.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: &str) -> Self {
        Self::made(path, &text(path))
    }

    fn made(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.to_owned() }
    }

    /// The page's lines outside of code blocks, and inside of them with continued lines put
    /// together.
    fn prose_and_code(&self) -> (String, Vec<String>) {
        let (mut prose, mut code, mut is_code) = (String::new(), vec![], false);
        for line in self.text.lines() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if !is_code {
                prose.push_str(line);
                prose.push('\n');
            } else {
                let continues = code.last().is_some_and(|line: &String| line.ends_with('\\'));
                match code.last_mut().filter(|_| continues) {
                    Some(last) => last.push_str(line),
                    None => code.push(line.to_owned()),
                }
            }
        }
        (prose, code)
    }

    fn headings(&self) -> BTreeSet<String> {
        let (prose, _) = self.prose_and_code();
        let keeps = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let anchor = |heading: &str| {
            heading.to_lowercase().chars().filter(keeps).collect::<String>().replace(' ', "-")
        };
        prose
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| anchor(line.trim_start_matches('#').trim()))
            .collect()
    }

    /// Everything that is wrong with the page.
    fn offences(&self) -> Vec<String> {
        let (prose, code) = self.prose_and_code();
        let spans = spans(&prose);
        let words = self.text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let promises = PROMISES
            .iter()
            .filter(|promise| words.contains(**promise))
            .map(|promise| format!("says \"{promise}\""));
        let links = links(&prose).into_iter().filter_map(|link| self.broken(link));
        let paths = spans
            .iter()
            .filter(|span| is_missing_path(span))
            .map(|path| format!("names {path}, which is not there"));
        let commands =
            code.iter().map(String::as_str).chain(spans.iter().copied()).flat_map(unknown_words);
        promises
            .chain(links)
            .chain(paths)
            .chain(commands)
            .map(|what| format!("{} {what}", self.path.display()))
            .collect()
    }

    /// What is wrong with a link: a path from the page's folder, a heading, or both. Other people's
    /// sites are not asked.
    fn broken(&self, link: &str) -> Option<String> {
        if link.contains("://") {
            return None;
        }
        let (path, heading) = link.split_once('#').unwrap_or((link, ""));
        let place = match path.is_empty() {
            true => self.path.clone(),
            false => self.path.parent().expect("a folder").join(path),
        };
        if !path.is_empty() && !root().join(&place).exists() {
            return Some(format!("links to {link}, which is not there"));
        }
        let headings = || match path {
            "" => self.headings(),
            _ => Self::read(place.to_str().expect("UTF-8")).headings(),
        };
        (!heading.is_empty() && !headings().contains(heading))
            .then(|| format!("links to {link}, and there is no such heading"))
    }
}

/// What stands between backticks, one or more of them.
fn spans(prose: &str) -> Vec<&str> {
    let (mut found, mut rest) = (vec![], prose);
    while let Some(start) = rest.find('`') {
        let opened = &rest[start..];
        let ticks = &opened[..opened.len() - opened.trim_start_matches('`').len()];
        let Some(length) = opened[ticks.len()..].find(ticks) else { break };
        found.push(opened[ticks.len()..][..length].trim());
        rest = &opened[ticks.len()..][length + ticks.len()..];
    }
    found
}

/// The targets of links.
fn links(prose: &str) -> Vec<&str> {
    prose
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target)
        .collect()
}

/// Whether `span` is a path in the repository, and nothing is there. Paths have a slash and no
/// space; they begin with a folder of the repository or end as sources do, so `my_rtl/core.core`
/// and `/usr/share/x.lib` are none. A pattern is as good as its folder.
fn is_missing_path(span: &str) -> bool {
    let elsewhere = span.starts_with(['/', '~', '$', '-']) || span.contains("://");
    if !span.contains('/') || span.contains(char::is_whitespace) || elsewhere {
        return false;
    }
    let folder = span.split('/').next().unwrap_or(span);
    let is_ours = root().join(folder).is_dir() || SOURCES.iter().any(|end| span.ends_with(end));
    let plain = span
        .find(['*', '{', '<'])
        .map_or(span, |pattern| &span[..span[..pattern].rfind('/').unwrap_or(0)]);
    is_ours && !root().join(plain).exists()
}

/// What a line of code calls `lanebeat` with, and the command line does not have.
fn unknown_words(code: &str) -> Vec<String> {
    let words: Vec<&str> = code
        .split_whitespace()
        .take_while(|word| !matches!(*word, "#" | "|" | ">" | "&&" | ";"))
        .collect();
    let first = words.iter().position(|word| *word != "$").map_or("", |place| words[place]);
    let called = words.iter().position(|word| *word == "lanebeat");
    let Some(place) =
        called.map(|place| place + 1).or_else(|| COMMANDS.contains_key(first).then_some(0))
    else {
        let is_alone = first.starts_with("--") && !OF_OTHERS.contains(&option(first));
        let is_known = || COMMANDS.values().any(|known| has(known, option(first)));
        return if is_alone && !is_known() {
            vec![format!("names the option {first}")]
        } else {
            vec![]
        };
    };
    // In capitals or brackets stands what the reader chooses.
    let command =
        words[place..].first().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    let Some(command) = command.map(|word| word.trim_end_matches(',')) else { return vec![] };
    let Some(known) = COMMANDS.get(command) else {
        return vec![format!("calls lanebeat {command}")];
    };
    // Such as `serve` of `board`.
    let inner = words.get(place + 1).map_or(String::new(), |word| format!("{command} {word}"));
    let known = COMMANDS.get(&inner).unwrap_or(known);
    let options = words[place..]
        .iter()
        .map(|word| word.trim_start_matches('['))
        .filter(|word| word.starts_with("--"));
    let unknown = options.filter(|word| !has(known, option(word)));
    unknown.map(|word| format!("gives lanebeat {command} the option {word}")).collect()
}

/// The name of an option, without its value and without what a sentence puts behind it.
fn option(word: &str) -> &str {
    word.split(['=', ']', ',', ')']).next().unwrap_or(word)
}

/// Whether `option` is among those of a command, or is the program's own.
fn has(known: &BTreeSet<String>, option: &str) -> bool {
    known.contains(option) || option == "--version"
}

#[test]
fn every_page_says_what_is_and_names_what_is_there() {
    let pages = ["README.md".to_owned()].into_iter().chain(files("docs", &[".md"]));
    let wrong: Vec<String> = pages.flat_map(|path| Page::read(&path).offences()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The pages, as paths from `folder`, that the index there has no link to.
fn unlisted<'p>(folder: &str, index: &str, pages: &'p [String]) -> Vec<&'p str> {
    let listed = links(index);
    let pages = pages.iter().filter_map(|page| page.strip_prefix(folder));
    pages.filter(|page| *page != "README.md" && !listed.contains(page)).collect()
}

/// The pages that the text of a source names and that are not there.
fn missing_pages(source: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.');
    let names = source.match_indices("docs/").filter(|(start, _)| !source[..*start].ends_with('/'));
    let names = names.map(|(start, _)| {
        source[start..].split(|c| !is_part(c)).next().unwrap_or_default().trim_end_matches('.')
    });
    names.filter(|name| !root().join(name).exists()).collect()
}

#[test]
fn the_readme_is_short() {
    let lines = Page::read("README.md").text.lines().count();
    assert!(lines <= 150, "{lines} lines, not 150; docs/learn has room");
}

#[test]
fn the_index_lists_every_page_and_the_decisions_every_decision() {
    let is_decision = |page: &String| page.starts_with("docs/why/decisions/");
    let (decisions, pages): (Vec<_>, Vec<_>) =
        files("docs", &[".md"]).into_iter().partition(is_decision);
    let indexes =
        [("docs/", "docs/README.md", pages), ("docs/why/", "docs/why/decisions.md", decisions)];
    for (folder, index, pages) in indexes {
        assert_eq!(unlisted(folder, &Page::read(index).text, &pages), Vec::<&str>::new());
    }
}

#[test]
fn pages_that_the_source_names_are_there() {
    let ends = [".rs", ".v", ".py", "Makefile"];
    for path in ["src", "crates", "boards", "qor"].map(|folder| files(folder, &ends)).concat() {
        assert_eq!(missing_pages(&Page::read(&path).text), Vec::<&str>::new(), "{path}");
    }
}

#[test]
fn no_line_begins_with_a_sentence_without_its_noun() {
    let folders = ["src", "crates", "docs"].map(|folder| files(folder, &[".rs", ".md"]));
    for path in [folders.concat(), vec!["README.md".to_owned()]].concat() {
        for line in Page::read(&path).text.lines().map(str::trim_start) {
            let text = line.trim_start_matches(['/', '!', '-', '|', ' ']);
            let is_code = path.ends_with(".rs") && !line.starts_with("//");
            let is_headless = |word: &&str| text.starts_with(*word);
            assert!(is_code || !HEADLESS.iter().any(is_headless), "{path}: {line}");
        }
    }
}

#[test]
fn each_kind_of_offence_is_seen() {
    let seen = |text: &str| Page::made("docs/learn/page.md", text).offences().join("; ");
    let cases = [
        ("Tables are To\ncome.", "says \"to come\""),
        (
            "See [it](../reference/NOWHERE.md).",
            "links to ../reference/NOWHERE.md, which is not there",
        ),
        (
            "See [it](../README.md#nowhere).",
            "links to ../README.md#nowhere, and there is no such heading",
        ),
        ("See [it](#nowhere).", "links to #nowhere, and there is no such heading"),
        ("The source is `src/nowhere`.", "names src/nowhere, which is not there"),
        ("The source is `nowhere/page.rs`.", "names nowhere/page.rs, which is not there"),
        ("The files are ``src/nowhere/*.rs``.", "names src/nowhere/*.rs, which is not there"),
        ("Call `lanebeat nowhere`.", "calls lanebeat nowhere"),
        (
            "```\n$ lanebeat run x.s \\\n    --nowhere=3\n```",
            "gives lanebeat run the option --nowhere=3",
        ),
        ("Say `check --nowhere`.", "gives lanebeat check the option --nowhere"),
        ("Say `--nowhere`.", "names the option --nowhere"),
    ];
    for (text, offence) in cases {
        assert_eq!(seen(text), format!("docs/learn/page.md {offence}"), "{text}");
    }
    let pages = ["docs/README.md", "docs/why/one.md", "docs/why/two.md"].map(str::to_owned);
    assert_eq!(unlisted("docs/", "[one](why/one.md)", &pages), ["why/two.md"]);
    assert_eq!(missing_pages("//! docs/README.md, docs/why/nowhere.md."), ["docs/why/nowhere.md"]);
}

#[test]
fn what_is_there_or_not_ours_is_no_offence() {
    let text = "# A `b_c` d\n[here](#a-b_c-d) [site](https://example.org/x.md) `src/lib.rs` `rtl_out/*.v` `my_rtl/ports.txt` \
                `~/.cache/lanebeat` `lanebeat generate [UNIT] --testbench -o DIR` `run --wave FILE.fst` `--set key=value` `--features`\n\
                ```\nlanebeat study --axis waves=1..8 --merge shard*   # --nothing\n```\n";
    assert_eq!(Page::made("docs/page.md", text).offences(), Vec::<String>::new());
}

/// Each picture of the docs, and the command that draws it.
const PICTURES: [(&str, &str); 4] = [
    ("two_waves", "schedule docs/pictures/two_waves.s --set stages=0 --format svg --to 27"),
    (
        "scan_on_two_files",
        "schedule examples/inclusive_scan.s --set stages=0 --format svg --to 27 --against register_file=multi_port",
    ),
    ("shuffle_up", "explain 'SHFL.UP P1, R2, R1, 4, 0' --format svg"),
    ("core", "generate --diagram"),
];
/// The run whose waveform is shown.
const RUN: &str = "run examples/inclusive_scan.s --state examples/inclusive_scan.json --set stages=0 --to 23 \
    --signals issue_valid,register_file.port_enable,lanes_busy,\
    execute.lane[1].a,execute.lane[1].b,execute.lane[1].result";
/// The study whose plot is shown.
const STUDY: &str = "study --axis register_file=all --axis waves=1..8 --best stages=0,4,8,12";

/// `text` is the picture called `name`, and a page shows it.
fn is_shown(name: &str, text: &str) {
    golden::file(&format!("docs/pictures/{name}.svg"), text);
    let link = format!("pictures/{name}.svg)");
    let pages = files("docs", &[".md"]).into_iter().chain(["README.md".to_owned()]);
    let shows = |path: String| Page::read(&path).text.contains(&link);
    assert!(pages.into_iter().any(shows), "no page shows {name}");
}

#[test]
fn the_pictures_are_what_their_commands_draw_and_are_shown_somewhere() {
    for (name, arguments) in PICTURES {
        is_shown(name, &lanebeat(arguments).good().output);
    }
}

#[test]
fn the_waveform_is_what_a_run_draws_and_is_shown_somewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let (drawing, dump) = (folder.path().join("waveform.svg"), folder.path().join("after.json"));
    let files = format!("--wave {} --dump {}", path_text(&drawing), path_text(&dump));
    lanebeat(&format!("{RUN} {files}")).good();
    is_shown("waveform", &fs::read_to_string(&drawing).expect("the drawing"));
    let ports = "issue_valid,issue_ready,issue_wave,retire_valid,retire_wave";
    let program = "run examples/core/program.s --preset small --set stages=0";
    lanebeat(&format!("{program} --signals {ports} {files}")).good();
    is_shown("handshake", &fs::read_to_string(drawing).expect("the drawing"));
}

#[test]
fn the_plot_of_a_study_is_what_the_study_writes_and_is_shown_somewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    lanebeat_in(folder.path(), STUDY, b"").good();
    let text = fs::read_to_string(folder.path().join("study/study.svg")).expect("the plot");
    is_shown("study", &text);
}

/// Lanes x MHz for a thousand cells is what the row's other figures give.
#[test]
fn the_area_of_lanes_and_clock_is_worked_out_right() {
    let page = Page::read("docs/measure/area.md");
    let rows =
        page.text.lines().filter(|line| line.ends_with("| yes |") || line.contains("static |"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let number = |text: &str| text.split(' ').next().and_then(|word| word.parse().ok());
    assert_eq!(rows.len(), 6);
    for row in rows {
        let figures: Vec<f64> = row[3..7].iter().filter_map(|cell| number(cell)).collect();
        let [lanes, megahertz, thousands, quotient] = figures[..] else { panic!("{row:?}") };
        let exact = lanes * megahertz / thousands;
        assert!((exact - quotient).abs() < 0.002 * exact, "{row:?} gives {exact}");
    }
}

/// The README's table repeats figures for a stranger: each stands in the page that its row names.
#[test]
fn the_figures_of_the_readme_are_those_of_the_pages_it_names() {
    let readme = Page::read("README.md");
    let rows: Vec<&str> =
        readme.text.lines().filter(|line| line.contains("](docs/measure/")).collect();
    let rows: Vec<&str> =
        rows.into_iter().filter(|line| line.matches(" | ").count() == 2).collect();
    assert_eq!(rows.len(), 5, "{rows:?}");
    for row in rows {
        let (_, link) = row.split_once("](").expect("a link");
        let page = Page::read(link.split_once(')').expect("its end").0);
        let (_, figures) = row.split_once(" | ").expect("a figure");
        let figures: Vec<&str> = figures
            .split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .filter(|figure| figure.len() > 2)
            .collect();
        assert!(figures.len() > 1, "{row}");
        let text = page.text.replace(' ', "");
        let missing: Vec<&&str> =
            figures.iter().filter(|figure| !text.contains(**figure)).collect();
        assert!(missing.is_empty(), "{} does not have {missing:?}", page.path.display());
    }
}
