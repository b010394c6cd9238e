//! Functions that engines need before an import: remove scales from nodes, and start animations at 0.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use std::collections::HashMap;

use asset_geometry::glam::{DAffine3, DMat4, DVec3};
use binio::{Findings, Path};

use crate::kinds;
use crate::world::World;
use crate::{Animation, Array, ArrayId, Id, IdMap, Node, Property, Scene, Transform};

/// Frame rates that programs use, in frames per second.
const RATES: std::ops::RangeInclusive<f32> = 20.0..=121.0;
/// If the scales on three axes differ by less than this, relative to their size, they count as equal.
const UNIFORM: f64 = 1e-4;

impl Scene<'_> {
    /// Moves animations that begin one frame after 0, so that they begin at 0. Some programs number frames from 1, and
    /// the engine would then show the first key for a frame too long. This does not change animations from an engine's
    /// file. Returns a finding for each change.
    pub fn begin_at_zero(&mut self) -> Findings {
        let mut findings = Findings::new();
        // Shared times are moved once, for all animations that share them.
        let mut moved: HashMap<ArrayId, (f32, ArrayId)> = HashMap::new();
        for id in self.animations.ids() {
            let animation = &self[id];
            let Some(first) = self.first_key(animation).filter(|_| animation.source.is_none()) else { continue };
            let rate = 1.0 / first;
            if !(first > 0.0 && RATES.contains(&rate) && (rate - rate.round()).abs() < 0.02) {
                continue;
            }
            let path = Path::from("animation").name(animation.name.as_bytes());
            let mut channels = animation.channels.clone();
            let otherwise = |(by, _): &(f32, ArrayId)| *by != first;
            if channels.iter().any(|channel| moved.get(&channel.times).is_some_and(otherwise)) {
                findings.note(
                    kinds::ANIMATION_START,
                    path,
                    "starts after 0 and shares its times with an animation that starts elsewhere: stays",
                );
                continue;
            }
            findings.note(
                kinds::ANIMATION_START,
                path,
                format!("began with frame 1 of {:.0} per second: moved by {first:.4} s, to 0", rate.round()),
            );
            for channel in &mut channels {
                let new = moved.get(&channel.times).map(|(_, new)| *new).or_else(|| {
                    let times = self[channel.times].rows::<1>()?.map(|[time]| [(time - first).max(0.0)]);
                    let times = Array::from_f32s(times);
                    Some(self.arrays.push(times))
                });
                if let Some(new) = new {
                    moved.insert(channel.times, (first, new));
                    channel.times = new;
                }
            }
            self[id].channels = channels;
        }
        findings
    }

    /// Returns the earliest key time in an animation.
    fn first_key(&self, animation: &Animation<'_>) -> Option<f32> {
        let first = animation.channels.iter().filter_map(|channel| self.arrays.get(channel.times)?.rows::<1>()?.next());
        first.map(|[time]| time).reduce(f32::min)
    }

    /// Rotates everything by 180 degrees about Y. Use this when a model faces the wrong way.
    pub fn turn_around(&mut self) {
        let turn = DAffine3::from_scale(DVec3::new(-1.0, 1.0, -1.0));
        let mut is_root: IdMap<Node, bool> = IdMap::new(self.nodes.iter().map(|node| node.parent.is_none()).collect());
        for node in &self.nodes {
            // A level of detail has the position of the finest level's parent.
            node.lods.iter().for_each(|lod| is_root[lod.node] = node.parent.is_none());
        }
        let half_turned = |[x, y, z]: [f32; 3]| [-x, y, -z];
        // The rotation is the quaternion 0 1 0 0.
        let rotation = |[x, y, z, w]: [f32; 4]| [z, w, -x, -y];
        for (_, node) in self.nodes.enumerate_mut().filter(|(id, _)| is_root[*id]) {
            node.transform = match node.transform {
                Transform::Trs { translation, rotation: stored, scale } => {
                    Transform::Trs { translation: half_turned(translation), rotation: rotation(stored), scale }
                }
                Transform::Matrix(_) => {
                    let matrix = turn * node.transform.to_affine();
                    Transform::Matrix(DMat4::from(matrix).as_mat4().to_cols_array())
                }
            };
        }
        // Shared values are turned once.
        let mut done: HashMap<(ArrayId, Property), ArrayId> = HashMap::new();
        for id in self.animations.ids() {
            let mut channels = self[id].channels.clone();
            for channel in channels.iter_mut().filter(|channel| is_root[channel.node]) {
                let key = (channel.values, channel.property);
                let new = done.get(&key).copied().or_else(|| {
                    let values = &self[channel.values];
                    let turned = match channel.property {
                        Property::Translation => Array::from_f32s(values.rows::<3>()?.map(half_turned)),
                        Property::Rotation => Array::from_f32s(values.rows::<4>()?.map(rotation)),
                        Property::Scale | Property::MorphWeights => return None,
                    };
                    Some(self.arrays.push(turned))
                });
                if let Some(new) = new {
                    done.insert(key, new);
                    channel.values = new;
                }
            }
            self[id].channels = channels;
        }
    }

    /// Removes the scale from all nodes, and multiplies their content instead. World positions stay the same.
    ///
    /// Use this when bones must not have a scale: a rig that was created in another unit usually has a parent node with
    /// a scale of 0.01 or 0.025. A scale that differs by axis, mirrors or shears can't be removed. It is kept and
    /// reported as a finding.
    pub fn apply_scale(&mut self) -> Findings {
        let mut findings = Findings::new();
        let world = World::new(self);
        // The scale of each node, and of it with all its ancestors.
        let mut own: IdMap<Node, f64> = IdMap::filled(1.0, self.nodes.len());
        let mut all: IdMap<Node, f64> = IdMap::filled(1.0, self.nodes.len());
        let mut left = 0_usize;
        for node in world.depth_first().collect::<Vec<_>>() {
            match uniform(&self[node].transform) {
                Some(scale) => own[node] = scale,
                None => left += 1,
            }
            all[node] = own[node] * world.parent(node).map_or(1.0, |parent| all[parent]);
        }
        if left > 0 {
            findings.warning(
                kinds::SCALES_STAY,
                "nodes",
                format!("scales that differ by axis, mirror or shear stay: {left}"),
            );
        }
        let above: IdMap<Node, f64> = self.scales_above(&world, &all);
        let is_leaf: IdMap<Node, bool> = IdMap::new(
            self.nodes.enumerate().map(|(id, node)| shows(node) && world.children(id).next().is_none()).collect(),
        );
        let mut shown: HashMap<Id<Node>, Id<Node>> = HashMap::new();
        for id in self.nodes.ids().collect::<Vec<_>>() {
            let factor = if is_leaf[id] { above[id] } else { 1.0 / own[id] };
            scale_transform(&mut self[id].transform, above[id], factor);
            if shows(&self[id]) && !is_leaf[id] && all[id] != 1.0 {
                // Its children are no longer scaled by it, but its mesh is.
                let node = &mut self[id];
                let (name, mesh, lods) = (node.name.clone(), node.mesh.take(), std::mem::take(&mut node.lods));
                let transform = Transform::from_scale(all[id] as f32);
                shown.insert(
                    id,
                    self.nodes.push(Node { name, parent: Some(id), transform, mesh, lods, ..Node::default() }),
                );
            }
        }
        self.scale_channels(&own, &above, &is_leaf, &shown);
        self.scale_skins(&all);
        findings
    }

    /// Multiplies the skin joints by the scale of their nodes and all ancestors.
    fn scale_skins(&mut self, all: &IdMap<Node, f64>) {
        for skin in &mut self.skins {
            if skin.inverse_bind.is_empty() {
                skin.inverse_bind = vec![DMat4::IDENTITY.as_mat4().to_cols_array(); skin.joints.len()];
            }
            let bound: Vec<DAffine3> = (0..skin.joints.len())
                .filter_map(|joint| skin.joint(joint))
                .map(|(node, bind)| DAffine3::from_scale(DVec3::splat(all[node])) * bind)
                .collect();
            for (matrix, bound) in skin.inverse_bind.iter_mut().zip(bound) {
                *matrix = DMat4::from(bound).as_mat4().to_cols_array();
            }
        }
    }

    /// Returns the scale above each node. A level of detail uses the ancestors of its finest level.
    fn scales_above(&self, world: &World, all: &IdMap<Node, f64>) -> IdMap<Node, f64> {
        let parent = |id| world.parent(id).map_or(1.0, |parent| all[parent]);
        let mut above = IdMap::new(self.nodes.ids().map(parent).collect());
        for (id, node) in self.nodes.enumerate() {
            node.lods.iter().for_each(|lod| above[lod.node] = parent(id));
        }
        above
    }

    fn scale_channels(
        &mut self,
        own: &IdMap<Node, f64>,
        above: &IdMap<Node, f64>,
        is_leaf: &IdMap<Node, bool>,
        shown: &HashMap<Id<Node>, Id<Node>>,
    ) {
        // Shared values are multiplied once by each factor.
        let mut done: HashMap<(ArrayId, u64), ArrayId> = HashMap::new();
        for id in self.animations.ids() {
            let mut channels = self[id].channels.clone();
            for channel in &mut channels {
                let node = channel.node;
                let factor = match channel.property {
                    Property::Translation => above[node],
                    Property::Scale if is_leaf[node] => above[node],
                    Property::Scale => 1.0 / own[node],
                    Property::Rotation => continue,
                    Property::MorphWeights => {
                        channel.node = shown.get(&node).copied().unwrap_or(node);
                        continue;
                    }
                };
                let key = (channel.values, factor.to_bits());
                let new = done.get(&key).copied().or_else(|| {
                    let rows = self[channel.values].rows::<3>().filter(|_| factor != 1.0)?;
                    let scale = |row: [f32; 3]| row.map(|number| (f64::from(number) * factor) as f32);
                    let scaled = Array::from_f32s(rows.map(scale));
                    Some(self.arrays.push(scaled))
                });
                if let Some(new) = new {
                    done.insert(key, new);
                    channel.values = new;
                }
            }
            self[id].channels = channels;
        }
    }
}

