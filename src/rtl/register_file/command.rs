//! The command of a port that does one access a cycle, worked out a cycle before: address, write and
//! enable go to the memories of all lanes, and such wires are long.
//!
//! ```text
//!  cycle of the slot   0                      1                     2
//!  address             that of the offered    c is read, if its     c is there
//!                      instruction's c        instruction was taken
//! ```

use super::file::File;
use super::ports::Inputs;
use crate::rtl::prelude::*;

/// An access that is wanted in the next cycle, and its entry and wave.
pub type Wanted<'m> = (Signal<'m>, Signal<'m>);

/// The reads of a port that does c, b and a in the last three phases of a slot.
pub struct ReadsInTurn<'m> {
    pub a: Wanted<'m>,
    pub b: Wanted<'m>,
    /// The instruction may be one that is offered. Absent without an operand c.
    pub c: Option<Offered<'m>>,
}

/// A read that is prepared before it is known whether its instruction is taken.
pub struct Offered<'m> {
    pub wanted: Wanted<'m>,
    /// Whether it is done in this cycle.
    pub now: Signal<'m>,
}

impl<'m> Offered<'m> {
    pub fn new(m: &'m Builder, wanted: Wanted<'m>, is_taken: Signal<'m>) -> Self {
        let now = (now(m, "may_read_c", wanted) & is_taken)
            .named("read_c")
            .because("The address is that of what was offered; whether it was taken is known now.");
        Self { wanted, now }
    }
}

/// Whether what was wanted a cycle ago is done in this cycle.
pub fn now<'m>(m: &'m Builder, name: &str, (valid, _): Wanted<'m>) -> Signal<'m> {
    m.reset_register(name, 1, 0).next(valid)
}

impl<'m> ReadsInTurn<'m> {
    pub fn new(m: &'m Builder, file: &File, inputs: &Inputs<Signal<'m>>) -> Self {
        let &Inputs { phase, reading, next, .. } = inputs;
        let wanted = |valid: Signal<'m>, back: usize, entry, wave| {
            let before = (file.slot_cycles - 1 - back) as u128;
            (valid & phase.is(before), m.concat(&[entry, wave]))
        };
        let c = || Offered::new(m, wanted(next.reads_c, 3, next.c, next.wave), reading.reads_c);
        Self {
            a: wanted(reading.reads_a, 1, reading.a, reading.wave),
            b: wanted(reading.reads_b, 2, reading.b, reading.wave),
            c: file.shows_c.then(c),
        }
    }
}

record! {
    /// Command of a port.
    pub struct Command {
        enable;
        write;
        /// Entry, and above it the wave.
        address;
        /// The access is the host's.
        host_grant;
        /// The host still wants it, so it is done.
        host_done;
    }
}

/// The command of the access that is wanted, of which `writes` writes; where none is, that of the host:
/// whether it wants one, whether it writes, and where. The host holds its request until it is served or
/// takes it back.
pub fn command<'m>(
    m: &'m Builder,
    writes: Wanted<'m>,
    reads: &[Wanted<'m>],
    offered: Option<&Offered<'m>>,
    [host_valid, host_writes, host_address]: [Signal<'m>; 3],
) -> Command<Signal<'m>> {
    let bit = |name: &str, next: Signal<'m>| m.reset_register(name, 1, 0).next(next);
    let writes = (writes.0.named("write_next"), writes.1);
    let sure = reads.iter().fold(writes.0, |any, &(valid, _)| any | valid).named("access_next");
    let busy = offered.map_or(sure, |offered| sure | offered.wanted.0);
    let host_grant = m.reset_register("host_grant", 1, 0);
    let host_next = (host_valid & !busy & !host_grant.q())
        .named("host_next")
        .because("The host has the port in the next cycle if no instruction has.");
    let all = [writes].into_iter().chain(offered.map(|offered| offered.wanted));
    let all: Vec<Wanted> = all.chain(reads.iter().copied()).collect();
    let address =
        all.iter().rev().fold(host_address, |rest, &(valid, address)| valid.mux(address, rest));
    let access = bit("access", sure | host_next);
    let host_grant = host_grant.next(host_next);
    let command = Command {
        enable: offered.map_or(access, |offered| (access | offered.now).named("port_enable")),
        write: bit("write", writes.0 | (host_next & host_writes)),
        address: m.delayed("address", address),
        host_grant,
        host_done: (host_grant & host_valid).named("host_done"),
    };
    m.probe::<Command>(command);
    command
}
