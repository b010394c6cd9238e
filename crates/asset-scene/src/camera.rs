//! Cameras.

use binio::{SameBits as _, same_bits};

/// A camera. It looks along the −Z axis of its node, with +Y up. The node's scale has no effect on it.
#[derive(Clone, Debug)]
pub struct Camera {
    /// The name, which need not be unique.
    pub name: String,
    /// The projection.
    pub projection: Projection,
    /// The distance to the near plane. This must be above 0, but an orthographic camera can also use 0.
    pub near: f32,
    /// The distance to the far plane. Only a perspective camera can have `None`, for no far plane.
    pub far: Option<f32>,
}

/// How a camera projects the scene.
#[derive(Clone, Copy, Debug)]
pub enum Projection {
    /// Perspective projection.
    Perspective {
        /// The vertical field of view, in radians: above 0 and below π.
        y_fov: f32,
        /// The picture width divided by the height, or `None` to use the aspect ratio of the output.
        aspect: Option<f32>,
    },
    /// Orthographic projection.
    Orthographic {
        /// Half of the visible width, in the scene's unit.
        x_mag: f32,
        /// Half of the visible height, in the scene's unit.
        y_mag: f32,
    },
}

impl Projection {
    /// Returns the name that glTF uses: `perspective` or `orthographic`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perspective { .. } => "perspective",
            Self::Orthographic { .. } => "orthographic",
        }
    }
}

impl Default for Camera {
    /// Creates a perspective camera with a field of view of 45° and the near plane at 0.1.
    fn default() -> Self {
        let projection = Projection::Perspective { y_fov: std::f32::consts::FRAC_PI_4, aspect: None };
        Self { name: String::new(), projection, near: 0.1, far: None }
    }
}

impl PartialEq for Projection {
    /// Compares floats by their bits.
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Perspective { y_fov, aspect }, Self::Perspective { y_fov: fov, aspect: other }) => {
                same_bits(&[y_fov], &[fov]) && aspect.same_bits(&other)
            }
            (Self::Orthographic { x_mag, y_mag }, Self::Orthographic { x_mag: x, y_mag: y }) => {
                same_bits(&[x_mag, y_mag], &[x, y])
            }
            _ => false,
        }
    }
}

binio::eq_by_bits! { Camera { near, far; name, projection } }
