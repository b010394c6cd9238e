//! Real files: loaded by the plugin, and as our `.glb` by `bevy_gltf`, they are the same entities, meshes, materials and clips.

use std::io;
use std::path::Path;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Input, OutputFormat, animations_beside, convert, matches_model_name};
use asset_formats::Asset as EngineFile;
use asset_project::{Files, Resources, Rules};
use bevy::gltf::convert_coordinates::GltfConvertCoordinates;
use bevy::gltf::{Gltf, GltfLoaderSettings};
use bevy::prelude::*;
use bevy_engine_assets::{ConvertCoordinates, EngineAsset, EngineAssetsSettings};

use crate::compare::{Counts, same_trees};
use crate::harness::{app, corpus, settle, spawn};

/// Folders whose files are found by their names and never listed, as the plugin finds them.
#[derive(Debug)]
struct ByName(Resources);

impl Files for ByName {
    fn find(&self, name: &str, _: bool) -> Option<String> {
        self.0.find(name).ok()?.map(|found| found.name)
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let read = self.0.read(name).map_err(io::Error::other)?.ok_or(io::ErrorKind::NotFound)?;
        Ok(read.bytes.into_iter().take(usize::try_from(most).unwrap_or(usize::MAX)).collect())
    }
}

/// Converts a file of the corpus to `.glb`, with its resources in these folders.
fn glb(corpus: &Path, file: &str, roots: &[&str]) -> Vec<u8> {
    let path = corpus.join(file);
    let asset = asset_formats::open(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let rules = if asset.format().is_pragma() { Rules::Pragma } else { Rules::Urho };
    let folders = roots.iter().map(|root| corpus.join(root));
    let resources =
        folders.fold(Resources::new().rules(rules), |resources, folder| resources.folder(folder).expect("a folder"));
    let resources = Resources::new().rules(rules).files("folders", ByName(resources));
    let resource = roots.first().and_then(|root| file.strip_prefix(root)).map(|name| name.trim_start_matches('/'));
    let beside: Vec<(String, EngineFile<'_>)> = animations_beside(&path, |name| matches_model_name(name, &stem))
        .into_iter()
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, asset_formats::open(&path).expect("an animation"))
        })
        .collect();
    let beside = beside.iter().filter(|_| asset.format() == asset_formats::Format::URHO_MDL);
    let main = Input::new(&stem, &asset).resource(resource);
    let inputs: Vec<_> = std::iter::once(main).chain(beside.map(|(name, own)| Input::beside(name, own))).collect();
    let options = ConvertOptions::default().lossy(true).resources(Arc::new(resources));
    let mut made =
        convert(&inputs, OutputFormat::GLB, "made.glb", &options).unwrap_or_else(|error| panic!("{file}: {error}"));
    made.files.pop().expect("a file").bytes
}

/// Compares a file, and what its clips do at five times, and returns what was compared: at least one mesh. `roots` are the folders of its resources, the
/// first one contains it.
fn same(corpus: &Path, file: &str, roots: &[&str]) -> (Counts, usize) {
    same_turned(corpus, file, roots, ConvertCoordinates::default())
}

