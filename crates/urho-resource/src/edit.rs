//! Edits to values.

use binio::{Name, Path};
use urho_core::tree::{Edits, Element, JsonKind, JsonTree, JsonValue, JsonWriter, escape_attribute};
use urho_core::{HashAlgorithm, Variant, VariantKind};

use crate::document::Document;
use crate::error::{Error, ErrorKind, of_text};
use crate::item::Item;
use crate::place::Place;
use crate::value::{Found, Known, is_plain, known};
use crate::vocabulary::ValueType;

impl Document<'_> {
    /// Sets the value at a place. When an attribute is not there yet, it will be added to its element. Nothing else in
    /// the file will change.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuch`] when there is no such element, or when the attribute is neither in the file nor
    /// known. Returns [`ErrorKind::WrongType`] when the text is not a value of the right type.
    pub fn set(&mut self, place: &Place, text: &str) -> Result<(), Error> {
        let mut edits = Edits::new();
        let Found { item, info, class } = self.find(place)?;
        match &place.attribute {
            Some(name) => {
                let known_info = info.and_then(|info| info.attribute(name.as_bytes()));
                if known_info.is_none() && item.entry(name).is_none() {
                    return Err(Error::new(ErrorKind::NoSuch(place.to_string()), Path::new()));
                }
                let known = known(known_info.map_or(ValueType::Any, |info| info.value), &item, class.as_deref());
                match item {
                    Item::Xml(element) => {
                        check(&known, text)?;
                        element.set_attribute(name, text.as_bytes(), &mut edits).map_err(of_text)?;
                    }
                    Item::Json(value) => set_json(&value, name, &known, text, &mut edits)?,
                }
            }
            None => {
                let (Item::Xml(element), Some(value)) = (item, info.and_then(|info| info.text)) else {
                    return Err(Error::new(ErrorKind::NoSuch(place.to_string()), Path::new()));
                };
                check(&known(value, &item, None), text)?;
                set_content(&element, text, &mut edits)?;
            }
        }
        self.apply(edits)
    }

    /// Does the same as [`set`](Self::set), but with a typed value.
    ///
    /// # Errors
    /// Returns the same errors as [`set`](Self::set), and an error if text can't store the value.
    pub fn set_variant(&mut self, place: &Place, value: &Variant<'_>) -> Result<(), Error> {
        let text = value.to_text(HashAlgorithm::Urho18).map_err(of_text)?;
        self.set(place, &Name::from(text).to_text())
    }
}

pub(crate) fn check(known: &Known, text: &str) -> Result<(), Error> {
    match known.check_text(text.as_bytes()) {
        None => Ok(()),
        Some(problem) => {
            let expected = known.kind.filter(|_| known.words.is_empty()).map_or(known.value.name(), VariantKind::name);
            Err(Error::new(ErrorKind::WrongType { expected, why: problem.words() }, Path::new()))
        }
    }
}

/// Sets a JSON member. If the type is known, this is a number, a boolean or a string; otherwise the member keeps the
/// type that it has.
pub(crate) fn set_json(
    object: &JsonValue<'_, '_>,
    name: &str,
    known: &Known,
    text: &str,
    edits: &mut Edits,
) -> Result<(), Error> {
    let stored = object.get(name).map(|value| value.kind());
    let wrong = |expected, why| Err(Error::new(ErrorKind::WrongType { expected, why }, Path::new()));
    let is_json = |text: &str| JsonTree::parse(text.as_bytes());
    let as_text = match (known.value, known.kind) {
        (ValueType::Any | ValueType::Texts, _) => stored == Some(JsonKind::String),
        (
            _,
            Some(VariantKind::Bool | VariantKind::Int | VariantKind::Int64 | VariantKind::Float | VariantKind::Double),
        ) => false,
        (_, Some(kind)) if is_plain(kind) => true,
        _ => stored.is_none_or(|kind| kind == JsonKind::String),
    };
    let write: Box<dyn FnOnce(&mut JsonWriter) -> &mut JsonWriter> = if as_text {
        check(known, text)?;
        let text = text.to_owned();
        Box::new(move |writer| writer.string(&text))
    } else {
        let Ok(tree) = is_json(text) else { return wrong(known.value.name(), "not a value of JSON") };
        let value = tree.root(text.as_bytes());
        // A value that became an object would be an element, and its place another one.
        if crate::item::is_child(&value) {
            return wrong(known.value.name(), "an object isn't a plain value");
        }
        if let Some(problem) = known.check_json(&value) {
            return wrong(known.value.name(), problem.words());
        }
        let text = value.raw().to_vec();
        Box::new(move |writer| writer.raw(&String::from_utf8_lossy(&text)))
    };
    object.set_member(name, edits, write).map_err(of_text)
}

/// Replaces the text between the tags.
pub(crate) fn set_content(element: &Element<'_, '_>, text: &str, edits: &mut Edits) -> Result<(), Error> {
    if element.children().next().is_some() {
        return Err(Error::new(ErrorKind::NotConvertible("the element has child elements"), Path::new()));
    }
    let mut escaped = Vec::new();
    // Escapes line ends too, so that white space is kept.
    let not_in_text = |why| Error::new(ErrorKind::Text(urho_core::ErrorKind::NotInText(why)), Path::new());
    escape_attribute(&mut escaped, text.as_bytes()).map_err(not_in_text)?;
    match element.content_span() {
        Some(content) => edits.replace(content, escaped),
        None => {
            let attributes: Vec<_> =
                element.attributes().map(|one| (one.name.to_vec(), one.value().to_vec())).collect();
            let name = element.name().to_text().into_owned();
            element
                .replace(edits, |writer| {
                    writer.open(&name);
                    for (name, value) in &attributes {
                        writer.attribute(&String::from_utf8_lossy(name), value);
                    }
                    writer.text(text.as_bytes()).close()
                })
                .map_err(of_text)?;
        }
    }
    Ok(())
}
