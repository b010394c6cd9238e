//! Answers questions about the graph.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::pattern::Pattern;
use super::project_files::Span;
use super::{Certainty, ENGINE, Edge, FileId, Graph, MISSING, Names, OUTSIDE, PatternUse, ProjectFile, User, list};

/// Where a reference leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// To a file in the project.
    File(FileId),
    /// To a file in a resource folder outside the project, or to an entry in a package.
    Outside,
    /// To a file in the engine's own data, which was not searched.
    Engine,
    /// Nowhere, because the file doesn't exist.
    Missing,
}

impl Target {
    /// Returns the word that is used for this target in JSON: `file`, `outside`, `engine` or `missing`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Outside => "outside",
            Self::Engine => "engine",
            Self::Missing => "missing",
        }
    }
}

/// A reference from one file to another.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Use<'g> {
    /// The file that contains the name.
    pub from: &'g ProjectFile,
    /// The file that is named.
    pub target: Target,
    /// The name, as it is in the file. For [`Certainty::Perhaps`], these are only the known parts in lower case, with
    /// `*` between them.
    pub name: std::borrow::Cow<'g, str>,
    /// The resource type in the engine, for example `Material`. It is `side file` if the engine loads the file together
    /// with another file, and empty for a text.
    pub kind: &'g str,
    /// The part of the document. It is empty in a text.
    pub part: &'g str,
    /// The first line with this name in a text, counting from 1.
    pub line: Option<u32>,
    /// How certain this reference is.
    pub certainty: Certainty,
}

/// A file that may name others, but was not searched because it can't be read, is broken, is a package, or is a very
/// large text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsearched {
    /// Path of the file.
    pub path: PathBuf,
    /// Why it was not searched.
    pub reason: String,
}

impl std::fmt::Display for Unsearched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: not searched, because: {}", binio::shown_path(&self.path), binio::Escaped(&self.reason))
    }
}

impl Graph {
    /// Returns all files.
    pub fn files(&self) -> &Names {
        &self.names
    }

    /// Returns the files that were not searched but may name others, in the order of the list. Show them to the user
    /// before you remove an unused file, because one of them may name it.
    pub fn unsearched(&self) -> Vec<Unsearched> {
        let one = |(file, reason): &(FileId, String)| {
            Some(Unsearched { path: self.names.get(*file)?.path.clone(), reason: reason.clone() })
        };
        self.unsearched.iter().filter_map(one).collect()
    }

    /// Returns the files with this resource name. If there are none, it returns the file at this path.
    pub fn find(&self, name: &str) -> Vec<FileId> {
        let named = self.names.named(name);
        if named.is_empty() { self.names.at_path(Path::new(name)).into_iter().collect() } else { named.to_vec() }
    }

    /// Returns the files whose names start with this prefix, ignoring case.
    pub(crate) fn starting(&self, prefix: &str) -> Vec<FileId> {
        let span = Span::Names(self.names.starting(&prefix.to_lowercase()));
        self.names.of_span(&span).to_vec()
    }

