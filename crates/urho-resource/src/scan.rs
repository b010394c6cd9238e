//! Looks at the outermost members of JSON, even if the text is cut off.

/// What the value of a member looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A string.
    Text,
    /// An object that only contains strings, with names that look like languages: `en`, `zh_Hans_CN`.
    Languages,
    /// Anything else.
    Other,
}

/// The outermost members by name, with what they look like.
pub(crate) type Members = Vec<(String, Shape)>;

/// How many members to look at. This is enough to recognize a kind.
const MOST: usize = 64;

/// Whether a name looks like a language: two or three letters, then parts that consist of two to eight letters or
/// digits.
fn is_language(name: &str) -> bool {
    let mut parts = name.split(['-', '_']);
    let is_code = parts
        .next()
        .is_some_and(|code| (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphabetic()));
    is_code && parts.all(|part| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Returns the outermost members of an object, up to the end of the text.
pub(crate) fn members(text: &[u8]) -> Members {
    let mut reader = Reader { text, at: 0 };
    let mut members = Members::new();
    reader.blank();
    if !reader.eat(b'{') {
        return members;
    }
    while members.len() < MOST {
        reader.blank();
        let Some(name) = reader.string() else { break };
        reader.blank();
        if !reader.eat(b':') {
            break;
        }
        reader.blank();
        let shape = reader.value();
        // A value that the end of the text cuts has a shape as far as it goes.
        members.push((name, shape));
        reader.blank();
        if !reader.eat(b',') {
            break;
        }
    }
    members
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips white space and comments.
    fn blank(&mut self) {
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let trimmed = rest.trim_ascii_start();
            self.at += rest.len() - trimmed.len();
            let end = if trimmed.starts_with(b"//") {
                trimmed.iter().position(|byte| *byte == b'\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with(b"/*") {
                trimmed.windows(2).skip(2).position(|pair| pair == b"*/").map_or(trimmed.len(), |at| at + 4)
            } else {
                return;
            };
            self.at += end;
        }
    }

    /// Reads a string. Escapes are not decoded.
    fn string(&mut self) -> Option<String> {
        if !self.eat(b'"') {
            return None;
        }
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        self.at += 1;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// Skips a value.
    fn value(&mut self) -> Shape {
        match self.peek() {
            Some(b'"') => {
                self.string();
                Shape::Text
            }
            Some(b'{') => self.object(),
            _ => {
                self.skip();
                Shape::Other
            }
        }
    }

    fn object(&mut self) -> Shape {
        let start = self.at;
        let mut shape = Shape::Languages;
        self.at += 1;
        loop {
            self.blank();
            if self.eat(b'}') {
                break;
            }
            let Some(name) = self.string() else {
                shape = if self.peek().is_none() { shape } else { Shape::Other };
                break;
            };
            self.blank();
            let is_text = self.eat(b':') && {
                self.blank();
                self.peek() == Some(b'"')
            };
            if !is_text || !is_language(&name) || self.string().is_none() {
                shape = if self.peek().is_none() { shape } else { Shape::Other };
                break;
            }
            self.blank();
            self.eat(b',');
        }
        if shape == Shape::Other {
            self.at = start;
            self.skip();
        }
        shape
    }

    /// Skips to the comma or bracket that ends the value. Nested values and strings are skipped too.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    if self.string().is_none() {
                        self.at = self.text.len();
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return,
                b'}' | b']' => depth -= 1,
                b',' if depth == 0 => return,
                b'/' => {
                    let before = self.at;
                    self.blank();
                    if self.at > before {
                        continue;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }
}
