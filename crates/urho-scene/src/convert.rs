//! Conversion to other encodings.

use binio::{Bytes, Fault, Findings, Limits};
use urho_core::tree::{JsonTree, XmlEncoding, XmlTree};
use urho_core::{Engine, FloatPrecision, VariantEncoding};

use crate::archive::{self, Naming, Style};
use crate::binary::{self, Packing};
use crate::class::Classes;
use crate::document::{Content, Document};
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::place::Place;
use crate::references::IdReference;
use crate::scene::{Kind, Scene};
use crate::text::{NumberForm, NumberStyle, Writing, write_archive_json, write_archive_xml, write_json, write_xml};

binio::options! {
    /// Options for writing a scene.
    #[derive(Clone, Debug)]
    pub struct WriteOptions {
        /// Sets how many digits to write for numbers in text.
        pub(crate) digits: FloatPrecision = FloatPrecision::default(),
        /// Sets whether to drop components with an unknown class if the encoding can't store them. A finding will
        /// report each of them. By default this is an error, because the engine would write such components without
        /// their data.
        pub(crate) drop_unknown: bool = false,
        /// Sets the classes to use. By default (`None`), these are the classes of the engine.
        #[setter(into)]
        pub(crate) classes: Option<Classes> = None,
        /// Sets whether to write JSON in a single line without indentation. By default there is a line for each value,
        /// as in the engine.
        pub(crate) one_line: bool = false,
        /// Sets how value types are numbered in binary files. By default (`None`), these are the newest numbers of the
        /// engine.
        #[setter(into)]
        pub(crate) variants: Option<VariantEncoding> = None,
    }
}

impl Document<'_> {
    /// Converts a scene or prefab to another encoding. You get what the engine would write, and findings to tell you
    /// what was lost.
    ///
    /// This will not convert anything to another engine; see [`Scene::to_engine`] for that.
    ///
    /// # Errors
    /// This function will return an error when the encoding can't store the content. For example, only rbfx has
    /// archives, and a component must be of a known class to be written to a binary file.
    ///
    /// ```
    /// use urho_scene::{Document, Encoding, WriteOptions};
    /// let document = Document::parse(br#"<node id="2"><attribute name="Name" value="Lamp"/></node>"#)?;
    /// let (json, lost) = document.convert(Encoding::Json, &WriteOptions::default())?;
    /// assert!(lost.is_empty());
    /// assert!(json.to_bytes()?.starts_with(b"{\n\t\"id\": 2,\n\t\"attributes\": {\n\t\t\"Is Enabled\": true,\n\t\t\"Name\": \"Lamp\""));
    /// # Ok::<(), urho_scene::Error>(())
    /// ```
    pub fn convert(&self, encoding: Encoding, options: &WriteOptions) -> Result<(Document<'static>, Findings), Error> {
        let classes = options.classes.clone().unwrap_or_else(|| self.classes.clone());
        let target = Target { classes, encoding, options, omit_defaults: !self.encoding().is_archive() };
        let aux = self.auxiliary();
        let (document, mut findings) = target.document(self.scene())?;
        if aux {
            findings.loss(kinds::AUXILIARY_LOST, "auxiliary", "data of plug-ins after the scene: left out");
        }
        Ok((document, findings))
    }

    /// Returns whether there is any data from plug-ins.
    fn auxiliary(&self) -> bool {
        match &self.content {
            Content::Xml { text, tree, is_archive: true, .. } => {
                tree.root(text).child("auxiliary").is_some_and(|blocks| blocks.children().next().is_some())
            }
            Content::Json { text, tree, is_archive: true } => {
                tree.root(text).get("auxiliary").is_some_and(|blocks| blocks.items().next().is_some())
            }
            Content::Archive { style, .. } => style.auxiliary.as_ref().is_some_and(|blocks| !blocks.is_empty()),
            _ => false,
        }
    }
}

