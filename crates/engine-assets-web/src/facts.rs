//! Collects what the page shows about a file: format, content and findings.

use std::path::Path;

use engine_assets::binio::{Finding, Findings};
use engine_assets::convert::OutputFormat;
use engine_assets::paths::Values;
use engine_assets::render::is_drawn;
use engine_assets::urho_mdl::Repair;
use engine_assets::{
    Asset, Error, FindingSummary, Format, Head, Inspection, Resources, SideFile, Typed, check_entries, named_paths,
    placed, remedy,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::opened::Content;
use crate::{Session, findings, json, status, thrown};

/// The data that the page shows first when a file is opened.
#[derive(Serialize)]
struct Facts<'f> {
    #[serde(flatten)]
    head: Head,
    title: &'static str,
    status: &'static str,
    findings: Vec<FindingFacts>,
    /// The views that can be used.
    shows: Shows,
    output_formats: Vec<OutputFormatFacts>,
    repairs: Vec<RepairFacts>,
    references: Vec<ReferenceFacts>,
    /// The output of `inspect --json`. For packages this is missing, because the tree shows their content.
    summary: Option<Inspection<'f>>,
}

/// A finding, and the value of a document that it is about.
#[derive(Serialize)]
struct FindingFacts {
    #[serde(flatten)]
    finding: FindingSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// The path of the part with numbers, if the normal path has names.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
}

#[derive(Serialize, Default)]
struct Shows {
    /// Can be shown as a scene in 3D.
    scene: bool,
    /// Can be drawn as a flat picture by the library: an interface, particles or a tile map, for example.
    drawing: bool,
    /// Can be shown as a texture.
    image: bool,
    /// Can be shown as the tree of a document.
    document: bool,
    /// Can be shown as a folder.
    entries: bool,
    /// Can be shown as declarations and instructions.
    script: bool,
    /// Can be shown as text.
    text: bool,
    /// Can be shown as glyphs.
    glyphs: bool,
}

#[derive(Serialize)]
struct OutputFormatFacts {
    name: &'static str,
    description: &'static str,
    extension: String,
}

#[derive(Serialize)]
struct RepairFacts {
    name: &'static str,
    description: &'static str,
    /// The changes that it would make to this file.
    changes: Vec<FindingSummary>,
    /// The numbers of the findings that it would fix.
    fixes: Vec<usize>,
}

/// A file that the asset references.
#[derive(Serialize)]
struct ReferenceFacts {
    /// The part with numbers, as findings have it.
    part: String,
    /// The part with names, to be shown to people.
    place: String,
    name: String,
    /// The path among the files on the page, or `None` if it is not there.
    found: Option<String>,
}

/// The names and sizes of the entries in a package.
#[derive(Serialize)]
struct Entries {
    names: Vec<String>,
    sizes: Vec<u64>,
}

#[wasm_bindgen]
impl Session {
    /// Opens a file or an entry. This should be called when a person selects a file, because it returns everything to
    /// be shown first: format, content, findings and possible actions.
    pub fn open(&mut self, file: u32, entry: i32) -> Result<String, JsValue> {
        if entry < 0 {
            if let Some(package) = self.package(file).map_err(|error| thrown(&error))? {
                let path = self.dropped.get(file).map_or("", |(path, _)| path);
                let mut head = Head::new(path, Some(package.file_size()), None);
                head.format = Some(Format::URHO_PAK.name());
                head.variant = Some(package.encoding().as_str().to_owned());
                let found = package.validate();
                return json(&Facts {
                    title: Format::URHO_PAK.title(),
                    status: status(&found),
                    findings: finding_facts(&found, &found, None),
                    shows: Shows { entries: true, ..Shows::default() },
                    output_formats: output_formats(Format::URHO_PAK, path),
                    repairs: Vec::new(),
                    references: Vec::new(),
                    summary: None,
                    head,
                });
            }
        }
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_content(&error, is_text(&content.bytes)))?;
        let side = content.side(self, &asset);
        let found = checked(&asset, side.as_ref());
        let named = placed(&asset, &content.bytes, found.clone());
        let head = Head::new(content.path.as_str(), Some(content.bytes.len() as u64), Some(&asset));
        let format = asset.format();
        asset.inspect(head.clone(), None, side.as_ref(), |summary| {
            json(&Facts {
                head,
                title: format.title(),
                status: status(&found),
                findings: finding_facts(&named, &found, Some(&asset)),
                shows: shows(&asset, &content),
                output_formats: output_formats(format, &content.path),
                repairs: repairs(&asset, &found),
                references: references(&asset, &content, &content.resources(self, format)),
                summary: Some(summary),
            })
        })
    }

    /// Checks a file and returns the findings. For a package, this checks every asset in it and may take a while.
    pub fn check(&mut self, file: u32, entry: i32) -> Result<String, JsValue> {
        if entry < 0 {
            if let Some(package) = self.package(file).map_err(|error| thrown(&error))? {
                let mut found = package.validate();
                let inside = check_entries(&package, &found, false);
                found.extend(inside);
                return json(&findings(&found));
            }
        }
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        let found = checked(&asset, content.side(self, &asset).as_ref());
        json(&findings(&placed(&asset, &content.bytes, found)))
    }

    /// Lists the entries of a package or an archive. An entry is passed to other functions by its position in this
    /// list.
    pub fn entries(&mut self, file: u32) -> Result<String, JsValue> {
        if let Some(package) = self.package(file).map_err(|error| thrown(&error))? {
            let names = package.entries().map(|entry| entry.name().to_string()).collect();
            return json(&Entries { names, sizes: package.entries().map(|entry| entry.size()).collect() });
        }
        let content = self.content(file, -1).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        let entries = asset.entries();
        if entries.is_empty() {
            return Err(crate::refused(format!("expected a package, found a {}", asset.format().title())));
        }
        let sizes = entries.iter().map(|entry| entry.size).collect();
        json(&Entries { names: entries.into_iter().map(|entry| entry.name).collect(), sizes })
    }

    /// Reads a part of a file or an entry. At the end of the file, fewer than `length` bytes are returned.
    pub fn bytes(&mut self, file: u32, entry: i32, offset: f64, length: u32) -> Result<Vec<u8>, JsValue> {
        let (offset, most) = (offset as u64, u64::from(length));
        if entry < 0 {
            let (_, source) = self.dropped.get(file).ok_or_else(|| crate::refused("expected the number of a file"))?;
            return source.range(offset, most).map_err(|error| thrown(&error.into()));
        }
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(content.bytes.len());
        let end = start.saturating_add(length as usize).min(content.bytes.len());
        Ok(content.bytes.get(start..end).unwrap_or_default().to_vec())
    }
}

