//! Bytecode for Direct3D 9, which is a stream of 32-bit tokens.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Input, Within, bytes, parse, rest, u32_le};

use crate::error::{Error, ErrorKind};
use crate::stage::{Program, Stage};

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

const END: u32 = 0x0000_ffff;
const COMMENT: u32 = 0xfffe;
const DECLARE: u32 = 0x1f;
const WORD: u64 = size_of::<u32>() as u64;

/// What is in a Direct3D 9 token stream. Use this to see what a shader declares. The instructions are only counted and
/// not decoded.
///
/// ```
/// use urho_shader::TokenStream;
/// // vs_3_0; dcl_position v0; mov o0, v0; end.
/// let words = [0xFFFE_0300_u32, 0x0200_001F, 0x8000_0000, 0x900F_0000, 0x0200_0001, 0xE00F_0000, 0x90E4_0000, 0xFFFF];
/// let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let stream = TokenStream::parse(&bytes)?;
/// assert_eq!((stream.program.to_string().as_str(), stream.instructions), ("vs_3_0", 2));
/// assert_eq!(stream.inputs().next().unwrap().to_string(), "dcl_position0 v0");
/// # Ok::<(), urho_shader::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TokenStream<'a> {
    /// The stage and the shader model.
    pub program: Program,
    /// The comments. The compiler writes the constant table to one of them.
    pub comments: Vec<Comment<'a>>,
    /// The declarations of inputs, outputs and samplers.
    pub declarations: Vec<Declaration>,
    /// The number of instructions before the end token. This includes declarations and definitions of constants.
    pub instructions: usize,
    /// The bytes after the end token. The engine does not write any.
    pub rest: Bytes<'a>,
}

/// A comment in a token stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// Where its token is in the stream.
    pub offset: u64,
    /// What is in the comment. If it begins with `CTAB`, this is the constant table.
    pub data: Bytes<'a>,
}

/// A `dcl` instruction, which consists of two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The usage, its index and the texture type.
    pub usage_token: u32,
    /// The register and its components.
    pub register_token: u32,
    /// Whether the usage of an input means anything. Pixel shaders before model 3 use the register instead.
    pub has_usage: bool,
}

/// The kind of register in a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterKind(pub u8);

impl RegisterKind {
    /// An input register, `v`.
    pub const INPUT: Self = Self(1);
    /// Texture coordinates, which are `t` in pixel shaders before model 3.
    pub const TEXTURE: Self = Self(3);
    /// An output register, which is `o` in vertex shaders with model 3.
    pub const OUTPUT: Self = Self(6);
    /// The register of a sampler, for example `s0`.
    pub const SAMPLER: Self = Self(10);
    /// The registers `vPos` and `vFace`.
    pub const MISC: Self = Self(17);

    /// Returns the letter that an assembler uses for this kind.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::INPUT => "v",
            Self::TEXTURE => "t",
            Self::OUTPUT => "o",
            Self::SAMPLER => "s",
            Self::MISC => "vMisc",
            _ => "r?",
        }
    }
}

const USAGES: [&str; 14] = [
    "position",
    "blendweight",
    "blendindices",
    "normal",
    "psize",
    "texcoord",
    "tangent",
    "binormal",
    "tessfactor",
    "positiont",
    "color",
    "fog",
    "depth",
    "sample",
];

impl Declaration {
    /// Returns the kind of the register.
    pub const fn kind(self) -> RegisterKind {
        RegisterKind(((self.register_token >> 28 & 0x7) | (self.register_token >> 8 & 0x18)) as u8)
    }

    /// Returns the number of the register.
    pub const fn register(self) -> u32 {
        self.register_token & 0x7ff
    }

    /// Returns the components. Bit 0 is x.
    pub const fn mask(self) -> u8 {
        (self.register_token >> 16 & 0xf) as u8
    }

    /// Returns the number for the usage of an input or output.
    pub const fn usage(self) -> u8 {
        (self.usage_token & 0x1f) as u8
    }

    /// Returns the name of the usage in lower case.
    pub(crate) fn usage_name(self) -> Option<&'static str> {
        USAGES.get(usize::from(self.usage())).copied()
    }

    /// Returns the index of the usage.
    pub(crate) const fn usage_index(self) -> u8 {
        (self.usage_token >> 16 & 0xf) as u8
    }

    /// Returns the texture type of a sampler: `2d`, `cube` or `volume`.
    pub const fn texture(self) -> Option<&'static str> {
        match self.usage_token >> 27 & 0xf {
            2 => Some("2d"),
            3 => Some("cube"),
            4 => Some("volume"),
            _ => None,
        }
    }
}

