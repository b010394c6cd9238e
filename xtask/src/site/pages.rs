//! Pages of the site, their paths, and their frame.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path};

use super::markdown::{Rendered, render};
use super::{REPOSITORY, records};
use crate::links;
use crate::run::root;

/// Parts of the site that were built before.
pub(super) struct There {
    pub(super) try_it: bool,
    pub(super) add_ons: Vec<String>,
    pub(super) results: bool,
}

/// Pages in the menu, by their files in the tree.
const MENU: [(&str, &str); 14] = [
    ("site/guide/look.md", "Look"),
    ("site/guide/values.md", "Values"),
    ("site/guide/check.md", "Check"),
    ("site/guide/repair.md", "Repair"),
    ("site/guide/blender.md", "Blender"),
    ("site/guide/pipeline.md", "Game pipeline"),
    ("site/guide/ci.md", "CI"),
    ("site/guide/git.md", "Git"),
    ("site/guide/rust.md", "Rust"),
    ("site/guide/python.md", "Python"),
    ("site/formats.md", "Formats and crates"),
    ("site/compare.md", "Comparison"),
    ("site/limits.md", "Limits"),
    ("benches/RESULTS.md", "Results"),
];

/// Writes all pages. Returns how many there are.
pub(super) fn write(out: &Path, there: There) -> Result<usize, String> {
    let pages = pages()?;
    for (source, target) in &pages {
        let read = fs::read_to_string(root().join(source)).map_err(|error| format!("{source}: {error}"))?;
        let text = filled(&read, &there);
        let mut page = render(&text, |link| place(link, source, target, &pages));
        if let Some(folder) = source.strip_suffix("/FORMAT.md") {
            page.html += &records::chapter(&root().join(folder))?;
        }
        let html = around(&page, (source, target), &pages, &there);
        let path = out.join(target);
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, html))
            .map_err(|error| format!("{target}: {error}"))?;
    }
    Ok(pages.len())
}

/// The pages of the tree, and where each is on the site.
fn pages() -> Result<BTreeMap<String, String>, String> {
    let mut pages = BTreeMap::new();
    let mut add = |source: &str, target: String| {
        if root().join(source).is_file() {
            pages.insert(source.to_owned(), target);
        }
    };
    add("site/index.md", "index.html".into());
    for (source, _) in MENU {
        let name = Path::new(source).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        let folder = if source.starts_with("site/guide/") { "guide/" } else { "" };
        add(source, format!("{folder}{name}.html"));
    }
    for name in ["README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY", "CHANGELOG"] {
        add(&format!("{name}.md"), format!("{}.html", name.to_lowercase()));
    }
    for package in links::folders(&root().join("crates"))? {
        let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
        add(&format!("crates/{name}/README.md"), format!("crates/{name}/index.html"));
        add(&format!("crates/{name}/FORMAT.md"), format!("crates/{name}/format.html"));
    }
    add("crates/engine-assets-py/docs/examples.md", "crates/engine-assets-py/docs/examples.html".into());
    add("blender/README.md", "blender/index.html".into());
    Ok(pages)
}

/// Where a link of a page leads: to a page or a file of the site, to the repository, or elsewhere.
fn place(link: &str, source: &str, target: &str, pages: &BTreeMap<String, String>) -> Option<String> {
    if link.starts_with("crate::") || link.starts_with("super::") {
        return None;
    }
    if link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
        return Some(link.to_owned());
    }
    let (path, anchor) =
        link.split_once('#').map_or((link, String::new()), |(path, anchor)| (path, format!("#{anchor}")));
    // In the site's own pages, links that begin with @ are to pages that only the site has.
    if let Some(made) = path.strip_prefix('@') {
        return Some(format!("{}{anchor}", relative(target, made)));
    }
    let file = plain(&Path::new(source).with_file_name("").join(path));
    let page = [file.clone(), format!("{file}/README.md")].into_iter().find_map(|file| pages.get(&file));
    if let Some(page) = page {
        return Some(format!("{}{anchor}", relative(target, page)));
    }
    if file.starts_with("benches/plots/") {
        return Some(relative(target, file.trim_start_matches("benches/")));
    }
    if let Some(picture) = embedded(&file) {
        return Some(picture);
    }
    root().join(&file).exists().then(|| format!("{REPOSITORY}{file}{anchor}"))
}

