//! The attributes of a primitive. They keep the order of the file.

use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Integer;

/// The names of attributes and their accessors, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attributes(pub(crate) Vec<(String, Integer)>);

impl Serialize for Attributes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, accessor)| (name, accessor)))
    }
}

impl<'de> Deserialize<'de> for Attributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AttributesVisitor)
    }
}

struct AttributesVisitor;

impl<'de> Visitor<'de> for AttributesVisitor {
    type Value = Attributes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names of attributes and numbers of accessors")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Attributes, M::Error> {
        let mut attributes: Vec<(String, Integer)> = Vec::new();
        while let Some((name, accessor)) = map.next_entry::<String, Integer>()? {
            attributes.push((name, accessor));
        }
        let mut names: Vec<&str> = attributes.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| matches!(pair, [a, b] if a == b)) {
            return Err(M::Error::custom("duplicate attribute"));
        }
        Ok(Attributes(attributes))
    }
}
