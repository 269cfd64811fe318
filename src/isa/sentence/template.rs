//! Sentences of the table, with names in braces.

/// `template` with a word for each name in braces.
pub(super) fn filled(template: &str, word: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').expect("a row closes its braces");
        text += before;
        text += &word(name);
        rest = after;
    }
    text + rest
}
