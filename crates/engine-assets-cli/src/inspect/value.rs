//! Reads the JSON of a summary for printing. The keys keep their order, and values that people don't need are skipped.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The maximum number of items to keep of a list or a map. The others are only counted.
const KEPT: usize = 4096;

/// Values that people don't need, each as the key of the surrounding value and its own key.
const HIDDEN: &[(&str, &str)] = &[
    // The title contains these.
    ("", "file"),
    ("", "file_bytes"),
    ("", "format"),
    ("", "variant"),
    ("", "file_size"),
    ("", "id"),
    ("", "kind"),
    ("", "bytes"),
    // The document of a Pragma asset, which is shown as an asset.
    ("", "root"),
    ("", "asset_type"),
    ("material", "properties"),
    // Numbers and hashes whose names are there, too.
    ("", "name_hash"),
    ("", "num_files"),
    ("", "num_nodes"),
    ("", "num_tracks"),
    ("", "root_bone"),
    ("", "shader_type"),
    ("bones", "name_hash"),
    ("bones", "collision_mask"),
    ("buffers", "mask"),
    ("meshes", "indices"),
    ("meshes", "vertices"),
    ("meshes", "weights"),
    ("lods", "primitive"),
    ("lods", "used_vertex_count"),
    ("lods", "used_vertex_start"),
    ("morphs", "name_hash"),
    ("tracks", "mask"),
    ("tracks", "name_hash"),
    ("variant_tracks", "interpolation"),
    ("variant_tracks", "name_hash"),
    ("variant_tracks", "type_number"),
    ("vertex_buffers", "element_hash"),
    ("vertex_buffers", "element_mask"),
    ("vertex_buffers", "elements"),
    ("", "parameter_animations"),
    // Positions and checksums of parts.
    ("", "chunk_desc_bytes"),
    ("", "offsets"),
    ("entries", "checksum"),
    ("entries", "offset"),
    // What the code of a script uses. The part that the engine must provide is in `api`.
    ("", "ops"),
    ("", "usedFunctions"),
    ("", "usedGlobals"),
    ("", "usedProps"),
    ("", "usedTypeIds"),
    ("", "usedTypes"),
];

/// A value of a summary.
pub(super) enum Value {
    Nothing,
    Flag(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Kept<Value>),
    Map(Kept<(String, Value)>),
}

/// The first items of a list or a map.
pub(super) struct Kept<T> {
    pub(super) items: Vec<T>,
    /// The number of all items.
    pub(super) count: usize,
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Under("").deserialize(deserializer)
    }
}

/// Reads the value of a key. Items of a list have the key of the list.
#[derive(Clone, Copy)]
struct Under<'k>(&'k str);

impl<'de> DeserializeSeed<'de> for Under<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Under<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a summary")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Integer(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(i64::try_from(number).map_or_else(|_| Value::Text(number.to_string()), Value::Integer))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut kept = Kept { items: Vec::new(), count: 0 };
        while kept.items.len() < KEPT {
            let Some(item) = access.next_element_seed(self)? else { break };
            kept.items.push(item);
        }
        kept.count = kept.items.len();
        while access.next_element::<IgnoredAny>()?.is_some() {
            kept.count += 1;
        }
        Ok(Value::List(kept))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut kept = Kept { items: Vec::new(), count: 0 };
        while let Some(key) = access.next_key::<String>()? {
            let hidden = HIDDEN.contains(&(self.0, key.as_str()));
            if hidden || kept.items.len() == KEPT {
                access.next_value::<IgnoredAny>()?;
            } else {
                let value = access.next_value_seed(Under(&key))?;
                kept.items.push((key, value));
            }
            kept.count += usize::from(!hidden);
        }
        Ok(Value::Map(kept))
    }
}

impl Value {
    /// Returns whether there is nothing to print.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Text(text) => text.is_empty(),
            Self::List(list) => list.count == 0,
            Self::Map(map) => map.items.iter().all(|(_, value)| value.is_empty()),
            _ => false,
        }
    }

    pub(super) const fn is_number(&self) -> bool {
        matches!(self, Self::Integer(_) | Self::Float(_))
    }

    /// Returns the entries, or `None` if this is not a map.
    pub(super) fn entries(&self) -> Option<&[(String, Self)]> {
        if let Self::Map(map) = self { Some(&map.items) } else { None }
    }

    /// Returns the items if this is a list of maps.
    pub(super) fn records(&self) -> Option<&Kept<Self>> {
        match self {
            Self::List(list) if list.items.first().is_some_and(|item| item.entries().is_some()) => Some(list),
            _ => None,
        }
    }

    /// Returns the value of a key, or `None` if this is not a map or does not have it.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.entries()?.iter().find(|(own, _)| own == key).map(|(_, value)| value)
    }
}
