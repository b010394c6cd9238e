//! Animations for Urho3D, U3D and rbfx.

use asset_geometry::Similarity;
use binio::Findings;
use scene_urho::adapter as urho;
use urho_ani::{Animation, Sidecar, XmlAnimation};
use urho_resource::Kind;

use super::urho_mdl::original;
use super::{RBFX, URHO3D, opened};
use crate::document::{Beside, Document, Typed, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::output_format::Scenes;
use crate::{Change, Clip, Error, Feature, Format, OutputFormat, Shows, TargetOptions, WriteOptions};

impl Format {
    /// An animation for Urho3D, U3D or rbfx.
    pub const URHO_ANI: Self = Self::new("urho-ani", "Urho3D animation")
        .shows(Shows::Animation)
        .without_references()
        .changed_by(&[Change::Scale])
        .with_features(&[Feature::SideFile]);
    /// An rbfx animation in XML.
    pub const URHO_XML_ANI: Self = Self::new("urho-xml-ani", "rbfx animation (XML)")
        .shows(Shows::Animation)
        .with_features(&[Feature::SideFileInside, Feature::SideFileItself]);

    /// Returns whether documents in this format are animations for Urho3D, U3D or rbfx.
    pub fn is_urho_animation(self) -> bool {
        self == Self::URHO_ANI || self == Self::URHO_XML_ANI
    }
}

impl OutputFormat {
    /// An Urho3D animation. It keeps its version; if there is none, it is written as `UANI`.
    pub const ANI: Self = Self::new(Format::URHO_ANI, "ani")
        .created_from(Scenes::Animations)
        .named("ani", "Urho3D animations, in their current version, otherwise UANI");
    /// An animation for Urho3D and U3D.
    pub const UANI: Self = Self::ANI.in_version("UANI").only_for(URHO3D).named("uani", "Urho3D and U3D animations");
    /// An animation for rbfx, with variant tracks and weights.
    pub const UAN2: Self =
        Self::ANI.in_version("UAN2").only_for(RBFX).named("uan2", "rbfx animations, with variant tracks and weights");
    /// An rbfx animation in XML. You can't select this by the file name, because a `.xml` is written as a scene.
    pub const ANI_XML: Self = Self::new(Format::URHO_XML_ANI, "xml")
        .created_from(Scenes::Animations)
        .named("ani-xml", "rbfx animations as XML, with their triggers");
}

pub(super) const DRIVERS: &[Driver] = &[ANI, XML];

const ANI: Driver = Driver::new(
    Format::URHO_ANI,
    |head, evidence| evidence == Evidence::Identifier && head.begins_with(&[b"UANI", b"UAN2"]),
    |bytes, _| opened(Format::URHO_ANI, Animation::parse(bytes)),
)
.written(&[OutputFormat::ANI, OutputFormat::UANI, OutputFormat::UAN2], &[("ani", OutputFormat::ANI)])
.own_extensions(&["ani"])
.becomes(|output_format| output_format == OutputFormat::ANI_XML)
.target(|output_format, options| Box::new(target(output_format, options)))
.originals(&[Format::URHO_MDL])
.causes(&[cause_of::<urho_ani::ErrorKind>])
.findings(&[urho_ani::kinds::ALL]);

const XML: Driver = Driver::new(
    Format::URHO_XML_ANI,
    |head, evidence| {
        evidence == Evidence::Root && urho_resource::detect(head.start(), head.name()) == Some(Kind::XmlAnimation)
    },
    |bytes, _| opened(Format::URHO_XML_ANI, XmlAnimation::parse(bytes)),
)
.written(&[OutputFormat::ANI_XML], &[])
.becomes(|output_format| output_format.format() == Some(Format::URHO_ANI))
.target(|output_format, options| Box::new(target(output_format, options)))
.originals(&[Format::URHO_MDL]);

fn target<'o>(output_format: OutputFormat, options: &TargetOptions<'o>) -> urho::AnimationsTarget<'o> {
    let mut target = urho::AnimationsTarget::default();
    target.version = ani_version(output_format);
    target.engine = output_format.engine_of_models(options.engine);
    target.is_xml = output_format == OutputFormat::ANI_XML;
    target.original = options.original.and_then(original);
    target
}

/// Returns the animation version for an output format, or `None` to keep the version.
fn ani_version(output_format: OutputFormat) -> Option<urho_ani::Version> {
    match output_format {
        OutputFormat::UANI => Some(urho_ani::Version::Uani),
        OutputFormat::UAN2 | OutputFormat::ANI_XML => Some(urho_ani::Version::LATEST),
        _ => None,
    }
}

