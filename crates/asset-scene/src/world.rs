//! World transforms of nodes.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::Hierarchy;
use asset_geometry::glam::{DAffine3, DMat3, DMat4, Mat4};

use crate::{Id, IdMap, Node, Scene, Skin};

/// The node hierarchy, and the world transforms of all nodes in the rest pose, with double precision.
///
/// The methods panic if you pass an id that is not from this scene.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    hierarchy: Hierarchy,
    globals: IdMap<Node, DAffine3>,
    /// The transform from root space to scene space.
    root: DAffine3,
}

impl World {
    /// Computes the transforms of all nodes. You must [check](Scene::check) the scene first.
    pub fn new(scene: &Scene<'_>) -> Self {
        Self::with_root(DAffine3::IDENTITY, scene)
    }

    /// Computes the transforms of all nodes as if all roots were children of a node with the transform `root`. Use this
    /// to change the axes or the unit.
    pub fn with_root(root: DAffine3, scene: &Scene<'_>) -> Self {
        let locals: Vec<DAffine3> = scene.nodes.iter().map(|node| node.transform.to_affine()).collect();
        let hierarchy = scene.hierarchy();
        let globals = globals(&hierarchy, locals, root);
        Self { hierarchy, globals, root }
    }

    /// Returns the transform from the space of a node to the scene's space. This keeps shear.
    pub fn world(&self, node: Id<Node>) -> DAffine3 {
        self.globals[node]
    }

    /// Returns the transform from the space of a node's parent to the scene's space.
    pub fn parent_world(&self, node: Id<Node>) -> DAffine3 {
        self.parent(node).map_or(self.root, |parent| self.globals[parent])
    }

    /// Returns the transform from root space to the scene's space. This is the identity, unless you used
    /// [`with_root`](Self::with_root).
    pub fn root_transform(&self) -> DAffine3 {
        self.root
    }

    /// Returns one matrix per joint, to transform a skinned mesh to the scene's space.
    pub fn joint_matrices(&self, skin: &Skin) -> Vec<DAffine3> {
        skin.matrices(&self.globals)
    }

    /// Returns the parent of a node, or `None` if it is a root.
    pub fn parent(&self, node: Id<Node>) -> Option<Id<Node>> {
        self.hierarchy.parent(node.index()).map(Id::new)
    }

    /// Iterates over the children of a node, ascending.
    pub fn children(&self, node: Id<Node>) -> impl Iterator<Item = Id<Node>> {
        self.hierarchy.children(node.index()).iter().copied().map(Id::new)
    }

    /// Iterates over all nodes. Parents come before their children.
    pub fn depth_first(&self) -> impl Iterator<Item = Id<Node>> {
        self.hierarchy.depth_first().iter().copied().map(Id::new)
    }

    /// Computes the world transforms, given other transforms relative to the parents. There must be one per node.
    pub fn worlds_of(&self, locals: Vec<DAffine3>) -> IdMap<Node, DAffine3> {
        globals(&self.hierarchy, locals, self.root)
    }

    /// Marks all nodes below a marked node.
    pub fn mark_below(&self, marked: &mut IdMap<Node, bool>) {
        for node in self.depth_first() {
            if self.parent(node).is_some_and(|parent| marked[parent]) {
                marked[node] = true;
            }
        }
    }
}

fn globals(hierarchy: &Hierarchy, mut locals: Vec<DAffine3>, root: DAffine3) -> IdMap<Node, DAffine3> {
    if root != DAffine3::IDENTITY {
        for node in hierarchy.roots() {
            locals.get_mut(*node).into_iter().for_each(|local| *local = root * *local);
        }
    }
    // One local transform per node, so that none can be missing.
    let whole = hierarchy.globalize(&mut locals);
    debug_assert!(whole, "a transform per node");
    IdMap::new(locals)
}

impl Scene<'_> {
    /// Returns the transform from the space of a node to the scene's space, in the rest pose. This keeps shear. If you
    /// need many nodes, create a [`World`] once instead.
    ///
    /// Note that a mesh with a skin doesn't follow its node: use [`Pose::posed`](crate::Pose::posed) or
    /// [`Pose::joint_matrices`](crate::Pose::joint_matrices) with [`Scene::rest_pose`]. For a coarser level of detail,
    /// see [`Pose::lod_world`](crate::Pose::lod_world).
    ///
    /// # Panics
    /// Panics if `node` is not an id in this scene.
    pub fn world(&self, node: Id<Node>) -> Mat4 {
        let mut global = self[node].transform.to_affine();
        let mut above = self[node].parent;
        // A cycle never ends; a checked scene has none.
        for _ in 0..self.nodes.len() {
            let Some(parent) = above else { break };
            global = self[parent].transform.to_affine() * global;
            above = self[parent].parent;
        }
        DMat4::from(global).as_mat4()
    }

    /// Marks the nodes that are coarser levels of detail.
    ///
    /// # Panics
    /// Panics if a level refers to a missing node. [`Scene::check`] reports this.
    pub fn lod_nodes(&self) -> IdMap<Node, bool> {
        let mut lods = IdMap::filled(false, self.nodes.len());
        self.nodes.iter().flat_map(|node| &node.lods).for_each(|lod| lods[lod.node] = true);
        lods
    }
}

/// Returns the matrix to transform normals. It is the inverse transpose, but not normalised, so it exists for every
/// matrix.
pub fn normal_matrix(matrix: DMat3) -> DMat3 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let sign = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y)) * sign
}

/// Returns whether a matrix mirrors. If it does, triangles must be reversed.
pub fn is_mirror(matrix: DAffine3) -> bool {
    matrix.matrix3.determinant() < 0.0
}

/// Returns the inverse, or `None` if it would not be precise to at least a few digits.
pub fn inverse(affine: DAffine3) -> Option<DAffine3> {
    let matrix = affine.matrix3;
    let largest = matrix.x_axis.length().max(matrix.y_axis.length()).max(matrix.z_axis.length());
    let inverse = affine.inverse();
    let sound = inverse.is_finite() && matrix.determinant().abs() > 1e-6 * largest.powi(3);
    sound.then_some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Transform;
    use asset_geometry::glam::DVec3;

    #[test]
    fn shear_stays() {
        let mut scene = Scene::default();
        let sheared = [1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0, 0.0, 0.0, 1.0];
        let parent = scene.nodes.push(Node { transform: Transform::Matrix(sheared), ..Node::default() });
        let moved = Transform::from_translation([0.0, 2.0, 0.0]);
        let child = scene.nodes.push(Node { parent: Some(parent), transform: moved, ..Node::default() });
        let world = World::new(&scene);
        assert_eq!(world.world(child).transform_point3(DVec3::Y), DVec3::new(4.5, 3.0, 0.0));
        assert_eq!(scene.world(child), DMat4::from(world.world(child)).as_mat4());
    }

    #[test]
    fn normals_stay_square_to_what_is_scaled_unevenly() {
        let matrix = DMat3::from_diagonal(DVec3::new(1.0, -4.0, 1.0));
        let (slope, normal) = (DVec3::new(1.0, 1.0, 0.0), DVec3::new(-1.0, 1.0, 0.0));
        assert!((matrix * slope).dot(normal_matrix(matrix) * normal).abs() < 1e-12);
        assert_eq!(normal_matrix(DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0))).x_axis.x, -1.0);
    }
}
