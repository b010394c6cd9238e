//! The keys in an element, and their values.

use binio::Name;
use core::cell::RefCell;
use serde::de::IntoDeserializer as _;
use serde::de::{self, DeserializeSeed, MapAccess, Visitor};

use super::{Context, Node};
use crate::element::Element;
use crate::serde_error::SerdeError;
use crate::value::Value;

/// The keys in an element. If a key is duplicate, only the last counts.
pub(super) struct Entries<'d> {
    entries: core::slice::Iter<'d, (Name<'d>, Value<'d>)>,
    /// The entries to skip, starting with the last, or `None` to read all.
    hidden: Option<alloc::collections::BTreeSet<usize>>,
    length: usize,
    current: Option<&'d (Name<'d>, Value<'d>)>,
}

impl<'d> Entries<'d> {
    pub(super) fn of(element: &'d Element<'_>) -> Self {
        let entries = element.entries();
        Self { entries: entries.iter(), hidden: hidden(entries), length: entries.len(), current: None }
    }

    fn next(&mut self) -> Option<&'d (Name<'d>, Value<'d>)> {
        loop {
            let index = self.length.saturating_sub(self.entries.len());
            let entry = self.entries.next()?;
            if self.hidden.as_ref().is_none_or(|hidden| !hidden.contains(&index)) {
                return Some(entry);
            }
        }
    }
}

/// Returns the entries whose key is used again later. Without duplicate keys, this is `None`.
fn hidden(entries: &[(Name<'_>, Value<'_>)]) -> Option<alloc::collections::BTreeSet<usize>> {
    /// Up to this many keys, comparing them all is faster than sorting.
    const FEW: usize = 12;
    if entries.len() <= FEW {
        let again = |(index, (key, _)): (usize, &(Name<'_>, _))| {
            entries.iter().skip(index.saturating_add(1)).any(|(other, _)| key == other)
        };
        if !entries.iter().enumerate().any(again) {
            return None;
        }
    }
    let mut seen = alloc::collections::BTreeSet::new();
    let twice = entries.iter().enumerate().rev().filter(|(_, (key, _))| !seen.insert(key.as_bytes()));
    let twice: alloc::collections::BTreeSet<usize> = twice.map(|(index, _)| index).collect();
    (!twice.is_empty()).then_some(twice)
}

pub(super) struct Map<'d, 'de> {
    pub(super) entries: Entries<'d>,
    pub(super) context: &'d RefCell<Context<'de>>,
}

impl<'de> MapAccess<'de> for Map<'_, 'de> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, SerdeError> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        self.entries.current = Some(entry);
        seed.deserialize(Key { name: &entry.0, context: self.context }).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, SerdeError> {
        let Some((key, value)) = self.entries.current.take() else {
            return Err(SerdeError::mismatch("expected a key before a value".into()));
        };
        seed.deserialize(Node { value, context: self.context }).map_err(|error| error.within_key(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.length.min(1 << 16))
    }
}

impl<'de> de::Deserializer<'de> for Map<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_map(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A key in an element. If the target is an integer or a bool and not text, it is parsed from the key.
pub(super) struct Key<'d, 'de> {
    pub(super) name: &'d Name<'d>,
    pub(super) context: &'d RefCell<Context<'de>>,
}

macro_rules! parsed {
    ($($method:ident $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
            match self.name.to_text().parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Key<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        let borrowed = self.context.borrow().borrowed(self.name);
        match borrowed.map(core::str::from_utf8) {
            Some(Ok(name)) => visitor.visit_borrowed_str(name),
            _ => visitor.visit_str(&self.name.to_text()),
        }
    }

    parsed!(deserialize_bool visit_bool deserialize_i8 visit_i8 deserialize_i16 visit_i16 deserialize_i32 visit_i32
        deserialize_i64 visit_i64 deserialize_u8 visit_u8 deserialize_u16 visit_u16 deserialize_u32 visit_u32
        deserialize_u64 visit_u64);

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        let text = self.name.to_text();
        let text: de::value::StrDeserializer<'_, SerdeError> = (&*text).into_deserializer();
        text.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}
