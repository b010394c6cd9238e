//! Variants as the text in side files: `1 2 3`, `true`, `Model;Models/Box.mdl`.

mod number;

pub use number::{general_number, general_number_with};

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use binio::{Bytes, Name, Path};
use glam::{EulerRot, Quat};

use crate::error::{Error, ErrorKind};
use crate::hash::{HashAlgorithm, StringHash, hash_of};
use crate::kind::VariantKind;
use crate::known_hashes::{HashedName, resource_type_name};
use crate::variant::{ResourceRef, ResourceRefList, Variant};
use number::Numbers;

/// How many digits to write for numbers in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FloatPrecision {
    /// As many digits as you need to read back the same number.
    #[default]
    Exact,
    /// As many digits as the engine writes. This loses precision: for most floats, the last one or two digits.
    Engine,
}

/// A value that was read from text. If the text is unusual, there is also a note.
#[derive(Clone, Debug, PartialEq)]
pub struct FromText<'a> {
    /// The value that the engine reads.
    pub value: Variant<'a>,
    /// The reason why this is probably not what was meant, to show it to the user.
    pub odd: Option<&'static str>,
}

const NOT_CLEAN: &str = "not a whole value of its type; the engine reads as much of it as it understands";
const TOO_FEW: &str = "too few numbers; the engine takes its default value instead";
const NO_TEXT: &str = "a type without a form in text; the engine reads nothing";
const HALF_REFERENCE: &str = "type or name is missing; the engine reads an empty reference";
const NO_REFERENCE: &str = "not `Type;Name`; the engine reads an empty reference";
const NO_REFERENCES: &str = "not `Type;Name;Name`; the engine reads an empty list";

impl<'a> Variant<'a> {
    /// Reads a value of the given type from text, as the engine does. This function never fails, because the engine
    /// accepts any text ([Text](crate::format#text)). When the text was probably meant in another way, you also get a
    /// reason.
    ///
    /// For resource types you have to pass the right hash algorithm. A vector or map of values can't be written as
    /// text, so for these the result will be [`Variant::None`].
    ///
    /// ```
    /// use urho_core::{HashAlgorithm, Variant, VariantKind};
    /// let read = Variant::from_text(VariantKind::Vector2, b"1 2.5", HashAlgorithm::Urho18);
    /// assert_eq!((read.value, read.odd), (Variant::Vector2([1.0, 2.5]), None));
    /// let read = Variant::from_text(VariantKind::Vector2, b"1", HashAlgorithm::Urho18);
    /// assert!(read.value == Variant::Vector2([0.0; 2]) && read.odd.is_some());
    /// ```
    pub fn from_text(kind: VariantKind, text: &'a [u8], hashes: HashAlgorithm) -> FromText<'a> {
        let (value, odd) = match kind {
            VariantKind::String => (Variant::String(Name::from(text)), None),
            VariantKind::Buffer => {
                let (bytes, clean) = number::buffer(text);
                (Variant::Buffer(Bytes::from(bytes)), (!clean).then_some(NOT_CLEAN))
            }
            VariantKind::Bool => {
                let value = number::is_true(text);
                (Variant::Bool(u8::from(value)), (!number::is_bool(text)).then_some(NOT_CLEAN))
            }
            VariantKind::ResourceRef => resource_ref(text, hashes),
            VariantKind::ResourceRefList => {
                // `Material` alone is an empty list; a path alone is a name whose type was forgotten.
                let is_path = !text.contains(&b';') && text.iter().any(|byte| matches!(byte, b'/' | b'.'));
                (resource_refs(text, hashes), is_path.then_some(NO_REFERENCES))
            }
            VariantKind::None => (Variant::None, (!text.is_empty()).then_some(NO_TEXT)),
            VariantKind::VoidPtr => (Variant::VoidPtr(0), (text != b"0").then_some(NOT_CLEAN)),
            VariantKind::Ptr => (Variant::Ptr(0), (text != b"0").then_some(NOT_CLEAN)),
            VariantKind::Custom
            | VariantKind::CustomHeap
            | VariantKind::CustomStack
            | VariantKind::VariantCurve
            | VariantKind::VariantVector
            | VariantKind::VariantMap
            | VariantKind::StringVector
            | VariantKind::StringVariantMap => (Variant::None, Some(NO_TEXT)),
            _ => numbers(kind, text),
        };
        FromText { value, odd }
    }

    /// Writes the value as text, in the form that the engine uses, but with enough digits to read back the same number.
    /// The engine itself writes six digits, and fifteen for a double.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInText`] when the value can't be written as text or would be misread. When this is about
    /// the name of a resource, it is the path in the error.
    ///
    /// ```
    /// use urho_core::{HashAlgorithm, Variant};
    /// assert_eq!(Variant::Vector2([1.0, 0.2708325]).to_text(HashAlgorithm::Urho18)?, b"1 0.2708325");
    /// # Ok::<(), urho_core::Error>(())
    /// ```
    pub fn to_text(&self, hashes: HashAlgorithm) -> Result<Vec<u8>, Error> {
        self.text(hashes).map_err(|why| {
            let named = self.refused_name().map_or_else(Path::new, |name| Path::new().name(name));
            Error::new(ErrorKind::NotInText(why), named)
        })
    }

    /// Returns the first resource name that can't be written as text. Users need it to find the file.
    fn refused_name(&self) -> Option<&[u8]> {
        let mut names = match self {
            Self::ResourceRef(reference) => core::slice::from_ref(&reference.name),
            Self::ResourceRefList(list) => &list.names,
            _ => &[],
        }
        .iter();
        names.find(|name| name_text(name).is_err()).map(Name::as_bytes)
    }

    pub(crate) fn text(&self, hashes: HashAlgorithm) -> Result<Vec<u8>, &'static str> {
        if let Some(floats) = self.floats() {
            return joined(floats, |value| number::float_text(*value));
        }
        if let Some(doubles) = self.doubles() {
            return joined(doubles, |value| number::double_text(*value));
        }
        if let Some(ints) = self.ints() {
            return joined(ints, |value| Ok(alloc::format!("{value}")));
        }
        match self {
            Self::None => Ok(Vec::new()),
            Self::Int64(value) => Ok(alloc::format!("{value}").into_bytes()),
            Self::Bool(value) if *value <= 1 => Ok(bool_text(*value != 0).to_vec()),
            Self::Bool(_) => Err("a Bool that is neither 0 nor 1"),
            Self::String(text) => no_nul(text).map(<[u8]>::to_vec),
            Self::Buffer(bytes) => joined(bytes, |byte| Ok(alloc::format!("{byte}"))),
            Self::VoidPtr(0) | Self::Ptr(0) => Ok(b"0".to_vec()),
            Self::VoidPtr(_) | Self::Ptr(_) => Err("a pointer that isn't 0"),
            Self::ResourceRef(reference) => resource_ref_text(reference, hashes),
            Self::ResourceRefList(list) => resource_refs_text(list, hashes),
            _ => Err("a type without a text of its own"),
        }
    }
}

