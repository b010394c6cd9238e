//! This module computes facts about the animations in a document.

use asset_scene::motion::ClipStats;
use asset_scene::{AnimationId, Scene};
use scene_adapter::frame_rate;

use crate::{Asset, Typed};

/// If several frame rates fit an animation, the first of these wins.
const RATES: [u16; 2] = [30, 24];

/// Returns a frame rate that fits the animation, in frames per second.
fn rate(scene: &Scene<'_>, id: AnimationId) -> Option<u16> {
    let fits = |default: u16| frame_rate(scene, std::iter::once(id), default);
    RATES.into_iter().find(|rate| fits(*rate) == Some(*rate)).or_else(|| fits(RATES[0]))
}

/// Facts about an animation that help you to decide what to do with it: whether it can loop, whether it moves, and
/// which frame rate it has.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clip {
    /// The animation name.
    pub name: String,
    /// Length, keys, loop gap, speed and jumping keys, or `None` if the keys are invalid.
    pub stats: Option<ClipStats>,
    /// The frame rate at which all keys are on whole frames, or `None` if no usual rate fits.
    pub fps: Option<u16>,
}

impl Clip {
    /// Computes the facts for all animations in the scene.
    pub fn of_scene(scene: &Scene<'_>) -> Vec<Self> {
        let all = scene.animations.enumerate().zip(ClipStats::of_all(scene));
        let fact = |((id, animation), stats): ((_, &asset_scene::Animation<'_>), Option<ClipStats>)| Self {
            name: animation.name.clone(),
            fps: stats.as_ref().and_then(|_| rate(scene, id)),
            stats,
        };
        all.map(fact).collect()
    }

    /// Computes the facts for an Urho3D animation when there is no model. Without it the tracks move nodes that don't
    /// depend on each other, so the feet and their way are not known.
    pub(crate) fn of_animation(animation: &urho_ani::Animation<'_>) -> Vec<Self> {
        let mut scene = Scene::default();
        scene_urho::add_animation(&mut scene, animation.borrowed(), &asset_scene::escape_name(&animation.name));
        Self::of_scene(&scene)
    }
}

impl Asset<'_> {
    /// Returns facts about the animations in this document, in order. This works for glTF, FBX, Urho3D animations and
    /// Pragma models. Other documents have none; for example, the animations for an Urho3D model are files of their
    /// own.
    ///
    /// ```
    /// # fn clips(bytes: &[u8]) -> Result<(), asset_formats::Error> {
    /// for clip in asset_formats::Asset::parse(bytes, None)?.clips() {
    ///     println!("{}: {:?} fps", clip.name, clip.fps);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn clips(&self) -> Vec<Clip> {
        match self.typed() {
            Typed::Fbx(document) => Clip::of_scene(&document.scene),
            Typed::Gltf(document) => Clip::of_scene(&document.scene),
            Typed::UrhoAni(animation) => Clip::of_animation(animation),
            // A model that can't be shown has findings.
            Typed::PragmaModel(_) => {
                self.to_scene("model").map(|(scene, _)| Clip::of_scene(&scene)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }
}

/// The facts about an animation that `inspect --json` prints.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct ClipSummary {
    /// The animation name.
    pub name: String,
    /// The time of the last key, in seconds.
    pub length: f32,
    /// Number of keys.
    pub keys: usize,
    /// The frame rate at which all keys are on whole frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fps: Option<u16>,
    /// How much the last pose differs from the first: an angle in degrees, a distance in metres, and a share for scales
    /// and weights. If all are 0, the animation can loop.
    pub loop_gap: [f64; 3],
    /// Horizontal speed, in metres per second.
    pub root_speed: f64,
    /// Number of keys that jump away from their neighbours and back.
    pub jumps: usize,
    /// How far a foot slides while it should stand, in metres.
    pub foot_slide: f64,
}

#[cfg(feature = "serde")]
impl ClipSummary {
    /// Returns the summary, or `None` if the keys are invalid or a number is not finite.
    pub fn of(clip: Clip) -> Option<Self> {
        let stats = clip.stats?;
        let numbers = [stats.gap.angle, stats.gap.distance, stats.gap.share, stats.root_speed, stats.slide];
        let is_finite = stats.duration.is_finite() && numbers.iter().all(|number| number.is_finite());
        is_finite.then_some(Self {
            name: clip.name,
            length: stats.duration,
            keys: stats.keys,
            fps: clip.fps,
            loop_gap: [stats.gap.angle, stats.gap.distance, stats.gap.share],
            root_speed: stats.root_speed,
            jumps: stats.pops,
            foot_slide: stats.slide,
        })
    }
}
