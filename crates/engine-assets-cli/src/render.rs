//! The `render` command, which draws models, materials and textures.

pub(crate) mod open;
mod options;
mod sheet;
pub(crate) mod thumbnail;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::Error;
use engine_assets::asset_image::Pixels;
use engine_assets::binio::Findings;
use engine_assets::convert::{ToScene, UpAxis};
use engine_assets::render::{AnimationTime, Picture, Preview};
use serde::Serialize;

use self::open::{Opener, Refused};
use self::options::Look;
pub(crate) use self::options::VIEWS;
use crate::convert::Axis;
use crate::explain::print_explained;
use crate::inputs::{Input, Inputs, Parallel};
use crate::output;
use crate::report::{FileName, Outcome, file_bytes, print_error, print_findings, print_json, print_message, shown};
use crate::resources::{Lookup, ResourceOptions};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    parallel: Parallel,
    /// File to write: .png, or .apng for an animation. With --frames or --turntable and .png, the name must contain %d
    /// or %03d. For several models without --sheet, this is a folder
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,
    /// Draw all models, materials and textures in folders and packages into one picture, with names, sizes and error
    /// marks
    #[arg(long, conflicts_with_all = ["frames", "turntable"])]
    sheet: bool,
    /// Animation to show, given by its name or a part of it. Animations next to an Urho3D model are included
    #[arg(long, value_name = "NAME")]
    animation: Option<String>,
    /// Time of the animation to show, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    time: f32,
    /// Render COUNT frames of the animation. Without --animation: COUNT moments of a scene with particles, a particle
    /// effect or a rig, from --time on, as far apart as --fps says
    #[arg(long, value_name = "COUNT", conflicts_with = "turntable")]
    frames: Option<usize>,
    /// Render COUNT pictures from all around
    #[arg(long, value_name = "COUNT")]
    turntable: Option<usize>,
    /// Axis that points up in the file. If a model is lying in the picture, try z
    #[arg(long, value_name = "AXIS", default_value = "y")]
    up: Axis,
    /// Frames per second of an .apng
    #[arg(long, value_name = "COUNT", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=1000))]
    fps: u16,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Models: material names in geometry order; a single name is used for all geometries
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    material: Vec<String>,
    /// Don't draw materials
    #[arg(long)]
    no_materials: bool,
    /// Don't draw the textures of materials
    #[arg(long)]
    no_textures: bool,
    /// Print one JSON object per picture: size, camera, triangles
    #[arg(long)]
    json: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

/// State that is shared by several files.
struct Work<'w> {
    arguments: &'w Arguments,
    opener: Opener,
    quiet: bool,
}

/// What is drawn of a file.
enum Shown {
    Pictures(Vec<Picture>),
    Moments(Moments),
}

/// Moments at which to draw a file that moves by itself.
struct Moments {
    /// In seconds.
    times: Vec<f32>,
    /// The camera for all moments. If this is `None`, the camera of the first picture is used.
    camera: Option<engine_assets::render::Camera>,
}

/// A line that `render --json` prints.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    file: FileName,
    output: String,
    /// The bytes of the path in base64, if the path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    output_bytes: Option<String>,
    width: u32,
    height: u32,
    triangles: usize,
    camera: Camera,
}

/// The camera that was used, in the space of the scene.
#[derive(Serialize)]
struct Camera {
    position: [f64; 3],
    right: [f64; 3],
    up: [f64; 3],
    back: [f64; 3],
    /// The tangent of half of the vertical angle of view, or null for an orthographic camera.
    tangent: Option<f64>,
    /// Half of the height that an orthographic camera can see, or null for a perspective camera.
    half_height: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let options = ToScene::default()
        .materials(!arguments.no_materials)
        .textures(!arguments.no_textures)
        .material_names(arguments.material.clone())
        .picture_time(arguments.time);
    let lookup = Lookup::new(&arguments.resources)?;
    let opener = Opener { lookup, options, animation: arguments.animation.clone() };
    let work = Work { arguments, opener, quiet };
    let mut outcome = Outcome::Fine;
    let mut inputs = Vec::new();
    for input in arguments.inputs.files() {
        match input {
            Ok(input) => inputs.push(input),
            Err(error) => {
                print_error(&error);
                outcome = Outcome::Failed;
            }
        }
    }
    if let Some(message) = arguments.sheet.then(|| not_a_picture(&arguments.output)).flatten() {
        print_error(&message);
        return Ok(Outcome::Failed);
    }
    if arguments.sheet {
        return sheet::make(&work, inputs).map(|sheet_outcome| outcome.max(sheet_outcome));
    }
    let is_animation = |input: &Input| input.path().extension().is_some_and(|end| end.eq_ignore_ascii_case("ani"));
    let (animations, models): (Vec<Input>, Vec<Input>) = inputs.into_iter().partition(is_animation);
    let into_folder = models.len() != 1 || models.iter().any(|model| !model.named);
    if into_folder && arguments.output.extension().is_some() && !models.is_empty() {
        print_error(&"expected --sheet or a folder as OUT for several files, found the name of one picture");
        return Ok(Outcome::Failed);
    }
    if let Some(message) = (!into_folder).then(|| not_a_picture(&arguments.output)).flatten() {
        print_error(&message);
        return Ok(Outcome::Failed);
    }
    let models = if models.is_empty() { animations.clone() } else { models };
    for model in &models {
        let target = if into_folder {
            arguments.output.join(model.relative()).with_extension("png")
        } else {
            arguments.output.clone()
        };
        outcome = outcome.max(work.one(model, &animations, &target)?);
    }
    Ok(outcome)
}

