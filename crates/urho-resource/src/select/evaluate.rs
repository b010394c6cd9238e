//! Evaluates expressions.

use std::cell::Cell;
use std::collections::HashSet;

use urho_core::tree::Element;

use super::parse::{Axis, Comparison, Expression, Path, Step};
use super::{Node, SelectError};

/// How many nodes an expression can look at. A limit is needed, because nested predicates multiply. Expressions in real
/// patches look at a few hundred.
const MOST_NODES: usize = 200_000;

/// The elements in a tree, and their parents.
struct Tree<'d> {
    /// The element, and the index of its parent in this list.
    elements: Vec<(Element<'d, 'd>, Option<usize>)>,
    /// How many nodes can still be looked at.
    left: Cell<usize>,
}

/// A node: the document, an element in the list, or an attribute of this element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum At {
    Document,
    Element(usize),
    Attribute(usize, Vec<u8>),
}

/// The value of an expression.
enum Value {
    Number(f64),
    Text(Vec<u8>),
    Bool(bool),
    Nodes(Vec<At>),
}

pub(super) fn first(root: Element<'_, '_>, path: &Path) -> Result<Option<Node>, SelectError> {
    let mut tree = Tree { elements: vec![(root, None)], left: Cell::new(MOST_NODES) };
    let mut at = 0;
    while let Some((element, _)) = tree.elements.get(at).copied() {
        tree.elements.extend(element.children().map(|child| (child, Some(at))));
        at += 1;
    }
    // The context node of a patch is the document.
    let nodes = tree.walk(path, &At::Document);
    if tree.left.get() == 0 {
        return Err(SelectError::Unsupported("an expression that looks at too many nodes"));
    }
    let order = |at: &At| match at {
        At::Document => 0,
        At::Element(index) | At::Attribute(index, _) => tree.element(*index).map_or(0, |element| element.index() + 1),
    };
    let number = |index: usize| tree.element(index).map(|element| element.index());
    Ok(nodes.into_iter().min_by_key(order).and_then(|first| match first {
        At::Document => Some(Node::Document),
        At::Element(index) => number(index).map(Node::Element),
        At::Attribute(index, name) => number(index).map(|number| Node::Attribute(number, name)),
    }))
}

impl<'d> Tree<'d> {
    fn element(&self, index: usize) -> Option<Element<'d, 'd>> {
        self.elements.get(index).map(|(element, _)| *element)
    }

    fn children(&self, at: &At) -> Vec<usize> {
        match at {
            At::Document => vec![0],
            At::Element(parent) => {
                // Level by level: children are adjacent, after their parent.
                let start = self
                    .elements
                    .partition_point(|(_, parent_of)| parent_of.is_none_or(|parent_of| parent_of < *parent));
                let end = self
                    .elements
                    .partition_point(|(_, parent_of)| parent_of.is_none_or(|parent_of| parent_of <= *parent));
                (start..end).collect()
            }
            At::Attribute(..) => Vec::new(),
        }
    }

    fn walk(&self, path: &Path, context: &At) -> Vec<At> {
        if self.left.get() == 0 {
            return Vec::new();
        }
        let mut nodes = vec![if path.is_absolute { At::Document } else { context.clone() }];
        for step in &path.steps {
            let mut seen = HashSet::new();
            let mut next = Vec::new();
            for node in &nodes {
                let reached = self.step(step, node);
                if self.left.get() == 0 {
                    return Vec::new();
                }
                next.extend(reached.into_iter().filter(|node| seen.insert(node.clone())));
            }
            nodes = next;
        }
        nodes
    }

