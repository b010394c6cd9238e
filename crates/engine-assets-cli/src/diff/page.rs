//! Writes changes as an HTML page, which is a single file that does not need any other.

use std::fmt::Write as _;

use super::compared::{Compared, Content, Counts, OTHER_BYTES};
use super::pictures::{Photographer, Shot, Shots};
use crate::counts::{counted, grouped};
use crate::markup::{escaped, escaped_path};
use crate::report::shown_text;
use crate::style::REPORT;

const STYLE: &str = include_str!("page.css");

/// Maximum number of files with pictures, because browsers become slow with more.
const MOST_PICTURED: usize = 60;
/// Maximum number of changes to list for a file. The text and the JSON have all of them.
const MOST_LISTED: usize = 200;
/// The number of changes that can be seen at once.
const MOST_UNFOLDED: usize = 12;
/// Numbers with more letters are rounded.
const LONGEST_NUMBER: usize = 9;

pub(super) fn page(all: &[Compared], photographer: &Photographer) -> String {
    let title = headline(all);
    let mut body = format!("<header><h1>{title}</h1></header>\n");
    body += &contents(all);
    let mut pictured = 0;
    for (number, compared) in all.iter().enumerate() {
        let pictures = if pictured < MOST_PICTURED {
            photographer.shots(compared)
        } else {
            Err(format!("only {MOST_PICTURED} files of a page have pictures"))
        };
        pictured += usize::from(pictures.as_ref().is_ok_and(|shots| !shots.shots.is_empty()));
        body += &section(number, compared, &pictures);
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{REPORT}{STYLE}</style></head>\n<body><main>\n{body}</main></body></html>\n"
    )
}

/// Returns a sentence with the number of files that differ.
pub(super) fn headline(all: &[Compared]) -> String {
    let count = all.iter().filter(|one| one.is_shown()).count();
    format!("{} {}", counted(count, "file"), if count == 1 { "differs" } else { "differ" })
}

/// Returns links to all files, with the number of changes.
fn contents(all: &[Compared]) -> String {
    if all.len() < 2 {
        return String::new();
    }
    let mut rows = String::new();
    for (number, compared) in all.iter().enumerate() {
        let name = escaped_path(&compared.title());
        let _ = write!(
            rows,
            "<tr><td><a href=\"#f{number}\"><code>{name}</code></a></td><td>{}</td></tr>",
            summary(compared)
        );
    }
    format!("<table><thead><tr><th>File</th><th>Changes</th></tr></thead><tbody>{rows}</tbody></table>\n")
}

/// Returns the number of changes to a file as text.
pub(super) fn summary(compared: &Compared) -> String {
    let Counts { added, removed, changed } = compared.counts();
    match &compared.content {
        Content::Added => "new file".to_owned(),
        Content::Removed => "deleted file".to_owned(),
        Content::Bytes => "the bytes differ".to_owned(),
        Content::Rest => OTHER_BYTES.to_owned(),
        Content::Failed(_) => "can't be compared".to_owned(),
        Content::Same if compared.pair.was.is_some() => "renamed".to_owned(),
        Content::Same => "no changes".to_owned(),
        Content::Layout => "encoding, layout or order differ".to_owned(),
        Content::Changes(_) => {
            let [added, removed, changed] = [added, removed, changed].map(|count| grouped(count as u64));
            format!("{added} added, {removed} removed, {changed} changed")
        }
    }
}

fn section(number: usize, compared: &Compared, pictures: &Result<Shots, String>) -> String {
    let name = escaped_path(&compared.title());
    let mut html = format!("<section id=\"f{number}\"><h2><code>{name}</code></h2><p>{}</p>", summary(compared));
    match pictures {
        Ok(shots) => html += &figures(shots),
        Err(why) => {
            let _ = write!(html, "<p>No pictures: {}</p>", escaped(&shown_text(why)));
        }
    }
    html += &list(compared);
    html + "</section>\n"
}

fn figures(Shots { shots, legend }: &Shots) -> String {
    if shots.is_empty() {
        return String::new();
    }
    let mut html = "<div class=\"versions\">".to_owned();
    for Shot { title, size: (width, height), png } in shots {
        let _ = write!(
            html,
            "<figure><img alt=\"{title}\" width=\"{width}\" height=\"{height}\" src=\"data:image/png;base64,{png}\"><figcaption>{title}</figcaption></figure>"
        );
    }
    html += "</div>";
    if legend.is_empty() {
        return html;
    }
    html += "<p class=\"legend\">";
    for mark in legend {
        let [red, green, blue] = mark.color;
        let count = grouped(mark.count as u64);
        let _ =
            write!(html, "<span><i style=\"background:rgb({red} {green} {blue})\"></i>{count} {}</span>", mark.what);
    }
    html + "</p>"
}

/// Returns the changes as a list of sentences.
fn list(compared: &Compared) -> String {
    if let Content::Failed(errors) = &compared.content {
        let lines = errors.iter().map(|error| format!("<li class=\"error\">{}</li>", escaped(&shown_text(error))));
        return format!("<ul>{}</ul>", lines.collect::<String>());
    }
    let Content::Changes(changes) = &compared.content else { return String::new() };
    let quote = |text: &str| format!("<code>{}</code>", escaped(&shown_text(&rounded(text))));
    let mut items = changes.iter().take(MOST_LISTED).map(|change| format!("<li>{}</li>", change.sentence(&quote)));
    let mut html = format!("<ul>{}</ul>", items.by_ref().take(MOST_UNFOLDED).collect::<String>());
    let folded: Vec<String> = items.collect();
    if folded.is_empty() {
        return html;
    }
    let rest = grouped((changes.len() - MOST_UNFOLDED) as u64);
    let _ = write!(html, "<details><summary>{rest} more</summary><ul>{}", folded.concat());
    if changes.len() > MOST_LISTED {
        let more = grouped((changes.len() - MOST_LISTED) as u64);
        let _ = write!(html, "<li>and {more} more, which <code>engine-assets diff</code> prints</li>");
    }
    html + "</ul></details>"
}

/// Rounds numbers with many digits, because a reader can't use them. The text and the JSON have all digits.
fn rounded(text: &str) -> String {
    let part = |part: &str| match part.parse::<f64>() {
        Ok(number) if part.len() > LONGEST_NUMBER && part.contains('.') && number.is_finite() => short(number),
        _ => part.to_owned(),
    };
    text.split(' ').map(part).collect::<Vec<_>>().join(" ")
}

/// Writes a number with five digits.
fn short(number: f64) -> String {
    let digits = format!("{number:.4e}");
    digits.parse::<f64>().map_or(digits, |number| number.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_short() {
        let text = "-0.232058584690094 1.25 0.000031083234262041515 12 Models/1.000000000001.mdl";
        assert_eq!(super::rounded(text), "-0.23206 1.25 0.000031083 12 Models/1.000000000001.mdl");
    }
}
