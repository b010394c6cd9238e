//! Access to the information that a scene stores about its source file.

use asset_scene::glam::DAffine3;
use asset_scene::world::World;
use asset_scene::{Error, ErrorKind, Id, IdMap, Mesh, Scene, Source};
use binio::{Budget, Limits, Path};
use serde::de::DeserializeOwned;

use crate::same;

/// Reads the layout that an adapter stored, if the source is of its `format`.
///
/// # Errors
/// The layout has another number than `number`, or isn't of the shape that the adapter gives it.
pub fn layout<L: DeserializeOwned>(source: Option<&Source<'_>>, format: &str, number: u32) -> Result<Option<L>, Error> {
    let Some(source) = source.filter(|source| source.format == format) else { return Ok(None) };
    let stored = source.layout.get("layout").and_then(serde_json::Value::as_u64);
    if stored != Some(u64::from(number)) {
        let found = stored.map_or_else(|| "none".to_owned(), |stored| stored.to_string());
        return Err(mismatch("layout", format!("expected layout number {number}, found {found}")));
    }
    L::deserialize(&source.layout).map(Some).map_err(|error| mismatch("layout", error))
}

/// Creates an error for a difference between a scene and the layout of its source. The scene has to be written to a new file then.
pub fn mismatch(path: impl Into<Path>, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Mismatch(why.to_string()), path)
}

/// Checks that nothing was moved, scaled or copied as a whole: the vertices of a source don't show that. Each mesh without a skin has one node, which
/// stands where `place` says, and root bones are in the space `root`.
///
/// # Errors
/// A mismatch at the first node that stands elsewhere.
pub fn check_places(
    scene: &Scene<'_>,
    root: DAffine3,
    place: impl Fn(Id<Mesh>) -> Option<DAffine3>,
) -> Result<(), Error> {
    let world = World::new(scene);
    let mut is_joint = IdMap::filled(false, scene.nodes.len());
    scene.skins.iter().flat_map(|skin| &skin.joints).for_each(|joint| is_joint[*joint] = true);
    let mut has_node = IdMap::filled(false, scene.meshes.len());
    for (id, node) in scene.nodes.enumerate() {
        let path = || Path::from([("node", id.index())]);
        let is_root_joint = is_joint[id] && !node.parent.is_some_and(|parent| is_joint[parent]);
        if is_root_joint && !same::transforms(world.parent_world(id), root) {
            return Err(mismatch(path(), "its bones were moved, turned or scaled together"));
        }
        let Some(mesh) = node.mesh else { continue };
        if std::mem::replace(&mut has_node[mesh], true) {
            return Err(mismatch(path(), "a further node shows its mesh"));
        }
        let is_moved = |place: DAffine3| !same::transforms(world.world(id), place);
        if node.skin.is_none() && place(mesh).is_some_and(is_moved) {
            return Err(mismatch(path(), "its mesh was moved, turned or scaled"));
        }
    }
    Ok(())
}

/// Returns a budget for the data that a layout creates from a scene's arrays: it can't be much larger than the arrays, since only sharing multiplies.
pub fn budget(scene: &Scene<'_>) -> Budget {
    let rows = scene.arrays.iter().map(|array| (array.row_size() as u64).saturating_mul(array.count as u64));
    let limits = Limits::default()
        .max_expanded_bytes(rows.fold(0, u64::saturating_add).saturating_mul(16).saturating_add(1 << 26));
    limits.budget()
}
