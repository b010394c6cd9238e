//! Strings, written and read, compared with the engine.

use testkit::corpus::CorpusFile;
use udm::{Document, Style};

use crate::{parse, to_text};

/// Strings as the engine reads them. A string that is written here is the same string in the engine if such a notation exists. A string that is read
/// here equals the engine's, unless the engine refuses the text or drops a part of the string.
pub(crate) fn strings(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let table = std::str::from_utf8(&bytes).map_err(|error| error.to_string())?;
    let unhex = |hex: &str| -> Vec<u8> {
        (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).expect("hex")).collect()
    };
    let mut wrong = Vec::new();
    #[allow(clippy::type_complexity, reason = "used here only")]
    let mut forms: std::collections::BTreeMap<(&str, &str), Vec<(Vec<u8>, bool)>> = Default::default();
    for line in table.lines().skip(1) {
        let [place, string, encoding, text, engine, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("six columns expected: {line}"));
        };
        let (expected, written) = (unhex(string), unhex(text));
        forms.entry((place, string)).or_default().push((written.clone(), engine == "same"));
        // Something follows that can't be taken for the value.
        let source = [around(place, &written), b"$int8 w 1\n".to_vec()].concat();
        let read = Document::parse(&source).ok().and_then(|document| string_of(&document, place));
        let engine_reads = match engine {
            "same" => Some(expected.clone()),
            "error" => None,
            other => other.strip_prefix("reads ").map(unhex),
        };
        // A quotation mark after a backslash is a part of the string; the engine refuses it or drops the text before it.
        let is_known = written.windows(2).any(|two| two == b"\\\"") && written.starts_with(b"\"");
        // Only single strings can be compared: `"a"b"` in an array is several.
        if read != engine_reads && !is_known {
            wrong.push(format!(
                "{place} {encoding} {}: {read:?}, the engine reads {engine_reads:?}",
                written.escape_ascii()
            ));
        }
        let found = udm::Syntax::parse(&source).map_or(true, |syntax| !syntax.engine_findings().is_empty());
        if is_known && !found {
            wrong.push(format!("{place} {encoding} {}: nothing is said", written.escape_ascii()));
        }
    }
    let mut without = 0;
    for ((place, string), forms) in forms {
        let mut document = Document::new(udm::NIL_ASSET, 1);
        let value = unhex(string);
        document.data_mut().insert(
            "v",
            match place {
                "array" => udm::Value::Array(udm::Array::from_strings([&value[..], b"z"])),
                "ref" => udm::Value::Ref(udm::Name::from(value.clone())),
                _ => udm::Value::String(udm::Name::from(value.clone())),
            },
        );
        let text = to_text(&document, Style::Pretty)?;
        if string_of(&parse(&text)?, place).as_deref() != Some(&value) {
            wrong.push(format!("{place} {}: reads back differently", value.escape_ascii()));
        }
        let good: Vec<Vec<u8>> =
            forms.iter().filter(|(_, same)| *same).map(|(encoding, _)| around(place, encoding)).collect();
        let found = !udm::Syntax::parse(&text).expect("was read").engine_findings().is_empty();
        if good.is_empty() {
            without += 1;
        } else if !good.contains(&text) {
            wrong.push(format!("{place} {}: written as {}", value.escape_ascii(), text.escape_ascii()));
        }
        if found != good.is_empty() {
            wrong.push(format!("{place} {}: a finding, though the engine reads it, or none", value.escape_ascii()));
        }
    }
    assert_eq!(without, 15, "five strings in three places have no form");
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// A document whose value `v` is written as `text`.
fn around(place: &str, text: &[u8]) -> Vec<u8> {
    match place {
        "array" => [b"$array v [string;2][", text, b",\"z\"]\n"].concat(),
        "ref" => [b"$ref v ", text, b"\n"].concat(),
        _ => [b"$string v ", text, b"\n"].concat(),
    }
}

fn string_of(document: &Document<'_>, place: &str) -> Option<Vec<u8>> {
    let value = document.get("v")?;
    match value.as_array() {
        Some(udm::Array::Strings(strings)) if place == "array" => strings.iter().next().map(<[u8]>::to_vec),
        _ => value.as_text().map(<[u8]>::to_vec),
    }
}
