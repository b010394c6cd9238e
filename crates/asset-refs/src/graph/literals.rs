//! Finds the files that a literal in a text names.

use std::ops::Range;

use super::pattern::Pattern;
use super::project_files::{FileId, Names, Span};
use super::text::{Language, Literal};

/// What a literal names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// All files with this resource name, as a range in the order of names.
    Files(Range<usize>),
    /// Files that may be meant.
    Pattern(Pattern),
}

/// Extensions that engines append to a name: Lua modules, and Pragma assets.
const COMPLETED: [&str; 11] =
    [".lua", ".pmdl_b", ".pmdl", ".pmat_b", ".pmat", ".pmap_b", ".pmap", ".pptsys_b", ".pptsys", ".pgma_b", ".wmi"];
/// Folders that Pragma prepends to a name, depending on the asset type.
const FOLDERS: [&str; 6] = ["", "materials/", "models/", "particles/", "maps/", "sounds/"];

/// Finds the files for all literals in a text.
pub(super) struct Matcher<'n> {
    names: &'n Names,
    /// The folder that contains the text, in lower case, ending with `/`.
    folder: String,
    language: Language,
    is_pragma: bool,
}

impl<'n> Matcher<'n> {
    pub(super) fn new(names: &'n Names, file: Option<FileId>, language: Language, is_pragma: bool) -> Self {
        let own_name = file.map_or("", |file| names.lower(file));
        let folder = own_name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        Self { names, folder, language, is_pragma }
    }

    pub(super) fn language(&self) -> Language {
        self.language
    }

    pub(super) fn files(&self, span: &Span) -> &'n [FileId] {
        self.names.of_span(span)
    }

    /// Returns the files that a literal names, or `None` if the literal is not a name.
    pub(super) fn meaning(&self, literal: &Literal<'_>) -> Option<Meaning> {
        let lower = normal(literal.text);
        if !lower.contains(['.', '/']) {
            return self.shader(&lower, literal.rest.is_some());
        }
        match self.exact(&lower).or_else(|| self.completed(&lower)) {
            Some(files) => Some(Meaning::Files(files)),
            None => self.perhaps(&lower, literal.rest).map(Meaning::Pattern),
        }
    }

    fn exact(&self, lower: &str) -> Option<Range<usize>> {
        let find = |name: &str| Some(self.names.exact(name)).filter(|files| !files.is_empty());
        find(lower)
            .or_else(|| find(self.names.below_root(lower)?))
            .or_else(|| find(&joined(&self.folder, lower)).filter(|_| !self.folder.is_empty()))
    }

    /// Finds a file if the engine must append an extension to the name, or prepend a folder.
    fn completed(&self, lower: &str) -> Option<Range<usize>> {
        let folders = if self.is_pragma { &FOLDERS[..] } else { &FOLDERS[..1] };
        let extensions = if self.is_pragma { &COMPLETED[..] } else { &COMPLETED[..1] };
        let module = lower.replace('.', "/");
        let stems = [lower, &module];
        let names = stems.iter().take(if self.language == Language::Code { 2 } else { 1 }).flat_map(|stem| {
            folders.iter().flat_map(move |folder| {
                std::iter::once("").chain(extensions.iter().copied()).map(move |end| format!("{folder}{stem}{end}"))
            })
        });
        names.map(|name| self.names.exact(&name)).find(|files| !files.is_empty())
    }

    /// Returns the pattern of all files whose names can contain this literal.
    fn perhaps(&self, lower: &str, rest: Option<&str>) -> Option<Pattern> {
        let pattern = match self.joined(lower, rest).or_else(|| Pattern::of_format(lower)) {
            Some(pattern) => pattern,
            None if has_extension(lower) && lower.starts_with(['_', '-']) => Pattern::new("", lower),
            // A folder is in front of it, which another part of the program knows.
            None if has_extension(lower) => Pattern::new("", &format!("/{lower}")),
            None if lower.contains('/') => Pattern::new(lower, ""),
            None => return None,
        };
        (pattern.is_telling() && pattern.may_fit(self.names)).then_some(pattern)
    }

    /// Returns the pattern for a string that code joins with something else, for example `"Models/" + name + ".mdl"`.
    fn joined(&self, lower: &str, rest: Option<&str>) -> Option<Pattern> {
        let rest = rest?.trim_start();
        let rest = ["+", "..", "<<"].iter().find_map(|sign| rest.strip_prefix(sign))?;
        let mut pieces = rest.split(['"', '\'']);
        let is_joined = pieces.next().is_some_and(|between| !between.contains([';', ',', ')']));
        let suffix = pieces.next().filter(|_| is_joined).map(normal).unwrap_or_default();
        Some(Pattern::new(lower, &suffix))
    }

    /// Finds the source of a shader that code names.
    fn shader(&self, lower: &str, is_string: bool) -> Option<Meaning> {
        let is_word = lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_word || !is_string || self.language != Language::Code {
            return None;
        }
        let source = |extension: &str| Pattern::new("shaders/", &format!("/{lower}.{extension}"));
        let mut sources = ["glsl", "hlsl"].iter().map(|extension| source(extension));
        sources.find(|pattern| pattern.may_fit(self.names)).map(Meaning::Pattern)
    }
}

/// Returns the literal as a resource name, in lower case.
pub(crate) fn normal(text: &str) -> String {
    let mut name = text.to_lowercase().replace('\\', "/");
    while name.contains("//") {
        name = name.replace("//", "/");
    }
    if name.contains('&') {
        name = name.replace("&amp;", "&").replace("&apos;", "'").replace("&quot;", "\"");
    }
    name.trim_start_matches("./").trim_start_matches('/').to_owned()
}

/// Joins a folder and a relative name, and resolves `..`.
fn joined(folder: &str, name: &str) -> String {
    let (mut folder, mut name) = (folder.trim_end_matches('/'), name);
    while let Some(rest) = name.strip_prefix("../") {
        folder = folder.rsplit_once('/').map_or("", |(outer, _)| outer);
        name = rest;
    }
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn has_extension(lower: &str) -> bool {
    let file = lower.rsplit('/').next().unwrap_or(lower);
    file.rsplit_once('.').is_some_and(|(_, end)| {
        (1..=12).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
