//! Configurations: what may be asked for, and what the refusals say (docs/reference/parameters.md).

use crate::common::program::begins;
use crate::common::table::cases;
use lanebeat::config::{Config, Domain, DppPath, Parameter, Preset, RegisterFile};
use lanebeat::hdl::{Clocking, Level, Reset};
use lanebeat::source::TextError;
use proptest::prelude::*;

fn sets(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

fn with_sets(items: &[&str]) -> Result<Config, TextError> {
    Config::load(None, None, &sets(items))
}

fn from_file(text: &str) -> Result<Config, TextError> {
    Config::load(None, Some(("machine.toml", text)), &[])
}

fn set_error(items: &[&str]) -> String {
    with_sets(items).expect_err("the setting breaks a rule").to_string()
}

fn file_error(text: &str) -> String {
    from_file(text).expect_err("the file breaks a rule").to_string()
}

/// Each line is what the setting that it begins with is refused with.
fn settings_are_refused(sentences: &str) {
    for sentence in sentences.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let named = sentence.split_once(": ").and_then(|(set, _)| set.strip_prefix("--set "));
        assert_eq!(set_error(&[named.expect("--set key=value: a rule")]), sentence);
    }
}

/// Settings of one key, each of which is legal and is what the machine has.
fn settings_are_taken<const N: usize>(key: &str, of: fn(&Config) -> usize, values: [usize; N]) {
    for value in values {
        let config = with_sets(&[&format!("{key}={value}")]).expect("legal");
        assert_eq!(of(&config), value, "{key}");
    }
}

const FILE_KEYS: &str = "keys are preset, prefix, lanes, beats, registers, waves, register_file, collectors, reuse, stages, shuffle_passes, \
                         dpp, shuffle, lane_moves, vote, video, float, barrier, multiply, bits, reset, reset_level and clock_enable";
const SET_KEYS: &str = "keys are lanes, beats, registers, waves, register_file, collectors, reuse, stages, shuffle_passes, dpp, shuffle, lane_moves, vote, video, float, barrier, multiply, bits, reset, reset_level and clock_enable";

/// Each row of the page's table has a key's default and its values, and each key has a row.
#[test]
fn the_page_has_every_key_with_its_default_and_its_values() {
    let page = include_str!("../../docs/reference/parameters.md");
    let table = page.split("|---|---|---|---|\n").nth(1).expect("a table of four columns");
    let machine = with_sets(&[]).expect("the default is legal");
    let mut keys = vec![];
    for row in table.lines().take_while(|line| line.starts_with('|')) {
        let cells: Vec<String> =
            row.split(" | ").map(|cell| cell.replace(['|', '`', ' '], "")).collect();
        let [names, default, values, ..] = &cells[..] else { panic!("{row}") };
        for name in names.split(',') {
            let parameter = Parameter::from_key(name).expect(name);
            assert_eq!(parameter.text(&machine).trim_matches('"'), default, "{row}");
            let mut legal = match parameter.domain() {
                Domain::Range(low, high) => vec![format!("{low}..{high}")],
                domain => domain.examples(),
            };
            let mut written: Vec<&str> = values.split(',').collect();
            legal.sort();
            written.sort();
            assert_eq!(written, legal, "{row}");
            keys.push(parameter);
        }
    }
    assert_eq!(keys.len(), Parameter::ALL.len(), "{keys:?}");
    assert!(Parameter::ALL.iter().all(|parameter| keys.contains(parameter)), "{keys:?}");
}

#[test]
fn the_default_machine_is_the_one_of_the_design() {
    let config = Config::load(None, None, &[]).expect("the default is legal");
    let found = (config.lanes, config.beats, config.registers, config.waves, config.stages);
    assert_eq!(found, (16, 4, 64, 8, 12));
    assert_eq!(config.register_file, RegisterFile::Wide);
    assert!(config.dpp == DppPath::Network && config.shuffle && config.vote && config.video);
    assert!(config.float && config.barrier && config.multiply && config.bits);
}

