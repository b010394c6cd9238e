//! Options for reading and writing.

use binio::Limits;

/// Options for [`parse`](crate::parse()).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Memory that all buffers and arrays may take together: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
    pub limits: Limits,
    /// Which of a file's scenes to read. Default: the one that the file names.
    pub scene: SceneChoice,
    /// Whether the file is checked against the whole specification, images and cameras included; violations are findings. Default: no.
    pub check: bool,
    /// Whether images stay in their files, which then have to stay as they are, until they are asked for: those of a `.glb` read by
    /// [`parse_at`](crate::parse_at), and files that a [`Resolver`](crate::Resolver) can open [later](crate::Resolver::later). Default: no.
    pub images_later: bool,
}

impl ReadOptions {
    /// Sets [`images_later`](Self::images_later).
    #[must_use]
    pub fn images_later(mut self, later: bool) -> Self {
        self.images_later = later;
        self
    }

    /// Sets [`check`](Self::check).
    #[must_use]
    pub fn check(mut self, check: bool) -> Self {
        self.check = check;
        self
    }

    /// Sets [`limits`](Self::limits).
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets [`scene`](Self::scene).
    #[must_use]
    pub fn scene(mut self, scene: SceneChoice) -> Self {
        self.scene = scene;
        self
    }
}

/// Which of a file's scenes to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SceneChoice {
    /// The scene that the file names; else the first; all nodes of a file without scenes.
    #[default]
    Default,
    /// The scene of this index.
    Number(usize),
    /// All nodes, whether a scene shows them or not.
    AllNodes,
}

/// Options for [`write_glb`](crate::write_glb) and [`write_gltf`](crate::write_gltf).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether what glTF forbids is an error; else it is changed and reported. Default: no.
    pub strict: bool,
    /// Whether the blocks of every [`asset_scene::Source`] are stored, so that the original file can be restored exactly. Default: no.
    pub exact: bool,
    /// Whether nodes side by side that show the same mesh, and nothing else, are written as copies at one node: `EXT_mesh_gpu_instancing`, which readers have to
    /// understand. Default: no.
    pub gpu_instancing: bool,
}

impl WriteOptions {
    /// Sets [`gpu_instancing`](Self::gpu_instancing).
    #[must_use]
    pub fn gpu_instancing(mut self, gpu_instancing: bool) -> Self {
        self.gpu_instancing = gpu_instancing;
        self
    }

    /// Sets [`strict`](Self::strict).
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Sets [`exact`](Self::exact).
    #[must_use]
    pub fn exact(mut self, exact: bool) -> Self {
        self.exact = exact;
        self
    }
}
