//! Scenes at a time of an animation.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::glam::{DAffine3, DMat4, DQuat, DVec3, Mat4, Vec3};

use crate::curve::{Curve, Side};
use crate::trs::Trs;
use crate::world::{World, normal_matrix};
use crate::{AnimationId, Each, Error, Id, Node, Primitive, Property, Scene, Semantic, influences};

/// An animation of a scene, ready to be sampled at any number of times.
#[derive(Clone, Debug)]
pub struct Player {
    world: World,
    rest: Each<Node, Local>,
    curves: Vec<(Id<Node>, Curve)>,
    weights: Each<Node, Vec<f32>>,
}

/// Where a node stands relative to its parent, in parts that can be animated one by one.
#[derive(Clone, Copy, Debug)]
struct Local {
    trs: Trs,
    /// What comes below the parts: the rest of a matrix that shears.
    below: DQuat,
}

/// Where all nodes stand at a time, and how much each morph target is shown.
#[derive(Clone, Debug)]
pub struct Pose {
    locals: Each<Node, DAffine3>,
    globals: Each<Node, DAffine3>,
    weights: Each<Node, Vec<f32>>,
}

/// Vertices where a pose puts them, in the scene's space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Posed {
    /// Positions.
    pub positions: Vec<Vec3>,
    /// Normals of unit length; empty if the primitive has none.
    pub normals: Vec<Vec3>,
}

impl Scene<'_> {
    /// Samples an animation at a time, in seconds. To sample more than once, make a [`Player`].
    ///
    /// # Errors
    /// The scene doesn't [check](Scene::check), or a channel can't be sampled.
    pub fn sample(&self, animation: AnimationId, time: f32) -> Result<Pose, Error> {
        Ok(Player::new(self, animation)?.at(time))
    }

    /// Returns where all nodes stand without any animation.
    ///
    /// # Errors
    /// The scene doesn't [check](Scene::check).
    pub fn rest_pose(&self) -> Result<Pose, Error> {
        self.check()?;
        Ok(Player::still(self).at(0.0))
    }
}

impl Player {
    /// Reads the channels of an animation.
    ///
    /// # Errors
    /// The scene doesn't [check](Scene::check), there is no such animation, or a channel can't be sampled.
    pub fn new(scene: &Scene<'_>, animation: AnimationId) -> Result<Self, Error> {
        scene.check()?;
        let missing = || crate::check::no_such("animation", animation.index());
        let channels = &scene.animations.get(animation).ok_or_else(missing)?.channels;
        let mut player = Self::still(scene);
        for (number, channel) in channels.iter().enumerate() {
            let path = || binio::Path::from([("animation", animation.index()), ("channel", number)]);
            let curve = Curve::read(scene, channel)
                .map_err(|why| Error::new(crate::ErrorKind::Unsupported(why.to_owned()), path()))?;
            player.curves.push((channel.node, curve));
        }
        Ok(player)
    }

    fn still(scene: &Scene<'_>) -> Self {
        let local = |node: &Node| {
            let chain = node.transform.split();
            Local { trs: chain.first, below: chain.second.unwrap_or(DQuat::IDENTITY) }
        };
        let weights = |node: &Node| {
            let mesh = node.mesh.map(|mesh| &scene[mesh]);
            mesh.map_or_else(Vec::new, |mesh| {
                let mut weights = mesh.morph_weights.clone();
                weights.resize(mesh.morph_names.len(), 0.0);
                weights
            })
        };
        Self {
            world: World::new(scene),
            rest: Each::new(scene.nodes.iter().map(local).collect()),
            curves: Vec::new(),
            weights: Each::new(scene.nodes.iter().map(weights).collect()),
        }
    }

    /// Time of the last key of all channels, in seconds; 0 without channels.
    pub fn duration(&self) -> f32 {
        self.curves.iter().map(|(_, curve)| curve.end()).fold(0.0, f32::max)
    }

