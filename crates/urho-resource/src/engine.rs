//! Engines, and sets of engines.

/// An engine of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Urho3D.
    Urho3d,
    /// U3D, the community's fork of Urho3D.
    U3d,
    /// rbfx.
    Rbfx,
}

impl Engine {
    /// All engines.
    pub const ALL: [Self; 3] = [Self::Urho3d, Self::U3d, Self::Rbfx];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Urho3d => "Urho3D",
            Self::U3d => "U3D",
            Self::Rbfx => "rbfx",
        }
    }
}

/// A set of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Engines(u8);

impl Engines {
    /// All three engines.
    pub const ALL: Self = Self(0b111);
    /// Urho3D and U3D.
    pub const URHO: Self = Self(0b011);
    /// U3D only.
    pub const U3D: Self = Self(0b010);
    /// Urho3D and rbfx.
    pub const NOT_U3D: Self = Self(0b101);
    /// rbfx only.
    pub const RBFX: Self = Self(0b100);
    /// No engine: tools write it, and every engine ignores it.
    pub const NONE: Self = Self(0);

    /// Returns whether the set contains the engine.
    pub const fn contains(self, engine: Engine) -> bool {
        self.0 & (1 << engine as u8) != 0
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the engines in words: `Urho3D, U3D`, `all`, `none`.
    pub const fn words(self) -> &'static str {
        match self.0 {
            0b111 => "all",
            0b011 => "Urho3D, U3D",
            0b101 => "Urho3D, rbfx",
            0b110 => "U3D, rbfx",
            0b001 => "Urho3D",
            0b010 => "U3D",
            0b100 => "rbfx",
            _ => "none",
        }
    }
}
