//! Primitives as sub meshes, where they are while bones are at their references.

use asset_geometry::glam::{Affine3A, Mat3, Mat3A, Vec2, Vec3, Vec4};
use asset_geometry::{Topology, lines, triangles};
use binio::{Budget, Findings, Path};
use pragma_asset::MeshData;

use super::rig::Rig;
use crate::pragma::layout::spend;
use crate::{Array, Error, Primitive, Scene, Semantic, Skin};

/// What stands for a bone that there is none of.
const NONE: i32 = -1;

/// A vertex's bones and weights.
type Influences = [(usize, f32); 4];

/// All meshes.
pub(super) fn meshes(
    scene: &Scene<'_>,
    rig: &Rig,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Vec<MeshData>, Error> {
    let mut made = Vec::new();
    let coarse: Vec<usize> = scene.nodes.iter().flat_map(|node| node.lods.iter().map(|lod| lod.node)).collect();
    let coarse: std::collections::HashSet<usize> = coarse.into_iter().collect();
    for (number, node) in scene.nodes.iter().enumerate() {
        let Some(mesh) = node.mesh.and_then(|mesh| scene.meshes.get(mesh)) else { continue };
        let path = || Path::from([("node", number)]);
        if coarse.contains(&number) {
            findings.note(path(), "isn't in the model: a level of detail");
            continue;
        }
        if !mesh.morph_names.is_empty() {
            findings.warning(path(), "its morph targets aren't in the model");
        }
        for (place, primitive) in mesh.primitives.iter().enumerate() {
            let path = path().item("primitive", place);
            let count = primitive.attribute(&Semantic::Position).and_then(|array| scene.arrays.get(array));
            // What a vertex takes, and what its matrices take meanwhile.
            spend(budget, count.map_or(0, |positions| positions.count), 256, path.clone())?;
            let corners = primitive.indices.and_then(|array| scene.arrays.get(array)).map_or(0, |array| array.count);
            spend(budget, corners, 12, path.clone())?;
            let skin = node.skin.and_then(|skin| scene.skins.get(skin));
            let source = Source { scene, rig, primitive, node: number, skin };
            match source.data() {
                Some(data) => made.push(MeshData { name: node.name.clone(), ..data }),
                None => findings.warning(path, "isn't in the model: it shows nothing"),
            }
            tell_what_is_left_out(primitive, Path::from([("node", number), ("primitive", place)]), findings);
        }
    }
    Ok(made)
}

/// What vertices of a model have no place for.
fn tell_what_is_left_out(primitive: &Primitive, path: Path, findings: &mut Findings) {
    let has = |wanted: fn(&Semantic) -> bool| primitive.attributes.iter().any(|attribute| wanted(&attribute.semantic));
    if has(|semantic| matches!(semantic, Semantic::Color(_))) {
        findings.warning(path.clone(), "its colours aren't in the model");
    }
    if has(|semantic| matches!(semantic, Semantic::TexCoord(2..))) {
        findings.warning(path, "only two of its sets of texture coordinates are in the model");
    }
}

/// A primitive on its way into a model.
struct Source<'s> {
    scene: &'s Scene<'s>,
    rig: &'s Rig,
    primitive: &'s Primitive,
    node: usize,
    skin: Option<&'s Skin>,
}

