//! Reads variants.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::zerocopy::little_endian::{F32, F64, I32};
use binio::{Bytes, Fault, Input, MAX_DEPTH, Name, Parsed, Parser, Within, check_count, map, repeat};

use super::{ResourceRef, ResourceRefList, Variant};
use crate::error::{Error, ErrorKind, VariantFault};
use crate::hash::StringHash;
use crate::kind::{VariantEncoding, VariantKind, VariantType};
use crate::known_hashes::HashedName;

impl<'a> Variant<'a> {
    /// Reads a variant, which is a type and a value, from the given bytes. There must be nothing after it. You have to
    /// know the encoding, because it decides what the type number means.
    ///
    /// # Errors
    /// This function will return an error with the item and the byte offset when the variant is not valid.
    ///
    /// ```
    /// use urho_core::{Variant, VariantEncoding};
    /// let value = Variant::parse(&[9, b'h', b'i', 0], VariantEncoding::Urho)?;
    /// assert_eq!(value, Variant::String("hi".into()));
    /// assert_eq!(value.to_bytes(VariantEncoding::Urho)?, [9, b'h', b'i', 0]);
    /// # Ok::<(), urho_core::Error>(())
    /// ```
    pub fn parse(bytes: &'a [u8], encoding: VariantEncoding) -> Result<Self, Error> {
        binio::parse(Input::new(bytes), |input| Self::read::<ErrorKind>(input, encoding))
    }

    /// Reads a variant, which is a type number and a value of this type. Use this in a parser for a format that
    /// contains variants.
    ///
    /// # Errors
    /// Fails if:
    ///
    /// - the type is not in the encoding, or its encoding is unknown
    /// - the value ends too early, or is nested deeper than [`MAX_DEPTH`]
    /// - an integer of variable length is not in its shortest encoding
    pub fn read<K>(input: Input<'a>, encoding: VariantEncoding) -> Parsed<'a, Self, K>
    where
        K: From<Fault> + From<VariantFault>,
    {
        typed(input, encoding, MAX_DEPTH)
    }

    /// Reads a value whose type is already known, for example in the tracks of rbfx animations.
    ///
    /// # Errors
    /// Fails in the same cases as [`read`](Self::read).
    pub fn read_payload<K>(input: Input<'a>, kind: VariantKind, encoding: VariantEncoding) -> Parsed<'a, Self, K>
    where
        K: From<Fault> + From<VariantFault>,
    {
        payload(input, kind, encoding, MAX_DEPTH)
    }

    /// Returns the smallest size that a value of this type can have. Use this to check a count before you read that
    /// many values.
    pub const fn smallest_payload(kind: VariantKind, encoding: VariantEncoding) -> usize {
        match kind {
            VariantKind::Rect if matches!(encoding, VariantEncoding::Urho) => 0,
            VariantKind::None | VariantKind::Custom | VariantKind::VariantCurve => 0,
            VariantKind::Bool
            | VariantKind::String
            | VariantKind::Buffer
            | VariantKind::VariantVector
            | VariantKind::VariantMap
            | VariantKind::StringVector
            | VariantKind::StringVariantMap => 1,
            VariantKind::Int
            | VariantKind::Float
            | VariantKind::VoidPtr
            | VariantKind::Ptr
            | VariantKind::CustomHeap
            | VariantKind::CustomStack => 4,
            VariantKind::ResourceRef | VariantKind::ResourceRefList => 5,
            VariantKind::Vector2 | VariantKind::IntVector2 | VariantKind::Double | VariantKind::Int64 => 8,
            VariantKind::Vector3 | VariantKind::IntVector3 => 12,
            VariantKind::Vector4
            | VariantKind::Quaternion
            | VariantKind::Color
            | VariantKind::IntRect
            | VariantKind::Rect
            | VariantKind::DoubleVector2 => 16,
            VariantKind::DoubleVector3 => 24,
            VariantKind::Matrix3 => 36,
            VariantKind::Matrix3x4 => 48,
            VariantKind::Matrix4 => 64,
        }
    }
}

/// Reads a type and a value. It can be nested up to `depth`.
fn typed<'a, K>(input: Input<'a>, encoding: VariantEncoding, depth: u16) -> Parsed<'a, Variant<'a>, K>
where
    K: From<Fault> + From<VariantFault>,
{
    let (rest, number) = binio::u8(input).within("variant type")?;
    match VariantType(number).kind(encoding) {
        Some(kind) => payload(rest, kind, encoding, depth),
        None => Err(input.fail(VariantFault::UnknownType(number))),
    }
}

fn payload<'a, K>(
    input: Input<'a>,
    kind: VariantKind,
    encoding: VariantEncoding,
    depth: u16,
) -> Parsed<'a, Variant<'a>, K>
where
    K: From<Fault> + From<VariantFault>,
{
    match kind {
        VariantKind::None => Ok((input, Variant::None)),
        VariantKind::Rect if encoding == VariantEncoding::Urho => Ok((input, Variant::Rect(None))),
        VariantKind::Custom | VariantKind::VariantCurve => Err(input.fail(VariantFault::Opaque(kind))),
        VariantKind::ResourceRef
        | VariantKind::ResourceRefList
        | VariantKind::StringVector
        | VariantKind::VariantVector
        | VariantKind::VariantMap
        | VariantKind::StringVariantMap => compound(input, kind, encoding, depth),
        _ => plain(input, kind, encoding),
    }
    .within(kind.name())
}

