//! The values in a document: their types, their text, and access by place.

use binio::{Name, Path};
use urho_core::tree::{JsonKind, JsonValue};
use urho_core::{HashAlgorithm, Variant, VariantKind};

use crate::document::Document;
use crate::error::{Error, ErrorKind};
use crate::item::{Entry, Item, Source};
use crate::outline::Outline;
use crate::place::{Place, Select, Step};
use crate::vocabulary::{AttributeInfo, ElementInfo, ValueType, Vocabulary, ui_classes};

/// A value in a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Value<'d> {
    /// The text as the engine reads it. If this is a JSON number, an array or anything else, it is the text in the
    /// file.
    pub text: Name<'d>,
    /// The type, if the vocabulary or the file says what it is. If no engine reads this value, this is `None`.
    pub value_type: Option<ValueType>,
    /// The type of [`variant`](Self::variant).
    pub kind: VariantKind,
    /// The offset in the file.
    pub offset: u64,
}

impl Value<'_> {
    /// Returns the value that the engine reads.
    pub fn variant(&self) -> Variant<'_> {
        // Enumerations are texts here.
        Variant::from_text(self.kind, &self.text, HashAlgorithm::Urho18).value
    }
}

/// The reason why a text is not a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The engine will only read a part of the text, or use a default value.
    Value(&'static str),
    /// The word is not one that the engine knows.
    Word,
    /// This is JSON, and the value has another type.
    JsonType(&'static str),
}

impl Problem {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Value(why) | Self::JsonType(why) => why,
            Self::Word => "not one of the known words",
        }
    }
}

impl ValueType {
    /// Returns the variant type for such values. For words, names and texts, this is `String`.
    pub const fn kind(self) -> VariantKind {
        match self {
            Self::Bool => VariantKind::Bool,
            Self::Int => VariantKind::Int,
            Self::Count => VariantKind::Int64,
            Self::Float => VariantKind::Float,
            Self::Vector2 => VariantKind::Vector2,
            Self::Vector3 => VariantKind::Vector3,
            Self::Rect => VariantKind::Rect,
            Self::Color => VariantKind::Color,
            Self::Quaternion => VariantKind::Quaternion,
            _ => VariantKind::String,
        }
    }

    /// Checks a text in XML, or a string in JSON.
    fn check_text(self, text: &[u8]) -> Option<Problem> {
        let is_word = |word: &&str| match self {
            Self::ExactWord(_) => word.as_bytes() == text,
            _ => text.eq_ignore_ascii_case(word.as_bytes()),
        };
        match self {
            Self::Word(words) | Self::ExactWord(words) => (!words.iter().any(is_word)).then_some(Problem::Word),
            Self::VariantType => VariantKind::from_name(text).is_none().then_some(Problem::Word),
            Self::ColorOrFog if text.eq_ignore_ascii_case(b"fog") => None,
            Self::ColorOrFog => Self::Color.check_text(text),
            Self::Count => {
                let read = Variant::from_text(VariantKind::Int64, text, HashAlgorithm::Urho18);
                let is_count =
                    matches!(read.value, Variant::Int64(value) if (0..=i64::from(u32::MAX)).contains(&value));
                (read.odd.is_some() || !is_count).then_some(Problem::Value("not a non-negative integer of 32 bits"))
            }
            _ => odd_variant(self.kind(), text),
        }
    }
}

/// Checks the text of a variant.
pub(crate) fn odd_variant(kind: VariantKind, text: &[u8]) -> Option<Problem> {
    if matches!(kind, VariantKind::String | VariantKind::None) {
        return None;
    }
    // `Texture2D;` is how the engines write no texture.
    let is_null = text.strip_suffix(b";").is_some_and(|kind| !kind.is_empty() && !kind.contains(&b';'));
    if kind == VariantKind::ResourceRef && is_null {
        return None;
    }
    Variant::from_text(kind, text, HashAlgorithm::Urho18).odd.map(Problem::Value)
}

/// What the tables and the file say about the type of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) value: ValueType,
    /// The variant type, or `None` if the file does not say it.
    pub(crate) kind: Option<VariantKind>,
    /// The words that an interface attribute can have.
    pub(crate) words: &'static [&'static str],
}

