//! Converts played animations, because each engine has another layout for them.

use binio::Name;
use urho_core::{HashedName, ResourceRef, Variant};

use super::Transfer;
use crate::attributes::Attributes;
use crate::kinds;
use crate::place::Place;
use crate::scene::{Component, Node};
use crate::value::Value;

/// The attributes whose layout depends on the engine.
pub(super) const ATTRIBUTES: [&str; 3] = ["Animations", "Node Animation States", "Animation States"];

/// In rbfx, this value of `Max Time` (`M_LARGE_VALUE`) means the whole animation. A smaller value is a time at which a
/// looped animation stops.
pub const WHOLE_LENGTH: f32 = 100_000_000.0;
/// How many values an animation has in the lists of rbfx and Urho3D.
const IN_RBFX: usize = 15;
const IN_CONTROLLER: usize = 5;
const IN_MODEL: usize = 6;
const IN_NODE: usize = 3;

/// An animation that is played, or a pose.
#[derive(Clone, Debug)]
struct Played {
    name: Name<'static>,
    looped: bool,
    layer: i32,
    start_bone: Name<'static>,
    time: f32,
    speed: f32,
    weight: f32,
    target_weight: f32,
    /// How long it takes to reach the target weight.
    fade: f32,
    auto_fade: f32,
}

impl Played {
    fn new(name: &Name<'_>) -> Self {
        Self {
            name: name.clone().into_owned(),
            looped: false,
            layer: 0,
            start_bone: Name::default(),
            time: 0.0,
            speed: 0.0,
            weight: 1.0,
            target_weight: 1.0,
            fade: 0.0,
            auto_fade: 0.0,
        }
    }
}

/// The values in a list. If a value is missing or has another type, the default value is used.
struct Items<'s>(&'s [Variant<'s>]);

impl<'s> Items<'s> {
    fn float(&self, index: usize) -> f32 {
        match self.0.get(index) {
            Some(Variant::Float(value)) => *value,
            Some(Variant::Int(value)) => *value as f32,
            _ => 0.0,
        }
    }

    fn int(&self, index: usize) -> i32 {
        if let Some(Variant::Int(value)) = self.0.get(index) { *value } else { 0 }
    }

    fn bool(&self, index: usize) -> bool {
        matches!(self.0.get(index), Some(Variant::Bool(value)) if *value != 0)
    }

    fn text(&self, index: usize) -> Name<'s> {
        match self.0.get(index) {
            Some(Variant::String(text)) => text.clone(),
            Some(Variant::ResourceRef(reference)) => reference.name.clone(),
            _ => Name::default(),
        }
    }
}

