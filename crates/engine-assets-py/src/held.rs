//! A scene and the documents that it borrows from.

use std::sync::Arc;

use engine_assets::binio::Findings;
use engine_assets::{Asset, Error, Format, asset_scene, scene_urho};

use crate::source::Opened;

/// A scene with its findings.
pub(crate) struct Shown<'a> {
    pub(crate) scene: asset_scene::Scene<'a>,
    pub(crate) findings: Findings,
}

self_cell::self_cell!(
    /// A scene and the documents that it borrows from: a model, then animations.
    pub(crate) struct Held {
        owner: Vec<Arc<Opened>>,
        #[covariant]
        dependent: Shown,
    }
);

impl Held {
    pub(crate) fn scene(&self) -> &asset_scene::Scene<'_> {
        &self.borrow_dependent().scene
    }
}

/// The scene of a model, with animations of Urho3D added to it.
pub(crate) fn shown(documents: &[Arc<Opened>]) -> Result<Shown<'_>, Error> {
    let Some((model, animations)) = documents.split_first() else {
        return Err(Error::Refused("expected a model, found none".to_owned()));
    };
    let (mut scene, mut findings) = model.asset().to_scene(&stem(model))?;
    for opened in animations {
        let Asset::UrhoAni(animation) = opened.asset() else {
            let (expected, found) = (Format::UrhoAni.title(), opened.asset().format().title());
            return Err(Error::Refused(format!("expected {expected}, found {found}")));
        };
        let (_, added) = scene_urho::add_animation(&mut scene, animation.borrowed(), &stem(opened));
        findings.extend(added);
    }
    Ok(Shown { scene, findings })
}

/// The name of a document without its folder and extension.
pub(crate) fn stem(opened: &Opened) -> String {
    opened.path().and_then(std::path::Path::file_stem).unwrap_or_default().to_string_lossy().into_owned()
}
