//! Finds the references in assets.

pub(crate) mod pragma;
mod urho;

use binio::{Name, Path};
use urho_resource::Condition;

use crate::Format;
use crate::asset::Asset;

use urho::formats_of;
pub(crate) use urho::{of_list, of_material, of_resource, of_scene, of_texture};

/// A file that an asset names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// The place of the name in the asset.
    pub path: Path,
    /// The name, as it is in the asset.
    pub name: Name<'static>,
    /// The resource type in the engine, for example `Model`. It is empty if the asset doesn't determine it.
    pub kind: String,
    /// The resource names that this can mean, in the order in which the engine tries them.
    pub candidates: Vec<String>,
    /// The formats that the engine can read there. This is empty if they are not known.
    pub expects: &'static [Format],
    /// When the engine searches for the file.
    pub condition: Condition,
}

impl Reference {
    /// Creates a reference to the file with this name. `kind` is the resource type, or empty if it is not known; it also
    /// determines the formats to expect.
    pub fn new(path: Path, name: &Name<'_>, kind: &str) -> Self {
        // `SpriteSheet2D;Sheet.xml@Walk` is a sprite of a sheet: the file is the sheet.
        let text = name.to_text();
        let file = match (kind, text.split_once('@')) {
            ("SpriteSheet2D" | "Sprite2D", Some((sheet, sprite))) if !sprite.contains('@') => sheet,
            _ => &*text,
        };
        let candidates = vec![file.to_owned()];
        Self {
            path,
            name: name.clone().into_owned(),
            kind: kind.to_owned(),
            candidates,
            expects: formats_of(kind),
            condition: Condition::Always,
        }
    }
}

/// Returns the files that an asset references, each only once. These are techniques and textures in materials,
/// materials in lists, images in cube maps, resources in scenes and prefabs, and references in Pragma assets.
///
/// Pass the resource name of the asset as `resource`, because image names can be relative to it. To find out which files
/// exist, use `check_references` in the crate `asset-project`.
pub fn references(asset: &Asset<'_>, resource: Option<&str>) -> Vec<Reference> {
    asset.document().references(resource)
}

/// The type that references use for a UDM schema.
pub const SCHEMA: &str = "Schema";

/// Returns the schemas that a UDM schema includes. They are files in the same folder, with or without an extension.
pub(crate) fn of_schema(document: &udm::Document<'_>, resource: Option<&str>) -> Vec<Reference> {
    let Ok(schema) = udm_tools::schema::Schema::from_document(document) else { return Vec::new() };
    let folder = resource
        .and_then(|resource| resource.rsplit_once('/'))
        .map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let reference = |(index, name): (usize, &String)| Reference {
        candidates: ["", ".udms", ".udms_b"].map(|end| format!("{folder}{name}{end}")).to_vec(),
        expects: &[Format::UDM],
        ..Reference::new(Path::from([("includes", index)]), &Name::from(name.as_str()), SCHEMA)
    };
    schema.includes.iter().enumerate().map(reference).collect()
}

/// Returns the references in a Pragma asset.
pub(crate) fn of_pragma(references: Vec<pragma_asset::Reference>) -> Vec<Reference> {
    let reference = |one: pragma_asset::Reference| {
        // The virtual file system lowers names, and empty parts mean nothing.
        let candidates = one
            .candidates
            .iter()
            .map(|name| name.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"));
        Reference {
            path: one.path,
            name: one.name,
            kind: String::new(),
            candidates: candidates.collect(),
            expects: &[],
            condition: Condition::Always,
        }
    };
    references.into_iter().map(reference).collect()
}
