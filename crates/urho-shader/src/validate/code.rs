//! Findings about the bytecode, and about differences between the bytecode and the rest of the file.

use alloc::format;
use binio::{Findings, Name, Path};

use crate::bytecode::Bytecode;
use crate::dxbc::Dxbc;
use crate::elements::{ElementsReading, VertexElements};
use crate::kinds;
use crate::shader::{Body, Shader, Version};
use crate::stage::{Program, Stage};
use crate::tokens::TokenStream;
use crate::unit::TextureUnit;

pub(super) fn bytecodes(shader: &Shader<'_>, findings: &mut Findings) {
    for (index, (name, code)) in shader.bytecodes().enumerate() {
        let path = part(index, name);
        if code.is_empty() {
            findings.error(kinds::EMPTY_CODE, path, "zero length; the engine refuses the file");
            continue;
        }
        match Bytecode::parse(code) {
            Ok(bytecode) => looked_into(shader, index, &bytecode, &path, findings),
            Err(error) => {
                let message = format!("can't be looked into, counted from its beginning: {error}");
                findings.warning(kinds::CODE_UNREADABLE, path, message);
            }
        }
    }
}

/// Returns the path to the bytecode. If there are several variations, this includes the name.
fn part(index: usize, name: Option<&Name<'_>>) -> Path {
    match name {
        Some(_) => Path::new().item("variation", index).part("bytecode"),
        None => Path::from("bytecode"),
    }
}

fn looked_into(shader: &Shader<'_>, index: usize, bytecode: &Bytecode<'_>, path: &Path, findings: &mut Findings) {
    let direct3d11 = shader.version() == Version::D3d11;
    match bytecode {
        Bytecode::Tokens(stream) => {
            if direct3d11 {
                findings.error(
                    kinds::WRONG_DIRECT3D,
                    path.clone(),
                    "a Direct3D 9 token stream, which Direct3D 11 refuses",
                );
            }
            tokens(shader, index, stream, path, findings);
        }
        Bytecode::Dxbc(container) => {
            if !direct3d11 {
                findings.error(kinds::WRONG_DIRECT3D, path.clone(), "a DXBC container, which Direct3D 9 refuses");
            }
            dxbc(container, path, findings);
            vertex_elements(shader, container, findings);
        }
    }
    if let Some(program) = bytecode.program() {
        fits(shader, program, path, findings);
    }
}

/// Checks that the stage and the model in the file are the same as in the bytecode.
fn fits(shader: &Shader<'_>, program: Program, path: &Path, findings: &mut Findings) {
    let Shader { stage, model, .. } = shader;
    if program.stage != *stage {
        findings.warning(
            kinds::STAGE_MISMATCH,
            path.clone(),
            format!("is {program} in a file that says {stage} shader"),
        );
    }
    if u16::from(program.major) == *model {
        return;
    }
    if matches!(*stage, Stage::HULL | Stage::DOMAIN) && (*model, program.major) == (4, 5) {
        findings.note(
            kinds::MODEL_MISMATCH,
            path.clone(),
            format!("is {program} in a file that says model 4, as rbfx writes it"),
        );
    } else {
        let message = format!("is {program} in a file that says model {model}; the engine doesn't look at the number");
        findings.warning(kinds::MODEL_MISMATCH, path.clone(), message);
    }
}

