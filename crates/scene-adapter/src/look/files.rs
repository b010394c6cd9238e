//! The files that are created from a scene for a project.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};

use binio::Budget;

use asset_scene::ImageId;

use crate::FileOptions;
use crate::resources::ResourceFile;

/// How many names to try for a new file.
const MOST_NAMES: usize = 1000;

/// Two files whose names only differ in their extension.
#[derive(Clone, Copy, Debug)]
pub struct FilePair<'p> {
    /// The content of the first file.
    pub bytes: &'p [u8],
    /// The extension of the second file, with the dot.
    pub end: &'p str,
    /// The content of the second file.
    pub second: &'p [u8],
}

/// Collects files, and gives each a unique name. Case is ignored, because some systems don't distinguish it.
///
/// ```
/// let mut files = scene_adapter::look::ResourceFiles::default();
/// assert_eq!(files.add("Textures/a.png", b"1".to_vec()), "Textures/a.png");
/// assert_eq!(files.add("Textures/A.png", b"2".to_vec()), "Textures/A_2.png");
/// // What holds the same is there already.
/// assert_eq!(files.add("Textures/a.png", b"1".to_vec()), "Textures/a.png");
/// assert_eq!(files.into_files().len(), 2);
/// ```
#[derive(Default)]
pub struct ResourceFiles<'g> {
    files: Vec<ResourceFile>,
    options: FileOptions<'g>,
    /// Names that can't be used, in lower case.
    taken: HashSet<String>,
    /// The names that were chosen, by the name that was asked for, and the length and hash of the content.
    by_content: HashMap<(String, usize, u64), String>,
    /// The hashes are different in each run, so that nobody can prepare two contents with the same hash.
    hasher: RandomState,
    /// The last number that was added to each name.
    numbers: HashMap<String, usize>,
    /// The images that were already written.
    filed: HashSet<ImageId>,
}

impl<'g> ResourceFiles<'g> {
    /// Creates an empty collection. If [`FileOptions::on_file`] is set, files are passed to it, and
    /// [`into_files`](Self::into_files) will return none. [New files](Self::add_new) never get the name of a file in
    /// the project that has other content.
    pub fn new(options: FileOptions<'g>) -> Self {
        Self { options, ..Self::default() }
    }

    /// Subtracts the bytes of a file that is created from images from the budget. If files are passed on, the first
    /// file from an image is free, because it is usually not longer than the image and isn't kept in memory.
    ///
    /// # Errors
    /// Fails if the budget is too small.
    pub fn spend(
        &mut self,
        images: impl Iterator<Item = ImageId>,
        bytes: u64,
        budget: &mut Budget,
    ) -> Result<(), String> {
        let is_first = images.fold(true, |first, image| self.filed.insert(image) & first);
        if self.options.on_file.is_some() && is_first {
            return Ok(());
        }
        budget.spend(bytes).map_err(|fault| fault.to_string())
    }

    /// Adds a file, and returns the name to use for it. This is `wanted`, but a number is added if this name is already
    /// used for other content.
    pub fn add(&mut self, wanted: &str, bytes: Vec<u8>) -> String {
        let key = (wanted.to_lowercase(), bytes.len(), self.hasher.hash_one(&bytes));
        if let Some(name) = self.by_content.get(&key) {
            return name.clone();
        }
        let (base, extension) = parts(wanted);
        let mut name = wanted.to_owned();
        while !self.taken.insert(name.to_lowercase()) {
            name = format!("{}{extension}", self.next(base, extension));
        }
        self.by_content.insert(key, name.clone());
        let file = ResourceFile { name: name.clone(), bytes };
        match self.options.on_file {
            Some(on_file) => on_file(file),
            None => self.files.push(file),
        }
        name
    }

    /// Calls a function with a receiver to use in [`FileOptions::on_file`], and adds all files that it receives.
    pub fn receive<T>(&mut self, make: impl FnOnce(&dyn Fn(ResourceFile)) -> T) -> T {
        let files = RefCell::new(self);
        make(&|ResourceFile { name, bytes }| drop(files.borrow_mut().add(&name, bytes)))
    }

    /// Adds a new file, and returns the name to use for it. This is `wanted`, unless it is already used for other
    /// content, either here or in the project. In this case, the name starts with `prefix`, and a number is added if
    /// this is necessary.
    pub fn add_new(&mut self, wanted: &str, prefix: &str, bytes: Vec<u8>) -> String {
        let name = self.unlike_project(wanted, prefix, |name| self.options.is_other(name, &bytes));
        self.add(&name, bytes)
    }

    /// Returns a name that isn't used yet, for two files whose names only differ in their extension. After this, you should add both. Pass a `prefix` if the files are new, so that they don't
    /// replace other content in the project.
    pub fn free_pair(&mut self, wanted: &str, prefix: Option<&str>, pair: &FilePair<'_>) -> String {
        let FilePair { bytes, end, second } = *pair;
        let is_second_other = |name: &str| self.options.is_other(&format!("{}{end}", parts(name).0), second);
        let is_other = |name: &str| self.options.is_other(name, bytes) || is_second_other(name);
        let name = match prefix {
            Some(prefix) => self.unlike_project(wanted, prefix, is_other),
            None => wanted.to_owned(),
        };
        self.free(&name, end)
    }

