//! Writes variants.

use alloc::vec::Vec;
use binio::{Encode, Fault, MAX_DEPTH, Name, Sink, Within, Writer, Written};

use super::Variant;
use crate::error::{Error, ErrorKind, VariantFault};
use crate::kind::{VariantEncoding, VariantKind};

impl Variant<'_> {
    /// Writes the type and the value into a new buffer. To read it back, you have to use the same encoding.
    ///
    /// # Errors
    /// See [`write`](Self::write).
    pub fn to_bytes(&self, encoding: VariantEncoding) -> Result<Vec<u8>, Error> {
        binio::to_bytes(&TypedVariant { variant: self, encoding })
    }

    /// Writes the type and the value. Use this in a writer for a format that contains variants.
    ///
    /// # Errors
    /// Fails if:
    ///
    /// - the type is not in the encoding
    /// - a `Rect` has a value in Urho3D, or has none in rbfx
    /// - a name contains NUL, or a count does not fit into its field
    /// - the nesting is deeper than [`MAX_DEPTH`]
    pub fn write<S: Sink, K>(&self, out: &mut Writer<S>, encoding: VariantEncoding) -> Written<K>
    where
        K: From<Fault> + From<VariantFault>,
    {
        typed(self, out, encoding, MAX_DEPTH)
    }

    /// Writes only the value, which must have the type `kind`. No type number is written, so the encoding does not need to
    /// have one for this type.
    ///
    /// # Errors
    /// Fails in the same cases as [`write`](Self::write), and with [`VariantFault::WrongType`] if the type is not
    /// `kind`.
    pub fn write_payload<S: Sink, K>(
        &self,
        out: &mut Writer<S>,
        kind: VariantKind,
        encoding: VariantEncoding,
    ) -> Written<K>
    where
        K: From<Fault> + From<VariantFault>,
    {
        let found = self.kind();
        if found != kind {
            return Err(out.fail(VariantFault::WrongType { expected: kind, found }));
        }
        payload(self, out, encoding, MAX_DEPTH)
    }
}

/// A variant, and the encoding in which to encode it.
struct TypedVariant<'v, 'a> {
    variant: &'v Variant<'a>,
    encoding: VariantEncoding,
}

impl Encode for TypedVariant<'_, '_> {
    type Kind = ErrorKind;
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<ErrorKind> {
        self.variant.write(out, self.encoding)
    }
}

fn typed<S: Sink, K>(variant: &Variant<'_>, out: &mut Writer<S>, encoding: VariantEncoding, depth: u16) -> Written<K>
where
    K: From<Fault> + From<VariantFault>,
{
    let kind = variant.kind();
    let number = kind.number(encoding).ok_or_else(|| out.fail(VariantFault::NotInEra(kind)))?;
    out.u8(number.0);
    payload(variant, out, encoding, depth)
}

fn payload<S: Sink, K>(variant: &Variant<'_>, out: &mut Writer<S>, encoding: VariantEncoding, depth: u16) -> Written<K>
where
    K: From<Fault> + From<VariantFault>,
{
    let has_value = matches!(variant, Variant::Rect(Some(_)));
    if variant.kind() == VariantKind::Rect && has_value == (encoding == VariantEncoding::Urho) {
        return Err(out.fail(VariantFault::RectValue));
    }
    if let Some(floats) = variant.floats() {
        floats.iter().for_each(|value| out.f32_le(*value));
    }
    if let Some(doubles) = variant.doubles() {
        doubles.iter().for_each(|value| out.f64_le(*value));
    }
    if let Some(ints) = variant.ints() {
        ints.iter().for_each(|value| out.i32_le(*value));
    }
    match variant {
        Variant::Bool(value) => out.u8(*value),
        Variant::Int64(value) => out.i64_le(*value),
        Variant::VoidPtr(word) | Variant::Ptr(word) | Variant::CustomHeap(word) | Variant::CustomStack(word) => {
            out.u32_le(*word);
        }
        Variant::String(text) => out.cstring(text)?,
        Variant::Buffer(bytes) => {
            count(out, bytes.len(), encoding)?;
            out.bytes(bytes);
        }
        _ => compound(variant, out, encoding, depth).within(variant.kind().name())?,
    }
    Ok(())
}

fn compound<S: Sink, K>(variant: &Variant<'_>, out: &mut Writer<S>, encoding: VariantEncoding, depth: u16) -> Written<K>
where
    K: From<Fault> + From<VariantFault>,
{
    let too_deep = out.fail(Fault::Limit("nesting of variants"));
    let inner = depth.checked_sub(1).ok_or(too_deep);
    match variant {
        Variant::ResourceRef(reference) => {
            out.u32_le(reference.kind.hash.0);
            out.cstring(&reference.name)
        }
        Variant::ResourceRefList(list) => {
            out.u32_le(list.kind.hash.0);
            names(out, &list.names, encoding)
        }
        Variant::StringVector(texts) => names(out, texts, encoding),
        Variant::VariantVector(items) => {
            let depth = inner?;
            count(out, items.len(), encoding)?;
            each(items, "item", |item| typed(item, out, encoding, depth))
        }
        Variant::VariantMap(entries) => {
            let depth = inner?;
            count(out, entries.len(), encoding)?;
            each(entries, "entry", |(key, value)| {
                out.u32_le(key.hash.0);
                typed(value, out, encoding, depth)
            })
        }
        Variant::StringVariantMap(entries) => {
            let depth = inner?;
            count(out, entries.len(), encoding)?;
            each(entries, "entry", |(key, value)| {
                out.cstring(key)?;
                typed(value, out, encoding, depth)
            })
        }
        _ => Ok(()),
    }
}

fn each<T, K>(items: &[T], part: &'static str, mut write: impl FnMut(&T) -> Written<K>) -> Written<K> {
    items.iter().enumerate().try_for_each(|(index, item)| write(item).within_item(part, index))
}

fn names<S: Sink, K: From<Fault>>(out: &mut Writer<S>, names: &[Name<'_>], encoding: VariantEncoding) -> Written<K> {
    count(out, names.len(), encoding)?;
    each(names, "name", |name| out.cstring(name))
}

fn count<S: Sink, K: From<Fault>>(out: &mut Writer<S>, items: usize, encoding: VariantEncoding) -> Written<K> {
    let items = out.narrow(items as u64, u32::MAX)?;
    match encoding {
        VariantEncoding::Urho => out.vle29(items),
        VariantEncoding::RbfxOld | VariantEncoding::RbfxNew => {
            out.leb128(items);
            Ok(())
        }
    }
}
