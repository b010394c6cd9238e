//! Pictures, and functions to draw them from a scene.

use std::path::PathBuf;
use std::sync::Arc;

use engine_assets::Error;
use engine_assets::asset_image::Pixels;
use engine_assets::asset_scene::AnimationId;
use engine_assets::binio::{Escaped, Findings, Limits};
use engine_assets::render::{
    self as pictures, AnimationTime, Background, Camera, LightSet, Overlays, Preview, Projection, Renderer, View,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::column::{Column, Layout, Number};
use crate::error::{findings, of_system, raise};
use crate::owned_scene::{Held, HeldPreview};

/// A picture: rows of pixels from the top, with red, green, blue and alpha in sRGB. Use `numpy.asarray(picture)` to get
/// an array without a copy.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Picture {
    pub(crate) pixels: Arc<Pixels>,
    triangles: usize,
    findings: Findings,
}

impl Picture {
    pub(crate) fn new(picture: pictures::Picture) -> Self {
        Self { pixels: Arc::new(picture.pixels), triangles: picture.triangles, findings: picture.findings }
    }

    pub(crate) fn of_pixels(pixels: Pixels) -> Self {
        Self { pixels: Arc::new(pixels), triangles: 0, findings: Findings::new() }
    }
}

/// Returns the pixels as a column of rows.
pub(crate) fn column(pixels: &Arc<Pixels>) -> Option<Column> {
    let layout = Layout::dense(Number::U8, pixels.height() as usize, &[pixels.width() as usize, 4]);
    Column::new(pixels.clone(), |pixels| pixels.as_bytes(), layout)
}

pub(crate) fn wrong(py: Python<'_>, error: impl std::fmt::Display) -> PyErr {
    raise(py, &Error::Refused(error.to_string()), None)
}

#[pymethods]
impl Picture {
    /// Width and height, in pixels.
    #[getter]
    fn size(&self) -> (u32, u32) {
        self.pixels.size()
    }

    /// Number of triangles in the scene, even if they are not visible.
    #[getter]
    fn triangles(&self) -> usize {
        self.triangles
    }

    /// Differences between the picture and the scene, as findings.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        findings(py, &self.findings)
    }

    /// Encodes the picture as png.
    fn to_png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let png = py.detach(|| self.pixels.to_png());
        Ok(PyBytes::new(py, &png.map_err(|error| wrong(py, error))?))
    }

    /// Writes the picture to a png file.
    ///
    /// Args:
    ///     path: The file to write. It must end in `.png`, and is replaced if it exists.
    ///
    /// Raises:
    ///     ConversionError: The extension isn't `.png`.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let message =
                format!("a picture is written as png: expected a name that ends in .png, found {}", Escaped(&name));
            return Err(wrong(py, message));
        }
        let png = py.detach(|| self.pixels.to_png()).map_err(|error| wrong(py, error))?;
        py.detach(|| std::fs::write(&path, png)).map_err(|error| of_system(py, &error, Some(&path)))
    }

    /// Array interface of numpy: rows, columns, four channels.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let column = column(&self.pixels).ok_or_else(|| wrong(py, "the picture has no pixels"))?;
        column.interface(py)
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.to_png(py)
    }

    fn __repr__(&self) -> String {
        let (width, height) = self.pixels.size();
        format!("<Picture {width} x {height}>")
    }
}

/// The options of `engine_assets.render` for pictures.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Look {
    size: (u32, u32),
    view: String,
    orthographic: bool,
    background: String,
    lod: Option<usize>,
    shadow: bool,
    light: String,
    scene_lights: bool,
    wireframe: bool,
    skeleton: bool,
    bounds: bool,
    normals: bool,
    backs: bool,
    pub(crate) animation: Option<String>,
    pub(crate) time: f32,
    frames: Option<usize>,
    turntable: Option<usize>,
    /// Pictures in a second, if there is no animation whose length decides.
    fps: u16,
}

/// The times at which particles and rigs are drawn again.
pub(crate) struct Moments {
    times: Vec<f32>,
    /// The camera for all of them. If there is none, the camera of the first picture is used.
    camera: Option<Camera>,
}

/// Why there are no frames.
const NOTHING_MOVES: &str = "expected an animation for frames: nothing in this file moves by itself";

