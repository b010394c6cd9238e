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
    MissingTechnique,
    NoTechnique,
    FurtherTechniques,
    Highlights,
    Range,
    Offsets,
    PackedNormals,
    Lightmap,
    Reflection,
    FurtherUnits,
    OtherTextures,
    Blending,
    FrontCulled,
    Coordinates,
    ColouredOcclusion,
    Border,
    VertexColours,
    UnlitEmission,
    Animations,
    States,
    Parameters,
    SecondSet,
    Transforms,
    OcclusionBesideEmission,
    Baked,
    Cutoff,
    MaskWithoutTexture,
    SpecularTextures,
    Refraction,
    ColouredReflection,
    HiddenVertexColours,
    UnlitRest,
    Filters,
    OtherFile,
    Rebuilt,
    Renamed,
}

impl Rule {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::MissingTexture,
        Self::UnreadableTexture,
        Self::MissingMaterial,
        Self::MissingTechnique,
        Self::NoTechnique,
        Self::FurtherTechniques,
        Self::Highlights,
        Self::Range,
        Self::Offsets,
        Self::PackedNormals,
        Self::Lightmap,
        Self::Reflection,
        Self::FurtherUnits,
        Self::OtherTextures,
        Self::Blending,
        Self::FrontCulled,
        Self::Coordinates,
        Self::ColouredOcclusion,
        Self::Border,
        Self::VertexColours,
        Self::UnlitEmission,
        Self::Animations,
        Self::States,
        Self::Parameters,
        Self::SecondSet,
        Self::Transforms,
        Self::OcclusionBesideEmission,
        Self::Baked,
        Self::Cutoff,
        Self::MaskWithoutTexture,
        Self::SpecularTextures,
        Self::Refraction,
        Self::ColouredReflection,
        Self::HiddenVertexColours,
        Self::UnlitRest,
        Self::Filters,
        Self::OtherFile,
        Self::Rebuilt,
        Self::Renamed,
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
            Self::MissingTechnique => "a technique that isn't there means what its name says",
            Self::NoTechnique => "a material without a technique draws nothing in the engine; it is shown white",
            Self::FurtherTechniques => "techniques for other distances and qualities are kept, the first is shown",
            Self::Highlights => "highlights by an exponent become roughness, (2 / (exponent + 2)) ^ 1/4",
            Self::Range => "a factor beyond its range becomes the nearer end",
            Self::Offsets => "numbers that are added to roughness and metalness are added in the image",
            Self::PackedNormals => "normals in alpha and green are unpacked",
            Self::Lightmap => "a light map is kept, not shown",
            Self::Reflection => "a reflected cube map is kept, not shown",
            Self::FurtherUnits => "a texture in a unit that the technique doesn't show is kept, not shown",
            Self::OtherTextures => "a cube, volume or array texture is kept, not shown",
            Self::Blending => "another way of blending than by alpha is kept, shown as by alpha",
            Self::FrontCulled => "the engine shows the back of it; the front is shown",
            Self::Coordinates => "texture coordinates that are sheared are kept, not shown",
            Self::ColouredOcclusion => "of coloured occlusion red is shown",
            Self::Border => "what is beyond an image has the colour of its edge, not of a border",
            Self::VertexColours => "colours of vertices, which the technique doesn't show, are shown",
            Self::UnlitEmission => "emission of a material without light is kept, not shown",
            Self::Animations => "animations of parameters are kept, not shown",
            Self::States => "fill, depth bias, order and other states are kept, not shown",
            Self::Parameters => "parameters of other shaders are kept, not shown",
            Self::SecondSet => "a texture by another set of coordinates than the first goes by the first",
            Self::Transforms => "all textures have the transform of the first",
            Self::OcclusionBesideEmission => "beside emission there is no place for occlusion; left out",
            Self::Baked => "what the engine can't multiply is multiplied in the image",
            Self::Cutoff => "the engine cuts off at half of alpha; alpha in the image is made so",
            Self::MaskWithoutTexture => "without a texture nothing is cut off",
            Self::SpecularTextures => "textures of reflection are left out",
            Self::Refraction => "an index of refraction becomes the strength of reflection",
            Self::ColouredReflection => "of coloured reflection the strongest colour is taken for all",
            Self::HiddenVertexColours => "colours of vertices, which no such technique shows, are not shown",
            Self::UnlitRest => "what a material without light doesn't show is left out",
            Self::Filters => "the engine has no such filter; the nearest is taken",
            Self::OtherFile => "a texture whose file isn't there any more gets another",
            Self::Rebuilt => {
                "a material that was changed is made anew; its states and the parameters of other shaders stay"
            }
            Self::Renamed => "a name that is taken, or that no file can have, is changed",
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
            Self::FurtherTechniques
            | Self::Highlights
            | Self::Offsets
            | Self::PackedNormals
            | Self::States
            | Self::Parameters
            | Self::Baked
            | Self::Cutoff
            | Self::Refraction
            | Self::UnlitRest
            | Self::Filters
            | Self::OtherFile
            | Self::Rebuilt
            | Self::Renamed => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
