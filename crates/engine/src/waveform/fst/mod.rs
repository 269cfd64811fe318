//! Fast signal traces, GTKWave's own compressed format: the same content in a small part of the
//! size.
//!
//! The format is that of GTKWave's library (`fstapi.c`, and `block_format.txt` next to it). The
//! thread that runs the design only copies the changes, in the blocks in which the engine has them;
//! a second thread appends them to the chains of their nets, and a third packs the chains, so that
//! a dump costs the first little more than the looking.

mod chains;
mod head;
mod log;
mod numbers;
mod section;

use std::io::{self, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use chains::Chains;
use head::{Head, VARIABLE};
use log::{Layout, Log, Part, Stream, layout};
use section::Sections;

use super::format::{Changes, DumpFormat, NetNumber};
use crate::watch::Plan;

/// Bytes of a log that are forwarded at once, and how many such logs may wait.
const LOG_BYTES: usize = 4 << 20;
const LOGS: usize = 8;

/// An FST file.
pub struct Fst<W: Write + Seek> {
    file: W,
    head: Head,
    section_bytes: usize,
    /// Absent before the changes begin.
    packer: Option<Packer>,
    /// Plan of the log's blocks, and their layout from the next time on, where that is new.
    plan: Option<Arc<Plan>>,
    next_layout: Option<Layout>,
    /// For each block, the parts of nets that have parts in other blocks too; and for each net, the
    /// time at which such a net was logged last.
    parts: Vec<Vec<Part>>,
    written: Vec<u64>,
    /// Changes that were not forwarded to the packer yet.
    log: Log,
    /// Bytes of it.
    log_bytes: usize,
    /// Bytes of what changed.
    bytes: u64,
    /// The first and the last time.
    times: Option<[u64; 2]>,
    sections: u64,
}

impl<W: Write + Seek> Fst<W> {
    /// A file whose sections have so many bytes of changes.
    pub fn new(file: W, section_bytes: usize) -> Self {
        let (head, log) = (Head::default(), Log::default());
        Self {
            file,
            head,
            section_bytes,
            packer: None,
            plan: None,
            next_layout: None,
            parts: vec![],
            written: vec![],
            log,
            log_bytes: 0,
            bytes: 0,
            times: None,
            sections: 0,
        }
    }

    /// A net alone takes a value.
    fn write_down(&mut self, net: NetNumber, width: usize, limbs: &[u64]) {
        let (words, length) = (&mut self.log.words, width.div_ceil(32));
        self.log_bytes += 4 + 4 * length;
        words.push(net as u32);
        let end = words.len() + length;
        words.extend(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]));
        words.truncate(end);
    }

    /// Forwards the log to the packer and writes the sections that are packed.
    fn send_log(&mut self) -> io::Result<()> {
        let Some(packer) = &self.packer else { return Ok(()) };
        let next = packer.spare.try_recv().unwrap_or_default();
        // Here and below, a send fails only if a thread panicked or the file was dropped; `finish`
        // reports the first.
        let _ = packer.logs.send(std::mem::replace(&mut self.log, next));
        self.log.blocks.resize(self.parts.len(), Stream::default());
        self.log_bytes = 0;
        while let Ok(section) = packer.sections.try_recv() {
            self.file.write_all(&section)?;
            self.sections += 1;
        }
        Ok(())
    }
}

impl<W: Write + Seek> DumpFormat for Fst<W> {
    fn open_scope(&mut self, name: &str) -> io::Result<()> {
        self.head.open_scope(name);
        Ok(())
    }

    fn close_scope(&mut self) -> io::Result<()> {
        self.head.close_scope();
        Ok(())
    }

    fn variable(&mut self, name: &str, width: usize, net: NetNumber) -> io::Result<()> {
        let name = if width > 1 { format!("{name} [{}:0]", width - 1) } else { name.to_owned() };
        self.head.variable(&name, width, net);
        Ok(())
    }

    fn text(&mut self, name: &str, net: NetNumber) -> io::Result<()> {
        self.head.variable(name, VARIABLE, net);
        Ok(())
    }

    fn begin_changes(&mut self) -> io::Result<()> {
        self.file.write_all(&self.head.header([0, 0], 0))?;
        self.file.write_all(&self.head.blocks())?;
        self.packer = Some(Packer::new(&self.head.widths, self.section_bytes)?);
        Ok(())
    }

    fn time(&mut self, nanoseconds: u64) -> io::Result<()> {
        if self.next_layout.is_some() || self.log_bytes > LOG_BYTES.min(self.section_bytes) {
            self.send_log()?;
            self.log.layout = self.next_layout.take();
        }
        let first = self.times.map_or(nanoseconds, |[first, _]| first);
        self.times = Some([first, nanoseconds]);
        self.log.begin(nanoseconds);
        Ok(())
    }

