//! Updates the original model and animations with the edits in a scene.

mod alone;
mod bones;
mod change;
mod clip;
mod difference;
mod extra;
mod levels;
mod morphs;
mod places;
mod settle;
mod unedited;
mod vertices;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use asset_scene::glam::{DAffine3, DMat4};
use asset_scene::{Error, Id, Material, Scene, escape_name};
use binio::{Findings, Path};
use scene_adapter::same::tolerance;
use scene_adapter::{origin, surface::Optimization, tell_unwritten_nodes};
use urho_mdl::{Model, Name, Skeleton, Version, VertexBuffer};

use crate::Engine;
use crate::apply::create::{CreateModelOptions, CreatedModel, Home, Origin, create};
use crate::{export, kinds, mirror};
pub use alone::updated_animation;
pub(crate) use alone::{built_alone, engine_of as engine_of_animation};
pub(crate) use clip::with_renamed;
pub use clip::{AnimationBefore, update_animation};
use extra::Extra;
use morphs::Numbers;
use places::{Place, Places};
use settle::{Pair, Settler};

/// Writes the edits of a scene into the original model.
///
/// Use this to bring an edited glTF back to the `.mdl` that it was converted from; [`original`](crate::original())
/// reads that model from the scene. An unedited scene gives the original, bit for bit. If you edit only part of a
/// model, the rest keeps its bytes:
///
/// * This changes moved vertices in place, and adds new vertices at the end of the buffer.
/// * The model keeps its version, bone names, bone collision shapes and trailing data. The bounding box only grows.
/// * Rounding by other programs doesn't count as an edit.
///
/// The `target` option is ignored if the model version stores default morph weights, because only rbfx reads such a
/// model.
///
/// The scene must use the skeleton of the model. Call [`Scene::take_skeleton_of`] first if the scene comes from
/// elsewhere.
///
/// # Errors
/// Returns the errors of [`create()`](crate::create()), and an error if the vertices need more bones than a vertex can
/// number.
pub fn update(original: &Model<'_>, scene: &Scene<'_>, options: &CreateModelOptions) -> Result<CreatedModel, Error> {
    update_as(original, scene, options, original.version)
}

/// Returns the engine to write a model version for. If it stores default morph weights, this is rbfx.
pub(crate) fn engine_of(version: Version, otherwise: Engine) -> Engine {
    if version.has_morph_weights() { Engine::Rbfx } else { otherwise }
}

/// Does the same as [`update`], but writes another version.
pub(crate) fn update_as(
    original: &Model<'_>,
    scene: &Scene<'_>,
    options: &CreateModelOptions,
    version: Version,
) -> Result<CreatedModel, Error> {
    let shown = export::show(original, &scene.name, &origin::show_options(scene))?;
    let same_version = version == original.version;
    let mut findings = Findings::new();
    tell_unwritten_nodes(&shown.scene, scene, &mut findings);
    if same_version && unedited::is_unedited(scene, &shown.scene) {
        let materials = materials_of(scene, &shown, original.geometries.len());
        return Ok(CreatedModel::new(original.clone().into_owned(), materials, findings));
    }
    let places = Places::new(&shown, scene, original);
    let options = options_for(original, options, version);
    let moved = levels::move_along(scene, &places, &mut findings);
    let built = create(moved.as_ref().unwrap_or(scene), &options)?;
    findings.extend(built.findings.clone());
    levels::tell_weights(scene, (original, version), &mut findings);
    Update { original, scene, shown: &shown.scene, places, options, findings }.of(built, version)
}

/// Returns the material for each geometry in an unedited scene. If levels differ, the finest level is used.
fn materials_of(scene: &Scene<'_>, shown: &export::Shown<'_>, count: usize) -> Vec<Option<Id<Material>>> {
    let mut materials = vec![None; count];
    let rows = scene.meshes.iter().zip(&shown.places).flat_map(|(mesh, rows)| mesh.primitives.iter().zip(rows));
    for (primitive, (geometry, _)) in rows {
        let slot: Option<&mut Option<Id<Material>>> = materials.get_mut(*geometry);
        slot.into_iter().for_each(|slot| *slot = slot.or(primitive.material));
    }
    materials
}

