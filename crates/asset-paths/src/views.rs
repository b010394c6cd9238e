//! Returns documents as parts. There is one file for each format.

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

use asset_formats::{Asset, Editor, Typed};
use urho_core::VariantKind;

use crate::edit::Setting;
use crate::error::PathError;
use crate::part::Part;

/// The place of a part in its document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Address {
    /// There is no single place, because these are several values, or a value that is derived from others.
    None,
    /// A place in an animation.
    Animation(animation::At),
    /// A place in a material.
    Material(material::At),
    /// A place in a material list.
    MaterialList(material_list::At),
    /// A place in a model.
    Model(model::At),
    /// A place in another data file.
    Resource(resource::At),
    /// A place in a scene.
    Scene(scene::At),
    /// A place in a summary. You can read the part, but not set it.
    Summary,
    /// A place in a technique or in texture parameters.
    Technique(technique::At),
}

/// Returns the document as a part; see [`Values::part`](crate::Values::part).
pub(crate) fn part<'d>(asset: &'d Asset<'_>) -> Option<Part<'d>> {
    viewed(asset).or_else(|| derived(asset, false))
}

/// Returns the document as a part, if its values can be set.
pub(crate) fn viewed<'d>(asset: &'d Asset<'_>) -> Option<Part<'d>> {
    match asset.typed() {
        Typed::UrhoAni(animation) => Some(animation::root(animation)),
        Typed::UrhoMdl(model) => Some(model::root(model)),
        Typed::UrhoMaterialList(list) => Some(material_list::root(list)),
        Typed::UrhoTechnique(technique) => Some(technique::technique(technique)),
        Typed::UrhoTexture(texture) => Some(technique::texture(texture)),
        Typed::UrhoMaterial(material) => Some(material::root(material)),
        Typed::UrhoResource(document) => resource::root(document),
        Typed::UrhoScene(document) => Some(scene::root(document)),
        _ => None,
    }
}

/// Returns the document as a part, if it can only be read. Set `hashes` to include hashes of the bulk data.
pub(crate) fn derived<'d>(asset: &'d Asset<'_>, hashes: bool) -> Option<Part<'d>> {
    match asset.typed() {
        Typed::Gltf(document) => Some(graph_of(asset, &document.scene, hashes)),
        Typed::Fbx(document) => Some(graph_of(asset, &document.scene, hashes)),
        _ if asset.as_udm().is_some() => None,
        #[cfg(feature = "serde")]
        _ => Some(summary::root(asset, hashes)),
        #[cfg(not(feature = "serde"))]
        _ => None,
    }
}

/// Returns a scene as a part: its nodes and materials, and then everything else from the summary.
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

/// Changes values in a document, given their addresses. All settings together are one edit, and so are all removals: if
/// there is an error, nothing is changed.
pub(crate) trait Edit {
    /// Returns a copy, to try out changes that may fail.
    fn copy(&self) -> Asset<'_>;

    /// Sets values.
    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError>;

    /// Adds a value to a group. The place contains its name.
    fn create(&mut self, target: Place<'_>, text: &str, kind: Option<VariantKind>) -> Result<(), PathError> {
        let _ = (text, kind);
        Err(PathError::refused(target.path, NOTHING_ADDED))
    }

    /// Removes parts.
    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError>;

    /// Inserts an item into a list, before `index` or at the end.
    fn insert(&mut self, target: Place<'_>, index: Option<usize>, text: &str) -> Result<(), PathError> {
        let _ = (index, text);
        Err(PathError::refused(target.path, NOTHING_INSERTED))
    }

    /// Inserts the first item into a list that doesn't exist yet. Returns false if such a list is not possible here.
    fn insert_first(&mut self, target: Place<'_>, text: &str) -> Result<bool, PathError> {
        let _ = (target, text);
        Ok(false)
    }
}

/// A group or list in a document, and the name of a part in it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p> {
    /// The path, for messages.
    pub(crate) path: &'p str,
    /// The address of the group or list.
    pub(crate) address: &'p Address,
    /// The name of the part. It is empty for an item in a list.
    pub(crate) name: &'p str,
}

/// Why nothing can be added by name.
const NOTHING_ADDED: &str = "nothing can be added here";
/// Why nothing can be inserted.
const NOTHING_INSERTED: &str = "nothing can be inserted here";

