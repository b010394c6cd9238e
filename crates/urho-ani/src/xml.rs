//! Animations in XML, and tracks in side files (rbfx). See [XML](crate::format#xml).

mod document;
mod edit;
mod read;
mod write;

use alloc::vec::Vec;

use binio::{Findings, Path};
use urho_core::tree::XmlTree;
use urho_core::{Error, ErrorKind, HashAlgorithm, Sidecar, VariantEncoding};

use crate::animation::{Animation, Version};
use crate::data::TrackData;
use crate::track::{Channels, Track};

pub use document::XmlAnimation;

/// An animation in XML, from [`Animation::parse_xml`].
#[derive(Clone, Debug)]
pub struct ParsedXml {
    /// The animation. Variant types have the newer numbers.
    pub animation: Animation<'static>,
    /// The triggers and metadata.
    pub sidecar: Sidecar,
    /// Unusual content.
    pub findings: Findings,
}

impl Animation<'static> {
    /// Reads an animation in XML as rbfx does.
    ///
    /// Keys are sorted by time as in the engine, and each tangent stays with its key, which the engine gets wrong. If a
    /// value is a vector or a map, it is not read, and there will be a finding.
    ///
    /// To change a file and keep its layout, use [`XmlAnimation`] instead.
    ///
    /// ```
    /// use urho_ani::{Animation, ParsedXml};
    /// let xml = br#"<animation name="Nod" length="2"><transform name="Head" position="true">
    ///     <keyframe time="0" position="1 2 3" /></transform></animation>"#;
    /// let ParsedXml { animation, sidecar, findings } = Animation::parse_xml(xml)?;
    /// assert_eq!(animation.tracks[0].positions().unwrap().get(0).unwrap().y, 2.0);
    /// assert!(sidecar.triggers.is_empty() && findings.is_empty());
    /// let again = Animation::parse_xml(&animation.to_xml(&sidecar)?)?;
    /// assert_eq!(again.animation, animation);
    /// # Ok::<(), urho_ani::urho_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// This function will return an error if the XML is not well-formed, or if the animation has no length, because the
    /// engine rejects this too.
    pub fn parse_xml(bytes: &[u8]) -> Result<ParsedXml, Error> {
        let mut findings = Findings::new();
        // The side file reader reports XML that isn't well-formed, with the byte offset.
        Sidecar::parse_xml_for(bytes, None, HashAlgorithm::Rbfx)?;
        let tree = XmlTree::parse(bytes)?;
        let root = tree.root(bytes);
        let Some(length) = root.attribute("length") else {
            return Err(Error::new(ErrorKind::NotReadBack("an animation without a length"), Path::new()));
        };
        let length = read::float(&length, &Path::from("length"), &mut findings);
        let (mut sidecar, told) = Sidecar::parse_xml_for(bytes, Some(length), HashAlgorithm::Rbfx)?;
        findings.extend(told.into_iter().filter(|finding| !read::is_expected(finding)));
        let name = root.attribute("name").unwrap_or_default().to_vec();
        let mut animation = Animation::new(Version::LATEST, name, length);
        read::tracks(&mut sidecar, &mut animation, &mut findings);
        Ok(ParsedXml { animation, sidecar, findings })
    }
}

impl Animation<'_> {
    /// Converts the animation to XML for rbfx, together with the triggers and metadata in `sidecar`. No digits are
    /// lost.
    ///
    /// # Errors
    /// This function will return an error if XML can't store the animation or if it would be read differently: for
    /// duplicate tracks, unsorted keys, values that are vectors or maps, unknown channel bits, and trailing bytes.
    pub fn to_xml(&self, sidecar: &Sidecar) -> Result<Vec<u8>, Error> {
        write::xml(self, sidecar)
    }

    /// Adds the tracks from a side file, as rbfx does. If a track exists, its new keys are inserted by time; new tracks
    /// are appended. The findings are about unusual content.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInVersion`](crate::ErrorKind::NotInVersion) if this version can't store variant tracks
    /// or weights. The animation is not changed after an error.
    pub fn merge_sidecar(&mut self, sidecar: &Sidecar) -> Result<Findings, crate::Error> {
        let mut findings = Findings::new();
        let mut added = Animation::new(Version::LATEST, "", self.length);
        added.variant_encoding =
            if self.variant_tracks.is_empty() { VariantEncoding::RbfxNew } else { self.variant_encoding };
        read::tracks(&mut sidecar.clone(), &mut added, &mut findings);
        if let Some(loss) = added.losses_in(self.version).into_iter().next() {
            let kind = crate::ErrorKind::NotInVersion("data of the side file");
            return Err(crate::Error::new(kind, loss.path));
        }
        for track in added.tracks {
            match self.tracks.iter_mut().rev().find(|other| other.name == track.name) {
                Some(other) => *other = joined(other, &track)?,
                None => self.tracks.push(track),
            }
        }
        if self.variant_tracks.is_empty() {
            self.variant_encoding = added.variant_encoding;
        }
        for track in added.variant_tracks {
            match self.variant_tracks.iter_mut().rev().find(|other| other.name == track.name) {
                Some(other) => *other = read::joined(other, &track, self.variant_encoding)?,
                None => self.variant_tracks.push(track),
            }
        }
        Ok(findings)
    }
}

/// Returns a track with the keys from both, sorted by time. If a channel is missing, it has the default value of the
/// engine.
pub(crate) fn joined(track: &Track<'_>, added: &Track<'_>) -> Result<Track<'static>, crate::Error> {
    let known = Channels(track.channels.with(added.channels).0 & Channels::ALL.0);
    let mut keys: Vec<_> =
        [track, added].into_iter().flat_map(|track| (0..).map_while(|index| track.key(index))).collect();
    keys.sort_by(|a, b| a.time.total_cmp(&b.time));
    let mut data = TrackData::new(known);
    keys.iter().for_each(|key| data.push(key.time, &key.transform));
    let mut joined = Track { weights: added.weights, ..track.borrowed() }.into_owned();
    joined.set_data(&data)?;
    Ok(joined)
}
