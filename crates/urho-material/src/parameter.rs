//! Shader parameters.

use binio::{Name, Path};
use urho_core::{Engine, FromText, HashAlgorithm, Variant, VariantKind};

use crate::error::{Error, ErrorKind, of_text};

/// A value that the material passes to its shaders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameter<'a> {
    /// The name. Case matters.
    pub name: Name<'a>,
    /// The name of the value type, if the file has one.
    pub type_name: Option<Name<'a>>,
    /// The value as text. To get numbers, call [`numbers`](Self::numbers).
    pub text: Name<'a>,
}

/// A value that you can give to a parameter: a number, a vector, a boolean, or any [`Variant`].
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterValue(pub Variant<'static>);

macro_rules! value_from {
    ($($from:ty => $variant:expr),* $(,)?) => {
        $(impl From<$from> for ParameterValue {
            fn from(value: $from) -> Self {
                Self($variant(value))
            }
        })*
    };
}
value_from! {
    f32 => Variant::Float,
    [f32; 2] => Variant::Vector2,
    [f32; 3] => Variant::Vector3,
    [f32; 4] => Variant::Vector4,
    i32 => Variant::Int,
    bool => |value| Variant::Bool(u8::from(value)),
    Variant<'static> => |value| value,
}

impl ParameterValue {
    /// Returns the text. If the engine would misread the text alone, this also returns the name of the type.
    pub(crate) fn to_text(&self) -> Result<(Option<&'static str>, Vec<u8>), Error> {
        let kind = self.0.kind();
        let text = self.0.to_text(HashAlgorithm::default()).map_err(of_text)?;
        if kind == VariantKind::None {
            return Err(Error::new(ErrorKind::NotInForm("a parameter without a value"), Path::new()));
        }
        let alone = read(None, &text);
        let is_plain = alone.odd.is_none() && alone.value == self.0 && kind != VariantKind::Bool;
        Ok(((!is_plain).then(|| kind.name()), text))
    }
}

impl<'a> Parameter<'a> {
    /// Creates a parameter. Its numbers are written with all their digits.
    ///
    /// # Errors
    /// This function will return an error if the value can't be written as text. This is the case for infinities, and
    /// for vectors and maps of values.
    pub fn new(name: impl Into<Name<'a>>, value: impl Into<ParameterValue>) -> Result<Self, Error> {
        let (type_name, text) = value.into().to_text()?;
        Ok(Self { name: name.into(), type_name: type_name.map(Name::from), text: Name::from(text) })
    }

    /// Returns the value that the engine will read. When this is probably not what was meant, you also get a reason to
    /// show to the user.
    ///
    /// A file does not need to say what type a value has. Without a type, the engine looks at the text: when it begins
    /// with a letter, it is a boolean. Otherwise the number of words decides. One word is a number, 2 to 4 are a
    /// vector, and 9, 12 or 16 are a matrix; with any other number, there is no value.
    pub fn value(&self) -> FromText<'_> {
        read(self.type_name.as_deref(), &self.text)
    }

    /// Returns the numbers that the engine will read, or `None` if the value does not consist of numbers.
    pub fn numbers(&self) -> Option<Vec<f32>> {
        let value = self.value().value;
        match value {
            Variant::Int(value) => Some(vec![value as f32]),
            ref value => value.floats().map(<[f32]>::to_vec),
        }
    }

    /// Returns the parameters that every material has from the start, before a file is read, in the order of the
    /// engine.
    pub fn defaults(engine: Engine) -> Vec<Parameter<'static>> {
        let shared = [
            ("UOffset", "1 0 0 0"),
            ("VOffset", "0 1 0 0"),
            ("MatDiffColor", "1 1 1 1"),
            ("MatEmissiveColor", "0 0 0"),
            ("MatEnvMapColor", "1 1 1"),
            ("MatSpecColor", "0 0 0 1"),
        ];
        let of_engine: &[_] = match engine {
            Engine::Rbfx => &[
                ("Roughness", "1"),
                ("Metallic", "1"),
                ("DielectricReflectance", "0.5"),
                ("NormalScale", "1"),
                ("AlphaCutoff", "0.5"),
            ],
            _ => &[("Roughness", "0.5"), ("Metallic", "0")],
        };
        let parameter = |(name, text): &(&'static str, &'static str)| Parameter {
            name: Name::from(*name),
            type_name: None,
            text: Name::from(*text),
        };
        shared.iter().chain(of_engine).map(parameter).collect()
    }
}

binio::into_owned! { pub Parameter { name, type_name, text } }

const LETTER: &str = "begins with a letter, so that the engine takes it for a truth value";
const WORDS: &str = "not 1, 2, 3, 4, 9, 12 or 16 numbers with spaces between; the engine reads no value";
const NO_TYPE: &str = "a type that the engine doesn't know; it reads no value";

/// Returns the value that the engine will read from this text. The type may be missing.
pub(crate) fn read<'t>(type_name: Option<&[u8]>, text: &'t [u8]) -> FromText<'t> {
    let hashes = HashAlgorithm::default();
    // An empty type counts as missing.
    if let Some(name) = type_name.filter(|name| !name.is_empty()) {
        return match VariantKind::from_name(name) {
            Some(kind) => Variant::from_text(kind, text, hashes),
            None => FromText { value: Variant::None, odd: Some(NO_TYPE) },
        };
    }
    let text = text.trim_ascii();
    if text.first().is_some_and(u8::is_ascii_alphabetic) {
        let read = Variant::from_text(VariantKind::Bool, text, hashes);
        let clean = [&b"true"[..], b"false"].iter().any(|word| text.eq_ignore_ascii_case(word));
        return FromText { value: read.value, odd: (!clean).then_some(LETTER) };
    }
    let words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).count();
    let kind = match words {
        1 => VariantKind::Float,
        2 => VariantKind::Vector2,
        3 => VariantKind::Vector3,
        4 => VariantKind::Vector4,
        9 => VariantKind::Matrix3,
        12 => VariantKind::Matrix3x4,
        16 => VariantKind::Matrix4,
        _ => return FromText { value: Variant::None, odd: Some(WORDS) },
    };
    Variant::from_text(kind, text, hashes)
}
