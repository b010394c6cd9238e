//! The files that a document refers to.

mod rml;
mod shader;

use std::collections::HashSet;

use binio::{Name, Path};
use urho_core::{Engine, VariantKind};

use crate::document::Document;
use crate::item::{Entry, Item};
use crate::kind::Kind;
use crate::outline::{Outline, Visited};
use crate::vocabulary::{Rule, ValueType, ui_classes};

/// A file that a document refers to. To find out where it must be, use [`candidates`](Self::candidates).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// The part of the document that refers to it.
    pub path: Path,
    /// The offset of the name in the file. This is `None` if the name is not in the file, but derived from the file
    /// name.
    pub offset: Option<u64>,
    /// The name as it is in the file, but without a type.
    pub name: Name<'static>,
    /// The type of the resource in the engine, for example `Material`.
    pub resource: String,
    /// How to get a resource name from this name.
    pub rule: Rule,
    /// When the engine looks for the file.
    pub condition: Condition,
}

/// When the engine looks for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Condition {
    /// It always looks for the file.
    Always,
    /// It uses the file if it exists.
    IfExists,
    /// It only looks for the file if no reference with [`IfExists`](Self::IfExists) has a file that exists.
    Otherwise,
}

impl Reference {
    fn new(path: Path, entry: &Entry<'_>, resource: &str, rule: Rule) -> Self {
        Self::named(path, entry.text().into_owned(), Some(u64::from(entry.span().start)), resource, rule)
    }

    pub(crate) fn named(path: Path, name: Name<'static>, offset: Option<u64>, resource: &str, rule: Rule) -> Self {
        Self { path, offset, name, resource: resource.to_owned(), rule, condition: Condition::Always }
    }

    /// Returns the resource names that the engine will look for, given the resource name of this document. A shader has
    /// a name for each graphics library, so there may be several.
    ///
    /// Note that Urho3D and U3D delete `../` and `./` from names, but rbfx resolves them.
    pub fn candidates(&self, resource: &str, engine: Engine) -> Vec<String> {
        let text = self.name.to_text();
        let folder = resource.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = || if folder.is_empty() { text.to_string() } else { format!("{folder}/{text}") };
        let names = match self.rule {
            Rule::Absolute => vec![text.to_string()],
            Rule::Beside => vec![beside()],
            Rule::BesideJoined => return vec![joined(folder, &text)],
            Rule::BesideOrAbsolute => vec![beside(), text.to_string()],
            Rule::Shader => vec![format!("Shaders/GLSL/{text}.glsl"), format!("Shaders/HLSL/{text}.hlsl")],
            Rule::RbfxShader => vec![format!("Shaders/GLSL/{text}.glsl")],
        };
        names.iter().map(|name| clean(name, engine)).collect()
    }

    /// Returns whether there is a `../` in the name. Urho3D and U3D delete it, but rbfx resolves it.
    pub fn goes_up(&self) -> bool {
        self.rule != Rule::BesideJoined && self.name.to_text().replace('\\', "/").contains("../")
    }
}

/// Returns a resource name in the form that an engine uses.
fn clean(name: &str, engine: Engine) -> String {
    let name = name.replace('\\', "/");
    match engine {
        Engine::Urho3d | Engine::U3d => name.replace("../", "").replace("./", "").trim().to_owned(),
        Engine::Rbfx => resolved(&name),
    }
}

