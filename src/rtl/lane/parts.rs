//! The lane's side of the video operations: they work on parts of a and b, with the lane's adder,
//! shifter and multiplier.

use super::arithmetic::{SumControl, Sums};
use super::bit_fields::{FieldOperands, ShiftControl};
use super::bytes::Permuted;
use super::ports::{Inputs, Terms};
use super::video::{self, Decoder, Layout, Selected};
use crate::isa::VideoOperation;
use crate::isa::video_encoding::{FOUR_ELEMENTS, NEGATES_C, WRAPS};
use crate::rtl::codes::is_class;
use crate::rtl::prelude::*;

/// The parts of a and b; the words themselves for other operations.
pub struct Parts<'m> {
    m: &'m Builder,
    pub decoder: Decoder<'m>,
    pub layout: Layout<'m>,
    pub selected: Selected<Signal<'m>>,
    modifiers: Signal<'m>,
}

impl<'m> Parts<'m> {
    /// An integer shift finds its value in x and the amount in y, as the video shifts do, so there
    /// a and b are swapped.
    pub fn new(
        plan: &Plan,
        inputs: &Inputs<Signal<'m>>,
        [class, choice, is_shift]: [Signal<'m>; 3],
        permuted: Option<Permuted<'m>>,
    ) -> Self {
        let m = class.builder();
        let &Inputs { a, b, c, video_modifiers: modifiers, .. } = inputs;
        let is_video = is_class(class, Operation::Video(VideoOperation::Add)).named("is_video");
        let decoder = Decoder { is_video, choice };
        let four = modifiers.slice(FOUR_ELEMENTS.low, 1);
        Self {
            m,
            decoder,
            layout: Layout::new(m, decoder.is_simd().named("is_simd"), four),
            selected: video::select_parts(plan, [a, b, c], decoder, modifiers, is_shift, permuted),
            modifiers,
        }
    }

    /// Whether VMAD takes -c.
    pub fn negates_c(&self) -> Signal<'m> {
        let negates = self.modifiers.slice(NEGATES_C.low, NEGATES_C.width);
        (self.decoder.is_scalar(VideoOperation::MultiplyAdd) & negates).named("video_negates_c")
    }

    pub fn terms(
        &self,
        inputs: &Inputs<Signal<'m>>,
        sums: &Sums<'m>,
        sum_control: &SumControl<'m>,
        is_shift: Signal<'m>,
        (signed_c, product): (Signal<'m>, Signal<'m>),
        fields: Option<FieldOperands<'m>>,
    ) -> Terms<'m> {
        let m = self.m;
        let Decoder { is_video, choice } = self.decoder;
        let Selected { x, y, x_signs, y_signs } = self.selected;
        let c = inputs.c;
        let inputs = video::Inputs {
            is_video,
            passes_sum: sum_control.is_result,
            passes_shift: is_shift,
            choice,
            modifiers: video::modifiers_behind_select(m, self.modifiers),
            x,
            y,
            x_signs,
            y_signs,
            adds: sum_control.adds,
            total: sums.total,
            carries: sums.carries,
            complements: sum_control.complements,
            equal: sums.equal,
            shifted: self.shifted(is_shift, fields),
            product,
            c,
            signed_c,
        };
        let video::Outputs { word, takes_c } = video::video().instance(m, "video", inputs);
        let takes_c: [Signal; 4] = std::array::from_fn(|byte| takes_c.bit(byte));
        Terms { augend: c & self.layout.spread(takes_c).named("bytes_from_c"), addend: word }
    }

    /// x, with two bits more, shifted by y; 0 for other operations.
    fn shifted(&self, is_shift: Signal<'m>, fields: Option<FieldOperands<'m>>) -> Signal<'m> {
        let (m, decoder) = (self.m, self.decoder);
        let Selected { x, y, x_signs, .. } = self.selected;
        let sign = x_signs.bit(3);
        let right = decoder.is_scalar(VideoOperation::ShiftRight).named("is_video_shift_right");
        let mut control = ShiftControl::new(decoder.choice, x, is_shift);
        control.left = control.left | decoder.is_scalar(VideoOperation::ShiftLeft);
        control.right = control.right | right;
        control.fill = control.fill | (right & sign);
        // An amount of 32 or more counts as 32, unless it wraps around.
        let wraps = self.modifiers.slice(WRAPS.low, 1);
        let clamps = (decoder.is_video & y.slice(5, 27).any() & !wraps).named("clamps_amount");
        let amount = m.concat(&[y.slice(0, 5) & (!clamps).repeat(5), clamps]).named("amount");
        let above = (sign | control.fill).named("bits_above").repeat(2);
        let value = m.concat(&[x, above]);
        control.shifted(m, decoder.choice, is_shift, [value, amount], fields).named("shift_result")
    }
}
