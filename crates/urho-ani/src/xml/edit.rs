//! Writes the changes in an animation to its XML.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use binio::{Name, Path, same_bits};
use urho_core::tree::{Edits, Element, XmlTree, XmlWriter};
use urho_core::{Error, ErrorKind, HashAlgorithm, Variant, VariantEncoding, VariantKind};

use super::write::{self, CHANNELS, WEIGHTS, Written, channel_of, check_whole, text_of};
use crate::animation::Animation;
use crate::track::{Key, Track, Weights};
use crate::variant_track::{Interpolation, VariantTrack};

/// How types are numbered in XML animations.
const ERA: VariantEncoding = VariantEncoding::RbfxNew;

/// Changes the text to match `new`. The text must be what `old` was read from.
pub(super) fn edited(text: &[u8], old: &Animation<'_>, new: &Animation<'_>) -> Result<Vec<u8>, Error> {
    check_whole(new)?;
    let tree = XmlTree::parse(text)?;
    let root = tree.root(text);
    let mut edits = Edits::new();
    if old.name != new.name {
        root.set_attribute("name", &new.name, &mut edits)?;
    }
    if !same_bits(&[old.length], &[new.length]) {
        set(root, "length", &Variant::Float(new.length), &mut edits).map_err(|why| at(why, "length"))?;
    }
    let added = tracks(root, &old.tracks, &new.tracks, &mut edits)?;
    let others = tracks(root, &old.variant_tracks, &new.variant_tracks, &mut edits)?;
    let text = append(edits.apply(text)?, &added)?;
    append(text, &others)
}

/// Adds tracks at the end of the text, in the same layout as the file.
fn append<T: Block>(mut text: Vec<u8>, added: &[(usize, &T)]) -> Result<Vec<u8>, Error> {
    let (first, others) = added.split_at_checked(1).unwrap_or_default();
    // The others follow the first: an element without content can be given one only once.
    for added in [first, others] {
        let (tree, mut edits) = (XmlTree::parse(&text)?, Edits::new());
        for (index, track) in added {
            let mut refused = Ok(());
            tree.root(&text).append(&mut edits, |xml| {
                refused = track.write(xml);
                xml
            })?;
            refused.map_err(|why| write::error(why, T::PART, *index))?;
        }
        if !edits.is_empty() {
            text = edits.apply(&text)?;
        }
    }
    Ok(text)
}

/// A track that can be written as an element.
trait Block: PartialEq {
    /// The name of the element.
    const ELEMENT: &'static str;
    /// What to call this part in errors.
    const PART: &'static str;

    fn name(&self) -> &Name<'_>;

    fn write(&self, xml: &mut XmlWriter) -> Written;

    /// Changes the attributes of `element`, which was read as `old`, to match this track. If this is not possible,
    /// returns `false`, and the track needs another element.
    fn set(&self, element: Element<'_, '_>, old: &Self, edits: &mut Edits) -> Result<bool, &'static str>;
}

