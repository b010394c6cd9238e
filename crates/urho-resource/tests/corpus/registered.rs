//! The table of interface classes, against the attributes that the engines register.

use std::collections::BTreeSet;

use testkit::corpus::CorpusFile;

/// An attribute as a row: class, base class, name, type, default value, words, type of the resource, and whether it changes the default value of a base class.
type Row = [String; 8];

/// Each engine has exactly the attributes of the table; lists of other things pass.
pub(crate) fn classes(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("urho-ui-attributes.tsv") {
        return Ok(());
    }
    let text = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let own: BTreeSet<Row> = urho_resource::tables().lines().filter_map(own_row).collect();
    let mut problems = Vec::new();
    for engine in ["U", "3", "R"] {
        let listed: BTreeSet<Row> = text.lines().filter_map(|line| listed_row(line, engine)).collect();
        if listed.len() < 160 {
            return Err(format!("{engine}: only {} attributes", listed.len()));
        }
        problems.extend(listed.difference(&own).map(|row| format!("{engine}: not in the table: {row:?}")));
        problems.extend(own.difference(&listed).map(|row| format!("{engine}: only in the table: {row:?}")));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// A row of the table: `| Class (Base) | name | type | default | notes |`.
fn own_row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").map(str::trim).collect();
    let [class, name, kind, default, notes] = cells[..] else { return None };
    let (class, base) = class.strip_suffix(')').and_then(|class| class.split_once(" (")).unwrap_or((class, ""));
    // The rows of elements and attributes of files begin with code, and the heads of their tables with the encoding.
    if class.is_empty() || class.starts_with('`') || name == "type" || kind == "type" || kind.starts_with('-') {
        return None;
    }
    let notes: Vec<&str> = notes.split("; ").collect();
    let words = notes.iter().find(|note| note.starts_with('`')).map_or(String::new(), |words| {
        let words = words.split(", ").map(|word| word.trim_matches('`'));
        // The tables of the three engines are one; the word is rbfx's.
        words.filter(|word| *word != "decal").collect::<Vec<_>>().join(",")
    });
    let reference = notes.iter().find_map(|note| note.strip_suffix(", resource name")).unwrap_or_default();
    let changes = if notes.contains(&"other default than the base class") { "REDEFAULT" } else { "" };
    let cells = [class, base, name, kind, default.trim_matches('`'), &words, reference, changes];
    Some(cells.map(str::to_owned))
}

/// A row of the list: engine, class, base, index, name, type, default, flags, words, type of the resource.
fn listed_row(line: &str, of: &str) -> Option<Row> {
    let [engine, class, base, _, name, kind, default, flags, words, reference] =
        line.split('\t').collect::<Vec<_>>()[..]
    else {
        return None;
    };
    if engine != of {
        return None;
    }
    let kind = kind.strip_suffix("(enum)").unwrap_or(kind);
    // rbfx keeps the names of variables; its files are the same.
    let kind = if kind == "StringVariantMap" { "VariantMap" } else { kind };
    let words = words.strip_suffix(",decal").unwrap_or(words);
    let changes = if flags.contains("REDEFAULT") { "REDEFAULT" } else { "" };
    // Images of a value with other parts have a star.
    let cells = [class, base, name, kind, default, words, reference.trim_end_matches('*'), changes];
    Some(cells.map(str::to_owned))
}
