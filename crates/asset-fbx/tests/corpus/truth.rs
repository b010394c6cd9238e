//! Comparison of a pose with the geometry that the program exported.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use asset_fbx::asset_scene::glam::{DMat3, DVec3};
use asset_fbx::asset_scene::{Pose, Scene, Semantic};
use asset_fbx::{ReadOptions, parse};
use testkit::corpus::{CorpusFile, Selection};
use ufbx::{CoordinateAxis, LoadOpts};

use crate::obj::{Corner, Obj};
use crate::read;

/// Truth files of something that scenes or the library don't have, and the reason.
const OTHERS: &[(&str, &str)] = &[
    ("marvelous_quad_12.obj", "vertices from a cache file"),
    ("marvelous_quad_22.obj", "vertices from a cache file"),
    ("max_geometry_transform_types.obj", "vertices without faces"),
    (
        "maya_anim_layers_over_acc_orders_18.obj",
        "the library blends overriding layers right for one order of rotations only",
    ),
    ("maya_dual_quaternion_scale.obj", "dual quaternions"),
    ("maya_extrapolate_cube_noex_34.obj", "without the extrapolation that the file asks for"),
    ("maya_instanced_skin_0.obj", "several nodes with one skinned mesh"),
    ("maya_instanced_skin_4.obj", "several nodes with one skinned mesh"),
    ("maya_instanced_skin_8.obj", "several nodes with one skinned mesh"),
    ("maya_poses_bind2_lefthanded.obj", "no file of this scene is in the corpus"),
];

/// Truth files in another unit or with other axes than their files: the unit in metres, and whether Z is up.
const SPACES: &[(&str, f64, bool)] = &[("blender_340_y_up.obj", 1.0, true), ("revit_wall_square.obj", 0.01, false)];

/// Truth files with normals of before a scale of geometry alone: ours are perpendicular to the surface.
const UNSCALED_NORMALS: &[&str] = &["synthetic_geometric_squish.obj", "synthetic_geometric_transform.obj"];

/// Truth files whose frames count from another frame than 0 of the file.
const FRAMES: &[(&str, f64)] = &[("maya_game_sausage_spin_7.obj", 20.0)];

/// A truth file, `NAME.obj`, `NAME_FRAME.obj` or `NAME_CLIP_FRAME.obj`.
struct Truth {
    /// The files of this scene.
    files: Vec<PathBuf>,
    clip: Option<String>,
    frame: Option<f64>,
    is_lefthanded: bool,
    name: String,
}

impl Truth {
    fn of(file: &CorpusFile) -> Option<Self> {
        let name = file.path().file_name()?.to_str()?.to_owned();
        let stem = file.path().file_stem()?.to_str()?.replace("_lefthanded", "");
        let is_lefthanded = file.name().contains("_lefthanded");
        let folder = file.path().parent()?;
        let files = files_of(folder, &stem);
        if !files.is_empty() {
            return Some(Self { files, clip: None, frame: None, is_lefthanded, name });
        }
        let (rest, frame) = stem.rsplit_once('_')?;
        let first = FRAMES.iter().find(|(own, _)| *own == name).map_or(0.0, |(_, first)| *first);
        let frame = Some(frame.parse::<f64>().ok()? + first);
        let files = files_of(folder, rest);
        if !files.is_empty() {
            return Some(Self { files, clip: None, frame, is_lefthanded, name });
        }
        let (rest, clip) = rest.rsplit_once('_')?;
        Some(Self { files: files_of(folder, rest), clip: Some(clip.to_owned()), frame, is_lefthanded, name })
    }
}

/// The files `STEM_VERSION_….fbx`.
fn files_of(folder: &Path, stem: &str) -> Vec<PathBuf> {
    let is_of = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let rest = name.strip_suffix(".fbx").and_then(|name| name.strip_prefix(stem)?.strip_prefix('_'));
        rest.is_some_and(|rest| rest.len() > 4 && rest.bytes().take(4).all(|byte| byte.is_ascii_digit()))
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(is_of)
        .collect();
    files.sort();
    files
}

/// Names of the truth files that a file is compared with, without their extension.
pub(crate) fn poses_of(file: &Path) -> Vec<String> {
    let truths = Selection::new("fbx", &["obj"], 75).files().expect("the corpus");
    let is_compared = |truth: &&CorpusFile| !OTHERS.iter().any(|(name, _)| truth.name().ends_with(name));
    let truths = truths.iter().filter(is_compared).filter_map(Truth::of);
    let mut names: Vec<String> = truths
        .filter(|truth| truth.files.iter().any(|own| own == file))
        .map(|truth| truth.name.trim_end_matches(".obj").to_owned())
        .collect();
    names.sort();
    names
}

pub(crate) fn is_posed(file: &CorpusFile) -> Result<(), String> {
    if OTHERS.iter().any(|(name, _)| file.name().ends_with(name)) {
        return Ok(());
    }
    let truth = Truth::of(file).ok_or("no file of this scene")?;
    let obj = Obj::read(&String::from_utf8_lossy(&file.bytes()));
    let fbx = Selection::new("fbx", &["fbx"], 218).files().expect("the corpus");
    let mut compared = 0;
    for path in &truth.files {
        let own = fbx.iter().find(|file| file.path() == path).expect("a file of the corpus");
        if compare(own, &truth, &obj).map_err(|error| format!("{}: {error}", own.name()))? {
            compared += 1;
        }
    }
    if compared == 0 { Err("nothing was compared".to_owned()) } else { Ok(()) }
}

