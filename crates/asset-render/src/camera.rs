//! Decides from where to look at a scene.

use std::fmt;
use std::str::FromStr;

use asset_scene::glam::{DVec3, Vec3};
use asset_scene::{Id, Node, Pose, Scene};

use crate::error::{Error, ErrorKind};

/// The direction to look from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum View {
    /// Looks from the front. This is +Z, or where the toes of a scene point to.
    Front,
    /// Looks from the back.
    Back,
    /// Looks from the left side of the model (+X).
    Left,
    /// Looks from the right side of the model.
    Right,
    /// Looks from above. The front will be at the bottom of the picture.
    Top,
    /// Looks from below. The front will be at the top of the picture.
    Bottom,
    /// Looks from the front and the left, and a little from above.
    #[default]
    ThreeQuarter,
    /// Looks from any direction, in degrees.
    Turned {
        /// How far to go around the model. Seen from above, this is counter-clockwise: 0 is the front, and 90 is the
        /// left side of the model.
        yaw: f64,
        /// How high to put the camera, from -90 (below) to 90 (above).
        pitch: f64,
    },
}

const VIEWS: &str = "front, back, left, right, side, top, bottom, three-quarter, or two angles in degrees: YAW,PITCH";

impl View {
    /// Returns the angles from which this view looks at the scene.
    pub fn angles(self) -> ViewAngles {
        let (yaw, pitch) = match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (180.0, 0.0),
            Self::Left => (90.0, 0.0),
            Self::Right => (-90.0, 0.0),
            Self::Top => (0.0, 90.0),
            Self::Bottom => (0.0, -90.0),
            Self::ThreeQuarter => (35.0, 20.0),
            Self::Turned { yaw, pitch } => (yaw, pitch),
        };
        ViewAngles { yaw, pitch }
    }
}

/// The angles from which a [`View`] looks at the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewAngles {
    /// The turn around the vertical axis, in degrees.
    pub yaw: f64,
    /// The height of the camera, in degrees: 90 looks down from above.
    pub pitch: f64,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::ThreeQuarter => "three-quarter",
            Self::Turned { yaw, pitch } => return write!(f, "{yaw},{pitch}"),
        })
    }
}

impl FromStr for View {
    type Err = Error;

    /// Parses a name, or two angles in degrees, for example `30,15`. You can use `side` to look from the left.
    fn from_str(text: &str) -> Result<Self, Error> {
        let angle = |text: &str| text.trim().parse().ok().filter(|angle: &f64| angle.abs() <= 36_000.0);
        Ok(match text {
            "front" => Self::Front,
            "back" => Self::Back,
            "left" | "side" => Self::Left,
            "right" => Self::Right,
            "top" => Self::Top,
            "bottom" => Self::Bottom,
            "three-quarter" => Self::ThreeQuarter,
            _ => {
                let angles = text.split_once(',').and_then(|(yaw, pitch)| Some((angle(yaw)?, angle(pitch)?)));
                let (yaw, pitch) = angles
                    .filter(|(_, pitch)| pitch.abs() <= 90.0)
                    .ok_or_else(|| Error::new(ErrorKind::View { expected: VIEWS, found: text.to_owned() }, "view"))?;
                Self::Turned { yaw, pitch }
            }
        })
    }
}

/// How to project the scene to the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Distant objects will be smaller. You need to pass the vertical angle of view in degrees, which must be above 0
    /// and below 180.
    Perspective(f64),
    /// Distant objects will not be smaller.
    Orthographic,
}

impl Default for Projection {
    fn default() -> Self {
        Self::Perspective(30.0)
    }
}

impl Projection {
    /// Returns the tangent of half the angle of view. For [`Orthographic`](Self::Orthographic), this is 0.
    fn tangent(self) -> f64 {
        match self {
            Self::Perspective(angle) if angle > 0.01 => libm::tan(angle.min(179.0) / 360.0 * std::f64::consts::PI),
            // Also for NaN.
            Self::Perspective(_) => libm::tan(0.01 / 360.0 * std::f64::consts::PI),
            Self::Orthographic => 0.0,
        }
    }
}

/// A camera. It looks straight ahead to the center of the picture. To fit a camera to the points of a scene, use
/// [`Camera::fitted`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Camera {
    /// The position in scene space.
    pub position: DVec3,
    /// The direction that is right in the picture. It must have unit length.
    pub right: DVec3,
    /// The direction that is up in the picture. It must have unit length.
    pub up: DVec3,
    /// The direction away from the target. It must have unit length.
    pub back: DVec3,
    /// How much the camera can see.
    pub lens: Lens,
    /// A perspective camera does not see anything that is closer than this.
    pub near: f64,
    /// Whether the camera is inside the scene, like a player. If not, it was moved away until the whole scene was in
    /// the picture. For a camera inside the scene, fog begins at the camera. Otherwise, it begins at the nearest
    /// content.
    pub is_placed: bool,
}

/// How much a camera can see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// The tangent of half the angle of view, from bottom to top.
    Perspective(f64),
    /// Half of the height that can be seen, in the unit of the scene.
    Orthographic(f64),
}

