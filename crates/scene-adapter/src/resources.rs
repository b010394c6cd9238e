//! Finds files by name and reads them with a limit. Somebody who knows the project must implement how they are found.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::Arc;

use asset_image::{Image, Mip, TextureUse};
use asset_scene::{Error, ErrorKind, ImageBytes, Scene};
use asset_unpack::SpillFile;
use binio::{Budget, Escaped, Findings, Limits, Path};

use crate::NodeShare;
use crate::look::{ImageCache, rest_of};

/// A file in a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceFile {
    /// The resource name, for example `Materials/Stone.xml`. It is relative, uses `/` between its parts, and means the
    /// same file on every system.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Implement this to find the files of a project by name, in the same order as the engine would.
///
/// A loader that only changes some answers of another project returns that project from [`below`](Self::below), and
/// implements nothing else than these answers.
pub trait ResourceLoader {
    /// Returns the project that answers what this one doesn't implement.
    fn below(&self) -> Option<&dyn ResourceLoader> {
        None
    }

    /// Returns the name of the first resource that exists, as it is written there. Returns `None` if none exists.
    ///
    /// # Errors
    /// Returns the reason if the names can't be searched.
    fn find(&self, names: &[&str]) -> Result<Option<String>, String> {
        self.below().map_or(Ok(None), |below| below.find(names))
    }

    /// Reads a resource, and subtracts its length from the budget. Returns `None` if the resource doesn't exist.
    ///
    /// # Errors
    /// Returns the reason if the resource can't be read.
    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        self.below().map_or(Ok(None), |below| below.read(name, budget))
    }

    /// Returns whether there is nowhere to search, so that nothing can be found.
    fn is_empty(&self) -> bool {
        self.below().is_some_and(ResourceLoader::is_empty)
    }

    /// Returns whether a resource is somewhere that the conversion doesn't write to: in another folder of the project,
    /// or in a package. Edits of such a resource are written to a copy with another name, because if both files had the
    /// same name, one would hide the other.
    fn is_elsewhere(&self, name: &str) -> bool {
        self.below().is_some_and(|below| below.is_elsewhere(name))
    }

    /// Returns a file that uses a resource and that the conversion doesn't change. If there is one, edits of the resource
    /// are written to a copy. This may search the whole project.
    fn other_user(&self, name: &str) -> Option<String> {
        self.below()?.other_user(name)
    }

    /// Returns why a resource can't be found, to be used in messages. This should say where it was searched.
    fn missing(&self) -> String {
        self.below().map_or_else(|| "there is no project".to_owned(), ResourceLoader::missing)
    }

    /// Returns the sorted names of the files in a folder, without subfolders. If files can't be listed, the result is
    /// empty.
    fn files_in(&self, folder: &str) -> Arc<[String]> {
        self.below().map_or_else(Arc::default, |below| below.files_in(folder))
    }

    /// Returns the materials that the scenes and prefabs in the project use most often for a model, with one name per
    /// geometry. If they don't show the model, the result is empty.
    fn materials_of(&self, model: &str) -> Vec<String> {
        self.below().map_or_else(Vec::new, |below| below.materials_of(model))
    }
}

/// Why a resource must not be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protection {
    /// It is somewhere that the conversion doesn't write to: in another folder of the project, or in a package. If a new
    /// file had the same name, one of them would hide the other.
    Elsewhere,
    /// Files that the conversion doesn't change use it too. This is the path of one of them.
    UsedBy(String),
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elsewhere => f.write_str("this file belongs to another folder of the project"),
            Self::UsedBy(user) => write!(f, "{} uses this file too", Escaped(user)),
        }
    }
}

/// A project in memory. Case is ignored in names.
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

/// Returns the file with this name. If there is none, case is ignored.
fn entry<'p>(project: &'p BTreeMap<String, Vec<u8>>, name: &str) -> Option<(&'p str, &'p [u8])> {
    let other_case = || project.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    project.get_key_value(name).or_else(other_case).map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
}

/// Returns whether a project has this resource with other content. If it can't be read, this returns true.
pub(crate) fn has_other(project: &dyn ResourceLoader, name: &str, bytes: &[u8], limits: Limits) -> bool {
    let exists = matches!(project.find(&[name]), Ok(Some(_)));
    let is_same = |own: Option<Vec<u8>>| own.is_some_and(|own| own == bytes);
    exists && !project.read(name, &mut limits.budget()).is_ok_and(is_same)
}

/// How many bytes of images may be kept in memory until they are written.
const IN_MEMORY: u64 = 8 << 20;

