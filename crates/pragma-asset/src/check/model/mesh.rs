//! Checks meshes and collision meshes.

use alloc::format;

use asset_geometry::Topology;
use binio::{Budget, Path};

use super::Checker;
use crate::error::Error;
use crate::kinds;
use crate::model::{Mesh, Weights};

/// The weights of a vertex should have the sum 1, but may differ by this much.
const TOLERANCE: f32 = 0.01;

impl Checker<'_, '_> {
    /// Returns the result. If this is an error, it will be added to the findings.
    pub(super) fn read<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result
            .map_err(|error| {
                self.findings.error(kinds::MESH_UNREADABLE, error.path().clone(), format!("{}", error.kind()));
            })
            .ok()
    }

    pub(super) fn mesh(&mut self, mesh: &Mesh<'_>, budget: &mut Budget) {
        let path = mesh.path();
        let topology = mesh.topology();
        if topology.is_none() {
            self.findings.error(
                kinds::GEOMETRY_TYPE_UNKNOWN,
                path.clone(),
                format!("unknown geometry type \"{}\"", mesh.geometry_type()),
            );
        }
        let materials = self.model.skins().first().map_or(0, |skin| skin.materials.len());
        self.below(
            mesh.material_index(),
            materials,
            path.clone().part("skinMaterialIndex"),
            "no such material in the first skin",
        );
        if let Some(vertices) = self.read(mesh.vertices(budget)) {
            let broken = vertices.positions().iter().position(|position| !position.is_finite());
            if let Some(vertex) = broken {
                self.findings.error(
                    kinds::POSITION_NOT_FINITE,
                    path.clone().part(mesh.vertices_key()).item("vertex", vertex),
                    "the position isn't finite",
                );
            }
        }
        self.indices(mesh, topology, budget);
        self.columns(mesh, budget);
        for (key, weights) in
            [("vertexWeights", mesh.weights(budget)), ("extendedVertexWeights", mesh.extended_weights(budget))]
        {
            if let Some(Some(weights)) = self.read(weights) {
                self.weights(&weights, mesh, path.clone().part(key), key == "vertexWeights");
            }
        }
        if mesh.element().get("extendedVertexWeights").is_some() {
            self.findings.note(
                kinds::EXTENDED_WEIGHTS,
                path.clone().part("extendedVertexWeights"),
                "the engine's shader reads them wrongly",
            );
        }
    }

    fn indices(&mut self, mesh: &Mesh<'_>, topology: Option<Topology>, budget: &mut Budget) {
        let Some(indices) = self.read(mesh.indices(budget)) else { return };
        let path = || mesh.path().part("indices");
        let vertices = mesh.vertex_count();
        if let Some(place) = indices.iter().position(|index| index as usize >= vertices) {
            let message =
                format!("index {place} is beyond the {vertices} vertices: the engine reads outside its memory");
            self.findings.error(kinds::INDEX_OUT_OF_BOUNDS, path(), message);
        }
        let size = if let Some(Topology::Triangles) = topology {
            3
        } else if let Some(Topology::Lines) = topology {
            2
        } else {
            1
        };
        if indices.len() % size != 0 {
            self.findings.warning(
                kinds::INCOMPLETE_PRIMITIVE,
                path(),
                format!("{} indices: the last primitive isn't whole", indices.len()),
            );
        }
    }

    /// Checks that all vertex arrays have an item for each vertex.
    fn columns(&mut self, mesh: &Mesh<'_>, budget: &mut Budget) {
        let vertices = mesh.vertex_count();
        for (name, array) in mesh.uv_arrays() {
            let path = mesh.path().part("uvSets").name(name);
            match array.map(|array| mesh.uvs_of(name, array, budget)) {
                Some(uvs) => {
                    if let Some(uvs) = self.read(uvs) {
                        self.as_many(uvs.len(), vertices, path);
                    }
                }
                None => self.findings.warning(kinds::ALPHAS, path, "not an array: the engine takes it for empty"),
            }
        }
        if let Some(Some(alphas)) = self.read(mesh.alphas(budget)) {
            self.as_many(alphas.len(), vertices, mesh.path().part("alphas"));
        } else if mesh.alpha_count() > 0 {
            self.findings.warning(kinds::ALPHAS, mesh.path().part("alphas"), "missing, though alphaCount isn't 0");
        }
    }

    fn as_many(&mut self, found: usize, vertices: usize, path: Path) {
        if found != vertices {
            self.findings.error(kinds::VERTEX_COUNT, path, format!("{found} for {vertices} vertices"));
        }
    }

    fn weights(&mut self, weights: &Weights<'_>, mesh: &Mesh<'_>, path: Path, alone: bool) {
        self.as_many(weights.len(), mesh.vertex_count(), path.clone());
        let bones = self.bones;
        let beyond = |id: i32| usize::try_from(id).is_ok_and(|id| id >= bones);
        if let Some(vertex) = weights.bones().position(|ids| ids.into_iter().any(beyond)) {
            self.findings.error(
                kinds::REFERENCE_OUT_OF_BOUNDS,
                path.clone().item("vertex", vertex),
                format!("a bone beyond the {bones} bones"),
            );
        }
        let four = mesh.element().get("extendedVertexWeights").is_none();
        let odd = |(ids, weights): ([i32; 4], [f32; 4])| {
            let used = ids.into_iter().zip(weights).filter(|(id, _)| *id >= 0);
            let sum: f32 = used.map(|(_, weight)| weight).sum();
            sum.is_nan() || (sum - 1.0).abs() > TOLERANCE
        };
        if let Some(vertex) = weights.bones().zip(weights.weights()).position(odd).filter(|_| alone && four) {
            self.findings.warning(
                kinds::WEIGHTS_SUM,
                path.item("vertex", vertex),
                "the weights don't add up to 1: the engine doesn't normalise them",
            );
        }
    }

    pub(super) fn collision_meshes(&mut self, budget: &mut Budget) {
        let model = self.model;
        let groups = model.mesh_groups().len();
        for (index, mesh) in model.collision_meshes().iter().enumerate() {
            let path = || Path::new().item("collisionMeshes", index);
            if let Some(bone) = mesh.bone() {
                self.bone(bone, path().part("bone"));
            }
            let (vertices, triangles) = (self.read(mesh.vertices(budget)), self.read(mesh.triangles(budget)));
            let (Some(vertices), Some(triangles)) = (vertices, triangles) else { continue };
            let outside = |triangle: &[u16; 3]| triangle.iter().any(|vertex| usize::from(*vertex) >= vertices.len());
            if let Some(place) = triangles.iter().position(outside) {
                self.findings.error(
                    kinds::INDEX_OUT_OF_BOUNDS,
                    path().part("triangles").item("triangle", place),
                    format!("beyond the {} vertices", vertices.len()),
                );
            }
            if !mesh.is_convex() && triangles.is_empty() {
                self.findings.warning(
                    kinds::COLLISION_EMPTY,
                    path(),
                    "neither convex nor with triangles: nothing collides with it",
                );
            }
            if let Some(body) = mesh.soft_body() {
                self.below(body.mesh_group, groups, path().part("softBody"), "no such mesh group");
            }
        }
    }
}
