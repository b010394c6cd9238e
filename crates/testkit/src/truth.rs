//! Compares a summary to what an engine returned for the same file.

use serde_json::Value;

/// Returns the differences between `ours` and `truth`, with a line for each. `ours` may have additional fields, but
/// every field in the truth must exist, except for those in `unspoken`. Numbers are equal if they are the same f32.
pub fn differences(ours: &Value, truth: &Value, unspoken: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    compare(ours, truth, unspoken, "", &mut found);
    found
}

fn compare(ours: &Value, truth: &Value, unspoken: &[&str], path: &str, found: &mut Vec<String>) {
    match (ours, truth) {
        (Value::Object(ours), Value::Object(truth)) => {
            for (key, value) in truth.iter().filter(|(key, _)| !unspoken.contains(&key.as_str())) {
                let path = format!("{path}.{key}");
                match ours.get(key) {
                    Some(our) => compare(our, value, unspoken, &path, found),
                    None => found.push(format!("{path}: missing")),
                }
            }
        }
        (Value::Array(ours), Value::Array(truth)) if ours.len() == truth.len() => {
            for (index, (our, value)) in ours.iter().zip(truth).enumerate() {
                compare(our, value, unspoken, &format!("{path}[{index}]"), found);
            }
        }
        (Value::Number(our), Value::Number(value)) if same_number(our, value) => {}
        _ if ours == truth => {}
        _ => found.push(format!("{path}: {ours}, not {truth}")),
    }
}

fn same_number(a: &serde_json::Number, b: &serde_json::Number) -> bool {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a == b,
        _ => a.as_f64().map(|value| value as f32) == b.as_f64().map(|value| value as f32),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn tells_every_difference() {
        let truth = json!({"a": [1, 2.5], "b": {"c": "x"}, "d": 0, "size": 9});
        let ours = json!({"a": [1, 2.75], "b": {}, "d": [0], "more": 1});
        let found = super::differences(&ours, &truth, &["size"]);
        assert_eq!(found, [".a[1]: 2.75, not 2.5", ".b.c: missing", ".d: [0], not 0"]);
    }

    #[test]
    fn floats_are_equal_by_value() {
        assert!(super::differences(&json!(0.965_925_8), &json!(0.965_925_813), &[]).is_empty());
    }
}
