//! The `inspect` command, which shows the format and contents of a file on one screen.

mod largest;
mod picture;
mod print;
mod table;
mod udm;
mod value;
mod words;

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};

use clap::Args;
use engine_assets::binio::{Findings, Name};
use engine_assets::urho_pak::Package;
use engine_assets::{Asset, Error, FindingSummary, Format, Head, Inspection, Summary, Typed};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use self::largest::Largest;
use self::picture::Drawer;
use self::table::Limits;
use self::value::Value;
use crate::counts::grouped;
use crate::explain::print_explained;
use crate::inputs::{Input, Inputs};
use crate::open::OpenOptions;
use crate::output::named;
use crate::report::{Meter, Outcome, colored, head, package_head, print, print_error, print_json};
use crate::side::SideOptions;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Print one JSON object per file
    #[arg(long)]
    json: bool,
    /// With --json: print the SHA-256 of the file and of every block of bulk data
    #[arg(long, requires = "json")]
    hashes: bool,
    #[command(flatten)]
    open: OpenOptions,
    #[command(flatten)]
    side: SideOptions,
    /// Draw models, materials and textures in the terminal
    #[arg(long, conflicts_with = "json")]
    picture: bool,
    /// Number of levels to show for a skeleton, a scene or a document
    #[arg(long, default_value_t = 3, value_name = "LEVELS")]
    depth: usize,
    /// Number of rows to show for a list
    #[arg(long, default_value_t = 20, value_name = "N")]
    rows: usize,
    /// Documents: list the N largest values, by their size in a binary file
    #[arg(long, value_name = "N")]
    largest: Option<usize>,
}

/// A line that `inspect --json` prints.
#[derive(Serialize)]
struct Line<'a, 'l> {
    #[serde(flatten)]
    inspection: Inspection<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest: Option<Vec<Largest<'l, 'l>>>,
}

/// A line that is printed if a file can't be opened.
#[derive(Serialize)]
struct ErrorLine {
    #[serde(flatten)]
    head: Head,
    error: FindingSummary,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    let drawer = arguments.picture.then(Drawer::new).transpose()?;
    let files: Vec<io::Result<Input>> = arguments.inputs.files().collect();
    let progress = Meter::files(files.len(), quiet);
    for input in files {
        let outcome = match input {
            Ok(input) => {
                let outcome = file(&input, arguments)?;
                if let Some(drawer) = drawer.as_ref().filter(|_| outcome == Outcome::Fine && !input.is_stdin()) {
                    drawer.draw(&input)?;
                }
                outcome
            }
            Err(error) => {
                print_error(&error);
                Outcome::Failed
            }
        };
        worst = worst.max(outcome);
        progress.add(1);
    }
    Ok(worst)
}

/// Prints the format and contents of a package. The package is read in place.
fn package(input: &Input, package: &Package<File>, arguments: &Arguments) -> io::Result<()> {
    let hashed = (arguments.json && arguments.hashes).then(|| file_sha256(input));
    let file_sha256 = hashed.transpose()?;
    let summary = Summary::new(package.summary(arguments.hashes));
    let inspection = Inspection::new(package_head(input, package), file_sha256, summary);
    if arguments.json {
        return print_json(&inspection);
    }
    let mut text = title(input, &inspection.head, Format::URHO_PAK);
    describe(&inspection, arguments, &mut text);
    if package.len() > arguments.rows {
        text += "  `pak list` shows all entries\n";
    }
    describe_findings(&package.validate(), &mut text);
    print(&text)
}

