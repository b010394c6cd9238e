//! The engine of text without archives, by content that only rbfx has.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use urho_core::tree::{Element, JsonValue};

use crate::class::{Classes, Engine};

/// Attributes of outermost nodes that only rbfx writes.
const OF_ROOTS: [&str; 4] = ["Next Node ID", "World Origin Update Mode", "Lightmaps", "Update Events"];

/// A class of components of rbfx.
enum Known {
    /// Neither Urho3D nor U3D has the class.
    Class,
    /// The attributes that neither of them has.
    Attributes(HashSet<String>),
}

static OF_RBFX: LazyLock<HashMap<String, Known>> = LazyLock::new(|| {
    let others = [Classes::of(Engine::Urho3d), Classes::of(Engine::U3d)];
    let known = Classes::of(Engine::Rbfx).iter().map(|class| {
        let theirs: Vec<_> = others.iter().filter_map(|classes| classes.named(class.name())).collect();
        let is_new = |name: &[u8]| theirs.iter().all(|their| their.attribute(name).is_none());
        let new = class.attributes().iter().filter(|attribute| is_new(attribute.name.as_bytes()));
        let known = match theirs.is_empty() {
            true => Known::Class,
            false => Known::Attributes(new.map(|attribute| attribute.name.to_string()).collect()),
        };
        (class.name().to_owned(), known)
    });
    known.collect()
});

/// Whether a component has a class or an attribute that only rbfx has.
fn is_of_rbfx<S: AsRef<str>>(class: &str, mut attributes: impl Iterator<Item = S>) -> bool {
    match OF_RBFX.get(class) {
        Some(Known::Class) => true,
        Some(Known::Attributes(new)) => attributes.any(|name| new.contains(name.as_ref())),
        None => false,
    }
}

/// Returns the engine of a scene or prefab in XML.
pub(super) fn of_xml(root: Element<'_, '_>) -> Engine {
    let is_it = |component: Element<'_, '_>| {
        let class = component.attribute("type").unwrap_or_default();
        let names = component.children_named("attribute").filter_map(|attribute| attribute.attribute("name"));
        is_of_rbfx(&class.to_text(), names.map(|name| name.to_text().into_owned()))
    };
    let mut names = root.children_named("attribute").filter_map(|attribute| attribute.attribute("name"));
    if names.any(|name| OF_ROOTS.iter().any(|known| name == *known)) {
        return Engine::Rbfx;
    }
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.children_named("component").any(is_it) {
            return Engine::Rbfx;
        }
        open.extend(node.children_named("node"));
    }
    Engine::Urho3d
}

/// Returns the engine of a scene or prefab in JSON.
pub(super) fn of_json(root: JsonValue<'_, '_>) -> Engine {
    let is_it = |component: JsonValue<'_, '_>| {
        let class = component.get("type").and_then(|class| class.as_str()).unwrap_or_default();
        let members = component.get("attributes").into_iter().flat_map(|attributes| attributes.members());
        is_of_rbfx(&class, members.map(|member| member.name()))
    };
    if OF_ROOTS.iter().any(|name| root.get("attributes").is_some_and(|attributes| attributes.get(name).is_some())) {
        return Engine::Rbfx;
    }
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.get("components").is_some_and(|components| components.items().any(is_it)) {
            return Engine::Rbfx;
        }
        open.extend(node.get("children").into_iter().flat_map(|children| children.items()));
    }
    Engine::Urho3d
}