/// Combines findings whose paths have names, to be shown to people, with the same findings whose paths have numbers.
fn finding_facts(named: &Findings, numbered: &Findings, asset: Option<&Asset<'_>>) -> Vec<FindingFacts> {
    let document = asset.and_then(Asset::as_udm);
    let facts = named.iter().zip(numbered).map(|(finding, own)| FindingFacts {
        finding: FindingSummary::from(finding),
        value: document.and_then(|document| document.value_path(&own.path)),
        part: (finding.path != own.path).then(|| own.path.to_string()),
    });
    facts.collect()
}

/// Returns the same findings as `validate`.
fn checked(asset: &Asset<'_>, side: Option<&SideFile>) -> Findings {
    let mut found = asset.check(None).map(|checked| checked.findings).unwrap_or_default();
    found.extend(side.map(|side| side.findings.clone()).unwrap_or_default());
    found
}

/// Creates the error for a broken file, which includes its format and what a person can do about it.
pub(crate) fn of_format(error: &Error) -> JsValue {
    of_content(error, false)
}

/// The same for a file that may be text.
fn of_content(error: &Error, is_text: bool) -> JsValue {
    #[derive(Serialize)]
    struct Broken {
        #[serde(flatten)]
        finding: FindingSummary,
        format: Option<&'static str>,
        title: Option<&'static str>,
        remedy: Option<&'static str>,
    }
    let format = match error {
        Error::Malformed { format, .. } => Some(*format),
        _ => None,
    };
    let finding = FindingSummary::from(error);
    let cause = format.and_then(|_| error.cause());
    let remedy = cause.and_then(|cause| remedy(cause, is_text));
    let broken = Broken { finding, format: format.map(Format::name), title: format.map(Format::title), remedy };
    json(&broken).map_or_else(|error| error, JsValue::from)
}

fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'))
}

fn shows(asset: &Asset<'_>, content: &Content) -> Shows {
    let format = asset.format();
    Shows {
        scene: OutputFormat::GLB.is_for(format),
        drawing: is_drawn(asset),
        image: matches!(asset.typed(), Typed::Image(_)),
        document: asset.as_udm().is_some() || asset.part().is_some(),
        entries: !asset.entries().is_empty(),
        script: matches!(asset.typed(), Typed::UrhoAsc(_)),
        text: is_text(&content.bytes) && !content.bytes.is_empty(),
        glyphs: asset.texture().is_some(),
    }
}

fn output_formats(format: Format, path: &str) -> Vec<OutputFormatFacts> {
    let own = Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or_default();
    let output_formats = OutputFormat::all().filter(|output_format| output_format.is_for(format));
    let facts = output_formats.map(|output_format| OutputFormatFacts {
        name: output_format.name(),
        description: output_format.description(),
        extension: output_format.extension().unwrap_or(own).to_owned(),
    });
    facts.collect()
}

/// Returns the repairs that would change a model if they were used alone, and the findings that each of them would fix.
fn repairs(asset: &Asset<'_>, found: &Findings) -> Vec<RepairFacts> {
    let Typed::UrhoMdl(model) = asset.typed() else { return Vec::new() };
    let each = Repair::ALL.iter().filter_map(|repair| {
        let mut repaired = model.clone();
        let changes = findings(&repaired.repair(*repair));
        (!changes.is_empty()).then(|| RepairFacts {
            name: repair.name(),
            description: repair.description(),
            changes,
            fixes: fixed(found, &repaired.validate()),
        })
    });
    each.collect()
}

/// Returns the numbers of findings that were fixed.
fn fixed(before: &Findings, after: &Findings) -> Vec<usize> {
    let is_left = |one: &Finding| after.iter().any(|other| other.kind == one.kind && other.path == one.path);
    before.iter().enumerate().filter(|(_, one)| !is_left(one)).map(|(number, _)| number).collect()
}

/// Returns the files that an asset references, and their paths among the files on the page.
fn references(asset: &Asset<'_>, content: &Content, resources: &Resources) -> Vec<ReferenceFacts> {
    let named = engine_assets::references(asset, Some(content.resource()));
    let places = named_paths(asset, named.iter().map(|reference| reference.path.clone()).collect());
    let facts = named.into_iter().zip(places).map(|(reference, place)| {
        let candidates = reference.candidates.iter().map(String::as_str);
        let found = resources.find_first(candidates).ok().flatten().map(|found| found.name);
        ReferenceFacts {
            part: reference.path.to_string(),
            place: place.to_string(),
            name: reference.name.to_string(),
            found,
        }
    });
    facts.collect()
}
