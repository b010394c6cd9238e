//! Writes shader caches.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Encode, Sink, Within, Writer};
use zerocopy::little_endian::{U16, U32};

use crate::error::{Error, ErrorKind};
use crate::records::{BufferParameterRecord, ConstantRecord, Head, ID};
use crate::shader::{Body, BufferParameter, Constant, D3d9, D3d11, Shader, SharedConstant, Variation, Variations};
use crate::unit::TextureUnit;

type Written = binio::Written<ErrorKind>;

impl Shader<'_> {
    /// Encodes the cache. When it was not changed, these are the same bytes as in the file.
    ///
    /// To read the same shader back, set [`ReadOptions::version`](crate::ReadOptions::version) to its
    /// [`version`](Self::version). You may leave this out when the version is the first in
    /// [`versions_of`](crate::versions_of), which is true except for a few unusual shaders.
    /// [`validate`](Self::validate) will report them.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongFlagCount`] when a variation has too many or too few flags. Also fails if a name
    /// contains NUL or a count does not fit in 32 bits.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }
}

binio::writers! { Shader, Error }

impl Encode for Shader<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let Self { stage, model, body } = self;
        out.bytes(ID);
        out.mark("stage", None);
        out.mark("model", None);
        out.record(&Head { stage: U16::new(stage.0), model: U16::new(*model) });
        match body {
            Body::D3d9(body) => d3d9(out, body),
            Body::Variations(body) => variations(out, body),
            Body::D3d11(body) => d3d11(out, body),
        }
    }
}

fn d3d9<S: Sink>(out: &mut Writer<S>, body: &D3d9<'_>) -> Written {
    let D3d9 { parameters, units: used, bytecode: code } = body;
    out.mark("parameter", None);
    out.list("parameter", parameters, |out, Constant { name, register, count }| {
        out.cstring(name).within("name")?;
        out.record(&ConstantRecord { register: *register, count: *count });
        Ok(())
    })?;
    units(out, used)?;
    bytecode(out, code)
}

fn variations<S: Sink>(out: &mut Writer<S>, body: &Variations<'_>) -> Written {
    let Variations { parameters, units: used, variations } = body;
    out.mark("parameter", None);
    out.list("parameter", parameters, |out, SharedConstant { name, register }| {
        out.cstring(name).within("name")?;
        out.u8(*register);
        Ok(())
    })?;
    units(out, used)?;
    let expected = parameters.len().saturating_add(used.len()) as u64;
    out.mark("variation", None);
    out.list("variation", variations, |out, Variation { name, flags, bytecode: code }| {
        out.cstring(name).within("name")?;
        let actual = flags.len() as u64;
        if actual != expected {
            return Err(out.fail(ErrorKind::WrongFlagCount { expected, actual })).within("flags");
        }
        out.bytes(flags);
        bytecode(out, code)
    })
}

fn d3d11<S: Sink>(out: &mut Writer<S>, body: &D3d11<'_>) -> Written {
    let D3d11 { vertex_elements, parameters, units: used, bytecode: code } = body;
    out.mark("vertex elements", None);
    out.u32_le(vertex_elements.0);
    out.mark("parameter", None);
    out.list("parameter", parameters, |out, BufferParameter { name, buffer, offset, size }| {
        out.cstring(name).within("name")?;
        out.record(&BufferParameterRecord { buffer: *buffer, offset: U32::new(*offset), size: U32::new(*size) });
        Ok(())
    })?;
    units(out, used)?;
    bytecode(out, code)
}

fn units<S: Sink>(out: &mut Writer<S>, units: &[TextureUnit<'_>]) -> Written {
    out.mark("texture unit", None);
    out.list("texture unit", units, |out, TextureUnit { name, sampler }| {
        out.cstring(name).within("name")?;
        out.u8(*sampler);
        Ok(())
    })
}

fn bytecode<S: Sink>(out: &mut Writer<S>, code: &[u8]) -> Written {
    out.mark("bytecode", None);
    out.count_u32(code.len()).within("bytecode")?;
    out.bytes(code);
    Ok(())
}
