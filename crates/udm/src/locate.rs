//! Where in the bytes of a document findings are.

use alloc::vec::Vec;

use binio::{Findings, Path, Segment};

use crate::document::{Document, key};
use crate::places::{Places, Turn};
use crate::source::Form;
use crate::text::Syntax;
use crate::write;

impl Document<'_> {
    /// Gives findings without an offset the byte at which the innermost part that their path leads to begins, by keys and by numbers of items,
    /// from the root or from the asset's data on: of an unchanged document, in the file that it was read from.
    ///
    /// Costs a walk through the document, and that only if there is a finding without an offset.
    pub fn locate(&self, findings: &mut Findings) {
        if findings.iter().all(|finding| finding.offset.is_some()) {
            return;
        }
        let mut places = Places::of(findings, |path| self.way(path));
        let found = match self.form() {
            Form::Binary => write::locate(self, places),
            Form::Text => match self.to_bytes() {
                Ok(text) => {
                    if let Ok(syntax) = Syntax::parse(&text) {
                        places.walk(&syntax, self.root.get(key::DATA).is_some());
                    }
                    places
                }
                Err(_) => return,
            },
        };
        findings.place(|path| found.offset_of(&self.way(path)));
    }

    /// The keys and numbers of items that a path begins with, from the root on.
    fn way<'p>(&self, path: &'p Path) -> Vec<Turn<'p>> {
        let turns = path.segments().iter().map(|segment| match segment {
            Segment::Part(part) => Turn::Key(part.as_bytes()),
            Segment::Name(name) => Turn::Key(name),
            Segment::Index(index) => Turn::Item(*index),
        });
        let mut way: Vec<Turn<'_>> = turns.collect();
        let in_root = matches!(way.first(), Some(Turn::Key(name)) if self.root.get(name).is_some());
        if !in_root {
            way.insert(0, Turn::Key(key::DATA.as_bytes()));
        }
        way
    }
}
