//! Materials, techniques, material lists and texture parameters for Urho3D, U3D and rbfx.

use asset_scene::{Id, Scene};
use binio::{Findings, Path};
use scene_adapter::{ResourceReader, ShowOptions};
use urho_material::{Encoding, Material, MaterialList, Technique, Texture};

use super::opened;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::head::FileHead;
use crate::references::{self, Reference};
use crate::{Error, Feature, Format, OutputFormat, Shows, WriteOptions};

impl Format {
    /// A material for Urho3D, U3D or rbfx, in XML or JSON.
    pub const URHO_MATERIAL: Self =
        Self::new("urho-material", "Urho3D material").shows(Shows::Material).with_features(&[Feature::Merged]);
    /// The material list of a model for Urho3D, U3D or rbfx.
    pub const URHO_MATERIAL_LIST: Self = Self::new("urho-material-list", "Urho3D material list");
    /// A technique for Urho3D, U3D or rbfx.
    pub const URHO_TECHNIQUE: Self =
        Self::new("urho-technique", "Urho3D technique").with_features(&[Feature::Shared, Feature::Merged]);
    /// Texture parameters for Urho3D, U3D or rbfx. This can also be a cube map, volume or array of images.
    pub const URHO_TEXTURE: Self =
        Self::new("urho-texture", "Urho3D texture parameters").with_features(&[Feature::Merged]);
}

pub(super) const DRIVERS: &[Driver] = &[
    Driver::new(
        Format::URHO_MATERIAL,
        |head, evidence| evidence == Evidence::Root && is_material(head),
        |bytes, _| opened(Format::URHO_MATERIAL, Material::parse(bytes)),
    )
    .becomes(|output_format| matches!(output_format, OutputFormat::XML | OutputFormat::JSON))
    .causes(&[cause_of::<urho_material::ErrorKind>])
    .findings(&[urho_material::kinds::ALL]),
    Driver::new(
        Format::URHO_MATERIAL_LIST,
        |head, evidence| evidence == Evidence::Root && head.has_extension(&["txt"]) && is_list(head.text()),
        |bytes, _| opened(Format::URHO_MATERIAL_LIST, MaterialList::parse(bytes)),
    ),
    Driver::new(
        Format::URHO_TECHNIQUE,
        |head, evidence| evidence == Evidence::Root && head.root() == Some(b"technique"),
        |bytes, _| opened(Format::URHO_TECHNIQUE, Technique::parse(bytes)),
    ),
    Driver::new(
        Format::URHO_TEXTURE,
        |head, evidence| evidence == Evidence::Root && is_texture(head),
        |bytes, _| opened(Format::URHO_TEXTURE, Texture::parse(bytes)),
    ),
];

/// Returns whether this is a material: XML with the right root, or JSON with the right name and key.
fn is_material(head: &FileHead<'_>) -> bool {
    let is_json =
        || head.has_extension(&["json", "xml", "material"]) && head.has_key(&["techniques", "shaderParameters"]);
    head.root() == Some(b"material") || is_json()
}

fn is_texture(head: &FileHead<'_>) -> bool {
    matches!(head.root(), Some(b"texture" | b"cubemap" | b"texture3d" | b"texturearray"))
}

/// Returns whether every line is empty or names a material. The last line can be cut off.
fn is_list(text: &[u8]) -> bool {
    let mut lines: Vec<&[u8]> = text.split(|byte| matches!(byte, b'\r' | b'\n')).map(<[u8]>::trim_ascii).collect();
    if lines.len() > 1 {
        lines.pop();
    }
    let ends = |line: &[u8], ending: &[u8]| line.len() > ending.len() && line.to_ascii_lowercase().ends_with(ending);
    let is_material = |line: &&[u8]| [&b".xml"[..], b".json", b".material"].iter().any(|ending| ends(line, ending));
    let is_nothing = |line: &&[u8]| line.is_empty() || line.eq_ignore_ascii_case(b"null");
    lines.iter().any(is_material) && lines.iter().all(|line| is_material(line) || is_nothing(line))
}

