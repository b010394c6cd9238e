//! Checks whether the referenced files are in a format that the engine can read.

use std::collections::HashMap;
use std::path::Path as FilePath;

use asset_formats::{Asset, Detection, Format, Reference, Typed, kinds, references};
use binio::{Budget, Findings, Limits, Name, Path};
use urho_material::TextureKind;

use super::material_uses::shown;
use super::references::{Resolved, reference_findings, resolve};
use super::{Found, Resources, shaders};

/// This many bytes are read at both ends to detect a format.
const ENDS: usize = 1 << 16;
/// A file that was lost can be recognized by this many bytes. A Git LFS pointer is a text of about 130 bytes.
const BEGINNING: u64 = 1 << 10;
/// The format of a file is only checked up to this size.
const MOST_BYTES: u64 = 1 << 28;
/// If a file has one of these extensions, it is an image, so it need not be opened to know the format.
const IMAGES: [&str; 8] = ["bmp", "dds", "hdr", "jpeg", "jpg", "ktx", "png", "tga"];

/// Searches the files that an asset references, and returns those that it finds. Pass the path of the asset as `file`.
///
/// There is a finding for a file that is missing or has a name in different case, for a name that leads out of the
/// project, for a format that the engine can't read there, and for materials that a component sets although the model
/// has fewer geometries.
pub fn check_references(asset: &Asset<'_>, file: &FilePath, resources: &Resources) -> (Findings, Vec<Found>) {
    let (findings, resolved) = check_resolved(asset, file, resources);
    (findings, resolved.into_iter().filter_map(|(_, file)| file.ok().flatten()).collect())
}

/// Like [`check_references`], but returns all references.
pub fn check_resolved(asset: &Asset<'_>, file: &FilePath, resources: &Resources) -> (Findings, Vec<Resolved>) {
    let resource = resources.name_of(file);
    let resolved = resolve(references(asset, resource.as_deref()), resources);
    let mut findings = reference_findings(asset, &resolved, resources);
    findings.extend(content_findings(asset, resource.as_deref(), &resolved, resources));
    (findings, resolved)
}

/// Reports a file if its extension belongs to one family of formats but its content to another, because engines select
/// the loader by the extension.
pub fn check_name(asset: &Asset<'_>, file: &FilePath) -> Findings {
    let mut findings = Findings::new();
    if let Some(expected) = asset.format().misnamed(file) {
        let message = format!("expected {} by the file name, found {}", expected.title(), asset.format().title());
        findings.error(kinds::WRONG_EXTENSION, Path::new(), message);
    }
    findings
}

/// Reports referenced files if their content is not what the asset needs.
fn content_findings(
    asset: &Asset<'_>,
    resource: Option<&str>,
    resolved: &[Resolved],
    resources: &Resources,
) -> Findings {
    let mut findings = other_formats(resolved, resources);
    findings.extend(super::pragma_tables::check(asset, resources));
    findings.extend(super::side_clash::check(asset, resource, resources));
    match asset.typed() {
        Typed::UrhoScene(_) => findings.extend(materials(asset, resources)),
        Typed::UrhoResource(document) => findings.extend(super::patches::check(document, resource, resources)),
        Typed::UrhoTechnique(technique) => findings.extend(shaders::check(technique, resources)),
        Typed::UrhoTexture(texture) if texture.kind() == TextureKind::Cube => {
            findings.extend(faces(resolved, resources));
        }
        _ => {}
    }
    findings
}

/// Resource types that are in none of the formats of this library. A file in a known format is therefore the wrong
/// file.
const OF_NO_FORMAT: [&str; 1] = ["LuaFile"];

/// Reports the faces of a cube map if they are not squares of the same size, because the engine will not load them.
fn faces(resolved: &[Resolved], resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    // One image has all faces in an arrangement.
    if resolved.len() < 2 {
        return findings;
    }
    let mut first: Option<u32> = None;
    for (Reference { path, name, .. }, file) in resolved {
        let Some((width, height)) = file.as_ref().ok().and_then(Option::as_ref).and_then(|one| size(one, resources))
        else {
            continue;
        };
        let expected = *first.get_or_insert(width);
        if (width, height) != (expected, expected) {
            let message = format!("face \"{name}\" has {width} x {height} pixels, not {expected} x {expected}");
            findings.warning(kinds::CUBE_FACES_DIFFER, path.clone(), message);
        }
    }
    findings
}

