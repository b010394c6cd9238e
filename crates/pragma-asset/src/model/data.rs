//! Meshes as plain arrays.

use alloc::string::String;
use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use binio::{Budget, Name, Path};
use udm::{Array, Element, StructLayout, Structs, Type};

use super::mesh::Mesh;
use crate::edit::{put, put_name, put_packed, put_pose, refuse};
use crate::error::{Error, ErrorKind};
use crate::pose::Pose;

/// A sub mesh as plain arrays. Use this to edit a sub mesh, or to build a model.
///
/// Each vertex array must either be empty or have an item for every position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshData {
    /// The mesh name.
    pub name: String,
    /// The pose in the model.
    pub pose: Pose,
    /// Either `Triangles`, `Lines` or `Points`. If this is empty, `Triangles` will be used.
    pub geometry_type: String,
    /// The index of the material in a skin.
    pub material_index: u32,
    /// The positions, in engine units.
    pub positions: Vec<Vec3>,
    /// The normals. If this is empty, they will be zero.
    pub normals: Vec<Vec3>,
    /// The texture coordinates, with the origin at the top left. If this is empty, they will be zero.
    pub uvs: Vec<Vec2>,
    /// The tangents, including the sign of the bitangent (see [Sub mesh](crate::format#sub-mesh-pmesh)). If this is
    /// empty, they will be zero.
    pub tangents: Vec<Vec4>,
    /// Additional uv sets. The engine uses `lightmap` for light maps.
    pub uv_sets: Vec<(String, Vec<Vec2>)>,
    /// The bone ids for each vertex, or −1 for no bone.
    pub bones: Vec<[i32; 4]>,
    /// The weight for each of these bones.
    pub weights: Vec<[f32; 4]>,
    /// The vertices of all faces, counter-clockwise when seen from the front. If possible, these will be stored in 16
    /// bits.
    pub indices: Vec<u32>,
}

/// The fields of a vertex, using 48 bytes.
const VERTEX: [(Type, &str); 4] = [(Type::VEC3, "pos"), (Type::VEC2, "uv"), (Type::VEC3, "n"), (Type::VEC4, "t")];

/// The fields of a weight, using 32 bytes.
const WEIGHT: [(Type, &str); 2] = [(Type::VEC4I, "id"), (Type::VEC4, "w")];

/// Returns `true` if the structs in `key` have these fields. For any other array, the result is `true` too.
fn is_usual(element: &Element<'_>, key: &str, fields: &[(Type, &str)]) -> bool {
    let layout = match element.get(key).and_then(udm::Value::as_array) {
        Some(Array::Structs(structs)) => Some(structs.layout()),
        Some(Array::Packed(packed)) => packed.layout(),
        _ => None,
    };
    let known = fields.iter().map(|(ty, name)| (*ty, name.as_bytes()));
    layout.is_none_or(|layout| layout.fields().iter().map(|(ty, name)| (*ty, name.as_bytes())).eq(known))
}

