//! Writes edited vertices and triangles into a mesh of the original. Everything else keeps its bytes.

use std::collections::HashMap;

use asset_geometry::{Topology, is_degenerate, triangles};
use asset_scene::glam::{Vec2, Vec3};
use binio::{Bytes, Findings, Path};
use scene_adapter::same::{self, Corner, Faces, Rebuilt};
use scene_adapter::surface::Surface;
use zed_asset::{Attribute, ByteOrder, Mesh, MeshView, TriangleArray};

use super::joints::Edit;
use crate::export::{Unseen, unseen};
use crate::kinds;

/// Indices of a list with a 16-bit count: whole triangles.
const LIST_MAX: usize = u16::MAX as usize;
/// Vertices that 16-bit indices can name.
const VERTICES_MAX: usize = 1 << 16;

/// A mesh of the original with the edits.
pub(super) struct Settled {
    pub(super) mesh: Mesh<'static>,
    /// Arrays with indices beyond the original's vertices, which new vertices would make visible.
    removed_arrays: usize,
}

impl Settled {
    pub(super) fn tell(&self, findings: &mut Findings) {
        if self.removed_arrays > 0 {
            let message = format!(
                "arrays with indices beyond the vertices are removed, because vertices are added: {}",
                self.removed_arrays
            );
            findings.loss(kinds::MESH_NOT_SHOWN, Path::from("meshes"), message);
        }
    }
}

/// The parts of a vertex that differ.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Difference {
    position: bool,
    normal: bool,
    tex_coord: bool,
}

impl Difference {
    const ALL: Self = Self { position: true, normal: true, tex_coord: true };
}

/// Elements of vertices. Missing ones are empty.
#[derive(Default)]
struct Columns {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tex_coords: Vec<Vec2>,
}

impl Columns {
    fn of_mesh(view: MeshView<'_>) -> Self {
        let tex_coords = view.tex_coords().map(|column| column.iter().map(Vec2::from).collect());
        Self {
            positions: view.positions().iter().map(Vec3::from).collect(),
            normals: view.normals().iter().map(Vec3::from).collect(),
            tex_coords: tex_coords.unwrap_or_default(),
        }
    }

    /// Joins surfaces, and returns their triangles. An element that one of them lacks is missing.
    fn of_surfaces(parts: &[&Surface]) -> (Self, Vec<u32>) {
        let (mut columns, mut indices) = (Self::default(), Vec::new());
        for part in parts {
            let first = columns.positions.len() as u32;
            columns.positions.extend(&part.positions);
            columns.normals.extend(&part.normals);
            columns.tex_coords.extend(part.tex_coords(0));
            indices.extend(part.indices.iter().map(|index| first.saturating_add(*index)));
        }
        let count = columns.positions.len();
        if columns.normals.len() != count {
            columns.normals.clear();
        }
        if columns.tex_coords.len() != count {
            columns.tex_coords.clear();
        }
        (columns, indices)
    }
}

/// Writes the surfaces of an edited mesh into the original. Triangles are matched by their corners, so another program may have changed the order of
/// everything. `joints` are written first: they change vertices by their original numbers. Returns `None` for more vertices than 16-bit indices can
/// name.
pub(super) fn settle(view: MeshView<'_>, parts: &[&Surface], joints: &[Edit]) -> Option<Settled> {
    let stored = Columns::of_mesh(view);
    let (built, built_indices) = Columns::of_surfaces(parts);
    let (shown, hidden): (Vec<TriangleArray<'_>>, Vec<TriangleArray<'_>>) =
        view.arrays().partition(|array| unseen(&view, array).is_none());
    let indices: Vec<u32> = shown.iter().flat_map(faces_of).flatten().collect();
    let near = same::rounding(&stored.positions, false).max(same::rounding(&built.positions, false));
    let own = Faces { corners: 3, indices: &indices, positions: &stored.positions, near };
    let other = Faces { corners: 3, indices: &built_indices, positions: &built.positions, near };
    let mut work = Work::new(view, &stored, &built, near, joints);
    let formers = same::formers(own, other, |a, b| work.difference(a, b) == Difference::default());
    for Corner { before, after, .. } in same::kept_corners(own, other, &formers) {
        let is_kept = |before: &u32| work.difference(*before, after) == Difference::default();
        if let Some(before) = before.filter(is_kept) {
            work.taken.get_mut(before as usize).into_iter().for_each(|taken| *taken = true);
        }
    }
    let kept: Vec<u32> = (0..).zip(&work.taken).filter(|(_, taken)| **taken).map(|(vertex, _)| vertex).collect();
    let unseen = same::unseen_faces(own, &formers, &kept);
    let mut rebuilt = same::rebuild(own, &unseen, other, &formers, |corner| work.place(corner));
    if rebuilt.has_lost && hidden.iter().all(TriangleArray::is_empty) {
        work.drop_unused(&indices, &mut rebuilt.indices);
    }
    let vertices = work.vertices;
    (vertices.len() <= VERTICES_MAX.saturating_mul(view.layout().stride()))
        .then(|| finish(view, vertices, &indices, &rebuilt, &hidden))
}

