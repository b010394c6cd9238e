//! Invalid scripts: kind and offset of each error.

use binio::{Fault, Limits};
use fuzzkit::asc::{Asc, body};
use testkit::hostile::{sample, truncations, with_small_stack};
use testkit::{ByteBuilder, laws};
use urho_asc::binio;
use urho_asc::{Error, ErrorKind, Module, ReadOptions, Script, Version};

/// Offset after `ASBC`, the mark, and five empty lists.
const FUNCTIONS: u64 = 10;

fn read(bytes: &[u8]) -> Result<Module<'_>, Error> {
    Module::parse_with(bytes, &ReadOptions::default().version(Version::As2_36))
}

#[track_caller]
fn fails(bytes: &[u8], kind: ErrorKind, offset: u64) {
    let error = read(bytes).expect_err("is bad");
    assert_eq!((error.kind(), error.offset()), (&kind, Some(offset)), "{error}");
    assert!(error.to_string().starts_with("AngelScript 2.36.1"), "{error}");
    body(bytes);
}

/// A stripped stream that begins with empty lists.
fn begin(empty_lists: usize) -> ByteBuilder {
    ByteBuilder::new().raw(b"ASBC\x01").raw(&vec![0; empty_lists])
}

/// `void f()` without code, as far as the kind of function.
fn function() -> ByteBuilder {
    begin(5).raw(b"\x01f\x02f\x00\x40\x50\x00\x00\x01\x00\x00\x00")
}

#[test]
fn other_files_are_refused() {
    for bytes in [&b""[..], b"ASB", b"ASBD\0", b"// source"] {
        let error = Script::parse(bytes).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (&ErrorKind::NotAScript, Some(0)));
        assert_eq!(Module::parse(bytes).unwrap_err().kind(), &ErrorKind::NotAScript);
    }
}

#[test]
fn counts_of_all_lists() {
    for lists in 0..14 {
        // Without functions, the lists are in stream order: two integers and interfaces aside.
        let bytes = begin(lists).raw(&[0x78, 0xff, 0xff, 0xff, 0xff]).build();
        let offset = 5 + lists as u64;
        let error = read(&bytes).unwrap_err();
        let found = match *error.kind() {
            ErrorKind::TooMany { count, .. } => Some(count),
            _ => None,
        };
        assert_eq!((found, error.offset()), (Some(u64::from(u32::MAX)), Some(offset)), "{error}");
        body(&bytes);
        // Maximum count that the engine accepts.
        let bytes = begin(lists).raw(&[0x6f, 0x42, 0x40]).build();
        let error = read(&bytes).unwrap_err();
        let fault = Fault::ImpossibleCount { count: 1_000_000, remaining: 0 };
        assert_eq!((error.kind(), error.offset()), (&ErrorKind::Data(fault), Some(offset)), "{error}");
        body(&bytes);
    }
}

#[test]
fn counts_of_all_nested_lists() {
    let class = || begin(1).raw(b"\x01\x02C\0\x20\0\x05\x01\0\0\0");
    let code = |bits: u8| begin(5).raw(b"\x01f\x02f\x00\x40\x50\x00\x00\x01\x00\x00").u8(bits);
    let parameters = || begin(5).raw(b"\x01f\x02f\x00\x40\x50\x00");
    let lists = [
        ("values", begin(0).raw(b"\x01\x02E\x04\0\0\0\x04\0")),
        ("interfaces", class()),
        ("constructors", class().raw(&[0, 0])),
        ("methods", class().raw(&[0, 0, 0])),
        ("virtual functions", class().raw(&[0, 0, 0, 0])),
        ("members", class().raw(&[0, 0, 0, 0, 0])),
        ("parameters", parameters()),
        ("reference kinds", parameters().raw(&[1, 1])),
        ("default arguments", parameters().raw(&[1, 1, 0, 1])),
        ("template arguments", begin(8).raw(b"\x01a\0\0")),
        ("instructions", code(0)),
        ("lives", code(8).raw(&[1, 10, 0, 0])),
        ("try blocks", code(16).raw(&[1, 10, 0, 0])),
        ("variables", code(0).raw(&[1, 10, 0, 0])),
    ];
    for (name, list) in lists {
        let offset = list.position() as u64;
        let bytes = list.raw(&[0x78, 0xff, 0xff, 0xff, 0xff]).raw(&[0; 40]).build();
        let error = read(&bytes).unwrap_err();
        let found = match *error.kind() {
            ErrorKind::TooMany { count, .. } => Some(count),
            _ => None,
        };
        assert_eq!((found, error.offset()), (Some(u64::from(u32::MAX)), Some(offset)), "{name}: {error}");
        body(&bytes);
    }
}

