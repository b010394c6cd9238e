//! Compares meshes. Vertices and triangles can be in any order.

use std::collections::HashMap;
use std::sync::Arc;

use asset_geometry::Topology;
use asset_geometry::glam::{DAffine3, DVec3, Vec3, Vec4};
use asset_scene::influences::Influences;
use asset_scene::{Id, Mesh, Scene, Skin};
use binio::Findings;

use super::tolerance::{BYTE, NORMAL, PLACE, SKINNED_PLACE};
use super::vertex::{self, normals, places, tex_coords};
use crate::surface::{self, Surface};

/// How many triangles to try for each triangle before the meshes are considered different.
const TRIES: usize = 64;

/// The share of a mesh's size by which places may differ.
pub(super) fn share(is_skinned: bool) -> f32 {
    if is_skinned { SKINNED_PLACE } else { PLACE }
}

/// Returns the distance up to which positions in a mesh are the same. It depends on the size of the mesh, so `positions`
/// should be those of the whole mesh. Set `is_skinned` if joints move them.
pub fn rounding(positions: &[Vec3], is_skinned: bool) -> f32 {
    Extent::of(positions).size() * share(is_skinned)
}

/// What a primitive draws, ready to be compared.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The number of the primitive in its mesh.
    pub primitive: usize,
    surface: Surface,
    /// The names of the joints to which influences refer. All primitives in a mesh share these.
    joints: Arc<[String]>,
    extent: Extent,
    /// The mean position of all corners.
    middle: DVec3,
}

/// The range of all finite positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    low: Vec3,
    high: Vec3,
    /// The largest distance from the origin on any axis.
    reach: f32,
}

impl Extent {
    const NONE: Self = Self { low: Vec3::INFINITY, high: Vec3::NEG_INFINITY, reach: 0.0 };

    pub(super) fn of(positions: &[Vec3]) -> Self {
        let finite = positions.iter().filter(|place| place.is_finite());
        finite.fold(Self::NONE, |extent, place| {
            extent.with(Self { low: *place, high: *place, reach: place.abs().max_element() })
        })
    }

    fn with(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high), reach: self.reach.max(other.reach) }
    }

    pub(super) fn size(self) -> f32 {
        // Rounding grows with the distance from the origin.
        (self.high - self.low).max_element().max(self.reach * 0.1).max(1e-6)
    }
}

/// How the primitives of two meshes correspond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// Each primitive draws the same as one primitive in the other mesh. These are the indices there.
    Primitives(Vec<usize>),
    /// All primitives together draw the same as the other mesh, but they are divided differently.
    Together,
}

impl Drawn {
    /// Returns what the primitives of a mesh draw. You must [check](Scene::check) the scene first. Empty primitives are
    /// skipped. If `moves` is set, this includes the skin's joints and the morph targets.
    pub fn of_mesh(scene: &Scene<'_>, mesh: Id<Mesh>, skin: Option<Id<Skin>>, moves: bool) -> Vec<Self> {
        let skin = skin.filter(|_| moves);
        let joints = skin.iter().flat_map(|skin| &scene[*skin].joints);
        let joints: Arc<[String]> = joints.map(|joint| scene[*joint].name.clone()).collect();
        let count = scene.meshes.get(mesh).map_or(0, |mesh| mesh.primitives.len());
        let read = |primitive: usize| {
            let read = surface::read(scene, mesh, primitive, skin, &mut Findings::new());
            let mut surface = read.ok().flatten()?;
            surface.make_list();
            if !moves {
                surface.targets.clear();
            }
            let (extent, middle) = (Extent::of(&surface.positions), middle(&surface));
            Some(Self { primitive, surface, joints: Arc::clone(&joints), extent, middle })
        };
        (0..count).filter_map(read).collect()
    }

    /// Returns the number of indices. Primitives with different numbers never draw the same.
    pub fn index_count(&self) -> usize {
        self.surface.indices.len()
    }

