//! Restoration of source models from scenes.

mod animation;

pub(crate) use animation::keys;

use std::borrow::Cow;
use std::collections::HashMap;

use asset_geometry::glam::{Quat, Vec3};
use asset_scene::glam::{DAffine3, DVec3};
use asset_scene::{Array, ArrayId, Error, Id, IdMap, Primitive, Scene, Semantic, Transform, escape_name};
use binio::{Budget, Findings, Path};
use pragma_asset::udm::Element;
use pragma_asset::{Form, Model, Pose};
use scene_adapter::look::Report;
use scene_adapter::origin::{self, mismatch};

use crate::bones::{self, Bone, Bones};
use crate::bulk::{self, Bulk};
use crate::fault::{Fit, unsupported};
use crate::layout::{LAYOUT, Layout, SubMeshLayout};
use crate::{ALPHA, FORMAT, Rule, vertex, weights};

/// Restores the source model of a scene, with the changes of arrays, keys and bone transforms, or returns `None` if the source is no model. If the scene
/// carries the file, it is [updated](crate::update()), and what wasn't edited keeps its bytes; with moved bones, and without the file, packed arrays are
/// packed anew.
///
/// # Errors
/// The scene doesn't have the vertices, indices, primitives, bones or animations of its source any more, or a node moves a mesh:
/// [`create()`](crate::create()) a new model then. Also the errors of [`Scene::check`].
pub fn restore(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    match original(scene) {
        Some(original) if is_unedited(scene, &original) => Ok(Some(original)),
        Some(original) if !are_moved(scene, &original) => {
            let updated = crate::update(&original, scene, &crate::CreateModelOptions::default())?;
            Ok(Some(updated.model))
        }
        _ => rebuilt(scene),
    }
}

