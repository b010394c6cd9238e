//! A cache for images, to be shared by conversions.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use binio::Budget;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::MadeImage;

/// Keeps images by the content of their texture and the parameters with which they were created. Use this when you
/// convert a folder, so that each image is only created once. If there are more than `most` bytes, the oldest images
/// are removed. The results are the same without a cache, because an image from the cache costs the same budget.
pub struct ImageCache {
    most: usize,
    kept: Mutex<Kept>,
}

/// The content of a cache.
#[derive(Default)]
struct Kept {
    images: HashMap<Key, Cached>,
    /// The oldest is first.
    order: VecDeque<Key>,
    /// The size of all images in bytes.
    bytes: usize,
}

/// The hash of a texture, and the parameters as JSON.
type Key = ([u8; 32], String);

struct Cached {
    bytes: Vec<u8>,
    extension: &'static str,
    /// The budget that was needed to create it.
    spent: u64,
}

impl ImageCache {
    /// Creates a cache for at most `most` bytes.
    pub fn new(most: usize) -> Self {
        Self { most, kept: Mutex::default() }
    }

    /// Returns the image for a texture and these parameters. If it isn't in the cache, this calls `make`, which must
    /// use the budget. Without a cache, `make` is always called.
    ///
    /// ```
    /// use scene_adapter::look::ImageCache;
    /// let cache = ImageCache::new(1 << 20);
    /// let mut budget = binio::Limits::default().budget();
    /// let made = ImageCache::image(Some(&cache), b"dds", &"plain", &mut budget, |_| Ok((b"png".to_vec(), "png")));
    /// let again = ImageCache::image(Some(&cache), b"dds", &"plain", &mut budget, |_| Err("created again".into()));
    /// assert_eq!((&made, &again), (&Ok((b"png".to_vec(), "png")), &made));
    /// ```
    ///
    /// # Errors
    /// Returns the error of `make`. Errors are not kept in the cache.
    pub fn image(
        cache: Option<&Self>,
        texture: &[u8],
        parameters: &impl Serialize,
        budget: &mut Budget,
        make: impl FnOnce(&mut Budget) -> MadeImage,
    ) -> MadeImage {
        let parameters = serde_json::to_string(parameters);
        let Some((cache, parameters)) = cache.zip(parameters.ok()) else { return make(budget) };
        let key = (Sha256::digest(texture).into(), parameters);
        if let Some(image) = cache.get(&key, budget) {
            return Ok(image);
        }
        let before = budget.left();
        let made = make(budget);
        if let Ok((bytes, extension)) = &made {
            let spent = before.saturating_sub(budget.left());
            cache.add(key, Cached { bytes: bytes.clone(), extension, spent });
        }
        made
    }

    /// Returns an image from the cache, if there is enough budget left to create it.
    fn get(&self, key: &Key, budget: &mut Budget) -> Option<(Vec<u8>, &'static str)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = kept.images.get(key)?;
        budget.spend(cached.spent).ok()?;
        Some((cached.bytes.clone(), cached.extension))
    }

    fn add(&self, key: Key, image: Cached) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let length = image.bytes.len();
        if length > self.most || kept.images.contains_key(&key) {
            return;
        }
        while kept.bytes.saturating_add(length) > self.most {
            let Some(oldest) = kept.order.pop_front() else { break };
            let removed = kept.images.remove(&oldest).map_or(0, |image| image.bytes.len());
            kept.bytes = kept.bytes.saturating_sub(removed);
        }
        kept.bytes = kept.bytes.saturating_add(length);
        kept.order.push_back(key.clone());
        kept.images.insert(key, image);
    }
}

impl fmt::Debug for ImageCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImageCache").field("most", &self.most).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use binio::Limits;

    /// Returns an image with `length` bytes, and whether it was created by this call.
    fn image(cache: &ImageCache, texture: &[u8], length: usize, budget: &mut Budget) -> (MadeImage, bool) {
        let mut is_new = false;
        let made = ImageCache::image(Some(cache), texture, &length, budget, |budget| {
            is_new = true;
            budget.spend(100).map_err(|fault| fault.to_string())?;
            Ok((vec![7; length], "png"))
        });
        (made, is_new)
    }

    #[test]
    fn the_oldest_images_are_removed() {
        let (cache, mut budget) = (ImageCache::new(10), Limits::default().budget());
        let mut is_new = |texture: &[u8], length| {
            let (made, is_new) = image(&cache, texture, length, &mut budget);
            assert_eq!(made, Ok((vec![7; length], "png")));
            is_new
        };
        assert_eq!([is_new(b"a", 5), is_new(b"b", 5), is_new(b"a", 5), is_new(b"b", 4)], [true, true, false, true]);
        // The last image took the place of the first.
        assert_eq!([is_new(b"b", 5), is_new(b"b", 4), is_new(b"a", 5)], [false, false, true]);
        assert_eq!([is_new(b"c", 11), is_new(b"c", 11)], [true, true]);
    }

    #[test]
    fn kept_images_spend_and_need_the_same_budget() {
        let cache = ImageCache::new(10);
        let mut budget = Limits::default().max_expanded_bytes(250).budget();
        assert!(image(&cache, b"a", 5, &mut budget).1);
        assert!(!image(&cache, b"a", 5, &mut budget).1);
        assert_eq!(budget.left(), 50);
        let (made, is_new) = image(&cache, b"a", 5, &mut budget);
        assert!(made.is_err() && is_new);
    }
}