fn list_of(component: &Component<'_>, attribute: &str) -> Vec<Variant<'static>> {
    match component.get(attribute) {
        Some(Variant::VariantVector(items)) => items.into_iter().map(Variant::into_owned).collect(),
        _ => Vec::new(),
    }
}

/// Splits a list into groups of `size` values. The first value of the list is a count.
fn counted<'s>(items: &'s [Variant<'static>], size: usize) -> impl Iterator<Item = Items<'s>> {
    items.get(1..).unwrap_or_default().chunks_exact(size).map(Items)
}

/// Returns the animations of a node in Urho3D. They may be in the controller, or be poses in the model or the node.
fn played_in_urho3d(node: &Node<'_>) -> Vec<Played> {
    let mut all: Vec<Played> = Vec::new();
    for controller in node.components_of("AnimationController") {
        for items in list_of(controller, "Animations").chunks_exact(IN_CONTROLLER).map(Items) {
            all.push(Played {
                speed: items.float(1),
                target_weight: items.float(2),
                fade: items.float(3),
                auto_fade: items.float(4),
                ..Played::new(&items.text(0))
            });
        }
        let states = list_of(controller, "Node Animation States");
        for items in counted(&states, IN_NODE) {
            with_entry(&mut all, &items.text(0), |played| {
                (played.looped, played.time) = (items.bool(1), items.float(2));
            });
        }
    }
    for model in node.components_of("AnimatedModel") {
        let states = list_of(model, "Animation States");
        for items in counted(&states, IN_MODEL) {
            with_entry(&mut all, &items.text(0), |played| {
                let is_pose = played.speed == 0.0;
                (played.start_bone, played.looped) = (items.text(1).into_owned(), items.bool(2));
                (played.weight, played.time, played.layer) = (items.float(3), items.float(4), items.int(5));
                if is_pose {
                    played.target_weight = played.weight;
                }
            });
        }
    }
    all.retain(|played| !played.name.is_empty());
    all
}

/// Changes the animation with this name. If there is none yet, it is a pose.
fn with_entry(all: &mut Vec<Played>, name: &Name<'_>, change: impl FnOnce(&mut Played)) {
    if let Some(played) = all.iter_mut().find(|played| played.name == *name) {
        return change(played);
    }
    let mut played = Played::new(name);
    change(&mut played);
    all.push(played);
}

impl Transfer<'_> {
    fn animation(&self, name: &Name<'static>) -> Variant<'static> {
        let kind = HashedName::of(self.to.engine().hashes(), "Animation");
        Variant::ResourceRef(Box::new(ResourceRef { kind, name: name.clone() }))
    }

    fn set(&self, component: &mut Component<'static>, name: &str, value: Variant<'static>) {
        let class = self.to.get(component.class.hash).map(|class| &**class);
        component.attributes.set_in_order(self.to.engine(), class, name, Value::Variant(value));
    }

    /// Moves the animations of a node from Urho3D to its controller. A model that only has poses gets a controller for
    /// them.
    pub(super) fn play_in_rbfx(&mut self, node: &Node<'_>, components: &mut Vec<Component<'static>>, place: Place) {
        let all = played_in_urho3d(node);
        if all.is_empty() {
            return;
        }
        let count = i32::try_from(all.len()).unwrap_or(i32::MAX);
        let mut items = vec![Variant::Int(count)];
        for played in &all {
            let flag = |is: bool| Variant::Bool(u8::from(is));
            items.extend([
                self.animation(&played.name),
                flag(played.looped),
                // Removed on completion, as by the controller of Urho3D; a pose stays.
                flag(played.speed != 0.0),
                Variant::Int(played.layer),
                Variant::Int(0),
                Variant::String(played.start_bone.clone()),
                Variant::Float(played.auto_fade),
                Variant::Float(played.time),
                Variant::Float(0.0),
                Variant::Float(WHOLE_LENGTH),
                Variant::Float(played.speed),
                flag(false),
                Variant::Float(played.weight),
                Variant::Float(played.target_weight),
                Variant::Float(played.fade),
            ]);
        }
        let is_controller = |component: &Component<'_>| component.is_a("AnimationController");
        if !components.iter().any(is_controller) {
            let message = format!("{count} animation states: an AnimationController is added, which shows them");
            self.findings.note(kinds::ANIMATIONS_MOVED, place.path(), message);
            let class = HashedName::of(self.to.engine().hashes(), "AnimationController");
            components.push(Component { class, attributes: Attributes::default(), ..Component::default() });
        }
        if let Some(controller) = components.iter_mut().find(|component| is_controller(component)) {
            self.set(controller, "Animations", Variant::VariantVector(items));
        }
    }

    /// Returns the animations of a node in rbfx, and reports what Urho3D will play in another way.
    fn played_in_rbfx(&mut self, node: &Node<'_>, place: Place) -> Vec<Played> {
        let mut all: Vec<Played> = Vec::new();
        for controller in node.components_of("AnimationController") {
            let items = list_of(controller, "Animations");
            for items in counted(&items, IN_RBFX) {
                let played = Played {
                    looped: items.bool(1),
                    layer: items.int(3),
                    start_bone: items.text(5).into_owned(),
                    auto_fade: items.float(6),
                    time: items.float(7),
                    speed: items.float(10),
                    weight: items.float(12),
                    target_weight: items.float(13),
                    fade: items.float(14),
                    ..Played::new(&items.text(0))
                };
                if items.int(4) != 0 || items.float(8) != 0.0 {
                    let message =
                        format!("\"{}\" is played in another way: its blend mode or its least time", played.name);
                    self.findings.loss(kinds::ATTRIBUTE_LOST, place.path(), message);
                }
                all.push(played);
            }
        }
        all
    }

    /// Moves the animations of a node from rbfx to the controller and the model for Urho3D.
    pub(super) fn play_in_urho3d(&mut self, node: &Node<'_>, components: &mut [Component<'static>], place: Place) {
        let all = self.played_in_rbfx(node, place);
        if all.is_empty() {
            return;
        }
        let count = Variant::Int(i32::try_from(all.len()).unwrap_or(i32::MAX));
        let has_model = components.iter().any(|component| component.is_a("AnimatedModel"));
        let (mut played, mut of_nodes, mut of_model) = (Vec::new(), vec![count.clone()], vec![count]);
        for one in &all {
            played.push(Variant::String(one.name.clone()));
            played.extend([one.speed, one.target_weight, one.fade, one.auto_fade].map(Variant::Float));
            let (looped, time) = (Variant::Bool(u8::from(one.looped)), Variant::Float(one.time));
            of_nodes.extend([self.animation(&one.name), looped.clone(), time.clone()]);
            let bone = Variant::String(one.start_bone.clone());
            let weight = Variant::Float(one.weight);
            of_model.extend([self.animation(&one.name), bone, looped, weight, time, Variant::Int(one.layer)]);
        }
        for component in components.iter_mut() {
            if component.is_a("AnimationController") {
                self.set(component, "Animations", Variant::VariantVector(played.clone()));
                if !has_model {
                    self.set(component, "Node Animation States", Variant::VariantVector(of_nodes.clone()));
                }
            } else if component.is_a("AnimatedModel") {
                self.set(component, "Animation States", Variant::VariantVector(of_model.clone()));
            }
        }
    }
}
