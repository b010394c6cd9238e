//! Writes animations.

use std::collections::HashSet;

use asset_scene::{Animation, Channel, Id, Interpolation, Node, Property};
use binio::Path;

use super::Export;
use super::role::Role;
use crate::Rule;
use crate::error::Error;
use crate::json::{self, Integer, Sampler, Target};

impl Export<'_> {
    /// Writes all animations that glTF can express.
    pub(super) fn animations(&mut self) -> Result<(), Error> {
        for (index, animation) in self.scene.animations.iter().enumerate() {
            let path = Path::from([("animation", index)]);
            let written = self.animation(animation, &path)?;
            if written.channels.is_empty() {
                self.report.add(&path, Rule::EmptyAnimations, 1)?;
                self.bare.push(Id::new(index));
            } else {
                self.root.animations.push(written);
            }
        }
        Ok(())
    }

    fn animation(&mut self, animation: &Animation<'_>, path: &Path) -> Result<json::Animation, Error> {
        let mut written = json::Animation { name: animation.name.clone(), ..json::Animation::default() };
        let mut seen = HashSet::new();
        for (index, channel) in animation.channels.iter().enumerate() {
            let path = path.clone().item("channel", index);
            if !seen.insert((channel.node, channel.property)) {
                self.report.add(&path, Rule::RepeatedChannels, 1)?;
                continue;
            }
            let Some(sampler) = self.sampler(channel, &path)? else {
                self.report.add(&path, Rule::EmptyChannels, 1)?;
                continue;
            };
            let (node, property) = match channel.property {
                Property::Translation => (channel.node.index(), "translation"),
                Property::Rotation => (channel.node.index(), "rotation"),
                Property::Scale => (channel.node.index(), "scale"),
                Property::MorphWeights => (self.nodes.with_mesh(channel.node), "weights"),
            };
            let target = Target { node: Some(Integer::from(node)), path: property.to_owned() };
            written.channels.push(json::Channel { sampler: Integer::from(written.samplers.len()), target });
            written.samplers.push(sampler);
        }
        Ok(written)
    }

    /// Writes the keys of a channel. Returns `None` if it has no keys, or if its target is not in the file.
    fn sampler(&mut self, channel: &Channel, path: &Path) -> Result<Option<Sampler>, Error> {
        let (times, values) = (&self.scene[channel.times], &self.scene[channel.values]);
        if times.count == 0
            || values.count == 0
            || channel.property == Property::MorphWeights && !self.is_shown(channel.node)
        {
            return Ok(None);
        }
        let single = channel.interpolation == Interpolation::CubicSpline && times.count == 1;
        let spline = channel.interpolation == Interpolation::CubicSpline && !single;
        let role = match channel.property {
            Property::Translation => Role::Translation,
            Property::Rotation => Role::Rotation { spline },
            Property::Scale if spline => Role::Translation,
            Property::Scale => Role::Scale,
            Property::MorphWeights => Role::MorphWeights,
        };
        let input = self.array(channel.times, Role::Times, &path.clone().part("times"))?;
        let values_path = path.clone().part("values");
        let output = if single {
            self.report.add(path, Rule::SingleKeySpline, 1)?;
            let (array, changes) = super::fix::spline_value(values, role);
            self.report.add_all(&values_path, &changes)?;
            self.arrays.add(array, role.usage())
        } else {
            self.array(channel.values, role, &values_path)?
        };
        let interpolation = match channel.interpolation {
            Interpolation::Linear => None,
            Interpolation::Step => Some("STEP"),
            Interpolation::CubicSpline if single => Some("STEP"),
            Interpolation::CubicSpline => Some("CUBICSPLINE"),
        };
        let interpolation = interpolation.map(str::to_owned);
        Ok(Some(Sampler { input: Integer::from(input), output: Integer::from(output), interpolation }))
    }

    /// Returns `true` if the mesh of a node is in the file.
    fn is_shown(&self, node: Id<Node>) -> bool {
        let written = self.scene[node].mesh.map(|mesh| self.meshes[mesh]);
        matches!(written, Some((Some(_), _) | (_, Some(_))))
    }
}
