//! A writer for new JSON in the layout of the engine.

use alloc::vec::Vec;
use std::io::Write as _;

use binio::{MAX_DEPTH, Path};

use crate::error::{Error, ErrorKind};

/// Writes JSON values, with a line for each member or item and tabs for indentation.
///
/// You do not need to check each call for errors. The first error is remembered, and [`finish`](Self::finish) returns
/// it.
///
/// ```
/// use urho_core::tree::JsonWriter;
/// let mut json = JsonWriter::document();
/// json.object().member("cull").string("ccw").member("renderorder").raw("128").end();
/// assert_eq!(json.finish()?, b"{\n\t\"cull\": \"ccw\",\n\t\"renderorder\": 128\n}");
/// # Ok::<(), urho_core::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonWriter {
    out: Vec<u8>,
    /// The closing brackets of the values that are open, and whether there is already an item in each.
    open: Vec<(u8, bool)>,
    /// Whether a key was written, so that its value must follow.
    has_key: bool,
    newline: &'static [u8],
    unit: Vec<u8>,
    base: Vec<u8>,
    fault: Option<&'static str>,
}

impl JsonWriter {
    /// Creates a writer for a new file.
    pub fn document() -> Self {
        Self::fragment(b"\n", b"\t", b"")
    }

    /// Creates a writer for a value that will be inserted into a file. The first line must already be indented; all
    /// others begin with `base`.
    pub fn fragment(newline: &'static [u8], unit: &[u8], base: &[u8]) -> Self {
        Self {
            out: Vec::new(),
            open: Vec::new(),
            has_key: false,
            newline,
            unit: unit.to_vec(),
            base: base.to_vec(),
            fault: None,
        }
    }

    /// Begins an object.
    pub fn object(&mut self) -> &mut Self {
        self.begin(b'{', b'}')
    }

    /// Begins an array.
    pub fn array(&mut self) -> &mut Self {
        self.begin(b'[', b']')
    }

    /// Ends the object or array that is open.
    pub fn end(&mut self) -> &mut Self {
        let Some((close, has_items)) = self.open.pop().filter(|_| !self.has_key) else {
            self.fault = self.fault.or(Some("an end without a start"));
            return self;
        };
        if has_items {
            self.line();
        }
        self.out.push(close);
        self
    }

    /// Writes the key of a member. You must write its value next.
    pub fn member(&mut self, name: &str) -> &mut Self {
        // A member that is inserted into an object of the file is outside all brackets of this writer.
        if self.has_key || self.open.last().is_some_and(|(close, _)| *close != b'}') {
            self.fault = self.fault.or(Some("a key outside of an object"));
        }
        self.item();
        self.quoted(name);
        self.out.extend_from_slice(b": ");
        self.has_key = true;
        self
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.value();
        self.quoted(text);
        self
    }

    /// Writes a boolean.
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.raw(if value { "true" } else { "false" })
    }

    /// Writes the value `null`.
    pub fn null(&mut self) -> &mut Self {
        self.raw("null")
    }

    /// Writes a number as the engine does, with a fraction and without losing digits: `0.5`, `1.0`, `0.00001`, `1e-7`.
    /// Note that JSON can't store infinities.
    pub fn number(&mut self, value: f64) -> &mut Self {
        if !value.is_finite() {
            self.fault = self.fault.or(Some("JSON has no infinite numbers"));
        }
        // The engines' own algorithm, Grisu2: its last digit is sometimes not the nearest.
        self.raw(dtoa::Buffer::new().format(value))
    }

    /// Writes a value that is already JSON, for example an integer or a value from another file.
    pub fn raw(&mut self, value: &str) -> &mut Self {
        self.value();
        self.out.extend_from_slice(value.as_bytes());
        self
    }

    fn begin(&mut self, open: u8, close: u8) -> &mut Self {
        self.value();
        if self.open.len() >= usize::from(MAX_DEPTH) {
            self.fault = self.fault.or(Some("values nested too deep"));
        }
        self.out.push(open);
        self.open.push((close, false));
        self
    }

    /// Writes what must come before a value.
    fn value(&mut self) {
        if core::mem::take(&mut self.has_key) {
            return;
        }
        if self.open.last().is_some_and(|(close, _)| *close == b'}') {
            self.fault = self.fault.or(Some("a value without a key in an object"));
        }
        self.item();
    }

    /// Writes what must come before an item or a key.
    fn item(&mut self) {
        match self.open.last_mut() {
            Some((_, has_items)) => {
                if core::mem::replace(has_items, true) {
                    self.out.push(b',');
                }
                self.line();
            }
            None if !self.out.is_empty() => self.fault = self.fault.or(Some("a second value")),
            None => {}
        }
    }

    fn line(&mut self) {
        self.out.extend_from_slice(self.newline);
        self.out.extend_from_slice(&self.base);
        for _ in 0..self.open.len() {
            self.out.extend_from_slice(&self.unit);
        }
    }

    fn quoted(&mut self, text: &str) {
        self.out.push(b'"');
        let mut rest = text.as_bytes();
        while let Some(at) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..32)) {
            let (plain, special) = rest.split_at(at);
            self.out.extend_from_slice(plain);
            rest = special.get(1..).unwrap_or_default();
            match special.first().copied().unwrap_or_default() {
                b'"' => self.out.extend_from_slice(b"\\\""),
                b'\\' => self.out.extend_from_slice(b"\\\\"),
                0x08 => self.out.extend_from_slice(b"\\b"),
                0x0c => self.out.extend_from_slice(b"\\f"),
                b'\n' => self.out.extend_from_slice(b"\\n"),
                b'\r' => self.out.extend_from_slice(b"\\r"),
                b'\t' => self.out.extend_from_slice(b"\\t"),
                // Exponents in upper case, as in the engine. Writing into a vector can't fail.
                byte => drop(write!(self.out, "\\u{byte:04X}")),
            }
        }
        self.out.extend_from_slice(rest);
        self.out.push(b'"');
    }

    /// Returns the text that was written.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInText`] if:
    ///
    /// - a key or a value was written in the wrong place, or an object or array is still open
    /// - a number is not finite
    /// - the nesting is deeper than [`MAX_DEPTH`]
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        let open = (!self.open.is_empty() || self.has_key || self.out.is_empty()).then_some("a value that isn't whole");
        match self.fault.or(open) {
            Some(why) => Err(Error::new(ErrorKind::NotInText(why), Path::new())),
            None => Ok(self.out),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_look_as_the_engine_writes_them() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.5, "0.5"),
            (0.1, "0.1"),
            (16_777_216.0, "16777216.0"),
            (f64::from(-1e-5_f32), "-0.000009999999747378752"),
            (f64::from(1e-4_f32), "0.00009999999747378752"),
            (f64::from(1e-7_f32), "1.0000000116860974e-7"),
            (1e-7, "1e-7"),
            (1e20, "100000000000000000000.0"),
            (1e21, "1e21"),
            (1e22, "1e22"),
            (1.5e300, "1.5e300"),
            // The nearest would end in 4.
            (f64::from(0.2_f32), "0.20000000298023225"),
        ] {
            let mut json = super::JsonWriter::fragment(b"", b"", b"");
            json.number(value);
            assert_eq!(json.finish().ok().as_deref(), Some(text.as_bytes()));
        }
    }
}
