//! The node trees in binary files, where a node is followed by its children.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Fault, Input, Limits, Within};

use crate::error::ErrorKind;
use crate::scene::Node;

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

/// Reads a node and its descendants. For each of them, `node` is called with the index of the parent, and must return
/// the node and the number of its children.
pub(crate) fn nodes<'a>(
    mut input: Input<'a>,
    limits: Limits,
    node: impl Fn(Input<'a>, Option<u32>) -> Parsed<'a, (Node<'a>, usize)>,
) -> Parsed<'a, Vec<Node<'a>>> {
    let mut nodes = Vec::new();
    // Open nodes, and the number of their remaining children.
    let mut open: Vec<(u32, usize)> = Vec::new();
    loop {
        let index = nodes.len();
        let parent = open.last().map(|(parent, _)| *parent);
        let (rest, (node, children)) = node(input, parent).within_item("node", index)?;
        nodes.push(node);
        if children > 0 {
            // Its children are one level below it.
            if open.len().saturating_add(1) >= usize::from(limits.depth()) {
                return Err(input.fail(Fault::Limit("nesting of nodes")));
            }
            let index = u32::try_from(index).map_err(|_| input.fail(Fault::Limit("nodes")))?;
            open.push((index, children));
        }
        input = rest;
        while let Some((_, 0)) = open.last() {
            open.pop();
        }
        match open.last_mut() {
            Some((_, left)) => *left = left.saturating_sub(1),
            None => return Ok((input, nodes)),
        }
    }
}
