//! The names with which the engine finds files.

use pragma_asset::Model;
use scene_adapter::look::{file_name, without_extension};

/// The extensions of materials, in the order in which the engine looks for them.
pub(super) const MATERIALS: [&str; 3] = ["pmat_b", "pmat", "wmi"];

/// The extensions of textures, in the order in which the engine looks for them.
pub(super) const TEXTURES: [&str; 13] =
    ["ktx", "dds", "png", "tga", "jpg", "bmp", "psd", "gif", "hdr", "pic", "vtf", "vtex_c", "svg"];

/// The folder for materials and textures.
const ROOT: &str = "materials/";

/// The largest number of folders to add to a model.
const MOST_FOLDERS: usize = 32;

/// Converts a name to what the engine's tools would use: lower case, with only letters, numbers, dots, blanks, `_` and
/// `-`. If nothing is left, the result is empty.
pub(crate) fn plain(text: &str) -> String {
    let is_plain = |own: char| own.is_ascii_lowercase() || own.is_ascii_digit() || "._- ".contains(own);
    let name = file_name(text).to_lowercase().replace(|own| !is_plain(own), "_");
    let name = name.trim_start_matches(['.', ' ']);
    match name.rsplit_once('.') {
        // A file extension in the name would be misread.
        Some((stem, end)) if MATERIALS.contains(&end) || TEXTURES.contains(&end) => format!("{stem}_{end}"),
        _ => name.to_owned(),
    }
}

/// Returns the path to use in a material, given the file name of a texture.
pub(crate) fn texture_path(file: &str) -> &str {
    let stem = without_extension(file);
    stem.get(ROOT.len()..).filter(|_| is_material_resource(file)).unwrap_or(stem)
}

/// Returns whether a resource is in the folder for materials.
pub(super) fn is_material_resource(name: &str) -> bool {
    name.get(..ROOT.len()).is_some_and(|root| root.eq_ignore_ascii_case(ROOT))
}

/// Returns the part of a name that is after `folder`, or `None` if it isn't in this folder. As in the engine, case is
/// ignored.
fn behind<'n>(name: &'n str, folder: &str) -> Option<&'n str> {
    let rest = name.get(folder.len()..)?;
    name.get(..folder.len()).is_some_and(|own| own.eq_ignore_ascii_case(folder)).then_some(rest)
}

pub(crate) fn name_in(model: &mut Model<'_>, files: &[Option<String>]) -> Result<(), pragma_asset::Error> {
    let wanted: Vec<Option<&str>> = files.iter().map(|file| file.as_deref().map(texture_path)).collect();
    let folder = |name: &str| name.rfind('/').map_or("", |slash| name.get(..=slash).unwrap_or_default()).to_owned();
    let old: Vec<String> = model.material_paths().iter().map(|path| path.to_text().replace('\\', "/")).collect();
    let paths_of_new = || {
        let mut folders: Vec<String> = wanted.iter().flatten().map(|name| folder(name)).collect();
        folders.dedup();
        let [own] = folders.as_slice() else { return vec![String::new()] };
        // A material without a file is the engine's own, and must not resolve to one of these.
        let others = model.materials().into_iter().zip(&wanted).filter(|(_, name)| name.is_none());
        let others: Vec<String> = others.map(|(name, _)| format!("{own}{}", name.to_text())).collect();
        let is_hidden = others.iter().any(|other| wanted.iter().flatten().any(|name| name.eq_ignore_ascii_case(other)));
        match (others.is_empty(), is_hidden) {
            (true, _) => vec![own.clone()],
            (false, false) => vec![own.clone(), String::new()],
            // Of several folders none: names are looked for in one after the other.
            (false, true) => vec![String::new()],
        }
    };
    let mut paths = if old.is_empty() { paths_of_new() } else { old.clone() };
    let mut renamed: Vec<(usize, String)> = Vec::new();
    let own: Vec<String> = model.materials().iter().map(|own| own.to_text().replace('\\', "/")).collect();
    for (index, name) in wanted.iter().enumerate() {
        let Some(name) = name else { continue };
        let own = own.get(index).map(String::as_str).unwrap_or_default();
        let own = without_known(own.strip_prefix('/').unwrap_or(own));
        let is_found = |path: &String| behind(name, path).is_some_and(|rest| rest.eq_ignore_ascii_case(own));
        if !old.is_empty() && paths.iter().any(is_found) {
            continue;
        }
        let known = paths.iter().find_map(|path| behind(name, path));
        let now = match known {
            Some(rest) => rest.to_owned(),
            None => {
                let own_folder = folder(name);
                // The engine would find the old file first if the name stayed the same in another folder.
                let is_ambiguous = name.get(own_folder.len()..).is_some_and(|rest| rest.eq_ignore_ascii_case(own));
                // Of many folders none: then names are whole.
                let is_whole = paths.len() >= MOST_FOLDERS || is_ambiguous && !old.is_empty();
                let new = if is_whole { String::new() } else { own_folder };
                let rest = name.get(new.len()..).unwrap_or(name).to_owned();
                paths.push(new);
                rest
            }
        };
        renamed.push((index, now));
    }
    if !renamed.is_empty() {
        model.rename_materials(renamed.iter().map(|(index, name)| (*index, name.as_str())))?;
    }
    if paths != old && wanted.iter().any(Option::is_some) {
        model.set_material_paths(&paths.iter().map(String::as_str).collect::<Vec<_>>());
    }
    Ok(())
}

