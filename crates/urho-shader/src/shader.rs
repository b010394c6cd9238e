//! The document: the content of a shader cache.

use alloc::vec::Vec;
use binio::{Bytes, Name};

use crate::elements::VertexElements;
use crate::stage::Stage;
use crate::unit::TextureUnit;

/// A compiled shader in the cache format of the engines' Windows builds, `USHD` ([format](crate::format)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader<'a> {
    /// Stage of the pipeline. The engine ignores it.
    pub stage: Stage,
    /// Shader model: 2, 3, 4 or 5. The engine ignores it.
    pub model: u16,
    /// The rest, by version.
    pub body: Body<'a>,
}

/// Layout of a file after its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Version {
    /// One Direct3D 9 variation: Urho3D 1.2 to 1.8 and U3D, `.vs2 .ps2 .vs3 .ps3` ([`d3d9`](crate::format#d3d9)).
    D3d9,
    /// All variations of a Direct3D 9 shader in one file: Urho3D 1.1, same names ([`d3d9-variations`](crate::format#d3d9-variations)).
    Variations,
    /// One Direct3D 11 variation: Urho3D since 1.4, U3D, rbfx to 2023, `.vs4 .ps4 .gs4 .hs5 .ds5 .cs5` ([`d3d11`](crate::format#d3d11)).
    D3d11,
}

impl Version {
    /// All versions.
    pub const ALL: [Self; 3] = [Self::D3d9, Self::Variations, Self::D3d11];

    /// Returns a short name: `d3d9`, `d3d9-variations`, `d3d11`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::D3d9 => "d3d9",
            Self::Variations => "d3d9-variations",
            Self::D3d11 => "d3d11",
        }
    }

    /// Returns whether files of this version have the shader model `model`.
    pub const fn has_model(self, model: u16) -> bool {
        match self {
            Self::D3d9 | Self::Variations => matches!(model, 2 | 3),
            Self::D3d11 => matches!(model, 4 | 5),
        }
    }
}

impl core::fmt::Display for Version {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Content of a file, by version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body<'a> {
    /// Content of [`Version::D3d9`].
    D3d9(D3d9<'a>),
    /// Content of [`Version::Variations`].
    Variations(Variations<'a>),
    /// Content of [`Version::D3d11`].
    D3d11(D3d11<'a>),
}

/// One Direct3D 9 variation ([`d3d9`](crate::format#d3d9)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct D3d9<'a> {
    /// Constants, in the order of the engine's hash map.
    pub parameters: Vec<Constant<'a>>,
    /// Sampled texture units.
    pub units: Vec<TextureUnit<'a>>,
    /// The token stream; see [`TokenStream`](crate::TokenStream).
    pub bytecode: Bytes<'a>,
}

/// A shader constant in registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant<'a> {
    /// Name, without the leading `c` of the source.
    pub name: Name<'a>,
    /// First register; the writer truncates it to 8 bits.
    pub register: u8,
    /// Number of registers of four floats each; the writer truncates it to 8 bits.
    pub count: u8,
}

/// All variations of a Direct3D 9 shader ([`d3d9-variations`](crate::format#d3d9-variations)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variations<'a> {
    /// Constants of all variations.
    pub parameters: Vec<SharedConstant<'a>>,
    /// Texture units of all variations.
    pub units: Vec<TextureUnit<'a>>,
    /// Variations, in file order.
    pub variations: Vec<Variation<'a>>,
}

/// A constant of a container; its number of registers isn't stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedConstant<'a> {
    /// Name, without the leading `c` of the source.
    pub name: Name<'a>,
    /// Number of the first register.
    pub register: u8,
}

/// One of several variations in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<'a> {
    /// Name; empty for the variation without features.
    pub name: Name<'a>,
    /// One byte for each parameter of the container, then one for each texture unit: 1 if this variation uses it, otherwise 0. The
    /// engine reads any other value as 1.
    pub flags: Bytes<'a>,
    /// The token stream.
    pub bytecode: Bytes<'a>,
}

/// One Direct3D 11 variation ([`d3d11`](crate::format#d3d11)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct D3d11<'a> {
    /// Inputs of the vertex shader: a hash since 1.6, a mask in 1.4 and 1.5; 0 for other stages.
    pub vertex_elements: VertexElements,
    /// Variables of the constant buffers.
    pub parameters: Vec<BufferParameter<'a>>,
    /// Sampled texture units.
    pub units: Vec<TextureUnit<'a>>,
    /// The container; see [`Dxbc`](crate::Dxbc).
    pub bytecode: Bytes<'a>,
}

