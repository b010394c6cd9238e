//! A scene back into the model it came from.

use binio::{Bytes, Path};
use serde::Deserialize;
use zed_asset::{
    ByteOrder, Chunk, ChunkSize, Chunks, Content, Dialect, Flags, Header, Kind, Mesh, Model, Token, Topology,
};

use super::layout::{ArrayLayout, ChunkLayout, LAYOUT, Layout, MeshLayout};
use super::{FORMAT, attributes};
use crate::error::unfit;
use crate::winding;
use crate::{Component, Data, Error, Primitive, Scene, Source};

type Fit<T> = Result<T, &'static str>;

/// Gives back the model that a scene came from, bit for bit as far as the scene carries the same bits.
///
/// `None` if it came from something else. Blocks of the source are taken as they are.
///
/// # Errors
/// Where the scene is no longer what the layout says: another number of vertices, indices or primitives, arrays of another kind. It has to be
/// made into a new model then. Also what [`Scene::check`] says.
pub fn restore_model(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(source) = scene.source.as_ref().filter(|source| source.format == FORMAT) else { return Ok(None) };
    scene.check()?;
    let path = || Path::from("layout");
    let layout = Layout::deserialize(&source.layout).map_err(|error| unfit(path(), error))?;
    if layout.layout != LAYOUT {
        return Err(unfit(path(), format!("it has the number {}", layout.layout)));
    }
    let dialect = layout.dialect().ok_or_else(|| unfit(path(), "a dialect that doesn't exist"))?;
    let restorer = Restorer { scene, source, dialect, order: layout.byte_order() };
    if layout.chunks.iter().filter_map(|chunk| chunk.mesh.as_ref()?.mesh).count() != scene.meshes.len() {
        return Err(unfit(Path::from("meshes"), "another number of them"));
    }
    let mut list = Vec::with_capacity(layout.chunks.len());
    let mut meshes = 0;
    for (number, chunk) in layout.chunks.iter().enumerate() {
        let restored = restorer.chunk(chunk, meshes);
        list.push(restored.map_err(|why| unfit(Path::from([("chunk", number)]), why))?);
        meshes += usize::from(chunk.mesh.is_some());
    }
    let header = Header { kind: Kind::MODEL, version: layout.version, flags: Flags(layout.flags) };
    let chunks = Chunks { list, end: layout.end, trailing: Bytes::from(layout.trailing.0.clone()) };
    let model = Model { header, byte_order: layout.byte_order(), dialect, chunks };
    match model.encoded_len() {
        Ok(_) => Ok(Some(model)),
        Err(error) => Err(unfit(path(), error)),
    }
}

struct Restorer<'s> {
    scene: &'s Scene<'s>,
    source: &'s Source<'s>,
    dialect: Dialect,
    order: ByteOrder,
}

