//! Combines all light in a picture: lamps, the environment and fog.

use std::str::FromStr;

use asset_scene::color::linear_to_srgb;
use asset_scene::glam::Vec3;
use asset_scene::{Environment, Exposure, Fog, Harmonics, HeightFog, Pose, Probe, Scene};

use crate::camera::Camera;
use crate::color::{Srgb, between};
use crate::error::{Error, ErrorKind};
use crate::grain::Grain;
use crate::light::{Cast, Lamp, Light, Ramp};
use crate::occluders::Occluders;
use crate::radiance::Radiance;
use crate::splits::{self, Sight};
use crate::texture::{Content, Slot, Textures};
use crate::zones::Gradient;

/// The light to use for a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LightSet {
    /// Two lamps and an even sky.
    #[default]
    Studio,
    /// The lights, the environment and the fog of the scene, as bright as the engine shows them. For a scene without
    /// lights and environment, the studio will be used instead.
    ///
    /// Fog begins at the nearest content, because the camera of a whole scene is farther away than in the game.
    Engine,
    /// A lamp from the side, and not much else. The background will be dark too, unless you set it.
    Dark,
}

impl FromStr for LightSet {
    type Err = Error;

    /// Parses `studio`, `engine` or `dark`.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "studio" => Ok(Self::Studio),
            "engine" => Ok(Self::Engine),
            "dark" => Ok(Self::Dark),
            _ => {
                Err(Error::new(ErrorKind::View { expected: "studio, engine or dark", found: text.to_owned() }, "light"))
            }
        }
    }
}

/// How an engine adds light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LightSpace {
    /// Linear light on metallic-roughness surfaces. This is used in glTF, rbfx and Pragma.
    #[default]
    Linear,
    /// sRGB values will be added as if they were light. Highlights use Blinn and Phong, and lamps use a ramp. This is
    /// what Urho3D and U3D do.
    Srgb,
    /// Light with physical units on metallic-roughness surfaces, with a ramp for lamps. The sum can be far brighter than
    /// white; it is encoded with a gamma of 2.2 and then compressed by `x / (1 + x)`. This is what Urho3D and U3D do
    /// with the post-processes `GammaCorrection` and `Tonemap`, which scenes with physical light need.
    Physical,
    /// As [`Linear`](Self::Linear), but the light of a lamp is `(1 − distance / range)²`, and light is cut off at white
    /// without an exposure. This is what rbfx does in the colour spaces `LDR Linear` and `HDR Linear`.
    LinearRange,
    /// As [`Srgb`](Self::Srgb), but the light of a lamp is `(1 − distance / range)²`. This is what rbfx does in the colour
    /// space `LDR Gamma`, which is its default.
    SrgbRange,
}

impl LightSpace {
    /// Returns whether sRGB values are added and multiplied as if they were light.
    pub(crate) fn is_srgb(self) -> bool {
        matches!(self, Self::Srgb | Self::SrgbRange)
    }

    /// Returns whether the colours of lights are sRGB values.
    fn has_srgb_lights(self) -> bool {
        self.is_srgb() || self == Self::Physical
    }

    /// Returns whether lamps that take light away are drawn before most of the others.
    pub(crate) fn takes_light_first(self) -> bool {
        matches!(self, Self::Srgb | Self::Physical)
    }

    /// Returns how the light of lamps falls off, or `None` if it has the unit candela.
    fn ramp(self) -> Option<Ramp> {
        match self {
            Self::Linear => None,
            Self::Srgb | Self::Physical => Some(Ramp::Square),
            Self::LinearRange | Self::SrgbRange => Some(Ramp::Twice),
        }
    }
}

