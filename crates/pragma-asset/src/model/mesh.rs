//! Meshes, in groups and with sub meshes (PMESH).

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

/// The keys that the vertices can have. The newer spelling comes first.
const VERTICES: [&str; 2] = ["vertices", "vertexData"];

/// Meshes to be shown or hidden together.
#[derive(Clone, Debug)]
pub struct MeshGroup<'d> {
    /// The group name. This is `reference` for the default group.
    pub name: Name<'d>,
    /// The id to use when body groups and LODs refer to this group.
    pub index: u32,
    node: Node<'d>,
}

impl<'d> MeshGroup<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self { name, index: node.int("index").unwrap_or_default(), node }
    }

    /// Returns the meshes and their sub meshes.
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

/// Tells you where to find a sub mesh in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshId<'d> {
    /// The name of the mesh group.
    pub group: Name<'d>,
    /// The index of the mesh in the group.
    pub mesh: usize,
    /// The index of the sub mesh in the mesh.
    pub sub_mesh: usize,
}

impl<'d> SubMeshes<'d> {
    /// Returns the id to use when another file refers to this mesh. If it is `0xFFFFFFFF`, there is no id.
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
    /// Copies the borrowed name.
    pub fn into_owned(self) -> MeshId<'static> {
        MeshId { group: self.group.into_owned(), mesh: self.mesh, sub_mesh: self.sub_mesh }
    }

    pub(crate) fn path(&self) -> Path {
        Path::from("meshGroups").name(&self.group).item("meshes", self.mesh).item("subMeshes", self.sub_mesh)
    }
}

/// A sub mesh. Its vertices and indices use a single material.
///
/// Note that bulk data is compressed in the file. It will be decompressed on every call, so you should keep the result.
#[derive(Clone, Debug)]
pub struct Mesh<'d> {
    node: Node<'d>,
    id: MeshId<'d>,
}

