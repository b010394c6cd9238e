//! Names of files that come of one document.

/// The name of a file without its folder and extension.
pub(super) fn stem(path: &str) -> &str {
    let path = without_extension(path);
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// A path without the extension of its last part.
pub(super) fn without_extension(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let dot = path.get(name..).and_then(|name| name.rfind('.')).filter(|dot| *dot > 0);
    dot.and_then(|dot| path.get(..name.saturating_add(dot))).unwrap_or(path)
}

/// Returns the part of a name before the model folder, which is the resource root. Empty if there is no model folder.
pub(super) fn root(output: &str) -> &str {
    output.get(..home(output).0).unwrap_or_default()
}

/// Returns the part of a name before the folder of scenes, prefabs or maps, which is the resource root. The folder of
/// the file if there is none.
pub(super) fn level_root(output: &str) -> &str {
    match home(output) {
        (_, 0) => output.rfind('/').map_or("", |slash| output.get(..=slash).unwrap_or_default()),
        (start, _) => output.get(..start).unwrap_or_default(),
    }
}

/// The name of a model below the folder of models, or below where resources are counted from if there is none, without extension.
pub(super) fn below_models(output: &str) -> &str {
    without_extension(output.get(home(output).1..).unwrap_or(output))
}

/// Where the name of the folder that files of an output's kind are in begins in the output's name, and where it ends. Both are 0 if there is none.
fn home(output: &str) -> (usize, usize) {
    let file = output.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let mut found = (0, 0);
    let mut start = 0_usize;
    for part in output.get(..file).unwrap_or_default().split_inclusive('/') {
        let end = start.saturating_add(part.len());
        if is_home(part.trim_end_matches('/'), output) {
            found = (start, end);
        }
        start = end;
    }
    found
}

/// Whether files of an output's kind are in folders of this name. Only to Pragma upper and lower case are the same.
fn is_home(folder: &str, output: &str) -> bool {
    let end = output.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    match &*end {
        "pmdl" | "pmdl_b" => folder.eq_ignore_ascii_case("models"),
        "pmap" | "pmap_b" => folder.eq_ignore_ascii_case("maps"),
        "mdl" => folder == "Models",
        _ => ["Scenes", "Objects", "Prefabs"].contains(&folder),
    }
}

/// Returns the resource folder of an output file. It is the parent folder of `Models` (Pragma: `models`) for models, of
/// `Scenes`, `Objects` or `Prefabs` for scenes and prefabs of Urho3D, and of `maps` for maps of Pragma. If the path
/// contains no such folder, it is the folder of the file itself. Pass the output name relative to this folder, so that
/// [`convert`](super::convert) puts materials into the right folders.
///
/// ```
/// use asset_project::convert::resource_root;
/// assert_eq!(resource_root("Game/Data/Models/Fox/Fox.mdl".as_ref()).to_str(), Some("Game/Data"));
/// assert_eq!(resource_root("assets/models/fox.pmdl_b".as_ref()).to_str(), Some("assets"));
/// assert_eq!(resource_root("out/Fox.mdl".as_ref()).to_str(), Some("out"));
/// assert_eq!(resource_root("Data/Scenes/Level.xml".as_ref()).to_str(), Some("Data"));
/// assert_eq!(resource_root("assets/maps/room.pmap_b".as_ref()).to_str(), Some("assets"));
/// ```
pub fn resource_root(model: &std::path::Path) -> &std::path::Path {
    let folder = model.parent().unwrap_or(model);
    let name = model.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_it =
        |folder: &&std::path::Path| folder.file_name().is_some_and(|folder| is_home(&folder.to_string_lossy(), &name));
    folder.ancestors().find(is_it).and_then(std::path::Path::parent).unwrap_or(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_begin_before_models() {
        let cases = [("Models/Fox.mdl", ""), ("a/Models/b/Fox.mdl", "a/"), ("out/Fox.mdl", ""), ("Fox.mdl", "")];
        for (output, wanted) in cases.into_iter().chain([("MyModels/Fox.mdl", ""), ("Models", "")]) {
            assert_eq!(root(output), wanted, "{output}");
        }
        for (output, wanted) in [("a/MODELS/x/y.pmdl_b", "a/"), ("models/y.pmdl", ""), ("a/models/b.mdl", "")] {
            assert_eq!(root(output), wanted, "{output}");
        }
    }

    #[test]
    fn models_are_called_by_their_paths() {
        for (output, wanted) in [("a/models/x/y.pmdl_b", "x/y"), ("models/y.pmdl", "y"), ("a/y.pmdl", "a/y")] {
            assert_eq!(below_models(output), wanted, "{output}");
        }
    }

    #[test]
    fn only_the_last_part_has_an_extension() {
        assert_eq!([stem("a.b/c.d.mdl"), stem("a.b/c"), stem(".mdl")], ["c.d", "c", ".mdl"]);
        assert_eq!(without_extension("a.b/c"), "a.b/c");
    }
}
