//! The `engine-assets` command. Each subcommand has a module. Functions that they share are in `inputs`, `output` and
//! `report`.

mod asc;
mod code;
mod convert;
mod convert_help;
mod counts;
mod demo;
mod diff;
mod doctor;
mod engine;
mod examples;
mod explain;
mod git;
mod guides;
mod inputs;
mod inspect;
mod kinds;
mod lsp;
mod markup;
mod merge;
mod migrate;
mod open;
mod output;
mod pak;
mod patterns;
mod policy;
mod prune;
mod refs;
mod rename;
mod render;
mod report;
mod resources;
mod shell;
mod side;
mod style;
mod suggest;
mod thumbnail;
mod udm;
mod unpack;
mod uri;
mod validate;
mod values;
mod view;
mod watch;
mod zed;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use report::{Outcome, print_error};

/// Inspect, check, repair, convert and unpack the asset files of Urho3D, Pragma and ZED.
#[derive(Parser)]
#[command(name = "engine-assets", version, propagate_version = true, arg_required_else_help = true, after_help = examples::MAIN)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print only results and errors
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Print all findings, skipped files, configuration
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    verbose: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Show the format and contents of files
    #[command(after_help = examples::INSPECT)]
    Inspect(inspect::Arguments),
    /// Check files for errors; with --roundtrip, also write them again and compare
    #[command(after_help = examples::VALIDATE)]
    Validate(validate::Arguments),
    /// Show the state of a project: counts, and missing, unused, equal, broken and large files
    #[command(after_help = examples::DOCTOR)]
    Doctor(doctor::Arguments),
    /// List the references to a file, from a file, or in a whole project
    #[command(after_help = examples::REFS)]
    Refs(refs::Arguments),
    /// Rename files and folders of a project and change all references to them; only lists the changes unless --write
    /// is given
    #[command(after_help = examples::RENAME)]
    Rename(rename::Arguments),
    /// Move unused files out of a project, and back; only lists them unless --write is given
    #[command(after_help = examples::PRUNE)]
    Prune(prune::Arguments),
    /// Explain kinds of findings: what is wrong, what the engine does, and how to fix it
    #[command(after_help = examples::EXPLAIN)]
    Explain(kinds::explain::Arguments),
    /// Print values by path, such as nodes/Jack/AnimatedModel/Model
    #[command(after_help = examples::GET)]
    Get(values::Get),
    /// Set values by path; nothing else in the files will change
    #[command(after_help = examples::SET)]
    Set(values::Set),
    /// Remove values, items, components and nodes by path
    #[command(after_help = examples::REMOVE)]
    Remove(values::Remove),
    /// Insert items into lists: nodes, components, materials, techniques
    #[command(after_help = examples::INSERT)]
    Insert(values::Insert),
    /// List the contents of a document at a path, with types and default values
    #[command(after_help = examples::KEYS)]
    Keys(values::Keys),
    /// Convert files to and from glTF, between engines and versions, and repair models
    ///
    /// The format to write is set by OUT's extension, or by --to.
    #[command(after_help = examples::CONVERT_SHORT, after_long_help = examples::CONVERT, mut_args = convert_help::arranged)]
    Convert(Box<convert::Arguments>),
    /// Move a whole project to another engine (rbfx, Urho3D, U3D or glTF); only reports unless --write is given
    #[command(after_help = examples::MIGRATE)]
    Migrate(migrate::Arguments),
    /// Render models, materials and textures, or contact sheets of folders and packages
    #[command(after_help = examples::RENDER)]
    Render(Box<render::Arguments>),
    /// Write a small picture of a file, for use by file managers
    #[command(after_help = examples::THUMBNAIL)]
    Thumbnail(thumbnail::Arguments),
    /// Show compiled scripts: list declarations, disassemble code
    Asc(asc::Arguments),
    /// Work on packages: list, unpack, pack, add, remove and rename entries, verify, print an entry
    Pak(pak::Arguments),
    /// Compare two files, folders or git revisions, and show pictures if requested; exit status 1 if they differ
    #[command(after_help = examples::DIFF)]
    Diff(diff::Arguments),
    /// Merge the changes from BASE to THEIRS into OURS; a conflict becomes a comment and sets exit status 1
    #[command(after_help = examples::MERGE)]
    Merge(udm::MergeArguments),
    /// Resolve the conflicts that `merge` has left in a file
    #[command(after_help = examples::RESOLVE)]
    Resolve(udm::ResolveArguments),
    /// Set up git to compare and merge assets
    Git(git::Arguments),
    /// Work on UDM documents: get and set values, format, compare, merge
    Udm(udm::Arguments),
    /// Work on image files of the ZED engine: list, unpack, pack
    Zed(zed::Arguments),
    /// Show files in your browser: models, animations, textures, documents, packages. Files stay on this machine
    #[command(after_help = examples::VIEW)]
    View(view::Arguments),
    /// Run a language server for editors, with findings, hover, completion, outline, folding, formatting, links,
    /// definitions, references and renames
    #[command(after_help = examples::LSP)]
    Lsp(lsp::Arguments),
    /// Write a sample of every format to a folder and run the other commands on them
    #[command(after_help = examples::DEMO)]
    Demo(demo::Arguments),
    /// Print a completion script for a shell
    #[command(after_help = examples::COMPLETIONS)]
    Completions(shell::Completions),
    /// Print or write the manual pages of this command
    #[command(after_help = examples::MAN)]
    Man(shell::Man),
    #[command(flatten)]
    Guide(guides::Guide),
}

