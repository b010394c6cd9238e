//! The `thumbnail` command, which draws small pictures for file managers.

use std::io;
use std::path::PathBuf;

use clap::Args;
use engine_assets::asset_image::{self, Image, Mip, Pixels, TextureUse};
use engine_assets::binio::Limits;
use engine_assets::convert::ToScene;
use engine_assets::render::{Background, Renderer};
use engine_assets::{Error, Typed};

use crate::explain::print_explained;
use crate::inputs::Input;
use crate::output;
use crate::render::open::{Opener, Refused};
use crate::report::Outcome;
use crate::resources::{Lookup, ResourceOptions};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Model, scene, prefab, map, material or texture
    file: PathBuf,
    /// Picture to write, as png. An existing file is overwritten, because file managers pass a file that exists
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,
    /// Longest side of the picture, in pixels
    #[arg(long, short, value_name = "PIXELS", default_value_t = 256, value_parser = clap::value_parser!(u32).range(16..=2048))]
    size: u32,
}

/// Draws the picture. This only prints errors, because file managers run it in the background.
pub(crate) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let input = Input::new(&arguments.file);
    match draw(&input, arguments.size) {
        Ok(png) => {
            output::write(&arguments.output, &png, true)?;
            Ok(Outcome::Fine)
        }
        Err(Refused(error)) => {
            print_explained(&input, &error);
            Ok(Outcome::of(&error))
        }
    }
}

fn draw(input: &Input, size: u32) -> Result<Vec<u8>, Refused> {
    let bytes = input.read()?;
    if let Typed::Image(image) = input.asset(&bytes)?.typed() {
        return texture(image, size).map_err(|error| Refused(Error::Refused(error.to_string())));
    }
    let opener = Opener {
        lookup: Lookup::new(&ResourceOptions::default())?,
        options: ToScene::default().animated(false).texture_edge(Some(size)),
        animation: None,
    };
    opener.with_show(input, &[], |show| {
        let renderer = Renderer::new(size, size).background(Background::Transparent).scene_camera(true);
        let picture = show.picture(&renderer, None)?;
        picture.pixels.to_png_quickly().map_err(|error| Refused(Error::Refused(error.to_string())))
    })
}

/// Draws a texture in its proportions, using the smallest mip that is large enough.
fn texture(image: &Image<'_>, size: u32) -> Result<Vec<u8>, asset_image::Error> {
    let info = image.info();
    let is_enough = |mip: &u32| info.mip_size(Mip(*mip)).is_some_and(|(width, height)| width.max(height) >= size);
    let mip = (0..info.mips).rev().find(is_enough).unwrap_or(0);
    let mut pixels = image.decode(Mip(mip), &mut Limits::default().budget())?;
    while pixels.width().max(pixels.height()) >= size.saturating_mul(2) {
        pixels = pixels.halved(TextureUse::Color)?;
    }
    fitting(pixels, size)?.to_png_quickly()
}

/// Reduces the pixels so that no side is longer than `size`. Small pictures are not enlarged, because the file manager
/// does this.
fn fitting(pixels: Pixels, size: u32) -> Result<Pixels, asset_image::Error> {
    let longest = pixels.width().max(pixels.height());
    if longest <= size {
        return Ok(pixels);
    }
    let side = |side: u32| ((f64::from(side) * f64::from(size) / f64::from(longest)).round() as u32).max(1);
    pixels.resized(side(pixels.width()), side(pixels.height()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_keep_their_proportions_and_are_not_enlarged() {
        let sized = |width, height| {
            let pixels = Pixels::filled(width, height, [9, 8, 7, 255]).expect("pixels");
            fitting(pixels, 64).expect("a size").size()
        };
        assert_eq!([sized(100, 50), sized(3, 90), sized(20, 10)], [(64, 32), (2, 64), (20, 10)]);
    }
}
