//! The page of the samples, which is a single file that does not need any other.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use base64_simd::STANDARD;
use clap::Parser as _;
use engine_assets::convert::ToScene;
use engine_assets::render::{Background, Renderer};

use super::Alone;
use crate::inputs::Input;
use crate::inspect;
use crate::markup::escaped;
use crate::render::open::{Opener, Refused};
use crate::resources::{Lookup, ResourceOptions};
use crate::style::REPORT;

/// Width and height of a picture, in pixels.
const EDGE: u32 = 240;

/// The style of the cards, in addition to the style of all reports.
const STYLE: &str = include_str!("page.css");

/// Returns the page for these files in a folder.
pub(super) fn of<'n>(folder: &Path, names: impl Iterator<Item = &'n str>) -> io::Result<String> {
    let lookup = Lookup::new(&ResourceOptions::default())?;
    let opener = Opener { lookup, options: ToScene::default(), animation: None };
    let mut cards = String::new();
    let mut count = 0;
    for name in names {
        let input = Input::new(&folder.join(name));
        let words = ["inspect".as_ref(), input.path().as_os_str()];
        let arguments = Alone::<inspect::Arguments>::parse_from(words).arguments;
        let Some(screen) = inspect::screen(&input, &arguments) else { continue };
        // It begins with the name of the file, as it was given, which the card has above.
        let screen = screen.strip_prefix(&input.display()).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&screen);
        let picture = picture(&opener, &input).map_or_else(String::new, |png| {
            format!("<img alt=\"{}\" src=\"data:image/png;base64,{}\">", escaped(name), STANDARD.encode_to_string(png))
        });
        count += 1;
        // Writing to a string can't fail.
        let _ = writeln!(
            cards,
            "<article><h2>{}</h2><div class=\"in\">{picture}<pre>{}</pre></div></article>",
            escaped(name),
            escaped(screen)
        );
    }
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Samples of engine-assets</title><style>{REPORT}{STYLE}</style></head>\n<body><main><h1>Samples of engine-assets</h1>\n\
         <p>{count} files, one or more of every format, as <code>engine-assets inspect</code> and <code>engine-assets render</code> show them. \
         They were made by code and may be used for anything.</p>\n<div class=\"all\">\n{cards}</div></main></body></html>\n"
    ))
}

/// Draws a file and returns the picture as png, or `None` if the file has no visible content.
fn picture(opener: &Opener, input: &Input) -> Option<Vec<u8>> {
    let drawn = opener.with_show(input, &[], |show| {
        let renderer = Renderer::new(EDGE, EDGE).background(Background::Transparent);
        show.picture(&renderer, None).map_err(Refused)
    });
    drawn.ok()?.to_png().ok()
}