    fn step(&self, step: &Step, node: &At) -> Vec<At> {
        let has_name = |index: &usize, name: &Option<Vec<u8>>| {
            name.as_ref().is_none_or(|name| self.element(*index).is_some_and(|element| *element.name() == **name))
        };
        let mut nodes: Vec<At> = match &step.axis {
            Axis::This => vec![node.clone()],
            Axis::Parent => match node {
                At::Document => Vec::new(),
                At::Attribute(index, _) => vec![At::Element(*index)],
                At::Element(index) => {
                    let parent = self.elements.get(*index).and_then(|(_, parent)| *parent);
                    vec![parent.map_or(At::Document, At::Element)]
                }
            },
            Axis::Child(name) => {
                let children = self.children(node).into_iter();
                children.filter(|index| has_name(index, name)).map(At::Element).collect()
            }
            Axis::Attribute(name) => match node {
                At::Element(index) => {
                    let attributes = self.element(*index).into_iter().flat_map(|element| element.attributes());
                    let mut names: Vec<Vec<u8>> = attributes.map(|attribute| attribute.name.to_vec()).collect();
                    names.retain(|known| name.as_ref().is_none_or(|name| name == known));
                    names.into_iter().map(|name| At::Attribute(*index, name)).collect()
                }
                _ => Vec::new(),
            },
            Axis::Descendants => {
                let mut all = vec![node.clone()];
                let mut at = 0;
                while let Some(one) = all.get(at) {
                    let children = self.children(one);
                    all.extend(children.into_iter().map(At::Element));
                    at += 1;
                }
                all
            }
        };
        self.spend(nodes.len() + 1);
        for predicate in &step.predicates {
            let size = nodes.len();
            let mut position = 0;
            nodes.retain(|node| {
                if self.left.get() == 0 {
                    return false;
                }
                position += 1;
                match self.value(predicate, node, position, size) {
                    Value::Number(number) => number == position as f64,
                    value => is_true(&value),
                }
            });
        }
        nodes
    }

    fn spend(&self, nodes: usize) {
        self.left.set(self.left.get().saturating_sub(nodes));
    }

    fn value(&self, expression: &Expression, node: &At, position: usize, size: usize) -> Value {
        let value = |inner: &Expression| self.value(inner, node, position, size);
        match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Text(text) => Value::Text(text.clone()),
            Expression::Path(path) => Value::Nodes(self.walk(path, node)),
            Expression::Position => Value::Number(position as f64),
            Expression::Last => Value::Number(size as f64),
            Expression::Count(path) => Value::Number(self.walk(path, node).len() as f64),
            Expression::Not(inner) => Value::Bool(!is_true(&value(inner))),
            Expression::Contains(text, part) => {
                let (text, part) = (self.text(&value(text)), self.text(&value(part)));
                let is_part = part.is_empty() || text.windows(part.len()).any(|window| window == part);
                Value::Bool(is_part)
            }
            Expression::StartsWith(text, part) => {
                Value::Bool(self.text(&value(text)).starts_with(&self.text(&value(part))))
            }
            Expression::And(all) => Value::Bool(all.iter().all(|one| is_true(&value(one)))),
            Expression::Or(all) => Value::Bool(all.iter().any(|one| is_true(&value(one)))),
            Expression::Compare(left, operator, right) => {
                Value::Bool(self.compare(&value(left), *operator, &value(right)))
            }
        }
    }

    /// Compares two values. If they consist of nodes, it is enough if any of them matches.
    fn compare(&self, left: &Value, operator: Comparison, right: &Value) -> bool {
        let all = |value: &Value| -> Vec<Vec<u8>> {
            match value {
                Value::Nodes(nodes) => nodes.iter().map(|node| self.text_of(node)).collect(),
                other => vec![self.text(other)],
            }
        };
        let is_number = |value: &Value| matches!(value, Value::Number(_));
        let numeric =
            is_number(left) || is_number(right) || !matches!(operator, Comparison::Equal | Comparison::NotEqual);
        let (lefts, rights) = (all(left), all(right));
        self.spend(lefts.len().saturating_mul(rights.len()));
        if self.left.get() == 0 {
            return false;
        }
        lefts.iter().any(|left| {
            rights.iter().any(|right| {
                if !numeric {
                    return (left == right) == (operator == Comparison::Equal);
                }
                let (left, right) = (number(left), number(right));
                match operator {
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::Less => left < right,
                    Comparison::LessEqual => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::GreaterEqual => left >= right,
                }
            })
        })
    }

    fn text(&self, value: &Value) -> Vec<u8> {
        match value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string().into_bytes(),
            Value::Bool(value) => value.to_string().into_bytes(),
            Value::Nodes(nodes) => nodes.first().map(|node| self.text_of(node)).unwrap_or_default(),
        }
    }

    fn text_of(&self, node: &At) -> Vec<u8> {
        match node {
            At::Document => Vec::new(),
            At::Element(index) => self.element(*index).map(|element| element.text().to_vec()).unwrap_or_default(),
            At::Attribute(index, name) => {
                let name = String::from_utf8_lossy(name);
                let value = self.element(*index).and_then(|element| element.attribute(&name));
                value.map(|value| value.to_vec()).unwrap_or_default()
            }
        }
    }
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::Number(number) => *number != 0.0,
        Value::Text(text) => !text.is_empty(),
        Value::Nodes(nodes) => !nodes.is_empty(),
    }
}

fn number(text: &[u8]) -> f64 {
    std::str::from_utf8(text).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(f64::NAN)
}
