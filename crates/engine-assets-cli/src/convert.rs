//! `convert`: between versions of a format, between formats; and repairs, each by its name.

mod beside;
mod claims;
mod plan;
mod stage;
mod values;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use clap::Args;
use engine_assets::binio::{Findings, Name};
use engine_assets::convert::{
    ConvertOptions, Converted, Goal, Input as Document, OutputFile, Sink, UpAxis, convert, convert_package, folded,
};
use engine_assets::urho_mdl::Repair;
use engine_assets::urho_pak::Package;
use engine_assets::{Asset, Error, Format, Globs, SideFile};
use rayon::prelude::*;

use crate::explain::print_explained;
use crate::inputs::{Input, Inputs};
use crate::output;
use crate::report::{Outcome, Progress, print_error, print_error_about, print_finding, print_message, shown};
use crate::resources::{Lookup, ResourceOptions};
use crate::side::SideOptions;
use beside::{animations_beside, original, others};
use claims::Claims;
use plan::{Job, Plan};
use stage::Stage;
use values::{Axis, Facing, Target, TextStyle, factor, repair};

/// Models, scenes, prefabs and maps to and from glTF; versions of a format; UDM in text and binary; kinds of packages
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
    /// From glTF: put what was edited (meshes, morphs, animations, materials) into this model of Urho3D or Pragma, and keep the rest of it: hit boxes, attachments, levels of detail, flags, triggers …. Of Urho3D its animations come along, as for --animations
    #[arg(long, value_name = "ORIGINAL", conflicts_with = "bind_pose_of")]
    into: Option<PathBuf>,
    /// From glTF: give a new model the bones of this one, with their places, order and axes, so that animations made for it fit
    #[arg(long, value_name = "ORIGINAL")]
    bind_pose_of: Option<PathBuf>,
    /// From glTF: multiply scales of nodes (0.01 of a rig in centimetres) into bones, keys and meshes
    #[arg(long)]
    apply_scale: bool,
    /// From glTF: where the model's front is; back turns it around, as AssetImporter of Urho3D leaves models
    #[arg(long, value_name = "SIDE", default_value = "front")]
    facing: Facing,
    /// To glTF: also store what is needed to convert back to the same file, byte for byte
    #[arg(long)]
    exact: bool,
    /// To glTF: fail on anything that glTF can't store
    #[arg(long)]
    strict: bool,
    /// To glTF: write nodes side by side that show the same mesh as copies at one node, by EXT_mesh_gpu_instancing
    #[arg(long)]
    gpu_instancing: bool,
    /// To Urho3D: most bones of a geometry; one with more is split
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_bones: u16,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Models: names of the materials of the geometries, in their order; one is that of all. By default those of the list beside the model
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    material: Vec<String>,
    /// Models: leave out what materials look like
    #[arg(long)]
    no_materials: bool,
    /// Models: leave out the textures of materials
    #[arg(long)]
    no_textures: bool,
    /// To Urho3D and Pragma: the folder of resources that materials and textures go to; by default the one that OUT's folder Models, Scenes, Objects, Prefabs or maps is in
    #[arg(long, value_name = "DIR")]
    resource_dir: Option<PathBuf>,
    /// From glTF to a scene of Urho3D: make a prefab; by default what the file came from, else a scene
    #[arg(long)]
    prefab: bool,
    /// Maps of Pragma to glTF: with the collision meshes of models, as hidden nodes
    #[arg(long)]
    collision: bool,
    /// Maps of Pragma to glTF: with the navigation mesh beside the map, as a hidden node
    #[arg(long)]
    navmesh: bool,
    /// Most memory for vertices, indices and keys, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_memory: u64,
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
        let mut options = ConvertOptions::default();
        if let Some(path) = &scenes.into {
            options = options.into_original(original(path, &self.side)?);
        }
        if let Some(path) = &scenes.bind_pose_of {
            options = options.bind_pose_of(original(path, &self.side)?);
        }
        Ok(options
            .lossy(self.lossy)
            .repairs(self.repair.clone())
            .animations(Globs::new(&scenes.animations)?)
            .lod(scenes.lod)
            .scale(scenes.scale)
            .up(if scenes.up == Axis::Z { UpAxis::Z } else { UpAxis::Y })
            .apply_scale(scenes.apply_scale)
            .turn(scenes.facing == Facing::Back)
            .exact(scenes.exact)
            .strict(scenes.strict)
            .gpu_instancing(scenes.gpu_instancing)
            .max_bones(scenes.max_bones)
            .materials(!scenes.no_materials)
            .textures(!scenes.no_textures)
            .prefab(scenes.prefab)
            .collision(scenes.collision)
            .navmesh(scenes.navmesh)
            .material_names(scenes.material.clone())
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
    let lookup = Lookup::new(&arguments.scenes.resources)?;
    let work = Work {
        own_folders: plan.into_folder && plan.jobs.len() > 1,
        options,
        lookup,
        side: &arguments.side,
        force: arguments.force,
        quiet,
        written: AtomicUsize::new(0),
        size: AtomicU64::new(0),
        along: Mutex::default(),
    };
    let mut outcome = plan.outcome;
    let mut claims = Claims::new(&plan.jobs);
    let mut progress = Progress::new(quiet);
    let jobs: Vec<(usize, &Job)> = plan.jobs.iter().enumerate().collect();
    for batch in jobs.chunks(rayon::current_num_threads().saturating_mul(BATCH)) {
        let made: Vec<(&Job, Result<Made, Outcome>)> =
            batch.par_iter().map(|(_, job)| (*job, work.make(job))).collect();
        let claimed = made.into_iter().zip(batch);
        let claimed: Vec<(&Job, Result<Made, Outcome>)> = claimed
            .map(|((job, made), (number, _))| (job, made.and_then(|made| made.claim(*number, job, &mut claims))))
            .collect();
        let written =
            claimed.into_par_iter().map(|(job, made)| made.map_or_else(|failed| failed, |made| work.write(job, made)));
        outcome = outcome.max(written.max().unwrap_or_default());
        progress.done(batch.last().map_or(0, |(number, _)| *number as u64 + 1));
    }
    drop(progress);
    if !quiet {
        work.summarize(&plan);
    }
    Ok(outcome)
}

