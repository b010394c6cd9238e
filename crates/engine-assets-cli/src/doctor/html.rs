//! Writes the report as an HTML page, which is a single file that does not need any other.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use base64_simd::STANDARD;
use engine_assets::Format;
use engine_assets::convert::ToScene;
use engine_assets::sources::map_scenes;

use super::arguments::Arguments;
use super::survey::{BATCH, Report};
use super::text::{PERHAPS_UNUSED, UNNAMED, UNUSED, and_more, perhaps_user, users, why};
use crate::counts::{grouped, size};
use crate::inputs::Input;
use crate::markup::{escaped, escaped_path};
use crate::render::open::Opener;
use crate::render::thumbnail::{EDGE, LARGEST_SHOWN, picture};
use crate::report::{FileName, shown, shown_text};
use crate::resources::Lookup;
use crate::style::REPORT;

/// The maximum number of pictures for each kind, 40 in total.
const PICTURES: [(Kind, usize); 4] = [(Kind::Model, 14), (Kind::Material, 8), (Kind::Texture, 14), (Kind::Scene, 4)];
/// Maximum number of lines to show in a list. The text and the JSON have more.
const LINES: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Model,
    Material,
    Texture,
    Scene,
}

pub(super) fn page(report: &Report, arguments: &Arguments) -> io::Result<String> {
    let (title, name) = (escaped(&report.file.shown()), escaped_path(&report.file.shown()));
    let mut body = format!("<header><h1>{name}</h1><p>{}</p></header>\n", summary(report));
    body += &tiles(report);
    body += &worst(report);
    body += &pictures(report, arguments)?;
    body += &lists(report);
    body += &formats_and_folders(report);
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}: state of the project</title><style>{REPORT}</style></head>\n<body><main>\n{body}</main></body></html>\n"
    ))
}

/// Returns the lists of problems.
fn lists(report: &Report) -> String {
    let mut html = String::new();
    let broken =
        report.broken.iter().map(|one| vec![cell(&one.file), escaped(&one.first.text()), grouped(one.errors as u64)]);
    html += &section(
        "Broken",
        "broken",
        "Files that can't be opened or have errors",
        &["File", "First error", "Errors"],
        &broken.collect::<Vec<_>>(),
    );
    let missing = report
        .missing
        .iter()
        .map(|one| vec![format!("<code>{}</code>", escaped(&shown_text(&one.name))), escaped(&users(one))]);
    html += &section(
        "Missing",
        "missing",
        "Files that are referenced and don't exist",
        &["Name", "Referenced by"],
        &missing.collect::<Vec<_>>(),
    );
    let doubled = report
        .doubled
        .iter()
        .map(|one| vec![one.files.iter().map(cell).collect::<Vec<_>>().join("<br>"), size(one.bytes)]);
    html += &section(
        "Doubled",
        "doubled",
        "Files with equal content",
        &["Files", "Size of each"],
        &doubled.collect::<Vec<_>>(),
    );
    let large = report.large.iter().map(|one| vec![cell(&one.file), why(one), size(one.bytes)]);
    html += &section(
        "Large",
        "large",
        "Large textures, and detailed models without levels of detail",
        &["File", "Reason", "Size"],
        &large.collect::<Vec<_>>(),
    );
    let unused = report.unused.iter().map(|one| vec![cell(&one.file), size(one.bytes)]);
    html += &section("Unused", "unused", UNUSED, &["File", "Size"], &unused.collect::<Vec<_>>());
    let perhaps = report.perhaps_unused.iter();
    let perhaps = perhaps.map(|one| vec![cell(&one.file.file), escaped(&perhaps_user(one)), size(one.file.bytes)]);
    html += &section(
        "Perhaps unused",
        "perhaps",
        PERHAPS_UNUSED,
        &["File", "Part of the name", "Size"],
        &perhaps.collect::<Vec<_>>(),
    );
    let unnamed = report.unnamed.iter().map(|one| vec![cell(&one.file), size(one.bytes)]);
    html += &section("Unnamed", "unnamed", UNNAMED, &["File", "Size"], &unnamed.collect::<Vec<_>>());
    html
}

fn summary(report: &Report) -> String {
    let (files, assets) = (grouped(report.files), grouped(report.assets));
    format!("{files} files, {assets} of them assets, {}", size(report.bytes))
}

/// Returns the counts, with a link to the list for each of them.
fn tiles(report: &Report) -> String {
    let tile = |class: &str, id: &str, count: usize| {
        let class = if count == 0 { "fine" } else { class };
        format!("<a class=\"tile {class}\" href=\"#{id}\"><b>{}</b>{id}</a>", grouped(count as u64))
    };
    let tiles = [
        tile("bad", "broken", report.broken.len()),
        tile("warn", "missing", report.missing.len()),
        tile("note", "doubled", report.doubled.len()),
        tile("note", "large", report.large.len()),
        tile("note", "unused", report.unused.len()),
    ];
    format!("<nav>{}</nav>\n", tiles.concat())
}

