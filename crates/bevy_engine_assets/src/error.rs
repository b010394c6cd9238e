//! Errors when loading files.

use asset_formats::Error;

/// The reason why a file can't be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineAssetsError {
    /// The file can't be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A file that the settings name can't be read.
    #[error("{path}: {message}")]
    Unreadable {
        /// The asset path of the file.
        path: String,
        /// The problem.
        message: String,
    },
    /// The file is invalid, or can't be shown by Bevy. The error has the part and the byte offset, if there is one.
    #[error("{file}: {error}")]
    File {
        /// The asset path of the file.
        file: String,
        /// The problem, with its location.
        error: Box<Error>,
    },
    /// A texture can't be decoded. The message has the part and the byte offset.
    #[error("{file}: {message}")]
    Texture {
        /// The asset path of the file. For an image in a file, this is the name of the image.
        file: String,
        /// The problem, with its location.
        message: String,
    },
    /// A scene can't be converted to entities and meshes. The error has the part.
    #[error("{file}: {error}")]
    Scene {
        /// The asset path of the file.
        file: String,
        /// The problem, with its location.
        error: asset_scene::Error,
    },
    /// A mesh has more morph targets than Bevy supports.
    #[error("{file}: node {node}: {message}")]
    MorphTargets {
        /// The asset path of the file.
        file: String,
        /// The index of the node.
        node: usize,
        /// The problem.
        message: String,
    },
}

impl EngineAssetsError {
    /// Returns the byte offset in the file, if the error is about a byte.
    pub fn offset(&self) -> Option<u64> {
        match self {
            Self::File { error, .. } => error.to_parts().offset,
            Self::Scene { error, .. } => error.offset(),
            _ => None,
        }
    }

    /// Returns the part of the file, for example `vertex buffer 0 > element 3`, or an empty string if the error is
    /// about the whole file.
    pub fn part(&self) -> String {
        match self {
            Self::File { error, .. } => error.to_parts().path.to_string(),
            Self::Scene { error, .. } => error.path().to_string(),
            _ => String::new(),
        }
    }
}