/// Axes and unit of a file: from metres, right-handed, Y up, to the file's.
struct Space {
    axes: DMat3,
    unit: f64,
    frames: f64,
    /// Begin of each clip.
    clips: Vec<(String, f64)>,
    is_deformed: bool,
}

fn space(bytes: &[u8]) -> Space {
    // Without any conversion.
    let scene = ufbx::load_memory(bytes, LoadOpts::default()).expect("a file that was read");
    let direction = |axis: CoordinateAxis| match axis {
        CoordinateAxis::PositiveX => DVec3::X,
        CoordinateAxis::NegativeX => DVec3::NEG_X,
        CoordinateAxis::PositiveY => DVec3::Y,
        CoordinateAxis::NegativeY => DVec3::NEG_Y,
        CoordinateAxis::PositiveZ => DVec3::Z,
        CoordinateAxis::NegativeZ => DVec3::NEG_Z,
        CoordinateAxis::Unknown => DVec3::ZERO,
    };
    let axes = &scene.settings.axes;
    let columns = [axes.right, axes.up, axes.front].map(direction);
    let is_known = columns.iter().all(|column| *column != DVec3::ZERO);
    let axes = if is_known { DMat3::from_cols(columns[0], columns[1], columns[2]) } else { DMat3::IDENTITY };
    let clips = (&scene.anim_stacks).into_iter().map(|stack| (stack.element.name.to_string(), stack.time_begin));
    let unit = if scene.settings.unit_meters > 0.0 { scene.settings.unit_meters } else { 1.0 };
    let is_deformed = (&scene.meshes).into_iter().any(|mesh| !mesh.all_deformers.is_empty());
    Space { axes, unit, frames: scene.settings.frames_per_second, clips: clips.collect(), is_deformed }
}

/// Compares a file with a truth; `false` if the file doesn't have the truth's clip.
fn compare(file: &CorpusFile, truth: &Truth, obj: &Obj) -> Result<bool, String> {
    let mut space = space(&file.bytes());
    if let Some((_, unit, is_z_up)) = SPACES.iter().find(|(name, ..)| *name == truth.name) {
        space.unit = *unit;
        space.axes = if *is_z_up { DMat3::from_cols(DVec3::X, DVec3::Z, DVec3::NEG_Y) } else { DMat3::IDENTITY };
    }
    let (scene, _) = read(file).map_err(|error| error.to_string())?;
    let pose = match (truth.frame, &truth.clip) {
        (None, _) => scene.rest_pose(),
        (Some(frame), clip) => {
            let is_clip = |name: &str| clip.as_ref().is_none_or(|clip| name.to_lowercase().contains(clip.as_str()));
            let Some(animation) = scene.animations.iter().position(|own| is_clip(&own.name)) else { return Ok(false) };
            let begin = space.clips.iter().find(|(name, _)| is_clip(name)).map_or(0.0, |(_, begin)| *begin);
            let id = scene.animations.ids().nth(animation).expect("an animation");
            scene.sample(id, (frame / space.frames - begin) as f32)
        }
    };
    let pose = pose.map_err(|error| error.to_string())?;
    let (mut corners, triangles) = corners(&scene, &pose)?;
    let mirror = if truth.is_lefthanded { lefthanded(&space.axes) } else { DVec3::ONE };
    let turn = |vector: [f64; 3]| (space.axes * DVec3::from(vector) * mirror).to_array();
    for corner in &mut corners {
        corner.position = turn(corner.position.map(|axis| axis / space.unit));
        corner.normal = corner.normal.map(turn);
    }
    let are_normals_right = !space.is_deformed && !UNSCALED_NORMALS.contains(&truth.name.as_str());
    check(&corners, triangles, obj, are_normals_right)?;
    Ok(true)
}

/// The axis from the viewer into the scene is the other way around.
fn lefthanded(axes: &DMat3) -> DVec3 {
    DVec3::ONE - axes.z_axis.abs() * 2.0
}

/// All corners of triangles of a pose, in the space of the scene.
fn corners(scene: &Scene<'_>, pose: &Pose) -> Result<(Vec<Corner>, usize), String> {
    let (mut corners, mut triangles) = (Vec::new(), 0);
    for (node, mesh) in scene.mesh_nodes() {
        for primitive in &scene[mesh].primitives {
            let posed = pose.posed(scene, node, primitive).map_err(|error| error.to_string())?;
            let uvs = primitive.attribute(&Semantic::TexCoord(0)).and_then(|array| scene[array].to_f32s::<2>());
            let indices = primitive.triangles(scene).map_err(|error| error.to_string())?;
            for index in indices.inspect(|_| triangles += 1).flatten() {
                let index = index as usize;
                let position = posed.positions[index].as_dvec3().to_array();
                let normal = posed.normals.get(index).map(|own| own.as_dvec3().normalize_or_zero().to_array());
                // From the bottom left.
                let uv = uvs.as_ref().map(|own| [f64::from(own[index][0]), 1.0 - f64::from(own[index][1])]);
                corners.push(Corner { position, normal, uv });
            }
        }
    }
    Ok((corners, triangles))
}

