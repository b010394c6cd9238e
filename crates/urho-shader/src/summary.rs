//! What `inspect --json` prints for a shader cache: parameters, texture units, and what the bytecode says.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::Name;
use binio::summary::Block;
use serde::Serialize;

use crate::bytecode::Bytecode;
use crate::dxbc::Dxbc;
use crate::elements::{ElementsReading, VertexElements};
use crate::shader::{Body, BufferParameter, Constant, Shader, SharedConstant, Variation, Variations};
use crate::signature::Signature;
use crate::tokens::{Declaration, TokenStream};
use crate::unit::TextureUnit;

/// A shader cache without its bytecode, to be serialized. Use [`Shader::summary`] to create it. Fields that a version
/// does not have are left out.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'s> {
    /// The identifier at the start of the file.
    pub id: &'static str,
    /// How the file is laid out: `d3d9`, `d3d9-variations` or `d3d11`.
    pub algorithm: &'static str,
    /// The name of the stage in words.
    pub stage: &'static str,
    /// The number of the stage.
    pub shader_type: u16,
    /// The shader model in the file.
    pub shader_model: u16,
    /// The inputs of a vertex shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex_elements: Option<ElementsSummary>,
    /// The parameters (constants) in order.
    pub parameters: Vec<ParameterSummary<'s>>,
    /// The texture units that the shader samples.
    pub texture_units: Vec<UnitSummary<'s>>,
    /// The variations, if this is a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variations: Option<Vec<VariationSummary<'s>>>,
    /// The bytecode, if the file has only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytecode: Option<BytecodeSummary>,
}

/// The word for the vertex elements, both as a hash and as a mask.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ElementsSummary {
    /// The word in hexadecimal.
    pub hash: String,
    /// The names in the legacy mask, if the word can be a mask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<Vec<&'static str>>,
    /// What the word means, according to the input signature: `hash`, `mask`, `either` or `neither`. If there is no
    /// signature, this is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
}

/// The summary of a parameter (constant).
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ParameterSummary<'s> {
    /// The name of the parameter.
    pub name: Name<'s>,
    /// The first register, if the file contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register: Option<u8>,
    /// The number of registers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register_count: Option<u8>,
    /// The number of the constant buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<u8>,
    /// What the engine uses this buffer for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<&'static str>,
    /// The byte offset in the buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// The size in bytes, if the file contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

/// The summary of a texture unit.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct UnitSummary<'s> {
    /// The name in the file.
    pub name: Name<'s>,
    /// The number of the sampler.
    pub sampler: u8,
    /// The name that current Urho3D has for this number. If it has none, this is empty.
    pub engine_name: &'static str,
}

/// The summary of a variation.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct VariationSummary<'s> {
    /// The name of the variation.
    pub name: Name<'s>,
    /// The indices of the parameters that it uses. These are not names, because a long name could be used very often.
    pub parameters: Vec<usize>,
    /// The indices of the texture units that it uses.
    pub texture_units: Vec<usize>,
    /// The bytecode of this variation.
    pub bytecode: BytecodeSummary,
}

/// The summary of bytecode.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct BytecodeSummary {
    /// The size and, if requested, the SHA-256.
    #[serde(flatten)]
    pub data: Option<Block>,
    /// `tokens`, `dxbc` or `unknown`.
    pub kind: &'static str,
    /// The stage and the model according to the bytecode, for example `vs_3_0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The number of instructions in a token stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<usize>,
    /// The number of comments in a token stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<usize>,
    /// The samplers that a token stream declares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samplers: Option<Vec<String>>,
    /// The hash that is stored in a container, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_hash: Option<String>,
    /// Whether this is the hash of the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_hash_ok: Option<bool>,
    /// The chunks of a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunks: Option<Vec<ChunkSummary>>,
    /// The inputs of the shader. These are declarations in a token stream, and semantics in a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<String>>,
    /// The outputs of the shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outputs: Option<Vec<String>>,
    /// The reason why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The summary of a chunk.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ChunkSummary {
    /// The identifier of the chunk.
    pub id: String,
    /// The offset in the container.
    pub offset: u32,
    /// The number of bytes after its head.
    pub size: usize,
}

impl Shader<'_> {
    /// Returns a summary of the cache without its bytecode. If `hashes` is set, it includes the SHA-256 of all
    /// bytecode, so you can compare the bytecode too.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        let (parameters, variations, code) = match &self.body {
            Body::D3d9(body) => (body.parameters.iter().map(constant).collect(), None, Some(&body.bytecode)),
            Body::Variations(body) => {
                let each = |one| variation(body, one, hashes);
                let variations = body.variations.iter().map(each).collect();
                (body.parameters.iter().map(shared).collect(), Some(variations), None)
            }
            Body::D3d11(body) => (body.parameters.iter().map(in_buffer).collect(), None, Some(&body.bytecode)),
        };
        Summary {
            id: "USHD",
            algorithm: self.version().name(),
            stage: self.stage.name(),
            shader_type: self.stage.0,
            shader_model: self.model,
            vertex_elements: elements(self),
            parameters,
            texture_units: self.units().iter().map(unit).collect(),
            variations,
            bytecode: code.map(|code| bytecode(code, hashes)),
        }
    }
}

