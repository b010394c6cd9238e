//! Side files of models and animations of Urho3D.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use binio::{Findings, Name};
use urho_core::Sidecar;

use crate::kinds;
use crate::{Asset, Typed};

/// Side files beyond this are not read: real ones take a few kilobytes.
const LARGEST: u64 = 16 << 20;

/// A side file, as far as it could be read.
#[derive(Clone, Debug)]
pub struct SideFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its bytes; `None` if it can't be read, which is a finding.
    pub bytes: Option<Vec<u8>>,
    /// Whether the file is JSON; otherwise it is XML.
    pub is_json: bool,
    /// Content of the file. `None` if it is invalid, which is a finding.
    pub content: Option<Sidecar>,
    /// Problems of the file. An invalid side file never makes its asset unreadable.
    pub findings: Findings,
}

/// Returns the side file of `path`: `X.xml`, or `X.json` if that is missing, in the search order of the engine. `None` if both are missing. `length`
/// is the length of an animation in seconds; triggers may have a relative time.
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
    /// Returns the side file of an asset that was read from `path`; `None` if its format has none, or there is none.
    pub fn side_file(&self, path: &Path) -> Option<SideFile> {
        self.side_file_by(|length| side_file(path, length))
    }

    /// As [`side_file`](Self::side_file), of an asset that isn't a file by itself: `find` is given the length of an animation, as
    /// [`SideFile::parse`] takes it.
    pub fn side_file_by(&self, find: impl FnOnce(Option<f32>) -> Option<SideFile>) -> Option<SideFile> {
        match self.typed() {
            // XML animations contain what others have beside them.
            Typed::UrhoAni(_) if self.format() == crate::Format::URHO_XML_ANI => None,
            Typed::UrhoAni(animation) => find(Some(animation.length)),
            Typed::UrhoMdl(_) => find(None),
            _ => None,
        }
    }

    /// Returns the asset with the additions of a side file: the tracks of a `UAN2`, which rbfx reads. Problems are added to `findings`. Returns
    /// `None` if the side file adds no content.
    pub fn with_side_file(&self, sidecar: &Sidecar, findings: &mut Findings) -> Option<Asset<'_>> {
        let Typed::UrhoAni(animation) = self.typed() else { return None };
        if sidecar.other.is_empty() || !matches!(animation.version, urho_ani::Version::Uan2(_)) {
            return None;
        }
        let mut animation = animation.clone();
        match animation.merge_sidecar(sidecar) {
            Ok(odd) => findings.extend(odd),
            Err(error) => findings.warning(kinds::SIDE_FILE_UNREADABLE, "side file", error.to_string()),
        }
        Some(Asset::new(animation))
    }
}

impl SideFile {
    /// Reads the bytes of the side file with this path: as JSON if it ends in `.json`, otherwise as XML. `length` is as for [`side_file`].
    pub fn parse(path: impl Into<PathBuf>, bytes: Vec<u8>, length: Option<f32>) -> Self {
        let path = path.into();
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let mut findings = Findings::new();
        let content = match parse(&bytes, is_json, length) {
            Ok((content, odd)) => {
                findings.extend(odd);
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