/// Reads the resources for one conversion. The budget is used only once for each file, textures are released after
/// their material, and images are kept on disk until they are written.
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
    /// The budget for reading.
    budget: Budget,
    /// The budget for decoding.
    pub decoding: Budget,
    /// Findings about resources that are missing or can't be read.
    pub findings: Findings,
    /// The textures that were already read, in lower case.
    seen: HashSet<String>,
    /// The budget for the textures of the current material. They are released with it.
    textures: Budget,
    /// Where images are kept until they are written.
    spool: SpillFile,
    /// Images that can be shared with other conversions.
    pub image_cache: Option<Arc<ImageCache>>,
    /// The node limit that is shared with other scenes, which are shown at the same time.
    pub node_share: Option<Arc<NodeShare>>,
    /// Set this to create small pictures. Textures are then read from a mip level whose longest side is at least this
    /// long, and larger textures are halved. With `None`, they are not changed.
    pub texture_edge: Option<u32>,
}

impl<'r> ResourceReader<'r> {
    /// Creates a reader that can use [`Limits::max_expanded_bytes`] for each budget.
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

    /// Returns the name of the first resource that exists, as it is written there.
    ///
    /// # Errors
    /// Returns where the resources were searched if none exists.
    pub fn find(&self, names: &[impl AsRef<str>]) -> Result<String, String> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        self.loader.find(&names)?.ok_or_else(|| self.loader.missing())
    }

    /// Takes nodes from the [`node_share`](Self::node_share) before they are created.
    ///
    /// # Errors
    /// Fails if other scenes have used up the nodes.
    pub fn take_nodes(&self, count: usize, path: &Path) -> Result<(), Error> {
        if self.node_share.as_ref().is_none_or(|share| share.take(count)) {
            return Ok(());
        }
        let message = "more nodes than the scenes that are shown at the same time leave".to_owned();
        Err(Error::new(ErrorKind::Unsupported(message), path.clone()))
    }

    /// Returns whether a resource exists.
    pub fn exists(&self, name: &str) -> bool {
        matches!(self.loader.find(&[name]), Ok(Some(_)))
    }

    /// Returns whether there is nowhere to search.
    pub fn is_empty(&self) -> bool {
        self.loader.is_empty()
    }

    /// Returns the sorted names of the files in a folder, without subfolders.
    pub fn files_in(&self, folder: &str) -> Arc<[String]> {
        self.loader.files_in(folder)
    }

    /// Returns the materials that the scenes and prefabs in the project use most often for a model, with one name per
    /// geometry.
    pub fn materials_of(&self, model: &str) -> Vec<String> {
        self.loader.materials_of(model)
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// Returns where it was searched if it doesn't exist, or why it can't be read.
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.loader.read(name, &mut self.budget)?.ok_or_else(|| self.loader.missing())
    }

    /// Reads the first resource that exists. Also returns its name, as it is written there.
    ///
    /// # Errors
    /// Returns the errors of [`read`](Self::read).
    pub fn read_first(&mut self, names: &[impl AsRef<str>]) -> Result<(String, Vec<u8>), String> {
        let name = self.find(names)?;
        let bytes = self.read(&name)?;
        Ok((name, bytes))
    }

    /// Reads a texture for the [current material](Self::begin_material). When you begin the next material, its cost is
    /// returned to the budget, unless you read this texture again.
    ///
    /// # Errors
    /// Returns the errors of [`read`](Self::read).
    pub fn read_texture(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let is_new = self.seen.insert(name.to_lowercase());
        let budget = if is_new { &mut self.textures } else { &mut self.budget };
        let bytes = self.loader.read(name, budget)?.ok_or_else(|| self.loader.missing())?;
        let smaller = self.texture_edge.and_then(|edge| smaller(&bytes, edge, &mut self.decoding));
        Ok(smaller.unwrap_or(bytes))
    }

    /// Begins a material. This releases the textures of the last material.
    pub fn begin_material(&mut self) {
        self.textures = rest_of(&self.budget);
    }

    /// Moves images to disk until they are written, beginning with the image at `from`.
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

