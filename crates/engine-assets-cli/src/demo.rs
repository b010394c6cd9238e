//! The `demo` command. It writes a sample of every format, runs the other commands on them, and draws a contact sheet
//! and a page.

mod page;

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use clap::Args;
use clap::Parser as _;

use crate::output;
use crate::report::{Outcome, print, print_message, shown};
use crate::{convert, inspect, render, validate};

/// The samples, which can be distributed because they are our own work (`cargo run -p fuzzkit --bin samples` creates
/// them).
const SAMPLES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/samples.rs"));

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder to write to, which must be empty or not exist
    dir: PathBuf,
    /// Write to a folder that is not empty, and overwrite files with the names of the samples
    #[arg(long)]
    force: bool,
}

/// Parses the options of a subcommand alone, to get its default values.
#[derive(clap::Parser)]
pub(crate) struct Alone<A: Args> {
    #[command(flatten)]
    pub(crate) arguments: A,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let folder = arguments.dir.as_path();
    let has_files = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if has_files && !arguments.force {
        let error = io::Error::new(io::ErrorKind::AlreadyExists, "the folder has files");
        return Err(output::named(folder, &error));
    }
    let say = |text: String| if quiet { Ok(()) } else { print(&text) };
    for (name, bytes) in SAMPLES {
        output::write_below(folder, &folder.join(name), bytes, true)?;
    }
    say(format!("{} samples in {}, one or more of every format. Commands for them:\n", SAMPLES.len(), shown(folder)))?;
    let path = |name: &str| folder.join(name).into_os_string();
    let [model, animation, rbfx, gltf] =
        ["Character.mdl", "Character_Wave.ani", "Character-rbfx.mdl", "Character.glb"].map(path);
    let [scene, level, document, text, script] =
        ["Scenes/Camp.xml", "Camp.glb", "Room.udm_b", "Room.udm", "Scripts/Start.asc"].map(path);
    let (force, to): (&OsStr, &OsStr) = ("--force".as_ref(), "-o".as_ref());
    let sheet = path("sheet.png");
    let convert = |arguments: &[&OsStr]| convert::run(&parsed("convert", arguments, quiet), quiet);
    let mut outcomes = vec![
        convert(&[force, "--to".as_ref(), "umd3".as_ref(), &model, to, &rbfx])?,
        convert(&[force, &model, &animation, to, &gltf])?,
        convert(&[force, &scene, to, &level])?,
        convert(&[force, &document, to, &text])?,
    ];
    let to_sheet = [force, "--sheet".as_ref(), "--size".as_ref(), "192x192".as_ref(), folder.as_os_str(), to, &sheet];
    outcomes.push(render::run(&parsed("render", &to_sheet, quiet), quiet)?);
    outcomes.push(inspect::run(&parsed("inspect", &[&*model, &*scene, &*script], quiet), quiet)?);
    outcomes.push(validate::run(&parsed("validate", &["--roundtrip".as_ref(), folder.as_os_str()], quiet), quiet)?);
    let page = folder.join("index.html");
    let html = page::of(folder, SAMPLES.iter().map(|(name, _)| *name))?;
    output::write(&page, html.as_bytes(), true)?;
    say(format!("\nAll of them in one picture: {}; with their contents: {}\n", shown(&sheet), shown(&page)))?;
    Ok(outcomes.into_iter().max().unwrap_or_default())
}

/// Prints a command as a person would type it, and returns the parsed arguments.
fn parsed<A: Args>(command: &'static str, arguments: &[&OsStr], quiet: bool) -> A {
    if !quiet {
        let typed: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        print_message(&format!("\n$ engine-assets {command} {}", typed.join(" ")));
    }
    let words = std::iter::once(OsStr::new(command)).chain(arguments.iter().copied());
    Alone::parse_from(words).arguments
}
