//! Does the work for a run: converts in batches, checks the names, and writes.

use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use asset_formats::{Asset, Error, Format, SideFile, kinds};
use asset_project::{
    Resources,
    sources::Source,
    sources::next_batch,
    sources::{ResourceLookup, lock},
    sources::{map, map_scenes, threads},
};
use asset_unpack::FileVersion;
use binio::Findings;
use scene_adapter::NodeShare;
use scene_adapter::look::ImageCache;
use urho_pak::Package;

use crate::ages::{Ages, Need};
use crate::beside::{AnimationLists, animations_left_out, animations_with, existing_animations};
use crate::builder::ConvertFolder;
use crate::claims::Claims;
use crate::existing::Existing;
use crate::named_errors::named;
use crate::opened::Opened;
use crate::outputs::Outputs;
use crate::plan::{Job, Plan};
use crate::report::{Event, Failure, FileFindings, Report, SkipReason, Skipped, WrittenFile};
use crate::stage::{self, Stage};
use asset_convert::{Conversion, ConvertOptions, Converted, Input, OutputFile, Sink, convert, convert_package};

/// How many files are in memory for each thread. This is enough to keep all threads busy.
const BATCH: usize = 4;
/// How many bytes of images the conversions can share.
const IMAGES: u64 = 128 << 20;
/// These images can take only one eighth of the memory for a run.
const SHARE: u64 = 8;

/// The state that is shared by all jobs.
pub(crate) struct Work<'w> {
    run: &'w ConvertFolder<'w>,
    options: ConvertOptions,
    /// The original, because an output can overwrite it.
    original: Option<FileVersion>,
    lookup: &'w ResourceLookup,
    ages: Ages<'w>,
    /// Whether several models are written to the same project, each with its own materials.
    own_folders: bool,
    /// How many jobs are finished.
    done: AtomicUsize,
    total: usize,
    cancelled: AtomicBool,
    selections: Selections,
    /// Animations that were converted with their models.
    with_models: Mutex<HashSet<PathBuf>>,
    animations: AnimationLists,
    outputs: Outputs,
    report: Mutex<Report>,
}

/// How many files were converted in this run, and how many of these have none of the selected animations.
#[derive(Default)]
struct Selections {
    converted: AtomicUsize,
    missed: AtomicUsize,
}

/// The result of a job, before it is written.
enum Made {
    /// A package, which will be converted while it is written.
    Package(Box<Package<File>>),
    /// Files that are not in place yet. If the flag is set, they will only be written if they differ from the existing
    /// files.
    Files(Arc<Stage>, bool),
    /// A file in memory, after the files that would be next to it.
    Output(Vec<OutputFile>),
    /// The existing output is kept.
    Kept,
}

impl<'w> Work<'w> {
    pub(crate) fn new(
        run: &'w ConvertFolder<'w>,
        mut options: ConvertOptions,
        original: Option<FileVersion>,
        lookup: &'w ResourceLookup,
        plan: &mut Plan,
    ) -> Self {
        if plan.jobs.len() > 1 {
            let most = run.max_memory.map_or(IMAGES, |memory| IMAGES.min(memory / SHARE));
            options = options.one_of_several(Arc::new(ImageCache::new(usize::try_from(most).unwrap_or(usize::MAX))));
        }
        let into_folder = run.is_into_folder();
        let report = Report {
            into_folder,
            planned: plan.jobs.len(),
            failures: std::mem::take(&mut plan.failures),
            skipped: std::mem::take(&mut plan.skipped),
            ..Report::default()
        };
        Self {
            run,
            options,
            original,
            lookup,
            ages: Ages::new(run, lookup),
            own_folders: into_folder && plan.jobs.len() > 1,
            done: AtomicUsize::new(0),
            total: plan.jobs.len(),
            cancelled: AtomicBool::new(false),
            selections: Selections::default(),
            with_models: Mutex::default(),
            animations: AnimationLists::default(),
            outputs: Outputs::default(),
            report: Mutex::new(report),
        }
    }

