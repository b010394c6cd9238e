//! Splits geometries that have more bones than a draw call can use.

use crate::kinds;
use std::collections::{HashMap, HashSet};

use asset_scene::influences::Influences;
use asset_scene::{Error, ErrorKind, Id, Mesh, Topology};
use binio::{Findings, Path};
use scene_adapter::surface::Surface;

/// A primitive in a scene, and how its node shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) mesh: Id<Mesh>,
    pub(crate) primitive: usize,
    pub(crate) has_skin: bool,
    /// Whether the primitive was split because it has too many bones.
    pub(crate) is_part: bool,
}

/// A geometry that will be created.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// The levels of detail, finest first, and the distance at which each begins. This is in the scene's unit, or NaN.
    /// If a surface has no vertices, nothing is drawn.
    pub(crate) levels: Vec<(f32, Surface)>,
    /// For each level, the primitive that it comes from.
    pub(crate) origins: Vec<Origin>,
    /// The bones to which blend indices refer. If empty, blend indices refer to the skeleton.
    pub(crate) mapping: Vec<u32>,
}

/// Adds a bone mapping to a geometry, and splits it if it needs more than `most` bones. This processes triangles in
/// order, and moves each into the first part that has room for its bones; it only tries the newest thirty-two parts.
/// All parts have all levels of detail, but some levels may be empty.
///
/// # Errors
/// This can't fail in practice, because every bone of a geometry is listed before its vertices use it.
pub(crate) fn split(mut draft: Draft, most: usize, path: &Path, findings: &mut Findings) -> Result<Vec<Draft>, Error> {
    let mut whole = Bones::default();
    draft.levels.iter().flat_map(|(_, surface)| &surface.influences).for_each(|influences| whole.add(influences));
    if whole.list.len() <= most {
        draft.levels.iter_mut().try_for_each(|(_, surface)| whole.localise(surface))?;
        draft.mapping = whole.list;
        return Ok(vec![draft]);
    }
    draft.levels.iter_mut().for_each(|(_, surface)| surface.make_list());
    let parts = parts(&draft, most);
    if parts.iter().any(|part| part.bones.list.len() > most) {
        findings.warning(
            kinds::TOO_MANY_BONES,
            path.clone(),
            format!("a single triangle needs more than {most} bones"),
        );
    }
    let message = format!("{} bones are more than {most}: split into {} geometries", whole.list.len(), parts.len());
    findings.note(kinds::GEOMETRY_SPLIT, path.clone(), message);
    parts.into_iter().map(|part| part.into_draft(&draft)).collect()
}

/// Bones in the order in which they were first used.
#[derive(Clone, Debug, Default)]
struct Bones {
    list: Vec<u32>,
    places: HashMap<u32, u32>,
}

impl Bones {
    fn add(&mut self, influences: &Influences) {
        for (bone, _) in influences.used() {
            let next = self.list.len() as u32;
            if *self.places.entry(bone).or_insert(next) == next {
                self.list.push(bone);
            }
        }
    }

    /// Returns how many bones there would be if these were added.
    fn with(&self, bones: &HashSet<u32>) -> usize {
        self.list.len().saturating_add(bones.iter().filter(|bone| !self.places.contains_key(bone)).count())
    }

    /// Replaces bones by blend indices.
    fn localise(&self, surface: &mut Surface) -> Result<(), Error> {
        let missing = |bone: u32| {
            let kind = ErrorKind::no_such("bone of the mapping", bone, self.list.len());
            Error::new(kind, Path::new())
        };
        for (bone, weight) in surface.influences.iter_mut().flat_map(|influences| &mut influences.0) {
            *bone = if *weight == 0.0 { 0 } else { *self.places.get(bone).ok_or_else(|| missing(*bone))? };
        }
        Ok(())
    }
}

/// A part of a geometry that was split.
#[derive(Clone, Debug, Default)]
struct Part {
    bones: Bones,
    /// The indices for each level of detail.
    indices: Vec<Vec<u32>>,
}

/// How many parts to check for room, because this is done for every triangle.
const OPEN: usize = 32;

fn parts(draft: &Draft, most: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut bones = HashSet::new();
    for (level, (_, surface)) in draft.levels.iter().enumerate() {
        let corners = match surface.topology {
            Some(Topology::Triangles) => 3,
            Some(Topology::Lines) => 2,
            _ => 1,
        };
        for primitive in surface.indices.chunks_exact(corners) {
            let influences = || primitive.iter().filter_map(|index| surface.influences.get(*index as usize));
            bones.clear();
            bones.extend(influences().flat_map(Influences::used).map(|(bone, _)| bone));
            let oldest = parts.len().saturating_sub(OPEN);
            let open = parts.iter().enumerate().skip(oldest);
            let fits = open.filter(|(_, part)| part.bones.with(&bones) <= most).map(|(number, _)| number).next();
            let number = fits.unwrap_or(parts.len());
            if fits.is_none() {
                parts.push(Part { bones: Bones::default(), indices: vec![Vec::new(); draft.levels.len()] });
            }
            let Some(part) = parts.get_mut(number) else { continue };
            influences().for_each(|influences| part.bones.add(influences));
            part.indices.get_mut(level).into_iter().for_each(|indices| indices.extend_from_slice(primitive));
        }
    }
    parts
}

impl Part {
    fn into_draft(self, whole: &Draft) -> Result<Draft, Error> {
        let Self { bones, indices } = self;
        let mut draft = Draft { levels: Vec::new(), origins: whole.origins.clone(), mapping: Vec::new() };
        for ((distance, surface), indices) in whole.levels.iter().zip(indices) {
            let mut places: HashMap<u32, u32> = HashMap::new();
            let mut from = Vec::new();
            let local = |index: &u32| -> u32 {
                let next = from.len() as u32;
                let place = *places.entry(*index).or_insert(next);
                if place == next {
                    from.push(*index);
                }
                place
            };
            let indices = indices.iter().map(local).collect();
            let mut surface = surface.picked(&from);
            surface.indices = indices;
            bones.localise(&mut surface)?;
            draft.levels.push((*distance, surface));
        }
        draft.mapping = bones.list;
        Ok(draft)
    }
}
