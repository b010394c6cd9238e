//! The file that is named at a place of a text, for editors.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::text::{Language, Literal, literals};
use crate::Resources;
use crate::resources::shaders;

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedAt {
    /// Bytes of the name.
    pub range: Range<usize>,
    /// The files that it names: several for a shader, which has a source for each graphics library.
    pub files: Vec<PathBuf>,
}

/// Returns the name at a byte of a text, if it names a file. `path` is the path of the text, whose extension tells how strings are marked. Names are searched as
/// resource names, then beside the text; the attributes `vs` and `ps` name shaders.
///
/// ```
/// use asset_project::Resources;
/// use asset_project::graph::name_at;
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("Stone.png"), "")?;
/// let resources = Resources::new().folder(folder.path())?;
/// let path = folder.path().join("Stone.xml");
/// let named = name_at(&path, "<texture name=\"Stone.png\"/>", 20, &resources).ok_or("no name")?;
/// assert_eq!((named.range, named.files), (15..24, vec![folder.path().join("Stone.png")]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn name_at(path: &Path, text: &str, offset: usize, resources: &Resources) -> Option<NamedAt> {
    let language = Language::of(path)?;
    let mut at: Vec<Range<usize>> = Vec::new();
    literals(text, language, |Literal { text, offset: start, .. }| {
        let range = start..start + text.len();
        if range.start <= offset && offset <= range.end {
            at.push(range);
        }
    });
    // The shortest name is the one that a person means.
    at.sort_by_key(Range::len);
    at.dedup();
    at.into_iter().find_map(|range| {
        let files = files_of(path, text.get(range.clone())?, is_stage(text, range.start), resources);
        (!files.is_empty()).then_some(NamedAt { range, files })
    })
}

fn files_of(path: &Path, name: &str, is_stage: bool, resources: &Resources) -> Vec<PathBuf> {
    let own = resources.name_of(path).unwrap_or_default();
    let beside = own.rsplit_once('/').map(|(folder, _)| format!("{folder}/{name}"));
    let find = |name: &str| resources.find(name).ok().flatten().map(|found| found.path);
    if is_stage {
        return shaders::files(name).filter_map(|file| find(&file)).collect();
    }
    let is_name = name.contains('.');
    let found = find(name).or_else(|| find(&beside?)).filter(|_| is_name);
    found.into_iter().collect()
}

/// Whether an attribute `vs` or `ps` begins at a value.
pub(crate) fn is_stage(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default().trim_end_matches(['"', '\'']).trim_end();
    let before = before.strip_suffix('=').unwrap_or_default().trim_end();
    ["vs", "ps"].iter().any(|stage| before.strip_suffix(stage).is_some_and(|rest| rest.ends_with(char::is_whitespace)))
}
