//! Draws particles at a given time. All times of an effect have the same frame, so that a series of pictures doesn't jump.

use asset_image::Pixels;
use asset_render::{Blend, Canvas, Quad};

/// Seconds between the moments that are looked at to find the frame, and their number.
const EVERY: f32 = 0.1;
const MOMENTS: u16 = 30;
/// If no time is set, effects are shown after this many seconds, because most of them are fully visible by then.
const USUAL: f32 = 1.0;
/// Particles that are looked at in a moment.
const LOOKED_AT: usize = 512;
/// The share of the visible area that is left out on each side of the frame. Few sparks fly far.
const LEFT_OUT: f32 = 0.02;
/// The margin around the frame.
const MARGIN: f32 = 1.1;
/// Pixels of an image aren't enlarged by more than this.
const LARGEST: f32 = 4.0;
/// Black smoke is seen as well as this light is.
const DARK: f32 = 0.3;
/// The tangent of half the field of view. This is the same as in the engine's samples.
const TANGENT: f32 = 0.414_213_57;
/// Nothing is drawn that is nearer to the camera than this share of the distance to the frame.
const NEAR: f32 = 0.05;

/// The particles of an effect, which move.
pub(super) trait Swarm: Clone {
    /// True if all particles lie in one plane and their sizes are pixels.
    const IS_FLAT: bool;

    /// Moves the particles.
    fn run(&mut self, seconds: f32);

    /// Returns the particles in the order to draw them.
    fn specks(&self) -> Vec<Speck>;
}

/// A particle. Y is up, and Z points away from the camera.
pub(super) struct Speck {
    pub(super) center: [f32; 3],
    /// Width and height.
    pub(super) size: [f32; 2],
    /// Degrees, clockwise.
    pub(super) rotation: f32,
    /// The unit vector that the height extends along, if it isn't upright.
    pub(super) along: Option<[f32; 3]>,
    pub(super) tint: [f32; 4],
    /// The part of the image: left, top, right and bottom, from 0 to 1.
    pub(super) part: [f32; 4],
}

/// How the particles of an effect look.
pub(super) struct Look<'i> {
    pub(super) image: Option<&'i Pixels>,
    pub(super) blend: Blend,
}

/// Draws the particles at a time, or at the time that shows most if it is 0.
pub(super) fn draw<S: Swarm>(start: &S, look: &Look<'_>, canvas: &mut Canvas, seconds: f32) {
    let Some(seen) = Seen::of(start, look.blend) else { return };
    let view = seen.view(canvas.pixels().size(), S::IS_FLAT);
    let mut swarm = start.clone();
    swarm.run(if seconds > 0.0 { seconds } else { seen.best });
    for speck in swarm.specks() {
        view.draw(&speck, look, canvas);
    }
}

/// Returns the time that shows most, in seconds.
pub(super) fn moment(start: &impl Swarm, blend: Blend) -> f32 {
    Seen::of(start, blend).map_or(USUAL, |seen| seen.best)
}

/// The part of an effect that is visible in its first seconds. This decides the frame of its pictures.
struct Seen {
    /// The least and the greatest value of each axis.
    bounds: [[f32; 2]; 3],
    /// The last time up to the usual one at which there is half as much to see as at most, or else the time at which most
    /// can be seen, in seconds.
    best: f32,
}

impl Seen {
    /// Runs an effect to find out. Returns `None` if it never has particles.
    fn of(start: &impl Swarm, blend: Blend) -> Option<Self> {
        let mut swarm = start.clone();
        let mut ends: [Vec<(f32, f32)>; 3] = Default::default();
        let mut amounts = Vec::new();
        for moment in 1..=MOMENTS {
            swarm.run(EVERY);
            let specks = swarm.specks();
            let step = (specks.len() / LOOKED_AT).max(1);
            let mut visible = 0.0;
            for speck in specks.iter().step_by(step) {
                let weight = speck.visible(blend);
                visible += weight * step as f32;
                for (axis, ends) in ends.iter_mut().enumerate() {
                    let reach = speck.reach(axis);
                    ends.extend([-reach, reach].map(|reach| (speck.center[axis] + reach, weight)));
                }
            }
            amounts.push((f32::from(moment) * EVERY, visible));
        }
        let best = amounts.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((USUAL, 0.0));
        // A flash is small when it begins.
        let is_good = |(seconds, amount): &&(f32, f32)| *seconds < USUAL + EVERY / 2.0 && amount * 2.0 >= best.1;
        let (best, _) = amounts.iter().rfind(is_good).copied().unwrap_or(best);
        let [x, y, z] = ends.map(within);
        Some(Self { bounds: [x?, y?, z?], best })
    }

