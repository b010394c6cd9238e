//! Create and edit packages.

use std::collections::HashMap;
use std::path::Path;

use binio::{Fault, Name, ReadAt};

use crate::content::Content;
use crate::directory::MAX_NAME;
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind, io_error, no_such_entry};
use crate::package::Package;

/// How well to compress entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// Compress fast. This does not need a C library, but the package will be larger.
    #[default]
    Fast,
    /// Use LZ4-HC with a level up to 12. To get the same bytes as PackageTool, use 9.
    #[cfg(feature = "hc")]
    High(u8),
}

impl Level {
    /// The compression level that PackageTool uses, or [`Level::Fast`] without the feature `hc`.
    #[cfg(feature = "hc")]
    pub const PACKAGE_TOOL: Self = Self::High(9);
    /// The compression level that PackageTool uses, or [`Level::Fast`] without the feature `hc`.
    #[cfg(not(feature = "hc"))]
    pub const PACKAGE_TOOL: Self = Self::Fast;
}

/// Collects the entries for a package. To change an existing package, begin with
/// [`Package::edit`](crate::Package::edit).
///
/// Nothing is read or written until you call one of the `write` functions, and these will check all limits first.
///
/// ```
/// use urho_pak::{Builder, Encoding, Package};
/// let mut builder = Builder::new(Encoding::Ulz4).prefix("Data/");
/// builder.add("Readme.txt", b"Read me, read me, read me.")?;
/// let bytes = builder.to_bytes()?;
///
/// let package = Package::open(bytes.as_slice())?;
/// let mut edit = package.edit();
/// edit.add("New.txt", b"new")?;
/// edit.rename("Data/Readme.txt", "Data/Old.txt")?;
/// let package = edit.to_bytes()?;
/// let package = Package::open(package.as_slice())?;
/// assert_eq!(package.entries().map(|entry| entry.name().to_string()).collect::<Vec<_>>(), ["Data/Old.txt", "New.txt"]);
/// # Ok::<(), urho_pak::Error>(())
/// ```
#[derive(Debug)]
pub struct Builder<'a> {
    pub(crate) encoding: Encoding,
    pub(crate) level: Level,
    prefix: Name<'a>,
    /// The entries in order, or `None` where an entry was removed.
    items: Vec<Option<Item<'a>>>,
    /// The last item with each name.
    last: HashMap<Vec<u8>, usize>,
    /// Whether a name can be used twice. This is only allowed if it came from an existing package.
    duplicates: bool,
}

/// An entry that will be written.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) content: Content<'a>,
}

