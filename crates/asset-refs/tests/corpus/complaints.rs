//! Errors and warnings about the engines' own files: only where the engine complains as well, or for a reason that `complaints.tsv` states.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use asset_project::Resources;
use asset_project::sources::{Listed, ResourceLookup, sources};
use asset_refs::graph::Names;
use asset_refs::survey::survey;
use binio::Severity;
use testkit::corpus::{CorpusFile, Selection, run};

/// Each row: folder of the corpus, file, kind, reason. Rows about the repositories of the engines are for checks by hand.
const LIST: &str = include_str!("complaints.tsv");
/// Data folders of the engines, below a folder of the corpus.
const ENGINES: [&str; 3] = ["urho3d", "u3d", "rbfx"];
/// The corpus has a part of each data folder, so that files are missing which the engines have.
const MISSING: &str = "engine-assets/resource-missing";

pub(crate) fn main() -> ExitCode {
    let folder = |name| Selection::new(name, &["md"], 1);
    run(&[
        ("engines' own files", folder("urho-scene"), |file| check("urho-scene", file)),
        ("engines' own files", folder("urho-data"), |file| check("urho-data", file)),
    ])
}

fn check(name: &str, file: &CorpusFile) -> Result<(), String> {
    let root = file.path().parent().ok_or("no folder")?;
    let folders: Vec<PathBuf> =
        ENGINES.iter().map(|engine| root.join(engine)).filter(|folder| folder.is_dir()).collect();
    let lookup = ResourceLookup::default();
    let nowhere = Resources::new();
    let (mut found, mut assets) = (BTreeSet::new(), 0);
    for listed in sources(&folders, |_| true) {
        let Listed::Source(source) = listed.map_err(|error| error.to_string())? else { continue };
        let resources = lookup.of(&source);
        let checked = survey(source.path(), resources.as_deref().unwrap_or(&nowhere), &Names::default())
            .map_err(|error| error.to_string())?;
        assets += usize::from(checked.is_asset());
        let path = source.path().strip_prefix(root).unwrap_or(source.path()).to_string_lossy().replace('\\', "/");
        let messages = checked.findings.iter().filter(|finding| finding.severity > Severity::Note);
        let kinds = messages.map(|finding| finding.kind.as_str()).filter(|kind| *kind != MISSING);
        found.extend(kinds.map(|kind| format!("{path}: {kind}")));
        found.extend(checked.error.map(|error| format!("{path}: {error}")));
    }
    if assets < 50 {
        return Err(format!("only {assets} assets"));
    }
    let rows = LIST.lines().filter_map(|line| {
        let [folder, path, kind, reason] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        (folder == name && !reason.is_empty()).then(|| format!("{path}: {kind}"))
    });
    let listed: BTreeSet<String> = rows.collect();
    let different: Vec<&String> = found.symmetric_difference(&listed).collect();
    if different.is_empty() { Ok(()) } else { Err(format!("not as listed: {different:#?}")) }
}
