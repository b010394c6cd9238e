//! Real Pragma models that are scaled, turned, moved, shaded, simplified and reordered. Everything else stays.

use std::process::ExitCode;

use asset_convert::{Center, ConvertOptions, Input, OutputFormat, Tangents, UpAxis, convert};
use asset_formats::Asset;
use binio::{Limits, Severity};
use pragma_asset::glam::Vec3;
use pragma_asset::{Frames, MeshData, Model, Pose};
use testkit::corpus::{Check, CorpusFile, Selection, run};

pub(crate) fn main() -> ExitCode {
    let engine = Selection::new("udm/pragma", &["pmdl", "pmdl_b"], 24);
    run(&[("a rewritten model", engine, check as Check)])
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Changes a model, which must not become worse.
fn rewritten(bytes: &[u8], file: &CorpusFile, options: &ConvertOptions) -> Result<Vec<u8>, String> {
    let asset = Asset::parse(bytes, Some(file.path())).map_err(text)?;
    let name = file.path().file_name().ok_or("no name")?.to_string_lossy();
    let mut made = convert(&[Input::new("a", &asset)], OutputFormat::SAME, &name, options).map_err(text)?;
    let written = made.files.pop().ok_or("no file")?.bytes;
    let errors = |asset: &Asset<'_>| {
        let findings = asset.validate();
        findings.iter().filter(|finding| finding.severity == Severity::Error).count()
    };
    let after = Asset::parse(&written, Some(file.path())).map_err(text)?.into_owned();
    if errors(&after) > errors(&asset) {
        return Err(format!("new errors: {:?}", after.validate()));
    }
    Ok(written)
}

/// What must come back when a change is undone.
struct Content {
    meshes: Vec<MeshData>,
    bones: Vec<Pose>,
    frames: Vec<Frames>,
    collision: Vec<Vec3>,
    boxes: Vec<Vec3>,
}

fn content(bytes: &[u8]) -> Result<Content, String> {
    let model = Model::parse(bytes).map_err(text)?;
    let mut budget = Limits::default().budget();
    let skeleton = model.skeleton();
    let frames =
        model.animations().iter().map(|one| one.frames(skeleton.as_ref(), &mut budget)).collect::<Result<_, _>>();
    let collision: Result<Vec<Vec<Vec3>>, _> = model
        .collision_meshes()
        .iter()
        .map(|mesh| Ok(mesh.vertices(&mut budget)?.into_iter().map(|vertex| vertex - mesh.pose().origin).collect()))
        .collect();
    let corners = |bounds: pragma_asset::Bounds| [bounds.min, bounds.max];
    let hit_boxes = model.hit_boxes().into_iter().flat_map(|one| corners(one.bounds));
    Ok(Content {
        meshes: model.mesh_data().map_err(text)?.into_iter().map(|(_, mesh)| mesh).collect(),
        bones: skeleton.iter().flat_map(|skeleton| &skeleton.bones).map(|bone| bone.pose).collect(),
        frames: frames.map_err(text)?,
        collision: collision.map_err(|error: pragma_asset::Error| error.to_string())?.concat(),
        boxes: hit_boxes.chain(model.attachments().iter().map(|one| one.pose.origin)).collect(),
    })
}

impl Content {
    /// Returns all points, to compare them.
    fn points(&self) -> Vec<Vec3> {
        let meshes = self.meshes.iter().flat_map(|mesh| {
            let pose = mesh.pose.to_affine();
            let normals = mesh.normals.iter().map(move |normal| mesh.pose.rotation * *normal);
            mesh.positions.iter().map(move |point| pose.transform_point3(*point)).chain(normals)
        });
        let bones = self.bones.iter().map(|pose| pose.origin);
        let frames = self.frames.iter().flat_map(|frames| frames.poses.iter().map(|pose| pose.origin));
        meshes
            .chain(bones)
            .chain(frames)
            .chain(self.collision.iter().copied())
            .chain(self.boxes.iter().copied())
            .collect()
    }
}

fn near(what: &str, one: &[Vec3], other: &[Vec3]) -> Result<(), String> {
    if one.len() != other.len() {
        return Err(format!("{what}: {} points, then {}", one.len(), other.len()));
    }
    let far = one.iter().zip(other).find(|(a, b)| (**a - **b).length() > 1e-3 * (1.0 + a.length()));
    far.map_or(Ok(()), |(a, b)| Err(format!("{what}: {a} became {b}")))
}

