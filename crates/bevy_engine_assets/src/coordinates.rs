//! Coordinates of Bevy.

use bevy::ecs::resource::Resource;
use bevy::math::{Mat4, Quat, Vec3};
use bevy::prelude::Transform;
use serde::{Deserialize, Serialize};

/// Which parts turn from the axes of glTF, whose models look along +Z, to the axes of Bevy, where forward is -Z: the options of `bevy_gltf`'s
/// `GltfConvertCoordinates`. By default nothing turns. Cameras and lights look along -Z in any case.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct ConvertCoordinates {
    /// Whether the root entity of a scene turns, and with it everything below, so that `Transform::forward` of the entity with the `WorldAssetRoot`
    /// is the direction in which the scene looks.
    pub rotate_scene_entity: bool,
    /// Whether meshes turn in themselves, and the entities with `Mesh3d` back, so that their `Transform::forward` is the direction in which the mesh
    /// looks.
    pub rotate_meshes: bool,
}

/// Coordinates of all loads whose [settings](crate::EngineAssetsSettings::convert_coordinates) have none. Insert the resource before the app runs.
#[derive(Clone, Copy, Debug, Default, Resource)]
pub struct EngineAssetsCoordinates(pub ConvertCoordinates);

/// Half a turn around Y, which is its own inverse.
const TURN: Transform = Transform::from_rotation(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0));

impl ConvertCoordinates {
    /// Transform of the root entity.
    pub(crate) fn of_scene(self) -> Transform {
        if self.rotate_scene_entity { TURN } else { Transform::IDENTITY }
    }

    /// Transform of entities with a mesh.
    pub(crate) fn of_mesh(self) -> Transform {
        if self.rotate_meshes { TURN } else { Transform::IDENTITY }
    }

    /// Returns the inverse bind matrix of turned vertices.
    pub(crate) fn bind(self, matrix: Mat4) -> Mat4 {
        if self.rotate_meshes { matrix * Mat4::from_scale(Vec3::new(-1.0, 1.0, -1.0)) } else { matrix }
    }

    /// Returns a position or direction of a mesh.
    pub(crate) fn vector(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        if self.rotate_meshes { [-x, y, -z] } else { [x, y, z] }
    }

    /// Returns a tangent, whose fourth number is the direction of the bitangent.
    pub(crate) fn tangent(self, [x, y, z, sign]: [f32; 4]) -> [f32; 4] {
        if self.rotate_meshes { [-x, y, -z, sign] } else { [x, y, z, sign] }
    }
}
