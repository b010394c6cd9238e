//! Parses expressions.

use super::SelectError::{self, Syntax, Unsupported};

/// How deep predicates and parentheses can be nested. The parser is recursive, and patches only need two or three
/// levels.
const MAX_DEPTH: usize = 16;

/// A location path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    pub(crate) is_absolute: bool,
    pub(crate) steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) axis: Axis,
    pub(crate) predicates: Vec<Expression>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Axis {
    /// Selects the node itself: `.`
    This,
    /// Selects the parent: `..`
    Parent,
    /// Selects children by `name`, or all of them (`*`) if there is no name.
    Child(Option<Vec<u8>>),
    /// Selects attributes by `@name`, or all of them (`@*`) if there is no name.
    Attribute(Option<Vec<u8>>),
    /// Between two `/`: selects the node and all its descendants.
    Descendants,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Number(f64),
    Text(Vec<u8>),
    Path(Path),
    Position,
    Last,
    Count(Path),
    Not(Box<Self>),
    Contains(Box<Self>, Box<Self>),
    StartsWith(Box<Self>, Box<Self>),
    Compare(Box<Self>, Comparison, Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

pub(super) fn parse(text: &[u8]) -> Result<Path, SelectError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let path = parser.path()?;
    parser.blank();
    if parser.at < text.len() {
        // `|` and arithmetic are XPath too.
        return Err(match parser.peek() {
            Some(b'|' | b'+' | b'*' | b'-' | b'=' | b'<' | b'>' | b'!') => Unsupported("an operator between paths"),
            Some(b'(') => Unsupported("a function as a path"),
            Some(b':') => Unsupported("an axis with a name"),
            _ => Syntax("the end of the expression expected"),
        });
    }
    Ok(path)
}

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn blank(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn eat(&mut self, part: &[u8]) -> bool {
        self.blank();
        let is_next = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(part));
        self.at += if is_next { part.len() } else { 0 };
        is_next
    }

    /// Reads `and` or `or`. These are names, so the word must end after it.
    fn eat_word(&mut self, word: &[u8]) -> bool {
        let start = self.at;
        if self.eat(word) && !self.peek().is_some_and(is_name_byte) {
            return true;
        }
        self.at = start;
        false
    }

    fn name(&mut self) -> Option<Vec<u8>> {
        let start = self.at;
        if !self.peek().is_some_and(|byte| is_name_byte(byte) && !byte.is_ascii_digit() && !matches!(byte, b'-' | b'.'))
        {
            return None;
        }
        while self.peek().is_some_and(is_name_byte) {
            self.at += 1;
        }
        self.text.get(start..self.at).map(<[u8]>::to_vec)
    }

    fn path(&mut self) -> Result<Path, SelectError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Unsupported("nesting this deep"));
        }
        let mut steps = Vec::new();
        let mut is_absolute = false;
        if self.eat(b"//") {
            is_absolute = true;
            steps.push(Step { axis: Axis::Descendants, predicates: Vec::new() });
        } else if self.eat(b"/") {
            is_absolute = true;
            self.blank();
            let is_step = self.peek().is_some_and(|byte| is_name_byte(byte) || matches!(byte, b'@' | b'*' | b'.'));
            if !is_step {
                self.depth -= 1;
                return Ok(Path { is_absolute, steps });
            }
        }
        loop {
            steps.push(self.step()?);
            if self.eat(b"//") {
                steps.push(Step { axis: Axis::Descendants, predicates: Vec::new() });
            } else if !self.eat(b"/") {
                break;
            }
        }
        self.depth -= 1;
        Ok(Path { is_absolute, steps })
    }

    fn step(&mut self) -> Result<Step, SelectError> {
        let axis = if self.eat(b"..") {
            Axis::Parent
        } else if self.eat(b".") {
            Axis::This
        } else if self.eat(b"@") {
            let is_any = self.eat(b"*");
            let name = if is_any { None } else { Some(self.name().ok_or(Syntax("an attribute name expected"))?) };
            Axis::Attribute(name)
        } else if self.eat(b"*") {
            Axis::Child(None)
        } else {
            self.blank();
            let name = self.name().ok_or(Syntax("a step expected"))?;
            match self.peek() {
                Some(b'(') => return Err(Unsupported("a function as a step")),
                Some(b':') => return Err(Unsupported("an axis or a name space")),
                _ => Axis::Child(Some(name)),
            }
        };
        let mut predicates = Vec::new();
        while self.eat(b"[") {
            predicates.push(self.any()?);
            if !self.eat(b"]") {
                return Err(Syntax("`]` expected"));
            }
        }
        Ok(Step { axis, predicates })
    }

    fn any(&mut self) -> Result<Expression, SelectError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Unsupported("nesting this deep"));
        }
        let mut all = vec![self.all()?];
        while self.eat_word(b"or") {
            all.push(self.all()?);
        }
        self.depth -= 1;
        Ok(if all.len() == 1 { all.remove(0) } else { Expression::Or(all) })
    }

    fn all(&mut self) -> Result<Expression, SelectError> {
        let mut all = vec![self.compared()?];
        while self.eat_word(b"and") {
            all.push(self.compared()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expression::And(all) })
    }

    fn compared(&mut self) -> Result<Expression, SelectError> {
        const OPERATORS: [(&[u8], Comparison); 6] = [
            (b"!=", Comparison::NotEqual),
            (b"<=", Comparison::LessEqual),
            (b">=", Comparison::GreaterEqual),
            (b"=", Comparison::Equal),
            (b"<", Comparison::Less),
            (b">", Comparison::Greater),
        ];
        let left = self.primary()?;
        match OPERATORS.into_iter().find(|(text, _)| self.eat(text)) {
            Some((_, operator)) => Ok(Expression::Compare(Box::new(left), operator, Box::new(self.primary()?))),
            None => Ok(left),
        }
    }

    fn primary(&mut self) -> Result<Expression, SelectError> {
        self.blank();
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                let start = self.at + 1;
                let rest = self.text.get(start..).unwrap_or_default();
                let end = rest.iter().position(|byte| *byte == quote).ok_or(Syntax("a text that doesn't end"))?;
                self.at = start + end + 1;
                Ok(Expression::Text(rest.get(..end).unwrap_or_default().to_vec()))
            }
            Some(b'0'..=b'9') => {
                let start = self.at;
                while self.peek().is_some_and(|byte| byte.is_ascii_digit() || byte == b'.') {
                    self.at += 1;
                }
                let text = self.text.get(start..self.at).and_then(|text| std::str::from_utf8(text).ok());
                text.and_then(|text| text.parse().ok()).map(Expression::Number).ok_or(Syntax("not a number"))
            }
            Some(b'(') => {
                self.at += 1;
                let inner = self.any()?;
                if self.eat(b")") { Ok(inner) } else { Err(Syntax("`)` expected")) }
            }
            _ => self.function_or_path(),
        }
    }

    fn function_or_path(&mut self) -> Result<Expression, SelectError> {
        let start = self.at;
        let Some(name) = self.name().filter(|_| self.eat(b"(")) else {
            self.at = start;
            return self.path().map(Expression::Path);
        };
        let function = match &*name {
            b"position" => Expression::Position,
            b"last" => Expression::Last,
            b"not" => Expression::Not(Box::new(self.any()?)),
            b"count" => Expression::Count(self.path()?),
            b"contains" | b"starts-with" => {
                let left = Box::new(self.any()?);
                if !self.eat(b",") {
                    return Err(Syntax("`,` expected"));
                }
                let right = Box::new(self.any()?);
                if name == b"contains" {
                    Expression::Contains(left, right)
                } else {
                    Expression::StartsWith(left, right)
                }
            }
            _ => return Err(Unsupported("this function")),
        };
        if self.eat(b")") { Ok(function) } else { Err(Syntax("`)` expected")) }
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80
}
