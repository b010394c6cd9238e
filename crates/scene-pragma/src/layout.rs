//! Properties of a model that a scene doesn't contain; described on the front page of the crate.

use asset_scene::{Error, unescape_name};
use binio::Path;
use pragma_asset::udm::{Document, Element, Style};
use pragma_asset::{Form, Model};
use scene_adapter::json::{Base64, is_default};
use scene_adapter::origin;
use serde::{Deserialize, Serialize};

use crate::bulk::{Bulk, item};
use crate::fault::unsupported;
use crate::weights::Joints;

/// Number of this layout, in its field `layout`.
pub(crate) const LAYOUT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Layout {
    pub(crate) layout: u32,
    /// Whether the model's file is text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) text: bool,
    /// The document without the parts that the scene stores.
    #[serde(flatten)]
    stored: Stored,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sub_meshes: Vec<SubMeshLayout>,
    /// Names of the animations with channels in the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) animations: Vec<String>,
}

/// A sub mesh that the scene shows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SubMeshLayout {
    /// Where it is in the document: name of the group, mesh, sub mesh.
    pub(crate) group: String,
    pub(crate) mesh: usize,
    pub(crate) sub_mesh: usize,
    /// Where it is in the scene: mesh and primitive.
    pub(crate) place: (usize, usize),
    pub(crate) vertices: usize,
    pub(crate) indices: usize,
    /// Whether the document still has the vertices, since they are made of more than the scene has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) keeps_vertices: bool,
    /// Tangents of all vertices, if they have no direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) no_tangents: Option<Base64>,
    /// Which of the document's uv sets the scene has, in the order of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) uv_sets: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) weights: Option<Joints>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extended_weights: Option<Joints>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) alphas: bool,
}

/// Properties of an animation that keyframes of nodes don't contain; the rest is in the model's document.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AnimationLayout {
    pub(crate) layout: u32,
    /// Its name in the model.
    pub(crate) animation: String,
    /// Which of its channels are the scene's, bit for bit.
    pub(crate) channels: Vec<usize>,
    /// Whether it is a flex animation, which is restored from the document.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) flexes: bool,
}

/// Name of the block of an animation.
pub(crate) const BLOCK: &str = "channels";

impl SubMeshLayout {
    /// Returns the data of the sub mesh in the data of its model.
    pub(crate) fn data_in<'d, 'a>(&self, data: &'d mut Element<'a>) -> Option<&'d mut Element<'a>> {
        let group = unescape_name(&self.group);
        let group = data.get_mut("meshGroups")?.as_element_mut()?.get_mut(group)?.as_element_mut()?;
        let mesh = item(group, "meshes", self.mesh)?;
        item(mesh, "subMeshes", self.sub_mesh)?.get_mut("assetData")?.as_element_mut()
    }

    /// The arrays that the scene has.
    pub(crate) fn bulk(&self) -> Vec<Bulk> {
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
    /// Creates the layout of a model; `document` is its document without the parts that the scene stores.
    pub(crate) fn new(model: &Model<'_>, document: &Document<'_>) -> Result<Self, Error> {
        Ok(Self {
            layout: LAYOUT,
            text: model.form() == Form::Text,
            stored: Stored::of(document, Path::from("document"))?,
            sub_meshes: Vec::new(),
            animations: Vec::new(),
        })
    }

    /// Returns the document without the parts that the scene stores.
    pub(crate) fn document(&self) -> Result<Document<'_>, Error> {
        self.stored.document()
    }
}

/// A document within a layout.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// The document as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) document: Option<String>,
    /// The document in its binary form, if text can't say all of it.
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(crate) binary: Base64,
}

impl Stored {
    /// A document, which is at `path` of a file.
    pub(crate) fn of(document: &Document<'_>, path: Path) -> Result<Self, Error> {
        let text = document.to_text(Style::Pretty).ok().and_then(|text| String::from_utf8(text).ok());
        let is_same = |text: &String| Document::parse_text(text.as_bytes()).is_ok_and(|back| back == *document);
        let text = text.filter(is_same);
        let binary = match text {
            Some(_) => Base64::default(),
            None => Base64(document.to_binary().map_err(|error| unsupported(path, error))?),
        };
        Ok(Self { document: text, binary })
    }

    pub(crate) fn document(&self) -> Result<Document<'_>, Error> {
        let document = match &self.document {
            Some(text) => Document::parse_text(text.as_bytes()),
            None => Document::parse(&self.binary.0),
        };
        document.map_err(|error| origin::mismatch("layout", error))
    }
}