/// Reads a value that consists of numbers or of a single string.
pub(super) fn plain<'a, K>(input: Input<'a>, kind: VariantKind, encoding: VariantEncoding) -> Parsed<'a, Variant<'a>, K>
where
    K: From<Fault> + From<VariantFault>,
{
    match kind {
        VariantKind::Int => map(binio::i32_le, Variant::Int).parse(input),
        VariantKind::Int64 => map(binio::i64_le, Variant::Int64).parse(input),
        VariantKind::Bool => map(binio::u8, Variant::Bool).parse(input),
        VariantKind::Float => map(binio::f32_le, Variant::Float).parse(input),
        VariantKind::Double => map(binio::f64_le, Variant::Double).parse(input),
        VariantKind::Vector2 => map(floats, Variant::Vector2).parse(input),
        VariantKind::Vector3 => map(floats, Variant::Vector3).parse(input),
        VariantKind::Vector4 => map(floats, Variant::Vector4).parse(input),
        VariantKind::DoubleVector2 => map(doubles, Variant::DoubleVector2).parse(input),
        VariantKind::DoubleVector3 => map(doubles, Variant::DoubleVector3).parse(input),
        VariantKind::Quaternion => map(floats, Variant::Quaternion).parse(input),
        VariantKind::Color => map(floats, Variant::Color).parse(input),
        VariantKind::Rect => map(floats, |rect| Variant::Rect(Some(rect))).parse(input),
        VariantKind::IntRect => map(ints, Variant::IntRect).parse(input),
        VariantKind::IntVector2 => map(ints, Variant::IntVector2).parse(input),
        VariantKind::IntVector3 => map(ints, Variant::IntVector3).parse(input),
        VariantKind::Matrix3 => map(floats, |rows| Variant::Matrix3(Box::new(rows))).parse(input),
        VariantKind::Matrix3x4 => map(floats, |rows| Variant::Matrix3x4(Box::new(rows))).parse(input),
        VariantKind::Matrix4 => map(floats, |rows| Variant::Matrix4(Box::new(rows))).parse(input),
        VariantKind::VoidPtr => map(binio::u32_le, Variant::VoidPtr).parse(input),
        VariantKind::Ptr => map(binio::u32_le, Variant::Ptr).parse(input),
        VariantKind::CustomHeap => map(binio::u32_le, Variant::CustomHeap).parse(input),
        VariantKind::CustomStack => map(binio::u32_le, Variant::CustomStack).parse(input),
        VariantKind::String => map(binio::cstring, Variant::String).parse(input),
        _ => {
            let (rest, length) = count(input, encoding, 1)?;
            map(|input| binio::bytes(input, length as u64), |bytes| Variant::Buffer(Bytes::from(bytes))).parse(rest)
        }
    }
}

