//! Follows the names in created documents. If such a file is not in the target project, it is copied from the source
//! project or reported as missing.

use std::collections::{BTreeSet, HashSet};

use asset_formats::{Asset, Error, Typed, kinds, references};
use asset_project::{Resources, resources::shaders};
use binio::{Budget, Findings, Limits, Name};
use scene_adapter::ResourceLoader;
use scene_adapter::look::{ResourceFile, without_extension};

use super::ConvertOptions;
use super::named_files::{is_text, named_files};

/// Extensions of documents that name files.
const DOCUMENTS: [&str; 12] =
    ["json", "material", "pmap", "pmap_b", "pmat", "pmat_b", "pmdl", "pmdl_b", "prefab", "scene", "txt", "xml"];
/// References in larger documents are not followed.
const MOST: usize = 64 << 20;

/// The target project together with the source project, for a conversion that copies missing files: a file exists if it
/// is in either of them.
pub(super) struct Overlay<'o> {
    pub(super) target: Option<&'o Resources>,
    pub(super) source: &'o Resources,
}

impl Overlay<'_> {
    fn first<T>(&self, mut search: impl FnMut(&Resources) -> Result<Option<T>, String>) -> Result<Option<T>, String> {
        match self.target.map_or(Ok(None), &mut search) {
            Ok(None) => search(self.source),
            found => found,
        }
    }
}

impl ResourceLoader for Overlay<'_> {
    fn find(&self, names: &[&str]) -> Result<Option<String>, String> {
        self.first(|resources| ResourceLoader::find(resources, names))
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        self.first(|resources| ResourceLoader::read(resources, name, budget))
    }

    fn is_elsewhere(&self, name: &str) -> bool {
        self.target.is_some_and(|target| ResourceLoader::is_elsewhere(target, name))
    }

    fn missing(&self) -> String {
        self.source.missing()
    }
}

/// Follows the references in created documents.
pub(super) struct Carrier<'c> {
    options: &'c ConvertOptions,
    /// The beginning of all output names, up to the resource folder.
    root: &'c str,
    /// Names of created and copied files, in lower case.
    known: HashSet<String>,
    /// Documents whose references still have to be followed, with their names.
    waiting: Vec<(String, Vec<u8>)>,
    missing: BTreeSet<String>,
    budget: Budget,
}

impl<'c> Carrier<'c> {
    pub(super) fn new(options: &'c ConvertOptions, root: &'c str) -> Self {
        let budget = Limits::default().max_expanded_bytes(options.shown.max_expanded_bytes).budget();
        let (known, waiting, missing) = (HashSet::new(), Vec::new(), BTreeSet::new());
        Self { options, root, known, waiting, missing, budget }
    }

    /// Adds a file that was created.
    pub(super) fn add(&mut self, file: &ResourceFile) {
        let name = file.name.strip_prefix(self.root).unwrap_or(&file.name);
        self.note(name, &file.bytes);
    }

    fn note(&mut self, name: &str, bytes: &[u8]) {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is_document = DOCUMENTS.iter().any(|known| extension.eq_ignore_ascii_case(known)) || is_text(name);
        if self.known.insert(name.to_lowercase()) && is_document && bytes.len() <= MOST {
            self.waiting.push((name.to_owned(), bytes.to_vec()));
        }
    }

