//! Texture units, with the names and numbers that the engine uses.

use binio::Name;

/// A texture unit that a shader samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureUnit<'a> {
    /// The name, which does not matter to the engine: it writes its own name for the number, and ignores the name when
    /// it reads a file.
    pub name: Name<'a>,
    /// The number of the sampler. When this is 16 or greater, the engine will ignore the unit.
    pub sampler: u8,
}

/// The names by number, for Direct3D 11 ([Texture units](crate::format#texture-units)).
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

/// Other names for some of the numbers. Materials can use them, but they are not in the files.
const ALIASES: [(&str, u8); 4] = [("DiffCubeMap", 0), ("EnvCubeMap", 4), ("LightCubeMap", 9), ("ZoneVolumeMap", 15)];

binio::into_owned! { pub TextureUnit { name; sampler } }

impl<'a> TextureUnit<'a> {
    /// How many units the engine has.
    pub const COUNT: u8 = 16;

    /// Creates a unit from a name and the number of its sampler.
    pub fn new(name: impl Into<Name<'a>>, sampler: u8) -> Self {
        Self { name: name.into(), sampler }
    }

    /// Creates a unit with the name that the engine uses. When there is no name for this number, the name is empty.
    pub fn of_engine(sampler: u8) -> Self {
        Self::new(Self::engine_name(sampler), sampler)
    }

    /// Returns the name that current Urho3D uses for this number. If several are registered, this is the first; when
    /// there is none, the name is empty.
    pub fn engine_name(sampler: u8) -> &'static str {
        NAMES.get(usize::from(sampler)).copied().unwrap_or_default()
    }

    /// Returns the number for a name or an alias.
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