impl Lens {
    /// Creates a lens, given the vertical angle of view in degrees, which should be above 0 and below 180. If it is
    /// not, the nearest valid angle will be used.
    pub fn degrees(angle: f64) -> Self {
        Self::Perspective(Projection::Perspective(angle).tangent())
    }
}

/// How much of the picture the content will fill.
const FILLED: f64 = 0.94;

/// How far to the target a camera does not see anything, as a fraction of the distance.
const NEAR: f64 = 1e-3;

impl Camera {
    /// Creates a camera that looks at a target. +Y will be up in the picture. Both positions must be in scene space,
    /// which is right-handed with Y up. If you pass the same position twice, the camera will look along -Z.
    pub fn looking(position: DVec3, target: DVec3, lens: Lens) -> Self {
        let back = (position - target).try_normalize().unwrap_or(DVec3::Z);
        // Straight up or down: the upper edge is where the front is, as of views from above.
        let right = DVec3::Y.cross(back).try_normalize().unwrap_or(DVec3::X);
        let near = (position - target).length().max(1e-3) * NEAR;
        Self { position, right, up: back.cross(right), back, lens, near, is_placed: true }
    }

    /// Returns the camera of a node, given a pose. If the node has no camera, or if it has no size, returns `None`.
    pub fn of_node(scene: &Scene<'_>, pose: &Pose, node: Id<Node>) -> Option<Self> {
        let camera = scene.cameras.get(scene.nodes.get(node)?.camera?)?;
        let columns = pose.world(node).to_cols_array();
        let column =
            |first: usize| DVec3::new(columns[first].into(), columns[first + 1].into(), columns[first + 2].into());
        let back = column(8).try_normalize()?;
        let right = column(4).cross(back).try_normalize()?;
        let lens = match camera.projection {
            asset_scene::Projection::Perspective { y_fov, .. } => Lens::degrees(f64::from(y_fov).to_degrees()),
            asset_scene::Projection::Orthographic { y_mag, .. } => Lens::Orthographic(f64::from(y_mag).max(1e-30)),
        };
        let near = f64::from(camera.near).max(1e-6);
        Some(Self { position: column(12), right, up: back.cross(right), back, lens, near, is_placed: true })
    }

    /// Creates a camera that sees all of the given points. The camera will be as close as possible, so that the points
    /// touch at least two edges of the picture, with a small margin. To get `aspect`, divide the width of the picture
    /// by the height. If a point is not finite, it will be ignored.
    pub fn fitted(points: impl IntoIterator<Item = Vec3>, view: View, projection: Projection, aspect: f64) -> Self {
        let mut camera = Self::turned(view);
        let tangent = projection.tangent();
        let (across, upward) = (tangent * aspect * FILLED, tangent * FILLED);
        let mut fit = Fit::default();
        for point in points.into_iter().filter(|point| point.is_finite()) {
            fit.add(camera.axes(point.as_dvec3()), across, upward);
        }
        let Some(Fit { right, left, top, bottom, nearest, farthest }) = fit.any() else {
            camera.lens = Lens::Perspective(libm::tan(std::f64::consts::PI / 12.0));
            camera.position = camera.back * 4.0;
            return camera;
        };
        let (x, y) = ((right - left) / 2.0, (top - bottom) / 2.0);
        let (width, height) = (right + left, top + bottom);
        let extent = (farthest - nearest).abs().max(width).max(height).max(1e-30);
        let z = if tangent == 0.0 {
            let half = (height / 2.0).max(width / 2.0 / aspect) / FILLED;
            camera.lens = Lens::Orthographic(half.max(extent * 1e-3));
            nearest + extent
        } else {
            camera.lens = Lens::Perspective(tangent);
            (width / (2.0 * across)).max(height / (2.0 * upward)).max(nearest + extent * 0.01)
        };
        camera.position = camera.right * x + camera.up * y + camera.back * z;
        camera.near = extent * 1e-4;
        camera
    }

    /// Creates cameras that look at the center of the given points from the same distance. This will be the smallest
    /// distance for which every picture contains all points.
    pub fn around(points: &[Vec3], views: &[View], projection: Projection, aspect: f64) -> Vec<Self> {
        let finite = || points.iter().filter(|point| point.is_finite()).map(|point| point.as_dvec3());
        let least = finite().reduce(DVec3::min).unwrap_or_default();
        let most = finite().reduce(DVec3::max).unwrap_or_default();
        let (middle, extent) = ((least + most) / 2.0, (most - least).length().max(1e-30));
        let tangent = projection.tangent();
        let (across, upward) = (tangent * aspect * FILLED, tangent * FILLED);
        let reach = |view: &View| {
            let camera = Self { position: middle, ..Self::turned(*view) };
            let reach = finite().map(|point| {
                let DVec3 { x, y, z } = camera.axes(point - middle);
                if tangent > 0.0 {
                    (x.abs() / across + z).max(y.abs() / upward + z)
                } else {
                    (x.abs() / aspect).max(y.abs()) / FILLED
                }
            });
            reach.fold(extent * 1e-3, f64::max)
        };
        let reach = views.iter().map(reach).fold(0.0, f64::max);
        let camera = |view: &View| {
            let turned = Self::turned(*view);
            let (lens, distance) = if tangent > 0.0 {
                (Lens::Perspective(tangent), reach.max(extent * 0.6))
            } else {
                (Lens::Orthographic(reach), extent)
            };
            Self { position: middle + turned.back * distance, lens, near: extent * 1e-4, ..turned }
        };
        views.iter().map(camera).collect()
    }

