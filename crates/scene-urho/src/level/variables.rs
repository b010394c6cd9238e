//! Node variables. In the scene, each becomes an extra, so that you can see and edit it in every program.

use std::collections::HashMap;

use asset_scene::{Node, PLAIN_EXTRAS};
use serde_json::{Map, Number, Value as Json};
use urho_scene::urho_core::StringHash;
use urho_scene::{Engine, HashedName, Name, Value, Variant};

/// The attribute that stores them.
const VARIABLES: &str = "Variables";

/// The variable names by hash. Nodes in Urho3D and U3D only store hashes.
pub(super) type Names = HashMap<StringHash, Name<'static>>;

/// Returns the variables of a node that have a name and can be stored as JSON.
pub(super) fn shown(node: &urho_scene::Node<'_>, names: &Names) -> Map<String, Json> {
    let value = node.attributes.get(VARIABLES);
    let mut shown = Map::new();
    let mut show = |name: &Name<'_>, value: &Variant<'_>| {
        let name = name.as_str().filter(|name| !name.is_empty() && !PLAIN_EXTRAS.contains(name));
        if let (Some(name), Some(value)) = (name, json(value)) {
            shown.insert(name.to_owned(), value);
        }
    };
    match value.as_deref().and_then(Value::variant) {
        Some(Variant::VariantMap(entries)) => entries.iter().for_each(|(key, value)| {
            let name = if key.name.is_empty() { names.get(&key.hash) } else { Some(&key.name) };
            name.into_iter().for_each(|name| show(name, value));
        }),
        Some(Variant::StringVariantMap(entries)) => entries.iter().for_each(|(name, value)| show(name, value)),
        _ => {}
    }
    shown
}

/// The extras of a scene node, to be written to variables.
pub(super) struct Edited<'e> {
    /// The scene node.
    pub(super) node: &'e Node,
    /// The names of the variables that were in the extras when the node was shown. If a name is missing now, the
    /// variable was deleted.
    pub(super) shown: &'e [String],
    pub(super) engine: Engine,
}

impl Edited<'_> {
    /// Sets, adds and removes variables. If a value hasn't changed, the variable is not touched. Returns the names of
    /// new variables. If an extra can't be stored in a variable, this adds its name to `refused`.
    pub(super) fn apply(&self, node: &mut urho_scene::Node<'static>, refused: &mut Vec<String>) -> Vec<String> {
        if self.node.extras.is_empty() && self.shown.is_empty() {
            return Vec::new();
        }
        let mut variables = Variables::of(node, self.engine);
        let mut is_edited = false;
        for name in self.shown.iter().filter(|name| !self.node.extras.contains_key(*name)) {
            is_edited |= variables.remove(name);
        }
        let mut added = Vec::new();
        for (name, value) in &self.node.extras {
            let stored = variables.get(name);
            let Some(value) = variant(stored, value).filter(|_| !name.is_empty() && !name.contains(['\0', ';'])) else {
                refused.push(name.clone());
                continue;
            };
            if stored != Some(&value) {
                is_edited = true;
                if variables.set(name, value) {
                    added.push(name.clone());
                }
            }
        }
        if is_edited {
            node.attributes.set(self.engine, VARIABLES, variables.variant());
        }
        added
    }
}

/// The variables of a node. Urho3D and U3D find them by hash, rbfx by name.
enum Variables {
    Hashed(Vec<(HashedName<'static>, Variant<'static>)>, Engine),
    Named(Vec<(Name<'static>, Variant<'static>)>),
}

impl Variables {
    fn of(node: &urho_scene::Node<'static>, engine: Engine) -> Self {
        let stored = node.attributes.get(VARIABLES);
        let stored = stored.as_deref().and_then(Value::variant).cloned().map(Variant::into_owned);
        match (stored, engine) {
            (Some(Variant::StringVariantMap(entries)), _) => Self::Named(entries),
            (Some(Variant::VariantMap(entries)), _) => Self::Hashed(entries, engine),
            (_, Engine::Rbfx) => Self::Named(Vec::new()),
            _ => Self::Hashed(Vec::new(), engine),
        }
    }

