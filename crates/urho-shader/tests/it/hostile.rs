//! Invalid files: errors and their offsets.

use testkit::ByteBuilder;
use testkit::hostile::{truncations, with_word};
use urho_shader::binio::Fault;
use urho_shader::{
    BufferParameter, Bytecode, Bytes, Constant, D3d9, D3d11, Dxbc, ErrorKind, LookAlike, Name, ReadOptions, Shader,
    SharedConstant, Stage, TextureUnit, TokenStream, Variation, Variations, Version,
};

#[track_caller]
fn refused(bytes: &[u8], version: Option<Version>, kind: ErrorKind, offset: u64, path: &str) {
    let error = Shader::parse_with(bytes, &ReadOptions::default().version(version)).unwrap_err();
    assert_eq!((*error.kind(), error.offset(), error.path().to_string().as_str()), (kind, Some(offset), path));
}

#[track_caller]
fn code_refused(bytes: &[u8], kind: ErrorKind, offset: u64) {
    let error = Bytecode::parse(bytes).unwrap_err();
    assert_eq!((*error.kind(), error.offset()), (kind, Some(offset)), "{error}");
}

fn impossible(count: u64, remaining: u64) -> ErrorKind {
    ErrorKind::Data(Fault::ImpossibleCount { count, remaining })
}

fn ends(needed: u64, remaining: u64) -> ErrorKind {
    ErrorKind::Data(Fault::UnexpectedEnd { needed, remaining })
}

const CODE: &[u8] = b"\0\x03\xfe\xff\xff\xff\0\0";

/// Counts at 8, 20, 33.
fn d3d9() -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"USHD\0\0\x03\0");
    let parameters = head.u32(1).cstr("Model").raw(&[4, 3]);
    parameters.u32(1).cstr("DiffMap").u8(0).u32(8).raw(CODE).build()
}

/// Counts at 8, 19, 32; then a variation at 36: 2 bytes of name, 2 flags, size at 40.
fn variations() -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"USHD\0\0\x03\0");
    let shared = head.u32(1).cstr("Model").u8(4).u32(1).cstr("DiffMap").u8(0);
    shared.u32(1).cstr("A").raw(&[1, 0]).u32(8).raw(CODE).build()
}

/// Counts at 12, 31, 44.
fn d3d11() -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"USHD\0\0\x04\0").u32(0xb);
    let parameters = head.u32(1).cstr("Model").u8(5).u32s(&[0, 48]);
    parameters.u32(1).cstr("DiffMap").u8(0).u32(8).raw(CODE).build()
}

#[test]
fn the_files_before_damage_are_sound() {
    for (bytes, version) in [(d3d9(), Version::D3d9), (variations(), Version::Variations), (d3d11(), Version::D3d11)] {
        assert_eq!(Shader::parse(&bytes).unwrap().version(), version);
    }
}

/// Every truncated file gives an error at a remaining byte, and is not read as another version.
#[test]
fn cut_off() {
    for (bytes, version) in [(d3d9(), Version::D3d9), (variations(), Version::Variations), (d3d11(), Version::D3d11)] {
        for cut in truncations(&bytes) {
            for version in [None, Some(version)] {
                let error = Shader::parse_with(cut, &ReadOptions::default().version(version)).unwrap_err();
                let (kind, offset) = (*error.kind(), error.offset().unwrap());
                assert!(offset <= cut.len() as u64, "{error} of {} bytes", cut.len());
                match cut.len() {
                    0..4 => assert_eq!((kind, offset), (ErrorKind::NotACache, 0)),
                    4..8 => assert_eq!((kind, offset), (ends(4, cut.len() as u64 - 4), 4)),
                    _ => assert!(matches!(kind, ErrorKind::Data(_)), "{error}"),
                }
            }
        }
    }
    // The exact offset, for some.
    refused(&d3d9()[..19], Some(Version::D3d9), ends(2, 1), 18, "parameter 0");
    refused(&d3d9()[..16], Some(Version::D3d9), ErrorKind::Data(Fault::Unterminated), 12, "parameter 0 > name");
    refused(&d3d9()[..40], None, impossible(8, 3), 33, "bytecode");
    refused(&d3d11()[..30], None, ends(9, 8), 22, "parameter 0");
    refused(&variations()[..34], Some(Version::Variations), ends(4, 2), 32, "variation");
}

