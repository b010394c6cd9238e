//! Versions of the format.

/// The identifier and version of a model file, which tell you what it can store and which engines can read it. See
/// [Versions](crate::format#versions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// `UMDL`, for Urho3D up to 1.5 and the Blender exporters. Vertex elements are in a legacy mask.
    Umdl,
    /// `UMD2`, for Urho3D 1.6 and later and for U3D. Vertex elements are in a declaration.
    Umd2,
    /// `UMD3` and a version number, for rbfx. From version 2 on, morphs have a default weight.
    Umd3(u32),
    /// `AMDL`, for the Atomic Game Engine. This is like `UMDL`, but with geometry names at the end.
    Amdl,
    /// `AMD2`, for the Atomic Game Engine. This is like `UMD2`, but with geometry names at the end.
    Amd2,
    /// No identifier, from before March 2011. Such a file can't be detected, so it is only read [on
    /// request](crate::ReadOptions::bare_2011).
    Bare2011,
}

impl Version {
    /// Returns the identifier at the start of the file, or `None` for [`Version::Bare2011`].
    pub const fn id(self) -> Option<&'static str> {
        match self {
            Self::Umdl => Some("UMDL"),
            Self::Umd2 => Some("UMD2"),
            Self::Umd3(_) => Some("UMD3"),
            Self::Amdl => Some("AMDL"),
            Self::Amd2 => Some("AMD2"),
            Self::Bare2011 => None,
        }
    }

    /// Returns whether vertex elements are stored in a declaration and not in a mask.
    pub const fn has_declarations(self) -> bool {
        matches!(self, Self::Umd2 | Self::Umd3(_) | Self::Amd2)
    }

    /// Returns whether morphs have a default weight.
    pub const fn has_morph_weights(self) -> bool {
        matches!(self, Self::Umd3(2..))
    }

    /// Returns whether geometry names can follow the centers.
    pub const fn has_geometry_names(self) -> bool {
        matches!(self, Self::Amdl | Self::Amd2)
    }
}
