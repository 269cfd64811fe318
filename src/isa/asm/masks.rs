//! Masks of a listing of AMD's: pairs of scalar registers, which are entries of the mask file here.
//!
//! A listing that runs has no branches, so a pair lives from the line that writes it to the last one
//! that reads it, and any entry that is free meanwhile may hold it. Where too many live at a time, some are
//! words 1 and 0 of a vector register, and three predicates hold them inside the lines that name them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::implied::CARRY;
use super::token::Token;
use super::token_kind::TokenKind;
use super::uniform::{Exec, exec_after};
use crate::isa::{MASK_ENTRIES, MaskEntry, Register};

/// Entries and EXEC around one line.
#[derive(Clone, Copy, Default)]
pub struct MaskUse {
    /// Entry that is free inside the line.
    pub scratch: Option<MaskEntry>,
    /// Predicate that is free besides it.
    pub predicate: Option<MaskEntry>,
    /// Whether bits outside EXEC that the line writes are read later. AMD's compares write 0 there.
    pub clears: bool,
    /// Predicates that are read from registers before the line.
    pub loads: [Option<(MaskEntry, Register)>; 2],
    /// A predicate that is written to a register behind it.
    pub store: Option<(MaskEntry, Register)>,
}

/// Operand of a pair that no entry is free for.
pub(super) const CROWDED: TokenKind =
    TokenKind::Absent("a mask, and as many others are in use here as the machine has entries");

/// A mask by name: a pair's first register, or vcc.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Pair(u8),
    Vcc,
}

/// A line's masks: the places of its tokens that it writes and reads.
#[derive(Default)]
struct Places {
    written: Vec<(usize, Name)>,
    read: Vec<(usize, Name)>,
}

/// Place of a mask while it is alive.
#[derive(Clone, Copy)]
enum Home {
    Entry(MaskEntry),
    Register(Register),
}

impl Home {
    fn entry(self) -> Option<MaskEntry> {
        match self {
            Self::Entry(entry) => Some(entry),
            Self::Register(_) => None,
        }
    }
}

/// Predicates for the masks of registers that a line names.
const TEMPORARY: [MaskEntry; 3] = [MaskEntry(4), MaskEntry(5), MaskEntry(6)];

/// Gives an entry to each pair of `lines` while it is alive, or one of the registers `spare`.
pub(super) fn give_entries(lines: &mut [&mut Vec<Token>], spare: Range<usize>) -> Vec<MaskUse> {
    let places = all_places(lines);
    let mut is_used = [false; MASK_ENTRIES];
    let named =
        lines.iter().flat_map(|tokens| tokens.iter()).filter_map(|token| match token.kind {
            TokenKind::Predicate { entry, .. } => entry,
            TokenKind::Guard(mask) => mask.map(|mask| mask.entry),
            TokenKind::Slot(entry) if !token.text.contains('[') => entry,
            _ => None,
        });
    for MaskEntry(entry) in named.chain([MaskEntry::VCC, MaskEntry::TRUE]) {
        is_used[usize::from(entry)] = true;
    }
    // P2R reads those of its mask.
    for tokens in lines.iter().filter(|tokens| tokens.iter().any(|token| token.is("PR"))) {
        let mask = tokens.last().and_then(|token| token.kind.integer()).unwrap_or(0x7f);
        (0..7).for_each(|number| is_used[number] |= mask >> number & 1 == 1);
    }
    give_carry(lines, &mut is_used);
    let plan = Plan::new(lines, &places, is_used, 0..0);
    let is_crowded = plan.kinds.iter().any(|&(line, _, entry)| {
        let own = &plan.uses[line];
        entry.is_none() || own.scratch.is_none() || own.predicate.is_none()
    });
    let plan = if is_crowded { Plan::new(lines, &places, is_used, spare) } else { plan };
    for (line, place, entry) in plan.kinds {
        // It keeps the text, which names a pair and no scalar register.
        let of_entry = |entry: MaskEntry| TokenKind::of(&entry.to_string());
        lines[line][place].kind = entry.map_or(CROWDED, of_entry);
    }
    plan.uses
}

/// Gives the carry of sm_20 to sm_62 a predicate that the whole listing leaves free.
fn give_carry(lines: &mut [&mut Vec<Token>], is_used: &mut [bool; MASK_ENTRIES]) {
    let all = lines.iter_mut().flat_map(|tokens| tokens.iter_mut());
    let mut carries = all.filter(|token| token.text == CARRY).peekable();
    let mut free = TEMPORARY.into_iter().chain(free_entries());
    let free = free.find(|entry| !entry.is_slot() && !is_used[usize::from(entry.0)]);
    let Some(entry) = free.filter(|_| carries.peek().is_some()) else {
        carries.for_each(|token| token.kind = CROWDED);
        return;
    };
    is_used[usize::from(entry.0)] = true;
    carries.for_each(|token| token.kind = TokenKind::of(&entry.to_string()));
}

/// Entries of the masks of every line.
struct Plan {
    /// Line, token and its entry.
    kinds: Vec<(usize, usize, Option<MaskEntry>)>,
    uses: Vec<MaskUse>,
}

