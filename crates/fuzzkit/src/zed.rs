//! Files of the ZED engine.

use binio::{Bytes, Error, Findings, Limits, Name};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use testkit::{Format, laws};
use zed_asset::{
    Animation, Background, ByteOrder, Chunk, ChunkSize, Chunks, Compression, Container, Content, CountWidth, Dialect,
    EngineFont, ErrorKind, Flags, Font, FontContent, FontType, GlyphLayout, GlyphTable, Header, Image, ImageBuilder,
    ImageEntry, Kind, Mesh, Metadata, Model, NAME_LEN, SizeWidth, Token, Totals, fnv1a,
};

use crate::Target;
use crate::common::{block, examples, float, number};

/// The fuzz target of models.
pub const MODEL: Target = Target { name: "zed_model", body: laws::all::<ZedModel>, seeds: model_seeds };
/// The fuzz target of animations.
pub const ANIMATION: Target = Target { name: "zed_animation", body: laws::all::<ZedAnimation>, seeds: animation_seeds };
/// The fuzz target of fonts.
pub const FONT: Target = Target { name: "zed_font", body: laws::all::<ZedFont>, seeds: font_seeds };
/// The fuzz target of image files.
pub const IMAGE: Target = Target { name: "zed_image", body: image_body, seeds: image_seeds };

/// Models as the laws see them.
pub struct ZedModel;

impl Format for ZedModel {
    type Document<'a> = Model<'a>;
    type Kind = ErrorKind;