#[test]
fn nested_lists_cannot_claim_the_same_bytes() {
    // 20 enums of at least 7 bytes; the first claims values of 5 bytes up to the end.
    let bytes = ByteBuilder::new().raw(b"ASBC\x01\x14\x02E\x04\0\0\0\x04\x00\x1e").raw(&[0; 150]).build();
    let fault = Fault::ImpossibleCount { count: 30, remaining: 150 - 19 * 7 };
    fails(&bytes, fault.into(), 14);
}

#[test]
fn numbers_out_of_range() {
    fails(&begin(5).raw(b"\x81").build(), ErrorKind::OutOfRange { what: "function", value: -1 }, FUNCTIONS);
    fails(b"ASBC\x02", ErrorKind::OutOfRange { what: "the mark", value: 2 }, 4);
    let parameters = begin(5).raw(b"\x01f\x02f\x00\x40\x50\x00\x41\x01").build();
    fails(&parameters, ErrorKind::TooMany { what: "parameter", count: 257 }, 18);
    let arguments = begin(8).raw(b"\x01a\x02A\x00\x40\x65").raw(&[0; 300]).build();
    fails(&arguments, ErrorKind::TooMany { what: "template argument", count: 101 }, 18);
    let kind = begin(5).raw(b"\x01f\x02f\x00\x40\x50\x00\x00\x40\x81").build();
    fails(&kind, ErrorKind::OutOfRange { what: "kind of function", value: 129 }, 19);
}

#[test]
fn references_to_nothing() {
    let text = begin(12).raw(b"\x01\x01").build();
    fails(&text, ErrorKind::NoSuch { what: "text", index: 0 }, 18);
    fails(&begin(5).raw(b"\x01r\x00").build(), ErrorKind::NoSuch { what: "function", index: 0 }, 12);
    let data_type = begin(9).raw(b"\x01\x03").build();
    fails(&data_type, ErrorKind::NoSuch { what: "type", index: 2 }, 15);
}

#[test]
fn types_that_hold_themselves() {
    // Array<…> whose argument is the type being read.
    let bytes = begin(9).raw(b"\x01\x00\x05a\x02A\x00\x01s\x01\x00").build();
    fails(&bytes, ErrorKind::SelfReference, 23);
}

#[test]
fn deep_types() {
    // A list of a list …: the maximum depth, and one deeper.
    let nested = |depth: usize| begin(8).raw(b"\x01").raw(&vec![b'l'; depth - 1]).raw(&[0; 6]).build();
    with_small_stack(|| {
        let bytes = nested(128);
        let module = read(&bytes).unwrap();
        assert_eq!(module.to_bytes().unwrap(), bytes);
        let _ = module.declarations().to_string();
    });
    fails(&nested(129), Fault::Limit("depth of types").into(), 14 + 128);
    // Arguments of arguments: each level is a new type.
    let arguments = b"\x00\x05a\x00\x00\x01s".repeat(200);
    let bytes = begin(9).raw(b"\x01").raw(&arguments).raw(&[0; 20]).build();
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Data(Fault::Limit("depth of types")));
    body(&bytes);
}

#[test]
fn types_that_would_be_spelled_without_end() {
    // 60 types, each a pair of the previous: 2^60 words if all were spelled out.
    let mut bytes = begin(9).raw(&[60, 0, 0x40, 0x44, 0]);
    for before in 1..60 {
        bytes = bytes.raw(b"\x00\x05a\x00\x00\x02s").raw(&[before]).raw(b"s").raw(&[before, 0]);
    }
    let bytes = bytes.raw(&[0; 4]).build();
    let module = read(&bytes).unwrap();
    let text = module.type_text(urho_asc::TypeId(59)).to_string();
    assert!(text.len() < 500, "{} bytes", text.len());
    body(&bytes);
}

#[test]
fn texts_mentioned_too_often() {
    // One text of 100 000 bytes, referenced 5 000 times: 500 MB if all were copied.
    let mention = b"\x01".repeat(5000);
    let text = vec![b'x'; 100_000];
    let bytes = begin(12).raw(&[0x53, 0x89, 0x63, 0x0d, 0x40]).raw(&text).raw(&mention).raw(&[0]).build();
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Data(Fault::Limit("expanded bytes")), "{error}");
    assert!(matches!(Script::parse(&bytes), Ok(Script::Opaque(_))));
    // Ten times four bytes, where eight are allowed.
    let bytes = begin(12).raw(b"\x0b\x08text").raw(&[1; 10]).raw(&[0]).build();
    assert_eq!(read(&bytes).unwrap().strings, ["text"; 11]);
    let options = ReadOptions::default().version(Version::As2_36).limits(Limits::default().max_expanded_bytes(8));
    let error = Module::parse_with(&bytes, &options).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Data(Fault::Limit("expanded bytes")), "{error}");
}

