//! Lists the references to a file or from a file.

use std::io;
use std::path::Path;

use engine_assets::graph::{FileId, Graph, Target, Use};
use serde::Serialize;

use super::Arguments;
use crate::counts::counted;
use crate::report::{FileName, json_line, shown_text};

/// The JSON that `refs NAME` prints.
#[derive(Serialize)]
struct Users<'g> {
    /// The path of the file, or null if a file with this name does not exist.
    path: Option<FileName>,
    name: &'g str,
    users: Vec<User<'g>>,
}

/// A file that references another file.
#[derive(Serialize)]
struct User<'g> {
    #[serde(flatten)]
    file: FileName,
    line: Option<u32>,
    #[serde(flatten)]
    named: Named<'g>,
}

/// The JSON that `refs --of` prints.
#[derive(Serialize)]
struct Uses<'g> {
    path: FileName,
    name: &'g str,
    uses: Vec<Used<'g>>,
}

/// A file that is referenced.
#[derive(Serialize)]
struct Used<'g> {
    depth: usize,
    /// The file that contains the reference.
    user: FileName,
    line: Option<u32>,
    /// The kind of the target: `file`, `outside`, `engine` or `missing`.
    target: &'static str,
    /// The path of the target, if it belongs to the project.
    path: Option<FileName>,
    #[serde(flatten)]
    named: Named<'g>,
}

/// How a file is referenced.
#[derive(Serialize)]
struct Named<'g> {
    reference: String,
    certainty: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'g str,
    #[serde(skip_serializing_if = "str::is_empty")]
    part: &'g str,
}

impl<'g> Named<'g> {
    fn of(one: &Use<'g>) -> Self {
        Self { reference: one.name.to_string(), certainty: one.certainty.name(), kind: one.kind, part: one.part }
    }

    /// Returns a text such as `"Textures/Stone.dds", texture 0`.
    fn shown(&self) -> String {
        let part = if self.part.is_empty() { self.kind } else { self.part };
        let part = if part.is_empty() { String::new() } else { format!(", {}", shown_text(part)) };
        format!("\"{}\"{part}", shown_text(&self.reference))
    }
}

/// Returns the files that reference a file. This also works if the file does not exist. Returns `None` if there are
/// none.
pub(super) fn users<'g>(arguments: &Arguments, graph: &'g Graph, name: &'g str) -> io::Result<Option<String>> {
    let user = |one: Use<'g>| user(arguments, &one);
    let files = graph.find(name);
    let mut text = String::new();
    for file in &files {
        let Some(listed) = graph.files().get(*file) else { continue };
        let users = graph.users(*file).map(user).collect();
        text +=
            &users_text(arguments, &Users { path: Some(below(arguments, &listed.path)), name: &listed.name, users })?;
    }
    if !files.is_empty() {
        return Ok(Some(text));
    }
    let is_it = |one: &Use<'_>| !matches!(one.target, Target::File(_)) && one.name.eq_ignore_ascii_case(name);
    let users: Vec<User<'_>> = graph.references().filter(is_it).map(user).collect();
    if users.is_empty() {
        return Ok(None);
    }
    users_text(arguments, &Users { path: None, name, users }).map(Some)
}

fn user<'g>(arguments: &Arguments, one: &Use<'g>) -> User<'g> {
    User { file: below(arguments, &one.from.path), line: one.line, named: Named::of(one) }
}

fn users_text(arguments: &Arguments, users: &Users<'_>) -> io::Result<String> {
    if arguments.json {
        return json_line(users);
    }
    let (name, count) = (shown_text(users.name), counted(users.users.len(), "reference"));
    let mut text = match &users.path {
        None => format!("{name}: not a file of the project, {count}\n"),
        Some(_) => format!("{name}: {count}\n"),
    };
    for user in &users.users {
        let line = user.line.map(|line| format!(":{line}")).unwrap_or_default();
        text += &format!("  {:<8} {}{line}: {}\n", user.named.certainty, user.file.shown(), user.named.shown());
    }
    Ok(text)
}

/// Returns the files that a file references, or `None` if there is no such file.
pub(super) fn uses(arguments: &Arguments, graph: &Graph, name: &str) -> io::Result<Option<String>> {
    let files = graph.find(name);
    let mut text = String::new();
    for file in &files {
        let Some(listed) = graph.files().get(*file) else { continue };
        let all = if arguments.deep { graph.deep_uses(*file) } else { graph.uses(*file).map(|one| (1, one)).collect() };
        let uses = all.into_iter().map(|(depth, one)| used(arguments, graph, depth, &one)).collect();
        let uses = Uses { path: below(arguments, &listed.path), name: &listed.name, uses };
        text += &if arguments.json { json_line(&uses)? } else { uses_text(&uses) };
    }
    Ok((!files.is_empty()).then_some(text))
}

fn used<'g>(arguments: &Arguments, graph: &'g Graph, depth: usize, one: &Use<'g>) -> Used<'g> {
    let path = |file: FileId| Some(below(arguments, &graph.files().get(file)?.path));
    let path = if let Target::File(file) = one.target { path(file) } else { None };
    Used {
        depth,
        user: below(arguments, &one.from.path),
        line: one.line,
        target: one.target.name(),
        path,
        named: Named::of(one),
    }
}

fn uses_text(uses: &Uses<'_>) -> String {
    let mut text = format!("{}: {}\n", shown_text(uses.name), counted(uses.uses.len(), "reference"));
    for one in &uses.uses {
        let target = match (&one.path, one.target) {
            (Some(path), _) => path.shown(),
            (None, "missing") => "doesn't exist".to_owned(),
            (None, "engine") => "a file of the engine".to_owned(),
            (None, _) => "outside of the project".to_owned(),
        };
        let indent = "  ".repeat(one.depth.min(16));
        text += &format!("{indent}{:<8} {} -> {target}\n", one.named.certainty, one.named.shown());
    }
    text
}

/// Returns a path relative to the project. For code, this is the path as it was found.
fn below(arguments: &Arguments, path: &Path) -> FileName {
    FileName::of(path.strip_prefix(&arguments.project).unwrap_or(path).as_os_str())
}
