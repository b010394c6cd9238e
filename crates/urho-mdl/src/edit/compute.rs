//! Values that importers compute: bounding box, centers, boxes and spheres of bones, morph ranges ([Meaning of the
//! values](crate::format#meaning-of-the-values)).

use alloc::vec::Vec;

use asset_geometry::glam::{Affine3A, Vec3};
use asset_geometry::{Bounds, Column};
use binio::{Limits, Path};

use crate::error::{Error, ErrorKind};
use crate::model::{Geometry, Model};
use crate::skeleton::{Bone, Collision, Skeleton};
use crate::version::Version;
use crate::vertex::Semantic;

/// Minimum weight of the vertices that bound a bone (both importers).
const STRONG: f32 = 0.33;

impl Model<'_> {
    /// Sets the bounding box to the smallest box around all vertices in bind pose, as every importer does; [`Bounds::UNDEFINED`] without vertices.
    ///
    /// ```
    /// # let mut model = urho_mdl::Model::builder().positions(&[[0.0; 3], [1.0; 3], [2.0; 3]]).indices(&[0, 1, 2]).build()?;
    /// model.vertex_buffers[0].set_column(urho_mdl::Semantic::POSITION, 0, &[urho_mdl::glam::Vec3::ONE; 3])?;
    /// model.compute_bounds();
    /// assert_eq!(model.bounds.min, model.bounds.max);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    pub fn compute_bounds(&mut self) {
        self.bounds = self.computed_bounds().unwrap_or(Bounds::UNDEFINED);
    }

    /// Sets the center of each geometry to the mean position of the indices of its first level of detail; a position that is used often counts often.
    /// This is AssetImporter's rule. OgreImporter's rule, in a shared buffer, includes the indices of previous geometries, which is useless for sorting.
    /// An empty geometry gets zeros.
    ///
    /// ```
    /// # let mut model = urho_mdl::Model::builder().positions(&[[0.0; 3], [1.0; 3], [2.0; 3]]).indices(&[0, 1, 2]).build()?;
    /// model.compute_centers()?;
    /// assert_eq!(model.center(0), urho_mdl::glam::Vec3::ONE);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::NotInVersion`]: models without identifier have no centers. [`ErrorKind::Data`] if geometries draw the same indices so
    /// often that they would take more than a gigabyte. The model is unchanged after an error.
    pub fn compute_centers(&mut self) -> Result<(), Error> {
        if self.version == Version::Bare2011 {
            return Err(Error::new(ErrorKind::NotInVersion("centers of geometries"), "tail"));
        }
        self.spend_draws(1)?;
        let positions = self.position_columns();
        let centers = self.geometries.iter().map(|geometry| self.computed_center(geometry, &positions)).collect();
        if self.tail.centers.len() < self.geometries.len() {
            // The next bytes were the start of a center.
            self.tail.rest = binio::Bytes::EMPTY;
        }
        self.tail.centers = centers;
        Ok(())
    }

    /// Returns an error if the first `levels` levels of detail of all geometries draw more than a gigabyte of indices: a small file can draw the
    /// same ones any number of times.
    fn spend_draws(&self, levels: usize) -> Result<(), Error> {
        let mut budget = Limits::default().budget();
        for (index, geometry) in self.geometries.iter().enumerate() {
            for lod in geometry.lods.iter().take(levels) {
                let spent = budget.spend((self.indices(lod).len() as u64).saturating_mul(size_of::<u32>() as u64));
                spent.map_err(|fault| Error::new(fault, Path::from([("geometry", index)])))?;
            }
        }
        Ok(())
    }

    fn computed_center(&self, geometry: &Geometry, positions: &[Option<Column<'_, Vec3>>]) -> Vec3 {
        let Some(lod) = geometry.lods.first() else { return Vec3::ZERO };
        let Some(Some(positions)) = positions.get(lod.vertex_buffer as usize) else { return Vec3::ZERO };
        let used = self.indices(lod).filter_map(|index| positions.get(index as usize)).filter(|at| at.is_finite());
        let (sum, count) = used.fold((Vec3::ZERO, 0_u32), |(sum, count), position| (sum + position, count + 1));
        let center = sum / count.max(1) as f32;
        if center.is_finite() { center } else { Vec3::ZERO }
    }

    /// Sets box and sphere of every bone, by AssetImporter's rule: around the vertices with a weight above 0.33, in the bone's space; the box always
    /// contains the bone's origin; every bone gets both. OgreImporter measures the radius from the bone's position in the bind pose and ignores the
    /// origin, rbfx writes no spheres. Their shapes are tighter, but a bone without vertices has none, and if all bones have none, the engine loses the
    /// model's bounds.
    ///
    /// ```
    /// use urho_mdl::{Bone, Model, Skeleton};
    /// let mut skeleton = Skeleton { bones: vec![Bone::new("Root", 0)] };
    /// skeleton.compute_offset_matrices();
    /// let builder = Model::builder().positions(&[[0.0; 3], [0.0, 2.0, 0.0], [1.0, 0.0, 0.0]]).indices(&[0, 1, 2]);
    /// let mut model = builder.skin(&[[0; 4]; 3], &[[1.0, 0.0, 0.0, 0.0]; 3]).skeleton(skeleton).build()?;
    /// model.compute_bone_bounds()?;
    /// assert_eq!(model.skeleton.bones[0].collision.radius, Some(2.0));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Data`] if levels of detail draw the same indices so often that they would take more than a gigabyte. The model is unchanged
    /// after an error.
    pub fn compute_bone_bounds(&mut self) -> Result<(), Error> {
        if self.skeleton.bones.is_empty() {
            return Ok(());
        }
        self.spend_draws(usize::MAX)?;
        let start = Bounds { min: Vec3::ZERO, max: Vec3::ZERO };
        let mut shapes = alloc::vec![(0.0_f32, start); self.skeleton.bones.len()];
        let matrices: Vec<Affine3A> = self.skeleton.bones.iter().map(Bone::inverse_bind).collect();
        for geometry in &self.geometries {
            for (bone, position) in self.strong_influences(geometry) {
                let (Some((radius, bounds)), Some(matrix)) = (shapes.get_mut(bone), matrices.get(bone)) else {
                    continue;
                };
                let position = matrix.transform_point3(position);
                if position.is_finite() {
                    *radius = radius.max(position.length());
                    bounds.include(position);
                }
            }
        }
        for (bone, (radius, bounds)) in self.skeleton.bones.iter_mut().zip(shapes) {
            let mask = Collision::SPHERE | Collision::BOX;
            bone.collision = Collision { mask, radius: Some(radius), bounds: Some(bounds) };
        }
        Ok(())
    }

    /// Returns the bones with strong weights in a geometry, with the positions of their vertices; each vertex once.
    fn strong_influences(&self, geometry: &Geometry) -> Vec<(usize, Vec3)> {
        let mut drawn: Vec<(u32, u32)> = Vec::new();
        for lod in &geometry.lods {
            drawn.extend(self.indices(lod).map(|index| (lod.vertex_buffer, index)));
            drawn.sort_unstable();
            drawn.dedup();
        }
        let mut influences = Vec::new();
        for run in drawn.chunk_by(|(a, _), (b, _)| a == b) {
            let buffer = run.first().and_then(|(buffer, _)| self.vertex_buffers.get(*buffer as usize));
            let Some(buffer) = buffer else { continue };
            let (Some(positions), Some(joints)) = (buffer.positions(), buffer.joints()) else { continue };
            let Some(weights) = buffer.find(Semantic::BLENDWEIGHTS, 0) else { continue };
            for (_, vertex) in run {
                let vertex = *vertex as usize;
                let weights = buffer.components(weights, vertex);
                let (Some(position), Some(joints)) = (positions.get(vertex), joints.get(vertex)) else { continue };
                let strong = joints.into_iter().zip(weights).filter(|(_, weight)| *weight > STRONG);
                influences.extend(strong.filter_map(|(joint, _)| Some((bone_of(geometry, joint)?, position))));
            }
        }
        influences
    }

    /// Sets the morph range of every vertex buffer to the range from the first to the last vertex that a morph changes, as importers do; empty without
    /// morphs.
    ///
    /// ```
    /// # use urho_mdl::{Delta, Model};
    /// # let builder = Model::builder().positions(&[[0.0; 3]; 9]).indices(&[0, 1, 2]);
    /// let mut model = builder.morph("Blink", &[Delta::position(4, [0.0, 1.0, 0.0])]).build()?;
    /// model.morphs.clear();
    /// model.compute_morph_ranges();
    /// assert_eq!(model.vertex_buffers[0].morph_range.count, 0);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    pub fn compute_morph_ranges(&mut self) {
        let touched = self.touched();
        self.vertex_buffers.iter_mut().zip(touched).for_each(|(buffer, range)| buffer.morph_range = range);
    }
}