#[test]
fn every_preset_is_legal_and_is_what_its_description_says() {
    for preset in Preset::ALL {
        preset.config().check().unwrap_or_else(|error| panic!("{}: {error}", preset.key()));
        assert_eq!(Preset::from_key(preset.key()), Some(preset));
        // docs/why/decisions/presets-have-the-stages-of-a-whole-machine.md
        let Config { float, lanes, stages, .. } = preset.config();
        assert_eq!(
            stages,
            if float {
                12
            } else if lanes > 4 {
                8
            } else {
                4
            }
        );
    }
    let integer = Preset::Integer.config();
    assert!(
        !integer.float && !integer.video && integer.dpp == DppPath::Network && integer.lanes == 16
    );
    let small = Preset::Small.config();
    assert_eq!((small.lanes, small.beats, small.registers, small.waves), (4, 4, 16, 2));
    assert!(!small.float && !small.video && small.shuffle);
    let gcn = Preset::Gcn.config();
    assert_eq!((gcn.threads(), gcn.registers, gcn.waves), (64, 256, 10));
}

#[test]
fn settings_stand_over_the_file_and_the_file_over_the_preset() {
    let load = |preset, file, set: &[&str]| {
        let config = Config::load(preset, Some(("m.toml", file)), &sets(set)).expect("legal");
        (config.registers, config.waves)
    };
    let file = "registers = 32\nwaves = 3\n";
    assert_eq!(load(Some(Preset::Gcn), file, &["waves=4"]), (32, 4));
    assert_eq!(load(Some(Preset::Gcn), "", &[]), (256, 10));
    // The file's own preset, wherever it stands.
    let file = "waves = 3\npreset = \"gcn\"\n";
    assert_eq!(load(None, file, &[]), (256, 3));
    assert_eq!(load(Some(Preset::Small), file, &[]), (16, 3), "the command line's replaces it");
    assert_eq!(load(None, "", &["waves=3", "waves=5"]), (64, 5), "the later setting counts");
}

#[test]
fn settings_are_toml_values_or_bare_words() {
    let config =
        with_sets(&["register_file=skewed", "registers=0x20", "float=false", " beats = 2 "])
            .expect("legal");
    let found = (config.register_file, config.registers, config.float, config.beats);
    assert_eq!(found, (RegisterFile::Skewed, 32, false, 2));
    let found = with_sets(&["register_file=\"banked\""]).expect("legal").register_file;
    assert_eq!(found, RegisterFile::Banked);
}

#[test]
fn numbers_stay_in_their_domains() {
    settings_are_taken("lanes", |config| config.lanes, [4, 8, 16, 32, 64]);
    settings_are_taken("beats", |config| config.beats, [1, 2, 4, 8]);
    settings_are_taken("registers", |config| config.registers, [2, 256]);
    settings_are_taken("waves", |config| config.waves, [1, 32]);
    settings_are_taken("stages", |config| config.stages, [12]);
    settings_are_refused(
        "
        --set lanes=12: lanes must be a power of two from 2 to 64, not 12; try 8 or 16
        --set lanes=128: lanes must be a power of two from 2 to 64, not 128; try 64
        --set lanes=-4: lanes must be a power of two from 2 to 64, not -4; try 2
        --set beats=3: beats must be a power of two from 1 to 8, not 3; try 2 or 4
        --set beats=0: beats must be a power of two from 1 to 8, not 0; try 1
        --set registers=1: registers must be a whole number from 2 to 256, not 1; try 2
        --set registers=257: registers must be a whole number from 2 to 256, not 257; try 256
        --set waves=0: waves must be a whole number from 1 to 32, not 0; try 1
        --set waves=33: waves must be a whole number from 1 to 32, not 33; try 32
        --set stages=13: stages must be a whole number from 0 to 12, not 13; try 12",
    );
}

#[test]
fn a_number_of_any_size_is_out_of_range_and_nothing_worse() {
    let huge = "9".repeat(50);
    let shown = "9".repeat(40);
    let expected = format!(
        "machine.toml:1:9: lanes must be a power of two from 2 to 64, not {shown}…; try 64"
    );
    assert_eq!(file_error(&format!("lanes = {huge}")), expected);
}

