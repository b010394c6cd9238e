//! Surveys all files of a project in parallel, and creates the report.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use base64_simd::STANDARD;
use engine_assets::binio::{FindingKind, Name, Severity};
use engine_assets::graph::{FileReferences, Graph, GraphReader};
use engine_assets::survey::{FileSurvey, equal_files, equal_sizes, survey};
use engine_assets::{FindingSummary, Format, Resources, RootReason, kinds};
use rayon::prelude::*;
use serde::Serialize;

use super::arguments::{Arguments, Limits};
use super::unused::{PerhapsUnused, Unused, unused};
use crate::code::report_errors;
use crate::explain::next_command;
use crate::inputs::Input;
use crate::policy::Policy;
use crate::report::{FileName, Meter, Outcome, print_error};
use crate::resources::{Lookup, near};

/// Maximum number of findings to report with a command.
const WORST: usize = 10;
/// Maximum number of folders in the report.
const FOLDERS: usize = 200;

/// The state of a project. This is printed as JSON by `doctor --json`.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) file: FileName,
    pub(super) roots: Vec<Root>,
    pub(super) files: u64,
    pub(super) assets: u64,
    pub(super) bytes: u64,
    pub(super) formats: Vec<FormatCount>,
    pub(super) broken: Vec<Broken>,
    pub(super) missing: Vec<Missing>,
    pub(super) doubled: Vec<Doubled>,
    pub(super) large: Vec<Large>,
    pub(super) unused: Vec<Sized>,
    pub(super) perhaps_unused: Vec<PerhapsUnused>,
    pub(super) unnamed: Vec<Sized>,
    pub(super) folders: Vec<Folder>,
    pub(super) worst: Vec<Worst>,
    /// The number of ignored findings.
    #[serde(skip)]
    pub(super) ignored: u64,
    #[serde(skip)]
    pub(super) outcome: Outcome,
    /// The assets that can be drawn.
    #[serde(skip)]
    pub(super) pictures: Vec<(PathBuf, Format, u64)>,
}

/// A folder or package that was searched for resources.
#[derive(Serialize)]
pub(super) struct Root {
    #[serde(flatten)]
    pub(super) file: FileName,
    #[serde(serialize_with = "in_words")]
    pub(super) reason: RootReason,
}

fn in_words<S: serde::Serializer>(reason: &RootReason, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reason)
}

#[derive(Serialize)]
pub(super) struct FormatCount {
    pub(super) format: &'static str,
    #[serde(skip)]
    pub(super) title: &'static str,
    pub(super) files: u64,
    pub(super) bytes: u64,
}

/// A file that can't be opened, or has findings that are errors.
#[derive(Serialize)]
pub(super) struct Broken {
    #[serde(flatten)]
    pub(super) file: FileName,
    pub(super) format: Option<&'static str>,
    /// This is `true` if the file can be opened.
    pub(super) opens: bool,
    pub(super) errors: usize,
    pub(super) first: FindingSummary,
}

/// A file that is referenced but does not exist.
#[derive(Serialize)]
pub(super) struct Missing {
    pub(super) name: String,
    /// The bytes of the name in base64, if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name_bytes: Option<String>,
    /// The files that reference it.
    pub(super) users: Vec<FileName>,
}

#[derive(Serialize)]
pub(super) struct Doubled {
    pub(super) bytes: u64,
    pub(super) files: Vec<FileName>,
}

#[derive(Serialize)]
pub(super) struct Large {
    #[serde(flatten)]
    pub(super) file: FileName,
    pub(super) bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) texture_size: Option<(u32, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) triangles: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct Sized {
    #[serde(flatten)]
    pub(super) file: FileName,
    pub(super) bytes: u64,
}

#[derive(Serialize)]
pub(super) struct Folder {
    #[serde(flatten)]
    pub(super) file: FileName,
    pub(super) files: u64,
    pub(super) bytes: u64,
}

/// The worst finding in a file.
#[derive(Serialize)]
pub(super) struct Worst {
    #[serde(flatten)]
    pub(super) file: FileName,
    pub(super) finding: FindingSummary,
    /// The number of other findings with this severity.
    pub(super) more: usize,
    /// The command to repair the file or to see more.
    pub(super) command: String,
}