/// Changes a document. Returns an error with this problem if there are no edits for the format.
pub(crate) fn change<R>(
    asset: &mut Asset<'_>,
    problem: &str,
    edit: impl FnOnce(&mut dyn Edit) -> Result<R, PathError>,
) -> Result<R, PathError> {
    let (mut edit, mut result) = (Some(edit), None);
    asset.edit(&mut AnyFormat(|document: &mut dyn Edit| result = edit.take().map(|edit| edit(document))));
    result.unwrap_or_else(|| Err(PathError::refused("", format!("{problem}: {}", asset.format().title()))))
}

/// Passes any document that can be changed to the same function.
struct AnyFormat<F>(F);

impl<F: FnMut(&mut dyn Edit)> Editor for AnyFormat<F> {
    fn urho_ani(&mut self, document: &mut urho_ani::Animation<'_>) {
        (self.0)(document);
    }

    fn urho_xml_ani(&mut self, document: &mut urho_ani::XmlAnimation<'_>) {
        (self.0)(document);
    }

    fn urho_material(&mut self, document: &mut urho_material::Material<'_>) {
        (self.0)(document);
    }

    fn urho_material_list(&mut self, document: &mut urho_material::MaterialList<'_>) {
        (self.0)(document);
    }

    fn urho_technique(&mut self, document: &mut urho_material::Technique<'_>) {
        (self.0)(document);
    }

    fn urho_texture(&mut self, document: &mut urho_material::Texture<'_>) {
        (self.0)(document);
    }

    fn urho_mdl(&mut self, document: &mut urho_mdl::Model<'_>) {
        (self.0)(document);
    }

    fn urho_resource(&mut self, document: &mut urho_resource::Document<'_>) {
        (self.0)(document);
    }

    fn urho_scene(&mut self, document: &mut urho_scene::Document<'_>) {
        (self.0)(document);
    }
}

impl Edit for urho_ani::Animation<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        animation::set(self, &addressed(settings, animation_at)?)
    }

    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError> {
        animation::remove(self, &removed(parts, animation_at)?)
    }

    fn insert(&mut self, target: Place<'_>, index: Option<usize>, text: &str) -> Result<(), PathError> {
        match animation_at(target.address) {
            Some(at) => animation::insert(self, (target.path, at), index, text),
            None => Err(PathError::refused(target.path, NOTHING_INSERTED)),
        }
    }
}

/// Edits the content. The document then writes the changes into its text.
impl Edit for urho_ani::XmlAnimation<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.borrowed())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        let settings = addressed(settings, animation_at)?;
        changed(self, |animation| animation::set(animation, &settings))
    }

    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError> {
        let parts = removed(parts, animation_at)?;
        changed(self, |animation| animation::remove(animation, &parts))
    }

    fn insert(&mut self, target: Place<'_>, index: Option<usize>, text: &str) -> Result<(), PathError> {
        match animation_at(target.address) {
            Some(at) => changed(self, |animation| animation::insert(animation, (target.path, at), index, text)),
            None => Err(PathError::refused(target.path, NOTHING_INSERTED)),
        }
    }
}

/// Changes the content of an XML animation.
fn changed(
    document: &mut urho_ani::XmlAnimation<'_>,
    change: impl FnOnce(&mut urho_ani::Animation<'static>) -> Result<(), PathError>,
) -> Result<(), PathError> {
    let mut animation = document.animation().clone();
    change(&mut animation)?;
    document.set_animation(&animation).map_err(|error| PathError::refused("", error.to_string()))
}

impl Edit for urho_mdl::Model<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        model::set(self, &addressed(settings, model_at)?)
    }

    fn remove(&mut self, _: &[(String, Address)]) -> Result<(), PathError> {
        Err(PathError::refused("", format!("{NOTHING_REMOVED}: {}", asset_formats::Format::URHO_MDL.title())))
    }
}

impl Edit for urho_material::MaterialList<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        material_list::set(self, &addressed(settings, line_at)?)
    }

    fn remove(&mut self, _: &[(String, Address)]) -> Result<(), PathError> {
        Err(PathError::refused("", format!("{NOTHING_REMOVED}: {}", asset_formats::Format::URHO_MATERIAL_LIST.title())))
    }
}

