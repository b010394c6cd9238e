//! Options for reading and writing.

use binio::Limits;

binio::options! {
    /// Options for [`parse`](crate::parse()).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ReadOptions {
        /// Memory that all buffers and arrays may take together: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
        /// Scene to read. Default: the default scene of the file.
        pub(crate) scene: SceneChoice = SceneChoice::default(),
        /// Whether the file is checked against the whole specification, images and cameras included; violations are findings. Default: no.
        pub(crate) check: bool = false,
        /// Whether images stay in their files until they are requested. Their files must stay unchanged. Applies to images of a `.glb` read by
        /// [`parse_at`](crate::parse_at), and to files that a [`Resolver`](crate::Resolver) can open [later](crate::Resolver::later). Default: no.
        pub(crate) images_later: bool = false,
    }
}

/// Compression of the arrays of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// No compression.
    #[default]
    None,
    /// `EXT_meshopt_compression`: attributes, triangles and indices, without filters. Needs the feature `meshopt`; otherwise nothing is compressed.
    Meshopt,
}

/// Which of a file's scenes to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SceneChoice {
    /// The default scene of the file, or its first scene. All nodes of a file without scenes.
    #[default]
    Default,
    /// The scene of this index.
    Number(usize),
    /// All nodes, whether a scene shows them or not.
    AllNodes,
}

binio::options! {
    /// Options for [`write_glb`](crate::write_glb) and [`write_gltf`](crate::write_gltf).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct WriteOptions {
        /// Whether content that glTF forbids is an error; otherwise it is changed and reported. Default: no.
        pub(crate) strict: bool = false,
        /// Whether nodes side by side that show the same mesh, and nothing else, are written as copies at one node: `EXT_mesh_gpu_instancing`, which readers have to
        /// understand. Nodes of an original that the file carries stay nodes, so that edits find their way back. Default: no.
        pub(crate) gpu_instancing: bool = false,
        /// Compression of vertices, indices and keys, which readers have to understand. Nothing is lost. Default: none.
        pub(crate) compression: Compression = Compression::None,
        /// Whether vertices are stored in fewer bits, by `KHR_mesh_quantization`, which readers have to understand: positions in 16 bits, normals and tangents in
        /// 8, texture coordinates in 16 where they fit, colours in 16, weights in 8. A finding contains the largest errors. Default: no.
        pub(crate) quantize: bool = false,
        /// Whether images with a file name are external files of a `.glb` too, as they are of a `.gltf`: several files can share them. For [`glb`](crate::glb)
        /// only; [`write_glb`](crate::write_glb) embeds them. Default: no.
        pub(crate) external_images: bool = false,
    }
}
