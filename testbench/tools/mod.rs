//! Tools that hang, die or lie, and what is kept of what they made.

mod cache;
mod calls;