/// Reads a value that consists of other values.
fn compound<'a, K>(
    input: Input<'a>,
    kind: VariantKind,
    encoding: VariantEncoding,
    depth: u16,
) -> Parsed<'a, Variant<'a>, K>
where
    K: From<Fault> + From<VariantFault>,
{
    let inner = || depth.checked_sub(1).ok_or_else(|| input.fail(Fault::Limit("nesting of variants")));
    match kind {
        VariantKind::ResourceRef => {
            let (rest, kind) = hash(input).within("resource type")?;
            let (rest, name) = binio::cstring(rest)?;
            Ok((rest, Variant::ResourceRef(Box::new(ResourceRef { kind, name }))))
        }
        VariantKind::ResourceRefList => {
            let (rest, kind) = hash(input).within("resource type")?;
            let (rest, names) = names(rest, encoding)?;
            Ok((rest, Variant::ResourceRefList(Box::new(ResourceRefList { kind, names }))))
        }
        VariantKind::StringVector => map(|input| names(input, encoding), Variant::StringVector).parse(input),
        VariantKind::VariantVector => {
            let depth = inner()?;
            let (rest, items) = count(input, encoding, 1)?;
            let item = |input| typed(input, encoding, depth);
            map(|input| repeat(input, items, "item", item), Variant::VariantVector).parse(rest)
        }
        VariantKind::VariantMap => {
            let depth = inner()?;
            let (rest, items) = count(input, encoding, 5)?;
            let entry = |input| {
                let (input, key) = hash(input).within("key")?;
                let (input, value) = typed(input, encoding, depth)?;
                Ok((input, (key, value)))
            };
            map(|input| repeat(input, items, "entry", entry), Variant::VariantMap).parse(rest)
        }
        _ => {
            let depth = inner()?;
            let (rest, items) = count(input, encoding, 2)?;
            let entry = |input| {
                let (input, key) = binio::cstring(input).within("key")?;
                let (input, value) = typed(input, encoding, depth)?;
                Ok((input, (key, value)))
            };
            map(|input| repeat(input, items, "entry", entry), Variant::StringVariantMap).parse(rest)
        }
    }
}

fn floats<const N: usize, K: From<Fault>>(input: Input<'_>) -> Parsed<'_, [f32; N], K> {
    map(binio::record::<[F32; N], K>, |words| words.map(F32::get)).parse(input)
}

fn doubles<const N: usize, K: From<Fault>>(input: Input<'_>) -> Parsed<'_, [f64; N], K> {
    map(binio::record::<[F64; N], K>, |words| words.map(F64::get)).parse(input)
}

fn ints<const N: usize, K: From<Fault>>(input: Input<'_>) -> Parsed<'_, [i32; N], K> {
    map(binio::record::<[I32; N], K>, |words| words.map(I32::get)).parse(input)
}

pub(super) fn hash<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, HashedName<'_>, K> {
    map(binio::u32_le, |hash| HashedName::from(StringHash(hash))).parse(input)
}

fn names<K>(input: Input<'_>, encoding: VariantEncoding) -> Parsed<'_, Vec<Name<'_>>, K>
where
    K: From<Fault> + From<VariantFault>,
{
    let (rest, items) = count(input, encoding, 1)?;
    repeat(rest, items, "name", binio::cstring)
}

/// Reads a count. Each item must have at least `smallest` bytes.
pub(super) fn count<K>(input: Input<'_>, encoding: VariantEncoding, smallest: usize) -> Parsed<'_, usize, K>
where
    K: From<Fault> + From<VariantFault>,
{
    let (rest, count) = match encoding {
        VariantEncoding::Urho => binio::vle29(input),
        VariantEncoding::RbfxOld | VariantEncoding::RbfxNew => binio::leb128(input),
    }
    .within("count")?;
    Ok((rest, check_count(input, rest, u64::from(count), smallest).within("count")?))
}
