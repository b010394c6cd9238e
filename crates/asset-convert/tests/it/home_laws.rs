//! Laws of the way back: an edit of a scene is in the written file, or somebody is told. Nothing else changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use asset_convert::{ConvertOptions, ConvertTo as _, Input, OutputFormat, Overwrite, ToGltf, convert};
use asset_formats::{Asset, Error, Original};
use asset_project::{Project, Resources};
use asset_scene::glam::{DVec3, Quat, Vec3};
use asset_scene::world::World;
use asset_scene::{Array, Id, Material, Node, Scene, Semantic, Transform};
use fuzzkit::gltf::{shapes, triangles};
use proptest::prelude::*;
use testkit::hostile::scaled;
use urho_scene::{Classes, Document, Encoding, Engine, WriteOptions};

/// Documents of every engine, with the folder of their project.
const DOCUMENTS: [(&str, &str); 9] = [
    ("", "Scenes/Camp.xml"),
    ("", "Scenes/Clearing.xml"),
    ("", "Objects/Lamp.xml"),
    ("", "Models/Fox.mdl"),
    ("pragma", "maps/yard.pmap_b"),
    ("pragma", "models/samples/crate.pmdl_b"),
    ("", "Scenes/Glade.scene"),
    ("", "Prefabs/Lantern.prefab"),
    ("", "Tile.zed"),
];

/// The files for rbfx, which are migrated.
const MIGRATED: [(&str, &str); 2] =
    [("Scenes/Clearing.xml", "Scenes/Glade.scene"), ("Objects/Lamp.xml", "Prefabs/Lantern.prefab")];

/// What a person does. The number chooses a part of the scene.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Nothing,
    Move(usize),
    Turn(usize),
    Grow(usize),
    Rename(usize),
    Hide(usize),
    Delete(usize),
    Paint(usize),
    Polish(usize),
    Dim(usize),
    Zoom(usize),
    MoveVertex(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    (0_usize..12, 0_usize..64).prop_map(|(what, which)| match what {
        0 => Edit::Nothing,
        1 => Edit::Move(which),
        2 => Edit::Turn(which),
        3 => Edit::Grow(which),
        4 => Edit::Rename(which),
        5 => Edit::Hide(which),
        6 => Edit::Delete(which),
        7 => Edit::Paint(which),
        8 => Edit::Polish(which),
        9 => Edit::Dim(which),
        10 => Edit::Zoom(which),
        _ => Edit::MoveVertex(which),
    })
}

/// The names of everything that an edit can change.
fn names<T>(all: impl Iterator<Item = T>, name: impl Fn(&T) -> &str) -> Vec<String> {
    all.map(|one| name(&one).to_owned()).collect()
}

/// The part with a number, among those with a name of their own.
fn chosen<T>(all: &[T], which: usize, name: impl Fn(&T) -> String) -> Option<usize> {
    let is_alone = |at: &usize| {
        let own = name(&all[*at]);
        !own.is_empty() && all.iter().filter(|other| name(other) == own).count() == 1
    };
    let alone: Vec<usize> = (0..all.len()).filter(is_alone).collect();
    alone.get(which.checked_rem(alone.len())?).copied()
}

fn node_of(scene: &Scene<'_>, which: usize) -> Option<Id<Node>> {
    let nodes: Vec<&Node> = scene.nodes.iter().collect();
    chosen(&nodes, which, |node| node.name.clone()).map(Id::new)
}

fn named<'s>(scene: &'s Scene<'_>, name: &str) -> Option<&'s Node> {
    scene.nodes.iter().find(|node| node.name == name)
}

