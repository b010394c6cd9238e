//! Round trips of maps through neutral scenes: each entity class, edits, and hostile maps.

mod edits;
mod hostile;
mod lights;
mod models;
mod new_maps;

use proptest::prelude::*;
use scene_adapter::ResourceReader;
use scene_pragma::ShowOptions;
use scene_pragma::asset_scene::Scene;
use scene_pragma::level::{CreateMapOptions, CreatedMap, create, to_scene};
use scene_pragma::pragma_asset::glam::Vec3;
use scene_pragma::pragma_asset::udm::{Array as Stored, Document, Element, Items};
use scene_pragma::pragma_asset::{Encoding, Map, MeshData, Model};
use std::collections::BTreeMap;

/// Files by their names.
#[derive(Default)]
struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    fn with(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.0.insert(name.to_owned(), bytes.into());
        self
    }
}

/// Returns the scene of a map with resources in memory; materials stay names.
fn scene_of(
    map: &Map<'_>,
    files: &Files,
    mut options: ShowOptions<'_>,
) -> Result<(Scene<'static>, binio::Findings), scene_pragma::asset_scene::Error> {
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    options.materials = false;
    to_scene(map, "level", &mut resources, &options)
}

fn triangle() -> MeshData {
    let positions = vec![Vec3::ZERO, Vec3::X * 40.0, Vec3::Y * 40.0];
    MeshData { positions, indices: vec![0, 1, 2], ..MeshData::default() }
}

fn sign() -> Vec<u8> {
    Model::builder().material("Dev/Sign 1.a").mesh("body", triangle()).build().unwrap().to_bytes().unwrap()
}

/// Returns a map of entities in text, with this content between the braces of each.
fn map(entities: &[&str]) -> String {
    let entities = entities.iter().map(|own| format!("{{{own}}}")).collect::<Vec<_>>().join(",");
    format!(
        "\"assetData\"\n{{\n$array entities [element;{}][{entities}]\n}}\n$string assetType \"PMAP\"\n$uint32 assetVersion 2\n",
        entities.matches("className").count()
    )
}

fn entity(class: &str, values: &[(&str, &str)]) -> String {
    let values: String = values.iter().map(|(key, value)| format!("$string {key} \"{value}\"\n")).collect();
    format!("$string className \"{class}\"\nkeyValues\n{{\n{values}}}\n")
}

fn shown(text: &str, files: Files) -> (Scene<'static>, Vec<String>) {
    let map = Map::parse(text.as_bytes()).unwrap();
    let (scene, findings) = scene_of(&map, &files, ShowOptions::default()).unwrap();
    (scene, findings.iter().map(ToString::to_string).collect())
}

fn built(scene: &Scene<'_>, options: &CreateMapOptions<'_>) -> CreatedMap {
    create(scene, "level", options, &mut binio::Limits::default().budget()).unwrap()
}

fn value(built: &CreatedMap, entity: usize, key: &str) -> String {
    built.map.entities()[entity].key_value(key).map(|value| value.to_string()).unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Any scene becomes a map or is refused, and the map shows the scene's lights again.
    #[test]
    fn any_scene_is_built_or_refused(scene in fuzzkit::gltf::scene()) {
        let made = create(&scene, "level", &CreateMapOptions::default(), &mut binio::Limits::default().budget());
        if let Ok(made) = made {
            let mut files = Files::default();
            for file in &made.files {
                files.0.insert(file.name.clone(), file.bytes.clone());
            }
            let map = Map::parse(&made.map.to_bytes().expect("what can be written")).expect("what was written").into_owned();
            let (again, _) = scene_of(&map, &files, ShowOptions::default()).expect("what was written");
            let unseen = scene_pragma::asset_scene::appearance::unseen(&scene, &scene_pragma::asset_scene::world::World::new(&scene));
            let lights = scene.nodes.enumerate().filter(|(id, node)| node.light.is_some() && !unseen[*id]).count();
            prop_assert_eq!(again.lights.len(), lights);
        }
    }

    /// Any entity round-trips.
    #[test]
    fn any_entity_comes_back(any in fuzzkit::udm::document(), text: bool) {
        let mut document = Document::new("PMAP", 2);
        let entities = Items::from_elements([any.data().clone(), Element::new()]);
        document.data_mut().insert("entities", Stored::Items(entities));
        let encoding = if text { Encoding::Text } else { Encoding::Binary };
        let Ok(map) = Map::from_document(document, encoding) else { return Ok(()) };
        let Ok(bytes) = map.to_bytes() else { return Ok(()) };
        let (scene, _) = scene_of(&map, &Files::default(), ShowOptions::default()).expect("a scene");
        let made = built(&scene, &CreateMapOptions::default());
        prop_assert_eq!(made.map.to_bytes().expect("a map"), bytes);
    }
}
