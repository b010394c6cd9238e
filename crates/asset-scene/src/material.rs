//! Materials.

/// A material by name; what it looks like is the engine's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// Name, or path of the material's file.
    pub name: String,
    /// Whether both sides of a triangle are shown.
    pub double_sided: bool,
}
