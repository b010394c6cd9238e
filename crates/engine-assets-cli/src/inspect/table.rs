//! Prints a list of records as a table with aligned columns.

use engine_assets::urho_mdl::Hierarchy;

use super::print::more;
use super::value::{Kept, Value};
use super::words::{is_box, is_usual, is_vector, label, one_line, unit};

/// The maximum width of a cell. Longer lists are only counted, and columns of longer texts come last.
const WIDEST: usize = 48;

/// The maximum length of a text. The rest is cut.
const LONGEST: usize = 120;

/// A cell of a table.
#[derive(Clone, Default)]
struct Cell {
    text: String,
    /// The number of items, if this is a list.
    count: Option<usize>,
    is_number: bool,
    is_flag: bool,
}

/// The named cells of a row.
type Row = Vec<(String, Cell)>;

/// How many rows and levels of a tree to print.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) rows: usize,
    pub(super) depth: usize,
}

/// Writes a table of records, or a tree of names if the records have parents.
pub(super) fn describe(records: &Kept<Value>, limits: Limits, indent: usize, text: &mut String) {
    let is_tree = records.items.iter().all(|record| record.get("parent").is_some() && record.get("name").is_some());
    let (rows, hidden) = if is_tree { tree(records, limits) } else { joined(records, limits.rows) };
    write(&rows, indent, text);
    more(hidden, indent, text);
}

