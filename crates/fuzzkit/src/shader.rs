//! Shader caches.

use binio::{Bytes, Error, Name};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{Format, laws};
use urho_shader::{
    Body, BufferParameter, Bytecode, Constant, D3d9, D3d11, ErrorKind, ReadOptions, Shader, SharedConstant, Stage,
    TextureUnit, Variation, Variations, Version, VertexElements, dxbc_hash_of,
};

use crate::Target;
use crate::common::{name, number};

/// The fuzz target for shader caches.
pub const TARGET: Target = Target { name: "urho_shader", body, seeds };

/// Applies the laws to `urho-shader`. `ERA` is the index in [`Version::ALL`] of the version to use. If this is out of
/// bounds, the version has to be detected.
pub struct Ushd<const ERA: usize>;

/// Detects the version from the file.
pub const ANY: usize = usize::MAX;

impl<const ERA: usize> Format for Ushd<ERA> {
    testkit::contract!(Shader, ErrorKind, validate);

    fn parse(bytes: &[u8]) -> Result<Shader<'_>, Error<ErrorKind>> {
        Shader::parse_with(bytes, &ReadOptions::default().version(Version::ALL.get(ERA).copied()))
    }

    fn rebuild(shader: Shader<'static>) -> Shader<'static> {
        rebuild(shader)
    }

    fn blocks<'d>(shader: &'d Shader<'_>) -> Vec<&'d [u8]> {
        let codes = shader.bytecodes().map(|(_, code)| &**code);
        let units = shader.units().iter().map(|unit| unit.name.as_bytes());
        let names: Vec<&[u8]> = match &shader.body {
            Body::D3d9(body) => body.parameters.iter().map(|parameter| parameter.name.as_bytes()).collect(),
            Body::D3d11(body) => body.parameters.iter().map(|parameter| parameter.name.as_bytes()).collect(),
            Body::Variations(body) => {
                let parameters = body.parameters.iter().map(|parameter| parameter.name.as_bytes());
                let names = body.variations.iter().map(|variation| variation.name.as_bytes());
                parameters.chain(names).chain(body.variations.iter().map(|variation| &*variation.flags)).collect()
            }
        };
        codes.chain(units).chain(names).collect()
    }
}

/// Checks law 2, using the version of the shader to read it.
///
/// # Panics
/// Panics if the law is violated.
pub fn inverse(shader: &Shader<'static>) {
    match shader.version() {
        Version::D3d9 => laws::inverse::<Ushd<0>>(shader),
        Version::Variations => laws::inverse::<Ushd<1>>(shader),
        _ => laws::inverse::<Ushd<2>>(shader),
    }
}

