//! Edits for a whole animation.

mod reduce;

use alloc::vec::Vec;

use asset_geometry::Cursor;
use asset_geometry::glam::Quat;
use asset_geometry::interpolate::{lerp, slerp};
use binio::{Fault, Limits, Name, Path};
use urho_core::{Variant, VariantEncoding};

use crate::animation::Animation;
use crate::data::TrackData;
use crate::error::{Error, ErrorKind};
use crate::sample::Playback;
use crate::track::{Track, Transform};
use crate::variant_track::{Interpolation, VariantTrack};

pub use reduce::Tolerance;

const UNSORTED: ErrorKind = ErrorKind::Nonsense("times that don't ascend");

impl<'a> Animation<'a> {
    /// Keeps only the part from `start` to `end`, in seconds. The result begins at 0. If you cut between two keys, a
    /// key with the interpolated value will be added.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Nonsense`] if the part is not inside the animation, if times do not ascend, or if this
    /// would cut a spline between two keys. In the last case, call [`resample`](Self::resample) first. The animation is
    /// not changed after an error.
    pub fn trim(&mut self, start: f32, end: f32) -> Result<(), Error> {
        if !(0.0 <= start && start < end && end <= self.length) {
            return Err(Error::new(ErrorKind::Nonsense("no part of the animation"), Path::new()));
        }
        let playback = Playback::of(self, false);
        let tracks = changed(&self.tracks, "track", |track| trim_track(track, start, end, &playback))?;
        let variant_encoding = self.variant_encoding;
        let variants = changed(&self.variant_tracks, "variant track", |track| {
            trim_variant(track, start, end, &playback, variant_encoding)
        })?;
        (self.tracks, self.variant_tracks, self.length) = (tracks, variants, end - start);
        Ok(())
    }

    /// Multiplies all times by `factor`. For example, with a factor of 2 the animation will play at half the speed. You
    /// must change the triggers in a side file separately.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Nonsense`] if the factor is not greater than 0 or not finite.
    pub fn retime(&mut self, factor: f32) -> Result<(), Error> {
        if !(factor > 0.0 && factor.is_finite()) {
            return Err(Error::new(ErrorKind::Nonsense("a factor that isn't above 0"), Path::new()));
        }
        let tracks = changed(&self.tracks, "track", |track| {
            let mut data = track.to_data();
            data.times.iter_mut().for_each(|time| *time *= factor);
            with_data(track, &data)
        })?;
        let variant_encoding = self.variant_encoding;
        let variants = changed(&self.variant_tracks, "variant track", |track| {
            track.with_times(variant_encoding, |time| time * factor)
        })?;
        (self.tracks, self.variant_tracks) = (tracks, variants);
        self.length *= factor;
        Ok(())
    }

    /// Multiplies all positions by `factor`. Do this when you have scaled the model that the animation belongs to. Tracks
    /// of attributes are not changed, because they need not be positions.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Nonsense`] if the factor is not greater than 0 or not finite.
    pub fn scale(&mut self, factor: f32) -> Result<(), Error> {
        if !(factor > 0.0 && factor.is_finite()) {
            return Err(Error::new(ErrorKind::Nonsense("a factor that isn't above 0"), Path::new()));
        }
        self.tracks = changed(&self.tracks, "track", |track| {
            let mut data = track.to_data();
            data.positions.iter_mut().flatten().for_each(|position| *position *= factor);
            with_data(track, &data)
        })?;
        Ok(())
    }

