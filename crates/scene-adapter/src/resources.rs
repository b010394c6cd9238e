//! Files by name, found by whoever knows the project and read within budgets.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::Arc;

use asset_image::{Image, Mip, TextureUse};
use asset_scene::{Error, ErrorKind, ImageBytes, Scene};
use asset_unpack::SpillFile;
use binio::{Budget, Findings, Limits, Path};

use crate::NodeShare;
use crate::look::{ImageCache, rest_of};

/// A file of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceFile {
    /// Name of the resource, `Materials/Stone.xml`: relative, with `/` between its parts, the same file on every host.
    pub name: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Finds the files of a project by their names, in the search order of its engine.
pub trait ResourceLoader {
    /// Returns the name of the first of several resources that there is, as it is written there; `None` if there is none.
    ///
    /// # Errors
    /// The names can't be searched; the reason.
    fn find(&self, names: &[&str]) -> Result<Option<String>, String>;

    /// Reads a resource, spending its length. Returns `None` if the resource doesn't exist.
    ///
    /// # Errors
    /// Why it can't be read.
    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String>;

    /// Whether there is no place to look into, so that nothing can be found.
    fn is_empty(&self) -> bool {
        false
    }

    /// Returns whether a resource lies where the conversion doesn't write: in another folder of the project than its output, or in a package. Its edit goes
    /// to a copy with a name of its own, since a file of the same name elsewhere would hide it or be hidden by it.
    fn is_elsewhere(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Returns why a resource isn't found, for messages: where it was looked for.
    fn missing(&self) -> String;

    /// Returns the sorted names of the files in a folder, without subfolders; empty if files can't be listed.
    fn files_in(&self, folder: &str) -> Arc<[String]> {
        let _ = folder;
        Arc::default()
    }

    /// Returns the materials that the project's scenes and prefabs give a model most often, one name per geometry; empty if they don't show it.
    fn materials_of(&self, model: &str) -> Vec<String> {
        let _ = model;
        Vec::new()
    }
}

/// A project in memory. Names are compared without case.
impl ResourceLoader for BTreeMap<String, Vec<u8>> {
    fn find(&self, names: &[&str]) -> Result<Option<String>, String> {
        Ok(names.iter().find_map(|name| entry(self, name)).map(|(name, _)| name.to_owned()))
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        let Some((_, bytes)) = entry(self, name) else { return Ok(None) };
        budget.spend(bytes.len() as u64).map_err(|fault| fault.to_string())?;
        Ok(Some(bytes.to_vec()))
    }

    fn missing(&self) -> String {
        "not in memory".to_owned()
    }

    fn files_in(&self, folder: &str) -> Arc<[String]> {
        let in_folder = |name: &&String| name.rsplit_once('/').map_or("", |(parent, _)| parent) == folder;
        self.keys().filter(in_folder).cloned().collect()
    }
}

/// Returns the file of a name: spelled like this, or else with other case.
fn entry<'p>(project: &'p BTreeMap<String, Vec<u8>>, name: &str) -> Option<(&'p str, &'p [u8])> {
    let other_case = || project.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    project.get_key_value(name).or_else(other_case).map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
}

/// Whether a project has a resource of a name with other content. An unreadable resource is other content.
pub fn has_other(project: &dyn ResourceLoader, name: &str, bytes: &[u8], limits: Limits) -> bool {
    let exists = matches!(project.find(&[name]), Ok(Some(_)));
    let is_same = |own: Option<Vec<u8>>| own.is_some_and(|own| own == bytes);
    exists && !project.read(name, &mut limits.budget()).is_ok_and(is_same)
}

/// Bytes of images that wait in memory.
const IN_MEMORY: u64 = 8 << 20;

/// Reads the resources of one conversion: the same file isn't paid for twice, textures are released with their material, and images wait on disk.
///
/// ```
/// use scene_adapter::ResourceReader;
/// let project = std::collections::BTreeMap::from([("note.txt".to_owned(), b"hello".to_vec())]);
/// let mut resources = ResourceReader::new(&project, binio::Limits::default());
/// assert_eq!(resources.read("note.txt"), Ok(b"hello".to_vec()));
/// assert_eq!(resources.read("other.txt"), Err("not in memory".to_owned()));
/// ```
pub struct ResourceReader<'r> {
    loader: &'r dyn ResourceLoader,
    /// Bytes that may be read.
    budget: Budget,
    /// Bytes that may be decoded.
    pub decoding: Budget,
    /// Findings about resources that are missing or can't be read.
    pub findings: Findings,
    /// Names of the textures that were read, in lower case.
    seen: HashSet<String>,
    /// Bytes of textures that may be read at once, which are released with their material.
    textures: Budget,
    /// Where images wait until they are written.
    spool: SpillFile,
    /// Images that other conversions share.
    pub image_cache: Option<Arc<ImageCache>>,
    /// Nodes that other scenes share, which are shown at the same time.
    pub node_share: Option<Arc<NodeShare>>,
    /// For small pictures: textures are read by a mip whose longest side is at least this long, and larger ones are halved. `None`: as they are.
    pub texture_edge: Option<u32>,
}