    /// Returns the value that the engine will find. If the name is not unique, this returns the last value.
    fn get(&self, name: &str) -> Option<&Variant<'static>> {
        match self {
            Self::Hashed(entries, engine) => {
                let key = HashedName::of(engine.hashes(), name);
                entries.iter().rfind(|(own, _)| *own == key).map(|(_, value)| value)
            }
            Self::Named(entries) => entries.iter().rfind(|(own, _)| *own == name).map(|(_, value)| value),
        }
    }

    /// Sets a variable, and returns whether it is new.
    fn set(&mut self, name: &str, value: Variant<'static>) -> bool {
        match self {
            Self::Hashed(entries, engine) => {
                let key = HashedName::of(engine.hashes(), name.to_owned());
                match entries.iter_mut().rfind(|(own, _)| *own == key) {
                    Some((_, own)) => *own = value,
                    None => {
                        entries.push((key, value));
                        return true;
                    }
                }
            }
            Self::Named(entries) => match entries.iter_mut().rfind(|(own, _)| *own == name) {
                Some((_, own)) => *own = value,
                None => {
                    entries.push((Name::from(name.to_owned()), value));
                    return true;
                }
            },
        }
        false
    }

    /// Removes a variable, and returns whether it existed.
    fn remove(&mut self, name: &str) -> bool {
        match self {
            Self::Hashed(entries, engine) => {
                let (key, before) = (HashedName::of(engine.hashes(), name), entries.len());
                entries.retain(|(own, _)| *own != key);
                entries.len() < before
            }
            Self::Named(entries) => {
                let before = entries.len();
                entries.retain(|(own, _)| *own != name);
                entries.len() < before
            }
        }
    }

    fn variant(self) -> Variant<'static> {
        match self {
            Self::Hashed(entries, _) => Variant::VariantMap(entries),
            Self::Named(entries) => Variant::StringVariantMap(entries),
        }
    }
}

/// Returns a value as JSON, or `None` if programs can't edit this type or if a number is not finite.
fn json(value: &Variant<'_>) -> Option<Json> {
    // The shortest number that is the same float, as a person would write it.
    let float = |value: f32| Number::from_f64(value.to_string().parse().ok()?).map(Json::Number);
    match value {
        Variant::Bool(value) => Some(Json::Bool(*value != 0)),
        Variant::Int(value) => Some((*value).into()),
        Variant::Int64(value) => Some((*value).into()),
        Variant::Float(value) => float(*value),
        Variant::Double(value) => Number::from_f64(*value).map(Json::Number),
        Variant::String(text) => text.as_str().map(Into::into),
        Variant::IntVector2(values) => Some(values[..].into()),
        Variant::IntVector3(values) => Some(values[..].into()),
        Variant::IntRect(values) => Some(values[..].into()),
        Variant::Vector2(_)
        | Variant::Vector3(_)
        | Variant::Vector4(_)
        | Variant::Quaternion(_)
        | Variant::Color(_)
        | Variant::Rect(_) => {
            value.floats()?.iter().map(|value| float(*value)).collect::<Option<Vec<_>>>().map(Json::Array)
        }
        _ => None,
    }
}

/// Returns a JSON value as a variable. If it fits, the stored type is kept, because some programs write `1` instead of
/// `1.0`.
fn variant(stored: Option<&Variant<'_>>, value: &Json) -> Option<Variant<'static>> {
    stored.and_then(|stored| of_type(stored, value)).or_else(|| of_json(value))
}

fn of_type(stored: &Variant<'_>, value: &Json) -> Option<Variant<'static>> {
    let number = value.as_f64();
    let whole = number.filter(|number| number.fract() == 0.0);
    match stored {
        Variant::Bool(_) => {
            number.filter(|number| [0.0, 1.0].contains(number)).map(|one| Variant::Bool(u8::from(one != 0.0)))
        }
        Variant::Int(_) => whole
            .filter(|one| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(one))
            .map(|one| Variant::Int(one as i32)),
        Variant::Int64(_) => value.as_i64().map(Variant::Int64),
        Variant::Float(_) => number.map(|number| Variant::Float(number as f32)),
        Variant::Double(_) => number.map(Variant::Double),
        Variant::IntVector2(_) => ints(value).map(Variant::IntVector2),
        Variant::IntVector3(_) => ints(value).map(Variant::IntVector3),
        Variant::IntRect(_) => ints(value).map(Variant::IntRect),
        Variant::Quaternion(_) => floats(value).map(Variant::Quaternion),
        Variant::Color(_) => floats(value).map(Variant::Color),
        Variant::Rect(_) => floats(value).map(|numbers| Variant::Rect(Some(numbers))),
        _ => None,
    }
}

fn of_json(value: &Json) -> Option<Variant<'static>> {
    match value {
        Json::Bool(value) => Some(Variant::Bool(u8::from(*value))),
        Json::Number(number) => Some(match number.as_i64() {
            Some(whole) => i32::try_from(whole).map_or(Variant::Int64(whole), Variant::Int),
            None => Variant::Float(number.as_f64()? as f32),
        }),
        Json::String(text) => (!text.contains('\0')).then(|| Variant::String(text.clone().into())),
        Json::Array(items) => match items.len() {
            2 => floats(value).map(Variant::Vector2),
            3 => floats(value).map(Variant::Vector3),
            4 => floats(value).map(Variant::Vector4),
            _ => None,
        },
        Json::Null | Json::Object(_) => None,
    }
}

fn floats<const N: usize>(value: &Json) -> Option<[f32; N]> {
    let numbers = value.as_array()?.iter().map(|number| number.as_f64().map(|number| number as f32));
    numbers.collect::<Option<Vec<f32>>>()?.try_into().ok()
}

fn ints<const N: usize>(value: &Json) -> Option<[i32; N]> {
    let numbers = value.as_array()?.iter().map(|number| i32::try_from(number.as_i64()?).ok());
    numbers.collect::<Option<Vec<i32>>>()?.try_into().ok()
}