    /// Returns the references in a file. Parts of names are not included.
    pub fn uses(&self, file: FileId) -> impl Iterator<Item = Use<'_>> {
        list(&self.ends, file as usize).filter_map(move |index| self.view(file, self.references.get(index)?))
    }

    /// Returns all references. Parts of names are not included.
    pub fn references(&self) -> impl Iterator<Item = Use<'_>> {
        (0..super::number(self.names.len())).flat_map(|file| self.uses(file))
    }

    /// Returns the references to a file: first those that name it, then parts of names that match.
    pub fn users(&self, file: FileId) -> impl Iterator<Item = Use<'_>> {
        self.named_users(file).chain(self.perhaps(file))
    }

    /// Like [`users`](Self::users), but without parts of names.
    pub(crate) fn named_users(&self, file: FileId) -> impl Iterator<Item = Use<'_>> {
        let named = self.users.get(list(&self.user_ends, file as usize)).unwrap_or_default();
        named.iter().filter_map(|User { from, reference }| self.view(*from, self.references.get(*reference as usize)?))
    }

    /// Returns the parts of names that match this file.
    fn perhaps(&self, file: FileId) -> impl Iterator<Item = Use<'_>> {
        let parts = self.fitting(file).into_iter().flat_map(|pattern| self.parts_of(pattern));
        parts.filter(move |part| part.from != file).filter_map(move |part| self.part(*part, Target::File(file)))
    }

    /// Returns the longest part of a name in another file that matches this file.
    pub(super) fn longest_part(&self, file: FileId) -> Option<Use<'_>> {
        let mut fitting = self.fitting(file);
        let length = |number: &u32| self.patterns.get(*number as usize).map_or(0, Pattern::len);
        fitting.sort_by_key(|number| std::cmp::Reverse(length(number)));
        // A pattern has one part for each file that contains it.
        let other = |number: u32| self.parts_of(number).find(|part| part.from != file);
        self.part(*fitting.into_iter().find_map(other)?, Target::File(file))
    }

    /// Returns the parts of names that match the old name of any of these files but not its new name, which must be in
    /// lower case. Each part is returned once.
    pub(crate) fn lost_parts<'n>(
        &self,
        moves: impl Iterator<Item = (FileId, &'n str)>,
    ) -> impl Iterator<Item = Use<'_>> {
        // Two of the files are enough to tell whether another one than the user itself is meant.
        let mut lost: BTreeMap<u32, Vec<FileId>> = BTreeMap::new();
        for (file, new) in moves {
            let new = new.to_lowercase();
            for number in self.fitting(file) {
                if self.patterns.get(number as usize).is_some_and(|pattern| !pattern.fits(&new)) {
                    let files = lost.entry(number).or_default();
                    if files.len() < 2 {
                        files.push(file);
                    }
                }
            }
        }
        lost.into_iter().flat_map(move |(number, files)| {
            let other = move |part: &PatternUse| files.iter().copied().find(|file| *file != part.from);
            self.parts_of(number).filter_map(move |part| self.part(*part, Target::File(other(part)?)))
        })
    }

    /// Returns the numbers of the patterns that match a file.
    fn fitting(&self, file: FileId) -> Vec<u32> {
        let is_any = self.is_perhaps.get(file as usize).copied().unwrap_or_default();
        if is_any { self.index.fitting(self.names.lower(file)) } else { Vec::new() }
    }

    /// Returns the places that contain a pattern.
    fn parts_of(&self, pattern: u32) -> impl Iterator<Item = &PatternUse> {
        let start = self.parts.partition_point(|part| part.pattern < pattern);
        let parts = self.parts.get(start..).unwrap_or_default().iter();
        parts.take_while(move |part| part.pattern == pattern)
    }

    fn part(&self, part: PatternUse, target: Target) -> Option<Use<'_>> {
        Some(Use {
            from: self.names.get(part.from)?,
            target,
            name: self.patterns.get(part.pattern as usize)?.to_string().into(),
            kind: "",
            part: "",
            line: (part.line > 0).then_some(part.line),
            certainty: Certainty::Perhaps,
        })
    }

    /// Returns how certain it is that another file names this file. If no file does, this is `None`.
    pub fn certainty(&self, file: FileId) -> Option<Certainty> {
        let named = self.users.get(list(&self.user_ends, file as usize)).unwrap_or_default();
        let of = |user: &User| self.references.get(user.reference as usize).map(|edge| edge.certainty);
        let is_perhaps = || self.is_perhaps.get(file as usize).copied().unwrap_or_default();
        named.iter().filter_map(of).max().or_else(|| is_perhaps().then_some(Certainty::Perhaps))
    }

    /// Returns all files that this file needs: those that it uses, and then the files that these use. Each file is
    /// listed once, with the number of steps to it; the nearest come first.
    pub fn deep_uses(&self, file: FileId) -> Vec<(usize, Use<'_>)> {
        let mut seen = HashSet::from([file]);
        let (mut users, mut level, mut depth) = (Vec::new(), vec![file], 1);
        while !level.is_empty() {
            let mut next = Vec::new();
            for used in level.iter().flat_map(|file| self.uses(*file)) {
                match used.target {
                    Target::File(file) if !seen.insert(file) => continue,
                    Target::File(file) => next.push(file),
                    _ => {}
                }
                users.push((depth, used));
            }
            (level, depth) = (next, depth + 1);
        }
        users
    }

    fn view<'g>(&'g self, from: FileId, edge: &'g Edge) -> Option<Use<'g>> {
        Some(Use {
            from: self.names.get(from)?,
            target: match edge.to {
                MISSING => Target::Missing,
                ENGINE => Target::Engine,
                OUTSIDE => Target::Outside,
                file => Target::File(file),
            },
            name: self.text_of(edge.name).into(),
            kind: self.kinds.get(edge.kind as usize).map_or("", String::as_str),
            part: self.text_of(edge.part),
            line: (edge.line > 0).then_some(edge.line),
            certainty: edge.certainty,
        })
    }
}
