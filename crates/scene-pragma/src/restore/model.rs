//! A scene back into the model it came from.

use std::borrow::Cow;
use std::collections::HashMap;

use asset_geometry::glam::{Quat, Vec3};
use binio::{Budget, Limits, Path};
use pragma_asset::udm::Element;
use pragma_asset::{Form, Model, Pose};
use serde::Deserialize;

use super::bulk::{self, Bulk};
use super::layout::{Fit, LAYOUT, Layout, SubMeshLayout, unsupported};
use super::skin::{self, Bones, ROOT};
use super::{FORMAT, mesh, restore_animation, vertex, weights};
use crate::error::unfit;
use crate::{Array, Error, Primitive, Scene, Semantic, Transform, escape_name};

/// Gives back the model that a scene came from.
///
/// `None` if it came from something else. With the blocks of the sources it is the same document byte for byte; whoever stores scenes
/// gives blocks back only while the arrays that they repeat are unchanged. Without them it holds the same, but what is packed is packed
/// anew, which other compressors do in other bytes.
///
/// Bones whose place has changed get another reference pose; everything that the scene doesn't say is as it was.
///
/// # Errors
/// Where the scene is no longer what the layout says: another number of vertices, indices, primitives or bones, bones of other names or
/// below others, animations that weren't there or are missing, arrays of another kind. It has to be made into a new model then. Also what
/// [`Scene::check`] says.
pub fn restore_model(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(source) = scene.source.as_ref().filter(|source| source.format == FORMAT) else { return Ok(None) };
    scene.check()?;
    let path = || Path::from("layout");
    let layout = Layout::deserialize(&source.layout).map_err(|error| unfit(path(), error))?;
    if layout.layout != LAYOUT {
        return Err(unfit(path(), format!("it has the number {}", layout.layout)));
    }
    let form = if layout.text { Form::Text } else { Form::Binary };
    let failed = |error: pragma_asset::Error| unsupported(path(), error);
    let mut model = Model::from_document(layout.document()?, form).map_err(failed)?;
    let mut budget = budget(scene);
    let bones = Bones::of(&model);
    move_bones(scene, &mut model, &bones)?;
    let blocks = source.blocks.iter().map(|block| (block.name.as_str(), &*block.data)).collect();
    let restorer = Restorer { scene, blocks, bones: &bones };
    for (number, sub_mesh) in layout.sub_meshes.iter().enumerate() {
        let data = bulk::sub_mesh(model.document.data_mut(), sub_mesh);
        let restored = match data {
            Some(data) => restorer.sub_mesh(number, sub_mesh, data, &mut budget),
            None => Err("the document hasn't got it"),
        };
        restored.map_err(|why| unfit(Path::from([("sub mesh", number)]), why))?;
    }
    check_meshes(scene, &layout)?;
    restore_animation::restore(scene, &layout, &mut model, &bones, &mut budget)?;
    match model.encoded_len() {
        Ok(_) => Ok(Some(model.into_owned())),
        Err(error) => Err(unfit(path(), error)),
    }
}

/// What the layout makes of arrays can't be much more than the arrays: only sharing multiplies.
fn budget(scene: &Scene<'_>) -> Budget {
    let stored = scene.arrays.iter().map(|array| array.row_size().saturating_mul(array.count) as u64);
    let mut limits = Limits::default();
    limits.max_expanded_bytes = (1 << 26) + 16 * stored.fold(0, u64::saturating_add);
    limits.budget()
}

/// There are no primitives but those of the layout.
fn check_meshes(scene: &Scene<'_>, layout: &Layout) -> Result<(), Error> {
    let mut known: HashMap<usize, usize> = HashMap::new();
    layout.sub_meshes.iter().for_each(|sub_mesh| *known.entry(sub_mesh.place.0).or_default() += 1);
    for (number, mesh) in scene.meshes.iter().enumerate() {
        if known.get(&number).copied().unwrap_or_default() != mesh.primitives.len() {
            return Err(unfit(Path::from([("mesh", number)]), "another number of primitives"));
        }
    }
    Ok(())
}

