//! Textures.

use std::sync::Arc;

use engine_assets::asset_image::{self, Mip, Surface};
use engine_assets::binio::Limits;
use engine_assets::{Format, Typed};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::column::array;
use crate::error::malformed;
use crate::picture::{Picture, column};
use crate::source::Opened;

/// A texture, with size, format, mips and pixels.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Texture {
    opened: Arc<Opened>,
}

impl Texture {
    pub(crate) fn new(opened: &Arc<Opened>) -> PyResult<Self> {
        let texture = Self { opened: opened.clone() };
        texture.image()?;
        Ok(texture)
    }

    fn image(&self) -> PyResult<&asset_image::Image<'_>> {
        match self.opened.asset().typed() {
            Typed::Image(image) => Ok(image),
            _ => {
                let (expected, found) = (Format::IMAGE.title(), self.opened.asset().format().title());
                Err(PyTypeError::new_err(format!("expected {expected}, found {found}")))
            }
        }
    }

    fn info(&self) -> PyResult<&asset_image::Info> {
        Ok(self.image()?.info())
    }

    fn decode(&self, py: Python<'_>, surface: Surface) -> PyResult<asset_image::Pixels> {
        let image = self.image()?;
        let pixels = py.detach(|| image.decode(surface, &mut Limits::default().budget()));
        pixels.map_err(|error| malformed(py, &error, self.opened.path()))
    }
}

fn surface(mip: u32, layer: u32, face: u32, slice: u32) -> Surface {
    Mip(mip).face(face).layer(layer).slice(slice)
}

#[pymethods]
impl Texture {
    /// Kind of the file: `png`, `dds`, `ktx` …
    #[getter]
    fn kind(&self) -> PyResult<String> {
        Ok(self.info()?.kind.to_string())
    }

    /// Name of the pixel format: `RGBA8`, `BC1` …
    #[getter]
    fn format(&self) -> PyResult<String> {
        Ok(self.info()?.format.name().into_owned())
    }

    /// Colour space: `srgb` or `linear`. This is `unknown` if the file does not say which.
    #[getter]
    fn color_space(&self) -> PyResult<&'static str> {
        Ok(self.info()?.color_space.name())
    }

    /// Width and height of the largest mip, in pixels.
    #[getter]
    fn size(&self) -> PyResult<(u32, u32)> {
        let info = self.info()?;
        Ok((info.width, info.height))
    }

    /// Width, height and depth of each mip, largest first.
    #[getter]
    fn mips(&self) -> PyResult<Vec<(u32, u32, u32)>> {
        let info = self.info()?;
        let mip = |mip| Some((info.mip_size(Mip(mip))?.0, info.mip_size(Mip(mip))?.1, info.mip_depth(Mip(mip))?));
        Ok((0..info.mips).filter_map(mip).collect())
    }

    /// Number of layers in an array texture.
    #[getter]
    fn layers(&self) -> PyResult<u32> {
        Ok(self.info()?.layers)
    }

    /// Number of faces, which is 6 for a cube map.
    #[getter]
    fn faces(&self) -> PyResult<u32> {
        Ok(self.info()?.faces)
    }

    /// Decodes a surface. Returns an array of rows, columns and four channels: red, green, blue and alpha from 0 to
    /// 255.
    #[pyo3(signature = (mip = 0, *, layer = 0, face = 0, slice = 0))]
    fn pixels<'py>(&self, py: Python<'py>, mip: u32, layer: u32, face: u32, slice: u32) -> PyResult<Bound<'py, PyAny>> {
        let pixels = self.decode(py, surface(mip, layer, face, slice))?;
        array(py, column(&Arc::new(pixels)))
    }

    /// Returns a surface as a picture.
    #[pyo3(signature = (mip = 0, *, layer = 0, face = 0, slice = 0))]
    fn picture(&self, py: Python<'_>, mip: u32, layer: u32, face: u32, slice: u32) -> PyResult<Picture> {
        self.decode(py, surface(mip, layer, face, slice)).map(Picture::of_pixels)
    }

    /// Returns the bytes of a surface as they are stored in the file, for example BC1 blocks. For packed files (png,
    /// jpg, tga, bmp), this is `None`.
    #[pyo3(signature = (mip = 0, *, layer = 0, face = 0, slice = 0))]
    fn stored<'py>(
        &self,
        py: Python<'py>,
        mip: u32,
        layer: u32,
        face: u32,
        slice: u32,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(self.image()?.surface(surface(mip, layer, face, slice)).map(|bytes| PyBytes::new(py, bytes)))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let png = self.decode(py, surface(0, 0, 0, 0))?.to_png();
        Ok(PyBytes::new(py, &png.map_err(|error| malformed(py, &error, self.opened.path()))?))
    }

    fn __repr__(&self) -> PyResult<String> {
        let info = self.info()?;
        Ok(format!(
            "<Texture {} x {}, {} {}, {} mips>",
            info.width,
            info.height,
            info.kind,
            info.format.name(),
            info.mips
        ))
    }
}