/// All light in a picture.
#[derive(Clone)]
pub(crate) struct Lighting<'s> {
    /// How to add lights, sky and ground. In [`LightSpace::Srgb`], the colours must be sRGB values.
    pub(crate) space: LightSpace,
    pub(crate) lights: Vec<Lamp>,
    /// How bright light is shown.
    pub(crate) exposure: Option<Exposure>,
    /// The lightmaps, or `None` for those that can't be read.
    pub(crate) lightmaps: Vec<Option<Slot<'s>>>,
    /// The light that is added to the ambient light of single draws.
    pub(crate) harmonics: Vec<Harmonics>,
    /// The distance to the nearest content, if the camera is outside of the scene. The distances of the engine begin
    /// there.
    pub(crate) nearest: f32,
    /// Whether the camera is inside the scene, so that distant shadows fade.
    pub(crate) is_inside: bool,
    /// What can be between a surface and a light that casts shadows.
    pub(crate) occluders: Option<Occluders<'s>>,
    /// The surroundings. The first are used where nothing else is.
    pub(crate) around: Vec<Around<'s>>,
}

/// The light and the fog around a surface.
#[derive(Clone, Copy)]
pub(crate) struct Around<'s> {
    pub(crate) sky: Vec3,
    pub(crate) ground: Vec3,
    /// The even light to use instead of the sky and the ground.
    pub(crate) gradient: Option<Gradient>,
    pub(crate) fog: Option<FogLayer>,
    /// A cube map to mirror, and a factor for it.
    pub(crate) radiance: Option<(&'s Radiance, f32)>,
    /// A factor for the part of its light that is added to the ambient light.
    pub(crate) background: f32,
    /// A cube map to mirror instead.
    pub(crate) probe: Option<(&'s Radiance, Option<Room>)>,
}

/// A box whose inside a cube map shows, seen from its center.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    center: Vec3,
    bounds: [Vec3; 2],
}

impl Room {
    fn of(probe: &Probe, pose: &Pose) -> Option<Self> {
        let bounds = probe.room?.map(Vec3::from_array);
        let columns = pose.world(probe.node).to_cols_array();
        let center = Vec3::new(columns[12], columns[13], columns[14]);
        let bounds = bounds.map(|corner| center + corner);
        bounds.iter().all(|corner| corner.is_finite()).then_some(Self { center, bounds })
    }

    /// Returns the direction from the center to where a ray leaves the box.
    fn seen(&self, from: Vec3, direction: Vec3) -> Vec3 {
        let steps = self.bounds.map(|corner| (corner - from) / direction);
        // A ray along a wall has no step to it.
        let farthest = [0, 1, 2].map(|axis: usize| steps[0][axis].max(steps[1][axis]));
        let step = farthest.into_iter().filter(|step| step.is_finite()).fold(f32::INFINITY, f32::min);
        let seen = from + direction * step - self.center;
        if seen.is_finite() { seen } else { direction }
    }
}

impl Around<'_> {
    pub(crate) fn of(sky: Vec3, ground: Vec3) -> Self {
        Self { sky, ground, gradient: None, fog: None, radiance: None, background: 0.0, probe: None }
    }

    /// Returns the light that a surface in a point gets from all directions in front of it.
    #[inline]
    pub(crate) fn ambient(&self, normal: Vec3, point: Vec3) -> Vec3 {
        let even = match &self.gradient {
            Some(gradient) => gradient.at(point),
            None => self.ground + (self.sky - self.ground) * (normal.y * 0.5 + 0.5),
        };
        self.radiance.map_or(even, |(radiance, _)| even + radiance.diffuse(normal) * self.background)
    }

    /// Returns the light that a surface in a point reflects from a direction. If it is smooth, the horizon will be sharp.
    #[inline]
    pub(crate) fn reflected(&self, (point, direction): (Vec3, Vec3), roughness: f32, srgb: &Srgb) -> Vec3 {
        if let Some((radiance, room)) = &self.probe {
            let direction = room.map_or(direction, |room| room.seen(point, direction));
            return radiance.reflected(direction, roughness, srgb);
        }
        if let Some((radiance, factor)) = self.radiance {
            return radiance.reflected(direction, roughness, srgb) * factor;
        }
        let height = between(direction.y * (1.0 + 1.5 * (1.0 - roughness)), -1.0, 1.0);
        self.ground + (self.sky - self.ground) * (height * 0.5 + 0.5)
    }
}

