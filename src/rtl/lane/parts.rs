//! The lane's side of the video operations: they work on parts of a and b, with the lane's adder,
//! shifter and multiplier.

use super::arithmetic::{self, SumControl, Sums};
use super::bit_fields::{FieldOperands, ShiftControl};
use super::bytes::{Permuted, spread};
use super::ports::{Inputs, Terms};
use super::video::{self, Decoder, Layout, Selected};
use crate::isa::VideoOperation;
use crate::isa::encoding::BitField;
use crate::isa::video_encoding::{
    A_SIGNED, ADDS_ONE, B_SIGNED, FOUR_ELEMENTS, NEGATES_C, NEGATES_PRODUCT, WRAPS,
};
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

/// c as an adder takes it: its bits flipped or not, or 0, plus a carry, or less one where it `borrows`.
#[derive(Clone, Copy)]
pub struct AddedC<'m> {
    pub c: Signal<'m>,
    pub takes: Signal<'m>,
    pub flips: Signal<'m>,
    pub borrows: Signal<'m>,
    pub carry: Signal<'m>,
}

impl<'m> AddedC<'m> {
    /// Nothing added.
    fn none(m: &'m Builder) -> Self {
        let [no, word] = [1, 32].map(|width| m.constant(width, 0));
        Self { c: word, takes: no, flips: no, borrows: no, carry: no }
    }
}

impl<'m> Parts<'m> {
    /// An integer shift finds its value in x and the amount in y, as the video shifts do, so there
    /// a and b are swapped.
    pub fn new(
        plan: &Plan,
        inputs: &Inputs<Signal<'m>>,
        [class, choice, is_shift, signed_product]: [Signal<'m>; 4],
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
            selected: video::select_parts(
                plan,
                [a, b, c],
                decoder,
                modifiers,
                [is_shift, signed_product],
                permuted,
            ),
            modifiers,
        }
    }

    /// The addend of VMAD, or that of another operation. VMAD's product is never negated: the complement of
    /// p + ~c is c - p, and that of p + c - 1 is -p - c.
    pub fn added_c(&self, c: Signal<'m>, of_other: Option<AddedC<'m>>) -> AddedC<'m> {
        let m = self.m;
        let is_here = self.decoder.is_scalar(VideoOperation::MultiplyAdd).named("is_vmad");
        let get = |name: &str, field: BitField| {
            (self.modifiers.slice(field.low, field.width) & is_here).named(&format!("vmad_{name}"))
        };
        let negates_product = get("negates_product", NEGATES_PRODUCT);
        let negates_c = get("negates_c", NEGATES_C);
        let adds_one = get("adds_one", ADDS_ONE);
        let has_signed = get("a_is_signed", A_SIGNED) | get("b_is_signed", B_SIGNED);
        let is_signed = (has_signed | negates_product | negates_c).named("vmad_is_signed");
        let sign = (c.bit(31) & is_signed).named("sign_of_c");
        let other = of_other.unwrap_or_else(|| AddedC::none(m));
        AddedC {
            c: m.concat(&[c, sign, sign]),
            takes: is_here | other.takes,
            flips: (negates_product ^ negates_c) | other.flips,
            borrows: (negates_product & negates_c).named("negates_both"),
            carry: (negates_c & !negates_product) | adds_one | other.carry,
        }
    }

    /// The product of x and y, signed where their types are, plus `addend`: 65 bits.
    pub fn multiply_add(&self, addend: Signal<'m>) -> Signal<'m> {
        let Selected { x, y, x_signs, y_signs, .. } = self.selected;
        arithmetic::multiply_add(self.m, [x, y], [x_signs.bit(3), y_signs.bit(3)], addend)
    }

    pub fn terms(
        &self,
        inputs: &Inputs<Signal<'m>>,
        sums: &Sums<'m>,
        sum_control: &SumControl<'m>,
        is_shift: Signal<'m>,
        sum_with_product: Signal<'m>,
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
            sum_with_product,
            c,
        };
        let video::Outputs { word, takes_c } = video::video().instance(m, "video", inputs);
        Terms { augend: c & spread(takes_c).named("bytes_from_c"), addend: word }
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