/// Returns the old and new names of renamed bones.
pub(crate) fn renamed_bones(original: &Model<'_>, updated: &Skeleton<'_>) -> Vec<(Name<'static>, Name<'static>)> {
    bones::renamed(original, updated)
}

/// Returns options to build a model that can be compared with its original: nothing is optimized, and there are only
/// tangents if the original has them.
fn options_for(original: &Model<'_>, options: &CreateModelOptions, version: Version) -> CreateModelOptions {
    let maps = original.geometries.iter().any(|geometry| !geometry.bone_mapping.is_empty());
    let has_tangents = |buffer: &VertexBuffer<'_>| buffer.find(urho_mdl::Semantic::TANGENT, 0).is_some();
    let has_tangents = original.vertex_buffers.iter().any(has_tangents);
    let mut options = options.clone().tangents(has_tangents);
    options.fills_tangents = has_tangents;
    options = options.optimization(Optimization::NONE);
    options.engine = engine_of(version, options.engine);
    if !maps && original.skeleton.bones.len() <= 256 {
        options = options.max_bones(256);
    }
    let mut offsets: HashMap<String, Option<DAffine3>> = HashMap::new();
    for bone in &original.skeleton.bones {
        let columns = mirror::columns(&bone.offset_matrix).map(f64::from);
        let offset = Some(DAffine3::from_mat4(DMat4::from_cols_array(&columns))).filter(DAffine3::is_finite);
        offsets.entry(escape_name(&bone.name)).and_modify(|known| *known = None).or_insert(offset);
    }
    // Weights that another version has no place for are baked; the original's own version says nothing about them.
    let bakes_weights = !version.has_morph_weights() && original.version.has_morph_weights();
    options.home = Some(Home { offsets, bakes_weights });
    options
}

/// Returns the mean size of a model, to be used for tolerances.
fn size(model: &Model<'_>) -> f32 {
    crate::mean_size(&model.bounds).unwrap_or(1.0)
}

/// The state while a model is updated.
struct Update<'u> {
    original: &'u Model<'u>,
    scene: &'u Scene<'u>,
    shown: &'u Scene<'u>,
    places: Places,
    options: CreateModelOptions,
    findings: Findings,
}

/// Whether each built geometry is patched, replaced or added.
#[derive(Default)]
struct Sorted {
    pairs: Vec<Pair>,
    /// The geometries that completely replace a geometry of the original.
    replaced: BTreeMap<usize, usize>,
    new: Vec<usize>,
}

