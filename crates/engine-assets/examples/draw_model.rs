//! Reads what a renderer needs of any model: `cargo run --example draw_model -- Jack.mdl`.

use engine_assets::Asset;
use engine_assets::asset_scene::glam::Mat4;

/// A part of a model to draw: where it is, its vertices, its triangles.
pub(crate) struct Draw {
    /// From the part's space into the scene's.
    pub(crate) world: Mat4,
    /// Positions, one per vertex.
    pub(crate) positions: Vec<[f32; 3]>,
    /// Normals, one per vertex; empty if there are none.
    pub(crate) normals: Vec<[f32; 3]>,
    /// Triangles as indices of vertices, counter-clockwise seen from the front.
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// Returns all parts of a model of any format.
pub(crate) fn draws(asset: &Asset<'_>) -> Result<Vec<Draw>, Box<dyn std::error::Error>> {
    let (scene, mut draws) = (asset.to_scene("model")?.0, Vec::new());
    for (node, mesh) in scene.mesh_nodes() {
        for primitive in &scene[mesh].primitives {
            let positions = primitive.positions(&scene)?.collect();
            let normals = primitive.normals(&scene)?.into_iter().flatten().collect();
            let triangles = primitive.triangles(&scene)?.collect();
            draws.push(Draw { world: scene.world(node), positions, normals, triangles });
        }
    }
    Ok(draws)
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asset = engine_assets::open(std::env::args().nth(1).ok_or("expected a model")?)?;
    for draw in draws(&asset)? {
        println!(
            "{} vertices, {} triangles, {} normals at {}",
            draw.positions.len(),
            draw.triangles.len(),
            draw.normals.len(),
            draw.world.w_axis
        );
    }
    Ok(())
}
