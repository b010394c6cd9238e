//! Shows skies.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_scene::color::srgb_to_linear;
use asset_scene::glam::{DMat4, DVec3};
use asset_scene::world::World;
use asset_scene::{Environment, Error, Id, Image, Node, Sky, SkyCube, Transform};
use binio::Path;
use urho_material::Material;
use urho_scene::Component;

use super::Export;
use crate::kinds;
use crate::level::environment::Surroundings;
use crate::level::parts;
use crate::look::{cube, needs};

impl Export<'_, '_> {
    /// Reads the sky from a component. If there is more than one, the first is used. Returns `false` if it can't be
    /// shown.
    pub(super) fn sky(
        &mut self,
        place: Option<Id<Node>>,
        component: &Component<'_>,
        path: &Path,
    ) -> Result<bool, Error> {
        if self.surroundings.sky.is_some() || !self.shows_materials() {
            return Ok(false);
        }
        let Some(material) = parts::resources(component, "Material").into_iter().flatten().next() else {
            return Ok(false);
        };
        let sky = match self.cube(&material) {
            Ok(Some(cube)) => Some(Sky::Cube(cube)),
            Ok(None) => {
                let shown = self.shown(component, false, path)?;
                shown.map(|shown| Sky::Mesh { mesh: shown.finest, transform: Transform::IDENTITY })
            }
            Err(why) => {
                self.findings.warning(kinds::SKY_UNAVAILABLE, path.clone().name(material.as_bytes()), why);
                return Ok(false);
            }
        };
        self.surroundings.sky = sky.map(|sky| (sky, place));
        Ok(self.surroundings.sky.is_some())
    }

    /// Returns the cube map in a material, or `None` if its texture is flat or missing.
    fn cube(&mut self, material: &str) -> Result<Option<SkyCube<'static>>, String> {
        self.resources.begin_material();
        let told = |error: &dyn std::fmt::Display| format!("no sky: {error}");
        let bytes = self.resources.read(material).map_err(|why| told(&why))?;
        let file = Material::parse(&bytes).map_err(|error| told(&error))?;
        let mut textures = needs(&file.data()).textures.into_iter();
        let Some((_, name)) = textures.find(|(unit, _)| unit.name() == "diffuse") else { return Ok(None) };
        let images = self.faces(&name)?;
        let data = file.data();
        let factor = data.parameter("MatDiffColor").and_then(urho_material::Parameter::numbers);
        let color = match factor.as_deref() {
            Some([r, g, b, ..]) => [*r, *g, *b].map(srgb_to_linear),
            _ => [1.0; 3],
        };
        Ok(images.map(|images| SkyCube { images, color, rotation: [0.0, 0.0, 0.0, 1.0] }))
    }

    /// Returns the images of a cube map, or `None` if the texture is flat.
    fn faces(&mut self, name: &str) -> Result<Option<Vec<Image<'static>>>, String> {
        let findings = &mut self.findings;
        let missing = |face: &str, why: String| {
            let message = format!("a face of the sky isn't shown: {why}");
            findings.warning(kinds::SKY_UNAVAILABLE, Path::from("sky").name(face.as_bytes()), message);
        };
        cube::faces(name, self.resources, missing).map_err(|why| format!("no sky: {why}"))
    }

    /// Adds the environment to the scene.
    pub(super) fn surround(&mut self) {
        let Surroundings { zone, sky } = std::mem::take(&mut self.surroundings);
        if zone.is_none() && sky.is_none() {
            return;
        }
        let world = World::new(&self.scene);
        let sky = sky.map(|(mut sky, place)| {
            let own = place.map(|place| world.world(place)).unwrap_or_default();
            match &mut sky {
                Sky::Cube(cube) => cube.rotation = rotation(own.matrix3.to_cols_array_2d()),
                Sky::Mesh { transform, .. } => {
                    *transform = Transform::Matrix(DMat4::from(own).as_mat4().to_cols_array());
                }
            }
            sky
        });
        let (ambient, fog) = zone.map_or(([0.0; 3], None), |zone| (zone.ambient, Some(zone.fog)));
        self.scene.environment = Some(Environment { ambient, fog, sky });
    }
}

/// Returns the rotation in a matrix as `x y z w`.
fn rotation(columns: [[f64; 3]; 3]) -> [f32; 4] {
    let axes = columns.map(|axis| DVec3::from_array(axis).normalize_or_zero());
    let turn = asset_scene::glam::DQuat::from_mat3(&asset_scene::glam::DMat3::from_cols(axes[0], axes[1], axes[2]));
    if turn.is_finite() { turn.normalize().as_quat().to_array() } else { [0.0, 0.0, 0.0, 1.0] }
}
