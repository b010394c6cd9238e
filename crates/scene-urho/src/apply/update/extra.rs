//! Adds geometries that the original doesn't have.

use std::collections::{BTreeMap, HashSet};

use asset_scene::{Error, ErrorKind};
use binio::Path;
use urho_mdl::{Bounds, Model, MorphBuffer};

/// Geometries, with the vertices and indices that they need.
pub(super) struct Extra {
    model: Model<'static>,
    /// Their numbers in the built model.
    numbers: Vec<usize>,
    /// For each morph, its number in the original.
    morphs: Vec<usize>,
}

impl Extra {
    /// Copies geometries from a built model.
    pub(super) fn of(built: &Model<'_>, morphs: &[usize], mut numbers: Vec<usize>) -> Self {
        numbers.sort_unstable();
        let mut model = built.clone().into_owned();
        model.geometries = numbers.iter().filter_map(|number| built.geometries.get(*number).cloned()).collect();
        if !numbers.is_empty() && model.drop_unused_vertices().is_ok() {
            model.drop_unused_buffers();
        }
        Self { model, numbers, morphs: morphs.to_vec() }
    }

    /// Returns the bounding box of the added vertices.
    pub(super) fn bounds(&self) -> Bounds {
        if self.numbers.is_empty() {
            Bounds::UNDEFINED
        } else {
            self.model.computed_bounds().unwrap_or(Bounds::UNDEFINED)
        }
    }

    /// Adds the geometries to a model. They replace the geometries in `replaced`, or are added at the end.
    ///
    /// # Errors
    /// Fails if the version of the model can't store these vertices.
    pub(super) fn add_to(self, model: &mut Model<'static>, replaced: &BTreeMap<usize, usize>) -> Result<(), Error> {
        if self.numbers.is_empty() {
            return Ok(());
        }
        let failed =
            |error: urho_mdl::Error| Error::new(ErrorKind::Unsupported(error.to_string()), Path::from("geometries"));
        // An old version may have no place for what was built: then the original becomes one that has.
        let extra = match self.model.to_version(model.version) {
            Ok(same) => same.into_owned(),
            Err(_) => {
                *model = model.to_version(self.model.version).map_err(failed)?.into_owned();
                self.model
            }
        };
        let (vertices, indices) = (model.vertex_buffers.len() as u32, model.index_buffers.len() as u32);
        for (number, mut geometry) in self.numbers.iter().zip(extra.geometries) {
            for lod in &mut geometry.lods {
                lod.vertex_buffer = lod.vertex_buffer.saturating_add(vertices);
                lod.index_buffer = lod.index_buffer.saturating_add(indices);
            }
            match replaced.get(number).and_then(|place| model.geometries.get_mut(*place)) {
                Some(place) => *place = geometry,
                None => {
                    model.geometries.push(geometry);
                    let names = model.tail.geometry_names.as_mut();
                    names.into_iter().for_each(|names| names.names.push(Default::default()));
                }
            }
        }
        model.vertex_buffers.extend(extra.vertex_buffers);
        model.index_buffers.extend(extra.index_buffers);
        for (morph, number) in extra.morphs.into_iter().zip(&self.morphs) {
            let Some(known) = model.morphs.get_mut(*number) else { continue };
            known.buffers.extend(
                morph.buffers.into_iter().map(|buffer| MorphBuffer {
                    vertex_buffer: buffer.vertex_buffer.saturating_add(vertices),
                    ..buffer
                }),
            );
        }
        Ok(())
    }
}

/// Returns the bones that have weights in these geometries.
pub(super) fn bones<'n>(built: &Model<'_>, geometries: impl IntoIterator<Item = &'n usize>) -> HashSet<u32> {
    let mut bones = HashSet::new();
    for geometry in geometries.into_iter().filter_map(|number| built.geometries.get(*number)) {
        if !geometry.bone_mapping.is_empty() {
            bones.extend(&geometry.bone_mapping);
            continue;
        }
        for lod in &geometry.lods {
            let Some(buffer) = built.vertex_buffer(lod) else { continue };
            let (Some(joints), Some(weights)) = (buffer.joints(), buffer.weights()) else { continue };
            for vertex in built.indices(lod).map(|vertex| vertex as usize) {
                let (Some(joints), Some(weights)) = (joints.get(vertex), weights.get(vertex)) else { continue };
                let used = joints.into_iter().zip(weights.to_array()).filter(|(_, weight)| *weight != 0.0);
                bones.extend(used.map(|(joint, _)| u32::from(joint)));
            }
        }
    }
    bones
}

/// Changes the bone numbers in geometries. If geometries have no bone mapping, this changes the vertices instead. A
/// bone that has no place becomes 0: it is used by vertices that have no bones in the original.
///
/// # Errors
/// Fails if there are more bones than vertices can use.
pub(super) fn renumber(model: &mut Model<'static>, places: &[Option<u32>]) -> Result<(), Error> {
    let place = |bone: u32| places.get(bone as usize).copied().flatten().unwrap_or(0);
    let mut by_mapping = false;
    for bone in model.geometries.iter_mut().flat_map(|geometry| &mut geometry.bone_mapping) {
        by_mapping = true;
        *bone = place(*bone);
    }
    if by_mapping || places.iter().zip(0_u32..).all(|(place, number)| *place == Some(number)) {
        return Ok(());
    }
    for buffer in &mut model.vertex_buffers {
        let Some(joints) = buffer.joints() else { continue };
        let weights: Vec<[f32; 4]> =
            buffer.weights().map(|weights| weights.iter().map(|w| w.to_array()).collect()).unwrap_or_default();
        let mut numbers: Vec<[u8; 4]> = joints.to_vec();
        for (slots, weights) in numbers.iter_mut().zip(&weights) {
            for (slot, weight) in slots.iter_mut().zip(weights) {
                let number = if *weight == 0.0 { 0 } else { place(u32::from(*slot)) };
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
