//! Surveys a project, to find missing, unused, duplicate, broken and large files (feature `fs`).
//!
//! Call [`survey`] for each file; this can be done on any thread. To find duplicates, group the results with
//! [`equal_sizes`], and pass each group to [`equal_files`]. To find files that nothing names, build the
//! [graph](crate::graph) from the references in the results.

mod need;

pub use need::{Need, needs_user};

use std::collections::{BTreeMap, HashMap};
use std::hash::Hasher as _;
use std::io::{self, Read};
use std::path::{Path as FilePath, PathBuf};

use asset_formats::{Asset, Detection, Error, Format, Typed, detect_file};
use asset_project::{
    reading::{ENDS, package, read_asset},
    resources::{Resolved, Resources, check_name, check_resolved, is_of_engine},
};
use binio::{Findings, Name, Path};

use crate::graph::{Content, FileReferences, Names, read_text};

/// What is known about a file in a project.
#[derive(Debug)]
#[non_exhaustive]
pub struct FileSurvey {
    /// Path of the file.
    pub path: PathBuf,
    /// Size, in bytes.
    pub size: u64,
    /// The format, or `None` if this is not an asset.
    pub format: Option<Format>,
    /// Findings about the content and the references.
    pub findings: Findings,
    /// Why the file can't be opened.
    pub error: Option<Error>,
    /// Files that this file references but that don't exist.
    pub missing: Vec<MissingFile>,
    /// Files that this file references.
    pub references: FileReferences,
    /// What must use this file to make it useful. It is `None` if the file is useful by itself.
    pub need: Option<Need>,
    /// Width and height of a texture, in pixels.
    pub texture_size: Option<(u32, u32)>,
    /// The size of a model, at the finest level of detail.
    pub mesh: Option<MeshSize>,
}

/// A reference to a file that doesn't exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingFile {
    /// The part of the asset that contains the reference.
    pub path: Path,
    /// The name, as it is in the asset.
    pub name: Name<'static>,
}

/// The size of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshSize {
    /// Number of triangles at the finest level of detail.
    pub triangles: u64,
    /// Number of levels of detail, for the geometry that has the most.
    pub levels: usize,
}

/// Surveys a file in a project. Assets and texts are read as a whole. Other files are only read at both ends, and
/// packages are read entry by entry. Pass the files in the project as `names`, because texts can name them.
///
/// # Errors
/// Returns an error if the file or its metadata doesn't exist. If the file can't be read, this is not an error but the
/// [`error`](FileSurvey::error) in the survey.
pub fn survey(path: &FilePath, resources: &Resources, names: &Names) -> io::Result<FileSurvey> {
    let mut file = FileSurvey::new(path, path.metadata()?.len());
    let detection = match detect_file(path, ENDS) {
        Ok(detection) => detection,
        Err(error) => {
            file.references = FileReferences::unsearched(&error);
            file.error = Some(error.into());
            return Ok(file);
        }
    };
    if let Some(package) = package(path, detection) {
        file.format = Some(Format::URHO_PAK);
        file.references = FileReferences::in_package();
        file.findings = package.validate();
        let inside = asset_formats::check_entries(&package, &file.findings, false);
        file.findings.extend(inside);
        return Ok(file);
    }
    if let Detection::OtherContent(format, content) = detection {
        file.format = Some(format);
        file.error = Some(Error::OtherContent { format, content });
        file.need = Need::of(path, None);
        return Ok(file);
    }
    match read_asset(path, file.size, detection) {
        Ok(Some(bytes)) => file.open(&bytes, resources, names),
        Ok(None) => {
            file.need = Need::of(path, None);
            file.references = read_text(path, file.size, names, resources);
        }
        Err(error) => {
            file.references = FileReferences::unsearched(&error);
            file.error = Some(error.into());
        }
    }
    Ok(file)
}

impl FileSurvey {
    fn new(path: &FilePath, size: u64) -> Self {
        Self {
            path: path.to_path_buf(),
            size,
            format: None,
            findings: Findings::new(),
            error: None,
            missing: Vec::new(),
            references: FileReferences::default(),
            need: None,
            texture_size: None,
            mesh: None,
        }
    }

    /// Returns whether this is an asset. This is also true if the asset can't be read.
    pub fn is_asset(&self) -> bool {
        self.format.is_some() || self.error.is_some()
    }