fn parameter<'s>(name: &'s Name<'_>) -> ParameterSummary<'s> {
    ParameterSummary {
        name: name.borrowed(),
        register: None,
        register_count: None,
        buffer: None,
        group: None,
        offset: None,
        size: None,
    }
}

fn constant<'s>(constant: &'s Constant<'_>) -> ParameterSummary<'s> {
    let Constant { name, register, count } = constant;
    ParameterSummary { register: Some(*register), register_count: Some(*count), ..parameter(name) }
}

fn shared<'s>(constant: &'s SharedConstant<'_>) -> ParameterSummary<'s> {
    ParameterSummary { register: Some(constant.register), ..parameter(&constant.name) }
}

fn in_buffer<'s>(one: &'s BufferParameter<'_>) -> ParameterSummary<'s> {
    let BufferParameter { name, buffer, offset, size } = one;
    ParameterSummary {
        buffer: Some(*buffer),
        group: one.group(),
        offset: Some(*offset),
        size: Some(*size),
        ..parameter(name)
    }
}

fn unit<'s>(unit: &'s TextureUnit<'_>) -> UnitSummary<'s> {
    let TextureUnit { name, sampler } = unit;
    UnitSummary { name: name.borrowed(), sampler: *sampler, engine_name: TextureUnit::engine_name(*sampler) }
}

fn variation<'s>(body: &'s Variations<'_>, variation: &'s Variation<'_>, hashes: bool) -> VariationSummary<'s> {
    let (parameters, units) = body.split_flags(&variation.flags);
    let used = |flags: &[u8]| (0..).zip(flags).filter(|(_, flag)| **flag != 0).map(|(number, _)| number).collect();
    VariationSummary {
        name: variation.name.borrowed(),
        parameters: used(parameters),
        texture_units: used(units),
        bytecode: bytecode(&variation.bytecode, hashes),
    }
}

fn elements(shader: &Shader<'_>) -> Option<ElementsSummary> {
    let Body::D3d11(body) = &shader.body else { return None };
    let stored: VertexElements = body.vertex_elements;
    let reading = Dxbc::parse(&body.bytecode).ok().and_then(|container| {
        let inputs = container.inputs().ok()??;
        Some(match stored.reading(inputs.semantics()) {
            ElementsReading::Hash => "hash",
            ElementsReading::Mask => "mask",
            ElementsReading::Either => "either",
            ElementsReading::Neither => "neither",
        })
    });
    let mask = stored.may_be_mask().then(|| stored.mask_names().collect());
    Some(ElementsSummary { hash: format!("{:08X}", stored.0), mask, reading })
}

fn bytecode(code: &[u8], hashes: bool) -> BytecodeSummary {
    let data = Some(Block::new(code, hashes));
    let summary = match Bytecode::parse(code) {
        Ok(Bytecode::Tokens(stream)) => tokens(&stream),
        Ok(Bytecode::Dxbc(container)) => dxbc(&container),
        Err(error) => {
            let kind = if code.starts_with(b"DXBC") { "dxbc" } else { "unknown" };
            BytecodeSummary { kind, error: Some(error.to_string()), ..BytecodeSummary::default() }
        }
    };
    BytecodeSummary { data, ..summary }
}

fn tokens(stream: &TokenStream<'_>) -> BytecodeSummary {
    let said = |declaration: Declaration| declaration.to_string();
    BytecodeSummary {
        kind: "tokens",
        program: Some(stream.program.to_string()),
        instructions: Some(stream.instructions),
        comments: Some(stream.comments.len()),
        samplers: Some(stream.samplers().map(said).collect()),
        inputs: Some(stream.inputs().map(said).collect()),
        outputs: Some(stream.outputs().map(said).collect()),
        ..BytecodeSummary::default()
    }
}

fn dxbc(container: &Dxbc<'_>) -> BytecodeSummary {
    let semantics = |signature: Option<Signature<'_>>| {
        let said = |(name, index): (&[u8], u32)| format!("{}{index}", Name::from(name));
        signature.map(|signature| signature.semantics().map(said).collect())
    };
    let chunk = |chunk: &crate::Chunk<'_>| ChunkSummary {
        id: Name::from(&chunk.id[..]).to_string(),
        offset: chunk.offset,
        size: chunk.data.len(),
    };
    let hex = |hash: [u8; 16]| hash.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let (inputs, outputs) = (container.inputs(), container.outputs());
    let error = inputs.as_ref().err().or(outputs.as_ref().err()).map(ToString::to_string);
    BytecodeSummary {
        kind: "dxbc",
        program: container.program().map(|program| program.to_string()),
        container_hash: Some(hex(container.hash)),
        container_hash_ok: Some(container.hash_is_right()),
        chunks: Some(container.chunks.iter().map(chunk).collect()),
        inputs: inputs.ok().and_then(semantics),
        outputs: outputs.ok().and_then(semantics),
        error,
        ..BytecodeSummary::default()
    }
}