    fn parse(bytes: &[u8]) -> Result<Model<'_>, Error<ErrorKind>> {
        Model::parse(bytes)
    }

    fn into_owned(model: Model<'_>) -> Model<'static> {
        model.into_owned()
    }

    fn rebuild(model: Model<'static>) -> Model<'static> {
        let Model { header, byte_order, dialect, chunks } = model;
        Model { header, byte_order, dialect, chunks: rebuild_chunks(chunks, rebuild_content) }
    }

    fn to_bytes(model: &Model<'_>) -> Result<Vec<u8>, Error<ErrorKind>> {
        model.to_bytes()
    }

    fn encoded_len(model: &Model<'_>) -> Result<u64, Error<ErrorKind>> {
        model.encoded_len()
    }

    fn write_to(model: &Model<'_>, out: &mut Vec<u8>) -> std::io::Result<()> {
        model.write_to(out)
    }

    fn validate(model: &Model<'_>) -> Findings {
        model.validate()
    }

    fn blocks<'d>(model: &'d Model<'_>) -> Vec<&'d [u8]> {
        let contents = model.chunks.list.iter().flat_map(|chunk| match &chunk.content {
            Content::Metadata(_) => Vec::new(),
            Content::Mesh(mesh) => {
                let arrays = mesh.arrays().map(|(_, indices)| &**indices);
                std::iter::once(&*mesh.vertices).chain(arrays).collect()
            }
            Content::Other(bytes) => vec![&**bytes],
        });
        contents.chain(std::iter::once(&*model.chunks.trailing)).collect()
    }
}

/// Animations as the laws see them.
pub struct ZedAnimation;

impl Format for ZedAnimation {
    type Document<'a> = Animation<'a>;
    type Kind = ErrorKind;

    fn parse(bytes: &[u8]) -> Result<Animation<'_>, Error<ErrorKind>> {
        Animation::parse(bytes)
    }

    fn into_owned(animation: Animation<'_>) -> Animation<'static> {
        animation.into_owned()
    }

    fn rebuild(animation: Animation<'static>) -> Animation<'static> {
        Animation { container: rebuild_container(animation.container) }
    }

    fn to_bytes(animation: &Animation<'_>) -> Result<Vec<u8>, Error<ErrorKind>> {
        animation.to_bytes()
    }

    fn encoded_len(animation: &Animation<'_>) -> Result<u64, Error<ErrorKind>> {
        animation.encoded_len()
    }

    fn write_to(animation: &Animation<'_>, out: &mut Vec<u8>) -> std::io::Result<()> {
        animation.write_to(out)
    }

    fn validate(animation: &Animation<'_>) -> Findings {
        if let Some(joints) = animation.joints() {
            assert_eq!(joints.hierarchy().len(), joints.iter().len());
        }
        let _ = animation.as_model().map(|model| model.validate());
        animation.validate()
    }

    fn blocks<'d>(animation: &'d Animation<'_>) -> Vec<&'d [u8]> {
        let chunks = &animation.container.chunks;
        chunks.list.iter().map(|chunk| &*chunk.content).chain(std::iter::once(&*chunks.trailing)).collect()
    }
}

/// Fonts as the laws see them.
pub struct ZedFont;

impl Format for ZedFont {
    type Document<'a> = Font<'a>;
    type Kind = ErrorKind;

    fn parse(bytes: &[u8]) -> Result<Font<'_>, Error<ErrorKind>> {
        Font::parse(bytes)
    }

    fn into_owned(font: Font<'_>) -> Font<'static> {
        font.into_owned()
    }

    fn rebuild(font: Font<'static>) -> Font<'static> {
        match font {
            Font::Engine(EngineFont { font_type, background, colour_key, sizes, chunks }) => {
                let chunks = rebuild_chunks(chunks, rebuild_font_content);
                Font::Engine(EngineFont { font_type, background, colour_key, sizes, chunks })
            }
            Font::Document(container) => Font::Document(rebuild_container(container)),
        }
    }

    fn to_bytes(font: &Font<'_>) -> Result<Vec<u8>, Error<ErrorKind>> {
        font.to_bytes()
    }

    fn encoded_len(font: &Font<'_>) -> Result<u64, Error<ErrorKind>> {
        font.encoded_len()
    }

    fn write_to(font: &Font<'_>, out: &mut Vec<u8>) -> std::io::Result<()> {
        font.write_to(out)
    }

    fn validate(font: &Font<'_>) -> Findings {
        if let Some(table) = font.as_engine().and_then(EngineFont::glyphs) {
            assert_eq!(table.iter().count(), table.len());
            assert!(table.iter().all(|glyph| table.tex_rect(&glyph).is_some() || table.texture_width.min(table.texture_height) == 0));
        }
        font.validate()
    }

    fn blocks<'d>(font: &'d Font<'_>) -> Vec<&'d [u8]> {
        match font {
            Font::Engine(font) => {
                let contents = font.chunks.list.iter().map(|chunk| match &chunk.content {
                    FontContent::Glyphs(table) => &*table.data,
                    FontContent::Texture(bytes) | FontContent::Other(bytes) => &**bytes,
                });
                contents.chain(std::iter::once(&*font.chunks.trailing)).collect()
            }
            Font::Document(container) => container.chunks.list.iter().map(|chunk| &*chunk.content).collect(),
        }
    }
}

/// Image files as the laws see them.
pub struct ZedImage;

impl Format for ZedImage {
    type Document<'a> = Image<'a>;
    type Kind = ErrorKind;

    fn parse(bytes: &[u8]) -> Result<Image<'_>, Error<ErrorKind>> {
        Image::parse(bytes)
    }

    fn into_owned(image: Image<'_>) -> Image<'static> {
        image.into_owned()
    }

    fn rebuild(image: Image<'static>) -> Image<'static> {
        let Image { version, has_names, entries, blobs } = image;
        let entry = |entry| {
            let ImageEntry { hash, name, header, compression, size, checksum, blob } = entry;
            let name = name.map(|name: Name<'static>| Name::from(name.as_bytes().to_vec()));
            ImageEntry { hash, name, header, compression, size, checksum, blob }
        };
        let (entries, blobs) = (entries.into_iter().map(entry).collect(), blobs.into_iter().map(copy).collect());
        Image { version, has_names, entries, blobs }
    }

    fn to_bytes(image: &Image<'_>) -> Result<Vec<u8>, Error<ErrorKind>> {
        image.to_bytes()
    }

    fn encoded_len(image: &Image<'_>) -> Result<u64, Error<ErrorKind>> {
        image.encoded_len()
    }

    fn write_to(image: &Image<'_>, out: &mut Vec<u8>) -> std::io::Result<()> {
        image.write_to(out)
    }

    /// Entries are read two ways, which have to agree.
    fn validate(image: &Image<'_>) -> Findings {
        let mut limits = Limits::default();
        limits.max_expanded_bytes = 1 << 20;
        let file = image.to_bytes().ok().and_then(|bytes| zed_asset::ImageFile::open(bytes).ok());
        let file = file.expect("what was read opens from its bytes too");
        for (entry, streamed) in image.entries.iter().zip(file.entries()) {
            let whole = image.read(entry, &mut limits.budget());
            let pieces = streamed.read(&limits);
            assert_eq!(whole.ok(), pieces.ok(), "{}", entry.file_name());
        }
        let _ = image.verify(&mut limits.budget());
        image.validate()
    }

    fn blocks<'d>(image: &'d Image<'_>) -> Vec<&'d [u8]> {
        let names = image.entries.iter().filter_map(|entry| entry.name.as_ref()).map(Name::as_bytes);
        image.blobs.iter().map(|blob| &**blob).chain(names).collect()
    }
}

/// Puts the right checksum into the index of an image file, as far as it has one. Without that, next to nothing that a
/// fuzzer makes gets past it.
pub fn seal(bytes: &mut [u8]) {
    const CHECKSUM: std::ops::Range<usize> = 19..23;
    let word =
        |at: usize| bytes.get(at..at + 4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]) as usize);
    let (Some(entries), Some(names)) = (word(11), word(15)) else { return };
    let end = entries.saturating_mul(44).saturating_add(names).saturating_add(CHECKSUM.end);
    let Some(index) = bytes.get_mut(..end) else { return };
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&index[..CHECKSUM.start]);
    hasher.update(&index[CHECKSUM.end..]);
    index[CHECKSUM].copy_from_slice(&hasher.finalize().to_le_bytes());
}

fn image_body(bytes: &[u8]) {
    laws::all::<ZedImage>(bytes);
    let mut sealed = bytes.to_vec();
    if let Some(id) = sealed.get_mut(..4) {
        id.copy_from_slice(b"ZEDI");
    }
    seal(&mut sealed);
    laws::all::<ZedImage>(&sealed);
}

fn rebuild_font_content(content: FontContent<'static>) -> FontContent<'static> {
    match content {
        FontContent::Glyphs(GlyphTable { texture_width, texture_height, layout, data }) => {
            FontContent::Glyphs(GlyphTable { texture_width, texture_height, layout, data: copy(data) })
        }
        FontContent::Texture(bytes) => FontContent::Texture(copy(bytes)),
        FontContent::Other(bytes) => FontContent::Other(copy(bytes)),
    }
}

fn copy(bytes: Bytes<'static>) -> Bytes<'static> {
    Bytes::from(bytes.to_vec())
}

fn rebuild_chunks<C>(chunks: Chunks<'static, C>, content: fn(C) -> C) -> Chunks<'static, C> {
    let Chunks { list, end, trailing } = chunks;
    let chunk = |chunk: Chunk<C>| {
        let Chunk { token, size, content: inside, end } = chunk;
        Chunk { token, size, content: content(inside), end }
    };
    Chunks { list: list.into_iter().map(chunk).collect(), end, trailing: copy(trailing) }
}

fn rebuild_container(container: Container<'static>) -> Container<'static> {
    let Container { header, byte_order, chunks } = container;
    Container { header, byte_order, chunks: rebuild_chunks(chunks, copy) }
}

fn rebuild_content(content: Content<'static>) -> Content<'static> {
    match content {
        Content::Metadata(metadata) => {
            let Metadata { totals, name, version } = *metadata;
            Content::Metadata(Box::new(Metadata { totals, name, version }))
        }
        Content::Mesh(mesh) => {
            let Mesh { material, vertices, strips, lists, fans } = *mesh;
            let [strips, lists, fans] = [strips, lists, fans].map(|arrays| arrays.into_iter().map(copy).collect());
            Content::Mesh(Box::new(Mesh { material, vertices: copy(vertices), strips, lists, fans }))
        }
        Content::Other(bytes) => Content::Other(copy(bytes)),
    }
}

/// Any dialect.
pub fn dialect() -> impl Strategy<Value = Dialect> {
    prop::sample::select(Dialect::ALL.to_vec())
}

fn order() -> impl Strategy<Value = ByteOrder> {
    prop_oneof![3 => Just(ByteOrder::Little), 1 => Just(ByteOrder::Big)]
}

fn header(kind: Kind) -> impl Strategy<Value = Header> {
    let flags = prop_oneof![Just(0), any::<u32>()].prop_map(Flags);
    (any::<[u8; 3]>(), flags).prop_map(move |(version, flags)| Header { kind, version, flags })
}

/// The END behind something; missing now and then.
fn end() -> impl Strategy<Value = Option<u64>> {
    prop_oneof![6 => Just(Some(0)), 1 => Just(None), 1 => any::<u32>().prop_map(|size| Some(u64::from(size)))]
}

fn totals() -> impl Strategy<Value = Totals> {
    prop::array::uniform10(number()).prop_map(
        |[
            vertices,
            indices,
            meshes,
            materials,
            strips,
            strip_triangles,
            lists,
            list_triangles,
            fans,
            fan_triangles,
        ]| {
            Totals {
                vertices,
                indices,
                meshes,
                materials,
                strips,
                strip_triangles,
                lists,
                list_triangles,
                fans,
                fan_triangles,
            }
        },
    )
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let name = prop_oneof!["[a-z%]{0,20}".prop_map(String::into_bytes), vec(any::<u8>(), NAME_LEN)];
    (totals(), name, any::<[u8; 3]>()).prop_map(|(totals, bytes, version)| {
        let mut name = [0; NAME_LEN];
        name.iter_mut().zip(bytes).for_each(|(target, byte)| *target = byte);
        Metadata { totals, name, version }
    })
}

/// A mesh in a dialect; its indices are those of vertices more often than not.
fn mesh(dialect: Dialect, order: ByteOrder) -> impl Strategy<Value = Mesh<'static>> {
    (number(), 0..6_usize, any::<bool>()).prop_flat_map(move |(material, vertices, wild)| {
        let most = if wild { u16::MAX } else { vertices.saturating_sub(1) as u16 };
        let index = (0..=most).prop_map(move |index| match order {
            ByteOrder::Little => index.to_le_bytes(),
            ByteOrder::Big => index.to_be_bytes(),
        });
        let array = vec(index, 0..8).prop_map(|indices| Bytes::from(indices.concat()));
        let arrays = (vec(array.clone(), 0..3), vec(array.clone(), 0..3), vec(array, 0..3));
        (block(vertices * dialect.vertices.stride()), arrays).prop_map(move |(vertices, (strips, lists, fans))| Mesh {
            material,
            vertices,
            strips,
            lists,
            fans,
        })
    })
}

fn token() -> impl Strategy<Value = Token> {
    prop_oneof![
        Just(Token::SKELETON),
        Just(Token::ANIMATION),
        Just(Token::MATERIAL),
        (0x0300_u16..0xffff).prop_map(Token)
    ]
}

fn chunk(dialect: Dialect, order: ByteOrder) -> impl Strategy<Value = Chunk<Content<'static>>> {
    let other = (token(), prop_oneof![(0..40_usize).prop_flat_map(block), block(58)])
        .prop_map(|(token, bytes)| Chunk::new(token, Content::Other(bytes)));
    let typed = prop_oneof![1 => metadata().prop_map(Chunk::from), 4 => mesh(dialect, order).prop_map(Chunk::from)];
    let size =
        prop_oneof![6 => Just(ChunkSize::Exact), 1 => Just(ChunkSize::Wrong(0)), 1 => Just(ChunkSize::Wrong(20))];
    let typed = (typed, size).prop_map(|(chunk, size)| Chunk { size, ..chunk });
    (prop_oneof![5 => typed, 1 => other], end()).prop_map(|(chunk, end)| Chunk { end, ..chunk })
}

fn chunks<C: std::fmt::Debug>(chunk: impl Strategy<Value = Chunk<C>>) -> impl Strategy<Value = Chunks<'static, C>> {
    (vec(chunk, 0..4), end(), (0..9_usize).prop_flat_map(block)).prop_map(|(list, mut end, mut trailing)| {
        // An END right behind a chunk is that chunk's own.
        if list.last().is_some_and(|chunk| chunk.end.is_none()) {
            end = None;
        }
        if end.is_none() {
            trailing = Bytes::EMPTY;
        }
        Chunks { list, end, trailing }
    })
}

/// Models in every dialect and byte order, meaningful or not. Some can't be encoded: nothing in a file says its dialect.
pub fn model() -> impl Strategy<Value = Model<'static>> {
    (dialect(), order(), header(Kind::MODEL)).prop_flat_map(|(dialect, byte_order, header)| {
        let chunks = (metadata().prop_map(Chunk::from), chunks(chunk(dialect, byte_order)));
        chunks.prop_map(move |(first, mut chunks)| {
            chunks.list.insert(0, first);
            Model { header, byte_order, dialect, chunks }
        })
    })
}

/// Animations of any chunks.
pub fn animation() -> impl Strategy<Value = Animation<'static>> {
    let chunk = (token(), (0..70_usize).prop_flat_map(block), end())
        .prop_map(|(token, content, end)| Chunk { end, ..Chunk::new(token, content) });
    (header(Kind::ANIMATION), chunks(chunk)).prop_map(|(header, chunks)| Animation {
        container: Container { header, byte_order: ByteOrder::Little, chunks },
    })
}

fn font_chunk() -> impl Strategy<Value = Chunk<FontContent<'static>>> {
    let layout = prop_oneof![4 => Just(GlyphLayout::Full), 1 => Just(GlyphLayout::Short)];
    let glyphs =
        (number(), number(), layout, 1..5_usize).prop_flat_map(|(texture_width, texture_height, layout, count)| {
            block(count * layout.stride()).prop_map(move |data| {
                let table = GlyphTable { texture_width, texture_height, layout, data };
                Chunk::new(Token::GLYPHS, FontContent::Glyphs(table))
            })
        });
    let texture =
        (0..30_usize).prop_flat_map(block).prop_map(|tga| Chunk::new(Token::TEXTURE, FontContent::Texture(tga)));
    let other = (token(), (0..20_usize).prop_flat_map(block))
        .prop_map(|(token, bytes)| Chunk::new(token, FontContent::Other(bytes)));
    (prop_oneof![3 => glyphs, 2 => texture, 1 => other], end()).prop_map(|(chunk, end)| Chunk { end, ..chunk })
}

/// Fonts of both kinds.
pub fn font() -> impl Strategy<Value = Font<'static>> {
    let sizes = prop_oneof![3 => Just(SizeWidth::U64), 1 => Just(SizeWidth::U32)];
    let key = prop::array::uniform4(float());
    let engine = (1..=3_u32, 1..=4_u32, key, sizes, chunks(font_chunk())).prop_map(
        |(font_type, background, colour_key, sizes, chunks)| {
            let (font_type, background) = (FontType(font_type), Background(background));
            Font::Engine(EngineFont { font_type, background, colour_key, sizes, chunks })
        },
    );
    let chunk = (token(), (0..20_usize).prop_flat_map(block), end())
        .prop_map(|(token, content, end)| Chunk { end, ..Chunk::new(token, content) });
    let document = (header(Kind::FONT), chunks(chunk))
        .prop_map(|(header, chunks)| Font::Document(Container { header, byte_order: ByteOrder::Little, chunks }));
    prop_oneof![4 => engine, 1 => document]
}