/// Bounds of the corpus.
const NORMAL: f64 = 0.02;
const UV: f64 = 1e-3;
const POSITION: f64 = 1e-3;

fn check(corners: &[Corner], triangles: usize, obj: &Obj, are_normals_right: bool) -> Result<(), String> {
    let size = extent(&obj.corners);
    let position = obj.value("tolerance").map_or(POSITION * size, |tolerance| tolerance.max(POSITION * size));
    let bounds = Bounds {
        position,
        normals: are_normals_right && !obj.has("bad_normals"),
        uvs: !obj.has("bad_uvs") && !obj.has("missing_uvs"),
    };
    if !obj.has("bad_faces") && triangles != obj.triangles {
        return Err(format!("{triangles} triangles instead of {}", obj.triangles));
    }
    let missing = bounds.missing(&obj.corners, corners);
    let added = bounds.missing(corners, &obj.corners);
    if missing.is_empty() && added.is_empty() {
        return Ok(());
    }
    let first = missing.first().or(added.first());
    Err(format!(
        "of {} corners {} are missing, of {} {} shouldn't be there; {:.5} of a size of {size:.3} away; the first: {first:?}, near {:?}",
        obj.corners.len(),
        missing.len(),
        corners.len(),
        added.len(),
        missing.iter().map(|corner| nearest(corner, corners).1).fold(0.0, f64::max),
        first.map(|corner| nearest(corner, if missing.is_empty() { &obj.corners } else { corners }).0),
    ))
}

fn extent(corners: &[Corner]) -> f64 {
    let places = || corners.iter().map(|corner| DVec3::from(corner.position));
    let (least, most) = (places().fold(DVec3::INFINITY, DVec3::min), places().fold(DVec3::NEG_INFINITY, DVec3::max));
    (most - least).length()
}

fn nearest<'c>(corner: &Corner, others: &'c [Corner]) -> (Option<&'c Corner>, f64) {
    let far = |other: &Corner| DVec3::from(other.position).distance(DVec3::from(corner.position));
    let best = others.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    (best, best.map_or(f64::INFINITY, far))
}

struct Bounds {
    position: f64,
    normals: bool,
    uvs: bool,
}

impl Bounds {
    /// The corners of `wanted` that aren't in `found`.
    fn missing<'c>(&self, wanted: &'c [Corner], found: &[Corner]) -> Vec<&'c Corner> {
        let cell = |position: [f64; 3]| position.map(|axis| (axis / (self.position * 2.0)).floor() as i64);
        let mut cells: HashMap<[i64; 3], Vec<&Corner>> = HashMap::new();
        for corner in found {
            cells.entry(cell(corner.position)).or_default().push(corner);
        }
        let is_there = |corner: &&Corner| {
            let [x, y, z] = cell(corner.position);
            let around =
                (-1..=1).flat_map(|a| (-1..=1).flat_map(move |b| (-1..=1).map(move |c| [x + a, y + b, z + c])));
            around.filter_map(|cell| cells.get(&cell)).flatten().any(|other| self.same(corner, other))
        };
        wanted.iter().filter(|corner| !is_there(corner)).collect()
    }

    fn same(&self, a: &Corner, b: &Corner) -> bool {
        let near = |a: &[f64], b: &[f64], most: f64| {
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt() <= most
        };
        let unit = |normal: [f64; 3]| DVec3::from(normal).normalize_or_zero().to_array();
        near(&a.position, &b.position, self.position)
            && match (a.normal, b.normal) {
                (Some(a), Some(b)) if self.normals => near(&unit(a), &unit(b), NORMAL),
                _ => true,
            }
            && match (a.uv, b.uv) {
                (Some(a), Some(b)) if self.uvs => near(&a, &b, UV),
                _ => true,
            }
    }
}

/// The OBJ reader finds the same corners as the reader of this test.
pub(crate) fn opens_obj(file: &CorpusFile) -> Result<(), String> {
    let obj = Obj::read(&String::from_utf8_lossy(&file.bytes()));
    let (scene, _) =
        parse(&file.bytes(), &ReadOptions::default(), &asset_fbx::NoFiles).map_err(|error| error.to_string())?;
    let pose = scene.rest_pose().map_err(|error| error.to_string())?;
    let (corners, triangles) = corners(&scene, &pose)?;
    if triangles != obj.triangles {
        return Err(format!("{triangles} triangles instead of {}", obj.triangles));
    }
    let bounds = Bounds { position: 1e-6 * extent(&obj.corners), normals: true, uvs: true };
    let (missing, added) = (bounds.missing(&obj.corners, &corners).len(), bounds.missing(&corners, &obj.corners).len());
    if missing + added == 0 {
        Ok(())
    } else {
        Err(format!("{missing} corners are missing, {added} shouldn't be there"))
    }
}
