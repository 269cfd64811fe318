//! Texts in the repository that are made by the tests: compared, or with `UPDATE_GOLDEN=1`
//! rewritten.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Several tests may each have a part of one page.
static PAGE: Mutex<()> = Mutex::new(());

/// Whether what is made replaces what is in the repository.
pub fn is_updated() -> bool {
    std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == "1")
}

/// File `path` of the repository is `made`.
///
/// # Panics
/// When it is not, and is not to be updated.
pub fn file(path: &str, made: &str) {
    part(path, |_| Some(0), |text| Some(text.len()), made);
}

/// The part of `path` from `start` to the first `end` behind it, `start` included and `end` not, is
/// `made`.
///
/// # Panics
/// When it is not, and is not to be updated; when there is no such part.
pub fn block(path: &str, start: &str, end: &str, made: &str) {
    part(path, |text| text.find(start), |behind| behind.find(end), made);
}

/// The part of page `path` from `<!-- name -->` to `<!-- end -->` is `made`.
pub fn marked(path: &str, name: &str, made: &str) {
    let marker = format!("<!-- {name} -->\n");
    block(path, &marker, "<!-- end -->", &format!("{marker}{made}"));
}

fn part(
    path: &str,
    start: impl Fn(&str) -> Option<usize>,
    end: impl Fn(&str) -> Option<usize>,
    made: &str,
) {
    let _alone = PAGE.lock().unwrap_or_else(PoisonError::into_inner);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&file).unwrap_or_default();
    let start =
        start(&text).unwrap_or_else(|| panic!("{path} has no such part; it begins:\n{made}"));
    let end = start + end(&text[start..]).unwrap_or_else(|| panic!("{path}: a part has no end"));
    if text[start..end] == *made {
        return;
    }
    if is_updated() {
        fs::write(&file, [&text[..start], made, &text[end..]].concat())
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        return;
    }
    let differs = text[start..end].lines().zip(made.lines()).find(|(old, new)| old != new);
    let shown = differs.map_or_else(
        || "one goes on where the other ends".to_owned(),
        |(old, new)| format!("- {old}\n+ {new}"),
    );
    panic!(
        "{path} is stale, first where it says\n{shown}\nUPDATE_GOLDEN=1 rewrites it; read the difference. It would say:\n{made}"
    );
}