/// Gives bones another reference pose where their nodes stand elsewhere than the model has them.
fn move_bones(scene: &Scene<'_>, model: &mut Model<'_>, bones: &Bones) -> Result<(), Error> {
    let Some(skeleton) = model.skeleton() else { return Ok(()) };
    let mut poses: Vec<Pose> = skeleton.bones.iter().map(|bone| bone.pose).collect();
    let mut moved: Vec<(String, Pose)> = Vec::new();
    let mut has_moved = vec![false; poses.len()];
    // Parents before children.
    for &place in skeleton.hierarchy.depth_first() {
        let path = || Path::from([("node", Bones::node(place))]);
        let Some(bone) = skeleton.bones.get(place) else { continue };
        let node = scene.nodes.get(Bones::node(place)).ok_or_else(|| unfit(path(), "missing"))?;
        if node.name != escape_name(&bone.name) {
            return Err(unfit(path(), "another name"));
        }
        if node.parent != Some(bone.parent.map_or(ROOT, Bones::node)) {
            return Err(unfit(path(), "another parent"));
        }
        let local = local(&node.transform).ok_or_else(|| unfit(path(), "a matrix where a bone has parts"))?;
        let above = bone.parent.is_some_and(|parent| has_moved.get(parent) == Some(&true));
        if skin::close(&local, &bones.local(place)) && !above {
            continue;
        }
        let name = bone.name.as_str().ok_or_else(|| unfit(path(), "moved, with a name that is no text"))?;
        let parent = bone.parent.and_then(|parent| poses.get(parent)).copied().unwrap_or_default();
        let pose = parent * local;
        if let (Some(place_of), Some(flag)) = (poses.get_mut(place), has_moved.get_mut(place)) {
            (*place_of, *flag) = (pose, true);
        }
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
    blocks: HashMap<&'s str, &'s [u8]>,
    bones: &'s Bones,
}

impl Restorer<'_> {
    /// Puts the arrays of a primitive back into the data of a sub mesh.
    fn sub_mesh(&self, number: usize, layout: &SubMeshLayout, data: &mut Element<'_>, budget: &mut Budget) -> Fit<()> {
        let (mesh, primitive) = layout.place;
        let primitive = self.scene.meshes.get(mesh).and_then(|mesh| mesh.primitives.get(primitive));
        let primitive = primitive.ok_or("it is missing")?;
        let positions = primitive.attribute(&Semantic::Position).and_then(|array| self.scene.arrays.get(array));
        if positions.is_none_or(|positions| positions.count != layout.vertices) {
            return Err("another number of vertices");
        }
        // Of all the arrays together.
        budget.spend((layout.vertices as u64).saturating_mul(192)).map_err(|_| "far more than the arrays have")?;
        budget.spend((layout.indices as u64).saturating_mul(4)).map_err(|_| "far more than the arrays have")?;
        for bulk in layout.bulk() {
            let place = bulk.of_mut(data).ok_or("an array that the document hasn't got")?;
            let block = self.blocks.get(bulk.block_name(number).as_str()).copied();
            let (count, items) = self.items(bulk, layout, primitive, place)?;
            bulk::put_back(place, count, items, block)?;
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
                let number = layout.uv_sets.iter().position(|known| *known == set).unwrap_or_default();
                let first = usize::from(has_uvs(primitive, layout));
                vertex::floats(attribute(&Semantic::TexCoord((first + number) as u32))?, 2, count)
                    .ok_or("uvs of another kind")?
            }
            Bulk::Weights => joints(0, &layout.weights)?,
            Bulk::ExtendedWeights => joints(1, &layout.extended_weights)?,
            Bulk::Alphas => {
                let alphas = attribute(&Semantic::Custom(mesh::ALPHA.to_owned()))?;
                vertex::floats(alphas, 2, count).ok_or("alphas of another kind")?
            }
        };
        Ok((count, items))
    }

    fn array(&self, array: Option<usize>) -> Fit<&Array<'_>> {
        array.and_then(|array| self.scene.arrays.get(array)).ok_or("an attribute is missing")
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
    let mut items = Vec::with_capacity(count * 4);
    for index in indices {
        if place.item_type() == pragma_asset::udm::Type::U16 {
            items.extend(u16::try_from(index).map_err(|_| "an index that doesn't fit")?.to_le_bytes());
        } else {
            items.extend(index.to_le_bytes());
        }
    }
    Ok((count, items))
}
