//! Renames files, either by a name in a text, or when the editor renames them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use engine_assets::Resources;
use engine_assets::rename::{ChangedFile, Rename, RenameError, RenamePlan};
use serde_json::{Value, json};

use super::diagnostics::path_of;
use super::edits::{MARK, edits, of_file, of_move, unmarked};
use super::file_names::{around, named};
use super::position::Lines;
use super::protocol::Position;
use super::references::uri;
use crate::report::{shown, shown_text};
use crate::resources::near;

/// The maximum number of places to list in a message.
const MAX_PLACES: usize = 5;

/// What the editor is able to apply.
#[derive(Clone, Copy, Default)]
pub(super) struct Abilities {
    /// This is `true` if an answer can contain operations to rename files.
    renames_files: bool,
}

impl Abilities {
    /// Reads the abilities from the parameters of `initialize`.
    pub(super) fn of(params: &Value) -> Self {
        let edit = params.pointer("/capabilities/workspace/workspaceEdit");
        let has_changes = edit.and_then(|edit| edit.get("documentChanges")).and_then(Value::as_bool);
        let kinds = edit.and_then(|edit| edit.get("resourceOperations")).and_then(Value::as_array);
        let renames = kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "rename"));
        Self { renames_files: renames && has_changes == Some(true) }
    }
}

/// The open texts and the project.
#[derive(Clone, Copy)]
pub(super) struct Session<'s> {
    pub(super) texts: &'s BTreeMap<String, String>,
    pub(super) root: Option<&'s Path>,
    pub(super) abilities: Abilities,
}

/// The changes for the editor, and a message about what a person must do.
pub(super) struct Renamed {
    pub(super) edit: Value,
    pub(super) message: Option<String>,
}

/// Returns the range of the name at a position, if it can be renamed.
pub(super) fn prepare(session: Session<'_>, uri: &str, position: Position) -> Option<Value> {
    let text = session.texts.get(uri)?;
    let named = named(&path_of(uri)?, text, position, session.root)?;
    let name = text.get(named.range.clone())?;
    Some(json!({ "range": Lines::of(text).range(named.range.clone()), "placeholder": name }))
}

/// Renames the file that is named at a position, and changes all references to it.
///
/// # Errors
/// A sentence to show, if nothing can be renamed.
pub(super) fn rename(session: Session<'_>, uri: &str, position: Position, new: &str) -> Result<Renamed, String> {
    if !session.abilities.renames_files {
        return Err("this editor can't rename files for a language server; run engine-assets rename".to_owned());
    }
    let (path, text) = path_of(uri).zip(session.texts.get(uri)).ok_or("the file isn't open")?;
    let named = named(&path, text, position, session.root).ok_or("there is no name of a file")?;
    let old = named.files.first().ok_or("there is no file")?;
    let resources = around(&path, session.root).ok_or("the project can't be read")?;
    let old_name = resources.name_of(old).ok_or("the file is outside of the resource folders")?;
    let spelled = text.get(named.range).unwrap_or_default();
    let new_name = new_name(&old_name, spelled, new);
    let root = old.ancestors().nth(old_name.split('/').count()).ok_or("the file is outside of the resource folders")?;
    let to = new_name.split('/').fold(root.to_path_buf(), |path, part| path.join(part));
    let plan = plan(session, &path, &resources, &[Moved { from: old.clone(), to }])?;
    changes(session, &plan, &[])
}

/// Returns the new resource name when a person changes the text `spelled` to `new`. If the text had no folder or
/// extension, it does not need one now.
fn new_name(old_name: &str, spelled: &str, new: &str) -> String {
    let new = new.trim().replace('\\', "/");
    let at = old_name.to_lowercase().rfind(&spelled.to_lowercase());
    let around = at.and_then(|at| Some((old_name.get(..at)?, old_name.get(at + spelled.len()..)?)));
    around.map_or(new.clone(), |(before, after)| format!("{before}{new}{after}"))
}

/// A file or folder to move.
struct Moved {
    from: PathBuf,
    to: PathBuf,
}

/// Returns the references to change when the editor is about to rename files.
///
/// # Errors
/// A sentence to show, if references can't be changed.
pub(super) fn will_rename(session: Session<'_>, params: &Value) -> Result<Option<Renamed>, String> {
    let files = params.get("files").and_then(Value::as_array).ok_or("missing field `files`")?;
    let path = |file: &Value, key: &str| path_of(file.get(key)?.as_str()?);
    let moved = files.iter().filter_map(|file| Some(Moved { from: path(file, "oldUri")?, to: path(file, "newUri")? }));
    let moved: Vec<Moved> = moved.collect();
    let Some(first) = moved.first() else { return Ok(None) };
    let Some(resources) = around(&first.from, session.root) else { return Ok(None) };
    let plan = plan(session, &first.from, &resources, &moved)?;
    changes(session, &plan, &moved).map(Some)
}

