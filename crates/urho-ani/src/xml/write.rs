//! Writes animations as XML.

use alloc::vec::Vec;

use binio::{Name, Path, Segment};
use urho_core::tree::XmlWriter;
use urho_core::{Error, ErrorKind, HashAlgorithm, Sidecar, Variant, VariantEncoding};

use super::read::has_text;
use crate::animation::Animation;
use crate::track::{Channels, Key, Track, Weights};
use crate::variant_track::{Interpolation, VariantTrack};

/// A result without the path, which the caller adds.
pub(super) type Written = Result<(), &'static str>;

/// The channels, with their names and in their order in XML.
pub(super) const CHANNELS: [(&str, Channels); 3] =
    [("position", Channels::POSITION), ("rotation", Channels::ROTATION), ("scale", Channels::SCALE)];
/// The weights for the [channels](CHANNELS).
pub(super) const WEIGHTS: [&str; 3] = ["positionweight", "rotationweight", "scaleweight"];

pub(super) fn xml(animation: &Animation<'_>, sidecar: &Sidecar) -> Result<Vec<u8>, Error> {
    check_whole(animation)?;
    // The side file's text contains everything except the tracks, which are inserted before its end.
    let mut whole = Sidecar { root: Name::from("animation"), hashes: HashAlgorithm::Rbfx, ..sidecar.clone() };
    let mut add = |part, index, write: &dyn Fn(&mut XmlWriter) -> Written| {
        let mut xml = XmlWriter::fragment(b"\n", b"\t", b"\t");
        write(&mut xml).map_err(|why| error(why, part, index))?;
        whole.other.push(xml.finish()?.into());
        Ok::<(), Error>(())
    };
    for (index, own) in animation.tracks.iter().enumerate() {
        add("track", index, &|xml| track(xml, own))?;
    }
    for (index, own) in animation.variant_tracks.iter().enumerate() {
        add("variant track", index, &|xml| variant_track(xml, own, animation.variant_encoding))?;
    }
    let text = whole.to_xml()?;
    let mut root = XmlWriter::fragment(b"\n", b"\t", b"");
    root.open("animation").attribute("name", &animation.name);
    let length = text_of(&Variant::Float(animation.length));
    root.attribute("length", &length.map_err(|why| Error::new(ErrorKind::NotInText(why), Path::new()))?);
    root.close();
    // Up to ` />`: the side file's own start tag goes on from there.
    let root = root.finish()?;
    let root = root.strip_suffix(b" />").unwrap_or(&root);
    const ROOT: &[u8] = b"<animation";
    let at = text.windows(ROOT.len()).position(|window| window == ROOT).unwrap_or_default();
    let (head, rest) = text.split_at(at);
    Ok([head, root, rest.get(ROOT.len()..).unwrap_or_default()].concat())
}

/// Checks that XML can keep the tracks apart, and that nothing comes after them.
pub(super) fn check_whole(animation: &Animation<'_>) -> Result<(), Error> {
    let not_back = |why| Err(Error::new(ErrorKind::NotReadBack(why), Path::new()));
    let has_pair = |mut names: Vec<&Name<'_>>| {
        names.sort_unstable();
        names.windows(2).any(|pair| pair.first() == pair.last())
    };
    if !animation.trailing.is_empty() {
        return not_back("bytes after the end");
    }
    if has_pair(animation.tracks.iter().map(|track| &track.name).collect())
        || has_pair(animation.variant_tracks.iter().map(|track| &track.name).collect())
    {
        return not_back("two tracks of one name become one");
    }
    Ok(())
}

pub(super) fn error(why: &'static str, part: &'static str, index: usize) -> Error {
    let error = Error::new(ErrorKind::NotInText(why), Path::new());
    error.within(Segment::Index(index as u64)).within(Segment::Part(part))
}

