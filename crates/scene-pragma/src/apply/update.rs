//! Updates the original model, using the edits in a scene.

mod bones;
mod clip;
mod faces;
mod parts;
mod settle;
mod shown;

use std::collections::HashMap;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use asset_scene::appearance::{Level, appearances};
use asset_scene::world::World;
use asset_scene::{Error, Id, Material, Mesh, Node, Primitive, Scene, Semantic, curve, escape_name, unescape_name};
use binio::{Findings, Name, Path};
use pragma_asset::model::Skin;
use pragma_asset::udm::Value;
use pragma_asset::{MeshData, MeshId, Model};
use scene_adapter::surface::{self, Target};
use scene_adapter::{origin, same, tell_bare_primitives, tell_unwritten_nodes};

use crate::ALPHA;
use crate::apply::create::faces::frames;
use crate::apply::create::mesh::{add_tangents, data, prepared, tell_attributes};
use crate::apply::create::rig::{self, Rig};
use crate::apply::create::{CreateModelOptions, CreatedModel, check};
use crate::export;
use crate::fault::unsupported;
use crate::kinds;
use crate::look::known::{KnownMaterials, plain};
use crate::sub_mesh::ShownSubMesh;
use faces::Morphs;
use settle::{Comparison, settle};
use shown::Shown;

/// Writes the edits in a scene into the original model.
///
/// Use this to bring an edited glTF back to the `.pmdl` that it was converted from; [`original`](crate::original())
/// reads that model from the scene. If nothing was edited, you get the original, bit for bit. Otherwise only the edited
/// parts change:
///
/// * This writes vertices, weights, the materials of sub meshes, morph targets, the reference poses of bones, and the
///   frames of animations.
/// * This adds new meshes, primitives, materials and morph targets. They become groups that will be drawn, sub meshes
///   in the group, entries in the skins, and flexes.
/// * The model keeps flags, frame rates, the fading and events of animations, hit boxes, collision meshes, attachments,
///   joints, levels of detail, body groups, skins, flexes and unknown data. This does not remove anything that is
///   missing in the scene.
/// * Rounding by other programs doesn't count as an edit.
///
/// To find a group, this uses the name of its node or mesh, to find a sub mesh its material, and to find a bone or
/// animation its name. But if there is only one old animation name left, and only one new name, the animation was
/// renamed. The scene must use the skeleton of the model. Call [`Scene::take_skeleton_of`] first if the scene comes
/// from elsewhere.
///
/// # Errors
/// Returns the same errors as [`create()`](crate::create()).
pub fn update(original: &Model<'_>, scene: &Scene<'_>, options: &CreateModelOptions) -> Result<CreatedModel, Error> {
    check(scene, options)?;
    let mut findings = Findings::new();
    let mut budget = options.limits.budget();
    let (before, sub_meshes, _) = export::animated(original, &scene.name, &origin::show_options(scene))?;
    let renamed = scene.renamed_joints(&before);
    let plain = bones::with_old_names(scene, &before, &renamed);
    let new_names: Vec<(&str, &str)> =
        renamed.iter().map(|(now, was)| (before[*was].name.as_str(), scene[*now].name.as_str())).collect();
    let scene = &plain;
    tell_unwritten_nodes(&before, scene, &mut findings);
    tell_bare_primitives(&before, scene, &mut findings);
    let world = World::new(scene);
    let all = appearances(scene, &world, &mut findings);
    surface::spend(scene, &all, &mut budget, &mut findings)?;
    curve::spend(scene, scene.animations.iter().flat_map(|animation| &animation.channels), &mut budget)?;
    rig::spend_all(scene, &mut budget)?;
    let rig = Rig::new(scene, world, f64::from(options.scale), &mut Findings::new());
    let bones = bones::numbers(original, &rig, &mut findings);
    let morphs = Morphs::of(original, &mut budget)?;
    let mut model = original.clone().into_owned();
    bones::move_bones(scene, &mut model, &mut findings)?;
    let meshes = original.meshes();
    let (stored, groups) = (stored(&meshes), HashMap::new());
    let mut users: HashMap<u32, usize> = HashMap::new();
    for mesh in stored.values() {
        let count = users.entry(mesh.material_index()).or_default();
        *count = count.saturating_add(1);
    }
    let shown = Shown::new(&before, scene, options);
    let looks = KnownMaterials::of(scene);
    let bounds = Bounds::UNDEFINED;
    let smooth = options.smooth;
    let scale = options.scale;
    let rig = &rig;
    let mut work =
        Work { scene, rig, bones, model, stored, users, groups, morphs, findings, bounds, shown, looks, smooth, scale };
    let levels: Vec<(Level, bool)> = all
        .into_iter()
        .flat_map(|appearance| appearance.levels.into_iter().zip(0..))
        .map(|(level, number)| (level, number > 0))
        .collect();
    for (level, own) in parts::paired(scene, &levels, &before, &mut work.findings) {
        own.into_iter().for_each(|own| work.tell_skins(&level, own, &before));
        if own.is_some_and(|own| work.shown.draws_alike((scene, &work.looks), &level, own)) {
            continue;
        }
        let is_own = |sub_mesh: &&ShownSubMesh| own.is_some_and(|own| sub_mesh.place.0 == own.index());
        let places: Vec<&ShownSubMesh> = sub_meshes.iter().filter(is_own).collect();
        work.mesh(&level, &places, &before, &mut budget)?;
    }
    work.widen();
    let names = clip::animations(&mut work, original, &before, options, &mut budget)?;
    work.morphs.write(&mut work.model, &mut work.findings)?;
    let rate = f32::from(options.frames_per_second);
    faces::animations(&mut work.model, (scene, &before), (&names, rate), (&mut budget, &mut work.findings))?;
    bones::rename(&new_names, &mut work.model, &mut work.findings);
    let materials = work.materials();
    Ok(CreatedModel { model: work.model, materials, findings: work.findings })
}

