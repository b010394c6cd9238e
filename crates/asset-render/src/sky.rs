//! Draws skies. A sky is either a cube map or a mesh around the camera.

use asset_image::{Image, Mip, Pixels};
use asset_scene::glam::{DMat4, Quat, Vec3};
use asset_scene::{Environment, Node, Scene, Sky, SkyCube, Transform};
use binio::Budget;

use crate::camera::{Camera, Lens};
use crate::color::Srgb;
use crate::error::Error;
use crate::geometry::{Geometry, rest};

/// The number of faces in a cube map.
const FACES: usize = 6;
/// Half the angle of view to use for an orthographic picture, as a tangent. We need this because a sky has no size.
const TANGENT: f64 = 0.27;

/// A decoded cube map.
#[derive(Debug)]
pub(crate) struct SkyMap {
    faces: Vec<Pixels>,
    color: Vec3,
    /// Rotates from the scene to the map. After this, x has to be mirrored.
    turn: Quat,
}

impl SkyMap {
    /// Decodes the cube map of a scene, if its sky is a cube map. If this fails, the error tells why it can't be shown.
    pub(crate) fn of(environment: Option<&Environment<'_>>, budget: &mut Budget) -> Result<Option<Self>, String> {
        match environment.and_then(|environment| environment.sky.as_ref()) {
            Some(Sky::Cube(cube)) => Self::of_cube(cube, budget),
            _ => Ok(None),
        }
    }

    /// Decodes a cube map. If a file is missing, returns `None`.
    pub(crate) fn of_cube(cube: &SkyCube<'_>, budget: &mut Budget) -> Result<Option<Self>, String> {
        let SkyCube { images, color, rotation } = cube;
        // The reader of the scene reports missing files.
        if images.iter().any(|image| image.bytes.is_empty()) {
            return Ok(None);
        }
        let mut faces = Vec::with_capacity(FACES);
        for face in 0..FACES {
            let image = if images.len() == 1 { images.first() } else { images.get(face) };
            let image = image.ok_or_else(|| format!("expected 6 faces, found {}", images.len()))?;
            let bytes = image.bytes.read().map_err(|error| error.to_string())?;
            let file = Image::parse(&bytes).map_err(|error| error.to_string())?;
            let surface = if images.len() == 1 { Mip(0).face(face as u32) } else { Mip(0).into() };
            faces.push(file.decode(surface, budget).map_err(|error| error.to_string())?);
        }
        let turn = Quat::from_array(*rotation).inverse();
        let turn = if turn.is_finite() { turn } else { Quat::IDENTITY };
        Ok(Some(Self { faces, color: Vec3::from_array(*color), turn }))
    }

    /// Returns the linear colour in a direction of the scene.
    pub(crate) fn color(&self, direction: Vec3, srgb: &Srgb) -> [f32; 3] {
        let Vec3 { x, y, z } = self.turn * direction;
        let (face, u, v) = face(-x, y, z);
        let Some(pixels) = self.faces.get(face) else { return [0.0; 3] };
        let [across, down] = [(u, pixels.width()), (v, pixels.height())].map(|(coordinate, size)| {
            let coordinate = (coordinate * size as f32 - 0.5).clamp(0.0, size as f32 - 1.0);
            (coordinate as u32, (coordinate as u32 + 1).min(size - 1), coordinate - (coordinate as u32) as f32)
        });
        let at = |x: u32, y: u32| {
            let [red, green, blue, _] = pixels.get(x, y).unwrap_or_default();
            Vec3::from_array([red, green, blue].map(|value| srgb.decode(value)))
        };
        let row = |y: u32| at(across.0, y) * (1.0 - across.2) + at(across.1, y) * across.2;
        ((row(down.0) * (1.0 - down.2) + row(down.1) * down.2) * self.color).to_array()
    }
}

/// Returns the face of a cube map, given a direction, and the position on this face (right and down, from 0 to 1).
pub(crate) fn face(x: f32, y: f32, z: f32) -> (usize, f32, f32) {
    let [ax, ay, az] = [x, y, z].map(f32::abs);
    let (face, size, right, down) = if ax >= ay && ax >= az {
        if x > 0.0 { (0, ax, -z, -y) } else { (1, ax, z, -y) }
    } else if ay >= az {
        if y > 0.0 { (2, ay, x, z) } else { (3, ay, x, -z) }
    } else if z > 0.0 {
        (4, az, x, -y)
    } else {
        (5, az, -x, -y)
    };
    let part = |along: f32| if size > 0.0 { along / size * 0.5 + 0.5 } else { 0.5 };
    (face, part(right), part(down))
}

/// Returns the direction that a pixel shows.
pub(crate) fn direction(camera: &Camera, (width, height): (u32, u32), (x, y): (i32, i32)) -> Vec3 {
    let tangent = if let Lens::Perspective(tangent) = camera.lens { tangent } else { TANGENT };
    let (width, height) = (f64::from(width), f64::from(height));
    let right = ((f64::from(x) + 0.5) / width * 2.0 - 1.0) * tangent * width / height;
    let up = (1.0 - (f64::from(y) + 0.5) / height * 2.0) * tangent;
    (camera.right * right + camera.up * up - camera.back).as_vec3()
}

/// Adds the sky around the camera, if the sky of the scene is a mesh.
pub(crate) fn add(
    geometry: &mut Geometry,
    scene: &Scene<'_>,
    camera: &Camera,
    budget: &mut Budget,
) -> Result<(), Error> {
    let sky = scene.environment.as_ref().and_then(|environment| environment.sky.as_ref());
    let Some(Sky::Mesh { mesh, transform }) = sky else { return Ok(()) };
    let matrix = DMat4::from_translation(camera.position) * DMat4::from(transform.to_affine());
    let transform = Transform::Matrix(matrix.as_mat4().to_cols_array());
    let mut alone = scene.borrowed();
    (alone.animations, alone.skins) = (Vec::new().into(), Vec::new().into());
    // It is about nodes that aren't there.
    alone.staging = None;
    alone.nodes = vec![Node { mesh: Some(*mesh), transform, ..Node::default() }].into();
    let pose = rest(&alone)?;
    geometry.add_sky(Geometry::of(&alone, &pose, 0, budget)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::face;

    #[test]
    fn faces_are_those_of_graphics_interfaces() {
        assert_eq!(face(1.0, 0.0, 0.0), (0, 0.5, 0.5));
        // On +X, right is −Z and down is −Y.
        assert_eq!(face(1.0, 0.5, -0.5), (0, 0.75, 0.25));
        assert_eq!(face(-1.0, 0.0, 0.5), (1, 0.75, 0.5));
        assert_eq!(face(0.0, 1.0, 0.5), (2, 0.5, 0.75));
        assert_eq!(face(0.0, -1.0, 0.5), (3, 0.5, 0.25));
        assert_eq!(face(0.5, 0.0, 1.0), (4, 0.75, 0.5));
        assert_eq!(face(0.5, 0.0, -1.0), (5, 0.25, 0.5));
        assert_eq!(face(0.0, 0.0, 0.0).1, 0.5);
        assert!(face(f32::NAN, 0.0, 0.0).0 < 6);
    }
}
