//! Reads joints and weights of vertices. They are merged, sorted and limited to four, with the same rule for every
//! target format.

use binio::{Findings, Path};

use crate::kinds;
use crate::{Array, Error, ErrorKind, Primitive, Scene, Semantic, Skin};

/// Up to four skin joints with their weights, for one vertex. Any unused entry is `(0, 0.0)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influences(pub [(u32, f32); 4]);

impl Influences {
    /// Creates the influences for a vertex that follows a single joint.
    pub const fn whole(joint: u32) -> Self {
        Self([(joint, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)])
    }

    /// Iterates over the joints whose weight is not 0.
    pub fn used(&self) -> impl Iterator<Item = (u32, f32)> + use<> {
        self.0.into_iter().filter(|(_, weight)| *weight != 0.0)
    }
}

/// A weight sum may differ from 1 by this much because of rounding alone.
const ROUNDING: f32 = 1e-5;

/// A weight sum may differ from 1 by this much without a finding. The glTF specification allows this for weights that
/// are stored in bytes.
const ALLOWED: f32 = 2e-3;

/// Counts the vertices and weights that were changed.
#[derive(Default)]
struct Changes {
    dropped: usize,
    scaled: usize,
    bad: usize,
    none: usize,
}

/// Reads the influences of vertices: all vertices of the primitive, or only those in `rows`, which must be ascending.
/// Returns an empty list if the primitive is not bound.
///
/// Engines can only use four joints per vertex, so this cleans up the data. See the findings for what was changed:
///
/// * If a joint occurs twice, this adds both weights.
/// * If a vertex has more than four joints, this only keeps the four with the largest weights.
/// * All weights will be divided by their sum.
/// * A vertex without weights follows its first joint.
/// * A weight that is negative or not finite counts as 0.
///
/// # Errors
/// Fails if a vertex uses a joint that the skin doesn't have.
pub fn read(
    scene: &Scene<'_>,
    primitive: &Primitive,
    skin: &Skin,
    rows: Option<&[u32]>,
    path: &Path,
    findings: &mut Findings,
) -> Result<Vec<Influences>, Error> {
    let sets = sets(scene, primitive, rows);
    let Some((_, first)) = sets.first() else { return Ok(Vec::new()) };
    let mut changes = Changes::default();
    let mut merged: Vec<(u32, f32)> = Vec::new();
    let mut influences = Vec::with_capacity(first.len());
    for vertex in 0..first.len() {
        merged.clear();
        for (joints, weights) in &sets {
            let joints = joints.get(vertex).copied().unwrap_or_default();
            let weights = weights.get(vertex).copied().unwrap_or_default();
            joints.iter().zip(weights).for_each(|(joint, weight)| add(&mut merged, *joint, weight, &mut changes));
        }
        let fallback = sets.first().and_then(|(joints, _)| joints.get(vertex)).map_or(0, |[first, ..]| *first);
        let one = finish(&mut merged, fallback, &mut changes);
        if let Some((joint, _)) = one.used().find(|(joint, _)| *joint as usize >= skin.joints.len()) {
            return Err(Error::new(ErrorKind::no_such("joint", joint, skin.joints.len()), path.clone()));
        }
        influences.push(one);
    }
    changes.report(path, findings);
    Ok(influences)
}

/// For each vertex, four joints and their weights.
type Set = (Vec<[u32; 4]>, Vec<[f32; 4]>);

fn sets(scene: &Scene<'_>, primitive: &Primitive, rows: Option<&[u32]>) -> Vec<Set> {
    let array = |semantic: Semantic| {
        let array = &scene[primitive.attribute(&semantic)?];
        Some(rows.map_or_else(|| array.borrowed(), |rows| array.picked(rows)))
    };
    let set = |number: u32| {
        let joints = array(Semantic::Joints(number))?.to_u32s()?;
        let weights = array(Semantic::Weights(number))?;
        let joints = joints.chunks_exact(4).filter_map(<[u32]>::first_chunk).copied();
        Some((joints.collect(), weights.rows::<4>()?.collect()))
    };
    (0..).map_while(set).collect()
}

fn add(merged: &mut Vec<(u32, f32)>, joint: u32, weight: f32, changes: &mut Changes) {
    if weight > 0.0 && weight.is_finite() {
        match merged.iter_mut().find(|(other, _)| *other == joint) {
            Some((_, sum)) => *sum += weight,
            None => merged.push((joint, weight)),
        }
    } else if weight != 0.0 {
        changes.bad = changes.bad.saturating_add(1);
    }
}

fn finish(merged: &mut Vec<(u32, f32)>, fallback: u32, changes: &mut Changes) -> Influences {
    if merged.len() > 4 {
        merged.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        merged.truncate(4);
        changes.dropped = changes.dropped.saturating_add(1);
    } else if merged.is_empty() {
        changes.none = changes.none.saturating_add(1);
        return Influences::whole(fallback);
    }
    // For the largest floats, their sum would be infinite.
    let sum = merged.iter().map(|(_, weight)| f64::from(*weight)).sum::<f64>();
    let off = (sum - 1.0).abs();
    changes.scaled = changes.scaled.saturating_add(usize::from(off > f64::from(ALLOWED)));
    let mut influences = Influences::default();
    for (slot, (joint, weight)) in influences.0.iter_mut().zip(merged.iter()) {
        let share = (f64::from(*weight) / sum) as f32;
        *slot = (*joint, if off > f64::from(ROUNDING) { share } else { *weight });
    }
    influences
}

