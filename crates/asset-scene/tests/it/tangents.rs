//! Tangents, compared with `bevy_mikktspace`, which gives the results of the original in C.

use asset_scene::glam::{Vec2, Vec3, Vec4};
use asset_scene::tangents::{MOST_AROUND, NoTangents, Triangles};
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use proptest::collection::vec;
use proptest::prelude::*;

/// A mesh of few places, so that vertices, edges and triangles coincide.
#[derive(Clone, Debug)]
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
    fn own(&self) -> Vec<Option<[u32; 4]>> {
        let tangents = self.triangles().tangents().expect("few triangles");
        tangents.into_iter().map(|tangent| Some(tangent?.to_array().map(f32::to_bits))).collect()
    }

    /// The bits of all tangents by the library.
    fn other(&self) -> Vec<Option<[u32; 4]>> {
        let mut corners = Corners { mesh: self, tangents: vec![None; self.indices.len()] };
        generate_tangents(&mut corners).expect("no error exists");
        corners.tangents
    }
}

struct Corners<'m> {
    mesh: &'m Mesh,
    tangents: Vec<Option<[u32; 4]>>,
}

impl Corners<'_> {
    fn index(&self, face: usize, corner: usize) -> usize {
        self.mesh.indices[face * 3 + corner] as usize
    }
}

impl Geometry for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.mesh.indices.len() / 3
    }

    fn num_vertices_of_face(&self, _: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.mesh.positions.get(self.index(face, corner)).copied().unwrap_or_default().to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.mesh.normals.get(self.index(face, corner)).copied().unwrap_or_default().to_array()
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        let uv = self.mesh.tex_coords.get(self.index(face, corner)).copied().unwrap_or_default();
        [uv.x, 1.0 - uv.y]
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        let tangent =
            space.map(|space| Vec4::from_array(space.tangent_encoded())).filter(|tangent| tangent.is_finite());
        self.tangents[face * 3 + corner] = tangent.map(|tangent| tangent.to_array().map(f32::to_bits));
    }
}

fn meshes(value: impl Strategy<Value = f32> + Clone, triangles: usize) -> impl Strategy<Value = Mesh> {
    let vector = || (value.clone(), value.clone(), value.clone()).prop_map(Vec3::from);
    let normal = vector().prop_map(|normal| normal.try_normalize().unwrap_or(Vec3::Z));
    let vertex = (vector(), normal, (value.clone(), value.clone()).prop_map(Vec2::from));
    (vec(vertex, 1..12), vec(0_u32..14, 0..triangles * 3)).prop_map(|(vertices, indices)| Mesh {
        positions: vertices.iter().map(|vertex| vertex.0).collect(),
        normals: vertices.iter().map(|vertex| vertex.1).collect(),
        tex_coords: vertices.iter().map(|vertex| vertex.2).collect(),
        indices,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn few_places_have_the_tangents_of_the_library(
        mesh in meshes(prop::sample::select(vec![-1.0, -0.0, 0.0, 0.5, 1.0]), 24)
    ) {
        prop_assert_eq!(mesh.own(), mesh.other());
    }

    #[test]
    fn any_numbers_have_the_tangents_of_the_library(mesh in meshes(-2.0_f32..2.0, 24)) {
        prop_assert_eq!(mesh.own(), mesh.other());
    }

    #[test]
    fn extreme_numbers_have_the_tangents_of_the_library(
        mesh in meshes(prop::sample::select(vec![-3e38, 1e-30, 1e-42, 0.0, 1.0, 1e20, f32::MIN_POSITIVE]), 16)
    ) {
        prop_assert_eq!(mesh.own(), mesh.other());
    }
}

/// A sheet of squares that bends, with a seam and a mirrored half in its texture coordinates.
fn sheet(side: u32) -> Mesh {
    let at = |index: u32| ((index % side) as f32, (index / side) as f32);
    let all = || 0..side * side;
    let square = |index: &u32| index % side + 1 < side && index / side + 1 < side;
    let corners = |index: u32| [index, index + 1, index + side, index + 1, index + side + 1, index + side];
    Mesh {
        positions: all().map(at).map(|(x, y)| Vec3::new(x, y, (x * 0.3).sin() * (y * 0.7).cos())).collect(),
        normals: all().map(at).map(|(x, y)| Vec3::new(x.sin() * 0.2, y.cos() * 0.2, 1.0).normalize()).collect(),
        tex_coords: all().map(at).map(|(x, y)| Vec2::new((x - side as f32 / 2.0).abs(), y * 0.5)).collect(),
        indices: all().filter(square).flat_map(corners).collect(),
    }
}

#[test]
fn a_sheet_has_the_tangents_of_the_library() {
    let mesh = sheet(40);
    let own = mesh.own();
    assert_eq!(own, mesh.other());
    assert!(own.iter().all(Option::is_some));
    let signs = |sign: f32| own.iter().flatten().filter(|tangent| f32::from_bits(tangent[3]) == sign).count();
    assert_eq!((signs(1.0), signs(-1.0)), (4680, 4446));
}

#[test]
fn rounds_of_more_triangles_than_are_compared_are_refused() {
    let fan = |count: u32| {
        let vertices = 0..count + 2;
        Mesh {
            positions: vertices.clone().map(|index| Vec3::new(index as f32, (index * index) as f32, 0.0)).collect(),
            normals: vec![Vec3::Z; vertices.len()],
            tex_coords: vertices.map(|index| Vec2::new(index as f32, index as f32 * 0.5)).collect(),
            indices: (1..=count).flat_map(|index| [0, index, index + 1]).collect(),
        }
    };
    assert_eq!(fan(MOST_AROUND + 1).triangles().tangents(), Err(NoTangents::TooManyAround));
    assert_eq!(fan(MOST_AROUND).own(), fan(MOST_AROUND).other());
}
