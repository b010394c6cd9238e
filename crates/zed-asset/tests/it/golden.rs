//! Handwritten bytes from the specification, in both directions.

use crate::engine_walk;

use testkit::{ByteBuilder, assert_bytes};
use zed_asset::binio::Limits;
use zed_asset::glam::{Quat, Vec2, Vec3, Vec4};
use zed_asset::{
    Animation, Attribute, Background, ByteOrder, Chunk, ChunkSize, Chunks, Compression, Content, CountWidth, Encoding,
    EngineFont, FileKind, Flags, Font, FontType, Glyph, GlyphLayout, GlyphTable, Header, Image, ImageBuilder,
    ImageFile, Kind, Mesh, MeshBuilder, Metadata, Model, ModelBuilder, ReadOptions, SizeWidth, Token, Topology, Totals,
    VertexLayout, fnv1a,
};

fn metadata(bytes: ByteBuilder, numbers: [u32; 4], triangles: [u32; 6]) -> ByteBuilder {
    let name = [b"box".as_slice(), &[0; 61]].concat();
    bytes.u32s(&numbers).raw(&name).u32s(&triangles).raw(&[1, 2, 3])
}

fn end(bytes: ByteBuilder) -> ByteBuilder {
    bytes.u16(0xffff).u32(0)
}

