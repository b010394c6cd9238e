//! Returns documents as trees to compare. If a format has no paths, this uses the summary.

use asset_formats::{Asset, Typed};

use crate::part::{Form, Part};
use crate::value::Value;
use crate::views::{self, Address};

/// A document, or a part of it.
pub(super) struct Tree<'d> {
    part: Part<'d>,
    /// The name of a part that is compared elsewhere.
    skipped: &'static str,
}

/// Returns whether the bulk data in a document is compared value by value.
fn has_bulk(asset: &Asset<'_>) -> bool {
    matches!(asset.typed(), Typed::UrhoMdl(_) | Typed::UrhoAni(_) | Typed::Image(_) | Typed::UrhoPak(_))
}

/// Returns whether two values are equal, or differ by no more than the tolerance.
pub(super) fn equal(old: &Value, new: &Value, tolerance: f64) -> bool {
    old.variant == new.variant || tolerance > 0.0 && numbers_equal(&old.text(), &new.text(), tolerance)
}

/// Returns a value as an index, if it is a number.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.text().parse().ok()
}

/// Checks whether two texts are numbers that differ by no more than the tolerance.
fn numbers_equal(old: &str, new: &str, tolerance: f64) -> bool {
    let mut pairs = old.split(' ').zip(new.split(' '));
    let number = |text: &str| text.parse::<f64>().ok();
    old.split(' ').count() == new.split(' ').count()
        && pairs.all(|(old, new)| match (number(old), number(new)) {
            (Some(old), Some(new)) => (old - new).abs() <= tolerance,
            _ => old == new,
        })
}

impl<'d> Tree<'d> {
    /// Returns the content of a document, or `None` if only its bytes are known. For models, animations, textures and
    /// packages, this doesn't include hashes of bulk data, because it is compared value by value.
    pub(super) fn of(asset: &'d Asset<'_>) -> Option<Self> {
        Self::content(asset, !has_bulk(asset))
    }

    /// Like [`of`](Self::of), but with hashes of all bulk data.
    pub(super) fn with_hashes(asset: &'d Asset<'_>) -> Option<Self> {
        Self::content(asset, true)
    }

    fn content(asset: &'d Asset<'_>, hashes: bool) -> Option<Self> {
        let (viewed, derived) = (|| views::viewed(asset), || views::derived(asset, hashes));
        // A summary has all of a model; its paths are for what can be set, down to each keyframe.
        let root = if has_bulk(asset) { derived().or_else(viewed) } else { viewed().or_else(derived) }?;
        let is_package = matches!(asset.typed(), Typed::UrhoPak(_));
        // Entries are compared one by one.
        let skipped = if is_package && !hashes { "entries" } else { "" };
        Some(Self { part: root, skipped })
    }

    /// Returns the name. It is empty if there is none.
    pub(super) fn name(&self) -> &str {
        self.part.name()
    }

    pub(super) fn kind(&self) -> &str {
        self.part.kind()
    }

    /// Returns the id, or `None` if there is none or it is 0.
    pub(super) fn id(&self) -> Option<u64> {
        self.part.id().filter(|id| *id != 0)
    }

    pub(super) fn form(&self) -> Form {
        self.part.form()
    }

    /// Returns the value. Lists and groups can have one, too.
    pub(super) fn value(&self) -> Option<&Value> {
        self.part.value()
    }

    /// Returns each part once.
    pub(super) fn parts(&self) -> Vec<Tree<'d>> {
        if self.form() == Form::Value {
            return Vec::new();
        }
        let is_place = |part: &Part<'_>| part.address == Address::Summary && PLACES.contains(&part.name());
        let is_content = |part: &Part<'_>| !part.is_link() && !is_place(part);
        let is_content = |part: &Part<'_>| is_content(part) && (self.skipped.is_empty() || part.name() != self.skipped);
        let parts = self.part.parts().into_iter().filter(is_content);
        parts.map(|part| Self { part, skipped: "" }).collect()
    }

    /// Returns the path that starts at the group, if the name is not unique.
    pub(super) fn alias(&self) -> Option<&str> {
        self.part.alias()
    }

    /// Returns a number that is the same for equal parts.
    pub(super) fn fingerprint(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.name(), self.kind(), self.value().map(Value::text)).hash(&mut hasher);
        for part in self.parts() {
            // Ids and parents are no content.
            if !matches!(part.name(), "id" | "parent") {
                part.fingerprint().hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// These members of summaries only say where something is in the file, so they are not compared.
const PLACES: &[&str] = &["offset", "position_in_file", "file_size"];