/// Returns whether a node transforms its mesh itself, so not through a skin.
fn shows(node: &Node) -> bool {
    node.mesh.is_some() && node.skin.is_none()
}

/// Returns the scale of a transform if it is the same on all axes, otherwise `None`.
fn uniform(transform: &Transform) -> Option<f64> {
    let chain = transform.split();
    let scale = chain.first.scale;
    let one = chain.second.is_none()
        && scale.min_element() > 0.0
        && (scale.max_element() - scale.min_element()) <= UNIFORM * scale.max_element();
    one.then_some(scale.x)
}

/// Multiplies the translation by `above`, the scale that was removed from the parent, and the scale by `factor`.
fn scale_transform(transform: &mut Transform, above: f64, factor: f64) {
    if above == 1.0 && factor == 1.0 {
        return;
    }
    match transform {
        Transform::Trs { translation, scale, .. } => {
            *translation = translation.map(|axis| (f64::from(axis) * above) as f32);
            *scale = scale.map(|axis| (f64::from(axis) * factor) as f32);
            // Rounding of a uniform scale.
            if scale.iter().all(|axis| (axis - 1.0).abs() < 1e-6) {
                *scale = [1.0; 3];
            }
        }
        Transform::Matrix(_) => {
            let mut matrix = transform.to_affine();
            matrix.translation *= above;
            matrix.matrix3 *= factor;
            *transform = Transform::Matrix(DMat4::from(matrix).as_mat4().to_cols_array());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Channel, Interpolation, Mesh, Skin};

    #[test]
    fn a_frame_before_the_first_is_taken_out() {
        for (first, moved) in [(1.0_f32 / 24.0, true), (1.0 / 30.0, true), (0.0, false), (0.5, false), (0.0437, false)]
        {
            let mut scene = Scene::default();
            let node = scene.nodes.push(Node::default());
            let times = scene.arrays.push(Array::from_f32s([[first], [first + 1.0]]));
            let values = scene.arrays.push(Array::from_f32s([[0.0_f32; 3]; 2]));
            let channel =
                Channel { node, property: Property::Translation, interpolation: Interpolation::Linear, times, values };
            let id = scene.animations.push(Animation { channels: vec![channel; 1], ..Animation::default() });
            assert_eq!(scene.begin_at_zero().is_empty(), !moved, "{first}");
            scene.check().unwrap();
            let length = scene.duration(id).unwrap();
            assert!((length - if moved { 1.0 } else { first + 1.0 }).abs() < 1e-6, "{first}: {length}");
        }
    }

    #[test]
    fn shared_times_are_moved_once() {
        let mut scene = Scene::default();
        let node = scene.nodes.push(Node::default());
        let times = scene.arrays.push(Array::from_f32s([[1.0_f32 / 24.0], [1.0]]));
        let earlier = scene.arrays.push(Array::from_f32s([[1.0_f32 / 30.0], [1.0]]));
        let values = scene.arrays.push(Array::from_f32s([[0.0_f32; 3]; 2]));
        let channel = |property, times| Channel { node, property, interpolation: Interpolation::Linear, times, values };
        let alone = vec![channel(Property::Translation, times)];
        for _ in 0..100 {
            scene.animations.push(Animation { channels: alone.clone(), ..Animation::default() });
        }
        let both = [alone, vec![channel(Property::Scale, earlier)]].concat();
        let last = scene.animations.push(Animation { channels: both.clone(), ..Animation::default() });
        assert_eq!(scene.begin_at_zero().len(), 101);
        assert_eq!(scene.arrays.len(), 4, "one more");
        assert_eq!(scene[last].channels, both, "begins with another frame than the times are moved by");
        scene.check().unwrap();
    }

    #[test]
    fn all_faces_the_other_way() {
        let mut scene = Scene::default();
        let rotation = asset_geometry::glam::Quat::from_rotation_x(0.7).to_array();
        let transform = Transform::Trs { translation: [1.0, 2.0, 3.0], rotation, scale: [1.0; 3] };
        let root = scene.nodes.push(Node { transform, ..Node::default() });
        let before = World::new(&scene).world(root);
        scene.turn_around();
        let turn = DAffine3::from_rotation_y(std::f64::consts::PI);
        assert!(World::new(&scene).world(root).abs_diff_eq(turn * before, 1e-6));
    }

    #[test]
    fn shared_values_are_changed_once() {
        let mut scene = Scene::default();
        let top = scene.nodes.push(Node { transform: Transform::from_scale(0.01), ..Node::default() });
        let hip = scene.nodes.push(Node { parent: Some(top), ..Node::default() });
        let times = scene.arrays.push(Array::from_f32s([[0.0_f32], [1.0]]));
        let values = scene.arrays.push(Array::from_f32s([[100.0_f32, 0.0, 0.0]; 2]));
        let channel = |node| Channel {
            node,
            property: Property::Translation,
            interpolation: Interpolation::Linear,
            times,
            values,
        };
        let channels: Vec<Channel> = [top, hip].into_iter().map(channel).collect();
        for _ in 0..100 {
            scene.animations.push(Animation { channels: channels.clone(), ..Animation::default() });
        }
        scene.turn_around();
        assert_eq!(scene.arrays.len(), 3, "the root's values, turned once");
        assert!(scene.apply_scale().is_empty());
        assert_eq!(scene.arrays.len(), 4, "the hip's values, scaled once");
        let last = scene.animations.last().unwrap();
        let first = |channel: &Channel| scene[channel.values].rows::<3>().unwrap().next().unwrap();
        assert_eq!(last.channels.iter().map(first).collect::<Vec<_>>(), [[-100.0, 0.0, -0.0], [1.0, 0.0, 0.0]]);
        scene.check().unwrap();
    }

    #[test]
    fn what_is_scaled_stays_where_it_is() {
        let mut scene = Scene::default();
        let top = scene.nodes.push(Node { transform: Transform::from_scale(0.01), ..Node::default() });
        let mesh = scene.meshes.push(Mesh::default());
        let node_at = |parent, at| Node { parent, transform: Transform::from_translation(at), ..Node::default() };
        let hip = scene.nodes.push(node_at(Some(top), [0.0, 100.0, 0.0]));
        let hat = scene.nodes.push(Node { mesh: Some(mesh), ..node_at(Some(hip), [0.0, 50.0, 0.0]) });
        let bind = DMat4::from_translation(DVec3::new(0.0, -100.0, 0.0)).as_mat4().to_cols_array();
        scene.skins.push(Skin { joints: vec![hip], inverse_bind: vec![bind], ..Skin::default() });
        let before = World::new(&scene);
        let was = before.joint_matrices(scene.skins.first().unwrap());
        assert!(scene.apply_scale().is_empty());
        scene.check().unwrap();
        let after = World::new(&scene);
        let is = after.joint_matrices(scene.skins.first().unwrap());
        assert!(is.iter().zip(&was).all(|(a, b)| a.abs_diff_eq(*b, 1e-7)));
        assert!(after.world(hat).abs_diff_eq(before.world(hat), 1e-7), "the mesh keeps its size");
        assert!(after.world(hip).matrix3.abs_diff_eq(DAffine3::IDENTITY.matrix3, 1e-9), "the bone has none");
        assert!((after.world(hip).translation.y - 1.0).abs() < 1e-7);
    }
}
