//! The `udm` command, which works on documents of the Unified Data Model.

mod compare;
mod edit;
mod get;
mod opened;
mod resolve;
mod schema;
mod value;

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use engine_assets::Asset;
use engine_assets::binio::{self, Escaped, Finding, Findings};
use engine_assets::convert::OutputFormat;
use engine_assets::paths::documents::from_json;
use engine_assets::udm::{self, CURRENT_VERSION, Document, Style, Syntax};

pub(crate) use self::compare::{Merge as MergeArguments, lines, merge};
pub(crate) use self::edit::set_all;
pub(crate) use self::get::print_value;
pub(crate) use self::opened::Opened;
pub(crate) use self::resolve::{Resolve as ResolveArguments, resolve};
use crate::examples;
use crate::explain::{print_located, print_other_kind};
use crate::inputs::{Input, Inputs};
use crate::output;
use crate::report::{Outcome, print, print_error, print_error_about, print_message, shown};

pub(crate) use engine_assets::paths::documents::{brief, escaped};
pub(crate) use schema::read as read_schema;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the value at a path, such as lights/spots[0]/range, or all values that match a pattern
    #[command(after_help = examples::UDM_GET)]
    Get(get::Get),
    /// Set the value at a path. In a text, comments, order and spacing are kept
    #[command(after_help = examples::UDM_SET)]
    Set(edit::Set),
    /// Remove the key or item at a path
    #[command(after_help = examples::UDM_RM)]
    Rm {
        /// The document; - for standard input
        file: PathBuf,
        /// Path: keys separated by /, [index] after arrays
        path: String,
        #[command(flatten)]
        to: To,
    },
    /// Format documents as text, with one property per line. Comments, order and the spelling of numbers are kept
    #[command(after_help = examples::UDM_FMT)]
    Fmt(Fmt),
    /// Show added (+), removed (-) and changed (~) values; exit status 1 if there are any
    #[command(after_help = examples::UDM_DIFF)]
    Diff(compare::Diff),
    /// Merge the changes from BASE to THEIRS into OURS. Conflicts are marked in texts and set exit status 1
    #[command(after_help = examples::UDM_MERGE)]
    Merge(compare::Merge),
    /// Resolve the conflicts that `merge` has marked in a text
    #[command(after_help = examples::UDM_RESOLVE)]
    Resolve(resolve::Resolve),
    /// Rename a key
    #[command(after_help = examples::UDM_RENAME)]
    Rename(edit::Rename),
    /// Move a value to another path, in texts with its comments. Missing elements in the path are created
    #[command(after_help = examples::UDM_MOVE)]
    Move(edit::Move),
    /// Append an item to an array
    #[command(after_help = examples::UDM_APPEND)]
    Append(edit::Append),
    /// Apply the output of `diff --json`
    #[command(after_help = examples::UDM_PATCH)]
    Patch(compare::Patch),
    /// Create a document from JSON. With the output of `convert --to json` you get the same document, otherwise plain
    /// data
    #[command(after_help = examples::UDM_FROM_JSON)]
    FromJson {
        /// The JSON; - for standard input
        file: PathBuf,
        /// Write text. By default, the extension of OUT selects text or binary, or else binary is used
        #[arg(long)]
        text: bool,
        #[command(flatten)]
        to: To,
    },
    /// List, apply and infer schemas; use `validate --schema` to check documents
    Schema {
        #[command(subcommand)]
        command: schema::Command,
    },
}

/// Options that say where to write an edited document.
#[derive(Args)]
pub(crate) struct To {
    /// File to write instead of the document itself; - for standard output. The extension selects text or binary
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite OUT
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Print the changes, but don't write them
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl To {
    /// Writes a changed document to OUT if it is given, otherwise to its own file, or to standard output if it has no
    /// file.
    pub(crate) fn write(&self, input: &Opened, bytes: &[u8]) -> io::Result<()> {
        match &self.output {
            Some(output) if output::is_stdout(output) => {
                if self.dry_run {
                    Ok(())
                } else {
                    show(bytes)
                }
            }
            Some(output) => {
                let bytes = encoded(input, bytes, output)?;
                if self.dry_run {
                    output::dry_run(output, Some(bytes.len()), self.force)
                } else {
                    output::write(output, &bytes, self.force)
                }
            }
            None if input.is_stdin() || input.is_in_package() => {
                if self.dry_run {
                    Ok(())
                } else {
                    show(bytes)
                }
            }
            None if self.dry_run => output::dry_run(input.path(), Some(bytes.len()), true),
            None => input.replace(bytes),
        }
    }

    /// Prints the changes to a document, if `--dry-run` is set.
    fn tell(&self, before: Option<&Document<'_>>, after: &Document<'_>) -> io::Result<()> {
        before.map_or(Ok(()), |before| print(&compare::lines(&engine_assets::udm_tools::diff(before, after))))
    }

    /// Returns a copy of the document to compare with later, if `--dry-run` is set.
    fn before<'d>(&self, document: &Document<'d>) -> Option<Document<'d>> {
        self.dry_run.then(|| document.clone())
    }
}

