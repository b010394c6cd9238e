//! Extensions for editors.

/// The extension for VS Code has all its files, and its grammar knows every type.
#[test]
fn the_extension_for_editors_is_complete() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode");
    let read = |name: &serde_json::Value| -> serde_json::Value {
        let name = name.as_str().expect("a file");
        serde_json::from_slice(&std::fs::read(folder.join(name)).expect(name)).expect(name)
    };
    let package = read(&"package.json".into());
    assert!(folder.join(package["main"].as_str().expect("a file")).is_file());
    let contributes = &package["contributes"];
    let language = &contributes["languages"][0];
    read(&language["configuration"]);
    let grammar = read(&contributes["grammars"][0]["path"]);
    assert_eq!(grammar["scopeName"], contributes["grammars"][0]["scopeName"]);
    let (mut pending, mut count) = (vec![&grammar], 0);
    while let Some(value) = pending.pop() {
        if let Some(name) = value.get("include").and_then(serde_json::Value::as_str) {
            assert!(grammar["repository"].get(name.trim_start_matches('#')).is_some(), "{name}");
            count += 1;
        }
        pending.extend(value.as_array().into_iter().flatten());
        pending.extend(value.as_object().into_iter().flat_map(|map| map.values()));
    }
    assert!(count > 10, "{count}");
    let property = grammar["repository"]["property"]["match"].as_str().expect("a pattern");
    let known: Vec<&str> = property.split(['(', ')', '|']).collect();
    for ty in engine_assets::udm::Type::all().filter_map(engine_assets::udm::Type::name) {
        assert!(known.contains(&ty), "{ty}");
    }
    for extension in [".udm", ".udms", ".pmat", ".pmdl"] {
        assert!(language["extensions"].as_array().expect("a list").contains(&extension.into()), "{extension}");
    }
}
