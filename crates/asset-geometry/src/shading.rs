//! Computes smooth normals and tangents of triangles whose vertices can be in several buffers.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use glam::{Vec2, Vec3, Vec4};

/// Decides which vertices share a smooth normal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Smoothing {
    /// Only triangles that use the same vertex are smooth. If two vertices are at the same position, there is a hard
    /// edge between them.
    #[default]
    Vertices,
    /// All triangles that meet at a position are smooth, even if they use different vertices. Seams of texture
    /// coordinates will not be visible, but there are no hard edges.
    Positions,
    /// Like [`Positions`](Self::Positions), but vertices at a position are only smooth if the angle between their
    /// normals is at most this many degrees. Vertices are never split, so triangles that use the same vertex are always
    /// smooth.
    Angle(f32),
}

/// A triangle in a vertex buffer. Set a flag for each corner that no finer level of detail draws: only these corners count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The buffer with the vertices.
    pub buffer: usize,
    /// The vertices of the corners.
    pub corners: [u32; 3],
    /// Whether each corner counts.
    pub counts: [bool; 3],
}

/// Returns the sum of the triangle normals for each vertex, by buffer. A triangle normal is as long as twice the
/// triangle area.
pub fn normal_sums(faces: &[Face], positions: &[Vec<Vec3>], smoothing: Smoothing) -> Vec<Vec<Vec3>> {
    let mut sums: Vec<Vec<Vec3>> = positions.iter().map(|column| alloc::vec![Vec3::ZERO; column.len()]).collect();
    let mut shared: BTreeMap<[u32; 3], Vec3> = BTreeMap::new();
    for face in faces {
        let (Some(positions), Some(sums)) = (positions.get(face.buffer), sums.get_mut(face.buffer)) else { continue };
        let Some([a, b, c]) = corners(positions, face.corners) else { continue };
        let normal = (b - a).cross(c - a);
        if !normal.is_finite() {
            continue;
        }
        for ((corner, _), at) in face.corners.iter().zip(face.counts).zip([a, b, c]).filter(|((_, counts), _)| *counts)
        {
            match smoothing {
                Smoothing::Vertices | Smoothing::Angle(_) => {
                    sums.get_mut(*corner as usize).into_iter().for_each(|sum| *sum += normal);
                }
                Smoothing::Positions => *shared.entry(place(at)).or_default() += normal,
            }
        }
    }
    if smoothing == Smoothing::Positions {
        for (sum, at) in sums.iter_mut().flatten().zip(positions.iter().flatten()) {
            *sum = shared.get(&place(*at)).copied().unwrap_or_default();
        }
    }
    if let Smoothing::Angle(degrees) = smoothing {
        join(&mut sums, positions, degrees);
    }
    sums
}

/// At most this many different normals at a position are compared, so that the time stays linear. Vertices with further
/// normals keep theirs.
const MOST_NORMALS: usize = 64;
/// Normals are taken for equal if the cosine of the angle between them is at least this.
const EQUAL: f32 = 0.999_999;

/// Adds the sums of vertices at the same position, if the angle between their normals is at most this many degrees.
fn join(sums: &mut [Vec<Vec3>], positions: &[Vec<Vec3>], degrees: f32) {
    let least = Vec2::from_angle(degrees.clamp(0.0, 180.0).to_radians()).x.min(EQUAL);
    // A different normal at a position, and the sum of the vertices that have it.
    let mut known: BTreeMap<[u32; 3], Vec<(Vec3, Vec3)>> = BTreeMap::new();
    for (sum, at) in sums.iter().flatten().zip(positions.iter().flatten()) {
        let Some(normal) = sum.try_normalize() else { continue };
        let normals = known.entry(place(*at)).or_default();
        if let Some((_, all)) = normals.iter_mut().find(|(other, _)| other.dot(normal) >= EQUAL) {
            *all += *sum;
        } else if normals.len() < MOST_NORMALS {
            normals.push((normal, *sum));
        }
    }
    for (sum, at) in sums.iter_mut().flatten().zip(positions.iter().flatten()) {
        let Some((normal, normals)) = sum.try_normalize().zip(known.get(&place(*at))) else { continue };
        let near = normals.iter().filter(|(other, _)| other.dot(normal) >= least);
        *sum = near
            .map(|(_, sum)| *sum)
            .fold(None, |all: Option<Vec3>, one| Some(all.unwrap_or_default() + one))
            .unwrap_or(*sum);
    }
}

/// Returns the sums of the triangle directions in which u and v grow, for each vertex, by buffer.
pub fn direction_sums(faces: &[Face], positions: &[Vec<Vec3>], uvs: &[Vec<Vec2>]) -> Vec<Vec<[Vec3; 2]>> {
    let mut sums: Vec<Vec<[Vec3; 2]>> =
        positions.iter().map(|column| alloc::vec![[Vec3::ZERO; 2]; column.len()]).collect();
    for face in faces {
        let (Some(positions), Some(uvs)) = (positions.get(face.buffer), uvs.get(face.buffer)) else { continue };
        let (Some(at), Some(uv)) = (corners(positions, face.corners), corners(uvs, face.corners)) else { continue };
        let Some([along_u, along_v]) = directions(at, uv) else { continue };
        let Some(sums) = sums.get_mut(face.buffer) else { continue };
        for (corner, _) in face.corners.iter().zip(face.counts).filter(|(_, counts)| *counts) {
            if let Some([u, v]) = sums.get_mut(*corner as usize) {
                *u += along_u;
                *v += along_v;
            }
        }
    }
    sums
}

/// Returns the values at the three corners of a triangle.
fn corners<T: Copy>(values: &[T], [a, b, c]: [u32; 3]) -> Option<[T; 3]> {
    Some([*values.get(a as usize)?, *values.get(b as usize)?, *values.get(c as usize)?])
}

/// Converts a position to a key for comparison, where 0 and −0 are equal.
fn place(position: Vec3) -> [u32; 3] {
    position.to_array().map(|axis| (axis + 0.0).to_bits())
}

/// Returns the directions in which u and v grow on a triangle, or `None` if the triangle has no area in the texture.
fn directions([a, b, c]: [Vec3; 3], [uv, uv_b, uv_c]: [Vec2; 3]) -> Option<[Vec3; 2]> {
    let (first, second) = (b - a, c - a);
    let (s, t) = (Vec2::new(uv_b.x - uv.x, uv_c.x - uv.x), Vec2::new(uv_b.y - uv.y, uv_c.y - uv.y));
    let r = 1.0 / (s.x * t.y - s.y * t.x);
    let directions = [(first * t.y - second * t.x) * r, (second * s.x - first * s.y) * r];
    directions.iter().all(|direction| direction.is_finite()).then_some(directions)
}

/// Returns the tangent for a vertex, given the sums of the directions.
pub fn tangent(normal: Vec3, [along_u, along_v]: [Vec3; 2]) -> Option<Vec4> {
    let tangent = (along_u - normal * normal.dot(along_u)).try_normalize()?;
    let mirrored = normal.cross(along_u).dot(along_v) < 0.0;
    Some(tangent.extend(if mirrored { -1.0 } else { 1.0 }))
}
