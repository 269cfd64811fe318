//! The vocabulary of ISA.md section 1 as types, so that a row cannot be mistaken for a thread.

use std::fmt;
use std::ops::{Index, IndexMut};

/// Threads that SHFL, votes and barriers work on; a smaller wave is one smaller warp.
pub const WARP_THREADS: usize = 32;
/// Consecutive threads that most DPP controls stay inside.
pub const ROW_THREADS: usize = 16;
/// Consecutive threads of a row that one bit of a DPP bank mask covers.
pub const BANK_THREADS: usize = 4;
/// Consecutive threads that `quad_perm` permutes.
pub const QUAD_THREADS: usize = 4;
/// Consecutive threads that `dpp8` permutes.
pub const EIGHT_THREADS: usize = 8;

/// A thread's number in its wave, `0..threads`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thread(pub usize);

/// Sixteen consecutive threads of a wave, `0..threads/16`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Row(pub usize);

impl Thread {
    /// Row that the thread belongs to.
    pub fn row(self) -> Row {
        Row(self.0 / ROW_THREADS)
    }

    /// Position inside the row, 0..15.
    pub fn in_row(self) -> usize {
        self.0 % ROW_THREADS
    }

    /// The bank of its row that the thread belongs to, 0..3.
    pub fn bank(self) -> usize {
        self.in_row() / BANK_THREADS
    }
}

impl Row {
    /// Thread at `position` of the row, 0..15.
    ///
    /// # Panics
    /// When there is no such position.
    pub fn thread(self, position: usize) -> Thread {
        assert!(
            position < ROW_THREADS,
            "position {position} is outside a row of {ROW_THREADS} threads"
        );
        Thread(self.0 * ROW_THREADS + position)
    }
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {}", self.0)
    }
}

/// One value per thread of a wave, thread 0 first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wave<T>(pub Vec<T>);

/// One bit per thread: EXEC, a predicate, a mask slot, a write mask.
pub type Mask = Wave<bool>;

impl<T: Clone> Wave<T> {
    /// `value` in each of `threads` threads.
    #[inline]
    pub fn filled(threads: usize, value: T) -> Self {
        Self(std::iter::repeat_n(value, threads).collect())
    }
}

impl<T: Copy> Wave<T> {
    /// `of` each thread's value.
    #[inline]
    pub fn map<R>(&self, of: impl Fn(T) -> R) -> Wave<R> {
        Wave(self.0.iter().map(|&value| of(value)).collect())
    }

    /// `of` each thread's value and its value in `other`, which has as many threads.
    #[inline]
    pub fn zip<U: Copy, R>(&self, other: &Wave<U>, of: impl Fn(T, U) -> R) -> Wave<R> {
        Wave(self.0.iter().zip(&other.0).map(|(&value, &other)| of(value, other)).collect())
    }
}

impl<T> Wave<T> {
    /// `value` of each of `threads` threads.
    #[inline]
    pub fn from_fn(threads: usize, value: impl FnMut(Thread) -> T) -> Self {
        Self((0..threads).map(Thread).map(value).collect())
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.0.len()
    }

    /// Every thread with its value, thread 0 first.
    pub fn iter(&self) -> impl Iterator<Item = (Thread, &T)> {
        self.0.iter().enumerate().map(|(thread, value)| (Thread(thread), value))
    }
}

impl<T> Index<Thread> for Wave<T> {
    type Output = T;

    fn index(&self, thread: Thread) -> &T {
        &self.0[thread.0]
    }
}

impl<T> IndexMut<Thread> for Wave<T> {
    fn index_mut(&mut self, thread: Thread) -> &mut T {
        &mut self.0[thread.0]
    }
}

impl Mask {
    /// Hexadecimal, thread 0 is bit 0, one digit for every four threads: `0x00000000ffffffff`.
    pub fn to_hex(&self) -> String {
        let nibble =
            |four: &[bool]| four.iter().rev().fold(0, |value, &bit| value * 2 + u32::from(bit));
        let digits = self
            .0
            .chunks(4)
            .rev()
            .map(|four| char::from_digit(nibble(four), 16).expect("a nibble"));
        std::iter::once('0').chain(std::iter::once('x')).chain(digits).collect()
    }

    /// The mask that `0x…` text names, or `None` when the text is not hexadecimal or names a thread
    /// that is not there.
    pub fn from_hex(text: &str, threads: usize) -> Option<Self> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
        if digits.is_empty() {
            return None;
        }
        let mut mask = Self::filled(threads, false);
        for (position, digit) in digits.chars().rev().enumerate() {
            let nibble = digit.to_digit(16)?;
            for bit in (0..4).filter(|bit| nibble >> bit & 1 == 1) {
                *mask.0.get_mut(position * 4 + bit)? = true;
            }
        }
        Some(mask)
    }

    /// Whether a bit is set.
    pub fn any(&self) -> bool {
        self.0.contains(&true)
    }
}
