//! Attribute animations for Urho3D and U3D. Each key has the weights of all morphs as the attribute `Morphs` of an
//! `AnimatedModel`, and is held until the next key.

#![allow(clippy::arithmetic_side_effects, reason = "times and weights are floats")]

use std::collections::BTreeMap;

use asset_scene::{AnimationId, Scene};
use binio::{Findings, Path};
use urho_ani::Sidecar;
use urho_ani::urho_core::tree::XmlTree;
use urho_scene::{AttributeAnimation, Variant};

use super::attribute::{MORPHS, byte_of, is_outside, of_attribute};
use super::read::{Weights, of_side};
use super::write::Written;
use crate::SideFile;
use crate::kinds;

/// The path to the attribute, starting at the node that has the model.
const ATTRIBUTE: &str = "@AnimatedModel/Morphs";
/// Keys per second, because bytes are not interpolated.
const RATE: f32 = 30.0;
/// If there would be more keys than this, an animation is not sampled.
const MOST: f32 = 1e5;

/// Returns an `attributeanimation` element with these weights. Each key has one byte per morph. If something can't be
/// stored, this is reported.
pub(crate) fn element(weights: &BTreeMap<usize, Written>, (path, findings): (&Path, &mut Findings)) -> Option<Vec<u8>> {
    let end = weights.values().map(|weight| weight.curve.end()).reduce(f32::max)?;
    let count = weights.keys().last()?.saturating_add(1);
    if end * RATE * count as f32 > MOST * 64.0 || end * RATE > MOST {
        findings.loss(
            kinds::MORPH_WEIGHTS_LOST,
            path.clone(),
            "its morph weights are left out: too long for an attribute animation",
        );
        return None;
    }
    let mut text = format!(
        "<attributeanimation name=\"{ATTRIBUTE}\" wrapmode=\"Loop\" speed=\"1\" interpolationmethod=\"None\">\n"
    );
    let (mut outside, mut last) = (false, None);
    for frame in 0..=(end * RATE).ceil() as u32 {
        let time = (frame as f32 / RATE).min(end);
        let byte = |morph: usize| {
            // Baked defaults are in the vertices.
            let weight = weights.get(&morph).map_or(0.0, |weight| weight.at(time) - weight.baked);
            outside |= is_outside(weight);
            byte_of(weight).to_string()
        };
        let row = (0..count).map(byte).collect::<Vec<_>>().join(" ");
        let is_end = time >= end;
        if last.as_ref() != Some(&row) || is_end {
            text += &format!("\t\t<keyframe time=\"{time}\" type=\"Buffer\" value=\"{row}\" />\n");
            last = Some(row);
        }
    }
    text += "\t</attributeanimation>";
    if outside {
        findings.loss(
            kinds::MORPH_WEIGHTS_CLAMPED,
            path.clone(),
            "morph weights below 0 or above 1 are held there: an attribute animation has a byte for each",
        );
    }
    let message = "its morph weights become an attribute animation in steps of 1/30 s and 1/255: a scene plays it; beside a model \
                   it is in the side file, which the game sets as the ObjectAnimation of the node that has the model";
    findings.note(kinds::MORPH_WEIGHTS_IN_SIDE_FILE, path.clone(), message);
    Some(text.into_bytes())
}

/// Adds the morph weights in the side file of an animation. Returns findings for parts that can't be read.
pub fn add_side_weights(scene: &mut Scene<'_>, id: AnimationId, side: &SideFile) -> Findings {
    let mut findings = Findings::new();
    let weights = side_weights(scene, side, &mut findings);
    let mut channels = Vec::new();
    for weights in &weights {
        channels.push(weights.add(scene));
    }
    if let Some(animation) = scene.animations.get_mut(id) {
        let known: Vec<_> = animation.channels.iter().map(|channel| (channel.node, channel.property)).collect();
        animation.channels.extend(channels.into_iter().filter(|new| !known.contains(&(new.node, new.property))));
    }
    findings
}

/// Returns the weights that a side file moves.
pub(crate) fn side_weights(scene: &Scene<'_>, side: &SideFile, findings: &mut Findings) -> Vec<Weights> {
    let keys = keys(side, findings);
    if keys.is_empty() { Vec::new() } else { of_side(scene, &keys) }
}

/// Returns the weights of all morphs at each time.
fn keys(side: &SideFile, findings: &mut Findings) -> Vec<(f32, Vec<f32>)> {
    let Ok((content, _)) = (if side.is_json { return Vec::new() } else { Sidecar::parse_xml(&side.bytes, None) })
    else {
        return Vec::new();
    };
    let mut found: Vec<(f32, Vec<f32>)> = Vec::new();
    for text in content.other.iter().filter(|text| is_of_weights(text)) {
        let Ok(tree) = XmlTree::parse(text) else { continue };
        for (number, key) in tree.root(text).children_named("keyframe").enumerate() {
            let time = key.attribute("time").and_then(|time| time.as_str()?.trim().parse::<f32>().ok());
            let bytes = key.attribute("value").map(|value| bytes(&value));
            let (Some(time), Some(Some(weights))) = (time.filter(|time| time.is_finite() && *time >= 0.0), bytes)
            else {
                let path = Path::from("side file").part(ATTRIBUTE).item("keyframe", number);
                findings.warning(
                    kinds::SIDE_FILE_VALUE,
                    path,
                    "expected a time and numbers from 0 to 255, found something else; left out",
                );
                continue;
            };
            found.push((time, weights));
        }
    }
    sort(&mut found);
    found
}

