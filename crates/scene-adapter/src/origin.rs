//! Reads what a scene stores about its source file.

use std::collections::{BTreeSet, HashMap};

use asset_scene::glam::DAffine3;
use asset_scene::world::World;
use asset_scene::{
    Array, ArrayId, Component, Error, ErrorKind, Id, IdMap, Mesh, Node, Primitive, Scene, Semantic, Source,
};
use binio::{Limits, Path};
use serde::de::DeserializeOwned;

use crate::{ShowOptions, same};

/// Reads the layout that an adapter has stored, if the source has this `format`.
///
/// # Errors
/// Fails if the layout number is not `number`, or if the layout was not written by this adapter.
pub fn layout<L: DeserializeOwned>(source: Option<&Source<'_>>, format: &str, number: u32) -> Result<Option<L>, Error> {
    let Some(source) = source.filter(|source| source.format == format) else { return Ok(None) };
    let stored = source.layout.get("layout").and_then(serde_json::Value::as_u64);
    if stored != Some(u64::from(number)) {
        let found = stored.map_or_else(|| "none".to_owned(), |stored| stored.to_string());
        return Err(mismatch("layout", format!("expected layout number {number}, found {found}")));
    }
    L::deserialize(&source.layout).map(Some).map_err(|error| mismatch("layout", error))
}

/// Creates the error for a scene that doesn't match the layout of its source. You must then write it to a new file.
pub fn mismatch(path: impl Into<Path>, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Mismatch(why.to_string()), path)
}

/// Checks the parts of a scene that are not in its vertices. Its meshes must be shown by nodes in the same place as in
/// `shown`, with the same skins and attributes, and with the same names and weights of morph targets. `shown` is the
/// scene of the restored source, whose root bones are in the space `root`. There may be new tangents, because some
/// programs create them.
///
/// # Errors
/// Returns a mismatch for the first node or mesh that is not the same.
pub fn check_arrangement(scene: &Scene<'_>, shown: &Scene<'_>, root: DAffine3) -> Result<(), Error> {
    check_nodes(scene, shown, root)?;
    for ((id, mesh), known) in scene.meshes.enumerate().zip(&shown.meshes) {
        let why = if !mesh.primitives.iter().map(semantics).eq(known.primitives.iter().map(semantics)) {
            "it has other attributes"
        } else if mesh.morph_names != known.morph_names {
            "it has other morph targets"
        } else if (0..mesh.morph_names.len()).any(|target| weight(mesh, target) != weight(known, target)) {
            "its morph targets have other weights"
        } else {
            continue;
        };
        return Err(mismatch(Path::from([("mesh", id.index())]), why));
    }
    Ok(())
}

/// Returns whether a scene looks the same as `shown`, apart from rounding by other programs. `shown` is the scene of
/// its original, as in [`check_arrangement`]. Skins and tangents are not compared.
pub fn draws_alike(scene: &Scene<'_>, shown: &Scene<'_>, root: DAffine3) -> bool {
    let drawn = |scene: &Scene<'_>, mesh: Id<Mesh>| same::Drawn::of_mesh(scene, mesh, None, false);
    let custom = |scene: &Scene<'_>, mesh: Id<Mesh>| {
        let attributes = scene[mesh].primitives.iter().flat_map(|primitive| &primitive.attributes);
        let own = attributes.filter(|attribute| matches!(attribute.semantic, Semantic::Custom(_)));
        own.map(|attribute| attribute.array).collect::<Vec<_>>()
    };
    scene.meshes.len() == shown.meshes.len()
        && check_arrangement(scene, shown, root).is_ok()
        && scene.meshes.ids().all(|mesh| {
            let (before, now) = (custom(shown, mesh), custom(scene, mesh));
            let alike = |(before, now): (&ArrayId, &ArrayId)| same_numbers(&shown[*before], &scene[*now]);
            same::drawn(&drawn(shown, mesh), &drawn(scene, mesh)).is_some()
                && before.len() == now.len()
                && before.iter().zip(&now).all(alike)
        })
}

/// Returns whether both arrays have the same numbers. If a number was not finite before, any number is accepted.
fn same_numbers(before: &Array<'_>, now: &Array<'_>) -> bool {
    let (a, b) = (before.dense(), now.dense());
    let floats = before.component == Component::F32;
    let same = |(a, b): (&[u8], &[u8])| a == b || floats && !before.number(a).is_finite();
    before.component == now.component && a.len() == b.len() && a.chunks(4).zip(b.chunks(4)).all(same)
}

fn check_nodes(scene: &Scene<'_>, shown: &Scene<'_>, root: DAffine3) -> Result<(), Error> {
    let mut open = nodes_of_meshes(shown);
    let (world, shown_world) = (World::new(scene), World::new(shown));
    let mut is_joint = IdMap::filled(false, scene.nodes.len());
    scene.skins.iter().flat_map(|skin| &skin.joints).for_each(|joint| is_joint[*joint] = true);
    for (id, node) in scene.nodes.enumerate() {
        let differs = |why: &str| mismatch(Path::from([("node", id.index())]), why);
        let is_root_joint = is_joint[id] && !node.parent.is_some_and(|parent| is_joint[parent]);
        if is_root_joint && !same::transforms(world.parent_world(id), root) {
            return Err(differs("its bones were moved, turned or scaled together"));
        }
        let Some(mesh) = node.mesh else { continue };
        let known = open.remove(&mesh).ok_or_else(|| differs("a further node shows its mesh"))?;
        if node.skin.is_some() != shown[known].skin.is_some() {
            return Err(differs("only in one of both scenes its mesh has a skin"));
        }
        if node.skin.is_none() && !same::transforms(world.world(id), shown_world.world(known)) {
            return Err(differs("its mesh was moved, turned or scaled"));
        }
    }
    match open.keys().min() {
        Some(mesh) => Err(mismatch(Path::from([("mesh", mesh.index())]), "no node shows it")),
        None => Ok(()),
    }
}

/// Returns the node that shows each mesh.
fn nodes_of_meshes(scene: &Scene<'_>) -> HashMap<Id<Mesh>, Id<Node>> {
    scene.nodes.enumerate().filter_map(|(id, node)| Some((node.mesh?, id))).collect()
}

fn semantics(primitive: &Primitive) -> BTreeSet<&Semantic> {
    let all = primitive.attributes.iter().map(|attribute| &attribute.semantic);
    all.filter(|semantic| **semantic != Semantic::Tangent).collect()
}

fn weight(mesh: &Mesh, target: usize) -> f32 {
    mesh.morph_weights.get(target).copied().unwrap_or(0.0)
}

fn largest_layout(scene: &Scene<'_>) -> u64 {
    let rows = scene.arrays.iter().map(|array| (array.row_size() as u64).saturating_mul(array.count as u64));
    rows.fold(0, u64::saturating_add).saturating_mul(16).saturating_add(1 << 26)
}

/// Returns the options with which to show the original of a scene. These have the default limits, or larger limits for
/// a larger scene.
pub fn show_options(scene: &Scene<'_>) -> ShowOptions<'static> {
    let limits = Limits::default();
    let most = limits.expanded_bytes().max(largest_layout(scene));
    ShowOptions { limits: limits.max_expanded_bytes(most), ..ShowOptions::default() }
}
