//! Invalid input: errors and their offsets.

use testkit::hostile::{truncations, with_word};
use zed_asset::binio::{Fault, Limits};
use zed_asset::glam::Vec3;
use zed_asset::kinds;
use zed_asset::{
    Animation, Encoding, EngineFont, ErrorKind, FileKind, Font, GlyphTable, Image, ImageBuilder, ImageFile, Kind,
    MeshBuilder, Model, ModelBuilder, ReadOptions,
};

fn quad() -> Vec<u8> {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y];
    let mesh = MeshBuilder::new(&corners).triangles(&[0, 1, 2, 0, 2, 3]);
    ModelBuilder::new("quad").mesh(mesh).build().unwrap().to_bytes().unwrap()
}

#[track_caller]
fn refused(bytes: &[u8], kind: ErrorKind, offset: u64, path: &str) {
    let error = Model::parse(bytes).expect_err("it is broken");
    assert_eq!(
        (*error.kind(), error.offset(), error.path().to_string().as_str()),
        (kind, Some(offset), path),
        "{error}"
    );
}

#[test]
fn files_with_other_identifiers_are_refused() {
    refused(b"", ErrorKind::NotZed, 0, "");
    refused(b"Zxx", ErrorKind::NotZed, 0, "");
    refused(b"ZED", Fault::UnexpectedEnd { needed: 11, remaining: 3 }.into(), 0, "header");
    refused(b"ZEDA\0\0\0\0\0\0\0", ErrorKind::OtherFile(FileKind::Animation), 0, "");
    refused(b"ZEDQ\0\0\0\0\0\0\0", ErrorKind::OtherFile(FileKind::Other(Kind(b'Q'))), 0, "");
    assert_eq!(*Animation::parse(&quad()).unwrap_err().kind(), ErrorKind::OtherFile(FileKind::Model));
    assert_eq!(*Font::parse(b"ZEDM").unwrap_err().kind(), ErrorKind::OtherFile(FileKind::Model));
    assert_eq!(*Image::parse(&quad()).unwrap_err().kind(), ErrorKind::OtherFile(FileKind::Model));
}

/// Truncated between chunks, a file is a shorter file, with a finding; truncated anywhere else, it is invalid.
#[test]
fn every_truncation_of_a_model() {
    let bytes = quad();
    assert_eq!(bytes.len(), 278);
    for cut in truncations(&bytes) {
        match Model::parse(cut) {
            Ok(model) => {
                assert!([11, 124, 130, 266, 272].contains(&cut.len()), "{} bytes", cut.len());
                assert!(model.validate().iter().any(|finding| finding.kind == kinds::END_MISSING));
            }
            Err(error) => assert!(error.offset().is_some_and(|offset| offset <= cut.len() as u64), "{error}"),
        }
    }
}

#[test]
fn counts_of_all_ones() {
    let bytes = quad();
    let (head, vertices, lists) = (136, 136, 148);
    let needed = 24 * u64::from(u32::MAX);
    // The engine's encoding is tried first, and no other gets further.
    let fault = Fault::UnexpectedEnd { needed, remaining: 122 };
    refused(&with_word(&bytes, vertices, u32::MAX), fault.into(), head + 20, "mesh 0 > vertices");
    let fault = Fault::ImpossibleCount { count: u32::MAX.into(), remaining: 26 };
    refused(&with_word(&bytes, lists, u32::MAX), fault.into(), head + 20 + 96, "mesh 0 > list");
    let fault = Fault::ImpossibleCount { count: 1 << 29, remaining: 26 };
    refused(&with_word(&bytes, 144, 1 << 29), fault.into(), head + 20 + 96, "mesh 0 > strip");
    // A list that is longer than the file.
    let mut long = bytes.clone();
    long[252..254].copy_from_slice(&[0xff, 0xff]);
    let fault = Fault::ImpossibleCount { count: 0xffff, remaining: 24 };
    refused(&long, fault.into(), 252, "mesh 0 > list 0");
    // Meshes are counted by their data.
    let model = with_word(&bytes, 25, u32::MAX);
    let model = Model::parse(&model).unwrap();
    assert_eq!((model.metadata().unwrap().totals.meshes, model.meshes().count()), (u32::MAX, 1));
    assert!(model.validate().iter().any(|finding| finding.kind == kinds::MESH_COUNT));
}

