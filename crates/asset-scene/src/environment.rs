//! The surroundings of a scene: ambient light, fog and sky.

use crate::{Id, Image, Mesh, Transform};

/// The surroundings of a scene, as the engine shows them.
#[derive(Clone, Debug, Default)]
pub struct Environment<'a> {
    /// Ambient light, which comes from all sides: red, green and blue, linear. A white surface in this light has this
    /// colour.
    pub ambient: [f32; 3],
    /// The fog, if there is any.
    pub fog: Option<Fog>,
    /// The sky to show in the background, if there is one.
    pub sky: Option<Sky<'a>>,
}

/// Fog, which becomes denser with the distance to the camera. If the scene has no sky, its colour is used as the
/// background.
#[derive(Clone, Copy, Debug)]
pub struct Fog {
    /// Red, green and blue from 0 to 1, linear.
    pub color: [f32; 3],
    /// The distance at which the fog starts, measured along the view in the scene's unit.
    pub start: f32,
    /// The distance at which only fog can be seen. From `start` to here, the fog increases evenly.
    pub end: f32,
}

/// A sky. It moves with the camera, and is behind everything else.
#[derive(Clone, Debug, PartialEq)]
pub enum Sky<'a> {
    /// A cube map.
    Cube(SkyCube<'a>),
    /// A mesh around the camera, which is not lit. No node shows it.
    Mesh {
        /// The mesh.
        mesh: Id<Mesh>,
        /// The transform to the scene's axes. It is applied before the mesh is moved to the camera.
        transform: Transform,
    },
}

/// A cube map around the camera.
#[derive(Clone, Debug)]
pub struct SkyCube<'a> {
    /// Six images (+X, −X, +Y, −Y, +Z, −Z), or one file with six faces, as graphics APIs define them. Note that the map
    /// is left-handed: to look up the direction `x y z` of the scene, use `−x y z`.
    pub images: Vec<Image<'a>>,
    /// Multiplies the colours in the map: red, green and blue, linear.
    pub color: [f32; 3],
    /// The rotation of the map in the scene, `x y z w`.
    pub rotation: [f32; 4],
}

impl Environment<'_> {
    /// Returns the same environment without copying any image bytes.
    pub fn borrowed(&self) -> Environment<'_> {
        let sky = self.sky.as_ref().map(|sky| match sky {
            Sky::Cube(cube) => {
                Sky::Cube(SkyCube { images: cube.images.iter().map(Image::borrowed).collect(), ..*cube })
            }
            Sky::Mesh { mesh, transform } => Sky::Mesh { mesh: *mesh, transform: *transform },
        });
        Environment { ambient: self.ambient, fog: self.fog, sky }
    }

    /// Returns a copy that owns its images.
    pub fn into_owned(self) -> Environment<'static> {
        let sky = self.sky.map(|sky| match sky {
            Sky::Cube(SkyCube { images, color, rotation }) => {
                Sky::Cube(SkyCube { images: images.into_iter().map(Image::into_owned).collect(), color, rotation })
            }
            Sky::Mesh { mesh, transform } => Sky::Mesh { mesh, transform },
        });
        Environment { ambient: self.ambient, fog: self.fog, sky }
    }

    /// Returns the mesh, if the sky is a mesh.
    pub fn sky_mesh(&self) -> Option<Id<Mesh>> {
        match self.sky {
            Some(Sky::Mesh { mesh, .. }) => Some(mesh),
            _ => None,
        }
    }

    /// If the sky is a mesh, replaces it. With `None` the sky is removed.
    pub(crate) fn set_sky_mesh(&mut self, new_mesh: Option<Id<Mesh>>) {
        match (&mut self.sky, new_mesh) {
            (Some(Sky::Mesh { mesh, .. }), Some(new_mesh)) => *mesh = new_mesh,
            (Some(Sky::Mesh { .. }), None) => self.sky = None,
            _ => {}
        }
    }
}

binio::into_owned! { impl Environment, borrowed }

binio::eq_by_bits! { Fog { color, start, end } }

binio::eq_by_bits! { SkyCube<'_> { color, rotation; images } }

binio::eq_by_bits! { Environment<'_> { ambient; fog, sky } }
