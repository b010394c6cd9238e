//! Views documents that can't be changed. Their parts are the same as in `inspect --json`.

use std::borrow::Cow;
use std::rc::Rc;

use asset_formats::Asset;
use binio::Name;
use serde_json::Value as Json;
use urho_core::Variant;

use super::Address;
use crate::part::Part;
use crate::value::Value;

/// A list is shown as a single value, such as a matrix, if it has no more than this many numbers.
const MOST_NUMBERS: usize = 16;

/// A member or an item, which is split once for all its parts.
struct Member {
    name: String,
    kind: String,
    id: Option<u64>,
    content: Content,
}

enum Content {
    Value(Value),
    Group(Vec<Rc<Member>>),
    List(Vec<Rc<Member>>),
}

/// Returns the summary of a document as a part.
pub(super) fn root<'d>(asset: &'d Asset<'_>, hashes: bool) -> Part<'d> {
    Part::group("", "", Address::Summary, move || parts(asset, hashes))
}

/// Returns the parts in the summary of a document.
pub(super) fn parts<'d>(asset: &Asset<'_>, hashes: bool) -> Vec<Part<'d>> {
    let summary = serde_json::to_value(asset.summary(hashes)).unwrap_or_default();
    match member(String::new(), summary).content {
        Content::Group(members) => members.iter().map(part).collect(),
        Content::Value(_) | Content::List(_) => Vec::new(),
    }
}

fn member(name: String, json: Json) -> Member {
    let text = |name: &str| json.get(name).and_then(Json::as_str).map(str::to_owned);
    let name = if name.is_empty() { text("name").unwrap_or_default() } else { name };
    let kind = text("type").or_else(|| text("kind")).unwrap_or_default();
    let id = json.get("id").and_then(Json::as_u64);
    let content = match json {
        Json::Object(members) => {
            Content::Group(members.into_iter().map(|(name, json)| Rc::new(member(name, json))).collect())
        }
        Json::Array(items) if items.len() > MOST_NUMBERS || !items.iter().all(Json::is_number) => {
            Content::List(items.into_iter().map(|json| Rc::new(member(String::new(), json))).collect())
        }
        json => Content::Value(value(json)),
    };
    Member { name, kind, id, content }
}

fn value(json: Json) -> Value {
    let text = match &json {
        Json::String(text) => text.clone(),
        Json::Array(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    let variant = match &json {
        Json::Bool(is_true) => Variant::Bool(u8::from(*is_true)),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Variant::Int64(whole),
            (None, Some(number)) if !json.is_u64() => Variant::Double(number),
            _ => Variant::String(Name::from(text.clone())),
        },
        _ => Variant::String(Name::from(text.clone())),
    };
    Value { spelling: Some(text), ..Value::fixed(variant) }
}

fn part<'d>(member: &Rc<Member>) -> Part<'d> {
    let name = Cow::Owned(member.name.clone());
    let inside = member.clone();
    let parts = move || match &inside.content {
        Content::Group(members) | Content::List(members) => members.iter().map(part).collect(),
        Content::Value(_) => Vec::new(),
    };
    let part = match &member.content {
        Content::Value(value) => Part::value_of(name, value.clone(), Address::Summary),
        Content::Group(_) => Part::group(name, member.kind.clone(), Address::Summary, parts),
        Content::List(_) => Part::list(name, Address::Summary, parts),
    };
    part.with_id(member.id)
}