/// Returns the rows of a table, and the number of records that are left out. If the records contain one list of records,
/// each of the inner records has a row. The first of these rows has the values of the outer record, too.
fn joined(records: &Kept<Value>, most: usize) -> (Vec<Row>, usize) {
    let mut rows = Vec::new();
    let inner = inner(&records.items);
    let mut shown = 0;
    for record in &records.items {
        if rows.len() >= most {
            break;
        }
        shown += 1;
        let mut row = cells(record.entries().unwrap_or_default(), inner);
        let list = inner.and_then(|key| record.get(key)).and_then(Value::records);
        let names: Vec<String> = row.iter().map(|(name, _)| name.clone()).collect();
        for item in list.into_iter().flat_map(|list| &list.items).take(most) {
            for (name, cell) in cells(item.entries().unwrap_or_default(), None) {
                let is_taken = names.contains(&name);
                row.push((if is_taken { format!("{} {name}", label(inner.unwrap_or_default())) } else { name }, cell));
            }
            rows.push(std::mem::take(&mut row));
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    (rows, records.count - shown)
}

/// Returns the key of the list of records inside the records, if there is one.
fn inner(records: &[Value]) -> Option<&str> {
    let entries = records.iter().filter_map(Value::entries).flatten();
    let mut keys = entries.filter(|(_, value)| value.records().is_some()).map(|(key, _)| key.as_str());
    let key = keys.next()?;
    keys.all(|other| other == key).then_some(key)
}

/// Returns the rows of a tree in depth-first order, and the number of records that are left out.
fn tree(records: &Kept<Value>, limits: Limits) -> (Vec<Row>, usize) {
    let parents = records.items.iter().map(|record| match record.get("parent") {
        Some(Value::Integer(parent)) => usize::try_from(*parent).ok(),
        _ => None,
    });
    let hierarchy = Hierarchy::new(parents);
    let order = hierarchy.depth_first();
    let level = |node: usize| hierarchy.depth(node).unwrap_or(0);
    let (mut rows, mut counted): (Vec<Row>, usize) = (Vec::new(), 0);
    for (position, node) in order.iter().enumerate().filter(|(_, node)| level(**node) < limits.depth) {
        let (Some(record), true) = (records.items.get(*node), rows.len() < 2 * limits.rows) else { break };
        // Parents come before their children, so a subtree is a contiguous range.
        let below = order.iter().skip(position + 1).take_while(|other| level(**other) > level(*node)).count();
        let hidden = if level(*node) + 1 == limits.depth { below } else { 0 };
        counted += 1 + hidden;
        let name = record.get("name").filter(|name| !name.is_empty());
        let name = name.map_or_else(|| "(no name)".to_owned(), |name| one_line("name", name));
        let more = if hidden > 0 { format!(" (+{hidden} below)") } else { String::new() };
        let name = format!("{:indent$}{name}{more}", "", indent = 2 * level(*node));
        let mut row = vec![("name".to_owned(), Cell { text: name, ..Cell::default() })];
        let others = record.entries().unwrap_or_default().iter();
        let others = others.filter(|(key, value)| {
            // Transforms and boxes are too much for a tree.
            let is_nested = matches!(value, Value::Map(_)) || is_vector(value) || is_box(value);
            !matches!(key.as_str(), "name" | "parent") && !is_nested
        });
        row.extend(others.filter_map(|(key, value)| Some((column(key), cell(key, value)?))));
        rows.push(row);
    }
    remove_constant_flags(&mut rows);
    (rows, records.count - counted)
}

/// Removes flags that are the same in all rows.
fn remove_constant_flags(rows: &mut [Row]) {
    let flags = |rows: &[Row], name: &str| {
        let cells = rows.iter().flatten().filter(|(other, cell)| other == name && cell.is_flag);
        cells.map(|(_, cell)| cell.text.clone()).collect::<std::collections::BTreeSet<_>>()
    };
    let names: Vec<String> =
        rows.iter().flatten().filter(|(_, cell)| cell.is_flag).map(|(name, _)| name.clone()).collect();
    for name in names {
        if flags(rows, &name).len() < 2 {
            rows.iter_mut().for_each(|row| row.retain(|(other, _)| *other != name));
        }
    }
}

/// Returns the heading of a column.
fn column(key: &str) -> String {
    unit(key).map_or_else(|| label(key), |unit| format!("{} ({unit})", label(key)))
}

/// Returns the cells of a record, without the value of one key.
fn cells(entries: &[(String, Value)], without: Option<&str>) -> Row {
    let mut row = Row::new();
    for (key, value) in entries.iter().filter(|(key, _)| Some(key.as_str()) != without) {
        match value.entries() {
            // A map that does not only contain texts is a record. Its vectors are too much for a table.
            Some(inner) if inner.iter().any(|(_, value)| !matches!(value, Value::Text(_))) => {
                let inner = inner.iter().filter(|(_, value)| !matches!(value, Value::Map(_) | Value::List(_)));
                row.extend(
                    inner.filter_map(|(own, value)| {
                        Some((format!("{} {}", label(key), column(own)), cell(own, value)?))
                    }),
                );
            }
            _ => row.extend(cell(key, value).map(|cell| (column(key), cell))),
        }
    }
    row
}

/// Returns the cell of a value, or `None` if it is empty.
fn cell(key: &str, value: &Value) -> Option<Cell> {
    if value.is_empty() || is_usual(key, value) {
        return None;
    }
    let names = value.records().map(|records| {
        let texts = records
            .items
            .iter()
            .filter_map(|record| record.entries()?.iter().find(|(_, value)| matches!(value, Value::Text(_))));
        texts.map(|(_, text)| one_line(key, text)).collect::<Vec<_>>().join(", ")
    });
    let count = match value {
        Value::List(list) if !is_vector(value) || list.count > 4 => Some(list.count),
        Value::Map(map) => Some(map.count),
        _ => None,
    };
    let text = names.unwrap_or_else(|| one_line(key, value));
    let text = if text.is_empty() { count.unwrap_or_default().to_string() } else { text };
    Some(Cell { text, count, is_number: value.is_number(), is_flag: matches!(value, Value::Flag(_)) })
}

/// Writes rows under a heading, in aligned columns. Numbers are aligned to the right.
fn write(rows: &[Row], indent: usize, text: &mut String) {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !names.contains(&name.as_str()) {
            names.insert(if name == "name" { 0 } else { names.len() }, name);
        }
    }
    let mut columns: Vec<Vec<String>> = names.iter().map(|name| aligned(name, rows)).collect();
    // The names stay first.
    columns
        .get_mut(1..)
        .unwrap_or_default()
        .sort_by_key(|column| column.first().is_some_and(|cell| length(cell) > WIDEST));
    for line in 0..=rows.len() {
        let cells: Vec<&str> = columns.iter().filter_map(|column| column.get(line)).map(String::as_str).collect();
        *text += &format!("{:indent$}{}\n", "", cells.join("  ").trim_end());
    }
}

/// Returns the heading and the cells of a column, all with the same width.
fn aligned(name: &str, rows: &[Row]) -> Vec<String> {
    let cells: Vec<Option<&Cell>> =
        rows.iter().map(|row| row.iter().find(|(other, _)| other == name).map(|(_, cell)| cell)).collect();
    let is_long = cells.iter().flatten().any(|cell| cell.count.is_some() && length(&cell.text) > WIDEST);
    let text = |cell: &Cell| match cell.count {
        Some(count) if is_long => count.to_string(),
        _ if length(&cell.text) > LONGEST => cell.text.chars().take(LONGEST - 1).chain(['…']).collect(),
        _ => cell.text.clone(),
    };
    let texts: Vec<String> = cells.iter().map(|cell| cell.map_or_else(String::new, text)).collect();
    let are_numbers = cells.iter().flatten().all(|cell| cell.is_number || is_long && cell.count.is_some());
    let width = texts.iter().map(|text| length(text)).max().unwrap_or(0).max(length(name));
    let align = |text: &str| if are_numbers { format!("{text:>width$}") } else { format!("{text:width$}") };
    std::iter::once(name).chain(texts.iter().map(String::as_str)).map(align).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}
