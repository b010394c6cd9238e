//! Flat pictures of tile maps and poses beside the engine's own, cell by cell.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{Input, ToScene};
use asset_formats::Asset;
use asset_image::{Mip, Pixels, decode};
use asset_preview::{Background, Preview, Renderer};
use asset_project::Resources;
use testkit::corpus::{CorpusFile, Selection, run};

use super::pictures::{difference, mean};

/// The colour behind the engine's pictures.
const BEHIND: [u8; 3] = [51, 64, 102];
/// Cells in a row and in a column, at most, and their least size in the engine's picture.
const CELLS: u32 = 24;
const CELL: u32 = 4;
/// Mean and greatest difference of the mean colours of cells, in CIELAB: edges of images are elsewhere by parts of a pixel.
const CLOSE: [f64; 2] = [3.0, 20.0];
/// Size of a picture of a pose.
const LARGE: (u32, u32) = (1280, 960);
/// Pictures whose images the corpus doesn't have: they are too large for it.
const WITHOUT_IMAGES: &[&str] =
    &["scml-Orc-0", "scml-Orc-0.3", "scml-imp-0", "scml-imp-0.3", "tmx-Ortho", "tmx-isometric_grass_and_water"];

pub(crate) fn main() -> ExitCode {
    let pictures = || Selection::new("engine-pictures/2d", &["png"], 9);
    run(&[
        ("flat as in the engine", pictures(), looks_alike),
        ("in a scene as in the engine", pictures(), scene_looks_alike),
    ])
}

/// File, seconds, and the size of the content in the engine's pictures; `None` for poses, which are as large as what they show.
fn shot(name: &str) -> Result<(&'static str, f32, Option<[u32; 2]>), String> {
    let of_map = |units: [f32; 2], height: f32| Some(units.map(|unit| (unit * 480.0 / height).round() as u32));
    Ok(match name {
        "scml-GoldIcon-0" => ("Urho2D/GoldIcon.scml", 0.0, None),
        "scml-GoldIcon-0.3" => ("Urho2D/GoldIcon.scml", 0.3, None),
        "scml-Orc-0" => ("Urho2D/Orc/Orc.scml", 0.0, None),
        "scml-Orc-0.3" => ("Urho2D/Orc/Orc.scml", 0.3, None),
        "scml-imp-0" => ("Urho2D/imp/imp.scml", 0.0, None),
        "scml-imp-0.3" => ("Urho2D/imp/imp.scml", 0.3, None),
        "tmx-Ortho" => ("Urho2D/Tilesets/Ortho.tmx", 0.0, of_map([24.32, 17.28], 18.6048)),
        "tmx-isometric_grass_and_water" => ("Urho2D/isometric_grass_and_water.tmx", 0.0, of_map([16.0, 8.0], 12.24)),
        _ => return Err(format!("no row for {name}")),
    })
}

fn looks_alike(file: &CorpusFile) -> Result<(), String> {
    let name = file.path().file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    // The engine's picture cuts this map off: ours shows all of it, in another scale.
    if name == "tmx-atrium" {
        return Ok(());
    }
    let (resource, seconds, content) = shot(name)?;
    let data = file.path().ancestors().nth(3).ok_or("expected a folder")?.join("urho-data/urho3d/Data");
    let expected =
        decode(&file.bytes(), Mip(0), &mut binio::Limits::default().budget()).map_err(|error| error.to_string())?;
    let size = content.map_or(LARGE, |[width, height]| (width, height));
    let (ours, is_whole) = picture(&data, resource, seconds, size)?;
    if !is_whole {
        let is_known = WITHOUT_IMAGES.contains(&name);
        return if is_known { Ok(()) } else { Err("images are missing".to_owned()) };
    }
    let [mean, most] = match content {
        Some(size) => compare(&ours, &cut(&expected, size)),
        None => {
            compare(&drawn_part(&ours).ok_or("nothing is drawn")?, &drawn_part(&expected).ok_or("nothing is drawn")?)
        }
    };
    if mean <= CLOSE[0] && most <= CLOSE[1] {
        Ok(())
    } else {
        Err(format!("cells differ by {mean:.2} and {most:.1} at most, not {CLOSE:?}"))
    }
}

