//! Prints detailed errors about files: the bytes or lines at the error, and what to do next.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use anstyle::{AnsiColor, Style};
use engine_assets::binio::{Findings, Name, Path, Severity};
use engine_assets::urho_mdl::{Model, Repair};
use engine_assets::{Asset, Cause, Error, Hint, Typed, remedy};

use crate::inputs::Input;
use crate::report::{print_error_about, print_message, style};

/// The number of bytes in a line of the dump.
const LINE: u64 = 16;
/// The maximum size of a file that is read again to show a line of text.
const MOST_TEXT: u64 = 16 << 20;
/// The maximum number of characters to show from a line of text.
const MOST_LETTERS: usize = 100;

/// Prints an error about a file to stderr, with what to do next. If the file was named on the command line, this also
/// prints the bytes at the error.
pub(crate) fn print_explained(input: &Input, error: &Error) {
    let parts = error.to_parts();
    print_located(input, error, &parts.path, parts.offset);
    if let Some(advice) = advice(input, error).filter(|_| input.named) {
        print_advice(&advice);
    }
}

/// If a file is not of the kind that a command expects, this prints an error and the command to look at the file, and
/// returns `true`.
pub(crate) fn print_other_kind(input: &Input, expected: &str) -> bool {
    let bytes = if input.is_stdin() { None } else { input.read().ok() };
    let Some(Ok(asset)) = bytes.as_deref().map(|bytes| input.asset(bytes)) else { return false };
    let title = asset.format().title();
    print_error_about(input, &format!("expected {expected}, found {title}"));
    print_advice(&format!("engine-assets inspect {}", quoted(input)));
    true
}

/// Prints an error that is about a single format, using the path and offset given by the caller. See
/// [`print_explained`].
pub(crate) fn print_located(input: &Input, error: &dyn std::fmt::Display, path: &Path, offset: Option<u64>) {
    print_error_about(input, error);
    if let Some(excerpt) = offset.filter(|_| input.named).and_then(|offset| excerpt(input, offset, &path.to_string())) {
        print_message(excerpt.trim_end());
    }
}

/// Prints what to do next to stderr.
pub(crate) fn print_advice(advice: &str) {
    let cyan = style(Severity::Note);
    print_message(&format!("{cyan}next{cyan:#}: {advice}"));
}

/// Returns the command to repair a model with errors, or `None`. It contains only repairs that change something, and is
/// only returned if no errors will be left.
pub(crate) fn repair(input: &Input, asset: &Asset<'_>, findings: &Findings) -> Option<String> {
    let Typed::UrhoMdl(model) = asset.typed() else { return None };
    if findings.worst() != Some(Severity::Error) || !input.named || input.is_stdin() || input.is_in_package() {
        return None;
    }
    let mut repaired: Model<'_> = model.clone();
    let wanted = |repair: &Repair| {
        // Centers that aren't there are no errors.
        *repair != Repair::RecomputeCenters && !repaired.repair(*repair).is_empty()
    };
    let repairs: Vec<&str> = Repair::ALL.into_iter().filter(wanted).map(Repair::name).collect();
    if repairs.is_empty() || repaired.validate().worst() == Some(Severity::Error) {
        return None;
    }
    let (name, repaired) = (quoted(input), quoted_name(&input.path().with_extension("repaired.mdl")));
    Some(format!("engine-assets convert {name} --repair {} -o {repaired}", repairs.join(",")))
}

/// Returns the command to repair a file, if there is one. Otherwise, returns the command to show all findings.
pub(crate) fn next_command(input: &Input) -> String {
    let repaired = input.read().ok().and_then(|bytes| {
        let asset = input.asset(&bytes).ok()?;
        repair(input, &asset, &asset.validate())
    });
    repaired.unwrap_or_else(|| format!("engine-assets validate {}", quoted(input)))
}

/// Returns advice about an error, unless the message already has it.
fn advice(input: &Input, error: &Error) -> Option<String> {
    let name = quoted(input);
    match error {
        Error::Unknown { hint: Some(Hint::BareModel) } => Some(format!("engine-assets inspect --bare-2011 {name}")),
        Error::Unknown { .. } => Some("engine-assets help lists the formats that are known".to_owned()),
        Error::Malformed { .. } => next_step(error.cause()?, is_text(input), &name),
        Error::Convert(_) | Error::Render(_) => Some(format!("engine-assets validate {name}")),
        _ => None,
    }
}

/// Returns advice about an unreadable file, given the cause of the error. After a change by hand, the file is checked
/// again.
fn next_step(cause: Cause, is_text: bool, name: &str) -> Option<String> {
    let remedy = remedy(cause, is_text)?;
    let is_by_hand = cause == Cause::Damaged && is_text || cause == Cause::OtherFile;
    Some(if is_by_hand { format!("{remedy}, then: engine-assets validate {name}") } else { remedy.to_owned() })
}

