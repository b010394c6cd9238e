//! Messages and paths of errors.

use std::error::Error as _;

use binio::{
    Budget, Bytes, Error, Failure, Fault, Finding, Findings, Input, Limits, MAX_DEPTH, Name, Parsed, Path, Segment,
    Severity, Within,
};

const KIND: binio::FindingKind = binio::FindingKind::new("binio/example", "An example.");

const END: Fault = Fault::UnexpectedEnd { needed: 4, remaining: 1 };

#[test]
fn faults_have_messages() {
    for (fault, text) in [
        (END, "expected 4 bytes, found 1"),
        (
            Fault::ImpossibleCount { count: 9, remaining: 2 },
            "expected a count that fits into the remaining 2 bytes, found 9",
        ),
        (Fault::Unterminated, "expected a NUL at the end of the text, found none"),
        (Fault::Expected("UMDL"), "expected \"UMDL\", found other bytes"),
        (Fault::EndlessInteger, "unterminated variable-length integer"),
        (Fault::Trailing(3), "expected the end of the data, found 3 more bytes"),
        (Fault::Limit("depth"), "exceeded the limit of depth"),
        (Fault::TooLarge { value: 256, max: 255 }, "expected at most 255, found 256"),
        (Fault::NulInName, "expected a name without NUL, found one inside"),
        (Fault::Malformed(binio::nom::error::ErrorKind::Digit), "malformed data (Digit)"),
    ] {
        assert_eq!(fault.to_string(), text);
    }
}

/// A failure keeps the two innermost parts and the outermost.
#[test]
fn a_failure_remembers_three_parts() {
    let text = |failure: Failure<Fault>| Error::from(failure).path().to_string();
    let failure = Failure::new(END, 7);
    assert_eq!((*failure.kind(), failure.offset()), (END, 7));
    assert_eq!(text(failure), "");
    let failure = failure.within("a", None);
    assert_eq!(text(failure), "a");
    let failure = failure.within("b", Some(2));
    assert_eq!(text(failure), "b 2 > a");
    let failure = failure.within("c", None);
    assert_eq!(text(failure), "c > b 2 > a");
    let failure = failure.within("d", Some(4));
    assert_eq!(text(failure), "d 4 > b 2 > a");
    let failure = failure.within("e", None).within("f", Some(u32::MAX));
    assert_eq!(text(failure), "f 4294967295 > b 2 > a");
    assert!(size_of::<Failure<Fault>>() <= 128, "it is copied");
}

