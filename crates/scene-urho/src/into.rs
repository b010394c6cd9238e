//! Updates the original model and animations with the edits of a scene.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

mod clip;

use std::collections::{BTreeSet, HashMap, HashSet};

use asset_scene::{Error, ErrorKind, Id, Mesh, Node, Primitive, Scene, Semantic};
use binio::{Bytes, Findings, Path};
use scene_adapter::ShowOptions;
use scene_adapter::surface::Optimization;
use urho_mdl::glam::Affine3A;
use urho_mdl::{Model, Skeleton, Version, VertexBuffer};

use crate::create::{CreateModelOptions, CreatedModel, Target, create};
use crate::kinds;
use crate::restore::restore_unchecked;
pub use clip::update_animation;

/// A share of a model's size by which places and distances may differ and count as the same.
const SAME: f32 = 1e-3;

/// Builds the geometry of a scene into its original model. Vertices, indices, morphs and levels of detail come out of the scene. The model keeps its
/// bones with their boxes, spheres and masks, its distances of levels of detail, its names, any data after them, and its version if that can store
/// the vertices. A version with default weights of morphs stores them; the target of the options is ignored then.
///
/// The scene must use the model's skeleton: call [`Scene::take_skeleton_of`] first.
///
/// # Errors
/// As [`create()`](crate::create()); more bones than vertices can number.
pub fn update(original: &Model<'_>, scene: &Scene<'_>, options: &CreateModelOptions) -> Result<CreatedModel, Error> {
    update_as(original, scene, options, original.version)
}

/// Returns the engines of the files of a model version: a version with default weights of morphs is rbfx's.
pub(crate) fn target_of(version: Version, target: Target) -> Target {
    if version.has_morph_weights() { Target::Rbfx } else { target }
}

/// As [`update`], in another version.
pub(crate) fn update_as(
    original: &Model<'_>,
    scene: &Scene<'_>,
    options: &CreateModelOptions,
    version: Version,
) -> Result<CreatedModel, Error> {
    let maps = original.geometries.iter().any(|geometry| !geometry.bone_mapping.is_empty());
    let has_tangents = |buffer: &VertexBuffer<'_>| buffer.find(urho_mdl::Semantic::TANGENT, 0).is_some();
    let has_tangents = original.vertex_buffers.iter().any(has_tangents);
    let mut options = options.clone().tangents(has_tangents);
    options.fills_tangents = has_tangents;
    options = options.optimization(Optimization::NONE);
    options.target = target_of(version, options.target);
    if !maps && original.skeleton.bones.len() <= 256 {
        options = options.max_bones(256);
    }
    let CreatedModel { mut model, materials, mut findings } = create(scene, &options)?;
    if !original.skeleton.bones.is_empty() {
        let bound = bound_bones(&model);
        let skeleton = std::mem::take(&mut model.skeleton);
        let places = merge_bones(original, (&skeleton, &bound), &mut model, &mut findings);
        renumber(&mut model, &places)?;
    }
    keep_lods(original, &mut model, &mut findings);
    let holds = original.bounds.min.cmple(model.bounds.min + size(&model) * SAME).all()
        && original.bounds.max.cmpge(model.bounds.max - size(&model) * SAME).all();
    if holds {
        model.bounds = original.bounds;
    }
    if original.geometries.len() == model.geometries.len() {
        model.tail.geometry_names = original.tail.geometry_names.clone().map(urho_mdl::GeometryNames::into_owned);
        model.tail.rest = Bytes::from(original.tail.rest.to_vec());
    } else {
        let message = format!(
            "expected {} geometries as in the original, found {}",
            original.geometries.len(),
            model.geometries.len()
        );
        findings.warning(kinds::GEOMETRY_COUNT, "geometries", message);
    }
    if let Ok(same) = model.to_version(version) {
        model = same.into_owned();
    }
    Ok(CreatedModel { model, materials, findings })
}

/// Returns whether a scene shows its original without any edit: its source is restored to the same model, and all that the source doesn't
/// store is as the original is shown.
pub(crate) fn is_unedited(original: &Model<'_>, scene: &Scene<'_>) -> bool {
    if !matches!(restore_unchecked(scene), Ok(Some(model)) if model == *original) {
        return false;
    }
    let shown = crate::to_scene(original, &scene.name, &ShowOptions::default());
    shown.is_ok_and(|(shown, _)| is_arranged_as(scene, &shown))
}

