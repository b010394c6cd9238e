//! The text encodings: XML and JSON, for the scenes of the engines and for archives from rbfx.

pub(crate) mod archive;
pub(crate) mod number;
pub(crate) mod part;
pub(crate) mod plain_json;
pub(crate) mod plain_xml;
pub(crate) mod write_archive;
pub(crate) mod write_archive_json;
pub(crate) mod write_archive_xml;
pub(crate) mod write_json;
pub(crate) mod write_xml;

use std::borrow::Cow;
use std::collections::HashMap;

use binio::{Findings, Name, Segment};
use urho_core::tree::JsonWriter;
use urho_core::{FloatPrecision, HashAlgorithm, StringHash, Variant, VariantKind};

use crate::attributes::Attributes;
use crate::class::{AttributeInfo, Class, Classes};
use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::place::Place;
use crate::value::Value;

pub(crate) use number::{NumberForm, NumberStyle};

/// How many unknown attributes a finding names.
const MOST_SHOWN: usize = 8;

/// What a text reader must remember, with its findings.
pub(crate) struct Reading<'c> {
    pub(crate) classes: &'c Classes,
    pub(crate) findings: Findings,
    /// The attributes that a class does not have.
    unknown: Vec<(Place, u64, String)>,
    /// The offsets of nodes and components, if they were requested.
    pub(crate) places: Option<HashMap<Place, u64>>,
}

impl<'c> Reading<'c> {
    pub(crate) fn new(classes: &'c Classes) -> Self {
        Self { classes, findings: Findings::new(), unknown: Vec::new(), places: None }
    }

    /// Creates a reader that remembers where nodes and components are.
    pub(crate) fn with_places(classes: &'c Classes) -> Self {
        Self { places: Some(HashMap::new()), ..Self::new(classes) }
    }
}

impl Reading<'_> {
    /// Remembers where a node or component is.
    pub(crate) fn begin(&mut self, place: Place, at: u64) {
        if let Some(places) = &mut self.places {
            places.insert(place, at);
        }
    }

    /// Remembers an attribute that the class does not have.
    pub(crate) fn unknown(&mut self, place: Place, at: u64, name: &Name<'_>, class: &Class) {
        self.unknown.push((place, at, format!("\"{name}\" of {}", class.name())));
    }

    /// Returns the findings. If there are attributes that a class does not have, they are a single note, because scenes
    /// from older engines have many and the engine skips all of them.
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

    pub(crate) fn hashes(&self) -> HashAlgorithm {
        self.classes.engine().hashes()
    }

    pub(crate) fn warn(&mut self, place: Place, at: u64, message: impl Into<String>) {
        self.findings.add_at(kinds::TEXT_VALUE, binio::Severity::Warning, place.path(), message, at);
    }

    /// Reads the id of a node or component. If there is none, the engine will assign an id.
    pub(crate) fn id(&mut self, text: Option<Name<'_>>, place: Place, at: u64) -> u32 {
        let Some(text) = text else { return 0 };
        let number = text.as_str().and_then(|text| text.parse::<u32>().ok());
        if number.is_none() {
            self.warn(place, at, format!("\"{text}\" is no id; the engine gives it a new one"));
        }
        number.unwrap_or(0)
    }

    /// Reads a value that is a single string.
    pub(crate) fn scalar<'a>(
        &mut self,
        kind: VariantKind,
        text: Name<'a>,
        name: &Name<'_>,
        place: Place,
        at: u64,
    ) -> Variant<'a> {
        let (value, odd) = scalar(kind, text, self.hashes());
        if let Some(odd) = odd {
            self.warn(place, at, format!("attribute \"{name}\": {odd}"));
        }
        value
    }

    /// Reads the value of a registered attribute from a single string.
    pub(crate) fn registered<'a>(&mut self, info: &AttributeInfo, text: Name<'a>, place: Place, at: u64) -> Value<'a> {
        let name = Name::from(&*info.name);
        if info.names.is_empty() {
            return Value::Variant(self.scalar(info.kind, text, &name, place, at));
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

/// Reads a value. If the text is unusual, this also returns a note. Text that is not borrowed from the file is copied.
pub(crate) fn scalar(kind: VariantKind, text: Name<'_>, hashes: HashAlgorithm) -> (Variant<'_>, Option<&'static str>) {
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

/// What a text writer must remember, with its findings.
pub(crate) struct Writing<'c> {
    pub(crate) classes: &'c Classes,
    pub(crate) style: NumberStyle,
    /// Whether to leave out attributes with the default value, as the engine does.
    pub(crate) omit_defaults: bool,
    /// Whether to write JSON in a single line.
    pub(crate) one_line: bool,
    pub(crate) findings: Findings,
}

/// An attribute to write, with its name, its value, and how the class registers it.
pub(crate) struct Written<'s> {
    pub(crate) name: Cow<'s, [u8]>,
    pub(crate) hash: StringHash,
    pub(crate) info: Option<&'s AttributeInfo>,
    pub(crate) value: Cow<'s, Value<'s>>,
}

