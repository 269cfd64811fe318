//! The lane maps of `lanebeat explain`.

use crate::common::program::has;
use lanebeat::draw::lanes::{Drawing, svg};
use lanebeat::isa::{
    Dpp, DppControl, Instruction, LaneMove, LaneOperation, Operand, Operation as Op, ShuffleMode,
    Thread,
};
use lanebeat::model::Machine;
use lanebeat::model::dpp::Lack;
use lanebeat::model::explain::{Reason, SourceKind, explain};

use super::support::*;
use crate::common::golden;

/// The drawing of one instruction.
fn drawing(instruction: &Instruction, machine: &Machine) -> Option<String> {
    let map = explain(instruction, machine.wave(0));
    let heading = ["an instruction".to_owned(), "what <it> does & more".to_owned()];
    svg(&[Drawing { heading, map: &map, shows_words: true }])
}

/// For each thread the thread that an arrow brings it a word from, and how the arrow is drawn.
fn arrows(svg: &str, threads: usize) -> Vec<Option<(usize, String)>> {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let mut arrows = vec![None; threads];
    for arrow in document.descendants() {
        let (Some(from), Some(to)) = (arrow.attribute("data-from"), arrow.attribute("data-to"))
        else {
            continue;
        };
        let class = arrow.attribute("class").expect("a class").to_owned();
        let to: usize = to.parse().expect("a thread");
        let from = from.parse().expect("a thread");
        assert_eq!(arrows[to].replace((from, class)), None, "two arrows to thread {to}");
    }
    arrows
}

/// Instructions of every kind that moves words: SHFL, lane moves, DPP.
fn movers(threads: usize) -> Vec<Instruction> {
    let shuffles = ShuffleMode::ALL.map(|mode| Instruction {
        b: Operand::Literal(3),
        c: Operand::Literal(if mode == ShuffleMode::Up { 0 } else { 31 }),
        ..instruction(Op::Shuffle(mode))
    });
    let is_there = |kind| match kind {
        LaneMove::PermuteOtherRow => threads > 16,
        kind => Op::LaneMove(kind).fits_wave(threads),
    };
    let moves = LaneMove::ALL.into_iter().filter(|&kind| is_there(kind));
    let moves = moves.map(|kind| Instruction {
        b: match kind {
            LaneMove::Pull | LaneMove::Push => R1,
            _ => Operand::Literal(0x041f),
        },
        c: Operand::Literal(0x1234_5678),
        ..instruction(Op::LaneMove(kind))
    });
    let dpp = DppControl::all().step_by(7).map(|control| Instruction {
        dpp: Some(Dpp { row_mask: 0b1011, bank_mask: 0b1101, ..Dpp::new(control) }),
        ..instruction(LaneOperation::Move)
    });
    shuffles.into_iter().chain(moves).chain(dpp).collect()
}

#[test]
fn every_arrow_brings_the_word_that_the_model_writes() {
    for threads in [16, 32, 64] {
        for moved in movers(threads) {
            let mut machine = machine(threads);
            fill_exec(&mut machine, |thread| thread % 11 != 5);
            fill_mask(&mut machine, 4, |thread| thread % 7 != 2);
            fill(&mut machine, 0, |thread| 1000 + thread as u32);
            fill(&mut machine, 1, |thread| 4 * (thread as u32 * 5 + 2));
            fill(&mut machine, 3, |thread| 5000 + thread as u32);
            let moved = Instruction { guard: predicate(4), ..moved };
            let arrows = arrows(&drawing(&moved, &machine).expect("a drawing"), threads);
            machine.step(0, &moved);
            for (thread, arrow) in arrows.iter().enumerate() {
                let got = machine.wave(0).registers[3][Thread(thread)];
                let expected = match arrow {
                    Some((from, _)) => vec![1000 + *from as u32],
                    // It gets 0 or keeps what it had.
                    None => vec![0, 5000 + thread as u32],
                };
                assert!(expected.contains(&got), "{moved:?} thread {thread}: {got}, {arrow:?}");
            }
            // Nothing is in the rows that a DPP modifier has left.
            let moves = moved.dpp.is_some() || arrows.iter().any(Option::is_some);
            assert!(moves, "{moved:?} moves nothing");
        }
    }
}