#[test]
fn sizes_that_nothing_bears_out() {
    let mut bytes = quad();
    // No END after the mesh, and a wrong size: then its end is unknown.
    bytes.truncate(266);
    bytes.extend([1, 2, 3, 4, 5, 6, 7]);
    let engine = ReadOptions::default().encoding(Encoding::ENGINE);
    for stored in [131, 1000] {
        let bytes = with_word(&bytes, 132, stored);
        let error = Model::parse_with(&bytes, &engine).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::WrongSize { stored: stored.into(), actual: 130 });
        assert_eq!((error.offset(), error.path().to_string().as_str()), (Some(266), "mesh 0"));
        // The error is from the encoding that gets furthest.
        let kind = ErrorKind::WrongSize { stored: stored.into(), actual: 132 };
        refused(&bytes, kind, 268, "mesh 0");
    }
    // An unknown chunk beyond the end.
    let mut bytes = quad();
    bytes[130] = 8;
    refused(
        &with_word(&bytes, 132, 1000),
        Fault::UnexpectedEnd { needed: 1000, remaining: 142 }.into(),
        136,
        "skeleton 1",
    );
}

#[test]
fn format_strings() {
    let mut bytes = quad();
    bytes[33..38].copy_from_slice(b"%s%n\0");
    let model = Model::parse(&bytes).unwrap();
    assert_eq!(model.metadata().unwrap().name(), "%s%n");
    assert!(model.validate().iter().any(|finding| finding.kind == kinds::NAME_PERCENT));
    assert_eq!(model.for_engine_lossy().0.metadata().unwrap().name(), "_s_n");
    assert!(ModelBuilder::new("%s%n").build().is_err());
    assert!(ModelBuilder::new(&"x".repeat(64)).build().is_err());
}

#[test]
fn builders_refuse() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let build = |mesh: MeshBuilder<'_>| ModelBuilder::new("x").mesh(mesh).build().unwrap_err().to_string();
    let mesh = MeshBuilder::new(&corners);
    assert_eq!(build(mesh.triangles(&[0, 1, 3])), "mesh 0 > triangles: an index is out of bounds");
    assert_eq!(build(mesh.triangles(&[0, 1])), "mesh 0 > triangles: the indices make no whole triangles");
    let few = build(mesh.normals(&[Vec3::Z]));
    assert_eq!(few, "mesh 0 > vertices: there are not as many of each as positions");
    let uvs = [zed_asset::glam::Vec2::ZERO; 3];
    assert!(build(mesh.tex_coords(&uvs)).contains("not in this encoding"));
}

#[test]
fn every_truncation_of_a_font() {
    let glyphs = [zed_asset::Glyph::default(); 2];
    let font = Font::Engine(EngineFont::new(GlyphTable::new(1, 1, &glyphs), vec![0; 22])).to_bytes().unwrap();
    let boundaries = [28, 28 + 10 + 54, 28 + 20 + 54, 28 + 30 + 54 + 22, 28 + 40 + 54 + 22];
    for cut in truncations(&font) {
        let parsed = Font::parse(cut);
        // Ten bytes describe a chunk, six of them an END of 32 bits.
        let narrow_end = cut.len() > 28 && parsed.as_ref().is_ok_and(|font| font.as_engine().is_none());
        match parsed {
            Ok(_) => assert!(boundaries.contains(&cut.len()) || cut.len() <= 11 || narrow_end, "{} bytes", cut.len()),
            Err(error) => assert!(error.offset().is_some_and(|offset| offset <= cut.len() as u64), "{error}"),
        }
    }
    let error = Font::parse(&with_word(&font, 38, u32::MAX)).unwrap_err();
    assert_eq!(error.path().to_string(), "glyphs 0");
    let needed = 12 + 21 * u64::from(u32::MAX);
    assert_eq!(*error.kind(), ErrorKind::Data(Fault::UnexpectedEnd { needed, remaining: font.len() as u64 - 38 }));
}

fn image() -> Vec<u8> {
    let mut builder = ImageBuilder::new();
    builder.add("one", vec![7; 100_000]).unwrap();
    builder.add("two", &b"two"[..]).unwrap();
    builder.build().unwrap().to_bytes().unwrap()
}

/// An image file after `change`, with the right checksum of its index.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> ErrorKind {
    let mut bytes = image();
    change(&mut bytes);
    fuzzkit::zed::seal(&mut bytes);
    let error = Image::parse(&bytes).expect_err("it is broken");
    assert!(error.offset().is_some(), "{error}");
    let opened = ImageFile::open(bytes.as_slice()).expect_err("it is broken");
    let inner = opened.get_ref().and_then(|inner| inner.downcast_ref::<zed_asset::Error>());
    // The remaining bytes of a count are another number.
    let same = inner.is_some_and(|inner| match (inner.kind(), error.kind()) {
        (ErrorKind::Data(_), ErrorKind::Data(_)) => true,
        (inner, kind) => inner == kind,
    });
    assert!(same, "{inner:?}, {error}");
    *error.kind()
}

