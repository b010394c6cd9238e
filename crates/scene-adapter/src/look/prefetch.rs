//! Images made ahead, several at once.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use binio::{Budget, Limits};

/// The bytes of an image that was made and how its file ends, or why there is none.
pub type MadeImage = Result<(Vec<u8>, &'static str), String>;

/// Images that are made ahead on all cores: first they are listed, by going through materials without making anything, then made, then taken one by one.
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
    /// Begins a list.
    pub fn list(&mut self) {
        self.listed = Some(Vec::new());
    }

    /// Whether images are listed, and nothing is made.
    pub fn is_listing(&self) -> bool {
        self.listed.is_some()
    }

    /// Lists an image, if images are listed; returns whether they are.
    pub fn want(&mut self, image: &K) -> bool {
        match &mut self.listed {
            Some(listed) => {
                listed.push(image.clone());
                true
            }
            None => false,
        }
    }

    /// Closes the list and creates its images for which `is_wanted` returns true, each with the rest of a budget. A single image isn't created in
    /// advance: creating it on request takes as long.
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
        self.made.extend(on_all_cores(wanted, make));
    }

    /// Takes an image that was made.
    pub fn take(&mut self, image: &K) -> Option<MadeImage> {
        self.made.remove(image)
    }

    /// Takes an image that was created in advance, or creates it now with the rest of a budget.
    pub fn take_or(&mut self, image: &K, budget: &Budget, make: impl FnOnce(&mut Budget) -> MadeImage) -> MadeImage {
        self.take(image).unwrap_or_else(|| make(&mut rest_of(budget)))
    }
}

/// How many images are made at once.
pub fn cores() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

#[cfg(feature = "parallel")]
fn on_all_cores<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    // One after the other, by whoever is free: pixels are large.
    items.into_par_iter().with_max_len(1).map(work).collect()
}

#[cfg(not(feature = "parallel"))]
fn on_all_cores<T, R>(items: Vec<T>, work: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(work).collect()
}

/// Returns a budget with the rest of another.
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
        assert_eq!(ahead.take_or(&1, &budget, |_| Err(String::new())), Ok((vec![1; 10], "png")));
        assert_eq!(ahead.take_or(&5, &budget, |budget| Err(budget.left().to_string())), Err("10".to_owned()));
        // One alone is left.
        ahead.list();
        ahead.want(&6);
        ahead.make(|_| true, &budget, |_, _| Ok((Vec::new(), "png")));
        assert_eq!(ahead.take(&6), None);
    }
}
