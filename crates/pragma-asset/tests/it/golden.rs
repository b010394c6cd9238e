//! Handwritten assets from the specification.

use pragma_asset::glam::{Quat, Vec2, Vec3, Vec4};
use pragma_asset::{
    AnimationFlags, Animations, Bounds, Encoding, IkRig, Limits, Map, Model, NavMesh, Particles, Pose, Values,
};
use testkit::{ByteBuilder, assert_bytes};
use udm::Value;

fn budget() -> pragma_asset::Budget {
    Limits::default().budget()
}

/// A text model whose data is `data`.
fn model(data: &str) -> Model<'static> {
    let text = format!("$string assetType \"PMDL\" $uint32 assetVersion 1 assetData {{ {data} }}");
    Model::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}")).into_owned()
}

/// One property of the data: a mass of 2.5.
#[test]
fn the_smallest_binary_model() {
    let data = ByteBuilder::new().u32(1).raw(b"\x04mass").u8(11).f32(2.5).build();
    let root = ByteBuilder::new()
        .u32(3)
        .raw(b"\x09assetType\x0cassetVersion\x09assetData")
        .raw(b"\x01\x04PMDL")
        .u8(8)
        .u32(1)
        .u8(27)
        .u64(data.len() as u64)
        .raw(&data)
        .build();
    let bytes = ByteBuilder::new().raw(b"UDMB").u32(2).u8(27).u64(root.len() as u64).raw(&root).build();
    let mut model = Model::parse(&bytes).unwrap();
    assert_eq!((model.encoding(), model.version(), model.mass()), (Encoding::Binary, 1, 2.5));
    assert_eq!((model.max_eye_deflection(), model.eye_offset()), (30.0, Vec3::ZERO));
    assert!(model.skeleton().is_none() && model.meshes().is_empty());
    assert_bytes(&model.to_bytes().unwrap(), &bytes);
    model.set_mass(1.5);
    let expected = [&bytes[..bytes.len() - 4], &1.5_f32.to_le_bytes()].concat();
    assert_bytes(&model.to_bytes().unwrap(), &expected);
}

const MESH: &str = r#"meshGroups { reference { $uint32 index 0 $array meshes [element;1][{ $uint32 referenceId 7 $array subMeshes [element;1][{
    $string assetType "PMESH" $uint32 assetVersion 1 assetData {
        $string uuid "u" $string name "body" $uint32 referenceId 4294967295 $stransform pose [[1,2,3][1,0,0,0][1,1,2]]
        $string geometryType "Triangles" $uint32 skinMaterialIndex 1 $uint8 alphaCount 1
        $arrayLz4 vertices [struct<vec3:pos,vec2:uv,vec3:n,vec4:t>;3][
            [[0,0,0],[0,1],[0,0,1],[1,0,0,-1]],[[1,0,0],[1,1],[0,0,1],[1,0,0,-1]],[[0,1,0],[0,0],[0,0,1],[1,0,0,1]]]
        $arrayLz4 indices [uint32;3][0,1,2]
        uvSets { $arrayLz4 lightmap [vec2;3][[0,0],[0.5,0],[0,0.5]] }
        $arrayLz4 vertexWeights [struct<vec4i:id,vec4:w>;3][
            [[0,-1,-1,-1],[1,0,0,0]],[[0,1,-1,-1],[0.5,0.5,0,0]],[[1,-1,-1,-1],[1,0,0,0]]]
        $arrayLz4 extendedVertexWeights [struct<vec4i:id,vec4:w>;3][
            [[-1,-1,-1,-1],[0,0,0,0]],[[-1,-1,-1,-1],[0,0,0,0]],[[1,-1,-1,-1],[0.25,0,0,0]]]
        $arrayLz4 alphas [vec2;3][[0,0],[1,0],[0.5,0]]
    } }] }] } }
    $array materials [string;2]["skin","cloth"] $array skins [element;2][{ $array materials [uint32;2][0,1] },{ $array materials [uint32;1][1] }]"#;

