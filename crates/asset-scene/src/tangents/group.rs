//! Groups of triangles around a vertex, and their tangents.

use glam::{Vec3, Vec4};

use super::face::{Face, next, previous, unit};
use super::vertices::Vertices;
use super::{NONE, Tangents};

/// Work on all groups.
pub(super) struct Groups<'s> {
    vertices: &'s Vertices<'s>,
    faces: Vec<Face>,
    tangents: Tangents,
    /// Triangles and corners of the current group.
    members: Vec<(u32, usize)>,
    /// Triangles that may belong to the current group.
    open: Vec<u32>,
    /// The members as seen from their vertex.
    views: Vec<View>,
}

/// A triangle as seen from a vertex: everything is perpendicular to the normal.
#[derive(Clone, Copy)]
struct View {
    tangent: Vec3,
    bitangent: Vec3,
    angle: f32,
    has_direction: bool,
}

impl View {
    /// Whether two triangles have a tangent in common: their directions aren't opposite.
    fn fits(&self, other: &Self) -> bool {
        let is_any = !self.has_direction || !other.has_direction;
        is_any || (self.tangent.dot(other.tangent) > -1.0 && self.bitangent.dot(other.bitangent) > -1.0)
    }
}

impl<'s> Groups<'s> {
    pub(super) fn new(vertices: &'s Vertices<'s>, faces: Vec<Face>, corners: usize) -> Self {
        let tangents = Tangents { values: Vec::with_capacity(vertices.count()), corners: vec![NONE; corners] };
        Self { vertices, faces, tangents, members: Vec::new(), open: Vec::new(), views: Vec::new() }
    }

    pub(super) fn tangents(mut self) -> Tangents {
        for number in 0..self.faces.len() as u32 {
            for corner in 0..3 {
                self.add_group(number, corner);
            }
        }
        self.copy_to_degenerate();
        self.tangents
    }

    /// Computes the tangents of the group that begins with a corner, unless it belongs to one or can't begin one.
    fn add_group(&mut self, number: u32, corner: usize) {
        let Some(face) = self.faces.get(number as usize) else { return };
        let (Some(vertex), Some(is_grouped)) = (face.vertices.get(corner), face.is_grouped.get(corner)) else { return };
        if !face.has_direction || *is_grouped {
            return;
        }
        let (vertex, is_upright) = (*vertex, face.is_upright);
        self.gather(number, vertex, is_upright);
        let normal = self.vertices.normal(vertex);
        self.views.clear();
        self.views.extend(self.members.iter().filter_map(|(face, corner)| {
            let face = self.faces.get(*face as usize)?;
            Some(view(self.vertices, face, *corner, normal))
        }));
        let sign = if is_upright { 1.0 } else { -1.0 };
        let is_one = self.views.iter().enumerate().all(|(place, view)| {
            let further = self.views.iter().skip(place.saturating_add(1));
            further.into_iter().all(|other| view.fits(other))
        });
        if is_one {
            let value = self.add_value(sum(self.views.iter()), sign);
            self.members.iter().for_each(|member| set(&mut self.tangents.corners, *member, value));
        } else {
            self.add_parts(sign);
        }
    }

    /// Collects the triangles around a vertex that are connected by edges and turned alike, in their order.
    fn gather(&mut self, first: u32, vertex: u32, is_upright: bool) {
        self.members.clear();
        self.open.push(first);
        while let Some(number) = self.open.pop() {
            let Some(face) = self.faces.get_mut(number as usize) else { continue };
            let Some(corner) = face.corner(vertex).filter(|corner| face.is_grouped.get(*corner) == Some(&false)) else {
                continue;
            };
            if !face.has_direction && face.is_grouped == [false; 3] {
                face.is_upright = is_upright;
            }
            if face.is_upright != is_upright {
                continue;
            }
            face.is_grouped.get_mut(corner).into_iter().for_each(|is_grouped| *is_grouped = true);
            self.members.push((number, corner));
            self.open.extend([previous(corner), corner].iter().filter_map(|edge| face.neighbors.get(*edge)));
        }
        self.members.sort_unstable();
    }

    /// Adds a tangent for each set of members that fit one of them.
    fn add_parts(&mut self, sign: f32) {
        let mut known: Vec<(Vec<usize>, u32)> = Vec::new();
        for (place, view) in self.views.clone().iter().enumerate() {
            let fits = |other: &(usize, &View)| other.0 == place || view.fits(other.1);
            let part: Vec<usize> = self.views.iter().enumerate().filter(fits).map(|(place, _)| place).collect();
            let value = match known.iter().find(|(known, _)| *known == part) {
                Some((_, value)) => *value,
                None => {
                    let value = self.add_value(sum(part.iter().filter_map(|place| self.views.get(*place))), sign);
                    known.push((part, value));
                    value
                }
            };
            let member = self.members.get(place).copied();
            member.into_iter().for_each(|member| set(&mut self.tangents.corners, member, value));
        }
    }

    /// Adds a tangent and returns its number, or [`NONE`] if it isn't finite.
    fn add_value(&mut self, direction: Vec3, sign: f32) -> u32 {
        if !direction.is_finite() {
            return NONE;
        }
        let number = self.tangents.values.len() as u32;
        self.tangents.values.push(Vec4::from((direction, sign)));
        number
    }

    fn copy_to_degenerate(&mut self) {
        for (number, face) in (0..).zip(&self.faces).filter(|(_, face)| face.is_degenerate) {
            for (corner, (vertex, from)) in face.vertices.iter().zip(face.neighbors).enumerate() {
                let Some(other) = self.faces.get(from as usize).and_then(|face| face.corner(*vertex)) else { continue };
                let value = self.tangents.corners.get(place(from, other)).copied().unwrap_or(NONE);
                set(&mut self.tangents.corners, (number, corner), value);
            }
        }
    }
}

/// Returns a triangle as seen from one of its corners.
fn view(vertices: &Vertices<'_>, face: &Face, corner: usize, normal: Vec3) -> View {
    let flat = |vector: Vec3| unit(vector - normal * normal.dot(vector));
    let at = |corner: usize| face.vertices.get(corner).map_or(Vec3::ZERO, |vertex| vertices.position(*vertex));
    let middle = at(corner);
    let sides = [next(corner), previous(corner)].map(|other| flat(at(other) - middle));
    let [right, left] = sides;
    let cosine = right.dot(left).clamp(-1.0, 1.0);
    View {
        tangent: flat(face.tangent),
        bitangent: flat(face.bitangent),
        // In double precision, as the reference does.
        angle: f64::from(cosine).acos() as f32,
        has_direction: face.has_direction,
    }
}

/// Returns the mean direction, weighted by the angles.
fn sum<'v>(views: impl Iterator<Item = &'v View>) -> Vec3 {
    let with_direction = views.filter(|view| view.has_direction);
    unit(with_direction.fold(Vec3::ZERO, |sum, view| sum + view.tangent * view.angle))
}

/// The place of a corner in the indices.
fn place(face: u32, corner: usize) -> usize {
    (face as usize).saturating_mul(3).saturating_add(corner)
}

fn set(corners: &mut [u32], (face, corner): (u32, usize), value: u32) {
    corners.get_mut(place(face, corner)).into_iter().for_each(|slot| *slot = value);
}
