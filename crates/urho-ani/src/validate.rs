//! Findings about animations: invalid values, and what they will do in the engine.
//!
//! The effects are described in [Playing](crate::format#playing).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Findings, Name, Path};

use crate::animation::Animation;
use crate::kinds;
use crate::track::{Channels, Track};
use crate::variant_track::{Interpolation, VariantTrack};

impl Animation<'_> {
    /// Checks every keyframe, and returns findings about all values that are invalid or unusual. Each finding tells you
    /// the effect in the engine.
    ///
    /// A warning means that something will move in the wrong way, and a note is only for information. There are no
    /// errors, because the engine can read any well-formed animation without going out of bounds.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        if !self.length.is_finite() || self.length < 0.0 {
            let message = format!("{} seconds; playing never gets anywhere", self.length);
            findings.warning(kinds::LENGTH_INVALID, "length", message);
        } else if self.length == 0.0 && self.tracks.iter().any(|track| track.key_count() > 1) {
            findings.warning(
                kinds::LENGTH_ZERO,
                "length",
                "0 seconds, but there are keys; the engine never plays them",
            );
        }
        for (index, track) in self.tracks.iter().enumerate() {
            self::track(track, self.length, &Path::from([("track", index)]), &mut findings);
        }
        names("track", self.tracks.iter().map(|track| &track.name), &mut findings);
        for (index, track) in self.variant_tracks.iter().enumerate() {
            self::variant_track(self, track, &Path::from([("variant track", index)]), &mut findings);
        }
        names("variant track", self.variant_tracks.iter().map(|track| &track.name), &mut findings);
        if !self.trailing.is_empty() {
            let length = self.trailing.len();
            findings.note(
                kinds::TRAILING_BYTES,
                "end",
                format!("{length} bytes after the end; the engine doesn't look at them"),
            );
        }
        binio::locate(self, &mut findings);
        findings
    }

    /// Reports the tracks that will be ignored, because their name is not in `bones`. Pass the bones of the model, or
    /// the nodes, that the animation is for.
    ///
    /// Note that if an animation with a single track is played on a node and not on a model, it will move this node
    /// whatever the name is.
    pub fn validate_for<N: AsRef<[u8]>>(&self, bones: impl IntoIterator<Item = N>) -> Findings {
        let mut bones: Vec<N> = bones.into_iter().collect();
        bones.sort_unstable_by(|a, b| a.as_ref().cmp(b.as_ref()));
        let mut findings = Findings::new();
        for (index, track) in self.tracks.iter().enumerate() {
            if bones.binary_search_by(|bone| bone.as_ref().cmp(&track.name)).is_err() {
                let message = format!("there is no bone \"{}\"; the engine passes over the track", track.name);
                findings.warning(kinds::BONE_MISSING, [("track", index)], message);
            }
        }
        findings
    }
}

/// Counts the bad `items` and returns a text like `3 keys are bad (first: 17)`.
fn tally<T>(items: impl Iterator<Item = T>, what: &str, mut bad: impl FnMut(T) -> bool) -> Option<String> {
    let (mut count, mut first) = (0_usize, 0);
    for (index, item) in items.enumerate() {
        if bad(item) {
            first = if count == 0 { index } else { first };
            count += 1;
        }
    }
    (count > 0).then(|| format!("{count} {what} (first: {first})"))
}

