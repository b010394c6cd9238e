//! Skips values, so that a reader can borrow many values as a single block.

use binio::{Fault, Input, MAX_DEPTH, Parsed, Within};

use super::Variant;
use super::read::{count, hash, plain};
use crate::error::VariantFault;
use crate::kind::{VariantEncoding, VariantKind, VariantType};

impl Variant<'_> {
    /// Skips a value whose type is already known. It accepts the same input as [`read_payload`](Variant::read_payload),
    /// but does not allocate memory that grows with the value.
    ///
    /// # Errors
    /// Fails in the same cases as [`read_payload`](Variant::read_payload).
    pub fn skip_payload<K>(input: Input<'_>, kind: VariantKind, encoding: VariantEncoding) -> Parsed<'_, (), K>
    where
        K: From<Fault> + From<VariantFault>,
    {
        payload(input, kind, encoding, MAX_DEPTH)
    }

    /// Returns the size that all values of this type have, or `None` if it varies or is unknown.
    pub const fn payload_size(kind: VariantKind, encoding: VariantEncoding) -> Option<usize> {
        match kind {
            VariantKind::String
            | VariantKind::Buffer
            | VariantKind::ResourceRef
            | VariantKind::ResourceRefList
            | VariantKind::VariantVector
            | VariantKind::VariantMap
            | VariantKind::StringVector
            | VariantKind::StringVariantMap
            | VariantKind::Custom
            | VariantKind::VariantCurve => None,
            _ => Some(Self::smallest_payload(kind, encoding)),
        }
    }
}

fn payload<K>(input: Input<'_>, kind: VariantKind, encoding: VariantEncoding, depth: u16) -> Parsed<'_, (), K>
where
    K: From<Fault> + From<VariantFault>,
{
    match kind {
        VariantKind::None => Ok((input, ())),
        VariantKind::Rect if encoding == VariantEncoding::Urho => Ok((input, ())),
        VariantKind::Custom | VariantKind::VariantCurve => Err(input.fail(VariantFault::Opaque(kind))),
        VariantKind::ResourceRef
        | VariantKind::ResourceRefList
        | VariantKind::StringVector
        | VariantKind::VariantVector
        | VariantKind::VariantMap
        | VariantKind::StringVariantMap => compound(input, kind, encoding, depth),
        _ => plain(input, kind, encoding).map(|(rest, _)| (rest, ())),
    }
    .within(kind.name())
}

fn compound<K>(input: Input<'_>, kind: VariantKind, encoding: VariantEncoding, depth: u16) -> Parsed<'_, (), K>
where
    K: From<Fault> + From<VariantFault>,
{
    let inner = || depth.checked_sub(1).ok_or_else(|| input.fail(Fault::Limit("nesting of variants")));
    match kind {
        VariantKind::ResourceRef => {
            let (rest, _) = hash(input).within("resource type")?;
            binio::cstring(rest).map(|(rest, _)| (rest, ()))
        }
        VariantKind::ResourceRefList => {
            let (rest, _) = hash(input).within("resource type")?;
            names(rest, encoding)
        }
        VariantKind::StringVector => names(input, encoding),
        VariantKind::VariantVector => {
            let depth = inner()?;
            let (rest, items) = count(input, encoding, 1)?;
            each(rest, items, "item", |item| typed(item, encoding, depth))
        }
        VariantKind::VariantMap => {
            let depth = inner()?;
            let (rest, items) = count(input, encoding, 5)?;
            each(rest, items, "entry", |entry| {
                let (input, _) = hash(entry).within("key")?;
                typed(input, encoding, depth)
            })
        }
        _ => {
            let depth = inner()?;
            let (rest, items) = count(input, encoding, 2)?;
            each(rest, items, "entry", |entry| {
                let (input, _) = binio::cstring(entry).within("key")?;
                typed(input, encoding, depth)
            })
        }
    }
}

fn typed<K>(input: Input<'_>, encoding: VariantEncoding, depth: u16) -> Parsed<'_, (), K>
where
    K: From<Fault> + From<VariantFault>,
{
    let (rest, number) = binio::u8(input).within("variant type")?;
    match VariantType(number).kind(encoding) {
        Some(kind) => payload(rest, kind, encoding, depth),
        None => Err(input.fail(VariantFault::UnknownType(number))),
    }
}

fn names<K>(input: Input<'_>, encoding: VariantEncoding) -> Parsed<'_, (), K>
where
    K: From<Fault> + From<VariantFault>,
{
    let (rest, items) = count(input, encoding, 1)?;
    each(rest, items, "name", |name| binio::cstring(name).map(|(rest, _)| (rest, ())))
}

fn each<'a, K>(
    mut input: Input<'a>,
    count: usize,
    part: &'static str,
    item: impl Fn(Input<'a>) -> Parsed<'a, (), K>,
) -> Parsed<'a, (), K> {
    for index in 0..count {
        (input, ()) = item(input).within_item(part, index)?;
    }
    Ok((input, ()))
}
