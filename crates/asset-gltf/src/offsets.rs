//! Finds the byte offset for a finding or an error, given the path of the part.

use std::collections::HashMap;

use binio::{Path, Segment};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// The lists, and the names of their items as they are used in paths.
const LISTS: [(&str, &str); 13] = [
    ("accessor", "accessors"),
    ("animation", "animations"),
    ("buffer", "buffers"),
    ("bufferView", "bufferViews"),
    ("camera", "cameras"),
    ("image", "images"),
    ("material", "materials"),
    ("mesh", "meshes"),
    ("node", "nodes"),
    ("sampler", "samplers"),
    ("scene", "scenes"),
    ("skin", "skins"),
    ("texture", "textures"),
];

/// The byte offset of each member at the root, and of each item in its lists.
pub(crate) struct Offsets {
    members: HashMap<String, u64>,
    items: HashMap<&'static str, Vec<Address>>,
    /// The address of the first byte of the file, as if the JSON and everything before it was contiguous in memory.
    first: usize,
}

/// The address of a value in memory. Because the value is borrowed from the text, this can be used to compute its
/// offset in the file.
struct Address(usize);

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|value| Self(value.get().as_ptr() as usize))
    }
}

impl Offsets {
    /// Finds the offsets in a JSON object that begins at byte `start` of the file. If this is not an object, there are
    /// no offsets.
    pub(crate) fn new(json: &[u8], start: u64) -> Self {
        let first = (json.as_ptr() as usize).wrapping_sub(start as usize);
        let root: HashMap<String, &RawValue> = serde_json::from_slice(json).unwrap_or_default();
        let list = |(part, list): (&'static str, &str)| {
            let items: Vec<Address> = serde_json::from_str(root.get(list)?.get()).ok()?;
            Some((part, items))
        };
        let members = root.iter().map(|(name, value)| (name.clone(), offset(value.get().as_ptr() as usize, first)));
        Self { members: members.collect(), items: LISTS.into_iter().filter_map(list).collect(), first }
    }

    /// Returns the byte offset of the outermost part in a path. For example, the offset for `mesh 2 > primitive 0` is
    /// that of mesh 2.
    pub(crate) fn of(&self, path: &Path) -> Option<u64> {
        match path.segments() {
            [Segment::Part(part), Segment::Index(index), ..] => {
                // The check of the schema names lists as they are in the file.
                let singular = LISTS.iter().find(|(_, list)| list == part).map_or(*part, |(singular, _)| singular);
                let Address(address) = self.items.get(singular)?.get(usize::try_from(*index).ok()?)?;
                Some(offset(*address, self.first))
            }
            [Segment::Part(part), ..] => self.members.get(*part).copied(),
            _ => None,
        }
    }
}

fn offset(address: usize, first: usize) -> u64 {
    address.wrapping_sub(first) as u64
}
