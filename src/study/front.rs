//! The Pareto front: the points than which no other is at least as good in everything and better in
//! something.

use std::cmp::Ordering;

/// Place of a point relative to the front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// No other is better in all: it is on the front.
    Front,
    /// The point of this number, which is on the front, is at least as good in everything and
    /// better in something.
    BeatenBy(usize),
    /// Something of it is not known.
    Unknown,
}

/// The place of each point by its `costs`, which are to be small. Where several points of the
/// front beat one, the place names the one of them that beats most.
pub fn places(costs: &[Option<Vec<f64>>]) -> Vec<Place> {
    let mut known: Vec<(usize, &Vec<f64>)> = costs
        .iter()
        .enumerate()
        .filter_map(|(number, costs)| Some((number, costs.as_ref()?)))
        .collect();
    // A point that beats another is sorted before it.
    known.sort_by(|a, b| lexicographic(a.1, b.1));
    let mut front: Vec<(usize, &Vec<f64>)> = vec![];
    let mut beaten: Vec<(usize, Vec<usize>)> = vec![];
    for (number, costs) in known {
        let by = front.iter().filter(|(_, others)| beats(others, costs)).map(|(by, _)| *by);
        match by.collect::<Vec<_>>() {
            by if by.is_empty() => front.push((number, costs)),
            by => beaten.push((number, by)),
        }
    }
    let mut victories = vec![0_usize; costs.len()];
    for by in beaten.iter().flat_map(|(_, by)| by) {
        victories[*by] += 1;
    }
    let mut places = vec![Place::Unknown; costs.len()];
    for (number, _) in front {
        places[number] = Place::Front;
    }
    for (number, by) in beaten {
        let strongest = by.into_iter().max_by_key(|&by| (victories[by], std::cmp::Reverse(by)));
        places[number] = strongest.map_or(Place::Unknown, Place::BeatenBy);
    }
    places
}

fn beats(costs: &[f64], others: &[f64]) -> bool {
    let pairs = || costs.iter().zip(others);
    pairs().all(|(cost, other)| cost <= other) && pairs().any(|(cost, other)| cost < other)
}

/// Compares by the first cost that differs.
pub fn lexicographic(a: &[f64], b: &[f64]) -> Ordering {
    let orders = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
    orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
