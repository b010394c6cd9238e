//! `convert`: between versions of a format, between formats; and repairs, each by its name.

mod plan;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use engine_assets::binio::{Findings, Name};
use engine_assets::convert::{
    ConvertOptions, Converted, Goal, Input as Document, UpAxis, convert, convert_package, is_called_after,
};
use engine_assets::urho_mdl::Repair;
use engine_assets::urho_pak::Package;
use engine_assets::{Asset, Error, Format, Globs, SideFile};
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::inputs::{Input, Inputs};
use crate::output;
use crate::report::{Outcome, Progress, print_error, print_error_about, print_finding, print_message};
use crate::side::SideOptions;
use plan::{Job, Plan};

/// Models to and from glTF; versions of a format; UDM in text and binary; kinds of packages
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// File to write; its extension names the format: Jack.glb, Fox.mdl. A folder for several inputs; - for standard output
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,
    /// Format to write; by default the one that OUT's extension names, else the format of the input
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// UDM documents: write text in this style
    #[arg(long, value_name = "STYLE")]
    style: Option<TextStyle>,
    /// Leave out content that the target format can't store (skins, morphs, side files …), with a message for each
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    side: SideOptions,
    /// Models: repairs to make first, in this order; `--repair help` lists them
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = repair)]
    repair: Vec<Repair>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    scenes: SceneOptions,
}

/// What matters only where a model or an animation becomes one of another kind.
#[derive(Args)]
struct SceneOptions {
    /// Models: animations to include, by name; by default those in the model's folder whose names begin with the model's
    #[arg(long, value_name = "GLOB", value_parser = crate::inputs::glob)]
    animations: Vec<String>,
    /// Models: take only this level of detail; 0 is the finest
    #[arg(long, value_name = "LEVEL")]
    lod: Option<usize>,
    /// Models: scale the result by this factor
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    scale: f32,
    /// From glTF: the axis that points up in the file
    #[arg(long, value_name = "AXIS", default_value = "y")]
    up: Axis,
    /// To glTF: also store what is needed to convert back to the same file, byte for byte
    #[arg(long)]
    exact: bool,
    /// To glTF: fail on anything that glTF can't store
    #[arg(long)]
    strict: bool,
    /// To Urho3D: most bones of a geometry; one with more is split
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_bones: u16,
    /// Most memory for vertices, indices and keys, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_memory: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Axis {
    Y,
    Z,
}

fn factor(text: &str) -> Result<f32, &'static str> {
    let factor = text.parse().ok().filter(|factor: &f32| factor.is_finite() && *factor > 0.0);
    factor.ok_or("expected a number above 0")
}

/// Styles of UDM text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TextStyle {
    /// One property per line, shortest floats
    Pretty,
    /// Least white space
    Compact,
    /// As the reference writes it: rounded floats, packed arrays packed
    Reference,
}

/// A goal as the command line names it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Target(Goal);

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: std::sync::OnceLock<Vec<Target>> = std::sync::OnceLock::new();
        ALL.get_or_init(|| Goal::all().map(Target).collect())
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}

/// The repair of a name.
fn repair(name: &str) -> Result<Repair, String> {
    Repair::from_name(name).ok_or_else(|| {
        let known = Repair::ALL.map(|repair| format!("\n  {:22} {}", repair.name(), repair.description()));
        format!("expected one of{}", known.concat())
    })
}

impl Arguments {
    /// What was asked for, apart from the name of the output.
    fn goal(&self) -> Result<Option<Goal>, Error> {
        let style = self.style.map(|style| match style {
            TextStyle::Pretty => Goal::UdmText,
            TextStyle::Compact => Goal::UdmCompact,
            TextStyle::Reference => Goal::UdmReference,
        });
        match (style, self.to.map(|Target(goal)| goal)) {
            (Some(_), Some(goal)) if goal != Goal::UdmText => {
                Err(Error::Refused(format!("expected --to udm-text or no --to beside --style, found --to {goal}")))
            }
            (style, goal) => Ok(style.or(goal)),
        }
    }

