//! The references to a file, or of a file.

use std::io;
use std::path::Path;

use engine_assets::graph::{FileId, Graph, Target, Use};
use serde::Serialize;

use super::Arguments;
use crate::counts::counted;
use crate::report::{FileName, Outcome, print, print_error, print_json, shown_text};

/// The JSON of `refs NAME`.
#[derive(Serialize)]
struct Users<'g> {
    /// The file; null for a name without a file.
    path: Option<FileName>,
    name: &'g str,
    users: Vec<User<'g>>,
}

/// A file that names another one.
#[derive(Serialize)]
struct User<'g> {
    #[serde(flatten)]
    file: FileName,
    line: Option<u32>,
    #[serde(flatten)]
    named: Named<'g>,
}

/// The JSON of `refs --of`.
#[derive(Serialize)]
struct Uses<'g> {
    path: FileName,
    name: &'g str,
    uses: Vec<Used<'g>>,
}

/// A file that another one names.
#[derive(Serialize)]
struct Used<'g> {
    depth: usize,
    /// The file that contains the name.
    user: FileName,
    line: Option<u32>,
    /// What the name leads to: `file`, `outside`, `engine`, `missing`.
    target: &'static str,
    /// The named file, if it belongs to the project.
    path: Option<FileName>,
    #[serde(flatten)]
    named: Named<'g>,
}

/// How a file is named.
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

    /// `"Textures/Stone.dds", texture 0`.
    fn shown(&self) -> String {
        let part = if self.part.is_empty() { self.kind } else { self.part };
        let part = if part.is_empty() { String::new() } else { format!(", {}", shown_text(part)) };
        format!("\"{}\"{part}", shown_text(&self.reference))
    }
}

/// Prints the files that name a file, or that name a file that doesn't exist.
pub(super) fn users<'g>(arguments: &Arguments, graph: &'g Graph, name: &'g str) -> io::Result<Outcome> {
    let user = |one: Use<'g>| user(arguments, &one);
    let files = graph.find(name);
    for file in &files {
        let Some(own) = graph.files().get(*file) else { continue };
        let users = graph.users(*file).map(user).collect();
        print_users(arguments, &Users { path: Some(below(arguments, &own.path)), name: &own.name, users })?;
    }
    if !files.is_empty() {
        return Ok(Outcome::Fine);
    }
    let is_it = |one: &Use<'_>| !matches!(one.target, Target::File(_)) && one.name.eq_ignore_ascii_case(name);
    let users: Vec<User<'_>> = graph.references().filter(is_it).map(user).collect();
    if users.is_empty() {
        return Ok(unknown(arguments, name));
    }
    print_users(arguments, &Users { path: None, name, users })?;
    Ok(Outcome::Fine)
}

fn user<'g>(arguments: &Arguments, one: &Use<'g>) -> User<'g> {
    User { file: below(arguments, &one.from.path), line: one.line, named: Named::of(one) }
}

fn print_users(arguments: &Arguments, users: &Users<'_>) -> io::Result<()> {
    if arguments.json {
        return print_json(users);
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
    print(&text)
}

/// Prints the files that a file names.
pub(super) fn uses(arguments: &Arguments, graph: &Graph, name: &str) -> io::Result<Outcome> {
    let files = graph.find(name);
    for file in &files {
        let Some(own) = graph.files().get(*file) else { continue };
        let all = if arguments.deep { graph.deep_uses(*file) } else { graph.uses(*file).map(|one| (1, one)).collect() };
        let uses = all.into_iter().map(|(depth, one)| used(arguments, graph, depth, &one)).collect();
        let uses = Uses { path: below(arguments, &own.path), name: &own.name, uses };
        if arguments.json {
            print_json(&uses)?;
        } else {
            print_uses(&uses)?;
        }
    }
    Ok(if files.is_empty() { unknown(arguments, name) } else { Outcome::Fine })
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

fn print_uses(uses: &Uses<'_>) -> io::Result<()> {
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
    print(&text)
}

fn unknown(arguments: &Arguments, name: &str) -> Outcome {
    let (name, project) = (shown_text(name), crate::report::shown(&arguments.project));
    print_error(&format!("no file and no reference in {project} is called \"{name}\"; pass --project DIR"));
    Outcome::Bad
}

/// The path of a file below the project; of code, as it was found.
fn below(arguments: &Arguments, path: &Path) -> FileName {
    FileName::of(path.strip_prefix(&arguments.project).unwrap_or(path).as_os_str())
}
