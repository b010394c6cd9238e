//! Documents as parts: one file per format.

pub(crate) mod animation;
mod graph;
pub(crate) mod material;
pub(crate) mod material_list;
pub(crate) mod model;
pub(crate) mod resource;
pub(crate) mod scene;
#[cfg(feature = "serde")]
mod summary;
pub(crate) mod technique;

use urho_core::VariantKind;

use crate::Asset;
use crate::paths::edit::Setting;
use crate::paths::error::PathError;
use crate::paths::part::Part;

/// Where a part is in its document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Address {
    /// Several values, or a value that follows from others.
    None,
    /// Of an animation.
    Animation(animation::At),
    /// Of a material.
    Material(material::At),
    /// Of a material list.
    MaterialList(material_list::At),
    /// Of a model.
    Model(model::At),
    /// Of another data file.
    Resource(resource::At),
    /// Of a scene.
    Scene(scene::At),
    /// A part of a summary. You can read it, but not set it.
    Summary,
    /// Of a technique or of parameters of a texture.
    Technique(technique::At),
}

impl<'a> Asset<'a> {
    /// Returns the document as a tree of its parts, whose names are those of `inspect --json`. `None` for documents of UDM and Pragma, which have
    /// paths of their own: see [`as_udm`](Self::as_udm), and for formats that a project adds.
    ///
    /// Values of glTF, FBX, packages, images, shaders, scripts and ZED's files can be read, but not set.
    ///
    /// ```
    /// let material = asset_project::Asset::parse(b"<scene id=\"1\" />", Some("Yard.xml".as_ref()))?;
    /// assert!(material.part().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn part(&self) -> Option<Part<'_>> {
        viewed(self).or_else(|| derived(self, false))
    }
}

/// Returns a document whose values can be set as a part.
pub(crate) fn viewed<'d>(asset: &'d Asset<'_>) -> Option<Part<'d>> {
    match asset {
        Asset::UrhoAni(animation) => Some(animation::root(animation)),
        Asset::UrhoMdl(model) => Some(model::root(model)),
        Asset::UrhoMaterialList(list) => Some(material_list::root(list)),
        Asset::UrhoTechnique(technique) => Some(technique::technique(technique)),
        Asset::UrhoTexture(texture) => Some(technique::texture(texture)),
        Asset::UrhoMaterial(material) => Some(material::root(material)),
        Asset::UrhoResource(document) => resource::root(document),
        Asset::UrhoScene(document) => Some(scene::root(document)),
        _ => None,
    }
}

/// Returns a document that is only read as a part, with hashes of its bulk data or without.
pub(crate) fn derived<'d>(asset: &'d Asset<'_>, hashes: bool) -> Option<Part<'d>> {
    match asset {
        Asset::Gltf(document) => Some(graph_of(asset, &document.scene, hashes)),
        Asset::Fbx(document) => Some(graph_of(asset, &document.scene, hashes)),
        Asset::Other(_) => None,
        _ if asset.as_udm().is_some() => None,
        #[cfg(feature = "serde")]
        _ => Some(summary::root(asset, hashes)),
        #[cfg(not(feature = "serde"))]
        _ => None,
    }
}

/// Returns a scene as a part: its nodes and materials, and what the summary says about the rest.
fn graph_of<'d>(asset: &'d Asset<'_>, scene: &'d asset_scene::Scene<'_>, hashes: bool) -> Part<'d> {
    Part::group("", "Scene", Address::None, move || {
        let mut parts = graph::lists(scene);
        parts.extend(rest(asset, hashes).into_iter().filter(|part| !graph::LISTS.contains(&part.name())));
        parts
    })
}

#[cfg(feature = "serde")]
fn rest<'d>(asset: &Asset<'_>, hashes: bool) -> Vec<Part<'d>> {
    summary::parts(asset, hashes)
}

#[cfg(not(feature = "serde"))]
fn rest<'d>(_: &Asset<'_>, _: bool) -> Vec<Part<'d>> {
    Vec::new()
}

/// Sets values, all in one edit.
pub(crate) fn set(asset: &mut Asset<'_>, settings: &[Setting]) -> Result<(), PathError> {
    match asset {
        Asset::UrhoAni(animation) => animation::set(animation, &addressed(settings, animation_at)?),
        Asset::UrhoMdl(model) => model::set(model, &addressed(settings, model_at)?),
        Asset::UrhoMaterialList(list) => material_list::set(list, &addressed(settings, line_at)?),
        Asset::UrhoTechnique(technique) => technique::set(technique, &addressed(settings, technique_at)?),
        Asset::UrhoTexture(texture) => technique::set(texture, &addressed(settings, technique_at)?),
        Asset::UrhoMaterial(material) => material::set(material, &addressed(settings, material_at)?),
        Asset::UrhoResource(document) => resource::set(document, &addressed(settings, resource_at)?),
        Asset::UrhoScene(document) => scene::edit::set(document, &addressed(settings, scene_at)?),
        _ => Err(PathError::refused("", format!("files of this format are only read: {}", asset.format().title()))),
    }
}