/// A variable in a constant buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferParameter<'a> {
    /// Name, without the leading `c` of the source.
    pub name: Name<'a>,
    /// Register of the constant buffer; see [`BufferParameter::group`].
    pub buffer: u8,
    /// Byte offset in the buffer.
    pub offset: u32,
    /// Size, in bytes.
    pub size: u32,
}

impl BufferParameter<'_> {
    /// Number of the engine's constant buffers.
    pub const BUFFERS: u8 = 7;

    /// Returns the engine's use of the buffer, which determines how often its values change.
    pub const fn group(&self) -> Option<&'static str> {
        match self.buffer {
            0 => Some("Frame"),
            1 => Some("Camera"),
            2 => Some("Zone"),
            3 => Some("Light"),
            4 => Some("Material"),
            5 => Some("Object"),
            6 => Some("Custom"),
            _ => None,
        }
    }
}

impl<'a> Variations<'a> {
    /// Iterates over the parameters that `variation` uses.
    pub fn parameters_of<'s>(&'s self, variation: &'s Variation<'a>) -> impl Iterator<Item = &'s SharedConstant<'a>> {
        used(&self.parameters, self.split_flags(&variation.flags).0)
    }

    /// Iterates over the texture units that `variation` uses.
    pub fn units_of<'s>(&'s self, variation: &'s Variation<'a>) -> impl Iterator<Item = &'s TextureUnit<'a>> {
        used(&self.units, self.split_flags(&variation.flags).1)
    }

    /// Splits the flags into parameters and texture units; there may be too few.
    pub(crate) fn split_flags<'f>(&self, flags: &'f [u8]) -> (&'f [u8], &'f [u8]) {
        flags.split_at_checked(self.parameters.len()).unwrap_or((flags, &[]))
    }

    /// Returns the variation with this name.
    pub fn find(&self, name: &str) -> Option<&Variation<'a>> {
        self.variations.iter().find(|variation| variation.name == name)
    }
}

fn used<'s, T>(items: &'s [T], flags: &'s [u8]) -> impl Iterator<Item = &'s T> {
    items.iter().zip(flags).filter(|(_, flag)| **flag != 0).map(|(item, _)| item)
}

impl<'a> Shader<'a> {
    /// Returns the layout of the file.
    pub const fn version(&self) -> Version {
        match self.body {
            Body::D3d9(_) => Version::D3d9,
            Body::Variations(_) => Version::Variations,
            Body::D3d11(_) => Version::D3d11,
        }
    }

    /// Returns the texture units, for any version.
    pub fn units(&self) -> &[TextureUnit<'a>] {
        match &self.body {
            Body::D3d9(body) => &body.units,
            Body::Variations(body) => &body.units,
            Body::D3d11(body) => &body.units,
        }
    }

    /// Iterates over all bytecode, with the name of its variation in a container.
    pub fn bytecodes(&self) -> impl Iterator<Item = (Option<&Name<'a>>, &Bytes<'a>)> {
        let (one, several) = match &self.body {
            Body::D3d9(body) => (Some(&body.bytecode), [].as_slice()),
            Body::D3d11(body) => (Some(&body.bytecode), [].as_slice()),
            Body::Variations(body) => (None, body.variations.as_slice()),
        };
        let several = several.iter().map(|variation| (Some(&variation.name), &variation.bytecode));
        one.into_iter().map(|bytecode| (None, bytecode)).chain(several)
    }
}

binio::into_owned! { pub Shader { body; stage, model } }
binio::into_owned! { enum Body { D3d9, Variations, D3d11 } }
binio::into_owned! { D3d9 { parameters, units, bytecode } }
binio::into_owned! { Variations { parameters, units, variations } }
binio::into_owned! { D3d11 { parameters, units, bytecode; vertex_elements } }
binio::into_owned! { Constant { name; register, count } }
binio::into_owned! { SharedConstant { name; register } }
binio::into_owned! { Variation { name, flags, bytecode } }
binio::into_owned! { BufferParameter { name; buffer, offset, size } }
