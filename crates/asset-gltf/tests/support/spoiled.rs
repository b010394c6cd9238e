//! A scene that glTF allows, and one for each rule that applies.

use asset_gltf::Rule;
use asset_gltf::asset_scene::{
    Animation, Array, Attribute, Camera, Channel, Component, Id, Image, Interpolation, Light, LightKind, LodLevel,
    Material, Mesh, Node, Primitive, Projection, Property, Scene, Semantic, Skin, Texture, Topology, Transform,
};

pub(crate) const NODES: usize = 3;

/// A skinned, animated triangle with a morph target, which glTF admits.
pub(crate) fn base() -> Scene<'static> {
    let mut scene = Scene { name: "base".into(), ..Scene::default() };
    let positions = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
    let normals = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 1.0]; 3]));
    let tangents = scene.arrays.push(Array::from_f32s([[1.0f32, 0.0, 0.0, 1.0]; 3]));
    let colors = scene.arrays.push(Array::from_f32s([[1.0f32, 0.5, 0.0]; 3]));
    let joints = scene.arrays.push(Array::from_u8x4([[0, 1, 0, 0]; 3], false));
    let weights = scene.arrays.push(Array::from_f32s([[0.75f32, 0.25, 0.0, 0.0]; 3]));
    let indices = scene.arrays.push(Array::from_u16s([0, 1, 2]));
    let moved = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 1.0]; 3]));
    let times = scene.arrays.push(Array::from_f32s([[0.0f32], [1.0]]));
    let turns = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]]));
    let attributes = [
        (Semantic::Position, positions),
        (Semantic::Normal, normals),
        (Semantic::Tangent, tangents),
        (Semantic::Color(0), colors),
        (Semantic::Joints(0), joints),
        (Semantic::Weights(0), weights),
    ];
    let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
    let target = vec![Attribute { semantic: Semantic::Position, array: moved }];
    let primitive = Primitive { attributes, indices: Some(indices), targets: vec![target], ..Primitive::default() };
    scene.meshes.push(Mesh { primitives: vec![primitive], morph_names: vec!["out".into()], ..Mesh::default() });
    scene.skins.push(Skin { joints: vec![Id::new(0), Id::new(1)], ..Skin::default() });
    let named = |name: &str, parent| Node { name: name.into(), parent, ..Node::default() };
    let shown = Node { mesh: Some(Id::new(0)), skin: Some(Id::new(0)), ..named("skin", None) };
    scene.nodes = vec![named("hip", None), named("knee", Some(Id::new(0))), shown].into();
    let channel = Channel {
        node: Id::new(1),
        property: Property::Rotation,
        interpolation: Interpolation::Linear,
        times,
        values: turns,
    };
    scene.animations.push(Animation { name: "turn".into(), channels: vec![channel], source: None });
    scene
}

pub(crate) fn attribute(scene: &mut Scene<'static>, semantic: Semantic, array: Array<'static>) {
    let array = scene.arrays.push(array);
    let attributes = &mut scene.meshes[Id::new(0)].primitives[0].attributes;
    match attributes.iter_mut().find(|attribute| attribute.semantic == semantic) {
        Some(attribute) => attribute.array = array,
        None => attributes.push(Attribute { semantic, array }),
    }
}

fn remove(scene: &mut Scene<'static>, semantic: &Semantic) {
    scene.meshes[Id::new(0)].primitives[0].attributes.retain(|attribute| attribute.semantic != *semantic);
}

pub(crate) fn channel(
    scene: &mut Scene<'static>,
    property: Property,
    interpolation: Interpolation,
    times: Array<'static>,
    values: Array<'static>,
) {
    let (times, values) = (scene.arrays.push(times), scene.arrays.push(values));
    let node = Id::new(if property == Property::MorphWeights { 2 } else { 0 });
    scene.animations[Id::new(0)].channels.push(Channel { node, property, interpolation, times, values });
}

