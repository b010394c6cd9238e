//! Putting a package together, and changing one.

use std::collections::HashMap;
use std::path::Path;

use binio::{Fault, Name, ReadAt};

use crate::content::Content;
use crate::directory::MAX_NAME;
use crate::error::{Error, ErrorKind, io_error};
use crate::kind::Kind;
use crate::package::{EntryRef, Package};

/// How hard blocks are packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// Fast, without C.
    #[default]
    Fast,
    /// LZ4-HC of this level, up to 12; 9 is what PackageTool uses.
    #[cfg(feature = "hc")]
    High(u8),
}

/// Collects what goes into a package. Nothing is read or written before one of the `write` functions is called, and those
/// check all limits first.
///
/// ```
/// use urho_pak::{Builder, Kind, Package};
/// let mut builder = Builder::new(Kind::Ulz4).prefix("Data/");
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
    pub(crate) kind: Kind,
    pub(crate) level: Level,
    prefix: Name<'a>,
    /// In order; `None` where one was removed.
    items: Vec<Option<Item<'a>>>,
    /// The last item of each name.
    last: HashMap<Vec<u8>, usize>,
    /// Whether there may be several of one name, as packages may have.
    duplicates: bool,
}

/// An entry to be.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) content: Content<'a>,
}

impl<'a> Builder<'a> {
    /// A package without entries.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            level: Level::default(),
            prefix: Name::default(),
            items: Vec::new(),
            last: HashMap::new(),
            duplicates: false,
        }
    }

    /// What stands before the names of all entries added from here on, glued on without a slash, as PackageTool does
    /// since 2022.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<Name<'a>>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// How hard blocks are packed.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Which kind of package it becomes.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Makes it another kind of package. Entries of other packages are packed or unpacked if they have to be, and else
    /// copied.
    pub fn set_kind(&mut self, kind: Kind) {
        self.kind = kind;
    }

    /// Adds an entry behind the others.
    ///
    /// # Errors
    /// [`ErrorKind::DuplicateName`], or a name with a NUL or beyond 64 KiB.
    pub fn add(&mut self, name: impl Into<Name<'a>>, content: impl Into<Content<'a>>) -> Result<(), Error> {
        let name = self.prefixed(name.into());
        self.check_new(&name)?;
        self.push(name, content.into());
        Ok(())
    }

    /// Adds a file, which is opened when the package is written.
    ///
    /// # Errors
    /// As [`add`](Self::add), and any I/O error.
    pub fn add_file(&mut self, name: impl Into<Name<'a>>, path: impl AsRef<Path>) -> Result<(), Error> {
        self.add(name, Content::file(path).map_err(io_error)?)
    }

    /// Adds an entry of another package under its own name.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_entry<S: ReadAt>(&mut self, entry: EntryRef<'a, S>) -> Result<(), Error> {
        self.add(entry.name(), entry)
    }

    /// Gives an entry other bytes, in its place.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchEntry`].
    pub fn replace(&mut self, name: impl AsRef<[u8]>, content: impl Into<Content<'a>>) -> Result<(), Error> {
        let index = self.find(name.as_ref())?;
        if let Some(Some(item)) = self.items.get_mut(index) {
            item.content = content.into();
        }
        Ok(())
    }

    /// Gives an entry another name, in its place.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchEntry`], [`ErrorKind::DuplicateName`], or a name with a NUL.
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
        // An earlier entry of the same name becomes the one that is found.
        if let Some(earlier) =
            self.numbered().filter(|_| self.duplicates).filter(|(_, item)| *item.name == *from).last()
        {
            let earlier = earlier.0;
            self.last.insert(from.to_vec(), earlier);
        }
        Ok(())
    }

    /// Removes all entries of a name; whether there was one.
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

    /// Whether there is an entry of this name.
    pub fn contains(&self, name: impl AsRef<[u8]>) -> bool {
        self.last.contains_key(name.as_ref())
    }

    /// The names in order.
    pub fn names(&self) -> impl Iterator<Item = &Name<'a>> {
        self.items().map(|item| &item.name)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.items().count()
    }

    /// Whether there is none.
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
        self.last.get(name).copied().ok_or_else(|| Error::new(ErrorKind::NoSuchEntry, binio::Path::new().name(name)))
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
    /// A package with all entries of this one, to be changed. What isn't changed is copied block by block, with its
    /// checksum, and not unpacked.
    pub fn edit(&self) -> Builder<'_> {
        let mut builder = Builder::new(self.kind());
        for entry in self.entries() {
            builder.push(entry.name(), entry.into());
        }
        builder
    }
}

/// Whether PackageTool leaves a file out: empty files, `.bak` and `.rule`, and whatever begins with a dot or lies in a folder
/// that does ([What PackageTool leaves out and adds](crate::format#what-packagetool-leaves-out-and-adds)). `name` is relative to the folder that is packed, with `/`.
pub fn is_ignored(name: &str, size: u64) -> bool {
    let hidden = name.split('/').any(|part| part.starts_with('.'));
    let ignored = |extension: &str| {
        let end = name.len().checked_sub(extension.len()).and_then(|start| name.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    size == 0 || hidden || ignored(".bak") || ignored(".rule")
}
