//! Renders pictures to compare two versions of a file.

use asset_formats::Error;
use asset_image::{Mip, Pixels};
use asset_render::{Comparison, Renderer, Subject};

use crate::Preview;

impl<'a> Preview<'a> {
    /// Renders this version and a later version from the same camera, and a third picture that shows the changes in
    /// colour. Use this to review a change. Textures are compared pixel by pixel, but the pictures are never larger
    /// than the size set in the renderer.
    ///
    /// ```
    /// use asset_convert::{Input, ToScene};
    /// use asset_preview::{Preview, Renderer};
    /// # let files = fuzzkit::samples::all();
    /// # let bytes = &files.iter().find(|file| file.name == "Character.mdl").unwrap().bytes;
    /// let model = asset_formats::Asset::parse(bytes, Some("Jack.mdl".as_ref()))?;
    /// let show = Preview::of(&[Input::new("Jack", &model)], &ToScene::default())?;
    /// let compared = show.compare(&show, &Renderer::new(64, 64))?;
    /// assert!(!compared.is_different() && compared.before == compared.after);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`picture`](Self::picture). Returns [`Error::Refused`] if only one of the two is a texture, or if a texture
    /// can't be decoded.
    pub fn compare(&self, new: &Preview<'a>, renderer: &Renderer<'_>) -> Result<Comparison, Error> {
        match (self.is_flat, new.is_flat) {
            (false, false) => renderer.compare(self.subject(), new.subject()).map_err(Error::Render),
            (true, true) => {
                let compared = Comparison::of_images(self.pixels()?, new.pixels()?, renderer.size());
                compared.map_err(Error::Render)
            }
            _ => Err(Error::Refused("a texture can't be compared with another kind of file".into())),
        }
    }

    fn subject(&self) -> Subject<'_, 'a> {
        Subject { scene: &self.scene, textures: &self.textures }
    }

    /// Decodes a texture.
    fn pixels(&self) -> Result<Pixels, Error> {
        let refused = |why: String| Error::Refused(format!("no picture: {why}"));
        if let Some(finding) = self.undecoded() {
            return Err(refused(finding.message.to_string()));
        }
        let image = self.scene.images.iter().next().ok_or_else(|| refused("the texture has no image".into()))?;
        let bytes = image.bytes.read().map_err(|error| refused(error.to_string()))?;
        let mut budget = binio::Limits::default().budget();
        asset_image::decode(&bytes, Mip(0), &mut budget).map_err(|error| refused(error.to_string()))
    }
}
