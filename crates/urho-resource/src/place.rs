//! The places of values in a document, for example `colorfade[1]@time`.

use std::fmt;
use std::str::FromStr;

use binio::Path;

use crate::error::{Error, ErrorKind};

/// The place of a value in a document. Pass it to [`Document::get`](crate::Document::get) or
/// [`Document::set`](crate::Document::set).
///
/// A place lists the elements on the way from the root, separated by `/`, and then the attribute after `@`. Without
/// `@`, it is the text of an element. In JSON, objects and array items are elements, and all other members are
/// attributes.
///
/// | place | value |
/// |---|---|
/// | `material@name` | the attribute `name` of the first `material` |
/// | `colorfade[1]@time` | the same for the second `colorfade` |
/// | `element[0]/attribute[name=Size]@value` | the same for the first `attribute` whose `name` is `Size` |
/// | `@imagePath` | an attribute of the root |
/// | `"a/b"@de` | a name with `/ @ [ ] = "` must be in quotes, with `\"` and `\\` inside |
///
/// ```
/// use urho_resource::Place;
/// let place: Place = "element/attribute[name=\"Min Size\"]@value".parse()?;
/// assert_eq!(place.to_string(), "element/attribute[name=\"Min Size\"]@value");
/// # Ok::<(), urho_resource::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    pub(crate) steps: Vec<Step>,
    pub(crate) attribute: Option<String>,
}

/// A step from an element to a child element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) select: Select,
}

/// How to choose an element if there are several with the same name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Select {
    /// The position among the elements with this name.
    Index(usize),
    /// The name and value of an attribute. The first element that has it is chosen.
    Key(String, String),
}

impl Place {
    /// Creates the place of the root element.
    pub const fn root() -> Self {
        Self { steps: Vec::new(), attribute: None }
    }

    /// Goes to the child element with this name and position.
    #[must_use]
    pub fn child(mut self, name: impl Into<String>, index: usize) -> Self {
        self.steps.push(Step { name: name.into(), select: Select::Index(index) });
        self
    }

    /// Goes to the first child element with this name whose attribute `key` is `value`.
    #[must_use]
    pub fn child_with(mut self, name: impl Into<String>, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.steps.push(Step { name: name.into(), select: Select::Key(key.into(), value.into()) });
        self
    }

    /// Goes to an attribute of this element.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>) -> Self {
        self.attribute = Some(name.into());
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            write_word(f, &step.name)?;
            match &step.select {
                Select::Index(0) => {}
                Select::Index(index) => write!(f, "[{index}]")?,
                Select::Key(key, value) => {
                    f.write_str("[")?;
                    write_word(f, key)?;
                    f.write_str("=")?;
                    write_word(f, value)?;
                    f.write_str("]")?;
                }
            }
        }
        if let Some(attribute) = &self.attribute {
            f.write_str("@")?;
            write_word(f, attribute)?;
        }
        Ok(())
    }
}

/// Whether a name can be written without quotes. A name with blanks is quoted, so that you can use the place on a
/// command line.
fn is_plain(word: &str) -> bool {
    let is_special =
        |letter: char| matches!(letter, '/' | '@' | '[' | ']' | '=' | '"' | '\\') || letter.is_whitespace();
    !word.is_empty() && !word.chars().any(is_special)
}

fn write_word(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    if is_plain(word) {
        return f.write_str(word);
    }
    write!(f, "\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

fn fault(why: &'static str, at: usize) -> Error {
    Error::new(ErrorKind::Place(why), Path::new()).at(at as u64)
}

impl FromStr for Place {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader { text, at: 0 };
        let mut place = Self::root();
        while !reader.rest().is_empty() && !reader.rest().starts_with('@') {
            if !place.steps.is_empty() && !reader.eat('/') {
                return Err(fault("`/` or `@` expected", reader.at));
            }
            place.steps.push(reader.step()?);
        }
        if reader.eat('@') {
            place.attribute = Some(reader.word()?);
        }
        if reader.rest().is_empty() { Ok(place) } else { Err(fault("the end of the place expected", reader.at)) }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn eat(&mut self, letter: char) -> bool {
        let is_next = self.rest().starts_with(letter);
        self.at += if is_next { letter.len_utf8() } else { 0 };
        is_next
    }

    fn step(&mut self) -> Result<Step, Error> {
        let name = self.word()?;
        if !self.eat('[') {
            return Ok(Step { name, select: Select::Index(0) });
        }
        let key = self.word()?;
        let select = if self.eat('=') {
            Select::Key(key, self.word()?)
        } else {
            Select::Index(key.parse().map_err(|_| fault("a number or `name=value` expected in `[ ]`", self.at))?)
        };
        if self.eat(']') { Ok(Step { name, select }) } else { Err(fault("`]` expected", self.at)) }
    }

    /// Reads a name, which can be in quotes.
    fn word(&mut self) -> Result<String, Error> {
        let start = self.at;
        if !self.eat('"') {
            let end = self.rest().find(['/', '@', '[', ']', '=', '"']).unwrap_or(self.rest().len());
            let word = self.rest().get(..end).unwrap_or_default().to_owned();
            self.at += end;
            return if word.is_empty() { Err(fault("a name expected", start)) } else { Ok(word) };
        }
        let mut word = String::new();
        let mut letters = self.rest().char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += at + 1;
                    return Ok(word);
                }
                '\\' => word.extend(letters.next().map(|(_, letter)| letter)),
                _ => word.push(letter),
            }
        }
        Err(fault("a `\"` that doesn't end", start))
    }
}