/// Creates the same shader from its public fields.
fn rebuild(shader: Shader<'static>) -> Shader<'static> {
    let Shader { stage, model, body } = shader;
    let body = match body {
        Body::D3d9(D3d9 { parameters, units, bytecode }) => Body::D3d9(D3d9 {
            parameters: parameters
                .into_iter()
                .map(|Constant { name, register, count }| Constant { name: renamed(&name), register, count })
                .collect(),
            units: rebuild_units(units),
            bytecode: copy(&bytecode),
        }),
        Body::Variations(Variations { parameters, units, variations }) => Body::Variations(Variations {
            parameters: parameters
                .into_iter()
                .map(|SharedConstant { name, register }| SharedConstant { name: renamed(&name), register })
                .collect(),
            units: rebuild_units(units),
            variations: variations
                .into_iter()
                .map(|Variation { name, flags, bytecode }| Variation {
                    name: renamed(&name),
                    flags: copy(&flags),
                    bytecode: copy(&bytecode),
                })
                .collect(),
        }),
        Body::D3d11(D3d11 { vertex_elements, parameters, units, bytecode }) => Body::D3d11(D3d11 {
            vertex_elements,
            parameters: parameters
                .into_iter()
                .map(|BufferParameter { name, buffer, offset, size }| BufferParameter {
                    name: renamed(&name),
                    buffer,
                    offset,
                    size,
                })
                .collect(),
            units: rebuild_units(units),
            bytecode: copy(&bytecode),
        }),
    };
    Shader { stage, model, body }
}

fn rebuild_units(units: Vec<TextureUnit<'static>>) -> Vec<TextureUnit<'static>> {
    units.into_iter().map(|TextureUnit { name, sampler }| TextureUnit { name: renamed(&name), sampler }).collect()
}

fn renamed(name: &Name<'_>) -> Name<'static> {
    Name::from(name.as_bytes().to_vec())
}

fn copy(block: &Bytes<'_>) -> Bytes<'static> {
    Bytes::from(block.to_vec())
}

/// Generates shaders in all versions that can be encoded. They do not always make sense.
pub fn shader() -> impl Strategy<Value = Shader<'static>> {
    let stage = prop_oneof![4 => 0_u16..6, 1 => any::<u16>()].prop_map(Stage);
    let body = prop_oneof![
        (Just(3_u16), d3d9().prop_map(Body::D3d9)),
        (Just(2_u16), variations().prop_map(Body::Variations)),
        (Just(4_u16), d3d11().prop_map(Body::D3d11)),
    ];
    (stage, body, any::<u16>(), 0..8_u8).prop_map(|(stage, (usual, body), odd, which)| Shader {
        stage,
        model: if which == 0 { odd } else { usual },
        body,
    })
}

fn units() -> impl Strategy<Value = Vec<TextureUnit<'static>>> {
    let engine = (0..16_u8).prop_map(TextureUnit::of_engine);
    let odd = (name(), any::<u8>()).prop_map(|(name, sampler)| TextureUnit { name, sampler });
    vec(prop_oneof![3 => engine, 1 => odd], 0..4)
}

fn d3d9() -> impl Strategy<Value = D3d9<'static>> {
    let parameter = (name(), any::<u8>(), any::<u8>());
    let parameter = parameter.prop_map(|(name, register, count)| Constant { name, register, count });
    (vec(parameter, 0..4), units(), code()).prop_map(|(parameters, units, bytecode)| D3d9 {
        parameters,
        units,
        bytecode,
    })
}

fn variations() -> impl Strategy<Value = Variations<'static>> {
    let parameter = (name(), any::<u8>()).prop_map(|(name, register)| SharedConstant { name, register });
    (vec(parameter, 0..4), units()).prop_flat_map(|(parameters, units)| {
        let flags = vec(prop_oneof![4 => 0..2_u8, 1 => any::<u8>()], parameters.len() + units.len());
        let variation = (name(), flags, code());
        let variation =
            variation.prop_map(|(name, flags, bytecode)| Variation { name, flags: Bytes::from(flags), bytecode });
        vec(variation, 0..4).prop_map(move |variations| Variations {
            parameters: parameters.clone(),
            units: units.clone(),
            variations,
        })
    })
}

fn d3d11() -> impl Strategy<Value = D3d11<'static>> {
    let parameter = (name(), 0..9_u8, number(), number());
    let parameter = parameter.prop_map(|(name, buffer, offset, size)| BufferParameter { name, buffer, offset, size });
    let elements = prop_oneof![any::<u32>(), 0..0x4000_u32].prop_map(VertexElements);
    (elements, vec(parameter, 0..4), units(), code()).prop_map(|(vertex_elements, parameters, units, bytecode)| D3d11 {
        vertex_elements,
        parameters,
        units,
        bytecode,
    })
}

/// Generates bytecode. This can be a token stream, a container, or arbitrary bytes.
pub fn code() -> impl Strategy<Value = Bytes<'static>> {
    let any = vec(any::<u8>(), 0..12).prop_map(Bytes::from);
    prop_oneof![3 => tokens(), 3 => dxbc(), 1 => any]
}