/// Returns a texture as a small png. Returns `None` if it is already small, has packed normals, isn't flat, or can't be
/// decoded.
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use asset_image::Pixels;
    use asset_scene::Image as SceneImage;

    use super::*;

    type Project = BTreeMap<String, Vec<u8>>;

    fn project(files: &[(&str, &[u8])]) -> Project {
        files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
    }

    fn limits(bytes: u64) -> Limits {
        Limits::default().max_expanded_bytes(bytes)
    }

    #[test]
    fn the_first_name_that_exists_is_read() {
        let project = project(&[("Textures/Stone.dds", b"dds"), ("Textures/stone.png", b"png")]);
        let mut resources = ResourceReader::new(&project, Limits::default());
        let first = resources.read_first(&["Textures/Stone.tga", "textures/STONE.png", "Textures/Stone.dds"]);
        assert_eq!(first, Ok(("Textures/stone.png".to_owned(), b"png".to_vec())));
        assert_eq!(resources.find(&["a", "b"]), Err("not in memory".to_owned()));
        assert!(resources.exists("textures/stone.DDS") && !resources.exists("Stone.dds"));
        assert_eq!(*resources.files_in("Textures"), ["Textures/Stone.dds", "Textures/stone.png"]);
        assert!(resources.files_in("").is_empty());
    }

    #[test]
    fn only_other_content_is_another_resource() {
        let project = project(&[("a.txt", b"hello")]);
        let has = |name, bytes: &[u8], limits| has_other(&project, name, bytes, limits);
        assert!(!has("a.txt", b"hello", Limits::default()) && !has("b.txt", b"hello", Limits::default()));
        assert!(has("a.txt", b"hallo", Limits::default()));
        // Beyond the limit, nobody knows.
        assert!(has("a.txt", b"hello", limits(4)));
    }

    #[test]
    fn each_read_costs_its_bytes() {
        let project = project(&[("a.txt", b"hello"), ("b.txt", b"world")]);
        let mut resources = ResourceReader::new(&project, limits(9));
        assert!(resources.read("a.txt").is_ok());
        assert!(resources.read("b.txt").is_err(), "4 bytes are left");
    }

    #[test]
    fn textures_are_released_with_their_material() {
        let project = project(&[("a.png", b"12345"), ("b.png", b"12345"), ("c.png", b"12345")]);
        let mut resources = ResourceReader::new(&project, limits(12));
        resources.begin_material();
        assert!(resources.read_texture("a.png").is_ok() && resources.read_texture("b.png").is_ok());
        assert!(resources.read_texture("c.png").is_err(), "2 bytes are left for this material");
        resources.begin_material();
        // A second time, it costs: a scene could name one texture in each of many materials.
        assert!(resources.read_texture("A.png").is_ok());
        assert!(resources.read_texture("a.png").is_ok());
        assert!(resources.read_texture("a.png").is_err());
    }

    #[test]
    fn small_pictures_are_made_of_large_textures() {
        let png = |width, height| Pixels::filled(width, height, [9, 8, 7, 255]).unwrap().to_png().unwrap();
        let (large, small) = (png(64, 16), png(31, 8));
        let project = project(&[("large.png", &large), ("small.png", &small), ("text.txt", b"text")]);
        let mut resources = ResourceReader::new(&project, Limits::default());
        assert_eq!(resources.read_texture("large.png"), Ok(large));
        resources.texture_edge = Some(16);
        let bytes = resources.read_texture("large.png").unwrap();
        let image = Image::parse(&bytes).unwrap();
        assert_eq!((image.info().width, image.info().height), (16, 4));
        let pixels = image.decode(Mip(0), &mut Limits::default().budget()).unwrap();
        assert_eq!(pixels.get(3, 3), Some([9, 8, 7, 255]));
        // Small ones, and what isn't a texture, are read as they are.
        assert_eq!(resources.read_texture("small.png"), Ok(small));
        assert_eq!(resources.read_texture("text.txt"), Ok(b"text".to_vec()));
    }

    #[test]
    fn spooled_images_have_the_same_bytes() {
        let (mut scene, project) = (Scene::default(), Project::new());
        for bytes in [&b"first"[..], b"second"] {
            scene.images.push(SceneImage { bytes: ImageBytes::from(bytes.to_vec()), ..SceneImage::default() });
        }
        ResourceReader::new(&project, Limits::default()).spool_images(&mut scene, 1);
        let bytes: Vec<Vec<u8>> = scene.images.iter().map(|image| image.bytes.read().unwrap().to_vec()).collect();
        assert_eq!(bytes, [b"first".to_vec(), b"second".to_vec()]);
        assert!(scene.images.iter().next().is_some_and(|image| image.bytes.here().is_some()), "it was before `from`");
    }

    #[test]
    fn nodes_are_taken_from_the_share() {
        let project = Project::new();
        let mut resources = ResourceReader::new(&project, Limits::default());
        assert_eq!(resources.take_nodes(usize::MAX, &Path::new()).err(), None);
        let shares = crate::SharedNodes::new(10);
        resources.node_share = Some(shares.share());
        assert!(resources.take_nodes(6, &Path::new()).is_ok());
        let error = resources.take_nodes(6, &Path::from("node 3")).unwrap_err();
        assert_eq!(error.path().to_string(), "node 3");
    }
}