/// Plans how to rename files. If no folder is open in the editor, `path` is used to find the project.
fn plan(session: Session<'_>, path: &Path, resources: &Resources, moved: &[Moved]) -> Result<RenamePlan, String> {
    let project = match session.root.filter(|root| path.starts_with(root)) {
        Some(root) => root.to_path_buf(),
        None => project_of(resources).ok_or("open the folder of the project in the editor")?,
    };
    let text = |path: &Path| path.to_str().map(str::to_owned).ok_or(format!("{}: its name isn't UTF-8", shown(path)));
    let mut rename = Rename::new(project);
    for Moved { from, to } in moved {
        rename = rename.pair(text(from)?, text(to)?);
    }
    rename.plan().map_err(|error| match error {
        RenameError::Refused(reasons) => shown_text(&reasons.join("; ")),
        error => shown_text(&error.to_string()),
    })
}

/// Returns the folder that contains all resource folders.
fn project_of(resources: &Resources) -> Option<PathBuf> {
    let mut folders = resources.roots().filter(|root| root.is_dir());
    let first = folders.next()?;
    let rest: Vec<&Path> = folders.collect();
    if rest.is_empty() {
        return Some(first.to_path_buf());
    }
    first.ancestors().skip(1).find(|outer| rest.iter().all(|root| root.starts_with(outer))).map(Path::to_path_buf)
}

/// Returns the changes of a plan, except for those that the editor makes itself.
fn changes(session: Session<'_>, plan: &RenamePlan, own: &[Moved]) -> Result<Renamed, String> {
    let mut list = Vec::new();
    for file in &plan.files {
        list.extend(edits_of(session, file)?);
    }
    let is_own = |file: &ChangedFile| own.iter().any(|moved| file.from.starts_with(&moved.from));
    let moves = plan.files.iter().filter(|file| file.from != file.to && !is_own(file));
    let moves: Vec<Value> = moves.map(|file| of_move(&file.from, &file.to)).collect();
    if !moves.is_empty() && !session.abilities.renames_files {
        return Err(
            "other files are loaded together with it, and this editor can't rename these; run engine-assets rename"
                .to_owned(),
        );
    }
    list.extend(moves);
    Ok(Renamed { edit: json!({ "documentChanges": list }), message: left(plan) })
}

/// Returns the edits to make in a file.
fn edits_of(session: Session<'_>, file: &ChangedFile) -> Result<Option<Value>, String> {
    let Some((old, new)) = file.old_bytes().zip(file.new_bytes()) else { return Ok(None) };
    let name = || shown(&near(&file.from));
    let text = |bytes| std::str::from_utf8(bytes).ok().filter(|text: &&str| !text.contains('\0'));
    let Some((old, new)) = text(old).zip(text(new)) else {
        return Err(format!(
            "{} names it and is binary, so an editor can't change it; run engine-assets rename",
            name()
        ));
    };
    let open = session.texts.iter().find(|(uri, _)| path_of(uri).is_some_and(|path| path == file.from));
    // Most editors keep the mark of UTF-8 to themselves: it is no character of their texts, and stays in the file.
    let is_marked = open.is_some_and(|(_, text)| text.starts_with(MARK));
    let (old, new) = if is_marked { (old, new) } else { (unmarked(old), unmarked(new)) };
    if open.is_some_and(|(_, text)| text != old) {
        return Err(format!("{} has unsaved changes; save it first", name()));
    }
    let uri = open.map_or_else(|| uri(&file.from), |(uri, _)| uri.clone());
    Ok(Some(of_file(&uri, &edits(old, new))))
}

/// Returns a message about what a person must check, or `None`.
fn left(plan: &RenamePlan) -> Option<String> {
    let places = plan.left.iter().map(|left| {
        let line = left.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("{}{line}: {}", shown(&near(&left.path)), shown_text(&left.text))
    });
    let all: Vec<String> = places.chain(plan.unsearched.iter().map(ToString::to_string)).collect();
    let more = all.len().saturating_sub(MAX_PLACES);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let some = all.iter().take(MAX_PLACES).cloned().collect::<Vec<_>>().join("; ");
    (!all.is_empty())
        .then(|| format!("engine-assets: these places may mean a renamed file and stay as they are: {some}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_names_stay_parts() {
        for (old, spelled, new, expected) in [
            ("Textures/a.png", "Textures/a.png", "Art/b.png", "Art/b.png"),
            ("Textures/a.png", "a.png", "b.png", "Textures/b.png"),
            ("models/props/box.pmdl", "props/Box", "props/crate", "models/props/crate.pmdl"),
            ("Shaders/GLSL/Lit.glsl", "Lit", "Dark", "Shaders/GLSL/Dark.glsl"),
            ("Textures/a.png", "../Textures/a.png", "Textures\\b.png", "Textures/b.png"),
        ] {
            assert_eq!(new_name(old, spelled, new), expected, "{spelled}");
        }
    }
}
