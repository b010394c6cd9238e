//! From glTF's space into Urho3D's, and matrices as chains of bones.

use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3};

use crate::Transform;

/// The mirror at the plane x = 0 and the scale, which together lead into the engine's space (conventions 1.1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    scale: f64,
}

/// Translation, rotation, scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trs {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
}

impl Trs {
    pub(super) const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE };

    pub(super) fn to_affine(self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl Space {
    pub(super) fn new(scale: f32) -> Self {
        Self { scale: f64::from(scale) }
    }

    pub(super) fn point(self, point: DVec3) -> Vec3 {
        (point * DVec3::new(-self.scale, self.scale, self.scale)).as_vec3()
    }

    /// A rotation, which the scale has no effect on.
    pub(super) fn rotation(rotation: DQuat) -> Quat {
        let [x, y, z, w] = rotation.as_quat().to_array();
        Quat::from_xyzw(x, -y, -z, w)
    }

    /// A matrix from mirrored space into mirrored space.
    pub(super) fn affine(self, affine: DAffine3) -> DAffine3 {
        let mirror = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
        let translation = affine.translation * DVec3::new(-self.scale, self.scale, self.scale);
        DAffine3 { matrix3: mirror * affine.matrix3 * mirror, translation }
    }
}

/// A node's transform with double precision.
pub(super) fn affine(transform: &Transform) -> DAffine3 {
    match transform {
        Transform::Trs { .. } => split(transform).first.to_affine(),
        Transform::Matrix(columns) => {
            let matrix: DMat4 = Mat4::from_cols_array(columns).as_dmat4();
            DAffine3::from_mat4(matrix)
        }
    }
}

/// A transform as one bone, or as a bone and another below it: scales along axes that aren't the bone's own take two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) first: Trs,
    /// What turns below the first.
    pub(super) second: Option<DQuat>,
}

/// A node's transform as bones.
pub(super) fn split(transform: &Transform) -> Chain {
    match transform {
        Transform::Trs { translation, rotation, scale } => {
            let rotation = DQuat::from_array(rotation.map(f64::from));
            let (translation, scale) = (DVec3::from(translation.map(f64::from)), DVec3::from(scale.map(f64::from)));
            Chain { first: Trs { translation, rotation, scale }, second: None }
        }
        Transform::Matrix(_) => decompose(affine(transform)),
    }
}

/// How far from square columns of a matrix may be to count as square.
const SQUARE: f64 = 1e-6;

/// `M = U S Vᵗ`: a rotation, then a scale, then a rotation, by turning pairs of columns until all are square to each other (one-sided
/// Jacobi). Columns that are so from the beginning need no `V`.
fn decompose(affine: DAffine3) -> Chain {
    let translation = affine.translation;
    if let Some((rotation, scale)) = rotation_and_scale(affine.matrix3) {
        return Chain { first: Trs { translation, rotation, scale }, second: None };
    }
    let (mut columns, mut turn) = (affine.matrix3, DMat3::IDENTITY);
    for _ in 0..32 {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let rotation = squaring(columns.col(a), columns.col(b));
            turn_columns(&mut columns, (a, b), rotation);
            turn_columns(&mut turn, (a, b), rotation);
        }
    }
    let (rotation, scale) = rotation_and_scale(columns).unwrap_or((DQuat::IDENTITY, DVec3::ZERO));
    let second = DQuat::from_mat3(&turn.transpose()).normalize();
    Chain { first: Trs { translation, rotation, scale }, second: Some(second) }
}

/// Cosine and sine that make two columns square to each other.
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

/// Rotation and scale of a matrix with square columns; a mirror goes into the scale of x. Columns of no length are any that fit.
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

/// Three axes of a rotation of which some are missing.
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

/// What turns normals: the inverse transpose but for its length, so that it exists for every matrix.
pub(super) fn normal_matrix(matrix: DMat3) -> DMat3 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let sign = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y)) * sign
}

/// The inverse, if it can be had without losing more than a few digits.
pub(super) fn inverse(affine: DAffine3) -> Option<DAffine3> {
    let matrix = affine.matrix3;
    let largest = matrix.x_axis.length().max(matrix.y_axis.length()).max(matrix.z_axis.length());
    let inverse = affine.inverse();
    let sound = inverse.is_finite() && matrix.determinant().abs() > 1e-6 * largest.powi(3);
    sound.then_some(inverse)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn assert_same(chain: Chain, matrix: DAffine3) {
        let second = DAffine3::from_quat(chain.second.unwrap_or(DQuat::IDENTITY));
        let product = chain.first.to_affine() * second;
        assert!(product.abs_diff_eq(matrix, 1e-9), "{product} isn't {matrix}");
    }

    #[test]
    fn every_matrix_is_two_bones() {
        let columns = |x, y, z| DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation: DVec3::new(1.0, 2.0, 3.0) };
        let sheared = columns(DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::new(0.1, -0.4, 2.0));
        assert!(decompose(sheared).second.is_some());
        assert_same(decompose(sheared), sheared);
        let flat = columns(DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::ZERO);
        assert_same(decompose(flat), flat);
        let line = columns(DVec3::ZERO, DVec3::new(0.7, 1.0, 0.0), DVec3::new(1.4, 2.0, 0.0));
        assert_same(decompose(line), line);
        let mirrored = columns(-DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::Z);
        assert_same(decompose(mirrored), mirrored);
    }

    #[test]
    fn square_columns_are_one_bone() {
        let matrix = DAffine3::from_scale_rotation_translation(
            DVec3::new(-2.0, 3.0, 0.5),
            DQuat::from_rotation_x(2.0) * DQuat::from_rotation_y(1.0),
            DVec3::X,
        );
        let chain = decompose(matrix);
        assert!(chain.second.is_none());
        assert_same(chain, matrix);
        let none = DAffine3::from_scale(DVec3::ZERO);
        assert_same(decompose(none), none);
    }

    #[test]
    fn mirrored_matrices_do_what_the_mirrored_points_do() {
        let space = Space::new(2.0);
        let matrix = DAffine3::from_scale_rotation_translation(
            DVec3::new(1.0, 2.0, 3.0),
            DQuat::from_rotation_z(0.3) * DQuat::from_rotation_x(1.0),
            DVec3::new(4.0, 5.0, 6.0),
        );
        let point = DVec3::new(0.3, -0.2, 0.9);
        let moved = space.affine(matrix).transform_point3(space.point(point).as_dvec3());
        assert!(space.point(matrix.transform_point3(point)).distance(moved.as_vec3()) < 1e-5);
        let quarter = DQuat::from_rotation_y(0.7);
        let turned = Space::rotation(quarter) * Space::new(1.0).point(point);
        assert!(Space::new(1.0).point(quarter * point).distance(turned) < 1e-6);
    }
}