/// What an edit changed: the name, or several with spaces between, and whether a scene shows the edit.
type Done = (String, Box<dyn Fn(&Scene<'_>) -> bool>);

fn near(a: &Transform, b: &Transform) -> bool {
    let (a, b) = (a.to_affine(), b.to_affine());
    let size = a
        .matrix3
        .to_cols_array()
        .iter()
        .chain(&a.translation.to_array())
        .fold(1.0_f64, |most, own| most.max(own.abs()));
    a.abs_diff_eq(b, size * 1e-4)
}

/// Changes the transform of a node.
fn transformed(
    scene: &mut Scene<'static>,
    which: usize,
    change: impl Fn(&mut Vec3, &mut Quat, &mut Vec3),
) -> Option<Done> {
    let node = node_of(scene, which)?;
    let (scale, rotation, translation) = scene[node].transform.to_mat4().to_scale_rotation_translation();
    let (mut translation, mut rotation, mut scale) = (translation, rotation, scale);
    change(&mut translation, &mut rotation, &mut scale);
    let transform =
        Transform::Trs { translation: translation.to_array(), rotation: rotation.to_array(), scale: scale.to_array() };
    scene[node].transform = transform;
    let (name, wanted) = (scene[node].name.clone(), extent(scene));
    let own = name.clone();
    // A model has its vertices where the nodes of its meshes were.
    let is_shown = move |scene: &Scene<'_>| {
        let is_there = named(scene, &name).is_some_and(|node| near(&node.transform, &transform));
        is_there || extent(scene).iter().zip(&wanted).all(|(a, b)| a.abs_diff_eq(*b, 1e-3))
    };
    Some((own, Box::new(is_shown)))
}

/// The corners of the box around all vertices of the finest levels that no joint moves.
fn extent(scene: &Scene<'_>) -> [DVec3; 2] {
    let (world, lods) = (World::new(scene), scene.lod_nodes());
    let mut corners = [DVec3::MAX, DVec3::MIN];
    for (id, node) in scene.nodes.enumerate().filter(|(id, node)| node.skin.is_none() && !lods[*id]) {
        let primitives = node.mesh.iter().flat_map(|mesh| &scene[*mesh].primitives);
        let arrays = primitives.filter_map(|primitive| primitive.attribute(&Semantic::Position));
        for row in arrays.filter_map(|array| scene[array].map_rows(|row: [f32; 3]| row)).flatten() {
            let place = world.world(id).transform_point3(Vec3::from_array(row).as_dvec3());
            corners = [corners[0].min(place), corners[1].max(place)];
        }
    }
    corners
}

/// Applies an edit. Returns `None` if the scene has nothing to edit in this way.
fn apply(scene: &mut Scene<'static>, edit: Edit) -> Option<Done> {
    match edit {
        Edit::Nothing => Some((String::new(), Box::new(|_| true))),
        Edit::Move(which) => transformed(scene, which, |translation, _, _| *translation += Vec3::new(0.5, 0.25, -0.5)),
        Edit::Turn(which) => transformed(scene, which, |_, rotation, _| *rotation *= Quat::from_rotation_y(0.5)),
        Edit::Grow(which) => transformed(scene, which, |_, _, scale| *scale *= 1.5),
        Edit::Rename(which) => {
            let node = node_of(scene, which)?;
            let was = std::mem::replace(&mut scene[node].name, "Renamed".to_owned());
            Some((was, Box::new(|scene| named(scene, "Renamed").is_some())))
        }
        Edit::Hide(which) => {
            let node = node_of(scene, which)?;
            let is_visible = scene[node].mesh.is_some() && !scene[node].hidden;
            let name = is_visible.then(|| scene[node].name.clone())?;
            scene[node].hidden = true;
            let own = name.clone();
            let is_gone =
                move |scene: &Scene<'_>| named(scene, &name).is_none_or(|node| node.hidden || node.mesh.is_none());
            Some((own, Box::new(is_gone)))
        }
        Edit::Delete(which) => {
            let gone = node_of(scene, which)?;
            let joints: Vec<Id<Node>> = scene.skins.iter().flat_map(|skin| skin.joints.clone()).collect();
            let is_below = |mut node: Id<Node>| {
                loop {
                    match scene[node].parent {
                        _ if node == gone => return true,
                        Some(parent) => node = parent,
                        None => return false,
                    }
                }
            };
            let below: Vec<Id<Node>> = scene.nodes.ids().filter(|node| is_below(*node)).collect();
            // A skin without its joints is no scene.
            (!joints.iter().any(|joint| below.contains(joint))).then_some(())?;
            let name = scene[gone].name.clone();
            let own = below.iter().map(|node| scene[*node].name.as_str()).collect::<Vec<_>>().join(" ");
            scene.retain_nodes(|node| !below.contains(&node));
            let left = scene.nodes.len();
            let is_gone = move |scene: &Scene<'_>| named(scene, &name).is_none() || scene.nodes.len() <= left;
            Some((own, Box::new(is_gone)))
        }
        Edit::Paint(which) => {
            let color = [0.75, 0.125, 0.25, 1.0];
            let (name, id) = material_of(scene, which)?;
            scene[id].base_color = color;
            let own = name.clone();
            let is_near = move |own: &Material| own.base_color.iter().zip(color).all(|(a, b)| (a - b).abs() < 2e-3);
            Some((own, Box::new(move |scene| scene.materials.iter().any(is_near))))
        }
        Edit::Polish(which) => {
            let (name, id) = material_of(scene, which)?;
            scene[id].roughness = 0.375;
            let own = name.clone();
            Some((own, Box::new(move |scene| scene.materials.iter().any(|own| (own.roughness - 0.375).abs() < 2e-3))))
        }
        Edit::Dim(which) => {
            let (node, light) = all_with(scene, which, |node| node.light)?;
            scene.lights.get_mut(light)?.color = [0.5, 0.25, 0.125];
            let is_it = move |scene: &Scene<'_>| {
                scene.lights.iter().any(|light| {
                    let [r, g, b] = light.color;
                    (g / r - 0.5).abs() < 2e-3 && (b / r - 0.25).abs() < 2e-3
                })
            };
            Some((node, Box::new(is_it)))
        }
        Edit::Zoom(which) => {
            let (node, camera) = all_with(scene, which, |node| node.camera)?;
            let camera = scene.cameras.get_mut(camera)?;
            camera.near = 0.375;
            Some((node, Box::new(|scene| scene.cameras.iter().any(|camera| (camera.near - 0.375).abs() < 1e-3))))
        }
        Edit::MoveVertex(which) => {
            let meshes: Vec<_> = scene.meshes.iter().collect();
            let mesh = chosen(&meshes, which, |mesh| mesh.name.clone())?;
            let name = meshes[mesh].name.clone();
            let primitive = meshes[mesh].primitives.first()?;
            let array = primitive.attribute(&Semantic::Position)?;
            let mut rows: Vec<[f32; 3]> = scene[array].map_rows(|row: [f32; 3]| row)?;
            let far = 3.0 * rows.iter().flatten().fold(1.0_f32, |most, own| most.max(own.abs()));
            let place = [far, rows.first()?[1], rows.first()?[2]];
            // Vertices at one place belong together.
            let first = *rows.first()?;
            rows.iter_mut().filter(|row| **row == first).for_each(|row| *row = place);
            scene[array] = Array::from_f32s(rows);
            Some((name, Box::new(move |scene| reaches(scene, far))))
        }
    }
}