/// Sorts keys by time. If several keys have the same time, the first is kept.
fn sort(keys: &mut Vec<(f32, Vec<f32>)>) {
    keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    keys.dedup_by(|later, first| later.0 == first.0);
}

/// Returns whether both have the same weights at all keys, apart from rounding to a byte.
fn is_alike(a: &[(f32, Vec<f32>)], b: &[(f32, Vec<f32>)]) -> bool {
    let at = |keys: &[(f32, Vec<f32>)], time: f32| -> Vec<f32> {
        let place = keys.partition_point(|(key, _)| *key <= time).saturating_sub(1);
        keys.get(place).map(|(_, weights)| weights.clone()).unwrap_or_default()
    };
    let near = |time: &f32| {
        let (a, b) = (at(a, *time), at(b, *time));
        (0..a.len().max(b.len())).all(|morph| {
            let weight = |weights: &[f32]| weights.get(morph).copied().unwrap_or_default();
            (weight(&a) - weight(&b)).abs() <= 1.5 / 255.0
        })
    };
    !a.is_empty() && !b.is_empty() && a.iter().chain(b).map(|(time, _)| time).all(near)
}

fn bytes(text: &[u8]) -> Option<Vec<f32>> {
    let numbers = std::str::from_utf8(text).ok()?.split_ascii_whitespace();
    numbers.map(|number| number.parse::<u8>().ok().map(|byte| f32::from(byte) / 255.0)).collect()
}

/// Returns the weights of all morphs at each time, given an element from [`element`].
fn element_keys(element: &[u8]) -> Vec<(f32, Vec<f32>)> {
    let bytes = [b"<animation>".as_slice(), element, b"</animation>"].concat();
    keys(&SideFile { is_json: false, bytes }, &mut Findings::new())
}

/// Converts an element from [`element`] to an animation for the component in a scene.
pub(crate) fn of_component(element: &[u8]) -> AttributeAnimation<'static> {
    let bytes = |weights: Vec<f32>| weights.into_iter().map(byte_of).collect::<Vec<u8>>();
    let keys = element_keys(element).into_iter().map(|(time, weights)| (time, Variant::Buffer(bytes(weights).into())));
    AttributeAnimation {
        attribute: MORPHS.into(),
        wrap_mode: "Loop".into(),
        speed: 1.0,
        in_object: false,
        interpolation: "None".into(),
        spline_tension: None,
        keys: keys.collect(),
        events: Vec::new(),
    }
}

/// Returns the weights that are moved by the animations of a component in a scene.
pub(crate) fn component_weights(scene: &Scene<'_>, animations: &[AttributeAnimation<'_>]) -> Vec<Weights> {
    let Some(found) = animations.iter().find(|animation| animation.attribute == MORPHS) else { return Vec::new() };
    let key = |(time, value): &(f32, Variant<'_>)| match value {
        Variant::Buffer(bytes) if time.is_finite() && *time >= 0.0 => Some((*time, of_attribute(bytes))),
        _ => None,
    };
    let mut keys: Vec<(f32, Vec<f32>)> = found.keys.iter().filter_map(key).collect();
    sort(&mut keys);
    if keys.is_empty() { Vec::new() } else { of_side(scene, &keys) }
}

/// Returns whether an element in a side file moves morph weights.
pub(crate) fn is_of_weights(text: &[u8]) -> bool {
    let Ok(tree) = XmlTree::parse(text) else { return false };
    let root = tree.root(text);
    let name = root.attribute("name");
    let attribute = name.as_ref().and_then(|name| name.as_str()).unwrap_or_default();
    *root.name() == *b"attributeanimation" && (attribute == MORPHS || attribute == ATTRIBUTE)
}

/// Writes morph weights to a side file. `element` comes from
/// [`CreatedAnimation::morphs`](crate::CreatedAnimation::morphs). If the side file already has the same weights,
/// nothing changes; if there is no side file, this creates one. Returns `None` if the side file can't be read.
pub fn with_weights(side: Option<&SideFile>, element: &[u8]) -> Option<SideFile> {
    if let Some(known) = side.filter(|side| is_alike(&keys(side, &mut Findings::new()), &element_keys(element))) {
        return Some(known.clone());
    }
    let mut content = match side {
        Some(SideFile { is_json: true, bytes }) => Sidecar::parse_json(bytes, None).ok()?.0,
        Some(SideFile { bytes, .. }) => Sidecar::parse_xml(bytes, None).ok()?.0,
        None => Sidecar::new("animation"),
    };
    content.other.retain(|text| !is_of_weights(text));
    content.other.push(element.to_vec().into());
    Some(SideFile { is_json: false, bytes: content.to_xml().ok()? })
}
