//! Checks JSON with a JSON Schema: the keywords of `docs/schema`, and no others.

use serde_json::Value;

/// Checks a value with a schema and returns the first difference.
pub(crate) fn check(schema: &Value, value: &Value) -> Result<(), String> {
    Checker { root: schema }.check(schema, value, "$")
}

/// Keywords that don't check anything.
const ANNOTATIONS: [&str; 5] = ["$schema", "$id", "$defs", "title", "description"];

struct Checker<'s> {
    root: &'s Value,
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let keywords = match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err(format!("{at}: unknown field")),
            Value::Object(keywords) => keywords,
            other => panic!("no schema: {other}"),
        };
        keywords.iter().try_for_each(|(keyword, argument)| self.keyword(schema, keyword, argument, value, at))
    }

    fn keyword(&self, schema: &Value, word: &str, argument: &Value, value: &Value, at: &str) -> Result<(), String> {
        let ensure = |is_right: bool| if is_right { Ok(()) } else { Err(format!("{at}: {word} {argument}: {value}")) };
        let fits = |schema: &Value| self.check(schema, value, at);
        let list = || argument.as_array().expect("a list").iter();
        match word {
            "$ref" => {
                let pointer = argument.as_str().and_then(|target| target.strip_prefix('#')).expect("a local reference");
                fits(self.root.pointer(pointer).expect("a definition"))
            }
            "type" if argument.is_array() => ensure(list().any(|ty| is_type(ty, value))),
            "type" => ensure(is_type(argument, value)),
            "const" => ensure(argument == value),
            "enum" => ensure(list().any(|one| one == value)),
            "minimum" => ensure(value.as_f64() >= argument.as_f64() || !value.is_number()),
            "minItems" => ensure(value.as_array().is_none_or(|items| items.len() as u64 >= argument.as_u64().unwrap())),
            "maxItems" => ensure(value.as_array().is_none_or(|items| items.len() as u64 <= argument.as_u64().unwrap())),
            "required" => {
                ensure(!value.is_object() || list().all(|key| value.get(key.as_str().expect("a key")).is_some()))
            }
            "properties" => self.each(value, at, |key| argument.get(key)),
            "additionalProperties" => {
                let known = schema.get("properties");
                self.each(value, at, |key| known.and_then(|known| known.get(key)).is_none().then_some(argument))
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten().enumerate();
                items.try_for_each(|(index, item)| self.check(argument, item, &format!("{at}[{index}]")))
            }
            "anyOf" => ensure(list().any(|one| fits(one).is_ok())),
            "allOf" => list().try_for_each(fits),
            "if" => {
                let branch = if fits(argument).is_ok() { "then" } else { "else" };
                schema.get(branch).map_or(Ok(()), fits)
            }
            "then" | "else" => Ok(()),
            known if ANNOTATIONS.contains(&known) => Ok(()),
            unknown => panic!("expected a keyword that is checked, found {unknown}"),
        }
    }

    fn each<'a>(&self, value: &Value, at: &str, of: impl Fn(&str) -> Option<&'a Value>) -> Result<(), String> {
        let mut fields = value.as_object().into_iter().flatten();
        fields.try_for_each(|(key, field)| of(key).map_or(Ok(()), |one| self.check(one, field, &format!("{at}.{key}"))))
    }
}

fn is_type(ty: &Value, value: &Value) -> bool {
    match ty.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type: {other}"),
    }
}
