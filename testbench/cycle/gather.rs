//! Instructions that look into other beats.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{StallReason, gathers, passes};

use super::{AllEvents, machine, program};

fn gathers_in(config: &Config, text: &str) -> bool {
    gathers(config, &program(config, text).waves[0][0].instruction)
}

fn passes_in(config: &Config, text: &str) -> u8 {
    passes(config, &program(config, text).waves[0][0].instruction)
}

const GATHERING: [RegisterFile; 3] =
    [RegisterFile::Skewed, RegisterFile::MultiPort, RegisterFile::Replicated];

/// Modifiers whose threads look outside their row of 16.
const OUTSIDE: &str = "wave_shl:1 wave_rol:1 wave_shr:1 wave_ror:1 row_bcast:15 row_bcast:31";
const INSIDE: &str = "quad_perm:[3,2,1,0] row_shl:1 row_shr:15 row_ror:4 row_mirror \
     row_half_mirror row_share:3 row_xmask:5";

/// What looks at the whole of a warp.
const OF_A_WARP: [&str; 9] = [
    "SHFL.IDX P1, R1, R2, 1, 31",
    "SHFL.UP P1, R1, R2, 1, 31",
    "SHFL.DOWN P1, R1, R2, 1, 31",
    "SHFL.BFLY P1, R1, R2, 1, 31",
    "VOTE.ANY P1, P2",
    "VOTE.ACTIVE R1",
    "MATCH.ANY R1, R2",
    "MATCH.ALL P1, R1, R2",
    "REDUX.ADD.U32 R1, 5",
];

#[test]
fn shuffles_and_votes_gather_when_a_warp_takes_more_than_one_beat() {
    // Lanes, beats, whether a warp takes several: of 16 threads, or of 32.
    let table = [(16, 4, true), (16, 2, true), (16, 1, false), (32, 4, false), (4, 4, true)];
    for organisation in GATHERING {
        for (lanes, beats, gathers) in table {
            let config = Config { lanes, ..machine(organisation, beats, 0) };
            for text in OF_A_WARP {
                assert_eq!(gathers_in(&config, text), gathers, "{text} on {config:?}");
            }
            // SHFDOWN with a pair of destinations is SHFL.DOWN and SHFL.DOWN.RANGE, whose range is
            // geometry.
            for text in ["SHFL.DOWN.RANGE.U R3, 1, 31", "IADD R3, R1, R2"] {
                assert!(!gathers_in(&config, text), "{text} on {config:?}");
            }
        }
    }
}

#[test]
fn dpp_gathers_where_a_source_is_outside_its_row_or_a_row_takes_several_beats() {
    for organisation in GATHERING {
        for (modifiers, outside) in [(OUTSIDE, true), (INSIDE, false)] {
            let table = [(16, 4, outside), (32, 2, outside), (8, 4, true), (64, 1, false)];
            for (modifier, (lanes, beats, gathers)) in
                modifiers.split(' ').flat_map(|modifier| table.map(|row| (modifier, row)))
            {
                let config = Config { lanes, ..machine(organisation, beats, 0) };
                let text = format!("v_mov_b32 v1, v2 {modifier}");
                assert_eq!(gathers_in(&config, &text), gathers, "{text} on {config:?}");
            }
        }
    }
}

#[test]
fn wide_gathers_nothing() {
    let config = machine(RegisterFile::Wide, 4, 0);
    for text in OF_A_WARP.into_iter().chain(["v_mov_b32 v1, v2 row_bcast:31"]) {
        let passes_once = !text.starts_with("MATCH") && !text.starts_with("REDUX");
        assert!(!passes_once || !gathers_in(&config, text), "{text}");
    }
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
fn a_gather_takes_a_slot_in_which_nobody_issues() {
    let text = ".wave 0\nSHFL.IDX P1, R1, R2, R4, 31\nMOV R7, 1\n.wave 1\nMOV R1, 1";
    for organisation in GATHERING {
        let heard = AllEvents::of(&machine(organisation, 4, 0), text);
        assert_eq!(heard.issues, [(0, 0, 0), (2, 1, 0), (3, 0, 1)]);
        assert_eq!(heard.stalls[0], (1, StallReason::Gather));
        let totals = heard.totals;
        assert_eq!((totals.stalls.gather, totals.gather_beats, totals.beats), (1, 4, 12));
    }
}
