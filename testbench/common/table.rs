//! Tables of texts and the sentences that they lead to.

/// The cases of a table in a test: each is a line behind `|`, and below it what it must lead to, a
/// sentence on one line or several. Lines that begin with `//` are comments.
pub fn cases(table: &str) -> Vec<(&str, String)> {
    let mut cases: Vec<(&str, String)> = vec![];
    for line in table.lines() {
        match (line.trim_start().strip_prefix('|'), line.trim()) {
            (Some(given), _) => cases.push((given, String::new())),
            (None, words) if words.is_empty() || words.starts_with("//") => {}
            (None, words) => {
                let (_, sentence) = cases.last_mut().expect("a case begins with |");
                *sentence += if sentence.is_empty() { "" } else { " " };
                *sentence += words;
            }
        }
    }
    assert!(cases.iter().all(|(_, sentence)| !sentence.is_empty()), "no sentence: {table}");
    cases
}

/// The lines of `table` below the heading `# name`, up to the next heading.
pub fn section<'t>(table: &'t str, name: &str) -> &'t str {
    let behind = table.split("# ").find_map(|part| part.strip_prefix(name)?.strip_prefix('\n'));
    behind.unwrap_or_else(|| panic!("the table has no part {name}"))
}

/// A test for each part of a table that is called like it: `check` gets the part. There are no
/// other parts.
macro_rules! tests_of_parts {
    ($table:expr, $check:ident: $($name:ident)+) => {
        $(#[test]
        fn $name() {
            $check($crate::common::table::section($table, stringify!($name)));
        })+

        #[test]
        fn every_part_of_the_table_has_a_test() {
            assert_eq!($table.matches("# ").count(), [$(stringify!($name)),+].len());
        }
    };
}
pub(crate) use tests_of_parts;
