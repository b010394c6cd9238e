//! This module contains [`Value`], which knows the type and the text of a value.

use std::borrow::Cow;

use binio::Name;
use urho_core::{HashAlgorithm, HashedName, Variant, VariantKind};

use super::error::PathError;

/// A value in a document, and what is known about it.
///
/// ```
/// use asset_paths::{Values, find};
/// let file = br#"<scene id="1"><node id="2"><component type="Light" id="1"><attribute name="Light Type" value="Spot" /></component></node></scene>"#;
/// let scene = asset_formats::Asset::parse(file, Some("Yard.xml".as_ref()))?;
/// let found = find(&scene.part().unwrap(), &"nodes[1]/Light/Light Type".parse()?)?;
/// let value = found[0].part.value().unwrap();
/// assert_eq!((value.text().as_str(), value.words.len()), ("Spot", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Value {
    /// The value. If the type is not known, this is a [`Variant::String`] with the text in the file.
    pub variant: Variant<'static>,
    /// The type, or `None` if it is not known.
    pub kind: Option<VariantKind>,
    /// The words of an enumeration, and empty for other types. The value is then a number, or the word itself.
    pub words: Vec<Cow<'static, str>>,
    /// The default value, which the engine uses if it is not in the file.
    pub default: Option<Variant<'static>>,
    /// Whether the value is in the file. If not, it is the default.
    pub is_stored: bool,
    /// The type of resource that the value names, for example `Model`. It is empty if the value doesn't name a
    /// resource.
    pub resource: Cow<'static, str>,
    /// Why the value can't be set, or `None` if it can.
    pub read_only: Option<&'static str>,
    /// The text, exactly as it is in the file.
    pub(crate) spelling: Option<String>,
    /// How the engine computes hashes, which is needed for resource types.
    pub(crate) hashes: HashAlgorithm,
}

impl Value {
    /// Creates a value that is in the file.
    pub(crate) fn new(variant: Variant<'static>) -> Self {
        Self {
            kind: Some(variant.kind()),
            variant,
            words: Vec::new(),
            default: None,
            is_stored: true,
            resource: Cow::Borrowed(""),
            read_only: None,
            spelling: None,
            hashes: HashAlgorithm::default(),
        }
    }

    /// Creates a value of this type, which is not known yet.
    pub(crate) fn of_kind(kind: VariantKind) -> Self {
        Self { kind: Some(kind), is_stored: false, ..Self::new(Variant::None) }
    }

    /// Creates a text value.
    pub(crate) fn text_of(text: impl Into<Name<'static>>) -> Self {
        Self::new(Variant::String(text.into()))
    }

    /// Creates a value that is derived from others, so it can't be set.
    pub(crate) fn fixed(variant: Variant<'static>) -> Self {
        Self { read_only: Some("it follows from other content and can't be set"), ..Self::new(variant) }
    }

    /// Like [`spell`](Self::spell), if there is a text in the file.
    pub(crate) fn spelled(mut self, text: Option<String>) -> Self {
        if let Some(text) = text {
            self.spell(&text);
        }
        self
    }

    /// Sets the default value, given its text.
    pub(crate) fn with_default(self, text: &str) -> Self {
        Self { default: self.parse("", text).ok(), ..self }
    }

    /// Returns the value that is stored as a text in the file, or the default. If the text doesn't match the type, the
    /// result is a value of unknown type.
    pub(crate) fn read(self, stored: Option<String>, default: &str) -> Self {
        let like = self.with_default(default);
        let Some(text) = stored else {
            return Self { variant: like.default.clone().unwrap_or_default(), is_stored: false, ..like };
        };
        let variant = like.parse("", &text).ok();
        let is_odd = variant.is_none();
        let variant = variant.unwrap_or_else(|| Variant::String(Name::from(text.clone())));
        Self { variant, is_stored: true, spelling: Some(text).filter(|_| !is_odd || like.words.is_empty()), ..like }
    }

    /// Keeps the text in the file, if it means this value and nothing else.
    pub(crate) fn spell(&mut self, text: &str) {
        let is_it = self.is_stored
            && self.kind.is_none_or(|kind| kind != VariantKind::ResourceRef && !is_compound(kind))
            && self.parse("", text).is_ok_and(|variant| variant == self.variant);
        self.spelling = is_it.then(|| text.to_owned());
    }

