//! Merges three versions of a document.

mod binary;
mod conflict;
mod ids;
mod item;
mod json;
mod moves;
mod order;
mod resolve;
mod text;
mod three;
mod trivia;
mod xml;

use std::path::Path;

use asset_formats::{Detection, Error, Feature, Format};
use udm_tools::Side;
use urho_core::tree::XmlEncoding;

use self::item::Item;
use self::moves::Parents;
use self::resolve::Resolving;
use self::text::Text;

/// The three versions of a file to merge.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'b> {
    /// The common ancestor. It is empty if there is none.
    pub base: &'b [u8],
    /// The version on the branch that is checked out.
    pub ours: &'b [u8],
    /// The version on the other branch.
    pub theirs: &'b [u8],
}

/// This is the result of [`merge()`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// The merged file. If both sides contradict each other, it contains our value.
    pub bytes: Vec<u8>,
    /// The conflicts, in file order. In a text file, there is a comment before each of them.
    pub conflicts: Vec<Conflict>,
    /// Nodes and components of theirs that have a new id, because ours had added something else with the same id.
    pub renumbered: Vec<Renumbered>,
    /// The merged file as text, with a comment before each conflict. This is only set if a binary file has conflicts;
    /// [`resolve`] the text, then convert it back.
    pub text: Option<Vec<u8>>,
}

/// A part that both sides have changed in different ways.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The names from the document down to this part, separated by slashes.
    pub path: String,
    /// Our value, shortened and safe to print.
    pub ours: String,
    /// Their value, shortened and safe to print.
    pub theirs: String,
}

/// A node or component that has a new id.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Renumbered {
    /// The node name, or the class of the component.
    pub name: String,
    /// The id in theirs.
    pub old: u32,
    /// The id in the result.
    pub new: u32,
}

/// A conflict that has not been resolved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unresolved {
    /// The path, as in [`Conflict::path`].
    pub path: String,
    /// The line of the comment, counting from 1.
    pub line: usize,
    /// Our value, shortened and safe to print.
    pub ours: String,
    /// Their value, shortened and safe to print.
    pub theirs: String,
}

/// This is the result of [`resolve`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The text, without the conflicts that have been resolved.
    pub bytes: Vec<u8>,
    /// The conflicts that are left.
    pub left: Vec<Unresolved>,
}

/// Merges three versions of a scene, prefab, material or other data file. They can be XML or JSON, and scenes can also
/// be binary. The file name in `path` helps to tell formats apart; this function will not open it.
///
/// Nodes and components are matched by id, attributes and parameters by name, and everything else by content and place.
/// If only one side has changed something, the change is taken with its comments and layout. If both sides have added
/// something with the same id, theirs will get a free id, and so will the references to it in theirs. If one side moves
/// a node and the other side changes it, the result contains both.
///
/// # Errors
/// Returns an error if a version can't be parsed, if the versions have different formats or encodings, if the format
/// can't be merged, or if text can't represent a binary scene.
///
/// ```
/// use asset_merge::{Versions, merge};
/// let base = br#"<node id="2"><attribute name="Name" value="Lamp"/><attribute name="Scale" value="1 1 1"/></node>"#;
/// let ours = br#"<node id="2"><attribute name="Name" value="Lantern"/><attribute name="Scale" value="1 1 1"/></node>"#;
/// let theirs = br#"<node id="2"><attribute name="Name" value="Lamp"/><attribute name="Scale" value="2 2 2"/></node>"#;
/// let merged = merge(&Versions { base, ours, theirs }, None)?;
/// assert!(merged.conflicts.is_empty());
/// let expected = br#"<node id="2"><attribute name="Name" value="Lantern"/><attribute name="Scale" value="2 2 2"/></node>"#;
/// assert_eq!(merged.bytes, expected);
/// # Ok::<(), asset_formats::Error>(())
/// ```
pub fn merge(versions: &Versions<'_>, path: Option<&Path>) -> Result<Merged, Error> {
    let Versions { base, ours, theirs } = *versions;
    if ours == theirs || base == theirs || base == ours {
        let bytes = if base == ours { theirs } else { ours };
        return Ok(Merged { bytes: bytes.to_vec(), ..Merged::default() });
    }
    let format = format_of(ours, path)?;
    for (name, version) in [("base", base), ("theirs", theirs)] {
        let has_content = !version.trim_ascii().is_empty();
        let other = if has_content { format_of(version, path)? } else { format };
        if !other.is_variant_of(format) {
            let (ours, other) = (format.title(), other.title());
            return Err(Error::Refused(format!("ours is a file of {ours}, {name} of {other}: they can't be merged")));
        }
    }
    let Some(mine) = Text::read(ours, format)? else { return binary::merge(versions, format) };
    let other = |bytes: &[u8]| match Text::read(bytes, format)? {
        Some(text) if text.syntax == mine.syntax => Ok(text),
        None if bytes.trim_ascii().is_empty() => Ok(mine.nothing()),
        _ => Err(Error::Refused("the versions have different encodings; convert them to one first".to_owned())),
    };
    let (old, new) = (other(base)?, other(theirs)?);
    texts(format, [&old, &mine, &new])
}