impl Report {
    pub(super) fn of(arguments: &Arguments, quiet: bool) -> io::Result<Self> {
        let project = arguments.project.as_path();
        let policy = Policy::of(&arguments.policy, project)?;
        let lookup = Lookup::new(&arguments.resources)?.ignores_config(arguments.policy.ignores_config());
        let alone = Resources::new().folder(project).map_err(|error| io::Error::other(error.to_string()))?;
        let Surveyed { mut files, graph, outcome } = survey_all(arguments, &lookup, &alone, quiet);
        let ignored = ignore(&mut files, &policy);
        let below = |file: &FileSurvey| FileName::of(relative(project, &file.path).as_os_str());
        let Unused { unused, perhaps, unnamed } = unused(project, &files, &graph, &policy);
        let broken = files.iter().filter_map(|file| broken(file, below(file), &policy)).collect::<Vec<_>>();
        let fails =
            |kind: &FindingKind, is_empty: bool| !is_empty && policy.fails(kind.as_str(), Severity::Note.as_str());
        let fails_unused = fails(kinds::UNUSED_FILE, unused.is_empty())
            || fails(kinds::PERHAPS_UNUSED_FILE, perhaps.is_empty() && unnamed.is_empty());
        let outcome = outcome.max(lookup.report(true));
        let root = |(path, reason): (PathBuf, RootReason)| Root { file: FileName::of(near(&path).as_os_str()), reason };
        let roots = lookup.origins().into_iter().map(root).collect();
        let is_fine = broken.is_empty() && !fails_unused;
        let outcome = outcome.max(if is_fine { Outcome::Fine } else { Outcome::Bad });
        Ok(Self {
            file: FileName::of(project.as_os_str()),
            roots,
            files: files.len() as u64,
            assets: files.iter().filter(|file| file.is_asset()).count() as u64,
            bytes: files.iter().map(|file| file.size).sum(),
            formats: formats(&files),
            broken,
            missing: missing(&files, below),
            doubled: doubled(&files, below),
            large: files.iter().filter_map(|file| large(file, arguments.limits, below(file))).collect(),
            unused,
            perhaps_unused: perhaps,
            unnamed,
            folders: folders(project, &files),
            worst: worst(project, &files),
            ignored,
            outcome,
            pictures: files
                .iter()
                .filter_map(|file| Some((file.path.clone(), file.format?, file.size)))
                .filter(|_| arguments.html.is_some())
                .collect(),
        })
    }
}

/// Removes findings that the policy ignores, and returns how many were removed.
fn ignore(files: &mut [FileSurvey], policy: &Policy) -> u64 {
    let mut ignored = 0;
    for file in files {
        let (kept, left_out) = policy.keep(std::mem::take(&mut file.findings));
        file.findings = kept;
        ignored += left_out;
        if policy.ignores(kinds::RESOURCE_MISSING) {
            file.missing.clear();
        }
    }
    ignored
}

fn doubled(files: &[FileSurvey], name: impl Fn(&FileSurvey) -> FileName + Sync) -> Vec<Doubled> {
    let groups = equal_sizes(files);
    let mut doubled: Vec<Doubled> = groups
        .par_iter()
        .flat_map_iter(|group| equal_files(group))
        .map(|equal| Doubled { bytes: equal[0].size, files: equal.into_iter().map(&name).collect() })
        .collect();
    doubled.sort_by_key(|one| std::cmp::Reverse(one.bytes * (one.files.len() as u64 - 1)));
    doubled
}

/// The number of files to process at once, which is enough to use all cores.
pub(super) const BATCH: usize = 64;

/// All files of a project and the references between them.
struct Surveyed {
    files: Vec<FileSurvey>,
    graph: Graph,
    outcome: Outcome,
}

/// Surveys all files below the project's folder. The result is sorted by name.
fn survey_all(arguments: &Arguments, lookup: &Lookup, alone: &Resources, quiet: bool) -> Surveyed {
    let folders = std::slice::from_ref(&arguments.project);
    let mut reader = GraphReader::new(folders, &arguments.code.code, lookup.inner());
    let mut outcome = report_errors(&mut reader);
    let (mut surveyed, mut references) = (Vec::new(), Vec::new());
    let mut files = reader.take();
    let progress = Meter::files(files.len(), quiet);
    let one = |input: Input| {
        let file = if reader.is_code(&input) {
            Err(reader.references(&input))
        } else {
            let around = lookup.of(&input);
            Ok(survey(input.path(), around.as_deref().unwrap_or(alone), reader.names()))
        };
        progress.add(1);
        file
    };
    while !files.is_empty() {
        let batch = arguments.parallel.batch(&mut files, BATCH, Input::expected_memory);
        for file in batch.into_par_iter().map(one).collect::<Vec<_>>() {
            match file {
                Ok(Ok(mut file)) => {
                    references.push(std::mem::take(&mut file.references));
                    surveyed.push(file);
                }
                Ok(Err(error)) => {
                    print_error(&error);
                    references.push(FileReferences::default());
                    outcome = Outcome::Failed;
                }
                Err(of_code) => references.push(of_code),
            }
        }
    }
    drop(progress);
    Surveyed { files: surveyed, graph: reader.finish(references), outcome }
}

pub(super) fn relative<'p>(project: &Path, path: &'p Path) -> &'p Path {
    path.strip_prefix(project).unwrap_or(path)
}

fn formats(files: &[FileSurvey]) -> Vec<FormatCount> {
    let mut counts: BTreeMap<&'static str, FormatCount> = BTreeMap::new();
    for (file, format) in files.iter().filter_map(|file| Some((file, file.format?))) {
        let new = FormatCount { format: format.name(), title: format.title(), files: 0, bytes: 0 };
        let count = counts.entry(format.name()).or_insert(new);
        count.files += 1;
        count.bytes += file.size;
    }
    let mut counts: Vec<FormatCount> = counts.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.files));
    counts
}

