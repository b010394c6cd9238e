//! Single values as text.

use engine_assets::binio::Name;
use engine_assets::udm::{Array, Bytes, Document, Error, Style, Type, Value};

/// Characters of a value that a line shows.
const SHOWN: usize = 60;

/// The key of a value that stands alone in a document.
const KEY: &str = "v";

/// A value as UDM text has it behind its key; what is in it, of an element.
pub(super) fn text_of(value: &Value<'_>, style: Style) -> Result<Vec<u8>, Error> {
    let mut document = Document::new(engine_assets::udm::NIL_ASSET, 1);
    if let Value::Element(element) = value {
        *document.data_mut() = element.clone();
        return document.to_text(style);
    }
    document.data_mut().push(KEY, value.clone());
    let text = document.to_text(style)?;
    // Behind the layout of a struct only numbers follow.
    let place = match value {
        Value::Struct(_) => text.windows(3).rposition(|part| part == b"> v").map_or(0, |place| place + 3),
        _ => 1 + value.ty().name().map_or(0, str::len) + 2,
    };
    Ok(text.get(place..).unwrap_or_default().trim_ascii().to_vec())
}

/// The value of type and shape of `old` that `text` stands for: text as it is, anything else as UDM text has it. What the
/// format's own readers would take for 0 is refused.
pub(super) fn parse(old: &Value<'_>, text: &str) -> Result<Value<'static>, String> {
    let (ty, name) = (old.ty(), || Name::from(text.to_owned()));
    match old {
        Value::String(_) => return Ok(Value::String(name())),
        Value::Ref(_) => return Ok(Value::Ref(name())),
        Value::Utf8(old) => {
            let end: &[u8] = if old.ends_with(b"\0") { b"\0" } else { b"" };
            return Ok(Value::Utf8(Bytes::from([text.as_bytes(), end].concat())));
        }
        Value::Bool(_) => {
            return match text {
                "true" | "1" => Ok(Value::from(true)),
                "false" | "0" => Ok(Value::from(false)),
                _ => Err("true or false expected".to_owned()),
            };
        }
        _ => {}
    }
    let source = match old {
        Value::Element(_) if text.trim_start().starts_with('{') => format!("{KEY} {text}"),
        Value::Element(_) => format!("{KEY} {{\n{text}\n}}"),
        Value::Struct(_) => {
            let mut alone = Document::new(engine_assets::udm::NIL_ASSET, 1);
            alone.data_mut().push(KEY, old.clone());
            let whole = alone.to_text(Style::Compact).map_err(|error| error.to_string())?;
            let place = whole.windows(3).rposition(|part| part == b"> v").map_or(0, |place| place + 3);
            let layout = String::from_utf8_lossy(whole.get(..place).unwrap_or_default()).into_owned();
            format!("{layout} {text}")
        }
        _ => format!("${ty} {KEY} {text}"),
    };
    let document = Document::parse_text(source.as_bytes()).map_err(|error| format!("not a {ty}: {}", error.kind()))?;
    let mut values = document.data().iter();
    let (Some((key, value)), None) = (values.next(), values.next()) else { return Err(format!("not one {ty}")) };
    if *key != KEY || value.ty() != ty {
        return Err(format!("not one {ty}"));
    }
    check_numbers(value, text)?;
    Ok(value.clone().into_owned())
}

/// Whether numbers were written as such, and in the range of their type.
fn check_numbers(value: &Value<'_>, text: &str) -> Result<(), String> {
    let ty = value.ty();
    let whole = value.as_i128().filter(|_| !matches!(value, Value::F32(_) | Value::F64(_) | Value::Half(_)));
    if let Some(whole) = whole {
        return match text.trim().parse::<i128>() {
            Ok(number) if number == whole => Ok(()),
            Ok(_) => Err(format!("{} is out of the range of {ty}", text.trim())),
            Err(_) => Err("a whole number expected".to_owned()),
        };
    }
    if !(ty.is_trivial() || ty == Type::STRUCT) {
        return Ok(());
    }
    let words = text.split(|character: char| matches!(character, '[' | ']' | ',') || character.is_whitespace());
    for word in words.filter(|word| !word.is_empty()) {
        let special = word.trim_start_matches('-').starts_with("nan(");
        if !special && word.parse::<f64>().is_err() {
            return Err(format!("a number expected, not \"{}\"", Name::from(word)));
        }
    }
    Ok(())
}

/// A value in one line, safe to print.
pub(crate) fn brief(value: &Value<'_>) -> String {
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
        other => match text_of(other, Style::Compact) {
            Ok(text) => format!("{ty} {}", cut(&escaped(&text))),
            Err(_) => ty.to_string(),
        },
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((place, _)) => format!("{}…", text.get(..place).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Bytes of a file, safe to print in one line; unlike a name's, their backslashes stay as they are.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let parts: Vec<String> = bytes.split(|byte| *byte == b'\\').map(|part| Name::from(part).to_string()).collect();
    parts.join("\\")
}

/// As [`escaped`], with the lines and tabs of a text.
pub(super) fn escaped_lines(bytes: &[u8]) -> String {
    let pieces = bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\t'));
    pieces.fold(String::new(), |text, piece| match piece.split_last() {
        Some((end @ (b'\n' | b'\t'), before)) => text + &escaped(before) + if *end == b'\n' { "\n" } else { "\t" },
        _ => text + &escaped(piece),
    })
}