/// Implements the trait for a document of the format crate. You must pass a function for its references, and can add
/// functions for a single type.
macro_rules! document {
    ($type:ident, $format:ident, $typed:ident, $editor:ident, $variant:expr, $references:expr $(, $more:item)*) => {
        impl Document for $type<'_> {
            contract! { format($format) variant($variant) validate to_bytes into_owned summary() edit($editor) typed($typed) }

            fn references(&self, own: Option<&str>) -> Vec<Reference> {
                let references: fn(&Self, Option<&str>) -> Vec<Reference> = $references;
                references(self, own)
            }

            $($more)*
        }
    };
}

document!(
    Material,
    URHO_MATERIAL,
    UrhoMaterial,
    urho_material,
    |one| one.encoding().name(),
    |one, _| references::of_material(one),
    fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        write(self, output_format, options)
    },
    fn show_material(
        &self,
        scene: &mut Scene<'_>,
        material: Id<asset_scene::Material>,
        resource: &str,
        resources: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) {
        scene_urho::adapter::show_material(scene, material, resource, resources, options);
    }
);
document!(Technique, URHO_TECHNIQUE, UrhoTechnique, urho_technique, |_| "xml", |_, _| Vec::new());
document!(Texture, URHO_TEXTURE, UrhoTexture, urho_texture, |one| one.kind().name(), references::of_texture);
document!(MaterialList, URHO_MATERIAL_LIST, UrhoMaterialList, urho_material_list, |_| "text", |one, _| {
    references::of_list(one)
});

/// Findings about content that the engine doesn't read, so it can't be stored in the other form.
const UNREAD: [&str; 5] = [
    urho_material::kinds::ELEMENT_UNKNOWN.as_str(),
    urho_material::kinds::ATTRIBUTE_UNKNOWN.as_str(),
    urho_material::kinds::STRAY_TEXT.as_str(),
    urho_material::kinds::EXTRA_ELEMENT.as_str(),
    urho_material::kinds::ELEMENT_DUPLICATE.as_str(),
];

/// Writes a material as XML or JSON. If it already is in this encoding, it stays unchanged.
fn write(
    material: &Material<'_>,
    output_format: OutputFormat,
    options: &WriteOptions,
) -> Result<(Vec<u8>, Findings), Error> {
    let malformed = |error| Error::malformed(Format::URHO_MATERIAL, error);
    let bytes = match (output_format, material.encoding()) {
        (OutputFormat::JSON, Encoding::Xml) => material.data().to_json(),
        (OutputFormat::XML, Encoding::Json) => material.data().to_xml(options.engine.unwrap_or_default()),
        _ => return Ok((material.to_bytes().map_err(malformed)?, Findings::new())),
    };
    Ok((bytes.map_err(malformed)?, losses(material)))
}

/// Returns what the other form can't store: everything that the engine doesn't read, and comments.
fn losses(material: &Material<'_>) -> Findings {
    let mut findings = Findings::new();
    for finding in material.validate().iter().filter(|finding| UNREAD.contains(&finding.kind.as_str())) {
        findings.loss(
            finding.kind,
            finding.path.clone(),
            format!("{}; the other form has no place for it", finding.message),
        );
    }
    if material.to_bytes().is_ok_and(|bytes| bytes.windows(4).any(|letters| letters == b"<!--")) {
        let message = "comments are left out, because JSON has none";
        findings.expected_loss(crate::kinds::COMMENTS_LOST, Path::new(), message);
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::is_list;

    #[test]
    fn a_list_names_a_material_in_each_line_or_none() {
        // The last line may be cut off, but not the only one.
        assert!(is_list(b"A.material\nMaterials/B.x"));
        assert!(is_list(b"A.xml"));
        assert!(!is_list(b"A.x"));
        // Without a material, or without a name before the ending.
        assert!(!is_list(b"\nnull\n\n"));
        assert!(!is_list(b".xml\n\n"));
    }
}