    fn options(&self) -> Result<ConvertOptions, Error> {
        let scenes = &self.scenes;
        Ok(ConvertOptions::default()
            .lossy(self.lossy)
            .repairs(self.repair.clone())
            .animations(Globs::new(&scenes.animations)?)
            .lod(scenes.lod)
            .scale(scenes.scale)
            .up(if scenes.up == Axis::Z { UpAxis::Z } else { UpAxis::Y })
            .exact(scenes.exact)
            .strict(scenes.strict)
            .max_bones(scenes.max_bones)
            .max_expanded_bytes(scenes.max_memory))
    }
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let (plan, options) = match Plan::of(arguments).and_then(|plan| Ok((plan, arguments.options()?))) {
        Ok(plan) => plan,
        Err(error) => {
            print_error(&error);
            return Ok(Outcome::Failed);
        }
    };
    let work = Work { options, side: &arguments.side, force: arguments.force, quiet, written: Mutex::default() };
    let mut outcome = plan.outcome;
    let mut progress = Progress::new(quiet);
    let mut done = 0_u64;
    for batch in plan.jobs.chunks(BATCH) {
        outcome = outcome.max(batch.par_iter().map(|job| work.run(job)).max().unwrap_or_default());
        done = done.saturating_add(batch.len() as u64);
        progress.done(done);
    }
    drop(progress);
    let written = work.written.into_inner().unwrap_or_default().len();
    if !quiet && plan.jobs.len() > 1 {
        print_message(&format!("wrote {written} files, skipped {}", plan.skipped));
    }
    Ok(outcome)
}

/// Files in flight at once: enough for all cores, few enough for any memory.
const BATCH: usize = 64;

/// Of a file whose bytes aren't in memory.
const NO_HASH: [u8; 32] = [0; 32];

/// What all jobs share.
struct Work<'w> {
    options: ConvertOptions,
    side: &'w SideOptions,
    force: bool,
    quiet: bool,
    /// What has been written so far, by its hash: nothing is replaced by another file of the same run.
    written: Mutex<HashMap<PathBuf, [u8; 32]>>,
}