    /// Does all jobs in a plan.
    pub(crate) fn run(self, plan: &Plan) -> Report {
        let mut claims = Claims::new(&plan.jobs);
        let mut jobs: VecDeque<(usize, &Job)> = plan.jobs.iter().enumerate().collect();
        while !jobs.is_empty() && !self.is_cancelled() {
            let most = threads().saturating_mul(BATCH);
            let batch = next_batch(&mut jobs, most, self.run.max_memory, |(_, job)| job.expected_memory());
            let results = map_scenes(batch, |(number, job), share| (*number, *job, self.make(job, share)));
            // Names are claimed in the order of the jobs, so that the result doesn't depend on time.
            let mut claimed = Vec::with_capacity(results.len());
            for (number, job, result) in results {
                claimed.push((job, result.and_then(|result| claim(result, number, job, &mut claims))));
            }
            map(claimed, |(job, result)| {
                if let Err(failure) = result.and_then(|result| self.write(job, result)) {
                    self.fail(*failure);
                }
                self.finish(job);
            });
        }
        if let Some(failure) = self.selected_nothing() {
            self.fail(failure);
        }
        self.into_report(plan)
    }

    /// Reports which outputs the jobs in a plan would create.
    pub(crate) fn preview(self, plan: &Plan) -> Report {
        let needs = map(plan.jobs.iter().collect(), |job: &Job| {
            let beside = animations_with(job, &self.options, &self.animations);
            self.took(&beside);
            (job, self.ages.need(job, &beside, &self.options))
        });
        for (job, need) in needs {
            match need {
                Need::Keep => self.kept(job),
                _ if job.in_memory => {}
                _ => lock(&self.report).files.push(planned(job)),
            }
        }
        self.into_report(plan)
    }

    fn into_report(self, plan: &Plan) -> Report {
        let with_models = self.with_models.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut report = self.report.into_inner().unwrap_or_else(PoisonError::into_inner);
        report.cancelled = self.cancelled.into_inner();
        let alone = plan.animations.iter().filter(|input| !report.cancelled && !with_models.contains(input.path()));
        let reason = SkipReason::AnimationWithoutModel;
        report.skipped.extend(alone.map(|input| Skipped { path: input.path().to_path_buf(), reason }));
        report.sort();
        report
    }

    /// Returns whether the caller has cancelled the run.
    fn is_cancelled(&self) -> bool {
        if !self.cancelled.load(Ordering::Relaxed) && (self.run.cancelled)() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
        self.cancelled.load(Ordering::Relaxed)
    }

    fn finish(&self, job: &Job) {
        if !self.cancelled.load(Ordering::Relaxed) {
            let done = self.done.fetch_add(1, Ordering::Relaxed).saturating_add(1);
            (self.run.progress)(done, self.total, &job.place.output);
        }
    }

    fn fail(&self, failure: Failure) {
        self.run.tell(&Event::Failed(&failure));
        lock(&self.report).failures.push(failure);
    }

    fn kept(&self, job: &Job) {
        let reason = if self.run.existing == Existing::Skip { SkipReason::Existing } else { SkipReason::UpToDate };
        lock(&self.report).skipped.push(Skipped { path: job.place.output.clone(), reason });
    }

    fn took(&self, animations: &[Source]) {
        let files = animations.iter().filter(|input| input.is_file());
        lock(&self.with_models).extend(files.map(|input| input.path().to_path_buf()));
    }

    fn report_findings(&self, source: &Source, findings: Findings) {
        if !findings.is_empty() {
            self.run.tell(&Event::Findings(source, &findings));
            lock(&self.report).findings.push(FileFindings { source: source.clone(), findings });
        }
    }

    /// Converts the documents of a job.
    fn make(&self, job: &Job, share: Option<Arc<NodeShare>>) -> Result<Made, Box<Failure>> {
        // A file that is cancelled counts as kept: nothing of it is written.
        if self.is_cancelled() {
            return Ok(Made::Files(Arc::new(Stage::new(job)), false));
        }
        let beside = animations_with(job, &self.options, &self.animations);
        self.took(&beside);
        let need = self.ages.need(job, &beside, &self.options);
        if need == Need::Keep {
            return Ok(Made::Kept);
        }
        if let [input] = job.inputs.as_slice() {
            if let Some(package) = input.package().filter(|_| !job.in_memory && job.conversion(&self.options).is_some())
            {
                return Ok(Made::Package(Box::new(package)));
            }
        }
        let inputs: Vec<&Source> = job.inputs.iter().chain(&beside).collect();
        let mut sources = Vec::with_capacity(inputs.len());
        let open = self.options.open_options();
        for input in &inputs {
            let opened = Opened::new(input, self.run.isolate.as_ref(), &open);
            sources.push(opened.map_err(|error| about(input, error))?);
        }
        let mut documents = Vec::with_capacity(sources.len());
        for (input, source) in inputs.iter().zip(sources.iter_mut()) {
            let asset = source.asset(input, job.output_format, &open).map_err(|error| about(input, error))?;
            let side = if self.run.side_files { input.side_file(&asset) } else { None };
            documents.push(Document { name: input.stem(), side, asset });
        }
        let Some(main) = job.inputs.first() else { return Ok(Made::Output(Vec::new())) };
        let options = self.options_for(job, main, &documents)?.node_share(share);
        let stage = (!job.in_memory).then(|| Arc::new(Stage::new(job)));
        let options = options.sink(stage.clone().map(|stage| stage as Arc<dyn Sink>));
        let resource = self.resources(job, main).and_then(|resources| resources.name_of(main.path()));
        let named = documents.iter().enumerate().map(|(number, document)| Input {
            if_it_fits: number >= job.inputs.len(),
            resource: resource.as_deref(),
            ..Input::new(&document.name, &document.asset).side(document.side.as_ref())
        });
        let converted = convert(&named.collect::<Vec<_>>(), job.output_format, &job.place.name, &options);
        let Converted { files, mut findings, .. } = converted.map_err(|error| {
            let failure = stage.as_ref().and_then(|stage| stage.failure());
            failure.map_or_else(|| about(main, error), elsewhere)
        })?;
        self.note_animations(job, &mut findings);
        self.report_findings(main, findings);
        Ok(stage.map_or(Made::Output(files), |stage| Made::Files(stage, need == Need::Compare)))
    }

