//! Files of real projects get other names and their own again.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use asset_formats::Format;
use asset_project::{
    Resources,
    folder::{Found, walk},
    sources::ResourceLookup,
};
use asset_refs::graph::{Graph, GraphReader, Target, Usage};
use asset_refs::rename::{Rename, RenameError};
use asset_refs::survey::survey;
use testkit::corpus::{CorpusFile, Selection, run};

/// Projects below the folder of the file, and how many of their files get other names: 200 together.
const URHO_DATA: [Project; 2] = [Project { folder: "urho3d", files: 50 }, Project { folder: "rbfx", files: 50 }];
const URHO_SCENE: [Project; 3] = [
    Project { folder: "urho3d", files: 30 },
    Project { folder: "rbfx", files: 10 },
    Project { folder: "engine-written", files: 20 },
];
const PRAGMA: [Project; 1] = [Project { folder: "", files: 40 }];

struct Project {
    folder: &'static str,
    files: usize,
}

pub(crate) fn main() -> ExitCode {
    run(&[
        ("renamed and back", Selection::new("urho-data", &["md"], 1), |file| projects(file, &URHO_DATA)),
        ("renamed and back", Selection::new("urho-scene", &["md"], 1), |file| projects(file, &URHO_SCENE)),
        ("renamed and back", Selection::new("pragma-scene", &["md"], 1), |file| projects(file, &PRAGMA)),
    ])
}

type Files = BTreeMap<String, Vec<u8>>;

fn projects(file: &CorpusFile, list: &[Project]) -> Result<(), String> {
    let root = file.path().parent().ok_or("no folder")?;
    list.iter().try_for_each(|project| {
        let done = check(&root.join(project.folder), project.files);
        done.map_err(|error| format!("{}: {error}", project.folder))
    })
}

fn check(original: &Path, count: usize) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let files = read(original)?;
    for (name, bytes) in &files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().ok_or("no folder")?).map_err(|error| error.to_string())?;
        std::fs::write(path, bytes).map_err(|error| error.to_string())?;
    }
    let before = summary(folder.path())?;
    // Far from each other in the list, and always the same.
    let graph = Graph::read(&[folder.path()]).map_err(|error| error.to_string())?;
    // Files of the engine aren't the project's any more, and side files move with their owners only.
    let is_free = |name: &&String| {
        let id = graph.files().at_path(&folder.path().join(name));
        let is_side = id.is_some_and(|id| graph.users(id).any(|user| user.kind == "side file"));
        !is_side && !name.starts_with("CoreData/") && !name.ends_with(".md") && !name.ends_with(".tsv")
    };
    let names: Vec<&String> = files.keys().filter(is_free).filter(|name| !tells_format(name, &files[*name])).collect();
    let step = (names.len() / count).max(1);
    let pairs: Vec<(String, String)> = names
        .iter()
        .step_by(step)
        .filter_map(|name| {
            let (stem, end) = name.rsplit_once('.')?;
            let path = |name: &str| folder.path().join(name).to_str().map(str::to_owned);
            path(name).zip(path(&format!("{stem}_new.{end}")))
        })
        .collect();
    let moved = apply(folder.path(), pairs.iter().map(|(old, new)| (old.as_str(), new.as_str())))?;
    if moved < count {
        return Err(format!("only {moved} of {count} files moved"));
    }
    let after = summary(folder.path())?;
    if before != after {
        let different = before.iter().find(|(what, count)| after.get(*what) != Some(*count));
        return Err(format!("doctor says something else: before {different:?}, all after: {after:?}"));
    }
    apply(folder.path(), pairs.iter().map(|(old, new)| (new.as_str(), old.as_str())))?;
    let back = read(folder.path())?;
    match files.iter().find(|(name, bytes)| back.get(*name) != Some(bytes)) {
        Some((name, _)) => Err(format!("{name} isn't as before")),
        None if back.len() != files.len() => Err("there are more files than before".to_owned()),
        None => Ok(()),
    }
}

/// Whether the name of a file tells its format: by another name it is no asset, or another one.
fn tells_format(name: &str, bytes: &[u8]) -> bool {
    let by = |name: &str| Format::detect(bytes, bytes.len() as u64, bytes, Some(Path::new(name)));
    let new = name.rsplit_once('.').map(|(stem, end)| format!("{stem}_new.{end}"));
    new.is_none_or(|new| by(&new) != by(name))
}

/// Renames files, without those that can't be renamed for a good reason: of several files with one name, and owners of one side file.
fn apply<'p>(folder: &Path, pairs: impl Iterator<Item = (&'p str, &'p str)>) -> Result<usize, String> {
    let rename = pairs.fold(Rename::new(folder), |rename, (old, new)| rename.pair(old, new));
    let plan = match rename.plan() {
        Ok(plan) => plan,
        Err(RenameError::Refused(reasons)) => return Err(format!("{reasons:#?}")),
        Err(error) => return Err(error.to_string()),
    };
    plan.write().map_err(|error| error.to_string())?;
    Ok(plan.files.iter().filter(|file| file.from != file.to).count())
}

fn read(folder: &Path) -> Result<Files, String> {
    let mut files = Files::new();
    for entries in walk(folder) {
        let Found::File(path) = entries.map_err(|error| error.to_string())? else { continue };
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        files.insert(name, std::fs::read(&path).map_err(|error| error.to_string())?);
    }
    Ok(files)
}

/// What `doctor` reports, by counts: references by certainty and by what they lead to, files that nothing names, findings, broken files and missing names. These are
/// the same whatever the files are called.
fn summary(folder: &Path) -> Result<BTreeMap<String, usize>, String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |what: String| *counts.entry(what).or_default() += 1;
    let folders = [folder.to_path_buf()];
    let lookup = ResourceLookup::default();
    let mut reader = GraphReader::new(&folders, &[], &lookup);
    let alone = Resources::new();
    let mut references = Vec::new();
    let mut needs = Vec::new();
    for source in reader.take() {
        let around = lookup.of(&source);
        let surveyed = survey(source.path(), around.as_deref().unwrap_or(&alone), reader.names());
        let mut file = surveyed.map_err(|error| error.to_string())?;
        file.findings.iter().for_each(|finding| count(format!("finding {}", finding.kind)));
        file.missing.iter().for_each(|_| count("missing".to_owned()));
        count(format!("format {:?}, broken {}", file.format, file.error.is_some()));
        needs.push(file.need);
        references.push(std::mem::take(&mut file.references));
    }
    let graph = reader.finish(references);
    for one in graph.references() {
        let target = if let Target::File(_) = one.target { "file" } else { one.target.name() };
        count(format!("{} {} {target}", one.certainty.name(), one.kind));
    }
    for ((id, _), need) in graph.files().iter().zip(needs) {
        match need.map(|need| graph.usage_of(id, need)) {
            Some(Usage::Unused) => count("unused".to_owned()),
            Some(Usage::Perhaps(_)) => count("perhaps unused".to_owned()),
            Some(Usage::Unnamed) => count("unnamed".to_owned()),
            _ => {}
        }
    }
    Ok(counts)
}