/// A scene that needs a rule.
pub(crate) fn scene_for(rule: Rule) -> Scene<'static> {
    let mut scene = base();
    let known = spoil_vertices(rule, &mut scene)
        || spoil_primitives(rule, &mut scene)
        || spoil_nodes(rule, &mut scene)
        || spoil_keys(rule, &mut scene)
        || spoil_look(rule, &mut scene)
        || spoil_views(rule, &mut scene);
    assert!(known, "a rule without a scene: {rule:?}");
    scene
}

/// Whether it is about numbers of vertices.
fn spoil_vertices(rule: Rule, scene: &mut Scene<'static>) -> bool {
    let nan = f32::NAN;
    match rule {
        Rule::NonFinite => attribute(scene, Semantic::Position, Array::from_f32s([[nan, f32::INFINITY, 1.0]; 3])),
        Rule::Normals => attribute(scene, Semantic::Normal, Array::from_f32s([[0.0, 3.0, 4.0], [0.0; 3], [nan; 3]])),
        Rule::Tangents => attribute(
            scene,
            Semantic::Tangent,
            Array::from_f32s([[0.0, 0.0, 9.0, 1.0], [0.0, 0.0, 0.0, -1.0], [1.0, 0.0, 0.0, 1.0]]),
        ),
        Rule::TangentSigns => attribute(
            scene,
            Semantic::Tangent,
            Array::from_f32s([[1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, -0.5], [1.0, 0.0, 0.0, nan]]),
        ),
        Rule::ColorRange => attribute(scene, Semantic::Color(0), Array::from_f32s([[-1.0, 0.5, 2.0]; 3])),
        Rule::Weights => attribute(
            scene,
            Semantic::Weights(0),
            Array::from_f32s([[1.5, 0.5, -1.0, 0.0], [0.0; 4], [nan, 0.5, 0.0, 0.0]]),
        ),
        Rule::UnusedJoints => attribute(scene, Semantic::Joints(0), Array::from_u8x4([[0, 1, 1, 0]; 3], false)),
        Rule::RepeatedInfluences => attribute(scene, Semantic::Joints(0), Array::from_u8x4([[1, 1, 0, 0]; 3], false)),
        Rule::JointRange => attribute(scene, Semantic::Joints(0), Array::from_u8x4([[0, 200, 0, 0]; 3], false)),
        Rule::ComponentType => attribute(scene, Semantic::Weights(0), Array::from_u8x4([[1, 0, 0, 0]; 3], false)),
        Rule::Normalized => {
            attribute(scene, Semantic::Position, Array { normalized: true, ..Array::from_f32s([[0.5f32; 3]; 3]) });
        }
        Rule::SetNumbers => attribute(scene, Semantic::TexCoord(3), Array::from_f32s([[0.5f32; 2]; 3])),
        _ => return false,
    }
    true
}

/// Whether it is about attributes, indices and morph targets.
fn spoil_primitives(rule: Rule, scene: &mut Scene<'static>) -> bool {
    let primitive =
        |scene: &mut Scene<'static>, edit: fn(&mut Primitive)| edit(&mut scene.meshes[Id::new(0)].primitives[0]);
    match rule {
        Rule::MissingDependency => remove(scene, &Semantic::Normal),
        Rule::RepeatedAttributes => {
            primitive(scene, |primitive| primitive.attributes.push(primitive.attributes[0].clone()));
        }
        Rule::NoPositions => {
            remove(scene, &Semantic::Position);
            scene.meshes[Id::new(0)].primitives[0].targets[0][0].semantic = Semantic::Normal;
        }
        Rule::EmptyPrimitives => {
            scene.meshes[Id::new(0)].primitives.push(Primitive { targets: vec![vec![]], ..Primitive::default() });
        }
        Rule::EmptyMeshes => {
            scene.meshes.push(Mesh::default());
            scene.nodes.push(Node { mesh: Some(Id::new(1)), ..Node::default() });
        }
        Rule::EmptyArrays => drop(scene.arrays.push(Array::from_f32s::<3>([]))),
        Rule::IndexRange => indices(scene, Array::from_u16s([0, 7, 2, 7, 1, 2])),
        Rule::RestartIndices => many_points(scene),
        Rule::IncompletePrimitives => indices(scene, Array::from_u16s([0, 1, 2, 0])),
        Rule::ClosedTopology => primitive(scene, |primitive| primitive.closed = true),
        Rule::MorphBase => primitive(scene, |primitive| {
            let array = primitive.targets[0][0].array;
            primitive.targets[0].push(Attribute { semantic: Semantic::Color(1), array });
        }),
        Rule::EmptyTargets => primitive(scene, |primitive| primitive.targets[0].clear()),
        _ => return false,
    }
    true
}