impl<'s> Lighting<'s> {
    /// Returns a key light from the upper left, next to the camera, a weak light from the right, and a sky that is
    /// lighter than the ground.
    pub(crate) fn studio(camera: &Camera) -> Self {
        let right = camera.right.as_vec3();
        // Level, towards the camera; where it looks straight down, towards the lower edge of the picture.
        let toward = right.cross(Vec3::Y);
        let key = Light::Sun { toward: right * -0.55 + Vec3::Y * 0.95 + toward * 0.75, color: Vec3::splat(0.72) };
        let fill = Light::Sun { toward: right * 0.9 + Vec3::Y * 0.25 + toward * 0.5, color: Vec3::splat(0.14) };
        Self::without_shadows(vec![key, fill])
    }

    /// Returns a key light from the left, a weak light from behind, and not much else.
    pub(crate) fn dark(camera: &Camera) -> Self {
        let right = camera.right.as_vec3();
        let toward = right.cross(Vec3::Y);
        let key = Light::Sun { toward: right * -0.9 + Vec3::Y * 0.5 + toward * 0.45, color: Vec3::splat(0.8) };
        let rim = Light::Sun { toward: right * 0.6 + Vec3::Y * 0.5 - toward, color: Vec3::splat(0.5) };
        let around = vec![Around::of(Vec3::splat(0.07), Vec3::splat(0.03))];
        Self { around, ..Self::without_shadows(vec![key, rim]) }
    }

