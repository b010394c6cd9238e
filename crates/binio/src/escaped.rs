//! Escapes text from files, so that it is safe to print.

use core::fmt::{self, Write};

/// Use this to print a text that contains names from a file. It escapes control characters, line breaks, bidirectional
/// controls and invisible characters, so that a name can't move the cursor of a terminal, ring its bell, or look like a
/// second line.
///
/// Backslashes are not escaped. Because of this, a text does not change if it is already escaped, as it is by
/// [`Name`](crate::Name). `Display` for [`Error`](crate::Error), and the messages of [`Findings`](crate::Findings),
/// already use this.
///
/// ```
/// use binio::Escaped;
/// assert_eq!(Escaped("no tag <\u{1b}]0;x\u{7}\n>").to_string(), r"no tag <\u{1b}]0;x\u{7}\u{a}>");
/// assert_eq!(Escaped(r"a\u{a}").to_string(), r"a\u{a}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escaped<T>(pub T);

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaper(f), "{}", self.0)
    }
}

/// Escapes text while it is written.
struct Escaper<'f, 'b>(&'f mut fmt::Formatter<'b>);

impl Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((place, character)) = rest.char_indices().find(|(_, character)| misleads(*character)) {
            let (before, from) = rest.split_at(place);
            write!(self.0, "{before}{}", character.escape_unicode())?;
            rest = from.split_at(character.len_utf8()).1;
        }
        self.0.write_str(rest)
    }
}

/// Returns `true` if a character could move the cursor, end the line, change the direction of text, or be invisible.
/// These are the characters that [`Escaped`] and [`Name`](crate::Name) escape.
///
/// ```
/// assert!(['\n', '\u{1b}', '\u{9b}', '\u{202e}'].into_iter().all(binio::misleads));
/// assert!(!binio::misleads('é'));
/// ```
pub fn misleads(character: char) -> bool {
    let invisible = matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    let marks = matches!(character, '\u{61c}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    character.is_control() || invisible || marks
}
