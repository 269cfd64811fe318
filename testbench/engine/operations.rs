//! Each operation at each width.

use lanebeat_hdl::{Bits, bits};

use super::{WIDTHS, all_ones, compute, ones};

/// Zero and the top bit.
fn zero_and_top(width: usize) -> (Bits, Bits) {
    (ones(width, []), ones(width, [width - 1]))
}

#[test]
fn bitwise_operations_work_bit_by_bit() {
    for width in WIDTHS {
        let even = ones(width, (0..width).step_by(2));
        let odd = ones(width, (1..width).step_by(2));
        let third = ones(width, (0..width).step_by(3));
        let sixth = ones(width, (0..width).step_by(6));
        let either = ones(width, (0..width).filter(|bit| bit % 2 == 0 || bit % 3 == 0));
        let one_of_two = ones(width, (0..width).filter(|bit| matches!(bit % 6, 2..=4)));
        assert_eq!(compute([width; 2], |_, a, _| !a, [&even, &odd]), odd, "not, {width} bits");
        assert_eq!(
            compute([width; 2], |_, a, b| a & b, [&even, &third]),
            sixth,
            "and, {width} bits"
        );
        assert_eq!(
            compute([width; 2], |_, a, b| a | b, [&even, &third]),
            either,
            "or, {width} bits"
        );
        assert_eq!(
            compute([width; 2], |_, a, b| a ^ b, [&even, &third]),
            one_of_two,
            "xor, {width} bits"
        );
    }
}

#[test]
fn a_carry_runs_through_the_whole_sum() {
    for width in WIDTHS {
        let (zero, one) = (ones(width, []), ones(width, [0]));
        assert_eq!(
            compute([width; 2], |_, a, b| a + b, [&all_ones(width), &one]),
            zero,
            "{width} bits"
        );
        let all_but_lowest = ones(width, 1..width);
        assert_eq!(
            compute([width; 2], |_, a, b| a + b, [&all_ones(width), &all_ones(width)]),
            all_but_lowest,
            "{width} bits"
        );
    }
    let sum = compute([65; 2], |_, a, b| a + b, [&ones(65, 0..64), &ones(65, [0])]);
    assert_eq!(sum, ones(65, [64]));
}

#[test]
fn a_borrow_runs_through_the_whole_difference() {
    for width in WIDTHS {
        let (zero, one) = (ones(width, []), ones(width, [0]));
        assert_eq!(
            compute([width; 2], |_, a, b| a - b, [&zero, &one]),
            all_ones(width),
            "{width} bits"
        );
        let top = ones(width, [width - 1]);
        assert_eq!(
            compute([width; 2], |_, a, b| a - b, [&top, &one]),
            ones(width, 0..width - 1),
            "{width} bits"
        );
    }
}

#[test]
fn equal_and_not_equal_look_at_every_bit() {
    for width in WIDTHS {
        let (zero, top) = zero_and_top(width);
        assert_eq!(
            compute([width; 2], |_, a, b| a.equals(b), [&top, &top]),
            bits(1, 1),
            "{width} bits"
        );
        assert_eq!(
            compute([width; 2], |_, a, b| a.equals(b), [&top, &zero]),
            bits(1, 0),
            "{width} bits"
        );
        assert_eq!(
            compute([width; 2], |_, a, b| a.differs(b), [&top, &top]),
            bits(1, 0),
            "{width} bits"
        );
        assert_eq!(
            compute([width; 2], |_, a, b| a.differs(b), [&top, &zero]),
            bits(1, 1),
            "{width} bits"
        );
    }
}

#[test]
fn the_top_bit_is_large_unsigned_and_negative_signed() {
    for width in WIDTHS {
        let (zero, top) = zero_and_top(width);
        for (a, b, unsigned, signed) in
            [(&zero, &top, 1, 0), (&top, &zero, 0, 1), (&top, &top, 0, 0)]
        {
            assert_eq!(
                compute([width; 2], |_, a, b| a.less_than(b), [a, b]),
                bits(1, unsigned),
                "{width} bits"
            );
            assert_eq!(
                compute([width; 2], |_, a, b| a.less_than_signed(b), [a, b]),
                bits(1, signed),
                "{width} bits"
            );
        }
    }
}

