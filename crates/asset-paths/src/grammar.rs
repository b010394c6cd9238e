//! Parses paths such as `nodes/Jack/AnimatedModel/Material[1]`.

use std::fmt;
use std::str::FromStr;

use super::error::PathError;

/// A path to a value in a document, or a pattern that can match many values.
///
/// | text | step |
/// |---|---|
/// | `nodes/Jack` | the part with this name |
/// | `Material[1]` | the item at this position, from 0 on |
/// | `nodes[#81]` | the item with this id |
/// | `nodes/*` | all parts |
/// | `nodes/**` | the part itself and all parts inside of it, at any depth |
/// | `nodes/**[Camera]` | only parts of this kind, and parts that contain one |
///
/// Names must be escaped as in UDM paths: put a backslash before `/`, `[`, `]` and `\`, and use `\.` for an empty name.
/// If a name begins with `*`, write `\*`.
///
/// ```
/// use asset_paths::ValuePath;
/// let path: ValuePath = "nodes[#81]/ScriptInstance/rotationSpeed".parse()?;
/// assert_eq!(path.to_string(), "nodes[#81]/ScriptInstance/rotationSpeed");
/// assert!(!path.is_pattern());
/// assert!("nodes/**[Camera]/FOV".parse::<ValuePath>()?.is_pattern());
/// assert!("nodes[x".parse::<ValuePath>().is_err());
/// # Ok::<(), asset_paths::PathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ValuePath {
    steps: Vec<Step>,
}

/// A step in a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// Go to the part with this name.
    Name(String),
    /// Go to the item at this position.
    Index(usize),
    /// Go to the item with this id.
    Id(u64),
    /// Go to all parts.
    Any,
    /// Go to the part itself, and to all parts inside.
    Deep,
    /// Stay here if the part is of this kind, or contains a part of this kind.
    Kind(String),
}

/// The maximum number of steps. No document is deeper.
const MOST_STEPS: usize = 256;

impl ValuePath {
    /// Creates a path from these steps.
    ///
    /// # Errors
    /// Returns an error if there are more than 256 steps.
    pub fn new(steps: Vec<Step>) -> Result<Self, PathError> {
        if steps.len() > MOST_STEPS {
            return Err(PathError::Syntax { problem: "a path has at most 256 steps", at: 0 });
        }
        Ok(Self { steps })
    }

    /// Returns the steps, starting at the document.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns whether this path can match several values, because it contains `*`, `**` or a kind.
    pub fn is_pattern(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Any | Step::Deep | Step::Kind(_)))
    }

    /// Returns the path without the last step, and this step. For the empty path, this is `None`.
    pub fn split_last(&self) -> Option<(Self, &Step)> {
        let (last, steps) = self.steps.split_last()?;
        Some((Self { steps: steps.to_vec() }, last))
    }

    /// Returns the path with another step at the end.
    #[must_use]
    pub fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}

impl FromStr for ValuePath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let mut reader = Reader { text, at: 0 };
        let mut steps = Vec::new();
        while !reader.rest().is_empty() {
            if !steps.is_empty() {
                reader.expect('/', "expected '/' or '[' here")?;
            }
            match reader.word()? {
                Some(step) => steps.push(step),
                // The items of the document itself.
                None if steps.is_empty() && reader.rest().starts_with('[') => {}
                None => return Err(reader.fault("expected a name; an empty name is written \\.")),
            }
            while reader.eat('[') {
                steps.push(reader.brackets()?);
            }
        }
        // Two in a row say no more than one.
        steps.dedup_by(|a, b| *a == Step::Deep && *b == Step::Deep);
        Self::new(steps)
    }
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            let name = match step {
                Step::Name(name) => escape(name),
                Step::Any => "*".to_owned(),
                Step::Deep => "**".to_owned(),
                Step::Index(number) => {
                    write!(f, "[{number}]")?;
                    continue;
                }
                Step::Id(id) => {
                    write!(f, "[#{id}]")?;
                    continue;
                }
                Step::Kind(kind) => {
                    write!(f, "[{}]", escape(kind))?;
                    continue;
                }
            };
            write!(f, "{}{name}", if index == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}

/// Escapes a name so that you can use it in a path.
pub fn escape(name: &str) -> String {
    let escaped = udm::escape_key(name.as_bytes());
    if escaped.starts_with('*') { format!("\\{escaped}") } else { escaped }
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

    fn expect(&mut self, letter: char, problem: &'static str) -> Result<(), PathError> {
        if self.eat(letter) { Ok(()) } else { Err(self.fault(problem)) }
    }

    fn fault(&self, problem: &'static str) -> PathError {
        PathError::Syntax { problem, at: self.at }
    }

    /// Reads a name, `*` or `**`, if there is one.
    fn word(&mut self) -> Result<Option<Step>, PathError> {
        let start = self.at;
        let name = self.name()?;
        let written = self.text.get(start..self.at).unwrap_or_default();
        Ok(match written {
            "" => None,
            "*" => Some(Step::Any),
            "**" => Some(Step::Deep),
            _ => Some(Step::Name(name)),
        })
    }

    /// Reads a name. It ends at `/`, `[` or `]`.
    fn name(&mut self) -> Result<String, PathError> {
        let mut name = String::new();
        let mut letters = self.rest().char_indices();
        let start = self.at;
        while let Some((at, letter)) = letters.next() {
            self.at = start + at;
            match letter {
                '/' | '[' | ']' => return Ok(name),
                '\\' => match letters.next() {
                    Some((_, '.')) => {}
                    Some((_, 'x')) if letters.as_str().starts_with("2e") => {
                        name.push('.');
                        letters.nth(1);
                    }
                    Some((_, letter @ ('/' | '[' | ']' | '\\' | '*'))) => name.push(letter),
                    _ => return Err(self.fault("expected one of / [ ] \\ * . after \\")),
                },
                _ => name.push(letter),
            }
        }
        self.at = self.text.len();
        Ok(name)
    }

    /// Reads what is inside brackets, and the closing bracket.
    fn brackets(&mut self) -> Result<Step, PathError> {
        const EXPECTED: &str = "expected a position, #id or a kind, and ']'";
        let is_id = self.eat('#');
        let start = self.at;
        let word = self.name()?;
        let end = self.at;
        self.expect(']', EXPECTED)?;
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let fault = |problem| PathError::Syntax { problem, at: start };
        match (is_id, is_number) {
            (true, true) => word.parse().map(Step::Id).map_err(|_| fault("the id is too large")),
            (false, true) => word.parse().map(Step::Index).map_err(|_| fault("the position is too large")),
            (false, false) if end > start => Ok(Step::Kind(word)),
            _ => Err(fault(EXPECTED)),
        }
    }
}
