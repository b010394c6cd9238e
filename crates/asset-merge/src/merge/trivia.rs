//! Merges the white space and comments between items.

use super::item::Body;

/// Returns the version to use: theirs if only theirs has changed it, and ours otherwise.
fn changed<T: PartialEq + Copy>([base, ours, theirs]: [Option<T>; 3]) -> Option<T> {
    match (base, ours, theirs) {
        (Some(base), Some(ours), Some(theirs)) if ours == base => Some(theirs),
        (_, ours, theirs) => ours.or(theirs).or(base),
    }
}

/// Checks whether both sides have changed it in different ways.
fn is_changed_twice<T: PartialEq>(versions: [Option<T>; 3]) -> bool {
    let [base, Some(ours), Some(theirs)] = versions else { return false };
    base.is_none_or(|base| base != ours && base != theirs) && ours != theirs
}

/// Returns what comes before an item, in two parts: the text of one side, and the comments in theirs if both sides have
/// changed them.
pub(super) fn joined_lead(leads: [Option<&[u8]>; 3]) -> (&[u8], &[u8]) {
    let lead = changed(leads).unwrap_or_default();
    let [_, _, theirs] = leads;
    let comments = theirs.unwrap_or_default().trim_ascii_start();
    if is_changed_twice(leads) && !comments.is_empty() { (lead, comments) } else { (lead, b"") }
}

/// Returns the bytes before and after the items in a body.
pub(super) fn shell<'a>(bodies: [Option<&Body<'a>>; 3], has_items: bool) -> (&'a [u8], [&'a [u8]; 2]) {
    // Only a version with items has the brackets or tags for them.
    let fits = |body: &&Body<'_>| !has_items || !body.items.is_empty();
    let shells = bodies.map(|body| body.filter(fits).map(|body| (body.open, body.tail)));
    let Some((open, tail)) = changed(shells) else { return (b"", [b"", b""]) };
    let tails = bodies.map(|body| body.map(|body| body.tail));
    let theirs = tails.last().copied().flatten().unwrap_or_default();
    let comments = theirs.get(..close(theirs)).unwrap_or_default();
    if is_changed_twice(tails) && !comments.trim_ascii().is_empty() && tail != theirs {
        // The line end before the closing tag is that of the first.
        return (open, [comments.trim_ascii_end(), tail]);
    }
    (open, [b"", tail])
}

/// Returns the offset of the closing tag or bracket.
fn close(tail: &[u8]) -> usize {
    match tail.last() {
        Some(b'>') if !tail.ends_with(b"-->") => tail.windows(2).rposition(|pair| pair == b"</").unwrap_or(0),
        Some(b']' | b'}') => tail.len() - 1,
        _ => tail.len(),
    }
}