    /// [`Drawn::of_mesh`] in another space, such as the [space of another skin](super::space).
    pub fn of_mesh_in(
        space: Option<DAffine3>,
        scene: &Scene<'_>,
        mesh: Id<Mesh>,
        skin: Option<Id<Skin>>,
        moves: bool,
    ) -> Vec<Self> {
        let mut all = Self::of_mesh(scene, mesh, skin, moves);
        for (drawn, space) in all.iter_mut().zip(space.into_iter().cycle()) {
            drawn.surface.transform(space);
            (drawn.extent, drawn.middle) = (Extent::of(&drawn.surface.positions), middle(&drawn.surface));
        }
        all
    }

    /// The distance up to which positions are the same.
    fn near(&self, size: f32) -> f32 {
        size * share(!self.surface.influences.is_empty())
    }

    /// Returns how many vertices a point, a line or a triangle has.
    fn corners(&self) -> usize {
        match self.surface.topology {
            Some(Topology::Points) | None => 1,
            Some(Topology::Lines | Topology::LineStrip) => 2,
            Some(_) => 3,
        }
    }

    /// Returns whether another primitive has the same tangents, apart from the rounding that is usual for normals. If
    /// one of them has no tangents, this returns true, because some programs don't keep tangents. Vertices must be in
    /// the same order; if not, this usually returns false.
    pub fn has_tangents_of(&self, other: &Self) -> bool {
        let (own, other) = (&self.surface.tangents, &other.surface.tangents);
        let bits = |tangent: &Vec4| tangent.to_array().map(f32::to_bits);
        let near = |(a, b): (&Vec4, &Vec4)| (*a - *b).length() <= NORMAL || bits(a) == bits(b);
        own.is_empty() || other.is_empty() || own.len() == other.len() && own.iter().zip(other).all(near)
    }

    /// Returns whether another primitive can be the same. This is only a quick check, because if there are many
    /// primitives in another order, most will not be the same.
    fn may_be(&self, other: &Self, size: f32) -> bool {
        let near = f64::from(self.near(size));
        let apart = (self.middle - other.middle).abs().max_element();
        // The middle of positions that aren't numbers is none either.
        self.surface.indices.len() == other.surface.indices.len() && (apart <= 2.0 * near || apart.is_nan())
    }

    fn influences(&self, vertex: usize) -> Vec<(&str, f32)> {
        let used = self.surface.influences.get(vertex).into_iter().flat_map(Influences::used);
        let named = used.filter(|(_, weight)| *weight > BYTE);
        named.filter_map(|(joint, weight)| Some((self.joints.get(joint as usize)?.as_str(), weight))).collect()
    }
}

/// Returns the mean position of all corners.
fn middle(surface: &Surface) -> DVec3 {
    let places = surface.indices.iter().filter_map(|index| surface.positions.get(*index as usize));
    places.map(|place| place.as_dvec3()).sum::<DVec3>() / surface.indices.len().max(1) as f64
}

/// Returns how the primitives of two meshes correspond, or `None` if they draw something different. Tangents are not
/// compared. Normals are only compared if both have them.
pub fn drawn(ours: &[Drawn], theirs: &[Drawn]) -> Option<Match> {
    let size = size(ours.iter().chain(theirs));
    let mut open: Vec<usize> = (0..theirs.len()).collect();
    let mut places = Vec::with_capacity(ours.len());
    for (number, own) in ours.iter().enumerate() {
        let is_it = |place: &usize| {
            theirs.get(*place).is_some_and(|other| own.may_be(other, size) && is_same(&[own], &[other], size))
        };
        // As a rule they are in the same order.
        let at = open.iter().position(|place| *place == number && is_it(place));
        let Some(at) = at.or_else(|| open.iter().position(is_it)) else { break };
        places.push(open.remove(at));
    }
    if places.len() == ours.len() && open.is_empty() {
        return Some(Match::Primitives(places));
    }
    if ours.len() == theirs.len() || ours.is_empty() || theirs.is_empty() {
        return None;
    }
    let (ours, theirs): (Vec<&Drawn>, Vec<&Drawn>) = (ours.iter().collect(), theirs.iter().collect());
    is_same(&ours, &theirs, size).then_some(Match::Together)
}

