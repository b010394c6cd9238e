//! Errors of loading.

use asset_project::Error;

/// Why a file can't be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineAssetsError {
    /// The file can't be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A file that the settings name can't be read.
    #[error("{path}: {message}")]
    Unreadable {
        /// Asset path of the file.
        path: String,
        /// The problem.
        message: String,
    },
    /// The file is invalid, or nothing that Bevy can show; with part and byte where the error has them.
    #[error("{file}: {error}")]
    File {
        /// Asset path of the file.
        file: String,
        /// The problem and its place.
        error: Box<Error>,
    },
    /// A texture that can't be decoded; with part and byte.
    #[error("{file}: {message}")]
    Texture {
        /// Asset path of the file, or the name of the image in it.
        file: String,
        /// The problem and its place.
        message: String,
    },
    /// A scene that can't become entities and meshes; with its part.
    #[error("{file}: {error}")]
    Scene {
        /// Asset path of the file.
        file: String,
        /// The problem and its place.
        error: asset_scene::Error,
    },
    /// A mesh with more morph targets than Bevy has weights for.
    #[error("{file}: node {node}: {message}")]
    MorphTargets {
        /// Asset path of the file.
        file: String,
        /// Number of the node.
        node: usize,
        /// The problem.
        message: String,
    },
}

impl EngineAssetsError {
    /// Returns the byte of the file that the error is about, if there is one.
    pub fn offset(&self) -> Option<u64> {
        match self {
            Self::File { error, .. } => error.to_parts().2,
            Self::Scene { error, .. } => error.offset(),
            _ => None,
        }
    }

    /// Returns the part of the file that the error is about, `vertex buffer 0 > element 3`; empty if it is about the whole file.
    pub fn part(&self) -> String {
        match self {
            Self::File { error, .. } => error.to_parts().0.to_string(),
            Self::Scene { error, .. } => error.path().to_string(),
            _ => String::new(),
        }
    }
}
