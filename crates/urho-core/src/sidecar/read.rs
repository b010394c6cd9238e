//! Reads side files from XML.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use binio::{Bytes, Fault, Findings, MAX_DEPTH, Name, Path, Severity};
use quick_xml::events::{BytesStart, Event};

use super::oddities::Oddities;
use super::{Metadata, Sidecar, Trigger};
use crate::error::{Error, ErrorKind};
use crate::hash::{HashAlgorithm, StringHash};
use crate::kind::VariantKind;
use crate::kinds;
use crate::known_hashes::HashedName;
use crate::tree::{XmlEncoding, byte_order_mark, unescape_attribute};
use crate::variant::Variant;

pub(super) fn sidecar(bytes: &[u8], length: Option<f32>, hashes: HashAlgorithm) -> Result<(Sidecar, Findings), Error> {
    let encoding = XmlEncoding::of(bytes);
    if encoding == XmlEncoding::Utf8 {
        return of_text(bytes, length, hashes);
    }
    let text = encoding.decode(bytes)?;
    let (sidecar, mut findings) = of_text(&text, length, hashes).map_err(|error| encoding.place_error(&text, error))?;
    encoding.place(&text, &mut findings);
    Ok((sidecar, findings))
}

fn of_text(bytes: &[u8], length: Option<f32>, hashes: HashAlgorithm) -> Result<(Sidecar, Findings), Error> {
    let base = byte_order_mark(bytes)?;
    let bytes = bytes.get(base..).unwrap_or_default();
    let reader = quick_xml::Reader::from_reader(bytes);
    let mut xml = Xml { reader, bytes, base: base as u64, hashes, odd: Oddities::default() };
    let mut sidecar = xml.root(length)?;
    sidecar.sort_triggers();
    sidecar.check_names(&mut xml.odd);
    Ok((sidecar, xml.odd.into_findings()))
}

/// An XML reader that knows its position.
struct Xml<'x> {
    reader: quick_xml::Reader<&'x [u8]>,
    bytes: &'x [u8],
    /// Where the bytes begin in the file.
    base: u64,
    hashes: HashAlgorithm,
    odd: Oddities,
}

/// The start of an element: its name and position, and whether it is empty.
struct Element<'x> {
    tag: BytesStart<'x>,
    at: u64,
    ended: bool,
}

/// The known attributes. For duplicates, this is the first.
#[derive(Default)]
struct Attributes {
    name: Option<Vec<u8>>,
    hash: Option<Vec<u8>>,
    kind: Option<Vec<u8>>,
    value: Option<Vec<u8>>,
    time: Option<Vec<u8>>,
    normalized_time: Option<Vec<u8>>,
}

/// What comes next inside an element.
enum Next<'x> {
    Element(Element<'x>),
    End,
}

impl<'x> Xml<'x> {
    /// Returns the offset in the file.
    fn position(&self) -> u64 {
        self.base.saturating_add(self.reader.buffer_position())
    }

