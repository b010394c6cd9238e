//! Versions of the format.

/// Identifier and version of a model file ([Versions](crate::format#versions)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// `UMDL`: Urho3D to 1.5 and the Blender exporters. Vertex elements are a legacy mask.
    Umdl,
    /// `UMD2`: Urho3D 1.6 and later, U3D. Vertex elements are a declaration.
    Umd2,
    /// `UMD3` and its version number (rbfx): from 2 on, morphs have a default weight.
    Umd3(u32),
    /// `AMDL`, Atomic Game Engine: as `UMDL`, with geometry names at the end.
    Amdl,
    /// `AMD2`, Atomic Game Engine: as `UMD2`, with geometry names at the end.
    Amd2,
    /// No identifier: before March 2011. Such a file can't be detected, so it is only read [on
    /// request](crate::ReadOptions::bare_2011).
    Bare2011,
}

impl Version {
    /// Returns the identifier at the start of the file; `None` for [`Version::Bare2011`].
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

    /// Returns whether vertex elements are a declaration instead of a mask.
    pub const fn has_declarations(self) -> bool {
        matches!(self, Self::Umd2 | Self::Umd3(_) | Self::Amd2)
    }

    /// Returns whether morphs have a default weight.
    pub const fn has_morph_weights(self) -> bool {
        matches!(self, Self::Umd3(2..))
    }

    /// Returns whether geometry names may follow the centers.
    pub const fn has_geometry_names(self) -> bool {
        matches!(self, Self::Amdl | Self::Amd2)
    }
}
