//! Merges of three versions of a document by the identities of its parts.
//!
//! Use [`merge()`] as the merge of a version control system: it knows that two sides which add a node, or which change two attributes of one node,
//! don't contradict each other. [`resolve`] ends the conflicts that remain.

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

use urho_core::tree::XmlEncoding;

use self::item::Item;
use self::moves::Parents;
use self::resolve::Resolving;
use self::text::Text;
use crate::{Detection, Error, Format};

/// Three versions of a file.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'b> {
    /// The common ancestor; empty if there is none.
    pub base: &'b [u8],
    /// The version of the branch that is checked out.
    pub ours: &'b [u8],
    /// The version of the other branch.
    pub theirs: &'b [u8],
}

/// Result of [`merge()`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// The merged file. Where both sides contradict each other, it has our value.
    pub bytes: Vec<u8>,
    /// The contradictions, in file order. A text has a comment before each.
    pub conflicts: Vec<Conflict>,
    /// Nodes and components of theirs that have got another id, since ours had added something else with it.
    pub renumbered: Vec<Renumbered>,
    /// For a binary file with conflicts: the merged file as text, with the comments. [`resolve`] it, then convert it back.
    pub text: Option<Vec<u8>>,
}

/// A part that both sides have changed, each in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// Names from the document to the part, separated by slashes.
    pub path: String,
    /// Our value, shortened and safe to print.
    pub ours: String,
    /// Their value, likewise.
    pub theirs: String,
}

/// A new id.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Renumbered {
    /// Name of the node, or class of the component.
    pub name: String,
    /// Id in theirs.
    pub old: u32,
    /// Id in the result.
    pub new: u32,
}

/// A side of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The branch that is checked out.
    Ours,
    /// The other branch.
    Theirs,
}

/// A conflict that a text still contains.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unresolved {
    /// Path as in [`Conflict::path`].
    pub path: String,
    /// Line of the comment, from 1.
    pub line: usize,
    /// Our value, shortened and safe to print.
    pub ours: String,
    /// Their value, likewise.
    pub theirs: String,
}

/// Result of [`resolve`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The text without the resolved conflicts.
    pub bytes: Vec<u8>,
    /// The conflicts that stay.
    pub left: Vec<Unresolved>,
}

/// Merges three versions of a scene, prefab, material or another data file in XML or JSON, or of a binary scene. `path` helps to tell formats apart; it
/// isn't opened.
///
/// Nodes and components are identified by their ids, attributes and parameters by their names, everything else by its content and place. What only one
/// side changed is taken from it, with its comments and layout. If both sides add something with the same id, theirs gets a free id, and the references of theirs
/// change with it. A node that one side moves keeps what the other side changes in it.
///
/// # Errors
/// A version that can't be parsed, versions of different formats or encodings, a format without a merge, a binary scene that no text can represent.
///
/// ```
/// use asset_project::merge::{Versions, merge};
/// let base = br#"<node id="2"><attribute name="Name" value="Lamp"/><attribute name="Scale" value="1 1 1"/></node>"#;
/// let ours = br#"<node id="2"><attribute name="Name" value="Lantern"/><attribute name="Scale" value="1 1 1"/></node>"#;
/// let theirs = br#"<node id="2"><attribute name="Name" value="Lamp"/><attribute name="Scale" value="2 2 2"/></node>"#;
/// let merged = merge(&Versions { base, ours, theirs }, None)?;
/// assert!(merged.conflicts.is_empty());
/// let expected = br#"<node id="2"><attribute name="Name" value="Lantern"/><attribute name="Scale" value="2 2 2"/></node>"#;
/// assert_eq!(merged.bytes, expected);
/// # Ok::<(), asset_project::Error>(())
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
        if kind(other) != kind(format) {
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

/// Formats that are versions of one document.
fn kind(format: Format) -> Format {
    if format == Format::URHO_PREFAB { Format::URHO_SCENE } else { format }
}

fn format_of(bytes: &[u8], path: Option<&Path>) -> Result<Format, Error> {
    match Format::detect(bytes, bytes.len() as u64, bytes, path) {
        Detection::Known(
            format @ (Format::URHO_SCENE
            | Format::URHO_PREFAB
            | Format::URHO_MATERIAL
            | Format::URHO_TECHNIQUE
            | Format::URHO_TEXTURE
            | Format::URHO_RESOURCE),
        ) => Ok(format),
        Detection::Known(format) => Err(Error::Refused(format!(
            "files of {} can't be merged; scenes, prefabs, materials and other data files can",
            format.title()
        ))),
        Detection::LookAlike(what) => Err(Error::LookAlike(what)),
        Detection::OtherContent(format, content) => Err(Error::OtherContent { format, content }),
        Detection::Unknown(hint) => Err(Error::Unknown { hint }),
    }
}

/// Merges texts of one syntax.
fn texts(format: Format, versions: [&Text; 3]) -> Result<Merged, Error> {
    let [old, mine, new] = versions;
    let (renumbered, moved) = match format {
        Format::URHO_SCENE | Format::URHO_PREFAB => renumbered(format, versions)?,
        _ => (Vec::new(), None),
    };
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

/// Gives free ids to new nodes and components of theirs; returns them, and the new text of theirs if there are any.
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

/// Resolves the conflicts that [`merge()`] left in a text: `pick` selects a side for each, or leaves it.
///
/// # Errors
/// A text that can't be parsed.
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

/// Returns the conflicts that a text still contains.
///
/// # Errors
/// A text that can't be parsed.
pub fn unresolved(bytes: &[u8]) -> Result<Vec<Unresolved>, Error> {
    Ok(resolve(bytes, |_| None)?.left)
}
