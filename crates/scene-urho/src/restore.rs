//! Scenes back into the models and animations that they came from.

mod animation;
mod bones;
mod buffers;
mod morph;

use asset_scene::{Error, Id, Material, Scene};
use binio::Path;
use scene_adapter::origin::{self, mismatch};
use urho_mdl::Model;

pub use animation::restore_animation;

use crate::layout::{GeometryLayout, LAYOUT, Layout};
use crate::{FORMAT, bounds_hold};

/// Gives back the model that a scene came from, bit for bit as far as the scene carries the same bits.
///
/// `None` if it came from something else. The blocks of the source are taken as they are, so whoever stores scenes gives them back only
/// while the arrays that they repeat are unchanged.
///
/// # Errors
/// The scene differs from what the layout says: another number of vertices, indices, primitives or bones, bones that hang elsewhere,
/// arrays of another kind. It has to be [built](crate::create()) into a new model then. Also what [`Scene::check`] finds.
pub fn restore(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
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

/// The material of each geometry of a scene that came from a model; `None` where it has none. Empty if the scene came from something else, or its
/// layout can't be read.
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