/// Returns the name of a file, quoted to be used in a shell.
fn quoted(input: &Input) -> String {
    quoted_name(std::path::Path::new(&input.location()))
}

/// Returns a quoted path. If it is not safe to print, this is `FILE`.
fn quoted_name(path: &std::path::Path) -> String {
    let text = path.to_string_lossy();
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./\\:+,=@%".contains(letter);
    if text.chars().all(is_plain) {
        return text.into_owned();
    }
    let is_printable = Name::from(text.as_bytes()).to_string() == text && !text.contains(['"', '\'', '$', '`', '!']);
    if is_printable { format!("\"{text}\"") } else { "FILE".to_owned() }
}

/// Returns the bytes around an offset, from the line before to the line after. For a text, this returns the line.
fn excerpt(input: &Input, offset: u64, part: &str) -> Option<String> {
    if input.is_stdin() {
        return None;
    }
    if input.is_in_package() {
        let bytes = input.read().ok()?;
        return Some(text_line(&bytes, offset, part).unwrap_or_else(|| {
            let start = first_line(offset, bytes.len() as u64);
            dump(bytes.get(start as usize..).unwrap_or_default(), start, bytes.len() as u64, offset, part)
        }));
    }
    let mut file = File::open(input.path()).ok()?;
    let size = file.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
    if size <= MOST_TEXT {
        let mut bytes = Vec::new();
        file.by_ref().take(MOST_TEXT).read_to_end(&mut bytes).ok()?;
        if let Some(line) = text_line(&bytes, offset, part) {
            return Some(line);
        }
    }
    let start = first_line(offset, size);
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start)).ok()?;
    file.take(3 * LINE).read_to_end(&mut bytes).ok()?;
    Some(dump(&bytes, start, size, offset, part))
}

/// Returns where a dump must start to show the line before the offset. `size` is the size of the file.
fn first_line(offset: u64, size: u64) -> u64 {
    (offset.min(size) / LINE).saturating_sub(1) * LINE
}

fn dim() -> Style {
    AnsiColor::BrightBlack.on_default()
}

/// Returns three lines of bytes beginning at `start`, with a mark below the byte at `offset`.
fn dump(bytes: &[u8], start: u64, size: u64, offset: u64, part: &str) -> String {
    let mut text = String::new();
    // An offset beyond the end is marked at the end.
    let marked = offset.min(size);
    for number in 0..3 {
        let at = start + number * LINE;
        let line = bytes.iter().skip((number * LINE) as usize).take(LINE as usize).copied().collect::<Vec<u8>>();
        let is_marked = (at..at + LINE).contains(&marked);
        if line.is_empty() && !is_marked {
            continue;
        }
        push_line(&mut text, at, &line);
        if is_marked {
            push_mark(&mut text, marked - at, size <= offset, size, part);
        }
    }
    text
}

fn push_line(text: &mut String, at: u64, line: &[u8]) {
    let hex: String =
        line.iter().enumerate().map(|(index, byte)| format!("{}{byte:02x} ", gap(index as u64))).collect();
    let letters: String =
        line.iter().map(|byte| if byte.is_ascii_graphic() { char::from(*byte) } else { '.' }).collect();
    let dim = dim();
    // Writing to a string can't fail.
    let _ = writeln!(text, "  {dim}{at:08x} |{dim:#} {hex:50}{dim}|{dim:#} {letters}");
}

/// Returns the space before a byte, which is wider in the middle of a line.
fn gap(offset: u64) -> &'static str {
    if offset == 8 { " " } else { "" }
}

fn push_mark(text: &mut String, offset: u64, is_end: bool, size: u64, part: &str) {
    let column = (offset * 3 + u64::from(offset >= 8)) as usize;
    let end = if is_end { format!("the file ends here, after {size} bytes") } else { String::new() };
    let words: Vec<&str> = [part, &end].into_iter().filter(|words| !words.is_empty()).collect();
    let (dim, red) = (dim(), style(Severity::Error));
    let _ = writeln!(text, "  {:8} {dim}|{dim:#} {:column$}{red}^^{red:#} {}", "", "", words.join("; "));
}

/// Returns `true` if the beginning of a file looks like text.
fn is_text(input: &Input) -> bool {
    let mut head = Vec::new();
    let read = File::open(input.path()).and_then(|file| file.take(512).read_to_end(&mut head));
    !input.is_in_package() && read.is_ok() && is_plain(&head)
}

fn is_plain(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(|byte| *byte >= 0x20 || matches!(byte, b'\t' | b'\r' | b'\n'))
}

/// A position in a text.
pub(crate) struct TextPosition {
    /// The line number, starting at 1.
    pub(crate) line: usize,
    /// The number of the character in this line, starting at 1.
    pub(crate) column: usize,
    /// The byte offset of the character.
    offset: usize,
    /// The byte offset of the line.
    start: usize,
}