    /// Creates a camera at the origin that looks in the direction of a view.
    fn turned(view: View) -> Self {
        let ViewAngles { yaw, pitch } = view.angles();
        let ((yaw_sin, yaw_cos), (sin, cos)) = (turn(yaw), turn(pitch));
        let back = DVec3::new(yaw_sin * cos, sin, yaw_cos * cos);
        let right = DVec3::new(yaw_cos, 0.0, -yaw_sin);
        let up = back.cross(right);
        Self { position: DVec3::ZERO, right, up, back, lens: Lens::Orthographic(1.0), near: 1e-4, is_placed: false }
    }

    /// Converts a point into the axes of the camera.
    fn axes(&self, point: DVec3) -> DVec3 {
        DVec3::new(point.dot(self.right), point.dot(self.up), point.dot(self.back))
    }

    /// Returns where the camera sees a point: how far to the right, how far up, and how far ahead.
    pub(crate) fn seen(&self, point: DVec3) -> DVec3 {
        let DVec3 { x, y, z } = self.axes(point - self.position);
        DVec3::new(x, y, -z)
    }
}

/// Returns the sine and cosine of an angle in degrees. The result is exact for right angles.
fn turn(degrees: f64) -> (f64, f64) {
    let degrees = degrees % 360.0;
    let quarter = degrees / 90.0;
    if quarter == libm::floor(quarter) {
        return [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][(quarter.rem_euclid(4.0)) as usize % 4];
    }
    libm::sincos(degrees / 180.0 * std::f64::consts::PI)
}

/// How far the points extend to each side, as seen along the slope of this side of the picture.
#[derive(Clone, Copy)]
struct Fit {
    right: f64,
    left: f64,
    top: f64,
    bottom: f64,
    nearest: f64,
    farthest: f64,
}

impl Default for Fit {
    fn default() -> Self {
        let least = f64::NEG_INFINITY;
        Self { right: least, left: least, top: least, bottom: least, nearest: least, farthest: f64::INFINITY }
    }
}

impl Fit {
    fn add(&mut self, DVec3 { x, y, z }: DVec3, across: f64, upward: f64) {
        self.right = self.right.max(x + across * z);
        self.left = self.left.max(across * z - x);
        self.top = self.top.max(y + upward * z);
        self.bottom = self.bottom.max(upward * z - y);
        self.nearest = self.nearest.max(z);
        self.farthest = self.farthest.min(z);
    }

    /// Returns `None` if no point was added.
    fn any(self) -> Option<Self> {
        (self.nearest > f64::NEG_INFINITY).then_some(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_square_and_right_handed() {
        for view in [View::Front, View::Left, View::Top, View::ThreeQuarter, View::Bottom] {
            let camera = Camera::turned(view);
            assert!(camera.right.cross(camera.up).abs_diff_eq(camera.back, 1e-12), "{view}");
        }
        assert_eq!(Camera::turned(View::Left).back, DVec3::X);
        assert_eq!(Camera::turned(View::Top).up, -DVec3::Z);
    }

    #[test]
    fn what_is_fitted_touches_the_edges() {
        let corners = [-1.0, 1.0_f32].map(|x| [-2.0, 2.0].map(|y| [-3.0, 3.0].map(|z| Vec3::new(x, y, z))));
        let corners = corners.as_flattened().as_flattened();
        for projection in [Projection::default(), Projection::Orthographic] {
            let camera = Camera::fitted(corners.iter().copied(), View::ThreeQuarter, projection, 1.5);
            let reach = |point: &Vec3| {
                let DVec3 { x, y, z } = camera.seen(point.as_dvec3());
                match camera.lens {
                    Lens::Perspective(tangent) => (x / z / tangent / 1.5).abs().max((y / z / tangent).abs()),
                    Lens::Orthographic(half) => (x / half / 1.5).abs().max((y / half).abs()),
                }
            };
            let most = corners.iter().map(reach).fold(0.0, f64::max);
            assert!((most - FILLED).abs() < 1e-9, "{most}");
        }
    }

    #[test]
    fn views_have_names() {
        for view in ["front", "back", "left", "right", "top", "bottom", "three-quarter", "30,-15"] {
            assert_eq!(view.parse::<View>().unwrap().to_string(), view);
        }
        for text in ["", "fron", "1", "1,91", "1,nan", "inf,0"] {
            assert!(text.parse::<View>().is_err(), "{text}");
        }
    }
}
