//! The `zed` command, which works on image files of the ZED engine. These are archives.

use std::io;
use std::path::{Path, PathBuf};

use asset_unpack::UnpackOptions;
use clap::{Args, Subcommand};
use engine_assets::binio::Name;
use engine_assets::folder::{self, Item};
use engine_assets::zed_asset::{Compression, ImageBuilder, ImageFile};

use crate::examples;
use crate::explain::print_other_kind;
use crate::inputs::{Input, Source, glob, open_source};
use crate::output::{self, named};
use crate::pak::pack::{print_left_out, summary};
use crate::patterns::Patterns;
use crate::report::{Outcome, print, print_error, print_message, shown};
use crate::unpack::UnpackArguments;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the size, checksum and name of every file
    #[command(after_help = examples::ZED_LIST)]
    List {
        /// The image file; - for standard input
        image: PathBuf,
    },
    /// Unpack the files to a folder; unsafe names are refused
    #[command(after_help = examples::ZED_UNPACK)]
    Unpack {
        /// The image file; - for standard input
        image: PathBuf,
        #[command(flatten)]
        arguments: UnpackArguments,
    },
    /// Pack the files of folders into an image file
    #[command(after_help = examples::ZED_PACK)]
    Pack(Pack),
}

#[derive(Args)]
struct Pack {
    /// Folders to pack; names in the image file are relative to them
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Image file to write
    #[arg(long, short, value_name = "IMAGE")]
    output: PathBuf,
    /// Store files without LZ4 compression
    #[arg(long)]
    store: bool,
    /// Store only hashes of names
    #[arg(long)]
    no_names: bool,
    /// Don't pack these files; a pattern without a slash matches file names in all folders
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    exclude: Vec<String>,
    /// Overwrite an existing image file
    #[arg(long)]
    force: bool,
    /// Print packed and skipped files, but don't write an image file
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    match &arguments.command {
        Command::List { image } => with(image, |file| list(image, &file, quiet)),
        Command::Unpack { image, arguments } => {
            let only = arguments.only()?;
            with(image, |file| unpack((image, &file), &arguments.output, &only, arguments.options(), quiet))
        }
        Command::Pack(arguments) => pack(arguments, quiet),
    }
}

/// Opens an image file to be read in place, and calls `work`. Opening it does not read the data.
fn with(path: &Path, work: impl FnOnce(ImageFile<Source>) -> io::Result<Outcome>) -> io::Result<Outcome> {
    match ImageFile::open(open_source(path).map_err(|error| named(path, &error))?) {
        Ok(image) => work(image),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            if print_other_kind(&Input::new(path), "an image file of ZED, which contains other files") {
                return Ok(Outcome::Bad);
            }
            print_error(&format!("{}: {error}", shown(&path)));
            Ok(Outcome::Bad)
        }
        Err(error) => Err(named(path, &error)),
    }
}

fn list(path: &Path, image: &ImageFile<Source>, quiet: bool) -> io::Result<Outcome> {
    let mut lines = String::new();
    let mut total = 0_u64;
    for entry in image.entries() {
        total = total.saturating_add(entry.size());
        lines += &format!("{:>10}  {:08x}  {}\n", entry.size(), entry.entry().checksum, entry.file_name());
    }
    print(&lines)?;
    if !quiet {
        print_message(&format!("{}: {} files, {total} bytes unpacked", shown(&path), image.entries().len()));
    }
    Ok(Outcome::Fine)
}

fn unpack(
    (path, image): (&Path, &ImageFile<Source>),
    folder: &Path,
    only: &Patterns<'_>,
    options: UnpackOptions,
    quiet: bool,
) -> io::Result<Outcome> {
    let would = if options.is_dry_run() { "would write" } else { "wrote" };
    let Some(count) = only.count(image.entries().map(|entry| entry.file_name())) else { return Ok(Outcome::Bad) };
    if !quiet && !only.is_empty() {
        print_message(&format!("{}: --only matches {count} of {} files", shown(&path), image.entries().len()));
    }
    let unpacked = image.extract_some(folder, options, |entry| only.takes(&entry.file_name()))?;
    unpacked
        .refused
        .iter()
        .chain(&unpacked.warnings)
        .for_each(|finding| print_message(&format!("{}: {finding}", shown(&path))));
    if !quiet {
        let (written, refused) = (unpacked.written, unpacked.refused.len());
        print_message(&format!("{would} {written} files, {} bytes; refused {refused}", unpacked.bytes));
    }
    Ok(if unpacked.refused.is_empty() { Outcome::Fine } else { Outcome::Bad })
}

fn pack(arguments: &Pack, quiet: bool) -> io::Result<Outcome> {
    output::refuse_stdout(&arguments.output, "an image file")?;
    let exclude = Patterns::new("--exclude", &arguments.exclude)?;
    let itself = arguments.output.canonicalize().ok();
    let skip_reason = |name: &str, path: &Path, _: u64| {
        if itself.is_some() && path.canonicalize().ok() == itself {
            return Some("it is the image file");
        }
        exclude.matches(&Name::from(name)).then_some("excluded")
    };
    let (mut items, mut left_out) = (Vec::new(), Vec::new());
    for folder in &arguments.folders {
        items.extend(folder::items(folder, skip_reason, &mut left_out)?);
    }
    exclude.print_unmatched(quiet);
    if arguments.dry_run {
        print_left_out(&left_out);
        print_message(&format!("{} files{}", items.len(), summary(&left_out)));
        return output::dry_run(&arguments.output, None, arguments.force).map(|()| Outcome::Fine);
    }
    let compression = if arguments.store { Compression::STORED } else { Compression::LZ4 };
    let mut builder = ImageBuilder::new().compression(compression).names(!arguments.no_names);
    for Item { name, path, .. } in &items {
        if let Err(error) = builder.add_file(name.as_bytes().to_vec(), path) {
            print_error(&format!("{}: {error}", shown(&path)));
            return Ok(Outcome::Failed);
        }
    }
    output::write_with(&arguments.output, arguments.force, |file| builder.write_to(file))?;
    if !quiet {
        print_left_out(&left_out);
        print_message(&format!("{}: {} files{}", shown(&arguments.output), items.len(), summary(&left_out)));
    }
    Ok(Outcome::Fine)
}
