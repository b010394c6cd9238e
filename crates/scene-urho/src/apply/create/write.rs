//! Writes surfaces using the model builder.

use asset_scene::glam::{DAffine3, DMat4, DVec3, Mat3, Vec3};
use asset_scene::{Error, ErrorKind, Topology};
use binio::{Findings, Path};
use scene_adapter::surface::{self, Surface};
use urho_mdl::glam::Affine3A;
use urho_mdl::{Bone, Bounds, Model, ModelBuilder, Primitive, Skeleton, Version};

use super::morphs::Morphs;
use super::options::CreateModelOptions;
use super::plan::{self, Plan};
use super::space::Space;
use super::split::Draft;
use crate::Engine;
use crate::kinds;
use crate::mean_size;

/// Writes the model file, one geometry after the other.
pub(crate) struct Writer<'w> {
    builder: ModelBuilder<'static>,
    morphs: &'w Morphs,
    geometries: usize,
    /// Whether the levels of detail of a geometry should share equal vertices.
    shares: bool,
    /// The mean size of the model, per unit of the scene.
    sizes_per_unit: f32,
}

impl<'w> Writer<'w> {
    pub(crate) fn new(options: &CreateModelOptions, morphs: &'w Morphs, bounds: Bounds) -> Self {
        let version = if options.engine == Engine::Rbfx { Version::Umd3(2) } else { Version::Umd2 };
        let builder = ModelBuilder::new().version(version).share_buffers().bounds(bounds);
        let sizes_per_unit = options.scale / mean_size(&bounds).unwrap_or(1.0);
        Self {
            builder: morphs.declare(builder, options.engine),
            morphs,
            geometries: 0,
            shares: options.optimization.weld,
            sizes_per_unit,
        }
    }

    /// Adds a geometry with its levels of detail.
    pub(crate) fn geometry(mut self, draft: &Draft, findings: &mut Findings) -> Self {
        let path = Path::from([("geometry", self.geometries)]);
        let distances = distances(draft, self.sizes_per_unit, path, findings);
        let levels: Vec<&Surface> = draft.levels.iter().map(|(_, surface)| surface).collect();
        let shared = self.shares.then(|| surface::shared(&levels)).flatten();
        let mut builder = self.builder;
        for (level, (surface, distance)) in levels.into_iter().zip(distances).enumerate() {
            let (columns, indices) = match &shared {
                Some((whole, indices)) => (Some(whole).filter(|_| level == 0), indices.get(level)),
                None => (Some(surface), Some(&surface.indices)),
            };
            let indices = indices.map_or(&[][..], Vec::as_slice);
            if let Some(columns) = columns {
                builder = vertices(builder.next_buffer(), columns);
            }
            builder = if level == 0 { builder.indices(indices) } else { builder.lod(distance, indices) };
            builder = builder.primitive(primitive(surface.topology));
            if let Some(columns) = columns {
                builder = self.morphs.change(builder, columns);
            }
        }
        self.builder = builder.bone_mapping(&draft.mapping);
        self.geometries = self.geometries.saturating_add(1);
        self
    }

