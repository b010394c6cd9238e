//! Draws documents, contact sheets and animations.

use std::sync::Arc;

use engine_assets::Resources;
use engine_assets::asset_image::Pixels;
use engine_assets::convert::{self, ToScene};
use engine_assets::render::Sheet;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::asset::sources::{self, opened};
use crate::lookup::Roots;
use crate::owned_scene::{Documents, HeldPreview};
use crate::picture::{Look, Picture, wrong};
use crate::source::Opened;

/// The options of `engine_assets.render` for the content.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Content {
    resources: Option<Roots>,
    material: Vec<String>,
    materials: bool,
    textures: bool,
}

/// Draws a document with animations.
#[pyfunction]
pub(crate) fn render(
    py: Python<'_>,
    inputs: Vec<Bound<'_, PyAny>>,
    look: Look,
    content: Content,
) -> PyResult<Vec<Picture>> {
    let mut documents: Vec<Arc<Opened>> = inputs.iter().map(opened).collect::<PyResult<_>>()?;
    let Some(first) = documents.first().cloned() else { return Err(wrong(py, "expected a document, found none")) };
    if let (Some(animation), [_]) = (&look.animation, documents.as_slice()) {
        documents.extend(beside(py, &first, animation));
    }
    let pictures = py.detach(|| {
        let resources = Roots::of(content.resources.as_ref(), &first, true)?.map(Arc::new);
        let documents = || Documents::new(documents.clone(), resources.as_deref());
        let options = content.options(resources.clone()).picture_time(look.time);
        let mut preview = HeldPreview::of(documents(), &options)?;
        let Some(moments) = look.moments(preview.borrow_dependent())? else {
            preview.with_dependent_mut(|_, preview| look.set_moment(preview, look.time))?;
            return look.pictures(preview.borrow_dependent());
        };
        let options = |time| content.options(resources.clone()).picture_time(time);
        look.each_moment(moments, |time| HeldPreview::of(documents(), &options(time)))
    });
    let pictures = pictures.map_err(|error| first.raise(py, &error))?;
    Ok(pictures.into_iter().map(Picture::new).collect())
}

impl Content {
    fn options(&self, resources: Option<Arc<Resources>>) -> ToScene {
        ToScene::default()
            .materials(self.materials)
            .textures(self.textures)
            .material_names(self.material.clone())
            .resources(resources)
    }
}

/// Returns the animations next to a model if their names contain `wanted`.
fn beside(py: Python<'_>, model: &Arc<Opened>, wanted: &str) -> Vec<Arc<Opened>> {
    let wanted = wanted.to_lowercase();
    sources::beside(py, model, &|animation, model| {
        let animation_lower = animation.to_lowercase();
        animation_lower == wanted || convert::matches_model_name(animation, model) && animation_lower.contains(&wanted)
    })
}

/// Draws a contact sheet from pictures with names.
#[pyfunction]
pub(crate) fn sheet(
    py: Python<'_>,
    size: (u32, u32),
    pictures: Vec<(String, String, Option<Bound<'_, Picture>>)>,
) -> PyResult<Picture> {
    let cells: Vec<_> = pictures
        .iter()
        .map(|(name, about, picture)| (name, about, picture.as_ref().map(|picture| picture.get().pixels.clone())))
        .collect();
    let pixels = py.detach(|| {
        let mut sheet = Sheet::new(size.0, size.1);
        for (name, about, pixels) in &cells {
            sheet.add(name, about, pixels.as_deref(), pixels.is_none())?;
        }
        sheet.to_pixels()
    });
    pixels.map(Picture::of_pixels).map_err(|error| wrong(py, error))
}

/// Encodes pictures as an animated png.
#[pyfunction]
pub(crate) fn apng<'py>(
    py: Python<'py>,
    pictures: Vec<Bound<'py, Picture>>,
    milliseconds: u16,
) -> PyResult<Bound<'py, PyBytes>> {
    let frames: Vec<Pixels> = pictures.iter().map(|picture| (*picture.get().pixels).clone()).collect();
    let png = py.detach(|| Pixels::to_apng(&frames, milliseconds));
    Ok(PyBytes::new(py, &png.map_err(|error| wrong(py, error))?))
}