    /// Returns `wanted`, or a name with the prefix if the project has other content with this name.
    fn unlike_project(&self, wanted: &str, prefix: &str, is_other: impl Fn(&str) -> bool) -> String {
        if !is_other(wanted) {
            return wanted.to_owned();
        }
        let (folder, file) = wanted.rsplit_once('/').map_or(("", wanted), |(folder, file)| (folder, file));
        let slash = if folder.is_empty() { "" } else { "/" };
        let (base, extension) = parts(file);
        let named = (1_u32..).map(|number| match number {
            1 => format!("{folder}{slash}{prefix}_{base}{extension}"),
            _ => format!("{folder}{slash}{prefix}_{base}_{number}{extension}"),
        });
        named.take(MOST_NAMES).find(|name| !is_other(name)).unwrap_or_else(|| wanted.to_owned())
    }

    /// Reserves the name of a file that exists and will be kept.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_lowercase());
    }

    /// Returns a name similar to `wanted` that isn't used yet, neither with its own extension nor with the other.
    fn free(&mut self, wanted: &str, other: &str) -> String {
        let (base, extension) = parts(wanted);
        loop {
            let base = self.next(base, extension);
            if ![extension, other].iter().any(|end| self.taken.contains(&format!("{base}{end}").to_lowercase())) {
                return format!("{base}{extension}");
            }
        }
    }

    /// Returns the name itself the first time, then the name with a number. The same result is never returned twice.
    fn next(&mut self, base: &str, extension: &str) -> String {
        let number = self.numbers.entry(format!("{base}{extension}").to_lowercase()).or_insert(0);
        *number = number.saturating_add(1);
        if *number == 1 { base.to_owned() } else { format!("{base}_{number}") }
    }

    /// Returns the files in the order in which you have added them. This is empty if they were passed on.
    pub fn into_files(self) -> Vec<ResourceFile> {
        self.files
    }
}

impl fmt::Debug for ResourceFiles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceFiles").field("taken", &self.taken).finish_non_exhaustive()
    }
}

/// Returns a resource name without its extension.
pub fn without_extension(name: &str) -> &str {
    parts(name).0
}

/// Splits a name before its extension, which includes the dot.
fn parts(name: &str) -> (&str, &str) {
    let file = name.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let dot = name.rfind('.').filter(|dot| *dot > file);
    name.split_at_checked(dot.unwrap_or(name.len())).unwrap_or((name, ""))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn new_files_keep_clear_of_other_content_in_the_project() {
        let project = [("Materials/Material.xml", "a"), ("Materials/Box_Material.xml", "b"), ("Textures/t.xml", "p")];
        let project: BTreeMap<String, Vec<u8>> =
            project.into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect();
        let mut files = ResourceFiles::new(FileOptions::in_project(&project));
        assert_eq!(files.add_new("Materials/Material.xml", "Box", b"a".to_vec()), "Materials/Material.xml");
        assert_eq!(files.add_new("Materials/Material.xml", "Box", b"c".to_vec()), "Materials/Box_Material_2.xml");
        assert_eq!(files.add_new("Materials/Other.xml", "Box", b"c".to_vec()), "Materials/Other.xml");
        // An update of an existing file keeps its name.
        assert_eq!(files.add("Materials/Box_Material.xml", b"d".to_vec()), "Materials/Box_Material.xml");
        // The parameters of a texture belong to its name.
        assert_eq!(
            files.free_pair("Textures/t.png", Some("Box"), &FilePair { bytes: b"1", end: ".xml", second: b"p" }),
            "Textures/t.png"
        );
        assert_eq!(
            files.free_pair("Textures/t.png", Some("Box"), &FilePair { bytes: b"1", end: ".xml", second: b"q" }),
            "Textures/Box_t.png"
        );
    }

    #[test]
    fn the_first_file_of_an_image_costs_nothing_if_it_is_given_away() {
        let left = |on_file: Option<&dyn Fn(ResourceFile)>| {
            let mut budget = binio::Limits::default().max_expanded_bytes(100).budget();
            let mut files = ResourceFiles::new(FileOptions { on_file, ..FileOptions::default() });
            let ids = |numbers: &[usize]| numbers.iter().map(|number| ImageId::new(*number)).collect::<Vec<_>>();
            for images in [&[0][..], &[1, 2], &[2, 3], &[3]] {
                assert_eq!(files.spend(ids(images).into_iter(), 20, &mut budget), Ok(()));
            }
            (budget.left(), files.spend(ids(&[0]).into_iter(), 90, &mut budget).is_ok())
        };
        // Image 2 and image 3 already have files. If files are kept, each file costs its length.
        assert_eq!(left(Some(&|_| ())), (60, false));
        assert_eq!(left(None), (20, false));
    }
}
