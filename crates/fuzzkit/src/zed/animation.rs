//! Animations.

use binio::{Error, Findings};
use proptest::prelude::*;
use testkit::Format;
use zed_asset::{Animation, ByteOrder, Chunk, Container, ErrorKind, Kind};

use super::{chunks, end, header, rebuild_container, token};
use crate::common::{block, examples};

/// Applies the laws to animations.
pub struct ZedAnimation;

impl Format for ZedAnimation {
    testkit::contract!(Animation, ErrorKind);

    fn parse(bytes: &[u8]) -> Result<Animation<'_>, Error<ErrorKind>> {
        Animation::parse(bytes)
    }

    fn rebuild(animation: Animation<'static>) -> Animation<'static> {
        Animation { container: rebuild_container(animation.container) }
    }

    fn validate(animation: &Animation<'_>) -> Findings {
        if let Some(joints) = animation.joints() {
            assert_eq!(joints.hierarchy().len(), joints.iter().len());
        }
        let _ = animation.as_model().map(|model| model.validate());
        animation.validate()
    }

    fn blocks<'d>(animation: &'d Animation<'_>) -> Vec<&'d [u8]> {
        let chunks = &animation.container.chunks;
        chunks.list.iter().map(|chunk| &*chunk.content).chain(std::iter::once(&*chunks.trailing)).collect()
    }
}

/// Generates animations whose chunks can be anything.
pub fn animation() -> impl Strategy<Value = Animation<'static>> {
    let chunk = (token(), (0..70_usize).prop_flat_map(block), end())
        .prop_map(|(token, content, end)| Chunk { end, ..Chunk::new(token, content) });
    (header(Kind::ANIMATION), chunks(chunk)).prop_map(|(header, chunks)| Animation {
        container: Container { header, byte_order: ByteOrder::Little, chunks },
    })
}

pub(super) fn animation_seeds() -> Vec<Vec<u8>> {
    examples(animation(), 24).iter().filter_map(|animation| animation.to_bytes().ok()).collect()
}
