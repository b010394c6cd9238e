//! Documents as trees that a comparison walks: their parts, or their summary where a format has no paths.

use std::borrow::Cow;

use urho_core::Variant;

use crate::Typed;
use crate::asset::Asset;
use crate::paths::part::{Form, Part};
use crate::paths::views::{self, Address};

/// A document or a part of it.
#[derive(Clone)]
pub(super) struct Tree<'d> {
    pub(super) name: Cow<'d, str>,
    pub(super) kind: Cow<'d, str>,
    pub(super) id: Option<u64>,
    pub(super) form: Form,
    /// The value; lists and groups may have one too.
    pub(super) value: Option<Leaf>,
    /// Path from the group, if the name isn't unique.
    alias: Option<String>,
    inner: Inner<'d>,
    /// Name of a part that is compared elsewhere.
    skipped: &'static str,
}

#[derive(Clone)]
enum Inner<'d> {
    Nothing,
    Part(Box<Part<'d>>),
}

/// Whether the bulk data of a document is compared value by value.
fn has_bulk(asset: &Asset<'_>) -> bool {
    matches!(asset.typed(), Typed::UrhoMdl(_) | Typed::UrhoAni(_) | Typed::Image(_) | Typed::UrhoPak(_))
}

/// A value.
#[derive(Clone, PartialEq)]
pub(super) struct Leaf {
    pub(super) text: String,
    /// For comparison: equal values may be spelled differently.
    variant: Variant<'static>,
    /// Whether it is a default value that the file doesn't have.
    pub(super) is_default: bool,
}

impl Leaf {
    /// Whether two values are equal, or differ by no more than the tolerance.
    pub(super) fn equals(&self, other: &Self, tolerance: f64) -> bool {
        self.variant == other.variant || tolerance > 0.0 && numbers_equal(&self.text, &other.text, tolerance)
    }

    /// Returns the value as a number.
    pub(super) fn index(&self) -> Option<usize> {
        self.text.parse().ok()
    }
}

/// Whether two texts are numbers that differ by no more than the tolerance.
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
    /// Returns the content of a document; `None` if nothing but its bytes is known. Models, animations, textures and packages are without hashes of
    /// their bulk data, which is compared value by value.
    pub(super) fn of(asset: &'d Asset<'_>) -> Option<Self> {
        Self::content(asset, !has_bulk(asset))
    }

    /// As [`of`](Self::of), with hashes of all bulk data.
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

    /// Returns the parts, each once.
    pub(super) fn parts(&self) -> Vec<Tree<'d>> {
        let Inner::Part(part) = &self.inner else { return Vec::new() };
        let is_place = |part: &Part<'_>| part.address == Address::Summary && PLACES.contains(&part.name());
        let is_content = |part: &Part<'_>| !part.is_link() && !is_place(part);
        let is_content = |part: &Part<'_>| is_content(part) && (self.skipped.is_empty() || part.name() != self.skipped);
        part.parts().into_iter().filter(|part| is_content(part)).map(Self::part).collect()
    }

    /// Returns the step to the part in its group.
    pub(super) fn step(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.name)
    }

    /// Whether the step is a name, and no path of its own.
    pub(super) fn has_alias(&self) -> bool {
        self.alias.is_some()
    }

    /// Returns a number that equal parts have in common.
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

/// Members of summaries that only tell where something is in the file.
const PLACES: &[&str] = &["offset", "position_in_file", "file_size"];