#[test]
fn too_long() {
    for (bytes, version) in [(d3d9(), Version::D3d9), (variations(), Version::Variations), (d3d11(), Version::D3d11)] {
        let length = bytes.len() as u64;
        let longer = [bytes.as_slice(), b"..."].concat();
        refused(&longer, Some(version), ErrorKind::Data(Fault::Trailing(3)), length, "");
        refused(&longer, None, ErrorKind::Data(Fault::Trailing(3)), length, "");
    }
}

#[test]
fn enormous_counts() {
    let check = |bytes: Vec<u8>, version, at: usize, path: &str| {
        let remaining = (bytes.len() - at - 4) as u64;
        for count in [u32::MAX, 0x8000_0000, remaining as u32 + 1] {
            let changed = with_word(&bytes, at, count);
            refused(&changed, Some(version), impossible(u64::from(count), remaining), at as u64, path);
        }
    };
    for (at, path) in [(8, "parameter"), (20, "texture unit"), (33, "bytecode")] {
        check(d3d9(), Version::D3d9, at, path);
    }
    for (at, path) in [(8, "parameter"), (19, "texture unit"), (32, "variation"), (40, "variation 0 > bytecode")] {
        check(variations(), Version::Variations, at, path);
    }
    for (at, path) in [(12, "parameter"), (31, "texture unit"), (44, "bytecode")] {
        check(d3d11(), Version::D3d11, at, path);
    }
}

/// A count of variations that fits without flags, but not with them.
#[test]
fn variations_are_as_long_as_their_flags() {
    let bytes = variations();
    let remaining = (bytes.len() - 36) as u64;
    let changed = with_word(&bytes, 32, 3);
    refused(&changed, Some(Version::Variations), impossible(3, remaining), 32, "variation");
}

#[test]
fn not_a_cache() {
    refused(b"", None, ErrorKind::NotACache, 0, "");
    refused(b"USHX\0\0\x03\0", None, ErrorKind::NotACache, 0, "");
    refused(b"USHX\0\0\x03\0", Some(Version::D3d11), ErrorKind::NotACache, 0, "");
    refused(b"DXBC", None, ErrorKind::LookAlike(LookAlike::Dxbc), 0, "");
    let error = Shader::parse(b"\0\x02\xff\xff").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a shader cache, found a bare Direct3D 9 token stream (ps_2_0), as of Urho3D 1.0 (at byte 0x0)"
    );
}

#[test]
fn what_cant_be_written() {
    let nul = Shader::new(Stage::VERTEX, 3, D3d9::new(CODE).constant("A", 0, 1).constant("A\0B", 0, 1));
    let error = nul.to_bytes().unwrap_err();
    assert_eq!(error.to_string(), "parameter 1 > name: expected a name without NUL, found one inside (at byte 0x10)");
    let unit = Shader::new(Stage::VERTEX, 4, D3d11::new(CODE).unit(TextureUnit::new("\0", 0)));
    assert_eq!(unit.to_bytes().unwrap_err().path().to_string(), "texture unit 0 > name");
    let flags = Bytes::from(&[1_u8][..]);
    let short = Variation { name: Name::from("A"), flags, bytecode: Bytes::EMPTY };
    let body = Variations { variations: vec![short], ..Variations::new() };
    for (body, expected) in [(body.clone(), 0), (body.constant("X", 0).unit(TextureUnit::of_engine(0)), 2)] {
        let shader = Shader::new(Stage::VERTEX, 3, body);
        let error = shader.to_bytes().unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::WrongFlagCount { expected, actual: 1 });
        assert_eq!(error.path().to_string(), "variation 0 > flags");
        assert_eq!(shader.encoded_len().unwrap_err(), error);
        let mut out = Vec::new();
        assert!(shader.write_to(&mut out).is_err() && out.is_empty());
        // Nothing else fails on it.
        assert!(!shader.validate().is_empty());
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    ByteBuilder::new().u32s(words).build()
}

