//! Hover, completion, symbols, folding and formatting for UDM texts.

use std::ops::Range;

use engine_assets::paths::documents::{brief, escaped};
use engine_assets::udm::{Document, Inside, Limits, Style, Syntax, SyntaxNode, Type, child_path};
use engine_assets::udm_tools::schema::{Object, Schema, SchemaType};
use serde_json::{Value, json};

use super::position::Lines;
use super::protocol::Position;

/// The maximum number of symbols, folds and completions in an answer, because editors are slow with thousands of them.
const MAX_ITEMS: usize = 20_000;

/// The numbers of symbol kinds in the protocol.
const SYMBOL_PROPERTY: u8 = 7;
const SYMBOL_OBJECT: u8 = 19;
const ITEM_PROPERTY: u8 = 10;
const ITEM_TYPE_PARAMETER: u8 = 25;

/// Parses a text as a document. Returns `None` if it has errors.
fn document(text: &str) -> Option<Document<'_>> {
    Document::parse_text(text.as_bytes()).ok()
}

/// Returns the innermost property, block or item at a byte offset, and its path.
fn node_at<'s>(syntax: &'s Syntax<'_>, offset: usize) -> Option<(SyntaxNode<'s>, String)> {
    let (mut node, mut path, mut deepest) = (syntax.root(), String::new(), None);
    loop {
        let child = node.children().enumerate().find(|(_, child)| child.range().contains(&offset));
        let Some((index, child)) = child else { return deepest };
        path = match child.key() {
            Some(key) => child_path(&path, &key),
            None => format!("{path}[{index}]"),
        };
        deepest = Some((child, path.clone()));
        node = child;
    }
}

/// Converts a path in the text to a path in the document. If the text has a header, document paths begin at
/// `assetData`, so other keys need `../`.
fn in_document(syntax: &Syntax<'_>, path: &str) -> String {
    let has_header = syntax.find("../assetData").is_some_and(|data| data.ty() == Type::ELEMENT);
    let data = path.strip_prefix("assetData").filter(|rest| rest.is_empty() || rest.starts_with('/'));
    match data {
        Some(rest) if has_header => rest.trim_start_matches('/').to_owned(),
        None if has_header => format!("../{path}"),
        _ => path.to_owned(),
    }
}

/// Returns the path, type and value at a position. This is in a code block, so that the editor does not show links or
/// pictures from the file.
pub(super) fn hover(text: &str, position: Position) -> Option<Value> {
    let (lines, document) = (Lines::of(text), document(text)?);
    let syntax = Syntax::parse(text.as_bytes()).ok()?;
    let (node, path) = node_at(&syntax, lines.offset(position))?;
    let path = in_document(&syntax, &path);
    // Of a duplicate key, the document has the last value only.
    let is_read = path.is_empty() || syntax.find(&path).is_some_and(|found| found.range() == node.range());
    let value = document.fetch(&path, &mut Limits::default().budget()).ok().filter(|_| is_read);
    let value = value.map_or_else(|| node.ty().to_string(), |value| brief(&value));
    let value = format!("```udm\n// {}\n{value}\n```", escaped(path.as_bytes()));
    Some(json!({ "contents": { "kind": "markdown", "value": value }, "range": lines.range(node.range()) }))
}

/// Returns the completions: names of types after `$`, otherwise keys from the schema.
pub(super) fn completion(text: &str, position: Position, schema: impl FnOnce() -> Option<Schema>) -> Vec<Value> {
    let before = text.get(..Lines::of(text).offset(position)).unwrap_or_default();
    let word = before.rsplit(|character: char| character.is_whitespace() || "{}[]<>,:;".contains(character)).next();
    if word.is_some_and(|word| word.starts_with('$')) {
        let item = |name: &str| json!({ "label": name, "kind": ITEM_TYPE_PARAMETER });
        return Type::all().filter_map(Type::name).map(item).collect();
    }
    let Some(schema) = schema() else { return Vec::new() };
    let asset = document(text).map(|document| document.asset_type().to_text().into_owned());
    let object = asset.and_then(|asset| schema.object_of(&asset)).map(|(_, object)| object);
    let all =
        || schema.types.values().filter_map(|ty| if let SchemaType::Object(object) = ty { Some(object) } else { None });
    let objects: Vec<&Object> = object.map_or_else(|| all().collect(), |object| vec![object]);
    objects.into_iter().flat_map(keys).take(MAX_ITEMS).collect()
}

