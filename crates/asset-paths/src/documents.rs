//! Helps programs to show and change UDM documents using text, and reads them from JSON (feature `serde`).

use asset_formats::{Error, Format};
use binio::{Budget, Limits, Name};
use serde::Serialize;
use udm::{Array, Batch, Document, Style, Value, ValueType, escape_key};

/// Reads a document from JSON. If the JSON comes from a conversion to
/// [`OutputFormat::JSON`](asset_formats::OutputFormat::JSON), this restores the same document; any other JSON is read
/// as plain data.
///
/// # Errors
/// Returns [`Error::Malformed`] if the text is not JSON, if a document with types is broken, if a list has several
/// types, or if the root is not an object.
pub fn from_json(json: &[u8]) -> Result<Document<'static>, Error> {
    let tagged = udm_tools::json::from_tagged(&mut serde_json::Deserializer::from_slice(json));
    tagged.or_else(|error| {
        // A broken document with types isn't read as plain data.
        let says_types = json.windows(15).any(|part| part == b"\"headerVersion\"");
        let plain = || udm_tools::json::from_plain(&mut serde_json::Deserializer::from_slice(json));
        let document = if says_types { Err(error) } else { plain() };
        let located = |error| binio::Error::<serde_json::Error>::new(error, binio::Path::new());
        document.map_err(|error| Error::malformed(Format::UDM, located(error)))
    })
}

/// Parses `text` and stores it at the given path. Strings are plain text; other types use the UDM syntax.
///
/// The value keeps the existing type unless you pass `ty`, for example `float` or `struct<uint8:x>`. If you set
/// `create`, you must also pass a type; this then creates missing keys and items, including the elements on the way.
///
/// ```
/// let mut document = udm::Document::parse(b"$float range 2.5")?;
/// asset_paths::documents::set_text(&mut document, "range", "7", None, false)?;
/// asset_paths::documents::set_text(&mut document, "light/name", "lamp", Some("string"), true)?;
/// assert!(document.to_bytes()?.starts_with(b"$float range 7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the problem, without the path, if the value or the type doesn't exist, if the text is not of this type, or
/// if the array stores values of another type.
pub fn set_text(
    document: &mut Document<'_>,
    path: &str,
    text: &str,
    ty: Option<&str>,
    create: bool,
) -> Result<(), String> {
    document.batch(|batch| set_text_in(batch, path, text, ty, create))
}

/// Like [`set_text`], but as part of a batch. Use this when you have many edits.
///
/// # Errors
/// See [`set_text`].
pub fn set_text_in(
    batch: &mut Batch<'_, '_>,
    path: &str,
    text: &str,
    ty: Option<&str>,
    create: bool,
) -> Result<(), String> {
    let said = |error: udm::Error| error.kind().to_string();
    let budget = &mut Limits::default().budget();
    let old = batch.find(path, budget);
    let exists = matches!(old, Ok(Some(_)));
    let value = match (ty, &old) {
        (Some(ty), _) => {
            let ty = ValueType::parse(ty).map_err(|error| format!("type {ty}: {}", error.kind()))?;
            Some(of_text(&ty, old.as_ref().ok().and_then(Option::as_deref), text)?)
        }
        (None, Ok(Some(old))) => Some(of_text(&ValueType::of(old), Some(old), text)?),
        (None, _) => None,
    };
    match value {
        Some(value) if create => batch.insert(path, value).map(drop).map_err(said),
        Some(value) if exists => batch.set(path, value).map(drop).map_err(said),
        // The document says what it has instead.
        _ => batch.document().fetch(path, budget).map(drop).map_err(said),
    }
}

/// Parses `text` as a value of this type. If the old value is a utf8 string with a NUL at the end, the new value keeps
/// it.
fn of_text(ty: &ValueType, old: Option<&Value<'_>>, text: &str) -> Result<Value<'static>, String> {
    let value = Value::from_text(ty, text).map_err(|error| match text.trim() {
        // The parser takes a word for the name of a block, which explains nothing to who typed a value.
        word if is_number(ty) && word.parse::<f64>().is_err() => {
            let name = ty.to_string();
            let (what, example) = if name.contains("int") { ("a whole number", "7") } else { ("a number", "2.5") };
            format!("{word:?} is no number; write {what} such as {example} ({name})")
        }
        _ => error.kind().to_string(),
    })?;
    match (value, old) {
        (Value::Utf8(text), Some(Value::Utf8(old))) if old.ends_with(b"\0") => {
            Ok(Value::Utf8([&text[..], b"\0"].concat().into()))
        }
        (value, _) => Ok(value),
    }
}

/// Returns whether each value of this type is a single number.
fn is_number(ty: &ValueType) -> bool {
    let name = ty.to_string();
    ["int", "uint", "float", "double", "half"]
        .iter()
        .any(|number| name.strip_prefix(number).is_some_and(|bits| bits.bytes().all(|byte| byte.is_ascii_digit())))
}

/// A row in a document tree: a value directly below another value.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Child {
    /// The key or index, safe to show.
    pub name: String,
    /// The path, starting at the document data. You can pass this to [`set_text`].
    pub path: String,
    /// The type and, if it is short, the value, in one line.
    pub brief: String,
    /// The type name.
    pub type_name: String,
    /// Number of values below this value.
    pub children: usize,
    /// Whether this value contains no other values, so that [`set_text`] can change it.
    pub is_leaf: bool,
}

