//! Stores the environment of a scene in `extras`.

use asset_scene::{Environment, Fog, Id, Image, Mesh, Sky, SkyCube, Transform};
use serde::{Deserialize, Serialize};

use crate::json::Integer;

/// The ambient light, fog and sky, which are stored in `extras.engine_assets` of the file.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct EnvironmentExtras {
    /// Linear red, green and blue.
    ambient: [f32; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    fog: Option<FogExtras>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sky: Option<SkyExtras>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct FogExtras {
    color: [f32; 3],
    start: f32,
    end: f32,
}

/// A sky. This is either a cube map, given by the names of its textures, or a mesh.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct SkyExtras {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    textures: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<[f32; 16]>,
}

impl EnvironmentExtras {
    /// Converts an environment to be written. `mesh` must return the index of a mesh in the file, if the mesh was
    /// written.
    pub(crate) fn new(environment: &Environment<'_>, mesh: impl Fn(Id<Mesh>) -> Option<usize>) -> Self {
        let fog = environment.fog.map(|fog| FogExtras {
            color: fog.color.map(finite),
            start: finite(fog.start),
            end: finite(fog.end),
        });
        let sky = environment.sky.as_ref().and_then(|sky| match sky {
            Sky::Cube(cube) => Some(SkyExtras {
                textures: cube
                    .images
                    .iter()
                    .map(|image| image.file.clone().unwrap_or_else(|| image.name.clone()))
                    .collect(),
                color: Some(cube.color.map(finite)),
                rotation: Some(cube.rotation.map(finite)),
                ..SkyExtras::default()
            }),
            Sky::Mesh { mesh: id, transform } => {
                let matrix = transform.to_mat4().to_cols_array().map(finite);
                mesh(*id).map(|mesh| SkyExtras {
                    mesh: Some(Integer::from(mesh)),
                    matrix: Some(matrix),
                    ..SkyExtras::default()
                })
            }
        });
        Self { ambient: environment.ambient.map(finite), fog, sky }
    }

    /// Returns the environment. `meshes` is the number of meshes in the file. Images of the sky only have names, but no
    /// content.
    pub(crate) fn read(self, meshes: usize) -> Environment<'static> {
        let fog = self.fog.map(|FogExtras { color, start, end }| Fog { color, start, end });
        let sky = self.sky.and_then(|sky| match sky.mesh.map(Integer::index) {
            Some(mesh) if mesh < meshes => {
                let transform = sky.matrix.map_or(Transform::IDENTITY, Transform::Matrix);
                Some(Sky::Mesh { mesh: Id::new(mesh), transform })
            }
            None if !sky.textures.is_empty() => {
                let images = sky.textures.into_iter().map(|file| {
                    let name = file.rsplit('/').next().unwrap_or(&file).to_owned();
                    Image { name, file: Some(file), ..Image::default() }
                });
                let color = sky.color.unwrap_or([1.0; 3]);
                let rotation = sky.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
                Some(Sky::Cube(SkyCube { images: images.collect(), color, rotation }))
            }
            _ => None,
        });
        Environment { ambient: self.ambient, fog, sky }
    }
}

/// Returns the number if it is finite, because JSON can't store others.
fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}
