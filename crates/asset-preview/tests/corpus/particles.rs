//! Particles beside those of the engine. Random numbers decide single particles, so this compares what they do together: how much there is to
//! see, where, how far apart, and in which colour. Their number is compared in `urho-resource`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{Input, ToScene};
use asset_formats::Asset;
use asset_image::{Mip, Pixels, decode};
use asset_preview::{Background, Camera, Lens, LightSet, Preview, Renderer};
use asset_project::Resources;
use testkit::corpus::{CorpusFile, Selection, run};

use super::pictures::{SUN, ZONE, difference, shot};

/// The colour behind the engine's pictures.
const BEHIND: [u8; 3] = [51, 64, 102];
/// Steps per second in the engine's pictures.
const STEPS: f32 = 60.0;
/// Less than this amount is invisible: embers of a fire that is out.
const FAINT: f64 = 50.0;
/// The largest factor between both amounts.
const AMOUNT: f64 = 1.1;
/// The largest difference between mean colours in CIELAB. If there are many particles, it is the first number. The second
/// number is added for each standard error.
const COLOR: [f64; 2] = [4.0, 19.0];
/// Drawn alone, the mean colour of these pictures is brighter by this much. The reason is probably that the particles add
/// up their light: they cover a smaller part of the picture than in the engine's, whose camera is very near.
const OVERLAPPING: (&[&str], f64) = (&["particle-Burst-15"], 1.0);
/// Pictures of three particles of very different sizes, so that only their colour says something.
const FEW: &[&str] = &["particle-Disco-120"];

/// Draws the effect of a resource name at a time, given the folder of the resource.
type Draw = fn(&Path, &str, f32) -> Result<Pixels, String>;

pub(crate) fn main() -> ExitCode {
    let pictures = || Selection::new("engine-pictures", &["png"], 61);
    run(&[
        ("particles as in the engine", pictures(), |file| compare(file, of_scene, check_all)),
        // Pictures of files have a frame of their own.
        ("colours of particles as in the engine", pictures(), |file| compare(file, of_file, check_alone)),
    ])
}

/// What the particles in a picture show together.
#[derive(Clone, Copy, Debug)]
struct Shown {
    /// The sum of the differences from the background, in pixels that differ completely.
    amount: f64,
    /// The centre, in pixels from the left and the top.
    center: [f64; 2],
    /// The standard deviation across and down, in pixels.
    extent: [f64; 2],
    /// The mean colour in sRGB, from 0 to 1.
    color: [f64; 3],
}

impl Shown {
    /// Weighs every pixel by how much it differs from the background.
    fn of(pixels: &Pixels) -> Option<Self> {
        let (mut amount, mut sum, mut squares, mut color) = (0.0, [0.0; 2], [0.0; 2], [0.0; 3]);
        for (index, pixel) in pixels.pixels().iter().enumerate() {
            let different: u32 = BEHIND.iter().zip(pixel).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
            let weight = f64::from(different) / 765.0;
            let at = [index as u32 % pixels.width(), index as u32 / pixels.width()].map(f64::from);
            amount += weight;
            for axis in 0..2 {
                sum[axis] += weight * at[axis];
                squares[axis] += weight * at[axis] * at[axis];
            }
            (0..3).for_each(|channel| color[channel] += weight * f64::from(pixel[channel]) / 255.0);
        }
        let center = sum.map(|sum| sum / amount);
        let extent = [0, 1].map(|axis| (squares[axis] / amount - center[axis] * center[axis]).max(0.0).sqrt());
        (amount > 0.0).then(|| Self { amount, center, extent, color: color.map(|sum| sum / amount) })
    }
}

fn compare(file: &CorpusFile, picture: Draw, check: fn(&str, f64, Shown, Shown) -> Vec<String>) -> Result<(), String> {
    let name = file.path().file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let Some((_, frames)) = name.strip_prefix("particle-").and_then(|name| name.rsplit_once('-')) else {
        return Ok(());
    };
    let seconds = frames.parse::<f32>().map_err(|error| error.to_string())? / STEPS;
    let data = file.path().ancestors().nth(2).ok_or("expected a folder")?.join("urho-data/urho3d/Data");
    let expected =
        decode(&file.bytes(), Mip(0), &mut binio::Limits::default().budget()).map_err(|error| error.to_string())?;
    let shot = shot(file, name)?;
    let ours = picture(&data, &shot.resource, seconds)?;
    if std::env::var_os("RENDER_PICTURES").is_some() {
        println!("PARTICLES {name} {:.3?} engine {:.3?}", Shown::of(&ours), Shown::of(&expected));
    }
    match (Shown::of(&ours), Shown::of(&expected)) {
        (None, None) => Ok(()),
        (Some(ours), Some(theirs)) if theirs.amount < FAINT && ours.amount < FAINT => Ok(()),
        (Some(ours), Some(theirs)) => {
            let wrong = check(name, 1.0 / f64::from(shot.alive).sqrt(), ours, theirs);
            if wrong.is_empty() {
                Ok(())
            } else {
                Err(format!("{}: {ours:.3?}, engine {theirs:.3?}", wrong.join(", ")))
            }
        }
        (ours, theirs) => Err(format!("{ours:?} is shown, in the engine {theirs:?}")),
    }
}

