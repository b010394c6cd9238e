//! Keyframes of nodes back into channels.

use std::collections::BTreeSet;

use asset_scene::{Animation, ArrayId, Error, Interpolation, Property, Scene, escape_name, unescape_name};
use binio::{Budget, Path};
use pragma_asset::udm::{Array as Stored, Element, PackedArray, Value};
use pragma_asset::{Model, NodeSet};
use scene_adapter::origin::{self, mismatch};

use crate::bones::Bones;
use crate::fault::Fit;
use crate::layout::{AnimationLayout, BLOCK, LAYOUT, Layout};
use crate::vertex::floats;
use crate::{ANIMATION_FORMAT, bulk, tracks};

/// Calls `change` for the key times and values of some channels.
pub(crate) fn keys(items: &mut Stored<'_>, channels: &[usize], mut change: impl FnMut(&mut Stored<'_>)) {
    let Stored::Items(items) = items else { return };
    for number in channels {
        let Some(channel) = items.get_mut(*number).and_then(Value::as_element_mut) else { continue };
        for key in ["times", "values"] {
            channel.get_mut(key).and_then(Value::as_array_mut).into_iter().for_each(&mut change);
        }
    }
}

/// Puts the keys of all animations back into the document of `model`.
pub(crate) fn restore(
    scene: &Scene<'_>,
    layout: &Layout,
    model: &mut Model<'_>,
    bones: &Bones,
    budget: &mut Budget,
) -> Result<(), Error> {
    let mut expected: BTreeSet<&str> = layout.animations.iter().map(String::as_str).collect();
    for (number, animation) in scene.animations.iter().enumerate() {
        let path = || Path::from([("animation", number)]);
        let source = animation.source.as_ref();
        let own: Option<AnimationLayout> =
            origin::layout(source, ANIMATION_FORMAT, LAYOUT).map_err(|error| mismatch(path(), error))?;
        let own = own.filter(|own| expected.remove(own.animation.as_str()));
        let own = own.ok_or_else(|| mismatch(path(), "it wasn't there"))?;
        if animation.name != own.animation {
            return Err(mismatch(path(), "it has another name"));
        }
        if own.flexes {
            continue;
        }
        let name = unescape_name(&own.animation);
        let sets = sets(model, &own.animation, budget).map_err(|why| mismatch(path(), why))?;
        let data = bulk::animation(model.document.data_mut(), &name);
        let data = data.ok_or_else(|| mismatch(path(), "the document hasn't got it"))?;
        let place = Place { scene, animation, layout: &own, bones, sets: &sets };
        place.channels(data, budget).map_err(|why| mismatch(path(), why))?;
    }
    match expected.first() {
        Some(missing) => Err(mismatch(Path::from("animation").name(missing.as_bytes()), "it is missing")),
        None => Ok(()),
    }
}

/// Returns the targets of an animation's channels.
fn sets(model: &Model<'_>, name: &str, budget: &mut Budget) -> Fit<Vec<NodeSet<'static>>> {
    let all = model.animations();
    let animation = all.iter().find(|animation| escape_name(&animation.name) == name);
    let sets = animation.ok_or("the document hasn't got it")?.nodes(budget).map_err(|_| "the document is broken")?;
    let own = |set: NodeSet<'_>| NodeSet { kind: set.kind.into_owned(), bones: set.bones, weights: set.weights };
    Ok(sets.into_iter().map(own).collect())
}

struct Place<'s> {
    scene: &'s Scene<'s>,
    animation: &'s Animation<'s>,
    layout: &'s AnimationLayout,
    bones: &'s Bones,
    sets: &'s [NodeSet<'static>],
}

impl Place<'_> {
    /// Fills the channels with the keys of the scene.
    fn channels(&self, data: &mut Element<'_>, budget: &mut Budget) -> Fit<()> {
        let stored = match data.get_mut(BLOCK).and_then(Value::as_array_mut) {
            Some(stored) => stored,
            // Frames of an older file have none.
            None if self.layout.channels.is_empty() => return Ok(()),
            None => return Err("the document has no channels of it"),
        };
        if self.layout.channels.is_empty() {
            return Ok(());
        }
        let mut items = stored.unpack(budget).map_err(|_| "the document is broken")?.into_owned();
        let slots = tracks::slots(self.sets);
        let Stored::Items(channels) = &mut items else { return Err("channels of another kind") };
        for number in &self.layout.channels {
            let channel = channels.get_mut(*number).and_then(Value::as_element_mut);
            self.channel(channel.ok_or("a channel that isn't there")?, &slots, budget)?;
        }
        let Stored::Packed(_) = stored else {
            *stored = items;
            return Ok(());
        };
        let packed = PackedArray::compress(&items).map_err(|_| "channels that can't be packed")?;
        *stored = Stored::Packed(Box::new(packed));
        Ok(())
    }

    fn channel(&self, channel: &mut Element<'_>, slots: &[Option<u32>], budget: &mut Budget) -> Fit<()> {
        let (place, property) =
            tracks::target(channel, slots, self.bones).ok_or("a channel that moves nothing that is known")?;
        let found = self
            .animation
            .channels
            .iter()
            .find(|channel| channel.node == Bones::node(place) && channel.property == property)
            .ok_or("a channel is missing")?;
        let width = if property == Property::Rotation { 4 } else { 3 };
        if found.interpolation != Interpolation::Linear {
            return Err("keys that aren't joined by straight lines");
        }
        let array = |array: ArrayId| &self.scene[array];
        let (times, values) = (array(found.times), array(found.values));
        let count = times.count;
        budget.spend((count as u64).saturating_mul(20)).map_err(|_| "far more keys than the arrays have")?;
        for (key, array, width) in [("times", times, 1), ("values", values, width)] {
            let items = floats(array, width, count).ok_or("keys of another kind")?;
            let place = channel.get_mut(key).and_then(Value::as_array_mut).ok_or("a channel without keys")?;
            bulk::refill(place, count, items)?;
        }
        Ok(())
    }
}
