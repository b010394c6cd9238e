//! Evaluates a scene at a given time, using nothing but the rules of glTF. To be independent, this does not use code
//! from the crates to test.

use asset_scene::glam::{DMat4, DQuat, DVec3, DVec4};
use asset_scene::{
    Animation, AnimationId, ArrayId, Channel, Id, Interpolation, Node, Primitive, Property, Scene, Semantic, Topology,
    Transform,
};

/// Returns the positions of all corners to draw, in scene space. For each primitive of a node, triangles come first,
/// then lines, and then points. Nodes will be visited depth-first, with children in the order of their numbers. Morph
/// targets use their default weights.
pub fn corners(scene: &Scene<'_>, animation: Option<AnimationId>, time: f32) -> Vec<DVec3> {
    let animation = animation.map(|animation| &scene[animation]);
    let locals: Vec<DMat4> = scene.nodes.ids().map(|node| local(scene, animation, node, time)).collect();
    let world = |mut node: Id<Node>| {
        let mut matrix = locals[node.index()];
        while let Some(parent) = scene.nodes[node].parent {
            matrix = locals[parent.index()] * matrix;
            node = parent;
        }
        matrix
    };
    let mut corners = Vec::new();
    let order = drawn(scene);
    for &node in &order {
        let Some(mesh) = scene.nodes[node].mesh else { continue };
        let joints: Vec<DMat4> = scene.nodes[node].skin.map_or(Vec::new(), |skin| {
            let skin = &scene.skins[skin];
            let bind = |joint| skin.inverse_bind.get(joint).map_or(DMat4::IDENTITY, matrix);
            skin.joints.iter().enumerate().map(|(number, joint)| world(*joint) * bind(number)).collect()
        });
        for primitive in &scene.meshes[mesh].primitives {
            let shown = shown(scene, primitive, &scene.meshes[mesh].morph_weights, world(node), &joints);
            corners.extend(in_order(scene, primitive, shown.len()).into_iter().map(|vertex| shown[vertex]));
        }
    }
    if order.iter().all(|node| scene.nodes[*node].mesh.is_none()) {
        for mesh in &scene.meshes {
            for primitive in &mesh.primitives {
                let shown = shown(scene, primitive, &mesh.morph_weights, DMat4::IDENTITY, &[]);
                corners.extend(in_order(scene, primitive, shown.len()).into_iter().map(|vertex| shown[vertex]));
            }
        }
    }
    corners
}

/// Returns all nodes except levels of detail. Parents come first.
fn drawn(scene: &Scene<'_>) -> Vec<Id<Node>> {
    let is_lod = |node: Id<Node>| scene.nodes.iter().any(|other| other.lods.iter().any(|lod| lod.node == node));
    let roots = scene.nodes.ids().filter(|node| scene.nodes[*node].parent.is_none() && !is_lod(*node));
    let mut open: Vec<Id<Node>> = roots.rev().collect();
    let mut order = Vec::new();
    while let Some(node) = open.pop() {
        order.push(node);
        open.extend(scene.nodes.ids().rev().filter(|child| scene.nodes[*child].parent == Some(node)));
    }
    order
}

fn matrix(columns: &[f32; 16]) -> DMat4 {
    DMat4::from_cols_array(&columns.map(f64::from))
}

fn local(scene: &Scene<'_>, animation: Option<&Animation<'_>>, node: Id<Node>, time: f32) -> DMat4 {
    let (mut translation, mut rotation, mut scale) = match &scene.nodes[node].transform {
        Transform::Matrix(columns) => return matrix(columns),
        Transform::Trs { translation, rotation, scale } => {
            (translation.map(f64::from).into(), rotation.map(f64::from).into(), scale.map(f64::from).into())
        }
    };
    for channel in animation.iter().flat_map(|animation| &animation.channels).filter(|channel| channel.node == node) {
        match channel.property {
            Property::Translation => translation = sample(scene, channel, time).truncate(),
            Property::Rotation => rotation = sample(scene, channel, time),
            Property::Scale => scale = sample(scene, channel, time).truncate(),
            Property::MorphWeights => {}
        }
    }
    DMat4::from_scale_rotation_translation(scale, DQuat::from_vec4(rotation), translation)
}

/// Follows appendix C of the glTF specification.
fn sample(scene: &Scene<'_>, channel: &Channel, time: f32) -> DVec4 {
    let times: Vec<f32> = scene.arrays[channel.times].to_f32s::<1>().unwrap().into_iter().map(|[time]| time).collect();
    let values: Vec<DVec4> = match channel.property {
        Property::Rotation => {
            let rows = scene.arrays[channel.values].to_f32s::<4>().unwrap();
            rows.into_iter().map(|row| DVec4::from(row.map(f64::from))).collect()
        }
        _ => {
            let rows = scene.arrays[channel.values].to_f32s::<3>().unwrap();
            rows.into_iter().map(|[x, y, z]| DVec4::new(x.into(), y.into(), z.into(), 0.0)).collect()
        }
    };
    let cubic = channel.interpolation == Interpolation::CubicSpline;
    let value = |key: usize| if cubic { values[key * 3 + 1] } else { values[key] };
    let last = times.len() - 1;
    if time <= times[0] {
        return value(0);
    }
    if time >= times[last] {
        return value(last);
    }
    let next = times.iter().position(|key| *key > time).unwrap();
    let key = next - 1;
    let (start, end) = (f64::from(times[key]), f64::from(times[next]));
    let duration = end - start;
    let t = (f64::from(time) - start) / duration;
    let (a, b) = (value(key), value(next));
    match channel.interpolation {
        Interpolation::Step => a,
        Interpolation::CubicSpline => {
            let (out, into) = (values[key * 3 + 2], values[next * 3]);
            let mixed = (2.0 * t.powi(3) - 3.0 * t.powi(2) + 1.0) * a
                + duration * (t.powi(3) - 2.0 * t.powi(2) + t) * out
                + (-2.0 * t.powi(3) + 3.0 * t.powi(2)) * b
                + duration * (t.powi(3) - t.powi(2)) * into;
            if channel.property == Property::Rotation { mixed.normalize() } else { mixed }
        }
        Interpolation::Linear if channel.property == Property::Rotation => {
            let (a, b) = (a.normalize(), b.normalize());
            let angle = a.dot(b).abs().min(1.0).acos();
            if angle < 1e-9 {
                return a;
            }
            let sign = if a.dot(b) < 0.0 { -1.0 } else { 1.0 };
            a * ((angle * (1.0 - t)).sin() / angle.sin()) + b * (sign * (angle * t).sin() / angle.sin())
        }
        Interpolation::Linear => a * (1.0 - t) + b * t,
    }
}