#[test]
fn a_mesh() {
    let model = model(MESH);
    let groups = model.mesh_groups();
    assert_eq!(groups[0].meshes()[0].reference_id(), Some(7));
    let mesh = &model.meshes()[0];
    assert_eq!((mesh.name(), mesh.uuid(), mesh.reference_id()), ("body".into(), Some("u".into()), None));
    assert_eq!(
        mesh.pose(),
        Pose { origin: Vec3::new(1.0, 2.0, 3.0), scale: Vec3::new(1.0, 1.0, 2.0), ..Pose::IDENTITY }
    );
    assert_eq!(mesh.path().to_string(), "meshGroups > reference > meshes 0 > subMeshes 0");
    let mut budget = budget();
    let vertices = mesh.vertices(&mut budget).unwrap();
    assert_eq!((vertices.len(), vertices.stride()), (3, 48));
    assert_eq!(vertices.positions().to_vec(), [Vec3::ZERO, Vec3::X, Vec3::Y]);
    assert_eq!(vertices.uvs().unwrap().to_vec(), [Vec2::Y, Vec2::ONE, Vec2::ZERO]);
    assert_eq!(vertices.normals().unwrap().get(2), Some(Vec3::Z));
    assert_eq!(vertices.tangents().unwrap().get(0), Some(Vec4::new(1.0, 0.0, 0.0, -1.0)));
    assert_eq!(vertices.bounds(), Bounds { min: Vec3::ZERO, max: Vec3::new(1.0, 1.0, 0.0) });
    let indices = mesh.indices(&mut budget).unwrap();
    assert!(indices.as_u16().is_none());
    assert_eq!((indices.to_vec(), indices.triangles().collect()), (vec![0, 1, 2], vec![[0, 1, 2]]));
    assert_eq!(mesh.uv_set("lightmap", &mut budget).unwrap().unwrap()[1], Vec2::new(0.5, 0.0));
    assert_eq!(mesh.uv_set("other", &mut budget).unwrap(), None);
    let weights = mesh.weights(&mut budget).unwrap().unwrap();
    assert_eq!(weights.bones().nth(1), Some([0, 1, -1, -1]));
    assert_eq!(weights.weights().nth(1), Some([0.5, 0.5, 0.0, 0.0]));
    let extended = mesh.extended_weights(&mut budget).unwrap().unwrap();
    assert_eq!(extended.weights().nth(2), Some([0.25, 0.0, 0.0, 0.0]));
    assert_eq!((mesh.alpha_count(), mesh.alphas(&mut budget).unwrap().unwrap()[2]), (1, Vec2::new(0.5, 0.0)));
    assert_eq!(model.material_of(mesh, 0).unwrap(), "cloth");
    assert_eq!(model.material_of(mesh, 1).unwrap(), "cloth", "the first skin stands in");
}

/// Older content that the engine still reads: `vertexData`, `indexData`, vertices with only positions.
#[test]
fn older_spellings_of_meshes() {
    let old = MESH
        .replace("$arrayLz4 vertices", "$arrayLz4 vertexData")
        .replace("$arrayLz4 indices [uint32;3]", "$array indexData [uint16;3]");
    let model = model(&old);
    let mut budget = budget();
    let mesh = &model.meshes()[0];
    assert_eq!(mesh.vertices(&mut budget).unwrap().positions().get(1), Some(Vec3::X));
    let indices = mesh.indices(&mut budget).unwrap();
    assert_eq!(indices.as_u16().unwrap().to_vec(), [0, 1, 2]);
    assert_eq!((mesh.vertex_count(), mesh.index_count()), (3, 3));
    let data = pragma_asset::MeshData::read(mesh, &mut budget).unwrap();
    let mut edited = model.clone();
    edited.set_mesh(mesh.id(), &data).unwrap();
    let changes = udm_tools::diff(&model.document, &edited.document);
    let keys: Vec<String> =
        changes.iter().map(|change| change.to_string().rsplit('/').next().unwrap_or_default().into()).collect();
    assert_eq!(
        keys,
        ["indexData", "indices", "vertexData", "vertices"],
        "written back, the arrays have the names of today"
    );
    let positions = self::model(
        "meshGroups { reference { $array meshes [element;1][{ $array subMeshes [element;1][{ $string assetType \"PMESH\" \
         assetData { $array vertices [vec3;2][[1,2,3],[4,5,6]] } }] }] } }",
    );
    let vertices = positions.meshes()[0].vertices(&mut budget).unwrap();
    assert_eq!(vertices.positions().to_vec(), [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)]);
    assert!(vertices.normals().is_none() && vertices.uvs().is_none() && vertices.tangents().is_none());
}

const SKELETON: &str = r#"skeleton { $string assetType "PSKEL" $uint32 assetVersion 1 assetData { bones {
    root { $uint32 index 1 $stransform pose [[0,10,0][1,0,0,0][1,1,1]] children {
        arm { $uint32 index 0 $stransform pose [[3,10,0][0,0,1,0][1,1,1]] } } } } } }"#;

