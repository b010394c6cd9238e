//! Reads scenes again for another engine than the one that was detected.

use urho_scene::{Classes, Document, Engine, ReadOptions};

use crate::{Asset, Error, Format, Typed};

impl Asset<'_> {
    /// Reads a scene or prefab again, this time for the given engine and with a table of components that the game adds
    /// (see `urho_scene::Classes::with_table`; pass an empty string if there are none). This returns `None` if it was
    /// already read like this, and for all other assets.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if this is an archive, which only rbfx can read, but the engine is another; also if
    /// the table is invalid. Returns [`Error::Malformed`] if the bytes don't match the classes of the engine.
    pub fn read_for_engine(&self, engine: Option<Engine>, class_table: &str) -> Result<Option<Asset<'static>>, Error> {
        let Typed::UrhoScene(document) = self.typed() else { return Ok(None) };
        let engine = engine.unwrap_or(document.engine());
        if engine == document.engine() && class_table.is_empty() {
            return Ok(None);
        }
        if engine != Engine::Rbfx && document.encoding().is_archive() {
            return Err(Error::Refused(format!("an archive of rbfx is no file of {engine}; migrate its project")));
        }
        let classes = Classes::of(engine).with_table(class_table);
        let classes = classes.map_err(|error| Error::Refused(format!("the table of classes is invalid: {error}")))?;
        let malformed = |error| Error::malformed(Format::URHO_SCENE, error);
        let bytes = document.to_bytes().map_err(malformed)?;
        let read = Document::parse_with(&bytes, &ReadOptions::default().classes(classes)).map_err(malformed)?;
        Ok(Some(Asset::new(read.into_owned())))
    }
}