/// Returns the position of a byte offset in a text, or `None` if the bytes are not text.
pub(crate) fn text_position(bytes: &[u8], offset: u64) -> Option<TextPosition> {
    let whole = std::str::from_utf8(bytes).ok().filter(|_| is_plain(bytes))?;
    let offset = usize::try_from(offset).ok()?.min(bytes.len());
    // An offset within a character is moved to its start.
    let offset = (0..=offset).rev().find(|index| whole.is_char_boundary(*index))?;
    let before = &whole[..offset];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    let column = before[start..].chars().count() + 1;
    Some(TextPosition { line, column, offset, start })
}

/// Returns the line at an offset, with a line number and a mark below the position, or `None` if the file is not text.
fn text_line(bytes: &[u8], offset: u64, part: &str) -> Option<String> {
    let TextPosition { line: number, offset, start: from, .. } = text_position(bytes, offset)?;
    let (before, behind) = bytes.split_at(offset);
    let to = behind.iter().position(|byte| *byte == b'\n').unwrap_or(behind.len());
    let shown =
        |bytes: &[u8]| Name::from(String::from_utf8_lossy(bytes).replace('\t', " ").trim_end_matches('\r')).to_string();
    let (left, right) = (shown(&before[from..]), shown(&behind[..to]));
    // Of a long line, the characters near the place.
    let left: String = left.chars().skip(left.chars().count().saturating_sub(MOST_LETTERS / 2)).collect();
    let right: String = right.chars().take(MOST_LETTERS / 2).collect();
    let (dim, red) = (dim(), style(Severity::Error));
    let column = left.chars().count();
    let mut text = format!("  {dim}{number:8} |{dim:#} {left}{right}\n");
    let _ = writeln!(text, "  {:8} {dim}|{dim:#} {:column$}{red}^{red:#} {part}", "", "");
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn a_dump_marks_the_byte() {
        let bytes: Vec<u8> = (0x30..0x60).collect();
        let expected = "  \
  00000010 | 40 41 42 43 44 45 46 47  48 49 4a 4b 4c 4d 4e 4f  | @ABCDEFGHIJKLMNO
  00000020 | 50 51 52 53 54 55 56 57  58 59 5a 5b 5c 5d 5e 5f  | PQRSTUVWXYZ[\\]^_
           |                             ^^ box
";
        assert_eq!(plain(&dump(&bytes[16..], 16, 48, 0x29, "box")), expected[..].replacen("    0", "  0", 1));
    }

    #[test]
    fn the_end_of_a_file_is_marked() {
        let shown = plain(&dump(&[1, 2], 0, 2, 2, "head"));
        assert_eq!(shown.lines().nth(1), Some("           |       ^^ head; the file ends here, after 2 bytes"));
        // A line that would begin where the file ends.
        let shown = plain(&dump(&[7; 16], 0, 16, 40, ""));
        assert_eq!(shown.lines().nth(2), Some("           | ^^ the file ends here, after 16 bytes"));
        assert_eq!(plain(&dump(&[], 0, 0, 0, "")).lines().count(), 2);
    }

    #[test]
    fn texts_show_their_line() {
        let shown = plain(&text_line(b"a\n\tb \xc3\xa9 c\r\nd", 6, "key").expect("a text"));
        assert_eq!(shown, "         2 |  b \u{e9} c\n           |    ^ key\n");
        assert_eq!(text_line(b"a\0b", 1, ""), None);
    }

    #[test]
    fn each_cause_has_its_advice() {
        let of = |cause| next_step(cause, false, "a.glb").unwrap_or_default();
        let causes = [Cause::Damaged, Cause::Unsupported, Cause::Limit, Cause::OtherFile];
        let words = ["cut off", "without it", "split", "next to it"];
        for (cause, word) in causes.into_iter().zip(words) {
            let said: Vec<bool> = words.iter().map(|other| of(cause).contains(other)).collect();
            let wanted: Vec<bool> = words.iter().map(|other| *other == word).collect();
            assert_eq!(said, wanted, "{cause:?}");
        }
        for cause in [Cause::NotWritable, Cause::Request, Cause::Io] {
            assert_eq!(next_step(cause, false, "a"), None);
        }
        assert!(next_step(Cause::Damaged, true, "a").is_some_and(|said| said.starts_with("fix the text")));
    }

    #[test]
    fn names_are_quoted_or_left_out() {
        for (name, expected) in
            [("a/b.mdl", "a/b.mdl"), ("my file.mdl", "\"my file.mdl\""), ("a$(rm).mdl", "FILE"), ("a\x1b[2J", "FILE")]
        {
            assert_eq!(quoted_name(std::path::Path::new(name)), expected);
        }
    }
}