impl Changes {
    fn report(&self, path: &Path, findings: &mut Findings) {
        let mut warn = |count: usize, what: &str| {
            if count > 0 {
                findings.warning(kinds::JOINT_INFLUENCES, path.clone(), format!("{what}: {count}"));
            }
        };
        warn(self.dropped, "vertices with more than four joints; the four largest weights are kept");
        warn(self.scaled, "vertices with weights that don't sum to 1, which are divided by their sum");
        warn(self.bad, "weights that are negative or not finite, which count as 0");
        warn(self.none, "vertices without weights, which follow their first joint");
    }
}

/// Reads the weights in all sets as stored, to be used for drawing. This does not merge or limit anything. The function
/// that is returned lists the joint and weight in every slot of a vertex.
pub(crate) fn stored(scene: &Scene<'_>, primitive: &Primitive) -> impl Fn(usize) -> Vec<(u32, f32)> {
    let sets = sets(scene, primitive, None);
    move |vertex| {
        let slots = sets.iter().filter_map(|(joints, weights)| Some((joints.get(vertex)?, weights.get(vertex)?)));
        slots.flat_map(|(joints, weights)| joints.iter().copied().zip(weights.iter().copied())).collect()
    }
}

/// A skin must not have more joints than this, because vertices use 16 bits for joint numbers.
pub const MAX_JOINTS: usize = 1 << 16;

/// Checks that a skin with this many joints can be used by vertices.
///
/// # Errors
/// Fails if the number of joints exceeds [`MAX_JOINTS`].
pub fn joints_fit(joints: usize) -> Result<(), Error> {
    if joints <= MAX_JOINTS {
        return Ok(());
    }
    let message =
        format!("expected at most {MAX_JOINTS} bones, because vertices number them with 16 bits, found {joints}");
    Err(Error::new(ErrorKind::Unsupported(message), Path::from("skeleton")))
}

/// Creates an array of joints. It uses 8 bits if the skin has at most 256 joints, otherwise 16. Call [`joints_fit`]
/// first to see if this can be done with 16 bits.
pub fn joints_array(rows: impl ExactSizeIterator<Item = [u32; 4]>, joints: usize) -> Array<'static> {
    let numbers = rows.flatten();
    if joints <= 256 {
        Array::from_bytes(crate::Component::U8, 4, numbers.map(|joint| joint as u8).collect::<Vec<_>>())
    } else {
        let data: Vec<u8> = numbers.flat_map(|joint| (joint as u16).to_le_bytes()).collect();
        Array::from_bytes(crate::Component::U16, 4, data)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::{Attribute, Id};

    /// Reads the influences of one vertex that has these joints and weights in two sets.
    fn read_one(joints: [[u8; 4]; 2], weights: [[f32; 4]; 2], count: usize) -> (Result<Vec<Influences>, Error>, usize) {
        let mut scene = Scene::default();
        let mut attributes = Vec::new();
        for (set, (joints, weights)) in (0..).zip(joints.into_iter().zip(weights)) {
            let array = scene.arrays.push(Array::from_u8x4([joints], false));
            attributes.push(Attribute { semantic: Semantic::Joints(set), array });
            let array = scene.arrays.push(Array::from_f32s([weights]));
            attributes.push(Attribute { semantic: Semantic::Weights(set), array });
        }
        let skin = Skin { joints: (0..count).map(Id::new).collect(), ..Skin::default() };
        let primitive = Primitive { attributes, ..Primitive::default() };
        let mut findings = Findings::new();
        let read = read(&scene, &primitive, &skin, None, &Path::new(), &mut findings);
        (read, findings.len())
    }

    #[test]
    fn joints_are_merged_sorted_and_cut() {
        let (read, findings) =
            read_one([[1, 2, 3, 1], [4, 5, 0, 0]], [[0.2, 0.1, 0.3, 0.2], [0.15, 0.05, 0.0, 0.0]], 6);
        let [Influences([a, b, c, d])] = read.unwrap()[..] else { panic!("one vertex") };
        assert_eq!([a.0, b.0, c.0, d.0], [1, 3, 4, 2]);
        assert!((a.1 - 0.4 / 0.95).abs() < 1e-6 && (d.1 - 0.1 / 0.95).abs() < 1e-6);
        // The dropped joint, and the sum that is no longer 1.
        assert_eq!(findings, 2);
    }

    #[test]
    fn what_is_missing_is_said() {
        let (read, findings) = read_one([[3, 0, 0, 0], [0; 4]], [[0.0, -1.0, f32::NAN, 0.0], [0.0; 4]], 4);
        assert_eq!(read.unwrap(), [Influences::whole(3)]);
        assert_eq!(findings, 2);
        let (read, _) = read_one([[7, 0, 0, 0], [0; 4]], [[1.0, 0.0, 0.0, 0.0], [0.0; 4]], 4);
        assert_eq!(read.unwrap_err().to_string(), "expected a joint below 4, found 7");
    }
}
