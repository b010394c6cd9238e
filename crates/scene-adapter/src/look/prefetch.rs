//! Creates several images at the same time, before they are needed.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use asset_scene::cores;
use binio::{Budget, Limits};

/// The bytes of an image and its file extension, or the reason why there is none.
pub type MadeImage = Result<(Vec<u8>, &'static str), String>;

/// Creates images on all cores before they are needed. First list the images, by going through all materials without
/// creating anything. Then create them, and after this, take them one by one.
#[derive(Debug)]
pub struct ImagePrefetch<K> {
    listed: Option<Vec<K>>,
    made: HashMap<K, MadeImage>,
}

impl<K> Default for ImagePrefetch<K> {
    fn default() -> Self {
        Self { listed: None, made: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash> ImagePrefetch<K> {
    /// Starts a list.
    pub fn list(&mut self) {
        self.listed = Some(Vec::new());
    }

    /// Returns whether images are being listed, so that nothing must be created.
    pub fn is_listing(&self) -> bool {
        self.listed.is_some()
    }

    /// If images are being listed, adds an image to the list. Returns whether this is the case.
    pub fn want(&mut self, image: &K) -> bool {
        match &mut self.listed {
            Some(listed) => {
                listed.push(image.clone());
                true
            }
            None => false,
        }
    }

    /// Ends the list, and creates the images for which `is_wanted` returns true. Each can use what is left of the
    /// budget. If there is only one image, it is not created here, because this would not be faster.
    pub fn make(
        &mut self,
        is_wanted: impl FnMut(&K) -> bool,
        budget: &Budget,
        make: impl Fn(&K, &mut Budget) -> MadeImage + Send + Sync,
    ) where
        K: Send + Sync,
    {
        let mut seen = HashSet::new();
        let listed = self.listed.take().unwrap_or_default().into_iter();
        let wanted: Vec<K> = listed.filter(|image| seen.insert(image.clone())).filter(is_wanted).collect();
        if wanted.len() < 2 {
            return;
        }
        let left = budget.left();
        let make = |image: K| {
            let made = make(&image, &mut binio::Limits::default().max_expanded_bytes(left).budget());
            (image, made)
        };
        self.made.extend(cores::each(wanted, make));
    }

    /// Returns an image that was created, and removes it.
    pub fn take(&mut self, image: &K) -> Option<MadeImage> {
        self.made.remove(image)
    }
}

/// Returns a new budget with what is left of this one.
pub fn rest_of(budget: &Budget) -> Budget {
    let limits = Limits::default().max_expanded_bytes(budget.left());
    limits.budget()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_made_once() {
        let mut ahead = ImagePrefetch::default();
        assert!(!ahead.want(&1));
        ahead.list();
        assert!([1, 2, 2, 3, 4].iter().all(|image| ahead.want(image)));
        let budget = binio::Limits::default().max_expanded_bytes(10).budget();
        ahead.make(|image| *image != 3, &budget, |image, budget| Ok((vec![*image; budget.left() as usize], "png")));
        assert!(!ahead.is_listing());
        assert_eq!((ahead.take(&2), ahead.take(&2), ahead.take(&3)), (Some(Ok((vec![2; 10], "png"))), None, None));
        assert_eq!((ahead.take(&1), ahead.take(&5)), (Some(Ok((vec![1; 10], "png"))), None));
        // One alone is left.
        ahead.list();
        ahead.want(&6);
        ahead.make(|_| true, &budget, |_, _| Ok((Vec::new(), "png")));
        assert_eq!(ahead.take(&6), None);
    }
}