#[test]
fn a_skeleton_in_the_order_of_its_ids() {
    let model = model(SKELETON);
    let skeleton = model.skeleton().unwrap();
    assert_eq!(skeleton.bones.iter().map(|bone| bone.name.to_string()).collect::<Vec<_>>(), ["arm", "root"]);
    assert_eq!((skeleton.bones[0].parent, skeleton.hierarchy.roots()), (Some(1), &[1][..]));
    // Text has w first: half a turn about Y.
    assert_eq!(skeleton.bones[0].pose.rotation, Quat::from_xyzw(0.0, 1.0, 0.0, 0.0));
    assert_eq!(skeleton.local_poses()[0].origin, Vec3::new(3.0, 0.0, 0.0));
    assert_eq!(skeleton.reference_poses()[0].origin, Vec3::new(3.0, 10.0, 0.0));
    assert!(skeleton.is_dense());
    let mut globals = skeleton.local_poses();
    assert!(skeleton.hierarchy.globalize(&mut globals));
    assert_eq!(globals, skeleton.reference_poses());
}

/// A model of two bones with an animation.
fn animated(animation: &str) -> Model<'static> {
    let wrapper = r#"animations { a { $uint32 index 3 $string assetType "PANI" $uint32 assetVersion 1 assetData {"#;
    model(&format!("{SKELETON} {wrapper} {animation} }} }} }}"))
}

/// Six frames: between two keys the later one holds, before the first and after the last the reference does (FORMAT.md#animation-pani).
#[test]
fn channels_become_frames() {
    let model = animated(
        r#"$uint8 fps 10 $float duration 0.6 $string flags "Loop|MoveX" $string activity "ACT_WALK" $float fadeInTime 0.25 $nil fadeOutTime
        $array nodes [element;2][{ $string type "bone" $array set [uint16;2][1,0] $array weights [float;2][1,0.5] },{ $string type "move" }]
        $arrayLz4 channels [element;4][
            { $uint16 node 0 $string property "position" $array times [float;2][0.1,0.4] $array values [vec3;2][[1,0,0],[4,0,0]] },
            { $uint16 node 1 $string property "rotation" $array times [float;1][0.3] $array values [quat;1][[0.5,0.5,0.5,0.5]] },
            { $uint16 node 2 $string property "offset" $array times [float;1][0.2] $array values [vec2;1][[7,8]] },
            { $uint16 node 0 $string property "other" $array times [float;1][0] $array values [float;1][1] }]
        $array events [element;2][{ $float time 0.2 $string name "EVENT_A" $array args [string;1]["x"] },{ $string name "EVENT_B" }]
        renderBounds { $vec3 min [-1,-1,-1] $vec3 max [1,1,1] }
        blendController { $uint32 controller 2 $uint32 animationPostBlendController 4294967295 $uint32 animationPostBlendTarget 5
            $array transitions [element;1][{ $uint32 animation 4 $float transition -45 }] }"#,
    );
    let animation = model.animation("a").unwrap();
    assert_eq!((animation.index, animation.fps(), animation.activity().unwrap()), (3, 10, "ACT_WALK".into()));
    assert_eq!(animation.flags(), AnimationFlags(AnimationFlags::LOOP.0 | AnimationFlags::MOVE_X.0));
    assert_eq!((animation.fade_in_time(), animation.fade_out_time()), (Some(0.25), None));
    let blend = animation.blend().unwrap();
    assert_eq!(
        (blend.controller, blend.transitions, blend.post_blend_controller, blend.post_blend_target),
        (2, vec![(4, -45.0)], None, Some(5))
    );
    let events = animation.events();
    assert_eq!((events[0].time, &events[0].args[..], events[1].time), (Some(0.2), &["x".into()][..], None));
    let mut budget = budget();
    let channels = animation.channels(&mut budget).unwrap();
    assert_eq!((channels.len(), &channels[3].values), (4, &Values::Other(udm::Type::F32)));
    let frames = animation.frames(model.skeleton().as_ref(), &mut budget).unwrap();
    assert_eq!((frames.len(), &frames.bones[..], &frames.weights[..]), (6, &[1, 0][..], &[1.0, 0.5][..]));
    let x: Vec<f32> = (0..6).map(|frame| frames.frame(frame).unwrap()[0].origin.x).collect();
    assert_eq!(x, [0.0, 1.0, 4.0, 4.0, 4.0, 0.0]);
    let y: Vec<f32> = (0..6).map(|frame| frames.frame(frame).unwrap()[0].origin.y).collect();
    assert_eq!(y, [10.0, 0.0, 0.0, 0.0, 0.0, 10.0], "what no key says is the reference in the model's space");
    // The only key of a channel holds from its frame to the end.
    let half = Quat::from_xyzw(0.5, 0.5, 0.5, 0.5);
    let turned: Vec<bool> = (0..6).map(|frame| frames.frame(frame).unwrap()[1].rotation == half).collect();
    assert_eq!(turned, [false, false, false, true, true, true]);
    assert_eq!(frames.offsets[2], Vec2::new(7.0, 8.0));
    assert_eq!(frames.frame(6), None);
}

