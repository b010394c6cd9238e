//! Surroundings of a scene: even light, fog, a sky.

use crate::{Id, Image, Mesh, Transform};

/// Surroundings of a scene, as its engine shows them.
#[derive(Clone, Debug, Default)]
pub struct Environment<'a> {
    /// Even light from all sides: red, green, blue, linear. A white surface in it has this colour.
    pub ambient: [f32; 3],
    /// Fog.
    pub fog: Option<Fog>,
    /// Sky: the content of the background.
    pub sky: Option<Sky<'a>>,
}

/// Fog that becomes denser with the distance from the camera. Its colour is the background of scenes without a sky.
#[derive(Clone, Copy, Debug)]
pub struct Fog {
    /// Red, green, blue from 0 to 1, linear.
    pub color: [f32; 3],
    /// Distance along the view up to which there is no fog, in the scene's unit.
    pub start: f32,
    /// Distance from which only fog is visible. Between the two, the share of the fog increases evenly.
    pub end: f32,
}

/// Sky of a scene: it moves with the camera, and everything else is in front of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Sky<'a> {
    /// A cube map.
    Cube(SkyCube<'a>),
    /// A mesh around the camera, without light. No node shows it.
    Mesh {
        /// The mesh.
        mesh: Id<Mesh>,
        /// Transform to the scene's axes, before the mesh is moved to the camera.
        transform: Transform,
    },
}

/// A cube map around the camera.
#[derive(Clone, Debug)]
pub struct SkyCube<'a> {
    /// Six images, +X, −X, +Y, −Y, +Z, −Z, or one file with six faces, as graphics interfaces define them. Their space is left-handed: the
    /// direction `x y z` of the scene is `−x y z` in the map.
    pub images: Vec<Image<'a>>,
    /// Factor of the colours: red, green, blue, linear.
    pub color: [f32; 3],
    /// Rotation of the map in the scene, `x y z w`.
    pub rotation: [f32; 4],
}

impl Environment<'_> {
    /// Returns the same environment without copying the bytes of its images.
    pub fn borrowed(&self) -> Environment<'_> {
        let sky = self.sky.as_ref().map(|sky| match sky {
            Sky::Cube(cube) => {
                Sky::Cube(SkyCube { images: cube.images.iter().map(Image::borrowed).collect(), ..*cube })
            }
            Sky::Mesh { mesh, transform } => Sky::Mesh { mesh: *mesh, transform: *transform },
        });
        Environment { ambient: self.ambient, fog: self.fog, sky }
    }

    /// Returns an owned copy.
    pub fn into_owned(self) -> Environment<'static> {
        let sky = self.sky.map(|sky| match sky {
            Sky::Cube(SkyCube { images, color, rotation }) => {
                Sky::Cube(SkyCube { images: images.into_iter().map(Image::into_owned).collect(), color, rotation })
            }
            Sky::Mesh { mesh, transform } => Sky::Mesh { mesh, transform },
        });
        Environment { ambient: self.ambient, fog: self.fog, sky }
    }

    /// Returns the mesh of the sky, if it is one.
    pub fn sky_mesh(&self) -> Option<Id<Mesh>> {
        match self.sky {
            Some(Sky::Mesh { mesh, .. }) => Some(mesh),
            _ => None,
        }
    }

    /// Sets the mesh of the sky, if it is one; without a mesh there is no sky.
    pub(crate) fn set_sky_mesh(&mut self, place: Option<Id<Mesh>>) {
        match (&mut self.sky, place) {
            (Some(Sky::Mesh { mesh, .. }), Some(place)) => *mesh = place,
            (Some(Sky::Mesh { .. }), None) => self.sky = None,
            _ => {}
        }
    }
}

binio::into_owned! { impl Environment, borrowed }

binio::eq_by_bits! { Fog { color, start, end } }

binio::eq_by_bits! { SkyCube<'_> { color, rotation; images } }

binio::eq_by_bits! { Environment<'_> { ambient; fog, sky } }
