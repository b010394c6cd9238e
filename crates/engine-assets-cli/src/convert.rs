//! `convert`: between versions of a format; and repairs, each by its name.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use engine_assets::urho_mdl::{Model, Repair, Version};
use engine_assets::{Asset, Error, Format};

use crate::inputs::{Input, Inputs};
use crate::output;
use crate::report::{Outcome, complain, complain_about, tell, tell_finding};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// File to write; a folder if there are several files, or if there is a folder of this name
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,
    /// What to convert to; without it, files keep their format
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// Leave out what the format has no place for, and say what that was
    #[arg(long)]
    lossy: bool,
    /// Repairs to make first, in the order of the list; `help` lists them
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = repair)]
    repair: Vec<Repair>,
    /// Replace files that are there
    #[arg(long)]
    force: bool,
}

/// What can be converted to.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Models of Urho3D to 1.5, and of the Blender exporters
    Umdl,
    /// Models of Urho3D since 1.6 and of U3D
    Umd2,
    /// Models of rbfx, with weights of morphs
    Umd3,
    /// Models of Atomic with a mask of vertex elements
    Amdl,
    /// Models of Atomic with a declaration of vertex elements
    Amd2,
}

impl Target {
    fn version(self) -> Version {
        match self {
            Self::Umdl => Version::Umdl,
            Self::Umd2 => Version::Umd2,
            // The only number that rbfx writes.
            Self::Umd3 => Version::Umd3(2),
            Self::Amdl => Version::Amdl,
            Self::Amd2 => Version::Amd2,
        }
    }
}

/// The repair of a name.
fn repair(name: &str) -> Result<Repair, String> {
    Repair::from_name(name).ok_or_else(|| {
        let known = Repair::ALL.map(|repair| format!("\n  {:22} {}", repair.name(), repair.description()));
        format!("there are{}", known.concat())
    })
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let into_folder = !arguments.inputs.is_one_file() || arguments.output.is_dir();
    let mut worst = Outcome::Fine;
    for input in arguments.inputs.files() {
        let outcome = match input {
            Ok(input) => {
                let path = if into_folder { arguments.output.join(input.relative()) } else { arguments.output.clone() };
                file(&input, &path, arguments, quiet)
            }
            Err(error) => {
                complain(&error);
                Outcome::Failed
            }
        };
        worst = worst.max(outcome);
    }
    Ok(worst)
}

fn file(input: &Input, path: &Path, arguments: &Arguments, quiet: bool) -> Outcome {
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => {
            complain_about(input, &error);
            return Outcome::Failed;
        }
    };
    match Asset::parse(&bytes, Some(input.path())) {
        Ok(Asset::UrhoMdl(model)) => self::model(input, model, path, arguments, quiet),
        Ok(_) | Err(Error::Unknown { .. } | Error::LookAlike(_)) if !input.named => Outcome::Fine,
        Ok(other) => {
            complain_about(input, &format!("there is nothing to convert a {} to", other.format().title()));
            Outcome::Bad
        }
        Err(error) => {
            complain_about(input, &error);
            Outcome::of(&error)
        }
    }
}

fn model(input: &Input, mut model: Model<'_>, path: &Path, arguments: &Arguments, quiet: bool) -> Outcome {
    for repair in &arguments.repair {
        let notes = model.repair(*repair);
        if !quiet {
            notes.iter().for_each(|note| tell(&format!("{}: {repair}: {note}", input.display())));
        }
    }
    let version = arguments.to.map_or(model.version, Target::version);
    let (converted, losses) = model.to_version_lossy(version);
    losses.iter().for_each(|loss| tell_finding(input, loss));
    if !losses.is_empty() && !arguments.lossy {
        complain_about(input, &"not converted, since that would be lost; --lossy converts it all the same");
        return Outcome::Bad;
    }
    let bytes = match converted.to_bytes() {
        Ok(bytes) => bytes,
        Err(error) => {
            complain_about(input, &format!("{}: {error}", Format::UrhoMdl));
            return Outcome::Bad;
        }
    };
    match output::write_below(path, &bytes, arguments.force) {
        Ok(()) => Outcome::Fine,
        Err(error) => {
            complain(&error);
            Outcome::Failed
        }
    }
}