#[test]
fn a_drawing_marks_who_is_clamped_inactive_or_unwritten() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread != 20);
    let up = Instruction {
        b: Operand::Literal(1),
        c: Operand::Literal(0),
        ..instruction(Op::Shuffle(ShuffleMode::Up))
    };
    let svg = drawing(&up, &machine).expect("a drawing");
    let arrows = arrows(&svg, 32);
    assert_eq!(arrows[0], Some((0, "arrow clamped".to_owned())));
    assert_eq!(arrows[1], Some((0, "arrow".to_owned())));
    assert_eq!(arrows[20], None);
    assert_eq!(arrows[21], Some((20, "arrow inactive".to_owned())));
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let class = |thread: &str| {
        let mut boxes = document.descendants();
        boxes.find(|node| node.attribute("data-thread") == Some(thread))?.attribute("class")
    };
    assert_eq!(class("0"), Some("thread clamped"));
    assert_eq!(class("1"), Some("thread written"));
    assert_eq!(class("20"), Some("thread unwritten"));
    assert!(svg.contains("what &lt;it&gt; does &amp; more"), "{svg}");
}

#[test]
fn a_small_drawing_is_as_it_was() {
    let machine = machine(16);
    let rotate = moved_by(DppControl::RowRotateRight(1));
    let svg = drawing(&rotate, &machine).expect("a drawing");
    golden::file("testbench/model/golden/row_ror.svg", &svg);
    assert_eq!(drawing(&instruction(LaneOperation::Add), &machine), None, "nothing moves");
}

#[test]
fn a_shuffle_is_drawn_row_by_row() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread != 20);
    fill_mask(&mut machine, 4, |thread| thread != 2);
    let up = Instruction {
        guard: predicate(4),
        b: Operand::Literal(1),
        c: Operand::Literal(0),
        ..instruction(Op::Shuffle(ShuffleMode::Up))
    };
    let expected = "\
SHFL.UP in a wave of 32 threads: whose word each thread gets
  threads   +0   +1   +2   +3   +4   +5   +6   +7   +8   +9  +10  +11  +12  +13  +14  +15
    0..15    0x   0    -G   2    3    4    5    6    7    8    9   10   11   12   13   14
   16..31   15   16   17   18    -E  20*  21   22   23   24   25   26   27   28   29   30
   n   gets the word of thread n
   nx  out of range: its own word, and the predicate or range word says false
   n*  thread n is outside EXEC and supplies its word all the same
   -E  not written: the thread is outside EXEC
   -G  not written: its guard is false
30 of 32 threads are written
";
    assert_eq!(explain(&up, machine.wave(0)).to_string(), expected);
}

#[test]
fn a_dpp_map_says_why_a_thread_is_not_written_or_gets_zero() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread != 1);
    let shift =
        Dpp { row_mask: 0b0001, bank_mask: 0b0111, ..Dpp::new(DppControl::RowShiftRight(2)) };
    let add = Instruction { dpp: Some(shift), ..instruction(LaneOperation::Add) };
    let expected = "\
v_add_u32 in a wave of 32 threads: whose word each thread gets
  threads   +0   +1   +2   +3   +4   +5   +6   +7   +8   +9  +10  +11  +12  +13  +14  +15
    0..15    -N   -E   0    -I   2    3    4    5    6    7    8    9    -B   -B   -B   -B
   16..31    -R   -R   -R   -R   -R   -R   -R   -R   -R   -R   -R   -R   -R   -R   -R   -R
   n   gets the word of thread n
   -E  not written: the thread is outside EXEC
   -R  not written: its row_mask bit is 0
   -B  not written: its bank_mask bit is 0
   -N  not written: it has no source thread
   -I  not written: its source thread is outside EXEC and FI is 0
9 of 32 threads are written
";
    assert_eq!(explain(&add, machine.wave(0)).to_string(), expected);
    let bound = Instruction { dpp: Some(Dpp { bound_control: true, ..shift }), ..add };
    let text = explain(&bound, machine.wave(0)).to_string();
    assert!(text.contains("    0..15 zeroN   -E   0 zeroI   2    3 "), "{text}");
    has(&text, "zeroI  gets 0: its source thread is outside EXEC and FI is 0\n11 of 32 threads");
    let eight = Dpp::new(DppControl::EightPermute([7, 6, 5, 4, 3, 2, 1, 0]));
    let text = explain(&Instruction { dpp: Some(eight), ..add }, machine.wave(0)).to_string();
    assert!(text.contains("    0..15    7    -E   5    4    3    2 zeroI   0   15 "), "{text}");
}