impl<'r> ResourceReader<'r> {
    /// A reader with budgets of [`Limits::max_expanded_bytes`].
    pub fn new(loader: &'r dyn ResourceLoader, limits: Limits) -> Self {
        Self {
            loader,
            budget: limits.budget(),
            decoding: limits.budget(),
            findings: Findings::new(),
            seen: HashSet::new(),
            textures: limits.budget(),
            spool: SpillFile::new(IN_MEMORY),
            image_cache: None,
            node_share: None,
            texture_edge: None,
        }
    }

    /// Returns the name of the first of several resources that there is, as it is written there.
    ///
    /// # Errors
    /// Where they were looked for.
    pub fn find(&self, names: &[impl AsRef<str>]) -> Result<String, String> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        self.loader.find(&names)?.ok_or_else(|| self.loader.missing())
    }

    /// Takes nodes of the [`node_share`](Self::node_share) before they are created.
    ///
    /// # Errors
    /// Other scenes have them.
    pub fn take_nodes(&self, count: usize, path: &Path) -> Result<(), Error> {
        if self.node_share.as_ref().is_none_or(|share| share.take(count)) {
            return Ok(());
        }
        let message = "more nodes than the scenes that are shown at the same time leave".to_owned();
        Err(Error::new(ErrorKind::Unsupported(message), path.clone()))
    }

    /// Whether there is a resource of a name.
    pub fn exists(&self, name: &str) -> bool {
        matches!(self.loader.find(&[name]), Ok(Some(_)))
    }

    /// Whether there is no place to look into.
    pub fn is_empty(&self) -> bool {
        self.loader.is_empty()
    }

    /// Returns the sorted names of the files in a folder, without subfolders.
    pub fn files_in(&self, folder: &str) -> Arc<[String]> {
        self.loader.files_in(folder)
    }

    /// Returns the materials that the project's scenes and prefabs give a model most often, one name per geometry.
    pub fn materials_of(&self, model: &str) -> Vec<String> {
        self.loader.materials_of(model)
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// Where it was looked for and isn't, or why it can't be read.
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.loader.read(name, &mut self.budget)?.ok_or_else(|| self.loader.missing())
    }

    /// Reads the first of several resources that there is; with its name, as it is written there.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_first(&mut self, names: &[impl AsRef<str>]) -> Result<(String, Vec<u8>), String> {
        let name = self.find(names)?;
        let bytes = self.read(&name)?;
        Ok((name, bytes))
    }

    /// Reads a texture of the [material that was begun](Self::begin_material). Only a texture that is read again is paid for beyond the material.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_texture(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let is_new = self.seen.insert(name.to_lowercase());
        let budget = if is_new { &mut self.textures } else { &mut self.budget };
        let bytes = self.loader.read(name, budget)?.ok_or_else(|| self.loader.missing())?;
        let smaller = self.texture_edge.and_then(|edge| smaller(&bytes, edge, &mut self.decoding));
        Ok(smaller.unwrap_or(bytes))
    }

    /// Begins a material: the textures of the one before are released.
    pub fn begin_material(&mut self) {
        self.textures = rest_of(&self.budget);
    }

    /// Moves the images of a scene, from the one at `from` on, out of memory until they are written.
    pub fn spool_images(&self, scene: &mut Scene<'_>, from: usize) {
        for image in scene.images.iter_mut().skip(from) {
            let kept = image.bytes.here().and_then(|bytes| self.spool.put(bytes));
            let kept = kept.and_then(|(file, offset)| ImageBytes::part(file, offset, image.bytes.len()).ok());
            if let Some(kept) = kept {
                image.bytes = kept;
            }
        }
    }
}

/// A texture as a small png; `None` if it is small, packs normals, isn't flat or can't be decoded.
fn smaller(bytes: &[u8], edge: u32, budget: &mut Budget) -> Option<Vec<u8>> {
    let image = Image::parse(bytes).ok()?;
    let info = image.info();
    if info.is_cube() || info.depth > 1 || info.layers > 1 || info.normals.is_some() {
        return None;
    }
    let side = |mip: u32| info.mip_size(Mip(mip)).map_or(0, |(width, height)| width.max(height));
    let most = edge.saturating_mul(2);
    if side(0) < most {
        return None;
    }
    let mip = (0..info.mips).rev().find(|mip| side(*mip) >= edge).unwrap_or(0);
    let mut pixels = image.decode(Mip(mip), budget).ok()?;
    while pixels.width().max(pixels.height()) >= most {
        pixels = pixels.halved(TextureUse::Color).ok()?;
    }
    pixels.to_png_quickly().ok()
}

impl fmt::Debug for ResourceReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceReader").field("findings", &self.findings).finish_non_exhaustive()
    }
}
