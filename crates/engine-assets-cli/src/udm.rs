//! `udm`: documents of the Unified Data Model.

mod value;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use engine_assets::Asset;
use engine_assets::binio::{Findings, Limits, Severity};
use engine_assets::udm::{CURRENT_VERSION, Change, Document, Error, ErrorKind, Style};
use serde::Serialize;

use crate::inputs::{Input, Inputs};
use crate::output;
use crate::report::{Outcome, print, print_error, print_error_about, print_json, print_message};

pub(crate) use value::{brief, escaped};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the value at a path, such as lights/spots[0]/range
    Get {
        /// The document; - for standard input
        file: PathBuf,
        /// Keys with / between them, [index] behind arrays
        path: String,
        /// One JSON object: type and text
        #[arg(long)]
        json: bool,
    },
    /// Change the value at a path; the form, binary or text, stays. Comments of a text are lost
    Set {
        /// The document; - for standard input
        file: PathBuf,
        /// Keys with / between them, [index] behind arrays
        path: String,
        /// What `get` prints: text as it is, anything else as UDM text of the type that is there
        #[arg(allow_hyphen_values = true)]
        value: String,
        /// File to write, instead of the document itself
        #[arg(long, short, value_name = "OUT")]
        output: Option<PathBuf>,
        /// Replace OUT if it is there
        #[arg(long, requires = "output")]
        force: bool,
    },
    /// Lay documents out as text, one property a line. Comments are lost
    Fmt(Fmt),
    /// What the second document has more (+), less (-) or other (~); exit status 1 if there is anything
    Diff {
        /// Document before the change
        old: PathBuf,
        /// Document after the change
        new: PathBuf,
    },
}

#[derive(Args)]
struct Fmt {
    #[command(flatten)]
    inputs: Inputs,
    /// Write nothing; exit status 1 if a file isn't laid out like this already
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// As little white space as can be
    #[arg(long)]
    compact: bool,
    /// File to write instead of standard output; a folder if there are several files, or if there is a folder of this name
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long, requires = "output")]
    force: bool,
}

/// The form of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Binary,
    Text(Style),
}

impl Form {
    /// The form of the `bytes` that `document` was read from.
    pub(crate) fn of(document: &Document<'_>, bytes: &[u8]) -> Self {
        if Document::is_binary(bytes) {
            Self::Binary
        } else if document.to_text(Style::Compact).is_ok_and(|text| text == bytes) {
            Self::Text(Style::Compact)
        } else {
            Self::Text(Style::Pretty)
        }
    }

    /// The document in this form.
    pub(crate) fn bytes(self, document: &Document<'_>) -> Result<Vec<u8>, Error> {
        match self {
            Self::Binary => document.to_bytes(),
            Self::Text(style) => document.to_text(style),
        }
    }

    /// What this form can't store.
    pub(crate) fn losses(self, document: &Document<'_>) -> Findings {
        let mut losses = Findings::new();
        if let Self::Text(_) = self {
            if !document.trailing.is_empty() {
                let count = document.trailing.len();
                losses.add(Severity::Warning, "trailing", format!("text can't store the {count} bytes behind the end"));
            }
            if document.header_version != CURRENT_VERSION {
                let version = document.header_version;
                losses.add(Severity::Warning, "header", format!("text can't store header version {version}"));
            }
        }
        losses
    }
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    match &arguments.command {
        Command::Get { file, path, json } => with(file, |input, document, _| get(input, document, path, *json)),
        Command::Set { file, path, value, output, force } => with(file, |input, document, bytes| {
            let form = Form::of(&document, bytes);
            let Some(changed) = changed(input, document, form, (path, value)) else { return Ok(Outcome::Bad) };
            print_lost_comments(input, (bytes, &changed), quiet);
            match output {
                Some(output) => output::write(output, &changed, *force)?,
                None if input.is_stdin() || input.is_in_package() => show(&changed)?,
                None => output::write(file, &changed, true)?,
            }
            Ok(Outcome::Fine)
        }),
        Command::Fmt(arguments) => fmt(arguments, quiet),
        Command::Diff { old, new } => with(old, |_, old, _| with(new, |_, new, _| diff(&old, &new, quiet))),
    }
}

/// Opens a document, whatever the file is called.
fn with(path: &Path, work: impl FnOnce(&Input, Document<'_>, &[u8]) -> io::Result<Outcome>) -> io::Result<Outcome> {
    let input = Input::new(path);
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Failed);
        }
    };
    match Document::parse(&bytes) {
        Ok(document) => work(&input, document, &bytes),
        Err(error) => Ok(refuse(&input, &error)),
    }
}

fn refuse(input: &Input, error: &Error) -> Outcome {
    print_error_about(input, error);
    Outcome::Bad
}

/// An error about a path in a document.
fn refuse_at(input: &Input, path: &str, error: &dyn std::fmt::Display) -> Outcome {
    print_error_about(input, &format!("{}: {error}", escaped(path.as_bytes())));
    Outcome::Bad
}

/// What `get --json` prints.
#[derive(Serialize)]
struct Got<'a> {
    file: String,
    path: &'a str,
    r#type: String,
    text: String,
}

