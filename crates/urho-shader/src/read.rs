//! Reads shader caches.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Input, Within, bytes, chunk, cstring, list, parse, prefixed, record, u8, u32_le};

use crate::detect::{ShaderFile, detect};
use crate::elements::VertexElements;
use crate::error::{Error, ErrorKind};
use crate::records::{BufferParameterRecord, ConstantRecord, Head, ID, smallest};
use crate::shader::{
    Body, BufferParameter, Constant, D3d9, D3d11, Shader, SharedConstant, Variation, Variations, Version,
};
use crate::stage::Stage;
use crate::unit::TextureUnit;

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

binio::options! {
    /// Options for [`Shader::parse_with`].
    ///
    /// You do not need to set limits for a cache: it contains no compressed data, and counts are checked against the
    /// file size.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Sets the version of the file, so that no other is tried. By default (`None`), this is the version that can
        /// read the file exactly to its end. If there are several, this is the first that fits the shader model, and
        /// [`Shader::validate`] tells you that there are several.
        #[setter(into)]
        pub(crate) version: Option<Version> = None,
    }
}

impl<'a> Shader<'a> {
    /// Reads a shader cache. Names and bytecode are borrowed from `bytes`, and this does not look into the bytecode.
    ///
    /// This is stricter than the engines. They trust every count, and when a file ends too early, they use
    /// uninitialized memory.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotACache`], [`ErrorKind::LookAlike`] or [`ErrorKind::Data`] when the structure is not
    /// valid. When no version can be used to read the file, the error is from the version that fits the shader model
    /// and came furthest. To find invalid values, call [`validate`](Self::validate) on the result.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads a shader cache using the given `options`.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let as_version = |version| parse(Input::new(bytes), |input| shader(input, version));
        if let Some(version) = options.version {
            return as_version(version);
        }
        let model = parse(Input::new(bytes), |input| {
            let (_, head) = head(input)?;
            Ok((Input::at(&[], input.offset()), head.model.get()))
        })?;
        let [first, others @ ..] = by_model(model);
        let mut furthest = match as_version(first) {
            Ok(shader) => return Ok(shader),
            Err(error) => error,
        };
        for version in others {
            match as_version(version) {
                Ok(shader) => return Ok(shader),
                Err(error) if version.has_model(model) && error.offset() > furthest.offset() => furthest = error,
                Err(_) => {}
            }
        }
        Err(furthest)
    }
}

/// Returns all versions that can be used to read the file exactly to its end. [`Shader::parse`] will use the first.
///
/// There may be several. For example, a Direct3D 9 cache without parameters, texture units and bytecode has the same
/// bytes as a container without variations.
pub fn versions_of(bytes: &[u8]) -> Vec<Version> {
    let Ok((_, head)) = head(Input::new(bytes)) else { return Vec::new() };
    let reads = |version: &Version| parse(Input::new(bytes), |input| shader(input, *version)).is_ok();
    by_model(head.model.get()).into_iter().filter(reads).collect()
}

/// Returns all versions, beginning with those that have this shader model.
const fn by_model(model: u16) -> [Version; 3] {
    match model {
        4 | 5 => [Version::D3d11, Version::D3d9, Version::Variations],
        _ => [Version::D3d9, Version::Variations, Version::D3d11],
    }
}

fn head(at: Input<'_>) -> Parsed<'_, &Head> {
    match chunk::<4, ErrorKind>(at) {
        Ok((input, id)) if id == ID => record(input).within("head"),
        _ => match detect(at.bytes()) {
            Some(ShaderFile::LookAlike(like)) => Err(at.fail(ErrorKind::LookAlike(like))),
            _ => Err(at.fail(ErrorKind::NotACache)),
        },
    }
}

fn shader(input: Input<'_>, version: Version) -> Parsed<'_, Shader<'_>> {
    let (input, head) = head(input)?;
    let (input, body) = match version {
        Version::D3d9 => d3d9(input).map(|(input, body)| (input, Body::D3d9(body))),
        Version::Variations => variations(input).map(|(input, body)| (input, Body::Variations(body))),
        Version::D3d11 => d3d11(input).map(|(input, body)| (input, Body::D3d11(body))),
    }?;
    Ok((input, Shader { stage: Stage(head.stage.get()), model: head.model.get(), body }))
}

fn d3d9(input: Input<'_>) -> Parsed<'_, D3d9<'_>> {
    let (input, parameters) = list(input, "parameter", smallest::CONSTANT, constant)?;
    let (input, units) = units(input)?;
    let (input, bytecode) = bytecode(input)?;
    Ok((input, D3d9 { parameters, units, bytecode }))
}

fn constant(input: Input<'_>) -> Parsed<'_, Constant<'_>> {
    let (input, name) = cstring(input).within("name")?;
    let (input, &ConstantRecord { register, count }) = record(input)?;
    Ok((input, Constant { name, register, count }))
}

fn variations(input: Input<'_>) -> Parsed<'_, Variations<'_>> {
    let (input, parameters) = list(input, "parameter", smallest::SHARED_CONSTANT, shared_constant)?;
    let (input, units) = units(input)?;
    let flags = parameters.len().saturating_add(units.len());
    let smallest = smallest::VARIATION.saturating_add(flags);
    let (input, variations) = list(input, "variation", smallest, |input| variation(input, flags))?;
    Ok((input, Variations { parameters, units, variations }))
}

fn shared_constant(input: Input<'_>) -> Parsed<'_, SharedConstant<'_>> {
    let (input, name) = cstring(input).within("name")?;
    let (input, register) = u8(input).within("register")?;
    Ok((input, SharedConstant { name, register }))
}

fn variation(input: Input<'_>, flags: usize) -> Parsed<'_, Variation<'_>> {
    let (input, name) = cstring(input).within("name")?;
    let (input, flags) = bytes(input, flags as u64).within("flags")?;
    let (input, bytecode) = bytecode(input)?;
    Ok((input, Variation { name, flags: Bytes::from(flags), bytecode }))
}

fn d3d11(input: Input<'_>) -> Parsed<'_, D3d11<'_>> {
    let (input, vertex_elements) = u32_le(input).within("vertex elements")?;
    let (input, parameters) = list(input, "parameter", smallest::BUFFER_PARAMETER, buffer_parameter)?;
    let (input, units) = units(input)?;
    let (input, bytecode) = bytecode(input)?;
    Ok((input, D3d11 { vertex_elements: VertexElements(vertex_elements), parameters, units, bytecode }))
}

fn buffer_parameter(input: Input<'_>) -> Parsed<'_, BufferParameter<'_>> {
    let (input, name) = cstring(input).within("name")?;
    let (input, &BufferParameterRecord { buffer, offset, size }) = record(input)?;
    Ok((input, BufferParameter { name, buffer, offset: offset.get(), size: size.get() }))
}

fn units(input: Input<'_>) -> Parsed<'_, Vec<TextureUnit<'_>>> {
    list(input, "texture unit", smallest::UNIT, |input| {
        let (input, name) = cstring(input).within("name")?;
        let (input, sampler) = u8(input).within("sampler")?;
        Ok((input, TextureUnit { name, sampler }))
    })
}

fn bytecode(input: Input<'_>) -> Parsed<'_, Bytes<'_>> {
    let (input, code) = prefixed(input, u32_le).within("bytecode")?;
    Ok((input, Bytes::from(code)))
}
