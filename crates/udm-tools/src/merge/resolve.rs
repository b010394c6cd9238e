//! Resolves conflicts between markers in a text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use binio::Name;

/// A side of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The version on the branch that is checked out.
    Ours,
    /// The version on the other branch.
    Theirs,
}

/// A conflict between markers in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unresolved {
    /// The path to the value, taken from the markers.
    pub path: String,
    /// The line of the first marker, starting at 1.
    pub line: usize,
    /// The text on our side.
    pub ours: Vec<u8>,
    /// The text on their side.
    pub theirs: Vec<u8>,
}

/// Returns `true` if this line is a marker, which means that `byte` is repeated at least seven times.
pub(super) fn marker(line: &[u8], byte: u8) -> bool {
    let length = line.iter().take_while(|other| **other == byte).count();
    length >= 7 && line.get(length).is_none_or(|next| matches!(next, b' ' | b'\n' | b'\r'))
}

/// The marker lines of a text, in rising order.
struct Markers {
    /// The markers between both sides.
    middles: Vec<usize>,
    /// The markers before the common ancestor.
    bases: Vec<usize>,
    ends: Vec<usize>,
}

impl Markers {
    fn of(lines: &[&[u8]]) -> Self {
        let all = |byte: u8| {
            let found = lines.iter().enumerate().filter(move |(_, line)| marker(line, byte));
            found.map(|(place, _)| place).collect()
        };
        Self { middles: all(b'='), bases: all(b'|'), ends: all(b'>') }
    }
}

/// Returns the first of these lines that is not before `from`.
fn next(places: &[usize], from: usize) -> Option<usize> {
    places.get(places.partition_point(|place| *place < from)).copied()
}

/// Returns the conflict whose first marker is on line `begin`, and the line to continue on.
fn conflict(lines: &[&[u8]], markers: &Markers, begin: usize) -> Option<(Unresolved, usize)> {
    let first = begin.saturating_add(1);
    let middle = next(&markers.middles, first)?;
    let end = next(&markers.ends, middle)?;
    // The common ancestor, as `merge.conflictStyle = diff3` writes it.
    let ours_end = next(&markers.bases, first).filter(|base| *base < middle).unwrap_or(middle);
    let label = Name::from(*lines.get(begin)?).to_text().into_owned();
    let path = label.trim().splitn(3, ' ').nth(2).unwrap_or_default().to_string();
    let ours = lines.get(first..ours_end)?.concat();
    let theirs = lines.get(middle.saturating_add(1)..end)?.concat();
    Some((Unresolved { path, line: first, ours, theirs }, end.saturating_add(1)))
}

/// Returns the conflicts between markers in a text, without changing it.
pub fn unresolved(text: &[u8]) -> Vec<Unresolved> {
    let mut conflicts = Vec::new();
    let _ = resolve(text, |conflict| {
        conflicts.push(conflict.clone());
        None
    });
    conflicts
}

/// Resolves conflicts between markers. For every conflict, `pick` is called to choose a side. If it returns `None`, the
/// conflict is kept.
///
/// ```
/// use udm_tools::Side;
/// let text = b"<<<<<<< ours a\n$int8 a 1\n=======\n$int8 a 2\n>>>>>>> theirs a\n";
/// assert_eq!(udm_tools::resolve(text, |conflict| (conflict.path == "a").then_some(Side::Theirs)), b"$int8 a 2\n");
/// ```
pub fn resolve(text: &[u8], mut pick: impl FnMut(&Unresolved) -> Option<Side>) -> Vec<u8> {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let markers = Markers::of(&lines);
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0_usize);
    while let Some(line) = lines.get(at) {
        let found = if marker(line, b'<') { conflict(&lines, &markers, at) } else { None };
        let next = found.as_ref().map_or(at.saturating_add(1), |(_, next)| *next);
        match found.and_then(|(conflict, _)| Some((pick(&conflict)?, conflict))) {
            Some((Side::Ours, conflict)) => out.extend(conflict.ours),
            Some((Side::Theirs, conflict)) => out.extend(conflict.theirs),
            None => lines.get(at..next).unwrap_or_default().iter().for_each(|line| out.extend_from_slice(line)),
        }
        at = next;
    }
    out
}
