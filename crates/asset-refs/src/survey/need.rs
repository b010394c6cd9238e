//! Decides which files are only useful if something loads them.

use std::path::Path;

use asset_formats::{Asset, Typed};
use urho_resource::Kind;

/// What must use a file to make it useful. Scenes, prefabs, scripts and interface layouts don't need anything, because
/// a program begins with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// Another file must name it. This is the case for images, materials, techniques and cube maps.
    Reference,
    /// Another file must name it, or a program must load it. This is the case for models, animations and sounds.
    Program,
}

impl Need {
    /// Returns what this file needs, by its content. If it can't be read, the extension decides.
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

/// Returns whether a file is only useful if another file references it; see [`Need::Reference`].
pub fn needs_user(path: &Path, asset: Option<&Asset<'_>>) -> bool {
    Need::of(path, asset) == Some(Need::Reference)
}