impl core::fmt::Display for Declaration {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (kind, register) = (self.kind().letter(), self.register());
        if self.kind() == RegisterKind::SAMPLER {
            write!(f, "dcl_{} {kind}{register}", self.texture().unwrap_or("unknown"))
        } else if !self.has_usage {
            write!(f, "dcl {kind}{register}")
        } else {
            let usage = self.usage_name().unwrap_or("unknown");
            write!(f, "dcl_{usage}{} {kind}{register}", self.usage_index())
        }
    }
}

impl<'a> TokenStream<'a> {
    /// Reads the tokens up to the end token.
    ///
    /// # Errors
    /// Returns [`ErrorKind::UnknownBytecode`] when there is no version token, [`ErrorKind::ShaderModel1`] for shader
    /// model 1, and [`ErrorKind::Data`] when the stream ends inside an instruction or without an end token. Offsets
    /// begin at the start of the stream.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        parse(Input::new(bytes), stream)
    }

    /// Iterates over the inputs that are declared. These are `v` and, in pixel shaders, also `t`.
    pub fn inputs(&self) -> impl Iterator<Item = Declaration> {
        let pixel = self.program.stage == Stage::PIXEL;
        self.declarations.iter().copied().filter(move |declaration| {
            declaration.kind() == RegisterKind::INPUT || (pixel && declaration.kind() == RegisterKind::TEXTURE)
        })
    }

    /// Iterates over the outputs that are declared. Only vertex shaders with model 3 have them.
    pub fn outputs(&self) -> impl Iterator<Item = Declaration> {
        self.declarations.iter().copied().filter(|declaration| declaration.kind() == RegisterKind::OUTPUT)
    }

    /// Iterates over the samplers that are declared.
    pub fn samplers(&self) -> impl Iterator<Item = Declaration> {
        self.declarations.iter().copied().filter(|declaration| declaration.kind() == RegisterKind::SAMPLER)
    }
}

fn stream(at: Input<'_>) -> Parsed<'_, TokenStream<'_>> {
    let (mut input, version) = u32_le(at).within("version")?;
    let program = Program::from_version_token(version).ok_or_else(|| at.fail(ErrorKind::UnknownBytecode))?;
    if program.major < 2 {
        return Err(at.fail(ErrorKind::ShaderModel1));
    }
    let has_usage = program.stage == Stage::VERTEX || program.major >= 3;
    let (mut comments, mut declarations) = (Vec::new(), Vec::new());
    let mut instructions = 0_usize;
    loop {
        let offset = input.offset();
        let (behind, token) = u32_le(input).within("token")?;
        if token == END {
            let (input, behind) = rest(behind)?;
            let rest = Bytes::from(behind);
            return Ok((input, TokenStream { program, comments, declarations, instructions, rest }));
        }
        if token & 0xffff == COMMENT {
            let (behind, data) =
                bytes(behind, u64::from(token >> 16 & 0x7fff).saturating_mul(WORD)).within("comment")?;
            comments.push(Comment { offset, data: Bytes::from(data) });
            input = behind;
            continue;
        }
        let length = u64::from(token >> 24 & 0xf).saturating_mul(WORD);
        let (behind, operands) = bytes(behind, length).within("instruction")?;
        if token & 0xffff == DECLARE {
            let (operands, usage_token) = u32_le(Input::at(operands, offset)).within("declaration")?;
            let (_, register_token) = u32_le(operands).within("declaration")?;
            declarations.push(Declaration { usage_token, register_token, has_usage });
        }
        instructions = instructions.saturating_add(1);
        input = behind;
    }
}

/// Returns `bytecode` in the form in which the engine stores it. When there is a comment after the version token, this
/// is the constant table from the compiler, and it is removed. Otherwise nothing changes.
pub fn without_constant_table(bytecode: &[u8]) -> Bytes<'_> {
    let comment = bytecode.get(4..8).and_then(|token| token.try_into().ok()).map(u32::from_le_bytes);
    let Some(token) = comment.filter(|token| token & 0xffff == COMMENT) else { return Bytes::from(bytecode) };
    let length = u64::from(token >> 16).saturating_add(1).saturating_mul(WORD);
    let behind = usize::try_from(length).ok().and_then(|length| bytecode.get(4_usize.saturating_add(length)..));
    let Some((version, behind)) = bytecode.get(..4).zip(behind) else { return Bytes::from(bytecode) };
    Bytes::from([version, behind].concat())
}
