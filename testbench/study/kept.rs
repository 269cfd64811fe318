//! `study.json`: read back as it was, and refused in another form.

use lanebeat::config::Config;
use lanebeat::study::{Basis, FORMAT, Figure, Point, Results, StudyFileError, from_json, to_json};

/// What a study of no points depends on.
pub fn basis() -> Basis {
    Basis {
        command: "lanebeat study".to_owned(),
        lanebeat: "0.1.0".to_owned(),
        flow: "xc7".to_owned(),
        library: String::new(),
        macros: String::new(),
        unit: "core".to_owned(),
        device: String::new(),
        workloads: vec![],
        dsp: true,
        flatten: false,
        pnr: true,
        wires: true,
        tools: vec![],
    }
}

fn point(waves: usize, figures: Vec<Figure>) -> Point {
    Point { figures, ..Point::new(&Config { waves, ..Config::default() }) }
}

#[test]
fn figures_of_one_name_and_different_sources_stand_in_different_columns() {
    let lut = |value, source: &str| Figure::new("lut", value, "LUT6", source);
    let clock = |remark: &str| Figure::new("fmax", 50.0, "MHz", "c").with_remark(remark);
    let results = Results {
        points: vec![
            point(1, vec![lut(1.0, "a"), clock("slow")]),
            // In another order, and of two programs of one name.
            point(2, vec![clock(""), lut(2.0, "b")]),
            point(
                4,
                vec![
                    Figure::new("x/scan.s: cycles", 3.0, "cycles", "a"),
                    Figure::new("y/scan.s: cycles", 4.0, "cycles", "a"),
                ],
            ),
        ],
    };
    let text = to_json(&basis(), &results);
    assert_eq!(from_json(&text), Ok((basis(), results)));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["format"], FORMAT);
    assert_eq!(json["points"][1]["figures"]["lut_2"], 2.0);
    assert_eq!(json["points"][2]["figures"]["cycles_scan_2"], 4.0);
    assert_eq!(json["points"][0]["remarks"]["fmax_mhz"], "slow");
    assert!(json["points"][1].get("remarks").is_none());
}

#[test]
fn a_short_digest_of_another_study_is_told_as_it_is() {
    let of =
        |digest: &str| Basis { workloads: vec![("scan".to_owned(), digest.to_owned())], ..basis() };
    let difference = of("").difference(&of("0123456789"), false);
    assert_eq!(difference, Some(["--workload", "scan ()", "scan (01234567)"].map(str::to_owned)));
}

#[test]
fn an_older_form_is_refused_with_what_to_do() {
    // As the first form began.
    let older = r#"{ "basis": { "command": "lanebeat study" }, "points": [], "checksum": "0" }"#;
    let error = from_json(older).expect_err("it is older");
    assert_eq!(error, StudyFileError::Format(1));
    let expected = "is of format 1, and this version reads format 3; make the study again, which takes what \
     was mapped from the cache";
    assert_eq!(error.to_string(), expected);
    let newer = to_json(&basis(), &Results { points: vec![] });
    let newer = newer.replace("\"format\": 3", "\"format\": 4");
    assert_eq!(from_json(&newer), Err(StudyFileError::Format(4)));
}
