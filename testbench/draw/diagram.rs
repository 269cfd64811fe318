//! The block diagram of a module says who feeds whom, and is whole XML.

use lanebeat::draw::diagram;
use lanebeat::hdl::ModuleBuilder;
use roxmltree::Document;

/// Texts of a drawing, in its order.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("XML");
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn bits_are_counted_once_through_registers_and_logic_and_only_where_they_go() {
    let child = {
        let m = ModuleBuilder::new("child", "A child.");
        m.output("y", !m.input("x", 4, ""), "");
        m.output("unread", m.input("w", 4, ""), "");
        m.finish()
    };
    let m = ModuleBuilder::new("parent", "A parent.");
    let (near, far) = (m.input("near_word", 4, ""), m.input("far_bit", 1, ""));
    let copies = m.instances("first", 2, &child);
    let copies = copies.broadcast("x", near ^ near.shift_left(far)).broadcast("w", near).build();
    let held = m.delayed("held", copies.output("y")) & copies.output("y");
    let last = m.instances("last", 1, &child);
    let last = last.broadcast("x", held.slice(0, 4)).broadcast("w", held.slice(4, 4)).build();
    m.output("out_word", last.output("y"), "");
    m.output("out_more", copies.output("unread").any() & far, "");
    m.output("out_rest", last.output("unread"), "");
    let texts = texts(&diagram::svg(&m.finish()));
    let of = |class: &str| {
        texts
            .iter()
            .filter(|text| text.chars().all(|c| c.is_ascii_digit()) == (class == "bits"))
            .cloned()
            .collect::<Vec<_>>()
    };
    // What leads away from far, near, first and last, in that order: to first and the outputs, to
    // first, to last (8 bits of both copies) and the outputs, to the outputs.
    assert_eq!(of("bits"), ["1", "1", "4", "8", "8", "8"], "{texts:?}");
    for name in ["far_\u{2026}", "near_\u{2026}", "2 x first", "last", "out_\u{2026}"] {
        assert!(texts.iter().any(|text| text == name), "{name} in {texts:?}");
    }
}
