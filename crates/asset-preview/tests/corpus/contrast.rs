//! Contrast of models to the background of their pictures.

use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{Input, ToScene};
use asset_formats::Asset;
use asset_preview::{Background, Picture, Preview, Renderer};
use asset_project::Resources;
use testkit::corpus::{CorpusFile, Selection, run};

/// Ratio from which graphics are readable (WCAG 2, 1.4.11).
const READABLE: f64 = 3.0;
/// Pixels of a picture, across and down.
const SIZE: u32 = 128;

pub(crate) fn main() -> ExitCode {
    run(&[
        ("stands out", Selection::new("urho", &["mdl"], 118), stands_out),
        ("stands out", Selection::new("urho-scene", &["mdl"], 31), stands_out),
        ("stands out", Selection::new("pragma-scene", &["pmdl", "pmdl_b"], 49), stands_out),
        ("stands out", Selection::new("zed", &["zed"], 66), stands_out),
        ("stands out", Selection::new("gltf/valid", &["glb", "gltf"], 80), stands_out),
    ])
}

/// Pictures of a model without textures stand out from the background.
fn stands_out(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let Ok(asset) = Asset::parse(&bytes, Some(file.path())) else { return Ok(()) };
    let resources = Resources::around(file.path()).ok().map(Arc::new);
    let options = ToScene::default().resources(resources);
    let Ok(shown) = Preview::of(&[Input::new("model", &asset)], &options) else { return Ok(()) };
    let renderer = Renderer::new(SIZE, SIZE);
    let picture = |renderer: &Renderer<'_>| shown.picture(renderer, None).map_err(|error| error.to_string());
    let (whole, cut) = (picture(&renderer)?, picture(&renderer.clone().background(Background::Transparent))?);
    let is_textured = shown.scene().materials.iter().any(|material| material.textures().next().is_some());
    let Some(ratio) = contrast(&whole, &cut) else { return Ok(()) };
    if std::env::var_os("RENDER_PICTURES").is_some() {
        println!("CONTRAST {ratio:.2} {} {}", if is_textured { "textured" } else { "plain" }, file.name());
    }
    if is_textured || ratio >= READABLE { Ok(()) } else { Err(format!("contrast {ratio:.2}")) }
}

/// Returns the contrast ratio of the mean colour of the silhouette to the mean colour of its surroundings; `None` for a silhouette of a few
/// pixels, which edges cover.
fn contrast(whole: &Picture, cut: &Picture) -> Option<f64> {
    let (mut inside, mut outside) = ([0.0; 2], [0.0; 2]);
    for (pixel, mask) in whole.pixels.pixels().iter().zip(cut.pixels.pixels()) {
        let [sum, count] = match mask[3] {
            0 => &mut outside,
            255 => &mut inside,
            _ => continue,
        };
        *sum += luminance(*pixel);
        *count += 1.0;
    }
    if inside[1] < 32.0 {
        return None;
    }
    let mean = |[sum, count]: [f64; 2]| (count > 0.0).then(|| sum / count + 0.05);
    let (inside, outside) = (mean(inside)?, mean(outside)?);
    Some(inside.max(outside) / inside.min(outside))
}

/// Returns the relative luminance of a colour in sRGB.
fn luminance([red, green, blue, _]: [u8; 4]) -> f64 {
    let linear = |value: u8| f64::from(asset_scene::color::srgb_to_linear(f32::from(value) / 255.0));
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