/// Returns the reason if a picture can't be written to a file with this name. Returns `None` if it can, or for standard
/// output.
fn not_a_picture(output: &Path) -> Option<String> {
    let is_known = |end: &std::ffi::OsStr| ["png", "apng"].iter().any(|known| end.eq_ignore_ascii_case(known));
    let is_fine = output.as_os_str() == "-" || output.extension().is_some_and(is_known);
    (!is_fine).then(|| format!("{} can't be written: pictures end in .png or .apng", shown(output)))
}

impl Work<'_> {
    /// Draws the pictures of one file.
    fn one(&self, input: &Input, animations: &[Input], target: &Path) -> io::Result<Outcome> {
        let pictures = self.opener.with_show(input, animations, |show| {
            show.set_up(up_of(self.arguments.up));
            show.set_moment(self.arguments.animation.as_deref(), self.arguments.time)?;
            if has_errors(show.findings()) {
                return Err(Error::Broken(show.findings().clone()).into());
            }
            print_findings(input, show.findings(), None);
            match self.moments(show)? {
                Some(moments) => Ok(Shown::Moments(moments)),
                None => self.pictures(show).map(Shown::Pictures),
            }
        });
        let pictures = pictures.and_then(|shown| match shown {
            Shown::Pictures(pictures) => Ok(pictures),
            Shown::Moments(moments) => self.each_moment((input, animations), moments),
        });
        let pictures = match pictures {
            Ok(pictures) => pictures,
            Err(Refused(Error::Unknown { .. } | Error::LookAlike(_) | Error::NoScene(_))) if !input.named => {
                return Ok(Outcome::Fine);
            }
            Err(Refused(error)) => {
                if let Error::Broken(findings) = &error {
                    print_findings(input, findings, None);
                }
                print_explained(input, &error);
                return Ok(Outcome::of(&error));
            }
        };
        if let Some(first) = pictures.first() {
            print_findings(input, &first.findings, None);
        }
        match self.write(input, &pictures, target) {
            Ok(()) => Ok(Outcome::Fine),
            Err(Refused(error)) => {
                print_explained(input, &error);
                Ok(Outcome::of(&error))
            }
        }
    }

    /// Returns the moments to show if particles or poses of rigs move in the requested frames, so that the file must be
    /// read again for each of them.
    fn moments(&self, show: &Preview<'_>) -> Result<Option<Moments>, Refused> {
        let arguments = self.arguments;
        let Some(count) = arguments.frames else { return Ok(None) };
        let named = arguments.animation.as_deref().filter(|_| !show.is_drawing());
        let Some(name) = named else {
            if !show.moves_by_itself() {
                let message = "expected --animation NAME for --frames: nothing in this file moves by itself";
                return Err(Error::Refused(message.to_owned()).into());
            }
            let times = Preview::moments(arguments.time, arguments.fps, count)?;
            return Ok(Some(Moments { times, camera: None }));
        };
        if !show.moves_by_itself() {
            return Ok(None);
        }
        let animation = show.animation(name)?;
        let renderer = arguments.look.renderer(false);
        let times = show.frame_times(animation, count)?;
        let camera = match arguments.look.camera(show, None)? {
            Some(camera) => camera,
            None => show.camera_of_frames(&renderer, animation, count)?,
        };
        Ok(Some(Moments { times, camera: Some(camera) }))
    }

    /// Draws a file at several moments, always from the same place.
    fn each_moment(
        &self,
        (input, animations): (&Input, &[Input]),
        Moments { times, mut camera }: Moments,
    ) -> Result<Vec<Picture>, Refused> {
        let mut pictures = Vec::with_capacity(times.len());
        for time in times {
            // A time of 0 stands for the usual moment.
            let time = time.max(f32::MIN_POSITIVE);
            let options = self.opener.options.clone().picture_time(time);
            let animation = self.arguments.animation.as_deref();
            let picture = self.opener.with_options(options, (input, animations), |show| {
                show.set_up(up_of(self.arguments.up));
                show.set_moment(animation, time)?;
                let named = animation.filter(|_| !show.is_drawing());
                let named = named.map(|name| show.animation(name)).transpose()?;
                let moment = named.map(|animation| AnimationTime { animation, time });
                let camera =
                    camera.map_or_else(|| self.arguments.look.camera(show, moment), |known| Ok(Some(known)))?;
                Ok(show.picture(&self.arguments.look.renderer(false).camera(camera), moment)?)
            })?;
            camera = Some(picture.camera);
            pictures.push(picture);
        }
        Ok(pictures)
    }

    fn pictures(&self, show: &Preview<'_>) -> Result<Vec<Picture>, Refused> {
        // A picture of a substitute would look like a result.
        if let Some(finding) = show.undecoded() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("no picture: {}", finding.message)).into());
        }
        let arguments = self.arguments;
        let named = arguments.animation.as_deref().filter(|_| !show.is_drawing());
        let animation = named.map(|name| show.animation(name)).transpose()?;
        let moment = animation.map(|animation| AnimationTime { animation, time: arguments.time });
        let renderer = arguments.look.renderer(false).camera(arguments.look.camera(show, moment)?);
        Ok(match (arguments.frames, arguments.turntable, animation) {
            (Some(count), _, Some(animation)) => show.frames(&renderer, animation, count)?,
            (_, Some(count), _) => show.turntable(&renderer, arguments.look.view(), moment, count)?,
            _ => vec![show.picture(&renderer, moment)?],
        })
    }

    fn write(&self, input: &Input, pictures: &[Picture], target: &Path) -> Result<(), Refused> {
        if target.as_os_str() == "-" {
            let Some(first) = pictures.first() else { return Ok(()) };
            io::Write::write_all(&mut io::stdout().lock(), &first.to_png().map_err(Error::from)?)?;
            return Ok(());
        }
        let is_moving = target.extension().is_some_and(|end| end.eq_ignore_ascii_case("apng"));
        if is_moving {
            let frames: Vec<Pixels> = pictures.iter().map(|picture| picture.pixels.clone()).collect();
            let delay = 1000 / self.arguments.fps;
            let apng = Pixels::to_apng(&frames, delay).map_err(|error| Error::Refused(error.to_string()))?;
            let Some(first) = pictures.first() else { return Ok(()) };
            return self.file(input, first, target, &apng);
        }
        let text = target.to_string_lossy().into_owned();
        if pictures.len() > 1 && numbered(&text, 0) == text {
            let message =
                format!("expected .apng, or %d or %03d in the name of OUT for several pictures, found {text}");
            return Err(Error::Refused(message).into());
        }
        for (number, picture) in pictures.iter().enumerate() {
            let path = if pictures.len() > 1 { PathBuf::from(numbered(&text, number)) } else { target.to_path_buf() };
            self.file(input, picture, &path, &picture.to_png().map_err(Error::from)?)?;
        }
        Ok(())
    }

    fn file(&self, input: &Input, picture: &Picture, path: &Path, bytes: &[u8]) -> Result<(), Refused> {
        // In a folder, names of files below it are those of the inputs.
        let output = &self.arguments.output;
        let given = if path.starts_with(output) && path != output { output } else { output::parent(output) };
        output::write_below(given, path, bytes, self.arguments.force)?;
        if self.arguments.json {
            print_json(&Line::of(input, picture, path))?;
        } else if !self.quiet {
            print_message(&format!("wrote {}", shown(&path)));
        }
        Ok(())
    }
}