#[test]
fn a_push_shows_whose_word_arrives_and_where_none_does() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread != 5);
    fill(&mut machine, 1, |thread| 4 * (thread as u32 / 2));
    let expected = "\
ds_permute_b32 in a wave of 32 threads: whose word each thread gets
  threads   +0   +1   +2   +3   +4   +5   +6   +7   +8   +9  +10  +11  +12  +13  +14  +15
    0..15    1    3    4    7    9    -E  13   15   17   19   21   23   25   27   29   31
   16..31 zeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroSzeroS
   n   gets the word of thread n
   -E  not written: the thread is outside EXEC
zeroS  gets 0: no executing thread sends it a word
31 of 32 threads are written
";
    let found = explain(&instruction(Op::LaneMove(LaneMove::Push)), machine.wave(0)).to_string();
    assert_eq!(found, expected);
}

#[test]
fn a_lane_move_says_what_becomes_of_an_inactive_source() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread != 3);
    fill(&mut machine, 1, |_| 4 * 3);
    let line = |instruction: &Instruction, start: &str| {
        let text = explain(instruction, machine.wave(0)).to_string();
        assert!(text.lines().any(|line| line.starts_with(start)), "{text}");
    };
    let pull = instruction(Op::LaneMove(LaneMove::Pull));
    line(&pull, "    0..15 zeroOzeroOzeroO   -EzeroO");
    line(&pull, "zeroO  gets 0: its source thread is outside EXEC");
    let read = Instruction { b: Operand::Literal(3), ..instruction(Op::LaneMove(LaneMove::Read)) };
    line(&read, "    0..15    3*   3*   3*   -E   3*");
    let [low, high] = [0x3333_3333, 0x3333_3333].map(Operand::Literal);
    let permute =
        Instruction { b: low, c: high, ..instruction(Op::LaneMove(LaneMove::PermuteRow)) };
    line(&permute, "    0..15    -I   -I   -I   -E");
    line(&permute, "   16..31   19   19 ");
    line(&Instruction { bound_control: true, ..permute }, "    0..15 zeroIzeroIzeroI   -E");
    line(&Instruction { fetch_inactive: true, ..permute }, "    0..15    3*   3*   3*   -E");
}

#[test]
fn sources_are_data_too() {
    let machine = machine(16);
    let share = moved_by(DppControl::RowShare(3));
    let sources = explain(&share, machine.wave(0)).sources.expect("a lane map");
    let found = (sources[3].kind, sources[4].kind, sources[4].from);
    assert_eq!(found, (SourceKind::Own, SourceKind::Other, Some(Thread(3))));
    let shift = moved_by(DppControl::RowShiftLeft(1));
    let sources = explain(&shift, machine.wave(0)).sources.expect("a lane map");
    let found = (sources[15].kind, sources[15].reason, sources[15].in_range);
    assert_eq!(found, (SourceKind::NotWritten, Some(Reason::Lack(Lack::NoSource)), false));
}

#[test]
fn the_json_form_has_one_entry_a_thread() {
    let machine = machine(16);
    let mirror = moved_by(DppControl::RowMirror);
    let json = serde_json::to_value(explain(&mirror, machine.wave(0))).expect("plain data");
    assert_eq!(json["operation"], "v_mov_b32");
    assert_eq!(json["threads"], 16);
    assert_eq!(json["sources"].as_array().map(Vec::len), Some(16));
    let first = serde_json::json!({ "from": 15, "kind": "other", "in_range": true, "inactive_source": false, "reason": null, "word": 0 });
    assert_eq!(json["sources"][0], first);
}

#[test]
fn an_instruction_that_moves_nothing_between_threads_gets_one_line() {
    let machine = machine(64);
    let found = explain(&instruction(LaneOperation::Add), machine.wave(0)).to_string();
    assert_eq!(found, "IADD: every thread uses its own words\n");
}
