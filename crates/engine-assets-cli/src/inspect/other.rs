//! Files of formats without a description of their own, in one screen: their content as text.

/// Lines that are shown before the rest is only counted.
const LINES: usize = 60;

/// Writes a summary, indented and cut.
pub(super) fn describe(summary: &str, text: &mut String) {
    let lines: Vec<&str> = summary.lines().collect();
    lines.iter().take(LINES).for_each(|line| *text += &format!("  {line}\n"));
    if lines.len() > LINES {
        *text += &format!("  and {} lines more\n", lines.len() - LINES);
    }
}