fn bool_text(value: bool) -> &'static [u8] {
    if value { b"true" } else { b"false" }
}

fn no_nul(text: &[u8]) -> Result<&[u8], &'static str> {
    if text.contains(&0) { Err("text with a NUL inside") } else { Ok(text) }
}

/// Joins the texts of `items` with spaces.
fn joined<T>(items: &[T], text: impl Fn(&T) -> Result<String, &'static str>) -> Result<Vec<u8>, &'static str> {
    let mut joined = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            joined.push(b' ');
        }
        joined.extend_from_slice(text(item)?.as_bytes());
    }
    Ok(joined)
}

/// Reads a value that consists of numbers.
fn numbers(kind: VariantKind, text: &[u8]) -> (Variant<'static>, Option<&'static str>) {
    let mut numbers = Numbers::new(text);
    let floats = &mut numbers;
    let value = match kind {
        VariantKind::Int => Some(Variant::Int(floats.int())),
        VariantKind::Int64 => Some(Variant::Int64(floats.long())),
        VariantKind::Float => Some(Variant::Float(floats.float())),
        VariantKind::Double => Some(Variant::Double(floats.double())),
        VariantKind::Vector2 => floats.floats().map(Variant::Vector2),
        VariantKind::Vector3 => floats.floats().map(Variant::Vector3),
        VariantKind::Vector4 => floats.floats().map(Variant::Vector4),
        VariantKind::Rect => floats.floats().map(|rect| Variant::Rect(Some(rect))),
        VariantKind::DoubleVector2 => floats.doubles().map(Variant::DoubleVector2),
        VariantKind::DoubleVector3 => floats.doubles().map(Variant::DoubleVector3),
        VariantKind::IntRect => floats.ints().map(Variant::IntRect),
        VariantKind::IntVector2 => floats.ints().map(Variant::IntVector2),
        VariantKind::IntVector3 => floats.ints().map(Variant::IntVector3),
        VariantKind::Matrix3 => floats.floats().map(|rows| Variant::Matrix3(Box::new(rows))),
        VariantKind::Matrix3x4 => floats.floats().map(|rows| Variant::Matrix3x4(Box::new(rows))),
        VariantKind::Matrix4 => floats.floats().map(|rows| Variant::Matrix4(Box::new(rows))),
        VariantKind::Color => return color(numbers),
        _ => return quaternion(numbers),
    };
    match value {
        Some(value) => (value, (!numbers.is_clean()).then_some(NOT_CLEAN)),
        None => (zero(kind), Some(TOO_FEW)),
    }
}

/// Returns the value that the engine uses if there are too few numbers.
fn zero(kind: VariantKind) -> Variant<'static> {
    match kind {
        VariantKind::Vector2 => Variant::Vector2([0.0; 2]),
        VariantKind::Vector3 => Variant::Vector3([0.0; 3]),
        VariantKind::Vector4 => Variant::Vector4([0.0; 4]),
        VariantKind::DoubleVector2 => Variant::DoubleVector2([0.0; 2]),
        VariantKind::DoubleVector3 => Variant::DoubleVector3([0.0; 3]),
        VariantKind::IntRect => Variant::IntRect([0; 4]),
        VariantKind::IntVector2 => Variant::IntVector2([0; 2]),
        VariantKind::IntVector3 => Variant::IntVector3([0; 3]),
        VariantKind::Matrix3 => Variant::Matrix3(Box::new([0.0; 9])),
        VariantKind::Matrix3x4 => Variant::Matrix3x4(Box::new([0.0; 12])),
        VariantKind::Matrix4 => Variant::Matrix4(Box::new([0.0; 16])),
        _ => Variant::Rect(Some([0.0; 4])),
    }
}

