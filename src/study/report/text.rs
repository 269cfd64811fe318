//! Texts in HTML.

/// A list of items that are HTML already; nothing without any.
pub fn listed(class: &str, items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let items: String = items.iter().map(|item| format!("<li>{item}</li>")).collect();
    match class {
        "" => format!("<ul>{items}</ul>\n"),
        class => format!("<ul class=\"{class}\">{items}</ul>\n"),
    }
}

/// A text as HTML shows it, also in an attribute.
pub fn escape(text: &str) -> String {
    svg::node::Text::new(text).to_string().replace('"', "&quot;")
}

/// With a capital letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>())
        + letters.as_str()
}
