//! The encodings of XML files, detected as in the engines.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use binio::Findings;

use super::super::xml_error;
use crate::error::Error;

/// The encoding of an XML file. When this is not UTF-8, the file must be decoded before it can be parsed.
///
/// A document stores every file as UTF-8, and writes it in its original encoding. All offsets that users see count the
/// bytes in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XmlEncoding {
    /// UTF-8, with or without a byte order mark. The engines do not check whether the characters are valid.
    #[default]
    Utf8,
    /// ISO-8859-1, but only if the declaration says so.
    Latin1,
    /// UTF-16, with the low byte first.
    Utf16Le,
    /// UTF-16, with the high byte first.
    Utf16Be,
    /// UTF-32, with the low byte first.
    Utf32Le,
    /// UTF-32, with the high byte first.
    Utf32Be,
}

impl XmlEncoding {
    /// Detects the encoding as the engines do: by the byte order mark, then by the first characters, then by the
    /// declaration. In the declaration they only know ISO-8859-1.
    ///
    /// ```
    /// use urho_core::tree::XmlEncoding;
    /// assert_eq!(XmlEncoding::of(b"\xff\xfe<\0a\0/\0>\0"), XmlEncoding::Utf16Le);
    /// assert_eq!(XmlEncoding::of(b"<?xml version='1.0' encoding='Latin1'?><a/>"), XmlEncoding::Latin1);
    /// assert_eq!(XmlEncoding::of(b"<?xml version='1.0' encoding='utf-16'?><a/>"), XmlEncoding::Utf8);
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, b'<', ..] => Self::Utf32Be,
            [0xff, 0xfe, 0, 0, ..] | [b'<', 0, 0, 0, ..] => Self::Utf32Le,
            // The engine needs four bytes to guess.
            [0xfe, 0xff, _, _, ..] | [0, b'<', _, _, ..] => Self::Utf16Be,
            [0xff, 0xfe, _, _, ..] | [b'<', 0, _, _, ..] => Self::Utf16Le,
            _ if is_declared_latin1(bytes) => Self::Latin1,
            _ => Self::Utf8,
        }
    }

    /// Converts a file to UTF-8. Use [`encode`](Self::encode) to get the same bytes again.
    ///
    /// # Errors
    /// Returns an error with the byte offset if the bytes are not a character in this encoding.
    pub fn decode(self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let (text, fault) = self.decode_start(bytes);
        match fault {
            Some(at) => Err(xml_error("bytes that are no character in the encoding of the file", at)),
            None => Ok(text),
        }
    }

    /// Converts the beginning of a file to UTF-8. It may be cut off inside a character. If there are bytes that are not
    /// a character, this stops and returns their offset too.
    pub fn decode_start(self, bytes: &[u8]) -> (Vec<u8>, Option<usize>) {
        if self == Self::Utf8 {
            return (bytes.to_vec(), None);
        }
        let (mut text, mut rest) = (Vec::with_capacity(bytes.len()), bytes);
        while !rest.is_empty() {
            let Some((character, len)) = self.first(rest) else {
                return (text, Some(bytes.len().saturating_sub(rest.len())));
            };
            text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            rest = rest.get(len..).unwrap_or_default();
        }
        (text, None)
    }

    /// Returns the first character, and how many bytes it has.
    fn first(self, bytes: &[u8]) -> Option<(char, usize)> {
        let word = |at: usize| {
            let pair = bytes.get(at..)?.first_chunk::<2>()?;
            Some(if self == Self::Utf16Le { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) })
        };
        let four = || bytes.first_chunk::<4>().copied();
        match self {
            Self::Utf8 => None,
            Self::Latin1 => bytes.first().map(|byte| (char::from(*byte), 1)),
            Self::Utf16Le | Self::Utf16Be => {
                let high = word(0)?;
                let low = if matches!(high, 0xd800..=0xdbff) { word(2) } else { None };
                let character = char::decode_utf16([Some(high), low].into_iter().flatten()).next()?.ok()?;
                Some((character, character.len_utf16().saturating_mul(2)))
            }
            Self::Utf32Le => char::from_u32(u32::from_le_bytes(four()?)).map(|character| (character, 4)),
            Self::Utf32Be => char::from_u32(u32::from_be_bytes(four()?)).map(|character| (character, 4)),
        }
    }

    /// Returns how many bytes a character has in the file.
    fn len_of(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Latin1 if u32::from(character) > 0xff => reference(character).len(),
            Self::Latin1 => 1,
            Self::Utf16Le | Self::Utf16Be => character.len_utf16().saturating_mul(2),
            Self::Utf32Le | Self::Utf32Be => 4,
        }
    }

    /// Converts the text back to the encoding of the file. Most characters are missing in ISO-8859-1, so edits must
    /// write them as references like `&#x20AC;`.
    pub fn encode(self, text: &[u8]) -> Vec<u8> {
        if self == Self::Utf8 {
            return text.to_vec();
        }
        let mut bytes = Vec::with_capacity(text.len());
        for character in characters(text) {
            match self {
                Self::Utf8 => {}
                Self::Latin1 => match u8::try_from(u32::from(character)) {
                    Ok(byte) => bytes.push(byte),
                    Err(_) => bytes.extend_from_slice(reference(character).as_bytes()),
                },
                Self::Utf16Le => {
                    let words = character
                        .encode_utf16(&mut [0; 2])
                        .iter()
                        .flat_map(|word| word.to_le_bytes())
                        .collect::<Vec<_>>();
                    bytes.extend_from_slice(&words);
                }
                Self::Utf16Be => {
                    let words = character
                        .encode_utf16(&mut [0; 2])
                        .iter()
                        .flat_map(|word| word.to_be_bytes())
                        .collect::<Vec<_>>();
                    bytes.extend_from_slice(&words);
                }
                Self::Utf32Le => bytes.extend_from_slice(&u32::from(character).to_le_bytes()),
                Self::Utf32Be => bytes.extend_from_slice(&u32::from(character).to_be_bytes()),
            }
        }
        bytes
    }

    /// Returns how many bytes [`encode`](Self::encode) will return.
    pub fn encoded_len(self, text: &[u8]) -> usize {
        match self {
            Self::Utf8 => text.len(),
            _ => characters(text).map(|character| self.len_of(character)).sum(),
        }
    }

    /// Converts offsets in the text to offsets in the file, to show them to the user. You should pass all of them at
    /// once, because this must go through the text.
    pub fn offsets(self, text: &[u8], offsets: impl IntoIterator<Item = u64>) -> BTreeMap<u64, u64> {
        let mut found: BTreeMap<u64, u64> = offsets.into_iter().map(|offset| (offset, offset)).collect();
        if self == Self::Utf8 {
            return found;
        }
        let (mut characters, mut at, mut place) = (characters(text), 0_u64, 0_u64);
        for (offset, in_file) in &mut found {
            while at < *offset {
                let Some(character) = characters.next() else { break };
                at = at.saturating_add(character.len_utf8() as u64);
                place = place.saturating_add(self.len_of(character) as u64);
            }
            *in_file = place;
        }
        found
    }

    /// Converts the offsets of findings from the text to the file.
    pub fn place(self, text: &[u8], findings: &mut Findings) {
        if self == Self::Utf8 {
            return;
        }
        let places = self.offsets(text, findings.iter().filter_map(|finding| finding.offset));
        let placed = core::mem::take(findings).into_iter().map(|mut finding| {
            finding.offset = finding.offset.and_then(|offset| places.get(&offset).copied());
            finding
        });
        findings.extend(placed);
    }

    /// Converts the offset of an error from the text to the file.
    pub fn place_error(self, text: &[u8], error: Error) -> Error {
        match error.offset().filter(|_| self != Self::Utf8) {
            Some(offset) => {
                let place = self.offsets(text, [offset]).into_values().next().unwrap_or(offset);
                error.at(place)
            }
            None => error,
        }
    }
}

