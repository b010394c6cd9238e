//! Meshes: groups, meshes, sub meshes (PMESH).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use asset_geometry::glam::{Vec2, Vec3, Vec4};
use asset_geometry::{Bounds, Column, Topology, Triangles, Value as Stored, triangles};
use binio::zerocopy::little_endian::{F32, I32};
use binio::{Budget, Name, Path, Strided};
use udm::{Array, Element, Structs, Type};

use crate::error::{Error, ErrorKind};
use crate::node::{Node, bulk, unpacked, wrong};
use crate::pose::Pose;

/// Keys of the vertices, the newer spelling first.
const VERTICES: [&str; 2] = ["vertices", "vertexData"];

/// Meshes that are shown or hidden together.
#[derive(Clone, Debug)]
pub struct MeshGroup<'d> {
    /// Name; `reference` for the default group.
    pub name: Name<'d>,
    /// Id, for references by body groups and LODs.
    pub index: u32,
    node: Node<'d>,
}

impl<'d> MeshGroup<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self { name, index: node.int("index").unwrap_or_default(), node }
    }

    /// Returns the meshes, each with its sub meshes.
    pub fn meshes(&self) -> Vec<SubMeshes<'d>> {
        let meshes = self.node.elements("meshes").into_iter().enumerate();
        meshes.map(|(mesh, node)| SubMeshes { node, group: self.name.clone(), mesh }).collect()
    }
}

/// A mesh: a list of sub meshes.
#[derive(Clone, Debug)]
pub struct SubMeshes<'d> {
    node: Node<'d>,
    group: Name<'d>,
    mesh: usize,
}

/// Position of a sub mesh in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshId<'d> {
    /// Name of the mesh group.
    pub group: Name<'d>,
    /// Index of the mesh in the group.
    pub mesh: usize,
    /// Index of the sub mesh in the mesh.
    pub sub_mesh: usize,
}

impl<'d> SubMeshes<'d> {
    /// Returns the id for references by other files; `None` for `0xFFFFFFFF`.
    pub fn reference_id(&self) -> Option<u32> {
        self.node.int("referenceId").filter(|id| *id != u32::MAX)
    }

    /// Returns the sub meshes.
    pub fn meshes(&self) -> Vec<Mesh<'d>> {
        let meshes = self.node.elements("subMeshes").into_iter().enumerate();
        let id = |sub_mesh| MeshId { group: self.group.clone(), mesh: self.mesh, sub_mesh };
        meshes.map(|(sub_mesh, node)| Mesh { node: node.data(), id: id(sub_mesh) }).collect()
    }
}

impl MeshId<'_> {
    pub(crate) fn path(&self) -> Path {
        Path::from("meshGroups").name(&self.group).item("meshes", self.mesh).item("subMeshes", self.sub_mesh)
    }
}

/// A sub mesh: vertices and indices with one material.
///
/// Bulk data is compressed in the file and decompressed by each call, so keep the result.
#[derive(Clone, Debug)]
pub struct Mesh<'d> {
    node: Node<'d>,
    id: MeshId<'d>,
}