/// Why nothing can be removed.
pub(crate) const NOTHING_REMOVED: &str = "nothing can be removed in this format";

impl Edit for urho_material::Texture<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        technique::set(self, &addressed(settings, technique_at)?)
    }

    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError> {
        technique::remove(self, &removed(parts, technique_at)?)
    }
}

impl Edit for urho_material::Technique<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        technique::set(self, &addressed(settings, technique_at)?)
    }

    fn create(&mut self, target: Place<'_>, text: &str, _: Option<VariantKind>) -> Result<(), PathError> {
        match technique_at(target.address) {
            Some(at) => technique::create(self, &target, &at, text),
            None => Err(PathError::refused(target.path, NOTHING_ADDED)),
        }
    }

    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError> {
        technique::remove(self, &removed(parts, technique_at)?)
    }

    fn insert(&mut self, target: Place<'_>, index: Option<usize>, text: &str) -> Result<(), PathError> {
        match technique_at(target.address) {
            Some(at) => technique::insert(self, (target.path, &at), index, text),
            None => Err(PathError::refused(target.path, NOTHING_INSERTED)),
        }
    }
}

impl Edit for urho_material::Material<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        material::set(self, &addressed(settings, material_at)?)
    }

    fn create(&mut self, target: Place<'_>, text: &str, kind: Option<VariantKind>) -> Result<(), PathError> {
        match material_at(target.address) {
            Some(at) => material::create(self, &target, &at, text, kind),
            None => Err(PathError::refused(target.path, NOTHING_ADDED)),
        }
    }

    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError> {
        material::remove(self, &removed(parts, material_at)?)
    }

    fn insert(&mut self, target: Place<'_>, index: Option<usize>, text: &str) -> Result<(), PathError> {
        match material_at(target.address) {
            Some(at) => material::insert(self, (target.path, &at), index, text),
            None => Err(PathError::refused(target.path, NOTHING_INSERTED)),
        }
    }
}

impl Edit for urho_resource::Document<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        resource::set(self, &addressed(settings, resource_at)?)
    }

    fn create(&mut self, target: Place<'_>, text: &str, _: Option<VariantKind>) -> Result<(), PathError> {
        match resource_at(target.address) {
            Some(at) => resource::create(self, &target, &at, text),
            None => Err(PathError::refused(target.path, NOTHING_ADDED)),
        }
    }

    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError> {
        resource::remove(self, &removed(parts, resource_at)?)
    }

    fn insert(&mut self, target: Place<'_>, index: Option<usize>, text: &str) -> Result<(), PathError> {
        match resource_at(target.address) {
            Some(at) => resource::insert(self, (target.path, &at), index, text),
            None => Err(PathError::refused(target.path, NOTHING_INSERTED)),
        }
    }

    fn insert_first(&mut self, target: Place<'_>, text: &str) -> Result<bool, PathError> {
        let Address::Resource(resource::At::Element(element, _)) = target.address else { return Ok(false) };
        let at = resource::At::Children(*element, target.name.to_owned());
        resource::insert(self, (target.path, &at), None, text).map(|()| true)
    }
}

impl Edit for urho_scene::Document<'_> {
    fn copy(&self) -> Asset<'_> {
        Asset::new(self.clone())
    }

    fn set(&mut self, settings: &[Setting]) -> Result<(), PathError> {
        scene::edit::set(self, &addressed(settings, scene_at)?)
    }

    fn create(&mut self, target: Place<'_>, text: &str, kind: Option<VariantKind>) -> Result<(), PathError> {
        match scene_at(target.address) {
            Some(at) => scene::edit::create(self, &target, &at, text, kind),
            None => Err(PathError::refused(target.path, NOTHING_ADDED)),
        }
    }

    fn remove(&mut self, parts: &[(String, Address)]) -> Result<(), PathError> {
        scene::edit::remove(self, &removed(parts, scene_at)?)
    }

    fn insert(&mut self, target: Place<'_>, index: Option<usize>, text: &str) -> Result<(), PathError> {
        match scene_at(target.address) {
            Some(at) => scene::edit::insert(self, (target.path, &at), index, text),
            None => Err(PathError::refused(target.path, NOTHING_INSERTED)),
        }
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
