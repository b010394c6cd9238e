//! Animations, and the joints that the engine's unused code reads from one of its chunks.

use alloc::vec::Vec;
use asset_geometry::Hierarchy;
use asset_geometry::glam::{Quat, Vec3};
use binio::{Bytes, Findings, Input, Path};

use crate::container::{Chunk, Chunks, Container, Token};
use crate::error::{Error, ErrorKind};
use crate::header::Kind;
use crate::kind::FileKind;
use crate::model::{Content, Dialect, Model};
use crate::order::ByteOrder;

/// A file of the kind `A`: an animation by its letter. Nobody defined what is in one, so its chunks are bytes.
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
    /// The file.
    pub container: Container<'a>,
}

impl<'a> Animation<'a> {
    /// Reads an animation.
    ///
    /// # Errors
    /// [`ErrorKind::NotZed`], [`ErrorKind::OtherFile`], or what is broken about the chunks.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        match FileKind::detect(bytes) {
            Some(kind) if kind != FileKind::Animation => Err(Error::new(ErrorKind::OtherFile(kind), Path::new()).at(0)),
            _ => Ok(Self { container: Container::parse(bytes)? }),
        }
    }

    /// How many bytes the animation takes.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.to_bytes()?.len() as u64)
    }

    /// The bytes of the animation: those it was read from, if it wasn't changed.
    ///
    /// # Errors
    /// What can't be stored, or would read back as something else.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        if self.container.header.kind != Kind::ANIMATION {
            return Err(Error::new(ErrorKind::Contradiction("the kind of an animation is A"), "header"));
        }
        self.container.to_bytes()
    }

    /// Writes the animation; not a byte of it if it can't be encoded.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), and what `out` says.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        out.write_all(&self.to_bytes()?)?;
        out.flush()
    }

    /// The joints of the first chunk that holds some.
    pub fn joints(&self) -> Option<Joints<'_>> {
        let order = self.container.byte_order;
        let mut chunks = self.container.chunks.list.iter();
        chunks.find_map(|chunk| Joints::of_chunk(chunk.token, &chunk.content, order))
    }

    /// What a model reader would make of the file: its chunks as those of a model. `None` if they aren't.
    pub fn as_model(&self) -> Option<Model<'_>> {
        Dialect::ALL.into_iter().find_map(|dialect| self.as_model_in(dialect).ok())
    }

    fn as_model_in(&self, dialect: Dialect) -> Result<Model<'_>, Error> {
        let Container { header, byte_order, chunks } = &self.container;
        let mut list = Vec::with_capacity(chunks.list.len());
        for chunk in &chunks.list {
            let Chunk { token, size, content, end } = chunk;
            let content = content_in(*token, content, *byte_order, dialect)?;
            list.push(Chunk { token: *token, size: *size, content, end: *end });
        }
        let chunks = Chunks { list, end: chunks.end, trailing: chunks.trailing.borrowed() };
        Ok(Model { header: *header, byte_order: *byte_order, dialect, chunks })
    }

    /// What is odd about the file. The engine loads none: it knows models only.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        findings.note("header", "no program reads animations; the chunks are kept as bytes");
        crate::model::frame_findings(&self.container.chunks, &mut findings);
        findings
    }

    /// The animation, free of the bytes it was read from.
    pub fn into_owned(self) -> Animation<'static> {
        Animation { container: self.container.into_owned() }
    }
}

/// The content of a chunk as a model has it, all of it.
fn content_in<'c>(token: Token, bytes: &'c [u8], order: ByteOrder, dialect: Dialect) -> Result<Content<'c>, Error> {
    let input = Input::new(bytes);
    match token {
        Token::METADATA => {
            let metadata = binio::parse(input, |input| crate::model::read_metadata(input, order))?;
            Ok(Content::Metadata(alloc::boxed::Box::new(metadata)))
        }
        Token::MESH => {
            let mesh = binio::parse(input, |input| crate::model::read_mesh(input, order, dialect))?;
            Ok(Content::Mesh(alloc::boxed::Box::new(mesh)))
        }
        _ => Ok(Content::Other(Bytes::from(bytes))),
    }
}

/// Bytes of a joint.
pub const JOINT_LEN: usize = 29;

/// Parent of a joint that has none.
pub const NO_PARENT: u8 = 255;