/// Pictures of READMEs are small: they go into the page.
fn embedded(file: &str) -> Option<String> {
    let is_picture = Path::new(file).extension().is_some_and(|end| end == "png");
    let bytes = is_picture.then(|| fs::read(root().join(file)).ok()).flatten()?;
    Some(format!("data:image/png;base64,{}", base64_simd::STANDARD.encode_to_string(bytes)))
}

/// A path without `.` and `..`, with `/`.
fn plain(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// The way from one page to another.
fn relative(from: &str, to: &str) -> String {
    format!("{}{to}", "../".repeat(from.matches('/').count()))
}

/// Optional lines, kept only if something was built: `<!-- if try -->` … `<!-- end -->`.
fn filled(text: &str, there: &There) -> String {
    let mut out = String::new();
    let mut keep = true;
    for line in text.lines() {
        match line.trim() {
            "<!-- if try -->" => keep = there.try_it,
            "<!-- if not try -->" => keep = !there.try_it,
            "<!-- if add-on -->" => keep = !there.add_ons.is_empty(),
            "<!-- if not add-on -->" => keep = there.add_ons.is_empty(),
            "<!-- if results -->" => keep = there.results,
            "<!-- end -->" => keep = true,
            "<!-- add-ons -->" => {
                there.add_ons.iter().for_each(|name| out += &format!("* [{name}](@blender/{name})\n"));
            }
            _ if keep => out += &format!("{line}\n"),
            _ => {}
        }
    }
    out
}

/// The whole page.
fn around(
    Rendered { title, html }: &Rendered,
    (source, target): (&str, &str),
    pages: &BTreeMap<String, String>,
    there: &There,
) -> String {
    let item = |file: &str, name: &str| {
        let page = pages.get(file)?;
        let current = if file == source { " aria-current=\"page\"" } else { "" };
        Some(format!("<li><a href=\"{}\"{current}>{name}</a></li>", relative(target, page)))
    };
    let menu: String = MENU.iter().filter_map(|(file, name)| item(file, name)).collect();
    let try_it = if there.try_it {
        format!("<li><a href=\"{}\">Try it</a></li>", relative(target, "try/index.html"))
    } else {
        String::new()
    };
    let (style, home) = (relative(target, "style.css"), relative(target, "index.html"));
    let is_front = if target == "index.html" { " class=\"front\"" } else { "" };
    let whole = if target == "index.html" { title.to_owned() } else { format!("{title} · engine-assets") };
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{whole}</title><link rel=\"stylesheet\" href=\"{style}\"></head>\n<body{is_front}><header><a class=\"name\" href=\"{home}\">engine-assets</a>\
         <nav><ul>{try_it}{menu}</ul></nav></header>\n<main>\n{html}</main>\n<footer>MIT or Apache-2.0. Made from <a href=\"{REPOSITORY}{source}\">{source}</a>.</footer></body></html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages() {
        let pages = BTreeMap::from([
            ("crates/udm/README.md".to_owned(), "crates/udm/index.html".to_owned()),
            ("crates/udm/FORMAT.md".to_owned(), "crates/udm/format.html".to_owned()),
        ]);
        let from = |link: &str| place(link, "crates/udm/README.md", "crates/udm/index.html", &pages);
        assert_eq!(from("FORMAT.md#text").as_deref(), Some("../../crates/udm/format.html#text"));
        assert_eq!(from("../udm").as_deref(), Some("../../crates/udm/index.html"));
        assert_eq!(from("crate::Document"), None);
        assert_eq!(from("../../LICENSE-MIT"), Some(format!("{REPOSITORY}LICENSE-MIT")));
        assert_eq!(from("nowhere.md"), None);
    }
}
