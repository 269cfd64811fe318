//! Some of many cases in CI, others on another day; all of them in `.ci/nightly`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// `count` of the cases, the next ones tomorrow; all of them with `--include-ignored`.
pub fn of_today<T>(cases: impl IntoIterator<Item = T>, count: usize) -> Vec<T> {
    const DAY: Duration = Duration::from_hours(24);
    let mut cases: Vec<T> = cases.into_iter().collect();
    if cases.len() > count && !std::env::args().any(|argument| argument == "--include-ignored") {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
        let turn = since.as_secs() / DAY.as_secs() * count as u64 % cases.len() as u64;
        cases.rotate_left(turn as usize);
        cases.truncate(count);
    }
    cases
}
