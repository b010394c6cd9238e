//! Adds meshes that can't be seen in the engine: collision meshes and the navigation mesh.

use std::collections::BTreeMap;

use asset_geometry::glam::Vec3;
use asset_scene::{Array, Attribute, Error, Id, Material, Mesh, Node, Primitive, Semantic, Topology, Transform};
use binio::{Budget, Path};
use pragma_asset::navmesh::DetailPolygon;
use pragma_asset::{Model, NavMesh};

use super::Export;
use crate::METRES_PER_UNIT;
use crate::fault::spend;
use crate::kinds;
use crate::level::stored::{EntityKey, Made};
use scene_adapter::originals::PartKey;

/// The detailed shape of a navigation mesh.
struct Detail {
    positions: Vec<Vec3>,
    polygons: Vec<DetailPolygon>,
    triangles: Vec<[u8; 4]>,
}

impl Detail {
    fn read(nav: &NavMesh<'_>, budget: &mut Budget) -> Result<Self, pragma_asset::Error> {
        let detail = nav.detail();
        let positions = detail.vertices(budget)?;
        let polygons = detail.polygons(budget)?;
        Ok(Self { positions, polygons, triangles: detail.triangles(budget)? })
    }
}

/// The extensions that navigation meshes can have.
const NAVMESHES: [&str; 2] = ["pnav_b", "pnav"];

impl Export<'_, '_> {
    /// Returns a mesh with a primitive for each collision mesh of a model, or `None` if it has no collision mesh. Point
    /// clouds become points.
    pub(super) fn collision(&mut self, model: &Model<'_>, name: &str) -> Result<Option<Id<Mesh>>, Error> {
        let skeleton = model.skeleton();
        let mut mesh = Mesh { name: format!("{name}_collision"), ..Mesh::default() };
        let mut broken = 0_usize;
        for collision in model.collision_meshes() {
            let read = collision.vertices(&mut self.budget).and_then(|vertices| {
                let triangles = collision.triangles(&mut self.budget)?;
                Ok((vertices, triangles))
            });
            let Ok((vertices, triangles)) = read else {
                broken = broken.saturating_add(1);
                continue;
            };
            let is_inside = |triangle: &[u16; 3]| triangle.iter().all(|corner| usize::from(*corner) < vertices.len());
            if vertices.is_empty() || !triangles.iter().all(is_inside) || !vertices.iter().all(|own| own.is_finite()) {
                broken = broken.saturating_add(1);
                continue;
            }
            // Relative to the bone at rest, or to its own origin. Only the position matters.
            let bone = collision.bone().and_then(|bone| {
                skeleton.as_ref()?.bones.iter().find(|own| own.index == bone).map(|own| own.pose.to_affine())
            });
            let origin = collision.pose().origin;
            let place = |vertex: &Vec3| {
                #[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
                let own = *vertex + origin;
                bone.map_or(own, |bone| bone.transform_point3(own)).to_array()
            };
            let positions: Vec<[f32; 3]> = vertices.iter().map(place).collect();
            let indices = triangles.iter().flatten().map(|corner| u32::from(*corner)).collect();
            mesh.primitives.push(self.primitive(positions, indices, None)?);
        }
        if broken > 0 {
            let message = format!("collision meshes that can't be read aren't shown: {broken}");
            self.findings.warning(kinds::COLLISION_UNREADABLE, Path::from("model").name(name.as_bytes()), message);
        }
        Ok((!mesh.primitives.is_empty()).then(|| self.scene.meshes.push(mesh)))
    }

    fn primitive(
        &mut self,
        positions: Vec<[f32; 3]>,
        indices: Vec<u32>,
        material: Option<Id<Material>>,
    ) -> Result<Primitive, Error> {
        spend(&mut self.budget, positions.len(), 12, Path::from("collision"))?;
        let array = self.scene.arrays.push(Array::from_f32s(positions));
        let attributes = vec![Attribute { semantic: Semantic::Position, array }];
        let topology = if indices.is_empty() { Topology::Points } else { Topology::Triangles };
        let indices = (!indices.is_empty()).then(|| self.scene.arrays.push(Array::from_u32s(indices)));
        Ok(Primitive { topology, attributes, indices, material, ..Primitive::default() })
    }