/// The triangles of an array. Triangles without a surface only stitch strips together.
fn faces_of<'m>(array: &TriangleArray<'m>) -> impl Iterator<Item = [u32; 3]> + use<'m> {
    let is_list = array.topology() == Topology::Triangles;
    triangles(array.topology(), array.iter().map(u32::from)).filter(move |corners| is_list || !is_degenerate(*corners))
}

fn finish(
    view: MeshView<'_>,
    vertices: Vec<u8>,
    before: &[u32],
    rebuilt: &Rebuilt,
    hidden: &[TriangleArray<'_>],
) -> Settled {
    let has_grown = vertices.len() > view.mesh().vertices.len();
    let stays = |array: &TriangleArray<'_>| !has_grown || unseen(&view, array) != Some(Unseen::OutOfBounds);
    let removed_arrays = hidden.iter().filter(|array| !stays(array)).count();
    let mut mesh = view.mesh().borrowed().into_owned();
    if rebuilt.indices != before || removed_arrays > 0 {
        let is_rebuilt = rebuilt.indices != before;
        let kept = |topology: Topology| -> Vec<Bytes<'static>> {
            let arrays = view.arrays().zip(view.mesh().arrays()).filter(|(array, _)| array.topology() == topology);
            let kept = arrays.filter(|(array, _)| match unseen(&view, array) {
                None => !is_rebuilt,
                Some(_) => stays(array),
            });
            kept.map(|(_, (_, bytes))| bytes.borrowed().into_owned()).collect()
        };
        (mesh.strips, mesh.fans) = (kept(Topology::TriangleStrip), kept(Topology::TriangleFan));
        mesh.lists = kept(Topology::Triangles);
        if is_rebuilt {
            mesh.lists.extend(rebuilt.indices.chunks(LIST_MAX).map(|list| bytes_of(list, view.byte_order())));
        }
    }
    mesh.vertices = vertices.into();
    Settled { mesh, removed_arrays }
}

fn bytes_of(indices: &[u32], order: ByteOrder) -> Bytes<'static> {
    let bytes = indices.iter().flat_map(|index| match order {
        ByteOrder::Little => (*index as u16).to_le_bytes(),
        ByteOrder::Big => (*index as u16).to_be_bytes(),
    });
    bytes.collect::<Vec<u8>>().into()
}

struct Work<'w> {
    view: MeshView<'w>,
    stored: &'w Columns,
    built: &'w Columns,
    near: f32,
    vertices: Vec<u8>,
    /// Vertices that a triangle needs as they were, or that are changed already.
    taken: Vec<bool>,
    /// Changed and new vertices: the same change of the same vertex is stored once.
    rows: HashMap<(Option<u32>, [u32; 8]), u32>,
}

impl<'w> Work<'w> {
    fn new(view: MeshView<'w>, stored: &'w Columns, built: &'w Columns, near: f32, joints: &[Edit]) -> Self {
        let mut vertices = view.mesh().vertices.to_vec();
        super::joints::write(&mut vertices, joints);
        let taken = vec![false; stored.positions.len()];
        Self { view, stored, built, near, vertices, taken, rows: HashMap::new() }
    }

    /// Compares a vertex of the original with a built one. What only one of both has is ignored.
    fn difference(&self, a: u32, b: u32) -> Difference {
        let (stored, built) = (self.stored, self.built);
        let positions = both(&stored.positions, a, &built.positions, b);
        let normals = both(&stored.normals, a, &built.normals, b);
        let tex_coords = both(&stored.tex_coords, a, &built.tex_coords, b);
        Difference {
            position: positions.is_some_and(|(a, b)| !same::places(a, b, self.near)),
            normal: normals.is_some_and(|(a, b)| !same::normals(a, b)),
            tex_coord: tex_coords.is_some_and(|(a, b)| !same::tex_coords(a, b)),
        }
    }