/// Returns the keys of an object, each with its type and default value.
fn keys(object: &Object) -> impl Iterator<Item = Value> + '_ {
    object.children.iter().map(|(key, property)| {
        let ty = property.type_name().unwrap_or("element");
        let stored = Type::from_name(ty.as_bytes()).and_then(Type::name).unwrap_or("string");
        let value = property.default.as_ref().and_then(|value| {
            let text = value.to_text(Style::Compact).ok()?;
            Some(String::from_utf8_lossy(&text).into_owned())
        });
        let text = format!("${stored} {key} {}", value.unwrap_or_default());
        json!({ "label": key, "kind": ITEM_PROPERTY, "detail": ty, "insertText": text.trim_end() })
    })
}

pub(super) fn symbols(text: &str) -> Option<Vec<Value>> {
    let (lines, syntax) = (Lines::of(text), Syntax::parse(text.as_bytes()).ok()?);
    let mut left = MAX_ITEMS;
    Some(symbols_of(&syntax.root(), &lines, &mut left))
}

/// Returns the symbols below a node, but at most `left`. There is no limit for the depth, because the parser already
/// has one.
fn symbols_of(node: &SyntaxNode<'_>, lines: &Lines<'_>, left: &mut usize) -> Vec<Value> {
    let mut symbols = Vec::new();
    for (index, child) in node.children().enumerate() {
        let Some(rest) = left.checked_sub(1) else { break };
        *left = rest;
        let children = symbols_of(&child, lines, left);
        let name = child.key().map_or_else(|| format!("[{index}]"), |key| key.to_string());
        let range = lines.range(child.range());
        symbols.push(json!({
            "name": if name.trim().is_empty() { format!("\"{name}\"") } else { name },
            "detail": child.ty().to_string(),
            "kind": if children.is_empty() { SYMBOL_PROPERTY } else { SYMBOL_OBJECT },
            "range": range,
            "selectionRange": range,
            "children": children,
        }));
    }
    symbols
}

/// A range of lines that can be folded.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Fold {
    start: u32,
    end: u32,
    is_comment: bool,
}

/// Returns the ranges to fold: blocks, arrays and comments with several lines.
pub(super) fn folding(text: &str) -> Option<Vec<Value>> {
    let (lines, syntax) = (Lines::of(text), Syntax::parse(text.as_bytes()).ok()?);
    let (mut folds, mut pending) = (Vec::new(), vec![syntax.root()]);
    while let Some(node) = pending.pop().filter(|_| folds.len() < MAX_ITEMS) {
        if !node.range().eq(syntax.root().range()) {
            folds.extend(fold(&lines, node.range(), false));
        }
        if let Some(Inside { parts, tail, .. }) = node.inside() {
            let gaps = parts.iter().map(|part| part.lead.clone()).chain([tail]);
            for gap in gaps {
                let inner = text.get(gap.clone()).unwrap_or_default();
                let begin = gap.start + (inner.len() - inner.trim_start().len());
                folds.extend(fold(&lines, begin..begin + inner.trim().len(), true));
            }
        }
        pending.extend(node.children());
    }
    folds.sort();
    folds.truncate(MAX_ITEMS);
    let to_json = |fold: &Fold| {
        let mut range = json!({ "startLine": fold.start, "endLine": fold.end });
        if fold.is_comment {
            range["kind"] = "comment".into();
        }
        range
    };
    Some(folds.iter().map(to_json).collect())
}

fn fold(lines: &Lines<'_>, range: Range<usize>, is_comment: bool) -> Option<Fold> {
    let range = lines.range(range);
    let (start, end) = (range.start.line, range.end.line);
    (end > start).then_some(Fold { start, end, is_comment })
}

/// Returns the edits to format a text as `udm fmt` does. If it is already formatted, this is empty.
pub(super) fn formatting(text: &str) -> Option<Vec<Value>> {
    let tidy = String::from_utf8(Syntax::parse(text.as_bytes()).ok()?.to_tidy()).ok()?;
    if tidy == text {
        return Some(Vec::new());
    }
    Some(vec![json!({ "range": Lines::of(text).range(0..text.len()), "newText": tidy })])
}
