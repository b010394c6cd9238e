//! What is different between two documents.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use binio::Limits;

use crate::array::Array;
use crate::document::{Document, key};
use crate::element::Element;
use crate::fixed::{Component, Shape};
use crate::kind::Type;
use crate::path::{escape_key, join};
use crate::value::Value;

/// How documents are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DiffOptions {
    /// How far floats may be apart and still be the same, in their own unit; at 0 they are compared by their bits.
    pub tolerance: f64,
}

impl DiffOptions {
    /// Sets [`tolerance`](Self::tolerance).
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }
}

/// One difference, at a path as [`Document::get`] takes it. Keys of the root beside the data begin with `../`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change<'d> {
    /// Path of the value in the document, as [`Document::get`](crate::Document::get) takes it.
    pub path: String,
    /// The value in the first document; `None` if only the second has one.
    pub old: Option<&'d Value<'d>>,
    /// The value in the second document; `None` if only the first has one.
    pub new: Option<&'d Value<'d>>,
}

impl<'d> Change<'d> {
    /// A change to be [applied](Document::apply).
    pub fn new(path: impl Into<String>, old: Option<&'d Value<'d>>, new: Option<&'d Value<'d>>) -> Self {
        Self { path: path.into(), old, new }
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match (self.old, self.new) {
            (None, _) => '+',
            (_, None) => '-',
            _ => '~',
        };
        write!(f, "{mark} {}", self.path)
    }
}

impl Document<'_> {
    /// Returns what `other` has more, less or other than this document, as deep down as both are alike, by path.
    ///
    /// By meaning: the order of keys is no difference, of a key that stands twice only the last counts, and arrays that are
    /// packed differently are the same if their items are.
    ///
    /// ```
    /// # use udm::{Change, Document};
    /// let old = Document::parse(b"$int8 a 1 $int8 b 2")?;
    /// let new = Document::parse(b"$int8 b 3 $int8 c 4")?;
    /// let changes: Vec<_> = old.diff(&new).iter().map(ToString::to_string).collect();
    /// assert_eq!(changes, ["- a", "~ b", "+ c"]);
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn diff<'d>(&'d self, other: &'d Document<'_>) -> Vec<Change<'d>> {
        self.diff_with(other, &DiffOptions::default())
    }

    /// As [`diff`](Self::diff), as `options` say.
    pub fn diff_with<'d>(&'d self, other: &'d Document<'_>, options: &DiffOptions) -> Vec<Change<'d>> {
        let mut changes = Vec::new();
        let mut pending: Vec<Change<'d>> = Vec::new();
        for key in keys(&self.root, &other.root) {
            let path = if key == key::DATA.as_bytes() { String::new() } else { format!("../{}", escape_key(key)) };
            pending.push(Change::new(path, self.root.get(key), other.root.get(key)));
        }
        while let Some(change) = pending.pop() {
            let (Some(old), Some(new)) = (change.old, change.new) else {
                changes.push(change);
                continue;
            };
            match (old, new) {
                (Value::Element(old), Value::Element(new)) => {
                    let child = |key| Change::new(join(&change.path, key), old.get(key), new.get(key));
                    pending.extend(keys(old, new).into_iter().map(child));
                }
                (Value::Array(Array::Items(old)), Value::Array(Array::Items(new)))
                    if old.item_type() == new.item_type() =>
                {
                    let child =
                        |index| Change::new(format!("{}[{index}]", change.path), old.get(index), new.get(index));
                    pending.extend((0..old.len().max(new.len())).map(child));
                }
                _ if same(old, new, options) => {}
                _ => changes.push(change),
            }
        }
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        changes
    }
}

/// The keys of both, each once.
fn keys<'d>(old: &'d Element<'_>, new: &'d Element<'_>) -> BTreeSet<&'d [u8]> {
    old.iter().chain(new.iter()).map(|(key, _)| key.as_bytes()).collect()
}

/// Whether two values mean the same.
pub(crate) fn same(old: &Value<'_>, new: &Value<'_>, options: &DiffOptions) -> bool {
    if old == new {
        return true;
    }
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => same_array(old, new, options),
        (Value::Struct(a), Value::Struct(b)) => {
            a.layout() == b.layout() && same_rows(a.layout().fields(), a.as_bytes(), b.as_bytes(), options)
        }
        _ if old.ty() == new.ty() => {
            let bytes = |value: &Value<'_>| value.with_trivial(<[u8]>::to_vec);
            matches!((bytes(old), bytes(new)), (Some(a), Some(b)) if same_numbers(old.ty(), &a, &b, options))
        }
        _ => false,
    }
}

fn same_array(old: &Array<'_>, new: &Array<'_>, options: &DiffOptions) -> bool {
    if old.item_type() != new.item_type() || old.len() != new.len() || old.ty() != new.ty() {
        return false;
    }
    let mut budget = Limits::default().budget();
    match (old, new) {
        (Array::Packed(_), Array::Packed(_)) => match (old.unpack(&mut budget), new.unpack(&mut budget)) {
            (Ok(old), Ok(new)) => *old == *new || same_array(&old, &new, options),
            _ => false,
        },
        (Array::Plain(a), Array::Plain(b)) => same_numbers(a.item_type(), a.as_bytes(), b.as_bytes(), options),
        (Array::Structs(a), Array::Structs(b)) => {
            a.layout() == b.layout() && same_rows(a.layout().fields(), a.as_bytes(), b.as_bytes(), options)
        }
        _ => false,
    }
}

/// Whether structs of the same fields hold the same, any number of them one behind the other.
fn same_rows(fields: &[(Type, binio::Name<'_>)], a: &[u8], b: &[u8], options: &DiffOptions) -> bool {
    let (mut a, mut b) = (a, b);
    for (ty, _) in fields.iter().cycle() {
        if a.is_empty() || options.tolerance <= 0.0 {
            break;
        }
        let size = ty.size().unwrap_or(0);
        let (Some((left, more)), Some((right, others))) = (a.split_at_checked(size), b.split_at_checked(size)) else {
            return false;
        };
        if !same_numbers(*ty, left, right, options) {
            return false;
        }
        (a, b) = (more, others);
    }
    a == b
}

/// Whether values of a fixed size are the same, any number of them one behind the other.
fn same_numbers(ty: Type, a: &[u8], b: &[u8], options: &DiffOptions) -> bool {
    if a == b {
        return true;
    }
    if a.len() != b.len() || options.tolerance <= 0.0 {
        return false;
    }
    let near = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a - b).abs() <= options.tolerance;
    let pairs = |size: usize| a.chunks_exact(size).zip(b.chunks_exact(size));
    match ty {
        Type::F64 => pairs(8).all(|(a, b)| {
            let number = |bytes: &[u8]| bytes.try_into().map_or(f64::NAN, f64::from_le_bytes);
            a == b || near(number(a), number(b))
        }),
        Type::HALF => pairs(2).all(|(a, b)| {
            let number = |bytes: &[u8]| bytes.try_into().map_or(0, u16::from_le_bytes);
            let number = |bytes: &[u8]| f64::from(crate::half::to_f32(number(bytes)));
            a == b || near(number(a), number(b))
        }),
        _ if ty == Type::F32 || Shape::of(ty).is_some_and(|shape| shape.component == Component::F32) => {
            pairs(4).all(|(a, b)| {
                let number = |bytes: &[u8]| f64::from(bytes.try_into().map_or(f32::NAN, f32::from_le_bytes));
                a == b || near(number(a), number(b))
            })
        }
        _ => false,
    }
}
