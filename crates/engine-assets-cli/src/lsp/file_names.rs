//! Links, pictures and completion for file names in a text.

use std::path::{Path, PathBuf};

use base64_simd::STANDARD;
use engine_assets::convert::ToScene;
use engine_assets::graph::{NamedAt, completion_at, name_at, names_in};
use engine_assets::{Asset, Resources, Typed};
use serde_json::{Value, json};

use super::diagnostics::path_of;
use super::position::Lines;
use super::protocol::Position;
use crate::counts::size;
use crate::inputs::Input;
use crate::render::open::Opener;
use crate::render::thumbnail::{LARGEST_SHOWN, picture};
use crate::report::shown;
use crate::resources::{Lookup, ResourceOptions, near};

/// The maximum number of links and names in an answer, because editors are slow with thousands of them.
const MAX_ITEMS: usize = 20_000;
/// The number of the protocol for an item that is a file.
const ITEM_FILE: u8 = 17;

/// Returns the folders and packages to search for names in a text. `root` is the folder that is open in the editor.
pub(super) fn around(path: &Path, root: Option<&Path>) -> Option<Resources> {
    let root = root.filter(|root| path.starts_with(root));
    root.map_or_else(|| Resources::around(path), |root| Resources::around_in(path, root)).ok()
}

/// Returns the name at a position and the files with this name.
pub(super) fn named(path: &Path, text: &str, position: Position, root: Option<&Path>) -> Option<NamedAt> {
    name_at(path, text, Lines::of(text).offset(position), &around(path, root)?)
}

/// Returns all file names in a text as links. If there are several files, as for a shader, the link is to the first of
/// them.
pub(super) fn links(uri: &str, text: &str, root: Option<&Path>) -> Vec<Value> {
    let Some((path, resources)) = resources(uri, root) else { return Vec::new() };
    let lines = Lines::of(text);
    let link = |named: NamedAt| {
        let target = super::references::uri(named.files.first()?);
        Some(json!({ "range": lines.range(named.range), "target": target }))
    };
    names_in(&path, text, &resources, MAX_ITEMS).into_iter().filter_map(link).collect()
}

fn resources(uri: &str, root: Option<&Path>) -> Option<(PathBuf, Resources)> {
    let path = path_of(uri)?;
    let resources = around(&path, root)?;
    Some((path, resources))
}

/// Returns the path, format and size of the file that is named at a position, and a picture of it. The text is in a
/// code block, because file names must not be read as markup.
pub(super) fn hover(uri: &str, text: &str, position: Position, root: Option<&Path>) -> Option<Value> {
    let named = named(&path_of(uri)?, text, position, root)?;
    let files: Vec<String> = named.files.iter().map(|file| about(file)).collect();
    let picture = named.files.first().and_then(|file| shown_as(file)).unwrap_or_default();
    let value = format!("```text\n{}\n```{picture}", files.join("\n"));
    Some(json!({ "contents": { "kind": "markdown", "value": value }, "range": Lines::of(text).range(named.range) }))
}

/// Returns the path, format and size of a file.
fn about(path: &Path) -> String {
    let bytes = path.metadata().map_or(0, |file| file.len());
    let opened = if bytes <= LARGEST_SHOWN { Input::found(path).read().ok() } else { None };
    let format = opened.as_deref().and_then(|bytes| Asset::parse(bytes, Some(path)).ok()).map(|asset| {
        let pixels = if let Typed::Image(image) = asset.typed() { Some(image.info()) } else { None };
        let pixels = pixels.map(|info| format!(", {} x {} pixels", info.width, info.height)).unwrap_or_default();
        format!("{}{pixels}, ", asset.format().title())
    });
    format!("{}\n{}{}", shown(&near(path)), format.unwrap_or_default(), size(bytes))
}

/// Returns a picture of a file as markup, or `None` if it can't be drawn. Scenes and maps are not drawn, because they
/// may need a whole project.
fn shown_as(path: &Path) -> Option<String> {
    if path.metadata().ok()?.len() > LARGEST_SHOWN {
        return None;
    }
    let input = Input::found(path);
    let bytes = input.read_if_asset().ok()??;
    let format = Asset::parse(&bytes, Some(path)).ok()?.format();
    if !format.is_pictured() && !format.is_prefab() {
        return None;
    }
    let lookup = Lookup::new(&ResourceOptions::default()).ok()?;
    let opener = Opener { lookup, options: ToScene::default(), animation: None };
    let png = STANDARD.encode_to_string(picture(&opener, &input, None)?);
    Some(format!("\n\n![](data:image/png;base64,{png})"))
}

/// Returns the names that can be used at a position. This is only done if the format reads a name there.
pub(super) fn completion(uri: &str, text: &str, position: Position, root: Option<&Path>) -> Option<Vec<Value>> {
    let (path, resources) = resources(uri, root)?;
    let lines = Lines::of(text);
    let completion = completion_at(&path, text, lines.offset(position), &resources)?;
    let range = lines.range(completion.range);
    let item = |name: &String| {
        json!({
            "label": name,
            "kind": ITEM_FILE,
            "detail": completion.kind,
            "filterText": name,
            "textEdit": { "range": range, "newText": name },
        })
    };
    Some(completion.names.iter().take(MAX_ITEMS).map(item).collect())
}
