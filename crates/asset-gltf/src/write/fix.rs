//! Changes arrays so that glTF allows them for their use.

mod influences;
mod keys;
mod rows;

use std::borrow::Cow;

use asset_scene::{Array, Component};

use super::role::Role;
use crate::Rule;

pub(super) use rows::{UNIT_4, make_unit};

pub(super) use influences::{FixedInfluences, Influences, fixed_influences};

/// Says if glTF allows a component type for a use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Support {
    Core,
    /// It is allowed with `KHR_mesh_quantization`.
    Quantized,
    None,
}

/// An array that glTF allows for its use, and the changes that were necessary.
#[derive(Default)]
pub(super) struct Conformed {
    /// The changed array, or `None` if the original is allowed.
    pub(super) array: Option<Array<'static>>,
    pub(super) changes: Vec<(Rule, usize)>,
    /// This is `true` if it needs `KHR_mesh_quantization`.
    pub(super) quantized: bool,
}

/// Changes an array if glTF does not allow it for its use.
pub(super) fn conform(array: &Array<'_>, role: Role) -> Conformed {
    let mut fixed = Conformed::default();
    let mut current = Cow::Borrowed(array);
    let no_fractions = matches!(array.component, Component::F32 | Component::U32) || role == Role::Joints;
    if array.normalized && no_fractions {
        fixed.changes.push((Rule::Normalized, 1));
        current = Cow::Owned(Array { normalized: false, ..array.clone() });
    }
    match support(role, &current) {
        Support::Core => {}
        Support::Quantized => fixed.quantized = true,
        Support::None => {
            fixed.changes.push((Rule::ComponentType, current.count));
            current = Cow::Owned(floats(&current));
        }
    }
    if let Some(array) = values(&current, role, &mut fixed.changes) {
        fixed.quantized &= array.component != Component::F32;
        current = Cow::Owned(array);
    }
    if let Cow::Owned(array) = current {
        fixed.array = Some(array.into_owned());
    }
    fixed
}

fn support(role: Role, array: &Array<'_>) -> Support {
    use Component::{F32, I8, I16, U8, U16, U32};
    let (component, fractions) = (array.component, array.normalized);
    let core = match role {
        Role::Unused => true,
        Role::Custom => component != U32,
        Role::Joints => matches!(component, U8 | U16),
        Role::TexCoord | Role::FirstColor | Role::Color | Role::Weights => {
            component == F32 || fractions && matches!(component, U8 | U16)
        }
        Role::Rotation { .. } | Role::MorphWeights => component == F32 || fractions && component != U32,
        _ => component == F32,
    };
    let quantized = match role {
        Role::Position | Role::TexCoord => component != U32,
        Role::Normal | Role::Tangent | Role::MorphDirection => fractions && matches!(component, I8 | I16),
        Role::MorphPosition => matches!(component, I8 | I16),
        _ => false,
    };
    match (core, quantized) {
        (true, _) => Support::Core,
        (false, true) => Support::Quantized,
        (false, false) => Support::None,
    }
}

/// Changes the numbers that glTF does not allow for this use. Returns `None` if all of them are allowed.
fn values(array: &Array<'_>, role: Role, changes: &mut Vec<(Rule, usize)>) -> Option<Array<'static>> {
    match role {
        Role::Normal => rows::units(array, [0.0, 1.0, 0.0], Rule::Normals, changes),
        Role::Tangent => rows::tangents(array, changes),
        Role::Rotation { spline } => rows::rotations(array, spline, changes),
        Role::Scale => rows::finite(array, 1.0, changes),
        Role::FirstColor => rows::colors(array, changes),
        Role::Times => keys::times(array, changes),
        Role::Joints | Role::Weights => None,
        _ => rows::finite(array, 0.0, changes),
    }
}

/// Returns the value, without tangents, of a spline with only one key, and the changes that were necessary.
pub(super) fn spline_value(array: &Array<'_>, role: Role) -> (Array<'static>, Vec<(Rule, usize)>) {
    let dense = array.dense();
    let third = dense.len() / 3;
    let data = dense.get(third..third * 2).unwrap_or_default().to_vec();
    let key = Array { normalized: array.normalized, ..Array::from_bytes(array.component, array.width, data) };
    let Conformed { array, changes, .. } = conform(&key, role);
    (array.unwrap_or(key), changes)
}

/// Converts all numbers to floats.
fn floats(array: &Array<'_>) -> Array<'static> {
    let dense = array.dense();
    let numbers = dense.chunks_exact(array.component.size()).map(|bytes| array.number(bytes));
    let data: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    Array::from_bytes(Component::F32, array.width, data)
}
