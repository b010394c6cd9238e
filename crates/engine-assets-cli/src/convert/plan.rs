//! Which file becomes which: all names are known before anything is done.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::convert::{Goal, Place};
use engine_assets::{Detection, Error, Format, Resources};
use rayon::prelude::*;

use super::Arguments;
use crate::inputs::Input;
use crate::report::{Outcome, print_error, shown};

/// One output and what it is made of.
pub(super) struct Job {
    /// One document, or a model and its animations.
    pub(super) inputs: Vec<Input>,
    pub(super) goal: Goal,
    pub(super) place: Place,
    pub(super) to_stdout: bool,
}

impl Job {
    /// The folder that its files go to: of resources if they have such.
    pub(super) fn folder(&self) -> &Path {
        &self.place.folder
    }

    /// What is where its files go to.
    pub(super) fn resources(&self) -> Option<Arc<Resources>> {
        if self.to_stdout { None } else { self.place.resources().map(Arc::new) }
    }

    /// A job that takes its files to a folder of resources that was named, or that is called so where the output is.
    fn new(inputs: Vec<Input>, goal: Goal, output: &Path, root: Option<&Path>) -> Result<Self, Error> {
        let is_gltf = |input: &Input| {
            let extension = input.path().extension();
            extension.is_some_and(|name| ["glb", "gltf"].iter().any(|known| name.eq_ignore_ascii_case(known)))
        };
        let place = Place::of(output, goal, inputs.first().is_some_and(is_gltf), root)?;
        Ok(Self { inputs, goal, place, to_stdout: false })
    }
}

/// All that is to be done.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    /// Whether there is a file in a folder for each input.
    pub(super) into_folder: bool,
    /// Files of folders that aren't converted, without the animations.
    pub(super) skipped: usize,
    /// Animations in folders, which go with their models: those that none takes aren't converted.
    pub(super) animations: Vec<Input>,
    /// The worst of what happened while folders were listed.
    pub(super) outcome: Outcome,
}

/// The name of a file without folder and extension, as text.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

impl Plan {
    /// Plans what the arguments ask for. Nothing is written.
    pub(super) fn of(arguments: &Arguments) -> Result<Self, Error> {
        let asked = arguments.goal()?;
        let output = arguments.output.as_path();
        let to_stdout = output.as_os_str() == "-";
        let named = if to_stdout { None } else { Goal::for_path(output).ok() };
        let mut plan = Self::default();
        let inputs = plan.list(arguments);
        plan.skipped = arguments.inputs.links_skipped();
        let into_folder = !to_stdout && (output.is_dir() || named.is_none() && !arguments.inputs.is_one_file());
        if into_folder {
            plan.into_folder = true;
            let root = arguments.scenes.resource_dir.as_deref();
            plan.folder(inputs, asked.unwrap_or(Goal::Same), (output, root))?;
            return Ok(plan);
        }
        let goal = match asked {
            asked if to_stdout => asked.unwrap_or(Goal::Same),
            asked => Goal::choose(asked, output)?,
        };
        if inputs.len() > 1 && !goal.is_gltf() {
            let message =
                format!("expected one file or a folder as OUT, found {} files for {}", inputs.len(), shown(&output));
            return Err(Error::Refused(message));
        }
        let output = if to_stdout {
            PathBuf::from(format!("stdout.{}", goal.extension().unwrap_or("out")))
        } else {
            output.into()
        };
        if to_stdout && goal == Goal::Gltf {
            return Err(Error::Refused("expected one file for standard output; glTF in JSON is two".into()));
        }
        let root = arguments.scenes.resource_dir.as_deref();
        if to_stdout && root.is_some() {
            return Err(Error::Refused(format!("the option resource-dir has no effect on {goal}")));
        }
        plan.jobs.push(Job { to_stdout, ..Job::new(inputs, goal, &output, root)? });
        Ok(plan)
    }

    /// All inputs; what can't be listed is said and counts for the outcome.
    fn list(&mut self, arguments: &Arguments) -> Vec<Input> {
        let mut inputs = Vec::new();
        for input in arguments.inputs.files() {
            match input {
                Ok(input) => inputs.push(input),
                Err(error) => {
                    print_error(&error);
                    self.outcome = Outcome::Failed;
                }
            }
        }
        inputs
    }

