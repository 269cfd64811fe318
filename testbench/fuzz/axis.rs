//! Axes of a study, and shards of its points.

use proptest::prelude::*;

use super::{changed, fuzz};
use lanebeat::study::{Axis, axes, shard, sweep};

#[test]
fn an_axis_has_values_that_its_parameter_takes_or_is_refused() {
    let texts = ["waves=1..16", "register_file=all", "registers=2,3,5", "float=false,true"];
    let texts = texts.map(str::to_owned).to_vec();
    let words = vec!["=", ",", "..", "all", "0", "-1", "64", "true", "wide", " ", "\u{1b}[31m"];
    let shards = changed(vec!["1/4".to_owned(), "3/3".to_owned()], vec!["/", "0", "-", "9"]);
    fuzz("axes", &(changed(texts, words), shards), |(text, part)| {
        let told = |error: String| {
            prop_assert!(error.contains("; ") && !error.contains(char::is_control), "{}", error);
            Ok(())
        };
        match Axis::parse(&text) {
            Ok(axis) => {
                let points = sweep(std::slice::from_ref(&axis));
                prop_assert!(!points.is_empty() && points.len() == axis.values.len());
                prop_assert!(axis.values.iter().all(|value| axis.parameter.accepts(value).is_ok()));
                match shard(points, Some(&part)) {
                    Ok(points) => prop_assert!(!points.is_empty()),
                    Err(error) => told(error)?,
                }
            }
            Err(error) => told(error)?,
        }
        prop_assert!(axes(&[text.clone(), text]).is_err());
        Ok(())
    });
}