fn check(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let before = content(&bytes)?;
    let options = ConvertOptions::default;
    let large = rewritten(&bytes, file, &options().scale(2.0))?;
    let doubled: Vec<Vec3> = before.points().iter().map(|point| *point * 2.0).collect();
    let is_normal = |index: usize| before.is_normal(index);
    let doubled: Vec<Vec3> = doubled
        .into_iter()
        .enumerate()
        .map(|(index, point)| if is_normal(index) { point * 0.5 } else { point })
        .collect();
    near("twice as large", &doubled, &content(&large)?.points())?;
    let back = rewritten(&large, file, &options().scale(0.5))?;
    // Some maps have positions that are no numbers, and others have zeros with a sign, which may lose it.
    let bits = |content: &Content| -> Vec<[u32; 3]> {
        content.points().iter().map(|point| point.to_array().map(|axis| (axis + 0.0).to_bits())).collect()
    };
    let (is, was) = (bits(&content(&back)?), bits(&before));
    if let Some((is, was)) = is.iter().zip(&was).find(|(is, was)| is != was) {
        let numbers = |bits: &[u32; 3]| bits.map(f32::from_bits);
        return Err(format!("scaled back, {:?} became {:?}", numbers(was), numbers(is)));
    }
    let turned = rewritten(&rewritten(&bytes, file, &options().turn(true))?, file, &options().turn(true))?;
    near("turned twice", &before.points(), &content(&turned)?.points())?;
    let up = || options().up(UpAxis::Z);
    let up = (0..4).try_fold(bytes.to_vec(), |bytes, _| rewritten(&bytes, file, &up()))?;
    near("turned four times about X", &before.points(), &content(&up)?.points())?;
    if !before.meshes.iter().all(|mesh| mesh.positions.is_empty()) {
        let centered = rewritten(&bytes, file, &options().center(Center::Bottom))?;
        let bounds = Model::parse(&centered).map_err(text)?.computed_bounds().map_err(text)?;
        let middle = bounds.center().ok_or("no box")?;
        if Vec3::new(middle.x, bounds.min.y, middle.z).length() > 1e-2 {
            return Err(format!("not at the origin: {bounds:?}"));
        }
    }
    shaded(&bytes, file, &before)?;
    #[cfg(feature = "simplify")]
    simplified(&bytes, file, &before)?;
    Ok(())
}

impl Content {
    fn is_normal(&self, mut index: usize) -> bool {
        for mesh in &self.meshes {
            if index < mesh.positions.len() {
                return false;
            }
            index -= mesh.positions.len();
            if index < mesh.normals.len() {
                return true;
            }
            index -= mesh.normals.len();
        }
        false
    }
}

fn shaded(bytes: &[u8], file: &CorpusFile, before: &Content) -> Result<(), String> {
    let shaded = rewritten(bytes, file, &ConvertOptions::default().smooth(Some(45.0)).tangents(Tangents::Always))?;
    let after = content(&shaded)?;
    for (mesh, was) in after.meshes.iter().zip(&before.meshes) {
        let bare = |mesh: &MeshData| MeshData { normals: Vec::new(), tangents: Vec::new(), ..mesh.clone() };
        if bare(mesh) != bare(was) {
            return Err("shading changed more than normals and tangents".into());
        }
        let drawn = mesh.indices.iter().map(|index| *index as usize);
        let lengths = drawn.filter_map(|index| Some((mesh.normals.get(index)?, mesh.tangents.get(index)?)));
        if let Some((normal, tangent)) =
            lengths.into_iter().find(|(_, tangent)| (tangent.truncate().length() - 1.0).abs() > 1e-3)
        {
            return Err(format!("the tangent {tangent} of the normal {normal}"));
        }
    }
    Ok(())
}

#[cfg(feature = "simplify")]
fn simplified(bytes: &[u8], file: &CorpusFile, before: &Content) -> Result<(), String> {
    let optimized = rewritten(bytes, file, &ConvertOptions::default().optimize_meshes(true))?;
    let after = content(&optimized)?;
    for (mesh, was) in after.meshes.iter().zip(&before.meshes) {
        if corners(mesh) != corners(was) {
            return Err("optimizing changed triangles".into());
        }
    }
    let (was, simple) =
        (Model::parse(bytes).map_err(text)?, rewritten(bytes, file, &ConvertOptions::default().simplify([0.5]))?);
    let model = Model::parse(&simple).map_err(text)?;
    let has_levels = model.lods().len() > was.lods().len();
    let triangles = |meshes: &[MeshData]| meshes.iter().map(|mesh| mesh.indices.len() / 3).sum::<usize>();
    if was.lods().is_empty() && !has_levels && triangles(&before.meshes) > 100 {
        return Err(format!("{} triangles are not simplified", triangles(&before.meshes)));
    }
    let finest = rewritten(&simple, file, &ConvertOptions::default().lod(Some(0)))?;
    // Numbers that are none differ from themselves, but not as text.
    let shown = |meshes: &[MeshData]| format!("{meshes:?}");
    if was.lods().is_empty() && shown(&content(&finest)?.meshes) != shown(&before.meshes) {
        return Err("the finest level changed".into());
    }
    if has_levels {
        let coarse = rewritten(&simple, file, &ConvertOptions::default().lod(Some(1)))?;
        if triangles(&content(&coarse)?.meshes) >= triangles(&before.meshes) {
            return Err("the coarser level has as many triangles".into());
        }
    }
    Ok(())
}

/// The corners of all triangles by their content, in no order.
#[cfg(feature = "simplify")]
fn corners(mesh: &MeshData) -> Vec<[u32; 5]> {
    let corner = |index: &u32| {
        let (position, uv) =
            (mesh.positions[*index as usize], mesh.uvs.get(*index as usize).copied().unwrap_or_default());
        let numbers = [position.x, position.y, position.z, uv.x, uv.y];
        numbers.map(f32::to_bits)
    };
    let mut corners: Vec<[u32; 5]> = mesh.indices.iter().map(corner).collect();
    corners.sort_unstable();
    corners
}
