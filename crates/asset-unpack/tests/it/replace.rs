//! A file gets other content and stays the file that it is.

use std::io::Write as _;

use asset_unpack::{FileVersion, replace_whole};

fn replace(path: &std::path::Path, content: &[u8]) -> std::io::Result<()> {
    replace_whole(&FileVersion::of(path)?, |file| file.write_all(content))
}

#[test]
fn a_failed_replacement_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    assert!(replace(&path, b"new").is_err(), "there is no file");
    assert!(replace(folder.path(), b"new").is_err(), "a folder is none");
    std::fs::write(&path, "old").unwrap();
    let failed: std::io::Result<()> = replace_whole(&FileVersion::of(&path).unwrap(), |file| {
        file.write_all(b"half")?;
        Err(std::io::Error::other("no more"))
    });
    assert!(failed.is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    replace(&path, b"new").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn mode_and_links_stay() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let [file, link, other] = ["file", "link", "other"].map(|name| folder.path().join(name));
    std::fs::write(&file, "a long old content").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file", &link).unwrap();
    replace(&link, b"new").unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(std::fs::read(&file).unwrap(), b"new");
    assert_eq!(file.metadata().unwrap().mode() & 0o777, 0o640);
    std::fs::hard_link(&file, &other).unwrap();
    replace(&file, b"both").unwrap();
    assert_eq!(std::fs::read(&other).unwrap(), b"both");
    assert_eq!(file.metadata().unwrap().nlink(), 2);
    assert_eq!(other.metadata().unwrap().mode() & 0o777, 0o640);
}

#[test]
fn a_change_of_another_program_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let busy = |version: &FileVersion| {
        let replaced: std::io::Result<()> = replace_whole(version, |file| file.write_all(b"late"));
        assert_eq!(replaced.unwrap_err().kind(), std::io::ErrorKind::ResourceBusy);
    };
    // Replaced by another file of the same length and time, and overwritten in place.
    std::fs::write(&path, "old").unwrap();
    let time = path.metadata().unwrap().modified().unwrap();
    let version = FileVersion::of(&path).unwrap();
    let other = folder.path().join("b");
    std::fs::write(&other, "new").unwrap();
    std::fs::File::options().write(true).open(&other).unwrap().set_modified(time).unwrap();
    std::fs::rename(&other, &path).unwrap();
    if cfg!(unix) {
        busy(&version);
    }
    let version = FileVersion::of(&path).unwrap();
    std::fs::write(&path, "newer").unwrap();
    busy(&version);
    assert_eq!(std::fs::read(&path).unwrap(), b"newer");
    // While the content is being written.
    let version = FileVersion::of(&path).unwrap();
    let late = replace_whole(&version, |file| {
        std::fs::write(&path, "newest")?;
        file.write_all(b"late")
    });
    assert_eq!(late.unwrap_err().kind(), std::io::ErrorKind::ResourceBusy);
    assert_eq!(std::fs::read(&path).unwrap(), b"newest");
    std::fs::remove_file(&path).unwrap();
    assert!(replace_whole(&version, |file| file.write_all(b"late")).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn every_change_of_several_writers_is_kept_or_fails() {
    const ROUNDS: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    std::fs::write(&path, "").unwrap();
    let mut kept = String::new();
    for _ in 0..ROUNDS {
        let barrier = std::sync::Barrier::new(4);
        let append = |letter: char| {
            barrier.wait();
            let version = FileVersion::of(&path)?;
            let text = std::fs::read_to_string(&path)? + &letter.to_string();
            replace_whole(&version, |file| file.write_all(text.as_bytes())).map(|()| letter)
        };
        let append = &append;
        let done: Vec<char> = std::thread::scope(|scope| {
            let writers: Vec<_> = "abcd".chars().map(|letter| scope.spawn(move || append(letter))).collect();
            writers
                .into_iter()
                .filter_map(|writer: std::thread::ScopedJoinHandle<'_, std::io::Result<char>>| {
                    writer.join().unwrap().ok()
                })
                .collect()
        });
        let text = std::fs::read_to_string(&path).unwrap();
        let new = text.strip_prefix(&kept).expect("earlier changes").to_owned();
        let mut sorted: Vec<char> = new.chars().collect();
        sorted.sort_unstable();
        assert!(!done.is_empty());
        assert_eq!(sorted, done);
        kept = text;
    }
}
