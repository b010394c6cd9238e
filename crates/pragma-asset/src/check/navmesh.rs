//! Checks navigation meshes.

use alloc::format;

use binio::{Budget, Findings, Limits, Path};

use crate::asset::{Asset, sealed};
use crate::error::Error;
use crate::kinds;
use crate::navmesh::{NO_INDEX, NavMeshKind};

impl sealed::Check for NavMeshKind {
    fn check(asset: &Asset<'_, Self>, findings: &mut Findings) {
        let mut budget = Limits::default().budget();
        poly_mesh(asset, &mut budget, findings);
        detail(asset, &mut budget, findings);
    }
}

/// Returns the result. If this is an error, it will be added to the findings.
fn read<T>(result: Result<T, Error>, findings: &mut Findings) -> Option<T> {
    result
        .map_err(|error| findings.error(kinds::NAVMESH_DAMAGED, error.path().clone(), format!("{}", error.kind())))
        .ok()
}

fn poly_mesh(nav: &Asset<'_, NavMeshKind>, budget: &mut Budget, findings: &mut Findings) {
    let mesh = nav.poly_mesh();
    let path = |part| Path::from("polyMesh").part(part);
    let room = u64::try_from(mesh.allocated_poly_count()).unwrap_or(0);
    let most = u64::try_from(mesh.max_verts_per_poly()).unwrap_or(0);
    if mesh.poly_count() > mesh.allocated_poly_count() || mesh.poly_count() < 0 {
        findings.error(
            kinds::NAVMESH_DAMAGED,
            path("numPolys"),
            format!("{} polygons where there is room for {room}", mesh.poly_count()),
        );
    }
    let mut sized = |key: &'static str, found: Result<usize, Error>, expected: u64| {
        let Some(found) = read(found, findings) else { return };
        if found as u64 != expected {
            findings.error(
                kinds::NAVMESH_DAMAGED,
                path(key),
                format!("{found} values, not {expected}: the engine reads outside its memory"),
            );
        }
    };
    sized("flags", mesh.flags(budget).map(|flags| flags.len()), room);
    sized("regions", mesh.regions(budget).map(|regions| regions.len()), room);
    sized("areas", mesh.areas(budget).map(|areas| areas.len()), room);
    let data = mesh.poly_neighbor_data(budget);
    sized("polyNeighborData", data.map(|data| data.len()), room.saturating_mul(most).saturating_mul(2));
    let Some(vertices) = read(mesh.vertices(budget), findings) else { return };
    for (index, polygon) in mesh.polygons(budget).unwrap_or_default().iter().enumerate() {
        if polygon.iter().any(|vertex| *vertex != NO_INDEX && usize::from(*vertex) >= vertices.len()) {
            let message = format!("a vertex beyond the {}", vertices.len());
            findings.error(kinds::NAVMESH_DAMAGED, path("polyNeighborData").item("polygon", index), message);
        }
    }
}

fn detail(nav: &Asset<'_, NavMeshKind>, budget: &mut Budget, findings: &mut Findings) {
    let detail = nav.detail();
    let vertices = read(detail.vertices(budget), findings).map_or(0, |vertices| vertices.len() as u64);
    let Some(triangles) = read(detail.triangles(budget), findings) else { return };
    for (index, polygon) in read(detail.polygons(budget), findings).unwrap_or_default().iter().enumerate() {
        let path = || Path::from("polyMeshDetail").item("meshes", index);
        let end = |base: u32, count: u32| u64::from(base).saturating_add(u64::from(count));
        if end(polygon.base_vertex, polygon.vertex_count) > vertices {
            findings.error(kinds::NAVMESH_DAMAGED, path(), format!("vertices beyond the {vertices}"));
        }
        if end(polygon.base_triangle, polygon.triangle_count) > triangles.len() as u64 {
            findings.error(kinds::NAVMESH_DAMAGED, path(), format!("triangles beyond the {}", triangles.len()));
        }
    }
}
