//! Files of the ZED engine.

mod animation;
mod font;
mod image;
mod model;

use binio::Bytes;
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::laws;
use zed_asset::{Chunk, Chunks, Container, Flags, Header, Kind, Token};

pub use animation::{ZedAnimation, animation};
pub use font::{ZedFont, font};
pub use image::{ZedImage, builder, files, image, seal};
pub use model::{ZedModel, encoding, model};

use crate::Target;
use crate::common::block;

/// The fuzz target for models.
pub const MODEL: Target = Target { name: "zed_model", body: laws::all::<ZedModel>, seeds: model::model_seeds };
/// The fuzz target for animations.
pub const ANIMATION: Target =
    Target { name: "zed_animation", body: laws::all::<ZedAnimation>, seeds: animation::animation_seeds };
/// The fuzz target for fonts.
pub const FONT: Target = Target { name: "zed_font", body: laws::all::<ZedFont>, seeds: font::font_seeds };
/// The fuzz target for image files.
pub const IMAGE: Target = Target { name: "zed_image", body: image::image_body, seeds: image::image_seeds };

fn copy(bytes: Bytes<'static>) -> Bytes<'static> {
    Bytes::from(bytes.to_vec())
}

fn rebuild_chunks<C>(chunks: Chunks<'static, C>, content: fn(C) -> C) -> Chunks<'static, C> {
    let Chunks { list, end, trailing } = chunks;
    let chunk = |chunk: Chunk<C>| {
        let Chunk { token, size, content: inside, end } = chunk;
        Chunk { token, size, content: content(inside), end }
    };
    Chunks { list: list.into_iter().map(chunk).collect(), end, trailing: copy(trailing) }
}

fn rebuild_container(container: Container<'static>) -> Container<'static> {
    let Container { header, byte_order, chunks } = container;
    Container { header, byte_order, chunks: rebuild_chunks(chunks, copy) }
}

fn header(kind: Kind) -> impl Strategy<Value = Header> {
    let flags = prop_oneof![Just(0), any::<u32>()].prop_map(Flags);
    (any::<[u8; 3]>(), flags).prop_map(move |(version, flags)| Header { kind, version, flags })
}

/// Generates the END after a chunk. It is sometimes missing.
fn end() -> impl Strategy<Value = Option<u64>> {
    prop_oneof![6 => Just(Some(0)), 1 => Just(None), 1 => any::<u32>().prop_map(|size| Some(u64::from(size)))]
}

fn token() -> impl Strategy<Value = Token> {
    prop_oneof![
        Just(Token::SKELETON),
        Just(Token::ANIMATION),
        Just(Token::MATERIAL),
        (0x0300_u16..0xffff).prop_map(Token)
    ]
}

fn chunks<C: std::fmt::Debug>(chunk: impl Strategy<Value = Chunk<C>>) -> impl Strategy<Value = Chunks<'static, C>> {
    (vec(chunk, 0..4), end(), (0..9_usize).prop_flat_map(block)).prop_map(|(list, mut end, mut trailing)| {
        // An END directly after a chunk is that chunk's own.
        if list.last().is_some_and(|chunk| chunk.end.is_none()) {
            end = None;
        }
        if end.is_none() {
            trailing = Bytes::EMPTY;
        }
        Chunks { list, end, trailing }
    })
}