    /// Returns the light of a scene as in its engine. If there are no lights and no environment, returns `None`.
    pub(crate) fn engine(
        (scene, pose): (&Scene<'_>, &Pose),
        lights: Vec<Lamp>,
        space: LightSpace,
        textures: &'s Textures,
    ) -> Option<Self> {
        let environment = scene.environment.as_ref();
        if lights.is_empty() && environment.is_none() {
            return None;
        }
        let ambient = environment.map_or([AMBIENT; 3], |environment| environment.ambient);
        let fog = environment.and_then(|Environment { fog, .. }| fog.as_ref()).map(FogLayer::new);
        let in_space = |ambient: [f32; 3]| {
            Vec3::from_array(match space {
                LightSpace::Srgb | LightSpace::Physical => ambient.map(linear_to_srgb),
                // It is encoded together with the light of a cube map.
                _ => ambient,
            })
        };
        let even = |ambient: [f32; 3], fog| {
            let ambient = in_space(ambient);
            Around { fog, ..Around::of(ambient, ambient) }
        };
        let zones = scene.staging.iter().flat_map(|staging| &staging.zones).map(|zone| {
            let reflection = zone.reflection.as_ref();
            let radiance = reflection.and_then(|(cube, factor)| Some((textures.mirrored(cube)?, *factor)));
            // Only metallic-roughness surfaces show a zone's map in an engine without linear light.
            let radiance = radiance.filter(|_| space != LightSpace::Srgb);
            let gradient = Gradient::of(zone, pose).map(|gradient| gradient.converted(in_space));
            let fog = FogLayer { low: zone.height_fog, ..FogLayer::new(&zone.fog) };
            Around { radiance, background: zone.background, gradient, ..even(zone.ambient, Some(fog)) }
        });
        let mut around: Vec<Around<'s>> = std::iter::once(even(ambient, fog)).chain(zones).collect();
        let probes = scene.staging.iter().flat_map(|staging| &staging.probes);
        let mirrored = |probe: &Probe| Some((textures.mirrored(&probe.cube)?, Room::of(probe, pose)));
        let probes: Vec<_> = probes.map(mirrored).collect();
        // For each probe, the same surroundings again.
        let plain = around.clone();
        let probes = probes.get(..probes.len().min(MOST_AROUND / plain.len().max(1))).unwrap_or_default();
        around.extend(probes.iter().flat_map(|probe| plain.iter().map(|around| Around { probe: *probe, ..*around })));
        let exposure = scene.staging.as_ref().and_then(|staging| staging.exposure);
        let exposure = exposure.filter(|_| space == LightSpace::LinearRange);
        let lightmaps = scene.staging.iter().flat_map(|staging| staging.lightmaps.values());
        let lightmaps = lightmaps.map(|texture| Slot::new(textures, texture, Content::Data, 0)).collect();
        let harmonics = scene.staging.iter().flat_map(|staging| staging.ambients.values()).copied().collect();
        Some(Self { space, around, exposure, lightmaps, harmonics, ..Self::of(lights) })
    }

    /// Returns the lights of a scene in the unit of a space.
    pub(crate) fn lights_of(space: LightSpace, scene: &Scene<'_>, pose: &Pose, bounds: Option<[Vec3; 2]>) -> Vec<Lamp> {
        match space.ramp() {
            Some(ramp) => Light::on_ramps(scene, pose, ramp, space.has_srgb_lights()),
            None => bounds.map(|bounds| Light::of_engine(scene, pose, bounds)).unwrap_or_default(),
        }
    }

    pub(crate) fn without_shadows(lights: Vec<Light>) -> Self {
        let lamp = |light| Lamp { light, shadow: None, highlight: 1.0, mask: u32::MAX, is_negative: false };
        Self::of(lights.into_iter().map(lamp).collect())
    }

    pub(crate) fn of(lights: Vec<Lamp>) -> Self {
        let straight = |lamp: Lamp| Some(Lamp { light: lamp.light.straightened()?, ..lamp });
        Self {
            space: LightSpace::Linear,
            lights: lights.into_iter().filter_map(straight).collect(),
            exposure: None,
            lightmaps: Vec::new(),
            harmonics: Vec::new(),
            nearest: 0.0,
            is_inside: false,
            occluders: None,
            around: vec![Around::of(Vec3::splat(0.4), Vec3::splat(0.17))],
        }
    }

    /// Returns the light of a lamp in a place: its direction and its colour. If the lamp casts shadows and something is
    /// in the way, only a part of the light is left.
    #[inline]
    pub(crate) fn seen(&self, lamp: &Lamp, place: &Receiver) -> (Vec3, Vec3) {
        let (toward, color) = match self.space.ramp() {
            None => lamp.light.at(place.point),
            Some(ramp) => lamp.light.on_ramp(place.point, ramp),
        };
        let (Some(occluders), Some(cast)) = (self.occluders.as_ref(), &lamp.shadow) else { return (toward, color) };
        if color == Vec3::ZERO || place.normal.dot(toward) <= 0.0 || cast.left >= 1.0 {
            return (toward, color);
        }
        let lit = self.lit(lamp, cast, occluders, (place, toward));
        (toward, color * self.faded(lamp, cast, (lit, place.distance)))
    }

    /// Returns the part of a lamp that isn't hidden in a place.
    fn lit(&self, lamp: &Lamp, cast: &Cast, occluders: &Occluders<'_>, (place, toward): (&Receiver, Vec3)) -> f32 {
        let is_lit = |from: Vec3| match lamp.light {
            Light::Sun { .. } => !occluders.block(from, toward, f32::INFINITY),
            Light::Lamp { position, .. } => {
                let away = position - from;
                let reach = away.length();
                !occluders.block(from, away * (1.0 / reach.max(f32::MIN_POSITIVE)), reach)
            }
        };
        let texels = cast.grain.and_then(|grain| grain.texels(place.point, place.distance - self.nearest));
        let Some(texels) = texels else {
            return if is_lit(place.point + place.normal * place.clearance) { 1.0 } else { 0.0 };
        };
        // The other texels are in the plane of the surface, so that a slope doesn't hide itself. A bend can still hide
        // itself, so rays start a part of a texel nearer to the light.
        let falling = place.face.dot(toward).abs();
        let slope = place.face * (1.0 / falling.max(STEEPEST)) * if place.face.dot(toward) < 0.0 { -1.0 } else { 1.0 };
        let start = place.point + place.normal * place.clearance + toward * (texels.size() * BIAS);
        texels.lit(|offset| is_lit(start + offset - toward * slope.dot(offset)))
    }

    /// Returns the part of the light of a lamp that reaches a place, given the part of the lamp that isn't hidden.
    /// Distant shadows of a sun fade.
    fn faded(&self, lamp: &Lamp, cast: &Cast, (lit, distance): (f32, f32)) -> f32 {
        let share = cast.left + (1.0 - cast.left) * lit;
        let Some(map) = cast.map.filter(|_| self.is_inside && matches!(lamp.light, Light::Sun { .. })) else {
            return share;
        };
        let end = map.splits.into_iter().fold(0.0, f32::max);
        let start = end * map.fade;
        let faded = if start < end { (distance - start) / (end - start) } else { 0.0 };
        if distance >= end { 1.0 } else { (share + faded.max(0.0)).min(1.0) }
    }

    /// Decides how soft the edges of shadows are for a camera.
    pub(crate) fn soften(&mut self, sight: &Sight<'_>, boxes_of: impl Fn(u32) -> Vec<[Vec3; 2]>) {
        for lamp in &mut self.lights {
            let Some(cast) = &mut lamp.shadow else { continue };
            let Some(map) = cast.map else { continue };
            cast.grain = Some(match lamp.light {
                Light::Sun { .. } => {
                    let boxes = boxes_of(lamp.mask);
                    let sight = Sight { boxes: &boxes, ..*sight };
                    Grain::of_sun(&map, cast.axes, splits::of(&sight, &map, cast.axes))
                }
                Light::Lamp { position, cone, .. } => {
                    let tangent =
                        cone.map(|cone| (1.0 - cone.outer * cone.outer).max(0.0).sqrt() / cone.outer.max(1e-3));
                    Grain::of_lamp(&map, cast.axes, position, tangent)
                }
            });
        }
    }

    /// Returns the direction to the first sun, because this sun casts the shadow.
    pub(crate) fn sun(&self) -> Option<Vec3> {
        self.lights
            .iter()
            .filter(|lamp| !lamp.is_negative)
            .find_map(|lamp| if let Light::Sun { toward, .. } = lamp.light { Some(toward) } else { None })
    }
}

/// How many different surroundings there can be because of probes.
const MOST_AROUND: usize = 1 << 14;
/// The least cosine of the angle between a surface and the light at which the shadow follows the slope of the surface.
const STEEPEST: f32 = 0.1;
/// How far the ray to a light starts off the surface, as a fraction of a texel of the shadow map.
const BIAS: f32 = 0.5;

/// A point on a surface that gets light.
pub(crate) struct Receiver {
    pub(crate) point: Vec3,
    pub(crate) normal: Vec3,
    /// The normal of the triangle, on either side.
    pub(crate) face: Vec3,
    /// How far to keep off the surface, along its normal.
    pub(crate) clearance: f32,
    /// The distance from the camera, along its axis.
    pub(crate) distance: f32,
}

/// The even light to use for a scene that has lights, but no environment.
const AMBIENT: f32 = 0.1;

/// Fog, prepared for drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FogLayer {
    fog: Fog,
    /// Additional fog around a height.
    low: Option<HeightFog>,
    /// The distance to the nearest content. Fog begins there.
    pub(crate) nearest: f32,
}

