//! Prints the contents of a shader cache.

use std::fmt::Write as _;

use engine_assets::urho_shader::{Body, Shader};

use crate::counts::{counted, grouped};

/// Writes the contents of a shader cache.
pub(super) fn describe(shader: &Shader<'_>, text: &mut String) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "  {} shader, shader model {}", shader.stage.name(), shader.model);
    match &shader.body {
        Body::D3d9(body) => {
            for constant in &body.parameters {
                let registers = format!("c{}, {}", constant.register, counted(constant.count.into(), "register"));
                let _ = writeln!(text, "  parameter {}: {registers}", constant.name);
            }
        }
        Body::Variations(body) => {
            let _ = writeln!(text, "  {}", counted(body.variations.len(), "variation"));
            for constant in &body.parameters {
                let _ = writeln!(text, "  parameter {}: c{}", constant.name, constant.register);
            }
        }
        Body::D3d11(body) => {
            for parameter in &body.parameters {
                let location = format!("buffer {} + {}, {} bytes", parameter.buffer, parameter.offset, parameter.size);
                let _ = writeln!(text, "  parameter {}: {location}", parameter.name);
            }
        }
    }
    for unit in shader.units() {
        let _ = writeln!(text, "  texture unit {}: {}", unit.sampler, unit.name);
    }
    for (name, bytecode) in shader.bytecodes() {
        let name = name.map(|name| format!(" of \"{name}\"")).unwrap_or_default();
        let _ = writeln!(text, "  bytecode{name}: {} bytes", grouped(bytecode.len() as u64));
    }
}