    /// Counts the conversions whose model has none of the selected animations. For a single model, this also reports
    /// the animations next to it that nobody has selected.
    fn note_animations(&self, job: &Job, findings: &mut Findings) {
        self.selections.converted.fetch_add(1, Ordering::Relaxed);
        if findings.iter().any(|finding| finding.kind == kinds::ANIMATIONS_NOT_MATCHED) {
            self.selections.missed.fetch_add(1, Ordering::Relaxed);
        }
        if self.total > 1 || self.run.is_into_folder() || !self.options.animation_patterns().is_empty() {
            return;
        }
        let left_out = if self.options.is_animated() { animations_left_out(job, &self.animations) } else { Vec::new() };
        if let Some(first) = left_out.first() {
            let message = format!(
                "animations in the folder whose names begin with the name of no model aren't included: {}, the first is {first:?}; the option animations selects them",
                left_out.len()
            );
            findings.note(kinds::ANIMATIONS_NOT_INCLUDED, "animations", message);
        }
    }

    /// Returns a failure if the animation patterns didn't match anything in the whole run.
    fn selected_nothing(&self) -> Option<Failure> {
        let (converted, missed) = (&self.selections.converted, &self.selections.missed);
        let missed = missed.load(Ordering::Relaxed);
        let is_all = missed > 0 && missed == converted.load(Ordering::Relaxed);
        let message = "no animation of any file matches the option animations";
        is_all.then(|| Failure { source: None, error: Error::Refused(message.to_owned()) })
    }

    /// Returns the project of a job: that of the input for glTF, and that of the output otherwise.
    fn resources(&self, job: &Job, main: &Source) -> Option<Arc<Resources>> {
        if job.output_format.is_gltf() { self.lookup.of(main) } else { self.outputs.of(job) }
    }

    /// Returns the options for a job, with its resources and the animations that already exist.
    fn options_for(
        &self,
        job: &Job,
        main: &Source,
        documents: &[Document<'_>],
    ) -> Result<ConvertOptions, Box<Failure>> {
        let mut options = self.options.clone();
        if let Some(first) = documents.first() {
            self.reset_without_effect(&mut options, first.asset.format(), job);
        }
        options = options
            .resources(self.resources(job, main))
            .own_folders(self.own_folders)
            .from_root(job.place.has_resources);
        options = options.replaces(self.run.existing.replaces()).keeps_names(self.run.existing == Existing::Skip);
        let has_source_project = |first: &Document<'_>| {
            let format = first.asset.format();
            format.carries_originals() || job.output_format.is_other_level(format)
        };
        if documents.first().is_some_and(has_source_project) {
            options = options.shown_from(self.lookup.of(main));
        }
        if self.run.copy_resources {
            options = options.copy_from(self.lookup.of(main));
        }
        // A file in memory has no folder for further files.
        let is_alone = job.in_memory && job.place.has_resources;
        let is_version = |document: &Document<'_>| !job.output_format.is_by_scene(document.asset.format());
        if is_alone && !documents.iter().any(is_version) {
            options = options.materials(false);
        }
        let is_scene = documents.iter().any(|document| document.asset.is_neutral());
        if is_scene && options.has_own_skeleton() {
            for (name, other) in existing_animations(job, &self.animations, self.outputs.animations()) {
                let bytes = other.read().map_err(|error| about(&other, error.into()))?;
                if let Ok(asset) = other.asset(&bytes) {
                    options = options.other(&name, asset);
                }
            }
        }
        Ok(options)
    }

