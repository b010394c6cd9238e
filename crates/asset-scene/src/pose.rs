//! Poses: where everything is at a time in an animation.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::Bounds;
use asset_geometry::glam::{DAffine3, DMat4, DQuat, DVec3, Mat4, Vec3, Vec4};

use crate::curve::{Curve, Side};
use crate::trs::Trs;
use crate::world::{World, is_mirror, normal_matrix};
use crate::{AnimationId, Error, Id, IdMap, LodLevel, Node, Primitive, Property, Scene, Semantic, Skin, influences};

/// An animation that is prepared for playback, so that you can sample it at many times.
///
/// ```
/// # fn play(scene: &asset_scene::Scene<'_>, seconds: f32) -> Result<(), asset_scene::Error> {
/// use asset_scene::Player;
/// for id in scene.animations.ids() {
///     let player = Player::new(scene, id)?;
///     // Beyond the last key values are held: to loop is up to the caller.
///     let time = if player.duration() > 0.0 { seconds.rem_euclid(player.duration()) } else { 0.0 };
///     let pose = player.sample(time);
///     for (node, mesh) in scene.mesh_nodes() {
///         for primitive in &scene[mesh].primitives {
///             let posed = pose.posed(scene, node, primitive)?; // in the scene's space
/// #           let _ = posed;
///         }
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    world: World,
    rest: IdMap<Node, Local>,
    curves: Vec<(Id<Node>, Curve)>,
    weights: IdMap<Node, Vec<f32>>,
}

/// The transform of a node relative to its parent, split into parts that can be animated separately.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Local {
    trs: Trs,
    /// The inner rotation of a matrix that shears, which is applied before the other parts.
    below: DQuat,
}

/// The transforms of all nodes and the weights of all morph targets, at one time.
///
/// The methods panic if you pass an id that is not from the same scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    locals: IdMap<Node, DAffine3>,
    globals: IdMap<Node, DAffine3>,
    weights: IdMap<Node, Vec<f32>>,
}

/// The vertices of a primitive in the scene's space, in the same order.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Posed {
    /// The positions, in the scene's unit.
    pub positions: Vec<Vec3>,
    /// The normals with unit length, or empty if the primitive has none.
    pub normals: Vec<Vec3>,
    /// The tangents with unit length, or empty if the primitive has none. `w` is the sign of the bitangent,
    /// `cross(normal, tangent) * w`.
    pub tangents: Vec<Vec4>,
    /// Whether the transform mirrors the primitive. If so, you will see its triangles clockwise from the front. If
    /// vertices differ, most of them decide.
    pub is_mirrored: bool,
}

impl Scene<'_> {
    /// Samples an animation at a time, in seconds. If you need more than one time, create a [`Player`] instead.
    ///
    /// # Errors
    /// Fails if the scene fails the [check](Scene::check), or if a channel can't be sampled.
    pub fn sample(&self, animation: AnimationId, time: f32) -> Result<Pose, Error> {
        Ok(Player::new(self, animation)?.sample(time))
    }

    /// Returns the rest pose, which is the pose without any animation.
    ///
    /// # Errors
    /// Fails if the scene fails the [check](Scene::check).
    pub fn rest_pose(&self) -> Result<Pose, Error> {
        self.check()?;
        Ok(Player::still(self).sample(0.0))
    }
}

impl Player {
    /// Reads the channels of an animation.
    ///
    /// # Errors
    /// Fails if the scene fails the [check](Scene::check), the animation doesn't exist, or a channel can't be sampled.
    pub fn new(scene: &Scene<'_>, animation: AnimationId) -> Result<Self, Error> {
        scene.check()?;
        let missing = || crate::check::no_such("animation", animation.index(), scene.animations.len());
        let channels = &scene.animations.get(animation).ok_or_else(missing)?.channels;
        let mut player = Self::still(scene);
        for (number, channel) in channels.iter().enumerate() {
            let locate =
                |error: Error| error.within_item("channel", number).within_item("animation", animation.index());
            let curve = Curve::read(scene, channel).map_err(locate)?;
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
            rest: IdMap::new(scene.nodes.iter().map(local).collect()),
            curves: Vec::new(),
            weights: IdMap::new(scene.nodes.iter().map(weights).collect()),
        }
    }

    /// Returns the time of the last key in any channel, in seconds. This is 0 without channels.
    pub fn duration(&self) -> f32 {
        self.curves.iter().map(|(_, curve)| curve.end()).fold(0.0, f32::max)
    }

