//! Texture units.

/// The unit of a texture, from 0 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextureUnit(pub u8);

/// Unit that the engine reads from a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitReading {
    /// A known name.
    Known(TextureUnit),
    /// An unknown name that is too short to be rejected: the engine reads a number, or 0 (`diffuse`) if it isn't one.
    Misread(TextureUnit),
    /// An unknown name: the engine drops the texture.
    Skipped,
}

impl UnitReading {
    /// Returns the unit in Urho3D and U3D; `None` if the engine drops the texture.
    pub const fn unit(self) -> Option<TextureUnit> {
        match self {
            Self::Known(unit) | Self::Misread(unit) => Some(unit),
            Self::Skipped => None,
        }
    }
}

/// Unit, alias, slot of rbfx.
const NAMES: [(&str, &str, &str); 16] = [
    ("diffuse", "diff", "Albedo"),
    ("normal", "norm", "Normal"),
    ("specular", "spec", "Properties"),
    ("emissive", "", "Emission"),
    ("environment", "env", "Reflection0"),
    ("volume", "", "Volume"),
    ("custom1", "", "Custom1"),
    ("custom2", "", "Custom2"),
    ("lightramp", "", "LightRamp"),
    ("lightshape", "", "LightShape"),
    ("shadowmap", "", "ShadowMap"),
    ("faceselect", "", "FaceSelect"),
    ("indirection", "", "Indirection"),
    ("depth", "", "DepthBuffer"),
    ("light", "", "LightBuffer"),
    ("zone", "", "Reflection1"),
];

/// Names of fewer characters are numbers.
const SHORTEST: usize = 3;

impl TextureUnit {
    /// Colour and alpha of the surface.
    pub const DIFFUSE: Self = Self(0);
    /// Normal map in tangent space.
    pub const NORMAL: Self = Self(1);
    /// Tint and strength of highlights; in techniques for metals, their roughness and metalness.
    pub const SPECULAR: Self = Self(2);
    /// Emission, ambient occlusion or light map, depending on the technique.
    pub const EMISSIVE: Self = Self(3);
    /// Reflection, a cube map.
    pub const ENVIRONMENT: Self = Self(4);

    /// Returns the name in Urho3D and U3D files; empty if the unit doesn't exist.
    pub fn name(self) -> &'static str {
        NAMES.get(usize::from(self.0)).map_or("", |(name, _, _)| name)
    }

    /// Returns the slot of rbfx; empty if the unit doesn't exist.
    pub fn slot(self) -> &'static str {
        NAMES.get(usize::from(self.0)).map_or("", |(_, _, slot)| slot)
    }

    /// Returns the unit of a slot of rbfx; case-sensitive.
    pub fn from_slot(slot: &[u8]) -> Option<Self> {
        let index = NAMES.iter().position(|(_, _, name)| name.as_bytes() == slot)?;
        Some(Self(index as u8))
    }

    /// Returns the unit that Urho3D and U3D read from a name, ignoring case and surrounding white space.
    pub fn read(name: &[u8]) -> UnitReading {
        let name = name.trim_ascii();
        let is = |known: &str| !known.is_empty() && name.eq_ignore_ascii_case(known.as_bytes());
        let named =
            |(known, other, _): &(&str, &str, &str)| is(known) || is(other) || (*known == "diffuse" && is("albedo"));
        if let Some(index) = NAMES.iter().position(named) {
            return UnitReading::Known(Self(index as u8));
        }
        if name.len() >= SHORTEST {
            return UnitReading::Skipped;
        }
        let number = std::str::from_utf8(name).ok().and_then(|name| name.parse::<i32>().ok());
        match number {
            Some(number @ 0..16) => UnitReading::Known(Self(number as u8)),
            Some(number) => UnitReading::Misread(Self(number.clamp(0, 15) as u8)),
            None => UnitReading::Misread(Self::DIFFUSE),
        }
    }
}