/// Lists the values directly below `path` in portions, for a tree that shows them on demand. An empty path is the
/// document data. The list starts with the value number `first` and has up to `count` entries. The second result is how
/// many values there are in total.
///
/// # Errors
/// Returns an error if there is no value at this path, or if it unpacks to more than the limits allow.
pub fn children(document: &Document<'_>, path: &str, first: usize, count: usize) -> Result<(Vec<Child>, usize), Error> {
    let mut budget = Limits::default().budget();
    let malformed = |error| Error::malformed(Format::UDM, error);
    if path.is_empty() {
        let entries = document.data().iter().skip(first).take(count);
        return Ok((entries.map(|(key, value)| child_of_key(path, key, value)).collect(), document.data().len()));
    }
    let value = document.fetch(path, &mut budget).map_err(malformed)?;
    let listed = match &*value {
        Value::Element(element) => {
            element.iter().skip(first).take(count).map(|(key, value)| child_of_key(path, key, value)).collect()
        }
        Value::Struct(of) => {
            let fields = of.fields().skip(first).take(count);
            fields.map(|(key, value)| child_of_key(path, key, &value)).collect()
        }
        Value::Array(array) => {
            let unpacked = array.unpack(&mut budget).map_err(malformed)?;
            items(path, &unpacked, first, count)
        }
        _ => Vec::new(),
    };
    Ok((listed, below(&value)))
}

fn items(path: &str, array: &Array<'_>, first: usize, count: usize) -> Vec<Child> {
    let end = first.saturating_add(count).min(array.len());
    let items = (first..end).filter_map(|index| Some((index, array.item(index)?)));
    items.map(|(index, value)| child(index.to_string(), format!("{path}[{index}]"), &value)).collect()
}

fn child_of_key(path: &str, key: &Name<'_>, value: &Value<'_>) -> Child {
    let slash = if path.is_empty() { "" } else { "/" };
    child(key.to_string(), format!("{path}{slash}{}", escape_key(key)), value)
}

fn child(name: String, path: String, value: &Value<'_>) -> Child {
    let is_leaf = !matches!(value, Value::Element(_) | Value::Array(_) | Value::Struct(_));
    Child { name, path, brief: brief(value), type_name: value.ty().to_string(), children: below(value), is_leaf }
}

/// Returns how many values are directly below this value.
fn below(value: &Value<'_>) -> usize {
    match value {
        Value::Element(element) => element.len(),
        Value::Array(array) => array.len(),
        Value::Struct(of) => of.fields().count(),
        _ => 0,
    }
}

/// A search will stop after this many values.
const MOST_SEARCHED: usize = 1_000_000;

/// Finds up to `most` values whose name or one-line description contains `text`, in document order. Case is ignored.
/// This skips numbers in arrays, and arrays that unpack to more than the limits allow.
///
/// ```
/// let text = b"\"assetData\"\n{\n$array lights [element;1][{$string name \"Lamp\"}]\n}\n$string assetType \"PMAP\"\n$uint32 assetVersion 2\n";
/// let document = udm::Document::parse(text)?;
/// let found = asset_paths::documents::search(&document, "lamp", 10);
/// assert_eq!(found[0].path, "lights[0]/name");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(document: &Document<'_>, text: &str, most: usize) -> Vec<Child> {
    let budget = Limits::default().budget();
    let mut search = Search { wanted: text.to_lowercase(), most, left: MOST_SEARCHED, budget, matches: Vec::new() };
    for (key, value) in document.data().iter() {
        search.look(child_of_key("", key, value), value);
    }
    search.matches
}

struct Search {
    wanted: String,
    most: usize,
    left: usize,
    budget: Budget,
    matches: Vec<Child>,
}