/// Returns the skeleton bone of a blend index in a geometry.
fn bone_of(geometry: &Geometry, joint: u8) -> Option<usize> {
    if geometry.bone_mapping.is_empty() {
        return Some(usize::from(joint));
    }
    geometry.bone_mapping.get(usize::from(joint)).map(|bone| *bone as usize)
}

impl Skeleton<'_> {
    /// Sets every offset matrix to the inverse of the bind pose in model space.
    ///
    /// ```
    /// use urho_mdl::{Bone, Skeleton, glam::Vec3};
    /// let mut skeleton = Skeleton { bones: vec![Bone::new("Hip", 0), Bone::new("Knee", 0)] };
    /// skeleton.bones[1].position = Vec3::new(0.0, -0.5, 0.0);
    /// skeleton.compute_offset_matrices();
    /// assert_eq!(skeleton.bones[1].inverse_bind().translation.y, 0.5);
    /// ```
    pub fn compute_offset_matrices(&mut self) {
        let locals: Vec<Affine3A> = self.bones.iter().map(Bone::local_transform).collect();
        let globals = self.hierarchy().global_transforms(&locals).unwrap_or_default();
        for (bone, global) in self.bones.iter_mut().zip(globals) {
            bone.set_inverse_bind(&global.inverse());
        }
    }
}

impl<'a> Bone<'a> {
    /// Creates a bone with an identity transform relative to its parent, the identity as offset matrix and no shapes. For a root, `parent` is its own
    /// number.
    pub fn new(name: impl Into<binio::Name<'a>>, parent: u32) -> Self {
        let mut bone = Bone {
            name: name.into(),
            parent,
            position: Vec3::ZERO,
            rotation: asset_geometry::glam::Quat::IDENTITY,
            scale: Vec3::ONE,
            offset_matrix: [0.0; 12],
            collision: Collision::default(),
        };
        bone.set_inverse_bind(&Affine3A::IDENTITY);
        bone
    }

    /// Sets the offset matrix.
    pub fn set_inverse_bind(&mut self, matrix: &Affine3A) {
        let rows = [0, 1, 2].map(|row| {
            let (axes, translation) = (matrix.matrix3.row(row), matrix.translation.to_array());
            [axes.x, axes.y, axes.z, translation.get(row).copied().unwrap_or_default()]
        });
        let cells = rows.as_flattened().first_chunk();
        self.offset_matrix = cells.copied().unwrap_or_default();
    }
}