fn layout(fields: &[(Type, &'static str)]) -> Result<StructLayout<'static>, udm::Error> {
    StructLayout::new(fields.iter().map(|(ty, name)| (*ty, Name::from(*name))).collect())
}

impl MeshData {
    /// Reads the arrays of a sub mesh. The weights 4 to 7 and the alphas are not included. They will stay in the model.
    ///
    /// # Errors
    /// Fails when [`Mesh::vertices`] does.
    pub fn read(mesh: &Mesh<'_>, budget: &mut Budget) -> Result<Self, Error> {
        let vertices = mesh.vertices(budget)?;
        let weights = mesh.weights(budget)?;
        let mut uv_sets = Vec::new();
        for (name, array) in mesh.uv_arrays() {
            if let Some(array) = array {
                uv_sets.push((name.to_text().into_owned(), mesh.uvs_of(name, array, budget)?));
            }
        }
        Ok(Self {
            name: mesh.name().to_text().into_owned(),
            pose: mesh.pose(),
            geometry_type: mesh.geometry_type().to_text().into_owned(),
            material_index: mesh.material_index(),
            positions: vertices.positions().to_vec(),
            normals: vertices.normals().map(|normals| normals.to_vec()).unwrap_or_default(),
            uvs: vertices.uvs().map(|uvs| uvs.to_vec()).unwrap_or_default(),
            tangents: vertices.tangents().map(|tangents| tangents.to_vec()).unwrap_or_default(),
            uv_sets,
            bones: weights.as_ref().map(|weights| weights.bones().collect()).unwrap_or_default(),
            weights: weights.as_ref().map(|weights| weights.weights().collect()).unwrap_or_default(),
            indices: mesh.indices(budget)?.to_vec(),
        })
    }

    /// Returns the bounding box of all positions, in model space.
    pub fn bounds(&self) -> Bounds {
        Bounds::from_points(self.positions.iter().copied()).transformed(&self.pose.to_affine())
    }

    /// Checks that the vertex arrays have the same length, and that no index is out of range.
    fn check(&self, path: &Path) -> Result<(), Error> {
        let count = self.positions.len();
        let wrong = |kind| Err(refuse(ErrorKind::Contradiction(kind), path.clone()));
        let fits = |found: usize| found == 0 || found == count;
        if ![self.normals.len(), self.uvs.len(), self.tangents.len(), self.bones.len()].into_iter().all(fits) {
            return wrong("as many normals, uvs, tangents and bones as positions, or none");
        }
        if self.bones.len() != self.weights.len() {
            return wrong("as many weights as bones");
        }
        if self.uv_sets.iter().any(|(_, uvs)| uvs.len() != count) {
            return wrong("as many uvs of each set as positions");
        }
        if self.indices.iter().any(|index| *index as usize >= count) {
            return wrong("an index beyond the vertices");
        }
        if u32::try_from(count).is_err() || u32::try_from(self.indices.len()).is_err() {
            return wrong("more than 4 294 967 295 vertices or indices");
        }
        Ok(())
    }

    fn vertices(&self) -> Result<Array<'static>, udm::Error> {
        let layout = layout(&VERTEX)?;
        let mut bytes = Vec::with_capacity(self.positions.len().saturating_mul(layout.size()));
        for (vertex, position) in self.positions.iter().enumerate() {
            let uv = self.uvs.get(vertex).copied().unwrap_or_default();
            let normal = self.normals.get(vertex).copied().unwrap_or_default();
            let tangent = self.tangents.get(vertex).copied().unwrap_or_default();
            let numbers = [&position.to_array()[..], &uv.to_array(), &normal.to_array(), &tangent.to_array()];
            numbers.into_iter().flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        let count = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        Ok(Array::Structs(alloc::boxed::Box::new(Structs::new(layout, count, bytes)?)))
    }

    fn vertex_weights(&self) -> Result<Array<'static>, udm::Error> {
        let layout = layout(&WEIGHT)?;
        let mut bytes = Vec::with_capacity(self.bones.len().saturating_mul(layout.size()));
        for (bones, weights) in self.bones.iter().zip(&self.weights) {
            bones.iter().for_each(|bone| bytes.extend(bone.to_le_bytes()));
            weights.iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
        }
        let count = u32::try_from(self.bones.len()).unwrap_or(u32::MAX);
        Ok(Array::Structs(alloc::boxed::Box::new(Structs::new(layout, count, bytes)?)))
    }

    /// Returns the indices. They will be 16-bit if they fit and the mesh did not use 32 bits before.
    fn index_array(&self, wide: bool) -> Array<'static> {
        let narrow: Option<Vec<u16>> = self.indices.iter().map(|index| u16::try_from(*index).ok()).collect();
        match narrow {
            Some(narrow) if !wide => Array::from_values(&narrow),
            _ => Array::from_values(&self.indices),
        }
    }

    /// Writes the arrays to the data of a PMESH. If a value is equal, it will not be changed.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] before anything was changed, or an error if the data can't be compressed.
    pub(crate) fn write(&self, element: &mut Element<'_>, path: &Path) -> Result<(), Error> {
        self.check(path)?;
        let vertices = if element.get("vertices").is_some() { "vertices" } else { "vertexData" };
        if !is_usual(element, vertices, &VERTEX) || !is_usual(element, "vertexWeights", &WEIGHT) {
            return Err(refuse(
                ErrorKind::Contradiction("vertices of another layout, with fields that would be lost"),
                path.clone(),
            ));
        }
        let packing = |error: udm::Error| crate::error::within(error, path);
        if !self.name.is_empty() || element.get("name").is_some() {
            put_name(element, "name", self.name.as_bytes());
        }
        let geometry = if self.geometry_type.is_empty() { "Triangles" } else { &self.geometry_type };
        put_name(element, "geometryType", geometry.as_bytes());
        put_pose(element, "pose", &self.pose, true);
        put(element, "skinMaterialIndex", self.material_index);
        for (new, old) in [("vertices", "vertexData"), ("indices", "indexData")] {
            if element.get(new).is_none() {
                crate::edit::rename(element, old.as_bytes(), new.as_bytes());
            }
        }
        put_packed(element, "vertices", &self.vertices().map_err(packing)?)?;
        let wide =
            element.get("indices").and_then(udm::Value::as_array).is_some_and(|array| array.item_type() == Type::U32);
        put_packed(element, "indices", &self.index_array(wide))?;
        if !self.uv_sets.is_empty() || element.get("uvSets").is_some() {
            self.write_uv_sets(crate::edit::child(element, "uvSets"))?;
        }
        if self.bones.is_empty() {
            element.remove("vertexWeights");
        } else {
            put_packed(element, "vertexWeights", &self.vertex_weights().map_err(packing)?)?;
        }
        Ok(())
    }

    fn write_uv_sets(&self, sets: &mut Element<'_>) -> Result<(), Error> {
        let gone = sets.iter().map(|(name, _)| crate::edit::owned(name));
        let gone: Vec<_> = gone.filter(|name| !self.uv_sets.iter().any(|(known, _)| *name == known.as_str())).collect();
        gone.iter().for_each(|name| drop(sets.remove(name.as_bytes())));
        for (name, uvs) in &self.uv_sets {
            let numbers: Vec<[f32; 2]> = uvs.iter().map(Vec2::to_array).collect();
            put_packed(sets, name, &Array::from_values(&numbers))?;
        }
        Ok(())
    }
}
