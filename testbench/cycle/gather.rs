//! Instructions that look into other beats.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{StallReason, gathers, passes};

use super::{Heard, machine, program};

fn gathers_in(config: &Config, text: &str) -> bool {
    gathers(config, &program(config, text).waves[0][0].instruction)
}

fn passes_in(config: &Config, text: &str) -> u8 {
    passes(config, &program(config, text).waves[0][0].instruction)
}

const GATHERING: [RegisterFile; 3] =
    [RegisterFile::Skewed, RegisterFile::MultiPort, RegisterFile::Replicated];

/// Modifiers whose threads look outside their row of 16.
const OUTSIDE: [&str; 6] =
    ["wave_shl:1", "wave_rol:1", "wave_shr:1", "wave_ror:1", "row_bcast:15", "row_bcast:31"];
const INSIDE: [&str; 8] = [
    "quad_perm:[3,2,1,0]",
    "row_shl:1",
    "row_shr:15",
    "row_ror:4",
    "row_mirror",
    "row_half_mirror",
    "row_share:3",
    "row_xmask:5",
];

#[test]
fn a_shuffle_gathers_when_a_warp_takes_more_than_one_beat() {
    for organisation in GATHERING {
        for mode in ["IDX", "UP", "DOWN", "BFLY"] {
            let shuffle = format!("SHFL.{mode} P1, R1, R2, 1, 31");
            assert!(gathers_in(&machine(organisation, 4, 0), &shuffle), "two beats a warp");
            assert!(gathers_in(&machine(organisation, 2, 0), &shuffle), "two beats a warp");
            assert!(
                !gathers_in(&machine(organisation, 1, 0), &shuffle),
                "a warp of 16 threads in one beat"
            );
            assert!(
                !gathers_in(&Config { lanes: 32, ..machine(organisation, 4, 0) }, &shuffle),
                "one beat a warp"
            );
            assert!(
                gathers_in(&Config { lanes: 4, ..machine(organisation, 4, 0) }, &shuffle),
                "a warp of 16 threads in four"
            );
        }
    }
}

#[test]
fn a_vote_gathers_when_a_warp_takes_more_than_one_beat() {
    for organisation in GATHERING {
        for vote in [
            "VOTE.ANY P1, P2",
            "VOTE.ACTIVE R1",
            "MATCH.ANY R1, R2",
            "MATCH.ALL P1, R1, R2",
            "REDUX.ADD.U32 R1, 5",
        ] {
            assert!(gathers_in(&machine(organisation, 4, 0), vote), "two beats a warp: {vote}");
            assert!(
                !gathers_in(&machine(organisation, 1, 0), vote),
                "a warp of 16 threads in one beat: {vote}"
            );
            assert!(
                !gathers_in(&Config { lanes: 32, ..machine(organisation, 4, 0) }, vote),
                "one beat a warp: {vote}"
            );
            assert!(
                gathers_in(&Config { lanes: 4, ..machine(organisation, 4, 0) }, vote),
                "a warp of 16 in four: {vote}"
            );
        }
    }
    assert!(!gathers_in(&machine(RegisterFile::Wide, 4, 0), "VOTE.ANY P1, P2"));
}

#[test]
fn a_vote_gathers_guard_and_q_of_every_beat_too() {
    let heard = Heard::of(&machine(RegisterFile::Skewed, 2, 0), "@P2 VOTE.ANY P1, P3");
    let uses = [
        "1 W0.read c P3 beat 0",
        "2 W0.read c P3 beat 1",
        "3 W0.read a P2 beat 0",
        "4 W0.read a P2 beat 1",
        "5 W0.read c P3 beat 0",
        "6 W0.read c P3 beat 1",
        "7 W0.read a P2 beat 0",
        "8 W0.read a P2 beat 1",
        "12 W0.write P1 beat 0",
        "13 W0.write P1 beat 1",
    ];
    assert_eq!(heard.port_uses(), uses);
    assert_eq!(heard.totals.mask_accesses, 10);
    let heard = Heard::of(&machine(RegisterFile::MultiPort, 2, 0), "MATCH.ANY R1, R2");
    let uses = ["1", "2", "3", "4"]
        .map(|cycle| format!("{cycle} W0.read a R2 beat {}", (cycle.as_bytes()[0] - b'1') % 2));
    assert_eq!(heard.port_uses()[..4], uses);
    // Six slots to gather and compare, and one that writes.
    assert_eq!((heard.totals.register_accesses, heard.totals.mask_accesses), (16, 0));
}