/// Changes the elements of existing tracks. Returns the tracks that have no element yet, with their indices.
fn tracks<'n, T: Block>(
    root: Element<'_, '_>,
    old: &[T],
    new: &'n [T],
    edits: &mut Edits,
) -> Result<Vec<(usize, &'n T)>, Error> {
    let mut elements: BTreeMap<Vec<u8>, Vec<Element<'_, '_>>> = BTreeMap::new();
    for element in root.children_named(T::ELEMENT) {
        let Some(name) = element.attribute("name") else { continue };
        elements.entry(name.to_vec()).or_default().push(element);
    }
    let by_name: BTreeMap<&[u8], usize> =
        old.iter().enumerate().map(|(index, track)| (&track.name()[..], index)).collect();
    let mut kept: Vec<Option<&T>> = old.iter().map(|_| None).collect();
    let mut unknown: Vec<(usize, &'n T)> = Vec::new();
    for (index, track) in new.iter().enumerate() {
        match by_name.get(&track.name()[..]).and_then(|old| kept.get_mut(*old)) {
            Some(place) => *place = Some(track),
            None => unknown.push((index, track)),
        }
    }
    // A track at the place of one that is gone has a new name.
    let is_renamed = old.len() == new.len();
    unknown.retain(|(index, track)| match kept.get_mut(*index).filter(|place| is_renamed && place.is_none()) {
        Some(place) => {
            *place = Some(track);
            false
        }
        None => true,
    });
    for (index, (old, new)) in old.iter().zip(&kept).enumerate() {
        let own = elements.get(&old.name()[..]).map(Vec::as_slice).unwrap_or_default();
        change(own, old, *new, edits).map_err(|why| write::error(why, T::PART, index))?;
    }
    Ok(unknown)
}

/// Changes the elements of a single track. There are several if the engine merges them.
fn change<T: Block>(elements: &[Element<'_, '_>], old: &T, new: Option<&T>, edits: &mut Edits) -> Written {
    let Some(new) = new else {
        elements.iter().for_each(|element| element.remove(edits));
        return Ok(());
    };
    let [first, others @ ..] = elements else { return Err("a track that the file hasn't got") };
    if old == new {
        return Ok(());
    }
    if others.is_empty() {
        let mut own = Edits::new();
        if new.set(*first, old, &mut own)? {
            if old.name() != new.name() {
                first.set_attribute("name", new.name(), &mut own).map_err(|_| "a name that XML can't store")?;
            }
            edits.append(own);
            return Ok(());
        }
    }
    let mut refused = Ok(());
    let replaced = first.replace(edits, |xml| {
        refused = new.write(xml);
        xml
    });
    refused?;
    replaced.map_err(|_| "text that XML can't store")?;
    others.iter().for_each(|element| element.remove(edits));
    Ok(())
}

fn set(element: Element<'_, '_>, name: &str, value: &Variant<'_>, edits: &mut Edits) -> Written {
    element.set_attribute(name, &text_of(value)?, edits).map_err(|_| "a value that XML can't store")
}

/// Sets an attribute, but only if the value has changed.
fn update(
    element: Element<'_, '_>,
    name: &str,
    (old, new): (&Variant<'_>, &Variant<'_>),
    edits: &mut Edits,
) -> Written {
    if old == new { Ok(()) } else { set(element, name, new, edits) }
}

fn at(why: &'static str, part: &'static str) -> Error {
    Error::new(ErrorKind::NotInText(why), Path::from(part))
}

/// Returns the elements of the keys, sorted by time as in the engine. If there are not exactly `count` of them, returns
/// `None`.
fn keys<'a, 't>(element: Element<'a, 't>, count: usize) -> Option<Vec<Element<'a, 't>>> {
    let time = |key: &Element<'_, '_>| {
        let text = key.attribute("time").unwrap_or_default();
        let value = Variant::from_text(VariantKind::Float, &text, HashAlgorithm::Rbfx).value;
        value.floats().and_then(<[f32]>::first).copied().unwrap_or_default()
    };
    let mut keys: Vec<(f32, Element<'_, '_>)> =
        element.children_named("keyframe").map(|key| (time(&key), key)).collect();
    keys.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    (keys.len() == count).then(|| keys.into_iter().map(|(_, key)| key).collect())
}

impl Block for Track<'_> {
    const ELEMENT: &'static str = "transform";
    const PART: &'static str = "track";

    fn name(&self) -> &Name<'_> {
        &self.name
    }

    fn write(&self, xml: &mut XmlWriter) -> Written {
        write::track(xml, self)
    }

    fn set(&self, element: Element<'_, '_>, old: &Self, edits: &mut Edits) -> Result<bool, &'static str> {
        let elements = keys(element, old.key_count()).filter(|_| self.key_count() == old.key_count());
        let Some(elements) = elements.filter(|_| self.channels == old.channels) else { return Ok(false) };
        set_weights(element, (old.weights, self.weights), edits)?;
        let pairs = (0..old.key_count()).filter_map(|index| old.key(index).zip(self.key(index)));
        for (element, (before, after)) in elements.into_iter().zip(pairs) {
            let time = |key: &Key| Variant::Float(key.time);
            update(element, "time", (&time(&before), &time(&after)), edits)?;
            for (name, channel) in CHANNELS.iter().filter(|(_, channel)| self.channels.has(*channel)) {
                update(element, name, (&channel_of(&before, *channel), &channel_of(&after, *channel)), edits)?;
            }
        }
        Ok(true)
    }
}

/// Sets the channel weights. This writes a single attribute, unless the weights differ or the file already has an
/// attribute for each channel.
fn set_weights(element: Element<'_, '_>, (old, new): (Weights, Weights), edits: &mut Edits) -> Written {
    let has_own = WEIGHTS.iter().any(|name| element.attribute(name).is_some());
    if !has_own && new == Weights::same(new.position) {
        return update(element, "weight", (&Variant::Float(old.position), &Variant::Float(new.position)), edits);
    }
    for ((name, before), after) in WEIGHTS.into_iter().zip(old.to_array()).zip(new.to_array()) {
        update(element, name, (&Variant::Float(before), &Variant::Float(after)), edits)?;
    }
    Ok(())
}

impl Block for VariantTrack<'_> {
    const ELEMENT: &'static str = "variant";
    const PART: &'static str = "variant track";

    fn name(&self) -> &Name<'_> {
        &self.name
    }

    fn write(&self, xml: &mut XmlWriter) -> Written {
        write::variant_track(xml, self, ERA)
    }

    fn set(&self, element: Element<'_, '_>, old: &Self, edits: &mut Edits) -> Result<bool, &'static str> {
        let has_tangents = |track: &Self| track.interpolation == Interpolation::TANGENT_SPLINE;
        let is_alike = self.variant_type == old.variant_type
            && self.key_count == old.key_count
            && has_tangents(self) == has_tangents(old);
        let Some(elements) = keys(element, old.key_count as usize).filter(|_| is_alike) else { return Ok(false) };
        if self.interpolation != old.interpolation {
            let name = self.interpolation.name().ok_or("an unknown interpolation")?;
            element.set_attribute("interpolation", name.as_bytes(), edits).map_err(|_| "an unknown interpolation")?;
        }
        for (name, before, after) in [("tension", old.tension, self.tension), ("weight", old.weight, self.weight)] {
            update(element, name, (&Variant::Float(before), &Variant::Float(after)), edits)?;
        }
        for (element, ((t0, before), (t1, after))) in elements.iter().zip(old.iter(ERA).zip(self.iter(ERA))) {
            update(*element, "time", (&Variant::Float(t0), &Variant::Float(t1)), edits)?;
            update(*element, "value", (&before, &after), edits)?;
        }
        for (element, (before, after)) in elements.iter().zip(old.tangents(ERA).zip(self.tangents(ERA))) {
            for ((name, before), after) in ["intangent", "outtangent"].into_iter().zip(before).zip(after) {
                match element.child(name) {
                    Some(tangent) => update(tangent, "value", (&before, &after), edits)?,
                    None if before == after => {}
                    None => return Ok(false),
                }
            }
        }
        Ok(true)
    }
}