#[test]
fn a_more_negative_number_is_less() {
    for width in WIDTHS.into_iter().filter(|width| *width > 1) {
        let minus_one = all_ones(width);
        let minus_two = ones(width, 1..width);
        assert_eq!(
            compute([width; 2], |_, a, b| a.less_than_signed(b), [&minus_two, &minus_one]),
            bits(1, 1),
            "{width} bits"
        );
        assert_eq!(
            compute([width; 2], |_, a, b| a.less_than_signed(b), [&minus_one, &minus_two]),
            bits(1, 0),
            "{width} bits"
        );
    }
}

/// (2^w - 1)^2 = 2^2w - 2^(w+1) + 1
#[test]
fn the_largest_product_fits_both_widths() {
    for width in WIDTHS {
        let product =
            compute([width; 2], |_, a, b| a.multiply(b), [&all_ones(width), &all_ones(width)]);
        assert_eq!(
            product,
            ones(2 * width, std::iter::once(0).chain(width + 1..2 * width)),
            "{width} bits"
        );
    }
}

#[test]
fn operands_of_a_product_may_differ_in_width() {
    let product = compute([65, 1], |_, a, b| a.multiply(b), [&ones(65, [64, 3]), &ones(1, [0])]);
    assert_eq!(product, ones(66, [64, 3]));
    let product =
        compute([33, 128], |_, a, b| a.multiply(b), [&ones(33, [32]), &ones(128, [127, 100, 0])]);
    assert_eq!(product, ones(161, [159, 132, 32]));
}

#[test]
fn shifts_move_the_ends_to_each_other_and_beyond() {
    for width in WIDTHS {
        let (low, top) = (ones(width, [0]), ones(width, [width - 1]));
        let amount = |places: usize| bits(16, places as u128);
        let left = |value: &Bits, places| {
            compute([width, 16], |_, a, b| a.shift_left(b), [value, &amount(places)])
        };
        let right = |value: &Bits, places| {
            compute([width, 16], |_, a, b| a.shift_right(b), [value, &amount(places)])
        };
        let signed = |value: &Bits, places| {
            compute([width, 16], |_, a, b| a.shift_right_signed(b), [value, &amount(places)])
        };
        assert_eq!(left(&low, width - 1), top, "{width} bits");
        assert_eq!(left(&low, 0), low, "{width} bits");
        assert_eq!(right(&top, width - 1), low, "{width} bits");
        assert_eq!(signed(&top, width - 1), all_ones(width), "{width} bits");
        for places in [width, width + 1, 65535] {
            assert_eq!(left(&all_ones(width), places), ones(width, []), "{width} bits by {places}");
            assert_eq!(
                right(&all_ones(width), places),
                ones(width, []),
                "{width} bits by {places}"
            );
            assert_eq!(signed(&top, places), all_ones(width), "{width} bits by {places}");
            assert_eq!(
                signed(&ones(width, 0..width - 1), places),
                ones(width, []),
                "{width} bits by {places}"
            );
        }
    }
}

#[test]
fn an_amount_wider_than_a_limb_counts_in_full() {
    let far = ones(70, [64]);
    assert_eq!(compute([33, 70], |_, a, b| a.shift_left(b), [&all_ones(33), &far]), ones(33, []));
    assert_eq!(
        compute([33, 70], |_, a, b| a.shift_right_signed(b), [&all_ones(33), &far]),
        all_ones(33)
    );
}

#[test]
fn a_mux_takes_then_on_one() {
    for width in WIDTHS {
        let (zero, top) = zero_and_top(width);
        let choose = |select| {
            compute([width; 2], |module, a, b| module.constant(1, select).mux(a, b), [&top, &zero])
        };
        assert_eq!(choose(1), top, "{width} bits");
        assert_eq!(choose(0), zero, "{width} bits");
    }
}