impl Search {
    fn look(&mut self, child: Child, value: &Value<'_>) {
        if self.left == 0 || self.matches.len() >= self.most {
            return;
        }
        self.left -= 1;
        let path = child.path.clone();
        if [&child.name, &child.brief].into_iter().any(|text| text.to_lowercase().contains(&self.wanted)) {
            self.matches.push(child);
        }
        match value {
            Value::Element(element) => {
                for (key, value) in element.iter() {
                    self.look(child_of_key(&path, key, value), value);
                }
            }
            Value::Array(array) => self.look_into(&path, array),
            _ => {}
        }
    }

    fn look_into(&mut self, path: &str, array: &Array<'_>) {
        let Ok(unpacked) = array.unpack(&mut self.budget) else { return };
        for index in 0..unpacked.len() {
            let Some(value) = unpacked.item(index) else { return };
            if !matches!(&*value, Value::Element(_) | Value::Array(_) | Value::String(_) | Value::Utf8(_)) {
                return;
            }
            self.look(child(index.to_string(), format!("{path}[{index}]"), &value), &value);
        }
    }
}

/// Returns the value at a path as text that you can pass to [`set_text`].
///
/// # Errors
/// Returns an error if there is no value at this path, or if it can't be written as text.
pub fn text_of(document: &Document<'_>, path: &str) -> Result<String, Error> {
    let malformed = |error| Error::malformed(Format::UDM, error);
    let value = document.fetch(path, &mut Limits::default().budget()).map_err(malformed)?;
    match value.as_text() {
        Some(text) => Ok(String::from_utf8_lossy(text.strip_suffix(b"\0").unwrap_or(text)).into_owned()),
        None => {
            let text = value.to_text(Style::Compact).map_err(malformed)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        }
    }
}

/// Describes an old and a new value in one line each, so that you can see the difference. Long texts are cut before the
/// first difference; for arrays and bytes, the first difference is added.
///
/// ```
/// use udm::Value;
/// let (old, new) = asset_paths::documents::brief_change(&Value::from(vec![1, 2, 3]), &Value::from(vec![1, 9, 3]));
/// assert_eq!((old.as_str(), new.as_str()), ("blob, 3 bytes, from byte 1: 02 03", "blob, 3 bytes, from byte 1: 09 03"));
/// ```
pub fn brief_change(old: &Value<'_>, new: &Value<'_>) -> (String, String) {
    let same = |old: &[u8], new: &[u8]| old.iter().zip(new).take_while(|(old, new)| old == new).count();
    match (old, new) {
        (Value::String(a) | Value::Ref(a), Value::String(b) | Value::Ref(b)) if a.len().max(b.len()) > SHOWN => {
            let mut from = same(a, b).saturating_sub(CONTEXT);
            // Not within a character.
            while from > 0 && a.get(from).is_some_and(|byte| byte & 0xc0 == 0x80) {
                from -= 1;
            }
            let dots = if from == 0 { "" } else { "…" };
            let rest = |text: &[u8]| cut(&escaped(text.get(from..).unwrap_or_default()));
            let line = |value: &Value<'_>, text| format!("{} \"{dots}{}\"", value.ty(), rest(text));
            (line(old, a), line(new, b))
        }
        (Value::Utf8(a) | Value::Blob(a), Value::Utf8(b) | Value::Blob(b)) => {
            let from = same(a, b);
            let line = |value: &Value<'_>, bytes: &[u8]| {
                let hex = bytes.iter().skip(from).take(8).map(|byte| format!(" {byte:02x}")).collect::<String>();
                format!("{}, from byte {from}:{}", brief(value), if hex.is_empty() { " nothing" } else { &hex })
            };
            (line(old, a), line(new, b))
        }
        (Value::Array(a), Value::Array(b)) => {
            let mut budget = Limits::default().budget();
            let (Ok(a), Ok(b)) = (a.unpack(&mut budget), b.unpack(&mut budget)) else {
                return (brief(old), brief(new));
            };
            let index = (0..a.len().max(b.len())).find(|index| a.item(*index) != b.item(*index));
            let line = |value: &Value<'_>, array: &Array<'_>| match index {
                Some(index) => {
                    let item = array.item(index).map_or_else(|| "nothing".to_owned(), |item| brief(&item));
                    format!("{}, at [{index}] {item}", brief(value))
                }
                None => brief(value),
            };
            (line(old, &a), line(new, &b))
        }
        _ => (brief(old), brief(new)),
    }
}

/// How many characters to show before the first difference.
const CONTEXT: usize = 16;

