//! Creates terrains from height maps.

#![allow(clippy::arithmetic_side_effects, reason = "floats, and counts that the budget was asked for")]

use asset_image::Mip;
use asset_scene::{Array, Attribute, Id, Material, Mesh, Primitive, Scene, Semantic};
use binio::Budget;
use urho_scene::{Component, Variant};

use super::parts;

/// The heights of a grid, row by row from −Z to +Z in the engine's space.
struct Heights {
    columns: usize,
    rows: usize,
    all: Vec<f32>,
}

impl Heights {
    /// Returns the height at a position. Outside of the grid, this is the nearest height.
    fn at(&self, column: isize, row: isize) -> f32 {
        let clamp = |at: isize, count: usize| at.clamp(0, count as isize - 1) as usize;
        let (column, row) = (clamp(column, self.columns), clamp(row, self.rows));
        self.all.get(row * self.columns + column).copied().unwrap_or(0.0)
    }
}

/// The number of bytes that a terrain needs for each vertex, including indices.
const VERTEX: u64 = 64;

/// Returns the mesh of a terrain, with the same name as its node. The error says what is wrong with the height map.
pub(super) fn mesh(
    image: &[u8],
    component: &Component<'_>,
    budget: &mut Budget,
    scene: &mut Scene<'static>,
    (name, material): (&str, Id<Material>),
) -> Result<Id<Mesh>, String> {
    let spacing = match component.get("Vertex Spacing") {
        Some(Variant::Vector3(spacing)) if spacing.iter().all(|number| number.is_finite()) => spacing,
        _ => [1.0, 0.25, 1.0],
    };
    let patch = usize::try_from(parts::number(component, "Patch Size", 32)).unwrap_or(0).clamp(4, 128);
    let patch = patch.next_power_of_two();
    let heights = heights(image, patch, spacing[1], budget)?;
    let (columns, rows) = (heights.columns, heights.rows);
    // Row 0 is at −Z, and x grows to the right, which scenes have to the left.
    let origin = [-0.5 * (columns - 1) as f32 * spacing[0], -0.5 * (rows - 1) as f32 * spacing[2]];
    let mut positions = Vec::with_capacity(columns * rows);
    let (mut normals, mut coordinates) = (Vec::with_capacity(columns * rows), Vec::with_capacity(columns * rows));
    for row in 0..rows {
        for column in 0..columns {
            let height = heights.at(column as isize, row as isize);
            positions.push([-(origin[0] + column as f32 * spacing[0]), height, origin[1] + row as f32 * spacing[2]]);
            normals.push(normal(&heights, column as isize, row as isize, spacing));
            let share = |at: usize, count: usize| at as f32 / (count - 1) as f32;
            coordinates.push([share(column, columns), 1.0 - share(row, rows)]);
        }
    }
    let indices = triangles(columns, rows);
    let mut attribute = |semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
    let attributes = vec![
        attribute(Semantic::Position, Array::from_f32s(positions)),
        attribute(Semantic::Normal, Array::from_f32s(normals)),
        attribute(Semantic::TexCoord(0), Array::from_f32s(coordinates)),
    ];
    let indices = Some(scene.arrays.push(Array::from_u32s(indices)));
    let primitive = Primitive { attributes, indices, material: Some(material), ..Primitive::default() };
    Ok(scene.meshes.push(Mesh { name: name.to_owned(), primitives: vec![primitive], ..Mesh::default() }))
}

/// Returns the indices for a grid, with two triangles per square.
fn triangles(columns: usize, rows: usize) -> Vec<u32> {
    let mut indices = Vec::with_capacity((columns - 1) * (rows - 1) * 6);
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let corner = (row * columns + column) as u32;
            let above = corner + columns as u32;
            // Counter-clockwise from above, with x to the left.
            indices.extend([corner, corner + 1, above, above, corner + 1, above + 1]);
        }
    }
    indices
}

/// Returns the heights for complete patches. As in the engine, the rest is ignored.
fn heights(image: &[u8], patch: usize, unit: f32, budget: &mut Budget) -> Result<Heights, String> {
    let info = asset_image::Info::of(image).map_err(|error| error.to_string())?;
    let vertices = |size: u32| ((size as usize).saturating_sub(1) / patch) * patch + 1;
    let (columns, rows) = (vertices(info.width), vertices(info.height));
    if columns < 2 || rows < 2 {
        return Err(format!("expected at least {0} × {0} pixels, found {1} × {2}", patch + 1, info.width, info.height));
    }
    let bytes = (columns as u64).saturating_mul(rows as u64).saturating_mul(VERTEX);
    budget.spend(bytes).map_err(|fault| fault.to_string())?;
    let pixels = asset_image::decode(image, Mip(0), budget).map_err(|error| error.to_string())?;
    let is_fine = info.format.channels().len() > 1;
    let (width, data) = (pixels.width() as usize, pixels.as_bytes());
    let mut all = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        // The last line of whole patches is at −Z.
        let line = rows - 1 - row;
        for column in 0..columns {
            let byte = |channel: usize| data.get((line * width + column) * 4 + channel).copied().map_or(0.0, f32::from);
            let fine = if is_fine { byte(1) / 256.0 } else { 0.0 };
            all.push((byte(0) + fine) * unit);
        }
    }
    Ok(Heights { columns, rows, all })
}

/// Returns the normal at a position, given the slopes to its eight neighbours.
fn normal(heights: &Heights, column: isize, row: isize, spacing: [f32; 3]) -> [f32; 3] {
    let here = heights.at(column, row);
    let slope = |x: isize, z: isize| heights.at(column + x, row + z) - here;
    let (north, east, south, west) = (slope(0, -1), slope(1, 0), slope(0, 1), slope(-1, 0));
    let (north_east, south_east) = (slope(1, -1), slope(1, 1));
    let (south_west, north_west) = (slope(-1, 1), slope(-1, -1));
    let x = -north_east - east - south_east + south_west + west + north_west;
    let z = north + north_east - south_east - south - south_west + north_west;
    let y = 8.0 * 0.5 * (spacing[0] + spacing[2]);
    let length = (x * x + y * y + z * z).sqrt();
    if length > 0.0 && length.is_finite() { [-x / length, y / length, z / length] } else { [0.0, 1.0, 0.0] }
}
