//! Writes SARIF 2.1.0.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use engine_assets::finding_kinds;
use serde_json::{Value, json};

use super::{Case, Located};

/// Returns the report, which is a single run with one result for each finding.
pub(super) fn write(cases: &[Case], failures: &[String]) -> io::Result<Vec<u8>> {
    let findings = || cases.iter().flat_map(|case| case.findings.iter().map(move |finding| (case, finding)));
    let rules: BTreeSet<&str> = findings().map(|(_, finding)| finding.finding.kind).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    let results: Vec<Value> = findings().map(|(case, finding)| result(case, finding, &rules)).collect();
    let described: Vec<Value> = rules.iter().map(|rule| description(rule)).collect();
    let notifications: Vec<Value> =
        failures.iter().map(|failure| json!({"level": "error", "message": message(failure)})).collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "engine-assets",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": described,
            }},
            "invocations": [{
                "executionSuccessful": failures.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut bytes = serde_json::to_vec_pretty(&log)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn result(case: &Case, located: &Located, rules: &[&str]) -> Value {
    let mut region = serde_json::Map::new();
    // Code hosts need a line, of binary files too.
    region.insert("startLine".to_owned(), json!(located.position.as_ref().map_or(1, |position| position.line)));
    if let Some(position) = &located.position {
        region.insert("startColumn".to_owned(), json!(position.column));
    }
    if let Some(offset) = located.finding.offset {
        region.insert("byteOffset".to_owned(), json!(offset));
    }
    let file = case.input.package_path().unwrap_or_else(|| case.input.path());
    let mut location = json!({"physicalLocation": {"artifactLocation": artifact(file), "region": region}});
    let entry = case.input.is_in_package().then(|| case.input.display());
    let part = (!located.finding.path.is_empty()).then(|| located.finding.path.clone());
    let names: Vec<Value> = entry.into_iter().chain(part).map(|name| json!({"fullyQualifiedName": name})).collect();
    if !names.is_empty() {
        location["logicalLocations"] = Value::Array(names);
    }
    json!({
        "ruleId": located.finding.kind,
        "ruleIndex": rules.binary_search(&located.finding.kind).unwrap_or_default(),
        "level": located.finding.severity,
        "message": message(&located.finding.text()),
        "locations": [location],
    })
}

/// Creates a message. Brackets in names are escaped, so that they can't become links.
fn message(text: &str) -> Value {
    let text = if text.contains("](") { text.replace('[', "\\[").replace(']', "\\]") } else { text.to_owned() };
    json!({"text": text})
}

/// Returns the location of a file, relative to the root of the sources if possible, or else absolute.
fn artifact(path: &Path) -> Value {
    let path = path.strip_prefix(".").unwrap_or(path);
    let uri = crate::uri::of(path);
    if path.is_absolute() { json!({"uri": uri}) } else { json!({"uri": uri, "uriBaseId": "%SRCROOT%"}) }
}

/// Describes a rule with the sentence about its kind.
fn description(rule: &str) -> Value {
    let kinds = finding_kinds();
    let about = kinds.iter().find(|kind| kind.as_str() == rule).map(|kind| kind.about());
    json!({"id": rule, "shortDescription": message(about.unwrap_or(rule))})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(crate::uri::of(Path::new("Data/my model.mdl")), "Data/my%20model.mdl");
        #[cfg(unix)]
        assert_eq!(crate::uri::of(Path::new("/a/é#.mdl")), "file:///a/%C3%A9%23.mdl");
        assert_eq!(artifact(Path::new("./a.mdl")), json!({"uri": "a.mdl", "uriBaseId": "%SRCROOT%"}));
    }

    #[test]
    fn names_cant_become_links() {
        assert_eq!(message("a[0]"), json!({"text": "a[0]"}));
        assert_eq!(message("[a](http://b)"), json!({"text": "\\[a\\](http://b)"}));
    }
}
