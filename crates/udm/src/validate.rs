//! Finds problems that a document can have even though its structure is correct, and tells what the engine will do.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use binio::{Fault, Findings, Limits, MAX_DEPTH, Path, Segment, Severity};

use crate::array::Array;
use crate::document::{Document, MAGIC, check_root, check_version, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::key_index::KeyIndex;
use crate::kind::Type;
use crate::kinds;
use crate::layout::StructLayout;
use crate::pack::ITEM_COUNT;
use crate::packed_array::PackedArray;
use crate::source::Encoding;
use crate::text::Syntax;
use crate::value::Value;

/// In a binary document, the root comes after the identifier and the version.
const ROOT_AT: u64 = 8;

impl Document<'_> {
    /// Checks the document. Use this to find problems before the engine does. Packed blocks will be unpacked one by one
    /// to find out if this is possible.
    ///
    /// This reports defects that were accepted because your options allowed them, duplicate keys, broken references,
    /// bools that are neither 0 nor 1, impossible packed sizes, and values that will be misread or crash the engine. In
    /// a text, it also reports escapes and misread numbers. Every finding has its byte offset.
    pub fn validate(&self) -> Findings {
        let mut findings = self.source.findings().clone();
        if self.encoding() == Encoding::Text {
            self.text(&mut findings);
        }
        self.frame(&mut findings);
        self.parts(&mut findings);
        self.unpackable(&mut findings);
        self.locate(&mut findings);
        findings
    }

    /// Reports content that can't be written to text, or that the engine will misread there.
    fn text(&self, findings: &mut Findings) {
        match self.to_bytes() {
            Ok(text) => match Syntax::parse(&text) {
                Ok(syntax) => findings.extend(syntax.engine_findings()),
                Err(error) => findings.error(kinds::TEXT_UNREADABLE, "text", format!("{error}: can't be read back")),
            },
            Err(error) => findings.error(kinds::TEXT_UNWRITABLE, "text", format!("{error}: can't be written")),
        }
    }

    /// Checks the header, the root types, and the end of the file.
    fn frame(&self, findings: &mut Findings) {
        if let Err(kind) = check_version(self.header_version) {
            let message = format!("{kind}: the engine takes the file for text and refuses it");
            findings.add_at(kinds::HEADER_INVALID, Severity::Error, "header", message, MAGIC.len() as u64);
        }
        if let Err(kind) = check_root(&self.root) {
            let message = format!("{kind}: the engine refuses the file");
            findings.add_at(kinds::ROOT_INVALID, Severity::Error, "root", message, ROOT_AT);
        }
        if !self.trailing.is_empty() {
            let length = self.trailing.len() as u64;
            let message = format!("{length} bytes that no reader looks at");
            match self.encoded_len() {
                Ok(end) => findings.add_at(
                    kinds::TRAILING_BYTES,
                    Severity::Note,
                    "trailing bytes",
                    message,
                    end.saturating_sub(length),
                ),
                Err(_) => findings.note(kinds::TRAILING_BYTES, "trailing bytes", message),
            }
        }
    }

    /// Checks all elements and values.
    fn parts(&self, findings: &mut Findings) {
        let mut pending = vec![(Path::new(), Part::Element(&self.root), 1_u16)];
        let mut references = References { keys: KeyIndex::default(), hints: HINTS };
        while let Some((path, part, depth)) = pending.pop() {
            if depth > MAX_DEPTH {
                findings.error(
                    kinds::NESTED_TOO_DEEP,
                    path,
                    format!("nested deeper than {MAX_DEPTH} levels: can't be written"),
                );
                continue;
            }
            let children = match part {
                Part::Element(element) => self.element(&path, element, findings),
                Part::Value(value) => self.value(&path, value, &mut references, findings),
            };
            let deeper = matches!(part, Part::Element(_) | Part::Value(Value::Array(Array::Items(_))));
            let depth = depth.saturating_add(u16::from(deeper));
            pending.extend(children.into_iter().rev().map(|(path, part)| (path, part, depth)));
        }
    }

    /// Unpacks packed blocks, as long as the default limits allow this.
    fn unpackable(&self, findings: &mut Findings) {
        let mut budget = Limits::default().budget();
        for (path, value) in self.walk() {
            let error = match value {
                Value::Lz4(packed) if packed.is_plausible() => packed.unpack(&mut budget).err(),
                Value::Array(Array::Packed(packed)) if packed.is_plausible() => packed.unpack(&mut budget).err(),
                _ => None,
            };
            if let Some(error) = error {
                let path = crate::path::to_finding_path(&path);
                packed_error(path, &error, findings);
            }
        }
    }

    fn element<'d>(&self, path: &Path, element: &'d Element<'_>, findings: &mut Findings) -> Vec<(Path, Part<'d>)> {
        let mut keys = BTreeSet::new();
        let mut children = Vec::new();
        for (name, value) in element.iter() {
            let path = path.clone().name(name);
            if !keys.insert(name.as_bytes()) {
                findings.warning(kinds::KEY_DUPLICATE, path.clone(), "duplicate key: the engine keeps the last");
            }
            if name.len() > usize::from(u8::MAX) {
                findings.error(
                    kinds::KEY_TOO_LONG,
                    path.clone(),
                    format!("a key of {} bytes: binary files hold 255", name.len()),
                );
            }
            if name.is_empty() || name.contains(&b'"') {
                findings.note(
                    kinds::KEY_NOT_READABLE,
                    path.clone(),
                    "the engine writes this key to text so that it can't read it back",
                );
            }
            children.push((path, Part::of(value)));
        }
        children
    }

    fn value<'d>(
        &'d self,
        path: &Path,
        value: &'d Value<'_>,
        references: &mut References<'d>,
        findings: &mut Findings,
    ) -> Vec<(Path, Part<'d>)> {
        match value {
            Value::Bool(byte @ 2..) => {
                findings.warning(kinds::BOOL_VALUE, path.clone(), format!("a bool of {byte}: undefined in C++"));
            }
            Value::Ref(target) if self.root.get(key::DATA).is_some() => {
                if let Err(error) = self.resolve_many(target, references.hints > 0, &mut references.keys) {
                    references.hints = references.hints.saturating_sub(1);
                    let message =
                        format!("the reference to \"{target}\": {}; the engine leaves it unresolved", error.kind());
                    findings.warning(kinds::REFERENCE_UNRESOLVED, path.clone(), message);
                }
            }
            Value::Lz4(packed) if !packed.is_plausible() => implausible(path, packed.unpacked_len, findings),
            Value::Struct(structure) => layout(path, structure.layout(), findings),
            Value::Array(array) => return self.array(path, array, findings),
            _ => {}
        }
        Vec::new()
    }

    fn array<'d>(&self, path: &Path, array: &'d Array<'_>, findings: &mut Findings) -> Vec<(Path, Part<'d>)> {
        match array {
            Array::Items(items) => {
                let part = |(index, value)| {
                    let mut path = path.clone();
                    path.push(Segment::Index(index as u64));
                    (path, Part::of(value))
                };
                return items.iter().enumerate().map(part).collect();
            }
            Array::Structs(structs) => {
                layout(path, structs.layout(), findings);
                if !structs.is_empty() {
                    let message =
                        "an array of structs: the engine writes past its memory when it reads one from a binary file";
                    findings.error(kinds::ARRAY_OF_STRUCTS, path.clone(), message);
                }
            }
            Array::Packed(packed) => packed_array(path, packed, findings),
            Array::Plain(plain) if plain.item_type() == Type::BOOL && plain.as_bytes().iter().any(|byte| *byte > 1) => {
                findings.warning(kinds::BOOL_VALUE, path.clone(), "bools that are neither 0 nor 1: undefined in C++");
            }
            _ => {}
        }
        Vec::new()
    }
}

