//! Finds text that the engine reads in another way, and numbers that are out of range or followed by other characters.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use binio::{FindingKind, Findings, Name, Path, Severity};

use super::number::{self, Reading};
use super::read::BYTE_ORDER_MARK;
use super::scan::{Scanner, is_end};
use super::tree::{Node, Syntax, SyntaxNode};
use crate::kind::Type;
use crate::kinds;

impl Syntax<'_> {
    /// Reports every value that is not read the same way by the engine. This includes text that the engine refuses, and
    /// numbers that are out of range or followed by other characters.
    ///
    /// ```
    /// let syntax = udm::Syntax::parse(b"$uint8 a 300 $string b \"x\\\"y\"")?;
    /// let found: Vec<String> = syntax.engine_findings().iter().map(|finding| finding.path.to_string()).collect();
    /// assert_eq!(found, ["a", "b"]);
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn engine_findings(&self) -> Findings {
        let mut check = Check { text: self.as_bytes(), numbers_only: false, problems: Vec::new() };
        if check.text.starts_with(BYTE_ORDER_MARK) {
            check.add(&Path::new(), 0, Problem::ByteOrderMark);
        }
        if let Some(at) = memchr::memchr(0xff, check.text) {
            check.add(&Path::new(), at, Problem::ByteFF);
        }
        self.walk(&mut check);
        let mut findings = Findings::new();
        for Located { path, at, problem } in check.problems {
            let (kind, severity) = problem.kind();
            findings.add_at(kind, severity, path, problem.to_string(), at as u64);
        }
        findings
    }

    /// Returns the first number that is out of range or has other characters after it.
    pub(super) fn wrong_number(&self) -> Option<WrongNumber> {
        let mut check = Check { text: self.as_bytes(), numbers_only: true, problems: Vec::new() };
        self.walk(&mut check);
        check.problems.into_iter().find_map(|located| match located.problem {
            Problem::Number(number) => Some(number),
            _ => None,
        })
    }

    fn walk(&self, check: &mut Check<'_>) {
        let mut pending: Vec<(SyntaxNode<'_>, Path)> = alloc::vec![(self.root(), Path::new())];
        while let Some((node, path)) = pending.pop() {
            check.node(&node, &path);
            let children = node.children().enumerate().map(|(index, child)| {
                let path = match child.key() {
                    Some(key) => path.clone().name(&key),
                    None => {
                        let mut path = path.clone();
                        path.push(binio::Segment::Index(index as u64));
                        path
                    }
                };
                (child, path)
            });
            let from = pending.len();
            pending.extend(children);
            if let Some(new) = pending.get_mut(from..) {
                new.reverse();
            }
        }
    }
}

/// A number that is not read the way it is written.
pub(super) struct WrongNumber {
    ty: Type,
    token: Vec<u8>,
    reading: Reading,
}

impl WrongNumber {
    /// Returns the number the way it is read.
    fn read_as(&self) -> Option<Name<'_>> {
        match self.reading {
            Reading::Prefix(length) if length > 0 => Some(Name::from(self.token.get(..length).unwrap_or_default())),
            Reading::Exact | Reading::Payload => None,
            _ => Some(Name::from("0")),
        }
    }
}

/// Displays the problem without its consequences.
impl fmt::Display for WrongNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ty, shown) = (self.ty, Name::from(self.token.as_slice()));
        match self.reading {
            Reading::Empty => write!(f, "expected {ty}, found the end of the text"),
            Reading::OutOfRange => write!(f, "expected {ty}, found {shown}, which is out of its range"),
            Reading::Prefix(_) => write!(f, "expected {ty}, found \"{shown}\""),
            Reading::Exact | Reading::Payload => write!(f, "found {shown}"),
        }
    }
}

/// A problem in a text.
enum Problem {
    ByteOrderMark,
    ByteFF,
    Number(WrongNumber),
    BackslashBeforeQuote,
    /// More values of the array were not checked.
    NotChecked,
}

impl Problem {
    fn kind(&self) -> (&'static FindingKind, Severity) {
        match self {
            Self::ByteOrderMark => (kinds::BYTE_ORDER_MARK, Severity::Error),
            Self::ByteFF => (kinds::BYTE_FF, Severity::Error),
            Self::Number(_) => (kinds::NUMBER_READING, Severity::Warning),
            Self::BackslashBeforeQuote => (kinds::BACKSLASH_BEFORE_QUOTE, Severity::Warning),
            Self::NotChecked => (kinds::ARRAY_NOT_CHECKED, Severity::Note),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByteOrderMark => {
                "expected no byte order mark, found one: the engine takes it for a part of the first key or refuses the file"
            }
            Self::ByteFF => "found a byte 0xFF: the engine takes it for the end of the file",
            Self::Number(number) => {
                return match number.read_as() {
                    Some(read) => write!(f, "{number}: read as {read}"),
                    None => write!(f, "{number}: the engine reads the usual NaN"),
                };
            }
            Self::BackslashBeforeQuote => {
                "found a backslash before a quotation mark: the engine drops the text before it, or refuses the file"
            }
            Self::NotChecked => "further values of this array were not checked",
        })
    }
}

