//! Files for the ZED engine.

use binio::{Budget, Findings};
use scene_zed::adapter::{ModelDocument, ModelTarget};
use zed_asset::{Animation, Bounds, Encoding, Font, Image, Model, Similarity};

use super::opened;
use crate::document::{Beside, Document, Entry, contract};
use crate::driver::{Driver, Evidence, LookAlike, cause_of};
use crate::head::FileHead;
use crate::meshes::{MeshPart, Meshes, PartTriangles};
use crate::output_format::Scenes;
use crate::{Change, Error, Format, OutputFormat, Shows, TargetOptions, WriteOptions};

impl Format {
    /// A ZED animation.
    pub const ZED_ANIMATION: Self = Self::new("zed-animation", "ZED animation").without_references();
    /// A ZED font.
    pub const ZED_FONT: Self = Self::new("zed-font", "ZED font").without_references();
    /// A ZED archive. The engine's document calls this an image file.
    pub const ZED_IMAGE: Self = Self::new("zed-image", "ZED archive (image file)");
    /// A ZED model.
    pub const ZED_MODEL: Self = Self::new("zed-model", "ZED model").shows(Shows::Model).changed_by(&[
        Change::Scale,
        Change::Move,
        Change::Optimize,
        Change::Normals,
    ]);
}

impl OutputFormat {
    /// A ZED model. It keeps its encoding; if there is none, it is written in the encoding that the engine loads.
    pub const ZED: Self = Self::new(Format::ZED_MODEL, "zed")
        .created_from(Scenes::Models)
        .named("zed", "ZED models in their current encoding, otherwise in the engine's encoding");
    /// A ZED model in the encoding that the engine loads: only lists, and every part where it belongs.
    pub const ZED_ENGINE: Self = Self::ZED
        .in_version("engine")
        .named("zed-engine", "ZED models in the engine's encoding: triangle lists, chunks in order");
    /// A ZED model in the encoding of the engine's document, with texture coordinates and weights.
    pub const ZED_DOCUMENT: Self = Self::ZED
        .in_version("document")
        .named("zed-document", "ZED models in the document's encoding, with texture coordinates and weights");
    /// A ZED model in which strips and fans are replaced with lists.
    pub const ZED_LISTS: Self =
        Self::ZED.encoded("lists").named("zed-lists", "ZED models with triangle lists instead of strips and fans");
}

pub(super) const DRIVERS: &[Driver] = &[
    Driver::new(
        Format::ZED_MODEL,
        |head, evidence| begins(head, evidence, b"ZEDM"),
        |bytes, _| opened(Format::ZED_MODEL, Model::parse(bytes)),
    )
    .written(
        &[OutputFormat::ZED, OutputFormat::ZED_ENGINE, OutputFormat::ZED_DOCUMENT, OutputFormat::ZED_LISTS],
        &[("zed", OutputFormat::ZED)],
    )
    .look_alikes(&[
        LookAlike::new(b"KILM", "a model of Killer, the engine after ZED"),
        LookAlike::new(b"ZEDT", "a ZED texture, which no engine ever read"),
    ])
    .target(target)
    .originals(&[Format::ZED_MODEL])
    .causes(&[cause_of::<zed_asset::ErrorKind>])
    .findings(&[zed_asset::kinds::ALL, scene_zed::kinds::ALL]),
    Driver::new(
        Format::ZED_ANIMATION,
        |head, evidence| begins(head, evidence, b"ZEDA"),
        |bytes, _| opened(Format::ZED_ANIMATION, Animation::parse(bytes)),
    ),
    Driver::new(
        Format::ZED_FONT,
        |head, evidence| begins(head, evidence, b"ZEDF"),
        |bytes, _| opened(Format::ZED_FONT, Font::parse(bytes)),
    ),
    Driver::new(
        Format::ZED_IMAGE,
        |head, evidence| begins(head, evidence, b"ZEDI"),
        |bytes, _| opened(Format::ZED_IMAGE, Image::parse(bytes)),
    ),
];

fn begins(head: &FileHead<'_>, evidence: Evidence, identifier: &[u8]) -> bool {
    evidence == Evidence::Identifier && head.begins_with(&[identifier])
}

fn target<'o>(output_format: OutputFormat, options: &TargetOptions<'o>) -> Box<dyn scene_adapter::Target + 'o> {
    let mut target = ModelTarget::default();
    target.lists = output_format == OutputFormat::ZED_LISTS;
    target.original = options.original.and_then(|original| original.asset.downcast_ref());
    target.encoding = match output_format {
        OutputFormat::ZED_ENGINE => Some(Encoding::ENGINE),
        OutputFormat::ZED_DOCUMENT => Some(Encoding::DOCUMENT),
        _ => None,
    };
    Box::new(target)
}

