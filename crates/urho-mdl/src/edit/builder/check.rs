//! The checks that are done before a model is built.

use alloc::collections::{BTreeMap, BTreeSet};
use asset_geometry::glam::Vec4;
use asset_geometry::{Column, Topology};
use binio::{Fault, Name, Path};

use super::assemble::mask;
use super::{Element, ModelBuilder, NewColumn, NewGeometry, NewLod, NewMorph, NewPart, Semantic};
use crate::error::{Error, ErrorKind};
use crate::version::Version;
use crate::vertex::{ElementMask, ElementType};

/// Weights are not normalised if their sum is this close to 1.
pub(super) const CLOSE_TO_ONE: f32 = 1e-3;

impl ModelBuilder<'_> {
    /// Checks all lengths, indices and limits.
    pub(super) fn check(&self) -> Result<(), Error> {
        if let Some(first) = self.misplaced {
            return Err(Error::new(ErrorKind::Missing(first), Path::new()));
        }
        self.check_parts()?;
        for (number, geometry) in self.geometries.iter().enumerate() {
            self.check_geometry(geometry, &|| Path::from([("geometry", number)]))?;
        }
        self.check_morphs()?;
        for (number, bone) in self.skeleton.bones.iter().enumerate() {
            check_name(&bone.name, || Path::from([("bone", number)]))?;
        }
        Ok(())
    }

    fn check_parts(&self) -> Result<(), Error> {
        let lods = || self.geometries.iter().flat_map(|geometry| &geometry.lods);
        let named: BTreeSet<usize> = lods().map(|lod| lod.part).collect();
        let drawn = lods().filter(|lod| !lod.indices.is_empty()).map(|lod| lod.part);
        let morphed = self.morphs.iter().filter(|morph| !morph.deltas.is_empty()).map(|morph| morph.part);
        let needed: BTreeSet<usize> = drawn.chain(morphed).collect();
        let all_empty = self.finished.iter().all(|part| part.columns.is_empty());
        for (number, part) in self.finished.iter().enumerate() {
            let path = || Path::from([("vertex buffer", number)]);
            if part.columns.is_empty() && !all_empty && !needed.contains(&number) {
                continue;
            }
            check_columns(&part.columns, &path)?;
            self.check_declaration(part, &path)?;
            if !named.contains(&number) {
                return Err(Error::new(ErrorKind::Missing("indices"), path()));
            }
        }
        Ok(())
    }

    /// Checks that the version can store these elements and this index size.
    fn check_declaration(&self, part: &NewPart, path: &dyn Fn() -> Path) -> Result<(), Error> {
        for column in &part.columns {
            let element = column.element;
            let fail = |kind| Err(Error::new(kind, path().part(element.semantic().name().unwrap_or("element"))));
            if !column.fits {
                return fail(ErrorKind::Unfit("the values are of another type than the element"));
            }
            if self.version.has_declarations() {
                continue;
            }
            if element.spare() != 0 {
                return fail(ErrorKind::NotInVersion("spare bits of a vertex element"));
            }
            if element.bit_in(self.version).is_none() {
                return fail(ErrorKind::NotInVersion("a vertex element without a bit in the mask"));
            }
        }
        if part.index_size.is_some_and(|size| size != 2 && size != 4) {
            return Err(Error::new(ErrorKind::Unfit("indices have 2 or 4 bytes"), path()));
        }
        Ok(())
    }

    fn part(&self, number: usize) -> Option<&NewPart> {
        self.finished.get(number)
    }

    fn check_geometry(&self, geometry: &NewGeometry<'_>, path: &dyn Fn() -> Path) -> Result<(), Error> {
        let not_held = |what| Err(Error::new(ErrorKind::NotInVersion(what), path()));
        if let Some(name) = &geometry.name {
            check_name(name, path)?;
            if !self.version.has_geometry_names() {
                return not_held("names of geometries");
            }
        }
        if geometry.center.is_some() && self.version == Version::Bare2011 {
            return not_held("centers of geometries");
        }
        let bones = self.skeleton.bones.len();
        in_range(geometry.bone_mapping.iter().map(|bone| u64::from(*bone)), bones as u64, "bone mapping", path)?;
        let mapped = geometry.bone_mapping.len();
        let mut nearest = None;
        for (level, lod) in geometry.lods.iter().enumerate() {
            let path = || path().item("LOD", level);
            if !lod.distance.is_finite() || nearest.is_some_and(|nearest| lod.distance <= nearest) {
                return Err(Error::new(ErrorKind::Unfit("the distances of levels of detail have to ascend"), path()));
            }
            nearest = Some(lod.distance);
            self.check_draw(lod, &path)?;
            if bones > 0 {
                self.check_joints(lod, if mapped == 0 { bones } else { mapped })?;
            }
        }
        Ok(())
    }

    fn check_draw(&self, lod: &NewLod, path: &dyn Fn() -> Path) -> Result<(), Error> {
        let whole = match lod.primitive.topology() {
            Some(Topology::Triangles) => lod.indices.len() % 3 == 0,
            Some(Topology::Lines) => lod.indices.len() % 2 == 0,
            Some(_) => true,
            None => return Err(Error::new(ErrorKind::Unfit("a primitive that the engine doesn't know"), path())),
        };
        if !whole {
            return Err(Error::new(ErrorKind::Unfit("the indices make no whole primitives"), path()));
        }
        let part = self.part(lod.part);
        let vertices = part.map_or(0, NewPart::vertices) as u64;
        in_range(lod.indices.iter().map(|index| u64::from(*index)), vertices, "index", path)?;
        let short = part.is_some_and(|part| part.index_size == Some(2));
        if short && lod.indices.iter().any(|index| *index > u32::from(u16::MAX)) {
            return Err(Error::new(ErrorKind::Unfit("an index needs more than the 2 bytes chosen"), path()));
        }
        Ok(())
    }

    /// Checks that all bones exist that move a drawn vertex.
    fn check_joints(&self, lod: &NewLod, bones: usize) -> Result<(), Error> {
        let columns = self.part(lod.part).map_or(&[][..], |part| &part.columns);
        let (Some(joints), Some(weights)) =
            (column(columns, Semantic::BLENDINDICES), column(columns, Semantic::BLENDWEIGHTS))
        else {
            return Ok(());
        };
        if (joints.element.kind(), weights.element.kind()) != (ElementType::UBYTE4, ElementType::VECTOR4) {
            return Ok(());
        }
        let (Some(joints), Some(weights)) =
            (Column::<[u8; 4]>::new(&joints.data, 4, 0), Column::<Vec4>::new(&weights.data, 16, 0))
        else {
            return Ok(());
        };
        for vertex in &lod.indices {
            let (Some(joints), Some(weights)) = (joints.get(*vertex as usize), weights.get(*vertex as usize)) else {
                continue;
            };
            let used = joints.into_iter().zip(weights.to_array()).filter(|(_, weight)| *weight != 0.0);
            let path = || Path::from([("vertex buffer", lod.part), ("vertex", *vertex as usize)]);
            in_range(used.map(|(joint, _)| u64::from(joint)), bones as u64, "joints", &path)?;
        }
        Ok(())
    }

    fn check_morphs(&self) -> Result<(), Error> {
        let mut known = BTreeSet::new();
        let mut weights: BTreeMap<&Name<'_>, u32> = BTreeMap::new();
        for NewMorph { name, weight, part, deltas } in &self.morphs {
            let path = || Path::from("morph").name(name);
            let fail = |kind| Err(Error::new(kind, path()));
            check_name(name, path)?;
            if let Some(weight) = weight {
                let bits = weight.to_bits();
                if !self.version.has_morph_weights() && bits != 0 {
                    return fail(ErrorKind::NotInVersion("its default weight"));
                }
                if *weights.entry(name).or_insert(bits) != bits {
                    return fail(ErrorKind::Unfit("one morph with two weights"));
                }
            }
            if deltas.is_empty() {
                continue;
            }
            if !known.insert((name, part)) {
                return fail(ErrorKind::Unfit("the same morph twice for the same vertices"));
            }
            fits_u32(deltas.len(), &path)?;
            let part = self.part(*part);
            let vertices = deltas.iter().map(|delta| u64::from(delta.vertex));
            in_range(vertices, part.map_or(0, NewPart::vertices) as u64, "vertex", &path)?;
            let columns = part.map_or(&[][..], |part| &part.columns);
            let held = ElementMask::from_elements(columns.iter().map(|column| column.element));
            if !held.contains(mask(deltas)) {
                return fail(ErrorKind::Missing("normals or tangents that the morph changes"));
            }
        }
        Ok(())
    }
}