#[test]
fn a_select_counts_elements_from_the_lowest() {
    for width in WIDTHS {
        for chosen in 0..8 {
            let elements = ones(8 * width, [chosen * width, (chosen + 1) * width - 1]);
            let result = |index: usize| {
                compute(
                    [8 * width, 3],
                    |_, a, b| a.element(b),
                    [&elements, &bits(3, index as u128)],
                )
            };
            assert_eq!(
                result(chosen),
                ones(width, [0, width - 1]),
                "{width} bits, element {chosen}"
            );
            assert_eq!(
                result((chosen + 1) % 8),
                ones(width, []),
                "{width} bits, beside element {chosen}"
            );
        }
    }
}

#[test]
fn a_slice_starts_at_its_lowest_bit() {
    for width in WIDTHS {
        let value = ones(width + 70, [69, 70, 69 + width]);
        let slice = compute([width + 70, 1], |_, a, _| a.slice(70, width), [&value, &ones(1, [])]);
        assert_eq!(slice, ones(width, [0, width - 1]), "{width} bits");
        let low = compute(
            [width + 70, 1],
            |_, a, _| a.slice(0, width),
            [&ones(width + 70, [0, width]), &ones(1, [])],
        );
        assert_eq!(low, ones(width, [0]), "{width} bits");
    }
}

#[test]
fn a_concatenation_has_its_first_part_lowest() {
    for width in WIDTHS {
        let result = compute(
            [width, 3],
            |module, a, b| module.concat(&[b, a, b]),
            [&ones(width, [0]), &bits(3, 0b100)],
        );
        assert_eq!(result, ones(width + 6, [2, 3, width + 5]), "{width} bits");
    }
}

#[test]
fn a_repetition_fills_all_copies() {
    for width in WIDTHS {
        let result =
            compute([width, 1], |_, a, _| a.repeat(3), [&ones(width, [width - 1]), &ones(1, [])]);
        assert_eq!(
            result,
            ones(3 * width, [width - 1, 2 * width - 1, 3 * width - 1]),
            "{width} bits"
        );
    }
}

#[test]
fn extensions_add_zeros_or_signs() {
    for width in WIDTHS {
        let top = ones(width, [width - 1]);
        let zero =
            compute([width, 1], |_, a, _| a.zero_extend(a.width() + 70), [&top, &ones(1, [])]);
        assert_eq!(zero, ones(width + 70, [width - 1]), "{width} bits");
        let sign =
            compute([width, 1], |_, a, _| a.sign_extend(a.width() + 70), [&top, &ones(1, [])]);
        assert_eq!(sign, ones(width + 70, width - 1..width + 70), "{width} bits");
    }
}

#[test]
fn reductions_see_the_highest_bit() {
    for width in WIDTHS.into_iter().filter(|width| *width > 1) {
        let reduce = |value: &Bits| {
            compute(
                [width, 1],
                |module, a, _| module.concat(&[a.any(), a.all(), a.parity()]),
                [value, &ones(1, [])],
            )
        };
        assert_eq!(reduce(&ones(width, [])), bits(3, 0b000), "{width} bits");
        assert_eq!(reduce(&ones(width, [width - 1])), bits(3, 0b101), "{width} bits");
        assert_eq!(reduce(&ones(width, [0, width - 1])), bits(3, 0b001), "{width} bits");
        let odd = if width % 2 == 1 { 0b100 } else { 0 };
        assert_eq!(reduce(&all_ones(width)), bits(3, 0b011 | odd), "{width} bits");
        let last_missing = if width % 2 == 0 { 0b100 } else { 0 };
        assert_eq!(
            reduce(&ones(width, 0..width - 1)),
            bits(3, 0b001 | last_missing),
            "{width} bits"
        );
    }
}

#[test]
fn constants_and_wires_carry_every_bit() {
    for width in WIDTHS {
        let value = ones(width, (0..width).filter(|bit| bit % 5 == 0));
        let constant = value.clone();
        let result = compute(
            [1, 1],
            move |module, _, _| {
                let wire = module.wire("forward", constant.len());
                let result = wire.named("again");
                wire.drive(module.constant_bits(constant.clone()));
                result
            },
            [&ones(1, []), &ones(1, [])],
        );
        assert_eq!(result, value, "{width} bits");
    }
}
