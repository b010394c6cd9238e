//! What has to be right before anything is built.

use alloc::collections::BTreeSet;
use asset_geometry::glam::Vec4;
use asset_geometry::{Column, Topology};
use binio::{Fault, Path};

use super::{Element, ElementType, ModelBuilder, NewColumn, NewGeometry, NewMorph, Semantic, mask};
use crate::error::{Error, ErrorKind};
use crate::vertex::ElementMask;

/// How far a sum of weights may be from 1.
pub(super) const CLOSE_TO_ONE: f32 = 1e-3;

impl ModelBuilder<'_> {
    /// All lengths, numbers and limits.
    pub(super) fn check(&self) -> Result<(), Error> {
        if let Some(first) = self.misplaced {
            return Err(Error::new(ErrorKind::Missing(first), Path::new()));
        }
        for (number, columns) in self.finished.iter().enumerate() {
            check_columns(columns, &|| Path::from([("vertex buffer", number)]))?;
            if !self.geometries.iter().any(|geometry| geometry.buffer == number) {
                return Err(Error::new(ErrorKind::Missing("indices"), Path::from([("vertex buffer", number)])));
            }
        }
        for (number, geometry) in self.geometries.iter().enumerate() {
            self.check_geometry(geometry, &|| Path::from([("geometry", number)]))?;
        }
        self.check_morphs()?;
        for (number, bone) in self.skeleton.bones.iter().enumerate() {
            check_name(&bone.name, || Path::from([("bone", number)]))?;
        }
        Ok(())
    }

    /// How many vertices the buffer has.
    fn vertices(&self, buffer: usize) -> usize {
        self.finished.get(buffer).and_then(|columns| columns.first()).map_or(0, |column| column.count)
    }

    fn check_geometry(&self, geometry: &NewGeometry, path: &dyn Fn() -> Path) -> Result<(), Error> {
        let vertices = self.vertices(geometry.buffer) as u64;
        let mut nearest = None;
        for (level, lod) in geometry.lods.iter().enumerate() {
            let path = || path().item("LOD", level);
            if !lod.distance.is_finite() || nearest.is_some_and(|nearest| lod.distance <= nearest) {
                return Err(Error::new(ErrorKind::Unfit("the distances of levels of detail have to ascend"), path()));
            }
            nearest = Some(lod.distance);
            let whole = match lod.primitive.topology() {
                Some(Topology::Triangles) => lod.indices.len() % 3 == 0,
                Some(Topology::Lines) => lod.indices.len() % 2 == 0,
                Some(_) => true,
                None => return Err(Error::new(ErrorKind::Unfit("a primitive that the engine doesn't know"), path())),
            };
            if !whole {
                return Err(Error::new(ErrorKind::Unfit("the indices make no whole primitives"), path()));
            }
            in_range(lod.indices.iter().map(|index| u64::from(*index)), vertices, "index", &path)?;
        }
        let bones = self.skeleton.bones.len();
        in_range(geometry.bone_mapping.iter().map(|bone| u64::from(*bone)), bones as u64, "bone mapping", path)?;
        if bones > 0 {
            let mapped = geometry.bone_mapping.len();
            self.check_joints(geometry, if mapped == 0 { bones } else { mapped })?;
        }
        Ok(())
    }

    /// Whether the vertices of a geometry name bones that there are.
    fn check_joints(&self, geometry: &NewGeometry, bones: usize) -> Result<(), Error> {
        let columns = self.finished.get(geometry.buffer).map_or(&[][..], |columns| columns);
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
        for vertex in geometry.lods.iter().flat_map(|lod| &lod.indices) {
            let (Some(joints), Some(weights)) = (joints.get(*vertex as usize), weights.get(*vertex as usize)) else {
                continue;
            };
            let used = joints.into_iter().zip(weights.to_array()).filter(|(_, weight)| *weight != 0.0);
            let path = || Path::from([("vertex buffer", geometry.buffer), ("vertex", *vertex as usize)]);
            in_range(used.map(|(joint, _)| u64::from(joint)), bones as u64, "joints", &path)?;
        }
        Ok(())
    }

    fn check_morphs(&self) -> Result<(), Error> {
        let mut known = BTreeSet::new();
        for NewMorph { name, buffer, deltas } in &self.morphs {
            let path = || Path::from("morph").name(name);
            check_name(name, path)?;
            if !known.insert((name, buffer)) {
                return Err(Error::new(ErrorKind::Unfit("the same morph twice for the same vertices"), path()));
            }
            fits_u32(deltas.len(), &path)?;
            let vertices = deltas.iter().map(|delta| u64::from(delta.vertex));
            in_range(vertices, self.vertices(*buffer) as u64, "vertex", &path)?;
            let columns = self.finished.get(*buffer).map_or(&[][..], |columns| columns);
            let held = ElementMask::from_elements(columns.iter().map(|column| column.element));
            if !held.contains(mask(deltas)) {
                return Err(Error::new(ErrorKind::Missing("normals or tangents that the morph changes"), path()));
            }
        }
        Ok(())
    }
}

/// The first column of a semantic.
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

/// Whether all numbers are below `count`.
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