/// The model that a scene was shown from, if the scene carries its file.
pub(crate) fn original(scene: &Scene<'_>) -> Option<Model<'static>> {
    let source = scene.source.as_ref().filter(|source| source.format == FORMAT)?;
    Model::parse(source.original.as_deref()?).ok().map(Model::into_owned)
}

/// Whether a scene has the same arrays, keys and bones as the scene of its original.
pub(crate) fn is_unedited(scene: &Scene<'_>, original: &Model<'_>) -> bool {
    let Ok((shown, _)) = crate::to_scene(original, &scene.name, &origin::show_options(scene)) else { return false };
    let (Ok(Some(own)), Ok(Some(shown))) = (rebuilt(scene), rebuilt(&shown)) else { return false };
    own.document == shown.document
}

/// Whether bones of a scene aren't where the model has them: an update keeps these.
pub(crate) fn are_moved(scene: &Scene<'_>, original: &Model<'_>) -> bool {
    let mut moved = original.clone();
    move_bones(scene, &mut moved, &Bones::of(original)).is_err() || moved.document != original.document
}

/// Puts the arrays, keys and bones of a scene into the document that its layout has.
pub(crate) fn rebuilt(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let source = scene.source.as_ref();
    let Some(layout) = origin::layout::<Layout>(source, FORMAT, LAYOUT)? else { return Ok(None) };
    scene.check()?;
    let path = || Path::from("layout");
    let form = if layout.text { Form::Text } else { Form::Binary };
    let failed = |error: pragma_asset::Error| unsupported(path(), error);
    let mut model = Model::from_document(layout.document()?, form).map_err(failed)?;
    let mut budget = origin::budget(scene);
    let bones = Bones::of(&model);
    move_bones(scene, &mut model, &bones)?;
    let restorer = Restorer { scene, bones: &bones };
    for (number, sub_mesh) in layout.sub_meshes.iter().enumerate() {
        let data = sub_mesh.data_in(model.document.data_mut());
        let restored = match data {
            Some(data) => restorer.sub_mesh(sub_mesh, data, &mut budget),
            None => Err("the document hasn't got it"),
        };
        restored.map_err(|why| mismatch(Path::from([("sub mesh", number)]), why))?;
    }
    check_meshes(scene, &layout)?;
    check_shown(scene, &model)?;
    animation::restore(scene, &layout, &mut model, &bones, &mut budget)?;
    match model.encoded_len() {
        Ok(_) => Ok(Some(model.into_owned())),
        Err(error) => Err(mismatch(path(), error)),
    }
}

/// Returns the scene's material for each material of a restored model, or `None` for a material without sub meshes in the scene. If the sub meshes of
/// one material have several now, the first is used, which is reported.
pub fn restored_materials(
    scene: &Scene<'_>,
    model: &Model<'_>,
    findings: &mut Findings,
) -> Vec<Option<Id<asset_scene::Material>>> {
    let mut materials = vec![None; model.materials().len()];
    let layout = origin::layout::<Layout>(scene.source.as_ref(), FORMAT, LAYOUT).ok().flatten();
    let skins = model.skins();
    let mut indices = HashMap::new();
    for group in model.mesh_groups() {
        for (mesh, sub_meshes) in group.meshes().iter().enumerate() {
            for (number, sub_mesh) in sub_meshes.meshes().iter().enumerate() {
                let place = (escape_name(&group.name), mesh, number);
                indices.entry(place).or_insert(sub_mesh.material_index() as usize);
            }
        }
    }
    let mut is_shared = vec![false; materials.len()];
    for sub_mesh in layout.iter().flat_map(|layout| &layout.sub_meshes) {
        let index = indices.get(&(sub_mesh.group.clone(), sub_mesh.mesh, sub_mesh.sub_mesh)).copied();
        let (mesh, primitive) = sub_mesh.place;
        let primitive = scene.meshes.get(Id::new(mesh)).and_then(|mesh| mesh.primitives.get(primitive));
        let (Some(index), Some(primitive)) = (index, primitive) else { continue };
        let usual = std::iter::once((0, primitive.material));
        let variants = primitive.variants.iter().map(|(skin, material)| (*skin, Some(*material)));
        for (skin, material) in usual.chain(variants) {
            let number = skins.get(skin).and_then(|skin| skin.materials.get(index)).map(|number| *number as usize);
            let places = number.and_then(|number| materials.get_mut(number).zip(is_shared.get_mut(number)));
            let (Some((place, is_shared)), Some(_)) = (places, material) else { continue };
            *is_shared |= place.is_some() && *place != material;
            *place = place.or(material);
        }
    }
    for (number, _) in is_shared.iter().enumerate().filter(|(_, is_shared)| **is_shared) {
        Report::about([("material", number)], findings).tell(Rule::SharedMaterial, "");
    }
    materials
}

/// Checks that the scene has no primitives outside of the layout.
fn check_meshes(scene: &Scene<'_>, layout: &Layout) -> Result<(), Error> {
    let mut known: HashMap<usize, usize> = HashMap::new();
    layout.sub_meshes.iter().for_each(|sub_mesh| {
        let count = known.entry(sub_mesh.place.0).or_default();
        *count = count.saturating_add(1);
    });
    for (number, mesh) in scene.meshes.iter().enumerate() {
        if known.get(&number).copied().unwrap_or_default() != mesh.primitives.len() {
            return Err(mismatch(Path::from([("mesh", number)]), "another number of primitives"));
        }
    }
    Ok(())
}

/// Checks that nodes and morph targets are as the model shows them, which no array of the layout has.
fn check_shown(scene: &Scene<'_>, model: &Model<'_>) -> Result<(), Error> {
    let (shown, _) = crate::to_scene(model, &scene.name, &origin::show_options(scene))?;
    let root = DAffine3::from_scale(DVec3::splat(crate::METRES_PER_UNIT.into()));
    origin::check_arrangement(scene, &shown, root)?;
    for ((id, mesh), known) in scene.meshes.enumerate().zip(&shown.meshes) {
        let mut pairs = mesh.primitives.iter().zip(&known.primitives);
        if !pairs.all(|(own, known)| targets_are_same((scene, own), (&shown, known))) {
            return Err(mismatch(Path::from([("mesh", id.index())]), "its morph targets were edited"));
        }
    }
    Ok(())
}

/// Whether two primitives have the same morph targets but for rounding.
fn targets_are_same((scene, own): (&Scene<'_>, &Primitive), (shown, known): (&Scene<'_>, &Primitive)) -> bool {
    let deltas = |scene: &Scene<'_>, primitive: &Primitive, target: usize, semantic: &Semantic| {
        let array = primitive.target_attribute(target, semantic)?;
        scene[array].to_f32s::<3>()
    };
    own.targets.len() == known.targets.len()
        && (0..own.targets.len()).all(|target| {
            [Semantic::Position, Semantic::Normal].iter().all(|semantic| {
                let (a, b) = (deltas(scene, own, target, semantic), deltas(shown, known, target, semantic));
                // Without deltas, nothing moves.
                let count = a.as_ref().or(b.as_ref()).map_or(0, Vec::len);
                let at = |deltas: &Option<Vec<[f32; 3]>>, vertex: usize| {
                    deltas.as_ref().map_or(Some(Vec3::ZERO), |deltas| deltas.get(vertex).map(|row| Vec3::from(*row)))
                };
                (0..count).all(|vertex| match (at(&a, vertex), at(&b, vertex)) {
                    (Some(a), Some(b)) => {
                        (a - b).length() <= 1e-5 * (1e-2 + b.length())
                            || a.to_array().map(f32::to_bits) == b.to_array().map(f32::to_bits)
                    }
                    _ => false,
                })
            })
        })
}

