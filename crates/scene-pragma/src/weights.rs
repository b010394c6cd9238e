//! Bones and weights of vertices as joints and weights, and back.

use std::collections::HashMap;

use asset_scene::{Array, Component, influences};
use pragma_asset::udm::{Array as Stored, Type};
use scene_adapter::columns::{gather, scatter};
use scene_adapter::json::Base64;
use serde::{Deserialize, Serialize};

use crate::bones::Bones;
use crate::vertex::floats;

/// Offsets of bones and weights in their array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    stride: usize,
    bones: usize,
    weights: usize,
}

/// Bytes of four bones, and of four weights.
const SIZE: usize = 16;

/// How stored bones and weights follow from joints and weights of the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Joints {
    /// Bone number for weights of 0.
    unused: i32,
    /// The different slots: four times the vertex plus the index within the four.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    slots: Vec<u32>,
    /// The bones there, in 32 bits, and the weights.
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    values: Base64,
}

/// Returns the layout of an array of weights, packed or not, or `None` if it has any other fields than bones and weights.
pub(crate) fn record(weights: &Stored<'_>) -> Option<Record> {
    let layout = match weights {
        Stored::Structs(structs) => structs.layout(),
        Stored::Packed(packed) => packed.layout()?,
        _ => return None,
    };
    let (bones, weights) = (layout.field("id")?, layout.field("w")?);
    let usual = bones.0 == Type::VEC4I && weights.0 == Type::VEC4 && layout.fields().len() == 2;
    usual.then_some(Record { stride: layout.size(), bones: bones.1, weights: weights.1 })
}

/// A bone and its weight, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    bone: i32,
    weight: u32,
}

/// Whether a weight is something else than 0 of either sign.
fn counts(weight: u32) -> bool {
    weight << 1 != 0
}

/// Joints and weights; the joint is 0 where the weight is, and the weight is where there is no such bone.
pub(crate) struct Resolved {
    pub(crate) joints: Array<'static>,
    pub(crate) weights: Array<'static>,
    pub(crate) layout: Joints,
    /// How many weights are of bones that don't exist.
    pub(crate) astray: usize,
}

pub(crate) fn resolve(data: &[u8], record: Record, bones: &Bones) -> Resolved {
    let stored: Vec<Slot> = slots(data, record).collect();
    let unused = unused(&stored);
    let mut layout = Joints { unused, ..Joints::default() };
    let (mut joints, mut weights) =
        (Vec::with_capacity(stored.len()), Vec::with_capacity(stored.len().saturating_mul(4)));
    let mut astray = 0;
    for (number, slot) in stored.iter().enumerate() {
        let place = u32::try_from(slot.bone).ok().and_then(|bone| bones.place(bone));
        let (joint, weight) = match place {
            Some(place) if counts(slot.weight) => (place.index(), slot.weight),
            None if counts(slot.weight) => {
                astray = usize::saturating_add(astray, 1);
                (0, 0)
            }
            _ => (0, slot.weight),
        };
        joints.push(joint as u32);
        weights.extend(weight.to_le_bytes());
        if derived(joint, weight, unused, bones) != *slot {
            layout.slots.push(number as u32);
            layout.values.0.extend(slot.bone.to_le_bytes());
            layout.values.0.extend(slot.weight.to_le_bytes());
        }
    }
    let rows: Vec<[u32; 4]> = joints.chunks_exact(4).filter_map(<[u32]>::first_chunk).copied().collect();
    let joints = influences::joints_array(rows.into_iter(), bones.len());
    Resolved { joints, weights: Array::from_bytes(Component::F32, 4, weights), layout, astray }
}

/// Returns the bone and the weight for a joint and a weight of the scene.
fn derived(joint: usize, weight: u32, unused: i32, bones: &Bones) -> Slot {
    let bone = || bones.id(joint).and_then(|bone| i32::try_from(bone).ok()).unwrap_or(unused);
    Slot { bone: if counts(weight) { bone() } else { unused }, weight }
}

fn slots(data: &[u8], record: Record) -> impl Iterator<Item = Slot> {
    let words = |offset| gather(data, record.stride, offset, SIZE);
    let (bones, weights) = (words(record.bones), words(record.weights));
    let slots = word_list(&bones).zip(word_list(&weights));
    let slots: Vec<Slot> = slots.map(|(bone, weight)| Slot { bone: bone as i32, weight }).collect();
    slots.into_iter()
}

fn word_list(data: &[u8]) -> impl Iterator<Item = u32> {
    data.chunks_exact(4).filter_map(<[u8]>::first_chunk).map(|word| u32::from_le_bytes(*word))
}

/// Returns the most frequent bone number for weights of 0; −1, as in the engine, unless another number is more frequent.
fn unused(stored: &[Slot]) -> i32 {
    let mut found: HashMap<i32, usize> = HashMap::new();
    for slot in stored.iter().filter(|slot| !counts(slot.weight)) {
        let count = found.entry(slot.bone).or_default();
        *count = count.saturating_add(1);
    }
    found.into_iter().max_by_key(|(bone, count)| (*count, *bone == -1, *bone)).map_or(-1, |(bone, _)| bone)
}

/// Returns the input of [`resolve`], or `None` if joints or weights have another type or count.
pub(crate) fn unresolve(
    joints: &Array<'_>,
    weights: &Array<'_>,
    count: usize,
    (record, layout, bones): (Record, &Joints, &Bones),
) -> Option<Vec<u8>> {
    let weights = floats(weights, 4, count)?;
    let joints = joints.to_u32s().filter(|list| joints.width == 4 && Some(list.len()) == count.checked_mul(4))?;
    let slots = joints.iter().zip(word_list(&weights));
    let mut slots: Vec<Slot> =
        slots.map(|(joint, weight)| derived(*joint as usize, weight, layout.unused, bones)).collect();
    let mut values = word_list(&layout.values.0);
    for slot in &layout.slots {
        let (bone, weight) = (values.next()? as i32, values.next()?);
        *slots.get_mut(*slot as usize)? = Slot { bone, weight };
    }
    let mut data = vec![0; count.checked_mul(record.stride)?];
    let bones: Vec<u8> = slots.iter().flat_map(|slot| slot.bone.to_le_bytes()).collect();
    let weights: Vec<u8> = slots.iter().flat_map(|slot| slot.weight.to_le_bytes()).collect();
    scatter(&bones, SIZE, &mut data, record.stride, record.bones);
    scatter(&weights, SIZE, &mut data, record.stride, record.weights);
    Some(data)
}