#[test]
fn within_reads_as_one_would_say_it() {
    fn fail(input: Input<'_>) -> Parsed<'_, u32, Fault> {
        binio::u32_le(input).within("size").within_item("entry", 3)
    }
    let error = binio::parse(Input::at(b"x", 0x20), fail).unwrap_err();
    assert_eq!(error.to_string(), "entry 3 > size: expected 4 bytes, found 1 (at byte 0x20)");
    let written: Result<(), Failure<Fault>> = Err(Failure::new(END, 0));
    let error = Error::from(written.within("size").within_item("entry", 3).unwrap_err());
    assert_eq!(error.path().to_string(), "entry 3 > size");
    let passed: Result<u8, Failure<Fault>> = Ok(5);
    assert_eq!(passed.within("size").within_item("entry", 3), Ok(5));
}

#[test]
fn errors_say_what_and_where() {
    let error: Error<Fault> = Error::from(Failure::new(END, 0x24).within("element", Some(3)));
    assert_eq!((error.kind(), error.offset()), (&END, Some(0x24)));
    assert_eq!(error.to_string(), "element 3: expected 4 bytes, found 1 (at byte 0x24)");
    let error = error.within(Segment::Index(0)).within(Segment::Part("vertex buffer"));
    assert_eq!(error.path().to_string(), "vertex buffer 0 > element 3");
    assert_eq!(
        format!("{error:?}"),
        "Error { kind: UnexpectedEnd { needed: 4, remaining: 1 }, offset: Some(36), path: Path([Part(\"vertex buffer\"), \
         Index(0), Part(\"element\"), Index(3)]) }"
    );
    let other = error.map_kind(|_| Fault::Unterminated);
    assert_eq!(
        other.to_string(),
        "vertex buffer 0 > element 3: expected a NUL at the end of the text, found none (at byte 0x24)"
    );
    assert_eq!(other.into_kind(), Fault::Unterminated);
    let edit: Error<Fault> = Error::new(Fault::NulInName, "name");
    assert_eq!(
        (edit.offset(), edit.to_string().as_str()),
        (None, "name: expected a name without NUL, found one inside")
    );
    assert_eq!(edit.at(0).to_string(), "name: expected a name without NUL, found one inside (at byte 0x0)");
    let bare: Error<Fault> = Error::new(END, Path::new());
    assert_eq!(bare.to_string(), "expected 4 bytes, found 1");
    assert_eq!(size_of::<Error<Fault>>(), size_of::<usize>());
}

#[test]
fn errors_are_equal_by_all_they_say() {
    let error = |fault, part: &'static str, offset| Error::<Fault>::new(fault, part).at(offset);
    assert_eq!(error(END, "a", 1), error(END, "a", 1));
    assert_ne!(error(END, "a", 1), error(END, "a", 2));
    assert_ne!(error(END, "a", 1), error(END, "b", 1));
    assert_ne!(error(END, "a", 1), error(Fault::Unterminated, "a", 1));
    assert_ne!(error(END, "a", 1), Error::new(END, "a"));
}

#[test]
fn errors_become_io_errors() {
    fn assert_sendable<T: Send + Sync + 'static>(_: &T) {}
    let error: Error<Fault> = Error::new(END, "size");
    assert_sendable(&error);
    assert!(error.source().is_none(), "the kind is part of the text");
    let text = error.to_string();
    let io = std::io::Error::from(error);
    assert_eq!((io.kind(), io.to_string()), (std::io::ErrorKind::InvalidData, text));
    let back = io.into_inner().unwrap().downcast::<Error<Fault>>().unwrap();
    assert_eq!(*back.kind(), END);
}

#[test]
fn paths() {
    assert!(Path::new().is_empty() && Path::new().to_string().is_empty());
    let path = Path::from("mesh").item("LOD", 2).name(b"a > b\x1b").part("size");
    assert_eq!(path.to_string(), r"mesh > LOD 2 > a > b\u{1b} > size");
    assert_eq!(path.segments().len(), 5);
    assert_eq!(path.segments()[2], Segment::Index(2));
    let mut path = Path::new();
    path.push(Segment::Index(4));
    path.push(Segment::Name(Name::from("key")));
    path.push(Segment::Index(u64::MAX));
    assert_eq!(path.to_string(), "4 > key 18446744073709551615");
    assert_eq!(Path::from([("a", 0), ("b", 1)]), Path::new().item("a", 0).item("b", 1));
}

#[test]
fn names_are_escaped_where_they_could_mislead() {
    for (bytes, text) in [
        (&b"Bip01 L Thigh"[..], "Bip01 L Thigh"),
        ("größe 日本 \u{1f600}".as_bytes(), "größe 日本 \u{1f600}"),
        (b"a\\x41", r"a\\x41"),
        (b"\x1b[2J\r\n\t\x07\x7f", r"\u{1b}[2J\u{d}\u{a}\u{9}\u{7}\u{7f}"),
        ("\u{85}\u{9b}".as_bytes(), r"\u{85}\u{9b}"),
        ("\u{202e}gnp\u{2066}\u{200f}\u{61c}".as_bytes(), r"\u{202e}gnp\u{2066}\u{200f}\u{61c}"),
        ("\u{200b}\u{2028}\u{feff}\u{e0041}".as_bytes(), r"\u{200b}\u{2028}\u{feff}\u{e0041}"),
        (b"\xff\xc3(\xe2\x82", r"\xff\xc3(\xe2\x82"),
        (b"\xed\xa0\x80", r"\xed\xa0\x80"),
        (b"", ""),
    ] {
        let name = Name::from(bytes);
        assert_eq!(name.to_string(), text);
        assert_eq!(format!("{name:?}"), format!("\"{text}\""));
        assert_eq!(name.as_str(), std::str::from_utf8(bytes).ok());
        let plain = name.as_str().map_or_else(|| text.to_string(), str::to_string);
        assert_eq!(name.to_text(), plain);
    }
}

#[test]
fn names_compare_by_their_bytes() {
    let name = Name::from("abc");
    assert!(name == "abc" && name == *"abc" && name != "ab" && name.len() == 3);
    assert_eq!(name, Name::from(String::from("abc")));
    assert_eq!(name, Name::from(b"abc".to_vec()));
    assert_eq!(name.borrowed(), name.clone().into_owned());
    assert!(Name::from("Z").cmp(&Name::from("a")).is_lt() && Name::default().is_empty());
}

#[test]
fn blocks_are_borrowed_until_changed() {
    let bytes = [1, 2, 3];
    let mut block = Bytes::from(&bytes[..]);
    assert!(block.is_borrowed() && block.as_ptr() == bytes.as_ptr());
    assert!(block.borrowed().is_borrowed() && !block.clone().into_owned().is_borrowed());
    block.to_mut().push(4);
    assert!(!block.is_borrowed() && *block == [1, 2, 3, 4]);
    assert_eq!(format!("{block:?} {:?}", Bytes::EMPTY), "4 bytes 0 bytes");
    assert_eq!(Bytes::from(vec![1, 2, 3]), Bytes::from(&bytes[..]));
}

#[test]
fn findings() {
    let mut findings = Findings::new();
    assert!(findings.is_empty() && findings.worst().is_none());
    findings.note(&KIND, "tail", "odd");
    assert_eq!(findings.worst(), Some(Severity::Note));
    findings.error(&KIND, [("bone", 3)], String::from("bad"));
    findings.warning(&KIND, Path::new(), "looks wrong");
    findings.add_at(&KIND, Severity::Note, "index", "here", 0x1f);
    assert_eq!((findings.len(), findings.worst()), (4, Some(Severity::Error)));
    let text: Vec<String> = findings.iter().map(Finding::to_string).collect();
    let expected =
        ["note: tail: odd", "error: bone 3: bad", "warning: looks wrong", "note: index: here (at byte 0x1f)"];
    assert_eq!(text, expected);
    let mut more = Findings::new();
    more.extend(findings.clone());
    assert_eq!(more, findings);
    assert_eq!((&more).into_iter().count(), 4);
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
    assert_eq!(format!("[{:>8}]", Severity::Error), "[   error]");
}

#[test]
fn limits_and_budgets() {
    assert_eq!(Limits::UNLIMITED.depth(), MAX_DEPTH, "what would overflow the stack is never lifted");
    let mut limits = Limits::default();
    assert_eq!(limits.depth(), 128);
    limits = limits.max_depth(u16::MAX);
    assert_eq!(limits.depth(), 128);
    limits = limits.max_depth(3);
    assert_eq!(limits.depth(), 3);
    limits = limits.max_expanded_bytes(10);
    let mut budget: Budget = limits.budget();
    assert_eq!(budget.spend(4), Ok(()));
    assert_eq!(budget.spend(7), Err(Fault::Limit("expanded bytes")));
    assert_eq!(budget.left(), 6, "what was too much isn't taken");
    assert_eq!(budget.spend(6), Ok(()));
    assert_eq!((budget.spend(0), budget.left()), (Ok(()), 0));
    assert_eq!(budget.spend(u64::MAX), Err(Fault::Limit("expanded bytes")));
    let mut unlimited = Limits::UNLIMITED.budget();
    assert_eq!(unlimited.spend(u64::MAX), Ok(()));
}
