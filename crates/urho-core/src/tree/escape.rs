//! Escapes and unescapes XML text.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

const UNKNOWN: &str = "an unknown entity stays as it is written";
const NUL: &str = "a NUL ends the text for the engine";

/// Returns the value that the engine reads from an attribute. If the text is unusual, there is also a note.
///
/// Line ends and tabs are converted to spaces. The five predefined entities and character references are replaced, and
/// any other reference is kept.
#[cfg(any(feature = "sidecar", test))]
pub(crate) fn unescape_attribute(raw: &[u8]) -> (Vec<u8>, Option<&'static str>) {
    let (text, odd) = unescape(raw, true);
    (text.into_owned(), odd)
}

/// Returns the text that the engine reads. The five predefined entities and character references are replaced, and any
/// other reference is kept. In an attribute, line ends and tabs are converted to spaces; elsewhere, every line ends
/// with a line feed. If nothing changes, the text is borrowed.
pub(super) fn unescape(raw: &[u8], attribute: bool) -> (Cow<'_, [u8]>, Option<&'static str>) {
    let changes = |byte: &u8| matches!(byte, b'\r' | b'&') || attribute && matches!(byte, b'\n' | b'\t');
    let clean = raw.iter().position(changes).unwrap_or(raw.len());
    let (start, mut rest) = raw.split_at(clean);
    if rest.is_empty() {
        return (Cow::Borrowed(raw), None);
    }
    let mut text = Vec::with_capacity(raw.len());
    text.extend_from_slice(start);
    let mut odd = None;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            b'\r' => {
                rest = behind.strip_prefix(b"\n").unwrap_or(behind);
                text.push(if attribute { b' ' } else { b'\n' });
            }
            b'\n' | b'\t' if attribute => text.push(b' '),
            b'&' => match entity(behind) {
                Some(('\0', _)) => return (Cow::Owned(text), Some(NUL)),
                Some((character, behind)) => {
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    rest = behind;
                }
                None => {
                    odd = Some(UNKNOWN);
                    text.push(b'&');
                }
            },
            _ => text.push(byte),
        }
    }
    (Cow::Owned(text), odd)
}

/// Writes the value of an attribute, to be put in double quotes.
///
/// # Errors
/// Returns a short reason if the value contains a NUL, because no file can contain it. In this case, the output is
/// unspecified.
pub fn escape_attribute(text: &mut Vec<u8>, value: &[u8]) -> Result<(), &'static str> {
    for &byte in value {
        match byte {
            b'"' => text.extend_from_slice(b"&quot;"),
            1..32 => text.extend_from_slice(format!("&#{byte:02};").as_bytes()),
            _ => escape_byte(text, byte)?,
        }
    }
    Ok(())
}

/// Writes text, to be put between tags.
pub(super) fn escape_text(text: &mut Vec<u8>, value: &[u8]) -> Result<(), &'static str> {
    for &byte in value {
        match byte {
            b'>' => text.extend_from_slice(b"&gt;"),
            b'\r' => text.extend_from_slice(b"&#13;"),
            _ => escape_byte(text, byte)?,
        }
    }
    Ok(())
}

fn escape_byte(text: &mut Vec<u8>, byte: u8) -> Result<(), &'static str> {
    match byte {
        0 => return Err("text with a NUL inside"),
        b'&' => text.extend_from_slice(b"&amp;"),
        b'<' => text.extend_from_slice(b"&lt;"),
        _ => text.push(byte),
    }
    Ok(())
}

/// Changes an escaped value so that it can be put in single quotes.
pub(super) fn escape_quote(escaped: &[u8]) -> Vec<u8> {
    let pieces: Vec<&[u8]> = escaped.split(|byte| *byte == b'\'').collect();
    pieces.join(&b"&apos;"[..])
}

/// Returns whether an element or attribute can have this name.
pub(crate) fn is_xml_name(name: &[u8]) -> bool {
    let starts = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_' || *byte >= 0x80;
    let continues = |byte: &u8| starts(byte) || byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b':');
    name.first().is_some_and(starts) && name.iter().all(continues)
}

/// Returns the character for the entity after `&`, and the text that follows it.
fn entity(text: &[u8]) -> Option<(char, &[u8])> {
    // No valid entity is longer, apart from leading zeros of a number.
    const LONGEST: usize = 16;
    let end = text.iter().take(LONGEST).position(|byte| *byte == b';')?;
    let (name, rest) = (text.get(..end)?, text.get(end + 1..)?);
    let number = |digits: &[u8], radix| {
        let digits = core::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
        u32::from_str_radix(digits, radix).ok().and_then(char::from_u32)
    };
    let character = match name {
        b"lt" => '<',
        b"gt" => '>',
        b"amp" => '&',
        b"quot" => '"',
        b"apos" => '\'',
        [b'#', b'x', digits @ ..] => number(digits, 16)?,
        [b'#', digits @ ..] => number(digits, 10)?,
        _ => return None,
    };
    Some((character, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_what_the_engine_reads() {
        for (raw, text, odd) in [
            (&b"a\tb\r\nc\nd\re"[..], &b"a b c d e"[..], None),
            (b"&lt;&amp;&gt;&quot;&apos;", b"<&>\"'", None),
            (b"&#65;&#x42;&#10;&#xe4;", "AB\n\u{e4}".as_bytes(), None),
            (b"&amp;lt;", b"&lt;", None),
            (b"&bomb; & &#xd800; &#+1;", b"&bomb; & &#xd800; &#+1;", Some(UNKNOWN)),
            (b"a&#0;b", b"a", Some(NUL)),
            (b"\xff&", b"\xff&", Some(UNKNOWN)),
        ] {
            assert_eq!(unescape_attribute(raw), (text.to_vec(), odd));
        }
    }
}