/// Draws a scene with a rig, from the camera of the engine's picture.
fn scene_looks_alike(file: &CorpusFile) -> Result<(), String> {
    let name = file.path().file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if !name.starts_with("scml-") || WITHOUT_IMAGES.contains(&name) {
        return Ok(());
    }
    let (resource, seconds, _) = shot(name)?;
    let data = file.path().ancestors().nth(3).ok_or("expected a folder")?.join("urho-data/urho3d/Data");
    let text = SCENE.replace("RIG", resource);
    let asset = Asset::parse(text.as_bytes(), None).map_err(|error| error.to_string())?;
    let resources = Resources::new().folder(data).map_err(|error| error.to_string())?;
    // At a time of 0, a picture shows the moment after a second.
    let options = ToScene::default().resources(Some(Arc::new(resources))).picture_time(seconds.max(1e-6));
    let preview = Preview::of(&[Input::new(name, &asset)], &options).map_err(|error| error.to_string())?;
    let expected =
        decode(&file.bytes(), Mip(0), &mut binio::Limits::default().budget()).map_err(|error| error.to_string())?;
    let (width, height) = expected.size();
    let renderer = Renderer::new(width, height).background(Background::Plain(BEHIND)).scene_camera(true);
    let ours = preview.picture(&renderer, None).map_err(|error| error.to_string())?.pixels;
    let [mean, most] = compare(&ours, &expected);
    if mean <= CLOSE[0] && most <= CLOSE[1] { Ok(()) } else { Err(format!("cells differ by {mean:.2} and {most:.1}")) }
}

/// A rig, and the camera of the engine's pictures.
const SCENE: &str = r#"<scene id="1"><node id="5"><component type="AnimatedSprite2D" id="6">
<attribute name="Animation Set" value="AnimationSet2D;RIG"/><attribute name="Animation" value="idle"/></component></node>
<node id="7"><attribute name="Position" value="0 0 -10"/><component type="Camera" id="8">
<attribute name="Orthographic" value="true"/><attribute name="Orthographic Size" value="6"/></component></node></scene>"#;

/// Draws a file, and returns whether all of it could be drawn.
fn picture(data: &Path, resource: &str, seconds: f32, (width, height): (u32, u32)) -> Result<(Pixels, bool), String> {
    let path = data.join(resource);
    let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
    let asset = Asset::parse(&bytes, Some(&path)).map_err(|error| error.to_string())?;
    let resources = Resources::new().folder(data).map_err(|error| error.to_string())?;
    let options = ToScene::default().resources(Some(Arc::new(resources)));
    let input = Input::new("shown", &asset).resource(Some(resource));
    let mut preview = Preview::of(&[input], &options).map_err(|error| error.to_string())?;
    preview.set_moment(None, seconds).map_err(|error| error.to_string())?;
    let renderer = Renderer::new(width, height).background(Background::Plain(BEHIND));
    let picture = preview.picture(&renderer, None).map_err(|error| error.to_string())?;
    Ok((picture.pixels, picture.findings.is_empty()))
}

/// The middle of a picture, in this size.
fn cut(pixels: &Pixels, [width, height]: [u32; 2]) -> Pixels {
    let [left, top] = [(pixels.width() - width) / 2, (pixels.height() - height) / 2];
    part(pixels, [left, top, width, height])
}

fn part(pixels: &Pixels, [left, top, width, height]: [u32; 4]) -> Pixels {
    let mut out = Pixels::filled(width, height, [0; 4]).expect("a small picture");
    for y in 0..height {
        for x in 0..width {
            out.pixels_mut()[(y * width + x) as usize] = pixels.get(left + x, top + y).unwrap_or_default();
        }
    }
    out
}

/// The part of a picture that differs from what is behind.
fn drawn_part(pixels: &Pixels) -> Option<Pixels> {
    let all = (0..pixels.height()).flat_map(|y| (0..pixels.width()).map(move |x| (x, y)));
    let drawn = all.filter(|(x, y)| {
        let [r, g, b, _] = pixels.get(*x, *y).unwrap_or_default();
        [r, g, b].iter().zip(BEHIND).any(|(a, b)| a.abs_diff(b) > 6)
    });
    let bounds = drawn.fold(None, |bounds: Option<[u32; 4]>, (x, y)| {
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let [left, top, right, bottom] = bounds?;
    Some(part(pixels, [left, top, right - left + 1, bottom - top + 1]))
}

/// Mean and greatest difference of the mean colours of cells.
fn compare(a: &Pixels, b: &Pixels) -> [f64; 2] {
    let [columns, rows] = [b.width(), b.height()].map(|size| (size / CELL).clamp(1, CELLS));
    let cell = |pixels: &Pixels, column: u32, row: u32| {
        let (width, height) = pixels.size();
        let [left, right] = [column, column + 1].map(|at| at * width / columns);
        let [top, bottom] = [row, row + 1].map(|at| at * height / rows);
        mean(&part(pixels, [left, top, (right - left).max(1), (bottom - top).max(1)]))
    };
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let differences: Vec<f64> =
        cells.map(|(column, row)| difference(cell(a, column, row), cell(b, column, row))).collect();
    [differences.iter().sum::<f64>() / differences.len().max(1) as f64, differences.iter().copied().fold(0.0, f64::max)]
}