    /// Copies the changes block by block; the packer assigns them to nets.
    fn changes(&mut self, changes: &Changes) -> io::Result<()> {
        let &Changes { first, widths, watch, is_all } = changes;
        let is_known = |plan: &Arc<Plan>| Arc::ptr_eq(plan, watch.plan());
        if is_all || !self.plan.as_ref().is_some_and(is_known) {
            self.plan = Some(Arc::clone(watch.plan()));
            let (layout, parts) = layout(watch, first..first + widths.len());
            (self.next_layout, self.parts) = (Some(layout), parts);
            self.written = vec![0; widths.len()];
            return changes.net_by_net(self);
        }
        let (record, mut limbs) = (watch.record(), vec![]);
        let now = self.times.map_or(0, |[_, now]| now);
        let time = self.log.times.len() as u64 - 1;
        for (number, block) in watch.plan().blocks.iter().enumerate() {
            let of_block = &record[block.limbs.clone()];
            let changes = of_block[0];
            if changes == 0 {
                continue;
            }
            self.log_bytes += self.log.blocks[number].push(time, of_block, block.vectors);
            self.bytes += u64::from(8 * changes.count_ones());
            for part in 0..self.parts[number].len() {
                let Part { net, changes: of_net } = self.parts[number][part];
                if changes & of_net != 0 && self.written[net] != now {
                    self.written[net] = now;
                    watch.read(net, &mut limbs);
                    self.write_down(first + net, widths[net], &limbs);
                }
            }
        }
        Ok(())
    }

    fn change(&mut self, net: NetNumber, width: usize, limbs: &[u64]) -> io::Result<()> {
        self.bytes += 4 + 4 * width.div_ceil(32) as u64;
        self.write_down(net, width, limbs);
        Ok(())
    }

    fn change_text(&mut self, net: NetNumber, text: &str) -> io::Result<()> {
        self.log.words.extend_from_slice(&[net as u32, text.len() as u32]);
        let word = |bytes: &[u8]| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_ne_bytes(word)
        };
        self.log.words.extend(text.as_bytes().chunks(4).map(word));
        Ok(())
    }

    fn bytes(&mut self) -> u64 {
        self.bytes
    }

    fn finish(&mut self) -> io::Result<()> {
        self.send_log()?;
        if let Some(Packer { logs, sections, threads, .. }) = self.packer.take() {
            drop(logs);
            for section in sections {
                self.file.write_all(&section)?;
                self.sections += 1;
            }
            for thread in threads {
                thread.join().map_err(|_| io::Error::other("a thread that packs it has failed"))?;
            }
        }
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&self.head.header(self.times.unwrap_or_default(), self.sections))?;
        self.file.flush()
    }
}

/// The threads that append and pack.
struct Packer {
    logs: SyncSender<Log>,
    /// Logs that are empty again.
    spare: Receiver<Log>,
    sections: Receiver<Vec<u8>>,
    threads: [JoinHandle<()>; 2],
}

impl Packer {
    fn new(widths: &[usize], section_bytes: usize) -> io::Result<Self> {
        let (logs, handed_over) = sync_channel::<Log>(LOGS);
        let (give_back, spare) = channel();
        // Chains are handed over where the other thread waits for them: two sets of them are enough.
        let (filled, full) = sync_channel(0);
        let (emptied, empty) = channel();
        let (done, sections) = channel();
        let (widths, mut packed) = (widths.to_vec(), Sections::new(widths));
        let append = move || {
            let mut chains = Chains::new(&widths);
            let mut layout = Layout::default();
            for mut log in handed_over {
                layout = log.layout.take().unwrap_or(layout);
                chains.replay(&log, &mut layout);
                log.clear();
                let _ = give_back.send(log);
                if let Some([_, now]) = chains.times.filter(|_| chains.bytes >= section_bytes) {
                    let mut next = empty.try_recv().unwrap_or_else(|_| Chains::new(&widths));
                    next.begin(now);
                    let _ = filled.send(std::mem::replace(&mut chains, next));
                }
            }
            let _ = filled.send(chains);
        };
        let pack = move || {
            for mut chains in full {
                let section = packed.pack(&mut chains);
                let _ = emptied.send(chains);
                let _ = section.map(|section| done.send(section));
            }
        };
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        let threads = [thread("changes").spawn(append)?, thread("waveform").spawn(pack)?];
        Ok(Self { logs, spare, sections, threads })
    }
}
