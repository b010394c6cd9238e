//! Creates the scene that shows the changes between two scenes.

use asset_scene::glam::Vec3;
use asset_scene::{Alpha, Array, Attribute, Material, Mesh, Node, Primitive, Scene, Semantic};
use binio::Budget;

use super::triangles::{Change, Key, changes, keys};
use super::{Comparison, Subject};
use crate::color::Srgb;
use crate::error::{Error, too_much};
use crate::geometry::{Geometry, Triangle};

/// How many bytes a triangle takes. This includes its keys in sets, and its corners in the scene that shows the
/// changes.
const PER_TRIANGLE: u64 = 160;
/// The grey for triangles that did not change.
const GREY: [u8; 3] = [190, 190, 190];
/// The opacity for triangles that were removed, so that you can still see what is behind them.
const GONE: f32 = 0.6;

/// The content of a version, and its keys.
pub(crate) struct Content {
    pub(crate) geometry: Geometry,
    keys: Vec<Key>,
}

impl Content {
    pub(crate) fn new(geometry: Geometry, subject: Subject<'_, '_>, budget: &mut Budget) -> Result<Self, Error> {
        let bytes = (geometry.triangles.len() as u64).saturating_mul(PER_TRIANGLE);
        let left = budget.left();
        budget.spend(bytes).map_err(|_| too_much("bytes of compared triangles", left, bytes))?;
        let keys = keys(&geometry, subject.scene, subject.textures);
        Ok(Self { geometry, keys })
    }
}

/// A scene that shows the changes in colour.
pub(crate) struct Marked {
    pub(crate) scene: Scene<'static>,
    pub(crate) added: usize,
    pub(crate) removed: usize,
    pub(crate) restyled: usize,
}

impl Marked {
    pub(crate) fn new(old: &Content, new: &Content) -> Self {
        let mut scene = Scene::default();
        let (after, before) = (changes(&new.keys, &old.keys), changes(&old.keys, &new.keys));
        let mut mesh = Mesh::default();
        let mut add = |content: &Content, all: &[Change], change: Change, color: [u8; 3], opacity: f32| {
            let triangles = content.geometry.triangles.iter().zip(all).filter(|(_, key)| **key == change);
            let triangles: Vec<&Triangle> = triangles.map(|(triangle, _)| triangle).collect();
            if !triangles.is_empty() {
                let primitive = primitive(&mut scene, &content.geometry, &triangles, material(color, opacity));
                mesh.primitives.push(primitive);
            }
            triangles.len()
        };
        add(new, &after, Change::None, GREY, 1.0);
        let restyled = add(new, &after, Change::Look, Comparison::RESTYLED, 1.0);
        let added = add(new, &after, Change::Place, Comparison::ADDED, 1.0);
        let removed = add(old, &before, Change::Place, Comparison::REMOVED, GONE);
        let mesh = scene.meshes.push(mesh);
        scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
        Self { scene, added, removed, restyled }
    }
}

fn material(color: [u8; 3], opacity: f32) -> Material {
    let srgb = Srgb::new();
    let [red, green, blue] = color.map(|channel| srgb.decode(channel));
    let alpha = if opacity < 1.0 { Alpha::Blend } else { Alpha::Opaque };
    Material {
        base_color: [red, green, blue, opacity],
        roughness: 0.9,
        alpha,
        double_sided: true,
        ..Material::named("")
    }
}

/// Returns triangles in scene space. Each corner has a normal.
fn primitive(
    scene: &mut Scene<'static>,
    geometry: &Geometry,
    triangles: &[&Triangle],
    material: Material,
) -> Primitive {
    let vertex = |index: u32| geometry.vertices.get(index as usize).copied().unwrap_or_default();
    let (mut positions, mut normals) = (Vec::new(), Vec::new());
    for triangle in triangles {
        let corners = triangle.corners.map(vertex);
        let [a, b, c] = corners.map(|corner| corner.position);
        let face = (b - a).cross(c - a).normalize_or(Vec3::Y);
        for corner in corners {
            positions.push(corner.position.to_array());
            normals.push(corner.normal.try_normalize().unwrap_or(face).to_array());
        }
    }
    let mut attribute =
        |semantic, rows: Vec<[f32; 3]>| Attribute { semantic, array: scene.arrays.push(Array::from_f32s(rows)) };
    let attributes = vec![attribute(Semantic::Position, positions), attribute(Semantic::Normal, normals)];
    let material = Some(scene.materials.push(material));
    Primitive { attributes, material, ..Primitive::default() }
}