fn font_seeds() -> Vec<Vec<u8>> {
    examples(font(), 40).iter().filter_map(|font| font.to_bytes().ok()).collect()
}

fn model_seeds() -> Vec<Vec<u8>> {
    let wide = |model: &Model<'_>| model.dialect.counts == CountWidth::U32;
    let models = examples(model(), 40);
    assert!(models.iter().any(wide), "seeds of every dialect");
    let mut seeds: Vec<_> = models.iter().filter_map(|model| model.to_bytes().ok()).collect();
    // Much that takes little of the file: arrays without indices, chunks without content.
    let empty = Mesh { lists: vec![Bytes::EMPTY; 300], ..Mesh::default() };
    let many = Chunk { end: None, ..Chunk::new(Token::MATERIAL, Content::Other(Bytes::EMPTY)) };
    let mut list = vec![Chunk::from(Metadata::default()), Chunk::from(empty)];
    list.extend(vec![many; 100]);
    let header = Header { kind: Kind::MODEL, ..Header::default() };
    let chunks = Chunks { list, end: None, trailing: Bytes::EMPTY };
    seeds.extend(Model { header, chunks, ..Model::default() }.to_bytes());
    seeds
}

fn animation_seeds() -> Vec<Vec<u8>> {
    examples(animation(), 24).iter().filter_map(|animation| animation.to_bytes().ok()).collect()
}

