//! Image files into folders.

use asset_unpack::UnpackOptions;
use zed_asset::{ImageBuilder, ImageFile};

#[test]
fn files_come_out_and_stay_in() {
    let mut builder = ImageBuilder::new();
    builder.add("Models/Empty.zed", &b"ZEDM\0\0\x01\0\0\0\0"[..]).unwrap();
    builder.add("../evil.txt", &b"evil"[..]).unwrap();
    builder.add("big.bin", vec![3; 150_000]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("content.zed");
    builder.write_to(std::fs::File::create(&path).unwrap()).unwrap();

    let image = ImageFile::open(std::fs::File::open(&path).unwrap()).unwrap();
    let unpacked = image.extract(folder.path().join("in/out"), UnpackOptions::default()).unwrap();
    assert_eq!((unpacked.written, unpacked.refused.len()), (2, 1));
    let read = |name: &str| std::fs::read(folder.path().join("in/out").join(name)).unwrap();
    assert_eq!(read("Models/Empty.zed"), b"ZEDM\0\0\x01\0\0\0\0");
    assert_eq!(read("big.bin"), vec![3; 150_000]);
    assert!(!folder.path().join("in/evil.txt").exists());
}

#[test]
fn files_without_names_go_by_their_hash() {
    let mut builder = ImageBuilder::new().names(false);
    builder.add("a", &b"plain"[..]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let bytes = builder.build().unwrap().to_bytes().unwrap();
    let image = ImageFile::open(bytes).unwrap();
    assert_eq!(image.extract(folder.path(), UnpackOptions::default()).unwrap().written, 1);
    assert_eq!(std::fs::read(folder.path().join("e40c292c.bin")).unwrap(), b"plain");
}

#[test]
fn files_on_the_disk_are_streamed() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("1"), folder.path().join("2"));
    let content: Vec<u8> = (0..200_000_u32).flat_map(|number| (number / 7).to_le_bytes()).collect();
    std::fs::write(&one, &content).unwrap();
    std::fs::write(&two, [b"ZEDA\0\0\x01\0\0\0\0", content.as_slice()].concat()).unwrap();
    let mut disk = ImageBuilder::new();
    disk.add_file("x/1", &one).unwrap();
    disk.add_file("x/2", &two).unwrap();
    let mut streamed = std::io::Cursor::new(Vec::new());
    disk.write_to(&mut streamed).unwrap();
    let streamed = streamed.into_inner();

    let mut memory = ImageBuilder::new();
    memory.add("x/2", std::fs::read(&two).unwrap()).unwrap();
    memory.add("x/1", content).unwrap();
    testkit::assert_bytes(&streamed, &memory.build().unwrap().to_bytes().unwrap());
    // One blob: the second file's header is in the index.
    assert_eq!(zed_asset::Image::parse(&streamed).unwrap().blobs.len(), 1);
    assert!(disk.build().is_err());
}
