//! The commands `set`, `remove` and `insert`, which change files in place.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use engine_assets::paths::{Condition, Edited, PathError, SetOptions, ValuePath, Values, find};
use engine_assets::sources::{Listed, sources};
use engine_assets::urho_core::VariantKind;
use engine_assets::{Asset, Error, Typed};

use super::{Insert, Remove, Set, parsed, refuse, unguarded, unreadable};
use crate::inputs::Input;
use crate::output;
use crate::report::{Outcome, print, print_error, print_error_about, print_message};
use crate::resources::Lookup;
use crate::udm::{Opened, escaped};

/// A change to values.
pub(super) enum Change<'c> {
    Set { text: &'c str, options: &'c SetOptions, arguments: &'c Set, lookup: &'c Lookup },
    Remove { conditions: &'c [Condition] },
    Insert { text: &'c str },
}

impl Change<'_> {
    /// Applies the change to a document. If a file in a folder does not have the path, this is not an error, because
    /// other files may have it.
    fn apply(&self, input: &Input, asset: &mut Asset<'_>, path: &ValuePath) -> Result<Vec<Edited>, PathError> {
        let is_elsewhere =
            || matches!(asset.part().map(|root| find(&root, path)), None | Some(Err(PathError::Missing { .. })));
        let (has_free_parts, is_set) = (has_free_parts(asset), matches!(self, Self::Set { .. }));
        let adds = self.adds() && has_free_parts;
        if !input.named && (!has_free_parts && !is_set || !adds && is_elsewhere()) {
            return Err(PathError::NoMatch);
        }
        match self.attempt(input, asset, path) {
            Err(PathError::Missing { .. } | PathError::NoPaths(_)) if !input.named => Err(PathError::NoMatch),
            tried => tried,
        }
    }

    fn attempt(&self, input: &Input, asset: &mut Asset<'_>, path: &ValuePath) -> Result<Vec<Edited>, PathError> {
        match self {
            Self::Set { text, options, arguments, lookup } => {
                let resources = if arguments.allow_missing { None } else { lookup.of(input) };
                let kind = arguments.ty.as_deref().map(kind_of).transpose()?;
                let options = (*options).clone().resources(resources).kind(kind);
                asset.set_values(path, text, &options).map_err(|error| hinted(error, arguments))
            }
            Self::Remove { conditions } => asset.remove_values(path, conditions),
            Self::Insert { text } => asset.insert_value(path, text),
        }
    }

    /// Returns `true` if the path can name something that does not exist yet.
    fn adds(&self) -> bool {
        match self {
            Self::Set { options, .. } => options.create,
            Self::Insert { .. } => true,
            Self::Remove { .. } => false,
        }
    }

    pub(super) fn has_conditions(&self) -> bool {
        match self {
            Self::Set { options, .. } => !options.conditions.is_empty(),
            Self::Remove { conditions } => !conditions.is_empty(),
            Self::Insert { .. } => false,
        }
    }
}

/// Returns `true` if parts can be added to and removed from files of this format. Values can be set in more formats.
fn has_free_parts(asset: &Asset<'_>) -> bool {
    let is_data = matches!(asset.typed(), Typed::UrhoMaterial(_) | Typed::UrhoTechnique(_) | Typed::UrhoTexture(_));
    is_data || matches!(asset.typed(), Typed::UrhoAni(_) | Typed::UrhoResource(_) | Typed::UrhoScene(_))
}

/// The options that are the same for all files.
struct Job<'j> {
    path: &'j str,
    dry_run: bool,
    quiet: bool,
}

/// The number of changed values and files.
#[derive(Default)]
struct Total {
    values: usize,
    files: usize,
}