    /// Resets options that are meant for other files of this run.
    fn reset_without_effect(&self, options: &mut ConvertOptions, format: Format, job: &Job) {
        if self.total > 1 {
            options.reset_without_effect(&Conversion::of(format, job.output_format, options));
        }
    }

    fn write(&self, job: &Job, content: Made) -> Result<(), Box<Failure>> {
        let Some(input) = job.inputs.first() else { return Ok(()) };
        match content {
            Made::Package(package) => self.package(input, &package, job),
            Made::Output(files) => self.output(input, files),
            Made::Kept => {
                self.kept(job);
                Ok(())
            }
            Made::Files(stage, true) if stage.is_written() => {
                self.kept(job);
                Ok(())
            }
            Made::Files(stage, _) => {
                if self.run.existing == Existing::Skip {
                    let missing = |file: &stage::File| !file.name.below(job.folder()).exists();
                    stage.keep(|files| Ok(files.iter().map(missing).collect())).map_err(elsewhere)?;
                }
                let written = stage.commit(self.run.existing.replaces(), self.original.as_ref()).map_err(elsewhere)?;
                written.iter().for_each(|path| self.wrote(input, path));
                Ok(())
            }
        }
    }

    /// Writes a package as another kind of package, without reading it into memory.
    fn package(&self, input: &Source, package: &Package<File>, job: &Job) -> Result<(), Box<Failure>> {
        let mut options = self.options.clone();
        if let Some(conversion) = job.conversion(&options).filter(|_| self.total > 1) {
            options.reset_without_effect(&conversion);
        }
        let converted = convert_package(package, job.output_format, &options);
        let (builder, findings) = converted.map_err(|error| about(input, error))?;
        self.report_findings(input, findings);
        let path = &job.place.output;
        let given: Vec<&Path> = job.given.iter().map(PathBuf::as_path).collect();
        let written = asset_unpack::write_below(&given, path, self.run.existing.replaces(), |file| {
            builder.write_to(file).map_err(io::Error::from)
        });
        match written {
            Ok(_) => {
                self.wrote(input, path);
                Ok(())
            }
            // A broken package is an error about the input.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(about(input, error.into())),
            Err(error) => Err(elsewhere(named(path, &error))),
        }
    }

    /// Keeps the requested file in memory. All other files are losses.
    fn output(&self, input: &Source, mut files: Vec<OutputFile>) -> Result<(), Box<Failure>> {
        let Some(main) = files.pop() else { return Ok(()) };
        let mut beside = Findings::new();
        for file in &files {
            let message = format!("can't store {}", file.name);
            beside.loss(kinds::OUTPUT_WITHOUT_FOLDER, "standard output", message);
        }
        let beside = self.options.consent(beside).map_err(|error| about(input, error))?;
        self.report_findings(input, beside);
        lock(&self.report).bytes = Some(main.bytes);
        Ok(())
    }

    fn wrote(&self, source: &Source, path: &Path) {
        self.outputs.wrote(path);
        let size = std::fs::metadata(path).map_or(0, |file| file.len());
        self.run.tell(&Event::Wrote(path));
        lock(&self.report).files.push(WrittenFile { path: path.to_path_buf(), source: source.location().into(), size });
    }
}

/// Returns the requested file of a job, before it is written.
fn planned(job: &Job) -> WrittenFile {
    let source = job.inputs.first().map(|input| input.location().into()).unwrap_or_default();
    WrittenFile { path: job.place.output.clone(), source, size: 0 }
}

/// A document that belongs to a job.
struct Document<'a> {
    name: String,
    side: Option<SideFile>,
    asset: Asset<'a>,
}

/// Keeps those files of the job that no other job has created, and fails if another job has a different file with the
/// same name.
fn claim(content: Made, number: usize, job: &Job, claims: &mut Claims) -> Result<Made, Box<Failure>> {
    if let Made::Files(stage, _) = &content {
        stage.keep(|files| claims.take(number, job.folder(), files)).map_err(elsewhere)?;
    }
    Ok(content)
}

/// Returns a failure about an input.
fn about(source: &Source, error: Error) -> Box<Failure> {
    Box::new(Failure { source: Some(source.clone()), error })
}

/// Returns a failure about a file that is named in the error.
fn elsewhere(error: io::Error) -> Box<Failure> {
    Box::new(Failure { source: None, error: error.into() })
}
