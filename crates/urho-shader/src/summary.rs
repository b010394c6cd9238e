//! Output of `inspect --json` for a shader cache: parameters, texture units, and facts from the bytecode.

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

/// A shader cache without its bytecode. Fields that a version doesn't have are omitted.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'s> {
    /// Identifier at the beginning of the file.
    pub id: &'static str,
    /// Layout of the file: `d3d9`, `d3d9-variations` or `d3d11`.
    pub era: &'static str,
    /// Stage in words.
    pub stage: &'static str,
    /// Number of the stage.
    pub shader_type: u16,
    /// Shader model in the file.
    pub shader_model: u16,
    /// Inputs of a vertex shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex_elements: Option<ElementsSummary>,
    /// Parameters (constants) of the shader, in order.
    pub parameters: Vec<ParameterSummary<'s>>,
    /// Texture units that the shader samples.
    pub texture_units: Vec<UnitSummary<'s>>,
    /// Variations of a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variations: Option<Vec<VariationSummary<'s>>>,
    /// The bytecode of a file that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytecode: Option<BytecodeSummary>,
}

/// The vertex element word, as hash and as mask.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ElementsSummary {
    /// The word in hex.
    pub hash: String,
    /// Names of the legacy mask, if the word may be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<Vec<&'static str>>,
    /// Its meaning by the input signature: `hash`, `mask`, `either`, `neither`; omitted without signature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
}

/// A parameter (constant) of a shader.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ParameterSummary<'s> {
    /// Parameter name.
    pub name: Name<'s>,
    /// Number of the first register, if the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register: Option<u8>,
    /// Number of registers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register_count: Option<u8>,
    /// Number of the constant buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<u8>,
    /// The engine's use of the buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<&'static str>,
    /// Byte offset in the buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Size in bytes, if the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

/// A texture unit.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct UnitSummary<'s> {
    /// Name in the file.
    pub name: Name<'s>,
    /// Number of the sampler.
    pub sampler: u8,
    /// Name of the number in current Urho3D; empty if it has none.
    pub engine_name: &'static str,
}

/// A variation of a container.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct VariationSummary<'s> {
    /// Name of the variation.
    pub name: Name<'s>,
    /// Numbers of the used parameters. Not names: one long name could be used very often.
    pub parameters: Vec<usize>,
    /// Numbers of the used texture units in the list.
    pub texture_units: Vec<usize>,
    /// Size, hash and content of the bytecode.
    pub bytecode: BytecodeSummary,
}

/// Size, hash and content of bytecode.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct BytecodeSummary {
    /// Size and, if requested, SHA-256.
    #[serde(flatten)]
    pub data: Option<Block>,
    /// `tokens`, `dxbc` or `unknown`.
    pub kind: &'static str,
    /// Stage and model in the bytecode: `vs_3_0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Instructions of a token stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<usize>,
    /// Comments of a token stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<usize>,
    /// Declared samplers of a token stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samplers: Option<Vec<String>>,
    /// Stored hash of a container, in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_hash: Option<String>,
    /// Whether it is the hash of the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_hash_ok: Option<bool>,
    /// Chunks of a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunks: Option<Vec<ChunkSummary>>,
    /// Inputs of the shader: declarations of a token stream, or semantics of a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<String>>,
    /// Outputs of the shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outputs: Option<Vec<String>>,
    /// Reason why it couldn't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A chunk of a container.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ChunkSummary {
    /// Identifier.
    pub id: String,
    /// Offset in the container.
    pub offset: u32,
    /// Number of bytes after its head.
    pub size: usize,
}

impl Shader<'_> {
    /// Returns the cache without its bytecode; with the SHA-256 of all bytecode if `hashes`.
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
            era: self.version().name(),
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