/// Resolves `..` and `.`. Steps above the root are dropped.
fn resolved(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Joins a folder and a name in the same way as RmlUi.
fn joined(folder: &str, name: &str) -> String {
    match name.strip_prefix('/') {
        Some(absolute) => resolved(absolute),
        None => resolved(&format!("{folder}/{name}")),
    }
}

impl Document<'_> {
    /// Returns the files that the document refers to, in file order, whether or not they exist. An empty name is not a
    /// reference.
    ///
    /// If you know the resource name of this file, you should pass it as `resource`: a Spriter project will look for the
    /// sprite sheet with the same name.
    pub fn references(&self, resource: Option<&str>) -> Vec<Reference> {
        let mut references = match self.kind() {
            Kind::RmlDocument => rml::document(self.text()),
            Kind::RmlStyle => rml::style(self.text()),
            Kind::ShaderSource => shader::includes(self.text()),
            _ => self.structured(),
        };
        references.retain(|reference| !reference.name.trim_ascii().is_empty());
        references.sort_by_key(|reference| reference.offset);
        if self.kind() == Kind::Spriter {
            sheet(resource, &mut references);
        }
        references
    }

    fn structured(&self) -> Vec<Reference> {
        let outline = Outline::of(self);
        let classes = outline.classes();
        let mut references = Vec::new();
        if let Some((Item::Xml(root), name)) = self.root().zip(self.inherited()) {
            let offset = root.attribute_of("inherit").map(|one| u64::from(one.value_span.start));
            references.push(Reference::named("inherit".into(), name.into_owned(), offset, "XMLFile", Rule::Absolute));
        }
        let targets = targets(&outline);
        for (index, element) in outline.elements.iter().enumerate() {
            let Some(info) = element.info else { continue };
            let class = classes.get(index).and_then(|class| class.as_deref());
            for entry in element.item.entries() {
                let Some(attribute) = info.attribute(&entry.name) else { continue };
                let path = || outline.path(index);
                match attribute.value {
                    ValueType::Resource(resource) => {
                        references.push(Reference::new(path(), &entry, resource.resource, resource.rule));
                    }
                    ValueType::Typed | ValueType::UiAttribute => {
                        typed(element, &entry, attribute.value, class, path(), &mut references);
                    }
                    _ if info.name == "texture"
                        && self.kind() == Kind::RenderPath
                        && entry.name == *"name"
                        && !targets.contains(&*entry.text().to_ascii_lowercase()) =>
                    {
                        references.push(Reference::new(path(), &entry, "Texture", Rule::Absolute));
                    }
                    _ => {}
                }
            }
        }
        if self.kind() == Kind::PropertyListSheet {
            references.extend(crate::validate::property_list_image(self));
        }
        references
    }
}

/// Returns the names of the render targets in a path, and of the viewport. They are in lower case, because the engine
/// compares hashes that ignore case.
pub(crate) fn targets(outline: &Outline<'_>) -> HashSet<Vec<u8>> {
    let named = outline.elements.iter().filter(|element| element.name == *"rendertarget");
    let names = named.filter_map(|element| element.item.attribute("name")).map(|name| name.to_ascii_lowercase());
    std::iter::once(b"viewport".to_vec()).chain(names).collect()
}

/// Adds the references in a value whose type is given by other attributes.
fn typed(
    element: &Visited<'_>,
    entry: &Entry<'_>,
    value: ValueType,
    class: Option<&str>,
    path: Path,
    references: &mut Vec<Reference>,
) {
    let name = element.item.attribute("name").unwrap_or_default();
    let kind = match value {
        ValueType::UiAttribute => {
            // A style may have any name: then the attribute tells.
            let known = class.and_then(|class| ui_classes::class_of(class.as_bytes()));
            let attribute = match known {
                Some(class) => class.attribute(&name),
                None => ui_classes::any_attribute(&name),
            };
            attribute.map(|attribute| attribute.kind)
        }
        _ => element.item.attribute("type").and_then(|kind| VariantKind::from_name(&kind)),
    };
    let text = entry.text();
    let offset = Some(u64::from(entry.span().start));
    let mut pieces = text.split(|byte| *byte == b';').map(|piece| Name::from(piece.to_vec()));
    match kind {
        Some(VariantKind::ResourceRef) => {
            if let (Some(resource), Some(name), None) = (pieces.next(), pieces.next(), pieces.next()) {
                references.push(Reference::named(path, name, offset, &resource.to_text(), Rule::Absolute));
            }
        }
        Some(VariantKind::ResourceRefList) => {
            let resource = pieces.next().unwrap_or_default();
            for name in pieces {
                references.push(Reference::named(path.clone(), name, offset, &resource.to_text(), Rule::Absolute));
            }
        }
        Some(VariantKind::String) if name == *"Shader Name" => {
            references.push(Reference::named(path, text.into_owned(), offset, "Shader", Rule::RbfxShader));
        }
        _ => {}
    }
}

/// Adds the sprite sheet that has the same name as a Spriter project. It replaces the images.
fn sheet(resource: Option<&str>, references: &mut Vec<Reference>) {
    references.iter_mut().for_each(|reference| reference.condition = Condition::Otherwise);
    let file = resource.and_then(|resource| resource.rsplit('/').next()).and_then(|file| file.rsplit_once('.'));
    let Some((stem, _)) = file else { return };
    for extension in ["xml", "plist"] {
        let name = Name::from(format!("{stem}.{extension}"));
        let mut sheet = Reference::named("sprite sheet".into(), name, None, "SpriteSheet2D", Rule::Beside);
        sheet.condition = Condition::IfExists;
        references.push(sheet);
    }
}
