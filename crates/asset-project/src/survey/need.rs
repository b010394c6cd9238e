//! Files that are only of use if something loads them.

use std::path::Path;

use urho_resource::Kind;

use crate::{Asset, Typed};

/// Who makes a file useful. Scenes, prefabs, scripts and interface layouts need nobody: a program begins with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// Another file, which names it: an image, a material, a technique, a cube map.
    Reference,
    /// Another file, or a program that loads it: a model, an animation, a sound.
    Program,
}

impl Need {
    /// Returns the need of a file, by its content or, for an unreadable file, by its extension.
    pub fn of(path: &Path, asset: Option<&Asset<'_>>) -> Option<Self> {
        const IMAGES: [&str; 13] =
            ["bmp", "dds", "gif", "hdr", "jpeg", "jpg", "ktx", "ktx2", "png", "psd", "tga", "vtf", "webp"];
        const LOADED: [&str; 7] = ["ani", "mdl", "mp3", "ogg", "pmdl", "pmdl_b", "wav"];
        match asset.map(Asset::typed) {
            Some(Typed::Image(_) | Typed::UrhoMaterial(_) | Typed::UrhoTechnique(_) | Typed::PragmaMaterial(_)) => {
                Some(Self::Reference)
            }
            // Parameters of an image belong to it.
            Some(Typed::UrhoTexture(texture)) => (!texture.images().is_empty()).then_some(Self::Reference),
            Some(Typed::UrhoMdl(_) | Typed::UrhoAni(_) | Typed::PragmaModel(_) | Typed::PragmaAnimation(_)) => {
                Some(Self::Program)
            }
            Some(Typed::UrhoResource(document)) => (document.kind() == Kind::Sound).then_some(Self::Program),
            Some(_) => None,
            None => {
                let extension = path.extension()?.to_str()?.to_ascii_lowercase();
                let is_in = |list: &[&str]| list.contains(&extension.as_str());
                match () {
                    () if is_in(&IMAGES) => Some(Self::Reference),
                    () if is_in(&LOADED) => Some(Self::Program),
                    () => None,
                }
            }
        }
    }
}

/// Whether a file is only of use if another file references it: [`Need::Reference`].
pub fn needs_user(path: &Path, asset: Option<&Asset<'_>>) -> bool {
    Need::of(path, asset) == Some(Need::Reference)
}
