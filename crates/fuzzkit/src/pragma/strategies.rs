//! Generates assets. They can be valid, because a builder creates them, or documents that have arbitrary values under
//! the keys of the engine.

use asset_geometry::glam::{Quat, Vec2, Vec3, Vec4};
use pragma_asset::map::MapKind;
use pragma_asset::{AnimationData, Asset, Encoding, Frames, Kind, Map, Material, MeshData, Model, ModelBuilder, Pose};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use udm::{Array, Document, Element, Items, PackedArray, Value};

use crate::common::{float, quat, vec3};

/// The keys that the engine reads, in all kinds of documents.
const KEYS: &[&str] = &[
    "materialPaths",
    "materials",
    "render",
    "bounds",
    "min",
    "max",
    "flags",
    "static",
    "skeleton",
    "assetType",
    "assetVersion",
    "assetData",
    "bones",
    "children",
    "index",
    "pose",
    "attachments",
    "hitboxes",
    "hitGroup",
    "bone",
    "metaRig",
    "bodyGroups",
    "meshGroups",
    "baseMeshGroups",
    "skins",
    "collisionMeshes",
    "joints",
    "meshes",
    "subMeshes",
    "animations",
    "vertices",
    "indices",
    "uvSets",
    "vertexWeights",
    "alphas",
    "geometryType",
    "fps",
    "duration",
    "nodes",
    "set",
    "weights",
    "channels",
    "node",
    "property",
    "times",
    "values",
    "events",
    "frameTransforms",
    "blendController",
    "transitions",
    "flexes",
    "flexControllers",
    "eyeballs",
    "morphTargetAnimations",
    "meshAnimations",
    "frames",
    "attributes",
    "vertexIndices",
    "flexAnimations",
    "phonemes",
    "lods",
    "textures",
    "properties",
    "entities",
    "className",
    "keyValues",
    "outputs",
    "components",
    "bsp",
    "tree",
    "nodes",
    "numNodes",
    "numClusters",
    "clusterVisibility",
    "clusterMeshIndexData",
    "config",
    "polyMesh",
    "polyMeshDetail",
    "triangles",
    "numPolys",
    "maxVertsPerPoly",
    "polyNeighborData",
    "particleSystemDefinitions",
    "initializers",
    "targetPath",
    "interpolation",
    "controls",
    "constraints",
    "type",
    "name",
    "softBody",
    "objectAttachments",
    "ikControllers",
    "reference",
    "iris",
];

/// The keywords that the engine looks for in a text.
const WORDS: &[&str] = &[
    "PSKEL",
    "PANI",
    "PMESH",
    "PCOL",
    "PBSP",
    "PPTSYS",
    "bone",
    "move",
    "position",
    "rotation",
    "scale",
    "offset",
    "Triangles",
    "Loop",
    "Head",
    "flexController",
    "LoopBit",
    "reference",
];

fn key() -> impl Strategy<Value = &'static str> {
    select(KEYS)
}

fn leaf() -> impl Strategy<Value = Value<'static>> {
    let numbers = vec(0_u32..5, 0..8);
    let packed =
        |array: Array<'static>| Value::from(PackedArray::compress(&array).expect("plain arrays can be packed"));
    prop_oneof![
        2 => crate::udm::value(),
        2 => select(WORDS).prop_map(Value::from),
        2 => (0_u32..5).prop_map(Value::from),
        1 => float().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => numbers.clone().prop_map(|numbers| Value::Array(Array::from_values(&numbers))),
        1 => numbers.clone().prop_map(move |numbers| packed(Array::from_values(&numbers))),
        1 => vec(0_u16..5, 0..8).prop_map(move |numbers| packed(Array::from_values(&numbers))),
        1 => vec(float(), 0..5).prop_map(|numbers| Value::Array(Array::from_values(&numbers))),
        1 => vec([float(), float(), float()], 0..5).prop_map(|numbers| Value::Array(Array::from_values(&numbers))),
        1 => vec(select(WORDS), 0..4).prop_map(|words| Value::Array(Array::from_strings(words))),
    ]
}

fn loose() -> impl Strategy<Value = Element<'static>> {
    let value = leaf().prop_recursive(6, 60, 6, |inner| {
        let element =
            vec((key(), inner), 0..6).prop_map(|entries| entries.into_iter().collect::<Element<'static>>()).boxed();
        let list = vec(element.clone(), 0..4).prop_map(|elements| Array::Items(Items::from_elements(elements)));
        prop_oneof![
            4 => element.prop_map(Value::Element),
            2 => list.clone().prop_map(Value::Array),
            1 => list.prop_map(|array| PackedArray::compress(&array).map_or(Value::Nil, Value::from)),
        ]
    });
    vec((key(), value), 0..8).prop_map(|entries| entries.into_iter().collect())
}

/// Generates an asset whose data can be anything, but under keys that the engine knows.
pub fn asset<K: Kind>() -> impl Strategy<Value = Asset<'static, K>> {
    loose().prop_map(|data| {
        let mut asset = Asset::<K>::empty(Encoding::Binary);
        *asset.document.data_mut() = data;
        asset
    })
}

/// Generates such an asset of a random kind.
pub fn any_asset() -> impl Strategy<Value = Document<'static>> {
    const KINDS: [&str; 9] = ["PMDL", "PMAT", "PMAP", "PNAV", "PPTSYSCOLLECTION", "PANIMA", "PGMA", "PIKC", "nil"];
    (select(&KINDS[..]).prop_map(String::from), 0_u32..4, loose()).prop_map(|(kind, version, data)| {
        let mut document = Document::new(kind, version);
        *document.data_mut() = data;
        document
    })
}

