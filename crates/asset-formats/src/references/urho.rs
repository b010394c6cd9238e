//! Finds the references in files for Urho3D, U3D and rbfx.

use std::collections::{HashMap, HashSet};

use binio::{Name, Path};
use urho_resource::Engine;

use crate::Format;
use crate::references::Reference;

/// Returns the formats that the engine can read for a resource type. This is empty if they are not known.
pub(super) fn formats_of(kind: &str) -> &'static [Format] {
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
