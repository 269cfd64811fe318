//! Listings of AMD's with masks in pairs of scalar registers, beside a reading of their lines that
//! knows nothing of entries: a mask is 64 bits by its name.

use std::collections::HashMap;
use std::fmt::Write as _;

use lanebeat::config::Config;
use lanebeat::isa::asm::{Constants, assemble_listing};
use lanebeat::isa::{Instruction, Thread, Wave};
use lanebeat::model::Machine;

const THREADS: usize = 64;
/// More than the machine has entries, of which a listing uses the first few or all.
const PAIRS: [&str; 16] = [
    "vcc",
    "s[2:3]",
    "s[8:9]",
    "s[20:21]",
    "s[100:101]",
    "s[0:1]",
    "s[4:5]",
    "s[6:7]",
    "s[10:11]",
    "s[12:13]",
    "s[14:15]",
    "s[16:17]",
    "s[18:19]",
    "s[22:23]",
    "s[24:25]",
    "s[26:27]",
];
const LOGIC: [&str; 8] = ["and", "or", "xor", "andn2", "orn2", "nand", "nor", "xnor"];

struct Random(u32);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % end
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

/// A wave as the lines see it.
struct Reading {
    masks: HashMap<String, u64>,
    registers: Vec<[u32; THREADS]>,
}

impl Reading {
    fn mask(&self, name: &str) -> u64 {
        match name {
            "-1" => u64::MAX,
            "0" => 0,
            _ => self.masks[name],
        }
    }

    fn word(&self, name: &str, thread: usize) -> u32 {
        match name.strip_prefix('v') {
            Some(number) => self.registers[number.parse::<usize>().expect(name)][thread],
            None => name.parse().expect(name),
        }
    }

    fn execute(&mut self, line: &str) {
        let (mnemonic, operands) = line.split_once(' ').expect(line);
        let operands: Vec<&str> = operands.split(", ").collect();
        let exec = self.masks["exec"];
        let executes = |thread: usize| exec >> thread & 1 == 1;
        let threads = || (0..THREADS).filter(|&thread| executes(thread));
        let word = |place: usize, thread| self.word(operands[place], thread);
        let combined = |operation: &str, a: u64, b: u64| match operation {
            "and" => a & b,
            "or" => a | b,
            "xor" => a ^ b,
            "andn2" => a & !b,
            "orn2" => a | !b,
            "nand" => !(a & b),
            "nor" => !(a | b),
            "xnor" => !(a ^ b),
            _ => panic!("{line}"),
        };
        let set = |name: &str, mask| (name.to_owned(), mask);
        let bare = mnemonic.trim_end_matches("_e32").trim_end_matches("_e64");
        let new: Vec<(String, u64)> = if let Some(relation) = bare.strip_prefix("v_cmp_") {
            let holds = |thread| match relation {
                "lt_u32" => word(1, thread) < word(2, thread),
                "eq_u32" => word(1, thread) == word(2, thread),
                _ => panic!("{line}"),
            };
            vec![set(operands[0], threads().filter(|&thread| holds(thread)).map(|t| 1 << t).sum())]
        } else if let Some(operation) = bare.strip_suffix("_saveexec_b64") {
            let new = combined(&operation[2..], self.mask(operands[1]), exec);
            vec![set(operands[0], exec), set("exec", new)]
        } else if bare == "s_mov_b64" {
            vec![set(operands[0], self.mask(operands[1]))]
        } else if bare == "s_not_b64" {
            vec![set(operands[0], !self.mask(operands[1]))]
        } else if let Some(operation) = bare.strip_suffix("_b64") {
            let (a, b) = (self.mask(operands[1]), self.mask(operands[2]));
            vec![set(operands[0], combined(&operation[2..], a, b))]
        } else {
            let results: Vec<(usize, u32)> = threads()
                .map(|thread| {
                    let result = match bare {
                        "v_cndmask_b32" if self.mask(operands[3]) >> thread & 1 == 1 => {
                            word(2, thread)
                        }
                        "v_cndmask_b32" => word(1, thread),
                        "v_add_u32" => word(1, thread).wrapping_add(word(2, thread)),
                        _ => panic!("{line}"),
                    };
                    (thread, result)
                })
                .collect();
            let number: usize = operands[0][1..].parse().expect(line);
            results.into_iter().for_each(|(thread, word)| self.registers[number][thread] = word);
            vec![]
        };
        self.masks.extend(new);
    }
}

