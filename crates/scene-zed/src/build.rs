//! New models of any scene.

use asset_geometry::glam::{Mat3, Mat4, Vec2, Vec3};
use asset_geometry::triangles;
use binio::{Findings, Path};
use zed_asset::{MeshBuilder, Model, ModelBuilder, NAME_LEN, VertexLayout};

pub use zed_asset::Dialect;

use crate::{Error, ErrorKind, Mesh, Primitive, Scene, Semantic};

/// Vertices of a primitive where the scene shows them.
#[derive(Default)]
struct Part {
    material: u32,
    positions: Vec<Vec3>,
    normals: Option<Vec<Vec3>>,
    tex_coords: Option<Vec<Vec2>>,
    triangles: Vec<u32>,
}

/// Makes a new model of the meshes of a scene: every triangle where its node shows it, the first set of texture coordinates if the dialect has
/// a place for them. What else there is, findings name.
///
/// Only [`Dialect::ENGINE`] is one that the engine loads. Material numbers are those of the scene's materials.
///
/// # Errors
/// What [`Scene::check`] says.
pub fn model(scene: &Scene<'_>, dialect: Dialect) -> Result<(Model<'static>, Findings), Error> {
    scene.check()?;
    let mut findings = Findings::new();
    let mut parts = Vec::new();
    let locals: Vec<Mat4> = scene.nodes.iter().map(|node| node.transform.to_mat4()).collect();
    let globals = scene.hierarchy().global_transforms(&locals).unwrap_or_default();
    let coarse: std::collections::HashSet<usize> =
        scene.nodes.iter().flat_map(|node| node.lods.iter().map(|lod| lod.node)).collect();
    for (number, node) in scene.nodes.iter().enumerate() {
        let Some(mesh) = node.mesh.and_then(|mesh| scene.meshes.get(mesh)) else { continue };
        if coarse.contains(&number) {
            continue;
        }
        let path = Path::from([("node", number)]);
        if node.skin.is_some() {
            findings.warning(path.clone(), "its skin is lost: the mesh stays as it is bound");
        }
        if !node.lods.is_empty() {
            findings.warning(path.clone(), "coarser levels of detail are lost");
        }
        // A skin takes the place of the node's own.
        let transform = globals.get(number).filter(|_| node.skin.is_none()).copied().unwrap_or(Mat4::IDENTITY);
        add_mesh(scene, mesh, transform, &mut parts, (&path, &mut findings));
    }
    if !scene.animations.is_empty() {
        findings.warning(Path::from("animations"), "are lost");
    }
    if dialect.vertices == VertexLayout::Engine {
        let lost = parts.iter_mut().filter_map(|part: &mut Part| part.tex_coords.take()).count();
        if lost > 0 {
            findings.warning(Path::from("vertices"), "texture coordinates are lost: the engine's vertices have none");
        }
    }
    let name = name(&scene.name, &mut findings);
    let built =
        parts.iter().fold(ModelBuilder::new(&name).dialect(dialect), |builder, part| builder.mesh(part.builder()));
    let built = built.build();
    built
        .map(|model| (model, findings))
        .map_err(|error| Error::new(ErrorKind::Unsupported(error.to_string()), Path::from("model")))
}

impl Part {
    fn builder(&self) -> MeshBuilder<'_> {
        let mut mesh = MeshBuilder::new(&self.positions).triangles(&self.triangles).material(self.material);
        if let Some(normals) = &self.normals {
            mesh = mesh.normals(normals);
        }
        if let Some(tex_coords) = &self.tex_coords {
            mesh = mesh.tex_coords(tex_coords);
        }
        mesh
    }
}

fn add_mesh(
    scene: &Scene<'_>,
    mesh: &Mesh,
    transform: Mat4,
    parts: &mut Vec<Part>,
    (path, findings): (&Path, &mut Findings),
) {
    if !mesh.morph_names.is_empty() {
        findings.warning(path.clone(), "morph targets are lost");
    }
    for (number, primitive) in mesh.primitives.iter().enumerate() {
        let path = path.clone().item("primitive", number);
        match part(scene, primitive, transform) {
            Ok(part) => {
                let lost = |semantic: &Semantic| match semantic {
                    Semantic::Position | Semantic::Normal | Semantic::TexCoord(0) => None,
                    Semantic::Joints(_) | Semantic::Weights(_) => None,
                    other => Some(other.to_string()),
                };
                let lost: Vec<String> =
                    primitive.attributes.iter().filter_map(|attribute| lost(&attribute.semantic)).collect();
                if !lost.is_empty() {
                    findings.warning(path, format!("lost: {}", lost.join(", ")));
                }
                parts.push(part);
            }
            Err(why) => findings.warning(path, why),
        }
    }
}

/// A primitive's triangles; an error if there are none or nobody knows where.
fn part(scene: &Scene<'_>, primitive: &Primitive, transform: Mat4) -> Result<Part, &'static str> {
    let array = |semantic| scene.arrays.get(primitive.attribute(semantic)?);
    if !primitive.topology.is_triangles() {
        return Err("lines and points are lost");
    }
    let positions = array(&Semantic::Position).and_then(crate::Array::to_f32s::<3>).ok_or("it has no positions")?;
    let positions: Vec<Vec3> =
        positions.into_iter().map(|point| transform.transform_point3(Vec3::from(point))).collect();
    // Normals stay at right angles to what is scaled unevenly.
    let straight = Mat3::from_mat4(transform);
    let across = if straight.determinant() == 0.0 { straight } else { straight.inverse().transpose() };
    let normal =
        |normal: Vec3| if transform == Mat4::IDENTITY { normal } else { (across * normal).normalize_or_zero() };
    let normals = array(&Semantic::Normal).and_then(crate::Array::to_f32s::<3>);
    let normals = normals.map(|normals| normals.into_iter().map(|values| normal(Vec3::from(values))).collect());
    let tex_coords = array(&Semantic::TexCoord(0)).and_then(crate::Array::to_f32s::<2>);
    let tex_coords = tex_coords.map(|values| values.into_iter().map(Vec2::from).collect());
    let indices = match primitive.indices.and_then(|indices| scene.arrays.get(indices)) {
        Some(indices) => indices.to_u32s().ok_or("its indices are no whole numbers")?,
        None => (0..positions.len() as u32).collect(),
    };
    if indices.iter().any(|index| *index as usize >= positions.len()) {
        return Err("it is left out: indices beyond its vertices");
    }
    // Fronts are clockwise, and a node that mirrors turns triangles around once more.
    let turned = straight.determinant() >= 0.0;
    let corners = triangles(primitive.topology, indices).map(|[a, b, c]| if turned { [a, c, b] } else { [a, b, c] });
    let material = primitive.material.unwrap_or(0) as u32;
    Ok(Part { material, positions, normals, tex_coords, triangles: corners.flatten().collect() })
}

/// A name that the engine can take.
fn name(name: &str, findings: &mut Findings) -> String {
    let mut fit: String = name.chars().filter(|character| !matches!(character, '%' | '\0')).collect();
    while fit.len() >= NAME_LEN {
        fit.pop();
    }
    if fit != name {
        findings.note(Path::from("name"), "is changed: cut to 63 bytes, without %");
    }
    fit
}
