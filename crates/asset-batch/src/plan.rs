//! Plans which file is converted to which, so that all names are known before anything is written.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::blend;
use crate::builder::{ConvertFolder, Target};
use crate::existing::Existing;
use crate::report::{Event, Failure, SkipReason, Skipped};
use asset_convert::Conversion;
use asset_convert::{ConvertOptions, OutputFormat, OutputPath};
use asset_formats::{Detection, Error, Feature, Format, detect_file};
use asset_project::{
    sources::map,
    sources::{Listed, Source, sources},
};
use binio::shown_path;

/// An output, with the documents to convert to it.
pub(crate) struct Job {
    /// A single document, or a model and its animations.
    pub(crate) inputs: Vec<Source>,
    pub(crate) output_format: OutputFormat,
    pub(crate) place: OutputPath,
    /// The folders that the user has named. Links below them are not followed, because file names come from documents.
    pub(crate) given: Vec<PathBuf>,
    /// Whether to return the output instead of writing it.
    pub(crate) in_memory: bool,
}

impl Job {
    /// Returns the folder for all files of this job. If the output format has resources, this is the resource folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.place.folder
    }

    /// Estimates the memory for this job, which reads its inputs and creates its outputs.
    pub(crate) fn expected_memory(&self) -> u64 {
        self.inputs.iter().map(Source::expected_work_memory).fold(0, u64::saturating_add)
    }

    /// Returns the conversion that this job does, or `None` if its input is unknown or can't be converted.
    pub(crate) fn conversion(&self, options: &ConvertOptions) -> Option<Conversion> {
        let format = self.inputs.first().and_then(format_of).filter(|format| self.output_format.is_for(*format))?;
        Some(Conversion::of(format, self.output_format, options))
    }

    /// Creates a job that writes its files to the resource folder `root`. If this is not set, the folder is found from
    /// the output path. `given` is the folder that the user has named.
    fn new(
        inputs: Vec<Source>,
        output_format: OutputFormat,
        (output, given): (&Path, &Path),
        root: Option<&Path>,
    ) -> Result<Self, Error> {
        let is_gltf = |input: &Source| {
            let extension = input.path().extension();
            extension.is_some_and(|name| {
                ["blend", "fbx", "glb", "gltf", "obj"].iter().any(|known| name.eq_ignore_ascii_case(known))
            })
        };
        // A scene or map of another engine becomes files by way of a glTF.
        let is_other_level = |input: &Source| {
            let named = OutputFormat::for_path(input.path()).ok().and_then(OutputFormat::format);
            named.is_some_and(|format| output_format.is_other_level(format))
        };
        let is_by_scene = inputs.first().is_some_and(|input| is_gltf(input) || is_other_level(input));
        let output_path = OutputPath::of(output, output_format, is_by_scene, root)?;
        // The resource folder is the given one, or one above it, whose path the person wrote too.
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let is_above = absolute(given).starts_with(absolute(&output_path.folder));
        let given = std::iter::once(given).chain(is_above.then_some(output_path.folder.as_path())).chain(root);
        let given = given.map(Path::to_path_buf).collect();
        Ok(Self { inputs, output_format, place: output_path, given, in_memory: false })
    }
}

/// All jobs in a run.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) jobs: Vec<Job>,
    /// Files that are not converted. Animations are not included here.
    pub(crate) skipped: Vec<Skipped>,
    /// Animations in folders, which are converted with their models.
    pub(crate) animations: Vec<Source>,
    /// Folders that can't be listed.
    pub(crate) failures: Vec<Failure>,
}

