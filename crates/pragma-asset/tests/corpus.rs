//! Real assets against the engine's values.

use std::collections::BTreeMap;
use std::process::ExitCode;

use pragma_asset::binio::Severity;
use pragma_asset::glam::{Quat, Vec3};
use pragma_asset::map::MapKind;
use pragma_asset::model::ModelKind;
use pragma_asset::navmesh::NavMeshKind;
use pragma_asset::{Asset, Encoding, Kind, Limits, Map, Material, MaterialKind, Model, NavMesh, ParticlesKind, Pose};
use serde_json::Value as Json;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{assert_bytes, differences};

fn main() -> ExitCode {
    const MODELS: Selection = Selection::new("udm/pragma", &["pmdl_b", "pmdl"], 24);
    const MATERIALS: Selection = Selection::new("udm/pragma", &["pmat"], 42);
    const MAPS: Selection = Selection::new("udm/pragma", &["pmap_b", "pmap"], 12);
    run(&[
        ("model", MODELS, open::<ModelKind>),
        ("material", MATERIALS, open::<MaterialKind>),
        ("map", MAPS, open::<MapKind>),
        ("navigation mesh", Selection::new("udm/pragma", &["pnav_b"], 1), open::<NavMeshKind>),
        ("particles", Selection::new("udm/pragma", &["pptsys"], 6), open::<ParticlesKind>),
        ("model counts", MODELS, model_counts),
        ("model data", MODELS, model_data),
        ("map counts", MAPS, map_counts),
        ("polygons", Selection::new("udm/pragma", &["pnav_b"], 1), polygons),
        ("references", MODELS, references),
        ("rename a bone", MODELS, rename_a_bone),
        ("change a material", MATERIALS, change_a_material),
        ("move an entity", MAPS, move_an_entity),
        ("write what is there", MODELS, write_what_is_there),
    ])
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn ensure(holds: bool, what: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

/// Each asset opens typed, round-trips (text by value), equals the truth file, and has no errors.
fn open<K: Kind>(file: &CorpusFile) -> Result<(), String> {
    let mut bytes = file.bytes();
    let expected = bytes.clone();
    let asset = Asset::<K>::parse(&bytes).map_err(text)?.into_owned();
    bytes.fill(0xa5);
    let written = asset.to_bytes().map_err(text)?;
    assert_eq!(asset.encoded_len().map_err(text)?, written.len() as u64);
    let binary = file.name().ends_with("_b");
    assert_eq!(asset.encoding(), if binary { Encoding::Binary } else { Encoding::Text });
    if binary {
        assert_bytes(&written, &expected);
    } else {
        let read = Asset::<K>::parse(&written).map_err(text)?;
        ensure(read == asset, "reads back differently")?;
        assert_bytes(&read.to_bytes().map_err(text)?, &written);
    }
    let summary = serde_json::to_value(asset.summary(true)).map_err(text)?;
    let truth = file.truth().ok_or("no truth file")?;
    let found = differences(&summary, &truth, &["file"]);
    ensure(found.is_empty(), found.join("\n"))?;
    let errors: Vec<String> =
        asset.validate().iter().filter(|finding| finding.severity == Severity::Error).map(text).collect();
    ensure(errors.is_empty(), errors.join("\n"))
}

/// Keys and values of an element of the truth file.
fn children(node: &Json) -> BTreeMap<String, Json> {
    node["c"].as_object().map(|object| object.clone().into_iter().collect()).unwrap_or_default()
}

fn items(node: &Json) -> Vec<Json> {
    node["v"].as_array().cloned().unwrap_or_default()
}

fn count(node: &Json) -> usize {
    usize::try_from(node["n"].as_u64().unwrap_or(0)).expect("a small number")
}

fn data(file: &CorpusFile) -> BTreeMap<String, Json> {
    children(&file.truth().expect("a truth")["root"]["assetData"])
}

fn bones(node: &Json) -> usize {
    children(node).values().map(|bone| 1 + bones(&bone["c"]["children"])).sum()
}

/// Vertices, triangles, bones, animations, hit boxes, collision meshes: counted in the truth file, and five as constants.
fn model_counts(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let truth = data(file);
    let (mut vertices, mut triangles) = (0, 0);
    for group in children(&truth["meshGroups"]).values() {
        let subs = items(&group["c"]["meshes"]).into_iter().flat_map(|mesh| items(&mesh["c"]["subMeshes"]));
        for sub in subs {
            vertices += count(&sub["c"]["assetData"]["c"]["vertices"]);
            triangles += count(&sub["c"]["assetData"]["c"]["indices"]) / 3;
        }
    }
    let expected = [
        vertices,
        triangles,
        bones(&truth["skeleton"]["c"]["assetData"]["c"]["bones"]),
        children(&truth["animations"]).len(),
        count(&truth["hitboxes"]),
        count(&truth["collisionMeshes"]),
    ];
    let mut budget = Limits::default().budget();
    let mut found = [0, 0, 0, model.animations().len(), model.hit_boxes().len(), model.collision_meshes().len()];
    for mesh in model.meshes() {
        found[0] += mesh.vertices(&mut budget).map_err(text)?.len();
        found[1] += mesh.indices(&mut budget).map_err(text)?.triangles().count();
    }
    found[2] = model.skeleton().map_or(0, |skeleton| skeleton.len());
    assert_eq!(found, expected);
    let known: [(&str, [usize; 6]); 5] = [
        ("player/soldier.pmdl_b", [20070, 6690, 56, 31, 15, 15]),
        ("models/cube.pmdl_b", [36, 12, 1, 1, 0, 2]),
        ("player/soldier_legs.pmdl_b", [5502, 1834, 56, 1, 0, 0]),
        ("test_portal/world_1.pmdl_b", [2136, 712, 1, 1, 0, 28]),
        ("test/test_parallax.pmdl", [36, 12, 1, 1, 0, 2]),
    ];
    if let Some((_, known)) = known.iter().find(|(name, _)| file.name().ends_with(name)) {
        assert_eq!(found, *known);
    }
    Ok(())
}

/// Everything can be decompressed and is in range; the reference animation shows the reference pose relative to the
/// parents.
fn model_data(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let mut budget = Limits::default().budget();
    let skeleton = model.skeleton().ok_or("no skeleton")?;
    ensure(skeleton.is_dense() && skeleton.hierarchy.cyclic().is_empty(), "bones")?;
    let mut bounds = pragma_asset::Bounds::UNDEFINED;
    for mesh in model.meshes() {
        let vertices = mesh.vertices(&mut budget).map_err(text)?;
        assert_eq!(vertices.stride(), 48);
        bounds = bounds.merge(vertices.bounds());
        let normals = vertices.normals().ok_or("no normals")?;
        let odd = normals.iter().filter(|normal| (normal.length() - 1.0).abs() > 0.05).count();
        ensure(odd * 20 <= normals.len(), format!("{odd} normals of {} aren't of length 1", normals.len()))?;
        let signs = vertices.tangents().ok_or("no tangents")?;
        ensure(signs.iter().all(|tangent| [-1.0, 0.0, 1.0].contains(&tangent.w)), "a tangent without a sign")?;
        for name in mesh.uv_sets() {
            let uvs = mesh.uv_set(name.as_str().unwrap(), &mut budget).map_err(text)?.ok_or("no uvs")?;
            assert_eq!(uvs.len(), vertices.len());
        }
        if let Some(weights) = mesh.weights(&mut budget).map_err(text)? {
            assert_eq!((weights.len(), weights.bones().len()), (vertices.len(), vertices.len()));
        }
    }
    for animation in model.animations() {
        let frames = animation.frames(Some(&skeleton), &mut budget).map_err(text)?;
        let local = skeleton.local_poses();
        if animation.name == "reference" && file.name().contains("soldier") {
            for (bone, pose) in frames.bones.iter().zip(frames.frame(0).unwrap_or_default()) {
                ensure(pose.origin.distance(local[*bone as usize].origin) < 0.01, "the reference is the reference")?;
            }
        }
        let mut posed = frames.sample_skeleton(0.5, &skeleton);
        ensure(skeleton.hierarchy.globalize(&mut posed) && posed.iter().all(|pose| pose.origin.is_finite()), "a pose")?;
    }
    if file.name().ends_with("soldier.pmdl_b") {
        soldier(&model)?;
    }
    Ok(())
}

/// Look-ups by name in the soldier. It has no flexes; those are tested with generated files.
fn soldier(model: &Model<'_>) -> Result<(), String> {
    let walk = model.animation("walk").ok_or("no walk")?;
    assert_eq!((walk.index, walk.fps(), walk.loops()), (25, 30, true));
    assert_eq!(walk.activity().unwrap(), "ACT_WALK");
    let events: Vec<String> = walk.events().iter().map(|event| event.name.to_string()).collect();
    assert_eq!(events, ["EVENT_FOOTSTEP_RIGHT", "EVENT_FOOTSTEP_LEFT"]);
    let run = model.animation("run").ok_or("no run")?;
    assert!(model.animation("fly").is_none());
    let blend = run.blend().ok_or("no blend")?;
    assert!(blend.transitions.len() > 1 && blend.post_blend_target.is_none());
    assert!(
        model
            .animation("aim_yaw")
            .is_some_and(|animation| animation.frames(None, &mut Limits::default().budget()).is_ok())
    );
    let head = model.hit_box("Bind_Head").ok_or("no head")?;
    assert_eq!((head.group, head.bone), ("Head".into(), 14));
    assert_eq!(model.meta_rig().ok_or("no rig")?.bones.len(), 50);
    assert_eq!(model.attachment("weapon").ok_or("no weapon")?.bone, 37);
    assert!(model.flexes().is_empty() && model.flex("smile").is_none());
    let mesh = &model.meshes()[0];
    assert_eq!(model.material_of(mesh, 0).unwrap(), "soldier_d");
    Ok(())
}

/// Entities, their key values, materials, nodes and clusters: counted in the truth file, and three as constants.
fn map_counts(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let map = Map::parse(&bytes).map_err(text)?;
    let truth = data(file);
    let entities = items(&truth["entities"]);
    let values: usize = entities.iter().map(|entity| children(&entity["c"]["keyValues"]).len()).sum();
    let expected = [entities.len(), values, count(&truth["materials"])];
    let found_values = map.entities().iter().map(|entity| entity.key_values().len()).sum();
    let found = [map.entities().len(), found_values, map.materials().len()];
    assert_eq!(found, expected);
    for (entity, truth) in map.entities().iter().zip(&entities) {
        assert_eq!(entity.class_name().to_text(), truth["c"]["className"]["s"].as_str().unwrap_or_default());
        let components = &truth["c"]["components"];
        assert_eq!(entity.components().len(), count(components).max(children(components).len()));
        let flag =
            !truth["c"]["flags"]["c"]["clientsideOnly"].is_null() || truth["c"]["flags"]["s"] == "ClientsideOnly";
        assert_eq!(entity.is_clientside_only(), flag);
    }
    let mut budget = Limits::default().budget();
    let mut tree = (0, 0);
    if let Some(bsp) = map.bsp() {
        let nodes = bsp.nodes(&mut budget).map_err(text)?;
        tree = (nodes.len(), usize::try_from(bsp.cluster_count()).unwrap());
        assert!(nodes.iter().enumerate().all(|(index, node)| node.index as usize == index));
        let visibility = bsp.visibility(&mut budget).map_err(text)?;
        assert!((0..bsp.cluster_count()).all(|cluster| visibility.sees(cluster, cluster)), "who doesn't see itself?");
        assert_eq!(map.cluster_meshes(&mut budget).map_err(text)?.len() as u64, bsp.cluster_count());
    }
    let known: [(&str, [usize; 3], (usize, usize)); 3] = [
        ("maps/empty.pmap_b", [2, 18, 0], (0, 0)),
        ("maps/test_portal.pmap_b", [24, 187, 11], (167, 38)),
        ("maps/test_material_blend.pmap", [7, 64, 3], (55, 4)),
    ];
    if let Some((_, counts, nodes)) = known.iter().find(|(name, ..)| file.name().ends_with(name)) {
        assert_eq!((found, tree), (*counts, *nodes));
    }
    Ok(())
}

fn polygons(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let nav = NavMesh::parse(&bytes).map_err(text)?;
    let mut budget = Limits::default().budget();
    let polygons = nav.poly_mesh().polygons(&mut budget).map_err(text)?;
    assert_eq!(polygons.len(), 50);
    assert!(polygons.iter().all(|polygon| (3..=6).contains(&polygon.len())));
    let bounds = nav.poly_mesh().bounds();
    let outside = |position: &Vec3| !bounds.contains(*position);
    assert!(!nav.poly_mesh().positions(&mut budget).map_err(text)?.iter().any(outside));
    assert_eq!(nav.detail().polygons(&mut budget).map_err(text)?.len(), 50);
    assert_eq!(nav.config().partition_type, "Watershed");
    Ok(())
}

/// Effect of an edit, by structural difference.
fn changes<K: Kind>(before: &Asset<'_, K>, after: &Asset<'_, K>) -> Result<Vec<String>, String> {
    let bytes = after.to_bytes().map_err(text)?;
    let read = Asset::<K>::parse(&bytes).map_err(text)?;
    ensure(read == *after, "the edited document reads back differently")?;
    Ok(udm_tools::diff(&before.document, &read.document).iter().map(ToString::to_string).collect())
}

/// The soldier's material exists; the error model's isn't below its only path, where alone the engine looks. Nothing
/// outside the folder is accessed.
fn references(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let mut model = Model::parse(&bytes).map_err(text)?;
    let root = testkit::corpus::root().ok_or("a corpus")?.join("udm/pragma");
    for (name, missing) in [("player/soldier.pmdl_b", 0), ("models/error.pmdl_b", 1)] {
        if file.name().ends_with(name) {
            assert_eq!(model.missing_files(&root).len(), missing, "{:?}", model.references());
        }
    }
    model.set_materials(&["../../../etc/passwd", "there/is/no/such"]);
    let found: Vec<String> = model.missing_files(&root).iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 2 + model.include_models().len(), "{found:?}");
    assert!(found[0].contains("leads out of") && found[1].contains("isn't there"), "{found:?}");
    Ok(())
}

fn rename_a_bone(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let mut edited = model.clone();
    let root = model.skeleton().ok_or("no skeleton")?.bones[0].name.to_text().into_owned();
    edited.rename_bone(&root, "the new root").map_err(text)?;
    let path = |name: &str| format!("skeleton/assetData/bones/{name}");
    // The old root is removed with all descendants, and the new one added.
    let mut expected = vec![format!("- {}", path(&root)), format!("+ {}", path("the new root"))];
    expected.sort_by(|a, b| a[2..].cmp(&b[2..]));
    assert_eq!(changes(&model, &edited)?, expected);
    edited.rename_bone("the new root", &root).map_err(text)?;
    ensure(edited == model, "renamed back it is what it was")?;
    assert!(edited.rename_bone("nobody", "somebody").is_err());
    if file.name().ends_with("soldier.pmdl_b") {
        edited.rename_bone("Bind_Head", "head").map_err(text)?;
        let changes = changes(&model, &edited)?;
        assert_eq!(changes.len(), 3, "{changes:?}");
        assert!(changes[0].starts_with("~ metaRig/assetData/bones[") && changes[0].ends_with("]/bone"));
        assert!(changes[1].starts_with("- skeleton/") && changes[1].ends_with("/Bind_Head"));
        assert!(changes[2].starts_with("+ skeleton/") && changes[2].ends_with("/head"));
    }
    Ok(())
}

fn change_a_material(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let material = Material::parse(&bytes).map_err(text)?;
    let shader = material.shader().ok_or("no shader")?.to_text().into_owned();
    let mut edited = material.clone();
    let Some((texture, _)) = material.textures().into_iter().next() else {
        edited.set_texture("albedo_map", "white").map_err(text)?;
        let added = changes(&material, &edited)?;
        return ensure(added.len() == 1 && added[0].starts_with(&format!("+ {shader}/textures")), added.join(" "));
    };
    let texture = texture.to_text().into_owned();
    edited.set_texture(&texture, "another/texture").map_err(text)?;
    assert_eq!(changes(&material, &edited)?, [format!("~ {shader}/textures/{texture}")]);
    assert_eq!(edited.texture(&texture).unwrap(), "another/texture");
    let mut edited = material.clone();
    edited.set_shader("unlit2").map_err(text)?;
    assert_eq!(changes(&material, &edited)?.len(), 2);
    assert_eq!(edited.textures(), material.textures());
    Ok(())
}

fn move_an_entity(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let map = Map::parse(&bytes).map_err(text)?;
    let mut edited = map.clone();
    let last = map.entity_count() - 1;
    let pose =
        Pose { origin: Vec3::new(1.0, 2.5, -3.0), rotation: Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), scale: Vec3::ONE };
    let mark = if map.entity(last).unwrap().element().get("pose").is_some() { '~' } else { '+' };
    edited.entity_mut(last).ok_or("no entity")?.set_pose(&pose);
    assert_eq!(changes(&map, &edited)?, [format!("{mark} entities[{last}]/pose")]);
    assert_eq!(edited.entity(last).unwrap().pose(), pose);
    let same = map.entity(last).unwrap().pose();
    if mark == '~' {
        edited.entity_mut(last).ok_or("no entity")?.set_pose(&same);
        ensure(edited == map, "moved back it is where it was")?;
    }
    Ok(())
}

