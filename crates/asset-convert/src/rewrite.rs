//! Changes the size, the axes and the levels of detail of models and animations that keep their format.

mod levels;
mod order;

use asset_formats::{Asset, Change, Error, Format, OutputFormat, Typed, kinds, prepared_model};
use asset_scene::UpAxis;
use asset_scene::glam::{Quat, Vec3};
use binio::Findings;
use scene_adapter::surface::Tangents;
use urho_mdl::{Bounds, Model, Similarity, Smoothing};

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
    let mut findings = Findings::new();
    let asset = match input.asset.typed() {
        Typed::UrhoMdl(model) if options.changes.rewrites_models() => changed(model, options, &mut findings)?,
        Typed::UrhoAni(animation) if options.changes.scale != 1.0 => {
            let mut animation = animation.clone().into_owned();
            animation.scale(options.changes.scale).map_err(|error| Error::malformed(Format::URHO_ANI, error))?;
            Asset::new(animation)
        }
        _ => match moved(input.asset, &options.changes)? {
            Some(asset) => asset,
            None => return Ok(None),
        },
    };
    let mut options = options.clone();
    options.changes.scale = 1.0;
    // These are done.
    if asset.format().takes(Change::Move) {
        (options.changes.up, options.changes.turn, options.changes.center) = (UpAxis::Y, false, None);
    }
    if asset.format() == Format::URHO_MDL {
        (options.changes.lod, options.changes.repairs, options.changes.simplify) = (None, Vec::new(), Vec::new());
        (options.changes.tangents, options.changes.smooth) = (Tangents::default(), None);
        options.changes.optimize_meshes = false;
    }
    Ok(Some(Rewritten { asset, options, findings }))
}

/// Returns whether a conversion writes the same format, so that the document can be changed in place.
fn keeps_format(format: Format, output_format: OutputFormat) -> bool {
    output_format.format().is_none_or(|written| written == format)
}

/// Returns a document scaled, turned and moved, or `None` if the options don't ask for this, or if documents in this
/// format can't be changed.
fn moved(asset: &Asset<'_>, changes: &Changes) -> Result<Option<Asset<'static>>, Error> {
    if !asset.format().takes(Change::Move) || !changes.moves() {
        return Ok(None);
    }
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

/// Repairs a model, keeps one of its levels of detail, scales, turns and moves it, computes normals and tangents, adds
/// levels, and optimizes the meshes, in this order.
fn changed(model: &Model<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<Asset<'static>, Error> {
    let malformed = |error| Error::malformed(Format::URHO_MDL, error);
    let (model, repairs) = prepared_model(model, &options.changes.repairs, options.changes.lod)?;
    findings.extend(repairs);
    let prepared = Asset::new(model.into_owned());
    let moved = moved(&prepared, &options.changes)?.unwrap_or(prepared);
    let Some(mut model) = moved.downcast::<Model<'static>>() else {
        return Err(Error::Refused("expected an Urho3D model".into()));
    };
    tell_animations(&model, options, findings);
    if let Some(degrees) = options.changes.smooth {
        findings.extend(model.generate_normals(Smoothing::Angle(degrees)).map_err(malformed)?);
    }
    if options.changes.tangents == Tangents::Always {
        findings.extend(model.generate_tangents().map_err(malformed)?);
    }
    if !options.changes.simplify.is_empty() {
        levels::add(&mut model, options, findings)?;
    }
    if options.changes.optimize_meshes {
        order::optimize(&mut model, options, findings)?;
    }
    Ok(Asset::new(model))
}

/// Reports that the animations of a model with bones don't fit it any more, because they are files of their own.
fn tell_animations(model: &Model<'_>, options: &ConvertOptions, findings: &mut Findings) {
    if model.skeleton.bones.is_empty() {
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
    /// Returns whether the options scale, turn, move, shade, simplify or optimize a model.
    fn rewrites_models(&self) -> bool {
        let shades = self.tangents == Tangents::Always || self.smooth.is_some();
        self.moves() || shades || !self.simplify.is_empty() || self.optimize_meshes
    }

    /// Returns whether the options scale, turn or move a model.
    fn moves(&self) -> bool {
        self.scale != 1.0 || self.up != UpAxis::Y || self.turn || self.center.is_some()
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
