//! glTF, and scenes that can be stored as glTF without a change.

mod arrays;
mod look;
mod shapes;
mod streams;
mod views;

use asset_gltf::{ErrorKind, NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::{
    Animation, Array, ArrayId, Attribute, Channel, Component, Data, Id, Interpolation, LodLevel, Mesh, Node, Primitive,
    Property, Scene, Semantic, Skin, Source, Topology, Transform,
};
use binio::{Error, Findings, Limits};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use testkit::Format;
use testkit::hostile::with_small_stack;

use self::arrays::{finite, floats, influences, sparse, unit, whole};
use crate::Target;
use crate::common::block;

pub use look::png;
pub use shapes::{shapes, triangles};
pub use streams::{DRACO, QUANTIZED, STREAMS};

/// The fuzz target for glTF.
pub const TARGET: Target = Target { name: "gltf", body, seeds };

/// Applies the laws to `asset-gltf`. If a scene can be written in strict mode, you must get the same scene when you
/// read it.
pub struct Gltf;

/// Returns strict options, with all features enabled. With these, the output must be read back the same.
fn strict() -> WriteOptions {
    WriteOptions::default().strict(true)
}

impl Format for Gltf {
    type Document<'a> = Scene<'a>;
    type Kind = ErrorKind;

    /// The memory that may be used for each byte of JSON. This is because a node can be `{},`, which is only three
    /// bytes, and a list that grows can have twice the capacity that is needed.
    const HEAP_FACTOR: usize = 256;

    fn parse(bytes: &[u8]) -> Result<Scene<'_>, Error<ErrorKind>> {
        // Accessors may overlap, and shared bytes are read once for each: the limit prevents abuse.
        let limits = Limits::default().max_expanded_bytes(bytes.len() as u64 * 16);
        parse(bytes, &ReadOptions::default().limits(limits), &NoFiles).map(|(scene, _)| scene)
    }

    fn into_owned(scene: Scene<'_>) -> Scene<'static> {
        scene.into_owned()
    }

    fn rebuild(scene: Scene<'static>) -> Scene<'static> {
        let Scene {
            name,
            nodes,
            meshes,
            skins,
            materials,
            images,
            lights,
            cameras,
            variants,
            arrays,
            animations,
            environment,
            staging,
            source,
            other_sources,
        } = scene;
        Scene {
            name,
            nodes,
            meshes,
            skins,
            materials,
            images,
            lights,
            cameras,
            variants,
            arrays,
            animations,
            environment,
            staging,
            source,
            other_sources,
        }
    }

    fn to_bytes(scene: &Scene<'_>) -> Result<Vec<u8>, Error<ErrorKind>> {
        write_glb(scene, &strict()).map(|(bytes, _)| bytes)
    }

    fn encoded_len(scene: &Scene<'_>) -> Result<u64, Error<ErrorKind>> {
        Self::to_bytes(scene).map(|bytes| bytes.len() as u64)
    }

    fn write_to(scene: &Scene<'_>, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        out.write_all(&Self::to_bytes(scene)?)
    }

    fn validate(_: &Scene<'_>) -> Findings {
        Findings::new()
    }

    fn blocks<'d>(_: &'d Scene<'_>) -> Vec<&'d [u8]> {
        // A scene owns its data: elements may be scattered in the file.
        Vec::new()
    }
}

/// Checks that a written file is stable: if you write it again, nothing must change.
fn settles(scene: &Scene<'_>) {
    let options = WriteOptions::default();
    let Ok((first, _)) = write_glb(scene, &options) else { return };
    let unlimited = ReadOptions::default().limits(Limits::UNLIMITED);
    let read = |bytes: &[u8]| match parse(bytes, &unlimited, &NoFiles) {
        Ok((scene, _)) => scene,
        Err(error) => panic!("the written file is unreadable: {error}\n{scene:?}"),
    };
    let once = read(&first);
    let (second, _) = write_glb(&once, &options).expect("a parsed document is writable");
    let twice = read(&second);
    assert!(once == twice, "a second way through changes it:\n{once:?}\n{twice:?}");
}

fn body(bytes: &[u8]) {
    with_small_stack(|| {
        let Ok(scene) = Gltf::parse(bytes) else { return };
        assert!(scene.clone() == scene, "a scene isn't equal to its clone");
        assert_eq!(format!("{:?}", scene.clone()), format!("{scene:?}"), "a scene doesn't look like its clone");
    });
    if let Ok(scene) = Gltf::parse(bytes) {
        settles(&scene);
    }
}

/// Returns some generated scenes, in a `.glb` and in a `.gltf` that contains the data.
fn seeds() -> Vec<Vec<u8>> {
    let scenes = crate::common::examples(scene(), 24);
    let written = scenes.iter().filter_map(|scene| Gltf::to_bytes(scene).ok());
    let changed = crate::common::examples(any_scene(), 24);
    let changed = changed.iter().filter_map(|scene| Some(write_glb(scene, &WriteOptions::default()).ok()?.0));
    let empty = br#"{"asset":{"version":"2.0"},"nodes":[{"children":[1]},{}],"scenes":[{"nodes":[0]}]}"#.to_vec();
    let buffer = br#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":3,"uri":"data:application/octet-stream;base64,AAAA"}],"bufferViews":[{"buffer":0,"byteLength":3}],"accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}]}"#.to_vec();
    // Three indices of two bytes, compressed, in a buffer of their own.
    let compressed = br#"{"asset":{"version":"2.0"},"extensionsRequired":["EXT_meshopt_compression"],"buffers":[{"byteLength":8,"uri":"data:application/octet-stream;base64,0QAEBAAAAAA="},{"byteLength":6,"extensions":{"EXT_meshopt_compression":{"fallback":true}}}],"bufferViews":[{"buffer":1,"byteLength":6,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":8,"byteStride":2,"count":3,"mode":"INDICES"}}}],"accessors":[{"bufferView":0,"componentType":5123,"count":3,"type":"SCALAR"}]}"#.to_vec();
    // A square, by the sequential method of Draco.
    let draco = br#"{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"],"buffers":[{"byteLength":112,"uri":"data:application/octet-stream;base64,RFJBQ08CAgEAAAACBAEAAQICAQMBAgAJAwAAAwkCAAECAgABAQADAwEwARADACiCiBEAAAAA/z8AAAABAQADAwEwARADACiCZAEAAAAA/w8AAAAAAAAAAAAAAAAAAAAAgD8OAAAAAAAAAAAAAIA/DA=="}],"bufferViews":[{"buffer":0,"byteLength":112}],"accessors":[{"componentType":5123,"count":6,"type":"SCALAR"},{"componentType":5126,"count":4,"type":"VEC3"},{"componentType":5126,"count":4,"type":"VEC2"}],"meshes":[{"primitives":[{"attributes":{"POSITION":1,"TEXCOORD_0":2},"indices":0,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0,"TEXCOORD_0":1}}}}]}],"nodes":[{"mesh":0}]}"#.to_vec();
    written.chain(changed).chain([empty, buffer, compressed, draco]).collect()
}

/// Returns valid files that consist of the smallest possible parts, because these have the highest cost for their size.
pub fn heavy() -> Vec<Vec<u8>> {
    let file = |members: String| format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#).into_bytes();
    let list = |name: &str, item: &str| file(format!(r#""{name}":[{}]"#, vec![item; 9000].join(",")));
    let primitives = vec![r#"{"attributes":{},"targets":[{},{}]}"#; 4000].join(",");
    let numbers = vec!["0"; 9000].join(",");
    vec![
        list("nodes", "{}"),
        list("meshes", "{}"),
        list("materials", "{}"),
        list("images", "{}"),
        list("textures", "{}"),
        list("samplers", "{}"),
        list("scenes", "{}"),
        list("extensionsUsed", r#""""#),
        list("animations", r#"{"channels":[],"samplers":[]}"#),
        list("accessors", r#"{"componentType":5121,"count":1,"type":"SCALAR"}"#),
        file(format!(r#""meshes":[{{"primitives":[{primitives}]}}]"#)),
        file(format!(r#""extras":{{"engine_assets":{{"format":"x","layout":[{numbers}]}}}}"#)),
    ]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[A-Za-z0-9_é% ]{0,9}", 1 => any::<String>()]
}

/// Generates attributes for `count` vertices. They can be bound to joints.
fn attributes(count: usize, joints: Option<u8>) -> BoxedStrategy<Vec<(Semantic, Array<'static>)>> {
    let positions = prop_oneof![
        3 => floats([finite(), finite(), finite()], count).boxed(),
        1 => sparse(count).boxed(),
        1 => whole(Component::I16, 3, true, count).boxed(),
        1 => whole(Component::U8, 3, false, count).boxed(),
    ];
    let tangents = (vec(unit::<3>(), count), any::<bool>()).prop_map(|(rows, sign)| {
        Array::from_f32s(rows.into_iter().map(|[x, y, z]| [x, y, z, if sign { 1.0 } else { -1.0 }]))
    });
    let normals = option::of((floats(unit::<3>(), count), option::of(tangents)));
    let coordinates = vec(
        prop_oneof![
            floats([finite(), finite()], count).boxed(),
            whole(Component::U16, 2, true, count).boxed(),
            whole(Component::I8, 2, false, count).boxed()
        ],
        0..3,
    );
    let colors = vec(
        prop_oneof![
            floats([0.0_f32..=1.0, 0.0_f32..=1.0, 0.0_f32..=1.0], count).boxed(),
            whole(Component::U8, 3, true, count).boxed(),
            whole(Component::U16, 4, true, count).boxed()
        ],
        0..3,
    );
    let custom = option::of((
        name(),
        prop_oneof![
            whole(Component::I8, 9, false, count).boxed(),
            whole(Component::U16, 1, false, count).boxed(),
            whole(Component::I16, 16, true, count).boxed()
        ],
    ));
    let influences = match joints {
        Some(joints) => influences(joints, count).prop_map(Some).boxed(),
        None => Just(None).boxed(),
    };
    (positions, normals, coordinates, colors, custom, influences)
        .prop_map(|(positions, normals, coordinates, colors, custom, influences)| {
            let mut all = vec![(Semantic::Position, positions)];
            if let Some((normals, tangents)) = normals {
                all.push((Semantic::Normal, normals));
                all.extend(tangents.map(|tangents| (Semantic::Tangent, tangents)));
            }
            all.extend((0..).map(Semantic::TexCoord).zip(coordinates));
            all.extend((0..).map(Semantic::Color).zip(colors));
            all.extend(custom.map(|(name, array)| (Semantic::Custom(name), array)));
            if let Some([joints, weights]) = influences {
                all.extend([(Semantic::Joints(0), joints), (Semantic::Weights(0), weights)]);
            }
            all
        })
        .boxed()
}

/// A primitive and its arrays, to be appended to the existing arrays.
type Parts = (Primitive, Vec<Array<'static>>);

fn primitive(joints: Option<u8>, targets: usize) -> impl Strategy<Value = Parts> {
    let topology = prop_oneof![
        Just(Topology::Triangles),
        Just(Topology::TriangleStrip),
        Just(Topology::TriangleFan),
        Just(Topology::Lines),
        Just(Topology::LineStrip),
        Just(Topology::Points)
    ];
    // Twelve and six are whole numbers of all primitives.
    let count = prop_oneof![Just(6_usize), Just(12)];
    (topology, any::<bool>(), count, option::of((0_usize..3, vec(0_u32..6, 12)))).prop_flat_map(
        move |(topology, closed, count, indices)| {
            let morph = prop_oneof![floats([finite(), finite(), finite()], count).boxed(), sparse(count).boxed()];
            (attributes(count, joints), vec(morph, targets)).prop_map(move |(attributes, targets)| {
                let mut arrays = Vec::new();
                let mut push = |array| {
                    arrays.push(array);
                    ArrayId::new(arrays.len() - 1)
                };
                let attributes =
                    attributes.into_iter().map(|(semantic, array)| Attribute { semantic, array: push(array) });
                let attributes = attributes.collect();
                let indices = indices.clone().map(|(size, indices)| {
                    let component = [Component::U8, Component::U16, Component::U32][size];
                    let bytes = indices.iter().flat_map(|index| index.to_le_bytes().into_iter().take(component.size()));
                    push(Array::from_bytes(component, 1, bytes.collect::<Vec<_>>()))
                });
                let target = |array| vec![Attribute { semantic: Semantic::Position, array: push(array) }];
                let targets = targets.into_iter().map(target).collect();
                let closed = closed && topology == Topology::LineStrip;
                (Primitive { topology, closed, attributes, indices, targets, ..Primitive::default() }, arrays)
            })
        },
    )
}

fn transform() -> impl Strategy<Value = Transform> {
    let small = || -9.0_f32..9.0;
    let vector = || prop_oneof![[small(), small(), small()], Just([1.0, 1.0, 1.0]), Just([0.0, -0.0, 0.0])];
    prop_oneof![
        2 => Just(Transform::IDENTITY),
        4 => (vector(), unit::<4>(), vector()).prop_map(|(translation, rotation, scale)| Transform::Trs { translation, rotation, scale }),
        1 => [small(), small(), small()].prop_map(|[x, y, z]| {
            Transform::Matrix([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0])
        }),
    ]
}

fn source() -> impl Strategy<Value = Option<Source<'static>>> {
    let original = option::of(block(5));
    let layout = (name(), any::<f64>(), any::<i64>()).prop_map(|(name, float, whole)| {
        serde_json::json!({ "names": [name], "numbers": { "float": float, "whole": whole }, "none": null })
    });
    option::of((name(), layout, original).prop_map(|(format, layout, original)| Source { format, layout, original }))
}

/// Generates scenes to be stored in glTF bit for bit. When a scene is written in strict mode and then read, the result
/// must be the same scene.
pub fn scene() -> impl Strategy<Value = Scene<'static>> {
    let joints = 2_u8..5;
    let shapes = (joints, any::<bool>(), 0_usize..3).prop_flat_map(|(joints, skinned, targets)| {
        let primitives = vec(primitive(skinned.then_some(joints), targets), 1..3);
        (Just((joints, skinned, targets)), primitives, vec(name(), targets), option::of(vec(finite(), targets)))
    });
    let nodes = vec((name(), transform(), any::<prop::sample::Index>()), 1..6);
    let animation = (vec(0.001_f32..2.0, 1..5), any::<[bool; 4]>(), name(), source());
    (shapes, nodes, vec(animation, 0..3), name(), source(), (look::look(), views::views())).prop_flat_map(
        |(shapes, nodes, animations, name, source, look)| {
            let keys = animations.iter().map(|(times, ..)| channels(times.len())).collect::<Vec<_>>();
            (Just((shapes, nodes, animations, name, source, look)), keys).prop_map(|(parts, keys)| {
                let (shapes, nodes, animations, name, source, ((materials, images, variants), views)) = parts;
                let mut scene = Scene { name, source, ..Scene::default() };
                (scene.materials, scene.images, scene.variants) = (materials.into(), images.into(), variants);
                add_nodes(&mut scene, nodes);
                add_shape(&mut scene, shapes);
                views::add(&mut scene, views);
                look::apply(&mut scene);
                for ((times, chosen, name, source), keys) in animations.into_iter().zip(keys) {
                    add_animation(&mut scene, &times, chosen, keys, Animation { name, channels: Vec::new(), source });
                }
                scene
            })
        },
    )
}

/// Generates translations, rotations and scales for this number of keys. A spline needs three values per key.
fn channels(keys: usize) -> impl Strategy<Value = [Array<'static>; 3]> {
    let vector = || floats([finite(), finite(), finite()], keys);
    (vector(), floats(unit::<4>(), keys), vector()).prop_map(|(moves, turns, scales)| [moves, turns, scales])
}

fn add_nodes(scene: &mut Scene<'static>, nodes: Vec<(String, Transform, prop::sample::Index)>) {
    for (index, (name, transform, above)) in nodes.into_iter().enumerate() {
        // The first is the root of all.
        let parent = (index > 0).then(|| Id::new(above.index(index)));
        scene.nodes.push(Node { name, parent, transform, ..Node::default() });
    }
}

/// Joints and targets, primitives, and the names and weights of the targets.
type Shape = ((u8, bool, usize), Vec<Parts>, Vec<String>, Option<Vec<f32>>);

fn add_shape(scene: &mut Scene<'static>, ((joints, skinned, _), primitives, morph_names, weights): Shape) {
    let mut mesh =
        Mesh { name: "mesh".into(), morph_names, morph_weights: weights.unwrap_or_default(), ..Mesh::default() };
    for (mut primitive, arrays) in primitives {
        let first = scene.arrays.len();
        let own = primitive.attributes.iter_mut().chain(primitive.targets.iter_mut().flatten());
        let behind = |array: ArrayId| ArrayId::new(array.index() + first);
        own.for_each(|attribute| attribute.array = behind(attribute.array));
        primitive.indices = primitive.indices.map(behind);
        scene.arrays.extend(arrays);
        mesh.primitives.push(primitive);
    }
    let mesh = scene.meshes.push(mesh);
    let mut show = Node { name: "shown".into(), mesh: Some(mesh), ..Node::default() };
    if skinned {
        let (root, first) = (Id::new(0), Id::new(scene.nodes.len()));
        let mut place = |joint: u8| {
            let parent = Some(if joint == 0 { root } else { first });
            scene.nodes.push(Node { name: format!("joint {joint}"), parent, ..Node::default() })
        };
        let joints: Vec<Id<Node>> = (0..joints).map(&mut place).collect();
        let mut matrix = [0.0; 16];
        [matrix[0], matrix[5], matrix[10], matrix[13], matrix[15]] = [1.0, 2.0, 1.0, -7.5, 1.0];
        let inverse_bind = if joints.len() == 3 { Vec::new() } else { vec![matrix; joints.len()] };
        show.skin = Some(scene.skins.push(Skin { name: "skin".into(), joints, inverse_bind, root: Some(root) }));
    }
    let far = scene.nodes.push(show.clone());
    let lods = vec![LodLevel { node: far, distance: Some(12.5) }, LodLevel { node: far, distance: None }];
    scene.nodes.push(Node { lods, ..show });
}

fn add_animation(
    scene: &mut Scene<'static>,
    times: &[f32],
    chosen: [bool; 4],
    keys: [Array<'static>; 3],
    mut animation: Animation<'static>,
) {
    let mut now = 0.0;
    let times: Vec<[f32; 1]> = times
        .iter()
        .map(|step| {
            now += step;
            [now]
        })
        .collect();
    let count = times.len();
    let times = scene.arrays.push(Array::from_f32s(times));
    let node =
        scene.nodes.enumerate().find(|(_, node)| matches!(node.transform, Transform::Trs { .. })).map(|(id, _)| id);
    let properties = [Property::Translation, Property::Rotation, Property::Scale];
    for ((property, array), chosen) in properties.into_iter().zip(keys).zip(chosen) {
        let values = scene.arrays.push(array);
        if let Some(node) = node.filter(|_| chosen) {
            animation.channels.push(Channel { node, property, interpolation: Interpolation::Step, times, values });
        }
    }
    let targets = scene.meshes[Id::new(0)].morph_names.len();
    if chosen[3] && targets > 0 {
        let weights = (0..count * targets).map(|index| [index as f32 / 8.0]);
        let values = scene.arrays.push(Array::from_f32s(weights));
        let (property, interpolation) = (Property::MorphWeights, Interpolation::Linear);
        let node = scene.nodes.ids().last().expect("there are nodes");
        animation.channels.push(Channel { node, property, interpolation, times, values });
    }
    // One without channels is no animation to glTF.
    if !animation.channels.is_empty() {
        scene.animations.push(animation);
    }
}

/// Generates the same scenes with arbitrary numbers, although glTF does not allow many of them.
pub fn any_scene() -> impl Strategy<Value = Scene<'static>> {
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<[u8; 4]>());
    (scene(), vec(change, 0..30), any::<[bool; 4]>(), any::<[bool; 4]>()).prop_map(|(mut scene, changes, odd, dull)| {
        look::spoil(&mut scene, dull);
        for (array, at, new) in changes {
            let array = ArrayId::new(array.index(scene.arrays.len()));
            let bytes = match &mut scene[array].data {
                Data::Dense(bytes) | Data::Sparse { values: bytes, .. } => bytes.to_mut(),
            };
            if bytes.len() >= 4 {
                let at = at.index(bytes.len() / 4) * 4;
                bytes[at..at + 4].copy_from_slice(&new);
            }
        }
        let [moved, turned, bare, repeated] = odd;
        if let Some(shown) = scene.nodes.last_mut().filter(|_| moved) {
            shown.transform = Transform::from_scale(2.0);
        }
        if let Some(root) = scene.nodes.first_mut().filter(|_| turned) {
            root.transform = Transform::Trs { translation: [f32::NAN; 3], rotation: [0.5; 4], scale: [0.0; 3] };
        }
        if bare {
            let bare = Animation { name: "bare".into(), ..Animation::default() };
            scene.animations = std::iter::once(bare).chain(scene.animations).collect();
        }
        if let Some(skin) = scene.skins.first_mut().filter(|_| repeated) {
            let first = skin.joints[0];
            skin.joints.fill(first);
        }
        scene
    })
}

/// Checks that a scene can be written, whatever it contains, and that the output is stable.
///
/// # Panics
/// Panics if this is not true.
pub fn assert_settles(scene: &Scene<'_>) {
    assert!(write_glb(scene, &WriteOptions::default()).is_ok(), "it can be written");
    settles(scene);
}