/// Adds the value `name` to a group.
pub(crate) fn create(
    asset: &mut Asset<'_>,
    (path, around, name): (&str, &Address, &str),
    text: &str,
    kind: Option<VariantKind>,
) -> Result<(), PathError> {
    match (asset, around) {
        (Asset::UrhoMaterial(material), Address::Material(at)) => {
            material::create(material, (path, at, name), text, kind)
        }
        (Asset::UrhoTechnique(technique), Address::Technique(at)) => {
            technique::create(technique, (path, at, name), text)
        }
        (Asset::UrhoResource(document), Address::Resource(at)) => resource::create(document, (path, at, name), text),
        (Asset::UrhoScene(document), Address::Scene(at)) => scene::edit::create(document, (path, at, name), text, kind),
        _ => Err(PathError::refused(path, NOTHING_ADDED)),
    }
}

/// Why nothing can be added by name.
pub(crate) const NOTHING_ADDED: &str = "nothing can be added here";

/// Returns a copy of a document that values can be added to.
pub(crate) fn copy<'a>(asset: &Asset<'a>) -> Option<Asset<'a>> {
    match asset {
        Asset::UrhoMaterial(material) => Some(Asset::UrhoMaterial(material.clone())),
        Asset::UrhoTechnique(technique) => Some(Asset::UrhoTechnique(technique.clone())),
        Asset::UrhoResource(document) => Some(Asset::UrhoResource(document.clone())),
        Asset::UrhoScene(document) => Some(Asset::UrhoScene(document.clone())),
        _ => None,
    }
}

/// Removes parts, all in one edit.
pub(crate) fn remove(asset: &mut Asset<'_>, parts: &[(String, Address)]) -> Result<(), PathError> {
    match asset {
        Asset::UrhoAni(animation) => animation::remove(animation, &removed(parts, animation_at)?),
        Asset::UrhoTechnique(technique) => technique::remove(technique, &removed(parts, technique_at)?),
        Asset::UrhoTexture(texture) => technique::remove(texture, &removed(parts, technique_at)?),
        Asset::UrhoMaterial(material) => material::remove(material, &removed(parts, material_at)?),
        Asset::UrhoResource(document) => resource::remove(document, &removed(parts, resource_at)?),
        Asset::UrhoScene(document) => scene::edit::remove(document, &removed(parts, scene_at)?),
        _ => Err(PathError::refused("", format!("nothing can be removed in this format: {}", asset.format().title()))),
    }
}

/// Inserts an item into a list, before `index` or at the end.
pub(crate) fn insert(
    asset: &mut Asset<'_>,
    (path, list): (&str, &Address),
    index: Option<usize>,
    text: &str,
) -> Result<(), PathError> {
    match (asset, list) {
        (Asset::UrhoAni(animation), Address::Animation(at)) => animation::insert(animation, (path, *at), index, text),
        (Asset::UrhoResource(document), Address::Resource(at)) => resource::insert(document, (path, at), index, text),
        (Asset::UrhoMaterial(material), Address::Material(at)) => material::insert(material, (path, at), index, text),
        (Asset::UrhoTechnique(technique), Address::Technique(at)) => {
            technique::insert(technique, (path, at), index, text)
        }
        (Asset::UrhoScene(document), Address::Scene(at)) => scene::edit::insert(document, (path, at), index, text),
        _ => Err(PathError::refused(path, "nothing can be inserted here")),
    }
}

/// Adds the first item of a list that isn't there yet. Returns false if nothing like it can be there.
pub(crate) fn insert_first(
    asset: &mut Asset<'_>,
    (path, around, name): (&str, &Address, &str),
    text: &str,
) -> Result<bool, PathError> {
    match (asset, around) {
        (Asset::UrhoResource(document), Address::Resource(resource::At::Element(element, _))) => {
            let at = resource::At::Children(*element, name.to_owned());
            resource::insert(document, (path, &at), None, text).map(|()| true)
        }
        _ => Ok(false),
    }
}

fn animation_at(address: &Address) -> Option<animation::At> {
    if let Address::Animation(at) = address { Some(*at) } else { None }
}

fn line_at(address: &Address) -> Option<material_list::At> {
    if let Address::MaterialList(at) = address { Some(*at) } else { None }
}

fn technique_at(address: &Address) -> Option<technique::At> {
    if let Address::Technique(at) = address { Some(*at) } else { None }
}

fn model_at(address: &Address) -> Option<model::At> {
    if let Address::Model(at) = address { Some(*at) } else { None }
}

fn material_at(address: &Address) -> Option<material::At> {
    if let Address::Material(at) = address { Some(*at) } else { None }
}

fn resource_at(address: &Address) -> Option<resource::At> {
    if let Address::Resource(at) = address { Some(at.clone()) } else { None }
}

fn scene_at(address: &Address) -> Option<scene::At> {
    if let Address::Scene(at) = address { Some(at.clone()) } else { None }
}

/// Returns the settings with their places in the document.
fn addressed<T>(settings: &[Setting], at: impl Fn(&Address) -> Option<T>) -> Result<Vec<(T, &Setting)>, PathError> {
    let settings = settings.iter().map(|setting| match at(&setting.address) {
        Some(at) => Ok((at, setting)),
        None => Err(PathError::refused(&setting.path, "it follows from other content and can't be set")),
    });
    settings.collect()
}

/// Returns the parts to remove with their places in the document.
fn removed<T>(parts: &[(String, Address)], at: impl Fn(&Address) -> Option<T>) -> Result<Vec<(&str, T)>, PathError> {
    let parts = parts.iter().map(|(path, address)| match at(address) {
        Some(at) => Ok((path.as_str(), at)),
        None => Err(PathError::refused(path, "it can't be removed")),
    });
    parts.collect()
}
