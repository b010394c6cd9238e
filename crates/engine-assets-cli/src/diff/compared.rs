//! The comparison of two versions of a file.

use std::path::{Path, PathBuf};

use engine_assets::paths::{Change, ChangeKind, DiffOptions, diff};
use engine_assets::{Asset, Error, Typed};

use crate::inputs::Input;
use crate::report::{Outcome, shown};

/// The message to print if the compared parts are equal, but the bytes are not.
pub(super) const OTHER_BYTES: &str = "the compared parts are equal; other bytes differ";

/// Two versions of a file to compare. At most one of them can be missing.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The name to show in the output.
    pub(super) name: PathBuf,
    /// The old name, if the file was renamed.
    pub(super) was: Option<PathBuf>,
    pub(super) old: Option<PathBuf>,
    pub(super) new: Option<PathBuf>,
}

/// The result of a comparison.
#[derive(Debug)]
pub(super) enum Content {
    /// The bytes are equal.
    Same,
    /// Only the encoding, layout or order differs.
    Layout,
    Changes(Vec<Change>),
    /// The compared parts are equal, but other parts differ.
    Rest,
    /// The file is new.
    Added,
    /// The file was deleted.
    Removed,
    /// The format is unknown, and the bytes differ.
    Bytes,
    Failed(Vec<String>),
}

/// Two versions of a file, and the result of the comparison.
#[derive(Debug)]
pub(super) struct Compared {
    pub(super) pair: Pair,
    pub(super) content: Content,
}

/// How many changes there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) added: usize,
    pub(super) removed: usize,
    pub(super) changed: usize,
}

impl Pair {
    pub(super) fn new(name: &Path, old: &Path, new: &Path) -> Self {
        Self { name: name.to_path_buf(), was: None, old: Some(old.to_path_buf()), new: Some(new.to_path_buf()) }
    }
}

impl Compared {
    pub(super) fn outcome(&self) -> Outcome {
        match &self.content {
            Content::Same | Content::Layout => Outcome::Fine,
            Content::Failed(_) => Outcome::Failed,
            _ => Outcome::Bad,
        }
    }

    /// Returns `true` if a file must be listed. A file of a folder is not listed if there is nothing to report.
    pub(super) fn is_shown(&self) -> bool {
        self.pair.was.is_some() || !matches!(self.content, Content::Same | Content::Layout)
    }

    /// Returns the name to show. If the file was renamed, this also has the old name.
    pub(super) fn title(&self) -> String {
        let name = shown(&self.pair.name);
        self.pair.was.as_ref().map_or(name.clone(), |was| format!("{name} (was {})", shown(was)))
    }

    pub(super) fn counts(&self) -> Counts {
        match &self.content {
            Content::Changes(changes) => {
                let count = |kind| changes.iter().filter(|change| change.kind() == kind).count();
                let [added, removed, changed] =
                    [ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed].map(count);
                Counts { added, removed, changed }
            }
            Content::Added => Counts { added: 1, ..Counts::default() },
            Content::Removed => Counts { removed: 1, ..Counts::default() },
            Content::Rest | Content::Bytes => Counts { changed: 1, ..Counts::default() },
            Content::Same | Content::Layout | Content::Failed(_) => Counts::default(),
        }
    }

    /// Returns the changes to list. If the whole file changed, this is a change without a path.
    pub(super) fn changes(&self) -> Vec<Change> {
        let whole = |set: fn(&mut Change, String), text: &str| {
            let mut change = Change::default();
            set(&mut change, text.to_owned());
            vec![change]
        };
        match &self.content {
            Content::Changes(changes) => changes.clone(),
            Content::Added => whole(|change, text| change.new = Some(text), "new file"),
            Content::Removed => whole(|change, text| change.old = Some(text), "deleted file"),
            Content::Rest => whole(|change, text| change.note = Some(text), OTHER_BYTES),
            Content::Bytes => whole(|change, text| change.note = Some(text), "the bytes differ; the format is unknown"),
            Content::Same | Content::Layout | Content::Failed(_) => Vec::new(),
        }
    }
}

