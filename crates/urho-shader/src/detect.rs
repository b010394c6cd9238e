//! Detects compiled shaders by their first bytes.

use core::fmt;

use crate::stage::Program;

/// The kind of a file with a compiled shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShaderFile {
    /// A `USHD` cache. Use [`Shader::parse`](crate::Shader::parse) to read it.
    Cache,
    /// Another compiled shader, which is not a cache.
    LookAlike(LookAlike),
}

/// A compiled shader for the same engines that is not a cache. It is only detected to tell the user what the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookAlike {
    /// `.vs2 .ps2 .vs3 .ps3` from Urho3D 1.0, which only consist of a Direct3D 9 token stream ([File
    /// names](crate::format#file-names)). The parameters are in a `<group>.xml`. Use
    /// [`TokenStream`](crate::TokenStream) to read it.
    TokenStream(Program),
    /// A DXBC container as the compiler writes it, without a cache around it. Use [`Dxbc`](crate::Dxbc) to read it.
    Dxbc,
    /// `.bytecode` from rbfx since 2023, with its target language ([Verification](crate::format#verification)). This
    /// crate is not able to read such a file.
    RbfxBytecode(RbfxTarget),
}

/// The target language of a `.bytecode` file from rbfx.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RbfxTarget {
    /// `application/hlsl-bin`.
    HlslBin,
    /// SPIR-V (`application/spirv`).
    Spirv,
    /// GLSL source (`application/glsl`).
    Glsl,
}

impl RbfxTarget {
    const ALL: [Self; 3] = [Self::HlslBin, Self::Spirv, Self::Glsl];

    /// Returns the media type in the file.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::HlslBin => "application/hlsl-bin",
            Self::Spirv => "application/spirv",
            Self::Glsl => "application/glsl",
        }
    }
}

impl fmt::Display for LookAlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TokenStream(program) => write!(f, "a bare Direct3D 9 token stream ({program}), as of Urho3D 1.0"),
            Self::Dxbc => f.write_str("a bare DXBC container"),
            Self::RbfxBytecode(target) => write!(f, "rbfx bytecode ({})", target.media_type()),
        }
    }
}

/// The media type of a `.bytecode` file begins in this many bytes: it comes after a version, a stage and, in a guarded
/// archive, a size.
const MEDIA_TYPE_WITHIN: usize = 16;

/// Detects the kind of compiled shader by its first bytes. You do not need to read the whole file, because 64 bytes are
/// enough. When this is no compiled shader at all, it returns `None`.
///
/// ```
/// use urho_shader::{LookAlike, RbfxTarget, ShaderFile, detect};
/// assert_eq!(detect(b"USHD\0\0\x03\0"), Some(ShaderFile::Cache));
/// let rbfx = b"\x01\0\0\0\0application/spirv\0";
/// assert_eq!(detect(rbfx), Some(ShaderFile::LookAlike(LookAlike::RbfxBytecode(RbfxTarget::Spirv))));
/// assert_eq!(detect(b"UMDL"), None);
/// ```
pub fn detect(head: &[u8]) -> Option<ShaderFile> {
    match head.first_chunk::<4>() {
        Some(b"USHD") => Some(ShaderFile::Cache),
        Some(b"DXBC") => Some(ShaderFile::LookAlike(LookAlike::Dxbc)),
        Some(word) => {
            let tokens = Program::from_version_token(u32::from_le_bytes(*word)).map(LookAlike::TokenStream);
            tokens.or_else(|| rbfx(head).map(LookAlike::RbfxBytecode)).map(ShaderFile::LookAlike)
        }
        None => None,
    }
}

fn rbfx(head: &[u8]) -> Option<RbfxTarget> {
    let begins = |target: &RbfxTarget| {
        let media_type = target.media_type().as_bytes();
        head.windows(media_type.len()).take(MEDIA_TYPE_WITHIN).any(|window| window == media_type)
    };
    RbfxTarget::ALL.into_iter().find(begins)
}