/// A joint as the engine's code reads it. That code is never called, so no file with joints loads (spec c).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Its orientation. Whether in the space of its parent or of the model, nothing says.
    pub orientation: Quat,
    /// Its position.
    pub position: Vec3,
    /// Number of its parent; [`NO_PARENT`] if it has none.
    pub parent: u8,
}

/// The joints of a chunk, in place.
#[derive(Clone, Copy, Debug)]
pub struct Joints<'a> {
    data: &'a [u8],
    order: ByteOrder,
}

impl<'a> Joints<'a> {
    /// The content of a chunk as joints; `None` unless it is a whole number of them.
    pub fn new(content: &'a [u8], order: ByteOrder) -> Option<Self> {
        (!content.is_empty() && content.len() % JOINT_LEN == 0).then_some(Self { data: content, order })
    }

    /// The joints of a chunk that may hold some.
    pub(crate) fn of_chunk(token: Token, content: &'a [u8], order: ByteOrder) -> Option<Self> {
        if matches!(token, Token::SKELETON | Token::ANIMATION) { Self::new(content, order) } else { None }
    }

    /// How many joints there are.
    pub fn len(&self) -> usize {
        self.data.len() / JOINT_LEN
    }

    /// Whether there are none, which never is.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The joints in the file's order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Joint> + use<'a> {
        let order = self.order;
        self.data.chunks_exact(JOINT_LEN).map(move |joint| {
            let mut words = joint.chunks_exact(4).filter_map(<[u8]>::first_chunk).map(|word| order.word(*word));
            let mut float = || f32::from_bits(words.next().unwrap_or_default());
            Joint {
                orientation: Quat::from_array(core::array::from_fn(|_| float())),
                position: Vec3::from_array(core::array::from_fn(|_| float())),
                parent: joint.last().copied().unwrap_or(NO_PARENT),
            }
        })
    }

    /// The joints as a forest; harmless with cycles and parents that don't exist.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new(self.iter().map(|joint| (joint.parent != NO_PARENT).then_some(usize::from(joint.parent))))
    }
}

#[cfg(feature = "serde")]
pub(crate) mod summary {
    //! What `inspect --json` prints of an animation.

    use alloc::string::String;
    use alloc::vec::Vec;
    use binio::summary::{Float, floats};
    use serde::Serialize;

    use super::{Animation, Joints};
    use crate::font::summary::{ContainerSummary, container_text};
    use crate::model::summary::ModelSummary;

    /// An animation: its chunks, and what they are if they are joints, or those of a model.
    #[derive(Clone, Debug, Serialize)]
    pub struct AnimationSummary<'a> {
        /// The chunks as a model, if they make sense as one.
        #[serde(flatten)]
        pub content: AnimationContent<'a>,
        /// The joints, if there are any.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub joints: Vec<JointSummary>,
    }

    /// What is in an animation.
    #[derive(Clone, Debug, Serialize)]
    #[serde(untagged)]
    pub enum AnimationContent<'a> {
        /// The chunks of a model under another letter.
        Model(alloc::boxed::Box<ModelSummary<'a>>),
        /// Chunks of bytes.
        Chunks(ContainerSummary),
    }

    /// A joint.
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct JointSummary {
        /// x, y, z, w.
        pub orientation: [Float; 4],
        /// x, y, z.
        pub position: [Float; 3],
        /// Number of the parent; 255 for none.
        pub parent: u8,
    }

    impl Animation<'_> {
        /// What `inspect --json` prints, with the SHA-256 of bulk data if `hashes`.
        pub fn summary(&self, hashes: bool) -> AnimationSummary<'static> {
            let model = self.as_model().filter(|model| model.metadata().is_some());
            let content = match model {
                Some(model) => AnimationContent::Model(alloc::boxed::Box::new(model.summary(hashes).into_owned())),
                None => AnimationContent::Chunks(ContainerSummary::of(&self.container, hashes)),
            };
            AnimationSummary { content, joints: self.joints().map(joints).unwrap_or_default() }
        }

        /// An animation in words, a few lines: what `inspect` prints.
        pub fn to_text(&self) -> String {
            container_text("animation", &self.container)
        }
    }

    fn joints(joints: Joints<'_>) -> Vec<JointSummary> {
        let joint = |joint: super::Joint| JointSummary {
            orientation: floats(joint.orientation.to_array()),
            position: floats(joint.position.to_array()),
            parent: joint.parent,
        };
        joints.iter().map(joint).collect()
    }
}
