//! Creates the textures of materials, each only once.

use std::collections::HashSet;
use std::hash::Hash;

use asset_image::TextureOutput;
use asset_scene::{ImageId, Scene};
use binio::Budget;

use super::files::ResourceFiles;
use super::prefetch::{ImagePrefetch, MadeImage, rest_of};

/// A texture to create from images in a scene.
pub trait TextureJob: Copy + Eq + Hash + Send + Sync {
    /// Returns the images to create the texture from.
    fn images(self) -> impl Iterator<Item = ImageId>;

    /// Creates the texture. The budget is used to decode the images.
    fn make(self, scene: &Scene<'_>, output: TextureOutput, budget: &mut Budget) -> MadeImage;
}

/// The textures that materials need. Go through all materials twice: list the textures first, create them on all cores,
/// and then take them one by one.
#[derive(Debug)]
pub struct TextureJobs<J> {
    ahead: ImagePrefetch<J>,
    /// The images that were decoded. The budget pays for each image only once.
    pub decoded: HashSet<ImageId>,
}

impl<J> Default for TextureJobs<J> {
    fn default() -> Self {
        Self { ahead: ImagePrefetch::default(), decoded: HashSet::new() }
    }
}

impl<J: TextureJob> TextureJobs<J> {
    /// Starts a list.
    pub fn list(&mut self) {
        self.ahead.list();
    }

    /// Returns whether textures are being listed, so that nothing must be created.
    pub fn is_listing(&self) -> bool {
        self.ahead.is_listing()
    }

    /// If textures are being listed, adds one to the list. Returns whether this is the case.
    pub fn want(&mut self, job: &J) -> bool {
        self.ahead.want(job)
    }

    /// Ends the list, and creates its textures, using all cores.
    pub fn make_listed(&mut self, scene: &Scene<'_>, output: TextureOutput, budget: &Budget) {
        let (decoded, mut seen) = (&self.decoded, HashSet::new());
        let is_new = |job: &J| job.images().all(|image| !decoded.contains(&image) && seen.insert(image));
        self.ahead.make(is_new, budget, |job, budget| job.make(scene, output, budget));
    }

    /// Returns a texture that was created before, or creates it.
    ///
    /// # Errors
    /// Fails if an image can't be decoded, or if the budget is too small.
    pub fn make(
        &mut self,
        job: J,
        scene: &Scene<'_>,
        output: TextureOutput,
        files: &mut ResourceFiles<'_>,
        budget: &mut Budget,
    ) -> MadeImage {
        let ahead = self.ahead.take(&job);
        let is_seen = job.images().fold(false, |seen, image| !self.decoded.insert(image) | seen);
        let (bytes, extension) = match ahead {
            Some(made) => made?,
            None if is_seen => job.make(scene, output, budget)?,
            None => job.make(scene, output, &mut rest_of(budget))?,
        };
        files.spend(job.images(), bytes.len() as u64, budget)?;
        Ok((bytes, extension))
    }
}