/// Returns whether a vertex is as far away from the origin of its mesh.
fn reaches(scene: &Scene<'_>, far: f32) -> bool {
    let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let arrays = primitives.filter_map(|primitive| primitive.attribute(&Semantic::Position));
    let rows = arrays.filter_map(|array| scene[array].map_rows(|row: [f32; 3]| row));
    rows.flatten().any(|[x, ..]| (x.abs() - far).abs() < far * 1e-3)
}

/// A material with a name and a look of its own.
fn material_of(scene: &Scene<'_>, which: usize) -> Option<(String, Id<Material>)> {
    let materials: Vec<&Material> = scene.materials.iter().collect();
    let chosen = chosen(&materials, which, |material| material.name.clone())?;
    Some((materials[chosen].name.clone(), Id::new(chosen)))
}

/// The name of a node that has something, and what it has.
fn all_with<T>(scene: &Scene<'_>, which: usize, of: impl Fn(&Node) -> Option<Id<T>>) -> Option<(String, Id<T>)> {
    let all: Vec<(String, Id<T>)> =
        scene.nodes.iter().filter_map(|node| Some((node.name.clone(), of(node)?))).collect();
    let (name, id) = all.get(which.checked_rem(all.len())?)?;
    Some((name.clone(), *id))
}

/// Writes the samples, and returns the path of a document.
fn project(folder: &Path, (root, document): (&str, &str)) -> (PathBuf, PathBuf) {
    for sample in fuzzkit::samples::all() {
        let path = folder.join(sample.name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, sample.bytes).unwrap();
    }
    // One file of rbfx makes it a project for rbfx.
    let is_rbfx = MIGRATED.iter().any(|(_, name)| *name == document);
    for (source, name) in MIGRATED.iter().filter(|_| is_rbfx) {
        let document = Document::parse(&std::fs::read(folder.join(source)).unwrap()).unwrap().into_owned();
        let (engine, rbfx) = (Classes::of(document.engine()), Classes::of(Engine::Rbfx));
        let (scene, _) = document.scene().to_engine(engine, rbfx);
        let (bytes, _) = scene.to_bytes(Encoding::ArchiveXml, &WriteOptions::default()).unwrap();
        std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let root = if root.is_empty() { folder.to_path_buf() } else { folder.join(root) };
    let path = root.join(document);
    (root, path)
}

/// How a document is exported. What an option leaves out or changes was not edited.
const EXPORTS: [fn(ToGltf) -> ToGltf; 10] = [
    |options| options,
    |options| options.lod(0),
    |options| options.animated(false),
    |options| options.materials(false),
    |options| options.textures(false),
    |options| options.max_texture_size(8),
    |options| options.quantize(true),
    |options| options.simplify(vec![0.5]),
    |options| options.collision(true),
    |options| options.gpu_instancing(true),
];

/// The export that adds levels of detail.
const SIMPLIFIED: usize = 7;

/// The export whose meshes have units of their own.
const QUANTIZED: usize = 6;

fn shown(path: &Path) -> Scene<'static> {
    exported(path, EXPORTS[0]).unwrap()
}