#[test]
fn the_range_of_a_shuffle_is_geometry_and_gathers_nothing() {
    for organisation in GATHERING {
        // SHFDOWN with a pair of destinations is SHFL.DOWN and SHFL.DOWN.RANGE.
        let config = machine(organisation, 4, 0);
        assert!(!gathers_in(&config, "SHFL.DOWN.RANGE.U R3, 1, 31"));
        assert!(!gathers_in(&config, "IADD R3, R1, R2"));
    }
}

#[test]
fn dpp_gathers_where_a_source_is_outside_its_row_or_a_row_takes_several_beats() {
    for organisation in GATHERING {
        for (modifiers, outside) in [(&OUTSIDE[..], true), (&INSIDE[..], false)] {
            for modifier in modifiers {
                let text = format!("v_mov_b32 v1, v2 {modifier}");
                assert_eq!(
                    gathers_in(&machine(organisation, 4, 0), &text),
                    outside,
                    "{modifier} on 16 lanes"
                );
                assert_eq!(
                    gathers_in(&Config { lanes: 32, ..machine(organisation, 2, 0) }, &text),
                    outside,
                    "on 32 lanes"
                );
                assert!(
                    gathers_in(&Config { lanes: 8, ..machine(organisation, 4, 0) }, &text),
                    "{modifier} on 8 lanes"
                );
                assert!(
                    !gathers_in(&Config { lanes: 64, ..machine(organisation, 1, 0) }, &text),
                    "{modifier} in one beat"
                );
            }
        }
    }
}

#[test]
fn wide_gathers_nothing() {
    let config = machine(RegisterFile::Wide, 4, 0);
    assert!(!gathers_in(&config, "SHFL.IDX P1, R1, R2, 1, 31"));
    assert!(!gathers_in(&config, "v_mov_b32 v1, v2 row_bcast:31"));
    let heard = Heard::of(&config, "SHFL.IDX P1, R1, R2, R4, R5");
    let uses =
        ["1 W0.read c R5", "2 W0.read b R4", "3 W0.read a R2", "8 W0.write R1", "8 W0.write P1"];
    assert_eq!(heard.port_uses(), uses);
}

