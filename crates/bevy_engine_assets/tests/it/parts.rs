//! Parts of files, and settings.

use std::path::{Path, PathBuf};

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::VisibilityRange;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use bevy_engine_assets::{EngineAsset, EngineAssetsSettings, EngineExtras, EngineMesh, EngineNode, LevelOfDetail};

use crate::harness::{app, corpus, load, settle, spawn};

/// Loads a file with settings.
fn load_with(
    app: &mut App,
    file: &str,
    settings: impl Fn(&mut EngineAssetsSettings) + Send + Sync + 'static,
) -> Result<Handle<EngineAsset>, String> {
    let server = app.world().resource::<AssetServer>().clone();
    let handle = server.load_builder().with_settings(settings).load::<EngineAsset>(file.to_owned());
    settle(app, handle.id(), file).map(|()| handle)
}

/// Files of an extension below a folder.
fn below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(next) = waiting.pop() {
        if next.is_dir() {
            waiting.extend(std::fs::read_dir(&next).expect("a folder").flatten().map(|entry| entry.path()));
        } else if next.extension().is_some_and(|own| own == extension) {
            found.push(next);
        }
    }
    found.sort();
    found
}

fn get<'w, A: Asset>(app: &'w App, handle: &Handle<A>) -> &'w A {
    app.world().resource::<Assets<A>>().get(handle).expect("an asset")
}

#[test]
fn parts_load_by_their_labels() {
    let Some(corpus) = corpus() else { return };
    let mut app = app(&corpus, &corpus, &[]);
    let kachujin = "urho-scene/urho3d/Data/Models/Kachujin/Kachujin.mdl";
    let path = |label: &str| format!("{kachujin}#{label}");
    let mesh = load::<EngineMesh>(&mut app, path("Mesh0")).expect("a mesh");
    let primitive = load::<Mesh>(&mut app, path("Mesh0/Primitive0")).expect("a primitive");
    assert_eq!(get(&app, &mesh).primitives[0].mesh, primitive);
    assert!(get(&app, &primitive).count_vertices() > 1000);
    let material = load::<StandardMaterial>(&mut app, path("Material0")).expect("a material");
    let image = get(&app, &material).base_color_texture.clone().expect("a texture");
    assert!(get(&app, &image).data.is_some());
    let node = load::<EngineNode>(&mut app, path("Node0")).expect("a node");
    assert_eq!(get(&app, &node).index, 0);
    let walk = "urho/engine/Data/Models/Kachujin/Kachujin.mdl#Animation0";
    let clip = load::<AnimationClip>(&mut app, walk.to_owned()).expect("a clip");
    assert!(get(&app, &clip).duration() > 0.0);
}

#[test]
fn materials_and_textures_load_alone() {
    let Some(corpus) = corpus() else { return };
    let mut app = app(&corpus, &corpus, &[]);
    let stone = load::<EngineAsset>(&mut app, "urho-scene/urho3d/Data/Materials/Stone.xml").expect("a material");
    let stone = get(&app, &stone);
    assert!(stone.scene.is_none() && stone.materials.len() == 1, "{stone:?}");
    let material = get(&app, &stone.materials[0]);
    assert!(material.base_color_texture.is_some() && material.normal_map_texture.is_some());
    let texture = load::<EngineAsset>(&mut app, "urho-scene/rbfx/Data/Textures/Formats/DXT5.dds").expect("a texture");
    let image = get(&app, &get(&app, &texture).textures[0]);
    assert!(image.width() > 0);
    let mut pragma = Vec::new();
    for extension in ["pmat", "pmat_b"] {
        pragma.extend(below(&corpus.join("pragma-scene/materials"), extension).into_iter().take(3));
    }
    assert!(pragma.len() >= 3);
    for path in pragma {
        let path = path.strip_prefix(&corpus).expect("below the corpus").display().to_string();
        let material = load::<EngineAsset>(&mut app, path.clone()).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(get(&app, &material).materials.len(), 1, "{path}");
    }
}