impl Document<'_> {
    /// Replaces the content of a binary file, but keeps its variant of the encoding.
    pub(crate) fn repack(&mut self, scene: Scene<'static>) -> Result<Findings, Error> {
        let options =
            WriteOptions::default().classes(self.classes.clone()).drop_unknown(true).variants(self.variant_encoding());
        let classes = self.classes.clone();
        let target = Target { classes, encoding: self.encoding(), options: &options, omit_defaults: true };
        let scene = target.checked(scene)?;
        let (content, findings) = match &mut self.content {
            Content::Archive { style, .. } => {
                let (content, findings) = target.archived(scene, style.naming)?;
                let auxiliary = style.auxiliary.take();
                (Content::Archive { scene: content, style: Style { auxiliary, ..style.clone() } }, findings)
            }
            _ => target.packed(scene)?,
        };
        self.content = content;
        Ok(findings)
    }
}

impl Document<'static> {
    /// Creates a file from a scene, as the engine would write it. You also get findings to tell you what was lost.
    ///
    /// # Errors
    /// This function will return an error when the encoding can't store the content.
    pub fn from_scene(scene: Scene<'_>, encoding: Encoding, options: &WriteOptions) -> Result<(Self, Findings), Error> {
        Target::of(&scene, encoding, options).document(scene)
    }
}

impl Scene<'_> {
    /// Writes the scene into a new buffer. You get the same bytes as from [`Document::from_scene`], but this is faster
    /// when you only need the bytes, because text is not parsed again. The findings tell you what was lost.
    ///
    /// # Errors
    /// This function will return an error when the encoding can't store the content.
    pub fn to_bytes(self, encoding: Encoding, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        let target = Target::of(&self, encoding, options);
        if encoding.is_text() {
            return target.text(self);
        }
        let (document, findings) = target.document(self)?;
        Ok((document.to_bytes()?, findings))
    }
}

struct Target<'o> {
    classes: Classes,
    encoding: Encoding,
    options: &'o WriteOptions,
    omit_defaults: bool,
}

impl<'o> Target<'o> {
    fn of(scene: &Scene<'_>, encoding: Encoding, options: &'o WriteOptions) -> Self {
        let classes = options.classes.clone().unwrap_or_else(|| Classes::of(scene.engine).clone());
        Self { classes, encoding, options, omit_defaults: true }
    }

    fn document(self, scene: Scene<'_>) -> Result<(Document<'static>, Findings), Error> {
        let kind = scene.kind;
        let (content, findings) = match self.encoding {
            Encoding::Binary => self.packed(self.checked(scene)?)?,
            Encoding::ArchiveBinary => {
                // The engine writes scenes compactly, and prefabs so that they survive changes of its classes.
                let naming = if scene.kind == Kind::Scene { Naming::Hashes } else { Naming::Names };
                let (engine, auxiliary) = (scene.engine, (scene.kind == Kind::Scene).then(Vec::new));
                let (scene, findings) = self.archived(self.checked(scene)?, naming)?;
                (
                    Content::Archive { scene, style: Style { naming, variants: self.variants(engine), auxiliary } },
                    findings,
                )
            }
            _ => {
                let (text, findings) = self.text(scene)?;
                (self.parsed(text)?, findings)
            }
        };
        let document = Document { content, kind, classes: self.classes };
        // Content that bytes can't store is an error now, not when they are written.
        document.encoded_len()?;
        Ok((document, findings))
    }

