//! The threads that share work.

use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::thread::{Builder, available_parallelism};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

/// Begins as many as there are processors, or as the system lets begin; where it lets none, work is
/// done by the calling thread. Rayon alone would panic.
pub fn begin() {
    let wanted = available_parallelism().map_or(1, NonZeroUsize::get);
    let begun = (0..wanted).map_while(|_| {
        let (sender, receive) = channel::<ThreadBuilder>();
        let work = move || receive.recv().map_or((), ThreadBuilder::run);
        Builder::new().spawn(work).ok().map(|_| sender)
    });
    let begun: Vec<_> = begun.collect();
    let pool = ThreadPoolBuilder::new().num_threads(begun.len().max(1));
    let _ = match begun.is_empty() {
        true => pool.use_current_thread().build_global(),
        false => {
            let send = |thread: ThreadBuilder| {
                begun[thread.index()].send(thread).map_err(|_| ErrorKind::BrokenPipe.into())
            };
            pool.spawn_handler(send).build_global()
        }
    };
}
