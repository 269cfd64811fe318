//! The bar of long work, shown on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `count` of `things`, with the time left and a message behind it.
pub fn bar(count: u64, things: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{pos}}/{{len}} {things}, {{eta}} left {{msg}}"
    ));
    ProgressBar::new(count).with_style(style.expect("a template that indicatif knows"))
}