impl<'d> Mesh<'d> {
    /// Returns its position in the model, for edits.
    pub fn id(&self) -> &MeshId<'d> {
        &self.id
    }

    /// Returns its path, for messages: `meshGroups > reference > meshes 0 > subMeshes 2`.
    pub fn path(&self) -> Path {
        self.id.path()
    }

    /// Returns its element, for values without an accessor.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the uuid as text; older files have none.
    pub fn uuid(&self) -> Option<Name<'d>> {
        self.node.text("uuid")
    }

    /// Returns the name; empty in older files.
    pub fn name(&self) -> Name<'d> {
        self.node.name("name")
    }

    /// Returns the id for references by other files; `None` for `0xFFFFFFFF`.
    pub fn reference_id(&self) -> Option<u32> {
        self.node.int("referenceId").filter(|id| *id != u32::MAX)
    }

    /// Returns the pose in the model.
    pub fn pose(&self) -> Pose {
        self.node.pose("pose")
    }

    /// Returns `Triangles`, `Lines` or `Points`.
    pub fn geometry_type(&self) -> Name<'d> {
        self.node.text("geometryType").unwrap_or_else(|| Name::from("Triangles"))
    }

    /// Returns the primitive type; `None` if it is unknown.
    pub fn topology(&self) -> Option<Topology> {
        match &*self.geometry_type() {
            b"Triangles" => Some(Topology::Triangles),
            b"Lines" => Some(Topology::Lines),
            b"Points" => Some(Topology::Points),
            _ => None,
        }
    }

    /// Returns the index of its material in a [`Skin`](super::Skin).
    pub fn material_index(&self) -> u32 {
        self.node.int("skinMaterialIndex").unwrap_or_default()
    }

    /// Returns the vertices. A mesh without vertices is no error: some files have such meshes.
    ///
    /// # Errors
    /// A decompression error; [`ErrorKind::WrongType`] for an array of another type.
    pub fn vertices(&self, budget: &mut Budget) -> Result<Vertices<'d>, Error> {
        let Some((key, array)) = self.first_of(VERTICES) else { return Ok(Vertices::default()) };
        let path = self.path().part(key);
        let array = unpacked(array, &path, budget)?;
        Vertices::new(array).map_err(|kind| Error::new(kind, path))
    }

    /// Returns the indices into the vertices; 16 or 32 bits.
    ///
    /// # Errors
    /// As [`vertices`](Self::vertices).
    pub fn indices(&self, budget: &mut Budget) -> Result<Indices<'d>, Error> {
        let Some((key, array)) = self.first_of(["indices", "indexData"]) else { return Ok(Indices::default()) };
        let path = self.path().part(key);
        let array = unpacked(array, &path, budget)?;
        Indices::new(array).map_err(|kind| Error::new(kind, path))
    }

    /// Returns the key of the vertices.
    pub(crate) fn vertices_key(&self) -> &'static str {
        self.first_of(VERTICES).map_or("vertices", |(key, _)| key)
    }

    /// Returns the first existing key of the newer and the older spelling, with its array.
    fn first_of(&self, keys: [&'static str; 2]) -> Option<(&'static str, &'d Array<'d>)> {
        keys.into_iter().find_map(|key| Some((key, self.node.array(key)?)))
    }

    /// Returns the number of vertices without decompression.
    pub fn vertex_count(&self) -> usize {
        self.first_of(VERTICES).map_or(0, |(_, array)| array.len())
    }

    /// Returns the number of indices without decompression.
    pub fn index_count(&self) -> usize {
        self.first_of(["indices", "indexData"]).map_or(0, |(_, array)| array.len())
    }

    /// Returns the names of the further uv sets; `lightmap` is the set for light maps.
    pub fn uv_sets(&self) -> Vec<Name<'d>> {
        self.node.node("uvSets").0.iter().map(|(name, _)| name.borrowed()).collect()
    }

    /// Iterates over the arrays of the further uv sets; `None` for values that aren't arrays.
    pub(crate) fn uv_arrays(&self) -> impl Iterator<Item = (&'d Name<'d>, Option<&'d Array<'d>>)> {
        self.node.node("uvSets").0.iter().map(|(name, value)| (name, value.as_array()))
    }

    pub(crate) fn uvs_of(&self, name: &[u8], array: &Array<'_>, budget: &mut Budget) -> Result<Vec<Vec2>, Error> {
        let uvs = bulk::<[f32; 2]>(array, "vec2", &self.path().part("uvSets").name(name), budget)?;
        Ok(uvs.into_iter().map(Vec2::from_array).collect())
    }

    /// Returns the uv set `name`, one uv per vertex; `None` if it is missing.
    ///
    /// # Errors
    /// As [`vertices`](Self::vertices).
    pub fn uv_set(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<Vec2>>, Error> {
        let array = self.node.node("uvSets").array(name);
        array.map(|array| self.uvs_of(name.as_bytes(), array, budget)).transpose()
    }

    /// Returns weights 0 to 3 of each vertex; `None` without weights.
    ///
    /// # Errors
    /// As [`vertices`](Self::vertices).
    pub fn weights(&self, budget: &mut Budget) -> Result<Option<Weights<'d>>, Error> {
        self.weights_of("vertexWeights", budget)
    }

    /// Returns weights 4 to 7 of each vertex. The engine's shader indexes them wrongly ([Sub mesh](crate::format#sub-mesh-pmesh)).
    ///
    /// # Errors
    /// As [`vertices`](Self::vertices).
    pub fn extended_weights(&self, budget: &mut Budget) -> Result<Option<Weights<'d>>, Error> {
        self.weights_of("extendedVertexWeights", budget)
    }

    fn weights_of(&self, key: &'static str, budget: &mut Budget) -> Result<Option<Weights<'d>>, Error> {
        let Some(array) = self.node.array(key) else { return Ok(None) };
        let path = self.path().part(key);
        let array = unpacked(array, &path, budget)?;
        Weights::new(array).map(Some).map_err(|kind| Error::new(kind, path))
    }

    /// Returns the number of alphas of each vertex: 0, 1 or 2. They blend materials.
    pub fn alpha_count(&self) -> u8 {
        self.node.int("alphaCount").unwrap_or_default()
    }

    /// Returns the alphas, two per vertex; `None` without alphas.
    ///
    /// # Errors
    /// As [`vertices`](Self::vertices).
    pub fn alphas(&self, budget: &mut Budget) -> Result<Option<Vec<Vec2>>, Error> {
        let Some(array) = self.node.array("alphas") else { return Ok(None) };
        let alphas = bulk::<[f32; 2]>(array, "vec2", &self.path().part("alphas"), budget)?;
        Ok(Some(alphas.into_iter().map(Vec2::from_array).collect()))
    }
}