/// A point, line or triangle, given by its primitive and its first index.
type Item = (usize, usize);

/// Primitives that are compared as if they were one.
struct Side<'d> {
    all: &'d [&'d Drawn],
    corners: usize,
}

impl<'d> Side<'d> {
    fn items(&self) -> impl Iterator<Item = Item> + '_ {
        self.all.iter().enumerate().flat_map(|(at, drawn)| {
            (0..drawn.surface.indices.len()).step_by(self.corners.max(1)).map(move |first| (at, first))
        })
    }

    fn vertex(&self, (at, first): Item, corner: usize) -> Option<(&'d Drawn, usize)> {
        let drawn = self.all.get(at)?;
        let index = drawn.surface.indices.get(first.checked_add(corner)?)?;
        Some((drawn, *index as usize))
    }

    fn middle(&self, item: Item) -> Vec3 {
        let corners = (0..self.corners).filter_map(|corner| self.vertex(item, corner));
        let places = corners.filter_map(|(drawn, vertex)| drawn.surface.positions.get(vertex));
        places.sum::<Vec3>()
    }
}

/// Returns the size of everything that is drawn.
fn size<'d>(all: impl Iterator<Item = &'d Drawn>) -> f32 {
    all.fold(Extent::NONE, |extent, drawn| extent.with(drawn.extent)).size()
}

/// Returns whether primitives draw the same. `size` is the size of their meshes.
fn is_same(ours: &[&Drawn], theirs: &[&Drawn], size: f32) -> bool {
    let Some(first) = ours.first() else { return theirs.is_empty() };
    let corners = first.corners();
    if ours.iter().chain(theirs).any(|drawn| drawn.corners() != corners || !has_columns_of(drawn, first)) {
        return false;
    }
    let (ours, theirs) = (Side { all: ours, corners }, Side { all: theirs, corners });
    let (own, other): (Vec<Item>, Vec<Item>) = (ours.items().collect(), theirs.items().collect());
    if own.len() != other.len() {
        return false;
    }
    let near = first.near(size);
    let same = |a: Item, b: Item, turn: usize| {
        (0..corners).all(|corner| {
            let turned = corner.saturating_add(turn).checked_rem(corners).unwrap_or(0);
            let (a, b) = (ours.vertex(a, corner), theirs.vertex(b, turned));
            a.zip(b).is_some_and(|(a, b)| is_vertex(a, b, near))
        })
    };
    own.iter().zip(&other).all(|(a, b)| same(*a, *b, 0)) || in_another_order(&ours, &theirs, near, same)
}

/// Returns whether each item on one side is also on the other side. No item may be used twice.
fn in_another_order(ours: &Side<'_>, theirs: &Side<'_>, near: f32, same: impl Fn(Item, Item, usize) -> bool) -> bool {
    let cell = near * 64.0;
    let cell_of = |place: Vec3| (place / cell).floor().to_array().map(|number| number as i64);
    let mut open: HashMap<[i64; 3], Vec<Item>> = HashMap::new();
    let mut count = 0_usize;
    for item in theirs.items() {
        count = count.saturating_add(1);
        open.entry(cell_of(theirs.middle(item))).or_default().push(item);
    }
    let mut tries = count.saturating_mul(TRIES);
    ours.items().all(|item| {
        let middle = ours.middle(item);
        let reach = Vec3::splat(near * 4.0);
        let (low, high) = (cell_of(middle - reach), cell_of(middle + reach));
        let mut cells = vec![low];
        for axis in 0..3 {
            let further: Vec<[i64; 3]> = cells.clone();
            for mut cell in further {
                if low.get(axis) != high.get(axis) {
                    if let Some((slot, value)) = cell.get_mut(axis).zip(high.get(axis)) {
                        *slot = *value;
                    }
                    cells.push(cell);
                }
            }
        }
        cells.into_iter().any(|cell| {
            let Some(items) = open.get_mut(&cell) else { return false };
            let found = items.iter().position(|other| {
                let Some(left) = tries.checked_sub(1) else { return false };
                tries = left;
                (0..ours.corners).any(|turn| same(item, *other, turn))
            });
            found.is_some_and(|found| {
                items.swap_remove(found);
                true
            })
        })
    })
}

