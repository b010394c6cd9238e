//! Animations in XML as documents, so that an edit keeps the rest of the file.

use std::io;

use binio::{Bytes, Finding, Findings, Name, Path, Segment};
use urho_core::tree::{Element, XmlTree};
use urho_core::{Error, ErrorKind, Sidecar, VariantEncoding};

use super::{ParsedXml, edit};
use crate::animation::{Animation, Version};

/// An animation in XML (rbfx) together with its text. Use this to change a file without losing comments, layout or how
/// numbers are written.
///
/// To sample it or to convert it to `.ani`, call [`animation`](Self::animation). To edit it, change a copy of this
/// animation and pass it to [`set_animation`](Self::set_animation), which will write the new values into the text. A
/// document that you do not change is written byte for byte as it was.
///
/// ```
/// use urho_ani::XmlAnimation;
/// let file = b"<animation length=\"1.50\">\n  <!-- slow -->\n  <variant name=\"@Light/Range\" type=\"Float\">\n    \
///     <keyframe time=\"0.0\" value=\"1.0\"/>\n  </variant>\n</animation>\n";
/// let mut document = XmlAnimation::parse(file)?;
/// let mut changed = document.animation().clone();
/// changed.variant_tracks[0].name = "@Light/Brightness Multiplier".into();
/// document.set_animation(&changed)?;
/// let text = String::from_utf8(document.to_bytes()?).unwrap();
/// assert_eq!(text, String::from_utf8_lossy(file).replace("@Light/Range", "@Light/Brightness Multiplier"));
/// # Ok::<(), urho_ani::urho_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct XmlAnimation<'a> {
    text: Bytes<'a>,
    animation: Animation<'static>,
    sidecar: Sidecar,
    /// Findings about content that the engine does not read, or does not read as you would expect.
    read: Findings,
}

impl PartialEq for XmlAnimation<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for XmlAnimation<'_> {}

binio::into_owned! { pub XmlAnimation { text; animation, sidecar, read }, borrowed }

impl<'a> XmlAnimation<'a> {
    /// Reads an animation in XML, as [`Animation::parse_xml`] does. The text is borrowed.
    ///
    /// # Errors
    /// See [`Animation::parse_xml`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::of(Bytes::from(bytes))
    }

    fn of(text: Bytes<'a>) -> Result<Self, Error> {
        // Edits need the ranges of the elements; they are found when needed.
        XmlTree::parse(&text)?;
        let ParsedXml { animation, sidecar, findings: read } = Animation::parse_xml(&text)?;
        Ok(Self { text, animation, sidecar, read })
    }

    /// Returns the animation, in the latest version. Tracks with the same name are merged and keys are sorted, as in
    /// the engine.
    pub fn animation(&self) -> &Animation<'static> {
        &self.animation
    }

    /// Returns the triggers and the metadata in the file, and the elements that the engine does not read.
    pub fn sidecar(&self) -> &Sidecar {
        &self.sidecar
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the file. If you have not changed it, these are the same bytes as before.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other formats.
    pub fn to_bytes(&self) -> Result<alloc::vec::Vec<u8>, Error> {
        Ok(self.text.to_vec())
    }

    /// Returns the length of the file in bytes.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other formats.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.text.len() as u64)
    }

    /// Writes the file to `out`.
    ///
    /// # Errors
    /// This function will return any error from `out`.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(&self.text)
    }

    /// Returns findings about unusual values, and about content that the engine does not read or does not read as you
    /// would expect.
    pub fn validate(&self) -> Findings {
        let mut findings = self.read.clone();
        // The offsets of these are those of an `.ani`.
        findings.extend(self.animation.validate().into_iter().map(|mut finding| {
            finding.offset = None;
            finding
        }));
        let Ok(tree) = XmlTree::parse(&self.text) else { return findings };
        let root = tree.root(&self.text);
        let locate = |mut finding: Finding| {
            finding.offset = finding.offset.or_else(|| self.offset(root, &finding));
            finding
        };
        findings.into_iter().map(locate).collect()
    }

    /// Returns the offset of the element that a finding is about.
    fn offset(&self, root: Element<'_, '_>, finding: &Finding) -> Option<u64> {
        let [Segment::Part(part), Segment::Index(index), ..] = finding.path.segments() else { return None };
        let index = usize::try_from(*index).ok()?;
        let named = |element: &'static str, name: &Name<'_>| {
            root.children_named(element).find(|element| element.attribute("name").is_some_and(|own| own == *name))
        };
        let element = match *part {
            "track" => named("transform", &self.animation.tracks.get(index)?.name)?,
            "variant track" => named("variant", &self.animation.variant_tracks.get(index)?.name)?,
            part => root.children_named(part).nth(index)?,
        };
        Some(element.offset())
    }

    /// Changes the text to match `animation`, which should be a changed copy of [`animation`](Self::animation).
    /// Attributes and keys are changed where they are, and new tracks are added at the end. A track that is not in
    /// `animation` is removed. Elements that the engine does not read stay.
    ///
    /// # Errors
    /// This function will return an error if XML can't store the animation, as [`Animation::to_xml`] does. The document
    /// is not changed after an error.
    pub fn set_animation(&mut self, animation: &Animation<'_>) -> Result<(), Error> {
        let changed = animation.to_encoding(VariantEncoding::RbfxNew).map_err(|error| {
            let kind = ErrorKind::NotInText("values of a type that rbfx hasn't got any more");
            Error::new(kind, error.path().clone())
        })?;
        let text = edit::edited(&self.text, &self.animation, &changed)?;
        if text == *self.text {
            return Ok(());
        }
        let read = Self::of(Bytes::from(text))?;
        if !same_content(&read.animation, &changed) {
            let kind = ErrorKind::NotReadBack("the engine would read other tracks");
            return Err(Error::new(kind, Path::new()));
        }
        *self = read;
        Ok(())
    }
}

/// Whether both animations have the same tracks, in any order.
fn same_content(a: &Animation<'_>, b: &Animation<'_>) -> bool {
    let sorted = |animation: &Animation<'_>| {
        let mut animation = animation.clone().into_owned();
        animation.version = Version::LATEST;
        animation.tracks.sort_by(|a, b| a.name.cmp(&b.name));
        animation.variant_tracks.sort_by(|a, b| a.name.cmp(&b.name));
        animation
    };
    sorted(a) == sorted(b)
}
