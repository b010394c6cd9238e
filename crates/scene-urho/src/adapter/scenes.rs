//! A neutral scene as a scene or prefab, with the models, animations, materials and textures that it refers to.

use asset_scene::Scene;
use scene_adapter::{CreateOptions, Created, Error};
use urho_scene::{Engine, Form, Kind};

use crate::Target;
use crate::level::{self, CreateLevelOptions};

/// A scene or prefab of Urho3D, U3D or rbfx.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct SceneTarget {
    /// Whether a scene or a prefab is created. `None`: as the source of the scene, or a scene.
    pub kind: Option<Kind>,
    /// Encoding of the file; a scene from an rbfx archive becomes an archive in the same syntax. `None`: the source's archive, or XML.
    pub form: Option<Form>,
    /// Engine of the file. `None`: rbfx for archives, otherwise the engine of the source, or Urho3D.
    pub engine: Option<Engine>,
}

impl SceneTarget {
    fn form_of(self, scene: &Scene<'_>) -> Form {
        let is_other = self.engine.is_some_and(|engine| engine != Engine::Rbfx);
        let stored = level::stored_form(scene).filter(|form| form.is_archive() && !is_other);
        match (self.form, stored) {
            (None, _) if is_other => Form::Xml,
            (None, stored) => stored.unwrap_or(Form::ArchiveXml),
            (Some(Form::Xml), Some(_)) => Form::ArchiveXml,
            (Some(Form::Json), Some(_)) => Form::ArchiveJson,
            (Some(Form::Binary), Some(_)) => Form::ArchiveBinary,
            (Some(form), _) => form,
        }
    }
}

impl SceneTarget {
    fn target(self, scene: &Scene<'_>, form: Form) -> Target {
        let engine = self.engine.or_else(|| level::stored_engine(scene));
        if form.is_archive() || engine == Some(Engine::Rbfx) { Target::Rbfx } else { Target::Urho3D }
    }
}

impl scene_adapter::Target for SceneTarget {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        if options.scale != 1.0 {
            scene.scale(options.scale);
        }
        let form = self.form_of(scene);
        let how = CreateLevelOptions::default()
            .kind(self.kind)
            .form(form)
            .target(self.target(scene, form))
            .engine(self.engine);
        let built = options
            .with_files(|files| level::create(scene, options.stem(), &how.files(files), &mut files.limits.budget()))?;
        let bytes = built.document.to_bytes().map_err(|error| Error::document("urho-scene", error))?;
        let mut made = Created::new(built.findings);
        made.files.extend(built.files.into_iter().map(|file| options.below_root(file)));
        made.add(options.output, bytes);
        Ok(made)
    }
}
