//! Progress of long work, shown on a terminal only.

use std::sync::LazyLock;
use std::thread::Builder;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// Bars and spinners that are shown at a time.
static SHOWN: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Time between one look of a bar and the next.
const TICK: Duration = Duration::from_millis(200);

/// A bar over `count` of `things`, with the time that has passed and is left, and a message behind
/// it. It is there from the beginning: the first thing may take a minute.
pub fn bar(count: u64, things: &str) -> ProgressBar {
    let template =
        format!("{{bar:40}} {{pos}}/{{len}} {things}, {{elapsed}}, {{eta}} left {{msg}}");
    let bar = show(ProgressBar::new(count), &template);
    turn(&bar);
    bar
}

/// A sign of life with the time that has passed, for work of unknown length. `message` names the
/// work: "run 12 instructions".
pub fn spinner(message: impl Into<String>) -> ProgressBar {
    let spinner = show(ProgressBar::new_spinner(), "{spinner} {elapsed} {msg}");
    spinner.set_message(message.into());
    turn(&spinner);
    spinner
}

/// Keeps `bar` moving, where a thread is to be had for it.
fn turn(bar: &ProgressBar) {
    if Builder::new().spawn(|| {}).is_ok_and(|thread| thread.join().is_ok()) {
        bar.enable_steady_tick(TICK);
    }
}

fn show(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template that indicatif knows");
    SHOWN.add(bar.with_style(style))
}

/// Does `talk`, which writes to the terminal, without anything shown in between.
pub fn aside(talk: impl FnOnce()) {
    SHOWN.suspend(talk);
}
