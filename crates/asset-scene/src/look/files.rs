//! Files of a project that are made of a scene.

use std::collections::{HashMap, HashSet};

use super::sum;

/// A file of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceFile {
    /// Name of the resource, `Materials/Stone.xml`: relative, with `/` between its parts, the same file on every host.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Files that are made one after the other. No two have one name, whatever its case.
///
/// ```
/// let mut files = asset_scene::look::ResourceFiles::default();
/// assert_eq!(files.add("Textures/a.png", b"1".to_vec()), "Textures/a.png");
/// assert_eq!(files.add("Textures/A.png", b"2".to_vec()), "Textures/A_2.png");
/// // What holds the same is there already.
/// assert_eq!(files.add("Textures/a.png", b"1".to_vec()), "Textures/a.png");
/// assert_eq!(files.into_files().len(), 2);
/// ```
#[derive(Debug, Default)]
pub struct ResourceFiles {
    files: Vec<ResourceFile>,
    /// Names in lower case.
    taken: HashSet<String>,
    /// Places by the names that were wanted and sums over what they hold.
    by_sum: HashMap<(String, String), usize>,
    /// Numbers that names have got.
    numbers: HashMap<String, usize>,
}

impl ResourceFiles {
    /// Adds a file, and returns its name: the one that is wanted, or another with a number if that is taken by other content.
    pub fn add(&mut self, wanted: &str, bytes: Vec<u8>) -> String {
        let key = (wanted.to_lowercase(), sum(&bytes));
        if let Some(file) = self.by_sum.get(&key).and_then(|place| self.files.get(*place)) {
            if file.bytes == bytes {
                return file.name.clone();
            }
        }
        let (base, extension) = parts(wanted);
        let mut name = wanted.to_owned();
        while !self.taken.insert(name.to_lowercase()) {
            name = format!("{}{extension}", self.next(base, extension));
        }
        self.by_sum.insert(key, self.files.len());
        self.files.push(ResourceFile { name: name.clone(), bytes });
        name
    }

    /// A name like the one that is wanted, which no file has, neither with its own extension nor with another.
    pub fn free(&mut self, wanted: &str, other: &str) -> String {
        let (base, extension) = parts(wanted);
        loop {
            let base = self.next(base, extension);
            if ![extension, other].iter().any(|end| self.taken.contains(&format!("{base}{end}").to_lowercase())) {
                return format!("{base}{extension}");
            }
        }
    }

    /// The name itself the first time, then with numbers behind it; each only once.
    fn next(&mut self, base: &str, extension: &str) -> String {
        let number = self.numbers.entry(format!("{base}{extension}").to_lowercase()).or_insert(0);
        *number = number.saturating_add(1);
        if *number == 1 { base.to_owned() } else { format!("{base}_{number}") }
    }

    /// The files, in the order in which they were added.
    pub fn into_files(self) -> Vec<ResourceFile> {
        self.files
    }
}

/// The name of a resource without its extension.
pub fn without_extension(name: &str) -> &str {
    parts(name).0
}

/// A name, and its extension with the dot.
fn parts(name: &str) -> (&str, &str) {
    let file = name.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let dot = name.rfind('.').filter(|dot| *dot > file);
    name.split_at_checked(dot.unwrap_or(name.len())).unwrap_or((name, ""))
}
