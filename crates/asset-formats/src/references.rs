//! Finds the references in assets.

pub(crate) mod pragma;

use std::collections::{HashMap, HashSet};

use binio::{Name, Path};

use urho_resource::{Condition, Engine};

use crate::Format;
use crate::asset::Asset;

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

/// Returns the formats that the engine can read for a resource type. This is empty if they are not known.
fn formats_of(kind: &str) -> &'static [Format] {
    match kind {
        "Animation" => &[Format::URHO_ANI, Format::URHO_XML_ANI],
        "Material" => &[Format::URHO_MATERIAL],
        "Model" => &[Format::URHO_MDL],
        "PrefabResource" => &[Format::URHO_PREFAB, Format::URHO_SCENE],
        "Technique" => &[Format::URHO_TECHNIQUE],
        "Image" => &[Format::IMAGE],
        "AnimationSet2D" | "Font" | "ParticleEffect" | "ParticleEffect2D" | "Sound" | "SpriteSheet2D" | "TmxFile2D" => {
            &[Format::URHO_RESOURCE]
        }
        "Texture" | "Texture2D" => &[Format::IMAGE, Format::URHO_TEXTURE],
        // Loaded from the XML file that names their images; the engine refuses an image in its place.
        "Texture2DArray" | "Texture3D" | "TextureCube" => &[Format::URHO_TEXTURE],
        _ => &[],
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

/// Returns the techniques and textures in a material.
pub(crate) fn of_material(material: &urho_material::Material<'_>) -> Vec<Reference> {
    let data = material.data();
    let techniques = data.techniques.iter().map(|technique| ("technique", &technique.name, "Technique"));
    let textures = data.textures.iter().map(|texture| ("texture", &texture.name, "Texture"));
    let each = techniques.enumerate().chain(textures.enumerate());
    let named = each.filter(|(_, (_, name, _))| !name.trim_ascii().is_empty());
    named.map(|(index, (part, name, kind))| Reference::new(Path::from([(part, index)]), name, kind)).collect()
}

/// Returns the materials in a list.
pub(crate) fn of_list(list: &urho_material::MaterialList<'_>) -> Vec<Reference> {
    let lines = list.names().enumerate();
    let named = lines.filter(|(_, name)| !name.is_empty() && !name.eq_ignore_ascii_case(b"null"));
    named.map(|(index, name)| Reference::new(Path::from([("line", index)]), &name, "Material")).collect()
}

/// Returns the images in a cube map, volume or array.
pub(crate) fn of_texture(texture: &urho_material::Texture<'_>, resource: Option<&str>) -> Vec<Reference> {
    let folder = resource.and_then(|resource| resource.rsplit_once('/')).map(|(folder, _)| folder);
    let images = texture.images().into_iter().enumerate().filter(|(_, name)| !name.is_empty());
    let reference = |(index, name): (usize, Name<'_>)| {
        let mut reference = Reference::new(Path::from([("image", index)]), &name, "Image");
        // A name without a folder is relative to this file.
        if let Some(folder) = folder.filter(|_| !name.contains(&b'/')) {
            reference.candidates = vec![format!("{folder}/{}", name.to_text())];
        }
        reference
    };
    images.map(reference).collect()
}

/// Returns the references in a data file. If you don't know the resource name of the file, the names beside it are
/// taken for names in the root.
pub(crate) fn of_resource(document: &urho_resource::Document<'_>, resource: Option<&str>) -> Vec<Reference> {
    let mut seen = HashSet::new();
    let all = document.references(resource).into_iter();
    // A style names its image a hundred times.
    let named = all.filter(|one| seen.insert((one.name.clone(), one.resource.clone(), one.rule)));
    named
        .map(|one| {
            let mut candidates = one.candidates(resource.unwrap_or_default(), Engine::Urho3d);
            // The project may be one of rbfx, which goes up where the others stay.
            for candidate in one.candidates(resource.unwrap_or_default(), Engine::Rbfx) {
                if !candidates.contains(&candidate) {
                    candidates.push(candidate);
                }
            }
            Reference { candidates, condition: one.condition, ..Reference::new(one.path, &one.name, &one.resource) }
        })
        .collect()
}

/// Returns the references in a scene or prefab. Each name is returned only once for each type. Names in scripts and
/// variables are not included.
pub(crate) fn of_scene(scene: &urho_scene::Scene<'_>) -> Vec<Reference> {
    let mut seen = HashMap::<Name<'static>, Vec<String>>::new();
    let mut references = Vec::new();
    scene.each_resource(|node, attribute, kind, name| {
        let kinds = seen.get(name);
        if !is_known(scene, node, attribute) || kinds.is_some_and(|kinds| kinds.iter().any(|known| known == kind)) {
            return;
        }
        let reference = Reference::new(node.path(), name, kind);
        seen.entry(reference.name.clone()).or_default().push(kind.to_owned());
        references.push(reference);
    });
    references
}

/// Returns whether this attribute names files. The values of variables, and of variables in scripts, can be anything.
fn is_known(scene: &urho_scene::Scene<'_>, place: urho_scene::Place, attribute: &str) -> bool {
    let component =
        scene.nodes.get(place.node).zip(place.component).and_then(|(node, number)| node.components.get(number));
    let is_script = component
        .is_some_and(|component| ["ScriptInstance", "LuaScriptInstance"].iter().any(|class| component.is_a(class)));
    attribute != "Variables" && (!is_script || attribute.ends_with(" File"))
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