/// Converts a model to the encoding for this output format. The findings are the losses.
fn in_encoding(model: &Model<'_>, output_format: OutputFormat) -> (Model<'static>, Findings) {
    match output_format {
        OutputFormat::ZED_ENGINE => model.for_engine_lossy(),
        OutputFormat::ZED_DOCUMENT => model.to_encoding_lossy(Encoding::DOCUMENT),
        OutputFormat::ZED_LISTS => (model.to_lists(), Findings::new()),
        _ => (model.clone().into_owned(), Findings::new()),
    }
}

struct ModelMeshes(Model<'static>);

impl Meshes for ModelMeshes {
    fn smooth(&mut self, degrees: f32) -> Result<Findings, Error> {
        Ok(self.0.generate_normals(degrees))
    }

    fn parts(&self) -> Result<Vec<MeshPart>, Error> {
        let part = |(number, mesh): (usize, zed_asset::MeshView<'_>)| {
            let triangles: Vec<[u32; 3]> = mesh.triangles().collect();
            let is_sound = triangles.as_flattened().iter().all(|index| (*index as usize) < mesh.vertex_count());
            is_sound.then(|| MeshPart {
                number,
                mesh: number,
                positions: mesh.positions().iter().collect(),
                normals: mesh.normals().iter().collect(),
                uvs: mesh.tex_coords().map(|uvs| uvs.iter().collect()).unwrap_or_default(),
                weights: mesh.joint_weights().map(|weights| weights.iter().collect()).unwrap_or_default(),
                triangles,
                ..MeshPart::default()
            })
        };
        Ok(self.0.meshes().enumerate().filter_map(part).collect())
    }

    fn reorder(&mut self, parts: Vec<PartTriangles>) -> Result<(), Error> {
        let malformed = |error| Error::malformed(Format::ZED_MODEL, error);
        parts.iter().try_for_each(|part| self.0.set_triangles(part.number, &part.indices).map_err(malformed))
    }

    fn vertex_count(&self) -> u64 {
        self.0.meshes().map(|mesh| mesh.vertex_count() as u64).sum()
    }

    fn into_document(self: Box<Self>) -> Box<dyn Document> {
        Box::new(self.0)
    }
}

/// Implements the trait for a document of the format crate. You can add functions for a single type.
macro_rules! document {
    ($type:ident, $format:ident, $variant:expr $(, $more:item)*) => {
        impl Document for $type<'_> {
            contract! { format($format) variant($variant) validate to_bytes into_owned summary(hashes) }

            $($more)*
        }
    };
}

document!(Animation, ZED_ANIMATION, |_| "A");
document!(
    Font,
    ZED_FONT,
    |font| match font {
        Font::Engine(_) => "ZEDF",
        Font::Document(_) => "F",
    },
    fn texture(&self) -> Option<&[u8]> {
        Some(self.as_engine()?.texture()?.bytes())
    }
);
document!(
    Image,
    ZED_IMAGE,
    |_| "I",
    fn entries(&self) -> Vec<Entry> {
        let entry =
            |one: &zed_asset::ImageEntry<'_>| Entry { name: one.file_name().to_string(), size: one.file_size() };
        self.entries.iter().map(entry).collect()
    },
    fn read_entry(&self, number: usize, budget: &mut Budget) -> Result<Option<Vec<u8>>, Error> {
        let entry = self.entries.get(number).map(|entry| self.read(entry, budget)).transpose();
        let entry = entry.map_err(std::io::Error::from)?;
        Ok(entry)
    }
);
document!(
    Model,
    ZED_MODEL,
    |_| "M",
    fn show<'d>(&'d self, _: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(ModelDocument { model: self }))
    },
    fn transformed(&self, change: &Similarity) -> Result<Option<Box<dyn Document>>, Error> {
        if self.joints().is_some() {
            return Err(Error::Refused("expected a ZED model without joints, because these can't be changed".into()));
        }
        let mut model = self.clone().into_owned();
        model.transform(change);
        Ok(Some(Box::new(model)))
    },
    fn computed_bounds(&self) -> Option<Bounds> {
        self.computed_bounds()
    },
    fn meshes(&self) -> Option<Box<dyn Meshes>> {
        Some(Box::new(ModelMeshes(self.clone().into_owned())))
    },
    fn write(&self, output_format: OutputFormat, _: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        let (model, losses) = in_encoding(self, output_format);
        Ok((Document::to_bytes(&model)?, losses))
    }
);

#[cfg(test)]
mod tests {
    use binio::{Cause, Fault};
    use zed_asset::ErrorKind;

    use crate::{Error, Format};

    #[test]
    fn errors_have_their_causes() {
        let cause =
            |kind: ErrorKind| Error::malformed(Format::ZED_MODEL, binio::Error::<ErrorKind>::new(kind, "part")).cause();
        assert_eq!(cause(ErrorKind::NotInEncoding("x")), Some(Cause::NotWritable));
        assert_eq!(cause(ErrorKind::from(Fault::Limit("bytes"))), Some(Cause::Limit));
        assert_eq!(cause(ErrorKind::from(Fault::Unterminated)), Some(Cause::Damaged));
    }
}