#[test]
fn levels_of_detail_have_ranges_of_distance_that_touch() {
    let Some(corpus) = corpus() else { return };
    let mut app = app(&corpus, &corpus, &[]);
    let file = load::<EngineAsset>(&mut app, "urho/importer/Mushroom.mdl").expect("a model");
    let scene = get(&app, &file).scene.clone().expect("a scene");
    spawn(&mut app, scene);
    let mut ranges = app.world_mut().query::<(&VisibilityRange, &ChildOf)>();
    let levels = ranges.iter(app.world()).map(|(range, child)| {
        let level = app.world().get::<LevelOfDetail>(child.parent()).copied().unwrap_or_default();
        (level.0, range.start_margin.start, range.end_margin.end)
    });
    let mut levels: Vec<(usize, f32, f32)> = levels.collect();
    levels.sort_by_key(|(level, ..)| *level);
    assert_eq!(levels.iter().map(|(level, ..)| *level).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!((levels[0].1, levels[4].2), (0.0, f32::MAX));
    assert!(levels.windows(2).all(|pair| pair[0].2 == pair[1].1 && pair[0].1 < pair[1].1), "{levels:?}");
}

#[test]
fn triangle_fans_are_lists_of_triangles() {
    let Some(corpus) = corpus() else { return };
    let mut app = app(&corpus, &corpus, &[]);
    // bevy_gltf refuses them.
    let file = load::<EngineAsset>(&mut app, "rbfx-written/models/synth_weights.mdl").expect("a model");
    let meshes = get(&app, &file).meshes.clone();
    let primitives = meshes.iter().flat_map(|mesh| get(&app, mesh).primitives.clone());
    let primitives: Vec<Mesh> = primitives.map(|primitive| get(&app, &primitive.mesh).clone()).collect();
    let corners = |mesh: &Mesh| mesh.indices().map_or(mesh.count_vertices(), |indices| indices.len());
    let lists = primitives.iter().filter(|mesh| mesh.primitive_topology() == PrimitiveTopology::TriangleList);
    assert!(lists.clone().count() > 0 && lists.clone().all(|mesh| corners(mesh) % 3 == 0));
    assert!(primitives.iter().any(|mesh| mesh.morph_targets().is_some()));
}

#[test]
fn settings_leave_parts_out() {
    let Some(corpus) = corpus() else { return };
    let mut app = app(&corpus, &corpus, &[]);
    let kachujin = "urho/engine/Data/Models/Kachujin/Kachujin.mdl";
    let bare = load_with(&mut app, kachujin, |settings| {
        settings.load_materials = RenderAssetUsages::empty();
        settings.load_animations = false;
    });
    let bare = get(&app, &bare.expect("a model"));
    assert!(bare.materials.is_empty() && bare.textures.is_empty() && bare.animations.is_empty());
    assert!(!bare.meshes.is_empty());
    let scene = "urho-scene/urho3d/Data/Scenes/SceneLoadExample.xml";
    let dark = load_with(&mut app, scene, |settings| {
        settings.load_lights = false;
        settings.load_meshes = RenderAssetUsages::empty();
    });
    let dark = get(&app, &dark.expect("a scene")).scene.clone().expect("a scene");
    spawn(&mut app, dark);
    let world = app.world_mut();
    assert_eq!(world.query::<&Mesh3d>().iter(world).count(), 0);
    assert_eq!(
        world.query::<&PointLight>().iter(world).count() + world.query::<&DirectionalLight>().iter(world).count(),
        0
    );
    assert!(world.query::<&EngineExtras>().iter(world).count() > 0);
}

#[test]
fn an_animation_moves_the_model_that_the_settings_name() {
    let Some(corpus) = corpus() else { return };
    let mut app = app(&corpus, &corpus, &[]);
    let folder = "urho/engine/Data/Models/Kachujin";
    let walk = load_with(&mut app, &format!("{folder}/Kachujin_Walk.ani"), move |settings| {
        settings.model = Some(format!("{folder}/Kachujin.mdl"));
    });
    let walk = get(&app, &walk.expect("an animation"));
    assert_eq!((walk.animations.len(), walk.meshes.len()), (1, 1));
    let alone = load::<EngineAsset>(&mut app, "urho/importer/Jack_Walk.ani").expect("an animation");
    let alone = get(&app, &alone);
    assert_eq!((alone.animations.len(), alone.meshes.len()), (1, 0));
    let gone = load_with(&mut app, &format!("{folder}/Kachujin.mdl"), |settings| {
        settings.animations.push("nowhere/Gone.ani".into());
    });
    assert!(gone.expect_err("a missing animation").contains("nowhere/Gone.ani"));
}