fn track(track: &Track<'_>, length: f32, path: &Path, findings: &mut Findings) {
    let unknown = track.channels.unknown();
    if unknown != 0 {
        findings.note(
            kinds::CHANNELS_UNKNOWN,
            path.clone(),
            format!("unknown channels {unknown:#04x}; they take no bytes"),
        );
    }
    if track.key_count() == 0 {
        findings.note(kinds::TRACK_EMPTY, path.clone(), "no keys; the track does nothing");
    } else if !track.channels.has(Channels::POSITION)
        && !track.channels.has(Channels::ROTATION)
        && !track.channels.has(Channels::SCALE)
    {
        findings.note(kinds::TRACK_EMPTY, path.clone(), "keys hold only their times; the track does nothing");
    }
    times(|| track.times().iter(), length, path, findings);
    let vectors = [("position", track.positions()), ("scale", track.scales())];
    for (name, column) in vectors {
        let column = column.into_iter().flat_map(|column| column.iter());
        let bad = tally(column, "keys have a NaN or an infinity", |vector| !vector.is_finite());
        if let Some(keys) = bad {
            findings.warning(
                kinds::VALUE_NOT_FINITE,
                path.clone().part(name),
                format!("{keys}; the bone and all below it disappear"),
            );
        }
    }
    rotations(track, path, findings);
    let bad = track.weights.to_array().iter().any(|weight| !(0.0..=1.0).contains(weight));
    if bad {
        findings.warning(
            kinds::WEIGHTS_RANGE,
            path.clone().part("weights"),
            "not between 0 and 1; values overshoot when blended",
        );
    }
}

/// Reports a rotation if rounding can't explain its length.
fn rotations(track: &Track<'_>, path: &Path, findings: &mut Findings) {
    const MOST: f32 = 1e-2;
    let column = || track.rotations().into_iter().flat_map(|column| column.iter().map(|rotation| rotation.0));
    if let Some(keys) = tally(column(), "keys have a NaN or an infinity", |rotation| !rotation.is_finite()) {
        let message = format!("{keys}; the bone and all below it disappear");
        findings.warning(kinds::VALUE_NOT_FINITE, path.clone().part("rotation"), message);
    }
    let off = |rotation: asset_geometry::glam::Quat| {
        rotation.is_finite() && (rotation.length_squared() - 1.0).abs() > 2.0 * MOST
    };
    if let Some(keys) = tally(column(), "keys are no unit quaternions", off) {
        let message = format!("{keys}; the engine doesn't normalise them, so that the bone is scaled too");
        findings.warning(kinds::ROTATION_NOT_UNIT, path.clone().part("rotation"), message);
    }
}

fn times<I: Iterator<Item = f32>>(times: impl Fn() -> I, length: f32, path: &Path, findings: &mut Findings) {
    let path = || path.clone().part("time");
    if let Some(keys) = tally(times(), "keys have no finite time", |time| !time.is_finite()) {
        findings.warning(kinds::TIME_NOT_FINITE, path(), format!("{keys}; the engine's search for them ends anywhere"));
    }
    let mut last = f32::NEG_INFINITY;
    let back = tally(times(), "keys are before the one in front of them", |time| {
        let back = time < last;
        last = time;
        back
    });
    if let Some(keys) = back {
        findings.warning(
            kinds::TIMES_NOT_ASCENDING,
            path(),
            format!("{keys}; the engine expects ascending times and skips keys"),
        );
    }
    let mut last = f32::NAN;
    let equal = tally(times(), "keys are at the time of the one in front of them", |time| {
        let equal = time == last;
        last = time;
        equal
    });
    if let Some(keys) = equal {
        findings.note(kinds::TIMES_EQUAL, path(), format!("{keys}; the value jumps there"));
    }
    if let Some(keys) = tally(times(), "keys are before 0", |time| time < 0.0) {
        findings.warning(kinds::KEY_OUTSIDE, path(), format!("{keys}; playing begins after them"));
    }
    if let Some(keys) = tally(times(), "keys are after the end", |time| time > length) {
        findings.warning(kinds::KEY_OUTSIDE, path(), format!("{keys} ({length} seconds); playing never gets there"));
    }
    let mut first = times();
    if let (Some(time), true) = (first.next().filter(|time| *time > 0.0), first.next().is_some()) {
        let message = format!(
            "the first key is at {time}; until then Urho3D and U3D carry the line of the first two on backwards, rbfx \
             holds the first"
        );
        findings.note(kinds::FIRST_KEY_LATE, path(), message);
    }
}

