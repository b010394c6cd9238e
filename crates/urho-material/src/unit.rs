//! Texture units.

/// The unit that a texture is in, from 0 to 15. It tells the shader what to use the texture for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextureUnit(pub u8);

/// What the engine reads when it looks for a unit with this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitReading {
    /// The name is known.
    Known(TextureUnit),
    /// The name is unknown, but too short to be rejected. The engine will read a number from it, or 0 (`diffuse`) when
    /// this is not possible.
    Misread(TextureUnit),
    /// The name is unknown, so the engine drops the texture.
    Skipped,
}

impl UnitReading {
    /// Returns the unit that Urho3D and U3D use, or `None` if they drop the texture.
    pub const fn unit(self) -> Option<TextureUnit> {
        match self {
            Self::Known(unit) | Self::Misread(unit) => Some(unit),
            Self::Skipped => None,
        }
    }
}

/// The unit, an alias, and the slot in rbfx.
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

/// A name with fewer characters is a number.
const SHORTEST: usize = 3;

impl TextureUnit {
    /// The colour and alpha of the surface.
    pub const DIFFUSE: Self = Self(0);
    /// A normal map in tangent space.
    pub const NORMAL: Self = Self(1);
    /// The tint and strength of highlights. In techniques for metals, this is the roughness and metalness.
    pub const SPECULAR: Self = Self(2);
    /// Emission, ambient occlusion or a light map. The technique decides which.
    pub const EMISSIVE: Self = Self(3);
    /// The reflection, as a cube map.
    pub const ENVIRONMENT: Self = Self(4);

    /// Returns the name in Urho3D and U3D files. If there is no such unit, this is empty.
    pub fn name(self) -> &'static str {
        NAMES.get(usize::from(self.0)).map_or("", |(name, _, _)| name)
    }

    /// Returns the slot in rbfx files. If there is no such unit, this is empty.
    pub fn slot(self) -> &'static str {
        NAMES.get(usize::from(self.0)).map_or("", |(_, _, slot)| slot)
    }

    /// Returns the unit for a slot in rbfx. Case matters.
    pub fn from_slot(slot: &[u8]) -> Option<Self> {
        let index = NAMES.iter().position(|(_, _, name)| name.as_bytes() == slot)?;
        Some(Self(index as u8))
    }

    /// Returns what Urho3D and U3D will do when they read this name. Case and white space around it are ignored.
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
