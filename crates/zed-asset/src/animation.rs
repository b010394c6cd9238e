//! Animations, which are files of kind `A`.

mod read;
#[cfg(feature = "serde")]
pub(crate) mod summary;

use alloc::vec::Vec;
use binio::Findings;

use crate::container::Container;
use crate::error::{Error, ErrorKind};
use crate::joints::Joints;
use crate::kind::Kind;
use crate::kinds;

/// An animation, which is a file of kind `A`. Its content was never defined, so you only get the chunks as bytes.
///
/// ```
/// use zed_asset::{Animation, Token};
/// let bytes = b"ZEDA\0\0\x01\0\0\0\0\x10\0\x03\0\0\0abc\xff\xff\0\0\0\0";
/// let animation = Animation::parse(bytes)?;
/// let chunk = &animation.container.chunks.list[0];
/// assert_eq!((chunk.token, &*chunk.content, chunk.end), (Token::ANIMATION, &b"abc"[..], Some(0)));
/// assert_eq!(animation.to_bytes()?, bytes);
/// # Ok::<(), zed_asset::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Animation<'a> {
    /// The header and the chunks of the file.
    pub container: Container<'a>,
}

binio::into_owned! { pub Animation { container } }

impl<'a> Animation<'a> {
    /// Returns the number of bytes that [`to_bytes`](Self::to_bytes) will return.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.to_bytes()?.len() as u64)
    }

    /// Writes the animation to bytes. If you have not changed it, the result will be the same as the file.
    ///
    /// # Errors
    /// Fails if the content can't be stored, or if it would be misread.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        if self.container.header.kind != Kind::ANIMATION {
            return Err(Error::new(ErrorKind::Contradiction("the kind of an animation is A"), "header"));
        }
        self.container.to_bytes()
    }

    /// Writes the animation to `out`. If it can't be encoded, nothing will be written.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does, and on an I/O error in `out`.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        out.write_all(&self.to_bytes()?)?;
        out.flush()
    }

    /// Returns the joints. They come from the first chunk that can be read as joints.
    pub fn joints(&self) -> Option<Joints<'_>> {
        let order = self.container.byte_order;
        let mut chunks = self.container.chunks.list.iter();
        chunks.find_map(|chunk| Joints::of_chunk(chunk.token, &chunk.content, order))
    }

    /// Checks the file. Note that the engine is not able to load any animation, because it only supports models.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        findings.note(kinds::KEPT_AS_BYTES, "header", "no program reads animations; the chunks are kept as bytes");
        crate::model::frame_findings(&self.container.chunks, &mut findings);
        binio::locate(&self.container, &mut findings);
        findings
    }
}
