//! The values that importers compute: the bounding box, centers, boxes and spheres of bones, and morph ranges. See
//! [Meaning of the values](crate::format#meaning-of-the-values).

use alloc::vec::Vec;

use asset_geometry::glam::{Affine3A, Vec3};
use asset_geometry::{Bounds, Column};
use binio::{Limits, Path};

use crate::error::{Error, ErrorKind};
use crate::model::{Geometry, Model};
use crate::skeleton::{Bone, Collision, Skeleton};
use crate::version::Version;
use crate::vertex::Semantic;

/// Only vertices with at least this weight are inside the bounds of a bone. Both importers use this value.
const STRONG: f32 = 0.33;

impl Model<'_> {
    /// Sets the bounding box to the smallest box around all vertices in the bind pose, as every importer does. Call
    /// this after you have changed positions.
    ///
    /// If there are no vertices, this will be [`Bounds::UNDEFINED`].
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

    /// Sets the center of each geometry to the mean position in its first level of detail. The engine uses the centers
    /// to sort transparent geometries.
    ///
    /// This uses the rule from AssetImporter: the mean is taken over the indices, so a vertex that is drawn often
    /// counts more. The rule from OgreImporter is not used, because in a shared buffer it includes the indices of
    /// previous geometries and is then useless for sorting. If a geometry is empty, the center will be zero.
    ///
    /// ```
    /// # let mut model = urho_mdl::Model::builder().positions(&[[0.0; 3], [1.0; 3], [2.0; 3]]).indices(&[0, 1, 2]).build()?;
    /// model.compute_centers()?;
    /// assert_eq!(model.center(0), urho_mdl::glam::Vec3::ONE);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInVersion`] for models without an identifier, because they have no centers. Returns
    /// [`ErrorKind::Data`] if the geometries draw the same indices so often that this would take more than a gigabyte.
    /// The model is not changed after an error.
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

    /// Checks that the first `levels` levels of detail of all geometries do not draw more than a gigabyte of indices.
    /// Without this limit, a small file could draw the same indices any number of times.
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

    /// Sets the box and the sphere of every bone, using the rule from AssetImporter. Call this after you have changed
    /// positions, weights or bones.
    ///
    /// Both shapes are in bone space and contain the vertices with a weight above 0.33. The box also contains the bone
    /// origin. Every bone gets both shapes, even if no vertex belongs to it.
    ///
    /// The other tools write tighter shapes: OgreImporter ignores the origin and measures the radius from the position
    /// in the bind pose, and rbfx does not write spheres. But their bones have no shape if they have no vertices, and
    /// if this is true for all bones, the engine loses the bounds of the model.
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
    /// Returns [`ErrorKind::Data`] if levels of detail draw the same indices so often that this would take more than a
    /// gigabyte. The model is not changed after an error.
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

    /// Returns the bones that have a strong weight in a geometry, with the vertex positions. A vertex that is drawn
    /// several times is only returned once.
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

    /// Sets the morph range of every vertex buffer to the vertices that morphs change, from the first to the last. This
    /// is also what importers do. If there are no morphs, the range will be empty.
    ///
    /// Call this after you have changed morphs, because the engine ignores all morphs for a buffer if the range is empty.
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

/// Returns the skeleton bone that a blend index in this geometry refers to.
fn bone_of(geometry: &Geometry, joint: u8) -> Option<usize> {
    if geometry.bone_mapping.is_empty() {
        return Some(usize::from(joint));
    }
    geometry.bone_mapping.get(usize::from(joint)).map(|bone| *bone as usize)
}

impl Skeleton<'_> {
    /// Sets every offset matrix to the inverse of the bind pose in model space. Call this after you have moved bones,
    /// so that the model is not deformed.
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
    /// Creates a bone without shapes. The transform relative to the parent and the offset matrix are both the identity.
    ///
    /// For a root, `parent` must be the index of the bone itself.
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

    /// Sets the offset matrix, which converts from model space to bone space.
    pub fn set_inverse_bind(&mut self, matrix: &Affine3A) {
        let rows = [0, 1, 2].map(|row| {
            let (axes, translation) = (matrix.matrix3.row(row), matrix.translation.to_array());
            [axes.x, axes.y, axes.z, translation.get(row).copied().unwrap_or_default()]
        });
        let cells = rows.as_flattened().first_chunk();
        self.offset_matrix = cells.copied().unwrap_or_default();
    }
}
