//! Prints the report as text.

use anstyle::Style;
use engine_assets::binio::Severity;

use super::survey::{Broken, Doubled, Large, Missing, Report, Worst};
use super::unused::PerhapsUnused;
use crate::counts::{counted, grouped, size};
use crate::report::{FileName, shown_text, style};

/// Returns the whole report. Each list has at most `top` lines.
pub(super) fn screen(report: &Report, top: usize) -> String {
    let bold = Style::new().bold();
    let (files, assets, bytes) = (report.files, report.assets, size(report.bytes));
    let name = report.file.shown();
    let mut text = format!(
        "{bold}{name}{bold:#}: {}, {} of them assets, {bytes}\n",
        counted(files as usize, "file"),
        grouped(assets)
    );
    let roots = report.roots.iter().map(|root| format!("{} ({})", root.file.shown(), root.reason));
    section(&mut text, "resource folders", "in the order of the search", roots.collect(), usize::MAX);
    let formats =
        report.formats.iter().map(|one| format!("{:>7}  {:>9}  {}", grouped(one.files), size(one.bytes), one.title));
    section(&mut text, "formats", "", formats.collect(), usize::MAX);
    section(&mut text, "broken", "can't be opened, or has errors", report.broken.iter().map(broken).collect(), top);
    let missing = report.missing.iter().map(missing).collect();
    section(&mut text, "missing", "referenced, but doesn't exist", missing, top);
    section(&mut text, "doubled", "equal content", report.doubled.iter().map(doubled).collect(), top);
    section(
        &mut text,
        "large",
        "large textures, detailed models without LOD",
        report.large.iter().map(large).collect(),
        top,
    );
    let unused = report.unused.iter().map(|file| sized(&file.file, file.bytes));
    section(&mut text, "unused", UNUSED, unused.collect(), top);
    let perhaps = report.perhaps_unused.iter().map(perhaps_unused);
    section(&mut text, "perhaps unused", PERHAPS_UNUSED, perhaps.collect(), top);
    let unnamed = report.unnamed.iter().map(|file| sized(&file.file, file.bytes));
    section(&mut text, "unnamed", UNNAMED, unnamed.collect(), top);
    let folders = report
        .folders
        .iter()
        .map(|folder| format!("{}, {}", sized(&folder.file, folder.bytes), counted(folder.files as usize, "file")));
    section(&mut text, "folders", "largest first, with subfolders", folders.collect(), top);
    section(
        &mut text,
        "next",
        "worst findings, and the command for each",
        report.worst.iter().map(worst).collect(),
        top,
    );
    text
}

/// Explains the list of unused files.
pub(super) const UNUSED: &str = "no file names them; --code DIR searches more code";

/// Explains the list of files that are not named, but may be loaded by a program.
pub(super) const UNNAMED: &str =
    "models, animations and sounds that no file names; a program may load them: pass its code with --code DIR";

/// Explains the list of files that are perhaps unused.
pub(super) const PERHAPS_UNUSED: &str = "only a part of the name is in a script or in code";

fn section(text: &mut String, title: &str, about: &str, lines: Vec<String>, top: usize) {
    let bold = Style::new().bold();
    let about = if about.is_empty() || lines.is_empty() { String::new() } else { format!(" ({about})") };
    if lines.is_empty() {
        *text += &format!("\n{bold}{title}{bold:#}: none\n");
        return;
    }
    *text += &format!("\n{bold}{title}{bold:#}: {}{about}\n", grouped(lines.len() as u64));
    lines.iter().take(top).for_each(|line| *text += &format!("  {line}\n"));
    if let Some(rest) = lines.len().checked_sub(top).filter(|rest| *rest > 0) {
        *text += &format!("  … and {} more\n", grouped(rest as u64));
    }
}

fn perhaps_unused(one: &PerhapsUnused) -> String {
    format!("{}, {}", sized(&one.file.file, one.file.bytes), perhaps_user(one))
}

/// Returns the place that may name this file.
pub(super) fn perhaps_user(one: &PerhapsUnused) -> String {
    let line = one.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("\"{}\" in {}{line}", shown_text(&one.pattern), one.user.shown())
}

fn sized(file: &FileName, bytes: u64) -> String {
    format!("{:>9}  {}", size(bytes), file.shown())
}

fn broken(file: &Broken) -> String {
    format!("{}: {}{}", file.file.shown(), file.first.text(), and_more(file.errors.saturating_sub(1)))
}

fn missing(missing: &Missing) -> String {
    format!("{}, referenced by {}", shown_text(&missing.name), users(missing))
}

/// Returns the first file that references a missing file, and how many others do.
pub(super) fn users(missing: &Missing) -> String {
    let first = missing.users.first().map(FileName::shown).unwrap_or_default();
    match missing.users.len() {
        0 | 1 => first,
        count => format!("{first} and {} more", grouped(count as u64 - 1)),
    }
}

fn doubled(doubled: &Doubled) -> String {
    let names: Vec<String> = doubled.files.iter().map(FileName::shown).collect();
    format!("{:>9}  {}", size(doubled.bytes), names.join(" = "))
}

fn large(large: &Large) -> String {
    format!("{}: {}, {}", large.file.shown(), why(large), size(large.bytes))
}

/// Explains why a file is reported as large.
pub(super) fn why(large: &Large) -> String {
    match (large.texture_size, large.triangles) {
        (Some((width, height)), _) => format!("{width} x {height} pixels"),
        (None, triangles) => format!("{} triangles, no LOD", grouped(triangles.unwrap_or_default())),
    }
}

fn worst(worst: &Worst) -> String {
    let severity = if worst.finding.severity == "error" { Severity::Error } else { Severity::Warning };
    let (color, more) = (style(severity), and_more(worst.more));
    let finding = worst.finding.text();
    format!("{color}{severity}{color:#}: {}: {finding}{more}\n    {}", worst.file.shown(), worst.command)
}

/// Returns a line with the number of items that are not shown.
pub(super) fn and_more(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" (and {} more)", grouped(count as u64)) }
}
