//! Writes animations as XML.

use alloc::format;
use alloc::vec::Vec;

use binio::{Name, Path, Segment};
use urho_core::{Error, ErrorKind, HashEra, Sidecar, Variant, escape_attribute};

use super::read::has_text;
use crate::animation::Animation;
use crate::track::{Channels, Key, Track, Weights};
use crate::variant_track::{Interpolation, VariantTrack};

/// Result without the path of the part.
type Written = Result<(), &'static str>;

pub(super) fn xml(animation: &Animation<'_>, sidecar: &Sidecar) -> Result<Vec<u8>, Error> {
    let not_back = |why| Error::new(ErrorKind::NotReadBack(why), Path::new());
    if !animation.trailing.is_empty() {
        return Err(not_back("bytes after the end"));
    }
    let names = |mut names: Vec<&Name<'_>>| {
        names.sort_unstable();
        names.windows(2).any(|pair| pair.first() == pair.last())
    };
    if names(animation.tracks.iter().map(|track| &track.name).collect())
        || names(animation.variant_tracks.iter().map(|track| &track.name).collect())
    {
        return Err(not_back("two tracks of one name become one"));
    }
    // The side file's text contains everything except the tracks, which are inserted before its end.
    let mut whole = Sidecar { root: Name::from("animation"), hashes: HashEra::Rbfx, ..sidecar.clone() };
    for (index, track) in animation.tracks.iter().enumerate() {
        let mut out = Out::default();
        out.transform(track).map_err(|why| error(why, "track", index))?;
        whole.other.push(out.text.into());
    }
    for (index, track) in animation.variant_tracks.iter().enumerate() {
        let mut out = Out::default();
        out.variant(track, animation).map_err(|why| error(why, "variant track", index))?;
        whole.other.push(out.text.into());
    }
    let text = whole.to_xml()?;
    let mut root = Out::default();
    root.open("animation");
    let written = root.attribute("name", &animation.name).and_then(|()| root.number("length", animation.length));
    written.map_err(|why| Error::new(ErrorKind::NotInText(why), Path::new()))?;
    const ROOT: &[u8] = b"<animation";
    let at = text.windows(ROOT.len()).position(|window| window == ROOT).unwrap_or_default();
    let (head, rest) = text.split_at(at);
    Ok([head, &root.text, rest.get(ROOT.len()..).unwrap_or_default()].concat())
}

fn error(why: &'static str, part: &'static str, index: usize) -> Error {
    let error = Error::new(ErrorKind::NotInText(why), Path::new());
    error.within(Segment::Index(index as u64)).within(Segment::Part(part))
}

#[derive(Default)]
struct Out {
    text: Vec<u8>,
}

impl Out {
    fn open(&mut self, name: &str) {
        self.text.extend_from_slice(format!("<{name}").as_bytes());
    }

    fn attribute(&mut self, name: &str, value: &[u8]) -> Written {
        self.text.extend_from_slice(format!(" {name}=\"").as_bytes());
        escape_attribute(&mut self.text, value)?;
        self.text.push(b'"');
        Ok(())
    }

    fn number(&mut self, name: &str, value: f32) -> Written {
        self.value(name, &Variant::Float(value))
    }

    /// Writes a value, which must read back the same.
    fn value(&mut self, name: &str, value: &Variant<'_>) -> Written {
        let text = value.to_text(HashEra::Rbfx).map_err(|_| "a value without a text of its own")?;
        if Variant::from_text(value.kind(), &text, HashEra::Rbfx).value != *value {
            return Err("a value that would be read as another");
        }
        self.attribute(name, &text)
    }

    fn text(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    fn transform(&mut self, track: &Track<'_>) -> Written {
        if track.channels.unknown() != 0 {
            return Err("unknown channels");
        }
        self.open("transform");
        self.attribute("name", &track.name)?;
        let channels = [("position", Channels::POSITION), ("rotation", Channels::ROTATION), ("scale", Channels::SCALE)];
        for (name, _) in channels.iter().filter(|(_, channel)| track.channels.has(*channel)) {
            self.attribute(name, b"true")?;
        }
        let weights = track.weights;
        if weights != Weights::same(weights.position) {
            let names = ["positionweight", "rotationweight", "scaleweight"];
            names.into_iter().zip(weights.to_array()).try_for_each(|(name, weight)| self.number(name, weight))?;
        } else if weights != Weights::default() {
            self.number("weight", weights.position)?;
        }
        self.text(">\n");
        let keys = (0..track.key_count()).filter_map(|index| track.key(index));
        let mut last = f32::NAN;
        for Key { time, transform } in keys {
            in_order(last, time)?;
            last = time;
            self.text("\t\t<keyframe");
            self.number("time", time)?;
            if track.channels.has(Channels::POSITION) {
                self.value("position", &Variant::Vector3(transform.position.to_array()))?;
            }
            if track.channels.has(Channels::ROTATION) {
                let [x, y, z, w] = transform.rotation.to_array();
                self.value("rotation", &Variant::Quaternion([w, x, y, z]))?;
            }
            if track.channels.has(Channels::SCALE) {
                self.value("scale", &Variant::Vector3(transform.scale.to_array()))?;
            }
            self.text(" />\n");
        }
        self.text("\t</transform>");
        Ok(())
    }

    fn variant(&mut self, track: &VariantTrack<'_>, animation: &Animation<'_>) -> Written {
        let era = animation.era;
        let kind = track.kind(era).ok_or("an unknown type")?;
        if !has_text(kind) {
            return Err("values without a text of their own");
        }
        let interpolation = track.interpolation.name().ok_or("an unknown interpolation")?;
        self.open("variant");
        self.attribute("name", &track.name)?;
        self.attribute("type", kind.name().as_bytes())?;
        self.attribute("interpolation", interpolation.as_bytes())?;
        self.number("tension", track.tension)?;
        if track.weight.to_bits() != 1.0_f32.to_bits() {
            self.number("weight", track.weight)?;
        }
        self.text(">\n");
        let mut tangents = track.tangents(era);
        let mut last = f32::NAN;
        for (time, value) in track.iter(era) {
            in_order(last, time)?;
            last = time;
            self.text("\t\t<keyframe");
            self.number("time", time)?;
            self.value("value", &value)?;
            match tangents.next().filter(|_| track.interpolation == Interpolation::TANGENT_SPLINE) {
                None => self.text(" />\n"),
                Some([before, behind]) => {
                    self.text("><intangent");
                    self.value("value", &before)?;
                    self.text(" /><outtangent");
                    self.value("value", &behind)?;
                    self.text(" /></keyframe>\n");
                }
            }
        }
        self.text("\t</variant>");
        Ok(())
    }
}

/// Checks that a key follows the previous one: readers sort them.
fn in_order(before: f32, time: f32) -> Written {
    if before.is_nan() || before.total_cmp(&time).is_le() { Ok(()) } else { Err("keys whose times don't ascend") }
}