impl FogLayer {
    fn new(fog: &Fog) -> Self {
        Self { fog: *fog, low: None, nearest: 0.0 }
    }

    /// Returns the same fog in another colour.
    pub(crate) fn of_color(self, color: [f32; 3]) -> Self {
        Self { fog: Fog { color, ..self.fog }, ..self }
    }

    /// Applies fog to a linear colour, given its distance and height. As in the engine, the colours will be mixed in
    /// sRGB: `mix(fog, color, clamp((end − distance) / (end − start)))`. For fog around a height, the share of the colour
    /// is at most `1 − exp(−((height − its height) · scale)²)`.
    pub(crate) fn over(&self, color: [f32; 3], (distance, height): (f32, f32), srgb: &Srgb) -> [f32; 3] {
        let Fog { start, end, color: fog } = self.fog;
        let mut share = between((end - (distance - self.nearest)) / (end - start).max(1e-6), 0.0, 1.0);
        if let Some(HeightFog { height: low, scale }) = self.low {
            let above = (height - low) * scale;
            share = share.min(1.0 - between(libm::expf(-(above * above)), 0.0, 1.0));
        }
        let mut mixed = color;
        for (channel, fog) in mixed.iter_mut().zip(fog) {
            let (a, b) = (f32::from(srgb.encode(fog)), srgb.encode_bright(*channel));
            *channel = if share >= 1.0 { *channel } else { srgb.decode_bright(a + (b - a) * share) };
        }
        mixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;

    #[test]
    fn the_key_is_on_the_side_of_the_camera() {
        for (view, level) in [(View::Front, Vec3::Z), (View::Left, Vec3::X), (View::Back, Vec3::NEG_Z)] {
            let camera = Camera::fitted([Vec3::ZERO, Vec3::ONE], view, Default::default(), 1.0);
            let sun = Lighting::studio(&camera).sun().unwrap_or_default();
            assert!(sun.dot(level) > 0.4 && sun.y > 0.5 && sun.dot(camera.right.as_vec3()) < -0.3, "{view}");
        }
    }

    #[test]
    fn rooms_are_seen_from_their_center() {
        let room = Room { center: Vec3::ONE, bounds: [Vec3::splat(-1.0), Vec3::splat(3.0)] };
        // From the center, nothing changes but the length.
        assert!(room.seen(Vec3::ONE, Vec3::new(0.0, 0.6, 0.8)).normalize().abs_diff_eq(Vec3::new(0.0, 0.6, 0.8), 1e-6));
        // Along X from a corner of the room: the wall at x = 3, seen from the center.
        assert_eq!(room.seen(Vec3::new(0.0, 2.5, 0.0), Vec3::X), Vec3::new(2.0, 1.5, -1.0));
        assert_eq!(room.seen(Vec3::new(0.0, -1.0, 0.0), Vec3::X), Vec3::new(2.0, -2.0, -1.0));
        assert_eq!(room.seen(Vec3::ZERO, Vec3::ZERO), Vec3::ZERO);
    }

    #[test]
    fn fog_is_even_between_its_distances() {
        let srgb = Srgb::new();
        let fog = Fog { color: [1.0, 0.0, 0.0], start: 10.0, end: 20.0 };
        let layer = FogLayer { nearest: 5.0, ..FogLayer::new(&fog) };
        let at = |distance| layer.over([0.0, 0.0, 1.0], (distance, 0.0), &srgb).map(|channel| srgb.encode(channel));
        assert_eq!([at(14.0), at(20.0), at(25.0), at(99.0)], [[0, 0, 255], [128, 0, 128], [255, 0, 0], [255, 0, 0]]);
        let wall = FogLayer::new(&Fog { start: 10.0, end: 10.0, ..fog });
        assert_eq!(wall.over([0.0; 3], (9.0, 0.0), &srgb), [0.0; 3]);
        assert_eq!(wall.over([0.0; 3], (11.0, 0.0), &srgb), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn height_fog_is_the_formula_of_the_engine() {
        let srgb = Srgb::new();
        let far = Fog { color: [1.0; 3], start: 100.0, end: 200.0 };
        let low = Some(HeightFog { height: 3.0, scale: 0.5 });
        let layer = FogLayer { low, ..FogLayer::new(&far) };
        let at = |distance, height| srgb.encode(layer.over([0.0; 3], (distance, height), &srgb)[0]);
        // exp(-(2 * 0.5)²) of white, and the same below the height.
        let expected = (255.0 * libm::exp(-1.0) + 0.5) as u8;
        assert_eq!([at(0.0, 3.0), at(0.0, 5.0), at(0.0, 1.0), at(0.0, 99.0)], [255, expected, expected, 0]);
        // The larger share counts.
        assert_eq!([at(150.0, 99.0), at(150.0, 3.0), at(110.0, 5.0)], [128, 255, expected]);
    }
}
