//! The pipeline stage of a shader.

use core::fmt;

/// The pipeline stage, by its number in the file ([Direct3D 11](crate::format#d3d11)). The engine reads this number,
/// but ignores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stage(pub u16);

impl Stage {
    /// Stage 0: a vertex shader.
    pub const VERTEX: Self = Self(0);
    /// Stage 1: a pixel shader.
    pub const PIXEL: Self = Self(1);
    /// Stage 2: a geometry shader (rbfx).
    pub const GEOMETRY: Self = Self(2);
    /// Stage 3: a hull shader (rbfx).
    pub const HULL: Self = Self(3);
    /// Stage 4: a domain shader (rbfx).
    pub const DOMAIN: Self = Self(4);
    /// Stage 5: a compute shader (rbfx).
    pub const COMPUTE: Self = Self(5);

    /// Returns the prefix that profiles and file extensions use: `vs`, `ps`, `gs`, `hs`, `ds` or `cs`.
    pub const fn prefix(self) -> Option<&'static str> {
        match self {
            Self::VERTEX => Some("vs"),
            Self::PIXEL => Some("ps"),
            Self::GEOMETRY => Some("gs"),
            Self::HULL => Some("hs"),
            Self::DOMAIN => Some("ds"),
            Self::COMPUTE => Some("cs"),
            _ => None,
        }
    }

    /// Returns the name of the stage in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::VERTEX => "vertex",
            Self::PIXEL => "pixel",
            Self::GEOMETRY => "geometry",
            Self::HULL => "hull",
            Self::DOMAIN => "domain",
            Self::COMPUTE => "compute",
            _ => "unknown",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix() {
            Some(_) => f.pad(self.name()),
            None => write!(f, "unknown stage {}", self.0),
        }
    }
}

/// The stage and the shader model, given by the bytecode. It is displayed as a profile, for example `vs_3_0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// The stage. If it is unknown, this is the number from the bytecode.
    pub stage: Stage,
    /// The major version of the shader model.
    pub major: u8,
    /// The minor version of the shader model.
    pub minor: u8,
}

impl Program {
    /// Decodes the version token of a Direct3D 9 stream. For any other token, this is `None`.
    pub(crate) const fn from_version_token(token: u32) -> Option<Self> {
        let stage = match token >> 16 {
            0xfffe => Stage::VERTEX,
            0xffff => Stage::PIXEL,
            _ => return None,
        };
        let [minor, major, ..] = token.to_le_bytes();
        if major < 1 || major > 3 {
            return None;
        }
        Some(Self { stage, major, minor })
    }

    /// Decodes the first word of a chunk `SHDR` or `SHEX`.
    pub(crate) const fn from_program_token(token: u32) -> Self {
        // The compiler's numbers, in the order 0 pixel, 1 vertex, then as the engine's.
        let stage = match token >> 16 {
            0 => Stage::PIXEL,
            1 => Stage::VERTEX,
            other => Stage(other as u16),
        };
        Self { stage, major: ((token >> 4) & 0xf) as u8, minor: (token & 0xf) as u8 }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stage.prefix() {
            Some(prefix) => write!(f, "{prefix}_{}_{}", self.major, self.minor),
            None => write!(f, "{}_{}_{}", self.stage.0, self.major, self.minor),
        }
    }
}