    fn open(&mut self, bytes: &[u8], resources: &Resources, names: &Names) {
        let (path, mut resolved) = (self.path.clone(), Vec::new());
        let parsed = Asset::parse_file(bytes, &path);
        match &parsed {
            Ok(asset) => resolved = self.look(asset, resources),
            Err(Error::Unknown { hint: None } | Error::LookAlike(_)) => {}
            Err(Error::Malformed { format, .. } | Error::OtherContent { format, .. }) => self.format = Some(*format),
            Err(_) => {}
        }
        let content = Content { path: &path, bytes, parsed: parsed.as_ref(), resolved: &resolved };
        self.references = FileReferences::of(content, names, resources);
        if parsed.is_err() {
            self.need = Need::of(&path, None);
        }
        self.error = parsed.err().filter(|error| !matches!(error, Error::Unknown { hint: None } | Error::LookAlike(_)));
    }

    fn look(&mut self, asset: &Asset<'_>, resources: &Resources) -> Vec<Resolved> {
        self.format = Some(asset.format());
        self.need = Need::of(&self.path, Some(asset));
        self.findings = asset.validate();
        self.findings.extend(check_name(asset, &self.path));
        let (findings, resolved) = check_resolved(asset, &self.path, resources);
        self.findings.extend(findings);
        let is_missing =
            |(reference, result): &&Resolved| !matches!(result, Ok(Some(_))) && !is_of_engine(reference, resources);
        let missing = resolved.iter().filter(is_missing);
        let file =
            |(reference, _): &Resolved| MissingFile { path: reference.path.clone(), name: reference.name.clone() };
        self.missing = missing.map(file).collect();
        if let Typed::Image(image) = asset.typed() {
            self.texture_size = Some((image.info().width, image.info().height));
        }
        if let Typed::UrhoMdl(model) = asset.typed() {
            self.mesh = Some(mesh_size(model));
        }
        resolved
    }
}

fn mesh_size(model: &urho_mdl::Model<'_>) -> MeshSize {
    let finest = model.geometries.iter().filter_map(|geometry| geometry.lods.first());
    let triangles = finest.filter(|lod| lod.primitive == urho_mdl::Primitive::TRIANGLE_LIST);
    MeshSize {
        triangles: triangles.map(|lod| u64::from(lod.draw.count / 3)).sum(),
        levels: model.geometries.iter().map(|geometry| geometry.lods.len()).max().unwrap_or_default(),
    }
}

/// Groups files by size. These are the candidates to pass to [`equal_files`]. Empty files are left out.
pub fn equal_sizes(files: &[FileSurvey]) -> Vec<Vec<&FileSurvey>> {
    let mut by_size: BTreeMap<u64, Vec<&FileSurvey>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.size > 0) {
        by_size.entry(file.size).or_default().push(file);
    }
    by_size.into_values().filter(|files| files.len() > 1).collect()
}

/// Groups files by content. Files that have no duplicate or can't be read are left out.
pub fn equal_files<'f>(files: &[&'f FileSurvey]) -> Vec<Vec<&'f FileSurvey>> {
    let mut by_hash: HashMap<u64, Vec<&FileSurvey>> = HashMap::new();
    for file in files {
        if let Ok(hash) = hash(&file.path) {
            by_hash.entry(hash).or_default().push(file);
        }
    }
    let mut groups: Vec<Vec<&FileSurvey>> = Vec::new();
    for mut files in by_hash.into_values() {
        // Other content can have the same hash.
        while let Some(first) = files.pop() {
            let is_equal = |other: &&FileSurvey| is_equal(&first.path, &other.path).unwrap_or_default();
            let (mut equal, others): (Vec<_>, Vec<_>) = files.into_iter().partition(is_equal);
            files = others;
            equal.push(first);
            if equal.len() > 1 {
                equal.sort_by(|a, b| a.path.cmp(&b.path));
                groups.push(equal);
            }
        }
    }
    groups.sort_by(|a, b| a[0].path.cmp(&b[0].path));
    groups
}

/// How many bytes of a file are in memory at a time.
const PIECE: usize = 1 << 16;

fn hash(path: &FilePath) -> io::Result<u64> {
    let mut file = asset_unpack::open_regular(path)?;
    let mut hasher = std::hash::DefaultHasher::new();
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hasher.finish()),
            length => hasher.write(&piece[..length]),
        }
    }
}

fn is_equal(a: &FilePath, b: &FilePath) -> io::Result<bool> {
    let mut files = [asset_unpack::open_regular(a)?, asset_unpack::open_regular(b)?];
    loop {
        let mut pieces = [Vec::new(), Vec::new()];
        for (file, piece) in files.iter_mut().zip(&mut pieces) {
            file.take(PIECE as u64).read_to_end(piece)?;
        }
        if pieces[0] != pieces[1] || pieces[0].is_empty() {
            return Ok(pieces[0] == pieces[1]);
        }
    }
}
