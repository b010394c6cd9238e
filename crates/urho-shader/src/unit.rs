//! Texture units: the engine's names and numbers.

use binio::Name;

/// A texture unit that a shader samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureUnit<'a> {
    /// Name. The engine writes its own name of the number and ignores the name it reads.
    pub name: Name<'a>,
    /// Number of the sampler; the engine ignores numbers from 16 on.
    pub sampler: u8,
}

/// Names by number, in Direct3D 11 ([Texture units](crate::format#texture-units)).
const NAMES: [&str; 16] = [
    "DiffMap",
    "NormalMap",
    "SpecMap",
    "EmissiveMap",
    "EnvMap",
    "VolumeMap",
    "",
    "",
    "LightRampMap",
    "LightSpotMap",
    "ShadowMap",
    "FaceSelectCubeMap",
    "IndirectionCubeMap",
    "",
    "",
    "ZoneCubeMap",
];

/// Aliases of some numbers, which materials may use and files don't contain.
const ALIASES: [(&str, u8); 4] = [("DiffCubeMap", 0), ("EnvCubeMap", 4), ("LightCubeMap", 9), ("ZoneVolumeMap", 15)];

binio::into_owned! { pub TextureUnit { name; sampler } }

impl<'a> TextureUnit<'a> {
    /// Number of the engine's units.
    pub const COUNT: u8 = 16;

    /// Creates a unit from a name and the number of its sampler.
    pub fn new(name: impl Into<Name<'a>>, sampler: u8) -> Self {
        Self { name: name.into(), sampler }
    }

    /// Creates the unit `sampler` with the engine's name; empty for numbers without one.
    pub fn of_engine(sampler: u8) -> Self {
        Self::new(Self::engine_name(sampler), sampler)
    }

    /// Returns the name of a number in current Urho3D: the first registered one, empty if it has none.
    pub fn engine_name(sampler: u8) -> &'static str {
        NAMES.get(usize::from(sampler)).copied().unwrap_or_default()
    }

    /// Returns the number of a name or its alias.
    ///
    /// ```
    /// use urho_shader::TextureUnit;
    /// assert_eq!(TextureUnit::number_of("ShadowMap"), Some(10));
    /// assert_eq!(TextureUnit::number_of("LightCubeMap"), Some(9));
    /// ```
    pub fn number_of(name: &str) -> Option<u8> {
        let named = NAMES.iter().position(|known| !known.is_empty() && *known == name);
        let alias = || ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, number)| *number);
        named.and_then(|number| u8::try_from(number).ok()).or_else(alias)
    }
}