/// Runs the command. The exit status is 0 for success, even if there are warnings; 1 if a file has an error, can't be
/// opened, or didn't round-trip; and 2 for usage and I/O errors.
fn main() -> ExitCode {
    let arguments = guides::by_page(values::guarded(std::env::args_os()));
    let parsed = Arguments::try_parse_from(arguments).unwrap_or_else(|error| suggest::with_known_words(error).exit());
    let Arguments { command, quiet, verbose } = parsed;
    report::set_verbose(verbose);
    report::set_quiet(quiet);
    let watches = match &command {
        Command::Convert(arguments) => arguments.is_watching(),
        Command::Refs(arguments) => arguments.watch,
        _ => false,
    };
    output::remove_on_signal(watches);
    let outcome = match command {
        Command::Inspect(arguments) => inspect::run(&arguments, quiet),
        Command::Validate(arguments) => validate::run(&arguments, quiet),
        Command::Doctor(arguments) => doctor::run(&arguments, quiet),
        Command::Refs(arguments) => refs::run(&arguments, quiet),
        Command::Rename(arguments) => rename::run(&arguments, quiet),
        Command::Prune(arguments) => prune::run(&arguments, quiet),
        Command::Explain(arguments) => kinds::explain::run(&arguments),
        Command::Get(arguments) => values::get(&arguments),
        Command::Set(arguments) => values::set(&arguments, quiet),
        Command::Remove(arguments) => values::remove(&arguments, quiet),
        Command::Insert(arguments) => values::insert(&arguments, quiet),
        Command::Keys(arguments) => values::keys(&arguments),
        Command::Convert(arguments) => convert::run(&arguments, quiet || arguments.tells_findings_only()),
        Command::Migrate(arguments) => migrate::run(&arguments, quiet),
        Command::Render(arguments) => render::run(&arguments, quiet),
        Command::Thumbnail(arguments) => thumbnail::run(&arguments),
        Command::Asc(arguments) => asc::run(&arguments),
        Command::Pak(arguments) => pak::run(&arguments, quiet),
        Command::Diff(arguments) => diff::run(&arguments, quiet),
        Command::Merge(arguments) => merge::run(&arguments, quiet),
        Command::Resolve(arguments) => merge::resolve(&arguments),
        Command::Git(arguments) => git::run(&arguments, quiet),
        Command::Udm(arguments) => udm::run(&arguments, quiet),
        Command::Zed(arguments) => zed::run(&arguments, quiet),
        Command::View(arguments) => view::run(&arguments, quiet),
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Demo(arguments) => demo::run(&arguments, quiet),
        Command::Completions(arguments) => shell::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => shell::man(&arguments, Arguments::command(), quiet),
        Command::Guide(guide) => guides::run(guide),
    };
    outcome
        .unwrap_or_else(|error| {
            // A reader that has had enough, such as `head`, is no failure.
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                print_error(&error);
            }
            Outcome::Failed
        })
        .into()
}