/// Whether it is about nodes and skins.
fn spoil_nodes(rule: Rule, scene: &mut Scene<'static>) -> bool {
    let nan = f32::NAN;
    match rule {
        Rule::NonFiniteMatrix => scene.nodes[Id::new(0)].transform = Transform::Matrix([nan; 16]),
        Rule::EmptySkins => drop(scene.skins.push(Skin::default())),
        Rule::RepeatedJoints => scene.skins[Id::new(0)].joints = [0, 1, 1].map(Id::new).to_vec(),
        Rule::CommonRoot => scene.nodes[Id::new(1)].parent = None,
        Rule::SkeletonRoot => scene.skins[Id::new(0)].root = Some(Id::new(1)),
        Rule::InverseBind => scene.skins[Id::new(0)].inverse_bind = vec![[0.5; 16]; 2],
        Rule::SkinnedPlace => {
            (scene.nodes[Id::new(2)].parent, scene.nodes[Id::new(0)].transform) =
                (Some(Id::new(0)), Transform::from_scale(2.0));
        }
        Rule::SkinWithoutJoints => {
            remove(scene, &Semantic::Joints(0));
            remove(scene, &Semantic::Weights(0));
        }
        Rule::JointsWithoutSkin => drop(scene.nodes.push(Node { mesh: Some(Id::new(0)), ..Node::default() })),
        Rule::Rotations => {
            let rotation = [0.0, 3.0, 0.0, 4.0];
            scene.nodes[Id::new(0)].transform = Transform::Trs { translation: [0.0; 3], rotation, scale: [1.0; 3] };
            let values = Array::from_f32s([[0.0, 0.0, 0.0, 5.0], [nan; 4]]);
            channel(scene, Property::Rotation, Interpolation::Step, Array::from_f32s([[0.0f32], [1.0]]), values);
        }
        Rule::Shear => scene.nodes[Id::new(0)].transform = matrix([1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]),
        Rule::AnimatedMatrix => {
            scene.nodes[Id::new(1)].transform = matrix([0.0, 0.0, -2.0, 0.0, 1.0, 0.0, -3.0, 0.0, 0.0]);
        }
        _ => return false,
    }
    true
}

/// Whether it is about animations.
fn spoil_keys(rule: Rule, scene: &mut Scene<'static>) -> bool {
    let nan = f32::NAN;
    match rule {
        Rule::KeyTimes => {
            let times = Array::from_f32s([[-1.0], [0.5], [0.5], [nan], [f32::MAX], [1.0]]);
            channel(scene, Property::Scale, Interpolation::Step, times, Array::from_f32s([[1.0f32; 3]; 6]));
        }
        Rule::SingleKeySpline => {
            let values = Array::from_f32s([[9.0f32; 3], [2.0; 3], [9.0; 3]]);
            channel(scene, Property::Translation, Interpolation::CubicSpline, Array::from_f32s([[0.5f32]]), values);
        }
        Rule::EmptyChannels => {
            channel(
                scene,
                Property::Scale,
                Interpolation::Linear,
                Array::from_f32s::<1>([]),
                Array::from_f32s::<3>([]),
            );
        }
        Rule::RepeatedChannels => {
            let again = scene.animations[Id::new(0)].channels[0];
            scene.animations[Id::new(0)].channels.push(again);
        }
        Rule::EmptyAnimations => {
            scene.animations.push(Animation::default());
        }
        _ => return false,
    }
    true
}