/// Writing the values that were read changes nothing, including compressed bytes.
fn write_what_is_there(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let mut edited = model.clone();
    let mut budget = Limits::default().budget();
    edited.set_hit_boxes(&model.hit_boxes());
    edited.set_attachments(&model.attachments());
    edited.set_object_attachments(&model.object_attachments());
    edited.set_skins(&model.skins());
    edited.set_bounds(&model.bounds());
    edited.set_mass(model.mass());
    edited.set_base_mesh_groups(&model.base_mesh_groups());
    if !model.joints().is_empty() {
        edited.set_joints(&model.joints()).map_err(text)?;
        edited.set_blend_controllers(&model.blend_controllers());
    }
    for mesh in model.meshes() {
        let mut data = pragma_asset::MeshData::read(&mesh, &mut budget).map_err(text)?;
        edited.set_mesh(mesh.id(), &data).map_err(text)?;
        if let Some(position) = data.positions.first_mut() {
            let mut moved = model.clone();
            position.x += 1.0;
            moved.set_mesh(mesh.id(), &data).map_err(text)?;
            let changes = changes(&model, &moved)?;
            ensure(changes.len() == 1 && changes[0].ends_with("/assetData/vertices"), changes.join(" "))?;
        }
    }
    let changes = changes(&model, &edited)?;
    ensure(changes.is_empty(), changes.join("\n"))
}