/// A triangle as the engine reads it.
fn engine() -> Vec<u8> {
    let bytes = ByteBuilder::new().raw(b"ZEDM").raw(&[0, 0, 1]).u32(0).u16(2).u32(107);
    let bytes = end(metadata(bytes, [3, 3, 1, 1], [0, 0, 1, 1, 0, 0]));
    let bytes = bytes.u16(4).u32(20 + 72 + 8).u32s(&[3, 7, 0, 1, 0]);
    let bytes = bytes.f32s(&[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let bytes = bytes.f32s(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let bytes = bytes.f32s(&[0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    end(end(bytes.u16(3).u16(0).u16(1).u16(2))).build()
}

#[test]
fn a_model_of_the_engine_is_read_built_and_written() {
    let model = Model::parse(&engine()).unwrap().into_owned();
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let mesh = MeshBuilder::new(&corners).normals(&[Vec3::Z; 3]).material(7).triangles(&[0, 1, 2]);
    let built = ModelBuilder::new("box").version([1, 2, 3]).mesh(mesh).build().unwrap();
    assert_eq!(model, built);
    assert_bytes(&built.to_bytes().unwrap(), &engine());
    assert!(
        model.validate().iter().all(|finding| finding.kind == zed_asset::kinds::FEW_VERTICES),
        "{:?}",
        model.validate()
    );
    assert_eq!((model.encoding, model.byte_order), (Encoding::ENGINE, ByteOrder::Little));
    let mesh = model.mesh(0).unwrap();
    assert_eq!((mesh.material(), mesh.vertex_count()), (7, 3));
    assert_eq!(mesh.column::<Vec3>(Attribute::Normal).unwrap().to_vec(), [Vec3::Z; 3]);
    assert!(mesh.column::<Vec2>(Attribute::TexCoord).is_none() && mesh.column::<Vec2>(Attribute::Position).is_none());
    assert_eq!(mesh.triangles().collect::<Vec<_>>(), [[0, 1, 2]]);
    let held = engine_walk::walk(&engine()).unwrap();
    assert_eq!((held.flags, held.mesh_count, &held.name[..4]), (0, 1, &b"box\0"[..]));
    assert_eq!((held.meshes[0].material, &held.meshes[0].lists), (7, &vec![vec![0, 1, 2]]));
    assert_eq!(held.meshes[0].vertices[1], [0x3f80_0000, 0, 0, 0, 0, 0x3f80_0000]);
}

/// A strip, a list and a fan, in both byte orders, without a single END chunk.
fn document(order: ByteOrder) -> Vec<u8> {
    let u16 = |bytes: ByteBuilder, value: u16| match order {
        ByteOrder::Little => bytes.u16(value),
        ByteOrder::Big => bytes.raw(&value.to_be_bytes()),
    };
    let u32s = |bytes: ByteBuilder, values: &[u32]| match order {
        ByteOrder::Little => bytes.u32s(values),
        ByteOrder::Big => values.iter().fold(bytes, |bytes, value| bytes.u32_be(*value)),
    };
    let bytes = u32s(ByteBuilder::new().raw(b"ZEDM").raw(&[2, 0, 0]), &[1]);
    let bytes = u32s(u32s(u16(bytes, 2), &[107]), &[4, 11, 1, 1]);
    let bytes = bytes.raw(b"box").raw(&[0; 61]);
    let bytes = u32s(bytes, &[1, 2, 1, 1, 1, 2]).raw(&[1, 2, 3]);
    let mut bytes = u32s(u32s(u16(bytes, 4), &[20 + 256 + 12 + 22]), &[4, 9, 1, 1, 1]);
    for vertex in 0..64_u8 {
        bytes = u32s(bytes, &[f32::from(vertex).to_bits()]);
    }
    for array in [&[0, 1, 2, 3][..], &[0, 1, 2], &[3, 2, 1, 0]] {
        bytes = u32s(bytes, &[array.len() as u32]);
        bytes = array.iter().fold(bytes, |bytes, index| u16(bytes, *index));
    }
    bytes.build()
}

#[test]
fn the_document_s_encoding_in_both_byte_orders() {
    for order in [ByteOrder::Little, ByteOrder::Big] {
        let bytes = document(order);
        let model = Model::parse(&bytes).unwrap();
        assert_eq!((model.encoding, model.byte_order), (Encoding::DOCUMENT, order));
        assert_eq!(model.header, Header { kind: Kind::MODEL, version: [2, 0, 0], flags: Flags::BIG_ENDIAN });
        assert_eq!((model.chunks.end, model.chunks.list[0].end, model.chunks.list[1].end), (None, None, None));
        let metadata = model.metadata().unwrap();
        assert_eq!((metadata.totals, metadata.version), (model.totals(), [1, 2, 3]));
        let mesh = model.mesh(0).unwrap();
        assert_eq!(mesh.positions().get(1), Some([16.0, 17.0, 18.0]));
        assert_eq!(mesh.normals().get(0), Some([3.0, 4.0, 5.0]));
        assert_eq!(mesh.tex_coords().unwrap().get(0), Some([6.0, 7.0]));
        assert_eq!(mesh.joint_weights().unwrap().get(0), Some([8.0, 9.0, 10.0, 11.0]));
        assert_eq!(mesh.joint_indices().unwrap().iter().last(), Some([60.0, 61.0, 62.0, 63.0]));
        assert_eq!(mesh.column::<Vec4>(Attribute::JointIndices).is_some(), order == ByteOrder::Little);
        let arrays: Vec<_> = mesh.arrays().map(|array| (array.topology(), array.len())).collect();
        assert_eq!(arrays, [(Topology::TriangleStrip, 4), (Topology::Triangles, 3), (Topology::TriangleFan, 4)]);
        let triangles: Vec<_> = mesh.triangles().collect();
        assert_eq!(triangles, [[0, 1, 2], [1, 3, 2], [0, 1, 2], [3, 2, 1], [3, 1, 0]]);
        assert_bytes(&model.to_bytes().unwrap(), &bytes);

        // The engine reads the model that was written for it.
        assert!(model.for_engine().is_err());
        let (engine, losses) = model.for_engine_lossy();
        assert_eq!(losses.len(), 2, "{losses:?}");
        let held = engine_walk::walk(&engine.to_bytes().unwrap()).unwrap();
        assert_eq!(held.flags, 0);
        assert_eq!(held.meshes[0].vertices[1], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0].map(f32::to_bits));
        let lists = [vec![0, 1, 2, 1, 3, 2], vec![0, 1, 2], vec![3, 2, 1, 3, 1, 0]];
        assert_eq!(held.meshes[0].lists, lists);
    }
}

#[test]
fn mixtures_and_forced_encodings() {
    for encoding in Encoding::ALL {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let mesh = MeshBuilder::new(&corners).triangles(&[0, 1, 2, 3, 2, 1]);
        let model = ModelBuilder::new("x").encoding(encoding).mesh(mesh).build().unwrap();
        let bytes = model.to_bytes().unwrap();
        assert_eq!(Model::parse(&bytes).unwrap().encoding, encoding);
        assert_eq!(Model::encodings_of(&bytes).unwrap(), [encoding]);
        for other in Encoding::ALL {
            let forced = Model::parse_with(&bytes, &ReadOptions::default().encoding(other));
            assert_eq!(forced.is_ok(), other == encoding, "{encoding} as {other}");
        }
        let length = 11 + 113 + 6 + 26 + 4 * encoding.vertices.stride() + encoding.counts.bytes() + 12 + 12;
        assert_eq!(bytes.len(), length);
    }
}

/// Two lists of the engine, 0 1 2 and 1 0 2, are the bytes of two lists with 32-bit counts, 1 2 3 and 2.
#[test]
fn a_file_in_two_encodings() {
    let list = |indices: &[u16]| indices.iter().flat_map(|index| index.to_le_bytes()).collect::<Vec<u8>>().into();
    let mesh = |lists| Mesh { vertices: vec![0; 96].into(), lists, ..Mesh::default() };
    let model = |lists, encoding| {
        let list = vec![Chunk::from(Metadata::default()), Chunk::from(mesh(lists))];
        let header = Header { kind: Kind::MODEL, ..Header::default() };
        Model { header, encoding, chunks: Chunks { list, ..Chunks::default() }, ..Model::default() }
    };
    let wide = Encoding { vertices: VertexLayout::Engine, counts: CountWidth::U32 };
    let engine = model(vec![list(&[0, 1, 2]), list(&[1, 0, 2])], Encoding::ENGINE);
    let other = model(vec![list(&[1, 2, 3]), list(&[2])], wide);

    let bytes = engine.to_bytes().unwrap();
    assert_eq!(Model::encodings_of(&bytes).unwrap(), [Encoding::ENGINE, wide]);
    assert!(engine.validate().iter().any(|finding| finding.kind == zed_asset::kinds::ENCODING_AMBIGUOUS));
    let told = ReadOptions::default().encoding(wide);
    assert_eq!(Model::parse_with(&bytes, &told).unwrap(), other);
    // Without an option, it would be read as the engine's.
    assert!(other.to_bytes().is_err());
    assert_bytes(&other.to_bytes_for(&told).unwrap(), &bytes);
}

#[test]
fn sizes_that_lie() {
    let mut bytes = engine();
    for size in [0_u32, 20, 5, u32::MAX] {
        bytes[132..136].copy_from_slice(&size.to_le_bytes());
        let model = Model::parse(&bytes).unwrap();
        assert_eq!(model.chunks.list[1].size, ChunkSize::Wrong(size.into()));
        assert_eq!(model.encoding, Encoding::ENGINE);
        assert_bytes(&model.to_bytes().unwrap(), &bytes);
        assert!(model.validate().iter().any(|finding| finding.kind == zed_asset::kinds::CHUNK_SIZE));
        engine_walk::walk(&bytes).unwrap();
    }
}

#[test]
fn joints() {
    let joint = |bytes: ByteBuilder, parent: u8| bytes.f32s(&[0.0, 0.0, 0.0, 1.0]).f32s(&[1.0, 2.0, 3.0]).u8(parent);
    let bytes = ByteBuilder::new().raw(b"ZEDA").raw(&[0, 0, 1]).u32(4).u16(0x10).u32(58);
    let bytes = end(end(joint(joint(bytes, 255), 0))).build();
    let animation = Animation::parse(&bytes).unwrap();
    let joints = animation.joints().unwrap();
    let parents: Vec<u8> = joints.iter().map(|joint| joint.parent).collect();
    assert_eq!((parents, joints.hierarchy().parent(1)), (vec![255, 0], Some(0)));
    let first = joints.iter().next().unwrap();
    assert_eq!((first.orientation, first.position), (Quat::IDENTITY, Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(animation.container.header.flags, Flags::FORWARD_KINEMATICS);
    assert_bytes(&animation.to_bytes().unwrap(), &bytes);
}

fn font(sizes: SizeWidth, layout: GlyphLayout) -> Vec<u8> {
    let chunk = |bytes: ByteBuilder, token: u16, size: u64| match sizes {
        SizeWidth::U64 => bytes.u16(token).u64(size),
        SizeWidth::U32 => bytes.u16(token).u32(size as u32),
    };
    let bytes = ByteBuilder::new().raw(b"ZEDF").u32(3).u32(4).f32s(&[1.0, 0.5, 0.25, f32::NAN]);
    let bytes = chunk(bytes, 0x0100, 12 + layout.stride() as u64).u32s(&[1, 8, 4]);
    let bytes = bytes.u8(b'A').u32s(&[2, 1, 4, 2]);
    let bytes = if layout == GlyphLayout::Full { bytes.u32(1) } else { bytes };
    let bytes = chunk(chunk(bytes, 0xffff, 0), 0x0200, 18 + 128);
    let bytes = bytes.raw(&[0, 0, 2, 0, 0, 0, 0, 0]).u16(0).u16(0).u16(8).u16(4).raw(&[32, 8]).raw(&[7; 128]);
    chunk(chunk(bytes, 0xffff, 0), 0xffff, 0).build()
}

#[test]
fn fonts() {
    for (sizes, layout) in [
        (SizeWidth::U64, GlyphLayout::Full),
        (SizeWidth::U64, GlyphLayout::Short),
        (SizeWidth::U32, GlyphLayout::Full),
        (SizeWidth::U32, GlyphLayout::Short),
    ] {
        let bytes = font(sizes, layout);
        let font = Font::parse(&bytes).unwrap();
        let Font::Engine(inside) = &font else { panic!("a font of the engine") };
        assert_eq!((inside.font_type, inside.background), (FontType::SIGNED_DISTANCE, Background::TRANSLUCENT));
        assert_eq!((inside.sizes, inside.glyphs().unwrap().layout), (sizes, layout));
        let bearing_y = if layout == GlyphLayout::Full { 1 } else { 0 };
        let glyph = Glyph { character: b'A', x: 2, y: 1, width: 4, height: 2, bearing_y };
        assert_eq!((inside.glyph(b'A'), inside.glyph(b'B')), (Some(glyph), None));
        let rect = inside.glyphs().unwrap().tex_rect(&glyph).unwrap();
        assert_eq!([rect.left, rect.right, rect.top, rect.bottom], [0.25, 0.75, 0.75, 0.25]);
        let texture = inside.texture().unwrap();
        assert_eq!((texture.size(), texture.bits(), texture.bytes().len()), (Some((8, 4)), Some(32), 146));
        assert_bytes(&font.to_bytes().unwrap(), &bytes);
    }
    let table = GlyphTable::new(8, 4, &[Glyph { character: b'A', x: 2, y: 1, width: 4, height: 2, bearing_y: 1 }]);
    let tga = font(SizeWidth::U64, GlyphLayout::Full)[28 + 10 + 33 + 20..][..146].to_vec();
    let built = EngineFont {
        font_type: FontType::SIGNED_DISTANCE,
        background: Background::TRANSLUCENT,
        colour_key: [1.0, 0.5, 0.25, f32::NAN],
        ..EngineFont::new(table, tga)
    };
    assert_bytes(&Font::Engine(built).to_bytes().unwrap(), &font(SizeWidth::U64, GlyphLayout::Full));
}

#[test]
fn fonts_by_the_document() {
    let bytes = end(ByteBuilder::new().raw(b"ZEDF").raw(&[0, 0, 1]).u32(0).u16(0x300).u32(2).raw(b"hi")).build();
    let font = Font::parse(&bytes).unwrap();
    let Font::Document(container) = &font else { panic!("a font by the document") };
    assert_eq!((container.chunks.list[0].token, &*container.chunks.list[0].content), (Token(0x300), &b"hi"[..]));
    assert_bytes(&font.to_bytes().unwrap(), &bytes);
}

/// Two names, one model, one blob for two files; a checksum of everything but itself.
fn image() -> Vec<u8> {
    // Hashes: "b" e70c2de5, "a" e40c292c, "m.zed" as computed by hand below.
    let entry = |bytes: ByteBuilder, hash: u32, kind: u8, offset: u64, size: u64, checksum: u32| {
        let version = if kind == 0 { [0; 3] } else { [1, 2, 3] };
        let bytes = bytes.u32(hash).u8(kind).raw(&version).u32(if kind == 0 { 0 } else { 5 });
        bytes.u64(offset).u64(size).u64(size).u32(0).u32(checksum)
    };
    let start = 23 + 2 * 44 + 3 + 3;
    let bytes = ByteBuilder::new().raw(b"ZEDI").raw(&[1, 0, 0]).u32(8).u32s(&[2, 6, 0]);
    // CRC-32 of "hello" is 3610a686; of "ZEDM" 01 02 03, 05 00 00 00 and "hello", computed separately.
    let bytes = entry(bytes, 0xe40c_292c, 0, start, 5, 0x3610_a686);
    let bytes = entry(bytes, 0xe70c_2de5, b'M', start, 5, crc(b"ZEDM\x01\x02\x03\x05\0\0\0hello"));
    let mut bytes = bytes.u16(1).raw(b"a").u16(1).raw(b"b").raw(b"hello").build();
    let sum = crc(&[&bytes[..19], &bytes[23..start as usize]].concat());
    bytes[19..23].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// CRC-32 bit by bit, the slow way.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    };
    !bytes.iter().fold(!0, step)
}

#[test]
fn image_files() {
    let bytes = image();
    let parsed = Image::parse(&bytes).unwrap();
    let mut builder = ImageBuilder::new().compression(Compression::STORED);
    builder.add("b", &b"ZEDM\x01\x02\x03\x05\0\0\0hello"[..]).unwrap();
    builder.add("a", &b"hello"[..]).unwrap();
    assert_bytes(&builder.build().unwrap().to_bytes().unwrap(), &bytes);
    assert_eq!(parsed, builder.build().unwrap());
    assert_eq!((parsed.blobs.len(), parsed.entries.len()), (1, 2));
    let entry = parsed.get("b").unwrap();
    assert_eq!(entry.header, Some(Header { kind: Kind::MODEL, version: [1, 2, 3], flags: Flags(5) }));
    let mut budget = Limits::default().budget();
    assert_eq!(parsed.read(entry, &mut budget).unwrap(), b"ZEDM\x01\x02\x03\x05\0\0\0hello");
    assert_eq!(ImageFile::open(&*bytes).unwrap().get("a").unwrap().read().unwrap(), b"hello");
    assert!(builder.add("a", &b""[..]).is_err(), "the same name twice");
}

/// A packed blob: 70 000 zeros are two compressed blocks; the block heads are at the specified offsets.
#[test]
fn packed_blobs() {
    let zeros = vec![0; 70_000];
    let mut builder = ImageBuilder::new().names(false);
    builder.add("z", zeros.as_slice()).unwrap();
    let image = builder.build().unwrap();
    let blob = &image.blobs[0];
    let first = u32::from_le_bytes(blob[..4].try_into().unwrap()) as usize;
    let second = u32::from_le_bytes(blob[4 + first..8 + first].try_into().unwrap()) as usize;
    assert_eq!(blob.len(), 8 + first + second);
    assert!(first < 1000 && second < 1000);
    assert_eq!(
        image.entries[0].file_name(),
        "ff0c54c5.bin".replace("ff0c54c5", &format!("{:08x}", fnv1a(b"z"))).as_str()
    );
    assert_eq!(image.read(&image.entries[0], &mut Limits::default().budget()).unwrap(), zeros);
}

#[test]
fn big_meshes_are_split() {
    let positions: Vec<Vec3> = (0..70_000).map(|index| Vec3::new(index as f32, 0.0, 0.0)).collect();
    let triangles: Vec<u32> = (0..69_998).flat_map(|index| [index, index + 1, index + 2]).collect();
    let mesh = MeshBuilder::new(&positions).triangles(&triangles);
    let model = ModelBuilder::new("big").mesh(mesh).build().unwrap();
    assert_eq!(model.meshes().count(), 2);
    let mut corners = Vec::new();
    for mesh in model.meshes() {
        assert!(mesh.vertex_count() <= 65_536 && mesh.arrays().all(|array| array.len() <= 65_535));
        let at = |index: u32| mesh.positions().get(index as usize).unwrap()[0] as u32;
        corners.extend(mesh.triangles().flatten().map(at));
    }
    assert_eq!(corners, triangles);
    let held = engine_walk::walk(&model.to_bytes().unwrap()).unwrap();
    assert_eq!(held.meshes.len(), 2);
    assert_eq!(model.totals().list_triangles, 69_998);
}

#[test]
fn relatives_are_named() {
    let cases: &[(Vec<u8>, FileKind)] = &[
        (b"KILM".to_vec(), FileKind::Killer),
        (b"ZEDT\0\0".to_vec(), FileKind::Texture),
        (b"ZEDG\0\0".to_vec(), FileKind::Other(Kind(b'G'))),
        (ByteBuilder::new().u16(0x100).u64(49).raw(&[0; 44]).raw(b"ZEDGe").build(), FileKind::Model2010),
        (ByteBuilder::new().u16(1).u64(69).raw(&[0; 64]).raw(b"ZEDMe").build(), FileKind::Model2011),
        (
            ByteBuilder::new().raw(&[0, 1, 0, 0, 0, 0, 0, 0, 0, 69]).raw(&[0; 64]).raw(b"ZEDME").build(),
            FileKind::Model2011,
        ),
        (ByteBuilder::new().u16(1).u64(15).raw(b"ZED").raw(&[0; 12]).build(), FileKind::Model2012),
    ];
    for (bytes, kind) in cases {
        assert_eq!(FileKind::detect(bytes), Some(*kind));
        for error in
            [Model::parse(bytes).unwrap_err(), Font::parse(bytes).unwrap_err(), Image::parse(bytes).unwrap_err()]
        {
            assert!(error.to_string().contains(&kind.to_string()), "{error}");
        }
    }
}

#[test]
fn tokens_and_kinds_have_names() {
    for (number, name) in [
        (0x0001, Some("header")),
        (0x0002, Some("metadata")),
        (0x0004, Some("mesh")),
        (0x0008, Some("skeleton")),
        (0x0010, Some("animation")),
        (0x0020, Some("IK chain")),
        (0x0040, Some("material")),
        (0x0080, None),
        (0x0100, Some("glyphs")),
        (0x0200, Some("texture")),
        (0xffff, Some("end")),
    ] {
        assert_eq!(Token(number).name(), name, "{number:#x}");
    }
    assert_eq!((Kind::MODEL.to_string(), Kind(7).to_string(), Kind(7).letter()), ("M".into(), "\\x07".into(), None));
}

#[test]
fn contents_are_what_their_tokens_say() {
    let mut model = Model::parse(&engine()).unwrap().into_owned();
    model.chunks.list[1].token = Token::SKELETON;
    assert!(model.to_bytes().is_err());
    let mut model = Model::parse(&engine()).unwrap().into_owned();
    model.chunks.list.push(Chunk::new(Token::MATERIAL, Content::Other(b"x".to_vec().into())));
    let read = model.to_bytes().unwrap();
    assert_eq!(Model::parse(&read).unwrap(), model);
    assert!(engine_walk::walk(&read).is_err());
    assert_eq!(Totals { meshes: 1, ..model.totals() }, model.totals());
}
