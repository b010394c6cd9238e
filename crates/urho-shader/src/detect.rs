//! Compiled shaders told apart by their first bytes.

use core::fmt;

use crate::stage::Program;

/// What a compiled shader file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShaderFile {
    /// A `USHD` cache, which this crate reads.
    Cache,
    /// Something else, which it names.
    LookAlike(LookAlike),
}

/// Compiled shaders of the same engines that are recognised and named, but aren't caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookAlike {
    /// `.vs2 .ps2 .vs3 .ps3` of Urho3D 1.0: a Direct3D 9 token stream and nothing else ([Names of files](crate::format#names-of-files)). Its parameters are in
    /// a `<group>.xml`. [`TokenStream`](crate::TokenStream) looks into it.
    TokenStream(Program),
    /// A bare DXBC container, as the compiler writes it. [`Dxbc`](crate::Dxbc) looks into it.
    Dxbc,
    /// `.bytecode` of rbfx since 2023 ([What is verified](crate::format#what-is-verified-and-what-isnt)), with what its shader is compiled to.
    RbfxBytecode(RbfxTarget),
}

/// What an rbfx `.bytecode` is compiled to.
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

    /// The media type in the file.
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

/// The media type of an rbfx `.bytecode` begins in the first so many bytes: behind a version, a stage and, if the archive
/// was written guarded, a size.
const MEDIA_TYPE_WITHIN: usize = 16;

/// Which compiled shader `head`, the first bytes of a file, belongs to. 64 bytes are enough.
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
