//! Finds definitions and references of file names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use engine_assets::Resources;
use engine_assets::graph::{Certainty, Graph, GraphReader, ReferenceCache, Use};
use engine_assets::sources::ResourceLookup;
use serde_json::{Value, json};

use super::at::At;
use super::diagnostics::path_of;
use super::edits::unmarked;
use super::file_names::named;
use super::protocol::{Position, Range};

/// The maximum number of references in an answer, because editors are slow with thousands of them.
const MAX_ITEMS: usize = 20_000;
/// The maximum size of a text in bytes in which places are located.
const MAX_TEXT: u64 = 16 << 20;

/// Returns the files that are named at a position.
pub(super) fn definition(uri: &str, text: &str, position: Position, root: Option<&Path>) -> Vec<Value> {
    let named = path_of(uri).and_then(|path| named(&path, text, position, root));
    let files = named.map(|named| named.files).unwrap_or_default();
    files.iter().map(|file| location(file, start())).collect()
}

/// Returns all places that name the file at a position. If there is no name at this position, this returns the places
/// that name the text itself. If no folder is open in the editor (`root`), the resource folders of the project are
/// searched. Names that are only given in part are not listed.
pub(super) fn references(at: At<'_>, cache: &mut ReferenceCache) -> Vec<Value> {
    let At { uri, text, position, root } = at;
    let Some(path) = path_of(uri) else { return Vec::new() };
    let files = named(&path, text, position, root).map_or_else(|| vec![path.clone()], |named| named.files);
    let Some(graph) = graph(&path, root, cache) else { return Vec::new() };
    let ids = files.iter().filter_map(|file| graph.files().at_path(file));
    let users = ids.flat_map(|id| graph.users(id)).filter(|user| user.certainty > Certainty::Perhaps);
    let mut texts = BTreeMap::new();
    users.take(MAX_ITEMS).map(|user| location(&user.from.path, range_of(&user, &mut texts))).collect()
}

fn graph(path: &Path, root: Option<&Path>, cache: &mut ReferenceCache) -> Option<Graph> {
    let roots = || Resources::around(path).map(|resources| resources.roots().map(Path::to_path_buf).collect());
    let folders: Vec<PathBuf> = match root.filter(|root| path.starts_with(root)) {
        Some(root) => vec![root.to_path_buf()],
        None => roots().ok()?,
    };
    let lookup = ResourceLookup::default();
    let mut reader = GraphReader::new(&folders, &[], &lookup);
    // What can't be listed has no references; the output belongs to the protocol.
    reader.take_errors();
    Some(cache.read(reader))
}

/// Returns the range of a name in a text. If the file has no lines, this is the beginning. `texts` caches the files
/// that were read.
fn range_of(user: &Use<'_>, texts: &mut BTreeMap<PathBuf, String>) -> Range {
    let Some(line) = user.line.and_then(|line| line.checked_sub(1)) else { return start() };
    let read = || {
        let is_small = user.from.path.metadata().is_ok_and(|file| file.len() <= MAX_TEXT);
        is_small.then(|| std::fs::read_to_string(&user.from.path).ok()).flatten().unwrap_or_default()
    };
    // The references of a file follow each other: one text at a time is enough.
    if !texts.contains_key(&user.from.path) {
        texts.clear();
    }
    let text = texts.entry(user.from.path.clone()).or_insert_with(read);
    let content = unmarked(text).split_inclusive('\n').nth(line as usize).unwrap_or_default();
    let column = |at: usize| content.get(..at).unwrap_or_default().encode_utf16().count();
    let at = content.find(&*user.name);
    let position = |at: usize| Position { line, character: u32::try_from(column(at)).unwrap_or(u32::MAX) };
    at.map_or(Range { start: position(0), end: position(0) }, |at| Range {
        start: position(at),
        end: position(at + user.name.len()),
    })
}

fn start() -> Range {
    let start = Position { line: 0, character: 0 };
    Range { start, end: start }
}

fn location(path: &Path, range: Range) -> Value {
    json!({ "uri": uri(path), "range": range })
}

/// Returns the URI of a file.
pub(super) fn uri(path: &Path) -> String {
    crate::uri::of(&std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()))
}

/// Returns the folder that is open in the editor, given the parameters of `initialize`.
pub(super) fn root_of(params: &Value) -> Option<PathBuf> {
    let folder = params.pointer("/workspaceFolders/0/uri").or_else(|| params.get("rootUri"));
    path_of(folder?.as_str()?).filter(|path| path.is_dir())
}
