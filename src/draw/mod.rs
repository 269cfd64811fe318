//! Everything that is drawn: pictures as SVG, and pages as HTML that need no other files.
//!
//! The words are [`element`] (markup, escaped in one place), [`shapes`] (boxes, lines, texts, legends,
//! and the picture around them), [`page`], [`axis`] and [`plot`]; one style sheet gives colours and
//! fonts. With them each picture is one file: the [`timetable`] of a run, the [`lanes`] of an
//! instruction, the [`diagram`] of a module, a [`waveform`]. The study's report draws with them too.

pub mod axis;
pub mod diagram;
pub mod element;
pub mod lanes;
pub mod page;
pub mod plot;
pub mod shapes;
pub mod timetable;
pub mod waveform;