    /// A file below `folder` for each input that can become `goal`.
    fn folder(&mut self, inputs: Vec<Input>, goal: Goal, (folder, root): (&Path, Option<&Path>)) -> Result<(), Error> {
        // What an earlier run wrote into a folder that is converted isn't converted again.
        let real = folder.canonicalize().ok();
        let is_output = |input: &Input| {
            real.as_ref().is_some_and(|real| input.path().canonicalize().is_ok_and(|path| path.starts_with(real)))
        };
        let fate = |input: Input| match input {
            input if input.named => (Fate::Converted, input),
            input if is_output(&input) => (Fate::Skipped, input),
            input => (Fate::of(&input, goal), input),
        };
        let fates: Vec<(Fate, Input)> = inputs.into_par_iter().map(fate).collect();
        let mut wanted = Vec::new();
        for (fate, input) in fates {
            match fate {
                Fate::Converted => wanted.push(input),
                Fate::GoesWithItsModel => self.animations.push(input),
                Fate::Skipped => self.skipped = self.skipped.saturating_add(1),
            }
        }
        let names = distinct_names(&wanted, goal)?;
        for (input, name) in wanted.into_iter().zip(names) {
            let output = folder.join(name);
            self.jobs.push(Job::new(vec![input], goal, &output, root)?);
        }
        self.refuse_to_replace_inputs()
    }

    /// No output is the input of another job.
    fn refuse_to_replace_inputs(&self) -> Result<(), Error> {
        let inputs = inputs_of(&self.jobs);
        for (number, job) in self.jobs.iter().enumerate() {
            let replaced = job.place.output.canonicalize().ok().and_then(|path| inputs.get(&path));
            if replaced.is_some_and(|replaced| *replaced != number) {
                let message = format!(
                    "{} would replace a file that is converted too; take another folder",
                    shown(&job.place.output)
                );
                return Err(Error::Refused(message));
            }
        }
        Ok(())
    }
}

/// What is converted, by the number of its job.
pub(super) fn inputs_of(jobs: &[Job]) -> HashMap<PathBuf, usize> {
    let inputs = jobs.iter().enumerate().flat_map(|(number, job)| job.inputs.iter().map(move |input| (input, number)));
    let files = inputs.filter(|(input, _)| !input.is_in_package());
    files.filter_map(|(input, number)| Some((input.path().canonicalize().ok()?, number))).collect()
}

/// What becomes of a file found in a folder.
enum Fate {
    Converted,
    /// An animation, where models are shown.
    GoesWithItsModel,
    /// It can't become what is asked for.
    Skipped,
}

impl Fate {
    fn of(input: &Input, goal: Goal) -> Self {
        match detect(input.path()).ok().flatten() {
            Some(Format::UrhoAni) if goal.is_gltf() => Self::GoesWithItsModel,
            Some(format) if goal.is_for(format) => Self::Converted,
            _ => Self::Skipped,
        }
    }
}

/// Bytes at both ends of a file that are enough to tell what it is.
const ENDS: u64 = 4096;

fn detect(path: &Path) -> io::Result<Option<Format>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut head = Vec::new();
    file.by_ref().take(ENDS).read_to_end(&mut head)?;
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(length.saturating_sub(ENDS)))?;
    file.take(ENDS).read_to_end(&mut tail)?;
    match Format::detect(&head, length, &tail, Some(path)) {
        Detection::Known(format) => Ok(Some(format)),
        _ => Ok(None),
    }
}

/// The names of the outputs, relative to their folder: that of the input with the goal's extension, or behind the input's own extension
/// where several inputs would have one name. File systems that ignore case are considered.
fn distinct_names(inputs: &[Input], goal: Goal) -> Result<Vec<PathBuf>, Error> {
    let Some(extension) = goal.extension() else {
        return unique(inputs, inputs.iter().map(|input| input.relative().into()).collect());
    };
    let plain: Vec<PathBuf> = inputs.iter().map(|input| input.relative().with_extension(extension)).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    plain.iter().for_each(|name| *counts.entry(folded(name)).or_default() += 1);
    let name = |(input, plain): (&Input, PathBuf)| {
        // What keeps its own name stands for itself.
        if counts.get(&folded(&plain)).is_none_or(|count| *count < 2) || folded(&plain) == folded(input.relative()) {
            return plain;
        }
        let mut name = input.relative().as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        name.into()
    };
    unique(inputs, inputs.iter().zip(plain).map(name).collect())
}

/// A name as file systems that ignore case see it.
pub(super) fn folded(name: &Path) -> String {
    name.to_string_lossy().to_lowercase()
}

/// The names, if no two are the same.
fn unique(inputs: &[Input], names: Vec<PathBuf>) -> Result<Vec<PathBuf>, Error> {
    let mut first: HashMap<String, &Input> = HashMap::new();
    let mut twice = Vec::new();
    for (input, name) in inputs.iter().zip(&names) {
        match first.get(&folded(name)) {
            Some(other) => twice.push(format!("\n  {} and {}", other.display(), input.display())),
            None => drop(first.insert(folded(name), input)),
        }
    }
    if twice.is_empty() {
        return Ok(names);
    }
    Err(Error::Refused(format!("expected a name of its own for each output, found one for:{}", twice.concat())))
}
