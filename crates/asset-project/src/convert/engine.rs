//! Scenes as files of a requested engine, and with the components of a game.

use urho_scene::{Classes, Document, Engine, ReadOptions};

use crate::{Asset, Error, Format};

impl Asset<'_> {
    /// Reads a scene or prefab again as a file of an engine, with a table of a game's own components (`urho_scene::Classes::with_table`; empty: none).
    /// Returns `None` if it was read so, and for all other assets.
    ///
    /// # Errors
    /// [`Error::Refused`]: an archive, which only rbfx reads, for another engine; an invalid table. [`Error::Malformed`]: bytes that the classes of the
    /// engine don't explain.
    pub fn read_for_engine(&self, engine: Option<Engine>, class_table: &str) -> Result<Option<Asset<'static>>, Error> {
        let Asset::UrhoScene(document) = self else { return Ok(None) };
        let engine = engine.unwrap_or(document.engine());
        if engine == document.engine() && class_table.is_empty() {
            return Ok(None);
        }
        if engine != Engine::Rbfx && document.form().is_archive() {
            return Err(Error::Refused(format!("an archive of rbfx is no file of {engine}; migrate its project")));
        }
        let classes = Classes::of(engine).with_table(class_table);
        let classes = classes.map_err(|error| Error::Refused(format!("the table of classes is invalid: {error}")))?;
        let malformed = |error| Error::malformed(Format::UrhoScene, error);
        let bytes = document.to_bytes().map_err(malformed)?;
        let read = Document::parse_with(&bytes, &ReadOptions::default().classes(classes)).map_err(malformed)?;
        Ok(Some(Asset::UrhoScene(read.into_owned())))
    }
}