#[test]
fn a_value_of_another_type_is_refused_with_one_that_fits() {
    let text = "machine.toml:2:9: lanes must be a power of two from 2 to 64, not \"16\"; try 16";
    assert_eq!(file_error("waves = 2\nlanes = \"16\"\n"), text);
    for (file, sentence) in cases(
        "
        |float = 1
        9: float must be true or false, not 1; try true
        |waves = 1.5
        9: waves must be a whole number from 1 to 32, not 1.5; try 8
        |register_file = 3
        17: register_file must be wide, skewed, multi_port, replicated, banked or two_bank, not 3;
        try \"wide\"",
    ) {
        assert_eq!(file_error(file), format!("machine.toml:1:{sentence}"));
    }
    settings_are_refused(
        "
        --set vote=yes: vote must be true or false, not yes; try true
        --set waves=: waves must be a whole number from 1 to 32, not nothing; try 8",
    );
}

#[test]
fn an_unknown_register_file_is_refused_with_the_nearest() {
    let rule =
        "register_file must be wide, skewed, multi_port, replicated, banked or two_bank, not";
    settings_are_refused(&format!(
        "
        --set register_file=wid: {rule} wid; did you mean `wide`?
        --set register_file=xyzzy: {rule} xyzzy; try \"wide\""
    ));
}

