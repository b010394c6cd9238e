//! Compares the keyframes in animations.

use std::collections::HashMap;

use urho_ani::{Animation, Track, VariantTrack};

use super::{Spread, float, short};
use crate::diff::{Change, DiffOptions};
use crate::escape;

/// Compares the keyframes of all tracks that are in both animations.
pub(super) fn compare(old: &Animation<'_>, new: &Animation<'_>, options: &DiffOptions, changes: &mut Vec<Change>) {
    let before = old.effective_tracks();
    let known: HashMap<&[u8], &Track<'_>> = before.iter().map(|track| (track.name.as_bytes(), *track)).collect();
    for track in new.effective_tracks() {
        let Some(before) = known.get(track.name.as_bytes()) else { continue };
        if before.channels == track.channels && before.keys != track.keys {
            let path = format!("tracks/{}/keys", escape(&track.name.to_text()));
            keys(&path, before, track, options, changes);
        }
    }
    let known: HashMap<&[u8], &VariantTrack<'_>> =
        old.variant_tracks.iter().map(|track| (track.name.as_bytes(), track)).collect();
    for track in &new.variant_tracks {
        let Some(before) = known.get(track.name.as_bytes()) else { continue };
        let (a, b): (Vec<_>, Vec<_>) =
            (before.iter(old.variant_encoding).collect(), track.iter(new.variant_encoding).collect());
        let count = a.iter().zip(&b).filter(|(a, b)| a != b).count();
        if count > 0 {
            let path = format!("variant_tracks/{}/keys", escape(&track.name.to_text()));
            changes.push(Change::note(path, format!("{count} of {} keys differ", b.len())));
        }
    }
}

/// Compares the keyframes that have the same time.
fn keys(path: &str, old: &Track<'_>, new: &Track<'_>, options: &DiffOptions, changes: &mut Vec<Change>) {
    let size = new.channels.key_size();
    // Keys of one time are paired in their order.
    let mut known: HashMap<u64, Vec<&[u8]>> = HashMap::new();
    for key in old.keys.chunks_exact(size).rev() {
        known.entry(float(key, 0).to_bits()).or_default().push(key);
    }
    let (mut spread, mut added) = (Spread::default(), Vec::new());
    for (index, key) in new.keys.chunks_exact(size).enumerate() {
        match known.get_mut(&float(key, 0).to_bits()).and_then(Vec::pop) {
            Some(before) if before == key => {}
            Some(before) => {
                let words = (1..size / 4).map(|word| (float(key, word) - float(before, word)).abs());
                let difference = words.fold(0.0, |most: f64, word| if word.is_nan() { word } else { most.max(word) });
                if difference > options.tolerance || difference.is_nan() {
                    spread.add(index, difference);
                }
            }
            None => added.push(index),
        }
    }
    let removed: usize = known.values().map(Vec::len).sum();
    let time = |index: usize| short(new.keys.get(index * size..).map_or(0.0, |key| float(key, 0)));
    let mut parts = Vec::new();
    if let Some((most, index)) = spread.most {
        parts.push(format!("{} changed, most by {} in [{index}] at {} s", spread.count, short(most), time(index)));
    }
    if let Some(first) = added.first() {
        parts.push(format!("{} added, the first is [{first}] at {} s", added.len(), time(*first)));
    }
    if removed > 0 {
        parts.push(format!("{removed} removed"));
    }
    if !parts.is_empty() {
        changes.push(Change::note(path, parts.join("; ")));
    }
}