impl<'c> Writing<'c> {
    /// Creates a writer for a JSON file.
    pub(crate) fn json(&self) -> JsonWriter {
        if self.one_line { JsonWriter::fragment(b"", b"", b"") } else { JsonWriter::document() }
    }

    /// Returns the attributes to write, in order. A node gets all attributes, but a component only those that do not
    /// have the default value. Attributes that the class does not have come last.
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

    /// Returns the attributes for an archive in class order. If requested, this leaves out default values.
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

    /// Reports values that an archive in text can only store as strings, because their type is unknown.
    pub(crate) fn tell_untyped(&mut self, attributes: &[Written<'_>], place: Place) {
        let is_untyped = |attribute: &&Written<'_>| attribute.value.kind().is_none() && attribute.info.is_none();
        for attribute in attributes.iter().filter(is_untyped) {
            let name = Name::from(&*attribute.name);
            let message = format!("attribute \"{name}\" has no known type: written as a String");
            self.findings.warning(kinds::TEXT_VALUE, place.path(), message);
        }
    }

    /// Returns whether this is the default value. In the engine −0 equals 0, and so is lost.
    fn is_default(&self, value: &Value<'_>, default: Option<&Variant<'_>>) -> bool {
        let (Some(value), Some(default)) = (value.variant(), default) else { return false };
        match (value.floats(), default.floats()) {
            (Some(a), Some(b)) if self.style.digits == FloatPrecision::Engine => {
                value.kind() == default.kind() && a == b
            }
            _ => value == default,
        }
    }

    /// Prepares attributes for a binary archive. Removes values with an unknown type and, if requested, default values.
    /// If `named` is set, an enumeration value is replaced with its name, as in files that are not compact.
    ///
    /// # Errors
    /// Fails if the attributes are opaque.
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

    /// Returns the value as a single string. For an enumeration, this is its name.
    ///
    /// # Errors
    /// Fails if text can't store the value.
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

    /// Reports how a component is written that does not match a class.
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

    /// Reports attribute animations, because an archive can't store them.
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

/// Returns the text as UTF-8, which JSON requires.
///
/// # Errors
/// Fails if the text is not UTF-8.
pub(crate) fn utf8(text: &[u8], place: Place) -> Result<&str, Error> {
    std::str::from_utf8(text).map_err(|_| {
        Error::new(ErrorKind::Text(urho_core::ErrorKind::NotInText("text that isn't UTF-8")), place.path())
    })
}

/// Returns the name of an attribute.
///
/// # Errors
/// Fails if only the hash of the name is known.
pub(crate) fn named<'s>(attribute: &'s Written<'_>, place: Place) -> Result<&'s [u8], Error> {
    if attribute.name.is_empty() && attribute.hash.0 != 0 {
        return Err(Error::new(ErrorKind::NotInForm("an attribute with only the hash of its name"), place.path()));
    }
    Ok(&attribute.name)
}

/// Returns the type to write in a text archive. An enumeration is written as its name, so it is a string. A value with
/// an unknown type is also a string, because its text was kept.
pub(crate) fn archived_kind(attribute: &Written<'_>) -> VariantKind {
    match (attribute.value.kind(), attribute.info) {
        (Some(VariantKind::Int), Some(info)) if !info.names.is_empty() => VariantKind::String,
        (Some(kind), _) => kind,
        (None, _) => VariantKind::String,
    }
}

/// Writes bytes in hexadecimal, as archives do.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS.get(usize::from(digit)).copied().unwrap_or(b'0')));
    digits.collect()
}

/// Returns the class of a component, and the name to write. If the class is unknown and there is only a hash, this is
/// `#` and the hash.
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
