//! Prints files of formats that have no module here, using the text that the library returns.

/// The maximum number of lines to show. The others are only counted.
const LINES: usize = 60;

/// Writes a summary with indentation. If it is too long, it is cut.
pub(super) fn describe(summary: &str, text: &mut String) {
    let lines: Vec<&str> = summary.lines().collect();
    lines.iter().take(LINES).for_each(|line| *text += &format!("  {line}\n"));
    if lines.len() > LINES {
        *text += &format!("  and {} lines more\n", lines.len() - LINES);
    }
}
