//! Edits are copied into the original model; additions and losses of other programs are ignored.

#![allow(missing_docs)]

use asset_convert::ConvertTo as _;
use asset_convert::{ConvertOptions, Input, Original, OutputFormat, convert};
use asset_formats::{Asset, Error, Typed};
use asset_scene::{Array, Attribute, Mesh, Node, Property, Scene, Semantic, Transform};
use fuzzkit::scene::by_hand;
use pragma_asset::glam::Vec3;
use pragma_asset::model::{Attachment, HitBox};
use pragma_asset::{Bounds, Pose};

fn sample(name: &str) -> Asset<'static> {
    let bytes = fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes;
    Asset::parse(&bytes, Some(name.as_ref())).expect("a document").into_owned()
}

/// A model as glTF, after a program that knows nothing of engines: all that isn't glTF is gone but `extras` of nodes, and the skeleton
/// has a node above it.
fn through_a_program(model: &Asset<'_>, animations: &[(&str, Asset<'_>)], change: impl Fn(&mut Scene<'_>)) -> Vec<u8> {
    let mut inputs = vec![Input::new("model", model)];
    inputs.extend(animations.iter().map(|(name, asset)| Input::new(name, asset)));
    let converted = convert(&inputs, OutputFormat::GLB, "model.glb", &ConvertOptions::default()).expect("a glTF");
    let bytes = &converted.files.last().expect("a file").bytes;
    let (mut scene, _) = asset_gltf::parse(bytes, &Default::default(), &asset_gltf::NoFiles).expect("what was written");
    scene.source = None;
    for animation in &mut scene.animations {
        animation.source = None;
    }
    let roots: Vec<_> =
        scene.nodes.ids().filter(|id| scene[*id].parent.is_none() && scene[*id].mesh.is_none()).collect();
    let above = scene.nodes.push(Node { name: "Armature".into(), ..Node::default() });
    roots.into_iter().for_each(|root| scene[root].parent = Some(above));
    change(&mut scene);
    asset_gltf::write_glb(&scene, &Default::default()).expect("a scene").0
}

/// Moves the first vertex of the first mesh.
fn move_a_vertex(scene: &mut Scene<'_>) {
    let primitive = scene.meshes.first().and_then(|mesh| mesh.primitives.first()).expect("a primitive");
    let array = primitive.attribute(&asset_scene::Semantic::Position).expect("positions");
    let mut rows = scene[array].to_f32s::<3>().expect("three floats");
    rows[0][1] += 0.125;
    scene[array] = Array::from_f32s(rows);
}

fn mdl(bytes: &[u8]) -> urho_mdl::Model<'_> {
    urho_mdl::Model::parse(bytes).expect("a model")
}

#[test]
fn a_model_of_urho_keeps_its_bones_levels_and_triggers() {
    let (model, walk) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    let glb = through_a_program(&model, &[("Character_Wave", sample("Character_Wave.ani"))], move_a_vertex);
    let glb = Asset::parse(&glb, None).expect("a scene");
    let original = Original::new(sample("Character.mdl")).expect("a model").animation("character_wave", walk, None);
    let options = ConvertOptions::default().materials(false).into_original(original);
    let converted = glb.convert_to("Character.mdl", &options).expect("nothing is lost");
    let Typed::UrhoMdl(before) = model.typed() else { panic!("a model") };
    let after = mdl(&converted.requested("Character.mdl").expect("the model").bytes);
    assert_eq!(after.skeleton, before.skeleton);
    let distances = |model: &urho_mdl::Model<'_>| -> Vec<Vec<f32>> {
        model.geometries.iter().map(|one| one.lods.iter().map(|lod| lod.distance).collect()).collect()
    };
    assert_eq!(distances(&after), distances(before));
    assert_eq!(after.version, before.version);
    let walk = sample("Character_Wave.ani");
    let Typed::UrhoAni(walk) = walk.typed() else { panic!("an animation") };
    let file = converted.files.iter().find(|file| file.name == "Character_Wave.ani").expect("the animation");
    let back = urho_ani::Animation::parse(&file.bytes).expect("an animation");
    assert_eq!(&back, walk, "what wasn't edited is the same to the bit");
}

