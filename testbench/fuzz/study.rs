//! What studies keep: taken as it was written, or refused.

use proptest::prelude::*;

use super::{changed, fuzz};
use crate::study::kept::basis;
use lanebeat::config::Preset;
use lanebeat::study::{Basis, Figure, Point, Results, from_json, to_json};

fn kept() -> (Basis, Results) {
    let basis = Basis {
        device: "xc7a35t".to_owned(),
        workloads: vec![("scan".to_owned(), "0123456789".to_owned())],
        tools: vec!["Yosys 0.23".to_owned()],
        ..basis()
    };
    let point = |preset: &Preset| Point {
        figures: vec![
            Figure::new("lut", 1234.0, "LUT6", "yosys"),
            Figure::new("fmax", 0.1, "MHz", "x").with_remark("from a to b"),
        ],
        problems: vec!["none".to_owned()],
        ..Point::new(&preset.config())
    };
    (basis, Results { points: Preset::ALL.iter().map(point).collect() })
}

#[test]
fn a_changed_study_is_refused() {
    let (basis, results) = kept();
    let text = to_json(&basis, &results);
    let read = from_json(&text).expect("our own text");
    assert_eq!(read, (basis.clone(), results.clone()));
    let words =
        vec!["\"", ",", "1", "0", "{", "}", "[", "]", "null", "true", "-", ".5", "e9", "lut"];
    fuzz("studies", &changed(vec![text], words), |text| {
        match from_json(&text) {
            // Spaces may have changed, and how a number is written.
            Ok(read) => prop_assert_eq!(read, (basis.clone(), results.clone())),
            Err(error) => prop_assert!(error.to_string().contains("; ")),
        }
        Ok(())
    });
}
