//! Progress of long work, shown on a terminal only.

use std::sync::LazyLock;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// Bars and spinners that are shown at a time.
static SHOWN: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// A bar over `count` of `things`, with the time left and a message behind it.
pub fn bar(count: u64, things: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {things}, {{eta}} left {{msg}}");
    show(ProgressBar::new(count), &template)
}

/// A sign of life with the time that has passed, for work of unknown length. `message` names the
/// work: "run 12 instructions".
pub fn spinner(message: impl Into<String>) -> ProgressBar {
    let spinner = show(ProgressBar::new_spinner(), "{spinner} {elapsed} {msg}");
    spinner.set_message(message.into());
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

fn show(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template that indicatif knows");
    SHOWN.add(bar.with_style(style))
}

/// Does `talk`, which writes to the terminal, without anything shown in between.
pub fn aside(talk: impl FnOnce()) {
    SHOWN.suspend(talk);
}
