//! A scene, together with the documents that it borrows from.

use std::sync::Arc;

use engine_assets::binio::Findings;
use engine_assets::convert::{Input, ToScene};
use engine_assets::render::Preview;
use engine_assets::{Error, Resources, asset_scene};

use crate::source::{Opened, Origin};

/// The documents of a scene: a model and its animations, a scene, a map, a material or a texture.
pub(crate) struct Documents {
    opened: Vec<Arc<Opened>>,
    names: Vec<String>,
    /// The resource name of the first document.
    resource: Option<String>,
}

impl Documents {
    pub(crate) fn new(opened: Vec<Arc<Opened>>, resources: Option<&Resources>) -> Self {
        let names = opened.iter().map(|opened| stem(opened)).collect();
        let resource = opened.first().and_then(|first| resource_name(first, resources));
        Self { opened, names, resource }
    }

    fn inputs(&self) -> Vec<Input<'_, '_>> {
        let inputs = self.opened.iter().zip(&self.names).map(|(opened, name)| Input::new(name, opened.asset()));
        inputs
            .enumerate()
            .map(|(at, input)| if at == 0 { input.resource(self.resource.as_deref()) } else { input })
            .collect()
    }
}

/// A scene and its findings.
pub(crate) struct Shown<'a> {
    pub(crate) scene: asset_scene::Scene<'a>,
    pub(crate) findings: Findings,
}

self_cell::self_cell!(
    /// A scene, together with the documents that it borrows from.
    pub(crate) struct Held {
        owner: Documents,
        #[covariant]
        dependent: Shown,
    }
);

self_cell::self_cell!(
    /// The content to draw, together with the documents that it borrows from.
    pub(crate) struct HeldPreview {
        owner: Documents,
        #[covariant]
        dependent: Preview,
    }
);

impl Held {
    /// Creates a scene from a model with animations, from a scene, or from a map. Unless `lods` is set, this includes
    /// only the finest level of detail.
    pub(crate) fn of(documents: Documents, options: &ToScene, lods: bool) -> Result<Self, Error> {
        Self::try_new(documents, |documents| {
            let (mut scene, findings) = engine_assets::scene(&documents.inputs(), options)?;
            if !lods {
                scene.keep_lod(0);
            }
            Ok(Shown { scene, findings })
        })
    }

    pub(crate) fn scene(&self) -> &asset_scene::Scene<'_> {
        &self.borrow_dependent().scene
    }
}

impl HeldPreview {
    pub(crate) fn of(documents: Documents, options: &ToScene) -> Result<Self, Error> {
        Self::try_new(documents, |documents| Preview::of(&documents.inputs(), options))
    }
}

/// Returns the resource name of a document. For a package entry, this is the name of the entry.
pub(crate) fn resource_name(opened: &Opened, resources: Option<&Resources>) -> Option<String> {
    let path = opened.path()?;
    match opened.origin {
        Origin::Entry(_) => path.to_str().map(str::to_owned),
        _ => resources?.name_of(path),
    }
}

/// Returns the name of a document without its folder and extension.
pub(crate) fn stem(opened: &Opened) -> String {
    opened.path().and_then(std::path::Path::file_stem).unwrap_or_default().to_string_lossy().into_owned()
}
