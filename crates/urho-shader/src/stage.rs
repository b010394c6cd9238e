//! Pipeline stage of a shader.

use core::fmt;

/// Pipeline stage, as numbered in the file ([Direct3D 11](crate::format#d3d11)). The engine reads the number and ignores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stage(pub u16);

impl Stage {
    /// Stage 0: vertex shader.
    pub const VERTEX: Self = Self(0);
    /// Stage 1: pixel shader.
    pub const PIXEL: Self = Self(1);
    /// Geometry shader (rbfx).
    pub const GEOMETRY: Self = Self(2);
    /// Hull shader (rbfx).
    pub const HULL: Self = Self(3);
    /// Domain shader (rbfx).
    pub const DOMAIN: Self = Self(4);
    /// Compute shader (rbfx).
    pub const COMPUTE: Self = Self(5);

    /// Returns the prefix in profiles and file name extensions: `vs`, `ps`, `gs`, `hs`, `ds`, `cs`.
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

    /// Returns the name in words.
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

/// Stage and shader model from the bytecode. Displayed as a profile: `vs_3_0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// Stage; unknown numbers are the bytecode's.
    pub stage: Stage,
    /// Major version of the shader model.
    pub major: u8,
    /// Minor version.
    pub minor: u8,
}

impl Program {
    /// Decodes the version token of a Direct3D 9 stream; `None` if it is another token.
    pub const fn from_version_token(token: u32) -> Option<Self> {
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

    /// Decodes the first word of an `SHDR` or `SHEX` chunk.
    pub const fn from_program_token(token: u32) -> Self {
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
