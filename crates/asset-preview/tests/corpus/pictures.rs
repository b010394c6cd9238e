//! Pictures in engine light beside the engine's own, from the same cameras.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{Input, ToScene};
use asset_formats::Asset;
use asset_image::{Mip, Pixels, decode};
use asset_preview::{Camera, Lens, LightSet, Picture, Preview, Renderer};
use asset_project::Resources;
use asset_scene::glam::DVec3;
use testkit::corpus::{CorpusFile, Selection, run};

/// The engine's default surroundings of these pictures: even light of 0.3, and a colour behind all.
pub(super) const ZONE: &str = r#"<node id="901"><component type="Zone" id="902"><attribute name="Bounding Box Min" value="-1000 -1000 -1000"/>
<attribute name="Bounding Box Max" value="1000 1000 1000"/><attribute name="Ambient Color" value="0.3 0.3 0.3 1"/>
<attribute name="Fog Color" value="0.2 0.25 0.4 1"/><attribute name="Fog Start" value="100000"/><attribute name="Fog End" value="200000"/></component></node>"#;
/// A white sun along -0.4 -0.8 0.6.
pub(super) const SUN: &str = r#"<node id="903"><attribute name="Rotation" value="0.88235084 0.42091043 -0.21045522 0"/>
<component type="Light" id="904"><attribute name="Light Type" value="Directional"/></component></node>"#;

/// Greatest difference of the mean colours, in CIELAB.
const CLOSE: f64 = 1.5;
/// Greatest mean difference of the pixels, in CIELAB. Edges of surfaces are smooth in our pictures only.
const CLOSE_PIXELS: f64 = 2.0;
/// Resources of the PBR scene that the engine didn't have, so that its picture doesn't show them.
const ABSENT: [&str; 3] = ["Materials/PBR/", "Models/HoverBike.mdl", "Textures/HeightMap.png"];

pub(crate) fn main() -> ExitCode {
    run(&[("looks as in the engine", Selection::new("engine-pictures", &["png"], 61), looks_alike)])
}

/// A row of the README: picture, resource, position, target.
pub(super) struct Shot {
    pub(super) resource: String,
    position: DVec3,
    target: DVec3,
    /// Particles that exist.
    pub(super) alive: u16,
}

fn looks_alike(file: &CorpusFile) -> Result<(), String> {
    let name = file.path().file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    // Particles, layouts and flat scenes have tests of their own beside this one.
    if !["material-", "ninjasnowwar-", "pbr-", "sceneload-"].iter().any(|start| name.starts_with(start)) {
        return Ok(());
    }
    let shot = shot(file, name)?;
    let data = data(file);
    let text = match name.strip_prefix("material-") {
        Some(_) => sphere(&shot.resource),
        None => scene(&data, &shot.resource)?,
    };
    let path = data.join("Scenes/Shown.xml");
    let asset = Asset::parse(text.as_bytes(), Some(&path)).map_err(|error| error.to_string())?;
    let resources = Resources::around(&path).map_err(|error| error.to_string())?;
    let options = ToScene::default().resources(Some(Arc::new(resources)));
    let preview = Preview::of(&[Input::new(name, &asset)], &options).map_err(|error| error.to_string())?;
    let expected =
        decode(&file.bytes(), Mip(0), &mut binio::Limits::default().budget()).map_err(|error| error.to_string())?;
    let (width, height) = expected.size();
    let camera = Camera::looking(shot.position, shot.target, Lens::degrees(45.0));
    let renderer = Renderer::new(width, height).light_set(LightSet::Engine).camera(camera);
    let Picture { pixels, .. } = preview.picture(&renderer, None).map_err(|error| error.to_string())?;
    let means = difference(mean(&pixels), mean(&expected));
    if std::env::var_os("RENDER_PICTURES").is_some() {
        println!("DIFFERENCE {means:.2} {:.2} {name}", difference_of_pixels(&pixels, &expected));
    }
    if means > CLOSE {
        return Err(format!("mean colours differ by {means:.1}, at most {CLOSE}"));
    }
    let of_pixels = difference_of_pixels(&pixels, &expected);
    if of_pixels <= CLOSE_PIXELS {
        return Ok(());
    }
    Err(format!("pixels differ by {of_pixels:.1} on average, at most {CLOSE_PIXELS}"))
}