impl<'a> Builder<'a> {
    /// Creates a package without entries.
    pub fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            level: Level::default(),
            prefix: Name::default(),
            items: Vec::new(),
            last: HashMap::new(),
            duplicates: false,
        }
    }

    /// Sets a prefix for the names that you will add after this call, for example `Data/`. As in PackageTool since
    /// 2022, no slash is inserted.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<Name<'a>>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Sets how well entries will be compressed.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Returns the encoding of the package that will be written.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Changes the encoding of the package. When an entry comes from a package of another encoding, it may have to be compressed or
    /// decompressed.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        self.encoding = encoding;
    }

    /// Appends an entry. You can pass bytes, or a [`Content`] to use a file or another package.
    ///
    /// # Errors
    /// Returns [`ErrorKind::DuplicateName`] when the name is already used. Also fails if the name contains NUL or is
    /// longer than 64 KiB.
    pub fn add(&mut self, name: impl Into<Name<'a>>, content: impl Into<Content<'a>>) -> Result<(), Error> {
        let name = self.prefixed(name.into());
        self.check_new(&name)?;
        self.push(name, content.into());
        Ok(())
    }

    /// Appends a file. It is opened when the package is written.
    ///
    /// # Errors
    /// Returns the same errors as [`add`](Self::add), and any I/O error.
    pub fn add_file(&mut self, name: impl Into<Name<'a>>, path: impl AsRef<Path>) -> Result<(), Error> {
        self.add(name, Content::file(path).map_err(io_error)?)
    }

    /// Replaces the content of an entry. It will be at the same position as before.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuchEntry`] when there is no entry with this name.
    pub fn replace(&mut self, name: impl AsRef<[u8]>, content: impl Into<Content<'a>>) -> Result<(), Error> {
        let index = self.find(name.as_ref())?;
        if let Some(Some(item)) = self.items.get_mut(index) {
            item.content = content.into();
        }
        Ok(())
    }

    /// Renames an entry. It will be at the same position as before.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuchEntry`] when there is no entry with the old name, and [`ErrorKind::DuplicateName`]
    /// when there is one with the new name. Also fails if the name contains NUL.
    pub fn rename(&mut self, from: impl AsRef<[u8]>, to: impl Into<Name<'a>>) -> Result<(), Error> {
        let (from, to) = (from.as_ref(), to.into());
        let index = self.find(from)?;
        if *to == *from {
            return Ok(());
        }
        self.check_new(&to)?;
        self.last.remove(from);
        self.last.insert(to.to_vec(), index);
        if let Some(Some(item)) = self.items.get_mut(index) {
            item.name = to;
        }
        // An earlier entry with the same name is now the last one.
        if let Some(earlier) =
            self.numbered().filter(|_| self.duplicates).filter(|(_, item)| *item.name == *from).last()
        {
            let earlier = earlier.0;
            self.last.insert(from.to_vec(), earlier);
        }
        Ok(())
    }

    /// Removes all entries with this name, and returns whether there were any.
    pub fn remove(&mut self, name: impl AsRef<[u8]>) -> bool {
        let name = name.as_ref();
        let Some(index) = self.last.remove(name) else { return false };
        if let Some(item) = self.items.get_mut(index) {
            *item = None;
        }
        if self.duplicates {
            for item in &mut self.items {
                item.take_if(|item| *item.name == *name);
            }
        }
        true
    }

    /// Returns whether there is an entry with this name.
    pub fn contains(&self, name: impl AsRef<[u8]>) -> bool {
        self.last.contains_key(name.as_ref())
    }

    /// Iterates over the names in order.
    pub fn names(&self) -> impl Iterator<Item = &Name<'a>> {
        self.items().map(|item| &item.name)
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.items().count()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.items().next().is_none()
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &Item<'a>> {
        self.items.iter().flatten()
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &Item<'a>)> {
        self.items.iter().enumerate().filter_map(|(index, item)| Some((index, item.as_ref()?)))
    }

    fn push(&mut self, name: Name<'a>, content: Content<'a>) {
        let before = self.last.insert(name.to_vec(), self.items.len());
        self.duplicates |= before.is_some();
        self.items.push(Some(Item { name, content }));
    }

    fn prefixed(&self, name: Name<'a>) -> Name<'a> {
        if self.prefix.is_empty() { name } else { Name::from([self.prefix.as_bytes(), name.as_bytes()].concat()) }
    }

    fn find(&self, name: &[u8]) -> Result<usize, Error> {
        self.last.get(name).copied().ok_or_else(|| no_such_entry(name, self.last.keys().map(|name| &**name)))
    }

    fn check_new(&self, name: &[u8]) -> Result<(), Error> {
        let fail = |kind: ErrorKind| Err(Error::new(kind, binio::Path::new().name(name)));
        if name.contains(&0) {
            return fail(Fault::NulInName.into());
        }
        if name.len() > MAX_NAME {
            return fail(Fault::TooLarge { value: name.len() as u64, max: MAX_NAME as u64 }.into());
        }
        if self.contains(name) { fail(ErrorKind::DuplicateName) } else { Ok(()) }
    }
}

impl<S: ReadAt> Package<S> {
    /// Returns a builder with all entries of this package. You can add, replace or remove entries, and then write the
    /// result. `Builder::save` is even able to replace the file of this package.
    ///
    /// When an entry is not changed, it will be copied block by block with its checksum, without being decompressed.
    pub fn edit(&self) -> Builder<'_> {
        let mut builder = Builder::new(self.encoding());
        for entry in self.entries() {
            builder.push(entry.name(), entry.into());
        }
        builder
    }
}

/// Returns whether PackageTool would skip a file. Use this to pack the same files as PackageTool. It skips empty files,
/// `.bak` and `.rule`, and every file or folder whose name begins with a dot ([skipped
/// files](crate::format#files-that-packagetool-skips-and-name-prefixes)).
///
/// The `name` must be relative to the folder that you want to pack, and use `/` as separator.
pub fn is_ignored(name: &str, size: u64) -> bool {
    let hidden = name.split('/').any(|part| part.starts_with('.'));
    let ignored = |extension: &str| {
        let end = name.len().checked_sub(extension.len()).and_then(|start| name.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    size == 0 || hidden || ignored(".bak") || ignored(".rule")
}