/// The scene of a glTF of a document. Returns `None` if the option has no effect on the document.
fn exported(path: &Path, how: fn(ToGltf) -> ToGltf) -> Option<Scene<'static>> {
    let opened = Project::around(path).unwrap().open(path).unwrap();
    let glb = match opened.to_glb_with(&how(ToGltf::default())) {
        Err(Error::NoEffect(_)) => return None,
        glb => glb.unwrap(),
    };
    let bytes = &glb.files.last().unwrap().bytes;
    Some(asset_gltf::parse(bytes, &Default::default(), &asset_gltf::NoFiles).unwrap().0.into_owned())
}

/// The place and look of everything with a name of its own.
fn looks(scene: &Scene<'_>) -> Vec<(String, Transform, bool)> {
    let all = names(scene.nodes.iter(), |node| &node.name);
    let is_alone = |node: &&Node| all.iter().filter(|name| **name == node.name).count() == 1;
    scene.nodes.iter().filter(is_alone).map(|node| (node.name.clone(), node.transform, node.hidden)).collect()
}

/// Writes an edited scene over its document, and returns the scene of the result with the messages. Returns `None` if it
/// is refused.
fn home((root, path, document): (&Path, &Path, &str), scene: &Scene<'_>) -> Option<Vec<String>> {
    let (edited, _) = asset_gltf::write_glb(scene, &Default::default()).unwrap();
    let asset = Asset::parse(&edited, None).unwrap();
    let resources = Arc::new(Resources::new().folder(root).unwrap());
    let options = ConvertOptions::default().resources(resources).replaces(true).lossy(true);
    let format = OutputFormat::for_path(document).unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap();
    let converted = convert(&[Input::new(name, &asset)], format, document, &options).ok()?;
    let told = converted.findings.iter().filter(|finding| finding.kind.as_str() != "engine-assets/edits-written");
    let told = told.map(ToString::to_string).collect();
    converted.write_below(root, Overwrite::Always).unwrap();
    Some(told)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scaled(48, 4_000), ..ProptestConfig::default() })]

    #[test]
    fn an_edit_is_shown_or_told_and_nothing_else_changes(document in 0..DOCUMENTS.len(), edit in edit(), how in 0..EXPORTS.len()) {
        let folder = tempfile::tempdir().unwrap();
        let (root, path) = project(folder.path(), DOCUMENTS[document]);
        let before = std::fs::read(&path).unwrap();
        // Levels that an export adds have names that follow those of the models, and don't come home.
        let is_new_level = |name: &str| how == SIMPLIFIED && name.contains("_LOD");
        prop_assume!(how != QUANTIZED || !matches!(edit, Edit::MoveVertex(_)));
        let how = EXPORTS[how];
        let Some(mut scene) = exported(&path, how) else { return Ok(()) };
        let looked = looks(&scene);
        let Some((name, is_shown)) = apply(&mut scene, edit) else { return Ok(()) };
        prop_assume!(!is_new_level(&name));
        let wanted = looks(&scene);
        let Some(told) = home((&root, &path, DOCUMENTS[document].1), &scene) else { return Ok(()) };
        let Some(after) = exported(&path, how) else { return Ok(()) };
        let is_told = told.iter().any(|line| name.split(' ').any(|name| line.contains(name)) || line.contains("Renamed"));
        // What an option leaves out is in an export without it.
        let is_written = is_shown(&after) || is_shown(&shown(&path));
        prop_assert!(is_written || is_told, "{edit:?} of {name:?} in {:?}: {told:?}", DOCUMENTS[document]);
        if let Edit::Nothing = edit {
            prop_assert_eq!(std::fs::read(&path).unwrap(), before);
        }
        let now = looks(&after);
        // Without one, the next entities of a class that have no name are counted anew. A light or camera has a node of its
        // own in the scene, which gives its name to the node in the file.
        let is_counted = |other: &str| matches!(edit, Edit::Delete(_)) && other.ends_with(|end: char| end.is_ascii_digit());
        let is_below = |a: &str, b: &str| a == b || a.strip_prefix(b).is_some_and(|end| end.starts_with('_'));
        let is_part = |other: &str| name.split(' ').any(|name| is_below(name, other) || is_below(other, name));
        let is_other = |other: &str| !is_part(other) && other != "Renamed" && !is_counted(other) && !is_new_level(other);
        let others = wanted.iter().filter(|(other, ..)| is_other(other));
        for (other, transform, hidden) in others {
            let Some((_, own, is_hidden)) = now.iter().find(|(own, ..)| own == other) else {
                prop_assert!(is_told, "{edit:?}: {other:?} is gone: {told:?}");
                continue;
            };
            let was = looked.iter().find(|(own, ..)| own == other);
            let is_as_before = was.is_some_and(|(_, was, was_hidden)| near(was, own) && was_hidden == is_hidden);
            prop_assert!(near(transform, own) && hidden == is_hidden || is_as_before && is_told, "{edit:?}: {other:?} changed: {told:?}");
        }
    }
}

