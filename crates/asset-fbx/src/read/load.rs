//! Uses the library to load the bytes.

use binio::Findings;
use ufbx::{
    AllocatorOpts, CoordinateAxes, FileFormat, GeometryTransformHandling, InheritModeHandling, LoadOpts, MirrorAxis,
    SceneRoot, SpaceConversion,
};

use super::material_files;
use crate::error::{Error, of_library};
use crate::{FileKind, ReadOptions, Resolver, kinds};

/// The maximum depth of nodes, because a rope or a tail can be a chain of some hundred bones.
const DEPTH: u32 = 1024;
/// The maximum number of allocations. This is enough for a gigabyte of the smallest ones, but will stop a file of empty
/// objects.
const ALLOCATIONS: usize = 1 << 24;

/// Parses a file. The result will be in metres, right-handed, with Y up. This includes transforms, vertices and curves.
pub(super) fn load(
    bytes: &[u8],
    options: &ReadOptions,
    resolver: &dyn Resolver,
    findings: &mut Findings,
) -> Result<SceneRoot, Error> {
    let is_fbx = FileKind::detect(bytes).is_some();
    let is_obj = !is_fbx && FileKind::is_obj(bytes);
    let materials = if is_obj { material_files::read(bytes, options, resolver, findings)? } else { Vec::new() };
    let format = if is_obj { FileFormat::Obj } else { FileFormat::Unknown };
    let load = |space: SpaceConversion, is_probe: bool| {
        let mut opts = load_options(options, space);
        opts.file_format = format;
        opts.ignore_all_content = is_probe;
        // Materials are never searched for by the library.
        if is_obj && !materials.is_empty() {
            opts.obj_mtl_data = materials.as_slice().into();
        }
        ufbx::load_memory(bytes, opts).map_err(|failure| of_library(&failure))
    };
    // Without vertices and curves: a small part of the time.
    let probe = load(SpaceConversion::AdjustTransforms, true)?;
    let space =
        if are_roots_scaled(&probe) { SpaceConversion::ModifyGeometry } else { SpaceConversion::AdjustTransforms };
    drop(probe);
    let scene = load(space, false)?;
    report(&scene, findings);
    Ok(scene)
}

/// Returns true if the conversion to metres would scale most roots. There are two ways to write a file in centimetres.
/// If the vertices use centimetres, it is best to convert them. But Blender writes the vertices in metres, below a node
/// with a scale of 100, and only this scale must be removed.
fn are_roots_scaled(scene: &ufbx::Scene) -> bool {
    let unit = scene.settings.original_unit_meters;
    let scaled = |node: &&ufbx::Node| {
        let scale = node.local_transform.scale;
        [scale.x, scale.y, scale.z].iter().any(|axis| (axis.abs() - 1.0).abs() > 1e-3)
    };
    let roots = scene.root_node.children.into_iter();
    let count = roots.filter(scaled).count();
    (unit - 1.0).abs() > 1e-6 && unit > 0.0 && count.saturating_mul(2) > scene.root_node.children.len()
}

fn load_options<'o>(options: &ReadOptions, space: SpaceConversion) -> LoadOpts<'o> {
    let limit = || {
        let memory_limit = usize::try_from(options.limits.expanded_bytes()).unwrap_or(usize::MAX);
        // The allocator of the binding can't allocate more than that, and 0 is no limit.
        let memory_limit = memory_limit.clamp(1, isize::MAX as usize / 2);
        AllocatorOpts { memory_limit, allocation_limit: ALLOCATIONS, ..AllocatorOpts::default() }
    };
    let axes = CoordinateAxes::right_handed_y_up();
    LoadOpts {
        temp_allocator: limit(),
        result_allocator: limit(),
        node_depth_limit: DEPTH,
        load_external_files: false,
        clean_skin_weights: true,
        use_blender_pbr_material: true,
        generate_missing_normals: true,
        normalize_normals: true,
        geometry_transform_handling: GeometryTransformHandling::ModifyGeometry,
        inherit_mode_handling: InheritModeHandling::Compensate,
        space_conversion: space,
        handedness_conversion_axis: MirrorAxis::X,
        target_axes: axes,
        target_camera_axes: axes,
        target_light_axes: axes,
        target_unit_meters: 1.0,
        ..LoadOpts::default()
    }
}

/// Reports what the library has repaired and converted.
fn report(scene: &ufbx::Scene, findings: &mut Findings) {
    for warning in &scene.metadata.warnings {
        let count = if warning.count > 1 { format!(" ({} times)", warning.count) } else { String::new() };
        findings.warning(kinds::FILE_WARNING, "file", format!("{}{count}", &*warning.description));
    }
    let settings = &scene.settings;
    let (unit, up) = (settings.original_unit_meters, settings.original_axis_up);
    let mut changes = Vec::new();
    if unit > 0.0 && (unit - 1.0).abs() > 1e-6 {
        changes.push(format!("from units of {unit} m to metres"));
    }
    let up = match up {
        ufbx::CoordinateAxis::PositiveX | ufbx::CoordinateAxis::NegativeX => Some("X"),
        ufbx::CoordinateAxis::PositiveZ | ufbx::CoordinateAxis::NegativeZ => Some("Z"),
        _ => None,
    };
    changes.extend(up.map(|up| format!("from {up} up to Y up")));
    if scene.metadata.mirror_axis != MirrorAxis::None {
        changes.push("from left-handed to right-handed, mirrored along X".to_owned());
    }
    if !changes.is_empty() {
        findings.note(kinds::SPACE_CONVERTED, "file", format!("converted {}", changes.join(", ")));
    }
}
