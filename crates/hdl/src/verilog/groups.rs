//! Names that belong together stand together: `issue_valid` with `issue_wave`, clock with reset.

/// Cuts a list into runs of names with one first word; names that share theirs with no neighbour
/// make up runs too.
pub(super) fn groups<T>(items: Vec<T>, name: impl Fn(&T) -> &str) -> Vec<Vec<T>> {
    let first_words: Vec<String> =
        items.iter().map(|item| first_word(name(item)).to_string()).collect();
    let is_shared = |position: usize| {
        let is_same =
            |other: Option<&String>| other.is_some_and(|other| *other == first_words[position]);
        // A letter is no subject: a, b and c belong together.
        let is_word = first_words[position].len() > 1;
        is_word
            && (is_same(first_words.get(position + 1))
                || position > 0 && is_same(first_words.get(position - 1)))
    };
    let mut groups: Vec<Vec<T>> = vec![];
    for (position, item) in items.into_iter().enumerate() {
        let follows = position > 0
            && match (is_shared(position - 1), is_shared(position)) {
                (true, true) => first_words[position - 1] == first_words[position],
                (before, now) => before == now,
            };
        match groups.last_mut() {
            Some(group) if follows => group.push(item),
            _ => groups.push(vec![item]),
        }
    }
    groups
}

fn first_word(name: &str) -> &str {
    match name {
        "reset" | "reset_n" => "clock",
        _ => name.split('_').next().unwrap_or(name),
    }
}