/// Reads a colour. If alpha is missing, it is 1; if there are too few numbers, the colour is white.
fn color(mut numbers: Numbers<'_>) -> (Variant<'static>, Option<&'static str>) {
    let color = numbers.floats().or_else(|| numbers.floats().map(|[red, green, blue]| [red, green, blue, 1.0]));
    match color {
        Some(color) => (Variant::Color(color), (!numbers.is_clean()).then_some(NOT_CLEAN)),
        None => (Variant::Color([1.0; 4]), Some(TOO_FEW)),
    }
}

/// Reads a quaternion: w x y z, or three angles in degrees about x, y and z. If there are too few numbers, there is no
/// rotation.
fn quaternion(mut numbers: Numbers<'_>) -> (Variant<'static>, Option<&'static str>) {
    let angles = |[x, y, z]: [f32; 3]| {
        let [x, y, z] = [x, y, z].map(f32::to_radians);
        let [x, y, z, w] = Quat::from_euler(EulerRot::YXZ, y, x, z).to_array();
        [w, x, y, z]
    };
    match numbers.floats().or_else(|| numbers.floats().map(angles)) {
        Some(rotation) => (Variant::Quaternion(rotation), (!numbers.is_clean()).then_some(NOT_CLEAN)),
        None => (Variant::Quaternion([1.0, 0.0, 0.0, 0.0]), Some(TOO_FEW)),
    }
}

/// Reads `Type;Name`. The engine drops empty parts and requires two. Where it would lose a type or a name, this
/// function keeps it.
fn resource_ref(text: &[u8], hashes: HashAlgorithm) -> (Variant<'_>, Option<&'static str>) {
    let reference = |kind, name| {
        let kind = HashedName::of(hashes, Name::from(kind));
        Variant::ResourceRef(Box::new(ResourceRef { kind, name: Name::from(name) }))
    };
    let mut whole = text.split(|byte| *byte == b';').filter(|piece| !piece.is_empty());
    if let (Some(kind), Some(name), None) = (whole.next(), whole.next(), whole.next()) {
        return (reference(kind, name), None);
    }
    let mut pieces = text.split(|byte| *byte == b';');
    match (pieces.next(), pieces.next(), pieces.next()) {
        (Some([]), Some([]), None) => (reference(b"", b""), None),
        (Some(kind), Some(name), None) => (reference(kind, name), Some(HALF_REFERENCE)),
        _ => (reference(b"", b""), Some(NO_REFERENCE)),
    }
}

/// Reads `Type;Name;Name`.
fn resource_refs(text: &[u8], hashes: HashAlgorithm) -> Variant<'_> {
    let mut pieces = text.split(|byte| *byte == b';').map(Name::from);
    let kind = HashedName::of(hashes, pieces.next().unwrap_or_default());
    Variant::ResourceRefList(Box::new(ResourceRefList { kind, names: pieces.collect() }))
}

fn resource_ref_text(reference: &ResourceRef<'_>, hashes: HashAlgorithm) -> Result<Vec<u8>, &'static str> {
    let mut text = type_text(&reference.kind, hashes)?;
    text.push(b';');
    text.extend_from_slice(name_text(&reference.name)?);
    Ok(text)
}

fn resource_refs_text(list: &ResourceRefList<'_>, hashes: HashAlgorithm) -> Result<Vec<u8>, &'static str> {
    let mut text = type_text(&list.kind, hashes)?;
    for name in &list.names {
        text.push(b';');
        text.extend_from_slice(name_text(name)?);
    }
    Ok(text)
}

fn name_text(name: &[u8]) -> Result<&[u8], &'static str> {
    if name.contains(&b';') { Err("a name with a semicolon inside") } else { no_nul(name) }
}

/// Returns the name of a resource type.
fn type_text(kind: &HashedName<'_>, hashes: HashAlgorithm) -> Result<Vec<u8>, &'static str> {
    if kind.name.is_empty() {
        return match resource_type_name(hashes, kind.hash) {
            Some(name) => Ok(name.as_bytes().to_vec()),
            None if kind.hash == StringHash(0) => Ok(Vec::new()),
            None => Err("a resource type of unknown name"),
        };
    }
    checked_name(kind, hashes).and_then(name_text).map(<[u8]>::to_vec)
}

/// Returns the name, but first checks that it has this hash.
pub(crate) fn checked_name<'n>(named: &'n HashedName<'_>, hashes: HashAlgorithm) -> Result<&'n [u8], &'static str> {
    if hash_of(hashes, &named.name) == named.hash { Ok(&named.name) } else { Err("a name with the hash of another") }
}