/// Scenes and maps of every engine.
const LEVELS: [&str; 4] = ["Scenes/Made.xml", "Scenes/Made.json", "Scenes/Made.bin", "maps/made.pmap_b"];

proptest! {
    #![proptest_config(ProptestConfig { cases: scaled(24, 1_000), ..ProptestConfig::default() })]

    /// The edits from one scene to another give a file that shows the other one, and so does a new file.
    #[test]
    fn edits_lead_from_any_scene_to_any_other(before in shapes(), wanted in shapes(), level in 0..LEVELS.len()) {
        let folder = tempfile::tempdir().unwrap();
        let (document, path) = (LEVELS[level], folder.path().join(LEVELS[level]));
        let written = |scene: &Scene<'_>, into: Option<Original>| {
            let (glb, _) = asset_gltf::write_glb(scene, &Default::default()).unwrap();
            let asset = Asset::parse(&glb, None).unwrap();
            let resources = Arc::new(Resources::new().folder(folder.path()).unwrap());
            let mut options = ConvertOptions::default().resources(resources).replaces(true).lossy(true);
            if let Some(original) = into {
                options = options.into_original(original);
            }
            let format = OutputFormat::for_path(document).unwrap();
            let converted = convert(&[Input::new("Made", &asset)], format, document, &options).unwrap();
            converted.write_below(folder.path(), Overwrite::Always).unwrap();
            converted.findings
        };
        written(&before, None);
        prop_assert_eq!(triangles(&shown(&path)), triangles(&before));
        let bytes = std::fs::read(&path).unwrap();
        let original = Asset::parse(&bytes, Some(&path)).unwrap().into_owned();
        let findings = written(&wanted, Some(Original::new(original).unwrap()));
        let (now, wanted) = (triangles(&shown(&path)), triangles(&wanted));
        // A Pragma model keeps sub meshes that have lost their primitive, and a node that is only known by its name keeps
        // what the scene doesn't show. This is reported.
        let keeps = findings.iter().any(|finding| {
            finding.kind == scene_pragma::kinds::SUB_MESHES_KEPT
                || ["that it doesn't show stay", "entities keep it"].iter().any(|kept| finding.message.contains(kept))
        });
        let extra = now.iter().filter(|corners| !wanted.contains(corners));
        prop_assert!(extra.clone().next().is_none() || keeps, "{:?} stay: {:?}", extra.collect::<Vec<_>>(), findings);
        prop_assert!(wanted.iter().all(|corners| now.contains(corners)), "{:?} instead of {:?}: {:?}", now, wanted, findings);
    }
}

