//! Detection of UDM documents: by the asset type in their root, or by their name if they have none.

use std::path::Path;

use super::Format;

/// The format of a binary document.
pub(super) fn binary(head: &[u8], path: Option<&Path>) -> Format {
    match root_type(head) {
        Some(b"PMDL") => Format::PragmaModel,
        Some(b"PMAT") => Format::PragmaMaterial,
        Some(b"PMAP") => Format::PragmaMap,
        Some(b"PNAV") => Format::PragmaNavmesh,
        Some(b"PPTSYSCOLLECTION") => Format::PragmaParticles,
        Some(b"PANIMA" | b"PGMA") => Format::PragmaAnimation,
        // The name decides the format of documents whose type is missing, or isn't in the available bytes.
        Some(b"nil") => path.and_then(named).filter(|format| may_be_bare(*format)).unwrap_or(Format::Udm),
        Some(_) => Format::Udm,
        None => path.and_then(named).unwrap_or(Format::Udm),
    }
}

/// The format of a document in text form, which only its name tells.
pub(super) fn text(path: &Path) -> Option<Format> {
    named(path).or_else(|| is_document(path).then_some(Format::Udm))
}

/// Returns whether the engine accepts a file of this format without an asset type.
fn may_be_bare(format: Format) -> bool {
    matches!(format, Format::PragmaMaterial | Format::PragmaParticles | Format::PragmaAnimation)
}

/// The format that a file of this name has, without the `_b` of binary ones.
pub(super) fn named(path: &Path) -> Option<Format> {
    const ENDINGS: [(&str, Format); 8] = [
        ("pmdl", Format::PragmaModel),
        ("pmat", Format::PragmaMaterial),
        ("wmi", Format::PragmaMaterial),
        ("pmap", Format::PragmaMap),
        ("pnav", Format::PragmaNavmesh),
        ("pptsys", Format::PragmaParticles),
        ("pgma", Format::PragmaAnimation),
        ("panima", Format::PragmaAnimation),
    ];
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let extension = extension.strip_suffix("_b").unwrap_or(&extension);
    ENDINGS.iter().find(|(ending, _)| *ending == extension).map(|(_, format)| *format)
}

/// Whether a file is named like a document of no format of its own.
fn is_document(path: &Path) -> bool {
    const ENDINGS: [&str; 5] = ["udm", "udms", "pfmp", "pikc", "pikr"];
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ENDINGS.iter().any(|ending| ending.eq_ignore_ascii_case(extension)))
}

/// Returns the `assetType` of a binary document, if `head` contains it: reads the root's keys, then its values, and skips the data.
fn root_type(head: &[u8]) -> Option<&[u8]> {
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
    use super::{Format, binary, text};
    use std::path::Path;

    /// Creates a document of this type, whose data is empty or before the type.
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
    fn the_root_says_what_it_is() {
        for data_first in [false, true] {
            for (kind, format) in [
                ("PMDL", Format::PragmaModel),
                ("PMAT", Format::PragmaMaterial),
                ("PMAP", Format::PragmaMap),
                ("PNAV", Format::PragmaNavmesh),
                ("PPTSYSCOLLECTION", Format::PragmaParticles),
                ("PGMA", Format::PragmaAnimation),
                ("PANIMA", Format::PragmaAnimation),
                ("PIKC", Format::Udm),
                ("PSAV", Format::Udm),
                ("nil", Format::Udm),
            ] {
                assert_eq!(binary(&document(kind, data_first), None), format, "{kind}");
                // A name doesn't override the type.
                let misnamed = binary(&document(kind, data_first), Some(Path::new("a.pnav_b")));
                assert_eq!(misnamed, format, "{kind}");
            }
        }
    }

    #[test]
    fn else_the_name_does() {
        let nil = document("nil", true);
        assert_eq!(binary(&nil, Some(Path::new("white.PMAT_B"))), Format::PragmaMaterial);
        assert_eq!(binary(&nil, Some(Path::new("cube.pmdl_b"))), Format::Udm, "the engine refuses such models");
        let cut = &document("PMDL", true)[..30];
        assert_eq!(binary(cut, Some(Path::new("cube.pmdl_b"))), Format::PragmaModel);
        assert_eq!(binary(cut, None), Format::Udm);
        assert_eq!(text(Path::new("fire.pptsys")), Some(Format::PragmaParticles));
        assert_eq!(text(Path::new("a.pikr")), Some(Format::Udm));
        assert_eq!(text(Path::new("film.pfmp")), Some(Format::Udm));
        assert_eq!(text(Path::new("sky.wmi")), Some(Format::PragmaMaterial));
        assert_eq!(text(Path::new("a.txt")), None);
    }
}