#[test]
fn reset_and_enable_are_words_and_a_switch() {
    let config = with_sets(&["reset=asynchronous", "reset_level=low", "clock_enable=true"]);
    let clocking = config.expect("legal").clocking();
    let expected = Clocking { reset: Reset::Asynchronous, level: Level::Low, enable: true };
    assert_eq!(clocking, expected);
    settings_are_refused(
        "
        --set reset=async: reset must be synchronous or asynchronous, not async; try \"synchronous\"
        --set reset=asynchronus: reset must be synchronous or asynchronous, not asynchronus; did you mean `asynchronous`?
        --set reset=true: reset must be synchronous or asynchronous, not true; try \"synchronous\"
        --set reset_level=lo: reset_level must be high or low, not lo; did you mean `low`?
        --set reset_level=: reset_level must be high or low, not nothing; try \"high\"
        --set clock_enable=1: clock_enable must be true or false, not 1; try false",
    );
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_and_all() {
    let nearest =
        format!("machine.toml:3:1: unknown key `lane`; did you mean `lanes`? {FILE_KEYS}");
    assert_eq!(file_error("# a machine\nwaves = 2\nlane = 16\n"), nearest);
    let found = file_error("[machine]\nlanes = 16\n");
    assert_eq!(found, format!("machine.toml:1:2: unknown key `machine`; {FILE_KEYS}"));
    settings_are_refused(&format!(
        "--set wave=2: unknown key `wave`; did you mean `waves`? {SET_KEYS}"
    ));
}

#[test]
fn an_unknown_preset_in_a_file_is_refused_with_the_nearest() {
    let rule = "preset must be default, integer, small or gcn, not";
    let found = file_error("preset = \"gnc\"");
    assert_eq!(found, format!("machine.toml:1:10: {rule} \"gnc\"; did you mean `gcn`?"));
    assert_eq!(file_error("preset = 3"), format!("machine.toml:1:10: {rule} 3; try \"default\""));
}

#[test]
fn a_setting_without_a_value_or_of_the_preset_is_refused() {
    settings_are_refused(
        "
        --set lanes: a setting must be key=value; try lanes=16
        --set preset=gcn: the preset is what settings change; use --preset to choose it
        --set prefix=alu: the prefix names what is generated; use --prefix of generate",
    );
}

#[test]
fn text_that_is_not_toml_is_refused_with_line_and_column() {
    let error = file_error("waves = 2\nlanes = \n");
    assert!(error.starts_with("machine.toml:2:9: not TOML: "), "{error}");
    let twice = file_error("waves = 2\nwaves = 3\n");
    assert!(twice.starts_with("machine.toml:2:1: not TOML: duplicate key"), "{twice}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn columns_count_characters_not_bytes() {
    let error = file_error("\"ü\" = 1");
    assert!(error.starts_with("machine.toml:1:1: unknown key `ü`; "), "{error}");
    let second = file_error("register_file = \"ü\" x");
    assert!(second.starts_with("machine.toml:1:21: not TOML: "), "{second}");
}

#[test]
fn shuffle_dpp_and_vote_need_a_wave_of_sixteen_threads() {
    let eight = "8 threads (lanes = 4, beats = 2); try beats = 4 or";
    let only = |feature: &str| -> Vec<String> {
        let others = ["dpp", "shuffle", "vote"].into_iter().filter(|&other| other != feature);
        others.map(|other| format!("{other}=false")).chain(sets(&["lanes=4", "beats=2"])).collect()
    };
    let error = |feature| {
        Config::load(None, None, &only(feature)).expect_err("too few threads").to_string()
    };
    let expected = format!("--set beats=2: dpp needs rows of 16 threads, not {eight} dpp = false");
    assert_eq!(error("dpp"), expected);
    let shuffle = format!(
        "shuffle needs a wave of 16, 32 or a multiple of 32 threads, not {eight} shuffle = false"
    );
    assert_eq!(error("shuffle"), format!("--set beats=2: {shuffle}"));
    let vote = format!("vote needs a wave of at least 16 threads, not {eight} vote = false");
    assert_eq!(error("vote"), format!("--set beats=2: {vote}"));
}

#[test]
fn waves_of_16_32_and_multiples_of_32_threads_may_have_every_feature_and_others_none() {
    let config = with_sets(&["lanes=4", "beats=1", "dpp=false", "shuffle=false", "vote=false"])
        .expect("legal");
    assert_eq!(config.threads(), 4);
    for (lanes, beats) in [(4, 4), (8, 2), (16, 1), (4, 8), (32, 1), (16, 8), (64, 8)] {
        with_sets(&[&format!("lanes={lanes}"), &format!("beats={beats}")]).expect("legal");
    }
}

#[test]
fn a_broken_combination_is_shown_at_the_value_given_last() {
    let error = file_error("lanes = 4\nbeats = 1\nwaves = 2\n");
    let rule = "dpp needs rows of 16 threads, not 4 threads (lanes = 4, beats = 1)";
    begins(&error, &format!("machine.toml:2:9: {rule}"));
    let set = Config::load(None, Some(("m.toml", "lanes = 4")), &sets(&["beats=1"]))
        .expect_err("too few threads")
        .to_string();
    assert!(set.starts_with("--set beats=1: dpp needs"), "{set}");
}

#[test]
fn a_configuration_built_by_hand_is_checked_by_the_same_rules() {
    let lanes = Config { lanes: 12, ..Config::default() };
    let text = "lanes must be a power of two from 2 to 64, not 12; try 8 or 16";
    assert_eq!(lanes.check().expect_err("12 lanes").to_string(), text);
    let huge = Config { lanes: usize::MAX, beats: usize::MAX, ..Config::default() };
    assert!(huge.check().is_err());
    let shuffle = Config { lanes: 4, beats: 1, dpp: DppPath::None, ..Config::default() };
    assert!(shuffle.check().expect_err("4 threads").to_string().starts_with("shuffle needs"));
}

#[test]
fn what_needs_a_third_operand_is_refused_without_one() {
    let refused = |features: &[&str]| {
        let off = ["shuffle", "video", "float", "bits"]
            .iter()
            .filter(|key| !features.contains(key))
            .map(|key| format!("{key}=false"));
        let settings: Vec<String> = off.chain(["multiply=false".to_string()]).collect();
        Config::load(None, None, &settings).err().map(|error| error.to_string())
    };
    assert_eq!(refused(&[]), None);
    for key in ["shuffle", "video", "float", "bits"] {
        let text = format!(
            "{key} needs a third operand, and multiply = false leaves none; try multiply = true or {key} = false"
        );
        assert!(refused(&[key]).expect("refused").ends_with(&text), "{:?}", refused(&[key]));
    }
}

#[test]
fn two_banks_take_one_beat_and_alone_have_a_reuse_cache() {
    settings_are_refused(
        "
        --set register_file=two_bank: register_file = \"two_bank\" reads a wave in one beat, not 4 \
         (lanes = 16); try lanes = 64 and beats = 1, or register_file = \"banked\"
        --set reuse=true: reuse = true needs register_file = \"two_bank\", not \"wide\", which has no \
         reuse cache; try reuse = false
        --set reuse=2: reuse must be true or false, not 2; try false",
    );
    let error = set_error(&["register_file=two_bank", "lanes=64"]);
    assert!(error.ends_with("try beats = 1, or register_file = \"banked\""), "{error}");
    let config = with_sets(&["register_file=two_bank", "beats=1", "reuse=true"]).expect("legal");
    assert_eq!((config.banks(), config.reuse), (2, true));
}

#[test]
fn several_passes_need_a_crossbar() {
    assert_eq!(with_sets(&["shuffle_passes=4"]).expect("legal").shuffle_passes, 4);
    settings_are_refused(
        "
        --set shuffle_passes=3: shuffle_passes must be a power of two from 1 to 4, not 3; try 2 or 4",
    );
    let error = set_error(&["shuffle=false", "shuffle_passes=2"]);
    let rule = "shuffle_passes = 2 needs shuffle = true; try shuffle = true or shuffle_passes = 1";
    assert!(error.ends_with(rule), "{error}");
}

#[test]
fn several_collectors_need_banks() {
    let banked = |collectors: &str| {
        with_sets(&["register_file=\"banked\"", &format!("collectors={collectors}")])
    };
    assert_eq!(banked("4").expect("legal").collectors, 4);
    let error = banked("3").expect_err("no power of two").to_string();
    let expected =
        "--set collectors=3: collectors must be a power of two from 1 to 8, not 3; try 2 or 4";
    assert_eq!(error, expected);
    let error = set_error(&["register_file=\"skewed\"", "collectors=2"]);
    let rule = "--set collectors=2: collectors = 2 needs register_file = \"banked\", not \"skewed\", which has no banks to wait for; \
                try collectors = 1";
    assert_eq!(error, rule);
}

#[test]
fn the_written_text_has_every_key_in_a_fixed_order() {
    let text = "lanes = 16\nbeats = 4\nregisters = 64\nwaves = 8\nregister_file = \"wide\"\ncollectors = 1\nreuse = false\nstages = 8\nshuffle_passes = 1\n\
                dpp = \"network\"\nshuffle = true\nlane_moves = true\nvote = true\nvideo = false\nfloat = false\nbarrier = true\nmultiply = true\nbits = false\n\
                reset = \"synchronous\"\nreset_level = \"high\"\nclock_enable = false\n";
    assert_eq!(Preset::Integer.config().to_toml(), text);
}

#[test]
fn an_error_in_a_file_carries_its_text_and_the_bytes_it_is_about() {
    use miette::Diagnostic;
    let error = from_file("waves = 2\nlanes = 12\n").expect_err("12 lanes");
    let label = error.labels().expect("a label").next().expect("one");
    // In its line, which is what is shown.
    assert_eq!((label.offset(), label.len()), (8, 2));
    assert!(error.source_code().is_some());
}

proptest! {
    #[test]
    fn a_written_configuration_reads_back_the_same(
        lanes in 2_u32..7, beats in 0_u32..4, registers in 2_usize..=256, waves in 1_usize..=32,
        stages in 0_usize..=12, organisation in 0_usize..6, collectors in 0_u32..4, features in any::<[bool; 4]>(),
    ) {
        let [video, float, barrier, multiply] = features;
        let (video, float) = (video && multiply, float && multiply);
        let register_file = RegisterFile::ALL[organisation];
        let beats = if register_file.admits(1 << beats) { beats } else { 0 };
        let wide_enough = lanes + beats >= 4;
        let dpp = match (wide_enough, multiply && registers % 3 == 0) {
            (false, _) => DppPath::None,
            (true, false) => DppPath::Network,
            (true, true) => DppPath::Crossbar,
        };
        let config = Config {
            lanes: 1 << lanes, beats: 1 << beats, registers, waves, stages, video, float, barrier, multiply,
            bits: float, register_file, reuse: register_file == RegisterFile::TwoBank && stages % 2 == 0,
            collectors: if RegisterFile::ALL[organisation] == RegisterFile::Banked { 1 << collectors } else { 1 },
            dpp, shuffle: wide_enough && multiply, lane_moves: registers % 2 == 0, vote: wide_enough,
            reset: Reset::ALL[registers % 2], reset_level: Level::ALL[waves % 2], clock_enable: video,
            shuffle_passes: if wide_enough && multiply { 1 << (registers % 3) } else { 1 },
        };
        prop_assert_eq!(from_file(&config.to_toml()).expect("legal"), config);
    }
}
