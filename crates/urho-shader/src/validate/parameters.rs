//! Findings about parameters and texture units.

use alloc::format;
use alloc::vec::Vec;
use binio::{Findings, Name};

use super::{Tally, repeated};
use crate::kinds;
use crate::shader::{Body, BufferParameter, D3d9, D3d11, Shader, Variations};
use crate::unit::TextureUnit;

/// The number of float registers in a vertex shader. A pixel shader has 224.
const REGISTERS: u32 = 256;

/// The maximum size of a constant buffer in bytes, which is 4096 times four floats.
const LARGEST_BUFFER: u64 = 4096 * 16;

pub(super) fn constants(body: &D3d9<'_>, findings: &mut Findings) {
    let parameters = &body.parameters;
    names(parameters.iter().map(|parameter| &parameter.name), findings);
    let empty = Tally::of(parameters, |parameter| parameter.count == 0);
    if let Some(empty) = empty.say("parameters have no registers") {
        findings.warning(
            kinds::PARAMETER_EMPTY,
            "parameter",
            format!("{empty}; 256 registers are stored so too, and the engine sets none"),
        );
    }
    let end = |register: u8, count: u8| u32::from(register) + u32::from(count);
    let beyond = Tally::of(parameters, |parameter| end(parameter.register, parameter.count) > REGISTERS);
    if let Some(beyond) = beyond.say("parameters reach beyond the last register") {
        findings.warning(kinds::PARAMETER_REGISTER, "parameter", format!("{beyond}; Direct3D sets none"));
    }
}

pub(super) fn shared(body: &Variations<'_>, findings: &mut Findings) {
    names(body.parameters.iter().map(|parameter| &parameter.name), findings);
    if body.variations.is_empty() {
        findings.warning(
            kinds::NO_VARIATION,
            "variation",
            "there is none; the engine finds nothing to use in the file",
        );
    }
    let twice = repeated(body.variations.iter().map(|variation| &variation.name));
    if let Some(twice) = twice.say("variations have the name of another") {
        findings.warning(
            kinds::VARIATION_DUPLICATE,
            "variation",
            format!("{twice}; the engine finds one of them only"),
        );
    }
    let odd = Tally::of(&body.variations, |variation| variation.flags.iter().any(|flag| *flag > 1));
    if let Some(odd) = odd.say("variations have flags that are neither 0 nor 1") {
        findings.note(kinds::VARIATION_FLAG, "variation", format!("{odd}; the engine takes them for 1"));
    }
}

pub(super) fn buffers(body: &D3d11<'_>, findings: &mut Findings) {
    let parameters = &body.parameters;
    names(parameters.iter().map(|parameter| &parameter.name), findings);
    let nowhere = Tally::of(parameters, |parameter| parameter.buffer >= BufferParameter::BUFFERS);
    if let Some(nowhere) = nowhere.say("parameters are in a constant buffer that the engine doesn't have") {
        findings.warning(kinds::PARAMETER_BUFFER, "parameter", format!("{nowhere}; it doesn't set them"));
    }
    let empty = Tally::of(parameters, |parameter| parameter.size == 0);
    if let Some(empty) = empty.say("parameters have no bytes") {
        findings.warning(kinds::PARAMETER_EMPTY, "parameter", empty);
    }
    let beyond = Tally::of(parameters, |parameter| end(parameter) > LARGEST_BUFFER);
    if let Some(beyond) = beyond.say("parameters end beyond the 65536 bytes that a constant buffer may have") {
        findings.warning(
            kinds::PARAMETER_RANGE,
            "parameter",
            format!("{beyond}; the engine makes the buffer as large as they say, cut to 32 bits"),
        );
    }
    if let Some(overlapping) = overlaps(parameters).say("parameters overlap with an earlier parameter") {
        findings.warning(
            kinds::PARAMETER_OVERLAP,
            "parameter",
            format!("{overlapping}; setting one changes the other"),
        );
    }
}

fn end(parameter: &BufferParameter<'_>) -> u64 {
    u64::from(parameter.offset) + u64::from(parameter.size)
}

/// Counts the parameters that overlap with another in the same buffer. Of two that overlap, this counts the one that
/// begins later or comes later.
fn overlaps(parameters: &[BufferParameter<'_>]) -> Tally {
    let mut order: Vec<(u8, u32, usize, u64)> = Vec::with_capacity(parameters.len());
    for (index, parameter) in parameters.iter().enumerate().filter(|(_, parameter)| parameter.size > 0) {
        order.push((parameter.buffer, parameter.offset, index, end(parameter)));
    }
    order.sort_unstable();
    let mut tally = Tally::default();
    let mut reached = (0, 0);
    for (buffer, offset, index, end) in order {
        if reached.0 != buffer {
            reached = (buffer, 0);
        }
        if u64::from(offset) < reached.1 {
            tally.add(index);
        }
        reached.1 = reached.1.max(end);
    }
    tally
}

fn names<'n>(names: impl Iterator<Item = &'n Name<'n>> + Clone, findings: &mut Findings) {
    let same = repeated(names.clone().map(Name::as_bytes));
    if let Some(same) = same.say("parameters have the name of another") {
        findings.warning(kinds::PARAMETER_DUPLICATE, "parameter", format!("{same}; the engine keeps the later"));
    }
    let nearly = repeated(names.map(|name| name.to_ascii_lowercase()));
    if nearly.count > same.count {
        let message = "names differ in case only; Urho3D to 1.7 takes them for the same and keeps the later";
        findings.note(kinds::NAMES_DIFFER_IN_CASE, "parameter", message);
    }
}

pub(super) fn units(shader: &Shader<'_>, findings: &mut Findings) {
    let units = shader.units();
    let ignored = Tally::of(units, |unit| unit.sampler >= TextureUnit::COUNT);
    if let Some(ignored) = ignored.say("texture units have a number from 16 on") {
        findings.warning(kinds::TEXTURE_UNIT_IGNORED, "texture unit", format!("{ignored}; the engine ignores them"));
    }
    let twice = repeated(units.iter().map(|unit| unit.sampler));
    if let Some(twice) = twice.say("texture units have the number of another") {
        findings.warning(
            kinds::TEXTURE_UNIT_DUPLICATE,
            "texture unit",
            format!("{twice}; no engine writes that, and it changes nothing"),
        );
    }
    // The names of 2011 were different.
    if matches!(shader.body, Body::Variations(_)) {
        return;
    }
    let renamed = Tally::of(units, |unit| {
        unit.sampler < TextureUnit::COUNT && unit.name != TextureUnit::engine_name(unit.sampler)
    });
    if let Some(renamed) = renamed.say("texture units have another name than Urho3D of today gives their number") {
        findings.note(kinds::TEXTURE_UNIT_RENAMED, "texture unit", format!("{renamed}; the engine goes by the number"));
    }
}
