//! Stores vertex attributes other than positions in fewer bits.

use std::fmt::Write as _;

use asset_scene::{Array, Component};

use crate::write::fix::{FixedInfluences, Influences, conform, fixed_influences};
use crate::write::role::Role;

/// The largest error for each kind of attribute in a file, and what is not changed.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::write) struct Errors {
    /// The error of positions, in the unit of the scene.
    pub(in crate::write) position: f64,
    /// The error of normals and tangents, in degrees.
    angle: f64,
    /// The error of texture coordinates.
    tex_coord: f64,
    /// The error of colours.
    color: f64,
    /// The error of weights.
    weight: f64,
    /// How many arrays stay floats because their texture coordinates are not from -1 to 1.
    far: usize,
    /// How many meshes keep floats for their positions.
    pub(in crate::write) whole: usize,
}

impl Errors {
    /// Returns the errors as text, or `None` if nothing was changed and nothing stays.
    pub(in crate::write) fn message(&self) -> Option<String> {
        let kinds = [
            ("positions", self.position, ""),
            ("normals and tangents", self.angle, " degrees"),
            ("texture coordinates", self.tex_coord, ""),
            ("colours", self.color, ""),
            ("weights", self.weight, ""),
        ];
        let changes: Vec<String> = kinds
            .into_iter()
            .filter(|(_, error, _)| *error > 0.0)
            .map(|(name, error, unit)| format!("{name} {}{unit}", short(error)))
            .collect();
        let mut message = String::new();
        if !changes.is_empty() {
            write!(message, "vertices are quantized; largest errors: {}", changes.join(", ")).ok()?;
        }
        let stay = [
            (self.far, "arrays of texture coordinates beyond -1 and 1 stay floats"),
            (self.whole, "meshes keep positions of floats"),
        ];
        for (count, text) in stay.into_iter().filter(|(count, _)| *count > 0) {
            let gap = if message.is_empty() { "" } else { "; " };
            write!(message, "{gap}{text}: {count}").ok()?;
        }
        (!message.is_empty()).then_some(message)
    }

    fn raise(error: &mut f64, to: f64) {
        *error = error.max(to);
    }
}

/// Formats a number with two significant digits.
fn short(number: f64) -> String {
    if number < 1e-4 { format!("{number:.1e}") } else { format!("{number:.*}", places(number)) }
}

fn places(number: f64) -> usize {
    (0..6).find(|places| number * 10f64.powi(*places) >= 10.0).map_or(6, |places| places as usize)
}

/// Returns the array in fewer bits, and `true` if it needs `KHR_mesh_quantization`. Returns `None` if the array keeps
/// its bits. The values must already be allowed by glTF.
pub(in crate::write) fn quantized(
    array: &Array<'_>,
    role: Role,
    errors: &mut Errors,
) -> Option<(Array<'static>, bool)> {
    let packed = packed(array, role, errors)?;
    let checked = conform(&packed, role);
    checked.array.is_none().then_some((packed, checked.quantized))
}

