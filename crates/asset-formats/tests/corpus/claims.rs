//! Each file of the corpus has one format: no two drivers claim it by the same evidence.

use std::path::Path;
use std::process::ExitCode;

use asset_formats::{FileHead, claims};
use testkit::corpus::{CorpusFile, Selection, run};

pub(crate) fn main() -> ExitCode {
    // The file stands for the whole corpus.
    run(&[("one format", Selection::new("urho-scene", &["md"], 1), check)])
}

fn check(file: &CorpusFile) -> Result<(), String> {
    let root = file.path().parent().and_then(Path::parent).ok_or("no folder")?;
    let (mut claimed, mut wrong) = (0, Vec::new());
    for entry in walkdir::WalkDir::new(root) {
        let Ok(path) = entry.map(walkdir::DirEntry::into_path) else { continue };
        if !path.is_file() {
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        let head = FileHead::new(&bytes, bytes.len() as u64, &bytes, Some(&path));
        match claims(&head)[..] {
            [] => {}
            [_] => claimed += 1,
            ref several => wrong.push(format!("{}: {several:?}", path.display())),
        }
    }
    if claimed < 3000 {
        return Err(format!("only {claimed} files have a format"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("several formats: {wrong:#?}")) }
}