fn broken(file: &FileSurvey, name: FileName, policy: &Policy) -> Option<Broken> {
    let errors = || file.findings.iter().filter(|finding| policy.finding_fails(finding));
    let first = match &file.error {
        Some(error) => FindingSummary::from(error),
        None => FindingSummary::from(errors().next()?),
    };
    let format = file.format.map(Format::name);
    let count = errors().count().max(1);
    Some(Broken { file: name, format, opens: file.error.is_none(), errors: count, first })
}

fn missing(files: &[FileSurvey], name: impl Fn(&FileSurvey) -> FileName) -> Vec<Missing> {
    let mut users: BTreeMap<&Name<'_>, Vec<&FileSurvey>> = BTreeMap::new();
    for (file, missing) in files.iter().flat_map(|file| file.missing.iter().map(move |missing| (file, missing))) {
        let users = users.entry(&missing.name).or_default();
        // The references of a file are together.
        if users.last().is_none_or(|last| last.path != file.path) {
            users.push(file);
        }
    }
    let mut all: Vec<Missing> = users
        .into_iter()
        .map(|(missing, users)| Missing {
            name: missing.to_text().into_owned(),
            name_bytes: missing.as_str().is_none().then(|| STANDARD.encode_to_string(missing.as_bytes())),
            users: users.into_iter().map(&name).collect(),
        })
        .collect();
    all.sort_by_key(|missing| std::cmp::Reverse(missing.users.len()));
    all
}

fn large(file: &FileSurvey, limits: Limits, name: FileName) -> Option<Large> {
    let texture_size = file.texture_size.filter(|(width, height)| *width.max(height) > limits.max_texture);
    let has_no_levels = |mesh: &engine_assets::survey::MeshSize| mesh.levels < 2;
    let mesh = file.mesh.filter(has_no_levels).filter(|mesh| mesh.triangles > limits.max_triangles);
    let triangles = mesh.map(|mesh| mesh.triangles);
    (texture_size.is_some() || triangles.is_some()).then_some(Large {
        file: name,
        bytes: file.size,
        texture_size,
        triangles,
    })
}

/// Returns the size of each folder with everything below it, largest first.
fn folders(project: &Path, files: &[FileSurvey]) -> Vec<Folder> {
    let mut sizes: BTreeMap<&Path, (u64, u64)> = BTreeMap::new();
    for file in files {
        for folder in relative(project, &file.path).ancestors().skip(1) {
            let (count, bytes) = sizes.entry(folder).or_default();
            *count += 1;
            *bytes += file.size;
        }
    }
    // A folder that contains nothing but one folder is left out.
    let is_same =
        |(inner, size): &(&&Path, &(u64, u64))| inner.parent().and_then(|outer| sizes.get(outer)) == Some(*size);
    let wrappers: BTreeSet<&Path> = sizes.iter().filter(is_same).filter_map(|(inner, _)| inner.parent()).collect();
    let shown = sizes.iter().filter(|(folder, _)| !folder.as_os_str().is_empty() && !wrappers.contains(*folder));
    let folder = |(folder, (files, bytes)): (&&Path, &(u64, u64))| Folder {
        file: FileName::of(folder.as_os_str()),
        files: *files,
        bytes: *bytes,
    };
    let mut folders: Vec<Folder> = shown.map(folder).collect();
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.bytes));
    folders.truncate(FOLDERS);
    folders
}

/// Returns the worst finding for each of the worst files.
fn worst(project: &Path, files: &[FileSurvey]) -> Vec<Worst> {
    let rank = |file: &FileSurvey| match &file.error {
        Some(_) => (Some(Severity::Error), usize::MAX),
        None => {
            let worst = file.findings.worst();
            (worst, file.findings.iter().filter(|finding| Some(finding.severity) == worst).count())
        }
    };
    let mut ranked: Vec<_> = files.iter().map(|file| (rank(file), file)).collect();
    ranked.retain(|((severity, _), _)| *severity >= Some(Severity::Warning));
    ranked.sort_by(|(a, _), (b, _)| b.cmp(a));
    let ranked_file = |((severity, count), file): ((Option<Severity>, usize), &FileSurvey)| {
        let first = file.findings.iter().find(|finding| Some(finding.severity) == severity);
        let finding = match (&file.error, first) {
            (Some(error), _) => FindingSummary::from(error),
            (None, first) => FindingSummary::from(first?),
        };
        let more = if file.error.is_some() { 0 } else { count - 1 };
        let file_name = FileName::of(relative(project, &file.path).as_os_str());
        Some(Worst { file: file_name, finding, more, command: next_command(&Input::new(&file.path)) })
    };
    ranked.into_iter().filter_map(ranked_file).take(WORST).collect()
}
