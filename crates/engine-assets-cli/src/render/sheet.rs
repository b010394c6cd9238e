//! Draws contact sheets.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use engine_assets::Error;
use engine_assets::render::{Background, Picture, Preview, Sheet};
use engine_assets::scene_adapter::NodeShare;
use engine_assets::sources::map_scenes;

use super::open::Refused;
use super::{Work, has_errors};
use crate::counts::counted;
use crate::inputs::Input;
use crate::output;
use crate::report::{Meter, Outcome, print_error, print_error_about, print_message, shown};

/// A picture on a sheet.
struct Cell {
    picture: Option<Picture>,
    about: String,
    is_bad: bool,
}

/// What is shown of a file.
enum Drawn {
    Cell(Box<Cell>),
    /// Its picture would be empty: an interface whose images are missing, for example.
    Empty,
    /// Files of its format are never visible.
    Nothing,
}

/// The number of pictures to draw at once. This is enough to use all cores, but needs little memory.
const BATCH: usize = 16;

/// Returns the files and package entries to draw, with the names to show on the sheet.
fn files(work: &Work<'_>, inputs: Vec<Input>) -> Vec<(String, Input)> {
    let mut files = Vec::new();
    for input in inputs.into_iter().filter(|input| input.path() != work.arguments.output) {
        match input.package() {
            Some(package) => {
                let names = package.entries().map(|entry| entry.name().to_text().into_owned());
                let within = |name: &str| input.relative().join(name).to_string_lossy().into_owned();
                files.extend(names.map(|name| (within(&name), input.entry(PathBuf::from(name)))));
            }
            None => files.push((input.relative().to_string_lossy().into_owned(), input)),
        }
    }
    files
}

/// Draws everything that can be shown into one picture.
pub(super) fn make(work: &Work<'_>, inputs: Vec<Input>) -> io::Result<Outcome> {
    let mut outcome = Outcome::Fine;
    let files = files(work, inputs);
    let (width, height) = work.arguments.look.size(true);
    let mut sheet = Sheet::new(width, height).background(work.arguments.look.background());
    let (paper, mut empty) = (sheet.paper(), 0);
    let progress = Meter::files(files.len(), work.quiet);
    let mut files: VecDeque<_> = files.into();
    while !files.is_empty() {
        let batch = work.arguments.parallel.batch(&mut files, BATCH, |(_, input)| input.expected_work_memory());
        let cells = map_scenes(batch, |(name, input), share| {
            let cell = cell(work, input, paper, share.as_ref());
            // A refused one is drawn again, alone.
            progress.add(u64::from(!is_refused(share.as_ref())));
            (name.clone(), cell)
        });
        for (name, cell) in cells {
            let cell = match cell {
                Drawn::Cell(cell) => cell,
                Drawn::Empty => {
                    empty += 1;
                    continue;
                }
                Drawn::Nothing => continue,
            };
            if cell.is_bad {
                outcome = outcome.max(Outcome::Bad);
            }
            let pixels = cell.picture.as_ref().map(|picture| &picture.pixels);
            if let Err(error) = sheet.add(&name, &cell.about, pixels, cell.is_bad) {
                print_error(&error);
                return Ok(Outcome::Failed);
            }
        }
    }
    drop(progress);
    if sheet.is_empty() {
        let found = match empty {
            0 => "found none".to_owned(),
            _ => format!("found {} without anything to see", counted(empty, "file")),
        };
        print_error(&format!("expected models, materials or textures, {found}"));
        return Ok(Outcome::Failed);
    }
    let pixels = sheet.to_pixels().map_err(|error| io::Error::other(error.to_string()))?;
    let png = pixels.to_png().map_err(|error| io::Error::other(error.to_string()))?;
    let path = &work.arguments.output;
    output::write_below(output::parent(path), path, &png, work.arguments.force)?;
    if !work.quiet {
        let pictures = counted(sheet.len(), "picture");
        let without =
            if empty == 0 { String::new() } else { format!("; {} without anything to see", counted(empty, "file")) };
        print_message(&format!("wrote {}: {pictures}{without}", shown(&path)));
    }
    Ok(outcome)
}

/// Draws a file for the sheet.
fn cell(work: &Work<'_>, input: &Input, paper: Background, share: Option<&Arc<NodeShare>>) -> Drawn {
    let drawn = work.opener.with_share((input, &[]), share.cloned(), |show| {
        let look = &work.arguments.look;
        // The sheet has one background for all; only a sky is a part of its scene.
        let background = if show.has_sky() { look.background() } else { paper };
        let picture = show.picture(&look.renderer(true).background(background), None).map_err(Refused)?;
        let is_bad = has_errors(show.findings()) || has_errors(&picture.findings) || show.undecoded().is_some();
        if is_empty(&picture) && !is_bad {
            return Ok(Drawn::Empty);
        }
        Ok(Drawn::Cell(Box::new(Cell { about: about(show, &picture), is_bad, picture: Some(picture) })))
    });
    match drawn {
        Ok(drawn) => drawn,
        Err(Refused(Error::NoScene(_) | Error::LookAlike(_))) => Drawn::Nothing,
        Err(Refused(Error::Unknown { .. })) if !input.named => Drawn::Nothing,
        // Texts that are no materials, for example: a sheet only contains files with visible content.
        Err(Refused(Error::Malformed { format, .. })) if !format.is_pictured() => Drawn::Nothing,
        Err(_) if is_refused(share) => Drawn::Nothing,
        Err(Refused(error)) => {
            print_error_about(input, &error);
            Drawn::Cell(Box::new(Cell { picture: None, about: error.to_string(), is_bad: true }))
        }
    }
}

/// Returns `true` if nothing can be seen in a picture.
fn is_empty(picture: &Picture) -> bool {
    let mut kinds = picture.findings.iter().map(|finding| finding.kind);
    kinds.any(|kind| kind == engine_assets::asset_render::kinds::EMPTY_PICTURE)
}

/// Returns the line below the name.
fn about(show: &Preview<'_>, picture: &Picture) -> String {
    if let Some(title) = show.drawing_title() {
        return title.to_owned();
    }
    if show.is_texture() {
        return texture_size(show);
    }
    match picture.triangles {
        0 => "no triangles".to_owned(),
        count => counted(count, "triangle"),
    }
}

/// Returns `true` if a scene can't be drawn because other scenes already use the nodes that it needs.
fn is_refused(share: Option<&Arc<NodeShare>>) -> bool {
    share.is_some_and(|share| share.is_refused())
}

/// Returns the width and height of a texture as text.
fn texture_size(show: &Preview<'_>) -> String {
    let info = show
        .scene()
        .images
        .first()
        .and_then(|image| engine_assets::asset_image::Info::of(&image.bytes.read().ok()?).ok());
    info.map_or_else(String::new, |info| format!("{} × {}", info.width, info.height))
}