    /// Returns the pose at a time, in seconds. Before the first key and after the last, values are held.
    pub fn at(&self, time: f32) -> Pose {
        let (mut locals, mut weights) = (self.rest.clone(), self.weights.clone());
        for (node, curve) in &self.curves {
            let local = &mut locals[*node];
            match curve.property() {
                Property::Translation => local.trs.translation = curve.at(time, Side::After).truncate(),
                Property::Rotation => local.trs.rotation = DQuat::from_vec4(curve.at(time, Side::After)).normalize(),
                Property::Scale => local.trs.scale = curve.at(time, Side::After).truncate(),
                Property::MorphWeights => weights[*node] = curve.weights(time),
            }
        }
        let matrix = |local: &Local| local.trs.to_affine() * DAffine3::from_quat(local.below);
        let locals: Vec<DAffine3> = locals.as_slice().iter().map(matrix).collect();
        Pose { globals: self.world.globals_of(locals.clone()), locals: Each::new(locals), weights }
    }
}

impl Pose {
    /// From the space of a node into its parent's.
    pub fn local(&self, node: Id<Node>) -> Mat4 {
        DMat4::from(self.locals[node]).as_mat4()
    }

    /// From the space of a node into the scene's.
    pub fn world(&self, node: Id<Node>) -> Mat4 {
        DMat4::from(self.globals[node]).as_mat4()
    }

    /// Weights of the morph targets of a node's mesh, one per target.
    pub fn morph_weights(&self, node: Id<Node>) -> &[f32] {
        &self.weights[node]
    }

    /// Returns a primitive of a node's mesh where this pose puts it: morphed, then moved by the joints of the node's skin, or by the node.
    /// Weights are taken as they are stored.
    ///
    /// # Errors
    /// The primitive has no positions, or columns of another width; a vertex follows a joint that the skin doesn't have.
    pub fn posed(&self, scene: &Scene<'_>, node: Id<Node>, primitive: &Primitive) -> Result<Posed, Error> {
        let mut positions: Vec<Vec3> = primitive.positions(scene)?.map(Vec3::from_array).collect();
        let mut normals: Vec<Vec3> = primitive.normals(scene)?.into_iter().flatten().map(Vec3::from_array).collect();
        for (target, weight) in self.morph_weights(node).iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            for (column, semantic) in [(&mut positions, Semantic::Position), (&mut normals, Semantic::Normal)] {
                let deltas = primitive.morph(scene, target, &semantic)?;
                let deltas = deltas.into_iter().flatten().map(Vec3::from_array);
                column.iter_mut().zip(deltas).for_each(|(value, delta)| *value += delta * *weight);
            }
        }
        let matrices = self.joint_matrices(scene, node)?;
        let bound = !matrices.is_empty() && primitive.is_bound();
        let slots = influences::stored(scene, primitive);
        let rigid = self.globals[node];
        let mut posed = Posed::default();
        for (vertex, position) in positions.iter().enumerate() {
            let matrix = if bound { blend(&matrices, &slots(vertex))? } else { rigid };
            posed.positions.push(matrix.transform_point3(position.as_dvec3()).as_vec3());
            if let Some(normal) = normals.get(vertex) {
                let turned = normal_matrix(matrix.matrix3) * normal.as_dvec3();
                posed.normals.push(turned.normalize_or(DVec3::Y).as_vec3());
            }
        }
        Ok(posed)
    }

    /// From the mesh's space into the scene's, by way of each joint of the node's skin; none without a skin.
    fn joint_matrices(&self, scene: &Scene<'_>, node: Id<Node>) -> Result<Vec<DAffine3>, Error> {
        let Some(skin) = scene[node].skin.map(|skin| &scene[skin]) else { return Ok(Vec::new()) };
        let joint = |number: usize| {
            let (node, bind) = skin.joint(number).ok_or_else(|| crate::check::no_such("joint", number))?;
            Ok(self.globals[node] * bind)
        };
        (0..skin.joints.len()).map(joint).collect()
    }
}