/// The name of a model in a scene that a glTF carries comes from outside.
#[test]
fn hostile_names_in_a_carried_scene_are_refused() {
    for name in ["../../x.mdl", "C:/Windows/Temp/x.mdl", ".git/hooks/post-checkout", "Models/NUL.mdl", "a:b"] {
        let folder = tempfile::tempdir().unwrap();
        let (root, path) = project(folder.path(), ("", "Scenes/Camp.xml"));
        let mut scene = shown(&path);
        let Some((_, _)) = apply(&mut scene, Edit::MoveVertex(0)) else { panic!("a mesh with vertices") };
        let source = scene.source.as_mut().unwrap();
        let text = String::from_utf8(source.original.as_ref().unwrap().to_vec()).unwrap();
        let hostile = text.replace("Models/Box.mdl", name).into_bytes();
        assert_ne!(hostile, text.as_bytes());
        let (before, now) = (asset_scene::sum(text.as_bytes()), asset_scene::sum(&hostile));
        source.original = Some(hostile.into());
        for source in scene.nodes.iter_mut().filter_map(|node| node.source.as_mut()) {
            let changed = source.layout.to_string().replace(&before, &now);
            Arc::make_mut(source).layout = serde_json::from_str(&changed).unwrap();
        }
        let (glb, _) = asset_gltf::write_glb(&scene, &Default::default()).unwrap();
        let asset = Asset::parse(&glb, None).unwrap();
        let resources = Arc::new(Resources::new().folder(&root).unwrap());
        let options = ConvertOptions::default().resources(resources).replaces(true).lossy(true);
        let converted = convert(&[Input::new("Camp", &asset)], OutputFormat::XML, "Scenes/Camp.xml", &options);
        let Ok(converted) = converted else { continue };
        let names: Vec<String> = converted.files.iter().map(|file| file.name.to_string()).collect();
        assert!(names.iter().all(|written| written != name), "{names:?}");
        assert!(
            converted
                .findings
                .iter()
                .any(|finding| finding.to_string().contains("x.mdl") || finding.to_string().contains(name)),
            "{name}: {:?}",
            converted.findings
        );
    }
}

/// The report names the edits, and nothing else.
#[test]
fn edits_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let (root, path) = project(folder.path(), ("", "Scenes/Camp.xml"));
    let listed = |edit: fn(&mut Scene<'static>)| {
        let mut scene = shown(&path);
        edit(&mut scene);
        let (glb, _) = asset_gltf::write_glb(&scene, &Default::default()).unwrap();
        let asset = Asset::parse(&glb, None).unwrap();
        let resources = Arc::new(Resources::new().folder(&root).unwrap());
        let options = ConvertOptions::default().resources(resources).replaces(true);
        let converted = convert(&[Input::new("Camp", &asset)], OutputFormat::XML, "Scenes/Camp.xml", &options).unwrap();
        let edits = converted.findings.iter().filter(|finding| finding.kind.as_str() == "engine-assets/edits-written");
        edits.map(|finding| finding.message.clone()).collect::<Vec<_>>()
    };
    assert!(listed(|_| ()).is_empty());
    let added = listed(|scene| {
        scene.nodes.push(Node { name: "Spawn".into(), ..Node::default() });
    });
    let [added] = added.as_slice() else { panic!("{added:?}") };
    assert!(
        added.contains("nodes/Spawn was added") && !added.contains("And ") && !added.contains("Is Enabled"),
        "{added}"
    );
    let moved = listed(|scene| {
        let first: Id<Node> = Id::new(0);
        scene[first].transform = Transform::from_translation([-1.0, 2.0, 3.0]);
    });
    let [moved] = moved.as_slice() else { panic!("{moved:?}") };
    assert!(moved.contains("moved from") && moved.contains(" to 1 2 3."), "{moved}");
}
