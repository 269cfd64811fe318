//! The lane maps of `lanebeat explain`.

use lanebeat::isa::{
    Dpp, DppControl, Instruction, LaneMove, Operand, Operation as Op, ShuffleMode, Thread,
};
use lanebeat::model::explain::{Kind, Reason, explain};

use super::support::*;

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
    assert_eq!(explain(&up, machine.wave(0)).to_text(), expected);
}

#[test]
fn a_dpp_map_says_why_a_thread_is_not_written_or_gets_zero() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread != 1);
    let shift =
        Dpp { row_mask: 0b0001, bank_mask: 0b0111, ..Dpp::new(DppControl::RowShiftRight(2)) };
    let add = Instruction { dpp: Some(shift), ..instruction(Op::Add) };
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
    assert_eq!(explain(&add, machine.wave(0)).to_text(), expected);
    let bound = Instruction { dpp: Some(Dpp { bound_control: true, ..shift }), ..add };
    let text = explain(&bound, machine.wave(0)).to_text();
    assert!(text.contains("    0..15 zeroN   -E   0 zeroI   2    3 "), "{text}");
    assert!(
        text.contains(
            "zeroI  gets 0: its source thread is outside EXEC and FI is 0\n11 of 32 threads"
        ),
        "{text}"
    );
    let eight = Dpp::new(DppControl::EightPermute([7, 6, 5, 4, 3, 2, 1, 0]));
    let text = explain(&Instruction { dpp: Some(eight), ..add }, machine.wave(0)).to_text();
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
    assert_eq!(
        explain(&instruction(Op::LaneMove(LaneMove::Push)), machine.wave(0)).to_text(),
        expected
    );
}

#[test]
fn a_lane_move_says_what_becomes_of_an_inactive_source() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread != 3);
    fill(&mut machine, 1, |_| 4 * 3);
    let line = |instruction: &Instruction, start: &str| {
        let text = explain(instruction, machine.wave(0)).to_text();
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
    let share =
        Instruction { dpp: Some(Dpp::new(DppControl::RowShare(3))), ..instruction(Op::Move) };
    let sources = explain(&share, machine.wave(0)).sources.expect("a lane map");
    assert_eq!(
        (sources[3].kind, sources[4].kind, sources[4].from),
        (Kind::Own, Kind::Other, Some(Thread(3)))
    );
    let shift =
        Instruction { dpp: Some(Dpp::new(DppControl::RowShiftLeft(1))), ..instruction(Op::Move) };
    let sources = explain(&shift, machine.wave(0)).sources.expect("a lane map");
    assert_eq!(
        (sources[15].kind, sources[15].reason, sources[15].in_range),
        (Kind::NotWritten, Some(Reason::NoSource), false)
    );
}

#[test]
fn the_json_form_has_one_entry_a_thread() {
    let machine = machine(16);
    let mirror =
        Instruction { dpp: Some(Dpp::new(DppControl::RowMirror)), ..instruction(Op::Move) };
    let json = serde_json::to_value(explain(&mirror, machine.wave(0))).expect("plain data");
    assert_eq!(json["operation"], "v_mov_b32");
    assert_eq!(json["threads"], 16);
    assert_eq!(json["sources"].as_array().map(Vec::len), Some(16));
    let first = serde_json::json!({ "from": 15, "kind": "other", "in_range": true, "inactive_source": false, "reason": null });
    assert_eq!(json["sources"][0], first);
}

#[test]
fn an_instruction_that_moves_nothing_between_threads_gets_one_line() {
    let machine = machine(64);
    assert_eq!(
        explain(&instruction(Op::Add), machine.wave(0)).to_text(),
        "IADD: every thread uses its own words\n"
    );
}
