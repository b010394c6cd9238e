//! Material lists, which name a material for each geometry of a model.

use std::io;

use binio::{Bytes, Findings, Limits, Name, Path, Severity};
use urho_core::tree::{Edits, Span};

use crate::error::{Error, ErrorKind, of_text};
use crate::kinds;

/// A material list, which tells a program what materials to use for a model. This is a text file next to the model,
/// with the name of a material on each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialList<'a> {
    text: Bytes<'a>,
}

binio::into_owned! { pub MaterialList { text } }

impl<'a> MaterialList<'a> {
    /// Reads a material list. The text is borrowed from `bytes`.
    ///
    /// # Errors
    /// This function will return an error if the text contains NUL or if there are more lines than
    /// [`Limits::max_entries`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &Limits::default())
    }

    /// Reads a material list using other limits.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
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

    /// Creates a list from names. Each line ends with CR LF, as in the importer of the engine.
    ///
    /// # Errors
    /// This function will return an error if a name contains a line end or NUL.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<MaterialList<'static>, Error> {
        let mut text = Vec::new();
        for (index, name) in names.into_iter().enumerate() {
            check(name, index)?;
            text.extend_from_slice(name.as_bytes());
            text.extend_from_slice(b"\r\n");
        }
        Ok(MaterialList { text: Bytes::from(text) })
    }

    /// Iterates over the ranges of the lines, not including the line ends (LF, CR LF or CR).
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

    /// Iterates over the names, beginning with geometry 0. White space around them is removed.
    ///
    /// If the name is empty or there is no such material (for example `null`), the geometry keeps the material that it
    /// has.
    pub fn names(&self) -> impl Iterator<Item = Name<'_>> {
        self.spans().map(|span| Name::from(span.of(&self.text).trim_ascii()))
    }

    /// Sets the material for a geometry. When the list is too short, empty lines will be added to it.
    ///
    /// # Errors
    /// This function will return an error if the name contains a line end or NUL, or if there would be more lines than
    /// [`Limits::max_entries`].
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

    /// Sets the material for many geometries in a single edit. The lines must exist.
    ///
    /// # Errors
    /// Returns the same errors as [`set_name`](Self::set_name), and [`ErrorKind::NoSuch`] if a line does not exist.
    /// Nothing is changed after an error.
    pub fn set_names(&mut self, names: &[(usize, &str)]) -> Result<(), Error> {
        let spans: Vec<Span> = self.spans().collect();
        let mut edits = Edits::new();
        for (index, name) in names {
            check(name, *index)?;
            let span = spans.get(*index);
            let span = span.ok_or_else(|| Error::new(ErrorKind::NoSuch("line"), Path::from([("geometry", *index)])))?;
            edits.replace(*span, *name);
        }
        self.text = Bytes::from(edits.apply(&self.text).map_err(of_text)?);
        Ok(())
    }

    /// Returns findings about unusual lines. Some lines leave a geometry with the material that it has. When you pass
    /// the number of geometries, lines without a geometry are reported too.
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

    /// Does the same as [`validate_for`](Self::validate_for). Use this if you do not know the number of geometries.
    pub fn validate(&self) -> Findings {
        self.validate_for(None)
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the file. If you have not changed it, these are the same bytes as before.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other formats.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.text.to_vec())
    }

    /// Returns the length of the file in bytes.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other formats.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.text.len() as u64)
    }

    /// Writes the file to `out`.
    ///
    /// # Errors
    /// This function will return any error from `out`.
    pub fn write_to(&self, out: impl io::Write) -> io::Result<()> {
        crate::source::write_to(&self.text, out)
    }
}

fn check(name: &str, index: usize) -> Result<(), Error> {
    if name.contains(['\r', '\n', '\0']) {
        let kind = ErrorKind::NotInForm("a line of a list holds no line end and no NUL");
        return Err(Error::new(kind, Path::from([("geometry", index)])));
    }
    Ok(())
}
