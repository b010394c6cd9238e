//! Sets of engines.

use urho_core::Engine;

/// A set of engines. The tables use it to say who reads a file, an element or an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Engines(u8);

impl Engines {
    /// All three engines.
    pub const ALL: Self = Self(0b111);
    /// Urho3D and U3D, but not rbfx.
    pub const URHO: Self = Self(0b011);
    /// Only U3D.
    pub const U3D: Self = Self(0b010);
    /// Urho3D and rbfx, but not U3D.
    pub const NOT_U3D: Self = Self(0b101);
    /// Only rbfx.
    pub const RBFX: Self = Self(0b100);
    /// No engine. Only tools write this, and every engine ignores it.
    pub const NONE: Self = Self(0);

    /// Returns whether this engine is in the set.
    pub const fn contains(self, engine: Engine) -> bool {
        self.0 & (1 << engine as u8) != 0
    }

    /// Returns whether there is no engine in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the engines in words, for example `Urho3D, U3D`, `all` or `none`.
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
