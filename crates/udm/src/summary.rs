//! Shows a document's content to serde (feature `serde`). This is the output from `inspect --json`.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use binio::summary::sha256;
use binio::{Budget, Limits, MAX_DEPTH, Name};
use core::cell::{Cell, RefCell};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::array::Array;
use crate::document::Document;
use crate::element::Element;
use crate::error::Error;
use crate::kind::Type;
use crate::layout::StructLayout;
use crate::value::Value;

/// The whole tree, to be serialized. For every value you get `t` (its type) and the content, which depends on the type:
/// `raw` (bytes in hex; above 256 bytes, only their `len` and, with hashes, `sha256`), `s` (text), `c` (the keys and
/// values in an element), or `vt`, `n`, `v`, `desc` (the item type, count, items and layout for an array). Packed data
/// is shown unpacked, or with an `error` if it can't be.
#[derive(Debug)]
#[non_exhaustive]
pub struct Summary<'d> {
    document: &'d Document<'d>,
    context: Context,
}

#[derive(Debug)]
struct Context {
    hashes: bool,
    budget: RefCell<Budget>,
    /// How many more levels can be opened. This is needed because packed arrays can contain packed arrays.
    levels: Cell<u16>,
}

impl Document<'_> {
    /// Returns the document for use with serde. Set `hashes` to get the SHA-256 for long blocks.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        let budget = RefCell::new(Limits::default().budget());
        Summary { document: self, context: Context { hashes, budget, levels: Cell::new(MAX_DEPTH) } }
    }
}

impl Serialize for Summary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", &self.document.header_version)?;
        map.serialize_entry("trailing", &self.document.trailing.len())?;
        map.serialize_entry("root", &Children(&self.document.root, &self.context))?;
        map.end()
    }
}

/// Keys and values. If a key is duplicate, only the last is shown.
struct Children<'d>(&'d Element<'d>, &'d Context);

impl Serialize for Children<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let last: BTreeMap<_, _> = self.0.iter().map(|(key, value)| (key.to_text(), value)).collect();
        serializer.collect_map(last.into_iter().map(|(key, value)| (key, Node(value, self.1))))
    }
}

struct Node<'d>(&'d Value<'d>, &'d Context);

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value, context) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("t", &value.ty().to_string())?;
        match value {
            Value::String(text) | Value::Ref(text) => map.serialize_entry("s", text)?,
            Value::Utf8(bytes) | Value::Blob(bytes) => map.serialize_entry("raw", &Raw(bytes, context))?,
            Value::Lz4(packed) => {
                map.serialize_entry("uncompressed", &packed.unpacked_len)?;
                match packed.unpack(&mut context.budget.borrow_mut()) {
                    Ok(bytes) => map.serialize_entry("raw", &Raw(&bytes, context))?,
                    Err(error) => broken(&mut map, &error)?,
                }
            }
            Value::Element(_) | Value::Array(_) if context.levels.get() == 0 => {
                map.serialize_entry("error", "nested too deep")?;
            }
            Value::Element(element) => {
                context.levels.set(context.levels.get().saturating_sub(1));
                map.serialize_entry("c", &Children(element, context))?;
                context.levels.set(context.levels.get().saturating_add(1));
            }
            Value::Array(array) => {
                context.levels.set(context.levels.get().saturating_sub(1));
                array_fields(&mut map, array, context)?;
                context.levels.set(context.levels.get().saturating_add(1));
            }
            Value::Struct(structure) => {
                map.serialize_entry("desc", &Layout(structure.layout()))?;
                map.serialize_entry("raw", &Raw(structure.as_bytes(), context))?;
            }
            trivial => {
                let hex = trivial.with_trivial(hex).unwrap_or_default();
                map.serialize_entry("raw", &hex)?;
            }
        }
        map.end()
    }
}

fn broken<M: SerializeMap>(map: &mut M, error: &Error) -> Result<(), M::Error> {
    map.serialize_entry("error", &error.to_string())
}

fn array_fields<M: SerializeMap>(map: &mut M, array: &Array<'_>, context: &Context) -> Result<(), M::Error> {
    map.serialize_entry("vt", &array.item_type().to_string())?;
    map.serialize_entry("n", &array.len())?;
    if let Array::Packed(packed) = array {
        if matches!(packed.item_type(), Type::ELEMENT | Type::STRING) {
            map.serialize_entry("uncompressed", &packed.unpacked_len())?;
        }
        let unpacked = packed.unpack(&mut context.budget.borrow_mut());
        return match unpacked {
            Ok(unpacked) => items(map, &unpacked, context),
            Err(error) => broken(map, &error),
        };
    }
    items(map, array, context)
}

fn items<M: SerializeMap>(map: &mut M, array: &Array<'_>, context: &Context) -> Result<(), M::Error> {
    match array {
        Array::Plain(plain) => map.serialize_entry("raw", &Raw(plain.as_bytes(), context)),
        Array::Structs(structs) => {
            map.serialize_entry("desc", &Layout(structs.layout()))?;
            map.serialize_entry("raw", &Raw(structs.as_bytes(), context))
        }
        Array::Strings(_) | Array::Items(_) => map.serialize_entry("v", &Items(array, context)),
        Array::Packed(_) => Ok(()),
    }
}

struct Items<'d>(&'d Array<'d>, &'d Context);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(array, context) = self;
        let mut list = serializer.serialize_seq(Some(array.len()))?;
        match array {
            Array::Strings(strings) => {
                for text in strings.iter() {
                    let text = Name::from(text);
                    let value = if strings.item_type() == Type::REF { Value::Ref(text) } else { Value::String(text) };
                    list.serialize_element(&Node(&value, context))?;
                }
            }
            Array::Items(items) => {
                for value in items.iter() {
                    list.serialize_element(&Node(value, context))?;
                }
            }
            _ => {}
        }
        list.end()
    }
}

struct Layout<'d>(&'d StructLayout<'d>);

impl Serialize for Layout<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.fields().iter().map(|(ty, name)| (ty.to_string(), name)))
    }
}

/// Up to this many bytes are shown in hex.
const SHOWN: usize = 256;

struct Raw<'d>(&'d [u8], &'d Context);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(bytes, context) = self;
        if bytes.len() <= SHOWN {
            return serializer.serialize_str(&hex(bytes));
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("len", &bytes.len())?;
        if context.hashes {
            map.serialize_entry("sha256", &sha256(bytes))?;
        }
        map.end()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |text, byte| text + &format!("{byte:02x}"))
}
