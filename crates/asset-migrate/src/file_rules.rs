//! This is the list of rules for the formats that a migration changes. Files in all other formats are copied, but the
//! names in texts are updated.

use asset_formats::{Detection, Format};
use urho_scene::Engine;

use super::context::Made;
use super::run::{Facts, Work};
use super::{materials, models, packages, renames, scenes, techniques, texts};

/// A file in the project, or an entry in a package.
#[derive(Clone, Copy)]
pub(super) struct ProjectFile<'f> {
    pub(super) name: &'f str,
    pub(super) bytes: &'f [u8],
    /// The format, or `None` if it is unknown.
    pub(super) format: Option<Format>,
    /// Whether this is an entry in a package.
    pub(super) is_entry: bool,
}

impl<'f> ProjectFile<'f> {
    /// Detects the format of a file.
    pub(super) fn new(name: &'f str, bytes: &'f [u8]) -> Self {
        let format = match Format::detect(bytes, bytes.len() as u64, bytes, Some(name.as_ref())) {
            Detection::Known(format) => Some(format),
            _ => None,
        };
        Self { name, bytes, format, is_entry: false }
    }

    /// Returns the rule for this file, or `None` if there is none for its format.
    pub(super) fn rule(&self) -> Option<&'static FileRule> {
        self.format.and_then(FileRule::of)
    }
}

/// The rule for migrating files in one format.
pub(super) struct FileRule {
    format: Format,
    /// Migrates a file.
    pub(super) migrate: fn(&Work<'_>, &ProjectFile<'_>) -> Made,
    /// Returns the extension that the engine needs, or `None` if the extension doesn't change.
    pub(super) extension: fn(&ProjectFile<'_>, Engine) -> Option<&'static str>,
    /// Collects facts that other files need, given the engine to migrate from.
    pub(super) collect: fn(&mut Facts, &ProjectFile<'_>, Engine),
}

impl FileRule {
    const fn new(format: Format, migrate: fn(&Work<'_>, &ProjectFile<'_>) -> Made) -> Self {
        Self { format, migrate, extension: |_, _| None, collect: |_, _, _| () }
    }

    const fn extension(self, extension: fn(&ProjectFile<'_>, Engine) -> Option<&'static str>) -> Self {
        Self { extension, ..self }
    }

    const fn collect(self, collect: fn(&mut Facts, &ProjectFile<'_>, Engine)) -> Self {
        Self { collect, ..self }
    }

    /// Returns the rule for a format, or `None` if there is none.
    pub(super) fn of(format: Format) -> Option<&'static Self> {
        RULES.iter().find(|rule| rule.format == format)
    }
}

static RULES: &[FileRule] = &[
    FileRule::new(Format::URHO_MDL, |work, file| models::model(&work.context, file.bytes)),
    FileRule::new(Format::URHO_ANI, |work, file| models::animation(&work.context, file.name, file.bytes)),
    FileRule::new(Format::URHO_XML_ANI, |work, file| {
        models::xml_animation(&work.context, work.names.file(file.name), file.bytes)
    })
    .extension(|file, to| models::has_ani(file.bytes, to).then_some("ani")),
    scene(Format::URHO_SCENE),
    scene(Format::URHO_PREFAB),
    FileRule::new(Format::URHO_MATERIAL, |work, file| materials::migrate(&work.context, file.bytes))
        .extension(renames::extension_of_material),
    FileRule::new(Format::URHO_MATERIAL_LIST, |work, file| materials::migrate_list(&work.context, file.bytes)),
    FileRule::new(Format::URHO_TECHNIQUE, |work, file| techniques::migrate(&work.context, file.name, file.bytes))
        .collect(Facts::add_technique),
    // Render paths, side files and texts of all kinds have their own rules.
    FileRule::new(Format::URHO_RESOURCE, data).extension(renames::extension_of_data),
    FileRule::new(Format::URHO_PAK, package),
];

const fn scene(format: Format) -> FileRule {
    FileRule::new(format, |work, file| scenes::migrate(&work.context, file))
        .extension(renames::extension_of_scene)
        .collect(|facts, file, _| facts.played.add(file.bytes))
}

fn data(work: &Work<'_>, file: &ProjectFile<'_>) -> Made {
    work.other(file)
}

/// Migrates a file by replacing the names in its text.
pub(super) fn text(work: &Work<'_>, file: &ProjectFile<'_>) -> Made {
    let migrated = texts::migrate(&work.context, file.name, file.bytes);
    Made { format: file.format.map_or(migrated.format, Format::name), ..migrated }
}

/// Migrates the entries of a package. A package inside another package is copied.
fn package(work: &Work<'_>, file: &ProjectFile<'_>) -> Made {
    if file.is_entry {
        return text(work, file);
    }
    let renamed = |name: &str| work.names.files.get(name).cloned();
    packages::migrate(&work.context, file.bytes, &renamed, &|name, bytes| {
        work.migrated(&ProjectFile { is_entry: true, ..ProjectFile::new(name, bytes) })
    })
}