/// Frames are spread over the cycle; a weight slows its bone (FORMAT.md#animation-pani).
#[test]
fn sampling() {
    let mut frames =
        pragma_asset::Frames::new(4.0, vec![0], vec![Pose::IDENTITY, Pose::at(Vec3::X * 4.0), Pose::at(Vec3::X * 8.0)]);
    let x = |frames: &pragma_asset::Frames, cycle| frames.sample(cycle)[0].origin.x;
    assert_eq!(
        [0.0, 0.25, 0.5, 0.75, 1.0, 2.0, -1.0].map(|cycle| x(&frames, cycle)),
        [0.0, 2.0, 4.0, 6.0, 8.0, 8.0, 0.0]
    );
    assert_eq!((frames.duration(), frames.cycle_at(0.375), frames.cycle_at(1.0)), (0.75, 0.5, 1.0));
    frames.loops = true;
    assert_eq!(frames.cycle_at(1.125), 0.5);
    frames.weights = vec![0.5];
    assert_eq!(x(&frames, 0.25), 1.0);
    assert_eq!(frames.sample(0.25)[0].scale, Vec3::splat(0.75), "the scale to come is scaled by the weight");
    assert!(pragma_asset::Frames::default().sample(0.5).is_empty());
}

/// Frames of files before channels; flags as bools.
#[test]
fn older_spellings_of_animations() {
    let model = animated(
        "$array bones [uint16;1][1] $array boneWeights [float;1][0.5] $uint8 fps 2 flags { $bool loop 1 $bool gesture 1 $bool moveX 0 }
        $array frameTransforms [transform;2][[[1,0,0][1,0,0,0]],[[2,0,0][1,0,0,0]]] $array frameScales [vec3;2][[1,1,1],[2,2,2]]
        $array frameMoveTranslations [vec2;2][[0,0],[5,6]]",
    );
    let animation = model.animation("a").unwrap();
    assert_eq!(animation.flags().to_text(), "Loop|Gesture");
    let frames = animation.frames(None, &mut budget()).unwrap();
    assert_eq!((frames.len(), &frames.bones[..], &frames.weights[..], frames.loops), (2, &[1][..], &[0.5][..], true));
    assert_eq!(frames.poses[1], Pose { scale: Vec3::splat(2.0), ..Pose::at(Vec3::X * 2.0) });
    assert_eq!(frames.offsets[1], Vec2::new(5.0, 6.0));
    let single = animated(
        "$array nodes [element;1][{ $string type \"bone\" $uint32 bone 1 $float weight 0.25 }] $float duration 0.1",
    );
    let nodes = single.animation("a").unwrap().nodes(&mut budget()).unwrap();
    assert_eq!((&nodes[0].bones[..], &nodes[0].weights[..]), (&[1][..], &[0.25][..]));
    assert_eq!(single.animation("a").unwrap().fps(), 24);
}