impl Plan {
    /// Plans a run. This will not write anything.
    pub(crate) fn of(run: &ConvertFolder<'_>) -> Result<Self, Error> {
        let mut plan = Self::default();
        let inputs = plan.list(run);
        let root = run.resource_dir.as_deref();
        match &run.target {
            Target::Folder(folder) => {
                let output_format = run.output_format.unwrap_or(OutputFormat::SAME);
                plan.folder((&run.paths, inputs), output_format, (folder, root))?;
                if run.existing == Existing::Refuse {
                    plan.refuse_existing()?;
                }
            }
            Target::File(output) => {
                plan.file(inputs, OutputFormat::choose(run.output_format, output)?, (output, root))?;
            }
            Target::Memory => plan.memory(inputs, run.output_format.unwrap_or(OutputFormat::SAME), root)?,
        }
        Ok(plan)
    }

    /// Lists all inputs. If a folder can't be listed, it is added to the failures.
    fn list(&mut self, run: &ConvertFolder<'_>) -> Vec<Source> {
        let mut inputs = Vec::new();
        for listed in sources(&run.paths, &run.keep) {
            match listed {
                Ok(Listed::Source(input)) => inputs.push(input.within(run.root.clone())),
                Ok(Listed::Link(path)) => self.skipped.push(Skipped { path, reason: SkipReason::Link }),
                Err(error) => {
                    let failure = Failure { source: None, error: error.into() };
                    run.tell(&Event::Failed(&failure));
                    self.failures.push(failure);
                }
            }
        }
        inputs
    }

    fn file(
        &mut self,
        inputs: Vec<Source>,
        output_format: OutputFormat,
        paths: (&Path, Option<&Path>),
    ) -> Result<(), Error> {
        let (output, root) = paths;
        refuse_several(&inputs, output_format, &shown_path(output))?;
        let given = output.parent().unwrap_or(Path::new(""));
        self.jobs.push(Job::new(inputs, output_format, (output, given), root)?);
        Ok(())
    }

    fn memory(&mut self, inputs: Vec<Source>, output_format: OutputFormat, root: Option<&Path>) -> Result<(), Error> {
        refuse_several(&inputs, output_format, "-")?;
        if output_format.has_numbers_beside() {
            return Err(Error::Refused("expected one file for standard output; glTF in JSON is two".into()));
        }
        if root.is_some() {
            return Err(Error::Refused(format!("the option resource-dir has no effect on {output_format}")));
        }
        let output = format!("stdout.{}", output_format.extension().unwrap_or("out"));
        let paths = (Path::new(&output), Path::new(""));
        self.jobs.push(Job { in_memory: true, ..Job::new(inputs, output_format, paths, None)? });
        Ok(())
    }

    /// Adds a job for each input that can be converted to `output_format`. The outputs are in `folder`.
    fn folder(
        &mut self,
        (paths, inputs): (&[PathBuf], Vec<Source>),
        output_format: OutputFormat,
        (folder, root): (&Path, Option<&Path>),
    ) -> Result<(), Error> {
        refuse_outputs_around(paths, folder)?;
        // Outputs of an earlier run, in a folder that is converted, aren't converted again.
        let is_near = |real: &PathBuf| {
            let mut paths = paths.iter().filter_map(|path| path.canonicalize().ok());
            paths.any(|path| real.starts_with(path))
        };
        let real = folder.canonicalize().ok().filter(is_near);
        let is_output = |input: &Source| {
            real.as_ref().is_some_and(|real| input.path().canonicalize().is_ok_and(|path| path.starts_with(real)))
        };
        let fates = map(inputs, |input| match input {
            input if input.named => (Fate::Converted, input),
            input if is_output(&input) => (Fate::Skipped(SkipReason::InOutputFolder), input),
            input => (Fate::of(&input, output_format), input),
        });
        let mut wanted = Vec::new();
        for (fate, input) in fates {
            match fate {
                Fate::Converted => wanted.push(input),
                Fate::ConvertedWithModel => self.animations.push(input),
                Fate::Skipped(reason) => self.skipped.push(Skipped { path: input.path().into(), reason }),
            }
        }
        let names = distinct_names(&wanted, output_format)?;
        for (input, name) in wanted.into_iter().zip(names) {
            self.jobs.push(Job::new(vec![input], output_format, (&folder.join(name), folder), root)?);
        }
        self.refuse_to_replace_inputs()
    }