/// Returns the width and height of an image, or `None` if it can't be read.
fn size(file: &Found, resources: &Resources) -> Option<(u32, u32)> {
    let bytes = resources.read_found(file, &mut budget()).ok()?;
    let image = asset_image::Image::parse(&bytes).ok()?;
    Some((image.info().width, image.info().height))
}

/// Reports files that exist but are in a format that the engine can't read there.
fn other_formats(resolved: &[Resolved], resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    let mut known: HashMap<&FilePath, Detection> = HashMap::new();
    for (Reference { path, name, kind, expects, .. }, file) in resolved {
        let Ok(Some(file)) = file else { continue };
        let is_of_no_format = OF_NO_FORMAT.contains(&kind.as_str());
        // Of images, and of files of any type, the beginning is enough: they aren't read to their ends.
        let is_any = expects.is_empty() && !is_of_no_format;
        let is_short = is_any || expects.iter().any(|format| format.is_texture()) && has_name_of_image(&file.name);
        let most = if is_short { BEGINNING } else { MOST_BYTES };
        let detection = *known.entry(&file.path).or_insert_with(|| detection_of(file, resources, most));
        if let Detection::OtherContent(_, content) = detection {
            let message = format!("\"{name}\" is {content}; {}", content.advice());
            findings.warning(kinds::RESOURCE_UNREADABLE, path.clone(), message);
        }
        let Detection::Known(format) = detection else { continue };
        if let Some(format) = Some(format).filter(|_| !is_short).filter(|format| !expects.contains(format)) {
            let mut titles: Vec<&str> = expects.iter().map(|format| format.title()).collect();
            if is_of_no_format {
                titles.push(kind);
            }
            let message = format!("expected {} at \"{name}\", found {}", titles.join(" or "), format.title());
            findings.warning(kinds::RESOURCE_FORMAT, path.clone(), message);
        }
    }
    findings
}

fn has_name_of_image(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    IMAGES.iter().any(|image| extension.eq_ignore_ascii_case(image))
}

/// Detects the format of a file from its first `most` bytes. If it can't be read, the format is unknown.
fn detection_of(file: &Found, resources: &Resources, most: u64) -> Detection {
    let read = resources.read_beginning(file, most);
    read.map_or(Detection::Unknown(None), |(bytes, is_whole)| detected(&bytes, is_whole, &file.name))
}

/// Detects the format of a file from the bytes at the beginning, which can be the whole file.
pub fn detected(bytes: &[u8], is_whole: bool, name: &str) -> Detection {
    let head = bytes.get(..ENDS).unwrap_or(bytes);
    let tail = bytes.get(bytes.len().saturating_sub(ENDS)..).unwrap_or(bytes);
    // Of a beginning, the length isn't known: it isn't empty, and not the whole.
    let length = if is_whole { bytes.len() as u64 } else { u64::MAX };
    Format::detect(head, length, tail, Some(FilePath::new(name)))
}

fn budget() -> Budget {
    Limits::default().budget()
}

/// Reports components that set materials for geometries which the model doesn't have. The engine ignores them.
fn materials(asset: &Asset<'_>, resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    let Typed::UrhoScene(document) = asset.typed() else { return findings };
    let scene = document.scene();
    let mut counts: HashMap<String, Option<usize>> = HashMap::new();
    for (node, model, materials) in shown(&scene) {
        let Some(last) = materials.iter().rposition(|name| !name.is_empty()) else { continue };
        let named = last.saturating_add(1);
        let count = match &model {
            None => Some(0),
            Some(model) => *counts.entry(model.clone()).or_insert_with(|| geometries(model, resources)),
        };
        let Some(count) = count.filter(|count| *count < named) else { continue };
        let message = match model {
            None => format!("names {named} materials, and no model"),
            Some(model) => {
                let model = Name::from(model.as_str()).to_string();
                format!("names {named} materials, and \"{model}\" has {count} geometries")
            }
        };
        findings.warning(kinds::MATERIALS_BEYOND_MODEL, node.path(), message);
    }
    findings
}

/// Returns the number of geometries in a model, or `None` if it can't be read.
fn geometries(model: &str, resources: &Resources) -> Option<usize> {
    let file = resources.find(model).ok()??;
    let bytes = resources.read_found(&file, &mut budget()).ok()?;
    urho_mdl::Model::parse(&bytes).ok().map(|model| model.geometries.len())
}