fn tokens(shader: &Shader<'_>, index: usize, stream: &TokenStream<'_>, path: &Path, findings: &mut Findings) {
    if !stream.rest.is_empty() {
        findings.note(kinds::TRAILING_BYTES, path.clone(), format!("{} bytes after the end token", stream.rest.len()));
    }
    if stream.comments.iter().any(|comment| comment.offset == 4) {
        findings.note(
            kinds::CONSTANT_TABLE_KEPT,
            path.clone(),
            "still holds the comment of the constant table, which the engine takes out",
        );
    }
    let mut listed = 0_u32;
    let mut list = |unit: &TextureUnit<'_>| {
        if unit.sampler < TextureUnit::COUNT {
            listed |= 1 << unit.sampler;
        }
    };
    match &shader.body {
        Body::Variations(body) => {
            body.variations.get(index).into_iter().flat_map(|variation| body.units_of(variation)).for_each(&mut list);
        }
        _ => shader.units().iter().for_each(&mut list),
    }
    let number = |register: u32| if register < u32::from(TextureUnit::COUNT) { 1 << register } else { 0_u32 };
    let declared = stream.samplers().fold(0, |all, sampler| all | number(sampler.register()));
    if listed & !declared != 0 {
        let message = format!("doesn't declare all texture units that the file lists: {}", numbers(listed & !declared));
        findings.warning(
            kinds::TEXTURE_UNITS,
            path.clone(),
            format!("{message}; the engine sets textures for nothing"),
        );
    }
    if declared & !listed != 0 {
        let message = format!("declares samplers that the file doesn't list: {}", numbers(declared & !listed));
        findings.note(kinds::TEXTURE_UNITS, path.clone(), format!("{message}; the engine lists no G-buffer inputs"));
    }
}

/// Returns the numbers of the bits that are set, for example `0, 3`.
fn numbers(bits: u32) -> alloc::string::String {
    let set = (0..u32::BITS).filter(|bit| bits >> bit & 1 != 0);
    set.fold(
        alloc::string::String::new(),
        |text, bit| {
            if text.is_empty() { format!("{bit}") } else { format!("{text}, {bit}") }
        },
    )
}

fn dxbc(container: &Dxbc<'_>, path: &Path, findings: &mut Findings) {
    if !container.hash_is_right() {
        findings.warning(
            kinds::CONTAINER_HASH,
            path.clone(),
            "the hash of the container doesn't match its content; Direct3D checks it",
        );
    }
    if container.program().is_none() {
        findings.warning(kinds::CODE_UNREADABLE, path.clone(), "holds no program (SHDR or SHEX)");
    }
    if container.version != 1 {
        findings.note(
            kinds::CONTAINER_VERSION,
            path.clone(),
            format!("version {} of the container; only 1 is known", container.version),
        );
    }
    if !container.rest.is_empty() {
        findings.note(
            kinds::TRAILING_BYTES,
            path.clone(),
            format!("{} bytes after the container", container.rest.len()),
        );
    }
    for (what, signature) in [("input", container.inputs()), ("output", container.outputs())] {
        if let Err(error) = signature {
            let message = format!("the {what} signature is broken, counted from its beginning: {error}");
            findings.warning(kinds::CODE_UNREADABLE, path.clone(), message);
        }
    }
}

/// Checks that the word for the vertex elements matches the input signature.
fn vertex_elements(shader: &Shader<'_>, container: &Dxbc<'_>, findings: &mut Findings) {
    let Body::D3d11(body) = &shader.body else { return };
    let stored = body.vertex_elements;
    if shader.stage != Stage::VERTEX {
        if stored != VertexElements(0) {
            findings.note(
                kinds::VERTEX_ELEMENTS,
                "vertex elements",
                format!("{stored:?}, though {} shaders have none", shader.stage),
            );
        }
        return;
    }
    let Ok(Some(inputs)) = container.inputs() else { return };
    match stored.reading(inputs.semantics()) {
        ElementsReading::Hash | ElementsReading::Either => {}
        ElementsReading::Mask => {
            let message =
                format!("{stored:?} is the element mask of Urho3D 1.4 and 1.5; later engines take it for a hash");
            findings.note(kinds::VERTEX_ELEMENTS, "vertex elements", message);
        }
        ElementsReading::Neither => {
            let message = format!(
                "{stored:?} is neither the hash ({:?}) nor the mask ({:?}) of the bytecode's inputs; \
                 the engine may take the input layout of another shader",
                VertexElements::hash_of(inputs.semantics()),
                VertexElements::mask_of(inputs.semantics())
            );
            findings.warning(kinds::VERTEX_ELEMENTS, "vertex elements", message);
        }
    }
}
