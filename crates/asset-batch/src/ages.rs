//! Compares the age of outputs with the files that they are made from.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use asset_formats::{Asset, Detection, Feature, OpenOptions, Opening, detect_file, references};
use asset_gltf::Resolver;
use asset_project::{
    Resources,
    reading::read_asset,
    resources::{Found, resolve},
    sources::Source,
    sources::{ResourceLookup, lock},
};

use crate::builder::ConvertFolder;
use crate::existing::Existing;
use crate::plan::Job;
use asset_convert::{ConvertOptions, Input, material_files};

/// What to do with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    Convert,
    /// Convert it, but only write the result if it differs from the output.
    Compare,
    /// Keep the output.
    Keep,
}

/// This many bytes at both ends of a file are enough to detect the format.
const ENDS: u64 = 1 << 16;
/// If a file has an identifier, it is in this many bytes at either end.
const IDENTIFIER: u64 = 64;

/// Compares outputs with the files that they are made from.
pub(crate) struct Ages<'a> {
    run: &'a ConvertFolder<'a>,
    lookup: &'a ResourceLookup,
    touched: HashSet<PathBuf>,
    /// For each path, the files that this file names.
    named: Mutex<HashMap<PathBuf, Arc<Vec<PathBuf>>>>,
}

impl<'a> Ages<'a> {
    pub(crate) fn new(run: &'a ConvertFolder<'a>, lookup: &'a ResourceLookup) -> Self {
        let touched = run.touched.iter().filter_map(|path| path.canonicalize().ok()).collect();
        Self { run, lookup, touched, named: Mutex::default() }
    }

    /// Decides whether a job must be done, by comparing its output with all files that it is made from. These include
    /// the animations `beside` the model, and the materials that are found with `options`.
    pub(crate) fn need(&self, job: &Job, beside: &[Source], options: &ConvertOptions) -> Need {
        let output = job.place.output.metadata().ok().filter(std::fs::Metadata::is_file);
        let written = output.and_then(|output| output.modified().ok()).filter(|_| !job.in_memory);
        match (self.run.existing, written) {
            (Existing::Skip, Some(_)) => Need::Keep,
            (Existing::Newer, Some(written)) => self.compare(job, beside, options, written),
            _ => Need::Convert,
        }
    }

    fn compare(&self, job: &Job, beside: &[Source], options: &ConvertOptions, written: SystemTime) -> Need {
        if job.inputs.iter().any(Source::is_stdin) {
            return Need::Convert;
        }
        let resources = job.inputs.first().and_then(|input| self.lookup.of(input));
        let resources = resources.as_deref();
        let mut seen = HashSet::new();
        match self.follow(self.direct(job, beside), resources, &mut seen, written) {
            Need::Convert => Need::Convert,
            // Only a model that is otherwise up to date is read for its materials.
            need => need.min(self.follow(self.materials(job, options), resources, &mut seen, written)),
        }
    }

    /// Compares these files with the output, and then all files that they reference.
    fn follow(
        &self,
        mut left: Vec<PathBuf>,
        resources: Option<&Resources>,
        seen: &mut HashSet<PathBuf>,
        written: SystemTime,
    ) -> Need {
        let mut need = Need::Keep;
        while let Some(path) = left.pop() {
            match self.age(&path, written) {
                _ if !seen.insert(path.clone()) => continue,
                None => continue,
                Some(Need::Convert) => return Need::Convert,
                Some(age) => need = need.min(age),
            }
            left.extend(self.named_by(&path, resources).iter().cloned());
        }
        need
    }

    /// Compares a file with the output. Returns `None` if the file doesn't exist.
    fn age(&self, path: &Path, written: SystemTime) -> Option<Need> {
        let modified = path.metadata().ok()?.modified().ok()?;
        let is_touched = !self.touched.is_empty() && path.canonicalize().is_ok_and(|path| self.touched.contains(&path));
        Some(match modified.cmp(&written) {
            _ if is_touched => Need::Convert,
            std::cmp::Ordering::Greater => Need::Convert,
            std::cmp::Ordering::Equal => Need::Compare,
            std::cmp::Ordering::Less => Need::Keep,
        })
    }

    /// Returns the inputs of a job, and the files that the run needs for it.
    fn direct(&self, job: &Job, beside: &[Source]) -> Vec<PathBuf> {
        let sources = job.inputs.iter().chain(beside);
        let files = sources.map(|source| source.package_path().unwrap_or(source.path()).to_path_buf());
        let originals = [&self.run.into_original, &self.run.bind_pose_of].into_iter().flatten().cloned();
        files.chain(originals).collect()
    }

