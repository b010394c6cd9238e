//! Poses for all bones at once.

use alloc::vec::Vec;

use asset_geometry::Cursor;
use binio::Name;

use crate::animation::Animation;
use crate::sample::{Playback, Sampler};
use crate::track::Transform;

/// Plays an animation on the bones of a model, or on any list of names. Create it once: it then knows the tracks and
/// the current key of each, so you can play forward without a search and without an allocation.
///
/// ```
/// use urho_ani::glam::Vec3;
/// use urho_ani::{Animation, Player, Playback, Track, TrackData, Transform, Version};
/// let data = TrackData { times: vec![0.0, 1.0], positions: Some(vec![Vec3::ZERO, Vec3::X]), ..TrackData::default() };
/// let mut animation = Animation::new(Version::Uani, "Step", 1.0);
/// animation.tracks.push(Track::from_data("Hips", &data)?);
///
/// let mut player = Player::new(&animation, ["Root", "Hips"]);
/// let playback = Playback::of(&animation, false);
/// let mut pose = [Transform::IDENTITY; 2];
/// player.sample(0.5, &playback, &mut pose);
/// assert_eq!(pose[1].position, Vec3::new(0.5, 0.0, 0.0));
///
/// // Names of bones as a model has them: `model.skeleton.bones.iter().map(|bone| &bone.name)`.
/// let bones = ["Root", "Hips"].map(urho_ani::binio::Name::from);
/// let mut player = Player::new(&animation, bones.iter());
/// player.sample(1.0, &playback, &mut pose);
/// assert_eq!(pose[1].position, Vec3::X);
/// # Ok::<(), urho_ani::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player<'p> {
    tracks: Vec<Bound<'p>>,
}

/// A track and the bone that it moves.
#[derive(Clone, Debug)]
struct Bound<'p> {
    bone: usize,
    track: usize,
    keys: Sampler<'p>,
    cursor: Cursor,
}

/// A bone, and the track that moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Binding {
    /// The index of the bone.
    pub bone: usize,
    /// The index of the track in the animation.
    pub track: usize,
}

impl<'p> Player<'p> {
    /// Creates a player for the given `bones`, and looks up the track for each of them. For duplicate tracks, the last
    /// is used, as in the engine. For duplicate bones, only the first is animated.
    pub fn new<N: AsRef<[u8]>>(animation: &'p Animation<'_>, bones: impl IntoIterator<Item = N>) -> Self {
        let mut names: Vec<(N, usize)> = bones.into_iter().zip(0..).collect();
        names.sort_by(|(a, _), (b, _)| a.as_ref().cmp(b.as_ref()));
        let bone = |name: &Name<'_>| {
            let first = names.partition_point(|(bone, _)| bone.as_ref() < name.as_bytes());
            names.get(first).filter(|(bone, _)| bone.as_ref() == name.as_bytes()).map(|(_, bone)| *bone)
        };
        let tracks = animation.effective_indices().into_iter().filter_map(|index| {
            let track = animation.tracks.get(index)?;
            Some(Bound { bone: bone(&track.name)?, track: index, keys: track.sampler(), cursor: Cursor::default() })
        });
        Self { tracks: tracks.collect() }
    }

    /// Iterates over the bones that have a track.
    pub fn bindings(&self) -> impl ExactSizeIterator<Item = Binding> + '_ {
        self.tracks.iter().map(|bound| Binding { bone: bound.bone, track: bound.track })
    }

    /// Writes the pose at `time` to `pose`, which should have a transform for each bone. A time outside the animation
    /// is clamped; use [`Playback::advance`] if you want to loop.
    ///
    /// A value without a track is not changed. To get the same result as the engine, you must set every bone to its
    /// bind pose first. If `pose` is too short, the remaining bones are skipped.
    pub fn sample(&mut self, time: f32, playback: &Playback, pose: &mut [Transform]) {
        let time = playback.clamp(time);
        for Bound { bone, keys, cursor, .. } in &mut self.tracks {
            if let Some(transform) = pose.get_mut(*bone) {
                keys.sample(time, playback, cursor, transform);
            }
        }
    }
}