    /// Returns the pose at a time, in seconds. The first value is also used before the first key, and the last value
    /// after the last key.
    pub fn sample(&self, time: f32) -> Pose {
        let (mut locals, mut weights) = (self.rest.clone(), self.weights.clone());
        for (node, curve) in &self.curves {
            let local = &mut locals[*node];
            match curve.property() {
                Property::Translation => local.trs.translation = curve.sample(time, Side::After).truncate(),
                Property::Rotation => {
                    local.trs.rotation = DQuat::from_vec4(curve.sample(time, Side::After)).normalize();
                }
                Property::Scale => local.trs.scale = curve.sample(time, Side::After).truncate(),
                Property::MorphWeights => weights[*node] = curve.weights(time),
            }
        }
        let matrix = |local: &Local| local.trs.to_affine() * DAffine3::from_quat(local.below);
        let locals: Vec<DAffine3> = locals.as_slice().iter().map(matrix).collect();
        Pose { globals: self.world.worlds_of(locals.clone()), locals: IdMap::new(locals), weights }
    }
}

impl Pose {
    /// Returns the transform from the space of a node to its parent's space.
    pub fn local(&self, node: Id<Node>) -> Mat4 {
        DMat4::from(self.locals[node]).as_mat4()
    }

    /// Returns the transform from the space of a node to the scene's space, with double precision.
    pub(crate) fn global(&self, node: Id<Node>) -> DAffine3 {
        self.globals[node]
    }

    /// Returns the translation, rotation and scale of a node, relative to its parent.
    pub(crate) fn local_trs(&self, node: Id<Node>) -> Trs {
        let (scale, rotation, translation) = self.locals[node].to_scale_rotation_translation();
        Trs { translation, rotation, scale }
    }

    /// Returns the transform from the space of a node to the scene's space. If the mesh has a skin, you must use
    /// [`joint_matrices`](Self::joint_matrices) instead.
    pub fn world(&self, node: Id<Node>) -> Mat4 {
        DMat4::from(self.globals[node]).as_mat4()
    }

    /// Returns the transform from a coarser level of detail to the scene's space. This is not the same as
    /// [`world`](Self::world), because the level is relative to the parent of `node`.
    pub fn lod_world(&self, scene: &Scene<'_>, node: Id<Node>, lod: &LodLevel) -> Mat4 {
        let parent = scene[node].parent.map_or(DAffine3::IDENTITY, |parent| self.globals[parent]);
        DMat4::from(parent * self.locals[lod.node]).as_mat4()
    }

    /// Returns one matrix per joint, to transform a skinned mesh to the scene's space. A vertex shader can blend them,
    /// using the weights.
    pub fn joint_matrices(&self, scene: &Scene<'_>, skin: Id<Skin>) -> Vec<Mat4> {
        scene[skin].matrices(&self.globals).into_iter().map(|matrix| DMat4::from(matrix).as_mat4()).collect()
    }

    /// Returns the box around all vertices in [`Scene::mesh_nodes`], in the scene's space. Without vertices, the box
    /// will be undefined.
    ///
    /// # Errors
    /// See [`posed`](Self::posed). But a primitive without positions is not an error here, because this function skips
    /// it.
    pub fn bounds(&self, scene: &Scene<'_>) -> Result<Bounds, Error> {
        let mut bounds = Bounds::UNDEFINED;
        for (node, mesh) in scene.mesh_nodes() {
            let primitives = scene[mesh].primitives.iter();
            for primitive in primitives.filter(|one| one.attribute(&Semantic::Position).is_some()) {
                bounds = bounds.merge(Bounds::from_points(self.posed(scene, node, primitive)?.positions));
            }
        }
        Ok(bounds)
    }

    /// Returns the morph weights for the mesh of a node, one per target.
    pub fn morph_weights(&self, node: Id<Node>) -> &[f32] {
        &self.weights[node]
    }

    /// Returns the vertices of a primitive in the scene's space. This function applies the morph targets, and then the
    /// joints of the node's skin. If the primitive is not bound to a skin, it uses the node's transform instead.
    /// Weights don't have to be normalised: they will be used as stored.
    ///
    /// # Errors
    /// Fails if the primitive has no positions, if a column has the wrong width, or if a vertex uses a joint that the
    /// skin doesn't have.
    pub fn posed(&self, scene: &Scene<'_>, node: Id<Node>, primitive: &Primitive) -> Result<Posed, Error> {
        let mut positions: Vec<Vec3> = primitive.positions(scene)?.map(Vec3::from_array).collect();
        let mut normals: Vec<Vec3> = primitive.normals(scene)?.into_iter().flatten().map(Vec3::from_array).collect();
        let tangents: Vec<Vec4> = primitive.tangents(scene)?.into_iter().flatten().map(Vec4::from_array).collect();
        let mut axes: Vec<Vec3> = tangents.iter().map(|tangent| tangent.truncate()).collect();
        for (target, weight) in self.morph_weights(node).iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            let columns = [
                (&mut positions, Semantic::Position),
                (&mut normals, Semantic::Normal),
                (&mut axes, Semantic::Tangent),
            ];
            for (column, semantic) in columns {
                let deltas = primitive.morph(scene, target, &semantic)?;
                let deltas = deltas.into_iter().flatten().map(Vec3::from_array);
                column.iter_mut().zip(deltas).for_each(|(value, delta)| *value += delta * *weight);
            }
        }
        let skin = scene[node].skin.map(|skin| &scene[skin]);
        let matrices = skin.map_or_else(Vec::new, |skin| skin.matrices(&self.globals));
        let bound = !matrices.is_empty() && primitive.is_bound();
        let slots = influences::stored(scene, primitive);
        let rigid = self.globals[node];
        let (mut posed, mut mirrored) = (Posed::default(), 0_usize);
        for (vertex, position) in positions.iter().enumerate() {
            let matrix = if bound { blend(&matrices, &slots(vertex))? } else { rigid };
            posed.positions.push(matrix.transform_point3(position.as_dvec3()).as_vec3());
            if let Some(normal) = normals.get(vertex) {
                let turned = normal_matrix(matrix.matrix3) * normal.as_dvec3();
                posed.normals.push(turned.normalize_or(DVec3::Y).as_vec3());
            }
            if let (Some(axis), Some(tangent)) = (axes.get(vertex), tangents.get(vertex)) {
                let turned = (matrix.matrix3 * axis.as_dvec3()).normalize_or(DVec3::X).as_vec3();
                posed.tangents.push(turned.extend(if is_mirror(matrix) { -tangent.w } else { tangent.w }));
            }
            mirrored += usize::from(is_mirror(matrix));
        }
        posed.is_mirrored = mirrored > positions.len() / 2;
        Ok(posed)
    }
}

