//! Several writers at once, and writers that were killed.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Barrier;

use asset_unpack::{Staged, UnpackOptions, Unpacker, is_temporary, write_whole};

/// How often several writers try to be first.
const ROUNDS: usize = 40;

/// Counts the writers that say that they were first.
fn race(round: usize, folder: &Path, write: impl Fn(&Path, &[u8]) -> std::io::Result<()> + Sync) {
    let place = folder.join(round.to_string());
    let barrier = Barrier::new(3);
    let won: Vec<u8> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..3_u8)
            .map(|number| {
                let (barrier, place, write) = (&barrier, &place, &write);
                scope.spawn(move || {
                    barrier.wait();
                    write(place, &[number]).is_ok().then_some(number)
                })
            })
            .collect();
        writers.into_iter().filter_map(|writer| writer.join().expect("a writer")).collect()
    });
    let [winner] = won[..] else { panic!("round {round}: {won:?} were first") };
    assert_eq!(fs::read(&place).expect("a file"), [winner], "round {round}");
}

#[test]
fn one_of_several_writers_is_first() {
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..ROUNDS {
        race(round, folder.path(), |place, bytes| write_whole(place, false, |file| file.write_all(bytes)));
    }
    // With a second file the staging folder is used.
    for round in ROUNDS..2 * ROUNDS {
        race(round, folder.path(), |place, bytes| {
            let mut staged = Staged::below([folder.path()]);
            staged.add(&place.with_extension("beside"), &mut |out| out.write_all(b"same"))?;
            staged.add(place, &mut |out| out.write_all(bytes))?;
            staged.commit(false).map(drop)
        });
    }
    for round in 2 * ROUNDS..3 * ROUNDS {
        race(round, folder.path(), |place, bytes| {
            let mut unpacker = Unpacker::new(place.parent().expect("a folder"), UnpackOptions::default())?;
            let name = place.file_name().expect("a name").as_encoded_bytes();
            let written = unpacker.file(name, 1, |out| out.write_all(bytes))?;
            drop(unpacker.finish()?);
            if written { Ok(()) } else { Err(std::io::ErrorKind::AlreadyExists.into()) }
        });
    }
    let left = fs::read_dir(folder.path()).expect("a folder").flatten();
    assert_eq!(left.filter(|entry| is_temporary(&entry.file_name())).count(), 0);
}

#[cfg(unix)]
#[test]
fn leftovers_of_killed_processes_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ended = std::process::Command::new("true").spawn().expect("a process");
    let number = ended.id();
    ended.wait().expect("it ends");
    let left = |number: u32| folder.path().join(format!(".engine-assets-tmp-{number}-0"));
    fs::create_dir(left(number)).expect("a folder");
    fs::write(left(number).join("1"), b"part").expect("a file");
    // The folder of a process that runs, files of others, and names of others stay.
    fs::create_dir(left(1)).expect("a folder");
    fs::write(folder.path().join(".engine-assets-tmp-x"), b"other").expect("a file");
    write_whole(folder.path().join("a"), false, |file| file.write_all(b"a")).expect("it is written");
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").flatten().map(|one| one.file_name()).collect();
    names.sort();
    assert_eq!(names, [".engine-assets-tmp-1-0", ".engine-assets-tmp-x", "a"]);
}
