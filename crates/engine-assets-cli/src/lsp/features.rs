//! Hover, completion, symbols, folding and layout of UDM texts.

use engine_assets::documents::brief;
use engine_assets::udm::{Inside, Limits, Syntax, SyntaxNode, Type, child_path};
use engine_assets::udm_tools::schema::{Object, Schema, SchemaType};
use lsp_types::{
    CompletionItem, CompletionItemKind, DocumentSymbol, FoldingRange, FoldingRangeKind, Hover, HoverContents,
    MarkupContent, MarkupKind, Position, SymbolKind, TextEdit,
};

use super::document;
use super::position::Lines;

/// The innermost property, block or item at a byte, with its path.
fn node_at<'s>(syntax: &'s Syntax<'_>, offset: usize) -> Option<(SyntaxNode<'s>, String)> {
    let (mut node, mut path, mut found) = (syntax.root(), String::new(), None);
    loop {
        let child = node.children().enumerate().find(|(_, child)| child.range().contains(&offset));
        let Some((index, child)) = child else { return found };
        path = match child.key() {
            Some(key) => child_path(&path, &key),
            None => format!("{path}[{index}]"),
        };
        found = Some((child, path.clone()));
        node = child;
    }
}

/// The path as documents take it: of a text with a header, keys of the root are left out.
fn in_document(syntax: &Syntax<'_>, path: &str) -> String {
    let whole = syntax.find("../assetData").is_some_and(|data| data.ty() == Type::ELEMENT);
    match path.strip_prefix("assetData") {
        Some(rest) if whole => rest.trim_start_matches('/').to_owned(),
        None if whole => format!("../{path}"),
        _ => path.to_owned(),
    }
}

/// Type, path and value.
pub(super) fn hover(text: &str, position: Position) -> Option<Hover> {
    let (lines, document) = (Lines::of(text), document(text)?);
    let syntax = Syntax::parse(text.as_bytes()).ok()?;
    let (node, path) = node_at(&syntax, lines.offset(position))?;
    let path = in_document(&syntax, &path);
    let value = document.fetch(&path, &mut Limits::default().budget()).ok()?;
    let value = format!("`{}`\n\n{}", path.replace('`', "'"), brief(&value).replace('`', "'"));
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(lines.range(node.range())) })
}

/// Names of types after `$`, otherwise keys of the schema.
pub(super) fn completion(text: &str, position: Position, schema: Option<&Schema>) -> Vec<CompletionItem> {
    let before = text.get(..Lines::of(text).offset(position)).unwrap_or_default();
    let word = before.rsplit(|character: char| character.is_whitespace() || "{}[]<>,:;".contains(character)).next();
    if word.is_some_and(|word| word.starts_with('$')) {
        let item = |name: &str| CompletionItem {
            label: name.to_owned(),
            kind: Some(CompletionItemKind::TYPE_PARAMETER),
            ..CompletionItem::default()
        };
        return Type::all().filter_map(Type::name).map(item).collect();
    }
    let Some(schema) = schema else { return Vec::new() };
    let asset = document(text).map(|document| document.asset_type().to_text().into_owned());
    let object = asset.and_then(|asset| schema.object_of(&asset)).map(|(_, object)| object);
    let objects: Vec<&Object> = match object {
        Some(object) => vec![object],
        None => schema
            .types
            .values()
            .filter_map(|ty| if let SchemaType::Object(object) = ty { Some(object) } else { None })
            .collect(),
    };
    objects.into_iter().flat_map(keys).collect()
}

/// The keys of an object, each with its type and default value.
fn keys(object: &Object) -> impl Iterator<Item = CompletionItem> + '_ {
    object.children.iter().map(|(key, property)| {
        let ty = property.type_name().unwrap_or("element");
        let stored = engine_assets::udm::Type::from_name(ty.as_bytes()).and_then(Type::name).unwrap_or("string");
        let value = property.default.as_ref().and_then(|value| {
            let text = value.to_text(engine_assets::udm::Style::Compact).ok()?;
            Some(String::from_utf8_lossy(&text).into_owned())
        });
        CompletionItem {
            label: key.clone(),
            kind: Some(CompletionItemKind::PROPERTY),
            detail: Some(ty.to_owned()),
            insert_text: Some(format!("${stored} {key} {}", value.unwrap_or_default()).trim_end().to_owned()),
            ..CompletionItem::default()
        }
    })
}

pub(super) fn symbols(text: &str) -> Option<Vec<DocumentSymbol>> {
    let (lines, syntax) = (Lines::of(text), Syntax::parse(text.as_bytes()).ok()?);
    Some(symbols_of(&syntax.root(), &lines))
}

#[expect(deprecated, reason = "the field has to be filled")]
fn symbols_of(node: &SyntaxNode<'_>, lines: &Lines<'_>) -> Vec<DocumentSymbol> {
    let symbol = |(index, child): (usize, SyntaxNode<'_>)| {
        let children = symbols_of(&child, lines);
        let name = child.key().map_or_else(|| format!("[{index}]"), |key| key.to_string());
        let range = lines.range(child.range());
        DocumentSymbol {
            name: if name.is_empty() { "\"\"".to_owned() } else { name },
            detail: Some(child.ty().to_string()),
            kind: if children.is_empty() { SymbolKind::PROPERTY } else { SymbolKind::OBJECT },
            tags: None,
            deprecated: None,
            range,
            selection_range: range,
            children: Some(children).filter(|children| !children.is_empty()),
        }
    };
    node.children().enumerate().map(symbol).collect()
}

/// Blocks, arrays and comments of several lines.
pub(super) fn folding(text: &str) -> Option<Vec<FoldingRange>> {
    let (lines, syntax) = (Lines::of(text), Syntax::parse(text.as_bytes()).ok()?);
    let (mut ranges, mut pending) = (Vec::new(), vec![syntax.root()]);
    while let Some(node) = pending.pop() {
        if node.range() != syntax.root().range() {
            ranges.extend(fold(&lines, node.range(), None));
        }
        if let Some(Inside { parts, tail, .. }) = node.inside() {
            let gaps = parts.iter().map(|part| part.lead.clone()).chain([tail]);
            for gap in gaps {
                let inner = text.get(gap.clone()).unwrap_or_default();
                let begin = gap.start + (inner.len() - inner.trim_start().len());
                let comment = begin..begin + inner.trim().len();
                ranges.extend(fold(&lines, comment, Some(FoldingRangeKind::Comment)));
            }
        }
        pending.extend(node.children());
    }
    ranges.sort_by_key(|range| (range.start_line, range.end_line));
    Some(ranges)
}

fn fold(lines: &Lines<'_>, range: std::ops::Range<usize>, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    let range = lines.range(range);
    let (start_line, end_line) = (range.start.line, range.end.line);
    (end_line > start_line).then(|| FoldingRange { start_line, end_line, kind, ..FoldingRange::default() })
}

/// The text as `udm fmt` lays it out.
pub(super) fn formatting(text: &str) -> Option<Vec<TextEdit>> {
    let tidy = String::from_utf8(Syntax::parse(text.as_bytes()).ok()?.to_tidy()).ok()?;
    if tidy == text {
        return Some(Vec::new());
    }
    Some(vec![TextEdit { range: Lines::of(text).range(0..text.len()), new_text: tidy }])
}