impl Look {
    /// Returns the animation of a scene. Those of rigs are set by [`set_moment`](Self::set_moment).
    fn animation_of(&self, preview: &Preview<'_>) -> Result<Option<AnimationId>, Error> {
        let name = self.animation.as_deref().filter(|_| !preview.is_drawing());
        name.map(|name| preview.animation(name)).transpose()
    }

    pub(crate) fn set_moment(&self, preview: &mut Preview<'_>, time: f32) -> Result<(), Error> {
        preview.set_moment(self.animation.as_deref(), time)
    }

    /// Returns the times at which the content must be read again, because particles or rigs move in the frames.
    pub(crate) fn moments(&self, preview: &Preview<'_>) -> Result<Option<Moments>, Error> {
        let Some(count) = self.frames.filter(|_| self.turntable.is_none() && preview.moves_by_itself()) else {
            return Ok(None);
        };
        let Some(animation) = self.animation_of(preview)? else {
            return Ok(Some(Moments { times: Preview::moments(self.time, self.fps, count)?, camera: None }));
        };
        let camera = Some(preview.camera_of_frames(&self.renderer()?, animation, count)?);
        Ok(Some(Moments { times: preview.frame_times(animation, count)?, camera }))
    }

    /// Draws the content at several times, always from the same place.
    pub(crate) fn each_moment(
        &self,
        Moments { times, mut camera }: Moments,
        read: impl Fn(f32) -> Result<HeldPreview, Error>,
    ) -> Result<Vec<pictures::Picture>, Error> {
        let mut drawn = Vec::with_capacity(times.len());
        for time in times {
            // A time of 0 stands for the usual time.
            let time = time.max(f32::MIN_POSITIVE);
            let mut preview = read(time)?;
            preview.with_dependent_mut(|_, preview| self.set_moment(preview, time))?;
            let preview = preview.borrow_dependent();
            let moment = self.animation_of(preview)?.map(|animation| AnimationTime { animation, time });
            let picture = preview.picture(&self.renderer()?.camera(camera), moment)?;
            camera = Some(picture.camera);
            drawn.push(picture);
        }
        Ok(drawn)
    }

    fn view(&self) -> Result<View, Error> {
        self.view.parse().map_err(Error::Render)
    }

    fn renderer(&self) -> Result<Renderer<'static>, Error> {
        let mut overlays = Overlays::default();
        overlays.wireframe = self.wireframe;
        overlays.skeleton = self.skeleton;
        overlays.bounds = self.bounds;
        overlays.normals = self.normals;
        overlays.backs = self.backs;
        overlays.lod = self.lod.is_some();
        let background: Background = self.background.parse().map_err(Error::Render)?;
        let light: LightSet = self.light.parse().map_err(Error::Render)?;
        let projection = if self.orthographic { Projection::Orthographic } else { Projection::default() };
        Ok(Renderer::new(self.size.0, self.size.1)
            .view(self.view()?)
            .projection(projection)
            .background(background)
            .lod(self.lod.unwrap_or(0))
            .shadow(self.shadow)
            .light_set(light)
            .scene_lights(self.scene_lights)
            .overlays(overlays))
    }

    /// Draws the requested pictures: a single one, frames of an animation, or views from all around.
    pub(crate) fn pictures(&self, preview: &Preview<'_>) -> Result<Vec<pictures::Picture>, Error> {
        let renderer = self.renderer()?;
        let animation = self.animation_of(preview)?;
        let moment = animation.map(|animation| AnimationTime { animation, time: self.time });
        match (self.frames, self.turntable, animation) {
            (Some(_), Some(_), _) => Err(Error::Refused("expected frames or turntable, found both".to_owned())),
            (Some(count), None, Some(animation)) => preview.frames(&renderer, animation, count),
            (Some(_), None, None) => Err(Error::Refused(NOTHING_MOVES.to_owned())),
            (None, Some(count), _) => preview.turntable(&renderer, self.view()?, moment, count),
            (None, None, _) => preview.picture(&renderer, moment).map(|picture| vec![picture]),
        }
    }
}

/// Draws pictures of a scene.
pub(crate) fn render_scene(py: Python<'_>, held: &Held, look: &Look) -> PyResult<Vec<Picture>> {
    let pictures = py.detach(|| {
        let preview = Preview::of_scene(held.scene().borrowed(), Findings::new(), &Limits::default());
        look.pictures(&preview)
    });
    let pictures = pictures.map_err(|error| raise(py, &error, None))?;
    Ok(pictures.into_iter().map(Picture::new).collect())
}
