//! The front against its definition, and who beats whom.

use crate::common::program::begins;
use lanebeat::config::Config;
use lanebeat::study::{Figure, Place, Point, Results, Verdict, places};
use proptest::prelude::*;

/// Whether `a` is at least as good as `b` in everything and better in something.
fn dominates(a: &[f64], b: &[f64]) -> bool {
    (0..a.len()).all(|place| a[place] <= b[place]) && (0..a.len()).any(|place| a[place] < b[place])
}

proptest! {
    #[test]
    fn the_front_is_what_nobody_dominates(
        // Few values, so that points coincide and tie.
        costs in prop::collection::vec(prop::option::weighted(0.9, prop::collection::vec(0_u8..5, 3)), 0..40)
    ) {
        let costs: Vec<Option<Vec<f64>>> = costs
            .into_iter()
            .map(|costs| costs.map(|costs| costs.into_iter().map(f64::from).collect()))
            .collect();
        let found = places(&costs);
        prop_assert_eq!(found.len(), costs.len());
        for (number, own) in costs.iter().enumerate() {
            let Some(own) = own else {
                prop_assert_eq!(found[number], Place::Unknown);
                continue;
            };
            let is_beaten = costs.iter().flatten().any(|other| dominates(other, own));
            match found[number] {
                Place::Front => prop_assert!(!is_beaten, "{number} is beaten"),
                Place::BeatenBy(by) => {
                    prop_assert_eq!(found[by], Place::Front);
                    let by = costs[by].as_ref().expect("who beats is known");
                    prop_assert!(dominates(by, own), "{number} is not beaten by that");
                }
                Place::Unknown => prop_assert!(false, "{number} is known"),
            }
        }
    }
}

#[test]
fn who_beats_most_is_named() {
    // The third point is beaten by both of the others, the fourth by the second alone.
    let costs = [[1.0, 3.0], [2.0, 1.0], [2.0, 3.0], [3.0, 2.0]].map(|costs| Some(costs.to_vec()));
    let expected = [Place::Front, Place::Front, Place::BeatenBy(1), Place::BeatenBy(1)];
    assert_eq!(places(&costs), expected);
}

/// A machine of `waves` with these LUTs, blocks and threads a cycle.
fn point(waves: usize, [luts, blocks, threads]: [f64; 3]) -> Point {
    let mut point = Point::new(&Config { waves, ..Config::default() });
    point.digest = waves.to_string();
    point.figures = vec![
        Figure::new("lut", luts, "LUT6", "test"),
        Figure::new("block ram", blocks, "RAMB18", "test"),
        Figure::new("mix: threads per cycle", threads, "threads/cycle", "test"),
    ];
    point
}

#[test]
fn the_verdict_names_the_front_the_losers_and_the_smallest_of_the_fast() {
    let figures = [
        [1000.0, 10.0, 16.0],
        // Nearly as fast, and smaller.
        [800.0, 10.0, 15.5],
        // Small and slow.
        [500.0, 10.0, 4.0],
        // Larger than the second, with more blocks, and no faster.
        [900.0, 20.0, 15.5],
        // Slower than the third with less block RAM.
        [500.0, 0.0, 2.0],
    ];
    let points = figures.into_iter().zip(1..).map(|(figures, waves)| point(waves, figures));
    let results = Results { points: points.collect() };
    let verdicts = Verdict::all(&results);
    let [verdict] = verdicts.as_slice() else { panic!("one workload") };
    assert_eq!(verdict.front(), [0, 1, 2, 4]);
    assert_eq!(verdict.on_front(), "4 of 5 points are on the front");
    let found = verdict.losers();
    assert_eq!(found, "1 loses to a point that is at least as good in all three: 1 to waves=2.");
    let defeat = "-11.1 % LUTs, -50.0 % block RAM, equal threads a cycle";
    assert_eq!(verdict.defeat(3).as_deref(), Some(defeat));
    assert_eq!(verdict.choice, Some(1));
    begins(
        &verdict.decision(),
        "take waves=2: 800 LUT6, 10 RAMB18 and 15.5 threads a cycle; of the points that reach \
             95 % of the most threads a cycle it has the fewest LUTs",
    );
}

#[test]
fn with_clocks_the_front_is_over_threads_a_second() {
    // The slower clock loses what it gains in a cycle.
    let mut points = vec![point(1, [500.0, 1.0, 16.0]), point(2, [500.0, 1.0, 15.0])];
    for (point, clock) in points.iter_mut().zip([40.0, 60.0]) {
        point.figures.push(Figure::new("fmax", clock, "MHz", "test"));
        point.add_rates();
    }
    let results = Results { points };
    let verdicts = Verdict::all(&results);
    assert_eq!(verdicts[0].places, [Place::BeatenBy(1), Place::Front]);
    assert_eq!(verdicts[0].unit(), "threads a second");
    let rate = results.points[1].figure("mix: threads per second").expect("a rate").value;
    assert_eq!(rate, 900e6);
}
