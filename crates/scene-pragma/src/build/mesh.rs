//! Primitives as sub meshes, where they are while bones are at their references.

use std::collections::HashSet;

use asset_geometry::Topology;
use asset_geometry::glam::{DAffine3, DVec3, Vec3};
use asset_scene::appearance::{Appearance, Level};
use asset_scene::influences::Influences;
use asset_scene::surface::{self, Surface};
use asset_scene::{Error, Id, Mesh, Primitive, Scene, Semantic};
use binio::{Findings, Path};
use pragma_asset::MeshData;

use super::rig::{Bone, Rig};
use super::skins::Skins;

/// What stands for no bone.
const NONE: i32 = -1;

/// Makes sub meshes of all primitives that are shown.
pub(crate) fn meshes(
    scene: &Scene<'_>,
    (rig, skins): (&Rig, &Skins),
    appearances: &[Appearance],
    findings: &mut Findings,
) -> Result<Vec<MeshData>, Error> {
    let mut made = Vec::new();
    // A mesh may be shown any number of times: findings tell of it once.
    let mut told = HashSet::new();
    for appearance in appearances {
        let [level, coarser @ ..] = appearance.levels.as_slice() else { continue };
        let mut again = Findings::new();
        let findings = if told.insert((level.mesh, level.skin)) { &mut *findings } else { &mut again };
        let mesh = &scene[level.mesh];
        tell(mesh, level.mesh, !coarser.is_empty(), findings);
        for number in 0..mesh.primitives.len() {
            let Some(mut surface) = prepared(scene, level, number, findings)? else { continue };
            surface.targets.clear();
            surface.add_tangents(&Path::from([("mesh", level.mesh.index()), ("primitive", number)]), findings);
            let name = level.node.map_or(&mesh.name, |node| &scene[node].name);
            let material_index = mesh.primitives.get(number).map_or(0, |primitive| skins.index(scene, primitive));
            made.push(MeshData { name: name.clone(), material_index, ..data(surface, level, rig) });
        }
    }
    Ok(made)
}

/// A primitive as a list, with normals and as its default weights shape it; `None` if there is nothing to show.
pub(crate) fn prepared(
    scene: &Scene<'_>,
    level: &Level,
    number: usize,
    findings: &mut Findings,
) -> Result<Option<Surface>, Error> {
    let Some(mut surface) = surface::read(scene, level.mesh, number, level.skin, findings)? else { return Ok(None) };
    surface.make_list();
    surface.morph(&scene[level.mesh].morph_weights);
    surface.flatten();
    Ok(Some(surface))
}

/// Says what of a mesh isn't in the model.
fn tell(mesh: &Mesh, number: Id<Mesh>, has_coarser: bool, findings: &mut Findings) {
    let path = || Path::from([("mesh", number.index())]);
    if has_coarser {
        findings.loss(path(), "coarser levels of detail aren't in the model");
    }
    if !mesh.morph_names.is_empty() {
        findings.loss(path(), "its morph targets aren't in the model");
    }
    for (place, primitive) in mesh.primitives.iter().enumerate() {
        tell_attributes(primitive, &path().item("primitive", place), findings);
    }
}

/// What vertices of a model have no place for.
pub(crate) fn tell_attributes(primitive: &Primitive, path: &Path, findings: &mut Findings) {
    let has = |wanted: fn(&Semantic) -> bool| primitive.attributes.iter().any(|attribute| wanted(&attribute.semantic));
    if has(|semantic| matches!(semantic, Semantic::Color(_))) {
        findings.loss(path.clone(), "its colours aren't in the model");
    }
    if has(|semantic| matches!(semantic, Semantic::TexCoord(2..))) {
        findings.loss(path.clone(), "only two of its sets of texture coordinates are in the model");
    }
    if has(|semantic| matches!(semantic, Semantic::Custom(_))) {
        findings.loss(path.clone(), "its custom attributes aren't in the model");
    }
}

/// Moves a surface to where the model has it, and binds it.
pub(crate) fn data(mut surface: Surface, level: &Level, rig: &Rig) -> MeshData {
    let count = surface.positions.len();
    let bound = level.skin.filter(|_| !surface.influences.is_empty()).map(|skin| rig.bound(skin));
    let (place, bones, weights) = match (bound, level.node) {
        (Some(bound), _) => {
            let bones = surface.influences.iter().map(|influences| slots(influences, &bound.bones));
            let weights = surface.influences.iter().map(|influences| influences.0.map(|(_, weight)| weight));
            (bound.place, bones.collect(), weights.collect())
        }
        (None, Some(node)) => {
            let bone = rig.holder(node);
            let bones = bone.map_or_else(Vec::new, |bone| vec![[number(bone), NONE, NONE, NONE]; count]);
            let weights = bone.map_or_else(Vec::new, |_| vec![[1.0, 0.0, 0.0, 0.0]; count]);
            (rig.place(node), bones, weights)
        }
        (None, None) => (level.world, Vec::new(), Vec::new()),
    };
    surface.transform(DAffine3::from_scale(DVec3::splat(rig.units())) * place);
    surface.flip_bitangents();
    if surface.normals.is_empty() {
        // Lines and points.
        surface.normals = vec![Vec3::Y; count];
    }
    let geometry_type = match surface.topology {
        Some(Topology::Lines) => "Lines",
        Some(Topology::Points) => "Points",
        _ => "Triangles",
    };
    let lightmap = surface.tex_coords(1).to_vec();
    MeshData {
        geometry_type: geometry_type.to_owned(),
        uvs: surface.tex_coords(0).to_vec(),
        uv_sets: if lightmap.is_empty() { Vec::new() } else { vec![("lightmap".to_owned(), lightmap)] },
        positions: surface.positions,
        normals: surface.normals,
        tangents: surface.tangents,
        indices: surface.indices,
        bones,
        weights,
        ..MeshData::default()
    }
}

/// The bones of a vertex, by the joints of its skin.
fn slots(influences: &Influences, bones: &[Id<Bone>]) -> [i32; 4] {
    // A joint beyond the skin's has been refused where the surface was read.
    let bone = |joint: u32| bones.get(joint as usize).map_or(NONE, |bone| number(*bone));
    influences.0.map(|(joint, weight)| if weight == 0.0 { NONE } else { bone(joint) })
}

fn number(bone: Id<Bone>) -> i32 {
    i32::try_from(bone.index()).unwrap_or(NONE)
}
