//! Converts a model into another encoding, or for the engine.

use alloc::vec::Vec;
use asset_geometry::{Topology, is_degenerate};
use binio::{Bytes, Findings};

use super::encoding::{CountWidth, Encoding, VertexLayout};
use super::mesh::{Mesh, MeshView};
use super::{Content, Metadata, Model, NAME_LEN};
use crate::container::{Chunk, ChunkSize, Chunks};
use crate::error::{Error, ErrorKind};
use crate::header::{Flags, Header};
use crate::kind::Kind;
use crate::kinds;
use crate::order::ByteOrder;

/// How many indices a list with a 16-bit count can have. These must be whole triangles, and 65535 indices are 21845
/// triangles.
pub(crate) const LIST_MAX: usize = u16::MAX as usize;

impl Model<'_> {
    /// Reports what would be lost by [`to_encoding`](Self::to_encoding).
    pub fn losses_in(&self, encoding: Encoding) -> Findings {
        let mut losses = Findings::new();
        if encoding.vertices == VertexLayout::Engine {
            for (index, mesh) in self.meshes().enumerate() {
                let path = || binio::Path::new().item("mesh", index);
                if mesh.tex_coords().is_some_and(|column| has_any(column.iter())) {
                    losses.loss(
                        kinds::UV_SETS_LOST,
                        path(),
                        "texture coordinates are lost: the engine's vertices have none",
                    );
                }
                let joints = [mesh.joint_weights(), mesh.joint_indices()];
                if joints.into_iter().flatten().any(|column| has_any(column.iter())) {
                    losses.loss(
                        kinds::JOINTS_LOST,
                        path(),
                        "joint weights and indices are lost: the engine's vertices have none",
                    );
                }
            }
        }
        losses
    }

    /// Converts the model into another encoding. It will have the same triangles. If an array is too long for its count,
    /// it becomes several lists.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInEncoding`] if anything would be lost. To find out what this is, call
    /// [`losses_in`](Self::losses_in).
    pub fn to_encoding(&self, encoding: Encoding) -> Result<Model<'static>, Error> {
        refuse(&self.losses_in(encoding), "texture coordinates and joints")?;
        Ok(self.to_encoding_lossy(encoding).0)
    }

    /// Converts the model into another encoding, even if something is lost. The losses are returned as findings.
    pub fn to_encoding_lossy(&self, encoding: Encoding) -> (Model<'static>, Findings) {
        let losses = self.losses_in(encoding);
        let mut model = self.borrowed().into_owned();
        let (order, from) = (model.byte_order, model.encoding.vertices);
        model.encoding = encoding;
        for mesh in model.meshes_mut() {
            mesh.vertices = relay(&mesh.vertices, from, encoding.vertices);
            if encoding.counts == CountWidth::U16 {
                shorten(mesh, encoding, order);
            }
        }
        for chunk in &mut model.chunks.list {
            // A previously wrong size is meaningless after the conversion.
            if matches!(chunk.content, Content::Mesh(_)) {
                chunk.size = ChunkSize::Exact;
            }
        }
        (model, losses)
    }

    /// Converts strips and fans into lists, and updates the metadata. The triangles keep their order, but degenerate
    /// triangles are removed.
    pub fn to_lists(&self) -> Model<'static> {
        let mut model = self.borrowed().into_owned();
        let order = model.byte_order;
        let encoding = model.encoding;
        for chunk in &mut model.chunks.list {
            let Content::Mesh(mesh) = &mut chunk.content else { continue };
            if mesh.strips.is_empty() && mesh.fans.is_empty() {
                continue;
            }
            let lists = lists_of(&MeshView::new(mesh, encoding, order), order);
            (mesh.strips, mesh.lists, mesh.fans) = (Vec::new(), lists, Vec::new());
            chunk.size = ChunkSize::Exact;
        }
        model.header.flags = model.header.flags.without(Flags::STRIPS);
        model.update_totals();
        model
    }

    /// Updates the totals in the metadata, if there is any.
    pub fn update_totals(&mut self) {
        let totals = self.totals();
        if let Some(metadata) = self.metadata_mut() {
            metadata.totals = totals;
        }
    }

    /// Reports what would be lost by [`for_engine`](Self::for_engine).
    pub fn losses_for_engine(&self) -> Findings {
        let mut losses = self.losses_in(Encoding::ENGINE);
        let mut metadata = 0;
        for (index, chunk) in self.chunks.list.iter().enumerate() {
            let path = binio::Path::new().item("chunk", index);
            match &chunk.content {
                Content::Other(bytes) => {
                    losses.loss(
                        kinds::CHUNK_LOST,
                        path,
                        alloc::format!("{} of {} bytes is lost", chunk.token, bytes.len()),
                    );
                }
                Content::Metadata(content) => {
                    metadata += 1;
                    if metadata > 1 {
                        losses.loss(kinds::METADATA_LOST, path, "metadata after the first chunk is lost");
                    } else if engine_name(content) != content.name {
                        losses.loss(kinds::NAME_CHANGED, path, "the name is changed: cut to 63 bytes, without %");
                    }
                }
                Content::Mesh(_) => {}
            }
        }
        if !self.chunks.trailing.is_empty() {
            losses.loss(
                kinds::TRAILING_LOST,
                "trailing",
                alloc::format!("{} bytes are lost", self.chunks.trailing.len()),
            );
        }
        losses
    }

    /// Converts the model so that the engine can load it. The result uses the encoding of the engine, is little-endian,
    /// and only has lists. It begins with correct metadata, and has correct sizes and all END chunks.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInEncoding`] if anything would be lost. To find out what this is, call
    /// [`losses_for_engine`](Self::losses_for_engine).
    pub fn for_engine(&self) -> Result<Model<'static>, Error> {
        refuse(&self.losses_for_engine(), "texture coordinates, joints, other chunks")?;
        Ok(self.for_engine_lossy().0)
    }

    /// Converts the model so that the engine can load it, even if something is lost. The losses are returned as
    /// findings.
    pub fn for_engine_lossy(&self) -> (Model<'static>, Findings) {
        let losses = self.losses_for_engine();
        let mut metadata = self.metadata().cloned().unwrap_or_default();
        metadata.name = engine_name(&metadata);
        let Header { version, flags, .. } = self.header;
        let flags = flags.without(Flags::BIG_ENDIAN).without(Flags::STRIPS);
        let mut list = Vec::from([Chunk::from(metadata)]);
        for mesh in self.meshes() {
            let mut vertices = relay(&mesh.mesh().vertices, self.encoding.vertices, VertexLayout::Engine);
            if self.byte_order == ByteOrder::Big {
                vertices.to_mut().chunks_exact_mut(4).for_each(<[u8]>::reverse);
            }
            let lists = lists_of(&mesh, ByteOrder::Little);
            let mesh = Mesh { material: mesh.material(), vertices, strips: Vec::new(), lists, fans: Vec::new() };
            list.push(Chunk::from(mesh));
        }
        let header = Header { kind: Kind::MODEL, version, flags };
        let chunks = Chunks { list, ..Chunks::default() };
        let mut model = Model { header, byte_order: ByteOrder::Little, encoding: Encoding::ENGINE, chunks };
        model.update_totals();
        (model, losses)
    }
}