/// Interleaved vertices of a mesh: 48 bytes each in current files.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertices<'d> {
    array: Cow<'d, Array<'d>>,
    stride: usize,
    position: usize,
    uv: Option<usize>,
    normal: Option<usize>,
    tangent: Option<usize>,
}

impl Default for Vertices<'_> {
    fn default() -> Self {
        Self::of_positions(Cow::Owned(Array::from_values::<[f32; 3]>(&[])))
    }
}

impl<'d> Vertices<'d> {
    fn new(array: Cow<'d, Array<'d>>) -> Result<Self, ErrorKind> {
        const EXPECTED: &str = "struct<vec3:pos,vec2:uv,vec3:n,vec4:t>";
        let structs = match &*array {
            Array::Structs(structs) => structs,
            Array::Plain(plain) if plain.item_type() == Type::VEC3 => return Ok(Self::of_positions(array)),
            other => return Err(wrong(EXPECTED, other)),
        };
        let place = |name: &str, ty| field(structs, name, ty);
        let position = place("pos", Type::VEC3).ok_or_else(|| wrong(EXPECTED, &array))?;
        let (uv, normal, tangent) = (place("uv", Type::VEC2), place("n", Type::VEC3), place("t", Type::VEC4));
        let stride = structs.layout().size();
        Ok(Self { array, stride, position, uv, normal, tangent })
    }

    /// Wraps an array of vec3, which the engine still reads.
    fn of_positions(array: Cow<'d, Array<'d>>) -> Self {
        Self { array, stride: size_of::<[f32; 3]>(), position: 0, uv: None, normal: None, tangent: None }
    }

    fn column<T: Stored>(&self, offset: usize) -> Column<'_, T> {
        Column::new(self.as_bytes(), self.stride, offset).unwrap_or_default()
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// Returns whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.array.is_empty()
    }

    /// Returns the stored vertices, [`stride`](Self::stride) bytes each.
    pub fn as_bytes(&self) -> &[u8] {
        raw(&self.array)
    }

    /// Returns the size of a vertex in bytes.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the positions, in engine units.
    pub fn positions(&self) -> Column<'_, Vec3> {
        self.column(self.position)
    }

    /// Returns the texture coordinates, origin at the top left; `None` in old files with only positions.
    pub fn uvs(&self) -> Option<Column<'_, Vec2>> {
        self.uv.map(|offset| self.column(offset))
    }

    /// Returns the normals, of length 1.
    pub fn normals(&self) -> Option<Column<'_, Vec3>> {
        self.normal.map(|offset| self.column(offset))
    }

    /// Returns the tangents; the bitangent is `cross(normal, tangent.xyz) * tangent.w`, and has the opposite direction of glTF's ([Sub
    /// mesh](crate::format#sub-mesh-pmesh)).
    pub fn tangents(&self) -> Option<Column<'_, Vec4>> {
        self.tangent.map(|offset| self.column(offset))
    }

    /// Returns the bounding box of the positions.
    pub fn bounds(&self) -> Bounds {
        Bounds::from_points(self.positions().iter())
    }
}

/// Returns the offset of the field `name`, if it has the type `ty`.
fn field(structs: &Structs<'_>, name: &str, ty: Type) -> Option<usize> {
    structs.layout().field(name).filter(|(found, _)| *found == ty).map(|(_, offset)| offset)
}

