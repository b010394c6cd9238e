//! Prints a summary for people: values with their labels, lists as tables, and skeletons and scenes as trees.

use super::table::{self, Limits};
use super::value::Value;
use super::words::{is_usual, is_vector, label, one_line, safe, unit};
use crate::counts::grouped;

/// The maximum length of a list in one line. Longer lists have a line for each item.
const LINE: usize = 100;

/// Maps whose keys are names from the file.
const NAMED: &[&str] = &["classes", "components", "elements", "key_values", "property_values", "textures", "values"];

/// Writes the values of a map, one below the other.
pub(super) fn describe(entries: &[(String, Value)], limits: Limits, text: &mut String) {
    section(entries, |key| label(&key.replace("num_", "number of ")), limits, 2, text);
}

/// Writes the values of a map. `name` returns the label of a key.
fn section(entries: &[(String, Value)], name: fn(&str) -> String, limits: Limits, indent: usize, text: &mut String) {
    let shown: Vec<&(String, Value)> =
        entries.iter().filter(|(key, value)| !value.is_empty() && !is_usual(key, value)).collect();
    let labels: Vec<String> = shown.iter().map(|(key, _)| name(key) + ":").collect();
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    for ((key, value), title) in shown.into_iter().zip(labels) {
        let mut line = |value: &str| {
            *text += format!("{:indent$}{title:width$} {value}", "").trim_end();
            *text += "\n";
        };
        let below = indent + 2;
        match value {
            Value::Map(map) => {
                line("");
                let most = 2 * limits.rows;
                let name: fn(&str) -> String = if NAMED.contains(&key.as_str()) { safe } else { label };
                section(map.items.get(..most).unwrap_or(&map.items), name, limits, below, text);
                more(map.count.saturating_sub(most), below, text);
            }
            Value::List(list) if value.records().is_some() => {
                line(&grouped(list.count as u64));
                table::describe(list, limits, below, text);
            }
            Value::List(list) if !is_short(key, value) => {
                line(&grouped(list.count as u64));
                for item in list.items.iter().take(limits.rows) {
                    *text += &format!("{:below$}{}\n", "", one_line(key, item));
                }
                more(list.count.saturating_sub(limits.rows), below, text);
            }
            _ => {
                let unit = unit(key).map(|unit| format!(" {unit}")).unwrap_or_default();
                line(&(one_line(key, value) + &unit));
            }
        }
    }
}

/// Returns whether a list fits into one line.
fn is_short(key: &str, value: &Value) -> bool {
    let Value::List(list) = value else { return true };
    let is_nested = list.items.iter().any(|item| matches!(item, Value::List(_)) && !is_vector(item));
    list.count == list.items.len() && !is_nested && one_line(key, value).chars().count() <= LINE
}

/// Writes how many items are left out.
pub(super) fn more(count: usize, indent: usize, text: &mut String) {
    if count > 0 {
        *text += &format!("{:indent$}and {} more\n", "", grouped(count as u64));
    }
}
