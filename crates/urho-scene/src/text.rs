//! Text encodings: XML and JSON, of the engines' scenes and of rbfx's archives.

pub(crate) mod archive;
pub(crate) mod number;
pub(crate) mod part;
pub(crate) mod plain_json;
pub(crate) mod plain_xml;
pub(crate) mod write_archive_json;
pub(crate) mod write_archive_xml;
pub(crate) mod write_json;
pub(crate) mod write_xml;

use std::borrow::Cow;
use std::collections::HashMap;

use binio::{Findings, Name, Segment};
use urho_core::tree::JsonWriter;
use urho_core::{FloatPrecision, HashEra, StringHash, Variant, VariantKind};

use crate::attributes::Attributes;
use crate::class::{AttributeInfo, Class, Classes};
use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::place::Place;
use crate::value::Value;

pub(crate) use number::{NumberForm, NumberStyle};

/// Unknown attributes that a finding names.
const MOST_SHOWN: usize = 8;

/// State of a text reader, with its findings.
pub(crate) struct Reading<'c> {
    pub(crate) classes: &'c Classes,
    pub(crate) findings: Findings,
    /// Attributes that their classes don't have.
    unknown: Vec<(Place, u64, String)>,
    /// Offsets of nodes and components, if requested.
    pub(crate) places: Option<HashMap<Place, u64>>,
}

impl<'c> Reading<'c> {
    pub(crate) fn new(classes: &'c Classes) -> Self {
        Self { classes, findings: Findings::new(), unknown: Vec::new(), places: None }
    }

    /// A reading that stores the offsets of nodes and components.
    pub(crate) fn with_places(classes: &'c Classes) -> Self {
        Self { places: Some(HashMap::new()), ..Self::new(classes) }
    }
}

impl Reading<'_> {
    /// Stores the offset of a node or component.
    pub(crate) fn begin(&mut self, place: Place, at: u64) {
        if let Some(places) = &mut self.places {
            places.insert(place, at);
        }
    }

    /// Notes an attribute that its class doesn't have.
    pub(crate) fn unknown(&mut self, place: Place, at: u64, name: &Name<'_>, class: &Class) {
        self.unknown.push((place, at, format!("\"{name}\" of {}", class.name())));
    }

    /// Returns the findings. Attributes that their classes don't have are one note: scenes of older engines have many, and the engine skips them all.
    pub(crate) fn into_findings(self) -> Findings {
        let mut findings = self.findings;
        if let Some((place, at, _)) = self.unknown.first() {
            let mut names: Vec<&str> = self.unknown.iter().map(|(_, _, name)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let (shown, rest) = names.split_at(names.len().min(MOST_SHOWN));
            let rest = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            let message = format!("unknown attributes: {}{rest}; the engine skips them", shown.join(", "));
            findings.add_at(kinds::ATTRIBUTE_UNKNOWN, binio::Severity::Note, place.path(), message, *at);
        }
        findings
    }

    pub(crate) fn hashes(&self) -> HashEra {
        self.classes.engine().hashes()
    }

    pub(crate) fn warn(&mut self, place: Place, at: u64, message: impl Into<String>) {
        self.findings.add_at(kinds::TEXT_VALUE, binio::Severity::Warning, place.path(), message, at);
    }

    /// Reads the id of a node or component. The engine assigns new ids to objects without one.
    pub(crate) fn id(&mut self, text: Option<Name<'_>>, place: Place, at: u64) -> u32 {
        let Some(text) = text else { return 0 };
        let number = text.as_str().and_then(|text| text.parse::<u32>().ok());
        if number.is_none() {
            self.warn(place, at, format!("\"{text}\" is no id; the engine gives it a new one"));
        }
        number.unwrap_or(0)
    }

    /// Reads a value of a type with a single text.
    pub(crate) fn scalar<'a>(
        &mut self,
        kind: VariantKind,
        text: Name<'a>,
        (name, place, at): (&Name<'_>, Place, u64),
    ) -> Variant<'a> {
        let (value, odd) = scalar(kind, text, self.hashes());
        if let Some(odd) = odd {
            self.warn(place, at, format!("attribute \"{name}\": {odd}"));
        }
        value
    }

    /// Reads the value of a registered attribute with a single text.
    pub(crate) fn registered<'a>(&mut self, info: &AttributeInfo, text: Name<'a>, place: Place, at: u64) -> Value<'a> {
        let name = Name::from(&*info.name);
        if info.names.is_empty() {
            return Value::Variant(self.scalar(info.kind, text, (&name, place, at)));
        }
        match info.number_of(&text) {
            Some(number) => Value::Variant(Variant::Int(number)),
            None => {
                let message =
                    format!("attribute \"{name}\": \"{text}\" isn't one of its values; the engine ignores it");
                self.warn(place, at, message);
                Value::Text(text)
            }
        }
    }
}

