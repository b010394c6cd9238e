//! Reports a file if the engine would take it for the parameters of another file because of its name.

use asset_formats::{Asset, Typed, kinds};
use binio::{Findings, Path};
use urho_resource::Kind;

use super::Resources;

/// Files that can have parameters in an XML file with the same name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Image,
    Sound,
    Font,
    Animation,
    Model,
    Rig,
}

impl Owner {
    const ALL: [Self; 6] = [Self::Image, Self::Sound, Self::Font, Self::Animation, Self::Model, Self::Rig];

    const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Image => &["png", "jpg", "jpeg", "dds", "tga", "bmp", "ktx"],
            Self::Sound => &["wav", "ogg"],
            Self::Font => &["ttf", "otf"],
            Self::Animation => &["ani"],
            Self::Model => &["mdl"],
            Self::Rig => &["scml"],
        }
    }

    /// Returns which files these parameters are for, or `None` if this file doesn't contain parameters.
    fn of(asset: &Asset<'_>) -> Option<Self> {
        match asset.typed() {
            Typed::UrhoTexture(_) => Some(Self::Image),
            Typed::UrhoAni(_) => Some(Self::Animation),
            Typed::UrhoResource(document) => match document.kind() {
                Kind::SoundParameters => Some(Self::Sound),
                Kind::FontParameters => Some(Self::Font),
                Kind::AnimationParameters => Some(Self::Animation),
                Kind::ModelParameters => Some(Self::Model),
                Kind::SpriteSheet => Some(Self::Rig),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Reports a file that a Spriter project would take for its sprite sheet, and parameters of one kind that are only
/// beside files of other kinds. Anything else beside a file is harmless, because each reader ignores what it doesn't
/// know.
pub(super) fn check(asset: &Asset<'_>, resource: Option<&str>, resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    let Some(stem) = resource.and_then(|resource| resource.strip_suffix(".xml")) else { return findings };
    let exists = |owner: Owner| {
        let mut names = owner.extensions().iter().map(|extension| format!("{stem}.{extension}"));
        names.find(|name| resources.find(name).is_ok_and(|other| other.is_some()))
    };
    let role = Owner::of(asset);
    if let Some(rig) = exists(Owner::Rig).filter(|_| role != Some(Owner::Rig)) {
        let message = format!("the engine takes it for the sprite sheet of \"{rig}\", and refuses that");
        findings.error(kinds::SIDE_FILE_CLASH, Path::new(), message);
    }
    // A sheet is a file by itself, and so is an animation with a length.
    let Some(role) = role.filter(|role| *role != Owner::Rig && exists(*role).is_none()) else { return findings };
    let is_whole = asset.format().has(asset_formats::Feature::SideFileInside);
    let other = Owner::ALL.into_iter().filter(|other| *other != role && *other != Owner::Rig).find_map(exists);
    if let Some(other) = other.filter(|_| !is_whole) {
        let message = format!("the engine takes it for the parameters of \"{other}\", which it has none of");
        findings.warning(kinds::SIDE_FILE_CLASH, Path::new(), message);
    }
    findings
}