#[test]
fn parts_of_a_model() {
    let model = model(
        r#"flags { $bool inanimate 1 $bool static 0 } render { bounds { $vec3 min [-1,-2,-3] $vec3 max [1,2,3] } }
        $array lods [element;1][{ $float distance 50 $uint32 lod 1 $array meshGroupReplacements [element;1][{ $uint32 source 0 $uint32 target 1 }] }]
        $array attachments [element;1][{ $string name "hand" $uint32 bone 4 $transform pose [[0,1,0][1,0,0,0]] }]
        $array objectAttachments [element;1][{ $string name "torch" $int32 attachment 0 $string type "Model" keyValues { $string model "torch" } }]
        $array hitboxes [element;1][{ $string hitGroup "Head" $uint32 bone 2 bounds { $vec3 min [0,0,0] $vec3 max [1,1,1] } }]
        bodyGroups { hats { $array meshGroups [uint32;2][0,1] } } $array baseMeshGroups [uint16;1][3]
        $array joints [element;1][{ $string type "Hinge" $uint16 parentBone 1 $uint16 childBone 2 $bool enableCollisions 1 args { $string a "b" } }]
        $array blendControllers [element;1][{ $string name "yaw" $int32 min -45 $int32 max 45 $bool loop 1 }]
        $array ikControllers [element;1][{ $string effectorName "foot" $string type "leg" $uint32 chainLength 2 $string method "ccd" keyValues {} }]
        $array collisionMeshes [element;1][{ $string assetType "PCOL" $uint32 assetVersion 1 assetData { $int32 bone -1 $double volume -2.5 $vec3 pose [9,9,9] $vec3 centerOfMass [0,0.5,0]
            $string surfaceMaterial "metal" $float mass 0.5 flags { $bool convex 0 } $arrayLz4 vertices [vec3;3][[0,0,0],[1,0,0],[0,1,0]]
            $arrayLz4 triangles [uint16;3][0,1,2] softBody { $uint32 meshGroup 1 $uint32 mesh 2 $uint32 subMesh 3 settings {} } } }]
        metaRig { $string assetType "PMRIG" $uint32 assetVersion 1 assetData { $string rigType "Biped" $string forwardAxis "Z" $string upAxis "Y"
            $quat forwardFacingRotationOffset [1,0,0,0] $array bones [element;1][{ $string type "head" $string bone "Head" $float radius 2 }]
            $array blendShapes [element;1][{ $string type "blink" $uint32 flexControllerId 0 }] } }"#,
    );
    assert_eq!((model.flags(), model.has_flag("static")), (vec!["inanimate".into()], false));
    assert_eq!(model.bounds().max, Vec3::new(1.0, 2.0, 3.0));
    let lod = &model.lods()[0];
    assert_eq!((lod.lod, lod.distance, lod.replacements[0].target), (1, 50.0, 1));
    assert_eq!(model.attachment("hand").unwrap().pose, Pose::at(Vec3::Y));
    assert_eq!(model.object_attachments()[0].key_values, [("model".into(), "torch".into())]);
    assert_eq!(model.hit_boxes()[0].group, "Head");
    assert_eq!((model.body_groups()[0].mesh_groups.clone(), model.base_mesh_groups()), (vec![0, 1], vec![3]));
    let joint = &model.joints()[0];
    assert_eq!((joint.parent_bone, joint.child_bone, joint.enable_collisions), (1, 2, true));
    assert_eq!((model.blend_controllers()[0].min, model.blend_controllers()[0].loops), (-45, true));
    assert_eq!(
        (model.ik_controllers()[0].chain_length, model.ik_controllers()[0].effector.clone()),
        (2, "foot".into())
    );
    let collision = &model.collision_meshes()[0];
    assert_eq!(
        (collision.bone(), collision.volume(), collision.mass(), collision.is_convex()),
        (None, -2.5, 0.5, false)
    );
    assert_eq!(collision.vertices(&mut budget()).unwrap()[2], Vec3::Y);
    assert_eq!(collision.triangles(&mut budget()).unwrap(), [[0, 1, 2]]);
    assert_eq!((collision.pose(), collision.center_of_mass()), (Pose::default(), Vec3::new(0.0, 0.5, 0.0)));
    assert_eq!((collision.uuid(), collision.surface_material()), (None, "metal".into()));
    assert_eq!(collision.element().get("mass"), Some(&Value::F32(0.5)));
    assert_eq!(collision.soft_body().unwrap().sub_mesh, 3);
    let rig = model.meta_rig().unwrap();
    assert_eq!(
        (rig.rig_type, rig.bones[0].radius, rig.blend_shapes[0].kind.clone()),
        ("Biped".into(), 2.0, "blink".into())
    );
}

#[test]
fn faces() {
    let model = model(
        r#"morphTargetAnimations { smile { $uint32 index 0 $string assetType "PMORPHANI" $uint32 assetVersion 1 assetData {
            $array meshAnimations [element;1][{ $uint32 meshGroup 0 $uint32 mesh 1 $uint32 subMesh 2 $array frames [element;1][{
                flags { $bool hasDeltaValues 1 } $arrayLz4 vertexIndices [uint16;2][4,5] $array attributes [element;1][{ $string property "position"
                $arrayLz4 values [struct<half:x,half:y,half:z,half:w>;2][[1,0,0,0],[0,0.5,0,-2]] }] }] }] } } }
        flexes { grin { $uint32 index 1 $uint32 morphTargetAnimation 0 $uint32 frame 0 $array operations [element;2][{ $string type "Fetch" $int32 index 0 },
            { $string type "Const" $float value 0.5 }] } first { $uint32 index 0 $nil morphTargetAnimation } }
        flexControllers { mouth { $uint32 index 0 $float min -1 $float max 2 } } phonemes { aa { $float mouth 0.75 } }
        flexAnimations { talk { $uint32 index 0 $string assetType "PFLEXANI" $uint32 assetVersion 1 assetData { $float fps 12.5
            $array nodes [element;1][{ $string type "flexController" $array set [uint16;1][0] }] $array channels [element;1][{ $uint16 node 0
            $array times [float;2][0,1] $string property "value" $arrayLz4 values [float;2][0,0.5] }] } } }
        eyeballs { left { $uint32 index 0 $int32 bone 3 $vec3 origin [1,2,3] $float radius 0.5 iris { $uint32 material 2 $float uvRadius 0.25 $float scale 1.5 } } }"#,
    );
    let mut budget = budget();
    let mesh = &model.morph_target_animations()[0].meshes()[0];
    assert_eq!((mesh.mesh_group(), mesh.mesh(), mesh.sub_mesh(), mesh.frame_count()), (0, 1, 2, 1));
    let frame = mesh.frame(0, &mut budget).unwrap().unwrap();
    assert_eq!((frame.has_delta_values, frame.has_normals, &frame.vertices[..]), (true, false, &[4, 5][..]));
    assert_eq!(frame.attributes[0].values[1], Vec4::new(0.0, 0.5, 0.0, -2.0));
    assert!(mesh.frame(1, &mut budget).unwrap().is_none());
    let names: Vec<String> = model.flexes().iter().map(|flex| flex.name.to_string()).collect();
    assert_eq!(names, ["first", "grin"]);
    let grin = model.flex("grin").unwrap();
    assert_eq!((grin.morph_target_animation, grin.frame), (Some(0), Some(0)));
    assert_eq!((grin.operations[0].index, grin.operations[1].value), (Some(0), Some(0.5)));
    assert_eq!((model.flex_controllers()[0].min, model.flex_controllers()[0].max), (-1.0, 2.0));
    assert_eq!(model.phonemes()[0].controllers, [("mouth".into(), 0.75)]);
    let talk = &model.flex_animations()[0];
    assert_eq!(
        (talk.fps(), talk.controllers(), talk.channels(&mut budget).unwrap()[0].values.clone()),
        (12.5, vec![0], vec![0.0, 0.5])
    );
    let eye = &model.eyeballs()[0];
    assert_eq!((eye.bone, eye.origin, eye.iris.uv_radius), (3, Vec3::new(1.0, 2.0, 3.0), 0.25));
}