impl Work<'_> {
    fn run(&self, job: &Job) -> Outcome {
        if let [input] = job.inputs.as_slice() {
            if let Some(package) = input.package().filter(|_| !job.to_stdout && job.goal.is_for(Format::UrhoPak)) {
                return self.package(input, &package, job);
            }
        }
        let (main, beside) = (&job.inputs, animations_beside(job, &self.options));
        let mut bytes = Vec::with_capacity(main.len() + beside.len());
        for input in main.iter().chain(&beside) {
            match input.read() {
                Ok(read) => bytes.push(read),
                Err(error) => return refuse(input, &error.into()),
            }
        }
        let mut documents = Vec::with_capacity(bytes.len());
        for (input, bytes) in main.iter().chain(&beside).zip(&bytes) {
            match input.asset(bytes) {
                Ok(asset) => documents.push((plan::stem(input.path()), self.side.find(input, &asset), asset)),
                Err(error) => return refuse(input, &error),
            }
        }
        let named = documents.iter().enumerate().map(|(number, (name, side, asset))| Document {
            if_it_fits: number >= main.len(),
            ..document(name, asset, side)
        });
        let Some(input) = main.first() else { return Outcome::Fine };
        let name = job.output.file_name().unwrap_or_default().to_string_lossy();
        match convert(&named.collect::<Vec<_>>(), job.goal, &name, &self.options) {
            Ok(converted) => self.finish(input, job, converted),
            Err(error) => refuse(input, &error),
        }
    }

    /// A package as one of another kind: it needn't fit into memory.
    fn package(&self, input: &Input, package: &Package<File>, job: &Job) -> Outcome {
        let (builder, findings) = match convert_package(package, job.goal, &self.options) {
            Ok(converted) => converted,
            Err(error) => return refuse(input, &error),
        };
        findings.iter().for_each(|finding| print_finding(input, finding));
        let save = |path: &Path| {
            builder.save(path, self.force).map(|_| ()).map_err(|error| {
                // What can't be read of the package that is converted is no failure of the system.
                if error.kind() == io::ErrorKind::InvalidData { error } else { output::named(path, &error) }
            })
        };
        match self.placed(&job.output, NO_HASH, save) {
            Ok(()) => Outcome::Fine,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                print_error_about(input, &error);
                Outcome::Bad
            }
            Err(error) => {
                print_error(&error);
                Outcome::Failed
            }
        }
    }

    fn finish(&self, input: &Input, job: &Job, converted: Converted) -> Outcome {
        converted.findings.iter().for_each(|finding| print_finding(input, finding));
        if job.to_stdout {
            return self.to_stdout(input, converted);
        }
        let folder = job.output.parent().unwrap_or(Path::new(""));
        for file in converted.files {
            if let Err(error) = self.write(&folder.join(&file.name), &file.bytes) {
                print_error(&error);
                return Outcome::Failed;
            }
        }
        Outcome::Fine
    }

    /// Standard output has a place for the file that was asked for, and none for those beside it.
    fn to_stdout(&self, input: &Input, mut converted: Converted) -> Outcome {
        let Some(main) = converted.files.pop() else { return Outcome::Fine };
        let mut beside = Findings::new();
        for file in &converted.files {
            beside.loss("standard output", format!("has no place for {}", Name::from(file.name.as_bytes())));
        }
        if !beside.is_empty() && !self.options.lossy {
            return refuse(input, &Error::Losses(beside));
        }
        beside.iter().for_each(|loss| print_finding(input, loss));
        match print_bytes(&main.bytes) {
            Ok(()) => Outcome::Fine,
            Err(error) => {
                print_error(&error);
                Outcome::Failed
            }
        }
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let hash = Sha256::digest(bytes).into();
        self.placed(path, hash, |path| output::write(path, bytes, self.force))
    }

    /// Writes a file that no other of this run has the name of, in a folder that is made if it isn't there.
    fn placed(&self, path: &Path, hash: [u8; 32], write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let before = self.written.lock().ok().and_then(|mut written| written.insert(path.to_path_buf(), hash));
        if let Some(before) = before {
            // A model and an animation of one name share their side file.
            if before == hash && hash != NO_HASH {
                return Ok(());
            }
            let error = io::Error::new(io::ErrorKind::InvalidInput, "two files of this run would have this name");
            return Err(output::named(path, &error));
        }
        output::make_folder(path)?;
        write(path)?;
        if !self.quiet {
            print_message(&format!("wrote {}", path.display()));
        }
        Ok(())
    }
}

/// A document with its side file.
fn document<'d, 'a>(name: &'d str, asset: &'d Asset<'a>, side: &'d Option<SideFile>) -> Document<'d, 'a> {
    Document::new(name, asset).side(side.as_ref())
}

fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Files of animations in a model's folder that come along: those that are asked for, or else those that are called after it.
fn animations_beside(job: &Job, options: &ConvertOptions) -> Vec<Input> {
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    if !job.with_animations || input.is_in_package() || input.is_stdin() {
        return Vec::new();
    }
    let Some(folder) = input.path().parent() else { return Vec::new() };
    let model = plan::stem(input.path());
    let wanted = |path: &Path| {
        let stem = plan::stem(path);
        let is_animation = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ani"));
        let asked_for = options.animations.matches(&stem.as_str().into());
        is_animation && if options.animations.is_empty() { is_called_after(&stem, &model) } else { asked_for }
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| wanted(path)).collect();
    paths.sort();
    // What can't be opened isn't an animation of this model: nobody asked for it.
    let opens = |input: &Input| input.read().is_ok_and(|bytes| matches!(input.asset(&bytes), Ok(Asset::UrhoAni(_))));
    paths.iter().map(|path| Input::new(path)).filter(opens).collect()
}

fn refuse(input: &Input, error: &Error) -> Outcome {
    if let Error::Losses(losses) = error {
        losses.iter().for_each(|loss| print_finding(input, loss));
        print_error_about(input, &format!("{error}; --lossy converts it all the same"));
    } else {
        print_error_about(input, error);
    }
    match error {
        Error::Refused(_) => Outcome::Failed,
        error => Outcome::of(error),
    }
}
