//! What has to be done for the area of a point.

use crate::study::{Design, Figure};

/// What the area of a point is made of.
pub enum Needs {
    Nothing,
    /// Nothing more: it is known.
    Figures(Vec<Figure>),
    /// It cannot be had, and why.
    Refused(String),
    /// Results of jobs, by key, and how many copies of each are under the module `top`.
    Jobs {
        top: String,
        keys: Vec<(String, usize)>,
        /// To be placed and routed.
        design: Option<Design>,
    },
}
