//! Text that is safe to print, even with names from files in it.

use core::fmt::{self, Write};

/// Displays a text with its control characters, line breaks, bidirectional controls and invisible characters escaped: a message that contains
/// names from a file can't move the cursor of a terminal, ring its bell, or forge a line.
///
/// Backslashes stay as they are, so that a text that is escaped already (as [`Name`](crate::Name) escapes names) doesn't change. `Display` of
/// [`Error`](crate::Error) and the messages of [`Findings`](crate::Findings) are escaped this way.
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

/// Escapes the pieces of a text as they are written.
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

/// Whether a character could move the cursor, end the line, turn the text around or hide: [`Escaped`] and [`Name`](crate::Name) escape it.
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