/// A problem, the path to the value, and the byte offset.
struct Located {
    path: Path,
    at: usize,
    problem: Problem,
}

struct Check<'t> {
    text: &'t [u8],
    /// Set this to skip strings. NaNs will be skipped too, because their bits are kept here.
    numbers_only: bool,
    problems: Vec<Located>,
}

/// To keep the report short, an array is not checked further after this many findings.
const MAX_FINDINGS_PER_ARRAY: usize = 8;

impl Check<'_> {
    fn add(&mut self, path: &Path, at: usize, problem: Problem) {
        self.problems.push(Located { path: path.clone(), at, problem });
    }

    fn node(&mut self, syntax: &SyntaxNode<'_>, path: &Path) {
        let node = syntax.parts();
        self.string(node.key.start, path);
        let end = node.end;
        match (node.ty, &node.array) {
            (Type::STRING | Type::REF, _) => self.string(node.value, path),
            (Type::STRUCT, _) => self.tokens(node, node.value..end, path, &[]),
            (_, Some(array)) if !array.packed => {
                let item = array.item;
                if matches!(item, Type::STRING | Type::REF) || item == Type::STRUCT || is_number(item) {
                    self.tokens(node, array.head_end..end, path, &[item]);
                }
            }
            (ty, None) if is_number(ty) => self.tokens(node, node.value..end, path, &[ty]),
            _ => {}
        }
    }

    /// Checks all strings and numbers in `range`. They must all have the same type, or the types of the fields in a
    /// struct, in turn.
    fn tokens(&mut self, node: &Node, range: core::ops::Range<usize>, path: &Path, types: &[Type]) {
        let types: Vec<Type> = match types {
            [item] if *item != Type::STRUCT => alloc::vec![component(*item)],
            _ => fields(self.text, node),
        };
        let mut scanner = Scanner::at(self.text.get(..range.end).unwrap_or_default(), range.start);
        let (mut index, mut value_count) = (0_usize, 0_usize);
        while let Some(byte) = scanner.next() {
            if is_end(byte) {
                scanner.advance(1);
                continue;
            }
            let at = scanner.offset();
            let Ok(token) = scanner.string_here() else { return };
            let Some(ty) = index.checked_rem(types.len()).and_then(|index| types.get(index)) else { return };
            index = index.saturating_add(1);
            if value_count >= MAX_FINDINGS_PER_ARRAY {
                return self.add(path, at, Problem::NotChecked);
            }
            let before = self.problems.len();
            match *ty {
                Type::STRING | Type::REF => self.string(at, path),
                ty => self.number(ty, &token, at, path),
            }
            value_count = value_count.saturating_add(self.problems.len().saturating_sub(before));
        }
        if let ([ty], 0, None) = (types.as_slice(), index, &node.array) {
            self.number(*ty, b"", node.value, path);
        }
    }

    /// Checks a number or bool.
    fn number(&mut self, ty: Type, token: &[u8], at: usize, path: &Path) {
        match number::reading(ty, token) {
            Reading::Exact => {}
            Reading::Payload if self.numbers_only => {}
            reading => {
                let number = WrongNumber { ty, token: token.to_vec(), reading };
                self.add(path, at, Problem::Number(number));
            }
        }
    }

    /// Checks the string at `at`.
    fn string(&mut self, at: usize, path: &Path) {
        let Some(rest) = self.text.get(at..).and_then(|rest| rest.strip_prefix(b"\"")) else { return };
        let escaped =
            memchr::memchr(b'"', rest).and_then(|end| rest.get(..end)).is_some_and(|text| text.ends_with(b"\\"));
        if escaped && !self.numbers_only {
            self.add(path, at, Problem::BackslashBeforeQuote);
        }
    }
}

fn is_number(ty: Type) -> bool {
    ty.is_trivial() && ty != Type::NIL
}

/// Returns the type of the numbers inside a value with this type.
fn component(ty: Type) -> Type {
    ty.components().map_or(ty, |(component, _)| component)
}

/// Returns the types of the numbers inside a struct. They are given by the template before its key, or by the head of
/// an array.
fn fields(text: &[u8], node: &Node) -> Vec<Type> {
    let template = match &node.array {
        Some(array) => node.value..array.head_end,
        None => node.begin..node.key.start,
    };
    let template = text.get(template).unwrap_or_default();
    let Some(open) = memchr::memchr(b'<', template) else { return Vec::new() };
    let mut scanner = Scanner::at(template, open.saturating_add(1));
    let mut types = Vec::new();
    while let Some(byte) = scanner.next() {
        if byte == b':' {
            scanner.advance(1);
            if scanner.string_here().is_err() {
                break;
            }
        } else if byte == b'>' {
            break;
        } else if is_end(byte) {
            scanner.advance(1);
        } else if let Some(ty) = scanner.string_here().ok().and_then(|name| Type::from_name(&name)) {
            let (component, count) = ty.components().unwrap_or((ty, usize::from(ty != Type::NIL)));
            types.extend(core::iter::repeat_n(component, count));
        } else {
            break;
        }
    }
    types
}
