//! Prints the contents of a UDM document.

use engine_assets::binio::Name;
use engine_assets::udm::{Array, Document, Encoding, Value};

use crate::counts::counted;
use crate::udm::{brief, escaped};

/// The maximum number of lines in the tree.
const LINES: usize = 40;

/// The maximum number of keys or items to list for a value. The others are only counted.
const CHILDREN: usize = 12;

/// A line that still has to be written, with its level of indentation.
enum Line<'d, 'a> {
    Key(usize, &'d Name<'a>, &'d Value<'a>),
    Item(usize, usize, &'d Value<'a>),
    More(usize, usize),
}

/// Writes the contents of a document, down to `depth` levels.
pub(super) fn describe(document: &Document<'_>, depth: usize, text: &mut String) {
    let (kind, version) = (document.asset_type(), document.asset_version());
    let encoding = match document.encoding() {
        Encoding::Binary => format!("binary, header version {}", document.header_version),
        Encoding::Text => "text".to_owned(),
    };
    *text += &format!("  asset: {kind}, version {version}; {encoding}\n");
    *text += &format!("  data: {}\n", counted(document.data().len(), "key"));
    tree(document, depth, text);
    if !document.trailing.is_empty() {
        *text += &format!("  after the end: {}\n", counted(document.trailing.len(), "byte"));
    }
}

fn tree(document: &Document<'_>, depth: usize, text: &mut String) {
    // The next is last.
    let mut pending = Vec::new();
    if depth > 0 {
        let data = document.data();
        let keys = data.iter().take(CHILDREN).map(|(key, value)| Line::Key(0, key, value)).collect();
        push(&mut pending, 0, keys, data.len());
    }
    let mut lines = 0;
    while let Some(line) = pending.pop() {
        if lines == LINES {
            *text += &format!("    … cut after {LINES} lines; --depth shows fewer levels\n");
            return;
        }
        lines += 1;
        let (level, label, value) = match line {
            Line::Key(level, key, value) => (level, escaped(key), value),
            Line::Item(level, index, value) => (level, format!("[{index}]"), value),
            Line::More(level, more) => {
                *text += &format!("    {:indent$}and {more} more\n", "", indent = 2 * level);
                continue;
            }
        };
        *text += &format!("    {:indent$}{label}: {}\n", "", brief(value), indent = 2 * level);
        if level + 1 >= depth {
            continue;
        }
        match value {
            Value::Element(element) => {
                let keys = element.iter().take(CHILDREN).map(|(key, value)| Line::Key(level + 1, key, value));
                push(&mut pending, level + 1, keys.collect(), element.len());
            }
            Value::Array(Array::Items(items)) => {
                let children = items.iter().take(CHILDREN).enumerate();
                let children = children.map(|(index, value)| Line::Item(level + 1, index, value));
                push(&mut pending, level + 1, children.collect(), items.len());
            }
            _ => {}
        }
    }
}

/// Adds the first of `count` children to the front of the pending lines, followed by a line with the number of the
/// others.
fn push<'d, 'a>(pending: &mut Vec<Line<'d, 'a>>, level: usize, children: Vec<Line<'d, 'a>>, count: usize) {
    if count > children.len() {
        pending.push(Line::More(level, count - children.len()));
    }
    pending.extend(children.into_iter().rev());
}