impl Source<'_> {
    fn array(&self, semantic: &Semantic) -> Option<&Array<'_>> {
        self.primitive.attribute(semantic).and_then(|array| self.scene.arrays.get(array))
    }

    fn rows<const N: usize>(&self, semantic: &Semantic) -> Vec<[f32; N]> {
        self.array(semantic).and_then(Array::to_f32s).unwrap_or_default()
    }

    fn data(&self) -> Option<MeshData> {
        let positions: Vec<Vec3> = self.rows(&Semantic::Position).into_iter().map(Vec3::from).collect();
        let influences = self.influences(positions.len());
        let places = self.places(&influences, positions.len());
        let (geometry_type, mut indices) = self.indices(positions.len())?;
        let mirrored = places.first().is_some_and(|place| place.matrix3.determinant() < 0.0);
        if mirrored && geometry_type == "Triangles" {
            indices.chunks_exact_mut(3).for_each(|corners| corners.swap(1, 2));
        }
        let units = self.rig.units();
        let placed: Vec<Vec3> =
            positions.iter().zip(&places).map(|(own, place)| place.transform_point3(*own) * units).collect();
        let mut normals: Vec<Vec3> = self.rows(&Semantic::Normal).into_iter().map(Vec3::from).collect();
        if normals.is_empty() {
            normals = around(&placed, &indices);
        } else {
            normals.iter_mut().zip(&places).for_each(|(normal, place)| *normal = turn(place, *normal));
        }
        let sign = if mirrored { 1.0 } else { -1.0 };
        let tangent = |(own, place): ([f32; 4], &Affine3A)| {
            let [x, y, z, w] = own;
            place.transform_vector3(Vec3::new(x, y, z)).normalize_or(Vec3::X).extend(w * sign)
        };
        let tangents: Vec<Vec4> = self.rows(&Semantic::Tangent).into_iter().zip(&places).map(tangent).collect();
        let uvs = |set| self.rows(&Semantic::TexCoord(set)).into_iter().map(Vec2::from).collect::<Vec<_>>();
        let lightmap = uvs(1);
        // Joints of the skin are numbered otherwise than bones.
        let bone = |place: usize| match self.skin {
            Some(skin) => skin.joints.get(place).and_then(|node| self.rig.bone(*node)).unwrap_or_default(),
            None => place,
        };
        let bones =
            |slots: &Influences| slots.map(|(place, weight)| if weight == 0.0 { NONE } else { bone(place) as i32 });
        Some(MeshData {
            geometry_type: geometry_type.to_owned(),
            material_index: self.primitive.material.unwrap_or_default() as u32,
            positions: placed,
            normals,
            uvs: uvs(0),
            tangents,
            uv_sets: if lightmap.is_empty() { Vec::new() } else { vec![("lightmap".to_owned(), lightmap)] },
            bones: influences.iter().map(bones).collect(),
            weights: influences.iter().map(|slots| slots.map(|(_, weight)| weight)).collect(),
            indices,
            ..MeshData::default()
        })
    }

    /// The bones of each vertex: of its skin, or the one that the node hangs on; none if there is none.
    fn influences(&self, count: usize) -> Vec<Influences> {
        let Some(skin) = self.skin else {
            let one = |bone| [(bone, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
            return self.rig.bone(self.node).map_or_else(Vec::new, |bone| vec![one(bone); count]);
        };
        let mut all: Vec<Vec<(usize, f32)>> = vec![Vec::new(); count];
        for set in 0.. {
            let Some(joints) = self.array(&Semantic::Joints(set)).and_then(Array::to_u32s) else { break };
            let weights = self.rows::<4>(&Semantic::Weights(set));
            for (found, (joints, weights)) in all.iter_mut().zip(joints.chunks_exact(4).zip(weights)) {
                let known = joints.iter().zip(weights).filter(|(_, weight)| *weight > 0.0 && weight.is_finite());
                found.extend(
                    known.filter(|(joint, _)| (**joint as usize) < skin.joints.len()).map(|(j, w)| (*j as usize, w)),
                );
            }
        }
        all.into_iter().map(largest).collect()
    }

    /// What moves each vertex from where it is stored to where the model has it.
    fn places(&self, influences: &[Influences], count: usize) -> Vec<Affine3A> {
        let Some(skin) = self.skin else { return vec![self.rig.place(self.node); count] };
        let joint = |(place, node): (usize, &usize)| {
            let inverse = skin
                .inverse_bind
                .get(place)
                .map(|columns| Affine3A::from_mat4(asset_geometry::glam::Mat4::from_cols_array(columns)));
            let bone = self.rig.bone(*node).unwrap_or_default();
            self.rig.reference(bone) * inverse.unwrap_or(Affine3A::IDENTITY)
        };
        let joints: Vec<Affine3A> = skin.joints.iter().enumerate().map(joint).collect();
        let place = |slots: &Influences| {
            let mut sum = Affine3A { matrix3: Mat3A::ZERO, translation: asset_geometry::glam::Vec3A::ZERO };
            for (joint, weight) in slots {
                let matrix = joints.get(*joint).copied().unwrap_or_default();
                sum.matrix3 += matrix.matrix3 * *weight;
                sum.translation += matrix.translation * *weight;
            }
            sum
        };
        influences.iter().map(place).collect()
    }

    /// Separate triangles, lines or points; `None` if there are none.
    fn indices(&self, vertices: usize) -> Option<(&'static str, Vec<u32>)> {
        let stored = match self.primitive.indices.and_then(|array| self.scene.arrays.get(array)) {
            Some(array) => array.to_u32s()?,
            None => (0..vertices as u32).collect(),
        };
        if stored.iter().any(|index| *index as usize >= vertices) {
            return None;
        }
        let topology = self.primitive.topology;
        let (kind, mut indices): (_, Vec<u32>) = match topology {
            Topology::Points => ("Points", stored.clone()),
            _ if topology.is_triangles() => {
                ("Triangles", triangles(topology, stored.iter().copied()).flatten().collect())
            }
            _ => ("Lines", lines(topology, stored.iter().copied()).flatten().collect()),
        };
        if self.primitive.closed && topology == Topology::LineStrip {
            indices.extend(stored.last().zip(stored.first()).into_iter().flat_map(|(last, first)| [*last, *first]));
        }
        (!indices.is_empty()).then_some((kind, indices))
    }
}

/// The four largest, divided by their sum; all of the first joint if there is none.
fn largest(mut found: Vec<(usize, f32)>) -> Influences {
    found.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    found.truncate(4);
    let sum: f32 = found.iter().map(|(_, weight)| weight).sum();
    let mut slots = [(0, 0.0); 4];
    match slots.first_mut() {
        Some(first) if found.is_empty() => *first = (0, 1.0),
        _ => slots.iter_mut().zip(&found).for_each(|(slot, (joint, weight))| *slot = (*joint, weight / sum)),
    }
    slots
}

/// A normal where its vertex is moved.
fn turn(place: &Affine3A, normal: Vec3) -> Vec3 {
    let matrix = Mat3::from(place.matrix3);
    let turned = if matrix.determinant() == 0.0 { matrix * normal } else { matrix.inverse().transpose() * normal };
    turned.normalize_or(Vec3::Y)
}

/// Normals from the triangles around each vertex.
fn around(positions: &[Vec3], indices: &[u32]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    let at = |index: u32| positions.get(index as usize).copied().unwrap_or_default();
    for corners in indices.chunks_exact(3) {
        let [a, b, c] = corners else { continue };
        let normal = (at(*b) - at(*a)).cross(at(*c) - at(*a));
        for corner in corners {
            if let Some(sum) = normals.get_mut(*corner as usize) {
                *sum += normal;
            }
        }
    }
    normals.into_iter().map(|sum| sum.normalize_or(Vec3::Y)).collect()
}
