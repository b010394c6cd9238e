//! Builds models from plain arrays.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use binio::Bytes;

use super::convert::split;
use super::encoding::{Encoding, VertexLayout};
use super::{Mesh, Metadata, Model};
use crate::container::{Chunk, Chunks};
use crate::error::{Error, ErrorKind};
use crate::header::{Flags, Header};
use crate::kind::Kind;
use crate::order::ByteOrder;

/// 16-bit indices can refer to this many vertices.
const VERTICES_MAX: usize = 1 << 16;

/// Builds a model from plain arrays. All counts, sizes and END chunks will be set the way the engine requires them.
///
/// ```
/// use zed_asset::glam::Vec3;
/// use zed_asset::{Encoding, MeshBuilder, Model, ModelBuilder};
/// let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
/// let mesh = MeshBuilder::new(&positions).normals(&[Vec3::Z; 3]).triangles(&[0, 1, 2]).material(7);
/// let model = ModelBuilder::new("triangle").mesh(mesh).build()?;
/// assert_eq!(model.encoding, Encoding::ENGINE);
/// let bytes = model.to_bytes()?;
/// assert_eq!(bytes.len(), 248);
/// assert_eq!(Model::parse(&bytes)?.mesh(0).unwrap().triangles().collect::<Vec<_>>(), [[0, 1, 2]]);
/// # Ok::<(), zed_asset::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ModelBuilder<'a> {
    name: &'a str,
    version: [u8; 3],
    encoding: Encoding,
    meshes: Vec<MeshBuilder<'a>>,
}

impl<'a> ModelBuilder<'a> {
    /// Creates a builder for a model with the given name. It has no meshes yet, and uses the encoding of the engine.
    pub fn new(name: &'a str) -> Self {
        Self { name, version: [0, 0, 1], encoding: Encoding::ENGINE, meshes: Vec::new() }
    }

    /// Sets the version of the model (major, minor, revision). The default is 0.0.1.
    pub fn version(mut self, version: [u8; 3]) -> Self {
        self.version = version;
        self
    }

    /// Sets the encoding. By default, this is the encoding of the engine. Note that there is no reader for any other
    /// encoding.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Adds a mesh. If it has too many vertices for 16-bit indices, it will be split.
    pub fn mesh(mut self, mesh: MeshBuilder<'a>) -> Self {
        self.meshes.push(mesh);
        self
    }

    /// Builds the model.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Unsound`] if arrays do not have the same length, if a triangle is incomplete, if an index
    /// is out of bounds, or if the engine does not accept the name. Returns [`ErrorKind::NotInEncoding`] if the encoding
    /// has no place for something in the vertices.
    pub fn build(self) -> Result<Model<'static>, Error> {
        let mut metadata = Metadata { version: self.version, ..Metadata::default() };
        metadata.set_name(self.name)?;
        let mut list = Vec::from([Chunk::from(metadata)]);
        for (index, mesh) in self.meshes.iter().enumerate() {
            let inside =
                |error: Error| error.within(binio::Segment::Index(index as u64)).within(binio::Segment::Part("mesh"));
            mesh.check(self.encoding).map_err(inside)?;
            list.extend(mesh.parts(self.encoding).into_iter().map(Chunk::from));
        }
        let header = Header { kind: Kind::MODEL, version: [0, 0, 1], flags: Flags(0) };
        let chunks = Chunks { list, ..Chunks::default() };
        let mut model = Model { header, byte_order: ByteOrder::Little, encoding: self.encoding, chunks };
        model.update_totals();
        Ok(model)
    }
}

/// A mesh from plain arrays, which have a value for each vertex. If you do not set an array, it will be filled with
/// zeros.
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct MeshBuilder<'a> {
    material: u32,
    positions: &'a [Vec3],
    normals: Option<&'a [Vec3]>,
    tex_coords: Option<&'a [Vec2]>,
    joints: Option<(&'a [Vec4], &'a [Vec4])>,
    triangles: &'a [u32],
}

impl<'a> MeshBuilder<'a> {
    /// Creates a mesh with vertices at these positions. The axes are right-handed, and Y is up.
    pub fn new(positions: &'a [Vec3]) -> Self {
        Self { positions, ..Self::default() }
    }

    /// Sets the material number. The default is 0.
    pub fn material(mut self, material: u32) -> Self {
        self.material = material;
        self
    }