/// Reports duplicate names, and names that are the same for the engine.
fn names<'n, 'a: 'n>(part: &'static str, names: impl Iterator<Item = &'n Name<'a>>, findings: &mut Findings) {
    let mut sorted: Vec<(&[u8], usize)> = names.map(Name::as_bytes).zip(0..).collect();
    sorted.sort_unstable();
    for pair in sorted.windows(2) {
        if let [(first, other), (second, index)] = pair {
            if first == second {
                let name = Name::from(*first);
                let message =
                    format!("{part} {other} has the same name, \"{name}\"; the engine keeps only the later one");
                findings.warning(kinds::NAME_DUPLICATE, [(part, *index)], message);
            }
        }
    }
    let mut folded: Vec<(Vec<u8>, &[u8], usize)> =
        sorted.into_iter().map(|(name, index)| (name.to_ascii_lowercase(), name, index)).collect();
    folded.sort_unstable();
    for pair in folded.windows(2) {
        if let [(first, name, other), (second, another, index)] = pair {
            if first == second && name != another {
                let message = format!("{part} {other} differs only in case; Urho3D to 1.7 takes them for one");
                findings.note(kinds::NAMES_DIFFER_IN_CASE, [(part, *index)], message);
            }
        }
    }
}

fn variant_track(animation: &Animation<'_>, track: &VariantTrack<'_>, path: &Path, findings: &mut Findings) {
    times(|| track.times(animation.variant_encoding), animation.length, path, findings);
    if track.key_count == 0 {
        findings.note(kinds::TRACK_EMPTY, path.clone(), "no keys; the track does nothing");
    }
    let name = track.kind(animation.variant_encoding).map_or("unknown", urho_core::VariantKind::name);
    if track.interpolation.name().is_none() {
        let message = format!("{}: unknown; values hold until the next key", track.interpolation);
        findings.warning(kinds::TRACK_TYPE, path.clone(), message);
    } else {
        let used = track.effective_interpolation(animation.variant_encoding);
        if used != track.interpolation {
            let message = format!("{}: the engine takes {used} for values of type {name}", track.interpolation);
            findings.note(kinds::TRACK_TYPE, path.clone(), message);
        }
    }
    if !(0.0..=1.0).contains(&track.weight) {
        let message = format!("{} is not between 0 and 1; values overshoot when blended", track.weight);
        findings.warning(kinds::WEIGHTS_RANGE, path.clone().part("weight"), message);
    }
    if track.interpolation == Interpolation::TENSION_SPLINE && !track.tension.is_finite() {
        findings.warning(
            kinds::TENSION_NOT_A_NUMBER,
            path.clone().part("tension"),
            "not a number; no value comes out as one",
        );
    }
    // Numbers that changed their meaning in February 2026 without a new version ([the type of a variant track is
    // ambiguous](crate::format#the-type-of-a-variant-track-is-ambiguous)).
    if track.variant_type.0 >= 7 {
        let message = format!(
            "type {} is {name} here; rbfx gave such numbers another meaning in February 2026, and nothing in the file \
             says which is meant",
            track.variant_type
        );
        findings.note(kinds::TRACK_VALUES, path.clone(), message);
    }
    values(animation, track, path, findings);
}

/// Reports values in variant tracks that are not finite, or that should be rotations but are not.
fn values(animation: &Animation<'_>, track: &VariantTrack<'_>, path: &Path, findings: &mut Findings) {
    let bad = tally(track.iter(animation.variant_encoding), "keys have a NaN or an infinity", |(_, value)| {
        value.floats().is_some_and(|floats| floats.iter().any(|value| !value.is_finite()))
            || value.doubles().is_some_and(|doubles| doubles.iter().any(|value| !value.is_finite()))
    });
    if let Some(keys) = bad {
        findings.warning(kinds::VALUE_NOT_FINITE, path.clone(), keys);
    }
    let off = tally(track.iter(animation.variant_encoding), "keys are no unit quaternions", |(_, value)| {
        value.as_quat().is_some_and(|rotation| rotation.is_finite() && (rotation.length_squared() - 1.0).abs() > 2e-2)
    });
    if let Some(keys) = off {
        findings.warning(kinds::VALUE_NOT_FINITE, path.clone(), keys);
    }
}
