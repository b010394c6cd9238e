//! What a scene doesn't say about the model it came from; described in the docs of [`crate::pragma`].

use std::collections::HashMap;

use binio::{Budget, Findings, Name, Path};
use pragma_asset::udm::{self, Document, Style};
use pragma_asset::{Form, Model};
use serde::{Deserialize, Serialize};

use super::bulk::Bulk;
use super::weights::Joints;
use crate::error::unfit;
use crate::json::{Base64, is_default};
use crate::{Error, ErrorKind};

/// What something gives, or why the scene isn't as it was.
pub(super) type Fit<T> = Result<T, &'static str>;

/// Number of this layout.
pub(super) const LAYOUT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Layout {
    pub(super) layout: u32,
    /// Whether the model's file is text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) text: bool,
    /// The document as text, without what the scene has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    document: Option<String>,
    /// The document in its binary form, if text can't say all of it.
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    binary: Base64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) sub_meshes: Vec<SubMeshLayout>,
    /// Names of the animations of which the scene has channels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) animations: Vec<String>,
}

/// A sub mesh that the scene shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SubMeshLayout {
    /// Where it is in the document: name of the group, mesh, sub mesh.
    pub(super) group: String,
    pub(super) mesh: usize,
    pub(super) sub_mesh: usize,
    /// Where it is in the scene: mesh and primitive.
    pub(super) place: (usize, usize),
    pub(super) vertices: usize,
    pub(super) indices: usize,
    /// Whether the document still has the vertices, since they are made of more than the scene has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) keeps_vertices: bool,
    /// What stands for the tangents of all vertices, if it has no direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) no_tangents: Option<Base64>,
    /// Which of the document's uv sets the scene has, in the order of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) uv_sets: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weights: Option<Joints>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) extended_weights: Option<Joints>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) alphas: bool,
}

impl SubMeshLayout {
    /// The arrays that the scene has.
    pub(super) fn bulk(&self) -> Vec<Bulk> {
        let mut bulk = vec![Bulk::Indices];
        if !self.keeps_vertices {
            bulk.push(Bulk::Vertices);
        }
        bulk.extend(self.uv_sets.iter().map(|set| Bulk::UvSet(*set)));
        bulk.extend(self.weights.is_some().then_some(Bulk::Weights));
        bulk.extend(self.extended_weights.is_some().then_some(Bulk::ExtendedWeights));
        bulk.extend(self.alphas.then_some(Bulk::Alphas));
        bulk
    }
}

impl Layout {
    /// The layout of a model whose document is `document` but for what the scene has.
    pub(super) fn new(model: &Model<'_>, document: &Document<'_>) -> Result<Self, Error> {
        let mut layout = Self {
            layout: LAYOUT,
            text: model.form == Form::Text,
            document: None,
            binary: Base64::default(),
            sub_meshes: Vec::new(),
            animations: Vec::new(),
        };
        let text = document.to_text(Style::Pretty).ok().and_then(|text| String::from_utf8(text).ok());
        let is_same = |text: &String| Document::parse_text(text.as_bytes()).is_ok_and(|back| back == *document);
        layout.document = text.filter(is_same);
        if layout.document.is_none() {
            let failed = |error| unsupported(Path::from("document"), error);
            layout.binary = Base64(document.to_bytes().map_err(failed)?);
        }
        Ok(layout)
    }

    /// The document without what the scene has.
    pub(super) fn document(&self) -> Result<Document<'_>, Error> {
        let document = match &self.document {
            Some(text) => Document::parse_text(text.as_bytes()),
            None => Document::parse(&self.binary.0),
        };
        document.map_err(|error| unfit(Path::from("layout"), error))
    }
}

/// Something that can't be had.
pub(super) fn unsupported(path: Path, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Unsupported(why.to_string()), path)
}

/// How often each name is there.
pub(super) fn counts<'d>(names: impl Iterator<Item = Name<'d>>) -> HashMap<Name<'d>, usize> {
    let mut counts = HashMap::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    counts
}

/// Takes `count` things of a size from the budget.
pub(super) fn spend(budget: &mut Budget, count: usize, size: usize, path: Path) -> Result<(), Error> {
    budget.spend((count as u64).saturating_mul(size as u64)).map_err(|fault| unsupported(path, fault))
}

/// What `result` gives. What is broken is a finding; only a spent budget is an error.
pub(super) fn readable<T>(
    result: Result<T, udm::Error>,
    path: Path,
    findings: &mut Findings,
) -> Result<Option<T>, Error> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => match error.kind() {
            udm::ErrorKind::Data(binio::Fault::Limit(_)) => Err(unsupported(path, error)),
            kind => {
                findings.error(path, kind.to_string());
                Ok(None)
            }
        },
    }
}
