//! Answers of a board: any bytes to any request.

use proptest::collection::vec;
use proptest::prelude::*;

use super::fuzz;
use crate::board::answers::{AnsweringLine, good, outcome};

/// The answer to the request of a number.
#[derive(Clone, Debug)]
enum Answer {
    /// Any word, and a check byte that fits.
    Word(u32),
    /// Any bytes.
    Bytes(Vec<u8>),
}

fn answers() -> impl Strategy<Value = Vec<(usize, Answer)>> {
    let word = prop_oneof![any::<u32>(), 0..8_u32, Just(u32::MAX)];
    let answer = prop_oneof![
        4 => word.prop_map(Answer::Word),
        1 => vec(any::<u8>(), 0..12).prop_map(Answer::Bytes),
    ];
    vec((0..60_usize, answer), 0..6)
}

#[test]
fn whatever_a_board_answers_is_an_end_or_told() {
    fuzz("answers of a board", &answers(), |answers| {
        let line = AnsweringLine::new(|number, _, usual| {
            let other = answers.iter().find(|(at, _)| *at == number);
            other.map_or(usual, |(_, answer)| match answer {
                Answer::Word(word) => good(*word),
                Answer::Bytes(bytes) => bytes.clone(),
            })
        });
        match outcome(line, "IADD R1, R1, 1\nBAR.SYNC 0") {
            // No program takes as long as a counter can say.
            Ok(Ok(execution)) => prop_assert!(execution.cycles > 0),
            Ok(Err(difference)) => prop_assert!(!difference.to_string().is_empty()),
            Err(error) => prop_assert!(error.to_string().contains("; "), "{}", error),
        }
        Ok(())
    });
}
