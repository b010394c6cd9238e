//! Conversion to other versions of the format.

use alloc::vec::Vec;

use binio::{Findings, Path};
use urho_core::VariantEncoding;

use crate::animation::{Animation, Version};
use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::track::{Track, Weights};
use crate::variant_track::VariantTrack;

/// Something that will be lost, because the version can't store it.
struct Loss {
    path: Path,
    what: &'static str,
}

impl Animation<'_> {
    /// Converts the animation to another version of the format, for example to use an animation from rbfx in Urho3D.
    ///
    /// ```
    /// use urho_ani::{Animation, Version};
    /// let animation = Animation::new(Version::Uani, "Walk", 1.0);
    /// let converted = animation.to_version(Version::LATEST)?;
    /// assert!(converted.to_bytes()?.starts_with(b"UAN2\x04\0\0\0Walk\0"));
    /// # Ok::<(), urho_ani::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInVersion`] for the first thing that `version` can't store. Use
    /// [`losses_in`](Self::losses_in) to see the whole list, or [`to_version_lossy`](Self::to_version_lossy) to convert
    /// anyway.
    pub fn to_version(&self, version: Version) -> Result<Animation<'_>, Error> {
        let (animation, losses) = self.convert(version);
        match losses.into_iter().next() {
            Some(loss) => Err(Error::new(ErrorKind::NotInVersion(loss.what), loss.path)),
            None => Ok(animation),
        }
    }

    /// Converts the animation to another version of the format even if something must be dropped. The findings tell you
    /// everything that this version can't store.
    pub fn to_version_lossy(&self, version: Version) -> (Animation<'_>, Findings) {
        let (animation, losses) = self.convert(version);
        (animation, findings(losses))
    }

    /// Returns a warning for everything that would be lost in `version`. Use this to ask the user before a conversion.
    pub fn losses_in(&self, version: Version) -> Findings {
        findings(self.convert(version).1)
    }

    /// Changes the type numbers in the variant tracks to those from another encoding.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Variant`] if a type does not exist in the other encoding.
    pub fn to_encoding(&self, variant_encoding: VariantEncoding) -> Result<Animation<'_>, Error> {
        let mut animation = self.borrowed();
        if variant_encoding != self.variant_encoding {
            for (index, track) in animation.variant_tracks.iter_mut().enumerate() {
                let converted = track.to_encoding(self.variant_encoding, variant_encoding);
                let within = |error: Error| {
                    let segments = Path::from([("variant track", index)]);
                    segments.segments().iter().rev().fold(error, |error, segment| error.within(segment.clone()))
                };
                *track = converted.map_err(within)?;
            }
            animation.variant_encoding = variant_encoding;
        }
        Ok(animation)
    }

    fn convert(&self, version: Version) -> (Animation<'_>, Vec<Loss>) {
        let mut losses = Vec::new();
        let mut animation = self.borrowed();
        animation.version = version;
        for (index, track) in animation.tracks.iter_mut().enumerate() {
            convert_track(track, version, index, &mut losses);
        }
        if version.has_variant_tracks() {
            for (index, track) in animation.variant_tracks.iter_mut().enumerate() {
                convert_variant_track(track, version, index, &mut losses);
            }
        } else {
            let tracks = 0..animation.variant_tracks.len();
            let loss = |index| Loss { path: Path::from([("variant track", index)]), what: "variant tracks" };
            losses.extend(tracks.map(loss));
            animation.variant_tracks.clear();
        }
        (animation, losses)
    }
}

fn findings(losses: Vec<Loss>) -> Findings {
    let mut findings = Findings::new();
    losses
        .into_iter()
        .for_each(|loss| findings.loss(kinds::CONVERSION_LOSS, loss.path, alloc::format!("lost: {}", loss.what)));
    findings
}

fn convert_track(track: &mut Track<'_>, version: Version, index: usize, losses: &mut Vec<Loss>) {
    let whole = Weights::default();
    let one = Weights::same(track.weights.position);
    let (weights, what) = if version.has_channel_weights() {
        (track.weights, "")
    } else if version.has_weights() {
        (one, "a weight for each channel")
    } else {
        (whole, "weights")
    };
    if track.weights != weights {
        losses.push(Loss { path: Path::from([("track", index)]), what });
        track.weights = weights;
    }
}

fn convert_variant_track(track: &mut VariantTrack<'_>, version: Version, index: usize, losses: &mut Vec<Loss>) {
    if !version.has_weights() && track.weight.to_bits() != 1.0_f32.to_bits() {
        losses.push(Loss { path: Path::from([("variant track", index)]), what: "weights" });
        track.weight = 1.0;
    }
}
