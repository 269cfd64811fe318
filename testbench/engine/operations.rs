//! Each operation at each width.

use lanebeat_hdl::{Bits, ModuleBuilder, Signal, bits};

use super::{WIDTHS, all_ones, makes, ones};

/// Zero, one and the top bit.
fn corners(width: usize) -> [Bits; 3] {
    [ones(width, []), ones(width, [0]), ones(width, [width - 1])]
}

/// An operation of two signals.
type Binary = for<'m> fn(&'m ModuleBuilder, Signal<'m>, Signal<'m>) -> Signal<'m>;

#[test]
fn bitwise_operations_work_bit_by_bit() {
    for width in WIDTHS {
        let even = ones(width, (0..width).step_by(2));
        let odd = ones(width, (1..width).step_by(2));
        let third = ones(width, (0..width).step_by(3));
        let sixth = ones(width, (0..width).step_by(6));
        let either = ones(width, (0..width).filter(|bit| bit % 2 == 0 || bit % 3 == 0));
        let one_of_two = ones(width, (0..width).filter(|bit| matches!(bit % 6, 2..=4)));
        makes([&even, &odd], |_, a, _| !a, odd.clone());
        makes([&even, &third], |_, a, b| a & b, sixth);
        makes([&even, &third], |_, a, b| a | b, either);
        makes([&even, &third], |_, a, b| a ^ b, one_of_two);
    }
}

#[test]
fn a_carry_runs_through_the_whole_sum() {
    for width in WIDTHS {
        let ([zero, one, _], all) = (corners(width), all_ones(width));
        makes([&all, &one], |_, a, b| a + b, zero);
        makes([&all, &all], |_, a, b| a + b, ones(width, 1..width));
    }
    makes([&ones(65, 0..64), &ones(65, [0])], |_, a, b| a + b, ones(65, [64]));
}

#[test]
fn a_borrow_runs_through_the_whole_difference() {
    for width in WIDTHS {
        let [zero, one, top] = corners(width);
        makes([&zero, &one], |_, a, b| a - b, all_ones(width));
        makes([&top, &one], |_, a, b| a - b, ones(width, 0..width - 1));
    }
}

#[test]
fn equal_and_not_equal_look_at_every_bit() {
    for width in WIDTHS {
        let [zero, _, top] = corners(width);
        for (other, is_equal) in [(&top, 1), (&zero, 0)] {
            makes([&top, other], |_, a, b| a.equals(b), bits(1, is_equal));
            makes([&top, other], |_, a, b| a.differs(b), bits(1, 1 - is_equal));
        }
    }
}

#[test]
fn the_top_bit_is_large_unsigned_and_negative_signed() {
    for width in WIDTHS {
        let [zero, _, top] = corners(width);
        let cases = [(&zero, &top, 1, 0), (&top, &zero, 0, 1), (&top, &top, 0, 0)];
        for (a, b, unsigned, signed) in cases {
            makes([a, b], |_, a, b| a.less_than(b), bits(1, unsigned));
            makes([a, b], |_, a, b| a.less_than_signed(b), bits(1, signed));
        }
    }
}

#[test]
fn a_more_negative_number_is_less() {
    for width in WIDTHS.into_iter().filter(|width| *width > 1) {
        let (minus_one, minus_two) = (all_ones(width), ones(width, 1..width));
        makes([&minus_two, &minus_one], |_, a, b| a.less_than_signed(b), bits(1, 1));
        makes([&minus_one, &minus_two], |_, a, b| a.less_than_signed(b), bits(1, 0));
    }
}

/// (2^w - 1)^2 = 2^2w - 2^(w+1) + 1
#[test]
fn the_largest_product_fits_both_widths() {
    for width in WIDTHS {
        let product = ones(2 * width, std::iter::once(0).chain(width + 1..2 * width));
        makes([&all_ones(width), &all_ones(width)], |_, a, b| a.multiply(b), product);
    }
}

/// -1 * -1 = 1; -2^(w-1) * -2^(w-1) = 2^(2w-2); -2^(w-1) * 1 = -2^(w-1); -1 * 0 = 0
#[test]
fn signed_products_have_the_signs_of_their_factors() {
    let product: Binary = |_, a, b| a.multiply_signed(b);
    for width in WIDTHS.into_iter().filter(|width| *width > 1) {
        let ([zero, one, least], minus_one) = (corners(width), all_ones(width));
        makes([&minus_one, &minus_one], product, bits(2 * width, 1));
        makes([&least, &least], product, ones(2 * width, [2 * width - 2]));
        makes([&least, &one], product, ones(2 * width, width - 1..2 * width));
        makes([&one, &least], product, ones(2 * width, width - 1..2 * width));
        makes([&minus_one, &zero], product, bits(2 * width, 0));
    }
    makes([&all_ones(65), &ones(3, [1])], product, ones(68, 1..68));
    makes([&ones(3, [1]), &all_ones(65)], product, ones(68, 1..68));
}