    /// Returns the files of the materials that are used to show the models in a job, found in the same way as in a
    /// conversion. This skips models in packages, because there the age of the package counts.
    fn materials(&self, job: &Job, options: &ConvertOptions) -> Vec<PathBuf> {
        if !job.output_format.is_gltf() {
            return Vec::new();
        }
        let of = |input: &Source| {
            let resources = self.lookup.of(input)?;
            let bytes = input.read().ok()?;
            let asset = input.asset(&bytes).ok()?;
            let (name, resource) = (input.stem(), resources.name_of(input.path()));
            let options = options.clone().resources(resources.clone());
            let names = material_files(&Input::new(&name, &asset).resource(resource.as_deref()), &options);
            let files = names.iter().filter_map(|name| resources.find(name).ok().flatten());
            Some(files.map(|file| file_of(file, &resources)).collect::<Vec<_>>())
        };
        job.inputs.iter().filter(|input| input.is_file()).filter_map(of).flatten().collect()
    }

    /// Returns the files that a file references, and those that belong to it by their names.
    fn named_by(&self, path: &Path, resources: Option<&Resources>) -> Arc<Vec<PathBuf>> {
        if let Some(known) = lock(&self.named).get(path) {
            return known.clone();
        }
        let beside = ["xml", "json", "txt"].map(|extension| path.with_extension(extension));
        let mut named: Vec<PathBuf> = beside.into_iter().filter(|beside| beside != path && beside.is_file()).collect();
        named.extend(referenced(path, resources, self.run.root.as_deref()).unwrap_or_default());
        let named = Arc::new(named);
        lock(&self.named).insert(path.to_path_buf(), named.clone());
        named
    }
}

/// Returns the files that a file references, or `None` if it is not an asset or can't be read.
fn referenced(path: &Path, resources: Option<&Resources>, root: Option<&Path>) -> Option<Vec<PathBuf>> {
    // These formats contain no names of files, can be large, and have identifiers.
    let is_bare = |detection| matches!(detection, Detection::Known(format) if !format.may_name_files() || format.has(Feature::Package));
    if is_bare(detect_file(path, IDENTIFIER).ok()?) {
        return None;
    }
    let detection = detect_file(path, ENDS).ok()?;
    if is_bare(detection) {
        return None;
    }
    let bytes = read_asset(path, path.metadata().ok()?.len(), detection).ok()??;
    if matches!(detection, Detection::Known(format) if format.is_neutral()) {
        return files_of_scene(&bytes, path, root);
    }
    let asset = Asset::parse(&bytes, Some(path)).ok()?;
    let mut files = Vec::new();
    if let Some(resources) = resources {
        let name = resources.name_of(path);
        let resource = resolve(references(&asset, name.as_deref()), resources)
            .into_iter()
            .filter_map(|(_, resource)| resource.ok().flatten());
        files.extend(resource.map(|resource| file_of(resource, resources)));
    }
    Some(files)
}

/// Returns the file that contains a resource. For a package entry, this is the package.
fn file_of(resource: Found, resources: &Resources) -> PathBuf {
    let package = resources.roots().nth(resource.root).filter(|root| root.is_file());
    package.map_or(resource.path, Path::to_path_buf)
}

/// Returns the buffers, textures and materials that the parser reads for a scene that belongs to no engine.
fn files_of_scene(bytes: &[u8], path: &Path, root: Option<&Path>) -> Option<Vec<PathBuf>> {
    let options = OpenOptions::default().root(root.map(Path::to_path_buf));
    let folder = asset_formats::folder_of(path, &options).ok()?;
    let reading = Reading { folder, path, names: RefCell::new(Vec::new()) };
    // A broken file is converted, which reports the error.
    drop(Asset::parse_opening(bytes, &Opening::new(Some(path), &options).beside(&reading)));
    Some(reading.names.into_inner())
}

/// The folder of a scene, which remembers the files that were read.
struct Reading<'p> {
    folder: asset_gltf::Folder,
    path: &'p Path,
    names: RefCell<Vec<PathBuf>>,
}

impl Resolver for Reading<'_> {
    fn read(&self, name: &str, most: u64) -> std::io::Result<Vec<u8>> {
        self.names.borrow_mut().push(self.path.with_file_name(name));
        self.folder.read(name, most)
    }

    fn levels_above(&self) -> usize {
        self.folder.levels_above()
    }
}
