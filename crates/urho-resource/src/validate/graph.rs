//! Checks particle graphs for rbfx.

use std::collections::{HashMap, HashSet};

use binio::Severity;

use super::{Check, int};
use crate::item::Item;
use crate::kinds;
use crate::vocabulary::{GraphNode, NODES};

pub(super) fn check(check: &mut Check<'_>) {
    for (index, _) in check.named("nodes") {
        let nodes: Vec<(usize, Item<'_>)> =
            check.outline.children(index).map(|(child, one)| (child, one.item)).collect();
        let mut ids: HashMap<i64, (usize, Option<&'static GraphNode>)> = HashMap::new();
        for (child, node) in &nodes {
            let name = node.attribute("name").unwrap_or_default();
            let class = NODES.iter().find(|class| name == *class.name);
            if class.is_none() {
                let message = format!("the engine has no node class \"{}\"", name.to_text());
                check.add(kinds::GRAPH_NODE, Severity::Warning, *child, message);
            }
            let id = int(node, "id").unwrap_or(0);
            if ids.insert(id, (*child, class)).is_some() || id == 0 {
                let message = format!("id {id} is 0 or belongs to another node too");
                check.add(kinds::GRAPH_NODE, Severity::Warning, *child, message);
            }
        }
        let mut edges: HashMap<i64, Vec<i64>> = HashMap::new();
        for (child, node) in &nodes {
            let id = int(node, "id").unwrap_or(0);
            let class = ids.get(&id).and_then(|(_, class)| *class);
            node_parts(check, *child, node, class, &ids, edges.entry(id).or_default());
        }
        if has_loop(&edges) {
            check.add(kinds::GRAPH_NODE, Severity::Warning, index, "the connections form a loop");
        }
    }
}

/// Checks the properties and pins of a node, and collects the nodes that it reads.
fn node_parts(
    check: &mut Check<'_>,
    index: usize,
    node: &Item<'_>,
    class: Option<&'static GraphNode>,
    ids: &HashMap<i64, (usize, Option<&'static GraphNode>)>,
    reads: &mut Vec<i64>,
) {
    let is_known = |names: &[&str], name: &[u8]| names.iter().any(|known| *known == "*" || known.as_bytes() == name);
    if let Some(class) = class {
        let properties = node.child("properties").map(|all| all.children_named("property")).unwrap_or_default();
        for property in properties {
            let name = property.attribute("name").unwrap_or_default();
            if !is_known(class.properties, &name) {
                let message = format!("{} has no property \"{}\"", class.name, name.to_text());
                check.add(kinds::GRAPH_NODE, Severity::Warning, index, message);
            }
        }
        for pin in node.child("out").map(|all| all.children_named("pin")).unwrap_or_default() {
            let name = pin.attribute("name").unwrap_or_default();
            if !is_known(class.outputs, &name) {
                let message = format!("{} has no output \"{}\"", class.name, name.to_text());
                check.add(kinds::GRAPH_NODE, Severity::Warning, index, message);
            }
        }
    }
    for pin in node.child("in").map(|all| all.children_named("pin")).unwrap_or_default() {
        let name = pin.attribute("name").unwrap_or_default();
        if let Some(class) = class.filter(|class| !is_known(class.inputs, &name)) {
            let message = format!("{} has no input \"{}\"", class.name, name.to_text());
            check.add(kinds::GRAPH_NODE, Severity::Warning, index, message);
        }
        let Some(source) = int(&pin, "node").filter(|source| *source != 0) else {
            if pin.attribute("value").is_none() && pin.child("value").is_none() {
                let message = format!("input \"{}\" is neither connected nor a value", name.to_text());
                check.add(kinds::GRAPH_NODE, Severity::Warning, index, message);
            }
            continue;
        };
        reads.push(source);
        let output = pin.attribute("pin").unwrap_or_default();
        match ids.get(&source) {
            None => {
                let message = format!("input \"{}\" reads node {source}, which doesn't exist", name.to_text());
                check.add(kinds::GRAPH_NODE, Severity::Warning, index, message);
            }
            Some((_, Some(class))) if !is_known(class.outputs, &output) => {
                let message = format!("{} has no output \"{}\"", class.name, output.to_text());
                check.add(kinds::GRAPH_NODE, Severity::Warning, index, message);
            }
            Some(_) => {}
        }
    }
}

/// Whether nodes read each other in a loop. To find out, this removes nodes that do not read any remaining node, one
/// after the other.
fn has_loop(edges: &HashMap<i64, Vec<i64>>) -> bool {
    let mut waiting: HashMap<i64, usize> = HashMap::new();
    let mut readers: HashMap<i64, Vec<i64>> = HashMap::new();
    for (node, reads) in edges {
        let known: HashSet<i64> = reads.iter().copied().filter(|source| edges.contains_key(source)).collect();
        waiting.insert(*node, known.len());
        known.into_iter().for_each(|source| readers.entry(source).or_default().push(*node));
    }
    let mut free: Vec<i64> = waiting.iter().filter(|(_, count)| **count == 0).map(|(node, _)| *node).collect();
    let mut done = 0;
    while let Some(node) = free.pop() {
        done += 1;
        for reader in readers.get(&node).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(reader) {
                *count -= 1;
                if *count == 0 {
                    free.push(*reader);
                }
            }
        }
    }
    done < waiting.len()
}