impl Restorer<'_> {
    fn chunk(&self, layout: &ChunkLayout, number: usize) -> Fit<Chunk<Content<'static>>> {
        let content = match (&layout.metadata, &layout.mesh, &layout.data) {
            (Some(metadata), None, None) => Content::Metadata(Box::new(metadata.metadata())),
            (None, Some(mesh), None) => Content::Mesh(Box::new(self.mesh(mesh, number)?)),
            (None, None, Some(data)) => Content::Other(data.0.clone().into()),
            _ => return Err("neither metadata nor a mesh nor bytes"),
        };
        let size = layout.size.map_or(ChunkSize::Exact, ChunkSize::Wrong);
        Ok(Chunk { token: Token(layout.token), size, content, end: layout.end })
    }

    fn mesh(&self, layout: &MeshLayout, number: usize) -> Fit<Mesh<'static>> {
        let primitives = match layout.mesh {
            None => &[][..],
            Some(mesh) => self.scene.meshes.get(mesh).ok_or("a mesh is missing")?.primitives.as_slice(),
        };
        let all = layout.strips.iter().chain(&layout.lists).chain(&layout.fans);
        if all.filter(|array| array.primitive.is_some()).count() != primitives.len() {
            return Err("another number of primitives");
        }
        let arrays = |kind: &str, topology, arrays: &[ArrayLayout]| -> Fit<Vec<Bytes<'static>>> {
            let arrays = arrays.iter().enumerate();
            let array = |(place, array)| {
                let indices = self.indices(array, topology, primitives)?;
                self.block(format!("mesh {number} {kind} {place}"), indices)
            };
            arrays.map(array).collect()
        };
        Ok(Mesh {
            material: layout.material,
            vertices: self.block(format!("mesh {number} vertices"), self.vertices(layout, primitives)?)?,
            strips: arrays("strip", Topology::TriangleStrip, &layout.strips)?,
            lists: arrays("list", Topology::Triangles, &layout.lists)?,
            fans: arrays("fan", Topology::TriangleFan, &layout.fans)?,
        })
    }

    /// The block of a name, if there is one, else what was worked out.
    fn block(&self, name: String, worked_out: Vec<u8>) -> Fit<Bytes<'static>> {
        match self.source.block(&name) {
            Some(block) if block.len() == worked_out.len() => Ok(block.to_vec().into()),
            Some(_) => Err("a block of another size"),
            None => Ok(worked_out.into()),
        }
    }

    fn vertices(&self, layout: &MeshLayout, primitives: &[Primitive]) -> Fit<Vec<u8>> {
        if let Some(data) = &layout.data {
            return Ok(data.0.clone());
        }
        let primitive = primitives.first().ok_or("no primitive has its vertices")?;
        let stride = self.dialect.vertices.stride();
        let mut vertices = Vec::new();
        for (semantic, floats, offset) in attributes(self.dialect.vertices) {
            let array = primitive.attribute(&semantic).and_then(|array| self.scene.arrays.get(array));
            let array = array.ok_or("an attribute is missing")?;
            let Data::Dense(data) = &array.data else { return Err("vertices that aren't all there") };
            let fits = array.component == Component::F32 && usize::from(array.width) == floats;
            if !fits || array.count != layout.vertices {
                return Err("an attribute of another kind or length");
            }
            vertices.resize(array.count * stride, 0);
            let mut values = data.to_vec();
            if self.order == ByteOrder::Big {
                values.chunks_exact_mut(size_of::<f32>()).for_each(<[u8]>::reverse);
            }
            let size = floats * size_of::<f32>();
            for (vertex, value) in vertices.chunks_exact_mut(stride).zip(values.chunks_exact(size)) {
                vertex
                    .get_mut(offset..)
                    .and_then(|rest| rest.get_mut(..size))
                    .ok_or("a short vertex")?
                    .copy_from_slice(value);
            }
        }
        Ok(vertices)
    }

    fn indices(&self, layout: &ArrayLayout, topology: Topology, primitives: &[Primitive]) -> Fit<Vec<u8>> {
        let Some(primitive) = layout.primitive else { return Ok(layout.rest.0.clone()) };
        let primitive = primitives.get(primitive).filter(|primitive| primitive.topology == topology);
        let array = primitive.and_then(|primitive| self.scene.arrays.get(primitive.indices?));
        let array = array.ok_or("another kind of primitive")?;
        let whole = winding::whole(topology, layout.indices);
        if array.count != winding::wound(topology, whole) || matches!(array.data, Data::Sparse { .. }) {
            return Err("another number of indices");
        }
        let mut indices = vec![0; whole * size_of::<u16>()];
        winding::put(topology, array, whole, &mut indices, size_of::<u16>()).ok_or("indices that don't fit")?;
        if self.order == ByteOrder::Big {
            indices.chunks_exact_mut(size_of::<u16>()).for_each(<[u8]>::reverse);
        }
        indices.extend(&layout.rest.0);
        Ok(indices)
    }
}