/// Compares everything. `error` is the relative standard error of a mean over all particles.
fn check_all(name: &str, error: f64, ours: Shown, theirs: Shown) -> Vec<String> {
    let mut wrong = check_color(COLOR, error, ours, theirs);
    if FEW.contains(&name) {
        return wrong;
    }
    let ratio = ours.amount / theirs.amount;
    if !(1.0 / AMOUNT..=AMOUNT).contains(&ratio) {
        wrong.push(format!("the amount is {ratio:.2} of the engine's"));
    }
    for (axis, title) in ["across", "down"].into_iter().enumerate() {
        let (away, extent) = (ours.center[axis] - theirs.center[axis], theirs.extent[axis]);
        if away.abs() > 3.0 * extent * error + 1.0 {
            wrong.push(format!("the centre is {away:.1} pixels {title}"));
        }
        // The standard error of a standard deviation.
        let (ratio, most) = (ours.extent[axis] / extent, 3.0 * error / std::f64::consts::SQRT_2);
        if (ratio - 1.0).abs() > most + 0.05 {
            wrong.push(format!("the extent {title} is {ratio:.2} of the engine's"));
        }
    }
    wrong
}

fn check_alone(name: &str, error: f64, ours: Shown, theirs: Shown) -> Vec<String> {
    let [many, per_error] = COLOR;
    let (names, brighter) = OVERLAPPING;
    let many = if names.contains(&name) { many + brighter } else { many };
    check_color([many, per_error], error, ours, theirs)
}

fn check_color([many, per_error]: [f64; 2], error: f64, ours: Shown, theirs: Shown) -> Vec<String> {
    let (far, most) = (difference(ours.color, theirs.color), many + per_error * error);
    if far > most { vec![format!("mean colours differ by {far:.1}, at most {most:.1}")] } else { Vec::new() }
}

/// Draws an effect as it is drawn alone.
fn of_file(data: &Path, resource: &str, seconds: f32) -> Result<Pixels, String> {
    let path = data.join(resource);
    let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
    let asset = Asset::parse(&bytes, Some(&path)).map_err(|error| error.to_string())?;
    let resources = resources(data)?;
    let options = ToScene::default().resources(Some(Arc::new(resources)));
    let input = Input::new("shown", &asset).resource(Some(resource));
    let mut preview = Preview::of(&[input], &options).map_err(|error| error.to_string())?;
    preview.set_moment(None, seconds).map_err(|error| error.to_string())?;
    let renderer = Renderer::new(640, 480).background(Background::Plain(BEHIND));
    Ok(preview.picture(&renderer, None).map_err(|error| error.to_string())?.pixels)
}

/// Draws a scene that has an emitter at the origin.
fn of_scene(data: &Path, resource: &str, seconds: f32) -> Result<Pixels, String> {
    let emitter = format!(r#"<attribute name="Effect" value="ParticleEffect;{resource}"/>"#);
    let node = format!(r#"<node id="3"><component type="ParticleEmitter" id="4">{emitter}</component></node>"#);
    let text = format!(r#"<scene id="1">{ZONE}{SUN}{node}</scene>"#);
    let asset = Asset::parse(text.as_bytes(), None).map_err(|error| error.to_string())?;
    let resources = resources(data)?;
    let options = ToScene::default().resources(Some(Arc::new(resources))).picture_time(seconds);
    let preview = Preview::of(&[Input::new("shown", &asset)], &options).map_err(|error| error.to_string())?;
    let camera = Camera::looking([0.0, 1.0, -6.0].into(), [0.0, 1.0, 0.0].into(), Lens::degrees(45.0));
    let renderer = Renderer::new(640, 480).light_set(LightSet::Engine).camera(camera);
    Ok(preview.picture(&renderer, None).map_err(|error| error.to_string())?.pixels)
}

/// The folders of the engine's pictures, in their order.
fn resources(data: &Path) -> Result<Resources, String> {
    let corpus = data.ancestors().nth(3).ok_or("expected a folder")?;
    let resources = Resources::new().folder(corpus.join("urho-scene/urho3d/Data"));
    resources.and_then(|resources| resources.folder(data)).map_err(|error| error.to_string())
}