/// Returns the text for a value, which can be read back without a loss.
pub(super) fn text_of(value: &Variant<'_>) -> Result<Vec<u8>, &'static str> {
    let text = value.to_text(HashAlgorithm::Rbfx).map_err(|_| "a value without a text of its own")?;
    if Variant::from_text(value.kind(), &text, HashAlgorithm::Rbfx).value != *value {
        return Err("a value that would be read as another");
    }
    Ok(text)
}

fn value(xml: &mut XmlWriter, name: &str, value: &Variant<'_>) -> Written {
    xml.attribute(name, &text_of(value)?);
    Ok(())
}

/// Returns a channel of a key as a value for XML.
pub(super) fn channel_of(key: &Key, channel: Channels) -> Variant<'static> {
    match channel {
        Channels::POSITION => Variant::Vector3(key.transform.position.to_array()),
        Channels::ROTATION => {
            let [x, y, z, w] = key.transform.rotation.to_array();
            Variant::Quaternion([w, x, y, z])
        }
        _ => Variant::Vector3(key.transform.scale.to_array()),
    }
}

pub(super) fn track(xml: &mut XmlWriter, track: &Track<'_>) -> Written {
    if track.channels.unknown() != 0 {
        return Err("unknown channels");
    }
    xml.open("transform").attribute("name", &track.name);
    let channels = || CHANNELS.iter().filter(|(_, channel)| track.channels.has(*channel));
    for (name, _) in channels() {
        xml.attribute(name, b"true");
    }
    let weights = track.weights;
    if weights != Weights::same(weights.position) {
        let mut each = WEIGHTS.into_iter().zip(weights.to_array());
        each.try_for_each(|(name, weight)| value(xml, name, &Variant::Float(weight)))?;
    } else if weights != Weights::default() {
        value(xml, "weight", &Variant::Float(weights.position))?;
    }
    let mut last = f32::NAN;
    for key in (0..track.key_count()).filter_map(|index| track.key(index)) {
        in_order(last, key.time)?;
        last = key.time;
        xml.open("keyframe");
        value(xml, "time", &Variant::Float(key.time))?;
        channels().try_for_each(|(name, channel)| value(xml, name, &channel_of(&key, *channel)))?;
        xml.close();
    }
    xml.close();
    Ok(())
}

pub(super) fn variant_track(
    xml: &mut XmlWriter,
    track: &VariantTrack<'_>,
    variant_encoding: VariantEncoding,
) -> Written {
    let kind = track.kind(variant_encoding).ok_or("an unknown type")?;
    if !has_text(kind) {
        return Err("values without a text of their own");
    }
    let interpolation = track.interpolation.name().ok_or("an unknown interpolation")?;
    xml.open("variant").attribute("name", &track.name).attribute("type", kind.name().as_bytes());
    xml.attribute("interpolation", interpolation.as_bytes());
    value(xml, "tension", &Variant::Float(track.tension))?;
    if track.weight.to_bits() != 1.0_f32.to_bits() {
        value(xml, "weight", &Variant::Float(track.weight))?;
    }
    let mut tangents = track.tangents(variant_encoding);
    let mut last = f32::NAN;
    for (time, own) in track.iter(variant_encoding) {
        in_order(last, time)?;
        last = time;
        xml.open("keyframe");
        value(xml, "time", &Variant::Float(time))?;
        value(xml, "value", &own)?;
        let both = tangents.next().filter(|_| track.interpolation == Interpolation::TANGENT_SPLINE);
        for (name, tangent) in ["intangent", "outtangent"].into_iter().zip(both.into_iter().flatten()) {
            xml.open(name);
            value(xml, "value", &tangent)?;
            xml.close();
        }
        xml.close();
    }
    xml.close();
    Ok(())
}

/// Checks that a key is later than the previous one. This is required, because readers sort the keys.
fn in_order(before: f32, time: f32) -> Written {
    if before.is_nan() || before.total_cmp(&time).is_le() { Ok(()) } else { Err("keys whose times don't ascend") }
}
