//! Reads the side files that belong to Urho3D models and animations.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use binio::{Findings, Name};
use urho_core::Sidecar;

use crate::kinds;
use crate::{Asset, Typed};

/// Larger side files are not read; real side files take a few kilobytes.
const LARGEST: u64 = 16 << 20;

/// A side file, or as much as could be read from it.
#[derive(Clone, Debug)]
pub struct SideFile {
    /// Path of the side file.
    pub path: PathBuf,
    /// The bytes, or `None` if the file can't be read; this is then a finding.
    pub bytes: Option<Vec<u8>>,
    /// Whether the file is JSON. If not, it is XML.
    pub is_json: bool,
    /// The content, or `None` if it is invalid; this is then a finding.
    pub content: Option<Sidecar>,
    /// Problems in this file. Note that an invalid side file will never make its asset unreadable.
    pub findings: Findings,
}

/// Returns the side file for the asset at `path`, or `None` if there is none. This searches for `X.xml` first and then
/// for `X.json`, like the engine. For an animation, pass the length in seconds, because the time of a trigger can be
/// relative to it.
pub fn side_file(path: &Path, length: Option<f32>) -> Option<SideFile> {
    let beside = |extension| Some(path.with_extension(extension)).filter(|beside| beside.is_file());
    let (path, is_json) = match (beside("xml"), beside("json")) {
        (Some(xml), _) => (xml, false),
        (None, Some(json)) => (json, true),
        (None, None) => return None,
    };
    let error = match read(&path) {
        Ok(bytes) => return Some(SideFile::parse(path, bytes, length)),
        Err(error) => error,
    };
    let mut findings = Findings::new();
    add(&mut findings, &path, &error);
    Some(SideFile { path, bytes: None, is_json, content: None, findings })
}

impl Asset<'_> {
    /// Returns the side file for this asset, given the path that it was read from. If the format has no side files, or
    /// if there is none, it returns `None`.
    pub fn side_file(&self, path: &Path) -> Option<SideFile> {
        self.side_file_by(|length| side_file(path, length))
    }

    /// Like [`side_file`](Self::side_file), for an asset that is not a file by itself. To get the side file, this calls
    /// `find` with the length of the animation, which [`SideFile::parse`] needs.
    pub fn side_file_by(&self, find: impl FnOnce(Option<f32>) -> Option<SideFile>) -> Option<SideFile> {
        match self.typed() {
            _ if !self.format().has(crate::Feature::SideFile) => None,
            Typed::UrhoAni(animation) => find(Some(animation.length)),
            Typed::UrhoMdl(_) => find(None),
            _ => None,
        }
    }

    /// Returns a copy of this asset that includes what its side file adds. This is only the case for a `UAN2`: rbfx
    /// reads more tracks from the side file. Problems are added to `findings`. If the side file adds no content, the
    /// result is `None`.
    pub fn with_side_file(&self, sidecar: &Sidecar, findings: &mut Findings) -> Option<Asset<'_>> {
        let Typed::UrhoAni(animation) = self.typed() else { return None };
        if sidecar.other.is_empty() || !matches!(animation.version, urho_ani::Version::Uan2(_)) {
            return None;
        }
        let mut animation = animation.clone();
        match animation.merge_sidecar(sidecar) {
            Ok(stored) => findings.extend(stored),
            Err(error) => findings.warning(kinds::SIDE_FILE_UNREADABLE, "side file", error.to_string()),
        }
        Some(Asset::new(animation))
    }
}

impl SideFile {
    /// Parses the bytes of a side file. They are JSON if the path ends with `.json`, and XML otherwise. See
    /// [`side_file`] about `length`.
    pub fn parse(path: impl Into<PathBuf>, bytes: Vec<u8>, length: Option<f32>) -> Self {
        let path = path.into();
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let mut findings = Findings::new();
        let content = match parse(&bytes, is_json, length) {
            Ok((content, stored)) => {
                findings.extend(stored);
                Some(content)
            }
            Err(error) => {
                add(&mut findings, &path, &error);
                None
            }
        };
        Self { path, bytes: Some(bytes), is_json, content, findings }
    }
}

fn parse(bytes: &[u8], json: bool, length: Option<f32>) -> Result<(Sidecar, Findings), urho_core::Error> {
    if json { Sidecar::parse_json(bytes, length) } else { Sidecar::parse_xml(bytes, length) }
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    asset_unpack::open_regular(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(std::io::Error::other(format!("more than {LARGEST} bytes")));
    }
    Ok(bytes)
}

fn add(findings: &mut Findings, path: &Path, error: &dyn std::fmt::Display) {
    let name = Name::from(path.file_name().unwrap_or_default().as_encoded_bytes()).to_string();
    findings.warning(kinds::SIDE_FILE_UNREADABLE, "side file", format!("{name}: {error}"));
}