pub(crate) fn set(arguments: &Set, quiet: bool) -> io::Result<Outcome> {
    let Some((files, path, text)) = split(&arguments.words) else { return Ok(too_few()) };
    let conditions = match arguments.which.conditions() {
        Ok(conditions) => conditions,
        Err(error) => return Ok(bad_condition(&error)),
    };
    let options = SetOptions::default().create(arguments.create);
    let options = conditions.into_iter().fold(options, SetOptions::only);
    let lookup = Lookup::new(&arguments.resources)?;
    let job = Job { path, dry_run: arguments.which.dry_run, quiet };
    run(&files, &job, &Change::Set { text, options: &options, arguments, lookup: &lookup })
}

/// Adds the option that helps to an error.
fn hinted(error: PathError, arguments: &Set) -> PathError {
    match error {
        PathError::Missing { ref path, .. } if !arguments.create => {
            let path = path.clone();
            PathError::Refused { why: format!("{}; --create adds values", without(&error.to_string(), &path)), path }
        }
        PathError::Resource { ref path, .. } => {
            let path = path.clone();
            PathError::Refused { why: format!("{}; --allow-missing sets it", without(&error.to_string(), &path)), path }
        }
        error => error,
    }
}

/// Returns the type with this name. For UDM documents, types have other names.
fn kind_of(name: &str) -> Result<VariantKind, PathError> {
    let known = || VariantKind::all().map(|kind| kind.name().to_owned()).collect();
    VariantKind::from_name(name.as_bytes()).ok_or_else(|| PathError::Value {
        path: "--type".to_owned(),
        text: name.to_owned(),
        expected: "a type".to_owned(),
        words: known(),
    })
}

/// Removes the path from the start of a message.
fn without(message: &str, path: &str) -> String {
    message.strip_prefix(path).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message).to_owned()
}

pub(crate) fn remove(arguments: &Remove, quiet: bool) -> io::Result<Outcome> {
    let conditions = match arguments.which.conditions() {
        Ok(conditions) => conditions,
        Err(error) => return Ok(bad_condition(&error)),
    };
    let job = Job { path: &arguments.path, dry_run: arguments.which.dry_run, quiet };
    run(&arguments.files, &job, &Change::Remove { conditions: &conditions })
}

pub(crate) fn insert(arguments: &Insert, quiet: bool) -> io::Result<Outcome> {
    let Some((files, path, text)) = split(&arguments.words) else { return Ok(too_few()) };
    let job = Job { path, dry_run: arguments.dry_run, quiet };
    run(&files, &job, &Change::Insert { text })
}

/// Splits the arguments into files, path and value.
fn split(words: &[String]) -> Option<(Vec<PathBuf>, &str, &str)> {
    let [files @ .., path, text] = words else { return None };
    (!files.is_empty()).then(|| (files.iter().map(PathBuf::from).collect(), path.as_str(), unguarded(text)))
}

fn too_few() -> Outcome {
    print_error(&"expected FILE… PATH VALUE");
    Outcome::Failed
}

fn bad_condition(error: &PathError) -> Outcome {
    print_error(&format!("--where: {error}"));
    Outcome::Failed
}