    /// Follows all references. `write` is called for each file to copy, and missing files are listed in a finding.
    pub(super) fn carry(
        mut self,
        write: &mut dyn FnMut(ResourceFile) -> Result<(), Error>,
        findings: &mut Findings,
    ) -> Result<(), Error> {
        if self.options.shown.resources.is_none() && self.options.engine_files.copy_from.is_none() {
            return Ok(());
        }
        let (mut is_pragma, mut followed) = (false, HashSet::new());
        while let Some((name, bytes)) = self.waiting.pop() {
            let Ok(asset) = Asset::parse(&bytes, Some(name.as_ref())) else {
                self.follow_text(&name, &bytes, write)?;
                continue;
            };
            // Texts of these kinds name files in more ways than the engine reads.
            if let Typed::UrhoResource(_) = asset.typed() {
                self.follow_text(&name, &bytes, write)?;
                continue;
            }
            if let Typed::UrhoTechnique(technique) = asset.typed() {
                self.follow_shaders(technique, write)?;
            }
            is_pragma |= asset.format().is_pragma();
            for reference in references(&asset, Some(&name)) {
                // Scenes name the same models for many nodes.
                if !followed.insert((reference.name.clone(), reference.candidates.clone())) {
                    continue;
                }
                let candidates = reference.candidates.iter().filter(|name| !name.trim().is_empty());
                let candidates: Vec<&str> = candidates.map(String::as_str).collect();
                if !candidates.is_empty() && !self.is_there(&candidates) && !self.copy_first(&candidates, write)? {
                    self.missing.insert(reference.name.to_string());
                }
            }
        }
        if !self.missing.is_empty() {
            let missing = self.missing.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let reason = match &self.options.engine_files.copy_from {
                Some(_) => "neither in the target project nor in the source project",
                None => "not in the target project; the option copy-resources copies files of the source project",
            };
            let message = format!("{missing}: {reason}");
            // Pragma's own projects name files of other games.
            let add = if is_pragma { Findings::note } else { Findings::warning };
            add(findings, kinds::RESOURCE_MISSING, "references", message);
        }
        Ok(())
    }

    /// Copies the files that a text names; names can be relative to its folder. Values that don't name a file are not
    /// reported, because they can be anything.
    fn follow_text(
        &mut self,
        name: &str,
        bytes: &[u8],
        write: &mut dyn FnMut(ResourceFile) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for candidates in named_files(name, bytes) {
            let candidates: Vec<&str> = candidates.iter().map(String::as_str).collect();
            if !self.is_known(&candidates) && !self.is_in_target(&candidates) {
                self.copy_first(&candidates, write)?;
            }
        }
        Ok(())
    }

    /// Copies the shaders that a technique uses, in all languages, and reports those that don't exist anywhere.
    fn follow_shaders(
        &mut self,
        technique: &urho_material::Technique<'_>,
        write: &mut dyn FnMut(ResourceFile) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for (_, shader) in shaders::named(technique) {
            let name = shader.to_text();
            if shaders::is_of_engine(&name) {
                continue;
            }
            let mut is_there = false;
            for file in shaders::files(&name) {
                let candidates = [file.as_str()];
                let is_new = !self.is_known(&candidates) && !self.is_in_target(&candidates);
                is_there |= !is_new || self.copy(&file, write)?;
            }
            if !is_there {
                self.missing.insert(format!("shader {shader}"));
            }
        }
        Ok(())
    }

    /// Returns whether such a file was created or copied before.
    fn is_known(&self, candidates: &[&str]) -> bool {
        candidates.iter().any(|name| self.known.contains(&name.to_lowercase()))
    }

    fn is_in_target(&self, candidates: &[&str]) -> bool {
        let target = self.options.shown.resources.as_deref();
        target.is_some_and(|target| matches!(target.find_first(candidates.iter().copied()), Ok(Some(_))))
    }

    /// Returns whether such a file was created, is in the target project, or belongs to the engine.
    fn is_there(&self, candidates: &[&str]) -> bool {
        candidates.iter().any(|name| scene_urho::is_engine_file(name))
            || self.is_known(candidates)
            || self.is_in_target(candidates)
    }

    /// Copies the first of these files that exists in the source project, together with the files beside it that
    /// describe it.
    fn copy_first(
        &mut self,
        candidates: &[&str],
        write: &mut dyn FnMut(ResourceFile) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        for name in candidates {
            if self.copy(name, write)? {
                // Parameters of textures, triggers of animations.
                for side in ["xml", "json"].map(|end| format!("{}.{end}", without_extension(name))) {
                    if !self.is_there(&[&side]) {
                        self.copy(&side, write)?;
                    }
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn copy(&mut self, name: &str, write: &mut dyn FnMut(ResourceFile) -> Result<(), Error>) -> Result<bool, Error> {
        let Some(source) = self.options.engine_files.copy_from.as_deref() else { return Ok(false) };
        let Ok(Some(found)) = source.find(name) else { return Ok(false) };
        let bytes = source.read_found(&found, &mut self.budget).map_err(|error| {
            Error::Refused(format!("the resource \"{}\" can't be copied: {error}", Name::from(name)))
        })?;
        self.note(name, &bytes);
        write(ResourceFile { name: format!("{}{name}", self.root), bytes })?;
        Ok(true)
    }
}
