//! Functions for tests of Pragma models.
#![allow(dead_code, reason = "each test binary takes what it needs")]

pub(crate) mod engine;
pub(crate) mod project;

use std::collections::HashMap;

use asset_scene::glam::{Mat4, Quat, Vec3};
use asset_scene::{Animation, Channel, Id, Interpolation, Node, Primitive, Property, Scene, Semantic};
use pragma_asset::udm::{Array, Document, Element, Style, Value};
use pragma_asset::{Encoding, Limits, Model};

/// A scene of a model that has been checked, called `model`.
pub(crate) fn scene<'m>(model: &'m Model<'m>) -> Result<Scene<'m>, String> {
    let made = scene_pragma::to_scene(model, "model", &Default::default());
    let (scene, _) = made.map_err(|error| error.to_string())?;
    scene.check().map_err(|error| error.to_string())?;
    Ok(scene)
}

/// The original of a scene with the edits of the scene.
pub(crate) fn home(scene: &Scene<'_>) -> Result<Model<'static>, String> {
    let original = scene_pragma::original(scene).map_err(|error| error.to_string())?;
    let original = original.ok_or("the scene carries no model")?;
    let updated = scene_pragma::update(&original, scene, &Default::default()).map_err(|error| error.to_string())?;
    Ok(updated.model)
}

/// A model as bytes; as text laid out anew, since a scene knows nothing of the comments and the spacing of a file.
pub(crate) fn encoded(model: &Model<'_>) -> Result<Vec<u8>, String> {
    let text = || model.document.to_text(Style::Pretty).map_err(|error| error.to_string());
    if model.encoding() == Encoding::Text { text() } else { model.to_bytes().map_err(|error| error.to_string()) }
}

/// Checks that a model round-trips through its scene byte for byte.
pub(crate) fn comes_back(model: &Model<'_>) -> Result<(), String> {
    let back = home(&scene(model)?.into_owned())?;
    if back.encoding() == model.encoding() && encoded(&back)? == encoded(model)? {
        return Ok(());
    }
    let changes = udm_tools::diff(&model.document, &back.document);
    let first = changes.first().map_or_else(|| "nothing that a document says".to_owned(), ToString::to_string);
    Err(format!("another model: {first} and {} others", changes.len().saturating_sub(1)))
}

/// The same document with nothing packed.
pub(crate) fn expanded(document: &Document<'_>) -> Document<'static> {
    let mut document = document.clone().into_owned();
    each_value(&mut document.root, &mut |value| {
        if let Value::Array(array @ Array::Packed(_)) = value {
            let unpacked = array.unpack(&mut Limits::default().budget()).unwrap().into_owned();
            *array = unpacked;
        }
    });
    document
}

fn each_value(element: &mut Element<'static>, change: &mut impl FnMut(&mut Value<'static>)) {
    for (_, value) in element.iter_mut() {
        change(value);
        match value {
            Value::Element(element) => each_value(element, change),
            Value::Array(Array::Items(items)) => {
                for item in items.iter_mut() {
                    change(item);
                    if let Some(element) = item.as_element_mut() {
                        each_value(element, change);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the world matrices of nodes at the start of an animation, or at rest.
pub(crate) fn globals(scene: &Scene<'_>, animation: Option<&Animation<'_>>) -> Vec<Mat4> {
    globals_at(scene, animation, 0.0)
}

/// The numbers of a channel at a time.
fn played(scene: &Scene<'_>, channel: &Channel, time: f32) -> Vec<f32> {
    let times: Vec<f32> = scene.arrays[channel.times].to_f32s::<1>().unwrap().concat();
    let values = &scene.arrays[channel.values];
    let rows: Vec<Vec<f32>> = match values.width {
        3 => values.to_f32s::<3>().unwrap().iter().map(|row| row.to_vec()).collect(),
        _ => values.to_f32s::<4>().unwrap().iter().map(|row| row.to_vec()).collect(),
    };
    let is_spline = channel.interpolation == Interpolation::CubicSpline;
    let part = |key: usize, part: usize| &rows[if is_spline { key * 3 + part } else { key }];
    let behind = times.iter().filter(|key| **key <= time).count();
    if behind == 0 || behind == times.len() || channel.interpolation == Interpolation::Step {
        return part(behind.saturating_sub(1), 1).clone();
    }
    let (from, length) = (behind - 1, times[behind] - times[behind - 1]);
    let t = (time - times[from]) / length;
    let (a, b) = (part(from, 1), part(behind, 1));
    if is_spline {
        let (out, into) = (part(from, 2), part(behind, 0));
        let blend = |n: usize| {
            let (t2, t3) = (t * t, t * t * t);
            (2.0 * t3 - 3.0 * t2 + 1.0) * a[n]
                + (t3 - 2.0 * t2 + t) * length * out[n]
                + (3.0 * t2 - 2.0 * t3) * b[n]
                + (t3 - t2) * length * into[n]
        };
        return (0..a.len()).map(blend).collect();
    }
    if channel.property == Property::Rotation {
        return Quat::from_slice(a).normalize().slerp(Quat::from_slice(b).normalize(), t).to_array().to_vec();
    }
    a.iter().zip(b).map(|(a, b)| a + (b - a) * t).collect()
}

/// Returns the world matrices of nodes at a time of an animation, or at rest.
pub(crate) fn globals_at(scene: &Scene<'_>, animation: Option<&Animation<'_>>, time: f32) -> Vec<Mat4> {
    let channels = animation.iter().flat_map(|animation| &animation.channels);
    let channels = channels.filter(|channel| channel.property != Property::MorphWeights);
    let moved: HashMap<(Id<Node>, Property), Vec<f32>> =
        channels.map(|channel| ((channel.node, channel.property), played(scene, channel, time))).collect();
    let local = |(number, node): (Id<Node>, &Node)| {
        let (scale, rotation, translation) = node.transform.to_mat4().to_scale_rotation_translation();
        let vector = |property, own: Vec3| moved.get(&(number, property)).map_or(own, |value| Vec3::from_slice(value));
        let turned =
            moved.get(&(number, Property::Rotation)).map_or(rotation, |value| Quat::from_slice(value).normalize());
        Mat4::from_scale_rotation_translation(
            vector(Property::Scale, scale),
            turned,
            vector(Property::Translation, translation),
        )
    };
    let locals: Vec<Mat4> = scene.nodes.enumerate().map(local).collect();
    let above = |mut node: Id<Node>| {
        let mut place = locals[node.index()];
        while let Some(parent) = scene[node].parent {
            place = locals[parent.index()] * place;
            node = parent;
        }
        place
    };
    scene.nodes.ids().map(above).collect()
}

/// Where the vertices of a primitive are, multiplied by the sum of their weights, and that sum.
pub(crate) fn positions(
    scene: &Scene<'_>,
    node: Id<Node>,
    primitive: &Primitive,
    globals: &[Mat4],
) -> Vec<(Vec3, f32)> {
    let attribute = |semantic: Semantic| primitive.attribute(&semantic).map(|array| &scene[array]);
    let places = attribute(Semantic::Position).unwrap().to_f32s::<3>().unwrap().into_iter().map(Vec3::from);
    let Some(skin) = scene[node].skin.map(|skin| &scene[skin]) else {
        return places.map(|place| (globals[node.index()].transform_point3(place), 1.0)).collect();
    };
    let mut sums = vec![(Mat4::ZERO, 0.0); places.len()];
    for set in 0..2 {
        let Some(joints) = attribute(Semantic::Joints(set)) else { continue };
        let weights = attribute(Semantic::Weights(set)).unwrap().to_f32s::<4>().unwrap();
        let joints = joints.to_u32s().unwrap();
        for (sum, (joints, weights)) in sums.iter_mut().zip(joints.chunks_exact(4).zip(weights)) {
            for (joint, weight) in joints.iter().zip(weights) {
                let joint = *joint as usize;
                sum.0 +=
                    globals[skin.joints[joint].index()] * Mat4::from_cols_array(&skin.inverse_bind[joint]) * weight;
                sum.1 += weight;
            }
        }
    }
    places.zip(sums).map(|(place, (matrix, sum))| ((matrix * place.extend(1.0)).truncate(), sum)).collect()
}
