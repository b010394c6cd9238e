//! Records the place of each part of a text, in a tree that covers every byte.

use alloc::vec::Vec;
use core::ops::Range;

use binio::{Bytes, Name};

use super::read::{BYTE_ORDER_MARK, Record, Root, read_root};
use super::scan::Scanner;
use crate::error::Error;
use crate::kind::Type;
use crate::options::ReadOptions;
use crate::path::Step;

/// A property, a block, or an item in an array of elements or arrays. The offsets are bytes in the text.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) begin: usize,
    pub(super) end: usize,
    pub(super) ty: Type,
    /// Where the key is written. This is empty for an item.
    pub(super) key: Range<usize>,
    /// Where the value begins. If there is no value, this is `end`.
    pub(super) value: usize,
    pub(super) array: Option<ArrayNode>,
    /// The next node that is not inside this node.
    next: usize,
}

/// What we know about an array.
#[derive(Clone, Debug)]
pub(super) struct ArrayNode {
    pub(super) item: Type,
    /// After `[type;count]`.
    pub(super) head_end: usize,
    /// Where the count is written.
    pub(super) count: Option<Range<usize>>,
    /// Whether the array is packed and written in base64.
    pub(super) packed: bool,
}

/// Collects the [`Node`]s while a text is read. The first node is the whole text.
pub(super) struct Recorder {
    nodes: Vec<Node>,
    open: Vec<usize>,
}

impl Recorder {
    fn new(text: &[u8]) -> Self {
        let begin = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let mut recorder = Self { nodes: Vec::new(), open: Vec::new() };
        recorder.enter(begin);
        recorder.key(Type::ELEMENT, begin..begin);
        recorder.value(begin);
        recorder
    }

    fn last(&mut self) -> Option<&mut Node> {
        self.nodes.get_mut(*self.open.last()?)
    }
}

impl Record for Recorder {
    const ON: bool = true;

    fn enter(&mut self, at: usize) {
        self.open.push(self.nodes.len());
        let (begin, end, value, next) = (at, at, usize::MAX, 0);
        self.nodes.push(Node { begin, end, ty: Type::NIL, key: at..at, value, array: None, next });
    }

    fn key(&mut self, ty: Type, key: Range<usize>) {
        if let Some(node) = self.last() {
            (node.ty, node.key) = (ty, key);
        }
    }

    fn value(&mut self, at: usize) {
        if let Some(node) = self.last() {
            node.value = at;
        }
    }

    fn array(&mut self, item: Type, head_end: usize, count: Option<Range<usize>>, packed: bool) {
        if let Some(node) = self.last() {
            node.array = Some(ArrayNode { item, head_end, count, packed });
        }
    }

    fn leave(&mut self, at: usize) {
        let next = self.nodes.len();
        if let Some(node) = self.open.pop().and_then(|index| self.nodes.get_mut(index)) {
            (node.end, node.next) = (at, next);
            node.value = node.value.min(at);
        }
    }
}

/// The nodes in a text. The whole text comes first.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Reads a text and its nodes.
    pub(super) fn read<'a>(text: &'a [u8], options: &ReadOptions) -> Result<(Root<'a>, Self), Error> {
        let (root, mut recorder) = read_root(text, options, Recorder::new(text))?;
        recorder.leave(text.len());
        Ok((root, Self { nodes: recorder.nodes }))
    }

    pub(super) fn node(&self, index: usize) -> Option<&Node> {
        self.nodes.get(index)
    }

    /// Returns all nodes. Parents come first.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Iterates over node `index` and all nodes inside it, with their indices, in text order.
    pub(super) fn within(&self, index: usize) -> impl Iterator<Item = (usize, &Node)> + '_ {
        let end = self.nodes.get(index).map_or(0, |node| node.next);
        self.nodes.iter().enumerate().take(end).skip(index)
    }

    /// Returns the part of a value that has no nodes and is not an element. This is the whole value, or the head if it
    /// is an array with nodes. White space can belong to the values in this part, so you must not indent its lines
    /// again.
    pub(super) fn unbroken(&self, index: usize) -> Option<Range<usize>> {
        let node = self.nodes.get(index)?;
        let is_leaf = node.next == index.saturating_add(1);
        match &node.array {
            _ if node.ty == Type::ELEMENT => None,
            Some(array) if !is_leaf => Some(node.value..array.head_end),
            _ => Some(node.value..node.end),
        }
    }

    /// Returns the children of node `index`.
    pub(super) fn children(&self, index: usize) -> Vec<usize> {
        let end = self.nodes.get(index).map_or(0, |node| node.next);
        let mut children = Vec::new();
        let mut child = index.saturating_add(1);
        while child < end {
            children.push(child);
            child = self.nodes.get(child).map_or(end, |node| node.next);
        }
        children
    }
}

/// The syntax tree of a text document. It can be used to find the place of any property, block or item, and the text
/// between them.
///
/// ```
/// use udm::Syntax;
/// let syntax = Syntax::parse(b"// lamp\nlight {\n\t$float range 5.0 // metres\n}\n")?;
/// let range = syntax.find("light/range").unwrap();
/// assert_eq!(range.value(), b"5.0");
/// assert_eq!(range.line(), 3);
/// assert_eq!(syntax.to_tidy(), b"// lamp\nlight\n{\n\t$float range 5.0 // metres\n}\n");
/// # Ok::<(), udm::Error>(())
/// ```
pub struct Syntax<'a> {
    text: Bytes<'a>,
    tree: Tree,
    /// Whether the text has a header, so that paths must start in its `assetData`.
    whole: bool,
}