/// Compares two files that were named on the command line. If `name` is given, it is used to detect the format.
pub(super) fn named(pair: &Pair, name: Option<&Path>, tolerance: f64) -> Compared {
    let read = |file: &Option<PathBuf>| {
        let file = file.as_deref().unwrap_or(Path::new(""));
        Input::new(file).read().map_err(|error| format!("{}: {error}", shown(name.unwrap_or(file))))
    };
    let content = match (read(&pair.old), read(&pair.new)) {
        (Ok(before), Ok(after)) => {
            let parse = |file: &Option<PathBuf>, bytes| {
                let file = file.as_deref().unwrap_or(Path::new(""));
                match name {
                    Some(name) => Asset::parse(bytes, Some(name)),
                    None => Input::new(file).asset(bytes),
                }
                .map_err(|error| about(name.unwrap_or(file), &error))
            };
            let parsed = parse(&pair.old, &before).and_then(|old| Ok((old, parse(&pair.new, &after)?)));
            match parsed {
                Ok(both) => of_assets(pair, &both.0, &both.1, before == after, tolerance),
                Err(error) => Content::Failed(vec![error]),
            }
        }
        (before, after) => Content::Failed(before.err().into_iter().chain(after.err()).collect()),
    };
    Compared { pair: pair.clone(), content }
}

/// Compares two versions of a file in a folder or revision. If the format is not known, the bytes are compared.
pub(super) fn compared(pair: &Pair, tolerance: f64) -> Compared {
    let content = match (&pair.old, &pair.new) {
        (None, _) => Content::Added,
        (_, None) => Content::Removed,
        (Some(old), Some(new)) => both(pair, (old, new), tolerance),
    };
    Compared { pair: pair.clone(), content }
}

fn both(pair: &Pair, (old, new): (&Path, &Path), tolerance: f64) -> Content {
    let (old, new) = (Input::found(old), Input::found(new));
    let read = |input: &Input| input.read().map_err(|error| format!("{}: {error}", shown(&pair.name)));
    let (before, after) = match (read(&old), read(&new)) {
        (Ok(before), Ok(after)) => (before, after),
        (before, after) => return Content::Failed(before.err().into_iter().chain(after.err()).collect()),
    };
    if before == after {
        return Content::Same;
    }
    // By its own name: of a file in a temporary folder, too.
    let parse = |name: &Path, bytes| match Asset::parse(bytes, Some(name)) {
        Ok(asset) => Ok(Some(asset)),
        Err(Error::Unknown { .. } | Error::LookAlike(_)) => Ok(None),
        Err(error) => Err(about(name, &error)),
    };
    let was = pair.was.as_deref().unwrap_or(&pair.name);
    match (parse(was, &before), parse(&pair.name, &after)) {
        (Ok(Some(before)), Ok(Some(after))) => of_assets(pair, &before, &after, false, tolerance),
        (Ok(_), Ok(_)) => Content::Bytes,
        (before, after) => Content::Failed(before.err().into_iter().chain(after.err()).collect()),
    }
}

fn of_assets(pair: &Pair, old: &Asset<'_>, new: &Asset<'_>, is_same: bool, tolerance: f64) -> Content {
    match diff(old, new, &DiffOptions::default().tolerance(tolerance)) {
        Err(error) => Content::Failed(vec![about(&pair.name, &error)]),
        // Equal bytes of a glTF may name other files that differ.
        Ok(changes) if !changes.is_empty() => Content::Changes(changes),
        Ok(_) if is_same => Content::Same,
        Ok(_) if is_compared_whole(new) => Content::Layout,
        Ok(_) => Content::Rest,
    }
}

/// Returns `true` if all content of this format is compared, so that without changes only the layout can differ. For
/// other formats, only the parts that `inspect` shows are compared.
fn is_compared_whole(asset: &Asset<'_>) -> bool {
    let is_data = matches!(
        asset.typed(),
        Typed::UrhoMaterial(_)
            | Typed::UrhoMaterialList(_)
            | Typed::UrhoTechnique(_)
            | Typed::UrhoTexture(_)
            | Typed::UrhoResource(_)
            | Typed::UrhoScene(_)
    );
    let is_bulk = matches!(asset.typed(), Typed::UrhoMdl(_) | Typed::UrhoAni(_) | Typed::UrhoPak(_) | Typed::Image(_));
    is_data || is_bulk || asset.as_udm().is_some()
}

/// Formats an error using the name that the user knows.
fn about(name: &Path, error: &Error) -> String {
    format!("{}: {error}", shown(name))
}
