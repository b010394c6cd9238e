//! Fields of structs as values.

use binio::Name;

use crate::layout::{Struct, StructLayout};
use crate::value::Value;

impl<'a> StructLayout<'a> {
    /// The fields of one struct whose bytes are `row`.
    fn values<'d>(&'d self, row: &'d [u8]) -> impl Iterator<Item = (&'d Name<'a>, Value<'d>)> {
        self.placed().filter_map(move |(ty, name, offset)| {
            let end = offset.checked_add(ty.size()?)?;
            Some((name, Value::from_trivial(ty, row.get(offset..end)?)?))
        })
    }
}

impl<'a> Struct<'a> {
    /// The fields in their order.
    pub fn fields(&self) -> impl Iterator<Item = (&Name<'a>, Value<'_>)> {
        self.layout().values(self.as_bytes())
    }

    /// The field `name`; the first if there is more than one.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<Value<'_>> {
        let (ty, offset) = self.layout().field(name)?;
        Value::from_trivial(ty, self.as_bytes().get(offset..offset.checked_add(ty.size()?)?)?)
    }

    /// Replaces the field `name`; `false` if there is none or `value` is of another type.
    #[must_use]
    pub fn set(&mut self, name: impl AsRef<[u8]>, value: &Value<'_>) -> bool {
        let Some((_, offset)) = self.layout().field(name).filter(|(ty, _)| *ty == value.ty()) else { return false };
        let set = |bytes: &[u8]| match self.bytes_mut().get_mut(offset..offset.saturating_add(bytes.len())) {
            Some(place) => {
                place.copy_from_slice(bytes);
                true
            }
            None => false,
        };
        value.with_trivial(set).unwrap_or(false)
    }
}