/// A model of rbfx whose only morph begins with the weight 0.5.
fn smiling() -> Asset<'static> {
    let mut scene = Scene::default();
    let mut primitive = by_hand::cuboid(&mut scene, [1.0; 3]);
    let array = scene.arrays.push(Array::from_f32s([[0.25, 0.0, 0.0_f32]; 8]));
    primitive.targets = vec![vec![Attribute { semantic: Semantic::Position, array }]];
    let mesh = scene.meshes.push(Mesh {
        name: "Head".into(),
        morph_names: vec!["smile".into()],
        morph_weights: vec![0.5],
        primitives: vec![primitive],
    });
    let node = by_hand::node(&mut scene, "Head", None, by_hand::at(0.0, 0.0, 0.0));
    scene[node].mesh = Some(mesh);
    let glb = asset_gltf::write_glb(&scene, &Default::default()).expect("a scene").0;
    let glb = Asset::parse(&glb, None).expect("a scene");
    let input = [Input::new("Head", &glb)];
    let converted = convert(&input, OutputFormat::UMD3, "Head.mdl", &ConvertOptions::default().materials(false));
    let converted = converted.expect("a model of rbfx");
    Asset::parse(&converted.requested("Head.mdl").expect("the model").bytes, None).expect("a model").into_owned()
}

#[test]
fn morph_weights_follow_the_version_of_the_original() {
    let glb = through_a_program(&smiling(), &[], |_| ());
    let glb = Asset::parse(&glb, None).expect("a scene");
    let options = ConvertOptions::default().materials(false).into_original(Original::new(smiling()).expect("a model"));
    let with = |output_format| {
        let converted =
            convert(&[Input::new("Head", &glb)], output_format, "Head.mdl", &options).expect("nothing is lost");
        let model = mdl(&converted.requested("Head.mdl").expect("the model").bytes).into_owned();
        let messages: Vec<String> = converted.findings.iter().map(ToString::to_string).collect();
        (model, messages)
    };
    let Some(before) = smiling().downcast::<urho_mdl::Model<'static>>() else { panic!("a model") };
    let (kept, messages) = with(OutputFormat::MDL);
    assert_eq!((kept.version, kept.morphs[0].weight), (before.version, Some(0.5)));
    let places = |model: &urho_mdl::Model<'_>| {
        model.vertex_buffers[0].positions().expect("positions").iter().collect::<Vec<_>>()
    };
    assert_eq!(places(&kept), places(&before));
    assert!(!messages.iter().any(|one| one.contains("baked")), "{messages:?}");
    let (baked, messages) = with(OutputFormat::UMD2);
    assert_eq!((baked.version, baked.morphs[0].weight), (urho_mdl::Version::Umd2, None));
    assert_ne!(places(&baked), places(&before));
    assert!(messages.iter().any(|one| one.contains("baked")), "{messages:?}");
}

#[test]
fn an_unedited_scene_is_its_original() {
    let model = sample("Character.mdl");
    let input = [Input::new("Character", &model)];
    let glb = convert(&input, OutputFormat::GLB, "Character.glb", &ConvertOptions::default()).expect("a glTF");
    let glb = Asset::parse(&glb.files.last().expect("a file").bytes, None).expect("a scene").into_owned();
    let options = ConvertOptions::default().materials(false);
    let into = |original: Asset<'_>, options: ConvertOptions| {
        let options = options.into_original(Original::new(original).expect("a model"));
        let converted = glb.convert_to("Character.mdl", &options).expect("nothing is lost");
        converted.requested("Character.mdl").expect("the model").bytes.clone()
    };
    let original = model.to_bytes().expect("a model");
    assert_eq!(into(sample("Character.mdl"), options.clone()), original);
    // Nodes and weights of morphs aren't in the source of the scene.
    let edited = |edit: fn(&mut Scene<'_>)| {
        let (mut scene, _) = glb.to_scene("Character").expect("a scene");
        edit(&mut scene);
        let glb = asset_gltf::write_glb(&scene, &Default::default()).expect("a scene").0;
        let glb = Asset::parse(&glb, None).expect("a scene").into_owned();
        let original = Original::new(sample("Character.mdl")).expect("a model");
        let options = ConvertOptions::default().materials(false).lossy(true).into_original(original);
        let converted = glb.convert_to("Character.mdl", &options).expect("a model");
        let losses =
            converted.findings.iter().filter(|one| one.is_loss).map(|one| one.kind.as_str()).collect::<Vec<_>>();
        (converted.requested("Character.mdl").expect("the model").bytes.clone(), losses)
    };
    assert_eq!(edited(|_| ()), (original.clone(), vec![]));
    let twice = |scene: &mut Scene<'_>| {
        let mesh = scene.nodes.iter().find_map(|node| node.mesh);
        scene.nodes.push(Node { name: "Twin".into(), mesh, ..Node::default() });
    };
    assert_ne!(edited(twice).0, original);
    let pose = |scene: &mut Scene<'_>| {
        let mesh = scene.meshes.iter_mut().find(|mesh| !mesh.morph_names.is_empty()).expect("a mesh with morphs");
        mesh.morph_weights = vec![0.5; mesh.morph_names.len()];
    };
    // This version has no place for them, and nothing else of the model changes.
    assert_eq!(edited(pose), (original, vec!["scene-urho/default-weights-lost"]));
    // A scene isn't another original only because it has the source of one.
    let Some(mut other) = sample("Character.mdl").downcast::<urho_mdl::Model<'static>>() else { panic!("a model") };
    other.skeleton.bones[0].collision.radius = Some(7.0);
    let converted = into(asset_formats::Asset::new(other.clone()), options);
    assert_eq!(mdl(&converted).skeleton, other.skeleton);
}

