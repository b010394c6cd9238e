//! Paths to values of documents.

mod files;
mod hostile;
mod scenes;

use asset_formats::Asset;
use asset_paths::{PathError, Value, ValuePath, Values, find};

/// Returns paths and texts of the values that a path matches.
fn got(asset: &Asset<'_>, path: &str) -> Result<Vec<(String, String)>, PathError> {
    let found = find(&asset.part().unwrap(), &path.parse::<ValuePath>()?)?;
    Ok(found
        .iter()
        .map(|found| (found.path.clone(), found.part.value().map(Value::text).unwrap_or_default()))
        .collect())
}

/// Returns the text at a path.
fn text(asset: &Asset<'_>, path: &str) -> String {
    let got = got(asset, path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(got.len(), 1, "{path}: {got:?}");
    got[0].1.clone()
}

#[test]
fn paths_are_written_as_they_are_read() {
    for path in [
        "",
        "nodes/Jack/AnimatedModel/Material[1]",
        "nodes[#81]/x",
        "nodes/**[Camera]/Fov",
        "a\\/b/\\[c\\]/\\./\\*",
        "[3]/é",
    ] {
        assert_eq!(path.parse::<ValuePath>().unwrap().to_string(), path);
    }
    assert_eq!("a/**/**/b".parse::<ValuePath>().unwrap().to_string(), "a/**/b");
}

#[test]
fn broken_paths_are_refused() {
    for path in [
        "/",
        "a/",
        "a//b",
        "a[",
        "a[1",
        "a[]",
        "a[#]",
        "a[#x]",
        "a[1]b",
        "a]",
        "a\\",
        "a\\q",
        "a[99999999999999999999999]",
    ] {
        assert!(matches!(path.parse::<ValuePath>(), Err(PathError::Syntax { .. })), "{path}");
    }
    let long = "a/".repeat(100_000) + "a";
    assert!(long.parse::<ValuePath>().is_err());
}
