//! What stands beside models, and where what is made of them goes to.

use std::path::{Path, PathBuf};

use super::{Goal, resource_root};
use crate::Error;

/// Files in the folder of a model whose names say that they are animations of Urho3D, and whose names without folder and extension `wanted` takes, in the
/// order of their names. Nothing is opened. Empty if the folder can't be listed.
///
/// ```no_run
/// use asset_project::convert::{animations_beside, is_called_after};
/// let animations = animations_beside("Models/Jack.mdl".as_ref(), |name| is_called_after(name, "Jack"));
/// ```
pub fn animations_beside(model: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Some(folder) = model.parent() else { return Vec::new() };
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_wanted =
        |path: &Path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ani")) && wanted(&stem(path));
    let entries = std::fs::read_dir(or_here(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_wanted(path)).collect();
    paths.sort();
    paths
}

/// The folder, `.` for the empty path.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Where the files of a conversion go to, so that materials and textures of models are where the engines look for them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The folder that all files are below: that of resources if there may be such, else the one that the output is in.
    pub folder: PathBuf,
    /// The name of the output below that folder, with `/` between its parts: what [`convert`](super::convert) takes.
    pub name: String,
    /// Path of the output: absolute where it has to be, so that `folder` is known.
    pub output: PathBuf,
    /// Whether materials and textures come along, by their names as resources.
    pub has_resources: bool,
}

impl Place {
    /// The place of `output`, which is to become `goal`; `from_gltf` says whether it is made of a glTF. `root` is the folder of resources; without it,
    /// the one that [`resource_root`] says.
    ///
    /// ```
    /// use asset_project::convert::{Goal, Place};
    /// let place = Place::of("/Game/Data/Models/Fox.mdl".as_ref(), Goal::Mdl, true, None)?;
    /// assert!(place.folder.ends_with("Game/Data"));
    /// assert_eq!(place.name, "Models/Fox.mdl");
    /// # Ok::<(), asset_project::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`]: a root that the output isn't below, or for what has no resources.
    pub fn of(output: &Path, goal: Goal, from_gltf: bool, root: Option<&Path>) -> Result<Self, Error> {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let has_resources = goal.has_materials() || (goal.is_urho_scene() || goal.is_pragma_map()) && from_gltf;
        let (folder, output) = match root {
            Some(_) if !has_resources => {
                return Err(Error::Refused(format!("the option resource-dir has no effect on {goal}")));
            }
            Some(root) => {
                let (root, output) = (absolute(root), absolute(output));
                if !output.starts_with(&root) {
                    let shown = |path: &Path| binio::Name::from(path.as_os_str().as_encoded_bytes()).to_string();
                    let message = format!("expected OUT below {}, found {}", shown(&root), shown(&output));
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

    /// What is in the folder already: textures that are there needn't be written again. `None` if nothing of the kind comes along, or it isn't there.
    pub fn resources(&self) -> Option<crate::Resources> {
        self.has_resources.then(|| crate::Resources::new().folder(or_here(&self.folder)).ok()).flatten()
    }
}
