//! Rules for properties without a counterpart on the other side.

use std::fmt;

use binio::Severity;
use scene_adapter::look::LookRule;

/// A change to properties without a counterpart on the other side. The same table, with the same numbers, is in [`crate::format`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each says in its text what it means")]
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
    Rebuilt,
    Renamed,
    SkinNames,
    SharedMaterial,
}

impl Rule {
    /// All of them.
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
        Self::Rebuilt,
        Self::Renamed,
        Self::SkinNames,
        Self::SharedMaterial,
    ];

    /// Its number in the table, from 1.
    pub const fn number(self) -> usize {
        (self as usize).saturating_add(1)
    }

    /// Returns the property and its change, for findings.
    pub const fn text(self) -> &'static str {
        match self {
            Self::MissingTexture => "a texture that isn't there is left out",
            Self::UnreadableTexture => "a texture that can't be decoded is left out",
            Self::MissingMaterial => "a material that isn't there is white, half rough",
            Self::Unseen => "a material that the engine doesn't draw is shown",
            Self::OtherShader => "a shader of its own is shown as metallic-roughness",
            Self::Water => "water is shown as a blue film",
            Self::BlendedLayers => "of several layers the first is shown",
            Self::Range => "a factor beyond its range becomes the nearer end",
            Self::GreenDown => "green of a normal map stays as it is: the engine takes it as down, glTF as up",
            Self::Emission => "emission, which the engine multiplies with the base colour, is shown alone",
            Self::Specular => "a specular factor is in the roughness",
            Self::AddressMode => "coordinates mirrored once are mirrored again and again",
            Self::Others => "other textures and properties are kept, not shown",
            Self::BaseMaterial => "what a base material says is in the look, its name is kept",
            Self::DoubleSided => "the engine shows one side of a triangle; the other is left out",
            Self::SecondSet => "a texture by another set of coordinates than the first goes by the first",
            Self::Transforms => "coordinates of textures aren't scaled, turned and moved",
            Self::Samplers => "beyond their edges all textures go on as the first does",
            Self::Filters => "pixels are smoothed where the nearest should be taken",
            Self::Reflection => "strength, colour and textures of reflection are left out",
            Self::Packed => "occlusion, roughness and metalness are put into one image",
            Self::Baked => "what the engine can't multiply is multiplied in the image",
            Self::TintedEmission => "emission, which the engine multiplies with the base colour, is written as it is",
            Self::UnlitRest => "what a material without light doesn't show is left out",
            Self::OtherFile => "a texture whose file isn't there any more gets another",
            Self::Rebuilt => "a material that was changed is made anew; its other textures and properties stay",
            Self::Renamed => "a name that is taken, or that the engine's files can't have, is changed",
            Self::SkinNames => "variants are skins by their numbers; their names are left out",
            Self::SharedMaterial => "sub meshes of one material of the model that have several have the first",
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
            | Self::Rebuilt
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