/// Returns the first column with this semantic.
fn column(columns: &[NewColumn], semantic: Semantic) -> Option<&NewColumn> {
    columns.iter().find(|column| column.element == Element::new(column.element.kind(), semantic, 0))
}

fn check_columns(columns: &[NewColumn], path: &dyn Fn() -> Path) -> Result<(), Error> {
    let missing = || Error::new(ErrorKind::Missing("positions"), path());
    let expected = column(columns, Semantic::POSITION).ok_or_else(missing)?.count;
    fits_u32(expected, path)?;
    for column in columns {
        let name = column.element.semantic().name().unwrap_or("element");
        if column.count != expected {
            let kind = ErrorKind::WrongLength { expected: expected as u64, actual: column.count as u64 };
            return Err(Error::new(kind, path().part(name)));
        }
    }
    let Some(weights) = column(columns, Semantic::BLENDWEIGHTS) else { return Ok(()) };
    if weights.element.kind() != ElementType::VECTOR4 {
        return Ok(());
    }
    let weights = Column::<Vec4>::new(&weights.data, size_of::<[f32; 4]>(), 0);
    for (vertex, weights) in weights.into_iter().flat_map(|column| column.iter()).enumerate() {
        if !(weights.cmpge(Vec4::ZERO).all() && (weights.element_sum() - 1.0).abs() < CLOSE_TO_ONE) {
            let kind = ErrorKind::Unfit("weights have to be finite, 0 or more, and not all 0");
            return Err(Error::new(kind, path().item("vertex", vertex).part("weights")));
        }
    }
    Ok(())
}

/// Checks that all numbers are less than `count`.
fn in_range(
    mut numbers: impl Iterator<Item = u64>,
    count: u64,
    part: &'static str,
    path: &dyn Fn() -> Path,
) -> Result<(), Error> {
    match numbers.find(|number| *number >= count) {
        Some(number) => Err(Error::new(ErrorKind::OutOfRange { number, count }, path().part(part))),
        None => Ok(()),
    }
}

fn fits_u32(count: usize, path: &dyn Fn() -> Path) -> Result<(), Error> {
    let (value, max) = (count as u64, u64::from(u32::MAX));
    if value > max { Err(Error::new(Fault::TooLarge { value, max }, path())) } else { Ok(()) }
}

fn check_name(name: &[u8], path: impl Fn() -> Path) -> Result<(), Error> {
    if name.contains(&0) { Err(Error::new(Fault::NulInName, path().part("name"))) } else { Ok(()) }
}