/// How many messages about broken references can list similar keys. To do this, the reference must be compared to all
/// keys.
const HINTS: u16 = 64;

/// The references to check.
struct References<'d> {
    keys: KeyIndex<'d>,
    /// How many [`HINTS`] are left.
    hints: u16,
}

/// A part to check.
#[derive(Clone, Copy)]
enum Part<'d> {
    Element(&'d Element<'d>),
    Value(&'d Value<'d>),
}

impl<'d> Part<'d> {
    fn of(value: &'d Value<'_>) -> Self {
        match value {
            Value::Element(element) => Self::Element(element),
            other => Self::Value(other),
        }
    }
}

/// Reports why packed bytes can't be used.
fn packed_error(path: Path, error: &Error, findings: &mut Findings) {
    let is_count = matches!(error.path().segments(), [Segment::Part(ITEM_COUNT)]);
    match error.kind() {
        ErrorKind::Data(Fault::Limit(_)) => {}
        ErrorKind::WrongSize { stored, actual } if is_count => {
            let effect =
                if stored > actual { "the engine reads past its memory" } else { "the engine throws or skips items" };
            findings.error(
                kinds::PACKED_COUNT,
                path,
                format!("{stored} items, but {actual} in the packed bytes: {effect}"),
            );
        }
        kind => {
            let message = format!("{kind}: the packed bytes can't be unpacked; the engine throws when they are used");
            findings.error(kinds::PACKED_BROKEN, path, message);
        }
    }
}

fn implausible(path: &Path, size: u64, findings: &mut Findings) {
    let message: String = format!("the packed bytes can't unpack to {size}: the engine throws when it is used");
    findings.add(kinds::PACKED_BROKEN, Severity::Error, path.clone(), message);
}

fn layout(path: &Path, layout: &StructLayout<'_>, findings: &mut Findings) {
    if layout.fields().is_empty() {
        findings.error(
            kinds::STRUCT_WITHOUT_FIELDS,
            path.clone(),
            "a struct without fields: the engine reads it, but can't write it",
        );
    }
    let mut names = BTreeSet::new();
    for (_, name) in layout.fields() {
        if !name.is_empty() && !names.insert(name.as_bytes()) {
            findings.note(kinds::FIELD_DUPLICATE, path.clone().name(name), "more than one field has this name");
        }
    }
}

fn packed_array(path: &Path, array: &PackedArray<'_>, findings: &mut Findings) {
    if !array.is_plausible() {
        implausible(path, array.unpacked_len(), findings);
    }
    if array.item_type() == Type::STRING && array.unpacked_len() == 0 {
        findings.warning(
            kinds::PACKED_STRINGS_EMPTY,
            path.clone(),
            "packed strings, but none: the engine crashes when it looks at them",
        );
    }
    if let Some(fields) = array.layout() {
        layout(path, fields, findings);
    }
}