/// Returns whether two primitives have the same columns: texture coordinates, morph targets and joints.
fn has_columns_of(drawn: &Drawn, other: &Drawn) -> bool {
    let sets = |drawn: &Drawn| drawn.surface.tex_coords.iter().map(|(set, _)| *set).collect::<Vec<_>>();
    sets(drawn) == sets(other)
        && drawn.surface.targets.len() == other.surface.targets.len()
        && drawn.surface.influences.is_empty() == other.surface.influences.is_empty()
}

/// Returns whether two vertices are the same.
fn is_vertex((a, at): (&Drawn, usize), (b, bt): (&Drawn, usize), near: f32) -> bool {
    let (own, other) = (&a.surface, &b.surface);
    both(own.positions.get(at), other.positions.get(bt), |a, b| places(a, b, near))
        && both(own.normals.get(at), other.normals.get(bt), normals)
        && own.tex_coords.iter().zip(&other.tex_coords).all(|((_, a), (_, b))| both(a.get(at), b.get(bt), tex_coords))
        && own.targets.iter().zip(&other.targets).all(|(a, b)| {
            let delta = |column: &[Vec3], vertex: usize| column.get(vertex).copied().unwrap_or(Vec3::ZERO);
            places(delta(&a.positions, at), delta(&b.positions, bt), near)
        })
        && colors((own, at), (other, bt))
        && influences(&a.influences(at), &b.influences(bt))
}

fn both<T: Copy>(a: Option<&T>, b: Option<&T>, same: impl Fn(T, T) -> bool) -> bool {
    a.zip(b).is_none_or(|(a, b)| same(*a, *b))
}

/// Compares colours. Vertices without colours are white.
fn colors((a, at): (&Surface, usize), (b, bt): (&Surface, usize)) -> bool {
    let color = |surface: &Surface, set: usize, vertex: usize| {
        surface.colors.get(set).and_then(|(_, column)| column.get(vertex)).copied().unwrap_or([1.0; 4])
    };
    (0..a.colors.len().max(b.colors.len())).all(|set| vertex::colors(color(a, set, at), color(b, set, bt)))
}