/// Returns the name of a material without its extension, but only if this is an extension of materials.
pub(crate) fn without_known(name: &str) -> &str {
    let known = name.rsplit_once('.').filter(|(_, end)| MATERIALS.iter().any(|known| end.eq_ignore_ascii_case(known)));
    known.map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        let cases = [
            ("Cloth.001", "cloth.001"),
            ("a:b/c", "abc"),
            ("Ölfarbe", "_lfarbe"),
            ("wood.PNG", "wood_png"),
            ("x.pmat_b", "x_pmat_b"),
            ("..", ""),
            ("..a", "a"),
            ("nul", "nul_"),
        ];
        for (name, wanted) in cases {
            assert_eq!(plain(name), wanted, "{name}");
        }
    }

    #[test]
    fn a_model_keeps_its_folders_and_names() {
        let mut model = Model::builder().material_path("Models/A/").material("x").material("y.pmat").build().unwrap();
        let before = model.to_bytes().unwrap();
        let files = ["materials/models/a/X.pmat_b", "materials/models/a/y.pmat"].map(|file| Some(file.to_owned()));
        name_in(&mut model, &files).unwrap();
        assert_eq!(model.to_bytes().unwrap(), before);
        name_in(&mut model, &[Some("materials/models/b/z.pmat".into()), None]).unwrap();
        let texts =
            |names: Vec<binio::Name<'_>>| names.iter().map(|name| name.to_text().into_owned()).collect::<Vec<_>>();
        assert_eq!(
            (texts(model.material_paths()), texts(model.materials())),
            (vec!["Models/A/".to_owned(), "models/b/".to_owned()], vec!["z".to_owned(), "y.pmat".to_owned()],)
        );
        // With only a folder more, the engine would find the file of the first folder.
        let mut model = Model::builder().material_path("a/").material("x").build().unwrap();
        name_in(&mut model, &[Some("materials/models/b/x.pmat".into())]).unwrap();
        assert_eq!(
            (texts(model.material_paths()), texts(model.materials())),
            (vec!["a/".to_owned(), String::new()], vec!["models/b/x".to_owned()])
        );
    }

    #[test]
    fn a_new_model_has_one_folder() {
        let new = || Model::builder().material("X").material("Y").build().unwrap();
        let text = |name: Option<&binio::Name<'_>>| name.unwrap().to_text().into_owned();
        let mut model = new();
        name_in(&mut model, &[Some("materials/models/a/x.pmat".into()), Some("materials/models/a/y.pmat".into())])
            .unwrap();
        assert_eq!(
            (text(model.material_paths().first()), text(model.materials().first())),
            ("models/a/".into(), "x".into())
        );
        let mut model = new();
        name_in(&mut model, &[Some("materials/models/a/x.pmat".into()), Some("materials/b/y.pmat".into())]).unwrap();
        assert_eq!((text(model.material_paths().first()), text(model.materials().last())), ("".into(), "b/y".into()));
        // The second is the engine's own, unless the first is called so.
        for (file, paths) in [("x", &["models/a/", ""][..]), ("Y", &[""])] {
            let mut model = new();
            name_in(&mut model, &[Some(format!("materials/models/a/{file}.pmat")), None]).unwrap();
            assert_eq!(model.material_paths(), paths);
            assert_eq!(text(model.materials().last()), "Y");
        }
        let mut model = new();
        let before = model.to_bytes().unwrap();
        name_in(&mut model, &[None, None]).unwrap();
        assert_eq!(model.to_bytes().unwrap(), before);
    }
}
