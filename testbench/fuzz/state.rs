//! State files.

use proptest::prelude::*;

use super::{changed, check_shown, fuzz};
use lanebeat::lockstep::state_file::{read, write};

#[test]
fn a_state_comes_back_or_is_refused() {
    let texts = [
        r#"{"waves": [{"exec": "0xffff", "registers": {"R1": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15],
            "R2": "thread", "R3": 7, "v4": "0xff", "R5": 1.5}, "predicates": {"P1": "0x00ff", "s0": "0x1"}}, {}]}"#,
        r#"{"waves": [], "cycles": 12}"#,
        r#"{}"#,
    ];
    let words = "R1 \"R7\": [ ] { } , : \" null true 1e39 -1 4294967296 1.5e-3 \\ud800 \\u0000 \"0x\" \"thread\" P6 vcc";
    let words = words.split(' ').chain(["\n", "\u{feff}", "\u{1b}[31m"]).collect();
    let inputs = changed(texts.map(str::to_owned).to_vec(), words);
    fuzz("states", &inputs, |text| {
        match read("s.json", &text, 16, 8, 2) {
            Ok(states) => {
                let again = read("again", &write(&states, None), 16, 8, 2).expect("our own text");
                // What is not named is not written, and is 0 in both.
                for (first, second) in states.iter().zip(&again) {
                    prop_assert_eq!(&first.state, &second.state);
                }
            }
            Err(error) => check_shown(&error)?,
        }
        Ok(())
    });
}
