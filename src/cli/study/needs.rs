//! What has to be done for the area of a point.

use crate::study::standard_cells::Usage;
use crate::study::{Design, Figure};

/// What the area of a point is made of.
pub enum Needs {
    Nothing,
    /// Nothing more: it is known.
    Figures(Vec<Figure>),
    /// It cannot be had, and why.
    Refused(String),
    /// Results of jobs, by key, and how many copies of each the design has.
    Jobs {
        of: Of,
        keys: Vec<(String, usize)>,
    },
}

/// What jobs are of.
pub struct Of {
    pub top: String,
    /// To be placed and routed.
    pub design: Option<Design>,
    /// What takes energy.
    pub usages: Vec<Usage>,
}