#[test]
fn no_bone_is_added_by_a_trip() {
    let model = sample("Character.mdl");
    let Typed::UrhoMdl(before) = model.typed() else { panic!("a model") };
    let glb = through_a_program(&model, &[], |_| ());
    let glb = Asset::parse(&glb, None).expect("a scene");
    let converted = glb.convert_to("Character.mdl", &ConvertOptions::default().materials(false)).expect("a new model");
    let after = mdl(&converted.requested("Character.mdl").expect("the model").bytes);
    let names = |model: &urho_mdl::Model<'_>| -> Vec<String> {
        model.skeleton.bones.iter().map(|bone| bone.name.to_string()).collect()
    };
    assert_eq!(names(&after), names(before));
}

#[test]
fn a_model_of_pragma_keeps_what_no_scene_shows() {
    let model = sample("Crate.pmdl_b");
    let glb = through_a_program(&model, &[], move_a_vertex);
    let glb = Asset::parse(&glb, None).expect("a scene");
    let original = Original::new(sample("Crate.pmdl_b")).expect("a model");
    let options = ConvertOptions::default().materials(false).into_original(original);
    let converted = glb.convert_to("Crate.pmdl_b", &options).expect("nothing is lost");
    let bytes = &converted.requested("Crate.pmdl_b").expect("the model").bytes;
    let after = pragma_asset::Model::parse(bytes).expect("a model");
    let Typed::PragmaModel(before) = model.typed() else { panic!("a model") };
    let held = |model: &pragma_asset::Model<'_>| {
        let data = model.document.data();
        [
            "hitboxes",
            "collisionMeshes",
            "attachments",
            "joints",
            "lods",
            "flags",
            "skeleton",
            "animations",
            "skins",
            "materials",
        ]
        .map(|key| data.get(key).cloned().map(udm::Value::into_owned))
    };
    assert_eq!(held(&after), held(before));
    let places = |model: &pragma_asset::Model<'_>| {
        let mesh = &model.meshes()[0];
        mesh.vertices(&mut pragma_asset::Limits::default().budget()).expect("vertices").positions().to_vec()
    };
    let (was, is) = (places(before), places(&after));
    let moved = is.iter().filter(|place| !was.iter().any(|other| (**place - *other).length() < 1e-3)).count();
    assert!(moved > 0, "the vertex is where it was moved to");
}

#[test]
fn an_original_of_another_kind_is_refused() {
    let glb = through_a_program(&sample("Character.mdl"), &[], |_| ());
    let glb = Asset::parse(&glb, None).expect("a scene");
    let options = ConvertOptions::default().into_original(Original::new(sample("Crate.pmdl_b")).expect("a model"));
    let Err(Error::Refused(why)) = glb.convert_to("Character.mdl", &options) else { panic!("it has to be refused") };
    assert!(why.contains("expected an original of the format of mdl"), "{why}");
    assert!(Original::new(sample("Letters.zed")).is_err());
}

