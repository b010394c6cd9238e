//! Runs a migration: lists the project, plans the names, migrates each file, and writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use asset_formats::Error;
use asset_project::sources::map;
use urho_scene::{Classes, Engine};

use super::context::{Context, Made};
use super::file_rules::{self, ProjectFile};
use super::gltf::{self, Gltf};
use super::listing::{self, Candidates, Source, list, named};
use super::manifest::{self, Manifest, Recorded};
use super::outputs::{Outputs, Writing};
use super::played::Played;
use super::renames::{self, Names};
use super::report::{Action, FileReport, MigrationReport, Output};
use super::{DetectedEngine, Migration, Target, data, detect_engine, marks, models, techniques, texts};

/// The result for a file in the project.
struct Done {
    recorded: Recorded,
    up_to_date: bool,
    written: usize,
}

/// Adds the results for all files to the report and the manifest.
fn add_all(
    report: &mut MigrationReport,
    mut manifest: Manifest,
    done: Vec<(String, Result<Done, Error>)>,
) -> Result<Manifest, Error> {
    for (name, done) in done {
        let Done { recorded, up_to_date, written } = done?;
        report.files_written += written;
        let reports = recorded.reports.iter().cloned();
        report.files.extend(reports.map(|file| FileReport { up_to_date, ..file }));
        manifest.add(name, recorded);
    }
    Ok(manifest)
}

/// Facts about the project that are collected before any file is migrated.
#[derive(Default)]
pub(super) struct Facts {
    /// The resource names of techniques that the project uses instead of those in its engine.
    own_techniques: BTreeSet<String>,
    /// The animations that scenes play.
    pub(super) played: Played,
}

impl Facts {
    fn of(candidates: &Candidates, from: Engine) -> Self {
        let mut facts = Self::default();
        for (place, bytes) in &candidates.files {
            let file = ProjectFile::new(&place.name, bytes);
            if let Some(rule) = file.rule() {
                (rule.collect)(&mut facts, &file, from);
            }
        }
        facts
    }

    /// Adds a technique if it isn't the one of the engine.
    pub(super) fn add_technique(&mut self, file: &ProjectFile<'_>, from: Engine) {
        if techniques::is_own(from, file.name, file.bytes) {
            self.own_techniques.insert(renames::resource_name(file.name).to_owned());
        }
    }
}

/// The migration that is running.
pub(super) struct Work<'m> {
    pub(super) context: Context,
    paths: BTreeMap<String, PathBuf>,
    pub(super) names: Names,
    gltf: Option<Gltf>,
    earlier: Option<Manifest>,
    outputs: Outputs<'m>,
    is_same_context: bool,
    done: AtomicUsize,
}

