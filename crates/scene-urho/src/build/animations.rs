//! The animations of a scene.

use std::collections::BTreeMap;

use binio::{Findings, Name, Path};
use glam::{DQuat, DVec3, DVec4};
use urho_ani::{Animation, Channels, Track, TrackData, Transform, Version};

use super::curve::{Curve, Side, mix};
use super::names::Names;
use super::options::{BuildOptions, Target};
use super::plan::Plan;
use super::space::{self, Space};
use crate::{Array, Error, ErrorKind, Property, Scene, Semantic};

/// Times that a segment of a spline may be halved.
const DEPTH: u32 = 14;

/// Builds animations; see [`build_animations`](super::build_animations).
pub(super) fn build(
    scene: &Scene<'_>,
    options: &BuildOptions,
) -> Result<(Vec<(String, Animation<'static>)>, Findings), Error> {
    options.check(scene)?;
    let mut findings = Findings::new();
    // What it finds is said with the model.
    let plan = Plan::new(scene, options, &mut Findings::new());
    let mut work = Work { bounds: bounds(&plan), plan, options, keys: 0 };
    let (mut animations, mut names) = (Vec::new(), Names::default());
    for number in (0..scene.animations.len()).filter(|number| options.takes(*number)) {
        let Some(animation) = scene.animations.get(number) else { continue };
        let path = Path::from([("animation", number)]);
        let name = names.take(&animation.name, &format!("Animation{number}"), path.clone(), &mut findings);
        let built = work.animation(number, name, &mut findings)?;
        if built.tracks.is_empty() {
            findings.warning(path, "moves no node; left out");
        } else {
            animations.push((crate::escape_name(&built.name), built));
        }
    }
    Ok((animations, findings))
}

struct Work<'s, 'o> {
    plan: Plan<'s>,
    options: &'o BuildOptions,
    /// Around what the model shows at rest, in the scene's unit.
    bounds: (DVec3, DVec3),
    /// How many there are so far.
    keys: usize,
}

impl Work<'_, '_> {
    fn animation(
        &mut self,
        number: usize,
        name: Name<'static>,
        findings: &mut Findings,
    ) -> Result<Animation<'static>, Error> {
        let version = match self.options.target {
            Target::Urho3D => Version::Uani,
            Target::Rbfx => Version::LATEST,
        };
        let scene = self.plan.scene;
        let mut built = Animation::new(version, name, 0.0);
        let mut nodes: BTreeMap<usize, Vec<Curve>> = BTreeMap::new();
        let (mut length, mut weights) = (0.0_f32, 0_usize);
        for (place, channel) in
            scene.animations.get(number).iter().flat_map(|animation| animation.channels.iter().enumerate())
        {
            let path = Path::from([("animation", number), ("channel", place)]);
            if channel.property == Property::MorphWeights {
                weights += 1;
                let times = scene.arrays.get(channel.times).and_then(Array::to_f32s::<1>).unwrap_or_default();
                length = times.last().map_or(length, |[last]| if *last > length { *last } else { length });
            } else if let Some(curve) = Curve::read(scene, channel, &path, findings) {
                length = curve.times().last().map_or(length, |last| length.max(*last));
                nodes.entry(channel.node).or_default().push(curve);
            }
        }
        let path = Path::from([("animation", number)]);
        if weights > 0 {
            let message = format!("{weights} channels of morph weights are left out: the file has no place for them");
            findings.warning(path.clone(), message);
        }
        built.length = length;
        for (node, curves) in nodes {
            if let Some(track) = self.track(node, &curves, length, &path, findings)? {
                built.tracks.push(track);
            }
        }
        Ok(built)
    }

    /// The track of a node.
    fn track(
        &mut self,
        node: usize,
        curves: &[Curve],
        length: f32,
        path: &Path,
        findings: &mut Findings,
    ) -> Result<Option<Track<'static>>, Error> {
        let Some(transform) = self.plan.scene.nodes.get(node).map(|node| &node.transform) else { return Ok(None) };
        if space::split(transform).second.is_some() {
            findings.warning(
                path.clone().item("node", node),
                "its matrix isn't one of translation, rotation and scale; not moved",
            );
            return Ok(None);
        }
        let times = self.times(node, curves, length, path)?;
        let has = |property, channel| {
            if curves.iter().any(|curve| curve.property == property) { channel } else { Channels(0) }
        };
        let channels = has(Property::Translation, Channels::POSITION)
            .with(has(Property::Rotation, Channels::ROTATION))
            .with(has(Property::Scale, Channels::SCALE));
        let mut data = TrackData::new(channels);
        for (place, time) in times.iter().enumerate() {
            let (before, after) = (self.pose(curves, *time, Side::Before), self.pose(curves, *time, Side::After));
            // The engine takes the last of several keys at one time, and goes toward the first.
            if place > 0 && before != after {
                data.push(*time, &before);
            }
            data.push(*time, &after);
        }
        self.spend(data.times.len(), path)?;
        let name = self.plan.names.get(node).cloned().unwrap_or_default();
        let failed = |error: urho_ani::Error| Error::new(ErrorKind::Unsupported(error.to_string()), path.clone());
        Track::from_data(name, &data).map(Some).map_err(failed)
    }

    fn spend(&mut self, keys: usize, path: &Path) -> Result<(), Error> {
        self.keys = self.keys.saturating_add(keys);
        if self.keys > self.options.max_keys {
            let message = format!("more than {} keys", self.options.max_keys);
            return Err(Error::new(ErrorKind::Unsupported(message), path.clone()));
        }
        Ok(())
    }

    /// The times of all channels, and between them as many as splines need. Ends that the engine would make up are held by keys: before
    /// the first it extrapolates, behind the last it goes back to the first when it loops.
    fn times(&self, node: usize, curves: &[Curve], length: f32, path: &Path) -> Result<Vec<f32>, Error> {
        let mut times: Vec<f32> = curves.iter().flat_map(Curve::times).copied().collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        if let ([first, .., last], true) = (times.as_slice(), times.len() > 1) {
            let (first, last) = (*first, *last);
            if first > 0.0 {
                times.insert(0, 0.0);
            }
            if last < length {
                times.push(length);
            }
        }
        let tolerances = self.tolerances(node);
        let (mut all, mut open) = (Vec::new(), Vec::new());
        for pair in times.windows(2) {
            let [start, end] = pair else { continue };
            all.push(*start);
            open.push((*start, *end, DEPTH));
            while let Some((start, end, depth)) = open.pop() {
                let middle = start + (end - start) * 0.5;
                if depth > 0 && middle > start && middle < end && leads_away(curves, (start, end), tolerances) {
                    open.push((middle, end, depth - 1));
                    open.push((start, middle, depth - 1));
                } else if all.last() != Some(&start) {
                    all.push(start);
                }
                if all.len() > self.options.max_keys {
                    let message = format!("more than {} keys", self.options.max_keys);
                    return Err(Error::new(ErrorKind::Unsupported(message), path.clone()));
                }
            }
        }
        all.extend(times.last());
        Ok(all)
    }

    /// How far translation, rotation and scale may be off: in the parent's unit, radians, and a share.
    fn tolerances(&self, node: usize) -> [f64; 3] {
        let tolerance = f64::from(self.options.spline_tolerance.max(1e-7));
        let parent = self.plan.hierarchy.parent(node).and_then(|parent| self.plan.worlds.get(parent));
        let axes = parent.map(|world| world.matrix3).unwrap_or_default();
        let scale = axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length());
        let unit = if scale > 1e-9 && scale.is_finite() { scale } else { 1.0 };
        let (least, most) = self.bounds;
        let size = (most - least).length();
        let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
        // What is far from the node moves farther when it turns.
        let place = self.plan.worlds.get(node).map(|world| world.translation).unwrap_or_default();
        let reach = (place - least).abs().max((place - most).abs()).length();
        let share = if reach.is_finite() { tolerance * size / reach.max(size) } else { tolerance };
        [tolerance * size / unit, share, share]
    }

    fn pose(&self, curves: &[Curve], time: f32, side: Side) -> Transform {
        let space = Space::new(self.options.scale);
        let mut pose = Transform::IDENTITY;
        for curve in curves {
            let value = curve.at(time, side);
            match curve.property {
                Property::Translation => pose.position = space.point(value.truncate()),
                Property::Rotation => pose.rotation = Space::rotation(DQuat::from_vec4(value)),
                Property::Scale => pose.scale = value.truncate().as_vec3(),
                Property::MorphWeights => {}
            }
        }
        pose
    }
}