/// Generates token streams of model 2 and 3, with comments and declarations.
fn tokens() -> impl Strategy<Value = Bytes<'static>> {
    let comment = vec(any::<u32>(), 0..4).prop_map(|words| (0xfffe | (words.len() as u32) << 16, words));
    let declare = (any::<u32>(), any::<u32>()).prop_map(|(usage, register)| (0x0200_001f, vec![usage, register]));
    let other = (0x20_u32..0x60, vec(any::<u32>(), 0..5))
        .prop_map(|(opcode, words)| (opcode | (words.len() as u32) << 24, words));
    let version = prop_oneof![Just(0xfffe_0300_u32), Just(0xffff_0300), Just(0xfffe_0200), Just(0xffff_0200)];
    (version, vec(prop_oneof![comment, declare, other], 0..8)).prop_map(|(version, instructions)| {
        let instructions = instructions.into_iter().flat_map(|(token, words)| std::iter::once(token).chain(words));
        let words = std::iter::once(version).chain(instructions).chain([0xffff]);
        Bytes::from(words.flat_map(u32::to_le_bytes).collect::<Vec<_>>())
    })
}

/// Generates containers with a program and signatures. Most of them have the correct hash.
fn dxbc() -> impl Strategy<Value = Bytes<'static>> {
    let program =
        (0..6_u32, 4..6_u32).prop_map(|(stage, model)| [stage << 16 | model << 4, 2].map(u32::to_le_bytes).concat());
    let semantics = vec((prop_oneof!["POSITION", "NORMAL", "TEXCOORD", "SV_[a-z]{1,4}"], 0..3_u32), 0..4);
    (program, semantics.clone(), semantics, 0..8_u8).prop_map(|(program, inputs, outputs, spoil)| {
        let chunks: [(&[u8; 4], Vec<u8>); 3] =
            [(b"ISGN", signature(&inputs)), (b"OSGN", signature(&outputs)), (b"SHDR", program)];
        let mut bytes = container(&chunks);
        if spoil == 0 {
            bytes[7] ^= 1;
        }
        Bytes::from(bytes)
    })
}

fn signature(semantics: &[(String, u32)]) -> Vec<u8> {
    let mut bytes = [semantics.len() as u32, 8].map(u32::to_le_bytes).concat();
    let mut names = Vec::new();
    for (register, (name, index)) in (0..).zip(semantics) {
        let at = 8 + 24 * semantics.len() + names.len();
        bytes.extend([at as u32, *index, 0, 3, register, 0x0f0f].into_iter().flat_map(u32::to_le_bytes));
        names.extend(name.as_bytes());
        names.push(0);
    }
    bytes.extend(names);
    bytes
}

/// Creates a DXBC container from `chunks`, including its hash.
pub fn container(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let head = 32 + 4 * chunks.len();
    let (mut offsets, mut blocks) = (Vec::new(), Vec::new());
    for (id, data) in chunks {
        offsets.extend(((head + blocks.len()) as u32).to_le_bytes());
        blocks.extend(id.as_slice());
        blocks.extend((data.len() as u32).to_le_bytes());
        blocks.extend(data);
    }
    let mut bytes = b"DXBC".to_vec();
    bytes.extend([0; 16]);
    let size = (head + blocks.len()) as u32;
    bytes.extend([1, size, chunks.len() as u32].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(offsets);
    bytes.extend(blocks);
    let hash = dxbc_hash_of(&bytes).expect("a whole container");
    bytes[4..20].copy_from_slice(&hash);
    bytes
}

/// Reads the bytes in all possible ways to check the laws. This also reads the bytes as bytecode, and writes the
/// summary.
fn body(bytes: &[u8]) {
    laws::all::<Ushd<ANY>>(bytes);
    laws::all::<Ushd<0>>(bytes);
    laws::all::<Ushd<1>>(bytes);
    laws::all::<Ushd<2>>(bytes);
    let _ = Bytecode::parse(bytes).map(|bytecode| format!("{bytecode:?}"));
    let _ = urho_shader::detect(bytes);
    if let Ok(shader) = Shader::parse(bytes) {
        let _ = shader.summary(true);
    }
}

/// Returns some generated shaders in all versions, followed by bytecode without a shader.
fn seeds() -> Vec<Vec<u8>> {
    let shaders = crate::common::examples(shader(), 24).into_iter().filter_map(|shader| shader.to_bytes().ok());
    let codes = crate::common::examples(code(), 8).into_iter().map(|code| code.to_vec());
    shaders.chain(codes).collect()
}
