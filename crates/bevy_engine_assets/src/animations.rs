//! Animations: clips, their graph, and the nodes that they move.

use std::fmt::Debug;

use asset_scene::{Channel, Id, IdMap, Interpolation, Node, Property, Scene};
use bevy::animation::animatable::Animatable;
use bevy::animation::animation_curves::{AnimatableCurve, AnimatableProperty, AnimatedField, WeightsCurve};
use bevy::animation::gltf_curves::{
    CubicKeyframeCurve, CubicRotationCurve, SteppedKeyframeCurve, WideCubicKeyframeCurve, WideLinearKeyframeCurve,
    WideSteppedKeyframeCurve,
};
use bevy::animation::{AnimationClip, AnimationTargetId, VariableCurve, animated_field};
use bevy::math::curve::{ConstantCurve, Interval, UnevenSampleAutoCurve};
use bevy::math::{Quat, StableInterpolate, Vec3, Vec4};
use bevy::prelude::Transform;
use bevy::reflect::{FromReflect, Reflectable};

use crate::nodes::Nodes;

/// Finds the root of each group of nodes moved by an animation. The value is `true` for such a root, which will get an
/// `AnimationPlayer`.
pub(crate) fn roots(scene: &Scene<'_>, nodes: &Nodes) -> IdMap<Node, bool> {
    let mut roots = IdMap::filled(false, scene.nodes.len());
    for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
        roots[nodes.root(channel.node)] = true;
    }
    roots
}

/// Creates the clip for an animation. A channel with invalid keys is left out.
pub(crate) fn clip(scene: &Scene<'_>, channels: &[Channel], nodes: &Nodes) -> AnimationClip {
    let mut clip = AnimationClip::default();
    for channel in channels {
        if let Some(curve) = curve(scene, channel) {
            clip.add_variable_curve_to_target(target(scene, channel.node, nodes), curve);
        }
    }
    clip
}

/// Returns the target id of a node, which is computed from all names beginning at its root.
pub(crate) fn target(scene: &Scene<'_>, node: Id<Node>, nodes: &Nodes) -> AnimationTargetId {
    AnimationTargetId::from_iter(nodes.path(node).into_iter().map(|node| nodes.name(scene, node)))
}

fn curve(scene: &Scene<'_>, channel: &Channel) -> Option<VariableCurve> {
    let times: Vec<f32> = scene[channel.times].rows::<1>()?.map(|[time]| time).collect();
    let keys = Keys { times, interpolation: channel.interpolation };
    if keys.times.is_empty() {
        return None;
    }
    let values = &scene[channel.values];
    match channel.property {
        Property::Translation => {
            let values: Vec<Vec3> = values.rows()?.map(Vec3::from_array).collect();
            keys.vectors(animated_field!(Transform::translation), values)
        }
        Property::Scale => {
            let values: Vec<Vec3> = values.rows()?.map(Vec3::from_array).collect();
            keys.vectors(animated_field!(Transform::scale), values)
        }
        Property::Rotation => keys.rotations(values.rows()?.map(Quat::from_array).collect()),
        Property::MorphWeights => keys.weights(values.rows::<1>()?.map(|[weight]| weight).collect()),
    }
}

/// The keys of a channel.
struct Keys {
    times: Vec<f32>,
    interpolation: Interpolation,
}

impl Keys {
    fn vectors<P>(self, property: P, values: Vec<Vec3>) -> Option<VariableCurve>
    where
        P: AnimatableProperty<Property = Vec3> + Clone,
    {
        self.curve(property.clone(), values, |times, values| {
            Some(VariableCurve::new(AnimatableCurve::new(property, CubicKeyframeCurve::new(times, values).ok()?)))
        })
    }

    fn rotations(self, values: Vec<Quat>) -> Option<VariableCurve> {
        let property = animated_field!(Transform::rotation);
        self.curve(property.clone(), values, |times, values| {
            let curve = CubicRotationCurve::new(times, values.into_iter().map(Vec4::from)).ok()?;
            Some(VariableCurve::new(AnimatableCurve::new(property, curve)))
        })
    }

    /// Creates the curve for a property. If there are tangents, `cubic` is called to create it.
    fn curve<P, V>(
        self,
        property: P,
        values: Vec<V>,
        cubic: impl FnOnce(Vec<f32>, Vec<V>) -> Option<VariableCurve>,
    ) -> Option<VariableCurve>
    where
        P: AnimatableProperty<Property = V> + Clone,
        V: Animatable + StableInterpolate + Debug + FromReflect + Reflectable,
    {
        if self.times.len() == 1 {
            let constant = ConstantCurve::new(Interval::EVERYWHERE, values.first()?.clone());
            return Some(VariableCurve::new(AnimatableCurve::new(property, constant)));
        }
        match self.interpolation {
            Interpolation::Linear => {
                let curve = UnevenSampleAutoCurve::new(self.times.into_iter().zip(values)).ok()?;
                Some(VariableCurve::new(AnimatableCurve::new(property, curve)))
            }
            Interpolation::Step => {
                let curve = SteppedKeyframeCurve::new(self.times.into_iter().zip(values)).ok()?;
                Some(VariableCurve::new(AnimatableCurve::new(property, curve)))
            }
            Interpolation::CubicSpline => cubic(self.times, values),
        }
    }

    /// Creates the curve for the weights of all morph targets, key by key.
    fn weights(self, values: Vec<f32>) -> Option<VariableCurve> {
        if self.times.len() == 1 {
            return Some(VariableCurve::new(WeightsCurve(ConstantCurve::new(Interval::EVERYWHERE, values))));
        }
        match self.interpolation {
            Interpolation::Linear => {
                Some(VariableCurve::new(WeightsCurve(WideLinearKeyframeCurve::new(self.times, values).ok()?)))
            }
            Interpolation::Step => {
                Some(VariableCurve::new(WeightsCurve(WideSteppedKeyframeCurve::new(self.times, values).ok()?)))
            }
            Interpolation::CubicSpline => {
                Some(VariableCurve::new(WeightsCurve(WideCubicKeyframeCurve::new(self.times, values).ok()?)))
            }
        }
    }
}