#[test]
fn the_first_frame_is_told_and_taken_out() {
    let later = |scene: &mut Scene<'_>| {
        for id in scene.animations.ids() {
            let arrays: std::collections::BTreeSet<_> =
                scene[id].channels.iter().map(|channel| channel.times).collect();
            for array in arrays {
                let rows = scene[array].to_f32s::<1>().expect("times");
                scene[array] = Array::from_f32s(rows.into_iter().map(|[time]| [time + 1.0 / 24.0]));
            }
        }
        assert!(
            scene.animations.iter().flat_map(|one| &one.channels).any(|one| one.property != Property::MorphWeights)
        );
    };
    let glb = through_a_program(&sample("Character.mdl"), &[("Character_Wave", sample("Character_Wave.ani"))], later);
    let glb = Asset::parse(&glb, None).expect("a scene");
    let converted = glb.convert_to("Character.mdl", &ConvertOptions::default().materials(false)).expect("a new model");
    let messages: Vec<String> = converted.findings.iter().map(ToString::to_string).collect();
    assert!(messages.iter().any(|one| one.contains("began with frame 1 of 24 per second")), "{messages:?}");
    let file = converted.files.iter().find(|file| file.name == "Character_Wave.ani").expect("the animation");
    let back = urho_ani::Animation::parse(&file.bytes).expect("an animation");
    let walk = sample("Character_Wave.ani");
    let Typed::UrhoAni(walk) = walk.typed() else { panic!("an animation") };
    assert!((back.length - walk.length).abs() < 1e-5, "{} became {}", walk.length, back.length);
    assert!(back.tracks.iter().all(|track| track.times().iter().next() == Some(0.0)));
}

/// Converts a model to glTF, edits it, and turns it on the way back. Returns the findings.
fn told_turned(model: &Asset<'_>, name: &str, edit: impl Fn(&mut Scene<'_>)) -> Vec<String> {
    let glb = model.convert_to("a.glb", &ConvertOptions::default()).expect("a glTF");
    let glb = Asset::parse(&glb.requested("a.glb").expect("a file").bytes, None).expect("a scene").into_owned();
    let Some(mut gltf) = glb.downcast::<asset_formats::GltfDocument>() else { panic!("a glTF") };
    edit(&mut gltf.scene);
    let options = ConvertOptions::default().materials(false).lossy(true).turn(true);
    let converted = asset_formats::Asset::new(gltf).convert_to(name, &options).expect("a new model");
    converted.findings.iter().map(ToString::to_string).collect()
}

#[test]
fn what_a_reshaped_original_loses_is_told() {
    let says = |is_reported: &[String], words: &str| is_reported.iter().any(|one| one.contains(words));
    let model = sample("Character.mdl");
    let is_reported = told_turned(&model, "Character.mdl", |_| ());
    let Some(model) = model.downcast::<urho_mdl::Model<'static>>() else { panic!("a model") };
    let boxes = model.skeleton.bones.iter().filter(|bone| bone.collision.mask != 0).count();
    assert!(boxes > 0 && says(&is_reported, &format!("bones: the hit boxes of {boxes} are gone")), "{is_reported:?}");
    let Some(mut crate_model) = sample("Crate.pmdl_b").downcast::<pragma_asset::Model<'static>>() else {
        panic!("a model")
    };
    crate_model.set_flag("inanimate", true);
    let bounds = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
    crate_model.set_hit_boxes(&[HitBox { group: "Head".into(), bone: 0, bounds }]);
    crate_model.set_attachments(&[Attachment { name: "hand".into(), bone: 0, pose: Pose::IDENTITY }]);
    let is_reported = told_turned(&asset_formats::Asset::new(crate_model), "Crate.pmdl_b", |_| ());
    for lost in ["hit boxes", "attachments", "flags", "animations with an activity"] {
        assert!(says(&is_reported, &format!("original: {lost} aren't in the scene: 1")), "{lost}: {is_reported:?}");
    }
}

/// The size and the levels are changed after the edits, so that the rest of the original stays.
#[test]
fn an_edited_original_can_be_scaled_and_simplified() {
    let model = sample("Character.mdl");
    let wave = sample("Character_Wave.ani");
    let glb = convert(
        &[Input::new("Character", &model), Input::new("Character_Wave", &wave)],
        OutputFormat::GLB,
        "a.glb",
        &ConvertOptions::default(),
    );
    let glb =
        Asset::parse(&glb.expect("a glTF").files.last().expect("a file").bytes, None).expect("a scene").into_owned();
    let Some(mut gltf) = glb.downcast::<asset_formats::GltfDocument>() else { panic!("a glTF") };
    move_a_vertex(&mut gltf.scene);
    let edited = Asset::new(gltf);
    let written = |options: ConvertOptions| {
        let converted = edited.convert_to("Character.mdl", &options.materials(false)).expect("a model");
        let animation = converted.files.iter().find(|file| file.name == "Character_Wave.ani").expect("its animation");
        let animation = urho_ani::Animation::parse(&animation.bytes).expect("an animation").into_owned();
        (mdl(&converted.files.last().expect("a model").bytes).into_owned(), animation, converted.findings)
    };
    let (plain, still, _) = written(ConvertOptions::default());
    let (scaled, moved, findings) = written(ConvertOptions::default().scale(2.0));
    let mut expected = plain.clone();
    expected.transform(&urho_mdl::Similarity::default().scale(2.0)).expect("a model");
    assert_eq!(scaled.to_bytes().unwrap(), expected.to_bytes().unwrap());
    let mut expected = still;
    expected.scale(2.0).expect("an animation");
    assert_eq!(moved.to_bytes().unwrap(), expected.to_bytes().unwrap());
    assert!(findings.iter().all(|finding| !finding.to_string().contains("hit boxes")), "{findings:?}");
}