impl Line {
    fn of(input: &Input, picture: &Picture, output: &Path) -> Self {
        use engine_assets::render::Lens;
        let camera = picture.camera;
        let (tangent, half_height) = match camera.lens {
            Lens::Perspective(tangent) => (Some(tangent), None),
            Lens::Orthographic(half) => (None, Some(half)),
        };
        let axes = [camera.position, camera.right, camera.up, camera.back].map(|axis| axis.to_array());
        let [position, right, up, back] = axes;
        let (width, height) = picture.pixels.size();
        let camera = Camera { position, right, up, back, tangent, half_height };
        Self {
            file: FileName::of(&input.location()),
            output: output.to_string_lossy().into_owned(),
            output_bytes: file_bytes(output.as_os_str()),
            width,
            height,
            triangles: picture.triangles,
            camera,
        }
    }
}

fn up_of(axis: Axis) -> UpAxis {
    if axis == Axis::Z { UpAxis::Z } else { UpAxis::Y }
}

/// Replaces `%d` in a name by a number, or `%03d` by a number with three digits.
fn numbered(name: &str, number: usize) -> String {
    let Some((before, rest)) = name.split_once('%') else { return name.to_owned() };
    let Some((digits, after)) = rest.split_once('d') else { return name.to_owned() };
    let width = if digits.is_empty() { Some(0) } else { digits.parse::<usize>().ok() };
    match width.filter(|width| *width <= 9) {
        Some(width) => format!("{before}{number:0width$}{after}"),
        None => name.to_owned(),
    }
}

/// Returns `true` if there is an error among the findings.
fn has_errors(findings: &Findings) -> bool {
    findings.worst() == Some(engine_assets::binio::Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn names_are_numbered() {
        assert_eq!(numbered("a_%03d.png", 7), "a_007.png");
        assert_eq!(numbered("a%d", 12), "a12");
        for name in ["a.png", "100%", "%xd", "%99d"] {
            assert_eq!(numbered(name, 1), name);
        }
    }
}
