//! Finds the file names in a text, for editors.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::text::{Language, Literal, literals};
use asset_formats::{Asset, references};
use asset_project::{Resources, resources::shaders};

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedAt {
    /// Range of the name, in bytes.
    pub range: Range<usize>,
    /// The files with this name. There can be several for a shader, because it has a source for each graphics library.
    pub files: Vec<PathBuf>,
}

/// Returns the name at a byte offset in a text, if it names a file. An editor can use this to open the file under the
/// cursor.
///
/// The extension of `path`, the path of the text, determines what strings look like. A name is searched as the format
/// of the text requires, then as a resource name, then beside the text. In the attributes `vs` and `ps` it is a shader.
///
/// ```
/// use asset_project::Resources;
/// use asset_refs::graph::name_at;
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("Stone.png"), "")?;
/// let resources = Resources::new().folder(folder.path())?;
/// let path = folder.path().join("Stone.xml");
/// let named = name_at(&path, "<texture name=\"Stone.png\"/>", 20, &resources).ok_or("no name")?;
/// assert_eq!((named.range, named.files), (15..24, vec![folder.path().join("Stone.png")]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn name_at(path: &Path, text: &str, offset: usize, resources: &Resources) -> Option<NamedAt> {
    let mut names = TextNames::of(path, text, resources)?;
    let mut at: Vec<Range<usize>> = Vec::new();
    literals(text, names.language, |literal| {
        let range = range_of(&literal);
        if range.start <= offset && offset <= range.end {
            at.push(range);
        }
    });
    // The shortest name is the one that a person means.
    at.sort_by_key(Range::len);
    at.dedup();
    at.into_iter().find_map(|range| names.at(range))
}

/// Returns up to `most` names in a text that name files, in order. See [`name_at`] for the rules. If names are inside
/// each other, you will get the shortest.
///
/// ```
/// use asset_project::Resources;
/// use asset_refs::graph::names_in;
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("a.png"), "")?;
/// let resources = Resources::new().folder(folder.path())?;
/// let names = names_in(&folder.path().join("a.as"), "Load(\"a.png\"); Load(\"b.png\");", &resources, 100);
/// assert_eq!(names.iter().map(|name| name.range.clone()).collect::<Vec<_>>(), [6..11]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn names_in(path: &Path, text: &str, resources: &Resources, most: usize) -> Vec<NamedAt> {
    let Some(mut names) = TextNames::of(path, text, resources) else { return Vec::new() };
    let mut references: Vec<NamedAt> = Vec::new();
    literals(text, names.language, |literal| {
        if references.len() < most.saturating_mul(PASSES) {
            references.extend(names.at(range_of(&literal)));
        }
    });
    references.sort_by_key(|named| (named.range.start, named.range.len()));
    let mut shortest: Vec<NamedAt> = Vec::new();
    for named in references {
        match shortest.last_mut() {
            Some(last) if named.range.start < last.range.end => {
                if named.range.len() < last.range.len() {
                    *last = named;
                }
            }
            _ => shortest.push(named),
        }
    }
    shortest.truncate(most);
    shortest
}

/// The same piece of text may be visited this many times.
const PASSES: usize = 4;
/// This many different pieces of text may be searched as files.
const SEARCHES: usize = 100_000;

fn range_of(literal: &Literal<'_>) -> Range<usize> {
    literal.offset..literal.offset + literal.text.len()
}

/// A text in which names are searched.
struct TextNames<'t> {
    text: &'t str,
    language: Language,
    /// The folder of the text, relative to its resource folder, ending with `/`.
    folder: String,
    /// The resources that a name in the document can mean.
    typed: HashMap<String, Vec<String>>,
    resources: &'t Resources,
    /// The files for all pieces of text that have been searched.
    known: HashMap<&'t str, Option<PathBuf>>,
}

impl<'t> TextNames<'t> {
    fn of(path: &Path, text: &'t str, resources: &'t Resources) -> Option<Self> {
        let language = Language::of(path)?;
        let resource = resources.name_of(path);
        let mut typed: HashMap<String, Vec<String>> = HashMap::new();
        if let Ok(asset) = Asset::parse(text.as_bytes(), Some(path)) {
            for one in references(&asset, resource.as_deref()) {
                typed.entry(one.name.to_text().into_owned()).or_default().extend(one.candidates);
            }
        }
        let folder = resource.as_deref().and_then(|resource| resource.rsplit_once('/'));
        let folder = folder.map_or(String::new(), |(folder, _)| format!("{folder}/"));
        Some(Self { text, language, folder, typed, resources, known: HashMap::new() })
    }

    /// Returns the files that a piece of text names.
    fn at(&mut self, range: Range<usize>) -> Option<NamedAt> {
        let name = self.text.get(range.clone())?;
        let files = if is_stage(self.text, range.start) {
            shaders::files(name).filter_map(|file| self.find(&file)).collect()
        } else {
            self.file(name).into_iter().collect::<Vec<_>>()
        };
        (!files.is_empty()).then_some(NamedAt { range, files })
    }

    fn file(&mut self, name: &'t str) -> Option<PathBuf> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        if self.known.len() >= SEARCHES {
            return None;
        }
        let typed = || self.typed.get(name)?.iter().find_map(|candidate| self.find(candidate));
        let literal = || self.find(name).or_else(|| self.find(&format!("{}{name}", self.folder)));
        let resource = typed().or_else(|| has_extension(name).then(literal).flatten());
        self.known.insert(name, resource.clone());
        resource
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        self.resources.find(name).ok().flatten().map(|resource| resource.path)
    }
}

/// Checks whether a piece of text ends with an extension. A number doesn't count.
fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

/// Checks whether the value at this offset belongs to an attribute `vs` or `ps`.
pub(crate) fn is_stage(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default().trim_end_matches(['"', '\'']).trim_end();
    let before = before.strip_suffix('=').unwrap_or_default().trim_end();
    ["vs", "ps"].iter().any(|stage| before.strip_suffix(stage).is_some_and(|rest| rest.ends_with(char::is_whitespace)))
}