/// As [`same`], in other coordinates.
fn same_turned(corpus: &Path, file: &str, roots: &[&str], coordinates: ConvertCoordinates) -> (Counts, usize) {
    let made = tempfile::tempdir().expect("a folder");
    std::fs::write(made.path().join("made.glb"), glb(corpus, file, roots)).expect("a file");
    let mut app = app(corpus, made.path(), &[]);
    let roots: Vec<String> = roots.iter().map(|root| (*root).to_owned()).collect();
    let server = app.world().resource::<AssetServer>().clone();
    let settings = move |settings: &mut EngineAssetsSettings| {
        settings.roots.clone_from(&roots);
        settings.convert_coordinates = Some(coordinates);
    };
    let ours = server.load_builder().with_settings(settings).load::<EngineAsset>(file.to_owned());
    settle(&mut app, ours.id(), file).unwrap_or_else(|error| panic!("{file}: {error}"));
    // The library of bevy_gltf takes sparse arrays without a base for errors, and can read them.
    let unchecked = move |settings: &mut GltfLoaderSettings| {
        settings.validate = false;
        settings.convert_coordinates = Some(GltfConvertCoordinates {
            rotate_scene_entity: coordinates.rotate_scene_entity,
            rotate_meshes: coordinates.rotate_meshes,
        });
    };
    let theirs = server.load_builder().with_settings(unchecked).load::<Gltf>("made://made.glb");
    settle(&mut app, theirs.id(), file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let scene = |app: &App| app.world().resource::<Assets<EngineAsset>>().get(&ours).and_then(|own| own.scene.clone());
    let scene = scene(&app).expect("a scene");
    let their_scene = app.world().resource::<Assets<Gltf>>().get(&theirs).expect("a glTF").scenes[0].clone();
    let (own_root, their_root) = (spawn(&mut app, scene), spawn(&mut app, their_scene));
    // Bounds of skinned meshes follow the joints, a frame later.
    app.update();
    app.update();
    let counts = same_trees(app.world(), own_root, their_root);
    let clips = same_clips(&mut app, (&ours, own_root), (&theirs, their_root));
    eprintln!("{file}: {counts:?}, {clips} clips");
    assert!(counts.meshes > 0 && counts.vertices > 0, "{file} has nothing to compare");
    (counts, clips)
}

/// Plays each clip of both, and compares the entities at five times. Returns how many clips there are.
fn same_clips(app: &mut App, ours: (&Handle<EngineAsset>, Entity), theirs: (&Handle<Gltf>, Entity)) -> usize {
    let world = app.world_mut();
    let own = world.resource::<Assets<EngineAsset>>().get(ours.0).expect("a file");
    let (own_clips, own_nodes) = (own.animations.clone(), own.animation_nodes.clone());
    let their_clips = world.resource::<Assets<Gltf>>().get(theirs.0).expect("a glTF").animations.clone();
    assert_eq!(own_clips.len(), their_clips.len());
    let (graph, their_nodes) = AnimationGraph::from_clips(their_clips.iter().cloned());
    let graph = world.resource_mut::<Assets<AnimationGraph>>().add(graph);
    let players = |world: &mut World, root: Entity| {
        let mut all = world.query_filtered::<Entity, With<AnimationPlayer>>();
        let all: Vec<Entity> = all.iter(world).collect();
        let is_below = |entity: &Entity| {
            std::iter::successors(Some(*entity), |entity| world.get::<ChildOf>(*entity).map(|child| child.parent()))
                .any(|one| one == root)
        };
        all.into_iter().filter(is_below).collect::<Vec<_>>()
    };
    let (own_players, their_players) = (players(world, ours.1), players(world, theirs.1));
    for player in &their_players {
        world.entity_mut(*player).insert(AnimationGraphHandle(graph.clone()));
    }
    for (number, (own, their)) in own_clips.iter().zip(&their_clips).enumerate() {
        let duration = |world: &World, clip: &Handle<AnimationClip>| {
            world.resource::<Assets<AnimationClip>>().get(clip).expect("a clip").duration()
        };
        let length = duration(app.world(), own);
        assert_eq!(length, duration(app.world(), their));
        for step in 0..5 {
            let time = length * step as f32 / 4.0;
            let sides = [(&own_players, own_nodes[number]), (&their_players, their_nodes[number])];
            for (players, node) in sides {
                for player in players {
                    let mut player = app.world_mut().get_mut::<AnimationPlayer>(*player).expect("a player");
                    player.stop_all();
                    player.play(node).set_speed(0.0).seek_to(time);
                }
            }
            app.update();
            app.update();
            same_trees(app.world(), ours.1, theirs.1);
        }
    }
    own_clips.len()
}

const URHO: [&str; 3] =
    ["urho-scene/urho3d/Data", "urho-scene/urho3d/CoreData", "urho-scene/urho3d/Autoload/LargeData"];

#[test]
fn models_of_urho3d_are_what_their_gltf_is() {
    let Some(corpus) = corpus() else { return };
    for file in ["Jack", "Mushroom", "TeaPot", "LinePrimitives/Basis", "NinjaSnowWar/SnowCrate", "NinjaSnowWar/Level"] {
        same(&corpus, &format!("urho/engine/Data/Models/{file}.mdl"), &["urho/engine/Data", URHO[0], URHO[1]]);
    }
}

#[test]
fn a_skinned_model_with_materials_moves_as_its_gltf_does() {
    let Some(corpus) = corpus() else { return };
    for file in ["Kachujin/Kachujin", "Mutant/Mutant", "NinjaSnowWar/Ninja"] {
        let file = format!("urho/engine/Data/Models/{file}.mdl");
        let (counts, clips) = same(&corpus, &file, &["urho/engine/Data", URHO[0], URHO[1]]);
        assert!(counts.joints > 0 && clips > 0);
    }
}

#[test]
fn turned_models_are_what_bevy_makes_of_their_gltf() {
    let Some(corpus) = corpus() else { return };
    for (rotate_scene_entity, rotate_meshes) in [(true, false), (false, true), (true, true)] {
        let coordinates = ConvertCoordinates { rotate_scene_entity, rotate_meshes };
        let roots = ["urho/engine/Data", URHO[0], URHO[1]];
        let skinned = "urho/engine/Data/Models/Kachujin/Kachujin.mdl";
        let (counts, clips) = same_turned(&corpus, skinned, &roots, coordinates);
        assert!(counts.joints > 0 && clips > 0);
        let morphed = "rbfx-written/models/morph_split_tangents.mdl";
        same_turned(&corpus, morphed, &["rbfx-written/models"], coordinates);
    }
}

#[test]
fn morph_targets_and_levels_of_detail_are_what_their_gltf_has() {
    let Some(corpus) = corpus() else { return };
    for file in
        ["urho/importer/morph_split.mdl", "rbfx-written/models/morph_split_tangents.mdl", "urho/importer/Mushroom.mdl"]
    {
        let folder = file.rsplit_once('/').map(|(folder, _)| folder).expect("a folder");
        same(&corpus, file, &[folder]);
    }
}

#[test]
fn models_of_rbfx_pragma_and_zed_are_what_their_gltf_is() {
    let Some(corpus) = corpus() else { return };
    same(
        &corpus,
        "pragma-scene/addons/pfm_tutorials/models/pfm/demo/generic_char.pmdl",
        &["pragma-scene/addons/pfm_tutorials", "pragma-scene"],
    );
    same(
        &corpus,
        "pragma-scene/addons/pfm_tutorials/models/props/living_room/armchair02.pmdl_b",
        &["pragma-scene/addons/pfm_tutorials", "pragma-scene"],
    );
    same(&corpus, "zed/engine/quad.zed", &["zed/engine"]);
}

#[test]
fn scenes_and_prefabs_are_what_their_gltf_is() {
    let Some(corpus) = corpus() else { return };
    for file in ["Scenes/SceneLoadExample.xml", "Objects/Ninja.xml"] {
        same(&corpus, &format!("urho-scene/urho3d/Data/{file}"), &URHO);
    }
    let roots = ["urho-scene/engine-written", URHO[0], URHO[1], URHO[2]];
    for file in ["Scenes/LinePrimitives.json", "Scenes/PBRExample.bin", "Scenes/SceneLoadExample.json"] {
        same(&corpus, &format!("urho-scene/engine-written/{file}"), &roots);
    }
}

#[test]
fn maps_are_what_their_gltf_is() {
    let Some(corpus) = corpus() else { return };
    for file in ["test_portal", "test_fog"] {
        let file = format!("pragma-scene/addons/test_maps/maps/{file}.pmap_b");
        let (counts, _) = same(&corpus, &file, &["pragma-scene/addons/test_maps", "pragma-scene"]);
        assert!(counts.lights > 0);
    }
}