#[test]
fn animations_of_a_reshaped_original_that_last_longer_or_are_gone_are_told() {
    let glb = through_a_program(&sample("Character.mdl"), &[("Wave", sample("Character_Wave.ani"))], |_| ());
    let options = ConvertOptions::default().materials(false).lossy(true);
    let glb = Asset::parse(&glb, None).expect("a scene");
    let made = glb.convert_to("Soldier.pmdl_b", &options).expect("a model");
    let bytes = &made.requested("Soldier.pmdl_b").expect("a file").bytes;
    let model = Asset::parse(bytes, None).expect("a model");
    let (scene, _) = model.to_scene("Soldier").expect("a scene");
    let id = scene.animations.ids().find(|id| scene.duration(*id).is_some_and(|length| length > 0.0)).expect("a clip");
    let (name, before) = (scene[id].name.clone(), scene.duration(id).unwrap_or(0.0));
    let is_reported = told_turned(&model, "Soldier.pmdl_b", |scene| {
        let times: std::collections::BTreeSet<_> =
            scene.animations.iter().flat_map(|one| &one.channels).map(|channel| channel.times).collect();
        for array in times {
            let rows = scene[array].to_f32s::<1>().expect("times");
            scene[array] = Array::from_f32s(rows.into_iter().map(|[time]| [time * 0.5]));
        }
    });
    let lasts = format!("animation > {name}: lasts {:.4} s, and {before:.4} s in the original", before * 0.5);
    assert!(is_reported.iter().any(|one| one.contains(&lasts)), "{is_reported:?}");
    let is_reported = told_turned(&model, "Soldier.pmdl_b", |scene| {
        scene.animations.iter_mut().for_each(|one| one.name = "Greet".into());
    });
    let gone = format!("animation > {name}: isn't in the scene any more");
    assert!(is_reported.iter().any(|one| one.contains(&gone)), "{is_reported:?}");
}

/// A model as glTF and back, with an edit in between.
fn there_and_back(model: &Asset<'_>, output: &str, edit: impl Fn(&mut Scene<'_>)) -> Result<Vec<u8>, Error> {
    let options = ConvertOptions::default().lossy(true);
    let glb = model.convert_to("a.glb", &options).expect("a glTF");
    let glb = Asset::parse(&glb.requested("a.glb").expect("a file").bytes, None).expect("a scene").into_owned();
    let Some(mut gltf) = glb.downcast::<asset_formats::GltfDocument>() else { panic!("a glTF") };
    edit(&mut gltf.scene);
    let converted = asset_formats::Asset::new(gltf).convert_to(output, &options)?;
    Ok(converted.requested(output).expect("a file").bytes.clone())
}

/// A program that moves or scales an object leaves its vertices as they were.
#[test]
fn models_that_their_nodes_move_are_written_moved() {
    let models =
        [("Models/Box.mdl", "a.mdl"), ("Character.mdl", "a.mdl"), ("Crate.pmdl_b", "a.pmdl_b"), ("Tile.zed", "a.zed")];
    for (name, output) in models {
        let model = sample(name);
        let written = |edit: fn(&mut Scene<'_>)| {
            let bytes = there_and_back(&model, output, edit).expect("a model");
            Asset::parse(&bytes, None).expect("a model").into_owned()
        };
        let reach = |model: &Asset<'_>| {
            let (scene, _) = model.to_scene("a").expect("a scene");
            // As bones move it, if there are any.
            let bounds = scene.rest_pose().expect("a pose").bounds(&scene).expect("positions");
            f64::from(bounds.min.abs().max(bounds.max.abs()).max_element())
        };
        assert_eq!(written(|_| ()).to_bytes().expect("bytes"), model.to_bytes().expect("bytes"), "{name}");
        let moved = written(|scene| {
            let root = scene.nodes.push(Node { transform: Transform::from_scale(3.0), ..Node::default() });
            let roots = scene.nodes.ids().filter(|node| *node != root && scene[*node].parent.is_none());
            roots.collect::<Vec<_>>().into_iter().for_each(|node| scene[node].parent = Some(root));
        });
        let (before, after) = (reach(&model), reach(&moved));
        assert!((after - before * 3.0).abs() < 1e-4 * after.abs(), "{name}: {before} becomes {after}");
    }
}