/// A line that combines masks, EXEC among them, or that writes words.
fn line(random: &mut Random, pairs: &[&str]) -> String {
    let any = |random: &mut Random| match random.below(6) {
        0 => "exec",
        _ => random.of(pairs),
    };
    let register = |random: &mut Random| format!("v{}", random.below(4));
    let pair = random.of(pairs);
    match random.below(9) {
        0 | 1 => {
            let relation = random.of(&["lt", "eq"]);
            let suffix = if pair == "vcc" { "e32" } else { "e64" };
            format!(
                "v_cmp_{relation}_u32_{suffix} {pair}, {}, {}",
                register(random),
                register(random)
            )
        }
        2 => format!("s_{}_b64 {pair}, {}, {}", random.of(&LOGIC), any(random), any(random)),
        3 => {
            let first = if random.below(2) == 0 { "exec" } else { random.of(pairs) };
            format!("s_{}_b64 exec, {first}, {pair}", random.of(&["and", "or", "andn2"]))
        }
        4 => format!("s_xor_b64 exec, exec, {pair}"),
        5 => {
            let other = random.of(&pairs[1..]);
            format!("s_{}_saveexec_b64 {other}, {pair}", random.of(&["and", "or", "xor", "andn2"]))
        }
        6 => match random.below(4) {
            0 => format!("s_mov_b64 exec, {}", random.of(&["-1", pair])),
            1 => format!("s_mov_b64 {pair}, {}", random.of(&["-1", "0", "exec"])),
            2 => format!("s_mov_b64 {pair}, {}", random.of(pairs)),
            _ => format!("s_not_b64 {}, {}", any(random), random.of(pairs)),
        },
        7 => {
            let (d, a, b) = (register(random), register(random), register(random));
            format!("v_cndmask_b32_e64 {d}, {a}, {b}, {pair}")
        }
        _ => {
            let (d, a, b) = (register(random), register(random), register(random));
            format!("v_add_u32_e32 {d}, {a}, {b}")
        }
    }
}

/// Every mask is seen at the end, in a word of each thread.
#[test]
fn masks_in_pairs_of_scalar_registers_are_what_their_lines_say() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let pairs = &PAIRS[..if seed % 2 == 0 { 5 } else { 16 }];
        let mut lines: Vec<String> = vec![];
        for (number, pair) in pairs.iter().enumerate() {
            lines.push(format!("v_cmp_lt_u32_e64 {pair}, v{}, v{}", number % 4, (number + 1) % 4));
        }
        lines.extend((0..40).map(|_| line(&mut random, pairs)));
        lines.push("s_mov_b64 exec, -1".to_owned());
        for (number, pair) in pairs.iter().enumerate() {
            lines.push(format!("v_cndmask_b32_e64 v{}, 0, 1, {pair}", 4 + number));
        }
        let mut text = String::new();
        lines.iter().for_each(|line| writeln!(text, "\t{line}").expect("a string"));
        let target = Config::default().target();
        let program = assemble_listing("m.s", &text, &target, &Constants::default())
            .unwrap_or_else(|errors| panic!("{text}{:?}", errors.errors));
        for line in program.lines() {
            let own = line.instruction;
            assert_eq!(Instruction::decode(own.encode()), Some(own), "{text}");
        }
        let mut machine = Machine::new(THREADS, 64, 1);
        let mut word = || random.below(4) as u32 + (random.below(64) as u32 / 48) * 1000;
        let registers: Vec<[u32; THREADS]> =
            (0..20).map(|_| std::array::from_fn(|_| word())).collect();
        for (number, words) in registers.iter().enumerate() {
            machine.wave_mut(0).registers[number] = Wave::from_fn(THREADS, |Thread(t)| words[t]);
        }
        let ones = [("exec".to_owned(), u64::MAX)];
        let mut reading = Reading { masks: ones.into(), registers };
        lines.iter().for_each(|line| reading.execute(line));
        machine.run(&program).expect("no deadlock");
        for (number, words) in reading.registers.iter().take(4 + pairs.len()).enumerate() {
            assert_eq!(
                machine.wave(0).registers[number].0,
                words,
                "seed {seed}, v{number}:\n{text}"
            );
        }
    }
}