/// Returns an error if anything would be lost.
fn refuse(losses: &Findings, what: &'static str) -> Result<(), Error> {
    match losses.iter().next() {
        None => Ok(()),
        Some(loss) => Err(Error::new(ErrorKind::NotInEncoding(what), loss.path.clone())),
    }
}

fn has_any<const N: usize>(mut values: impl Iterator<Item = [f32; N]>) -> bool {
    values.any(|value| value.iter().any(|float| float.to_bits() != 0))
}

/// Converts vertices into another layout. If an element is missing, it will be zero.
fn relay(vertices: &[u8], from: VertexLayout, to: VertexLayout) -> Bytes<'static> {
    if from == to {
        return Bytes::from(vertices.to_vec());
    }
    let (stride, kept) = (to.stride(), from.stride().min(to.stride()));
    let mut out = Vec::with_capacity(vertices.len() / from.stride() * stride);
    for vertex in vertices.chunks_exact(from.stride()) {
        let end = out.len() + stride;
        out.extend_from_slice(vertex.get(..kept).unwrap_or_default());
        out.resize(end, 0);
    }
    Bytes::from(out)
}

/// Converts arrays into shorter lists if their count does not fit in 16 bits.
fn shorten(mesh: &mut Mesh<'_>, encoding: Encoding, order: ByteOrder) {
    let too_long = |array: &Bytes<'_>| array.len() / 2 > LIST_MAX;
    let mut long = Mesh::default();
    for (arrays, target) in
        [(&mut mesh.strips, &mut long.strips), (&mut mesh.lists, &mut long.lists), (&mut mesh.fans, &mut long.fans)]
    {
        let (over, fitting) = core::mem::take(arrays).into_iter().partition(too_long);
        (*arrays, *target) = (fitting, over);
    }
    mesh.lists.extend(lists_of(&MeshView::new(&long, encoding, order), order));
}

/// Returns the triangles of a mesh as lists with 16-bit counts. If a list fits, it is not changed.
fn lists_of(mesh: &MeshView<'_>, order: ByteOrder) -> Vec<Bytes<'static>> {
    let mut lists = Vec::new();
    for array in mesh.arrays() {
        if array.topology() == Topology::Triangles && array.len() <= LIST_MAX {
            lists.push(indices(array.iter(), order));
            continue;
        }
        let strict = array.topology() != Topology::Triangles;
        let triangles = array.triangles().filter(|corners| !(strict && is_degenerate(*corners)));
        let corners = triangles.flatten().filter_map(|index| u16::try_from(index).ok());
        lists.extend(split(&corners.collect::<Vec<_>>(), order));
    }
    lists
}

/// Splits triangle indices into lists with 16-bit counts.
pub(crate) fn split(corners: &[u16], order: ByteOrder) -> impl Iterator<Item = Bytes<'static>> + '_ {
    corners.chunks(LIST_MAX).map(move |list| indices(list.iter().copied(), order))
}

fn indices(indices: impl Iterator<Item = u16>, order: ByteOrder) -> Bytes<'static> {
    let bytes = indices.flat_map(|index| match order {
        ByteOrder::Little => index.to_le_bytes(),
        ByteOrder::Big => index.to_be_bytes(),
    });
    Bytes::from(bytes.collect::<Vec<u8>>())
}

/// Returns a name that the engine is able to print. It ends in a NUL, with nothing after it, and does not contain `%`.
fn engine_name(metadata: &Metadata) -> [u8; NAME_LEN] {
    let mut name = [0; NAME_LEN];
    let safe = metadata.name().iter().map(|byte| if *byte == b'%' { b'_' } else { *byte }).collect::<Vec<u8>>();
    name.iter_mut().zip(safe.iter().take(NAME_LEN - 1)).for_each(|(target, byte)| *target = *byte);
    name
}
