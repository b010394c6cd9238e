//! Finds out which file in a project references which other file (feature `fs`).
//!
//! Use this to ask who uses a file before you rename or remove it. A [`Graph`] contains the references that the formats
//! define (materials of models, textures of materials, images of sprite sheets …), files that engines load together
//! with another file, and also names in scripts, code, data and lists. To see how far you can trust a reference, look
//! at the [`Certainty`].
//!
//! ```no_run
//! use asset_project::Resources;
//! use asset_refs::graph::{Certainty, Graph};
//!
//! let graph = Graph::read(&["Data"])?;
//! for file in graph.find("Textures/Stone.dds") {
//!     for user in graph.users(file) {
//!         println!("{}: {}", user.from.path.display(), user.certainty.name());
//!     }
//!     if graph.certainty(file) < Some(Certainty::Literal) {
//!         println!("nothing names it for sure");
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod build;
mod cache;
mod complete;
mod file;
mod in_text;
mod links;
mod literals;
mod nearby;
mod packages;
mod pattern;
mod project_files;
mod query;
mod read;
mod scan;
mod sides;
mod strings;
mod text;
mod unused;

pub use build::GraphReader;
pub use cache::ReferenceCache;
pub use complete::{Completion, completion_at};
pub(crate) use file::{need_at, read_text};
pub(crate) use in_text::is_stage;
pub use in_text::{NamedAt, name_at, names_in};
pub(crate) use links::LINK;
pub(crate) use literals::normal;
pub(crate) use packages::{OpenPackage, Packages};
pub use project_files::{FileId, Names, ProjectFile};
pub use query::{Target, Unsearched, Use};
pub use read::{Certainty, FileReferences};
pub(crate) use read::{Content, has_texts};
pub(crate) use scan::{ProjectScan, ScanError, Scanned, scan_setters};
pub(crate) use sides::{SIDE_FILE, extensions as side_extensions};
pub(crate) use text::{Language, MOST_BYTES, PART_SEPARATORS, literals as literals_of};
pub use unused::Usage;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use pattern::{Pattern, PatternIndex, fitting};
use read::Destination;

/// The references between the files in a project.
///
/// They are stored in a few arrays, with a single string for all texts, so that a project with 100 000 files and a
/// million references takes less than 200 MB.
#[derive(Debug, Default)]
pub struct Graph {
    names: Names,
    /// For each file, the index where its references end.
    ends: Vec<u32>,
    references: Vec<Edge>,
    /// For each file, the index where the list of its users ends.
    user_ends: Vec<u32>,
    users: Vec<User>,
    /// All different patterns, and which files contain them.
    patterns: Vec<Pattern>,
    index: PatternIndex,
    parts: Vec<PatternUse>,
    /// Whether a pattern matches, for each file.
    is_perhaps: Vec<bool>,
    /// Extensions of the files that scripts and code name.
    loaded: BTreeSet<String>,
    kinds: Vec<String>,
    text: String,
    /// Files that can't be searched for names, with the reason.
    unsearched: Vec<(FileId, String)>,
}

/// A reference.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    name: Slice,
    part: Slice,
    line: u32,
    kind: u32,
    certainty: Certainty,
}

/// Special values for [`Edge::to`] that are not files.
const MISSING: u32 = u32::MAX;
const ENGINE: u32 = u32::MAX - 1;
const OUTSIDE: u32 = u32::MAX - 2;

/// A part of the graph's text.
#[derive(Clone, Copy, Debug, Default)]
struct Slice {
    start: u32,
    end: u32,
}

/// A file that references another file.
#[derive(Clone, Copy, Debug)]
struct User {
    from: FileId,
    reference: u32,
}

/// A file that contains a pattern.
#[derive(Clone, Copy, Debug)]
struct PatternUse {
    pattern: u32,
    from: FileId,
    line: u32,
}

impl Graph {
    /// Creates the graph from the references in each file. `references` must have one entry for each file in `names`,
    /// in the same order.
    pub fn new(names: Names, mut references: Vec<FileReferences>) -> Self {
        links::join(&names, &mut references);
        let mut graph = Self::default();
        let mut kinds = HashMap::new();
        let mut patterns = HashMap::new();
        for (from, file) in (0..).zip(references) {
            graph.unsearched.extend(file.unsearched.map(|reason| (from, reason)));
            for reference in file.named {
                let edge = graph.edge(reference, &mut kinds);
                graph.references.push(edge);
            }
            for part in file.parts {
                let next = number(patterns.len());
                let pattern = *patterns.entry(part.pattern).or_insert(next);
                graph.parts.push(PatternUse { pattern, from, line: part.line });
            }
            graph.ends.push(number(graph.references.len()));
        }
        let mut numbered: Vec<_> = patterns.into_iter().collect();
        numbered.sort_by_key(|(_, number)| *number);
        graph.patterns = numbered.into_iter().map(|(pattern, _)| pattern).collect();
        graph.index = PatternIndex::new(&graph.patterns);
        graph.parts.sort_by_key(|part| (part.pattern, part.from));
        graph.is_perhaps = fitting(&names, graph.patterns.iter());
        graph.names = names;
        graph.invert();
        graph.loaded = graph.loaded_extensions();
        graph
    }

    fn edge(&mut self, reference: read::Named, kinds: &mut HashMap<String, u32>) -> Edge {
        let kind = *kinds.entry(reference.kind).or_insert_with_key(|kind| {
            self.kinds.push(kind.clone());
            number(self.kinds.len() - 1)
        });
        Edge {
            to: match reference.to {
                Destination::File(file) => file,
                Destination::Outside => OUTSIDE,
                Destination::Engine => ENGINE,
                Destination::Missing => MISSING,
            },
            name: self.slice(&reference.name),
            part: self.slice(&reference.part),
            line: reference.line,
            kind,
            certainty: reference.certainty,
        }
    }

    fn slice(&mut self, text: &str) -> Slice {
        let start = number(self.text.len());
        self.text += text;
        Slice { start, end: number(self.text.len()) }
    }

    fn text_of(&self, slice: Slice) -> &str {
        self.text.get(slice.start as usize..slice.end as usize).unwrap_or_default()
    }

    /// Builds the lists of users, given the references.
    fn invert(&mut self) {
        let mut ends = vec![0_u32; self.names.len() + 1];
        let is_file = |edge: &&Edge| (edge.to as usize) < self.names.len();
        for edge in self.references.iter().filter(is_file) {
            ends[edge.to as usize + 1] += 1;
        }
        for file in 1..ends.len() {
            ends[file] += ends[file - 1];
        }
        let mut users = vec![User { from: 0, reference: 0 }; ends.last().map_or(0, |end| *end as usize)];
        for (from, range) in self.ranges().enumerate() {
            for reference in range {
                let to = self.references[reference].to as usize;
                if to < self.names.len() {
                    let next = &mut ends[to];
                    users[*next as usize] = User { from: number(from), reference: number(reference) };
                    *next += 1;
                }
            }
        }
        // The start of each list has moved to its end.
        ends.pop();
        (self.user_ends, self.users) = (ends, users);
    }

    /// Returns the range of references for each file.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.ends.len()).map(|file| list(&self.ends, file))
    }
}

/// Returns the part of a list that belongs to this file.
fn list(ends: &[u32], file: usize) -> Range<usize> {
    let start = file.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or_default();
    start as usize..ends.get(file).map_or(start, |end| *end) as usize
}

/// Converts a count of files, references or text bytes. It always fits, because memory runs out long before 4 thousand
/// million.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
