//! `demo`: a sample of every format, and the other commands run on them.

use std::io;
use std::path::PathBuf;

use clap::Args;
use clap::Parser as _;

use crate::output;
use crate::report::{Outcome, tell};
use crate::{inspect, validate};

/// The samples: our own work, made by code (`cargo run -p fuzzkit --bin samples`).
const SAMPLES: &[(&str, &[u8])] = &[
    ("Character.mdl", include_bytes!("../samples/Character.mdl")),
    ("Character.xml", include_bytes!("../samples/Character.xml")),
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
    std::fs::create_dir_all(&arguments.dir).map_err(|error| output::named(&arguments.dir, &error))?;
    for (name, bytes) in SAMPLES {
        output::write(&arguments.dir.join(name), bytes, true)?;
    }
    let folder = arguments.dir.as_os_str();
    let say = |command: &str| {
        if !quiet {
            tell(&format!("\n$ engine-assets {command} {}", arguments.dir.display()));
        }
    };
    say("inspect");
    let inspected = inspect::run(&Alone::parse_from(["inspect".as_ref(), folder]).arguments)?;
    say("validate --roundtrip");
    let flags = ["validate".as_ref(), "--roundtrip".as_ref(), folder];
    let validated = validate::run(&Alone::parse_from(flags).arguments, quiet)?;
    Ok(inspected.max(validated))
}
