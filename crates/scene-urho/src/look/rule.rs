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
    LinearVertexColours,
    UnlitRest,
    Filters,
    OtherFile,
    Rebuilt,
    Renamed,
    Invisible,
    AbsentTexture,
}

impl Rule {
    /// All rules.
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
        Self::LinearVertexColours,
        Self::UnlitRest,
        Self::Filters,
        Self::OtherFile,
        Self::Rebuilt,
        Self::Renamed,
        Self::Invisible,
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
            Self::MissingTechnique => "a missing technique is replaced by its name's meaning",
            Self::NoTechnique => "a material without a technique draws nothing in the engine; it isn't shown",
            Self::FurtherTechniques => "techniques for other distances and qualities are kept, the first is shown",
            Self::Highlights => "specular exponents become roughness, (2 / (exponent + 2)) ^ 1/4",
            Self::Range => "a factor is clamped to its range",
            Self::Offsets => "offsets of roughness and metalness are added to the image",
            Self::PackedNormals => "normals in alpha and green are unpacked",
            Self::Lightmap => "a light map is kept, not shown",
            Self::Reflection => "a reflected cube map is kept, not shown",
            Self::FurtherUnits => "a texture in a unit or slot that the technique doesn't use is kept, not shown",
            Self::OtherTextures => "a cube, volume or array texture is kept, not shown",
            Self::Blending => "a blend mode other than alpha is kept, shown as alpha",
            Self::FrontCulled => "the engine shows the back of it; the front is shown",
            Self::Coordinates => "sheared texture coordinates are kept, not shown",
            Self::ColouredOcclusion => "red of coloured occlusion is shown",
            Self::Border => "border addressing is shown as clamping: the edge colour, not the border colour",
            Self::VertexColours => "vertex colours, which the technique ignores, are shown",
            Self::UnlitEmission => "emission of an unlit material is kept, not shown",
            Self::Animations => "parameter animations are kept, not shown",
            Self::States => "fill, depth bias, order and other states are kept, not shown",
            Self::Parameters => "parameters of other shaders are kept, not shown",
            Self::SecondSet => "a texture with another set of texture coordinates uses the first set",
            Self::Transforms => "all textures use the first texture's transform",
            Self::OcclusionBesideEmission => "occlusion is left out: its unit is used by emission",
            Self::Baked => "factors that the engine can't apply are multiplied into the image",
            Self::Cutoff => "the engine's alpha cutoff is 0.5; alpha in the image is scaled to it",
            Self::MaskWithoutTexture => "a mask without a texture has no effect",
            Self::SpecularTextures => "specular textures are left out",
            Self::Refraction => "the index of refraction becomes the reflection strength",
            Self::ColouredReflection => "coloured reflection becomes grey, with the strongest channel",
            Self::LinearVertexColours => {
                "vertex colours are written unchanged, and the engine multiplies them without gamma"
            }
            Self::UnlitRest => "properties that an unlit material doesn't use are left out",
            Self::Filters => "the engine lacks this filter; the nearest filter is used",
            Self::OtherFile => "a texture gets another file",
            Self::Rebuilt => {
                "a material of the other engine is rebuilt; its states and the parameters of other shaders are kept"
            }
            Self::Renamed => "a duplicate or invalid file name is changed",
            Self::Invisible => "a technique without a pass that draws colour isn't shown, as in the engine",
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
            | Self::Renamed
            | Self::Invisible => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
