//! Reads and edits struct fields as values.

use binio::Name;

use crate::layout::{PlacedField, Struct, StructLayout};
use crate::value::Value;

impl<'a> StructLayout<'a> {
    /// Iterates over the fields of a single struct. `row` must be its bytes.
    fn values<'d>(&'d self, row: &'d [u8]) -> impl Iterator<Item = (&'d Name<'a>, Value<'d>)> {
        self.placed().filter_map(move |PlacedField { ty, name, offset }| {
            let end = offset.checked_add(ty.size()?)?;
            Some((name, Value::from_trivial(ty, row.get(offset..end)?)?))
        })
    }
}

impl<'a> Struct<'a> {
    /// Iterates over the fields in order.
    pub fn fields(&self) -> impl Iterator<Item = (&Name<'a>, Value<'_>)> {
        self.layout().values(self.as_bytes())
    }

    /// Returns the field with the given name. If the name is duplicate, this is the first field.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<Value<'_>> {
        let PlacedField { ty, offset, .. } = self.layout().field(name)?;
        Value::from_trivial(ty, self.as_bytes().get(offset..offset.checked_add(ty.size()?)?)?)
    }

    /// Replaces the field with the given name. Returns `false` if there is no such field, or if `value` does not have
    /// its type.
    #[must_use]
    pub fn set(&mut self, name: impl AsRef<[u8]>, value: &Value<'_>) -> bool {
        let field = self.layout().field(name).filter(|field| field.ty == value.ty());
        let Some(offset) = field.map(|field| field.offset) else { return false };
        let set = |bytes: &[u8]| match self.bytes_mut().get_mut(offset..offset.saturating_add(bytes.len())) {
            Some(slot) => {
                slot.copy_from_slice(bytes);
                true
            }
            None => false,
        };
        value.with_trivial(set).unwrap_or(false)
    }
}