/// Reads a value, with a note about irregular text. Text that isn't borrowed from the file is copied.
pub(crate) fn scalar(kind: VariantKind, text: Name<'_>, hashes: HashEra) -> (Variant<'_>, Option<&'static str>) {
    if kind == VariantKind::String {
        return (Variant::String(text), None);
    }
    // `Model;` and a missing value are the engines' empty references; a name without its type isn't.
    let may_be_empty = text.is_empty() || text.contains(&b';');
    let (value, odd) = match text.into_cow() {
        Cow::Borrowed(text) => {
            let read = Variant::from_text(kind, text, hashes);
            (read.value, read.odd)
        }
        Cow::Owned(text) => {
            let read = Variant::from_text(kind, &text, hashes);
            (read.value.into_owned(), read.odd)
        }
    };
    let is_none = may_be_empty && matches!(&value, Variant::ResourceRef(reference) if reference.name.is_empty());
    (value, odd.filter(|_| !is_none))
}

/// State of a text writer, with its findings.
pub(crate) struct Writing<'c> {
    pub(crate) classes: &'c Classes,
    pub(crate) style: NumberStyle,
    /// Whether attributes with default values are omitted, as in the engine.
    pub(crate) omit_defaults: bool,
    /// Whether JSON is one line.
    pub(crate) one_line: bool,
    pub(crate) findings: Findings,
}

/// An attribute to write: its name, its registration, and its value.
pub(crate) struct Written<'s> {
    pub(crate) name: Cow<'s, [u8]>,
    pub(crate) hash: StringHash,
    pub(crate) info: Option<&'s AttributeInfo>,
    pub(crate) value: Cow<'s, Value<'s>>,
}

impl<'c> Writing<'c> {
    /// Returns a writer for a file in JSON.
    pub(crate) fn json(&self) -> JsonWriter {
        if self.one_line { JsonWriter::fragment(b"", b"", b"") } else { JsonWriter::document() }
    }