/// The folder that the engine's pictures show.
fn data(file: &CorpusFile) -> PathBuf {
    let corpus = file.path().ancestors().nth(2).unwrap_or(file.path());
    corpus.join("urho-scene/urho3d/Data")
}

pub(super) fn shot(file: &CorpusFile, name: &str) -> Result<Shot, String> {
    let readme = std::fs::read_to_string(file.path().with_file_name("README.md")).map_err(|error| error.to_string())?;
    let row = readme.lines().find(|line| line.starts_with(&format!("| {name} |"))).ok_or("has no row in README.md")?;
    let [_, _, resource, position, target, _, alive, ..] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
        return Err(format!("expected columns in {row:?}"));
    };
    Ok(Shot {
        resource: resource.to_owned(),
        position: place(position)?,
        target: place(target)?,
        alive: alive.parse().unwrap_or(0),
    })
}

/// A place of the engine, which is left-handed, in the scene's space.
fn place(text: &str) -> Result<DVec3, String> {
    let numbers: Result<Vec<f64>, _> = text.split(' ').map(str::parse).collect();
    match numbers.as_deref() {
        Ok([x, y, z]) => Ok(DVec3::new(-x, *y, *z)),
        _ => Err(format!("expected a place, found {text:?}")),
    }
}

fn sphere(material: &str) -> String {
    let model = r#"<attribute name="Model" value="Model;Models/Sphere.mdl"/>"#;
    let material = format!(r#"<attribute name="Material" value="Material;{material}"/>"#);
    let node = format!(r#"<node id="3"><component type="StaticModel" id="4">{model}{material}</component></node>"#);
    format!(r#"<scene id="1">{ZONE}{SUN}{node}</scene>"#)
}

/// A scene; with the surroundings of these pictures if it has none.
fn scene(data: &std::path::Path, resource: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(data.join(resource)).map_err(|error| error.to_string())?;
    let text = ABSENT.iter().fold(text, |text, absent| text.replace(absent, "Absent/"));
    if text.contains("\"Zone\"") {
        return Ok(text);
    }
    Ok(text.replace("</scene>", &format!("{ZONE}</scene>")))
}

/// The mean of the values of sRGB, from 0 to 1.
pub(super) fn mean(pixels: &Pixels) -> [f64; 3] {
    let count = pixels.pixels().len().max(1) as f64 * 255.0;
    [0, 1, 2].map(|channel: usize| pixels.pixels().iter().map(|pixel| f64::from(pixel[channel])).sum::<f64>() / count)
}

/// How far the pixels are from each other on average.
fn difference_of_pixels(a: &Pixels, b: &Pixels) -> f64 {
    let color = |pixel: &[u8; 4]| [0, 1, 2].map(|channel: usize| f64::from(pixel[channel]) / 255.0);
    let pairs = a.pixels().iter().zip(b.pixels());
    let sum: f64 = pairs.map(|(a, b)| if a == b { 0.0 } else { difference(color(a), color(b)) }).sum();
    sum / a.pixels().len().max(1) as f64
}

/// How far colours in sRGB are from each other in CIELAB (D65).
pub(super) fn difference(a: [f64; 3], b: [f64; 3]) -> f64 {
    let (a, b) = (lab(a), lab(b));
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn lab(color: [f64; 3]) -> [f64; 3] {
    let [r, g, b] = color.map(|value| f64::from(asset_scene::color::srgb_to_linear(value as f32)));
    let [x, y, z] = [
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    ]
    .map(|part| if part > 216.0 / 24389.0 { part.cbrt() } else { (24389.0 / 27.0 * part + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}
