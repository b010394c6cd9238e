//! Checks maps and tile sets from Tiled.

use binio::Severity;

use super::{Check, int, tiles};
use crate::item::Item;
use crate::kind::Kind;
use crate::kinds;

/// With more tiles than this, a map takes gigabytes, because the engine allocates a node and a drawable for each.
const MOST_TILES: i64 = 1 << 24;

pub(super) fn check(check: &mut Check<'_>) {
    if check.document.kind() == Kind::TileMap {
        root(check);
        ignored(check);
    }
    for (index, set) in sets(check) {
        tile_set(check, index, &set);
    }
    for (index, layer) in check.named("layer") {
        size(check, index, &layer);
        if let Some(data) = layer.child("data") {
            data_of(check, index, &layer, &data);
        }
    }
}

fn sets<'d>(check: &Check<'d>) -> Vec<(usize, Item<'d>)> {
    check.named("tileset")
}

fn root(check: &mut Check<'_>) {
    let Some(map) = check.document.root() else { return };
    if let Some(version) = map.entry("version").filter(|version| !version.text().starts_with(b"1.")) {
        let message =
            format!("version \"{}\" doesn't start with `1.`: the engine refuses the map", version.text().to_text());
        check.add_value(kinds::MAP_VERSION, Severity::Error, 0, &version, message);
    }
    size(check, 0, &map);
    if map.attribute("infinite").is_some_and(|infinite| infinite == *"1") {
        check.add(kinds::LAYER_DATA, Severity::Error, 0, "an infinite map: the engine doesn't read chunks");
    }
}

fn size(check: &mut Check<'_>, index: usize, item: &Item<'_>) {
    let [width, height] = ["width", "height"].map(|name| int(item, name).unwrap_or(0));
    let is_fine = width >= 0 && height >= 0 && width.checked_mul(height).is_some_and(|tiles| tiles <= MOST_TILES);
    if !is_fine {
        let message = format!("{width} x {height} tiles: the engine allocates them all");
        check.add(kinds::MAP_SIZE, Severity::Error, index, message);
    }
}

/// Reports groups, because the engine skips them together with their layers.
fn ignored(check: &mut Check<'_>) {
    let groups: Vec<usize> = check
        .outline
        .elements
        .iter()
        .enumerate()
        .filter(|(_, element)| element.depth == 1 && element.name == *"group")
        .map(|(index, _)| index)
        .collect();
    for index in groups {
        let message = "the engine ignores groups with all layers in them";
        check.add(kinds::MAP_IGNORED, Severity::Warning, index, message);
    }
}

fn tile_set(check: &mut Check<'_>, index: usize, set: &Item<'_>) {
    if set.attribute("source").is_some() {
        return;
    }
    let [width, height, spacing] = ["tilewidth", "tileheight", "spacing"].map(|name| int(set, name).unwrap_or(0));
    if set.child("image").is_some() && (width.saturating_add(spacing) <= 0 || height.saturating_add(spacing) <= 0) {
        let message = format!("tiles of {width} x {height} px with spacing {spacing}: the engine never ends");
        check.add(kinds::TILE_SIZE, Severity::Error, index, message);
    }
    let first = int(set, "firstgid").unwrap_or(0);
    for tile in set.children_named("tile") {
        let Some(animation) = tile.child("animation") else { continue };
        let path = check.outline.path(index);
        let mut tell = |severity, message: &str| {
            check.findings.add_at(kinds::TILE_ANIMATION, severity, path.clone(), message, animation.offset());
        };
        if animation.children_named("frame").is_empty() {
            tell(Severity::Error, "an animation without frames: U3D reads the first of none");
        } else if first > 1 {
            tell(
                Severity::Warning,
                "U3D plays animations of the first tile set only as drawn; the other engines ignore them",
            );
        }
    }
}

fn data_of(check: &mut Check<'_>, index: usize, layer: &Item<'_>, data: &Item<'_>) {
    if let Some(compression) = data.entry("compression").filter(|entry| !entry.text().is_empty()) {
        let message = format!("compression \"{}\": the engine refuses the map", compression.text().to_text());
        return check.add_value(kinds::LAYER_COMPRESSED, Severity::Error, index, &compression, message);
    }
    let tell = |check: &mut Check<'_>, severity, message: String| {
        check.findings.add_at(kinds::LAYER_DATA, severity, check.outline.path(index), message, data.offset());
    };
    if data.child("chunk").is_some() {
        return tell(check, Severity::Error, "chunks of an infinite map: the engine reads past the end".to_owned());
    }
    let [width, height] = ["width", "height"].map(|name| int(layer, name).unwrap_or(0).max(0) as u64);
    let expected = width.saturating_mul(height);
    let text = data.content().map(|content| content.text()).unwrap_or_default();
    let encoding = data.attribute("encoding");
    let count = match encoding.as_deref() {
        None | Some(b"" | b"xml") => Ok(data.children_named("tile").len() as u64),
        Some(b"csv") => tiles::csv(&text),
        Some(b"base64") => tiles::base64(&text),
        Some(other) => Err(format!("encoding \"{}\": the engine refuses the map", String::from_utf8_lossy(other))),
    };
    match count {
        Err(fault) => tell(check, Severity::Error, fault),
        Ok(count) if count < expected => {
            tell(check, Severity::Error, format!("{count} tiles of {expected}: the engine reads past the end"));
        }
        Ok(count) if count > expected => {
            tell(check, Severity::Note, format!("{count} tiles of {expected}: the engine ignores the rest"));
        }
        Ok(_) => {}
    }
}
