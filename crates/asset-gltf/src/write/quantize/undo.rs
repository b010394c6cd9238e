//! Undoes grids at nodes, in inverse bind matrices and in copies.

use asset_scene::glam::{DAffine3, DQuat, DVec3, Mat4};
use asset_scene::{Id, IdMap, Node, Property, Scene, Transform};

use super::Grid;
use crate::json;
use crate::write::Export;
use crate::write::copies::Place;

impl Grid {
    fn center(&self) -> DVec3 {
        DVec3::from(self.center.map(f64::from))
    }

    /// Returns the inverse bind matrix of a joint for positions on the grid.
    pub(in crate::write) fn bind(&self, matrix: &[f32; 16]) -> [f32; 16] {
        let matrix = DAffine3::from_mat4(Mat4::from_cols_array(matrix).as_dmat4());
        let [x, y, z] = matrix.matrix3.to_cols_array_2d().map(|column| DVec3::from(column) * f64::from(self.scale));
        let t = matrix.transform_point3(self.center());
        let columns = [(x, 0.0), (y, 0.0), (z, 0.0), (t, 1.0)];
        let mut numbers = columns.iter().flat_map(|(column, last)| column.as_vec3().extend(*last).to_array());
        [0.0; 16].map(|_| numbers.next().unwrap_or_default())
    }

    /// Returns the transform of a copy for positions on the grid.
    pub(in crate::write) fn copy_on_grid(&self, (translation, rotation, scale): Place) -> Place {
        let turn = DQuat::from_array(rotation.map(f64::from));
        let wide = DVec3::from(scale.map(f64::from));
        let moved = DVec3::from(translation.map(f64::from)) + turn * (wide * self.center());
        (moved.as_vec3().to_array(), rotation, (wide * f64::from(self.scale)).as_vec3().to_array())
    }

    /// Returns `true` if the transforms that undo the grid at a node stay finite. The product with a huge transform overflows, and the mesh must keep
    /// its floats then.
    pub(super) fn can_be_undone(&self, scene: &Scene<'_>, node: &Node) -> bool {
        let is_finite = |numbers: &[f32]| numbers.iter().all(|number| number.is_finite());
        // Numbers that aren't finite on their own are replaced before the grid is applied.
        let bind = |matrix: &[f32; 16]| !is_finite(matrix) || is_finite(&self.bind(matrix));
        match (node.skin, &node.transform) {
            (Some(skin), _) => scene[skin].inverse_bind.iter().all(bind),
            (None, Transform::Matrix(matrix)) => bind(matrix),
            (None, Transform::Trs { translation, rotation, scale }) => {
                let is_finite_itself = [&translation[..], rotation, scale].into_iter().all(is_finite);
                let (moved, _, wide) = self.copy_on_grid((*translation, *rotation, *scale));
                !is_finite_itself || is_finite(&moved) && is_finite(&wide)
            }
        }
    }

    /// Adds the grid to a node's own transform.
    fn fold(&self, node: &mut json::Node) {
        if let Some(matrix) = &mut node.matrix {
            **matrix = self.bind(matrix);
            return;
        }
        let rotation = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let transform = (node.translation.unwrap_or_default(), rotation, node.scale.unwrap_or([1.0; 3]));
        let (translation, _, scale) = self.copy_on_grid(transform);
        node.translation = Some(translation).filter(|translation| *translation != [0.0; 3]);
        node.scale = Some(scale).filter(|scale| *scale != [1.0; 3]);
    }
}

/// Finds the nodes that can take a grid into their own transform. That moves only the mesh, so a node with children, a light or a camera can't. If the scene comes
/// from a file, no node can: on the way home, its transform would look edited.
pub(in crate::write) fn foldable(scene: &Scene<'_>) -> IdMap<Node, bool> {
    if scene.source.is_some() {
        return IdMap::filled(false, scene.nodes.len());
    }
    let plain = |node: &Node| node.light.is_none() && node.camera.is_none() && node.source.is_none();
    let mut foldable = IdMap::new(scene.nodes.iter().map(plain).collect());
    let parents = scene.nodes.iter().filter_map(|node| node.parent);
    let joints = scene.skins.iter().flat_map(|skin| skin.joints.iter().chain(&skin.root).copied());
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let moved = channels.filter(|channel| channel.property != Property::MorphWeights).map(|channel| channel.node);
    parents.chain(joints).chain(moved).for_each(|id| foldable[id] = false);
    foldable
}

impl Export<'_> {
    /// Returns the node that must get a mesh without a skin. Its transform undoes the mesh's grid. This is the node
    /// itself if possible, or else a child.
    pub(in crate::write) fn on_grid(&mut self, node: Id<Node>, index: usize) -> usize {
        let mesh = self.scene[node].mesh;
        let Some((_, grid)) = mesh.and_then(|mesh| self.grids.mesh(mesh)) else { return index };
        if self.copied.contains(&node) {
            return index;
        }
        let folds = self.foldable[node];
        let index = if folds { index } else { self.nodes.add_mesh_node(index) };
        if let Some(written) = self.nodes.get_mut(index) {
            grid.fold(written);
        }
        index
    }
}
