//! Real files.
use asset_fbx::*;
fn main() {
    let folder = std::path::Path::new("/work/shared/corpus/fbx");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "fbx")).collect();
    files.sort();
    let filter = std::env::args().nth(1).unwrap_or_default();
    let folder = folder.to_owned();
    let read = move |name: &str, most: u64| { use std::io::Read; let mut v = Vec::new(); std::fs::File::open(folder.join(name))?.take(most).read_to_end(&mut v)?; Ok(v) };
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.contains(&filter) { continue }
        let bytes = std::fs::read(&path).unwrap();
        let t = std::time::Instant::now();
        match parse(&bytes, &ReadOptions::default(), &read) {
            Ok((scene, findings)) => {
                println!("{name}: {} nodes {} meshes {} skins {} materials {} images {} clips {} lights {} cams {:?}", scene.nodes.len(), scene.meshes.len(), scene.skins.len(), scene.materials.len(), scene.images.len(), scene.animations.len(), scene.lights.len(), scene.cameras.len(), t.elapsed());
                if !filter.is_empty() || std::env::var("F").is_ok() { for f in &findings { println!("    {f}"); } 
                for a in &scene.animations { println!("    clip {}: {} channels", a.name, a.channels.len()); } }
            }
            Err(e) => println!("{name}: ERROR {e}"),
        }
    }
}