/// The sub meshes of a model, by group (escaped), mesh and sub mesh.
type Stored<'m> = HashMap<(String, usize, usize), &'m pragma_asset::Mesh<'m>>;

/// Returns the sub meshes of a model. If more than one is in the same place, this uses the first.
fn stored<'m>(meshes: &'m [pragma_asset::Mesh<'m>]) -> Stored<'m> {
    let placed = |mesh: &'m pragma_asset::Mesh<'m>| {
        let id = mesh.id();
        ((escape_name(&id.group), id.mesh, id.sub_mesh), mesh)
    };
    meshes.iter().rev().map(placed).collect()
}

/// The state while a model is updated.
struct Work<'s> {
    scene: &'s Scene<'s>,
    rig: &'s Rig,
    /// For each bone of the rig, its number in the model.
    bones: Vec<i32>,
    model: Model<'static>,
    /// The sub meshes before any change.
    stored: Stored<'s>,
    /// For each material index, the number of sub meshes that use it.
    users: HashMap<u32, usize>,
    /// The group indices by name.
    groups: HashMap<Name<'static>, u32>,
    morphs: Morphs,
    findings: Findings,
    /// The bounding box around all new vertices.
    bounds: Bounds,
    shown: Shown<'s>,
    looks: KnownMaterials,
    /// The angle up to which a mesh without normals should be smooth. See `CreateModelOptions::smooth`.
    smooth: Option<f32>,
    /// How many units of the model a metre is.
    scale: f32,
}

