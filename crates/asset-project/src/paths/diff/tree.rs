//! Documents as trees that a comparison walks: their parts, or their summary where a format has no paths.

use std::borrow::Cow;

use urho_core::Variant;

use crate::asset::Asset;
use crate::paths::part::{Form, Part};

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
}

#[derive(Clone)]
enum Inner<'d> {
    Nothing,
    Part(Box<Part<'d>>),
    #[cfg(feature = "serde")]
    Json(std::rc::Rc<serde_json::Value>),
}

/// Whether the bulk data of a document is compared value by value.
fn has_bulk(asset: &Asset<'_>) -> bool {
    matches!(asset, Asset::UrhoMdl(_) | Asset::UrhoAni(_) | Asset::Image(_) | Asset::UrhoPak(_))
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
        // A summary has all of a model; its paths are for what can be set, down to each keyframe.
        let summary = || if has_bulk(asset) { Self::summary(asset, hashes) } else { None };
        summary().or_else(|| asset.part().map(Self::part)).or_else(|| Self::summary(asset, hashes))
    }

    #[cfg(feature = "serde")]
    fn summary(asset: &Asset<'_>, hashes: bool) -> Option<Self> {
        let mut summary = serde_json::to_value(asset.summary(hashes)).ok()?;
        if let (Asset::UrhoPak(_), false, Some(members)) = (asset, hashes, summary.as_object_mut()) {
            // They are compared one by one.
            members.remove("entries");
        }
        Some(Self::json(Cow::Borrowed(""), summary))
    }

    #[cfg(not(feature = "serde"))]
    fn summary(_: &Asset<'_>, _: bool) -> Option<Self> {
        None
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
        }
    }

    #[cfg(feature = "serde")]
    fn json(name: Cow<'d, str>, value: serde_json::Value) -> Self {
        use serde_json::Value;
        let form = match &value {
            Value::Object(_) => Form::Group,
            Value::Array(items) if items.iter().any(|item| !item.is_number()) || items.len() > MOST_NUMBERS => {
                Form::List
            }
            _ => Form::Value,
        };
        let text = match &value {
            Value::String(text) => text.clone(),
            Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            other => other.to_string(),
        };
        let member = |name: &str| value.get(name).and_then(Value::as_str).map(|text| Cow::Owned(text.to_owned()));
        let named = if name.is_empty() { member("name").unwrap_or(name) } else { name };
        let leaf = (form == Form::Value).then(|| Leaf {
            variant: Variant::String(text.clone().into()),
            text,
            is_default: false,
        });
        Self {
            name: named,
            kind: member("type").or_else(|| member("kind")).unwrap_or_default(),
            id: value.get("id").and_then(Value::as_u64),
            form,
            value: leaf,
            alias: None,
            inner: if form == Form::Value { Inner::Nothing } else { Inner::Json(std::rc::Rc::new(value)) },
        }
    }

    /// Returns the parts, each once.
    pub(super) fn parts(&self) -> Vec<Tree<'d>> {
        match &self.inner {
            Inner::Nothing => Vec::new(),
            Inner::Part(part) => part.parts().into_iter().filter(|part| !part.is_link()).map(Self::part).collect(),
            #[cfg(feature = "serde")]
            Inner::Json(value) => match &**value {
                serde_json::Value::Object(members) => {
                    let is_content = |name: &String| !PLACES.contains(&name.as_str());
                    let members = members.iter().filter(|(name, _)| is_content(name));
                    members.map(|(name, value)| Self::json(Cow::Owned(name.clone()), value.clone())).collect()
                }
                serde_json::Value::Array(items) => {
                    items.iter().map(|item| Self::json(Cow::Borrowed(""), item.clone())).collect()
                }
                _ => Vec::new(),
            },
        }
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

/// Most numbers of a list that is one value, such as a matrix.
#[cfg(feature = "serde")]
const MOST_NUMBERS: usize = 16;

/// Members of summaries that only tell where something is in the file.
#[cfg(feature = "serde")]
const PLACES: &[&str] = &["offset", "position_in_file", "file_size"];