    /// Replaces the keys: there will be a key every `1 / rate` seconds and another at the end. Splines will be linear.
    /// Use this if a program needs a fixed frame rate, or before you [`trim`](Self::trim) a spline.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Nonsense`] if the rate is not greater than 0, if the length is negative, or if times do not
    /// ascend. Returns [`Fault::Limit`] if the keys would exceed the default byte limit in [`Limits`].
    pub fn resample(&mut self, rate: f32) -> Result<(), Error> {
        if rate.is_nan() || rate <= 0.0 {
            return Err(Error::new(ErrorKind::Nonsense("a rate that isn't above 0"), Path::new()));
        }
        if self.length.is_nan() || self.length < 0.0 {
            return Err(Error::new(ErrorKind::Nonsense("a length below 0"), Path::new()));
        }
        let times = grid(self.length, rate, self.tracks.len().saturating_add(self.variant_tracks.len()))?;
        let playback = Playback::of(self, false);
        let tracks = changed(&self.tracks, "track", |track| {
            let data = sampled(track, times.iter().copied(), &playback)?;
            with_data(track, &data)
        })?;
        let variant_encoding = self.variant_encoding;
        let variants = changed(&self.variant_tracks, "variant track", |track| {
            let curve = track.curve(variant_encoding);
            let mut cursor = Cursor::default();
            let sample = |time: &f32| Some((*time, curve.sample(*time, &playback, &mut cursor)?));
            let keys: Vec<(f32, Variant<'_>)> = times.iter().filter_map(sample).collect();
            let used = track.effective_interpolation(variant_encoding);
            let used = if used == Interpolation::NONE { used } else { Interpolation::LINEAR };
            track.with_keys(used, &keys, variant_encoding)
        })?;
        (self.tracks, self.variant_tracks) = (tracks, variants);
        Ok(())
    }

    /// Makes an animation smaller: removes every key in [`tracks`](Self::tracks) that the engine can restore by
    /// interpolation, within `tolerance`. Returns how many keys were removed.
    ///
    /// The first and the last key stay, and so do the keys on both sides of a jump.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Nonsense`] if times do not ascend.
    pub fn reduce(&mut self, tolerance: &Tolerance) -> Result<usize, Error> {
        let count = |tracks: &[Track<'_>]| tracks.iter().map(Track::key_count).sum::<usize>();
        let before = count(&self.tracks);
        self.tracks = changed(&self.tracks, "track", |track| reduce::track(track, tolerance))?;
        Ok(before - count(&self.tracks))
    }

    /// Renames tracks, for example to use an animation with another skeleton. For each track, `name` must return the
    /// new name, or `None` to keep the old one. Returns how many tracks were renamed.
    pub fn rename_tracks(&mut self, mut name: impl FnMut(&Name<'_>) -> Option<Name<'a>>) -> usize {
        let mut renamed = 0;
        let names = self.tracks.iter_mut().map(|track| &mut track.name);
        for old in names.chain(self.variant_tracks.iter_mut().map(|track| &mut track.name)) {
            if let Some(new) = name(old) {
                *old = new;
                renamed += 1;
            }
        }
        renamed
    }

    /// Adds the tracks from another animation. If a track with the same name exists, it will be replaced; otherwise the
    /// track is appended. The length will be that of the longer animation.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInVersion`] if this version can't store what is in the other animation, and
    /// [`ErrorKind::Variant`] if a type does not exist in this encoding. The animation is not changed after an error.
    pub fn merge(&mut self, other: &Animation<'a>) -> Result<(), Error> {
        let converted = other.to_version(self.version)?;
        let converted = if self.variant_tracks.is_empty() && !converted.variant_tracks.is_empty() {
            self.variant_encoding = other.variant_encoding;
            converted.into_owned()
        } else {
            converted.to_encoding(self.variant_encoding)?.into_owned()
        };
        merge(&mut self.tracks, converted.tracks, |track| &track.name);
        merge(&mut self.variant_tracks, converted.variant_tracks, |track| &track.name);
        self.length = self.length.max(converted.length);
        Ok(())
    }

    /// Closes the loop, so that there is no jump when the animation starts again. Every track in
    /// [`tracks`](Self::tracks) gets a key at the end with its first value. The keys in the last `blend` seconds are
    /// gradually moved towards this value.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Nonsense`] if `blend` is negative or if times do not ascend.
    pub fn close_loop(&mut self, blend: f32) -> Result<(), Error> {
        if blend.is_nan() || blend < 0.0 {
            return Err(Error::new(ErrorKind::Nonsense("a time below 0"), Path::new()));
        }
        let playback = Playback::of(self, false);
        self.tracks = changed(&self.tracks, "track", |track| close_track(track, blend, &playback))?;
        Ok(())
    }
}

/// Applies the change to all items. If it fails for an item, returns an error with the path to it.
fn changed<T, U>(
    items: &[T],
    part: &'static str,
    mut change: impl FnMut(&T) -> Result<U, Error>,
) -> Result<Vec<U>, Error> {
    let change = |(index, item): (usize, &T)| change(item).map_err(|error| error.within_item(part, index));
    items.iter().enumerate().map(change).collect()
}

/// Returns the track with other keys.
fn with_data(track: &Track<'_>, data: &TrackData) -> Result<Track<'static>, Error> {
    let mut track = Track { keys: binio::Bytes::EMPTY, ..track.borrowed() }.into_owned();
    track.set_data(data)?;
    Ok(track)
}

/// Checks that the key times ascend.
fn ascending(times: impl Iterator<Item = f32> + Clone) -> Result<(), Error> {
    let finite = times.clone().all(f32::is_finite);
    if finite && times.clone().zip(times.skip(1)).all(|(a, b)| a <= b) {
        return Ok(());
    }
    Err(Error::new(UNSORTED, "time"))
}

/// Samples the track at the given times.
fn sampled(track: &Track<'_>, times: impl Iterator<Item = f32>, playback: &Playback) -> Result<TrackData, Error> {
    ascending(track.times().to_vec().iter().copied())?;
    let mut data = TrackData::new(track.channels);
    let mut cursor = Cursor::default();
    for time in times {
        let mut pose = Transform::IDENTITY;
        if track.sample(time, playback, &mut cursor, &mut pose) {
            data.push(time, &pose);
        }
    }
    Ok(data)
}

/// Returns the times from 0 to `length` in steps of `1 / rate` seconds, and `length` itself.
fn grid(length: f32, rate: f32, tracks: usize) -> Result<Vec<f32>, Error> {
    let steps = f64::from(length) * f64::from(rate);
    // The largest key of a track has 44 bytes.
    let bytes = (steps + 2.0) * 44.0 * tracks.max(1) as f64;
    let most = Limits::default().expanded_bytes() as f64;
    if bytes.is_nan() || bytes > most {
        return Err(Error::new(Fault::Limit("expanded bytes"), Path::new()));
    }
    let at = |step: u32| (f64::from(step) / f64::from(rate)) as f32;
    let mut times: Vec<f32> = (0..=steps as u32).map(at).take_while(|time| *time < length).collect();
    times.push(length);
    Ok(times)
}

/// Returns the key times for a part. If the part starts or ends between two keys, this includes the start or end.
fn cut(times: &[f32], start: f32, end: f32) -> Vec<f32> {
    let mut kept: Vec<f32> = times.iter().copied().filter(|time| (start..=end).contains(time)).collect();
    if times.first().is_some_and(|first| *first < start) && kept.first() != Some(&start) {
        kept.insert(0, start);
    }
    if times.last().is_some_and(|last| *last > end) && kept.last() != Some(&end) {
        kept.push(end);
    }
    kept
}

fn trim_track(track: &Track<'_>, start: f32, end: f32, playback: &Playback) -> Result<Track<'static>, Error> {
    let times = track.times().to_vec();
    ascending(times.iter().copied())?;
    let all = track.to_data();
    let mut data = TrackData::new(track.channels);
    let mut cursor = Cursor::default();
    let mut key = 0;
    for time in cut(&times, start, end) {
        // The existing key, one after the other if several have the same time; otherwise the interpolated value.
        while all.times.get(key).is_some_and(|other| *other < time) {
            key += 1;
        }
        let mut pose = Transform::IDENTITY;
        if all.times.get(key) == Some(&time) {
            pose = track.key(key).map_or(pose, |key| key.transform);
            key += 1;
        } else {
            track.sample(time, playback, &mut cursor, &mut pose);
        }
        data.push(time - start, &pose);
    }
    with_data(track, &data)
}

fn trim_variant(
    track: &VariantTrack<'_>,
    start: f32,
    end: f32,
    playback: &Playback,
    variant_encoding: VariantEncoding,
) -> Result<VariantTrack<'static>, Error> {
    let curve = track.curve(variant_encoding);
    ascending(curve.times().iter().copied())?;
    let times = cut(curve.times(), start, end);
    let within = |time: &f32| (start..=end).contains(time);
    let is_spline = matches!(
        track.effective_interpolation(variant_encoding),
        Interpolation::TENSION_SPLINE | Interpolation::TANGENT_SPLINE
    );
    let kept = curve.times().iter().filter(|time| within(time)).count();
    if is_spline && kept != times.len() {
        return Err(Error::new(ErrorKind::Nonsense("a spline cut between its keys"), Path::new()));
    }
    if track.interpolation == Interpolation::TANGENT_SPLINE {
        let keys =
            track.iter(variant_encoding).zip(track.tangents(variant_encoding)).filter(|((time, _), _)| within(time));
        let keys: Vec<_> = keys.map(|((time, value), tangents)| (time - start, value, tangents)).collect();
        return track.with_spline(&keys, variant_encoding);
    }
    let (mut cursor, mut key) = (Cursor::default(), 0);
    let keys = times.into_iter().filter_map(|time| {
        while curve.times().get(key).is_some_and(|other| *other < time) {
            key += 1;
        }
        let value = if curve.times().get(key) == Some(&time) {
            key += 1;
            curve.values().get(key - 1).cloned()
        } else {
            curve.sample(time, playback, &mut cursor)
        };
        Some((time - start, value?))
    });
    let keys: Vec<(f32, Variant<'_>)> = keys.collect();
    track.with_keys(track.interpolation, &keys, variant_encoding)
}

/// Adds items. An item replaces another with the same name.
fn merge<T>(into: &mut Vec<T>, from: Vec<T>, name: impl Fn(&T) -> &Name<'_>) {
    let mut places: Vec<usize> = (0..into.len()).collect();
    places.sort_by(|a, b| into.get(*a).map(&name).cmp(&into.get(*b).map(&name)));
    let mut added = Vec::new();
    for item in from {
        // For duplicate names the last counts.
        let behind = places.partition_point(|place| into.get(*place).is_some_and(|other| name(other) <= name(&item)));
        let place = behind.checked_sub(1).and_then(|index| places.get(index)).copied();
        match place.and_then(|place| into.get_mut(place)).filter(|other| name(other) == name(&item)) {
            Some(other) => *other = item,
            None => added.push(item),
        }
    }
    into.append(&mut added);
}

fn close_track(track: &Track<'_>, blend: f32, playback: &Playback) -> Result<Track<'static>, Error> {
    let length = playback.length;
    let mut data = track.to_data();
    ascending(data.times.iter().copied())?;
    let (mut first, mut last) = (Transform::IDENTITY, Transform::IDENTITY);
    let mut cursor = Cursor::default();
    if !track.sample(0.0, playback, &mut cursor, &mut first) {
        return Ok(track.borrowed().into_owned());
    }
    track.sample(length, playback, &mut cursor, &mut last);
    if data.times.last().is_some_and(|time| *time < length) {
        data.push(length, &last);
    }
    let weight = |time: f32| match (time - (length - blend)) / blend {
        _ if time >= length => 1.0,
        share if share > 0.0 => share.min(1.0),
        _ => 0.0,
    };
    let turn = first.rotation * last.rotation.inverse();
    for (index, time) in data.times.iter().enumerate() {
        let weight = weight(*time);
        let ends = *time >= length;
        if weight == 0.0 {
            continue;
        }
        if let Some(position) = data.positions.as_mut().and_then(|all| all.get_mut(index)) {
            let bent = *position + (first.position - last.position) * weight;
            *position = if ends { first.position } else { bent };
        }
        if let Some(rotation) = data.rotations.as_mut().and_then(|all| all.get_mut(index)) {
            let bent = slerp(Quat::IDENTITY, turn, weight) * *rotation;
            *rotation = if ends { first.rotation } else { bent };
        }
        if let Some(scale) = data.scales.as_mut().and_then(|all| all.get_mut(index)) {
            *scale = if ends { first.scale } else { lerp(*scale, *scale + (first.scale - last.scale), weight) };
        }
    }
    with_data(track, &data)
}
