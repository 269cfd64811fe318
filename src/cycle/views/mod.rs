//! A [`Schedule`](super::Schedule) as others read it: a table, a drawing, a page with the drawing,
//! and the logs of two viewers.

mod drawing;
mod konata;
mod page;
mod perfetto;
mod table;
mod words;

pub use drawing::{names, svg};
pub use konata::konata;
pub use page::html;
pub use perfetto::perfetto;