impl<'d> Mesh<'d> {
    /// Returns where to find this sub mesh in the model. You need this to edit it.
    pub fn id(&self) -> &MeshId<'d> {
        &self.id
    }

    /// Returns the path to use in messages, for example `meshGroups > reference > meshes 0 > subMeshes 2`.
    pub fn path(&self) -> Path {
        self.id.path()
    }

    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the uuid as text. An older file does not have this.
    pub fn uuid(&self) -> Option<Name<'d>> {
        self.node.text("uuid")
    }

    /// Returns the name. In an older file, this will be empty.
    pub fn name(&self) -> Name<'d> {
        self.node.name("name")
    }

    /// Returns the id to use when another file refers to this sub mesh. If it is `0xFFFFFFFF`, there is no id.
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

    /// Returns the primitive type. If this is unknown, the result is `None`.
    pub fn topology(&self) -> Option<Topology> {
        match &*self.geometry_type() {
            b"Triangles" => Some(Topology::Triangles),
            b"Lines" => Some(Topology::Lines),
            b"Points" => Some(Topology::Points),
            _ => None,
        }
    }

    /// Returns the index of the material in a [`Skin`](super::Skin).
    pub fn material_index(&self) -> u32 {
        self.node.int("skinMaterialIndex").unwrap_or_default()
    }

    /// Returns the vertices. A mesh without vertices is not an error, because some files contain such meshes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if the array has another type, or an error if the data can't be decompressed.
    pub fn vertices(&self, budget: &mut Budget) -> Result<Vertices<'d>, Error> {
        let Some((key, array)) = self.first_of(VERTICES) else { return Ok(Vertices::default()) };
        let path = self.path().part(key);
        let array = unpacked(array, &path, budget)?;
        Vertices::new(array).map_err(|kind| Error::new(kind, path))
    }

    /// Returns the indices of the vertices, as 16-bit or 32-bit.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
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

    /// Returns the array, and the key that it was found under. The newer spelling is tried first.
    fn first_of(&self, keys: [&'static str; 2]) -> Option<(&'static str, &'d Array<'d>)> {
        keys.into_iter().find_map(|key| Some((key, self.node.array(key)?)))
    }

    /// Returns the number of vertices. Nothing has to be decompressed for this.
    pub fn vertex_count(&self) -> usize {
        self.first_of(VERTICES).map_or(0, |(_, array)| array.len())
    }

    /// Returns the number of indices. Nothing has to be decompressed for this.
    pub fn index_count(&self) -> usize {
        self.first_of(["indices", "indexData"]).map_or(0, |(_, array)| array.len())
    }

    /// Returns the names of the additional uv sets. The engine uses `lightmap` for light maps.
    pub fn uv_sets(&self) -> Vec<Name<'d>> {
        self.node.node("uvSets").0.iter().map(|(name, _)| name.borrowed()).collect()
    }

    /// Iterates over the arrays of the additional uv sets. If a value is not an array, this is `None`.
    pub(crate) fn uv_arrays(&self) -> impl Iterator<Item = (&'d Name<'d>, Option<&'d Array<'d>>)> {
        self.node.node("uvSets").0.iter().map(|(name, value)| (name, value.as_array()))
    }

    pub(crate) fn uvs_of(&self, name: &[u8], array: &Array<'_>, budget: &mut Budget) -> Result<Vec<Vec2>, Error> {
        let uvs = bulk::<[f32; 2]>(array, "vec2", &self.path().part("uvSets").name(name), budget)?;
        Ok(uvs.into_iter().map(Vec2::from_array).collect())
    }

    /// Returns the uv set with the given name, or `None` if there is no such set. The result has a uv for each vertex.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn uv_set(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<Vec2>>, Error> {
        let array = self.node.node("uvSets").array(name);
        array.map(|array| self.uvs_of(name.as_bytes(), array, budget)).transpose()
    }

    /// Returns the weights 0 to 3 of each vertex. If the mesh has no weights, this is `None`.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn weights(&self, budget: &mut Budget) -> Result<Option<Weights<'d>>, Error> {
        self.weights_of("vertexWeights", budget)
    }

    /// Returns the weights 4 to 7 of each vertex. Note that the shader of the engine uses the wrong index to read these
    /// (see [Sub mesh](crate::format#sub-mesh-pmesh)).
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn extended_weights(&self, budget: &mut Budget) -> Result<Option<Weights<'d>>, Error> {
        self.weights_of("extendedVertexWeights", budget)
    }

    fn weights_of(&self, key: &'static str, budget: &mut Budget) -> Result<Option<Weights<'d>>, Error> {
        let Some(array) = self.node.array(key) else { return Ok(None) };
        let path = self.path().part(key);
        let array = unpacked(array, &path, budget)?;
        Weights::new(array).map(Some).map_err(|kind| Error::new(kind, path))
    }

    /// Returns the number of alphas that each vertex has: 0, 1 or 2. The engine uses them to blend materials.
    pub fn alpha_count(&self) -> u8 {
        self.node.int("alphaCount").unwrap_or_default()
    }

    /// Returns the alphas, two for each vertex. If the mesh has none, this is `None`.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn alphas(&self, budget: &mut Budget) -> Result<Option<Vec<Vec2>>, Error> {
        let Some(array) = self.node.array("alphas") else { return Ok(None) };
        let alphas = bulk::<[f32; 2]>(array, "vec2", &self.path().part("alphas"), budget)?;
        Ok(Some(alphas.into_iter().map(Vec2::from_array).collect()))
    }
}