fn influences(a: &[(&str, f32)], b: &[(&str, f32)]) -> bool {
    // Joints may have one name.
    let weight = |of: &[(&str, f32)], name: &str| {
        of.iter().filter(|(own, _)| *own == name).map(|(_, weight)| *weight).sum::<f32>()
    };
    let within = |of: &[(&str, f32)], other: &[(&str, f32)]| {
        of.iter().all(|(name, _)| (weight(of, name) - weight(other, name)).abs() <= 2.0 * BYTE)
    };
    within(a, b) && within(b, a)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use asset_scene::{Array, Attribute, Node, Primitive, Semantic};

    /// Returns two triangles with texture coordinates. Vertices and triangles are in the order of `order`.
    fn scene(order: &[usize], change: impl Fn(&mut Vec<[f32; 3]>, &mut Vec<[f32; 2]>)) -> (Scene<'static>, Id<Mesh>) {
        let corners =
            [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [5.0, 0.0, 0.0], [5.0, 1.0, 0.0], [6.0, 0.0, 0.0]];
        let mut positions: Vec<[f32; 3]> = order.iter().map(|at| corners[*at]).collect();
        let mut tex_coords: Vec<[f32; 2]> = positions.iter().map(|[x, y, _]| [*x, *y]).collect();
        change(&mut positions, &mut tex_coords);
        let mut scene = Scene::default();
        let positions = scene.arrays.push(Array::from_f32s(positions));
        let tex_coords = scene.arrays.push(Array::from_f32s(tex_coords));
        let attributes = vec![
            Attribute { semantic: Semantic::Position, array: positions },
            Attribute { semantic: Semantic::TexCoord(0), array: tex_coords },
        ];
        let mesh = scene
            .meshes
            .push(Mesh { primitives: vec![Primitive { attributes, ..Primitive::default() }], ..Mesh::default() });
        scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
        (scene, mesh)
    }

    fn same(a: &(Scene<'_>, Id<Mesh>), b: &(Scene<'_>, Id<Mesh>)) -> bool {
        let of = |(scene, mesh): &(Scene<'_>, Id<Mesh>)| Drawn::of_mesh(scene, *mesh, None, true);
        drawn(&of(a), &of(b)).is_some()
    }

    #[test]
    fn order_is_none_of_what_a_mesh_draws() {
        let plain = scene(&[0, 1, 2, 3, 4, 5], |_, _| ());
        assert!(same(&plain, &scene(&[3, 4, 5, 0, 1, 2], |_, _| ())));
        assert!(same(&plain, &scene(&[1, 2, 0, 3, 4, 5], |_, _| ())));
        assert!(same(&plain, &scene(&[0, 1, 2, 3, 4, 5], |places, _| places[1][0] += 1e-6)));
        // The other way round is another face; one triangle twice isn't two.
        assert!(!same(&plain, &scene(&[0, 2, 1, 3, 4, 5], |_, _| ())));
        assert!(!same(&plain, &scene(&[0, 1, 2, 0, 1, 2], |_, _| ())));
        assert!(!same(&scene(&[0, 1, 2, 0, 1, 2], |_, _| ()), &plain));
    }

    #[test]
    fn a_moved_corner_is_an_edit_and_so_is_a_moved_texture() {
        let plain = scene(&[0, 1, 2, 3, 4, 5], |_, _| ());
        assert!(!same(&plain, &scene(&[0, 1, 2, 3, 4, 5], |places, _| places[4][1] += 1e-3)));
        assert!(!same(&plain, &scene(&[3, 4, 5, 0, 1, 2], |places, _| places[4][1] += 1e-3)));
        assert!(!same(&plain, &scene(&[0, 1, 2, 3, 4, 5], |_, coords| coords[4][1] += 1e-3)));
    }

    #[test]
    fn parts_may_be_divided_otherwise() {
        let (whole, mesh) = scene(&[0, 1, 2, 3, 4, 5], |_, _| ());
        let one = Drawn::of_mesh(&whole, mesh, None, true);
        let two: Vec<Drawn> = [[3, 4, 5], [0, 1, 2]]
            .into_iter()
            .flat_map(|order| {
                let (part, mesh) = scene(&order, |_, _| ());
                Drawn::of_mesh(&part, mesh, None, true)
            })
            .collect();
        assert_eq!(drawn(&two, &one), Some(Match::Together));
        assert_eq!(drawn(&two, &[two[1].clone(), two[0].clone()]), Some(Match::Primitives(vec![1, 0])));
        assert_eq!(drawn(&two[..1], &one), None);
    }

    #[test]
    fn primitives_in_another_order_are_told_apart_quickly() {
        let (mut scene, mesh) = scene(&[0, 1, 2, 3, 4, 5], |_, _| ());
        let plain = scene[mesh].primitives[0].clone();
        let primitive = |number: u8| {
            let x = f32::from(number) * 8.0;
            let positions = Array::from_f32s([[x, 0.0, 0.0], [x, 1.0, 0.0], [x + 1.0, 0.0, 0.0]]);
            let mut primitive = plain.clone();
            primitive.attributes.truncate(1);
            primitive.attributes[0].array = scene.arrays.push(positions);
            primitive
        };
        let primitives = (0..100).map(primitive).collect();
        scene[mesh].primitives = primitives;
        let ours = Drawn::of_mesh(&scene, mesh, None, true);
        scene[mesh].primitives.reverse();
        let theirs = Drawn::of_mesh(&scene, mesh, None, true);
        assert_eq!(drawn(&ours, &theirs), Some(Match::Primitives((0..100).rev().collect())));
        assert_eq!(drawn(&ours[1..], &theirs), None, "one is missing");
        let alike = |own: &Drawn| theirs.iter().filter(|other| own.may_be(other, size(theirs.iter()))).count();
        assert!(ours.iter().all(|own| alike(own) == 1), "vertices are compared with one primitive each");
    }
}
