//! The document: everything that is in a shader cache.

use alloc::vec::Vec;
use binio::{Bytes, Name};

use crate::elements::VertexElements;
use crate::stage::Stage;
use crate::unit::TextureUnit;

/// A compiled shader, in the `USHD` cache format that the engines use on Windows ([format](crate::format)). Use
/// [`Shader::parse`] to read it, and [`Shader::new`] to build it from bytecode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader<'a> {
    /// The stage of the pipeline. The engine ignores it.
    pub stage: Stage,
    /// The shader model: 2, 3, 4 or 5. The engine ignores it.
    pub model: u16,
    /// The rest, which depends on the version.
    pub body: Body<'a>,
}

/// How a file is laid out after its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Version {
    /// A single Direct3D 9 variation, for Urho3D 1.2 to 1.8 and U3D: `.vs2 .ps2 .vs3 .ps3`
    /// ([`d3d9`](crate::format#d3d9)).
    D3d9,
    /// All variations of a Direct3D 9 shader in the same file, for Urho3D 1.1. The file names are the same
    /// ([`d3d9-variations`](crate::format#d3d9-variations)).
    Variations,
    /// A single Direct3D 11 variation, for Urho3D since 1.4, U3D, and rbfx up to 2023: `.vs4 .ps4 .gs4 .hs5 .ds5 .cs5`
    /// ([`d3d11`](crate::format#d3d11)).
    D3d11,
}

impl Version {
    /// All versions, for example to list them.
    pub const ALL: [Self; 3] = [Self::D3d9, Self::Variations, Self::D3d11];

    /// Returns a short name: `d3d9`, `d3d9-variations` or `d3d11`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::D3d9 => "d3d9",
            Self::Variations => "d3d9-variations",
            Self::D3d11 => "d3d11",
        }
    }

    /// Returns whether a file with this version can have the shader model `model`.
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

/// What is in a file, which depends on the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body<'a> {
    /// This is a [`Version::D3d9`] file.
    D3d9(D3d9<'a>),
    /// This is a [`Version::Variations`] file.
    Variations(Variations<'a>),
    /// This is a [`Version::D3d11`] file.
    D3d11(D3d11<'a>),
}

/// A single Direct3D 9 variation ([`d3d9`](crate::format#d3d9)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct D3d9<'a> {
    /// The constants, in the order of the hash map in the engine.
    pub parameters: Vec<Constant<'a>>,
    /// The texture units that the shader samples.
    pub units: Vec<TextureUnit<'a>>,
    /// The token stream. Use [`TokenStream`](crate::TokenStream) to look into it.
    pub bytecode: Bytes<'a>,
}

/// A shader constant, which is stored in registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant<'a> {
    /// The name, without the `c` at its start in the source.
    pub name: Name<'a>,
    /// The first register. The engine only writes the low 8 bits.
    pub register: u8,
    /// The number of registers, each with four floats. The engine only writes the low 8 bits.
    pub count: u8,
}

/// All variations of a Direct3D 9 shader ([`d3d9-variations`](crate::format#d3d9-variations)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variations<'a> {
    /// The constants of all variations.
    pub parameters: Vec<SharedConstant<'a>>,
    /// The texture units of all variations.
    pub units: Vec<TextureUnit<'a>>,
    /// The variations in file order.
    pub variations: Vec<Variation<'a>>,
}

/// A constant in a container. How many registers it has is not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedConstant<'a> {
    /// The name, without the `c` at its start in the source.
    pub name: Name<'a>,
    /// The first register.
    pub register: u8,
}

/// A variation in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<'a> {
    /// The name. For the variation without features, this is empty.
    pub name: Name<'a>,
    /// One byte for each parameter of the container, and then one for each texture unit. It is 1 when this variation
    /// uses it, and 0 otherwise, but the engine will read any other value as 1. See [`Variations::parameters_of`].
    pub flags: Bytes<'a>,
    /// The token stream.
    pub bytecode: Bytes<'a>,
}

/// A single Direct3D 11 variation ([`d3d11`](crate::format#d3d11)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct D3d11<'a> {
    /// The inputs of the vertex shader: a hash since 1.6, and a mask in 1.4 and 1.5. For all other stages this is 0.
    pub vertex_elements: VertexElements,
    /// The variables in the constant buffers.
    pub parameters: Vec<BufferParameter<'a>>,
    /// The texture units that the shader samples.
    pub units: Vec<TextureUnit<'a>>,
    /// The container. Use [`Dxbc`](crate::Dxbc) to look into it.
    pub bytecode: Bytes<'a>,
}

/// A variable in a constant buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferParameter<'a> {
    /// The name, without the `c` at its start in the source.
    pub name: Name<'a>,
    /// The register of the constant buffer. See [`BufferParameter::group`].
    pub buffer: u8,
    /// The byte offset in the buffer.
    pub offset: u32,
    /// The size in bytes.
    pub size: u32,
}

impl BufferParameter<'_> {
    /// How many constant buffers the engine has.
    pub const BUFFERS: u8 = 7;

    /// Returns what the engine will use this buffer for, by which you know how often its values change.
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
    /// Iterates over the parameters that a variation uses.
    pub fn parameters_of<'s>(&'s self, variation: &'s Variation<'a>) -> impl Iterator<Item = &'s SharedConstant<'a>> {
        used(&self.parameters, self.split_flags(&variation.flags).0)
    }

    /// Iterates over the texture units that a variation uses.
    pub fn units_of<'s>(&'s self, variation: &'s Variation<'a>) -> impl Iterator<Item = &'s TextureUnit<'a>> {
        used(&self.units, self.split_flags(&variation.flags).1)
    }

    /// Splits the flags into those for parameters and those for texture units. There can be too few.
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
    /// Returns how the file is laid out.
    pub const fn version(&self) -> Version {
        match self.body {
            Body::D3d9(_) => Version::D3d9,
            Body::Variations(_) => Version::Variations,
            Body::D3d11(_) => Version::D3d11,
        }
    }

    /// Returns the texture units. This works for any version.
    pub fn units(&self) -> &[TextureUnit<'a>] {
        match &self.body {
            Body::D3d9(body) => &body.units,
            Body::Variations(body) => &body.units,
            Body::D3d11(body) => &body.units,
        }
    }

    /// Iterates over all bytecode in the file. In a container there may be many, each with the name of its variation.
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