/// Appends an item to the array at a path. A string is taken as it is, but any other item must be written in UDM text
/// syntax.
///
/// # Errors
/// Returns the problem, without the path, if there is no array, or if the text is not of the item type.
pub fn append_text(document: &mut Document<'_>, path: &str, text: &str) -> Result<(), String> {
    let said = |error: udm::Error| error.kind().to_string();
    let (count, ty) = {
        let mut budget = Limits::default().budget();
        let value = document.fetch(path, &mut budget).map_err(said)?;
        let Some(array) = value.as_array() else { return Err(format!("expected an array, found {}", value.ty())) };
        let unpacked = array.unpack(&mut budget).map_err(said)?;
        let first = unpacked.item(0);
        (array.len(), first.as_deref().map_or_else(|| ValueType::from(array.item_type()), ValueType::of))
    };
    let value = of_text(&ty, None, text)?;
    document.insert(&format!("{path}[{count}]"), value).map(drop).map_err(said)
}

/// Renames the key at a path. The order of the keys stays the same.
///
/// # Errors
/// Returns the problem, without the path, if the key doesn't exist, or if there already is a key with the new name.
pub fn rename_key(document: &mut Document<'_>, path: &str, key: &str) -> Result<(), String> {
    document.fetch(path, &mut Limits::default().budget()).map_err(|error| error.kind().to_string())?;
    let existing = document.walk().find(|(existing, _)| existing == path).map(|(existing, _)| existing);
    let Some(existing) = existing.filter(|existing| !existing.ends_with(']')) else {
        return Err("only keys of elements can be renamed".to_owned());
    };
    let slash = last_slash(&existing);
    let parent = slash.and_then(|slash| existing.get(..slash)).unwrap_or_default();
    let element = match document.get_mut(parent) {
        Some(Value::Element(element)) => element,
        _ => return Err("only keys of elements can be renamed".to_owned()),
    };
    if element.get(key).is_some() {
        return Err(format!("the key \"{key}\" already exists"));
    }
    let last = existing.get(slash.map_or(0, |slash| slash + 1)..).unwrap_or_default();
    let entries = element.iter().map(|(name, value)| {
        let name = if escape_key(name) == last { Name::from(key.to_owned()) } else { name.clone() };
        (name, value.clone())
    });
    *element = entries.collect();
    Ok(())
}

/// Returns the last slash that separates two keys, and is not part of a key.
fn last_slash(path: &str) -> Option<usize> {
    let mut slashes = path.match_indices('/').map(|(index, _)| index).collect::<Vec<_>>();
    slashes.retain(|index| {
        let before = path.get(..*index).unwrap_or_default();
        before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0
    });
    slashes.pop()
}

/// Moves a value to another path, where there must not be a value yet. Missing elements on the way are created.
///
/// # Errors
/// Returns the problem, without the path.
pub fn move_value(document: &mut Document<'_>, from: &str, to: &str) -> Result<(), String> {
    let said = |error: udm::Error| error.kind().to_string();
    if document.fetch(to, &mut Limits::default().budget()).is_ok() {
        return Err(format!("\"{to}\" already exists"));
    }
    let mut moved = document.clone();
    let value = moved.remove(from).map_err(said)?;
    moved.insert(to, value).map_err(said)?;
    *document = moved;
    Ok(())
}

/// How many characters of a value to show in a line.
const SHOWN: usize = 60;

/// Describes a value in one line, safe to print: the type and, if it is short, the content.
pub fn brief(value: &Value<'_>) -> String {
    let ty = value.ty();
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match value {
        Value::Nil => "nil".to_owned(),
        Value::String(text) | Value::Ref(text) => format!("{ty} \"{}\"", cut(&escaped(text))),
        Value::Element(element) => format!("element, {}", counted(element.len(), "key")),
        Value::Array(array) => {
            let packed = match array {
                Array::Packed(packed) => format!(", packed in {}", counted(packed.as_bytes().len(), "byte")),
                _ => String::new(),
            };
            format!("{ty} of {}, {}{packed}", array.item_type(), counted(array.len(), "item"))
        }
        Value::Utf8(bytes) | Value::Blob(bytes) => format!("{ty}, {}", counted(bytes.len(), "byte")),
        Value::Lz4(packed) => {
            format!("lz4, {} packed in {}", counted(packed.unpacked_len as usize, "byte"), packed.data.len())
        }
        Value::Bool(byte) => format!("bool {byte}"),
        other => match other.to_text(Style::Compact) {
            Ok(text) => format!("{ty} {}", cut(&escaped(&text))),
            Err(_) => ty.to_string(),
        },
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((index, _)) => format!("{}…", text.get(..index).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Escapes bytes so that they are safe to print in one line. Backslashes stay as they are, but not in names.
pub fn escaped(bytes: &[u8]) -> String {
    let parts: Vec<String> = bytes.split(|byte| *byte == b'\\').map(|part| Name::from(part).to_string()).collect();
    parts.join("\\")
}
