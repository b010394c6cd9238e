//! What happens to properties that the other side doesn't have.

use std::fmt;

use binio::Severity;
use scene_adapter::look::LookRule;

/// What happens to a property that the other side doesn't have. [`crate::format`] has the same table, with the same
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the text of each rule is its meaning")]
pub enum Rule {
    MissingTexture,
    UnreadableTexture,
    MissingMaterial,
    Unseen,
    OtherShader,
    Water,
    BlendedLayers,
    Range,
    GreenDown,
    Emission,
    Specular,
    AddressMode,
    Others,
    BaseMaterial,
    DoubleSided,
    SecondSet,
    Transforms,
    Samplers,
    Filters,
    Reflection,
    Packed,
    Baked,
    TintedEmission,
    UnlitRest,
    OtherFile,
    Renamed,
    SkinNames,
    AbsentTexture,
}

impl Rule {
    /// All rules.
    pub const ALL: &'static [Self] = &[
        Self::MissingTexture,
        Self::UnreadableTexture,
        Self::MissingMaterial,
        Self::Unseen,
        Self::OtherShader,
        Self::Water,
        Self::BlendedLayers,
        Self::Range,
        Self::GreenDown,
        Self::Emission,
        Self::Specular,
        Self::AddressMode,
        Self::Others,
        Self::BaseMaterial,
        Self::DoubleSided,
        Self::SecondSet,
        Self::Transforms,
        Self::Samplers,
        Self::Filters,
        Self::Reflection,
        Self::Packed,
        Self::Baked,
        Self::TintedEmission,
        Self::UnlitRest,
        Self::OtherFile,
        Self::Renamed,
        Self::SkinNames,
        Self::AbsentTexture,
    ];

    /// Returns the number in the table, starting at 1.
    pub const fn number(self) -> usize {
        (self as usize).saturating_add(1)
    }

    /// Returns the text to use in findings: the property, and what happens to it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::MissingTexture => "a missing texture is left out",
            Self::UnreadableTexture => "an unreadable texture is left out",
            Self::MissingMaterial => "a missing material is shown white, with roughness 0.5",
            Self::Unseen => "a material that the engine doesn't draw is shown",
            Self::OtherShader => "an unknown shader is shown as metallic-roughness",
            Self::Water => "water is shown as a transparent blue surface",
            Self::BlendedLayers => "only the first of several layers is shown",
            Self::Range => "a factor is clamped to its range",
            Self::GreenDown => "green of a normal map isn't inverted: it points down in the engine, up in glTF",
            Self::Emission => "emission is shown without the base colour, by which the engine multiplies it",
            Self::Specular => "a specular factor becomes roughness",
            Self::AddressMode => "mirroring once becomes repeated mirroring",
            Self::Others => "other textures and properties are kept, not shown",
            Self::BaseMaterial => "the base material's values are shown; its name is kept",
            Self::DoubleSided => "the engine draws one side of triangles: double-sided is left out",
            Self::SecondSet => "a texture with another set of texture coordinates uses the first set",
            Self::Transforms => "texture transforms are left out",
            Self::Samplers => "all textures use the address mode of the first",
            Self::Filters => "nearest filtering becomes linear filtering",
            Self::Reflection => "strength, colour and specular textures are left out",
            Self::Packed => "occlusion, roughness and metalness are combined in one image",
            Self::Baked => "factors that the engine can't apply are multiplied into the image",
            Self::TintedEmission => {
                "emission is written unchanged, although the engine multiplies it by the base colour"
            }
            Self::UnlitRest => "properties that an unlit material doesn't use are left out",
            Self::OtherFile => "a texture gets another file",
            Self::Renamed => "a duplicate or invalid name is changed",
            Self::SkinNames => "variants become numbered skins; their names are left out",
            Self::AbsentTexture => "a texture that the scene doesn't have is named as before, and not written",
        }
    }
}

impl LookRule for Rule {
    fn kind(self) -> &'static binio::FindingKind {
        crate::kinds::MATERIAL_RULE
    }

    fn number(self) -> usize {
        Self::number(self)
    }

    fn severity(self) -> Severity {
        match self {
            Self::GreenDown
            | Self::Specular
            | Self::Others
            | Self::BaseMaterial
            | Self::Filters
            | Self::Packed
            | Self::Baked
            | Self::UnlitRest
            | Self::OtherFile
            | Self::Renamed
            | Self::SkinNames => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