/// Returns the bytes of an array of items of fixed size.
fn raw<'x>(array: &'x Array<'_>) -> &'x [u8] {
    match array {
        Array::Plain(plain) => plain.as_bytes(),
        Array::Structs(structs) => structs.as_bytes(),
        _ => &[],
    }
}

/// The indices of a mesh: 16 or 32 bits each.
#[derive(Clone, Debug, PartialEq)]
pub struct Indices<'d> {
    array: Cow<'d, Array<'d>>,
}

impl Default for Indices<'_> {
    fn default() -> Self {
        Self { array: Cow::Owned(Array::from_values::<u16>(&[])) }
    }
}

impl<'d> Indices<'d> {
    fn new(array: Cow<'d, Array<'d>>) -> Result<Self, ErrorKind> {
        // The engine reads any type other than uint16 as uint32.
        match array.item_type() {
            Type::U16 | Type::U32 | Type::I32 => Ok(Self { array }),
            found => Err(ErrorKind::WrongType { expected: "uint16 or uint32", found }),
        }
    }

    /// Returns the number of indices.
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// Returns whether there are no indices.
    pub fn is_empty(&self) -> bool {
        self.array.is_empty()
    }

    /// Returns the stored indices, little-endian.
    pub fn as_bytes(&self) -> &[u8] {
        raw(&self.array)
    }

    /// Returns the indices in place, if they have 16 bits.
    pub fn as_u16(&self) -> Option<Column<'_, u16>> {
        if self.array.item_type() == Type::U16 { Column::new(self.as_bytes(), 2, 0) } else { None }
    }

    /// Returns the indices in place, if they have 32 bits.
    pub fn as_u32(&self) -> Option<Column<'_, u32>> {
        if self.array.item_type() == Type::U16 { None } else { Column::new(self.as_bytes(), 4, 0) }
    }

    /// Returns the `place`-th index.
    pub fn get(&self, place: usize) -> Option<u32> {
        match self.as_u16() {
            Some(indices) => indices.get(place).map(u32::from),
            None => self.as_u32()?.get(place),
        }
    }

    /// Iterates over the indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> {
        (0..self.len()).map(|place| self.get(place).unwrap_or_default())
    }

    /// Returns all indices: the fast path for many of them.
    pub fn to_vec(&self) -> Vec<u32> {
        match self.as_u16() {
            Some(indices) => indices.iter().map(u32::from).collect(),
            None => self.as_u32().unwrap_or_default().to_vec(),
        }
    }

    /// Iterates over the triangles of a list, counter-clockwise as seen from their front.
    pub fn triangles(&self) -> Triangles<impl ExactSizeIterator<Item = u32>> {
        triangles(Topology::Triangles, self.iter())
    }
}

/// Bones and weights of the vertices of a mesh, four each.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights<'d> {
    array: Cow<'d, Array<'d>>,
    stride: usize,
    ids: usize,
    weights: usize,
}

impl<'d> Weights<'d> {
    fn new(array: Cow<'d, Array<'d>>) -> Result<Self, ErrorKind> {
        const EXPECTED: &str = "struct<vec4i:id,vec4:w>";
        let Array::Structs(structs) = &*array else { return Err(wrong(EXPECTED, &array)) };
        let places = field(structs, "id", Type::VEC4I).zip(field(structs, "w", Type::VEC4));
        let (ids, weights) = places.ok_or_else(|| wrong(EXPECTED, &array))?;
        let stride = structs.layout().size();
        Ok(Self { array, stride, ids, weights })
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// Returns whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.array.is_empty()
    }

    /// Returns the stored bones and weights.
    pub fn as_bytes(&self) -> &[u8] {
        raw(&self.array)
    }

    /// Iterates over the bone ids; −1 for none.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = [i32; 4]> {
        let ids = Strided::<[I32; 4]>::new(raw(&self.array), self.stride, self.ids).unwrap_or_default();
        ids.iter().map(|ids| ids.map(I32::get))
    }

    /// Iterates over the weights. They are used without normalisation.
    pub fn weights(&self) -> impl ExactSizeIterator<Item = [f32; 4]> {
        let weights = Strided::<[F32; 4]>::new(raw(&self.array), self.stride, self.weights).unwrap_or_default();
        weights.iter().map(|weights| weights.map(F32::get))
    }
}