    /// Returns the text, which you can pass to [`set_values`](crate::Values::set_values): a word in an enumeration,
    /// numbers separated by spaces, or a resource name. A list or map has no text of its own, so the result is empty.
    pub fn text(&self) -> String {
        if let Some(spelling) = &self.spelling {
            return spelling.clone();
        }
        self.text_of_variant(&self.variant)
    }

    /// Returns the text of the default value, or `None` if it is not known.
    pub fn default_text(&self) -> Option<String> {
        self.default.as_ref().map(|default| self.text_of_variant(default))
    }

    fn text_of_variant(&self, variant: &Variant<'_>) -> String {
        let of_bytes = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match variant {
            Variant::Int(number) if !self.words.is_empty() => {
                let word = usize::try_from(*number).ok().and_then(|number| self.words.get(number));
                word.map_or_else(|| number.to_string(), |word| word.clone().into_owned())
            }
            Variant::String(text) => of_bytes(text),
            Variant::StringVector(texts) => join_texts(texts.iter().map(Name::to_text)),
            Variant::ResourceRef(reference) if reference.name.is_empty() && reference.kind.hash.0 == 0 => String::new(),
            Variant::ResourceRef(reference) if self.is_declared(&reference.kind) => of_bytes(&reference.name),
            other => other.to_text(self.hashes).map(|text| of_bytes(&text)).unwrap_or_default(),
        }
    }

    /// Checks whether a reference is of the type in the table, so that you need only the name to write it.
    fn is_declared(&self, kind: &HashedName<'_>) -> bool {
        !self.resource.is_empty() && HashedName::of(self.hashes, &*self.resource) == *kind
    }

    /// Returns the type name. This is the name of the variant type, `enum`, or `unknown`.
    pub fn type_name(&self) -> &'static str {
        match self.kind {
            _ if !self.words.is_empty() => "enum",
            Some(kind) => kind.name(),
            None => "unknown",
        }
    }

    /// Parses a text as a value of this type. The path is only used in errors.
    ///
    /// # Errors
    /// Returns [`PathError::Value`] if the text is not of this type, with the valid words for an enumeration, and
    /// [`PathError::Refused`] if the value can't be set.
    pub fn parse(&self, path: &str, text: &str) -> Result<Variant<'static>, PathError> {
        if let Some(why) = self.read_only {
            return Err(PathError::refused(path, why));
        }
        let wrong = || self.wrong(path, text);
        if !self.words.is_empty() {
            return self.word(text).ok_or_else(wrong);
        }
        match self.kind {
            None | Some(VariantKind::String) => Ok(Variant::String(Name::from(text.to_owned()))),
            Some(VariantKind::Bool) => match text {
                "true" | "1" => Ok(Variant::Bool(1)),
                "false" | "0" => Ok(Variant::Bool(0)),
                _ => Err(wrong()),
            },
            Some(VariantKind::StringVector) => {
                Ok(Variant::StringVector(split_texts(text).into_iter().map(Name::from).collect()))
            }
            Some(VariantKind::ResourceRef) if !text.contains(';') => Ok(self.reference(text)),
            Some(kind) if is_compound(kind) => {
                Err(PathError::refused(path, "set its items one by one; `keys` lists them"))
            }
            Some(kind) => {
                let read = Variant::from_text(kind, text.as_bytes(), self.hashes);
                let is_null =
                    |text: &str| text.split_once(';').is_some_and(|(kind, name)| !kind.is_empty() && name.is_empty());
                let is_fine = read.odd.is_none() || (kind == VariantKind::ResourceRef && is_null(text));
                if is_fine { Ok(read.value.into_owned()) } else { Err(wrong()) }
            }
        }
    }

    /// Returns the value for a word in an enumeration. Case is ignored, as in the engines.
    fn word(&self, text: &str) -> Option<Variant<'static>> {
        let number = self.words.iter().position(|word| word.eq_ignore_ascii_case(text));
        match (&self.kind, number) {
            (Some(VariantKind::Int), Some(number)) => i32::try_from(number).ok().map(Variant::Int),
            (Some(VariantKind::Int), None) => {
                let number = text.parse::<usize>().ok().filter(|number| *number < self.words.len())?;
                i32::try_from(number).ok().map(Variant::Int)
            }
            (_, number) => Some(Variant::String(Name::from(self.words.get(number?)?.clone().into_owned()))),
        }
    }

    /// Creates a reference to a resource, given only the name.
    fn reference(&self, name: &str) -> Variant<'static> {
        let kind = match &self.variant {
            Variant::ResourceRef(now) if self.resource.is_empty() => now.kind.clone().into_owned(),
            _ => HashedName::of(self.hashes, self.resource.clone().into_owned()),
        };
        Variant::ResourceRef(Box::new(urho_core::ResourceRef { kind, name: Name::from(name.to_owned()) }))
    }

    #[cold]
    fn wrong(&self, path: &str, text: &str) -> PathError {
        PathError::Value {
            path: path.to_owned(),
            text: text.to_owned(),
            expected: self.kind.map_or("a text", expected).to_owned(),
            words: self.words.iter().map(|word| word.clone().into_owned()).collect(),
        }
    }
}

