//! The values of attributes.

use alloc::vec::Vec;

const UNKNOWN: &str = "an unknown entity stays as it is written";
const NUL: &str = "a NUL ends the text for the engine";

/// What the engine's reader makes of an attribute's value: line ends and tabs are spaces, XML's five entities and
/// characters by number are replaced, others stay as they are.
pub(super) fn unescape(raw: &[u8]) -> (Vec<u8>, Option<&'static str>) {
    let mut text = Vec::with_capacity(raw.len());
    let mut odd = None;
    let mut rest = raw;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            b'\r' => {
                rest = behind.strip_prefix(b"\n").unwrap_or(behind);
                text.push(b' ');
            }
            b'\n' | b'\t' => text.push(b' '),
            b'&' => match entity(behind) {
                Some(('\0', _)) => return (text, Some(NUL)),
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
    (text, odd)
}

/// The character that an entity behind `&` stands for, and what follows it.
fn entity(text: &[u8]) -> Option<(char, &[u8])> {
    // No entity that means anything is longer; zeros in front of a number aside.
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
            assert_eq!(unescape(raw), (text.to_vec(), odd));
        }
    }
}