#[test]
fn maps_of_both_versions() {
    let map = |version: u32, entity: &str| {
        let text = format!(
            "$string assetType \"PMAP\" $uint32 assetVersion {version} assetData {{ $array entities [element;1][{{ {entity} }}] }}"
        );
        Map::parse(text.as_bytes()).unwrap().into_owned()
    };
    let old = map(
        1,
        r#"$string className "prop" flags { $bool clientsideOnly 1 } $array components [string;2]["color","model"] $array bspLeaves [uint16;2][3,4]
        $array outputs [element;1][{ $string name "OnUse" $string target "door" $string input "Open" $string param "" $float delay 0.5 $int32 times -1 }]"#,
    );
    let entity = old.entity(0).unwrap();
    assert!(entity.is_clientside_only());
    let text = old.to_bytes().unwrap();
    let flags = text.windows(5).position(|part| part == b"flags").map(|at| at as u64);
    assert_eq!(
        old.validate().iter().find(|finding| finding.kind == pragma_asset::kinds::FLAGS_VERSION).unwrap().offset,
        flags
    );
    assert_eq!((entity.pose(), entity.bsp_leaves()), (Pose::IDENTITY, vec![3, 4]));
    assert_eq!((entity.components()[1].name.clone(), entity.components()[1].flags.clone()), ("model".into(), None));
    assert_eq!((entity.outputs()[0].delay, entity.outputs()[0].times), (0.5, -1));
    let new = map(
        2,
        r#"$string className "entity" $string flags "ClientsideOnly" components { light { $string flags "None" properties { $float range 5 } } }
        $stransform pose [[1,2,3][1,0,0,0][1,1,1]]"#,
    );
    let entity = new.entity(0).unwrap();
    assert!(entity.is_clientside_only());
    let component = &entity.components()[0];
    assert_eq!(
        (component.flags.clone(), component.properties.unwrap().get("range")),
        (Some("None".into()), Some(&Value::F32(5.0)))
    );
    // Flags in the type of the version.
    for (mut map, on, off) in [(old, "clientsideOnly", "clientsideOnly"), (new, "ClientsideOnly", "None")] {
        map.entity_mut(0).unwrap().set_clientside_only(false);
        assert!(!map.entity(0).unwrap().is_clientside_only());
        assert!(String::from_utf8_lossy(&map.to_bytes().unwrap()).contains(off));
        map.entity_mut(0).unwrap().set_clientside_only(true);
        assert!(String::from_utf8_lossy(&map.to_bytes().unwrap()).contains(on));
    }
}