/// Writes an animation in the version for this output format. The findings are the losses.
fn ani_as(animation: &Animation<'_>, output_format: OutputFormat) -> Result<(Vec<u8>, Findings), Error> {
    let version = ani_version(output_format).unwrap_or(animation.version);
    let (animation, losses) = animation.to_version_lossy(version);
    let bytes = animation.to_bytes().map_err(|error| Error::malformed(Format::URHO_ANI, error))?;
    Ok((bytes, losses))
}

impl Document for Animation<'_> {
    contract! {
        format(URHO_ANI) variant(|document| document.version.id())
        to_bytes into_owned summary(hashes) edit(urho_ani) typed(UrhoAni)
    }

    fn validate(&self) -> Findings {
        let mut findings = self.validate();
        let mut clips = Clip::of_animation(self);
        // The name in the file is no name of the clip: its file has it.
        clips.iter_mut().for_each(|clip| clip.name.clear());
        findings.extend(super::scene::notes(&clips));
        findings
    }

    fn show<'d>(&'d self, beside: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(urho::AnimationDocument { animation: self, side: beside.side, text: None }))
    }

    fn transformed(&self, change: &Similarity) -> Result<Option<Box<dyn Document>>, Error> {
        // Only root bones move with the model, and an animation doesn't know them.
        if *change != Similarity::default().scale(change.factor()) {
            return Ok(None);
        }
        let mut animation = self.clone().into_owned();
        animation.scale(change.factor()).map_err(|error| Error::malformed(Format::URHO_ANI, error))?;
        Ok(Some(Box::new(animation)))
    }

    fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        written(self, output_format, options)
    }
}

/// Writes an animation in the version for this output format. If the output format doesn't have a version, the engine
/// decides.
fn written(
    animation: &Animation<'_>,
    output_format: OutputFormat,
    options: &WriteOptions,
) -> Result<(Vec<u8>, Findings), Error> {
    let output_format = match (output_format, options.engine) {
        (OutputFormat::ANI | OutputFormat::SAME, Some(urho_scene::Engine::Rbfx)) => OutputFormat::UAN2,
        (OutputFormat::ANI | OutputFormat::SAME, Some(_)) => OutputFormat::UANI,
        (OutputFormat::ANI_XML, _) => {
            let side = options.side.as_ref();
            return side.map_or_else(|| as_xml(animation, &Sidecar::new("animation")), |side| as_xml(animation, side));
        }
        (output_format, _) => output_format,
    };
    ani_as(animation, output_format)
}

/// Writes an animation and the content of its side file as XML. The findings are the losses.
fn as_xml(animation: &Animation<'_>, side: &Sidecar) -> Result<(Vec<u8>, Findings), Error> {
    let (animation, losses) = animation.to_version_lossy(urho_ani::Version::LATEST);
    let bytes = animation.to_xml(side).map_err(|error| Error::malformed(Format::URHO_XML_ANI, error))?;
    Ok((bytes, losses))
}

/// An XML animation. If you edit one value, the rest of the text stays unchanged.
impl Document for XmlAnimation<'_> {
    contract! { format(URHO_XML_ANI) variant(|_| "xml") to_bytes into_owned edit(urho_xml_ani) }

    fn validate(&self) -> Findings {
        let mut findings = self.validate();
        let mut clips = Clip::of_animation(self.animation());
        clips.iter_mut().for_each(|clip| clip.name.clear());
        findings.extend(super::scene::notes(&clips));
        findings
    }

    #[cfg(feature = "serde")]
    fn summary(&self, hashes: bool) -> crate::Summary<'_> {
        crate::Summary::new(self.animation().summary(hashes).with_sidecar(self.sidecar()))
    }

    fn references(&self, own: Option<&str>) -> Vec<crate::references::Reference> {
        // The tables of data files know which values name resources.
        let document = urho_resource::Document::parse_as(Kind::XmlAnimation, self.text());
        document.map_or_else(|_| Vec::new(), |document| crate::references::of_resource(&document, own))
    }

    fn side_file(&self) -> Option<scene_urho::SideFile> {
        let sidecar = self.sidecar();
        let is_empty = sidecar.triggers.is_empty() && sidecar.metadata.is_empty();
        let bytes = (!is_empty).then(|| sidecar.to_xml().ok()).flatten()?;
        Some(scene_urho::SideFile { is_json: false, bytes })
    }

    fn show<'d>(&'d self, _: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(urho::AnimationDocument {
            animation: self.animation(),
            side: self.side_file(),
            text: Some(self.text()),
        }))
    }

    fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        match output_format {
            OutputFormat::SAME | OutputFormat::ANI_XML => Ok((Document::to_bytes(self)?, Findings::new())),
            other => written(self.animation(), other, options),
        }
    }

    fn typed(&self) -> Typed<'_> {
        Typed::UrhoAni(self.animation())
    }
}