/// Returns the encoding for files with this extension, or `None` if documents don't have this extension.
fn encoding_of(path: &Path) -> Option<udm::Encoding> {
    match OutputFormat::for_path(path).ok()? {
        output_format if output_format.is_document_text() => Some(udm::Encoding::Text),
        output_format if output_format.is_document_binary() => Some(udm::Encoding::Binary),
        _ => None,
    }
}

/// Encodes a written document for `output`. If text can't store some content, this is reported.
fn encoded<'b>(input: &Input, bytes: &'b [u8], output: &Path) -> io::Result<Cow<'b, [u8]>> {
    let current = if Document::is_binary(bytes) { udm::Encoding::Binary } else { udm::Encoding::Text };
    let Some(encoding) = encoding_of(output).filter(|encoding| *encoding != current) else { return Ok(bytes.into()) };
    let failed = |error: udm::Error| output::named(output, &io::Error::from(error));
    let document = Document::parse(bytes).map_err(failed)?;
    let bytes = if encoding == udm::Encoding::Text {
        losses(&document).iter().for_each(|loss| crate::report::print_finding(input, loss));
        document.to_text(Style::Pretty)
    } else {
        document.to_binary()
    };
    Ok(bytes.map_err(failed)?.into())
}

#[derive(Args)]
struct Fmt {
    #[command(flatten)]
    inputs: Inputs,
    /// Don't write; exit with status 1 if a file would be formatted differently
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// Use as little white space as possible, and no comments
    #[arg(long)]
    compact: bool,
    /// Print texts and files that can't be parsed unchanged, to be used as textconv of git
    #[arg(long, conflicts_with_all = ["check", "compact", "output"])]
    as_is: bool,
    /// File to write instead of standard output (-). For several files this must be a folder; an existing folder can be
    /// used for a single file too
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "output")]
    force: bool,
    /// Print the names of the files, but don't write them
    #[arg(long, requires = "output")]
    dry_run: bool,
}

/// Returns findings for content that text can't store.
fn losses(document: &Document<'_>) -> Findings {
    let mut losses = Findings::new();
    if !document.trailing.is_empty() {
        losses.warning(
            engine_assets::kinds::TRAILING_LOST,
            "trailing",
            format!("text can't store {} bytes after the end", document.trailing.len()),
        );
    }
    if document.header_version != CURRENT_VERSION {
        losses.warning(
            engine_assets::kinds::HEADER_LOST,
            "header",
            format!("text can't store header version {}", document.header_version),
        );
    }
    losses
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    match &arguments.command {
        Command::Get(arguments) => get::get(arguments),
        Command::Set(arguments) => edit::set(arguments, quiet),
        Command::Rename(arguments) => edit::rename(arguments, quiet),
        Command::Move(arguments) => edit::move_to(arguments, quiet),
        Command::Append(arguments) => edit::append(arguments, quiet),
        Command::Resolve(arguments) => resolve::resolve(arguments),
        Command::Rm { file, path, to } => with(file, |input, document| {
            change(input, document, path, to, quiet, |document| match document.remove(path) {
                Ok(_) => Ok(()),
                Err(error) => Err(Escaped(error.kind()).to_string()),
            })
        }),
        Command::Fmt(arguments) => fmt(arguments, quiet),
        Command::Diff(arguments) => compare::diff(arguments, quiet),
        Command::Merge(arguments) => compare::merge(arguments, quiet),
        Command::Patch(arguments) => compare::patch(arguments),
        Command::FromJson { file, text, to } => make(file, *text, to),
        Command::Schema { command } => schema::run(command, quiet),
    }
}

/// Creates a document from a JSON file and writes it.
fn make(file: &Path, text: bool, to: &To) -> io::Result<Outcome> {
    let input = Input::new(file);
    if let Some(output) = to.output.as_ref().filter(|output| text && encoding_of(output) == Some(udm::Encoding::Binary))
    {
        print_error(&format!("{}: --text, and the extension is one of binary documents", shown(output)));
        return Ok(Outcome::Failed);
    }
    let (input, bytes) = match Opened::read(input) {
        Ok(read) => read,
        Err((input, error)) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Failed);
        }
    };
    let written = |document: Document<'_>| if text { document.to_text(Style::Pretty) } else { document.to_binary() };
    let converted = from_json(&bytes).map_err(|error| error.to_string());
    let converted = converted.and_then(|document| written(document).map_err(|error| error.to_string()));
    match (converted, &to.output) {
        (Ok(bytes), Some(_)) => to.write(&input, &bytes)?,
        // The JSON stays.
        (Ok(bytes), None) => {
            if !to.dry_run {
                show(&bytes)?;
            }
        }
        (Err(error), _) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Bad);
        }
    }
    Ok(Outcome::Fine)
}