    /// Sets the normals. There must be one for each vertex.
    pub fn normals(mut self, normals: &'a [Vec3]) -> Self {
        self.normals = Some(normals);
        self
    }

    /// Sets the texture coordinates. You can only use these with
    /// [`VertexLayout::Document`](super::VertexLayout::Document).
    pub fn tex_coords(mut self, tex_coords: &'a [Vec2]) -> Self {
        self.tex_coords = Some(tex_coords);
        self
    }

    /// Sets the weights and the numbers of four joints for each vertex. You can only use these with
    /// [`VertexLayout::Document`](super::VertexLayout::Document).
    pub fn joints(mut self, weights: &'a [Vec4], indices: &'a [Vec4]) -> Self {
        self.joints = Some((weights, indices));
        self
    }

    /// Sets the triangles, using three indices for each.
    pub fn triangles(mut self, triangles: &'a [u32]) -> Self {
        self.triangles = triangles;
        self
    }

    fn check(&self, encoding: Encoding) -> Result<(), Error> {
        let count = self.positions.len();
        let refuse = |kind, part| Err(Error::new(kind, part));
        let lengths = [
            self.normals.map(<[_]>::len),
            self.tex_coords.map(<[_]>::len),
            self.joints.map(|(weights, _)| weights.len()),
            self.joints.map(|(_, indices)| indices.len()),
        ];
        if lengths.into_iter().flatten().any(|length| length != count) {
            return refuse(ErrorKind::Unsound("there are not as many of each as positions"), "vertices");
        }
        let more = self.tex_coords.is_some() || self.joints.is_some();
        if more && encoding.vertices == VertexLayout::Engine {
            return refuse(ErrorKind::NotInEncoding("texture coordinates and joints"), "vertices");
        }
        if self.triangles.len() % 3 != 0 {
            return refuse(ErrorKind::Unsound("the indices make no whole triangles"), "triangles");
        }
        if self.triangles.iter().any(|index| *index as usize >= count) {
            return refuse(ErrorKind::Unsound("an index is out of bounds"), "triangles");
        }
        Ok(())
    }

    /// Returns the mesh. If it has too many vertices, it is split.
    fn parts(&self, encoding: Encoding) -> Vec<Mesh<'static>> {
        if self.positions.len() <= VERTICES_MAX {
            let corners: Vec<u16> = self.triangles.iter().filter_map(|index| u16::try_from(*index).ok()).collect();
            return Vec::from([self.part(0..self.positions.len(), &corners, encoding)]);
        }
        let mut parts = Vec::new();
        let mut numbers = BTreeMap::new();
        let (mut used, mut corners) = (Vec::new(), Vec::new());
        for triangle in self.triangles.chunks_exact(3) {
            // Three new vertices always fit into a part with three free.
            if used.len() + triangle.len() > VERTICES_MAX {
                parts.push(self.part(used.drain(..), &corners, encoding));
                numbers.clear();
                corners.clear();
            }
            for index in triangle {
                let number = *numbers.entry(*index).or_insert_with(|| {
                    used.push(*index as usize);
                    used.len() - 1
                });
                corners.extend(u16::try_from(number));
            }
        }
        parts.push(self.part(used.drain(..), &corners, encoding));
        parts
    }

    /// Returns a mesh that only has these vertices.
    fn part(&self, vertices: impl Iterator<Item = usize>, corners: &[u16], encoding: Encoding) -> Mesh<'static> {
        let mut data = Vec::new();
        for vertex in vertices {
            let mut put = |floats: &[f32]| floats.iter().for_each(|float| data.extend(float.to_le_bytes()));
            put(&at(Some(self.positions), vertex).to_array());
            put(&at(self.normals, vertex).to_array());
            if encoding.vertices == VertexLayout::Document {
                put(&at(self.tex_coords, vertex).to_array());
                put(&at(self.joints.map(|(weights, _)| weights), vertex).to_array());
                put(&at(self.joints.map(|(_, indices)| indices), vertex).to_array());
            }
        }
        let lists = split(corners, ByteOrder::Little).collect();
        Mesh { material: self.material, vertices: Bytes::from(data), strips: Vec::new(), lists, fans: Vec::new() }
    }
}

fn at<T: Copy + Default>(values: Option<&[T]>, index: usize) -> T {
    values.and_then(|values| values.get(index)).copied().unwrap_or_default()
}