fn packed(array: &Array<'_>, role: Role, errors: &mut Errors) -> Option<Array<'static>> {
    if role == Role::Joints {
        return joints(array);
    }
    if array.component != Component::F32 || !array.is_dense() || array.count == 0 {
        return None;
    }
    match role {
        Role::Normal | Role::Tangent => Some(directions(array, errors)),
        Role::MorphDirection => within(array, -1.0, 1.0).then(|| {
            Errors::raise(&mut errors.angle, f64::to_degrees(3f64.sqrt() / 254.0));
            pack(array, Component::I8)
        }),
        Role::TexCoord => tex_coords(array, errors),
        Role::FirstColor | Role::Color if within(array, 0.0, 1.0) => {
            Errors::raise(&mut errors.color, 0.5 / 65535.0);
            Some(pack(array, Component::U16))
        }
        _ => None,
    }
}

/// Stores joints and weights in fewer bits. They must already be allowed by glTF after the changes in `fixed`.
pub(in crate::write) fn influences(
    of: &Influences<'_, '_>,
    fixed: FixedInfluences,
    errors: &mut Errors,
) -> FixedInfluences {
    let sets = of.sets.iter().zip(&fixed.sets);
    let current: Vec<(&Array<'_>, &Array<'_>)> = sets
        .map(|(origin, fixed)| (fixed.0.as_ref().unwrap_or(origin.0), fixed.1.as_ref().unwrap_or(origin.1)))
        .collect();
    let Some(weights) = weights(&current.iter().map(|(_, weights)| *weights).collect::<Vec<_>>(), errors) else {
        return fixed;
    };
    let joints: Vec<Option<Array<'static>>> = current.iter().map(|(array, _)| joints(array)).collect();
    let sets = current.iter().zip(&joints).zip(&weights);
    let sets = sets.map(|(((array, _), joints), weights)| (joints.as_ref().unwrap_or(array), weights)).collect();
    // Joints whose weights became 0.
    let again = fixed_influences(&Influences { sets, joints: of.joints }).sets;
    let mut out = FixedInfluences { changes: fixed.changes, sets: Vec::new() };
    for (((again, joints), weights), fixed) in again.into_iter().zip(joints).zip(weights).zip(fixed.sets) {
        out.sets.push((again.0.or(joints).or(fixed.0), again.1.or(Some(weights))));
    }
    out
}

/// Returns the weights of each vertex as multiples of 1/255 with a sum of 255, in the order of their sets. Returns
/// `None` if the weights of a vertex can't be divided by their sum.
fn weights(sets: &[&Array<'_>], errors: &mut Errors) -> Option<Vec<Array<'static>>> {
    let floats = |array: &&Array<'_>| array.to_f32s::<4>().filter(|_| array.component == Component::F32);
    let rows: Vec<Vec<[f32; 4]>> = sets.iter().map(floats).collect::<Option<_>>()?;
    let count = rows.iter().map(Vec::len).min().filter(|count| *count > 0)?;
    let mut out: Vec<Vec<[u8; 4]>> = rows.iter().map(|_| Vec::with_capacity(count)).collect();
    for vertex in 0..count {
        let numbers: Vec<f32> = rows.iter().filter_map(|rows| rows.get(vertex)).flatten().copied().collect();
        let bytes = shares(&numbers)?;
        for (number, byte) in numbers.iter().zip(&bytes) {
            Errors::raise(&mut errors.weight, (f64::from(*number) - f64::from(*byte) / 255.0).abs());
        }
        for (out, bytes) in out.iter_mut().zip(bytes.chunks_exact(4)) {
            out.push(bytes.try_into().unwrap_or_default());
        }
    }
    Some(out.into_iter().map(|rows| Array::from_u8x4(rows, true)).collect())
}

/// Converts weights to multiples of 1/255 with a sum of 255. To get this sum, the numbers with the largest remainders
/// are rounded up.
fn shares(weights: &[f32]) -> Option<Vec<u8>> {
    let fine = weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0);
    let sum: f64 = weights.iter().copied().map(f64::from).sum();
    if !fine || sum <= 0.0 {
        return None;
    }
    let exact: Vec<f64> = weights.iter().map(|weight| f64::from(*weight) / sum * 255.0).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
    let mut bytes: Vec<u8> = exact.iter().map(|share| share.floor() as u8).collect();
    let left = 255usize.saturating_sub(bytes.iter().copied().map(usize::from).sum());
    let mut order: Vec<usize> = (0..bytes.len()).collect();
    let remainder = |index: usize| exact.get(index).map_or(0.0, |share| share.fract());
    order.sort_by(|a, b| remainder(*b).total_cmp(&remainder(*a)));
    for index in order.into_iter().cycle().take(left) {
        if let Some(byte) = bytes.get_mut(index) {
            *byte = byte.saturating_add(1);
        }
    }
    Some(bytes)
}

/// Returns joints with one byte, if all of them fit.
fn joints(array: &Array<'_>) -> Option<Array<'static>> {
    let fits = array.component == Component::U16 && array.is_dense() && array.count > 0;
    let numbers = array.to_u32s().filter(|_| fits)?;
    let bytes: Vec<u8> = numbers.into_iter().map(u8::try_from).collect::<Result<_, _>>().ok()?;
    Some(Array::from_bytes(Component::U8, array.width, bytes))
}

fn directions(array: &Array<'_>, errors: &mut Errors) -> Array<'static> {
    let packed = pack(array, Component::I8);
    let (from, to) = (array.dense(), packed.dense());
    let width = usize::from(array.width);
    let three = |bytes: &[u8], array: &Array<'_>| {
        let numbers = bytes.chunks_exact(array.component.size()).take(3).map(|bytes| f64::from(array.number(bytes)));
        asset_scene::glam::DVec3::from_array(numbers.collect::<Vec<_>>().try_into().unwrap_or_default())
    };
    for (from, to) in from.chunks_exact((width * 4).max(1)).zip(to.chunks_exact(width.max(1))) {
        let (from, to) = (three(from, array), three(to, &packed));
        let angle = from.cross(to).length().atan2(from.dot(to));
        Errors::raise(&mut errors.angle, angle.to_degrees());
    }
    packed
}

/// Converts texture coordinates to integers: unsigned for the range from 0 to 1, or signed for the range from -1 to 1.
/// Returns `None` for all others, because these must stay floats.
fn tex_coords(array: &Array<'_>, errors: &mut Errors) -> Option<Array<'static>> {
    let component = if within(array, 0.0, 1.0) {
        Component::U16
    } else if within(array, -1.0, 1.0) {
        Component::I16
    } else {
        errors.far += 1;
        return None;
    };
    Errors::raise(&mut errors.tex_coord, if component == Component::U16 { 0.5 / 65535.0 } else { 0.5 / 32767.0 });
    Some(pack(array, component))
}

fn within(array: &Array<'_>, least: f32, most: f32) -> bool {
    let dense = array.dense();
    dense.chunks_exact(4).all(|bytes| (least..=most).contains(&array.number(bytes)))
}

/// Converts to fractions of a component type.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the component's range")]
fn pack(array: &Array<'_>, component: Component) -> Array<'static> {
    let dense = array.dense();
    let numbers = dense.chunks_exact(4).map(|bytes| f64::from(array.number(bytes)));
    let data: Vec<u8> = match component {
        Component::I8 => numbers.map(|number| (number * 127.0).round() as i8 as u8).collect(),
        Component::I16 => numbers.flat_map(|number| ((number * 32767.0).round() as i16).to_le_bytes()).collect(),
        _ => numbers.flat_map(|number| ((number * 65535.0).round() as u16).to_le_bytes()).collect(),
    };
    Array { normalized: true, ..Array::from_bytes(component, array.width, data) }
}
