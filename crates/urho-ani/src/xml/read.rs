//! Reads tracks from XML.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use asset_geometry::glam::{Quat, Vec3};
use binio::{Finding, Findings, Name, Path, Segment};
use urho_core::tree::{Element, XmlTree};
use urho_core::{HashAlgorithm, Sidecar, Variant, VariantEncoding, VariantKind};

use crate::animation::Animation;
use crate::data::TrackData;
use crate::error::Error;
use crate::kinds;
use crate::track::{Channels, Key, Track, Transform, Weights};
use crate::variant_track::{Interpolation, VariantTrack};

/// Returns whether a finding from the side file reader can be dropped, because it is about content that is read here.
pub(super) fn is_expected(finding: &Finding) -> bool {
    match finding.path.segments() {
        [Segment::Name(name)] => *name == "transform" || *name == "variant",
        [] => finding.kind == urho_core::kinds::ROOT_ATTRIBUTES,
        _ => false,
    }
}

/// Moves the tracks from a side file to an animation.
pub(super) fn tracks(sidecar: &mut Sidecar, animation: &mut Animation<'static>, findings: &mut Findings) {
    let mut numbers = (0, 0);
    sidecar.other.retain(|block| {
        let Ok(tree) = XmlTree::parse(block) else { return true };
        let element = tree.root(block);
        match element.name().as_bytes() {
            b"transform" => {
                let path = Path::from([("transform", numbers.0)]);
                numbers.0 += 1;
                if let Some(track) = transform(element, &path, findings) {
                    add(&mut animation.tracks, track, |track| &track.name, super::joined, &path, findings);
                }
            }
            b"variant" => {
                let path = Path::from([("variant", numbers.1)]);
                numbers.1 += 1;
                let variant_encoding = animation.variant_encoding;
                if let Some(track) = variant(element, variant_encoding, &path, findings) {
                    let join = |a: &VariantTrack<'_>, b: &VariantTrack<'_>| joined(a, b, variant_encoding);
                    add(&mut animation.variant_tracks, track, |track| &track.name, join, &path, findings);
                }
            }
            _ => return true,
        }
        false
    });
}

/// Adds a track. If there is already a track with this name, they are merged as in the engine.
fn add<T>(
    tracks: &mut Vec<T>,
    track: T,
    name: impl Fn(&T) -> &Name<'_>,
    join: impl Fn(&T, &T) -> Result<T, Error>,
    path: &Path,
    findings: &mut Findings,
) {
    match tracks.iter_mut().find(|other| name(other) == name(&track)) {
        Some(other) => {
            findings.warning(
                kinds::NAME_DUPLICATE,
                path.clone(),
                "another track has this name; the engine puts the keys of both into one",
            );
            match join(other, &track) {
                Ok(joined) => *other = joined,
                Err(error) => findings.warning(kinds::TRACK_INVALID, path.clone(), error.to_string()),
            }
        }
        None => tracks.push(track),
    }
}

/// Returns the name of the track.
fn name(element: Element<'_, '_>, path: &Path, findings: &mut Findings) -> Option<Name<'static>> {
    let name = element.attribute("name").map(Name::into_owned);
    if name.is_none() {
        findings.warning(kinds::TRACK_WITHOUT_NAME, path.clone(), "a track without a name; the engine leaves it out");
    }
    name
}

/// Reports attributes that will not be read.
fn unknown(element: Element<'_, '_>, known: &[&str], path: &Path, findings: &mut Findings) {
    for attribute in element.attributes().filter(|one| !known.iter().any(|known| known.as_bytes() == one.name)) {
        findings.note(
            kinds::NOT_KEPT,
            path.clone(),
            format!("attribute {} is not read and not kept", Name::from(attribute.name)),
        );
    }
}

/// Returns the keys of a track. Any other content is reported.
fn keys<'a, 't>(element: Element<'a, 't>, path: &Path, findings: &mut Findings) -> Vec<(Path, Element<'a, 't>)> {
    let mut keys = Vec::new();
    for child in element.children() {
        if child.name() == "keyframe" {
            keys.push((path.clone().item("keyframe", keys.len()), child));
        } else {
            findings.note(kinds::NOT_KEPT, path.clone(), format!("element {} is not read and not kept", child.name()));
        }
    }
    keys
}

