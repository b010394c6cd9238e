//! The `inspect --picture` option, which draws a file in the terminal.

mod terminal;

use std::io::{self, Write as _};

use engine_assets::Error;
use engine_assets::convert::ToScene;
use engine_assets::render::{Background, Colors, Renderer, half_blocks, kitty, sixel};

use self::terminal::{Drawing, variable};
use crate::inputs::Input;
use crate::render::open::{Opener, Refused};
use crate::report::print_error_about;
use crate::resources::{Lookup, ResourceOptions};

/// The size of a picture in characters, or in pixels if the terminal can draw pictures.
const SIZE: u32 = 64;
const LARGE: u32 = 384;

/// Draws files in the terminal.
pub(super) struct Drawer {
    opener: Opener,
    drawing: Drawing,
}

impl Drawer {
    pub(super) fn new() -> io::Result<Self> {
        let lookup = Lookup::new(&ResourceOptions::default())?;
        let opener = Opener { lookup, options: ToScene::default(), animation: None };
        Ok(Self { opener, drawing: Drawing::of_terminal() })
    }

    /// Draws the visible content of a file. If there is none, this does nothing.
    pub(super) fn draw(&self, input: &Input) -> io::Result<()> {
        let size = if self.drawing == Drawing::HalfBlocks { SIZE } else { LARGE };
        let drawn = self.opener.with_show(input, &[], |show| {
            let renderer = Renderer::new(size, size).background(Background::Transparent).scene_camera(true);
            Ok(show.picture(&renderer, None)?)
        });
        let picture = match drawn {
            Ok(picture) => picture,
            Err(Refused(Error::NoScene(_))) => return Ok(()),
            Err(Refused(error)) => {
                print_error_about(input, &error);
                return Ok(());
            }
        };
        let text = match self.drawing {
            Drawing::Kitty => kitty(&picture.to_png().map_err(|error| io::Error::other(error.to_string()))?),
            Drawing::Sixel => sixel(&picture.pixels),
            Drawing::HalfBlocks => half_blocks(&picture.pixels, colors()),
        };
        // As it is: it was asked for, and without its colours it is nothing.
        io::stdout().lock().write_all(text.as_bytes())
    }
}

fn colors() -> Colors {
    if ["truecolor", "24bit"].contains(&variable("COLORTERM").as_str()) { Colors::True } else { Colors::Indexed }
}
