//! Materials.

/// A material by name; what it looks like is the engine's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// Name; what it refers to depends on the format. In models of Urho3D material *n* is that of geometry *n*, whose file is line *n* of the
    /// material list beside the model; in models of Pragma it is the path of the material's file; in models of the ZED engine a number.
    pub name: String,
    /// Whether both sides of a triangle are shown.
    pub double_sided: bool,
}
