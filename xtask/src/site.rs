//! The site: pages of the tree, pictures made by the command itself, the page for browsers and the add-on if they were built. All below `target/site`.

mod markdown;
mod pages;
mod records;

use std::fs;
use std::path::{Path, PathBuf};

use crate::links;
use crate::run::{Run, cargo, program_with, root};

/// Where the repository is, for links to files that the site has no page of.
const REPOSITORY: &str = "https://github.com/engine-assets/engine-assets/blob/main/";

/// Makes the site and checks its links.
pub(crate) fn site() -> Run {
    links::check()?;
    let out = root().join("target/site");
    let _ = fs::remove_dir_all(&out);
    pictures(&out.join("pictures"))?;
    let try_it = copy_if_there(&root().join("target/web/page"), &out.join("try"))?;
    let add_ons = add_ons(&out)?;
    copy_if_there(&root().join("benches/plots"), &out.join("plots"))?;
    let results = root().join("benches/RESULTS.md").is_file();
    fs::copy(root().join("site/style.css"), out.join("style.css"))
        .map_err(|error| format!("site/style.css: {error}"))?;
    let written = pages::write(&out, pages::There { try_it, add_ons, results })?;
    let checked = links::check_site(&out)?;
    eprintln!("{}: {written} pages, {checked} links", out.display());
    Ok(())
}

/// Pictures of the samples, made as a reader would make them.
fn pictures(folder: &Path) -> Run {
    let tool = tool()?;
    let demo = folder.with_file_name("demo");
    let (tool, demo, pictures) = (tool.display(), demo.display(), folder.display());
    let run = |arguments: &str| program_with(&tool.to_string(), &format!("--quiet {arguments}")).output().map(|_| ());
    run(&format!("demo --force {demo}"))?;
    run(&format!(
        "render {demo}/Character.glb -o {pictures}/wave.apng --animation Wave --frames 24 --fps 12 --size 320x320 --shadow"
    ))?;
    run(&format!("render {demo}/Character.mdl -o {pictures}/bones.png --skeleton --size 320x320"))?;
    run(&format!("render {demo}/Character.mdl -o {pictures}/wireframe.png --wireframe --size 320x320"))?;
    run(&format!("render {demo}/Scenes/Camp.xml -o {pictures}/camp.png --size 720x420"))?;
    run(&format!("render {demo}/Flag.glb -o {pictures}/flag.png --size 320x320 --shadow"))?;
    run(&format!("render {demo}/pragma/maps/yard.pmap_b -o {pictures}/yard.png --size 320x320"))
}

/// Returns the command: the program in ENGINE_ASSETS, by default a new build.
fn tool() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("ENGINE_ASSETS") {
        return Ok(named.into());
    }
    cargo("build -q -p engine-assets-cli").go()?;
    // It is built into the same folder as this program.
    let own = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    Ok(own.with_file_name(format!("engine-assets{}", std::env::consts::EXE_SUFFIX)))
}

/// The add-on for Blender, if it was packed. Returns the names of its files.
fn add_ons(out: &Path) -> Result<Vec<String>, String> {
    let folder = root().join("target/blender/dist");
    let files = links::files_of(&folder, &["json", "zip"]).unwrap_or_default();
    let mut names = Vec::new();
    for file in files.iter().filter(|file| file.parent() == Some(&folder)) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        copy(file, &out.join("blender").join(&name))?;
        // `index.json` is for Blender.
        if name.ends_with(".zip") {
            names.push(name);
        }
    }
    Ok(names)
}

/// Copies a folder, if it exists. Returns whether it does.
fn copy_if_there(from: &Path, to: &Path) -> Result<bool, String> {
    if !from.is_dir() {
        return Ok(false);
    }
    for entry in links::entries(from)? {
        let target: PathBuf = to.join(entry.file_name().unwrap_or_default());
        if entry.is_dir() {
            copy_if_there(&entry, &target)?;
        } else {
            copy(&entry, &target)?;
        }
    }
    Ok(true)
}

fn copy(from: &Path, to: &Path) -> Run {
    let folder = to.parent().unwrap_or(to);
    let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(from, to));
    copied.map(|_| ()).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}
