//! `convert`: between versions of a format, between formats; and repairs, each by its name.

mod scenes;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use engine_assets::asset_scene::urho::build;
use engine_assets::binio::Findings;
use engine_assets::udm::Style;
use engine_assets::urho_mdl::{Model, Repair, Version};
use engine_assets::urho_pak::Kind;
use engine_assets::zed_asset::Dialect;
use engine_assets::{Asset, Error, pragma_asset, urho_ani};
use rayon::prelude::*;

use crate::inputs::{Input, Inputs};
use crate::output;
use crate::pak;
use crate::report::{Outcome, Progress, complain, complain_about, tell, tell_finding};
use crate::udm::Form;
use scenes::{Goal, SceneOptions};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// File to write; a folder if there are several files, or if there is a folder of this name
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,
    /// What to convert to; without it, what the name of OUT says, or the format that a file has
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// Documents: text, in this style
    #[arg(long, value_name = "STYLE")]
    style: Option<TextStyle>,
    /// Leave out what the format has no place for, and say what that was
    #[arg(long)]
    lossy: bool,
    /// Repairs to make first, in the order of the list; `help` lists them
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = repair)]
    repair: Vec<Repair>,
    /// Replace files that are there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    scenes: SceneOptions,
}

/// Styles of UDM text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TextStyle {
    /// One property a line, floats as short as they can be
    Pretty,
    /// As little white space as can be
    Compact,
    /// As the reference writes it: rounded floats, packed arrays packed
    Reference,
}

impl TextStyle {
    fn form(self) -> Form {
        Form::Text(match self {
            Self::Pretty => Style::Pretty,
            Self::Compact => Style::Compact,
            Self::Reference => Style::Reference { header: true, expand_lz4: false },
        })
    }
}

/// What can be converted to.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Models and animations as glTF in one file
    Glb,
    /// Models and animations as glTF in JSON, with their numbers in a file beside it
    Gltf,
    /// Models of Pragma with their animations, in binary
    Pmdl,
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
    /// Animations of Urho3D and U3D
    Uani,
    /// Animations of rbfx, with variant tracks and weights
    Uan2,
    /// UDM documents as text, one property a line
    UdmText,
    /// UDM documents as text with as little white space as can be
    UdmCompact,
    /// UDM documents in binary form
    UdmBinary,
    /// UDM documents in text as the reference writes it: rounded floats, packed arrays packed
    UdmReference,
    /// ZED models as the engine loads them: lists, everything in its place
    ZedEngine,
    /// ZED models in the document's dialect, with texture coordinates and weights
    ZedDocument,
    /// ZED models with lists where they had strips and fans
    ZedLists,
    /// Packages that are stored
    Upak,
    /// Packages in blocks of LZ4
    Ulz4,
    /// Packages of rbfx from 2019 to 2022, stored
    Rpak,
    /// Packages of rbfx from 2019 to 2022, in blocks of LZ4
    Rlz4,
}

impl Target {
    /// The version of models that this is.
    fn of_models(self) -> Option<Version> {
        match self {
            Self::Umdl => Some(Version::Umdl),
            Self::Umd2 => Some(Version::Umd2),
            // The only number that rbfx writes.
            Self::Umd3 => Some(Version::Umd3(2)),
            Self::Amdl => Some(Version::Amdl),
            Self::Amd2 => Some(Version::Amd2),
            _ => None,
        }
    }

    /// The version of animations that this is.
    fn of_animations(self) -> Option<urho_ani::Version> {
        match self {
            Self::Uani => Some(urho_ani::Version::Uani),
            // The highest number there is.
            Self::Uan2 => Some(urho_ani::Version::Uan2(4)),
            _ => None,
        }
    }

