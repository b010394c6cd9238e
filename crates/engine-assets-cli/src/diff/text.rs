//! Prints changes to a terminal, or as JSON.

use std::io::{self, IsTerminal as _};

use anstyle::{AnsiColor, Style};
use engine_assets::paths::{Change, ChangeKind};
use serde::Serialize;

use super::Arguments;
use super::compared::{Compared, Content, Counts};
use crate::report::{FileName, print, print_json, shown_text};

/// A change, as printed by `--json`.
#[derive(Serialize)]
struct Line<'c> {
    #[serde(flatten)]
    file: FileName,
    change: &'static str,
    #[serde(flatten)]
    detail: &'c Change,
}

/// The number of changes, as printed by `--stat --json`.
#[derive(Serialize)]
struct Numbers {
    #[serde(flatten)]
    file: FileName,
    added: usize,
    removed: usize,
    changed: usize,
}

/// Prints the changes to a file in the format that the arguments select.
pub(super) fn show(compared: &Compared, arguments: &Arguments) -> io::Result<()> {
    if matches!(compared.content, Content::Failed(_)) {
        return Ok(());
    }
    let file = || FileName::of(compared.pair.name.as_os_str());
    if arguments.stat {
        let Counts { added, removed, changed } = compared.counts();
        if arguments.json {
            return print_json(&Numbers { file: file(), added, removed, changed });
        }
        return print(&format!("{}: {added} added, {removed} removed, {changed} changed\n", compared.title()));
    }
    let changes = compared.changes();
    if arguments.json {
        return changes.iter().try_for_each(|change| {
            let kind = match change.kind() {
                ChangeKind::Added => "added",
                ChangeKind::Removed => "removed",
                ChangeKind::Changed => "changed",
            };
            print_json(&Line { file: file(), change: kind, detail: change })
        });
    }
    print(&lines(&changes))
}

/// Returns the changes as text, with the old and new value on separate lines. If the whole file changed, there is no
/// path.
fn lines(changes: &[Change]) -> String {
    let mut lines = String::new();
    for change in changes {
        let sides = [
            ('-', &change.old, AnsiColor::Red),
            ('+', &change.new, AnsiColor::Green),
            ('~', &change.note, AnsiColor::Yellow),
        ];
        for (sign, value, color) in sides {
            let Some(value) = value else { continue };
            let value = shown_text(value);
            if change.path.is_empty() {
                lines += &format!("{value}\n");
                continue;
            }
            let style = style(Style::new().fg_color(Some(color.into())));
            lines += &format!("{style}{sign} {}: {value}{style:#}\n", shown_text(&change.path));
        }
    }
    lines
}

pub(super) fn bold(text: &str) -> String {
    let style = style(Style::new().bold());
    format!("{style}{text}{style:#}")
}

/// Returns this style if the output is a terminal, or no style if it is a file.
fn style(style: Style) -> Style {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !is_plain { style } else { Style::new() }
}
