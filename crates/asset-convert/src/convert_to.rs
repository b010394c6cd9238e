//! Conversion as methods of documents and projects.

use asset_formats::{Asset, Error, OutputFormat};
use asset_project::Project;

use super::{ConvertOptions, Converted, FromScene, Input, Rewrite, ToGltf, convert};

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
    /// # fn made(glb: &[u8]) -> Result<Vec<u8>, asset_formats::Error> {
    /// use asset_convert::ConvertTo as _;
    /// let asset = asset_formats::Asset::parse(glb, None)?;
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
        self.to_glb_with(&ToGltf::default())
    }

    /// Like [`to_glb`](Self::to_glb), with options.
    ///
    /// ```
    /// # fn made(asset: asset_formats::Asset<'_>) -> Result<(), asset_formats::Error> {
    /// use asset_convert::{ConvertTo as _, ToGltf};
    /// let made = asset.to_glb_with(&ToGltf::default().originals(false))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// See [`convert_to`](Self::convert_to).
    fn to_glb_with(&self, options: &ToGltf) -> Result<Converted, Error> {
        self.convert_to("scene.glb", &options.clone().into())
    }

    /// Creates the file `output` for an engine from a glTF, an FBX or a document of another engine. The extension
    /// selects the format. To write edits into an existing file, set
    /// [`into_original`](FromScene::into_original).
    ///
    /// ```
    /// # fn made(glb: &[u8]) -> Result<(), asset_formats::Error> {
    /// use asset_convert::{ConvertTo as _, FromScene};
    /// let asset = asset_formats::Asset::parse(glb, None)?;
    /// let made = asset.to_engine("Models/Fox.mdl", &FromScene::default().smooth(60.0))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the document already has this format, or if `output` is a glTF. Otherwise see
    /// [`convert_to`](Self::convert_to).
    fn to_engine(&self, output: &str, options: &FromScene) -> Result<Converted, Error>;

    /// Changes the document and keeps its format, version and encoding: repairs, scales, turns, centers or simplifies a
    /// model of Urho3D, or scales or retimes an animation. `output` is the name of the new file.
    ///
    /// ```
    /// # fn made(model: asset_formats::Asset<'_>) -> Result<(), asset_formats::Error> {
    /// use asset_convert::{Center, ConvertTo as _, Rewrite};
    /// let made = model.rewrite("Fox.mdl", &Rewrite::default().scale(0.01).center(Center::Bottom))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// See [`convert()`] to [`OutputFormat::SAME`].
    fn rewrite(&self, output: &str, options: &Rewrite) -> Result<Converted, Error>;
}

impl ConvertTo for Asset<'_> {
    fn convert_to(&self, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
        convert(&[Input::new(stem(output), self)], OutputFormat::for_path(output)?, output, options)
    }

    fn to_engine(&self, output: &str, options: &FromScene) -> Result<Converted, Error> {
        refuse_other_directions(self, OutputFormat::for_path(output)?)?;
        self.convert_to(output, &options.clone().into())
    }

    fn rewrite(&self, output: &str, options: &Rewrite) -> Result<Converted, Error> {
        convert(&[Input::new(stem(output), self)], OutputFormat::SAME, output, &options.clone().into())
    }
}

/// Returns the name of a file without its folder and extension.
fn stem(output: &str) -> &str {
    let name = output.rsplit(['/', '\\']).next().unwrap_or(output);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns an error if this is not a conversion from a scene to files of an engine.
pub(super) fn refuse_other_directions(asset: &Asset<'_>, output_format: OutputFormat) -> Result<(), Error> {
    let format = asset.format();
    if output_format.is_gltf() {
        return Err(Error::Refused(format!("expected a format of an engine for `to_engine`, found {output_format}")));
    }
    if output_format.is_by_scene(format) || output_format.is_other_level(format) || !output_format.is_for(format) {
        return Ok(());
    }
    let title = format.title();
    Err(Error::Refused(format!("expected another format than that of the document for `to_engine`, found {title}")))
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
        convert(inputs, self.output_format_for_path(output)?, output, &of_project(self, options))
    }
}

/// Returns the options with the drivers and the resources of a project.
pub(super) fn of_project(project: &Project, options: &ConvertOptions) -> ConvertOptions {
    let mut options = options.clone();
    options.shown.drivers = project.drivers().to_vec();
    options.shown.resources = options.shown.resources.or_else(|| project.resources().cloned());
    options
}
