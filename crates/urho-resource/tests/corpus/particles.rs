//! Particles beside those of the running engine: how many there are after some frames.

use testkit::corpus::CorpusFile;
use urho_resource::particles::Emitter;
use urho_resource::views::{ParticleEffect, View};
use urho_resource::{Document, Kind};

/// The engine's random numbers aren't known at the start of a picture: numbers of effects with random rates or lives may differ this much.
const SHARE: f32 = 0.05;

/// Each row of a particle picture has the number of particles that the engine had.
pub(crate) fn alive(file: &CorpusFile) -> Result<(), String> {
    let data = file.path().ancestors().nth(2).expect("a folder").join("urho-data/urho3d/Data");
    let text = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in text.lines().filter(|row| row.starts_with("| particle-")) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let (name, frames, engine) = (columns[2], columns[5], columns[6]);
        let bytes = std::fs::read(data.join(name)).map_err(|error| format!("{name}: {error}"))?;
        let document = Document::parse_as(Kind::ParticleEffect, &bytes).map_err(|error| error.to_string())?;
        let effect = ParticleEffect::of(&document).map_err(|error| error.to_string())?;
        let mut emitter = Emitter::new(&effect);
        let frames: u32 = frames.parse().expect("a number");
        (0..frames).for_each(|_| emitter.step(1.0 / 60.0));
        let (own, engine) = (emitter.particles().count() as f32, engine.parse::<f32>().expect("a number"));
        count += 1;
        if (own - engine).abs() > (engine * SHARE).max(1.0) {
            wrong.push(format!("{name} after {frames}: {own} here, {engine} in the engine"));
        }
    }
    if wrong.is_empty() && count == 24 { Ok(()) } else { Err(format!("{count} rows\n{}", wrong.join("\n"))) }
}
