//! A file gets other content and stays the file that it is.

use std::io::Write as _;

use asset_unpack::replace_whole;

fn replace(path: &std::path::Path, content: &[u8]) -> std::io::Result<()> {
    replace_whole(path, |file| file.write_all(content))
}

#[test]
fn a_failed_replacement_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    assert!(replace(&path, b"new").is_err(), "there is no file");
    assert!(replace(folder.path(), b"new").is_err(), "a folder is none");
    std::fs::write(&path, "old").unwrap();
    let failed: std::io::Result<()> = replace_whole(&path, |file| {
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