impl<'a> Syntax<'a> {
    /// Reads the syntax tree from a text.
    ///
    /// # Errors
    /// Fails when [`Document::parse_text`](crate::Document::parse_text) does.
    pub fn parse(text: &'a [u8]) -> Result<Self, Error> {
        let (root, tree) = Tree::read(text, &ReadOptions::default())?;
        Ok(Self { text: Bytes::from(text), tree, whole: matches!(root, Root::Whole(_)) })
    }

    /// Returns the text, byte for byte.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the node for the whole text. Its children are the outermost properties and blocks.
    pub fn root(&self) -> SyntaxNode<'_> {
        SyntaxNode { text: &self.text, tree: &self.tree, index: 0 }
    }

    /// Returns the property, block or item at a path. The path is the same as for
    /// [`Document::get`](crate::Document::get). If a key is duplicate, this is the last.
    pub fn find(&self, path: &str) -> Option<SyntaxNode<'_>> {
        let steps = crate::path::parse(path).ok()?;
        let mut node = self.root();
        if self.whole {
            node = node.child(crate::document::key::DATA.as_bytes())?;
        }
        for step in &steps {
            node = match step {
                Step::Key(key) => node.child(key)?,
                Step::Index(index) => node.children().nth(*index).filter(|child| child.key().is_none())?,
                Step::Up => self.root(),
            };
        }
        Some(node)
    }
}

impl core::fmt::Debug for Syntax<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Syntax").field("text", &self.text).field("nodes", &self.tree.nodes.len()).finish()
    }
}

/// A part of a [`Syntax`].
#[derive(Clone, Copy)]
pub struct SyntaxNode<'s> {
    text: &'s [u8],
    tree: &'s Tree,
    index: usize,
}

impl<'s> SyntaxNode<'s> {
    fn node(&self) -> &'s Node {
        static NONE: Node = Node { begin: 0, end: 0, ty: Type::NIL, key: 0..0, value: 0, array: None, next: 0 };
        self.tree.node(self.index).unwrap_or(&NONE)
    }

    pub(super) fn parts(&self) -> &'s Node {
        self.node()
    }

    pub(super) fn text(&self) -> &'s [u8] {
        self.text
    }

    pub(super) fn tree(&self) -> &'s Tree {
        self.tree
    }

    pub(super) fn index(&self) -> usize {
        self.index
    }

    /// Returns `true` for the whole text.
    pub(super) fn is_root(&self) -> bool {
        self.index == 0
    }

    /// Returns the value type.
    pub fn ty(&self) -> Type {
        self.node().ty
    }

    /// Returns the byte range in the text, which starts at the `$` or the name.
    pub fn range(&self) -> Range<usize> {
        self.node().begin..self.node().end
    }

    /// Returns the key. For an array item and for the whole text, this is `None`.
    pub fn key(&self) -> Option<Name<'s>> {
        let node = self.node();
        let text = self.text.get(..node.key.end)?;
        if node.key.is_empty() && (self.index == 0 || node.begin == node.value) {
            return None;
        }
        Scanner::at(text, node.key.start).name().ok()
    }

    /// Returns the value the way it is written. For nil, this is empty.
    pub fn value(&self) -> &'s [u8] {
        self.text.get(self.node().value..self.node().end).unwrap_or_default()
    }

    /// Returns the line where this part begins, starting at 1.
    pub fn line(&self) -> usize {
        memchr::memchr_iter(b'\n', self.text.get(..self.node().begin).unwrap_or_default()).count().saturating_add(1)
    }

    /// Iterates over the properties and blocks in an element, or over the items if this is an array of elements or
    /// arrays.
    pub fn children(&self) -> impl Iterator<Item = SyntaxNode<'s>> + use<'s> {
        let (text, tree) = (self.text, self.tree);
        tree.children(self.index).into_iter().map(move |index| SyntaxNode { text, tree, index })
    }

    fn child(&self, key: &[u8]) -> Option<Self> {
        self.children().filter(|child| child.key().is_some_and(|name| *name == *key)).last()
    }
}

impl core::fmt::Debug for SyntaxNode<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} at {:?}", self.ty(), self.range())
    }
}

/// Returns the place of each item, given the `body` of an array of numbers, strings or structs, which is the text
/// between its brackets. Returns `None` if the items can't be separated.
pub(super) fn item_spans(text: &[u8], body: Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut scanner = Scanner::at(text.get(..body.end)?, body.start);
    let mut spans = Vec::new();
    loop {
        match scanner.next() {
            None => return Some(spans),
            Some(b',') => {
                scanner.advance(1);
                scanner.next()?;
            }
            Some(_) => {}
        }
        let begin = scanner.offset();
        skip_item(&mut scanner)?;
        spans.push(begin..scanner.offset());
    }
}

/// Skips a string, or brackets and their content.
fn skip_item(scanner: &mut Scanner<'_>) -> Option<()> {
    let mut depth = 0_usize;
    loop {
        match scanner.next()? {
            b'[' => depth = depth.checked_add(1)?,
            b']' => depth = depth.checked_sub(1)?,
            b',' if depth > 0 => {}
            _ => {
                scanner.string_here().ok()?;
                if depth == 0 {
                    return Some(());
                }
                continue;
            }
        }
        scanner.advance(1);
        if depth == 0 {
            return Some(());
        }
    }
}