/// Lanes and beats; instructions, and how many slots each takes where whole waves come at once, and
/// where rows come one by one.
#[test]
fn rare_operations_take_the_slots_that_were_counted_by_hand() {
    type Row = (usize, usize, [(&'static str, u8, u8); 5]);
    let table: [Row; 6] = [
        (16, 4, [("MATCH", 8, 7), ("REDUX", 2, 2), ("far", 2, 3), ("near", 1, 2), ("VOTE", 1, 2)]),
        (16, 2, [("MATCH", 8, 7), ("REDUX", 2, 2), ("far", 1, 2), ("near", 1, 2), ("VOTE", 1, 2)]),
        (16, 1, [("MATCH", 8, 8), ("REDUX", 1, 1), ("far", 1, 1), ("near", 1, 1), ("VOTE", 1, 1)]),
        (4, 8, [("MATCH", 4, 5), ("REDUX", 2, 2), ("far", 1, 2), ("near", 1, 2), ("VOTE", 1, 2)]),
        (8, 8, [("MATCH", 8, 5), ("REDUX", 2, 2), ("far", 2, 3), ("near", 1, 2), ("VOTE", 1, 2)]),
        (32, 2, [("MATCH", 8, 8), ("REDUX", 1, 1), ("far", 2, 3), ("near", 1, 1), ("VOTE", 1, 1)]),
    ];
    let instruction = |name: &str| match name {
        "MATCH" => vec!["MATCH.ANY R1, R2", "MATCH.ALL P1, R1, R2", "MATCH.ANY R1, 7"],
        "REDUX" => vec!["REDUX.ADD.U32 R1, R2", "REDUX.MIN.S32 R1, 3"],
        "far" => vec![
            "v_readlane_b32 v1, v2, 3",
            "v_readfirstlane_b32 v1, v2",
            "ds_bpermute_b32 v1, v2, v3",
            "ds_permute_b32 v1, v2, v3",
        ],
        "near" => vec!["ds_swizzle_b32 v1, v2, 7", "SHFL.UP P1, R1, R2, R3, 0"],
        _ => vec!["VOTE.ANY P1, P2", "VOTE.BALLOT R1, P2"],
    };
    for (lanes, beats, counts) in table {
        for organisation in RegisterFile::ALL.into_iter().filter(|one| one.admits(beats)) {
            let config = Config { lanes, ..machine(organisation, beats, 0) };
            for (name, wide, others) in counts {
                let expected = if organisation == RegisterFile::Wide { wide } else { others };
                for text in instruction(name) {
                    assert_eq!(passes_in(&config, text), expected, "{text} on {config:?}");
                }
            }
        }
    }
}

#[test]
fn the_slots_of_a_match_are_kept_from_everybody_and_only_the_last_writes() {
    let text = ".wave 0\n@P2 MATCH.ANY R1, R2\nMOV R7, R1\n.wave 1\nMOV R1, 1";
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), text);
    assert_eq!(heard.issues, [(0, 0, 0), (8, 1, 0), (9, 0, 1)]);
    assert!(heard.stalls[..7].iter().all(|&(_, reason)| reason == StallReason::Gather));
    let uses: Vec<String> = (0..8)
        .flat_map(|pass| ["R2", "P2"].map(|entry| format!("{} W0.read a {entry}", 4 * pass + 3)))
        .chain(["36 W0.write R1".to_owned()])
        .collect();
    let of_match: Vec<String> = heard
        .port_uses()
        .into_iter()
        .filter(|line| line.contains("W0") && !line.contains("R7"))
        .collect();
    assert_eq!(of_match[..17], uses);
    assert_eq!(heard.totals.gather_beats, 28);
}

#[test]
fn a_gather_takes_a_slot_in_which_nobody_issues() {
    for organisation in GATHERING {
        let text = ".wave 0\nSHFL.IDX P1, R1, R2, R4, 31\nMOV R7, 1\n.wave 1\nMOV R1, 1";
        let heard = Heard::of(&machine(organisation, 4, 0), text);
        assert_eq!(heard.issues, [(0, 0, 0), (2, 1, 0), (3, 0, 1)]);
        assert_eq!(heard.stalls[0], (1, StallReason::Gather));
        assert_eq!(
            (heard.totals.stalls.gather, heard.totals.gather_beats, heard.totals.beats),
            (1, 4, 12)
        );
    }
}

#[test]
fn a_gather_reads_operand_a_of_every_beat_before_the_first_beat_executes() {
    let heard = Heard::of(&machine(RegisterFile::Skewed, 2, 0), "@P2 SHFL.IDX P1, R1, R2, R4, 31");
    let uses = [
        "3 W0.read a R2 beat 0",
        "4 W0.read a R2 beat 1",
        "6 W0.read b R4 beat 0",
        "7 W0.read a R2 beat 0",
        "7 W0.read a P2 beat 0",
        "7 W0.read b R4 beat 1",
        "8 W0.read a R2 beat 1",
        "8 W0.read a P2 beat 1",
        "12 W0.write R1 beat 0",
        "12 W0.write P1 beat 0",
        "13 W0.write R1 beat 1",
        "13 W0.write P1 beat 1",
    ];
    assert_eq!(heard.port_uses(), uses);
    assert_eq!(heard.lane_uses(), ["4 W0.gather 0", "5 W0.gather 1", "8 W0.exec 0", "9 W0.exec 1"]);
    assert_eq!(heard.retirements, [(13, 0, 0)]);

    let heard = Heard::of(&machine(RegisterFile::MultiPort, 4, 0), "v_mov_b32 v1, v2 wave_shl:1");
    let cycles = |from: u64| from..from + 4;
    let reads = cycles(1)
        .chain(cycles(5))
        .map(|cycle| format!("{cycle} W0.read a R2 beat {}", (cycle - 1) % 4));
    let writes = cycles(7).map(|cycle| format!("{cycle} W0.write R1 beat {}", cycle - 7));
    let mut all: Vec<String> = reads.chain(writes).collect();
    all.sort_by_key(|line| {
        (line.split(' ').next().and_then(|cycle| cycle.parse::<u64>().ok()), line.contains("write"))
    });
    assert_eq!(heard.port_uses(), all);
    assert_eq!(heard.lane_uses()[3..5], ["5 W0.gather 3", "6 W0.exec 0"]);
    assert_eq!(heard.totals.cycles, 11);
}

#[test]
fn the_distance_counts_from_the_second_slot_of_a_gather() {
    // Distance 2, so slot 1 + 2.
    let skewed = machine(RegisterFile::Skewed, 4, 0);
    assert_eq!(Heard::of(&skewed, "SHFL.IDX P1, R1, R2, 0, 31\nMOV R5, R1").issues[1], (3, 0, 1));
    // Distance 1: right behind the second slot.
    let multi_port = machine(RegisterFile::MultiPort, 4, 0);
    assert_eq!(
        Heard::of(&multi_port, "SHFL.IDX P1, R1, R2, 0, 31\nMOV R5, R1").issues[1],
        (2, 0, 1)
    );
    // A gather that needs a result waits for it with its first slot.
    assert_eq!(Heard::of(&skewed, "MOV R2, 1\nSHFL.IDX P1, R1, R2, 0, 31").issues[1], (2, 0, 1));
}
