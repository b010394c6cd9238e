//! Splits matrices into translation, rotation and scale. A matrix that shears needs two transforms.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::Transform;

/// A translation, rotation and scale with double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trs {
    /// The translation, in the parent's unit.
    pub translation: DVec3,
    /// The rotation. If it comes from a matrix, it has unit length.
    pub rotation: DQuat,
    /// The scale. A negative value mirrors.
    pub scale: DVec3,
}

/// A transform that is split into a [`Trs`] and, if it shears, an inner rotation. You need both because shear is a
/// scale along axes that are not the node's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    /// The outer transform.
    pub first: Trs,
    /// The inner rotation, or `None` if the matrix doesn't shear.
    pub second: Option<DQuat>,
}

impl Trs {
    /// The identity.
    pub const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE };

    /// Returns the matrix.
    pub fn to_affine(self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl Transform {
    /// Splits the transform into translation, rotation and scale, and a second rotation if it is a matrix that shears.
    /// Nothing is lost: if you multiply both again, you get the transform back, apart from rounding.
    pub fn split(&self) -> Chain {
        match self {
            Self::Trs { translation, rotation, scale } => {
                let rotation = DQuat::from_array(rotation.map(f64::from));
                let (translation, scale) = (DVec3::from(translation.map(f64::from)), DVec3::from(scale.map(f64::from)));
                Chain { first: Trs { translation, rotation, scale }, second: None }
            }
            Self::Matrix(_) => Chain::of(self.to_affine()),
        }
    }
}

/// How far columns may be from orthogonal before this is considered to be shear.
const SQUARE: f64 = 1e-6;

impl Chain {
    /// Splits a matrix into a rotation, a scale and a rotation: `M = U S Vᵗ`. To do this, it rotates pairs of columns
    /// until all are orthogonal (one-sided Jacobi). If the columns already are orthogonal, this does not need `V`.
    pub fn of(affine: DAffine3) -> Self {
        let translation = affine.translation;
        if let Some((rotation, scale)) = rotation_and_scale(affine.matrix3) {
            return Self { first: Trs { translation, rotation, scale }, second: None };
        }
        let (mut columns, mut turn) = (affine.matrix3, DMat3::IDENTITY);
        for _ in 0..32 {
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let rotation = squaring(columns.col(a), columns.col(b));
                turn_columns(&mut columns, (a, b), rotation);
                turn_columns(&mut turn, (a, b), rotation);
            }
        }
        // Columns that aren't finite can't be made orthogonal: such a node is a point.
        let (rotation, scale) = rotation_and_scale(columns).unwrap_or((DQuat::IDENTITY, DVec3::ZERO));
        let second = DQuat::from_mat3(&turn.transpose()).normalize();
        Self { first: Trs { translation, rotation, scale }, second: Some(second) }
    }

    /// Returns the matrix.
    pub fn to_affine(self) -> DAffine3 {
        self.first.to_affine() * DAffine3::from_quat(self.second.unwrap_or(DQuat::IDENTITY))
    }
}

/// Returns the cosine and sine of the rotation that makes two columns orthogonal.
fn squaring(a: DVec3, b: DVec3) -> (f64, f64) {
    let (dot, difference) = (a.dot(b), b.length_squared() - a.length_squared());
    if dot == 0.0 || !dot.is_finite() || !difference.is_finite() {
        return (1.0, 0.0);
    }
    let ratio = difference / (2.0 * dot);
    let tangent = ratio.signum() / (ratio.abs() + (1.0 + ratio * ratio).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    (cosine, cosine * tangent)
}

fn turn_columns(matrix: &mut DMat3, (a, b): (usize, usize), (cosine, sine): (f64, f64)) {
    let (from, to) = (matrix.col(a), matrix.col(b));
    *matrix.col_mut(a) = from * cosine - to * sine;
    *matrix.col_mut(b) = from * sine + to * cosine;
}

/// Returns the rotation and scale of a matrix with orthogonal columns. If it mirrors, the x scale will be negative. A
/// column whose length is 0 gets any direction that fits.
fn rotation_and_scale(matrix: DMat3) -> Option<(DQuat, DVec3)> {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let mut scale = DVec3::new(x.length(), y.length(), z.length());
    let square = |a: DVec3, b: DVec3| a.dot(b).abs() <= SQUARE * a.length() * b.length();
    if !scale.is_finite() || !square(x, y) || !square(x, z) || !square(y, z) {
        return None;
    }
    let mut axes = [x, y, z].map(DVec3::try_normalize);
    if let [Some(x), Some(y), Some(z)] = axes {
        if x.cross(y).dot(z) < 0.0 {
            axes = [Some(-x), Some(y), Some(z)];
            scale.x = -scale.x;
        }
    }
    let rotation = match axes {
        [Some(x), Some(y), Some(z)] => DMat3::from_cols(x, y, z),
        [x, y, z] => completed(x, y, z),
    };
    Some((DQuat::from_mat3(&rotation).normalize(), scale))
}

/// Completes the axes of a rotation if some are missing.
fn completed(x: Option<DVec3>, y: Option<DVec3>, z: Option<DVec3>) -> DMat3 {
    match (x, y, z) {
        (None, Some(y), Some(z)) => DMat3::from_cols(y.cross(z), y, z),
        (Some(x), None, Some(z)) => DMat3::from_cols(x, z.cross(x), z),
        (Some(x), Some(y), _) => DMat3::from_cols(x, y, x.cross(y)),
        (Some(x), None, None) => {
            let y = x.any_orthonormal_vector();
            DMat3::from_cols(x, y, x.cross(y))
        }
        (None, Some(y), None) => {
            let z = y.any_orthonormal_vector();
            DMat3::from_cols(y.cross(z), y, z)
        }
        (None, None, Some(z)) => {
            let x = z.any_orthonormal_vector();
            DMat3::from_cols(x, z.cross(x), z)
        }
        (None, None, None) => DMat3::IDENTITY,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn assert_same(chain: Chain, matrix: DAffine3) {
        let product = chain.to_affine();
        assert!(product.abs_diff_eq(matrix, 1e-9), "{product} isn't {matrix}");
    }

    #[test]
    fn every_matrix_is_two_rotations_and_a_scale() {
        let columns = |x, y, z| DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation: DVec3::new(1.0, 2.0, 3.0) };
        let sheared = columns(DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::new(0.1, -0.4, 2.0));
        assert!(Chain::of(sheared).second.is_some());
        assert_same(Chain::of(sheared), sheared);
        let flat = columns(DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::ZERO);
        assert_same(Chain::of(flat), flat);
        let line = columns(DVec3::ZERO, DVec3::new(0.7, 1.0, 0.0), DVec3::new(1.4, 2.0, 0.0));
        assert_same(Chain::of(line), line);
        let mirrored = columns(-DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::Z);
        assert_same(Chain::of(mirrored), mirrored);
    }

    #[test]
    fn square_columns_are_one() {
        let rotation = DQuat::from_rotation_x(2.0) * DQuat::from_rotation_y(1.0);
        let matrix = DAffine3::from_scale_rotation_translation(DVec3::new(-2.0, 3.0, 0.5), rotation, DVec3::X);
        let chain = Chain::of(matrix);
        assert!(chain.second.is_none());
        assert_same(chain, matrix);
        let none = DAffine3::from_scale(DVec3::ZERO);
        assert_same(Chain::of(none), none);
    }
}
