//! Suggestions for words that a configuration is refused for.

/// Longest word that is compared with choices, in bytes.
const LONGEST_WORD: usize = 40;

/// The choice that `word` was probably meant to be, if one is near.
pub fn nearest<'a>(word: &str, choices: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let word = word.to_lowercase();
    let limit = 1 + word.chars().count() / 4;
    choices
        .into_iter()
        .map(|choice| (strsim::damerau_levenshtein(&word, &choice.to_lowercase()), choice))
        .filter(|&(distance, choice)| distance <= limit && distance < choice.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, choice)| choice)
}

/// `did you mean `lanes`? `, or nothing when no choice is near.
pub fn suggestion<'a>(word: &str, choices: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, choices).map_or(String::new(), |choice| format!("did you mean `{choice}`? "))
}