/// Returns whether nodes, morph weights and vertex attributes of two scenes are the same. The poses of joints aren't compared.
fn is_arranged_as(scene: &Scene<'_>, other: &Scene<'_>) -> bool {
    let joints: HashSet<Id<Node>> = scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
    let lods = |node: &Node| node.lods.iter().map(|lod| lod.node).collect::<Vec<_>>();
    let nodes = |(id, a): (Id<Node>, &Node), b: &Node| {
        (a.parent, a.mesh, a.skin, lods(a)) == (b.parent, b.mesh, b.skin, lods(b))
            && (joints.contains(&id) || a.transform.to_affine() == b.transform.to_affine())
    };
    let weight = |mesh: &Mesh, place: usize| mesh.morph_weights.get(place).copied().unwrap_or(0.0);
    let semantics = |primitive: &Primitive| -> BTreeSet<Semantic> {
        primitive.attributes.iter().map(|attribute| attribute.semantic.clone()).collect()
    };
    let meshes = |a: &Mesh, b: &Mesh| {
        (0..a.morph_names.len()).all(|place| weight(a, place) == weight(b, place))
            && a.primitives.iter().map(semantics).eq(b.primitives.iter().map(semantics))
    };
    scene.nodes.len() == other.nodes.len()
        && scene.nodes.enumerate().zip(&other.nodes).all(|(a, b)| nodes(a, b))
        && scene.meshes.iter().zip(&other.meshes).all(|(a, b)| meshes(a, b))
}

/// Returns the mean size of a model, for tolerances.
fn size(model: &Model<'_>) -> f32 {
    crate::mean_size(&model.bounds).unwrap_or(1.0)
}