/// The vertices that a source stores are the same, so that they alone would restore it.
#[test]
fn what_no_source_stores_is_written_when_it_is_edited() {
    type Edit = fn(&mut Scene<'_>);
    let hide: Edit = |scene| {
        let node = scene.nodes.iter_mut().find(|node| node.mesh.is_some()).expect("a mesh");
        (node.mesh, node.skin) = (None, None);
    };
    fn add(scene: &mut Scene<'_>, semantic: Semantic, row: [f32; 2]) {
        let mesh = scene.meshes.ids().next().expect("a mesh");
        let positions = scene[mesh].primitives[0].attribute(&Semantic::Position).expect("positions");
        let array = Array::from_f32s(vec![row; scene[positions].count]);
        let array = scene.arrays.push(array);
        scene[mesh].primitives[0].attributes.push(Attribute { semantic, array });
    }
    let second_uvs: Edit = |scene| add(scene, Semantic::TexCoord(1), [0.5, 0.25]);
    let weights: Edit = |scene| {
        let mesh = scene.meshes.iter_mut().find(|mesh| !mesh.morph_names.is_empty()).expect("morph targets");
        mesh.morph_weights = vec![0.75; mesh.morph_names.len()];
    };
    let deltas: Edit = |scene| {
        let mesh = scene.meshes.iter().find(|mesh| !mesh.morph_names.is_empty()).expect("morph targets");
        let array = mesh.primitives[0].target_attribute(0, &Semantic::Position).expect("deltas");
        let mut rows = scene[array].to_f32s::<3>().expect("three floats");
        rows[0][1] += 0.25;
        scene[array] = Array::from_f32s(rows);
    };
    let character = sample("Character.mdl");
    let options = ConvertOptions::default().lossy(true).materials(false);
    let pragma = character.convert_to("a.pmdl_b", &options).expect("a model");
    let pragma = Asset::parse(&pragma.requested("a.pmdl_b").expect("a file").bytes, None).expect("a model");
    let cases: [(&str, Asset<'_>, &[Edit]); 4] = [
        ("a.mdl", character, &[hide, second_uvs, deltas]),
        ("a.mdl", sample("Models/Box.mdl"), &[second_uvs]),
        // Groups whose meshes aren't shown stay, which is told: exports that leave meshes out mean the others.
        ("a.pmdl_b", pragma.into_owned(), &[second_uvs, weights, deltas]),
        // A second set of texture coordinates is a loss here.
        ("a.zed", sample("Tile.zed"), &[hide]),
    ];
    for (output, model, edits) in cases {
        let unedited = there_and_back(&model, output, |_| ()).expect("a model");
        for (number, edit) in edits.iter().enumerate() {
            // Without its only mesh there may be no model.
            let is_written = there_and_back(&model, output, edit).map_or(true, |edited| edited != unedited);
            assert!(is_written, "{output}: edit {number} is ignored");
        }
    }
}

/// A prefab has a format of its own, but it is an edited version of a scene or prefab all the same.
#[test]
fn a_prefab_without_its_original_is_told() {
    let file = "<node id=\"1\">\n\t<attribute name=\"Name\" value=\"door\" />\n</node>\n";
    let asset = Asset::parse(file.as_bytes(), Some("Objects/Door.xml".as_ref())).expect("a prefab");
    let bare = ConvertOptions::default().originals(false);
    let glb = asset.convert_to("Door.glb", &bare).expect("a glTF").files.pop().expect("a file").bytes;
    let glb = Asset::parse(&glb, None).expect("a scene");
    for output in ["Objects/Door.prefab", "Objects/Door.xml"] {
        let for_rbfx = ConvertOptions::default().engine(Some(scene_urho::Engine::Rbfx));
        let refused = glb.convert_to(output, &for_rbfx);
        assert!(matches!(refused, Err(Error::Losses(_))), "{output}: {refused:?}");
    }
}