/// Files to be put into an image file: names and contents, some of the engine's, some with the same content.
pub fn files() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let content = prop_oneof![
        vec(any::<u8>(), 0..40),
        Just(b"the same again and again and again and again and again".to_vec()),
        (any::<u8>(), 0..200_000_usize).prop_map(|(byte, length)| vec![byte; length]),
        vec(any::<u8>(), 65_530..65_542),
        vec(any::<u8>(), 0..20).prop_map(|content| [b"ZEDM\0\0\x01".as_slice(), &content].concat()),
    ];
    vec(("[a-z]{1,8}(/[a-z]{1,3}){0,2}", content), 0..6)
}

/// A builder of these files; a name that is there twice is left out.
pub fn builder(files: &[(String, Vec<u8>)], packed: bool, names: bool) -> ImageBuilder<'_> {
    let compression = if packed { Compression::LZ4 } else { Compression::STORED };
    let mut builder = ImageBuilder::new().compression(compression).names(names);
    for (name, content) in files {
        let _ = builder.add(name.as_str(), content.as_slice());
    }
    builder
}

/// Image files of real entries, and of entries that say anything.
pub fn image() -> impl Strategy<Value = Image<'static>> {
    let built = (files(), any::<bool>(), any::<bool>())
        .prop_map(|(files, packed, names)| builder(&files, packed, names).build().expect("files in memory"));
    let wild =
        (vec((crate::common::name(), number(), option::of(header(Kind::MODEL)), 0..30_usize), 0..5), any::<bool>())
            .prop_flat_map(|(entries, has_names)| {
                let blobs: Vec<_> = entries.iter().map(|(_, _, _, length)| block(*length)).collect();
                blobs.prop_map(move |blobs| wild_image(&entries, has_names, blobs))
            });
    prop_oneof![built, wild]
}

type WildEntry = (Name<'static>, u32, Option<Header>, usize);

fn wild_image(entries: &[WildEntry], has_names: bool, blobs: Vec<Bytes<'static>>) -> Image<'static> {
    let mut entries = entries.to_vec();
    entries.sort_by_key(|(name, ..)| fnv1a(name));
    entries.dedup_by_key(|(name, ..)| fnv1a(name));
    let mut image = Image { has_names, ..Image::default() };
    for ((name, checksum, header, _), content) in entries.into_iter().zip(blobs) {
        image.entries.push(ImageEntry {
            hash: fnv1a(&name),
            name: has_names.then_some(name),
            header,
            compression: Compression::STORED,
            size: content.len() as u64,
            checksum,
            blob: image.blobs.len() as u32,
        });
        image.blobs.push(content);
    }
    image
}

fn image_seeds() -> Vec<Vec<u8>> {
    let images = examples(image(), 40).into_iter().filter_map(|image| image.to_bytes().ok());
    images.filter(|bytes| bytes.len() < 4096).collect()
}