impl Work<'_> {
    /// Reports edited materials in skins after the first, because this can't write them.
    fn tell_skins(&mut self, level: &Level, own: Id<Mesh>, before: &Scene<'_>) {
        let (now, known) = (&self.scene[level.mesh].primitives, &before[own].primitives);
        let is_other = |(now, known): (&Primitive, &Primitive)| {
            now.variants.iter().any(|(skin, material)| {
                let known = known.variants.iter().find(|(known, _)| known == skin);
                known.is_some_and(|(_, known)| !self.looks.is_called(*material, &before[*known].name))
            })
        };
        if now.len() == known.len() && now.iter().zip(known).any(is_other) {
            let message = "materials of further skins were edited, which isn't written";
            let path = Path::from("mesh").name(self.scene[level.mesh].name.as_bytes());
            self.findings.note(scene_adapter::kinds::PART_NOT_WRITTEN, path, message);
        }
    }

    /// Writes the primitives of a node into the sub meshes of a group.
    fn mesh(
        &mut self,
        level: &Level,
        places: &[&ShownSubMesh],
        before: &Scene<'_>,
        budget: &mut binio::Budget,
    ) -> Result<(), Error> {
        let mesh = &self.scene[level.mesh];
        let path = Path::from("mesh").name(mesh.name.as_bytes());
        let pairs = parts::primitives((self.scene, &self.looks), level.mesh, before, places);
        let near = self.near(level);
        for (number, place) in pairs.iter().enumerate() {
            let path = path.clone().item("primitive", number);
            let Some(primitive) = mesh.primitives.get(number) else { continue };
            let Some(mut surface) = prepared(self.scene, level, number, self.smooth, &mut self.findings)? else {
                continue;
            };
            let place = place.and_then(|place| places.get(place).copied());
            match place {
                None => tell_attributes(primitive, &path, &mut self.findings),
                Some(_) => {
                    // The model has its alphas still; if it loses them, that is told below.
                    let mut own = primitive.clone();
                    own.attributes.retain(|attribute| attribute.semantic != Semantic::Custom(ALPHA.to_owned()));
                    tell_attributes(&own, &path, &mut self.findings);
                }
            }
            if place.is_none_or(|place| !place.lacks_tangents) {
                add_tangents(&mut surface, &path, &mut self.findings);
            }
            let (mut made, mut targets) = data(surface, level, self.rig);
            for bone in made.bones.iter_mut().flatten() {
                let known = usize::try_from(*bone).ok().and_then(|bone| self.bones.get(bone));
                *bone = known.copied().unwrap_or(-1);
            }
            let (id, keeps) = match place {
                Some(place) => {
                    let Some(mut stored) = self.stored(place, budget)? else { continue };
                    let known = parts::material(before, Id::new(place.place.0), place.place.1);
                    let is_known = |own| known.is_some_and(|known| self.looks.is_called(own, known));
                    if primitive.material.is_some_and(|own| !is_known(own)) {
                        stored.material_index = self.replaced_index(&stored, primitive.material);
                    }
                    let how = Comparison { near, has_tangents: primitive.attribute(&Semantic::Tangent).is_some() };
                    self.put(place, stored, made, &mut targets, how, &path)?
                }
                None => (self.add(level, places, (primitive, made), &path)?, false),
            };
            let frames = frames(&targets, &path, &mut self.findings);
            let named = mesh.morph_names.iter().map(String::as_str).zip(frames).collect();
            let place = (self.group_index(&id.group), id.mesh as u32, id.sub_mesh as u32);
            self.morphs.replace(place, named, keeps, (&path, &mut self.findings));
        }
        let used: Vec<usize> = pairs.iter().flatten().copied().collect();
        let left = (0..places.len()).filter(|place| !used.contains(place)).count();
        if left > 0 {
            self.findings.warning(
                kinds::SUB_MESHES_KEPT,
                path,
                format!("sub meshes of the original that no primitive has the material of stay as they were: {left}"),
            );
        }
        Ok(())
    }

    /// Returns the distance up to which positions in a mesh are the same, in units of the model.
    fn near(&self, level: &Level) -> f32 {
        let arrays = self.scene[level.mesh].primitives.iter().filter_map(|own| own.attribute(&Semantic::Position));
        let rows = arrays.filter_map(|array| self.scene[array].map_rows(Vec3::from_array));
        let positions: Vec<Vec3> = rows.flatten().collect();
        same::rounding(&positions, level.skin.is_some()) * self.scale
    }

    /// Adds a sub mesh that is not in the original. It is added to the same group as the others, or to a new group,
    /// which will be drawn.
    fn add(
        &mut self,
        level: &Level,
        places: &[&ShownSubMesh],
        (primitive, made): (&Primitive, MeshData),
        path: &Path,
    ) -> Result<MeshId<'static>, Error> {
        let failed = |error| unsupported(path.clone(), error);
        let material_index = self.material_index(primitive.material);
        let own = match node_name(self.scene, level.node) {
            "" => "mesh",
            name => plain(name),
        };
        let name = unescape_name(places.first().map_or(own, |place| &place.group));
        let group = String::from_utf8_lossy(&name).into_owned();
        self.bounds = self.bounds.merge(made.bounds());
        let made = MeshData { name: own.to_owned(), material_index, ..made };
        let id = self.model.add_mesh(&group, &made).map_err(failed)?;
        let mut drawn = self.model.base_mesh_groups();
        let index = self.model.mesh_groups().iter().find(|known| known.name == group.as_str()).map(|known| known.index);
        if let Some(index) = index.filter(|index| places.is_empty() && !drawn.contains(index)) {
            drawn.push(index);
            self.model.set_base_mesh_groups(&drawn);
        }
        self.findings.note(
            kinds::SUB_MESH_ADDED,
            path.clone(),
            format!("is new: sub mesh {} of the group {group:?}", id.sub_mesh),
        );
        Ok(id)
    }

    /// Returns the index to use when a sub mesh has another material now. If nothing else uses the old material, this
    /// replaces the old material.
    fn replaced_index(&mut self, stored: &MeshData, material: Option<Id<Material>>) -> u32 {
        let own = stored.material_index;
        let skins = self.model.skins();
        let number = match skins.as_slice() {
            [] => Some(own),
            [skin] => skin.materials.get(own as usize).copied(),
            _ => None,
        };
        let shown = self.users.get(&own).copied().unwrap_or_default();
        let entries = skins.iter().flat_map(|skin| &skin.materials).filter(|entry| Some(**entry) == number).count();
        let name = material.map_or(crate::apply::create::WHITE, |material| &self.scene[material].name);
        let known = self.model.materials().iter().any(|known| escape_name(known.as_bytes()) == name);
        if let (Some(number), 1, 0..=1, false) = (number, shown, entries, known) {
            let name = String::from_utf8_lossy(&unescape_name(name)).into_owned();
            if self.model.rename_materials([(number as usize, name.as_str())]).is_ok() {
                return own;
            }
        }
        self.material_index(material)
    }

    /// Returns the index of a material in the first skin, and adds the material if it is new.
    fn material_index(&mut self, material: Option<Id<Material>>) -> u32 {
        let name = material.map_or(crate::apply::create::WHITE, |material| &self.scene[material].name);
        let mut names: Vec<String> =
            self.model.materials().iter().map(|name| String::from_utf8_lossy(name.as_bytes()).into_owned()).collect();
        let known = |name: &str| names.iter().position(|known| escape_name(known.as_bytes()) == name);
        let found = known(name).or_else(|| known(plain(name)));
        let number = found.unwrap_or_else(|| {
            self.findings.note(kinds::MATERIAL_ADDED, "materials", format!("{name:?} is new"));
            names.push(String::from_utf8_lossy(&unescape_name(name)).into_owned());
            self.model.set_materials(&names.iter().map(String::as_str).collect::<Vec<_>>());
            names.len().saturating_sub(1)
        }) as u32;
        let mut skins = self.model.skins();
        if skins.is_empty() {
            skins.push(Skin::default());
        }
        let first = skins.first().map(|skin| skin.materials.clone()).unwrap_or_default();
        if let Some(slot) = first.iter().position(|known| *known == number) {
            return slot as u32;
        }
        let width = skins.iter().map(|skin| skin.materials.len()).max().unwrap_or_default();
        for skin in &mut skins {
            for slot in skin.materials.len()..width {
                skin.materials.push(first.get(slot).copied().unwrap_or(number));
            }
            skin.materials.push(number);
        }
        self.model.set_skins(&skins);
        width as u32
    }

    /// Returns the index of a group.
    fn group_index(&mut self, group: &Name<'static>) -> u32 {
        let model = &self.model;
        *self.groups.entry(group.clone()).or_insert_with_key(|group| {
            let groups = model.mesh_groups();
            groups.iter().find(|known| *known.name == **group).map_or(u32::MAX, |known| known.index)
        })
    }

    /// Reads a sub mesh as it was before any change.
    fn stored(&self, place: &ShownSubMesh, budget: &mut binio::Budget) -> Result<Option<MeshData>, Error> {
        let found = self.stored.get(&(place.group.clone(), place.mesh, place.sub_mesh));
        let failed = |error| unsupported(Path::from("original"), error);
        found.map(|mesh| MeshData::read(mesh, budget).map_err(failed)).transpose()
    }

    /// Writes the edits of a sub mesh, and removes the data of removed vertices. This changes `targets` to use the
    /// vertices of the model. Returns the index, and whether the order of the vertices has not changed.
    fn put(
        &mut self,
        place: &ShownSubMesh,
        stored: MeshData,
        mut made: MeshData,
        targets: &mut Vec<Target>,
        how: Comparison,
        path: &Path,
    ) -> Result<(MeshId<'static>, bool), Error> {
        made.name.clone_from(&stored.name);
        made.material_index = stored.material_index;
        for (known, own) in stored.uv_sets.iter().map(|(name, _)| name).zip(&mut made.uv_sets) {
            own.0.clone_from(known);
        }
        let lost = stored.uv_sets.len().saturating_sub(made.uv_sets.len());
        if lost > 0 {
            let message = format!("sets of texture coordinates that the scene hasn't got: {lost}");
            self.findings.loss(kinds::UV_SETS_LOST, path.clone(), message);
        }
        if made.tangents.is_empty() && !stored.tangents.is_empty() && !place.lacks_tangents {
            self.findings.warning(
                kinds::NO_TANGENTS,
                path.clone(),
                "has no tangents: it needs texture coordinates for them",
            );
        }
        let settled = settle(&stored, made, targets, how);
        *targets = settled.targets(targets);
        self.bounds = self.bounds.merge(settled.data.bounds());
        if !settled.keeps_order || settled.data.positions.len() != stored.positions.len() {
            self.remove_vertex_data(place, path);
        }
        let id = place.id();
        self.model.set_mesh(&id, &settled.data).map_err(|error| unsupported(path.clone(), error))?;
        Ok((id, settled.keeps_order))
    }

    /// Removes the data of old vertices that the scene can't have.
    fn remove_vertex_data(&mut self, place: &ShownSubMesh, path: &Path) {
        let Some(element) = place.data_in(self.model.document.data_mut()) else { return };
        for key in ["extendedVertexWeights", "alphas"] {
            let is_full = |value: &Value<'_>| value.as_array().is_some_and(|array| !array.is_empty());
            if element.get(key).is_some_and(is_full) {
                element.remove(key);
                let message = format!("{key}: there are other vertices now");
                self.findings.loss(kinds::VERTEX_DATA_LOST, path.clone(), message);
            }
        }
    }

    /// Extends the bounding box of the model to contain new vertices.
    fn widen(&mut self) {
        let (old, new) = (self.model.bounds(), self.bounds);
        if new.size().is_some() && !(old.min.cmple(new.min).all() && old.max.cmpge(new.max).all()) {
            self.model.set_bounds(&old.merge(new));
        }
    }

    /// For each material name in the model, returns the material in the scene.
    fn materials(&self) -> Vec<Option<Id<Material>>> {
        self.model.materials().iter().map(|name| self.looks.called(&escape_name(name))).collect()
    }
}

/// Returns the name of a node, or an empty name for `None`.
fn node_name<'s>(scene: &'s Scene<'_>, node: Option<Id<Node>>) -> &'s str {
    node.map_or("", |node| scene[node].name.as_str())
}
