//! Ports of the video arithmetic of a lane.

use super::operands::{ABOVE_BYTES, BELOW_BYTES};
use crate::rtl::prelude::*;

ports! {
    pub struct Inputs() {
        is_video: [1] "a video operation";
        passes_sum: [1] "an integer sum, which is passed on";
        passes_shift: [1] "an integer shift, which is passed on";
        choice: [4] "lower digit of the opcode";
        modifiers: [BELOW_BYTES + ABOVE_BYTES.width] "modifiers without the bytes that are picked";
        x: [32] "elements of source a; a scalar one fills the word";
        y: [32] "elements of source b; a scalar one fills the word";
        x_signs: [4] "sign of the element of x that ends with each byte; 0 if unsigned";
        y_signs: [4] "sign of the element of y that ends with each byte; 0 if unsigned";
        adds: [1] "the total is x + y, not x - y";
        total: [32] "x + y or x - y, in elements";
        carries: [4] "carry out of each byte of the total";
        complements: [1] "the complement of the total is passed on";
        equal: [4] "each byte of x equals that of y";
        shifted: [34] "x shifted by y; 0 for other operations";
        sum_with_product: [65] "x times y and what VMAD adds; the complement counts where it negates";
        c: [32] "operand c";
    }

    /// The result is the sum of two words.
    pub struct Outputs() {
        word: [32] "the first word; 0 for other operations";
        takes_c: [4] "for each byte: the second word has c's, not 0";
    }
}
