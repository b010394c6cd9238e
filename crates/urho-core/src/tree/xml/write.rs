//! A writer for new XML in the layout of the engine.

use alloc::vec::Vec;
use core::ops::Range;

use binio::{MAX_DEPTH, Path};

use super::super::escape::{escape_attribute, escape_text, is_xml_name};
use crate::error::{Error, ErrorKind};

/// Writes XML elements, with a line for each element, tabs for indentation, and ` />` for empty elements.
///
/// You do not need to check each call for errors. The first error is remembered, and [`finish`](Self::finish) returns
/// it.
///
/// ```
/// use urho_core::tree::XmlWriter;
/// let mut xml = XmlWriter::document();
/// xml.open("material");
/// xml.open("cull").attribute("value", b"ccw").close();
/// xml.close();
/// assert_eq!(xml.finish()?, b"<?xml version=\"1.0\"?>\n<material>\n\t<cull value=\"ccw\" />\n</material>\n");
/// # Ok::<(), urho_core::Error>(())
/// ```
#[derive(Debug)]
pub struct XmlWriter {
    out: Vec<u8>,
    /// Where in `out` the names of the open elements are, and whether they have any content.
    open: Vec<(Range<usize>, Inside)>,
    newline: &'static [u8],
    unit: Vec<u8>,
    /// The indentation of the outermost elements.
    base: Vec<u8>,
    is_document: bool,
    fault: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// Nothing, so the start tag is still open.
    Nothing,
    Text,
    Elements,
}

impl XmlWriter {
    /// Creates a writer for a new file, which begins with a declaration.
    pub fn document() -> Self {
        let mut writer = Self::fragment(b"\n", b"\t", b"");
        writer.out.extend_from_slice(b"<?xml version=\"1.0\"?>\n");
        writer.is_document = true;
        writer
    }

    /// Creates a writer for elements that will be inserted into a file. The first line must already be indented; all
    /// others begin with `base`.
    pub fn fragment(newline: &'static [u8], unit: &[u8], base: &[u8]) -> Self {
        Self {
            out: Vec::new(),
            open: Vec::new(),
            newline,
            unit: unit.to_vec(),
            base: base.to_vec(),
            is_document: false,
            fault: None,
        }
    }

    /// Begins a child of the element that is open.
    pub fn open(&mut self, name: &str) -> &mut Self {
        if !is_xml_name(name.as_bytes()) {
            self.fault = self.fault.or(Some("not the name of an element"));
        }
        if self.open.len() >= usize::from(MAX_DEPTH) {
            self.fault = self.fault.or(Some("elements nested too deep"));
        }
        match self.open.last_mut() {
            Some((_, inside @ Inside::Nothing)) => {
                *inside = Inside::Elements;
                self.out.push(b'>');
                self.line(self.open.len());
            }
            Some((_, Inside::Elements)) => self.line(self.open.len()),
            Some((_, Inside::Text)) => {}
            None if self.out.is_empty() || self.is_document => {}
            None => self.line(0),
        }
        self.out.push(b'<');
        let start = self.out.len();
        self.out.extend_from_slice(name.as_bytes());
        self.open.push((start..self.out.len(), Inside::Nothing));
        self
    }

    /// Adds an attribute to the element that was opened last.
    pub fn attribute(&mut self, name: &str, value: &[u8]) -> &mut Self {
        if !matches!(self.open.last(), Some((_, Inside::Nothing))) {
            self.fault = self.fault.or(Some("an attribute outside of a start tag"));
            return self;
        }
        if !is_xml_name(name.as_bytes()) {
            self.fault = self.fault.or(Some("not the name of an attribute"));
        }
        self.out.push(b' ');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"=\"");
        if let Err(why) = escape_attribute(&mut self.out, value) {
            self.fault = self.fault.or(Some(why));
        }
        self.out.push(b'"');
        self
    }

    /// Adds text to the element that is open.
    pub fn text(&mut self, text: &[u8]) -> &mut Self {
        match self.open.last_mut() {
            Some((_, inside)) => {
                if *inside == Inside::Nothing {
                    self.out.push(b'>');
                }
                *inside = Inside::Text;
            }
            None => self.fault = self.fault.or(Some("text outside of an element")),
        }
        if let Err(why) = escape_text(&mut self.out, text) {
            self.fault = self.fault.or(Some(why));
        }
        self
    }

    /// Adds a child that is already written. Its lines are not changed.
    pub fn raw(&mut self, element: &[u8]) -> &mut Self {
        self.open("raw");
        if let Some((name, _)) = self.open.pop() {
            self.out.truncate(name.start - 1);
        }
        self.out.extend_from_slice(element);
        if self.open.is_empty() && self.is_document {
            self.out.extend_from_slice(self.newline);
        }
        self
    }

    /// Ends the element that is open.
    pub fn close(&mut self) -> &mut Self {
        let Some((name, inside)) = self.open.pop() else {
            self.fault = self.fault.or(Some("an end without a start"));
            return self;
        };
        match inside {
            Inside::Nothing => self.out.extend_from_slice(b" />"),
            Inside::Text | Inside::Elements => {
                if inside == Inside::Elements {
                    self.line(self.open.len());
                }
                self.out.extend_from_slice(b"</");
                self.out.extend_from_within(name);
                self.out.push(b'>');
            }
        }
        if self.open.is_empty() && self.is_document {
            self.out.extend_from_slice(self.newline);
        }
        self
    }

    /// Begins a line with the indentation for this depth.
    fn line(&mut self, depth: usize) {
        self.out.extend_from_slice(self.newline);
        self.out.extend_from_slice(&self.base);
        for _ in 0..depth {
            self.out.extend_from_slice(&self.unit);
        }
    }

    /// Returns the text that was written.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInText`] if a name is not valid, if there is a NUL, if an element is still open, or if
    /// the nesting is deeper than [`MAX_DEPTH`].
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        let open = (!self.open.is_empty()).then_some("an element that isn't closed");
        match self.fault.or(open) {
            Some(why) => Err(Error::new(ErrorKind::NotInText(why), Path::new())),
            None => Ok(self.out),
        }
    }
}