/// Returns the characters of a text that was decoded. Edits could have added bytes that are not UTF-8.
fn characters(text: &[u8]) -> impl Iterator<Item = char> {
    text.utf8_chunks().flat_map(|chunk| {
        let broken = if chunk.invalid().is_empty() { "" } else { "\u{fffd}" };
        chunk.valid().chars().chain(broken.chars())
    })
}

fn reference(character: char) -> alloc::string::String {
    format!("&#x{:X};", u32::from(character))
}

/// Whether the declaration says ISO-8859-1, using one of the two names that the engines know.
fn is_declared_latin1(bytes: &[u8]) -> bool {
    let Some(declaration) =
        bytes.strip_prefix(b"<?xml").filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
    else {
        return false;
    };
    let end = declaration.iter().position(|byte| *byte == b'?').unwrap_or(declaration.len());
    let declaration = declaration.get(..end).unwrap_or_default();
    let Some(at) = declaration.windows(2).position(|pair| pair == b"en") else { return false };
    let value = declaration.get(at..).and_then(|rest| rest.strip_prefix(b"encoding")).map(<[u8]>::trim_ascii_start);
    let value = value.and_then(|rest| rest.strip_prefix(b"=")).map(<[u8]>::trim_ascii_start);
    let Some((quote, value)) = value.and_then(<[u8]>::split_first).filter(|(quote, _)| matches!(quote, b'"' | b'\''))
    else {
        return false;
    };
    let name = value.split(|byte| byte == quote).next().unwrap_or_default();
    [&b"iso-8859-1"[..], b"latin1"].iter().any(|known| name.eq_ignore_ascii_case(known))
}
