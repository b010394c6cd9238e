//! Converts coordinates to those of Bevy.

use bevy::ecs::resource::Resource;
use bevy::math::{Mat4, Quat, Vec3};
use bevy::prelude::Transform;
use serde::{Deserialize, Serialize};

/// Says which parts to turn from the axes of glTF, where models look along +Z, to those of Bevy, where forward is -Z.
/// These are the same options as in `bevy_gltf`'s `GltfConvertCoordinates`. By default, nothing is turned. Cameras and
/// lights always look along -Z.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct ConvertCoordinates {
    /// Set this to turn the root entity of a scene, with everything below it. Then you can use `Transform::forward` of
    /// the entity with the `WorldAssetRoot` to get the direction in which the scene looks.
    pub rotate_scene_entity: bool,
    /// Set this to turn the vertices of meshes, and to turn the entities with `Mesh3d` back. Then you can use their
    /// `Transform::forward` to get the direction in which the mesh looks.
    pub rotate_meshes: bool,
}

/// The coordinates for all loads without their own [settings](crate::EngineAssetsSettings::convert_coordinates). You
/// must insert this resource before the app runs.
#[derive(Clone, Copy, Debug, Default, Resource)]
pub struct EngineAssetsCoordinates(pub ConvertCoordinates);

/// Half a turn around Y. It is the same as its inverse.
const TURN: Transform = Transform::from_rotation(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0));

impl ConvertCoordinates {
    /// Returns the transform for the root entity.
    pub(crate) fn of_scene(self) -> Transform {
        if self.rotate_scene_entity { TURN } else { Transform::IDENTITY }
    }

    /// Returns the transform for entities with a mesh.
    pub(crate) fn of_mesh(self) -> Transform {
        if self.rotate_meshes { TURN } else { Transform::IDENTITY }
    }

    /// Converts an inverse bind matrix to vertices that were turned.
    pub(crate) fn bind(self, matrix: Mat4) -> Mat4 {
        if self.rotate_meshes { matrix * Mat4::from_scale(Vec3::new(-1.0, 1.0, -1.0)) } else { matrix }
    }

    /// Converts a position or direction in a mesh.
    pub(crate) fn vector(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        if self.rotate_meshes { [-x, y, -z] } else { [x, y, z] }
    }

    /// Converts a tangent. Its fourth number is the direction of the bitangent.
    pub(crate) fn tangent(self, [x, y, z, sign]: [f32; 4]) -> [f32; 4] {
        if self.rotate_meshes { [-x, y, -z, sign] } else { [x, y, z, sign] }
    }
}