/// What joints make of a vertex together; one that none of them moves follows its first joint.
fn blend(matrices: &[DAffine3], slots: &[(u32, f32)]) -> Result<DAffine3, Error> {
    let matrix = |joint: u32| {
        let matrix = matrices.get(joint as usize);
        matrix.copied().ok_or_else(|| crate::check::no_such("joint", joint as usize))
    };
    let mut sum = DAffine3::ZERO;
    let mut moved = false;
    for (joint, weight) in slots.iter().filter(|(_, weight)| *weight != 0.0) {
        let (matrix, weight) = (matrix(*joint)?, f64::from(*weight));
        sum.matrix3 += matrix.matrix3 * weight;
        sum.translation += matrix.translation * weight;
        moved = true;
    }
    match slots.first() {
        Some((joint, _)) if !moved => matrix(*joint),
        _ => Ok(sum),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::{Animation, Array, Attribute, Channel, Interpolation, Mesh, Skin, Transform};

    /// Two joints, the second a unit above the first; three vertices that follow the first, both, and the second.
    fn scene() -> Scene<'static> {
        let mut scene = Scene::default();
        let positions = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0]]));
        let joints = scene.arrays.push(Array::from_u8x4([[0, 1, 0, 0]; 3], false));
        let weights =
            scene.arrays.push(Array::from_f32s([[1.0f32, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]));
        let deltas = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 1.0]; 3]));
        let columns = [(Semantic::Position, positions), (Semantic::Joints(0), joints), (Semantic::Weights(0), weights)];
        let attributes = columns.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
        let targets = vec![vec![Attribute { semantic: Semantic::Position, array: deltas }]];
        let primitive = Primitive { attributes, targets, ..Primitive::default() };
        let mesh = Mesh { primitives: vec![primitive], morph_names: vec!["out".into()], ..Mesh::default() };
        let mesh = scene.meshes.push(mesh);
        let first = scene.nodes.push(Node::default());
        let up = Transform::from_translation([0.0, 1.0, 0.0]);
        let second = scene.nodes.push(Node { parent: Some(first), transform: up, ..Node::default() });
        let mut down = Mat4::IDENTITY.to_cols_array();
        down[13] = -1.0;
        let inverse_bind = vec![Mat4::IDENTITY.to_cols_array(), down];
        let skin = scene.skins.push(Skin { joints: vec![first, second], inverse_bind, ..Skin::default() });
        scene.nodes.push(Node { mesh: Some(mesh), skin: Some(skin), ..Node::default() });
        let times = scene.arrays.push(Array::from_f32s([[0.0], [1.0]]));
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let turns = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half]]));
        let shown = scene.arrays.push(Array::from_f32s([[0.0], [2.0]]));
        let channel =
            |node, property, values| Channel { node, property, interpolation: Interpolation::Linear, times, values };
        let channels =
            vec![channel(second, Property::Rotation, turns), channel(Id::new(2), Property::MorphWeights, shown)];
        scene.animations.push(Animation { name: "turn".into(), channels, ..Animation::default() });
        scene
    }

    #[test]
    fn vertices_follow_joints_and_targets() {
        let scene = scene();
        let turn = scene.animation("turn").unwrap();
        assert_eq!(Player::new(&scene, turn).unwrap().duration(), 1.0);
        let node = Id::<Node>::new(2);
        let primitive = &scene[scene[node].mesh.unwrap()].primitives[0];
        let rest = scene.rest_pose().unwrap().posed(&scene, node, primitive).unwrap();
        assert_eq!(rest.positions, [Vec3::ZERO, Vec3::Y, Vec3::Y * 2.0]);
        let pose = scene.sample(turn, 1.0).unwrap();
        assert_eq!(pose.morph_weights(node), [2.0]);
        assert!(pose.world(Id::new(1)).transform_point3(Vec3::Y).abs_diff_eq(Vec3::new(-1.0, 1.0, 0.0), 1e-6));
        let posed = pose.posed(&scene, node, primitive).unwrap();
        let expected = [Vec3::new(0.0, 0.0, 2.0), Vec3::new(0.0, 1.0, 2.0), Vec3::new(-1.0, 1.0, 2.0)];
        for (posed, expected) in posed.positions.iter().zip(expected) {
            assert!(posed.abs_diff_eq(expected, 1e-6), "{posed} {expected}");
        }
    }
}
