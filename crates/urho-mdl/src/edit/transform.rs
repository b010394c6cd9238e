//! Scales, turns and moves whole models.

use alloc::vec::Vec;
use asset_geometry::glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A, Vec4};
use asset_geometry::{Similarity, write_column};
use binio::Path;

use crate::error::{Error, ErrorKind};
use crate::model::Model;
use crate::morph::{Morph, MorphBuffer};
use crate::skeleton::Skeleton;
use crate::vertex::{ElementMask, ElementType, Semantic, VertexBuffer};

impl Model<'_> {
    /// Scales, turns or moves the whole model: vertices, morphs, bones with their shapes, bounding box, centers, and the
    /// distances of levels of detail. All other data stays as it is.
    ///
    /// Animations of this model must be changed by the same factor, see `Animation::scale` in `urho-ani`. If you turn or
    /// move a model with bones, animations of the root bones will not fit any more.
    ///
    /// ```
    /// use urho_mdl::glam::Vec3;
    /// use urho_mdl::{Model, Similarity};
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [4.0, 0.0, 0.0]];
    /// let mut model = Model::builder().positions(&corners).indices(&[0, 1, 2]).build()?;
    /// model.transform(&Similarity::default().scale(0.5).moved(Vec3::Z))?;
    /// assert_eq!(model.vertex_buffers[0].positions().unwrap().get(2), Some(Vec3::new(2.0, 0.0, 1.0)));
    /// assert_eq!(model.bounds.max, Vec3::new(2.0, 1.0, 1.0));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if positions or directions are not stored as floats, and
    /// [`ErrorKind::WrongDataSize`] if a buffer contradicts its counts. The model is not changed after an error.
    pub fn transform(&mut self, change: &Similarity) -> Result<(), Error> {
        let change = Change { by: change };
        let mut buffers = self.vertex_buffers.clone();
        for (number, buffer) in buffers.iter_mut().enumerate() {
            let located = |error: Error| Error::new(error.into_kind(), Path::from([("vertex buffer", number)]));
            change.vertices(buffer).map_err(located)?;
        }
        self.vertex_buffers = buffers;
        self.morphs.iter_mut().for_each(|morph| change.morph(morph));
        change.bones(&mut self.skeleton);
        if self.bounds.is_defined() {
            self.bounds = self.bounds.transformed(&change.by.matrix());
        }
        self.tail.centers.iter_mut().for_each(|center| *center = change.by.point(*center));
        let lods = self.geometries.iter_mut().flat_map(|geometry| &mut geometry.lods);
        lods.for_each(|lod| lod.distance *= change.by.factor());
        Ok(())
    }
}

struct Change<'c> {
    by: &'c Similarity,
}

impl Change<'_> {
    fn vertices(&self, buffer: &mut VertexBuffer<'_>) -> Result<(), Error> {
        let turns = self.by.rotation() != Quat::IDENTITY;
        let placed: Vec<_> = buffer.declaration.placed().map(|placed| placed.element).collect();
        for element in placed {
            let (semantic, index) = (element.semantic(), element.index());
            match (semantic, element.kind()) {
                (Semantic::POSITION, ElementType::VECTOR3) => {
                    self.column(buffer, semantic, index, |point: Vec3| self.by.point(point))?;
                }
                (Semantic::POSITION, ElementType::VECTOR4) => {
                    let point = |point: Vec4| self.by.point(point.truncate()).extend(point.w);
                    self.column(buffer, semantic, index, point)?;
                }
                (Semantic::POSITION, _) => return Err(missing("positions of floats")),
                (Semantic::NORMAL | Semantic::BINORMAL | Semantic::TANGENT, _) if !turns => {}
                (Semantic::NORMAL | Semantic::BINORMAL | Semantic::TANGENT, ElementType::VECTOR3) => {
                    self.column(buffer, semantic, index, |direction: Vec3| self.by.direction(direction))?;
                }
                (Semantic::NORMAL | Semantic::BINORMAL | Semantic::TANGENT, ElementType::VECTOR4) => {
                    let direction = |all: Vec4| self.by.direction(all.truncate()).extend(all.w);
                    self.column(buffer, semantic, index, direction)?;
                }
                (Semantic::NORMAL | Semantic::BINORMAL | Semantic::TANGENT, _) => {
                    return Err(missing("normals and tangents of floats"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn column<T: crate::vertex::VertexValue>(
        &self,
        buffer: &mut VertexBuffer<'_>,
        semantic: Semantic,
        index: u8,
        change: impl Fn(T) -> T,
    ) -> Result<(), Error> {
        let Some(column) = buffer.column::<T>(semantic, index) else { return buffer.check_size() };
        let values: Vec<T> = column.iter().map(change).collect();
        buffer.set_column(semantic, index, &values)
    }

    fn morph(&self, morph: &mut Morph<'_>) {
        for buffer in &mut morph.buffers {
            let stride = buffer.stride();
            let mut offset = size_of::<u32>();
            for element in ElementMask::MORPHED.into_iter().filter(|element| buffer.mask.contains(*element)) {
                let is_position = element == ElementMask::POSITION;
                let change = |delta: Vec3| if is_position { self.by.vector(delta) } else { self.by.direction(delta) };
                let values: Vec<Vec3> = column(buffer, offset).into_iter().map(change).collect();
                let written = write_column(buffer.data.to_mut(), stride, offset, &values);
                debug_assert!(written, "the values were read from these records");
                offset += size_of::<[f32; 3]>();
            }
        }
    }

    fn bones(&self, skeleton: &mut Skeleton<'_>) {
        let (factor, turn) = (self.by.factor(), self.by.rotation());
        // The bind pose W becomes T·W·(1/s) for a change T that scales by s, so its inverse becomes s·W⁻¹·T⁻¹.
        let inverse = |old: Affine3A| {
            let linear =
                if turn == Quat::IDENTITY { old.matrix3 } else { old.matrix3 * Mat3A::from_quat(turn.inverse()) };
            let origin = Vec3A::from(self.by.point(Vec3::ZERO));
            Affine3A { matrix3: linear, translation: old.translation * factor - linear * origin }
        };
        let is_root: Vec<bool> = (0..skeleton.bones.len()).map(|bone| skeleton.parent(bone).is_none()).collect();
        for (bone, is_root) in skeleton.bones.iter_mut().zip(is_root) {
            if is_root {
                bone.position = self.by.point(bone.position);
                if turn != Quat::IDENTITY {
                    bone.rotation = turn * bone.rotation;
                }
            } else {
                bone.position *= factor;
            }
            let inverse = inverse(bone.inverse_bind());
            bone.set_inverse_bind(&inverse);
            bone.collision.radius = bone.collision.radius.map(|radius| radius * factor);
            if let Some(bounds) = &mut bone.collision.bounds {
                (bounds.min, bounds.max) = (bounds.min * factor, bounds.max * factor);
            }
        }
    }
}

/// Returns the three floats at this offset of each record.
fn column(buffer: &MorphBuffer<'_>, offset: usize) -> Vec<Vec3> {
    asset_geometry::Column::<Vec3>::new(&buffer.data, buffer.stride(), offset)
        .map(|all| all.to_vec())
        .unwrap_or_default()
}

fn missing(what: &'static str) -> Error {
    Error::new(ErrorKind::Missing(what), Path::new())
}