#[test]
fn broken_token_streams() {
    code_refused(b"", ErrorKind::UnknownBytecode, 0);
    code_refused(b"\0\x03\xfe", ErrorKind::UnknownBytecode, 0);
    code_refused(&words(&[0xfffe_0400]), ErrorKind::UnknownBytecode, 0);
    code_refused(&words(&[0xfffe_0101, 0xffff]), ErrorKind::ShaderModel1, 0);
    code_refused(&words(&[0xfffe_0300]), ends(4, 0), 4);
    code_refused(&words(&[0xfffe_0300, 0x0300_0001, 0]), ends(12, 4), 8);
    code_refused(&words(&[0xfffe_0300, 0x7fff_fffe, 0]), ends(4 * 0x7fff, 4), 8);
    // A declaration that is too short.
    code_refused(&words(&[0xfffe_0300, 0x0100_001f, 0, 0xffff]), ends(4, 0), 8);
    // Bytes after the last whole token.
    code_refused(&[words(&[0xfffe_0300]), vec![0xff, 0xff, 0]].concat(), ends(4, 3), 4);
    assert!(TokenStream::parse(b"DXBC").is_err());
}

#[test]
fn broken_containers() {
    let good = fuzzkit::shader::container(&[(b"ISGN", words(&[0, 8])), (b"SHDR", words(&[0x10040, 2]))]);
    assert!(Dxbc::parse(&good).unwrap().hash_is_right());
    for cut in truncations(&good) {
        let error = Bytecode::parse(cut).unwrap_err();
        assert!(error.offset().unwrap() <= cut.len() as u64, "{error}");
    }
    let length = good.len() as u64;
    code_refused(&with_word(&good, 24, u32::MAX), ends(u64::from(u32::MAX), length), 0);
    // A size that doesn't cover the container's head, or its table.
    code_refused(&with_word(&good, 24, 0), ends(4, 0), 28);
    code_refused(&with_word(&good, 24, 36), impossible(2, 4), 28);
    code_refused(&with_word(&good, 28, u32::MAX), impossible(u64::from(u32::MAX), length - 32), 28);
    let outside = ErrorKind::OutOfBounds { offset: length + 1, length };
    code_refused(&with_word(&good, 36, length as u32 + 1), outside, 32);
    code_refused(&with_word(&good, 36, length as u32), ends(8, 0), length);
    code_refused(&with_word(&good, 44, u32::MAX), impossible(u64::from(u32::MAX), length - 48), 48);
    let wrong = with_word(&good, 60, 1);
    assert!(!Dxbc::parse(&wrong).unwrap().hash_is_right());
}

#[test]
fn broken_signatures() {
    let inputs = |data: Vec<u8>| {
        let code = fuzzkit::shader::container(&[(b"ISGN", data)]);
        let container = Dxbc::parse(&code).unwrap();
        let error = container.inputs().unwrap_err();
        (*error.kind(), error.offset().unwrap())
    };
    let element = |name: u32| words(&[1, 8, name, 0, 0, 3, 0, 0]);
    assert_eq!(inputs(words(&[1])), (ends(4, 0), 4));
    assert_eq!(inputs(words(&[u32::MAX, 8, 0])), (impossible(u64::from(u32::MAX), 4), 0));
    assert_eq!(inputs(element(33)), (ErrorKind::OutOfBounds { offset: 33, length: 32 }, 8));
    assert_eq!(inputs(element(32)), (ErrorKind::Data(Fault::Unterminated), 32));
    assert_eq!(inputs([element(32), vec![b'A'; 200]].concat()), (ErrorKind::Data(Fault::Unterminated), 32));
    // A name that many elements could share.
    assert_eq!(inputs([element(32), vec![b'A'; 300], vec![0]].concat()), (ErrorKind::LongSemantic(255), 8));
}

/// Chunks may share their bytes: a table of a thousand costs no more than its offsets.
#[test]
fn overlapping_chunks() {
    let mut code = b"DXBC".to_vec();
    let count = 1000;
    let at = 32 + 4 * count;
    code.extend([0; 16]);
    code.extend(words(&[1, at + 8, count]));
    code.extend(words(&vec![at; count as usize]));
    code.extend(b"ISGN\0\0\0\0");
    let container = Dxbc::parse(&code).unwrap();
    assert_eq!(container.chunks.len(), 1000);
    assert!(container.inputs().is_err());
}

/// Memory of a file of the smallest parts: at most sixteen times its size, as everywhere.
#[test]
fn small_parts_stay_small() {
    assert!(size_of::<Constant<'_>>() <= 16 * 3);
    assert!(size_of::<SharedConstant<'_>>() <= 16 * 2);
    assert!(size_of::<BufferParameter<'_>>() <= 16 * 10);
    assert!(size_of::<TextureUnit<'_>>() <= 16 * 2);
    assert!(size_of::<Variation<'_>>() <= 16 * 5);
}