/// Reads a document, edits it, and writes it in its own encoding.
fn change(
    input: &Opened,
    mut document: Document<'_>,
    path: &str,
    to: &To,
    quiet: bool,
    make: impl FnOnce(&mut Document<'_>) -> Result<(), String>,
) -> io::Result<Outcome> {
    let before = to.before(&document);
    if let Err(problem) = make(&mut document) {
        return Ok(refuse_at(input, path, &problem));
    }
    to.tell(before.as_ref(), &document)?;
    let bytes = match document.to_bytes() {
        Ok(bytes) => bytes,
        Err(error) => return Ok(refuse(input, &error)),
    };
    if !quiet {
        tell_engine(input, &bytes, path);
    }
    to.write(input, &bytes)?;
    Ok(Outcome::Fine)
}

/// Prints a warning if the engine will misread a value at `path` in a written text.
fn tell_engine(input: &Input, text: &[u8], path: &str) {
    if Document::is_binary(text) {
        return;
    }
    let Ok(syntax) = Syntax::parse(text) else { return };
    let Some(range) = syntax.find(path).map(|node| node.range()) else { return };
    let findings = syntax.engine_findings();
    let within = |finding: &&Finding| finding.offset.is_some_and(|offset| range.contains(&(offset as usize)));
    findings.iter().filter(within).for_each(|finding| crate::report::print_finding(input, finding));
}

/// Opens a document. The file can have any name.
fn with(path: &Path, work: impl FnOnce(&Opened, Document<'_>) -> io::Result<Outcome>) -> io::Result<Outcome> {
    let (input, bytes) = match Opened::read(Input::new(path)) {
        Ok(read) => read,
        Err((input, error)) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Failed);
        }
    };
    match Document::parse(&bytes) {
        Ok(document) => work(&input, document),
        Err(_) if print_other_kind(&input, "a UDM document") => Ok(Outcome::Bad),
        Err(error) => Ok(refuse(&input, &error)),
    }
}

fn refuse<K: std::fmt::Display>(input: &Input, error: &binio::Error<K>) -> Outcome {
    print_located(input, error, error.path(), error.offset());
    Outcome::Bad
}

/// Prints an error about a path in a document.
fn refuse_at(input: &Input, path: &str, error: &dyn std::fmt::Display) -> Outcome {
    print_error_about(input, &format!("{}: {error}", escaped(path.as_bytes())));
    Outcome::Bad
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
    if arguments.as_is && !Document::is_binary(&bytes) {
        show(&bytes)?;
        return Ok(Outcome::Fine);
    }
    // Of files in a folder, only documents count.
    if !input.named && !is_document(input, &bytes) {
        return Ok(Outcome::Fine);
    }
    let laid_out = Document::parse(&bytes).and_then(|document| {
        let text = match (document.encoding(), style) {
            (udm::Encoding::Text, Style::Pretty) => Syntax::parse(&bytes)?.to_tidy(),
            _ => document.to_text(style)?,
        };
        Ok((losses(&document), text))
    });
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
    if arguments.compact {
        print_lost_comments(input, (&bytes, &text), quiet);
    }
    if !quiet {
        losses.iter().for_each(|loss| crate::report::print_finding(input, loss));
    }
    write_formatted(input, arguments, &text)
}

/// Writes a formatted document to its output, or to standard output.
fn write_formatted(input: &Input, arguments: &Fmt, text: &[u8]) -> io::Result<Outcome> {
    let Some(output) = arguments.output.as_ref().filter(|output| !output::is_stdout(output)) else {
        if !arguments.dry_run {
            show(text)?;
        }
        return Ok(Outcome::Fine);
    };
    let into_folder = !arguments.inputs.is_one_file() || output.is_dir();
    let path = if into_folder { output.join(input.relative()) } else { output.clone() };
    if encoding_of(&path) == Some(udm::Encoding::Binary) {
        print_error(&format!("{}: fmt writes text, and the extension is one of binary documents", shown(&path)));
        return Ok(Outcome::Failed);
    }
    let written = if arguments.dry_run {
        output::dry_run(&path, Some(text.len()), arguments.force)
    } else {
        let given = if into_folder { output } else { output::parent(output) };
        output::write_below(given, &path, text, arguments.force)
    };
    match written {
        Ok(()) => Ok(Outcome::Fine),
        Err(error) => {
            print_error(&error);
            Ok(Outcome::Failed)
        }
    }
}

/// Prints a warning if comments are lost. This is detected by counting slashes, because nothing else can remove them.
fn print_lost_comments(input: &Input, (before, after): (&[u8], &[u8]), quiet: bool) {
    let slashes = |text: &[u8]| text.windows(2).filter(|two| matches!(two, [b'/', b'/' | b'*'])).count();
    if !quiet && !Document::is_binary(before) && slashes(before) > slashes(after) {
        print_message(&format!("{}: its comments are left out", input.display()));
    }
}

fn is_document(input: &Input, bytes: &[u8]) -> bool {
    match Asset::parse(bytes, Some(input.path())) {
        Ok(asset) => asset.as_udm().is_some(),
        Err(engine_assets::Error::Malformed { format, .. }) => format.is_udm(),
        Err(_) => false,
    }
}

/// Prints text from a file to stdout. If stdout is a terminal, the text is escaped.
fn show(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() { out.write_all(value::escaped_lines(bytes).as_bytes()) } else { out.write_all(bytes) }
}
