//! Prints the contents of an animation.

use std::fmt::Write as _;

use engine_assets::Clip;
use engine_assets::urho_ani::{Animation, Name, Sidecar, Track, VariantTrack, Weights};

use crate::counts::{counted, grouped};

/// The maximum number of triggers to list. The others are only counted.
const TRIGGERS: usize = 12;

/// The maximum width of the column with names.
const WIDEST: usize = 32;

/// Writes the contents of an animation: a table of the tracks, and the triggers from the side file.
pub(super) fn describe(animation: &Animation<'_>, sidecar: Option<&Sidecar>, text: &mut String) {
    let keys = animation.tracks.iter().map(|track| track.key_count() as u64).sum::<u64>();
    let tracks = counted(animation.tracks.len(), "track");
    let keys = grouped(keys);
    line(text, format_args!("  \"{}\": {} seconds, {tracks}, {keys} keys", animation.name, animation.length));
    // The line above has the length and the keys of the file.
    for stats in Clip::of_animation(animation).into_iter().filter_map(|clip| clip.stats.map(|stats| (clip.fps, stats)))
    {
        let (fps, stats) = stats;
        let rate = fps.map_or_else(|| "no usual frame rate".to_owned(), |fps| format!("{fps} fps"));
        let speed =
            if stats.root_speed >= 0.005 { format!(", moves {:.2} m/s", stats.root_speed) } else { String::new() };
        line(text, format_args!("  {rate}, loop gap {:.1}° and {:.3}{speed}", stats.gap.angle, stats.gap.distance));
    }
    table(&animation.tracks, text);
    if !animation.variant_tracks.is_empty() {
        line(text, format_args!("  {}", counted(animation.variant_tracks.len(), "variant track")));
        let names = width(animation.variant_tracks.iter().map(|track| &track.name));
        animation.variant_tracks.iter().for_each(|track| variant_track(animation, track, names, text));
    }
    if !animation.trailing.is_empty() {
        line(text, format_args!("  after the end: {}", counted(animation.trailing.len(), "byte")));
    }
    let Some(sidecar) = sidecar else { return };
    line(
        text,
        format_args!(
            "  side file: {}, {} metadata",
            counted(sidecar.triggers.len(), "trigger"),
            sidecar.metadata.len()
        ),
    );
    for trigger in sidecar.triggers.iter().take(TRIGGERS) {
        let value = trigger.value.to_text(sidecar.hashes).unwrap_or_default();
        let kind = trigger.value.kind();
        line(text, format_args!("    {:>8.3} {kind} {}", trigger.time, Name::from(value)));
    }
    if sidecar.triggers.len() > TRIGGERS {
        line(text, format_args!("    and {} more", counted(sidecar.triggers.len() - TRIGGERS, "trigger")));
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "{line}");
}

/// Returns the width of the column for these names.
fn width<'n, 'a: 'n>(names: impl Iterator<Item = &'n Name<'a>>) -> usize {
    names.map(|name| name.to_string().chars().count()).max().unwrap_or(0).min(WIDEST)
}

fn table(tracks: &[Track<'_>], text: &mut String) {
    if tracks.is_empty() {
        return;
    }
    let names = width(tracks.iter().map(|track| &track.name)).max(5);
    line(text, format_args!("    {:names$} {:>7} {:>8} {:>8}  channels", "track", "keys", "from", "to"));
    for track in tracks {
        let times = track.times();
        let time = |index: Option<usize>| {
            index.and_then(|index| times.get(index)).map_or_else(|| "-".to_owned(), |time| format!("{time:.3}"))
        };
        let (from, to) = (time(Some(0)), time(times.len().checked_sub(1)));
        let weights = match track.weights {
            weights if weights == Weights::default() => String::new(),
            Weights { position, rotation, scale } => format!(", weights {position} {rotation} {scale}"),
        };
        let (name, keys) = (track.name.to_string(), grouped(times.len() as u64));
        line(text, format_args!("    {name:names$} {keys:>7} {from:>8} {to:>8}  {}{weights}", track.channels));
    }
}

fn variant_track(animation: &Animation<'_>, track: &VariantTrack<'_>, names: usize, text: &mut String) {
    let kind = track.kind(animation.era).map_or("unknown", |kind| kind.name());
    let (name, keys) = (track.name.to_string(), counted(track.key_count as usize, "key"));
    let weight = if track.weight == 1.0 { String::new() } else { format!(", weight {}", track.weight) };
    line(text, format_args!("    {name:names$} {kind}, {}, {keys}{weight}", track.interpolation));
}
