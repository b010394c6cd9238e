//! Reads animations.

use asset_scene::{Animation, Channel, Interpolation, Node, Property, Scene};

use super::{File, item};
use crate::error::{Error, Within, no_such, unfit};
use crate::json;
use crate::kinds;

impl File<'_> {
    pub(super) fn animations(&mut self, scene: &Scene<'_>) -> Result<Vec<Animation<'static>>, Error> {
        let mut animations = Vec::with_capacity(self.root.animations.len());
        for (index, animation) in self.root.animations.iter().enumerate() {
            animations.push(self.animation(index, animation, scene).within_item("animation", index)?);
        }
        Ok(animations)
    }

    fn animation(
        &mut self,
        index: usize,
        animation: &json::Animation,
        scene: &Scene<'_>,
    ) -> Result<Animation<'static>, Error> {
        let mut channels = Vec::with_capacity(animation.channels.len());
        for (number, channel) in animation.channels.iter().enumerate() {
            channels.extend(self.channel(animation, channel, scene).within_item("channel", number)?);
        }
        let ignored = animation.channels.len().saturating_sub(channels.len());
        if ignored > 0 {
            let message =
                format!("channels that move no node, or morph targets that aren't there, are ignored: {ignored}");
            self.note(kinds::CHANNELS_IGNORED, [("animation", index)], message);
        }
        Ok(Animation { name: animation.name.clone(), channels, source: None })
    }

    fn channel(
        &self,
        animation: &json::Animation,
        channel: &json::Channel,
        scene: &Scene<'_>,
    ) -> Result<Option<Channel>, Error> {
        let sampler = channel.sampler.index();
        let sampler = animation.samplers.get(sampler).ok_or_else(|| no_such("sampler", sampler))?;
        let interpolation = match sampler.interpolation.as_deref() {
            None | Some("LINEAR") => Interpolation::Linear,
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::CubicSpline,
            Some(other) => return Err(unfit("LINEAR, STEP or CUBICSPLINE", other)),
        };
        let property = match channel.target.path.as_str() {
            "translation" => Property::Translation,
            "rotation" => Property::Rotation,
            "scale" => Property::Scale,
            "weights" => Property::MorphWeights,
            "pointer" => return Ok(None),
            other => return Err(unfit("translation, rotation, scale or weights", other)),
        };
        let (input, output) = (self.array_of(sampler.input)?, self.array_of(sampler.output)?);
        let (Some(node), Some(times), Some(values)) = (channel.target.node, input, output) else { return Ok(None) };
        let node = item::<Node>(node, scene.nodes.len())?;
        let mesh = scene[node].mesh.map(|mesh| &scene[mesh]);
        if property == Property::MorphWeights && mesh.is_none_or(|mesh| mesh.morph_names.is_empty()) {
            return Ok(None);
        }
        Ok(Some(Channel { node, property, interpolation, times, values }))
    }
}
