//! Reads the asset type of a binary UDM document.

/// Returns the `assetType` of a binary document if it is in `head`. This reads the keys in the root and then the
/// values, but skips the data.
pub(super) fn root_type(head: &[u8]) -> Option<&[u8]> {
    // Identifier, version, type of the root, its size.
    let mut rest = head.get(17..)?;
    let count = u32::from_le_bytes(*take(&mut rest)?);
    let mut wanted = None;
    for index in 0..count {
        let [length] = *take::<1>(&mut rest)?;
        let (key, behind) = rest.split_at_checked(usize::from(length))?;
        if key == b"assetType" {
            wanted = Some(index);
        }
        rest = behind;
    }
    for index in 0..=wanted? {
        let [kind] = *take::<1>(&mut rest)?;
        let size = match kind {
            1 => u64::from(take::<1>(&mut rest)?[0]),
            8 => 4,
            27 => u64::from_le_bytes(*take(&mut rest)?),
            _ => return None,
        };
        let (value, behind) = rest.split_at_checked(usize::try_from(size).ok()?)?;
        if Some(index) == wanted {
            return (kind == 1).then_some(value);
        }
        rest = behind;
    }
    None
}

fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (first, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::root_type;

    /// Creates a document of this type, for tests. The data is empty, or comes before the type.
    fn document(kind: &str, data_first: bool) -> Vec<u8> {
        let data = [&[27][..], &4_u64.to_le_bytes(), &0_u32.to_le_bytes()].concat();
        let kind = [&[1, u8::try_from(kind.len()).unwrap()], kind.as_bytes()].concat();
        let (keys, values) = if data_first {
            (&b"\x09assetData\x09assetType"[..], [data, kind].concat())
        } else {
            (&b"\x09assetType\x09assetData"[..], [kind, data].concat())
        };
        let root = [&2_u32.to_le_bytes()[..], keys, &values].concat();
        [b"UDMB\x02\0\0\0\x1b", &(root.len() as u64).to_le_bytes()[..], &root].concat()
    }

    #[test]
    fn the_type_is_found_before_and_after_the_data() {
        for data_first in [false, true] {
            assert_eq!(root_type(&document("PMDL", data_first)), Some(&b"PMDL"[..]));
        }
        assert_eq!(root_type(&document("PMDL", true)[..30]), None, "cut off");
    }
}