impl Update<'_> {
    fn of(mut self, built: CreatedModel, version: Version) -> Result<CreatedModel, Error> {
        let CreatedModel { model: mut made, materials, origins, joints, .. } = built;
        let mut model = self.original.clone().into_owned();
        let Numbers { morphs, gone: gone_morphs } =
            morphs::numbers((self.original, self.shown), (&made, self.scene), &mut model);
        if self.options.home.as_ref().is_some_and(|home| home.bakes_weights) {
            // They are in the vertices now.
            model.morphs.iter_mut().for_each(|morph| morph.weight = morph.weight.map(|_| 0.0));
        }
        let sorted = self.sort(&made, &origins, &morphs);
        let extra_bones = extra::bones(&made, sorted.replaced.keys().chain(&sorted.new));
        let bound = extra::bones(&made, &(0..made.geometries.len()).collect::<Vec<_>>());
        let skeleton = made.skeleton.clone();
        let of_scene = bones::Built { skeleton: &skeleton, joints: &joints, needed: &extra_bones, bound: &bound };
        let merged = bones::merge(self.original, &of_scene, &mut self.findings);
        extra::renumber(&mut made, &merged.places)?;
        model.skeleton = merged.skeleton;
        let sorted = self.keep_fitting(sorted, &made, &morphs);
        let (untouched, gone) = self.rest(&sorted);
        let settled =
            Settler::new(self.original, &made, morphs.clone()).settle(&sorted.pairs, &untouched, &mut model)?;
        levels::distances((self.scene, self.shown), &self.places, &mut model);
        let mut by_geometry: Vec<Option<Id<Material>>> = vec![None; self.original.geometries.len()];
        let mut changed = settled.reshaped;
        let mut grown = settled.bounds.unwrap_or(urho_mdl::Bounds::UNDEFINED);
        let finest_first = sorted.pairs.iter().map(|pair| (pair.original, pair.built.0));
        let mut finest: Vec<_> =
            finest_first.chain(sorted.replaced.iter().map(|(own, was)| ((*was, 0), *own))).collect();
        finest.sort_unstable();
        for ((geometry, _), own) in finest {
            let material = materials.get(own).copied().flatten();
            by_geometry.get_mut(geometry).into_iter().for_each(|slot| *slot = slot.or(material));
        }
        let extra = Extra::of(&made, &morphs, sorted.replaced.keys().chain(&sorted.new).copied().collect());
        changed.extend(sorted.replaced.values().copied());
        changed.extend(model.geometries.len()..model.geometries.len().saturating_add(sorted.new.len()));
        grown = grown.merge(extra.bounds());
        extra.add_to(&mut model, &sorted.replaced)?;
        by_geometry.extend(sorted.new.iter().map(|own| materials.get(*own).copied().flatten()));
        self.measure(grown, &changed, &mut model);
        gone_morphs.iter().rev().for_each(|morph| drop(model.morphs.remove(*morph)));
        let removed = self.remove(&gone, &mut model);
        let mut number = 0..;
        by_geometry.retain(|_| number.next().is_none_or(|geometry| !removed.contains(&geometry)));
        if settled.dropped_faces || !gone.is_empty() || !sorted.replaced.is_empty() {
            drop_unused(self.original, &mut model);
        }
        if let Ok(same) = model.to_version(version) {
            model = same.into_owned();
        }
        Ok(CreatedModel::new(model, by_geometry, self.findings))
    }

    /// Finds the original geometry for each built geometry.
    fn sort(&self, built: &Model<'_>, origins: &[Vec<Origin>], morphs: &[usize]) -> Sorted {
        let mut settler = Settler::new(self.original, built, morphs.to_vec());
        let place = |origin: &Origin| self.places.of(origin.mesh, origin.primitive);
        let (mut sorted, mut taken) = (Sorted::default(), HashMap::new());
        for (own, levels) in origins.iter().enumerate() {
            let mut pairs: Vec<Pair> = Vec::new();
            let mut fits = true;
            for (level, origin) in levels.iter().enumerate() {
                let Some(original) = place(origin) else {
                    fits = false;
                    continue;
                };
                // A geometry with fewer levels than others is shown with its coarsest again.
                if pairs.iter().any(|pair| pair.original == original) {
                    continue;
                }
                let pair = Pair { original, built: (own, level) };
                fits &= !origin.is_part && settler.fits(pair, origin.has_skin);
                pairs.push(pair);
            }
            let places: Vec<Place> = pairs.iter().map(|pair| pair.original).collect();
            let mesh = levels.first().map(|origin| origin.mesh);
            let again = |place: &Place| taken.get(place).is_some_and(|other| Some(*other) != mesh);
            if !places.is_empty() && fits && places.iter().all(again) {
                continue;
            }
            let is_free = places.iter().all(|place| !taken.contains_key(place));
            let finest = places.first().map(|(geometry, _)| *geometry);
            match finest {
                Some(_) if fits && is_free => sorted.pairs.extend(pairs),
                Some(geometry) if is_free && !sorted.replaced.values().any(|other| *other == geometry) => {
                    sorted.replaced.insert(own, geometry);
                }
                _ => sorted.new.push(own),
            }
            taken.extend(places.into_iter().zip(mesh.into_iter().cycle()));
        }
        // A level of a replaced geometry that was shown by itself goes with it.
        let replaced: BTreeSet<usize> = sorted.replaced.values().copied().collect();
        sorted.pairs.retain(|pair| !replaced.contains(&pair.original.0));
        sorted
    }

    /// Replaces geometries whose bones don't fit in the bone mapping of the original.
    fn keep_fitting(&self, mut sorted: Sorted, built: &Model<'_>, morphs: &[usize]) -> Sorted {
        let mut settler = Settler::new(self.original, built, morphs.to_vec());
        let most = usize::from(self.options.max_bones);
        let unfit = |pair: &&Pair| !settler.bones_fit(**pair, most);
        let unfit: BTreeMap<usize, usize> =
            sorted.pairs.iter().filter(unfit).map(|pair| (pair.built.0, pair.original.0)).collect();
        let geometries: BTreeSet<usize> = unfit.values().copied().collect();
        sorted.pairs.retain(|pair| !geometries.contains(&pair.original.0));
        sorted.replaced.extend(unfit);
        sorted
    }

    /// Returns the levels of the original that the scene has never shown, which must not change, and the levels that
    /// were deleted in the scene.
    fn rest(&self, sorted: &Sorted) -> (Vec<Place>, BTreeSet<Place>) {
        let paired: HashSet<Place> = sorted.pairs.iter().map(|pair| pair.original).collect();
        let replaced: HashSet<usize> = sorted.replaced.values().copied().collect();
        let (mut untouched, mut gone) = (Vec::new(), BTreeSet::new());
        for (geometry, known) in self.original.geometries.iter().enumerate() {
            for place in (0..known.lods.len()).map(|level| (geometry, level)) {
                if paired.contains(&place) || replaced.contains(&geometry) {
                    continue;
                }
                // A primitive without any face makes no level, and is none that was taken away.
                if self.places.shown.contains(&place) && !self.places.there.contains(&place) {
                    gone.insert(place);
                } else {
                    untouched.push(place);
                }
            }
        }
        (untouched, gone)
    }

    /// Computes the centers of changed geometries again, and extends the bounding box if it doesn't contain `grown`.
    fn measure(&self, grown: urho_mdl::Bounds, changed: &BTreeSet<usize>, model: &mut Model<'static>) {
        if changed.is_empty() {
            return;
        }
        let mut measured = model.clone();
        if measured.compute_centers().is_ok() {
            for geometry in changed {
                let center = measured.tail.centers.get(*geometry).copied();
                if let (Some(slot), Some(center)) = (model.tail.centers.get_mut(*geometry), center) {
                    *slot = center;
                } else if model.tail.centers.len() == *geometry {
                    model.tail.centers.extend(center);
                }
            }
        }
        let near = size(self.original) * tolerance::BOUNDS;
        let own = self.original.bounds;
        #[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
        let holds = own.min.cmple(grown.min + near).all() && own.max.cmpge(grown.max - near).all();
        if grown.is_defined() && !holds {
            model.bounds = own.merge(grown);
        }
    }

    /// Removes levels. If a geometry has no levels left, it is removed too. Returns the removed geometries.
    fn remove(&mut self, gone: &BTreeSet<Place>, model: &mut Model<'static>) -> BTreeSet<usize> {
        for (geometry, level) in gone.iter().rev() {
            if let Some(known) = model.geometries.get_mut(*geometry).filter(|known| *level < known.lods.len()) {
                known.lods.remove(*level);
                known.lods.first_mut().into_iter().for_each(|first| first.distance = 0.0);
            }
        }
        let touched: BTreeSet<usize> = gone.iter().map(|(geometry, _)| *geometry).collect();
        let is_empty = |geometry: &usize| model.geometries.get(*geometry).is_some_and(|known| known.lods.is_empty());
        let removed: BTreeSet<usize> = touched.iter().copied().filter(is_empty).collect();
        for geometry in removed.iter().rev() {
            model.geometries.remove(*geometry);
            if *geometry < model.tail.centers.len() {
                model.tail.centers.remove(*geometry);
            }
            if let Some(names) = model.tail.geometry_names.as_mut().filter(|names| *geometry < names.names.len()) {
                names.names.remove(*geometry);
            }
        }
        let lost = touched.len().saturating_sub(removed.len());
        if lost > 0 {
            let message =
                format!("levels of detail that the scene hasn't got any more are removed: from {lost} geometries");
            self.findings.note(kinds::LOD_COUNT, Path::from("geometries"), message);
        }
        if !removed.is_empty() {
            let message = format!("geometries that the scene hasn't got any more are removed: {}", removed.len());
            self.findings.note(kinds::GEOMETRY_COUNT, Path::from("geometries"), message);
        }
        removed
    }
}

/// Removes unused vertices and buffers, but not if the original had unused ones too.
fn drop_unused(original: &Model<'_>, model: &mut Model<'static>) {
    let mut before = original.clone().into_owned();
    if before.drop_unused_vertices().is_ok_and(|dropped| dropped == 0) && model.drop_unused_vertices().is_ok() {
        model.drop_unused_buffers();
    }
}