    /// Adds the navigation mesh of the map, with a primitive for each area where you can walk.
    pub(super) fn navmesh(&mut self, name: &str) -> Result<(), Error> {
        let candidates: Vec<String> = NAVMESHES.iter().map(|end| format!("maps/{name}.{end}")).collect();
        let read = self.resources.read_first(&candidates).map(|(file, bytes)| (bytes, file));
        let (bytes, file) = match read {
            Ok(found) => found,
            Err(why) => {
                self.findings.note(kinds::NO_NAVMESH, "navmesh", format!("there is none: {why}"));
                return Ok(());
            }
        };
        let path = Path::from("navmesh").name(file.as_bytes());
        match NavMesh::parse(&bytes).map_err(|error| error.to_string()) {
            Ok(mesh) => self.walkable(&mesh, name, path),
            Err(why) => {
                self.findings.warning(kinds::PART_NOT_SHOWN, path, format!("isn't shown: {why}"));
                Ok(())
            }
        }
    }

    /// Returns the triangle indices of a navigation mesh for each area.
    fn areas(&mut self, nav: &NavMesh<'_>, detail: &Detail, path: &Path) -> Result<BTreeMap<u8, Vec<u32>>, Error> {
        let areas = nav.poly_mesh().areas(&mut self.budget).unwrap_or_default();
        let mut by_area: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
        for (number, part) in detail.polygons.iter().enumerate() {
            let area = areas.get(number).copied().unwrap_or_default();
            let end = part.base_triangle.saturating_add(part.triangle_count) as usize;
            let Some(own) = detail.triangles.get(part.base_triangle as usize..end) else { continue };
            spend(&mut self.budget, own.len(), 12, path.clone())?;
            let corners = own.iter().flat_map(|[a, b, c, _]| [a, b, c]);
            let corners = corners.map(|corner| part.base_vertex.saturating_add(u32::from(*corner)));
            by_area.entry(area).or_default().extend(corners);
        }
        Ok(by_area)
    }

    fn walkable(&mut self, nav: &NavMesh<'_>, name: &str, path: Path) -> Result<(), Error> {
        let detail = match Detail::read(nav, &mut self.budget) {
            Ok(detail) => detail,
            Err(error) => {
                self.findings.warning(kinds::PART_NOT_SHOWN, path, format!("isn't shown: {error}"));
                return Ok(());
            }
        };
        let by_area = self.areas(nav, &detail, &path)?;
        let positions = detail.positions;
        let finite = positions.iter().all(|own| own.is_finite());
        let inside = by_area.values().flatten().all(|corner| (*corner as usize) < positions.len());
        if !finite || !inside || by_area.values().all(Vec::is_empty) {
            self.findings.warning(
                kinds::PART_NOT_SHOWN,
                path,
                "isn't shown: it has no triangles, or some of vertices that aren't there",
            );
            return Ok(());
        }
        let surfaces = nav.surface_materials();
        let array: Vec<[f32; 3]> = positions.iter().map(Vec3::to_array).collect();
        spend(&mut self.budget, array.len(), 12, path)?;
        let array = self.scene.arrays.push(Array::from_f32s(array));
        let mut mesh = Mesh { name: format!("{name}_navmesh"), ..Mesh::default() };
        for (area, indices) in by_area {
            let surface = surfaces.get(usize::from(area)).map(|name| asset_scene::escape_name(name));
            let surface = surface.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("area {area}"));
            let material = Some(self.scene.materials.push(Material::named(surface)));
            let attributes = vec![Attribute { semantic: Semantic::Position, array }];
            let indices = Some(self.scene.arrays.push(Array::from_u32s(indices)));
            mesh.primitives.push(Primitive { attributes, indices, material, ..Primitive::default() });
        }
        let name = mesh.name.clone();
        let mesh = Some(self.scene.meshes.push(mesh));
        let source = Some(EntityKey::made(None, 0, Made::Navmesh).source());
        let transform = Transform::from_scale(METRES_PER_UNIT);
        self.scene.nodes.push(Node { name, mesh, transform, hidden: true, source, ..Node::default() });
        Ok(())
    }
}
