//! Writes a neutral scene as a scene or prefab, with the models, animations, materials and textures that it uses.

use asset_scene::Scene;
use scene_adapter::{CreateOptions, Created, Error};
use urho_scene::{Document, Encoding, Engine, Kind};

use crate::level::{self, CreateLevelOptions};

/// Use this target to write a scene or prefab for Urho3D, U3D or rbfx.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct SceneTarget<'o> {
    /// Whether to create a scene or a prefab. With `None`, this is the same as in the source, or a scene if there is
    /// none.
    pub kind: Option<Kind>,
    /// How to encode the file. With `None`, this is the archive of the source, or XML.
    pub encoding: Option<Encoding>,
    /// Whether to always use this encoding. If not set, a scene that was read from an rbfx archive will again be an
    /// archive in the same syntax. A prefab for rbfx will be an archive too, because rbfx can't include anything else.
    pub is_exact: bool,
    /// The engine that will read the file. With `None`, this is rbfx for an archive, otherwise the engine of the
    /// source, or Urho3D.
    pub engine: Option<Engine>,
    /// The file to edit. With `None`, this is the source of the scene.
    pub original: Option<&'o Document<'o>>,
}

impl SceneTarget<'_> {
    fn encoding_of(self, scene: &Scene<'_>) -> Encoding {
        let is_other = self.engine.is_some_and(|engine| engine != Engine::Rbfx);
        let stored = level::stored_encoding(scene).filter(|encoding| encoding.is_archive() && !is_other);
        let kind = self.kind.or_else(|| level::stored_kind(scene));
        let is_new = level::stored_encoding(scene).is_none();
        let is_prefab_of_rbfx = kind == Some(Kind::Prefab) && is_new && self.engine_of(scene) == Some(Engine::Rbfx);
        let is_archive = !self.is_exact && (stored.is_some() || is_prefab_of_rbfx);
        match (self.encoding, stored) {
            (None, _) if is_other => Encoding::Xml,
            (None, stored) => stored.unwrap_or(Encoding::ArchiveXml),
            (Some(Encoding::Xml), _) if is_archive => Encoding::ArchiveXml,
            (Some(Encoding::Json), _) if is_archive => Encoding::ArchiveJson,
            (Some(Encoding::Binary), _) if is_archive => Encoding::ArchiveBinary,
            (Some(encoding), _) => encoding,
        }
    }
}

impl SceneTarget<'_> {
    fn engine_of(self, scene: &Scene<'_>) -> Option<Engine> {
        self.engine.or_else(|| level::stored_engine(scene))
    }
}

impl scene_adapter::Target for SceneTarget<'_> {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        if options.scale != 1.0 {
            scene.scale(options.scale);
        }
        if let Some(original) = self.original {
            level::edit_of(scene, original);
        }
        let encoding = self.encoding_of(scene);
        let how = CreateLevelOptions::default().kind(self.kind).encoding(encoding).engine(self.engine);
        let built = options
            .with_files(|files| level::create(scene, options.stem(), &how.files(files), &mut files.limits.budget()))?;
        let bytes = built.document.to_bytes().map_err(|error| Error::document("urho-scene", error))?;
        let mut made = Created::new(built.findings);
        made.findings.extend(built.document.form_findings());
        made.files.extend(built.files.into_iter().map(|file| options.below_root(file)));
        made.add(options.output, bytes);
        Ok(made)
    }
}
