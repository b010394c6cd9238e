//! Counts the nodes, components and files in a scene of Urho3D or rbfx, and finds missing files.
//!
//! To run it, use `cargo run --example scene_inventory -- Data/Scenes/Level.xml`.

use std::collections::BTreeMap;
use std::path::Path;

use engine_assets::Resources;
use engine_assets::urho_scene::Document;

/// The contents of a scene.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Inventory {
    /// The number of nodes.
    pub(crate) nodes: usize,
    /// The number of components for each class.
    pub(crate) components: BTreeMap<String, usize>,
    /// The files that the scene references, with the number of references.
    pub(crate) files: BTreeMap<String, usize>,
    /// The referenced files that don't exist.
    pub(crate) missing: Vec<String>,
}

/// Returns the inventory of a scene, in any encoding. Referenced files are searched in `resources`.
pub(crate) fn take(bytes: &[u8], resources: &Resources) -> Result<Inventory, Box<dyn std::error::Error>> {
    let document = Document::parse(bytes)?;
    let scene = document.scene();
    let mut inventory = Inventory { nodes: scene.nodes.len(), ..Inventory::default() };
    for component in scene.nodes.iter().flat_map(|node| &node.components) {
        *inventory.components.entry(component.class.name.to_string()).or_default() += 1;
    }
    for ((_, name), count) in scene.resource_counts() {
        *inventory.files.entry(name.to_string()).or_default() += count;
    }
    for name in inventory.files.keys() {
        // A name that leads out of the folder is an error, and isn't there either.
        if !matches!(resources.find(name), Ok(Some(_))) {
            inventory.missing.push(name.clone());
        }
    }
    Ok(inventory)
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a scene")?;
    let inventory = take(&std::fs::read(&path)?, &Resources::around(Path::new(&path))?)?;
    println!("{} nodes", inventory.nodes);
    inventory.components.iter().for_each(|(class, count)| println!("{count:6} {class}"));
    inventory.files.iter().for_each(|(name, count)| println!("{count:6} times {name}"));
    inventory.missing.iter().for_each(|name| println!("missing: {name}"));
    Ok(())
}
