//! Writes the report as an HTML page, which is a single file that does not need any other.

use std::fmt::Write as _;

use engine_assets::migration::{Action, FileReport, MigrationReport, NoteKind};

use super::{is_left, title};
use crate::counts::grouped;
use crate::markup::{escaped, escaped_path};
use crate::report::shown_text;
use crate::style::REPORT;

const STYLE: &str = include_str!("page.css");

pub(super) fn page(report: &MigrationReport, project: &str) -> String {
    let (title, name, target) = (escaped(project), escaped_path(project), report.target);
    let state = if report.written { "written" } else { "dry run: nothing was written" };
    let mut body = format!(
        "<header><h1>{name}</h1><p>{} to {target}, {state}. {} files.</p></header>\n",
        report.detected.engine,
        grouped(report.files.len() as u64)
    );
    body += &tiles(report);
    body += &evidence(report);
    body += &formats(report);
    body +=
        &notes("left", "Left to do by hand", "Work that no tool can do, with file and line", report, NoteKind::ByHand);
    body += &notes("lost", "Lost", "Content that the engine has no place for", report, NoteKind::Lost);
    body += &notes("changed", "Changed", "What is written in another way", report, NoteKind::Changed);
    body += &files(report);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}: migration to {target}</title><style>{REPORT}{STYLE}</style></head>\n<body><main>\n{body}</main></body></html>\n"
    )
}

/// The treatments that are shown even if the count is zero, because a zero is good to know.
const ALWAYS_SHOWN: [Action; 2] = [Action::Converted, Action::Refused];

/// Returns the counts for each treatment.
fn tiles(report: &MigrationReport) -> String {
    let tile = |action: Action| {
        let count = report.count(action);
        let class = match action {
            _ if count == 0 => "fine",
            Action::Refused => "bad",
            Action::ByHand => "warn",
            _ => "note",
        };
        format!("<a class=\"tile {class}\" href=\"#files\"><b>{}</b>{}</a>", grouped(count as u64), action.name())
    };
    let left = report.files.iter().filter(|file| is_left(file)).count();
    let notes =
        format!("<a class=\"tile warn\" href=\"#left\"><b>{}</b>with work left or losses</a>", grouped(left as u64));
    let is_shown = |action: &Action| report.count(*action) > 0 || ALWAYS_SHOWN.contains(action);
    let tiles: String = Action::ALL.into_iter().filter(is_shown).map(tile).collect();
    format!("<nav>{tiles}{notes}</nav>\n")
}

fn evidence(report: &MigrationReport) -> String {
    let lines =
        report.detected.evidence.iter().map(|line| format!("<li><code>{}</code></li>", escaped(&shown_text(line))));
    let lines: String = lines.collect();
    let left_out: String = report
        .left_out
        .iter()
        .map(|name| format!("<li><code>{}</code>: left out</li>", escaped(&shown_text(name))))
        .collect();
    if lines.is_empty() && left_out.is_empty() {
        return String::new();
    }
    format!("<section><h2>A project of {}</h2><ul>{lines}{left_out}</ul></section>\n", report.detected.engine)
}

fn formats(report: &MigrationReport) -> String {
    let mut html = "<section id=\"formats\"><h2>Files by format</h2><table><thead><tr><th>Format</th><th>Treatment</th><th>Files</th></tr></thead><tbody>".to_owned();
    for ((format, action), count) in report.counts() {
        let _ = write!(html, "<tr><td>{format}</td><td>{}</td><td>{}</td></tr>", title(action), grouped(count as u64));
    }
    html + "</tbody></table></section>\n"
}

/// Returns the notes of a kind, sorted by file.
fn notes(id: &str, heading: &str, about: &str, report: &MigrationReport, kind: NoteKind) -> String {
    let of = |file: &FileReport| file.notes.iter().filter(|note| note.kind == kind).cloned().collect::<Vec<_>>();
    let files: Vec<_> =
        report.files.iter().map(|file| (file, of(file))).filter(|(_, notes)| !notes.is_empty()).collect();
    if files.is_empty() {
        return format!("<section id=\"{id}\"><h2>{heading}</h2><p>Nothing.</p></section>\n");
    }
    let count = files.iter().map(|(_, notes)| notes.len()).sum::<usize>();
    let mut html =
        format!("<section id=\"{id}\"><h2>{heading} <span>{}</span></h2><p>{about}.</p>", grouped(count as u64));
    for (file, notes) in files {
        let open = if kind == NoteKind::ByHand { " open" } else { "" };
        let name = escaped(&shown_text(&file.name));
        let _ = write!(
            html,
            "<details{open}><summary><code>{name}</code> <span>{}</span></summary><table><tbody>",
            notes.len()
        );
        for note in notes {
            let line = note.line.map(|line| format!("line {line}")).unwrap_or_default();
            let _ =
                write!(html, "<tr><td class=\"line\">{line}</td><td>{}</td></tr>", escaped(&shown_text(&note.message)));
        }
        html += "</tbody></table></details>";
    }
    html + "</section>\n"
}

/// Returns a table of all files and how they were treated.
fn files(report: &MigrationReport) -> String {
    let mut html =
        format!("<section id=\"files\"><h2>All files <span>{}</span></h2>", grouped(report.files.len() as u64));
    html += "<div class=\"wide\"><table><thead><tr><th>File</th><th>Treatment</th><th>Becomes</th></tr></thead><tbody>";
    for file in &report.files {
        let becomes = file.outputs.iter().filter(|output| output.name != file.name);
        let becomes: Vec<String> =
            becomes.map(|output| format!("<code>{}</code>", escaped(&shown_text(&output.name)))).collect();
        let name = escaped(&shown_text(&file.name));
        let _ = write!(
            html,
            "<tr><td><code>{name}</code></td><td class=\"{0}\">{0}</td><td>{1}</td></tr>",
            file.action.name(),
            becomes.join(" ")
        );
    }
    html + "</tbody></table></div></section>\n"
}
