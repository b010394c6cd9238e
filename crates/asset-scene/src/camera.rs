//! Cameras.

use binio::{SameBits as _, same_bits};

/// A camera that looks along the −Z of its nodes, with +Y up. The scale of a node has no effect on it.
#[derive(Clone, Debug)]
pub struct Camera {
    /// Name; need not be unique.
    pub name: String,
    /// Projection.
    pub projection: Projection,
    /// Distance of the near plane: above 0, of an orthographic camera 0 or more.
    pub near: f32,
    /// Distance of the far plane; `None` if there is none, which only a perspective camera can have.
    pub far: Option<f32>,
}

/// Projection type.
#[derive(Clone, Copy, Debug)]
pub enum Projection {
    /// Perspective projection.
    Perspective {
        /// Angle from the lower to the upper edge of the picture, in radians: above 0 and below π.
        y_fov: f32,
        /// Width of the picture divided by its height; `None` for the aspect ratio of the output.
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
    /// Returns the name in glTF: `perspective` or `orthographic`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perspective { .. } => "perspective",
            Self::Orthographic { .. } => "orthographic",
        }
    }
}

impl Default for Camera {
    /// A perspective camera with a field of view of 45° and a near plane at 0.1.
    fn default() -> Self {
        let projection = Projection::Perspective { y_fov: std::f32::consts::FRAC_PI_4, aspect: None };
        Self { name: String::new(), projection, near: 0.1, far: None }
    }
}

impl PartialEq for Projection {
    /// Floats are compared by their bits.
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
