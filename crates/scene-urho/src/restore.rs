//! Restoration of source models and animations from scenes.

mod animation;
mod bones;
mod buffers;
mod morph;

use asset_scene::glam::DAffine3;
use asset_scene::{Error, Id, Material, Scene};
use binio::Path;
use scene_adapter::origin::{self, mismatch};
use urho_mdl::Model;

pub use animation::restore_animation;

use crate::layout::{GeometryLayout, LAYOUT, Layout};
use crate::{FORMAT, bounds_hold};

/// Restores the source model of a scene, bit for bit as far as the scene has the same bits.
///
/// Returns `None` if the source is no model. The blocks of the source are used without a check, so a program that stores scenes must drop them when
/// the arrays with the same content change.
///
/// # Errors
/// The scene doesn't match its layout: another number of vertices, indices, primitives or bones, bones with other parents, arrays of another type, further
/// attributes, other weights of morphs, a mesh that its node moves, that no node shows or several do. It has to be [built](crate::create()) into a new
/// model then. Also the errors of [`Scene::check`].
pub fn restore(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(model) = restore_unchecked(scene)? else { return Ok(None) };
    let (shown, _) = crate::to_scene(&model, &scene.name, &origin::show_options(scene))?;
    origin::check_arrangement(scene, &shown, DAffine3::IDENTITY)?;
    Ok(Some(model))
}

/// As [`restore`], without a look at the nodes that show its meshes and at what no vertex has.
pub(crate) fn restore_unchecked(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(source) = &scene.source else { return Ok(None) };
    let Some(layout) = origin::layout::<Layout>(Some(source), FORMAT, LAYOUT)? else { return Ok(None) };
    scene.check()?;
    let version = layout.version().ok_or_else(|| mismatch("layout", "expected a version that exists"))?;
    let mut restorer = buffers::Restorer::new(scene, source, &layout)?;
    let model = Model {
        version,
        vertex_buffers: restorer.vertex_buffers(version)?,
        index_buffers: restorer.index_buffers()?,
        geometries: layout.geometries.iter().map(GeometryLayout::geometry).collect(),
        morphs: restorer.morphs()?,
        skeleton: bones::bones(scene, source, &layout.bones)?,
        bounds: layout.bounds.bounds(),
        tail: layout.tail(),
    };
    if !layout.loose_bounds && !bounds_hold(&model) {
        return Err(mismatch(Path::from("bounding box"), "vertices are beyond it"));
    }
    match model.encoded_len() {
        Ok(_) => Ok(Some(model)),
        Err(error) => Err(mismatch("layout", error)),
    }
}

/// Returns the material of each geometry of a scene from a model; `None` for a geometry without a material. Empty if the source is no model, or its
/// layout is unreadable.
pub fn restored_materials(scene: &Scene<'_>) -> Vec<Option<Id<Material>>> {
    let layout = origin::layout::<Layout>(scene.source.as_ref(), FORMAT, LAYOUT).ok().flatten();
    let Some(layout) = layout else { return Vec::new() };
    let mut materials = vec![None; layout.geometries.len()];
    let primitives = scene.meshes.iter().zip(&layout.meshes).flat_map(|(mesh, rows)| mesh.primitives.iter().zip(rows));
    for (primitive, (geometry, _)) in primitives {
        if let Some(material) = materials.get_mut(*geometry) {
            // The finest level, if levels differ.
            *material = material.or(primitive.material);
        }
    }
    materials
}