#[test]
fn broken_indexes() {
    let start = 23;
    let put = |at: usize, word: u32| move |bytes: &mut Vec<u8>| bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    assert_eq!(changed(put(4, 2)), ErrorKind::Unknown { what: "version", value: 2 });
    assert!(matches!(changed(put(7, 9)), ErrorKind::Unknown { what: "flags", .. }));
    assert!(matches!(changed(put(11, u32::MAX)), ErrorKind::Data(_)));
    assert!(matches!(changed(put(15, u32::MAX)), ErrorKind::Data(_)));
    // Entries in the wrong order, duplicates, an entry with another name's hash.
    assert!(matches!(changed(put(start, u32::MAX)), ErrorKind::Contradiction(_)));
    assert!(matches!(changed(put(start + 8, 1)), ErrorKind::Contradiction("a header without its kind")));
    // Offsets before the blobs, beyond the file; sizes that don't fit.
    assert!(matches!(changed(put(start + 12, 0)), ErrorKind::Contradiction(_)));
    assert!(matches!(changed(put(start + 20, u32::MAX)), ErrorKind::WrongSize { .. } | ErrorKind::Data(_)));
    assert!(matches!(changed(put(start + 36, 2)), ErrorKind::Unknown { what: "compression", value: 2 }));
    assert_eq!(changed(|bytes| bytes.push(0)), ErrorKind::Data(Fault::Trailing(1)));
    let duplicate = changed(|bytes| {
        let first = bytes[start..start + 4].to_vec();
        bytes[start + 44..start + 48].copy_from_slice(&first);
    });
    // The name is checked after the order.
    assert!(matches!(duplicate, ErrorKind::Collision(_)));
    let mut flipped = image();
    flipped[start] ^= 1;
    let error = Image::parse(&flipped).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Checksum { .. }) && error.offset() == Some(19));
}

#[test]
fn every_truncation_of_an_image_file() {
    let bytes = image();
    for cut in truncations(&bytes) {
        let error = Image::parse(cut).expect_err("all of it is needed");
        assert!(error.offset().is_some_and(|offset| offset <= cut.len() as u64), "{error}");
        assert!(ImageFile::open(cut).is_err());
    }
}

#[test]
fn broken_blobs() {
    let bytes = image();
    let good = Image::parse(&bytes).unwrap().into_owned();
    for at in 0..good.blobs[0].len() {
        let mut image = good.clone();
        image.blobs[0].to_mut()[at] ^= 0x10;
        let entry = image.entries.iter().find(|entry| entry.blob == 0).unwrap();
        image.read(entry, &mut Limits::default().budget()).expect_err("the checksum tells");
    }
    let large = good.entries.iter().max_by_key(|entry| entry.size).unwrap();
    let limits = Limits::default().max_expanded_bytes(99_999);
    let error = good.read(large, &mut limits.budget()).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Data(Fault::Limit("expanded bytes")));
    // A size that its blob can't have.
    let mut bomb = good.clone();
    bomb.entries.iter_mut().for_each(|entry| entry.size = u64::MAX);
    assert!(bomb.to_bytes().is_err());
}

/// Findings about a model have the offset of its part.
#[test]
fn findings_name_the_byte() {
    let mut bytes = quad();
    bytes[33..38].copy_from_slice(b"%s%n\0");
    // An index of the only list, and the size of the mesh's chunk.
    bytes[256..258].copy_from_slice(&[9, 0]);
    bytes[132] ^= 1;
    bytes.extend(b"more");
    let findings = Model::parse(&bytes).unwrap().validate();
    for (kind, path, offset) in [
        (kinds::NAME_PERCENT, "metadata > name", 11),
        (kinds::CHUNK_SIZE, "chunk 1 > mesh", 130),
        (kinds::INDEX_OUT_OF_BOUNDS, "mesh 0 > list 0", 252),
        (kinds::TRAILING_BYTES, "trailing", 278),
    ] {
        let found = findings.iter().find(|finding| finding.kind == kind).unwrap_or_else(|| panic!("{kind}"));
        assert_eq!((found.path.to_string().as_str(), found.offset), (path, Some(offset)), "{found}");
    }
}