/// Adds the original's bones to a model, followed by the model's additional ones. Returns the new index of each of the model's bones.
fn merge_bones(
    original: &Model<'_>,
    (built, bound): (&Skeleton<'_>, &HashSet<u32>),
    model: &mut Model<'static>,
    findings: &mut Findings,
) -> Vec<u32> {
    let mut bones: Vec<urho_mdl::Bone<'static>> = original.skeleton.clone().into_owned().bones;
    let mut known: HashMap<Vec<u8>, u32> = HashMap::new();
    for (place, bone) in (0_u32..).zip(&bones) {
        known.entry(bone.name.as_bytes().to_vec()).or_insert(place);
    }
    let mut places: Vec<u32> = Vec::with_capacity(built.bones.len());
    let (mut away, mut added) = (Vec::new(), Vec::new());
    let count = bones.len() as u32;
    for (number, bone) in built.bones.iter().enumerate() {
        if let Some(place) = known.get(bone.name.as_bytes()) {
            let kept = bones.get(*place as usize).map(urho_mdl::Bone::inverse_bind);
            // The bind pose of other bones is their rest pose, and has no effect.
            let is_bound = u32::try_from(number).is_ok_and(|number| bound.contains(&number));
            if is_bound && !kept.is_some_and(|kept| nearly_same(kept, bone.inverse_bind(), size(original))) {
                away.push(bone.name.to_string());
            }
            places.push(*place);
            continue;
        }
        let place = count.saturating_add(added.len() as u32);
        let mut new = bone.clone().into_owned();
        // Parents come first, but for the root, which is its own.
        new.parent = match places.get(bone.parent as usize) {
            Some(parent) if bone.parent as usize != number => *parent,
            _ => original.skeleton.root().map_or(place, |root| root as u32),
        };
        added.push(bone.name.to_string());
        bones.push(new);
        places.push(place);
    }
    report_bones(&away, &added, findings);
    model.skeleton = Skeleton { bones };
    places
}

/// Returns the bones that move vertices.
fn bound_bones(model: &Model<'_>) -> HashSet<u32> {
    let mapped = model.geometries.iter().flat_map(|geometry| &geometry.bone_mapping);
    let mut bound: HashSet<u32> = mapped.copied().collect();
    if !bound.is_empty() {
        return bound;
    }
    for buffer in &model.vertex_buffers {
        let (Some(joints), Some(weights)) = (buffer.joints(), buffer.weights()) else { continue };
        for (joints, weights) in joints.iter().zip(weights.iter()) {
            let used = joints.into_iter().zip(weights.to_array()).filter(|(_, weight)| *weight != 0.0);
            bound.extend(used.map(|(joint, _)| u32::from(joint)));
        }
    }
    bound
}

/// Reports bones with another bind pose than in the original, and added bones.
fn report_bones(away: &[String], added: &[String], findings: &mut Findings) {
    if let Some(first) = away.first() {
        let message = format!(
            "bones of meshes with another bind pose than in the original: {}, the first is {first}; the file keeps the original bind pose, which displaces their vertices",
            away.len()
        );
        findings.warning(kinds::BIND_POSE_DIFFERS, "skeleton", message);
    }
    if let Some(first) = added.first() {
        findings.note(
            kinds::BONES_ADDED,
            "skeleton",
            format!("bones that the original hasn't got are added: {}, the first is {first}", added.len()),
        );
    }
}

fn nearly_same(a: Affine3A, b: Affine3A, size: f32) -> bool {
    a.matrix3.abs_diff_eq(b.matrix3, SAME) && (a.translation - b.translation).abs().max_element() <= SAME * size
}

/// Numbers the bones of geometries, or of vertices where geometries don't say which they have.
fn renumber(model: &mut Model<'static>, places: &[u32]) -> Result<(), Error> {
    let missing = |bone: u32| Error::new(ErrorKind::no_such("bone", bone, places.len()), Path::from("skeleton"));
    let place = |bone: u32| places.get(bone as usize).copied().ok_or_else(|| missing(bone));
    let mut by_mapping = false;
    for bone in model.geometries.iter_mut().flat_map(|geometry| &mut geometry.bone_mapping) {
        by_mapping = true;
        *bone = place(*bone)?;
    }
    if by_mapping || places.iter().zip(0_u32..).all(|(place, number)| *place == number) {
        return Ok(());
    }
    for buffer in &mut model.vertex_buffers {
        let Some(joints) = buffer.joints() else { continue };
        let weights: Vec<[f32; 4]> =
            buffer.weights().map(|weights| weights.iter().map(|w| w.to_array()).collect()).unwrap_or_default();
        let mut numbers: Vec<[u8; 4]> = joints.to_vec();
        for (slots, weights) in numbers.iter_mut().zip(&weights) {
            for (slot, weight) in slots.iter_mut().zip(weights) {
                let number = if *weight == 0.0 { 0 } else { place(u32::from(*slot))? };
                *slot = u8::try_from(number).map_err(|_| {
                    let why =
                        format!("expected bones below 256, found {number}: the option max-bones splits geometries");
                    Error::new(ErrorKind::Unsupported(why), Path::from("skeleton"))
                })?;
            }
        }
        let failed =
            |error: urho_mdl::Error| Error::new(ErrorKind::Unsupported(error.to_string()), Path::from("skeleton"));
        buffer.set_column(urho_mdl::Semantic::BLENDINDICES, 0, &numbers).map_err(failed)?;
    }
    Ok(())
}

/// Keeps the original's distances of levels of detail, except for edited ones.
fn keep_lods(original: &Model<'_>, model: &mut Model<'static>, findings: &mut Findings) {
    let (was, is) = (size(original), size(model));
    for (number, (own, kept)) in model.geometries.iter_mut().zip(&original.geometries).enumerate() {
        if own.lods.len() != kept.lods.len() {
            let message =
                format!("expected {} levels of detail as in the original, found {}", kept.lods.len(), own.lods.len());
            findings.warning(kinds::LOD_COUNT, Path::from([("geometry", number)]), message);
        }
        for (own, kept) in own.lods.iter_mut().zip(&kept.lods) {
            // A vertex that was moved changes the unit of distances a little.
            if (own.distance * is - kept.distance * was).abs() <= 0.05 * kept.distance * was + f32::MIN_POSITIVE {
                own.distance = kept.distance;
            }
        }
    }
}
