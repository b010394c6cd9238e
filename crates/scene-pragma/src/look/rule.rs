//! What has no counterpart on the other side, one rule each.

use std::fmt;

use binio::{Findings, Path, Severity};

/// What becomes of what glTF has no place for. The same table, by the same numbers, is in [`crate::format`].
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
    ];

    /// Its number in the table, from 1.
    pub const fn number(self) -> usize {
        (self as usize).saturating_add(1)
    }

    /// What it is about and what is done, as findings say it.
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
        }
    }

    const fn severity(self) -> Severity {
        match self {
            Self::GreenDown | Self::Specular | Self::Others | Self::BaseMaterial => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Findings about one material.
pub(super) struct Report<'f> {
    path: Path,
    findings: &'f mut Findings,
}

impl<'f> Report<'f> {
    pub(super) fn new(material: &str, findings: &'f mut Findings) -> Self {
        Self { path: Path::from("material").name(material.as_bytes()), findings }
    }

    /// A rule was applied; `what` says to what.
    pub(super) fn tell(&mut self, rule: Rule, what: impl fmt::Display) {
        let what = what.to_string();
        let colon = if what.is_empty() { "" } else { ": " };
        let message = format!("{rule} (rule {}){colon}{what}", rule.number());
        self.findings.add(rule.severity(), self.path.clone(), message);
    }
}