    /// Returns an error if an output is the input of another job.
    fn refuse_to_replace_inputs(&self) -> Result<(), Error> {
        let inputs = inputs_of(&self.jobs);
        for (number, job) in self.jobs.iter().enumerate() {
            let replaced = job.place.output.canonicalize().ok().and_then(|path| inputs.get(&path));
            if replaced.is_some_and(|replaced| *replaced != number) {
                let output = shown_path(&job.place.output);
                let message = format!("{output} would replace a file that is converted too; take another folder");
                return Err(Error::Refused(message));
            }
        }
        Ok(())
    }

    /// Returns an error if there are outputs that already exist. The message names them.
    fn refuse_existing(&self) -> Result<(), Error> {
        /// How many names to show in the message.
        const SHOWN: usize = 3;
        let outputs = self.jobs.iter().map(|job| &job.place.output);
        let existing: Vec<&PathBuf> = outputs.filter(|output| output.symlink_metadata().is_ok()).collect();
        if existing.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = existing.iter().take(SHOWN).map(shown_path).collect();
        let more = existing.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let what = if existing.len() == 1 { "file already exists" } else { "files already exist" };
        let message = format!("{} output {what}: {}{more}", existing.len(), names.join(", "));
        Err(io::Error::new(io::ErrorKind::AlreadyExists, message).into())
    }
}

/// Returns an error if the output folder is an input folder, or contains one. Otherwise you could not tell the outputs
/// of an earlier run from inputs.
fn refuse_outputs_around(paths: &[PathBuf], folder: &Path) -> Result<(), Error> {
    let Ok(real) = folder.canonicalize() else { return Ok(()) };
    let is_around = |path: &&PathBuf| path.is_dir() && path.canonicalize().is_ok_and(|path| path.starts_with(&real));
    match paths.iter().find(is_around) {
        Some(input) => {
            let is_same = input.canonicalize().is_ok_and(|input| input == real);
            let (output, input) = (shown_path(folder), shown_path(input));
            let message = if is_same {
                format!("the output folder {output} is the input folder; choose another output folder")
            } else {
                format!(
                    "the output folder {output} contains the input folder {input}; choose an output folder that doesn't"
                )
            };
            Err(Error::Refused(message))
        }
        None => Ok(()),
    }
}

/// Returns an error if there are several inputs for an output that is not glTF.
fn refuse_several(inputs: &[Source], output_format: OutputFormat, output: &str) -> Result<(), Error> {
    if inputs.len() > 1 && !output_format.is_gltf() {
        let count = inputs.len();
        return Err(Error::Refused(format!("expected one file or a folder as OUT, found {count} files for {output}")));
    }
    Ok(())
}

/// Returns the input files, with the index of their job.
pub(crate) fn inputs_of(jobs: &[Job]) -> HashMap<PathBuf, usize> {
    let inputs = jobs.iter().enumerate().flat_map(|(number, job)| job.inputs.iter().map(move |input| (input, number)));
    let files = inputs.filter(|(input, _)| !input.is_in_package());
    files.filter_map(|(input, number)| Some((input.path().canonicalize().ok()?, number))).collect()
}

/// What to do with a file in a folder.
enum Fate {
    Converted,
    /// This is an animation, and models are converted to glTF.
    ConvertedWithModel,
    Skipped(SkipReason),
}

/// This many bytes at both ends of a file are enough to detect the format.
const ENDS: u64 = 4096;

/// Detects the format of an input. A `.blend` becomes a glTF first.
fn format_of(input: &Source) -> Option<Format> {
    if blend::is_blend(input.path()) {
        return Some(blend::EXPORTED);
    }
    let whole = || {
        let bytes = input.read().ok()?;
        Some(Format::detect(&bytes, bytes.len() as u64, &[], Some(input.path())))
    };
    // A pipe is not detected here, because it can't be read twice.
    let by_ends = if input.is_file() { Some(detect_file(input.path(), ENDS).ok()?) } else { None };
    // Some documents can only be detected from the whole file.
    let detection = by_ends.filter(|detection| !matches!(detection, Detection::Unknown(_))).or_else(whole)?;
    match detection {
        Detection::Known(format) => Some(format),
        _ => None,
    }
}

