//! Changes the size, the axes and the levels of detail of models and animations that keep their format.

mod levels;
mod order;

use asset_formats::{Asset, Change, Error, Feature, Format, OutputFormat, Prepared, kinds};
use asset_scene::glam::{Quat, Vec3};
use asset_scene::{Scene, UpAxis};
use binio::Findings;
use scene_adapter::look::ResourceFile;
use scene_adapter::surface::Tangents;
use urho_mdl::{Bounds, Similarity};

use super::options::Changes;
use super::{ConvertOptions, Input};

/// A document with the changes that the options ask for, and the options that are left for writing it.
pub(super) struct Rewritten {
    pub(super) asset: Asset<'static>,
    pub(super) options: ConvertOptions,
    pub(super) findings: Findings,
}

/// Changes the document as the options say. Returns `None` if they don't change anything, if the document changes its
/// format, or if it can only be changed through a scene.
pub(super) fn rewritten(
    input: &Input<'_, '_>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<Option<Rewritten>, Error> {
    if !keeps_format(input.asset.format(), output_format) {
        return Ok(None);
    }
    if !options.changes.rewrites(input.asset.format()) {
        return Ok(None);
    }
    let mut findings = Findings::new();
    let Some(asset) = changed(input.asset, options, &mut findings)? else { return Ok(None) };
    let (format, mut options) = (asset.format(), options.clone());
    // These are done.
    options.changes.scale = 1.0;
    if format.takes(Change::Move) {
        (options.changes.up, options.changes.turn, options.changes.center) = (UpAxis::Y, false, None);
    }
    if format.takes(Change::Repair) {
        options.changes.repairs.clear();
    }
    if format.takes(Change::KeepLevel) {
        options.changes.lod = None;
    }
    if format.takes(Change::Simplify) {
        options.changes.simplify.clear();
    }
    if format.takes(Change::Optimize) {
        options.changes.optimize_meshes = false;
    }
    if format.takes(Change::Tangents) {
        options.changes.tangents = Tangents::default();
    }
    if format.takes(Change::Normals) {
        options.changes.smooth = None;
    }
    Ok(Some(Rewritten { asset, options, findings }))
}

/// Splits the options of a conversion from glTF: if the output is an edited original, its size and meshes are changed
/// after the edits, so that the rest of the original stays. Returns the options for the edits, and for the changes if there
/// are any.
pub(super) fn split(
    scene: &Scene<'_>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> (ConvertOptions, Option<ConvertOptions>) {
    let named = options.engine_files.into_original.as_ref().map(|original| original.asset.format());
    let carried = || Format::from_name(&scene.source.as_ref().filter(|source| source.original.is_some())?.format);
    let is_original =
        |format: Format| options.changes.are_rewrites_of(format) && named.or_else(carried) == Some(format);
    let is_scaled = options.changes.scale != 1.0;
    let is_edit = output_format.format().is_some_and(is_original) && (!is_scaled || has_scalable_animations(scene));
    let mut edits = options.clone();
    edits.changes.forget_rewrites();
    if !is_edit || !options.reshapes() || edits.reshapes() {
        return (options.clone(), None);
    }
    let mut later = ConvertOptions::default().lossy(true);
    later.changes.clone_from(&options.changes);
    later.shown.clone_from(&options.shown);
    later.changes.motion = super::Motion::default();
    (edits, Some(later))
}

/// Returns whether the files of all animations can be scaled by themselves.
fn has_scalable_animations(scene: &Scene<'_>) -> bool {
    let mut originals = scene.animations.iter().filter_map(|own| own.source.as_ref()?.original.as_deref());
    originals.all(|bytes| Asset::parse(bytes, None).is_ok_and(|asset| asset.format().takes(Change::Scale)))
}

/// Changes the size and meshes of a file that was created from an edited original.
pub(super) fn change(
    file: &mut ResourceFile,
    output_format: OutputFormat,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    let bytes = std::mem::take(&mut file.bytes);
    let Some(changed) = changed_file((&file.name, &bytes), output_format, options, findings)? else {
        file.bytes = bytes;
        return Ok(());
    };
    file.bytes = changed;
    Ok(())
}

/// Returns the changed content of a file, or `None` if it stays as it is.
fn changed_file(
    (name, bytes): (&str, &[u8]),
    output_format: OutputFormat,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<Option<Vec<u8>>, Error> {
    let Ok(asset) = Asset::parse(bytes, Some(name.as_ref())) else { return Ok(None) };
    let is_model = output_format.format() == Some(asset.format());
    if !is_model {
        // An animation beside the model is scaled with it, and has nothing else to change.
        let is_scaled = options.changes.scale != 1.0 && asset.format().takes(Change::Scale);
        let scaled = ConvertOptions::default().scale(options.changes.scale);
        let Some(rewritten) = is_scaled.then(|| rewritten(&Input::new(name, &asset), OutputFormat::SAME, &scaled))
        else {
            return Ok(None);
        };
        return rewritten?.map(|rewritten| rewritten.asset.to_bytes()).transpose();
    }
    let rewritten = rewritten(&Input::new(name, &asset), output_format, options)?;
    let (asset, options) = rewritten.as_ref().map_or((&asset, options), |done| (&done.asset, &done.options));
    let (bytes, lost) = asset.document().write(output_format, &options.for_writing(&Input::new(name, asset)))?;
    findings.extend(lost);
    // All files are scaled together.
    let changed = rewritten.into_iter().flat_map(|rewritten| rewritten.findings);
    findings.extend(changed.filter(|finding| finding.kind != kinds::ANIMATIONS_OUTDATED));
    Ok(Some(bytes))
}

/// Returns whether a conversion writes the same format, so that the document can be changed in place.
fn keeps_format(format: Format, output_format: OutputFormat) -> bool {
    output_format.format().is_none_or(|written| written == format)
}

/// Repairs a document, keeps one of its levels of detail, scales, turns and moves it, computes normals and tangents, adds
/// levels, and optimizes the meshes, in this order.
fn changed(
    asset: &Asset<'_>,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<Option<Asset<'static>>, Error> {
    let (format, changes) = (asset.format(), &options.changes);
    let mut changed: Option<Asset<'static>> = None;
    if let Some(Prepared { document, findings: repairs }) = asset.document().prepared(&changes.repairs, changes.lod)? {
        findings.extend(repairs);
        changed = Some(Asset::from(document));
    }
    if let Some(moved) = moved(changed.as_ref().unwrap_or(asset), changes)? {
        changed = Some(moved);
    }
    let current = changed.as_ref().unwrap_or(asset);
    tell_animations(current, options, findings);
    let is_shaded = changes.tangents == Tangents::Always || changes.smooth.is_some();
    let changes_meshes = is_shaded || options.changes_meshes();
    let Some(mut meshes) = current.document().meshes().filter(|_| changes_meshes) else { return Ok(changed) };
    if let Some(degrees) = changes.smooth.filter(|_| format.takes(Change::Normals)) {
        findings.extend(meshes.smooth(degrees)?);
    }
    if changes.tangents == Tangents::Always && format.takes(Change::Tangents) {
        findings.extend(meshes.compute_tangents()?);
    }
    if !changes.simplify.is_empty() && format.takes(Change::Simplify) {
        levels::add(&mut *meshes, options, findings)?;
    }
    if changes.optimize_meshes && format.takes(Change::Optimize) {
        order::optimize(&mut *meshes, options, findings)?;
    }
    Ok(Some(Asset::from(meshes.into_document())))
}

/// Returns a document scaled, turned and moved, or `None` if the options don't ask for this, or if documents in this
/// format can't be changed.
fn moved(asset: &Asset<'_>, changes: &Changes) -> Result<Option<Asset<'static>>, Error> {
    let mut change = Similarity::default().scale(changes.scale);
    if changes.up == UpAxis::Z {
        change = change.rotated(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    }
    if changes.turn {
        change = change.rotated(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0));
    }
    let (mut moved, is_changed) = (None, change != Similarity::default());
    if is_changed {
        moved = asset.transformed(&change)?;
    }
    let Some(center) = changes.center else { return Ok(moved) };
    let bounds = moved.as_ref().map_or_else(|| asset.computed_bounds(), Asset::computed_bounds);
    let by = bounds.and_then(|bounds| to_origin(&bounds, center));
    let by = by.ok_or_else(|| Error::Refused("expected vertices to center, found none".into()))?;
    let by = Similarity::default().moved(by);
    moved.as_ref().map_or_else(|| asset.transformed(&by), |moved| moved.transformed(&by))
}

/// Reports that the animations of a model with bones don't fit it any more, because they are files of their own.
fn tell_animations(asset: &Asset<'_>, options: &ConvertOptions, findings: &mut Findings) {
    let has_bones = || asset.document().bone_count() > 0;
    if !asset.format().has(Feature::AnimationsBeside) || !has_bones() {
        return;
    }
    if options.changes.scale != 1.0 {
        let message =
            format!("scaled by {0}: animations of this model must be scaled by {0} too", options.changes.scale);
        findings.note(kinds::ANIMATIONS_OUTDATED, "skeleton", message);
    }
    if options.changes.up != UpAxis::Y || options.changes.turn || options.changes.center.is_some() {
        let message = "turned or moved: animations that move the root bones don't fit any more";
        findings.note(kinds::ANIMATIONS_OUTDATED, "skeleton", message);
    }
}

/// Returns the way from the center of a box to the origin.
fn to_origin(bounds: &Bounds, center: Center) -> Option<Vec3> {
    let middle = bounds.center()?;
    Some(match center {
        Center::Middle => -middle,
        Center::Bottom => Vec3::new(-middle.x, -bounds.min.y, -middle.z),
    })
}

impl Changes {
    /// Removes the changes that documents of engines can have too.
    fn forget_rewrites(&mut self) {
        (self.scale, self.lod, self.optimize_meshes) = (1.0, None, false);
        self.simplify.clear();
    }

    /// Returns whether documents in this format take all changes that [`forget_rewrites`](Self::forget_rewrites) removes.
    fn are_rewrites_of(&self, format: Format) -> bool {
        let asked = [
            (self.scale != 1.0, Change::Scale),
            (self.lod.is_some(), Change::KeepLevel),
            (!self.simplify.is_empty(), Change::Simplify),
            (self.optimize_meshes, Change::Optimize),
        ];
        asked.into_iter().all(|(is_asked, change)| !is_asked || format.takes(change))
    }

    /// Returns whether the options ask for a change that documents in this format take, and that writing them doesn't do.
    fn rewrites(&self, format: Format) -> bool {
        let moves = self.up != UpAxis::Y || self.turn || self.center.is_some();
        let asked = [
            (self.scale != 1.0, Change::Scale),
            (moves, Change::Move),
            (self.tangents == Tangents::Always, Change::Tangents),
            (self.smooth.is_some(), Change::Normals),
            (!self.simplify.is_empty(), Change::Simplify),
            (self.optimize_meshes, Change::Optimize),
        ];
        asked.into_iter().any(|(is_asked, change)| is_asked && format.takes(change))
    }
}

/// The point of a model that is moved to the origin; see [`ConvertOptions::center`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Center {
    /// The middle of the box around all vertices.
    Middle,
    /// The middle of the lower side of this box, so that the model stands on the ground.
    Bottom,
}