/// Files in memory for each thread: enough that none waits, few enough for any memory.
const BATCH: usize = 4;

/// What all jobs share.
struct Work<'w> {
    options: ConvertOptions,
    lookup: Lookup,
    side: &'w SideOptions,
    force: bool,
    quiet: bool,
    /// Whether several models go to one project, each with materials of its own.
    own_folders: bool,
    /// How many files are written, and how many bytes.
    written: AtomicUsize,
    size: AtomicU64,
    /// Animations that went with their models.
    along: Mutex<HashSet<PathBuf>>,
}

/// What came of a job.
enum Made {
    /// A package, which is converted while it is written.
    Package(Box<Package<File>>),
    /// Files of one document, which aren't in their places yet.
    Files(Arc<Stage>),
    /// Files of one document, for standard output.
    Output(Vec<OutputFile>),
}

impl Made {
    /// The same, if it has names of its own.
    fn claim(self, number: usize, job: &Job, claims: &mut Claims) -> Result<Self, Outcome> {
        if let Self::Files(stage) = &self {
            stage.keep(|files| claims.take(number, job.folder(), files)).map_err(|error| {
                print_error(&error);
                Outcome::Failed
            })?;
        }
        Ok(self)
    }
}

impl Work<'_> {
    fn make(&self, job: &Job) -> Result<Made, Outcome> {
        if let [input] = job.inputs.as_slice() {
            if let Some(package) = input.package().filter(|_| !job.to_stdout && job.goal.is_for(Format::UrhoPak)) {
                return Ok(Made::Package(Box::new(package)));
            }
        }
        let (main, beside) = (&job.inputs, animations_beside(job, &self.options));
        if let Ok(mut along) = self.along.lock() {
            along.extend(beside.iter().map(|input| input.path().to_path_buf()));
        }
        let mut sources = Vec::with_capacity(main.len() + beside.len());
        for input in main.iter().chain(&beside) {
            sources.push(match input.gltf() {
                Some(asset) => Opened::Gltf(Box::new(asset.map_err(|error| refuse(input, &error))?)),
                None => Opened::Bytes(input.read().map_err(|error| refuse(input, &error.into()))?),
            });
        }
        let mut documents = Vec::with_capacity(sources.len());
        for (input, source) in main.iter().chain(&beside).zip(sources.iter_mut()) {
            let asset = source.asset(input, job.goal).map_err(|error| refuse(input, &error))?;
            documents.push((plan::stem(input.path()), self.side.find(input, &asset), asset));
        }
        let named = documents.iter().enumerate().map(|(number, (name, side, asset))| Document {
            if_it_fits: number >= main.len(),
            ..document(name, asset, side)
        });
        let Some(input) = main.first() else { return Ok(Made::Output(Vec::new())) };
        let name = job.place.name.clone();
        let resources = if job.goal.is_gltf() { self.lookup.of(input) } else { job.resources() };
        let resource = resources.as_ref().and_then(|resources| resources.name_of(input.path()));
        let mut options = self.options.clone().resources(resources.clone()).own_folders(self.own_folders);
        // One file has no place for others.
        let is_alone = job.to_stdout && job.place.has_resources;
        let is_version = |asset: &Asset<'_>| !job.goal.is_by_scene(asset.format());
        options.materials &= !is_alone || documents.iter().any(|(.., asset)| is_version(asset));
        let named: Vec<_> = named.map(|document| document.resource(resource.as_deref())).collect();
        if documents.iter().any(|(.., asset)| asset.format() == Format::Gltf) && options.has_own_skeleton() {
            for (name, other) in others(job) {
                let bytes = other.read().map_err(|error| refuse(&other, &error.into()))?;
                if let Ok(asset) = other.asset(&bytes) {
                    options = options.other(&name, asset);
                }
            }
        }
        let stage = (!job.to_stdout).then(|| Arc::new(Stage::new(job.folder())));
        let options = options.sink(stage.clone().map(|stage| stage as Arc<dyn Sink>));
        let Converted { files, findings, .. } =
            convert(&named, job.goal, &name, &options).map_err(|error| refuse(input, &error))?;
        print_folded(input, &findings);
        Ok(stage.map_or(Made::Output(files), Made::Files))
    }

    /// Says how much was written, and of a folder what wasn't.
    fn summarize(&self, plan: &Plan) {
        let written = self.written.load(Ordering::Relaxed);
        let size = self.size.load(Ordering::Relaxed);
        let files = format!("wrote {written} {} ({})", if written == 1 { "file" } else { "files" }, of_bytes(size));
        if !plan.into_folder && plan.jobs.len() < 2 {
            // One file has just been named.
            if written > 1 {
                print_message(&files);
            }
            return;
        }
        let along = self.along.lock();
        let went = |input: &Input| along.as_ref().is_ok_and(|along| along.contains(input.path()));
        let alone: Vec<&Input> = plan.animations.iter().filter(|input| !went(input)).collect();
        for input in &alone {
            let advice = "name the file to convert it alone";
            print_message(&format!(
                "{}: skipped: an animation without a model that is called like it; {advice}",
                input.display()
            ));
        }
        let skipped = plan.skipped.saturating_add(alone.len());
        let nothing = if plan.jobs.is_empty() { "nothing to convert: " } else { "" };
        print_message(&format!("{nothing}{files}, skipped {skipped}"));
    }

    fn write(&self, job: &Job, made: Made) -> Outcome {
        let Some(input) = job.inputs.first() else { return Outcome::Fine };
        match made {
            Made::Package(package) => self.package(input, &package, job),
            Made::Output(files) => self.to_stdout(input, files),
            Made::Files(stage) => match stage.commit(self.force) {
                Ok(written) => {
                    written.iter().for_each(|path| self.wrote(path));
                    Outcome::Fine
                }
                Err(error) => {
                    print_error(&error);
                    Outcome::Failed
                }
            },
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
        match self.placed(&job.place.output, save) {
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

    /// Standard output has a place for the file that was asked for, and none for those beside it.
    fn to_stdout(&self, input: &Input, mut files: Vec<OutputFile>) -> Outcome {
        let Some(main) = files.pop() else { return Outcome::Fine };
        let mut beside = Findings::new();
        for file in &files {
            beside.loss(
                engine_assets::kinds::OUTPUT_WITHOUT_FOLDER,
                "standard output",
                format!("has no place for {}", Name::from(file.name.as_bytes())),
            );
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

    /// Writes a file, in a folder that is made if it isn't there.
    fn placed(&self, path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        output::make_folder(path)?;
        write(path)?;
        self.wrote(path);
        Ok(())
    }

    fn wrote(&self, path: &Path) {
        self.written.fetch_add(1, Ordering::Relaxed);
        self.size.fetch_add(std::fs::metadata(path).map_or(0, |file| file.len()), Ordering::Relaxed);
        if !self.quiet {
            print_message(&format!("wrote {}", shown(&path)));
        }
    }
}

/// A number of bytes, for people.
fn of_bytes(size: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = UNITS.into_iter().find(|(unit, _)| size >= *unit);
    unit.map_or_else(|| format!("{size} bytes"), |(unit, name)| format!("{:.1} {name}", size as f64 / unit as f64))
}

/// What was read of an input.
enum Opened {
    Bytes(Vec<u8>),
    /// A document that is read in parts.
    Gltf(Box<Asset<'static>>),
    Taken,
}

impl Opened {
    /// The document, once.
    fn asset(&mut self, input: &Input, goal: Goal) -> Result<Asset<'_>, Error> {
        match self {
            Self::Bytes(bytes) => open(input, bytes, goal),
            whole => match std::mem::replace(whole, Self::Taken) {
                Self::Gltf(asset) => Ok(*asset),
                _ => Err(Error::Refused("expected a document, found none".into())),
            },
        }
    }
}

/// The document in a file. Text of UDM has no beginning of its own: what isn't called like any format is tried as that, if it could become
/// the goal.
fn open<'a>(input: &Input, bytes: &'a [u8], goal: Goal) -> Result<Asset<'a>, Error> {
    input.asset(bytes).or_else(|error| match error {
        Error::Unknown { .. } => match Asset::parse(bytes, Some(Path::new("text.udm"))) {
            Ok(document) if goal.is_for(document.format()) => Ok(document),
            _ => Err(error),
        },
        error => Err(error),
    })
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

/// Prints findings, those that say the same in one line.
fn print_folded(input: &Input, findings: &Findings) {
    for (finding, count) in folded(findings) {
        if count == 1 {
            print_finding(input, finding);
        } else {
            let mut all = finding.clone();
            all.message.push_str(&format!(" ({count} times; this is the first)"));
            print_finding(input, &all);
        }
    }
}

fn refuse(input: &Input, error: &Error) -> Outcome {
    if let Error::Losses(losses) = error {
        print_folded(input, losses);
        print_error_about(input, &format!("{error}; --lossy converts it all the same"));
    } else {
        print_explained(input, error);
    }
    Outcome::of(error)
}