    /// Builds the model.
    ///
    /// # Errors
    /// Returns an error of the builder, for example if a count needs more than 32 bits or a weight is NaN.
    pub(crate) fn finish(self, skeleton: Skeleton<'static>) -> Result<Model<'static>, Error> {
        let failed = |error: urho_mdl::Error| Error::new(ErrorKind::Unsupported(error.to_string()), Path::new());
        self.builder.skeleton(skeleton).build().map_err(failed)
    }
}

/// Adds the vertex columns of a surface. An empty surface doesn't have any.
fn vertices(mut builder: ModelBuilder<'static>, surface: &Surface) -> ModelBuilder<'static> {
    if surface.positions.is_empty() {
        return builder;
    }
    builder = builder.positions(&surface.positions);
    if !surface.normals.is_empty() {
        builder = builder.normals(&surface.normals);
    }
    if !surface.tangents.is_empty() {
        builder = builder.tangents(&surface.tangents);
    }
    for (set, uvs) in &surface.tex_coords {
        builder = builder.uvs(*set as u8, uvs);
    }
    for (set, colors) in &surface.colors {
        let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
        let colors: Vec<[u8; 4]> = colors.iter().map(|color| color.map(byte)).collect();
        builder = builder.colors(*set as u8, &colors);
    }
    if !surface.influences.is_empty() {
        let influences = || surface.influences.iter().map(|influences| influences.0);
        // No more than 256 bones are left after splitting.
        let joints: Vec<[u8; 4]> = influences().map(|slots| slots.map(|(bone, _)| bone as u8)).collect();
        let weights: Vec<[f32; 4]> = influences().map(|slots| slots.map(|(_, weight)| weight)).collect();
        builder = builder.skin(&joints, &weights);
    }
    builder
}

fn primitive(topology: Option<Topology>) -> Primitive {
    match topology {
        Some(Topology::TriangleStrip) => Primitive::TRIANGLE_STRIP,
        Some(Topology::TriangleFan) => Primitive::TRIANGLE_FAN,
        Some(Topology::Lines) => Primitive::LINE_LIST,
        Some(Topology::LineStrip) => Primitive::LINE_STRIP,
        Some(Topology::Points) => Primitive::POINT_LIST,
        Some(Topology::Triangles) | None => Primitive::TRIANGLE_LIST,
    }
}

/// If the scene doesn't say where to show the first coarser level, the engine will show it at this distance, in mean
/// sizes of the model. Further levels follow at twice the distance.
const FIRST_DISTANCE: f32 = 10.0;

/// Returns the distances of a geometry's levels of detail, in mean sizes of the model and in ascending order.
fn distances(draft: &Draft, sizes_per_unit: f32, path: Path, findings: &mut Findings) -> Vec<f32> {
    let (mut last, mut made_up) = (0.0, false);
    let mut distances = vec![last];
    for (distance, _) in draft.levels.iter().skip(1) {
        let distance = distance * sizes_per_unit;
        let known = distance > last && distance.is_finite();
        made_up |= !known;
        last = if known { distance } else { (last * 2.0).max(FIRST_DISTANCE) };
        distances.push(last);
    }
    if made_up {
        let message = "levels of detail without a distance beyond the one before begin at twice that, or at ten sizes of the model";
        findings.note(kinds::LOD_DISTANCES, path, message);
    }
    distances
}

/// Creates the skeleton. If nothing is attached to a bone, its offset is the inverse of its rest transform.
pub(crate) fn skeleton(plan: &Plan<'_>, space: Space) -> Skeleton<'static> {
    let bone = |(number, bone): (usize, &plan::Bone)| {
        let parent = bone.parent.map_or(number, asset_scene::Id::index);
        let mut made = Bone::new(bone.name.clone(), parent as u32);
        made.position = space.point(bone.local.translation);
        made.rotation = Space::rotation(bone.local.rotation);
        made.scale = bone.local.scale.as_vec3();
        // A flat bone that nothing hangs on has no inverse, and needs none.
        let offset = space.affine(bone.offset.or(bone.inverse).unwrap_or(DAffine3::IDENTITY));
        made.set_inverse_bind(&Affine3A::from_mat4(DMat4::from(offset).as_mat4()));
        made
    };
    Skeleton { bones: plan.bones.iter().enumerate().map(bone).collect() }
}

/// Returns the bounding box around all vertices, both as they are stored and as the engine shows them in the rest pose.
///
/// # Errors
/// Fails if a vertex uses a bone that doesn't exist.
#[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
pub(crate) fn bounds(skeleton: &Skeleton<'_>, drafts: &[(Path, Draft)]) -> Result<Bounds, Error> {
    let surfaces = || drafts.iter().flat_map(|(_, draft)| &draft.levels).map(|(_, surface)| surface);
    let stored = Bounds::from_points(surfaces().flat_map(|surface| surface.positions.iter().copied()));
    let bones = at_rest(skeleton);
    let mut shown = Bounds::UNDEFINED;
    for surface in surfaces() {
        for (position, influences) in surface.positions.iter().zip(&surface.influences) {
            let mut moved = DVec3::ZERO;
            for (bone, weight) in influences.used() {
                let missing = || Error::new(ErrorKind::no_such("bone", bone, bones.len()), Path::new());
                let matrix = bones.get(bone as usize).ok_or_else(missing)?;
                moved += matrix.transform_point3(position.as_dvec3()) * f64::from(weight);
            }
            shown.include(moved.as_vec3());
        }
    }
    Ok(stored.merge(shown))
}

/// Returns the skinning matrix for each bone in the rest pose.
#[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
fn at_rest(skeleton: &Skeleton<'_>) -> Vec<DAffine3> {
    let mut globals: Vec<DAffine3> = skeleton.bones.iter().map(|bone| double(bone.local_transform())).collect();
    // One matrix per bone, so that nothing can be missing.
    let whole = skeleton.hierarchy().globalize(&mut globals);
    debug_assert!(whole, "a transform per bone");
    globals.iter().zip(&skeleton.bones).map(|(global, bone)| *global * double(bone.inverse_bind())).collect()
}

fn double(matrix: Affine3A) -> DAffine3 {
    let translation: Vec3 = matrix.translation.into();
    DAffine3 { matrix3: Mat3::from(matrix.matrix3).as_dmat3(), translation: translation.as_dvec3() }
}