fn get(input: &Input, document: Document<'_>, path: &str, json: bool) -> io::Result<Outcome> {
    let value = match document.fetch(path, &mut Limits::default().budget()) {
        Ok(value) => value,
        Err(error) => return Ok(refuse_at(input, path, error.kind())),
    };
    let text = match value.as_text() {
        Some(text) => text.to_vec(),
        None => match value::text_of(&value, Style::Pretty) {
            Ok(text) => text,
            Err(error) => return Ok(refuse_at(input, path, error.kind())),
        },
    };
    if json {
        let text = engine_assets::binio::Name::from(text).to_text().into_owned();
        print_json(&Got {
            file: input.location().to_string_lossy().into_owned(),
            path,
            r#type: value.ty().to_string(),
            text,
        })?;
    } else {
        let end: &[u8] = if text.ends_with(b"\n") { b"" } else { b"\n" };
        show(&[&text, end].concat())?;
    }
    Ok(Outcome::Fine)
}

/// The document with another value; `None` after saying what is wrong.
fn changed(input: &Input, mut document: Document<'_>, form: Form, (path, text): (&str, &str)) -> Option<Vec<u8>> {
    let old = document.fetch(path, &mut Limits::default().budget());
    let value = match old.map(|old| value::parse(&old, text)) {
        Ok(Ok(value)) => value,
        Ok(Err(problem)) => {
            refuse_at(input, path, &problem);
            return None;
        }
        Err(error) => {
            refuse_at(input, path, error.kind());
            return None;
        }
    };
    if let Err(error) = document.set(path, value) {
        match error.kind() {
            // It was there a moment ago.
            ErrorKind::NoSuchPath => refuse_at(input, path, &"part of an array that can only be set as a whole"),
            kind => refuse_at(input, path, kind),
        };
        return None;
    }
    form.bytes(&document).map_err(|error| refuse(input, &error)).ok()
}

fn fmt(arguments: &Fmt, quiet: bool) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    for input in arguments.inputs.files() {
        let outcome = match input {
            Ok(input) => fmt_file(&input, arguments, quiet)?,
            Err(error) => {
                print_error(&error);
                Outcome::Failed
            }
        };
        worst = worst.max(outcome);
    }
    Ok(worst)
}

fn fmt_file(input: &Input, arguments: &Fmt, quiet: bool) -> io::Result<Outcome> {
    let style = if arguments.compact { Style::Compact } else { Style::Pretty };
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => {
            print_error_about(input, &error);
            return Ok(Outcome::Failed);
        }
    };
    // Of what lies in a folder only documents count.
    if !input.named && !is_document(input, &bytes) {
        return Ok(Outcome::Fine);
    }
    let form = Form::Text(style);
    let laid_out = Document::parse(&bytes).and_then(|document| Ok((form.losses(&document), form.bytes(&document)?)));
    let (losses, text) = match laid_out {
        Ok(laid_out) => laid_out,
        Err(error) => return Ok(refuse(input, &error)),
    };
    if arguments.check {
        if text != bytes {
            print(&format!("{}\n", input.display()))?;
            return Ok(Outcome::Bad);
        }
        return Ok(Outcome::Fine);
    }
    print_lost_comments(input, (&bytes, &text), quiet);
    if !quiet {
        losses.iter().for_each(|loss| crate::report::print_finding(input, loss));
    }
    let Some(output) = &arguments.output else {
        show(&text)?;
        return Ok(Outcome::Fine);
    };
    let into_folder = !arguments.inputs.is_one_file() || output.is_dir();
    let path = if into_folder { output.join(input.relative()) } else { output.clone() };
    match output::write_below(&path, &text, arguments.force) {
        Ok(()) => Ok(Outcome::Fine),
        Err(error) => {
            print_error(&error);
            Ok(Outcome::Failed)
        }
    }
}

/// Says that comments of a text are lost, if there were any: nothing else makes slashes fewer.
fn print_lost_comments(input: &Input, (before, after): (&[u8], &[u8]), quiet: bool) {
    let slashes = |text: &[u8]| text.windows(2).filter(|two| matches!(two, [b'/', b'/' | b'*'])).count();
    if !quiet && !Document::is_binary(before) && slashes(before) > slashes(after) {
        print_message(&format!("{}: its comments are left out", input.display()));
    }
}

fn is_document(input: &Input, bytes: &[u8]) -> bool {
    match Asset::parse(bytes, Some(input.path())) {
        Ok(asset) => asset.as_udm().is_some(),
        Err(engine_assets::Error::Malformed { format, .. }) => matches!(format.feature(), "udm" | "pragma-asset"),
        Err(_) => false,
    }
}

fn diff(old: &Document<'_>, new: &Document<'_>, quiet: bool) -> io::Result<Outcome> {
    let changes = old.diff(new);
    let mut lines = String::new();
    for change in &changes {
        let path = change.path();
        let what = match (change, old.get(path), new.get(path)) {
            (Change::Changed(_), Some(old), Some(new)) => format!("{} -> {}", brief(old), brief(new)),
            (Change::Removed(_), Some(old), _) => brief(old),
            (Change::Added(_), _, Some(new)) => brief(new),
            _ => String::new(),
        };
        let colon = if what.is_empty() { "" } else { ": " };
        lines += &format!("{}{colon}{what}\n", escaped(change.to_string().as_bytes()));
    }
    print(&lines)?;
    if changes.is_empty() && old != new && !quiet {
        print_message(
            "the values are equal, but the order of keys, the header version or the bytes behind the end differ",
        );
    }
    Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Bad })
}

/// Text out of a file on stdout: as it is, but for a terminal escaped.
fn show(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() { out.write_all(value::escaped_lines(bytes).as_bytes()) } else { out.write_all(bytes) }
}