/// Whether it is about materials and images.
fn spoil_look(rule: Rule, scene: &mut Scene<'static>) -> bool {
    let png = |name: &str| Image {
        name: name.into(),
        file: Some(name.into()),
        bytes: fuzzkit::gltf::png([1, 2, 3, 255]).into(),
        source: None,
    };
    let image = scene.images.push(png("one.png"));
    let mut material = Material { base_color_texture: Some(Texture::new(image)), ..Material::default() };
    match rule {
        Rule::FactorRange => (material.roughness, material.base_color) = (f32::NAN, [2.0, -1.0, 0.5, 1.0]),
        Rule::EmissiveStrength => material.emissive_strength = 3.0,
        Rule::UnlitExtensions => (material.unlit, material.ior) = (true, 1.25),
        Rule::MissingCoordinates => {}
        Rule::ManyCoordinates => {
            material.base_color_texture = Some(Texture { tex_coord: 8, ..Texture::new(image) });
        }
        Rule::ImageKinds => scene[image].bytes = b"DDS ".to_vec().into(),
        Rule::ImageFiles => scene[image].file = Some("../one.png".into()),
        _ => return false,
    }
    if rule != Rule::MissingCoordinates {
        attribute(scene, Semantic::TexCoord(0), Array::from_f32s([[0.0f32, 0.0], [1.0, 0.0], [0.0, 1.0]]));
    }
    let material = scene.materials.push(material);
    scene.meshes[Id::new(0)].primitives[0].material = Some(material);
    true
}

fn matrix([a, b, c, d, e, f, g, h, i]: [f32; 9]) -> Transform {
    Transform::Matrix([a, b, c, 0.0, d, e, f, 0.0, g, h, i, 0.0, 7.0, 8.0, 9.0, 1.0])
}

fn indices(scene: &mut Scene<'static>, array: Array<'static>) {
    let array = scene.arrays.push(array);
    scene.meshes[Id::new(0)].primitives[0].indices = Some(array);
}

/// 256 points; the index of the last one restarts a strip.
fn many_points(scene: &mut Scene<'static>) {
    let positions = scene.arrays.push(Array::from_f32s([[0.5f32; 3]; 256]));
    let indices = scene.arrays.push(Array::from_bytes(Component::U8, 1, vec![0, 255]));
    let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    let primitive =
        Primitive { topology: Topology::Points, attributes, indices: Some(indices), ..Primitive::default() };
    scene.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
    scene.nodes.push(Node { mesh: Some(Id::new(1)), ..Node::default() });
}

/// A light and cameras of numbers that glTF refuses.
fn spoil_views(rule: Rule, scene: &mut Scene<'static>) -> bool {
    match rule {
        Rule::Lights => {
            let kind = LightKind::Spot { inner: 2.0, outer: 7.0 };
            let light =
                Light { kind, color: [2.0, -1.0, f32::NAN], intensity: -3.0, range: Some(0.0), ..Light::default() };
            let far = Light { kind: LightKind::Directional, range: Some(5.0), ..Light::default() };
            scene.lights = [light, far].into();
        }
        Rule::Lens => {
            let near = Camera {
                projection: Projection::Perspective { y_fov: 4.0, aspect: Some(-1.0) },
                near: 2.0,
                far: Some(1.0),
                ..Camera::default()
            };
            let wide = Camera {
                projection: Projection::Orthographic { x_mag: 0.0, y_mag: f32::INFINITY },
                near: -1.0,
                ..Camera::default()
            };
            scene.cameras = [near, wide].into();
        }
        _ => return false,
    }
    true
}

/// Levels of detail, one with a skin below a transform, and two files.
pub(crate) fn with_levels() -> Scene<'static> {
    let mut scene = base();
    scene.nodes[Id::new(0)].transform = Transform::from_scale(0.5);
    let far = Node {
        mesh: Some(Id::new(0)),
        skin: Some(Id::new(0)),
        transform: Transform::from_scale(3.0),
        ..Node::default()
    };
    scene.nodes.push(far);
    scene.nodes[Id::new(2)].lods = vec![LodLevel { node: Id::new(NODES), distance: Some(f32::NAN) }];
    scene
}