fn transform(element: Element<'_, '_>, path: &Path, findings: &mut Findings) -> Option<Track<'static>> {
    let known = ["name", "position", "rotation", "scale", "weight", "positionweight", "rotationweight", "scaleweight"];
    unknown(element, &known, path, findings);
    let name = name(element, path, findings)?;
    let channel = |attribute, channel: Channels, findings: &mut Findings| {
        let is_in = element.attribute(attribute).map(|text| value(VariantKind::Bool, &text, path, findings));
        if is_in.is_some_and(|value| value.as_bool() == Some(true)) { channel } else { Channels(0) }
    };
    let channels = channel("position", Channels::POSITION, findings)
        .with(channel("rotation", Channels::ROTATION, findings))
        .with(channel("scale", Channels::SCALE, findings));
    let mut weight =
        |attribute, default| element.attribute(attribute).map_or(default, |text| float(&text, path, findings));
    let all = weight("weight", 1.0);
    let weights = Weights {
        position: weight("positionweight", all),
        rotation: weight("rotationweight", all),
        scale: weight("scaleweight", all),
    };
    let mut read = Vec::new();
    for (path, key) in keys(element, path, findings) {
        unknown(key, &["time", "position", "rotation", "scale"], &path, findings);
        read.push(self::key(key, channels, &path, findings));
    }
    read.sort_by(|a, b| a.time.total_cmp(&b.time));
    let mut data = TrackData::new(channels);
    read.iter().for_each(|key| data.push(key.time, &key.transform));
    let mut track = Track { name, weights, ..Track::default() };
    // Times and values were added together.
    track.set_data(&data).ok()?;
    Some(track)
}

fn key(element: Element<'_, '_>, channels: Channels, path: &Path, findings: &mut Findings) -> Key {
    let read = |attribute: &'static str, channel, kind, findings: &mut Findings| {
        let wanted = channels.has(channel);
        wanted.then(|| value(kind, &attribute_of(element, attribute, path, findings), path, findings))
    };
    let position = read("position", Channels::POSITION, VariantKind::Vector3, findings);
    let rotation = read("rotation", Channels::ROTATION, VariantKind::Quaternion, findings);
    let scale = read("scale", Channels::SCALE, VariantKind::Vector3, findings);
    let vector = |value: Option<Variant<'_>>, default| value.and_then(|value| value.as_vec3()).unwrap_or(default);
    Key {
        time: float(&attribute_of(element, "time", path, findings), path, findings),
        transform: Transform {
            position: vector(position, Vec3::ZERO),
            rotation: rotation.and_then(|value| value.as_quat()).unwrap_or(Quat::IDENTITY),
            scale: vector(scale, Vec3::ONE),
        },
    }
}

/// Returns an attribute that is required. If it is missing, the engine reads an empty value.
fn attribute_of<'a>(element: Element<'a, '_>, name: &str, path: &Path, findings: &mut Findings) -> Name<'a> {
    let value = element.attribute(name);
    if value.is_none() {
        findings.warning(kinds::VALUE_MISSING, path.clone(), format!("no {name}; the engine takes its default"));
    }
    value.unwrap_or_default()
}

/// Reads a number.
pub(super) fn float(text: &[u8], path: &Path, findings: &mut Findings) -> f32 {
    value(VariantKind::Float, text, path, findings).floats().and_then(<[f32]>::first).copied().unwrap_or_default()
}

fn value(kind: VariantKind, text: &[u8], path: &Path, findings: &mut Findings) -> Variant<'static> {
    let read = Variant::from_text(kind, text, HashAlgorithm::Rbfx);
    // A missing attribute was already reported.
    if let Some(odd) = read.odd.filter(|_| !text.is_empty()) {
        findings.warning(kinds::VALUE_INVALID, path.clone(), format!("\"{}\": {odd}", Name::from(text)));
    }
    read.value.into_owned()
}

fn interpolation(element: Element<'_, '_>, path: &Path, findings: &mut Findings) -> Interpolation {
    let Some(text) = element.attribute("interpolation") else { return Interpolation::LINEAR };
    Interpolation::from_name(&text).unwrap_or_else(|| {
        let message = format!("unknown interpolation \"{text}\"; the engine takes linear");
        findings.warning(kinds::INTERPOLATION_UNKNOWN, path.clone(), message);
        Interpolation::LINEAR
    })
}