impl Migration<'_> {
    /// Migrates the project. Look at the report first: if [`write`](Self::write) is not set, nothing is written, and
    /// the report lists the outputs that would be.
    ///
    /// # Errors
    /// - [`Error::Refused`]: the output folder is inside the project or contains it, the output folder contains files
    ///   that no migration has written, or the class table is invalid.
    /// - [`Error::Io`]: a file can't be read or written.
    pub fn run(&self) -> Result<MigrationReport, Error> {
        self.check_folders()?;
        let listed = list(&self.project)?;
        let paths: BTreeMap<String, PathBuf> =
            listed.files.iter().map(|file| (file.name.clone(), file.path.clone())).collect();
        let read = |name: &str| paths.get(name).and_then(|path| asset_unpack::read_regular(path).ok());
        let (from, detected) = match self.from {
            Some(engine) => (engine, DetectedEngine { engine: engine.name(), evidence: Vec::new() }),
            None => detect_engine(paths.keys().map(String::as_str), read),
        };
        let candidates = listing::candidates(&paths, &renames::is_candidate)?;
        let Facts { own_techniques, played } = Facts::of(&candidates, from);
        let (names, gltf) = match self.target {
            Target::Engine(engine) => (Self::plan(candidates, &paths, engine), None),
            Target::Gltf => (Names::default(), Some(self.gltf(candidates, &paths, from)?)),
        };
        let context = Context { own_techniques, played, ..self.context(from, &paths, names.resources.clone())? };
        let earlier = Manifest::read(&self.output);
        let writing = Writing { write: self.write, overwrite: self.overwrite };
        let outputs = Outputs::open(&self.output, writing, earlier.as_ref())?;
        let key = self.key(&context, gltf.as_ref());
        let is_same_context = earlier.as_ref().is_some_and(|earlier| earlier.is_of(&key));
        let work = Work {
            context,
            paths: paths.clone(),
            names,
            gltf,
            outputs,
            earlier,
            is_same_context,
            done: AtomicUsize::new(0),
        };
        let done = map(listed.files, |file| {
            let done = work.file(&file);
            (self.progress)(work.done.fetch_add(1, Ordering::Relaxed) + 1, paths.len(), &file.name);
            (file.name, done)
        });
        let mut report = MigrationReport {
            target: self.target,
            detected,
            written: self.write,
            files_written: 0,
            removed: Vec::new(),
            left_out: listed.left_out,
            files: Vec::new(),
        };
        let manifest = add_all(&mut report, Manifest::new(key), done)?;
        tell_included(&mut report, &manifest);
        report.files.sort_by(|a, b| a.name.cmp(&b.name));
        report.removed = work.outputs.remove_stale(&manifest)?;
        work.outputs.finish(&manifest)?;
        Ok(report)
    }

    /// Returns an error if the output folder is inside the project, or contains it.
    fn check_folders(&self) -> Result<(), Error> {
        let project = self.project.canonicalize().map_err(|error| named(&self.project, &error))?;
        if !project.is_dir() {
            return Err(Error::Refused(format!("{} is no folder", self.project.display())));
        }
        let output = std::path::absolute(&self.output)?;
        let existing = output.ancestors().find_map(|folder| folder.canonicalize().ok().map(|real| (folder, real)));
        let real = existing.map(|(folder, real)| real.join(output.strip_prefix(folder).unwrap_or(Path::new(""))));
        let real = real.unwrap_or(output);
        if real.starts_with(&project) || project.starts_with(&real) {
            return Err(Error::Refused(
                "the output and the project are in each other; choose another output folder".into(),
            ));
        }
        Ok(())
    }

    /// Plans the names of all files and entries.
    fn plan(candidates: Candidates, paths: &BTreeMap<String, PathBuf>, engine: Engine) -> Names {
        let mut files: Vec<(String, Vec<u8>)> =
            candidates.files.into_iter().map(|(place, bytes)| (place.name, bytes)).collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        files.dedup_by(|a, b| a.0 == b.0);
        let taken = paths.keys().chain(candidates.entries.iter().map(|place| &place.name)).map(String::as_str);
        renames::plan(files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())), taken, engine)
    }

    /// Opens the project to migrate it to glTF.
    fn gltf(&self, candidates: Candidates, paths: &BTreeMap<String, PathBuf>, from: Engine) -> Result<Gltf, Error> {
        let scenes: Vec<_> = candidates.files.into_iter().map(|(place, bytes)| (place.full(), bytes)).collect();
        let names = paths.keys().cloned().chain(candidates.entries.iter().map(listing::Place::full));
        let models = names.filter(|name| gltf::is_model(name)).collect();
        Gltf::new(&self.project, (from, &self.table), scenes, models)
    }

    fn context(
        &self,
        from: Engine,
        paths: &BTreeMap<String, PathBuf>,
        renamed: BTreeMap<String, String>,
    ) -> Result<Context, Error> {
        let classes = |engine: Engine| {
            let known = Classes::of(engine).with_table(&self.table);
            known.map_err(|error| Error::Refused(format!("the table of classes is invalid: {error}")))
        };
        let to = match self.target {
            Target::Engine(engine) => engine,
            Target::Gltf => from,
        };
        let resources: BTreeSet<String> = paths.keys().map(|name| renames::resource_name(name).to_owned()).collect();
        Ok(Context {
            from,
            to,
            from_classes: classes(from)?,
            to_classes: classes(to)?,
            is_from_set: self.from.is_some(),
            pbr: self.pbr,
            renamed,
            resources,
            own_techniques: BTreeSet::new(),
            played: Played::default(),
        })
    }

    /// Returns a hash of everything that affects all files.
    fn key(&self, context: &Context, gltf: Option<&Gltf>) -> String {
        let techniques: Vec<&String> =
            context.resources.iter().filter(|name| name.starts_with("Techniques/")).collect();
        let all = (env!("CARGO_PKG_VERSION"), self.from.is_some(), context.from.name(), self.target.name(), self.pbr);
        let facts = (&self.table, &context.own_techniques, &context.played);
        let names = gltf.map(Gltf::names);
        manifest::hash(format!("{all:?} {facts:?} {:?} {techniques:?} {names:?}", context.renamed).as_bytes())
    }
}

