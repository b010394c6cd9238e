//! How to read and write.

use binio::Limits;

/// How to read.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What a file may cost: all buffers and arrays together.
    pub limits: Limits,
    /// Which of a file's scenes to read.
    pub scene: SceneChoice,
    /// Whether the file is checked against the specification, too: what isn't as it says is a finding, images and cameras included.
    pub check: bool,
}

impl ReadOptions {
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SceneChoice {
    /// The one that the file is to be opened with; otherwise the first; all nodes of a file without scenes.
    #[default]
    Default,
    /// The one of that number.
    Number(usize),
    /// All nodes, whether a scene shows them or not.
    AllNodes,
}

/// How to write.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether what glTF refuses is an error, not something to change and report.
    pub strict: bool,
    /// Whether the blocks of every [`asset_scene::Source`] go into the file, so that its own format can be had back exactly.
    pub exact: bool,
}

impl WriteOptions {
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
