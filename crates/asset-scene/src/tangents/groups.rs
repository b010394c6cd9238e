//! Groups of faces around a vertex, and their tangents.

use glam::{Vec3, Vec4};

use super::Triangles;
use super::faces::{Face, Faces, NONE, unit};
use super::neighbors::neighbors;

/// Returns the tangent of each corner; `None` for corners in no group.
pub(super) fn tangents(triangles: &Triangles<'_>, faces: Faces) -> Vec<Option<Vec4>> {
    let Faces { faces, corners, others } = faces;
    let neighbors = neighbors(&faces, corners.len());
    let grouped = vec![[false; 3]; faces.len()];
    let mut groups = Groups { triangles, neighbors, grouped, faces, waiting: Vec::new() };
    let mut tangents = vec![None; triangles.indices.len()];
    let mut members = Vec::new();
    for index in 0..groups.faces.len() {
        let Some(face) = groups.faces.get(index).filter(|face| !face.follows) else { continue };
        let is_upright = face.is_upright;
        for vertex in face.vertices {
            groups.collect(index as u32, vertex, is_upright, &mut members);
            write(&members, is_upright, &mut tangents);
        }
    }
    for (corner, same) in others {
        let same = tangents.get(same).copied().flatten();
        tangents.get_mut(corner).into_iter().for_each(|own| *own = same);
    }
    tangents
}

/// Groups on their way.
struct Groups<'t> {
    triangles: &'t Triangles<'t>,
    faces: Vec<Face>,
    neighbors: Vec<[u32; 3]>,
    /// Of each corner, whether it is in a group.
    grouped: Vec<[bool; 3]>,
    /// Faces that may belong to the group.
    waiting: Vec<u32>,
}

/// A corner in a group.
struct Member {
    face: u32,
    /// Number of the corner in the triangle list.
    place: usize,
    /// Whether the face follows its neighbours.
    follows: bool,
    /// Directions of the face in the plane of the normal.
    directions: [Vec3; 2],
    /// Angle of the corner in the plane of the normal.
    angle: f32,
}

impl Groups<'_> {
    /// Collects the group around a vertex that a face belongs to; nothing if the face is in a group there already.
    fn collect(&mut self, face: u32, vertex: u32, is_upright: bool, members: &mut Vec<Member>) {
        members.clear();
        self.waiting.push(face);
        while let Some(next) = self.waiting.pop() {
            members.extend(self.join(next as usize, vertex, is_upright));
        }
        members.sort_unstable_by_key(|member| member.face);
    }

    /// Adds a face to the group around a vertex, if it isn't in a group there and has its handedness.
    fn join(&mut self, index: usize, vertex: u32, is_upright: bool) -> Option<Member> {
        let (face, grouped) = (self.faces.get_mut(index)?, self.grouped.get_mut(index)?);
        let corner = face.corner(vertex)?;
        if *grouped.get(corner)? {
            return None;
        }
        // The first group decides the handedness of a face that follows.
        if face.follows && *grouped == [false; 3] {
            face.is_upright = is_upright;
        }
        if face.is_upright != is_upright {
            return None;
        }
        *grouped.get_mut(corner)? = true;
        let [before, own] = [(corner.saturating_add(2)) % 3, corner];
        let around = self.neighbors.get(index)?;
        let next = [around.get(before)?, around.get(own)?];
        self.waiting.extend(next.into_iter().filter(|next| **next != NONE));
        Some(Member::new(self.triangles, index as u32, face, corner))
    }
}

impl Member {
    fn new(triangles: &Triangles<'_>, index: u32, face: &Face, corner: usize) -> Self {
        let start = (face.number as usize).saturating_mul(3);
        let vertex = |step: usize| {
            let place = start.saturating_add(corner.saturating_add(step) % 3);
            triangles.vertex(triangles.indices.get(place).copied().unwrap_or(NONE))
        };
        let (own, normal) = (vertex(0).position, vertex(0).normal);
        let flat = |vector: Vec3| unit(vector - normal.dot(vector) * normal);
        let angle = if face.follows {
            0.0
        } else {
            let [next, last] = [1, 2].map(|step| flat(vertex(step).position - own));
            // In 64 bits, as the original.
            f64::from(next.dot(last).clamp(-1.0, 1.0)).acos() as f32
        };
        let directions = face.directions.map(flat);
        Self { face: index, place: start.saturating_add(corner), follows: face.follows, directions, angle }
    }

    /// Whether another member counts for the tangent of this one: one whose directions aren't exactly opposite.
    fn takes(&self, other: &Self) -> bool {
        let is_any = self.follows || other.follows || self.face == other.face;
        is_any || self.directions.iter().zip(&other.directions).all(|(own, other)| own.dot(*other) > -1.0)
    }
}

/// Writes the tangents of a group.
fn write(members: &[Member], is_upright: bool, tangents: &mut [Option<Vec4>]) {
    let mut later = members.iter().enumerate();
    let is_one = later.all(|(index, member)| members.iter().skip(index).all(|other| member.takes(other)));
    let all = is_one.then(|| mean(members.iter()));
    let sign = if is_upright { 1.0 } else { -1.0 };
    for member in members {
        let mean = all.unwrap_or_else(|| mean(members.iter().filter(|other| member.takes(other))));
        let tangent = Some(mean.extend(sign)).filter(|tangent| tangent.is_finite());
        tangents.get_mut(member.place).into_iter().for_each(|own| *own = tangent);
    }
}

/// Returns the mean of the members' tangents, weighted by angle.
fn mean<'m>(members: impl Iterator<Item = &'m Member>) -> Vec3 {
    let shares = members.filter(|member| !member.follows).map(|member| member.angle * member.directions[0]);
    unit(shares.fold(Vec3::ZERO, |sum, share| sum + share))
}