impl Fate {
    fn of(input: &Source, output_format: OutputFormat) -> Self {
        if blend::is_blend(input.path()) && output_format != OutputFormat::SAME && output_format.is_for(blend::EXPORTED)
        {
            return Self::Converted;
        }
        match detect_file(input.path(), ENDS) {
            // Its model or animation takes it along.
            Ok(Detection::Known(format))
                if format.has(Feature::SideFileItself) && !input.named && is_side_file(input.path()) =>
            {
                Self::Skipped(SkipReason::SideFile)
            }
            Ok(Detection::Known(format)) if output_format.is_gltf() && format.is_urho_animation() => {
                Self::ConvertedWithModel
            }
            // A folder of models isn't a folder of spheres.
            Ok(Detection::Known(format)) if output_format.is_gltf() && format.is_material() && !input.named => {
                Self::Skipped(SkipReason::NotConvertible)
            }
            Ok(Detection::Known(format)) if output_format.is_for(format) => Self::Converted,
            // It fails with its reason.
            Ok(Detection::OtherContent(format, _)) if output_format.is_for(format) => Self::Converted,
            _ => Self::Skipped(SkipReason::NotConvertible),
        }
    }
}

/// Returns whether this is the side file for a model or animation next to it.
fn is_side_file(path: &Path) -> bool {
    let is_text = path
        .extension()
        .is_some_and(|extension| ["xml", "json"].iter().any(|text| extension.eq_ignore_ascii_case(text)));
    is_text && ["mdl", "ani"].iter().any(|extension| path.with_extension(extension).is_file())
}

/// Returns the output names, relative to the output folder: the input name with the extension of the output format. If
/// this would be the same for several inputs, ignoring case, the extension is appended to the input name instead.
fn distinct_names(inputs: &[Source], output_format: OutputFormat) -> Result<Vec<PathBuf>, Error> {
    let extension = |input: &Source| output_format.extension_for(input.relative());
    let renamed = |input: &Source| match extension(input) {
        Some(extension) => input.relative().with_extension(extension),
        None => input.relative().to_path_buf(),
    };
    let plain: Vec<PathBuf> = inputs.iter().map(renamed).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    plain.iter().for_each(|name| *counts.entry(folded(name)).or_default() += 1);
    let name = |(input, plain): (&Source, PathBuf)| {
        // An input that keeps its name keeps it even if others would have the same.
        if counts.get(&folded(&plain)).is_none_or(|count| *count < 2) || folded(&plain) == folded(input.relative()) {
            return plain;
        }
        let Some(extension) = extension(input) else { return plain };
        let mut name = input.relative().as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        name.into()
    };
    unique(inputs, inputs.iter().zip(plain).map(name).collect())
}

/// Returns the name in lower case, because some file systems ignore case.
pub(crate) fn folded(name: &Path) -> String {
    name.to_string_lossy().to_lowercase()
}

/// Returns the names, or an error if two of them are equal.
fn unique(inputs: &[Source], names: Vec<PathBuf>) -> Result<Vec<PathBuf>, Error> {
    let mut first: HashMap<String, &Source> = HashMap::new();
    let mut twice = Vec::new();
    for (input, name) in inputs.iter().zip(&names) {
        match first.get(&folded(name)) {
            Some(other) => twice.push(format!("{} and {}", other.display(), input.display())),
            None => drop(first.insert(folded(name), input)),
        }
    }
    if twice.is_empty() {
        return Ok(names);
    }
    Err(Error::Refused(format!("expected a name of its own for each output, found one for {}", twice.join("; "))))
}