/// Escapes a text in a list: puts a backslash before semicolons and backslashes, and writes an empty text as `\\.`.
fn escaped(text: &str) -> String {
    if text.is_empty() { "\\.".to_owned() } else { text.replace('\\', "\\\\").replace(';', "\\;") }
}

/// Joins texts to a list that you can pass to [`set_values`](crate::Values::set_values). [`Value::text`] returns lists
/// in the same form.
///
/// ```
/// use asset_paths::{join_texts, split_texts};
/// assert_eq!(join_texts(["a", "b;c"]), "a;b\\;c");
/// assert_eq!(split_texts("a;b\\;c"), ["a", "b;c"]);
/// ```
pub fn join_texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    texts.into_iter().map(|text| escaped(text.as_ref())).collect::<Vec<_>>().join(";")
}

/// Splits a list that [`join_texts`] has written. Texts that are empty but not escaped are left out.
pub fn split_texts(list: &str) -> Vec<String> {
    let mut texts = vec![(String::new(), false)];
    let mut letters = list.chars();
    while let Some(letter) = letters.next() {
        let Some((text, is_named)) = texts.last_mut() else { continue };
        match letter {
            ';' => texts.push((String::new(), false)),
            '\\' => {
                *is_named = true;
                text.extend(letters.next().filter(|letter| *letter != '.'));
            }
            letter => text.push(letter),
        }
    }
    texts.retain(|(text, is_named)| *is_named || !text.is_empty());
    texts.into_iter().map(|(text, _)| text).collect()
}

/// Checks whether a value of this type consists of items with their own paths, and can't be written as a single text.
pub(crate) fn is_compound(kind: VariantKind) -> bool {
    use VariantKind as K;
    matches!(
        kind,
        K::VariantVector
            | K::VariantMap
            | K::StringVariantMap
            | K::VariantCurve
            | K::Custom
            | K::CustomHeap
            | K::CustomStack
    )
}

/// Describes which texts a type allows.
fn expected(kind: VariantKind) -> &'static str {
    use VariantKind as K;
    match kind {
        K::Bool => "true or false",
        K::Int => "an integer of 32 bits",
        K::Int64 => "an integer",
        K::Float | K::Double => "a number",
        K::Vector2 | K::DoubleVector2 => "two numbers: x y",
        K::Vector3 | K::DoubleVector3 => "three numbers: x y z",
        K::Vector4 => "four numbers: x y z w",
        K::Quaternion => "four numbers: w x y z, or three angles in degrees: x y z",
        K::Color => "three or four numbers from 0 to 1: red green blue alpha",
        K::Rect => "four numbers: left top right bottom",
        K::IntRect => "four integers: left top right bottom",
        K::IntVector2 => "two integers: x y",
        K::IntVector3 => "three integers: x y z",
        K::Matrix3 => "nine numbers",
        K::Matrix3x4 => "twelve numbers",
        K::Matrix4 => "sixteen numbers",
        K::Buffer => "bytes from 0 to 255 with spaces between",
        K::ResourceRef => "the name of a resource, or Type;Name",
        K::ResourceRefList => "Type;Name;Name",
        _ => "a value that the type has a text for",
    }
}