    fn event(&mut self) -> Result<Event<'x>, Error> {
        self.reader.read_event().map_err(|error| {
            let at = self.base.saturating_add(self.reader.error_position());
            Error::new(ErrorKind::Xml(error.to_string()), Path::new()).at(at)
        })
    }

    /// Returns the next child, or the end of this element. Everything in between is ignored.
    fn next(&mut self, path: &Path) -> Result<Option<Next<'x>>, Error> {
        loop {
            let at = self.position();
            match self.event()? {
                Event::Start(tag) => return Ok(Some(Next::Element(Element { tag, at, ended: false }))),
                Event::Empty(tag) => return Ok(Some(Next::Element(Element { tag, at, ended: true }))),
                Event::End(_) => return Ok(Some(Next::End)),
                Event::Eof => return Ok(None),
                Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => {}
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                    self.odd.add_at(
                        kinds::NOT_KEPT,
                        Severity::Note,
                        path,
                        "text between elements means nothing here and is not kept",
                        at,
                    );
                }
                Event::Comment(_) => {
                    self.odd.add_at(kinds::NOT_KEPT, Severity::Note, path, "a comment is not kept", at);
                }
                Event::DocType(_) => {
                    self.odd.add_at(
                        kinds::NOT_KEPT,
                        Severity::Note,
                        path,
                        "a document type is not read and not kept",
                        at,
                    );
                }
                Event::Decl(_) | Event::PI(_) => {}
            }
        }
    }

    /// Returns the next child of an open element, or `None` at its end.
    fn child(&mut self, path: &Path) -> Result<Option<Element<'x>>, Error> {
        match self.next(path)? {
            Some(Next::Element(element)) => Ok(Some(element)),
            Some(Next::End) => Ok(None),
            None => {
                let kind = ErrorKind::Xml("the file ends inside an element".to_string());
                Err(Error::new(kind, path.clone()).at(self.position()))
            }
        }
    }

    /// Skips to the end of an open element.
    fn skip(&mut self, element: &Element<'x>, path: &Path) -> Result<(), Error> {
        let mut depth = u64::from(!element.ended);
        while depth > 0 {
            match self.event()? {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Eof => {
                    let kind = ErrorKind::Xml("the file ends inside an element".to_string());
                    return Err(Error::new(kind, path.clone()).at(self.position()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn root(&mut self, length: Option<f32>) -> Result<Sidecar, Error> {
        let root = Path::new();
        let Some(Next::Element(element)) = self.next(&root)? else {
            return Err(Error::new(ErrorKind::NoRoot, root).at(self.position()));
        };
        let mut sidecar = Sidecar {
            root: Name::from(element.tag.name().as_ref()).into_owned(),
            metadata: Vec::new(),
            triggers: Vec::new(),
            other: Vec::new(),
            hashes: self.hashes,
        };
        if element.tag.attributes().with_checks(false).next().is_some() {
            self.odd.add_at(
                kinds::ROOT_ATTRIBUTES,
                Severity::Note,
                &root,
                "attributes of the root are not kept",
                element.at,
            );
        }
        if !element.ended {
            let mut elements = (0, 0);
            while let Some(element) = self.child(&root)? {
                self.root_child(element, length, &mut sidecar, &mut elements)?;
            }
        }
        while let Some(next) = self.next(&root)? {
            let Next::Element(element) = next else { continue };
            self.odd.add_at(
                kinds::NOT_KEPT,
                Severity::Warning,
                &root,
                "an element after the root is not read and not kept",
                element.at,
            );
            self.skip(&element, &root)?;
        }
        Ok(sidecar)
    }

    /// Reads a child of the root. For `count`, pass the number of triggers and metadata up to now.
    fn root_child(
        &mut self,
        element: Element<'x>,
        length: Option<f32>,
        sidecar: &mut Sidecar,
        count: &mut (usize, usize),
    ) -> Result<(), Error> {
        match element.tag.name().as_ref() {
            b"trigger" => {
                let path = Path::from([("trigger", count.0)]);
                count.0 += 1;
                sidecar.triggers.extend(self.trigger(&element, length, &path)?);
            }
            b"metadata" => {
                let path = Path::from([("metadata", count.1)]);
                count.1 += 1;
                let attributes = self.attributes(&element, &path, &["name", "type", "value"])?;
                if attributes.name.is_none() {
                    self.odd.add_at(
                        kinds::NAME_MISSING,
                        Severity::Warning,
                        &path,
                        "no name; the engine takes the empty one",
                        element.at,
                    );
                }
                let value = self.value(&element, &attributes, MAX_DEPTH, &path)?;
                sidecar.metadata.push(Metadata { name: Name::from(attributes.name.unwrap_or_default()), value });
            }
            name => {
                let path = Path::new().name(name);
                self.skip(&element, &path)?;
                let [start, end] = [element.at, self.position()].map(|at| usize::try_from(at - self.base).ok());
                let block = start.zip(end).and_then(|(start, end)| self.bytes.get(start..end)).unwrap_or_default();
                sidecar.other.push(Bytes::from(block).into_owned());
                let message = "neither metadata nor trigger; Urho3D takes no notice of it";
                self.odd.add_at(kinds::ELEMENT_UNKNOWN, Severity::Note, &path, message, element.at);
            }
        }
        Ok(())
    }

    /// Reads a trigger, or returns `None` if it has no time.
    fn trigger(&mut self, element: &Element<'x>, length: Option<f32>, path: &Path) -> Result<Option<Trigger>, Error> {
        let attributes = self.attributes(element, path, &["time", "normalizedtime", "type", "value"])?;
        let value = self.value(element, &attributes, MAX_DEPTH, path)?;
        let (text, share) = match (&attributes.normalized_time, &attributes.time) {
            (Some(text), _) => (text, true),
            (None, Some(text)) => (text, false),
            (None, None) => {
                let message = "neither time nor normalizedtime; the engine leaves it out";
                self.odd.add_at(kinds::TIME_MISSING, Severity::Warning, path, message, element.at);
                return Ok(None);
            }
        };
        let read = Variant::from_text(VariantKind::Float, text, self.hashes);
        if let Some(odd) = read.odd {
            self.odd.add_at(kinds::VALUE_INVALID, Severity::Warning, path, format!("time: {odd}"), element.at);
        }
        let time = read.value.floats().and_then(<[f32]>::first).copied().unwrap_or_default();
        let factor = if share { length } else { Some(1.0) };
        if factor.is_none() {
            let message = "its time is a share of an animation's length, which is not known here: left out";
            self.odd.add_at(kinds::TIME_RELATIVE, Severity::Warning, path, message, element.at);
        }
        Ok(factor.map(|factor| Trigger { time: if share { time * factor } else { time }, value }))
    }

    /// Reads the attributes, and reports those that are not in `known`.
    fn attributes(&mut self, element: &Element<'x>, path: &Path, known: &[&str]) -> Result<Attributes, Error> {
        let mut all = Attributes::default();
        for attribute in element.tag.attributes().with_checks(false) {
            let attribute = attribute
                .map_err(|error| Error::new(ErrorKind::Xml(error.to_string()), path.clone()).at(element.at))?;
            let name = attribute.key.as_ref();
            if !known.iter().any(|known| known.as_bytes() == name) {
                let message = format!("attribute {} is not read and not kept", Name::from(name));
                self.odd.add_at(kinds::ATTRIBUTE_UNKNOWN, Severity::Note, path, message, element.at);
                continue;
            }
            let place = match name {
                b"name" => &mut all.name,
                b"hash" => &mut all.hash,
                b"type" => &mut all.kind,
                b"value" => &mut all.value,
                b"time" => &mut all.time,
                _ => &mut all.normalized_time,
            };
            if place.is_some() {
                let message = format!("a second attribute {}; the engine takes the first", Name::from(name));
                self.odd.add_at(kinds::ATTRIBUTE_DUPLICATE, Severity::Warning, path, message, element.at);
                continue;
            }
            let (value, odd) = unescape_attribute(&attribute.value);
            *place = Some(value);
            if let Some(odd) = odd {
                self.odd.add_at(kinds::VALUE_INVALID, Severity::Warning, path, odd, element.at);
            }
        }
        Ok(all)
    }

    /// Reads the value of an element with these attributes, up to the end of the element.
    fn value(
        &mut self,
        element: &Element<'x>,
        attributes: &Attributes,
        depth: u16,
        path: &Path,
    ) -> Result<Variant<'static>, Error> {
        let name = attributes.kind.as_deref().unwrap_or_default();
        let kind = VariantKind::from_name(name).unwrap_or(VariantKind::None);
        if kind == VariantKind::None && !name.eq_ignore_ascii_case(b"none") {
            let message = format!("unknown type \"{}\"; the engine reads nothing", Name::from(name));
            self.odd.add_at(kinds::TYPE_UNKNOWN, Severity::Warning, path, message, element.at);
        }
        match kind {
            VariantKind::VariantVector => {
                let mut items = Vec::new();
                self.items(element, b"variant", depth, path, |_, value| items.push(value))?;
                Ok(Variant::VariantVector(items))
            }
            VariantKind::VariantMap => {
                let mut entries = Vec::new();
                self.items(element, b"variant", depth, path, |key, value| entries.extend(key.map(|key| (key, value))))?;
                Ok(Variant::VariantMap(entries))
            }
            VariantKind::StringVariantMap => {
                let mut entries = Vec::new();
                self.items(element, b"variant", depth, path, |key, value| {
                    entries.push((key.map(|key| key.name).unwrap_or_default(), value));
                })?;
                Ok(Variant::StringVariantMap(entries))
            }
            VariantKind::StringVector => {
                let mut texts = Vec::new();
                self.strings(element, path, &mut texts)?;
                Ok(Variant::StringVector(texts))
            }
            _ => {
                let text = attributes.value.as_deref().unwrap_or_default();
                let read = Variant::from_text(kind, text, self.hashes);
                if let Some(odd) = read.odd.filter(|_| kind != VariantKind::None) {
                    self.odd.add_at(kinds::VALUE_INVALID, Severity::Warning, path, odd, element.at);
                }
                self.no_children(element, path)?;
                Ok(read.value.into_owned())
            }
        }
    }

    /// Reads the values inside a vector or a map, and their keys.
    fn items(
        &mut self,
        element: &Element<'x>,
        name: &[u8],
        depth: u16,
        path: &Path,
        mut add: impl FnMut(Option<HashedName<'static>>, Variant<'static>),
    ) -> Result<(), Error> {
        let too_deep = || {
            let fault = ErrorKind::Fault(Fault::Limit("nesting of variants"));
            Error::new(fault, path.clone()).at(element.at)
        };
        let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
        if element.ended {
            return Ok(());
        }
        while let Some(child) = self.child(path)? {
            if child.tag.name().as_ref() != name {
                self.unknown_child(&child, path)?;
                continue;
            }
            let attributes = self.attributes(&child, path, &["name", "hash", "type", "value"])?;
            let key = match (&attributes.name, &attributes.hash) {
                (Some(name), _) => Some(HashedName::of(self.hashes, name.clone())),
                (None, Some(hash)) => Some(HashedName::from(self.hash(hash, &child, path))),
                (None, None) => None,
            };
            let value = self.value(&child, &attributes, depth, path)?;
            add(key, value);
        }
        Ok(())
    }

    /// Reads a hash in decimal.
    fn hash(&mut self, text: &[u8], element: &Element<'x>, path: &Path) -> StringHash {
        let read = Variant::from_text(VariantKind::Int64, text, self.hashes);
        let number = if let Variant::Int64(number) = read.value { number } else { 0 };
        let hash = u32::try_from(number);
        if read.odd.is_some() || hash.is_err() {
            self.odd.add_at(
                kinds::VALUE_INVALID,
                Severity::Warning,
                path,
                "the hash is not a number of 32 bits",
                element.at,
            );
        }
        // Large numbers are truncated, as in the engine where `long` has 64 bits.
        StringHash(hash.unwrap_or(number as u32))
    }

    fn strings(&mut self, element: &Element<'x>, path: &Path, texts: &mut Vec<Name<'static>>) -> Result<(), Error> {
        if element.ended {
            return Ok(());
        }
        while let Some(child) = self.child(path)? {
            if child.tag.name().as_ref() == b"string" {
                let attributes = self.attributes(&child, path, &["value"])?;
                texts.push(Name::from(attributes.value.unwrap_or_default()));
                self.no_children(&child, path)?;
            } else {
                self.unknown_child(&child, path)?;
            }
        }
        Ok(())
    }

    fn no_children(&mut self, element: &Element<'x>, path: &Path) -> Result<(), Error> {
        if element.ended {
            return Ok(());
        }
        while let Some(child) = self.child(path)? {
            self.unknown_child(&child, path)?;
        }
        Ok(())
    }

    fn unknown_child(&mut self, child: &Element<'x>, path: &Path) -> Result<(), Error> {
        let message = format!("element {} is not read and not kept", Name::from(child.tag.name().as_ref()));
        self.odd.add_at(kinds::ELEMENT_UNKNOWN, Severity::Note, path, message, child.at);
        self.skip(child, path)
    }
}