/// Changes the reference poses of bones whose nodes were moved.
fn move_bones(scene: &Scene<'_>, model: &mut Model<'_>, bones: &Bones) -> Result<(), Error> {
    let Some(skeleton) = model.skeleton() else { return Ok(()) };
    let mut poses: IdMap<Bone, Pose> = IdMap::new(skeleton.bones.iter().map(|bone| bone.pose).collect());
    let mut moved: Vec<(String, Pose)> = Vec::new();
    let mut has_moved: IdMap<Bone, bool> = IdMap::filled(false, skeleton.bones.len());
    // Parents before children.
    for &place in skeleton.hierarchy.depth_first() {
        let Some(bone) = skeleton.bones.get(place) else { continue };
        let place = Id::new(place);
        let path = || Path::from([("node", Bones::node(place).index())]);
        let node = scene.nodes.get(Bones::node(place)).ok_or_else(|| mismatch(path(), "missing"))?;
        if node.name != escape_name(&bone.name) {
            return Err(mismatch(path(), "another name"));
        }
        if node.parent != Some(bones::parent_node(bone)) {
            return Err(mismatch(path(), "another parent"));
        }
        let local = local(&node.transform).ok_or_else(|| mismatch(path(), "a matrix where a bone has parts"))?;
        let parent = bone.parent.map(Id::new);
        let above = parent.is_some_and(|parent| has_moved[parent]);
        if bones::close(&local, &bones.local(place)) && !above {
            continue;
        }
        let name = bone.name.as_str().ok_or_else(|| mismatch(path(), "moved, with a name that is no text"))?;
        let pose = parent.map_or(local, |parent| poses[parent] * local);
        (poses[place], has_moved[place]) = (pose, true);
        moved.push((name.to_owned(), pose));
    }
    for (name, pose) in moved {
        model.set_bone_pose(&name, &pose).map_err(|error| unsupported(Path::from("skeleton"), error))?;
    }
    Ok(())
}

fn local(transform: &Transform) -> Option<Pose> {
    let Transform::Trs { translation, rotation, scale } = *transform else { return None };
    Some(Pose { origin: Vec3::from(translation), rotation: Quat::from_array(rotation), scale: Vec3::from(scale) })
}

struct Restorer<'s> {
    scene: &'s Scene<'s>,
    bones: &'s Bones,
}

