//! Files next to models, and output paths of conversions.

use std::path::{Path, PathBuf};

use super::{OutputFormat, resource_root};
use crate::Error;

/// Files in the folder of a model whose names say that they are animations of Urho3D, and whose names without folder and extension `wanted` takes, in the
/// order of their names, and XML animations of rbfx, if the feature `fs` can look into them. Empty if the folder can't be listed.
///
/// ```no_run
/// use asset_project::convert::{animations_beside, matches_model_name};
/// let animations = animations_beside("Models/Jack.mdl".as_ref(), |name| matches_model_name(name, "Jack"));
/// ```
pub fn animations_beside(model: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Some(folder) = model.parent() else { return Vec::new() };
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    animations_in(folder).into_iter().filter(|path| wanted(&stem(path))).collect()
}

/// Files in a folder whose names say that they are animations of Urho3D, and XML animations, in the order of their names.
pub(crate) fn animations_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths = files_in(folder, "ani");
    #[cfg(feature = "fs")]
    paths.extend(files_in(folder, "xml").into_iter().filter(|path| {
        matches!(crate::detect::detect_file(path, 4096), Ok(crate::Detection::Known(crate::Format::URHO_XML_ANI)))
    }));
    paths.sort();
    paths
}

/// Files in a folder whose names say that they are models of Urho3D, in the order of their names.
#[cfg(feature = "fs")]
pub(crate) fn models_in(folder: &Path) -> Vec<PathBuf> {
    files_in(folder, "mdl")
}

fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(or_here(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| has_extension(path, extension)).collect();
    paths.sort();
    paths
}

/// Whether the name of a file says that it is an animation of Urho3D.
#[cfg(feature = "fs")]
pub(crate) fn is_animation(path: &Path) -> bool {
    has_extension(path, "ani")
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(extension))
}

/// The folder, `.` for the empty path.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Output path of a conversion. It puts materials and textures of models into the folders where the engines look for
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputPath {
    /// Folder that contains all output files: the resource folder if the format has resources, otherwise the parent
    /// folder of the output.
    pub folder: PathBuf,
    /// Name of the output relative to that folder, with `/` between its parts: the argument of
    /// [`convert`](super::convert).
    pub name: String,
    /// Path of the output: absolute where it has to be, so that `folder` is known.
    pub output: PathBuf,
    /// Whether materials and textures are included, by their resource names.
    pub has_resources: bool,
}

impl OutputPath {
    /// Returns the path of `output`, a file of the format `output_format`; `from_gltf` is whether the source is a glTF. `root`
    /// is the resource folder; the default is [`resource_root`].
    ///
    /// ```
    /// use asset_project::convert::{OutputFormat, OutputPath};
    /// let place = OutputPath::of("/Game/Data/Models/Fox.mdl".as_ref(), OutputFormat::MDL, true, None)?;
    /// assert!(place.folder.ends_with("Game/Data"));
    /// assert_eq!(place.name, "Models/Fox.mdl");
    /// # Ok::<(), asset_project::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`]: the output isn't in the root, or its format has no resources.
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
                let output = if is_within { whole } else { output.to_path_buf() };
                (resource_root(&output).to_path_buf(), output)
            }
        };
        let below = output.strip_prefix(&folder).unwrap_or(&output);
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        Ok(Self { folder, name, output, has_resources })
    }

    /// Returns the existing content of the folder, and of the other folders of its project: existing files needn't be written again. `None` if the format
    /// has no resources, or if the folder doesn't exist.
    pub fn resources(&self) -> Option<crate::Resources> {
        self.has_resources.then(|| crate::Resources::of_output(or_here(&self.folder)).ok()).flatten()
    }
}