    /// Returns the view that shows everything within the bounds.
    fn view(&self, (width, height): (u32, u32), is_flat: bool) -> View {
        let [x, y, [near, _]] = self.bounds;
        let size = [width as f32, height as f32];
        let middle = [x, y].map(|[least, most]| (least + most) / 2.0);
        let [across, up] = [x, y].map(|[least, most]| ((most - least) / 2.0 * MARGIN).max(f32::MIN_POSITIVE));
        let scale = (size[0] / 2.0 / across).min(size[1] / 2.0 / up);
        if is_flat {
            return View { middle, size, scale: scale.min(LARGEST), camera: None };
        }
        // At the distance of the nearest ones, the frame fits.
        let distance = size[1] / 2.0 / TANGENT / scale;
        View { middle, size, scale: size[1] / 2.0 / TANGENT, camera: Some((near - distance, distance * NEAR)) }
    }
}

/// Returns the range of values that has most of the weight.
fn within(mut values: Vec<(f32, f32)>) -> Option<[f32; 2]> {
    values.retain(|(value, weight)| value.is_finite() && weight.is_finite());
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let whole: f32 = values.iter().map(|(_, weight)| weight).sum();
    let end = |values: &mut dyn Iterator<Item = &(f32, f32)>| {
        let mut sum = 0.0;
        let mut reached = values.filter(|(_, weight)| {
            sum += weight;
            sum > whole * LEFT_OUT
        });
        reached.next().map(|(value, _)| *value)
    };
    Some([end(&mut values.iter())?, end(&mut values.iter().rev())?])
}

/// Where particles are in the picture.
struct View {
    /// The place in the middle of the picture.
    middle: [f32; 2],
    /// The size of the picture in pixels.
    size: [f32; 2],
    /// Pixels of a unit; with a perspective, at a distance of one.
    scale: f32,
    /// Where the camera is on the axis Z, and the distance of the nearest thing to draw. Without, there is no perspective.
    camera: Option<(f32, f32)>,
}

impl View {
    fn draw(&self, speck: &Speck, look: &Look<'_>, canvas: &mut Canvas) {
        let [x, y, z] = speck.center;
        let (distance, near) = self.camera.map_or((1.0, 0.0), |(camera, near)| (z - camera, near));
        if distance <= near {
            return;
        }
        let scale = self.scale / distance;
        let middle = [(x - self.middle[0]) * scale, (self.middle[1] - y) * scale];
        let middle = [0, 1].map(|axis: usize| self.size[axis] / 2.0 + middle[axis]);
        let [across, down] = speck.axes().map(|axis| axis.map(|part| part * scale));
        let corner = [0, 1].map(|axis: usize| middle[axis] - (across[axis] + down[axis]) / 2.0);
        let (tint, blend) = (speck.tint, look.blend);
        let quad = Quad { corner, across, down, tint, blend, is_smooth: true, ..Quad::upright([0.0; 4], [0.0; 4]) };
        match look.image {
            Some(image) => {
                let [width, height] = [image.width() as f32, image.height() as f32];
                let [left, top, right, bottom] = speck.part;
                let part = [left * width, top * height, right * width, bottom * height];
                canvas.draw(image, &Quad { part, ..quad });
            }
            None => canvas.plain(&quad),
        }
    }
}

impl Speck {
    /// Returns the vectors from the left to the right and from the top to the bottom. The second axis points down.
    fn axes(&self) -> [[f32; 2]; 2] {
        let [width, height] = self.size;
        let angle = self.rotation.to_radians();
        let (sine, cosine) = (libm::sinf(angle), libm::cosf(angle));
        // Seen from the front, a height along a direction is as short as that direction.
        let [up_x, up_y] = self.along.map_or([0.0, 1.0], |[x, y, _]| [x, y]);
        let length = libm::hypotf(up_x, up_y);
        let [right_x, right_y] = if length > 0.0 { [up_y / length, up_x / length] } else { [1.0, 0.0] };
        let (right, down) = ([right_x, right_y], [-up_x, up_y]);
        let turned = |a: f32, b: f32| [right[0] * a + down[0] * b, right[1] * a + down[1] * b];
        [turned(width * cosine, width * sine), turned(-height * sine, height * cosine)]
    }

    /// Returns how far the particle reaches from its center along an axis.
    fn reach(&self, axis: usize) -> f32 {
        let [width, height] = self.size;
        match (self.along, axis) {
            (Some(along), axis) => along[axis].abs() * height / 2.0,
            (None, 0 | 1) => width.max(height) / 2.0,
            (None, _) => 0.0,
        }
    }

    /// Returns how much can be seen of the particle: its area, as far as it isn't transparent or dark. Faint particles are
    /// seen less than by their share, even if they are large. Dark ones that add light aren't seen at all.
    fn visible(&self, blend: Blend) -> f32 {
        let [r, g, b, a] = self.tint.map(|part| part.clamp(0.0, 1.0));
        let [width, height] = self.size;
        let light = r.max(g).max(b).max(if blend == Blend::Add { 0.0 } else { DARK });
        width.abs() * height.abs() * (a * light).powi(2)
    }
}
