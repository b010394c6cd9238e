//! Writes the transforms of nodes.

use asset_scene::Transform;
use asset_scene::glam::{Mat3, Quat, Vec3};
use binio::Path;

use super::fix::{UNIT_4, make_unit};
use super::report::Report;
use crate::Rule;
use crate::error::Error;
use crate::json::Node;

/// Sets the transform of a node to that of a node in the scene.
pub(super) fn set(
    node: &mut Node,
    transform: &Transform,
    animated: bool,
    path: &Path,
    report: &mut Report,
) -> Result<(), Error> {
    match transform {
        Transform::Trs { translation, rotation, scale } => parts(node, (*translation, *rotation, *scale), path, report),
        Transform::Matrix(matrix) if !matrix.iter().all(|number| number.is_finite()) => {
            report.add(path, Rule::NonFiniteMatrix, 1)
        }
        Transform::Matrix(matrix) => {
            let nearest = decompose(matrix);
            if !is_close(matrix, nearest) {
                report.add(path, Rule::Shear, 1)?;
            } else if animated {
                report.add(path, Rule::AnimatedMatrix, 1)?;
            } else {
                node.matrix = Some(Box::new(*matrix));
                return Ok(());
            }
            parts(node, nearest, path, report)
        }
    }
}

pub(super) fn is_identity(transform: &Transform) -> bool {
    match transform {
        Transform::Trs { translation, rotation, scale } => {
            *translation == [0.0; 3] && *rotation == [0.0, 0.0, 0.0, 1.0] && *scale == [1.0; 3]
        }
        Transform::Matrix(_) => transform.to_mat4() == asset_scene::glam::Mat4::IDENTITY,
    }
}

/// A translation, rotation (x y z w) and scale.
type Parts = ([f32; 3], [f32; 4], [f32; 3]);

/// Writes the parts of a transform in the ranges that glTF allows.
fn parts(
    node: &mut Node,
    (mut translation, mut rotation, mut scale): Parts,
    path: &Path,
    report: &mut Report,
) -> Result<(), Error> {
    let mut bad = 0;
    for (numbers, instead) in [(&mut translation, 0.0), (&mut scale, 1.0)] {
        for number in numbers.iter_mut().filter(|number| !number.is_finite()) {
            *number = instead;
            bad += 1;
        }
    }
    report.add(path, Rule::NonFinite, bad)?;
    let outside = rotation.iter().any(|number| number.abs() > 1.0);
    let limit = if outside { 0.0 } else { UNIT_4 };
    let turned = make_unit(&mut rotation, limit, &[0.0, 0.0, 0.0, 1.0]);
    rotation = rotation.map(|number| number.clamp(-1.0, 1.0));
    report.add(path, Rule::Rotations, usize::from(turned))?;
    let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    node.translation = Some(translation).filter(|translation| bits(translation) != bits(&[0.0; 3]));
    node.rotation = Some(rotation).filter(|rotation| bits(rotation) != bits(&[0.0, 0.0, 0.0, 1.0]));
    node.scale = Some(scale).filter(|scale| bits(scale) != bits(&[1.0; 3]));
    Ok(())
}

/// Returns the translation, rotation and scale of a matrix. If the matrix has other parts, this is the nearest
/// approximation.
fn decompose(matrix: &[f32; 16]) -> Parts {
    let [x0, x1, x2, _, y0, y1, y2, _, z0, z1, z2, _, t0, t1, t2, _] = *matrix;
    let columns = [Vec3::new(x0, x1, x2), Vec3::new(y0, y1, y2), Vec3::new(z0, z1, z2)];
    let mut scale = columns.map(Vec3::length);
    let [x, y, z] = columns;
    if x.cross(y).dot(z) < 0.0 {
        // One axis mirrored is enough.
        let [x, y, z] = scale;
        scale = [-x, y, z];
    }
    let mut axes = columns;
    for (axis, scale) in axes.iter_mut().zip(scale) {
        *axis = if scale == 0.0 { Vec3::ZERO } else { *axis / scale };
    }
    let [x, y, _] = axes;
    // Perpendicular axes, for any input.
    let x = x.try_normalize().unwrap_or(Vec3::X);
    let y = (y - x * x.dot(y)).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    let rotation = Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y)));
    let rotation = if rotation.is_finite() { rotation.normalize() } else { Quat::IDENTITY };
    ([t0, t1, t2], rotation.to_array(), scale)
}

/// Returns `true` if the translation, rotation and scale form this matrix. Like the Khronos validator, this compares
/// the largest sums of rows.
fn is_close(matrix: &[f32; 16], (translation, rotation, scale): Parts) -> bool {
    let last = |at: usize| matrix.get(at).copied().unwrap_or(f32::NAN);
    if [last(3), last(7), last(11), last(15)] != [0.0, 0.0, 0.0, 1.0] || scale.contains(&0.0) {
        return false;
    }
    let product = Transform::Trs { translation, rotation, scale }.to_mat4().to_cols_array();
    let linear = |index: usize| index % 4 < 3 && index < 12;
    let largest = matrix.iter().enumerate().filter(|(index, _)| linear(*index)).map(|(_, number)| number.abs());
    let largest = largest.fold(0.0, f32::max);
    let difference = matrix.iter().zip(&product).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    let norm = |numbers: &[f32]| {
        let row = |row: usize| numbers.iter().skip(row).step_by(4).map(|number| f64::from(number.abs())).sum::<f64>();
        (0..4).map(row).fold(0.0, f64::max)
    };
    difference <= largest * 1e-3 && (norm(matrix) - norm(&product)).abs() < 4e-5
}
