//! XML animations as documents: edits keep the rest of the file.

use std::io;

use binio::{Bytes, Finding, Findings, Name, Path, Segment};
use urho_core::tree::{Element, XmlTree};
use urho_core::{Error, ErrorKind, Sidecar, VariantEra};

use super::edit;
use crate::animation::{Animation, Version};

/// An XML animation of rbfx with its text: use it to change a file and keep its comments, layout and spelling of numbers.
///
/// [`animation`](Self::animation) has the interface of every [`Animation`]: sample it, convert it to `.ani`, or change a copy and pass that to
/// [`set_animation`](Self::set_animation), which writes the changed values into the text. An unchanged document is written byte for byte.
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
    /// Findings about content that the engine reads in an unexpected way, or not at all.
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
    /// Reads an XML animation and borrows the text, as [`Animation::parse_xml`] does.
    ///
    /// # Errors
    /// As [`Animation::parse_xml`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::of(Bytes::from(bytes))
    }

    fn of(text: Bytes<'a>) -> Result<Self, Error> {
        // Edits need the ranges of the elements; they are found when needed.
        XmlTree::parse(&text)?;
        let (animation, sidecar, read) = Animation::parse_xml(&text)?;
        Ok(Self { text, animation, sidecar, read })
    }

    /// Returns the animation, in the latest version. Tracks of one name are merged, and keys are sorted, as in the engine.
    pub fn animation(&self) -> &Animation<'static> {
        &self.animation
    }

    /// Returns the triggers and metadata of the file, and the elements that the engine doesn't read.
    pub fn sidecar(&self) -> &Sidecar {
        &self.sidecar
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the file; unmodified files are the same byte for byte.
    ///
    /// # Errors
    /// None today; as in all formats.
    pub fn to_bytes(&self) -> Result<alloc::vec::Vec<u8>, Error> {
        Ok(self.text.to_vec())
    }

    /// Returns the length of the file in bytes.
    ///
    /// # Errors
    /// None today; as in all formats.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.text.len() as u64)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The error of `out`.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(&self.text)
    }

    /// Returns findings about content that the engine reads in an unexpected way, or not at all, and about unusual values.
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

    /// Changes the text so that it has the values of `animation`: changed attributes and keys in place, new tracks at the end. Tracks that `animation` lacks
    /// are removed, and elements that the engine doesn't read stay. Use a changed copy of [`animation`](Self::animation).
    ///
    /// # Errors
    /// XML can't store the animation, as for [`Animation::to_xml`]; then nothing changes.
    pub fn set_animation(&mut self, animation: &Animation<'_>) -> Result<(), Error> {
        let changed = animation.to_era(VariantEra::RbfxNew).map_err(|error| {
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

/// Whether two animations have the same tracks, in any order.
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
