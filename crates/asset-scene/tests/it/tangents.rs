//! Tangents compared with another implementation of MikkTSpace.

use asset_scene::glam::{Vec2, Vec3};
use asset_scene::tangents::{MOST_AROUND, NoTangents, Triangles};
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use proptest::prelude::*;

/// A mesh with columns of its own.
#[derive(Debug, Default)]
struct Mesh {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tex_coords: Vec<Vec2>,
    indices: Vec<u32>,
}

impl Mesh {
    fn triangles(&self) -> Triangles<'_> {
        let Self { positions, normals, tex_coords, indices } = self;
        Triangles { positions, normals, tex_coords, indices }
    }

    /// The bits of all tangents.
    fn bits(&self) -> Vec<Option<[u32; 4]>> {
        let tangents = self.triangles().tangents().unwrap();
        tangents.iter().map(|tangent| Some(tangent?.to_array().map(f32::to_bits))).collect()
    }
}

/// The other implementation.
struct Reference<'m>(&'m Mesh, Vec<Option<[u32; 4]>>);

impl Reference<'_> {
    fn bits(mesh: &Mesh) -> Vec<Option<[u32; 4]>> {
        let mut reference = Reference(mesh, vec![None; mesh.indices.len()]);
        generate_tangents(&mut reference).unwrap();
        reference.1
    }

    fn value<T: Default + Copy>(&self, column: &[T], face: usize, corner: usize) -> T {
        column.get(self.0.indices[face * 3 + corner] as usize).copied().unwrap_or_default()
    }
}

impl Geometry for Reference<'_> {
    fn num_faces(&self) -> usize {
        self.0.indices.len() / 3
    }

    fn num_vertices_of_face(&self, _: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.value(&self.0.positions, face, corner).to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.value(&self.0.normals, face, corner).to_array()
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        let uv = self.value(&self.0.tex_coords, face, corner);
        [uv.x, 1.0 - uv.y]
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        let tangent =
            space.map(|space| space.tangent_encoded()).filter(|tangent| tangent.iter().all(|axis| axis.is_finite()));
        self.1[face * 3 + corner] = tangent.map(|tangent| tangent.map(f32::to_bits));
    }
}

/// Few different numbers: there are equal vertices, degenerate triangles, texture coordinates without a direction and opposite ones.
fn mesh() -> impl Strategy<Value = Mesh> {
    let number = prop_oneof![
        8 => (-2_i8..3).prop_map(f32::from),
        1 => Just(-0.0_f32),
        1 => Just(1e-30_f32),
        1 => Just(1e30_f32),
        2 => -1.0_f32..1.0,
    ];
    let vector = prop::array::uniform3(number.clone()).prop_map(Vec3::from_array);
    let normal = prop_oneof![Just(Vec3::Z), Just(Vec3::Y), vector.clone().prop_map(Vec3::normalize_or_zero)];
    let vertex = (vector, normal, prop::array::uniform2(number).prop_map(Vec2::from_array));
    let vertices = prop::collection::vec(vertex, 1..12);
    (vertices, prop::collection::vec(0_u32..12, 0..90)).prop_map(|(vertices, mut indices)| {
        indices.truncate(indices.len() / 3 * 3);
        let mut mesh = Mesh { indices, ..Mesh::default() };
        for (position, normal, uv) in vertices {
            mesh.positions.push(position);
            mesh.normals.push(normal);
            mesh.tex_coords.push(uv);
        }
        mesh
    })
}

/// A grid of squares on a bent surface; the texture is mirrored at the middle, and an edge has four triangles.
fn bent(side: u16) -> Mesh {
    let mut mesh = Mesh::default();
    for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
        let (x, y) = (f32::from(x), f32::from(y));
        mesh.positions.push(Vec3::new(x, y, (x * 0.7).sin() + (y * 0.3).cos()));
        mesh.normals.push(Vec3::new((x * 0.7).cos() * -0.7, (y * 0.3).sin() * 0.3, 1.0).normalize());
        mesh.tex_coords.push(Vec2::new((x - f32::from(side / 2)).abs() * 0.1, y * 0.1 + x * 0.01));
    }
    let side = u32::from(side);
    for (y, x) in (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| (y, x))) {
        let corner = y * side + x;
        mesh.indices.extend([corner, corner + 1, corner + side, corner + 1, corner + side + 1, corner + side]);
    }
    mesh.indices.extend([0, 1, side + 1, 1, 0, side * 2]);
    mesh
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_triangles_have_the_reference_tangents(mesh in mesh()) {
        prop_assert_eq!(mesh.bits(), Reference::bits(&mesh));
    }
}

#[test]
fn surfaces_have_the_reference_tangents() {
    let mesh = bent(40);
    let bits = mesh.bits();
    assert_eq!(bits, Reference::bits(&mesh));
    assert!(bits.iter().all(Option::is_some));
}

/// A fan of triangles around one vertex.
fn fan(triangles: u32) -> Mesh {
    let rim = (0..=triangles).map(|place| Vec2::from_angle(place as f32 / triangles as f32));
    let tex_coords: Vec<Vec2> = std::iter::once(Vec2::ZERO).chain(rim).collect();
    Mesh {
        positions: tex_coords.iter().map(|uv| uv.extend(0.0)).collect(),
        normals: vec![Vec3::Z; tex_coords.len()],
        indices: (1..=triangles).flat_map(|place| [0, place, place + 1]).collect(),
        tex_coords,
    }
}

#[test]
fn many_triangles_around_a_vertex() {
    let most = fan(MOST_AROUND);
    assert_eq!(most.bits(), Reference::bits(&most));
    assert_eq!(fan(MOST_AROUND + 1).triangles().tangents(), Err(NoTangents::TooManyAround));
    let infinite = Mesh { positions: vec![Vec3::splat(f32::INFINITY)], ..fan(3) };
    assert_eq!(infinite.triangles().tangents(), Err(NoTangents::NotFinite));
}
