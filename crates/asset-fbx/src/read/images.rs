//! Reads images, which can be embedded or in the folder of the file.

use asset_scene::{Image, ImageBytes, ImageId};
use binio::{Escaped, Path};

use super::Reader;
use super::clip_names::{file_name, safe, stem};
use crate::error::{Error, error};
use crate::{Resolver, kinds};

/// Folders beside the file in which programs put textures.
const FOLDERS: [&str; 2] = ["textures", "Textures"];

impl Reader<'_> {
    /// Reads the images for all textures, in the order of the library's texture files.
    pub(super) fn images(&mut self, resolver: &dyn Resolver) -> Result<Vec<ImageId>, Error> {
        let file = self.file;
        let mut ids = Vec::with_capacity(file.texture_files.len());
        for (index, texture) in file.texture_files.iter().enumerate() {
            let image = self.image(texture, &Path::from([("image", index)]), resolver)?;
            ids.push(self.scene.images.push(image));
        }
        Ok(ids)
    }

    fn image(
        &mut self,
        texture: &ufbx::TextureFile,
        path: &Path,
        resolver: &dyn Resolver,
    ) -> Result<Image<'static>, Error> {
        let stored: [&str; 3] = [&texture.relative_filename, &texture.filename, &texture.absolute_filename];
        let own = stored.iter().find_map(|name| file_name(name));
        let name = own.as_deref().map_or_else(String::new, |own| stem(own).to_owned());
        if !texture.content.is_empty() {
            self.spend(texture.content.len() as u64)?;
            return Ok(Image { name, bytes: texture.content.to_vec().into(), ..Image::default() });
        }
        let expected = stored.iter().find_map(|name| safe(name));
        let beside = own.iter().cloned();
        let below = own.iter().flat_map(|own| FOLDERS.iter().map(move |folder| format!("{folder}/{own}")));
        let mut places: Vec<String> = expected.iter().cloned().chain(beside).chain(below).collect();
        places.dedup();
        for place in &places {
            let Some(bytes) = self.image_bytes(place, resolver)? else { continue };
            if expected.as_ref() != Some(place) {
                let stored = stored.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
                let message = format!("{} is a file of another machine; {} was used", Escaped(stored), Escaped(place));
                self.note(kinds::TEXTURE_FOUND, path.clone(), message);
            }
            return Ok(Image { name, file: Some(place.clone()), bytes, source: None });
        }
        let stored = stored.into_iter().find(|name| !name.is_empty()).unwrap_or("a texture without a name");
        let message = format!("{} is neither embedded nor in the folder of the file", Escaped(stored));
        self.findings.warning(kinds::TEXTURE_MISSING, path.clone(), message);
        Ok(Image { name, file: own, ..Image::default() })
    }

    fn image_bytes(&mut self, name: &str, resolver: &dyn Resolver) -> Result<Option<ImageBytes<'static>>, Error> {
        if let Some(bytes) = self.options.images_later.then(|| resolver.later(name)).flatten() {
            return Ok(Some(bytes));
        }
        let Ok(bytes) = resolver.read(name, self.budget.left().saturating_add(1)) else { return Ok(None) };
        self.budget.spend(bytes.len() as u64).map_err(error)?;
        Ok(Some(bytes.into()))
    }
}
