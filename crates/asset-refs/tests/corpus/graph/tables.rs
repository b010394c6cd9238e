//! Counts of references by kind, and of unused files, beside those in `references.tsv`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use asset_formats::Asset;
use asset_refs::graph::{Graph, Target, Usage};
use asset_refs::survey::Need;
use testkit::corpus::CorpusFile;

const TABLE: &str = "tests/corpus/references.tsv";
static ONE: Mutex<()> = Mutex::new(());
const HEADER: &str = "project\tcertainty\tkind\tfile\toutside\tengine\tmissing\n";

/// Compares the counts of the projects below a folder, and checks that what is missing isn't there. `ENGINE_ASSETS_BLESS=1` writes the counts.
pub(super) fn check(file: &CorpusFile, projects: &[&str]) -> Result<(), String> {
    let root = file.path().parent().ok_or("no folder")?;
    let corpus = root.file_name().and_then(|name| name.to_str()).ok_or("no name")?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    // The trials of all projects share the table.
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let known = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let mut counted = String::new();
    for project in projects {
        let folder = if project.is_empty() { root.to_path_buf() } else { root.join(project) };
        let name = if project.is_empty() { corpus.to_owned() } else { format!("{corpus}/{project}") };
        counted += &counts(&folder, &name)?;
        missing_is_missing(&folder).map_err(|wrong| format!("{name}: {wrong}"))?;
    }
    let mut lines: Vec<&str> = counted.lines().collect();
    lines.sort_unstable();
    let counted: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let is_own = |line: &&str| line.split(['/', '\t']).next() == Some(corpus);
    let own: String = known.lines().filter(is_own).map(|line| format!("{line}\n")).collect();
    if own == counted {
        return Ok(());
    }
    if std::env::var_os("ENGINE_ASSETS_BLESS").is_none() {
        return Err(format!("ENGINE_ASSETS_BLESS=1 writes the new counts to {TABLE}:\n{counted}"));
    }
    let mut lines: BTreeSet<&str> = known.lines().skip(1).filter(|line| !is_own(line)).collect();
    lines.extend(counted.lines());
    let text = lines.into_iter().fold(HEADER.to_owned(), |text, line| text + line + "\n");
    std::fs::write(path, text).map_err(|error| error.to_string())
}

/// Files of a project by whether they are used.
pub(super) struct Usages {
    pub(super) unused: BTreeSet<String>,
    perhaps: usize,
    unnamed: usize,
}

impl Usages {
    pub(super) fn of(folder: &Path) -> Result<Self, String> {
        let graph = Graph::read(&[folder]).map_err(|error| error.to_string())?;
        let mut usages = Self { unused: BTreeSet::new(), perhaps: 0, unnamed: 0 };
        for (id, file) in graph.files().iter() {
            let bytes = std::fs::read(&file.path).map_err(|error| error.to_string())?;
            let asset = Asset::parse(&bytes, Some(&file.path)).ok();
            let Some(need) = Need::of(&file.path, asset.as_ref()) else { continue };
            let name = || file.path.strip_prefix(folder).unwrap_or(&file.path).to_string_lossy().replace('\\', "/");
            match graph.usage_of(id, need) {
                Usage::Unused => drop(usages.unused.insert(name())),
                Usage::Perhaps(_) => usages.perhaps += 1,
                Usage::Unnamed => usages.unnamed += 1,
                _ => {}
            }
        }
        Ok(usages)
    }
}

/// The lines of a project, sorted.
fn counts(folder: &Path, name: &str) -> Result<String, String> {
    let graph = Graph::read(&[folder]).map_err(|error| error.to_string())?;
    let mut counts: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for one in graph.references() {
        let kind = if one.kind.is_empty() { "-" } else { one.kind };
        let targets = counts.entry(format!("{name}\t{}\t{kind}", one.certainty.name())).or_default();
        let index = match one.target {
            Target::File(_) => 0,
            Target::Outside => 1,
            Target::Engine => 2,
            _ => 3,
        };
        targets[index] += 1;
    }
    let usages = Usages::of(folder)?;
    for (kind, count) in
        [("unused", usages.unused.len()), ("perhaps unused", usages.perhaps), ("unnamed", usages.unnamed)]
    {
        counts.insert(format!("{name}\tfiles\t{kind}"), [count, 0, 0, 0]);
    }
    let mut text = String::new();
    for (key, [file, outside, engine, missing]) in counts {
        let _ = writeln!(text, "{key}\t{file}\t{outside}\t{engine}\t{missing}");
    }
    Ok(text)
}

/// Extensions that Pragma adds to names of textures in materials, and to other names.
const TEXTURES: [&str; 3] = ["dds", "ktx", "png"];
const OTHERS: [&str; 5] = ["pmat", "pmat_b", "pmdl", "pmdl_b", "wmi"];

/// No file of the project could be meant by a name that is called missing: none has the name, in whatever folder.
fn missing_is_missing(folder: &Path) -> Result<(), String> {
    let graph = Graph::read(&[folder]).map_err(|error| error.to_string())?;
    let plain = |name: &str| format!("/{}", name.replace('\\', "/").to_lowercase());
    let files: BTreeSet<String> = graph.files().iter().map(|(_, file)| plain(&file.name)).collect();
    // All ends of names that begin at a folder.
    let ends: BTreeSet<&str> =
        files.iter().flat_map(|name| name.match_indices('/').filter_map(|(at, _)| name.get(at..))).collect();
    let is_there = |name: &str, from: &str| {
        let name = plain(name);
        let is_material = [".pmat", ".wmi"].iter().any(|ending| from.ends_with(ending));
        let added = if is_material { &TEXTURES[..] } else { &OTHERS[..] };
        ends.contains(name.as_str()) || added.iter().any(|added| ends.contains(format!("{name}.{added}").as_str()))
    };
    let missing = graph.references().filter(|one| one.target == Target::Missing);
    let wrong: BTreeSet<String> = missing
        .filter(|one| is_there(&one.name, &one.from.name) && !ELSEWHERE.contains(&one.from.name.as_str()))
        .map(|one| format!("{} names {}", one.from.name, one.name))
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong:#?}")) }
}

/// A model that only searches its material in a folder which doesn't have it: the engine shows its own material, of the same name.
const ELSEWHERE: [&str; 1] = ["models/error.pmdl_b"];