    /// Returns the attributes to write, in order: for nodes all, for components those with a non-default value. Attributes that
    /// the class doesn't have are last.
    pub(crate) fn plain<'s>(
        &self,
        attributes: &'s Attributes<'_>,
        class: Option<&'s Class>,
        is_node: bool,
    ) -> Vec<Written<'s>>
    where
        'c: 's,
    {
        let mut there: Vec<Option<Written<'s>>> =
            attributes.iter().map(|(name, value)| Some(self::written(name, value, class))).collect();
        let mut all = Vec::new();
        for info in class.iter().flat_map(|class| class.attributes()) {
            let found = there.iter_mut().rev().find(|attribute| {
                attribute.as_ref().and_then(|attribute| attribute.info).is_some_and(|known| std::ptr::eq(known, info))
            });
            let found = found.and_then(Option::take);
            let default = info.default.as_ref();
            match found {
                Some(attribute) if !is_node && self.is_default(&attribute.value, default) => {}
                Some(attribute) => all.push(attribute),
                None if is_node => all.extend(info.value_if_absent().map(|default| Written {
                    name: Cow::Borrowed(info.name.as_bytes()),
                    hash: info.hash,
                    info: Some(info),
                    value: Cow::Owned(Value::Variant(default)),
                })),
                None => {}
            }
        }
        all.extend(there.into_iter().flatten().filter(|attribute| attribute.info.is_none()));
        all
    }

    /// Returns the attributes of an archive in class order, without default values if they are to be omitted.
    pub(crate) fn archived<'s>(&self, attributes: &'s Attributes<'_>, class: Option<&'s Class>) -> Vec<Written<'s>> {
        let mut all: Vec<_> = attributes.iter().map(|(name, value)| self::written(name, value, class)).collect();
        if let Some(class) = class {
            all.sort_by_key(|attribute| class.rank(&attribute.name, attribute.hash));
        }
        let default = |attribute: &Written<'_>| attribute.info.and_then(|info| info.default.as_ref()).cloned();
        let stays = |attribute: &Written<'_>| {
            !(self.omit_defaults && self.is_default(&attribute.value, default(attribute).as_ref()))
        };
        all.retain(stays);
        all
    }

    /// Tells which values an archive in text can only hold as texts, because their types aren't known.
    pub(crate) fn tell_untyped(&mut self, attributes: &[Written<'_>], place: Place) {
        let is_untyped = |attribute: &&Written<'_>| attribute.value.kind().is_none() && attribute.info.is_none();
        for attribute in attributes.iter().filter(is_untyped) {
            let name = Name::from(&*attribute.name);
            let message = format!("attribute \"{name}\" has no known type: written as a String");
            self.findings.warning(kinds::TEXT_VALUE, place.path(), message);
        }
    }

    /// Returns whether a value is the default; in the engine −0 equals 0, and is then lost.
    fn is_default(&self, value: &Value<'_>, default: Option<&Variant<'_>>) -> bool {
        let (Some(value), Some(default)) = (value.variant(), default) else { return false };
        match (value.floats(), default.floats()) {
            (Some(a), Some(b)) if self.style.digits == FloatPrecision::Engine => {
                value.kind() == default.kind() && a == b
            }
            _ => value == default,
        }
    }

    /// Prepares attributes for a binary archive: values of unknown types are removed, and default values, if they are to be
    /// omitted. With `named`, enumerations become names, as in files that aren't compact.
    ///
    /// # Errors
    /// Opaque attributes.
    pub(crate) fn for_archive(
        &mut self,
        attributes: &mut Attributes<'_>,
        class: Option<&Class>,
        named: bool,
        place: Place,
    ) -> Result<(), Error> {
        let Some(list) = attributes.to_list() else {
            return Err(Error::new(
                ErrorKind::NotInForm("attributes of an unknown class out of a binary scene"),
                place.path(),
            ));
        };
        let mut untyped = Vec::new();
        list.retain(|attribute| {
            let info = class.and_then(|class| class.attribute(&attribute.name.name));
            if attribute.value.variant().is_none() {
                let is_curve = attribute.value.kind().is_some();
                if !is_curve {
                    let message = format!("attribute \"{}\" has no known type: left out", attribute.name.name);
                    untyped.push(message);
                }
                return is_curve;
            }
            let default = info.and_then(|info| info.default.as_ref());
            !(self.omit_defaults && self.is_default(&attribute.value, default))
        });
        untyped.into_iter().for_each(|message| self.findings.loss(kinds::TEXT_VALUE, place.path(), message));
        if let Some(class) = class {
            list.sort_by_key(|attribute| class.rank(&attribute.name.name, attribute.name.hash));
        }
        for attribute in list.iter_mut().filter(|_| named) {
            let info = class.and_then(|class| class.attribute(&attribute.name.name));
            if let (Value::Variant(Variant::Int(number)), Some(info)) = (&attribute.value, info) {
                if let Some(name) = info.name_of(*number) {
                    attribute.value = Value::Variant(Variant::String(name.to_owned().into()));
                }
            }
        }
        Ok(())
    }

    /// Returns the text of a value with a single text; for an enumeration its name.
    ///
    /// # Errors
    /// Content that text can't store.
    pub(crate) fn text(
        &self,
        value: &Variant<'_>,
        info: Option<&AttributeInfo>,
        place: Place,
    ) -> Result<Vec<u8>, Error> {
        let named = info.filter(|info| !info.names.is_empty());
        if let (Variant::Int(number), Some(info)) = (value, named) {
            return match info.name_of(*number) {
                Some(name) => Ok(name.as_bytes().to_vec()),
                None => Err(self.wrong(info, "a number that isn't a value of the enumeration", place)),
            };
        }
        let text = self.style.text(value, self.classes.engine().hashes());
        text.map_err(|error| {
            let error = error.map_kind(ErrorKind::Text);
            place.of(match info {
                Some(info) => error.within(Segment::Name(Name::from(info.name.as_bytes()).into_owned())),
                None => error,
            })
        })
    }

    /// Reports the treatment of a component that matches no class.
    pub(crate) fn opaque(&mut self, bytes: &[u8], place: Place) {
        let message = match bytes.len() {
            0 => "a class that the engine didn't know when it wrote the binary file: it has lost its attributes"
                .to_owned(),
            length => {
                format!("{length} bytes that no class explains: kept as they are, the engine takes no notice of them")
            }
        };
        self.findings.warning(kinds::UNEXPLAINED_BYTES, place.path(), message);
    }

    /// Reports that an archive can't store attribute animations.
    pub(crate) fn no_animations<T>(&mut self, animations: &[T], place: Place) {
        if !animations.is_empty() {
            let message = format!("{} animations of attributes: an archive can't store them", animations.len());
            self.findings.loss(kinds::ANIMATIONS_LOST, place.path(), message);
        }
    }

    #[cold]
    fn wrong(&self, info: &AttributeInfo, why: &'static str, place: Place) -> Error {
        Error::new(ErrorKind::WrongValue { attribute: info.name.to_string(), why }, place.path())
    }
}

