//! Finds files next to a model, and computes where the output of a conversion goes.

use std::path::{Path, PathBuf};

use asset_formats::Error;

use super::{OutputFormat, resource_root};

/// Returns the files beside a model that look like Urho3D animations by their names, sorted. With the feature `fs`, XML
/// animations for rbfx are included too, because it can look into these files. `wanted` gets each name, without folder
/// and extension, and returns whether to include the file. If the folder can't be listed, the result is empty.
///
/// ```no_run
/// use asset_convert::{animations_beside, matches_model_name};
/// let animations = animations_beside("Models/Jack.mdl".as_ref(), |name| matches_model_name(name, "Jack"));
/// ```
pub fn animations_beside(model: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Some(folder) = model.parent() else { return Vec::new() };
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    animations_in(folder).into_iter().filter(|path| wanted(&stem(path))).collect()
}

/// Returns the files in a folder that look like Urho3D animations by their names, and XML animations, sorted by name.
pub fn animations_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths = files_in(folder, "ani");
    #[cfg(feature = "fs")]
    paths.extend(files_in(folder, "xml").into_iter().filter(|path| {
        let detection = asset_formats::detect_file(path, 4096);
        matches!(detection, Ok(asset_formats::Detection::Known(format)) if format.is_urho_animation())
    }));
    paths.sort();
    paths
}

fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(or_here(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| has_extension(path, extension)).collect();
    paths.sort();
    paths
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(extension))
}

/// Returns the folder, or `.` for the empty path.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Returns the resource folder in which the engine finds an existing scene or map, if its resource names don't begin at
/// [`resource_root`]: `Data` for `Data/Levels/Scenes/Yard.xml`. The path must be absolute.
fn searched_root(output: &Path, output_format: OutputFormat) -> Option<PathBuf> {
    let is_level = output_format.is_urho_scene() || output_format.is_pragma_map();
    if !is_level || !output.is_file() {
        return None;
    }
    let nearest = resource_root(output);
    let project = asset_project::Resources::around(output).ok()?;
    let around = project.roots().filter(|root| nearest.starts_with(root));
    let innermost = around.max_by_key(|root| root.components().count())?;
    (innermost != nearest).then(|| innermost.to_path_buf())
}

/// Where to write the output of a conversion. This makes sure that materials and textures go into the folders where the
/// engines will look for them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputPath {
    /// The folder for all output files. This is the resource folder if the format has resources; otherwise it is the
    /// folder that contains the output.
    pub folder: PathBuf,
    /// The output name relative to that folder, with `/` between its parts. Pass this to [`convert`](super::convert).
    pub name: String,
    /// The path of the output. It is made absolute if this is needed to know the folder.
    pub output: PathBuf,
    /// Whether materials and textures will be included, using their resource names.
    pub has_resources: bool,
}

impl OutputPath {
    /// Computes the output path for a file in `output_format`. Set `from_gltf` if the source is a glTF. `root` is the
    /// resource folder; by default, it is found by [`resource_root`]. If the output replaces a scene or map whose project
    /// searches resources only in a folder further up, it is that folder, because names in the file are relative to it.
    ///
    /// ```
    /// use asset_convert::{OutputFormat, OutputPath};
    /// let place = OutputPath::of("/Game/Data/Models/Fox.mdl".as_ref(), OutputFormat::MDL, true, None)?;
    /// assert!(place.folder.ends_with("Game/Data"));
    /// assert_eq!(place.name, "Models/Fox.mdl");
    /// # Ok::<(), asset_formats::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the output is not inside the root, or if you pass a root although the format has
    /// no resources.
    pub fn of(output: &Path, output_format: OutputFormat, from_gltf: bool, root: Option<&Path>) -> Result<Self, Error> {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let has_resources = output_format.has_materials()
            || (output_format.is_urho_scene() || output_format.is_pragma_map()) && from_gltf;
        let (folder, output) = match root {
            Some(_) if !has_resources => {
                return Err(Error::Refused(format!("the option resource-dir has no effect on {output_format}")));
            }
            Some(root) => {
                let (root, output) = (absolute(root), absolute(output));
                if !output.starts_with(&root) {
                    let (root, output) = (binio::shown_path(root), binio::shown_path(output));
                    let message = format!("expected OUT below {root}, found {output}");
                    return Err(Error::Refused(message));
                }
                (root, output)
            }
            None if !has_resources => (output.parent().unwrap_or(Path::new("")).to_path_buf(), output.to_path_buf()),
            None => {
                // Where the program runs may be the folder of models or scenes.
                let whole = absolute(output);
                let is_within = whole.parent().is_some_and(|folder| folder.parent() == Some(resource_root(&whole)));
                let output = if is_within { whole.clone() } else { output.to_path_buf() };
                match searched_root(&whole, output_format) {
                    Some(root) => (root, whole),
                    None => (resource_root(&output).to_path_buf(), output),
                }
            }
        };
        let below = output.strip_prefix(&folder).unwrap_or(&output);
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        Ok(Self { folder, name, output, has_resources })
    }

    /// Returns the resources that already exist in this folder and in the other folders of the project, because they
    /// need not be written again. This is `None` if the format has no resources, or if the folder doesn't exist.
    pub fn resources(&self) -> Option<asset_project::Resources> {
        self.has_resources.then(|| asset_project::Resources::of_output(or_here(&self.folder)).ok()).flatten()
    }
}
