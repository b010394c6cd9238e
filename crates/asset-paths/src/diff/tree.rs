//! Returns documents as trees to compare. If a format has no paths, this uses the summary.

use std::borrow::Cow;

use asset_formats::{Asset, Typed};
use urho_core::Variant;

use crate::part::{Form, Part};
use crate::views::{self, Address};

/// A document, or a part of it.
#[derive(Clone)]
pub(super) struct Tree<'d> {
    pub(super) name: Cow<'d, str>,
    pub(super) kind: Cow<'d, str>,
    pub(super) id: Option<u64>,
    pub(super) form: Form,
    /// The value. Lists and groups can have one, too.
    pub(super) value: Option<Leaf>,
    /// The path that starts at the group, if the name is not unique.
    alias: Option<String>,
    inner: Inner<'d>,
    /// The name of a part that is compared elsewhere.
    skipped: &'static str,
}

#[derive(Clone)]
enum Inner<'d> {
    Nothing,
    Part(Box<Part<'d>>),
}

/// Returns whether the bulk data in a document is compared value by value.
fn has_bulk(asset: &Asset<'_>) -> bool {
    matches!(asset.typed(), Typed::UrhoMdl(_) | Typed::UrhoAni(_) | Typed::Image(_) | Typed::UrhoPak(_))
}

/// A value.
#[derive(Clone, PartialEq)]
pub(super) struct Leaf {
    pub(super) text: String,
    /// The value to compare, because equal values can have different texts.
    variant: Variant<'static>,
    /// Whether this is a default value, which is not in the file.
    pub(super) is_default: bool,
}

impl Leaf {
    /// Returns whether two values are equal, or differ by no more than the tolerance.
    pub(super) fn equals(&self, other: &Self, tolerance: f64) -> bool {
        self.variant == other.variant || tolerance > 0.0 && numbers_equal(&self.text, &other.text, tolerance)
    }

    /// Returns the value as an index, if it is a number.
    pub(super) fn index(&self) -> Option<usize> {
        self.text.parse().ok()
    }
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
        Some(Self { skipped, ..Self::part(root) })
    }

    fn part(part: Part<'d>) -> Self {
        let value = part.value().map(|value| Leaf {
            text: value.text(),
            variant: value.variant.clone(),
            is_default: !value.is_stored,
        });
        Self {
            name: Cow::Owned(part.name().to_owned()),
            kind: Cow::Owned(part.kind().to_owned()),
            id: part.id(),
            form: part.form(),
            value,
            alias: part.alias().map(str::to_owned),
            inner: if part.form() == Form::Value { Inner::Nothing } else { Inner::Part(Box::new(part)) },
            skipped: "",
        }
    }

    /// Returns each part once.
    pub(super) fn parts(&self) -> Vec<Tree<'d>> {
        let Inner::Part(part) = &self.inner else { return Vec::new() };
        let is_place = |part: &Part<'_>| part.address == Address::Summary && PLACES.contains(&part.name());
        let is_content = |part: &Part<'_>| !part.is_link() && !is_place(part);
        let is_content = |part: &Part<'_>| is_content(part) && (self.skipped.is_empty() || part.name() != self.skipped);
        part.parts().into_iter().filter(|part| is_content(part)).map(Self::part).collect()
    }

    /// Returns the step that leads from the group to this part.
    pub(super) fn step(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.name)
    }

    /// Returns whether the step is not the name of the part but its own path.
    pub(super) fn has_alias(&self) -> bool {
        self.alias.is_some()
    }

    /// Returns a number that is the same for equal parts.
    pub(super) fn fingerprint(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.name, &self.kind, self.value.as_ref().map(|value| &value.text)).hash(&mut hasher);
        for part in self.parts() {
            // Ids and parents are no content.
            if !matches!(&*part.name, "id" | "parent") {
                part.fingerprint().hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// These members of summaries only say where something is in the file, so they are not compared.
const PLACES: &[&str] = &["offset", "position_in_file", "file_size"];
