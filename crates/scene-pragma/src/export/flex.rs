//! Shows flex controller animations as morph weights.

use std::collections::HashMap;

use asset_scene::{
    Animation, Array, ArrayId, Channel, Component, Error, Id, Interpolation, Node, Property, Scene, escape_name,
};
use binio::{Budget, Findings, Path};
use pragma_asset::model::{Flex, FlexAnimation, FlexController, flex_weights};
use pragma_asset::{ErrorKind, Model, udm};

use super::morph::Key;
use crate::fault::{spend, unsupported};
use crate::kinds;

/// Builds the weights for flex animations.
pub(crate) struct Faces<'f, 'm> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) scene: &'f mut Scene<'m>,
    /// For each mesh, which frames its morph targets come from.
    pub(crate) keys: Vec<Vec<Key>>,
    pub(crate) budget: &'f mut Budget,
    pub(crate) findings: &'f mut Findings,
}

/// The expressions of a model's flexes.
struct Flexes<'m> {
    flexes: Vec<Flex<'m>>,
    controllers: Vec<FlexController<'m>>,
    /// The flexes that apply each vertex animation.
    of: HashMap<usize, Vec<usize>>,
}

/// The key times, and the weights of all flexes at each time.
struct Keys {
    times: Vec<f32>,
    weights: Vec<Vec<f32>>,
}

impl Faces<'_, '_> {
    /// Adds the weights of all flex animations to the animations with the same name. If there is none, this adds a new
    /// animation.
    pub(crate) fn build(mut self) -> Result<(), Error> {
        let model = self.model;
        let animations = model.flex_animations();
        if animations.is_empty() {
            return Ok(());
        }
        let flexes = Flexes::of(model);
        let mut named: HashMap<String, usize> =
            self.scene.animations.iter().enumerate().map(|(place, known)| (known.name.clone(), place)).collect();
        for animation in &animations {
            let path = Path::from("flex animation").name(&animation.name);
            let Some(keys) = self.keys(animation, &flexes, &path)? else { continue };
            let channels = self.channels(&keys, &flexes, &path)?;
            if channels.is_empty() {
                self.findings.note(
                    kinds::ANIMATION_MOVES_NOTHING,
                    path,
                    "isn't in the scene: it moves no morph target",
                );
                continue;
            }
            self.findings.note(kinds::FLEX_CONTROLLERS, path, "moves flex controllers; in the scene it is the weights that come of them, and changes of these don't go back");
            let name = escape_name(&animation.name);
            if let Some(known) = named.get(&name).and_then(|place| self.scene.animations.get_mut(Id::new(*place))) {
                let is_taken = |new: &Channel| {
                    known.channels.iter().any(|old| (old.node, old.property) == (new.node, new.property))
                };
                let free: Vec<Channel> = channels.into_iter().filter(|new| !is_taken(new)).collect();
                known.channels.extend(free);
                continue;
            }
            named.insert(name.clone(), self.scene.animations.len());
            self.scene.animations.push(Animation { name, channels, source: None });
        }
        Ok(())
    }

    /// Returns the weights of all flexes at each frame. If an animation can't be shown, this reports a finding and
    /// returns `None`.
    fn keys(&mut self, animation: &FlexAnimation<'_>, flexes: &Flexes<'_>, path: &Path) -> Result<Option<Keys>, Error> {
        let channels = match animation.channels(self.budget) {
            Ok(channels) => channels,
            Err(error) => match error.kind() {
                ErrorKind::Document(udm::ErrorKind::Data(binio::Fault::Limit(_))) => {
                    return Err(unsupported(path.clone(), error));
                }
                kind => {
                    self.findings.error(kinds::UNREADABLE, path.clone(), kind.to_string());
                    return Ok(None);
                }
            },
        };
        // As the engine has it: the first channel says how many frames there are.
        let times = channels.first().map(|channel| channel.times.clone()).unwrap_or_default();
        let fits = times.is_sorted() && times.iter().all(|time| time.is_finite() && *time >= 0.0);
        if !fits || channels.iter().any(|channel| channel.values.len() > times.len()) {
            self.findings.loss(
                kinds::CHANNELS_LOST,
                path.clone(),
                "isn't in the scene: not a value for each time, or times that don't ascend",
            );
            return Ok(None);
        }
        let each = flexes.flexes.len().saturating_add(flexes.controllers.len()).saturating_mul(16);
        spend(self.budget, times.len(), each, path.clone())?;
        let set = animation.controllers();
        let mut weights = Vec::with_capacity(times.len());
        for frame in 0..times.len() {
            let mut values = vec![0.0; flexes.controllers.len()];
            for channel in &channels {
                let controller = set.get(channel.node as usize).map(|controller| *controller as usize);
                let place = controller.and_then(|controller| values.get_mut(controller));
                if let (Some(place), Some(value)) = (place, channel.values.get(frame)) {
                    *place = *value;
                }
            }
            let all = flex_weights(&flexes.flexes, &flexes.controllers, &values);
            let finite = |weight: Option<f32>| weight.filter(|weight| weight.is_finite()).unwrap_or_default();
            weights.push(all.into_iter().map(finite).collect());
        }
        Ok(Some(Keys { times, weights }))
    }

    /// Returns the weights for all nodes whose morph targets move.
    fn channels(&mut self, keys: &Keys, flexes: &Flexes<'_>, path: &Path) -> Result<Vec<Channel>, Error> {
        let shown: Vec<(Id<Node>, usize)> =
            self.scene.nodes.enumerate().filter_map(|(id, node)| Some((id, node.mesh?.index()))).collect();
        let mut times: Option<ArrayId> = None;
        let mut channels = Vec::new();
        for (node, mesh) in shown {
            let Some(own) = self.keys.get(mesh).filter(|own| !own.is_empty()) else { continue };
            spend(self.budget, own.len().saturating_mul(keys.times.len()), 8, path.clone())?;
            let row = |weights: &Vec<f32>| own.iter().map(|key| flexes.weight(*key, weights)).collect::<Vec<f32>>();
            let values: Vec<f32> = keys.weights.iter().flat_map(row).collect();
            if values.iter().all(|value| *value == 0.0) {
                continue;
            }
            let floats = |numbers: &[f32]| {
                Array::from_bytes(
                    Component::F32,
                    1,
                    numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>(),
                )
            };
            let times = *times.get_or_insert_with(|| self.scene.arrays.push(floats(&keys.times)));
            let values = self.scene.arrays.push(floats(&values));
            let (property, interpolation) = (Property::MorphWeights, Interpolation::Linear);
            channels.push(Channel { node, property, interpolation, times, values });
        }
        Ok(channels)
    }
}

impl<'m> Flexes<'m> {
    fn of(model: &'m Model<'m>) -> Self {
        let (flexes, controllers) = (model.flexes(), model.flex_controllers());
        let mut of: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, flex) in flexes.iter().enumerate() {
            if let Some(animation) = flex.morph_target_animation {
                of.entry(animation as usize).or_default().push(number);
            }
        }
        Self { flexes, controllers, of }
    }

    /// Returns the weight of a morph target. In the engine, every flex applies the first frame of its vertex animation.
    fn weight(&self, (animation, frame): Key, weights: &[f32]) -> f32 {
        let own = self.of.get(&animation).filter(|_| frame == 0).into_iter().flatten();
        own.filter_map(|flex| weights.get(*flex)).sum()
    }
}