#[test]
fn operands_of_a_product_may_differ_in_width() {
    let product: Binary = |_, a, b| a.multiply(b);
    makes([&ones(65, [64, 3]), &ones(1, [0])], product, ones(66, [64, 3]));
    makes([&ones(33, [32]), &ones(128, [127, 100, 0])], product, ones(161, [159, 132, 32]));
}

#[test]
fn shifts_move_the_ends_to_each_other_and_beyond() {
    let (left, right): (Binary, Binary) = (|_, a, b| a.shift_left(b), |_, a, b| a.shift_right(b));
    let signed: Binary = |_, a, b| a.shift_right_signed(b);
    for width in WIDTHS {
        let ([zero, low, top], all) = (corners(width), all_ones(width));
        let by = |shift: Binary, value: &Bits, places: usize, expected: &Bits| {
            makes([value, &bits(16, places as u128)], shift, expected.clone());
        };
        by(left, &low, width - 1, &top);
        by(left, &low, 0, &low);
        by(right, &top, width - 1, &low);
        by(signed, &top, width - 1, &all);
        for places in [width, width + 1, 65535] {
            by(left, &all, places, &zero);
            by(right, &all, places, &zero);
            by(signed, &top, places, &all);
            by(signed, &ones(width, 0..width - 1), places, &zero);
        }
    }
}

#[test]
fn an_amount_wider_than_a_limb_counts_in_full() {
    let (all, far) = (all_ones(33), ones(70, [64]));
    makes([&all, &far], |_, a, b| a.shift_left(b), ones(33, []));
    makes([&all, &far], |_, a, b| a.shift_right_signed(b), all.clone());
}

#[test]
fn a_mux_takes_then_on_one() {
    for width in WIDTHS {
        let [zero, _, top] = corners(width);
        makes([&top, &zero], |module, a, b| module.constant(1, 1).mux(a, b), top.clone());
        makes([&top, &zero], |module, a, b| module.constant(1, 0).mux(a, b), zero.clone());
    }
}

#[test]
fn a_select_counts_elements_from_the_lowest() {
    for width in WIDTHS {
        for chosen in 0..8 {
            let elements = ones(8 * width, [chosen * width, (chosen + 1) * width - 1]);
            let beside = (chosen + 1) % 8;
            let cases = [(chosen, ones(width, [0, width - 1])), (beside, ones(width, []))];
            for (index, expected) in cases {
                makes([&elements, &bits(3, index as u128)], |_, a, b| a.element(b), expected);
            }
        }
    }
}

#[test]
fn a_slice_starts_at_its_lowest_bit() {
    for width in WIDTHS {
        let value = ones(width + 70, [69, 70, 69 + width]);
        makes([&value, &bits(1, 0)], |_, a, _| a.slice(70, width), ones(width, [0, width - 1]));
        let low = ones(width + 70, [0, width]);
        makes([&low, &bits(1, 0)], |_, a, _| a.slice(0, width), ones(width, [0]));
    }
}

#[test]
fn a_concatenation_has_its_first_part_lowest() {
    for width in WIDTHS {
        let joined = ones(width + 6, [2, 3, width + 5]);
        let (a, b) = (ones(width, [0]), bits(3, 0b100));
        makes([&a, &b], |module, a, b| module.concat(&[b, a, b]), joined);
    }
}

#[test]
fn a_repetition_fills_all_copies() {
    for width in WIDTHS {
        let copies = ones(3 * width, [width - 1, 2 * width - 1, 3 * width - 1]);
        makes([&ones(width, [width - 1]), &bits(1, 0)], |_, a, _| a.repeat(3), copies);
    }
}

#[test]
fn extensions_add_zeros_or_signs() {
    for width in WIDTHS {
        let (wide, top) = (width + 70, ones(width, [width - 1]));
        makes([&top, &bits(1, 0)], |_, a, _| a.zero_extend(wide), ones(wide, [width - 1]));
        makes([&top, &bits(1, 0)], |_, a, _| a.sign_extend(wide), ones(wide, width - 1..wide));
    }
}

#[test]
fn reductions_see_the_highest_bit() {
    for width in WIDTHS.into_iter().filter(|width| *width > 1) {
        let is_odd = |ones: usize| if ones % 2 == 1 { 0b100 } else { 0 };
        for (value, any_all_odd) in [
            (ones(width, []), 0b000),
            (ones(width, [width - 1]), 0b101),
            (ones(width, [0, width - 1]), 0b001),
            (all_ones(width), 0b011 | is_odd(width)),
            (ones(width, 0..width - 1), 0b001 | is_odd(width - 1)),
        ] {
            makes(
                [&value, &bits(1, 0)],
                |module, a, _| module.concat(&[a.any(), a.all(), a.parity()]),
                bits(3, any_all_odd),
            );
        }
    }
}

#[test]
fn constants_and_wires_carry_every_bit() {
    for width in WIDTHS {
        let value = ones(width, (0..width).filter(|bit| bit % 5 == 0));
        makes(
            [&bits(1, 0), &bits(1, 0)],
            |module, _, _| {
                let wire = module.wire("forward", width);
                let result = wire.named("again");
                wire.drive(module.constant_bits(value.clone()));
                result
            },
            value.clone(),
        );
    }
}
