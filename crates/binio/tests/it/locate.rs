//! Offsets of findings.

use binio::{Encode, Fault, Findings, Path, Segment, Severity, Sink, Within, Writer, Written, locate};

const KIND: binio::FindingKind = binio::FindingKind::new("binio/example", "An example.");

/// A name, boxes of words, and an end.
struct Document {
    name: &'static [u8],
    boxes: Vec<Vec<u32>>,
}

impl Encode for Document {
    type Kind = Fault;
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<Fault> {
        out.cstring(self.name).within("name")?;
        out.list("box", &self.boxes, |out, words| {
            out.list("word", words, |out, word| {
                out.u32_le(*word);
                Ok(())
            })
        })?;
        out.part("end", |out| {
            out.u8(0);
            Ok(())
        })
    }
}

/// A path of segments that no reader would create.
fn path<const N: usize>(segments: [Segment; N]) -> Path {
    let mut path = Path::new();
    segments.into_iter().for_each(|segment| path.push(segment));
    path
}

#[test]
fn findings_get_the_offset_of_the_innermost_known_part() {
    let document = Document { name: b"abc", boxes: vec![vec![1, 2], vec![3]] };
    let mut findings = Findings::new();
    findings.warning(&KIND, [("box", 1)], "");
    findings.warning(&KIND, [("box", 0), ("word", 1)], "");
    findings.warning(&KIND, Path::from([("box", 1)]).part("lid"), "");
    findings.warning(&KIND, Path::from([("box", 1)]).name(b"lid"), "");
    findings.warning(&KIND, "end", "");
    findings.warning(&KIND, "elsewhere", "");
    findings.add_at(&KIND, Severity::Note, [("box", 1)], "", 999);
    findings.warning(&KIND, [("box", 7)], "");
    // An index without a part before it, and two adjacent indices.
    findings.warning(&KIND, path([Segment::Index(1)]), "");
    findings.warning(&KIND, path([Segment::Part("box"), Segment::Index(1), Segment::Index(0)]), "");
    locate(&document, &mut findings);
    let offsets: Vec<Option<u64>> = findings.iter().map(|finding| finding.offset).collect();
    // 4 bytes of name, 4 of count; a box of 4 + 8 bytes, another of 4 + 4.
    let second = Some(8 + 12);
    assert_eq!(
        offsets,
        [second, Some(8 + 4 + 4), second, second, Some(8 + 12 + 8), None, Some(999), None, None, second]
    );
}

#[test]
fn what_stands_before_a_part_that_cannot_be_written_is_known() {
    struct Broken;
    impl Encode for Broken {
        type Kind = Fault;
        fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<Fault> {
            out.list("name", &[&b"good"[..], b"b\0d", b"good"], |out, name| out.cstring(name))
        }
    }
    let mut findings = Findings::new();
    (0..3).for_each(|number| findings.note(&KIND, [("name", number)], ""));
    locate(&Broken, &mut findings);
    assert_eq!(findings.iter().map(|finding| finding.offset).collect::<Vec<_>>(), [Some(4), Some(9), None]);
}

#[test]
fn a_marked_part_is_known_wherever_it_is() {
    struct Nested;
    impl Encode for Nested {
        type Kind = Fault;
        fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<Fault> {
            out.item("box", 3, |out| {
                out.u8(0);
                out.mark("function", Some(1));
                out.u8(0);
                // Only the first counts.
                out.mark("function", Some(1));
                out.item("lid", 0, |out| {
                    out.mark("head", None);
                    out.u8(0);
                    Ok(())
                })
            })
        }
    }
    let mut findings = Findings::new();
    findings.note(&KIND, [("function", 1)], "");
    findings.note(&KIND, "head", "");
    findings.note(&KIND, [("box", 3), ("lid", 0)], "");
    findings.note(&KIND, [("lid", 0)], "");
    locate(&Nested, &mut findings);
    assert_eq!(findings.iter().map(|finding| finding.offset).collect::<Vec<_>>(), [Some(1), Some(2), Some(2), None]);
}
