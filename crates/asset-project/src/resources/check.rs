//! Checks whether referenced files have the formats that the engine reads.

use std::collections::HashMap;
use std::path::Path as FilePath;

use binio::{Budget, Findings, Limits, Name, Path};
use urho_material::TextureKind;

use super::material_uses::shown;
use super::references::{Reference, Resolved, reference_findings, references, resolve};
use super::{Found, Resources, shaders};
use crate::asset::Asset;
use crate::{Detection, Format, Typed, kinds};

/// Bytes read at both ends to detect a format.
const ENDS: usize = 1 << 16;
/// Bytes that tell a file from one that was lost: a Git LFS pointer is a text of about 130 bytes.
const BEGINNING: u64 = 1 << 10;
/// Bytes of a file whose format is compared with the expected one.
const MOST_BYTES: u64 = 1 << 28;
/// Extensions of images, which identify the format without opening the file.
const IMAGES: [&str; 8] = ["bmp", "dds", "hdr", "jpeg", "jpg", "ktx", "png", "tga"];

/// Searches the files that an asset references. Warns about missing files, different case, names that lead out of the project, files of a format that
/// the engine doesn't read there, and materials of a component beyond the geometries of its model. Also returns the resolved references. `file` is
/// the asset's own file.
pub fn check_references(asset: &Asset<'_>, file: &FilePath, resources: &Resources) -> (Findings, Vec<Found>) {
    let (findings, resolved) = check_resolved(asset, file, resources);
    (findings, resolved.into_iter().filter_map(|(_, found)| found.ok().flatten()).collect())
}

/// As [`check_references`], with all references.
pub(crate) fn check_resolved(asset: &Asset<'_>, file: &FilePath, resources: &Resources) -> (Findings, Vec<Resolved>) {
    let own = resources.name_of(file);
    let resolved = resolve(references(asset, own.as_deref()), resources);
    let mut findings = reference_findings(asset, &resolved, resources);
    findings.extend(content_findings(asset, own.as_deref(), &resolved, resources));
    (findings, resolved)
}

/// Reports a file whose extension belongs to one family of formats only, and whose content belongs to another: engines select the loader by the
/// extension.
pub fn check_name(asset: &Asset<'_>, file: &FilePath) -> Findings {
    let mut findings = Findings::new();
    if let Some(expected) = asset.format().misnamed(file) {
        let message = format!("expected {} by the file name, found {}", expected.title(), asset.format().title());
        findings.error(kinds::WRONG_EXTENSION, Path::new(), message);
    }
    findings
}

/// Findings about the content of referenced files, which may not be as the asset needs it.
fn content_findings(asset: &Asset<'_>, own: Option<&str>, resolved: &[Resolved], resources: &Resources) -> Findings {
    let mut findings = other_formats(resolved, resources);
    findings.extend(super::pragma_tables::check(asset, resources));
    findings.extend(super::side_clash::check(asset, own, resources));
    match asset.typed() {
        Typed::UrhoScene(_) => findings.extend(materials(asset, resources)),
        Typed::UrhoResource(document) => findings.extend(super::patches::check(document, own, resources)),
        Typed::UrhoTechnique(technique) => findings.extend(shaders::check(technique, resources)),
        Typed::UrhoTexture(texture) if texture.kind() == TextureKind::Cube => {
            findings.extend(faces(resolved, resources));
        }
        _ => {}
    }
    findings
}

/// Types of resources that no format of this library is: a file of any of its formats is another resource.
const OF_NO_FORMAT: [&str; 1] = ["LuaFile"];

/// Reports faces of a cube map that aren't squares of one size, which the engine refuses.
fn faces(resolved: &[Resolved], resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    // One image has all faces in an arrangement.
    if resolved.len() < 2 {
        return findings;
    }
    let mut first: Option<u32> = None;
    for (Reference { path, name, .. }, found) in resolved {
        let Some((width, height)) = found.as_ref().ok().and_then(Option::as_ref).and_then(|one| size(one, resources))
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

/// Width and height of an image; `None` if it can't be read.
fn size(found: &Found, resources: &Resources) -> Option<(u32, u32)> {
    let bytes = resources.read_found(found, &mut budget()).ok()?;
    let image = asset_image::Image::parse(&bytes).ok()?;
    Some((image.info().width, image.info().height))
}

/// Reports existing files of a format that the engine doesn't read in their place.
fn other_formats(resolved: &[Resolved], resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    let mut known: HashMap<&FilePath, Detection> = HashMap::new();
    for (Reference { path, name, kind, expects, .. }, found) in resolved {
        let Ok(Some(found)) = found else { continue };
        let is_of_no_format = OF_NO_FORMAT.contains(&kind.as_str());
        // Of images, and of files of any type, the beginning is enough: they aren't read to their ends.
        let is_any = expects.is_empty() && !is_of_no_format;
        let is_short = is_any || expects.contains(&Format::IMAGE) && has_name_of_image(&found.name);
        let most = if is_short { BEGINNING } else { MOST_BYTES };
        let detection = *known.entry(&found.path).or_insert_with(|| detection_of(found, resources, most));
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

/// The format of a file by its first `most` bytes; unknown if it can't be read.
fn detection_of(found: &Found, resources: &Resources, most: u64) -> Detection {
    let read = resources.read_beginning(found, most);
    read.map_or(Detection::Unknown(None), |(bytes, is_whole)| detected(&bytes, is_whole, &found.name))
}

/// The format of a file by its beginning, which may be the whole file.
pub(crate) fn detected(bytes: &[u8], is_whole: bool, name: &str) -> Detection {
    let head = bytes.get(..ENDS).unwrap_or(bytes);
    let tail = bytes.get(bytes.len().saturating_sub(ENDS)..).unwrap_or(bytes);
    // Of a beginning, the length isn't known: it isn't empty, and not the whole.
    let length = if is_whole { bytes.len() as u64 } else { u64::MAX };
    Format::detect(head, length, tail, Some(FilePath::new(name)))
}

fn budget() -> Budget {
    Limits::default().budget()
}

/// Tells of components that name materials for geometries that their model hasn't got: the engine drops these.
fn materials(asset: &Asset<'_>, resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    let Typed::UrhoScene(document) = asset.typed() else { return findings };
    let scene = document.scene();
    let mut counts: HashMap<String, Option<usize>> = HashMap::new();
    for (place, model, materials) in shown(&scene) {
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
        findings.warning(kinds::MATERIALS_BEYOND_MODEL, place.path(), message);
    }
    findings
}

/// Number of geometries of a model; `None` if it can't be read.
fn geometries(model: &str, resources: &Resources) -> Option<usize> {
    let found = resources.find(model).ok()??;
    let bytes = resources.read_found(&found, &mut budget()).ok()?;
    urho_mdl::Model::parse(&bytes).ok().map(|model| model.geometries.len())
}
