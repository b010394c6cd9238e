//! Formats pages of the site for a terminal.

use anstyle::Style;

/// The width of a page in columns.
const WIDTH: usize = 100;

/// Returns a page as plain text, with tables in columns. Markup for headings, blocks, links, emphasis and comments is
/// removed.
pub(super) fn plain(page: &str) -> String {
    let bold = Style::new().bold();
    let mut text = String::new();
    let mut is_block = false;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            is_block = !is_block;
            continue;
        }
        if is_block {
            text += &format!("    {line}\n");
            continue;
        }
        let (line, was_marked) = without_comment(line);
        if let Some(heading) = line.strip_prefix('#') {
            text += &format!("{bold}{}{bold:#}\n", heading.trim_start_matches('#').trim().replace('`', ""));
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(without_comment(row).0));
            }
            text += &table(&rows);
        } else if !(was_marked && line.is_empty()) {
            text += &inline(line);
            text.push('\n');
        }
    }
    text
}

/// Returns a line without the comment at its end, and whether there was one.
fn without_comment(line: &str) -> (&str, bool) {
    line.split_once("<!--").map_or((line, false), |(text, _)| (text.trim_end(), true))
}

/// Returns the cells of a row. For the line below the table head, this is empty.
fn cells(line: &str) -> Vec<String> {
    if line.chars().all(|letter| "|-: ".contains(letter)) {
        return Vec::new();
    }
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    // A bar within a word of code is written with a backslash.
    inner.replace("\\|", "\u{0}").split('|').map(|cell| inline(cell.trim()).replace('\u{0}', "|")).collect()
}

/// Formats rows in columns, each as wide as its longest cell. If the last column does not fit, words are wrapped.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| visible(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let bold = Style::new().bold();
    let mut text = String::new();
    for (number, row) in rows.iter().filter(|row| !row.is_empty()).enumerate() {
        let mut line = String::from("  ");
        for (column, cell) in row.iter().enumerate() {
            if column + 1 < row.len() {
                line += &format!("{cell}{:fill$}", "", fill = widths[column] - visible(cell) + 2);
            } else {
                let indent = visible(&line);
                line += &wrapped(cell, indent);
            }
        }
        let line = line.trim_end();
        text += &if number == 0 { format!("{bold}{line}{bold:#}\n") } else { format!("{line}\n") };
    }
    text
}

/// Wraps words in lines that begin at column `indent`.
fn wrapped(cell: &str, indent: usize) -> String {
    let room = WIDTH.saturating_sub(indent).max(30);
    let (mut text, mut column) = (String::new(), 0);
    for word in cell.split(' ') {
        let length = visible(word);
        if column > 0 && column + 1 + length > room {
            text += &format!("\n{:indent$}", "");
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text
}

/// Returns how many characters are visible in a terminal.
fn visible(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

/// Replaces `[text](target)` by `text` and `**text**` by bold text, and shows code in colour, not in quotes.
fn inline(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, label, after)) = next_link(rest) {
        text += before;
        text += label;
        rest = after;
    }
    text += rest;
    let (code, bold) = (anstyle::AnsiColor::Cyan.on_default(), Style::new().bold());
    let text = marked(&text, "`", code);
    marked(&text, "**", bold)
}

/// Applies a style to the parts between marks, and removes the marks. If a mark has no second mark, it is kept.
fn marked(line: &str, mark: &str, style: Style) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, inner)) = rest.split_once(mark) {
        let Some((inner, after)) = inner.split_once(mark) else { break };
        text += &format!("{before}{style}{inner}{style:#}");
        rest = after;
    }
    text + rest
}

/// Returns the text before a link, the link's label, and the text after the link.
fn next_link(line: &str) -> Option<(&str, &str, &str)> {
    let (head, target) = line.split_once("](")?;
    let (before, label) = head.rsplit_once('[')?;
    let (_, after) = target.split_once(')')?;
    Some((before, label, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lose_their_marks() {
        let page = "# A `x`\n\n<!-- if -->\nSee [b `c`](d.md), **e** and `f <!-- test: g -->\n\n```console\n$ g\n```\n\n| h | i |\n|---|---|\n| jjj | `k[0]` l \\| m |\n";
        let text = anstream::adapter::strip_str(&plain(page)).to_string();
        assert_eq!(text, "A x\n\nSee b c, e and `f\n\n    $ g\n\n  h    i\n  jjj  k[0] l | m\n");
    }

    #[test]
    fn long_cells_go_on_below_their_beginning() {
        let rows =
            [vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned(), "word ".repeat(30).trim_end().to_owned()]];
        let text = anstream::adapter::strip_str(&table(&rows)).to_string();
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.lines().last().is_some_and(|line| line.starts_with("     word")), "{text}");
    }
}
