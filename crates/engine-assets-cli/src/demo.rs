//! `demo`: a sample of every format, and the other commands run on them; a contact sheet of what can be seen.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use clap::Args;
use clap::Parser as _;

use crate::output;
use crate::report::{Outcome, print_message};
use crate::{convert, inspect, render, validate};

/// The samples: our own work, made by code (`cargo run -p fuzzkit --bin samples`).
const SAMPLES: &[(&str, &[u8])] = &[
    ("Character.mdl", include_bytes!("../samples/Character.mdl")),
    ("Character.pak", include_bytes!("../samples/Character.pak")),
    ("Character.xml", include_bytes!("../samples/Character.xml")),
    ("Character_Wave.ani", include_bytes!("../samples/Character_Wave.ani")),
    ("Crate.pmdl_b", include_bytes!("../samples/Crate.pmdl_b")),
    ("Flat.ps3", include_bytes!("../samples/Flat.ps3")),
    ("Room.udm_b", include_bytes!("../samples/Room.udm_b")),
    ("Tile.zed", include_bytes!("../samples/Tile.zed")),
];

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder to write into; the samples in it are replaced
    dir: PathBuf,
}

/// A subcommand by itself, for its defaults.
#[derive(clap::Parser)]
struct Alone<A: Args> {
    #[command(flatten)]
    arguments: A,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let folder = arguments.dir.as_path();
    std::fs::create_dir_all(folder).map_err(|error| output::named(folder, &error))?;
    for (name, bytes) in SAMPLES {
        output::write(&folder.join(name), bytes, true)?;
    }
    let path = |name: &str| folder.join(name).into_os_string();
    let [model, animation] = ["Character.mdl", "Character_Wave.ani"].map(path);
    let [rbfx, gltf] = ["Character-rbfx.mdl", "Character.glb"].map(path);
    let to_rbfx = ["--force", "--to", "umd3"].map(OsStr::new).into_iter().chain([&*model, "-o".as_ref(), &rbfx]);
    let to_gltf = ["--force".as_ref(), &*model, &animation, "-o".as_ref(), &gltf];
    let sheet = path("sheet.png");
    let to_sheet = ["--force", "--sheet", "--size", "192x192"].map(OsStr::new).into_iter();
    let to_sheet = to_sheet.chain([folder.as_os_str(), "-o".as_ref(), &sheet]);
    let outcomes = [
        convert::run(&parsed("convert", &to_rbfx.collect::<Vec<_>>(), quiet), quiet)?,
        convert::run(&parsed("convert", &to_gltf, quiet), quiet)?,
        render::run(&parsed("render", &to_sheet.collect::<Vec<_>>(), quiet), quiet)?,
        inspect::run(&parsed("inspect", &[folder.as_os_str()], quiet))?,
        validate::run(&parsed("validate", &["--roundtrip".as_ref(), folder.as_os_str()], quiet), quiet)?,
    ];
    Ok(outcomes.into_iter().max().unwrap_or_default())
}

/// The arguments of a command as they would be typed, which is said.
fn parsed<A: Args>(command: &'static str, arguments: &[&OsStr], quiet: bool) -> A {
    if !quiet {
        let typed: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        print_message(&format!("\n$ engine-assets {command} {}", typed.join(" ")));
    }
    let words = std::iter::once(OsStr::new(command)).chain(arguments.iter().copied());
    Alone::parse_from(words).arguments
}
