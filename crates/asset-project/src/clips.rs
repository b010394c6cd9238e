//! Facts about the animations of a document.

use asset_scene::motion::ClipStats;
use asset_scene::{AnimationId, Scene};
use scene_adapter::frame_rate;

use crate::{Asset, Typed};

/// Frames per second that are named if several rates fit, the preferred one first.
const RATES: [u16; 2] = [30, 24];

/// Returns the frames per second that fit an animation.
fn rate(scene: &Scene<'_>, id: AnimationId) -> Option<u16> {
    let fits = |default: u16| frame_rate(scene, std::iter::once(id), default);
    RATES.into_iter().find(|rate| fits(*rate) == Some(*rate)).or_else(|| fits(RATES[0]))
}

/// Facts about an animation that people decide by: may it loop, does it move, which frame rate has it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clip {
    /// Name of the animation.
    pub name: String,
    /// Length, keys, gap, speed and odd keys; `None` if its keys are invalid.
    pub stats: Option<ClipStats>,
    /// Frames per second at which all keys are on whole frames; `None` if no usual rate fits.
    pub fps: Option<u16>,
}

impl Clip {
    /// Computes the facts of all animations of a scene.
    pub fn of_scene(scene: &Scene<'_>) -> Vec<Self> {
        let all = scene.animations.enumerate().zip(ClipStats::of_all(scene));
        let fact = |((id, own), stats): ((_, &asset_scene::Animation<'_>), Option<ClipStats>)| Self {
            name: own.name.clone(),
            fps: stats.as_ref().and_then(|_| rate(scene, id)),
            stats,
        };
        all.map(fact).collect()
    }

    /// Computes the facts of an animation of Urho3D without a model: its tracks move nodes next to each other, so that feet and their way aren't known.
    pub fn of_animation(animation: &urho_ani::Animation<'_>) -> Vec<Self> {
        let mut scene = Scene::default();
        scene_urho::add_animation(&mut scene, animation.borrowed(), &asset_scene::escape_name(&animation.name));
        Self::of_scene(&scene)
    }
}

impl Asset<'_> {
    /// Returns facts about the animations of a glTF, FBX, animation of Urho3D or model of Pragma, in their order. Other documents have none: the animations of
    /// a model of Urho3D are files of their own.
    ///
    /// ```
    /// # fn clips(bytes: &[u8]) -> Result<(), asset_project::Error> {
    /// for clip in asset_project::Asset::parse(bytes, None)?.clips() {
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

/// Facts about an animation in the output of `inspect --json`.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct ClipSummary {
    /// Name of the animation.
    pub name: String,
    /// Time of the last key, in seconds.
    pub length: f32,
    /// Number of keys.
    pub keys: usize,
    /// Frames per second at which all keys are on whole frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fps: Option<u16>,
    /// Difference between the last pose and the first: degrees, distance, and a share of scales and weights.
    pub loop_gap: [f64; 3],
    /// Horizontal speed, in metres per second.
    pub root_speed: f64,
    /// Number of keys that jump away from their neighbours and back.
    pub jumps: usize,
    /// How far a foot slides while it stands, in metres.
    pub foot_slide: f64,
}

#[cfg(feature = "serde")]
impl ClipSummary {
    /// Returns the facts of a clip with valid keys, whose differences are finite.
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