impl Plan {
    fn new(
        lines: &[&mut Vec<Token>],
        places: &[Places],
        mut is_used: [bool; MASK_ENTRIES],
        mut spare: Range<usize>,
    ) -> Self {
        let keeps = !spare.is_empty();
        if keeps {
            let kept = TEMPORARY.into_iter().chain([MaskEntry::slot(3)]);
            kept.for_each(|entry| is_used[usize::from(entry.0)] = true);
        }
        let mut homes: HashMap<Name, Home> = HashMap::new();
        let mut registers: HashMap<Name, Register> = HashMap::new();
        // Pairs that are read before any line writes them are there from the start.
        for name in read_first(places) {
            homes.extend(take(&mut is_used, name).map(|entry| (name, Home::Entry(entry))));
        }
        let mut plan = Self { kinds: Vec::new(), uses: Vec::new() };
        for (line, of_line) in places.iter().enumerate() {
            let mut free_temporary = TEMPORARY.into_iter();
            let mut names: Vec<(usize, Option<MaskEntry>)> = Vec::new();
            let mut loads: Vec<(Register, MaskEntry)> = Vec::new();
            for &(place, name) in of_line.read.iter().filter(|(_, name)| *name != Name::Vcc) {
                let entry = homes.get(&name).and_then(|home| match *home {
                    Home::Entry(entry) => Some(entry),
                    Home::Register(from) => {
                        let known = loads.iter().find(|(own, _)| *own == from).map(|load| load.1);
                        known.or_else(|| {
                            loads.push((from, free_temporary.next()?));
                            loads.last().map(|load| load.1)
                        })
                    }
                });
                names.push((place, entry));
            }
            let mut freed: Vec<MaskEntry> = Vec::new();
            for &(_, name) in &of_line.read {
                if last_read(places, line, name).is_none() {
                    freed.extend(homes.remove(&name).and_then(Home::entry));
                }
            }
            // A saved EXEC is written before the pair that changes EXEC is read.
            let saves = lines[line][0].text.contains("saveexec");
            let mut store = None;
            for &(place, name) in of_line.written.iter().filter(|(_, name)| *name != Name::Vcc) {
                freed.extend(homes.remove(&name).and_then(Home::entry));
                if !saves {
                    freed.drain(..).for_each(|entry| is_used[usize::from(entry.0)] = false);
                }
                let mut next = || u8::try_from(spare.next()?).ok().map(Register);
                let entry = take(&mut is_used, name);
                let home = entry.map(Home::Entry).or_else(|| {
                    let known = registers.get(&name).copied().or_else(&mut next)?;
                    registers.insert(name, known);
                    Some(Home::Register(known))
                });
                let entry = entry.or_else(|| match home? {
                    Home::Register(register) => {
                        store = free_temporary.next().map(|entry| (entry, register));
                        store.map(|store| store.0)
                    }
                    Home::Entry(entry) => Some(entry),
                });
                homes.extend(home.map(|home| (name, home)));
                names.push((place, entry));
            }
            let is_own = |entry: MaskEntry| names.iter().any(|&(_, own)| own == Some(entry));
            let is_free = |entry: &MaskEntry| {
                let is_kept = keeps && (TEMPORARY.contains(entry) || *entry == MaskEntry::slot(3));
                (is_kept || !is_used[usize::from(entry.0)]) && !is_own(*entry)
            };
            let free = || free_entries().filter(is_free);
            // Only a predicate may be the second source of PSETP, and one of two can be kept for it.
            let scratch = free().find(|entry| entry.is_slot()).or(free().next());
            let predicate = free().find(|&entry| Some(entry) != scratch && !entry.is_slot());
            let is_seen = |&(_, name): &(usize, Name)| reads_outside(lines, places, line, name);
            let clears = starts(&lines[line][0], "v_cmp_") && of_line.written.iter().any(is_seen);
            let mut loads = loads.into_iter().map(|(register, entry)| (entry, register));
            let loads = [loads.next(), loads.next()];
            plan.uses.push(MaskUse { scratch, predicate, clears, loads, store });
            plan.kinds.extend(names.into_iter().map(|(place, entry)| (line, place, entry)));
            for &(_, name) in &of_line.written {
                if last_read(places, line, name).is_none() {
                    freed.extend(homes.remove(&name).and_then(Home::entry));
                }
            }
            freed.into_iter().for_each(|entry| is_used[usize::from(entry.0)] = false);
        }
        plan
    }
}

/// Entries for pairs, those that nothing but a pair can name first.
fn free_entries() -> impl Iterator<Item = MaskEntry> {
    (1..7).map(MaskEntry::predicate).chain((0..4).map(MaskEntry::slot))
}

/// Takes the entry of a pair: that which a program has for it, else any that is free.
fn take(is_used: &mut [bool; MASK_ENTRIES], name: Name) -> Option<MaskEntry> {
    let Name::Pair(first) = name else { return None };
    let own = (first < 8).then(|| MaskEntry::slot(first / 2));
    let entry =
        own.into_iter().chain(free_entries()).find(|entry| !is_used[usize::from(entry.0)])?;
    is_used[usize::from(entry.0)] = true;
    Some(entry)
}

