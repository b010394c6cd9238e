//! Opens a file, or an entry of a package.

use std::path::Path;
use std::sync::Arc;

use engine_assets::binio::{Limits, ReadAt as _};
use engine_assets::urho_pak::Package;
use engine_assets::{
    Asset, Detection, Error, Feature, Files as _, Format, OpenOptions, Opening, Resources, Rules, SideFile,
};

use crate::files::{base, folder};
use crate::source::Source;
use crate::{Session, files};

/// The maximum size of a file in bytes, to keep the page from running out of memory. This does not apply to packages,
/// which are read by ranges.
const LARGEST: u64 = 1 << 30;

/// The bytes and the name of a file or an entry.
pub(crate) struct Content {
    /// The path of the file, or the name of the entry.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    /// The package, if this is an entry.
    package: Option<u32>,
}

impl Session {
    /// Returns the package in a file, or `None` if it is not a package.
    pub(crate) fn package(&mut self, file: u32) -> Result<Option<Arc<Package<Source>>>, Error> {
        if let Some(known) = self.packages.get(&file) {
            return Ok(Some(known.clone()));
        }
        let (path, source) = self.file(file)?;
        let size = source.len()?;
        let head = source.range(0, 64)?;
        let tail = source.range(size.saturating_sub(4), 4)?;
        let detection = Format::detect(&head, size, &tail, Some(Path::new(path)));
        if !matches!(detection, Detection::Known(format) if format.has(Feature::Package)) {
            return Ok(None);
        }
        let package = Package::open(source).map_err(|error| {
            let error = error.map_kind(|kind| Box::new(kind) as _);
            Error::Malformed { format: Format::URHO_PAK, error }
        })?;
        let package = Arc::new(package);
        self.packages.insert(file, package.clone());
        Ok(Some(package))
    }

    fn file(&self, file: u32) -> Result<(&str, Source), Error> {
        self.dropped.get(file).ok_or_else(|| Error::Refused(format!("expected the number of a file, found {file}")))
    }

    /// Reads the bytes of a file, or of an entry in it.
    pub(crate) fn content(&mut self, file: u32, entry: i32) -> Result<Content, Error> {
        let Ok(entry) = usize::try_from(entry) else {
            let (path, source) = self.file(file)?;
            let (path, size) = (path.to_owned(), source.len()?);
            if size > LARGEST {
                return Err(Error::Refused(format!("expected a file of at most {LARGEST} bytes, found {size}")));
            }
            return Ok(Content { path, bytes: source.range(0, size)?, package: None });
        };
        let missing = || Error::Refused(format!("expected the number of an entry, found {entry}"));
        if let Some(package) = self.package(file)? {
            let found = package.entry(entry).ok_or_else(missing)?;
            let path = found.name().to_text().into_owned();
            let limits = Limits::default();
            let bytes =
                if self.trusted.contains(&file) { found.read_unverified(&limits) } else { found.read_with(&limits) };
            let bytes = bytes.map_err(std::io::Error::from)?;
            return Ok(Content { path, bytes, package: Some(file) });
        }
        let archive = self.content(file, -1)?;
        let archive = archive.parse(self)?;
        let path = archive.entries().into_iter().nth(entry).ok_or_else(missing)?.name;
        let bytes = archive.read_entry(entry, &mut Limits::default().budget())?.ok_or_else(missing)?;
        Ok(Content { path, bytes, package: None })
    }
}

impl Content {
    /// Parses the asset. The files named by a `.gltf` are read from its own folder.
    pub(crate) fn parse(&self, session: &Session) -> Result<Asset<'_>, Error> {
        let path = Path::new(&self.path);
        if self.package.is_some() {
            return Asset::parse(&self.bytes, Some(path));
        }
        let beside = |name: &str, most: u64| match self.folder() {
            "" => session.dropped.read(name, most),
            folder => session.dropped.read(&format!("{folder}/{name}"), most),
        };
        let options = OpenOptions::default();
        Asset::parse_opening(&self.bytes, &Opening::new(Some(path), &options).beside(&beside))
    }

    pub(crate) fn folder(&self) -> &str {
        folder(&self.path)
    }

    pub(crate) fn stem(&self) -> &str {
        files::stem(&self.path)
    }

    /// Reads another file from the same folder, or another entry from the same package.
    pub(crate) fn read_beside(&self, session: &Session, path: &str) -> Option<Vec<u8>> {
        match self.package {
            Some(package) => session.packages.get(&package)?.get(path)?.read().ok(),
            None => session.dropped.at(path)?.range(0, LARGEST).ok(),
        }
    }

    /// Opens another file from the same folder, or another entry from the same package.
    pub(crate) fn neighbour(&self, session: &Session, path: String) -> Option<Self> {
        let bytes = self.read_beside(session, &path)?;
        Some(Self { path, bytes, package: self.package })
    }

    /// Returns the paths of all files in the same folder that have this extension.
    pub(crate) fn beside(&self, session: &Session, extension: &str) -> Vec<String> {
        let is_it = |path: &str| {
            let end = path.rsplit_once('.').map(|(_, end)| end);
            folder(path) == self.folder() && end.is_some_and(|end| end.eq_ignore_ascii_case(extension))
        };
        let mut found: Vec<String> = match self.package.and_then(|package| session.packages.get(&package)) {
            Some(package) => {
                let names = package.entries().filter_map(|entry| entry.name().as_str().map(str::to_owned));
                names.filter(|name| is_it(name)).collect()
            }
            None => session.dropped.beside(self.folder()).filter(|path| is_it(path)).map(str::to_owned).collect(),
        };
        found.sort();
        found
    }

    /// Returns the side file of an Urho3D model or animation, if there is one.
    pub(crate) fn side(&self, session: &Session, asset: &Asset<'_>) -> Option<SideFile> {
        let before = self.path.strip_suffix(base(&self.path)).unwrap_or_default();
        asset.side_file_by(|length| {
            let file = |extension: &str| {
                let path = format!("{before}{}.{extension}", self.stem());
                let bytes = self.read_beside(session, &path)?;
                Some(SideFile::parse(path, bytes, length))
            };
            file("xml").or_else(|| file("json"))
        })
    }

    /// Returns the places to search for referenced files: first the package of the asset, and then everything on the
    /// page, including open packages.
    pub(crate) fn resources(&self, session: &Session, format: Format) -> Arc<Resources> {
        let rules = if format.is_udm() { Rules::Pragma } else { Rules::Urho };
        let mut resources = Resources::new().rules(rules);
        let own = self.package.and_then(|package| session.packages.get(&package));
        if let Some(own) = own {
            resources = resources.files("this package", own.clone());
        }
        resources = resources.files("the files here", session.dropped.clone());
        for (number, package) in &session.packages {
            if Some(*number) != self.package {
                resources = resources.files(format!("package {number}"), package.clone());
            }
        }
        Arc::new(resources)
    }

    /// Returns the resource name of the file, which starts at the folder that contains an engine's resources.
    pub(crate) fn resource(&self) -> &str {
        const KNOWN: [&str; 9] =
            ["Models", "Materials", "Scenes", "Objects", "Prefabs", "Textures", "models", "materials", "maps"];
        let starts = KNOWN.iter().filter_map(|known| {
            let at = self.path.find(&format!("{known}/"))?;
            (at == 0 || self.path.as_bytes().get(at - 1) == Some(&b'/')).then_some(at)
        });
        starts.min().and_then(|at| self.path.get(at..)).unwrap_or(&self.path)
    }
}
