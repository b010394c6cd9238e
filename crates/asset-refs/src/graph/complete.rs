//! Completes file names in an editor.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use asset_formats::{Asset, Detection, Reference, references};
use asset_project::{Resources, resources::detected};
use urho_resource::Kind;

use super::read::implied;
use super::text::Language;

/// The names that can be used at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The bytes to replace with one of the names. They contain the name that is there now.
    pub range: Range<usize>,
    /// The resource type in the engine, for example `Material`. It is empty if the format doesn't determine it.
    pub kind: String,
    /// The names, sorted.
    pub names: Vec<String>,
}

/// To find out the type of a file, it must be opened, because an extension such as `.xml` is used for many types. This
/// is the maximum number of files to open.
const OPENED: usize = 5_000;
/// The type of a file can be determined from this many bytes.
const BEGINNING: u64 = 1 << 10;
/// This name stands for the name to complete, and no file has it. It must be in lower case because Pragma reads names
/// like this.
const MARK: &str = "engine-assets-completes-this-name";

/// Returns the names that an editor can offer at a byte offset in a text: materials where the format of the text
/// expects a material, textures where it expects a texture. This works for XML, JSON, UDM and material lists. If the
/// format expects no name there, or if the text is broken, the result is `None`.
///
/// ```
/// use asset_project::Resources;
/// use asset_refs::graph::completion_at;
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
    let resource = resources.name_of(path);
    let mut places = references(&asset, resource.as_deref());
    places.extend(implied(&asset).into_iter().flatten());
    places.retain(|reference| reference.name.to_text().eq_ignore_ascii_case(MARK));
    let kind = places.first()?.kind.clone();
    let all = resources.names(&|_| true);
    let mut fitting = Fitting { resources, opened: 0 };
    let mut names = BTreeSet::new();
    for reference in &places {
        for (before, after) in reference.candidates.iter().filter_map(|candidate| candidate.split_once(MARK)) {
            let between = |name: &String| Some(name.strip_prefix(before)?.strip_suffix(after)?.to_owned());
            let named = all.iter().filter_map(|name| Some((name, between(name)?)));
            names.extend(named.filter(|(name, _)| fitting.fits(reference, name)).map(|(_, name)| name));
        }
    }
    Some(Completion { range, kind, names: names.into_iter().filter(|name| !name.is_empty()).collect() })
}

/// Parses a text that contains the marked name. A list of names can't be recognized with this mark in it, so the format
/// is then taken from the original text.
fn parsed<'m>(path: &Path, text: &str, marked: &'m str) -> Option<Asset<'m>> {
    if let Ok(asset) = Asset::parse(marked.as_bytes(), Some(path)) {
        return Some(asset);
    }
    let format = Asset::parse(text.as_bytes(), Some(path)).ok()?.format();
    Asset::parse_as(format, marked.as_bytes()).ok()
}

/// Finds out which files are of the right type.
struct Fitting<'r> {
    resources: &'r Resources,
    opened: usize,
}

impl Fitting<'_> {
    /// Checks whether a file has a type that can be used here.
    fn fits(&mut self, reference: &Reference, name: &str) -> bool {
        let kinds = kinds_of(&reference.kind);
        if reference.expects.is_empty() {
            return true;
        }
        if let Some(format) = asset_formats::expected_format(Path::new(name)) {
            return reference.expects.contains(&format);
        }
        if self.opened >= OPENED {
            return false;
        }
        self.opened += 1;
        let Some(resource) = self.resources.find(name).ok().flatten() else { return false };
        let Ok((head, is_whole)) = self.resources.read_beginning(&resource, BEGINNING) else { return false };
        match detected(&head, is_whole, name) {
            Detection::Known(format) if !reference.expects.contains(&format) => false,
            Detection::Known(_) if kinds.is_empty() => true,
            Detection::Known(_) => urho_resource::detect(&head, Some(name)).is_some_and(|kind| kinds.contains(&kind)),
            _ => false,
        }
    }
}

/// Returns the kinds of data files that the engine loads as this resource type.
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

/// Returns the name around an offset. It ends at quotes, tags, and the separators of a list; in a list of names, it is
/// the whole line.
fn name_around(text: &str, offset: usize, language: Language) -> Option<Range<usize>> {
    const ENDS: [char; 7] = ['"', '\'', ';', '<', '>', '\n', '\r'];
    let (before, after) = (text.get(..offset)?, text.get(offset..)?);
    let start = before.rfind(ENDS).map_or(0, |at| at + 1);
    let end = after.find(ENDS).map_or(text.len(), |at| offset + at);
    let is_list = language == Language::Plain;
    let is_opened = before.get(..start)?.ends_with(['"', '\'', ';', '>']);
    (is_list || is_opened && language == Language::Data).then_some(start..end)
}
