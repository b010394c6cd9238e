//! Converts documents to an output format.

use asset_formats::{Asset, Error, named};
use binio::Findings;

use super::options::{Conversion, Way};
use super::{
    ConvertOptions, Converted, Input, OutputFile, OutputFormat, engine, from_scene, misread, output::safe, rewrite,
    side, to_gltf,
};

/// Converts documents to `output_format`. `output` is the name of the file to create, and the names of all other files
/// are derived from it.
///
/// An Urho3D model comes with material files, a material list and textures, in the folders where the engine will look
/// for them: `Models/Fox.mdl` with `Models/Fox.txt`, `Materials/…` and `Textures/…`. If there is no folder `Models`,
/// the last two are put where `output` begins. A Pragma model comes with materials and textures in
/// `materials/models/…`, because this is how the model names them.
///
/// You can pass one document, or a model with any number of Urho3D animations to put into the same glTF. If a glTF was
/// created from a file in the requested format, that file is restored; any other input is converted to a new file. To
/// tell these two cases apart, look at [`Converted::restored`].
///
/// **Losses.** If the output format can't store some content (skins, texture coordinates, morph targets, animations,
/// side files …), this is a loss. The conversion then fails with [`Error::Losses`], which lists them all, unless you
/// set [`ConvertOptions::lossy`]. If content can be stored after a rule has changed it (unit normals, unique names, the
/// four heaviest influences of a vertex …), this is not a loss but a finding in [`Converted::findings`].
///
/// ```
/// # fn convert(glb: &[u8]) -> Result<Vec<u8>, asset_formats::Error> {
/// use asset_convert::{ConvertOptions, OutputFormat, Input, convert};
/// let asset = asset_formats::Asset::parse(glb, None)?;
/// let output_format = OutputFormat::for_path("Fox.mdl")?;
/// let mut made = convert(&[Input::new("Fox", &asset)], output_format, "Fox.mdl", &ConvertOptions::default())?;
/// for finding in &made.findings {
///     eprintln!("{finding}");
/// }
/// let model = made.files.pop().expect("the file that was asked for");
/// assert_eq!(model.name, "Fox.mdl");
/// # Ok(model.bytes)
/// # }
/// ```
///
/// # Errors
/// - [`Error::CannotBecome`]: this format can't be converted to the requested format; the message lists the formats
///   that you can use.
/// - [`Error::NoEffect`]: an option has no effect on this conversion.
/// - [`Error::Refused`]: options contradict each other, there are several models for one file, or there is nothing to
///   convert.
/// - [`Error::Losses`]: the output format can't store something, and [`ConvertOptions::lossy`] is not set.
/// - [`Error::Denied`]: there are warnings, and [`ConvertOptions::deny_warnings`] is set.
/// - [`Error::Broken`]: no engine can use the content and there is no rule to repair it, for example if positions are
///   not numbers.
/// - [`Error::Misread`]: the engine would misread values in a text; see [`ConvertOptions::udm_values`].
/// - [`Error::Convert`]: the model or scene is invalid.
/// - [`Error::Io`]: an image can't be read, or the [sink](ConvertOptions::sink) has failed.
pub fn convert(
    inputs: &[Input<'_, '_>],
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    options.refuse_other_engine(output_format)?;
    let mut detected = Findings::new();
    let reread = |input: &Input<'_, '_>| {
        let engine = options.shown.engine.or_else(|| engine::of_input(input, options, &mut detected));
        input.asset.read_for_engine(engine, &options.shown.class_table)
    };
    let read = inputs.iter().map(reread).collect::<Result<Vec<_>, Error>>()?;
    let inputs: Vec<Input<'_, '_>> = inputs
        .iter()
        .zip(&read)
        .map(|(input, read)| Input { asset: read.as_ref().unwrap_or(input.asset), ..*input })
        .collect();
    let mut converted = convert_lossy(&inputs, output_format, output, options)?;
    if let Some(first) = inputs.first() {
        misread::check(&mut converted, output_format, first.asset.format(), options)?;
    }
    detected.extend(std::mem::take(&mut converted.findings));
    let named = inputs.first().map(|first| named(first.asset, std::mem::take(&mut detected)));
    converted.findings = options.consent(named.unwrap_or_default())?;
    options.send_files(&mut converted)?;
    Ok(converted)
}

/// Like [`convert`], but doesn't check whether losses are allowed. The converters mark losses in their findings.
fn convert_lossy(
    inputs: &[Input<'_, '_>],
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let Some(first) = inputs.first() else { return Err(Error::Refused("expected a document, found none".into())) };
    if output_format.is_gltf() {
        return to_gltf::to_gltf(inputs, output_format, output, options);
    }
    if let [_, second, ..] = inputs {
        let message = format!("expected one document for {output_format}, found a second one, {}", second.name);
        return Err(Error::Refused(message));
    }
    if let Some(rewritten) = rewrite::rewritten(first, output_format, options)? {
        let input = Input { asset: &rewritten.asset, ..*first };
        let mut converted = convert_lossy(&[input], output_format, output, &rewritten.options)?;
        let mut findings = rewritten.findings;
        findings.extend(std::mem::take(&mut converted.findings));
        return Ok(Converted { findings, ..converted });
    }
    let format = first.asset.format();
    let conversion = Conversion::of(format, output_format, options);
    if output_format.is_other_level(format) {
        options.check(&conversion)?;
        return level_to_level(first, output_format, output, options);
    }
    if !output_format.is_for(format) {
        return Err(output_format.cannot_come_from(format));
    }
    options.check(&conversion)?;
    if conversion.way == Way::FromScene {
        return from_scene::from_scene(first, output_format, output, options);
    }
    let (bytes, findings) = first.asset.document().write(output_format, &options.for_writing(first))?;
    let mut converted = Converted { findings, ..Converted::default() };
    converted.files.extend(side::output(first, output_format, output, options, &mut converted.findings)?);
    converted.files.push(OutputFile { name: safe(output, output)?, bytes });
    Ok(converted)
}

/// Converts a scene or map for one engine to another engine, using a glTF in memory. The result is the same as with two
/// conversions.
fn level_to_level(
    level: &Input<'_, '_>,
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let shown = options.engine_files.shown_from.clone().or_else(|| options.shown.resources.clone());
    let how = ConvertOptions::default()
        .resources(shown)
        .materials(options.shown.materials)
        .textures(options.shown.textures)
        .max_expanded_bytes(options.shown.max_expanded_bytes);
    let between = to_gltf::to_gltf(&[*level], OutputFormat::GLB, "level.glb", &how)?;
    let Some(glb) = between.files.last() else {
        return Err(Error::Refused("the scene became no file".into()));
    };
    let asset = Asset::parse(&glb.bytes, None)?;
    let mut converted = from_scene::from_scene(&Input::new(level.name, &asset), output_format, output, options)?;
    let mut findings = between.findings;
    findings.extend(std::mem::take(&mut converted.findings));
    Ok(Converted { findings, ..converted })
}