/// Changes every file, and prints what was changed.
fn run(files: &[PathBuf], job: &Job<'_>, change: &Change<'_>) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    let mut total = Total::default();
    let mut changed = HashSet::new();
    for listed in sources(files, |_| true) {
        match listed {
            Ok(Listed::Source(input)) => {
                // A link in a folder leads to a file that has its turn, too.
                let file = input.path().canonicalize().ok().filter(|_| input.is_file());
                if file.as_ref().is_some_and(|file| changed.contains(file)) {
                    continue;
                }
                let before = total.files;
                worst = worst.max(change_file(input, job, &mut total, change)?);
                changed.extend(file.filter(|_| total.files > before));
            }
            Ok(Listed::Link(_)) => {}
            Err(error) => {
                print_error(&error);
                worst = worst.max(Outcome::Failed);
            }
        }
    }
    if total.values == 0 && worst == Outcome::Fine {
        print_error(&format!(
            "{}: no value was changed: none matches, or all have the value",
            escaped(job.path.as_bytes())
        ));
        return Ok(Outcome::Bad);
    }
    if !job.quiet && total.values > 0 {
        let verb = if job.dry_run { "would change" } else { "changed" };
        print_message(&format!("{verb} {} in {}", counted(total.values, "value"), counted(total.files, "file")));
    }
    Ok(worst)
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn change_file(input: Input, job: &Job<'_>, total: &mut Total, change: &Change<'_>) -> io::Result<Outcome> {
    // Files of a folder needn't be assets.
    if !input.named && input.read_if_asset().is_ok_and(|bytes| bytes.is_none()) {
        return Ok(Outcome::Fine);
    }
    let (input, bytes) = match Opened::read(input) {
        Ok(read) => read,
        Err((input, error)) => return Ok(unreadable(&input, &error)),
    };
    let mut asset = match input.asset(&bytes) {
        Ok(asset) => asset,
        Err(Error::Unknown { .. } | Error::LookAlike(_)) if !input.named => return Ok(Outcome::Fine),
        Err(error) => {
            print_error_about(&input, &error);
            return Ok(Outcome::of(&error));
        }
    };
    if asset.as_udm().is_some() {
        return match super::udm::change(&bytes, job.path, change) {
            Ok(changed) => finish(&input, changed, job, total),
            // Other files of a folder have the path.
            Err(_) if !input.named && !super::udm::has(&bytes, job.path) => Ok(Outcome::Fine),
            Err(problem) => {
                print_error_about(&input, &format!("{}: {problem}", escaped(job.path.as_bytes())));
                Ok(Outcome::Bad)
            }
        };
    }
    let path = match parsed(job.path) {
        Ok(path) => path,
        Err(outcome) => return Ok(outcome),
    };
    let edited = match change.apply(&input, &mut asset, &path) {
        Ok(edited) => edited,
        // What other files have is enough.
        Err(PathError::NoMatch) => return Ok(Outcome::Fine),
        Err(error) => return Ok(refuse(&input, &error)),
    };
    match asset.to_bytes() {
        Ok(bytes) => finish(&input, Changed { lines: edited.iter().map(line).collect(), bytes }, job, total),
        Err(error) => {
            print_error_about(&input, &error);
            Ok(Outcome::of(&error))
        }
    }
}

/// A changed file. This has its bytes, and a line for each value in the format of `udm diff`.
pub(super) struct Changed {
    pub(super) lines: Vec<String>,
    pub(super) bytes: Vec<u8>,
}

/// Writes a changed file, or prints its changes.
fn finish(input: &Opened, changed: Changed, job: &Job<'_>, total: &mut Total) -> io::Result<Outcome> {
    if changed.lines.is_empty() {
        return Ok(Outcome::Fine);
    }
    write(input, &changed.bytes, job)?;
    total.values += changed.lines.len();
    total.files += 1;
    if job.dry_run {
        changed.lines.iter().try_for_each(|line| print(&format!("{}: {line}\n", input.display())))?;
    }
    Ok(Outcome::Fine)
}

/// Writes a changed file in place. For standard input and package entries, it is written to standard output.
fn write(input: &Opened, bytes: &[u8], job: &Job<'_>) -> io::Result<()> {
    match (job.dry_run, input.is_file()) {
        (true, _) => Ok(()),
        (false, true) => input.replace(bytes),
        (false, false) => output::write(Path::new("-"), bytes, false),
    }
}

fn line(edited: &Edited) -> String {
    let path = escaped(edited.path.as_bytes());
    let text = |text: &String| escaped(text.as_bytes());
    match (&edited.before, &edited.after) {
        (Some(before), Some(after)) => format!("~ {path}: {} -> {}", text(before), text(after)),
        (None, Some(after)) => format!("+ {path}: {}", text(after)),
        (Some(before), None) => format!("- {path}: {}", text(before)),
        (None, None) => format!("- {path}"),
    }
}