fn pose() -> impl Strategy<Value = Pose> {
    (vec3(), quat(), vec3()).prop_map(|(origin, rotation, scale)| Pose { origin, rotation, scale })
}

fn mesh(bones: usize) -> impl Strategy<Value = MeshData> {
    let vertex = (
        vec3(),
        vec3(),
        [float(), float()],
        [float(), float(), float(), float()],
        [float(), float(), float(), float()],
    );
    let bone = -1..i32::try_from(bones).expect("few bones");
    let bones = vec([bone.clone(), bone.clone(), bone.clone(), bone], 1..12);
    let flags = (any::<bool>(), any::<bool>());
    (vec(vertex, 1..12), bones, vec(any::<u32>(), 0..20), flags, pose()).prop_map(
        |(vertices, bones, indices, (weighted, sets), pose)| {
            let count = vertices.len();
            let used: Vec<[i32; 4]> = bones.into_iter().cycle().take(if weighted { count } else { 0 }).collect();
            let uvs: Vec<Vec2> = vertices.iter().map(|vertex| Vec2::from(vertex.2)).collect();
            MeshData {
                positions: vertices.iter().map(|vertex| vertex.0).collect(),
                normals: vertices.iter().map(|vertex| vertex.1).collect(),
                tangents: vertices.iter().map(|vertex| Vec4::from(vertex.3)).collect(),
                weights: vertices.iter().map(|vertex| vertex.4).take(used.len()).collect(),
                bones: used,
                uv_sets: if sets { vec![("lightmap".into(), uvs.clone())] } else { Vec::new() },
                uvs,
                indices: indices.iter().map(|index| index % u32::try_from(count).expect("few")).collect(),
                geometry_type: "Triangles".into(),
                pose,
                ..MeshData::default()
            }
        },
    )
}

fn animation(bones: usize) -> impl Strategy<Value = AnimationData> {
    let ids = 0..u32::try_from(bones).expect("few bones");
    (1_u8..60, vec(ids, 0..4), 1_usize..6, vec(pose(), 24), any::<bool>()).prop_map(
        |(fps, bones, frames, poses, moves)| {
            let count = if bones.is_empty() { 0 } else { frames };
            let poses = poses.into_iter().cycle().take(bones.len() * count).collect();
            let offsets = if moves { vec![Vec2::X; count] } else { Vec::new() };
            AnimationData {
                activity: "ACT_WALK".into(),
                activity_weight: 1,
                frames: Frames { offsets, ..Frames::new(f32::from(fps), bones, poses) },
                ..AnimationData::default()
            }
        },
    )
}

/// Generates models with the builder.
pub fn model() -> impl Strategy<Value = Model<'static>> {
    (1_usize..6).prop_flat_map(|bones| {
        let parents = vec((pose(), any::<prop::sample::Index>(), any::<bool>()), bones);
        let meshes = vec(mesh(bones), 0..3);
        (parents, meshes, vec(animation(bones), 0..3)).prop_map(|(bones, meshes, animations)| {
            let mut builder = Model::builder().material("white").material_path("test/").mass(2.0);
            for (index, (pose, parent, root)) in bones.into_iter().enumerate() {
                let parent = if root || index == 0 { None } else { Some(parent.index(index)) };
                builder = builder.bone(&format!("bone{index}"), parent, pose);
            }
            let builder = meshes.into_iter().fold(builder, |builder, mesh| builder.mesh("reference", mesh));
            let named = |builder: ModelBuilder, (index, animation)| builder.animation(&format!("a{index}"), animation);
            animations
                .into_iter()
                .enumerate()
                .fold(builder, named)
                .build()
                .expect("the generated document is small enough")
        })
    })
}

/// Generates the document of such a model.
pub fn model_document() -> impl Strategy<Value = Document<'static>> {
    model().prop_map(|model| model.document)
}

/// Generates materials with the setters.
pub fn material() -> impl Strategy<Value = Material<'static>> {
    ("[a-z_]{1,8}", vec(("[a-z_]{1,8}", "[a-z_/]{0,12}"), 0..5), vec(("[a-z_]{1,8}", float()), 0..5)).prop_map(
        |(shader, textures, properties)| {
            let mut material = Material::of_shader(&shader);
            textures.iter().for_each(|(name, path)| material.set_texture(name, path).expect("it has a shader"));
            properties.iter().for_each(|(name, number)| material.set_property(name, *number).expect("it has a shader"));
            material
        },
    )
}

/// Generates maps with the setters.
pub fn map() -> impl Strategy<Value = Map<'static>> {
    let entity = ("[a-z_]{1,8}", pose(), vec(("[a-z]{1,6}", "[a-z0-9 .-]{0,12}"), 0..4), any::<bool>());
    (1_u32..3, vec(entity, 0..6)).prop_map(|(version, entities)| {
        let mut map = Asset::<MapKind>::empty(Encoding::Binary);
        map.document.set_asset("PMAP", version);
        map.set_materials(&["white"]);
        for (class, pose, values, client) in &entities {
            let mut entity = map.push_entity(class);
            entity.set_pose(pose);
            entity.set_clientside_only(*client);
            values.iter().for_each(|(key, value)| entity.set_key_value(key, value));
            entity.add_component("transform").expect("the first");
        }
        map
    })
}

/// Returns a pose to use in samples, with a rotation and a position.
pub(super) fn example_pose() -> Pose {
    Pose { origin: Vec3::ONE, rotation: Quat::from_rotation_y(1.0), scale: Vec3::ONE }
}
