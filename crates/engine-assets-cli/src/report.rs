//! Prints results to stdout and everything else to stderr, and determines the exit status.

mod lines;
mod progress;

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use base64_simd::STANDARD;
use engine_assets::binio::{Finding, Name, ReadAt, Severity, misleads, shown_path};
use engine_assets::urho_pak::Package;
use engine_assets::{Asset, Error, Format, Head};
use serde::Serialize;

use crate::inputs::Input;
pub(crate) use lines::{Lines, print_findings, with_dashes};
use progress::without_bar;
pub(crate) use progress::{Meter, Progress};

/// The result of a command. If there are several files, the worst result is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// There are no errors, but there may be warnings.
    #[default]
    Fine,
    /// A file has an error, was named but has no known format, or didn't round-trip.
    Bad,
    /// There was a usage or I/O error.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => Self::SUCCESS,
            Outcome::Bad => Self::from(1),
            Outcome::Failed => Self::from(2),
        }
    }
}

impl Outcome {
    /// Returns the result for a file that can't be opened.
    pub(crate) fn of(error: &Error) -> Self {
        match error {
            // An entry of a package: the system reads no file and calls it that.
            Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => Self::Bad,
            Error::Io(_) | Error::Refused(_) | Error::NoEffect(_) => Self::Failed,
            _ => Self::Bad,
        }
    }
}

/// Returns the first members of a file's JSON object.
pub(crate) fn head(input: &Input, size: Option<usize>, asset: Option<&Asset<'_>>) -> Head {
    let FileName { file, file_bytes } = FileName::of(&input.location());
    let mut head = Head::new(file, size.map(|size| size as u64), asset);
    head.file_bytes = file_bytes;
    head
}

/// The path of a file in JSON.
#[derive(Serialize)]
pub(crate) struct FileName {
    file: String,
    /// The bytes of the path in base64, if the path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_bytes: Option<String>,
}

impl FileName {
    pub(crate) fn of(path: &OsStr) -> Self {
        Self { file: path.to_string_lossy().into_owned(), file_bytes: file_bytes(path) }
    }

    /// Returns the path as text that is safe to print.
    pub(crate) fn shown(&self) -> String {
        shown(&self.file)
    }
}

/// Returns the bytes of a path in base64, or `None` if the path is UTF-8.
pub(crate) fn file_bytes(path: &OsStr) -> Option<String> {
    path.to_str().is_none().then(|| STANDARD.encode_to_string(path.as_encoded_bytes()))
}

/// Returns the first members of the JSON object for a package that is read in place. See [`head`].
pub(crate) fn package_head(input: &Input, package: &Package<impl ReadAt>) -> Head {
    let mut head = head(input, None, None);
    head.format = Some(Format::URHO_PAK.name());
    head.variant = Some(package.encoding().as_str().to_owned());
    head.file_size = Some(package.file_size());
    head
}

/// The version of all JSON output. You must increase it for every change that does not only add fields.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<'v, V> {
    #[serde(flatten)]
    value: &'v V,
    schema_version: u32,
}

/// Prints `value` as a line of JSON to stdout, and adds the version of the JSON output.
pub(crate) fn print_json(value: &impl Serialize) -> io::Result<()> {
    let line = json_line(value)?;
    without_bar(|| io::stdout().lock().write_all(line.as_bytes()))
}

/// Returns a value as a line of JSON.
pub(crate) fn json_line(value: &impl Serialize) -> io::Result<String> {
    let line = serde_json::to_string(&Versioned { value, schema_version: SCHEMA_VERSION })?;
    Ok(escape_json(&line))
}

/// Escapes characters that could mislead a terminal in a line of JSON. They can only occur in strings, because JSON
/// does not allow them elsewhere.
pub(crate) fn escape_json(line: &str) -> String {
    let mut safe = String::with_capacity(line.len().saturating_add(1));
    for character in line.chars() {
        if misleads(character) {
            character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| safe += &format!("\\u{unit:04x}"));
        } else {
            safe.push(character);
        }
    }
    safe.push('\n');
    safe
}

/// Prints text to stdout, with colours if it is a terminal.
pub(crate) fn print(text: &str) -> io::Result<()> {
    without_bar(|| anstream::stdout().lock().write_all(text.as_bytes()))
}

/// Prints a line to stderr. Errors are ignored, because there is no other place to report them.
pub(crate) fn print_message(line: &str) {
    let _ = without_bar(|| writeln!(anstream::stderr().lock(), "{line}"));
}

/// This is `true` if details must be printed (`--verbose`).
static VERBOSE: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_verbose(verbose: bool) {
    VERBOSE.store(verbose, Ordering::Relaxed);
}

/// Returns `true` if details must be printed.
pub(crate) fn is_verbose() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// This is `true` if notes and warnings must not be printed (`--quiet`).
static QUIET: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Prints a line to stderr, but only with `--verbose`.
pub(crate) fn print_detail(line: impl FnOnce() -> String) {
    if is_verbose() {
        print_message(&line());
    }
}

/// Returns a path as text that is safe to print, because a path can contain any characters.
pub(crate) fn shown(path: &(impl AsRef<Path> + ?Sized)) -> String {
    shown_path(path)
}

/// Returns a name from a text so that it is safe to print.
pub(crate) fn shown_text(name: &str) -> String {
    Name::from(name).to_string()
}

/// Prints an error to stderr.
pub(crate) fn print_error(error: &dyn Display) {
    let red = style(Severity::Error);
    print_message(&format!("{red}error{red:#}: {}", with_dashes(&error.to_string())));
}

/// Prints an error about a file to stderr.
pub(crate) fn print_error_about(input: &Input, error: &dyn Display) {
    print_error(&format!("{}: {error}", input.display()));
}

/// Prints a finding about a file to stderr, with its kind. With `--quiet`, only errors are printed.
pub(crate) fn print_finding(input: &Input, finding: &Finding) {
    print_finding_at(&input.display(), finding);
}

/// Prints a finding about a file or a line in a file.
fn print_finding_at(input: &str, finding: &Finding) {
    if finding.severity < Severity::Error && QUIET.load(Ordering::Relaxed) {
        return;
    }
    let (dim, text) = (AnsiColor::BrightBlack.on_default(), colored(finding));
    print_message(&format!("{input}: {} {dim}[{}]{dim:#}", with_dashes(&text), finding.kind));
}

/// Formats a finding with a colour for its severity.
pub(crate) fn colored(finding: &Finding) -> String {
    let style = style(finding.severity);
    let text = finding.to_string();
    let severity = finding.severity.as_str();
    format!("{style}{severity}{style:#}{}", text.strip_prefix(severity).unwrap_or(&text))
}

pub(crate) fn style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Note => AnsiColor::Cyan,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Error => AnsiColor::Red,
    };
    color.on_default().bold()
}
