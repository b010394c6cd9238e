//! Merges binary scenes, using their text form.

use asset_formats::{Error, Format};
use urho_scene::{Document, Encoding, Kind, ReadOptions, WriteOptions};

use super::text::Text;
use super::{Merged, Versions, texts};

/// Merges binary scenes, using their text form.
pub(super) fn merge(versions: &Versions<'_>, format: Format) -> Result<Merged, Error> {
    let Versions { base, ours, theirs } = *versions;
    let mine = read(ours, format)?;
    let encoding = mine.encoding();
    let text = |bytes: &[u8]| to_text(bytes, encoding, format);
    let (old, new) = (if base.is_empty() { None } else { Some(text(base)?) }, text(theirs)?);
    let ours = text(ours)?;
    let nothing = ours.nothing();
    let mut merged = texts(format, [old.as_ref().unwrap_or(&nothing), &ours, &new])?;
    let document = read(&merged.bytes, format)?;
    let bytes = back(&document, &mine, format)?;
    let text = std::mem::replace(&mut merged.bytes, bytes);
    merged.text = (!merged.conflicts.is_empty()).then_some(text);
    Ok(merged)
}

/// Reads a scene or a prefab, depending on the format.
pub(super) fn read(bytes: &[u8], format: Format) -> Result<Document<'_>, Error> {
    let options = ReadOptions::default().kind(format.is_prefab().then_some(Kind::Prefab));
    Document::parse_with(bytes, &options).map_err(|error| Error::malformed(format, error))
}

/// Converts a binary scene to text. Returns an error if the text doesn't contain everything.
fn to_text(bytes: &[u8], encoding: Encoding, format: Format) -> Result<Text, Error> {
    let document = read(bytes, format)?;
    if document.encoding() != encoding {
        return Err(Error::Refused("the versions have different encodings; convert them to one first".to_owned()));
    }
    let text_encoding = if encoding.is_archive() { Encoding::ArchiveXml } else { Encoding::Xml };
    let failed = |error| Error::malformed(format, error);
    let (text, _) = document.convert(text_encoding, &WriteOptions::default()).map_err(failed)?;
    let text = text.to_bytes().map_err(failed)?;
    if back(&read(&text, format)?, &document, format)? != bytes {
        let problem =
            "text can't represent everything in a binary version: convert all versions to XML and merge those";
        return Err(Error::Refused(problem.to_owned()));
    }
    Text::read(&text, format)?.ok_or(Error::NoScene(format))
}

/// Converts the text back to the encoding of a binary scene.
fn back(text: &Document<'_>, like: &Document<'_>, format: Format) -> Result<Vec<u8>, Error> {
    let failed = |error| Error::malformed(format, error);
    let options = WriteOptions::default().variants(like.variant_encoding());
    let (document, _) = text.convert(like.encoding(), &options).map_err(failed)?;
    document.to_bytes().map_err(failed)
}