fn written<'s>(name: urho_core::HashedName<'s>, value: Cow<'s, Value<'s>>, class: Option<&'s Class>) -> Written<'s> {
    let by_name = !name.name.is_empty();
    let info =
        class.and_then(|class| if by_name { class.attribute(&name.name) } else { class.attribute_of_hash(name.hash) });
    let text = match info {
        Some(info) => Cow::Borrowed(info.name.as_bytes()),
        None => name.name.into_cow(),
    };
    Written { name: text, hash: name.hash, info, value }
}

/// Returns text as UTF-8, which JSON requires.
///
/// # Errors
/// Text that isn't UTF-8.
pub(crate) fn utf8(text: &[u8], place: Place) -> Result<&str, Error> {
    std::str::from_utf8(text).map_err(|_| {
        Error::new(ErrorKind::Text(urho_core::ErrorKind::NotInText("text that isn't UTF-8")), place.path())
    })
}

/// Returns the name of an attribute.
///
/// # Errors
/// A name whose hash alone is known.
pub(crate) fn named<'s>(attribute: &'s Written<'_>, place: Place) -> Result<&'s [u8], Error> {
    if attribute.name.is_empty() && attribute.hash.0 != 0 {
        return Err(Error::new(ErrorKind::NotInForm("an attribute with only the hash of its name"), place.path()));
    }
    Ok(&attribute.name)
}

/// The type that an archive in text says: an enumeration is its name. So is a value of unknown type, which is kept as its text.
pub(crate) fn archived_kind(attribute: &Written<'_>) -> VariantKind {
    match (attribute.value.kind(), attribute.info) {
        (Some(VariantKind::Int), Some(info)) if !info.names.is_empty() => VariantKind::String,
        (Some(kind), _) => kind,
        (None, _) => VariantKind::String,
    }
}

/// Returns bytes as the archives write them.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS.get(usize::from(digit)).copied().unwrap_or(b'0')));
    digits.collect()
}

/// Returns the class of a component, and the class name to write: for an unknown class with only a hash, `#` and the hash.
pub(crate) fn class_of<'c>(classes: &'c Classes, name: &urho_core::HashedName<'_>) -> (Option<&'c Class>, Vec<u8>) {
    let class = match name.name.is_empty() {
        true => classes.get(name.hash),
        false => name.name.as_str().and_then(|name| classes.named(name)),
    };
    let text = match (class, name.name.is_empty()) {
        (_, false) => name.name.to_vec(),
        (Some(class), true) => class.name().as_bytes().to_vec(),
        (None, true) => format!("#{}", name.hash).into_bytes(),
    };
    (class.map(|class| &**class), text)
}