fn variant(
    element: Element<'_, '_>,
    variant_encoding: VariantEncoding,
    path: &Path,
    findings: &mut Findings,
) -> Option<VariantTrack<'static>> {
    unknown(element, &["name", "type", "interpolation", "tension", "weight"], path, findings);
    let name = name(element, path, findings)?;
    let kind = kind(element, variant_encoding, path, findings)?;
    let interpolation = interpolation(element, path, findings);
    let mut number =
        |attribute, default| element.attribute(attribute).map_or(default, |text| float(&text, path, findings));
    let (tension, weight) = (number("tension", 0.5), number("weight", 1.0));
    let spline = interpolation == Interpolation::TANGENT_SPLINE;
    let mut read = Vec::new();
    for (path, key) in keys(element, path, findings) {
        unknown(key, &["time", "value"], &path, findings);
        let time = float(&attribute_of(key, "time", &path, findings), &path, findings);
        let own = value(kind, &attribute_of(key, "value", &path, findings), &path, findings);
        let tangents = ["intangent", "outtangent"].map(|name| {
            let tangent = key.child(name);
            if spline && tangent.is_none() {
                findings.warning(
                    kinds::VALUE_MISSING,
                    path.clone(),
                    format!("no {name}; the engine takes its default"),
                );
            }
            let text = tangent.and_then(|tangent| tangent.attribute("value")).unwrap_or_default();
            if spline { value(kind, &text, &path, findings) } else { Variant::None }
        });
        read.push((time, own, tangents));
    }
    read.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    let track = if spline {
        VariantTrack::from_spline(name, &read, variant_encoding)
    } else {
        let keys: Vec<_> = read.into_iter().map(|(time, value, _)| (time, value)).collect();
        VariantTrack::from_keys(name, interpolation, &keys, variant_encoding)
    };
    let track = track
        .map_err(|error| findings.warning(kinds::TRACK_LEFT_OUT, path.clone(), format!("left out: {error}")))
        .ok()?;
    // Without keys the type is unknown.
    Some(VariantTrack { variant_type: kind.number(variant_encoding).unwrap_or_default(), tension, weight, ..track })
}

/// Returns the type of a variant track, or `None` if the name is unknown or if such values can't be read.
fn kind(
    element: Element<'_, '_>,
    variant_encoding: VariantEncoding,
    path: &Path,
    findings: &mut Findings,
) -> Option<VariantKind> {
    let name = element.attribute("type").unwrap_or_default();
    let kind = VariantKind::from_name(&name).filter(|kind| kind.number(variant_encoding).is_some());
    let Some(kind) = kind else {
        findings.warning(kinds::TRACK_LEFT_OUT, path.clone(), format!("left out: unknown type \"{name}\""));
        return None;
    };
    if has_text(kind) {
        return Some(kind);
    }
    findings.warning(
        kinds::TRACK_LEFT_OUT,
        path.clone(),
        format!("left out: values of type {kind} are not read from XML"),
    );
    None
}

/// Returns whether a value of this type is in a single attribute and not in child elements.
pub(super) fn has_text(kind: VariantKind) -> bool {
    Variant::from_text(kind, b"", HashAlgorithm::Rbfx).value.kind() == kind
}

/// Returns a variant track with the keys from both, sorted by time.
pub(super) fn joined(
    track: &VariantTrack<'_>,
    added: &VariantTrack<'_>,
    variant_encoding: VariantEncoding,
) -> Result<VariantTrack<'static>, Error> {
    let mut keys: Vec<_> = track.iter(variant_encoding).chain(added.iter(variant_encoding)).collect();
    let interpolation = added.interpolation;
    let like = VariantTrack { tension: added.tension, weight: added.weight, ..track.borrowed() };
    if interpolation == Interpolation::TANGENT_SPLINE && track.interpolation == interpolation {
        let tangents = track.tangents(variant_encoding).chain(added.tangents(variant_encoding));
        let mut keys: Vec<_> = keys.into_iter().zip(tangents).map(|((time, value), t)| (time, value, t)).collect();
        keys.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        return like.with_spline(&keys, variant_encoding);
    }
    // If only one of them has tangents, the engine finds too few and uses the values of the keys.
    let interpolation =
        if interpolation == Interpolation::TANGENT_SPLINE { Interpolation::NONE } else { interpolation };
    keys.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    like.with_keys(interpolation, &keys, variant_encoding)
}
