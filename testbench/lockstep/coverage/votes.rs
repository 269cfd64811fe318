//! Section 7: votes.

use lanebeat::isa::Signedness::*;
use lanebeat::isa::{Operation, Reduction, Thread, VoteOperation};

use super::point::{Point, Points, Step};

const WARP: usize = 32;

/// The executing threads of a warp.
fn executing(step: &Step, warp: usize) -> Vec<Thread> {
    step.every_thread().filter(|&thread| thread.0 / WARP == warp && step.executes(thread)).collect()
}

/// Whether in some warp with executing threads the step is such a one.
fn in_a_warp(step: &Step, holds: impl Fn(&Step, &[Thread]) -> bool) -> bool {
    (0..step.threads().div_ceil(WARP))
        .map(|warp| executing(step, warp))
        .any(|a| !a.is_empty() && holds(step, &a))
}

fn votes_for(step: &Step, threads: &[Thread]) -> usize {
    threads.iter().filter(|&&thread| step.bit(step.instruction.q, thread)).count()
}

pub fn points() -> Vec<Point> {
    let mut points = Points::of("7. Votes");
    let mut case =
        |row: &str, text: &str, operation: VoteOperation, holds: fn(&Step, &[Thread]) -> bool| {
            points.add(row, text, move |step| {
                step.instruction.operation == operation && in_a_warp(step, holds)
            });
        };
    let some: fn(&Step, &[Thread]) -> bool = |step, a| (1..a.len()).contains(&votes_for(step, a));
    let none: fn(&Step, &[Thread]) -> bool = |step, a| votes_for(step, a) == 0;
    let all: fn(&Step, &[Thread]) -> bool = |step, a| votes_for(step, a) == a.len();
    for (mode, row) in [
        (VoteOperation::Any, "VOTE.ANY"),
        (VoteOperation::All, "VOTE.ALL"),
        (VoteOperation::Uniform, "VOTE.UNI"),
    ] {
        case(row, "some executing threads are for it", mode, some);
        case(row, "none is", mode, none);
        case(row, "all are", mode, all);
        case(row, "of a part of the warp", mode, |_, a| a.len() < WARP);
        case(row, "!q", mode, |step, _| step.instruction.q.negated);
    }
    case("VOTE.BALLOT", "some executing threads are for it", VoteOperation::Ballot, some);
    case(
        "VOTE.BALLOT",
        "a thread that does not execute is for it",
        VoteOperation::Ballot,
        |step, a| {
            let warp = a[0].0 / WARP;
            step.every_thread()
                .any(|t| t.0 / WARP == warp && !step.executes(t) && step.bit(step.instruction.q, t))
        },
    );
    case("VOTE.ACTIVE", "a part of the warp", VoteOperation::ActiveThreads, |_, a| a.len() < WARP);
    case("VOTE.ACTIVE", "the whole warp", VoteOperation::ActiveThreads, |_, a| a.len() == WARP);
    case("MATCH.ANY", "two threads agree, others do not", VoteOperation::MatchAny, |step, a| {
        let twins =
            |thread: &Thread| a.iter().filter(|other| step.a(**other) == step.a(*thread)).count();
        a.iter().any(|thread| (2..a.len()).contains(&twins(thread)))
    });
    case(
        "MATCH.ANY",
        "a thread that does not execute has the same word",
        VoteOperation::MatchAny,
        |step, a| {
            let warp = a[0].0 / WARP;
            step.every_thread()
                .any(|t| t.0 / WARP == warp && !step.executes(t) && step.a(t) == step.a(a[0]))
        },
    );
    let equal: fn(&Step, &[Thread]) -> bool =
        |step, a| a.iter().all(|&thread| step.a(thread) == step.a(a[0]));
    let unequal: fn(&Step, &[Thread]) -> bool =
        |step, a| a.iter().any(|&thread| step.a(thread) != step.a(a[0]));
    case("MATCH.ALL", "all equal", VoteOperation::MatchAll, equal);
    case("MATCH.ALL", "not all equal", VoteOperation::MatchAll, unequal);
    for (reduction, row) in [
        (Reduction::Add, "REDUX.ADD"),
        (Reduction::And, "REDUX.AND"),
        (Reduction::Or, "REDUX.OR"),
        (Reduction::Xor, "REDUX.XOR"),
        (Reduction::Minimum(Signed), "REDUX.MIN.S32"),
        (Reduction::Minimum(Unsigned), "REDUX.MIN.U32"),
        (Reduction::Maximum(Signed), "REDUX.MAX.S32"),
        (Reduction::Maximum(Unsigned), "REDUX.MAX.U32"),
    ] {
        case(row, "over different words", VoteOperation::Reduce(reduction), unequal);
        case(row, "over a part of the warp", VoteOperation::Reduce(reduction), |_, a| {
            a.len() < WARP
        });
        case(row, "over one thread", VoteOperation::Reduce(reduction), |_, a| a.len() == 1);
        case(row, "over words of both signs", VoteOperation::Reduce(reduction), |step, a| {
            a.iter().any(|&t| step.a(t) >> 31 == 0) && a.iter().any(|&t| step.a(t) >> 31 == 1)
        });
    }
    for row in ["VOTE", "MATCH", "REDUX"] {
        points.add(
            row,
            "a warp in which nobody executes beside one in which somebody does",
            move |step| {
                let Operation::Vote(operation) = step.instruction.operation else { return false };
                let is_this = match operation {
                    VoteOperation::MatchAny | VoteOperation::MatchAll => row == "MATCH",
                    VoteOperation::Reduce(_) => row == "REDUX",
                    _ => row == "VOTE",
                };
                let sizes: Vec<usize> =
                    (0..step.threads() / WARP).map(|warp| executing(step, warp).len()).collect();
                is_this && sizes.contains(&0) && sizes.iter().any(|&size| size > 0)
            },
        );
    }
    points.all
}