/// A node of 123 bytes and the visibility of three clusters, compressed by hand with only literals.
#[test]
fn a_tree() {
    let node = ByteBuilder::new()
        .u32(0)
        .u32s(&[1, 2])
        .u8(1)
        .f32s(&[-1.0, -2.0, -3.0, 1.0, 2.0, 3.0])
        .u32s(&[7, 8, 9])
        .u16(2)
        .f32s(&[-9.0, -9.0, -9.0, 9.0, 9.0, 9.0])
        .f32s(&[0.0, 1.0, 0.0, 0.0, 4.0, 0.0, 0.5, 4.0, 0.5])
        .u32(0xcccc_cccc)
        .raw(&4.0_f64.to_le_bytes())
        .build();
    assert_eq!(node.len(), 123);
    let mut map = Map::empty(Encoding::Binary);
    let tree = [
        ("numClusters", Value::U64(3)),
        ("numNodes", Value::U64(1)),
        ("rootNode", Value::U32(0)),
        ("nodes", udm::Packed::compress(&node).unwrap().into()),
        // 0 sees 0 and 1, 1 sees 1, 2 sees 0.
        ("clusterVisibility", udm::Packed::compress(&[0b0101_0011, 0]).unwrap().into()),
    ];
    let tree: udm::Element<'static> = tree.into_iter().collect();
    let wrapper: udm::Element<'static> =
        [("assetType", Value::from("PBSP")), ("assetVersion", Value::U32(1)), ("assetData", Value::Element(tree))]
            .into_iter()
            .collect();
    map.document.insert("bsp/tree", wrapper).unwrap();
    let lists = ByteBuilder::new().u32s(&[2, 10, 11, 0, 1, 12]).build();
    map.document.insert("bsp/clusterMeshIndexData", udm::Packed::compress(&lists).unwrap()).unwrap();
    let bytes = map.to_bytes().unwrap();
    let map = Map::parse(&bytes).unwrap();
    assert!(map.validate().is_empty());
    let bsp = map.bsp().unwrap();
    let node = bsp.nodes(&mut budget()).unwrap()[0];
    assert_eq!((node.children, node.leaf, node.cluster, node.face_count), ([1, 2], true, 2, 9));
    assert_eq!((node.visible_bounds.max, node.plane.normal, node.plane.distance), (Vec3::splat(9.0), Vec3::Y, 4.0));
    let visibility = bsp.visibility(&mut budget()).unwrap();
    let seen: Vec<bool> = (0..9).map(|pair| visibility.sees(pair / 3, pair % 3)).collect();
    assert_eq!(seen, [true, true, false, false, true, false, true, false, false]);
    assert!(!visibility.sees(3, 0) && !visibility.sees(0, u64::MAX));
    assert_eq!(map.cluster_meshes(&mut budget()).unwrap(), [vec![10, 11], vec![], vec![12]]);
}

#[test]
fn a_navigation_mesh() {
    let text = br#"$string assetType "PNAV" $uint32 assetVersion 1 assetData { config { $float walkableRadius 32 $int32 minRegionSize 8 $string partitionType "Watershed" }
        polyMesh { $float cellSize 2 $float cellHeight 4 $int32 maxVertsPerPoly 3 $int32 numAllocatedPolys 2 $int32 numPolys 1 bounds { $vec3 min [1,1,1] $vec3 max [9,9,9] }
            $arrayLz4 vertices [struct<uint16:x,uint16:y,uint16:z>;3][[0,0,0],[1,0,0],[0,1,1]] $arrayLz4 flags [uint16;2][1,0] $arrayLz4 regions [uint16;2][1,0]
            $arrayLz4 areas [uint8;2][63,0] $arrayLz4 polyNeighborData [uint16;12][0,1,2,65535,65535,65535,0,0,0,0,0,0] }
        polyMeshDetail { $arrayLz4 vertices [vec3;3][[1,1,1],[3,1,1],[1,5,3]] $arrayLz4 triangles [struct<uint8:vertA,uint8:vertB,uint8:vertC,uint8:flags>;1][[0,1,2,5]]
            $arrayLz4 meshes [struct<uint32:baseVertIndex,uint32:vertCount,uint32:baseTriIndex,uint32:triCount>;1][[0,3,0,1]] } }"#;
    let nav = NavMesh::parse(text).unwrap();
    assert!(nav.validate().is_empty(), "{:?}", nav.validate());
    let mut budget = budget();
    assert_eq!((nav.config().walkable_radius, nav.config().min_region_size), (32.0, 8));
    assert_eq!(nav.poly_mesh().positions(&mut budget).unwrap()[2], Vec3::new(1.0, 5.0, 3.0));
    assert_eq!(nav.poly_mesh().polygons(&mut budget).unwrap(), [[0, 1, 2]]);
    assert_eq!(nav.poly_mesh().areas(&mut budget).unwrap(), [63, 0]);
    assert_eq!(nav.detail().triangles(&mut budget).unwrap(), [[0, 1, 2, 5]]);
    assert_eq!(nav.detail().polygons(&mut budget).unwrap()[0].vertex_count, 3);
    let other = br#"$string assetType "PNAV" $uint32 assetVersion 1 assetData { polyMeshDetail { $array triangles [uint8;1][1] } }"#;
    let error = NavMesh::parse(other).unwrap().detail().triangles(&mut budget).unwrap_err();
    assert_eq!(error.to_string(), "polyMeshDetail > triangles: expected struct of four uint8, found uint8");
}

