//! Results on stdout, everything else on stderr; and the exit status.

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

/// How a command ended; the worst of several files counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All is well, but for warnings.
    #[default]
    Fine,
    /// A file has an error, can't be opened as any format though it was named, or didn't round-trip.
    Bad,
    /// Usage and I/O.
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
    /// Of a file that can't be opened.
    pub(crate) fn of(error: &Error) -> Self {
        match error {
            // An entry of a package: the system reads no file and calls it that.
            Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => Self::Bad,
            Error::Io(_) | Error::Refused(_) => Self::Failed,
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

/// Path of a file in JSON.
#[derive(Serialize)]
pub(crate) struct FileName {
    file: String,
    /// Bytes of the path in base64, if the path isn't UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_bytes: Option<String>,
}

impl FileName {
    pub(crate) fn of(path: &OsStr) -> Self {
        Self { file: path.to_string_lossy().into_owned(), file_bytes: file_bytes(path) }
    }

    /// The path, safe to print.
    pub(crate) fn shown(&self) -> String {
        shown(&self.file)
    }
}

/// Bytes of a path in base64; `None` if the path is UTF-8.
pub(crate) fn file_bytes(path: &OsStr) -> Option<String> {
    path.to_str().is_none().then(|| STANDARD.encode_to_string(path.as_encoded_bytes()))
}

/// The same of a package that is read in its place.
pub(crate) fn package_head(input: &Input, package: &Package<impl ReadAt>) -> Head {
    let mut head = head(input, None, None);
    head.format = Some(Format::URHO_PAK.name());
    head.variant = Some(package.kind().as_str().to_owned());
    head.file_size = Some(package.file_size());
    head
}

/// Version of all JSON output. It grows with a change that isn't an additional field.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<'v, V> {
    #[serde(flatten)]
    value: &'v V,
    schema_version: u32,
}

/// One line of JSON on stdout: the fields of `value` and the version of the JSON output.
pub(crate) fn print_json(value: &impl Serialize) -> io::Result<()> {
    let line = json_line(value)?;
    without_bar(|| io::stdout().lock().write_all(line.as_bytes()))
}

/// A value as a line of JSON.
pub(crate) fn json_line(value: &impl Serialize) -> io::Result<String> {
    let line = serde_json::to_string(&Versioned { value, schema_version: SCHEMA_VERSION })?;
    Ok(escape_json(&line))
}

/// A line of JSON in which characters that mislead a terminal are escaped. They are in texts only, since JSON has no others.
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

/// Text on stdout, coloured on a terminal.
pub(crate) fn print(text: &str) -> io::Result<()> {
    without_bar(|| anstream::stdout().lock().write_all(text.as_bytes()))
}

/// A line on stderr. A failure is ignored: there is nowhere else to report it.
pub(crate) fn print_message(line: &str) {
    let _ = without_bar(|| writeln!(anstream::stderr().lock(), "{line}"));
}

/// Whether details are printed: `--verbose`.
static VERBOSE: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_verbose(verbose: bool) {
    VERBOSE.store(verbose, Ordering::Relaxed);
}

/// Whether details are printed.
pub(crate) fn is_verbose() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// Whether notes and warnings are left out: `--quiet`.
static QUIET: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// A line on stderr with `--verbose`.
pub(crate) fn print_detail(line: impl FnOnce() -> String) {
    if is_verbose() {
        print_message(&line());
    }
}

/// A path, safe to print: its letters may be anything.
pub(crate) fn shown(path: &(impl AsRef<Path> + ?Sized)) -> String {
    shown_path(path)
}

/// A name in a text, safe to print.
pub(crate) fn shown_text(name: &str) -> String {
    Name::from(name).to_string()
}

/// An error on stderr.
pub(crate) fn print_error(error: &dyn Display) {
    let red = style(Severity::Error);
    print_message(&format!("{red}error{red:#}: {}", with_dashes(&error.to_string())));
}

/// An error about a file on stderr.
pub(crate) fn print_error_about(input: &Input, error: &dyn Display) {
    print_error(&format!("{}: {error}", input.display()));
}

/// A finding about a file on stderr, with its kind; with `--quiet` only an error.
pub(crate) fn print_finding(input: &Input, finding: &Finding) {
    print_finding_at(&input.display(), finding);
}

/// A finding about a place: a file, or a line of it.
fn print_finding_at(place: &str, finding: &Finding) {
    if finding.severity < Severity::Error && QUIET.load(Ordering::Relaxed) {
        return;
    }
    let (dim, text) = (AnsiColor::BrightBlack.on_default(), colored(finding));
    print_message(&format!("{place}: {} {dim}[{}]{dim:#}", with_dashes(&text), finding.kind));
}

/// A finding with its severity in colour.
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