/// Returns the type of a value. If it depends on other attributes or on the class, these are looked up.
pub(crate) fn known(value: ValueType, item: &Item<'_>, class: Option<&str>) -> Known {
    let words = value.words();
    match value {
        ValueType::Typed => {
            let kind = item.attribute("type").and_then(|name| VariantKind::from_name(&name));
            Known { value, kind, words }
        }
        ValueType::UiAttribute => {
            let class = class.and_then(|class| ui_classes::class_of(class.as_bytes()));
            let attribute = item.attribute("name").and_then(|name| class?.attribute(&name));
            let words = attribute.map_or(&[][..], |attribute| attribute.words);
            Known { value, kind: attribute.map(|attribute| attribute.kind), words }
        }
        _ => Known { value, kind: Some(value.kind()), words },
    }
}

impl Known {
    /// Checks a value.
    pub(crate) fn check(&self, entry: &Entry<'_>) -> Option<Problem> {
        match entry.source {
            Source::Json(value) => self.check_json(&value),
            _ => self.check_text(&entry.text()),
        }
    }

    pub(crate) fn check_text(&self, text: &[u8]) -> Option<Problem> {
        match (self.value, self.kind) {
            (ValueType::UiAttribute, Some(_)) if !self.words.is_empty() => {
                let is_known = self.words.iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes()));
                (!is_known).then_some(Problem::Word)
            }
            // Lists are child elements.
            (ValueType::Typed | ValueType::UiAttribute, kind) => {
                kind.filter(|kind| is_plain(*kind)).and_then(|kind| odd_variant(kind, text))
            }
            (value, _) => value.check_text(text),
        }
    }

    pub(crate) fn check_json(&self, value: &JsonValue<'_, '_>) -> Option<Problem> {
        let wrong = |expected| Some(Problem::JsonType(expected));
        let kind = match self.value {
            ValueType::Any => return None,
            ValueType::Texts => {
                let is_text = |item: JsonValue<'_, '_>| item.kind() == JsonKind::String;
                let is_list = value.kind() == JsonKind::Array && value.items().all(is_text);
                return if is_list { None } else { wrong("expected an array of texts") };
            }
            _ => self.kind,
        };
        match (kind, value.kind()) {
            (Some(VariantKind::Bool), JsonKind::Bool) => None,
            (Some(VariantKind::Bool), _) => wrong("expected true or false"),
            (Some(VariantKind::Int), JsonKind::Number) => {
                let is_int = whole(value).is_some_and(|value| i32::try_from(value).is_ok());
                if is_int { None } else { wrong("expected an integer of 32 bits") }
            }
            (Some(VariantKind::Int64), JsonKind::Number) if self.value == ValueType::Count => {
                let is_count = whole(value).is_some_and(|value| u32::try_from(value).is_ok());
                if is_count { None } else { wrong("expected a non-negative integer of 32 bits") }
            }
            (Some(VariantKind::Float | VariantKind::Double | VariantKind::Int64), JsonKind::Number) => None,
            // The engines store enumerations of objects as text or number.
            (Some(VariantKind::Int), JsonKind::String) if self.value == ValueType::Typed => None,
            (Some(VariantKind::Float | VariantKind::Double | VariantKind::Int | VariantKind::Int64), _) => {
                wrong("expected a number")
            }
            (Some(kind), JsonKind::String) if is_plain(kind) => {
                let text = value.as_str().unwrap_or_default();
                self.check_text(text.as_bytes())
            }
            (Some(kind), _) if is_plain(kind) => wrong("expected a text"),
            _ => None,
        }
    }
}

/// Returns a whole number. `1.0` is also accepted, because engines write it.
fn whole(value: &JsonValue<'_, '_>) -> Option<i64> {
    let is_whole = |value: &f64| value.fract() == 0.0 && value.abs() <= f64::from(u32::MAX);
    value.as_i64().or_else(|| value.as_f64().filter(is_whole).map(|value| value as i64))
}

/// Whether values of this type are simple text. This is false for lists and maps.
pub(crate) fn is_plain(kind: VariantKind) -> bool {
    !matches!(
        kind,
        VariantKind::VariantVector
            | VariantKind::VariantMap
            | VariantKind::StringVector
            | VariantKind::StringVariantMap
            | VariantKind::VariantCurve
            | VariantKind::Custom
            | VariantKind::CustomHeap
            | VariantKind::CustomStack
    )
}

/// The element that a place leads to.
pub(crate) struct Found<'d> {
    pub(crate) item: Item<'d>,
    pub(crate) info: Option<&'static ElementInfo>,
    pub(crate) class: Option<String>,
}

