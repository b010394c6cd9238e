//! What a run over many files asks of its options.

use std::sync::Arc;

use asset_formats::OpenOptions;
use asset_project::Globs;
use scene_adapter::look::ImageCache;

use super::ConvertOptions;

impl ConvertOptions {
    /// Marks the conversion as one of several with the same options. They share the images in this cache, and animation
    /// patterns that match nothing are a finding, because they can match animations of another file.
    #[must_use]
    pub fn one_of_several(mut self, images: Arc<ImageCache>) -> Self {
        self.shown.image_cache = Some(images);
        self.shown.is_one_of_several = true;
        self
    }

    /// Returns the patterns for the names of [animations](Self::animations) to include. If there are none, all of them
    /// are included.
    pub fn animation_patterns(&self) -> &Globs {
        &self.shown.animations
    }

    /// Returns whether models keep their animations; see [`animated`](Self::animated).
    pub fn is_animated(&self) -> bool {
        self.shown.animated
    }

    /// Returns the options with which to open the inputs. FBX curves are sampled when a file is opened, so this contains
    /// the [`curve_tolerance`](Self::curve_tolerance).
    pub fn open_options(&self) -> OpenOptions {
        OpenOptions::default().curve_tolerance(self.engine_files.curve_tolerance)
    }
}
