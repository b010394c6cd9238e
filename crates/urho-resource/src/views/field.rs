//! How the values of views are read and written.

use binio::Name;
use urho_core::{HashAlgorithm, Variant, VariantKind};

/// A range of values, from which the engine chooses at random.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range<T> {
    /// The smallest value.
    pub min: T,
    /// The largest value.
    pub max: T,
}

impl<T: Copy> Range<T> {
    /// Creates a range that contains a single value.
    pub const fn of(value: T) -> Self {
        Self { min: value, max: value }
    }
}

/// The text for a value. If `is_text` is set, it needs quotes in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub(super) text: String,
    pub(super) is_text: bool,
}

/// A value that can be stored in an attribute.
pub(super) trait Field: Sized {
    /// Reads a text as the engine does, or `None` if the attribute is missing.
    fn read(text: Option<&Name<'_>>, default: &str) -> Self;
    /// Returns the text, or `None` if the attribute should be missing.
    fn scalar(&self) -> Option<Scalar>;
}

impl Field for String {
    fn read(text: Option<&Name<'_>>, default: &str) -> Self {
        text.map_or_else(|| default.to_owned(), |text| text.to_text().into_owned())
    }

    fn scalar(&self) -> Option<Scalar> {
        Some(Scalar { text: self.clone(), is_text: true })
    }
}

impl<T: Field> Field for Option<T> {
    fn read(text: Option<&Name<'_>>, default: &str) -> Self {
        text.map(|_| T::read(text, default))
    }

    fn scalar(&self) -> Option<Scalar> {
        self.as_ref().and_then(Field::scalar)
    }
}

/// Returns the value that the engine reads from a text.
fn variant<'t>(kind: VariantKind, text: Option<&'t Name<'_>>, default: &'t str) -> Variant<'t> {
    let text = text.map_or(default.as_bytes(), |text| text.as_bytes());
    Variant::from_text(kind, text, HashAlgorithm::Urho18).value
}

fn number(text: String) -> Option<Scalar> {
    Some(Scalar { text, is_text: false })
}

/// Writes floats as the engine does. An infinity is written as `inf`.
fn floats(value: &Variant<'_>) -> String {
    value.to_text(HashAlgorithm::Urho18).map(|text| Name::from(text).to_text().into_owned()).unwrap_or_default()
}

macro_rules! fields {
    ($($type:ty, $kind:ident, $value:ident => $read:expr, $own:ident => $text:expr, $is_text:literal;)*) => {$(
        impl Field for $type {
            fn read(text: Option<&Name<'_>>, default: &str) -> Self {
                match variant(VariantKind::$kind, text, default) {
                    Variant::$kind($value) => $read,
                    _ => Default::default(),
                }
            }

            fn scalar(&self) -> Option<Scalar> {
                let $own = self;
                Some(Scalar { text: $text, is_text: $is_text })
            }
        }
    )*};
}

fields! {
    i32, Int, value => value, own => own.to_string(), false;
    u32, Int64, value => u32::try_from(value).unwrap_or_default(), own => own.to_string(), false;
    bool, Bool, value => value != 0, own => own.to_string(), false;
    [f32; 2], Vector2, value => value, own => floats(&Variant::Vector2(*own)), true;
    [f32; 3], Vector3, value => value, own => floats(&Variant::Vector3(*own)), true;
}

impl Field for f32 {
    fn read(text: Option<&Name<'_>>, default: &str) -> Self {
        match variant(VariantKind::Float, text, default) {
            Variant::Float(value) => value,
            _ => 0.0,
        }
    }

    fn scalar(&self) -> Option<Scalar> {
        number(floats(&Variant::Float(*self)))
    }
}

/// A colour as the engine reads it: it needs three or four numbers, and is white otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Color(pub(super) [f32; 4]);

impl Field for Color {
    fn read(text: Option<&Name<'_>>, default: &str) -> Self {
        match variant(VariantKind::Color, text, default) {
            Variant::Color(value) => Self(value),
            _ => Self([1.0; 4]),
        }
    }

    fn scalar(&self) -> Option<Scalar> {
        Some(Scalar { text: floats(&Variant::Color(self.0)), is_text: true })
    }
}

/// A rectangle in the order left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect(pub(super) [f32; 4]);

impl Field for Rect {
    fn read(text: Option<&Name<'_>>, default: &str) -> Self {
        match variant(VariantKind::Rect, text, default) {
            Variant::Rect(Some(value)) => Self(value),
            _ => Self([0.0; 4]),
        }
    }

    fn scalar(&self) -> Option<Scalar> {
        Some(Scalar { text: floats(&Variant::Rect(Some(self.0))), is_text: true })
    }
}

/// Declares an enumeration. The engine compares its words without case.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident: $default:ident { $($(#[$item_meta:meta])* $item:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$item_meta])* $item),*
        }

        impl $name {
            /// All values, for example to list them.
            pub const ALL: &'static [Self] = &[$(Self::$item),*];

            /// Returns the word that files use.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$item => $word),*
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }

        impl $crate::views::field::Field for $name {
            fn read(text: Option<&binio::Name<'_>>, _: &str) -> Self {
                let is_word = |one: &&Self| text.is_some_and(|text| text.as_bytes().eq_ignore_ascii_case(one.word().as_bytes()));
                Self::ALL.iter().find(is_word).copied().unwrap_or_default()
            }

            fn scalar(&self) -> Option<$crate::views::field::Scalar> {
                Some($crate::views::field::Scalar { text: self.word().to_owned(), is_text: true })
            }
        }
    };
}
pub(super) use words;