impl Restorer<'_> {
    /// Puts the arrays of a primitive back into the data of a sub mesh.
    fn sub_mesh(&self, layout: &SubMeshLayout, data: &mut Element<'_>, budget: &mut Budget) -> Fit<()> {
        let (mesh, primitive) = layout.place;
        let primitive = self.scene.meshes.get(Id::new(mesh)).and_then(|mesh| mesh.primitives.get(primitive));
        let primitive = primitive.ok_or("it is missing")?;
        let positions = primitive.attribute(&Semantic::Position).map(|array| &self.scene[array]);
        if positions.is_none_or(|positions| positions.count != layout.vertices) {
            return Err("another number of vertices");
        }
        // Of all the arrays together.
        budget.spend((layout.vertices as u64).saturating_mul(192)).map_err(|_| "far more than the arrays have")?;
        budget.spend((layout.indices as u64).saturating_mul(4)).map_err(|_| "far more than the arrays have")?;
        for bulk in layout.bulk() {
            let place = bulk.of_mut(data).ok_or("an array that the document hasn't got")?;
            let (count, items) = self.items(bulk, layout, primitive, place)?;
            bulk::put_back(place, count, items)?;
        }
        Ok(())
    }

    fn items(
        &self,
        bulk: Bulk,
        layout: &SubMeshLayout,
        primitive: &Primitive,
        place: &pragma_asset::udm::Array<'_>,
    ) -> Fit<(usize, Vec<u8>)> {
        let count = layout.vertices;
        let attribute = |semantic: &Semantic| self.array(primitive.attribute(semantic));
        let joints = |set: u32, joints: &Option<weights::Joints>| {
            let record = weights::record(place).ok_or("weights of another kind")?;
            let layout = joints.as_ref().ok_or("no weights")?;
            let (joints, weights) = (attribute(&Semantic::Joints(set))?, attribute(&Semantic::Weights(set))?);
            weights::unresolve(joints, weights, count, (record, layout, self.bones)).ok_or("weights of another kind")
        };
        let items = match bulk {
            Bulk::Vertices => self.vertices(layout, primitive, place)?,
            Bulk::Indices => return indices(self.array(primitive.indices)?, layout.indices, place),
            Bulk::UvSet(set) => {
                let number =
                    layout.uv_sets.iter().position(|known| *known == set).ok_or("a uv set that isn't listed")?;
                let first = usize::from(has_uvs(primitive, layout));
                vertex::floats(attribute(&Semantic::TexCoord(first.saturating_add(number) as u32))?, 2, count)
                    .ok_or("uvs of another kind")?
            }
            Bulk::Weights => joints(0, &layout.weights)?,
            Bulk::ExtendedWeights => joints(1, &layout.extended_weights)?,
            Bulk::Alphas => {
                let alphas = attribute(&Semantic::Custom(ALPHA.to_owned()))?;
                vertex::floats(alphas, 2, count).ok_or("alphas of another kind")?
            }
        };
        Ok((count, items))
    }

    fn array(&self, array: Option<ArrayId>) -> Fit<&Array<'_>> {
        array.map(|array| &self.scene[array]).ok_or("an attribute is missing")
    }

    fn vertices(
        &self,
        layout: &SubMeshLayout,
        primitive: &Primitive,
        place: &pragma_asset::udm::Array<'_>,
    ) -> Fit<Vec<u8>> {
        let record = vertex::record(place).filter(|record| record.is_complete).ok_or("vertices of another kind")?;
        let count = layout.vertices;
        let mut vertices = vec![0; count.checked_mul(record.stride).ok_or("too many vertices")?];
        for column in &record.columns {
            let array = match &layout.no_tangents {
                Some(value) if column.semantic == Semantic::Tangent => {
                    let value = value.0.get(..16).ok_or("tangents of another size")?;
                    Cow::Owned(vertex::repeated(value, count))
                }
                _ => Cow::Borrowed(self.array(primitive.attribute(&column.semantic))?),
            };
            column.put(&array, &mut vertices, record.stride).ok_or("an attribute of another kind")?;
        }
        Ok(vertices)
    }
}

/// Whether the first of a primitive's uvs are among the vertices: then the sets count from 1.
fn has_uvs(primitive: &Primitive, layout: &SubMeshLayout) -> bool {
    let last = Semantic::TexCoord(layout.uv_sets.len() as u32);
    primitive.attribute(&last).is_some()
}

/// Indices in the width that they are stored in.
fn indices(array: &Array<'_>, count: usize, place: &pragma_asset::udm::Array<'_>) -> Fit<(usize, Vec<u8>)> {
    let indices = array.to_u32s().filter(|indices| indices.len() == count).ok_or("another number of indices")?;
    let mut items = Vec::with_capacity(indices.len().saturating_mul(4));
    for index in indices {
        if place.item_type() == pragma_asset::udm::Type::U16 {
            items.extend(u16::try_from(index).map_err(|_| "an index that doesn't fit")?.to_le_bytes());
        } else {
            items.extend(index.to_le_bytes());
        }
    }
    Ok((count, items))
}
