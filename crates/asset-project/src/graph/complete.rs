//! Names that fit a place of a text, for editors.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use urho_resource::Kind;

use super::read::implied;
use super::text::Language;
use crate::resources::{Reference, detected, references};
use crate::{Asset, Detection, Format, Resources};

/// The names that fit a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// Bytes of the name at the place, which each of the names replaces.
    pub range: Range<usize>,
    /// Type of the resource in the engine, such as `Material`; empty if the format doesn't tell it.
    pub kind: String,
    /// The names, sorted.
    pub names: Vec<String>,
}

/// Files that are opened to find out whether they are of a type, at most: an extension such as `.xml` belongs to many types.
const OPENED: usize = 5_000;
/// Bytes of a file that tell its type.
const BEGINNING: u64 = 1 << 10;
/// A name that no file has. It is in lower case, as Pragma reads names.
const MARK: &str = "engine-assets-completes-this-name";

/// Returns the names of files that fit at a byte of a text: materials where the format of the text reads a material, textures where it reads a texture. `None` if the
/// format reads no name there, or if the text is broken. Names are completed in XML, JSON, UDM and material lists.
///
/// ```
/// use asset_project::Resources;
/// use asset_project::graph::completion_at;
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("Stone.png"), "")?;
/// # std::fs::write(folder.path().join("Stone.mdl"), "")?;
/// let resources = Resources::new().folder(folder.path())?;
/// let path = folder.path().join("Stone.xml");
/// let completion = completion_at(&path, "<material><texture name=\"\" /></material>", 25, &resources).ok_or("no name")?;
/// assert_eq!((completion.kind.as_str(), completion.names), ("Texture", vec!["Stone.png".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn completion_at(path: &Path, text: &str, offset: usize, resources: &Resources) -> Option<Completion> {
    let range = name_around(text, offset, Language::of(path)?)?;
    let marked = format!("{}{MARK}{}", text.get(..range.start)?, text.get(range.end..)?);
    let asset = parsed(path, text, &marked)?;
    let own = resources.name_of(path);
    let mut places = references(&asset, own.as_deref());
    places.extend(implied(&asset).into_iter().flatten());
    places.retain(|place| place.name.to_text().eq_ignore_ascii_case(MARK));
    let kind = places.first()?.kind.clone();
    let all = resources.names(&|_| true);
    let mut fitting = Fitting { resources, opened: 0 };
    let mut names = BTreeSet::new();
    for place in &places {
        for (before, after) in place.candidates.iter().filter_map(|candidate| candidate.split_once(MARK)) {
            let between = |name: &String| Some(name.strip_prefix(before)?.strip_suffix(after)?.to_owned());
            let named = all.iter().filter_map(|name| Some((name, between(name)?)));
            names.extend(named.filter(|(name, _)| fitting.fits(place, name)).map(|(_, name)| name));
        }
    }
    Some(Completion { range, kind, names: names.into_iter().filter(|name| !name.is_empty()).collect() })
}

/// The document of a text with a marked name. A list of names is only known as one by the original.
fn parsed<'m>(path: &Path, text: &str, marked: &'m str) -> Option<Asset<'m>> {
    if let Ok(asset) = Asset::parse(marked.as_bytes(), Some(path)) {
        return Some(asset);
    }
    let format = Asset::parse(text.as_bytes(), Some(path)).ok()?.format();
    Asset::parse_as(format, marked.as_bytes()).ok()
}

/// Finds out which files are of a type.
struct Fitting<'r> {
    resources: &'r Resources,
    opened: usize,
}

impl Fitting<'_> {
    /// Whether a file is of the type that a place reads.
    fn fits(&mut self, place: &Reference, name: &str) -> bool {
        let kinds = kinds_of(&place.kind);
        if place.expects.is_empty() {
            return true;
        }
        if let Some(format) = crate::content::expected(Path::new(name)) {
            return place.expects.contains(&format);
        }
        if self.opened >= OPENED {
            return false;
        }
        self.opened += 1;
        let Some(found) = self.resources.find(name).ok().flatten() else { return false };
        let Ok((head, is_whole)) = self.resources.read_beginning(&found, BEGINNING) else { return false };
        match detected(&head, is_whole, name) {
            Detection::Known(Format::URHO_RESOURCE) if !kinds.is_empty() => {
                urho_resource::detect(&head, Some(name)).is_some_and(|kind| kinds.contains(&kind))
            }
            Detection::Known(format) => place.expects.contains(&format),
            _ => false,
        }
    }
}

/// The kinds of data files that the engine reads as resources of a type.
fn kinds_of(resource: &str) -> &'static [Kind] {
    match resource {
        "AnimationSet2D" => &[Kind::Spriter],
        "Font" => &[Kind::BitmapFont, Kind::OutlineFont],
        "ParticleEffect" => &[Kind::ParticleEffect, Kind::ParticleGraph],
        "ParticleEffect2D" => &[Kind::ParticleEffect2d],
        "Sound" => &[Kind::Sound],
        "SpriteSheet2D" => &[Kind::SpriteSheet, Kind::PropertyListSheet],
        "TmxFile2D" => &[Kind::TileMap],
        _ => &[],
    }
}

/// The name around a byte: between quotes, separators of a list and tags; in a list of names the line.
fn name_around(text: &str, offset: usize, language: Language) -> Option<Range<usize>> {
    const ENDS: [char; 7] = ['"', '\'', ';', '<', '>', '\n', '\r'];
    let (before, after) = (text.get(..offset)?, text.get(offset..)?);
    let start = before.rfind(ENDS).map_or(0, |at| at + 1);
    let end = after.find(ENDS).map_or(text.len(), |at| offset + at);
    let is_list = language == Language::Plain;
    let is_opened = before.get(..start)?.ends_with(['"', '\'', ';', '>']);
    (is_list || is_opened && language == Language::Data).then_some(start..end)
}
