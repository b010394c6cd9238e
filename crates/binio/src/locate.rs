//! Finds the byte offsets of findings.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use crate::findings::Findings;
use crate::path::Segment;
use crate::write::{Encode, Sink, Writer};

/// Sets the offsets of findings about parts of `document`. Call this at the end of a validation. The offset is the
/// position of the part in the encoded document; if the document was not changed, this is its position in the file. If
/// a finding is about a smaller part that is not counted, it gets the offset of the part around it. Findings that
/// already have an offset don't change.
///
/// If there is a finding without an offset, this encodes the document once, without storing the bytes.
pub fn locate<E: Encode + ?Sized>(document: &E, findings: &mut Findings) {
    let mut wanted = BTreeSet::new();
    for finding in findings.iter().filter(|finding| finding.offset.is_none()) {
        let steps = steps(finding.path.segments());
        (1..=steps.len()).filter_map(|length| steps.get(..length)).for_each(|way| {
            wanted.insert(way.to_vec());
        });
    }
    if wanted.is_empty() {
        return;
    }
    let mut writer = Writer::new(Locator { wanted, found: BTreeMap::new(), way: Vec::new() });
    // If the document can't be encoded, the parts before the error have offsets.
    let _ = document.encode(&mut writer);
    let found = writer.into_sink().found;
    findings.place(|path| {
        let steps = steps(path.segments());
        (1..=steps.len()).rev().find_map(|length| found.get(steps.get(..length)?).copied())
    });
}

/// A part, and its index if there are several.
type Step = (&'static str, Option<u64>);

/// Returns the steps of a path, up to the first name that comes from the file.
fn steps(segments: &[Segment]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for segment in segments {
        match segment {
            Segment::Part(part) => steps.push((part, None)),
            Segment::Index(index) => match steps.last_mut() {
                Some((_, number @ None)) => *number = Some(*index),
                _ => break,
            },
            Segment::Name(_) => break,
        }
    }
    steps
}

/// A sink to record where the needed parts begin.
struct Locator {
    wanted: BTreeSet<Vec<Step>>,
    found: BTreeMap<Vec<Step>, u64>,
    /// The parts that are open, outermost first.
    way: Vec<Step>,
}

impl Sink for Locator {
    fn put(&mut self, _: &[u8]) {}

    fn begin(&mut self, part: &'static str, index: Option<u64>, position: u64) {
        self.way.push((part, index));
        if self.wanted.contains(&self.way) && !self.found.contains_key(&self.way) {
            self.found.insert(self.way.clone(), position);
        }
    }

    fn end(&mut self) {
        self.way.pop();
    }

    fn mark(&mut self, part: &'static str, index: Option<u64>, position: u64) {
        let way = vec![(part, index)];
        if self.wanted.contains(&way) {
            self.found.entry(way).or_insert(position);
        }
    }
}