/// Whether what the engine makes of two keys isn't near enough to a spline.
fn leads_away(curves: &[Curve], (start, end): (f32, f32), [translation, rotation, scale]: [f64; 3]) -> bool {
    curves.iter().filter(|curve| curve.bends(start, end)).any(|curve| {
        let (a, b) = (curve.at(start, Side::After), curve.at(end, Side::Before));
        [0.25_f32, 0.5, 0.75].into_iter().any(|share| {
            let time = start + (end - start) * share;
            let t = (f64::from(time) - f64::from(start)) / (f64::from(end) - f64::from(start));
            let (wanted, made) = (curve.at(time, Side::After), mix(curve.property, a, b, t));
            match curve.property {
                Property::Rotation => angle(wanted, made) > rotation,
                Property::Scale => (wanted - made).length() > scale * wanted.length().max(1e-3),
                _ => (wanted - made).length() > translation,
            }
        })
    })
}

/// Between two rotations, if it is small.
fn angle(a: DVec4, b: DVec4) -> f64 {
    2.0 * (a - b).length().min((a + b).length())
}

/// The box around what a model shows at rest, nearly.
fn bounds(plan: &Plan<'_>) -> (DVec3, DVec3) {
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for level in plan.appearances.iter().filter_map(|appearance| appearance.levels.first()) {
        let joint = level.skin.and_then(|skin| plan.joint(skin, 0));
        let matrix = joint.and_then(|(node, bind)| Some(*plan.worlds.get(node)? * bind)).unwrap_or(level.world);
        let primitives = plan.scene.meshes.get(level.mesh).into_iter().flat_map(|mesh| &mesh.primitives);
        for array in primitives.filter_map(|primitive| primitive.attribute(&Semantic::Position)) {
            let positions = plan.scene.arrays.get(array).and_then(Array::to_f32s::<3>).unwrap_or_default();
            for position in positions {
                let position = matrix.transform_point3(DVec3::from(position.map(f64::from)));
                (least, most) = (least.min(position), most.max(position));
            }
        }
    }
    (least, most)
}