/// Computes the SHA-256 of a file. The file is read in pieces, so it need not fit into memory.
fn file_sha256(input: &Input) -> io::Result<String> {
    let mut hash = Sha256::new();
    let file = File::open(input.path()).map_err(|error| named(input.path(), &error))?;
    let mut file = BufReader::with_capacity(1 << 16, file);
    loop {
        let piece = file.fill_buf()?;
        if piece.is_empty() {
            return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        hash.update(piece);
        let length = piece.len();
        file.consume(length);
    }
}

fn file(input: &Input, arguments: &Arguments) -> io::Result<Outcome> {
    if let Some(package) = input.package() {
        if arguments.largest.is_some() && input.named {
            return refuse(input, None, &has_no_values(Format::URHO_PAK), arguments);
        }
        return self::package(input, &package, arguments).map(|()| Outcome::Fine);
    }
    let bytes = match input.read_if_asset() {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(Outcome::Fine),
        Err(error) => return refuse(input, None, &error.into(), arguments),
    };
    match arguments.open.parse(input, &bytes) {
        Err(Error::Unknown { .. } | Error::LookAlike(_)) if !input.named => Ok(Outcome::Fine),
        Err(error) => refuse(input, Some(bytes.len()), &error, arguments),
        Ok(asset) if arguments.largest.is_some() && input.named && asset.as_udm().is_none() => {
            refuse(input, Some(bytes.len()), &has_no_values(asset.format()), arguments)
        }
        Ok(asset) if arguments.json => {
            let head = head(input, Some(bytes.len()), Some(&asset));
            let hashed = arguments.hashes.then_some(bytes.as_slice());
            let side = arguments.side.find(input, &asset);
            let largest = match (asset.as_udm(), arguments.largest) {
                (Some(document), Some(count)) => Some(largest::largest(document, count)),
                _ => None,
            };
            asset.inspect(head, hashed, side.as_ref(), |inspection| print_json(&Line { inspection, largest }))?;
            Ok(Outcome::Fine)
        }
        Ok(asset) => {
            print(&text(input, &asset, &bytes, arguments))?;
            Ok(Outcome::Fine)
        }
    }
}

/// Creates the error for `--largest` if the file is not a document.
fn has_no_values(format: Format) -> Error {
    Error::Refused(format!("the option largest has no effect on a {}", format.title()))
}

/// Prints an error if a file can't be opened, or can't be shown with these options.
fn refuse(input: &Input, size: Option<usize>, error: &Error, arguments: &Arguments) -> io::Result<Outcome> {
    print_explained(input, error);
    if arguments.json {
        let mut head = head(input, size, None);
        if let Error::Malformed { format, .. } = error {
            head.format = Some(format.name());
        }
        print_json(&ErrorLine { head, error: FindingSummary::from(error) })?;
    }
    Ok(Outcome::of(error))
}

/// Returns the text that `inspect` prints without options and without colours, or `None` if the file can't be opened.
pub(crate) fn screen(input: &Input, arguments: &Arguments) -> Option<String> {
    let bytes = input.read().ok()?;
    let asset = arguments.open.parse(input, &bytes).ok()?;
    Some(anstream::adapter::strip_str(&text(input, &asset, &bytes, arguments)).to_string())
}

/// Returns the text for one file.
fn text(input: &Input, asset: &Asset<'_>, bytes: &[u8], arguments: &Arguments) -> String {
    let head = head(input, Some(bytes.len()), Some(asset));
    let mut text = title(input, &head, asset.format());
    let side = arguments.side.find(input, asset);
    if let Typed::Udm(document) = asset.typed() {
        udm::describe(document, arguments.depth, &mut text);
    } else {
        asset.inspect(head, None, side.as_ref(), |inspection| describe(&inspection, arguments, &mut text));
    }
    if let (Some(document), Some(count)) = (asset.as_udm(), arguments.largest) {
        largest::describe(document, count, &mut text);
    }
    let mut findings = asset.validate();
    let mut unread = Findings::new();
    if let Some(content) = side.as_ref().and_then(|side| side.content.as_ref()) {
        // The document with its side file was shown above.
        let _ = asset.with_side_file(content, &mut unread);
    }
    findings.extend(side.into_iter().flat_map(|side| side.findings));
    findings.extend(unread);
    describe_findings(&findings, &mut text);
    text
}

/// Returns the first line of the text.
fn title(input: &Input, head: &Head, format: Format) -> String {
    let variant = Name::from(head.variant.as_deref().unwrap_or_default());
    let size = grouped(head.file_size.unwrap_or_default());
    format!("{}: {} ({variant}), {size} bytes\n", input.display(), format.title())
}

/// Writes the contents of a file: what `inspect --json` prints, for people.
fn describe(inspection: &Inspection<'_>, arguments: &Arguments, text: &mut String) {
    let json = serde_json::to_string(inspection).unwrap_or_default();
    let value: Option<Value> = serde_json::from_str(&json).ok();
    let limits = Limits { rows: arguments.rows, depth: arguments.depth };
    print::describe(value.as_ref().and_then(Value::entries).unwrap_or_default(), limits, text);
}

fn describe_findings(findings: &Findings, text: &mut String) {
    if findings.is_empty() {
        *text += "  findings: none\n";
    } else {
        *text += &format!("  findings: {}\n", findings.len());
        findings.iter().for_each(|finding| *text += &format!("    {}\n", colored(finding)));
    }
}
