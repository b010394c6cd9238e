//! Diagrams of the records of fixed size, drawn from the structs that the crates read and write them with.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use syn::{Attribute, Expr, Field, Item, ItemStruct, Lit, Meta, Type};

use crate::links;

/// Bytes in a row of a diagram.
const ROW: usize = 16;

/// A record as its struct has it.
#[derive(Debug)]
struct Record {
    name: String,
    what: String,
    parts: Vec<Part>,
    size: usize,
}

/// A field of a record, in bytes.
#[derive(Debug)]
struct Part {
    name: String,
    ty: String,
    size: usize,
}

/// The chapter with the records of a crate; empty if it has none.
pub(super) fn chapter(folder: &Path) -> Result<String, String> {
    let mut structs = Vec::new();
    for file in links::files_of(&folder.join("src"), &["rs"])? {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let parsed = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        structs.extend(parsed.items.into_iter().filter_map(stored));
    }
    let records = measured(&structs)?;
    if records.is_empty() {
        return Ok(String::new());
    }
    let mut html = String::from(
        "<h2 id=\"records\">Records of fixed size</h2>\n<p>Drawn from the structs that the code reads and writes them with. Each row has 16 bytes; \
         numbers are little-endian where nothing else is said.</p>\n",
    );
    records.iter().for_each(|record| html += &diagram(record));
    Ok(html)
}

/// A struct that is laid over the bytes of a file.
fn stored(item: Item) -> Option<ItemStruct> {
    let Item::Struct(item) = item else { return None };
    let is = |name: &str, inside: &str| {
        let lists = item.attrs.iter().filter_map(|attribute| attribute.meta.require_list().ok());
        lists.filter(|list| list.path.is_ident(name)).any(|list| list.tokens.to_string().contains(inside))
    };
    (is("repr", "C") && is("derive", "FromBytes") && item.generics.params.is_empty()).then_some(item)
}

/// Returns the records with the sizes of their fields. A field may be an earlier record.
fn measured(structs: &[ItemStruct]) -> Result<Vec<Record>, String> {
    let mut sizes = BTreeMap::new();
    let mut records = Vec::new();
    for one in structs {
        let name = one.ident.to_string();
        let wrong = |why: String| format!("{name}: {why}");
        let parts: Vec<Part> =
            one.fields.iter().map(|field| part(field, &sizes)).collect::<Result<_, _>>().map_err(wrong)?;
        let size = parts.iter().map(|part| part.size).sum();
        sizes.insert(name.clone(), size);
        records.push(Record { name, what: said(&one.attrs), parts, size });
    }
    Ok(records)
}

fn part(field: &Field, sizes: &BTreeMap<String, usize>) -> Result<Part, String> {
    let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
    let (ty, size) = stored_type(&field.ty, sizes)?;
    let said = said(&field.attrs);
    let name = name.trim_start_matches('_').replace('_', " ");
    Ok(Part { name, ty: if said.is_empty() { ty } else { format!("{ty}: {}", said.trim_end_matches('.')) }, size })
}

/// A type in the words of FORMAT.md, and its size.
fn stored_type(ty: &Type, sizes: &BTreeMap<String, usize>) -> Result<(String, usize), String> {
    match ty {
        Type::Array(array) => {
            let Expr::Lit(length) = &array.len else { return Err("a length that is no number".into()) };
            let Lit::Int(length) = &length.lit else { return Err("a length that is no number".into()) };
            let length: usize = length.base10_parse().map_err(|error| error.to_string())?;
            let (name, size) = stored_type(&array.elem, sizes)?;
            Ok(if name == "u8" {
                (format!("{length} bytes"), length)
            } else {
                (format!("{length} {name}"), length * size)
            })
        }
        Type::Path(path) => {
            let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            if let Some(size) = sizes.get(&name) {
                return Ok((name, *size));
            }
            let bits = name.trim_start_matches(|one: char| one.is_ascii_alphabetic());
            let bits: usize = bits.parse().map_err(|_| format!("{name} is neither a number nor a record above"))?;
            Ok((name.to_lowercase(), bits / 8))
        }
        _ => Err("neither a number, a record nor an array of them".into()),
    }
}

/// The first paragraph of the documentation.
fn said(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(text) = &pair.value else { return None };
        let Lit::Str(text) = &text.lit else { return None };
        Some(text.value().trim().to_owned())
    });
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A table with a column for each byte of a row; a field that goes over the end of a row goes on in the next.
fn diagram(record: &Record) -> String {
    let columns: String = (0..ROW).map(|byte| format!("<th scope=\"col\">{byte:x}</th>")).collect();
    let caption = format!("<code>{}</code>, {} bytes. {}", record.name, record.size, text(&record.what));
    let mut html = format!(
        "<div class=\"table\"><table class=\"record\"><caption>{caption}</caption>\n<tr><th></th>{columns}</tr>\n"
    );
    let mut at = 0;
    for part in &record.parts {
        let (start, end) = (at, at + part.size);
        while at < end {
            if at % ROW == 0 {
                // Writing to a string can't fail.
                let _ = write!(html, "{}<tr><th scope=\"row\">{at}</th>", if at == 0 { "" } else { "</tr>\n" });
            }
            let wide = (end - at).min(ROW - at % ROW);
            let inside = if at == start {
                format!("<b>{}</b> <small>{}</small>", text(&part.name), text(&part.ty))
            } else {
                format!("<small>… {}</small>", text(&part.name))
            };
            let _ = write!(
                html,
                "<td colspan=\"{wide}\" title=\"{}: bytes {start} to {}\">{inside}</td>",
                text(&part.name),
                end - 1
            );
            at += wide;
        }
    }
    html + "</tr>\n</table></div>\n"
}

/// Escapes text for HTML; text between `` ` `` or `[` and `]` is a name.
fn text(plain: &str) -> String {
    let plain = plain.replace(['`', '[', ']'], "");
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{diagram, measured, stored};

    #[test]
    fn fields_are_drawn_where_they_are() {
        let file = "/// A part.\n#[derive(FromBytes)] #[repr(C)] struct Range { start: U32, count: U32 }\n#[derive(FromBytes)] #[repr(C)] struct Bone { \
            kind: u8, place: [F32; 3], range: Range, mask: u8 }\nstruct Other { x: Vec<u8> }";
        let items = syn::parse_file(file).expect("Rust").items;
        let records = measured(&items.into_iter().filter_map(stored).collect::<Vec<_>>()).expect("sizes");
        let sizes: Vec<_> = records.iter().map(|record| (record.name.as_str(), record.size)).collect();
        assert_eq!(sizes, [("Range", 8), ("Bone", 22)]);
        let html = diagram(&records[1]);
        assert!(html.contains("colspan=\"3\" title=\"range: bytes 13 to 20\""), "{html}");
        assert!(
            html.contains("<th scope=\"row\">16</th><td colspan=\"5\" title=\"range: bytes 13 to 20\"><small>… range"),
            "{html}"
        );
        assert!(diagram(&records[0]).contains("<code>Range</code>, 8 bytes. A part."));
    }

    #[test]
    fn what_has_no_size_is_refused() {
        let items = syn::parse_file("#[derive(FromBytes)] #[repr(C)] struct Odd { x: Later }").expect("Rust").items;
        let refused = measured(&items.into_iter().filter_map(stored).collect::<Vec<_>>()).expect_err("no size");
        assert_eq!(refused, "Odd: Later is neither a number nor a record above");
    }
}