/// Returns the positions of the vertices of a primitive.
fn shown(scene: &Scene<'_>, primitive: &Primitive, weights: &[f32], world: DMat4, joints: &[DMat4]) -> Vec<DVec3> {
    let column = |array: ArrayId| -> Vec<DVec3> {
        scene.arrays[array].to_f32s::<3>().unwrap().into_iter().map(|row| DVec3::from(row.map(f64::from))).collect()
    };
    let mut positions = primitive.attribute(&Semantic::Position).map_or(Vec::new(), column);
    for (target, weight) in weights.iter().enumerate() {
        let deltas = primitive.target_attribute(target, &Semantic::Position).map_or(Vec::new(), column);
        positions.iter_mut().zip(deltas).for_each(|(position, delta)| *position += delta * f64::from(*weight));
    }
    let bound = primitive.attribute(&Semantic::Joints(0)).is_some() && !joints.is_empty();
    let moved = |(vertex, position): (usize, DVec3)| {
        if bound { skinned(scene, primitive, joints, vertex, position) } else { world.transform_point3(position) }
    };
    positions.into_iter().enumerate().map(moved).collect()
}

fn skinned(scene: &Scene<'_>, primitive: &Primitive, joints: &[DMat4], vertex: usize, position: DVec3) -> DVec3 {
    let (mut sum, mut total) = (DVec3::ZERO, 0.0);
    let mut set = 0;
    while let (Some(numbers), Some(weights)) =
        (primitive.attribute(&Semantic::Joints(set)), primitive.attribute(&Semantic::Weights(set)))
    {
        let numbers = scene.arrays[numbers].row_u32s(vertex);
        let weights = scene.arrays[weights].row_f64s(vertex);
        for (number, weight) in numbers.into_iter().zip(weights) {
            sum += joints[number as usize].transform_point3(position) * weight;
            total += weight;
        }
        set += 1;
    }
    sum / total
}

/// Reads a single row, so that we do not have to read a whole column for a vertex.
trait Rows {
    fn row_u32s(&self, row: usize) -> Vec<u32>;
    fn row_f64s(&self, row: usize) -> Vec<f64>;
}

impl Rows for asset_scene::Array<'_> {
    fn row_u32s(&self, row: usize) -> Vec<u32> {
        let bytes = self.dense();
        let bytes = &bytes[row * self.row_size()..(row + 1) * self.row_size()];
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
        bytes.chunks(self.component.size()).map(number).collect()
    }

    fn row_f64s(&self, row: usize) -> Vec<f64> {
        let bytes = self.dense();
        let bytes = &bytes[row * self.row_size()..(row + 1) * self.row_size()];
        bytes
            .chunks(self.component.size())
            .map(|bytes| match *bytes {
                [a] => f64::from(a) / 255.0,
                [a, b] => f64::from(u16::from_le_bytes([a, b])) / 65535.0,
                [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
                _ => panic!("weights of {} bytes", bytes.len()),
            })
            .collect()
    }
}

/// Returns the vertices of complete triangles, lines or points, in the order of section 3.7.2.1 in the glTF
/// specification.
fn in_order(scene: &Scene<'_>, primitive: &Primitive, vertices: usize) -> Vec<usize> {
    let indices: Vec<usize> = match primitive.indices {
        Some(array) => scene.arrays[array].to_u32s().unwrap().into_iter().map(|index| index as usize).collect(),
        None => (0..vertices).collect(),
    };
    let count = indices.len();
    let at = |index: usize| indices[index];
    match primitive.topology {
        Topology::Points => indices,
        Topology::Lines => indices[..count / 2 * 2].to_vec(),
        Topology::LineStrip => {
            let mut pairs: Vec<usize> = (1..count).flat_map(|next| [at(next - 1), at(next)]).collect();
            if primitive.closed && count > 1 {
                pairs.extend([at(count - 1), at(0)]);
            }
            pairs
        }
        Topology::Triangles => indices[..count / 3 * 3].to_vec(),
        Topology::TriangleStrip => {
            let corners = (0..count.saturating_sub(2)).map(|i| [at(i), at(i + 1 + i % 2), at(i + 2 - i % 2)]);
            whole(corners)
        }
        Topology::TriangleFan => whole((0..count.saturating_sub(2)).map(|i| [at(i + 1), at(i + 2), at(0)])),
    }
}

/// Returns the triangles that have three different vertices.
fn whole(triangles: impl Iterator<Item = [usize; 3]>) -> Vec<usize> {
    triangles.filter(|[a, b, c]| a != b && b != c && a != c).flatten().collect()
}
