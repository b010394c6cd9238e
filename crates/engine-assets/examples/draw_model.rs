//! Reads everything that is needed to draw a model of any format: `cargo run --example draw_model -- Jack.mdl`.

use engine_assets::Asset;
use engine_assets::asset_scene::Posed;

/// A part of a model to draw.
pub(crate) struct Draw {
    /// The positions, normals and tangents in the space of the scene: right-handed, Y up, in metres.
    pub(crate) vertices: Posed,
    /// The triangles as vertex indices, counter-clockwise when you look at the front.
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// Returns all parts to draw, for a model of any format.
pub(crate) fn draws(asset: &Asset<'_>) -> Result<Vec<Draw>, Box<dyn std::error::Error>> {
    let (scene, mut draws) = (asset.to_scene("model")?.0, Vec::new());
    let pose = scene.rest_pose()?;
    for (node, mesh) in scene.mesh_nodes() {
        for primitive in &scene[mesh].primitives {
            // Skinned meshes are placed by their joints, others by their node: this does both.
            let vertices = pose.posed(&scene, node, primitive)?;
            let mut triangles: Vec<[u32; 3]> = primitive.triangles(&scene)?.collect();
            if vertices.is_mirrored {
                triangles.iter_mut().for_each(|corners| corners.reverse());
            }
            draws.push(Draw { vertices, triangles });
        }
    }
    Ok(draws)
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asset = engine_assets::open(std::env::args().nth(1).ok_or("expected a model")?)?;
    for draw in draws(&asset)? {
        println!(
            "{} vertices, {} triangles, {} normals, the first vertex at {:?}",
            draw.vertices.positions.len(),
            draw.triangles.len(),
            draw.vertices.normals.len(),
            draw.vertices.positions.first()
        );
    }
    Ok(())
}