impl Work<'_> {
    /// Migrates a file, unless an earlier run has already done it.
    fn file(&self, file: &Source) -> Result<Done, Error> {
        let bytes = asset_unpack::read_regular(&file.path).map_err(|error| named(&file.path, &error))?;
        let sha256 = manifest::hash(&bytes);
        if let Some(recorded) = self.up_to_date(&file.name, &sha256) {
            return Ok(Done { recorded: recorded.clone(), up_to_date: true, written: 0 });
        }
        let migrated = match &self.gltf {
            Some(gltf) => gltf.migrated(&file.name, &bytes),
            None => self.migrated(&ProjectFile::new(&file.name, &bytes)),
        };
        let mut file_report = report(&file.name, &migrated);
        let mut written = 0;
        let has_content = self.gltf.is_none() && migrated.action != Action::Replaced;
        let content =
            has_content.then(|| (self.output_name(&file.name, &migrated), migrated.content.as_ref().unwrap_or(&bytes)));
        let further = migrated.outputs.iter().map(|(name, content)| (name.clone(), content));
        for (name, content) in content.into_iter().chain(further) {
            let output = Output { name, size: content.len() as u64, sha256: manifest::hash(content) };
            written += usize::from(self.outputs.write(&output, content, &mut file_report)?);
            file_report.outputs.push(output);
        }
        let mut reports = vec![file_report];
        let entries = migrated.entries.iter();
        reports.extend(entries.map(|(name, entry)| report(&format!("{}/{name}", file.name), entry)));
        Ok(Done { recorded: Recorded { sha256, needs: migrated.needs, reports }, up_to_date: false, written })
    }

    /// Returns the record from an earlier run, if nothing about the file has changed since.
    fn up_to_date(&self, name: &str, sha256: &str) -> Option<&Recorded> {
        let recorded = self.earlier.as_ref().filter(|_| self.is_same_context)?.get(name)?;
        let is_there = |output: &Output| self.outputs.hash_of(&output.name).is_some_and(|hash| hash == output.sha256);
        let outputs = || recorded.reports.iter().flat_map(|report| &report.outputs);
        let is_unchanged = |gltf: &Gltf| gltf.is_unchanged(name, &recorded.needs);
        let is_same = recorded.sha256 == sha256 && self.gltf.as_ref().is_none_or(is_unchanged);
        (is_same && outputs().all(is_there)).then_some(recorded)
    }

    fn output_name(&self, name: &str, migrated: &Made) -> String {
        match self.names.files.get(name) {
            Some(new) if migrated.action == Action::Converted => new.clone(),
            _ if migrated.format == "side-file" => format!("{}xml", name.strip_suffix("json").unwrap_or(name)),
            _ => name.to_owned(),
        }
    }

    /// Migrates a file or a package entry.
    pub(super) fn migrated(&self, file: &ProjectFile<'_>) -> Made {
        let migrated = match (file.format, file.rule()) {
            (None, _) => self.other(file),
            (Some(_), Some(rule)) => (rule.migrate)(self, file),
            (Some(_), None) => file_rules::text(self, file),
        };
        marks::remove(&self.context, file.bytes, migrated)
    }

    /// Migrates a data file, or a file in an unknown format.
    pub(super) fn other(&self, file: &ProjectFile<'_>) -> Made {
        let (name, bytes) = (file.name, file.bytes);
        let read = |name: &str| self.paths.get(name).and_then(|path| asset_unpack::read_regular(path).ok());
        let side = models::side_file(&self.context, name, bytes, &read);
        side.or_else(|| models::unreadable(name, bytes))
            .or_else(|| data::migrate(&self.context, name, bytes))
            .unwrap_or_else(|| texts::migrate(&self.context, name, bytes))
    }
}

/// Reports which files are included in others.
fn tell_included(report: &mut MigrationReport, manifest: &Manifest) {
    let used = manifest.used();
    for file in &mut report.files {
        if file.action == Action::LeftOut && used.contains(gltf::below_package(&file.name)) {
            file.action = Action::Included;
        }
    }
}

fn report(name: &str, migrated: &Made) -> FileReport {
    FileReport {
        name: name.to_owned(),
        format: migrated.format.to_owned(),
        action: migrated.action,
        outputs: Vec::new(),
        notes: migrated.notes.clone(),
        up_to_date: false,
    }
}
