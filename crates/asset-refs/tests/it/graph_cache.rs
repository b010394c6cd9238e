//! The graph of a project that is read again: only changed files are searched.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use asset_project::sources::ResourceLookup;
use asset_refs::graph::{Graph, GraphReader, ReferenceCache};

use crate::rename::project;

const MATERIAL: &str = "<material><texture name=\"Textures/a.png\" /></material>";

/// Writes a file as if that was long ago, or a moment later.
fn write(path: &Path, text: &str, later: u64) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    let time = SystemTime::now() - Duration::from_secs(3600 - later);
    File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

/// Reads the graph with the cache, and checks that it is as without. Returns the number of searched files.
fn read(cache: &mut ReferenceCache, folder: &Path) -> usize {
    let describe = |graph: &Graph| -> Vec<String> {
        graph.references().map(|one| format!("{} {} {:?}", one.from.name, one.name, one.target)).collect()
    };
    let lookup = ResourceLookup::default();
    let graph = cache.read(GraphReader::new(&[folder.to_path_buf()], &[], &lookup));
    assert_eq!(describe(&graph), describe(&Graph::read(&[folder]).unwrap()));
    cache.searched()
}

#[test]
fn only_files_with_other_content_are_searched_again() {
    let folder = project(&[]);
    let at = |name: &str| folder.path().join("Data").join(name);
    write(&at("Materials/A.xml"), MATERIAL, 0);
    write(&at("Materials/B.xml"), "<material />", 0);
    write(&at("Textures/a.png"), "png", 0);
    let mut cache = ReferenceCache::default();
    assert_eq!([read(&mut cache, folder.path()), read(&mut cache, folder.path())], [3, 0]);
    // A new time alone, then another content.
    write(&at("Materials/A.xml"), MATERIAL, 1);
    assert_eq!(read(&mut cache, folder.path()), 0);
    write(&at("Materials/B.xml"), MATERIAL, 2);
    assert_eq!([read(&mut cache, folder.path()), read(&mut cache, folder.path())], [1, 0]);
    // Another content with the same size and time, right after the last reading.
    let now = SystemTime::now();
    let change = |text: &str| {
        std::fs::write(at("Materials/B.xml"), text).unwrap();
        File::options().write(true).open(at("Materials/B.xml")).unwrap().set_modified(now).unwrap();
    };
    change(MATERIAL);
    read(&mut cache, folder.path());
    change(&MATERIAL.replace("a.png", "b.png"));
    assert_eq!(read(&mut cache, folder.path()), 1);
    // A name may mean another file now.
    write(&at("Textures/b.png"), "png", 0);
    assert_eq!(read(&mut cache, folder.path()), 4);
    std::fs::remove_file(at("Textures/b.png")).unwrap();
    assert_eq!(read(&mut cache, folder.path()), 3);
}

#[test]
fn files_outside_of_the_project_may_appear() {
    let folder = project(&[]);
    let at = |name: &str| folder.path().join(name);
    write(&at("bin/CoreData/Techniques/Diff.xml"), "<technique />", 0);
    write(&at("bin/Data/Materials/A.xml"), "<material><technique name=\"Techniques/Mine.xml\" /></material>", 0);
    write(&at("bin/Data/Materials/B.xml"), "<material />", 0);
    let mut cache = ReferenceCache::default();
    assert_eq!(read(&mut cache, &at("bin/Data")), 2);
    // What is missing may have appeared: its file is searched again.
    write(&at("bin/CoreData/Techniques/Mine.xml"), "<technique />", 0);
    assert_eq!(read(&mut cache, &at("bin/Data")), 1);
}