    /// Returns the vertex of a corner.
    fn place(&mut self, Corner { before, after, .. }: Corner) -> u32 {
        match before.map(|before| (before, self.difference(before, after))) {
            Some((before, difference)) if difference == Difference::default() => before,
            Some((before, difference)) => self.row(Some(before), after, difference),
            None => self.row(None, after, Difference::ALL),
        }
    }

    /// Returns a vertex with the differences of a built vertex: in place if nothing else needs it, else at the end.
    fn row(&mut self, before: Option<u32>, after: u32, difference: Difference) -> u32 {
        let key = (before, self.key(after, difference));
        if let Some(known) = self.rows.get(&key) {
            return *known;
        }
        let in_place = before.filter(|before| self.taken.get(*before as usize) == Some(&false));
        let number = in_place.unwrap_or_else(|| self.push(before));
        self.taken.get_mut(number as usize).into_iter().for_each(|taken| *taken = true);
        self.write(number, after, difference);
        self.rows.insert(key, number);
        number
    }

    /// The bits that are written of a built vertex.
    fn key(&self, after: u32, difference: Difference) -> [u32; 8] {
        let built = self.built;
        let vector = |is_written: bool, column: &[Vec3]| if is_written { at(column, after) } else { Vec3::ZERO };
        let position = vector(difference.position, &built.positions).to_array();
        let normal = vector(difference.normal, &built.normals).to_array();
        let tex_coord = if difference.tex_coord { at(&built.tex_coords, after) } else { Vec2::ZERO }.to_array();
        let mut key = [0; 8];
        let floats = position.into_iter().chain(normal).chain(tex_coord);
        key.iter_mut().zip(floats).for_each(|(slot, float)| *slot = float.to_bits());
        key
    }

    /// Adds a copy of a vertex of the original, or zeros.
    fn push(&mut self, before: Option<u32>) -> u32 {
        let stride = self.view.layout().stride();
        let number = self.taken.len() as u32;
        let start = before.map_or(0, |before| (before as usize).saturating_mul(stride));
        let copy = before.and_then(|_| self.view.mesh().vertices.get(start..start.saturating_add(stride)));
        let copy = copy.map_or_else(|| vec![0; stride], <[u8]>::to_vec);
        self.vertices.extend(copy);
        self.taken.push(false);
        number
    }

    fn write(&mut self, number: u32, after: u32, difference: Difference) {
        let built = self.built;
        if difference.position {
            self.put(number, Attribute::Position, built.positions.get(after as usize).map(Vec3::to_array));
        }
        if difference.normal {
            self.put(number, Attribute::Normal, built.normals.get(after as usize).map(Vec3::to_array));
        }
        if difference.tex_coord && Attribute::TexCoord.is_in(self.view.layout()) {
            self.put(number, Attribute::TexCoord, built.tex_coords.get(after as usize).map(Vec2::to_array));
        }
    }

    fn put<const N: usize>(&mut self, number: u32, attribute: Attribute, floats: Option<[f32; N]>) {
        let start = (number as usize).saturating_mul(self.view.layout().stride()).saturating_add(attribute.offset());
        let order = self.view.byte_order();
        let row = self.vertices.get_mut(start..).unwrap_or_default();
        for (slot, float) in row.chunks_exact_mut(size_of::<f32>()).zip(floats.into_iter().flatten()) {
            slot.copy_from_slice(&match order {
                ByteOrder::Little => float.to_le_bytes(),
                ByteOrder::Big => float.to_be_bytes(),
            });
        }
    }

    /// Removes the vertices that only removed triangles used.
    fn drop_unused(&mut self, before: &[u32], indices: &mut [u32]) {
        let Some(keep) = same::drop_unused(before, indices, self.taken.len()) else { return };
        let rows = self.vertices.chunks_exact(self.view.layout().stride());
        self.vertices = rows.zip(keep).filter(|(_, keep)| *keep).flat_map(|(row, _)| row.to_vec()).collect();
    }
}

fn both<T: Copy>(own: &[T], a: u32, other: &[T], b: u32) -> Option<(T, T)> {
    own.get(a as usize).copied().zip(other.get(b as usize).copied())
}

fn at<T: Copy + Default>(column: &[T], vertex: u32) -> T {
    column.get(vertex as usize).copied().unwrap_or_default()
}
