//! Material lists: which material each geometry of a model has.

use std::io;

use binio::{Bytes, Findings, Limits, Name, Path, Severity};
use urho_core::tree::{Edits, Span};

use crate::error::{Error, ErrorKind, of_text};
use crate::kinds;

/// A material list: a text file beside a model, the name of a material on each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialList<'a> {
    text: Bytes<'a>,
}

impl<'a> MaterialList<'a> {
    /// Reads a list. Borrows the file.
    ///
    /// # Errors
    /// A NUL, or more lines than [`Limits::max_entries`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &Limits::default())
    }

    /// As [`parse`](Self::parse), with other limits.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
            return Err(Error::new(ErrorKind::NotAList, Path::new()).at(at as u64));
        }
        let list = Self { text: Bytes::from(bytes) };
        let beyond = list.spans().nth(usize::try_from(limits.entries()).unwrap_or(usize::MAX));
        match beyond {
            Some(span) => Err(Error::new(binio::Fault::Limit("lines"), Path::new()).at(u64::from(span.start))),
            None => Ok(list),
        }
    }

    /// A list of these names, one line each, ended by CR LF as the engine's importer ends them.
    ///
    /// # Errors
    /// A name with a line end or a NUL inside.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<MaterialList<'static>, Error> {
        let mut text = Vec::new();
        for (index, name) in names.into_iter().enumerate() {
            check(name, index)?;
            text.extend_from_slice(name.as_bytes());
            text.extend_from_slice(b"\r\n");
        }
        Ok(MaterialList { text: Bytes::from(text) })
    }

    /// Where the lines are, without their ends: LF, CR LF or CR.
    fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let text: &[u8] = &self.text;
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
            let len = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
            let span = Span::new(at, at + len);
            let end = rest.get(len..).unwrap_or_default();
            at += len + if end.starts_with(b"\r\n") { 2 } else { usize::from(!end.is_empty()) };
            Some(span)
        })
    }

    /// The names, white space around them aside: that of geometry 0 first. An empty name, and one that doesn't exist, such as
    /// `null`, leaves the geometry its material.
    pub fn names(&self) -> impl Iterator<Item = Name<'_>> {
        self.spans().map(|span| Name::from(span.of(&self.text).trim_ascii()))
    }

    /// Gives geometry `index` another material; the lines before it are added, empty, if they aren't there.
    ///
    /// # Errors
    /// A name with a line end or a NUL inside; more lines than [`Limits::max_entries`].
    pub fn set_name(&mut self, index: usize, name: &str) -> Result<(), Error> {
        check(name, index)?;
        if index as u64 >= Limits::default().entries() {
            return Err(Error::new(binio::Fault::Limit("lines"), Path::from([("geometry", index)])));
        }
        let mut edits = Edits::new();
        let spans: Vec<Span> = self.spans().collect();
        match spans.get(index) {
            Some(span) => edits.replace(*span, name),
            None => {
                let newline: &[u8] =
                    if self.text.contains(&b'\n') && !self.text.contains(&b'\r') { b"\n" } else { b"\r\n" };
                let is_ended = self.text.last().is_none_or(|last| matches!(last, b'\r' | b'\n'));
                let ends = index - spans.len() + usize::from(!is_ended);
                let added = [&newline.repeat(ends), name.as_bytes(), newline].concat();
                edits.insert(Span::new(0, self.text.len()).end, added);
            }
        }
        self.text = Bytes::from(edits.apply(&self.text).map_err(of_text)?);
        Ok(())
    }

    /// Returns what is unusual: names that leave a geometry its material, and lines that no geometry is for, if their number is known.
    pub fn validate_for(&self, geometries: Option<usize>) -> Findings {
        let mut findings = Findings::new();
        for (index, span) in self.spans().enumerate() {
            let name = span.of(&self.text).trim_ascii();
            let message = if geometries.is_some_and(|count| index >= count) {
                "the model has no such geometry; the engine ignores the line"
            } else if name.is_empty() || name.eq_ignore_ascii_case(b"null") {
                "no name; the geometry keeps its material"
            } else {
                continue;
            };
            findings.add_at(kinds::LIST_LINE, Severity::Note, [("line", index)], message, u64::from(span.start));
        }
        let lines = self.spans().count();
        if let Some(count) = geometries.filter(|count| lines < *count) {
            let message = format!("{lines} lines for {count} geometries; the others keep their materials");
            findings.add_at(kinds::LIST_LENGTH, Severity::Note, "list", message, self.text.len() as u64);
        }
        findings
    }

    /// As [`validate_for`](Self::validate_for), without the number of geometries.
    pub fn validate(&self) -> Findings {
        self.validate_for(None)
    }

    /// The text of the file.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The file, byte for byte as it was read where nothing was edited.
    ///
    /// # Errors
    /// None today; as in all formats.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.text.to_vec())
    }

    /// Length of the file in bytes.
    ///
    /// # Errors
    /// None today; as in all formats.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.text.len() as u64)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write_to(&self, out: impl io::Write) -> io::Result<()> {
        crate::source::write_to(&self.text, out)
    }

    /// The same list, owning its text.
    pub fn into_owned(self) -> MaterialList<'static> {
        MaterialList { text: self.text.into_owned() }
    }
}

fn check(name: &str, index: usize) -> Result<(), Error> {
    if name.contains(['\r', '\n', '\0']) {
        let kind = ErrorKind::NotInForm("a line of a list holds no line end and no NUL");
        return Err(Error::new(kind, Path::from([("geometry", index)])));
    }
    Ok(())
}
