//! Converts the bones and weights of vertices to joints and weights.

use asset_scene::{Array, Component, influences};
use pragma_asset::udm::{Array as Stored, Type};
use scene_adapter::columns::gather;

use crate::bones::Bones;

/// Where the bones and weights are in their array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    stride: usize,
    bones: usize,
    weights: usize,
}

/// The size of four bones, and of four weights, in bytes.
const SIZE: usize = 16;

/// Returns the layout of an array of weights, which can be packed. Returns `None` if it has any other fields than bones
/// and weights.
pub(crate) fn record(weights: &Stored<'_>) -> Option<Record> {
    let layout = match weights {
        Stored::Structs(structs) => structs.layout(),
        Stored::Packed(packed) => packed.layout()?,
        _ => return None,
    };
    let (bones, weights) = (layout.field("id")?, layout.field("w")?);
    let usual = bones.ty == Type::VEC4I && weights.ty == Type::VEC4 && layout.fields().len() == 2;
    usual.then_some(Record { stride: layout.size(), bones: bones.offset, weights: weights.offset })
}

/// A bone and its weight, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    bone: i32,
    weight: u32,
}

/// Returns whether a weight is not 0 (with either sign).
fn counts(weight: u32) -> bool {
    weight << 1 != 0
}

/// Joints and weights. If a weight is 0, its joint is 0. If a bone doesn't exist, its weight is 0.
pub(crate) struct Resolved {
    pub(crate) joints: Array<'static>,
    pub(crate) weights: Array<'static>,
    /// The number of weights that use a bone which doesn't exist.
    pub(crate) astray: usize,
}

pub(crate) fn resolve(data: &[u8], record: Record, bones: &Bones) -> Resolved {
    let stored: Vec<Slot> = slots(data, record).collect();
    let (mut joints, mut weights) =
        (Vec::with_capacity(stored.len()), Vec::with_capacity(stored.len().saturating_mul(4)));
    let mut astray = 0;
    for slot in &stored {
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
    }
    let rows: Vec<[u32; 4]> = joints.chunks_exact(4).filter_map(<[u32]>::first_chunk).copied().collect();
    let joints = influences::joints_array(rows.into_iter(), bones.len());
    Resolved { joints, weights: Array::from_bytes(Component::F32, 4, weights), astray }
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