    /// What this is to models and animations of other formats.
    fn of_scenes(self) -> Option<Goal> {
        match self {
            Self::Glb => Some(Goal::Glb),
            Self::Gltf => Some(Goal::Gltf),
            Self::Umd2 => Some(Goal::Model(build::Target::Urho3D)),
            Self::Umd3 => Some(Goal::Model(build::Target::Rbfx)),
            Self::Uani => Some(Goal::Animations(build::Target::Urho3D)),
            Self::Uan2 => Some(Goal::Animations(build::Target::Rbfx)),
            Self::Pmdl => Some(Goal::Pragma(pragma_asset::Form::Binary)),
            Self::ZedEngine => Some(Goal::Zed(Dialect::ENGINE)),
            Self::ZedDocument => Some(Goal::Zed(Dialect::DOCUMENT)),
            _ => None,
        }
    }

    /// The form of documents that this is.
    fn of_documents(self) -> Option<Form> {
        match self {
            Self::UdmText => Some(TextStyle::Pretty.form()),
            Self::UdmCompact => Some(TextStyle::Compact.form()),
            Self::UdmBinary => Some(Form::Binary),
            Self::UdmReference => Some(TextStyle::Reference.form()),
            _ => None,
        }
    }

    /// The kind of packages that this is.
    fn of_packages(self) -> Option<Kind> {
        match self {
            Self::Upak => Some(Kind::Upak),
            Self::Ulz4 => Some(Kind::Ulz4),
            Self::Rpak => Some(Kind::Rpak),
            Self::Rlz4 => Some(Kind::Rlz4),
            _ => None,
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
    if arguments.style.is_some() && arguments.to.is_some_and(|target| target != Target::UdmText) {
        complain(&"--style is about UDM text: it goes with --to udm-text, or without --to");
        return Ok(Outcome::Failed);
    }
    if let Some(goal) = goal(arguments).filter(|goal| goal.is_gltf()) {
        return scenes::export(goal, arguments, quiet);
    }
    let into_folder = !arguments.inputs.is_one_file() || arguments.output.is_dir();
    Ok(each(&arguments.inputs, quiet, |input| {
        let path = if into_folder { arguments.output.join(input.relative()) } else { arguments.output.clone() };
        file(input, &path, arguments, quiet)
    }))
}

/// Does something with every file, on all cores, and says how far it is.
fn each(inputs: &Inputs, quiet: bool, convert: impl Fn(&Input) -> Outcome + Sync) -> Outcome {
    /// Files in flight at once: enough for all cores, few enough for any memory.
    const BATCH: usize = 64;
    let (mut worst, mut done) = (Outcome::Fine, 0);
    let mut progress = Progress::new(quiet);
    let mut files = inputs.files().peekable();
    while files.peek().is_some() {
        let batch: Vec<io::Result<Input>> = files.by_ref().take(BATCH).collect();
        done += batch.len() as u64;
        let outcomes = batch.into_par_iter().map(|input| match input {
            Ok(input) => convert(&input),
            Err(error) => {
                complain(&error);
                Outcome::Failed
            }
        });
        worst = worst.max(outcomes.max().unwrap_or_default());
        progress.done(done);
    }
    worst
}

/// What models and animations of other formats are to become: as `--to` says, or the name of the output.
fn goal(arguments: &Arguments) -> Option<Goal> {
    arguments.to.map_or_else(|| Goal::of_name(&arguments.output), Target::of_scenes)
}

fn file(input: &Input, path: &Path, arguments: &Arguments, quiet: bool) -> Outcome {
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => {
            let error = error.into();
            complain_about(input, &error);
            return Outcome::of(&error);
        }
    };
    let asset = match input.asset(&bytes) {
        Ok(asset) => asset,
        Err(Error::Unknown { .. } | Error::LookAlike(_)) if !input.named => return Outcome::Fine,
        Err(error) => {
            complain_about(input, &error);
            return Outcome::of(&error);
        }
    };
    if let Some(goal) = goal(arguments).filter(|goal| goal.is_far_from(asset.format())) {
        // A file that nobody named is called after what it becomes.
        let path = if path == arguments.output { path } else { &path.with_extension(goal.extension()) };
        return scenes::import(input, &asset, goal, path, arguments);
    }
    match converted(input, &asset, &bytes, arguments, quiet) {
        Some(Converted { losses, .. }) if !losses.is_empty() && !arguments.lossy => {
            losses.iter().for_each(|loss| tell_finding(input, loss));
            complain_about(input, &"not converted, since that would be lost; --lossy converts it all the same");
            Outcome::Bad
        }
        Some(Converted { losses, bytes }) => {
            losses.iter().for_each(|loss| tell_finding(input, loss));
            write(input, path, bytes, arguments.force)
        }
        None if !input.named => Outcome::Fine,
        None => {
            complain_about(input, &format!("there is no such thing for a {}", asset.format().title()));
            Outcome::Bad
        }
    }
}

/// What a conversion gives.
pub(crate) struct Converted {
    /// What the target has no place for.
    pub(crate) losses: Findings,
    pub(crate) bytes: Result<Vec<u8>, Box<dyn std::error::Error>>,
}

/// The asset in another format; `None` if there is nothing of what was asked for its kind.
fn converted(input: &Input, asset: &Asset<'_>, bytes: &[u8], arguments: &Arguments, quiet: bool) -> Option<Converted> {
    if arguments.style.is_some() && asset.as_udm().is_none() {
        return None;
    }
    match asset {
        Asset::UrhoMdl(model) => {
            let version = arguments.to.map_or(Some(model.version), Target::of_models)?;
            let model = repaired(input, model, &arguments.repair, quiet);
            let (model, losses) = model.to_version_lossy(version);
            Some(Converted { losses, bytes: model.to_bytes().map_err(Into::into) })
        }
        Asset::UrhoAni(animation) if arguments.repair.is_empty() => {
            let version = arguments.to.map_or(Some(animation.version), Target::of_animations)?;
            let (animation, losses) = animation.to_version_lossy(version);
            Some(Converted { losses, bytes: animation.to_bytes().map_err(Into::into) })
        }
        Asset::ZedModel(model) if arguments.repair.is_empty() => {
            let (model, losses) = match arguments.to {
                None => (model.clone(), Findings::new()),
                Some(Target::ZedEngine) => model.for_engine_lossy(),
                Some(Target::ZedDocument) => model.to_dialect_lossy(Dialect::DOCUMENT),
                Some(Target::ZedLists) => (model.to_lists(), Findings::new()),
                Some(_) => return None,
            };
            Some(Converted { losses, bytes: model.to_bytes().map_err(Into::into) })
        }
        Asset::UrhoPak(package) if arguments.repair.is_empty() => {
            let kind = arguments.to.map_or(Some(package.kind()), Target::of_packages)?;
            Some(pak::converted(package, kind))
        }
        other if arguments.repair.is_empty() => {
            let document = other.as_udm()?;
            let form = match (arguments.style, arguments.to) {
                (Some(style), _) => style.form(),
                (None, Some(target)) => target.of_documents()?,
                (None, None) => Form::of(document, bytes),
            };
            Some(Converted { losses: form.losses(document), bytes: form.bytes(document).map_err(Into::into) })
        }
        _ => None,
    }
}

/// A model after repairs, each of which is told.
fn repaired<'m>(input: &Input, model: &Model<'m>, repairs: &[Repair], quiet: bool) -> Model<'m> {
    let mut model = model.clone();
    for repair in repairs {
        let notes = model.repair(*repair);
        if !quiet {
            notes.iter().for_each(|note| tell(&format!("{}: {repair}: {note}", input.display())));
        }
    }
    model
}

fn write(input: &Input, path: &Path, bytes: Result<Vec<u8>, Box<dyn std::error::Error>>, force: bool) -> Outcome {
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => {
            complain_about(input, &error);
            return Outcome::Bad;
        }
    };
    match output::write_below(path, &bytes, force) {
        Ok(()) => Outcome::Fine,
        Err(error) => {
            complain(&error);
            Outcome::Failed
        }
    }
}