/// The vertices of a mesh, stored interleaved. In a current file, a vertex takes 48 bytes.
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

    /// Wraps an array of vec3. The engine can still read this.
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

    /// Returns `true` if this contains no vertices.
    pub fn is_empty(&self) -> bool {
        self.array.is_empty()
    }

    /// Returns the bytes in the file. A vertex takes [`stride`](Self::stride) bytes.
    pub fn as_bytes(&self) -> &[u8] {
        raw(&self.array)
    }

    /// Returns the size of a vertex, in bytes.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the positions, in engine units.
    pub fn positions(&self) -> Column<'_, Vec3> {
        self.column(self.position)
    }

    /// Returns the texture coordinates, with the origin at the top left. An old file may only have positions, and then
    /// this is `None`.
    pub fn uvs(&self) -> Option<Column<'_, Vec2>> {
        self.uv.map(|offset| self.column(offset))
    }

    /// Returns the normals, which should have the length 1.
    pub fn normals(&self) -> Option<Column<'_, Vec3>> {
        self.normal.map(|offset| self.column(offset))
    }

    /// Returns the tangents. To get the bitangent, use `cross(normal, tangent.xyz) * tangent.w`. Note that it has the
    /// opposite direction in glTF (see [Sub mesh](crate::format#sub-mesh-pmesh)).
    pub fn tangents(&self) -> Option<Column<'_, Vec4>> {
        self.tangent.map(|offset| self.column(offset))
    }

    /// Returns the bounding box of all positions.
    pub fn bounds(&self) -> Bounds {
        Bounds::from_points(self.positions().iter())
    }
}

/// Returns the offset of the given field, if it has the type `ty`.
fn field(structs: &Structs<'_>, name: &str, ty: Type) -> Option<usize> {
    structs.layout().field(name).filter(|field| field.ty == ty).map(|field| field.offset)
}

/// Returns the bytes of an array whose items have a fixed size.
fn raw<'x>(array: &'x Array<'_>) -> &'x [u8] {
    match array {
        Array::Plain(plain) => plain.as_bytes(),
        Array::Structs(structs) => structs.as_bytes(),
        _ => &[],
    }
}

/// The 16-bit or 32-bit indices of a mesh.
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

    /// Returns `true` if this contains no indices.
    pub fn is_empty(&self) -> bool {
        self.array.is_empty()
    }

    /// Returns the bytes in the file, in little-endian order.
    pub fn as_bytes(&self) -> &[u8] {
        raw(&self.array)
    }

    /// Returns the indices in place. For 32-bit indices, returns `None`.
    pub fn as_u16(&self) -> Option<Column<'_, u16>> {
        if self.array.item_type() == Type::U16 { Column::new(self.as_bytes(), 2, 0) } else { None }
    }

    /// Returns the indices in place. For 16-bit indices, returns `None`.
    pub fn as_u32(&self) -> Option<Column<'_, u32>> {
        if self.array.item_type() == Type::U16 { None } else { Column::new(self.as_bytes(), 4, 0) }
    }

    /// Returns the index at the given `place`.
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

    /// Returns all indices. This is the fastest way to get many of them.
    pub fn to_vec(&self) -> Vec<u32> {
        match self.as_u16() {
            Some(indices) => indices.iter().map(u32::from).collect(),
            None => self.as_u32().unwrap_or_default().to_vec(),
        }
    }

    /// Iterates over the triangles, if this is a triangle list. Seen from the front, a triangle goes counter-clockwise.
    pub fn triangles(&self) -> Triangles<impl ExactSizeIterator<Item = u32>> {
        triangles(Topology::Triangles, self.iter())
    }
}

/// The bones and weights of a mesh, with four of them for each vertex.
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

    /// Returns `true` if this contains no vertices.
    pub fn is_empty(&self) -> bool {
        self.array.is_empty()
    }

    /// Returns the bones and weights as they are in the file.
    pub fn as_bytes(&self) -> &[u8] {
        raw(&self.array)
    }

    /// Iterates over the bone ids, where −1 is no bone.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = [i32; 4]> {
        let ids = Strided::<[I32; 4]>::new(raw(&self.array), self.stride, self.ids).unwrap_or_default();
        ids.iter().map(|ids| ids.map(I32::get))
    }

    /// Iterates over the weights. The engine does not normalise them.
    pub fn weights(&self) -> impl ExactSizeIterator<Item = [f32; 4]> {
        let weights = Strided::<[F32; 4]>::new(raw(&self.array), self.stride, self.weights).unwrap_or_default();
        weights.iter().map(|weights| weights.map(F32::get))
    }
}
