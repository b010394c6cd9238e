//! Builds a cube as an Urho3D model: `cargo run --example build_cube -- Cube.mdl`.

use engine_assets::urho_mdl::glam::Vec3;
use engine_assets::urho_mdl::{Error, Model};

/// Returns a cube with edges of length 1, centred at the origin. Each side has four vertices and two triangles, which
/// are clockwise when you look from outside.
pub(crate) fn cube() -> Result<Model<'static>, Error> {
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for normal in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z] {
        let first = positions.len() as u32;
        let (u, v) = normal.any_orthonormal_pair();
        for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            positions.push(normal * 0.5 + u * x + v * y);
            normals.push(normal);
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    let positions: Vec<[f32; 3]> = positions.iter().map(Vec3::to_array).collect();
    let normals: Vec<[f32; 3]> = normals.iter().map(Vec3::to_array).collect();
    Ok(Model::builder().positions(&positions).normals(&normals).indices(&indices).build()?.into_owned())
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file to write")?;
    std::fs::write(path, cube()?.to_bytes()?)?;
    Ok(())
}