impl<'a> Document<'a> {
    pub(crate) fn find(&self, place: &Place) -> Result<Found<'_>, Error> {
        let no_such = || Error::new(ErrorKind::NoSuch(place.to_string()), Path::new());
        let mut item = self.root().ok_or_else(|| Error::new(ErrorKind::NotEditable, Path::new()))?;
        let vocabulary = self.kind().vocabulary();
        let is_patch = self.inherited().is_some();
        let mut info = match item {
            Item::Xml(_) => vocabulary.root,
            Item::Json(_) => vocabulary.json_root,
        };
        let mut class = class_of(info, &item, None);
        for (depth, Step { name, select }) in place.steps.iter().enumerate() {
            let mut same = item.children_named(name).into_iter();
            let next = match select {
                Select::Index(index) => same.nth(*index),
                Select::Key(key, value) => {
                    same.find(|child| child.attribute(key).is_some_and(|stored| stored == **value))
                }
            };
            item = next.ok_or_else(no_such)?;
            info = match (is_patch, depth) {
                (true, 0) => Vocabulary::patch().iter().find(|step| step.has_name(name.as_bytes())),
                (true, 1) => vocabulary.find(name.as_bytes()),
                _ => info.and_then(|info| info.child(name.as_bytes())),
            };
            class = class_of(info, &item, class);
        }
        Ok(Found { item, info, class })
    }

    /// Returns the value at a place. When there is such an element but it does not have the attribute, this is `None`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuch`] when there is no such element, and [`ErrorKind::NotEditable`] when the file does
    /// not consist of elements.
    pub fn get(&self, place: &Place) -> Result<Option<Value<'_>>, Error> {
        let Found { item, info, class } = self.find(place)?;
        let entry = match &place.attribute {
            Some(name) => item.entry(name),
            None => info.and_then(|info| info.text).and_then(|_| item.content()),
        };
        let value_type = match &place.attribute {
            Some(name) => info.and_then(|info| info.attribute(name.as_bytes())).map(|attribute| attribute.value),
            None => info.and_then(|info| info.text),
        };
        Ok(entry.map(|entry| value_of(&entry, value_type, &item, class.as_deref())))
    }

    /// Returns all values with their places, for example to list them or to search for one. The values are in the order
    /// of their elements, level by level. When no engine reads an element, it is left out.
    pub fn values(&self) -> Vec<(Place, Value<'_>)> {
        let outline = Outline::of(self);
        let classes = outline.classes();
        let mut values = Vec::new();
        for (index, element) in outline.elements.iter().enumerate() {
            let Some(info) = element.info else { continue };
            let class = classes.get(index).and_then(|class| class.as_deref());
            for entry in element.item.counted_entries() {
                let value_type = info.attribute(&entry.name).map(|attribute| attribute.value);
                let place = outline.place(index).attribute(entry.name.to_text());
                values.push((place, value_of(&entry, value_type, &element.item, class)));
            }
            let content = info.text.zip(element.item.content()).filter(|_| element.children.is_empty());
            if let Some((value_type, entry)) = content {
                values.push((outline.place(index), value_of(&entry, Some(value_type), &element.item, None)));
            }
        }
        values
    }

    /// Returns what the vocabulary says about the attribute at a place, to be shown to the user.
    pub fn describe(&self, place: &Place) -> Option<&'static AttributeInfo> {
        let target = self.find(place).ok()?;
        target.info?.attribute(place.attribute.as_deref()?.as_bytes())
    }
}

pub(crate) fn value_of<'d>(
    entry: &Entry<'d>,
    value_type: Option<ValueType>,
    item: &Item<'_>,
    class: Option<&str>,
) -> Value<'d> {
    let known = value_type.map(|value| known(value, item, class));
    let is_words = known.is_some_and(|known| !known.words.is_empty());
    let kind = known.and_then(|known| known.kind).filter(|_| !is_words).unwrap_or(VariantKind::String);
    Value { text: entry.text(), value_type, kind, offset: u64::from(entry.span().start) }
}

/// Returns the interface class of an element. This is its own `type`. If it has none, this is the class of the element
/// around it.
pub(crate) fn class_of(info: Option<&'static ElementInfo>, item: &Item<'_>, outer: Option<String>) -> Option<String> {
    match info {
        Some(info) if info.name == "element" => {
            Some(item.attribute("type").map_or_else(|| "UIElement".to_owned(), |class| class.to_text().into_owned()))
        }
        _ => outer,
    }
}

impl Outline<'_> {
    /// Returns the interface class of each element.
    pub(crate) fn classes(&self) -> Vec<Option<String>> {
        let mut classes: Vec<Option<String>> = Vec::with_capacity(self.elements.len());
        for element in &self.elements {
            let outer = element.parent.and_then(|parent| classes.get(parent).cloned()).flatten();
            classes.push(class_of(element.info, &element.item, outer));
        }
        classes
    }
}
