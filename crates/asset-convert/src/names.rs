//! Computes the names of files that are created from a document.

/// Returns a file name without folder and extension.
pub(super) fn stem(path: &str) -> &str {
    let path = without_extension(path);
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns the path without the extension.
pub(super) fn without_extension(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let dot = path.get(name..).and_then(|name| name.rfind('.')).filter(|dot| *dot > 0);
    dot.and_then(|dot| path.get(..name.saturating_add(dot))).unwrap_or(path)
}

/// Returns the part before the model folder, which is the resource root. It is empty if there is no model folder.
pub(super) fn root(output: &str) -> &str {
    output.get(..home(output).0).unwrap_or_default()
}

/// Returns the part before the folder for scenes, prefabs or maps, which is the resource root. If there is no such
/// folder, it returns the folder of the file.
pub(super) fn level_root(output: &str) -> &str {
    match home(output) {
        (_, 0) => output.rfind('/').map_or("", |slash| output.get(..=slash).unwrap_or_default()),
        (start, _) => output.get(..start).unwrap_or_default(),
    }
}

/// Returns the model name relative to the model folder, without the extension. If there is no such folder, it is
/// relative to the resource root.
pub(super) fn below_models(output: &str) -> &str {
    without_extension(output.get(home(output).1..).unwrap_or(output))
}

/// Finds the folder that an engine expects this kind of output in. Returns where its name begins and ends in the output
/// name, or 0 for both if there is none.
fn home(output: &str) -> (usize, usize) {
    let file = output.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let mut longest = (0, 0);
    let mut start = 0_usize;
    for part in output.get(..file).unwrap_or_default().split_inclusive('/') {
        let end = start.saturating_add(part.len());
        if is_home(part.trim_end_matches('/'), output) {
            longest = (start, end);
        }
        start = end;
    }
    longest
}

/// Returns whether the engine expects this kind of output in a folder with this name. Only Pragma ignores case.
fn is_home(folder: &str, output: &str) -> bool {
    let end = output.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    match &*end {
        "pmdl" | "pmdl_b" => folder.eq_ignore_ascii_case("models"),
        "pmap" | "pmap_b" => folder.eq_ignore_ascii_case("maps"),
        "mdl" => folder == "Models",
        _ => ["Scenes", "Objects", "Prefabs"].contains(&folder),
    }
}

/// Returns the resource folder for an output file.
///
/// For models, this is the parent folder of `Models` (Pragma: `models`). For Urho3D scenes and prefabs, it is the
/// parent of `Scenes`, `Objects` or `Prefabs`, and for Pragma maps the parent of `maps`. If the path contains no such
/// folder, it is the folder of the file. You should pass an output name relative to the resource folder to
/// [`convert`](super::convert), so that materials will be in the right folders.
///
/// ```
/// use asset_convert::resource_root;
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
