//! Conversion as methods of documents and projects.

use asset_project::{Asset, Error, OutputFormat, Project};

use super::{ConvertOptions, Converted, Input, convert};

/// Converts a document by a method call. It is implemented for [`Asset`], and for
/// [`Opened`](asset_project::Opened), which also finds what belongs to the document.
pub trait ConvertTo {
    /// Converts this document to the file `output`, and to more files beside it if needed. The extension selects the
    /// format. Nothing is written to disk; see [`Converted`] for the next step. If you want to convert a model together
    /// with animations, or to a format that no extension selects, use [`convert()`] instead.
    ///
    /// A document that was opened in a project is converted with its side file and with the resources of the project,
    /// unless you set others in the options. A glTF will also contain the animations beside the document.
    ///
    /// ```
    /// # fn made(glb: &[u8]) -> Result<Vec<u8>, asset_project::Error> {
    /// use asset_convert::ConvertTo as _;
    /// let asset = asset_project::Asset::parse(glb, None)?;
    /// let made = asset.convert_to("Fox.mdl", &Default::default())?;
    /// # Ok(made.requested("Fox.mdl").expect("the file that was asked for").bytes.clone())
    /// # }
    /// ```
    ///
    /// # Errors
    /// See [`OutputFormat::for_path`] and [`convert()`].
    fn convert_to(&self, output: &str, options: &ConvertOptions) -> Result<Converted, Error>;

    /// Converts the document to a single glTF, including materials, textures and animations. The file is named after
    /// the document, for example `Jack.glb`; it is `scene.glb` if the document was not opened in a project.
    ///
    /// ```no_run
    /// use asset_convert::{ConvertTo as _, Overwrite};
    /// use asset_project::Project;
    /// let path = "Data/Models/Jack.mdl";
    /// Project::around(path)?.open(path)?.to_glb()?.write_below("out", Overwrite::Never)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`convert_to`](Self::convert_to).
    fn to_glb(&self) -> Result<Converted, Error> {
        self.convert_to("scene.glb", &ConvertOptions::default())
    }
}

impl ConvertTo for Asset<'_> {
    fn convert_to(&self, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
        let name = output.rsplit(['/', '\\']).next().unwrap_or(output);
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        convert(&[Input::new(name, self)], OutputFormat::for_path(output)?, output, options)
    }
}

/// Converts documents from and to the formats of a project.
pub trait ConvertInputs {
    /// Like [`convert()`], but can also convert from and to the additional formats. The extension of `output` selects
    /// the output format.
    ///
    /// # Errors
    /// See [`Project::output_format_for_path`] and [`convert()`].
    fn convert(&self, inputs: &[Input<'_, '_>], output: &str, options: &ConvertOptions) -> Result<Converted, Error>;
}

impl ConvertInputs for Project {
    fn convert(&self, inputs: &[Input<'_, '_>], output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
        let mut options = options.clone();
        options.drivers = self.drivers().to_vec();
        options.resources = options.resources.or_else(|| self.resources().cloned());
        convert(inputs, self.output_format_for_path(output)?, output, &options)
    }
}
