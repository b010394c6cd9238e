//! The `migrate` command, which moves a whole project to another engine or to glTF.

mod page;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine_assets::Error;
use engine_assets::convert::Engine;
use engine_assets::migration::{Action, FileReport, Migration, MigrationReport, Note, NoteKind, Target};

use crate::counts::counted;
use crate::engine::class_table;
use crate::output;
use crate::report::{Meter, Outcome, print, print_error, print_json, print_message, shown, shown_text};

/// The engine that a project is for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SourceName {
    /// rbfx
    Rbfx,
    /// Urho3D
    Urho3d,
    /// U3D
    U3d,
}

impl SourceName {
    fn engine(self) -> Engine {
        match self {
            Self::Rbfx => Engine::Rbfx,
            Self::Urho3d => Engine::Urho3d,
            Self::U3d => Engine::U3d,
        }
    }
}

/// The engine to move a project to.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TargetName {
    /// rbfx
    Rbfx,
    /// Urho3D
    Urho3d,
    /// U3D
    U3d,
    /// Any other engine: a .glb for each scene, prefab and model, with shared textures
    Gltf,
}

impl TargetName {
    fn target(self) -> Target {
        match self {
            Self::Rbfx => Engine::Rbfx.into(),
            Self::Urho3d => Engine::Urho3d.into(),
            Self::U3d => Engine::U3d.into(),
            Self::Gltf => Target::Gltf,
        }
    }
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of the project: Data, or the folder that contains it
    project: PathBuf,
    /// Target engine, or glTF
    #[arg(long, value_name = "TARGET")]
    to: TargetName,
    /// Engine of the project. By default, it is detected from files, scenes and scripts
    #[arg(long, value_name = "ENGINE")]
    from: Option<SourceName>,
    /// Folder to write to. The project itself will never be changed
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,
    /// Write the files to OUT. Without this, the command only reports what it would do
    #[arg(long)]
    write: bool,
    /// Overwrite files in OUT even if they were changed since they were written, and overwrite an existing --report
    #[arg(long)]
    force: bool,
    /// Write the report as a self-contained page. This can be used without --write
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Table with the game's own components. Each line has the class, attribute, type and default value, separated by
    /// tabs
    #[arg(long, value_name = "FILE")]
    classes: Option<PathBuf>,
    /// To rbfx: convert materials with Blinn-Phong shading to physically based materials
    #[arg(long)]
    pbr: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command. The exit status is 1 if a file can't be converted.
pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    if let Some(path) = &arguments.report {
        output::check(path, arguments.force)?;
    }
    let report = match migrate(arguments, quiet) {
        Ok(report) => report,
        Err(Error::Io(error)) => return Err(error),
        Err(error) => {
            print_error(&error);
            return Ok(Outcome::Failed);
        }
    };
    if let Some(path) = &arguments.report {
        output::write(path, page::page(&report, &shown(&arguments.project)).as_bytes(), arguments.force)?;
    }
    if arguments.json {
        print_json(&report)?;
    } else {
        print(&screen(&report))?;
    }
    if !quiet {
        if let Some(path) = &arguments.report {
            print_message(&format!("wrote {}", shown(path)));
        }
        print_message(&ending(&report, arguments));
    }
    Ok(if report.count(Action::Refused) > 0 { Outcome::Bad } else { Outcome::Fine })
}

fn migrate(arguments: &Arguments, quiet: bool) -> Result<MigrationReport, Error> {
    let meter = std::sync::OnceLock::new();
    let progress = |done: usize, total: usize, _: &str| {
        meter.get_or_init(|| Meter::files(total, quiet)).set(done as u64);
    };
    Migration::new(&arguments.project, arguments.to.target(), &arguments.output)
        .from(arguments.from.map(SourceName::engine))
        .write(arguments.write)
        .overwrite(arguments.force)
        .pbr(arguments.pbr)
        .table(class_table(arguments.classes.as_ref())?)
        .progress(progress)
        .run()
}

/// Returns the text to print: the counts, and what is left to do by hand.
fn screen(report: &MigrationReport) -> String {
    let mut text = format!("{} to {}\n", report.detected.engine, report.target);
    for evidence in &report.detected.evidence {
        text += &format!("  {}\n", shown_text(evidence));
    }
    text += "\n";
    for ((format, action), count) in report.counts() {
        text += &format!("{count:>7}  {format:<20} {}\n", title(action));
    }
    let often = often(report);
    let is_often = |note: &&Note| often.contains_key(&(note.kind, note.message.as_str()));
    for file in report.files.iter().filter(|file| is_left(file)) {
        let mut notes = file.notes.iter().filter(|note| note.kind != NoteKind::Changed && !is_often(note)).peekable();
        if notes.peek().is_some() {
            text += &format!("\n{}\n", shown_text(&file.name));
        }
        for note in notes {
            let line = note.line.map(|line| format!("{line}: ")).unwrap_or_default();
            text += &format!("  {line}{}: {}\n", note.kind.name(), shown_text(&note.message));
        }
    }
    for ((kind, message), files) in often {
        text += &format!("\n{}\n  {}: {}\n", counted(files.len(), "file"), kind.name(), shown_text(message));
        for name in files.iter().take(LISTED) {
            text += &format!("    {}\n", shown_text(name));
        }
        if files.len() > LISTED {
            text += &format!("    and {} more; --json lists all\n", files.len() - LISTED);
        }
    }
    text
}

/// If more files than this have the same note, it is printed only once, with the first file. For example, all scripts
/// of a game have the same note.
const LISTED: usize = 5;

/// Returns the notes that many files have, and these files.
fn often(report: &MigrationReport) -> BTreeMap<(NoteKind, &str), Vec<&str>> {
    let mut files: BTreeMap<(NoteKind, &str), Vec<&str>> = BTreeMap::new();
    for file in &report.files {
        for note in file.notes.iter().filter(|note| note.kind != NoteKind::Changed) {
            let names = files.entry((note.kind, note.message.as_str())).or_default();
            if names.last() != Some(&file.name.as_str()) {
                names.push(&file.name);
            }
        }
    }
    files.retain(|_, names| names.len() > LISTED);
    files
}

/// Returns `true` if a file has a loss, or something is left to do by hand.
fn is_left(file: &FileReport) -> bool {
    file.notes.iter().any(|note| note.kind != NoteKind::Changed)
}

fn title(action: Action) -> &'static str {
    match action {
        Action::Converted => "converted",
        Action::Copied => "copied",
        Action::ByHand => "copied, left to do by hand",
        Action::Replaced => "left out: the engine has its own",
        Action::Refused => "can't be converted",
        Action::Included => "included in converted files",
        Action::LeftOut => "left out: no scene, prefab or model uses it",
        _ => "",
    }
}

fn ending(report: &MigrationReport, arguments: &Arguments) -> String {
    let files = counted(report.files.len(), "file");
    if !report.written {
        return format!("{files}; nothing was written: --write writes {}", shown(&arguments.output));
    }
    let removed = match report.removed.len() {
        0 => String::new(),
        count => format!(", removed {count}"),
    };
    let kept = report.up_to_date();
    format!("{files}: wrote {}, kept {kept} up to date{removed}", report.files_written)
}
