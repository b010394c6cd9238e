//! Merges white space and comments.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::lcs;

/// Returns `true` if there is a comment in the white space.
pub(super) fn has_comment(trivia: &[u8]) -> bool {
    !trivia.trim_ascii().is_empty()
}

/// Returns `true` if a line break comes before any characters other than white space.
pub(super) fn begins_line(text: &[u8]) -> bool {
    text.iter().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace()) == Some(&b'\n')
}

/// Returns the text after the first line break.
pub(super) fn after_line(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| *byte == b'\n').map_or(0, |end| end.saturating_add(1));
    text.get(end..).unwrap_or_default()
}

/// Returns the white space after the last line break.
pub(super) fn indent(trivia: &[u8]) -> &[u8] {
    let line = trivia.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end.saturating_add(1));
    let line = trivia.get(line..).unwrap_or_default();
    let length = line.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    line.get(..length).unwrap_or_default()
}

/// Merges white space and comments. This is the version of the side that has changed them. For changes by both, the
/// result contains the lines of both.
pub(super) fn merge(base: &[u8], ours: &[u8], theirs: &[u8]) -> Vec<u8> {
    if theirs == base || ours == theirs {
        return ours.to_vec();
    }
    if ours == base {
        return theirs.to_vec();
    }
    if !has_comment(ours) && !has_comment(theirs) {
        return ours.to_vec();
    }
    lines(base, ours, theirs)
}

/// Returns the lines kept by both sides and the lines added by either side, with ours before theirs.
fn lines(base: &[u8], ours: &[u8], theirs: &[u8]) -> Vec<u8> {
    let split = |text: &'_ [u8]| text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (base, ours, theirs) = (split(base), split(ours), split(theirs));
    let kept = |side: &[Vec<u8>]| lcs::common(base.len(), side.len(), |a, b| base.get(a) == side.get(b));
    let (in_ours, in_theirs) = (kept(&ours), kept(&theirs));
    let in_both: BTreeSet<usize> = {
        let theirs: BTreeSet<usize> = in_theirs.iter().map(|pair| pair.0).collect();
        in_ours.iter().map(|pair| pair.0).filter(|old| theirs.contains(old)).collect()
    };
    // Both numbers of the pairs rise.
    let place = |pairs: &[(usize, usize)], old: usize| {
        pairs.binary_search_by_key(&old, |pair| pair.0).ok().and_then(|at| pairs.get(at)).map(|pair| pair.1)
    };
    let old_of = |pairs: &[(usize, usize)], new: usize| pairs.binary_search_by_key(&new, |pair| pair.1).is_ok();
    let (mut a, mut b, mut out) = (0_usize, 0_usize, Vec::new());
    let ends = in_both.iter().map(|old| (place(&in_ours, *old), place(&in_theirs, *old)));
    let ends: Vec<(Option<usize>, Option<usize>)> = ends.chain([(Some(ours.len()), Some(theirs.len()))]).collect();
    for (in_our, in_their) in ends {
        let (Some(our_end), Some(their_end)) = (in_our, in_their) else { continue };
        let mine: Vec<&Vec<u8>> =
            (a..our_end).filter(|new| !old_of(&in_ours, *new)).filter_map(|new| ours.get(new)).collect();
        let added = (b..their_end).filter(|new| !old_of(&in_theirs, *new)).filter_map(|new| theirs.get(new));
        let known: BTreeSet<&Vec<u8>> = mine.iter().copied().collect();
        let added: Vec<&Vec<u8>> = added.filter(|line| !known.contains(line)).collect();
        for line in mine.into_iter().chain(added).chain(ours.get(our_end)) {
            out.extend_from_slice(line);
        }
        (a, b) = (our_end.saturating_add(1), their_end.saturating_add(1));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_are_kept() {
        let merged = merge(b"// a\n// b\n\t", b"// A\n// b\n\t", b"// a\n// b\n// c\n\t");
        assert_eq!(merged, b"// A\n// b\n// c\n\t");
        assert_eq!(merge(b"\n", b"\n// o\n", b"\n// t\n"), b"\n// o\n// t\n");
        assert_eq!(merge(b"\n\t", b" ", b"\n\n\t"), b" ");
        assert_eq!(merge(b"// a\n", b"", b"// a\n"), b"");
    }
}