/// Blends the matrices for one vertex. A vertex without weights follows its first joint.
fn blend(matrices: &[DAffine3], slots: &[(u32, f32)]) -> Result<DAffine3, Error> {
    let matrix = |joint: u32| {
        let matrix = matrices.get(joint as usize);
        matrix.copied().ok_or_else(|| crate::check::no_such("joint", joint as usize, matrices.len()))
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

    /// Returns a scene with two joints, the second one unit above the first. There are three vertices: they follow the
    /// first joint, both joints, and the second joint.
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
        assert_eq!(scene.duration(turn), Some(1.0));
        assert_eq!(scene.duration(AnimationId::new(1)), None);
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
        let bounds = pose.bounds(&scene).unwrap();
        assert!(
            bounds.min.abs_diff_eq(Vec3::new(-1.0, 0.0, 2.0), 1e-6)
                && bounds.max.abs_diff_eq(Vec3::new(0.0, 1.0, 2.0), 1e-6)
        );
        let joints = pose.joint_matrices(&scene, scene[node].skin.unwrap());
        assert!(joints[1].transform_point3(Vec3::Y * 2.0).abs_diff_eq(Vec3::new(-1.0, 1.0, 0.0), 1e-6));
    }

    #[test]
    fn a_mirror_turns_tangents_and_triangles() {
        let mut scene = Scene::default();
        let mut column = |semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
        let attributes = vec![
            column(Semantic::Position, Array::from_f32s([[1.0f32, 0.0, 0.0]])),
            column(Semantic::Normal, Array::from_f32s([[0.0f32, 0.0, 1.0]])),
            column(Semantic::Tangent, Array::from_f32s([[1.0f32, 0.0, 0.0, 1.0]])),
        ];
        let primitives = vec![Primitive { attributes, ..Primitive::default() }];
        let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
        let transform =
            Transform::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [-2.0, 1.0, 1.0] };
        let node = scene.nodes.push(Node { mesh: Some(mesh), transform, ..Node::default() });
        let posed = scene.rest_pose().unwrap().posed(&scene, node, &scene[mesh].primitives[0]).unwrap();
        assert_eq!(posed.positions, [Vec3::new(-2.0, 0.0, 0.0)]);
        assert_eq!((posed.normals[0], posed.tangents[0]), (Vec3::Z, Vec4::new(-1.0, 0.0, 0.0, -1.0)));
        assert!(posed.is_mirrored);
    }

    #[test]
    fn levels_of_detail_are_relative_to_the_parent() {
        let mut scene = Scene::default();
        let at = |x| Transform::from_translation([x, 0.0, 0.0]);
        let mesh = Some(scene.meshes.push(Mesh::default()));
        let parent = scene.nodes.push(Node { transform: at(1.0), ..Node::default() });
        let coarse = scene.nodes.push(Node { transform: at(10.0), mesh, ..Node::default() });
        let lod = LodLevel { node: coarse, distance: Some(5.0) };
        let fine = Node { parent: Some(parent), transform: at(100.0), mesh, lods: vec![lod], ..Node::default() };
        let fine = scene.nodes.push(fine);
        scene.nodes.push(Node { parent: Some(coarse), mesh, ..Node::default() });
        let pose = scene.rest_pose().unwrap();
        assert_eq!(pose.lod_world(&scene, fine, &lod), at(11.0).to_mat4());
        assert_eq!(scene.mesh_nodes().map(|(node, _)| node).collect::<Vec<_>>(), [fine]);
    }
}
