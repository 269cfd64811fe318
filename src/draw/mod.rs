//! Everything that is drawn: pictures as SVG, and pages as HTML that need no other files.
//!
//! The words are `element` (markup, escaped in one place), `shapes` (boxes, lines, texts, legends,
//! and the picture around them), `page`, `axis` and `plot`; one style sheet gives colours and
//! fonts. With them each picture is one file: the [`timetable`] of a run, the [`lanes`] of an
//! instruction, the [`steps`] of a run, the [`diagram`] of a module, a [`waveform`]. The study's report draws with them too.
//!
//! ```
//! use lanebeat::draw::Scale;
//!
//! let scale = Scale::of(&[0.0, 40.0], true).expect("two values");
//! assert!(scale.place(10.0) < scale.place(30.0));
//! ```

pub(crate) mod axis;
pub mod diagram;
pub(crate) mod element;
pub mod lanes;
pub(crate) mod page;
pub(crate) mod plot;
pub(crate) mod shapes;
pub mod steps;
pub mod timetable;
pub mod waveform;

pub use axis::Scale;
