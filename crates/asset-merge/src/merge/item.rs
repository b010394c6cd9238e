//! Splits a text document into items, which a merge can compare, move and write.

use std::borrow::Cow;

/// A part of a text document: an element, an attribute, a member, or an entry in a list.
pub(super) struct Item<'a> {
    pub(super) role: Role,
    /// The name of the element, attribute or member. It is empty for an entry in a JSON array.
    pub(super) kind: Cow<'a, [u8]>,
    /// What distinguishes this item from others of the same kind.
    pub(super) name: Option<Cow<'a, [u8]>>,
    /// Whether an edit can change `name`. The item must then be matched by its place.
    pub(super) can_be_renamed: bool,
    /// The identity, which is unique in the document.
    pub(super) id: Option<Id>,
    /// The step to this item in conflict paths. It is empty if the item is not a step.
    pub(super) label: Cow<'a, [u8]>,
    /// Whether this is a scene node, where paths begin.
    pub(super) is_node: bool,
    /// The time, if this is a keyframe.
    pub(super) time: Option<f64>,
    /// White space and comments before the item.
    pub(super) lead: &'a [u8],
    /// The item, without `lead`.
    pub(super) text: &'a [u8],
    /// The parts, or `None` for an item that can only be changed as a whole.
    pub(super) body: Option<Body<'a>>,
    /// Whether this contains an item that has another parent in another version.
    pub(super) has_moved: bool,
}

/// The parts of an item: `open`, then the items, then `tail`.
pub(super) struct Body<'a> {
    pub(super) open: &'a [u8],
    pub(super) items: Vec<Item<'a>>,
    pub(super) tail: &'a [u8],
}

/// What an item is in the syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// An XML attribute: `name="value"`.
    Attribute,
    /// An XML element.
    Element,
    /// Everything between the tags of an element. This can also be ` />`.
    Content,
    /// A member of a JSON object: `"name": value`.
    Member,
    /// An entry in a JSON array, or the outermost value.
    Entry,
}

/// The identity of a node or component. The two are numbered separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Id {
    Node(u32),
    Component(u32),
}

impl Id {
    pub(super) fn number(self) -> u32 {
        let (Self::Node(number) | Self::Component(number)) = self;
        number
    }

    pub(super) fn with_number(self, number: u32) -> Self {
        match self {
            Self::Node(_) => Self::Node(number),
            Self::Component(_) => Self::Component(number),
        }
    }
}

/// The syntax of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Xml,
    Json,
}

impl Syntax {
    /// Returns the separator between items in a list.
    pub(super) fn separator(self) -> &'static [u8] {
        match self {
            Self::Xml => b"",
            Self::Json => b",",
        }
    }
}

impl<'a> Item<'a> {
    /// Creates an item that can only be changed as a whole.
    pub(super) fn leaf(role: Role, kind: Cow<'a, [u8]>, text: &'a [u8]) -> Self {
        Self {
            role,
            kind,
            name: None,
            can_be_renamed: false,
            id: None,
            label: Cow::Borrowed(b""),
            is_node: false,
            time: None,
            lead: b"",
            text,
            body: None,
            has_moved: false,
        }
    }

    /// Returns the items inside the body.
    pub(super) fn items(&self) -> &[Item<'a>] {
        self.body.as_ref().map_or(&[], |body| &body.items)
    }

    /// Calls `each` for this item and all items inside, together with the nearest parent that has an identity.
    pub(super) fn walk<'i>(&'i self, parent: Option<Id>, each: &mut dyn FnMut(&'i Item<'a>, Option<Id>)) {
        each(self, parent);
        let parent = self.id.or(parent);
        for item in self.items() {
            item.walk(parent, each);
        }
    }

    /// Sets `has_moved` for all items that contain a moved item. Returns whether this item does.
    pub(super) fn mark(&mut self, is_moved: &dyn Fn(Id) -> bool) -> bool {
        let mut has_moved = false;
        for item in self.body.iter_mut().flat_map(|body| &mut body.items) {
            has_moved |= item.mark(is_moved);
        }
        self.has_moved = has_moved;
        has_moved || self.id.is_some_and(is_moved)
    }
}

/// Checks whether there are only white space, comments and processing instructions.
pub(super) fn is_trivia(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_start();
        let (from, end) = match text {
            [] => return true,
            [b'<', b'!', b'-', b'-', ..] => (4, &b"-->"[..]),
            [b'<', b'?', ..] => (2, &b"?>"[..]),
            _ => return false,
        };
        let rest = text.get(from..).unwrap_or_default();
        let Some(at) = memchr_of(rest, end) else { return false };
        text = rest.get(at + end.len()..).unwrap_or_default();
    }
}

/// Returns the offset of `what` in `text`.
pub(super) fn memchr_of(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}
