//! Real files of Blender, Maya, 3ds Max, MotionBuilder and other programs, and the geometry that these programs exported.

mod obj;
mod table;
mod truth;

use std::io::Read as _;
use std::process::ExitCode;

use asset_fbx::asset_scene::{Player, Scene};
use asset_fbx::binio::Findings;
use asset_fbx::{Error, ReadOptions, parse};
use testkit::corpus::{CorpusFile, Selection, run};

fn main() -> ExitCode {
    let files = Selection::new("fbx", &["fbx"], 218);
    let poses = Selection::new("fbx", &["obj"], 75);
    run(&[
        ("opens", files.clone(), opens),
        ("becomes what the table lists", files, table::is_as_listed),
        ("poses are those of the program", poses.clone(), truth::is_posed),
        ("OBJ opens", poses, truth::opens_obj),
    ])
}

/// Reads a file with the textures in its folder.
pub(crate) fn read(file: &CorpusFile) -> Result<(Scene<'static>, Findings), Error> {
    let folder = file.path().parent().expect("the folder of a file").to_owned();
    let resolver = move |name: &str, most: u64| {
        let mut bytes = Vec::new();
        std::fs::File::open(folder.join(name))?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    parse(&file.bytes(), &ReadOptions::default(), &resolver)
}

/// Every file opens; its animations can be played.
fn opens(file: &CorpusFile) -> Result<(), String> {
    let (scene, _) = read(file).map_err(|error| error.to_string())?;
    for (id, animation) in scene.animations.enumerate() {
        let player = Player::new(&scene, id).map_err(|error| format!("{}: {error}", animation.name))?;
        player.sample(player.duration() / 2.0);
    }
    Ok(())
}