fn format_of(bytes: &[u8], path: Option<&Path>) -> Result<Format, Error> {
    match Format::detect(bytes, bytes.len() as u64, bytes, path) {
        Detection::Known(format) if format.has(Feature::Merged) => Ok(format),
        Detection::Known(format) => Err(Error::Refused(format!(
            "files of {} can't be merged; scenes, prefabs, materials and other data files can",
            format.title()
        ))),
        Detection::LookAlike(what) => Err(Error::LookAlike(what)),
        Detection::OtherContent(format, content) => Err(Error::OtherContent { format, content }),
        Detection::Unknown(hint) => Err(Error::Unknown { hint }),
        _ => Err(Error::Unknown { hint: None }),
    }
}

/// Merges texts that have the same syntax.
fn texts(format: Format, versions: [&Text; 3]) -> Result<Merged, Error> {
    let [old, mine, new] = versions;
    let (renumbered, moved) = if format.is_urho_scene() { renumbered(format, versions)? } else { (Vec::new(), None) };
    let new = moved.as_ref().unwrap_or(new);
    let mut documents = [old, mine, new].map(identified);
    let parents = Parents::new(&documents);
    for document in &mut documents {
        document.mark(&|id| parents.is_moved(id));
    }
    let (text, conflicts) = three::merge(mine.syntax, &documents, &parents);
    // A result that can't be read would be worse than none.
    let text = Text::parse(text, mine.syntax, mine.encoding, format)?;
    Ok(Merged { bytes: mine.encoding.encode(&text.text), conflicts, renumbered, text: None })
}

fn identified(text: &Text) -> Item<'_> {
    let mut items = text.items();
    ids::without_duplicates(&mut items);
    items
}

/// Assigns free ids to new nodes and components in theirs if the ids collide with ours. Returns them, and the new text
/// of theirs if there are any.
fn renumbered(format: Format, versions: [&Text; 3]) -> Result<(Vec<Renumbered>, Option<Text>), Error> {
    let [_, mine, new] = versions;
    let scene =
        |text: &Text| binary::read(&text.encoding.encode(&text.text), format).map(urho_scene::Document::into_owned);
    let (ours, mut theirs) = (scene(mine)?, scene(new)?);
    let next = ids::next_ids(&ours).into_iter().zip(ids::next_ids(&theirs)).map(|(a, b)| a.max(b));
    let mut next = next.chain([0, 0]);
    let next = [next.next().unwrap_or(0), next.next().unwrap_or(0)];
    let ids = ids::collisions(&versions.map(identified), next);
    if ids.is_empty() {
        return Ok((Vec::new(), None));
    }
    ids::refer(&mut theirs, &ids)?;
    let bytes = theirs.to_bytes().map_err(|error| Error::malformed(format, error))?;
    let text = new.encoding.decode(&bytes).map_err(|error| Error::malformed(format, error))?;
    let referring = Text::parse(text, new.syntax, new.encoding, format)?;
    let (text, renumbered) = ids::renumber(&referring.text, &identified(&referring), &ids)?;
    Ok((renumbered, Some(Text::parse(text, new.syntax, new.encoding, format)?)))
}

/// Resolves the conflicts that [`merge()`] has left in a text. `pick` is called for each conflict; it returns the side
/// to use, or `None` to leave the conflict.
///
/// # Errors
/// Returns an error if the text can't be parsed, or if the file is binary.
pub fn resolve(bytes: &[u8], mut pick: impl FnMut(&Unresolved) -> Option<Side>) -> Result<Resolved, Error> {
    let refused = || Error::Refused("a binary file has no conflicts; the text beside it has".to_owned());
    let text = Text::read(bytes, Format::URHO_RESOURCE)?.ok_or_else(refused)?;
    let mut pick = |conflict: &Unresolved| pick(conflict);
    let items = text.items();
    let mut resolving = Resolving::new(text.syntax, &text.text, &mut pick);
    resolving.item(&items, true);
    let (out, left) = (resolving.out, resolving.left);
    let out = Text::parse(out, text.syntax, text.encoding, Format::URHO_RESOURCE)?;
    Ok(Resolved { bytes: XmlEncoding::encode(text.encoding, &out.text), left })
}

/// Returns the conflicts that are still in a text. Use this to check that a merge is finished.
///
/// # Errors
/// Returns an error if the text can't be parsed, or if the file is binary.
pub fn unresolved(bytes: &[u8]) -> Result<Vec<Unresolved>, Error> {
    Ok(resolve(bytes, |_| None)?.left)
}
