//! Converts primitives to sub meshes, with all bones in their reference pose.

use crate::kinds;
use asset_geometry::Topology;
use asset_geometry::glam::{DAffine3, DVec3, Vec3};
use asset_scene::appearance::Level;
use asset_scene::influences::Influences;
use asset_scene::{Error, Id, Mesh, Primitive, Scene, Semantic};
use binio::{Findings, Path};
use pragma_asset::MeshData;
use scene_adapter::surface::{self, Surface, Target};

use super::rig::{Bone, Rig};

/// The number that means no bone.
const NONE: i32 = -1;

/// Reads a primitive as a list, with normals and with its default weights applied. Returns `None` if there is nothing
/// to show.
pub(crate) fn prepared(
    scene: &Scene<'_>,
    level: &Level,
    number: usize,
    smooth: Option<f32>,
    findings: &mut Findings,
) -> Result<Option<Surface>, Error> {
    let Some(mut surface) = surface::read(scene, level.mesh, number, level.skin, findings)? else { return Ok(None) };
    surface.make_list();
    surface.morph(&scene[level.mesh].morph_weights);
    let path = Path::from([("mesh", level.mesh.index()), ("primitive", number)]);
    surface.shade(smooth, &path, findings);
    Ok(Some(surface))
}

/// Reports the parts of a mesh that the model can't store.
pub(crate) fn tell(mesh: &Mesh, number: Id<Mesh>, findings: &mut Findings) {
    for (place, primitive) in mesh.primitives.iter().enumerate() {
        tell_attributes(primitive, &Path::from([("mesh", number.index()), ("primitive", place)]), findings);
    }
}

/// Adds tangents to a surface. The shaders require that a tangent has a direction. So if the surface has no texture
/// coordinates, this uses any vector that is perpendicular to the normal.
pub(crate) fn add_tangents(surface: &mut Surface, path: &Path, findings: &mut Findings) {
    surface.add_tangents(path, findings);
    surface.fill_tangents();
}

/// Reports attributes that can't be stored in the vertices of a model.
pub(crate) fn tell_attributes(primitive: &Primitive, path: &Path, findings: &mut Findings) {
    let has = |wanted: fn(&Semantic) -> bool| primitive.attributes.iter().any(|attribute| wanted(&attribute.semantic));
    if has(|semantic| matches!(semantic, Semantic::Color(_))) {
        findings.loss(kinds::COLORS_LOST, path.clone(), "its colours aren't in the model");
    }
    if has(|semantic| matches!(semantic, Semantic::TexCoord(2..))) {
        findings.loss(
            kinds::UV_SETS_LOST,
            path.clone(),
            "only two of its sets of texture coordinates are in the model",
        );
    }
    if has(|semantic| matches!(semantic, Semantic::Custom(_))) {
        findings.loss(kinds::CUSTOM_ATTRIBUTES_LOST, path.clone(), "its custom attributes aren't in the model");
    }
}

/// Moves a surface to where it is in the model, and binds it to bones. Also returns the offsets of its morph targets.
pub(crate) fn data(mut surface: Surface, level: &Level, rig: &Rig) -> (MeshData, Vec<Target>) {
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
    let data = MeshData {
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
    };
    (data, surface.targets)
}

/// If a position is not finite, this sets it to zero, because the engine would not load the model.
pub(super) fn make_finite(data: &mut MeshData, path: &Path, findings: &mut Findings) {
    let mut count = 0_usize;
    for position in data.positions.iter_mut().filter(|position| !position.is_finite()) {
        *position = Vec3::ZERO;
        count = count.saturating_add(1);
    }
    if count > 0 {
        let message = format!("{count} positions that aren't finite are set to 0 0 0");
        findings.warning(kinds::POSITIONS_NOT_FINITE, path.clone(), message);
    }
}

/// Returns the bones of a vertex, given the joints of its skin.
fn slots(influences: &Influences, bones: &[Id<Bone>]) -> [i32; 4] {
    // A joint beyond the skin's has been refused where the surface was read.
    let bone = |joint: u32| bones.get(joint as usize).map_or(NONE, |bone| number(*bone));
    influences.0.map(|(joint, weight)| if weight == 0.0 { NONE } else { bone(joint) })
}

fn number(bone: Id<Bone>) -> i32 {
    i32::try_from(bone.index()).unwrap_or(NONE)
}