fn cell(file: &FileName) -> String {
    format!("<code>{}</code>", escaped(&file.shown()))
}

/// Returns a list as a table. Cells must already be HTML.
fn section(title: &str, id: &str, about: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return format!("<section id=\"{id}\"><h2>{title}</h2><p>None.</p></section>\n");
    }
    let mut html =
        format!("<section id=\"{id}\"><h2>{title} <span>{}</span></h2><p>{about}.</p>", grouped(rows.len() as u64));
    let heads: String = head.iter().map(|head| format!("<th>{head}</th>")).collect();
    let _ = write!(html, "<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>");
    for row in rows.iter().take(LINES) {
        let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        let _ = write!(html, "<tr>{cells}</tr>");
    }
    html += "</tbody></table></div>";
    if let Some(rest) = rows.len().checked_sub(LINES).filter(|rest| *rest > 0) {
        let _ = write!(html, "<p>And {} more: <code>--json</code> lists all.</p>", grouped(rest as u64));
    }
    html + "</section>\n"
}

/// Returns the worst findings with the command to use for each of them.
fn worst(report: &Report) -> String {
    if report.worst.is_empty() {
        return String::new();
    }
    let mut html = "<section id=\"next\"><h2>What to fix first</h2><ol>".to_owned();
    for worst in &report.worst {
        let (severity, file) = (worst.finding.severity, cell(&worst.file));
        let (finding, more) = (escaped(&worst.finding.text()), and_more(worst.more));
        let _ = write!(
            html,
            "<li><em class=\"{severity}\">{severity}</em> {file}<br>{finding}{more}<pre>{}</pre></li>",
            escaped(&worst.command)
        );
    }
    html + "</ol></section>\n"
}

/// Returns the sizes by format and by folder, with bars.
fn formats_and_folders(report: &Report) -> String {
    let bar = |bytes: u64| {
        let share = 100.0 * bytes as f64 / report.bytes.max(1) as f64;
        format!("<meter max=\"100\" value=\"{share:.1}\"></meter>")
    };
    let formats = report
        .formats
        .iter()
        .map(|one| vec![one.title.to_owned(), grouped(one.files), size(one.bytes), bar(one.bytes)]);
    let folders =
        report.folders.iter().map(|one| vec![cell(&one.file), grouped(one.files), size(one.bytes), bar(one.bytes)]);
    let heads = |first| [first, "Files", "Size", "Share"];
    section("Formats", "formats", "Assets by format", &heads("Format"), &formats.collect::<Vec<_>>())
        + &section(
            "Folders",
            "folders",
            "Folders with their subfolders, largest first",
            &heads("Folder"),
            &folders.collect::<Vec<_>>(),
        )
}

/// Draws the largest assets of each kind.
fn pictures(report: &Report, arguments: &Arguments) -> io::Result<String> {
    let opener = Opener { lookup: Lookup::new(&arguments.resources)?, options: ToScene::default(), animation: None };
    let mut figures = String::new();
    for (kind, count) in PICTURES {
        let mut files: Vec<_> = report
            .pictures
            .iter()
            .filter(|(_, format, size)| kind_of(*format) == Some(kind) && *size <= LARGEST_SHOWN)
            .collect();
        files.sort_by_key(|(_, _, size)| std::cmp::Reverse(*size));
        // Some can't be drawn.
        files.truncate(count * 2);
        let mut files: VecDeque<(&PathBuf, Input)> =
            files.into_iter().map(|(path, _, _)| (path, Input::new(path))).collect();
        let mut drawn = Vec::with_capacity(files.len());
        while !files.is_empty() {
            let batch = arguments.parallel.batch(&mut files, BATCH, |(_, input)| input.expected_work_memory());
            let pictures = map_scenes(batch, |(path, input), share| Some((*path, picture(&opener, input, share)?)));
            drawn.extend(pictures.into_iter().flatten());
        }
        for (path, png) in drawn.into_iter().take(count) {
            let name = path.file_name().map(shown).unwrap_or_default();
            let (name, path) = (escaped(&name), escaped(&shown(path)));
            let png = STANDARD.encode_to_string(png);
            let _ = write!(
                figures,
                "<figure title=\"{path}\"><img alt=\"{name}\" width=\"{EDGE}\" height=\"{EDGE}\" src=\"data:image/png;base64,{png}\"><figcaption>{name}</figcaption></figure>"
            );
        }
    }
    if figures.is_empty() {
        return Ok(String::new());
    }
    Ok(format!("<section><h2>Largest assets</h2><div class=\"pictures\">{figures}</div></section>\n"))
}

fn kind_of(format: Format) -> Option<Kind> {
    match () {
        () if format.is_texture() => Some(Kind::Texture),
        () if format.is_material() => Some(Kind::Material),
        () if format.is_level() => Some(Kind::Scene),
        () => format.is_model().then_some(Kind::Model),
    }
}