/// Masks of every line. A pair that is moved is a mask where its source is; an address is none.
fn all_places(lines: &[&mut Vec<Token>]) -> Vec<Places> {
    let mut masks: HashSet<Name> = HashSet::new();
    let of_line = |tokens: &&mut Vec<Token>| {
        let mut places = Places::of(tokens);
        if tokens[0].is("s_mov_b64") && places.read.iter().any(|(_, name)| !masks.contains(name)) {
            let moves_exec = tokens.get(1).is_some_and(|token| token.kind == TokenKind::Exec);
            if !moves_exec {
                places = Places::default();
            }
        }
        masks.extend(places.written.iter().chain(&places.read).map(|&(_, name)| name));
        places
    };
    lines.iter().map(of_line).collect()
}

fn read_first(places: &[Places]) -> Vec<Name> {
    let mut known = Vec::new();
    let mut first = Vec::new();
    for line in places {
        let is_new =
            |name: &Name| *name != Name::Vcc && !known.contains(name) && !first.contains(name);
        let new: Vec<Name> = line.read.iter().map(|&(_, name)| name).filter(is_new).collect();
        first.extend(new);
        known.extend(line.written.iter().map(|&(_, name)| name));
    }
    first
}

/// The last line behind `line` that reads the name before another is written to it.
fn last_read(places: &[Places], line: usize, name: Name) -> Option<usize> {
    let has = |all: &[(usize, Name)]| all.iter().any(|&(_, own)| own == name);
    let mut last = None;
    for (number, places) in places.iter().enumerate().skip(line + 1) {
        if has(&places.read) {
            last = Some(number);
        }
        if has(&places.written) {
            break;
        }
    }
    last
}

/// Whether a line behind `line` sees bits of the name outside EXEC of `line`.
fn reads_outside(lines: &[&mut Vec<Token>], places: &[Places], line: usize, name: Name) -> bool {
    let Some(last) = last_read(places, line, name) else { return false };
    let mut is_wider = false;
    for number in line + 1..=last {
        let tokens = &lines[number][..];
        let sources = tokens.iter().filter(|token| token.kind != TokenKind::Comma).skip(2);
        let mut is_exec = sources.map(|token| token.kind == TokenKind::Exec);
        let is_and = starts(&tokens[0], "s_and_saveexec")
            || tokens[0].is("s_andn2_b64") && is_exec.next() == Some(true)
            || tokens[0].is("s_and_b64") && is_exec.any(|is_exec| is_exec);
        let is_scalar = starts(&tokens[0], "s_") && !is_and;
        if places[number].read.iter().any(|&(_, own)| own == name) && (is_wider || is_scalar) {
            return true;
        }
        is_wider |= !matches!(exec_after(tokens), Exec::Same | Exec::Narrower);
    }
    false
}

fn starts(token: &Token, begin: &str) -> bool {
    token.text.get(..begin.len()).is_some_and(|start| start.eq_ignore_ascii_case(begin))
}

impl Places {
    fn of(tokens: &[Token]) -> Self {
        const LOGIC: [&str; 9] =
            ["and", "or", "xor", "andn2", "orn2", "nand", "nor", "xnor", "not"];
        const CARRIES: [&str; 6] =
            ["v_add_co", "v_sub_co", "v_subrev_co", "v_addc_co", "v_subb_co", "v_subbrev_co"];
        let mnemonic = tokens[0].text.to_ascii_lowercase();
        let operation = mnemonic.strip_prefix("s_").and_then(|rest| rest.strip_suffix("_b64"));
        let operation = operation.map(|rest| rest.strip_suffix("_saveexec").unwrap_or(rest));
        let is_scalar = operation.is_some_and(|own| own == "mov" || LOGIC.contains(&own));
        let is_carry = CARRIES.iter().any(|own| mnemonic.starts_with(own));
        let is_mask = is_scalar
            || is_carry
            || mnemonic.starts_with("v_cmp")
            || mnemonic.starts_with("v_cndmask");
        let mut places = Self::default();
        if !is_mask {
            return places;
        }
        let operands =
            tokens.iter().enumerate().skip(1).filter(|(_, token)| token.kind != TokenKind::Comma);
        for (operand, (place, token)) in operands.enumerate() {
            let Some(name) = Name::of(token) else { continue };
            if operand == usize::from(is_carry) && !mnemonic.starts_with("v_cndmask") {
                places.written.push((place, name));
            } else {
                places.read.push((place, name));
            }
        }
        places
    }
}

impl Name {
    fn of(token: &Token) -> Option<Self> {
        if token.is("vcc") {
            return Some(Self::Vcc);
        }
        let (first, last) = token.text.strip_prefix("s[")?.strip_suffix(']')?.split_once(':')?;
        let (first, last): (u8, u8) = (first.parse().ok()?, last.parse().ok()?);
        (first % 2 == 0 && last == first + 1 && last < 106).then_some(Self::Pair(first))
    }
}