#[test]
fn channel_animations_and_recorded_ones() {
    let fields = r#"$float duration 2 $string flags "LoopBit" $float speedFactor 0.5 $array channels [element;3][
        { $string interpolation "Step" $string targetPath "a" $arrayLz4 times [float;2][1,3] $arrayLz4 values [vec3;2][[0,0,0],[4,8,0]] },
        { $string targetPath "b" $string expression "x*2" $array times [float;2][0,1] $array values [int32;2][0,3] },
        { $string targetPath "c" $array times [float;2][0,1] $array values [bool;2][0,1] }]"#;
    let text = format!("$string assetType \"PANIMA\" $uint32 assetVersion 1 assetData {{ {fields} }}");
    let file = Animations::parse(text.as_bytes()).unwrap();
    let animation = &file.animations()[0];
    assert_eq!((animation.duration(), animation.speed_factor(), animation.loops()), (2.0, 0.5, true));
    let channels = animation.channels();
    let at = |channel: usize, time| channels[channel].curve(&mut budget()).unwrap().at(time).unwrap();
    let vec3 = |x, y| Value::from(udm::Fixed::from_f32s(udm::Type::VEC3, &[x, y, 0.0]).unwrap());
    assert_eq!(
        [0.0, 1.0, 2.0, 3.0, 9.0].map(|time| at(0, time)),
        [vec3(0.0, 0.0), vec3(0.0, 0.0), vec3(2.0, 4.0), vec3(4.0, 8.0), vec3(4.0, 8.0)]
    );
    assert_eq!((at(1, 0.5), at(2, 0.25)), (Value::I32(1), Value::from(true)));
    assert_eq!((channels[0].interpolation(), channels[1].expression()), ("Step".into(), Some("x*2".into())));
    let text = format!(
        "$string assetType \"PGMA\" $uint32 assetVersion 1 assetData {{ animations {{ door {{ {fields} }} }} }}"
    );
    let file = Animations::parse(text.as_bytes()).unwrap();
    assert_eq!(file.animation("door").unwrap().channels().len(), 3);
}

#[test]
fn particles_and_ik() {
    let text = br#"particleSystemDefinitions { fire { $string assetType "PPTSYS" $uint32 assetVersion 1 assetData { keyValues { $string material "fire" }
        $array initializers [element;1][{ $string name "lifetime_random" keyValues { $string lifetime_min "1" } }] $array operators [element;0][]
        $array children [element;1][{ $string type "smoke" $float delay 0.5 }] } } smoke { $string assetType "PPTSYS" $uint32 assetVersion 1 assetData {} } }"#;
    let mut particles = Particles::parse(text).unwrap();
    let fire = particles.system("fire").unwrap();
    assert_eq!((fire.initializers()[0].name.clone(), fire.children()[0].delay), ("lifetime_random".into(), 0.5));
    let before = particles.clone();
    particles.rename_system("smoke", "fog").unwrap();
    let changes: Vec<String> =
        udm_tools::diff(&before.document, &particles.document).iter().map(ToString::to_string).collect();
    let at = "particleSystemDefinitions";
    assert_eq!(
        changes,
        [format!("~ {at}/fire/assetData/children[0]/type"), format!("+ {at}/fog"), format!("- {at}/smoke")]
    );
    let text = br#"$string rootBone "hips" $array bones [element;1][{ $string name "hips" $bool locked 1 $float radius 2 }]
        $array controls [element;1][{ $string bone "hips" $string type "PoleTarget" $float poleAngle 45 }]
        $array constraints [element;1][{ $string bone0 "hips" $string bone1 "leg" $string type "Hinge" $float minAngle -10 $float maxAngle 20 }]
        $array joints [element;1][{ $string bone0 "hips" $string bone1 "leg" $uint8 type 3 $float rigidity 5 }]"#;
    let rig = IkRig::parse(text).unwrap();
    assert_eq!((rig.root_bone(), rig.bones()[0].locked, rig.bones()[0].radius), ("hips".into(), true, Some(2.0)));
    assert_eq!((rig.controls()[0].kind.clone(), rig.controls()[0].pole_angle), ("PoleTarget".into(), 45.0));
    assert_eq!((rig.constraints()[0].min_angles.x, rig.constraints()[0].max_angles.x), (-10.0, 20.0));
    assert_eq!((rig.joints()[0].kind.clone(), rig.joints()[0].rigidity), ("3".into(), 5.0));
    assert_eq!(rig.validate().len(), 2, "the leg takes no part");
}
