//! UDM documents out of JSON, and values set as text (features `udm` and `serde`).

use binio::{Limits, Path};
use udm::{Document, Value, ValueType};

use crate::{Error, Format};

/// Reads a document out of JSON: of what the conversion to [`Goal::Json`](crate::convert::Goal::Json) wrote the same one, else of plain data.
///
/// # Errors
/// [`Error::Malformed`]: it is no JSON; what looks like a document with types is broken; lists of several types; anything but an object.
pub fn from_json(json: &[u8]) -> Result<Document<'static>, Error> {
    let tagged = Document::from_tagged(&mut serde_json::Deserializer::from_slice(json));
    tagged.or_else(|error| {
        // What looks like a tagged document and is broken isn't taken for plain data.
        let says_types = json.windows(15).any(|part| part == b"\"headerVersion\"");
        let plain = || Document::from_plain(&mut serde_json::Deserializer::from_slice(json));
        let document = if says_types { Err(error) } else { plain() };
        let located = |error| binio::Error::<serde_json::Error>::new(error, Path::new());
        document.map_err(|error| Error::malformed(Format::Udm, located(error)))
    })
}

/// Sets the value at a path to what `text` says: text as it is, anything else as UDM text has it. Its type is that of the value that is there,
/// or `ty`, such as `float` or `struct<uint8:x>`. With `create`, which needs a type, the key or item is made, and the elements on the way.
///
/// ```
/// let mut document = engine_assets::udm::Document::parse(b"$float range 2.5")?;
/// engine_assets::documents::set_text(&mut document, "range", "7", None, false)?;
/// engine_assets::documents::set_text(&mut document, "light/name", "lamp", Some("string"), true)?;
/// assert!(document.to_bytes()?.starts_with(b"$float range 7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong, without the path: there is no such value or type, the text isn't of the type, the place holds values of another type.
pub fn set_text(
    document: &mut Document<'_>,
    path: &str,
    text: &str,
    ty: Option<&str>,
    create: bool,
) -> Result<(), String> {
    let said = |error: udm::Error| error.kind().to_string();
    let old = document.fetch(path, &mut Limits::default().budget());
    let value = match (ty, &old) {
        (Some(ty), _) => {
            let ty = ValueType::parse(ty).map_err(|error| format!("--type {ty}: {}", error.kind()))?;
            of_text(&ty, None, text)?
        }
        (None, Ok(old)) => of_text(&ValueType::of(old), Some(old), text)?,
        (None, Err(error)) => return Err(format!("{}; --create --type TYPE makes it", error.kind())),
    };
    let is_there = old.map(drop).map_err(said);
    if create {
        return document.insert(path, value).map(drop).map_err(said);
    }
    is_there?;
    document.set(path, value).map(drop).map_err(said)
}

/// The value of type `ty` that `text` stands for. A utf8 keeps the NUL that the old one ends in.
fn of_text(ty: &ValueType, old: Option<&Value<'_>>, text: &str) -> Result<Value<'static>, String> {
    let value = Value::from_text(ty, text).map_err(|error| error.kind().to_string())?;
    match (value, old) {
        (Value::Utf8(text), Some(Value::Utf8(old))) if old.ends_with(b"\0") => {
            Ok(Value::Utf8([&text[..], b"\0"].concat().into()))
        }
        (value, _) => Ok(value),
    }
}