    /// Checks the scene, and returns it in a form that the encoding can store.
    fn checked<'a>(&self, mut scene: Scene<'a>) -> Result<Scene<'a>, Error> {
        let shape = |why, node: usize| Error::new(ErrorKind::Shape(why), [("node", node)]);
        scene.check_order().map_err(|node| shape("a node whose parent doesn't precede it", node))?;
        if scene.nodes.is_empty() {
            return Err(shape("no outermost node", 0));
        }
        // Before text is written, whose indentation would grow with the square of the depth.
        if scene.depth() > usize::from(binio::MAX_DEPTH) {
            return Err(Error::new(Fault::Limit("nesting of nodes"), binio::Path::new()));
        }
        if self.encoding.is_archive() && scene.engine != Engine::Rbfx {
            return Err(Error::new(ErrorKind::NotInForm("only rbfx has archives"), binio::Path::new()));
        }
        if self.encoding.is_archive() && scene.kind == Kind::Prefab {
            let is_outermost = |reference: &IdReference| reference.target.is_some_and(|place| place == Place::node(0));
            let is_referenced = scene.id_references(&self.classes).iter().any(is_outermost);
            let is_alone = scene.nodes.len() == 1;
            if let Some(outermost) = scene.nodes.first_mut() {
                let has_parts = !is_alone || !outermost.components.is_empty();
                // The engine leaves the counts of ids out of prefabs, and ids that nothing refers to; an archive whose nodes all have ids is a scene.
                for name in archive::NEXT_IDS {
                    outermost.attributes.remove(name);
                }
                if !is_referenced && has_parts {
                    outermost.id = 0;
                }
            }
        }
        Ok(scene)
    }

    fn variants(&self, engine: Engine) -> VariantEncoding {
        match (engine, self.options.variants) {
            (Engine::Rbfx, Some(VariantEncoding::RbfxOld)) => VariantEncoding::RbfxOld,
            (Engine::Rbfx, _) => VariantEncoding::RbfxNew,
            (Engine::Urho3d | Engine::U3d, _) => VariantEncoding::Urho,
        }
    }

    fn packed(&self, scene: Scene<'_>) -> Result<(Content<'static>, Findings), Error> {
        let variants = self.variants(scene.engine);
        let packing = Packing { classes: &self.classes, variants, limits: Limits::default() };
        let (scene, findings) = binary::pack(scene, packing, self.options.drop_unknown)?;
        Ok((Content::Binary { scene: scene.into_owned(), variants }, findings))
    }

    fn archived(&self, mut scene: Scene<'_>, naming: Naming) -> Result<(Scene<'static>, Findings), Error> {
        let mut findings = Findings::new();
        let mut writing = self.writing();
        let named = naming == Naming::Names;
        for (index, node) in scene.nodes.iter_mut().enumerate() {
            let place = crate::Place::node(index);
            writing.no_animations(&std::mem::take(&mut node.animations), place);
            let class = if index == 0 { self.classes.scene() } else { self.classes.node() };
            writing.for_archive(&mut node.attributes, Some(class), named, place)?;
            for (number, component) in node.components.iter_mut().enumerate() {
                let place = place.component(number);
                writing.no_animations(&std::mem::take(&mut component.animations), place);
                let class = self.classes.get(component.class.hash).map(|class| &**class);
                writing.for_archive(&mut component.attributes, class, named, place)?;
            }
        }
        findings.extend(writing.findings);
        Ok((scene.into_owned(), findings))
    }

    fn writing(&self) -> Writing<'_> {
        let encoding = match (self.classes.engine(), self.encoding.is_archive()) {
            (Engine::Rbfx, true) => NumberForm::RbfxArchive,
            (Engine::Rbfx, false) => NumberForm::RbfxPlain,
            (Engine::Urho3d | Engine::U3d, _) => NumberForm::Urho,
        };
        Writing {
            classes: &self.classes,
            style: NumberStyle { encoding, digits: self.options.digits },
            omit_defaults: self.omit_defaults,
            one_line: self.options.one_line,
            findings: Findings::new(),
        }
    }

    /// Writes the scene as text.
    fn text(&self, scene: Scene<'_>) -> Result<(Vec<u8>, Findings), Error> {
        let scene = self.checked(scene)?;
        let mut writing = self.writing();
        let text = match self.encoding {
            Encoding::Xml => write_xml::write(&mut writing, &scene),
            Encoding::Json => write_json::write(&mut writing, &scene),
            Encoding::ArchiveXml => write_archive_xml::write(&mut writing, &scene),
            _ => write_archive_json::write(&mut writing, &scene),
        }?;
        // Names and strings in bytes need not be UTF-8.
        if std::str::from_utf8(&text).is_err() {
            return Err(Error::new(ErrorKind::Text(urho_core::ErrorKind::NotUtf8), binio::Path::new()));
        }
        Ok((text, writing.findings))
    }

    fn parsed(&self, text: Vec<u8>) -> Result<Content<'static>, Error> {
        let (text, is_archive) = (Bytes::from(text), self.encoding.is_archive());
        let failed = |error: urho_core::Error| error.map_kind(ErrorKind::Text);
        Ok(match self.encoding {
            Encoding::Xml | Encoding::ArchiveXml => {
                let tree = XmlTree::parse(&text).map_err(failed)?;
                Content::Xml { text, encoding: XmlEncoding::Utf8, tree, is_archive }
            }
            _ => {
                let tree = JsonTree::parse(&text).map_err(failed)?;
                Content::Json { text, tree, is_archive }
            }
        })
    }
}
