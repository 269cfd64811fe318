//! Small pieces of text, and how much of it a line may have.

/// Columns that a line may have.
pub(super) const COLUMNS: usize = 100;

/// `[high:low]`, or `[bit]`
pub(super) fn range(low: usize, width: usize) -> String {
    if width == 1 { format!("[{low}]") } else { format!("[{}:{low}]", low + width - 1) }
}

/// `wire [31:0] name`
pub(super) fn wire(name: &str, width: usize) -> String {
    declaration("wire", name, width)
}

/// `reg [31:0] name`
pub(super) fn declaration(kind: &str, name: &str, width: usize) -> String {
    if width == 1 { format!("{kind} {name}") } else { format!("{kind} [{}:0] {name}", width - 1) }
}

/// Indent of what stands in a [`generate`] loop.
pub(super) const IN_LOOP: usize = 12;

/// A loop of `count` rounds over `body`, whose lines are indented by [`IN_LOOP`].
pub(super) fn generate(variable: &str, count: usize, label: &str, body: &str) -> String {
    let head = format!(
        "for ({variable} = 0; {variable} < {count}; {variable} = {variable} + 1) begin : {label}"
    );
    format!("    generate\n        {head}\n{body}\n        end\n    endgenerate")
}

/// Declarations of nets, those of one width in one.
pub(super) fn declarations(kind: &str, nets: &[(String, usize)]) -> Vec<String> {
    let mut widths: Vec<usize> = vec![];
    nets.iter().for_each(|(_, width)| {
        if !widths.contains(width) {
            widths.push(*width)
        }
    });
    let mut lines = vec![];
    for width in widths {
        let names: Vec<String> =
            nets.iter().filter(|net| net.1 == width).map(|(name, _)| name.clone()).collect();
        lines.extend(list(&declaration(kind, "", width), &names));
    }
    lines
}

/// `head item, item, …;` with the items below each other's lines where one line is not enough.
pub(super) fn list(head: &str, items: &[String]) -> Vec<String> {
    let rows = fill(items, ",", COLUMNS - 5 - head.len());
    let margin = " ".repeat(head.len());
    let last = rows.len() - 1;
    let line = |(number, row): (usize, &String)| {
        let head = if number == 0 { head } else { &margin };
        format!("    {head}{row}{}", if number == last { ";" } else { "" })
    };
    rows.iter().enumerate().map(line).collect()
}

/// Parts with a separator, as many in a line as fit into `columns`.
pub(super) fn fill(parts: &[String], separator: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for (position, part) in parts.iter().enumerate() {
        let separator = if position + 1 < parts.len() { separator } else { "" };
        match lines.last_mut() {
            Some(line) if line.len() + 1 + part.len() + separator.len() <= columns => {
                line.push_str(&format!(" {part}{separator}"));
            }
            _ => lines.push(format!("{part}{separator}")),
        }
    }
    lines
}

/// Running text in lines of at most `columns`.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
    fill(&words, "", columns)
}

/// As [`fill`] for groups, which stay together where a line has room for them.
pub(super) fn fill_groups(groups: &[Vec<String>], separator: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for (position, group) in groups.iter().enumerate() {
        let rows = fill(group, separator, columns - separator.len());
        let is_last = position + 1 == groups.len();
        let rows = rows.iter().enumerate().map(|(number, row)| {
            if is_last || number + 1 < rows.len() {
                row.clone()
            } else {
                format!("{row}{separator}")
            }
        });
        let rows: Vec<String> = rows.collect();
        match lines.last_mut() {
            Some(line) if rows.len() == 1 && line.len() + 1 + rows[0].len() <= columns => {
                line.push_str(&format!(" {}", rows[0]))
            }
            _ => lines.extend(rows),
        }
    }
    lines
}