#[test]
fn letters_that_mean_nothing() {
    let tag = |what, tag| ErrorKind::UnknownTag { what, tag };
    fails(&begin(5).raw(b"\x01q").build(), tag("kind of function reference", b'q'), 11);
    fails(&begin(8).raw(b"\x01q").build(), tag("kind of type", b'q'), 14);
    fails(&begin(10).raw(b"\x01q").build(), tag("origin of a function", b'q'), 16);
    let shared = begin(0).raw(b"\x01\x02E\x04\x40\0\0\x04\x00q").build();
    fails(&shared, tag("mark of a shared type", b'q'), 14);
    let funcdef = begin(2).raw(b"\x01f\x02F\x00\x40\x50\x00\x00\x04\x00q").build();
    fails(&funcdef, tag("place of a funcdef", b'q'), 18);
}

#[test]
fn instructions_that_do_not_exist() {
    for opcode in [201, 249, 252, 254, 255] {
        let bytes = function().raw(&[0x01, opcode]).raw(&[0; 12]).build();
        let offset = bytes.len() as u64 - 13;
        let error = read(&bytes).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (&ErrorKind::UnknownInstruction(opcode), Some(offset)), "{error}");
        body(&bytes);
    }
}

#[test]
fn forms_that_angelscript_does_not_write() {
    // 0 in two bytes, and minus 0.
    fails(&begin(5).raw(b"\x40\x00").build(), ErrorKind::NotCanonical, FUNCTIONS);
    fails(&begin(5).raw(b"\x80").build(), ErrorKind::NotCanonical, FUNCTIONS);
    // The same text stored twice: an odd reference is required where the second begins.
    let twice = begin(12).raw(b"\x02\x02a\x02a\x00").build();
    fails(&twice, ErrorKind::NotCanonical, 20);
    assert!(matches!(Script::parse(&twice), Ok(Script::Opaque(_))));
}

#[test]
fn bytes_behind_the_end() {
    let bytes = begin(14).raw(&[0]).build();
    fails_plain(&bytes, Fault::Trailing(1), 19);
}

#[track_caller]
fn fails_plain(bytes: &[u8], fault: Fault, offset: u64) {
    let error = read(bytes).expect_err("is bad");
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::Data(fault), Some(offset)), "{error}");
}

/// Scripts with code, modified and truncated: each byte in `cargo xtask soak`.
#[test]
fn bytes_changed_and_cut() {
    let has_code = |seed: &Vec<u8>| read(seed).is_ok_and(|module| !module.functions.is_empty());
    let scripts: Vec<Vec<u8>> = (fuzzkit::asc::TARGET.seeds)().into_iter().filter(has_code).collect();
    assert!(scripts.len() >= 8, "{} generated scripts have code", scripts.len());
    let check = |bytes: &[u8]| {
        laws::lossless::<Asc<0>>(bytes);
        laws::located::<Asc<3>>(bytes);
        if let Ok(module) = read(bytes) {
            let _ = (module.validate(), module.declarations().to_string());
        }
    };
    for script in scripts {
        let step = sample(script.len(), 80);
        truncations(&script).step_by(step).for_each(check);
        for offset in (0..script.len()).step_by(step) {
            for change in [0xff, 0x01] {
                let mut changed = script.clone();
                changed[offset] ^= change;
                check(&changed);
            }
        }
    }
}

/// Invalid operands and jumps out of the function are findings: the file can be opened.
#[test]
fn code_that_the_engine_refuses_is_found() {
    let bytes = function().raw(b"\x04\x3d\x05\x0b\x20\x62\x03\x0a\x00\x00\x00\x00").raw(&[0; 7]).build();
    let module = read(&bytes).unwrap();
    let findings: Vec<String> = module.validate().iter().map(ToString::to_string).collect();
    assert_eq!(
        findings,
        [
            "error: function 0 > instruction 0: no function 5 (of 0): the engine can't load it (at byte 0xb)",
            "error: function 0 > instruction 1: jumps to 34 of 4: the engine reads past its tables (at byte 0xb)",
            "error: function 0 > instruction 2: no global 1 (of 0): the engine can't load it (at byte 0xb)",
        ]
    );
    body(&bytes);
}
