//! The options for reading and writing.

use binio::Limits;

binio::options! {
    /// The options for [`parse`](crate::parse()).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ReadOptions {
        /// The maximum memory for all buffers and arrays together, [`Limits::max_expanded_bytes`]. The default is 1
        /// GiB.
        pub(crate) limits: Limits = Limits::default(),
        /// The scene to read. The default is the default scene of the file.
        pub(crate) scene: SceneChoice = SceneChoice::default(),
        /// Set this to check the file against the whole specification, including images and cameras. You get a finding
        /// for each problem. The default is `false`.
        pub(crate) check: bool = false,
        /// Set this to read images on demand, to use less memory. You must not change their files until then. This is
        /// used for images in a `.glb` that you read by [`parse_at`](crate::parse_at), and for files that a
        /// [`Resolver`](crate::Resolver) can open [later](crate::Resolver::later). The default is `false`.
        pub(crate) images_later: bool = false,
    }
}

/// How the arrays in a file are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// Don't compress arrays.
    #[default]
    None,
    /// Use `EXT_meshopt_compression` for attributes, triangles and indices, without filters. This needs the feature
    /// `meshopt`, and has no effect without it.
    Meshopt,
}

/// The scene to read from a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SceneChoice {
    /// The default scene, or the first scene if there is no default. If the file does not have scenes, all nodes are
    /// read.
    #[default]
    Default,
    /// The scene with this index.
    Number(usize),
    /// All nodes, even if they are not in a scene.
    AllNodes,
}

binio::options! {
    /// The options for [`write_glb`](crate::write_glb) and [`write_gltf`](crate::write_gltf).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct WriteOptions {
        /// Set this to get an error if content is not allowed in glTF. Otherwise, the content is changed and reported.
        /// The default is `false`.
        pub(crate) strict: bool = false,
        /// Set this to write sibling nodes that only show the same mesh as copies at a single node
        /// (`EXT_mesh_gpu_instancing`). Readers must support this extension. If the file carries an original, its nodes
        /// are not joined, because edits must find their way back. The default is `false`.
        pub(crate) gpu_instancing: bool = false,
        /// How to compress vertices, indices and keys. Nothing is lost, but readers must support the extension. The
        /// default is no compression.
        pub(crate) compression: Compression = Compression::None,
        /// Set this to store vertices in fewer bits (`KHR_mesh_quantization`). Readers must support this extension.
        /// Positions get 16 bits, normals and tangents 8, texture coordinates 16 if they fit, colours 16, and weights
        /// 8. A finding reports the largest errors. The default is `false`.
        pub(crate) quantize: bool = false,
        /// Set this to write images with a file name to separate files, even for a `.glb`, so that several files can
        /// share them. This is only used by [`glb`](crate::glb); [`write_glb`](crate::write_glb) always embeds images.
        /// The default is `false`.
        pub(crate) external_images: bool = false,
    }
}
