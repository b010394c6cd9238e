//! Compares what a node shows in the original, in the edited scene and in the result.

use asset_scene::{Alpha, Array, Id, Material, Mesh, Node, Scene, Semantic};

use super::pairs::Triple;
use crate::same;
use crate::same::tolerance;

/// What a node shows, for messages, and whether two nodes show it alike.
type Aspect = (&'static str, fn(Shown<'_>, Shown<'_>) -> bool);

/// Returns the edits of a node that aren't in the result.
pub(super) fn lost([before, edited, after]: [&Scene<'_>; 3], triple: &Triple) -> impl Iterator<Item = &'static str> {
    let own = Shown { scene: before, node: &before[triple.before] };
    let now = Shown { scene: edited, node: &edited[triple.edited] };
    let written = Shown { scene: after, node: &after[triple.after] };
    let aspects: [Aspect; 6] = [
        ("was hidden, or lost its mesh", is_seen_alike),
        ("has another light", is_lit_alike),
        ("has another camera", has_camera_alike),
        ("has another material", has_materials_alike),
        ("has a plain material that was edited", has_plain_materials_alike),
        ("has other morph weights", has_weights_alike),
    ];
    let is_kept = is_placed_alike(own, written) && has_places_alike(own, written);
    let is_moved = triple.is_in_place && !is_placed_alike(own, now) && is_kept;
    let lost = aspects.into_iter().filter(move |(_, alike)| !alike(own, now) && alike(own, written));
    lost.map(|(what, _)| what).chain(is_moved.then_some("was moved"))
}

/// A node in its scene.
#[derive(Clone, Copy)]
struct Shown<'s> {
    scene: &'s Scene<'s>,
    node: &'s Node,
}

impl<'s> Shown<'s> {
    fn mesh(self) -> Option<&'s Mesh> {
        self.node.mesh.and_then(|mesh| self.scene.meshes.get(mesh))
    }

    /// Returns the materials of all primitives, if there are any.
    fn materials(self) -> Vec<Option<&'s Material>> {
        let of = |id: Option<Id<Material>>| id.and_then(|id| self.scene.materials.get(id));
        self.mesh().into_iter().flat_map(|mesh| &mesh.primitives).map(|primitive| of(primitive.material)).collect()
    }
}

/// Compares transforms. Programs turn the nodes of bones, skins, lights and cameras as they need.
fn is_placed_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    let is_plain = |shown: Shown<'_>| {
        let node = shown.node;
        node.skin.is_none() && node.light.is_none() && node.camera.is_none() && node.mesh.is_some()
    };
    !is_plain(a) || !is_plain(b) || same::joints(a.node.transform.to_affine(), b.node.transform.to_affine())
}

/// Compares the positions of vertices bit by bit, because some formats move the vertices instead of the node.
fn has_places_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    places(a).eq(places(b))
}

fn places<'s>(shown: Shown<'s>) -> impl Iterator<Item = Option<&'s Array<'s>>> {
    let primitives = shown.mesh().into_iter().flat_map(|mesh| &mesh.primitives);
    primitives.map(move |primitive| shown.scene.arrays.get(primitive.attribute(&Semantic::Position)?))
}

/// Compares whether there is a mesh to see.
fn is_seen_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    let is_seen = |shown: Shown<'_>| shown.mesh().is_some() && !shown.node.hidden;
    is_seen(a) == is_seen(b)
}

/// Compares lights, if both have one: programs may put it into a child.
fn is_lit_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    let light = |shown: Shown<'_>| shown.node.light.and_then(|light| shown.scene.lights.get(light).cloned());
    light(a).zip(light(b)).is_none_or(|(a, b)| same::lights(&a, &b))
}

fn has_camera_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    let camera = |shown: Shown<'_>| shown.node.camera.and_then(|camera| shown.scene.cameras.get(camera).cloned());
    camera(a).zip(camera(b)).is_none_or(|(a, b)| same::cameras(&a, &b))
}

/// Compares the names of materials, if there are as many primitives. New names of materials that have a file are compared
/// where these are written.
fn has_materials_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    let (ours, theirs) = (a.materials(), b.materials());
    let is_it = |(a, b): (&Option<&Material>, &Option<&Material>)| match (a, b) {
        (Some(a), Some(b)) => {
            let is_same_file = a.source.is_some() && a.source == b.source;
            a.name == b.name || same::is_numbered(&b.name, &a.name) || is_same_file
        }
        // Nothing is as plain as a placeholder.
        (Some(one), None) | (None, Some(one)) => is_plain(one),
        (None, None) => true,
    };
    ours.len() != theirs.len() || ours.iter().zip(&theirs).all(is_it)
}

/// Returns whether a material is the placeholder for one that has no file.
fn is_plain(material: &Material) -> bool {
    let white = Material::named(material.name.as_str());
    material.source.is_none() && material.textures().next().is_none() && is_like(material, &white)
}

/// Compares materials that have no file: edits of the others are compared where they are written.
fn has_plain_materials_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    let (ours, theirs) = (a.materials(), b.materials());
    let is_it = |(a, b): (&Option<&Material>, &Option<&Material>)| {
        let both = a.zip(*b).filter(|(a, b)| a.source.is_none() && a.name == b.name);
        both.is_none_or(|(a, b)| is_like(a, b))
    };
    ours.len() != theirs.len() || ours.iter().zip(&theirs).all(is_it)
}

fn is_like(a: &Material, b: &Material) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() <= tolerance::MATERIAL * a.abs().max(b.abs()).max(1.0);
    let kind = |alpha: &Alpha| std::mem::discriminant(alpha);
    a.double_sided == b.double_sided
        && kind(&a.alpha) == kind(&b.alpha)
        && near(a.metallic, b.metallic)
        && near(a.roughness, b.roughness)
        && a.base_color.iter().zip(&b.base_color).all(|(a, b)| near(*a, *b))
        && a.emissive.iter().zip(&b.emissive).all(|(a, b)| near(*a, *b))
}

/// Compares the default weights of morph targets, if both meshes have the same number.
fn has_weights_alike(a: Shown<'_>, b: Shown<'_>) -> bool {
    let both = a.mesh().zip(b.mesh()).filter(|(a, b)| a.morph_names.len() == b.morph_names.len());
    both.is_none_or(|(a, b)| same::weights(a, b))
}
