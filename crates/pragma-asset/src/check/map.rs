//! Checks maps.

use alloc::format;

use binio::{Budget, Findings, Limits, Path};
use udm::Value;

use super::sub_asset;
use crate::asset::{Asset, sealed};
use crate::kinds;
use crate::map::{Bsp, MapKind, NODE, matrix_len};

impl sealed::Check for MapKind {
    fn check(asset: &Asset<'_, Self>, findings: &mut Findings) {
        entities(asset, findings);
        if let Some(tree) = asset.node().node("bsp").find("tree") {
            sub_asset(tree, &["PBSP"], Path::from("bsp").part("tree"), findings);
        }
        if let Some(bsp) = asset.bsp() {
            bsp_tree(asset, &bsp, findings);
        }
        let uppercase = asset.materials().iter().position(|name| name.iter().any(u8::is_ascii_uppercase));
        if let Some(index) = uppercase {
            findings.note(
                kinds::MATERIAL_CASE,
                Path::new().item("materials", index),
                "not in lower case, as the engine writes it",
            );
        }
    }
}

fn entities(map: &Asset<'_, MapKind>, findings: &mut Findings) {
    for (index, entity) in map.entities().iter().enumerate() {
        let path = || Path::new().item("entities", index);
        if entity.class_name().is_empty() {
            findings.error(kinds::CLASS_MISSING, path(), "no class name: the engine makes nothing of it");
        }
        let flags = entity.element().get("flags");
        if matches!(flags, Some(Value::Element(_))) && entity.is_clientside_only() {
            findings.note(kinds::FLAGS_VERSION, path().part("flags"), "flags of version 1: the engine forgets them");
        } else if map.version() < 2 && matches!(flags, Some(Value::String(_))) {
            findings.note(kinds::FLAGS_VERSION, path().part("flags"), "flags of version 2 in a map of version 1");
        }
        if entity.pose().to_stransform().iter().any(|number| !number.is_finite()) {
            findings.error(kinds::POSE_NOT_FINITE, path().part("pose"), "the pose isn't finite");
        }
    }
}

fn bsp_nodes(bsp: &Bsp<'_>, budget: &mut Budget, findings: &mut Findings) {
    let path = || Path::from("bsp").part("nodes");
    let (nodes, clusters) = (bsp.node_count(), bsp.cluster_count());
    if bsp.unpacked_len("nodes") != nodes.checked_mul(NODE as u64) {
        findings.error(kinds::BSP_DAMAGED, path(), format!("not {NODE} bytes for each of {nodes} nodes"));
        return;
    }
    let found = match bsp.nodes(budget) {
        Err(error) => return findings.error(kinds::BSP_DAMAGED, path(), format!("{}", error.kind())),
        Ok(found) => found,
    };
    for (index, node) in found.iter().enumerate() {
        let path = || Path::from("bsp").item("nodes", index);
        let outside = node.children.iter().any(|child| u64::from(*child) >= nodes);
        if !node.leaf && outside {
            let message = format!("a child beyond the {nodes} nodes: the engine reads outside its memory");
            findings.error(kinds::BSP_DAMAGED, path(), message);
        }
        if node.leaf && node.cluster != u16::MAX && u64::from(node.cluster) >= clusters {
            findings.error(kinds::BSP_DAMAGED, path(), format!("cluster {} of {clusters}", node.cluster));
        }
    }
}

fn bsp_tree(map: &Asset<'_, MapKind>, bsp: &Bsp<'_>, findings: &mut Findings) {
    let path = |part| Path::from("bsp").part(part);
    let (nodes, clusters) = (bsp.node_count(), bsp.cluster_count());
    let mut budget = Limits::default().budget();
    bsp_nodes(bsp, &mut budget, findings);
    if nodes > 0 && u64::from(bsp.root()) >= nodes {
        findings.error(kinds::BSP_DAMAGED, path("rootNode"), format!("{} of {nodes}", bsp.root()));
    }
    if bsp.unpacked_len("clusterVisibility") != matrix_len(clusters) {
        findings.error(
            kinds::BSP_DAMAGED,
            path("clusterVisibility"),
            format!("not a bit for each two of {clusters} clusters"),
        );
    } else if let Err(error) = bsp.visibility(&mut budget) {
        findings.error(kinds::BSP_DAMAGED, path("clusterVisibility"), format!("{}", error.kind()));
    }
    match map.cluster_meshes(&mut budget) {
        Err(error) => findings.error(kinds::BSP_DAMAGED, path("clusterMeshIndexData"), format!("{}", error.kind())),
        Ok(meshes) if meshes.len() as u64 != clusters && !meshes.is_empty() => {
            findings.error(
                kinds::BSP_DAMAGED,
                path("clusterMeshIndexData"),
                format!("{} lists for {clusters} clusters", meshes.len()),
            );
        }
        Ok(_) => {}
    }
    let leaves = map.entities();
    for (index, entity) in leaves.iter().enumerate() {
        if entity.bsp_leaves().into_iter().any(|leaf| u64::from(leaf) >= nodes) {
            findings.error(
                kinds::BSP_DAMAGED,
                Path::new().item("entities", index).part("bspLeaves"),
                format!("a leaf beyond the {nodes} nodes"),
            );
        }
    }
}
