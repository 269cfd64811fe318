//! Reads the core's retire port, which shows rows until the last beat's, or whole waves at once.

use crate::engine::{Engine, Flat, Net, SignalId};
use crate::isa::{MaskEntry, Register, Retired, Wave};
use crate::rtl::probe::Retire;

/// The port of a core.
pub(super) struct RetirePort {
    nets: Retire<Net>,
    written: SignalId,
    result: SignalId,
    mask: SignalId,
    /// Lanes, or threads where a wave comes at once.
    width: usize,
}

/// Rows of an instruction that the port has shown so far.
pub struct Rows {
    threads: usize,
    pub written: Vec<bool>,
    pub words: Vec<u32>,
    pub mask: Vec<bool>,
}

impl RetirePort {
    pub fn new(flat: &Flat, nets: Retire<Net>) -> Self {
        let [written, result, mask] = [nets.written, nets.result, nets.mask]
            .map(|net| net.expect("something retires in every machine"));
        Self { nets, written, result, mask, width: flat.signals[written.signal].place.width }
    }

    /// The instruction that has retired with what the port shows in this cycle.
    pub fn look(&self, engine: &mut impl Engine, rows: &mut Rows) -> Option<Retired> {
        if engine.value(self.nets.valid) == 0 {
            return None;
        }
        append_bits(&mut rows.written, engine.limbs(self.written), self.width);
        append_bits(&mut rows.mask, engine.limbs(self.mask), self.width);
        rows.words
            .extend_from_slice(&bytemuck::cast_slice(engine.limbs(self.result))[..self.width]);
        if !rows.are_whole() {
            return None;
        }
        let writes_register = engine.value(self.nets.writes_register) == 1;
        let register = writes_register.then(|| Register(engine.value(self.nets.destination) as u8));
        let entry = MaskEntry(engine.value(self.nets.mask_destination) as u8);
        Some(rows.retired(engine.value(self.nets.wave) as usize, register, entry))
    }
}

impl Rows {
    /// Nothing yet, of waves of `threads` threads.
    pub fn new(threads: usize) -> Self {
        Self { threads, written: vec![], words: vec![], mask: vec![] }
    }

    /// Whether the instruction has retired.
    pub fn are_whole(&self) -> bool {
        self.written.len() >= self.threads
    }

    /// Takes the rows out, as the retirement of their instruction.
    pub fn retired(
        &mut self,
        wave: usize,
        register: Option<Register>,
        entry: MaskEntry,
    ) -> Retired {
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

    /// Reuses the memory of a retirement that is not needed any more for later ones.
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
