//! Restores the original model of a scene.

use asset_scene::glam::DAffine3;
use asset_scene::{Component, Data, Error, Id, Primitive, Scene, winding};
use binio::{Bytes, Path};
use scene_adapter::{columns, origin};
use zed_asset::{
    ByteOrder, Chunk, ChunkSize, Chunks, Content, Dialect, Flags, Header, Kind, Mesh, Model, Token, Topology,
};

use crate::FORMAT;
use crate::export::{columns_of, swap};
use crate::layout::{ArrayLayout, ChunkLayout, LAYOUT, Layout, MeshLayout};

type Fit<T> = Result<T, &'static str>;

/// Restores the original model of a scene, with the arrays that were changed. If nothing was changed and the file is
/// stored in the scene, the result is this file, byte for byte. This function returns `None` if the scene was not
/// created from a model.
///
/// # Errors
/// Fails if the scene doesn't have the same meshes, primitives, attributes, vertices or indices as its source any more,
/// if a node moves a mesh, or if no node shows it. You should then [`create()`](crate::create()) a new model. This also
/// fails if the scene fails [`Scene::check`].
pub fn restore(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(rebuilt) = rebuilt(scene)? else { return Ok(None) };
    let original = scene.source.as_ref().and_then(|source| Model::parse(source.original.as_deref()?).ok());
    let unedited = |original: &Model<'_>| {
        let (shown, _) = crate::to_scene(original, &scene.name, &origin::show_options(scene)).ok()?;
        origin::draws_alike(scene, &shown, DAffine3::IDENTITY).then_some(())
    };
    Ok(Some(match original {
        Some(original) if unedited(&original).is_some() => original.into_owned(),
        _ => rebuilt,
    }))
}

/// Writes the arrays of a scene to the chunks in its layout.
fn rebuilt(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(layout) = origin::layout::<Layout>(scene.source.as_ref(), FORMAT, LAYOUT)? else { return Ok(None) };
    scene.check()?;
    let dialect = layout.dialect();
    let dialect =
        dialect.ok_or_else(|| origin::mismatch("layout", format!("no dialect is called {}", layout.dialect)))?;
    let restorer = Restorer { scene, dialect, order: layout.byte_order() };
    let expected = layout.chunks.iter().filter_map(|chunk| chunk.mesh.as_ref()?.mesh).count();
    if expected != scene.meshes.len() {
        return Err(origin::mismatch("meshes", format!("expected {expected}, found {}", scene.meshes.len())));
    }
    let mut list = Vec::with_capacity(layout.chunks.len());
    for (number, chunk) in layout.chunks.iter().enumerate() {
        let restored = restorer.chunk(chunk);
        list.push(restored.map_err(|why| origin::mismatch(Path::from([("chunk", number)]), why))?);
    }
    let header = Header { kind: Kind::MODEL, version: layout.version, flags: Flags(layout.flags) };
    let byte_order = layout.byte_order();
    let chunks = Chunks { list, end: layout.end, trailing: Bytes::from(layout.trailing.0) };
    let model = Model { header, byte_order, dialect, chunks };
    model.encoded_len().map_err(|error| origin::mismatch("layout", error))?;
    let (shown, _) = crate::to_scene(&model, &scene.name, &origin::show_options(scene))?;
    origin::check_arrangement(scene, &shown, DAffine3::IDENTITY)?;
    Ok(Some(model))
}

struct Restorer<'s> {
    scene: &'s Scene<'s>,
    dialect: Dialect,
    order: ByteOrder,
}

impl Restorer<'_> {
    fn chunk(&self, layout: &ChunkLayout) -> Fit<Chunk<Content<'static>>> {
        let content = match (&layout.metadata, &layout.mesh, &layout.data) {
            (Some(metadata), None, None) => Content::Metadata(Box::new(metadata.metadata())),
            (None, Some(mesh), None) => Content::Mesh(Box::new(self.mesh(mesh)?)),
            (None, None, Some(data)) => Content::Other(data.0.clone().into()),
            _ => return Err("expected one of metadata, a mesh and bytes"),
        };
        let size = layout.size.map_or(ChunkSize::Exact, ChunkSize::Wrong);
        Ok(Chunk { token: Token(layout.token), size, content, end: layout.end })
    }

    fn mesh(&self, layout: &MeshLayout) -> Fit<Mesh<'static>> {
        let primitives = match layout.mesh {
            None => &[][..],
            Some(mesh) => self.scene.meshes.get(Id::new(mesh)).ok_or("a mesh is missing")?.primitives.as_slice(),
        };
        if layout.arrays().filter(|array| array.primitive.is_some()).count() != primitives.len() {
            return Err("another number of primitives");
        }
        let arrays = |topology, arrays: &[ArrayLayout]| -> Fit<Vec<Bytes<'static>>> {
            let array = |array| Ok(self.indices(array, topology, (primitives, layout.vertices))?.into());
            arrays.iter().map(array).collect()
        };
        Ok(Mesh {
            material: layout.material,
            vertices: self.vertices(layout, primitives)?.into(),
            strips: arrays(Topology::TriangleStrip, &layout.strips)?,
            lists: arrays(Topology::Triangles, &layout.lists)?,
            fans: arrays(Topology::TriangleFan, &layout.fans)?,
        })
    }

    fn vertices(&self, layout: &MeshLayout, primitives: &[Primitive]) -> Fit<Vec<u8>> {
        if let Some(data) = &layout.data {
            return Ok(data.0.clone());
        }
        let primitive = primitives.first().ok_or("no primitive has its vertices")?;
        let stride = self.dialect.vertices.stride();
        let mut vertices = Vec::new();
        for column in columns_of(self.dialect.vertices) {
            let array = &self.scene[primitive.attribute(&column.semantic).ok_or("an attribute is missing")?];
            let Data::Dense(data) = &array.data else { return Err("a sparse attribute") };
            let fits = array.component == Component::F32 && usize::from(array.width) == column.floats;
            if !fits || array.count != layout.vertices {
                return Err("an attribute of another kind or length");
            }
            // The arrays together are at least as large: each column exists, and is as long.
            vertices.resize(array.count.checked_mul(stride).ok_or("too many vertices")?, 0);
            let mut values = data.to_vec();
            swap(&mut values, size_of::<f32>(), self.order);
            columns::scatter(&values, column.size(), &mut vertices, stride, column.offset);
        }
        Ok(vertices)
    }

    fn indices(
        &self,
        layout: &ArrayLayout,
        topology: Topology,
        (primitives, vertices): (&[Primitive], usize),
    ) -> Fit<Vec<u8>> {
        let Some(primitive) = layout.primitive else { return Ok(layout.rest.0.clone()) };
        let primitive = primitives.get(primitive).filter(|primitive| primitive.topology == topology);
        let array = primitive.and_then(|primitive| Some(&self.scene[primitive.indices?]));
        let array = array.ok_or("another kind of primitive")?;
        let whole = winding::whole(topology, layout.indices);
        if array.count != winding::wound(topology, whole) || matches!(array.data, Data::Sparse { .. }) {
            return Err("another number of indices");
        }
        // Arrays with such indices aren't part of a scene: somebody edited these.
        if !winding::are_below(array, vertices) {
            return Err("an index of a vertex that doesn't exist");
        }
        let mut indices = vec![0; whole.checked_mul(size_of::<u16>()).ok_or("too many indices")?];
        winding::put(topology, array, whole, &mut indices, size_of::<u16>()).ok_or("indices of more than 16 bits")?;
        swap(&mut indices, size_of::<u16>(), self.order);
        indices.extend(&layout.rest.0);
        Ok(indices)
    }
}
