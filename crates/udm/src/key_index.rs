//! An index of keys, to be used for many lookups.

use alloc::collections::BTreeMap;

use crate::element::Element;
use crate::value::Value;

/// Up to this many keys, comparing them all is fast enough.
const FEW: usize = 16;

/// Finds keys without walking through all of them. For many findings or references, walking would take quadratic time.
#[derive(Default)]
pub(crate) struct KeyIndex<'d> {
    /// Uses the address of an element to find its keys. This is safe because the element lives as long as the index.
    elements: BTreeMap<usize, BTreeMap<&'d [u8], usize>>,
}

impl<'d> KeyIndex<'d> {
    /// Returns the value for `key`, like [`Element::get`].
    pub(crate) fn get<'a>(&mut self, element: &'d Element<'a>, key: &[u8]) -> Option<&'d Value<'a>> {
        if element.len() <= FEW {
            return element.get(key);
        }
        let positions = self.elements.entry(core::ptr::from_ref(element) as usize).or_insert_with(|| {
            let entries = element.entries().iter().enumerate();
            entries.map(|(position, (name, _))| (name.as_bytes(), position)).collect()
        });
        element.entries().get(*positions.get(key)?).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn the_last_of_duplicate_keys_is_found() {
        for count in [3, 40] {
            let mut element: Element<'_> = (0..count).map(|number| (format!("k{number}"), number)).collect();
            element.push("k1", 99_i32);
            let mut index = KeyIndex::default();
            for key in ["k0", "k1", "k2", "none"] {
                assert_eq!(index.get(&element, key.as_bytes()), element.get(key), "{count} {key}");
            }
        }
    }
}
