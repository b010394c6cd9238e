//! Builds caches.

use alloc::vec::Vec;
use binio::{Bytes, Name};

use crate::dxbc::Dxbc;
use crate::elements::VertexElements;
use crate::shader::{Body, BufferParameter, Constant, D3d9, D3d11, Shader, SharedConstant, Variation, Variations};
use crate::stage::Stage;
use crate::tokens::without_constant_table;
use crate::unit::TextureUnit;

impl<'a> From<D3d9<'a>> for Body<'a> {
    fn from(body: D3d9<'a>) -> Self {
        Self::D3d9(body)
    }
}

impl<'a> From<Variations<'a>> for Body<'a> {
    fn from(body: Variations<'a>) -> Self {
        Self::Variations(body)
    }
}

impl<'a> From<D3d11<'a>> for Body<'a> {
    fn from(body: D3d11<'a>) -> Self {
        Self::D3d11(body)
    }
}

impl<'a> Shader<'a> {
    /// Creates a cache for a stage and a shader model. The `model` should fit the body; see
    /// [`Version::has_model`](crate::Version::has_model).
    ///
    /// ```
    /// use urho_shader::{D3d9, Shader, Stage, TextureUnit};
    /// let compiled: Vec<u8> = [0xFFFF_0300_u32, 0xFFFF].iter().flat_map(|word| word.to_le_bytes()).collect();
    /// let body = D3d9::new(&compiled).constant("MatDiffColor", 0, 1).unit(TextureUnit::of_engine(0));
    /// let shader = Shader::new(Stage::PIXEL, 3, body);
    /// assert_eq!(shader.extension(), Some("ps3"));
    /// assert_eq!(Shader::parse(&shader.to_bytes()?)?, shader);
    /// # Ok::<(), urho_shader::Error>(())
    /// ```
    pub fn new(stage: Stage, model: u16, body: impl Into<Body<'a>>) -> Self {
        Self { stage, model, body: body.into() }
    }
}

impl<'a> D3d9<'a> {
    /// Creates a cache from what the compiler has written. The constant table will be removed, because the engine does
    /// not store it either. So you must add the constants and texture units yourself.
    pub fn new(compiled: &'a [u8]) -> Self {
        Self { bytecode: without_constant_table(compiled), ..Self::default() }
    }

    /// Adds a constant.
    #[must_use]
    pub fn constant(mut self, name: impl Into<Name<'a>>, register: u8, count: u8) -> Self {
        self.parameters.push(Constant { name: name.into(), register, count });
        self
    }

    /// Adds a texture unit.
    #[must_use]
    pub fn unit(mut self, unit: TextureUnit<'a>) -> Self {
        self.units.push(unit);
        self
    }
}

impl<'a> Variations<'a> {
    /// Creates a container without variations. You must add all parameters and units to it before you add the
    /// variations that use them.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a constant. When a variation was added before, it will have no flag for it.
    #[must_use]
    pub fn constant(mut self, name: impl Into<Name<'a>>, register: u8) -> Self {
        self.parameters.push(SharedConstant { name: name.into(), register });
        self
    }

    /// Adds a texture unit. When a variation was added before, it will have no flag for it.
    #[must_use]
    pub fn unit(mut self, unit: TextureUnit<'a>) -> Self {
        self.units.push(unit);
        self
    }

    /// Adds a variation. It uses the parameters and texture units for whose name `uses` returns true.
    #[must_use]
    pub fn variation(
        mut self,
        name: impl Into<Name<'a>>,
        compiled: &'a [u8],
        uses: impl Fn(&Name<'a>) -> bool,
    ) -> Self {
        let parameters = self.parameters.iter().map(|parameter| &parameter.name);
        let names = parameters.chain(self.units.iter().map(|unit| &unit.name));
        let flags: Vec<u8> = names.map(|name| u8::from(uses(name))).collect();
        let bytecode = without_constant_table(compiled);
        self.variations.push(Variation { name: name.into(), flags: Bytes::from(flags), bytecode });
        self
    }
}

impl<'a> D3d11<'a> {
    /// Creates a cache from a container. For a vertex shader, this will also set the hash of the input signature, as
    /// Urho3D does since 1.6. For all other stages, this is 0. You must add the parameters and texture units yourself.
    pub fn new(bytecode: &'a [u8]) -> Self {
        let vertex_elements = hash_of_inputs(bytecode).unwrap_or_default();
        Self { vertex_elements, bytecode: Bytes::from(bytecode), ..Self::default() }
    }

    /// Adds a variable in a constant buffer. The `offset` and the `size` are in bytes.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<Name<'a>>, buffer: u8, offset: u32, size: u32) -> Self {
        self.parameters.push(BufferParameter { name: name.into(), buffer, offset, size });
        self
    }

    /// Adds a texture unit.
    #[must_use]
    pub fn unit(mut self, unit: TextureUnit<'a>) -> Self {
        self.units.push(unit);
        self
    }
}

/// Returns the hash of the inputs, if this is a vertex shader.
fn hash_of_inputs(bytecode: &[u8]) -> Option<VertexElements> {
    let container = Dxbc::parse(bytecode).ok()?;
    if container.program()?.stage != Stage::VERTEX {
        return None;
    }
    let inputs = container.inputs().ok()??;
    Some(VertexElements::hash_of(inputs.semantics()))
}
