//! Models.

use binio::{Bytes, Error};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::Format;
use zed_asset::{
    ByteOrder, Chunk, ChunkSize, Chunks, Content, CountWidth, Encoding, ErrorKind, Header, Kind, Mesh, Metadata, Model,
    NAME_LEN, Token, Totals,
};

use super::{chunks, copy, end, header, rebuild_chunks, token};
use crate::common::{block, examples, number};

/// Applies the laws to models.
pub struct ZedModel;

impl Format for ZedModel {
    testkit::contract!(Model, ErrorKind, validate);

    fn parse(bytes: &[u8]) -> Result<Model<'_>, Error<ErrorKind>> {
        Model::parse(bytes)
    }

    fn rebuild(model: Model<'static>) -> Model<'static> {
        let Model { header, byte_order, encoding, chunks } = model;
        Model { header, byte_order, encoding, chunks: rebuild_chunks(chunks, rebuild_content) }
    }

    fn blocks<'d>(model: &'d Model<'_>) -> Vec<&'d [u8]> {
        let contents = model.chunks.list.iter().flat_map(|chunk| match &chunk.content {
            Content::Metadata(_) => Vec::new(),
            Content::Mesh(mesh) => {
                let arrays = mesh.arrays().map(|(_, indices)| &**indices);
                std::iter::once(&*mesh.vertices).chain(arrays).collect()
            }
            Content::Other(bytes) => vec![&**bytes],
        });
        contents.chain(std::iter::once(&*model.chunks.trailing)).collect()
    }
}

fn rebuild_content(content: Content<'static>) -> Content<'static> {
    match content {
        Content::Metadata(metadata) => {
            let Metadata { totals, name, version } = *metadata;
            Content::Metadata(Box::new(Metadata { totals, name, version }))
        }
        Content::Mesh(mesh) => {
            let Mesh { material, vertices, strips, lists, fans } = *mesh;
            let [strips, lists, fans] = [strips, lists, fans].map(|arrays| arrays.into_iter().map(copy).collect());
            Content::Mesh(Box::new(Mesh { material, vertices: copy(vertices), strips, lists, fans }))
        }
        Content::Other(bytes) => Content::Other(copy(bytes)),
    }
}

/// Generates all encodings.
pub fn encoding() -> impl Strategy<Value = Encoding> {
    prop::sample::select(Encoding::ALL.to_vec())
}

fn order() -> impl Strategy<Value = ByteOrder> {
    prop_oneof![3 => Just(ByteOrder::Little), 1 => Just(ByteOrder::Big)]
}

fn totals() -> impl Strategy<Value = Totals> {
    prop::array::uniform10(number()).prop_map(Totals::from)
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let name = prop_oneof!["[a-z%]{0,20}".prop_map(String::into_bytes), vec(any::<u8>(), NAME_LEN)];
    (totals(), name, any::<[u8; 3]>()).prop_map(|(totals, bytes, version)| {
        let mut name = [0; NAME_LEN];
        name.iter_mut().zip(bytes).for_each(|(target, byte)| *target = byte);
        Metadata { totals, name, version }
    })
}

/// Generates a mesh in an encoding. Its indices will usually be in range.
fn mesh(encoding: Encoding, order: ByteOrder) -> impl Strategy<Value = Mesh<'static>> {
    (number(), 0..6_usize, any::<bool>()).prop_flat_map(move |(material, vertices, wild)| {
        let most = if wild { u16::MAX } else { vertices.saturating_sub(1) as u16 };
        let index = (0..=most).prop_map(move |index| match order {
            ByteOrder::Little => index.to_le_bytes(),
            ByteOrder::Big => index.to_be_bytes(),
        });
        let array = vec(index, 0..8).prop_map(|indices| Bytes::from(indices.concat()));
        let arrays = (vec(array.clone(), 0..3), vec(array.clone(), 0..3), vec(array, 0..3));
        (block(vertices * encoding.vertices.stride()), arrays).prop_map(move |(vertices, (strips, lists, fans))| Mesh {
            material,
            vertices,
            strips,
            lists,
            fans,
        })
    })
}

fn chunk(encoding: Encoding, order: ByteOrder) -> impl Strategy<Value = Chunk<Content<'static>>> {
    let other = (token(), prop_oneof![(0..40_usize).prop_flat_map(block), block(58)])
        .prop_map(|(token, bytes)| Chunk::new(token, Content::Other(bytes)));
    let typed = prop_oneof![1 => metadata().prop_map(Chunk::from), 4 => mesh(encoding, order).prop_map(Chunk::from)];
    let size =
        prop_oneof![6 => Just(ChunkSize::Exact), 1 => Just(ChunkSize::Wrong(0)), 1 => Just(ChunkSize::Wrong(20))];
    let typed = (typed, size).prop_map(|(chunk, size)| Chunk { size, ..chunk });
    (prop_oneof![5 => typed, 1 => other], end()).prop_map(|(chunk, end)| Chunk { end, ..chunk })
}

/// Generates models in all encodings and byte orders. They do not always make sense. Some can't be encoded, because a
/// file does not store its encoding.
pub fn model() -> impl Strategy<Value = Model<'static>> {
    (encoding(), order(), header(Kind::MODEL)).prop_flat_map(|(encoding, byte_order, header)| {
        let chunks = (metadata().prop_map(Chunk::from), chunks(chunk(encoding, byte_order)));
        chunks.prop_map(move |(first, mut chunks)| {
            chunks.list.insert(0, first);
            Model { header, byte_order, encoding, chunks }
        })
    })
}

pub(super) fn model_seeds() -> Vec<Vec<u8>> {
    let wide = |model: &Model<'_>| model.encoding.counts == CountWidth::U32;
    let models = examples(model(), 40);
    assert!(models.iter().any(wide), "seeds of every encoding");
    let mut seeds: Vec<_> = models.iter().filter_map(|model| model.to_bytes().ok()).collect();
    // Much that takes little of the file: arrays without indices, chunks without content.
    let empty = Mesh { lists: vec![Bytes::EMPTY; 300], ..Mesh::default() };
    let many = Chunk { end: None, ..Chunk::new(Token::MATERIAL, Content::Other(Bytes::EMPTY)) };
    let mut list = vec![Chunk::from(Metadata::default()), Chunk::from(empty)];
    list.extend(vec![many; 100]);
    let header = Header { kind: Kind::MODEL, ..Header::default() };
    let chunks = Chunks { list, end: None, trailing: Bytes::EMPTY };
    seeds.extend(Model { header, chunks, ..Model::default() }.to_bytes());
    seeds
}
