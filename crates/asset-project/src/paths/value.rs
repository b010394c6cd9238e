//! Values, their types and their texts.

use std::borrow::Cow;

use binio::Name;
use urho_core::{HashEra, HashedName, Variant, VariantKind};

use super::error::PathError;

/// A value of a document, with what its table says about it.
///
/// ```
/// use asset_project::paths::find;
/// let file = br#"<scene id="1"><node id="2"><component type="Light" id="1"><attribute name="Light Type" value="Spot" /></component></node></scene>"#;
/// let scene = asset_project::Asset::parse(file, Some("Yard.xml".as_ref()))?;
/// let found = find(&scene.part().unwrap(), &"nodes[1]/Light/Light Type".parse()?)?;
/// let value = found[0].part.value().unwrap();
/// assert_eq!((value.text().as_str(), value.words.len()), ("Spot", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Value {
    /// The value; a [`Variant::String`] with the text of the file if the type is unknown.
    pub variant: Variant<'static>,
    /// Type; `None` if no table knows it.
    pub kind: Option<VariantKind>,
    /// Words of an enumeration; otherwise empty. The value is then a number, or the word itself.
    pub words: Vec<Cow<'static, str>>,
    /// Default value, which the engine uses if the file has none.
    pub default: Option<Variant<'static>>,
    /// Whether the file has the value; otherwise it is the default.
    pub is_stored: bool,
    /// Type of the referenced resource, for example `Model`; empty if it references none.
    pub resource: Cow<'static, str>,
    /// Why it can't be set; `None` if it can.
    pub read_only: Option<&'static str>,
    /// Text as the file spells it.
    pub(crate) spelling: Option<String>,
    /// Hashes of the engine, for types of resources.
    pub(crate) hashes: HashEra,
}

impl Value {
    /// A value of the file.
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
            hashes: HashEra::default(),
        }
    }

    /// A value of this type that isn't known yet.
    pub(crate) fn of_kind(kind: VariantKind) -> Self {
        Self { kind: Some(kind), is_stored: false, ..Self::new(Variant::None) }
    }

    /// A text.
    pub(crate) fn text_of(text: impl Into<Name<'static>>) -> Self {
        Self::new(Variant::String(text.into()))
    }

    /// A value that is derived from others.
    pub(crate) fn fixed(variant: Variant<'static>) -> Self {
        Self { read_only: Some("it follows from other content and can't be set"), ..Self::new(variant) }
    }

    /// As [`spell`](Self::spell), if the file has a text.
    pub(crate) fn spelled(mut self, text: Option<String>) -> Self {
        if let Some(text) = text {
            self.spell(&text);
        }
        self
    }

    /// Sets the default value by its text.
    pub(crate) fn with_default(self, text: &str) -> Self {
        Self { default: self.parse("", text).ok(), ..self }
    }

    /// Returns the value that the file stores as a text, or the default. A text of another type makes it a value of unknown type.
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

    /// Keeps the text of the file, if it stands for the value alone.
    pub(crate) fn spell(&mut self, text: &str) {
        let is_it = self.is_stored
            && self.kind.is_none_or(|kind| kind != VariantKind::ResourceRef && !is_compound(kind))
            && self.parse("", text).is_ok_and(|variant| variant == self.variant);
        self.spelling = is_it.then(|| text.to_owned());
    }

    /// Returns the text, which [`set_values`](crate::Asset::set_values) takes: a word of an enumeration, numbers with spaces between, the name of a resource.
    /// Lists and maps have no text of their own; it is empty.
    pub fn text(&self) -> String {
        if let Some(spelling) = &self.spelling {
            return spelling.clone();
        }
        self.text_of_variant(&self.variant)
    }

    /// Returns the text of the default value; `None` if it is unknown.
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

    /// Whether a reference has the type that the table says, so that the name alone says all.
    fn is_declared(&self, kind: &HashedName<'_>) -> bool {
        !self.resource.is_empty() && HashedName::of(self.hashes, &*self.resource) == *kind
    }

    /// Returns the name of the type: of the variant, `enum` or `unknown`.
    pub fn type_name(&self) -> &'static str {
        match self.kind {
            _ if !self.words.is_empty() => "enum",
            Some(kind) => kind.name(),
            None => "unknown",
        }
    }

    /// Returns the value that a text stands for.
    ///
    /// # Errors
    /// [`PathError::Value`], with the valid words of an enumeration; [`PathError::Refused`] for a value that can't be set.
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

    /// Returns the value of a word of an enumeration, ignoring case as the engines do.
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

    /// Returns a reference to a resource by its name alone.
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

/// Returns a text of a list: semicolons and backslashes follow a backslash, an empty text is `\\.`.
fn escaped(text: &str) -> String {
    if text.is_empty() { "\\.".to_owned() } else { text.replace('\\', "\\\\").replace(';', "\\;") }
}

/// Returns the text of a list of texts, as [`Value::text`] has it and [`set_values`](crate::Asset::set_values) takes it.
///
/// ```
/// use asset_project::paths::{join_texts, split_texts};
/// assert_eq!(join_texts(["a", "b;c"]), "a;b\\;c");
/// assert_eq!(split_texts("a;b\\;c"), ["a", "b;c"]);
/// ```
pub fn join_texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    texts.into_iter().map(|text| escaped(text.as_ref())).collect::<Vec<_>>().join(";")
}

/// Returns the texts of a list as [`join_texts`] writes it, without those that are empty and unescaped.
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

/// Whether values of a type consist of items that have paths of their own, and no single text.
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

/// Description of the texts of a type.
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
