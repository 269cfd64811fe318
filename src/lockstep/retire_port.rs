//! What the core's retire port shows: rows until the last beat's, or whole waves at once.

use crate::engine::{Engine, SignalId};
use crate::isa::{MaskEntry, Register, Retired, Wave};

/// The signals of the port.
pub(super) struct RetirePort {
    valid: SignalId,
    wave: Option<SignalId>,
    writes_register: SignalId,
    destination: SignalId,
    mask_destination: SignalId,
    written: SignalId,
    result: SignalId,
    mask: SignalId,
    /// Lanes, or threads where a wave comes at once.
    width: usize,
    threads: usize,
}

/// What the port has shown of an instruction so far.
#[derive(Default)]
pub(super) struct Rows {
    written: Vec<bool>,
    words: Vec<u32>,
    mask: Vec<bool>,
}

impl RetirePort {
    /// The port of a core with waves of `threads` threads.
    pub fn new(engine: &impl Engine, threads: usize) -> Self {
        let written = engine.signal("retire_written");
        Self {
            valid: engine.signal("retire_valid"),
            wave: engine.flat().find("retire_wave"),
            writes_register: engine.signal("retire_writes_register"),
            destination: engine.signal("retire_destination"),
            mask_destination: engine.signal("retire_mask_destination"),
            written,
            result: engine.signal("retire_result"),
            mask: engine.signal("retire_mask"),
            width: engine.flat().signals[written.signal].place.width,
            threads,
        }
    }

    /// The instruction that has retired with what the port shows in this cycle.
    pub fn look(&self, engine: &mut impl Engine, rows: &mut Rows) -> Option<Retired> {
        if engine.peek_u128(self.valid) == 0 {
            return None;
        }
        append_bits(&mut rows.written, engine.limbs(self.written), self.width);
        append_bits(&mut rows.mask, engine.limbs(self.mask), self.width);
        let end = rows.words.len() + self.width;
        rows.words
            .extend_from_slice(&bytemuck::cast_slice(engine.limbs(self.result))[..self.width]);
        if end < self.threads {
            return None;
        }
        let writes_register = engine.peek_u128(self.writes_register) == 1;
        let register = writes_register.then(|| Register(engine.peek_u128(self.destination) as u8));
        let entry = MaskEntry(engine.peek_u128(self.mask_destination) as u8);
        let wave = self.wave.map_or(0, |port| engine.peek_u128(port) as usize);
        Some(rows.retired(wave, register, entry))
    }
}

impl Rows {
    /// The instruction whose rows these are.
    fn retired(&mut self, wave: usize, register: Option<Register>, entry: MaskEntry) -> Retired {
        let written = std::mem::take(&mut self.written);
        let register = register.map(|register| {
            let mut words = std::mem::take(&mut self.words);
            words
                .iter_mut()
                .zip(&written)
                .for_each(|(word, written)| *word = if *written { *word } else { 0 });
            (register, Wave(words))
        });
        let mask = (entry != MaskEntry::TRUE).then(|| {
            let mut mask = std::mem::take(&mut self.mask);
            mask.iter_mut().zip(&written).for_each(|(bit, written)| *bit &= written);
            (entry, Wave(mask))
        });
        self.words.clear();
        self.mask.clear();
        Retired { wave, written: Wave(written), register, mask }
    }

    /// Takes the memory of an instruction that nobody needs any more for those to come.
    pub fn reuse(&mut self, retired: Retired) {
        self.written = emptied(retired.written.0);
        if let Some((_, words)) = retired.register {
            self.words = emptied(words.0);
        }
        if let Some((_, mask)) = retired.mask {
            self.mask = emptied(mask.0);
        }
    }
}

fn emptied<T>(mut memory: Vec<T>) -> Vec<T> {
    memory.clear();
    memory
}

/// The `width` lowest bits.
fn append_bits(target: &mut Vec<bool>, limbs: &[u64], width: usize) {
    let mut left = width;
    for limb in limbs {
        let bits = left.min(64);
        target.extend((0..bits).map(|bit| limb >> bit & 1 == 1));
        left -= bits;
    }
}
